//! Points per test group, from the files of each layout, through the real binary.
#![cfg(unix)]

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::golden::Golden;
use super::judge::{json as report_of, path, text};
use super::sessions::sessions;
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

/// Names testcase `n` `nim<group><letter>`, with two in each group but 0.
fn sinol(n: usize) -> [String; 2] {
    let name = ["0", "1a", "1b", "2a", "2b", "3"][n - 1];
    [format!("in/nim{name}.in"), format!("out/nim{name}.out")]
}

fn cms(n: usize) -> [String; 2] {
    let number = n - 1;
    [format!("input/input{number}.txt"), format!("output/output{number}.txt")]
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

const LATEST: (&str, &str) = (
    "problem.yaml",
    "problem_format_version: 2025-09\nname: Nim\ntype: [scoring]\n",
);

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

sessions! {
    a_dmoj_batch_needs_its_cases_and_dependencies
    a_case_in_two_dmoj_batches_counts_in_both
    a_case_that_is_not_listed_is_not_judged
    a_folder_that_states_no_points_gets_none
    a_group_of_cms_needs_all_cases_behind_its_line
    a_sinol_group_needs_its_cases_and_dependencies
    a_legacy_package_grades_its_groups_by_their_flags
    a_malformed_config_of_sinol_is_an_error_with_its_place
    a_malformed_file_of_points_is_one_error_with_its_place
    a_malformed_gen_of_cms_is_an_error_with_its_place
    a_malformed_legacy_package_is_an_error_with_its_place
    a_malformed_package_of_2025_09_is_an_error_with_its_place
    a_2025_09_package_gives_points_by_aggregation
    a_program_that_does_not_compile_gets_nothing
    every_case_worth_nothing_stops_all_that_comes_after_it
    every_mode_of_the_legacy_grader_counts_as_it_says
    groups_beside_cases_count_and_a_fault_is_one_error
    groups_of_polygon_get_all_or_each_test_its_own
    groups_that_were_not_judged_whole_get_no_points
    malformed_descriptors_of_polygon_are_an_error
    nothing_is_left_out_if_all_verdicts_are_asked_for
    secret_without_groups_is_worth_a_hundred_in_equal_parts
    several_folders_state_no_points_together
    the_points_of_dmoj_are_one_unless_stated_for_all
    what_a_descriptor_of_polygon_leaves_open_is_not_counted
    points_for_time_are_reported_as_not_taken
    every_report_says_which_testcases_are_left_out
    every_report_has_the_same_points_with_any_jobs
}
