//! The registry: one file per problem, two adjacent lines each.
//!
//! A new problem touches four places: its file here, its two lines below, its folder of words under `problems/` and
//! its folder of cases under `testdata/`. Forgetting the second line raises a dead-code warning; forgetting anything
//! else turns the registry's tests red.

use crate::problem::{Entry, entry};

mod cat_mouse;
mod cat_mouse_ii;
mod dag_stone_count;
pub(crate) mod game;
mod lgame;
mod marbles;
mod nim;
mod pas;
mod pawns;
mod police_thief;
mod score_game;
mod stone_transfer;
mod stones;
mod subtract;
mod wythoff;

/// Every problem, in the order in which they are listed.
pub const REGISTRY: &[&dyn Entry] = &[
    entry::<game::Game>(),
    entry::<lgame::Board>(),
    entry::<stones::Stones>(),
    entry::<stone_transfer::StoneTransfer>(),
    entry::<pawns::Pawns>(),
    entry::<pas::Pas>(),
    entry::<police_thief::PoliceThief>(),
    entry::<cat_mouse::CatMouse>(),
    entry::<cat_mouse_ii::CatMouseIi>(),
    entry::<dag_stone_count::DagStoneCount>(),
    entry::<nim::Nim>(),
    entry::<subtract::Subtract>(),
    entry::<marbles::Marbles>(),
    entry::<score_game::ScoreGame>(),
    entry::<wythoff::Wythoff>(),
];
