//! The command line of solving: files, streams, exit statuses, silence.

use std::fs;

use predicates::prelude::*;

use crate::support::{gamesolve, root};

const STRIP: &str = "4\n.X.X\n";

#[test]
fn standard_input_is_solved_to_standard_output() {
    gamesolve()
        .arg("stones")
        .write_stdin(STRIP)
        .assert()
        .success()
        .stdout("1\n")
        .stderr("");
    gamesolve()
        .args(["stones", "-"])
        .write_stdin(STRIP)
        .assert()
        .success()
        .stdout("1\n")
        .stderr("");
}

#[test]
fn the_defaults_may_be_spelt_out() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("good"), STRIP).unwrap();
    fs::write(folder.path().join("bad"), "4\n.X\n").unwrap();
    let output = |args: &[&str]| {
        let mut command = gamesolve();
        command.current_dir(&folder).arg("stones").args(args);
        command.write_stdin(STRIP).output().unwrap()
    };
    for (rest, code) in [
        (&[][..], 0),
        (&["good"], 0),
        (&["bad"], 2),
        (&["missing"], 2),
        (&["."], 2),
        (&[""], 2),
        (&["good", "bad"], 2),
    ] {
        let plain = output(rest);
        let spelt_out = output(&[&["--max-input-bytes=1G"], rest].concat());
        assert_eq!(plain, spelt_out, "{rest:?}");
        assert_eq!(plain.status.code(), Some(code), "{rest:?}");
    }
}

#[test]
fn a_file_is_solved_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Stones.in"), STRIP).unwrap();
    let mut command = gamesolve();
    command
        .current_dir(&folder)
        .args(["stones", "Stones.in", "-o", "Stones.out"]);
    command.assert().success().stdout("").stderr("");
    assert_eq!(fs::read_to_string(folder.path().join("Stones.out")).unwrap(), "1\n");
}

#[test]
fn contest_files_are_found_whatever_their_case() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("STONES.IN"), STRIP).unwrap();
    gamesolve()
        .current_dir(&folder)
        .args(["stones", "--contest-files"])
        .assert()
        .success()
        .stdout("")
        .stderr("");
    assert_eq!(fs::read_to_string(folder.path().join("Stones.out")).unwrap(), "1\n");
    fs::rename(folder.path().join("Stones.out"), folder.path().join("stones.OUT")).unwrap();
    fs::write(folder.path().join("STONES.IN"), "1\n.\n").unwrap();
    // In another letter case, our file name may belong to another task.
    gamesolve()
        .current_dir(&folder)
        .args(["stones", "--contest-files"])
        .assert()
        .success()
        .stdout("")
        .stderr("note: the answer is in `Stones.out`. `stones.OUT` stays as it is\n");
    assert_eq!(fs::read_to_string(folder.path().join("stones.OUT")).unwrap(), "1\n");
    assert_eq!(fs::read_to_string(folder.path().join("Stones.out")).unwrap(), "0\n");
    // If ours is there, no message is needed.
    gamesolve()
        .current_dir(&folder)
        .args(["stones", "--contest-files"])
        .assert()
        .success()
        .stderr("");
}

#[test]
fn two_contest_files_that_differ_in_case_are_not_guessed() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["STONES.IN", "stones.in"] {
        fs::write(folder.path().join(name), STRIP).unwrap();
    }
    let mut command = gamesolve();
    command.current_dir(&folder).args(["stones", "--contest-files"]);
    command.assert().code(2).stdout("").stderr(
        "error: `STONES.IN` and `stones.in` could both be `Stones.in`\nhint: gamesolve stones STONES.IN -o \
         Stones.out\n",
    );
    assert!(!folder.path().join("Stones.out").exists());
}

#[test]
fn missing_contest_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = gamesolve();
    command.current_dir(&folder).args(["stones", "--contest-files"]);
    command
        .assert()
        .code(2)
        .stdout("")
        .stderr("error: there is no `Stones.in` in the current folder\n");
}

#[test]
fn a_bad_input_leaves_the_output_file_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in"), "4\n.X.\n").unwrap();
    fs::write(folder.path().join("out"), "precious").unwrap();
    gamesolve()
        .current_dir(&folder)
        .args(["stones", "in", "-o", "out"])
        .assert()
        .code(2)
        .stdout("");
    assert_eq!(fs::read_to_string(folder.path().join("out")).unwrap(), "precious");
}

#[test]
fn one_file_cannot_be_input_and_output() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("both"), STRIP).unwrap();
    fs::hard_link(folder.path().join("both"), folder.path().join("again")).unwrap();
    for output in ["./both", "again"] {
        let mut command = gamesolve();
        command.current_dir(&folder).args(["stones", "both", "-o", output]);
        command
            .assert()
            .code(2)
            .stdout("")
            .stderr(format!("error: `{output}` is both input and output\n"));
        assert_eq!(fs::read_to_string(folder.path().join("both")).unwrap(), STRIP);
        #[cfg(target_os = "linux")]
        {
            for words in [&["stones", "-o", output][..], &["stones", "-", "-o", output]] {
                let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("gamesolve"));
                let input = fs::File::open(folder.path().join("both")).unwrap();
                command.current_dir(&folder).args(words).stdin(input);
                assert_eq!(command.status().unwrap().code(), Some(2));
                assert_eq!(fs::read_to_string(folder.path().join("both")).unwrap(), STRIP);
            }
        }
    }
}

#[test]
fn an_unknown_problem_is_a_usage_error_with_a_suggestion() {
    gamesolve()
        .arg("stonse")
        .assert()
        .code(2)
        .stdout("")
        .stderr(predicate::str::contains("hint: gamesolve stones\n"));
    gamesolve()
        .assert()
        .code(2)
        .stdout("")
        .stderr(predicate::str::contains("Usage:"));
}

#[test]
fn help_lists_every_problem_and_every_verb() {
    let mut help = gamesolve().arg("--help").assert().success().stderr("");
    for entry in gamesolve::problems::REGISTRY {
        help = help.stdout(predicate::str::contains(format!("\n  {} ", entry.meta().slug)));
    }
    for verb in gamesolve::cli::verb_names() {
        help = help.stdout(predicate::str::contains(format!("\n  {verb} ")));
    }
}

#[test]
fn a_variant_of_another_problem_is_refused() {
    let mut command = gamesolve();
    command.args(["validate", "stones", "--loopy"]).write_stdin(STRIP);
    command
        .assert()
        .code(2)
        .stdout("")
        .stderr("error: `stones` has no variant `--loopy`\n");
}

#[test]
fn too_little_memory_is_a_refusal_with_both_figures() {
    let input = root("testdata/game/sample-01.in");
    let mut command = gamesolve();
    command.args(["game", "--memory-limit", "10"]).arg(input);
    command
        .assert()
        .code(4)
        .stdout("")
        .stderr(predicate::str::contains("the budget is 10 B"));
}

#[test]
fn the_number_of_threads_changes_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("large.in");
    let text = gamesolve()
        .args(["gen", "game", "--family", "dense", "--size", "1000", "--beyond"])
        .assert()
        .success();
    std::fs::write(&input, &text.get_output().stdout).unwrap();
    let answer = |threads: &str| {
        let mut command = gamesolve();
        command.args(["game", "--threads", threads]).arg(&input);
        command.assert().success().stderr("").get_output().clone()
    };
    let one = answer("1");
    assert!([b"0\n", b"1\n", b"2\n"].contains(&one.stdout.as_slice().try_into().unwrap()));
    for threads in ["2", "3"] {
        assert_eq!(answer(threads).stdout, one.stdout);
    }
    for threads in ["0", "257", "100000"] {
        let mut refused = gamesolve();
        refused.args(["game", "--threads", threads]).assert().code(2).stdout("");
    }
}

/// Runs a problem on a text. Returns the exit code, the answer and the messages.
fn solved(args: &[&str], text: &str) -> (Option<i32>, String, String) {
    let output = gamesolve().args(args).write_stdin(text.to_owned()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_refusal_names_the_option_that_lifts_it_and_the_option_does() {
    let (strips, amounts) = ("17 31 64\n1\n2000\n", "1000000 1 400000\n");
    for (args, lifted, text) in [
        (
            &["pas", "--work-limit", "100K"][..],
            ["pas", "--work-limit", "1G"],
            strips,
        ),
        (
            &["pas", "--memory-limit", "70K"],
            ["pas", "--memory-limit", "2M"],
            strips,
        ),
        (
            &["subtract", "--set", "--work-limit", "500K"],
            ["subtract", "--set", ""],
            amounts,
        ),
        (
            &["subtract", "--set", "--memory-limit", "160K"],
            ["subtract", "--set", ""],
            amounts,
        ),
    ] {
        let (code, answer, said) = solved(args, text);
        let option = args[args.len() - 2];
        assert_eq!((code, &answer[..]), (Some(4), ""), "{args:?}: {said}");
        assert!(
            said.contains(&format!("hint: `{option}` sets the budget")),
            "{args:?}: {said}"
        );
        let lifted: Vec<&str> = lifted.into_iter().filter(|word| !word.is_empty()).collect();
        let (code, _, said) = solved(&lifted, text);
        assert_eq!(code, Some(0), "{lifted:?}: {said}");
    }
}

#[test]
fn a_period_answers_in_less_memory_than_the_board() {
    for board in ["5000000", "1000000000000000000"] {
        let text = format!("5 9 16\n1\n{board}\n");
        let (code, answer, said) = solved(&["pas", "--memory-limit", "20M"], &text);
        assert_eq!((code, answer.lines().count(), &said[..]), (Some(0), 1, ""), "{board}");
    }
}

#[test]
fn what_is_read_counts_for_the_memory() {
    let stones = format!("1000000\n{}\n", "X".repeat(1_000_000));
    let arcs: String = (1..100_000).map(|v| format!("{} {v}\n", v + 1)).collect();
    let pawns = format!("100000 99999\n{arcs}0\n");
    for (slug, text) in [("stones", stones), ("pawns", pawns)] {
        let (code, answer, said) = solved(&[slug, "--memory-limit", "1M"], &text);
        assert_eq!((code, &answer[..]), (Some(4), ""), "{slug}: {said}");
        assert!(
            said.contains("hint: `--memory-limit` sets the budget"),
            "{slug}: {said}"
        );
        assert_eq!(solved(&[slug, "--memory-limit", "20M"], &text).0, Some(0), "{slug}");
    }
}

#[test]
fn what_takes_longer_than_the_time_limit_is_refused() {
    let args = ["pas", "--work-limit", "1000T", "--time-limit", "10ms"];
    let (code, answer, said) = solved(&args, "17 31 64\n1\n10000000\n");
    assert_eq!((code, &answer[..]), (Some(4), ""));
    assert_eq!(
        said,
        "error: this takes longer than 0.01 seconds\nhint: `--time-limit` sets the time\n"
    );
}
