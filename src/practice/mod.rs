//! What a learner does with a game: have a position explained, look at it, and play it.
//!
//! Everything here is written once against [`AnyGame`](crate::playable::AnyGame) and works for every problem.

pub mod check;
pub mod draw;
pub mod explain;
pub mod play;
