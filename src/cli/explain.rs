//! `gamesolve explain`: the answer with its reason.

use anyhow::Result;
use clap::Args;
use serde_json::json;

use super::one_test::{OneInput, TestOptions};
use super::output;
use super::status::Status;
use crate::budget::Refusal;
use crate::practice::explain::explain;
use crate::problem::{Answered, Failure};
use crate::text::quoted;

/// Explain an answer: the winner, the best moves and the reason
#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    #[command(flatten)]
    input: OneInput,
    /// The format of the explanation
    #[arg(long, value_name = "FORMAT", value_parser = ["text", "json"], default_value = "text")]
    format: String,
    /// List each check of the answer
    #[arg(long)]
    verbose: bool,
    #[command(flatten)]
    test: TestOptions,
}

/// The default memory for an explanation.
///
/// An explanation needs all values with their distances. To fill this much memory with them takes a second or two.
const EXPLAINED_BYTES: u64 = 256 << 20;

/// Explains a game. If an explanation is too expensive, gives the answer and names the missing checks.
pub(super) fn run(options: &Options) -> Result<Status> {
    let deadline = options.test.limits.solving.deadline();
    let one = options.test.read(&options.input)?;
    let budget = options.test.limits.solving.budget_or(EXPLAINED_BYTES);
    let game = match one.entry.game(one.input(), 0, budget.to_show()) {
        // If the values of the game take too long, its answer may do so too. Another command gives the answer.
        Err(Failure::Refused(refusal)) if refusal.is_of_work() => return Err(one.stop(refusal).into()),
        // The rules themselves are wrong or take too long, and would fail once more.
        Err(failure @ Failure::Game(_)) => return Err(one.stop(failure).into()),
        game => game,
    };
    let answered = one.entry.answered(one.input(), one.budget);
    let Answered { text: answer, remarks } = answered.map_err(|failure| one.stop(failure))?;
    let (mut json, text, checked) = match game {
        Ok(game) => {
            let explanation = explain(&*game, budget).map_err(|error| one.stop(error))?;
            let checked = game.answer();
            if checked != answer {
                let why = format!("the answer is {answer}, its checked values give {checked}");
                return Err(one.stop(one.entry.disagreement(why)).into());
            }
            let checked = if options.verbose {
                explanation.checked_text()
            } else {
                explanation.verified_text()
            };
            (explanation.json(), explanation.text(), checked)
        }
        Err(Failure::Refused(refusal)) => {
            let checked = not_explained(&refusal);
            (json!({ "outcome": null, "checked": checked }), String::new(), checked)
        }
        Err(failure) => return Err(one.stop(failure).into()),
    };
    let text = match options.format.as_str() {
        "json" => {
            json["problem"] = one.entry.meta().slug.into();
            json["answer"] = answer.into();
            if !remarks.is_empty() {
                json["notes"] = remarks.into();
            }
            output::json(&json)?
        }
        _ => {
            let line = |line: &str| format!("  {}\n", quoted(line.as_bytes(), usize::MAX));
            let lines = answer.trim_end().lines().map(line);
            let remarks = remarks.iter().map(|remark| format!("Note: {remark}.\n"));
            let name = one.entry.name_line(one.input(), budget);
            format!(
                "{text}\nThe answer:\n{}\n{name}{}{checked}\n",
                lines.collect::<String>(),
                remarks.collect::<String>()
            )
        }
    };
    drop(deadline);
    output::to_stdout(&text)?;
    Ok(Status::Success)
}

/// Returns a sentence that says why the answer comes without an explanation.
fn not_explained(refusal: &Refusal) -> String {
    format!(
        "Not checked: the answer and the moves that keep it, because {} ({}).",
        refusal.message(),
        refusal.hint()
    )
}
