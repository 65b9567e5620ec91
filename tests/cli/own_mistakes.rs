//! Mistakes in game files: each is one message with its place and its cure.

use std::fs;

use assert_cmd::Command;

use crate::golden::Golden;
use crate::own::{Place, cpp, python};
use crate::support::{has_time, needs};

const MOVES: &str = "def moves(n):\n    if n > 0: yield n - 1\n";
const MOVES_CPP: &str = "#include \"game.h\"\nvoid moves(int n) { if (n > 0) to(n - 1); }\n";

/// Returns the error of a file for an input of the number 3.
fn error_of(file: &str, text: &str) -> String {
    let place = Place::with(file, text);
    let mut command: Command = place.run(&[file]);
    let run = command.write_stdin("3\n").assert().code(2).stdout("");
    String::from_utf8(run.get_output().stderr.clone()).unwrap()
}

/// Asserts that a file answers an input of the number 3.
fn is_accepted(file: &str, text: &str) {
    let place = Place::with(file, text);
    place.run(&[file]).write_stdin("3\n").assert().success();
}

/// `start` does not apply to the positions of `read`.
#[test]
fn read_gives_whole_positions() {
    needs!(python());
    let game = |start: &str| {
        format!(
            "def read(text): return tuple(map(int, text.split()))\n{start}def moves(n, turn):\n    if n: yield n - 1, 1 - turn\n"
        )
    };
    let place = Place::with("bad.py", &game("def start(n): return n, 0\n"));
    let run = |input: &str| {
        let run = place
            .run(&["bad.py"])
            .write_stdin(input.to_owned())
            .assert()
            .code(2)
            .stdout("");
        String::from_utf8(run.get_output().stderr.clone()).unwrap()
    };
    let error = run("1 2 3\n");
    assert!(
        error.contains("it gives (1, 2, 3), and a position has 2 numbers, n, turn (line 1)")
            && error.ends_with("hint: return start(n)\n"),
        "{error}"
    );
    place.put("bad.py", &game(""));
    assert!(run("1 2 3\n").ends_with("hint: return n, turn\n"));
}

/// The limits of a statement may be larger than every number here.
#[test]
fn limits_that_are_too_large_are_named() {
    if python() {
        for most in ["10**250", "10**100000"] {
            let error = error_of("bad.py", &format!("LIMITS = {{'n': (1, {most})}}\n{MOVES}"));
            let words = "the limits of `n` go above 10^18, the largest number here (line 1)\n\
                         hint: LIMITS = {\"n\": (1, 10**18)}\n";
            assert_eq!(error, format!("error: bad.py: {words}"));
        }
    }
    if cpp() {
        let error = error_of("bad.cpp", &format!("// LIMITS: n 1 1{}\n{MOVES_CPP}", "0".repeat(30)));
        assert!(error.contains("go above 10^18, the largest number here"), "{error}");
    }
}

#[test]
fn a_statement_without_effect_in_python_names_the_right_one() {
    needs!(python());
    for (line, name, cure) in [
        ("LIMIT = {'n': (1, 10)}", "LIMIT", "LIMITS = {'n': (1, 10)}"),
        ("SAMPLE = [('3', 'W')]", "SAMPLE", "SAMPLES = [('3', 'W')]"),
        ("input = 'n'", "input", "INPUT = 'n'"),
        ("win, lose = 'A', 'B'", "win", "WIN, LOSE = 'A', 'B'"),
        ("WIN, LOST = 'A', 'B'", "LOST", "WIN, LOSE = 'A', 'B'"),
        ("INUPT: str = 'n'", "INUPT", "INPUT: str = 'n'"),
        ("LAST: 'loses'", "LAST", "LAST = 'loses'"),
        (
            "def Read(text): return int(text)",
            "Read",
            "def read(text): return int(text)",
        ),
        ("def starts(n): return n", "starts", "def start(n): return n"),
    ] {
        let error = error_of("bad.py", &format!("# A game.\n{line}\n{MOVES}"));
        assert_eq!(
            error,
            format!("error: bad.py: `{name}` has no effect (line 2)\nhint: {cure}\n")
        );
    }
    // The code uses these names, or their values are no settings.
    for line in [
        "limits = {1: 2}\nassert limits",
        "WINS = {0, 4}",
        "LIST = [1, 3, 4]",
        "lost = [0, 4]",
        "last = None",
        "input = 'a'\ninput += 'b'",
        "def head(n): return n",
        "def read(): return 1\nx = read()",
        "def read(text, end=None): return int(text)",
    ] {
        is_accepted("good.py", &format!("{line}\n{MOVES}"));
    }
}

#[test]
fn a_comment_without_effect_in_cpp_names_the_right_one() {
    needs!(has_time() && cpp());
    for (line, name, cure) in [
        ("// LIMIT: n 1 10", "LIMIT", "// LIMITS: n 1 10"),
        ("// LIMITS n 1 10", "LIMITS", "// LIMITS: n 1 10"),
        ("// WINS: Alice", "WINS", "// WIN: Alice"),
        ("// win: Alice", "win", "// WIN: Alice"),
        ("// INPUT T: n", "INPUT", "// INPUT: T: n"),
        ("// INPUT = \"T: n\"", "INPUT", "// INPUT: T: n"),
        ("/// INPUT: T: n", "INPUT", "// INPUT: T: n"),
        ("/* INPUT: T: n */", "INPUT", "// INPUT: T: n"),
        ("/* A game.\n * INPUT: n\n */", "INPUT", "// INPUT: n"),
        ("const char* INPUT = \"T: n\";", "INPUT", "// INPUT: T: n"),
        (
            "// SAMPLES: 3 W",
            "SAMPLES",
            "`gamesolve table` takes samples as `--samples IN OUT`",
        ),
    ] {
        let error = error_of("bad.cpp", &format!("{line}\n{MOVES_CPP}"));
        let number = if line.contains('\n') { 2 } else { 1 };
        let told = format!("error: bad.cpp: `{name}` has no effect (line {number})\nhint: {cure}\n");
        assert_eq!(error, told, "{line}");
    }
    // Prose is no optional line.
    let prose = "// input: the number of stones\n// LAST player loses\n// INPUT comes first\n// LOST: 0 4 8\n\
                 /* WIN: the player who takes the last stone */\n// list: a b c\nconst int LIMITS = 3;\n";
    is_accepted("good.cpp", &format!("{prose}{MOVES_CPP}"));
}

#[test]
fn limits_in_cpp_may_share_a_line() {
    needs!(cpp());
    for lines in [
        "// LIMITS: T 1 9, n 1 10^6",
        "// LIMITS: T 1 9; n: 1 10^6",
        "// LIMITS: T 1 9 n 1 10^6",
    ] {
        let place = Place::with("take.cpp", &format!("// INPUT: T: n\n{lines}\n{MOVES_CPP}"));
        for (input, why) in [
            ("1\n1000001\n", "`n` must be from 1 to 1000000"),
            ("10\n", "`T` must be from 1 to 9"),
        ] {
            let run = place.run(&["take.cpp"]).write_stdin(input).assert().code(2);
            let error = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
            assert!(error.contains(why), "{lines}: {error}");
        }
    }
    let error = error_of("bad.cpp", &format!("// INPUT: n\n// LIMITS: 1 <= n <= 9\n{MOVES_CPP}"));
    assert!(error.ends_with(" (line 2)\nhint: // LIMITS: n 1 100\n"), "{error}");
}

/// The mistakes of Python files, each with its whole message.
#[test]
fn every_mistake_of_a_setting_has_its_line_and_its_cure() {
    needs!(has_time() && python());
    let mut golden = Golden::new("own_mistakes/every_mistake_of_a_setting_has_its_line_and_its_cure");
    let place = Place::with("bad.py", "");
    let heads = [
        "WIN, LOSE = '', 'B'",
        "LAST = 'lose'",
        "INPUT = 5",
        "INPUT = ['n', 'k']",
        "INPUT = 'n'\nINPUT = 'T: n'",
        "LIMITS = {'n': (1.5, 9)}",
        "SAMPLES = 'x'",
        "INPUT = 'n'\nLIMITS = {'n': (1, 9)}\nSAMPLES = [('3', 'W'), ('10', 'L')]",
        "def read(text): return 3 if int(text) < 9 else 1 // 0\nSAMPLES = [('3', 'W'), ('10', 'L')]",
        "def read(): return 3",
        "def read(text): return text",
        "def read(text): return int(text), 1",
        "INPUT = 'n'\ndef start(): return 3",
        "start = 5",
        "def start(n): yield n",
        "def start(n): n + 1",
        "def start(n): return n / 2",
        "def start(n): return range(n)",
        "INPUT = 'a b'\ndef start(n): return n",
    ];
    let texts = [
        "def move(n, k): yield n - 1, k\n",
        "def less(n):\n    yield n - 4\ndef moves(n):\n    yield from less(n)\n",
        "def moves(n):\n    if n:\n        yield Score(n - 1)\n",
        "def moves(n):\n    yield n - 1, [1]\n",
        "LETTERS = 'a b'\ndef moves(s: str): return []\n",
    ];
    let with_moves = heads.map(|head| format!("{head}\n{MOVES}"));
    for text in with_moves.iter().map(String::as_str).chain(texts) {
        golden.note(text);
        place.put("bad.py", text);
        golden.run_with(place.run(&["bad.py"]), "3\n");
    }
    // Another encoding has its line.
    fs::write(place.path().join("bad.py"), b"def moves(n):\n    return []\n\xff").unwrap();
    golden.run_each(&place, &["explain bad.py --at 3"]);
    golden.finish();
    // Python 3 ends with a signal only in a library, and its fault handler knows the line.
    place.put("bad.py", "import ctypes\ndef moves(n: int):\n    ctypes.string_at(0)\n");
    let error = place.fails(&["explain", "bad.py", "--at", "3"], 2);
    assert!(error.ends_with(" (line 3)\n"), "{error}");
}

/// The cure of a word beside a number works if it is pasted.
#[test]
fn a_word_beside_a_number_needs_a_reader() {
    needs!(has_time() && python() && cpp());
    let why = "`s` is a word beside other arguments, which only a `read` can give (line 2)\nhint: ";
    for (file, line, game) in [
        (
            "word.py",
            "INPUT = 's n'\n",
            "def moves(s: str, n: int):\n    if n and s: yield s[1:], n - 1\n",
        ),
        (
            "start.py",
            "INPUT = 's n'\n",
            "def start(s: str, n): return len(s) + n\ndef moves(n: int):\n    if n: yield n - 1\n",
        ),
        (
            "word.cpp",
            "// INPUT: s n\n",
            "void moves(string s, int n) { if (n && s.size()) to(s.substr(1), n - 1); }\n",
        ),
    ] {
        let place = Place::with(file, &format!("{line}{game}"));
        let run = place.run(&[file]).write_stdin("ab 3\n").assert().code(2).stdout("");
        let error = String::from_utf8(run.get_output().stderr.clone()).unwrap();
        let cure = error.strip_prefix(&format!("error: {file}: {why}"));
        let cure = cure.unwrap_or_else(|| panic!("{error}"));
        place.put(file, &format!("{cure}{game}"));
        place.run(&[file]).write_stdin("ab 3\n").assert().success();
    }
}

#[test]
fn a_draw_without_a_word_is_refused() {
    needs!(has_time() && python());
    let game = "def moves(n):\n    if n < 2: return (LOST, DRAWN)[n]\n    return [n - 2]\n";
    let file = format!("INPUT = 'n'\nWIN, LOSE = 'A', 'B'\n{game}");
    let told = |start: &str| {
        format!("error: `{start}` is a draw, and the file has no `DRAW` beside `WIN` (line 2)\nhint: DRAW = \"Draw\"\n")
    };
    assert_eq!(error_of("bad.py", &file), told("3"));
    // A pattern answers this start.
    let place = Place::with("bad.py", &file);
    let run = place
        .run(&["bad.py"])
        .write_stdin("99999999\n")
        .assert()
        .code(2)
        .stdout("");
    assert_eq!(String::from_utf8_lossy(&run.get_output().stderr), told("99999999"));
    place
        .run(&["bad.py"])
        .write_stdin("4\n")
        .assert()
        .success()
        .stdout("B\n");
    place.put("bad.py", &format!("DRAW = 'C'\n{file}"));
    place
        .run(&["bad.py"])
        .write_stdin("3\n")
        .assert()
        .success()
        .stdout("C\n");
    // A move is asked for too.
    let file = format!("ANSWER = 'move'\n{file}");
    assert_eq!(error_of("bad.py", &file), told("3").replace("line 2", "line 3"));
}

#[test]
fn a_crash_in_cpp_has_a_position() {
    needs!(has_time() && cpp());
    let take = "if (n > 0) to(n - 1);";
    for (text, why) in [
        (
            format!(
                "void moves(int n) {{ vector<int> v(n + 1); if (n == 2) for (int i = 0; i < 400; i++) v.data()[i] = 77; \
                 vector<int> w(9); v = w; {take} }}"
            ),
            "moves(2) raised signal 6: ",
        ),
        (
            format!("vector<int> v(3); int z = v[7];\nvoid moves(int n) {{ {take} }}"),
            "bad.cpp: the file itself raised signal 6: ",
        ),
        (
            format!("int start(int n) {{ vector<int> v; return v[n]; }}\nvoid moves(int n) {{ {take} }}"),
            "start(3) raised signal 6: ",
        ),
        (
            format!("int start(int n) {{ throw runtime_error(\"no\"); }}\nvoid moves(int n) {{ {take} }}"),
            "`3` is not a start: no\n",
        ),
        (
            format!("int next(int n) {{ if (n > 9) return 3; }}\nvoid moves(int n) {{ {take} }}"),
            "bad.cpp does not compile: `g++` cannot compile it:\nbad.cpp: In function ",
        ),
        (
            format!("string read(string text) {{ return text; }}\nvoid moves(int n) {{ {take} }}"),
            "read(text): `read` gives 3\\n, which does not fit the arguments of `moves`\nhint: stoi(text) is a number\n",
        ),
        (
            format!("int read() {{ return 3; }}\nvoid moves(int n) {{ {take} }}"),
            "bad.cpp: `read` takes the text of an input, and nothing else (line 1)\nhint: void read(string text)\n",
        ),
        (
            format!("void start() {{ to(3); }}\nvoid moves(int n) {{ {take} }}"),
            "bad.cpp: `start` takes no number of the input (line 1)\nhint: void start(int n)\n",
        ),
        (
            "void moves() { to(3); }".to_owned(),
            "bad.cpp: `moves` takes no position (line 1)\nhint: void moves(int n)\n",
        ),
        (
            "\nvoid moves(int n) { to(n / 2.0); }".to_owned(),
            "bad.cpp: `moves` leads to a number with a fraction, and positions are whole numbers (line 2)\n",
        ),
        (
            "int moves(int n) { return n; }".to_owned(),
            "bad.cpp: `moves` calls to(...) for each position that a move leads to, or returns a vector of them (line 1)\n",
        ),
        (
            "// INPUT: T; n\nvoid moves(int n) {}".to_owned(),
            "bad.cpp: `// INPUT: T; n` is not understood: ",
        ),
        (
            "// INPUT: a b\nvoid moves(int a, int b, int c) {}".to_owned(),
            "bad.cpp: `INPUT` has 2 words a position, and a position of this game has 3 numbers: a, b, c (line 1)\n\
             hint: // INPUT: a b c, or make the position of `INPUT` by `void start(int a, int b)`\n",
        ),
        (
            "// LAST: lose\nvoid moves(int n) {}".to_owned(),
            "bad.cpp: `LAST` is \"wins\" or \"loses\", not \"lose\" (line 1)\nhint: // LAST: loses\n",
        ),
        (
            "void move(int n) {}".to_owned(),
            "`bad.cpp` is no game, because it has no function `moves` such as `void moves(int n) { if (n) to(n - 1); }`\n\
             hint: `gamesolve show bachet` prints a game, and `gamesolve judge stones bad.cpp` judges a solution\n",
        ),
    ] {
        let error = error_of("bad.cpp", &text);
        assert!(error.starts_with(&format!("error: {why}")), "{text}\n{error}");
    }
    // The grader's own clock is no crash of the game.
    let clock = format!(
        "#include <csignal>\n// INPUT: n\nvoid moves(int n) {{ if (n == 2) {{ signal(14, SIG_DFL); raise(14); }} {take} }}"
    );
    let error = error_of("clock.cpp", &clock);
    assert!(
        error.contains(
            "it was ended by signal 14: the grader's own clock, which the game changed or which ended a crash"
        ),
        "{error}"
    );
    // Neither is an error of the grader that the game broke.
    for text in [
        "import builtins\nbuiltins.isinstance = None\nbuiltins.str = None\ndef moves(n: int):\n    if n: yield n - 1\n",
        "import os\ndef moves(n: int):\n    os.closerange(3, 20)\n    if n: yield n - 1\n",
    ] {
        let error = if python() { error_of("broken.py", text) } else { break };
        let cause = ": does the game change functions or close files of Python?\n";
        assert!(error.ends_with(cause) && !error.contains("Traceback"), "{error}");
    }
    // A pattern would answer here.
    let deep = format!("// INPUT: n\nvoid moves(int n) {{ if (n == 99999999) raise(9); {take} }}");
    let place = Place::with("deep.cpp", &format!("#include <csignal>\n{deep}"));
    let run = place
        .run(&["deep.cpp"])
        .write_stdin("99999999\n")
        .assert()
        .code(2)
        .stdout("");
    let error = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(error.contains("it was ended by signal 9"), "{error}");
}

#[test]
fn commands_about_a_file_take_no_name_for_an_option() {
    needs!(has_time() && python());
    let game = format!("INPUT = 'n'\nLIMITS = {{'n': (1, 10**6)}}\n{MOVES}");
    let place = Place::with("-g.py", &game);
    place.put("sol.py", "print('L')\n");
    let run = place
        .run(&["stress", "./-g.py", "sol.py", "--tests", "20"])
        .assert()
        .code(1);
    let said = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    let again = said.lines().find_map(|line| line.strip_prefix("Again:   gamesolve "));
    let again: Vec<&str> = again.unwrap_or_else(|| panic!("{said}")).split(' ').collect();
    place.run(&again).assert().code(1);
    assert!(fs::exists(place.path().join("-g-stress")).unwrap());
    // Sizes go to the end of the limits.
    place.says(&["gen", "./-g.py", "--size", "100000"]);
    let error = place.fails(&["gen", "./-g.py", "--size", "1000000"], 2);
    assert_eq!(
        error,
        "error: `--size` must be from 1 to 999999 (the limits of the file), found `1000000`\nhint: change its `LIMITS`\n"
    );
}

#[test]
fn a_sample_that_a_table_cannot_explore_is_named() {
    needs!(has_time() && python());
    let place = Place::with(
        "take.py",
        "INPUT = 'N, then N numbers: a'\nSAMPLES = [('1\\n1000000000\\n', 'W')]\ndef moves(*a): yield from ((x,) for x in range(a[0]))\n",
    );
    let error = place.fails(&["table", "take.py", "--range", "0..5"], 2);
    assert_eq!(
        error,
        "error: sample 1: moves((1000000000,)) gives more than 4000000 moves: is the loop endless?\n\
         hint: if the sample is too large to explore, leave it out of `SAMPLES`\n"
    );
}
