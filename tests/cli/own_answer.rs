//! Own games whose answers have a winning move: `ANSWER = "move"`.

use super::own::{Place, python};
use super::sessions::sessions;
use super::support::{has_time, needs};

/// A rook moves left or up.
const ROOK: &str = "INPUT = 'T: row column'\nANSWER = 'move'\nLIMITS = {'T': (1, 9), 'row': (0, 30), 'column': (0, 30)}\n\
    def moves(row, column):\n    for r in range(row): yield r, column\n    for c in range(column): yield row, c\n";

/// Answers every test by a move to the diagonal.
const DIAGONAL: &str = "for _ in range(int(input())):\n    r, c = map(int, input().split())\n    \
    print('L' if r == c else 'W\\n%d %d' % (min(r, c), min(r, c)))\n";

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

sessions! {
    an_answer_has_a_winning_move
    games_in_cpp_answer_with_moves
    any_winning_move_is_right
    a_pattern_gives_a_winning_move
    mistakes_of_a_file_have_a_cure
    a_file_in_cpp_gives_each_optional_line_once
    a_certificate_tells_each_check_once
}
