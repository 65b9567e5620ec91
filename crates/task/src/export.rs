//! Packages of other judges, written from the one model: one writer for each format, the mirror of its reader.
//!
//! A writer keeps what the reader of its format reads. What the format has no place for is told, a sentence each; what
//! would make its judge give other verdicts is refused.

use super::error::TaskError;
use super::format::Target;
use super::loss::Loss;
use super::model::{Kind, Package};
use super::read::led_out;
use super::scheme::PackagePoints;
use super::write::Writing;
pub use super::write::tree::Tree;

/// The keys that go along where the files that they name are in the package, as compiled programs need not be, by the files
/// they stand in; `docs/reference/package-keys.md` lists them.
pub const WITH_THEIR_FILES: &[(&str, &str)] = &[
    ("problem.xml", "problem.statements.statement@path"),
    ("problem.xml", "problem.tutorials"),
    ("problem.xml", "problem.files"),
    ("problem.xml", "problem.assets.checker.binary"),
    ("problem.xml", "problem.assets.checker.copy"),
    ("problem.xml", "problem.assets.checker.testset"),
    ("problem.xml", "problem.assets.interactor.binary"),
    ("problem.xml", "problem.assets.validators.validator.binary"),
    ("problem.xml", "problem.assets.validators.validator.testset"),
    ("problem.xml", "problem.assets.solutions.solution.binary"),
    ("problem.xml", "problem.stresses"),
    ("problem.xml", "problem.documents"),
];

/// The folder of files for contestants, in ICPC packages and in those of sinol.
const ATTACHMENTS: &str = "attachments";

/// A package that is ready to be written.
#[derive(Debug)]
pub struct Export {
    /// Its files.
    pub tree: Tree,
    /// The name of the task as the format takes it.
    pub name: String,
    /// The losses: the things that the format cannot hold.
    pub said: Vec<Loss>,
    /// Whether everything in an archive lies in a folder of the task's name.
    pub has_top: bool,
}

/// Makes the files of a package of a format.
///
/// # Errors
/// Why the format cannot have the task, as the end of a sentence.
pub fn export(package: &Package, target: &Target) -> Result<Export, TaskError> {
    if let Kind::Unsupported(what) = &package.kind {
        let what = &what.value;
        return Err(TaskError::new(format!("a task of this type is not exported: {what}")));
    }
    if let Some(why) = &package.no_checker {
        return Err(TaskError::new(format!("its checker cannot be used: {}", why.value)));
    }
    if package.layout.cases.is_empty() {
        return Err(TaskError::new("it has no cases"));
    }
    if let Some(file) = package.link_out(package.files().chain(package.programs())) {
        return Err(led_out(file));
    }
    let mut writing = Writing::new(package, target.form(), (target.rename)(package));
    (target.write)(&mut writing).map_err(TaskError::new)?;
    let attachments = package.root.join(ATTACHMENTS);
    if !(std::fs::read_dir(&attachments).is_ok_and(|mut files| files.next().is_some())) {
    } else if writing.is_same() {
        writing.tree.copy_folder(ATTACHMENTS, &attachments)
    } else {
        writing.say(Loss::Folder(ATTACHMENTS))
    }
    if let Some(why) = writing.no_points.take() {
        // Some reasons are made to stand within a sentence.
        let why = why.trim_end_matches(',').to_owned();
        writing.say(Loss::Points { why });
    }
    for remark in package.all_remarks() {
        if !writing.kept_files.iter().any(|file| remark.is_left_out_of(file)) {
            writing.say(Loss::Unobeyed(remark.clone()));
        }
    }
    if let (PackagePoints::Scheme(scheme), false) = (&package.points, writing.is_same())
        && let Some(remark) = &scheme.remark
    {
        writing.say(Loss::Rule(remark.clone()));
    }
    if writing.name != package.name {
        writing.say(Loss::Name {
            format: target.shown,
            old: package.name.clone(),
            new: writing.name.clone(),
        });
    }
    writing.tree.check()?;
    Ok(Export {
        tree: writing.tree,
        name: writing.name,
        said: writing.said,
        has_top: target.has_top,
    })
}

#[cfg(test)]
mod tests;
