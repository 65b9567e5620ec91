//! Judging: cases, how outputs are compared, verdicts, and the reports about them.
//!
//! It knows no game. The caller hands in the [`Rule`] of a problem, if the task is one; else outputs are compared or a
//! checker judges them.
//!
//! A program comes as a command or a source file ([`program`], [`language`]) and runs in the box (the crate
//! `gamesolve_box`). It is judged by the facts of its run, then by its output ([`attempt`]); a checker of others may decide
//! on that ([`external`]). [`points`] says how much the verdicts are worth together.
#![forbid(unsafe_code)]
// Tests may stop at once: a panic there is the report.
#![cfg_attr(test, allow(clippy::unwrap_used))]

#[cfg(unix)]
pub mod attempt;
pub mod compare;
pub mod encoding;
#[cfg(unix)]
pub mod external;
#[cfg(unix)]
pub mod facts;
#[cfg(unix)]
mod interact;
#[cfg(unix)]
pub mod language;
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
#[cfg(unix)]
pub mod tools;
mod verdict;
#[cfg(unix)]
pub mod workshop;

pub use compare::Policy;
pub use regular::require_regular;
pub use rules::{Rule, Rules};
pub use runner::run;
pub use verdict::{Credit, Fault, Judgement, Reason, Verdict};
