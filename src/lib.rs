//! Exact solvers for olympiad game problems, and the tools around them.
//!
//! Dependencies point one way, from the top of this table to its foot. `tests/cli/floors.rs` checks that:
//!
//! | module | contents |
//! |---|---|
//! | [`cli`] | the command line, and the only module that names the registry |
#![cfg_attr(
    feature = "cluster",
    doc = "| [`cluster`] | the input that several processes share to solve one graph |"
)]
//! | [`practice`] | tools for learners: explain, play, draw, stress and shrink |
//! | [`cases`] | our problems as tasks: stored and generated testcases, submissions, and the judgement of outputs |
//! | [`judge`] | sessions of judging: the sandbox, comparison, verdicts, points and reports |
//! | [`package`] | folders of testcases in the layouts of judges, and the points of the testcases |
//! | `own` | own games, from files in Python or C++ (Unix only) |
//! | [`problems`] | one file per problem, and the registry |
//! | [`stock`] | tools for the authors of problems |
//! | [`problem`] | the form that a problem fills in |
//! | [`picture`] | pieces, places and stages of a picture |
//! | [`text`] | reading the problems' text formats, with located errors |
//! | [`engine`] | game theory: positions, outcomes, nimbers |
//! | [`pattern`] | patterns in a table of values, and their evidence |
//! | [`budget`], [`random`] | the memory that solving may take, and the one source of chance |
//!
//! A problem is one file under `problems` that fills in [`problem::Problem`]. Every tool is written once against that
//! form.

#![forbid(unsafe_code)]
// Tests may panic: the panic is the report.
#![cfg_attr(test, allow(clippy::too_many_lines, clippy::unwrap_used))]

pub mod cases;
// WebAssembly has no terminal and no files.
#[cfg(not(target_family = "wasm"))]
pub mod cli;
#[cfg(feature = "cluster")]
pub mod cluster;
#[cfg(unix)]
pub mod own;
pub mod picture;
pub mod practice;
pub mod problem;
pub mod problems;
pub mod stock;
pub mod temporary;

pub use gamesolve_engine as engine;
pub use gamesolve_judge as judge;
pub use gamesolve_pattern as pattern;
pub use gamesolve_task as package;
pub use gamesolve_text as text;
pub use gamesolve_text::{budget, random};

/// Returns whether a test that takes seconds is left to the gate. If so, the test says so beside its result.
#[cfg(test)]
pub(crate) fn is_left_to_the_gate(test: &str) -> bool {
    use std::io::Write as _;
    let is_asked_for = |name: &str| std::env::var_os(name).is_some();
    let is_left = !["GAMESOLVE_GATE", "GAMESOLVE_NO_SKIP", "GAMESOLVE_ALL"]
        .into_iter()
        .any(is_asked_for);
    if is_left {
        let _ = writeln!(std::io::stderr(), "left to the gate, with GAMESOLVE_GATE=1: {test}");
    }
    is_left
}
