//! The pages of a contest: one for the coach, and one for each contestant.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use gamesolve_contest::alike::{Alike, Class, Language};
use gamesolve_contest::results::Contest;
use gamesolve_contest::submissions::Found;
use gamesolve_contest::{handout, page};

use super::super::output::{self, shown};
use super::judging::Ready;
use crate::cases::embedded;
use crate::practice::first_program;

/// The coach's page.
pub(super) const PAGE: &str = "results.html";
/// The folder of the other pages.
const HANDOUTS: &str = "handouts";

/// Compares the sources of all contestants on each task.
pub(super) fn alike(tasks: &[Ready<'_>], found: &Found) -> Alike {
    let mut alike = Alike::default();
    for (number, ready) in tasks.iter().enumerate() {
        let mut class = Class::new(number);
        for (path, text) in known(ready) {
            if let Some(language) = Language::of(&path) {
                class.ignore(language, &text);
            }
        }
        for (contestant, one) in found.contestants.iter().enumerate() {
            let source = one.sources[number].as_ref();
            let read = source.and_then(|source| Some((Language::of(&source.name)?, source.content.read().ok()?)));
            if let Some((language, bytes)) = read {
                class.add(contestant, language, &String::from_utf8_lossy(&bytes));
            }
        }
        alike.add(class.compared());
    }
    alike
}

/// Returns the sources that contestants may know: templates, and the solutions of the task.
fn known(ready: &Ready<'_>) -> Vec<(PathBuf, String)> {
    let given = &ready.task.given;
    let mut sources = Vec::new();
    if let Some(entry) = given.entry.or(ready.task.game) {
        let firsts = first_program::all(entry).into_iter();
        sources.extend(firsts.map(|(language, text)| (Path::new("a").with_extension(language.ending()), text)));
        let stored = embedded::submissions(entry.carried_as());
        sources.extend(stored.map(|(name, text)| (name.into(), String::from_utf8_lossy(&text).into_owned())));
    }
    let of_package = given.package.iter().flat_map(|package| &package.submissions);
    let read = |path: &PathBuf| {
        Some((
            path.clone(),
            String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned(),
        ))
    };
    sources.extend(of_package.filter_map(|one| read(&one.path)));
    sources
}

/// Writes the pages into the folder of the results. Pages of earlier contestants are removed.
pub(super) fn write(contest: &Contest, alike: &Alike, folder: &Path) -> Result<()> {
    output::to_file(&folder.join(PAGE), page::written(contest, alike))?;
    let handouts = folder.join(HANDOUTS);
    std::fs::create_dir_all(&handouts).with_context(|| format!("cannot create {}", shown(&handouts)))?;
    let mut names = HashSet::new();
    for (number, contestant) in contest.contestants.iter().enumerate() {
        if let Some(text) = handout::written(contest, number) {
            output::to_file(&handouts.join(handout::file_name(&contestant.name, &mut names)), text)?;
        }
    }
    let entries = std::fs::read_dir(&handouts).into_iter().flatten().flatten();
    for entry in entries {
        let is_old = entry
            .file_name()
            .to_str()
            .is_some_and(|name| name.ends_with(".html") && !names.contains(&handout::folded(name)));
        if is_old {
            std::fs::remove_file(entry.path()).with_context(|| format!("cannot remove {}", shown(&entry.path())))?;
        }
    }
    Ok(())
}
