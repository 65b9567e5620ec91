//! The registry: one file per problem, two adjacent lines each.
//!
//! A new problem touches four places. These are its file here, its two lines below, its folder under `problems/` and
//! its testcases under `testdata/`. If you forget the second line, the compiler warns of dead code. If you forget
//! anything else, the registry's tests fail.

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

/// All problems in their order in lists.
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
