//! Own games: files in Python and C++ through the real binary.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use itertools::Itertools as _;
use tempfile::TempDir;

use crate::golden::Golden;
use crate::support::{gamesolve, has, has_time, needs};

/// A folder with a game, and with a cache of its own.
pub(crate) struct Place(TempDir);

impl Place {
    pub(crate) fn with(name: &str, text: &str) -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        place.put(name, text);
        place
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn put(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).unwrap();
    }

    pub(crate) fn run(&self, words: &[&str]) -> Command {
        let mut command = gamesolve();
        command
            .current_dir(self.0.path())
            .env("XDG_CACHE_HOME", self.0.path().join("cache"))
            .args(words);
        command
    }

    /// Returns the output of a command that succeeds.
    pub(crate) fn says(&self, words: &[&str]) -> String {
        let output = self.run(words).assert().success();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    }

    /// Returns the error of a command that prints nothing else.
    pub(crate) fn fails(&self, words: &[&str], code: i32) -> String {
        let output = self.run(words).assert().code(code).stdout("");
        String::from_utf8(output.get_output().stderr.clone()).unwrap()
    }
}

pub(crate) fn python() -> bool {
    has("python3", "games in Python")
}

pub(crate) fn cpp() -> bool {
    has("g++", "games in C++")
}

const HALF_PY: &str = "def moves(n):\n    for k in range(1, n // 2 + 1): yield n - k\n";
const HALF_CPP: &str = "#include \"game.h\"\nvoid moves(int n) { for (int k = 1; k <= n / 2; k++) to(n - k); }\n";
const KAYLES: &str = "def moves(n):\n    for k in 1, 2:\n        for a in range(n - k + 1): yield [a, n - k - a]\n";

#[test]
fn python_and_cpp_give_the_same_table_and_pattern() {
    needs!(has_time() && python() && cpp());
    let mut golden = Golden::new("own/python_and_cpp_give_the_same_table_and_pattern");
    let place = Place::with("half.py", HALF_PY);
    place.put("half.cpp", HALF_CPP);
    golden.run_each(
        &place,
        &[
            "table half.py --range 0..120",
            "table half.cpp --range 0..120",
            "table half.cpp --range 0..5 --format csv",
        ],
    );
    golden.finish();
}

/// A position is typed as gamesolve prints it, or with blanks as in an input.
#[test]
fn positions_are_typed_in_either_way() {
    needs!(has_time() && python());
    let mut golden = Golden::new("own/positions_are_typed_in_either_way");
    let place = Place::with(
        "two.py",
        "def moves(a, b):\n    if a: yield a - 1, b\n    if b: yield a, b - 1\n",
    );
    let shown = golden.says(place.run(&["table", "two.py", "--at", "1 2"]));
    for at in ["(1, 2)", "[1,2]", "1, 2"] {
        assert_eq!(place.says(&["table", "two.py", "--at", at]), shown, "{at}");
    }
    for typed in ["0 2", "(0, 2)", " ( 0,2 )"] {
        golden.run_with(place.run(&["play", "two.py", "--at", "1 2"]), &format!("{typed}\n"));
    }
    let place = Place::with("sum.py", KAYLES);
    let shown = place.says(&["table", "sum.py", "--at", "3 + 1"]);
    assert_eq!(place.says(&["table", "sum.py", "--at", "(3) + (1)"]), shown);
    // Words stay as they are.
    let place = Place::with(
        "word.py",
        "def moves(s: str):\n    for i in range(len(s)): yield s[:i] + s[i + 1 :]\n",
    );
    golden.run_each(&place, &["explain word.py --at 1,2"]);
    golden.finish();
}

#[test]
fn words_are_made_of_the_letters_of_the_file() {
    needs!(has_time() && python());
    let mut golden = Golden::new("own/words_are_made_of_the_letters_of_the_file");
    let brackets = "\
def moves(s):
    for i in range(len(s) - 1):
        if s[i] == '(' and s[i + 1] == ')': yield s[:i] + s[i + 2:]
";
    let place = Place::with("brackets.py", brackets);
    golden.says(place.run(&["table", "brackets.py", "--range", "0..2"]));
    golden.says(place.run(&["table", "brackets.py", "--range", "2..2", "--format", "csv"]));
    // The empty word is a position.
    for empty in ["", "\"\""] {
        golden.says(place.run(&["explain", "brackets.py", "--at", empty]));
    }
    golden.says(place.run(&["table", "brackets.py", "--range", "0..40"]));
    place.put("stated.py", &format!("LETTERS = '(x'\n{brackets}"));
    golden.says(place.run(&["table", "stated.py", "--range", "1..1"]));
    place.put("plain.py", "LETTERS = 'ab'\ndef moves(n):\n    if n: yield n - 1\n");
    golden.says(place.run(&["table", "plain.py"]));
    golden.says(place.run(&["explain", "plain2.py", "--at", "3"]));
    golden.says(place.run(&["explain", "take:1,3,4", "--at", "7"]));
    golden.finish();
}

/// Tests natural ways of writing a game of words, lists or rows.
#[test]
fn words_lists_and_rows_are_told_apart() {
    needs!(has_time() && python());
    let mut golden = Golden::new("own/words_lists_and_rows_are_told_apart");
    // The code compares with a word, although no word of the trial has a move.
    let place = Place::with(
        "flip.py",
        "SAMPLES = [(\"aab\", \"W\")]\nINPUT = \"s\"\ndef moves(s):\n    for i in range(len(s) - 1):\n        if s[i : i + 2] == \"aa\": \
         yield s[:i] + \"bb\" + s[i + 2 :]\n",
    );
    golden.says(place.run(&["table", "flip.py", "--at", "aaab"]));
    let place = Place::with("in.py", "def moves(s):\n    if s in (\"aa\", \"bb\"): yield s[1:]\n");
    golden.says(place.run(&["table", "in.py", "--at", "aa"]));
    // The start takes all numbers of an input.
    for head in ["def start(a):", "def start(*a):", "def start(a: list):"] {
        let place = Place::with(
            "many.py",
            &format!(
                "INPUT = \"T: N, then N numbers: a\"\n{head} return tuple(a)\ndef moves(a):\n    for i, x in enumerate(a):\n        \
                 for y in range(x): yield a[:i] + (y,) + a[i + 1 :]\n"
            ),
        );
        golden.says(place.run(&["table", "many.py", "--range", "0..3,0..3"]));
        place.put("in", "2\n3\n1 2 3\n1\n4\n");
        golden.says(place.run(&["explain", "many.py", "in", "--test", "2"]));
    }
    let place = Place::with(
        "row.py",
        "def moves(p):\n    a, b = p\n    q = list(p)\n    if a: q[0] -= 1; yield q\n",
    );
    golden.says(place.run(&["table", "row.py", "--range", "0..3,0..3"]));
    let place = Place::with(
        "name.py",
        "def moves(n):\n    if n > 2: return WIN\n    yield from range(n)\n",
    );
    golden.says(place.run(&["table", "name.py"]));
    golden.finish();
}

/// The rules change far beyond the table, at numbers that the file names.
#[test]
fn rules_that_change_at_large_named_numbers_are_not_proved() {
    needs!(has_time() && python());
    for change in [
        "k == 3 and n == 10**9 + 7",
        "n >= 2**40",
        "k == 3 and n > 10**12",
        "k == 3 and n % 99991 == 3 and n > 5000",
        "k == 3 and n // 1000003 == 77",
        "n >= (10**6) ** 2",
        "k == 3 and n == (1 << 40) + (1 << 20) + 3",
        "n >> 40",
    ] {
        let game = format!("def moves(n):\n    for k in 1, 2, 3:\n        if n >= k and not ({change}): yield n - k\n");
        let table = Place::with("far.py", &game).says(&["table", "far.py"]);
        let refuted = "not: \"the lost numbers are exactly the multiples of 4\": its induction step fails at n = ";
        for (part, is_there) in [("proved, if", false), (refuted, true)] {
            assert_eq!(table.contains(part), is_there, "{change}: {table}");
        }
    }
}

/// Beyond its table the step contradicts a claim at numbers at which the claim is true.
#[test]
fn a_step_that_fails_is_no_number_at_which_the_claim_is_wrong() {
    needs!(python());
    for (rule, range, fails) in [
        (
            "[-(-n // k) for k in range(2, 10) if n > 1]",
            "0..150",
            "from n = 19 on\": its induction step fails at n = 1024\n",
        ),
        (
            "[n // k for k in range(2, 10) if n > 0]",
            "0..70",
            ": its induction step fails at n = ",
        ),
        (
            "[n - k for k in ((1, 2, 3) if n != 403 else (1, 2)) if k <= n]",
            "0..100",
            ": its induction step fails at n = 403\n",
        ),
    ] {
        let place = Place::with("rule.py", &format!("def moves(n):\n    return {rule}\n"));
        let table = place.says(&["table", "rule.py", "--range", range]);
        for (part, is_there) in [(fails, true), ("\" fails at", false)] {
            assert_eq!(table.contains(part), is_there, "{rule}\n{table}");
        }
    }
}

/// At one number the rules say that play is over. The step is tried as in any other game.
#[test]
fn games_with_stated_ends_have_their_step() {
    needs!(has_time() && python());
    let ends = |condition: &str, end: &str| {
        let game = format!(
            "def moves(n):\n    if n == 0: return LOST\n    if {condition}: return {end}\n    return [n - k for k in range(1, min(n, 3) + 1)]\n"
        );
        Place::with("ends.py", &game).says(&["table", "ends.py"])
    };
    let table = ends("n == 6 * 7 and False", "WON");
    let step = "passes its induction step up to";
    assert!(
        table.contains(&format!("Nimbers: g(n) = n mod 4\n  holds to 5000 and {step}")),
        "{table}"
    );
    let outcomes = "not: \"the lost numbers are exactly the multiples of 4\": its induction step fails at";
    for (condition, end, refuted) in [
        ("n == 70003", "LOST", outcomes),
        ("n == 70004", "WON", outcomes),
        // The pattern already says that it is won, and it has no nimber.
        (
            "n == 70001",
            "WON",
            "not: \"g(n) = n mod 4\": its induction step fails at n = 70001",
        ),
        ("n == 70004", "DRAWN", outcomes),
        ("n > 6000 and n % 997 == 3", "LOST", outcomes),
    ] {
        let table = ends(condition, end);
        assert!(table.contains(refuted), "{condition}: {table}");
    }
}

/// Every claim about lost numbers of Grundy's game copies them, however far the table goes.
#[test]
fn a_list_of_exceptions_is_no_pattern() {
    needs!(has_time() && python());
    let mut golden = Golden::new("own/a_list_of_exceptions_is_no_pattern");
    let place = Place::with(
        "split.py",
        "LIMITS = {\"n\": (1, 10**6)}\ndef moves(n):\n    return [[a, n - a] for a in range(1, (n + 1) // 2)]\n",
    );
    golden.run_each(
        &place,
        &[
            // 121..200 holds no lost number, so the claim is played out. It fails at the next lost number.
            "table split.py --range 1..200",
            "table split.py --range 1..200 --code py",
            "table split.py",
        ],
    );
    golden.finish();
}

#[test]
fn a_small_table_proposes_a_larger_range() {
    needs!(python());
    let mut golden = Golden::new("own/a_small_table_proposes_a_larger_range");
    let place = Place::with(
        "xor.py",
        "def moves(a, b):\n    for x in range(a): yield x, b\n    for y in range(b): yield a, y\n",
    );
    place.put(
        "three.py",
        "def moves(n):\n    for k in 1, 2:\n        if n >= k: yield n - k\ndef start(n): return n\n",
    );
    for words in [
        "xor.py --range 0..3",
        "xor.py --range 0..9,0..9",
        "xor.py --range 0..6,0..6",
        "three.py --range 0..9",
    ] {
        golden.run_each(&place, &[&format!("table {words}")]);
    }
    golden.finish();
}

/// Starts are not the positions themselves, so no step is possible. More starts are played out instead.
#[test]
fn claims_without_a_step_are_played_out_beyond_the_table() {
    needs!(python());
    let mut golden = Golden::new("own/claims_without_a_step_are_played_out_beyond_the_table");
    let game = |most: u64| {
        format!(
            "def moves(p):\n    n, _ = p\n    for k in range(1, 4 if n < {most} else 5):\n        if n >= k: yield n - k, 0\n\
             def start(n): return n, 0\n"
        )
    };
    let pairs = |most: u64| {
        format!(
            "def moves(p):\n    a, b, _ = p\n    if a < {most}:\n        for x in range(a): yield x, b, 0\n    \
             for y in range(b): yield a, y, 0\ndef start(a, b): return a, b, 0\n"
        )
    };
    let place = Place::with("x", "");
    for (text, range) in [
        (game(300), "0..200"),
        (game(100_000), "0..200"),
        (pairs(30), "0..24,0..24"),
        (pairs(100), "0..24,0..24"),
    ] {
        golden.note(&text);
        place.put("late.py", &text);
        golden.run(place.run(&["table", "late.py", "--range", range]));
    }
    golden.finish();
}

#[test]
fn a_table_of_words_has_a_pattern() {
    needs!(python());
    let mut golden = Golden::new("own/a_table_of_words_has_a_pattern");
    let cut = "LETTERS = \"01\"\ndef moves(s: str):\n    for i in range(1, len(s)):\n        \
               if s[i - 1] != s[i]: yield s[: i - 1] + s[i + 1 :]\n";
    let place = Place::with("cut.py", cut);
    for range in ["1..8", "1..3", "1..7"] {
        golden.run(place.run(&["table", "cut.py", "--range", range]));
    }
    // Longer words have other moves.
    place.put("cut.py", &cut.replace("!= s[i]:", "!= s[i] and len(s) < 10:"));
    golden.run_each(&place, &["table cut.py --range 1..8"]);
    // The player to move wins if the letters can form a palindrome.
    place.put(
        "form.py",
        "LETTERS = \"ab\"\ndef moves(s: str):\n    if sum(s.count(c) % 2 for c in set(s)) < 2: return WON\n    \
         return [s[:i] + s[i + 1 :] for i in range(len(s))]\n",
    );
    golden.run_each(&place, &["table form.py --range 1..6"]);
    golden.finish();
}

/// The number of moves cuts a table, and not the time of a machine.
#[test]
fn a_slow_machine_gives_the_same_table() {
    needs!(has_time() && python());
    let tables = ["pass", "sum(range(30000))"].map(|work| {
        let game = format!("def moves(n):\n    {work}\n    return range((n + 1) // 2, n)\n");
        Place::with("half.py", &game).says(&["table", "half.py"])
    });
    assert!(
        tables[0].starts_with("half: positions n = 0..1998, cut off because more needs too many moves"),
        "{}",
        tables[0]
    );
    assert_eq!(tables[0], tables[1]);
}

/// Sums of misère play are played out for each start, within the moves of a table.
#[test]
fn a_table_of_sums_that_are_played_out_ends_by_its_moves() {
    needs!(has_time() && python());
    let mut golden = Golden::new("own/a_table_of_sums_that_are_played_out_ends_by_its_moves");
    let place = Place::with(
        "split.py",
        "LAST = \"loses\"\ndef moves(n):\n    if n: yield n - 1\n    if n > 2: yield [1, n - 2]\n",
    );
    golden.run_each(&place, &["table split.py"]);
    golden.finish();
}

/// A program in C++ holds no numbers beyond 2^63 - 1.
#[test]
fn code_in_cpp_is_refused_for_numbers_that_it_does_not_hold() {
    needs!(python());
    let mut golden = Golden::new("own/code_in_cpp_is_refused_for_numbers_that_it_does_not_hold");
    let place = Place::with(
        "large.py",
        "INPUT = \"n\"\nLIMITS = {\"n\": (1, 2**64 - 1)}\ndef moves(n):\n    for k in 1, 2: \n        if n > k: yield n - k\n",
    );
    golden.says(place.run(&["table", "large.py", "--code", "cpp"]));
    golden.says(place.run(&["table", "large.py", "--code", "py"]));
    golden.finish();
}

/// A pattern of rows of one length is no program for rows of any length. The hint is a line for the file.
#[test]
fn code_about_rows_is_refused_for_rows_of_any_length() {
    needs!(python());
    let rows = "INPUT = \"N, then N numbers: a\"\ndef moves(*a):\n    if a and a[0]: yield (a[0] - 1,) + a[1:]\n";
    let place = Place::with("rows.py", rows);
    let words = ["table", "rows.py", "--range", "0..60", "--code", "py"];
    let error = place.fails(&words, 2);
    let (why, hint) = error.trim_end().split_once(": INPUT = ").unwrap();
    assert_eq!(
        why,
        "error: the pattern is about rows of 1 number, and a row of `INPUT` has any length\n\
         hint: for a program about rows of 1 number"
    );
    place.put("rows.py", &rows.replace("\"N, then N numbers: a\"", hint));
    let code = place.says(&words);
    assert!(code.contains("the lost numbers are exactly the even numbers"), "{code}");
}

#[test]
fn sums_have_proved_periods_if_the_moves_stay_so() {
    needs!(has_time() && python());
    let mut golden = Golden::new("own/sums_have_proved_periods_if_the_moves_stay_so");
    let place = Place::with("kayles.py", KAYLES);
    golden.says(place.run(&["table", "kayles.py", "--range", "0..200"]));
    golden.says(place.run(&["explain", "kayles.py", "--at", "5 + 4"]));
    golden.finish();
}

#[test]
fn a_judges_problem_goes_from_samples_to_code() {
    needs!(has_time() && python());
    let mut golden = Golden::new("own/a_judges_problem_goes_from_samples_to_code");
    let game = "INPUT = \"T: n\"\nWIN, LOSE = \"Alice\", \"Bob\"\nLIMITS = {\"T\": (1, 100), \"n\": (1, 10**9)}\n\
                SAMPLES = [(\"4\\n1\\n4\\n12\\n69\\n\", \"Bob\\nAlice\\nAlice\\nBob\\n\")]\n\
                def moves(n):\n    for d in range(2, n):\n        if n % d == 0: yield n - d\n";
    let place = Place::with("del.py", game);
    golden.run_each(&place, &["table del.py --range 1..150", "hint del.py 3"]);
    let code = place.says(&["table", "del.py", "--range", "1..150", "--code", "py"]);
    place.put("sol.py", &code);
    place.put(
        "wrong.py",
        "for n in open(0).read().split()[1:]:\n    print('Alice' if int(n) % 2 == 0 else 'Bob')\n",
    );
    place
        .run(&["stress", "del.py", "sol.py", "--tests", "20"])
        .assert()
        .success();
    let found = place
        .run(&["stress", "del.py", "wrong.py", "--tests", "200"])
        .output()
        .unwrap();
    assert_eq!(found.status.code(), Some(1));
    // The command in its last line works as it is.
    let report = String::from_utf8(found.stdout).unwrap();
    let commands = report.lines().filter_map(|line| line.split_once("  gamesolve "));
    let commands: Vec<(&str, &str)> = commands
        .filter(|(what, _)| ["Again: ", "Explain:"].contains(what))
        .collect();
    assert!(!commands.is_empty(), "{report}");
    for (what, command) in commands {
        let words: Vec<&str> = command.split(' ').collect();
        let code = if what == "Explain:" { 0 } else { 1 };
        place.run(&words).assert().code(code);
    }
    golden.finish();
}

#[test]
fn wrong_samples_are_refused() {
    needs!(python());
    let mut golden = Golden::new("own/wrong_samples_are_refused");
    let place = Place::with("half.py", &format!("INPUT = 'n'\nSAMPLES = [('1', 'W')]\n{HALF_PY}"));
    golden.says(place.run(&["table", "half.py", "--range", "0..20"]));
    golden.says(place.run(&["gen", "half.py", "--dir", "tests", "--answers"]));
    golden.says(place.run(&["explain", "half.py", "--at", "5"]));
    place.put("sol.py", "print('W')");
    golden.says(place.run(&["stress", "half.py", "sol.py"]));
    assert!(!place.path().join("tests").exists());
    golden.finish();
}

#[test]
fn hints_about_a_game_have_its_own_names() {
    needs!(python());
    let mut golden = Golden::new("own/hints_about_a_game_have_its_own_names");
    let place = Place::with("half.py", &format!("INPUT = 'n'\n{HALF_PY}"));
    place.put("sol.py", "print('W')");
    place.says(&["gen", "half.py", "--count", "2", "--dir", "tests", "--answers"]);
    golden.says(place.run(&["gen", "half.py", "--count", "2", "--dir", "tests"]));
    golden.says(place.run(&["check", "half.py", "tests"]));
    golden.says(place.run(&["judge", "--mistakes", "half.py"]));
    golden.says(place.run(&["judge", "half.py", "sol.py", "no-tests"]));
    golden.says(place.run(&["validate", "half.py", "tests"]));
    golden.says(place.run(&["half.py", "tests/01.in"]));
    golden.finish();
}

#[test]
fn positions_of_all_kinds_are_explored() {
    needs!(has_time() && python() && cpp());
    let mut golden = Golden::new("own/positions_of_all_kinds_are_explored");
    let place = Place::with(
        "loopy.py",
        "arcs = {1: [2], 2: [3], 3: [1, 4], 4: [5], 5: []}\ndef moves(v): return arcs[v]\n",
    );
    golden.says(place.run(&["explain", "loopy.py", "--at", "1"]));
    place.put(
        "chomp.py",
        "def moves(rows):\n    for r in range(len(rows)):\n        for c in range(rows[r]):\n            if (r, c) != (0, 0):\n                \
         q = rows[:r] + tuple(min(x, c) for x in rows[r:])\n                yield tuple(x for x in q if x)\n",
    );
    place.put(
        "chomp.cpp",
        "void moves(vector<int> a) {\n    for (int r = 0; r < (int)a.size(); r++)\n        for (int c = 0; c < a[r]; c++) if (r || c) {\n            \
         vector<int> q;\n            for (int i = 0; i < (int)a.size(); i++) { int l = i < r ? a[i] : min(a[i], c); if (l) q.push_back(l); }\n            \
         to(q);\n        }\n}\n",
    );
    let [py, cpp] = ["chomp.py", "chomp.cpp"].map(|file| golden.says(place.run(&["explain", file, "--at", "3 3 3"])));
    assert_eq!(py, cpp);
    place.put(
        "word.py",
        "def moves(s: str):\n    for i in range(1, len(s)):\n        if s[i-1] != s[i]: yield s[:i-1] + s[i+1:]\n",
    );
    golden.says(place.run(&["explain", "word.py", "--at", "0110"]));
    place.put("fib.py", "def moves(p):\n    n, most = p\n    for k in range(1, min(n, most) + 1): yield n - k, 2 * k\ndef start(n): return n, n - 1\n");
    golden.says(place.run(&["table", "fib.py", "--range", "2..100"]));
    place.put("half.py", HALF_PY);
    let page = place.says(&["draw", "half.py", "--at", "9", "--to", "html"]);
    assert!(page.contains("<html"), "no page");
    golden.says(place.run(&["table", "half.py", "--range", "0..30", "--misere"]));
    golden.finish();
}

/// Misère play of sums is explored. The result must be the same as by trying every move.
#[test]
fn misere_sums_are_played_out() {
    needs!(has_time() && python());
    let place = Place::with(
        "nim.py",
        "INPUT = 'N, then N numbers: n'\ndef moves(n): return [[m] for m in range(n)]\n",
    );
    for (heaps, normal, misere) in [
        ("1\n1\n", "W", "L"),
        ("2\n1 1\n", "L", "W"),
        ("2\n2 2\n", "L", "L"),
        ("3\n1 2 3\n", "L", "L"),
    ] {
        place.put("x.in", heaps);
        let answer = |more: &[&str]| place.says(&[&["explain", "nim.py", "x.in"], more].concat());
        assert!(
            answer(&[]).contains(&format!("\nThe answer:\n  {normal}\n\nVerified by other code: ")),
            "{heaps:?}"
        );
        assert!(
            answer(&["--misere"]).contains(&format!("\nThe answer:\n  {misere}\n\nVerified by other code: ")),
            "{heaps:?}"
        );
    }
}

#[test]
fn every_mistake_is_named_with_its_position() {
    needs!(has_time() && python());
    let mut golden = Golden::new("own/every_mistake_is_named_with_its_position");
    let place = Place::with("half.py", HALF_PY);
    let mistakes = [
        "def moves(n, k=3):\n    for i in range(1, k + 1):\n        if n >= i: yield n - i, i\n",
        "LIMITS = {'n': '1e9'}\ndef moves(n): return []\n",
        "def moves(n: int):\n    while True: yield n\n",
        "def moves(n):\n    return [n - 2] if n else []\n",
        "import itertools\nc = itertools.count()\ndef moves(n): return [next(c) % n] if n > 0 else []\n",
        "def moves(n):\n    if n == 2: 1 / 0\n    for k in range(n): yield k\n",
        "def moves(n):\n    if n == 2: 'a' * 10**11\n    return range(n)\n",
        "def moves(n):\n    for k in range(n): return k\n",
        "def start(n): return [[n]]\ndef moves(p): p[0] -= 1\n",
        "def move(n): return []\n",
        "# A game.\n# LIMITS: n 1 9\ndef moves(n): return range(n)\n",
        "import os\ndef moves(n: int):\n    os._exit(3)\n",
        "import sys\ndef moves(n: int):\n    sys.exit(0)\n",
        "import os\ndef moves(n: int):\n    os.kill(os.getpid(), 9)\n",
        "def moves(n):\n    if n > 1: yield n / 2\n",
        "def start(n): return n, n\ndef moves(p):\n    a, b = p\n    if a > 1: yield a / 2, b\n",
        "def moves(first, *rest): yield rest\n",
        "def moves(): return []\n",
        "def moves(a, b): yield a - 1, b\n",
        "def start(n: int): return [n, n]\ndef moves(p):\n    n, m = p\n    if n: yield n - 1, m\n",
        "def start(n): return n, -n\ndef moves(p): return []\n",
        "def moves(n):\n    if n > 0: yield 'end'\n",
        "def moves(n):\n    if n > 0: yield b'end'\n",
        "INPUT = 'T; n'\ndef moves(n): return []\n",
        // The text of a file is shown, and a terminal never obeys it.
        "INPUT = 'n \\x1b[31m'\ndef moves(n): return []\n",
        "LAST = '\\x1b[31m'\ndef moves(n): return []\n",
        "WIN = LOSE = '\\x1b[31m'\ndef moves(n): return []\n",
        "WIN = 'A'\ndef moves(n): return []\n",
        "WIN, LOSE = 'A', 'A'\ndef moves(n): return []\n",
        "LIMITS = {'n': (9, 1)}\ndef moves(n): return []\n",
        "LIMITS = {'n': (-1, 1)}\ndef moves(n): return []\n",
        "LIMITS = {'m': (1, 9)}\ndef moves(n): return []\n",
        "INPUT = 'T: n'\ndef moves(a, b): return []\n",
        "def moves(n):\n    if n: yield Score(10 ** 20, n - 1)\n",
        "def moves(n):\n    if n > 0: yield [n, n]\n",
        "LAST = 'loses'\ndef moves(n):\n    if n: yield [n - 1] * 1000\n",
        "def moves(n):\n    if n: yield [(n + 1) % 5, 1]\n",
    ];
    for text in mistakes {
        place.put("bad.py", text);
        golden.note(text);
        golden.says(place.run(&["explain", "bad.py", "--at", "3"]));
    }
    golden.finish();
    // Python's own message depends on its version.
    for (text, says) in [
        (
            "def moves(n: int):\n    if n == 0: return\n    n[0] = 1\n",
            "moves(3) raised TypeError",
        ),
        (
            "def moves(n, most=3):\n    for k in range(1, most):\n        if k <= n: yield n - k, k\n",
            "raised TypeError: '<=' not supported between instances of 'int' and 'tuple' (line 3): a move of moves(3) leads to it",
        ),
        ("def moves(n) return []\n", "SyntaxError"),
        (
            "import os\ndef moves(n: int):\n    os.fork()\n    return []\n",
            "moves(3) raised",
        ),
    ] {
        place.put("bad.py", text);
        let error = place.fails(&["explain", "bad.py", "--at", "3"], 2);
        assert!(error.contains(says), "{text}\n{error}");
    }
    // A slow machine says seconds, not positions.
    place.put("bad.py", "def moves(n):\n    yield n + 1\n");
    let error = place.fails(&["explain", "bad.py", "--at", "3"], 4);
    assert!(error.contains("play may have no end: "), "{error}");
}

/// This is the form of a function that comes to mind first: numbers one by one, and a list as a result.
#[cfg(unix)]
#[test]
fn positions_may_be_arguments_and_moves_may_be_returned() {
    needs!(has_time() && python() && cpp());
    let mut golden = Golden::new("own/positions_may_be_arguments_and_moves_may_be_returned");
    let place = Place::with(
        "two.py",
        "def moves(a, b, memo={}):\n    return [(a - k, b) for k in range(1, a + 1)] + [(a, b - k) for k in range(1, b + 1)]\n",
    );
    let pairs = "    for (int k = 1; k <= a; ++k) found.insert({a - k, b});\n    for (int k = 1; k <= b; ++k) found.insert({a, b - k});\n";
    place.put(
        "pair.cpp",
        &format!("set<pair<int, int>> moves (pair<int, int> p)\n{{\n    set<pair<int, int>> found; auto [a, b] = p;\n{pairs}    return found;\n}}\n"),
    );
    place.put(
        "tuple.cpp",
        &format!("set<tuple<int, int>> moves(int a, int b) {{\n    set<tuple<int, int>> found;\n{pairs}    return found;\n}}\n"),
    );
    let mut csv = |file: &str| golden.says(place.run(&["table", file, "--range", "0..6", "--format", "csv"]));
    let of_python = csv("two.py");
    assert!(
        of_python.starts_with("a,b,outcome,plies,nimber,score\n0,0,L,0,0,\n"),
        "{of_python}"
    );
    assert_eq!(csv("pair.cpp"), of_python);
    assert_eq!(csv("tuple.cpp"), of_python);
    place.put("array.cpp", "tuple<int, int> start(int n) { return {n, n - 1}; }\nvector<array<int, 2>> moves(array<int, 2> p) {\n    vector<array<int, 2>> r;\n    for (int k = 1; k <= min(p[0], p[1]); ++k) r.push_back({p[0] - k, 2 * k});\n    return r;\n}\n");
    golden.says(place.run(&["explain", "array.cpp", "--at", "6"]));
    place.put("word.cpp", "vector<string> moves(const string& s) { vector<string> r; if (!s.empty()) r.push_back(s.substr(1)); return r; }\n");
    golden.says(place.run(&["explain", "word.cpp", "--at", "011"]));
    place.put("int.cpp", "int moves(int n) { return n - 1; }\n");
    golden.says(place.run(&["explain", "int.cpp", "--at", "3"]));
    golden.finish();
}

/// The parts of a sum are positions of any kind.
#[cfg(unix)]
#[test]
fn sums_in_cpp_have_parts_of_all_kinds() {
    needs!(has_time() && cpp() && python());
    let place = Place::with(
        "words.cpp",
        "void moves(string s) {\n    for (size_t i = 0; i + 1 < s.size(); i++)\n        if (s[i] == s[i + 1]) sum({s.substr(0, i), s.substr(i + 2)});\n}\n",
    );
    place.put(
        "words.py",
        "def moves(s: str):\n    for i in range(len(s) - 1):\n        if s[i] == s[i + 1] and s: yield [s[:i], s[i + 2 :]]\n",
    );
    for (pairs, form) in [
        ("braces.cpp", "sum({{i, b}, {a - i, b}})"),
        ("parts.cpp", "sum({part(i, b), part(a - i, b)})"),
        ("vector.cpp", "sum(vector<pair<int, int>>{{i, b}, {a - i, b}})"),
    ] {
        place.put(
            pairs,
            &format!("void moves(int a, int b) {{ for (int i = 1; i < a; i++) {form}; if (b) to(a, b - 1); }}\n"),
        );
    }
    place.put(
        "pairs.py",
        "def moves(a, b):\n    for i in range(1, a): yield [(i, b), (a - i, b)]\n    if b: yield a, b - 1\n",
    );
    let nimbers = |file: &str, at: &str| {
        let csv = place.says(&["table", file, "--at", at, "--format", "csv"]);
        let mut lines: Vec<String> = csv.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(nimbers("words.cpp", "aabbbaa"), nimbers("words.py", "aabbbaa"));
    for file in ["braces.cpp", "parts.cpp", "vector.cpp"] {
        assert_eq!(nimbers(file, "(3, 1)"), nimbers("pairs.py", "(3, 1)"), "{file}");
    }
    // The sums have no part, one part, and words in full.
    place.put(
        "few.cpp",
        "void moves(string s) {\n    if (s == \"a\") sum({});\n    if (s == \"b\") sum({\"a\"});\n    if (s == \"c\") sum({\"a\", \"b\"});\n    \
         if (s == \"d\") sum({s.substr(1), \"c\"});\n}\n",
    );
    place.put(
        "few.py",
        "def moves(s):\n    if s == 'a': yield []\n    if s == 'b': yield ['a']\n    if s == 'c': yield ['a', 'b']\n    \
         if s == 'd': yield ['', 'c']\n",
    );
    assert_eq!(nimbers("few.cpp", "d"), nimbers("few.py", "d"));
}

/// A typed position may be a sum, whatever the input of the judge is. An input may not.
#[test]
fn sums_are_typed_whatever_the_input_is() {
    needs!(has_time() && python());
    let mut golden = Golden::new("own/sums_are_typed_whatever_the_input_is");
    let place = Place::with("in", "5 + 4\n");
    for input in ["", "INPUT = \"n\"\n", "INPUT = \"T: n\"\n"] {
        let game = format!("{input}def moves(n):\n    for k in 1, 2:\n        if k <= n: yield n - k\n");
        place.put("take.py", &game);
        golden.says(place.run(&["explain", "take.py", "--at", "5 + 4"]));
        // The report names whole parts of a sum, also parts of value 0 that stay.
        golden.says(place.run(&["explain", "take.py", "--at", "3 + 4"]));
    }
    place.put("take.py", "INPUT = \"n\"\ndef moves(n):\n    if n: yield n - 1\n");
    golden.says(place.run(&["validate", "take.py", "in"]));
    golden.finish();
}

/// Each position is a start of its own, and none of them may cost as much as the whole table.
#[cfg(unix)]
#[test]
fn a_table_of_many_starts_is_linear_in_them() {
    needs!(has_time() && cpp());
    let place = Place::with(
        "sub.cpp",
        "void moves(int n) { for (int k : {1, 3, 4}) if (n >= k) to(n - k); }\n",
    );
    let text = place.says(&["table", "sub.cpp", "--range", "0..300000"]);
    assert!(text.contains("n mod 7 = 0, 1, 2, ...: 0 1 0 1 2 3 2"), "{text}");
}

#[test]
fn a_position_that_is_none_is_refused_by_its_name() {
    needs!(has_time() && python() && cpp());
    let mut golden = Golden::new("own/a_position_that_is_none_is_refused_by_its_name");
    let place = Place::with(
        "sub.py",
        "def moves(n):\n    return [n - k for k in (1, 2) if n >= k]\n",
    );
    place.put("empty.in", "");
    for arguments in [
        &["explain", "sub.py", "--at", ""][..],
        &["table", "sub.py", "--at", ""],
        &["explain", "sub.py", "empty.in"],
        &["validate", "sub.py", "empty.in"],
        &["draw", "sub.py", "empty.in", "--to", "svg"],
    ] {
        golden.says(place.run(arguments));
    }
    golden.says(place.run(&["explain", "sub.py", "--at", "1 + 2"]));
    golden.says(place.run(&["table", "sub.py", "--at", "1 + 2"]));
    golden.says(place.run(&["explain", "sub.py", "--at", "-3"]));
    golden.says(place.run(&["explain", "sub.py", "--at", "x"]));
    // A sum without heaps is a sum, and lost.
    place.put("heaps.py", "INPUT = 'T: N, then N numbers: a'\nWIN, LOSE = 'A', 'B'\ndef moves(a):\n    return [[a - k] for k in (1, 2) if a >= k]\n");
    place.put("heaps.in", "1\n0\n\n");
    golden.says(place.run(&["explain", "heaps.py", "heaps.in"]));
    // A draw may have the same word as a loss.
    place.put(
        "draw.py",
        "WIN, LOSE, DRAW = 'YES', 'NO', 'NO'\ndef moves(n):\n    return [n - 1] if n else []\n",
    );
    golden.says(place.run(&["explain", "draw.py", "--at", "2"]));
    place.put("int.cpp", "void moves(int n) { if (n > 0) to(n - 1); }\n");
    golden.says(place.run(&["table", "int.cpp", "--range", "4294967296..4294967300"]));
    golden.says(place.run(&["explain", "int.cpp", "--at", "99999999999999999999"]));
    place.put("double.cpp", "void moves(double n) { if (n > 0) to(n - 1); }\n");
    golden.says(place.run(&["explain", "double.cpp", "--at", "3"]));
    place.put("main.cpp", "void moves(int n) {}\nint main() { return 0; }\n");
    golden.says(place.run(&["explain", "main.cpp", "--at", "3"]));
    golden.finish();
}

/// Any language works: the program reads a position a line and writes its moves a line.
#[cfg(unix)]
#[test]
fn programs_of_lines_are_games() {
    needs!(has_time());
    let mut golden = Golden::new("own/programs_of_lines_are_games");
    use std::os::unix::fs::PermissionsExt as _;
    const HALF: &str = "#!/bin/sh\nwhile read n; do\n  k=1; out=\n  while [ $((2 * k)) -le $n ]; do out=\"$out $((n - k)) ;\"; \
                        k=$((k + 1)); done\n  echo \"$out\"\ndone\n";
    let place = Place::with("half.py", HALF_PY);
    let put = |name: &str, text: &str| {
        place.put(name, text);
        let path = place.0.path().join(name);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    put("half", HALF);
    let lines = golden.says(place.run(&["table", "lines:./half", "--range", "0..60", "--format", "csv"]));
    if python() {
        assert_eq!(
            lines,
            place.says(&["table", "half.py", "--range", "0..60", "--format", "csv"])
        );
    }
    golden.says(place.run(&["table", "lines:sh half", "--range", "0..60"]));
    golden.says(place.run(&["explain", "lines:./half", "--at", "3 + 4"]));
    // The range says that there are two numbers. A move takes from one heap only.
    put(
        "two",
        "#!/bin/sh\nwhile read a b; do out=\n  i=0; while [ $i -lt $a ]; do out=\"$out $i $b ;\"; i=$((i + 1)); done\n  \
         i=0; while [ $i -lt $b ]; do out=\"$out $a $i ;\"; i=$((i + 1)); done\n  echo \"$out\"\ndone\n",
    );
    golden.says(place.run(&["table", "lines:./two", "--range", "0..20,0..20"]));
    // Each mistake is one error with its position.
    for text in [
        "yes | tr -d '\\n'",
        "while read n; do if [ $n -lt 3 ]; then exit; fi; echo $((n - 1)); done",
        "while read n; do echo 0; echo 0; done",
        "while read n; do echo -1; done",
        "while read n; do printf '\\007\\n'; done",
        "read n; exit 5",
        "kill -SEGV $$",
    ] {
        put("bad", &format!("#!/bin/sh\n{text}\n"));
        golden.note(text);
        golden.says(place.run(&["explain", "lines:./bad", "--at", "3"]));
    }
    golden.says(place.run(&["explain", "lines:./absent", "--at", "3"]));
    golden.says(place.run(&["explain", "lines:", "--at", "3"]));
    golden.finish();
}

/// Beyond a table the rounds of loops are counted, so a loop without end ends the comparison at its number.
#[test]
fn moves_that_hang_beyond_the_table_end_the_comparison() {
    needs!(has_time());
    const HANGS: &str = "def moves(n):\n    while n > 450: pass\n    for k in 1, 2:\n        if k <= n: yield n - k\n";
    const HANGS_CPP: &str = "#include \"game.h\"\n#include <random>\n#define rep(i, n) for (int i = 0; i < (n); i++)\n\
                             constexpr int three() { int s = 0; for (int i = 1; i < 3; i++) s += i; return s; }\n\
                             static_assert(three() == 3);\nvoid moves(int n) {\n    volatile int z = 0;\n    \
                             while (n > 450) z = z + 1;\n    do { z = z + 1; } while (z < 5);\n    \
                             if (n > 9) rep(i, 2) if (i == 1) z = 1; else z = 2; else z = 3;\n    \
                             for (int k : {1, 2}) if (k <= n) to(n - k);\n}\n";
    for (is_here, file, text) in [(python(), "hangs.py", HANGS), (cpp(), "hangs.cpp", HANGS_CPP)] {
        if is_here {
            let told = Place::with(file, text).says(&["table", file, "--range", "0..300"]);
            assert!(told.contains("others up to 450, your moves are"), "{file}: {told}");
        }
    }
}

/// A position outside of limits that the file lacks is no reason for a guard of its moves.
#[test]
fn a_move_below_zero_names_the_missing_limits() {
    needs!(python());
    let mut golden = Golden::new("own/a_move_below_zero_names_the_missing_limits");
    let rule = "LIMITS = {\"n\": (2, 9)}\n\ndef moves(n, c):\n    for k in range(1, c + 1): yield n - k, c - k\n";
    let place = Place::with("cake.py", rule);
    // If the user chose the positions, the file has to guard them.
    golden.run_each(&place, &["table cake.py", "table cake.py --range 2..9,0..9"]);
    golden.finish();
}

/// If the clock ends a question beyond the table, a note says so.
#[test]
fn a_clock_that_ends_a_question_is_named() {
    needs!(has_time() && python());
    let rule =
        "def moves(n):\n    if n > 450: sum(range(10**12))\n    for k in 1, 2:\n        if k <= n: yield n - k\n";
    let done = Place::with("waits.py", rule)
        .run(&["table", "waits.py", "--range", "0..200"])
        .output()
        .unwrap();
    let [told, said] = [&done.stdout, &done.stderr].map(|said| String::from_utf8_lossy(said).into_owned());
    for (text, part) in [
        (told, "Pattern: the lost numbers are exactly the multiples of 3"),
        (
            said,
            "note: gamesolve asked for moves beyond the table, and the game took too long",
        ),
    ] {
        assert!(text.contains(part), "{text}");
    }
}

/// If a rule changes beyond the table, its period is not proved.
#[test]
fn moves_that_change_beyond_the_table_are_no_rule() {
    needs!(python());
    let rule = "def moves(n):\n    for k in 1, 2:\n        if k <= n: yield n - k\n";
    let place = Place::with("same.py", rule);
    place.put("late.py", &format!("{rule}    if n > 20000: yield n - 3\n"));
    for (file, claims, is_there) in [
        (
            "same.py",
            &["proved, if your moves stay so: from every n in 0..300"][..],
            true,
        ),
        ("late.py", &["proved"], false),
        ("late.py", &["not: ", "only"], true),
    ] {
        let text = place.says(&["table", file, "--range", "0..300"]);
        assert_eq!(claims.iter().any(|claim| text.contains(claim)), is_there, "{text}");
    }
}

/// A file may know only the moves of some numbers. If nobody asked for a position, that is no mistake.
#[test]
fn a_file_may_give_up_beyond_its_table() {
    needs!(has_time());
    const LISTED: &str = "listed = [k * k for k in range(1500)]\n\ndef moves(n):\n    for k in 1, 2:\n        if k <= n and \
                          listed[n] >= 0: yield n - k\n";
    const LISTED_CPP: &str = "vector<int> listed(1500);\nvoid moves(int n) { for (int k : {1, 2}) if (k <= n && listed[n] == 0) \
                              to(n - k); }\n";
    for (is_here, file, text) in [(python(), "listed.py", LISTED), (cpp(), "listed.cpp", LISTED_CPP)] {
        if !is_here {
            continue;
        }
        let place = Place::with(file, text);
        let error = place.fails(&["table", file], 2);
        let told = place.says(&["table", file, "--range", "0..999"]);
        // If the user gives the range, the user asked for its positions.
        let of_range = place.fails(&["table", file, "--range", "0..1500"], 2);
        for (text, part, is_there) in [
            (&error, "moves(1500) raised", true),
            (
                &error,
                "hint: if this is no position, limit the positions by `LIMITS`",
                true,
            ),
            (&told, "g(n) = n mod 3", true),
            (&of_range, "moves(1500) raised", true),
            (&of_range, "hint", false),
        ] {
            assert_eq!(text.contains(part), is_there, "{part}: {text}");
        }
        // Positions beyond the file's list do not count.
        let count = |told: &str| -> u64 {
            let (_, rest) = told.split_once("from every n in 0..999 and from ").unwrap();
            let (count, rest) = rest.split_once(" others up to ").unwrap();
            let (last, _) = rest.split_once(',').unwrap();
            assert!(last.parse::<u64>().unwrap() < 1500, "{told}");
            count.parse().unwrap()
        };
        assert!((1..=500).contains(&count(&told)), "{told}");
    }
}

#[test]
fn moves_that_another_run_tells_otherwise_are_refused() {
    needs!(python());
    // The moves stay the same within one run, and the lost numbers are the even ones in every run.
    let chance = "import os\n\nmore = {2 * byte + 3 for byte in os.urandom(8)}\n\ndef moves(n):\n    for k in {1} | more:\n        \
                  if k <= n: yield n - k\n";
    let place = Place::with("chance.py", chance);
    let first = "first = []\n\ndef moves(n):\n    first.append(n)\n    \
                 return [n - k for k in range(1, 4 if first[0] > 10 else 3) if k <= n]\n";
    place.put("first.py", first);
    // Without a claim beyond the table nothing else asks the file again.
    place.put(
        "irregular.py",
        "import hashlib\nfirst = []\n\ndef moves(n):\n    first.append(n)\n    \
         digest = hashlib.md5(str(n).encode()).digest()\n    \
         return [n - k for k in range(1, 9) if k <= n and (digest[k] + first[0]) % 3 == 0]\n",
    );
    place.put(
        "pair.py",
        "first = []\n\ndef moves(a, b):\n    first.append(a + b)\n    for k in range(1, 3 if first[0] > 4 else 2):\n        \
         if k <= a: yield a - k, b\n        if k <= b: yield a, b - k\n",
    );
    place.put(
        "seen.py",
        "seen = set()\n\ndef moves(n):\n    seen.add(n)\n    return [n - k for k in range(1, 4 if 7 in seen else 3) if k <= n]\n",
    );
    place.put(
        "first.cpp",
        "static int first = -1;\nvoid moves(int n) {\n    if (first < 0) first = n;\n    \
         for (int k = 1; k <= (first > 10 ? 3 : 2); k++) if (k <= n) to(n - k);\n}\n",
    );
    for (file, range) in [
        ("chance.py", "0..900"),
        ("first.py", "0..900"),
        ("irregular.py", "0..901"),
        ("pair.py", "0..12,0..12"),
        ("seen.py", "0..900"),
        ("first.cpp", "0..900"),
    ] {
        if file.ends_with("cpp") && !cpp() {
            continue;
        }
        let error = place.fails(&["table", file, "--range", range], 2);
        assert!(error.contains("the moves differ between two runs"), "{file}: {error}");
    }
}

/// One run finds an answer, and another explains it. If they differ, the file is at fault.
#[test]
fn an_answer_that_another_run_contradicts_is_no_fault_of_ours() {
    needs!(python());
    let chance = "import os\n\nbit = os.urandom(1)[0] % 2\n\ndef moves(n):\n    if n > bit: yield n - 1\n";
    let place = Place::with("chance.py", chance);
    // Half of all pairs of runs differ, so among forty pairs one differs almost surely.
    let differs = (0..40).find_map(|_| {
        let run = place.run(&["explain", "chance.py", "--at", "5"]).output().unwrap();
        (run.status.code() != Some(0)).then_some(run)
    });
    let run = differs.expect("two runs differ");
    let said = String::from_utf8(run.stderr).unwrap();
    assert_eq!((run.status.code(), run.stdout.len()), (Some(2), 0), "{said}");
    assert!(said.ends_with("do the moves depend on chance?\n"), "{said}");
}

/// A game may need C++20, or a header that the first try leaves out. Errors are in lines of the file.
#[test]
fn a_file_in_cpp_may_use_all_of_its_language() {
    needs!(cpp() && has_time());
    let place = Place::with(
        "concepts.cpp",
        "#include <concepts>\ntemplate <std::integral T> T fewer(T n) { return n - 1; }\n\
         void moves(int n) { if (n) to(fewer(n)); }\n",
    );
    let expected = place.says(&["explain", "concepts.cpp", "--at", "3"]);
    let moves = "void moves(int n) {\n    if (n) to(n - 1);\n}\n";
    let bits = "#include <bits/stdc++.h>\nusing namespace std;\n";
    for (name, before) in [
        ("common.cpp", bits.to_owned()),
        ("regex.cpp", format!("{bits}regex all(\".*\");\n")),
    ] {
        place.put(name, &format!("{before}{moves}"));
        let found = place.says(&["explain", name, "--at", "3"]);
        let stem = name.trim_end_matches(".cpp");
        assert_eq!(found.replace(stem, "concepts"), expected, "{name}");
    }
    place.put("wrong.cpp", &format!("{bits}{}", moves.replace("n - 1", "m - 1")));
    let said = place.fails(&["explain", "wrong.cpp", "--at", "3"], 2);
    for part in ["wrong.cpp:4:15: error: ", "was not declared"] {
        assert!(said.contains(part), "{said}");
    }
}

/// Common names of programs must not reach into the grader, and its names must not reach into them.
#[test]
fn a_file_in_cpp_has_names_of_its_own() {
    needs!(has_time() && cpp());
    let place = Place::with("x", "");
    place.put(
        "helper.cpp",
        "int to(int n) { return n / 2; }\nvector<int> moves(int n) { if (n == 0) return {}; return {n - 1, to(n)}; }\n",
    );
    place.put(
        "macros.cpp",
        "#include <bits/stdc++.h>\n#define int long long\n#define row 3\n#define all(x) x.begin(), x.end()\nusing namespace std;\n\
         // LIMITS: n 1 9000000000\nvoid moves(int n) { for (int k = 1; k <= row; k++) if (k <= n) to(n - k); }\n",
    );
    place.put(
        "alias.cpp",
        "// INPUT: x y\ntypedef pair<int, int> pii;\n\
         void moves(const pii& p) { for (int k = 0; k < p.first; k++) to(k, p.second); for (int k = 0; k < p.second; k++) to(p.first, k); }\n",
    );
    for (words, parts) in [
        ("helper.cpp --range 0..4 --format csv", &["\n1,W,1,1,\n2,L,2,0,\n"][..]),
        ("macros.cpp", &["multiples of 4", "others up to 8589934593"]),
        ("alias.cpp", &["independent games"]),
    ] {
        let words = format!("table {words}");
        let told = place.says(&words.split(' ').collect_vec());
        assert!(parts.iter().all(|part| told.contains(part)), "{told}");
    }
}

/// The input states the count of numbers in a position, even if the function takes a list of any length.
#[test]
fn lists_are_positions_of_so_many_numbers_as_the_input_says() {
    needs!(has_time() && python());
    let mut golden = Golden::new("own/lists_are_positions_of_so_many_numbers_as_the_input_says");
    let stairs = "def moves(p):\n    for i in range(1, len(p)):\n        for k in range(1, p[i] + 1):\n            q = list(p)\n            \
                  q[i] -= k\n            q[i - 1] += k\n            yield tuple(q)\n";
    let place = Place::with("three.py", &format!("INPUT = \"x y z\"\n{stairs}"));
    let csv = golden.says(place.run(&["table", "three.py", "--range", "0..2,0..2,0..2", "--format", "csv"]));
    // In a staircase the odd steps count.
    place.put("any.py", &format!("INPUT = \"N, then N numbers: a\"\n{stairs}"));
    place.put("any.in", "3\n1 1 2\n");
    golden.says(place.run(&["explain", "any.py", "any.in"]));
    assert_eq!(
        golden.says(place.run(&["table", "any.py", "any.in"])).lines().next(),
        golden
            .says(place.run(&["table", "any.py", "--at", "1 1 2"]))
            .lines()
            .next()
    );
    assert_eq!(
        golden
            .says(place.run(&["table", "any.py", "--range", "0..2,0..2,0..2", "--format", "csv"]))
            .replace("a,b,c,", "x,y,z,"),
        csv
    );
    let spread = stairs.replace("def moves(p)", "def moves(*p)");
    place.put("spread.py", &format!("INPUT = \"x y z\"\n{spread}"));
    assert_eq!(
        golden.says(place.run(&["table", "spread.py", "--range", "0..2,0..2,0..2", "--format", "csv"])),
        csv
    );
    let ends = "def moves(*a):\n    if a:\n        yield Score(a[0], *a[1:])\n        yield Score(a[-1], *a[:-1])\n";
    place.put("ends.py", &format!("INPUT = \"N, then N numbers: a\"\n{ends}"));
    place.put("ends.in", "4\n3 1 5 2\n");
    golden.says(place.run(&["explain", "ends.py", "ends.in"]));
    golden.says(place.run(&["table", "any.py"]));
    let made = golden.says(place.run(&["gen", "any.py", "--size", "5", "--seed", "3"]));
    place.put("made.in", &made);
    golden.says(place.run(&["validate", "any.py", "made.in"]));
    golden.says(place.run(&["table", "any.py", "any.in", "--range", "0..5"]));
    golden.finish();
}

/// A game with the name of a problem gets none of the problem's testcases.
#[test]
fn a_game_called_as_a_problem_has_no_cases_of_it() {
    needs!(python());
    let mut golden = Golden::new("own/a_game_called_as_a_problem_has_no_cases_of_it");
    let place = Place::with("nim.py", "def moves(n): return range(n)\n");
    place.put("sol.py", "print('W' if int(input()) else 'L')\n");
    for words in [
        &["judge", "nim.py", "sol.py"][..],
        &["judge", "nim.py", "--submissions"],
        &["gen", "nim.py", "--cases", "made"],
    ] {
        place.fails(words, 2);
    }
    golden.stdout(place.run(&["stress", "nim.py", "sol.py", "--tests", "20"]));
    // This range is everything that the file allows.
    place.put("nim.py", "LIMITS = {'n': (1, 41)}\ndef moves(n): return range(n)\n");
    golden.stdout(place.run(&["stress", "nim.py", "sol.py", "--tests", "20"]));
    golden.finish();
}

/// A sum needs the nimbers of its parts, and their winners are not enough.
#[test]
fn the_code_of_a_sum_joins_nimbers() {
    needs!(has_time() && python());
    let place = Place::with(
        "nim.py",
        "INPUT = \"N, then N numbers: a\"\nWIN, LOSE = \"first\", \"second\"\ndef moves(n): return range(n)\n",
    );
    for (language, file) in [("py", "sol.py"), ("cpp", "sol.cpp")] {
        if language == "cpp" && !cpp() {
            continue;
        }
        let code = place.says(&["table", "nim.py", "--range", "0..60", "--code", language]);
        place.put(file, &code);
        place
            .run(&["stress", "nim.py", file, "--tests", "40"])
            .assert()
            .success();
    }
}

/// Whole numbers of other libraries are numbers, and LIMITS can name unpacked variables.
#[test]
fn numbers_of_other_kinds_and_unpacked_names_are_understood() {
    needs!(python());
    let mut golden = Golden::new("own/numbers_of_other_kinds_and_unpacked_names_are_understood");
    let place = Place::with(
        "wrapped.py",
        "class Int:\n    def __init__(self, n): self.n = n\n    def __index__(self): return self.n\n\n\
         def moves(n):\n    for k in 1, 2:\n        if k <= n: yield Int(n - k)\n",
    );
    place.put(
        "unpacked.py",
        "LIMITS = {'n': (1, 50), 'm': (1, 60)}\ndef moves(p):\n    n, m = p\n    if n: yield n - 1, m\n    if m: yield n, m - 1\n",
    );
    golden.run_each(
        &place,
        &["table wrapped.py --range 0..30", "explain unpacked.py --at -1"],
    );
    golden.run_each(&place, &["table unpacked.py"]);
    golden.finish();
}

#[test]
fn every_mistake_in_cpp_is_named_with_its_position() {
    needs!(has_time() && cpp());
    let mut golden = Golden::new("own/every_mistake_in_cpp_is_named_with_its_position");
    let place = Place::with("half.cpp", HALF_CPP);
    let all = "for (int k = 0; k < n; k++) to(k);";
    for text in [
        format!("void moves(int n) {{ if (n == 2) throw runtime_error(\"no luck\"); {all} }}"),
        format!("void moves(int n) {{ if (n == 2) throw 5; {all} }}"),
        format!("void moves(int n) {{ volatile int* p = nullptr; if (n == 2) *p = 1; {all} }}"),
        "int deep(volatile int n) { volatile char x[4096]; x[0] = n; return deep(n + 1) + x[0]; }\n\
             void moves(int n) { to(n == 2 ? deep(0) : n - 1); }"
            .to_owned(),
        format!("void moves(int n) {{ if (n == 2) abort(); {all} }}"),
        format!("void moves(int n) {{ if (n == 2) exit(3); {all} }}"),
        "#include <unistd.h>\nvoid moves(int n) { if (n) _exit(0); }".to_owned(),
        "void move(int n) { }".to_owned(),
        "void moves(int n) { if (n) to(n - 2); }".to_owned(),
        "int calls; void moves(int n) { calls++; if (n) to(calls % n); }".to_owned(),
        "void moves(int n) { if (n) to(n / (n - 2) > 9 ? 0 : n - 1); }".to_owned(),
        "void moves(int n) { int w = n * (n + 1000000000); if (n) to(w > 5 ? n - 1 : 0); }".to_owned(),
        "vector<int> v{3, 1}; void moves(int n) { for (int i = 0; i < n; i++) if (v[i] <= n) to(n - v[i]); }"
            .to_owned(),
        "void moves(int n) { while (true) to(n); }".to_owned(),
        "void moves(int n) { if (n < 9) to(n == 2 ? 9000000000ll : n - 1); }".to_owned(),
        "void moves(int& n) { if (n) { n--; to(n); } }".to_owned(),
        "void moves(int n, int k = 2) { if (n >= k) to(n - k); }".to_owned(),
        "template <class T> vector<T> moves(T n) { return {}; }".to_owned(),
        "namespace mine { void moves(int n) { } }".to_owned(),
        "void moves(int n, int k) { to(n - k); }\nvoid moves(int n) { moves(n, 1); }".to_owned(),
    ] {
        place.put("bad.cpp", &text);
        golden.note(&text);
        golden.says(place.run(&["explain", "bad.cpp", "--at", "3"]));
    }
    golden.finish();
    // The compiler's message depends on its version.
    place.put("bad.cpp", "void moves(int n) { to(n - 1) }");
    let error = place.fails(&["explain", "bad.cpp", "--at", "3"], 2);
    assert!(error.contains("bad.cpp does not compile"), "{error}");
}

/// Moves gain points. The best difference is computed by hand and by trying every move.
#[test]
fn games_of_points_have_best_differences() {
    needs!(has_time() && python() && cpp());
    let mut golden = Golden::new("own/games_of_points_have_best_differences");
    let ends = "def moves(p):\n    if p:\n        yield Score(p[0], p[1:])\n        yield Score(p[-1], p[:-1])\n";
    let place = Place::with("ends.py", ends);
    // The numbers of a position may stand one by one.
    place.put(
        "between.py",
        "def moves(l, r):\n    if l < r:\n        yield Score(l, l + 1, r)\n        yield Score(r, l, r - 1)\n",
    );
    golden.says(place.run(&["explain", "between.py", "--at", "2 5"]));
    place.put(
        "ends.cpp",
        "void moves(vector<int> a) { if (a.size()) { vector<int> l(a.begin() + 1, a.end()), r(a.begin(), a.end() - 1); \
         score(a[0], l); score(a.back(), r); } }\n",
    );
    // If you take 9 first, the opponent has only 1 and 2. So take 2 and leave 3, 9, 1, which is a loss by 5.
    let [py, cpp] = ["ends.py", "ends.cpp"].map(|file| golden.says(place.run(&["explain", file, "--at", "3 9 1 2"])));
    assert_eq!(py, cpp);
    place.put(
        "words.py",
        &format!("WIN, LOSE, DRAW = 'first', 'second', 'tie'\n{ends}"),
    );
    golden.says(place.run(&["explain", "words.py", "--at", "4 4"]));
    place.put(
        "take.py",
        "def moves(n): return [Score(k, n - k) for k in (1, 2) if k <= n]\n",
    );
    let csv = golden.says(place.run(&["table", "take.py", "--range", "0..6", "--format", "csv"]));
    let scores: Vec<&str> = csv
        .lines()
        .skip(1)
        .map(|line| line.rsplit(',').next().unwrap())
        .collect();
    assert_eq!(scores, ["0", "1", "2", "1", "0", "1", "2"]);
    golden.says(place.run(&["explain", "take.py", "--at", "5", "--misere"]));
    place.put("round.py", "def moves(n: int): return [Score(1, n)]\n");
    golden.says(place.run(&["explain", "round.py", "--at", "5"]));
    place.put(
        "both.py",
        "def moves(n): return [Score(1, n - 1), [n - 1, n - 1]] if n else []\n",
    );
    golden.says(place.run(&["explain", "both.py", "--at", "5"]));
    golden.finish();
}

/// The text of a file decides if its moves gain points, because an input may have no move.
#[test]
fn a_game_of_points_may_begin_at_its_end() {
    needs!(python() && cpp());
    let take = "def moves(n):\n    if n > 0: yield Score(1, n - 1)\n    if n > 1: yield Score(2, n - 2)\n";
    let words = "WIN, LOSE, DRAW = 'true', 'false', 'draw'\n";
    for (file, text, input, answer) in [
        ("take.py", format!("INPUT = 'n'\n{words}{take}"), "0\n", "draw\n"),
        ("one.py", format!("INPUT = 'T: n'\n{words}{take}"), "1\n0\n", "draw\n"),
        ("two.py", format!("INPUT = 'T: n'\n{words}{take}"), "2\n0\n3\n", "draw\ntrue\n"),
        ("lead.py", format!("INPUT = 'n'\n{take}"), "0\n", "0\n"),
        (
            "pair.py",
            "INPUT = 'a b'\ndef moves(a, b):\n    if a and b: yield Score(a, a - 1, b)\n".to_owned(),
            "0 7\n",
            "0\n",
        ),
        (
            "row.py",
            "INPUT = 'N, then N numbers: a'\ndef moves(*a):\n    if a: yield Score(a[0], *a[1:])\n".to_owned(),
            "0\n",
            "0\n",
        ),
        (
            "word.py",
            "INPUT = 's'\nLETTERS = 'ab'\ndef moves(s: str):\n    if 'ab' in s: yield Score(1, s.replace('ab', '', 1))\n"
                .to_owned(),
            "bba\n",
            "0\n",
        ),
        ("take.cpp", "// INPUT: n\nvoid moves(int n) { if (n > 0) score(2, n - 1); }\n".to_owned(), "0\n", "0\n"),
        (
            "word.cpp",
            "// INPUT: s\n// WIN: A\n// LOSE: B\n// DRAW: C\nvoid moves(string s) { if (s.size() > 1) score(1, s.substr(2)); }\n"
                .to_owned(),
            "b\n",
            "C\n",
        ),
        // A move may gain points by another name.
        ("alias.py", "INPUT = 'n'\ngain = Score\ndef moves(n):\n    if n: yield gain(1, n - 1)\n".to_owned(), "0\n", "0\n"),
        (
            "partial.py",
            "from functools import partial\nINPUT = 'n'\none = partial(Score, 1)\ndef moves(n): return [one(n - 1)] if n else []\n"
                .to_owned(),
            "0\n",
            "0\n",
        ),
        (
            "macro.cpp",
            "// INPUT: n\n#define GAIN score\nvoid moves(int n) { if (n) GAIN(1, n - 1); }\n".to_owned(),
            "0\n",
            "0\n",
        ),
        // A comment and a name of the file's own give no points.
        ("prose.py", "INPUT = 'n'\n# Score(1, n)\ndef moves(n): return [n - 1] * (n > 0)\n".to_owned(), "0\n", "L\n"),
        (
            "own.py",
            "INPUT = 'n'\ndef Score(n): return n - 1\ndef moves(n): return [Score(n)] * (n > 0)\n".to_owned(),
            "0\n",
            "L\n",
        ),
        (
            "own.cpp",
            "// INPUT: n\nint score(int n) { return n - 1; }\nvoid moves(int n) { if (n) to(score(n)); }\n".to_owned(),
            "0\n",
            "L\n",
        ),
    ] {
        let place = Place::with(file, &text);
        let done = place.run(&[file]).write_stdin(input).assert().success();
        let said = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
        assert_eq!(said, answer, "{file}");
    }
    let place = Place::with("take.py", take);
    place.put("end.txt", "0\n");
    let mut golden = Golden::new("own/a_game_of_points_may_begin_at_its_end");
    golden.run_each(&place, &["take.py --misere end.txt"]);
    // Points that the text does not show are refused, because another input would have an answer without points.
    place.put("one.txt", "1\n");
    for score in [
        "globals()['Score']",
        "eval('Score')",
        "getattr(__import__('__main__'), 'Sc' + 'ore')",
        // It is made without its constructor.
        "(lambda p, to: [(x, setattr(x, 'points', p), setattr(x, 'to', to)) for x in [object.__new__(globals()['Sco' 're'])]][0][0])",
    ] {
        place.put(
            "hidden.py",
            &format!("INPUT = 'n'\ndef moves(n: int):\n    if n: yield {score}(1, n - 1)\n"),
        );
        golden.run_each(&place, &["hidden.py one.txt"]);
    }
    golden.finish();
}

/// A part that the rules end has no value in a sum, but another test of the input may have one without the other.
#[test]
fn sums_and_stated_ends_may_stand_in_tests_of_one_input() {
    needs!(python());
    let game = "INPUT = 'T: n'\ndef moves(n):\n    if n > 100:\n        return [n - 1, n - 2] if n > 102 else WON\n    \
                return [[a, n - 1 - a] for a in range(n)]\n";
    let place = Place::with("mixed.py", game);
    for (input, answer) in [
        ("1\n103\n", "L\n"),
        ("1\n4\n", "L\n"),
        ("1\n3\n", "W\n"),
        ("4\n103\n4\n101\n3\n", "L\nL\nW\nW\n"),
    ] {
        for flag in ["--certify", "--time-limit=60"] {
            let done = place.run(&["mixed.py", flag]).write_stdin(input).assert().success();
            let said = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
            assert_eq!(said, answer, "{input:?} {flag}");
        }
    }
}

/// A number of too many digits is an error at its position, with the count of its digits.
#[test]
fn a_number_too_large_to_print_is_an_error_of_its_position() {
    needs!(python());
    let place = Place::with(
        "far.py",
        "def moves(n):\n    return [n * 10**3000] if n < 10**300000 else []\n",
    );
    place.put("pair.py", "def moves(a, b):\n    yield a, 10**5000 * (b + 1)\n");
    place.put(
        "points.py",
        "def moves(n: int):\n    if n: yield Score(10**4400, n - 1)\n",
    );
    place.put(
        "read.py",
        "def read(text): return 10**4999\ndef moves(n: int): return []\n",
    );
    place.put("in.txt", "1\n");
    let long = "7".repeat(5000);
    for (words, says) in [
        (
            &["explain", "far.py", "--at", "3"][..],
            "0…): it gives a position with a number of 6001 digits, and numbers have at most 4300",
        ),
        (
            &["table", "far.py", "--range", "0..3"],
            "a number of 6001 digits, and numbers have at most 4300 (line 1)",
        ),
        (
            &["explain", "pair.py", "--at", "1 2"],
            "moves((1, 2)): it gives a position with a number of 5001 digits",
        ),
        (
            &["explain", "points.py", "--at", "2"],
            "moves(2): points are numbers up to 10^18, not a number of 4401 digits",
        ),
        (
            &["read.py", "in.txt"],
            "read(text): it gives a position with a number of 5000 digits",
        ),
        (
            &["explain", "far.py", "--at", &long],
            "…` is not a start: it has a number of 5000 digits",
        ),
    ] {
        let error = place.fails(words, 2);
        for (part, is_there) in [(says, true), ("Traceback", false)] {
            assert_eq!(error.contains(part), is_there, "{words:?}\n{error}");
        }
    }
}

/// A table that reaches the end of the limits is a proof.
#[test]
fn tables_to_the_end_of_the_limits_are_complete() {
    needs!(python());
    let mut golden = Golden::new("own/tables_to_the_end_of_the_limits_are_complete");
    let rule = "def moves(n): return [n - 1] + [n // 2] * (n % 2 == 0) if n else []\n";
    let place = Place::with("all.py", &format!("LIMITS = {{'n': (0, 150)}}\n{rule}"));
    golden.says(place.run(&["table", "all.py"]));
    golden.says(place.run(&["table", "all.py", "--range", "0..149"]));
    golden.finish();
}

/// Games of judges with known answers, as tuples of name, rule, range and claim.
///
/// If a claim is more than `holds`, it is the known one. If no claim is known to us, gamesolve makes none.
#[test]
fn games_of_judges_have_their_known_patterns() {
    needs!(has_time());
    const TWO_HEAPS: &str =
        "def moves(p):\n    a, b = p\n    for k in range(a): yield k, b\n    for k in range(b): yield a, k\n";
    let take = |amounts: &str| format!("def moves(n): return [n - k for k in ({amounts}) if k <= n]\n");
    let proved = "proved, if your moves stay so";
    let step = "passes its induction step";
    let games: &[(&str, String, &str, &[&str])] = &[
        (
            "Codeforces 705B: a cycle splits into two",
            "def moves(n): return [[p, n - p] for p in range(1, n)]\n".into(),
            "0..60",
            &["the lost numbers are exactly the odd numbers, from n = 1 on", proved],
        ),
        ("HackerRank Game of Stones", take("2, 3, 5"), "0..80", &["n mod 7 = 0 or 1", proved]),
        (
            "HackerRank Manasa and the first six primes",
            take("2, 3, 5, 7, 11, 13"),
            "0..80",
            &["n mod 9 = 0 or 1", proved],
        ),
        (
            "HackerRank Zero-Move Nim: one free move in each pile",
            "def start(n): return n, 1\ndef moves(p):\n    n, free = p\n    for m in range(n): yield m, free\n    \
             if free and n: yield n, 0\n"
                .into(),
            "1..60",
            &["Nimbers: g(n) = g(n - 2) + 2 (arithmetic period 2, saltus 2)\n    from n = 1: 2 1"],
        ),
        (
            "HackerRank Tower Breakers: a height becomes a proper divisor",
            "def moves(n): return [d for d in range(1, n) if n % d == 0]\n".into(),
            "0..120",
            &["the number of prime factors of n, repeated ones counted", step],
        ),
        (
            "HDU 5795: any number from a heap, or three heaps of it",
            "def moves(n):\n    for m in range(n): yield m\n    for a in range(1, n // 3 + 1):\n        \
             for b in range(a, (n - a) // 2 + 1): yield [a, b, n - a - b]\n"
                .into(),
            "0..50",
            &["arithmetic period 8, saltus 8", "from n = 0: 0 1 2 3 4 5 6 8 7", step],
        ),
        (
            "UVa 12293: of two boxes one is thrown away, the other split",
            "def moves(n): return [k for k in range((n + 1) // 2, n) if k]\n".into(),
            "0..100",
            &["the lost numbers are exactly the numbers 2^k - 1", step],
        ),
        (
            "HDU 2147: one step left, down or both",
            "def moves(p):\n    a, b = p\n    if a: yield a - 1, b\n    if b: yield a, b - 1\n    if a and b: yield a - 1, b - 1\n"
                .into(),
            "0..20,0..20",
            &["the outcome depends only on a mod 2 and b mod 2", "lost: (0, 0)"],
        ),
        (
            "POJ 2348: multiples of the smaller number",
            "def moves(p):\n    a, b = sorted(p)\n    return [tuple(sorted((a, b - k * a))) for k in range(1, b // a + 1)] if a else []\n"
                .into(),
            "1..25,1..25",
            &["whether max(a, b) > phi * min(a, b)", "lost: a != b and max(a, b) < phi * min(a, b)"],
        ),
        (
            "POJ 1067: Wythoff's game",
            format!("{TWO_HEAPS}    for k in range(1, min(p) + 1): yield a - k, b - k\n"),
            "0..20,0..20",
            &["the lost positions are exactly the pairs floor(k * phi), floor(k * phi) + k"],
        ),
        ("HDU 1850: two heaps", TWO_HEAPS.into(), "0..20,0..20", &["g(a, b) = g(a, 0) xor g(0, b)", "g(n, 0) = n"]),
        (
            "Codeforces 1370C: an odd divisor, or one less",
            "def moves(n):\n    if n > 1: yield n - 1\n    for d in range(3, n + 1, 2):\n        if n % d == 0: yield n // d\n".into(),
            "1..200",
            &[
                "the lost numbers are exactly the powers of 2, and the numbers 2p with p prime, except that the opposite holds for n = 2",
                "passes its induction step",
            ],
        ),
        (
            "POJ 3537: crosses on a strip",
            "def moves(n): return [[max(0, i - 2), max(0, n - i - 3)] for i in range(n)]\n".into(),
            "0..100",
            &["Pattern: no pattern found", "Nimbers: no pattern found"],
        ),
        (
            "Codeforces 256C: from the fourth root to the root",
            "def moves(n):\n    for k in range(1, n):\n        if k * k > n: break\n        if k ** 4 >= n: yield k\n".into(),
            "0..200",
            &["Pattern: no pattern found"],
        ),
        (
            "CodeChef: take a power of a prime, or one",
            "def power(k):\n    p = next((d for d in range(2, k + 1) if k % d == 0), 1)\n    \
             while p > 1 and k % p == 0: k //= p\n    return k == 1\n\
             def moves(n): return [n - k for k in range(1, n + 1) if power(k)]\n"
                .into(),
            "0..100",
            &["the lost numbers are exactly the multiples of 6", step],
        ),
        ("HDU 1846: one to five", take("1, 2, 3, 4, 5"), "0..80", &["the lost numbers are exactly the multiples of 6", proved]),
        ("AtCoder EDPC K: two or three", take("2, 3"), "0..80", &["n mod 5 = 0 or 1", proved]),
        (
            "HDU 1907: two heaps, the last loses",
            format!("LAST = 'loses'\n{TWO_HEAPS}"),
            "0..20,0..20",
            &["whether a = b (if no number is above 1: the parity of the ones)", "holds to (20, 20) and passes its induction step"],
        ),
        (
            "HackerRank Nimble: one coin, any way to the left",
            "def moves(n): return list(range(n))\n".into(),
            "0..80",
            &["Nimbers: g(n) = n", step],
        ),
        ("Timus 1023: one or two buttons", take("1, 2"), "0..80", &["the lost numbers are exactly the multiples of 3", proved]),
    ];
    needs!(python());
    assert_eq!(games.len(), 20);
    let place = Place::with("x", "");
    for (name, rule, range, claimed) in games {
        place.put("game.py", rule);
        let text = place.says(&["table", "game.py", "--range", range]);
        for words in *claimed {
            assert!(text.contains(words), "{name}: `{words}`\n{text}");
        }
    }
}

/// Without a range a table keeps the same count of each number, and a list has as many numbers as the samples say.
#[test]
fn a_table_without_a_range_chooses_its_size() {
    needs!(has_time() && python());
    let mut golden = Golden::new("own/a_table_without_a_range_chooses_its_size");
    let fan = "def start(a, b): return a, b, 0\ndef moves(a, b, c):\n    if c == 0: return [(0, 0, k) for k in range(1, 3000)]\n    \
               return []\n";
    let place = Place::with("fan.py", fan);
    golden.run_each(&place, &["table fan.py"]);
    let list = |samples: &str| {
        format!(
            "INPUT, WIN, LOSE = 'n, then n numbers: a', 'Y', 'N'\nLIMITS = {{'n': (1, 50), 'a': (1, 5)}}\n\
             SAMPLES = {samples}\ndef moves(*a):\n    for i in range(len(a)):\n        \
             for k in range(a[i]): yield a[:i] + (k,) + a[i + 1:]\n"
        )
    };
    for samples in [
        "[('2\\n1 1', 'N'), ('4\\n1 1 2 2', 'N')]",
        "[('4\\n1 1 2 2', 'N'), ('3\\n1 2 3', 'N')]",
        "[]",
    ] {
        golden.note(samples);
        place.put("list.py", &list(samples));
        golden.run_each(&place, &["table list.py"]);
    }
    golden.finish();
}

/// Every kind of claim about several numbers, as a function in both languages, against the claim itself.
#[test]
fn claims_of_several_numbers_are_the_same_functions() {
    needs!(has_time());
    use gamesolve::pattern::branches::Branch;
    use gamesolve::pattern::code::Language;
    use gamesolve::pattern::expr::Op;
    use gamesolve::pattern::formula::Formula;
    use gamesolve::pattern::several::{Feature, Only, TupleClaim};
    use gamesolve::pattern::{Evidence, Kind, Table, find};

    needs!(python() && cpp());
    const SIDE: u64 = 14;
    let positions = |count: usize, first: u64| {
        (0..count)
            .map(|_| first..SIDE)
            .multi_cartesian_product()
            .collect::<Vec<_>>()
    };
    // Some features have no value at 0.
    let first_of = |feature: &Feature, count: usize| u64::from(feature.value(&vec![0; count]).is_none());
    let (pairs, triples) = (positions(2, 0), positions(3, 0));
    let everywhere = Evidence::Complete { to: Vec::new() };
    // Collect the functions, each with the count and the first of its numbers, and its values.
    let mut functions: Vec<[String; 2]> = Vec::new();
    let mut expected: Vec<(usize, u64, Vec<u64>)> = Vec::new();
    let mut put = |claim: &TupleClaim, positions: &[Vec<u64>]| {
        let (name, count) = (format!("{claim:?}"), positions[0].len());
        let ends = (&vec![0; count][..], &vec![40; count][..]);
        let claimed = |language| claim.function(&[], &everywhere, ends, language);
        let values = positions.iter().map(|position| claim.value(position));
        let text = |language| claimed(language).unwrap_or_else(|| panic!("{name} has no function"));
        functions.push(Language::ALL.map(text));
        let values = values.map(|value| value.unwrap_or_else(|| panic!("{name} has no value")));
        expected.push((count, positions[0][0], values.collect()));
    };
    let spoiled = |place: usize| (place as u64 * 7 + 3) % 5;
    let follows = |feature: Feature, positions: &[Vec<u64>]| {
        let classes: BTreeSet<Vec<u64>> = positions
            .iter()
            .map(|position| feature.value(position).unwrap())
            .collect();
        let cases = classes
            .into_iter()
            .enumerate()
            .map(|(place, class)| (class, spoiled(place)));
        TupleClaim::Follows {
            cases: cases.collect(),
            feature,
            only: Only::All,
        }
    };
    let mut of_pairs: Vec<TupleClaim> = (1..=5).map(TupleClaim::Wythoff).collect();
    for feature in Feature::all(2) {
        let pairs = positions(2, first_of(&feature, 2));
        let mut claims = vec![follows(feature.clone(), &pairs)];
        if pairs.iter().all(|pair| feature.value(pair).unwrap().len() == 1) {
            claims.push(TupleClaim::Is(feature, Only::All));
        }
        claims.iter().for_each(|claim| put(claim, &pairs));
    }
    let halves: Vec<u64> = (0..40).map(|n| n / 2).collect();
    let half = find(Table {
        first: 0,
        values: &halves,
        kind: Kind::Nimber,
    })
    .swap_remove(0)
    .claim;
    for op in [Op::Add, Op::Apart, Op::ModNext] {
        let (feature, claim) = (Feature::Number(Formula::pair(0, op, 1)), half.clone());
        of_pairs.push(TupleClaim::Through { feature, claim });
    }
    let join = Formula::join;
    let next = join(Formula::Of(1), Op::Add, Formula::Const(1));
    let rest = join(Formula::Of(0), Op::Mod, next.clone());
    let less = join(next.clone(), Op::Sub, Formula::Const(1));
    of_pairs.push(TupleClaim::Is(
        Feature::Number(join(rest.clone(), Op::Div, next)),
        Only::All,
    ));
    of_pairs.push(follows(Feature::Compared(rest, less), &pairs));
    of_pairs.push(TupleClaim::Along {
        place: 1,
        cases: (0..SIDE).map(|a| (vec![a], half.clone())).collect(),
    });
    let ask = |feature: Feature, branches: Vec<(Vec<u64>, Branch)>| Branch::Ask(feature, branches);
    let parity = ask(
        Feature::Remainder(Formula::fold(Op::Add, [1]), 3),
        vec![(vec![0, 2], Branch::End(0)), (vec![1], Branch::End(1))],
    );
    let compared = ask(
        Feature::Compared(Formula::fold(Op::Most, 0..2), Formula::Const(3)),
        vec![(vec![0, 1], Branch::End(0)), (vec![2], parity)],
    );
    let equal = ask(
        Feature::IsZero(Formula::fold(Op::Xor, 0..2)),
        vec![(vec![0], compared), (vec![1], Branch::End(2))],
    );
    of_pairs.push(TupleClaim::Cases(equal));
    of_pairs.iter().for_each(|claim| put(claim, &pairs));
    put(&TupleClaim::WythoffBy(1), &triples);
    for feature in Feature::all(3) {
        let triples = positions(3, first_of(&feature, 3));
        put(&follows(feature, &triples), &triples);
    }
    assert!(functions.len() > 150, "{}", functions.len());
    let (mut cpp, mut main, mut py) = (String::new(), String::new(), "import math\n".to_owned());
    for name in [
        "algorithm",
        "cmath",
        "cstdio",
        "cstdlib",
        "map",
        "numeric",
        "set",
        "vector",
    ] {
        cpp += &format!("#include <{name}>\n");
    }
    for (number, ([in_cpp, in_py], (count, first, _))) in functions.iter().zip(&expected).enumerate() {
        cpp += &format!("namespace n{number} {{\n{in_cpp}}}\n");
        let names = &["a", "b", "c"][..*count];
        let loops: String = names
            .iter()
            .map(|name| format!("for (long long {name} = {first}; {name} < {SIDE}; {name}++) "))
            .collect();
        main += &format!(
            "{loops}printf(\"%lld \", (long long)n{number}::value({}));\nputs(\"\");\n",
            names.join(", ")
        );
        let loops: String = names
            .iter()
            .map(|name| format!(" for {name} in range({first}, {SIDE})"))
            .collect();
        py += &format!("{in_py}\nprint(*[int(value({})){loops}])\n", names.join(", "));
    }
    cpp += &format!("int main() {{\n{main}}}\n");
    let place = Place::with("all.py", &py);
    place.put("all.cpp", &cpp);
    let program = |name: &str, words: &[&str]| {
        let run = std::process::Command::new(name)
            .args(words)
            .current_dir(place.path())
            .output()
            .unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        String::from_utf8(run.stdout).unwrap()
    };
    program("g++", &["-std=c++17", "-o", "all", "all.cpp"]);
    let binary = place.path().join("all");
    for (language, told) in [
        ("py", program("python3", &["all.py"])),
        ("cpp", program(binary.to_str().unwrap(), &[])),
    ] {
        for (number, (line, (.., values))) in told.lines().zip(&expected).enumerate() {
            let told: Vec<u64> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
            assert_eq!(
                &told,
                values,
                "{language}: {}",
                functions[number][usize::from(language == "py")]
            );
        }
        assert_eq!(told.lines().count(), expected.len());
    }
}

/// Wythoff's game, if the player who cannot move wins.
const MISERE_QUEEN: &str = "INPUT, LAST, LIMITS = 'T: a b', 'loses', {'a': (0, 20), 'b': (0, 20)}\ndef moves(a, b):\n    \
                            for k in range(a): yield k, b\n    for k in range(b): yield a, k\n    \
                            for k in range(1, min(a, b) + 1): yield a - k, b - k\n";

/// The programs read the input of INPUT and write the file's words.
#[test]
fn patterns_of_several_numbers_are_programs_too() {
    needs!(has_time() && python() && cpp());
    let mut golden = Golden::new("own/patterns_of_several_numbers_are_programs_too");
    let games = [
        (
            "cpp",
            "INPUT, WIN, LOSE = 'T: a b', 'first', 'second'\ndef moves(a, b):\n    for k in range(a): yield k, b\n    \
             for k in range(b): yield a, k\n    for k in range(1, min(a, b) + 1): yield a - k, b - k\n",
        ),
        (
            "py",
            "def moves(a, b):\n    if (a + b) % 3 == 1: return DRAWN\n    if a: yield a - 1, b\n    if b: yield a, b - 1\n",
        ),
        (
            "py",
            "INPUT = 'N, then N lines: a b'\ndef moves(a, b):\n    for k in 1, 2, 3:\n        if k <= a: yield a - k, b\n    \
             for k in range(b): yield a, k\n",
        ),
        (
            "cpp",
            "def moves(a, b, c):\n    for k in range(a): yield k, b, c\n    for k in range(b): yield a, k, c\n    \
             for k in range(c): yield a, b, k\n",
        ),
        ("py", MISERE_QUEEN),
        ("cpp", MISERE_QUEEN),
    ];
    let place = Place::with("x", "");
    for (language, text) in games {
        place.put("game.py", text);
        let code = place.says(&["table", "game.py", "--code", language]);
        let file = format!("sol.{language}");
        place.put(&file, &code);
        let words = ["stress", "game.py", &file, "--tests", "50", "--time-budget", "300"];
        let report = place.says(&words);
        let says = if text == MISERE_QUEEN {
            ": no failing input found\n"
        } else {
            ": passes all "
        };
        assert!(report.contains(says), "{code}\n{report}");
    }
    place.put(
        "none.py",
        "def moves(a, b):\n    for k in range(1, min(a, b) // 2 + 1): yield a - k, max(b - 2 * k, 0)\n    if a: yield a - 1, b\n    \
         if b: yield b - 1, a\n",
    );
    // The same holds for numbers that are longer than the whole table.
    place.put(
        "bits.py",
        "def moves(a, b):\n    if a == 0: return DRAWN\n    if b == 0: return LOST\n    yield a - 1, b\n    yield a, b - 1\n    \
         yield a - 1, b - 1\n",
    );
    golden.run_each(&place, &["table bits.py", "table none.py --code py"]);
    // This is Euclid's game, whose claim is about positive numbers.
    place.put(
        "euclid.py",
        "LIMITS = {'a': (1, 40), 'b': (1, 40)}\ndef moves(a, b):\n    if a > b: a, b = b, a\n    k = a\n    \
         while k and k <= b:\n        yield a, b - k\n        k += a\n",
    );
    let code = place.says(&["table", "euclid.py", "--range", "0..20,0..20", "--code", "cpp"]);
    place.put("sol.cpp", &code);
    let words = [
        "stress",
        "euclid.py",
        "sol.cpp",
        "--tests",
        "50",
        "--time-budget",
        "300",
    ];
    let report = place.says(&words);
    for (text, part) in [
        (&code, "the pattern says nothing of 0"),
        (&report, "no failing input found"),
    ] {
        assert!(text.contains(part), "{code}\n{report}");
    }
    golden.finish();
}

#[test]
fn rules_need_no_code() {
    let mut golden = Golden::new("own/rules_need_no_code");
    let place = Place::with("x", "");
    golden.says(place.run(&["table", "octal:0.77", "--range", "0..20"]));
    golden.says(place.run(&["table", "take:1,3,4", "--range", "0..20"]));
    golden.says(place.run(&["table", "grundy", "--range", "0..20"]));
    for option in ["--decimals=2", "--test=2"] {
        golden.says(place.run(&["table", "take:1,3,4", option]));
    }
    // In misère play a rule and the same game as a file agree.
    golden.says(place.run(&["table", "take:1,3,4", "--misere"]));
    golden.says(place.run(&["table", "octal:0.77", "--misere"]));
    golden.says(place.run(&["table", "octal:0.9x"]));
    golden.says(place.run(&["table", "take:0"]));
    golden.says(place.run(&["table", "grundy", "--range", "0..999999"]));
    golden.finish();
}

#[test]
fn problems_are_tabulated() {
    let mut golden = Golden::new("own/problems_are_tabulated");
    let place = Place::with("x", "");
    let samples = crate::support::samples();
    for (entry, input) in samples {
        let slug = entry.meta().slug;
        if ["lgame", "cat-mouse-ii"].contains(&slug) {
            continue;
        }
        place.put("x.in", &input);
        for format in ["text", "csv", "json", "svg"] {
            let text = place.says(&["table", slug, "x.in", "--format", format]);
            assert!(text.lines().count() > 2, "{slug} as {format}: {text}");
        }
    }
    // A vertex has a nimber if play from it ends, or if a move back answers each way out.
    place.put("x.in", "4 4\n1\n1 2\n2 1\n1 3\n4 4\n");
    golden.says(place.run(&["table", "game", "x.in"]));
    golden.says(place.run(&["table", "game", "x.in", "--misere"]));
    // If no input of the problem has an order, gamesolve reads no input.
    golden.says(place.run(&["table", "pas", "--order", "missing.in"]));
    // Playing out all positions of each pair would take hours.
    golden.says(place.run(&["table", "wythoff", "--range", "0..300"]));
    golden.says(place.run(&["table", "wythoff", "--range", "0..1000"]));
    golden.says(place.run(&["table", "wythoff", "--range", "0..12"]));
    golden.says(place.run(&["table", "stones", "--range", "1..20"]));
    golden.says(place.run(&["table", "subtract", "--range", "0..30", "--misere"]));
    place.put("subtract.in", "7 5\n");
    golden.says(place.run(&["table", "subtract", "subtract.in", "--range", "0..30"]));
    golden.says(place.run(&["table", "stone-transfer", "--range", "0..4,0..4"]));
    golden.says(place.run(&["table", "nim", "--range", "0..20"]));
    golden.says(place.run(&["table", "nim", "--range", "0..8,0..8"]));
    golden.says(place.run(&["table", "nim", "--range", "0..20", "--misere"]));
    let text = golden.says(place.run(&["table", "pas", "--range", "1..40"]));
    // Strips of 1 and 2 cells are Kayles.
    let row = |text: &str| {
        let row = text.lines().find(|line| line.starts_with("nimber")).unwrap();
        row.split_whitespace()
            .skip(1)
            .map(str::to_owned)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert!(row(&text).starts_with("1 2 3 1 4 3 2 1 4 2"), "{text}");
    golden.says(place.run(&["table", "marbles", "--range", "0..40"]));
    golden.says(place.run(&["table", "lgame", "--range", "0..4"]));
    golden.says(place.run(&["table", "marbles", "--range", "0..4,0..4"]));
    place.put("dag.in", "3 2\n1\n1 2\n2 3\n");
    golden.says(place.run(&["table", "game", "dag.in", "--order"]));
    place.put("loop.in", "2 2\n1\n1 2\n2 1\n");
    golden.says(place.run(&["table", "game", "loop.in", "--order"]));
    golden.finish();
}

#[test]
fn a_table_of_points_says_what_decides_and_what_a_draw_is() {
    needs!(python());
    let mut golden = Golden::new("own/a_table_of_points_says_what_decides_and_what_a_draw_is");
    let place = Place::with(
        "coins.py",
        "def moves(p):\n    if p:\n        yield Score(p[0], p[1:])\n        yield Score(p[-1], p[:-1])\n\
         def start(n): return tuple(i * i % 7 for i in range(n))\n",
    );
    golden.says(place.run(&["table", "coins.py", "--range", "0..30"]));
    place.put("ring.py", "def moves(n):\n    yield (n + 1) % 5\n");
    golden.says(place.run(&["table", "ring.py", "--range", "0..30"]));
    place.put(
        "end.py",
        "def moves(n):\n    if n == 0: return DRAWN\n    yield n - 1\n",
    );
    golden.says(place.run(&["table", "end.py", "--range", "0..30"]));
    golden.finish();
}

/// Many authors write `return WON` in a function that has a `yield` as well.
#[test]
fn a_generator_may_return_a_result() {
    needs!(has_time() && python());
    let mut golden = Golden::new("own/a_generator_may_return_a_result");
    let place = Place::with(
        "end.py",
        "def moves(n):\n    if n == 0: return WON\n    for k in 1, 2:\n        if n % 7 == 6: return LOST\n        \
         if n >= k: yield n - k\n",
    );
    place.put(
        "list.py",
        "def moves(n):\n    if n == 0: return WON\n    if n % 7 == 6: return LOST\n    \
         return [n - k for k in (1, 2) if n >= k]\n",
    );
    let [yields, lists] = ["end.py", "list.py"]
        .map(|file| golden.says(place.run(&["table", file, "--range", "0..30", "--format", "csv"])));
    assert_eq!(yields, lists);
    for text in [
        "def moves(n):\n    if n == 3: yield WON\n    if n: yield n - 1\n",
        "def moves(n):\n    if n > 9: return [n - 1]\n    if n: yield n - 1\n",
    ] {
        place.put("wrong.py", text);
        golden.says(place.run(&["table", "wrong.py", "--range", "0..30"]));
    }
    golden.finish();
}

#[test]
fn complete_is_said_of_all_that_can_be_asked_for_only() {
    needs!(python());
    let mut golden = Golden::new("own/complete_is_said_of_all_that_can_be_asked_for_only");
    let place = Place::with(
        "half.py",
        "LIMITS = {\"n\": (1, 60)}\ndef moves(n):\n    for k in range(1, n // 2 + 1): yield n - k\n",
    );
    golden.says(place.run(&["table", "half.py"]));
    golden.says(place.run(&["table", "half.py", "--range", "5..60"]));
    golden.finish();
}

/// If a rule changes far up within the table, gamesolve does not call it proved.
#[test]
fn a_rule_that_changes_in_the_table_is_not_proved() {
    needs!(python());
    let place = Place::with(
        "far.py",
        "def moves(n):\n    for k in 1, 2, 3:\n        if n >= k and not (n == 2346 and k == 2): yield n - k\n",
    );
    let text = place.says(&["table", "far.py"]);
    assert!(!text.contains("proved"), "{text}");
}

#[test]
fn misere_play_is_judged_generated_and_refused_by_name() {
    needs!(has_time() && python());
    let mut golden = Golden::new("own/misere_play_is_judged_generated_and_refused_by_name");
    const MISERE: &str = "n, k = map(int, input().split())\nr = (n - 1) % (k + 1)\n\
                          print(1 if n == 0 else 2 if r == 0 else f'1\\n{r}')\n";
    const NORMAL: &str = "n, k = map(int, input().split())\nr = n % (k + 1)\nprint(2 if r == 0 else f'1\\n{r}')\n";
    let place = Place::with("misere.py", MISERE);
    place.put("normal.py", NORMAL);
    golden.run_each(
        &place,
        &[
            // The problem's own testcases are answered again.
            "judge subtract misere.py --misere",
            "judge subtract normal.py --misere",
            "judge subtract normal.py",
            // Generated testcases are answered again as well.
            "gen subtract --size 50 --count 5 --dir cases --answers --misere",
            "judge subtract misere.py cases --misere",
            "judge subtract normal.py cases --misere",
            "gen subtract --cases --dir stored --misere",
            "gen lgame --misere",
        ],
    );
    golden.finish();
}

/// Games whose words and positions identify the run: they depend on a clock at the load of the file.
///
/// They have over a million moves. So their count, not the time, ends the short exploration before a claim is tried.
const CLOCK_PY: &str = "\
import time
T = time.time_ns()
WIN, LOSE = 'win%d' % T, 'lose%d' % T
def moves(n, t):
    for _ in range(2000):
        for k in 1, 2:
            if n >= k: yield n - k, t
def start(n): return n, T
";
const CLOCK_CPP: &str = "\
#include <chrono>
static long long t = std::chrono::steady_clock::now().time_since_epoch().count() % 1000000000;
void start(int n) { to(n, t); }
void moves(int n, long long t) {
    for (volatile int i = 0; i < 5000000; i++) {}
    for (int i = 0; i < 2000; i++) for (int k : {1, 2}) if (n >= k) to(n - k, t);
}
";

impl Place {
    /// Returns the files of the stored reports.
    fn told(&self) -> Vec<std::path::PathBuf> {
        let Ok(folder) = fs::read_dir(self.path().join("cache/gamesolve/own")) else {
            return Vec::new();
        };
        let all = folder.map(|entry| entry.unwrap().path());
        let is_told = |path: &std::path::PathBuf| path.file_name().unwrap().to_string_lossy().starts_with("told-");
        all.filter(is_told).sorted().collect()
    }
}

/// A second run does not start the game. Another game, order or version does, and a damaged entry is written again.
#[test]
fn what_took_long_to_explore_is_explored_once() {
    needs!(has_time());
    let games = [
        ("clock.py", CLOCK_PY, python as fn() -> bool, "# changed"),
        ("clock.cpp", CLOCK_CPP, cpp, "int changed;"),
    ];
    for (file, text, is_there, change) in games {
        if !is_there() {
            continue;
        }
        let place = Place::with(file, text);
        let explain = |n: &str| place.says(&["explain", file, "--at", n]);
        let first = explain("300");
        assert!(first.contains("position: (300, "), "{first}");
        assert_eq!(explain("300"), first, "it was started again");
        let kept = place.told();
        assert!(!kept.is_empty());
        assert_ne!(explain("299"), first);
        if file.ends_with("py") {
            // Another name does not make another game.
            place.put("other.py", text);
            assert_eq!(place.says(&["explain", "other.py", "--at", "300"]), first);
        }
        place.put(file, &format!("{text}{change}\n"));
        let changed = explain("300");
        assert_ne!(changed, first);
        place.put(file, text);
        assert_eq!(explain("300"), first);
        if !file.ends_with("py") {
            continue;
        }
        for damage in [true, false] {
            for entry in &kept {
                let mut bytes = fs::read(entry).unwrap();
                let middle = bytes.len() / 2;
                if damage {
                    bytes[middle] ^= 1
                } else {
                    bytes.truncate(middle)
                }
                fs::write(entry, bytes).unwrap();
            }
            let again = explain("300");
            assert_ne!(again, first);
            assert_eq!(explain("300"), again, "it was not written again");
        }
    }
}

#[test]
fn what_a_command_tells_or_ends_with_an_error_is_not_kept() {
    needs!(has_time() && python());
    // Unit tests check quick reports. On a busy machine the start of Python alone may take half a second.
    let place = Place::with("late.py", "");
    let lines = "import sys\nfor line in sys.stdin:\n    for _ in range(10000000): pass\n    n = int(line)\n    \
                 print(n - 1 if n else '')\n";
    place.put("lines.py", lines);
    place.says(&["explain", "lines:python3 lines.py", "--at", "2"]);
    assert_eq!(place.told(), [] as [std::path::PathBuf; 0]);
    // A game with an error has no report. If a busy machine started Python slowly, the facts of its file may have one.
    let late = "def moves(n):\n    for _ in range(20000000): pass\n    return [n - 1] if n > 1 else 1 // 0\n";
    place.put("late.py", late);
    let error = place.fails(&["explain", "late.py", "--at", "2"], 2);
    assert!(error.contains("ZeroDivisionError"), "{error}");
    assert!(place.told().len() <= 1, "{:?}", place.told());
}

/// In the sandbox the file of a game may be its only readable file. If it can read other files, they are a part of the
/// game too.
#[test]
fn a_module_that_the_game_imports_is_a_part_of_it() {
    use gamesolve::own::kept::Kept;
    use gamesolve::own::{Caps, Grader, Speaks, grader};
    use gamesolve_box::{Sandbox, Tier};

    needs!(has_time() && python());
    let answered = std::process::Command::new("python3")
        .args(["-c", "import sys; print(sys.executable)"])
        .output();
    let python = String::from_utf8(answered.unwrap().stdout).unwrap();
    let python = Path::new(python.trim()).canonicalize().unwrap();
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().canonicalize().unwrap().join(name);
    let [script, game, helper, data] = ["grader.py", "game.py", "helper.py", "data.txt"].map(path);
    fs::write(&script, grader::python()).unwrap();
    // The sandbox does not list a folder, so the game finds a module by its place.
    let text = "\
import importlib.util, os, time
def path(name): return os.path.join(FOLDER, name)
spec = importlib.util.spec_from_file_location('helper', path('helper.py'))
helper = importlib.util.module_from_spec(spec)
spec.loader.exec_module(helper)
T = time.time_ns()
with open(path('data.txt')) as file: most = int(file.read())
while time.process_time() < 0.6: pass
def moves(n):
    for k in range(1, most + 1):
        if n >= k: yield n - k * helper.TIMES
WIN = 'win%d' % T
";
    let folder = format!("FOLDER = {:?}\n", path("").to_str().unwrap());
    fs::write(&game, format!("{folder}{text}")).unwrap();
    fs::write(&helper, "TIMES = 1\n").unwrap();
    fs::write(&data, "2\n").unwrap();
    let sandbox = Sandbox::at(Tier::Three, &assert_cmd::cargo::cargo_bin("gamesolve")).unwrap();
    let home = python.parent().unwrap().parent().unwrap().to_owned();
    // Each call is another process.
    let explore = || {
        let grader = Grader {
            sandbox: sandbox.clone(),
            argv: ["-I", "-B"]
                .iter()
                .fold(vec![python.clone().into_os_string()], |mut words, word| {
                    words.push(word.into());
                    words
                })
                .into_iter()
                .chain([script.clone().into_os_string()])
                .collect(),
            readable: vec![home.clone(), script.clone(), game.clone(), helper.clone(), data.clone()],
            file: game.clone(),
            speaks: Speaks::Reports,
            kept: Some(Kept::new(path(""), "python".to_owned(), vec![game.clone()])),
        };
        // Numbers that fall have an end, however many they are.
        let few = Caps {
            positions: 50,
            ..Caps::default()
        };
        let error = grader.explore(&["100".to_owned()], few).unwrap_err().to_string();
        assert!(
            error.starts_with("play is too large to explore: more than 50 positions: "),
            "{error}"
        );
        let (facts, explored) = grader.explore(&["2".to_owned()], Caps::default()).unwrap();
        (facts.get("WIN").unwrap().to_owned(), explored.move_count())
    };
    let first = explore();
    assert_eq!(first.1, 3);
    assert_eq!(explore(), first, "it was started again");
    fs::write(&data, "1\n").unwrap();
    let changed = explore();
    assert_eq!((changed.1, changed.0 == first.0), (2, false));
    fs::write(&data, "2\n").unwrap();
    fs::write(&helper, "TIMES = 2 if 1 else 3\n").unwrap();
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(explore)).unwrap_err();
    fs::write(&helper, "TIMES = 1\n").unwrap();
    assert_eq!(explore().1, 3);
}

/// More numbers may come before a number than a stack has room for.
#[test]
fn the_code_of_a_recursive_pattern_needs_no_stack() {
    needs!(has_time() && python());
    let game = "INPUT = 'n'\nfrom math import isqrt\ndef moves(n):\n    if n: yield n - isqrt(n)\n";
    let place = Place::with("root.py", game);
    // Go one at a time, through 63245 of them.
    let mut n = 1_000_000_000_u64;
    let mut plies = 0;
    while n > 0 {
        n -= n.isqrt();
        plies += 1;
    }
    for (language, file) in [("py", "sol.py"), ("cpp", "sol.cpp")] {
        let code = place.says(&["table", "root.py", "--range", "0..200", "--code", language]);
        place.put(file, &code);
        let mut run = match language {
            "py" => Command::new("python3"),
            _ if !cpp() => continue,
            _ => {
                let mut built = std::process::Command::new("g++");
                built.args(["-O1", "-o", "sol", file]).current_dir(place.path());
                assert!(built.status().unwrap().success());
                Command::new(place.path().join("sol"))
            }
        };
        let args: &[&str] = if language == "py" { &[file] } else { &[] };
        let run = run
            .current_dir(place.path())
            .args(args)
            .write_stdin("1000000000\n")
            .assert()
            .success();
        let answer = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
        assert_eq!(
            answer,
            if plies % 2 == 1 { "W\n" } else { "L\n" },
            "{language}: {plies}"
        );
    }
}

/// A claim that holds only is no program for larger numbers. Grundy's game has no pattern, and is lost at 270.
#[test]
fn the_code_of_a_pattern_fails_beyond_its_evidence() {
    needs!(has_time() && python() && cpp());
    let lines = "INPUT, LIMITS = 'T: n', {'n': (1, 10**6)}\n";
    let moves = "def moves(n):\n    for a in range(1, (n + 1) // 2): yield [a, n - a]\n";
    let place = Place::with("grundy.py", &format!("{lines}{moves}"));
    let said = place.fails(&["table", "grundy.py", "--range", "1..200", "--code", "py"], 2);
    assert_eq!(said, "error: gamesolve found no pattern to write as a program\n");
    let moves = "def start(n): return n, n - 1\ndef moves(n, most):\n    \
                 for k in range(1, min(n, most) + 1): yield n - k, 2 * k\n";
    place.put("fibonacci.py", &format!("{lines}{moves}"));
    for (language, commands) in [
        ("py", vec![vec!["python3", "code.py"]]),
        // Python ignores each `assert` then.
        ("py", vec![vec!["python3", "-O", "code.py"]]),
        ("cpp", vec![vec!["g++", "-o", "code", "code.cpp"], vec!["./code"]]),
    ] {
        let code = place.says(&["table", "fibonacci.py", "--range", "1..60", "--code", language]);
        let held = code.split_once(" Evidence: holds to ");
        let held = held.and_then(|(_, rest)| rest.split_once(" only\n")).expect(&code).0;
        let most: i64 = held.parse().unwrap();
        place.put(&format!("code.{language}"), &code);
        let run = |n: i64| {
            let mut output = None;
            for command in &commands {
                let mut run = Command::new(command[0]);
                let run = run.current_dir(place.path()).args(&command[1..]);
                output = Some(run.write_stdin(format!("1\n{n}\n")).output().unwrap());
            }
            output.unwrap()
        };
        assert_eq!(run(most).stdout, b"W\n", "{language}");
        assert_eq!(run(55).stdout, b"L\n", "{language}");
        for (n, why) in [
            (-1, "the pattern says nothing of numbers below "),
            (most + 1, &format!("the pattern was checked up to {most} only")),
        ] {
            let outside = run(n);
            let said = String::from_utf8_lossy(&outside.stderr).into_owned();
            assert!(!outside.status.success() && said.contains(why), "{language}: {said}");
        }
    }
    // Every number within LIMITS was checked, and no other.
    place.put(
        "few.py",
        "LIMITS = {'n': (1, 30)}\ndef moves(n): return [n - k for k in range(1, n) if n % k == 0]\n",
    );
    let code = place.says(&["table", "few.py", "--range", "1..30", "--code", "py"]);
    for part in [" Evidence: complete", "the pattern was checked up to 30 only"] {
        assert!(code.contains(part), "{code}");
    }
}

/// If the table begins at 1, nothing is known of 0. A program says so and does not guess.
#[test]
fn the_code_of_a_pattern_fails_below_its_table() {
    needs!(has_time() && python());
    let game = "INPUT = 'N, then N numbers: a'\ndef moves(n):\n    for d in range(2, n + 1):\n        if n % d == 0: yield [n // d] * d\n";
    let place = Place::with("equal.py", game);
    place.put(
        "sol.py",
        &place.says(&["table", "equal.py", "--range", "1..200", "--code", "py"]),
    );
    let run = |input: &str| {
        let mut run = Command::new("python3");
        run.current_dir(place.path())
            .arg("sol.py")
            .write_stdin(input.to_owned())
            .output()
            .unwrap()
    };
    // 3 of 30 and 3 of 42 against 2 of 15.
    assert_eq!(run("2\n30 42\n").stdout, b"L\n");
    assert_eq!(run("2\n30 15\n").stdout, b"W\n");
    let below = run("1\n0\n");
    let said = String::from_utf8_lossy(&below.stderr).into_owned();
    assert!(
        !below.status.success() && said.contains("the pattern says nothing of numbers below 1"),
        "{said}"
    );
}

/// The grader reads the path of the file as a line of its order, with any bytes.
#[test]
#[cfg(target_os = "linux")]
fn paths_of_games_are_lines() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    needs!(has_time());
    for (ending, text, is_here) in [("py", HALF_PY, python as fn() -> bool), ("cpp", HALF_CPP, cpp)] {
        if !is_here() {
            continue;
        }
        let place = Place::with("other", "");
        for (name, broken) in [(&b"a\nb"[..], true), (b"a\xff", false), (b"a b\r\t'", false)] {
            let name = [name, b".", ending.as_bytes()].concat();
            let name = OsStr::from_bytes(&name);
            fs::write(place.path().join(name), text).unwrap();
            let mut command = place.run(&["explain"]);
            let output = command
                .arg(name)
                .args(["--at", "9"])
                .assert()
                .code(if broken { 2 } else { 0 });
            let said = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
            let expected = format!("a\\nb.{ending}` contains a line break\nhint: rename the file or its folder\n");
            assert_eq!(said.contains(&expected), broken, "{said}");
        }
        let folder = place.path().join("x\ny");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join(format!("g.{ending}")), text).unwrap();
        let mut command = place.run(&["explain", &format!("g.{ending}"), "--at", "9"]);
        let output = command.current_dir(&folder).assert().code(2).stdout("");
        let said = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
        assert!(said.contains("contains a line break"), "{said}");
    }
}
