//! Games in files that answer inputs, as a problem does: `gamesolve mine.py INPUT`.

use std::fs;

use crate::golden::Golden;
use crate::own::{Place, cpp, python};
use crate::support::{has_time, needs};

/// Take one, three or four stones.
const TAKE: &str = "\
INPUT = \"T: n\"
WIN, LOSE = \"Alice\", \"Bob\"
def moves(n):
    return [n - k for k in (1, 3, 4) if k <= n]
";

/// A move takes a letter out. Who gets a word whose letters can form a palindrome wins.
const LETTERS: &str = "\
WIN, LOSE = \"First\", \"Second\"
def moves(s):
    if sum(s.count(c) % 2 for c in set(s)) < 2: return WON
    return [s[:i] + s[i + 1 :] for i in range(len(s))]
";

/// The amounts that a move may take stand in the input.
const AMOUNTS: &str = "\
INPUT = \"N K, then N numbers: a\"
WIN, LOSE = \"First\", \"Second\"
def moves(K, *a):
    for x in a:
        if x <= K: yield K - x, *a
";

/// A move takes a number off an end of a row. The last number is the gain of the first player.
const ROW: &str = "\
INPUT = \"N, then N numbers: a\"
def start(*a): return 1, *a
def moves(t, *a):
    if len(a) == 2:
        yield Score(t * a[0], (t,))
        yield Score(t * a[1], (t,))
    elif len(a) > 2:
        yield -t, *a[1:]
        yield -t, *a[:-1]
";

impl Place {
    /// Returns the answer to an input, and the messages beside it.
    fn answers(&self, game: &str, input: &str) -> (String, String) {
        let output = self.run(&[game]).write_stdin(input).assert().success();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (text(&output.get_output().stdout), text(&output.get_output().stderr))
    }
}

#[test]
fn a_game_in_a_file_is_solved_like_a_problem() {
    needs!(python());
    let mut golden = Golden::new("answer/a_game_in_a_file_is_solved_like_a_problem");
    let place = Place::with("take.py", TAKE);
    place.put("take.in", "4\n0\n1\n2\n9\n");
    golden.run_with(place.run(&["take.py"]), "4\n0\n1\n2\n9\n");
    golden.run_each(
        &place,
        &[
            "take.py take.in",
            "./take.py take.in",
            "take.py take.in -o take.out",
            "take.py --certify take.in",
            "take.py --misere take.in",
            "help take.py",
        ],
    );
    golden.note(&fs::read_to_string(place.path().join("take.out")).unwrap());
    golden.finish();
}

#[test]
fn words_that_are_no_game_have_an_error_of_their_own() {
    needs!(python());
    let mut golden = Golden::new("answer/words_that_are_no_game_have_an_error_of_their_own");
    let place = Place::with("take.py", TAKE);
    place.put("wrong.in", "1\nx\n");
    golden.run_each(&place, &["no.py x.in", "take.py 7", "solve take.py", "tablee take.py"]);
    golden.run_each(&place, &["take.py wrong.in", "take.py --nothing"]);
    golden.finish();
}

/// Positions that are too many to explore have the answer of a pattern if its evidence carries that, or none.
#[test]
fn a_pattern_answers_only_if_its_evidence_carries_it() {
    needs!(has_time() && python());
    let mut golden = Golden::new("answer/a_pattern_answers_only_if_its_evidence_carries_it");
    let place = Place::with("take.py", TAKE);
    golden.run_with(place.run(&["take.py"]), "3\n123456789\n123456790\n5\n");
    golden.run_each(&place, &["explain take.py --at 123456789"]);
    // Heaps are joined by the nimbers of the pattern.
    place.put(
        "heaps.py",
        &TAKE
            .replace("T: n", "N, then N numbers: n")
            .replace("return", "yield from"),
    );
    golden.run_with(place.run(&["heaps.py"]), "2\n123456789 123456789\n");
    golden.run_with(place.run(&["heaps.py"]), "2\n123456789 123456788\n");
    // Chance-like moves have no pattern.
    place.put(
        "hard.py",
        "INPUT = \"n\"\ndef moves(n): return [n - 1 - n * n * n % 1000003 % 2] if n > 1 else []\n",
    );
    place.put("hard.in", "100000000\n");
    // A game that fails on small positions is wrong, and not too large.
    place.put("endless.py", "def moves(n: int):\n    while True: yield n\n");
    // A call without end is not repeated with more time.
    place.put("hangs.py", "def moves(n):\n    while n > 3: pass\n    return []\n");
    golden.run_each(&place, &["explain hangs.py --at 9"]);
    golden.finish();
    let found_none = "found no pattern\nhint: gamesolve table hard.py\n";
    for (file, code, parts) in [
        ("hard.py", 4, ["error: hard.in is well formed, but ", found_none]),
        ("endless.py", 2, ["error: ", "is the loop endless?"]),
    ] {
        let error = place.fails(&[file, "hard.in"], code);
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
}

/// The evidence of a pattern is about other positions than the asked one.
#[cfg(unix)]
#[test]
fn moves_that_contradict_the_pattern_get_no_answer_by_it() {
    needs!(has_time() && python() && cpp());
    let mut golden = Golden::new("answer/moves_that_contradict_the_pattern_get_no_answer_by_it");
    let rule = "    for k in (1, 2):\n        if n >= k: yield n - k\n    if len(str(n)) == str(n).count('7') > 7: yield n - 3\n";
    let place = Place::with("one.py", &format!("INPUT = \"n\"\ndef moves(n):\n{rule}"));
    place.put(
        "sum.py",
        &format!("INPUT = \"N, then N numbers: a\"\ndef moves(n):\n{rule}"),
    );
    place.put(
        "one.cpp",
        "// INPUT: n\nvoid moves(long long n) {\n    for (int k : {1, 2}) if (n >= k) to(n - k);\n    \
         string s = to_string(n);\n    if (s.size() > 7 && s == string(s.size(), '7')) to(n - 3);\n}\n",
    );
    // The start has 100,000 moves.
    place.put(
        "pair.py",
        "INPUT = \"a b\"\ndef moves(a: int, b: int):\n    for k in range(1, max(a, b) + 1):\n        if k <= a: yield a - k, b\n        \
         if k <= b: yield a, b - k\n        if k <= min(a, b): yield a - k, b - k\n    if a == 29999: yield 0, 0\n",
    );
    let why = "and its moves there contradict its pattern";
    for (file, odd, even) in [
        ("pair.py", "29999 48540\n", "29996 48535\n"),
        ("one.py", "777777777\n", "777777774\n"),
        ("sum.py", "2\n777777777 3\n", "2\n777777774 3\n"),
        ("one.cpp", "777777777\n", "777777774\n"),
    ] {
        // The pattern loses both.
        golden.run_with(place.run(&[file]), even);
        place.put("odd.in", odd);
        let error = place.fails(&[file, "odd.in"], 4);
        assert!(error.contains(why), "{file}\n{error}");
    }
    golden.finish();
    // A package takes no answers from such a pattern.
    place.put(
        "limited.py",
        &format!("INPUT = \"n\"\nLIMITS = {{'n': (1, 777777777)}}\ndef moves(n):\n{rule}"),
    );
    let made = place
        .run(&["export", "limited.py", "--format", "dmoj", "-o", "out"])
        .assert();
    let said = String::from_utf8_lossy(&made.success().get_output().stderr).into_owned();
    assert!(said.contains(why), "{said}");
}

/// A report about full memory needs some memory too. Most of it is reserved at once, so that no clock comes first, and small
/// objects fill the rest.
#[cfg(unix)]
#[test]
fn a_game_that_fills_its_memory_is_named_with_its_position() {
    needs!(has_time() && python());
    let place = Place::with(
        "rows.py",
        "INPUT = \"n\"\nKEPT = [bytearray(900 << 20)]\ndef moves(n: int):\n    KEPT.append(list(range(1 << 19)))\n    if n: yield n - 1\n",
    );
    place.put("input.txt", "1000\n");
    let error = place.fails(&["rows.py", "input.txt"], 2);
    assert!(error.starts_with("error: moves("), "{error}");
    assert!(error.ends_with(") needs more memory than 1024 MiB\n"), "{error}");
}

/// A call of another function is not named a call of `moves`.
#[cfg(unix)]
#[test]
fn an_endless_or_empty_function_is_named() {
    needs!(has_time() && python() && cpp());
    let mut golden = Golden::new("answer/an_endless_or_empty_function_is_named");
    let place = Place::with("input.txt", "3\n");
    for (file, text) in [
        (
            "read.py",
            "def read(text):\n    while True: pass\ndef moves(n: int): return []\n",
        ),
        (
            "read.cpp",
            "void read(string s) { while (s.size()); }\nvoid moves(int n) { if (n) to(n - 1); }\n",
        ),
        (
            "start.py",
            "INPUT = \"n\"\ndef start(n: int):\n    while True: pass\ndef moves(n: int): return []\n",
        ),
        (
            "start.cpp",
            "// INPUT: n\nint start(int n) { volatile int z = n; while (z) z = n; return n; }\nvoid moves(int n) { if (n) to(n - 1); }\n",
        ),
        (
            "none.py",
            "def read(text): yield from ()\ndef moves(n: int): return []\n",
        ),
        (
            "tests.py",
            "def read(text):\n    while True: yield 3\ndef moves(n: int): return []\n",
        ),
        (
            "tests.cpp",
            "void read(string s) { while (s.size()) to(3); }\nvoid moves(int n) { if (n) to(n - 1); }\n",
        ),
    ] {
        place.put(file, text);
        golden.run(place.run(&[file, "input.txt"]));
    }
    golden.finish();
}

/// Twenty programs that compute for ever, or for a minute.
#[cfg(unix)]
struct Busy(Vec<std::process::Child>);

#[cfg(unix)]
impl Busy {
    fn new() -> Busy {
        let start = |_| {
            let mut busy = std::process::Command::new("timeout");
            busy.args(["60", "sh", "-c", "while :; do :; done"]).spawn().unwrap()
        };
        Busy((0..20).map(start).collect())
    }
}

#[cfg(unix)]
impl Drop for Busy {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // `timeout` hands this signal on.
            let id = nix::unistd::Pid::from_raw(child.id().cast_signed());
            let _ = nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGTERM);
            let _ = child.wait();
        }
    }
}

/// A game that computes is never refused as one that waits, and its report is whole.
#[cfg(unix)]
#[test]
fn a_busy_machine_answers_heavy_games() {
    needs!(has_time() && python() && cpp());
    let place = Place::with(
        "heavy.py",
        "INPUT = 'n'\ndef moves(n: int):\n    sum(range(40_000))\n    return [n - k for k in (1, 2) if k <= n]\n",
    );
    place.put(
        "rows.py",
        "WIN, LOSE = '1', '2'\ndef read(text):\n    for m in map(int, text.split()): yield [m] * 300_000\n\
         def moves(h: int): return [y for y in range(1, h) if h % y == 0]\n",
    );
    place.put(
        "heavy.cpp",
        "// INPUT: n\nvoid moves(int n) { volatile unsigned z = 0; for (int i = 0; i < 400000; i++) z = z + i; if (n) to(n - 1); }\n",
    );
    // It gives its processor up at each call, and waits for nothing else.
    place.put(
        "yields.py",
        "import os, time\nINPUT = 'n'\ndef moves(n: int):\n    for _ in range(20): time.sleep(0); os.sched_yield(); sum(range(4000))\n    \
         return [n - 1] if n else []\n",
    );
    // Compile it before.
    place.run(&["heavy.cpp"]).write_stdin("1\n").assert().success();
    let _busy = Busy::new();
    for (file, input, answer) in [
        ("heavy.py", "1000\n", "W\n"),
        ("rows.py", "40044 59646 37614\n", "2\n2\n2\n"),
        ("heavy.cpp", "1001\n", "W\n"),
        ("yields.py", "501\n", "W\n"),
    ] {
        let done = place.run(&[file]).write_stdin(input).assert().success();
        assert_eq!(String::from_utf8_lossy(&done.get_output().stdout), answer, "{file}");
    }
}

/// A game that waits is named after some seconds, and is not explored again with more time.
#[cfg(unix)]
#[test]
fn a_game_that_waits_is_named() {
    needs!(has_time() && python() && cpp());
    let mut golden = Golden::new("answer/a_game_that_waits_is_named");
    let place = Place::with("input.txt", "9\n");
    let rule = "    if n: yield n - 1\n";
    for (file, text) in [
        (
            "sleep.py",
            "import time\ndef moves(n):\n    if n == 7: time.sleep(1000)\n",
        ),
        (
            "lock.py",
            "import threading\nlock = threading.Lock()\ndef moves(n):\n    if n == 7:\n        lock.acquire()\n        lock.acquire()\n",
        ),
        ("early.py", "import time\ntime.sleep(1000)\ndef moves(n: int):\n"),
        (
            "drip.py",
            "import time\ndef moves(n):\n    while n == 7:\n        time.sleep(0.2)\n        sum(range(400000))\n",
        ),
        (
            "early.cpp",
            "#include <unistd.h>\nstruct Early { Early() { while (true) usleep(100000); } } early;\nvoid moves(int n) { if (n) to(n - 1); }\n",
        ),
    ] {
        let end = if file.ends_with("py") {
            &format!("{rule}INPUT = \"n\"\n")
        } else {
            "// INPUT: n\n"
        };
        place.put(file, &format!("{text}{end}"));
        golden.run_each(&place, &[&format!("explain {file} --at 9")]);
    }
    golden.finish();
    // This message has times.
    let stop = "import os\ndef moves(n):\n    if n == 7: os.kill(os.getpid(), 19)\n";
    place.put("stop.py", &format!("{stop}{rule}INPUT = \"n\"\n"));
    let error = place.fails(&["explain", "stop.py", "--at", "9"], 2);
    assert!(error.ends_with("does it wait for something?\n"), "{error}");
    assert_eq!(error.matches("error: ").count(), 1, "{error}");
}

#[test]
fn inputs_have_constants_before_the_position() {
    needs!(python());
    // These are the samples of AtCoder EDPC K.
    let place = Place::with("amounts.py", AMOUNTS);
    for (input, answer) in [
        ("2 4\n2 3\n", "First\n"),
        ("2 5\n2 3\n", "Second\n"),
        ("2 7\n2 3\n", "First\n"),
        ("3 20\n1 2 3\n", "Second\n"),
        ("3 21\n1 2 3\n", "First\n"),
        ("1 0\n1\n", "Second\n"),
    ] {
        assert_eq!(place.answers("amounts.py", input).0, answer, "{input}");
    }
    // One argument is the same position in one piece.
    let whole = AMOUNTS.replace("def moves(K, *a):", "def moves(q):\n    K, *a = q");
    place.put("whole.py", &whole);
    assert_eq!(place.answers("whole.py", "3 20\n1 2 3\n").0, "Second\n");
    // The positions that are typed have no format between them.
    assert_eq!(
        place
            .says(&["explain", "amounts.py", "--at", "21 1 2 3"])
            .lines()
            .last(),
        place.says(&["explain", "whole.py", "--at", "21 1 2 3"]).lines().last()
    );
    let made = place.says(&["gen", "amounts.py", "--size", "5", "--seed", "2"]);
    place.put("made.in", &made);
    place.run(&["validate", "amounts.py", "made.in"]).assert().success();
    // The heaps of a sum share a constant: a move takes one, or splits an even heap into K halves.
    place.put(
        "halves.py",
        "INPUT = \"N K, then N numbers: a\"\nWIN, LOSE = \"Kevin\", \"Nicky\"\ndef moves(a, K):\n    if a: yield a - 1, K\n    \
         if a and a % 2 == 0: yield [(a // 2, K)] * K\n",
    );
    assert_eq!(place.answers("halves.py", "2 1\n3 4\n").0, "Kevin\n");
    assert_eq!(place.answers("halves.py", "1 2\n3\n").0, "Nicky\n");
    place.put("row.py", ROW);
    assert_eq!(place.answers("row.py", "2\n5 3\n").0, "5\n");
    assert_eq!(place.answers("row.py", "3\n1 9 2\n").0, "2\n");
}

/// A function of the file reads any other format. Its result is shown once.
#[test]
fn a_file_may_read_its_inputs_itself() {
    needs!(python());
    let mut golden = Golden::new("answer/a_file_may_read_its_inputs_itself");
    let place = Place::with(
        "heaps.py",
        "WIN, LOSE = \"First\", \"Second\"\ndef read(text):\n    for line in text.splitlines(): yield tuple(map(int, line.split()))\n\
         def moves(*a):\n    for i, x in enumerate(a):\n        for y in range(x): yield a[:i] + (y,) + a[i + 1 :]\n",
    );
    golden.run_with(place.run(&["heaps.py"]), "3 1 2\n7\n");
    place.put("wrong.in", "3 1 2\n7\n\\n\n");
    place.put("heaps.in", "3 1 2\n7\n");
    golden.run_each(&place, &["heaps.py wrong.in", "explain heaps.py heaps.in --test 2"]);
    golden.run_each(&place, &["validate heaps.py heaps.in"]);
    // A board is a tuple of words.
    place.put(
        "board.py",
        "def read(text): return tuple(text.split()[2:])\ndef moves(rows):\n    for i, row in enumerate(rows):\n        \
         for j, c in enumerate(row):\n            if c == '#': yield rows[:i] + (row[:j] + '.' + row[j + 1 :],) + rows[i + 1 :]\n",
    );
    golden.run_with(place.run(&["board.py"]), "2 3\n#.#\n..#\n");
    place.put("x.py", "");
    golden.run_each(&place, &["gen board.py", "stress board.py x.py", "play board.py"]);
    place.put("bad.in", "3\n");
    for reader in [
        "def read(text): pass",
        "def read(text): return {}",
        "INPUT = 'n'\ndef read(text): return 3",
        "import os\ndef read(text): os._exit(0)",
        "def read(text): exit()",
    ] {
        golden.note(reader);
        place.put("bad.py", &format!("{reader}\ndef moves(n): return range(n)\n"));
        golden.run_each(&place, &["bad.py bad.in"]);
    }
    golden.finish();
}

#[test]
fn files_in_cpp_have_constants_and_read_their_inputs() {
    needs!(has_time() && cpp());
    let place = Place::with(
        "amounts.cpp",
        "// INPUT: N K, then N numbers: a\n// WIN: First\n// LOSE: Second\n#include \"game.h\"\n\
         void moves(int K, vector<int> a) { for (int x : a) if (x <= K) to(K - x, a); }\n",
    );
    assert_eq!(place.answers("amounts.cpp", "3 20\n1 2 3\n").0, "Second\n");
    assert_eq!(place.answers("amounts.cpp", "3 21\n1 2 3\n").0, "First\n");
    place.put(
        "heaps.cpp",
        "// WIN: First\n// LOSE: Second\n#include \"game.h\"\n#include <sstream>\nvoid read(const string& text) {\n    stringstream in(text);\n    \
         string line;\n    while (getline(in, line)) {\n        stringstream words(line);\n        vector<gs::piece> parts;\n        \
         vector<int> heaps;\n        for (int x; words >> x;) heaps.push_back(x);\n        sum(heaps);\n    }\n}\n\
         void moves(int n) { while (n--) to(n); }\n",
    );
    assert_eq!(
        place.answers("heaps.cpp", "3 1 2\n7\n\n"),
        (
            "Second\nFirst\nSecond\n".to_owned(),
            "note: `read` reads `3 1 2 7` as 3 + 1 + 2 and 2 more tests\n".to_owned()
        )
    );
    // Many sources have a `read` for fast input.
    place.put(
        "fast.cpp",
        "#include \"game.h\"\ntemplate <class T> void read(T& x) { x = 0; }\nint read() { return 1; }\nvoid moves(int n) { if (n) to(n - 1); }\n",
    );
    assert_eq!(place.answers("fast.cpp", "5\n").0, "W\n");
    place.put(
        "sum.cpp",
        "#include \"game.h\"\nvoid moves(int n) {\n    // to(sum({1, 2}))\n    for (int a = 1; 2 * a < n; a++) to( sum({a, n - a}));\n}\n",
    );
    place.put("sum.in", "5\n");
    assert_eq!(
        place.fails(&["sum.cpp", "sum.in"], 2),
        "error: sum.cpp, line 4: `sum` is a move itself, and `to` cannot take it\n\
         hint: write `sum({a, b})` in place of `to(sum({a, b}))`\n"
    );
}

/// The file says if a position is a number or a word. A position without moves does not.
#[test]
fn the_file_says_what_a_position_is() {
    needs!(python());
    let mut golden = Golden::new("answer/the_file_says_what_a_position_is");
    let place = Place::with("letters.py", LETTERS);
    // Rows of numbers have the same slices.
    place.put("plain.py", LETTERS);
    golden.run_each(&place, &["explain plain.py --at 0110"]);
    for (file, head) in [
        ("letters.py", "LETTERS = \"ab\"\n"),
        ("input.py", "INPUT = \"s\"\n"),
        ("sample.py", "INPUT = \"s\"\nSAMPLES = [(\"aba\", \"First\")]\n"),
    ] {
        place.put(file, &format!("{head}{LETTERS}"));
        golden.run_each(&place, &[&format!("table {file} --range 0..2")]);
        // The empty word is one by its sign, whatever the format is.
        for word in ["aba", "abca", "0110", "012", "\"\""] {
            let answer = if word == "abca" { "Second\n" } else { "First\n" };
            assert_eq!(place.answers(file, &format!("{word}\n")).0, answer, "{file}: {word}");
        }
    }
    // Every position of this game is an end, so only the file can say what it is. Zeros before a number of a sample make
    // it a word.
    let ends = "INPUT = \"s\"\ndef moves(s): return WON\n";
    place.put("ends.in", "0110\n");
    for text in [
        ends.to_owned(),
        ends.replace("(s)", "(s: str)"),
        ends.replace("(s)", "(s: int)"),
        ends.replace("(s)", "(s: 'str')"),
        format!("SAMPLES = [(\"0110\", \"W\")]\n{ends}"),
        format!("LIMITS = {{\"s\": (1, 999)}}\n{ends}"),
        // A start of words is known by its moves, or asked for.
        "INPUT = \"s\"\ndef start(s): return s + s\ndef moves(s: str): return [s[1:]] if s else []\n".to_owned(),
        "INPUT = \"s\"\ndef start(s): return 2 * s, 0\ndef moves(s: str, k): return [(s[1:], k)] if s else []\n"
            .to_owned(),
        "INPUT = \"s\"\ndef start(s): return 3, s\ndef moves(n, s): return [(n - 1, s)] if n else []\n".to_owned(),
    ] {
        golden.note(&text);
        place.put("ends.py", &text);
        golden.run_each(&place, &["ends.py ends.in", "explain ends.py ends.in"]);
    }
    golden.finish();
}

/// Games whose text says what a position is, or leaves a question. The last column is the count of numbers in a row.
#[test]
fn the_text_of_a_function_shows_the_kind_of_its_argument() {
    needs!(python());
    // A cell is the file, its kinds, and the count.
    let files = [
        ("for k in 1, 2:\n  if n >= k: yield n - k", "int"),
        ("return [n - d for d in set(map(int, str(n))) - {0}]", "int"),
        ("return [k for k in range(1, n) if gcd(n, k) == 1]", "int"),
        ("return {1: [2], 2: []}[n]", "int"),
        ("return WON if n % 4 else LOST", "int"),
        ("if n > 0: yield 'end'", "int"),
        ("if n.endswith('0'): yield n[:-1]", "str"),
        ("return {'a': 'b', 'b': []}.get(n, [])", "str"),
        ("if n in ('aa', 'bb'): yield n[1:]", "str"),
        ("if '01' in n: yield n[1:]", "str"),
        ("t = list(n)\n if t[0] == '0': t[0] = '1'; yield ''.join(t)", "str"),
        (
            "def cut(i): return n[:i] + n[i + 1:]\n if n[:1] == 'a': yield cut(0)",
            "str",
        ),
        ("for i, c in enumerate(n):\n  if ord(c) > 97: yield n[:i]", "str"),
        ("for i in range(len(n)): yield n[:i] + (n[i] - 1,) + n[i + 1:]", "tuple"),
        (
            "for i, x in enumerate(n):\n  if x > n[0]:\n   q = list(n); q[i] -= 1; yield tuple(q)",
            "tuple",
        ),
        ("a, b = n\n if a: yield a - 1, b", "tuple 2"),
        ("a, b, c = sorted(n)\n if a: yield a - 1, b, c", "tuple 3"),
        ("if n[0] > n[1]: yield n[0] - 1, n[1]", "tuple 2"),
        (
            "for i in range(3):\n  if n[i]: yield n[:i] + (n[i] - 1,) + n[i + 1:]",
            "tuple 3",
        ),
        ("if n: yield Score(n[0], n[1:])", "tuple"),
        // Zeros and ones, the empty word and lengths are the same for rows.
        (
            "for i in range(1, len(n)):\n  if n[i - 1] != n[i]: yield n[:i - 1] + n[i + 1:]",
            "str tuple",
        ),
        ("if len(n) > 1: yield n[1:]", "str tuple"),
        ("return n and [n[1:]]", "str tuple"),
        ("return WON", "int str tuple"),
        ("return go(n)", "int str tuple"),
        (
            "if isinstance(n, int): yield n, n\n else:\n  a, b = n; yield a",
            "int str tuple",
        ),
    ];
    let mut script = include_str!("../../src/own/kinds.py").to_owned();
    for (body, _) in &files {
        let source = format!("def moves(n):\n {body}\n");
        script += &format!(
            "\nkinds, count = _kinds({source:?}, 'x.py', {{}}, 'moves')\n\
             print(*sorted(kind.__name__ for kind in kinds), *([count] if kinds == {{tuple}} and count else []))\n"
        );
    }
    let place = Place::with("kinds.py", &script);
    let output = std::process::Command::new("python3")
        .arg(place.path().join("kinds.py"))
        .output()
        .unwrap();
    let found = String::from_utf8_lossy(&output.stdout).into_owned();
    let found: Vec<(&str, &str)> = files.iter().map(|(body, _)| *body).zip(found.lines()).collect();
    assert_eq!(found, files, "{}", String::from_utf8_lossy(&output.stderr));
}

/// A hint of a message cures the file, pasted in place of the line.
#[test]
fn hints_about_a_file_work_when_they_are_pasted() {
    needs!(python());
    let place = Place::with("x", "");
    for (rules, input) in [
        (
            "INPUT = \"n, then k numbers: p\"\ndef moves(n, *p): return [(n - x, *p) for x in p if x <= n]\n",
            "5 2\n2 3\n",
        ),
        (
            "INPUT = \"T: n\"\ndef moves(a, b): return [(a - 1, b)] if a else []\n",
            "1\n2 3\n",
        ),
        (
            "INPUT = \"N K, then N numbers: a\"\ndef moves(a): return [(a - 1, K)] if a else []\n",
            "1 2\n3\n",
        ),
        (
            "INPUT = \"n k\"\ndef moves(n, *, k): return [n - 1] if n else []\n",
            "3 2\n",
        ),
        ("def moves(): return []\n", "3\n"),
    ] {
        place.put("bad.py", rules);
        place.put("bad.in", input);
        let error = place.fails(&["bad.py", "bad.in"], 2);
        let (_, hint) = error
            .trim_end()
            .split_once("\nhint: ")
            .unwrap_or_else(|| panic!("{error}"));
        let (key, hint) = match hint.strip_prefix("INPUT = ") {
            Some(_) => ("INPUT", hint.split(", or ").next().unwrap().to_owned()),
            None => ("def moves", format!("{hint}: return []")),
        };
        let cured = rules
            .lines()
            .map(|line| if line.starts_with(key) { &hint } else { line }.to_owned() + "\n");
        let cured: String = cured.collect();
        place.put("bad.py", &cured);
        let output = place.run(&["bad.py", "bad.in"]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        // The next message is another one, if there is one.
        assert!(output.status.success() || !said.contains(&error), "{cured}{said}");
        assert!(said.is_empty() || said.contains("does not say if"), "{cured}{said}");
    }
}

/// A game that reads its input has no other patterns than a game with `INPUT`. Play without end is not said to end.
#[test]
fn what_is_too_large_is_answered_by_a_pattern_or_refused_without_false_words() {
    needs!(has_time() && python());
    let mut golden = Golden::new("answer/what_is_too_large_is_answered_by_a_pattern_or_refused_without_false_words");
    let reads = TAKE.replace("INPUT = \"T: n\"\n", "def read(text): return int(text)\n");
    let place = Place::with("reads.py", &reads);
    // 10^12 leaves 1 when it is divided by 7.
    golden.run_with(place.run(&["reads.py"]), "1000000000000\n");
    place.put(
        "loop.py",
        "INPUT = \"n\"\ndef moves(n):\n    yield n\n    if n: yield n - 1\n",
    );
    place.put("loop.in", "3000000\n");
    golden.finish();
    let said = place.fails(&["loop.py", "loop.in"], 4);
    for (part, is_there) in [("ends", false), ("No position is larger than the start", true)] {
        assert_eq!(said.contains(part), is_there, "{said}");
    }
}
