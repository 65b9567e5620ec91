//! Checks what a game says of a position against what it says of the positions its moves lead to, by the definitions
//! of outcome, distance, nimber and difference. It knows the rules only, and nothing of how values are found.
//!
//! **Why that is worth something.** A line whose every position passes is a proof that play along it loses nothing, as
//! far as the values beside it are right; those are what the game's own certificate is for.
//!
//! **Cost.** The value of every move's position, up to [`MOST_MOVES`] of them per position.

use crate::engine::{Outcome, Value};
use crate::problem::{AnyGame, AnyPosition, Choice};

/// How many moves of one position are looked at.
pub const MOST_MOVES: usize = 20_000;

/// Checks the value of one position. Returns whether all of its moves were looked at.
///
/// # Errors
/// What does not follow, for people.
pub fn check(game: &dyn AnyGame, spot: &AnyPosition) -> Result<bool, String> {
    let value = game.value(spot);
    let wrong = |expected: String| {
        let board = game.board(spot);
        Err(format!("{value:?} was found, {expected}, for\n{board}"))
    };
    if let Some(outcome) = game.ended(spot) {
        let at_once = value.distance.is_none_or(|plies| plies == 0);
        return if value.outcome == outcome && at_once {
            Ok(true)
        } else {
            wrong(format!("but play is over with a {outcome:?}"))
        };
    }
    let after: Vec<Value> = game
        .moves(spot)
        .take(MOST_MOVES)
        .map(|choice| game.value(&choice.to))
        .collect();
    let all = game.move_count(spot) <= MOST_MOVES as u128;
    let best = after.iter().map(|next| next.outcome.reversed()).max();
    let expected = best.expect("play is not over, so there is a move");
    // Of the moves that were left out, each can only be better for the player.
    if value.outcome < expected || (all && value.outcome > expected) {
        return wrong(format!("its moves make it a {expected:?}"));
    }
    if all && let Some(problem) = disagreement(value, &after) {
        return wrong(problem);
    }
    Ok(all)
}

/// Checks that a move wins.
///
/// # Errors
/// As [`check`], or where it leads to a position that is not lost.
pub fn check_winning(game: &dyn AnyGame, choice: &Choice) -> Result<bool, String> {
    let outcome = game.value(&choice.to).outcome;
    if outcome != Outcome::Loss {
        return Err(format!(
            "`{}` wins, but leads to a {outcome:?}",
            choice.name
        ));
    }
    check(game, &choice.to)
}

/// Where distance, nimber or difference do not follow from those after each move.
fn disagreement(value: Value, after: &[Value]) -> Option<String> {
    let distances = |outcome: Outcome| {
        let those = after.iter().filter(move |next| next.outcome == outcome);
        those
            .map(|next| next.distance)
            .collect::<Option<Vec<u64>>>()
    };
    let last = match value.outcome {
        Outcome::Win => distances(Outcome::Loss).and_then(|plies| plies.into_iter().min()),
        Outcome::Loss => distances(Outcome::Win).and_then(|plies| plies.into_iter().max()),
        Outcome::Draw => None,
    };
    if let (Some(plies), Some(last)) = (value.distance, last)
        && plies != last + 1
    {
        return Some(format!("its moves make it last {} plies", last + 1));
    }
    if value.outcome == Outcome::Draw && value.distance.is_some() {
        return Some("a draw has no distance".into());
    }
    let nimbers = after
        .iter()
        .map(|next| next.nimber)
        .collect::<Option<Vec<u64>>>();
    if let (Some(nimber), Some(mut seen)) = (value.nimber, nimbers) {
        seen.sort_unstable();
        seen.dedup();
        let mex = (0..).zip(&seen).take_while(|(i, n)| i == *n).count() as u64;
        if mex != nimber || (nimber == 0) != (value.outcome == Outcome::Loss) {
            return Some(format!("its moves give it the nimber {mex}"));
        }
    }
    let scores = after
        .iter()
        .map(|next| next.score)
        .collect::<Option<Vec<i128>>>();
    if let (Some(score), Some(scores)) = (value.score, scores) {
        let best = scores.into_iter().min().map(|score| -score);
        if best != Some(score) || Outcome::of_difference(score) != value.outcome {
            return Some(format!("its moves give a difference of {best:?}"));
        }
    }
    None
}
