//! `gamesolve new`: first programs of problems and of own games.

use std::fs;
use std::process::Command;

use gamesolve::practice::first_program::{Language, program};
use gamesolve::problem::{Field, FieldKind, InputForm};

use crate::first_program::{NEXT, compiled, run, with_a_look_behind};
use crate::golden::Golden;
use crate::own::{Place, python};
use crate::support::{folder, gamesolve, has, has_time, needs, root};

#[test]
fn programs_look_as_written_by_hand() {
    let mut golden = Golden::new("new/programs");
    for task in ["pawns", "cat-mouse", "cat-mouse-ii", "lgame"] {
        for language in Language::ALL {
            let mut command = gamesolve();
            golden.run(command.args(["new", task, "--lang", language.ending()]));
        }
    }
    golden.finish();
}

#[test]
fn a_program_is_written_to_a_new_file_only() {
    let place = folder(&[("old.cpp", "mine\n")]);
    let new = |file: &str| {
        let mut command = gamesolve();
        command
            .current_dir(place.path())
            .args(["new", "nim", "--lang", "cpp", "-o", file]);
        command.assert()
    };
    new("sol.cpp").success().stdout("").stderr("");
    let text = fs::read_to_string(place.path().join("sol.cpp")).unwrap();
    assert!(
        text.starts_with("// Nim. Test it: gamesolve stress nim sol.cpp\n"),
        "{text}"
    );
    let expected = "error: `old.cpp` exists, and nothing was written\nhint: name a new file\n";
    new("old.cpp").code(2).stdout("").stderr(expected);
    assert_eq!(fs::read_to_string(place.path().join("old.cpp")).unwrap(), "mine\n");
    let printed = new("-").success().stderr("");
    assert_eq!(String::from_utf8_lossy(&printed.get_output().stdout), text);
}

#[test]
fn no_variable_has_the_name_of_a_macro_in_a_header() {
    needs!(has("g++", "the macros of headers"));
    let place = folder(&[(
        "all.cpp",
        "#include <cctype>\n#include <iostream>\n#include <string>\n#include <vector>\n",
    )]);
    let listed = Command::new("g++")
        .args(["-dM", "-E", "all.cpp"])
        .current_dir(&place)
        .output();
    let listed = String::from_utf8(listed.unwrap().stdout).unwrap();
    let names = listed.lines().filter_map(|line| line.split([' ', '(']).nth(1));
    // A name of a variable begins with a letter.
    let names: Vec<&'static str> = names
        .filter(|name| !name.starts_with('_'))
        .map(|name| &*name.to_owned().leak())
        .collect();
    assert!(names.contains(&"RAND_MAX"));
    let form = InputForm {
        fields: names.iter().map(|name| Field::Once(FieldKind::Number, name)).collect(),
        wide: Vec::new(),
        answer: String::new(),
    };
    let text = program(&form, "", Language::Cpp);
    for name in names {
        assert!(text.contains(&format!("int {name}_;")), "{name}");
    }
}

#[test]
fn tasks_without_a_form_are_refused() {
    let refused = |task: &str, expected: &str| {
        let mut command = gamesolve();
        let failed = command.current_dir(root("")).args(["new", task, "--lang", "py"]);
        let failed = failed.assert().code(2).stdout("");
        let said = String::from_utf8_lossy(&failed.get_output().stderr).into_owned();
        assert!(said.starts_with(expected), "{said}");
    };
    refused(
        "testdata",
        "error: `testdata` is a package, and no package describes the form of its input\n\
         hint: name a problem from `gamesolve list`\n",
    );
    refused(
        "nimm",
        "error: no problem or example game is called `nimm`\nnote: the nearest name is `nim`",
    );
    if python() {
        let place = Place::with("take.py", "def moves(n):\n    return range(n)\n");
        let said = place.fails(&["new", "take.py", "--lang", "py"], 2);
        let expected = "error: `take.py` does not state the form of its input\n\
                        hint: add a line such as `INPUT = \"n\"`, in C++ `// INPUT: n`\n";
        assert_eq!(said, expected);
        let said = place.fails(&["new", "lines:./take.py", "--lang", "py"], 2);
        assert!(
            said.ends_with("hint: only a game in Python or C++ can state it\n"),
            "{said}"
        );
        // The proposed line works.
        place.put("take.py", "INPUT = \"n\"\ndef moves(n):\n    return range(n)\n");
        let text = place.says(&["new", "take.py", "--lang", "py"]);
        assert!(text.contains("    n = number()\n"), "{text}");
        place.put("take.py", "INPUT = \"n\"\ndef moves(n):\n    return\nx = = 1\n");
        let said = place.fails(&["new", "take.py", "--lang", "py"], 2);
        for part in ["take.py", "line 4"] {
            assert!(said.contains(part), "{said}");
        }
    }
}

#[test]
fn programs_for_own_games_read_their_inputs() {
    /// Optional lines, the arguments of `moves`, an input, and the number of its tests.
    const GAMES: [(&str, &str, &str, usize); 13] = [
        ("INPUT = 'n'", "n: int", "5\n", 1),
        (
            "INPUT = 'T: n'\nWIN, LOSE = 'Alice', 'it\\'s \"Bob\" \\\\'",
            "n: int",
            "2\n1\n1000000000000\n",
            2,
        ),
        ("INPUT = 'a b'\nLIMITS = {'a': (1, 9)}", "a, b", "5 3000000000\n", 1),
        ("INPUT = 'N, then N lines: x K'", "x, k", "2\n5 2\n7 3\n", 1),
        ("INPUT = 'T: N, then N numbers: a'", "*a", "2\n2\n5 2\n1\n7\n", 2),
        ("INPUT = 'n k, then n numbers: a'", "a, k", "2 9\n5 2\n", 1),
        (
            "INPUT = 'T: N K, then N numbers: a'",
            "K, *a",
            "2\n2 9\n5 2\n1 3\n7\n",
            2,
        ),
        ("INPUT = 'N, then N numbers'", "n: int", "3\n1 2 3\n", 1),
        ("INPUT = 'T: s'\nLETTERS = '01'", "s: str", "2\n0110\n1\n", 2),
        // Names that a language does not allow, or takes for the same.
        (
            "INPUT = 'end: Begin, then Begin lines: i Test cin'",
            "i, test, cin",
            "1\n2\n1 2 3\n4 5 6\n",
            1,
        ),
        ("INPUT = 'n: N, then N numbers: 2số'", "n: int", "2\n1\n7\n2\n8 9\n", 2),
        (
            "INPUT = 'RAND_MAX errno BUFSIZ'",
            "RAND_MAX, errno, BUFSIZ",
            "1 2 3\n",
            1,
        ),
        // A terminal obeys these characters.
        (
            "INPUT = 'n'\nWIN, LOSE = 'A', '\\x1b\\x071\\'\\u202e'",
            "n: int",
            "5\n",
            1,
        ),
    ];
    needs!(has_time() && python());
    for (lines, arguments, input, tests) in GAMES {
        let name = arguments.trim_start_matches('*').split([',', ':']).next().unwrap();
        let game = format!("{lines}\ndef moves({arguments}):\n    {name}\n    return []\n");
        let place = Place::with("mine.py", &game);
        let losers = [("Bob", "it's \"Bob\" \\"), ("LOSE", "\u{1b}\u{7}1'\u{202e}")];
        let loser = losers.iter().find(|(part, _)| lines.contains(part));
        let answer = loser.map_or("L", |(_, answer)| answer);
        let expected = format!("{answer}\n").repeat(tests);
        for language in Language::ALL {
            let text = place.says(&["new", "mine.py", "--lang", language.ending()]);
            let Some(argv) = compiled(place.path(), &with_a_look_behind(&text, language), language) else {
                continue;
            };
            let (stdout, next) = run(place.path(), &argv, &format!("{input}{NEXT}\n"));
            assert_eq!(
                (stdout.as_str(), next.as_str()),
                (expected.as_str(), NEXT),
                "{game}\n{text}"
            );
        }
    }
}
