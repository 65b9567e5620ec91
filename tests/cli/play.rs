//! The verbs explain and play, through the binary.

use predicates::prelude::*;

use crate::golden::Golden;
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
fn games_of_some_thousand_positions_are_played_out() {
    for (words, input, won) in [
        (
            "stone-transfer",
            "5\n1 0 2 0 1\n",
            "A win: the player to move wins in 5 plies.\nWinning first moves (4 of 13 moves): ",
        ),
        (
            "stone-transfer",
            "6\n1 0 0 0 0 0\n",
            "A win: the player to move wins in ",
        ),
        ("stone-transfer", "4\n5 5 0 0\n", "plies)"),
    ] {
        let told = explained(&[words], input);
        for part in [won, "A line of perfect play: "] {
            assert!(told.contains(part), "{words}: {told}");
        }
    }
}

#[test]
fn reasons_are_whole_sentences_about_the_position() {
    for (words, input, sentence) in [
        (
            "wythoff",
            "2 2\n",
            "In the k-th pair the heaps differ by k, and the smaller heap is the smallest number that no earlier pair has used.",
        ),
        ("wythoff", "3 5\n", "This position is one of them"),
        (
            "wythoff",
            "4 6\n",
            "4 7 has its first heap, 10 6 its second, and 3 5 its difference.",
        ),
        (
            "wythoff --misere",
            "2 3\n",
            "From 3 5 on they are the same as under the normal rule.",
        ),
        (
            "marbles",
            "10\n",
            "This bag of 10 lies between 6 and 14, so the move that leaves 6 wins.",
        ),
        ("marbles", "14\n", "This bag of 14 is one of them."),
        ("marbles --misere", "9\n", "The lost bags hold 1, 4, 10, 22, … marbles"),
        (
            "pawns",
            "3 3\n1 2\n1 3\n2 3\n1\n3 0 0\n",
            "the odd pawn of 3 on 1  2 = 10 in binary",
        ),
        (
            "pawns",
            "3 3\n1 2\n1 3\n2 3\n1\n3 0 0\n",
            "The pawns never block each other, so each one counts as a heap of Nim.",
        ),
        (
            "pawns",
            "3 3\n1 2\n1 3\n2 3\n1\n3 0 0\n",
            "The xor is not 0, so the player to move can make it 0 and wins.",
        ),
        ("nim", "2\n4 4\n", "The xor is 0, so the position is lost"),
        (
            "nim",
            "2\n3 5\n",
            "turns the heap 5 into the heap 3, so the xor becomes 0.",
        ),
        (
            "dag-stone-count",
            "1\n2 1 3\n0 1\n",
            "Two stones on one node cancel, because a player can answer",
        ),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let told = explained(&words, input);
        assert!(told.contains(sentence), "{words:?}: {sentence}\n{told}");
    }
}

const GRAPH: &str = "5 5\n1\n1 2\n2 3\n3 1\n1 4\n4 5\n";

#[test]
fn a_whole_session_is_shown() {
    let shown = session(&["stones"], "4\n.X.X\n", "hint\n4-1\n 4-3\n2-1\nundo\n2-1\n");
    let expected = "\
A move is a stone's cell and the cell it goes to, such as `4-2`. `help` lists the commands.

.o.o
1234
To move: you (the first player).
> hint
Best: 4-3, which wins in 3 plies (leaves the nimber 0).
2-1  loses in 2 plies (leaves the nimber 2)
4-3  wins in 3 plies (leaves the nimber 0)
> 4-1
`4-1` is not a legal move here. A move is a stone's cell and the cell it goes to, such as `4-2`. `moves` lists the 2 moves.
> 4-3

.oo.
1234
To move: the machine (the second player).
The machine moves 2-1.

o.o.
1234
To move: you (the first player).
> 2-1
`2-1` is not a legal move here. A move is a stone's cell and the cell it goes to, such as `4-2`. `moves` lists the 1 move.
> undo

.o.o
1234
To move: you (the first player).
> 2-1

o..o
1234
To move: the machine (the second player).
The machine moves 4-2.

oo..
1234
Play is over. The winner: the machine (the second player).
> \n";
    assert_eq!(shown, expected);
}

#[test]
fn sides_are_chosen_and_exchanged_and_positions_that_come_back_are_noticed() {
    let mut golden = Golden::new("play/sides_are_chosen_and_exchanged_and_positions_that_come_back_are_noticed");
    let folder = tempfile::tempdir().unwrap();
    file(&folder, GRAPH);
    for (more, typed) in [
        (&["--second"][..], "quit\n"),
        (&[], "swap\nquit\n"),
        (&["--two"], "swap\n4\n5\n1\nundo\nundo\nundo\n"),
        (&["--two"], "2\n3\n1\n2\n3\n1\n2\n3\n1\n"),
    ] {
        let mut command = gamesolve();
        command.args(["play", "game", "input"]).args(more).current_dir(&folder);
        golden.says(command.write_stdin(typed));
    }
    golden.finish();
}

#[test]
fn sums_and_draws_are_explained_and_one_of_several_tests() {
    let mut golden = Golden::new("play/sums_and_draws_are_explained_and_one_of_several_tests");
    let boards = "1 5 1\n3\n1\n5\n6\n";
    for (words, input) in [
        (&["nim"][..], "3\n3 4 5\n"),
        (&["game"], GRAPH),
        (&["pas", "--test", "3"], boards),
        (&["pas", "--test", "1"], boards),
        (&["pas", "--test", "4"], boards),
        (&["pas"], "1 5 1\n0\n"),
    ] {
        golden.note(input);
        golden.says(gamesolve().arg("explain").args(words).write_stdin(input));
    }
    let folder = tempfile::tempdir().unwrap();
    file(&folder, "1 5 1\n0\n");
    golden.says(gamesolve().args(["play", "pas", "input"]).current_dir(&folder));
    golden.says(gamesolve().args(["play", "nim", "-"]).write_stdin("1\n1\n"));
    golden.finish();
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
fn long_strips_are_explained_and_played_without_their_empty_cells() {
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

#[test]
fn huge_numbers_are_explained_and_played_at_once() {
    let heaps = "3\n1000000000000000000 999999999999999999 5\n";
    gamesolve()
        .args(["explain", "nim"])
        .write_stdin(heaps)
        .assert()
        .success();
    let shown = session(&["nim"], heaps, "hint\nmoves\n1 7\n2 0\n");
    assert!(shown.contains("and 1999999999999999964 more"), "{shown}");
    assert!(shown.matches("The machine moves ").count() == 2, "{shown}");
    for (problem, input) in [
        ("subtract", "1000000000000000000 7\n"),
        ("marbles", "1000000000000000000\n"),
        ("pas", "1 2 2\n1\n1000000000000000000\n"),
    ] {
        gamesolve()
            .args(["explain", problem])
            .write_stdin(input)
            .assert()
            .success();
        session(&[problem], input, "hint\n1\n");
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
