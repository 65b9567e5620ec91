//! The empty list, word and sum in own games. They are positions like any other, in every language and verb.

use crate::own::{Place, cpp, python};
use crate::support::{has_time, needs};

/// By these rules the player to move at the empty list has won.
const LIST_PY: &str = "\
INPUT = \"T: N, then N numbers: a\"
WIN, LOSE = \"first\", \"second\"
def moves(*h):
    if not h: return WON
    return [h[1:]]
";
const LIST_CPP: &str = "\
// INPUT: T: N, then N numbers: a
// WIN: first
// LOSE: second
#include \"game.h\"
void moves(vector<int> h) { if (h.empty()) { won(); return; } h.erase(h.begin()); to(h); }
";
/// The same game with a function for the start, and with a position that is a tuple.
const START_PY: &str = "\
INPUT = \"T: N, then N numbers: a\"
WIN, LOSE = \"first\", \"second\"
def start(a): return tuple(a)
def moves(h): return [h[1:]] if len(h) else WON
";
const TUPLE_PY: &str = "\
INPUT = \"T: N, then N numbers: a\"
WIN, LOSE = \"first\", \"second\"
def moves(h: tuple): return [h[1:]] if h else WON
";
const LIST_LINES: &str = "\
import sys
for line in sys.stdin:
    words = line.split()
    print('won' if words == ['()'] else ' '.join(words[1:]) or '()')
";
const WORD_PY: &str = "def moves(s: str): return [s[1:]] if s else WON\n";
const WORD_CPP: &str = "#include \"game.h\"\nvoid moves(string s) { if (s.empty()) won(); else to(s.substr(1)); }\n";

/// Tests with no number, with one and with two.
const TESTS: &str = "3\n0\n\n1\n5\n2\n5 6\n";

fn answer(place: &Place, words: &[&str]) -> String {
    let told = place.says(&[&["explain"], words].concat());
    let (_, answer) = told.split_once("The answer:\n").expect("there is an answer");
    let (answer, _) = answer
        .split_once("\nVerified by other code: ")
        .expect("the evidence follows");
    let (answer, _) = answer.split_once("\nName: ").unwrap_or((answer, ""));
    answer.trim().to_owned()
}

/// Returns the games that can run here: each by its file name, its text and the two answers.
fn games(of_lists: bool) -> Vec<(&'static str, &'static str, [&'static str; 2])> {
    let mut games = Vec::new();
    if python() {
        games.push(if of_lists {
            ("list.py", LIST_PY, ["first", "second"])
        } else {
            ("word.py", WORD_PY, ["W", "L"])
        });
        if of_lists {
            games.push(("start.py", START_PY, ["first", "second"]));
            games.push(("tuple.py", TUPLE_PY, ["first", "second"]));
            games.push(("lines:python3 lines.py", LIST_LINES, ["W", "L"]));
        }
    }
    if cpp() {
        games.push(if of_lists {
            ("list.cpp", LIST_CPP, ["first", "second"])
        } else {
            ("word.cpp", WORD_CPP, ["W", "L"])
        });
    }
    games
}

#[test]
fn the_list_without_numbers_is_asked_about() {
    needs!(has_time());
    for (game, text, [win, loss]) in games(true) {
        let place = Place::with(game.strip_prefix("lines:python3 ").unwrap_or(game), text);
        place.put("tests.in", TESTS);
        for (at, expected) in [("()", win), ("5", loss), ("5 6", win)] {
            if game == "lines:python3 lines.py" || !at.starts_with(['5']) {
                assert_eq!(answer(&place, &[game, "--at", at]), expected, "{game} {at}");
            }
        }
        if game.starts_with("lines:") {
            continue;
        }
        for (test, expected) in [("1", win), ("2", loss), ("3", win)] {
            let words = [game, "tests.in", "--test", test];
            assert_eq!(answer(&place, &words), expected, "{game} {test}");
        }
        place.says(&["validate", game, "tests.in"]);
        for (words, part) in [
            (&["table", game, "tests.in"][..], "()  W 0"),
            (&["draw", game, "--at", "()", "--to", "dot"], "()"),
            (&["play", game, "--at", "()", "--plain"], "()"),
        ] {
            let shown = place.says(words);
            assert!(shown.contains(part), "{words:?}: {shown}");
        }
    }
}

#[test]
fn the_word_without_letters_is_asked_about() {
    needs!(has_time());
    for (game, text, [win, loss]) in games(false) {
        let place = Place::with(game, text);
        place.put("line.in", "\n");
        place.put("none.in", "");
        for (words, expected) in [
            (&[game, "--at", ""][..], win),
            (&[game, "line.in"], win),
            (&[game, "--at", "a"], loss),
        ] {
            assert_eq!(answer(&place, words), expected, "{words:?}");
        }
        let why = place.fails(&["explain", game, "none.in"], 2);
        assert!(why.contains("expected a position, found nothing"), "{why}");
    }
}

/// Nobody can move there, so the player to move has lost, or has won in misère play.
#[test]
fn the_sum_without_parts_is_a_position_without_moves() {
    needs!(has_time());
    let py = "INPUT = \"T: N, then N numbers: a\"\ndef moves(n): return list(range(n))\n";
    let cpp_text = "// INPUT: T: N, then N numbers: a\n#include \"game.h\"\nvoid moves(int n) { while (n--) to(n); }\n";
    let mut games = Vec::new();
    if python() {
        games.push(("nim.py", py));
    }
    if cpp() {
        games.push(("nim.cpp", cpp_text));
    }
    for (game, text) in games {
        let place = Place::with(game, text);
        place.put("tests.in", "3\n0\n\n1\n1\n2\n2 2\n");
        for (test, plain, misere) in [("1", "L", "W"), ("2", "W", "L"), ("3", "L", "L")] {
            let words = [game, "tests.in", "--test", test];
            assert_eq!(answer(&place, &words), plain, "{game} {test}");
            assert_eq!(
                answer(&place, &[&words[..], &["--misere"]].concat()),
                misere,
                "{game} {test}"
            );
        }
        assert_eq!(answer(&place, &[game, "--at", "nothing"]), "L", "{game}");
    }
}

/// A move to nothing is no sum in the sense of the theory, so results of the rules may stand beside it.
#[test]
fn a_move_to_nothing_stands_beside_results_of_the_rules() {
    needs!(has_time() && python());
    let rules = "\
def moves(n):
    if n == 7: return WON
    return [[]] if n == 1 else [n - 1]
";
    let place = Place::with("end.py", rules);
    for (at, plain, misere) in [("1", "W", "L"), ("2", "L", "W"), ("8", "L", "L"), ("nothing", "L", "W")] {
        assert_eq!(answer(&place, &["end.py", "--at", at]), plain, "{at}");
        assert_eq!(answer(&place, &["end.py", "--at", at, "--misere"]), misere, "{at}");
    }
}

/// If a file allows lists without numbers, it gets such inputs, and searches end at them.
#[test]
fn stress_finds_the_list_without_numbers() {
    needs!(has_time() && python());
    let game = "\
INPUT = \"N, then N numbers: a\"
LIMITS = {\"N\": (0, 3), \"a\": (1, 5)}
def moves(*h):
    if not h: return WON
    return [h[1:]]
";
    let place = Place::with("list.py", game);
    place.put("wrong.py", "n = int(input())\nprint('L' if n % 2 or not n else 'W')\n");
    let output = place
        .run(&["stress", "list.py", "wrong.py", "--tests", "60"])
        .assert()
        .code(1);
    let told = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    assert!(told.contains("\n  0\n"), "{told}");
}
