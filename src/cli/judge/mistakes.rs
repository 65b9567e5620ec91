//! `gamesolve judge PROBLEM --mistakes`: the testcases that catch each known mistake.

use anyhow::Result;

use super::super::check;
use super::super::output;
use super::super::program::temporary_folder;
use super::super::status::{Status, Stop, refuse};
use super::super::task::is_game_file;
use super::task::Task;
use super::{Options, embedded_cases};
use crate::budget::Budget;
use crate::cases::generated::Lists;
use crate::judge::selection::Selection;
use crate::practice::mistakes::Matrix;
use crate::problem::Input;
use crate::text::Source;

/// Prints the matrix of mistakes and testcases. The exit status is 1 if a mistake survives all testcases.
pub(super) fn run(options: &Options) -> Result<Status> {
    let Task::Problem(entry) = Task::of(&options.task, &options.program, !options.command.is_empty(), "judge")? else {
        refuse!("only problems of gamesolve have known mistakes\nhint: choose one from `gamesolve list`");
    };
    if is_game_file(options.task.as_os_str()) {
        refuse!(
            "only problems of gamesolve have known mistakes, and `{}` is your own game\nhint: test your program by `gamesolve \
             stress {} sol.cpp`",
            entry.meta().slug,
            entry.typed()
        );
    }
    if entry.mistakes().is_empty() {
        refuse!(
            "`{}` has no known mistakes\nhint: choose another problem from `gamesolve list`",
            entry.meta().slug
        );
    }
    let variants = options.variants.of(entry)?;
    let file = options.program.iter().find(|path| !path.is_dir());
    if file.is_some() || !options.command.is_empty() {
        refuse!("`--mistakes` takes no program, because it judges the known mistakes of the problem");
    }
    let folder = temporary_folder()?;
    let mut places: Vec<_> = options.program.iter().chain(&options.cases).cloned().collect();
    if places.is_empty() {
        places.push(embedded_cases(entry, &[], folder.path())?);
    }
    let max_bytes = options.max_bytes.or_default();
    let allow_missing = options.reporting.allow_missing;
    let pair = options.pair.as_ref();
    let selection = Selection::of_places(&places, &options.case, allow_missing, pair, max_bytes, &Lists);
    let selection = selection.map_err(check::unselected)?;
    let budget = Budget::of_this_machine();
    let mut matrix = Matrix::of(entry).map_err(|refusal| Stop::refused(&refusal))?;
    for case in &selection.cases {
        let source = Source::from_file(&case.input, max_bytes)?;
        let input = Input {
            bytes: &source.bytes,
            variants: &variants,
        };
        let added = matrix.add(entry, &case.name, input, budget);
        added.map_err(|failure| Stop::from_failure(failure, &source))?;
    }
    output::to_stdout(&matrix.table())?;
    let is_found = matrix.survivors().iter().all(Vec::is_empty);
    Ok(if is_found { Status::Success } else { Status::NotAccepted })
}
