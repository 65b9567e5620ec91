//! Round trips: a package that is read, written and read again in the same format is unchanged.

use std::collections::BTreeSet;
use std::path::Path;

use super::*;
use crate as task;
use crate::format::{FORMATS, inventories, targets};
use crate::model::{Checker, Protocol, Stated};
use crate::open;
use crate::open::tests::{POLYGON, POLYGON_CHANGES, base, exam, exam_with, with_example, write as write_files};
use crate::read::keys::{self, Fate};
use facts::{MAX_BYTES, again, export, facts, sentences, text};

mod facts;
#[test]
fn unbounded_points_are_kept_by_their_own_format_alone() {
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
    let package = open::open(&root, None, MAX_BYTES).unwrap();
    for (format, is_kept) in [("kattis", true), ("2023-07-draft", false), ("2025-09", false)] {
        let (read, said) = again(&package, format, &home.path().join(format));
        let is_said = said
            .iter()
            .any(|sentence| sentence.starts_with("the points are not exported"));
        assert_eq!(is_said, !is_kept, "{format}: {said:?}");
        let groups = |package: &Package| -> Vec<String> {
            let facts = facts(package).into_iter();
            facts.filter(|fact| fact.starts_with("group")).collect()
        };
        assert_eq!(groups(&read) == groups(&package), is_kept, "{format}");
    }
}

/// Returns the formats for writing a package with this manifest.
fn formats_of_file(file: &str) -> Vec<&'static str> {
    match file {
        "problem.yaml" | "testdata.yaml" | "test_group.yaml" => vec!["kattis", "2025-09"],
        "submissions.yaml" => vec!["2025-09"],
        "domjudge-problem.ini" => vec!["domjudge"],
        "init.yml" => vec!["dmoj"],
        "config.yml" => vec!["sinol"],
        "task.yaml" => vec!["cms"],
        other => panic!("no format for {other}"),
    }
}

/// Returns whether the second reading finds every fact that a key adds to a package or removes from it.
fn is_found_again(with: &BTreeSet<String>, without: &BTreeSet<String>, after: &BTreeSet<String>) -> bool {
    with.difference(without).all(|fact| after.contains(fact))
        && without.difference(with).all(|fact| !after.contains(fact))
}

/// Iterates over the keys of a file that are applied or kept as a text.
fn kept_keys(file: &str) -> impl Iterator<Item = &'static keys::Key> {
    let inventory = inventories().find(|inventory| inventory.file == file).unwrap();
    let keys = inventory.keys.iter();
    keys.filter(|key| matches!(key.fate, Fate::Mapped | Fate::About))
}

#[test]
fn every_key_is_kept_in_the_package_s_own_format() {
    let mut count = 0;
    let mut wrong = Vec::new();
    let written = FORMATS.iter().filter(|format| !format.targets.is_empty());
    let written = written.flat_map(|format| format.keys).copied();
    for inventory in written.filter(|inventory| !inventory.file.ends_with(".xml") && inventory.file != "Settings.cfg") {
        let files = base(inventory.file);
        let home = tempfile::tempdir().unwrap();
        let root = home.path().join("abc");
        for key in kept_keys(inventory.file) {
            count += 1;
            let what = format!("{} of {}", key.path, inventory.file);
            let _ = std::fs::remove_dir_all(&root);
            write_files(&root, &files);
            let example = in_full(inventory.file, key, &root);
            let without = facts(&open::open(&root, None, MAX_BYTES).unwrap());
            std::fs::write(root.join(files[0].0), with_example(&files[0].1, example)).unwrap();
            let package = match open::open(&root, None, MAX_BYTES) {
                Ok(package) => package,
                Err(why) => {
                    wrong.push(format!("{what}: {why}"));
                    continue;
                }
            };
            let with = facts(&package);
            if with == without {
                wrong.push(format!("{what}: nothing tells whether it is kept"));
            }
            let mut shown = String::new();
            let is_kept = formats_of_file(inventory.file)
                .into_iter()
                .enumerate()
                .any(|(number, format)| {
                    let place = home.path().join(format!("{count}-{number}"));
                    // One version may refuse a feature that another version accepts.
                    if let Err(why) = export(&package, format) {
                        shown += &format!("{format}: {why}\n");
                        return false;
                    }
                    let after = facts(&again(&package, format, &place).0);
                    shown += &format!("{format}: {:?}\n", with.difference(&after).collect::<Vec<_>>());
                    is_found_again(&with, &without, &after)
                });
            if !is_kept {
                wrong.push(format!("{what} is lost:\n{shown}"));
            }
        }
    }
    assert!(count > 120, "{count}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns an example of a key for a package in `root` that can be written.
///
/// This is the example of the inventory, unless it is an error or needs other files.
fn in_full(file: &str, key: &keys::Key, root: &Path) -> &'static str {
    let add = |names: &[&'static str]| {
        let files: Vec<(&str, String)> = names.iter().map(|name| (*name, "1".to_owned())).collect();
        write_files(root, &files);
    };
    match (file, key.path) {
        ("problem.yaml", "problem_format_version") => "problem_format_version: legacy-icpc",
        ("testdata.yaml", "range") => "range: -10 60",
        ("config.yml", "subtask_dependencies.*") => {
            add(&["in/abc2a.in", "out/abc2a.out"]);
            "scores: {1: 70, 2: 30}\nsubtask_dependencies: {2: [1]}"
        }
        ("task.yaml", "n_input") => {
            std::fs::remove_file(root.join("gen/GEN")).unwrap();
            add(&["input/input1.txt", "output/output1.txt"]);
            "n_input: 1"
        }
        _ => key.example,
    }
}

/// Returns the keys of a manifest whose facts are lost after writing and reading. `texts` are manifests with each key.
fn lost_keys(
    root: &Path,
    format: &'static str,
    (manifest, plain): (&str, &[u8]),
    texts: &[(&'static str, Vec<u8>)],
) -> Vec<&'static str> {
    let read = |text: &[u8]| {
        std::fs::write(root.join(manifest), text).unwrap();
        open::open(root, None, MAX_BYTES)
    };
    let without = facts(&read(plain).unwrap());
    let places = tempfile::tempdir().unwrap();
    let mut lost = Vec::new();
    for (number, (key, text)) in texts.iter().enumerate() {
        // Packages with a refused value, and tasks that no judge of this format can have, are not written.
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

/// Changes of several places at once. A change of one key alone would give a package whose points cannot be counted.
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
fn keys_of_polygon_that_are_obeyed_are_kept() {
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
        // A group is renamed in its tests too.
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
    assert_eq!(lost_keys(&root, "polygon", manifest, &texts), [""; 0]);
    // Keys that are kept as a text.
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
    let package = open::open(&root, None, MAX_BYTES).unwrap();
    let (after, _) = again(&package, "polygon", &home.path().join("again"));
    assert!(package.about.len() > 15, "{:?}", package.about);
    assert_eq!(package.about, after.about);
}

/// A Polygon descriptor with every key that is applied or kept.
const POLYGON_IN_FULL: &str = r#"<?xml version="1.0" encoding="utf-8" standalone="no"?>
<!-- kept, too -->
<problem revision="17" short-name="abc" url="https://a.b/?c=1&amp;d">
  <names><name language="english" value="A"/><name language="russian" value="Б"/></names>
  <statements><statement charset="KOI8-R" language="english" mathjax="false" path="a.tex" type="t-1"/></statements>
  <tutorials><tutorial charset="x" language="english" path="tutorial.tex" type="t-2"/></tutorials>
  <judging cpu-name="cpu-a" cpu-speed="7" input-file="a.in" output-file="" treat-points-from-checker-as-percent="false">
    <testset name="pretests"><test-count>1</test-count><input-path-pattern>pretests/%02d</input-path-pattern>
      <answer-path-pattern>pretests/%02d.a</answer-path-pattern></testset>
    <testset name="tests">
      <time-limit>1500</time-limit>
      <memory-limit>268435456</memory-limit>
      <test-count>3</test-count>
      <input-path-pattern>tests/%02d</input-path-pattern>
      <answer-path-pattern>tests/%02d.a</answer-path-pattern>
      <tests>
        <test method="manual" sample="true" group="0" points="0.0" verify="no"/>
        <test cmd="gen 1 &lt; 2" method="generated" group="1" points="2.0" from-file="9" description="the, least"/>
        <test method="generated" group="1" points="3.0" cmd="gen 2"/>
      </tests>
      <groups>
        <group name="0" points="0.0" points-policy="each-test"/>
        <group name="1" points="5.0" points-policy="complete-group"><dependencies><dependency group="0"/></dependencies></group>
      </groups>
    </testset>
  </judging>
  <files>
    <resources><file path="files/olymp.sty"/><file path="files/missing.h" type="h.g++"/></resources>
    <executables><executable><source path="files/gen.cpp" type="cpp"/><binary path="files/gen.exe" type="exe.win32"/></executable></executables>
  </files>
  <assets>
    <checker name="std::wcmp.cpp" type="testlib"><source path="files/check.cpp" type="cpp-1"/><binary path="check.exe" type="exe.win32"/>
      <copy path="check.cpp"/><testset><test-count>1</test-count><input-path-pattern>files/checker-tests/%02d</input-path-pattern>
      <tests><test verdict="ok"/></tests></testset></checker>
    <interactor><source path="files/i.cpp" type="cpp-2"/><binary path="i.exe" type="exe.win32"/><runs><run>checker</run></runs></interactor>
    <validators><validator name="strict"><source path="files/val.cpp" type="cpp-3"/><binary path="val.exe" type="exe.win32"/>
      <testset><test-count>1</test-count><input-path-pattern>files/validator-tests/%02d</input-path-pattern>
      <tests><test verdict="valid"/></tests></testset></validator></validators>
    <solutions><solution tag="main"><source path="solutions/main.cpp" type="cpp-4"/><binary path="solutions/main.exe" type="exe.win32"/></solution>
      <solution tag="wrong-answer"><source path="solutions/wa.cpp" type="cpp-5"/></solution></solutions>
  </assets>
  <properties><property name="a" value="b &amp; c"/></properties>
  <stresses><stress-count>1</stress-count><stress-path-pattern>stresses/%03d</stress-path-pattern><list><e>f</e></list></stresses>
  <tags><tag value="games"/></tags>
  <documents><document path="documents/a.pdf" type="pdf"/></documents>
</problem>
"#;
/// Further files that it names.
const POLYGON_FILES: [&str; 13] = [
    "a.tex",
    "tutorial.tex",
    "files/olymp.sty",
    "files/gen.exe",
    "check.exe",
    "check.cpp",
    "files/checker-tests/01",
    "i.exe",
    "val.exe",
    "files/validator-tests/01",
    "solutions/main.exe",
    "stresses/001",
    "documents/a.pdf",
];

/// Returns the tag and content of each element of a descriptor.
fn elements(root: &Path) -> Vec<String> {
    let bytes = std::fs::read(root.join("problem.xml")).unwrap();
    let all = crate::read::xml::elements(&bytes).unwrap();
    let shown = |element: &crate::read::xml::Element| {
        let end = bytes[element.at..].iter().position(|&b| b == b'>').unwrap();
        let tag = String::from_utf8_lossy(&bytes[element.at..element.at + end]).into_owned();
        format!("{} {tag} {}", element.path, element.text)
    };
    all.iter().map(shown).collect()
}

#[test]
fn a_package_of_polygon_is_written_as_it_is() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path().join("abc");
    let others = [
        "pretests/01",
        "pretests/01.a",
        "tests/01",
        "tests/01.a",
        "tests/02",
        "tests/02.a",
        "tests/03",
        "tests/03.a",
        "files/gen.cpp",
        "files/check.cpp",
        "files/i.cpp",
        "files/val.cpp",
        "solutions/main.cpp",
        "solutions/wa.cpp",
        "files/missing.h",
    ];
    let all: Vec<&str> = others.into_iter().chain(POLYGON_FILES).collect();
    let files: Vec<(&str, String)> = all.iter().map(|name| (*name, format!("{name}\n"))).collect();
    write_files(&root, &files);
    std::fs::write(root.join("problem.xml"), POLYGON_IN_FULL).unwrap();
    let package = open::open(&root, None, MAX_BYTES).unwrap();
    // Every key that is kept as a text is in the descriptor, and no two have the same value.
    for key in kept_keys("problem.xml").filter(|key| key.fate == Fate::About) {
        assert!(
            package.about.contains_key(key.path),
            "{}: {:?}",
            key.path,
            package.about
        );
    }
    for key in kept_keys("problem.xml").filter(|key| key.fate == Fate::Mapped) {
        let all = elements(&root);
        let (path, attribute) = key.path.split_once('@').unwrap_or((key.path, ""));
        let is_it = |element: &&String| {
            element.starts_with(&format!("{path} "))
                && (attribute.is_empty() || element.contains(&format!(" {attribute}=")))
        };
        assert!(all.iter().any(|element| is_it(&element)), "{}", key.path);
    }
    let (after, said) = again(&package, "polygon", &home.path().join("again"));
    assert_eq!(facts(&after), facts(&package));
    assert_eq!(elements(&after.root), elements(&root));
    assert!(
        !said.iter().any(|sentence| sentence.contains("not exported")),
        "{said:?}"
    );
    for name in &all {
        assert!(after.root.join(name).is_file(), "{name}");
    }
}

#[test]
fn a_package_of_the_same_version_is_copied_to_the_byte() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path().join("abc");
    let files = [
        ("problem.yaml", "name:   A  # a comment\nunknown: {key: 1}\n"),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "1\n"),
        ("notes/a b.txt", "nobody reads this"),
        (".timelimit", "1\n"),
    ];
    let package = opened(&root, &[&files[..], &[(".git/config", "secret")]].concat());
    let exported = export(&package, "kattis").unwrap();
    // The helper of these tests writes this archive.
    let mut places: Vec<&str> = exported.tree.places().filter(|place| *place != "a.zip").collect();
    places.sort_unstable_by_key(|place| files.iter().position(|(name, _)| name == place));
    assert_eq!(places, files.map(|(name, _)| name));
    assert_eq!(exported.said, []);
    let again = home.path().join("again");
    exported.tree.to_folder(&again, &|| false).unwrap();
    for (name, text) in files {
        assert_eq!(std::fs::read_to_string(again.join(name)).unwrap(), text, "{name}");
    }
    // DOMjudge's archives have one more file.
    let settings = "short-name = A  ; a comment\n";
    let of_domjudge = [&files[..], &[("domjudge-problem.ini", settings)]].concat();
    let of_domjudge = opened(&home.path().join("dom"), &of_domjudge);
    assert!(export(&of_domjudge, "domjudge").unwrap().tree.has("notes/a b.txt"));
    // Another version is written anew, and so is a package whose testcases the user named.
    let named = open::open(
        &root,
        Some(&"data/secret/%.in=data/secret/%.ans".parse().unwrap()),
        MAX_BYTES,
    )
    .unwrap();
    for (package, target) in [(&package, "2025-09"), (&named, "kattis")] {
        let exported = export(package, target).unwrap();
        assert!(
            !exported.tree.places().any(|place| place.starts_with("notes")),
            "{target}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_copy_holds_no_file_from_outside_the_package() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path().join("abc");
    std::fs::write(home.path().join("secret"), "1").unwrap();
    let package = opened(&root, &kattis(&[]));
    std::os::unix::fs::symlink("../secret", root.join("notes.txt")).unwrap();
    assert!(export(&package, "kattis").is_err());
    std::fs::remove_file(root.join("notes.txt")).unwrap();
    std::os::unix::fs::symlink("..", root.join("notes")).unwrap();
    assert!(export(&package, "kattis").is_err());
}

#[test]
fn foreign_statements_get_their_place_and_kind_in_polygon() {
    let home = tempfile::tempdir().unwrap();
    let of_dmoj = "test_cases:\n- {in: 1.in, out: 1.out, points: 1}\n";
    let files = [("init.yml", of_dmoj), ("1.in", "1\n"), ("1.out", "1\n")];
    let mut package = opened(&home.path().join("abc"), &files);
    let files = ["other.en.pdf", "other.ru.html", "other.vi.tex"].map(|name| (name, name.to_owned()));
    write_files(home.path(), &files);
    package.statements = files.iter().map(|(name, _)| home.path().join(name)).collect();
    let (after, _) = again(&package, "polygon", &home.path().join("again"));
    let written = elements(&after.root);
    for (place, kind, file) in [
        ("statements/.pdf/english/problem.pdf", "application/pdf", "other.en.pdf"),
        ("statements/.html/russian/problem.html", "text/html", "other.ru.html"),
        ("statements/vietnamese/problem.tex", "application/x-tex", "other.vi.tex"),
    ] {
        assert_eq!(std::fs::read_to_string(after.root.join(place)).unwrap(), file);
        let states = |element: &&String| element.contains(place) && element.contains(&format!("type=\"{kind}\""));
        assert!(written.iter().any(|element| states(&element)), "{kind}: {written:?}");
    }
}

#[test]
fn keys_of_themis_are_kept() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path().join("abc");
    let names = ["Test01/ABC.INP", "Test01/ABC.OUT", "Test01/X.INP", "Test01/X.OUT"];
    write_files(&root, &names.map(|name| (name, "1".to_owned())));
    let texts: Vec<(&str, Vec<u8>)> = open::tests::themis_keys()
        .iter()
        .map(|key| (key.path, exam_with(key.example)))
        .collect();
    assert_eq!(
        lost_keys(&root, "themis", ("Settings.cfg", &exam("", "")), &texts),
        [""; 0]
    );
}

/// A Kattis package with features that differ between formats.
///
/// It has groups of testcases that count together or one by one, limits, and statements in two languages. Its
/// comparison minds the case of letters, and it has submissions of every kind.
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

/// A Kattis package with rejected testcases that cost points.
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

/// A DMOJ package that compares bytes, with a batch that depends on another and two single testcases.
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

/// Returns the sentences and files of an export: manifests and statements in full, other files by size and digest.
fn written(package: &Package, format: &'static str, place: &Path) -> String {
    let export = match export(package, format) {
        Ok(export) => export,
        Err(why) => return format!("refused: {why}\n"),
    };
    let folder = place.join(format);
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

/// `UPDATE=1 cargo test --lib what_is_written` writes the file. Read its `git diff` afterwards.
#[test]
fn what_is_written_in_every_format_is_this() {
    let home = tempfile::tempdir().unwrap();
    let mut shown = String::new();
    for (name, files) in [("scored", SCORED), ("penalties", PENALTIES), ("batches", BATCHES)] {
        let root = home.path().join(name);
        let files: Vec<(&str, String)> = files.iter().map(|&(name, text)| (name, text.to_owned())).collect();
        write_files(&root, &files);
        let package = open::open(&root, None, MAX_BYTES).unwrap();
        for (format, _) in targets() {
            let place = home.path().join(format!("{name}-written"));
            shown += &format!("=== {name} as {format}\n{}\n", written(&package, format, &place));
        }
    }
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/export/written.txt");
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

/// Reads a package of these files.
fn opened(root: &Path, files: &[(&str, &str)]) -> Package {
    let files: Vec<(&str, String)> = files.iter().map(|&(name, text)| (name, text.to_owned())).collect();
    write_files(root, &files);
    open::open(root, None, MAX_BYTES).unwrap()
}

/// The draft states points below `scoring`, and other versions have other keys for single groups. Each stays in its
/// place.
#[test]
fn keys_of_single_groups_and_cases_stay_with_them() {
    const LATEST: &[(&str, &str)] = &[
        (
            "problem.yaml",
            "problem_format_version: 2025-09\nname: A\ntype: scoring\n",
        ),
        ("data/sample/test_group.yaml", "hint: of the sample\n"),
        ("data/sample/1.in", "1"),
        ("data/sample/1.ans", "1"),
        (
            "data/secret/a/test_group.yaml",
            "max_score: 40\nhint: of a\ninput_validator_args: [--max, '10']\n",
        ),
        ("data/secret/a/1.in", "1"),
        ("data/secret/a/1.ans", "1"),
        ("data/secret/a/1.yaml", "description: of a case\nhint: 'no: 1'\n"),
        (
            "data/secret/b/test_group.yaml",
            "max_score: 60\nfull_feedback: true\nargs: [x]\n",
        ),
        ("data/secret/b/1.in", "1"),
        ("data/secret/b/1.ans", "1"),
        ("static_validator/check.py", "# checks\n"),
    ];
    let scoring = |text: &str| {
        if text.starts_with("max_score") {
            "scoring:\n  score: 50\nhint: of a draft\n".to_owned()
        } else {
            text.replace("2025-09", "2023-07-draft")
        }
    };
    let draft: Vec<(&str, String)> = LATEST.iter().map(|(name, text)| (*name, scoring(text))).collect();
    let draft: Vec<(&str, &str)> = draft.iter().map(|(name, text)| (*name, text.as_str())).collect();
    const LEGACY: &[(&str, &str)] = &[
        (
            "problem.yaml",
            "name: A\ntype: scoring\nvalidation: custom score\nvalidator_flags: --common\n",
        ),
        ("data/testdata.yaml", "grading: custom\ninput_validator_flags: of all\n"),
        (
            "data/secret/a/testdata.yaml",
            "range: -10 60\ninput_validator_flags: of a\noutput_validator_flags: x y\n",
        ),
        ("data/secret/a/1.in", "1"),
        ("data/secret/a/1.ans", "1"),
        ("data/secret/b/testdata.yaml", "input_validator_flags: of b\n"),
        ("data/secret/b/1.in", "1"),
        ("data/secret/b/1.ans", "1"),
        ("graders/grade.py", "# grades\n"),
        ("output_validators/check.py", "# checks\n"),
    ];
    for (files, format, other) in [
        (LATEST, "2025-09", "kattis"),
        (&draft, "2023-07-draft", "kattis"),
        (LEGACY, "kattis", "2023-07-draft"),
    ] {
        let home = tempfile::tempdir().unwrap();
        let root = home.path().join("abc");
        let package = opened(&root, files);
        let (after, said) = again(&package, format, &home.path().join("again"));
        let lost: Vec<String> = facts(&package).difference(&facts(&after)).cloned().collect();
        // A legacy package need not state its version.
        assert!(lost.iter().all(|fact| fact == "version None"), "{format}: {lost:?}");
        assert!(
            !said
                .iter()
                .any(|what| what.contains("not exported") && (what.contains("`args`") || what.contains("points"))),
            "{said:?}"
        );
        for (name, text) in files
            .iter()
            .filter(|(name, _)| name.starts_with("data/") || name.contains("gra"))
        {
            assert_eq!(std::fs::read_to_string(after.root.join(name)).unwrap(), *text, "{name}");
        }
        assert_eq!(
            after.root.join("static_validator").exists(),
            format != "kattis",
            "{format}"
        );
        // Other versions have no place for them, and the export reports this.
        let said = sentences(&export(&package, other).unwrap().said);
        let is_said = said
            .iter()
            .any(|what| what.contains("are not exported") && what.contains("keys `"));
        assert!(is_said, "{other:?}: {said:?}");
    }
}

#[test]
fn what_dmoj_states_of_single_submissions_stays_with_them() {
    let home = tempfile::tempdir().unwrap();
    let tests = "tests:\n- {source: a.py, language: PYPY3, time: 7, expect: AC}\n- {source: b.cpp, memory: 1000, label: 'no: 2', \
                 expect: [AC, WA]}\n- {source: c.py, expect: TLE}\n";
    let manifest = format!("test_cases: [{{in: 1.in, out: 1.out}}]\n{tests}");
    let files: [(&str, &str); 6] = [
        ("init.yml", &manifest),
        ("1.in", "1"),
        ("1.out", "1"),
        ("a.py", "a"),
        ("b.cpp", "b"),
        ("c.py", "c"),
    ];
    let package = opened(&home.path().join("abc"), &files);
    let about: Vec<usize> = package.submissions.iter().map(|one| one.about.len()).collect();
    assert_eq!(about, [2, 2, 0]);
    let (after, _) = again(&package, "dmoj", &home.path().join("again"));
    assert_eq!(facts(&after), facts(&package));
}

#[test]
fn points_of_cms_that_are_shared_or_of_a_type_are_kept() {
    for (number, manifest) in [
        "title: A\ntotal_value: 70\n",
        "title: A\nscore_type: GroupMul\nscore_type_parameters: [[30, 1], [70, 2]]\n",
    ]
    .into_iter()
    .enumerate()
    {
        let home = tempfile::tempdir().unwrap();
        let names = ["0", "1", "2"].map(|at| (format!("input/input{at}.txt"), format!("output/output{at}.txt")));
        let cases = names
            .iter()
            .flat_map(|(input, output)| [(input.as_str(), "1"), (output.as_str(), "1")]);
        let files: Vec<(&str, &str)> = cases.chain([("task.yaml", manifest)]).collect();
        let package = opened(&home.path().join("abc"), &files);
        let (after, said) = again(&package, "cms", &home.path().join("again"));
        assert!(
            is_found_again(&facts(&package), &BTreeSet::new(), &facts(&after)),
            "{number}"
        );
        assert!(!said.iter().any(|what| what.contains("not exported")), "{said:?}");
    }
}

/// Each of three batches depends on the one before it.
#[test]
fn sinol_is_told_what_a_group_needs_down_the_chain() {
    let home = tempfile::tempdir().unwrap();
    let batch = |number: usize| {
        let needs = if number > 1 {
            format!("  dependencies: [{}]\n", number - 1)
        } else {
            String::new()
        };
        format!("- points: 10\n{needs}  batched:\n  - {{in: {number}.in, out: {number}.out}}\n")
    };
    let manifest = format!("test_cases:\n{}", (1..=3).map(batch).collect::<String>());
    let names: Vec<String> = (1..=3)
        .flat_map(|number| ["in", "out"].map(|kind| format!("{number}.{kind}")))
        .collect();
    let cases = names.iter().map(|name| (name.as_str(), "1"));
    let files: Vec<(&str, &str)> = cases.chain([("init.yml", manifest.as_str())]).collect();
    let package = opened(&home.path().join("abc"), &files);
    let shown = written(&package, "sinol", home.path());
    assert!(shown.contains("subtask_dependencies: {2: [1], 3: [1, 2]}\n"), "{shown}");
}

/// A legacy checker that gives points, in groups that count the minimum.
#[test]
fn what_a_checker_gives_is_not_made_all_or_nothing() {
    let home = tempfile::tempdir().unwrap();
    let files = [
        ("problem.yaml", "name: A\ntype: scoring\nvalidation: custom score\n"),
        (
            "data/testdata.yaml",
            "on_reject: continue\ngrader_flags: accept_if_any_accepted\n",
        ),
        (
            "data/secret/testdata.yaml",
            "on_reject: continue\ngrader_flags: accept_if_any_accepted\n",
        ),
        ("data/secret/a/testdata.yaml", "range: 0 40\ngrader_flags: min\n"),
        ("data/secret/a/1.in", "1"),
        ("data/secret/a/1.ans", "1"),
        ("output_validators/check.py", "# checks\n"),
    ];
    let package = opened(&home.path().join("abc"), &files);
    let export = export(&package, "2025-09").unwrap();
    let said = sentences(&export.said);
    assert!(
        said.iter()
            .any(|what| what.contains("no key for a checker that gives points")),
        "{said:?}"
    );
    let folder = home.path().join("written");
    export.tree.to_folder(&folder, &|| false).unwrap();
    let group = std::fs::read_to_string(folder.join("data/secret/a/test_group.yaml")).unwrap();
    assert_eq!(group, "max_score: 40\nscore_aggregation: min\n");
}

/// Returns the files of a small Kattis package, with others.
fn kattis<'a>(others: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let base = [
        ("problem.yaml", "name: A\n"),
        ("data/secret/1.in", "1"),
        ("data/secret/1.ans", "1"),
    ];
    [&base, others].concat()
}

/// Returns a file of the written package, and the sentences of the export.
fn file_of(package: &Package, format: &'static str, file: &str) -> (String, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let export = export(package, format).unwrap();
    export.tree.to_folder(&folder.path().join("a"), &|| false).unwrap();
    let text = std::fs::read_to_string(folder.path().join("a").join(file)).unwrap();
    (text, sentences(&export.said))
}

#[test]
fn cases_whose_names_dmoj_has_no_letters_for_are_named() {
    let home = tempfile::tempdir().unwrap();
    let files = kattis(&[("data/secret/a b.in", "2"), ("data/secret/a b.ans", "2")]);
    let (_, said) = file_of(&opened(&home.path().join("abc"), &files), "dmoj", "init.yml");
    let changed =
        "testcases renamed, because names may contain only letters, digits, `_`, `.` and `-`: `data/secret/a b`";
    assert!(said.iter().any(|sentence| sentence == changed), "{said:?}");
}

#[test]
fn domjudge_has_the_english_title() {
    let home = tempfile::tempdir().unwrap();
    let mut package = opened(&home.path().join("abc"), &kattis(&[]));
    let titles = [("vi", "Đống"), ("en", "Heaps"), ("zh", "堆")];
    package.titles = titles
        .map(|(language, title)| (language.to_owned(), title.to_owned()))
        .to_vec();
    let (text, _) = file_of(&package, "domjudge", "domjudge-problem.ini");
    assert!(text.starts_with("name = \"Heaps\"\n"), "{text}");
}

#[test]
fn a_testlib_checker_is_adapted_but_no_interactor() {
    let home = tempfile::tempdir().unwrap();
    let mut package = opened(&home.path().join("abc"), &kattis(&[("check.cpp", "int main() {}\n")]));
    let testlib = Checker::new(package.root.join("check.cpp"), Protocol::Testlib);
    package.checker = Some(Stated::new(testlib.clone(), "a test"));
    // A package of Kattis would be copied.
    package.format = crate::loose::NAME;
    let (text, _) = file_of(&package, "kattis", "output_validators/checker/checker.cpp");
    assert!(text.starts_with("#define main checker_main\nint main() {}\n"), "{text}");
    package.checker = None;
    package.kind = Kind::Interactive(Stated::new(testlib, "a test"));
    let why = export(&package, "kattis").err().unwrap().to_string();
    assert!(
        why.contains("its interactor `check.cpp` uses the protocol of") && !why.contains("adapt"),
        "{why}"
    );
}

#[test]
fn themis_keeps_the_evaluator_and_the_names_of_files() {
    for (evaluator, protocol) in [
        ("C8CompileThemis", Protocol::Themis),
        ("C9CompileTestlib", Protocol::Testlib),
        ("C10CompileCMS", Protocol::Cms),
    ] {
        let home = tempfile::tempdir().unwrap();
        let root = home.path().join("abc");
        let attributes =
            format!("EvaluatorName=\"{evaluator}.dll\" InputFile=\"IN.TXT\" UseStdIn=\"true\" UseStdOut=\"true\"");
        let settings = String::from_utf8(exam(&attributes, "")).unwrap();
        let package = opened(
            &root,
            &[
                ("Settings.cfg", &settings),
                ("Test01/IN.TXT", "1"),
                ("Test01/ABC.OUT", "1"),
                ("check.cpp", "int main() {}\n"),
            ],
        );
        assert_eq!(package.checker.as_ref().unwrap().value.protocol, protocol);
        let (after, _) = again(&package, "themis", &home.path().join("again"));
        assert_eq!(after.checker.unwrap().value.protocol, protocol);
        assert!(after.layout.cases[0].input.ends_with("IN.TXT"), "{:?}", after.layout);
    }
}
