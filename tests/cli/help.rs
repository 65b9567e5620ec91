//! `--help`, `-h` and `gamesolve help`, and the examples in them.

use std::fs;
use std::process::Command;

use crate::support::{gamesolve, has, has_time, needs, root};

fn shown(words: &[&str]) -> String {
    let output = gamesolve().args(words).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{words:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn help_of_a_verb_and_of_a_problem_is_its_long_help() {
    for topic in ["judge", "table", "stones", "help"] {
        assert_eq!(shown(&["help", topic]), shown(&[topic, "--help"]), "{topic}");
    }
    assert_eq!(shown(&["help"]), shown(&["--help"]));
    let unknown = gamesolve().args(["help", "jugde"]).output().unwrap();
    let said = String::from_utf8(unknown.stderr).unwrap();
    assert_eq!(unknown.status.code(), Some(2));
    assert!(
        said.contains("is called `jugde`") && said.ends_with("hint: gamesolve judge --help\n"),
        "{said}"
    );
}

#[test]
fn the_help_fits_a_terminal_of_80_columns() {
    for words in [&[][..], &["-h"], &["help"]] {
        let output = gamesolve().args(words).output().unwrap();
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(text.lines().count() > 30, "{text}");
        for line in text.lines().filter(|line| !line.starts_with("          ")) {
            assert!(line.chars().count() <= 80, "{words:?}: {line}");
        }
    }
}

#[test]
fn short_help_is_short_and_has_the_examples() {
    for verb in gamesolve::cli::verb_names() {
        let (short, long) = (shown(&[&verb, "-h"]), shown(&[&verb, "--help"]));
        for help in [&short, &long] {
            assert!(help.contains("\nExamples:\n"), "{verb}");
        }
        assert!(short.lines().count() <= long.lines().count(), "{verb}");
        assert!(short.lines().count() <= 45, "{verb}: {}", short.lines().count());
    }
    let [short, long] = ["-h", "--help"].map(|option| shown(&["judge", option]));
    for part in ["--require-tier", "--misere", "Rules of comparison:"] {
        assert!(!short.contains(part) && long.contains(part), "{part}");
    }
}

/// The examples that need no program: each runs as it stands.
#[test]
fn examples_run_as_they_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    for (name, sample) in [
        ("Stones.in", "testdata/stones/sample-01.in"),
        ("tests/1.in", "testdata/stones/sample-01.in"),
        ("tests/1.out", "testdata/stones/sample-01.out"),
        ("out/1.out", "testdata/stones/sample-01.out"),
        ("Game.in", "testdata/game/sample-01.in"),
    ] {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::copy(root(sample), file).unwrap();
    }
    let needs_a_program = |line: &str| {
        ["sol.cpp", "game.py", "./mysol", "tests.in", " class"]
            .iter()
            .any(|name| line.contains(name))
    };
    let mut count = 0;
    for verb in gamesolve::cli::verb_names().filter(|verb| verb != "play") {
        let help = shown(&[&verb, "-h"]);
        let (_, examples) = help.split_once("\nExamples:\n").unwrap();
        let lines = examples.lines().map_while(|line| line.strip_prefix("  gamesolve "));
        for line in lines.filter(|line| !needs_a_program(line)) {
            let (line, _) = line.split_once("  ").unwrap();
            let line = line.replace("tests/*.in", "tests/1.in");
            let output = gamesolve().args(line.split(' ')).current_dir(&folder).output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "gamesolve {line}: {said}");
            count += 1;
        }
    }
    assert!(count >= 20, "{count}");
}

/// Returns the count of instructions that a command takes outside of the kernel.
fn instructions(words: &[&str]) -> u64 {
    let mut counter = Command::new("valgrind");
    counter.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    let program = assert_cmd::cargo::cargo_bin!("gamesolve");
    let output = counter.arg(program).args(words).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    let count = told.lines().find_map(|line| line.split_once("Collected : "));
    assert!(output.status.success(), "{words:?}: {told}");
    count.unwrap().1.trim().parse().unwrap()
}

/// Once, a verb read all games and compared all names to understand one, and took 1.7 times as many instructions.
#[test]
fn a_verb_starts_in_little_more_than_the_version() {
    needs!(has_time() && has("valgrind", "the count of instructions of a start"));
    let version = instructions(&["--version"]);
    let verb = instructions(&["gen", "stones", "--list"]);
    assert!(4 * verb < 5 * version, "gen: {verb}, --version: {version}");
}
