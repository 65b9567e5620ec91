//! Own games whose answers have a winning move: `ANSWER = "move"`.

use super::golden::Golden;
use super::own::{Place, cpp, python};
use super::support::{has_time, needs};

/// A rook moves left or up.
const ROOK: &str = "INPUT = 'T: row column'\nANSWER = 'move'\nLIMITS = {'T': (1, 9), 'row': (0, 30), 'column': (0, 30)}\n\
    def moves(row, column):\n    for r in range(row): yield r, column\n    for c in range(column): yield row, c\n";

/// Answers every test by a move to the diagonal.
const DIAGONAL: &str = "for _ in range(int(input())):\n    r, c = map(int, input().split())\n    \
    print('L' if r == c else 'W\\n%d %d' % (min(r, c), min(r, c)))\n";

/// Asserts the answer to an input.
fn answers(place: &Place, game: &str, input: &str, answer: &str) {
    let done = place.run(&[game]).write_stdin(input).assert();
    let output = done.get_output();
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        answer,
        "{game}: {input:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn an_answer_has_a_winning_move() {
    needs!(python());
    let place = Place::with("rook.py", ROOK);
    answers(&place, "rook.py", "3\n1 1\n3 1\n0 2\n", "L\nW\n1 1\nW\n0 0\n");
    let games = [
        // A sum: the number of the part, then the parts that replace it.
        (
            "INPUT = 'N, then N numbers: a'\nANSWER = 'move'\ndef moves(a):\n    if a % 2: yield [a // 2, a // 2]\n    \
             elif a: yield []\n",
            &[
                ("2\n0 4\n", "W\n2 nothing\n"),
                ("3\n1 1 4\n", "W\n1 0 0\n"),
                ("1\n3\n", "W\n1 1 1\n"),
                ("2\n2 2\n", "L\n"),
            ][..],
        ),
        // The numbers before the parts belong to the position.
        (
            "INPUT = 'N K, then N lines: a'\nANSWER = 'move'\ndef moves(a, K):\n    for k in range(1, K + 1):\n        \
             if k <= a: yield a - k, K\n",
            &[("2 2\n4\n3\n", "W\n1 3 2\n"), ("2 2\n3\n3\n", "L\n")],
        ),
        // A row, an empty row and an empty word.
        (
            "INPUT = 'N, then N numbers: a'\nANSWER = 'move'\ndef moves(*a):\n    if a: yield a[1:]\n",
            &[("1\n5\n", "W\n()\n"), ("3\n5 6 7\n", "W\n6 7\n")],
        ),
        (
            "INPUT = 's'\nANSWER = 'move'\nLETTERS = '(\\\\'\ndef moves(s: str):\n    if len(s) % 2: yield s[1:]\n",
            &[("(\n", "W\n\"\"\n"), ("(((\n", "W\n((\n"), ("((\\\n", "W\n(\\\n")],
        ),
        // The player who cannot move has won, without a move.
        (
            "INPUT = 'n'\nANSWER = 'move'\nLAST = 'loses'\ndef moves(n):\n    if n: yield n - 1\n",
            &[("0\n", "W\n"), ("2\n", "W\n1\n"), ("1\n", "L\n")],
        ),
        (
            "INPUT = 'n'\nANSWER = 'move'\ndef moves(n):\n    return WON if n < 3 else [n - 3, n - 2, n]\n",
            &[("2\n", "W\n"), ("4\n", "D\n")],
        ),
        // A move has to gain the points of the answer.
        (
            "INPUT = 'n'\nANSWER = 'move'\ndef moves(n):\n    for k in 1, 2:\n        if k <= n: yield Score(k, n - k)\n",
            &[("3\n", "1\n1\n")],
        ),
        (
            "INPUT = 'n'\nANSWER = 'move'\ndef start(n): return n, n - 1\ndef moves(n, most):\n    \
             for k in range(1, min(n, most) + 1): yield n - k, 2 * k\n",
            &[("4\n", "W\n3 2\n"), ("5\n", "L\n")],
        ),
    ];
    for (number, (game, inputs)) in games.into_iter().enumerate() {
        let name = format!("game{number}.py");
        place.put(&name, game);
        for (input, answer) in inputs {
            answers(&place, &name, input, answer);
        }
    }
    let shown = place.says(&["explain", "rook.py", "--at", "3 1"]);
    assert!(shown.contains("The answer:\n  W\n  1 1\n"), "{shown}");
}

#[test]
fn games_in_cpp_answer_with_moves() {
    needs!(has_time() && cpp());
    let list = "// INPUT: n k, then k numbers: p\n// ANSWER: move\n#include \"game.h\"\nvoid moves(int n, vector<int> p) {\n    \
                for (int x : p) if (x <= n) to(n - x, p);\n}\n";
    let place = Place::with("list.cpp", list);
    answers(&place, "list.cpp", "5 2\n2 3\n", "L\n");
    answers(&place, "list.cpp", "4 2\n2 3\n", "W\n1 2 3\n");
}

#[test]
fn any_winning_move_is_right() {
    needs!(python());
    let mut golden = Golden::new("own_answer/any_winning_move_is_right");
    let place = Place::with("rook.py", ROOK);
    place.put("right.py", DIAGONAL);
    place.put("wrong.py", &DIAGONAL.replace("min(r, c), min(r, c)", "r, c"));
    place.put(
        "silent.py",
        &DIAGONAL.replace("W\\n%d %d' % (min(r, c), min(r, c))", "W'"),
    );
    // This winning move is another one than that of the solver.
    place.put("x.in", "2\n2 5\n4 4\n");
    place.put("x.out", "W\n2 2\nL\n");
    for program in ["right.py", "wrong.py", "silent.py"] {
        golden.run(place.run(&["judge", "rook.py", program, "."]));
    }
    // A sample may have any winning move as well.
    let two =
        "INPUT = 'n'\nANSWER = 'move'\nSAMPLES = [('3', 'W 2')]\ndef moves(n):\n    return [0, 1] if n > 1 else []\n";
    place.put("two.py", two);
    golden.run_with(place.run(&["two.py"]), "3\n");
    place.put("two.py", &two.replace("W 2", "W 1"));
    answers(&place, "two.py", "3\n", "W\n0\n");
    golden.finish();
}

/// The pattern tells the winner, and the listed moves of the position have a winning one.
#[test]
fn a_pattern_gives_a_winning_move() {
    needs!(has_time() && python());
    let take = "ANSWER = 'move'\ndef moves(n):\n    for k in 1, 2, 3:\n        if k <= n: yield n - k\n";
    let place = Place::with("take.py", &format!("INPUT = 'T: n'\n{take}"));
    place.put("sum.py", &format!("INPUT = 'N, then N numbers: n'\n{take}"));
    // The position of a number is another one.
    place.put("start.py", &format!("INPUT = 'n'\ndef start(n): return n + 1\n{take}"));
    // The list of the moves is too long.
    place.put(
        "long.py",
        "INPUT = 'n'\nANSWER = 'move'\ndef moves(n):\n    for k in range(1, n + 1):\n        if k % 6: yield n - k\n",
    );
    let large = "1000000000001";
    answers(
        &place,
        "take.py",
        &format!("3\n{large}\n5\n1000000000000\n"),
        "W\n1000000000000\nW\n4\nL\n",
    );
    answers(&place, "sum.py", &format!("2\n{large} 3\n"), "W\n1 999999999999\n");
    let no_move = "its pattern tells the winner without a winning move\nhint: without the line `ANSWER`";
    for (game, number, why) in [
        (
            "start.py",
            large,
            "if `moves` takes the numbers of the input, without `start`\n",
        ),
        ("long.py", "1000000000000000", no_move),
    ] {
        let run = place.run(&[game]).write_stdin(format!("{number}\n")).assert().code(4);
        let output = run.get_output();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.stdout, b"", "{game}");
        assert!(said.contains(why), "{game}: {said}");
    }
}

#[test]
fn stress_finds_a_move_that_does_not_win() {
    needs!(has_time() && python());
    let place = Place::with("rook.py", ROOK);
    place.put("right.py", DIAGONAL);
    place.put("wrong.py", &DIAGONAL.replace("min(r, c), min(r, c)", "0, min(r, c)"));
    place
        .run(&["stress", "rook.py", "right.py", "--tests", "20"])
        .assert()
        .success();
    let found = place
        .run(&["stress", "rook.py", "wrong.py", "--tests", "50"])
        .assert()
        .code(1);
    let found = String::from_utf8_lossy(&found.get_output().stdout).into_owned();
    assert!(found.contains("is no winning move"), "{found}");
}

/// Mistakes in a file, each with the message and a cure that can be pasted.
#[test]
fn mistakes_of_a_file_have_a_cure() {
    needs!(python());
    let place = Place::with("bad.py", "");
    for (text, at, why) in [
        (
            "ANSWER = 'yes'\ndef moves(n): return []\n",
            "3",
            "bad.py: `ANSWER` is \"move\", not \"yes\" (line 1)\nhint: leave it out if the answer is only the winner\n",
        ),
        (
            "ANSWER = 'move'\ndef start(n): return frozenset(range(n))\ndef moves(p):\n    for x in p: yield p - {x}\n",
            "3",
            "`ANSWER = \"move\"` prints numbers and words, and `{0, 1, 2}` is neither\nhint: leave out `ANSWER`\n",
        ),
        (
            "def moves(n: float, k):\n    if n: yield n - 1, k\n",
            "3 1",
            "bad.py: `moves` takes `n` as a float, and positions are whole numbers (line 1)\n\
             hint: def moves(n: int, k)\n",
        ),
        (
            "def moves(a, b):\n    for k in 1, 3: yield a - k, b + 1  # take\n",
            "1 2",
            "a move (line 2) leads to (-2, 3) from (1, 2): that is below 0\nhint: if min(a - k, b + 1) >= 0: yield a - k, b + 1\n",
        ),
        (
            "def moves(n):\n    yield n - 2\n    yield n - 3\n",
            "4",
            "a move (line 3) leads to -1 from 2: that is below 0\nhint: if q >= 0: yield q\n",
        ),
        (
            "INPUT = 'C: n m'\ndef moves(n, m):\n    if n and m: yield n - 1, m - 1\n",
            "1",
            "`1` is not a start: a position of this game is 2 numbers, n, m\n",
        ),
        (
            "INPUT = 'C: n m'\ndef moves(n, m):\n    if n and m: yield n - 1, m - 1\n",
            "1 2 3",
            "`1 2 3` is not a start: a position of this game is 2 numbers, n, m\n",
        ),
    ] {
        place.put("bad.py", text);
        let error = place.fails(&["explain", "bad.py", "--at", at], 2);
        assert_eq!(error, format!("error: {why}"), "{text}");
    }
    // The cure of a move below 0 works if it is pasted.
    place.put(
        "bad.py",
        "def moves(a, b):\n    for k in 1, 3:\n        if min(a - k, b + 1) >= 0: yield a - k, b + 1\n",
    );
    place.says(&["explain", "bad.py", "--at", "1 2"]);
}

#[test]
fn a_file_in_cpp_gives_each_optional_line_once() {
    needs!(has_time() && cpp());
    let place = Place::with("twice.cpp", "");
    let game = "#include \"game.h\"\nvoid moves(int n) { if (n) to(n - 1); }\n";
    for (lines, why) in [
        ("// INPUT: n\n// INPUT: T: n\n", Some("line 2 gives `INPUT` again")),
        (
            "// LIMITS: n 1 9\n// WIN: A\n// LIMITS: n 1 8\n",
            Some("line 3 gives `LIMITS: n` again"),
        ),
        ("// INPUT: T: n\n// LIMITS: T 1 9\n// LIMITS: n 1 8\n", None),
    ] {
        place.put("twice.cpp", &format!("{lines}{game}"));
        let command = ["explain", "twice.cpp", "--at", "3"];
        match why {
            Some(why) => {
                let error = place.fails(&command, 2);
                assert_eq!(
                    error,
                    format!("error: twice.cpp: {why}\nhint: leave one of the two lines out\n")
                );
            }
            None => _ = place.says(&command),
        }
    }
}

#[test]
fn a_certificate_tells_each_check_once() {
    needs!(python());
    let kayles =
        "INPUT = 'T: n'\ndef moves(n):\n    for k in 1, 2:\n        for a in range(n - k + 1): yield [a, n - k - a]\n";
    let place = Place::with("kayles.py", kayles);
    let said = place
        .run(&["kayles.py", "--certify"])
        .write_stdin("3\n5\n4\n5\n")
        .assert()
        .success();
    let said = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
    assert_eq!(
        said,
        "checked: the nimbers of all 6 parts, each from its moves; the outcomes of all 29 positions of 3 tests, by \
         trying every move\n"
    );
}
