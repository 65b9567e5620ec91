//! Tools for learners. For a game: explain a position, draw it, play it. For a program: find a failing instance and
//! shrink it.
//!
//! Everything here is written once, against [`AnyGame`](crate::problem::AnyGame) or [`Entry`](crate::problem::Entry),
//! and works for every problem.

#[cfg(unix)]
pub mod arena;
pub mod check;
pub mod draw;
pub mod explain;
pub mod facts;
pub mod first_program;
pub mod interactive;
pub mod mistakes;
pub mod play;
pub mod puzzle;
pub mod session;
pub mod shrink;
pub mod stress;
pub mod table;
