//! The verb `check`: layouts, errors, formats and exit statuses.

use std::fs;

use assert_cmd::assert::Assert;
use predicates::prelude::*;
use tempfile::TempDir;

use crate::support::{folder, gamesolve, root};

/// A strip and its answer.
const STRIP: &str = "4\n.X.X\n";
const ANSWER: &str = "1\n";

/// Runs `gamesolve check` in a folder.
fn check(folder: &TempDir, args: &[&str]) -> Assert {
    let mut command = gamesolve();
    command.current_dir(folder).arg("check").args(args).assert()
}

/// Returns the lines about the testcases in a human report.
fn case_lines(assert: &Assert) -> Vec<String> {
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let lines = text.lines().take_while(|line| !line.is_empty());
    lines
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

#[test]
fn every_layout_is_checked() {
    let layouts: [(&[&str], &str); 9] = [
        (&["1.in", "1.out"], "1"),
        (&["1.in", "1.ans"], "1"),
        (&["1.INP", "1.OUT"], "1"),
        (
            &["STONES/Test01/STONES.INP", "STONES/Test01/STONES.OUT"],
            "STONES/Test01/STONES",
        ),
        (&["in/sto1a.in", "out/sto1a.out"], "sto1a"),
        (&["input/input0.txt", "output/output0.txt"], "input0"),
        (&["input0.txt", "output0.txt"], "input0"),
        (&["data/secret/g1/1.in", "data/secret/g1/1.ans"], "data/secret/g1/1"),
        (&["tests/01", "tests/01.a"], "tests/01"),
    ];
    for (files, name) in layouts {
        let folder = folder(&[(files[0], STRIP), (files[1], ANSWER)]);
        let right = check(&folder, &["stones", "."]).success().stderr("");
        assert_eq!(case_lines(&right), [format!("{name} AC")]);
        fs::write(folder.path().join(files[1]), "2\n").unwrap();
        let wrong = check(&folder, &["stones", "."]).code(1).stderr("");
        let expected = format!("{name} WA line 1, token 1: the file says `2`, the right answer is `1`");
        assert_eq!(case_lines(&wrong), [expected]);
    }
}

#[test]
fn outputs_are_of_the_cases_of_one_folder() {
    let folder = folder(&[
        ("a/1.in", STRIP),
        ("a/1.out", ANSWER),
        ("b/2.in", STRIP),
        ("b/2.out", ANSWER),
        ("mine/1.out", ANSWER),
    ]);
    check(&folder, &["stones", "a", "--outputs", "mine"]).success();
    check(&folder, &["stones", "a", "b", "--outputs", "mine"])
        .code(2)
        .stdout("")
        .stderr(predicate::str::contains(
            "`--outputs` takes the testcases of one folder, but you gave several",
        ));
}

#[test]
fn whatever_is_wrong_with_the_files_is_listed_and_nothing_judged() {
    let folder = folder(&[
        ("t/a.in", STRIP),
        ("t/b.out", ANSWER),
        ("t/c.in", STRIP),
        ("t/C.IN", STRIP),
        ("t/c.out", ANSWER),
        ("t/d.in", STRIP),
        ("t/d.out", ANSWER),
        ("empty/readme", ""),
    ]);
    check(&folder, &["stones", "t", "empty"]).code(2).stdout("").stderr(
        "error: `t/C.IN` and `t/c.in` are both the input of testcase `C`\n\
         error: no testcases in `empty`: expected files such as `1.in` and `1.out`\n\
         error: `t/a.in` has no answer\n\
         error: `t/b.out` has no input\n\
         hint: `--allow-missing` skips incomplete testcases\n",
    );
    let gone = check(&folder, &["stones", "nowhere"]).code(2).stdout("");
    gone.stderr("error: there is no file or folder `nowhere`\n");
    check(&folder, &["stones", "empty/readme"])
        .code(2)
        .stdout("")
        .stderr("error: `empty/readme` is neither an input nor an answer by its name\n");
}

#[test]
fn nothing_to_judge_is_never_accepted() {
    let folder = folder(&[("a.in", STRIP), ("checker/x.in", STRIP), ("checker/x.out", ANSWER)]);
    check(&folder, &["stones", ".", "--allow-missing"])
        .code(2)
        .stdout("")
        .stderr("error: the only testcase is incomplete\n");
    fs::remove_file(folder.path().join("a.in")).unwrap();
    check(&folder, &["stones", ".", "--allow-missing"])
        .code(2)
        .stdout("")
        .stderr("error: no testcases in `.`: expected files such as `1.in` and `1.out`\n");
}

#[test]
fn incomplete_cases_are_skipped_on_request() {
    let folder = folder(&[("1.in", STRIP), ("1.out", ANSWER), ("2.in", STRIP), ("3.out", ANSWER)]);
    let assert = check(&folder, &["stones", ".", "--allow-missing"]).success().stderr("");
    assert_eq!(
        case_lines(&assert),
        ["1 AC", "2 SKIP `./2.in` has no answer", "3 SKIP `./3.out` has no input"]
    );
}

#[cfg(unix)]
#[test]
fn a_link_in_a_circle_is_an_error_and_not_an_endless_run() {
    let folder = folder(&[("t/1.in", STRIP), ("t/1.out", ANSWER)]);
    std::os::unix::fs::symlink("..", folder.path().join("t/up")).unwrap();
    check(&folder, &["stones", "t"])
        .code(2)
        .stdout("")
        .stderr(predicate::str::starts_with("error: `t/up` is a link back to `"));
}

#[cfg(unix)]
#[test]
fn names_of_any_bytes_work_and_are_shown_escaped() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = folder(&[
        ("a b.in", STRIP),
        ("a b.out", ANSWER),
        ("-x.in", STRIP),
        ("-x.out", ANSWER),
    ]);
    for (name, content) in [(b"\xff\n\x1b.in".as_slice(), STRIP), (b"\xff\n\x1b.out", "7\n")] {
        fs::write(folder.path().join(OsStr::from_bytes(name)), content).unwrap();
    }
    let assert = check(&folder, &["stones", "."]).code(1).stderr("");
    assert_eq!(
        case_lines(&assert),
        [
            "-x AC",
            "\\xff\\n\\x1b WA line 1, token 1: the file says `7`, the right answer is `1`",
            "a b AC"
        ]
    );
    let assert = check(&folder, &["stones", "--", "-x.in"]).success();
    assert_eq!(case_lines(&assert), ["-x AC"]);
}

#[test]
fn the_problem_is_told_from_the_names_where_it_can_be() {
    let cases = folder(&[
        ("Stones/1.in", STRIP),
        ("Stones/1.out", ANSWER),
        ("x/Test1/Stones.in", STRIP),
        ("x/Test1/Stones.out", ANSWER),
        ("y/1.in", STRIP),
        ("y/1.out", ANSWER),
        ("game/stones/1.in", STRIP),
        ("game/stones/1.out", ANSWER),
    ]);
    for path in ["Stones", "Stones/1.in", "x", "x/Test1/Stones.out"] {
        check(&cases, &[path])
            .success()
            .stdout(predicate::str::contains("1 testcase of stones: 1 AC\n"));
    }
    let mut inside = gamesolve();
    inside
        .current_dir(cases.path().join("Stones"))
        .args(["check", "."])
        .assert()
        .success();
    check(&cases, &["y"])
        .code(2)
        .stdout("")
        .stderr("error: cannot tell which problem `y` belongs to\nhint: gamesolve check stones y\n");
    check(&cases, &["game/stones"]).code(2).stdout("").stderr(
        "error: cannot tell the problem, because the paths contain `game` and `stones`\n\
         hint: name it: `gamesolve check stones game/stones`\n",
    );
    check(&cases, &["stonse", "y"])
        .code(2)
        .stdout("")
        .stderr(predicate::str::starts_with(
            "error: there is no problem, file or folder `stonse`\nhint: did you mean `stones`?\n",
        ));
}

#[test]
fn the_list_states_the_problem_and_a_hint_names_only_fitting_ones() {
    let groups = "problem: nim\ngroups:\n  - {name: all, points: 100}\n";
    let heaps = "2\n7 6\n";
    let cases = folder(&[
        ("a/cases.yaml", groups),
        ("a/1.in", heaps),
        ("a/1.out", "1\n1 6\n"),
        ("nim of Ann/1.in", heaps),
        ("nim of Ann/1.out", "1\n1 6\n"),
        ("b/1.in", "words\n"),
        ("b/1.out", "1\n"),
    ]);
    check(&cases, &["a"]).success().stdout(predicate::str::contains(
        "\npoints: 100 of 100\n1 testcase of nim: 1 AC\n",
    ));
    for (typed, hint) in [
        ("nim of Ann", "gamesolve check nim 'nim of Ann'\n"),
        (
            "b",
            "gamesolve check PROBLEM b, with a name from `gamesolve list` as PROBLEM\n",
        ),
    ] {
        let message = format!("error: cannot tell which problem `{typed}` belongs to\nhint: {hint}");
        check(&cases, &[typed]).code(2).stdout("").stderr(message);
    }
    let shifted = folder(&[("06.inp", heaps), ("6.out", "1\n1 6\n")]);
    check(&shifted, &["nim", "."]).code(2).stdout("").stderr(
        "error: `./06.inp` has no answer, but `./6.out` may be it: give both the same name\n\
         error: `./6.out` has no input, but `./06.inp` may be it: give both the same name\n\
         hint: `--allow-missing` skips incomplete testcases\n",
    );
    let message = "error: there is no problem, file or folder `Nim`\nhint: did you mean `nim`?\n";
    check(&cases, &["Nim", "a"]).code(2).stdout("").stderr(message);
}

#[test]
fn cases_of_several_problems_are_each_checked_with_their_own() {
    let heaps = "2\n1 1\n";
    let cases = folder(&[
        ("all/stones/Test1/x.in", STRIP),
        ("all/stones/Test1/x.out", ANSWER),
        ("all/Nim/in/a.in", heaps),
        ("all/Nim/out/a.out", "0\n"),
        ("plain/1.in", STRIP),
        ("plain/1.out", ANSWER),
        ("names/Stones.in", STRIP),
        ("names/Stones.out", ANSWER),
        ("names/stones-02.in", STRIP),
        ("names/stones-02.out", ANSWER),
        ("names/nim1a.in", heaps),
        ("names/nim1a.out", "5\n"),
        ("names/cat-mouse-ii_1.in", "[\"CMF\"]\n1\n1\n"),
        ("names/cat-mouse-ii_1.out", "true\n"),
    ]);
    let checked = check(&cases, &["all"]).success();
    let rule = "the same tokens in the same order, as testlib's wcmp";
    let stdout = String::from_utf8(checked.get_output().stdout.clone()).unwrap();
    assert_eq!(
        stdout,
        format!(
            "Nim/a           AC\nstones/Test1/x  AC\n\n2 testcases of stones, nim: 2 AC\n\
             judged: the built-in solver, by `tokens`: {rule}\n"
        )
    );
    let wrong = "nim1a WA line 1, token 1: the file says `5`, the right answer is `0`";
    assert_eq!(
        case_lines(&check(&cases, &["names"]).code(1)),
        ["Stones AC", "cat-mouse-ii_1 AC", wrong, "stones-02 AC"]
    );
    check(&cases, &["all/stones", "all/Nim"]).success();
    check(&cases, &["all/stones", "names/nim1a.out"]).code(1);
    // If the second folder's names give no problem, the first folder decides.
    let both = check(&cases, &["all/stones", "plain"]).success();
    both.stdout(predicate::str::contains("2 testcases of stones: 2 AC"));
    let outputs = ["--outputs", "all"];
    check(&cases, &[&["all"][..], &outputs].concat()).success();
}

#[test]
fn the_checkers_of_several_problems_are_all_named() {
    let cases = folder(&[("stones/1.in", STRIP), ("stones/1.out", ANSWER)]);
    for ending in ["in", "out"] {
        let path = root("testdata/lgame/sample-02").with_extension(ending);
        let to = cases.path().join("lgame").join("1").with_extension(ending);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(path, to).unwrap();
    }
    let rules = "2 testcases of lgame, stones: 2 AC\njudged: the built-in solver, by `checker, tokens`: any output that is \
                 right by the problem's rules; the same tokens in the same order, as testlib's wcmp\n";
    let stands = predicate::str::ends_with(rules);
    check(&cases, &["."]).success().stdout(stands);
    let compared = check(&cases, &[".", "--compare", "exact"]).code(2);
    compared.stderr(predicate::str::starts_with(
        "error: cannot compare outputs of `lgame` by `exact`, because ",
    ));
    let variant = check(&cases, &[".", "--reach", "3"]).code(2);
    variant.stderr("error: `lgame` has no variant `--reach`\n");
}

#[test]
fn where_the_problem_of_some_cases_cannot_be_told_all_that_was_found_is_listed() {
    let cases = folder(&[
        ("stones/1.in", STRIP),
        ("stones/1.out", ANSWER),
        ("stones/2.in", STRIP),
        ("stones/2.out", ANSWER),
        ("nim/pas/1.in", STRIP),
        ("nim/pas/1.out", ANSWER),
        ("y/stonesome.in", STRIP),
        ("y/stonesome.out", ANSWER),
    ]);
    check(&cases, &["."]).code(2).stdout("").stderr(
        "error: cannot tell the problems of 4 testcases. Their paths contain\n  \
         no problem: 1 testcase, such as `y/stonesome`\n  `pas` and `nim`: 1 testcase, such as `nim/pas/1`\n  \
         `stones`: 2 testcases, such as `stones/1`\n\
         hint: name folders or files like the problems in `gamesolve list`, or name one problem and its files\n",
    );
}

#[test]
fn names_as_they_are_written_go_before_other_letter_case() {
    // `game` is a file name of another problem too, but the given name comes first.
    let cases = folder(&[("game/1.in", "x\n"), ("game/1.out", ANSWER)]);
    check(&cases, &["game/1.in"])
        .code(2)
        .stdout(predicate::str::contains(" of game: 1 IE\n"));
    // `STONES` is a file name of another problem, and `stones` and `Stones` are not.
    let cases = folder(&[("STONES/1.in", "5\n"), ("STONES/1.out", "")]);
    check(&cases, &["STONES"]).stdout(predicate::str::contains(" of stone-transfer: "));
    let cases = folder(&[("sToNeS/1.in", STRIP), ("sToNeS/1.out", ANSWER)]);
    check(&cases, &["sToNeS"])
        .code(2)
        .stdout("")
        .stderr(predicate::str::starts_with(
            "error: cannot tell the problem, because the paths contain `stones` and `stone-transfer`\n",
        ));
    let cases = folder(&[("NIM/1.in", "x\n"), ("NIM/1.out", ANSWER)]);
    check(&cases, &["NIM"])
        .code(2)
        .stdout(predicate::str::contains(" of nim: 1 IE\n"));
}

/// The hint of a command without testcases works as it stands, in an empty folder and beside a folder of testcases.
#[test]
fn the_hint_for_missing_testcases_is_a_command_that_works() {
    let folder = folder(&[]);
    let commands = [
        "make some by gamesolve gen nim --cases --dir tests",
        "gamesolve check nim tests",
    ];
    for command in commands {
        check(&folder, &["nim"])
            .code(2)
            .stdout("")
            .stderr(format!("error: missing testcases of `nim`\nhint: {command}\n"));
        let words: Vec<&str> = command
            .split(' ')
            .skip_while(|word| *word != "gamesolve")
            .skip(1)
            .collect();
        gamesolve().current_dir(&folder).args(words).assert().success();
    }
}

#[test]
fn a_problems_name_is_never_taken_for_a_folder() {
    let folder = folder(&[
        ("stones/1.in", STRIP),
        ("stones/1.out", ANSWER),
        ("y/1.in", STRIP),
        ("y/1.out", ANSWER),
    ]);
    let hint = "hint: `stones` means the problem, and `./stones` means the folder\n";
    check(&folder, &["stones"])
        .code(2)
        .stdout("")
        .stderr(format!("error: missing testcases of `stones`\n{hint}"));
    check(&folder, &["stones", "y"]).success().stderr(hint);
    check(&folder, &["./stones"]).success().stderr("");
    check(&folder, &["stones", "stones"]).success().stderr("");
}

#[test]
fn stored_outputs_are_judged_instead_of_the_solver() {
    let folder = folder(&[
        ("t/1.in", STRIP),
        ("t/1.out", "5\n"),
        ("t/2.in", STRIP),
        ("t/2.out", "6\n"),
        ("mine/1.OUT", "5"),
        ("mine/2.ans", "6 6"),
        ("mine/unused.out", ""),
    ]);
    let assert = check(&folder, &["stones", "t", "--outputs", "mine"]).code(1).stderr("");
    assert_eq!(
        case_lines(&assert),
        ["1 AC", "2 WA line 1, token 2: expected end of output, found `6`"]
    );
    assert.stdout(predicate::str::contains("judged: the outputs in `mine`, by `tokens`: "));
    fs::remove_file(folder.path().join("mine/2.ans")).unwrap();
    check(&folder, &["stones", "t", "--outputs", "mine"])
        .code(2)
        .stdout("")
        .stderr("error: `2` has no output\nhint: `--allow-missing` skips incomplete testcases\n");
    let skipped = check(&folder, &["stones", "t", "--outputs", "mine", "--allow-missing"]).success();
    assert_eq!(case_lines(&skipped), ["1 AC", "2 SKIP `2` has no output"]);
    let gone = check(&folder, &["stones", "t", "--outputs", "nowhere"])
        .code(2)
        .stdout("");
    gone.stderr("error: there is no file or folder `nowhere`\n");
}

#[test]
fn the_comparison_can_be_chosen_and_is_named() {
    let folder = folder(&[("t/1.in", STRIP), ("t/1.out", "1\n"), ("mine/1.out", "\n1\n")]);
    let run = |policy: &str| check(&folder, &["stones", "t", "--outputs", "mine", "--compare", policy]);
    for policy in ["tokens", "icpc", "dmoj"] {
        run(policy)
            .success()
            .stdout(predicate::str::contains(format!("by `{policy}`: ")));
    }
    for policy in ["lines", "exact", "oi", "cms", "themis"] {
        run(policy)
            .code(1)
            .stdout(predicate::str::contains("  PE  "))
            .stdout(predicate::str::contains("; would pass under tokens, icpc, dmoj\n"));
    }
    run("nonsense").code(2).stdout("");
}

#[test]
fn a_malformed_input_is_a_bad_case_with_its_place() {
    let folder = folder(&[
        ("1.in", "4\n.X.\n"),
        ("1.out", ANSWER),
        ("2.in", STRIP),
        ("2.out", "9\n"),
    ]);
    let assert = check(&folder, &["stones", "."]).code(2).stderr("");
    let lines = case_lines(&assert);
    assert!(lines[0].starts_with("1 IE (bad case) error: "), "{lines:?}");
    assert_eq!(lines[1], "--> ./1.in:2:4");
    assert!(
        lines.last().unwrap().starts_with("2 WA "),
        "the other cases are judged: {lines:?}"
    );
}

#[test]
fn a_case_that_needs_too_much_memory_is_refused_whatever_the_jobs() {
    for jobs in ["-j1", "-j2"] {
        let mut command = gamesolve();
        command
            .current_dir(root(""))
            .args(["check", "testdata/game", "--memory-limit", "10", jobs]);
        command
            .assert()
            .code(4)
            .stdout(predicate::str::contains("IE (refused)"))
            .stdout(predicate::str::contains("the budget is 10 B"))
            .stderr("");
    }
}

#[test]
fn jobs_do_not_shrink_the_budget_of_a_case() {
    let limit = |bytes: u64, jobs: &str| {
        let mut command = gamesolve();
        let bytes = bytes.to_string();
        command
            .current_dir(root(""))
            .args(["check", "testdata/game", "--memory-limit", &bytes, jobs]);
        command.output().unwrap()
    };
    // Search for the least budget that is enough for one testcase at a time.
    let (mut low, mut high) = (0, 1 << 30);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if limit(middle, "-j1").status.success() {
            high = middle;
        } else {
            low = middle;
        }
    }
    assert_eq!(limit(high, "-j8"), limit(high, "-j1"));
    assert!(limit(high, "-j8").status.success());
}

/// Checks three testcases, one with a wrong answer and one without an answer.
fn small(folder: &TempDir, format: &str, jobs: &str) -> String {
    let assert = check(folder, &["stones", "t", "--allow-missing", "--format", format, jobs]);
    String::from_utf8(assert.code(1).stderr("").get_output().stdout.clone()).unwrap()
}

#[test]
fn each_format_is_this() {
    let folder = folder(&[
        ("t/1.in", STRIP),
        ("t/1.out", ANSWER),
        ("t/g<&/2.in", STRIP),
        ("t/g<&/2.out", "2\n"),
        ("t/3.in", STRIP),
    ]);
    assert_eq!(
        small(&folder, "human", "-j1"),
        "1     AC\n\
         3     SKIP  `t/3.in` has no answer\n\
         g<&/2  WA    line 1, token 1: the file says `2`, the right answer is `1`\n\n"
            .replace("1     AC", "1      AC")
            .replace("3     SKIP", "3      SKIP")
            + "3 testcases of stones: 1 WA, 1 AC, 1 SKIP\n\
               judged: the built-in solver, by `tokens`: the same tokens in the same order, as testlib's wcmp\n"
    );
    assert_eq!(
        small(&folder, "json", "-j1"),
        r#"{
  "version": 1,
  "problem": "stones",
  "judged": "the built-in solver",
  "rule": "tokens",
  "rule_says": "the same tokens in the same order, as testlib's wcmp",
  "accepted": false,
  "interrupted": false,
  "conditions": null,
  "replay": null,
  "summary": {
    "cases": 3,
    "verdicts": {
      "AC": 1,
      "SKIP": 1,
      "WA": 1
    }
  },
  "points": null,
  "groups": [],
  "cases": [
    {
      "name": "1",
      "group": null,
      "verdict": "AC",
      "fault": null,
      "reason": null,
      "credit": null,
      "test": null,
      "time_ms": null,
      "memory_bytes": null,
      "notes": []
    },
    {
      "name": "3",
      "group": null,
      "verdict": "SKIP",
      "fault": null,
      "reason": "`t/3.in` has no answer",
      "credit": null,
      "test": null,
      "time_ms": null,
      "memory_bytes": null,
      "notes": []
    },
    {
      "name": "g<&/2",
      "group": null,
      "verdict": "WA",
      "fault": null,
      "reason": "line 1, token 1: expected `2`, found `1`",
      "credit": null,
      "test": null,
      "time_ms": null,
      "memory_bytes": null,
      "notes": []
    }
  ]
}
"#
    );
    assert_eq!(
        small(&folder, "junit", "-j1"),
        r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="gamesolve" tests="3" skipped="1" failures="1" errors="0">
    <testsuite name="stones" tests="3" skipped="1" errors="0" failures="1">
        <properties>
            <property name="judged" value="the built-in solver"/>
            <property name="rule" value="tokens"/>
        </properties>
        <testcase name="1" classname="stones"/>
        <testcase name="3" classname="stones">
            <skipped message="`t/3.in` has no answer" type="SKIP">`t/3.in` has no answer</skipped>
        </testcase>
        <testcase name="g&lt;&amp;/2" classname="stones">
            <failure message="line 1, token 1: expected `2`, found `1`" type="WA">line 1, token 1: expected `2`, found `1`</failure>
        </testcase>
    </testsuite>
</testsuites>
"#
    );
    assert_eq!(
        small(&folder, "tap", "-j1"),
        r#"TAP version 14
1..3
ok 1 - 1
ok 2 - 3 # SKIP `t/3.in` has no answer
not ok 3 - g<&/2
  ---
  verdict: "WA"
  reason: "line 1, token 1: expected `2`, found `1`"
  ...
"#
    );
}

#[test]
fn the_number_of_jobs_changes_no_byte() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("t")).unwrap();
    let write = |name: String, content: &str| fs::write(folder.path().join("t").join(name), content).unwrap();
    for i in 0..300 {
        write(format!("{i}.in"), STRIP);
        if i % 7 > 0 {
            write(format!("{i}.out"), if i % 5 > 0 { ANSWER } else { "3\n" });
        }
    }
    for format in ["human", "json", "junit", "tap"] {
        let one = small(&folder, format, "-j1");
        assert!(one.lines().count() >= 300);
        assert_eq!(one, small(&folder, format, "-j8"));
    }
}

#[test]
fn a_report_into_a_closed_pipe_ends_quietly() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    for i in 0..2000 {
        for (ending, content) in [("in", STRIP), ("out", ANSWER)] {
            let path = folder.path().join(format!("{i:0100}.{ending}"));
            fs::write(path, content).unwrap();
        }
    }
    // The output exceeds a pipe, and nobody reads it.
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("gamesolve"))
        .args(["check", "stones"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(141));
    assert_eq!(output.stderr, b"");
}

#[test]
fn a_variant_of_the_rules_reaches_the_solver() {
    let folder = folder(&[("1.in", "5\n....X\n"), ("1.out", "1\n")]);
    let lines = |args: &[&str]| {
        let mut all = vec!["stones", "."];
        all.extend(args);
        case_lines(&check(&folder, &all))
    };
    assert_eq!(lines(&[]), lines(&["--reach", "2"]));
    let wide = gamesolve()
        .current_dir(&folder)
        .args(["stones", "1.in", "--reach", "3"])
        .output()
        .unwrap();
    fs::write(folder.path().join("1.out"), &wide.stdout).unwrap();
    assert_ne!(
        lines(&[]),
        lines(&["--reach", "3"]),
        "one of the two has another answer"
    );
    assert_eq!(lines(&["--reach", "3"]), ["1 AC"]);
    check(&folder, &["game", ".", "--reach", "3"]).code(2).stdout("");
}

#[test]
fn the_first_wrong_test_inside_an_input_is_named() {
    let folder = folder(&[("1.in", "1 5 1\n3\n1\n5\n6\n"), ("1.out", "1\n2\n1\n")]);
    assert_eq!(
        case_lines(&check(&folder, &["pas", "."]).code(1)),
        ["1 WA test 2 of 3: line 2, token 1: the file says `2`, the right answer is `1`"]
    );
}

#[test]
fn where_several_outputs_are_right_the_rules_judge_them_and_the_stored_answer() {
    let input = fs::read_to_string(root("testdata/lgame/sample-01.in")).unwrap();
    let answer = fs::read_to_string(root("testdata/lgame/sample-01.out")).unwrap();
    let wrong = "No winning move\nDraw\n";
    let folder = folder(&[
        ("t/1.in", &input),
        ("t/1.out", &answer),
        ("mine/1.out", &answer.replace('\n', " \n")),
    ]);
    let lines = |code, args: &[&str]| case_lines(&check(&folder, args).code(code).stderr(""));
    let mine = ["lgame", "t", "--outputs", "mine"];
    assert_eq!(lines(0, &["lgame", "t"]), ["1 AC"]);
    assert_eq!(lines(0, &mine), ["1 AC"]);
    fs::write(folder.path().join("mine/1.out"), wrong).unwrap();
    assert!(lines(1, &mine)[0].starts_with("1 WA "));
    fs::write(folder.path().join("t/1.out"), wrong).unwrap();
    for args in [&mine[..], &["lgame", "t"]] {
        assert!(lines(3, args)[0].starts_with("1 IE (stored answer is wrong) "));
    }
    let compared = check(&folder, &["lgame", "t", "--compare", "exact"]);
    compared.code(2).stdout("").stderr(
        "error: cannot compare outputs of `lgame` by `exact`, because several outputs are right\n\
         hint: leave out `--compare`, so that the rules of the game decide\n",
    );
}

#[test]
fn input_and_answer_swapped_in_a_case_are_told() {
    let hint = "hint: input and answer are swapped in this testcase";
    let stands = predicate::str::contains(hint);
    let boards = |name: &str| fs::read_to_string(root(&format!("testdata/lgame/{name}"))).unwrap();
    let drawn = boards("sample-02.in");
    let verdict = boards("sample-02.out");
    for (slug, input, answer) in [("stones", STRIP, ANSWER), ("lgame", &drawn, &verdict)] {
        let folder = folder(&[("1.in", answer), ("1.out", input)]);
        let checked = check(&folder, &[slug, "1.in"]);
        checked.code(2).stdout(stands.clone());
        fs::write(folder.path().join("1.out"), "x\n").unwrap();
        let checked = check(&folder, &[slug, "1.in"]);
        checked.code(2).stdout(stands.clone().not());
    }
    let other = folder(&[("1.in", "2\n"), ("1.out", STRIP)]);
    check(&other, &["stones", "1.in"]).code(2).stdout(stands.not());
}
