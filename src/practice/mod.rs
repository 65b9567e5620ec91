//! What a learner does with a game: have a position explained, and play it; and with a
//! program: find what it fails on, and make that small.
//!
//! Everything here is written once, against [`AnyGame`](crate::playable::AnyGame) or
//! [`Entry`](crate::problem::Entry), and works for every problem.

pub mod check;
pub mod explain;
pub mod play;
pub mod shrink;
pub mod stress;
