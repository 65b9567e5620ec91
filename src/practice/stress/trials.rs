//! Trials of one program: generated instances with their right answers, judged in the sandbox like testcases.
//!
//! **Chance.** If a user's reference or checker answers by chance, a right program seems wrong. So every answer of a
//! reference is kept, and compared with a later answer to the same instance. [`Trials::confirm`] asks again.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::judge::attempt::{JudgeContext, NoJudgement};
use crate::judge::program::Program;
use crate::judge::{Fault, Judgement, Verdict};
use crate::package::Case;
use crate::practice::shrink::Trial;
use crate::problem::Failure;
use crate::text::{InputError, Source, quoted};

/// The folders of the inputs and of the answers. No program may read the second one.
const FOLDERS: [&str; 2] = ["in", "out"];
/// The number of characters of a program's output that an error shows.
pub(super) const MAX_SHOWN_CHARS: usize = 300;
/// The number of repetitions of one question to a program.
pub(super) const ASKS: usize = 8;
/// The number of repetitions even if the program is slow.
pub(super) const MIN_ASKS: usize = 2;
/// The bytes of instances and answers that are kept for comparison.
const MAX_KEPT_BYTES: usize = 16 << 20;
/// The size of a wrong output that is too large to be kept whole, in bytes.
const MAX_KEPT_OUTPUT: usize = 64 << 10;

/// A source of right answers.
pub trait Answers: Sync {
    /// Returns the right answer to an instance. `input` is its file.
    ///
    /// # Errors
    /// Fails if there is no answer.
    fn answer(&self, input: &Path, name: &str, text: &str) -> Result<Vec<u8>, StressError>;

    /// Returns the name of the program that answers, or `None` for the solver, which always answers the same.
    fn program(&self) -> Option<&str> {
        None
    }
}

/// A part of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialPart {
    /// The generator makes the instance.
    Generator,
    /// The validator checks it.
    Validator,
    /// The reference or the solver answers it.
    Answer,
    /// The program runs on it and is judged.
    Program,
}

/// The number of runs of each part, and their total time.
#[derive(Default)]
pub struct Spent([Mutex<(u64, Duration)>; 4]);

impl Spent {
    /// Does the work of a part, and adds its time.
    pub fn on<T>(&self, part: TrialPart, work: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let result = work();
        let mut spent = self.of(part);
        spent.0 += 1;
        spent.1 += begun.elapsed();
        drop(spent);
        result
    }

    /// Returns the part with the largest total time, the number of its runs, and their mean time.
    pub fn slowest(&self) -> Option<(TrialPart, u64, Duration)> {
        let parts = [
            TrialPart::Generator,
            TrialPart::Validator,
            TrialPart::Answer,
            TrialPart::Program,
        ];
        let (part, (runs, time)) = parts
            .map(|part| (part, *self.of(part)))
            .into_iter()
            .max_by_key(|(_, spent)| spent.1)?;
        (runs > 0).then(|| (part, runs, time.div_f64(runs as f64)))
    }

    /// Returns the mean time of the runs of a part.
    pub fn mean(&self, part: TrialPart) -> Duration {
        let (runs, time) = *self.of(part);
        time.div_f64(runs.max(1) as f64)
    }

    fn of(&self, part: TrialPart) -> MutexGuard<'_, (u64, Duration)> {
        self.0[part as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The answers of a program, by their instances.
#[derive(Default)]
struct Asked {
    answers: HashMap<String, Vec<u8>>,
    /// The instances in the order of their first question.
    order: Vec<String>,
    bytes: usize,
}

/// The trials of one program.
pub struct Trials<'a> {
    program: &'a Program,
    /// The source of the right answers.
    pub answers: &'a dyn Answers,
    context: JudgeContext<'a>,
    pub(super) folder: &'a Path,
    /// The number of files that were written there.
    pub(super) cases: AtomicU64,
    judged: AtomicU64,
    refused: AtomicU64,
    spent: Spent,
    asked: Mutex<Asked>,
    /// The error after which no further instance is tried.
    stopped: Mutex<Option<StressError>>,
}

/// The reason why a stress test ended, other than a failure of the program.
#[derive(Debug)]
pub enum StressError {
    /// The program starts on no instance, for this reason.
    CannotStart(String),
    /// Judging failed on an instance.
    Judging {
        /// The source of the fault.
        fault: Fault,
        /// The reason.
        why: String,
        /// The instance.
        input: String,
    },
    /// The solver has no answer for an instance.
    Unsolved(Box<Failure>, Source),
    /// A program that makes, checks or answers instances failed, for this reason.
    Helper(String),
    /// A helper program gives two results for one instance. The text is the whole reason.
    ByChance(String),
    /// A file cannot be written.
    Write(PathBuf, io::Error),
    /// An instance of our own cannot be read again.
    Unreadable(InputError),
}

/// A failing instance, with all facts about it.
pub struct Counterexample {
    /// The instance.
    pub input: String,
    /// The right answer.
    pub answer: Vec<u8>,
    /// The output of the program, or `None` if no time was left for it.
    pub output: Option<Vec<u8>>,
    /// The judgement of the program.
    pub judgement: Judgement,
    /// Whether the program failed again in a second run.
    pub is_steady: bool,
}

impl<'a> Trials<'a> {
    /// Prepares the trials of a program. Instances and answers are written below `folder`.
    ///
    /// # Errors
    /// Fails if it cannot make folders there.
    pub fn new(
        program: &'a Program,
        answers: &'a dyn Answers,
        mut context: JudgeContext<'a>,
        folder: &'a Path,
    ) -> io::Result<Trials<'a>> {
        for name in FOLDERS {
            std::fs::create_dir_all(folder.join(name))?;
        }
        context.hidden = [folder.join(FOLDERS[1]).canonicalize()?].into();
        Ok(Trials {
            program,
            answers,
            context,
            folder,
            cases: AtomicU64::new(0),
            judged: AtomicU64::new(0),
            refused: AtomicU64::new(0),
            spent: Spent::default(),
            asked: Mutex::default(),
            stopped: Mutex::new(None),
        })
    }

    /// Returns the number of times that the program was judged.
    pub fn judged_runs(&self) -> u64 {
        self.judged.load(Ordering::Relaxed)
    }

    /// Returns the time of each part.
    pub fn spent(&self) -> &Spent {
        &self.spent
    }

    /// Returns the number of instances that the solver refused.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// Returns whether the user has asked for the end.
    pub fn is_interrupted(&self) -> bool {
        self.context.sandbox().is_interrupted()
    }

    /// Tries an instance. The program does not start after `until`.
    pub fn trial(&self, text: &str, until: Instant) -> Trial<Judgement> {
        if self.is_over(until) {
            return Trial::Over;
        }
        match self.judged(text, until) {
            Ok(None) => Trial::Over,
            Ok(Some(judgement)) if judgement.verdict == Verdict::ACCEPTED => Trial::Passes,
            Ok(Some(judgement)) => Trial::Fails(judgement),
            Err(StressError::Unsolved(failure, _)) if matches!(*failure, Failure::Refused(_)) => {
                self.refused.fetch_add(1, Ordering::Relaxed);
                Trial::Unjudged
            }
            Err(_) if self.is_interrupted() => Trial::Over,
            Err(error) => {
                self.stop(error);
                Trial::Over
            }
        }
    }

    /// Returns the judgement of the program on an instance, or `None` if the judging was interrupted or `until` came
    /// first.
    ///
    /// # Errors
    /// Fails if something other than the program's answer is wrong.
    pub fn judged(&self, text: &str, until: Instant) -> Result<Option<Judgement>, StressError> {
        let judged = self.with_case(text, until, |case| {
            self.spent
                .on(TrialPart::Program, || self.context.judge(self.program, case))
        });
        let judgement = match judged? {
            None | Some(Err(NoJudgement::Interrupted)) => return Ok(None),
            Some(Err(NoJudgement::CannotStart(why))) => return Err(StressError::CannotStart(why)),
            Some(Ok(judgement)) => judgement,
        };
        match judgement.verdict {
            // An internal error is never the program's fault.
            Verdict::Internal(fault) => Err(StressError::Judging {
                fault,
                why: judgement.reason.map_or(String::new(), |why| why.as_str().to_owned()),
                input: text.to_owned(),
            }),
            _ => {
                self.judged.fetch_add(1, Ordering::Relaxed);
                Ok(Some(judgement))
            }
        }
    }

    /// Returns the output of the program on an instance, with an inner `None` for a crash or an exceeded limit.
    ///
    /// The outer `None` means that nothing is known: the time was over, or the load of the machine may have decided.
    ///
    /// # Errors
    /// Fails if the instance has no answer, or cannot be written.
    pub fn output(&self, text: &str, until: Instant) -> Result<Option<Option<Vec<u8>>>, StressError> {
        let answered = self.with_case(text, until, |case| match self.context.answer(self.program, case) {
            Ok(Ok(output)) => Some(Some(output)),
            // The judge repeats a run if the load of the machine may have decided. This run is not repeated.
            Ok(Err(judgement)) if judgement.verdict == Verdict::TIME_LIMIT => {
                let judged = self.context.judge(self.program, case).ok()?;
                (judged.verdict == Verdict::TIME_LIMIT).then_some(None)
            }
            Ok(Err(judgement)) => judgement.verdict.fault().is_none().then_some(None),
            Err(_) => None,
        });
        Ok(answered?.flatten())
    }

    /// Tries an instance. Its failure is whether the program has this verdict.
    pub fn fails_with(&self, text: &str, verdict: Verdict, until: Instant) -> Trial<bool> {
        self.trial(text, until).map(|judgement| judgement.verdict == verdict)
    }

    /// Runs the program once more on a failing instance. If it passes now, the judgement `first` counts.
    ///
    /// A slow program does not run after `until`. Then its output is unknown.
    ///
    /// # Errors
    /// Fails if there is no answer, or if the instance cannot be written.
    pub fn examine(&self, input: String, first: Judgement, until: Instant) -> Result<Counterexample, StressError> {
        let (case, answer) = self.write_case(&input)?;
        let is_late = first.verdict == Verdict::TIME_LIMIT && self.is_over(until);
        let judged = (!is_late).then(|| self.context.judge(self.program, &case).ok());
        let again = judged
            .flatten()
            .filter(|judgement| judgement.verdict != Verdict::ACCEPTED);
        let is_steady = is_late || again.is_some();
        let judgement = again.unwrap_or(first);
        let output = judgement.output.clone();
        let output = output.or_else(|| (!is_late).then(|| self.context.output(self.program, &case)));
        Ok(Counterexample {
            input,
            answer,
            output,
            judgement,
            is_steady,
        })
    }

    /// Asks the reference again for its answer to a failing instance, and the checker for its verdict on the output.
    ///
    /// In between the reference answers earlier instances, the last first. Each question is asked `MIN_ASKS` times, and
    /// up to `ASKS` times before `until`.
    ///
    /// # Errors
    /// Fails if one of them gives another result than before.
    pub fn confirm(&self, text: &str, judgement: &Judgement, until: Instant) -> Result<(), StressError> {
        let goes_on = |asked: usize| self.asks_again(asked, until);
        if self.answers.program().is_some() {
            let others = self.asked_before(text);
            for asked in (0..ASKS).take_while(|asked| goes_on(*asked)) {
                for text in [text].into_iter().chain(others.get(asked).map(String::as_str)) {
                    let (case, _) = self.write_case(text)?;
                    remove(&case);
                }
            }
        }
        let (Some(checker), Some(output)) = (self.context.checker, &judgement.output) else {
            return Ok(());
        };
        let (case, _) = self.write_case(text)?;
        let output = if output.len() < MAX_KEPT_OUTPUT {
            output.clone()
        } else {
            self.context.output(self.program, &case)
        };
        let judged = (0..ASKS).take_while(|asked| goes_on(*asked));
        let judged: Vec<Judgement> = judged
            .filter_map(|_| self.context.judge_output(&case, &output))
            .collect();
        remove(&case);
        // The judge notices an empty output before it asks the checker.
        let is_blank = output.trim_ascii().is_empty();
        let first = judged.first().filter(|_| is_blank).unwrap_or(judgement).verdict;
        match judged.iter().find(|again| again.verdict != first) {
            None => Ok(()),
            Some(again) => Err(StressError::ByChance(format!(
                "the checker {} judges one output in two ways, {} and {}. The input: {}",
                checker.program.name,
                first.code(),
                again.verdict.code(),
                shown(text.as_bytes())
            ))),
        }
    }

    /// Returns whether a program that was asked `asked` times again is asked once more.
    pub(super) fn asks_again(&self, asked: usize, until: Instant) -> bool {
        let is_wanted = asked < MIN_ASKS || Instant::now() < until;
        is_wanted && !self.is_interrupted()
    }

    /// Returns some of the earlier instances, spread over the whole search, the last first.
    fn asked_before(&self, text: &str) -> Vec<String> {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let step = asked.order.len().div_ceil(ASKS).max(1);
        let others = asked.order.iter().rev().filter(|other| *other != text);
        others.step_by(step).cloned().collect()
    }

    /// Ends the trials with an error, unless another came before.
    pub fn stop(&self, error: StressError) {
        self.stopped().get_or_insert(error);
    }

    /// Returns whether no further instance is tried.
    pub fn is_over(&self, until: Instant) -> bool {
        self.is_interrupted() || Instant::now() >= until || self.stopped().is_some()
    }

    /// Fails if something other than the program's answer is wrong.
    ///
    /// # Errors
    /// Returns the reason.
    pub fn check_stopped(&self) -> Result<(), StressError> {
        self.stopped().take().map_or(Ok(()), Err)
    }

    fn stopped(&self) -> MutexGuard<'_, Option<StressError>> {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls `with` on the testcase of an instance, and removes its files. Returns `None` if the time was over before.
    fn with_case<T>(&self, text: &str, until: Instant, with: impl Fn(&Case) -> T) -> Result<Option<T>, StressError> {
        let (case, _) = self.write_case(text)?;
        let result = (Instant::now() < until).then(|| with(&case));
        remove(&case);
        Ok(result)
    }

    /// Writes an instance and its answer to files that the sandbox can read.
    fn write_case(&self, text: &str) -> Result<(Case, Vec<u8>), StressError> {
        let name = self.cases.fetch_add(1, Ordering::Relaxed).to_string();
        let [input, output] = FOLDERS.map(|folder| self.folder.join(folder).join(&name));
        let write = |path: &Path, data: &[u8]| {
            std::fs::write(path, data).map_err(|error| StressError::Write(path.to_owned(), error))
        };
        write(&input, text.as_bytes())?;
        let answer = self
            .spent
            .on(TrialPart::Answer, || self.answers.answer(&input, &name, text));
        let answer = answer.inspect_err(|_| {
            // If this fails, the file disappears with the folder.
            let _ = std::fs::remove_file(&input);
        })?;
        let case = Case {
            key: name.clone().into_bytes(),
            name,
            group: None,
            input,
            answer: output,
        };
        self.compare_with_before(text, &case, &answer)?;
        write(&case.answer, &answer)?;
        Ok((case, answer))
    }

    /// Keeps the answer of a program, and compares it with an earlier one to the same instance.
    ///
    /// Two answers may differ if the checker accepts one for the other.
    fn compare_with_before(&self, text: &str, case: &Case, answer: &[u8]) -> Result<(), StressError> {
        let Some(program) = self.answers.program() else {
            return Ok(());
        };
        let before = {
            let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
            let before = asked.answers.get(text).cloned();
            if before.is_none() && asked.bytes < MAX_KEPT_BYTES {
                asked.bytes += 2 * text.len() + answer.len();
                asked.answers.insert(text.to_owned(), answer.to_vec());
                asked.order.push(text.to_owned());
            }
            before
        };
        let Some(before) = before.filter(|before| before != answer) else {
            return Ok(());
        };
        std::fs::write(&case.answer, &before).map_err(|error| StressError::Write(case.answer.clone(), error))?;
        let is_as_good = match self.context.judge_output(case, answer) {
            Some(judgement) => judgement.verdict == Verdict::ACCEPTED,
            None => return Ok(()),
        };
        if is_as_good {
            return Ok(());
        }
        remove(case);
        Err(StressError::ByChance(format!(
            "the reference {program} answers one input in two ways, {} and {}. The input: {}",
            shown(&before),
            shown(answer),
            shown(text.as_bytes())
        )))
    }
}

/// Removes the files of a testcase. If that fails, they disappear with the folder.
fn remove(case: &Case) {
    for path in [&case.input, &case.answer] {
        let _ = std::fs::remove_file(path);
    }
}

/// Returns the start of a program's text, as errors show it.
fn shown(bytes: &[u8]) -> String {
    format!("`{}`", quoted(bytes.trim_ascii(), MAX_SHOWN_CHARS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_part_took_most_time_in_all() {
        let spent = Spent::default();
        assert_eq!(spent.slowest(), None);
        let add = |part: TrialPart, runs: u64, time: u64| *spent.of(part) = (runs, Duration::from_secs(time));
        add(TrialPart::Generator, 3, 12);
        add(TrialPart::Answer, 1, 5);
        assert_eq!(spent.slowest(), Some((TrialPart::Generator, 3, Duration::from_secs(4))));
        assert_eq!(spent.mean(TrialPart::Answer), Duration::from_secs(5));
        assert_eq!(spent.on(TrialPart::Program, || 7), 7);
        assert_eq!(spent.of(TrialPart::Program).0, 1);
    }
}
