//! Selects the testcases for judging: the user names some, and incomplete testcases are left out.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::path::{Path, PathBuf};

use gamesolve_scratch::TempFolder;

use super::pattern;
use super::report::ReportedCase;
use super::verdict::{Judgement, Verdict};
use gamesolve_task::layout::{self, Half, Layout, Lister, Pattern};
use gamesolve_task::scheme::PackagePoints;
use gamesolve_task::{Case, Package, TaskError, archive, open};
use gamesolve_text::quoted;

/// The most names that an error lists.
const MAX_LISTED_NAMES: usize = 5;

/// Selected testcases, and their points.
pub struct Selection {
    /// The selected testcases that are complete.
    pub cases: Vec<Case>,
    /// The selected testcases that are skipped because they are incomplete.
    pub skipped: Vec<ReportedCase>,
    /// The stored answers of all testcases that were found, selected or not. No program may read them.
    pub answers: Vec<PathBuf>,
    /// The points of all testcases that were found, selected or not.
    pub points: PackagePoints,
    /// The files of testcases made from a list.
    _made: Option<TempFolder>,
    /// The package, if the user names one folder or archive. Its testcases are in the fields above.
    pub package: Option<Package>,
}

/// The reason why there is no testcase to judge on. The display is a whole message, from `error: ` on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SelectionError {
    /// Files are unusable or missing.
    Unusable {
        /// All errors.
        errors: Vec<String>,
        /// Whether skipping incomplete testcases would help.
        can_skip: bool,
    },
    /// A list of generated testcases is malformed, or its generators have changed their output.
    List(TaskError),
    /// The package is malformed.
    Package(TaskError),
    /// Patterns that match no testcase.
    NoSuchCase {
        /// The patterns, escaped.
        patterns: Vec<String>,
        /// The first names of existing testcases.
        known: Vec<String>,
    },
}

impl fmt::Display for SelectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SelectionError::Unusable { errors, can_skip } => {
                let lines = errors.iter().map(|error| format!("error: {error}"));
                let hint = can_skip.then(|| "hint: `--allow-missing` skips incomplete testcases".to_owned());
                f.write_str(&lines.chain(hint).collect::<Vec<_>>().join("\n"))
            }
            SelectionError::List(error) | SelectionError::Package(error) => write!(f, "error: {error}"),
            SelectionError::NoSuchCase { patterns, known } => {
                let quoted = |names: &[String]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>();
                write!(
                    f,
                    "error: no testcase has the name {}\nhint: there are {} …",
                    quoted(patterns).join(" or "),
                    quoted(known).join(", ")
                )
            }
        }
    }
}

impl std::error::Error for SelectionError {}

impl Selection {
    /// Selects the testcases in `places` that match any of the `patterns`, or all if there are no patterns. With
    /// `pair`, the testcases have the file names of that pattern.
    ///
    /// # Errors
    /// If a file is unusable, if a testcase is incomplete without `allow_missing`, or if a pattern matches no testcase.
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

/// A complete testcase, with its stored output if stored outputs are judged.
pub struct CompleteCase<'a> {
    /// The testcase.
    pub case: &'a Case,
    /// The stored output.
    pub output: Option<PathBuf>,
}

/// Returns the complete testcases of a layout, and a report on each incomplete one that is skipped. If `outputs` is a
/// folder, a testcase without an output there is incomplete.
///
/// # Errors
/// If files are unusable: the error lists all faults.
pub fn complete_cases<'a>(
    layout: &'a Layout,
    outputs: Option<&Path>,
    allow_missing: bool,
) -> Result<(Vec<CompleteCase<'a>>, Vec<ReportedCase>), SelectionError> {
    let mut errors: Vec<String> = layout.troubles.iter().map(ToString::to_string).collect();
    let mut missing: Vec<(String, Option<String>, String)> = layout
        .halves
        .iter()
        .map(|half| {
            let mut why = half.to_string();
            if let Some(partner) = likely_partner(half, &layout.halves) {
                why += &format!(", but {} may be it: give both the same name", partner.shown());
            }
            (half.name.clone(), half.group.clone(), why)
        })
        .collect();
    let mut complete = Vec::new();
    let mut stored: Option<HashMap<Vec<u8>, PathBuf>> = None;
    if let Some(folder) = outputs {
        if layout.roots > 1 {
            errors.push("`--outputs` takes the testcases of one folder, but you gave several".to_owned());
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
        errors.push(match missing.len() {
            1 => "the only testcase is incomplete".to_owned(),
            count => format!("all {count} testcases are incomplete"),
        });
    }
    if !errors.is_empty() {
        let can_skip = !missing.is_empty() && !allow_missing;
        return Err(SelectionError::Unusable { errors, can_skip });
    }
    let skipped = missing.into_iter().map(|(name, group, why)| ReportedCase {
        name,
        group,
        input_bytes: 0,
        judgement: Judgement::new(Verdict::Skipped, why),
    });
    Ok((complete, skipped.collect()))
}

/// Returns the other half of a testcase if only leading zeros of the names' numbers differ: `6.out` of `06.in`.
fn likely_partner<'a>(half: &Half, halves: &'a [Half]) -> Option<&'a Half> {
    let without_zeros = |name: &str| {
        let mut text = String::new();
        for c in name.chars() {
            if c.is_ascii_digit()
                && text.ends_with('0')
                && !text.trim_end_matches('0').ends_with(|d: char| d.is_ascii_digit())
            {
                text.pop();
            }
            text.push(c);
        }
        text
    };
    let name = without_zeros(&half.name);
    halves
        .iter()
        .find(|other| other.missing != half.missing && without_zeros(&other.name) == name)
}

/// Testcases, with the facts known about them.
pub struct Opened {
    /// The testcases.
    pub layout: Layout,
    /// The points of the testcases.
    pub points: PackagePoints,
    /// The package, if the user names one folder or archive. Its layout and points are in the fields above.
    pub package: Option<Package>,
    /// The files of testcases made from a list.
    pub made: Option<TempFolder>,
}

/// Finds the testcases in files, folders and archives. With `pair`, the testcases have the file names of the pattern.
///
/// If `paths` is one folder or archive, its package is read. The points of several do not add up.
///
/// # Errors
/// If a package is malformed.
pub fn open(
    paths: &[PathBuf],
    pair: Option<&Pattern>,
    max_bytes: u64,
    lister: &dyn Lister,
) -> Result<Opened, SelectionError> {
    if let (Some(_), [] | [_, _, ..]) = (pair, paths) {
        let error = TaskError::new("`--pair` takes the testcases of one folder or archive");
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
    // Check links before the list is read: the list itself may be a link.
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
