//! `gamesolve hint`: gives help in steps of growing size.

use anyhow::Result;
use clap::{Args, value_parser};

use super::lesson::hints;
use super::output;
use super::show;
use super::status::{Status, Stop, say, say_next};
use super::table::{self, Task, TaskParser};

/// The number of hints of each problem.
pub const HINTS: usize = 3;

/// Give a hint, or a larger one
#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    /// A problem, a file with your own game, or a rule as in `table`
    #[arg(id = "problem", value_name = "PROBLEM", value_parser = TaskParser, hide_possible_values = true)]
    task: Task,
    /// The size of the hint: 1 is a nudge, 2 names the idea, 3 is nearly the whole solution. For your own game: 1 the
    /// values, 2 a place to look, 3 the pattern, 4 the reason
    #[arg(value_name = "NUMBER", value_parser = value_parser!(u8).range(1..=i64::from(table::HINTS)), default_value = "1")]
    number: u8,
}

pub(super) fn run(options: &Options) -> Result<Status> {
    let Task::Problem(entry) = &options.task else {
        output::to_stdout(&table::hint(&options.task, options.number)?)?;
        if options.number < table::HINTS {
            let typed = options.task.typed();
            say(&format!("more help: gamesolve hint {typed} {}", options.number + 1));
        }
        return Ok(Status::Success);
    };
    let meta = entry.meta();
    let number = usize::from(options.number);
    if number > HINTS {
        let message = format!(
            "error: `{0}` has only {HINTS} hints\nhint: gamesolve hint {0} {HINTS}",
            meta.slug
        );
        return Err(Stop::bad_input(message).into());
    }
    let hint = hints(meta.hints).nth(number - 1).expect("a problem has its hints");
    output::to_stdout(&show::readable(hint))?;
    if number < HINTS {
        let more = format!("gamesolve hint {} {}", meta.slug, number + 1);
        say(&format!("hint {number} of {HINTS}; more help: {more}"));
    } else {
        say_next(&format!("gamesolve puzzle {}", meta.slug));
    }
    Ok(Status::Success)
}
