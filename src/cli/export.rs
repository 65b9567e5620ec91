//! `gamesolve export`: converts a task to another judge's package format.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use super::args::{self, one_of};
use super::output::{self, shown};
use super::process::deadline::working;
use super::status::{Status, Stop, refuse, say};
use super::task::is_game_file;
#[cfg(unix)]
use crate::budget::Budget;
use crate::cases::builtin;
use crate::cases::generated::Lists;
use crate::judge::selection::{Selection, SelectionError};
#[cfg(unix)]
use crate::own::OwnEntry;
#[cfg(unix)]
use crate::own::package::{PackageError, Solution, package as own_package, without_cases};
use crate::package::export;
use crate::package::format::{Target, targets};
use crate::package::layout::Pattern;
use crate::package::{Package, TaskError, archive, open};
#[cfg(unix)]
use crate::pattern::code::Language;
use crate::practice::interactive::{self, NoTask};
#[cfg(unix)]
use crate::practice::table::made::Ask;
#[cfg(unix)]
use crate::practice::table::own::of_own;
use crate::problem::Entry;
#[cfg(unix)]
use crate::problem::Variants;

/// Convert a task to another judge's package format
#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    /// A problem from `gamesolve list`, a file of your own game, or a folder or archive with testcases
    #[arg(value_name = "TASK")]
    pub(super) task: PathBuf,
    /// The format of the new package. `kattis` is the legacy format, `loose` are plain files
    #[arg(long, value_name = "FORMAT", value_parser = one_of(targets()))]
    pub(super) format: &'static Target,
    /// A new folder for the package, or an archive if the name ends in `.zip`
    #[arg(short, long, value_name = "DIR|ZIP")]
    pub(super) output: PathBuf,
    /// Leave out the large testcases at the limits of a problem
    #[arg(long)]
    pub(super) stored: bool,
    /// Make a task to play: the package's interactor is a perfect opponent that plays against each submission
    #[arg(long, conflicts_with_all = ["stored", "pair"])]
    pub(super) interactive: bool,
    /// The names of input and answer files, with `%` for the testcase's name: 'in/%.txt=out/%.txt'
    #[arg(long, hide_short_help = true, value_name = "IN=OUT")]
    pub(super) pair: Option<Pattern>,
    #[command(flatten)]
    pub(super) limit: args::MaxInputBytes,
}

pub(super) fn run(options: &Options) -> Result<Status> {
    let is_zip = archive::is_zip(&options.output);
    refuse_place(&options.output, is_zip)?;
    let is_stopped = interruption()?;
    let Packed { package, notes, .. } = &package_of(options, &is_stopped)?;
    for note in notes {
        say(&format!("note: {note}"));
    }
    let task = crate::text::quoted(package.name.as_bytes(), 100);
    let writing = working();
    let export = export::export(package, options.format)
        .map_err(|why| Stop::wrong(format_args!("cannot export `{task}`: {why}")))?;
    let failed = |error: TaskError| Stop::fault(format!("error: {error}"));
    if is_zip {
        let top = export.has_top.then_some(export.name.as_str());
        let bytes = export.tree.to_zip(top).map_err(failed)?;
        if is_stopped() {
            return Ok(Status::Interrupted);
        }
        output::to_file(&options.output, bytes)?;
        drop(writing);
    } else {
        if !export.tree.to_folder(&options.output, &is_stopped).map_err(failed)? {
            return Ok(Status::Interrupted);
        }
        drop(writing);
        let is_called_so = options
            .output
            .file_name()
            .is_some_and(|name| name == export.name.as_str());
        if export.has_top && !is_called_so {
            say(&format!(
                "note: the judge expects the folder name `{}`: rename the folder before you upload it",
                export.name
            ));
        }
    }
    for what in &export.said {
        say(&format!("note: {what}"));
    }
    Ok(Status::Success)
}

/// A task as a package.
pub(super) struct Packed {
    pub(super) package: Package,
    /// Notes about things that the package lacks.
    pub(super) notes: Vec<String>,
    /// The owner of the files of its testcases.
    _files: Option<Selection>,
}

/// Returns the package of a task.
///
/// # Errors
/// Fails if the task cannot be a package, and if the user interrupts.
pub(super) fn package_of(options: &Options, is_stopped: &dyn Fn() -> bool) -> Result<Packed> {
    let _working = working();
    let whole = |package| Packed {
        package,
        notes: Vec::new(),
        _files: None,
    };
    if options.interactive {
        interactive::protocol_of(options.format).map_err(cannot_play)?;
    }
    Ok(match options.task.to_str().and_then(super::registered::problem) {
        Some(entry) if options.interactive => {
            let mut package = of_problem(entry, options)?;
            let made = interactive::make_interactive(entry, &mut package, None, options.format);
            let notes = made.map_err(|error| of_play(error, entry.meta().slug))?;
            Packed {
                notes,
                ..whole(package)
            }
        }
        Some(entry) => whole(of_problem(entry, options)?),
        None if is_game_file(options.task.as_os_str()) => of_game(options, is_stopped)?,
        None if options.interactive => {
            refuse!("`--interactive` works only for a problem from `gamesolve list` and for your own game");
        }
        None => {
            let (package, selection) = of_place(options)?;
            Packed {
                _files: Some(selection),
                ..whole(package)
            }
        }
    })
}

/// Returns the refusal of a task to play, for this reason.
fn cannot_play(why: impl std::fmt::Display) -> Stop {
    Stop::wrong(format_args!("cannot export a task to play: {why}"))
}

/// Returns the error of a game that is no task to play.
fn of_play(error: NoTask, name: &str) -> Stop {
    match error {
        NoTask::Lacks(why) => cannot_play(format_args!("{name}: {why}")),
        NoTask::Failed(failure) => Stop::from_game(failure),
        NoTask::Task(error) => Stop::fault(format!("error: {error}")),
    }
}

/// Refuses a place that exists, unless it is an empty folder or an archive to replace.
pub(super) fn refuse_place(place: &Path, is_zip: bool) -> Result<()> {
    if !is_zip && archive::is_archive(place) {
        refuse!(
            "gamesolve cannot write the archive {}\nhint: choose a name with the ending `.zip`, or a folder",
            shown(place)
        );
    }
    let is_there = place.symlink_metadata().is_ok();
    let is_empty = std::fs::read_dir(place).is_ok_and(|mut entries| entries.next().is_none());
    if is_there && !is_zip && !is_empty {
        let what = if place.is_dir() {
            "a folder that is not empty"
        } else {
            "a file"
        };
        refuse!(
            "{} is {what}\nhint: name a new folder, or an archive with the ending `.zip`",
            shown(place)
        );
    }
    if is_zip && place.is_dir() {
        refuse!(
            "{} is a folder, but an archive is a file\nhint: choose another name",
            shown(place)
        );
    }
    // The archive is written in one piece: a pipe might never get a reader.
    if is_zip && place.exists() && !place.is_file() {
        refuse!("{} exists and is not a plain file", shown(place));
    }
    let above = place.parent().filter(|above| !above.as_os_str().is_empty());
    if let Some(above) = above.filter(|above| !above.is_dir()) {
        refuse!("there is no folder {}", shown(above));
    }
    Ok(())
}

fn of_problem(entry: &dyn Entry, options: &Options) -> Result<Package> {
    if options.pair.is_some() {
        refuse!("`--pair` works only for a folder or an archive of testcases");
    }
    let has_made = !options.stored && !options.interactive;
    let package = builtin::package(entry, has_made).map_err(|error| Stop::fault(format!("error: {error}")))?;
    if package.layout.cases.is_empty() {
        let slug = entry.meta().slug;
        refuse!("gamesolve has no testcases of `{slug}`");
    }
    Ok(package)
}

/// Reads a folder or an archive. The package keeps the files of its testcases alive.
fn of_place(options: &Options) -> Result<(Package, Selection)> {
    let place = &options.task;
    if options.stored {
        refuse!("`--stored` works only for a problem, and this is a package");
    }
    let is_archive = place.is_file() && archive::is_archive(place);
    if !place.is_dir() && !is_archive {
        refuse!(
            "there is no problem, folder or archive {}\nhint: name a problem from `gamesolve list`, or a folder or an archive \
             with testcases",
            shown(place)
        );
    }
    let tasks = if is_archive { Vec::new() } else { open::tasks_in(place) };
    if let Some(first) = tasks.first() {
        refuse!(
            "{} holds {} tasks\nhint: name one of them, such as {}",
            shown(place),
            tasks.len(),
            shown(first)
        );
    }
    let places = std::slice::from_ref(place);
    let selection = Selection::of_places(
        places,
        &[],
        false,
        options.pair.as_ref(),
        options.limit.or_default(),
        &Lists,
    );
    let mut selection = selection.map_err(|error| {
        super::check::unselected(match error {
            // An export has no `--allow-missing`.
            SelectionError::Unusable { errors, .. } => SelectionError::Unusable {
                errors,
                can_skip: false,
            },
            other => other,
        })
    })?;
    let Some(mut package) = selection.package.take() else {
        return Err(Stop::fault(format!("error: cannot read {} as a package", shown(place))).into());
    };
    package.layout.cases.clone_from(&selection.cases);
    package.points = std::mem::replace(&mut selection.points, crate::package::scheme::PackagePoints::Unstated);
    Ok((package, selection))
}

#[cfg(unix)]
fn of_game(options: &Options, is_stopped: &dyn Fn() -> bool) -> Result<Packed> {
    if options.stored || options.pair.is_some() {
        let option = if options.stored { "--stored" } else { "--pair" };
        refuse!("`{option}` does not work for your own game, which has no stored testcases");
    }
    let target = options.interactive.then_some(options.format);
    packed_game(&options.task, target, is_stopped)
}

/// Makes the package of a user's own game.
///
/// # Errors
/// Fails if the game cannot be a package, and if the user interrupts.
#[cfg(unix)]
pub(super) fn package_of_game(task: &Path, is_stopped: &dyn Fn() -> bool) -> Result<Packed> {
    packed_game(task, None, is_stopped)
}

/// Makes the package of a user's own game, or a task to play of a format.
#[cfg(unix)]
fn packed_game(task: &Path, target: Option<&'static Target>, is_stopped: &dyn Fn() -> bool) -> Result<Packed> {
    let task = task.to_owned();
    let made = super::process::interrupt::unless_interrupted(is_stopped, move || made_of_game(&task, target))?;
    made.unwrap_or_else(|| Err(Stop::interrupted().into()))
}

#[cfg(unix)]
fn made_of_game(task: &Path, target: Option<&'static Target>) -> Result<Packed> {
    let entry = super::task::own_entry(task.as_os_str()).map_err(Stop::wrong)?;
    let lacks = |why: String| Stop::wrong(format_args!("{}: {why}", shown(task)));
    let failed = |error: PackageError| match error {
        PackageError::Lacks(why) => lacks(why),
        PackageError::Failed(failure) => Stop::from_game(failure),
        PackageError::Task(error) => Stop::fault(format!("error: {error}")),
    };
    let mut made = match target {
        None => own_package(entry, &|| pattern_of(entry)).map_err(failed)?,
        Some(target) => {
            let (mut made, given) = without_cases(entry).map_err(failed)?;
            let notes = interactive::make_interactive(entry, &mut made.package, given, target);
            made.notes.extend(notes.map_err(|error| of_play(error, &shown(task)))?);
            made
        }
    };
    Ok(Packed {
        package: made.package,
        notes: std::mem::take(&mut made.notes),
        _files: None,
    })
}

#[cfg(not(unix))]
fn of_game(options: &Options, _is_stopped: &dyn Fn() -> bool) -> Result<Packed> {
    Err(super::unboxed::refusal_of_game(options.task.as_os_str()).into())
}

/// Returns the pattern of a game as a program, if it has one.
#[cfg(unix)]
fn pattern_of(entry: &'static OwnEntry) -> Option<Solution> {
    let ask = Ask {
        ranges: Vec::new(),
        budget: Budget::of_this_machine(),
    };
    let table = of_own(&ask, entry, Variants::ORIGINAL).ok()?;
    let text = (table.program)(Language::Python).ok()??;
    Some(Solution { ending: "py", text })
}

/// Returns a test whether the user has interrupted the run. An interrupted export leaves no half-written folder.
#[cfg(unix)]
pub(super) fn interruption() -> Result<impl Fn() -> bool> {
    let interrupted = super::process::interrupt::interruption()?;
    Ok(move || interrupted.load(std::sync::atomic::Ordering::Relaxed))
}

#[cfg(not(unix))]
pub(super) fn interruption() -> Result<impl Fn() -> bool> {
    Ok(|| false)
}
