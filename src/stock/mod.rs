//! What problems are built from: lists of arcs, boards, tokens, heaps, common answers, and steps to smaller instances.

use std::fmt;

pub mod heaps;
pub mod prelude;
pub mod shrink;

/// The answer "who wins, and with which smallest first amount".
#[derive(PartialEq, Debug)]
pub struct FirstAmount(pub Option<u64>);

impl FirstAmount {
    /// The smallest amount of winning moves that are named by their amounts.
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
