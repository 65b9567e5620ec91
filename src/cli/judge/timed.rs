//! Derives the time limit from the submissions of a package, as Kattis does.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;

use super::super::output::shown;
use super::super::status::say;
use crate::judge::Verdict;
use crate::judge::places::below;
use crate::judge::program::{NoProgram, Program};
use crate::judge::session::{Session, SessionError};
use crate::package::Package;
use crate::package::model::Submission;

/// The word for submissions that should be right.
const ACCEPTED: &str = "accepted";
/// The processor time of these submissions.
const MOST_TIME: Duration = Duration::from_secs(20);

/// Judges the accepted submissions of the package, and sets the session's time limit from their slowest run.
///
/// If a submission fails here, the limit stays. If gamesolve cannot run one, the others decide. Remarks report both.
pub(super) fn limit_by_submissions(
    session: &mut Session<'_>,
    package: &Package,
    compile: &impl Fn(&Submission) -> Result<Program, NoProgram>,
) -> Result<()> {
    let Some(rule) = &package.time_rule else {
        return Ok(());
    };
    let accepted = package.submissions.iter().filter(|one| one.expected == [ACCEPTED]);
    let accepted: Vec<&Submission> = accepted.collect();
    if accepted.is_empty() {
        return Ok(());
    }
    say(&match accepted.len() {
        1 => "Judging one submission of the package to find the time limit.".to_owned(),
        many => format!("Judging {many} submissions of the package to find the time limit."),
    });
    let before = session.limits.clone();
    session.limits = before.clone().with_cpu(MOST_TIME);
    let mut remarks = Vec::new();
    let slowest = slowest(session, &accepted, compile, &mut remarks)?;
    let remarks = remarks.iter().map(|remark| below(package, remark));
    session.remarks.extend(remarks);
    session.limits = before;
    match slowest {
        Ok(None) => {}
        Ok(Some((time, path))) => {
            let limit = rule.value.limit(time);
            session.limits = session.limits.clone().with_cpu(limit);
            let says = format!(
                "{} times the {:.3} s of {}, by {}",
                rule.value.multiplier,
                time.as_secs_f64(),
                below(package, &shown(path)),
                below(package, &rule.by)
            );
            for (_, by) in session.stated.iter_mut().filter(|(what, _)| *what == "time") {
                by.clone_from(&says);
            }
        }
        Err(why) => session
            .remarks
            .push(format!("the submissions give no time limit: {}", below(package, &why))),
    }
    Ok(())
}

/// Returns the slowest run and its submission, or the reason for having none. Ignores submissions in languages that
/// this machine cannot run.
fn slowest<'a>(
    session: &Session<'_>,
    accepted: &[&'a Submission],
    compile: &impl Fn(&Submission) -> Result<Program, NoProgram>,
    remarks: &mut Vec<String>,
) -> Result<Result<Option<(Duration, &'a Path)>, String>> {
    let mut slowest = None;
    for &one in accepted {
        let path = one.path.as_path();
        let program = match compile(one) {
            Ok(program) => program,
            Err(NoProgram::Unusable(why)) => {
                remarks.push(format!("the time limit ignores {}: {why}", shown(path)));
                continue;
            }
            Err(why) => return Ok(Err(format!("{}: {why}", shown(path)))),
        };
        let report = match session.judge(&program, &session.files, |_| false, |_, _| {}) {
            Ok(report) => report,
            Err(SessionError::CannotStart(why)) => return Ok(Err(format!("{}: {why}", shown(path)))),
            Err(error) => return Err(error.into()),
        };
        for case in &report.cases {
            let verdict = case.judgement.verdict;
            if verdict != Verdict::ACCEPTED {
                return Ok(Err(format!(
                    "{} gets {} on `{}`",
                    shown(path),
                    verdict.code(),
                    case.name
                )));
            }
            slowest = slowest.max(Some((case.judgement.time.unwrap_or_default(), path)));
        }
    }
    Ok(Ok(slowest))
}
