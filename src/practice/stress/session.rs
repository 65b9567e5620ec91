//! A stress session: one program against the solver on random instances, and the smallest instance that it fails on.

use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{ExhaustiveResult, Instance, Plan, SearchResult};
use crate::judge::attempt::{Files, JudgeContext, NoJudgement};
use crate::judge::program::Program;
use crate::judge::{Fault, Judge, Judgement, Rules, Verdict, run};
use crate::package::Case;
use crate::practice::explain::explain;
use crate::practice::mistakes::{Likeness, likeness, probes};
use crate::practice::shrink::{Shrunk, shrink};
use crate::problem::{Failure, Input};
use crate::text::{DEFAULT_MAX_BYTES, InputError, Source};
use gamesolve_box::{Limits, Sandbox};

/// The folders of the inputs and of the answers; no program may read the second.
const FOLDERS: [&str; 2] = ["in", "out"];

/// The stress test of one program.
pub struct StressSession<'a> {
    program: &'a Program,
    judge: Judge<'a>,
    context: JudgeContext<'a>,
    folder: &'a Path,
    cases: AtomicU64,
    refused: AtomicU64,
    /// The error after which no further instance is tried.
    stopped: Mutex<Option<StressError>>,
}

/// The reason why a stress test ended, other than a failure of the program.
#[derive(Debug)]
pub enum StressError {
    /// The program starts on no instance: the reason.
    CannotStart(String),
    /// Judging failed on an instance.
    Judging {
        /// Whose fault that is.
        fault: Fault,
        /// The reason.
        why: String,
        /// The instance.
        input: String,
    },
    /// The solver has no answer for an instance.
    Unsolved(Box<Failure>, Source),
    /// A file cannot be written.
    Write(PathBuf, io::Error),
    /// An instance of our own cannot be read again.
    Unreadable(InputError),
}

/// One row of a table of growing sizes.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// The size.
    pub size: u64,
    /// The processor time.
    pub time: Duration,
    /// The verdict.
    pub verdict: Verdict,
}

/// A failing instance, with all that is known about it.
pub struct Counterexample {
    /// The instance.
    pub input: String,
    /// The right answer.
    pub answer: String,
    /// The output of the program.
    pub output: Vec<u8>,
    /// The judgement of the program.
    pub judgement: Judgement,
    /// Whether the program failed when it was run once more.
    pub is_steady: bool,
}

impl<'a> StressSession<'a> {
    /// Makes the session of a program; instances and answers are written below `folder`.
    ///
    /// # Errors
    /// Fails where folders cannot be made there.
    pub fn new(
        program: &'a Program,
        judge: Judge<'a>,
        limits: Limits,
        contest_files: bool,
        sandbox: &'a Sandbox,
        folder: &'a Path,
    ) -> io::Result<StressSession<'a>> {
        for name in FOLDERS {
            std::fs::create_dir_all(folder.join(name))?;
        }
        let files = judge.entry.meta().contest_files;
        let mut context = JudgeContext::new(sandbox, Rules::Problem(judge), limits, folder, DEFAULT_MAX_BYTES);
        context.files = if contest_files {
            Files::both(files)
        } else {
            Files::default()
        };
        context.hidden = vec![folder.join(FOLDERS[1]).canonicalize()?];
        Ok(StressSession {
            program,
            judge,
            context,
            folder,
            cases: AtomicU64::new(0),
            refused: AtomicU64::new(0),
            stopped: Mutex::new(None),
        })
    }

    /// Searches for an instance that the program fails on. Calls `drawn` with the number of instances so far.
    ///
    /// # Errors
    /// Fails where something is wrong that is not the program's answer.
    pub fn search(&self, plan: &Plan<'_>, drawn: impl Fn(u64)) -> Result<SearchResult<Judgement>, StressError> {
        let found = plan.search(|text| self.failure(text), drawn);
        self.check_stopped()?;
        Ok(found)
    }

    /// Tries all tiny instances in order, `most` at most. Calls `tried` with the number of instances so far.
    ///
    /// # Errors
    /// Fails where something is wrong that is not the program's answer.
    pub fn exhaust(
        &self,
        plan: &Plan<'_>,
        most: u64,
        until: Instant,
        tried: impl Fn(u64),
    ) -> Result<ExhaustiveResult<Judgement>, StressError> {
        let found = plan.exhaust(most, until, |text| self.failure(text), tried);
        self.check_stopped()?;
        Ok(found)
    }

    /// Returns the first of the instances that the program fails on.
    ///
    /// # Errors
    /// Fails where something is wrong that is not the program's answer.
    pub fn first_failure(
        &self,
        plan: &Plan<'_>,
        instances: &[String],
    ) -> Result<Option<(String, Judgement)>, StressError> {
        let found = plan.first_failure(instances, |text| self.failure(text));
        self.check_stopped()?;
        Ok(found.map(|(place, judgement)| (instances[place].clone(), judgement)))
    }

    /// Returns the smallest size of the family from which on the program fails as it does on this instance, by bisection.
    ///
    /// # Errors
    /// Fails where something is wrong that is not the program's answer.
    pub fn first_failing_size(
        &self,
        plan: &Plan<'_>,
        instance: Instance,
        verdict: Verdict,
    ) -> Result<Instance, StressError> {
        let (mut passes, mut fails) = (0, instance);
        while passes + 1 < fails.size {
            let middle = plan.instance_of(fails.family, passes + (fails.size - passes) / 2);
            match self
                .failure(&middle.text)
                .is_some_and(|judgement| judgement.verdict == verdict)
            {
                true => fails = middle,
                false => passes = middle.size,
            }
        }
        self.check_stopped()?;
        Ok(fails)
    }

    /// Returns the processor time on instances of the family with an eighth of the size, a quarter, half, and the whole,
    /// each with its verdict.
    ///
    /// # Errors
    /// Fails where something is wrong that is not the program's answer.
    pub fn growth(&self, plan: &Plan<'_>, instance: &Instance) -> Result<Vec<Growth>, StressError> {
        let sizes = [8, 4, 2, 1].map(|part| instance.size / part);
        let sizes = sizes.into_iter().filter(|&size| size > 0);
        let rows = sizes.map(|size| {
            let text = plan.instance_of(instance.family, size).text;
            let (case, _) = self.write_case(&text)?;
            let judgement = self.context.judge(self.program, &case).ok();
            for path in [&case.input, &case.answer] {
                // They go with the folder at the latest.
                let _ = std::fs::remove_file(path);
            }
            Ok(judgement.and_then(|judgement| {
                Some(Growth {
                    size,
                    time: judgement.time?,
                    verdict: judgement.verdict,
                })
            }))
        });
        let rows: Result<Vec<Option<Growth>>, StressError> = rows.collect();
        rows.map(|rows| rows.into_iter().flatten().collect())
    }

    /// Returns the instances that tell the problem's known mistakes apart, the shortest first.
    pub fn probes(&self) -> Vec<String> {
        let Judge {
            entry,
            variants,
            budget,
            ..
        } = self.judge;
        let probes = probes(entry, variants, budget);
        let mut texts: Vec<String> = probes.into_iter().map(|probe| probe.text).collect();
        texts.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        texts
    }

    /// Compares the program with every known mistake of the problem on tiny instances.
    ///
    /// # Errors
    /// Fails where an instance cannot be written.
    pub fn name_mistake(&self, jobs: NonZeroUsize) -> Result<Option<Likeness>, StressError> {
        let Judge {
            entry,
            variants,
            budget,
            ..
        } = self.judge;
        /// A slow program is compared on the instances that there is time for.
        const TIME: Duration = Duration::from_secs(20);
        let until = Instant::now() + TIME;
        let mut probes = probes(entry, variants, budget);
        let outputs = run(&probes, jobs, |probe| {
            if self.is_interrupted() || Instant::now() >= until {
                return None;
            }
            let (case, _) = self.write_case(&probe.text).ok()?;
            let output = self.context.output(self.program, &case);
            for path in [&case.input, &case.answer] {
                // They go with the folder at the latest.
                let _ = std::fs::remove_file(path);
            }
            Some(output)
        });
        let mut tried = outputs.iter().map(Option::is_some);
        probes.retain(|_| tried.next().unwrap_or(false));
        let outputs: Vec<Vec<u8>> = outputs.into_iter().flatten().collect();
        let likeness = likeness(entry, variants, budget, &probes, &outputs);
        Ok((!outputs.is_empty() && !self.is_interrupted()).then_some(likeness))
    }

    /// Returns the number of instances that the solver refused.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// Returns whether the user has asked for the end.
    pub fn is_interrupted(&self) -> bool {
        self.context.sandbox.is_interrupted()
    }

    /// Shrinks a failing instance for at most `time`, as long as the program fails with the same verdict.
    ///
    /// # Errors
    /// Fails where something is wrong that is not the program's answer.
    pub fn shrink(
        &self,
        text: String,
        verdict: Verdict,
        time: Duration,
        jobs: NonZeroUsize,
    ) -> Result<Shrunk, StressError> {
        let Judge { entry, variants, .. } = self.judge;
        let until = Instant::now() + time;
        let fails_alike = |text: &str| {
            let failure = self.failure(text);
            failure.is_some_and(|judgement| judgement.verdict == verdict)
        };
        let shrunk = shrink(entry, variants, text, until, jobs, fails_alike);
        let shrunk = shrunk.map_err(StressError::Unreadable)?;
        self.check_stopped()?;
        Ok(shrunk)
    }

    /// Runs the program once more on a failing instance. `first` is the judgement that
    /// counts where the program does not fail again.
    ///
    /// # Errors
    /// Fails where the solver has no answer, or the instance cannot be written.
    pub fn examine(&self, input: String, first: Judgement) -> Result<Counterexample, StressError> {
        let (case, answer) = self.write_case(&input)?;
        let judged = self.context.judge(self.program, &case);
        let output = self.context.output(self.program, &case);
        let again = judged.ok().filter(|judgement| judgement.verdict != Verdict::Accepted);
        let is_steady = again.is_some();
        let judgement = again.unwrap_or(first);
        Ok(Counterexample {
            input,
            answer,
            output,
            judgement,
            is_steady,
        })
    }

    /// Returns the judgement of a program that fails on this instance; `None` where it is right, or was not tried.
    fn failure(&self, text: &str) -> Option<Judgement> {
        if self.is_interrupted() || self.stopped().is_some() {
            return None;
        }
        let stop = |error| {
            *self.stopped() = Some(error);
            None
        };
        let case = match self.write_case(text) {
            Ok((case, _)) => case,
            Err(StressError::Unsolved(failure, _)) if matches!(*failure, Failure::Refused(_)) => {
                self.refused.fetch_add(1, Ordering::Relaxed);
                return None;
            }
            Err(error) => return stop(error),
        };
        let judged = self.context.judge(self.program, &case);
        for path in [&case.input, &case.answer] {
            // They go with the folder at the latest.
            let _ = std::fs::remove_file(path);
        }
        let judgement = match judged {
            Err(NoJudgement::Interrupted) => return None,
            Err(NoJudgement::CannotStart(why)) => return stop(StressError::CannotStart(why)),
            Ok(judgement) => judgement,
        };
        match judgement.verdict {
            Verdict::Accepted => None,
            // An internal error is never the program's.
            Verdict::Internal(fault) => stop(StressError::Judging {
                fault,
                why: judgement.reason.map_or(String::new(), |why| why.as_str().to_owned()),
                input: text.to_owned(),
            }),
            _ => Some(judgement),
        }
    }

    fn stopped(&self) -> MutexGuard<'_, Option<StressError>> {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check_stopped(&self) -> Result<(), StressError> {
        self.stopped().take().map_or(Ok(()), Err)
    }

    /// Writes an instance and its answer where the sandbox finds them.
    fn write_case(&self, text: &str) -> Result<(Case, String), StressError> {
        let name = self.cases.fetch_add(1, Ordering::Relaxed).to_string();
        let judge = &self.judge;
        let answer = judge.entry.solve(self.input(text), judge.budget);
        let answer = answer.map_err(|failure| {
            let name = format!("instance {name}");
            StressError::Unsolved(Box::new(failure), source(name, text))
        })?;
        let [input, output] = FOLDERS.map(|folder| self.folder.join(folder).join(&name));
        for (path, data) in [(&input, text), (&output, &answer)] {
            std::fs::write(path, data).map_err(|error| StressError::Write(path.clone(), error))?;
        }
        let case = Case {
            key: name.clone().into_bytes(),
            name,
            group: None,
            input,
            answer: output,
        };
        Ok((case, answer))
    }

    fn input<'b>(&'b self, text: &'b str) -> Input<'b> {
        Input {
            bytes: text.as_bytes(),
            variants: self.judge.variants,
        }
    }

    /// Explains in one line why the right answer is right, to the first wrong test.
    ///
    /// # Errors
    /// Fails where the explanation fails its check.
    pub fn explain(&self, example: &Counterexample) -> Result<String, StressError> {
        let judge = &self.judge;
        let text = example.input.as_str();
        let test = example.judgement.test.unwrap_or(1) - 1;
        let game = judge.entry.game(self.input(text), test, judge.budget);
        let explained = game.and_then(|game| explain(&*game, judge.budget).map_err(Failure::from));
        match explained {
            Ok(explanation) => Ok(explanation.in_one_line()),
            Err(Failure::Refused(refusal)) => Ok(format!("not explained, {refusal}")),
            Err(failure) => {
                let source = source("the shrunk instance".to_owned(), text);
                Err(StressError::Unsolved(Box::new(failure), source))
            }
        }
    }
}

fn source(name: String, text: &str) -> Source {
    Source {
        name,
        bytes: text.as_bytes().to_vec(),
    }
}
