//! What a learner does with a game: have a position explained, look at it, and play it; and with a program: find
//! what it fails on, and make that small.
//!
//! Everything here is written once, against [`AnyGame`](crate::problem::AnyGame) or
//! [`Entry`](crate::problem::Entry), and works for every problem.

#[cfg(unix)]
pub mod arena;
pub mod check;
pub mod draw;
pub mod explain;
pub mod play;
pub mod session;
pub mod shrink;
pub mod stress;
