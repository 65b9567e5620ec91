//! Trials of one program: made-up instances, each with its right answer, judged in the box as cases are.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::judge::attempt::{JudgeContext, NoJudgement};
use crate::judge::program::Program;
use crate::judge::{Fault, Judgement, Verdict};
use crate::package::Case;
use crate::problem::Failure;
use crate::text::{InputError, Source};

/// The folders of the inputs and of the answers; no program may read the second.
const FOLDERS: [&str; 2] = ["in", "out"];

/// Where the right answers come from.
pub trait Answers: Sync {
    /// Returns the right answer to an instance, which `input` holds.
    ///
    /// # Errors
    /// Fails where there is none.
    fn answer(&self, input: &Path, name: &str, text: &str) -> Result<Vec<u8>, StressError>;
}

impl<T: Answers + ?Sized> Answers for &T {
    fn answer(&self, input: &Path, name: &str, text: &str) -> Result<Vec<u8>, StressError> {
        (**self).answer(input, name, text)
    }
}

/// The trials of one program.
pub struct Trials<'a, A> {
    program: &'a Program,
    answers: A,
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
    /// A program that makes, checks or answers instances failed: the whole reason.
    Helper(String),
    /// A file cannot be written.
    Write(PathBuf, io::Error),
    /// An instance of our own cannot be read again.
    Unreadable(InputError),
}

/// A failing instance, with all that is known about it.
pub struct Counterexample {
    /// The instance.
    pub input: String,
    /// The right answer.
    pub answer: Vec<u8>,
    /// The output of the program.
    pub output: Vec<u8>,
    /// The judgement of the program.
    pub judgement: Judgement,
    /// Whether the program failed when it was run once more.
    pub is_steady: bool,
}

impl<'a, A: Answers> Trials<'a, A> {
    /// Prepares the trials of a program; instances and answers are written below `folder`.
    ///
    /// # Errors
    /// Fails where folders cannot be made there.
    pub fn new(
        program: &'a Program,
        answers: A,
        mut context: JudgeContext<'a>,
        folder: &'a Path,
    ) -> io::Result<Trials<'a, A>> {
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
            refused: AtomicU64::new(0),
            stopped: Mutex::new(None),
        })
    }

    /// Returns the number of instances that the solver refused.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// Returns whether the user has asked for the end.
    pub fn is_interrupted(&self) -> bool {
        self.context.sandbox.is_interrupted()
    }

    /// Returns the judgement of a program that fails on this instance; `None` where it is right, or was not tried.
    pub fn failure(&self, text: &str) -> Option<Judgement> {
        if self.is_over() {
            return None;
        }
        match self.judged(text) {
            Ok(judged) => judged.filter(|judgement| judgement.verdict != Verdict::Accepted),
            Err(StressError::Unsolved(failure, _)) if matches!(*failure, Failure::Refused(_)) => {
                self.refused.fetch_add(1, Ordering::Relaxed);
                None
            }
            Err(_) if self.is_interrupted() => None,
            Err(error) => {
                self.stop(error);
                None
            }
        }
    }

    /// Returns the judgement of the program on an instance; `None` where the judging was interrupted.
    ///
    /// # Errors
    /// Fails where something is wrong that is not the program's answer.
    pub fn judged(&self, text: &str) -> Result<Option<Judgement>, StressError> {
        let judged = self.with_case(text, |case| self.context.judge(self.program, case))?;
        let judgement = match judged {
            Err(NoJudgement::Interrupted) => return Ok(None),
            Err(NoJudgement::CannotStart(why)) => return Err(StressError::CannotStart(why)),
            Ok(judgement) => judgement,
        };
        match judgement.verdict {
            // An internal error is never the program's.
            Verdict::Internal(fault) => Err(StressError::Judging {
                fault,
                why: judgement.reason.map_or(String::new(), |why| why.as_str().to_owned()),
                input: text.to_owned(),
            }),
            _ => Ok(Some(judgement)),
        }
    }

    /// Returns the output of the program on an instance; `None` where it crashes or goes beyond a limit.
    ///
    /// # Errors
    /// Fails where the instance has no answer, or cannot be written.
    pub fn output(&self, text: &str) -> Result<Option<Vec<u8>>, StressError> {
        let answered = self.with_case(text, |case| self.context.answer(self.program, case))?;
        Ok(answered.ok().and_then(Result::ok))
    }

    /// Returns whether the program fails on this instance with this verdict.
    pub fn fails_with(&self, text: &str, verdict: Verdict) -> bool {
        let failure = self.failure(text);
        failure.is_some_and(|judgement| judgement.verdict == verdict)
    }

    /// Runs the program once more on a failing instance. `first` is the judgement that
    /// counts where the program does not fail again.
    ///
    /// # Errors
    /// Fails where there is no answer, or the instance cannot be written.
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

    /// Ends the trials with an error, unless another came before.
    pub fn stop(&self, error: StressError) {
        self.stopped().get_or_insert(error);
    }

    /// Returns whether no further instance is tried.
    pub fn is_over(&self) -> bool {
        self.is_interrupted() || self.stopped().is_some()
    }

    /// Ends the trials where something is wrong that is not the program's answer.
    ///
    /// # Errors
    /// The reason.
    pub fn check_stopped(&self) -> Result<(), StressError> {
        self.stopped().take().map_or(Ok(()), Err)
    }

    fn stopped(&self) -> MutexGuard<'_, Option<StressError>> {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls `with` with the case of an instance, and removes its files.
    fn with_case<T>(&self, text: &str, with: impl Fn(&Case) -> T) -> Result<T, StressError> {
        let (case, _) = self.write_case(text)?;
        let result = with(&case);
        for path in [&case.input, &case.answer] {
            // They go with the folder at the latest.
            let _ = std::fs::remove_file(path);
        }
        Ok(result)
    }

    /// Writes an instance and its answer where the sandbox finds them.
    fn write_case(&self, text: &str) -> Result<(Case, Vec<u8>), StressError> {
        let name = self.cases.fetch_add(1, Ordering::Relaxed).to_string();
        let [input, output] = FOLDERS.map(|folder| self.folder.join(folder).join(&name));
        let write = |path: &Path, data: &[u8]| {
            std::fs::write(path, data).map_err(|error| StressError::Write(path.to_owned(), error))
        };
        write(&input, text.as_bytes())?;
        let answer = self.answers.answer(&input, &name, text);
        let answer = answer.inspect_err(|_| {
            // It goes with the folder at the latest.
            let _ = std::fs::remove_file(&input);
        })?;
        write(&output, &answer)?;
        let case = Case {
            key: name.clone().into_bytes(),
            name,
            group: None,
            input,
            answer: output,
        };
        Ok((case, answer))
    }
}
