//! `gamesolve hint`: gives help in steps of growing size.

use anyhow::Result;
use clap::Args;

use super::lesson::hints;
use super::show::{self, Language};
use crate::cli::args::whole;
use crate::cli::output;
use crate::cli::process::deadline::working;
use crate::cli::settings::Settings;
use crate::cli::status::{Status, refuse, say, say_next};
use crate::cli::table::{self, Task, TaskParser};

/// The number of hints of each problem.
pub const HINTS: usize = 3;

/// Give a hint, or a larger one
#[derive(Args)]
#[group(skip)]
pub(in crate::cli) struct Options {
    /// A problem, a file with your own game, or a rule as in `table`
    #[arg(id = "problem", value_name = "PROBLEM", value_parser = TaskParser, hide_possible_values = true)]
    task: Task,
    /// The size of the hint: 1 is a nudge, 2 names the idea, 3 is nearly the whole solution. For your own game: 1 the
    /// values, 2 a place to look, 3 the pattern, 4 the reason
    #[arg(value_name = "NUMBER", value_parser = whole::<u64>(1..=u64::MAX), default_value = "1")]
    number: u64,
    #[command(flatten)]
    language: Language,
}

pub(in crate::cli) fn run(options: &Options) -> Result<Status> {
    let (number, typed) = (options.number, options.task.typed());
    let most = match options.task {
        Task::Problem(_) => HINTS as u64,
        _ => table::HINTS,
    };
    if number > most {
        refuse!("{typed} has only {most} hints\nhint: gamesolve hint {typed} {most}");
    }
    let Task::Problem(entry) = &options.task else {
        let working = working();
        let hint = table::hint(&options.task, number)?;
        drop(working);
        output::to_stdout(&hint)?;
        if number < most {
            say(&format!("more help: gamesolve hint {typed} {}", number + 1));
        }
        return Ok(Status::Success);
    };
    let meta = entry.meta();
    let mut hints = hints(options.language.choose(&meta.hints, &Settings::of_user()?));
    let hint = hints.nth(number as usize - 1).expect("a problem has its hints");
    output::to_stdout(&show::readable(hint))?;
    if number < most {
        let more = format!("gamesolve hint {} {}", meta.slug, number + 1);
        say(&format!("hint {number} of {most}; more help: {more}"));
    } else {
        say_next(&format!("gamesolve puzzle {}", meta.slug));
    }
    Ok(Status::Success)
}
