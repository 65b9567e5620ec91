//! Empties the program's pipes and compares its usage with its limits, from its start to its end.
//!
//! No code here waits for a pipe to be closed: a remaining child may hold it open. Both pipes are emptied, whatever has
//! been read, so that no program blocks on one while the other is read.

use crate::cgroup::Count;
use crate::channel;
use crate::conversation::{Message, Reply, StdinWriter};
use crate::limits::{Limit, Limits};
use crate::reaper::{KILL, Reaped, Reaper, Started};
use crate::scratch;
use crate::task::{Ending, Order, Run};
use crate::tree::Tree;
use crate::usage::{oom_kills, used};
use crate::wire;
use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::resource::UsageWho;
use rustix::buffer::spare_capacity;
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::time::{Duration, Instant};

/// Time between two samples of the processes. A run may exceed a limit for this long before it is noticed.
const INTERVAL: Duration = Duration::from_millis(10);
/// The most times that a tree with too many processes is reduced to its limit. If the kernel refuses new processes
/// afterwards, a few times suffice. Otherwise the run is ended after this number.
const CUTS: u32 = 20;
/// Bytes of one read: the default capacity of a pipe.
const CHUNK: usize = 1 << 16;
/// The most chunks in a pipe, by the kernel's default bound for an enlarged one.
const CHUNKS: usize = (1 << 20) / CHUNK;

/// The reason why the watching ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The program ended.
    ItsOwn,
    /// The program must be ended, for this limit.
    Limit(Limit),
    /// The program must be ended, because its partner stopped.
    Partner,
    /// The judge is gone.
    JudgeGone,
}

/// A run under observation.
pub(crate) struct Watch<'a> {
    limits: &'a Limits,
    /// The scratch folder, if it lies on a disk of the machine.
    on_disk: Option<OnDisk<'a>>,
    tree: Tree,
    clock: Clock,
    talk: Option<Talk>,
    /// The kernel's own count, if there are control groups.
    count: Option<Count>,
    stdout: Capture,
    stderr: Capture,
    /// Processor time of the processes that were waited for before this run.
    before: Duration,
    /// The number of processes that the kernel had killed for lack of memory before this run. Unused if there is a
    /// count.
    oom_kills_before: u64,
    /// The memory of the whole tree at the last sample.
    memory_before: u64,
    /// The greatest values so far.
    cpu: Duration,
    memory: u64,
    tasks: u64,
    /// The number of times that the tree was reduced.
    cuts: u32,
    /// The wait for a processor since the clock began, once it was read.
    run_delay: Option<Duration>,
    /// Whether the judge may end the run.
    can_be_stopped: bool,
}

/// The start of the limits of time.
struct Clock {
    /// The start of the run or the turn, moved later by each time that the clock stood still.
    began: Instant,
    /// Processor time of the run at that start.
    cpu_before: Duration,
    /// The time since which the clock has stood still.
    stopped: Option<Instant>,
    /// The wait of the run for a processor at that start, read at the first sample after it.
    delay_before: Option<Duration>,
}

impl Clock {
    fn wall(&self, now: Instant) -> Duration {
        self.stopped
            .unwrap_or(now)
            .min(now)
            .saturating_duration_since(self.began)
    }
}

/// A scratch folder on a disk of the machine. Only these samples bound the sum of its files.
pub(crate) struct OnDisk<'a> {
    folder: &'a Path,
    /// The most bytes of its files together.
    most: u64,
    /// The time of the next full sample of its files. The pause is at least three times as long as a sample took.
    next_look: Instant,
    /// Whether its files exceeded that sum at any sample, or were too many to sample.
    is_over: bool,
    /// Whether the disk was full at any sample.
    was_full: bool,
}

impl<'a> OnDisk<'a> {
    /// Returns a folder whose files may have `most` bytes together.
    pub(crate) fn new(folder: &'a Path, most: u64) -> OnDisk<'a> {
        OnDisk {
            folder,
            most,
            next_look: Instant::now(),
            is_over: false,
            was_full: false,
        }
    }

    /// Samples its files, and adds `nameless`, the bytes of files without a name.
    fn look(&mut self, nameless: u64) {
        const MOST_FILES: u64 = 50_000;
        self.was_full |= scratch::is_full(self.folder);
        let began = Instant::now();
        let (mut bytes, mut files) = (0, 0);
        if began >= self.next_look {
            (bytes, files) = scratch::size_of(self.folder, MOST_FILES);
            self.next_look = Instant::now() + 3 * began.elapsed();
        }
        // A disk may need some for its own data.
        let most = self.most.saturating_add(self.most / 16).saturating_add(1 << 20);
        self.is_over |= bytes.saturating_add(nameless) > most || files > MOST_FILES;
    }

    /// Samples all its files, after the end of all processes.
    fn last_look(&mut self) {
        self.next_look = Instant::now();
        self.look(0);
    }
}

/// The conversation of a program with a partner.
struct Talk {
    stdin_writer: StdinWriter,
    /// The bytes of standard output that the judge has received so far.
    passed_on: usize,
    /// Whether the judge's reply is due. No message may be sent to it before.
    awaiting: bool,
}

impl<'a> Watch<'a> {
    /// Starts the clock and takes over the pipes. With `stdin_writer`, the program begins its first turn after the
    /// judge's first message.
    pub(crate) fn over(
        started: Started,
        tree: Tree,
        limits: &'a Limits,
        on_disk: Option<OnDisk<'a>>,
        stdin_writer: Option<StdinWriter>,
        count: Option<Count>,
        oom_kills_before: u64,
    ) -> Watch<'a> {
        let began = started.at;
        let talk = stdin_writer.map(|stdin_writer| Talk {
            stdin_writer,
            passed_on: 0,
            awaiting: true,
        });
        Watch {
            limits,
            on_disk,
            tree,
            clock: Clock {
                began,
                cpu_before: Duration::ZERO,
                stopped: talk.is_some().then_some(began),
                delay_before: Some(Duration::ZERO),
            },
            talk,
            count,
            stdout: Capture::of(started.begun.stdout, limits.output),
            stderr: Capture::of(started.begun.stderr, limits.stderr),
            before: started.before,
            oom_kills_before,
            memory_before: 0,
            cpu: Duration::ZERO,
            memory: 0,
            tasks: 0,
            cuts: 0,
            run_delay: None,
            can_be_stopped: false,
        }
    }

    /// Returns the same watch for a run that the judge may stop at any time.
    pub(crate) fn stoppable(self, can_be_stopped: bool) -> Watch<'a> {
        Watch { can_be_stopped, ..self }
    }

    /// Watches until the program has ended or must be ended.
    pub(crate) fn until_the_end(&mut self, reaper: &Reaper) -> End {
        let mut next_look = Instant::now() + INTERVAL;
        let judge = io::stdin();
        loop {
            let awaiting = self.talk.as_ref().is_some_and(|talk| talk.awaiting);
            let from_judge = if awaiting || self.can_be_stopped {
                PollFlags::POLLIN
            } else {
                PollFlags::empty()
            };
            let mut polled = vec![
                PollFd::new(reaper.end_notice(), PollFlags::POLLIN),
                // It closes when the judge is gone, and carries only replies.
                PollFd::new(judge.as_fd(), from_judge),
            ];
            polled.extend(self.talk.as_ref().and_then(|talk| talk.stdin_writer.poll_fd()));
            polled.extend([&self.stdout, &self.stderr].into_iter().filter_map(Capture::poll_fd));
            let wait = next_look.saturating_duration_since(Instant::now());
            // Round up, otherwise the loop would spin for the last fraction of a millisecond.
            let timeout = PollTimeout::try_from(wait.as_micros().div_ceil(1000)).unwrap_or(PollTimeout::ZERO);
            match poll(&mut polled, timeout) {
                Ok(_) | Err(Errno::EINTR) => {}
                // Impossible with five open descriptors. Even without `poll` the samples go on.
                Err(_) => std::thread::sleep(wait),
            }
            let rang = polled[0].any().unwrap_or(false);
            let judge_says = polled[1].revents().unwrap_or(PollFlags::empty());
            drop(polled);
            if judge_says.contains(PollFlags::POLLIN) {
                match self.take_reply() {
                    Ok(true) => {}
                    Ok(false) => {
                        self.take_delay();
                        return End::Partner;
                    }
                    Err(_) => return End::JudgeGone,
                }
            } else if !judge_says.is_empty() {
                return End::JudgeGone;
            }
            if let Some(talk) = &mut self.talk {
                talk.stdin_writer.write_what_fits();
            }
            self.stdout.read_what_is_there(1);
            self.stderr.read_what_is_there(1);
            if self.stdout.is_over() {
                return End::Limit(Limit::Output);
            }
            if rang {
                return End::ItsOwn;
            }
            if self.pass_on().is_err() {
                return End::JudgeGone;
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

    /// Passes the program's new output on to the judge, unless a reply is due.
    fn pass_on(&mut self) -> io::Result<()> {
        let Some(talk) = self.talk.as_mut().filter(|talk| !talk.awaiting) else {
            return Ok(());
        };
        let fresh = &self.stdout.kept[talk.passed_on..];
        if fresh.is_empty() {
            return Ok(());
        }
        let message = wire::message(&Message::Output(fresh.to_vec()));
        talk.passed_on = self.stdout.kept.len();
        talk.awaiting = true;
        self.clock.stopped = Some(Instant::now());
        channel::send(&message)
    }

    /// Waits for the judge's reply, if one is due to a program that has ended.
    ///
    /// # Errors
    /// If the judge is gone.
    pub(crate) fn await_last_reply(&mut self) -> io::Result<()> {
        match self.talk.as_ref().filter(|talk| talk.awaiting) {
            Some(_) => channel::receive::<Reply>().map(drop),
            None => Ok(()),
        }
    }

    /// Reads the judge's reply, which has begun to arrive, and gives it to the program. Returns `false` if the partner
    /// stops.
    fn take_reply(&mut self) -> io::Result<bool> {
        let answer = channel::receive()?;
        let Some(talk) = &mut self.talk else {
            return Ok(answer != Reply::Stop);
        };
        let now = Instant::now();
        talk.awaiting = false;
        let clock = &mut self.clock;
        let stood_still = clock.stopped.take().map_or(Duration::ZERO, |since| now - since);
        clock.began += stood_still;
        if let Reply::Send(_) | Reply::SendLast(_) = answer {
            (clock.began, clock.cpu_before, clock.delay_before) = (now, self.cpu, None);
        }
        match answer {
            Reply::Wait => {}
            Reply::Send(bytes) => talk.stdin_writer.say(bytes, false),
            Reply::SendLast(bytes) => talk.stdin_writer.say(bytes, true),
            Reply::Stop => return Ok(false),
        }
        Ok(true)
    }

    /// Samples the processes. Returns the first exceeded limit.
    fn look(&mut self, now: Instant) -> Option<Limit> {
        // Count the dead before the living: a process that dies in between is missed, not counted twice.
        let dead = self.cpu_of_reaped();
        let living = self.tree.census();
        self.cpu = self.cpu.max(dead + living.cpu);
        let mut is_out_of_memory = false;
        if let Some(count) = &mut self.count {
            self.cpu = self.cpu.max(count.time());
            self.memory = self.memory.max(count.peak());
            is_out_of_memory = count.is_out_of_memory();
        }
        if let Some(on_disk) = &mut self.on_disk {
            on_disk.look(living.nameless);
        }
        self.tasks = self.tasks.max(living.tasks);
        if living.tasks > self.limits.tasks() {
            // Ignore the usage of excess processes: whether a sample sees them is random.
            if self.cuts == CUTS {
                return Some(Limit::Processes);
            }
            self.cuts += 1;
            self.tree.kill_excess(self.limits.tasks());
        } else if living.processes < 2 {
            self.memory = self.memory.max(living.memory);
        } else if self.count.is_none() {
            // A process that starts another shares its memory with it for a moment, so two samples must see the sum.
            self.memory = self.memory.max(living.memory.min(self.memory_before));
        }
        self.memory_before = living.memory;
        let wall = self.clock.wall(now);
        if self.clock.delay_before.is_none() {
            self.clock.delay_before = self.tree.delay();
        }
        if wall > self.limits.wall {
            self.take_delay();
        }
        let exceeded = self.exceeded(wall).filter(|limit| *limit != Limit::Processes);
        exceeded
            .into_iter()
            .chain(is_out_of_memory.then_some(Limit::Memory))
            .min()
    }

    /// Returns the processor time of all processes of the run that have been waited for, down the whole tree.
    fn cpu_of_reaped(&self) -> Duration {
        used(UsageWho::RUSAGE_CHILDREN).saturating_sub(self.before)
    }

    fn cpu_in_turn(&self) -> Duration {
        self.cpu.saturating_sub(self.clock.cpu_before)
    }

    /// Reads from the kernel how long the run has waited for a processor since the clock began.
    fn take_delay(&mut self) {
        let before = self.clock.delay_before.unwrap_or_default();
        self.run_delay = self.tree.delay().map(|delay| delay.saturating_sub(before));
    }

    fn exceeded(&self, wall: Duration) -> Option<Limit> {
        let limits = self.limits;
        let of_its_own = wall.saturating_sub(self.run_delay.unwrap_or_default());
        let patience = limits.wall.saturating_mul(Limits::PATIENCE);
        [
            (self.stdout.is_over(), Limit::Output),
            (
                self.on_disk.as_ref().is_some_and(|on_disk| on_disk.is_over),
                Limit::Files,
            ),
            (self.cpu_in_turn() > limits.cpu, Limit::Cpu),
            (of_its_own > limits.wall || wall > patience, Limit::Wall),
            (self.memory > limits.memory, Limit::Memory),
            (self.tasks > limits.tasks(), Limit::Processes),
        ]
        .into_iter()
        .find_map(|(over, limit)| over.then_some(limit))
    }

    /// Returns whether the program may have failed because the shared disk was full.
    pub(crate) fn lacked_room(&self) -> bool {
        let on_disk = self.on_disk.as_ref();
        on_disk.is_some_and(|on_disk| on_disk.was_full || scratch::is_full(on_disk.folder))
    }

    /// Assembles the result of the run, and gives back the count. Every process of the run is dead by now, as far as
    /// the tier reaches.
    pub(crate) fn conclude(
        mut self,
        order: &Order,
        end: End,
        reaped: Reaped,
        mut notes: Vec<String>,
    ) -> (Run, Option<Count>) {
        if end == End::Limit(Limit::Wall) && self.talk.is_some() && self.stdout.pipe.is_none() {
            notes.push("closed its standard output before it ended".to_owned());
        }
        self.stdout.read_what_is_there(CHUNKS);
        self.stderr.read_what_is_there(CHUNKS);
        self.cpu = self.cpu.max(self.cpu_of_reaped());
        self.memory = self.memory.max(reaped.largest);
        // A program with a reduced tree was killed for that, whatever other processes the kernel has killed meanwhile.
        let is_killed = end == End::ItsOwn && self.cuts == 0 && reaped.program.signal() == Some(KILL);
        let is_starved = match &mut self.count {
            Some(count) => {
                self.cpu = self.cpu.max(count.time().saturating_sub(reaped.starting));
                self.memory = self.memory.max(count.last_peak());
                count.is_out_of_memory()
            }
            None => is_killed && oom_kills() > self.oom_kills_before,
        };
        let wall = self.clock.wall(reaped.at);
        let stopped_for = match end {
            End::Limit(limit) => Some(limit),
            _ => None,
        };
        if let Some(on_disk) = &mut self.on_disk {
            on_disk.last_look();
        }
        let mut exceeded = match stopped_for {
            Some(Limit::Processes) => stopped_for,
            // For a run that ended by itself, the wait for a processor was not read.
            _ => {
                let exceeded = self.exceeded(wall).filter(|limit| *limit != Limit::Wall);
                exceeded.into_iter().chain(stopped_for).min()
            }
        };
        if is_starved {
            exceeded = exceeded.into_iter().chain([Limit::Memory]).min();
        }
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
            (None, Some(KILL)) if end != End::ItsOwn || is_starved => Ending::KilledByBox,
            (None, signal) => Ending::Signalled(signal.unwrap_or(0)),
        };
        let most = self.limits.tasks();
        if most > 1 && self.tasks == most && ending != Ending::Exited(0) {
            notes.push(format!("reached its limit of {most} processes and threads"));
        }
        let run = Run {
            ending,
            exceeded,
            cpu: self.cpu_in_turn(),
            wall,
            run_delay: match end {
                End::Limit(Limit::Wall) | End::Partner => self.run_delay,
                _ => None,
            },
            peak_memory: self.memory,
            stderr_cut: self.stderr.total - self.stderr.kept.len() as u64,
            stdout: self.stdout.kept,
            stderr: self.stderr.kept,
            output_file,
            side_files,
            left_behind: reaped.killed,
            notes,
        };
        (run, self.count)
    }
}

/// The bytes from one pipe.
struct Capture {
    /// `None` after it is closed.
    pipe: Option<File>,
    cap: u64,
    kept: Vec<u8>,
    total: u64,
}

impl Capture {
    /// Sets the pipe to never block: a program may take back its output between `poll` and the read.
    fn of(pipe: OwnedFd, cap: u64) -> Capture {
        let never_waits = fcntl(&pipe, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).is_ok();
        Capture {
            pipe: never_waits.then(|| File::from(pipe)),
            cap,
            kept: Vec::new(),
            total: 0,
        }
    }

    fn is_over(&self) -> bool {
        self.total > self.cap
    }

    fn poll_fd(&self) -> Option<PollFd<'_>> {
        self.pipe
            .as_ref()
            .map(|pipe| PollFd::new(pipe.as_fd(), PollFlags::POLLIN))
    }

    /// Reads at most `chunks` chunks from the pipe, without waiting for more.
    fn read_what_is_there(&mut self, chunks: usize) {
        for _ in 0..chunks {
            let Some(pipe) = &self.pipe else { return };
            // Reserve the capacity of a pipe, at least a page: if the program writes in packets, the rest of a cut
            // packet is lost.
            self.kept.reserve(CHUNK);
            match rustix::io::read(pipe, spare_capacity(&mut self.kept)) {
                Ok(count @ 1..) => {
                    self.total += count as u64;
                    self.kept.truncate(usize::try_from(self.cap).unwrap_or(usize::MAX));
                }
                Err(rustix::io::Errno::INTR) => {}
                Err(rustix::io::Errno::AGAIN) => return,
                // Closed by all writers.
                _ => self.pipe = None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reaper::Begun;
    use std::io::Write;

    #[test]
    fn a_capture_keeps_its_cap_counts_the_rest_and_never_waits() {
        let (reader, mut writer) = io::pipe().unwrap();
        let mut capture = Capture::of(OwnedFd::from(reader), 5);
        capture.read_what_is_there(9);
        assert_eq!((capture.total, capture.is_over()), (0, false));
        writer.write_all(b"hello").unwrap();
        capture.read_what_is_there(9);
        assert_eq!((&capture.kept[..], capture.is_over()), (&b"hello"[..], false));
        writer.write_all(b" world").unwrap();
        drop(writer);
        capture.read_what_is_there(9);
        assert_eq!(
            (&capture.kept[..], capture.total, capture.is_over()),
            (&b"hello"[..], 11, true)
        );
        assert!(capture.poll_fd().is_none(), "a closed pipe is not asked again");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn packets_are_read_whole() {
        let (reader, mut writer) = io::pipe().unwrap();
        fcntl(&writer, FcntlArg::F_SETFL(OFlag::O_WRONLY | OFlag::O_DIRECT)).unwrap();
        let mut capture = Capture::of(OwnedFd::from(reader), 10_000);
        for length in [100, 4096, 33, 4096, 4096] {
            writer.write_all(&vec![b'x'; length]).unwrap();
            let before = capture.total;
            capture.read_what_is_there(1);
            assert_eq!(capture.total - before, length as u64);
        }
        assert_eq!(capture.kept.len(), 10_000);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_look_at_a_pipe_ends_however_much_is_in_it() {
        let (reader, mut writer) = io::pipe().unwrap();
        let more_than_a_chunk = i32::try_from(2 * CHUNK).unwrap();
        fcntl(&writer, FcntlArg::F_SETPIPE_SZ(more_than_a_chunk)).unwrap();
        writer.write_all(&[0; CHUNK + 1]).unwrap();
        let mut capture = Capture::of(OwnedFd::from(reader), u64::MAX);
        capture.read_what_is_there(1);
        assert_eq!(capture.total, CHUNK as u64);
        capture.read_what_is_there(1);
        assert_eq!((capture.total, capture.poll_fd().is_some()), (CHUNK as u64 + 1, true));
    }

    #[test]
    fn of_several_limits_the_first_in_the_order_of_verdicts_is_told() {
        let limits = Limits {
            processes: 1,
            memory: 1,
            ..Limits::default()
        };
        let program = nix::unistd::Pid::this();
        let tree = Tree::Group(program);
        let silent = || OwnedFd::from(io::pipe().unwrap().0);
        let started = Started {
            begun: Begun {
                program,
                stdout: silent(),
                stderr: silent(),
                landlock: 0,
                notes: Vec::new(),
            },
            at: Instant::now(),
            before: Duration::ZERO,
        };
        let mut watch = Watch::over(started, tree, &limits, None, None, None, 0);
        let at = |watch: &Watch, wall| watch.exceeded(wall);
        assert_eq!(at(&watch, Duration::ZERO), None);
        watch.tasks = 2;
        assert_eq!(at(&watch, Duration::ZERO), Some(Limit::Processes));
        watch.memory = 2;
        assert_eq!(at(&watch, Duration::ZERO), Some(Limit::Memory));
        assert_eq!(at(&watch, limits.wall + Duration::from_nanos(1)), Some(Limit::Wall));
        watch.cpu = limits.cpu;
        assert_eq!(
            at(&watch, Duration::ZERO),
            Some(Limit::Memory),
            "the limit itself is allowed"
        );
        watch.cpu += Duration::from_nanos(1);
        assert_eq!(at(&watch, limits.wall * 2), Some(Limit::Cpu));
        watch.stdout.total = limits.output + 1;
        assert_eq!(at(&watch, limits.wall * 2), Some(Limit::Output));
    }
}
