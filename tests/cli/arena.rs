//! `gamesolve play` with a program in the person's place. Hostile programs run in tests/sandbox.
#![cfg(unix)]

use std::path::PathBuf;

use gamesolve::problems::REGISTRY;

use super::golden::Golden;
use super::support::{Failures, gamesolve, root};
use super::support::{has, has_time, needs};

const GRAPH: &str = "5 5\n1\n1 2\n2 3\n3 1\n1 4\n4 5\n";

/// Plays a game on `input` with these further arguments. Returns the exit code, and the output up to the game's
/// conditions.
fn game(problem: &str, input: &str, arguments: &[&str]) -> (i32, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("input");
    std::fs::write(&path, input).unwrap();
    let (code, stdout, stderr) = run(&[&["play", problem, path.to_str().unwrap()], arguments].concat());
    assert_eq!(stderr, "");
    let (shown, conditions) = stdout.split_once("\nplayed: ").expect("the conditions are told");
    for part in ["\nlimits: ", "\nsandbox: tier "] {
        assert!(conditions.contains(part), "{conditions}");
    }
    (code, shown.to_owned())
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = gamesolve().args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Returns the verdict and its reason, without the moves.
fn verdict((_, shown): &(i32, String)) -> &str {
    let code = ["\nAC  ", "\nWA  ", "\nRE  ", "\nTLE  ", "\nOLE  "];
    let start = code.iter().filter_map(|code| shown.rfind(code)).max();
    shown[start.expect("a verdict is told")..].trim()
}

fn player(name: &str) -> PathBuf {
    root("tests/players").join(name)
}

#[test]
fn the_losing_move_is_in_the_transcript_and_the_verdict() {
    let played = game("nim", "2\n1 2\n", &["--", "sh", "-c", "echo 2 0; cat > /dev/null"]);
    let expected = "\
1:   1 o
2:   2 oo

1  program  won in 3 plies  2 0  ?  lost now
2  machine  won in 1 ply    1 0

1:   0
2:   0

WA  move 1, `2 0`, threw the win away: `2 1` keeps it
";
    assert_eq!(played, (1, expected.to_owned()));
}

#[test]
fn the_protocol_is_the_one_that_is_described() {
    // Both players are told everything that docs/reference/play-protocol.md has in its example, and nothing else.
    let script = "read -r a; read -r b; read -r c; read -r d; read -r e; read -r f; echo 1 1; read -r g; read -r h; \
                  echo \"$a|$b|$c|$d|$e|$f|$g|$h\" >&2; exit 3";
    let input = "3\n3 1 1\n";
    let played = game("nim", input, &["--", "sh", "-c", script]);
    let heard = "problem nim|lines 2|3|3 1 1|player 1|turn 0|opponent 1 0|turn 0";
    assert_eq!(verdict(&played), format!("RE  move 3: exit code 3\nstderr: {heard}"));
    let listed = "read -r a; read -r b; read -r c; read -r d; read -r e; read -r f; read -r g; read -r h; read -r i; \
                  echo \"$e|$f|$g|$h|$i\" >&2; exit 3";
    let played = game(
        "nim",
        "2\n1 2\n",
        &["--second", "--list-moves", "--", "sh", "-c", listed],
    );
    assert_eq!(
        verdict(&played),
        "RE  move 2: exit code 3\nstderr: player 2|opponent 2 1|turn 2|1 0|2 0"
    );
}

#[test]
fn what_is_lost_may_be_lost_and_what_is_drawn_is_to_be_held() {
    let lost = game("nim", "2\n1 1\n", &["--", "sh", "-c", "echo 1 0; cat > /dev/null"]);
    assert_eq!(
        (lost.0, verdict(&lost)),
        (0, "AC  lost after 2 plies. The game was lost from the start")
    );
    // Go round the cycle until the position has come three times.
    let round = "while read -r word _; do if [ $word = turn ]; then case $at in 2) at=1;; 1) at=3;; *) at=2;; esac; \
                 echo $at; fi; done";
    let drawn = game("game", GRAPH, &["--", "sh", "-c", round]);
    assert_eq!(
        (drawn.0, verdict(&drawn)),
        (
            0,
            "AC  drawn by a position that came 3 times. The game was drawn from the start"
        )
    );
    let thrown = game("game", GRAPH, &["--", "sh", "-c", "echo 4; cat > /dev/null"]);
    assert_eq!(
        (thrown.0, verdict(&thrown)),
        (1, "WA  move 1, `4`, threw the draw away: `2` keeps it")
    );
    let over = game("nim", "1\n0\n", &["--", "sh", "-c", "cat > /dev/null"]);
    assert_eq!(
        (over.0, verdict(&over)),
        (0, "AC  lost after 0 plies. The game was lost from the start")
    );
}

#[test]
fn a_win_that_is_never_brought_home_is_no_win() {
    // The policeman beside the thief goes back and forth. He could win from either cell, and he never does.
    let script = player("first.sh");
    let command = ["--list-moves", "--", "sh", script.to_str().unwrap()];
    let played = game("police-thief", "2 6\n.*PT**\n.*E.EE\n", &command);
    assert_eq!(played.0, 1, "{}", played.1);
    assert_eq!(
        verdict(&played),
        "WA  drawn by a position that came 3 times, though the game was won to the end. Move 1, `1,3`, brought the \
         win no nearer: `1,4` does"
    );
}

#[test]
fn a_game_may_be_stopped_and_counts_as_it_stands() {
    let one = ["--plies", "1", "--second", "--", "sh", "-c", "cat > /dev/null"];
    let played = game("nim", "2\n9 9\n", &one);
    let reason = "won by its value after 1 ply (`--plies` allows more). The game was won from the start";
    assert_eq!((played.0, verdict(&played)), (0, &format!("AC  {reason}")[..]));
}

#[test]
fn a_program_that_fails_gets_the_verdict_of_a_judge() {
    let mut failures = Failures::default();
    let rows = [
        ("exit 7", "RE  move 1: exit code 7", ""),
        ("kill -SEGV $$", "RE  move 1: SIGSEGV: ", ""),
        ("exit 0", "WA  move 1: the program ended before the game was over", ""),
        ("echo 9 9", "WA  move 1: `9 9` is not a legal move. A move is ", ""),
        ("printf '\\033[2J\\377\\n'", "WA  move 1: `\\x1b[2J", ""),
        ("printf '2 1'", "WA  move 3: the program ended", "2 1"),
        ("echo; echo; echo ' 2   1 '", "WA  move 3: the program ended", "2 1"),
        ("while :; do :; done", "TLE  move 1: still running after ", ""),
        (
            "printf '2 1'; while :; do :; done",
            "TLE  move 1: still running after ",
            "",
        ),
        (
            "echo 2 1; read -r m; read -r m; while :; do :; done",
            "TLE  move 3: still running after ",
            "",
        ),
        (
            "read -r never; while read -r never; do :; done; sleep 30",
            "TLE  move 1: idle: ",
            "flush every line",
        ),
        ("printf '2 1'; sleep 30", "TLE  move 1: idle: ", "hint: end every line"),
        (
            "exec >&-; sleep 30",
            "TLE  move 1: idle: ",
            "note: closed its standard output",
        ),
        ("yes | tr -d '\\n'", "OLE  move 1: more than ", ""),
    ];
    // Some programs wait until the clock ends them, so all run at once.
    let play = |script: &'static str| {
        let arguments = ["--time", "200ms", "--output-limit", "100K", "--", "sh", "-c", script];
        game("nim", "2\n1 2\n", &arguments)
    };
    let played = std::thread::scope(|scope| {
        let games = rows.map(|(script, ..)| scope.spawn(move || play(script)));
        games.map(|game| game.join().unwrap())
    });
    for ((script, begins, has), played) in rows.into_iter().zip(played) {
        // A program that used its time has nothing to flush.
        let is_apt = !has.is_empty() || !["flush every", "end every"].iter().any(|hint| played.1.contains(hint));
        let fits = verdict(&played).starts_with(begins) && played.1.contains(has) && played.0 == 1 && is_apt;
        if !fits {
            failures.add(format!("{script}: {played:?}"));
        }
    }
    failures.finish();
}

#[test]
fn actions_after_the_game_are_remarked_and_change_nothing() {
    for (script, note) in [
        ("echo 1 0; sleep 30", "note: did not end after the game and was ended"),
        (
            "echo 1 0; cat > /dev/null; exit 5",
            "note: ended with exit code 5 after the game",
        ),
        (
            "echo 1 0; read -r x; sleep 30 & exit 0",
            "note: left a process behind, killed",
        ),
    ] {
        let played = game("nim", "1\n1\n", &["--time", "100ms", "--", "sh", "-c", script]);
        assert!(played.0 == 0 && played.1.contains(note), "{script}: {played:?}");
    }
}

#[test]
fn perfect_programs_keep_what_there_is_from_either_side() {
    needs!(has("python3", "playing against programs in Python"));
    for problem in ["nim", "game"] {
        let path = player(&format!("{problem}.py"));
        for seed in ["1", "3", "5"] {
            for order in [&[][..], &["--second"]] {
                let arguments = ["play", problem, "--seed", seed, "--plies", "200", "--against"];
                let program = [path.to_str().unwrap()];
                let (code, stdout, stderr) = run(&[&arguments, &program[..], order].concat());
                assert_eq!(code, 0, "{problem} {seed} {order:?}\n{stdout}{stderr}");
                assert!(stdout.contains("\nAC  "), "{stdout}");
            }
        }
    }
}

#[test]
fn every_problem_is_played_from_the_moves_sent() {
    let mut failures = Failures::default();
    let script = player("first.sh");
    for entry in REGISTRY {
        for order in [&["--seed", "3"][..], &["--seed", "3", "--second"]] {
            let start = ["play", entry.meta().slug, "--list-moves", "--plies", "60"];
            let command = ["--", "sh", script.to_str().unwrap()];
            let (code, stdout, stderr) = run(&[&start[..], order, &command].concat());
            let ends = [(0, "\nAC  "), (1, " away: `"), (1, "brought the win no nearer")];
            if !ends.iter().any(|(end, part)| code == *end && stdout.contains(part)) {
                failures.add(format!("{} {order:?}: {code}\n{stdout}{stderr}", entry.meta().slug));
            }
        }
    }
    failures.finish();
}

/// The program of docs/reference/play-protocol.md as it is printed there, at every problem, from both sides.
#[test]
fn the_printed_program_plays_every_problem() {
    needs!(has_time());
    if !has("python3", "the program of docs/reference/play-protocol.md") {
        return;
    }
    let document = std::fs::read_to_string(root("docs/reference/play-protocol.md")).unwrap();
    let (_, rest) = document.split_once("This program plays every problem").unwrap();
    let (_, rest) = rest.split_once("```python\n").unwrap();
    let (printed, _) = rest.split_once("```").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("bot.py");
    std::fs::write(&program, printed).unwrap();
    let mut failures = Failures::default();
    for (entry, sample) in super::support::samples() {
        let slug = entry.meta().slug;
        let input = folder.path().join("input");
        std::fs::write(&input, sample).unwrap();
        let [program, input] = [&program, &input].map(|path| path.to_str().unwrap());
        for order in [&[][..], &["--second"]] {
            let start = [
                "play",
                slug,
                input,
                "--list-moves",
                "--plies",
                "60",
                "--against",
                program,
            ];
            let (code, stdout, stderr) = run(&[&start[..], order].concat());
            let has_part = |parts: [&str; 2]| parts.iter().any(|part| stdout.contains(part));
            let has_played = has_part(["\nAC  ", "\nWA  "]);
            let has_crashed = has_part(["note: ended with exit code", "before the game was over"]);
            if !has_played || has_crashed || code > 1 {
                failures.add(format!("{slug} {order:?}: {code}\n{stdout}{stderr}"));
            }
        }
    }
    failures.finish();
}

#[test]
fn every_move_that_lost_something_is_marked() {
    let mut golden = Golden::new("arena/every_move_that_lost_something_is_marked");
    let folder = tempfile::tempdir().unwrap();
    for (problem, input, script) in [
        // The move 1 to 2 gives up the win for a draw, and 4 to 3 gives up the draw for a loss.
        (
            "game",
            "7 6\n1\n1 2\n1 6\n2 4\n4 2\n4 3\n3 7\n",
            "echo 2; echo 3; cat > /dev/null",
        ),
        // These games have points. In the first the win is lost too, in the second it stays with fewer points.
        (
            "score-game",
            "4 3\n0 1 2 3\n1\n1 2\n1 3\n2 4\n",
            "echo 2; cat > /dev/null",
        ),
        ("score-game", "3 2\n0 1 4\n1\n1 2\n1 3\n", "echo 2; cat > /dev/null"),
    ] {
        std::fs::write(folder.path().join("input"), input).unwrap();
        golden.note(input);
        let words = ["play", problem, "input", "--", "sh", "-c", script];
        golden.says(gamesolve().args(words).current_dir(&folder));
    }
    golden.finish();
}

#[test]
fn what_cannot_be_played_is_said_before_anything_is() {
    let mut golden = Golden::new("arena/what_cannot_be_played_is_said_before_anything_is");
    for arguments in [
        &["--against", "no-such-program"][..],
        &["--", "no-such-program-anywhere"],
        &["--list-moves"],
        &["--against", "a", "--", "b"],
        &["--two", "--", "b"],
    ] {
        golden.says(gamesolve().args(["play", "nim"]).args(arguments));
    }
    golden.finish();
    if has("gcc", "a program that does not compile") {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("a.c");
        std::fs::write(&source, "int main( {}\n").unwrap();
        let (code, stdout, _) = run(&["play", "nim", "--against", source.to_str().unwrap()]);
        assert!(code == 1 && stdout.starts_with("CE  "), "{code} {stdout}");
    }
}
