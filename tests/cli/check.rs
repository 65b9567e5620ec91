//! The verb `check`: layouts, errors, formats and exit statuses.

use std::fs;

use assert_cmd::assert::Assert;
use predicates::prelude::*;
use tempfile::TempDir;

use crate::sessions::sessions;
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
fn a_case_of_too_much_memory_is_refused_with_any_jobs() {
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

sessions! {
    every_layout_is_checked
    outputs_are_of_the_cases_of_one_folder
    all_faults_of_the_files_are_listed_and_nothing_judged
    nothing_to_judge_is_never_accepted
    incomplete_cases_are_skipped_on_request
    a_link_in_a_circle_is_an_error_and_not_an_endless_run
    the_problem_is_told_from_the_names_where_it_can_be
    the_list_states_the_problem_and_hints_fit_it
    cases_of_several_problems_are_each_checked_with_their_own
    the_checkers_of_several_problems_are_all_named
    cases_of_unknown_problems_are_all_listed
    names_as_they_are_written_go_before_other_letter_case
    the_hint_for_missing_testcases_is_a_command_that_works
    a_problems_name_is_never_taken_for_a_folder
    stored_outputs_are_judged_instead_of_the_solver
    the_comparison_can_be_chosen_and_is_named
    a_malformed_input_is_a_bad_case_with_its_place
    each_format_is_this
    a_variant_of_the_rules_reaches_the_solver
    the_first_wrong_test_inside_an_input_is_named
    the_rules_judge_outputs_if_several_are_right
    input_and_answer_swapped_in_a_case_are_told
}
