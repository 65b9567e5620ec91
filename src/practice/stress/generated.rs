//! A stress session of any task: a program against a reference on the instances of a generator.
//!
//! **The generator** is called with a seed and a size, prints an instance, and prints the same for the same two. The
//! sizes are those of [`super::Plan::instance`]: every second one has grown, the others jump about among the small ones.
//!
//! **Shrinking.** First the generator is asked for smaller instances. Then parts of the text are left out
//! ([`lines`]), as long as the reference answers, the validator accepts where there is one, and the program fails in the
//! same way. For one of the problems its own smaller instances are tried instead. Then the search goes on for a few other
//! failures, which are shrunk in their turn, and the smallest result is kept.

use std::collections::HashSet;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::smallest::{MAX_OTHERS, Smallest, is_before};
use super::trials::{Answers, Counterexample, StressError, Trials};
use super::{Bounds, DRAWS_PER_RUN, SearchResult, size_of_round};
use crate::judge::attempt::{JudgeContext, NoJudgement};
use crate::judge::program::Program;
use crate::judge::{Judge, Judgement, Verdict};
use crate::package::Case;
use crate::practice::shrink::{Shrunk, Tries, lines, shrink};
use crate::problem::Input;
use crate::text::quoted;
use gamesolve_box::{Ending, Failure, Limits, Sandbox, Task};

/// The number of characters of a foreign text that an error shows.
const MAX_SHOWN_CHARS: usize = 300;
/// The number of seeds of each size that are tried for a smaller instance.
const SEEDS_OF_A_SIZE: u64 = 16;

/// A program of the user that helps to test another.
pub struct Tool<'a> {
    /// The program.
    pub program: &'a Program,
    /// The box it runs in.
    pub sandbox: &'a Sandbox,
    /// Resource limits of one run.
    pub limits: Limits,
}

/// Where instances come from.
pub struct Generator<'a> {
    /// The program.
    pub tool: Tool<'a>,
    /// The first seed.
    pub seed: u64,
    /// The largest size.
    pub max_size: u64,
}

/// A program whose answers are taken for right.
pub struct Reference<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its limits, and where it reads and writes.
    pub context: JudgeContext<'a>,
}

/// An instance, and what the generator made it of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The seed.
    pub seed: u64,
    /// The size.
    pub size: u64,
    /// The instance.
    pub text: String,
}

/// The stress test of one program.
pub struct GeneratedSession<'a> {
    /// The trials of the program.
    trials: Trials<'a, &'a dyn Answers>,
    generator: &'a Generator<'a>,
    /// Exits with 0 or 42 for a well-formed instance on its standard input.
    validator: Option<&'a Tool<'a>>,
    /// The problem that the instances are of, where it is one of ours.
    judge: Option<Judge<'a>>,
    folder: &'a Path,
    texts: AtomicU64,
}

impl Tool<'_> {
    /// Runs it; returns the exit code, and what it printed on both streams.
    fn run(&self, arguments: &[String], stdin: Option<PathBuf>) -> Result<(i32, Vec<u8>, Vec<u8>), String> {
        let argv = self.program.command(self.limits.memory).into_iter();
        let task = Task {
            argv: argv.chain(arguments.iter().map(Into::into)).collect(),
            stdin,
            readable: self.program.readable.clone(),
            origin: self.program.argv.clone(),
            limits: self.program.limits(&self.limits),
            ..Task::default()
        };
        let run = self.sandbox.run(&task).map_err(|failure| match failure {
            Failure::CannotStart(why) | Failure::Fault(why) => why,
        })?;
        match (run.exceeded, run.ending) {
            (Some(limit), _) => Err(format!(
                "went over its limit of {limit} after {} ms",
                run.cpu.as_millis()
            )),
            (None, Ending::Exited(code)) => Ok((code, run.stdout, run.stderr)),
            (None, ending) => Err(format!("{ending}: {}", said(&run.stderr))),
        }
    }
}

fn said(bytes: &[u8]) -> String {
    quoted(bytes.trim_ascii(), MAX_SHOWN_CHARS)
}

impl Generator<'_> {
    /// Returns the words of a call.
    pub fn call(&self, seed: u64, size: u64) -> String {
        format!("{} {seed} {size}", self.tool.program.name)
    }

    /// Makes an instance.
    fn make(&self, seed: u64, size: u64) -> Result<Made, StressError> {
        let call = self.call(seed, size);
        let wrong = |why: String| StressError::Helper(format!("the generator, called as `{call}`, {why}"));
        let printed = self.tool.run(&[seed.to_string(), size.to_string()], None);
        let text = match printed.map_err(wrong)? {
            (0, text, _) if text.trim_ascii().is_empty() => return Err(wrong("printed nothing".to_owned())),
            (0, text, _) => text,
            (code, _, errors) => return Err(wrong(format!("ended with exit code {code}: {}", said(&errors)))),
        };
        let text = String::from_utf8(text).map_err(|_| wrong("printed what is no UTF-8".to_owned()))?;
        Ok(Made { seed, size, text })
    }

    fn instance(&self, number: u64) -> Result<Made, StressError> {
        self.make(self.seed.wrapping_add(number), size_of_round(number, self.max_size))
    }
}

impl Answers for Reference<'_> {
    fn answer(&self, input: &Path, name: &str, text: &str) -> Result<Vec<u8>, StressError> {
        let case = Case {
            name: name.to_owned(),
            key: Vec::new(),
            group: None,
            input: input.to_owned(),
            answer: input.to_owned(),
        };
        let wrong = |why: &str| {
            let input = quoted(text.as_bytes(), MAX_SHOWN_CHARS);
            let name = &self.program.name;
            StressError::Helper(format!("the reference {name} has no answer: {why}; the input: {input}"))
        };
        match self.context.answer(self.program, &case) {
            Ok(Ok(output)) => Ok(output),
            Ok(Err(judgement)) => {
                let why = judgement.reason.as_ref().map_or("", |reason| reason.as_str());
                Err(wrong(&format!("{} {why}", judgement.verdict.code())))
            }
            Err(NoJudgement::CannotStart(why)) => Err(wrong(&why)),
            Err(NoJudgement::Interrupted) => Err(wrong("interrupted")),
        }
    }
}

impl<'a> GeneratedSession<'a> {
    /// Makes the session of a program; instances and answers are written below `folder`.
    ///
    /// # Errors
    /// Fails where folders cannot be made there.
    pub fn new(
        program: &'a Program,
        generator: &'a Generator<'a>,
        answers: &'a dyn Answers,
        validator: Option<&'a Tool<'a>>,
        context: JudgeContext<'a>,
    ) -> io::Result<GeneratedSession<'a>> {
        let judge = context.rules.problem().copied();
        let folder = context.folder;
        Ok(GeneratedSession {
            trials: Trials::new(program, answers, context, folder)?,
            generator,
            validator,
            judge,
            folder,
            texts: AtomicU64::new(0),
        })
    }

    /// Whether something tells which texts are well formed.
    pub fn is_checked(&self) -> bool {
        self.validator.is_some() || self.judge.is_some()
    }

    /// Returns whether the user has asked for the end.
    pub fn is_interrupted(&self) -> bool {
        self.trials.is_interrupted()
    }

    /// Searches for an instance that the program fails on. Calls `drawn` with the number of instances so far.
    ///
    /// # Errors
    /// Fails where a program other than the one under test does, or the generator does not repeat itself.
    pub fn search(&self, bounds: Bounds, drawn: impl Fn(u64)) -> Result<SearchResult<Judgement, Made>, StressError> {
        let first = self.accepted(self.generator.instance(0)?)?;
        self.repeats(&first)?;
        let make = |number| match self.trials.is_over() {
            true => None,
            false => {
                let made = self.generator.instance(number);
                made.and_then(|made| self.accepted(made))
                    .map_err(|error| self.trials.stop(error))
                    .ok()
            }
        };
        let found = bounds.search(make, |made| &made.text, |text| self.trials.failure(text), drawn);
        if self.is_interrupted() {
            return Ok(found);
        }
        self.trials.check_stopped()?;
        // A seed taken from the clock shows only after a while.
        self.repeats(found.failure.as_ref().map_or(&first, |(made, _)| made))?;
        Ok(found)
    }

    /// Fails where the generator does not make the same instance again.
    fn repeats(&self, made: &Made) -> Result<(), StressError> {
        let again = self.generator.make(made.seed, made.size)?;
        if again == *made || self.is_interrupted() {
            return Ok(());
        }
        let call = self.generator.call(made.seed, made.size);
        Err(StressError::Helper(format!(
            "the generator, called twice as `{call}`, printed two inputs: {} and {}",
            said(made.text.as_bytes()),
            said(again.text.as_bytes())
        )))
    }

    /// Returns what the generator made, where the validator accepts it.
    fn accepted(&self, made: Made) -> Result<Made, StressError> {
        match self.complaint(&made.text)? {
            None => Ok(made),
            Some(_) if self.is_interrupted() => Ok(made),
            Some(why) => {
                let call = self.generator.call(made.seed, made.size);
                Err(StressError::Helper(format!(
                    "the validator rejects what `{call}` prints: {why}"
                )))
            }
        }
    }

    /// Returns the validator's complaint about a text, if it has one.
    fn complaint(&self, text: &str) -> Result<Option<String>, StressError> {
        let Some(validator) = self.validator else {
            return Ok(None);
        };
        let number = self.texts.fetch_add(1, Ordering::Relaxed);
        let path = self.folder.join(format!("text-{number}"));
        std::fs::write(&path, text).map_err(|error| StressError::Write(path.clone(), error))?;
        let ran = validator.run(&[], Some(path.clone()));
        // It goes with the folder at the latest.
        let _ = std::fs::remove_file(&path);
        Ok(match ran {
            Ok((0 | 42, ..)) => None,
            Ok((code, output, errors)) => Some(format!("exit code {code}: {}", said(&[errors, output].concat()))),
            Err(why) => Some(why),
        })
    }

    /// Returns the smallest failing instance that is found from this one and a few others, and what it was made from. The
    /// search for others goes on at the number `drawn`, with sizes up to that of the first. At most so many runs and
    /// `time` are taken.
    ///
    /// # Errors
    /// Fails where the generator does on smaller sizes.
    pub fn smallest(
        &self,
        found: Made,
        drawn: u64,
        verdict: Verdict,
        runs: u64,
        time: Duration,
        jobs: NonZeroUsize,
    ) -> Result<(Smallest, Made), StressError> {
        /// The parts of the runs and of the time for the generator's smaller instances, and for shrinking.
        const PARTS: u32 = 2;
        /// The part of the runs that looks for other failures.
        const PART_OF_OTHERS: u64 = 4;
        let runs = runs / u64::from(PARTS);
        let mut made = self.smaller_made(found, verdict, runs, Instant::now() + time / PARTS, jobs)?;
        let begun = Instant::now();
        // Of a problem of ours no text but its own instances is tried.
        let fails = |text: &str| match self.judge {
            Some(_) => self.trials.fails_with(text, verdict),
            None => self.fails_alike(text, verdict),
        };
        let mut tries = Tries::new(runs, begun + time / PARTS, jobs, &fails);
        let interrupted = || self.is_interrupted();
        tries.interrupted = Some(&interrupted);
        let mut best = self.shrink(made.text.clone(), &mut tries)?;
        let mut known = HashSet::from([made.text.clone(), best.text.clone()]);
        let mut failures = 1;
        let left = runs.saturating_sub(tries.attempts) / PART_OF_OTHERS;
        let mut bounds = Bounds {
            runs: left,
            draws: left.saturating_mul(DRAWS_PER_RUN),
            until: begun + time / PARTS / PARTS,
            jobs,
        };
        let (mut next, largest) = (drawn, made.size);
        for _ in 0..MAX_OTHERS {
            let make = |number: u64| {
                let number = next.wrapping_add(number);
                let seed = self.generator.seed.wrapping_add(number);
                let is_over = self.is_interrupted() || Instant::now() >= bounds.until;
                let made = (!is_over).then(|| self.generator.make(seed, size_of_round(number, largest)))?;
                // A failure is known: what goes wrong with another costs no more than that one.
                made.ok().filter(|made| !known.contains(&made.text))
            };
            let fails_alike = |text: &str| self.fails_alike(text, verdict).then_some(());
            let other = bounds.search(make, |made| &made.text, fails_alike, |_| {});
            tries.attempts += other.attempts;
            bounds.runs = bounds.runs.saturating_sub(other.attempts);
            next = next.wrapping_add(other.drawn);
            let Some((other, ())) = other.failure else {
                break;
            };
            failures += 1;
            let shrunk = self.shrink(other.text.clone(), &mut tries)?;
            known.extend([other.text.clone(), shrunk.text.clone()]);
            if is_before(&shrunk.text, &best.text) {
                (best, made) = (shrunk, other);
            }
        }
        best.attempts = tries.attempts;
        let smallest = Smallest {
            shrunk: best,
            failures,
            listed: None,
        };
        Ok((smallest, made))
    }

    /// Returns whether the program fails with this verdict on a text that nobody rejects: the validator, the reference or
    /// the checker.
    fn fails_alike(&self, text: &str, verdict: Verdict) -> bool {
        let is_well_formed = !self.is_interrupted() && matches!(self.complaint(text), Ok(None));
        is_well_formed && matches!(self.trials.judged(text), Ok(Some(judgement)) if judgement.verdict == verdict)
    }

    /// Returns the smallest instance that the generator makes of a smaller size, or of a few other seeds of the same, on which
    /// the program fails with this verdict; the same where there is none.
    ///
    /// # Errors
    /// Fails where the generator does.
    fn smaller_made(
        &self,
        found: Made,
        verdict: Verdict,
        runs: u64,
        until: Instant,
        jobs: NonZeroUsize,
    ) -> Result<Made, StressError> {
        let make = |number: u64| {
            let (size, step) = (1 + number / SEEDS_OF_A_SIZE, number % SEEDS_OF_A_SIZE);
            let is_over = self.trials.is_over();
            let made = (!is_over).then(|| self.generator.make(self.generator.seed.wrapping_add(step), size))?;
            let made = made.and_then(|made| self.accepted(made));
            made.map_err(|error| self.trials.stop(error))
                .ok()
                .filter(|made| (made.text.len(), &made.text) < (found.text.len(), &found.text))
        };
        let bounds = Bounds {
            runs,
            draws: found.size.saturating_mul(SEEDS_OF_A_SIZE),
            until,
            jobs,
        };
        let fails_alike = |text: &str| {
            let failure = self.trials.failure(text);
            failure.filter(|judgement| judgement.verdict == verdict)
        };
        let smaller = bounds.search(make, |made| &made.text, fails_alike, |_| {});
        self.trials.check_stopped()?;
        Ok(smaller.failure.map_or(found, |(made, _)| made))
    }

    /// Shrinks the text of a failing instance as far as the bounds of `tries` allow.
    fn shrink(&self, text: String, tries: &mut Tries<'_>) -> Result<Shrunk, StressError> {
        let Some(Judge { entry, variants, .. }) = self.judge else {
            let is_checked = self.is_checked();
            return shrink(text, tries, |text, first| {
                Ok(lines::first_smaller(text, is_checked, first))
            });
        };
        let jobs = tries.jobs;
        let shrunk = shrink(text, tries, |text, first| {
            let bytes = text.as_bytes();
            entry.first_smaller(Input { bytes, variants }, jobs, first)
        });
        self.trials.check_stopped()?;
        shrunk.map_err(StressError::Unreadable)
    }

    /// Runs the program once more on a failing instance. `first` is the judgement that counts where the program does not
    /// fail again.
    ///
    /// # Errors
    /// Fails where there is no answer, or the instance cannot be written.
    pub fn examine(&self, input: String, first: Judgement) -> Result<Counterexample, StressError> {
        self.trials.examine(input, first)
    }
}
