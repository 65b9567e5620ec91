//! Game theory and nothing else: no problem, no text, no terminal.
//!
//! The engines and the questions that they answer:
//!
//! | the game | the question | engine |
//! |---|---|---|
//! | any finite graph, cycles allowed | which player wins, and how fast | [`retrograde`] |
//! | two tokens, each on a graph of its own | the same, the product never stored | [`pursuit`] |
//! | acyclic graph, or a sum of such games | nimber, sum, winning move | [`grundy`] |
//! | the same with cycles | loopy nimber, outcome of a sum | [`loopy`] |
//! | a heap from which a strip is cut | nimber of every length | [`splitting`] |
//! | a heap from which listed amounts are taken | which player wins, at any size | [`subtraction`] |
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
//! Loopy nimbers of a graph with a cycle:
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
//! Rules of your own, explored:
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
use std::fmt::{self, Debug};
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

/// The program of a page of the book, which is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/dev/library.md")]
struct LibraryPage;

/// The result of perfect play, always for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The player to move loses after every move.
    Loss,
    /// Neither player can force a win, and play goes on for ever.
    Draw,
    /// The player to move can force a win.
    Win,
}

impl Outcome {
    /// Returns the outcome for the player who ends a game of points with this difference.
    pub fn of_difference(difference: i128) -> Outcome {
        match difference.cmp(&0) {
            Ordering::Less => Outcome::Loss,
            Ordering::Equal => Outcome::Draw,
            Ordering::Greater => Outcome::Win,
        }
    }

    /// Returns a win if `wins`, else a loss.
    pub fn win_if(wins: bool) -> Outcome {
        if wins { Outcome::Win } else { Outcome::Loss }
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

/// A difference of points, exact in units of a decimal place. It displays as a decimal without zeros at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score {
    /// The difference in units.
    pub units: i128,
    /// The decimal place of a unit. All scores of a game have the same one.
    pub places: u32,
}

impl From<i128> for Score {
    fn from(units: i128) -> Score {
        Score { units, places: 0 }
    }
}

impl std::ops::Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        let units = -self.units;
        Score { units, ..self }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = 10u128.pow(self.places);
        let (whole, rest) = (self.units.unsigned_abs() / one, self.units.unsigned_abs() % one);
        let digits = format!("{whole}.{rest:0width$}", width = self.places as usize);
        let digits = digits.trim_end_matches('0').trim_end_matches('.');
        f.pad_integral(self.units >= 0, "", digits)
    }
}

/// The known part of the value of a position, for the player to move.
///
/// A field is `None` if the game has no such value, or if the value costs too much to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Value {
    /// The result of perfect play.
    pub outcome: Outcome,
    /// The number of plies of perfect play: the winner hurries, the loser delays. `None` for a draw.
    pub distance: Option<u64>,
    /// The nimber, in games that always end and in which a player without a move loses.
    pub nimber: Option<u64>,
    /// The lead of the player at the end of perfect play, in games with points.
    pub score: Option<Score>,
}

impl Value {
    /// Returns a value with only its outcome set.
    pub fn of(outcome: Outcome) -> Value {
        Value {
            outcome,
            distance: None,
            nimber: None,
            score: None,
        }
    }

    /// Returns the value of a position in a game that always ends and in which a player without a move loses.
    pub fn of_nimber(nimber: u64) -> Value {
        Value::of(Outcome::win_if(nimber != 0)).with_nimber(nimber)
    }

    /// Returns the value of a position in a game of points that ends with this lead of the player to move.
    pub fn of_score(score: impl Into<Score>) -> Value {
        let score = score.into();
        Value {
            score: Some(score),
            ..Value::of(Outcome::of_difference(score.units))
        }
    }

    /// Returns the value with this number of plies, or without one.
    #[must_use]
    pub fn with_distance(self, distance: impl Into<Option<u64>>) -> Value {
        Value {
            distance: distance.into(),
            ..self
        }
    }

    /// Returns the value with this nimber, or without one.
    #[must_use]
    pub fn with_nimber(self, nimber: impl Into<Option<u64>>) -> Value {
        Value {
            nimber: nimber.into(),
            ..self
        }
    }

    /// Returns the rank of a move to a position of this value, for the player who makes the move.
    ///
    /// A greater rank is better: the winner hurries and the loser delays. Moves of unknown distance rank alike.
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
/// implements this trait. A position then holds only the data that changes during play. If the players move by
/// different rules, the position also says whose turn it is.
pub trait Rules {
    /// A position: everything that changes during play.
    type Position: Clone + Eq + Hash + Debug;
    /// A move: the choice of the player to move.
    type Move: Clone + PartialEq + Debug;

    /// Returns the first position of play.
    fn start(&self) -> Self::Position;

    /// Returns the result for the player to move if the rules end the game here, and `None` if play goes on.
    ///
    /// Under the normal convention, a position without moves is lost for the player to move, and needs no answer here.
    /// A game with another convention answers here.
    fn terminal(&self, position: &Self::Position) -> Option<Outcome> {
        let _ = position;
        None
    }

    /// Returns the lead of the player to move if play is over here, in games with points.
    fn final_score(&self, position: &Self::Position) -> Option<Score> {
        let _ = position;
        None
    }

    /// Returns the position that represents this one in a table. The default is the position itself.
    ///
    /// Both positions have the same value. The successors of both have the same representatives. An example is a row of
    /// heaps in ascending order.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Returns the legal moves from a position that is not ended, each with its successor.
    ///
    /// The order is part of the game: people see the moves in this order.
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = (Self::Move, Self::Position)>;
}

/// A game whose positions are numbered without gaps, so that tables over them are flat arrays.
///
/// `index` and `position` are inverse to each other on `0..len()`. A number may belong to a position that play never
/// reaches, if the rules have an answer for it.
pub trait Positions: Rules {
    /// Returns the number of positions, unreachable ones included.
    fn len(&self) -> usize;

    /// Returns whether there are no positions.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of a position.
    fn index(&self, position: &Self::Position) -> usize;

    /// Returns the position with this number. Panics if `index >= len()`.
    fn position(&self, index: usize) -> Self::Position;

    /// Calls `visit` once for every move that leads here, with the number of the position before the move.
    ///
    /// A predecessor with several moves to this position is visited once for each of them. Ended positions may be
    /// visited as predecessors: the engine ignores them.
    fn for_each_predecessor(&self, index: usize, visit: impl FnMut(usize));

    /// Visits the predecessors of the positions numbered `first + place`, for each bit of `set` that is 1.
    ///
    /// `visit` gets the predecessors in the same form, as a first number and a set. No set holds a position twice. If
    /// the positions of a game lie in rows, the game may override this to find the place of a whole row at once.
    fn for_each_predecessor_of(&self, first: usize, set: u64, mut visit: impl FnMut(usize, u64)) {
        for place in places(set) {
            self.for_each_predecessor(first + place, |from| visit(from, 1));
        }
    }

    /// Calls `visit` for every position in ascending order of numbers.
    ///
    /// `visit` gets the number, the result of [`Rules::terminal`], and the number of moves if the position is not
    /// ended. No moves mean a loss for the player to move. A game may override this with a faster way.
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

/// Returns 64 bytes, each 0 or 1, as the bits of a word.
#[inline]
fn bits(bytes: &[u8; 64]) -> u64 {
    let eights = bytes.as_chunks::<8>().0.iter().rev();
    eights.fold(0, |bits, &eight| {
        // The product's last byte gathers bit 0 of each byte, lowest for the first byte.
        let gathered = u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits << 8 | gathered
    })
}

/// Returns the places of the bits that are 1, ascending.
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
    fn a_score_is_a_decimal_number_of_points() {
        let shown = |units, places| format!("{0} {0:+}", Score { units, places });
        assert_eq!(shown(5508, 3), "5.508 +5.508");
        assert_eq!(shown(-5, 2), "-0.05 -0.05");
        assert_eq!(shown(300, 2), "3 +3");
        assert_eq!(shown(100, 0), "100 +100");
        assert_eq!(shown(0, 4), "0 +0");
    }

    #[test]
    fn a_mover_ranks_by_outcome_then_score_then_distance() {
        let of = |outcome, score: Option<i128>, distance| Value {
            score: score.map(Score::from),
            distance,
            ..Value::of(outcome)
        };
        // Positions to move to, the best first: each value is the opponent's.
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
