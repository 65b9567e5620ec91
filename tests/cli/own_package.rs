//! `gamesolve export mine.py`: a user's own game as a package.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use gamesolve::package::format::targets;
use tempfile::TempDir;

use super::golden::Golden;
use super::judge::{json, path, text};
use super::support::{folder, gamesolve, has, has_time, needs};

/// Heaps that form a sum. A pattern answers up to the limits.
const HALVES: &str = r#""""Halving Heaps

Kevin and Nicky take one stone from a heap, or split an even heap into halves.
"""
INPUT = "N, then N numbers: a"
WIN, LOSE = "Kevin", "Nicky"
LIMITS = {"N": (1, 100), "a": (1, 10**9)}
SAMPLES = [("2\n3 4\n", "Kevin\n")]

def moves(n):
    if n > 0: yield n - 1
    if n > 0 and n % 2 == 0: yield [n // 2, n // 2]
"#;

/// Positions of two numbers, several tests.
const ROOK: &str = r#"# A rook moves left or up, as far as the player likes.
INPUT = "T: row column"
WIN, LOSE = "First", "Second"
LIMITS = {"T": (1, 50), "row": (0, 30), "column": (0, 30)}
SAMPLES = [("2\n1 1\n0 3\n", "Second\nFirst\n")]

def moves(row, column):
    for r in range(row):
        yield r, column
    for c in range(column):
        yield row, c
"#;

/// Words that are longer than the solver explores.
const WORDS: &str = r#""""Two players delete two different neighbours of a word."""
INPUT = "T: s"
WIN, LOSE = "DA", "NET"
LETTERS = "01"
LIMITS = {"T": (1, 100), "s": (1, 100)}
SAMPLES = [("3\n01\n1111\n0011\n", "DA\nNET\nNET\n")]

def moves(s: str):
    for i in range(len(s) - 1):
        if s[i] != s[i + 1]:
            yield s[:i] + s[i + 2:]
"#;

/// A game of points, with signs of XML and accents in its title.
const COINS: &str = r#""""Münzen & <Points> "x"

Take one, two or three coins. Three coins at once are worth 5.
"""
INPUT = "n"
LIMITS = {"n": (1, 300)}
SAMPLES = [("3\n", "5\n")]

def moves(n):
    for k in (1, 2, 3):
        if k <= n: yield Score(5 if k == 3 else k, n - k)
"#;

/// A game in C++. A pattern answers up to the limits.
const TAKE: &str = "// Take It Away\n//\n// Alice and Bob take 1, 2 or 9 of n stones in turn.\n\
    // INPUT: T: n\n// WIN: Alice\n// LOSE: Bob\n// LIMITS: T 1 100\n// LIMITS: n 1 10^9\n#include \"game.h\"\n\
    void moves(int n) {\n    for (int k : {1, 2, 9})\n        if (k <= n) to(n - k);\n}\n";

/// Heaps with a common number. The answer has a winning move.
const SHARED: &str = r#""""Shared\tHeaps

A player takes up to K stones from a heap, or leaves 1 and all but 2 of it.
"""
INPUT = "T: N K, then N lines: a"
ANSWER = "move"
WIN, LOSE = "First player", "Second player"
LIMITS = {"T": (1, 20), "N": (1, 5), "K": (1, 3), "a": (0, 12)}
SAMPLES = [("2\n2 1\n3\n4\n1 2\n3\n", "First player\n2 3 1\nSecond player\n")]

def moves(a, K):
    for k in range(1, K + 1):
        if k <= a: yield a - k, K
    if a > 3: yield [(1, K), (a - 2, K)]
"#;

/// Games that ask for a winning move, of every other kind: rows, words, points, splits, draws, sums under misère rules.
const OF_MOVES: [(&str, &str); 7] = [
    (
        "row.py",
        "INPUT = 'n k, then k numbers: p'\nANSWER = 'move'\nLAST = 'loses'\nLIMITS = {'n': (1, 20), 'k': (1, 6), 'p': (1, 9)}\n\
         def moves(n, *p):\n    for x in p:\n        if x <= n: yield (n - x, *p)\n",
    ),
    (
        "coin.py",
        "INPUT = 'n'\nANSWER = 'move'\nLIMITS = {'n': (1, 100)}\ndef moves(n):\n    for k in (1, 2, 3):\n        \
         if k <= n: yield Score(5 if k == 3 else k, n - k)\n",
    ),
    (
        "loop.py",
        "INPUT = 'n'\nANSWER = 'move'\nWIN, LOSE, DRAW = 'A', 'B', 'C'\nLIMITS = {'n': (0, 200)}\ndef moves(n):\n    if n == 0: return LOST\n    \
         return [n - 1, n + 1 if n % 7 else n // 2] if n < 200 else [n - 1]\n",
    ),
    (
        "last.py",
        "INPUT = 'k, then k numbers: a'\nANSWER = 'move'\nLAST = 'loses'\nLIMITS = {'k': (1, 3), 'a': (0, 9)}\n\
         def moves(n):\n    for m in range(n): yield m\n",
    ),
    (
        "kayles.cpp",
        "// INPUT: T: n\n// ANSWER: move\n// WIN: A\n// LOSE: B\n// LIMITS: T 1 50\n// LIMITS: n 0 60\n#include \"game.h\"\n\
         void moves(int n) {\n    for (int k = 1; k <= 2; k++) for (int a = 0; a + k <= n; a++) sum({a, n - k - a});\n}\n",
    ),
    (
        "letters.cpp",
        "// INPUT: s\n// ANSWER: move\n// LETTERS: ab\n// LAST: loses\n// LIMITS: s 1 8\n#include \"game.h\"\n\
         void moves(string s) {\n    for (int i = 0; i + 1 < (int)s.size(); i++) if (s[i] == s[i + 1]) to(s.substr(0, i) + s.substr(i + 1));\n    \
         if (s == \"ab\") to(\"\");\n}\n",
    ),
    (
        "pairs.cpp",
        "// INPUT: N K, then N numbers: a\n// ANSWER: move\n// LAST: loses\n// LIMITS: N 1 3\n// LIMITS: K 1 3\n// LIMITS: a 0 6\n\
         #include \"game.h\"\nvoid moves(int a, int K) {\n    for (int i = 1; i <= K && i <= a; i++) to(a - i, K);\n}\n",
    ),
];

/// Games whose values need parts of the solvers that `OF_MOVES` does not: rows in several tests, a start, sums in C++.
const OTHERS: [(&str, &str); 4] = [
    (
        "rows.py",
        "INPUT = 'T: N, then N numbers: a'\nWIN, LOSE = 'W', 'L'\nLIMITS = {'T': (1, 10), 'N': (0, 4), 'a': (1, 6)}\n\
         def moves(*a):\n    for i, h in enumerate(a):\n        for m in range(h):\n            yield a[:i] + (m,) + a[i + 1:]\n",
    ),
    (
        "start.py",
        "INPUT = 'n'\nWIN, LOSE = 'W', 'L'\nLIMITS = {'n': (1, 60)}\ndef start(n): return n, n - 1\n\
         def moves(n, most):\n    for k in range(1, min(n, most) + 1): yield n - k, 2 * k\n",
    ),
    (
        "pairs.cpp",
        "// INPUT: N, then N lines: x K\n// WIN: W\n// LOSE: L\n// LIMITS: N 1 10\n// LIMITS: x 1 20\n// LIMITS: K 1 5\n\
         #include \"game.h\"\nvoid moves(int x, int K) {\n    for (int i = 1; i <= K && i <= x; i++) to(x - i, K);\n    \
         if (x % 2 == 0 && x) sum({{x / 2, K}, {x / 2, K}});\n}\n",
    ),
    (
        "module.py",
        "\"\"\"A module\"\"\"\nfrom __future__ import annotations\nINPUT = 'n'\nWIN, LOSE = 'W', 'L'\nLIMITS = {'n': (0, 40)}\n\
         def moves(n: int) -> list[int]:\n    return [n - k for k in (1, 3) if k <= n]\n\
         if __name__ == '__main__':\n    print('a program')\n",
    ),
];

/// Games that read their inputs themselves, and their inputs. The second one asks for a winning move.
const OF_READERS: [(&str, &str); 6] = [
    (
        "tree.py",
        "\"\"\"Trees\n\nA cut removes the part without vertex 1.\n\"\"\"\nWIN, LOSE = 'W', 'L'\nSAMPLES = [('3\\n1 2\\n2 3\\n', 'W')]\n\
         def read(text):\n    n, *ends = map(int, text.split())\n    assert len(ends) == 2 * n - 2 and max(ends, default=1) <= n, 'a tree'\n    \
         return frozenset(zip(ends[::2], ends[1::2]))\n\
         def moves(edges):\n    for cut in edges:\n        tree, kept = {1}, set()\n        for _ in edges:\n            \
         kept = {edge for edge in edges - {cut} if tree & {*edge}}\n            \
         tree |= {vertex for edge in kept for vertex in edge}\n        yield frozenset(kept)\n",
    ),
    ("tree-tests/9.in", "3\n1 2\n1 3\n"),
    ("tree-tests/10.in", "5\n1 2\n2 3\n2 4\n4 5\n"),
    (
        "piles.cpp",
        "// Piles\n//\n// Take stones from a pile.\n//\n// ## Input\n//\n// Rows that end in 0.\n// ANSWER: move\n#include \"game.h\"\n\
         void read(string text) {\n    stringstream in(text); int x; vector<int> piles;\n    \
         while (in >> x) if (x) piles.push_back(x); else { sum(piles); piles.clear(); }\n}\n\
         void moves(int n) { for (int k = 1; k <= n; k++) to(n - k); }\n",
    ),
    ("piles-tests/1.in", "1 2 3 0\n4 4 0\n5 1 0\n"),
    ("piles-tests/2.in", "7 0\n"),
];

fn has_tools() -> bool {
    has("python3", "a game in Python") && has("g++", "a game in C++")
}

/// Exports a game of a folder, and returns the messages.
fn exported(place: &TempDir, game: &str, format: &str, output: &str) -> String {
    let done = gamesolve()
        .current_dir(place.path())
        .args(["export", game, "--format", format, "-o", output])
        .output()
        .unwrap();
    let said = text(&done.stderr);
    let found = (done.status.code(), text(&done.stdout));
    assert_eq!(found, (Some(0), String::new()), "{game} {format}: {said}");
    said
}

/// Judges programs together, because that compiles a checker once. Only the first one is right.
fn only_first_is_right(package: &Path, programs: &[PathBuf]) {
    let mut arguments = vec![path(package), "--time", "20"];
    arguments.extend(programs.iter().map(|program| path(program)));
    let (report, code) = json(&arguments);
    let accepted = report.as_array().unwrap().iter().map(|report| &report["accepted"]);
    let expected = (0..programs.len()).map(|place| place == 0);
    assert!(
        code == 1 && accepted.eq(expected),
        "{}: {code}: {report}",
        package.display()
    );
}

#[test]
fn the_solver_of_a_game_is_accepted_on_every_format() {
    needs!(has_time() && has("python3", "a game in Python"));
    let place = folder(&[("rook.py", ROOK), ("shared.py", SHARED)]);
    let wrong = place.path().join("nobody.py");
    fs::write(&wrong, "print('nobody')\n").unwrap();
    exported(&place, "rook.py", "loose", "as-loose");
    let programs = [place.path().join("as-loose/submissions/accepted/solver.py"), wrong];
    for (format, _) in targets() {
        let output = format!("as-{format}");
        if format != "loose" {
            exported(&place, "rook.py", format, &output);
        }
        only_first_is_right(&place.path().join(&output), &programs);
        // Plain files hold no checker.
        if format != "loose" {
            let output = format!("move-{format}");
            exported(&place, "shared.py", format, &output);
            accepts_any_move(&place, &place.path().join(&output), 1);
        }
    }
}

/// Answers the inputs of `SHARED` by the nimbers of heaps, with the last winning move.
const LAST_MOVE: &str = r#"import sys
given = iter(map(int, sys.stdin.read().split()))
def moves(a, K):
    return [(a - k,) for k in range(1, K + 1) if k <= a] + [(a - 2, 1)] * (a > 3)
def nimber(a, K, known={}):
    if (a, K) not in known:
        reached = {of(to, K) for to in moves(a, K)}
        known[a, K] = min(x for x in range(50) if x not in reached)
    return known[a, K]
def of(heaps, K):
    x = 0
    for a in heaps: x ^= nimber(a, K)
    return x
for _ in range(next(given)):
    N, K = next(given), next(given)
    heaps = [next(given) for _ in range(N)]
    wins = [(i, to) for i in range(N) for to in moves(heaps[i], K) if of(to, K) == of(heaps, K) ^ nimber(heaps[i], K)]
    print("First player" if wins else "Second player")
    if wins: print(wins[-1][0] + 1, *["%d %d" % (a, K) for a in wins[-1][1]])
"#;

/// Judges the solver of a package, and asserts that it gets the expected verdict.
fn passes(place: &TempDir, package: &str) {
    let judged = gamesolve()
        .current_dir(place.path())
        .args(["judge", "--submissions", package])
        .output()
        .unwrap();
    assert!(judged.status.success(), "{package}: {}", text(&judged.stdout));
}

/// Judges another program than the solver on a package with a checker, and some programs with wrong moves.
fn accepts_any_move(place: &TempDir, package: &Path, wrong_ones: usize) {
    let put = |name: &str, text: &str| {
        let path = place.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let wrong = [
        LAST_MOVE.replace("wins[-1][0] + 1", "wins[-1][0]"),
        LAST_MOVE.replace(", K) for a in wins", ", K + 1) for a in wins"),
        LAST_MOVE.replace("print(wins[-1][0] + 1,", "print(wins[-1][0] + 1, K,"),
        LAST_MOVE.replace("if wins: print(", "if 0: print("),
        LAST_MOVE.to_owned() + "print(0)\n",
    ];
    let mut programs = vec![put("right.py", LAST_MOVE)];
    for (place, text) in wrong.iter().take(wrong_ones).enumerate() {
        assert_ne!(text, LAST_MOVE);
        programs.push(put(&format!("wrong-{place}.py"), text));
    }
    only_first_is_right(package, &programs);
}

#[test]
fn games_that_ask_for_a_move_become_packages_that_pass() {
    needs!(has_time() && has_tools());
    let place = folder(&[&[("shared.py", SHARED)], &OF_MOVES[..]].concat());
    for (game, _) in OF_MOVES.iter().chain(&[("shared.py", SHARED)]) {
        let output = format!("package-{}", game.replace('.', "-"));
        exported(&place, game, "2025-09", &output);
        passes(&place, &output);
        // Without a test of each answer the next assertions say little.
        let secret = fs::read_dir(place.path().join(&output).join("data/secret")).unwrap();
        assert!(secret.count() > 1, "{game}");
    }
    let package = place.path().join("package-shared-py");
    let statement = fs::read_to_string(package.join("statement/problem.en.tex")).unwrap();
    // The value of the docstring, not its source.
    assert!(statement.starts_with("\\problemname{Shared\tHeaps}"), "{statement}");
    for part in [
        "the integers \\texttt{N} and \\texttt{K}. \\texttt{N} lines follow, each with the integer",
        "the number of the part that the move changes, counted from 1, and this part after the move",
        "1 $\\le$ K $\\le$ 3",
    ] {
        assert!(statement.contains(part), "{statement}");
    }
    accepts_any_move(&place, &package, usize::MAX);
    // The checker knows the tests of its package only, and says so.
    fs::write(
        package.join("data/secret/1-small/small-01.in"),
        "1\n5 3\n12\n11\n10\n9\n8\n",
    )
    .unwrap();
    let right = place.path().join("right.py");
    let (report, _) = json(&[path(&package), path(&right), "--time", "20"]);
    let report = report.to_string();
    assert!(
        report.contains("this checker knows only the tests of its package"),
        "{report}"
    );
}

/// An input may have no move, and a game of points has a difference there too.
#[test]
fn the_solver_of_a_game_of_points_needs_no_move() {
    needs!(has_time() && has_tools());
    let place = folder(&[
        (
            "take.py",
            "INPUT = 'n'\nLIMITS = {'n': (0, 9)}\ndef moves(n):\n    if n: yield Score(1, n - 1)\n",
        ),
        (
            "take.cpp",
            "// INPUT: n\n// LIMITS: n 0 9\nvoid moves(int n) { if (n) score(1, n - 1); }\n",
        ),
    ]);
    for ending in ["py", "cpp"] {
        exported(&place, &format!("take.{ending}"), "loose", ending);
        let solver = place
            .path()
            .join(format!("{ending}/submissions/accepted/solver.{ending}"));
        let cases = folder(&[("0.in", "0\n"), ("0.out", "0\n"), ("1.in", "1\n"), ("1.out", "1\n")]);
        let (report, code) = json(&[path(cases.path()), path(&solver), "--compare", "tokens", "--time", "20"]);
        assert_eq!(code, 0, "{ending}: {report}");
    }
}

#[test]
fn games_of_every_kind_become_packages_that_pass() {
    needs!(has_time() && has_tools());
    let named = [
        ("halves.py", HALVES),
        ("words.py", WORDS),
        ("coins.py", COINS),
        ("take.cpp", TAKE),
    ];
    let place = folder(&[&named[..], &OTHERS[..]].concat());
    for (game, _) in named.iter().chain(&OTHERS) {
        let output = format!("package-{}", game.replace('.', "-"));
        let said = exported(&place, game, "2025-09", &output);
        assert_eq!(
            said.contains("the testcases have"),
            *game == "words.py",
            "{game}: {said}"
        );
        passes(&place, &output);
    }
    let read = |file: &str| fs::read_to_string(place.path().join(file)).unwrap();
    let largest = read("package-halves-py/data/secret/3-full/full-01.in");
    assert!(largest.starts_with("100\n1000000000 1000000000 "), "{largest}");
    exported(&place, "coins.py", "polygon", "polygon");
    for (file, part) in [
        (
            "package-words-py/statement/problem.en.tex",
            "In the testcases, \\texttt{s} has at most",
        ),
        (
            "package-coins-py/problem.yaml",
            r#"name: {en: "Münzen & <Points> \"x\""}"#,
        ),
        ("polygon/problem.xml", "Münzen &amp; &lt;Points&gt;"),
    ] {
        assert!(read(file).contains(part), "{file}: {}", read(file));
    }
}

#[test]
fn games_that_read_their_inputs_become_packages_that_pass() {
    needs!(has_time() && has_tools());
    let place = folder(&OF_READERS);
    let read = |file: &str| fs::read_to_string(place.path().join(file)).unwrap();
    for (game, lack) in [
        ("tree", "does not describe the input"),
        ("piles", "it has no `SAMPLES`"),
    ] {
        let file = OF_READERS
            .iter()
            .map(|(name, _)| *name)
            .find(|name| name.starts_with(game));
        let said = exported(&place, file.unwrap(), "2025-09", game);
        for (part, is_there) in [(lack, true), ("validator", false)] {
            assert_eq!(said.contains(part), is_there, "{said}");
        }
        passes(&place, game);
    }
    // The game's own reader decides what is an input.
    let inputs = ["2\n1 2\n", "2\n01 2\n", "5 0\n", "5  0\n", "x\n", ""].map(|text| {
        let path = place.path().join(format!("{}.txt", text.len()));
        fs::write(&path, text).unwrap();
        path
    });
    let validator = place.path().join("tree/input_validators/validator.py");
    assert_eq!(accepted(&validator, &inputs), [true, false, false, false, false, false]);
    let [source, program] = ["piles/input_validators/validator.cpp", "validator"].map(|name| place.path().join(name));
    let compiled = Command::new("g++")
        .arg(source)
        .arg("-o")
        .arg(&program)
        .status()
        .unwrap();
    assert!(compiled.success());
    let codes = inputs.map(|input| {
        let mut command = Command::new(&program);
        command.stdin(fs::File::open(input).unwrap()).status().unwrap().code()
    });
    assert_eq!(codes, [43, 43, 42, 43, 43, 43].map(Some));
    // Inputs are in the order of their numbers, and a sample is no secret.
    assert_eq!(read("tree/data/secret/1-full/full-01.in"), "3\n1 2\n1 3\n");
    assert_eq!(read("tree/data/secret/1-full/full-01.ans"), "L\n");
    assert_eq!(read("tree/data/secret/1-full/full-02.ans"), "W\n");
    let statement = read("piles/statement/problem.en.tex");
    for part in ["For each test, print its outcome", "the number of the part"] {
        assert!(statement.contains(part), "{statement}");
    }
    // A checker takes any winning move, and no other.
    let answers = |last: &str| format!("print('L\\nL\\nW\\n{last}' if int(input()[0]) < 7 else 'W\\n0')");
    let programs = [("right.py", "1 1"), ("wrong.py", "1 2")].map(|(name, last)| {
        let program = place.path().join(name);
        fs::write(&program, answers(last)).unwrap();
        program
    });
    only_first_is_right(&place.path().join("piles"), &programs);
}

/// Runs a validator on the inputs that follow it, and prints its exit codes.
const ALL_INPUTS: &str = r#"import io, runpy, sys
for path in sys.argv[2:]:
    sys.stdin = io.TextIOWrapper(open(path, "rb"))
    try:
        code = runpy.run_path(sys.argv[1], run_name="__main__") and 0
    except SystemExit as end:
        code = end.code or 0
    print(code)
"#;

/// Returns whether a validator in Python accepts each of these files.
fn accepted(validator: &Path, inputs: &[PathBuf]) -> Vec<bool> {
    let output = Command::new("python3")
        .args(["-c", ALL_INPUTS])
        .arg(validator)
        .args(inputs)
        .output()
        .unwrap();
    let codes = text(&output.stdout);
    // Kattis and its successors have codes of their own.
    let is_right = |code: &str| match code {
        "0" | "42" => true,
        "1" | "43" => false,
        _ => panic!("{code}: {}", text(&output.stderr)),
    };
    codes.lines().map(is_right).collect()
}

#[test]
fn the_validator_of_a_game_agrees_with_validate() {
    needs!(has_time() && has_tools());
    let place = folder(&[
        ("rook.py", ROOK),
        ("words.py", WORDS),
        ("halves.py", HALVES),
        ("rows.py", OTHERS[0].1),
        ("pairs.cpp", OTHERS[2].1),
        ("shared.py", SHARED),
        ("row.py", OF_MOVES[0].1),
    ]);
    let given: [(&str, &[&str], &[&str]); 7] = [
        (
            "shared.py",
            &["1\n2 3\n0\n12\n", "2\n1 1\n5\n1 2\n6\n"],
            &[
                "1\n2 3\n0 12\n",
                "1\n2\n3\n0\n12\n",
                "1\n1 4\n0\n",
                "1\n0 3\n",
                "1\n1 3\n13\n",
                "1\n2 3\n1\n",
                "1\n1 3\n\n1\n",
            ],
        ),
        (
            "row.py",
            &["20 2\n9 1\n"],
            &[
                "20 2\n9\n1\n",
                "21 1\n9\n",
                "20 0\n\n",
                "20 7\n1 1 1 1 1 1 1\n",
                "2 20\n9 1\n",
            ],
        ),
        (
            "rook.py",
            &["1\n0 30\n", "2\n1 1\n2 2\n"],
            &[
                "",
                "1\n0 30",
                "1\n0 31\n",
                "1\n0  30\n",
                "1\n0 30 1\n",
                "1\n0 30\n\n",
                "1\n0 30\n5\n",
                "2\n0 30\n",
                "0\n",
                "51\n",
                "1\n-1 3\n",
                "1\n+1 3\n",
                "1\n01 3\n",
                "1\n1\n3\n",
                "1\r\n1 3\r\n",
                "1\n1 x\n",
                "\n1\n1 3\n",
                " 1\n1 3\n",
                "1 \n1 3\n",
            ],
        ),
        (
            "words.py",
            &["1\n01\n", "2\n0\n1\n"],
            &["1\n02\n", "1\n\n", "1\n0 1\n", "1\n\"\"\n", "1\nx\n", "2\n0\n"],
        ),
        (
            "halves.py",
            &["1\n5\n", "3\n1 2 1000000000\n"],
            &[
                "0\n\n",
                "1\n0\n",
                "1\n1000000001\n",
                "2\n1\n",
                "2\n1 2 3\n",
                "2\n1\n2\n",
                "101\n1\n",
            ],
        ),
        (
            "rows.py",
            &["2\n0\n\n1\n4\n", "1\n0\n", "1\n4\n1 2 3 4\n"],
            &["1\n0\n\n\n", "1\n0\n1\n", "1\n5\n1 1 1 1 1\n", "1\n1\n\n"],
        ),
        (
            "pairs.cpp",
            &["2\n1 1\n20 5\n"],
            &["1\n1 1 1\n", "1\n1 6\n", "1\n21 1\n", "2\n1 1\n", "0\n"],
        ),
    ];
    let text_of = |game: &str| fs::read_to_string(place.path().join(game)).unwrap();
    for (game, right, wrong) in given {
        let output = game.replace('.', "-");
        // Plain files hold no checker.
        let format = if text_of(game).contains("ANSWER") {
            "2025-09"
        } else {
            "loose"
        };
        exported(&place, game, format, &output);
        let validators =
            ["validator.py", "input_validators/validator.py"].map(|name| place.path().join(&output).join(name));
        let validator = validators.iter().find(|path| path.is_file()).unwrap();
        let long = format!("1\n{}\n", "0".repeat(101));
        let wrong = wrong
            .iter()
            .copied()
            .chain((game == "words.py").then_some(long.as_str()));
        let inputs: Vec<&str> = right.iter().copied().chain(wrong).collect();
        let put = |(number, input): (usize, &&str)| {
            let file = place.path().join(&output).join(format!("{number}.txt"));
            fs::write(&file, input).unwrap();
            file
        };
        let files: Vec<PathBuf> = inputs.iter().enumerate().map(put).collect();
        let expected: Vec<bool> = (0..inputs.len()).map(|number| number < right.len()).collect();
        assert_eq!(accepted(validator, &files), expected, "{game}: {inputs:?}");
        let validates = |files: &[PathBuf]| {
            let mut command = gamesolve();
            command.current_dir(place.path()).args(["validate", game]).args(files);
            command.output().unwrap()
        };
        let (right, wrong) = files.split_at(right.len());
        let said = validates(right);
        assert!(said.status.success(), "{game}: {}", text(&said.stderr));
        for file in wrong {
            assert!(
                !validates(std::slice::from_ref(file)).status.success(),
                "{game}: {}",
                file.display()
            );
        }
    }
}

#[test]
fn a_game_lacking_a_package_line_is_refused_with_it() {
    needs!(has_time() && has_tools());
    let mut golden = Golden::new("own_package/a_game_lacking_a_package_line_is_refused_with_it");
    let bare = "def moves(n):\n    if n > 0: yield n - 1\n";
    let word = "INPUT = 's'\nLIMITS = {'s': (1, 6)}\ndef moves(s: str):\n    if '01' in s: yield s[1:]\n";
    let place = folder(&[
        ("bare.py", bare),
        ("word.py", word),
        ("letter.py", &format!("LETTERS = 'aé'\n{word}")),
        (
            "bare.cpp",
            "#include \"game.h\"\nvoid moves(int n, int k) { if (n > k) to(n - k, k); }\n",
        ),
        ("sample.py", &ROOK.replace("Second\\nFirst", "First\\nFirst")),
        ("outside.py", &ROOK.replace("1 1\\n0 3", "1 1\\n0 31")),
        ("other.py", &format!("import helper\n{ROOK}")),
        ("helper.py", ""),
        (
            "endless.py",
            "INPUT = 'n'\nLIMITS = {'n': (1, 9)}\ndef moves(n): yield n + 1\n",
        ),
        ("empty.md", "\u{0}"),
        (
            "reads.py",
            "def read(text): return int(text)\ndef moves(n):\n    if n: yield n - 1\n",
        ),
    ]);
    let mut refuse = |arguments: &[&str]| {
        let mut command = gamesolve();
        command
            .current_dir(place.path())
            .arg("export")
            .args(arguments)
            .args(["--format", "loose", "-o", "new"]);
        golden.says(command);
        assert!(!place.path().join("new").exists(), "{arguments:?}");
    };
    for game in [
        "bare.py",
        "bare.cpp",
        "word.py",
        "letter.py",
        "sample.py",
        "outside.py",
        "endless.py",
        "none.py",
        "reads.py",
    ] {
        refuse(&[game]);
    }
    refuse(&["lines:cat"]);
    refuse(&["bare.py", "--stored"]);
    refuse(&["bare.py", "--pair", "%.a=%.b"]);
    golden.finish();
    // Each hint is a line for the file. With all of them there is a package.
    for (game, text) in [("bare.py", bare), ("word.py", word)] {
        let mut source = text.to_owned();
        for _ in 0..3 {
            fs::write(place.path().join(game), &source).unwrap();
            let done = gamesolve()
                .current_dir(place.path())
                .args(["export", game, "--format", "loose", "-o", &format!("{game}.d")])
                .output()
                .unwrap();
            let said = self::text(&done.stderr);
            match said.split_once("\nhint: ") {
                Some((_, line)) if !done.status.success() => source = format!("{}{source}", line),
                _ => break,
            }
        }
        assert!(place.path().join(format!("{game}.d")).is_dir(), "{source}");
    }
}

/// Python starts once for all testcases, but each run is a process of its own, and fails for its own reason.
#[test]
fn the_runs_of_a_solver_share_only_the_start_of_python() {
    needs!(has_time() && has("python3", "a game in Python"));
    let game = |check: &str, of_solver: &str| {
        format!(
            "import builtins, sys\nIS_SOLVER = 'solver' in sys.argv[0]\nif IS_SOLVER: assert {check}\n\
             builtins.ran = True\nINPUT = 'n'\nLIMITS = {{'n': (1, 20)}}\n\
             def moves(n):\n    if IS_SOLVER and n == 20: {of_solver}\n    if n > 0: yield n - 1\n"
        )
    };
    // The solver imports `inspect` later than the game, so another program has imported it before both.
    let is_first = "not hasattr(builtins, 'ran')";
    let place = folder(&[
        (
            "right.py",
            &game(&format!("{is_first} and 'inspect' in sys.modules"), "pass"),
        ),
        ("fails.py", &game(is_first, "raise ValueError('unlucky')")),
        ("wrong.py", &game(is_first, "yield 0")),
    ]);
    exported(&place, "right.py", "loose", "right");
    for (task, reason) in [("fails.py", "ValueError: unlucky"), ("wrong.py", "it prints `W`")] {
        let done = gamesolve()
            .current_dir(place.path())
            .args(["export", task, "--format", "loose", "-o", "new"])
            .output()
            .unwrap();
        let said = text(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{task}: {said}");
        assert!(
            said.contains("fails alone on the input `20`") && said.contains(reason),
            "{task}: {said}"
        );
    }
}

#[test]
fn the_statement_beside_a_game_is_the_statement() {
    needs!(has_time() && has("python3", "a game in Python"));
    let place = folder(&[
        ("rook.py", ROOK),
        ("rook.md", "# The Rook\n\nOn a board.\n"),
        ("rook.vi.md", "# Quân xe\n\nTrên bàn cờ.\n"),
        ("rook.old.md", "no statement\n"),
    ]);
    exported(&place, "rook.py", "2025-09", "new");
    let read = |file: &str| fs::read_to_string(place.path().join("new").join(file)).unwrap();
    for (file, part) in [
        ("problem.yaml", r#"name: {en: "The Rook", vi: "Quân xe"}"#),
        ("statement/problem.vi.tex", "Trên bàn cờ."),
    ] {
        assert!(read(file).contains(part), "{file}: {}", read(file));
    }
    assert_eq!(fs::read_dir(place.path().join("new/statement")).unwrap().count(), 2);
}

/// A language file of both tools with the usual Python in place of PyPy.
const PYTHON: &str = "python3:\n    name: 'Python 3'\n    priority: 850\n    files: '*.py'\n    \
                      compile: 'python3 -m py_compile {files}'\n    run: 'python3 \"{mainfile}\"'\n";

#[test]
fn bapctools_and_problemtools_accept_the_package_of_a_game() {
    needs!(has_time() && has_tools());
    let given = [
        ("tower.py", ROOK),
        ("shared.py", SHARED),
        ("config/problemtools/languages.yaml", PYTHON),
        ("config/bapctools/languages.yaml", PYTHON),
    ];
    let place = folder(&[&given[..], &OF_READERS].concat());
    let is_accepted = |command: &mut Command| {
        let done = command.output().unwrap();
        assert!(
            done.status.success(),
            "{:?}: {}{}",
            done.status,
            text(&done.stdout),
            text(&done.stderr)
        );
    };
    if has("bt", "the package of a game") {
        for game in ["tower", "tree"] {
            exported(&place, &format!("{game}.py"), "bapctools", game);
            // It remembers each package in its folder of settings, and warns of another copy.
            let mut command = Command::new("bt");
            command.arg("validate").current_dir(place.path().join(game));
            is_accepted(command.env("XDG_CONFIG_HOME", place.path().join("config")));
        }
    }
    // The other tool gets the games that ask for a move.
    if has("verifyproblem", "the package of a game") {
        fs::create_dir(place.path().join("kattis")).unwrap();
        for game in ["shared.py", "piles.cpp"] {
            let package = format!("kattis/{}", game.split('.').next().unwrap());
            exported(&place, game, "kattis", &package);
            // The statement needs LaTeX, and PyPy needs more memory than the package allows.
            let mut command = Command::new("verifyproblem");
            command.arg(place.path().join(package));
            command.args(["-p", "config", "data", "validators", "submissions"]);
            is_accepted(command.env("XDG_CONFIG_HOME", place.path().join("config")));
        }
    }
}
