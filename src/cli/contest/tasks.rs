//! The tasks of a contest, opened before any program runs.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use gamesolve_contest::kept::{Kept, TASKS};
use gamesolve_contest::submissions::Wanted;

use super::super::args::VariantFlags;
use super::super::export;
use super::super::judge::Targets;
use super::super::judge::given::{Chosen, Given};
use super::super::judge::task::{GROUPS, Task, is_submission, name_of_place, names_of};
use super::super::output::shown;
use super::super::process::deadline::working;
use super::super::settings::Settings;
use super::super::status::{Stop, refuse, say};
use super::super::task::{is_game_file, is_present_game};
use crate::judge::selection::Selection;
use crate::package::format::{Target, targets};
use crate::package::scheme::{Group, PackagePoints, Part, Scheme};
use crate::package::{archive, export as exporting, layout, natural_order, open};
use crate::problem::Entry;
use crate::text::DEFAULT_MAX_BYTES;

/// The package format of a game as a task. Its manifest states a fixed time limit.
const FORMAT_OF_GAMES: &str = "dmoj";

/// A task, ready to make a session.
pub(super) struct Opened {
    /// The names that submissions are found by.
    pub(super) wanted: Wanted,
    pub(super) title: String,
    pub(super) given: Given,
    pub(super) targets: Targets,
    pub(super) settings: Settings,
    /// The testcases, until a session takes them.
    pub(super) selection: Option<Selection>,
    /// The user's own game, if the task is one.
    pub(super) game: Option<&'static dyn Entry>,
    /// The digest of the files of the task.
    pub(super) digest: String,
}

/// Returns the tasks that one argument names: names with commas between them, or a folder of tasks. `out` is no task.
///
/// # Errors
/// Fails if the argument names no task.
pub(super) fn named(argument: &Path, out: Option<&Path>) -> Result<Vec<PathBuf>> {
    let words: Vec<PathBuf> = match argument.to_str() {
        Some(text) if !argument.exists() => text.split(',').map(str::trim).map(PathBuf::from).collect(),
        _ => vec![argument.to_owned()],
    };
    let words = words.into_iter().filter(|word| !word.as_os_str().is_empty());
    let out = out.and_then(|out| out.canonicalize().ok());
    let is_out = |path: &Path| out.is_some() && path.canonicalize().ok() == out;
    let tasks: Vec<PathBuf> = words.flat_map(|word| expanded(word, &is_out)).collect();
    if tasks.is_empty() {
        refuse!("missing task\nhint: name tasks with commas between them, such as nim,marbles");
    }
    Ok(tasks)
}

/// Returns whether each word with commas between them is a problem or a game.
pub(super) fn is_named(argument: &Path) -> bool {
    let is_task = |word: &str| super::super::registered::problem(word).is_some() || is_present_game(OsStr::new(word));
    argument.to_str().is_some_and(|text| text.split(',').all(is_task))
}

/// Returns the tasks in a folder of tasks. Any other word is one task.
fn expanded(word: PathBuf, is_out: &dyn Fn(&Path) -> bool) -> Vec<PathBuf> {
    let is_problem = |name: &OsStr| name.to_str().and_then(super::super::registered::problem).is_some();
    if is_problem(word.as_os_str()) || !word.is_dir() || open::has_manifest(&word) {
        return vec![word];
    }
    let of_themis = open::tasks_in(&word);
    let entries = std::fs::read_dir(&word).into_iter().flatten().flatten();
    let begins_with = |path: &Path, start: &[u8]| {
        let name = path.file_name().unwrap_or_default();
        name.as_encoded_bytes().starts_with(start)
    };
    // macOS puts a file with `._` beside each file on some disks.
    let paths = entries
        .map(|entry| entry.path())
        .filter(|path| !begins_with(path, b"._") && !is_out(path));
    let (hidden, mut entries): (Vec<PathBuf>, Vec<PathBuf>) = paths.partition(|path| begins_with(path, b"."));
    entries.sort_by(|a, b| natural_order(&a.to_string_lossy(), &b.to_string_lossy()));
    let is_package = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default();
        let has_form = || open::has_manifest(path) || is_problem(name) || of_themis.contains(path);
        path.is_dir() && has_form() || path.is_file() && archive::is_archive(path)
    };
    let is_game = |path: &PathBuf| path.is_file() && is_present_game(path.as_os_str());
    // Such folders are the groups of one task, and others are tasks if each has whole testcases.
    let is_group = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        name.starts_with(|c: char| c.is_ascii_digit()) || GROUPS.iter().any(|group| name.starts_with(group))
    };
    let is_whole = |path: &PathBuf| {
        let layout = layout::find(std::slice::from_ref(path));
        !layout.cases.is_empty() && layout.halves.is_empty()
    };
    let is_task = |path: &PathBuf| path.is_dir() && !is_group(path) && is_whole(path);
    for path in hidden
        .iter()
        .filter(|path| is_package(path) || is_task(path) || is_game(path))
    {
        say(&format!(
            "note: {} is no task of the contest, because it is hidden",
            shown(path)
        ));
    }
    let has_cases = || !layout::find(std::slice::from_ref(&word)).cases.is_empty();
    if entries.iter().any(is_package) {
        entries.retain(|path| path.is_dir() || archive::is_archive(path) || is_game(path));
    } else if !entries.is_empty() && entries.iter().all(|path| is_task(path) || is_game(path)) {
        // All of them are tasks.
    } else if entries.iter().any(is_game) && !has_cases() {
        entries.retain(is_game);
    } else {
        return vec![word];
    }
    entries
}

/// The place of the packages of games.
pub(super) struct Games<'a> {
    pub(super) kept: &'a Kept,
    pub(super) out: &'a Path,
    /// Whether the user interrupts, because a package may take a minute.
    pub(super) is_interrupted: &'a dyn Fn() -> bool,
}

/// Opens the tasks. `folder` is for temporary files.
///
/// # Errors
/// Fails at the first task that cannot be judged, if two tasks have one name, and if the user interrupts.
pub(super) fn open_all(tasks: &[PathBuf], games: &Games<'_>, folder: &Path) -> Result<Vec<Opened>> {
    let mut opened: Vec<Opened> = Vec::new();
    let mut names = HashSet::new();
    for (number, task) in tasks.iter().enumerate() {
        let place = folder.join(format!("task-{number}"));
        std::fs::create_dir(&place).context("cannot make a folder for a task")?;
        let task = one(task, games, &place)?;
        if !names.insert(task.wanted.name.to_lowercase()) {
            let name = &task.wanted.name;
            let is_same = tasks[..number].iter().any(|other| other == &tasks[number]);
            let cure = if is_same { "name it once" } else { "rename one of them" };
            refuse!("two tasks have the name `{name}`\nhint: {cure}");
        }
        opened.push(task);
    }
    Ok(opened)
}

fn one(named: &Path, games: &Games<'_>, folder: &Path) -> Result<Opened> {
    let kept = games.kept;
    if is_submission(named) {
        let name = shown(named);
        refuse!(
            "{name} is no task: it has no function `moves`\nhint: name the tasks first, then the folder of submissions"
        );
    }
    let mut task = Task::of(named, &[], true, "contest")?;
    let mut game = None;
    if let (Task::Problem(entry), true) = (&task, is_game_file(named.as_os_str())) {
        game = Some(*entry);
        task = Task::Place(package_of_game(named, *entry, games)?);
    }
    let targets = Targets::of_task(task.clone());
    let chosen = Chosen {
        names: &[],
        pair: None,
        allow_missing: false,
        max_bytes: DEFAULT_MAX_BYTES,
    };
    let (mut given, mut selection) = Given::of(&targets, chosen, &VariantFlags::default(), folder)?;
    if let (Some(_), PackagePoints::Scheme(scheme)) = (game, &mut selection.points) {
        name_groups(scheme);
    }
    given.refuse_checker()?;
    for remark in &given.remarks {
        say(&format!("note: {}: {remark}", shown(named)));
    }
    let settings = targets.settings(named)?;
    let (name, title) = names(named, &task, game, &given);
    let files = match &task {
        Task::Place(place) => digests(kept, place)?,
        Task::Problem(_) => {
            let files = selection.cases.iter().flat_map(|case| [&case.input, &case.answer]);
            files.map(|file| digest(kept, file)).collect::<Result<_>>()?
        }
    };
    let pieces = files.iter().map(String::as_bytes);
    if let Some(entry) = game {
        given.names = names_of(&Task::Problem(entry), Some(entry), given.package.as_ref());
    }
    given.names.stems.push(name.clone());
    Ok(Opened {
        wanted: Wanted {
            aliases: given.names.stems.clone(),
            name,
        },
        title,
        digest: kept.key(pieces),
        given,
        targets,
        settings,
        selection: Some(selection),
        game,
    })
}

/// Returns the name of a task that is not opened.
///
/// # Errors
/// Fails if the task does not exist.
pub(super) fn name(named: &Path) -> Result<String> {
    Ok(match Task::of(named, &[], true, "contest")? {
        Task::Problem(entry) => entry.meta().slug.to_owned(),
        Task::Place(place) => name_of_place(&place),
    })
}

/// Returns the name and the title of a task.
fn names(named: &Path, task: &Task, game: Option<&'static dyn Entry>, given: &Given) -> (String, String) {
    let of_entry = |entry: &dyn Entry| (entry.meta().slug.to_owned(), entry.meta().title().en.to_owned());
    if let Task::Problem(entry) = task {
        return of_entry(*entry);
    }
    let name = match game {
        Some(entry) => entry.meta().slug.to_owned(),
        None => name_of_place(named),
    };
    let titles = given.package.iter().flat_map(|package| &package.titles);
    let english = titles.clone().find(|(language, _)| language == "en");
    let title = english.or(titles.clone().next()).map(|(_, title)| title.clone());
    let title = title.or_else(|| Some(of_entry(given.entry?).1));
    let title = title.filter(|title| !title.is_empty()).unwrap_or_else(|| name.clone());
    (name, title)
}

/// Returns the folder with the package of a game. It is kept, so that its limits stay the same.
fn package_of_game(named: &Path, entry: &dyn Entry, games: &Games<'_>) -> Result<PathBuf> {
    let content = std::fs::read(named).unwrap_or_default();
    let version = env!("CARGO_PKG_VERSION").as_bytes();
    let key = games.kept.key([version, entry.typed().as_bytes(), &content]);
    let folder = games.out.join(TASKS);
    let place = folder.join(format!("{}-{}", entry.meta().slug, &key[..8]));
    if place.is_dir() {
        return Ok(place);
    }
    let working = working();
    let packed = export::package_of_game(named, games.is_interrupted)?;
    drop(working);
    for note in &packed.notes {
        say(&format!("note: {}: {note}", shown(named)));
    }
    let target: Option<&Target> = targets()
        .into_iter()
        .find(|(name, _)| *name == FORMAT_OF_GAMES)
        .map(|(_, target)| target);
    let target = target.context("the format of games is known")?;
    let failed = |error| Stop::wrong(format_args!("cannot make a task of {}: {error}", shown(named)));
    let made = exporting::export(&packed.package, target).map_err(failed)?;
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", shown(&folder)))?;
    let new = tempfile::tempdir_in(&folder).with_context(|| format!("cannot write into {}", shown(&folder)))?;
    let whole = new.path().join("task");
    made.tree.to_folder(&whole, &|| false).map_err(failed)?;
    std::fs::rename(&whole, &place).with_context(|| format!("cannot create {}", shown(&place)))?;
    Ok(place)
}

/// Gives the groups of a game the names of their testcases, and puts the samples first.
///
/// The format of its package has no names of groups.
fn name_groups(scheme: &mut Scheme) {
    let mut order: Vec<usize> = (0..scheme.groups.len()).collect();
    order.sort_by_key(|&place| scheme.groups[place].most != Some(0.0));
    let mut groups: Vec<Group> = order.iter().map(|&place| scheme.groups[place].clone()).collect();
    let moved = |before: usize| order.iter().position(|&place| place == before).unwrap_or(before);
    for group in &mut groups {
        let case = group.cases().next().map(|worth| worth.case.clone());
        if let Some((name, _)) = case.as_deref().and_then(|case| case.rsplit_once('-')) {
            group.name = if name == "sample" { "samples" } else { name }.to_owned();
        }
        group.needs.iter_mut().for_each(|place| *place = moved(*place));
        for part in &mut group.parts {
            if let Part::Group(place) = part {
                *place = moved(*place);
            }
        }
    }
    scheme.groups = groups;
}

/// Returns the digest of a file and its name.
fn digest(kept: &Kept, file: &Path) -> Result<String> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", shown(file)))?;
    let name = file.file_name().unwrap_or_default();
    Ok(kept.key([name.as_encoded_bytes(), &bytes]))
}

/// Returns the digests of all files in a place, in the order of their names.
fn digests(kept: &Kept, place: &Path) -> Result<Vec<String>> {
    if !place.is_dir() {
        return Ok(vec![digest(kept, place)?]);
    }
    let names = archive::names(place);
    names.iter().map(|name| digest(kept, &place.join(name))).collect()
}
