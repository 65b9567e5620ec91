//! Messages for command lines that cannot run: mistyped names, swapped words, values and files that do not fit.

use std::path::Path;

use crate::support::{folder, gamesolve, has};

/// Runs a line in a folder. Returns the exit code and the messages.
fn said(place: &Path, line: &str) -> (i32, String) {
    let output = gamesolve()
        .args(line.split(' '))
        .current_dir(place)
        .env("XDG_CACHE_HOME", place.join("cache"))
        .write_stdin("")
        .output()
        .unwrap();
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

#[test]
fn an_unknown_name_gets_the_nearest_names_of_all_kinds() {
    let place = place();
    let none = "hint: `gamesolve list` shows the problems, and `gamesolve list --games` the example games";
    for (line, expected) in [
        (
            "ston Stones.in",
            "error: no problem, command or example game is called `ston`\nnote: the nearest names are `stones` (a \
             problem), `stones-once` (an example game), `stone-transfer` (a problem) and `dag-stone-count` (a problem)\n\
             hint: gamesolve stones Stones.in\n",
        ),
        (
            "help foo",
            &format!("error: no problem, command or example game is called `foo`\n{none}\n"),
        ),
        (
            "jugde nim sol.cpp",
            "error: no problem, command or example game is called `jugde`\nnote: the nearest name is `judge` (a \
             command)\nhint: gamesolve judge nim sol.cpp\n",
        ),
        (
            "Bachett",
            "error: no problem, command or example game is called `Bachett`\nnote: the nearest name is `bachet` (an \
             example game)\nhint: gamesolve bachet\n",
        ),
        (
            "cat_mouse_ii",
            "error: no problem, command or example game is called `cat_mouse_ii`\nnote: the nearest name is \
             `cat-mouse-ii` (a problem)\nhint: gamesolve cat-mouse-ii\n",
        ),
        (
            "solve stones stones.in",
            "error: no problem, command or example game is called `solve`\nhint: gamesolve stones stones.in\n",
        ),
        (
            "explain stonez",
            "error: no problem or example game is called `stonez`\nnote: the nearest name is `stones` (a problem)\n",
        ),
        (
            "show qqqq",
            &format!("error: no problem or example game is called `qqqq`\n{none}\n"),
        ),
        (
            "stones.in",
            "error: missing problem: `stones.in` is a file\nhint: gamesolve stones stones.in\n",
        ),
        (
            "draw stones.in",
            "error: missing problem: `stones.in` is a file\nhint: gamesolve draw stones stones.in\n",
        ),
        (
            "tests",
            "error: missing problem: `tests` is a folder\nhint: gamesolve check stones tests\n",
        ),
        (
            "sol.c",
            "error: missing problem: `sol.c` is a program\nhint: gamesolve judge PROBLEM sol.c, with a name from \
             `gamesolve list` as PROBLEM\n",
        ),
    ] {
        assert_eq!(said(place.path(), line), (2, expected.to_owned()), "{line}");
    }
}

#[test]
fn a_task_behind_its_file_gets_the_line_in_the_right_order() {
    let place = place();
    for (line, task, file, hint) in [
        ("judge zero.py nim", "nim", "zero.py", "judge nim zero.py"),
        ("stress zero.py nim", "nim", "zero.py", "stress nim zero.py"),
        (
            "judge --time 2 zero.py bachet -j 1",
            "bachet",
            "zero.py",
            "judge --time 2 bachet zero.py -j 1",
        ),
        ("judge count.py nim", "nim", "count.py", "judge nim count.py"),
        (
            "judge zero.py mine.py",
            "mine.py",
            "zero.py",
            "judge mine.py zero.py --cases tests",
        ),
        ("check tests stones", "stones", "tests", "check stones tests"),
        (
            "explain stones.in stones",
            "stones",
            "stones.in",
            "explain stones stones.in",
        ),
        ("draw zero.py nim --to svg", "nim", "zero.py", "judge nim zero.py"),
        ("puzzle stones.in nim", "nim", "stones.in", "puzzle nim"),
        ("stones.in stones", "stones", "stones.in", "stones stones.in"),
        ("sol.c nim", "nim", "sol.c", "judge nim sol.c"),
    ] {
        let expected = format!("error: the task `{task}` must come first, before `{file}`\nhint: gamesolve {hint}\n");
        assert_eq!(said(place.path(), line), (2, expected), "{line}");
    }
    // The value of an option is no task, and a program may have a variable `moves`.
    for line in [
        "export tests --format loose -o nim",
        "check tests --outputs tests",
        "mine.py stones.in -o nim",
        "judge tests count.py --expect nim",
    ] {
        assert!(!said(place.path(), line).1.contains("must come first"), "{line}");
    }
}

#[test]
fn a_file_without_moves_is_told_from_a_game() {
    let place = place();
    let hint = "`gamesolve show bachet` prints a game, and `gamesolve judge stones";
    for (line, name, example) in [
        ("zero.py", "zero.py", "def moves(n): return [n - 1] if n else []"),
        ("table zero.py", "zero.py", "def moves(n): return [n - 1] if n else []"),
        ("explain sol.cpp", "sol.cpp", "void moves(int n) { if (n) to(n - 1); }"),
    ] {
        let expected = format!(
            "error: `{name}` is no game, because it has no function `moves` such as `{example}`\nhint: {hint} {name}` \
             judges a solution\n"
        );
        assert_eq!(said(place.path(), line), (2, expected), "{line}");
    }
    if has("python3", "a program in place of a game") {
        let (code, told) = said(place.path(), "explain count.py --at 3");
        assert_eq!(code, 2);
        assert!(told.contains("it reads an input, as a solution does"), "{told}");
        assert!(told.ends_with("\nhint: gamesolve show bachet\n"), "{told}");
    }
}

#[test]
fn rules_and_ranges_are_refused_with_one_condition() {
    let place = place();
    let rule = |rule: &str| {
        format!("error: {rule} is a rule, which only `table` and `hint` know\nhint: gamesolve table {rule}\n")
    };
    for line in [
        "explain take:1,3",
        "judge take:1,3 sol.c",
        "stress take:1,3 sol.c",
        "take:1,3",
    ] {
        assert_eq!(said(place.path(), line), (2, rule("take:1,3")), "{line}");
    }
    for (line, expected) in [
        (
            "draw octal:9.99",
            "error: `octal:9.99` is not a rule: the digit before the point must be 0, 4, 8 or C, because a move that \
             takes nothing must split the heap\nhint: gamesolve table octal:0.77\n",
        ),
        (
            "hint octal:2.7",
            "error: `octal:2.7` is not a rule: the digit before the point must be 0, 4, 8 or C, because a move that \
             takes nothing must split the heap\nhint: gamesolve table octal:0.77\n",
        ),
        (
            "table octal:0.77x",
            "error: `octal:0.77x` is not a rule: `x` is not a digit of a code (0 to 9 and A to F, after one point)\n\
             hint: gamesolve table octal:0.77\n",
        ),
        (
            "table take:0",
            "error: `take:0` is not a rule, because amounts are numbers from 1 to 1048576\nhint: gamesolve table \
             take:1,3,4\n",
        ),
    ] {
        assert_eq!(said(place.path(), line), (2, expected.to_owned()), "{line}");
    }
    for (range, condition) in [
        ("10..0", "a range must rise, such as 0..10\n"),
        ("0..5,7..6", "a range must rise, such as 6..7\n"),
        ("0..1000000000001", "a range must end at 1000000000000 or before\n"),
        ("5..1000005", "a range has at most 1000000 numbers\n"),
    ] {
        let (code, told) = said(place.path(), &format!("table nim --range {range}"));
        let first = told.split_inclusive('\n').next().unwrap();
        assert_eq!(code, 2, "{range}");
        assert!(
            first.ends_with(condition) && !first.contains(" and "),
            "{range}: {told}"
        );
    }
}

#[test]
fn a_drawing_in_another_form_names_the_three_forms() {
    let place = place();
    let forms = "hint: `-o game.svg` makes a picture, `-o game.html` a page to play on, and `-o game.dot` a graph for \
                 Graphviz\n";
    for (output, why) in [
        ("x.png", "gamesolve draws no png"),
        ("x.tar.gz", "gamesolve draws no gz"),
        ("x", "the form of the drawing is missing"),
    ] {
        let (code, told) = said(place.path(), &format!("draw stones stones.in -o {output}"));
        assert_eq!((code, told), (2, format!("error: {why}\n{forms}")), "{output}");
    }
    assert_eq!(said(place.path(), "draw stones stones.in -o X.SVG"), (0, String::new()));
}

#[test]
fn a_missing_file_gets_the_line_with_the_nearest_one() {
    let place = place();
    for (line, name, hint) in [
        ("stones stone.in", "stone.in", Some("stones stones.in")),
        ("stones 'STONES.IN'", "'STONES.IN'", Some("stones stones.in")),
        (
            "explain stones \"stones.in\"",
            "\"stones.in\"",
            Some("explain stones stones.in"),
        ),
        ("judge stones zero", "zero", Some("judge stones zero.py")),
        ("judge stones zero.py test", "test", Some("judge stones zero.py tests")),
        (
            "stress stones ./cuont.py",
            "./cuont.py",
            Some("stress stones ./count.py"),
        ),
        ("check stones tests/2.in", "tests/2.in", Some("check stones tests/1.in")),
        ("judge stones nothing.py", "nothing.py", None),
        ("stones no/folder.in", "no/folder.in", None),
    ] {
        let hint = hint.map_or(String::new(), |hint| format!("hint: gamesolve {hint}\n"));
        let expected = format!("error: there is no file or folder `{name}`\n{hint}");
        assert_eq!(said(place.path(), line), (2, expected), "{line}");
    }
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
fn numbers_out_of_range_get_the_range() {
    let place = place();
    let most = u64::MAX;
    for (line, end) in [
        (
            "gen nim --size 0",
            "'--size <N>': it must be a whole number from 1\n".to_owned(),
        ),
        (
            "gen nim --size -3",
            "'--size <N>': it must be a whole number from 1\n".to_owned(),
        ),
        (
            "puzzle nim --level 51",
            "'--level <N>': it must be a whole number from 1 to 50\n".to_owned(),
        ),
        (
            "puzzle nim --seed x",
            "'--seed <S>': it must be a whole number from 0\n".to_owned(),
        ),
        (
            "judge nim sol.c -j 0",
            "'--jobs <N>': it must be a whole number from 1\n".to_owned(),
        ),
        (
            "judge nim sol.c -j 99999999999999999999",
            format!("a whole number from 1 to {most}\n"),
        ),
        ("hint nim 4", "error: nim has only 3 hints\n".to_owned()),
        ("hint take:1,3 5", "error: take:1,3 has only 4 hints\n".to_owned()),
        (
            "gen nim --size 9999999",
            "must be from 1 to 100000 (the original limit of n, the number of heaps), found `9999999`\n".to_owned(),
        ),
    ] {
        let (code, told) = said(place.path(), line);
        let first = told.split_inclusive('\n').next().unwrap();
        assert_eq!(code, 2, "{line}");
        assert!(first.ends_with(&end), "{line}: {told}");
    }
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
            let mut command = gamesolve();
            command
                .args(line.split(' '))
                .current_dir(&place)
                .env("XDG_CACHE_HOME", place.path().join("cache"));
            let output = command.env("PATH", tools.path()).output().unwrap();
            let told = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{line}: {told}");
            assert!(
                told.contains(&format!("\nhint: sudo {install}\nnote: `compiler` below `[")),
                "{line}: {told}"
            );
        }
    }
}
