//! The checker of the L game: it judges an output by the rules and the table of all positions, because several moves
//! may win.
//!
//! The reasons speak to the author of the program. They describe the fault of the move and never give the answer away.

use itertools::Itertools;

use super::board::{Board, each};
use super::reading::named;
use super::{require, value};
use crate::budget::{Budget, Refusal};
use crate::engine::{Outcome, Value};
use crate::problem::Rejection;
use crate::text::{InputError, Mode, Scanner, quoted, tokens};

/// Judges an output by the rules.
pub(super) fn check(before: &Board, output: &[u8], budget: Budget) -> Result<Result<(), Rejection>, Refusal> {
    require(budget)?;
    Ok(judge(before, output).map_err(Rejection))
}

fn judge(before: &Board, output: &[u8]) -> Result<(), String> {
    let words = tokens(output).collect_vec();
    match words.as_slice() {
        [] => Err("the output is empty".to_owned()),
        [b"No", b"winning", b"move", rest @ ..] => judge_claim(before, rest),
        [b"Draw" | b"Losing", ..] => Err("the line `No winning move` is missing before the verdict".to_owned()),
        // An article on the game has another spelling.
        [first, ..] if first.eq_ignore_ascii_case(b"no") => Err(format!(
            "if no move wins, the first line must be `No winning move`, found `{}`",
            quoted(first_line(output), 64)
        )),
        _ => judge_board(before, output),
    }
}

/// Returns the first line that is not blank.
fn first_line(output: &[u8]) -> &[u8] {
    let mut lines = output.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.find(|line| !line.is_empty()).unwrap_or_default()
}

/// Judges the text after `No winning move`.
fn judge_claim(before: &Board, rest: &[&[u8]]) -> Result<(), String> {
    let Value { outcome, distance, .. } = value(before);
    let plies = distance.unwrap_or(0);
    if outcome == Outcome::Win {
        return Err(format!(
            "it says `No winning move`, but there is one: A can win in {} moves of their own",
            plies.div_ceil(2)
        ));
    }
    let wanted = "after `No winning move`, `Draw` or `Losing` must follow";
    let claimed = match rest {
        [] => return Err(format!("{wanted}; the output ends")),
        [b"Draw"] => Outcome::Draw,
        [b"Losing"] => Outcome::Loss,
        [b"Draw" | b"Losing", extra, ..] => {
            return Err(format!("nothing may follow the verdict, found `{}`", quoted(extra, 64)));
        }
        [other, ..] => return Err(format!("{wanted}; found `{}`", quoted(other, 64))),
    };
    match (claimed, outcome) {
        (Outcome::Draw, Outcome::Loss) => Err(format!(
            "it says `Draw`, but the position is lost: B can win whatever A does, and {plies} plies are the longest A can \
             hold out"
        )),
        (Outcome::Loss, Outcome::Draw) => Err("it says `Losing`, but after one move of A, B cannot win".to_owned()),
        _ => Ok(()),
    }
}

/// Judges a board as the result of A's move.
fn judge_board(before: &Board, output: &[u8]) -> Result<(), String> {
    let after = read_board(output, before.letter).map_err(|error| {
        let ((line, column), why) = (error.line_column(output), error.message());
        format!("no board of this game: {why} (line {line}, column {column})")
    })?;
    legal(before, &after)?;
    // It is B's turn after A's move, so the Ls change places.
    let (a, b) = (after.b, after.a);
    let reached = match value(&Board { a, b, ..after }).outcome {
        Outcome::Loss => return Ok(()),
        Outcome::Draw => "after it B can hold a draw",
        Outcome::Win => "after it B can win",
    };
    let instead = match value(before).outcome {
        Outcome::Win => "another move wins",
        _ => "no move wins here",
    };
    Err(format!("the move is legal but does not win: {reached}; {instead}"))
}

fn read_board(output: &[u8], letter: u8) -> Result<Board, InputError> {
    let mut scanner = Scanner::new(output, Mode::Lenient)?;
    let board = Board::scan(&mut scanner, Some(letter))?;
    scanner.end()?;
    Ok(board)
}

/// Checks that a move of A leads from one board to the other.
///
/// # Errors
/// Fails with the first rule that the move breaks.
fn legal(before: &Board, after: &Board) -> Result<(), String> {
    if after == before {
        return Err("not a move: the board has not changed".to_owned());
    }
    if after.b != before.b {
        return Err("not a legal move: B's L has changed, and A may not touch it".to_owned());
    }
    if after.a == before.a {
        return Err("not a legal move: A's L has not changed, and it must cover at least one other cell".to_owned());
    }
    if let Some(disc) = each(after.a & before.discs).next() {
        return Err(format!(
            "not a legal move: A's L lies where a disc was, {}; the L moves first, and the discs are in its way",
            named(disc)
        ));
    }
    if after.discs & before.discs == 0 {
        return Err("not a legal move: both discs have moved, and A may move one".to_owned());
    }
    Ok(())
}
