//! Verdicts and their reasons.

use std::fmt;
use std::time::Duration;

use gamesolve_task::expected::Deserved;
use gamesolve_text::quoted;

/// The verdict on a testcase. Verdicts are ordered by precedence: if several hold, the greatest is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// SKIP: not judged, because a part of the testcase is missing.
    Skipped,
    /// LEFT: left out, because no result could change the points of its group.
    LeftOut,
    /// The verdict that the program deserves.
    Deserved(Deserved),
    /// IE: no verdict on the output is possible, and the submission is not the cause.
    Internal(Fault),
}

/// The cause of an internal error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// Judging needs more memory than the budget allows.
    Refused,
    /// The testcase cannot be read or is malformed.
    BadCase,
    /// The program cannot be read or started, or has no compiler.
    NoProgram,
    /// The stored answer is wrong.
    StoredAnswer,
    /// The checker or interactor used up its time.
    SlowChecker,
    /// The checker failed: it crashed, exceeded a limit, or broke its protocol.
    Checker,
    /// A file of the program or of the testcase changed during the judging.
    Changed,
    /// The judge itself failed.
    Own,
}

impl Verdict {
    /// AC: see [`Deserved::Accepted`].
    pub const ACCEPTED: Verdict = Verdict::Deserved(Deserved::Accepted);
    /// PE: see [`Deserved::Presentation`].
    pub const PRESENTATION: Verdict = Verdict::Deserved(Deserved::Presentation);
    /// WA: see [`Deserved::WrongAnswer`].
    pub const WRONG_ANSWER: Verdict = Verdict::Deserved(Deserved::WrongAnswer);
    /// RE: see [`Deserved::RuntimeError`].
    pub const RUNTIME_ERROR: Verdict = Verdict::Deserved(Deserved::RuntimeError);
    /// MLE: see [`Deserved::MemoryLimit`].
    pub const MEMORY_LIMIT: Verdict = Verdict::Deserved(Deserved::MemoryLimit);
    /// TLE: see [`Deserved::TimeLimit`].
    pub const TIME_LIMIT: Verdict = Verdict::Deserved(Deserved::TimeLimit);
    /// OLE: see [`Deserved::OutputLimit`].
    pub const OUTPUT_LIMIT: Verdict = Verdict::Deserved(Deserved::OutputLimit);
    /// CE: see [`Deserved::CompileError`].
    pub const COMPILE_ERROR: Verdict = Verdict::Deserved(Deserved::CompileError);

    /// Returns the code that contests use.
    pub fn code(self) -> &'static str {
        match self {
            Verdict::Skipped => "SKIP",
            Verdict::LeftOut => "LEFT",
            Verdict::Deserved(deserved) => deserved.code(),
            Verdict::Internal(_) => "IE",
        }
    }

    /// Returns whether the program is to blame.
    pub fn is_rejected(self) -> bool {
        self > Verdict::ACCEPTED && self.fault().is_none()
    }

    /// Returns the fault behind an internal error.
    pub fn fault(self) -> Option<Fault> {
        match self {
            Verdict::Internal(fault) => Some(fault),
            _ => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Refused => "refused",
            Fault::BadCase => "bad case",
            Fault::NoProgram => "no program",
            Fault::StoredAnswer => "stored answer is wrong",
            Fault::SlowChecker => "checker out of time",
            Fault::Checker => "fault of the checker",
            Fault::Changed => "changed meanwhile",
            Fault::Own => "fault of gamesolve",
        })
    }
}

/// The reason for a verdict: one or more lines of text without any control character that a terminal would obey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason(String);

impl Reason {
    /// Returns a reason for people: line breaks stay, and every other control character is escaped.
    pub fn new(text: impl AsRef<str>) -> Reason {
        let lines = text.as_ref().lines().map(|line| quoted(line.as_bytes(), usize::MAX));
        Reason(lines.collect::<Vec<_>>().join("\n"))
    }

    /// Returns the text, without a newline at its end.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The credit that a checker gives an output between full points and none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Credit {
    /// A share of the testcase's points, from 0 to 1.
    Share(f64),
    /// A number of points, at least 0.
    Points(f64),
}

impl fmt::Display for Credit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Credit::Share(share) => write!(f, "{}%", rounded(share * 100.0)),
            Credit::Points(points) => write!(f, "{} points", rounded(*points)),
        }
    }
}

/// Rounds to six places, which removes the noise of sums of decimal fractions. Turns -0 into 0.
pub(super) fn rounded(points: f64) -> f64 {
    (points * 1e6).round() / 1e6 + 0.0
}

/// The verdict on one output.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The reason, if there is any.
    pub reason: Option<Reason>,
    /// The credit that a checker gives, or `None` if the verdict alone gives all or nothing.
    pub credit: Option<Credit>,
    /// Processor time of the program with all its processes, or `None` if no program ran.
    pub time: Option<Duration>,
    /// Peak memory of the program, in bytes, or `None` if no program ran.
    pub memory: Option<u64>,
    /// The first wrong test inside the input, counted from 1, or `None` if the input holds only one.
    pub test: Option<usize>,
    /// Remarks beside the reason.
    pub notes: Vec<Reason>,
    /// The beginning of a program's wrong output.
    pub output: Option<Vec<u8>>,
}

impl Judgement {
    /// AC without a reason.
    pub const ACCEPTED: Judgement = Judgement {
        verdict: Verdict::ACCEPTED,
        reason: None,
        credit: None,
        time: None,
        memory: None,
        test: None,
        notes: Vec::new(),
        output: None,
    };

    /// Returns a judgement with this verdict and reason.
    pub fn new(verdict: Verdict, reason: impl AsRef<str>) -> Judgement {
        Judgement {
            verdict,
            reason: Some(Reason::new(reason)),
            ..Judgement::ACCEPTED
        }
    }

    /// Returns an internal error with its reason.
    pub fn internal(fault: Fault, reason: impl AsRef<str>) -> Judgement {
        Judgement::new(Verdict::Internal(fault), reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_winning_is_that_of_contests() {
        let mut all = [
            Verdict::ACCEPTED,
            Verdict::Internal(Fault::Own),
            Verdict::WRONG_ANSWER,
            Verdict::LeftOut,
            Verdict::Skipped,
            Verdict::OUTPUT_LIMIT,
            Verdict::PRESENTATION,
            Verdict::COMPILE_ERROR,
            Verdict::MEMORY_LIMIT,
            Verdict::RUNTIME_ERROR,
            Verdict::TIME_LIMIT,
        ];
        all.sort();
        let codes = all.map(Verdict::code).join(" ");
        assert_eq!(codes, "SKIP LEFT AC PE WA RE MLE TLE OLE CE IE");
    }

    #[test]
    fn a_reason_keeps_lines_but_no_other_control_character() {
        let reason = Reason::new("one\ntwo\x1b[2J\rthree\u{202e}\n");
        assert_eq!(reason.as_str(), "one\ntwo\\x1b[2J\\rthree\\u{202e}");
    }
}
