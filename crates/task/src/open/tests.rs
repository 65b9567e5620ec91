//! Compares the inventories of keys with the readers: each key must have the fate that its inventory states.

use std::path::Path;
use std::time::Duration;

use super::*;
use crate::model::{CompareRule, TimeRule};
use crate::read::keys::{self, Fate, Key};

/// Returns a package of each format as files. The manifest comes first.
pub(crate) fn base(file: &str) -> Vec<(&'static str, String)> {
    let some = |files: &[(&'static str, &str)]| files.iter().map(|(name, text)| (*name, (*text).to_owned())).collect();
    match file {
        "problem.yaml" => some(&[
            ("problem.yaml", "problem_format_version: legacy\nname: A\n"),
            ("data/sample/1.in", "1"),
            ("data/sample/1.ans", "1"),
            ("data/secret/2.in", "1"),
            ("data/secret/2.ans", "1"),
            ("output_validators/check.py", ""),
        ]),
        "testdata.yaml" => some(&[
            ("data/secret/testdata.yaml", ""),
            ("problem.yaml", "name: A\ntype: scoring\n"),
            ("data/secret/2.in", "1"),
            ("data/secret/2.ans", "1"),
        ]),
        "test_group.yaml" => some(&[
            ("data/secret/g/test_group.yaml", "max_score: 1\n"),
            (
                "problem.yaml",
                "problem_format_version: 2025-09\nname: A\ntype: scoring\n",
            ),
            ("data/sample/1.in", "1"),
            ("data/sample/1.ans", "1"),
            ("data/secret/g/2.in", "1"),
            ("data/secret/g/2.ans", "1"),
            ("data/secret/test_group.yaml", "score_aggregation: sum\n"),
        ]),
        "submissions.yaml" => some(&[
            ("submissions/submissions.yaml", "wrong_answer: {required: [WA]}\n"),
            ("submissions/accepted/a.py", ""),
            ("submissions/wrong_answer/b.py", ""),
            ("problem.yaml", "problem_format_version: 2025-09\nname: A\n"),
            ("data/secret/2.in", "1"),
            ("data/secret/2.ans", "1"),
        ]),
        "domjudge-problem.ini" => some(&[
            ("domjudge-problem.ini", ""),
            ("data/secret/2.in", "1"),
            ("data/secret/2.ans", "1"),
        ]),
        "init.yml" => some(&[
            ("init.yml", "test_cases: [{in: 1.in, out: 1.out}]\n"),
            ("1.in", "1"),
            ("1.out", "1"),
            ("2.in", "2"),
            ("2.out", "2"),
            ("chk.cpp", ""),
        ]),
        "config.yml" => some(&[
            ("config.yml", "title: A\n"),
            ("in/abc0.in", "1"),
            ("out/abc0.out", "1"),
            ("in/abc1a.in", "1"),
            ("out/abc1a.out", "1"),
        ]),
        "task.yaml" => some(&[
            ("task.yaml", "title: A\n"),
            ("input/input0.txt", "1"),
            ("output/output0.txt", "1"),
            ("gen/GEN", "#ST: 100\n1\n"),
        ]),
        "info.toml" => some(&[
            (
                "info.toml",
                "title = 'A'\ntimelimit = 2.0\ntests = [{ name = 'a.cpp', number = 1 }]\n",
            ),
            ("gen/a.cpp", ""),
            ("in/a_00.in", "1"),
            ("out/a_00.out", "1"),
            ("in/b_00.in", "1"),
            ("out/b_00.out", "1"),
            ("checker.cpp", ""),
            ("verifier.cpp", ""),
            ("other.cpp", ""),
            ("sol/correct.cpp", ""),
            ("sol/b.cpp", ""),
        ]),
        other => panic!("no package for {other}"),
    }
}

pub(crate) fn write(folder: &Path, files: &[(&str, String)]) {
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let names = ["1.in", "1.out", "2.in", "2.out"];
    let entries: Vec<(&str, &[u8])> = names.iter().map(|name| (*name, &b"1"[..])).collect();
    std::fs::write(folder.join("a.zip"), crate::archive::testing::zip(&entries)).unwrap();
}

/// Reads a manifest and returns the model without texts and remarks, the texts, and the remarks, or the error.
fn model(package: Result<Package, TaskError>, root: &Path) -> Result<(String, String, Vec<String>), String> {
    let mut package = package.map_err(|error| error.to_string())?;
    let of_submissions: Vec<_> = package
        .submissions
        .iter_mut()
        .map(|one| std::mem::take(&mut one.about))
        .collect();
    let of_parts: Vec<_> = package
        .parts
        .values_mut()
        .map(|part| std::mem::take(&mut part.keys))
        .collect();
    let about = format!(
        "{:?} {of_submissions:?} {of_parts:?}",
        std::mem::take(&mut package.about)
    );
    let mut remarks = std::mem::take(&mut package.remarks);
    remarks.append(&mut package.remarks_on_submissions);
    let remarks = remarks.iter().map(ToString::to_string).collect();
    for folder in std::mem::take(&mut package.unpacked) {
        // Folders of archives have a new name each time.
        let text = format!("{package:?}");
        assert!(text.len() > 10);
        drop(folder);
    }
    let text = format!("{package:?}").replace(root.to_str().unwrap(), "ROOT");
    let temporary = regex_lite::Regex::new("gamesolve-run-[0-9]+-[0-9]+").unwrap();
    Ok((temporary.replace_all(&text, "TEMP").into_owned(), about, remarks))
}

/// Returns the manifest with an example in it. The example replaces a line of the same key.
pub(crate) fn with_example(manifest: &str, example: &str) -> String {
    let keys: Vec<&str> = example
        .lines()
        .filter_map(|line| line.split([':', '=']).next())
        .collect();
    let kept = manifest.lines().filter(|line| {
        let key = line.split([':', '=']).next().unwrap_or_default();
        !keys.contains(&key)
    });
    let mut text: String = kept.map(|line| format!("{line}\n")).collect();
    text.push_str(example);
    text.push('\n');
    text
}

fn is_mapped_with(text: &str, key: &Key) -> bool {
    // A version, and the keys of later versions, need a package of that version.
    key.path == "problem_format_version" || text.contains("2025-09")
}

#[test]
fn every_key_of_the_inventories_becomes_what_they_say() {
    let mut count = 0;
    for inventory in crate::format::inventories()
        .filter(|inventory| !inventory.file.ends_with(".xml") && inventory.file != "Settings.cfg")
    {
        let files = base(inventory.file);
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("abc");
        write(&root, &files);
        let before = model(open(&root, None, 1 << 20), &root).unwrap_or_else(|why| panic!("{}: {why}", inventory.file));
        assert_eq!(before.2, [""; 0], "{}", inventory.file);
        for key in inventory.keys {
            count += 1;
            let what = format!(
                "`{}` of {} {}: {}",
                key.path, inventory.format, inventory.file, key.example
            );
            let manifest = with_example(&files[0].1, key.example);
            std::fs::write(root.join(files[0].0), &manifest).unwrap();
            let opened = open(&root, None, 1 << 20);
            let refused = opened
                .as_ref()
                .is_ok_and(|package| matches!(package.kind, Kind::Unsupported(_)) || package.no_checker.is_some());
            let after = model(opened, &root);
            let name = key.path.trim_end_matches(".*");
            match (key.fate, after) {
                (Fate::Mapped, Ok(after)) => {
                    assert!(
                        after.0 != before.0 || is_mapped_with(&manifest, key),
                        "{what}\nchanges nothing"
                    );
                    assert!(
                        !after.2.iter().any(|remark| remark.contains(&format!("`{name}`"))),
                        "{what}: {:?}",
                        after.2
                    );
                }
                // An applied key may also have a wrong value.
                (Fate::Mapped, Err(why)) => {
                    assert!(why.contains("-->") || why.contains(inventory.file), "{what}: {why}")
                }
                (Fate::About, Ok(after)) => {
                    assert_ne!(after.1, before.1, "{what}");
                    assert_eq!(after.2, [""; 0], "{what}");
                }
                (Fate::Reported(why), Ok(after)) => {
                    let expected = keys::remark(key.path, inventory.file, why).to_string();
                    assert!(after.2.contains(&expected), "{what}: {:?}", after.2);
                }
                (Fate::Refused, Ok(_)) => assert!(refused, "{what}"),
                (_, Err(why)) => panic!("{what}: {why}"),
            }
        }
        std::fs::write(
            root.join(files[0].0),
            with_example(&files[0].1, unknown(inventory.file)),
        )
        .unwrap();
        let found = model(open(&root, None, 1 << 20), &root);
        let text = match found {
            Ok(found) => found.2.join("\n"),
            Err(why) => why,
        };
        assert!(text.contains("unknown key `nosuchkey`"), "{}: {text}", inventory.file);
    }
    assert!(count > 150, "{count}");
}

/// Returns a key that no format has.
fn unknown(file: &str) -> &'static str {
    if file.ends_with(".ini") || file.ends_with(".toml") {
        "nosuchkey = 1"
    } else {
        "nosuchkey: 1"
    }
}

/// A Polygon descriptor with every applied element.
pub(crate) const POLYGON: &str = r#"<?xml version="1.0" encoding="utf-8" standalone="no"?>
<problem revision="1" short-name="abc" url="u">
  <names><name language="english" value="A"/></names>
  <statements><statement charset="UTF-8" language="english" mathjax="true" path="a.tex" type="t"/></statements>
  <judging cpu-name="" cpu-speed="" input-file="" output-file="">
    <testset name="tests">
      <time-limit>1000</time-limit>
      <memory-limit>268435456</memory-limit>
      <test-count>2</test-count>
      <input-path-pattern>tests/%02d</input-path-pattern>
      <answer-path-pattern>tests/%02d.a</answer-path-pattern>
      <tests>
        <test method="manual" sample="true" group="0" points="1.0"/>
        <test cmd="gen 1" method="generated" group="1" points="2.0"/>
      </tests>
      <groups>
        <group name="0" points="1.0" points-policy="complete-group"/>
        <group name="1" points="2.0" points-policy="complete-group"><dependencies><dependency group="0"/></dependencies></group>
      </groups>
    </testset>
  </judging>
  <files><resources><file path="files/testlib.h"/></resources></files>
  <assets>
    <checker name="std::wcmp.cpp" type="testlib"><source path="files/check.cpp" type="cpp"/><copy path="check.cpp"/></checker>
    <validators><validator><source path="files/val.cpp" type="cpp"/></validator></validators>
    <solutions><solution tag="main"><source path="solutions/main.cpp" type="cpp"/></solution></solutions>
  </assets>
  <properties/><stresses><stress-count>0</stress-count></stresses>
</problem>
"#;

/// A change of the value of each applied key.
pub(crate) const POLYGON_CHANGES: [(&str, &str, &str); 22] = [
    ("problem@short-name", "\"abc\"", "\"abx\""),
    ("problem.judging@input-file", "input-file=\"\"", "input-file=\"a\""),
    ("problem.judging@output-file", "output-file=\"\"", "output-file=\"a\""),
    (
        "problem.judging.testset@name",
        "<testset name=\"tests\">",
        "<testset name=\"pre\"></testset><testset name=\"tests\"><x/>",
    ),
    (
        "problem.judging.testset.time-limit",
        "<time-limit>1000",
        "<time-limit>2000",
    ),
    ("problem.judging.testset.memory-limit", ">268435456", ">16777216"),
    ("problem.judging.testset.test-count", "<test-count>2", "<test-count>1"),
    (
        "problem.judging.testset.input-path-pattern",
        "tests/%02d<",
        "tests/%03d<",
    ),
    (
        "problem.judging.testset.answer-path-pattern",
        "tests/%02d.a",
        "tests/%03d.a",
    ),
    (
        "problem.judging.testset.tests.test@points",
        "points=\"1.0\"/>\n        <test",
        "points=\"0.5\"/>\n        <test",
    ),
    (
        "problem.judging.testset.tests.test@group",
        "sample=\"true\" group=\"0\"",
        "sample=\"true\" group=\"2\"",
    ),
    (
        "problem.judging.testset.groups.group@name",
        "<group name=\"0\"",
        "<group name=\"7\"",
    ),
    (
        "problem.judging.testset.groups.group@points",
        "<group name=\"0\" points=\"1.0\"",
        "<group name=\"0\" points=\"1.5\"",
    ),
    (
        "problem.judging.testset.groups.group@points-policy",
        "complete-group\"/>",
        "each-test\"/>",
    ),
    (
        "problem.judging.testset.groups.group.dependencies.dependency@group",
        "<dependency group=\"0\"",
        "<dependency group=\"9\"",
    ),
    ("problem.assets.checker.source@path", "files/check.cpp", "check.cpp"),
    ("problem.assets.checker@type", "type=\"testlib\"", "type=\"cms\""),
    (
        "problem.assets.interactor.source@path",
        "<validators>",
        "<interactor><source path=\"i.cpp\"/></interactor><validators>",
    ),
    (
        "problem.assets.validators.validator.source@path",
        "files/val.cpp",
        "files/v.cpp",
    ),
    (
        "problem.assets.solutions.solution@tag",
        "tag=\"main\"",
        "tag=\"wrong-answer\"",
    ),
    (
        "problem.assets.solutions.solution.source@path",
        "solutions/main.cpp",
        "solutions/m.cpp",
    ),
    ("problem.statements.statement@path", "path=\"a.tex\"", "path=\"b.tex\""),
];

/// Reads a package with this manifest.
fn of_manifest(root: &Path, name: &str, manifest: &[u8]) -> Result<(String, String, Vec<String>), String> {
    std::fs::write(root.join(name), manifest).unwrap();
    model(open(root, None, 1 << 20), root)
}

#[test]
fn every_key_of_polygon_is_obeyed_kept_or_reported() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("abc");
    let names = [
        "tests/01",
        "tests/01.a",
        "tests/02",
        "tests/02.a",
        "tests/001",
        "tests/002",
        "tests/001.a",
        "tests/002.a",
    ];
    write(&root, &names.map(|name| (name, "1".to_owned())));
    let before = of_manifest(&root, "problem.xml", POLYGON.as_bytes()).unwrap();
    assert_eq!(before.2, [""; 0]);
    let keys = crate::polygon::keys::PROBLEM.keys;
    for key in keys.iter().filter(|key| key.fate == Fate::Mapped) {
        let change = POLYGON_CHANGES.iter().find(|(path, ..)| *path == key.path);
        let (_, from, to) = change.unwrap_or_else(|| panic!("no change for {}", key.path));
        assert!(POLYGON.contains(from), "{from}");
        let after = of_manifest(&root, "problem.xml", POLYGON.replacen(from, to, 1).as_bytes());
        match after {
            Ok(after) => assert!(
                after.0 != before.0 || after.2 != before.2,
                "{}: nothing changes",
                key.path
            ),
            Err(why) => assert!(why.contains("-->"), "{why}"),
        }
    }
    let told = |key: &str| keys::find(crate::polygon::keys::PROBLEM.keys, key).map(|key| key.fate);
    assert!(matches!(told("problem.judging@run-count"), Some(Fate::Reported(_))));
    let counted = POLYGON.replacen("cpu-name", "run-count=\"2\" cpu-name", 1);
    let remarks = of_manifest(&root, "problem.xml", counted.as_bytes()).unwrap().2;
    assert!(
        remarks.len() == 1 && remarks[0].starts_with("`problem.judging@run-count` in problem.xml"),
        "{remarks:?}"
    );
    let unknown = POLYGON.replacen("<properties/>", "<nosuch><inner a=\"1\"/></nosuch>", 1);
    let remarks = of_manifest(&root, "problem.xml", unknown.as_bytes()).unwrap().2;
    assert!(
        remarks.len() == 1 && remarks[0].contains("unknown key `problem.nosuch` in problem.xml"),
        "{remarks:?}"
    );
}

/// Returns settings of Themis with these attributes and tests.
pub(crate) fn exam(attributes: &str, tests: &str) -> Vec<u8> {
    let base = [("Name", "abc"), ("InputFile", "ABC.INP"), ("OutputFile", "ABC.OUT")];
    let kept = base
        .iter()
        .filter(|(name, _)| !attributes.contains(&format!("{name}=")));
    let kept: String = kept.map(|(name, value)| format!(" {name}=\"{value}\"")).collect();
    format!("<ExamInformation{kept} {attributes}>{tests}</ExamInformation>").into_bytes()
}

/// Returns the inventory of Themis.
pub(crate) fn themis_keys() -> &'static [Key] {
    themis::keys::SETTINGS.keys
}

/// Returns settings of Themis with the example of a key.
pub(crate) fn exam_with(example: &str) -> Vec<u8> {
    if example.starts_with('<') {
        exam("", example)
    } else {
        exam(example, "")
    }
}

#[test]
fn every_key_of_themis_is_obeyed_and_others_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("abc");
    let names = ["Test01/ABC.INP", "Test01/ABC.OUT", "Test01/X.INP", "Test01/X.OUT"];
    write(&root, &names.map(|name| (name, "1".to_owned())));
    let read = |text: &[u8]| of_manifest(&root, "Settings.cfg", text);
    let before = read(&exam("", "")).unwrap();
    assert_eq!(before.2, [""; 0]);
    for key in themis::keys::SETTINGS.keys {
        let text = exam_with(key.example);
        let after = read(&text).unwrap();
        let is_name_alone = key.path == "ExamInformation.TestCase@Name";
        match key.fate {
            Fate::Mapped => assert!(after.0 != before.0 || is_name_alone, "{}: nothing changes", key.path),
            _ => assert_ne!(after.1, before.1, "{}", key.path),
        }
        assert_eq!(after.2, [""; 0], "{}", key.path);
    }
    let why = read(&exam("UseStdIn=\"perhaps\"", "")).unwrap_err();
    assert!(
        why.contains("`UseStdIn` must be `true` or `false`, found `perhaps`"),
        "{why}"
    );
    let remarks = read(&exam("NoSuch=\"1\"", "")).unwrap().2;
    assert!(
        remarks.len() == 1 && remarks[0].contains("`ExamInformation@NoSuch`"),
        "{remarks:?}"
    );
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&exam("TimeLimit=\"3.5\"", ""), 6);
    let mut packed = packed;
    packed[0] = 0x78;
    assert!(read(&packed).is_ok());
    let bomb = miniz_oxide::deflate::compress_to_vec_zlib(&vec![b' '; 64 << 20], 6);
    assert!(read(&bomb).unwrap_err().contains("is larger than 1 MiB"));
    let cut = &packed[..packed.len() / 2];
    assert!(read(cut).unwrap_err().contains("cannot decompress"));
}

#[test]
fn the_last_of_two_equal_keys_counts_with_a_remark() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("abc");
    let manifest = "name: A\nlimits: {memory: 8, memory: 16}\nname: B\n";
    write(
        &root,
        &[
            ("problem.yaml", manifest.to_owned()),
            ("data/secret/1.in", "1".to_owned()),
        ],
    );
    let package = read(&root, None, false, 1 << 20).unwrap();
    assert_eq!(package.limits.memory.unwrap().value, 16 << 20);
    assert!(package.about.values().any(|name| name == "B"), "{:?}", package.about);
    let twice = |key: &str| format!("duplicate key `{key}` in problem.yaml: the last one counts");
    let remarks: Vec<String> = package.remarks.iter().map(ToString::to_string).collect();
    assert_eq!(remarks, [twice("memory"), twice("name")]);
}

#[test]
fn a_package_without_cases_says_where_its_format_keeps_them() {
    for (files, expected) in [
        (
            ["config.yml", "prog/a.cpp"],
            "a package of sinol: `sinol-make gen` makes them in the folders `in` and `out`",
        ),
        (
            ["problem.yaml", "submissions/accepted/a.cpp"],
            "a package of ICPC: they belong in `data/sample`",
        ),
        (["problem.yaml", "a.cpp"], "expected files such as `1.in` and `1.out`"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("abc");
        for (file, text) in files.iter().zip(["scores: {1: 100}\n", ""]) {
            write(&root, &[(file, text.to_owned())]);
        }
        std::fs::remove_file(root.join("a.zip")).unwrap();
        let troubles = read(&root, None, false, 1 << 20).unwrap().layout.troubles;
        assert_eq!(troubles.len(), 1, "{files:?}: {troubles:?}");
        assert!(troubles[0].to_string().contains(expected), "{}", troubles[0]);
    }
}

#[test]
fn submissions_state_their_verdicts_by_folder_or_comment() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("abc");
    let mut files = base("problem.yaml");
    let source = "int main() {}\n// @EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT\n";
    files.push(("submissions/mixed/a.cpp", source.to_owned()));
    files.push(("submissions/accepted/b.cpp", "int main() {}\n".to_owned()));
    files.push(("submissions/mixed/c.cpp", "int main() {}\n".to_owned()));
    write(&root, &files);
    let package = open(&root, None, 1 << 20).unwrap();
    let stated = |name: &str| {
        let mut all = package.submissions.iter();
        all.find(|one| one.path.ends_with(name)).unwrap().expected.join(" ")
    };
    assert_eq!(stated("a.cpp"), "WRONG-ANSWER TIMELIMIT");
    assert_eq!(stated("b.cpp"), "accepted");
    assert_eq!(stated("c.cpp"), "");
}

/// Programs in folders of `sol`, whose names may state a verdict, and files that are no programs.
#[test]
fn programs_in_folders_of_cms_are_submissions_or_named() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let files = [
        "task.yaml",
        "input/input0.txt",
        "output/output0.txt",
        "sol/solution.cpp",
        "sol/slow.cpp",
        "sol/incorrect_solutions/a.py",
        "sol/incorrect_solutions/solution.py",
        "sol/incorrect_solutions/a.cs",
        "sol/incorrect_solutions/a.h",
        "sol/wrong_answer/deep/b.cpp",
        "sol/old/accepted/c.java",
        "sol/old/grader.cpp",
    ];
    write(root, &files.map(|name| (name, "name: abc\n".to_owned())));
    let package = open(root, None, 1 << 20).unwrap();
    let mut found: Vec<String> = package
        .submissions
        .iter()
        .map(|one| {
            let place = one.path.strip_prefix(root.join("sol")).unwrap();
            format!("{} {}", place.display(), one.expected.join(" "))
        })
        .collect();
    found.sort();
    let expected = [
        "incorrect_solutions/a.py rejected",
        "incorrect_solutions/solution.py rejected",
        "old/accepted/c.java accepted",
        "old/grader.cpp ",
        "slow.cpp ",
        "solution.cpp AC",
        "wrong_answer/deep/b.cpp wrong_answer",
    ];
    assert_eq!(found, expected);
    let named: Vec<String> = package.remarks_on_submissions.iter().map(ToString::to_string).collect();
    let why = "is not judged: gamesolve does not know its language";
    assert_eq!(named, [format!("`sol/incorrect_solutions/a.cs` {why}")]);
}

#[test]
fn a_time_limit_is_a_multiple_of_the_slowest_run_rounded_up() {
    let rule = |multiplier, resolution: f64| TimeRule {
        multiplier,
        resolution: Duration::from_secs_f64(resolution),
    };
    let limit = |rule: TimeRule, seconds: f64| rule.limit(Duration::from_secs_f64(seconds)).as_secs_f64();
    assert_eq!(limit(rule(5.0, 1.0), 0.0), 1.0, "one step at least");
    assert_eq!(limit(rule(5.0, 1.0), 0.3), 2.0);
    assert_eq!(limit(rule(2.0, 0.5), 0.6), 1.5);
    assert!(limit(rule(1e300, 1.0), 1e9) > 1e9, "no panic");
}

#[test]
fn a_time_limit_of_domjudge_is_positive_and_finite() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    write(
        root,
        &[
            ("problem.yaml", "name: A\n".to_owned()),
            ("data/secret/1.in", "1\n".to_owned()),
            ("data/secret/1.ans", "1\n".to_owned()),
        ],
    );
    for (text, seconds) in [
        ("3\n", Some(3.0)),
        ("0.5", Some(0.5)),
        ("0", None),
        ("-1", None),
        ("1e9", None),
        ("x", None),
    ] {
        std::fs::write(root.join(".timelimit"), text).unwrap();
        let read = super::read(root, None, false, 1 << 20);
        let found = read.map(|package| package.limits.time.map(|time| time.value.as_secs_f64()));
        match seconds {
            Some(_) => assert_eq!(found.unwrap(), seconds, "{text}"),
            None => assert!(
                found
                    .unwrap_err()
                    .to_string()
                    .contains("expected a number of seconds greater than 0"),
                "{text}"
            ),
        }
    }
}

/// Returns the error of a reader for this manifest, else its remarks.
fn said_of(file: &str, manifest: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("abc");
    let files = base(file);
    write(&root, &files);
    std::fs::write(root.join(files[0].0), manifest).unwrap();
    match open(&root, None, 1 << 20) {
        Ok(package) => package
            .all_remarks()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("\n"),
        Err(why) => why.to_string(),
    }
}

#[test]
fn values_of_odd_kinds_are_never_passed_over() {
    let floats = |precision: &str| {
        format!("test_cases: [{{in: 1.in, out: 1.out}}]\nchecker: {{name: floats, args: {{precision: {precision}}}}}\n")
    };
    for (file, manifest, expected) in [
        (
            "init.yml",
            "test_cases: [{in: 1.in, out: 1.out}, foo]\n",
            "a testcase must be a map, found `foo`",
        ),
        (
            "init.yml",
            "test_cases: [{batched: [{in: 1.in, out: 1.out}, [1]]}]\n",
            "a testcase must be a map, found a list",
        ),
        (
            "init.yml",
            &floats("2.5"),
            "`precision` must be a whole number up to 300",
        ),
        (
            "init.yml",
            &floats("100000000"),
            "`precision` must be a whole number up to 300",
        ),
        (
            "init.yml",
            "test_cases: [{in: 1.in, out: 1.out}]\nchecker: {name: standard, args: [1]}\n",
            "`checker.args` in init.yml is ignored: the format has no list here",
        ),
        (
            "problem.yaml",
            "name: A\nlimits: [memory, 5]\n",
            "`limits` in problem.yaml is ignored: the format has no list here",
        ),
        (
            "config.yml",
            "subtask_dependencies: {1: [0]}\n",
            "`subtask_dependencies` in config.yml is ignored: there are no `scores`",
        ),
        (
            "task.yaml",
            "score_type_parameters: [1]\n",
            "`score_type_parameters` in task.yaml is ignored: there is no `score_type`",
        ),
        (
            "domjudge-problem.ini",
            "timelimit = 1\ntimelimit = 2\n",
            "duplicate key `timelimit` in domjudge-problem.ini: the last one counts",
        ),
    ] {
        let said = said_of(file, manifest);
        assert!(said.contains(expected), "{file}: {manifest}: {said}");
    }
    // The byte order mark that some editors write is no part of a key.
    assert_eq!(said_of("domjudge-problem.ini", "\u{feff}timelimit = 3\n"), "");
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("abc");
    write(&root, &base("task.yaml"));
    std::fs::write(root.join("gen/GEN"), "\u{feff}#ST: 100\n1\n").unwrap();
    let package = open(&root, None, 1 << 20).unwrap();
    assert!(
        matches!(package.points, PackagePoints::Scheme(_)),
        "{:?}",
        package.points
    );
}

#[test]
fn texts_and_paths_of_polygon_are_whole_or_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("abc");
    write(
        &root,
        &["tests/01", "tests/01.a", "tests/02", "tests/02.a"].map(|name| (name, "1".to_owned())),
    );
    let read = |from: &str, to: &str| {
        assert!(POLYGON.contains(from), "{from}");
        std::fs::write(root.join("problem.xml"), POLYGON.replacen(from, to, 1)).unwrap();
        open(&root, None, 1 << 20)
    };
    for time in ["&#49;5&#x30;0", "<![CDATA[1500]]>", "15<!-- of -->00"] {
        let package = read(">1000<", &format!(">{time}<")).unwrap();
        assert_eq!(
            package.limits.time.unwrap().value,
            Duration::from_millis(1500),
            "{time}"
        );
    }
    let why = read(">1000<", ">1&x;000<").unwrap_err().to_string();
    assert!(why.contains("unrecognized entity `x`"), "{why}");
    for (from, to) in [
        ("files/check.cpp", "../check.cpp"),
        ("solutions/main.cpp", "/etc/passwd"),
        ("files/val.cpp", "a/../../v"),
        ("path=\"a.tex\"", "path=\"../a.tex\""),
    ] {
        let why = read(from, to).unwrap_err().to_string();
        assert!(
            why.contains("leads out of the package") && why.contains("problem.xml:"),
            "{to}: {why}"
        );
    }
}

#[test]
fn a_version_of_kattis_that_was_never_finished_is_the_draft() {
    assert_eq!(
        said_of("problem.yaml", "problem_format_version: 2023-07\nname: A\n"),
        ""
    );
}

#[test]
fn cases_beyond_those_that_cms_counts_are_counted_in_words() {
    for (count, expected) in [
        (
            1,
            "gamesolve judges only the first 1 testcases (`n_input`): `input` contains 2 more",
        ),
        (
            2,
            "gamesolve judges only the first 2 testcases (`n_input`): `input` contains 1 more",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("abc");
        let names = ["0", "1", "2"].map(|at| [format!("input/input{at}.txt"), format!("output/output{at}.txt")]);
        let mut files: Vec<(&str, String)> = names.iter().flatten().map(|name| (&**name, "1".to_owned())).collect();
        files.push(("task.yaml", format!("title: A\nn_input: {count}\n")));
        // A source that is compiled with solutions is no solution.
        for name in ["sol/solution.cpp", "sol/grader.cpp", "sol/stub.cpp"] {
            files.push((name, "int main() {}\n".to_owned()));
        }
        write(&root, &files);
        let package = open(&root, None, 1 << 20).unwrap();
        assert!(
            package.remarks.iter().any(|remark| remark.to_string() == expected),
            "{:?}",
            package.remarks
        );
        let submissions: Vec<&Path> = package.submissions.iter().map(|one| &*one.path).collect();
        assert!(
            matches!(submissions[..], [one] if one.ends_with("solution.cpp")),
            "{submissions:?}"
        );
    }
}

#[test]
fn points_of_dmoj_are_given_to_each_case_that_a_pattern_finds() {
    let manifest = |points: &str| {
        format!(
            "archive: a.zip\ntest_cases: {{input_format: '(?P<case>\\d+)\\.in', output_format: '(?P<case>\\d+)\\.out', \
             case_points: [{points}]}}\n"
        )
    };
    let said = |points: &str| said_of("init.yml", &manifest(points));
    let expected = "there are 2 testcases and batches, but points for 1";
    assert!(said("1").contains(expected), "{}", said("1"));
    assert_eq!((said("1, 2"), said("1, 2, 3")), (String::new(), String::new()));
}

#[test]
fn lines_or_words_are_sorted_as_dmoj_is_told() {
    for (checker, rule) in [
        ("sorted", CompareRule::SortedLines),
        ("{name: sorted, args: {split_on: lines}}", CompareRule::SortedLines),
        (
            "{name: sorted, args: {split_on: whitespace}}",
            CompareRule::SortedTokens,
        ),
        ("unordered", CompareRule::SortedTokens),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("abc");
        write(&root, &base("init.yml"));
        let manifest = format!("test_cases: [{{in: 1.in, out: 1.out}}]\nchecker: {checker}\n");
        std::fs::write(root.join("init.yml"), manifest).unwrap();
        let package = open(&root, None, 1 << 20).unwrap();
        assert_eq!(package.comparison.unwrap().value.rule, rule, "{checker}");
    }
}
