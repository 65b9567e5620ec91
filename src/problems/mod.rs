//! The registry: one file per problem, two adjacent lines each.
//!
//! A new problem touches four places: its file here, its two lines below, its folder of words under `problems/` and
//! its folder of cases under `testdata/`. Forgetting the second line raises a dead-code warning; forgetting anything
//! else turns the registry's tests red.

use crate::problem::Entry;

mod cat_mouse;
mod cat_mouse_ii;
mod game;
mod grid;
mod lgame;
mod police_thief;
mod stones;

#[cfg(test)]
mod testing;

/// Every problem, in the order in which they are listed.
pub const REGISTRY: &[&dyn Entry] = &[
    &game::Game,
    &lgame::Lgame,
    &stones::Stones,
    &police_thief::PoliceThief,
    &cat_mouse::CatMouse,
    &cat_mouse_ii::CatMouseIi,
];
