//! The order for a run, and its result.

use crate::limits::{Limit, Limits};
use crate::wire::{Wire, fields_travel, variants_travel};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// One run of one program on one test.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// The command: the program, then its arguments.
    ///
    /// A program without `/` is looked up in `PATH`. A program with `/` is relative to the caller's current folder. The
    /// program runs in its scratch folder, so paths among the *arguments* must be absolute.
    pub argv: Vec<Word>,
    /// The file for standard input, opened read-only, or `None` for an empty input.
    pub stdin: Option<PathBuf>,
    /// Named pipes of the caller for both standard streams. With them `stdin` is not used, and the standard output is
    /// neither reported nor limited.
    pub pipes: Option<Pipes>,
    /// A file that is copied into the scratch folder under the given name before the start (`Stones.in`).
    pub input_file: Option<(OsString, PathBuf)>,
    /// The name of the output file, which is read from the scratch folder after the end. ASCII case does not matter.
    pub output_file: Option<OsString>,
    /// Names of further files that are read likewise.
    pub side_files: Vec<OsString>,
    /// Files and folders that the program may read besides the system's tools, even in a hidden folder. The program
    /// itself, the input, and files that a [trusted](Word::Trusted) word names are readable without an entry here.
    pub readable: Vec<PathBuf>,
    /// Files and folders that the program must not read, such as the expected answers. They stay hidden even if the
    /// command names them or a readable folder contains them.
    ///
    /// The paths are canonical, because every run has thousands of them.
    pub hidden: Arc<[PathBuf]>,
    /// Files and folders of other people, which are hidden too, except for paths that the task or a trusted word of its
    /// command names. Canonical.
    pub private: Arc<[PathBuf]>,
    /// The program's identity, without the words that differ from run to run. Runs of one origin may share a
    /// supervisor, one after another. An empty origin gets its own supervisor.
    pub origin: Vec<OsString>,
    /// The limits of the run.
    pub limits: Limits,
}

/// A word of a command, with the right that its author has.
///
/// Text becomes a foreign word unless the caller says otherwise, so that no caller opens a file by mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// A word that gamesolve made or a person typed. If it is the absolute path of a file, the program may read this
    /// file.
    Trusted(OsString),
    /// A word of a package, of a task's settings or of a student. It opens no file.
    Foreign(OsString),
}

impl Word {
    /// Returns a word that gamesolve made or a person typed.
    pub fn trusted(text: impl Into<OsString>) -> Word {
        Word::Trusted(text.into())
    }

    /// Returns the text, which the program gets unchanged.
    pub fn text(&self) -> &OsStr {
        let (Word::Trusted(text) | Word::Foreign(text)) = self;
        text
    }
}

impl From<&str> for Word {
    fn from(text: &str) -> Word {
        Word::Foreign(text.into())
    }
}

/// The named pipes of a program that talks with another. It starts once the caller has opened the other ends of both,
/// the input first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipes {
    /// The pipe for standard input.
    pub input: PathBuf,
    /// The pipe for standard output.
    pub output: PathBuf,
}

/// The end of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The program ended by itself with this exit code.
    Exited(i32),
    /// A signal with this number ended it, and the sandbox did not send it.
    Signalled(i32),
    /// The sandbox ended it, for the limit in [`Run::exceeded`] or because its partner stopped.
    KilledByBox,
}

impl fmt::Display for Ending {
    /// Writes the end as a predicate whose subject is the program.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Exited(code) => write!(f, "ended with code {code}"),
            Ending::Signalled(signal) => write!(f, "was ended by signal {signal}"),
            Ending::KilledByBox => write!(f, "was ended by the sandbox"),
        }
    }
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The end of the program itself, without its remaining children.
    pub ending: Ending,
    /// The first exceeded limit, in the order of [`Limit`]. It may be set even if the program ended by itself, beyond
    /// the limit.
    pub exceeded: Option<Limit>,
    /// Processor time of the whole tree. In a conversation, only that of the last turn.
    pub cpu: Duration,
    /// Time on the clock from the start of the program to its end. In a conversation, only that of the last turn,
    /// without the partner's time.
    pub wall: Duration,
    /// The part of `wall` that the program waited for a processor: the longest wait of a thread that was ready to run.
    ///
    /// Known only if the sandbox stopped the run for its clock or for its partner, and if the kernel keeps these times.
    pub run_delay: Option<Duration>,
    /// The peak of resident memory, in bytes: exact for the largest single process, sampled for the sum of a tree.
    ///
    /// Starting any program costs the first 2 MB, and more if thousands of paths inside visible folders are hidden.
    pub peak_memory: u64,
    /// Standard output, cut at [`Limits::output`].
    pub stdout: Vec<u8>,
    /// Standard error, cut at [`Limits::stderr`].
    pub stderr: Vec<u8>,
    /// Bytes of standard error that were cut.
    pub stderr_cut: u64,
    /// Content of the output file, cut at [`Limits::output`], or `None` if the task names none or the file is missing.
    pub output_file: Option<Vec<u8>>,
    /// Content of each of [`Task::side_files`] in their order, likewise.
    pub side_files: Vec<Option<Vec<u8>>>,
    /// The number of processes that were still alive when the program had ended. The sandbox killed them.
    pub left_behind: u64,
    /// Remarks for the reader of a report, each a clause without a full stop.
    pub notes: Vec<String>,
}

impl Run {
    /// Returns a run with this end, without usage and output.
    pub fn ended(ending: Ending) -> Run {
        Run {
            ending,
            exceeded: None,
            cpu: Duration::ZERO,
            wall: Duration::ZERO,
            run_delay: None,
            peak_memory: 0,
            stdout: Vec::new(),
            stderr: Vec::new(),
            stderr_cut: 0,
            output_file: None,
            side_files: Vec::new(),
            left_behind: 0,
            notes: Vec::new(),
        }
    }

    /// Returns a run that the kernel ended before any measurement, because memory ran out. `note` says which process it
    /// ended.
    pub(crate) fn out_of_memory(note: &str) -> Run {
        Run {
            exceeded: Some(Limit::Memory),
            notes: vec![note.to_owned()],
            ..Run::ended(Ending::KilledByBox)
        }
    }
}

/// The reason why there is no [`Run`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// The program cannot start on any test: the file is missing or not executable, its interpreter is bad, or its
    /// format is another machine's. The text names the program and the reason.
    #[error("{0}")]
    CannotStart(String),
    /// The sandbox itself failed. The program is not at fault.
    #[error("the sandbox failed: {0}")]
    Fault(String),
}

/// The strength of a sandbox. A smaller number contains more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// Own namespaces for processes, mounts, network and shared memory, and Landlock.
    One = 1,
    /// A launcher that inherits and kills every orphan, and Landlock.
    Two = 2,
    /// A process group and resource limits.
    Three = 3,
}

/// All tiers, the strongest first.
pub(crate) const TIERS: [Tier; 3] = [Tier::One, Tier::Two, Tier::Three];

/// A task with absolute paths, as the judge sends it to the stages.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Order {
    pub(crate) tier: Tier,
    /// The file to execute, which may differ from `argv[0]`.
    pub(crate) program: PathBuf,
    pub(crate) argv: Vec<OsString>,
    pub(crate) search_path: OsString,
    pub(crate) stdin: Option<PathBuf>,
    /// Canonical paths.
    pub(crate) pipes: Option<Pipes>,
    /// Whether the program talks with the judge. It has no other input then.
    pub(crate) talks: bool,
    pub(crate) input_file: Option<(OsString, PathBuf)>,
    pub(crate) output_file: Option<OsString>,
    pub(crate) side_files: Vec<OsString>,
    /// Canonical paths, without those outside visible places.
    pub(crate) hidden: Vec<PathBuf>,
    /// All paths that the program may read, canonical except for the system's. See `visible`.
    pub(crate) shown: Vec<PathBuf>,
    /// Other absolute names that the caller used for such paths, with their targets.
    pub(crate) links: Vec<(PathBuf, PathBuf)>,
    pub(crate) limits: Limits,
    /// The program's folder. Before the supervisor has made it, the folder to make it in.
    pub(crate) scratch: PathBuf,
}

/// The conditions of a run that depend on the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Conditions {
    /// The version of the Landlock interface in use, or 0 for none.
    pub(crate) landlock: u64,
    /// Whether a control group bounds the number of processes.
    pub(crate) is_bounded: bool,
    /// Whether control groups count time and memory, and bound memory.
    pub(crate) is_counted: bool,
    /// Whether a hidden path was created anew during the run, so that the program may have read it.
    pub(crate) lay_open: bool,
}

/// The supervisor's report: a run with its conditions, or a failure.
pub(crate) type Report = Result<(Run, Conditions), Failure>;

variants_travel!(Tier: One, Two, Three);
variants_travel!(Limit: Output, Files, Cpu, Wall, Memory, Processes);
fields_travel!(Limits: cpu, wall, memory, output, stderr, processes, threads, forks, modes, open_files, scratch_bytes, scratch_inodes);
fields_travel!(Pipes: input, output);
fields_travel!(Order: tier, program, argv, search_path, stdin, pipes, talks, input_file, output_file, side_files, hidden, shown, links, limits, scratch);
fields_travel!(Conditions: landlock, is_bounded, is_counted, lay_open);
fields_travel!(Run: ending, exceeded, cpu, wall, run_delay, peak_memory, stdout, stderr, stderr_cut, output_file, side_files, left_behind, notes);

impl Wire for Ending {
    fn put(&self, out: &mut Vec<u8>) {
        let (kind, number) = match *self {
            Ending::Exited(code) => (0, code),
            Ending::Signalled(signal) => (1, signal),
            Ending::KilledByBox => (2, 0),
        };
        (kind, u64::from(number.cast_unsigned())).put(out);
    }
    fn get(from: &mut &[u8]) -> Option<Ending> {
        let (kind, number) = <(u64, u64)>::get(from)?;
        let number = u32::try_from(number).ok()?.cast_signed();
        match kind {
            0 => Some(Ending::Exited(number)),
            1 => Some(Ending::Signalled(number)),
            2 => Some(Ending::KilledByBox),
            _ => None,
        }
    }
}

impl Wire for Failure {
    fn put(&self, out: &mut Vec<u8>) {
        let (kind, text) = match self {
            Failure::CannotStart(text) => (0, text),
            Failure::Fault(text) => (1, text),
        };
        (kind, text.clone()).put(out);
    }
    fn get(from: &mut &[u8]) -> Option<Failure> {
        match <(u64, String)>::get(from)? {
            (0, text) => Some(Failure::CannotStart(text)),
            (1, text) => Some(Failure::Fault(text)),
            _ => None,
        }
    }
}

impl<T: Wire> Wire for Result<T, Failure> {
    fn put(&self, out: &mut Vec<u8>) {
        u64::from(self.is_err()).put(out);
        match self {
            Ok(value) => value.put(out),
            Err(failure) => failure.put(out),
        }
    }
    fn get(from: &mut &[u8]) -> Option<Result<T, Failure>> {
        match u64::get(from)? {
            0 => Some(Ok(T::get(from)?)),
            1 => Some(Err(Failure::get(from)?)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire;

    fn there_and_back(report: &Report) {
        let message = wire::message(report);
        assert_eq!(wire::value::<Report>(&message[wire::LENGTH..]).as_ref(), Some(report));
    }

    #[test]
    fn reports_of_every_ending_and_failure_survive_the_trip() {
        let run = Run {
            ending: Ending::Exited(-1),
            exceeded: None,
            cpu: Duration::from_millis(7),
            wall: Duration::from_millis(9),
            run_delay: Some(Duration::from_millis(3)),
            peak_memory: 1 << 40,
            stdout: vec![0, 255],
            stderr: Vec::new(),
            stderr_cut: 3,
            output_file: Some(Vec::new()),
            side_files: vec![None, Some(vec![1])],
            left_behind: 2,
            notes: vec!["a note".to_owned()],
        };
        let conditions = Conditions {
            landlock: 7,
            is_bounded: true,
            is_counted: false,
            lay_open: true,
        };
        there_and_back(&Ok((run.clone(), conditions)));
        for ending in [Ending::Exited(255), Ending::Signalled(9), Ending::KilledByBox] {
            there_and_back(&Ok((
                Run {
                    ending,
                    exceeded: Some(Limit::Memory),
                    ..run.clone()
                },
                Conditions::default(),
            )));
        }
        there_and_back(&Err(Failure::CannotStart("no".to_owned())));
        there_and_back(&Err(Failure::Fault("oh".to_owned())));
    }
}
