//! Selects the cases to judge on: from all that were found, those that are whole and that the user names.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::path::{Path, PathBuf};

use gamesolve_scratch::TempFolder;

use super::pattern;
use super::report::ReportedCase;
use super::verdict::{Judgement, Verdict};
use gamesolve_task::layout::{self, Layout, Lister, Pattern};
use gamesolve_task::scheme::PackagePoints;
use gamesolve_task::{Case, Package, TaskError, archive, open};
use gamesolve_text::quoted;

/// The number of names that an error lists.
const MAX_LISTED_NAMES: usize = 5;

/// Cases to judge on, and their points.
pub struct Selection {
    /// The chosen cases that are whole.
    pub cases: Vec<Case>,
    /// The chosen cases that are skipped for being incomplete.
    pub skipped: Vec<ReportedCase>,
    /// The stored answers of all cases that were found, chosen or not: no program may read them.
    pub answers: Vec<PathBuf>,
    /// The points of all cases that were found, chosen or not.
    pub points: PackagePoints,
    /// The files of the cases that a list made.
    _made: Option<TempFolder>,
    /// The package that the cases are of, where one folder or archive was named. Its cases are those above.
    pub package: Option<Package>,
}

/// Why there is nothing to judge on. Displayed as whole messages, from `error: ` on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SelectionError {
    /// Files cannot be used, or are missing.
    Unusable {
        /// Everything that is wrong.
        errors: Vec<String>,
        /// Whether it would help to skip incomplete cases.
        can_skip: bool,
    },
    /// A list of generated cases is malformed, or makes other cases than before.
    List(TaskError),
    /// The package cannot be understood.
    Package(TaskError),
    /// Patterns that no case is meant by.
    NoSuchCase {
        /// Those patterns, escaped.
        patterns: Vec<String>,
        /// The first names that there are.
        known: Vec<String>,
    },
}

impl fmt::Display for SelectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SelectionError::Unusable { errors, can_skip } => {
                let lines = errors.iter().map(|error| format!("error: {error}"));
                let hint = can_skip.then(|| "hint: `--allow-missing` skips what is incomplete".to_owned());
                f.write_str(&lines.chain(hint).collect::<Vec<_>>().join("\n"))
            }
            SelectionError::List(error) | SelectionError::Package(error) => write!(f, "error: {error}"),
            SelectionError::NoSuchCase { patterns, known } => {
                let quoted = |names: &[String]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>();
                write!(
                    f,
                    "error: no case is called {}\nhint: there are {} …",
                    quoted(patterns).join(" or "),
                    quoted(known).join(", ")
                )
            }
        }
    }
}

impl std::error::Error for SelectionError {}

impl Selection {
    /// Selects from the cases in `places` those that any of the `patterns` means, or all where there are no
    /// patterns. With `pair` the cases are those of that pattern of file names.
    ///
    /// # Errors
    /// Where files cannot be used, where a case is incomplete and `allow_missing` is not set, and where a pattern means no
    /// case.
    pub fn of_places(
        places: &[PathBuf],
        patterns: &[String],
        allow_missing: bool,
        pair: Option<&Pattern>,
        max_bytes: u64,
        lister: &dyn Lister,
    ) -> Result<Selection, SelectionError> {
        let Opened {
            layout,
            points,
            package,
            made,
        } = open(places, pair, max_bytes, lister)?;
        let (complete, mut skipped) = complete_cases(&layout, None, allow_missing)?;
        let mut cases: Vec<Case> = complete.into_iter().map(|found| found.case.clone()).collect();
        let answers = cases.iter().map(|case| case.answer.clone()).collect();
        if !patterns.is_empty() {
            let names: BTreeSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
            let mut chosen = BTreeSet::new();
            let mut unmatched = Vec::new();
            for pattern in patterns {
                let mut meant = pattern::chosen(pattern, &names).map(str::to_owned).peekable();
                if meant.peek().is_none() {
                    unmatched.push(quoted(pattern.as_bytes(), 64));
                }
                chosen.extend(meant);
            }
            if !unmatched.is_empty() {
                let known = names.iter().take(MAX_LISTED_NAMES);
                return Err(SelectionError::NoSuchCase {
                    patterns: unmatched,
                    known: known.map(|name| (*name).to_owned()).collect(),
                });
            }
            cases.retain(|case| chosen.contains(&case.name));
            skipped.retain(|case| chosen.contains(&case.name));
        }
        Ok(Selection {
            cases,
            skipped,
            answers,
            points,
            _made: made,
            package,
        })
    }
}

/// A whole case, with its stored output where outputs are judged.
pub struct CompleteCase<'a> {
    /// The case.
    pub case: &'a Case,
    /// The stored output.
    pub output: Option<PathBuf>,
}

/// Returns the whole cases of a layout, and reports of those that are skipped for being incomplete. Where `outputs` is a
/// folder, a case without an output there is incomplete.
///
/// # Errors
/// All that is wrong with the files.
pub fn complete_cases<'a>(
    layout: &'a Layout,
    outputs: Option<&Path>,
    allow_missing: bool,
) -> Result<(Vec<CompleteCase<'a>>, Vec<ReportedCase>), SelectionError> {
    let mut errors: Vec<String> = layout.troubles.iter().map(ToString::to_string).collect();
    let mut missing: Vec<(String, Option<String>, String)> = layout
        .halves
        .iter()
        .map(|half| (half.name.clone(), half.group.clone(), half.to_string()))
        .collect();
    let mut complete = Vec::new();
    let mut stored: Option<HashMap<Vec<u8>, PathBuf>> = None;
    if let Some(folder) = outputs {
        if layout.roots > 1 {
            errors.push("`--outputs` takes the cases of one folder, but several are named".to_owned());
        }
        let (found, troubles) = layout::outputs(folder);
        errors.extend(troubles.iter().map(ToString::to_string));
        stored = Some(found);
    }
    for case in &layout.cases {
        match stored.as_mut().map(|stored| stored.remove(&case.key)) {
            None => complete.push(CompleteCase { case, output: None }),
            Some(Some(output)) => complete.push(CompleteCase {
                case,
                output: Some(output),
            }),
            Some(None) => missing.push((
                case.name.clone(),
                case.group.clone(),
                format!("`{}` has no output", case.name),
            )),
        }
    }
    if !allow_missing {
        errors.extend(missing.iter().map(|(_, _, why)| why.clone()));
    } else if errors.is_empty() && complete.is_empty() {
        errors.push(format!("all {} cases are incomplete", missing.len()));
    }
    if !errors.is_empty() {
        let can_skip = !missing.is_empty() && !allow_missing;
        return Err(SelectionError::Unusable { errors, can_skip });
    }
    let skipped = missing.into_iter().map(|(name, group, why)| ReportedCase {
        name,
        group,
        judgement: Judgement::new(Verdict::Skipped, why),
    });
    Ok((complete, skipped.collect()))
}

/// Cases that were found, with what is known about them.
pub struct Opened {
    /// The cases.
    pub layout: Layout,
    /// Their points.
    pub points: PackagePoints,
    /// The package, where one folder or archive is named; its layout and points are those above.
    pub package: Option<Package>,
    /// The files of the cases that a list made.
    pub made: Option<TempFolder>,
}

/// Finds the cases in files, folders and archives. Where one folder or archive is named, its package is read; the points of
/// several do not add up. With `pair` the cases are those of the pattern.
///
/// # Errors
/// Where a package cannot be understood.
pub fn open(
    paths: &[PathBuf],
    pair: Option<&Pattern>,
    max_bytes: u64,
    lister: &dyn Lister,
) -> Result<Opened, SelectionError> {
    if let (Some(_), [] | [_, _, ..]) = (pair, paths) {
        let error = TaskError::new("`--pair` takes the cases of one folder or archive");
        return Err(SelectionError::Package(error));
    }
    let mut opened = match paths {
        [path] if path.is_dir() || (path.is_file() && archive::is_archive(path)) => {
            let mut package = open::open(path, pair, max_bytes).map_err(SelectionError::Package)?;
            Opened {
                layout: std::mem::take(&mut package.layout),
                points: std::mem::replace(&mut package.points, PackagePoints::Unstated),
                package: Some(package),
                made: None,
            }
        }
        _ => Opened {
            layout: layout::find(paths),
            points: PackagePoints::Unstated,
            package: None,
            made: None,
        },
    };
    // A list of cases is one of the files that a link may stand for.
    let errors = opened.layout.led_out();
    if !errors.is_empty() {
        return Err(SelectionError::Unusable {
            errors,
            can_skip: false,
        });
    }
    opened.made = opened.layout.make_listed(lister).map_err(SelectionError::List)?;
    if opened.points == PackagePoints::Unstated {
        opened.points = opened.layout.listed_points(lister).map_err(SelectionError::List)?;
    }
    Ok(opened)
}
