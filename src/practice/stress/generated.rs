//! A stress session of any task: a program against a reference on the instances of a generator.
//!
//! **The generator** receives a seed and a size, and prints an instance, the same one for the same two numbers. The
//! sizes follow [`super::Plan::instance`]: every second one grows, the others jump about among the small ones. The
//! largest size comes once early, so that a short search tries it too.
//!
//! **Chance.** Before a failure is reported, all programs that led to it run again: the generator, the validator, the
//! reference and the checker. A program that gives two results for the same input is refused by name.
//!
//! **Shrinking.** First the generator makes smaller instances. Then parts of the text are left out ([`lines`]). A
//! smaller text counts if the reference answers, the validator accepts it, and the program fails in the same way. For
//! one of the problems, its own smaller instances are tried instead. Then the search goes on for a few other failures.
//! They are shrunk in their turn, and the smallest result is kept.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::search::{Bounds, Inputs, Instance, OF_A_GENERATOR, Phase, Report, Search, SearchPart, Tried, Watch};
use super::size_of_round;
use super::smallest::{MAX_OTHERS, Smallest, is_before};
use super::trials::{ASKS, Answers, MAX_SHOWN_CHARS, MIN_ASKS, StressError, TrialPart, Trials};
use crate::cases::evaluate::Judge;
use crate::judge::attempt::{JudgeContext, NoJudgement};
use crate::judge::program::Program;
use crate::judge::{Judgement, Verdict};
use crate::package::Case;
use crate::practice::shrink::{Shrunk, Trial, Tries, lines, shrink};
use crate::problem::Input;
use crate::text::quoted;
use gamesolve_box::{Ending, Failure, Limits, Sandbox, Task};

/// The number of the instance that has the largest size.
const NUMBER_OF_LARGEST: u64 = 3;
/// The time for further repetitions beyond the necessary ones.
const TIME_TO_CONFIRM: Duration = Duration::from_secs(2);
/// The time after which a seed taken from the clock has changed.
const CLOCK_SEED: Duration = Duration::from_millis(1100);
/// The number of seeds of each size in the search for a smaller instance.
const SEEDS_OF_A_SIZE: u64 = 16;

/// A program of the user that helps to test another.
pub struct Tool<'a> {
    /// The program.
    pub program: &'a Program,
    /// The sandbox.
    pub sandbox: &'a Sandbox,
    /// The resource limits of one run.
    pub limits: Limits,
}

/// The generator of the instances.
pub struct Generator<'a> {
    /// The program.
    pub tool: Tool<'a>,
    /// The first seed.
    pub seed: u64,
    /// The largest size.
    pub max_size: u64,
}

/// A program with answers that count as right.
pub struct Reference<'a> {
    /// The program.
    pub program: &'a Program,
    /// The limits, the input and the output.
    pub context: JudgeContext<'a>,
}

/// The stress test of one program.
pub struct GeneratedSession<'a> {
    /// The trials of the program.
    pub trials: Trials<'a>,
    /// The generator.
    pub generator: &'a Generator<'a>,
    /// The validator. It exits with 0 or 42 for a well-formed instance on its standard input.
    pub validator: Option<&'a Tool<'a>>,
    /// The problem of the instances, if it is one of ours.
    problem: Option<Judge<'a>>,
}

impl Tool<'_> {
    /// Runs the program. Returns the exit code, and the output on both streams.
    fn run(&self, arguments: &[String], stdin: Option<PathBuf>) -> Result<(i32, Vec<u8>, Vec<u8>), String> {
        let argv = self.program.command(self.limits.memory).into_iter();
        let task = Task {
            argv: argv.chain(arguments.iter().map(|word| word.as_str().into())).collect(),
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
    /// Returns the command line of a call.
    pub fn call(&self, seed: u64, size: u64) -> String {
        format!("{} {seed} {size}", self.tool.program.name)
    }

    /// Makes an instance.
    fn make(&self, seed: u64, size: u64) -> Result<Instance, StressError> {
        let call = self.call(seed, size);
        let wrong = |why: String| StressError::Helper(format!("the generator, called as `{call}`, {why}"));
        let printed = self.tool.run(&[seed.to_string(), size.to_string()], None);
        let text = match printed.map_err(wrong)? {
            (0, text, _) if text.trim_ascii().is_empty() => return Err(wrong("printed nothing".to_owned())),
            (0, text, _) => text,
            (code, _, errors) => return Err(wrong(format!("ended with exit code {code}: {}", said(&errors)))),
        };
        let text = String::from_utf8(text).map_err(|_| wrong("printed text that is not UTF-8".to_owned()))?;
        Ok(Instance {
            seed,
            size,
            text,
            ..Instance::default()
        })
    }

    /// Returns the size of the instance of a number.
    fn size(&self, number: u64) -> u64 {
        match number {
            NUMBER_OF_LARGEST => self.max_size,
            _ => size_of_round(number, self.max_size),
        }
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
            StressError::Helper(format!("the reference {name} has no answer: {why}. The input: {input}"))
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

    fn program(&self) -> Option<&str> {
        Some(&self.program.name)
    }
}

impl<'a> GeneratedSession<'a> {
    /// Makes the session of a program. Instances and answers are written below the folder of `context`.
    ///
    /// If `problem` is given, the instances are instances of it.
    ///
    /// # Errors
    /// Fails if it cannot make folders there.
    pub fn new(
        program: &'a Program,
        generator: &'a Generator<'a>,
        answers: &'a dyn Answers,
        validator: Option<&'a Tool<'a>>,
        problem: Option<Judge<'a>>,
        context: JudgeContext<'a>,
    ) -> io::Result<GeneratedSession<'a>> {
        let folder = context.workshop.folder();
        Ok(GeneratedSession {
            trials: Trials::new(program, answers, context, folder)?,
            generator,
            validator,
            problem,
        })
    }

    /// Returns whether a validator or a problem rejects malformed texts.
    pub fn is_checked(&self) -> bool {
        self.validator.is_some() || self.problem.is_some()
    }

    /// Searches for an instance that the program fails on, with the parts of [`OF_A_GENERATOR`].
    ///
    /// `begins` gets the name and the runs of each part that begins, and `ends` its result.
    ///
    /// # Errors
    /// Fails if a program other than the one under test fails, or gives two results for the same input.
    pub fn search(
        &self,
        stored: &[Instance],
        bounds: Bounds,
        begins: &dyn Fn(Phase, u64) -> Watch,
        ends: &mut dyn FnMut(&Tried<Judgement>),
    ) -> Result<Report<Judgement>, StressError> {
        let kept = Mutex::new(Vec::new());
        let make = |number| {
            let made = self.drawn(number, bounds.until, &kept)?;
            made.map_err(|error| self.trials.stop(error)).ok()
        };
        let parts = OF_A_GENERATOR.map(|(name, share)| SearchPart {
            name,
            inputs: Box::new(move |_| match name {
                Phase::Stored => Inputs::Listed(stored.to_vec()),
                _ => Inputs::Drawn {
                    make: Box::new(make),
                    most: None,
                },
            }),
            share,
        });
        let search = Search {
            parts: parts.into(),
            bounds,
        };
        let fails = |input: &Instance, until| self.trials.trial(&input.text, until);
        search.run(&fails, begins, &mut |tried| {
            let kept = std::mem::take(&mut *kept.lock().unwrap_or_else(PoisonError::into_inner));
            if !self.trials.is_interrupted() {
                self.check(tried, &kept, bounds.until)?;
            }
            ends(tried);
            Ok(())
        })
    }

    /// Returns the generator's instance of a number, if the validator accepts it, or `None` if the time is over. The first
    /// instances are kept.
    fn drawn(&self, number: u64, until: Instant, kept: &Mutex<Vec<Instance>>) -> Option<Result<Instance, StressError>> {
        /// The most instances that are kept, so that the generator can make them again.
        const MAX_KEPT: usize = 64;
        let made = self.made_before(until, number, self.generator.size(number))?;
        if let Ok(made) = &made {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() < MAX_KEPT {
                kept.push(made.clone());
            }
        }
        let is_over = made.is_ok() && self.trials.is_over(until);
        (!is_over).then(|| made.and_then(|made| self.accepted(made)))
    }

    /// Checks after a part that no program failed but the one under test, and that the others give the same results again.
    fn check(&self, tried: &Tried<Judgement>, kept: &[Instance], until: Instant) -> Result<(), StressError> {
        if let Err(error) = self.trials.check_stopped() {
            // If others reject an instance, the generator may make another one each time. Check that first.
            kept.first().map_or(Ok(()), |made| self.repeats(made))?;
            return Err(error);
        }
        if let Some((made, judgement)) = &tried.failure {
            self.confirm(&made.text, judgement)?;
            if made.stored.is_none() {
                self.repeats(made)?;
            }
        }
        // A seed taken from the clock changes only after a while. Waiting is worth one short run beyond the time.
        let is_short = self.trials.spent().mean(TrialPart::Generator) < TIME_TO_CONFIRM;
        for made in kept.iter().step_by(kept.len().div_ceil(MIN_ASKS).max(1)) {
            if is_short || !self.trials.is_over(until) {
                self.repeats(made)?;
            }
        }
        Ok(())
    }

    /// Asks the validator, the reference and the checker again about a failing instance.
    ///
    /// # Errors
    /// Fails if one of them gives another result than before.
    pub fn confirm(&self, text: &str, judgement: &Judgement) -> Result<(), StressError> {
        let until = Instant::now() + TIME_TO_CONFIRM;
        self.asks_validator(text, false, (0, until))?;
        self.trials.confirm(text, judgement, until)
    }

    /// Does the same more than a second after `begun`, because a program may take its chance from a clock in seconds.
    ///
    /// # Errors
    /// Fails if one of them gives another result than before.
    pub fn confirm_later(&self, text: &str, judgement: &Judgement, begun: Instant) -> Result<(), StressError> {
        std::thread::sleep(CLOCK_SEED.saturating_sub(begun.elapsed()));
        self.confirm(text, judgement)
    }

    /// Asks the validator again about a text, after it was asked `asked` times.
    fn asks_validator(
        &self,
        text: &str,
        is_rejected: bool,
        (asked, until): (usize, Instant),
    ) -> Result<(), StressError> {
        let Some(validator) = self.validator else {
            return Ok(());
        };
        for _ in (asked..ASKS).take_while(|asked| self.trials.asks_again(*asked, until)) {
            if self.complaint(text)?.is_some() != is_rejected && !self.trials.is_interrupted() {
                let (name, text) = (&validator.program.name, said(text.as_bytes()));
                let why = format!("the validator {name} accepts and rejects the same input: {text}");
                return Err(StressError::ByChance(why));
            }
        }
        Ok(())
    }

    /// Makes an instance, and counts the time.
    fn made(&self, seed: u64, size: u64) -> Result<Instance, StressError> {
        self.trials
            .spent()
            .on(TrialPart::Generator, || self.generator.make(seed, size))
    }

    /// Makes an instance with the seed of a number, unless the time is over.
    fn made_before(&self, until: Instant, number: u64, size: u64) -> Option<Result<Instance, StressError>> {
        let seed = self.generator.seed.wrapping_add(number);
        (!self.trials.is_over(until)).then(|| self.made(seed, size))
    }

    /// Checks that the generator makes the same instance again.
    fn repeats(&self, made: &Instance) -> Result<(), StressError> {
        let again = self.made(made.seed, made.size)?;
        if again == *made || self.trials.is_interrupted() {
            return Ok(());
        }
        let call = self.generator.call(made.seed, made.size);
        Err(StressError::ByChance(format!(
            "the generator, called twice as `{call}`, printed two inputs: {} and {}",
            said(made.text.as_bytes()),
            said(again.text.as_bytes())
        )))
    }

    /// Returns the generator's instance, if the validator accepts it.
    fn accepted(&self, made: Instance) -> Result<Instance, StressError> {
        let Some(why) = self.complaint(&made.text)? else {
            return Ok(made);
        };
        let until = Instant::now() + TIME_TO_CONFIRM;
        self.asks_validator(&made.text, true, (1, until))?;
        if self.trials.is_interrupted() {
            return Ok(made);
        }
        let call = self.generator.call(made.seed, made.size);
        Err(StressError::Helper(format!(
            "the validator rejects the output of `{call}`: {why}"
        )))
    }

    /// Returns the validator's complaint about a text, if it has one.
    fn complaint(&self, text: &str) -> Result<Option<String>, StressError> {
        let Some(validator) = self.validator else {
            return Ok(None);
        };
        let number = self.trials.cases.fetch_add(1, Ordering::Relaxed);
        let path = self.trials.folder.join(format!("text-{number}"));
        std::fs::write(&path, text).map_err(|error| StressError::Write(path.clone(), error))?;
        let ran = (self.trials.spent()).on(TrialPart::Validator, || validator.run(&[], Some(path.clone())));
        // If this fails, the file disappears with the folder.
        let _ = std::fs::remove_file(&path);
        Ok(match ran {
            Ok((0 | 42, ..)) => None,
            Ok((code, output, errors)) => Some(format!("exit code {code}: {}", said(&[errors, output].concat()))),
            Err(why) => Some(why),
        })
    }

    /// Returns the smallest failing instance that is found from this one and a few others, with its origin.
    ///
    /// The search for others goes on at the number `drawn`, with sizes up to that of the first. It stays within `bounds`.
    ///
    /// # Errors
    /// Fails if the generator fails on smaller sizes.
    pub fn smallest(
        &self,
        found: Instance,
        drawn: u64,
        verdict: Verdict,
        bounds: Bounds,
    ) -> Result<(Smallest, Instance), StressError> {
        /// The part of the runs for the search for other failures.
        const PART_OF_OTHERS: u64 = 4;
        // The generator's smaller instances have half of the runs and of the time.
        let runs = bounds.runs / 2;
        let bounds = Bounds { runs, ..bounds };
        let mut made = self.smaller_made(found, verdict, bounds.half_of_the_time())?;
        let is_alike = |judgement: Judgement| judgement.verdict == verdict;
        let fails = |text: &str| self.trial(text, bounds.until).map(is_alike);
        let mut tries = Tries::new(runs, bounds.until, bounds.jobs, &fails);
        let interrupted = || self.trials.is_interrupted();
        tries.interrupted = Some(&interrupted);
        let mut best = self.shrink(made.text.clone(), &mut tries)?;
        let mut known = HashSet::from([made.text.clone(), best.text.clone()]);
        let mut failures = 1;
        let mut others = Bounds {
            runs: runs.saturating_sub(tries.attempts) / PART_OF_OTHERS,
            ..bounds.half_of_the_time()
        };
        let (mut next, largest) = (drawn, made.size);
        for _ in 0..MAX_OTHERS {
            let make = |number: u64| {
                let number = next.wrapping_add(number);
                let made = self.made_before(others.until, number, size_of_round(number, largest))?;
                // One failure is known, so an error on another instance only loses that instance.
                made.ok().filter(|made| !known.contains(&made.text))
            };
            let fails = |made: &Instance| wanted(self.trial(&made.text, others.until).map(is_alike));
            let other = others.draw(&make, None, &fails);
            self.trials.check_stopped()?;
            tries.attempts += other.judged;
            others.runs = others.runs.saturating_sub(other.judged);
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
            // A text without an answer is no instance.
            unjudged: 0,
            fails_otherwise: tries.fails_otherwise,
        };
        Ok((smallest, made))
    }

    /// Tries a text. It is judged only if the validator, the reference and the checker accept it.
    fn trial(&self, text: &str, until: Instant) -> Trial<Judgement> {
        // For a problem of ours only its own instances are tried.
        if self.problem.is_some() {
            return self.trials.trial(text, until);
        }
        if self.trials.is_over(until) {
            return Trial::Over;
        }
        if !matches!(self.complaint(text), Ok(None)) {
            return Trial::Unjudged;
        }
        match self.trials.judged(text, until) {
            Ok(Some(judgement)) if judgement.verdict == Verdict::ACCEPTED => Trial::Passes,
            Ok(Some(judgement)) => Trial::Fails(judgement),
            Err(error @ StressError::ByChance(_)) => {
                self.trials.stop(error);
                Trial::Over
            }
            Ok(None) => Trial::Over,
            Err(_) => Trial::Unjudged,
        }
    }

    /// Returns the generator's smallest instance that fails with this verdict, or the same instance if there is none.
    ///
    /// It tries smaller sizes, and a few other seeds of the same size.
    ///
    /// # Errors
    /// Fails if the generator fails.
    fn smaller_made(&self, found: Instance, verdict: Verdict, bounds: Bounds) -> Result<Instance, StressError> {
        let make = |number: u64| {
            let (size, step) = (1 + number / SEEDS_OF_A_SIZE, number % SEEDS_OF_A_SIZE);
            let made = self.made_before(bounds.until, step, size)?;
            let made = made.and_then(|made| self.accepted(made));
            let made = made.map_err(|error| self.trials.stop(error)).ok();
            made.filter(|made| is_before(&made.text, &found.text))
        };
        let most = found.size.saturating_mul(SEEDS_OF_A_SIZE);
        let fails = |made: &Instance| wanted(self.trials.fails_with(&made.text, verdict, bounds.until));
        let smaller = bounds.draw(&make, Some(most), &fails);
        self.trials.check_stopped()?;
        Ok(smaller.failure.map_or(found, |(made, ())| made))
    }

    /// Shrinks the text of a failing instance as far as the bounds of `tries` allow.
    fn shrink(&self, text: String, tries: &mut Tries<'_>) -> Result<Shrunk, StressError> {
        let Some(Judge { entry, variants, .. }) = self.problem else {
            let is_checked = self.is_checked();
            let shrunk = shrink(text, tries, |text, first| {
                Ok(lines::first_smaller(text, is_checked, first))
            });
            self.trials.check_stopped()?;
            return shrunk;
        };
        let jobs = tries.jobs;
        let shrunk = shrink(text, tries, |text, first| {
            let bytes = text.as_bytes();
            entry.first_smaller(Input { bytes, variants }, jobs, first)
        });
        self.trials.check_stopped()?;
        shrunk.map_err(StressError::Unreadable)
    }
}

/// Returns the same trial, but counts an unwanted failure as none.
fn wanted(trial: Trial<bool>) -> Trial<()> {
    match trial {
        Trial::Fails(false) => Trial::Passes,
        trial => trial.map(|_| ()),
    }
}
