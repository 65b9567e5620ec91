//! A game as it is played.

use crate::engine::oracle::Step;
use crate::engine::{Outcome, Rules};

/// A game as it is played: by its own rules, or so that who cannot move wins. Where the rules end the game, their result
/// stays.
///
/// One type for both, so that what explores a game or plays it out is compiled once for it.
pub(super) struct Played<'a, G> {
    pub rules: &'a G,
    /// Whether who cannot move wins.
    pub misere: bool,
}

impl<'a, G> Played<'a, G> {
    /// Returns a game as its own rules are.
    pub fn normal(rules: &'a G) -> Played<'a, G> {
        Played { rules, misere: false }
    }

    /// Returns a game in which who cannot move wins.
    pub fn misere(rules: &'a G) -> Played<'a, G> {
        Played { rules, misere: true }
    }
}

impl<G: Rules> Rules for Played<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.rules.start()
    }

    fn terminal(&self, position: &G::Position) -> Option<Outcome> {
        let stuck = || self.misere && self.rules.moves(position).next().is_none();
        let by_rule = self.rules.terminal(position);
        by_rule.or_else(|| stuck().then_some(Outcome::Win))
    }

    fn final_score(&self, position: &G::Position) -> Option<i128> {
        if self.misere {
            None
        } else {
            self.rules.final_score(position)
        }
    }

    fn canonical(&self, position: &G::Position) -> G::Position {
        self.rules.canonical(position)
    }

    fn moves(&self, position: &G::Position) -> impl Iterator<Item = Step<Self>> {
        self.rules.moves(position)
    }
}
