//! A game in normal or misère play.

use crate::engine::oracle::Step;
use crate::engine::{Outcome, Rules, Score};

/// A game in normal or misère play. If the rules end the game, their result stays.
///
/// Both use one type, so that exploring and playing out are compiled once for each game.
pub(super) struct Played<'a, G> {
    pub rules: &'a G,
    /// Whether a player who cannot move wins.
    pub misere: bool,
}

impl<'a, G> Played<'a, G> {
    /// Returns a game by its own rules.
    pub fn normal(rules: &'a G) -> Played<'a, G> {
        Played { rules, misere: false }
    }

    /// Returns a game in which a player who cannot move wins.
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

    fn final_score(&self, position: &G::Position) -> Option<Score> {
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
