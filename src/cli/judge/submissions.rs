//! `gamesolve judge TASK --submissions`: judges the task's own submissions and compares the verdicts with the expected
//! ones.

use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use itertools::Itertools;

use super::super::output::shown;
use super::super::status::{refuse, say};
use super::task::Task;
use crate::cases::embedded;
use crate::judge::overall::overall;
use crate::judge::report::grid::{self, Grid};
use crate::judge::report::{Expectation, Report, ReportedCase, margin};
use crate::judge::{Credit, Judgement, Verdict};
use crate::package::expected::{Deserved, PARTIAL, meant_by_all};
use crate::package::model::{Demand, GroupStatus, PackageWord, SUBMISSIONS};
use crate::package::overall::Overall;
use crate::package::{Package, is_case_of, leads_out_of, natural_order, path_pattern};
use crate::text::quoted;

/// The folder of a package that holds its submissions.
const FOLDER: &str = "submissions";
/// The folders in it, each with the expected worst verdict of its programs.
const FOLDERS: [(&str, Verdict); 4] = [
    ("accepted", Verdict::ACCEPTED),
    ("wrong_answer", Verdict::WRONG_ANSWER),
    ("run_time_error", Verdict::RUNTIME_ERROR),
    ("time_limit_exceeded", Verdict::TIME_LIMIT),
];

/// The number of characters of a package's words that are shown.
const MAX_SHOWN: usize = 60;

/// A program, and the verdicts that it may get.
pub(super) struct Submission {
    pub(super) path: PathBuf,
    /// The path below the folder of submissions, or below the package.
    pub(super) name: PathBuf,
    pub(super) expected: Vec<Verdict>,
    /// The verdicts that its testcases may get. `None` permits all.
    permitted: Option<Vec<Verdict>>,
    /// The demands of the package on the verdicts of its testcases.
    pub(super) demands: Vec<Demand>,
    /// The expected statuses of its groups. If there are any, they replace the expected verdicts.
    statuses: Vec<GroupStatus>,
    /// The folder of a program with several files.
    pub(super) include: Vec<PathBuf>,
    /// The compiler's words for its other files.
    pub(super) flags: Vec<PackageWord>,
    /// Whether it should get a part of the points, whatever its verdict is.
    is_partial: bool,
}

impl Submission {
    /// Returns a test for the verdicts that end the judging of this submission.
    ///
    /// If `asked` is set, every fault does. Otherwise the first TLE ends a submission that should be too slow, because
    /// each further testcase would take the whole time. If testcases or points are compared, no verdict does.
    pub(super) fn ends(&self, asked: bool) -> fn(Verdict) -> bool {
        let is_of_all = !self.demands.is_empty() || !self.statuses.is_empty() || self.is_partial;
        if is_of_all {
            ends(false)
        } else if !asked && self.expected.contains(&Verdict::TIME_LIMIT) {
            |verdict| verdict == Verdict::TIME_LIMIT
        } else {
            ends(asked)
        }
    }
}

/// Returns a test for the verdicts that end the judging of a program: all faults if `asked` is set, else none.
pub(super) fn ends(asked: bool) -> fn(Verdict) -> bool {
    if asked {
        |verdict| verdict != Verdict::ACCEPTED
    } else {
        |_| false
    }
}

/// Returns the submissions that a package lists. Prints a note for each submission without a known expectation.
fn stated_by(package: &Package) -> Vec<Submission> {
    let mut found = Vec::new();
    for one in &package.submissions {
        let name = one.path.strip_prefix(&package.root).unwrap_or(&one.path).to_owned();
        if !is_own(&package.root, std::iter::once(&one.path).chain(&one.include), &name) {
            continue;
        }
        let no_word = one.expected.is_empty() && !one.demands.is_empty();
        match meant_by_all(&one.expected).or(no_word.then(Vec::new)) {
            Some(meant) => found.push(Submission {
                path: one.path.clone(),
                name,
                expected: meant.into_iter().map(Verdict::Deserved).collect(),
                include: one.include.clone(),
                flags: one.flags.clone(),
                permitted: one.permitted.as_deref().map(verdicts),
                demands: one.demands.clone(),
                statuses: one.statuses.clone(),
                is_partial: one.expected.iter().any(|word| word == PARTIAL),
            }),
            None => {
                let why = match one.expected.as_slice() {
                    [] => "the package expects no verdict of it".to_owned(),
                    words => format!(
                        "the meaning of {} is unknown",
                        quoted(words.join(", ").as_bytes(), MAX_SHOWN)
                    ),
                };
                say(&format!("note: {} is not judged: {why}", shown(&name)));
            }
        }
    }
    found
}

/// Returns whether all files of a program are inside the folder. Prints a note if a link leads out of it.
fn is_own<'a>(folder: &Path, mut files: impl Iterator<Item = &'a PathBuf>, name: &Path) -> bool {
    let leads_out = files.any(|path| leads_out_of(folder, path));
    if leads_out {
        say(&format!(
            "note: {} is not judged: a link leads out of its folder",
            shown(name)
        ));
    }
    !leads_out
}

/// Refuses other programs beside the submissions of the task.
pub(super) fn refuse_others(programs: &[PathBuf], command: &[OsString]) -> Result<()> {
    if programs.iter().any(|path| path.is_file()) || !command.is_empty() {
        refuse!("`--submissions` judges only the programs of the task\nhint: leave out the other programs");
    }
    Ok(())
}

/// Returns the submissions that a package lists, or otherwise the programs in the folders of the verdicts.
///
/// Writes the submissions of a problem into `folder` first.
pub(super) fn of(task: &Task, package: Option<&Package>, folder: &Path) -> Result<Vec<Submission>> {
    let (root, name) = match task {
        // The root of an archive is its unpacked folder.
        Task::Place(place) => (
            package.map_or(place, |package| &package.root).join(FOLDER),
            shown(place),
        ),
        Task::Problem(entry) => {
            let slug = entry.meta().slug;
            embedded::write_submissions(entry.carried_as(), folder)
                .context("cannot write the submissions to a folder")?;
            (folder.to_owned(), format!("`{slug}`"))
        }
    };
    let knows = |package: &&Package| !package.submissions.is_empty() || !package.remarks_on_submissions.is_empty();
    let found = match package.filter(knows) {
        Some(package) => stated_by(package),
        None => in_folders(&root),
    };
    if found.is_empty() {
        // There is no report to carry these remarks.
        let remarks = package.into_iter().flat_map(|package| &package.remarks_on_submissions);
        remarks.for_each(|remark| say(&format!("note: {remark}")));
        let place = package.map_or(SUBMISSIONS, |package| package.submissions_lie);
        refuse!("{name} has no submissions\nhint: put them into {place}");
    }
    Ok(found)
}

/// Returns the programs in the folders of the verdicts. Prints a note for every other folder.
fn in_folders(root: &Path) -> Vec<Submission> {
    let mut found = Vec::new();
    for (of_verdict, expected) in FOLDERS {
        let mut files = entries(&root.join(of_verdict));
        files.retain(|path| path.is_file());
        let named = |path: &Path| Path::new(FOLDER).join(path.strip_prefix(root).unwrap_or(path));
        files.retain(|path| is_own(root, std::iter::once(path), &named(path)));
        files.sort_by(|a, b| natural_order(&a.to_string_lossy(), &b.to_string_lossy()));
        found.extend(files.into_iter().map(|path| Submission {
            name: Path::new(of_verdict).join(path.file_name().unwrap_or_default()),
            path,
            expected: vec![expected],
            include: Vec::new(),
            flags: Vec::new(),
            permitted: None,
            demands: Vec::new(),
            statuses: Vec::new(),
            is_partial: false,
        }));
    }
    for other in entries(root) {
        if !FOLDERS.iter().any(|(name, _)| other.ends_with(name)) {
            let known = FOLDERS.map(|(name, _)| name).join(", ");
            let other = Path::new(FOLDER).join(other.file_name().unwrap_or_default());
            say(&format!(
                "note: {} is not judged. Only these folders are: {known}",
                shown(&other)
            ));
        }
    }
    found
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
}

/// Compares a report with the expectation of its submission, by the rule of the package's own judge.
pub(super) fn compared(report: &Report, submission: &Submission, rule: &Overall) -> Expectation {
    let total = report.points.as_ref().map(|points| &points.total);
    let counted = total.and_then(|total| Some((*total.points.as_ref().ok()?, total.of?)));
    let expected = &submission.expected;
    let is_slow = is_slow_as_specified(rule, expected, report);
    let verdict = overall(rule, report).map(|verdict| if is_slow { Verdict::TIME_LIMIT } else { verdict });
    let has_failed = report.worst().is_some_and(|worst| worst.fault().is_some());
    if !submission.statuses.is_empty() && !has_failed {
        let unmet = submission
            .statuses
            .iter()
            .find_map(|status| unmet_status(status, report));
        let (expected, differs) = match unmet {
            Some((expected, found)) => (expected, Some(found)),
            None => ("its statuses".to_owned(), None),
        };
        return Expectation {
            expected,
            verdict,
            differs,
        };
    }
    let is_right = match (verdict, counted) {
        (None, _) => false,
        // A part of the points is right with any verdict.
        (Some(verdict), Some((got, of))) if submission.is_partial => {
            verdict != Verdict::COMPILE_ERROR && 0.0 < got && got < of
        }
        (Some(verdict), _) => expected.is_empty() || expected.contains(&verdict),
    };
    let found = || verdict.map_or("no verdict", Verdict::code).to_owned();
    let (expected, differs) = match (is_right, counted) {
        (false, Some((got, of))) if submission.is_partial => (
            "a part of the points".to_owned(),
            Some(format!("{} with {got} of {of} points", found())),
        ),
        (false, _) => (codes(expected), Some(found())),
        (true, _) => {
            let permitted = submission.permitted.as_deref();
            let beside = permitted.and_then(|permitted| not_permitted(permitted, "", report.cases.iter()));
            match beside.or_else(|| submission.demands.iter().find_map(|demand| unmet(demand, report))) {
                Some((expected, found)) => (expected, Some(found)),
                None if expected.is_empty() => ("its demands".to_owned(), None),
                None => (codes(expected), None),
            }
        }
    };
    Expectation {
        expected,
        verdict,
        differs,
    }
}

/// Returns whether a program is too slow by the specification of legacy packages.
///
/// It must exceed the time on some testcase and crash on none. It may also give wrong answers.
fn is_slow_as_specified(rule: &Overall, expected: &[Verdict], report: &Report) -> bool {
    let mut cases = report.cases.iter().map(|case| case.judgement.verdict);
    let is_harmless = |verdict| {
        matches!(
            verdict,
            Verdict::Skipped | Verdict::ACCEPTED | Verdict::PRESENTATION | Verdict::WRONG_ANSWER | Verdict::TIME_LIMIT
        )
    };
    let is_slow = report.worst() == Some(Verdict::TIME_LIMIT) && cases.all(is_harmless);
    *rule != Overall::Worst && expected == [Verdict::TIME_LIMIT] && is_slow
}

/// Returns the stated status of a group and the real one, if they differ. Returns `None` if a testcase of the group was
/// not judged.
fn unmet_status(stated: &GroupStatus, report: &Report) -> Option<(String, String)> {
    let place = format!(" in group {}", quoted(stated.group.as_bytes(), MAX_SHOWN));
    let wanted = Verdict::Deserved(stated.status);
    let found = if report.worst() == Some(Verdict::COMPILE_ERROR) {
        Verdict::COMPILE_ERROR
    } else {
        let judgement = |name: &String| Some(&report.cases.iter().find(|case| case.name == *name)?.judgement);
        let all = |names: &[String]| names.iter().map(judgement).collect::<Option<Vec<_>>>();
        let (own, needed) = (all(&stated.cases)?, all(&stated.needed)?);
        let together = [&own[..], &needed].concat();
        let is_lowered = points(stated.most, &together) < points(stated.most, &own);
        let counting = if is_lowered { together } else { own };
        // In sinol an output that is too large counts as a runtime error.
        let status = |judgement: &&Judgement| match (judgement.verdict, judgement.credit) {
            (Verdict::WRONG_ANSWER | Verdict::PRESENTATION, Some(_)) => Verdict::ACCEPTED,
            (Verdict::PRESENTATION, None) => Verdict::WRONG_ANSWER,
            (Verdict::OUTPUT_LIMIT, _) => Verdict::RUNTIME_ERROR,
            (verdict, _) => verdict,
        };
        counting.iter().map(status).max()?
    };
    (found != wanted).then(|| {
        (
            format!("{}{place}", status_of(wanted)),
            format!("{}{place}", status_of(found)),
        )
    })
}

/// Returns the points of a group in sinol: the least share of its testcases, rounded up.
fn points(most: u32, judgements: &[&Judgement]) -> f64 {
    let share = |judgement: &&Judgement| match (judgement.verdict, judgement.credit) {
        (Verdict::ACCEPTED, _) => 1.0,
        (_, Some(Credit::Share(share))) => share,
        _ => 0.0,
    };
    let least = judgements.iter().map(share).fold(1.0, f64::min);
    (f64::from(most) * least - 1e-9).ceil()
}

/// Returns sinol's word for a verdict.
fn status_of(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::ACCEPTED => "OK",
        Verdict::MEMORY_LIMIT => "ML",
        Verdict::TIME_LIMIT => "TL",
        other => other.code(),
    }
}

/// Returns the permitted verdicts, and the first other verdict with its testcase.
fn not_permitted<'a>(
    permitted: &[Verdict],
    places: &str,
    mut cases: impl Iterator<Item = &'a ReportedCase>,
) -> Option<(String, String)> {
    let is_bad = |verdict| verdict != Verdict::Skipped && !permitted.contains(&verdict);
    let case = cases.find(|case| is_bad(case.judgement.verdict))?;
    let found = format!("{} in {}", case.judgement.verdict.code(), case.name);
    Some((format!("only {}{places}", codes(permitted)), found))
}

/// Returns an unmet demand and the result that was found, or `None` if the demand holds.
fn unmet(demand: &Demand, report: &Report) -> Option<(String, String)> {
    let pattern = demand.cases.as_deref().and_then(|cases| path_pattern(cases).ok());
    let is_about = |case: &&ReportedCase| pattern.as_ref().is_none_or(|pattern| is_case_of(pattern, &case.name));
    let places = match &demand.cases {
        Some(cases) => format!(" in {}", quoted(cases.as_bytes(), MAX_SHOWN)),
        None => String::new(),
    };
    let mut cases = report.cases.iter().filter(is_about);
    if let Some(permitted) = demand.permitted.as_deref().map(verdicts)
        && let Some(unmet) = not_permitted(&permitted, &places, cases.clone())
    {
        return Some(unmet);
    }
    let required = demand.required.as_deref().map(verdicts)?;
    if cases.any(|case| required.contains(&case.judgement.verdict)) {
        None
    } else {
        Some((format!("{}{places}", codes(&required)), "none".to_owned()))
    }
}

fn verdicts(those: &[Deserved]) -> Vec<Verdict> {
    those.iter().copied().map(Verdict::Deserved).collect()
}

/// Returns a row for each submission, the margin between them, and the number of submissions that met their
/// expectation. An interruption left `missing` submissions unjudged.
pub(super) fn table(reports: &[Report], skipped: usize, missing: usize) -> String {
    let mut grid = Grid::of_groups(reports);
    let differs = |report: &Report| {
        report
            .expectation
            .as_ref()
            .is_some_and(|stated| stated.differs.is_some())
    };
    let right = reports.iter().filter(|report| !differs(report)).count();
    grid.heads.insert(0, "verdict".to_owned());
    if right < reports.len() {
        grid.heads.push("expected".to_owned());
    }
    for ((_, cells), report) in grid.rows.iter_mut().zip(reports) {
        let stated = report.expectation.as_ref();
        let verdict = stated.and_then(|stated| stated.verdict);
        cells.insert(0, verdict.map_or("-", Verdict::code).to_owned().into());
        let expected = stated.filter(|_| differs(report)).map(|stated| {
            let is_of_verdict = |case: &&ReportedCase| Some(case.judgement.verdict) == verdict;
            let mut cases = report.cases.iter();
            let fault = report.first_fault().filter(|_| verdict != Some(Verdict::COMPILE_ERROR));
            match fault.map(|fault| cases.find(is_of_verdict).unwrap_or(fault)) {
                Some(case) => format!("{}, but {} fails", stated.expected, case.name),
                None => stated.expected.clone(),
            }
        });
        cells.push(expected.unwrap_or_default().into());
    }
    let mut text = grid.written(grid::WIDTH, false);
    text.push('\n');
    if missing == 0 {
        text += &margin::sentences(reports);
    }
    let _ = write!(text, "{right} of {} submissions as expected", reports.len());
    if skipped > 0 {
        let _ = write!(text, ", {skipped} skipped");
    }
    if missing > 0 {
        let _ = write!(text, ". Interrupted: {missing} were not judged");
    }
    text.push('\n');
    text
}

fn codes(verdicts: &[Verdict]) -> String {
    verdicts.iter().map(|verdict| verdict.code()).unique().join(" or ")
}
