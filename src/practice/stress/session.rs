//! A stress session: one program against the solver on random instances, and the smallest instance that it fails on.

use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};

use super::Plan;
use super::search::{Before, Bounds, Instance, Phase, Report, Search, SearchPart, Share, Start, Tried, Watch};
use super::smallest::Smallest;
use super::trials::{Answers, Counterexample, StressError, Trials};
use crate::cases::evaluate::Judge;
use crate::judge::attempt::{Files, JudgeContext};
use crate::judge::program::Program;
use crate::judge::workshop::Workshop;
use crate::judge::{Judgement, Rules, Verdict, run};
use crate::practice::explain::explain;
use crate::practice::mistakes::{Given, Likeness, Output, Probe, confirmed, from_judged, likeness, probes};
use crate::practice::shrink::{Trial, Tries};
use crate::problem::Failure;
use crate::text::{DEFAULT_MAX_BYTES, Source};
use gamesolve_box::Limits;

/// The stress test of one program.
pub struct StressSession<'a> {
    /// The trials of the program.
    pub trials: Trials<'a>,
    judge: &'a Judge<'a>,
}

/// One row of a table of growing sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// The size.
    pub size: u64,
    /// The processor time.
    pub time: Duration,
    /// The verdict.
    pub verdict: Verdict,
}

/// The growth of a program's time with the size of the instances of a family.
#[derive(Clone, Debug, PartialEq)]
pub struct GrowthTable {
    /// The family.
    pub family: &'static str,
    /// The rows by rising size. The program exceeds its time on the last one.
    pub rows: Vec<Growth>,
    /// The ratio of the last two times within the limit, each less the time of the smallest instance.
    ///
    /// It is the ratio for one step of the size, or for the double size.
    pub ratio: f64,
    /// Whether the ratio is for one step of the size.
    pub is_per_step: bool,
}

/// Returns the ratio of the times of `large` and `small`, each less the time of the smallest instance.
///
/// The smallest instance takes about as long as the start of the program.
fn ratio(small: &Growth, large: &Growth, least: Duration) -> f64 {
    let net = |row: &Growth| row.time.saturating_sub(least).as_secs_f64();
    net(large) / net(small)
}

/// Returns the growth of the time for the double size, from two rows of any sizes.
fn ratio_of_doubling(small: &Growth, large: &Growth, least: Duration) -> f64 {
    let doublings = (large.size as f64 / small.size as f64).log2();
    ratio(small, large, least).powf(doublings.recip())
}

impl<'a> StressSession<'a> {
    /// Makes the session of a program. Instances and answers are written below `folder`.
    ///
    /// # Errors
    /// Fails if it cannot make folders there.
    pub fn new(
        program: &'a Program,
        judge: &'a Judge<'a>,
        limits: Limits,
        files: Files,
        workshop: &'a Workshop,
        folder: &'a Path,
    ) -> io::Result<StressSession<'a>> {
        let mut context = JudgeContext::new(workshop, Rules::Problem(judge), limits, DEFAULT_MAX_BYTES);
        context.files = files;
        let trials = Trials::new(program, judge, context, folder)?;
        Ok(StressSession { trials, judge })
    }

    /// Searches for an instance that the program fails on, with the parts of a table such as
    /// [`OF_A_PROBLEM`](super::search::OF_A_PROBLEM).
    ///
    /// `begins` gets the name and the runs of each part that begins, and `ends` its result.
    ///
    /// # Errors
    /// Fails if something other than the program's answer is wrong.
    pub fn search(
        &self,
        plan: &Plan<'_>,
        parts: &[(Phase, Share)],
        begins: &dyn Fn(Phase, u64) -> Watch,
        ends: &mut dyn FnMut(&Tried<Judgement>),
    ) -> Result<Report<Judgement>, StressError> {
        let parts = parts.iter().filter(|(name, _)| plan.has(*name));
        let parts = parts.map(|&(name, share)| SearchPart {
            name,
            inputs: Box::new(move |start| match name {
                Phase::Telling => self.telling(plan, start).into(),
                Phase::Largest if self.trials.is_interrupted() => Vec::new().into(),
                _ => plan.inputs(name),
            }),
            share,
        });
        let search = Search {
            parts: parts.collect(),
            bounds: plan.bounds,
        };
        let fails = |input: &Instance, until| self.trials.trial(&input.text, until);
        search.run(&fails, begins, &mut |tried| {
            self.trials.check_stopped()?;
            ends(tried);
            Ok(())
        })
    }

    /// Returns the instances that tell known mistakes apart, the shortest first, if tiny ones were judged before.
    fn telling(&self, plan: &Plan<'_>, start: Start) -> Vec<String> {
        if start.judged == 0 || self.trials.is_over(start.end) {
            return Vec::new();
        }
        let probes = self.probes(start.end).into_iter().map(|probe| probe.text);
        let mut telling: Vec<String> = probes.chain(plan.short_at_the_limits()).collect();
        telling.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        telling.dedup();
        let stored = plan.stored();
        telling.retain(|text| !stored.contains(text));
        telling.truncate(start.runs as usize);
        telling
    }

    /// Returns the instance of the smallest failing size of its family, and the largest smaller size that passed, or 0 for
    /// none. From the failing size on the program has the verdict of this instance.
    ///
    /// It searches by bisection, as far as the time allows.
    ///
    /// # Errors
    /// Fails if something other than the program's answer is wrong.
    pub fn first_failing_size(
        &self,
        plan: &Plan<'_>,
        instance: Instance,
        verdict: Verdict,
    ) -> Result<(Instance, u64), StressError> {
        let (mut passes, mut fails) = (0, instance);
        let family = fails.family.unwrap_or_default();
        while passes + 1 < fails.size {
            let middle = plan.instance_of(family, passes + (fails.size - passes) / 2);
            match self.trials.fails_with(&middle.text, verdict, plan.bounds.until) {
                Trial::Fails(true) => fails = middle,
                Trial::Passes | Trial::Fails(false) => passes = middle.size,
                Trial::Unjudged | Trial::Over => break,
            }
        }
        self.trials.check_stopped()?;
        Ok((fails, passes))
    }

    /// Returns the growth of the time in a family, from its largest original size downwards.
    ///
    /// Returns `None` if the program keeps its time limit there, if its time does not grow towards it, or if the
    /// time ends first. A program that never ends has a time that does not grow.
    ///
    /// Bisection finds the smallest size that takes too long. The time at half of that size decides the sizes of the
    /// table. Usually they are an eighth, a quarter, half and the whole. If the time grows faster, they are that size
    /// and the three before it. If a quarter takes too little to be measured, as in cubic time, the table also has the
    /// size before the whole.
    ///
    /// # Errors
    /// Fails if something other than the program's answer is wrong.
    pub fn growth(&self, plan: &Plan<'_>, family: &'static str) -> Result<Option<GrowthTable>, StressError> {
        /// The part of the last time below which a time is too short for a ratio.
        const MIN_PART: u32 = 50;
        let largest = plan.instance_of(family, self.judge.entry.meta().size.1);
        let is_slow = self
            .trials
            .fails_with(&largest.text, Verdict::TIME_LIMIT, plan.bounds.until);
        if is_slow != Trial::Fails(true) {
            return Ok(None);
        }
        let (slow, passes) = self.first_failing_size(plan, largest, Verdict::TIME_LIMIT)?;
        let first = slow.size;
        if passes + 1 < first {
            return Ok(None);
        }
        let half = (first / 2).max(1);
        let row = |size: u64| self.fastest(plan, family, size);
        let (half, Some(least), Some(last)) = (row(half)?, row(1)?, row(first)?) else {
            return Ok(None);
        };
        let is_measured = |row: &Growth| {
            row.time.saturating_sub(least.time) >= last.time / MIN_PART && row.verdict != Verdict::TIME_LIMIT
        };
        let half = half.filter(is_measured);
        let is_per_step = half.is_none();
        let sizes = if is_per_step {
            [3, 2, 1].map(|less| first.saturating_sub(less))
        } else {
            [first / 8, first / 4, 0]
        };
        let mut rows = Vec::new();
        for size in sizes.into_iter().filter(|&size| size > 0) {
            rows.extend(row(size)?);
        }
        if let Some(half) = half {
            let is_quarter_measured = rows.last().is_some_and(is_measured);
            rows.push(half);
            if !is_quarter_measured && half.size < first - 1 {
                rows.extend(row(first - 1)?);
            }
        }
        let ended: Vec<Growth> = rows.iter().copied().filter(is_measured).collect();
        rows.push(last);
        let [.., before, after] = ended[..] else {
            return Ok(None);
        };
        let ratio = if is_per_step {
            ratio(&before, &after, least.time)
        } else {
            ratio_of_doubling(&before, &after, least.time)
        };
        Ok(Some(GrowthTable {
            family,
            rows,
            ratio,
            is_per_step,
        }))
    }

    /// Returns the shortest of three runs on one instance, or of fewer if they take a second.
    ///
    /// Other work on the machine makes a run longer, and never shorter.
    fn fastest(&self, plan: &Plan<'_>, family: &'static str, size: u64) -> Result<Option<Growth>, StressError> {
        const RUNS: usize = 3;
        const ENOUGH: Duration = Duration::from_secs(1);
        let instance = plan.instance_of(family, size);
        let (mut fastest, mut taken): (Option<Growth>, _) = (None, Duration::ZERO);
        for _ in 0..RUNS {
            let judged = self.trials.judged(&instance.text, plan.bounds.until)?;
            let timed = judged.and_then(|judgement| Some((judgement.time?, judgement.verdict)));
            let Some((time, verdict)) = timed else {
                return Ok(None);
            };
            if fastest.is_none_or(|fastest| time < fastest.time) {
                fastest = Some(Growth { size, time, verdict });
            }
            taken += time;
            if taken >= ENOUGH {
                break;
            }
        }
        Ok(fastest)
    }

    /// Returns the instances that tell the problem's known mistakes apart, as far as they are found before `until`.
    pub fn probes(&self, until: Instant) -> Vec<Probe> {
        let judge = self.judge;
        probes(judge.entry, judge.variants, judge.budget, &|| {
            self.trials.is_over(until)
        })
    }

    /// Compares the program with every known mistake of the problem on the instances of [`probes`], the most telling
    /// first.
    ///
    /// The program is known to be wrong on `failing`. A slow program runs on fewer instances, and no run begins after
    /// `until`.
    ///
    /// # Errors
    /// Fails if an instance cannot be written.
    pub fn name_mistake(
        &self,
        probes: &[Probe],
        failing: Option<&str>,
        jobs: NonZeroUsize,
        until: Option<Instant>,
    ) -> Result<Option<Likeness>, StressError> {
        /// The number of instances that get the most time. The others get a part of it.
        ///
        /// If a mistake fits all of these, some more are tried, so that the report does not name it too early.
        const FIRST: usize = 60;
        const MOST_TIME: Duration = Duration::from_secs(20);
        const TIME: Duration = Duration::from_secs(4);
        const TIME_TO_NAME: Duration = Duration::from_secs(8);
        /// The time for instances that may contradict the facts.
        const TIME_TO_CONTRADICT: Duration = Duration::from_secs(10);
        let given = Given {
            entry: self.judge.entry,
            variants: self.judge.variants,
            budget: self.judge.budget,
            failing,
        };
        let until = |begun: Instant, time: Duration| {
            let own = begun + time;
            until.map_or(own, |until| own.min(until))
        };
        let ask = |probes: &[&Probe], until: Instant| {
            run(probes, jobs, |probe| {
                let is_wanted = !self.trials.is_over(until);
                is_wanted
                    .then(|| self.trials.output(&probe.text, until).ok())
                    .flatten()
                    .flatten()
            })
        };
        let begun = Instant::now();
        let (mut tried, mut outputs): (Vec<&Probe>, Vec<Option<Vec<u8>>>) = (Vec::new(), Vec::new());
        let (first, rest) = probes.split_at(FIRST.min(probes.len()));
        for (some, time) in [(first, MOST_TIME), (rest, TIME), (rest, TIME_TO_NAME)] {
            let left = some
                .iter()
                .filter(|probe| !tried.iter().any(|other| std::ptr::eq(*other, *probe)));
            let left: Vec<&Probe> = left.collect();
            let found = ask(&left, until(begun, time));
            for (probe, output) in left.into_iter().zip(found) {
                if let Some(output) = output {
                    tried.push(probe);
                    outputs.push(output);
                }
            }
            if time == TIME && likeness(given, &tried, &outputs).mistake.is_none() {
                break;
            }
        }
        let until = until(Instant::now(), TIME_TO_CONTRADICT);
        let likeness = confirmed(given, &tried, &outputs, &mut |probes| ask(probes, until));
        Ok((!outputs.is_empty() && !self.trials.is_interrupted()).then_some(likeness))
    }

    /// Compares the program with every known mistake of the problem, as [`from_judged`] does.
    ///
    /// Returns `None` if an output is not known, as after an interruption.
    pub fn name_judged<'p>(
        &self,
        known: Vec<(&'p Probe, Output)>,
        probes: impl FnOnce() -> &'p [Probe],
    ) -> Option<Likeness> {
        /// The time on the clock after which no run begins, on a machine without any time for it.
        const CLOCK: Duration = Duration::from_secs(60);
        let until = Instant::now() + CLOCK;
        from_judged(self.judge, known, probes, |probe| {
            self.trials.output(&probe.text, until).ok().flatten()
        })
    }

    /// Searches for the smallest instance that fails with the same verdict as this one.
    ///
    /// It takes as many runs as the search of the plan, and ends at the same time.
    ///
    /// # Errors
    /// Fails if something other than the program's answer is wrong.
    pub fn smallest(
        &self,
        plan: &Plan<'_>,
        text: String,
        verdict: Verdict,
        before: Before,
        until: Instant,
    ) -> Result<Smallest, StressError> {
        let bounds = Bounds { until, ..plan.bounds };
        let fails = |text: &str| self.trials.fails_with(text, verdict, until);
        let mut tries = Tries::new(bounds.runs, until, bounds.jobs, &fails);
        let interrupted = || self.trials.is_interrupted();
        tries.interrupted = Some(&interrupted);
        let found = plan.smallest(text, before, bounds.half_of_the_time().until, &mut tries);
        self.trials.check_stopped()?;
        found.map_err(StressError::Unreadable)
    }

    /// Explains in one line why the right answer is right, up to the first wrong test.
    ///
    /// # Errors
    /// Fails if the explanation fails its check.
    pub fn explain(&self, example: &Counterexample) -> Result<String, StressError> {
        let judge = self.judge;
        let source = source("the shrunk instance".to_owned(), &example.input);
        let test = example.judgement.test.unwrap_or(1) - 1;
        let game = judge.entry.game(judge.given(&source), test, judge.budget);
        let explained = game.and_then(|game| explain(&*game, judge.budget).map_err(Failure::from));
        match explained {
            Ok(explanation) => Ok(explanation.in_one_line()),
            Err(Failure::Refused(refusal)) => Ok(format!("not explained, {refusal}")),
            Err(failure) => Err(StressError::Unsolved(Box::new(failure), source)),
        }
    }
}

impl Answers for Judge<'_> {
    fn answer(&self, _: &Path, name: &str, text: &str) -> Result<Vec<u8>, StressError> {
        let source = source(format!("instance {name}"), text);
        match self.entry.solve(self.given(&source), self.budget) {
            Ok(answer) => Ok(answer.into_bytes()),
            Err(failure) => Err(StressError::Unsolved(Box::new(failure), source)),
        }
    }
}

fn source(name: String, text: &str) -> Source {
    Source {
        name,
        bytes: text.as_bytes().to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_leaves_out_the_start_and_is_of_twice_the_size() {
        let row = |size: u64, millis: u64| Growth {
            size,
            time: Duration::from_millis(millis),
            verdict: Verdict::ACCEPTED,
        };
        let least = Duration::from_millis(20);
        assert_eq!(ratio(&row(13, 30), &row(14, 50), least), 3.0);
        for (small, large) in [(40, 80), (40, 79), (7, 14), (10, 80)] {
            let cubic = |size: u64| row(size, 20 + size * size * size);
            let ratio = ratio_of_doubling(&cubic(small), &cubic(large), least);
            assert!((ratio - 8.0).abs() < 1e-9, "{small}, {large}: {ratio}");
        }
    }
}
