//! Points per test group, from the files of each layout, through the real binary.
#![cfg(unix)]

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::golden::Golden;
use super::judge::{json as report_of, judge, path, text};
use super::support::{folder, gamesolve};

/// Returns testcase `n`: a strip of that many stones, and an answer that a shell can give.
fn files(n: usize, [input, answer]: [String; 2]) -> [(String, String); 2] {
    let strip = format!("{n}\n{}\n", "X".repeat(n));
    [(input, strip), (answer, "42\n".to_owned())]
}

/// Makes a folder with testcases at these places for input and answer, and other files.
fn package<const N: usize>(
    places: impl Fn(usize) -> [String; 2],
    cases: [usize; N],
    others: &[(&str, &str)],
) -> tempfile::TempDir {
    let cases: Vec<(String, String)> = cases.into_iter().flat_map(|n| files(n, places(n))).collect();
    let cases = cases.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    let all: Vec<(&str, &str)> = cases.chain(others.iter().copied()).collect();
    folder(&all)
}

/// Returns a program that is wrong on these testcases.
fn wrong_on(cases: &[usize]) -> String {
    let list = cases.iter().fold(String::new(), |list, n| list + &format!("{n} "));
    format!("read n; case ' {list}' in *\" $n \"*) echo 1;; *) echo 42;; esac")
}

/// Returns the points of the groups and the total in short: `1: 40 of 40, all: 40 of 100`.
fn short(report: &Value) -> String {
    let one = |value: &Value| match (&value["points"], &value["of"], &value["why"]) {
        (Value::Null, _, Value::String(why)) => format!("({why})"),
        (points, Value::Null, _) => points.to_string(),
        (points, of, _) => format!("{points} of {of}"),
    };
    let mut text = String::new();
    for group in report["groups"].as_array().unwrap() {
        if group["points"] != Value::Null || group["why"] != Value::Null {
            write!(text, "{}: {}, ", group["name"].as_str().unwrap(), one(group)).unwrap();
        }
    }
    text + "all: " + &one(&report["points"])
}

/// Returns the report on a program that is wrong on these testcases of a folder.
fn points(place: &Path, wrong: &[usize], options: &[&str]) -> String {
    let script = wrong_on(wrong);
    let arguments = [&["stones", path(place)], options, &["--", "sh", "-c", &script]].concat();
    short(&report_of(&arguments).0)
}

/// Returns the command that judges on the testcases in a folder.
fn judged(place: &Path) -> assert_cmd::Command {
    let mut command = gamesolve();
    command.args(["judge", "stones", path(place), "--", "echo", "42"]);
    command
}

fn plain(n: usize) -> [String; 2] {
    [format!("{n}.in"), format!("{n}.out")]
}

const DMOJ: &str = "\
test_cases:
- {in: 1.in, out: 1.out, points: 0}
- points: 40
  batched:
  - {in: 2.in, out: 2.out}
  - {in: 3.in, out: 3.out}
- points: 50
  dependencies: [1]
  batched:
  - {in: 4.in, out: 4.out}
  - {in: 2.in, out: 2.out}
- {in: 5.in, out: 5.out, points: 7}
- {in: 6.in, out: 6.out, points: 3}
";

#[test]
fn a_batch_of_dmoj_gives_its_points_where_all_its_cases_and_those_it_depends_on_pass() {
    let place = package(plain, [1, 2, 3, 4, 5, 6, 7], &[("init.yml", DMOJ)]);
    let points = |wrong: &[usize]| points(place.path(), wrong, &[]);
    let all = "alone: 0.0 of 0.0, 1: 40.0 of 40.0, 2: 50.0 of 50.0, alone-2: 10.0 of 10.0, all: 100.0 of 100.0";
    assert_eq!(points(&[]), all);
    assert_eq!(points(&[7]), all, "a case that is not listed is worth nothing");
    assert_eq!(
        points(&[4, 6]),
        "alone: 0.0 of 0.0, 1: 40.0 of 40.0, 2: 0.0 of 50.0, alone-2: 7.0 of 10.0, all: 47.0 of 100.0"
    );
    assert_eq!(
        points(&[3]),
        "alone: 0.0 of 0.0, 1: 0.0 of 40.0, 2: 0.0 of 50.0, alone-2: 10.0 of 10.0, all: 10.0 of 100.0",
        "batch 2 depends on batch 1"
    );
    assert_eq!(
        points(&[1]),
        "alone: 0.0 of 0.0, 1: 0.0 of 40.0, 2: 0.0 of 50.0, alone-2: 0.0 of 10.0, all: 0.0 of 100.0",
        "nothing counts after a case worth nothing that fails"
    );
}

#[test]
fn every_case_worth_nothing_stops_all_that_comes_after_it() {
    let worth = [0, 5, 0, 5].iter().zip(1..);
    let list = worth.map(|(points, n)| format!("- {{in: {n}.in, points: {points}}}\n"));
    let init = format!("test_cases:\n{}", list.collect::<String>());
    let place = package(plain, [1, 2, 3, 4], &[("init.yml", &init)]);
    let points = |wrong: &[usize]| points(place.path(), wrong, &[]);
    assert!(points(&[]).ends_with("all: 10.0 of 10.0"));
    assert!(points(&[3]).ends_with("all: 5.0 of 10.0"));
    assert!(points(&[1]).ends_with("all: 0.0 of 10.0"));
}

#[test]
fn a_case_in_two_batches_of_dmoj_belongs_to_the_first_and_counts_in_both() {
    let batch = "- {points: 5, batched: [{in: 1.in, out: 1.out}]}\n";
    let init = format!("test_cases:\n{batch}{batch}");
    let place = package(plain, [1], &[("init.yml", &init)]);
    assert_eq!(
        points(place.path(), &[], &[]),
        "1: 5.0 of 5.0, 2: 5.0 of 5.0, all: 10.0 of 10.0"
    );
    let output = judge(&["stones", "--rows", path(place.path()), "--", "echo", "42"]);
    let shown = text(&output.stdout);
    assert!(
        shown.contains("\ngroup 1: 1 AC, 5 of 5 points\ngroup 2: 5 of 5 points\npoints: 10 of 10\n"),
        "{shown}"
    );
}

#[test]
fn a_case_that_is_not_listed_is_not_judged() {
    let init = "test_cases: [{points: 5, batched: [{in: in/nim0.in}]}]\n";
    let place = package(sinol, [1, 2], &[("init.yml", init)]);
    let (report, _) = report_of(&["stones", path(place.path()), "--", "echo", "42"]);
    assert_eq!(short(&report), "1: 5.0 of 5.0, all: 5.0 of 5.0");
    let cases = report["cases"].as_array().unwrap();
    assert_eq!((cases.len(), &cases[0]["name"]), (1, &json!("in/nim0")));
}

#[test]
fn the_points_of_dmoj_are_one_unless_stated_for_all() {
    let list = "test_cases: [{in: 1.in, out: 1.out}, {in: 2.in, out: 2.out}]\n";
    for (head, of) in [("", "2.0"), ("points: 5\n", "10.0")] {
        let place = package(plain, [1, 2], &[("init.yml", &format!("{head}{list}"))]);
        let expected = format!("alone: {of} of {of}, all: {of} of {of}");
        assert_eq!(points(place.path(), &[], &[]), expected);
    }
}

#[test]
fn a_malformed_file_of_points_is_one_error_with_its_place() {
    let mut golden = Golden::new("points/a_malformed_file_of_points_is_one_error_with_its_place");
    for init in [
        "test_cases: [{in: 9.in, out: 9.out}]",
        "test_cases:\n- {in: 1.in, points: many}",
        "test_cases:\n- {in: 1.in, points: -1}",
        "points: inf\ntest_cases: [{in: 1.in}]",
        "points: nan\ntest_cases: [{in: 1.in}]",
        "points: 1e305\ntest_cases: [{in: 1.in}]",
        "test_cases:\n- {dependencies: [1], batched: [{in: 1.in}]}",
        "test_cases:\n- batched: [{in: 1.in, points: 1}]",
        "test_cases:\n- batched: []",
        "test_cases: [",
    ] {
        let place = package(plain, [1], &[("init.yml", init)]);
        golden.note(init);
        golden.says(judged(place.path()));
    }
    golden.finish();
}

#[test]
fn a_folder_that_states_no_points_gets_none() {
    for others in [
        &[][..],
        &[("init.yml", "checker: standard\n")],
        &[("config.yml", "scores: {1: 100}\n")],
        &[("task.yaml", "score_type: Sum\n")],
        &[("problem.yaml", "name: x\n"), ("data/testdata.yaml", "range: 0 1\n")],
    ] {
        let place = package(plain, [1], others);
        let (report, code) = report_of(&["stones", path(place.path()), "--", "echo", "42"]);
        assert_eq!((&report["points"], code), (&Value::Null, 0), "{others:?}");
        let output = judge(&["stones", path(place.path()), "--", "echo", "42"]);
        assert_eq!(text(&output.stdout).matches("points").count(), 0, "{others:?}");
    }
}

/// Names testcase `n` `nim<group><letter>`, with two in each group but 0.
fn sinol(n: usize) -> [String; 2] {
    let name = ["0", "1a", "1b", "2a", "2b", "3"][n - 1];
    [format!("in/nim{name}.in"), format!("out/nim{name}.out")]
}

#[test]
fn a_group_of_sinol_needs_its_cases_and_those_of_the_groups_it_depends_on() {
    let config = "title: Nim\nscores: {1: 20, 2: 30, 3: 50}\nsubtask_dependencies: {2: [1], 3: [2]}\n";
    let place = package(sinol, [1, 2, 3, 4, 5, 6], &[("config.yml", config)]);
    let points = |wrong: &[usize]| points(place.path(), wrong, &[]);
    assert_eq!(
        points(&[]),
        "1: 20.0 of 20.0, 2: 30.0 of 30.0, 3: 50.0 of 50.0, all: 100.0 of 100.0"
    );
    assert_eq!(
        points(&[1]),
        "1: 20.0 of 20.0, 2: 30.0 of 30.0, 3: 50.0 of 50.0, all: 100.0 of 100.0",
        "the examples are worth nothing"
    );
    assert_eq!(
        points(&[3]),
        "1: 0.0 of 20.0, 2: 0.0 of 30.0, 3: 50.0 of 50.0, all: 50.0 of 100.0",
        "dependencies reach one step"
    );
    assert_eq!(
        points(&[6]),
        "1: 20.0 of 20.0, 2: 30.0 of 30.0, 3: 0.0 of 50.0, all: 50.0 of 100.0"
    );
}

#[test]
fn a_malformed_config_of_sinol_is_an_error_with_its_place() {
    let mut golden = Golden::new("points/a_malformed_config_of_sinol_is_an_error_with_its_place");
    for config in [
        "scores: {1: 50, 4: 50}",
        "scores: {1: 100}",
        "scores: {0: 100}",
        "scores: [1]",
        "scores: {1: 1, 2: 1}\nsubtask_dependencies: {2: [0]}",
        "scores: {1: 1, 2: 1}\nsubtask_dependencies: {2: [7]}",
        "scores: {1: 1, 2: 1}\nsubtask_dependencies: {2: [2]}",
        "sinol_contest_type: ioi\nscores: {1: 1, 2: 1}",
    ] {
        let place = package(sinol, [1, 2, 4], &[("config.yml", config)]);
        golden.note(config);
        golden.says(judged(place.path()));
    }
    golden.finish();
}

#[test]
fn what_the_polish_olympiad_takes_for_time_is_said_not_to_be_taken() {
    for (kind, part, is_there) in [
        ("OI", "\npoints: 100 of 100 (the contest type `oi` takes points ", true),
        ("icpc", "points", false),
    ] {
        let config = format!("sinol_contest_type: {kind}\nscores: {{1: 100}}\n");
        let place = package(sinol, [1, 2], &[("config.yml", &config)]);
        let output = judge(&["stones", path(place.path()), "--", "echo", "42"]);
        let shown = text(&output.stdout);
        assert_eq!(shown.contains(part), is_there, "{shown}");
    }
}

fn cms(n: usize) -> [String; 2] {
    let number = n - 1;
    [format!("input/input{number}.txt"), format!("output/output{number}.txt")]
}

#[test]
fn a_group_of_cms_needs_all_cases_behind_its_line() {
    let gen_file =
        "# the example\n#ST: 0\n#COPY: gen/example.txt\n\n#ST: 40\n 1 2 # small\n3 4\n# ST: 60\n#COPY: gen/t.txt\n";
    let place = package(
        cms,
        [1, 2, 3, 4],
        &[
            ("gen/GEN", gen_file),
            ("task.yaml", "name: nim\ninfile: ''\noutfile: ''\n"),
            ("att/input0.txt", "1\nX\n"),
            ("att/output0.txt", "42\n"),
        ],
    );
    let points = |wrong: &[usize]| points(place.path(), wrong, &[]);
    assert_eq!(
        points(&[]),
        "0: 0.0 of 0.0, 1: 40.0 of 40.0, 2: 60.0 of 60.0, all: 100.0 of 100.0"
    );
    assert_eq!(
        points(&[1, 3]),
        "0: 0.0 of 0.0, 1: 0.0 of 40.0, 2: 60.0 of 60.0, all: 60.0 of 100.0"
    );
}

#[test]
fn a_malformed_gen_of_cms_is_an_error_with_its_place() {
    let mut golden = Golden::new("points/a_malformed_gen_of_cms_is_an_error_with_its_place");
    for gen_file in [
        "#ST: 40\n1\n2\n3\n",
        "#ST: 40\n1\n",
        "#ST: forty\n1\n2\n",
        "1\n#ST: 40\n2\n",
        "#ST: 40\n1 #ST: 3\n2\n",
        "#ST: 40\n1\n2\n#ST: 60\n",
    ] {
        let place = package(cms, [1, 2], &[("gen/GEN", gen_file)]);
        golden.note(gen_file);
        golden.says(judged(place.path()));
    }
    for (others, why) in [
        (
            &[("gen/GEN", "#ST: 1\n#STDEP: a\n1\n2\n")][..],
            "(gamesolve does not support the dependencies by `#STDEP` ",
        ),
        (
            &[("gen/GEN", "#ST: 1\n1\n2\n"), ("task.yaml", "score_type: Sum\n")],
            "(gamesolve does not support `score_type` ",
        ),
    ] {
        let place = package(cms, [1, 2], others);
        let found = points(place.path(), &[], &[]);
        assert!(found.contains(why), "{found}");
    }
    let place = package(cms, [1, 2], &[("gen/GEN", "1\n2\n")]);
    let (report, _) = report_of(&["stones", path(place.path()), "--", "echo", "42"]);
    assert_eq!(report["points"], Value::Null);
    golden.finish();
}

/// Puts testcase 1 into the samples, 2 and 3 into group g1, and 4 and later ones into g2.
fn icpc(n: usize) -> [String; 2] {
    let folder = match n {
        1 => "sample",
        2 | 3 => "secret/g1",
        _ => "secret/g2",
    };
    [format!("data/{folder}/{n}.in"), format!("data/{folder}/{n}.ans")]
}

const SCORING: (&str, &str) = ("problem.yaml", "name: Nim\ntype: scoring\n");

/// The subtasks of the olympiads in a legacy package.
const LEGACY: [(&str, &str); 6] = [
    SCORING,
    (
        "data/testdata.yaml",
        "on_reject: continue\nrange: 0 100\ngrader_flags: ignore_sample\n",
    ),
    (
        "data/sample/testdata.yaml",
        "accept_score: 0\ngrader_flags: first_error\n",
    ),
    (
        "data/secret/testdata.yaml",
        "grader_flags: first_error accept_if_any_accepted\n",
    ),
    (
        "data/secret/g1/testdata.yaml",
        "on_reject: break\naccept_score: 40\ngrader_flags: min\n",
    ),
    (
        "data/secret/g2/testdata.yaml",
        "on_reject: break\naccept_score: 60\ngrader_flags: min\n",
    ),
];

#[test]
fn a_legacy_package_grades_its_groups_by_their_flags() {
    let place = package(icpc, [1, 2, 3, 4, 5], &LEGACY);
    let all = "sample: 0.0 of 0.0, secret/g1: 40.0 of 40.0, secret/g2: 60.0 of 60.0, all: 100.0 of 100.0";
    assert_eq!(points(place.path(), &[], &[]), all);
    assert_eq!(
        points(&place.path().join("data"), &[], &[]),
        all,
        "its `data` may be named"
    );
    assert_eq!(points(place.path(), &[1], &[]), all, "the samples are ignored");
    assert_eq!(
        points(place.path(), &[2], &[]),
        "sample: 0.0 of 0.0, secret/g1: 0.0 of 40.0, secret/g2: 60.0 of 60.0, all: 60.0 of 100.0"
    );
    assert_eq!(
        points(place.path(), &[2, 5], &[]),
        "sample: 0.0 of 0.0, secret/g1: 0.0 of 40.0, secret/g2: 0.0 of 60.0, all: 0.0 of 100.0"
    );
    let secret = place.path().join("data/secret");
    let (report, _) = report_of(&["stones", path(&secret), "--", "echo", "42"]);
    assert_eq!(report["points"], Value::Null, "a part of the package states nothing");
}

/// Judges a legacy package with this `testdata.yaml` for its one group, secret.
fn graded(yaml: &str, wrong: &[usize]) -> String {
    let place = package(
        |n| [format!("data/secret/{n}.in"), format!("data/secret/{n}.ans")],
        [1, 2, 3, 4],
        &[SCORING, ("data/testdata.yaml", yaml)],
    );
    points(place.path(), wrong, &[])
}

#[test]
fn every_mode_of_the_legacy_grader_counts_as_it_says() {
    for (yaml, wrong, expected) in [
        ("", &[][..], "secret: 4.0 of 4.0, all: 4.0 of 4.0"),
        ("accept_score: 5\n", &[], "secret: 20.0 of 20.0, all: 20.0 of 20.0"),
        // A program that is not accepted as a whole gets nothing.
        ("accept_score: 5\n", &[3], "secret: 10.0 of 20.0, all: 0.0 of 20.0"),
        // Testcases after a rejection count only with `continue`.
        (
            "accept_score: 5\ngrader_flags: accept_if_any_accepted\n",
            &[2],
            "secret: 5.0 of 20.0, all: 5.0 of 20.0",
        ),
        (
            "accept_score: 5\non_reject: continue\ngrader_flags: accept_if_any_accepted\n",
            &[2],
            "secret: 15.0 of 20.0, all: 15.0 of 20.0",
        ),
        (
            "accept_score: 8\non_reject: continue\ngrader_flags: avg always_accept\n",
            &[1, 2, 3, 4],
            "secret: 0.0 of 8.0, all: 0.0 of 8.0",
        ),
        (
            "accept_score: 8\nreject_score: 2\non_reject: continue\ngrader_flags: avg always_accept\n",
            &[1, 2],
            "secret: 5.0 of 8.0, all: 5.0 of 8.0",
        ),
        (
            "accept_score: 8\non_reject: continue\ngrader_flags: max accept_if_any_accepted\n",
            &[1, 2, 4],
            "secret: 8.0 of 8.0, all: 8.0 of 8.0",
        ),
        (
            "accept_score: 8\non_reject: continue\ngrader_flags: min accept_if_any_accepted\n",
            &[1],
            "secret: 0.0 of 8.0, all: 0.0 of 8.0",
        ),
        (
            "grading: custom\n",
            &[],
            "all: (gamesolve does not run a custom grader in ",
        ),
        (
            "grader_flags: ignore_sample\n",
            &[],
            "all: (`ignore_sample` applies to secret",
        ),
    ] {
        let found = graded(yaml, wrong);
        assert!(found.starts_with(expected), "{yaml}: {found}");
    }
}

#[test]
fn a_malformed_legacy_package_is_an_error_with_its_place() {
    let mut golden = Golden::new("points/a_malformed_legacy_package_is_an_error_with_its_place");
    for yaml in [
        "accept_score: x\n",
        "acept_score: 1\n",
        "on_reject: stop\n",
        "grader_flags: most\n",
        "range: 5 1\n",
        "range: 0 nan\n",
        "range: 0 1e305\n",
        "accept_score: -1e305\n",
        "grading: own\n",
    ] {
        let place = package(icpc, [2], &[SCORING, ("data/testdata.yaml", yaml)]);
        golden.note(yaml);
        golden.says(judged(place.path()));
    }
    for (problem, why) in [
        (
            "type: scoring\ngrading: {objective: min}\n",
            "(gamesolve does not support `objective` of `grading` in ",
        ),
        (
            "type: scoring\nproblem_format_version: 2019-01\n",
            "(gamesolve does not support version `2019-01` of ",
        ),
    ] {
        let place = package(icpc, [2], &[("problem.yaml", problem)]);
        let found = points(place.path(), &[], &[]);
        assert!(found.contains(why), "{found}");
    }
    golden.finish();
}

const LATEST: (&str, &str) = (
    "problem.yaml",
    "problem_format_version: 2025-09\nname: Nim\ntype: [scoring]\n",
);

#[test]
fn a_package_of_2025_09_gives_points_by_max_score_aggregation_and_what_has_to_be_passed() {
    let g1 = (
        "data/secret/g1/test_group.yaml",
        "scoring: {score: 40, require_pass: sample}\n",
    );
    let g2 = (
        "data/secret/g2/test_group.yaml",
        "max_score: 60\nscore_aggregation: sum\nrequire_pass: [secret/g1]\n",
    );
    let place = package(icpc, [1, 2, 3, 4, 5, 6], &[LATEST, g1, g2]);
    let points = |wrong: &[usize]| points(place.path(), wrong, &[]);
    let all = "sample: 0.0 of 0.0, secret/g1: 40.0 of 40.0, secret/g2: 60.0 of 60.0, all: 100.0 of 100.0";
    assert_eq!(points(&[]), all);
    let manifest = place.path().join(LATEST.0);
    fs::write(&manifest, LATEST.1.replace("[scoring]", "scoring pass-fail")).unwrap();
    assert_eq!(points(&[]), all, "several words");
    fs::write(&manifest, LATEST.1).unwrap();
    assert_eq!(
        points(&[5]),
        "sample: 0.0 of 0.0, secret/g1: 40.0 of 40.0, secret/g2: 40.0 of 60.0, all: 80.0 of 100.0"
    );
    let nothing = "sample: 0.0 of 0.0, secret/g1: 0.0 of 40.0, secret/g2: 0.0 of 60.0, all: 0.0 of 100.0";
    assert_eq!(points(&[2]), nothing, "g2 requires g1");
    assert_eq!(points(&[1]), nothing, "g1 requires the samples, and g2 g1");
}

#[test]
fn secret_without_groups_is_worth_a_hundred_in_equal_parts() {
    let places = |n| [format!("data/secret/{n}.in"), format!("data/secret/{n}.ans")];
    let place = package(places, [1, 2, 3], &[LATEST]);
    assert_eq!(
        points(place.path(), &[], &[]),
        "secret: 100.0 of 100.0, all: 100.0 of 100.0"
    );
    assert_eq!(
        points(place.path(), &[2], &[]),
        "secret: 66.666667 of 100.0, all: 66.666667 of 100.0"
    );
    let whole = (
        "data/secret/test_group.yaml",
        "score_aggregation: pass-fail\nmax_score: 7\n",
    );
    let place = package(places, [1, 2, 3], &[LATEST, whole]);
    assert_eq!(points(place.path(), &[2], &[]), "secret: 0.0 of 7.0, all: 0.0 of 7.0");
}

#[test]
fn a_malformed_package_of_2025_09_is_an_error_with_its_place() {
    let mut golden = Golden::new("points/a_malformed_package_of_2025_09_is_an_error_with_its_place");
    for g2 in [
        "max_score: many\n",
        "max_scor: 1\n",
        "full_feedback: true\n",
        "max_score: unbounded\n",
        "max_score: 1\nscore_aggregation: avg\n",
        "max_score: 1\nrequire_pass: secret/g3\n",
        "max_score: 1\nrequire_pass: secret/g1\n",
    ] {
        let files = [
            LATEST,
            (
                "data/secret/g1/test_group.yaml",
                "max_score: 1\nscore_aggregation: min\n",
            ),
            ("data/secret/g2/test_group.yaml", g2),
        ];
        let place = package(icpc, [2, 4], &files);
        golden.note(g2);
        golden.says(judged(place.path()));
    }
    golden.finish();
}

/// Names tests `Test01`, `Test02` and so on, each a folder.
fn themis(n: usize) -> [String; 2] {
    [format!("Test{n:02}/STONES.INP"), format!("Test{n:02}/STONES.OUT")]
}

/// Makes a folder of Themis with these settings, packed.
fn with_settings(xml: &str) -> tempfile::TempDir {
    let place = package(themis, [1, 2, 3], &[]);
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(xml.as_bytes(), 6);
    fs::write(place.path().join("Settings.cfg"), packed).unwrap();
    place
}

#[test]
fn each_test_of_themis_is_worth_its_mark() {
    let place = with_settings(
        "<ExamInformation Name=\"STONES\" InputFile=\"STONES.INP\" Mark=\"2\" TimeLimit=\"1\">\n\
         <TestCase Name=\"Test01\" Mark=\"-1\"/><TestCase Name=\"test03\" Mark=\"0,5\"/></ExamInformation>",
    );
    assert_eq!(points(place.path(), &[], &[]), "tests: 4.5 of 4.5, all: 4.5 of 4.5");
    assert_eq!(points(place.path(), &[2], &[]), "tests: 2.5 of 4.5, all: 2.5 of 4.5");
    assert_eq!(points(place.path(), &[1, 3], &[]), "tests: 2.0 of 4.5, all: 2.0 of 4.5");
}

#[test]
fn malformed_settings_of_themis_are_an_error() {
    let mut golden = Golden::new("points/malformed_settings_of_themis_are_an_error");
    for xml in [
        "<ExamInformation><TestCase Name='Test09' Mark='1'/></ExamInformation>",
        "<ExamInformation>\n<TestCase Name='Test01' Mark='x'/></ExamInformation>",
        "<ExamInformation><TestCase/></ExamInformation>",
        "<ExamInformation><TestCase Name='a'/><TestCase Name='A'/></ExamInformation>",
        "<ExamInformation></Exam>",
    ] {
        golden.note(xml);
        golden.says(judged(with_settings(xml).path()));
    }
    let place = package(themis, [1], &[("Settings.cfg", "x not packed")]);
    golden.says(judged(place.path()));
    let plain = package(themis, [1], &[("Settings.cfg", "[settings]\n")]);
    for place in [&plain, &with_settings("<Other/>")] {
        golden.says(judged(place.path()));
    }
    golden.finish();
}

/// Names tests `01`, `02` and so on, without endings.
fn polygon(n: usize) -> [String; 2] {
    [format!("tests/{n:02}"), format!("tests/{n:02}.a")]
}

/// Makes a package of Polygon with four tests, from the elements `test` and `group` of its descriptor.
fn with_descriptor(tests: &str, groups: &str) -> tempfile::TempDir {
    let xml = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\"?>\n<problem short-name=\"stones\">\n\
         <judging input-file=\"\" output-file=\"\">\n<testset name=\"pretests\"><tests><test points=\"9\"/></tests>\
         </testset>\n<testset name=\"tests\">\n<time-limit>1000</time-limit>\n<test-count>4</test-count>\n\
         <input-path-pattern>tests/%02d</input-path-pattern>\n<answer-path-pattern>tests/%02d.a</answer-path-pattern>\n\
         <tests>{tests}</tests>\n<groups>{groups}</groups>\n</testset>\n</judging>\n</problem>\n"
    );
    package(polygon, [1, 2, 3, 4], &[("problem.xml", &xml)])
}

/// A sample worth nothing and three tests in groups 1, 1 and 2.
const OF_POLYGON: &str = "<test sample=\"true\" group=\"0\" points=\"0.0\"/><test group=\"1\" points=\"40.0\"/>\
                          <test group=\"1\"/><test group=\"2\" points=\"60.0\"/>";

#[test]
fn groups_of_polygon_get_all_or_each_test_its_own() {
    let groups = "<group name=\"2\" points=\"60.0\" points-policy=\"each-test\" feedback-policy=\"icpc\">\
                  <dependencies><dependency group=\"1\"/></dependencies></group>\
                  <group name=\"1\" points=\"40.0\" points-policy=\"complete-group\"/>";
    let place = with_descriptor(OF_POLYGON, groups);
    for (wrong, expected) in [
        (
            &[][..],
            "0: 0.0 of 0.0, 1: 40.0 of 40.0, 2: 60.0 of 60.0, all: 100.0 of 100.0",
        ),
        (
            &[1],
            "0: 0.0 of 0.0, 1: 40.0 of 40.0, 2: 60.0 of 60.0, all: 100.0 of 100.0",
        ),
        (&[3], "0: 0.0 of 0.0, 1: 0.0 of 40.0, 2: 0.0 of 60.0, all: 0.0 of 100.0"),
        (
            &[4],
            "0: 0.0 of 0.0, 1: 40.0 of 40.0, 2: 0.0 of 60.0, all: 40.0 of 100.0",
        ),
    ] {
        assert_eq!(points(place.path(), wrong, &[]), expected, "{wrong:?}");
    }
    let tests = "<test/><test points=\"1\" group=\"a\"/><test points=\"2\" group=\"a\"/><test points=\"0.5\"/>";
    let place = with_descriptor(tests, "<group name=\"a\" points-policy=\"each-test\"/>");
    assert_eq!(
        points(place.path(), &[2], &[]),
        "alone: 0.5 of 0.5, a: 2.0 of 3.0, all: 2.5 of 3.5"
    );
    // The points belong to a group whose tests have none.
    let tests = "<test group=\"a\"/><test group=\"a\"/><test group=\"a\"/><test group=\"a\"/>";
    let place = with_descriptor(
        tests,
        "<group name=\"a\" points=\"7\" points-policy=\"complete-group\"/>",
    );
    assert_eq!(points(place.path(), &[], &[]), "a: 7.0 of 7.0, all: 7.0 of 7.0");
    assert_eq!(points(place.path(), &[1], &[]), "a: 0.0 of 7.0, all: 0.0 of 7.0");
}

#[test]
fn what_a_descriptor_of_polygon_leaves_open_is_not_counted() {
    let whole = |name: &str, rest: &str| format!("<group name=\"{name}\" points-policy=\"complete-group\" {rest}/>");
    let all = |groups: &str| whole("1", groups) + &whole("2", "");
    let five = format!("{OF_POLYGON}<test/>");
    let two = "<test points=\"1\"/><test/>";
    for (tests, groups, why) in [
        (OF_POLYGON, "", "group 1 has no `points-policy`"),
        (
            OF_POLYGON,
            "<group name=\"1\" points-policy=\"best\"/>",
            "gamesolve does not support the `points-policy` `best` of group 1",
        ),
        (
            OF_POLYGON,
            &all("points=\"30\""),
            "the tests of group 1 have 40 points, but the group has 30",
        ),
        (&five, &all(""), "the package lacks its test 5, `tests/05`"),
        (two, "", "it lists 2 of the 4 existing tests"),
    ] {
        let place = with_descriptor(tests, groups);
        let found = points(place.path(), &[], &[]);
        let source = path(place.path()).to_owned() + "/problem.xml";
        assert_eq!(found, format!("all: ({why} ({source}))"));
    }
    // Without points nothing is stated.
    let plain = with_descriptor("<test/><test/><test/><test/>", "");
    let other = package(polygon, [1], &[("problem.xml", "<recipe/>")]);
    for place in [&plain, &other] {
        let (report, code) = report_of(&["stones", path(place.path()), "--", "echo", "42"]);
        assert_eq!((&report["points"], code), (&Value::Null, 0));
    }
}

#[test]
fn malformed_descriptors_of_polygon_are_an_error() {
    let mut golden = Golden::new("points/malformed_descriptors_of_polygon_are_an_error");
    let needs = |name: &str, needed: &str| {
        format!(
            "<group name=\"{name}\" points-policy=\"each-test\"><dependencies><dependency group=\"{needed}\"/>\
             </dependencies></group>"
        )
    };
    let circle = needs("1", "2") + &needs("2", "1");
    let unknown = needs("1", "9");
    for (tests, groups) in [
        ("<test points=\"x\"/>", ""),
        ("<test points=\"-1\"/>", ""),
        (OF_POLYGON, &circle),
        (OF_POLYGON, &unknown),
        ("", "<group/>"),
        ("", "<group name=\"1\"/><group name=\"1\"/>"),
        (
            "",
            "<group name=\"1\"><dependencies><dependency/></dependencies></group>",
        ),
        ("<test></tests>", ""),
    ] {
        golden.says(judged(with_descriptor(tests, groups).path()));
    }
    let place = package(polygon, [1], &[("problem.xml", "<problem><judging>")]);
    golden.says(judged(place.path()));
    golden.finish();
}

/// Judges with a checker of a style that gives part of the points on testcase 2.
fn checked(place: &Path, style: &str, script: &str) -> Value {
    let checker = place.join("../").canonicalize().unwrap();
    let checker = tempfile::Builder::new()
        .prefix("chk")
        .tempfile_in(checker)
        .unwrap()
        .into_temp_path();
    fs::write(&checker, format!("#!/bin/sh\nread n < \"$1\"\n{script}\n")).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&checker, mode).unwrap();
    let options = [
        "--checker",
        path(&checker),
        "--checker-style",
        style,
        "--",
        "echo",
        "42",
    ];
    report_of(&[&["stones", path(place)], &options[..]].concat()).0
}

#[test]
fn a_checkers_part_of_the_points_counts_in_each_protocol() {
    let inits = "test_cases:\n- {points: 8, batched: [{in: 1.in}, {in: 2.in}]}\n- {points: 4, in: 3.in}\n";
    let dmoj = package(plain, [1, 2, 3], &[("init.yml", inits)]);
    let report = checked(
        dmoj.path(),
        "testlib",
        "[ $n = 2 ] && echo points 6 fine >&2 && exit 7; exit 0",
    );
    assert_eq!(short(&report), "1: 6.0 of 8.0, alone: 4.0 of 4.0, all: 10.0 of 12.0");
    assert_eq!(report["cases"][1]["verdict"], "WA");
    assert_eq!(report["cases"][1]["credit"], json!({"points": 6.0}));
    assert_eq!(report["cases"][1]["reason"], "part of the points (6 points): fine");
    let report = checked(dmoj.path(), "cms", "[ $n = 2 ] && echo 0.25 || echo 1.0");
    assert_eq!(short(&report), "1: 2.0 of 8.0, alone: 4.0 of 4.0, all: 6.0 of 12.0");
    assert_eq!(report["cases"][1]["credit"], json!({"share": 0.25}));
    let report = checked(dmoj.path(), "sinol", "echo OK; [ $n = 2 ] && echo && echo 75 || true");
    assert_eq!(short(&report), "1: 6.0 of 8.0, alone: 4.0 of 4.0, all: 10.0 of 12.0");
    let kattis = "[ $n = 2 ] && echo 0.5 > \"$3/score_multiplier.txt\"; exit 42";
    let report = checked(dmoj.path(), "kattis", kattis);
    assert_eq!(short(&report), "1: 4.0 of 8.0, alone: 4.0 of 4.0, all: 8.0 of 12.0");
    assert_eq!(report["cases"][1]["verdict"], "AC");
    let report = checked(
        dmoj.path(),
        "testlib",
        "[ $n = 2 ] && echo points 9 >&2 && exit 7; exit 0",
    );
    assert_eq!(
        short(&report),
        "1: (the checker gives 2 9 points, but the maximum is 8), alone: 4.0 of 4.0, all: (group 1 is not counted)"
    );
}

#[test]
fn a_group_of_sinol_is_rounded_up() {
    let place = package(sinol, [2, 3], &[("config.yml", "scores: {1: 99}\n")]);
    let report = checked(place.path(), "sinol", "echo OK; [ $n = 2 ] && echo && echo 50 || true");
    assert_eq!(short(&report), "1: 50.0 of 99.0, all: 50.0 of 99.0");
}

#[test]
fn a_checker_of_a_scoring_package_gives_the_points_itself() {
    let problem = ("problem.yaml", "type: scoring\nvalidation: custom score\n");
    let place = package(
        |n| [format!("data/secret/{n}.in"), format!("data/secret/{n}.ans")],
        [1, 2, 3],
        &[problem, ("data/testdata.yaml", "range: 0 30\n")],
    );
    let report = checked(place.path(), "kattis", "echo 1$n > \"$3/score.txt\"; exit 42");
    assert_eq!(
        short(&report),
        "secret: 36.0, all: (36 points exceed the maximum of 30)"
    );
    let report = checked(place.path(), "kattis", "echo $n > \"$3/score.txt\"; exit 42");
    assert_eq!(short(&report), "secret: 6.0, all: 6.0 of 30.0");
}

#[test]
fn groups_that_were_not_judged_whole_get_no_points() {
    let place = package(plain, [1, 2, 3, 4, 5, 6], &[("init.yml", DMOJ)]);
    let found = points(place.path(), &[], &["--case", "2", "--case", "3", "--case", "1"]);
    assert_eq!(
        found,
        "alone: 0.0 of 0.0, 1: 40.0 of 40.0, 2: (1 of 2 testcases was not judged), \
         alone-2: (2 of 2 testcases were not judged), all: (not all testcases were judged)"
    );
    let script = wrong_on(&[]);
    let output = judge(&["stones", path(place.path()), "--case", "2", "--", "sh", "-c", &script]);
    let shown = text(&output.stdout);
    fs::remove_file(place.path().join("3.out")).unwrap();
    let found = points(place.path(), &[], &["--allow-missing"]);
    for (text, part) in [
        (
            &shown,
            "\ngroup 1: 1 AC, points not counted: 1 of 2 testcases was not judged\n",
        ),
        (&shown, "\npoints: not counted: not all testcases were judged\n"),
        (&found, "1: (1 of 2 testcases was not judged)"),
    ] {
        assert!(text.contains(part), "{text}");
    }
    let found = points(place.path(), &[1], &["--allow-missing", "--fail-fast"]);
    assert!(found.ends_with("all: (not all testcases were judged)"), "{found}");
}

#[test]
fn a_program_that_does_not_compile_gets_nothing() {
    let place = package(
        plain,
        [1, 2],
        &[("init.yml", "test_cases: [{in: 1.in}, {in: 2.in, points: 3}]\n")],
    );
    fs::create_dir(place.path().join("invalid")).unwrap();
    let source = place.path().join("invalid/a.py");
    fs::write(&source, "def\n").unwrap();
    let (report, code) = report_of(&["stones", path(&source), path(place.path())]);
    assert_eq!(
        (short(&report), code),
        ("alone: 0.0 of 4.0, all: 0.0 of 4.0".to_owned(), 1)
    );
}

#[test]
fn every_format_of_report_has_the_points_and_no_job_changes_them() {
    let place = package(plain, [1, 2, 3, 4, 5, 6], &[("init.yml", DMOJ)]);
    let script = wrong_on(&[5]);
    let run = |format: &str, jobs: &str| {
        let options = ["--format", format, "-j", jobs, "--", "sh", "-c", &script];
        text(&judge(&[&["stones", path(place.path())], &options[..]].concat()).stdout)
    };
    for (format, expected) in [
        (
            "human",
            "\ngroup alone: 1 AC\ngroup 1: 2 AC, 40 of 40 points\ngroup 2: 1 AC, 50 of 50 points\n\
             group alone-2: 1 WA, 1 AC, 3 of 10 points\npoints: 93 of 100\n",
        ),
        ("tap", "\n# points of group alone-2: 3 of 10\n# points: 93 of 100\n"),
        (
            "junit",
            "<property name=\"points of group 2\" value=\"50 of 50\"/>\n            <property name=\"points of group alone-2\" value=\"3 of 10\"/>\n            <property name=\"points\" value=\"93 of 100\"/>\n",
        ),
    ] {
        let shown = run(format, "1");
        assert!(shown.contains(expected), "{shown}");
    }
    let points = |jobs: &str| -> Value {
        let report: Value = serde_json::from_str(&run("json", jobs)).unwrap();
        json!([report["points"], report["groups"]])
    };
    assert_eq!(points("1"), points("4"));
    assert_eq!(points("1")[0]["points"], 93.0);
}

#[test]
fn several_folders_state_no_points_together() {
    let [a, b] = [1, 2].map(|n| package(plain, [n], &[("init.yml", &format!("test_cases: [{{in: {n}.in}}]"))]));
    let (report, _) = report_of(&["stones", path(a.path()), path(b.path()), "--", "echo", "42"]);
    assert_eq!(report["points"], Value::Null);
}

#[test]
fn check_counts_the_points_of_the_solver_and_of_stored_outputs() {
    let init = "test_cases: [{in: 1.in, points: 30}, {in: 2.in, points: 70}]\n";
    let place = package(plain, [1, 2], &[("init.yml", init)]);
    for n in ["1", "2"] {
        let solved = gamesolve()
            .arg("stones")
            .arg(place.path().join(format!("{n}.in")))
            .output()
            .unwrap();
        fs::write(place.path().join(format!("{n}.out")), solved.stdout).unwrap();
    }
    let check = |outputs: Option<&Path>| {
        let mut command = gamesolve();
        command.args(["check", "stones", path(place.path()), "--format", "json"]);
        if let Some(outputs) = outputs {
            command.arg("--outputs").arg(outputs);
        }
        let shown = command.output().unwrap().stdout;
        short(&serde_json::from_slice(&shown).unwrap())
    };
    assert_eq!(check(None), "alone: 100.0 of 100.0, all: 100.0 of 100.0");
    let right = fs::read_to_string(place.path().join("2.out")).unwrap();
    let outputs = folder(&[("1.out", "wrong\n"), ("2.out", &right)]);
    assert_eq!(check(Some(outputs.path())), "alone: 70.0 of 100.0, all: 70.0 of 100.0");
    fs::write(place.path().join("init.yml"), "test_cases: [{in: 3.in}]\n").unwrap();
    gamesolve()
        .args(["check", "stones", path(place.path())])
        .assert()
        .code(2)
        .stdout("");
}

#[test]
fn the_cases_of_a_problem_have_groups_and_part_of_the_points() {
    let of = |arguments: &[&str]| report_of(&[arguments, &["--", "echo", "0"]].concat()).0;
    let embedded = of(&["stones"]);
    assert_eq!(embedded["points"]["points"], 0.0, "{}", short(&embedded));
    assert!(
        short(&embedded).starts_with("samples: 0.0 of 0.0, tiny: 0.0 of 40.0, "),
        "{}",
        short(&embedded)
    );
    // This program knows only the tiny testcases.
    let stored = super::support::root("testdata/stones");
    let right: Vec<String> = [
        "secret-01-random",
        "secret-02-random",
        "secret-04-lost",
        "secret-07-wide",
        "secret-10-empty",
        "secret-11-empty",
    ]
    .iter()
    .map(|name| {
        let input = fs::read_to_string(stored.join(format!("{name}.in"))).unwrap();
        let answer = fs::read_to_string(stored.join(format!("{name}.out"))).unwrap();
        format!("{}) echo {};;", input.lines().nth(1).unwrap(), answer.trim())
    })
    .collect();
    let script = format!("read n; read s; case $s in {} esac", right.join(" "));
    let report = report_of(&["stones", path(&stored), "--", "sh", "-c", &script]).0;
    assert!(short(&report).contains("tiny: 40.0 of 40.0, "), "{}", short(&report));
    assert!(short(&report).ends_with("all: 40.0 of 100.0"), "{}", short(&report));
    // They are the same in a folder that `gen` writes.
    let folder = tempfile::tempdir().unwrap();
    let written = gamesolve()
        .args(["gen", "stones", "--cases", "--dir", path(folder.path())])
        .output()
        .unwrap();
    assert_eq!(written.status.code(), Some(0), "{}", text(&written.stderr));
    let again = report_of(&["stones", path(folder.path()), "--", "sh", "-c", &script]).0;
    // Testcases of a list come last. If all are stored, they stand in the order of their names.
    let groups = |report: &Value| {
        let mut groups: Vec<String> = short(report).split(", ").map(str::to_owned).collect();
        groups.sort();
        groups
    };
    assert_eq!(groups(&again), groups(&report));
}

#[test]
fn groups_of_a_list_beside_cases_count_and_a_fault_in_them_is_one_error() {
    let cases = [
        ("1.in", "1\nX\n"),
        ("1.out", "42\n"),
        ("2.in", "2\nXX\n"),
        ("2.out", "42\n"),
    ];
    let with = |list: &str| folder(&[&cases[..], &[("cases.yaml", list)]].concat());
    let task = with("problem: stones\ngroups:\n- {name: a, points: 30, cases: ['1']}\n- {name: b, points: 70}\n");
    assert_eq!(
        points(task.path(), &[2], &[]),
        "a: 30.0 of 30.0, b: 0.0 of 70.0, all: 30.0 of 100.0"
    );
    let task = with("problem: stones\ngroups:\n- {name: a, points: 30, cases: ['1']}\n- {name: b, points: 60}\n");
    let output = judge(&["stones", path(task.path()), "--", "true"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "");
    let said = text(&output.stderr);
    for part in [
        "error: the points of the groups add up to 90, not 100\n",
        "cases.yaml:3:3",
    ] {
        assert!(said.contains(part), "{said}");
    }
}

/// Returns a package for each row of the table of points, and whether a wrong answer may leave out testcases.
fn rows_of_the_table() -> Vec<(&'static str, tempfile::TempDir, bool)> {
    let of_gamesolve = "problem: stones\ngroups:\n- {name: samples, points: 0, cases: ['1']}\n\
                        - {name: a, points: 30, cases: ['2', '3']}\n- {name: b, points: 70}\n";
    let of_sinol = "title: Nim\nscores: {1: 20, 2: 30, 3: 50}\nsubtask_dependencies: {2: [1]}\n";
    let of_cms = "#ST: 0\n1\n#ST: 40\n2\n3\n4\n#ST: 60\n5\n6\n";
    let of_themis = "<ExamInformation Name=\"STONES\" InputFile=\"STONES.INP\" Mark=\"2\" TimeLimit=\"1\"/>";
    let of_polygon = "<group name=\"2\" points=\"60.0\" points-policy=\"each-test\"><dependencies>\
                      <dependency group=\"1\"/></dependencies></group>\
                      <group name=\"1\" points=\"40.0\" points-policy=\"complete-group\"/>";
    let latest = |name, text| (name, text);
    let of_latest = [
        LATEST,
        latest(
            "data/secret/g1/test_group.yaml",
            "max_score: 40\nscore_aggregation: pass-fail\n",
        ),
        latest(
            "data/secret/g2/test_group.yaml",
            "max_score: 60\nscore_aggregation: min\nrequire_pass: secret/g1\n",
        ),
    ];
    let all = [1, 2, 3, 4, 5, 6];
    vec![
        ("gamesolve", package(plain, all, &[("cases.yaml", of_gamesolve)]), true),
        ("DMOJ", package(plain, all, &[("init.yml", DMOJ)]), true),
        ("sinol", package(sinol, all, &[("config.yml", of_sinol)]), true),
        ("CMS", package(cms, all, &[("gen/GEN", of_cms)]), true),
        ("Themis", with_settings(of_themis), false),
        ("Polygon", with_descriptor(OF_POLYGON, of_polygon), true),
        ("Kattis, legacy", package(icpc, all, &LEGACY), true),
        ("Kattis, 2025-09", package(icpc, all, &of_latest), true),
    ]
}

/// Returns the points, the worst verdict and the number of testcases left out of a program that is wrong on some
/// testcases and half right on others.
fn summary(place: &Path, wrong: &[usize], half: &[usize], options: &[&str]) -> (String, usize) {
    let list = |cases: &[usize]| cases.iter().fold(String::new(), |list, n| list + &format!("{n} "));
    let script = format!(
        "read n; case ' {}' in *\" $n \"*) echo 1; exit;; esac; case ' {}' in *\" $n \"*) echo 2;; *) echo 42;; esac",
        list(wrong),
        list(half)
    );
    let checker = folder(&[(
        "half.sh",
        "#!/bin/sh\nread n < \"$2\"; case $n in 42) exit 0;; 2) exit 66;; *) exit 1;; esac\n",
    )]);
    let checker = checker.path().join("half.sh");
    fs::set_permissions(&checker, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let options = [
        &["stones", path(place), "--checker", path(&checker)],
        options,
        &["--", "sh", "-c", &script],
    ]
    .concat();
    let (report, code) = report_of(&options);
    let verdicts = || {
        report["cases"]
            .as_array()
            .unwrap()
            .iter()
            .map(|case| case["verdict"].as_str().unwrap())
    };
    let worst = verdicts()
        .inspect(|code| assert_ne!(*code, "IE"))
        .filter(|code| !["AC", "LEFT"].contains(code))
        .max()
        .unwrap_or("AC");
    (
        format!("{} {worst} {code} {}", short(&report), report["accepted"]),
        verdicts().filter(|code| *code == "LEFT").count(),
    )
}

#[test]
fn testcases_left_out_change_no_point_exit_code_or_verdict() {
    for (format, place, may_leave_out) in rows_of_the_table() {
        let mut left_out = 0;
        for (wrong, half) in [(&[2][..], &[5][..]), (&[4], &[2]), (&[1], &[])] {
            let of = |options: &[&str]| summary(place.path(), wrong, half, options);
            let (all, none) = of(&["--all"]);
            assert_eq!(none, 0, "{format}");
            let mut found = Vec::new();
            for jobs in ["1", "2"] {
                let (some, count) = of(&["-j", jobs]);
                assert_eq!(some, all, "{format} {wrong:?} {half:?} {jobs}");
                found.push(count);
            }
            assert_eq!(found[0], found[1], "{format} {wrong:?}");
            left_out += found[0];
        }
        assert_eq!(left_out > 0, may_leave_out, "{format}");
    }
}

#[test]
fn nothing_is_left_out_if_all_verdicts_are_asked_for() {
    let place = package(plain, [1, 2, 3, 4, 5, 6], &[("init.yml", DMOJ)]);
    let count = |place: &Path, options: &[&str]| {
        let script = wrong_on(&[1, 2, 4]);
        let (report, _) = report_of(&[&["stones", path(place)], options, &["--", "sh", "-c", &script]].concat());
        let cases = report["cases"].as_array().unwrap();
        cases.iter().filter(|case| case["verdict"] == "LEFT").count()
    };
    assert_eq!(count(place.path(), &[]), 5);
    for options in [&["--all"][..], &["--expect", "WA"], &["--case", "*"]] {
        assert_eq!(count(place.path(), options), 0, "{options:?}");
    }
    let unstated = package(plain, [1, 2, 3], &[]);
    assert_eq!(count(unstated.path(), &[]), 0);
    // Its own judge takes the worst verdict of all testcases.
    let worst = (
        "data/testdata.yaml",
        "on_reject: continue\ngrader_flags: worst_error min\n",
    );
    let depends = package(icpc, [1, 2, 3, 4, 5], &[SCORING, worst]);
    assert_eq!(count(depends.path(), &[]), 0);
}

#[test]
fn every_report_says_which_testcases_are_left_out() {
    let place = package(plain, [1, 2, 3, 4, 5, 6], &[("init.yml", DMOJ)]);
    let run = |options: &[&str]| {
        let script = wrong_on(&[2]);
        text(&judge(&[&["stones", path(place.path())], options, &["--", "sh", "-c", &script]].concat()).stdout)
    };
    for (options, expected) in [
        (
            &[][..],
            "\n2 testcases left out: their group has failed (--all runs them)\n",
        ),
        (&["--rows"], "\ngroup 2: 1 LEFT, 0 of 50 points\n"),
        (&["--all"], " --all --case 2 -- "),
        (
            &["--format", "tap"],
            "\nok 3 - 3 # SKIP left out: its group has failed\n",
        ),
        (
            &["--format", "junit"],
            "<skipped message=\"left out: its group has failed\" type=\"LEFT\">",
        ),
        (
            &["--format", "json"],
            "\"verdict\": \"LEFT\",\n      \"fault\": null,\n      \"reason\": \"left out: its group has failed\"",
        ),
    ] {
        let shown = run(options);
        for (part, is_there) in [(expected, true), ("\n3  LEFT", false)] {
            assert_eq!(shown.contains(part), is_there, "{options:?}\n{shown}");
        }
    }
}
