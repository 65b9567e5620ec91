//! Tables of positions of several numbers, their patterns and evidence, and the winners from every vertex of a graph.

use crate::golden::Golden;
use crate::own::{Place, python};
use crate::sessions::sessions;
use crate::support::{gamesolve, has_time, needs};

const TWO_HEAPS: &str =
    "def moves(p):\n    a, b = p\n    for k in range(a): yield k, b\n    for k in range(b): yield a, k\n";
const KING: &str = "def moves(p):\n    a, b = p\n    if a: yield a - 1, b\n    if b: yield a, b - 1\n    \
                    if a and b: yield a - 1, b - 1\n";

/// Returns the rules of three or four heaps.
fn heaps(count: usize) -> String {
    format!(
        "def moves(p):\n    for i in range({count}):\n        for k in range(p[i]): yield p[:i] + (k,) + p[i+1:]\ndef start({0}): return ({0})\n",
        ["a, b, c", "a, b, c, d"][count - 3]
    )
}

/// Some patterns break far out. gamesolve must not call them proved, or say that they pass the step.
#[test]
fn patterns_that_break_far_out_are_refuted() {
    needs!(has_time() && python());
    let place = Place::with("x", "");
    let wythoff = format!("{TWO_HEAPS}    for k in range(1, min(p) + 1): yield a - k, b - k\n");
    let half = "def moves(n):\n    for k in range(1, n // 2 + 1): yield n - k\n";
    let odd = "def moves(n):\n    if n: yield n - 1\n    if n > 4: yield n // 4 * 2 + 1 - n % 2\n";
    let after = |rule: &str, line: &str| {
        let (head, moves) = rule.split_at(rule.find("    for").or(rule.find("    if")).unwrap());
        format!("{head}    {line}\n{moves}")
    };
    for (range, passes, rules) in [
        (
            "0..20,0..20",
            // A pattern of two numbers may hold for one of them.
            "(20, 20) and passes",
            vec![
                // One cell without a move.
                after(TWO_HEAPS, "if p == (777, 1234): return"),
                // One cell where one has lost.
                after(&wythoff, "if (a, b) == (431, 698): return LOST"),
                // One cell of a chain of numbers.
                after(TWO_HEAPS, "if a == 10**3 + 7 and b == 2**6 - 3: return"),
                // A forbidden pair.
                "def moves(p):\n    a, b = p\n    for k in range(a):\n        if (k, b) != (60, 60): yield k, b\n    \
             for k in range(b):\n        if (a, k) != (60, 60): yield a, k\n"
                    .to_owned(),
                // Equal heaps that grew.
                format!("{TWO_HEAPS}    if a == b and a > 25: yield a - 1, b - 1\n"),
                // Fewer moves for large sums.
                format!(
                    "{}    if a + b < 3000 and a and b: yield a - 1, b - 1\n",
                    KING.replace("if a and b:", "if a + b >= 3000 and a > 1 and b > 1:")
                ),
                // Wythoff's game with a bound.
                format!("{TWO_HEAPS}    for k in range(1, min(a, b, 30) + 1): yield a - k, b - k\n"),
                // One cell in a million.
                format!("{KING}    if a % 1000 == 998 and b % 1000 == 998: yield a - 2, b\n"),
                // Play that goes up far out.
                format!("{KING}    if a > 1000 and b % 2: yield a + 1, b\n"),
            ],
        ),
        // Numbers in the text of the rules are tried, and play that goes up allows no induction.
        (
            "0..300",
            "and passes its induction step",
            vec![
                // One number.
                after(half, "if n == 33333: return"),
                // One number of a chain.
                after(half, "if n == 3 * 10**4 + 5: return"),
                // A rest.
                "def moves(n):\n    for k in 1, 2, 3:\n        if k <= n and n % 65000 != 4321: yield n - k\n"
                    .to_owned(),
                // A rest of halves.
                after(odd, "if n % 70000 == 4321: return"),
                // Play that goes up.
                "def moves(n):\n    if n > 1000:\n        yield n + 1\n        yield n + 2\n    else:\n        \
                 for k in 1, 2:\n            if k <= n: yield n - k\n"
                    .to_owned(),
            ],
        ),
        // One cell of three numbers.
        (
            "0..8",
            "(8, 8, 8) and passes",
            vec![after(&heaps(3), "if p == (90, 70, 11): return")],
        ),
    ] {
        for rule in rules {
            place.put("game.py", &rule);
            let text = place.says(&["table", "game.py", "--range", range]);
            let pattern = text.split("\nPattern").nth(1).unwrap();
            for claim in ["proved, if", passes] {
                assert!(!pattern.contains(claim), "{rule}\n{pattern}");
            }
        }
    }
}

/// Three numbers and more: squares, lost positions, patterns.
#[test]
fn positions_of_three_numbers_are_tabulated() {
    needs!(has_time() && python());
    let mut golden = Golden::new("several/positions_of_three_numbers_are_tabulated");
    let place = Place::with("three.py", &heaps(3));
    place.put("four.py", &heaps(4));
    // A move changes two numbers.
    place.put(
        "two.py",
        "def start(a, b, c): return a, b, c\ndef moves(p):\n    for i in range(3):\n        q = list(p)\n        \
         if q[i]:\n            q[i] -= 1\n            yield tuple(q)\n            if q[i - 1]:\n                \
         q[i - 1] -= 1\n                yield tuple(q)\n",
    );
    golden.run_each(
        &place,
        &[
            "table three.py",
            "table three.py --range 0..1,0..1,2..3 --format csv",
            // The last player to move loses. As in the theorem, the ones decide if there is nothing else.
            "table three.py --misere",
            "table two.py",
            "table four.py",
            "table four.py --range 0..3,0..3",
            "table three.py --range 0..300",
            "table nim --range 0..3,0..3,0..3",
        ],
    );
    golden.finish();
    let json = place.says(&["table", "three.py", "--range", "0..4", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["values"].as_array().unwrap().len(), 125);
    assert_eq!(
        json["values"][31],
        serde_json::json!({"a": 1, "b": 1, "c": 1, "outcome": "W", "plies": 3, "nimber": 1})
    );
    assert_eq!(json["pattern"][0]["evidence"], "proved, if your moves stay so");
    let svg = place.says(&["table", "three.py", "--range", "0..3", "--format", "svg"]);
    assert!(svg.contains("<title>3, 3, 3: W"), "{svg}");
}

/// The letters are the results of solving from each vertex.
#[test]
fn every_vertex_is_told_as_if_it_were_the_start() {
    let place = Place::with("x", "");
    for seed in ["1", "2", "3"] {
        let input = gamesolve()
            .args(["gen", "game", "--size", "25", "--seed", seed])
            .output()
            .unwrap();
        let input = String::from_utf8(input.stdout).unwrap();
        let mut lines: Vec<String> = input.lines().map(str::to_owned).collect();
        place.put("game.in", &input);
        let told = place.says(&["table", "game", "game.in", "--format", "komal"]);
        for (vertex, letter) in (1..).zip(told.lines()) {
            lines[1] = vertex.to_string();
            place.put("one.in", &(lines.join("\n") + "\n"));
            let answer = place.says(&["game", "one.in"]);
            let expected = match answer.trim() {
                "1" => "W",
                "2" => "L",
                _ => "D",
            };
            assert_eq!(letter, expected, "seed {seed}, vertex {vertex}");
        }
        assert_eq!(
            told.lines().count(),
            lines[0].split(' ').next().unwrap().parse::<usize>().unwrap()
        );
    }
}

sessions! {
    patterns_of_two_numbers_have_their_evidence
    the_step_of_several_numbers_works_in_cpp_and_by_lines
    a_table_without_an_input_says_how_to_have_one_of_numbers
    every_vertex_of_a_graph_is_told_as_in_komal
}
