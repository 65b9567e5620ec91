//! `gamesolve judge TASK --submissions`: the submissions that come with a task, each against the verdict of its folder.

use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use itertools::Itertools;

use super::super::output::shown;
use super::super::status::{Stop, say};
use super::task::Task;
use crate::cases::embedded;
use crate::judge::overall::overall;
use crate::judge::report::{Expectation, Report, ReportedCase, human, margin};
use crate::judge::{Credit, Judgement, Verdict};
use crate::package::expected::{Expected, PARTIAL, meant_by_all};
use crate::package::model::{Demand, GroupStatus, SUBMISSIONS};
use crate::package::overall::Overall;
use crate::package::{Package, is_case_of, leads_out_of, natural_order, path_pattern};
use crate::text::quoted;

/// The folder of a package that holds its submissions.
const FOLDER: &str = "submissions";
/// The folders in it, each with the worst verdict that its programs get.
const FOLDERS: [(&str, Verdict); 4] = [
    ("accepted", Verdict::Accepted),
    ("wrong_answer", Verdict::WrongAnswer),
    ("run_time_error", Verdict::RuntimeError),
    ("time_limit_exceeded", Verdict::TimeLimit),
];

/// The most characters of a package's words that are shown.
const MAX_SHOWN: usize = 60;

/// A program, and the verdicts of which it is to get one.
pub(super) struct Submission {
    pub(super) path: PathBuf,
    /// Its path below the folder of submissions, or of the package.
    pub(super) name: PathBuf,
    pub(super) expected: Vec<Verdict>,
    /// The verdicts that each of its cases may get; any if there is none.
    permitted: Option<Vec<Verdict>>,
    /// What the package demands of the verdicts of its cases, beside or instead of that.
    pub(super) demands: Vec<Demand>,
    /// The statuses that its groups are to get, instead of that.
    statuses: Vec<GroupStatus>,
    /// The folder of a program of several files, and what names the others to a compiler.
    pub(super) include: Vec<PathBuf>,
    pub(super) flags: Vec<String>,
    /// Whether it is to get less than all points, whatever its verdict.
    is_partial: bool,
}

impl Submission {
    /// Returns the verdicts that end its judging. If that is `asked` for, every fault does. Else the first TLE ends that of a
    /// program that is to be too slow: every further case would take the whole time. If single cases or points are compared,
    /// none does.
    pub(super) fn ends(&self, asked: bool) -> fn(Verdict) -> bool {
        let is_of_all = !self.demands.is_empty() || !self.statuses.is_empty() || self.is_partial;
        match asked {
            _ if is_of_all => ends(false),
            true => ends(true),
            false if self.expected.contains(&Verdict::TimeLimit) => |verdict| verdict == Verdict::TimeLimit,
            false => ends(false),
        }
    }
}

/// Returns the verdicts that end the judging of a program: all faults, if that is `asked` for.
pub(super) fn ends(asked: bool) -> fn(Verdict) -> bool {
    if asked {
        |verdict| verdict != Verdict::Accepted
    } else {
        |_| false
    }
}

/// Returns the verdict that a submission is expected to get.
fn verdict(expected: Expected) -> Verdict {
    match expected {
        Expected::Accepted => Verdict::Accepted,
        Expected::Presentation => Verdict::Presentation,
        Expected::WrongAnswer => Verdict::WrongAnswer,
        Expected::RuntimeError => Verdict::RuntimeError,
        Expected::MemoryLimit => Verdict::MemoryLimit,
        Expected::TimeLimit => Verdict::TimeLimit,
        Expected::OutputLimit => Verdict::OutputLimit,
        Expected::CompileError => Verdict::CompileError,
    }
}

/// Returns the submissions that a package states; names those of which it does not say what verdict they get.
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
                expected: meant.into_iter().map(verdict).collect(),
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

/// Whether all these files of a program lie in the folder; says of the program that it is not judged where a link leads out.
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

/// Refuses programs beside those that come along.
pub(super) fn refuse_others(programs: &[PathBuf], command: &[OsString]) -> Result<()> {
    if programs.iter().any(|path| path.is_file()) || !command.is_empty() {
        let message = "error: `--submissions` judges only the programs of the task\nhint: leave out the other programs";
        return Err(Stop::bad_input(message).into());
    }
    Ok(())
}

/// Returns the submissions that a package states, or those of a task in the order of the folders; those of a problem are
/// written into `folder` first.
pub(super) fn of(task: &Task, package: Option<&Package>, folder: &Path) -> Result<Vec<Submission>> {
    let (root, name) = match task {
        // That of an archive is unpacked.
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
        // No report will tell why.
        let remarks = package.into_iter().flat_map(|package| &package.remarks_on_submissions);
        remarks.for_each(|remark| say(&format!("note: {remark}")));
        let place = package.map_or(SUBMISSIONS, |package| package.submissions_lie);
        let message = format!("error: {name} has no submissions\nhint: put them into {place}");
        return Err(Stop::bad_input(message).into());
    }
    Ok(found)
}

/// Returns the programs in the folders of the verdicts; names other folders.
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

/// Compares a report with what its submission is expected to get, by the rule of the package's own judge.
pub(super) fn compared(report: &Report, submission: &Submission, rule: &Overall) -> Expectation {
    let total = report.points.as_ref().map(|points| &points.total);
    let counted = total.and_then(|total| Some((*total.points.as_ref().ok()?, total.of?)));
    let verdict = overall(rule, report);
    let expected = &submission.expected;
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
        // A part of the points, whatever the verdict.
        (Some(verdict), Some((got, of))) if submission.is_partial => {
            verdict != Verdict::CompileError && 0.0 < got && got < of
        }
        (Some(verdict), _) => {
            expected.is_empty() || expected.contains(&verdict) || is_slow_as_specified(rule, expected, report)
        }
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

/// Whether a program is too slow by the specification of legacy packages: on some case, without a crash on any. It may also give
/// wrong answers.
fn is_slow_as_specified(rule: &Overall, expected: &[Verdict], report: &Report) -> bool {
    let mut cases = report.cases.iter().map(|case| case.judgement.verdict);
    let is_harmless = |verdict| {
        use Verdict::{Accepted, Presentation, Skipped, TimeLimit, WrongAnswer};
        matches!(verdict, Skipped | Accepted | Presentation | WrongAnswer | TimeLimit)
    };
    let is_slow = report.worst() == Some(Verdict::TimeLimit) && cases.all(is_harmless);
    *rule != Overall::Worst && expected == [Verdict::TimeLimit] && is_slow
}

/// Returns the status that is stated of a group and the one that was found, if they differ. A group of which a case was
/// not judged has none.
fn unmet_status(stated: &GroupStatus, report: &Report) -> Option<(String, String)> {
    let place = format!(" in group {}", quoted(stated.group.as_bytes(), MAX_SHOWN));
    let wanted = verdict(stated.status);
    let found = if report.worst() == Some(Verdict::CompileError) {
        Verdict::CompileError
    } else {
        let judgement = |name: &String| Some(&report.cases.iter().find(|case| case.name == *name)?.judgement);
        let all = |names: &[String]| names.iter().map(judgement).collect::<Option<Vec<_>>>();
        let (own, needed) = (all(&stated.cases)?, all(&stated.needed)?);
        let together = [&own[..], &needed].concat();
        let is_lowered = points(stated.most, &together) < points(stated.most, &own);
        let counting = if is_lowered { together } else { own };
        // Too much output is an error of the run there.
        let status = |judgement: &&Judgement| match (judgement.verdict, judgement.credit) {
            (Verdict::WrongAnswer | Verdict::Presentation, Some(_)) => Verdict::Accepted,
            (Verdict::Presentation, None) => Verdict::WrongAnswer,
            (Verdict::OutputLimit, _) => Verdict::RuntimeError,
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

/// The points of a group of sinol: the least share of its cases, rounded up.
fn points(most: u32, judgements: &[&Judgement]) -> f64 {
    let share = |judgement: &&Judgement| match (judgement.verdict, judgement.credit) {
        (Verdict::Accepted, _) => 1.0,
        (_, Some(Credit::Share(share))) => share,
        _ => 0.0,
    };
    let least = judgements.iter().map(share).fold(1.0, f64::min);
    (f64::from(most) * least - 1e-9).ceil()
}

/// The word of sinol for a verdict.
fn status_of(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "OK",
        Verdict::MemoryLimit => "ML",
        Verdict::TimeLimit => "TL",
        other => other.code(),
    }
}

/// Returns the verdicts that are permitted and the first one that is not, with its case.
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

/// Returns what a demand expects and what was found, where it does not hold.
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

fn verdicts(those: &[Expected]) -> Vec<Verdict> {
    those.iter().copied().map(verdict).collect()
}

/// Returns a row for each submission, the margin between them, and how many got what was expected. `missing` ones were
/// not judged because the judging was interrupted.
pub(super) fn table(reports: &[Report], skipped: usize, missing: usize) -> String {
    let width = human::name_width(reports.iter().map(|report| report.judged.as_str()));
    let mut text = String::new();
    let mut right = 0;
    for report in reports {
        let Some(Expectation {
            expected,
            verdict,
            differs,
        }) = &report.expectation
        else {
            continue;
        };
        right += usize::from(differs.is_none());
        let code = verdict.map_or("-", Verdict::code);
        let mut line = format!("{:width$}  {code:4}", report.judged);
        if let Some((slowest, _)) = report.greatest() {
            let time = slowest.judgement.time.unwrap_or_default();
            let _ = write!(line, "  {:>5} ms", time.as_millis());
        }
        let is_to_be_right = expected == Verdict::Accepted.code();
        let fault = report.first_fault().filter(|_| !is_to_be_right || differs.is_some());
        if let Some(fault) = fault {
            let _ = write!(line, "  {}", fault.name);
        }
        if differs.is_some() {
            let _ = write!(line, "  expected {expected}");
        }
        text += line.trim_end();
        text.push('\n');
    }
    text.push('\n');
    if missing == 0 {
        text += &margin::sentences(reports);
    }
    let _ = write!(text, "{right} of {} submissions as expected", reports.len());
    if skipped > 0 {
        let _ = write!(text, ", {skipped} skipped");
    }
    if missing > 0 {
        let _ = write!(text, "; interrupted: {missing} were not judged");
    }
    text.push('\n');
    text
}

fn codes(verdicts: &[Verdict]) -> String {
    verdicts.iter().map(|verdict| verdict.code()).unique().join(" or ")
}
