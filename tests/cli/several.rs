//! Tables of positions of several numbers, their patterns and evidence, and the winners from every vertex of a graph.

use crate::golden::Golden;
use crate::own::{Place, cpp, python};
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

/// If a theorem covers a pattern of two numbers, it is proved for unchanged moves. Other patterns pass the step.
#[test]
fn patterns_of_two_numbers_have_their_evidence() {
    needs!(has_time() && python());
    let mut golden = Golden::new("several/patterns_of_two_numbers_have_their_evidence");
    let place = Place::with("x", "");
    let euclid = "def moves(p):\n    a, b = sorted(p)\n    \
                  return [tuple(sorted((a, b - k * a))) for k in range(1, b // a + 1)] if a else []\n";
    let wythoff = format!("{TWO_HEAPS}    for k in range(1, min(p) + 1): yield a - k, b - k\n");
    // The table has every position within the limits.
    let within = format!("LIMITS = {{'a': (0, 15), 'b': (0, 15)}}\n{euclid}");
    for (rule, range) in [
        (TWO_HEAPS, "0..20"),
        // The numbers may follow different rules, each with its own evidence.
        (
            "def moves(p):\n    a, b = p\n    for k in 1, 2, 3:\n        if k <= a: yield a - k, b\n    \
             for k in range(1, b // 2 + 1): yield a, b - k\n",
            "0..20",
        ),
        (&wythoff, "0..20"),
        (KING, "0..20"),
        // A knight comes nearer to the corner, and the board has no other edge.
        (
            "def moves(p):\n    a, b = p\n    for x, y in (-2, 1), (-2, -1), (1, -2), (-1, -2):\n        \
             if a + x >= 0 and b + y >= 0: yield a + x, b + y\n",
            "0..20",
        ),
        (euclid, "1..25"),
        (euclid, "0..25"),
        (&within, "0..15"),
    ] {
        golden.note(rule);
        place.put("game.py", rule);
        golden.run(place.run(&["table", "game.py", "--range", range]));
    }
    golden.finish();
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

#[test]
fn the_step_of_several_numbers_works_in_cpp_and_by_lines() {
    needs!(has_time() && cpp());
    let mut golden = Golden::new("several/the_step_of_several_numbers_works_in_cpp_and_by_lines");
    let place = Place::with(
        "king.cpp",
        "void moves(int a, int b) { if (a) to(a - 1, b); if (b) to(a, b - 1); if (a && b) to(a - 1, b - 1); }\n",
    );
    place.put(
        "late.cpp",
        "void moves(int a, int b) { if (a) to(a - 1, b); if (b) to(a, b - 1); \
         if (a && b && a + b < 5000) to(a - 1, b - 1); }\n",
    );
    let text = place.says(&["table", "late.cpp"]);
    for claim in ["proved, if", "(20, 20) and passes"] {
        assert!(!text.contains(claim), "{text}");
    }
    place.put(
        "king.sh",
        "while read a b; do\n  o=\n  [ $a -gt 0 ] && o=\"$((a - 1)) $b\"\n  [ $b -gt 0 ] && o=\"$o ; $a $((b - 1))\"\n  \
         [ $a -gt 0 ] && [ $b -gt 0 ] && o=\"$o ; $((a - 1)) $((b - 1))\"\n  echo \"$o\"\ndone\n",
    );
    golden.run(place.run(&["table", "king.cpp"]));
    golden.run(place.run(&["table", "lines:sh king.sh", "--range", "0..12,0..12"]));
    golden.finish();
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

/// The winner from every vertex is a line `W`, `D` or `L`, by the numbers of the input, as KöMaL S. 13 asks.
#[test]
fn a_table_without_an_input_says_how_to_have_one_of_numbers() {
    let run = gamesolve().args(["table", "wythoff"]).write_stdin(" \n").assert();
    run.code(2).stdout("").stderr(
        "error: <stdin> is empty\nhint: a table of numbers needs no input: gamesolve table wythoff --range 1..50\n",
    );
}

#[test]
fn every_vertex_of_a_graph_is_told_as_in_komal() {
    let mut golden = Golden::new("several/every_vertex_of_a_graph_is_told_as_in_komal");
    let place = Place::with("komal.in", "5 7\n1 1\n1 2\n2 3\n2 4\n3 1\n4 3\n4 5\n");
    for (name, input) in [
        ("game.in", "5 7\n3\n1 1\n1 2\n2 3\n2 4\n3 1\n4 3\n4 5\n"),
        // Vertices outside all arcs have no move, and none of them is left out.
        ("apart.in", "9 1\n8 2\n"),
        ("none.in", "3 0\n"),
        // If an input has neither form, the error is the problem's own.
        ("short.in", "5 7\n1 1\n1 2\n2 3\n2 4\n3 1\n4 3\n"),
        ("large.in", "5 7\n1 1\n1 2\n2 3\n2 4\n3 1\n4 3\n4 6\n"),
        // Other problems have directed graphs too.
        ("pawns.in", "4 3\n1 2\n2 3\n1 3\n1\n0 0 0 1\n"),
        ("loop.in", "3 3\n1 2\n2 1\n2 3\n1\n1 0 0\n"),
        ("score.in", "4 3\n0 5 -2 7\n1\n1 2\n1 3\n3 4\n"),
        ("dag.in", "2\n2 1 3\n0 1\n3 2 1\n0 1\n1 2\n"),
        ("nim.in", "2\n1 2\n"),
    ] {
        place.put(name, input);
    }
    for words in [
        // This is the sample of its statement, without a start and with one.
        "game komal.in",
        "game game.in",
        "game game.in --misere",
        "game apart.in",
        "game none.in",
        "game short.in",
        "game large.in",
        "pawns pawns.in",
        "pawns loop.in --loopy",
        "score-game score.in",
        "dag-stone-count dag.in",
        "dag-stone-count dag.in --test 2",
        "dag-stone-count dag.in --test 3",
        // These are numbers of a range.
        "take:1,2 --range 0..4",
        "nim nim.in",
    ] {
        golden.run_each(&place, &[&format!("table {words} --format komal")]);
    }
    golden.finish();
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
