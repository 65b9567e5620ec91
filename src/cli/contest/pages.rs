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
use crate::practice::first_program::{self, program};

/// The coach's page.
pub(super) const PAGE: &str = "results.html";
/// The folder of the other pages.
const HANDOUTS: &str = "handouts";
/// The longest name of a page, in characters.
const MAX_NAME: usize = 60;

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
            let read = source.and_then(|source| Some((Language::of(&source.path)?, std::fs::read(&source.path).ok()?)));
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
        let forms = entry.input_form().into_iter();
        let programs = forms.flat_map(|form| {
            let text = move |language| program(&form, "", language);
            first_program::Language::ALL
                .map(|language| (Path::new("a").with_extension(language.ending()), text(language)))
        });
        sources.extend(programs);
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
            output::to_file(&handouts.join(file_name(&contestant.name, &mut names)), text)?;
        }
    }
    let entries = std::fs::read_dir(&handouts).into_iter().flatten().flatten();
    for entry in entries {
        let is_old = entry
            .file_name()
            .to_str()
            .is_some_and(|name| name.ends_with(".html") && !names.contains(&name.to_lowercase()));
        if is_old {
            std::fs::remove_file(entry.path()).with_context(|| format!("cannot remove {}", shown(&entry.path())))?;
        }
    }
    Ok(())
}

/// Returns a file name for a contestant that every system accepts, different from those before. `taken` are these names
/// in lower case.
fn file_name(contestant: &str, taken: &mut HashSet<String>) -> String {
    let plain = contestant.chars().take(MAX_NAME);
    let plain: String = plain
        .map(|c| {
            if c.is_alphanumeric() || "-_ ".contains(c) {
                c
            } else {
                '_'
            }
        })
        .collect();
    let plain = plain.trim();
    let mut name = format!("{plain}.html");
    let mut number = 2;
    while !taken.insert(name.to_lowercase()) {
        name = format!("{plain}-{number}.html");
        number += 1;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_pages_are_harmless_and_different() {
        let mut taken = HashSet::new();
        let mut name = |contestant: &str| file_name(contestant, &mut taken);
        assert_eq!(name("Vũ Đức Huy"), "Vũ Đức Huy.html");
        assert_eq!(name("../../a"), "______a.html");
        assert_eq!(name("HS1"), "HS1.html");
        assert_eq!(name("hs1"), "hs1-2.html");
        assert_eq!(name("HS1"), "HS1-3.html");
        assert_eq!(name(&"x".repeat(300)).len(), MAX_NAME + ".html".len());
        assert_eq!(name(""), ".html");
    }
}
