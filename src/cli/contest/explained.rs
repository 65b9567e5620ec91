//! The smallest input on which a submission is wrong.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use gamesolve_contest::results::Counterexample;

use super::super::status::Stop;
use crate::cases::evaluate::Judge;
use crate::judge::attempt::Files;
use crate::judge::program::Program;
use crate::judge::session::Session;
use crate::judge::{Judgement, Verdict};
use crate::practice::stress::session::StressSession;
use crate::practice::stress::smallest::Before;
use crate::practice::stress::{Plan, session};

/// The most runs of a program for its counterexample.
const RUNS: u64 = 400;
/// The time for a counterexample.
const TIME: Duration = Duration::from_secs(5);
/// The divisors of the time before that of shrinking: for tiny inputs, and for random ones.
const PARTS: u32 = 3;

/// Returns the smallest input found on which the program is wrong, or `None` if there is none within the bounds.
///
/// Inputs and answers are written below `folder`.
///
/// # Errors
/// Fails if the program is not the cause, and if the folder cannot be written.
pub(super) fn counterexample(
    judge: &Judge<'_>,
    program: &Program,
    files: &Files,
    session: &Session<'_>,
    folder: &Path,
) -> Result<Option<Counterexample>> {
    let begun = Instant::now();
    let plan = Plan {
        entry: judge.entry,
        variants: judge.variants,
        family: None,
        seed: 1,
        runs: RUNS,
        until: begun + TIME,
        jobs: NonZeroUsize::MIN,
    };
    let limits = session.limits.clone();
    let stress = StressSession::new(program, judge, limits, files.clone(), session.workshop, folder)
        .context("cannot make a folder for inputs")?;
    let Some((text, judgement, before)) = failure(&stress, &plan, begun).map_err(Stop::from_stress)? else {
        return Ok(None);
    };
    let verdict = judgement.verdict;
    let found = stress
        .smallest(&plan, text, verdict, before, plan.until)
        .map_err(Stop::from_stress)?;
    // A second run shows the output, even if no time is left.
    let until = Instant::now() + TIME;
    let example = stress
        .examine(found.shrunk.text, judgement, until)
        .map_err(Stop::from_stress)?;
    Ok((!stress.is_interrupted()).then(|| shown(&example)))
}

/// Returns an input that fails: a tiny one, a stored one or a random one, in this order.
fn failure(
    stress: &StressSession<'_>,
    plan: &Plan<'_>,
    begun: Instant,
) -> Result<Option<(String, Judgement, Before)>, session::StressError> {
    let mut before = Before {
        max_size: 1,
        ..Before::default()
    };
    if plan.entry.tiny_measure().is_some() {
        let found = stress.exhaust(plan, plan.runs / u64::from(PARTS), begun + TIME / PARTS, |_| {})?;
        before.listed = found.listed;
        before.max_size = found.passed + 2;
        if let Some((text, judgement)) = found.failure {
            return Ok(Some((text, judgement, before)));
        }
    }
    let stored = plan.stored();
    if let Some((place, judgement)) = stress.first_failure(plan, &stored, plan.until)?.failure {
        return Ok(Some((stored[place].clone(), judgement, before)));
    }
    let random = Plan {
        runs: plan.runs / u64::from(PARTS),
        until: begun + TIME / PARTS * (PARTS - 1),
        ..*plan
    };
    let found = stress.search(&random, |_| {})?;
    before.drawn = found.drawn;
    Ok(found
        .failure
        .map(|(instance, judgement)| (instance.text, judgement, before)))
}

fn shown(example: &session::Counterexample) -> Counterexample {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let verdict = example.judgement.verdict;
    let is_output = matches!(verdict, Verdict::WrongAnswer | Verdict::Presentation);
    let reason = example
        .judgement
        .reason
        .as_ref()
        .map(|reason| format!(": {}", reason.as_str()));
    Counterexample {
        input: example.input.clone(),
        expected: text(&example.answer),
        found: match &example.output {
            Some(output) if is_output => text(output),
            _ => format!("{}{}", verdict.code(), reason.unwrap_or_default()),
        },
    }
}
