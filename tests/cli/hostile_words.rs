//! Hostile words that a terminal would obey, through every verb. None of them reaches the terminal as it is.

use std::fs;
use std::path::Path;

use crate::own::{Place, cpp, python};
use crate::support::{has_time, needs};

/// A window title, a colour by one byte, a writing direction, and a blank without width.
const HOSTILE: &str = "\x1b]0;x\x07\u{9b}31m\u{202e}\u{200b}";

/// The same in the sources of programs.
const IN_PYTHON: &str = "\\x1b]0;x\\x07\\x9b31m\\u202e\\u200b";
const IN_CPP: &str = "\\033]0;x\\007\\u202e\\u200b";

fn is_obeyed(c: char) -> bool {
    c.is_control() && !['\n', '\t'].contains(&c)
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
}

/// Runs a command, and checks everything that it writes to a terminal, whatever its exit code is.
fn sent(place: &Place, words: &[&str], typed: &str) -> String {
    let output = place.run(words).write_stdin(typed).output().unwrap();
    let told = [&output.stdout[..], &output.stderr].concat();
    let told = String::from_utf8(told).unwrap_or_else(|_| panic!("{words:?} writes what is no text"));
    let obeyed = told.find(is_obeyed);
    assert_eq!(obeyed, None, "{words:?}: {told:?}");
    assert!(!told.contains("panicked"), "{words:?}: {told}");
    told
}

fn put(place: &Place, name: &str, text: &str) {
    let path = place.path().join(name);
    fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).unwrap();
    fs::write(path, text).unwrap();
}

const FORMATS: [&str; 4] = ["human", "json", "junit", "tap"];

#[test]
fn answers_of_ones_own_game_are_escaped() {
    needs!(has_time() && python());
    let game = format!(
        "INPUT = \"T: n\"\nWIN, LOSE, DRAW = \"A{IN_PYTHON}\", \"B{IN_PYTHON}\", \"C{IN_PYTHON}\"\n\
         def moves(n):\n    \"\"\"{HOSTILE}\"\"\"\n    for k in 1, 2, 3:\n        if k <= n: yield n - k\n"
    );
    let place = Place::with("game.py", &game);
    put(&place, "tests.in", "2\n4\n5\n");
    put(&place, "sol.py", &format!("print(\"{IN_PYTHON}\")\n"));
    for words in [
        &["explain", "game.py", "--at", "5"][..],
        &["explain", "game.py", "--at", "5", "--format", "json"],
        &["explain", "game.py", "tests.in", "--test", "2"],
        &["table", "game.py", "--range", "0..20"],
        &["table", "game.py", "--range", "0..20", "--format", "json"],
        &["table", "game.py", "--range", "0..20", "--format", "csv"],
        &["table", "game.py", "--range", "0..40", "--code", "py"],
        &["table", "game.py", "--range", "0..40", "--code", "cpp"],
        &["table", "game.py", "--at", "5"],
        &["draw", "game.py", "--at", "5", "--to", "dot"],
        &["draw", "game.py", "--at", "5", "--to", "svg"],
        &["draw", "game.py", "--at", "5", "--to", "html"],
        &["hint", "game.py", "1"],
        &["show", "game.py"],
        &["gen", "game.py"],
        &["validate", "game.py", "tests.in"],
        &["stress", "game.py", "sol.py", "--tests", "5"],
        &["judge", "game.py", "sol.py", "--cases", "."],
        &["play", "game.py", "--at", "5", "--against", "sol.py"],
        &["export", "game.py", "--format", "kattis", "-o", "package"],
    ] {
        sent(&place, words, "");
    }
    let played = format!("moves\nhint\n{HOSTILE}\n4\n");
    sent(&place, &["play", "game.py", "--at", "5", "--plain"], &played);
    let told = sent(&place, &["explain", "game.py", "--at", "5"], "");
    assert!(
        told.contains("  A\\x1b]0;x\\x07\\u{9b}31m\\u{202e}\\u{200b}\n\nName: "),
        "{told}"
    );
    let json = sent(&place, &["explain", "game.py", "--at", "5", "--format", "json"], "");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["answer"], format!("A{HOSTILE}\n"));
    // The written program contains the word itself.
    place.says(&["table", "game.py", "--range", "0..40", "--code", "py", "-o", "made.py"]);
}

/// Lines, names of positions, exceptions and messages of a game.
#[test]
fn other_words_of_ones_own_game_are_escaped() {
    needs!(has_time() && python());
    let place = Place::with("plain.py", "def moves(n):\n    if n: yield n - 1\n");
    let raised = format!("def moves(n: int):\n    raise ValueError(\"{IN_PYTHON}\")\n");
    let words = format!("LETTERS = \"a{IN_PYTHON}\"\ndef moves(s: str):\n    if s: yield s[1:]\n");
    let named = format!("def moves(s: str):\n    if len(s) < 40: yield s + \"{IN_PYTHON}\"\n");
    let input = format!("INPUT = \"{IN_PYTHON}: n\"\ndef moves(n): return []\n");
    let limits = format!("LIMITS = {{\"{IN_PYTHON}\": (1, 2)}}\ndef moves(n): return []\n");
    let last = format!("LAST = \"{IN_PYTHON}\"\ndef moves(n): return []\n");
    let lines = format!("import sys\nfor line in sys.stdin: print(\"{IN_PYTHON}\")\n");
    let fails = format!("import sys\nsys.exit(\"{IN_PYTHON}\")\n");
    let broken = format!("def moves(n):\n    return [{HOSTILE}]\n");
    for (name, text) in [
        ("raised.py", &raised),
        ("words.py", &words),
        ("named.py", &named),
        ("input.py", &input),
        ("limits.py", &limits),
        ("last.py", &last),
        ("broken.py", &broken),
    ] {
        put(&place, name, text);
        for verb in [
            &["explain"][..],
            &["table"],
            &["draw", "--to", "svg"],
            &["draw", "--to", "dot"],
            &["gen"],
        ] {
            let at: &[&str] = if verb == ["gen"] { &[] } else { &["--at", "a"] };
            let typed = [verb, &[name], at].concat();
            let output = place.run(&typed).output().unwrap();
            // A command without any output is no fault.
            if !output.stdout.is_empty() || !output.stderr.is_empty() {
                sent(&place, &typed, "");
            }
        }
    }
    put(&place, "lines.py", &lines);
    put(&place, "fails.py", &fails);
    for game in ["lines:python3 lines.py", "lines:python3 fails.py"] {
        sent(&place, &["explain", game, "--at", "3"], "");
    }
    let strange = format!("{HOSTILE}.py");
    put(&place, &strange, "def moves(n):\n    if n: yield n - 1\n");
    for words in [
        &["explain", &strange, "--at", "3"][..],
        &["table", &strange],
        &["table", &strange, "--range", "x"],
        &["draw", &strange, "--at", "3", "--to", "html"],
        &["explain", "plain.py", HOSTILE],
        &["explain", "plain.py", "--at", HOSTILE],
        &["explain", HOSTILE],
        &["validate", "plain.py", HOSTILE],
        &[HOSTILE],
        &["table", HOSTILE],
        &["judge", HOSTILE],
        &["play", "plain.py", "--at", "3", HOSTILE],
    ] {
        sent(&place, words, "");
    }
    sent(&place, &["explain", "plain.py"], &format!("3 {HOSTILE}\n"));
}

/// Names of testcases, folders and sources, titles, outputs, errors, and messages of compilers and checkers.
#[test]
fn words_of_packages_and_programs_are_escaped() {
    needs!(has_time() && python());
    let place = Place::with("sol.py", &format!("print(\"1{IN_PYTHON}\")\n"));
    let folder = format!("cases{HOSTILE}");
    let case = format!("{folder}/1{HOSTILE}");
    put(&place, &format!("{case}.in"), "1\n");
    put(&place, &format!("{case}.out"), &format!("2{HOSTILE}\n"));
    let strange = format!("s{HOSTILE}.py");
    put(
        &place,
        &strange,
        &format!("import sys\nprint('{IN_PYTHON}', file=sys.stderr)\nsys.exit(3)\n"),
    );
    put(&place, "refused.py", &format!("x = {HOSTILE}\n"));
    put(
        &place,
        "refused.cpp",
        &format!("#error \"{HOSTILE}\"\nint x = {IN_CPP};\n"),
    );
    put(&place, "odd.in", &format!("3\n.{HOSTILE}X\n"));
    put(
        &place,
        "checker.py",
        &format!("import sys\nprint('{IN_PYTHON}', file=sys.stderr)\nsys.exit(1)\n"),
    );
    for format in FORMATS {
        for source in ["sol.py", &strange, "refused.py"] {
            sent(&place, &["judge", &folder, source, "--format", format], "");
        }
        if cpp() {
            sent(&place, &["judge", &folder, "refused.cpp", "--format", format], "");
        }
        sent(
            &place,
            &[
                "judge",
                &folder,
                "sol.py",
                "--checker",
                "checker.py",
                "--format",
                format,
            ],
            "",
        );
        sent(&place, &["check", "stones", &folder, "--format", format], "");
        sent(&place, &["check", &folder, "--format", format], "");
    }
    for words in [
        &["judge", &folder, "sol.py", "--diff"][..],
        &["judge", "stones", &strange, "--case", "sample-01"],
        &["stress", "stones", &strange, "--tests", "3"],
        &["stress", "stones", "sol.py", "--tests", "3"],
        &["stress", "stones", "refused.py"],
        &["stones", "odd.in"],
        &["stones", HOSTILE],
        &["explain", "stones", "odd.in"],
        &["validate", "stones", "odd.in"],
        &["draw", "stones", "odd.in", "--to", "svg"],
        &["table", "stones", "odd.in"],
        &["play", "stones", "--against", "refused.py"],
        &["play", "stones", "--against", &strange],
        &["export", &folder, "--format", "loose", "-o", "made"],
        &["export", &folder, "--format", "kattis", "-o", HOSTILE],
        &["export", "stones", "--format", "loose", "-o", &folder],
        &["gen", "stones", "--family", HOSTILE],
        &["judge", "stones", "sol.py", "--case", HOSTILE],
    ] {
        sent(&place, words, "");
    }
    let yaml = format!("name: \"t{IN_PYTHON}\"\n{IN_PYTHON}: 3\nlimits: {{ \"{IN_PYTHON}\": 3 }}\n");
    put(&place, "package/problem.yaml", &yaml);
    put(&place, "package/data/secret/1.in", "1\n");
    put(&place, "package/data/secret/1.ans", "2\n");
    put(
        &place,
        &format!("package/submissions/accepted/{HOSTILE}.py"),
        "print(1)\n",
    );
    for format in FORMATS {
        sent(&place, &["judge", "package", "sol.py", "--format", format], "");
        sent(&place, &["judge", "--submissions", "package", "--format", format], "");
    }
    sent(&place, &["export", "package", "--format", "dmoj", "-o", "other"], "");
}
