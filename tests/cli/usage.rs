//! Messages for command lines that cannot run: mistyped names, swapped words, values and files that do not fit.

use std::path::Path;

use assert_cmd::Command;

use crate::sessions::sessions;
use crate::support::{folder, gamesolve_in};

/// Returns the command of a line in a folder, without an input.
fn command(place: &Path, line: &str) -> Command {
    let mut command = gamesolve_in(place, line);
    command.env("XDG_CACHE_HOME", place.join("cache")).write_stdin("");
    command
}

/// Runs a line in a folder. Returns the exit code and the messages.
fn said(place: &Path, line: &str) -> (i32, String) {
    let output = command(place, line).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

const GAME: &str = "def moves(n):\n    if n: yield n - 1\n";

/// A folder with a program, a game, an input and testcases of `stones`.
fn place() -> tempfile::TempDir {
    let strip = "6\n...X.X\n";
    folder(&[
        ("zero.py", "print(int(input()) % 2)\n"),
        ("count.py", "moves = int(input())\nprint(moves)\n"),
        ("sol.c", "int main(void) {}\n"),
        ("sol.cpp", "int main() {}\n"),
        ("mine.py", GAME),
        ("stones.in", strip),
        ("tests/1.in", strip),
        ("tests/1.out", "2\n"),
    ])
}

/// Words of the implementation, which no message has.
const FOREIGN: [&str; 12] = [
    "..=",
    "os error",
    "non-zero",
    "invalid digit",
    "target type",
    "empty string",
    "literal",
    "is not in ",
    "at path ",
    "ParseInt",
    "Utf8",
    "u64",
];

/// Returns the words of the implementation in a message.
fn foreign(message: &str) -> Vec<&'static str> {
    FOREIGN.into_iter().filter(|word| message.contains(word)).collect()
}

/// Each option of each verb gets each of these values.
#[test]
fn a_bad_value_is_refused_without_words_of_the_implementation() {
    const VALUES: [&str; 7] = ["", "0", "-1", "1.5", "x", "99999999999999999999999", "10..0"];
    let mut command = gamesolve::cli::command();
    let verbs: Vec<String> = gamesolve::cli::verb_names().collect();
    let problems = ["stones", "subtract", "pas", "nim"].map(str::to_owned);
    let mut refused = 0;
    for verb in verbs.iter().chain(&problems) {
        let arguments = command.find_subcommand(verb).unwrap().get_arguments();
        let options = arguments.filter(|arg| arg.get_action().takes_values());
        let names: Vec<Option<String>> = options.map(|arg| arg.get_long().map(str::to_owned)).collect();
        for name in names {
            for value in VALUES {
                let words = match &name {
                    Some(name) => vec!["gamesolve".to_owned(), verb.clone(), format!("--{name}={value}")],
                    None => vec!["gamesolve".to_owned(), verb.clone(), value.to_owned()],
                };
                let Err(error) = command.try_get_matches_from_mut(&words) else {
                    continue;
                };
                let message = error.to_string();
                refused += usize::from(message.contains(&format!("invalid value '{value}'")));
                assert_eq!(foreign(&message), Vec::<&str>::new(), "{words:?}: {message}");
            }
        }
    }
    assert!(refused > 200, "{refused}");
}

#[test]
fn errors_of_the_system_have_no_number() {
    let place = place();
    for line in [
        "nim no.in",
        "nim.py",
        "judge stones no.cpp",
        "judge tests no.cpp",
        "judge stones sol.c --checker no",
        "judge stones sol.c --cases no",
        "judge stones sol.c --allow-read no",
        "judge stones sol.c --include no",
        "check stones no",
        "stones stones.in -o no/x",
        "gen stones --dir stones.in/x",
        "gen stones -o no/x",
        "draw stones stones.in -o no/x.svg",
        "table take:1,3 --range 0..9 -o no/x",
        "export stones --format kattis -o /proc/x",
        "export tests --format kattis -o stones.in/x",
        "man -o stones.in/x",
        "contest stones tests -o stones.in/x",
        "play stones --against no",
        "stress stones no.cpp",
        "stress --gen no --reference zero.py sol.c",
        "config no",
        "new stones --lang py -o no/x.py",
    ] {
        let (code, told) = said(place.path(), line);
        assert!(code == 2 || code == 3, "{line}: {code} {told}");
        assert_eq!(foreign(&told), Vec::<&str>::new(), "{line}: {told}");
    }
}

#[test]
fn a_missing_compiler_gets_the_command_of_this_system() {
    let place = place();
    for (manager, install) in [
        ("apt-get", ["apt install gcc", "apt install g++", "apt install python3"]),
        ("pacman", ["pacman -S gcc", "pacman -S gcc", "pacman -S python"]),
    ] {
        let tools = folder(&[(manager, "#!/bin/sh\n")]);
        let path = tools.path().join(manager);
        std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        for (line, install) in ["judge stones sol.c", "judge stones sol.cpp", "mine.py stones.in"]
            .into_iter()
            .zip(install)
        {
            let output = command(place.path(), line).env("PATH", tools.path()).output().unwrap();
            let told = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{line}: {told}");
            assert!(
                told.contains(&format!("\nhint: sudo {install}\nnote: `compiler` below `[")),
                "{line}: {told}"
            );
        }
    }
}

sessions! {
    a_drawing_in_another_form_names_the_three_forms
    a_file_without_moves_is_told_from_a_game
    a_missing_file_gets_the_line_with_the_nearest_one
    a_task_behind_its_file_gets_the_line_in_the_right_order
    an_unknown_name_gets_the_nearest_names_of_all_kinds
    numbers_out_of_range_get_the_range
    rules_and_ranges_are_refused_with_one_condition
}
