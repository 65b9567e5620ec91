//! Game theory, and nothing else: no problem, no text, no terminal.
//!
//! Which engine answers which question:
//!
//! | the game | the question | engine |
//! |---|---|---|
//! | any finite graph, cycles allowed | who wins, and how fast | [`retrograde`] |
//! | two tokens, each on a graph of its own | the same, the product never stored | [`pursuit`] |
//! | acyclic graph, or a sum of such games | nimber, sum, winning move | [`grundy`] |
//! | the same with cycles | loopy nimber, outcome of a sum | [`loopy`] |
//! | a heap from which a strip is cut | nimber of every length | [`splitting`] |
//! | a heap from which listed amounts are taken | who wins, at any size | [`subtraction`] |
//! | acyclic graph with scores | best difference | [`scoring`] |
//! | a solved table | is it right? | [`certificate`] |
//! | any rules, as many positions as memory holds | all of the above, by numbering the positions | [`explore`] |
//! | a handful of positions | the answer from the rules alone | [`brute`] |
//!
//! Every engine is iterative: its depth does not depend on the input, so no input can exhaust the stack.
//!
//! # Examples
//!
//! A graph with a cycle, solved and certified:
//!
//! ```
//! use gamesolve_engine::graph::{Graph, GraphGame};
//! use gamesolve_engine::{Outcome, certificate, retrograde};
//!
//! let graph = Graph::from_arcs(4, &[(0, 1), (1, 0), (1, 2), (2, 3)]);
//! let game = GraphGame::new(graph, 0);
//! let table = retrograde::solve(&game);
//! assert_eq!(table.outcome(2), Outcome::Win);
//! assert_eq!(table.outcome(0), Outcome::Draw);
//! assert_eq!(certificate::check_outcomes(&game, &table), Ok(()));
//! ```
//!
//! Nimbers of a graph, and a sum of three tokens on it:
//!
//! ```
//! use gamesolve_engine::graph::Graph;
//! use gamesolve_engine::grundy;
//!
//! let graph = Graph::from_arcs(4, &[(1, 0), (2, 0), (2, 1), (3, 2)]);
//! let nimbers = grundy::nimbers(&graph)?;
//! assert_eq!(nimbers, [0, 1, 2, 0]);
//! let tokens = [1, 2, 3].map(|vertex: usize| u64::from(nimbers[vertex]));
//! assert_eq!(grundy::nim_sum(tokens), 3, "the player to move wins");
//! # Ok::<(), gamesolve_engine::graph::Cycle>(())
//! ```
//!
//! Loopy nimbers, where play can return:
//!
//! ```
//! use gamesolve_engine::graph::Graph;
//! use gamesolve_engine::loopy::{self, Value};
//!
//! let graph = Graph::from_arcs(2, &[(1, 1), (1, 0)]);
//! let values = loopy::values(&graph);
//! assert_eq!(values, [Value::Finite(0), Value::Infinite(vec![0])]);
//! ```
//!
//! Rules of one's own, explored:
//!
//! ```
//! use gamesolve_engine::Rules;
//! use gamesolve_engine::explore::{Bounds, explore};
//! use gamesolve_engine::oracle::Oracle as _;
//!
//! /// A heap, from which a move takes a square number of stones.
//! struct Squares(u32);
//!
//! impl Rules for Squares {
//!     type Position = u32;
//!     type Move = u32;
//!     fn start(&self) -> u32 {
//!         self.0
//!     }
//!     fn moves(&self, &heap: &u32) -> impl Iterator<Item = (u32, u32)> {
//!         let squares = (1..).map(|root| root * root);
//!         squares.take_while(move |&n| n <= heap).map(move |n| (n, heap - n))
//!     }
//! }
//!
//! let game = Squares(100);
//! let known = explore(&game, Bounds { positions: 1000, moves: 10_000 })?;
//! let lost = (0..=20).filter(|heap| known.value(&game, heap).nimber == Some(0));
//! assert_eq!(lost.collect::<Vec<_>>(), [0, 2, 5, 7, 10, 12, 15, 17, 20]);
//! # Ok::<(), gamesolve_engine::explore::ExploreError>(())
//! ```

#![cfg_attr(test, allow(clippy::unwrap_used))]

use std::cmp::Ordering;
use std::fmt::Debug;
use std::hash::Hash;

pub mod arcs;
mod backwards;
pub mod brute;
pub mod certificate;
pub mod explore;
pub mod graph;
pub mod grundy;
pub mod loopy;
pub mod mentioned;
pub mod oracle;
pub mod progress;
pub mod pursuit;
pub mod retrograde;
mod rows;
pub mod scoring;
pub mod splitting;
pub mod staircase;
pub mod subtraction;
pub mod verify;
pub mod vertex_set;

/// The result of perfect play, always for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The player to move loses whatever they do.
    Loss,
    /// Neither player can force a win: play goes on for ever.
    Draw,
    /// The player to move can force a win.
    Win,
}

impl Outcome {
    /// Returns the outcome of a game of points for the player who ends with this difference.
    pub fn of_difference(difference: i128) -> Outcome {
        match difference.cmp(&0) {
            Ordering::Less => Outcome::Loss,
            Ordering::Equal => Outcome::Draw,
            Ordering::Greater => Outcome::Win,
        }
    }

    /// Returns a win if `wins`, else a loss.
    pub fn win_if(wins: bool) -> Outcome {
        match wins {
            true => Outcome::Win,
            false => Outcome::Loss,
        }
    }

    /// Returns the outcome of the same position for the other player.
    pub fn reversed(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }
}

/// The value of a position for the player to move, as far as it is known. A field is `None` where the game has no such
/// thing, or where it is too dear to work out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Value {
    /// The result of perfect play.
    pub outcome: Outcome,
    /// The number of plies of perfect play: the winner hurries, the loser delays. Draws have none.
    pub distance: Option<u64>,
    /// The nimber, in games that always end and where who cannot move loses.
    pub nimber: Option<u64>,
    /// The lead of the player at the end of perfect play, in games with points.
    pub score: Option<i128>,
}

impl Value {
    /// Returns an outcome of which nothing more is known.
    pub fn of(outcome: Outcome) -> Value {
        Value {
            outcome,
            distance: None,
            nimber: None,
            score: None,
        }
    }

    /// Returns the value of a position in a game that always ends and where who cannot move loses.
    pub fn of_nimber(nimber: u64) -> Value {
        Value::of(Outcome::win_if(nimber != 0)).with_nimber(nimber)
    }

    /// Returns the value of a position in a game of points that ends with this lead of the player.
    pub fn of_score(score: i128) -> Value {
        Value {
            score: Some(score),
            ..Value::of(Outcome::of_difference(score))
        }
    }

    /// Returns the value with a number of plies, if that is known.
    #[must_use]
    pub fn with_distance(self, distance: impl Into<Option<u64>>) -> Value {
        Value {
            distance: distance.into(),
            ..self
        }
    }

    /// Returns the value with a nimber, if that is known.
    #[must_use]
    pub fn with_nimber(self, nimber: impl Into<Option<u64>>) -> Value {
        Value {
            nimber: nimber.into(),
            ..self
        }
    }

    /// Returns the rank of a move to a position of this value, for the player who makes it; a greater rank is better.
    /// The winner hurries and the loser delays; moves of unknown distance rank alike.
    pub fn rank_for_mover(self) -> impl Ord {
        let plies = self.distance.map_or(0, i128::from);
        let hurry = match self.outcome {
            Outcome::Loss => -plies,
            Outcome::Draw => 0,
            Outcome::Win => plies,
        };
        (self.outcome.reversed(), self.score.map(|score| -score), hurry)
    }
}

/// The value of one part of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Worth {
    /// A heap of Nim of this size.
    Nimber(u64),
    /// The loopy value ∞(K), by the members of K, ascending.
    Infinite(Vec<u64>),
}

/// The rules of one game between two players who move in turn.
///
/// Everything that differs between instances (a graph, a board, the limits of a move) lives in the value that
/// implements this trait, so that a position holds only what changes during play. Whose turn it is belongs to the
/// position where the players move by different rules.
pub trait Rules {
    /// A position: everything that changes during play.
    type Position: Clone + Eq + Hash + Debug;
    /// A move: the choice of the player to move.
    type Move: Clone + PartialEq + Debug;

    /// Returns the position where play begins.
    fn start(&self) -> Self::Position;

    /// Returns the result, for the player to move, where the rules end the game; `None` where it goes on.
    ///
    /// A position that is not ended and has no move is lost for the player to move (the normal convention); a game
    /// with another convention answers here.
    fn terminal(&self, position: &Self::Position) -> Option<Outcome> {
        let _ = position;
        None
    }

    /// Returns the lead of the player to move where play is over, in games with points.
    fn final_score(&self, position: &Self::Position) -> Option<i128> {
        let _ = position;
        None
    }

    /// Returns a position that stands for this one in a table: it has the same value, and its moves lead to positions
    /// that the moves of this one's lead to, each up to the same exchange. Heaps in rising order are one; the default
    /// is the position itself.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Returns the legal moves from a position that is not ended, each with the position it leads to.
    ///
    /// The order is part of the game: it is the order in which moves are shown to a person.
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = (Self::Move, Self::Position)>;
}

/// A game whose positions are numbered without gaps, so that tables over them are flat arrays.
///
/// `index` and `position` are inverse to each other on `0..len()`; the numbers may include positions that play never
/// reaches, as long as the rules have an answer for them.
pub trait Positions: Rules {
    /// Returns the number of positions, unreachable ones included.
    fn len(&self) -> usize;

    /// Returns whether there is no position at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of a position.
    fn index(&self, position: &Self::Position) -> usize;

    /// Returns the position with this number. Panics if `index >= len()`.
    fn position(&self, index: usize) -> Self::Position;

    /// Calls `visit` once for every move that leads here, with the number of the position it comes from.
    ///
    /// Repeated moves between the same two positions are visited as often as `moves` yields them. Ended positions
    /// may be visited as predecessors; the engine ignores them.
    fn for_each_predecessor(&self, index: usize, visit: impl FnMut(usize));

    /// Visits the predecessors of several positions: those numbered `first + place` for each bit of `set` that is 1.
    /// `visit` gets the predecessors in the same form, as a first number and a set; no position is twice in one set.
    ///
    /// A game whose positions lie in rows may override this to find the place of a whole row at once.
    fn for_each_predecessor_of(&self, first: usize, set: u64, mut visit: impl FnMut(usize, u64)) {
        for place in places(set) {
            self.for_each_predecessor(first + place, |from| visit(from, 1));
        }
    }

    /// Calls `visit` for every position in the order of numbers, with its number, what [`Rules::terminal`] says of it
    /// and, where that is nothing, how many moves it has; 0 is read as a loss for the player to move.
    ///
    /// A game may override this with a faster way.
    fn survey(&self, mut visit: impl FnMut(usize, Option<Outcome>, u32)) {
        for index in 0..self.len() {
            let position = self.position(index);
            let outcome = self.terminal(&position);
            let moves = outcome.map_or_else(|| self.moves(&position).count(), |_| 0);
            let moves = u32::try_from(moves).expect("a position has fewer than 2^32 moves");
            visit(index, outcome, moves);
        }
    }
}

/// Returns the bytes, each 0 or 1, as bits.
#[inline]
fn bits(bytes: &[u8; 64]) -> u64 {
    let eights = bytes.as_chunks::<8>().0.iter().rev();
    eights.fold(0, |bits, &eight| {
        // The product's last byte gathers bit 0 of each byte, that of the first byte lowest.
        let gathered = u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits << 8 | gathered
    })
}

/// Returns the places of the bits that are 1, rising.
fn places(set: u64) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let place = left.trailing_zeros() as usize;
        (left != 0).then(|| {
            left &= left - 1;
            place
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mover_ranks_by_outcome_then_score_then_distance() {
        let of = |outcome, score, distance| Value {
            score,
            distance,
            ..Value::of(outcome)
        };
        // Positions to move to, the best first: what the opponent gets there.
        let ranked = [
            of(Outcome::Loss, Some(-3), None),
            of(Outcome::Loss, Some(-1), None),
            of(Outcome::Draw, Some(0), None),
            of(Outcome::Win, Some(1), None),
            of(Outcome::Win, Some(3), None),
        ];
        assert!(
            ranked
                .windows(2)
                .all(|pair| pair[0].rank_for_mover() > pair[1].rank_for_mover())
        );
        let quick_first = [
            of(Outcome::Loss, None, Some(2)),
            of(Outcome::Loss, None, Some(4)),
            of(Outcome::Draw, None, None),
            of(Outcome::Win, None, Some(5)),
            of(Outcome::Win, None, Some(1)),
        ];
        assert!(
            quick_first
                .windows(2)
                .all(|pair| pair[0].rank_for_mover() > pair[1].rank_for_mover())
        );
    }
}
