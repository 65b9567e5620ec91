//! Oracles: sources of the values of a game's positions, such as a closed form, a solved table, or a full exploration.
//!
//! A question about a game ("how many first moves win?") is written once against [`Oracle`]. Any oracle can answer it.
//! If two oracles give the same answer, that tests both.

use super::{Outcome, Rules, Value};

/// A move of a game and the position it leads to.
pub type Step<R> = (<R as Rules>::Move, <R as Rules>::Position);

/// Moves, computed one by one on demand.
pub type Steps<'a, R> = Box<dyn Iterator<Item = Step<R>> + 'a>;

/// Returns the moves of a position. There are none if the rules end the game here.
///
/// The iterator is boxed, so that its users are compiled once and not again for the type of each game's moves.
pub fn steps<'a, R: Rules>(game: &'a R, position: &'a R::Position) -> Steps<'a, R> {
    match game.terminal(position) {
        None => Box::new(game.moves(position)),
        Some(_) => Box::new(std::iter::empty()),
    }
}

/// Returns the result for the player to move if play is over here: the rules end it, or there is no move.
pub fn ended<R: Rules>(game: &R, position: &R::Position) -> Option<Outcome> {
    let stuck = || game.moves(position).next().is_none();
    let by_rule = game.terminal(position);
    by_rule.or_else(|| stuck().then_some(Outcome::Loss))
}

/// A source of the values of a game's positions.
///
/// Only [`value`](Oracle::value) is required. The other methods look at every move of the position: override them if a
/// game has too many moves. The game is a parameter, so that one oracle can serve several games.
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

    /// Returns the first move of perfect play, or `None` if there is no move.
    ///
    /// Perfect play wins fastest, else draws, else loses slowest. In a won position this compares only the first 20,000
    /// winning moves, and in a lost position the first 20,000 moves. If distances are unknown, the first move is as
    /// good as any.
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

/// Returns the first move of perfect play, from the values of all successors.
pub fn best_by_value<R: Rules, O: Oracle<R> + ?Sized>(known: &O, game: &R, position: &R::Position) -> Option<Step<R>> {
    best(known, game, steps(game, position), usize::MAX)
}

/// Returns the first of the best among the first `compared` moves.
fn best<R: Rules, O: Oracle<R> + ?Sized>(known: &O, game: &R, moves: Steps<'_, R>, compared: usize) -> Option<Step<R>> {
    let ranked = moves
        .take(compared)
        .map(|step| (known.value(game, &step.1).rank_for_mover(), step))
        .reduce(|best, other| if other.0 > best.0 { other } else { best });
    ranked.map(|(_, step)| step)
}

/// An oracle reduced to its values: it answers every other question by trying every move.
pub struct ByValue<'a, R: Rules>(pub &'a dyn Oracle<R>);

impl<R: Rules> Oracle<R> for ByValue<'_, R> {
    fn value(&self, game: &R, position: &R::Position) -> Value {
        self.0.value(game, position)
    }
}
