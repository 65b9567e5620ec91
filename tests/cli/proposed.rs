//! Every command of a hint, a note or an `again:` line runs in a shell.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::support::{has, has_time, needs};

const GAME: &str = "def moves(n):\n    if n: yield n - 1\n";
/// A program that is right on no instance of a problem, and on the games that the player to move wins.
const WRONG: &str = "print('W')\n";

/// Makes a folder with `gamesolve` and all files of the proposed commands.
fn place() -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| {
        let path = place.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    put("exc.py", GAME);
    put("my game.py", GAME);
    put("sol.py", WRONG);
    put("my sol.py", WRONG);
    put("sol.cpp", "#include <cstdio>\nint main() { puts(\"W\"); }\n");
    put("sol.c", "#include <stdio.h>\nint main(void) { puts(\"W\"); }\n");
    put("mysol", "#!/bin/sh\necho W\n");
    put(
        "files.py",
        "line = open('Stones.in').readlines()[1]\nprint(line)\nopen('Stones.out', 'w').write('1\\n')\n",
    );
    put("word.py", "def moves(s: str):\n    if s: yield s[1:]\n");
    put(
        "two.py",
        "def moves(a, b):\n    if a: yield a - 1, b\n    if b: yield a, b - 1\n",
    );
    put("gen.py", "import sys\nprint(3)\nprint('.X.')\n");
    put("brute.py", "print('L')\n");
    // The testcases of the game: the second one is lost.
    for (folder, odd) in [("tests", "1"), ("my tests", "-a b")] {
        put(&format!("{folder}/{odd}.in"), "3\n");
        put(&format!("{folder}/{odd}.out"), "W\n");
        put(&format!("{folder}/2.in"), "4\n");
        put(&format!("{folder}/2.out"), "L\n");
    }
    put("strip/1.in", "6\n...X.X\n");
    put("strip/1.out", "2\n");
    put("STONES.IN", "6\n...X.X\n");
    put("stones.in", "6\n...X.X\n");
    let package = "name: p\n";
    put("package/problem.yaml", package);
    for (name, answer) in [("1", "W"), ("2", "L")] {
        put(&format!("package/data/secret/{name}.in"), "3\n");
        put(&format!("package/data/secret/{name}.ans"), &format!("{answer}\n"));
    }
    for name in ["mysol", "gen.py", "brute.py"] {
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(place.path().join(name), mode).unwrap();
    }
    place
}

/// Runs a line in a shell, without an input.
fn run(place: &Path, line: &str) -> Output {
    let binary = Path::new(env!("CARGO_BIN_EXE_gamesolve")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("bash");
    shell.args(["-c", line]).current_dir(place).env("PATH", path);
    shell.env("XDG_CACHE_HOME", place.join("cache"));
    shell.stdin(std::process::Stdio::null()).output().unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8([&output.stdout[..], &output.stderr].concat()).unwrap()
}

/// Returns the commands that a text proposes: the ones in backticks, and the ones on lines of their own.
fn proposed(text: &str) -> Vec<String> {
    let in_ticks = text.split('`').skip(1).step_by(2).map(str::to_owned);
    let lines = text.lines().filter_map(|line| {
        let (head, command) = line.split_once("gamesolve ")?;
        let is_line = head.trim_end().ends_with(':') && !head.starts_with("Usage") && !line.contains('`');
        is_line.then(|| format!("gamesolve {command}"))
    });
    let is_command = |text: &String| text.starts_with("gamesolve ") && !text.contains('\n');
    in_ticks.chain(lines).filter(is_command).collect()
}

/// Runs all commands that a line proposes, and returns their number. They may find wrong answers, but they must be
/// valid. A command that another line proposed, one of `known`, does not run again.
fn follow(place: &Path, line: &str, text: &str, known: &mut HashSet<String>) -> usize {
    let commands = proposed(text);
    for command in commands.iter().filter(|command| known.insert((*command).clone())) {
        // A search may take its time, and a few tests show that it begins.
        let short = if command.starts_with("gamesolve stress ") {
            command.replacen("gamesolve stress ", "gamesolve stress --tests 3 ", 1)
        } else {
            command.clone()
        };
        let short = if command.contains("--tests") {
            command.clone()
        } else {
            short
        };
        let output = run(place, &short);
        let code = output.status.code();
        assert!(
            [Some(0), Some(1)].contains(&code),
            "`{line}` proposes `{command}`, which ends with {code:?}:\n{}\n\nproposed by:\n{text}",
            told(&output)
        );
    }
    commands.len()
}

#[test]
fn hints_that_are_commands_work() {
    needs!(has_time() && has("python3", "proposed commands") && has("g++", "proposed commands"));
    let place = place();
    let mut known = HashSet::new();
    for line in [
        "gamesolve stress exc.py",
        "gamesolve stress 'my game.py'",
        "gamesolve stress stones",
        "gamesolve stress --gen ./gen.py --reference ./brute.py",
        "gamesolve stress stones --gen ./gen.py",
        "gamesolve judge exc.py",
        "gamesolve judge 'my game.py'",
        "gamesolve judge stones",
        "gamesolve judge package",
        "gamesolve judge 'my tests'",
        "gamesolve judge exc.py sol.py",
        "gamesolve judge exc.py 'my sol.py'",
        "gamesolve judge 'my game.py' sol.py",
        "gamesolve judge sol.c tests",
        "gamesolve judge sol.c 'my tests'",
        "gamesolve judge sol.c",
        "gamesolve judge sol.py exc.py",
        "gamesolve judge nosuch",
        "gamesolve judge --mistakes exc.py",
        "gamesolve judge --mistakes tests",
        "gamesolve judge package sol.py --why",
        "gamesolve judge tests sol.py --contest-files",
        "gamesolve check tests",
        "gamesolve check 'my tests'",
        "gamesolve export exc.py --format kattis -o out",
        "gamesolve export nosuch --format kattis -o out",
        "gamesolve explain octal:0.77",
        "gamesolve explain exc.py",
        "gamesolve explain 'my game.py'",
        "gamesolve explain word.py",
        "gamesolve explain two.py",
        "gamesolve draw two.py --to svg",
        "gamesolve table stones",
        "gamesolve table nim",
        "gamesolve play exc.py",
        "gamesolve play 'my game.py'",
        "gamesolve play stones",
        "gamesolve stones --contest-files",
        "gamesolve stones --help",
    ] {
        let text = told(&run(place.path(), line));
        let count = follow(place.path(), line, &text, &mut known);
        // If these proposed nothing, the test would check nothing.
        let must_propose = [
            "gamesolve stress exc.py",
            "gamesolve judge exc.py sol.py",
            "gamesolve explain exc.py",
            "gamesolve check tests",
            "gamesolve play exc.py",
        ];
        assert!(
            count > 0 || !must_propose.contains(&line),
            "`{line}` proposes nothing:\n{text}"
        );
        assert!(
            count > 0 || text.contains("error: "),
            "`{line}` neither fails nor proposes anything:\n{text}"
        );
    }
}

#[test]
fn lines_that_judge_explain_and_search_again_work() {
    needs!(has_time() && has("python3", "proposed commands") && has("g++", "proposed commands"));
    let place = place();
    let mut known = HashSet::new();
    for line in [
        "gamesolve judge exc.py sol.py tests",
        "gamesolve judge exc.py sol.py --cases 'my tests'",
        "gamesolve judge 'my game.py' 'my sol.py' --cases tests --misere",
        "gamesolve judge tests sol.py",
        "gamesolve judge 'my tests' 'my sol.py' --rows",
        "gamesolve judge package sol.cpp",
        "gamesolve judge package -- ./mysol",
        "gamesolve judge package -- python3 sol.py",
        "gamesolve judge stones sol.py",
        "gamesolve judge stones 'my sol.py' sol.cpp",
        "gamesolve judge stones files.py --contest-files",
        "gamesolve stress exc.py 'my sol.py' --seed 3",
        "gamesolve stress 'my game.py' sol.py",
        "gamesolve stress nim 'my sol.py' --misere --save 'my folder'",
        "gamesolve stress stones files.py --time-budget 5",
        "gamesolve stress stones -- ./mysol",
        "gamesolve stress --gen ./gen.py --reference ./brute.py sol.py",
        "gamesolve stress --gen ./gen.py stones sol.py",
        "gamesolve stress package --gen ./gen.py --reference ./brute.py 'my sol.py'",
    ] {
        let text = told(&run(place.path(), line));
        assert!(
            follow(place.path(), line, &text, &mut known) > 0,
            "`{line}` proposes nothing:\n{text}"
        );
    }
}

/// The option for an output file is the same as in other verbs.
#[test]
fn an_instance_is_written_to_a_file() {
    let place = place();
    let output = run(
        place.path(),
        "gamesolve gen stones --size 9 -o made.in && gamesolve gen stones --size 9 | cmp - made.in",
    );
    assert!(output.status.success(), "{}", told(&output));
    for line in ["gamesolve gen stones -o a --dir b", "gamesolve gen stones -o a --list"] {
        let output = run(place.path(), line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(output.stdout.is_empty(), "{line}");
    }
    // After `--` a word is a file or a command, so no hint leads there.
    let told = told(&run(place.path(), "gamesolve explain stones -o x"));
    for (part, is_there) in [("unexpected argument '-o'", true), ("tip:", false)] {
        assert_eq!(told.contains(part), is_there, "{told}");
    }
}
