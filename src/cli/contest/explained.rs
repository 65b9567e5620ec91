//! The smallest failing input of a submission.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use gamesolve_contest::results::{Counterexample, Judged};

use super::super::status::Stop;
use crate::cases::evaluate::Judge;
use crate::judge::attempt::Files;
use crate::judge::program::Program;
use crate::judge::session::Session;
use crate::judge::{Judgement, Verdict};
use crate::practice::stress::Plan;
use crate::practice::stress::search::{Before, Bounds, OF_A_CONTEST};
use crate::practice::stress::session::StressSession;
use crate::practice::stress::trials::{self, StressError};

/// The processor time of all runs for one counterexample. The runs are counted by their usual time, so that a busy
/// machine does not change the result.
const TIME: Duration = Duration::from_secs(5);
/// The fewest and the most runs.
const RUNS: (u64, u64) = (10, 400);
/// The time on the clock that ends the search on a machine without any time for it.
const CLOCK: Duration = Duration::from_secs(60);
/// The divisor of the runs for tiny inputs, and for random ones. The rest is for shrinking.
const PARTS: u64 = 3;

/// Returns the number of runs that take [`TIME`], from the median time of the testcases.
fn runs(judged: &Judged) -> u64 {
    let mut times: Vec<u64> = judged.cases.iter().filter_map(|case| case.time_ms).collect();
    times.sort_unstable();
    let median = times.get(times.len() / 2).map_or(1, |time| (*time).max(1));
    (TIME.as_millis() as u64 / median).clamp(RUNS.0, RUNS.1)
}

/// Returns the smallest failing input that was found, or `None` if there is none within the bounds.
///
/// Inputs and answers are written below `folder`.
///
/// # Errors
/// Fails if the program is not the cause, and if the folder cannot be written.
pub(super) fn counterexample(
    judge: &Judge<'_>,
    (program, judged): (&Program, &Judged),
    files: &Files,
    session: &Session<'_>,
    folder: &Path,
) -> Result<Option<Counterexample>> {
    let plan = Plan {
        entry: judge.entry,
        variants: judge.variants,
        family: None,
        seed: 1,
        bounds: Bounds {
            runs: runs(judged),
            until: Instant::now() + CLOCK,
            jobs: NonZeroUsize::MIN,
        },
    };
    let limits = session.limits.clone();
    let stress = StressSession::new(program, judge, limits, files.clone(), session.workshop, folder)
        .context("cannot make a folder for inputs")?;
    let Some((text, judgement, before)) = failure(&stress, &plan).map_err(Stop::from_stress)? else {
        return Ok(None);
    };
    let verdict = judgement.verdict;
    let found = stress
        .smallest(&plan, text, verdict, before, plan.bounds.until)
        .map_err(Stop::from_stress)?;
    // A second run shows the output, even if no time is left.
    let until = Instant::now() + CLOCK;
    let example = stress
        .trials
        .examine(found.shrunk.text, judgement, until)
        .map_err(Stop::from_stress)?;
    Ok((!stress.trials.is_interrupted()).then(|| shown(&example)))
}

/// Returns an input that fails: a tiny one, a stored one or a random one, in this order.
fn failure(stress: &StressSession<'_>, plan: &Plan<'_>) -> Result<Option<(String, Judgement, Before)>, StressError> {
    // Each part gets a whole number of runs.
    let runs = plan.bounds.runs / PARTS * PARTS;
    let bounds = Bounds { runs, ..plan.bounds };
    let parts = Plan { bounds, ..*plan };
    let mut report = stress.search(&parts, &OF_A_CONTEST, &|_, _| Box::new(|_| ()), &mut |_| ())?;
    let failure = report.take_failure();
    let before = Before {
        left: Vec::new(),
        ..report.before()
    };
    Ok(failure.map(|(_, input, judgement)| (input.text, judgement, before)))
}

fn shown(example: &trials::Counterexample) -> Counterexample {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let verdict = example.judgement.verdict;
    let is_output = matches!(verdict, Verdict::WRONG_ANSWER | Verdict::PRESENTATION);
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
