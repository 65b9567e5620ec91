//! The registry: one file per problem, two adjacent lines each.
//!
//! A new problem touches four places: its file here, its two lines below, its folder of words under `problems/` and
//! its folder of cases under `testdata/`. Forgetting the second line raises a dead-code warning; forgetting anything
//! else turns the registry's tests red.

use crate::problem::Entry;

mod acyclic;
mod dag_stone_count;
mod game;
mod pas;
mod pawns;
mod score_game;
mod stones;

#[cfg(test)]
mod testing;

/// Every problem, in the order in which they are listed.
pub const REGISTRY: &[&dyn Entry] = &[
    &game::Game,
    &stones::Stones,
    &pawns::Pawns,
    &pas::Pas,
    &dag_stone_count::DagStoneCount,
    &score_game::ScoreGame,
];
