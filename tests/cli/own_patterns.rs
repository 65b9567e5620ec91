//! Patterns of a user's own game: the first table, the words of a claim, and its program.

use crate::golden::Golden;
use crate::own::{Place, python};
use crate::support::{has_time, needs};

/// The cells between 0 and 1: the moves lead to sums of smaller gaps.
const GAPS: &str = "LIMITS = {'n': (0, 10**18), 'left': (0, 2), 'right': (0, 2)}\nINPUT = 'n left right'\n\
                    def moves(n, left, right):\n    for i in range(n):\n        for c in 0, 1:\n            \
                    if (i > 0 or left != c) and (i + 1 < n or right != c):\n                \
                    yield [(i, left, c), (n - 1 - i, c, right)]\n";

#[test]
fn a_game_with_a_small_number_has_a_claim_for_each_of_its_values() {
    needs!(python());
    let place = Place::with("gaps.py", GAPS);
    let told = place.says(&["table", "gaps.py"]);
    for line in [
        "Pattern: g is told by b and c, with n = a   (a = n, b = left, c = right)\n",
        "    b = 0 and c = 2, or b = 1 and c = 2, or b = 2 and c = 0, or b = 2 and c = 1: g(n) = n\n",
        "    b = 2 and c = 2: g(n) = n mod 2\n",
        "  holds to (80, 2, 2) only\n",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
}

/// A range that begins above the limits says so, and its program refuses the numbers below.
#[test]
fn a_program_says_nothing_below_its_range() {
    needs!(has_time() && python());
    let mut golden = Golden::new("own_patterns/a_program_says_nothing_below_its_range");
    let place = Place::with("gaps.py", GAPS);
    let ranges = ["--range", "0..30,2..2,0..2"];
    golden.run(place.run(&[&["table", "gaps.py"], &ranges[..]].concat()));
    place.says(&[&["table", "gaps.py"], &ranges[..], &["--code", "py", "-o", "sol.py"]].concat());
    let answer = |input: &str| {
        let mut run = assert_cmd::Command::new("python3");
        run.arg("sol.py")
            .current_dir(place.path())
            .write_stdin(input)
            .output()
            .unwrap()
    };
    assert!(answer("5 2 1").status.success());
    for outside in ["5 1 1", "5 1 0", "31 2 1"] {
        let run = answer(outside);
        assert!(!run.status.success() && run.stdout.is_empty(), "{outside}: {run:?}");
    }
    golden.finish();
}

/// `read` begins each game with the same turn, so the table does too.
#[test]
fn numbers_that_read_does_not_take_stay_as_they_are() {
    needs!(python());
    let mut golden = Golden::new("own_patterns/numbers_that_read_does_not_take_stay_as_they_are");
    let game = |samples: &str| {
        format!(
            "LIMITS = {{'n': (0, 1000), 'turn': (0, 1)}}\nSAMPLES = {samples}\ndef read(text):\n    for word in text.split(): yield int(word), 1\n\
             def moves(n, turn):\n    for k in 1, 2, 3:\n        if n >= k: yield n - k, 1 - turn\n"
        )
    };
    let place = Place::with("turn.py", &game("[('3\\n4\\n5', 'W\\nL\\nW')]"));
    golden.run_each(&place, &["table turn.py"]);
    // One start tells nothing about the others.
    place.put("turn.py", &game("[('3', 'W')]"));
    golden.run_each(&place, &["table turn.py"]);
    golden.finish();
}

#[test]
fn positions_that_are_no_numbers_have_a_way_on() {
    needs!(python());
    let mut golden = Golden::new("own_patterns/positions_that_are_no_numbers_have_a_way_on");
    let place = Place::with(
        "word.py",
        "SAMPLES = [('1001', 'L')]\ndef read(text): return text.strip(), 0\n\
         def moves(s, flag):\n    if '0' in s: yield s.replace('0', '1', 1), 0\n",
    );
    golden.run_each(&place, &["table word.py"]);
    place.put(
        "word.py",
        "LETTERS = '01'\ndef start(s: str): return s, 0\n\
         def moves(s, flag):\n    if '0' in s: yield s.replace('0', '1', 1), 0\n",
    );
    golden.run_each(&place, &["table word.py", "table word.py --code py"]);
    place.put(
        "cards.py",
        "SAMPLES = [('1 2', 'L')]\ndef read(text): return (tuple(map(int, text.split())), ())\n\
         def moves(left, right):\n    if left: yield left[1:], right\n",
    );
    golden.run_each(&place, &["table cards.py"]);
    golden.finish();
}

/// A table of one outcome is not too small.
#[test]
fn one_outcome_is_told() {
    needs!(python());
    let mut golden = Golden::new("own_patterns/one_outcome_is_told");
    let place = Place::with(
        "all.py",
        "def start(n: int): return n, 0\ndef moves(n, k):\n    if n and not k: yield 0, 1\n",
    );
    golden.run_each(&place, &["table all.py --range 0..100"]);
    golden.finish();
}

/// Limits begin at 1, and play ends at 0: the pattern is tried there too.
#[test]
fn limits_from_one_have_the_same_evidence() {
    needs!(has_time() && python());
    let mut golden = Golden::new("own_patterns/limits_from_one_have_the_same_evidence");
    let game = |moves: &str| {
        format!(
            "INPUT = 'a b'\nLIMITS = {{'a': (1, 10**9), 'b': (1, 10**9)}}\ndef moves(a, b):\n    \
             for k in range(a): yield k, b\n    for k in range(b): yield a, k\n{moves}"
        )
    };
    let place = Place::with("heaps.py", &game(""));
    golden.run_each(&place, &["table heaps.py"]);
    place.put(
        "heaps.py",
        &game("    for k in range(1, min(a, b) + 1): yield a - k, b - k\n"),
    );
    golden.run_each(&place, &["table heaps.py"]);
    // The pair of k = 10^8.
    for (second, answer) in [(261_803_398, "L\n"), (261_803_399, "W\n")] {
        place.put("in.txt", &format!("161803398 {second}\n"));
        assert_eq!(place.says(&["heaps.py", "in.txt"]), answer, "{second}");
    }
    golden.finish();
}

/// A program refuses the numbers below the range of its pattern.
#[test]
fn a_program_begins_with_its_range() {
    needs!(has_time() && python());
    let mut golden = Golden::new("own_patterns/a_program_begins_with_its_range");
    let place = Place::with(
        "heaps.py",
        "INPUT = 'a b'\ndef moves(a, b):\n    for k in range(a): yield k, b\n    for k in range(b): yield a, k\n",
    );
    let range = ["table", "heaps.py", "--range", "3..23,4..24"];
    golden.run(place.run(&range));
    let program = place.says(&[&range[..], &["--code", "py"]].concat());
    for guard in ["if a < 3: raise", "if b < 4: raise"] {
        assert!(program.contains(guard), "{program}");
    }
    golden.finish();
}
