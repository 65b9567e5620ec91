//! Oracles: sources of the values of a game's positions, such as a closed form, a solved table, or all positions played
//! out.
//!
//! A question about a game ("how many first moves win?") is written once against [`Oracle`] and asked of any of them.
//! That two oracles give the same answer is then a test of both.

use super::{Outcome, Rules, Value};

/// A move of a game and the position it leads to.
pub type Step<R> = (<R as Rules>::Move, <R as Rules>::Position);

/// Moves, worked out while they are asked for.
pub type Steps<'a, R> = Box<dyn Iterator<Item = Step<R>> + 'a>;

/// Returns the moves of a position, none where the rules have ended the game.
///
/// Boxed: what goes through moves one by one is then compiled once, not once more for the type of each game's moves.
pub fn steps<'a, R: Rules>(game: &'a R, position: &'a R::Position) -> Steps<'a, R> {
    match game.terminal(position) {
        None => Box::new(game.moves(position)),
        Some(_) => Box::new(std::iter::empty()),
    }
}

/// Returns the result of a position for the player to move if play is over there: the rules end it, or there is no
/// move.
pub fn ended<R: Rules>(game: &R, position: &R::Position) -> Option<Outcome> {
    let stuck = || game.moves(position).next().is_none();
    let by_rule = game.terminal(position);
    by_rule.or_else(|| stuck().then_some(Outcome::Loss))
}

/// A source of the values of a game's positions.
///
/// Only [`value`](Oracle::value) is required; the other methods look at every move of the position, and are overridden
/// where there are too many of them. The game is a parameter, so that one oracle can serve several games.
pub trait Oracle<R: Rules> {
    /// Returns the value of a position that play can reach.
    ///
    /// # Panics
    /// May panic for a position that play cannot reach.
    fn value(&self, game: &R, position: &R::Position) -> Value;

    /// Returns the moves after which the opponent has lost, in the order of the rules.
    fn winning_moves<'a>(&'a self, game: &'a R, position: &'a R::Position) -> Steps<'a, R> {
        let wins = |next: &R::Position| self.value(game, next).outcome == Outcome::Loss;
        Box::new(steps(game, position).filter(move |(_, next)| wins(next)))
    }

    /// Returns the number of [`winning_moves`](Oracle::winning_moves).
    fn count_winning_moves(&self, game: &R, position: &R::Position) -> u128 {
        self.winning_moves(game, position).count() as u128
    }

    /// Returns the move of perfect play, the first of several: it wins fastest, else draws, else loses slowest. `None`
    /// where there is no move. Of a won or lost position only the first 20,000 winning moves, or moves, are compared;
    /// where distances are unknown, the first is as good as any.
    fn best_move(&self, game: &R, position: &R::Position) -> Option<Step<R>> {
        let value = self.value(game, position);
        let compared = match value {
            Value { score: Some(_), .. } => usize::MAX,
            _ if value.outcome == Outcome::Draw => usize::MAX,
            Value { distance: None, .. } => 1,
            _ => 20_000,
        };
        let moves: Steps<'_, R> = match value.outcome {
            Outcome::Win => self.winning_moves(game, position),
            _ => steps(game, position),
        };
        best(self, game, moves, compared)
    }
}

/// Returns the move of perfect play by the values of all positions it can lead to, the first of several.
pub fn best_by_value<R: Rules, O: Oracle<R> + ?Sized>(known: &O, game: &R, position: &R::Position) -> Option<Step<R>> {
    best(known, game, steps(game, position), usize::MAX)
}

/// Returns the best of the first `compared` of some moves, the first of several.
fn best<R: Rules, O: Oracle<R> + ?Sized>(known: &O, game: &R, moves: Steps<'_, R>, compared: usize) -> Option<Step<R>> {
    let ranked = moves
        .take(compared)
        .map(|step| (known.value(game, &step.1).rank_for_mover(), step))
        .reduce(|best, other| if other.0 > best.0 { other } else { best });
    ranked.map(|(_, step)| step)
}

/// An oracle reduced to its values: whatever else it is asked is found by trying every move.
pub struct ByValue<'a, R: Rules>(pub &'a dyn Oracle<R>);

impl<R: Rules> Oracle<R> for ByValue<'_, R> {
    fn value(&self, game: &R, position: &R::Position) -> Value {
        self.0.value(game, position)
    }
}
