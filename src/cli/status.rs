//! Exit statuses, and messages on standard error.

use std::fmt;
use std::io::{self, Write};
use std::panic;
use std::path::PathBuf;

#[cfg(unix)]
use super::shown::shown;
use super::shown::takes_colour;
use super::typed::resembles;
use crate::budget::Refusal;
#[cfg(unix)]
use crate::judge::Fault;
#[cfg(unix)]
use crate::practice::stress::trials::StressError;
use crate::problem::Failure;
use crate::text::{ReadError, Source, printable, quoted, reason};

/// The exit statuses, for help texts.
pub(super) const EXIT_STATUS: &str = "0 solved or all accepted, 1 not accepted, 2 bad usage, or malformed input, testcase or \
                                      package, 3 internal error, faulty checker or rejected stored answer, 4 refused \
                                      for memory or work, 130 interrupted.";

/// The public exit statuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// 0: solved, or all accepted.
    Success,
    /// 1: not accepted.
    NotAccepted,
    /// 2: bad usage, a program that cannot start, or a malformed input, testcase or package.
    BadInput,
    /// 3: an internal error, a faulty checker, or a stored answer that the rules reject. The submission never causes it.
    Fault,
    /// 4: well formed, but over the budget.
    Refused,
    /// 130: the user pressed Ctrl-C.
    Interrupted,
    /// 141: the reader of our output closed it. A shell shows the same status for a program that SIGPIPE ended.
    ClosedPipe,
}

impl Status {
    /// Returns the exit code of the process.
    pub fn code(self) -> u8 {
        match self {
            Status::Success => 0,
            Status::NotAccepted => 1,
            Status::BadInput => 2,
            Status::Fault => 3,
            Status::Refused => 4,
            Status::Interrupted => 130,
            Status::ClosedPipe => 141,
        }
    }
}

/// An error with its exit status and its message for people.
#[derive(Debug)]
pub(super) struct Stop {
    status: Status,
    message: String,
}

/// Ends a function with the error for bad usage or malformed input. The message follows `error: `.
macro_rules! refuse {
    ($($message:tt)*) => {
        return Err($crate::cli::status::Stop::wrong(format_args!($($message)*)).into())
    };
}
pub(super) use refuse;

impl Stop {
    /// Returns the error for bad usage or malformed input. `what` is the message after `error: `.
    pub(super) fn wrong(what: impl fmt::Display) -> Stop {
        Stop::bad_input(format!("error: {what}"))
    }

    /// Returns the error for bad usage or malformed input. `message` is complete and begins with `error: `.
    pub(super) fn bad_input(message: impl Into<String>) -> Stop {
        Stop {
            status: Status::BadInput,
            message: message.into(),
        }
    }

    /// Returns the error for a path of the command line where nothing is, if one of these is such a path.
    pub(super) fn unless_all_exist<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), ReadError> {
        let is_missing = |path: &&PathBuf| matches!(path.try_exists(), Ok(false));
        match paths.into_iter().find(is_missing) {
            Some(path) => Err(ReadError::Missing {
                name: quoted(path.as_os_str().as_encoded_bytes(), 300),
            }),
            None => Ok(()),
        }
    }

    /// Returns an internal error. `message` is complete and begins with `error: `.
    pub(super) fn fault(message: impl Into<String>) -> Stop {
        Stop {
            status: Status::Fault,
            message: message.into(),
        }
    }

    /// Returns the end of a command that the user interrupted.
    #[cfg(unix)]
    pub(super) fn interrupted() -> Stop {
        Stop {
            status: Status::Interrupted,
            message: "interrupted".to_owned(),
        }
    }

    /// Returns the error for well-formed input that exceeds a bound.
    pub(super) fn refused(refusal: &Refusal) -> Stop {
        Stop::refused_as(format!("error: {refusal}"))
    }

    /// Returns the error of a refusal from its whole message, from `error: ` to the hint of the [`Refusal`].
    pub(super) fn refused_as(message: String) -> Stop {
        Stop {
            status: Status::Refused,
            message,
        }
    }

    /// Returns the error for a failure on an input.
    pub(super) fn from_failure(failure: Failure, source: &Source) -> Stop {
        match failure {
            Failure::Input(error) => Stop::bad_input(error.located(&source.name, &source.bytes).to_string()),
            Failure::Refused(refusal) => {
                let name = quoted(source.name.as_bytes(), 200);
                Stop::refused_as(format!("error: {name} is well formed, but {refusal}"))
            }
            Failure::Game(why) => Stop::wrong(why),
            Failure::Uncertified(why) => {
                let message = format!("error: the answer failed its check: {why}\nhint: please report this input");
                Stop {
                    status: Status::Fault,
                    message,
                }
            }
        }
    }

    /// Returns the error for a failure of a user's own game, which has no input to point into.
    pub(super) fn from_game(failure: impl Into<Failure>) -> Stop {
        let source = Source {
            name: "the game".to_owned(),
            bytes: Vec::new(),
        };
        Stop::from_failure(failure.into(), &source)
    }

    /// Returns the error for a failure that the submission did not cause.
    #[cfg(unix)]
    pub(super) fn from_stress(error: StressError) -> Stop {
        match error {
            StressError::CannotStart(why) => Stop::wrong(why),
            StressError::Judging {
                fault: fault @ (Fault::Checker | Fault::SlowChecker),
                why,
                input,
            } => Stop::wrong(format_args!(
                "{fault}: {why}. The input: {}",
                quoted(input.as_bytes(), 300)
            )),
            StressError::Judging { fault, why, input } => Stop::fault(format!(
                "error: {fault}: {why}\nhint: please report this input: {}",
                quoted(input.as_bytes(), 300)
            )),
            StressError::Unsolved(failure, source) => Stop::from_failure(*failure, &source),
            StressError::Helper(why) | StressError::ByChance(why) => Stop::wrong(why),
            StressError::Write(path, e) => Stop::fault(format!("error: cannot write {}: {}", shown(&path), reason(&e))),
            StressError::Unreadable(error) => Stop::fault(format!("error: cannot read an input again: {error:?}")),
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Stop {}

/// Makes a panic end the process with the status of an internal error, after its message.
///
/// Only a `dev` build unwinds, so no caller could do it later.
pub fn end_on_panic() {
    let message = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        message(panic);
        #[expect(clippy::exit, reason = "there is nothing to return to")]
        std::process::exit(Status::Fault.code().into())
    }));
}

/// Shows an error of a verb and returns its status.
pub(super) fn of_error(error: &anyhow::Error) -> Status {
    if let Some(stop) = error.downcast_ref::<Stop>() {
        say(&stop.message);
        return stop.status;
    }
    if error
        .downcast_ref::<io::Error>()
        .is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    {
        return Status::ClosedPipe;
    }
    say(&format!("error: {}", causes(error)));
    match error.downcast_ref::<ReadError>() {
        Some(ReadError::Io { why, .. }) if why.kind() == io::ErrorKind::OutOfMemory => Status::Refused,
        Some(_) => Status::BadInput,
        None => Status::Fault,
    }
}

/// Returns an error and its causes as one sentence.
pub(super) fn causes(error: &anyhow::Error) -> String {
    let words = error.chain().map(|cause| match cause.downcast_ref() {
        Some(error) => reason(error),
        None => cause.to_string(),
    });
    words.collect::<Vec<_>>().join(": ")
}

/// Shows clap's message. Help and version go to standard output, and errors to standard error.
///
/// If `is_proposed` is set, a better proposal than clap's follows.
pub(super) fn of_usage(mut error: clap::Error, is_proposed: bool) -> Status {
    without_tip(&mut error);
    without_odd_names(&mut error);
    if is_proposed {
        error.remove(clap::error::ContextKind::SuggestedSubcommand);
        error.remove(clap::error::ContextKind::SuggestedArg);
    }
    let shown = if error.use_stderr() {
        // Clap repeats words of the command line, and a shell may have made them from file names.
        let text = if takes_colour(&io::stderr()) {
            printable(&error.render().ansi().to_string(), true)
        } else {
            printable(&error.render().to_string(), false)
        };
        io::stderr().lock().write_all(text.as_bytes())
    } else {
        error.print()
    };
    match shown {
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Status::ClosedPipe,
        Err(e) => {
            say(&format!("error: cannot write to standard output: {}", reason(&e)));
            Status::Fault
        }
        Ok(()) if error.use_stderr() => Status::BadInput,
        Ok(()) => Status::Success,
    }
}

/// Removes clap's tip to pass a word behind `--`: there the word would be a command or a file.
fn without_tip(error: &mut clap::Error) {
    use clap::error::{ContextKind, ContextValue};
    if let Some(ContextValue::StyledStrs(mut tips)) = error.remove(ContextKind::Suggested) {
        tips.retain(|tip| !tip.to_string().contains("as a value, use"));
        if !tips.is_empty() {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
}

/// Removes clap's suggestions of names that are far from the typed one, such as `domjudge` for `oj`.
fn without_odd_names(error: &mut clap::Error) {
    use clap::error::{ContextKind, ContextValue};
    for (typed, suggested) in [
        (ContextKind::InvalidArg, ContextKind::SuggestedArg),
        (ContextKind::InvalidSubcommand, ContextKind::SuggestedSubcommand),
        (ContextKind::InvalidValue, ContextKind::SuggestedValue),
    ] {
        let (Some(ContextValue::String(typed)), Some(found)) = (error.get(typed), error.get(suggested)) else {
            continue;
        };
        let names = match found {
            ContextValue::String(name) => std::slice::from_ref(name),
            ContextValue::Strings(names) => names,
            _ => continue,
        };
        let near: Vec<String> = names
            .iter()
            .filter(|name| name.starts_with(typed) || resembles(name, typed))
            .cloned()
            .collect();
        error.remove(suggested);
        if !near.is_empty() {
            error.insert(suggested, ContextValue::Strings(near));
        }
    }
}

/// Returns whether an error is about a file that does not exist.
pub(super) fn is_missing_file(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(ReadError::Missing { .. }))
}

/// Proposes a command after an error, if there is one.
pub(super) fn propose(command: Option<String>) {
    if let Some(command) = command {
        say(&format!("hint: {command}"));
    }
}

/// Names the command that usually comes next.
pub(super) fn say_next(command: &str) {
    say(&format!("next: {command}"));
}

/// Prints a line for people on standard error, without control characters. Ignores a failure to print it.
pub(super) fn say(message: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", printable(message, false));
}

/// Tests that end their process, and run again in one of their own.
#[cfg(test)]
pub(super) mod again {
    use std::process::{Command, Output};

    const AGAIN: &str = "GAMESOLVE_TEST_AGAIN";

    /// Returns whether a test runs in a process of its own.
    pub(in crate::cli) fn is_here() -> bool {
        std::env::var_os(AGAIN).is_some()
    }

    /// Runs the test with this path in a process of its own.
    pub(in crate::cli) fn output(test: &str) -> Output {
        let mut again = Command::new(std::env::current_exe().unwrap());
        let words = ["--exact", "--nocapture", test];
        again.args(words).env(AGAIN, "1").output().unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_in_any_thread_ends_with_an_internal_error() {
        if again::is_here() {
            end_on_panic();
            let _ = std::thread::spawn(|| panic!("a message")).join();
            return;
        }
        let this = "cli::status::tests::a_panic_in_any_thread_ends_with_an_internal_error";
        let output = again::output(this);
        assert_eq!(output.status.code(), Some(3));
        assert!(String::from_utf8_lossy(&output.stderr).contains("a message"));
    }
}
