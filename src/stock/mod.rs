//! Building blocks of problems: lists of arcs, boards, tokens, heaps, common answers, and steps to smaller instances.

use std::fmt;

use crate::engine::oracle::Oracle;
use crate::engine::{Outcome, Rules};

pub mod arcs;
pub mod boards;
pub mod heaps;
pub mod mistakes;
pub mod prelude;
pub mod pursuit;
pub mod shrink;
pub mod tokens;

/// The answer "how many first moves win".
#[derive(PartialEq, Debug)]
pub struct WinningMoves(pub u128);

impl WinningMoves {
    /// Returns the number of winning moves from the start of a game.
    pub fn of<R: Rules>(game: &R, known: &dyn Oracle<R>) -> WinningMoves {
        WinningMoves(known.count_winning_moves(game, &game.start()))
    }
}

impl fmt::Display for WinningMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.0)
    }
}

/// The answer "who wins": 1 for the player to move, 2 for the opponent, 0 for neither.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Winner(pub Outcome);

impl Winner {
    /// Returns the winner of a game from its start.
    pub fn of<R: Rules>(game: &R, known: &dyn Oracle<R>) -> Winner {
        Winner(known.value(game, &game.start()).outcome)
    }
}

impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Outcome::Win => "1\n",
            Outcome::Loss => "2\n",
            Outcome::Draw => "0\n",
        })
    }
}

/// The answer "who wins, and with which smallest first amount".
#[derive(PartialEq, Debug)]
pub struct FirstAmount(pub Option<u64>);

impl FirstAmount {
    /// Returns the smallest amount of winning moves that are named by their amounts.
    pub fn smallest<P>(winning: impl Iterator<Item = (u64, P)>) -> FirstAmount {
        FirstAmount(winning.map(|(amount, _)| amount).min())
    }
}

impl fmt::Display for FirstAmount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(amount) => writeln!(f, "1\n{amount}"),
            None => writeln!(f, "2"),
        }
    }
}
