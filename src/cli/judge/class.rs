//! Recognises the submissions of a class, which `gamesolve contest` judges.

use std::path::{Path, PathBuf};

use anyhow::Result;
use gamesolve_contest::submissions::{self, Found, Wanted};

use super::super::output::shown;
use super::super::program::temporary_folder;
use super::super::status::Stop;
use super::sources_in;
use super::task::Task;
use crate::judge::program::for_a_shell;
use crate::problem::Entry;
use crate::text::quoted;

/// Returns the folder or the archive with the submissions of a class, if these places are a class or its contestants.
pub(super) fn of(task: &Task, places: &[PathBuf]) -> Result<Option<PathBuf>> {
    let place = match places {
        [only] => only.clone(),
        [first, others @ ..] if others.iter().all(|other| other.parent() == first.parent()) => match first.parent() {
            Some(parent) if parent.as_os_str().is_empty() => PathBuf::from("."),
            Some(parent) => parent.to_owned(),
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    // Sources beside the contestants are submissions without them.
    let is_class = sources_in(&place).is_empty() && holds_submissions(&place, task)?;
    Ok(is_class.then_some(place))
}

/// Returns the error for the submissions of a class in the place of one submission.
pub(super) fn not_one_submission(task: &Path, class: &Path) -> Stop {
    Stop::bad_input(format!(
        "error: {} holds the submissions of several contestants\nhint: {}",
        shown(class),
        contest_command(task, class, Path::new("results"))
    ))
}

/// Returns whether a folder or an archive holds submissions of contestants for a task.
fn holds_submissions(place: &Path, task: &Task) -> Result<bool> {
    let (name, aliases) = match task {
        Task::Problem(entry) => (entry.meta().slug.to_owned(), of_contest_files(*entry).into()),
        Task::Place(place) => (name_of_place(place), Vec::new()),
    };
    let scratch = temporary_folder()?;
    let found = submissions::find(place, &[Wanted { name, aliases }], None, scratch.path());
    let has_source = |found: Found| {
        found
            .contestants
            .iter()
            .any(|one| one.sources.iter().any(Option::is_some))
    };
    Ok(found.is_ok_and(has_source))
}

/// Returns the name of a folder or an archive, without the ending of an archive.
pub(in crate::cli) fn name_of_place(place: &Path) -> String {
    let whole = place.canonicalize().unwrap_or_else(|_| place.to_owned());
    let name = if whole.is_dir() {
        whole.file_name()
    } else {
        whole.file_stem()
    };
    let name = quoted(name.unwrap_or_default().as_encoded_bytes(), 100);
    name.strip_suffix(".tar").map(str::to_owned).unwrap_or(name)
}

/// Returns the names of the contest's files, without their endings.
pub(in crate::cli) fn of_contest_files(entry: &dyn Entry) -> [String; 2] {
    let (input, output) = entry.meta().contest_files;
    [input, output].map(|file| file.split('.').next().unwrap_or_default().to_owned())
}

/// Returns the command that judges a class on tasks.
pub(in crate::cli) fn contest_command(tasks: &Path, submissions: &Path, output: &Path) -> String {
    let [tasks, submissions, output] = [tasks, submissions, output].map(|path| for_a_shell(path.as_os_str()));
    format!("gamesolve contest {tasks} {submissions} -o {output}")
}
