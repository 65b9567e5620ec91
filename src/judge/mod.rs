//! Judging: cases, how outputs are compared, verdicts, and the reports about them.
//!
//! Nothing here names a problem. What is judged comes in as bytes: the output of the built-in solver, a stored file,
//! or what a program printed; [`Judge`] gives each the verdict that a contest would.
//!
//! A program comes as a command or a source file ([`program`], [`language`]), runs in the box (the crate `gamesolve_box`) and is judged
//! by the facts of its run, then by its output ([`attempt`]), which a checker of others may decide ([`external`]). What the
//! verdicts are worth together is [`points`].

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
