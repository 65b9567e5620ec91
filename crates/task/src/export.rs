//! Writes packages of other judges from the one model. Each format has one writer, the mirror of its reader.
//!
//! A writer keeps everything that the reader of its format reads. For each thing that the format cannot hold, it
//! reports one sentence. If the format's judge would give other verdicts, the writer refuses the task.

use std::path::{Component, Path};

use super::error::TaskError;
use super::format::Target;
use super::loss::Loss;
use super::model::{Kind, Package};
use super::read::led_out;
use super::reread;
use super::scheme::PackagePoints;
use super::trouble::shown;
pub use super::write::tree::Tree;
use super::write::{self, Form, Writing};

/// The folder of files for contestants, in packages of ICPC and sinol.
const ATTACHMENTS: &str = "attachments";

/// A package that is ready to write.
#[derive(Debug)]
pub struct Export {
    /// The files.
    pub tree: Tree,
    /// The name of the task in the format.
    pub name: String,
    /// The losses: things that the format cannot hold.
    pub said: Vec<Loss>,
    /// Whether an archive holds everything in one folder with the task's name.
    pub has_top: bool,
}

/// Makes the files of a package in a format.
///
/// # Errors
/// The reason why the format cannot hold the task, as the end of a sentence.
pub fn export(package: &Package, target: &Target) -> Result<Export, TaskError> {
    if let Kind::Unsupported(what) = &package.kind {
        let what = &what.value;
        return Err(TaskError::new(format!(
            "gamesolve cannot export this type of task: {what}"
        )));
    }
    if let Some(why) = &package.no_checker {
        return Err(TaskError::new(format!("its checker cannot be used: {}", why.value)));
    }
    if package.layout.cases.is_empty() {
        return Err(TaskError::new("it has no testcases"));
    }
    if let Some(file) = package.link_out(package.files().chain(package.programs())) {
        return Err(led_out(file));
    }
    let format = target.format();
    let form = Form {
        reader: format.name,
        checkers: format.checkers,
        interactors: format.interactors,
    };
    let mut writing = Writing::new(package, target.shown, form, (target.rename)(package));
    let name = writing.name.as_str();
    if target.has_top && !Path::new(name).components().eq([Component::Normal(name.as_ref())]) {
        let name = shown(Path::new(name));
        return Err(TaskError::new(format!("{name} is not a name for a folder")));
    }
    let is_copy = package.format == format.name && !package.has_named_cases && (target.is_version_of)(package);
    if is_copy {
        // Keys that gamesolve does not know survive only in a copy.
        writing.tree.copy_folder("", &package.root);
    } else {
        (target.write)(&mut writing).map_err(TaskError::new)?;
        say_losses(&mut writing, target);
    }
    if writing.name != package.name {
        writing.say(Loss::Name {
            format: target.shown,
            old: package.name.clone(),
            new: writing.name.clone(),
        });
    }
    writing.tree.check()?;
    if !is_copy {
        reread::compare(&mut writing, target)?;
    }
    Ok(Export {
        tree: writing.tree,
        name: writing.name,
        said: writing.said,
        has_top: target.has_top,
    })
}

/// Copies the files for contestants if the format has a folder for them, and says what the new package lacks.
fn say_losses(writing: &mut Writing<'_>, target: &Target) {
    let package = writing.package;
    let attachments = package.root.join(ATTACHMENTS);
    if !(std::fs::read_dir(&attachments).is_ok_and(|mut files| files.next().is_some())) {
    } else if writing.is_same() {
        writing.tree.copy_folder(ATTACHMENTS, &attachments)
    } else {
        writing.say(Loss::Folder(ATTACHMENTS))
    }
    if let Some(why) = writing.no_points.take() {
        // Some reasons are worded for the middle of a sentence.
        let why = why.trim_end_matches(',').to_owned();
        writing.say(Loss::Points { why });
    }
    let what = unstated(package, target);
    if !what.is_empty() && !writing.is_same() {
        let format = target.shown;
        writing.say(Loss::About { format, what });
    }
    for remark in package.all_remarks() {
        writing.say(Loss::Unobeyed(remark.clone()));
    }
    if let (PackagePoints::Scheme(scheme), false) = (&package.points, writing.is_same())
        && let Some(remark) = &scheme.remark
    {
        writing.say(Loss::Rule(remark.clone()));
    }
}

/// Returns the facts about a task that a package of another format does not state.
fn unstated(package: &Package, target: &Target) -> Vec<&'static str> {
    /// All facts, with the title first. The others are keys of packages.
    const FACTS: [&str; 5] = ["title", "author", "source", "license", "rights_owner"];
    let states = target.format().states;
    let is_there = |fact: &str| match fact {
        "title" => !package.titles.is_empty(),
        key => package.about.contains_key(key),
    };
    // The keys of another judge may have another meaning.
    let is_kept = |fact: &&str| states.contains(fact) && (*fact == "title" || write::is_ours(package));
    FACTS
        .into_iter()
        .filter(|fact| is_there(fact) && !is_kept(fact))
        .collect()
}

#[cfg(test)]
mod tests;
