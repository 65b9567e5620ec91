//! Round trips: a package read, written and read again in the same format is the same.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::*;
use crate::package::expected::{Expected, meant_by_all};
use crate::package::formats::tests::{
    POLYGON, POLYGON_CHANGES, base, exam, exam_with, with_example, write as write_files,
};
use crate::package::formats::{self, INVENTORIES};
use crate::package::keys::Fate;
use crate::package::model::Checker;
use crate::package::{archive, builtin};
use crate::problem::Entry;
use crate::problems::REGISTRY;
use flat::FlatRule;

const MAX_BYTES: u64 = 64 << 20;

fn text(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_default();
    format!("{:08x} of {} bytes", crc32fast::hash(&bytes), bytes.len())
}

/// The files of a program: its source, and what lies beside it where it is compiled with a folder of its own.
fn program(root: &Path, checker: &Checker) -> String {
    let place = |path: &Path| path.strip_prefix(root).unwrap_or(path).display().to_string();
    let flags: Vec<String> = checker
        .flags
        .iter()
        .map(|flag| flag.replace(&root.display().to_string(), ""))
        .collect();
    format!(
        "{} {} {:?} {:?} {flags:?}",
        place(&checker.path),
        text(&checker.path),
        checker.protocol,
        checker.arguments
    )
}

/// Returns the facts that a reader finds in a package.
fn facts(package: &Package) -> BTreeSet<String> {
    let root = package.root.canonicalize().unwrap();
    let place = |path: &Path| {
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        real.strip_prefix(&root).unwrap_or(&real).display().to_string()
    };
    let mut facts = BTreeSet::new();
    let mut add = |fact: String| {
        facts.insert(fact);
    };
    add(format!("name {}", package.name));
    add(format!("titles {:?}", package.titles));
    for (number, case) in package.layout.cases.iter().enumerate() {
        add(format!(
            "case {number} {} {:?} {} {}",
            case.name,
            case.group,
            text(&case.input),
            text(&case.answer)
        ));
    }
    assert!(
        package.layout.halves.is_empty() && package.layout.troubles.is_empty(),
        "{:?}",
        package.layout
    );
    match &package.points {
        PackagePoints::Scheme(scheme) => {
            for (number, group) in scheme.groups.iter().enumerate() {
                add(format!("group {number} {group:?}"));
            }
            add(format!("remark {:?}", scheme.remark));
        }
        PackagePoints::Unstated => {}
        PackagePoints::Uncounted { why, .. } => add(format!("uncounted {why}")),
    }
    let limits = &package.limits;
    add(format!("time {:?}", limits.time.as_ref().map(|time| time.value)));
    add(format!(
        "memory {:?}",
        limits.memory.as_ref().map(|memory| memory.value)
    ));
    add(format!(
        "output {:?}",
        limits.output.as_ref().map(|output| output.value)
    ));
    add(format!(
        "others {:?} {:?} {:?}",
        limits.compile_time, limits.checker_time, limits.checker_memory
    ));
    let files = format!("{:?}", package.files);
    add(format!("files {}", files.split(", by:").next().unwrap()));
    add(format!(
        "comparison {:?}",
        package.comparison.as_ref().map(|comparison| comparison.value)
    ));
    add(format!(
        "checker {:?}",
        package
            .checker
            .as_ref()
            .map(|checker| program(&package.root, &checker.value))
    ));
    if let Kind::Interactive(interactor) = &package.kind {
        add(format!("interactor {:?}", program(&package.root, &interactor.value)));
    }
    add(format!("rule {:?}", package.time_rule.as_ref().map(|rule| rule.value)));
    for (case, rules) in &package.of_cases {
        add(format!("rules of {case} {rules:?}"));
    }
    for one in &package.submissions {
        add(format!(
            "submission {} {} {:?} {:?}",
            place(&one.path),
            text(&one.path),
            one.expected,
            one.demands
        ));
    }
    for path in &package.statements {
        add(format!("statement {} {}", place(path), text(path)));
    }
    for path in &package.validators {
        add(format!("validator {} {}", place(path), text(path)));
    }
    for (key, value) in &package.about {
        add(format!("about {key}: {value}"));
    }
    facts
}

/// Writes a package below a folder and reads it again.
fn again(package: &Package, format: Format, place: &Path) -> (Package, Vec<String>) {
    let export = export(package, format).unwrap_or_else(|why| panic!("{format:?}: {why}"));
    std::fs::create_dir_all(place).unwrap();
    let folder = place.join(&export.name);
    export.tree.to_folder(&folder, &|| false).unwrap();
    let read = formats::open(&folder, None, MAX_BYTES).unwrap_or_else(|why| panic!("{format:?}: {why}"));
    assert_eq!(read.format, format.reader(), "{format:?}");
    assert_eq!(read.remarks, [""; 0], "{format:?}");
    (read, export.said)
}

/// The groups that are worth points, by the contents of their cases.
fn groups(package: &Package) -> BTreeSet<String> {
    let cases = &package.layout.cases;
    let groups = flat::groups(&package.points, cases).unwrap().unwrap_or_default();
    let content = |at: usize| format!("{} {}", text(&cases[at].input), text(&cases[at].answer));
    let mut found = BTreeSet::new();
    for group in groups.iter().filter(|group| group.points > 0.0) {
        let all: BTreeSet<String> = group.cases.iter().map(|(at, _)| content(*at)).collect();
        let rule = if group.cases.len() == 1 {
            FlatRule::All
        } else {
            group.rule
        };
        found.insert(format!("{} {rule:?} {all:?}", group.points));
    }
    found
}

fn contents(package: &Package) -> Vec<String> {
    let mut all: Vec<String> = (package.layout.cases.iter())
        .map(|case| format!("{} {}", text(&case.input), text(&case.answer)))
        .collect();
    all.sort();
    all
}

/// The submissions by their contents with what they are meant to get.
fn submissions(package: &Package) -> BTreeMap<String, Option<Vec<Expected>>> {
    let all = package.submissions.iter();
    all.map(|one| (text(&one.path), meant_by_all(&one.expected))).collect()
}

fn formats_of(entry: &dyn Entry) -> impl Iterator<Item = Format> {
    // Plain files have no checker.
    let has_checker = entry.has_checker();
    let all = Format::ALL.map(|(_, format)| format).into_iter();
    all.filter(move |format| !(has_checker && *format == Format::Loose))
}

#[test]
fn every_problem_is_written_and_read_in_every_format() {
    if crate::is_left_to_the_gate("every_problem_is_written_and_read_in_every_format") {
        return;
    }
    for entry in REGISTRY {
        let slug = entry.meta().slug;
        let own = builtin::package(*entry, false).unwrap();
        for format in formats_of(*entry) {
            let what = format!("{slug} as {format:?}");
            let place = tempfile::tempdir().unwrap();
            let (first, said) = again(&own, format, &place.path().join("first"));
            assert_eq!(contents(&first), contents(&own), "{what}");
            match format {
                Format::Domjudge | Format::Bapctools | Format::Loose => {}
                Format::Themis => assert!(
                    said.iter().any(|what| what.contains("Themis has no groups")),
                    "{said:?}"
                ),
                _ => assert_eq!(groups(&first), groups(&own), "{what}"),
            }
            let limits = |package: &Package| {
                let limits = &package.limits;
                (
                    limits.time.as_ref().map(|time| time.value),
                    limits.memory.as_ref().map(|memory| memory.value),
                )
            };
            let (time, memory) = limits(&own);
            let expected = match format {
                Format::Kattis => (None, memory),
                Format::Dmoj | Format::Loose => (None, None),
                _ => (time, memory),
            };
            assert_eq!(limits(&first), expected, "{what}");
            match format {
                Format::Themis | Format::Loose => assert!(first.submissions.is_empty()),
                Format::Cms => assert_eq!(first.submissions.len(), own.submissions.len(), "{what}"),
                // By other words: any verdict that is not right, or wrong.
                Format::Sinol | Format::Polygon | Format::Kattis | Format::Draft => {
                    let (found, expected) = (submissions(&first), submissions(&own));
                    assert_eq!(
                        found.keys().collect::<Vec<_>>(),
                        expected.keys().collect::<Vec<_>>(),
                        "{what}"
                    );
                    let is_right = |meant: &Option<Vec<Expected>>| *meant == Some(vec![Expected::Accepted]);
                    for (one, meant) in &expected {
                        assert_eq!(is_right(&found[one]), is_right(meant), "{what}");
                    }
                }
                _ => assert_eq!(submissions(&first), submissions(&own), "{what}"),
            }
            let statements = match format {
                Format::Domjudge => 1,
                Format::Dmoj | Format::Themis | Format::Loose => 0,
                _ => own.statements.len(),
            };
            assert_eq!(first.statements.len(), statements, "{what}");
            let (second, _) = again(&first, format, &place.path().join("second"));
            assert_eq!(facts(&second), facts(&first), "{what}");
        }
    }
}

#[test]
fn the_cases_at_the_limits_are_written_too() {
    let entry = REGISTRY.iter().find(|entry| entry.meta().slug == "pas").unwrap();
    let (stored, all) = (
        builtin::package(*entry, false).unwrap(),
        builtin::package(*entry, true).unwrap(),
    );
    assert!(all.layout.cases.len() > stored.layout.cases.len());
    let place = tempfile::tempdir().unwrap();
    let (first, _) = again(&all, Format::Kattis, place.path());
    assert_eq!(contents(&first), contents(&all));
    assert_eq!(groups(&first), groups(&all));
}

#[test]
fn an_archive_holds_what_a_folder_does() {
    let entry = REGISTRY
        .iter()
        .find(|entry| entry.meta().slug == "stone-transfer")
        .unwrap();
    let own = builtin::package(*entry, false).unwrap();
    for (_, format) in Format::ALL {
        let export = export(&own, format).unwrap();
        let place = tempfile::tempdir().unwrap();
        let zip = place.path().join(format!("{}.zip", export.name));
        let bytes = export.tree.to_zip(export.has_top.then_some(&export.name)).unwrap();
        let other = builtin::package(*entry, false).unwrap();
        let again = super::export(&other, format).unwrap();
        let same = again.tree.to_zip(again.has_top.then_some(&again.name)).unwrap();
        assert!(bytes == same, "{format:?} has other bytes each time");
        std::fs::write(&zip, bytes).unwrap();
        let folder = place.path().join(&export.name);
        export.tree.to_folder(&folder, &|| false).unwrap();
        let unpacked = formats::open(&zip, None, MAX_BYTES).unwrap();
        assert_eq!(
            facts(&unpacked),
            facts(&formats::open(&folder, None, MAX_BYTES).unwrap()),
            "{format:?}"
        );
        assert_eq!(archive::names(&folder).len(), export.tree.places().count());
    }
}

#[test]
fn points_that_nothing_bounds_are_kept_by_their_own_format_alone() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path().join("abc");
    let files = [
        ("problem.yaml", "name: A\ntype: scoring\nvalidation: custom score\n"),
        ("data/sample/1.in", "1"),
        ("data/sample/1.ans", "1"),
        ("data/secret/2.in", "1"),
        ("data/secret/2.ans", "1"),
        ("output_validators/check.py", ""),
    ];
    write_files(&root, &files.map(|(name, text)| (name, text.to_owned())));
    let package = formats::open(&root, None, MAX_BYTES).unwrap();
    for (format, is_kept) in [(Format::Kattis, true), (Format::Draft, false), (Format::Latest, false)] {
        let (read, said) = again(&package, format, &home.path().join(format!("{format:?}")));
        let is_said = said
            .iter()
            .any(|sentence| sentence.starts_with("the points are left out"));
        assert_eq!(is_said, !is_kept, "{format:?}: {said:?}");
        let groups = |package: &Package| -> Vec<String> {
            let facts = facts(package).into_iter();
            facts.filter(|fact| fact.starts_with("group")).collect()
        };
        assert_eq!(groups(&read) == groups(&package), is_kept, "{format:?}");
    }
}

/// The formats that a package with this manifest is written in.
fn formats_of_file(file: &str) -> Vec<Format> {
    match file {
        "problem.yaml" | "testdata.yaml" | "test_group.yaml" => vec![Format::Kattis, Format::Latest],
        "submissions.yaml" => vec![Format::Latest],
        "domjudge-problem.ini" => vec![Format::Domjudge],
        "init.yml" => vec![Format::Dmoj],
        "config.yml" => vec![Format::Sinol],
        "task.yaml" => vec![Format::Cms],
        other => panic!("no format for {other}"),
    }
}

/// Whether all that a key adds to a package and takes from it is found again.
fn is_found_again(with: &BTreeSet<String>, without: &BTreeSet<String>, after: &BTreeSet<String>) -> bool {
    with.difference(without).all(|fact| after.contains(fact))
        && without.difference(with).all(|fact| !after.contains(fact))
}

#[test]
fn keys_are_kept_but_for_those_that_are_listed() {
    let mut lost: Vec<(&str, &str)> = Vec::new();
    let mut count = 0;
    for inventory in INVENTORIES
        .iter()
        .filter(|inventory| !inventory.file.ends_with(".xml") && inventory.file != "Settings.cfg")
    {
        let files = base(inventory.file);
        let home = tempfile::tempdir().unwrap();
        let root = home.path().join("abc");
        write_files(&root, &files);
        let plain = formats::open(&root, None, MAX_BYTES).unwrap();
        let without = facts(&plain);
        for key in inventory
            .keys
            .iter()
            .filter(|key| matches!(key.fate, Fate::Mapped | Fate::About))
        {
            std::fs::write(root.join(files[0].0), with_example(&files[0].1, key.example)).unwrap();
            let Ok(package) = formats::open(&root, None, MAX_BYTES) else {
                continue;
            };
            if package.no_checker.is_some() || matches!(package.kind, Kind::Unsupported(_)) {
                continue;
            }
            count += 1;
            let with = facts(&package);
            let is_kept = formats_of_file(inventory.file)
                .into_iter()
                .enumerate()
                .any(|(number, format)| {
                    let place = home.path().join(format!("{count}-{number}"));
                    // What the format cannot have is refused, which another version need not.
                    if export(&package, format).is_err() {
                        return false;
                    }
                    is_found_again(&with, &without, &facts(&again(&package, format, &place).0))
                });
            if !is_kept {
                lost.push((inventory.file, key.path));
            }
        }
    }
    assert!(count > 100, "{count}");
    let shown: Vec<String> = lost.iter().map(|key| format!("{key:?}")).collect();
    let listed = NOT_WRITTEN.iter().filter(|(file, _)| *file != "problem.xml");
    let listed: Vec<(&str, &str)> = listed.copied().collect();
    assert_eq!(lost, listed, "the keys that are lost:\n{}", shown.join(",\n"));
}

/// The keys of a manifest whose facts are not found again after a write and a read; `texts` are manifests with each key.
fn lost_keys(
    root: &Path,
    format: Format,
    (manifest, plain): (&str, &[u8]),
    texts: &[(&'static str, Vec<u8>)],
) -> Vec<&'static str> {
    let read = |text: &[u8]| {
        std::fs::write(root.join(manifest), text).unwrap();
        formats::open(root, None, MAX_BYTES)
    };
    let without = facts(&read(plain).unwrap());
    let places = tempfile::tempdir().unwrap();
    let mut lost = Vec::new();
    for (number, (key, text)) in texts.iter().enumerate() {
        // A value that the reader refuses, or a task that no judge of this format can have, is not written.
        let Ok(package) = read(text) else { continue };
        if package.no_checker.is_some() || matches!(package.kind, Kind::Unsupported(_)) {
            continue;
        }
        let with = facts(&package);
        let place = places.path().join(number.to_string());
        let is_kept = match export(&package, format) {
            Ok(_) => is_found_again(&with, &without, &facts(&again(&package, format, &place).0)),
            Err(_) => false,
        };
        if !is_kept {
            lost.push(*key);
        }
    }
    lost
}

/// Changes of several places that go together, where the change of one key alone is no package whose points can be counted.
const POLYGON_TOGETHER: [(&str, &[(&str, &str)]); 5] = [
    (
        "problem.judging.testset.tests.test@points",
        &[
            (
                "sample=\"true\" group=\"0\" points=\"1.0\"",
                "sample=\"true\" group=\"0\" points=\"0.5\"",
            ),
            ("<group name=\"0\" points=\"1.0\"", "<group name=\"0\" points=\"0.5\""),
        ],
    ),
    (
        "problem.judging.testset.tests.test@group",
        &[
            ("sample=\"true\" group=\"0\"", "sample=\"true\" group=\"2\""),
            ("<group name=\"0\"", "<group name=\"2\""),
            ("<dependency group=\"0\"", "<dependency group=\"2\""),
        ],
    ),
    (
        "problem.judging.testset.groups.group@points",
        &[
            ("group=\"1\" points=\"2.0\"", "group=\"1\" points=\"3.0\""),
            ("<group name=\"1\" points=\"2.0\"", "<group name=\"1\" points=\"3.0\""),
        ],
    ),
    (
        "problem.judging.testset.groups.group.dependencies.dependency@group",
        &[("<dependencies><dependency group=\"0\"/></dependencies>", "")],
    ),
    (
        "problem.judging.testset.test-count",
        &[
            ("<test-count>2", "<test-count>1"),
            (
                "<test cmd=\"gen 1\" method=\"generated\" group=\"1\" points=\"2.0\"/>",
                "",
            ),
            (
                "<group name=\"1\" points=\"2.0\" points-policy=\"complete-group\"><dependencies><dependency \
                 group=\"0\"/></dependencies></group>",
                "",
            ),
        ],
    ),
];

#[test]
fn keys_of_polygon_are_kept_but_for_those_that_are_listed() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path().join("abc");
    let mut files: Vec<(&str, String)> = ["01", "02", "001", "002"]
        .iter()
        .flat_map(|number| [format!("tests/{number}"), format!("tests/{number}.a")])
        .map(|name| (&*name.leak(), "1\n".to_owned()))
        .collect();
    for name in [
        "files/check.cpp",
        "check.cpp",
        "files/val.cpp",
        "files/v.cpp",
        "solutions/main.cpp",
        "solutions/m.cpp",
        "i.cpp",
    ] {
        files.push((name, format!("// {name}\nint main() {{}}\n")));
    }
    files.extend([("a.tex", "A\n".to_owned()), ("b.tex", "B\n".to_owned())]);
    write_files(&root, &files);
    let changed = |changes: &[(&str, &str)]| {
        let change = |text: String, (from, to): &(&str, &str)| {
            assert!(text.contains(from), "{from}");
            text.replacen(from, to, 1)
        };
        changes.iter().fold(POLYGON.to_owned(), change).into_bytes()
    };
    let texts: Vec<(&str, Vec<u8>)> = POLYGON_CHANGES
        .iter()
        // A group is renamed by its tests, too.
        .filter(|(key, ..)| *key != "problem.judging.testset.groups.group@name")
        .map(|&(key, from, to)| {
            let together = POLYGON_TOGETHER.iter().find(|(other, _)| *other == key);
            (
                key,
                together.map_or_else(|| changed(&[(from, to)]), |(_, changes)| changed(changes)),
            )
        })
        .collect();
    let manifest = ("problem.xml", POLYGON.as_bytes());
    assert_eq!(lost_keys(&root, Format::Polygon, manifest, &texts), [""; 0]);
    // What is kept as a text.
    let all = changed(&[
        ("url=\"u\"", "url=\"https://a.b/?c=1&amp;d\""),
        ("mathjax=\"true\"", "mathjax=\"false\""),
        ("charset=\"UTF-8\"", "charset=\"KOI8-R\""),
        (
            "cpu-name=\"\"",
            "cpu-name=\"x\" treat-points-from-checker-as-percent=\"false\"",
        ),
        ("cpu-speed=\"\"", "cpu-speed=\"7\""),
    ]);
    std::fs::write(root.join("problem.xml"), all).unwrap();
    let package = formats::open(&root, None, MAX_BYTES).unwrap();
    let (after, _) = again(&package, Format::Polygon, &home.path().join("again"));
    let lost = package
        .about
        .iter()
        .filter(|(key, value)| after.about.get(*key) != Some(*value));
    let lost: Vec<&str> = lost.map(|(key, _)| key.as_str()).collect();
    let listed = |key: &&str| NOT_WRITTEN.contains(&("problem.xml", key));
    assert!(package.about.len() > 15, "{:?}", package.about);
    assert!(
        lost.iter().all(listed),
        "{lost:?} {:?} {:?}",
        package.about,
        after.about
    );
}

#[test]
fn keys_of_themis_are_kept() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path().join("abc");
    let names = ["Test01/ABC.INP", "Test01/ABC.OUT", "Test01/X.INP", "Test01/X.OUT"];
    write_files(&root, &names.map(|name| (name, "1".to_owned())));
    let texts: Vec<(&str, Vec<u8>)> = formats::tests::themis_keys()
        .iter()
        .map(|key| (key.path, exam_with(key.example)))
        .collect();
    assert_eq!(
        lost_keys(&root, Format::Themis, ("Settings.cfg", &exam("", "")), &texts),
        [""; 0]
    );
}

#[test]
fn a_program_that_gets_some_of_the_points_is_partially_accepted_where_there_are_points() {
    let entry = REGISTRY.iter().find(|entry| entry.meta().slug == "stones").unwrap();
    let own = builtin::package(*entry, true).unwrap();
    let places = |format: Format| -> Vec<String> {
        let export = export(&own, format).unwrap();
        let all = export.tree.places().filter(|place| place.starts_with("submissions/"));
        all.map(str::to_owned).collect()
    };
    let kattis = places(Format::Kattis);
    // Right on at most 6 cells, and on nothing.
    for place in [
        "submissions/partially_accepted/every-gap.cpp",
        "submissions/wrong_answer/gaps-not-reduced.cpp",
    ] {
        assert!(kattis.iter().any(|found| found == place), "{kattis:?}");
    }
    assert!(!places(Format::Domjudge).iter().any(|place| place.contains("partially")));
}

#[test]
fn programs_in_pascal_read_standard_input() {
    if crate::is_left_to_the_gate("programs_in_pascal_read_standard_input") {
        return;
    }
    let mut count = 0;
    for entry in REGISTRY {
        let (input, output) = entry.meta().contest_files;
        for one in builtin::package(*entry, false).unwrap().submissions {
            let text = std::fs::read_to_string(&one.path).unwrap();
            let names = [format!("'{input}'"), format!("'{output}'"), format!("\"{input}\"")];
            assert!(
                !names.iter().any(|name| text.contains(name.as_str())),
                "{}",
                one.path.display()
            );
            count += usize::from(one.path.extension().is_some_and(|ending| ending == "pas"));
        }
    }
    assert!(count >= 6, "{count}");
}

/// The judges of sinol take the limits from it.
#[test]
fn the_model_solution_of_sinol_is_one_that_is_compiled() {
    if crate::is_left_to_the_gate("the_model_solution_of_sinol_is_one_that_is_compiled") {
        return;
    }
    for entry in REGISTRY {
        let own = builtin::package(*entry, false).unwrap();
        let export = export(&own, Format::Sinol).unwrap();
        let model = format!("prog/{}.cpp", export.name);
        assert!(export.tree.places().any(|place| place == model), "{model}");
    }
}

#[test]
fn names_of_packages_are_told_apart_by_their_identifiers() {
    let made: Vec<String> = ["a", "b", "ab", "ba", ""].map(uuid).to_vec();
    assert_eq!(made.iter().collect::<BTreeSet<_>>().len(), made.len());
    assert_eq!(uuid("a"), made[0]);
    for id in &made {
        let lengths: Vec<usize> = id.split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12], "{id}");
        // Version 8, of the usual variant.
        assert!(
            id.as_bytes()[14] == b'8' && matches!(id.as_bytes()[19], b'8' | b'9' | b'a' | b'b'),
            "{id}"
        );
    }
}

/// A package of Kattis with what formats differ in: groups of cases that count together or apart, limits, statements in two
/// languages, a comparison that minds letters' case, and submissions of every kind.
const SCORED: &[(&str, &str)] = &[
    (
        "problem.yaml",
        "name: Heaps & Stones\ntype: scoring\nauthor: A. Setter\nlicense: cc by\nuuid: 01234567-89ab-8cde-8f01-23456789abcd\n\
         validator_flags: case_sensitive\nlimits: {memory: 100, output: 4}\ngrading: {show_test_data_groups: true}\n",
    ),
    (".timelimit", "1.5\n"),
    (
        "problem_statement/problem.en.tex",
        "\\problemname{Heaps \\& Stones}\nWho wins?\n",
    ),
    ("problem_statement/problem.vi.md", "# Đống & Đá\nAi thắng?\n"),
    (
        "data/testdata.yaml",
        "on_reject: continue\nrange: 0 100\ngrader_flags: ignore_sample accept_if_any_accepted\n",
    ),
    (
        "data/sample/testdata.yaml",
        "range: 0 0\naccept_score: 0\ngrader_flags: first_error\n",
    ),
    ("data/sample/1.in", "1\n"),
    ("data/sample/1.ans", "Alice\n"),
    (
        "data/secret/testdata.yaml",
        "on_reject: continue\nrange: 0 100\ngrader_flags: accept_if_any_accepted\n",
    ),
    (
        "data/secret/g1/testdata.yaml",
        "on_reject: break\naccept_score: 40\nrange: 0 40\ngrader_flags: min\n",
    ),
    ("data/secret/g1/2.in", "2\n"),
    ("data/secret/g1/2.ans", "Bob\n"),
    ("data/secret/g1/3.in", "3\n"),
    ("data/secret/g1/3.ans", "Alice\n"),
    (
        "data/secret/g2/testdata.yaml",
        "accept_score: 30\nrange: 0 60\ngrader_flags: sum accept_if_any_accepted\n",
    ),
    ("data/secret/g2/4.in", "4\n"),
    ("data/secret/g2/4.ans", "Bob\n"),
    ("data/secret/g2/5.in", "5\n"),
    ("data/secret/g2/5.ans", "Alice\n"),
    ("input_validators/check.py", "import sys\nsys.exit(42)\n"),
    ("submissions/accepted/right.cpp", "int main() {}\n"),
    ("submissions/partially_accepted/half.py", "print('Bob')\n"),
    ("submissions/wrong_answer/wrong.py", "print('bob')\n"),
    ("submissions/time_limit_exceeded/slow.cpp", "int main() { for (;;); }\n"),
    ("submissions/run_time_error/broken.py", "1 / 0\n"),
    (
        "submissions/mixed/late.py",
        "# @EXPECTED_RESULTS@: TIMELIMIT, CORRECT\nprint(1)\n",
    ),
];

/// A package of Kattis in which what is not accepted costs points.
const PENALTIES: &[(&str, &str)] = &[
    ("problem.yaml", "name: A\ntype: scoring\n"),
    (
        "data/secret/testdata.yaml",
        "accept_score: 30\nreject_score: -5\nrange: -10 60\n",
    ),
    ("data/secret/1.in", "1\n"),
    ("data/secret/1.ans", "1\n"),
    ("data/secret/2.in", "2\n"),
    ("data/secret/2.ans", "2\n"),
];

/// A package of DMOJ: bytes are compared, a batch depends on another, and two cases stand alone.
const BATCHES: &[(&str, &str)] = &[
    (
        "init.yml",
        "checker: {name: identical}\noutput_limit_length: 1000\ntest_cases:\n- {in: a.in, out: a.out, points: 0}\n\
         - points: 30\n  batched:\n  - {in: b.in, out: b.out}\n  - {in: c.in, out: c.out}\n\
         - points: 65\n  dependencies: [1]\n  batched:\n  - {in: d.in, out: d.out}\n- {in: e.in, out: e.out, points: 5}\n",
    ),
    ("a.in", "1\n"),
    ("a.out", "1 \n"),
    ("b.in", "2\n"),
    ("b.out", "2\n"),
    ("c.in", "3\n"),
    ("c.out", "3\n"),
    ("d.in", "4\n"),
    ("d.out", "4\n"),
    ("e.in", "5\n"),
    ("e.out", "5\n"),
];

/// Returns what an export says and writes: manifests and statements as they are, of other files size and digest.
fn written(package: &Package, format: Format, place: &Path) -> String {
    let export = match export(package, format) {
        Ok(export) => export,
        Err(why) => return format!("refused: {why}\n"),
    };
    let folder = place.join(format!("{format:?}"));
    std::fs::create_dir_all(&folder).unwrap();
    export.tree.to_folder(&folder, &|| false).unwrap();
    let mut shown: String = export
        .said
        .iter()
        .map(|sentence| format!("said: {sentence}\n"))
        .collect();
    let mut places: Vec<&str> = export.tree.places().collect();
    places.sort_unstable();
    for place in places {
        let path = folder.join(place);
        let ending = place.rsplit(['.', '/']).next().unwrap_or_default();
        if ["yaml", "yml", "ini", "xml", "tex", "md", "json", "GEN", "html"].contains(&ending) {
            let content = std::fs::read_to_string(&path).unwrap();
            shown += &format!("file {place}\n");
            shown.extend(
                content
                    .lines()
                    .map(|line| format!("  | {line}").trim_end().to_owned() + "\n"),
            );
        } else {
            shown += &format!("file {place}: {}\n", text(&path));
        }
    }
    shown
}

/// `UPDATE=1 cargo test --lib what_is_written` writes the file; read its `git diff`.
#[test]
fn what_is_written_in_every_format_is_this() {
    let home = tempfile::tempdir().unwrap();
    let mut shown = String::new();
    for (name, files) in [("scored", SCORED), ("penalties", PENALTIES), ("batches", BATCHES)] {
        let root = home.path().join(name);
        let files: Vec<(&str, String)> = files.iter().map(|&(name, text)| (name, text.to_owned())).collect();
        write_files(&root, &files);
        let package = formats::open(&root, None, MAX_BYTES).unwrap();
        for (format_name, format) in Format::ALL {
            let place = home.path().join(format!("{name}-written"));
            shown += &format!("=== {name} as {format_name}\n{}\n", written(&package, format, &place));
        }
    }
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/package/write/written.txt");
    if std::env::var_os("UPDATE").is_some() && std::env::var_os("CI").is_none() {
        std::fs::write(&golden, &shown).unwrap();
    }
    let stored = std::fs::read_to_string(&golden).unwrap_or_default();
    let differs = stored
        .lines()
        .zip(shown.lines())
        .enumerate()
        .find(|(_, (old, new))| old != new);
    assert!(
        stored == shown,
        "from line {differs:?} on, {} is not what is written",
        golden.display()
    );
}
