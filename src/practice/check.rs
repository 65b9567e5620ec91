//! Checks the value of a position against the values of the positions that its moves lead to, by the definitions of
//! outcome, distance, nimber and difference. The check knows only the rules, and nothing of how values are found.
//!
//! **Why it is right.** A line whose every position passes proves that play along it loses nothing, as far as the
//! values beside it are right. The game's own certificate is there for those.
//!
//! **Cost.** The value of every move's position, up to as many moves as the caller allows.

use crate::engine::{Outcome, Value, verify};
use crate::problem::{AnyGame, AnyPosition, Choice};

/// Checks the value of one position, looking at up to `most_moves` of its moves. Returns whether these were all.
///
/// # Errors
/// A sentence, for people, that says which value does not follow.
pub fn check(game: &dyn AnyGame, position: &AnyPosition, most_moves: usize) -> Result<bool, String> {
    let value = game.value(position);
    let after: Vec<Value> = game
        .moves(position)
        .take(most_moves)
        .map(|choice| game.value(&choice.to))
        .collect();
    let all = game.move_count(position) <= most_moves as u128;
    verify::follows(value, game.ended(position), &after, all).map_err(|why| {
        let board = game.board(position);
        format!("{value:?} was found, {why}, for\n{board}")
    })?;
    Ok(all)
}

/// Checks that a move wins.
///
/// # Errors
/// Fails as [`check`] does, or where it leads to a position that is not lost.
pub fn check_winning(game: &dyn AnyGame, choice: &Choice, most_moves: usize) -> Result<bool, String> {
    let outcome = game.value(&choice.to).outcome;
    if outcome != Outcome::Loss {
        return Err(format!("`{}` wins, but leads to a {outcome:?}", choice.name));
    }
    check(game, &choice.to, most_moves)
}
