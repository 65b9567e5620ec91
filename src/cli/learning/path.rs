//! The path through the theory: chapters, problems and games of the gallery in teaching order, and the accepted ones.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::learn::CHAPTERS;
use crate::cli::gallery::{game, games};
#[cfg(unix)]
use crate::cli::output;
use crate::cli::places::absolute;
#[cfg(unix)]
use crate::cli::status::{causes, say};
use crate::problems::REGISTRY;

/// A kind of step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Kind {
    /// A chapter of `learn`.
    Chapter,
    /// A problem with testcases.
    Problem,
    /// A game of the gallery.
    Game,
}

impl Kind {
    /// Returns the name for people and programs.
    pub(in crate::cli) fn name(self) -> &'static str {
        match self {
            Kind::Chapter => "chapter",
            Kind::Problem => "problem",
            Kind::Game => "game",
        }
    }
}

/// A step of the path.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Step {
    pub(in crate::cli) kind: Kind,
    pub(in crate::cli) name: &'static str,
    pub(in crate::cli) level: u8,
    pub(in crate::cli) teaches: &'static str,
    /// The names of the steps before it.
    pub(in crate::cli) after: Vec<&'static str>,
}

#[cfg(unix)]
impl Step {
    /// Returns the command that begins the step.
    pub(in crate::cli) fn command(&self) -> String {
        let verb = if self.kind == Kind::Chapter { "learn" } else { "show" };
        format!("gamesolve {verb} {}", self.name)
    }
}

/// Returns all steps, without an order.
fn steps() -> Vec<Step> {
    let chapters = CHAPTERS.iter().map(|chapter| Step {
        kind: Kind::Chapter,
        name: chapter.name,
        level: chapter.level,
        teaches: chapter.title(),
        after: chapter.after.to_vec(),
    });
    let games = games().map(|game| Step {
        kind: Kind::Game,
        name: game.name,
        level: game.level,
        teaches: game.lesson,
        after: vec![game.after],
    });
    let problems = REGISTRY.iter().filter_map(|entry| {
        let lesson = entry.meta().lesson?;
        Some(Step {
            kind: Kind::Problem,
            name: entry.meta().slug,
            level: lesson.level,
            teaches: lesson.teaches,
            after: lesson.after.to_vec(),
        })
    });
    chapters.chain(games).chain(problems).collect()
}

/// Returns all steps in teaching order: by level, and each behind the steps before it.
pub(in crate::cli) fn in_order() -> Vec<Step> {
    let mut left = steps();
    left.sort_by_key(|step| step.level);
    let mut placed: Vec<Step> = Vec::new();
    // A step follows the last placed one if it can, so that a chapter stands before its own exercises.
    while !left.is_empty() {
        let is_ready = |step: &Step| {
            step.after
                .iter()
                .all(|name| placed.iter().any(|step| step.name == *name))
        };
        let lowest = left.iter().filter(|step| is_ready(step)).map(|step| step.level).min();
        let candidates = || (0..left.len()).filter(|&at| is_ready(&left[at]) && Some(left[at].level) == lowest);
        let follows = |at: &usize| {
            let last_chapter = placed.iter().rposition(|step| step.kind == Kind::Chapter);
            let recent = last_chapter.map_or(&placed[..], |at| &placed[at..]);
            left[*at].kind != Kind::Chapter && recent.iter().any(|step| left[*at].after.contains(&step.name))
        };
        // A circle would have no ready step. The tests exclude it.
        let next = candidates().find(follows).or_else(|| candidates().next()).unwrap_or(0);
        placed.push(left.remove(next));
    }
    placed
}

/// Returns the first later step that was not accepted, or `None` at the end of the path.
#[cfg(unix)]
pub(in crate::cli) fn next_after(name: &str) -> Option<Step> {
    let accepted = accepted();
    let mut steps = in_order().into_iter().skip_while(|step| step.name != name).skip(1);
    steps.find(|step| !accepted.contains(step.name))
}

/// Returns the file with the names of the accepted problems and games, one in a line, if the environment names a folder.
///
/// An `XDG_DATA_HOME` that is no absolute path names no folder.
fn file() -> Option<PathBuf> {
    let root = if cfg!(windows) {
        absolute("APPDATA")?
    } else if std::env::var_os("XDG_DATA_HOME").is_some_and(|value| !value.is_empty()) {
        absolute("XDG_DATA_HOME")?
    } else {
        absolute("HOME")?.join(".local/share")
    };
    Some(root.join("gamesolve").join("accepted"))
}

/// The largest file that is read, in bytes. gamesolve never writes a larger one.
const MOST_BYTES: u64 = 64 << 10;

fn read(file: &Path) -> BTreeSet<String> {
    let is_small = file
        .metadata()
        .is_ok_and(|found| found.is_file() && found.len() <= MOST_BYTES);
    let text = is_small
        .then(|| fs::read_to_string(file).ok())
        .flatten()
        .unwrap_or_default();
    let known = |name: &&str| {
        let is_problem = REGISTRY.iter().any(|entry| entry.meta().slug == *name);
        is_problem || game(name).is_some()
    };
    text.lines().map(str::trim).filter(known).map(str::to_owned).collect()
}

/// Returns the names of the accepted problems and games.
pub(in crate::cli) fn accepted() -> BTreeSet<String> {
    file().map(|file| read(&file)).unwrap_or_default()
}

/// Adds a problem or a game to the accepted ones. A failure is a note, because the verdict stands.
#[cfg(unix)]
pub(in crate::cli) fn accept(name: &str) {
    let Some(file) = file() else {
        return;
    };
    let mut names = read(&file);
    if !names.insert(name.to_owned()) {
        return;
    }
    let text: String = names.iter().map(|name| format!("{name}\n")).collect();
    let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
    let written = folder
        .map_err(anyhow::Error::from)
        .and_then(|()| output::to_file(&file, text));
    if let Err(error) = written {
        say(&format!(
            "note: cannot remember that `{name}` was accepted: {}",
            causes(&error)
        ));
    }
}

/// Returns the path as lines, with a mark for each accepted problem and game.
///
/// If the lines are wider than `columns`, they leave out the steps that come before.
pub(in crate::cli) fn human(columns: usize) -> String {
    let accepted = accepted();
    let steps = in_order();
    let width = |of: fn(&Step) -> usize| steps.iter().map(of).max().unwrap_or(0);
    let (names, lessons) = (
        width(|step| step.name.len()),
        width(|step| step.teaches.chars().count()),
    );
    let widest = steps.iter().map(|step| step.after.join(", ").len()).max().unwrap_or(0);
    let is_narrow = "3  [ ]  problem    ".len() + names + lessons + 2 + widest > columns;
    let after_of = |step: &Step| {
        if is_narrow {
            String::new()
        } else {
            step.after.join(", ")
        }
    };
    let line = |step: &Step| {
        let mark = match step.kind {
            Kind::Chapter => "",
            _ if accepted.contains(step.name) => "[x]",
            _ => "[ ]",
        };
        let after = after_of(step);
        let line = format!(
            "{}  {mark:3}  {:7}  {:names$}  {:lessons$}  {after}",
            step.level,
            step.kind.name(),
            step.name,
            step.teaches
        );
        format!("{}\n", line.trim_end())
    };
    let after = if is_narrow { "" } else { "comes after" };
    let head = format!(
        "L       {:7}  {:names$}  {:lessons$}  {after}",
        "kind", "name", "it teaches"
    );
    format!("{}\n", head.trim_end()) + &steps.iter().map(line).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_fits_a_terminal_of_80_columns() {
        assert!(human(80).lines().all(|line| line.chars().count() <= 80));
        assert!(human(200).contains("comes after") && human(200).lines().count() == human(80).lines().count());
    }

    #[test]
    fn every_step_has_a_level_and_stands_behind_the_steps_before_it() {
        let steps = in_order();
        assert_eq!(steps.len(), steps_by_hand());
        for (at, step) in steps.iter().enumerate() {
            assert!((1..=5).contains(&step.level), "{step:?}");
            assert!(!step.teaches.is_empty(), "{step:?}");
            for name in &step.after {
                let before = steps[..at].iter().find(|before| before.name == *name);
                let before = before.unwrap_or_else(|| panic!("`{name}` does not come before {step:?}"));
                assert!(before.level <= step.level, "{step:?}");
            }
            assert_eq!(step.after.is_empty(), at == 0, "{step:?}");
        }
        let names: BTreeSet<&str> = steps.iter().map(|step| step.name).collect();
        assert_eq!(names.len(), steps.len(), "a name belongs to one step");
    }

    /// Returns the number of chapters, problems and games. A problem without a lesson would be missing on the path.
    fn steps_by_hand() -> usize {
        CHAPTERS.len() + REGISTRY.len() + games().count()
    }
}
