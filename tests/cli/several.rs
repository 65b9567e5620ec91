//! Tables of positions of several numbers, their patterns and evidence, and the winners from every vertex of a graph.

use crate::own::{Place, cpp, python};
use crate::support::{gamesolve, is_left_to_the_gate};

const TWO_HEAPS: &str =
    "def moves(p):\n    a, b = p\n    for k in range(a): yield k, b\n    for k in range(b): yield a, k\n";
const KING: &str = "def moves(p):\n    a, b = p\n    if a: yield a - 1, b\n    if b: yield a, b - 1\n    \
                    if a and b: yield a - 1, b - 1\n";
const PROVED: &str = "proved, if your moves stay so: from all 441 positions of the table and from ";

/// If a theorem covers a pattern of two numbers, it is proved for unchanged moves. Other patterns pass the step.
#[test]
fn patterns_of_two_numbers_have_their_evidence() {
    if is_left_to_the_gate() {
        return;
    }
    if !python() {
        return;
    }
    let place = Place::with("x", "");
    let table = |rule: &str, range: &str| {
        place.put("game.py", rule);
        place.says(&["table", "game.py", "--range", range])
    };
    let text = table(TWO_HEAPS, "0..20");
    assert!(
        text.contains(PROVED)
            && text.contains("a move lowers one number, and its result does not depend on the others"),
        "{text}"
    );
    assert!(
        text.contains("  g(n, 0) = n\n    holds to 300 and passes its induction step up to"),
        "{text}"
    );
    // The numbers may follow different rules, each with its own evidence.
    let text = table(
        "def moves(p):\n    a, b = p\n    for k in 1, 2, 3:\n        if k <= a: yield a - k, b\n    \
         for k in range(1, b // 2 + 1): yield a, b - k\n",
        "0..20",
    );
    assert!(
        text.contains("  g(n, 0) = n mod 4\n")
            && text.contains("\"take exactly 1, 2 or 3\"")
            && text.contains("  g(0, n): g(2m) = m\n"),
        "{text}"
    );
    let text = table(
        &format!("{TWO_HEAPS}    for k in range(1, min(p) + 1): yield a - k, b - k\n"),
        "0..20",
    );
    assert!(
        text.contains("the lost positions are exactly the pairs floor(k * phi)")
            && text.contains(PROVED)
            && text.contains("This is Wythoff's game, and his theorem"),
        "{text}"
    );
    let text = table(KING, "0..20");
    assert!(
        text.contains(PROVED)
            && text.contains("a move is one of the steps (0, -1), (-1, 0), (-1, -1) that leaves no number below 0")
            && text.contains("that hold below (3, 3) hold everywhere"),
        "{text}"
    );
    // A knight comes nearer to the corner, and the board has no other edge.
    let text = table(
        "def moves(p):\n    a, b = p\n    for x, y in (-2, 1), (-2, -1), (1, -2), (-1, -2):\n        \
         if a + x >= 0 and b + y >= 0: yield a + x, b + y\n",
        "0..20",
    );
    assert!(
        text.contains("proved, if your moves stay so") && text.contains("mod 4"),
        "{text}"
    );
    let euclid = "def moves(p):\n    a, b = sorted(p)\n    \
                  return [tuple(sorted((a, b - k * a))) for k in range(1, b // a + 1)] if a else []\n";
    for range in ["1..25", "0..25"] {
        let text = table(euclid, range);
        assert!(
            text.contains("whether max(a, b) > phi * min(a, b)")
                && text.contains("holds to (25, 25) and passes its induction step with numbers up to "),
            "{text}"
        );
    }
    // The table has every position within the limits.
    let text = table(&format!("LIMITS = {{'a': (0, 15), 'b': (0, 15)}}\n{euclid}"), "0..15");
    assert!(
        text.contains("complete: every position within the limits was checked"),
        "{text}"
    );
}

/// Some patterns break far out. gamesolve must not call them proved, or say that they pass the step.
#[test]
fn patterns_of_two_numbers_that_break_far_out_are_refuted() {
    if is_left_to_the_gate() {
        return;
    }
    if !python() {
        return;
    }
    let place = Place::with("x", "");
    let wythoff = format!("{TWO_HEAPS}    for k in range(1, min(p) + 1): yield a - k, b - k\n");
    let after = |rule: &str, line: &str| rule.replacen("    a, b = p\n", &format!("    a, b = p\n    {line}\n"), 1);
    let cases = [
        (
            "one cell without a move",
            after(TWO_HEAPS, "if p == (777, 1234): return"),
        ),
        (
            "one cell where one has lost",
            after(&wythoff, "if (a, b) == (431, 698): return LOST"),
        ),
        (
            "one cell of a chain of numbers",
            after(TWO_HEAPS, "if a == 10**3 + 7 and b == 2**6 - 3: return"),
        ),
        (
            "a forbidden pair",
            "def moves(p):\n    a, b = p\n    for k in range(a):\n        if (k, b) != (60, 60): yield k, b\n    \
             for k in range(b):\n        if (a, k) != (60, 60): yield a, k\n"
                .to_owned(),
        ),
        (
            "equal heaps that grew",
            format!("{TWO_HEAPS}    if a == b and a > 25: yield a - 1, b - 1\n"),
        ),
        (
            "fewer moves for large sums",
            format!(
                "{}    if a + b < 3000 and a and b: yield a - 1, b - 1\n",
                KING.replace("if a and b:", "if a + b >= 3000 and a > 1 and b > 1:")
            ),
        ),
        (
            "Wythoff's game with a bound",
            format!("{TWO_HEAPS}    for k in range(1, min(a, b, 30) + 1): yield a - k, b - k\n"),
        ),
        (
            "one cell in a million",
            format!("{KING}    if a % 1000 == 998 and b % 1000 == 998: yield a - 2, b\n"),
        ),
        (
            "play that goes up far out",
            format!("{KING}    if a > 1000 and b % 2: yield a + 1, b\n"),
        ),
    ];
    for (name, rule) in cases {
        place.put("game.py", &rule);
        let text = place.says(&["table", "game.py", "--range", "0..20,0..20"]);
        let pattern = text.split("\nPattern").nth(1).unwrap();
        assert!(
            !pattern.contains("proved, if") && !pattern.contains("(20, 20) and passes"),
            "{name}\n{rule}\n{pattern}"
        );
    }
}

/// The same test for one number. Numbers in the text of the rules are tried, and play that goes up allows no induction.
#[test]
fn patterns_of_one_number_that_break_far_out_are_refuted() {
    if is_left_to_the_gate() {
        return;
    }
    if !python() {
        return;
    }
    let place = Place::with("x", "");
    let half = "def moves(n):\n    for k in range(1, n // 2 + 1): yield n - k\n";
    let odd = "def moves(n):\n    if n: yield n - 1\n    if n > 4: yield n // 4 * 2 + 1 - n % 2\n";
    let cases = [
        (
            "one number",
            half.replace("(n):\n", "(n):\n    if n == 33333: return\n"),
        ),
        (
            "one number of a chain",
            half.replace("(n):\n", "(n):\n    if n == 3 * 10**4 + 5: return\n"),
        ),
        (
            "a rest",
            "def moves(n):\n    for k in 1, 2, 3:\n        if k <= n and n % 65000 != 4321: yield n - k\n".to_owned(),
        ),
        (
            "a rest of halves",
            odd.replace("(n):\n", "(n):\n    if n % 70000 == 4321: return\n"),
        ),
        (
            "play that goes up",
            "def moves(n):\n    if n > 1000:\n        yield n + 1\n        yield n + 2\n    else:\n        \
             for k in 1, 2:\n            if k <= n: yield n - k\n"
                .to_owned(),
        ),
    ];
    for (name, rule) in cases {
        place.put("game.py", &rule);
        let text = place.says(&["table", "game.py", "--range", "0..300"]);
        let pattern = text.split("\nPattern").nth(1).unwrap();
        assert!(
            !pattern.contains("proved, if") && !pattern.contains("and passes its induction step"),
            "{name}\n{rule}\n{pattern}"
        );
    }
}

#[test]
fn the_step_of_several_numbers_works_in_cpp_and_by_lines() {
    if is_left_to_the_gate() {
        return;
    }
    if !cpp() {
        return;
    }
    let place = Place::with(
        "king.cpp",
        "void moves(int a, int b) { if (a) to(a - 1, b); if (b) to(a, b - 1); if (a && b) to(a - 1, b - 1); }\n",
    );
    let text = place.says(&["table", "king.cpp"]);
    assert!(text.contains(PROVED), "{text}");
    place.put(
        "late.cpp",
        "void moves(int a, int b) { if (a) to(a - 1, b); if (b) to(a, b - 1); \
         if (a && b && a + b < 5000) to(a - 1, b - 1); }\n",
    );
    let text = place.says(&["table", "late.cpp"]);
    assert!(
        !text.contains("proved, if") && !text.contains("(20, 20) and passes"),
        "{text}"
    );
    place.put(
        "king.sh",
        "while read a b; do\n  o=\n  [ $a -gt 0 ] && o=\"$((a - 1)) $b\"\n  [ $b -gt 0 ] && o=\"$o ; $a $((b - 1))\"\n  \
         [ $a -gt 0 ] && [ $b -gt 0 ] && o=\"$o ; $((a - 1)) $((b - 1))\"\n  echo \"$o\"\ndone\n",
    );
    let text = place.says(&["table", "lines:sh king.sh", "--range", "0..12,0..12"]);
    assert!(
        text.contains("proved, if your moves stay so: from all 169 positions"),
        "{text}"
    );
}

/// Three numbers and more: squares, lost positions, patterns.
#[test]
fn positions_of_three_numbers_are_tabulated() {
    if is_left_to_the_gate() {
        return;
    }
    if !python() {
        return;
    }
    let heaps = |count: usize| {
        format!(
            "def moves(p):\n    for i in range({count}):\n        for k in range(p[i]): yield p[:i] + (k,) + p[i+1:]\ndef start({0}): return ({0})\n",
            ["a, b, c", "a, b, c, d"][count - 3]
        )
    };
    let place = Place::with("three.py", &heaps(3));
    let text = place.says(&["table", "three.py"]);
    assert!(
        text.contains("positions (a, b, c) (729 positions, ")
            && text.contains("a = 0\n b\\c  0  1  2  3  4  5  6  7  8\n   0  0  1  2  3  4  5  6  7  8\n   1  1  0  3  2  5  4  7  6  9\n")
            && text.contains("... and more up to a = 8. `--format csv` lists all.")
            && text.contains("Lost: 67: (0, 0, 0) (0, 1, 1)"),
        "{text}"
    );
    assert!(
        text.contains(
            "Pattern: g(a, b, c) = g(a, 0, 0) xor g(0, b, 0) xor g(0, 0, c): the numbers are independent games"
        ) && text.contains("proved, if your moves stay so: from all 729 positions of the table and from ")
            && text.contains("  g(0, n, 0) = n\n"),
        "{text}"
    );
    let csv = place.says(&["table", "three.py", "--range", "0..1,0..1,2..3", "--format", "csv"]);
    assert_eq!(csv.lines().count(), 9, "{csv}");
    assert!(
        csv.starts_with("a,b,c,outcome,plies,nimber,score\n0,0,2,W,1,2,\n0,0,3,W,1,3,\n0,1,2,W,3,3,\n"),
        "{csv}"
    );
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
    // The last player to move loses. As in the theorem, the ones decide if there is nothing else.
    let text = place.says(&["table", "three.py", "--misere"]);
    assert!(
        text.contains(
            "the outcome depends only on the xor (if no number is above 1: the parity of the ones) (4 cases)"
        ) && text.contains("holds to (8, 8, 8) and passes its induction step with numbers up to"),
        "{text}"
    );
    // A move changes two numbers.
    place.put(
        "two.py",
        "def start(a, b, c): return a, b, c\ndef moves(p):\n    for i in range(3):\n        q = list(p)\n        \
         if q[i]:\n            q[i] -= 1\n            yield tuple(q)\n            if q[i - 1]:\n                \
         q[i - 1] -= 1\n                yield tuple(q)\n",
    );
    let text = place.says(&["table", "two.py"]);
    assert!(!text.contains("independent"), "{text}");
    // This pattern breaks far out.
    place.put(
        "late.py",
        &heaps(3).replace("(p):\n", "(p):\n    if p == (90, 70, 11): return\n"),
    );
    let text = place.says(&["table", "late.py"]);
    assert!(
        !text.contains("proved, if") && !text.contains("(8, 8, 8) and passes"),
        "{text}"
    );
    place.put("four.py", &heaps(4));
    let text = place.says(&["table", "four.py"]);
    assert!(text.contains("positions (a, b, c, d) (1,296 positions, "), "{text}");
    let error = place.fails(&["table", "four.py", "--range", "0..3,0..3"], 2);
    assert_eq!(error, "error: a position has 4 numbers, and there are 2 ranges\n");
    let error = place.fails(&["table", "three.py", "--range", "0..300"], 2);
    assert!(
        error.contains("`--range` has 27270901 positions, but a table has at most 1000000"),
        "{error}"
    );
    let error = place.fails(&["table", "nim", "--range", "0..3,0..3,0..3"], 2);
    assert!(error.contains("`nim` has tables by these numbers: "), "{error}");
}

/// The winner from every vertex is a line `W`, `D` or `L`, by the numbers of the input, as KöMaL S. 13 asks.
#[test]
fn a_table_without_an_input_says_how_to_have_one_of_numbers() {
    let run = gamesolve()
        .args(["table", "wythoff"])
        .write_stdin(" \n")
        .output()
        .unwrap();
    let said = String::from_utf8(run.stderr).unwrap();
    assert_eq!((run.status.code(), run.stdout.len()), (Some(2), 0), "{said}");
    assert!(
        said.contains("is empty\nhint: a table of numbers needs no input: gamesolve table wythoff --range"),
        "{said}"
    );
}

#[test]
fn every_vertex_of_a_graph_is_told_as_in_komal() {
    let place = Place::with("komal.in", "5 7\n1 1\n1 2\n2 3\n2 4\n3 1\n4 3\n4 5\n");
    let komal = |words: &[&str]| place.says(&[&["table"], words, &["--format", "komal"]].concat());
    // This is the sample of its statement, without a start and with one.
    assert_eq!(komal(&["game", "komal.in"]), "D\nD\nD\nW\nL\n");
    place.put("game.in", "5 7\n3\n1 1\n1 2\n2 3\n2 4\n3 1\n4 3\n4 5\n");
    assert_eq!(komal(&["game", "game.in"]), "D\nD\nD\nW\nL\n");
    // Vertices outside all arcs have no move, and none of them is left out.
    place.put("apart.in", "9 1\n8 2\n");
    assert_eq!(komal(&["game", "apart.in"]), "L\nL\nL\nL\nL\nL\nL\nW\nL\n");
    place.put("none.in", "3 0\n");
    assert_eq!(komal(&["game", "none.in"]), "L\nL\nL\n");
    // If an input has neither form, the error is the problem's own.
    place.put("short.in", "5 7\n1 1\n1 2\n2 3\n2 4\n3 1\n4 3\n");
    let error = place.fails(&["table", "game", "short.in", "--format", "komal"], 2);
    assert!(
        error.contains("short.in:8:1") && error.contains("expected the head of arc 6 of 7"),
        "{error}"
    );
    place.put("large.in", "5 7\n1 1\n1 2\n2 3\n2 4\n3 1\n4 3\n4 6\n");
    place.fails(&["table", "game", "large.in", "--format", "komal"], 2);
    // Other problems have directed graphs too.
    place.put("pawns.in", "4 3\n1 2\n2 3\n1 3\n1\n0 0 0 1\n");
    assert_eq!(komal(&["pawns", "pawns.in"]), "W\nW\nL\nL\n");
    place.put("loop.in", "3 3\n1 2\n2 1\n2 3\n1\n1 0 0\n");
    assert_eq!(komal(&["pawns", "loop.in", "--loopy"]), "L\nW\nL\n");
    place.put("score.in", "4 3\n0 5 -2 7\n1\n1 2\n1 3\n3 4\n");
    assert_eq!(komal(&["score-game", "score.in"]), "W\nD\nW\nD\n");
    place.put("dag.in", "2\n2 1 3\n0 1\n3 2 1\n0 1\n1 2\n");
    assert_eq!(komal(&["dag-stone-count", "dag.in"]), "W\nL\n");
    assert_eq!(komal(&["dag-stone-count", "dag.in", "--test", "2"]), "L\nW\nL\n");
    let error = place.fails(
        &["table", "dag-stone-count", "dag.in", "--test", "3", "--format", "komal"],
        2,
    );
    assert!(error.contains("there is no test 3: the input holds 2"), "{error}");
    // These are numbers of a range.
    assert_eq!(komal(&["take:1,2", "--range", "0..4"]), "L\nW\nW\nL\nW\n");
    place.put("nim.in", "2\n1 2\n");
    let error = place.fails(&["table", "nim", "nim.in", "--format", "komal"], 2);
    assert!(
        error.contains("`nim` is not played with one token on a directed graph"),
        "{error}"
    );
    let misere = place.says(&["table", "game", "game.in", "--misere", "--format", "komal"]);
    assert_eq!(misere, "D\nD\nD\nD\nW\n");
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
