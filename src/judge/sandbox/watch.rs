//! Emptying the program's pipes and comparing what it uses with its limits, from its start to its end.
//!
//! Nothing here waits for a pipe to be closed: a child left behind may hold it open. Both pipes are emptied whatever has
//! been read, so that no program blocks on one while the other is read.

use super::limits::{Limit, Limits};
use super::reaper::{KILL, Reaped, Reaper};
use super::scratch;
use super::task::{Ending, Order, Run};
use super::tree::Tree;
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::{TimeVal, TimeValLike};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::time::{Duration, Instant};

/// Time between two looks at the processes: what a run may use beyond a limit before it is noticed.
const INTERVAL: Duration = Duration::from_millis(10);
/// Bytes read at once: what a pipe holds unless it was made larger.
const CHUNK: usize = 1 << 16;
/// Chunks that a pipe can hold at most, by the kernel's default bound for one made larger.
const CHUNKS: usize = (1 << 20) / CHUNK;

/// Why the watching ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The program ended.
    ItsOwn,
    /// It must be ended, for this limit.
    Limit(Limit),
    /// There is nobody left to report to.
    JudgeGone,
}

/// A run that is being watched.
pub(super) struct Watch<'a> {
    limits: &'a Limits,
    tree: Tree,
    started: Instant,
    stdout: Capture,
    stderr: Capture,
    /// Processor time of those waited for before this run.
    before: Duration,
    /// The most seen by now.
    cpu: Duration,
    memory: u64,
    tasks: u64,
}

impl<'a> Watch<'a> {
    /// Starts the clock and takes over the pipes.
    pub(super) fn over(
        stdout: Option<OwnedFd>,
        stderr: Option<OwnedFd>,
        tree: Tree,
        limits: &'a Limits,
    ) -> Watch<'a> {
        Watch {
            limits,
            tree,
            started: Instant::now(),
            stdout: Capture::of(stdout, limits.output),
            stderr: Capture::of(stderr, limits.stderr),
            before: used(UsageWho::RUSAGE_CHILDREN),
            cpu: Duration::ZERO,
            memory: 0,
            tasks: 0,
        }
    }

    /// Watches until the program has ended or must be ended.
    pub(super) fn until_the_end(&mut self, reaper: &Reaper) -> End {
        let mut next_look = self.started + INTERVAL;
        let judge = io::stdin();
        loop {
            let mut ears = vec![
                PollFd::new(reaper.bell(), PollFlags::POLLIN),
                // Closed when the judge is gone; it sends nothing more.
                PollFd::new(judge.as_fd(), PollFlags::empty()),
            ];
            ears.extend(
                [&self.stdout, &self.stderr]
                    .into_iter()
                    .filter_map(Capture::ear),
            );
            let wait = next_look.saturating_duration_since(Instant::now());
            // Rounded up, or the last fraction of a millisecond would be spent in turning round.
            let timeout =
                PollTimeout::try_from(wait.as_micros().div_ceil(1000)).unwrap_or(PollTimeout::ZERO);
            match poll(&mut ears, timeout) {
                Ok(_) | Err(Errno::EINTR) => {}
                // Not possible with four open descriptors; without ears the looks still come.
                Err(_) => std::thread::sleep(wait),
            }
            let rang = ears[0].any().unwrap_or(false);
            let judge_gone = ears[1].any().unwrap_or(false);
            drop(ears);
            if judge_gone {
                return End::JudgeGone;
            }
            self.stdout.read_what_is_there(1);
            self.stderr.read_what_is_there(1);
            if self.stdout.is_over() {
                return End::Limit(Limit::Output);
            }
            if rang {
                return End::ItsOwn;
            }
            let now = Instant::now();
            if now >= next_look {
                next_look = now + INTERVAL;
                if let Some(limit) = self.look(now) {
                    return End::Limit(limit);
                }
            }
        }
    }

    /// Takes stock of the processes; tells the first limit that the run is over.
    fn look(&mut self, now: Instant) -> Option<Limit> {
        // The dead before the living: one that dies in between is missed and not counted twice.
        let dead = self.of_the_dead();
        let living = self.tree.census(self.limits.memory);
        self.cpu = self.cpu.max(dead + living.cpu);
        self.memory = self.memory.max(living.memory);
        self.tasks = self.tasks.max(living.tasks);
        self.exceeded(now - self.started)
    }

    /// Processor time of all processes of the run that have been waited for, down the whole tree.
    fn of_the_dead(&self) -> Duration {
        used(UsageWho::RUSAGE_CHILDREN).saturating_sub(self.before)
    }

    fn exceeded(&self, wall: Duration) -> Option<Limit> {
        let limits = self.limits;
        [
            (self.stdout.is_over(), Limit::Output),
            (self.tasks > limits.processes, Limit::Processes),
            (self.cpu > limits.cpu, Limit::Cpu),
            (wall > limits.wall, Limit::Wall),
            (self.memory > limits.memory, Limit::Memory),
        ]
        .into_iter()
        .find_map(|(over, limit)| over.then_some(limit))
    }

    /// Puts together what happened; every process of the run is dead by now, as far as the tier reaches.
    pub(super) fn conclude(
        mut self,
        order: &Order,
        stopped_for: Option<Limit>,
        reaped: Reaped,
        mut notes: Vec<String>,
    ) -> Run {
        self.stdout.read_what_is_there(CHUNKS);
        self.stderr.read_what_is_there(CHUNKS);
        self.cpu = self.cpu.max(self.of_the_dead());
        self.memory = self.memory.max(reaped.largest);
        let wall = reaped.at - self.started;
        let mut exceeded = self.exceeded(wall).into_iter().chain(stopped_for).min();
        let mut take = |name: &OsString| {
            let taken = scratch::take_output(&order.scratch, name, self.limits.output);
            let taken = taken.unwrap_or_else(|error| {
                let name = name.display();
                notes.push(format!("the output file `{name}` was not read: {error}"));
                None
            });
            taken.map(|(bytes, over)| {
                if over {
                    exceeded = Some(Limit::Output);
                }
                bytes
            })
        };
        let output_file = order.output_file.as_ref().and_then(&mut take);
        let side_files = order.side_files.iter().map(take).collect();
        let ending = match (reaped.program.code(), reaped.program.signal()) {
            (Some(code), _) => Ending::Exited(code),
            (None, Some(KILL)) if stopped_for.is_some() => Ending::KilledByBox,
            (None, signal) => Ending::Signalled(signal.unwrap_or(0)),
        };
        Run {
            ending,
            exceeded,
            cpu: self.cpu,
            wall,
            peak_memory: self.memory,
            stderr_cut: self.stderr.total - self.stderr.kept.len() as u64,
            stdout: self.stdout.kept,
            stderr: self.stderr.kept,
            output_file,
            side_files,
            left_behind: reaped.killed,
            notes,
        }
    }
}

/// Processor time, of the system for it too, of `who`.
pub(super) fn used(who: UsageWho) -> Duration {
    let Ok(usage) = getrusage(who) else {
        return Duration::ZERO;
    };
    let time =
        |time: TimeVal| Duration::from_micros(u64::try_from(time.num_microseconds()).unwrap_or(0));
    time(usage.user_time()) + time(usage.system_time())
}

/// What came out of one pipe.
struct Capture {
    /// `None` when it is closed.
    pipe: Option<File>,
    cap: u64,
    kept: Vec<u8>,
    total: u64,
}

impl Capture {
    fn of(pipe: Option<OwnedFd>, cap: u64) -> Capture {
        Capture {
            pipe: pipe.map(File::from),
            cap,
            kept: Vec::new(),
            total: 0,
        }
    }

    fn is_over(&self) -> bool {
        self.total > self.cap
    }

    fn ear(&self) -> Option<PollFd<'_>> {
        self.pipe
            .as_ref()
            .map(|pipe| PollFd::new(pipe.as_fd(), PollFlags::POLLIN))
    }

    /// Reads at most `chunks` chunks of what is in the pipe, without waiting for more.
    fn read_what_is_there(&mut self, chunks: usize) {
        let mut chunk = [0; CHUNK];
        for _ in 0..chunks {
            let Some(ear) = self.ear() else { return };
            if !matches!(poll(&mut [ear], PollTimeout::ZERO), Ok(1..)) {
                return;
            }
            match self.pipe.as_mut().map(|pipe| pipe.read(&mut chunk)) {
                Some(Ok(count @ 1..)) => self.take(&chunk[..count]),
                Some(Err(error)) if error.kind() == io::ErrorKind::Interrupted => {}
                // Closed by all who could write.
                _ => self.pipe = None,
            }
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        let room = self.cap.saturating_sub(self.kept.len() as u64);
        let kept = bytes.len().min(usize::try_from(room).unwrap_or(usize::MAX));
        self.kept.extend_from_slice(&bytes[..kept]);
        self.total += bytes.len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_capture_keeps_up_to_its_cap_counts_the_rest_and_never_waits() {
        let (reader, mut writer) = io::pipe().unwrap();
        let mut capture = Capture::of(Some(OwnedFd::from(reader)), 5);
        capture.read_what_is_there(9);
        assert_eq!((capture.total, capture.is_over()), (0, false));
        writer.write_all(b"hello").unwrap();
        capture.read_what_is_there(9);
        assert_eq!(
            (&capture.kept[..], capture.is_over()),
            (&b"hello"[..], false)
        );
        writer.write_all(b" world").unwrap();
        drop(writer);
        capture.read_what_is_there(9);
        assert_eq!(
            (&capture.kept[..], capture.total, capture.is_over()),
            (&b"hello"[..], 11, true)
        );
        assert!(capture.ear().is_none(), "a closed pipe is not asked again");
    }

    #[test]
    fn of_several_limits_the_first_in_the_order_of_verdicts_is_told() {
        let limits = Limits {
            processes: 1,
            memory: 1,
            ..Limits::default()
        };
        let tree = Tree::Group(nix::unistd::Pid::this());
        let mut watch = Watch::over(None, None, tree, &limits);
        let at = |watch: &Watch, wall| watch.exceeded(wall);
        assert_eq!(at(&watch, Duration::ZERO), None);
        watch.memory = 2;
        assert_eq!(at(&watch, Duration::ZERO), Some(Limit::Memory));
        assert_eq!(
            at(&watch, limits.wall + Duration::from_nanos(1)),
            Some(Limit::Wall)
        );
        watch.cpu = limits.cpu;
        assert_eq!(
            at(&watch, Duration::ZERO),
            Some(Limit::Memory),
            "the limit itself is allowed"
        );
        watch.cpu += Duration::from_nanos(1);
        assert_eq!(at(&watch, limits.wall * 2), Some(Limit::Cpu));
        watch.tasks = 2;
        assert_eq!(at(&watch, limits.wall * 2), Some(Limit::Processes));
        watch.stdout.total = limits.output + 1;
        assert_eq!(at(&watch, limits.wall * 2), Some(Limit::Output));
    }
}
