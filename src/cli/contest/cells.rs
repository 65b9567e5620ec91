//! The report on a submission as a cell of the table.

use std::path::PathBuf;

use gamesolve_contest::results::{Judged, JudgedCase, JudgedGroup};

use crate::judge::Verdict;
use crate::judge::findings::Finding;
use crate::judge::report::{Report, ReportedCase};

/// Returns the cell of a report. Its points are a part of 1, because the points of the contest may change later.
pub(super) fn judged(report: &Report) -> Judged {
    let is_compile_error = report.worst() == Some(Verdict::COMPILE_ERROR);
    // The line of a program that does not start is no testcase.
    let is_case = |case: &&ReportedCase| report.conditions.is_some() || case.judgement.verdict == Verdict::Skipped;
    let cases = report.cases.iter().filter(is_case);
    Judged {
        file: String::new(),
        points: share(report),
        verdict: report.worst().map_or("-", Verdict::code).to_owned(),
        cases: cases.clone().map(case).collect(),
        groups: groups(report),
        compiler: report
            .first_fault()
            .filter(|_| is_compile_error)
            .and_then(|case| compiler(report, case)),
        mistake: None,
        counterexample: None,
        notes: cases.flat_map(notes).chain(report.left_out()).collect(),
        guess: None,
        findings: report.findings.iter().map(Finding::written).collect(),
    }
}

/// Returns the words of the compiler without the finding that stands before them, or `None` if it said nothing else.
fn compiler(report: &Report, case: &ReportedCase) -> Option<String> {
    let words = reason(case);
    let mut findings = report.findings.iter().map(ToString::to_string);
    let rest = findings.find_map(|finding| Some(words.strip_prefix(&finding)?.trim_start().to_owned()));
    Some(rest.unwrap_or(words)).filter(|words| !words.is_empty())
}

/// Removes temporary folders from the words of a program about its own files.
pub(super) fn hide_places(judged: &mut Judged, places: &[PathBuf]) {
    let reasons = judged.cases.iter_mut().filter_map(|case| case.reason.as_mut());
    for text in reasons.chain(&mut judged.notes) {
        hide(text, places);
    }
}

/// Removes temporary folders from a text.
pub(super) fn hide(text: &mut String, places: &[PathBuf]) {
    for place in places {
        *text = text.replace(&format!("{}/", place.display()), "");
    }
}

fn reason(case: &ReportedCase) -> String {
    let reason = case.judgement.reason.as_ref();
    reason.map_or_else(String::new, |reason| reason.as_str().to_owned())
}

/// Returns the part of the points, or the reason why they are not counted.
///
/// If the task states no points, each testcase is worth the same. A task with points below 0 takes none from others.
fn share(report: &Report) -> Result<f64, String> {
    let fault = report
        .cases
        .iter()
        .find(|case| case.judgement.verdict.fault().is_some());
    if let Some(case) = fault {
        return Err(format!("{}: {}", case.name, reason(case)));
    }
    if let Some(counted) = &report.points {
        return match (&counted.total.points, counted.total.of) {
            (Ok(points), Some(of)) if of > 0.0 => Ok((points / of).clamp(0.0, 1.0)),
            (Ok(_), _) => Err("the task states no greatest number of points".to_owned()),
            (Err(why), _) => Err(why.clone()),
        };
    }
    let verdicts = || report.cases.iter().map(|case| case.judgement.verdict);
    let judged = verdicts().filter(|verdict| *verdict != Verdict::Skipped).count();
    let passed = verdicts().filter(|verdict| *verdict == Verdict::ACCEPTED).count();
    Ok(passed as f64 / judged.max(1) as f64)
}

fn case(case: &ReportedCase) -> JudgedCase {
    let judgement = &case.judgement;
    JudgedCase {
        name: case.name.clone(),
        verdict: judgement.verdict.code().to_owned(),
        time_ms: judgement.time.map(|time| time.as_millis() as u64),
        memory: judgement.memory,
        reason: judgement.reason.as_ref().map(|reason| reason.as_str().to_owned()),
    }
}

fn notes(case: &ReportedCase) -> impl Iterator<Item = String> {
    let notes = case.judgement.notes.iter();
    notes.map(|note| format!("{}: {}", case.name, note.as_str()))
}

/// Returns the groups of the task, if it states points.
fn groups(report: &Report) -> Vec<JudgedGroup> {
    let groups = report.points.iter().flat_map(|points| &points.groups);
    let missed = |name: &str| {
        let cases = report.cases.iter().filter(|case| case.group.as_deref() == Some(name));
        let missed = cases.filter(|case| case.judgement.verdict != Verdict::ACCEPTED);
        missed.map(|case| case.name.clone()).collect()
    };
    let group = |group: &crate::judge::points::CountedGroup| JudgedGroup {
        name: group.name.clone(),
        points: group.points.clone(),
        of: group.of,
        missed: missed(&group.name),
    };
    groups.map(group).collect()
}
