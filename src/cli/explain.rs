//! `gamesolve explain`: the answer with its reason.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::args;
use super::one_test::{OneTest, TestNumber};
use super::output;
use super::status::Status;
use crate::practice::explain::explain;
use crate::problem::Failure;

/// Explain an answer: who wins, how fast, by which moves and why
#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    #[command(flatten)]
    problem: args::Problem,
    /// The input file [default: standard input]
    #[arg(value_name = "INPUT")]
    input: Option<PathBuf>,
    #[command(flatten)]
    test: TestNumber,
    /// How to tell it
    #[arg(long, value_name = "FORMAT", value_parser = ["text", "json"], default_value = "text")]
    format: String,
    #[command(flatten)]
    limits: args::Limits,
    #[command(flatten)]
    variants: args::VariantFlags,
}

/// Explains a game. A check that is too dear does not silence the answer: the explanation names what was not checked.
pub(super) fn run(options: &Options) -> Result<Status> {
    options.limits.start_threads()?;
    let source = args::read_input(options.input.as_ref(), options.limits.input.or_default())?;
    let one = OneTest::of(
        source,
        options.problem.problem,
        &options.variants,
        options.limits.memory.budget(),
        &options.test,
    )?;
    let answer = match one.entry.certify(one.input(), one.budget) {
        Err(Failure::Refused(_)) => one.entry.solve(one.input(), one.budget),
        certified => certified.map(|(answer, _)| answer),
    };
    let answer = answer.map_err(|failure| one.stop(failure))?;
    let explanation = explain(&*one.game()?, one.budget).map_err(|doubt| one.stop(doubt))?;
    let text = match options.format.as_str() {
        "json" => {
            let mut json = explanation.json();
            json["problem"] = one.entry.meta().slug.into();
            json["answer"] = answer.into();
            serde_json::to_string_pretty(&json)? + "\n"
        }
        _ => {
            let lines = answer.trim_end().lines().map(|line| format!("  {line}\n"));
            format!("{}\nThe answer:\n{}", explanation.text(), lines.collect::<String>())
        }
    };
    output::to_stdout(&text)?;
    Ok(Status::Success)
}
