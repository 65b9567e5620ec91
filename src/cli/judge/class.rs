//! Recognises the submissions of a class, which `gamesolve contest` judges.

use std::path::{Path, PathBuf};

use gamesolve_contest::submissions::{self, Found, Wanted};

use super::super::output::shown;
use super::super::status::Stop;
use super::sources_in;
use super::task::{Task, name_of_place, of_contest_files};
use crate::judge::program::for_a_shell;

/// Returns the folder or the archive with the submissions of a class, if these places are a class or its contestants.
pub(super) fn of(task: &Task, places: &[PathBuf]) -> Option<PathBuf> {
    let place = match places {
        [only] => only.clone(),
        [first, others @ ..] if others.iter().all(|other| other.parent() == first.parent()) => match first.parent() {
            Some(parent) if parent.as_os_str().is_empty() => PathBuf::from("."),
            Some(parent) => parent.to_owned(),
            None => return None,
        },
        _ => return None,
    };
    // Sources beside the contestants are submissions without them.
    let is_class = sources_in(&place).is_empty() && holds_submissions(&place, task);
    is_class.then_some(place)
}

/// Returns the error for the submissions of a class in the place of one submission.
pub(super) fn not_one_submission(task: &Path, class: &Path) -> Stop {
    Stop::wrong(format_args!(
        "{} holds the submissions of several contestants\nhint: {}",
        shown(class),
        contest_command(task, class, Path::new("results"))
    ))
}

/// Returns whether a folder or an archive holds submissions of contestants for a task.
fn holds_submissions(place: &Path, task: &Task) -> bool {
    let (name, aliases) = match task {
        Task::Problem(entry) => (entry.meta().slug.to_owned(), of_contest_files(*entry).into()),
        Task::Place(place) => (name_of_place(place), Vec::new()),
    };
    let found = submissions::find(place, &[Wanted { name, aliases }], None, false);
    let has_source = |found: Found| {
        found
            .contestants
            .iter()
            .any(|one| one.sources.iter().any(Option::is_some))
    };
    found.is_ok_and(has_source)
}

/// Returns the command that judges a class on tasks.
pub(in crate::cli) fn contest_command(tasks: &Path, submissions: &Path, output: &Path) -> String {
    let [tasks, submissions, output] = [tasks, submissions, output].map(|path| for_a_shell(path.as_os_str()));
    format!("gamesolve contest {tasks} {submissions} -o {output}")
}
