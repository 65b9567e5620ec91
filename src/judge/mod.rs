//! Judging: cases, how outputs are compared, verdicts, and the reports about them.
//!
//! Nothing here names a problem. What is judged comes in as bytes: the output of the built-in solver, a stored file,
//! or what a program printed; [`Judge`] gives each the verdict that a contest would.

mod case;
pub mod compare;
mod evaluate;
pub mod report;
mod runner;
mod verdict;

pub use case::{Case, natural_order};
pub use compare::Policy;
pub use evaluate::{Judge, of_failure};
pub use runner::run;
pub use verdict::{Fault, Judgement, Reason, Verdict};
