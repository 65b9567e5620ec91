//! Reads a package that was just made, and compares it with its task, so that nothing is lost without a word.
//!
//! A file is known by the file that it is a copy of. So the testcases need no copies here: short texts stand for them.

use std::collections::BTreeSet;
use std::path::Path;

use super::case::Case;
use super::error::TaskError;
use super::format::Target;
use super::languages::CPP_ENDINGS;
use super::loss::Loss;
use super::model::{Kind, Limits, Package, Submission};
use super::write::{Nearness, Writing, below, ending, file_name, nearness};
use super::{archive, loose, open};

/// Compares the testcases, limits, checker and submissions of the written package with those of the task.
///
/// A difference that the writer has not said becomes a loss.
///
/// # Errors
/// Fails if gamesolve cannot read the package, or if its testcases or its checker would be others.
pub(crate) fn compare(writing: &mut Writing<'_>, target: &Target) -> Result<(), TaskError> {
    let name = if target.has_top {
        writing.name.as_str()
    } else {
        "package"
    };
    let scratch = archive::scratch()?;
    let root = scratch.path().join(name);
    let package = writing.package;
    let cases = package.layout.cases.iter();
    let cases: BTreeSet<&Path> = cases.flat_map(|case| [&*case.input, &*case.answer]).collect();
    writing.tree.sketch(&root, &cases)?;
    let new = open::open(&root, None, u64::MAX);
    let new = new.map_err(|error| error.in_archive(root.display().to_string(), name.to_owned()))?;
    if new.format != target.format().name {
        let why = format!("gamesolve would read the new package as one of {}", new.format);
        return Err(TaskError::new(why));
    }
    compare_cases(writing, &root, &new)?;
    say_limits(writing, &new.limits);
    compare_judging(writing, &new)?;
    let lost: Vec<String> = package
        .submissions
        .iter()
        .filter(|one| !writing.left.contains(&one.path) && !has_submission(writing, &root, &new, one))
        .map(|one| file_name(&one.path))
        .collect();
    let what = "gamesolve does not judge these submissions of the new package, because it does not know their language or place";
    writing.say_of(what, &lost);
    Ok(())
}

/// Returns the file whose copy is at a path of the new package.
fn source<'a>(writing: &'a Writing<'_>, root: &Path, path: &Path) -> Option<&'a Path> {
    writing.tree.source_of(&below(root, path)?)
}

/// Fails if the new package has other testcases than the task.
fn compare_cases(writing: &Writing<'_>, root: &Path, new: &Package) -> Result<(), TaskError> {
    let of = |path| source(writing, root, path);
    let cases = new.layout.cases.iter();
    let found: BTreeSet<_> = cases.map(|case| (of(&case.input), of(&case.answer))).collect();
    let is_lost = |case: &&Case| !found.contains(&(Some(&case.input), Some(&case.answer)));
    let wanted = writing
        .cases()
        .iter()
        .filter(|case| !writing.left.contains(&case.input));
    let (wanted, count) = (wanted.collect::<Vec<_>>(), new.layout.cases.len());
    let why = match wanted.iter().copied().find(is_lost) {
        Some(lost) => format!("the new package would not have the testcase `{}`", lost.name),
        None if count == wanted.len() => return Ok(()),
        None => format!(
            "the new package would have {count} testcases instead of {}",
            wanted.len()
        ),
    };
    Err(TaskError::new(why))
}

/// Says the limits that differ, unless the writer has said so.
fn say_limits(writing: &mut Writing<'_>, new: &Limits) {
    let time = |limits: &Limits| Some(format!("{} s", limits.time.as_ref()?.value.as_secs_f64()));
    let memory = |limits: &Limits| Some(format!("{} bytes", limits.memory.as_ref()?.value));
    let old = &writing.package.limits;
    let both: [(&'static [&'static str], _, _); 2] = [
        (&["time"], time(old), time(new)),
        (&["memory"], memory(old), memory(new)),
    ];
    for (of, old, new) in both {
        let is_said = |loss: &Loss| matches!(loss, Loss::Limits { of: known, .. } if known.contains(&of[0]));
        let Some(old) = old.filter(|old| new.as_ref() != Some(old)) else {
            continue;
        };
        if writing.said.iter().any(is_said) {
            continue;
        }
        let becomes = new.map_or_else(|| "is lost".to_owned(), |new| format!("becomes {new}"));
        let sentence = format!("in {} the {} limit of {old} {becomes}", writing.format, of[0]);
        writing.say(Loss::Limits { of, sentence });
    }
}

/// Fails if the new package has no checker or interactor though the task has one. Says a rule that differs.
fn compare_judging(writing: &mut Writing<'_>, new: &Package) -> Result<(), TaskError> {
    let package = writing.package;
    let is_interactive = |package: &Package| matches!(package.kind, Kind::Interactive(_));
    let lacks = |what: &str| TaskError::new(format!("gamesolve would not find the {what} of the new package"));
    match (is_interactive(package), is_interactive(new)) {
        (true, true) => return Ok(()),
        (false, false) => {}
        _ => return Err(lacks("interactor")),
    }
    if let Some(why) = &new.no_checker {
        let why = &why.value;
        return Err(TaskError::new(format!(
            "the checker of the new package could not be used: {why}"
        )));
    }
    if package.checker.is_some() && new.checker.is_none() {
        return Err(lacks("checker"));
    }
    let has_one_rule = new.of_cases.values().all(|rules| rules.comparison.is_none());
    if let (None, true, Some(new), Ok(old)) = (&new.checker, has_one_rule, &new.comparison, writing.comparison()) {
        let new = new.value;
        if nearness(old.rule, new.rule) == Nearness::Other || old.tolerance != new.tolerance {
            let format = writing.format;
            writing.say(format!("{format} compares outputs by another rule than the task"));
        }
    }
    Ok(())
}

/// Returns whether the new package has a submission of the task, in its language.
fn has_submission(writing: &Writing<'_>, root: &Path, new: &Package, one: &Submission) -> bool {
    let language = |path: &Path| match ending(path) {
        ending if CPP_ENDINGS.contains(&ending.as_str()) => CPP_ENDINGS[0].to_owned(),
        ending => ending,
    };
    let is_it =
        |place: &Path| source(writing, root, place) == Some(&*one.path) && language(place) == language(&one.path);
    if new.format == loose::NAME {
        // Plain files have no manifest, so folders alone make submissions.
        let mut places = writing.tree.places().filter(|place| place.starts_with("submissions/"));
        return places.any(|place| is_it(&root.join(place)));
    }
    new.submissions.iter().any(|other| is_it(&other.path))
}
