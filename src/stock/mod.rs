//! Building blocks of problems: lists of arcs, boards, tokens, heaps, common answers, and steps to smaller instances.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools as _;

use crate::engine::oracle::Oracle;
use crate::engine::{Outcome, Rules};

pub mod arcs;
pub mod boards;
pub mod heaps;
pub mod mistakes;
pub mod prelude;
pub mod pursuit;
pub mod shrink;
pub mod tiny;
pub mod tokens;

/// The answer of one number or word on a line.
#[derive(PartialEq, Debug)]
pub struct Line<T>(pub T);

/// The answer "how many first moves win".
pub type WinningMoves = Line<u128>;

impl WinningMoves {
    /// Returns the number of winning moves from the start of a game.
    pub fn of<R: Rules>(game: &R, known: &dyn Oracle<R>) -> WinningMoves {
        Line(known.count_winning_moves(game, &game.start()))
    }
}

impl<T: fmt::Display> fmt::Display for Line<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.0)
    }
}

/// The answer "who wins": 1 for the player to move, 2 for the opponent, 0 for a draw.
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
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FirstAmount {
    /// The first player wins by taking this amount.
    Wins(u64),
    /// The first player wins without a move, because the player who cannot move wins.
    HasWon,
    /// The second player wins.
    Loses,
}

impl From<Option<u64>> for FirstAmount {
    fn from(amount: Option<u64>) -> FirstAmount {
        amount.map_or(FirstAmount::Loses, FirstAmount::Wins)
    }
}

impl FirstAmount {
    /// Returns the smallest amount that wins at the start of a game of one heap.
    pub fn of<R: Rules<Move = [u64; 1]>>(game: &R, known: &dyn Oracle<R>) -> FirstAmount {
        let start = game.start();
        let amounts = known.winning_moves(game, &start).map(|([amount], _)| amount);
        match (amounts.min(), known.value(game, &start).outcome) {
            (None, Outcome::Win) => FirstAmount::HasWon,
            (amount, _) => amount.into(),
        }
    }
}

impl fmt::Display for FirstAmount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FirstAmount::Wins(amount) => writeln!(f, "1\n{amount}"),
            FirstAmount::HasWon => writeln!(f, "1"),
            FirstAmount::Loses => writeln!(f, "2"),
        }
    }
}

/// Joins the first `most` items of a list, and adds the number of the remaining `others`.
pub fn first_of(items: &[impl fmt::Display], most: usize, others: &str) -> String {
    let shown = items.iter().take(most).join(", ");
    match items.len().saturating_sub(most) {
        0 => shown,
        more => format!("{shown} and {more} {others}"),
    }
}

/// Reads exactly `COUNT` numbers that a player typed: the parts of the name of a move.
pub fn numbers<T: FromStr, const COUNT: usize>(name: &str, separator: char) -> Option<[T; COUNT]> {
    let numbers = name.split(separator).map(|number| number.parse().ok());
    numbers.collect::<Option<Vec<T>>>()?.try_into().ok()
}

/// Returns the number of ways to put equal things into boxes, C(things + boxes - 1, things), or `u128::MAX` on
/// overflow.
///
/// There must be at least one box.
pub fn multisets(things: u64, boxes: u64) -> u128 {
    let (few, many) = (things.min(boxes - 1), things.max(boxes - 1));
    // Each partial product is a binomial coefficient, so the division is exact.
    let ways = (1..=u128::from(few)).try_fold(1, |ways: u128, i| {
        let product = ways.checked_mul(u128::from(many) + i)?;
        Some(product / i)
    });
    ways.unwrap_or(u128::MAX)
}

#[cfg(test)]
mod tests {
    #[test]
    fn multisets_are_binomial_coefficients_or_too_many() {
        let ways = |boxes| (0..5).map(|things| super::multisets(things, boxes)).collect::<Vec<_>>();
        assert_eq!(ways(1), [1; 5]);
        assert_eq!(ways(2), [1, 2, 3, 4, 5]);
        assert_eq!(ways(4), [1, 4, 10, 20, 35]);
        assert_eq!(super::multisets(u64::MAX, 2), 1 << 64);
        assert_eq!(super::multisets(u64::MAX, u64::MAX), u128::MAX);
    }
}
