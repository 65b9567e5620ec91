//! Exact solvers for olympiad game problems, and the tools around them.
//!
//! The folders are the theory. Dependencies point one way, from the top of this table to its foot:
//!
//! | room | what it holds |
//! |---|---|
//! | [`cli`] | the command line; the only room that knows the registry |
//! | [`practice`] | what a learner does: explain, play, stress and shrink |
//! | [`package`] | folders of test cases as judges lay them out, and what they are worth |
//! | [`problems`] | one file per problem, and the registry |
#![cfg_attr(
    feature = "cluster",
    doc = "| [`cluster`] | one game solved by several processes, which knows neither text nor problems |"
)]
//! | [`judge`] | cases, comparison, verdicts, points and reports |
//! | [`problem`] | the form that a problem fills in |
//! | [`playable`], [`picture`] | a game as people play it, and what it looks like |
//! | [`budget`], [`random`] | how much memory solving may take; the one source of chance |
//! | [`text`] | reading the problems' text formats, with located errors |
//! | [`engine`] | game theory: positions, outcomes, nimbers |
//!
//! A problem is one file under `problems` that fills in [`problem::Problem`]; everything a user can do with a problem
//! is written once against that form.
#![forbid(unsafe_code)]
// Tests may stop at once: a panic there is the report.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod budget;
pub mod cli;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod judge;
pub mod package;
pub mod picture;
pub mod playable;
pub mod practice;
pub mod problem;
pub mod problems;
pub mod random;
pub mod stock;
pub mod text;

pub use gamesolve_engine as engine;
