//! Judging: testcases, the comparison of outputs, verdicts, and the reports about them.
//!
//! The crate knows no game. If the task is a problem, the caller provides its [`Rule`]. Otherwise a checker judges the
//! outputs, or they are compared with the stored answers.
//!
//! A program comes as a command or as a source file ([`program`], [`language`]). It runs in the sandbox (the crate
//! `gamesolve_box`). The facts of the run judge it first, then its output ([`attempt`]). An external checker may decide
//! on the output ([`external`]). [`points`] adds up the points of the verdicts.
#![forbid(unsafe_code)]
// A test may panic: the panic is its report.
#![cfg_attr(test, allow(clippy::unwrap_used))]

#[cfg(unix)]
pub mod attempt;
pub mod beside;
pub mod compare;
pub mod encoding;
#[cfg(unix)]
pub mod external;
#[cfg(unix)]
pub mod facts;
pub mod findings;
#[cfg(unix)]
mod interact;
pub mod language;
#[cfg(unix)]
mod left_out;
pub mod look;
pub mod overall;
mod pattern;
#[cfg(unix)]
pub mod places;
#[cfg(unix)]
pub mod plan;
pub mod points;
#[cfg(unix)]
pub mod program;
mod regular;
pub mod report;
pub mod rules;
mod runner;
pub mod selection;
#[cfg(unix)]
pub mod session;
pub mod syntax;
#[cfg(unix)]
pub mod tools;
mod verdict;
#[cfg(unix)]
pub mod workshop;

pub use compare::Policy;
pub use gamesolve_task::expected::Deserved;
pub use regular::require_regular;
pub use rules::{Rule, Rules};
pub use runner::run;
pub use verdict::{Credit, Fault, Judgement, Reason, Verdict};
