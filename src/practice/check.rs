//! Checks the value of a position against the values of its successors, by the definitions of outcome, distance, nimber
//! and difference.
//!
//! The check knows only the rules, and nothing of how values are found.
//!
//! **Why it is right.** A line whose every position passes proves that play along it loses nothing, if the values
//! beside it are right. The game's own certificate covers those values.
//!
//! **Cost.** The value of every successor, up to the caller's limit of moves.

use crate::engine::{Outcome, Value, verify};
use crate::problem::{AnyGame, AnyPosition, CertifyError, Choice};

/// Checks the value of one position, on up to `most_moves` of its moves. Returns whether these were all.
///
/// # Errors
/// Fails with a sentence for people if a value does not follow from the others.
pub fn check(game: &dyn AnyGame, position: &AnyPosition, most_moves: usize) -> Result<bool, CertifyError> {
    let value = game.value(position);
    let after: Vec<Value> = game
        .moves(position)
        .take(most_moves)
        .map(|choice| game.value(&choice.to))
        .collect();
    let all = game.move_count(position) <= most_moves as u128;
    verify::follows(value, game.ended(position), &after, all).map_err(|why| {
        let board = game.board(position);
        CertifyError::Wrong(format!("{value:?} was found, {why}, for\n{board}"))
    })?;
    Ok(all)
}

/// Checks that a move wins.
///
/// # Errors
/// Fails as [`check`] does, or if the move does not lead to a lost position.
pub fn check_winning(game: &dyn AnyGame, choice: &Choice, most_moves: usize) -> Result<bool, CertifyError> {
    let outcome = game.value(&choice.to).outcome;
    if outcome != Outcome::Loss {
        let why = format!("`{}` wins, but leads to a {outcome:?}", choice.name);
        return Err(CertifyError::Wrong(why));
    }
    check(game, &choice.to, most_moves)
}
