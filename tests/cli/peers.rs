//! Pairs of inputs for rules that differ between judges. Each input gets the verdict of the package's own judge.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use serde_json::Value;

use super::golden::Golden;
use super::judge::{json, judge, path, text};
use super::package::{error, judged, of_shell, program, verdicts, zip};
use super::support::{folder, gamesolve, has, has_time, needs};

/// Returns the verdict of each submission with an unexpected one, and an empty text for the others.
fn found(task: &Path) -> Vec<(String, String)> {
    let (reports, _) = json(&[path(task), "--submissions", "--time", "20"]);
    let one = |report: &Value| {
        let found = report["expectation"]["found"].as_str().unwrap_or_default();
        (report["judged"].as_str().unwrap().to_owned(), found.to_owned())
    };
    reports.as_array().unwrap().iter().map(one).collect()
}

#[test]
fn kattis_and_domjudge_take_the_first_refused_case_and_others_the_worst() {
    needs!(has_time() && has("python3", "submissions in Python"));
    // It is wrong on the second testcase, and crashes on the next.
    let both = "n = int(input())\nprint(n if n == 1 else 1 // (n - 3))\n";
    let files = [
        ("problem.yaml", "name: x\n"),
        ("data/sample/1.in", "1\n"),
        ("data/sample/1.ans", "1\n"),
        ("data/secret/a/2.in", "2\n"),
        ("data/secret/a/2.ans", "2\n"),
        ("data/secret/b/3.in", "3\n"),
        ("data/secret/b/3.ans", "3\n"),
        ("submissions/wrong_answer/both.py", both),
    ];
    for (at, (others, wanted)) in [
        (&[][..], ""),
        (
            &[("problem.yaml", "name: x\nproblem_format_version: 2023-07-draft\n")][..],
            "",
        ),
        (&[("data/testdata.yaml", "on_reject: continue\n")], "RE"),
        (
            &[("data/testdata.yaml", "on_reject: continue\ngrader_flags: first_error\n")],
            "",
        ),
        (
            &[(
                "data/secret/testdata.yaml",
                "on_reject: continue\ngrader_flags: accept_if_any_accepted\n",
            )],
            "RE",
        ),
        (
            &[
                (
                    "data/testdata.yaml",
                    "on_reject: continue\ngrader_flags: always_accept\n",
                ),
                ("data/secret/a/testdata.yaml", "grader_flags: worst_error\n"),
            ],
            "AC",
        ),
        (&[("problem.yaml", "name: x\nproblem_format_version: 2025-09\n")], "RE"),
    ]
    .into_iter()
    .enumerate()
    {
        let task = folder(&[&files[..], others].concat());
        assert_eq!(found(task.path())[0].1, wanted, "{at}");
    }
    let domjudge = folder(&[&files[1..], &[("domjudge-problem.ini", "timelimit = 20\n")]].concat());
    assert_eq!(found(domjudge.path())[0].1, "");
}

#[test]
fn a_program_that_is_to_be_too_slow_is_judged_until_it_is() {
    needs!(has_time() && has("python3", "submissions in Python"));
    let late = "n = int(input())\nwhile n == 2: pass\nprint(0)\n";
    let task = folder(&[
        ("problem.yaml", "name: x\n"),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "1\n"),
        ("data/secret/2.in", "2\n"),
        ("data/secret/2.ans", "2\n"),
        ("data/secret/3.in", "3\n"),
        ("data/secret/3.ans", "3\n"),
        ("submissions/time_limit_exceeded/late.py", late),
    ]);
    let judged = |options: &[&str]| {
        let (reports, _) = json(&[&[path(task.path()), "--submissions", "--time", "1"], options].concat());
        let found = reports[0]["expectation"]["found"].as_str().unwrap_or_default();
        (verdicts(&reports[0]), found.to_owned())
    };
    let (cases, found) = judged(&[]);
    assert_eq!((&*cases, &*found), ("data/secret/1 WA, data/secret/2 TLE", ""));
    // The row has the verdict that was compared, although Kattis takes the first failure.
    let output = judge(&[path(task.path()), "--submissions", "--time", "1"]);
    let row = text(&output.stdout).lines().nth(1).unwrap_or_default().to_owned();
    assert!(row.contains("/time_limit_exceeded/late.py  TLE "), "{row}");
    let (cases, found) = judged(&["--fail-fast"]);
    assert_eq!((&*cases, &*found), ("data/secret/1 WA", "WA"));
}

#[test]
fn a_folder_of_2025_09_permits_its_own_verdict_alone_and_names_that_end_so_are_passed_over() {
    needs!(has_time() && has("python3", "submissions in Python"));
    let task = folder(&[
        ("problem.yaml", "name: x\nproblem_format_version: 2025-09\n"),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "1\n"),
        ("data/secret/2.in", "2\n"),
        ("data/secret/2.ans", "2\n"),
        (
            "submissions/run_time_error/both.py",
            "print(7)\n1 // (2 - int(input()))\n",
        ),
        (
            "submissions/run_time_error/one.py",
            "n = int(input())\n1 // (2 - n)\nprint(n)\n",
        ),
        ("submissions/accepted/x.disabled/x.py", "print(9)\n"),
        ("submissions/accepted/x.py.template", "print(9)\n"),
        ("submissions/accepted/y.py3", "print(input())\n"),
    ]);
    let found = found(task.path());
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(name, found)| (name.as_str(), found.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            ("submissions/accepted/y.py3", ""),
            ("submissions/run_time_error/both.py", "WA in data/secret/1"),
            ("submissions/run_time_error/one.py", ""),
        ]
    );
}

#[test]
fn a_mark_counts_where_the_folder_is_no_verdict_and_adds_to_one() {
    needs!(has_time() && has("python3", "submissions in Python"));
    let task = folder(&[
        ("problem.yaml", "name: x\n"),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "1\n"),
        (
            "submissions/rejected/a.py",
            "# @EXPECTED_RESULTS@: RUN-ERROR\nprint(0)\n",
        ),
        (
            "submissions/rejected/b.py",
            "# @EXPECTED_RESULTS@: wrong_answer, TIMELIMIT\nprint(0)\n",
        ),
        ("submissions/rejected/c.py", "print(0)\n"),
        (
            "submissions/mixed/d.py",
            "# @expected_results@: CORRECT, WRONG-ANSWER\nprint(1)\n",
        ),
        (
            "submissions/wrong_answer/e.py",
            "# @EXPECTED_RESULTS@: WRONG-ANSWER, RUN-ERROR\n1 / 0\n",
        ),
        (
            "submissions/wrong_answer/f.py",
            "# @EXPECTED_RESULTS@: TIMELIMIT\nprint(0)\n",
        ),
        (
            "submissions/accepted/g.py",
            "# @EXPECTED_RESULTS@: ACCEPTED\nprint(1)\n",
        ),
    ]);
    let met: Vec<String> = found(task.path())
        .into_iter()
        .map(|(name, found)| format!("{} {found}", &name["submissions/".len()..]))
        .collect();
    assert_eq!(
        met,
        [
            "accepted/g.py ",
            "mixed/d.py ",
            "rejected/a.py WA",
            "rejected/b.py ",
            "rejected/c.py ",
            "wrong_answer/e.py ",
            "wrong_answer/f.py ",
        ]
    );
    let said = text(&judge(&[path(task.path()), "--submissions", "--time", "20"]).stderr);
    let contradiction = "`submissions/wrong_answer/f.py` states `TIMELIMIT`, and its folder `wrong_answer`: both count";
    assert!(said.contains(contradiction), "{said}");
    assert_eq!(said.matches("both count").count(), 1, "{said}");
}

/// Makes a package of sinol with two groups and a checker for half of the points. The second group needs the first.
fn halves(stated: &str) -> tempfile::TempDir {
    let config = format!(
        "time_limit: 20000\nmemory_limit: 262144\nscores: {{1: 30, 2: 70}}\nsubtask_dependencies: {{2: [1]}}\n\
         sinol_expected_scores:\n{stated}"
    );
    folder(&[
        ("config.yml", config.as_str()),
        ("in/abc1a.in", "1\n"),
        ("out/abc1a.out", "1\n"),
        ("in/abc2a.in", "2\n"),
        ("out/abc2a.out", "2\n"),
        (
            "prog/abcchk.py",
            "import sys\nn, found = open(sys.argv[1]).read(), open(sys.argv[2]).read()\n\
             print('OK\\nhalf\\n50' if not found else 'OK' if n == found else 'WRONG')\n",
        ),
        ("prog/abc.py", "print(input())\n"),
        ("prog/abc1.py", ""),
        ("prog/abcb1.py", "n = input()\nprint(n if n == '2' else 0)\n"),
    ])
}

#[test]
fn a_group_of_sinol_has_the_status_of_its_worst_case_and_part_of_the_points_is_ok() {
    needs!(has_time() && has("python3", "a checker in Python"));
    let mut golden =
        Golden::new("peers/a_group_of_sinol_has_the_status_of_its_worst_case_and_part_of_the_points_is_ok");
    let all = |statuses: &str| {
        let of = |name: &str, [first, second]: [&str; 2]| {
            format!("  {name}:\n    expected:\n      1: {{points: 0, status: {first}}}\n      2: {second}\n")
        };
        let [a, b] = statuses.split_once(' ').map(|(a, b)| [a, b]).unwrap();
        of("abc1.py", [a, b]) + &of("abcb1.py", ["WA", "WA"]) + &of("abc.py", ["OK", "OK"])
    };
    // The wrong program's second group is right by itself, and loses its points because it needs the first.
    let task = halves(&all("OK OK"));
    assert!(found(task.path()).iter().all(|(_, found)| found.is_empty()));
    let task = halves(&all("OK WA"));
    let found = found(task.path());
    let differs: Vec<_> = found.iter().filter(|(_, found)| !found.is_empty()).collect();
    assert_eq!(differs, [&("prog/abc1.py".to_owned(), "OK in group 2".to_owned())]);
    let task = halves("  abc.py: {expected: {1: {status: GREAT}}}\n");
    golden.says(judged(task.path(), &["--submissions"]));
    let task = halves("  abc.py: {expected: {7: {status: OK}}}\n");
    golden.says(judged(task.path(), &["--submissions"]));
    golden.finish();
}

#[test]
fn limits_of_sinol_may_be_those_of_a_language() {
    needs!(has_time() && has("python3", "a program in Python"));
    let task = folder(&[
        (
            "config.yml",
            "time_limit: 1000\nmemory_limit: 65536\ntime_limits: {1: 2000}\n\
             override_limits: {py: {time_limit: 20000, memory_limit: 131072, memory_limits: {2: 262144}}, cpp: {}}\n",
        ),
        ("in/abc1.in", "1\n"),
        ("out/abc1.out", "1\n"),
        ("in/abc2.in", "2\n"),
        ("out/abc2.out", "2\n"),
        ("a.py", "print(input())\n"),
    ]);
    let limits = |report: &Value| {
        let conditions = &report["conditions"];
        (
            conditions["time_limit_ms"].as_f64().unwrap(),
            conditions["memory_limit_bytes"].as_u64().unwrap() >> 20,
        )
    };
    let program = task.path().join("a.py");
    let (report, code) = json(&[path(task.path()), path(&program)]);
    assert_eq!((code, limits(&report)), (0, (20_000.0, 128)), "{report}");
    assert_eq!(limits(&of_shell(task.path(), &[], "cat")), (1000.0, 64));
    let (report, _) = json(&[path(task.path()), path(&program), "--time", "7", "--memory", "99M"]);
    assert_eq!(limits(&report), (7000.0, 99));
}

#[test]
fn a_checker_has_its_say_on_an_empty_output() {
    let task = folder(&[("1.in", "1\n"), ("1.out", "1\n")]);
    program(task.path(), "chk", "echo 0.5; echo half >&2");
    let checker = task.path().join("chk");
    let named = ["--checker", path(&checker), "--checker-style", "cms"];
    for script in [":", "echo 7"] {
        let report = of_shell(task.path(), &named, script);
        assert_eq!(
            report["cases"][0]["reason"], "part of the points (50%): half",
            "{script}"
        );
        assert_eq!(report["cases"][0]["credit"]["share"], 0.5, "{script}");
        let is_empty = script == ":";
        let notes = report["cases"][0]["notes"].to_string();
        assert_eq!(notes.contains("printed nothing"), is_empty, "{notes}");
    }
    let report = of_shell(task.path(), &[], ":");
    assert_eq!(report["cases"][0]["reason"], "printed nothing");
}

#[test]
fn a_mark_of_the_byte_order_or_utf_16_in_a_case_is_no_fault_of_a_program() {
    let utf16 = |text: &str, mark: &[u8]| -> Vec<u8> {
        let units = text.encode_utf16().flat_map(u16::to_le_bytes);
        mark.iter().copied().chain(units).collect()
    };
    let marked = |text: &str| [b"\xef\xbb\xbf", text.as_bytes()].concat();
    let files: [(&str, [&str; 3]); 3] = [
        ("plain", ["1.in", "1.ans", "unused"]),
        ("Kattis", ["data/secret/1.in", "data/secret/1.ans", "problem.yaml"]),
        ("CMS", ["input/input0.txt", "output/output0.txt", "task.yaml"]),
    ];
    for (format, [input, answer, manifest]) in files {
        let names = "name: x\ninfile: ''\noutfile: ''\n";
        let manifest_text = if format == "CMS" { names } else { "name: x\n" };
        for (odd, bytes) in [
            (answer, marked("42\n")),
            (answer, utf16("42\n", b"\xff\xfe")),
            (answer, utf16("42\n", b"")),
            (input, marked("42\n")),
            (input, utf16("42\n", b"\xff\xfe")),
        ] {
            let task = folder(&[(input, "42\n"), (answer, "42\n"), (manifest, manifest_text)]);
            fs::write(task.path().join(odd), &bytes).unwrap();
            for script in ["read n; echo $((n))", "exit 1", "echo 7"] {
                let report = of_shell(task.path(), &[], script);
                let case = &report["cases"][0];
                let what = format!("{format} {odd} {script}: {case}");
                let notes = format!("{}{}", case["reason"], case["notes"]);
                assert!(notes.contains(odd), "{what}");
                let is_right = case["verdict"] == "AC" || case["fault"] == "bad case";
                assert!(is_right, "{what}");
            }
        }
        // A program that prints the mark too is right, and the report mentions the mark.
        let task = folder(&[(input, "42\n"), (answer, "\u{feff}42\n"), (manifest, manifest_text)]);
        let report = of_shell(task.path(), &[], "printf '\\357\\273\\27742\\n'");
        assert_eq!(report["cases"][0]["verdict"], "AC", "{format}: {report}");
        let notes = report["cases"][0]["notes"].to_string();
        assert!(notes.contains("begins with a byte order mark"), "{notes}");
    }
}

#[test]
fn a_number_may_stand_in_quotes_in_every_manifest() {
    let cases = |input: &'static str, answer: &'static str| [(input, "1\n"), (answer, "1\n")];
    let of = |files: &[(&str, &str)]| {
        let task = folder(files);
        let report = of_shell(task.path(), &[], "cat");
        (
            report["points"]["of"].clone(),
            report["conditions"]["time_limit_ms"].clone(),
        )
    };
    let icpc = cases("data/secret/1.in", "data/secret/1.ans");
    let yaml = "name: x\ntype: scoring\nlimits: {memory: '256', time_limit: \"3\"}\n";
    let legacy = [
        ("problem.yaml", yaml),
        ("data/secret/testdata.yaml", "accept_score: '30'\nrange: 0 30\n"),
    ];
    assert_eq!(of(&[&icpc[..], &legacy].concat()), (30.0.into(), 3000.0.into()));
    let yaml = "problem_format_version: 2025-09\nname: x\ntype: scoring\nlimits: {time_limit: '3'}\n";
    let latest = [
        ("problem.yaml", yaml),
        ("data/secret/test_group.yaml", "max_score: '30'\n"),
    ];
    assert_eq!(of(&[&icpc[..], &latest].concat()), (30.0.into(), 3000.0.into()));
    let dmoj = ("init.yml", "test_cases: [{in: 1.in, out: 1.out, points: '30'}]\n");
    assert_eq!(of(&[&cases("1.in", "1.out")[..], &[dmoj]].concat()).0, 30.0);
    let sinol = ("config.yml", "time_limit: '3000'\nscores: {'1': \"30\"}\n");
    let task = of(&[&cases("in/abc1.in", "out/abc1.out")[..], &[sinol]].concat());
    assert_eq!(task, (30.0.into(), 3000.0.into()));
    let cms = (
        "task.yaml",
        "name: x\ntime_limit: '3'\ntotal_value: '30'\ninfile: ''\noutfile: ''\n",
    );
    let task = of(&[&cases("input/input0.txt", "output/output0.txt")[..], &[cms]].concat());
    assert_eq!(task, (30.0.into(), 3000.0.into()));
    let wrong = folder(&[&icpc[..], &[("problem.yaml", "name: x\nlimits: {memory: 'much'}\n")]].concat());
    let why = error(wrong.path(), &["--", "cat"]);
    assert!(
        why.starts_with("error: `memory` must be a number, found `much`\n"),
        "{why}"
    );
}

#[test]
fn a_folder_or_an_archive_of_several_packages_is_refused_and_names_them() {
    let mut golden = Golden::new("peers/a_folder_or_an_archive_of_several_packages_is_refused_and_names_them");
    let contest = folder(&[
        ("c/a/problem.yaml", "name: a\n"),
        ("c/a/data/secret/1.in", "1\n"),
        ("c/a/data/secret/1.ans", "1\n"),
        ("c/deep/b/init.yml", "test_cases: [{in: 1.in, out: 1.out}]\n"),
        ("c/deep/b/1.in", "1\n"),
        ("c/deep/b/1.out", "1\n"),
    ]);
    let place = contest.path().join("c");
    golden.says(judged(&place, &["--", "cat"]));
    let output = gamesolve()
        .args(["export", path(&place), "--format", "loose", "-o"])
        .arg(contest.path().join("new"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(!contest.path().join("new").exists());
    let files = [
        ("a/problem.yaml", "name: a\n"),
        ("a/data/secret/1.in", "1\n"),
        ("a/data/secret/1.ans", "1\n"),
        ("b/problem.yaml", "name: b\n"),
        ("b/data/secret/1.in", "1\n"),
        ("b/data/secret/1.ans", "1\n"),
    ];
    fs::write(contest.path().join("c.zip"), zip(&files)).unwrap();
    golden.says(judged(&contest.path().join("c.zip"), &["--", "cat"]));
    // A package alone in a folder is that package, in an archive as elsewhere.
    fs::write(contest.path().join("one.zip"), zip(&files[..3])).unwrap();
    let report = of_shell(&contest.path().join("one.zip"), &[], "cat");
    assert_eq!(verdicts(&report), "data/secret/1 AC");
    // The user may state the place of the testcases.
    let pair = "a/data/secret/%.in=a/data/secret/%.ans";
    assert_eq!(verdicts(&of_shell(&place, &["--pair", pair], "cat")), "1 AC");
    golden.finish();
}

#[test]
fn a_link_that_leads_out_of_a_package_is_refused_by_name_and_copied_nowhere() {
    let kattis: &[(&str, &str)] = &[
        ("problem.yaml", "name: x\n"),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "1\n"),
    ];
    let dmoj: &[(&str, &str)] = &[
        ("init.yml", "test_cases: [{in: 1.in, out: 1.out}]\n"),
        ("1.in", "1\n"),
        ("1.out", "1\n"),
    ];
    let cms: &[(&str, &str)] = &[
        ("task.yaml", "name: x\ninfile: ''\noutfile: ''\n"),
        ("input/input0.txt", "1\n"),
        ("output/output0.txt", "1\n"),
    ];
    let loose: &[(&str, &str)] = &[("1.in", "1\n"), ("1.out", "1\n")];
    for (files, link) in [
        (kattis, "data/secret/2.in"),
        (kattis, "data/secret/1.ans"),
        (kattis, "data/secret/testdata.yaml"),
        (kattis, "data/testdata.yaml"),
        (kattis, "problem.yaml"),
        (kattis, ".timelimit"),
        (kattis, "problem_statement/problem.en.tex"),
        (kattis, "input_validators/a.py"),
        (kattis, "submissions/submissions.yaml"),
        (dmoj, "1.in"),
        (dmoj, "1.out"),
        (dmoj, "init.yml"),
        (cms, "input/input0.txt"),
        (cms, "gen/GEN"),
        (cms, "statement/statement.pdf"),
        (loose, "1.out"),
        (loose, "cases.yaml"),
        (loose, "more/2.in"),
    ] {
        let place = folder(&[("secret", "SECRETKEY abc\n")]);
        let task = place.path().join("task");
        for (name, content) in files {
            let file = task.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, content).unwrap();
        }
        let at = task.join(link);
        fs::create_dir_all(at.parent().unwrap()).unwrap();
        let _ = fs::remove_file(&at);
        symlink(place.path().join("secret"), &at).unwrap();
        let judged = judge(&[path(&task), "--", "cat"]);
        let new = place.path().join("new");
        let exported = gamesolve()
            .args(["export", path(&task), "--format", "loose", "-o"])
            .arg(&new)
            .output()
            .unwrap();
        for output in [judged, exported] {
            let said = text(&output.stderr);
            assert_eq!(
                (output.status.code(), text(&output.stdout)),
                (Some(2), String::new()),
                "{link}: {said}"
            );
            for (part, is_there) in [(&*format!("{link}`"), true), ("link", true), ("SECRETKEY", false)] {
                assert_eq!(said.contains(part), is_there, "{link}: {said}");
            }
        }
        assert!(!new.exists(), "{link}");
    }
    // The folder is a link, and another link stays inside.
    let place = folder(&[
        ("other/1.in", "1\n"),
        ("other/1.ans", "1\n"),
        ("task/problem.yaml", "name: x\n"),
    ]);
    let task = place.path().join("task");
    symlink("../other", task.join("data")).unwrap();
    fs::create_dir(place.path().join("other/secret")).unwrap();
    fs::rename(place.path().join("other/1.in"), place.path().join("other/secret/1.in")).unwrap();
    fs::rename(
        place.path().join("other/1.ans"),
        place.path().join("other/secret/1.ans"),
    )
    .unwrap();
    let why = error(&task, &["--", "cat"]);
    assert!(
        why.contains("data/secret` is a link out of its package or folder"),
        "{why}"
    );
    fs::remove_file(task.join("data")).unwrap();
    fs::create_dir(task.join("data")).unwrap();
    fs::rename(place.path().join("other/secret"), task.join("data/secret")).unwrap();
    symlink("1.in", task.join("data/secret/2.in")).unwrap();
    symlink("1.ans", task.join("data/secret/2.ans")).unwrap();
    assert_eq!(
        verdicts(&of_shell(&task, &[], "cat")),
        "data/secret/1 AC, data/secret/2 AC"
    );
}

/// DMOJ rejects `java.math` by a hint, which a note names: the verdict does not depend on it.
#[test]
fn java_programs_are_judged_if_dmoj_hints_at_no_big_numbers() {
    needs!(has("javac", "the hint `nobigmath`"));
    let plain = "System.out.println(s.nextInt() + s.nextInt());";
    let big = "System.out.println(new java.math.BigInteger(s.next()).add(new java.math.BigInteger(s.next())));";
    for (hints, line) in [
        ("[nobigmath]", plain),
        ("nobigmath", big),
        ("[unicode, nobigmath]", plain),
    ] {
        let source = format!(
            "public class Sum {{ public static void main(String[] a) {{ \
             java.util.Scanner s = new java.util.Scanner(System.in); {line} }} }}\n"
        );
        let task = folder(&[
            (
                "init.yml",
                &format!("hints: {hints}\ntest_cases: [{{in: 1.in, out: 1.out}}]\n"),
            ),
            ("1.in", "2 3\n"),
            ("1.out", "5\n"),
            ("Sum.java", &source),
        ]);
        let program = task.path().join("Sum.java");
        let (report, code) = json(&[path(task.path()), path(&program), "--time", "20", "--memory", "2G"]);
        assert_eq!((verdicts(&report).as_str(), code), ("1 AC", 0), "{report}");
        assert!(
            report["remarks"]
                .to_string()
                .contains("`hints` in init.yml is ignored: DMOJ's rules"),
            "{report}"
        );
    }
}

#[test]
fn what_another_judge_forbids_or_has_beside_is_refused_by_name_before_anything_runs() {
    let mut golden =
        Golden::new("peers/what_another_judge_forbids_or_has_beside_is_refused_by_name_before_anything_runs");
    let dmoj = |init: &str, checker: &str| {
        folder(&[
            ("init.yml", &format!("{init}test_cases: [{{in: 1.in, out: 1.out}}]\n")),
            ("1.in", "1\n"),
            ("1.out", "1\n"),
            ("chk.py", checker),
        ])
    };
    let function = "\ndef check(process_output, judge_output, **kwargs):\n    return True\n";
    for import in [
        "from dmoj.result import Result",
        "from dmoj.checkers import bridged",
        "import dmoj.judgeenv as env",
        "import os, dmoj.graders",
        "try:\n    from dmoj.graders.standard import StandardGrader\nexcept ImportError:\n    pass",
        "from dmoj.checkers import (\n    standard,  # as usual\n    bridged,\n)",
    ] {
        let task = dmoj("checker: chk.py\n", &format!("{import}{function}"));
        golden.says(judged(task.path(), &["--", "cat"]));
    }
    let validators = folder(&[
        ("problem.yaml", "name: x\nvalidation: custom\n"),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "1\n"),
        ("output_validators/a.py", "import sys\nsys.exit(42)\n"),
        ("output_validators/b.py", "import sys\nsys.exit(42)\n"),
    ]);
    golden.says(judged(validators.path(), &["--", "cat"]));
    let checker = folder(&[
        ("info.toml", "tests = [{ name = 'a.cpp', number = 1 }]\n"),
        ("gen/a.cpp", ""),
        ("in/a_00.in", "1\n"),
        ("out/a_00.out", "1\n"),
    ]);
    golden.says(judged(checker.path(), &["--", "cat"]));
    let pair = ["--pair", "in/%.in=out/%.out", "--compare", "tokens", "--", "cat"];
    assert_eq!(
        judge(&[&[path(checker.path())], &pair[..]].concat()).status.code(),
        Some(0)
    );
    fs::remove_dir_all(checker.path().join("in")).unwrap();
    fs::remove_dir_all(checker.path().join("out")).unwrap();
    golden.says(judged(checker.path(), &["--compare", "tokens", "--", "cat"]));
    golden.finish();
}

#[test]
fn a_problem_of_library_checker_is_judged_by_its_checker_and_its_solutions_as_it_says() {
    needs!(has_time() && has("g++", "a checker in C++"));
    // This checker takes every number with the parity of the answer.
    let checker = "#include <fstream>\n#include \"testlib.h\"\n#include \"params.h\"\n\
                   int main(int, char** names) {\n    long long found = 0, right = 0;\n    std::ifstream(names[2]) >> found;\n\
                   std::ifstream(names[3]) >> right;\n    return (found - right) % PARITY == 0 ? ACCEPTED : 1;\n}\n";
    let program = |expression: &str| {
        format!(
            "#include <cstdio>\nint main() {{\n    long long n;\n    std::scanf(\"%lld\", &n);\n    {expression}\n}}\n"
        )
    };
    let info = "title = 'Same Parity'\ntimelimit = 5.0\n[[tests]]\n    name = 'example.in'\n    number = 1\n[[tests]]\n    \
                name = 'random.cpp'\n    number = 1\n[[solutions]]\n    name = 'wrong.cpp'\n    expect = 'WA'\n[[solutions]]\n    \
                name = 'crash.cpp'\n    expect = 'RE'\n[params]\n    PARITY = 2\n";
    let place = folder(&[
        ("common/testlib.h", "const int ACCEPTED = 0;\n"),
        ("math/parity/info.toml", info),
        ("math/parity/params.h", "#define PARITY (long long)2\n"),
        ("math/parity/checker.cpp", checker),
        ("math/parity/gen/random.cpp", ""),
        ("math/parity/in/example_00.in", "1\n"),
        ("math/parity/out/example_00.out", "1\n"),
        ("math/parity/in/random_00.in", "4\n"),
        ("math/parity/out/random_00.out", "4\n"),
        (
            "math/parity/sol/correct.cpp",
            &program("std::printf(\"%lld\\n\", n + 2);"),
        ),
        (
            "math/parity/sol/wrong.cpp",
            &program("std::printf(\"%lld\\n\", n + n % 2);"),
        ),
        ("math/parity/sol/crash.cpp", &program("return n == 4;")),
    ]);
    let task = place.path().join("math/parity");
    let correct = task.join("sol/correct.cpp");
    let (report, code) = json(&[path(&task), path(&correct)]);
    assert_eq!((verdicts(&report), code), ("example_00 AC, random_00 AC".to_owned(), 0));
    assert_eq!(
        found(&task).iter().filter(|(_, found)| !found.is_empty()).count(),
        0,
        "{:?}",
        found(&task)
    );
}

#[test]
fn the_checkers_of_dmoj_may_be_called_by_others() {
    needs!(has_time() && has("python3", "a checker of DMOJ in Python"));
    for (call, output, code) in [
        ("standard.check(p, j)", "1  2", 0),
        ("standard.check(p, j)", "12", 1),
        ("easy.check(p, j)", "2 1", 0),
        ("easy.check(p, j)", "2 2", 1),
        ("floats.check(p, j, precision=2)", "1.001 2", 0),
        ("floats.check(p, j, precision=2)", "1.1 2", 1),
        ("floatsabs.check(p, j, precision=2)", "1.001 2", 0),
        ("floatsrel.check(p, j, precision=2)", "1.001 x", 1),
        ("identical.check(p, j)", "1 2", 0),
        ("identical.check(p, j)", "1  2", 1),
        ("rstripped.check(p, j)", "1 2 ", 0),
        ("rstripped.check(p, j)", " 1 2", 1),
        ("sorted.check(p, j, split_on='whitespace')", "2 1", 0),
        ("sorted.check(p, j)", "2 1", 1),
        ("unordered.check(p, j)", "2 1", 0),
        ("linecount.check(p, j, **k)", "1 2", 0),
        ("linecount.check(p, j, **k)", "1 2 3", 1),
        ("linematches.check(p, j, point_distribution=[3], **k)", "1 2", 0),
        ("linematches.check(p, j, point_distribution=[3], **k)", "1", 1),
    ] {
        let (name, _) = call.split_once('.').unwrap();
        let checker = format!("from dmoj.checkers import {name}\ndef check(p, j, **k):\n    return {call}\n");
        let task = folder(&[
            ("init.yml", "checker: chk.py\ntest_cases: [{in: 1.in, out: 1.out}]\n"),
            ("1.in", "1\n"),
            ("1.out", "1 2\n"),
            ("chk.py", &checker),
        ]);
        let script = format!("echo '{output}'");
        let (report, found) = json(&[path(task.path()), "--", "sh", "-c", &script]);
        assert_eq!(found, code, "{call} {output}: {}", report["cases"][0]);
    }
    // A named checker is not searched before it runs.
    let task = folder(&[
        ("1.in", "1\n"),
        ("1.out", "1\n"),
        (
            "chk.py",
            "from dmoj.graders import x\ndef check(p, j, **k):\n    return True\n",
        ),
    ]);
    let checker = task.path().join("chk.py");
    let named = ["--checker", path(&checker), "--checker-style", "dmoj-python"];
    let report = of_shell(task.path(), &named, "cat");
    let reason = report["cases"][0]["reason"].as_str().unwrap();
    for (part, is_there) in [("imports something of `dmoj`", true), ("Traceback", false)] {
        assert_eq!(reason.contains(part), is_there, "{reason}");
    }
}

#[test]
fn groups_of_a_draft_may_have_the_keys_of_its_successor() {
    let files = [
        (
            "problem.yaml",
            "problem_format_version: 2023-07-draft\ntype: scoring\nname: x\n",
        ),
        ("data/secret/testdata.yaml", "scoring:\n  aggregation: sum\n"),
        (
            "data/secret/g1/testdata.yaml",
            "scoring:\n  score: 30\n  aggregation: min\n",
        ),
        ("data/secret/g1/1.in", "1\n"),
        ("data/secret/g1/1.ans", "1\n"),
        ("data/secret/g2/testdata.yaml", "scoring:\n  score: 70\n"),
        ("data/secret/g2/2.in", "2\n"),
        ("data/secret/g2/2.ans", "2\n"),
    ];
    let task = folder(&files);
    let report = of_shell(task.path(), &[], "echo 1");
    assert_eq!(
        (&report["points"]["points"], &report["points"]["of"]),
        (&30.0.into(), &100.0.into())
    );
    assert_eq!(report["remarks"], Value::Null);
    fs::write(
        task.path().join("data/secret/g1/testdata.yaml"),
        "scoring:\n  score: 30\n  sum: 1\n",
    )
    .unwrap();
    let why = error(task.path(), &["--", "cat"]);
    assert!(why.starts_with("error: unknown key `sum` in this file\n"), "{why}");
    let legacy = folder(&[&files[1..], &[("problem.yaml", "type: scoring\nname: x\n")]].concat());
    let why = error(legacy.path(), &["--", "cat"]);
    assert!(why.starts_with("error: unknown key `scoring` in this file\n"), "{why}");
}

#[test]
fn no_message_about_a_submission_shows_a_folder_of_ours() {
    let empty = folder(&[]);
    let archive = empty.path().join("task.zip");
    let files = [
        ("1.in", "1\n"),
        ("1.out", "1\n"),
        ("submissions/accepted/a.py", "print(1)\n"),
    ];
    fs::write(&archive, zip(&files)).unwrap();
    for (task, name) in [("nim", "accepted/xor.cpp"), (path(&archive), "accepted/a.py")] {
        let output = gamesolve()
            .args(["judge", task, "--submissions"])
            .env("PATH", empty.path())
            .output()
            .unwrap();
        let said = text(&output.stderr) + &text(&output.stdout);
        for (part, is_there) in [(&*format!("skipped: `{name}`: "), true), ("gamesolve-run", false)] {
            assert_eq!(said.contains(part), is_there, "{said}");
        }
    }
}
