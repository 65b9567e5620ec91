//! Games in files that answer inputs, as a problem does: `gamesolve mine.py INPUT`.

use crate::golden::Golden;
use crate::own::{Place, cpp, python};
use crate::sessions::sessions;
use crate::support::{has_time, needs};

/// Take one, three or four stones.
const TAKE: &str = "\
INPUT = \"T: n\"
WIN, LOSE = \"Alice\", \"Bob\"
def moves(n):
    return [n - k for k in (1, 3, 4) if k <= n]
";

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

sessions! {
    a_function_valid_says_which_inputs_are_legal
    a_function_valid_in_cpp_takes_the_words_of_a_test
    a_file_may_read_its_inputs_itself
    a_game_in_a_file_is_solved_like_a_problem
    a_pattern_answers_only_if_its_evidence_carries_it
    an_endless_or_empty_function_is_named
    files_in_cpp_have_constants_and_read_their_inputs
    inputs_have_constants_before_the_position
    the_file_says_what_a_position_is
    large_inputs_are_answered_by_a_pattern_or_refused
    hints_about_a_file_work_when_they_are_pasted
}
