//! The order for a run, and its result.

use crate::limits::{Limit, Limits};
use crate::wire::{Wire, fields_travel, variants_travel};
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// One run of one program on one test.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// The command: the program, then its arguments. A program without `/` is looked up in `PATH`, one with `/` is taken
    /// from the caller's current folder. The program runs in its scratch folder, so paths among the *arguments* must be
    /// absolute.
    pub argv: Vec<OsString>,
    /// The file that the program reads on standard input, opened read-only; `None` gives an empty input.
    pub stdin: Option<PathBuf>,
    /// Named pipes of the caller's that stand for both standard streams; then `stdin` is not used, and nothing that the
    /// program writes to standard output is reported or limited.
    pub pipes: Option<Pipes>,
    /// A file to be copied into the scratch folder under the given name before the start (`Stones.in`).
    pub input_file: Option<(OsString, PathBuf)>,
    /// The name of the file that holds the answer, read back from the scratch folder after the end, without regard to
    /// ASCII case.
    pub output_file: Option<OsString>,
    /// Names of further files that are read back so.
    pub side_files: Vec<OsString>,
    /// Files and folders that the program may read, beside those of the system's tools, even in a hidden folder. The
    /// program itself, the input and files that the command names by whole paths need not be named.
    pub readable: Vec<PathBuf>,
    /// Files and folders that the program must not read wherever they lie, even where a folder around them is readable or
    /// the command names them: the expected answers. Canonical, since thousands of them come with every run.
    pub hidden: Arc<[PathBuf]>,
    /// Files and folders that are hidden as well, but for what the task names itself, also by a word of its command: all that is
    /// anybody else's. Canonical.
    pub private: Arc<[PathBuf]>,
    /// The program's identity, without the words that differ from run to run: runs of one origin may share a supervisor,
    /// one after another. Empty: the run has a supervisor of its own.
    pub origin: Vec<OsString>,
    /// The limits of the run.
    pub limits: Limits,
}

/// The named pipes of a program that talks with another. It starts when the caller has opened the other ends of both, that
/// of the input first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipes {
    /// The file that the program reads on standard input.
    pub input: PathBuf,
    /// Where its standard output goes.
    pub output: PathBuf,
}

/// The end of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It ended by itself with this exit code.
    Exited(i32),
    /// A signal of this number ended it, and the box did not send it.
    Signalled(i32),
    /// The box ended it: for the limit in [`Run::exceeded`], or because its partner had heard enough.
    KilledByBox,
}

impl fmt::Display for Ending {
    /// Writes what follows the name of a program.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Exited(code) => write!(f, "ended with code {code}"),
            Ending::Signalled(signal) => write!(f, "was ended by signal {signal}"),
            Ending::KilledByBox => write!(f, "was ended by the box"),
        }
    }
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The end of the program itself; its left-over children do not count here.
    pub ending: Ending,
    /// The limit that the run went over: the first of them in the order of [`Limit`]. It may be set although the
    /// program ended by itself, when it was over the limit by then.
    pub exceeded: Option<Limit>,
    /// Processor time of the whole tree; in a conversation, that of the last turn.
    pub cpu: Duration,
    /// Time on the clock from the start of the program to its end; in a conversation, that of the last turn, the
    /// partner's thinking not counted.
    pub wall: Duration,
    /// The part of `wall` in which the program was ready to run and had no processor, by the thread that waited longest. Known
    /// only if the box stopped the run for its clock or for its partner, and if the kernel keeps these times.
    pub run_delay: Option<Duration>,
    /// The most resident memory seen, in bytes: exact for the largest single process, sampled for the sum of a tree.
    /// The first 2 MB are the price of starting any program, and more where thousands of places inside shown ones are hidden.
    pub peak_memory: u64,
    /// Standard output, cut at [`Limits::output`].
    pub stdout: Vec<u8>,
    /// Standard error, cut at [`Limits::stderr`].
    pub stderr: Vec<u8>,
    /// Bytes of standard error that were cut.
    pub stderr_cut: u64,
    /// Content of the output file, cut at [`Limits::output`]; `None` when none was asked for or none was there.
    pub output_file: Option<Vec<u8>>,
    /// Content of each of [`Task::side_files`] in their order, with the same meaning.
    pub side_files: Vec<Option<Vec<u8>>>,
    /// Processes still alive when the program had ended, killed by the box.
    pub left_behind: u64,
    /// Remarks for the reader of a report, each a clause without a full stop.
    pub notes: Vec<String>,
}

impl Run {
    /// A run that ended so, took nothing and wrote nothing.
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

    /// A run that the kernel ended for want of memory before anything was measured; `note` says what it ended.
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
    /// The program cannot be started on any test: no such file, not executable, a bad interpreter, another machine's
    /// format. The text names the program and the reason.
    #[error("{0}")]
    CannotStart(String),
    /// The box itself failed. The program is not to blame.
    #[error("the box failed: {0}")]
    Fault(String),
}

/// The strength of a box; the smaller number contains more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// Namespaces of its own for processes, mounts, network and memory shared between processes, and Landlock.
    One = 1,
    /// A launcher that inherits and sweeps every orphan, and Landlock.
    Two = 2,
    /// A process group and resource limits.
    Three = 3,
}

/// All tiers, the strongest first.
pub(crate) const TIERS: [Tier; 3] = [Tier::One, Tier::Two, Tier::Three];

/// A task with absolute paths, as the judge sends it down to the stages.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Order {
    pub(crate) tier: Tier,
    /// The file to execute; `argv[0]` may differ.
    pub(crate) program: PathBuf,
    pub(crate) argv: Vec<OsString>,
    pub(crate) search_path: OsString,
    pub(crate) stdin: Option<PathBuf>,
    /// Canonical.
    pub(crate) pipes: Option<Pipes>,
    /// The program talks with the judge; then there is no other input.
    pub(crate) talks: bool,
    pub(crate) input_file: Option<(OsString, PathBuf)>,
    pub(crate) output_file: Option<OsString>,
    pub(crate) side_files: Vec<OsString>,
    /// Canonical; only what lies in a place that is shown.
    pub(crate) hidden: Vec<PathBuf>,
    /// All that the program may read, canonical but for the places of the system; see `visible`.
    pub(crate) shown: Vec<PathBuf>,
    /// Other names by which the caller called such places, with what they lead to; absolute.
    pub(crate) links: Vec<(PathBuf, PathBuf)>,
    pub(crate) limits: Limits,
    /// The folder the program runs in; until the supervisor has made it, the one to make it in.
    pub(crate) scratch: PathBuf,
}

/// The conditions of a run that the machine decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Conditions {
    /// Number of the Landlock interface in force; 0 for none.
    pub(crate) landlock: u64,
    /// A control group bounds the number of processes.
    pub(crate) is_bounded: bool,
    /// Control groups count time and memory, and bound memory.
    pub(crate) is_counted: bool,
    /// Something that is hidden from the program was made anew during the run, which may have read it.
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
