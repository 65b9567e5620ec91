//! Checks of values by the definitions of outcome, distance, nimber and score. They use the rules only, and nothing of
//! the search for the values.
//!
//! **Proof.** Take a set of positions that no move leaves. All its positions pass. If every won and lost position has a
//! distance, all outcomes are right: distances fall along the winner's moves, so values cannot rest on themselves. If
//! all positions of a line of play pass, it gives away nothing, provided that the values next to it are right.

use std::fmt;

use super::oracle::{self, Oracle};
use super::{Outcome, Rules, Score, Value};

/// The value that another way of finding it gives to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// Play is over with this outcome.
    Over(Outcome),
    /// The outcome by the values after the moves.
    Outcome(Outcome),
    /// The distance by the values after the moves, in plies.
    Distance(u64),
    /// A draw has a distance.
    DistanceOfDraw,
    /// The nimber by the values after the moves.
    Nimber(u64),
    /// The difference by the values after the moves.
    Score(Option<Score>),
    /// The value of another oracle.
    Other(Value),
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::Over(outcome) => write!(f, "but play is over with a {outcome:?}"),
            Mismatch::Outcome(outcome) => write!(f, "its moves make it a {outcome:?}"),
            Mismatch::Distance(plies) => write!(f, "its moves make it last {plies} plies"),
            Mismatch::DistanceOfDraw => f.write_str("a draw has no distance"),
            Mismatch::Nimber(nimber) => write!(f, "its moves give it the nimber {nimber}"),
            Mismatch::Score(best) => write!(f, "its moves give a difference of {best:?}"),
            Mismatch::Other(value) => write!(f, "trying every move makes it {value:?}"),
        }
    }
}

/// Checks the value of one position against the values after its moves, at most `most_moves` of them.
///
/// Returns whether it looked at all moves.
///
/// # Errors
/// The value that follows instead.
pub fn position<R: Rules>(
    game: &R,
    known: &dyn Oracle<R>,
    position: &R::Position,
    most_moves: usize,
) -> Result<bool, Mismatch> {
    let mut moves = oracle::steps(game, position);
    let after: Vec<Value> = moves
        .by_ref()
        .take(most_moves)
        .map(|(_, next)| known.value(game, &next))
        .collect();
    let all = moves.next().is_none();
    let ended = oracle::ended(game, position);
    follows(known.value(game, position), ended, &after, all).map(|()| all)
}

/// Checks that a value follows from the values after the moves.
///
/// `all` says whether `after` holds all moves. `ended` is the result if play is over.
///
/// # Errors
/// The value that follows instead.
pub fn follows(value: Value, ended: Option<Outcome>, after: &[Value], all: bool) -> Result<(), Mismatch> {
    if let Some(outcome) = ended {
        let at_once = value.distance.is_none_or(|plies| plies == 0);
        return if value.outcome == outcome && at_once {
            Ok(())
        } else {
            Err(Mismatch::Over(outcome))
        };
    }
    let best = after.iter().map(|next| next.outcome.reversed()).max();
    let expected = best.unwrap_or(Outcome::Loss);
    // Each move that was left out can only be better for the player.
    if value.outcome < expected || (all && value.outcome > expected) {
        return Err(Mismatch::Outcome(expected));
    }
    disagreement(value, after).filter(|_| all).map_or(Ok(()), Err)
}

/// Names the distance, nimber or score that does not follow from the values after the moves.
fn disagreement(value: Value, after: &[Value]) -> Option<Mismatch> {
    let distances = |outcome: Outcome| {
        let those = after.iter().filter(move |next| next.outcome == outcome);
        those.map(|next| next.distance).collect::<Option<Vec<u64>>>()
    };
    let last = match value.outcome {
        Outcome::Win => distances(Outcome::Loss).and_then(|plies| plies.into_iter().min()),
        Outcome::Loss => distances(Outcome::Win).and_then(|plies| plies.into_iter().max()),
        Outcome::Draw => None,
    };
    if let (Some(plies), Some(last)) = (value.distance, last)
        && plies != last + 1
    {
        return Some(Mismatch::Distance(last + 1));
    }
    if value.outcome == Outcome::Draw && value.distance.is_some() {
        return Some(Mismatch::DistanceOfDraw);
    }
    let nimbers = after.iter().map(|next| next.nimber).collect::<Option<Vec<u64>>>();
    if let (Some(nimber), Some(mut seen)) = (value.nimber, nimbers) {
        seen.sort_unstable();
        seen.dedup();
        let mex = (0..).zip(&seen).take_while(|(i, n)| i == *n).count() as u64;
        if mex != nimber || (nimber == 0) != (value.outcome == Outcome::Loss) {
            return Some(Mismatch::Nimber(mex));
        }
    }
    let scores = after.iter().map(|next| next.score).collect::<Option<Vec<Score>>>();
    if let (Some(score), Some(scores)) = (value.score, scores) {
        let best = scores.into_iter().min().map(|score| -score);
        if best != Some(score) || Outcome::of_difference(score.units) != value.outcome {
            return Some(Mismatch::Score(best));
        }
    }
    None
}

/// Checks that two oracles agree on a position, as far as both know it.
///
/// # Errors
/// The value of the other oracle.
pub fn same(value: Value, other: Value) -> Result<(), Mismatch> {
    fn differ<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
        one.is_some() && other.is_some() && one != other
    }
    let differs = value.outcome != other.outcome
        || differ(value.distance, other.distance)
        || differ(value.nimber, other.nimber)
        || differ(value.score, other.score);
    if differs { Err(Mismatch::Other(other)) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(outcome: Outcome, distance: u64, nimber: u64) -> Value {
        Value {
            distance: Some(distance),
            nimber: Some(nimber),
            ..Value::of(outcome)
        }
    }

    #[test]
    fn each_part_of_a_value_must_follow() {
        use Outcome::{Draw, Loss, Win};
        let after = [value(Loss, 2, 0), value(Win, 1, 1)];
        let right = value(Win, 3, 2);
        assert_eq!(follows(right, None, &after, true), Ok(()));
        for wrong in [
            value(Loss, 3, 2),
            value(Draw, 3, 2),
            value(Win, 4, 2),
            value(Win, 3, 1),
            value(Win, 3, 3),
        ] {
            assert!(follows(wrong, None, &after, true).is_err(), "{wrong:?}");
        }
        let after = [Value::of_score(3), Value::of_score(-2)];
        assert_eq!(follows(Value::of_score(2), None, &after, true), Ok(()));
        assert!(follows(Value::of_score(3), None, &after, true).is_err());
    }

    #[test]
    fn a_position_that_is_over_has_its_result_at_once() {
        let lost = value(Outcome::Loss, 0, 0);
        assert_eq!(follows(lost, Some(Outcome::Loss), &[], true), Ok(()));
        assert!(follows(lost, Some(Outcome::Win), &[], true).is_err());
        let late = value(Outcome::Loss, 2, 0);
        assert!(follows(late, Some(Outcome::Loss), &[], true).is_err());
    }

    #[test]
    fn moves_left_out_can_only_be_better() {
        use Outcome::{Loss, Win};
        let seen = [Value::of(Win)];
        assert_eq!(follows(Value::of(Win), None, &seen, false), Ok(()));
        assert!(follows(Value::of(Win), None, &seen, true).is_err());
        let seen = [Value::of(Loss)];
        assert!(follows(Value::of(Loss), None, &seen, false).is_err());
    }

    #[test]
    fn what_only_one_oracle_knows_is_no_disagreement() {
        let known = value(Outcome::Win, 3, 2);
        assert_eq!(same(Value::of(Outcome::Win), known), Ok(()));
        assert!(same(Value::of(Outcome::Loss), known).is_err());
        assert!(same(value(Outcome::Win, 1, 2), known).is_err());
    }
}
