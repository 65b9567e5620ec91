//! The verbs explain and play, through the binary.

use predicates::prelude::*;

use crate::sessions::sessions;
use crate::support::{gamesolve, has_time, needs, samples};

/// Writes a small input of a problem to a file.
fn file(folder: &tempfile::TempDir, text: &str) -> std::path::PathBuf {
    let path = folder.path().join("input");
    std::fs::write(&path, text).unwrap();
    path
}

/// Returns the whole output of a session for these lines.
fn session(arguments: &[&str], input: &str, typed: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut command = gamesolve();
    command.arg("play").args(arguments).arg(file(&folder, input));
    let run = command.write_stdin(typed).assert().success().stderr("");
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

/// Returns the explanation of an input.
fn explained(words: &[&str], input: &str) -> String {
    let run = gamesolve()
        .arg("explain")
        .args(words)
        .write_stdin(input)
        .assert()
        .success();
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

#[test]
fn very_many_pieces_or_moves_are_explained_and_played() {
    needs!(has_time());
    let folder = tempfile::tempdir().unwrap();
    let stones = format!("5000\n{}{}\n", ".".repeat(2000), "X".repeat(3000));
    let far = format!("5000\n{}X\n", ".".repeat(4999));
    let heaps = format!("1001\n{}\n", ["1"; 1001].join(" "));
    for (args, input) in [
        (&["stones"][..], stones),
        (&["stones", "--reach", "9999"], far),
        (&["nim"], heaps),
    ] {
        let path = file(&folder, &input);
        let explained = gamesolve().arg("explain").args(args).arg(&path).assert();
        explained.success().stdout(predicate::str::contains("The answer:"));
        let played = gamesolve()
            .arg("play")
            .args(args)
            .arg(path)
            .write_stdin("quit\n")
            .assert();
        played.success().stdout(predicate::str::contains("To move: you"));
    }
}

#[test]
fn a_check_that_is_too_dear_does_not_silence_the_answer() {
    needs!(has_time());
    let folder = tempfile::tempdir().unwrap();
    for (slug, size) in [("stone-transfer", "401"), ("dag-stone-count", "20000"), ("nim", "3000")] {
        let input = folder.path().join(slug);
        let gen_args = ["gen", slug, "--beyond", "--size", size];
        let made = gamesolve().args(gen_args).output().unwrap();
        std::fs::write(&input, made.stdout).unwrap();
        let solved = gamesolve().arg(slug).arg(&input).output().unwrap();
        let explain = ["explain", slug, "--work-limit", "80000000"];
        let explained = gamesolve().args(explain).arg(&input).output().unwrap();
        let text = String::from_utf8(explained.stdout).unwrap();
        assert!(explained.status.success(), "{slug}: {:?}", explained.stderr);
        let answer = String::from_utf8(solved.stdout).unwrap();
        let stated = text.split("The answer:\n").nth(1).unwrap();
        let (stated, _) = stated.split_once("\nVerified by other code: ").unwrap();
        // The first of several tests is explained.
        let stated = stated.split_whitespace();
        assert!(
            stated.clone().eq(answer.split_whitespace().take(stated.count())),
            "{slug}: {text}"
        );
        // Explain takes the share for checks out of its limit before it shows anything.
        let is_certified = gamesolve()
            .args([slug, "--certify", "--work-limit", "10000000"])
            .arg(&input)
            .output()
            .unwrap()
            .status
            .success();
        assert_eq!(text.contains("Not checked: "), !is_certified, "{slug}: {text}");
    }
}

#[test]
fn an_explanation_ends_with_one_line_on_its_checks() {
    for (entry, text) in samples() {
        let slug = entry.meta().slug;
        let short = explained(&[slug], &text);
        let evidence: Vec<&str> = short
            .split("The answer:\n")
            .nth(1)
            .unwrap()
            .split("\n\n")
            .nth(1)
            .unwrap()
            .lines()
            .collect();
        assert_eq!(evidence.len(), 1, "{slug}: {short}");
        assert!(
            evidence[0].starts_with("Verified by other code: ") && evidence[0].len() < 80,
            "{slug}: {short}"
        );
        let long = explained(&[slug, "--verbose"], &text);
        for (part, is_there) in [("\nChecked: ", true), ("Verified", false)] {
            assert_eq!(long.contains(part), is_there, "{slug}: {long}");
        }
        let upper = |text: &str| text.split("The answer:\n").next().unwrap().to_owned();
        assert_eq!(upper(&short), upper(&long), "{slug}");
    }
    // The whole table of a lost bag, a loopy game of pawns, and a game of points.
    for (words, input, line) in [
        ("marbles", "6\n", "Verified by other code: 3 first moves, 5 positions."),
        (
            "nim --misere",
            "2\n1 1\n",
            "Verified by other code: 2 first moves, 3 positions.",
        ),
        (
            "game",
            "3 3\n1\n1 2\n2 3\n3 1\n",
            "Verified by other code: 1 first move, 3 positions.",
        ),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let told = explained(&words, input);
        assert_eq!(told.lines().last().unwrap(), line, "{told}");
    }
}

#[test]
fn long_strips_are_shown_without_their_empty_cells() {
    let cells = 1_000_000;
    let strip = format!("{cells}\n{}X..X\n", ".".repeat(cells - 4));
    let run = gamesolve()
        .args(["explain", "stones"])
        .write_stdin(strip.clone())
        .assert();
    let shown = String::from_utf8(run.success().get_output().stdout.clone()).unwrap();
    assert!(
        shown.starts_with("1000000 places: ● on 999997, ● on 1000000\n"),
        "{shown}"
    );
    assert!(shown.len() < 3000, "{shown}");
    let stones = session(&["stones"], &strip, "1000000-999998\nquit\n");
    let strips = session(&["pas"], "3 5 7\n1\n4950\n", "3 150\n7 4944\nboard\nquit\n");
    for (shown, part) in [
        (&stones, "1000000 places: ● on 999997 to 999998\n"),
        (&strips, "The lengths of the three strips: 3, 5, 7.\n4950 places\n"),
        (&strips, "4950 places: ■ on 150 to 152"),
    ] {
        assert!(shown.contains(part), "{shown}");
    }
    assert!(strips.lines().all(|line| line.len() <= 200), "{strips}");
}

sessions! {
    games_of_some_thousand_positions_are_played_out
    reasons_are_whole_sentences_about_the_position
    a_whole_session_is_shown
    sides_are_exchanged_and_repeated_positions_noticed
    sums_and_draws_are_explained_and_one_of_several_tests
    huge_numbers_are_explained_and_played_at_once
}
