//! A box for a program that nobody trusts: it runs the program within limits, contains it, and counts what it used.
//!
//! The box knows no task, no answer and no verdict. It takes a [`Task`] (a command, its input, its [`Limits`]) and returns
//! a [`Run`] (the end, the output, the time and the memory), or a [`Failure`] that is not the program's.
//!
//! ```no_run
//! use gamesolve_box::{Ending, Sandbox, Task};
//! use std::process::ExitCode;
//!
//! fn main() -> ExitCode {
//!     // First of all: this executable also acts as the stages of the box.
//!     if let Some(code) = gamesolve_box::stage_from_args() {
//!         return code;
//!     }
//!     let sandbox = Sandbox::probe(None).expect("some tier works on every Unix");
//!     println!("{}", sandbox.describe());
//!     let task = Task { argv: vec!["/bin/echo".into(), "42".into()], ..Task::default() };
//!     let run = sandbox.run(&task).expect("echo starts");
//!     assert_eq!((run.ending, &run.stdout[..]), (Ending::Exited(0), &b"42\n"[..]));
//!     ExitCode::SUCCESS
//! }
//! ```
//!
//! # Promises
//!
//! | tier | where | promise |
//! |---|---|---|
//! | 1 | Linux with user namespaces | no process outlives the run, not even when the judge is killed; of all files the program sees those of the system's tools and those it was given, read-only, and a scratch folder of bounded size; no network; no way to its supervisor |
//! | 2 | Linux without them, with Landlock | every orphan is swept up; other files cannot be opened, but `stat` shows that they are there, and modes, owners and times of the user's files are protected from judged programs alone; no sockets; `/proc` can be read; each file in the scratch folder is bounded, their sum by looks |
//! | 3 | other Unix | time and output are limited and the process group is killed; a process that leaves its group stays, and nothing protects files and network |
//!
//! [`Sandbox::probe`] finds the strongest tier that works, [`Sandbox::describe`] states it in one line, and nothing is
//! silently weaker.
//!
//! # Why no existing library
//!
//! Boxes of judges are programs with setuid or a service (isolate, nsjail, DOMjudge's runguard), which a contestant's
//! machine does not have. Of the Rust crates, `hakoniwa` (LGPL) and `birdcage` (GPL) cannot be linked into a permissively
//! licensed program; `extrasafe` gives up rights of the own process and counts nothing; `libcontainer` runs images in
//! control groups, so it needs root or delegation; `gaol` is no longer kept; `process-wrap` kills a group or session, which a program
//! leaves at will. None reports time and memory of a whole tree as a verdict needs them. The parts are libraries: `nix`,
//! `caps`, `landlock`, `seccompiler`, `keyutils`, `fork`, `wait4`.
//!
//! # How it works
//!
//! **Idea.** The judge never starts the program itself. It starts this executable again as a *launcher*, and the run goes
//! through stages, each of which gives up something before it starts the next:
//!
//! | stage | task | file |
//! |---|---|---|
//! | judge | sends an order, waits for one report, for a bounded time | this file |
//! | launcher | makes control groups where the machine allows it; tier 1: enters new namespaces and starts their process number 1 | `launcher`, `cgroup` |
//! | supervisor | tier 1: that process; else the launcher itself. Makes the scratch folder, starts the program, empties its pipes, watches the limits, kills and reaps all that is left, reports; in tier 1 then takes away the scratch folder and waits for the next order | `supervisor`, `watch`, `reaper`, `leftovers` |
//! | exec | gives up every right, then becomes the program | `exec`, `rules`, `filter` |
//!
//! Launcher and supervisor are new processes of the same executable, exec is a copy of the supervisor: see `exec` for why that is
//! safe there.
//!
//! **Why nothing survives.** In tier 1 every process of the program lives in a process namespace whose number 1 is the
//! supervisor: `kill(-1)` from there reaches them all at one instant, and when number 1 ends, whoever killed it, the kernel
//! kills the rest. The supervisor ends when the pipe to the judge closes, so nothing outlives a judge that is killed
//! either. In tier 2 orphans are handed to the launcher, which kills all its descendants until it has no child left. Tier 3
//! reaches only the process group.
//!
//! **Shared by runs.** Nothing in tiers 2 and 3 but the machine. In tier 1 one supervisor serves the runs of one program,
//! one after another, which saves most of what a box costs; another program gets a fresh one, and of those that wait
//! a few are kept. Processes, files, shared
//! memory and queues are new each time, and processes are numbered alike; where a kernel has no way to do that, one supervisor
//! serves one run.
//!
//! **Why the supervisor is safe.** A program has the same user as its supervisor. In tier 1 it has no right over it, in
//! tier 2 Landlock keeps signals away. The kernel would still allow a user to change limits and priorities of its
//! processes; the filter of system calls refuses that (`filter`). Should the kernel kill a supervisor, as it may when memory
//! runs out, the run went over its memory; the box did not fail. The limits of a run are those of the last stage and never
//! the supervisor's own.
//!
//! **Why the verdict is fair.** The processor time of the whole tree decides; the clock is a wide safety net. Facts come
//! from the kernel over a channel that the program does not hold: no text and no exit code of it is read as a sign.
//!
//! **Cost.** In tier 1 a run copies the supervisor and mounts its scratch folder. Elsewhere it starts one process more.
//! Memory: the output caps.
//!
//! **Limits.** The peak memory of a small program is at least that of the stage which starts it, some 2 MiB: the kernel
//! counts from the start of a process, not from when it becomes the program. Without control groups the memory of a
//! tree is sampled every 10 ms and not reserved: a program is ended shortly after it goes over, not at that byte. There is no limit on address space: any
//! number that spares Java, Go and the address sanitizer, which reserves 20 TB, bounds nothing. Without control groups, processor
//! time of a child whose parent ignores its end is counted while it lives; the clock bounds what many such children can use, and
//! [`Limits::forks`] forbids them. The kernel bounds the number of processes in tier 1, for the system's root user only where
//! there are control groups for it; elsewhere the samples see it, and the tree is cut down.
#![cfg(unix)]
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

#[cfg_attr(not(target_os = "linux"), allow(dead_code))]
mod cgroup;
mod channel;
mod conversation;
mod exec;
#[cfg(target_os = "linux")]
mod filter;
#[cfg(target_os = "linux")]
mod launcher;
#[cfg(target_os = "linux")]
mod leftovers;
mod limits;
#[cfg(target_os = "linux")]
mod mounts;
mod program;
mod reaper;
mod reread;
#[cfg(target_os = "linux")]
mod rules;
mod scratch;
mod signals;
mod stage;
mod supervisor;
mod task;
mod tree;
mod usage;
#[cfg_attr(not(target_os = "linux"), allow(dead_code))]
mod visible;
mod watch;
mod wire;

pub use conversation::{Partner, Reply};
pub use gamesolve_scratch::TempFolder;
pub use limits::{Limit, Limits};
#[doc(hidden)]
pub use reread::reread;
pub use stage::stage_from_args;
pub use task::{Ending, Failure, Pipes, Run, Task, Tier};
pub use visible::{home_of, is_of_system, parts_of};

use conversation::Message;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};
use std::ffi::OsString;
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use task::{Conditions, Order, Report, TIERS};
use thiserror::Error;

/// The time after the wall limit in which a report must come, or the box counts as failed. Generous: it only has to tell a
/// box that hangs from a machine that is busy.
const REPORT_GRACE: Duration = Duration::from_secs(30);

/// No box of the strength asked for can be had on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no box of tier {} or better on this machine: {}", *wanted as u8, reasons.join("; "))]
pub struct TooWeak {
    /// The weakest tier that would have done.
    pub wanted: Tier,
    /// The reason for each tier that was refused.
    pub reasons: Vec<String>,
}

/// A box that has been tried out and works. It may be used by several threads at once.
#[derive(Clone, Debug)]
pub struct Sandbox {
    tier: Tier,
    helper: PathBuf,
    /// The executables that know the answers: this one and the helper, wherever they lie.
    concealed: Vec<PathBuf>,
    /// Files and folders that every program may read besides.
    allowed: Vec<PathBuf>,
    /// The conditions of a trial run.
    conditions: Conditions,
    /// The reasons why stronger tiers were refused.
    refusals: Vec<String>,
    /// Set when runs are to end at once.
    interrupted: Arc<AtomicBool>,
    idle: Arc<Mutex<Idle>>,
}

/// Launchers that wait for their next order, in tier 1, the one that has waited longest first.
#[derive(Debug, Default)]
struct Idle {
    launchers: Vec<Launcher>,
    /// Orders that are carried out now, and the most that ever were at a time.
    busy: usize,
    most_busy: usize,
}

impl Idle {
    /// Takes one that is fit for an order which begins.
    fn begin(&mut self, is_fit: impl FnMut(&mut Launcher) -> bool) -> Option<Launcher> {
        self.busy += 1;
        self.most_busy = self.most_busy.max(self.busy);
        self.launchers.extract_if(.., is_fit).next()
    }

    /// Takes back what is left of an order, and returns those that have waited so long that their program may well be done: each has two
    /// processes, some open files and its control groups.
    fn end(&mut self, launcher: Option<Launcher>) -> Vec<Launcher> {
        /// The programs that take turns in judging one case, by one thread: a solution, a checker, a generator and a validator.
        const IN_TURNS: usize = 4;
        self.busy -= 1;
        self.launchers.extend(launcher);
        let too_many = self.launchers.len().saturating_sub(IN_TURNS * self.most_busy);
        self.launchers.drain(..too_many).collect()
    }
}

/// A launcher that runs. It ends when this is dropped, and all that it started with it.
#[derive(Debug)]
struct Launcher {
    process: Child,
    /// The origin of its runs; none of another may follow.
    origin: Vec<OsString>,
    /// The bound on processes that its control group has.
    tasks: u64,
    /// It has said that it is ready for another order. It clears up what a run has left while the judge goes on.
    is_ready: bool,
}

/// Has glibc's allocator give back what a supervisor needed for a large output, which it would keep for the next, and with it for the
/// next program's peak of memory.
const GIVE_BACK: [(&str, &str); 2] = [
    ("MALLOC_MMAP_THRESHOLD_", "131072"),
    ("MALLOC_TRIM_THRESHOLD_", "131072"),
];

/// The time that a launcher has to clear up and end.
const END_TIMEOUT: Duration = Duration::from_secs(5);

/// The time between two looks at whether runs were interrupted.
const INTERRUPTION_POLL: Duration = Duration::from_millis(50);

impl Sandbox {
    /// The strongest box that this machine allows, found by running nothing in it.
    ///
    /// # Errors
    /// When that is weaker than `require`; without `require`, when not even tier 3 works.
    pub fn probe(require: Option<Tier>) -> Result<Sandbox, TooWeak> {
        let wanted = require.unwrap_or(Tier::Three);
        let mut refusals = Vec::new();
        for tier in TIERS.into_iter().filter(|tier| *tier <= wanted) {
            match Sandbox::at(tier, &channel::myself()) {
                Ok(sandbox) => {
                    return Ok(Sandbox { refusals, ..sandbox });
                }
                Err(refusal) => refusals.extend(refusal.reasons),
            }
        }
        Err(TooWeak {
            wanted,
            reasons: refusals,
        })
    }

    /// A box of exactly this tier, whose stages are run by `helper`: an executable that calls [`stage_from_args`] first.
    ///
    /// # Errors
    /// When nothing can be run in it.
    pub fn at(tier: Tier, helper: &Path) -> Result<Sandbox, TooWeak> {
        let mut sandbox = Sandbox {
            tier,
            helper: helper.to_owned(),
            concealed: [channel::myself(), helper.to_owned()]
                .iter()
                .filter_map(|path| path.canonicalize().ok())
                .collect(),
            allowed: Vec::new(),
            conditions: Conditions::default(),
            refusals: Vec::new(),
            interrupted: Arc::default(),
            idle: Arc::default(),
        };
        let argv = vec![channel::myself().into_os_string(), OsString::from(channel::NOTHING)];
        // On a busy machine it may take long. That is no reason to take a weaker box.
        let limits = Limits {
            cpu: Duration::from_secs(10),
            wall: Duration::from_secs(60),
            ..Limits::default()
        };
        let trial = program::resolve(
            &Task {
                argv,
                limits,
                ..Task::default()
            },
            tier,
            &[],
            &[],
        );
        let refuse = |reason: String| TooWeak {
            wanted: tier,
            reasons: vec![format!("tier {}: {reason}", tier as u8)],
        };
        match trial.and_then(|order| sandbox.carry_out(&order, &[], Other::Nobody)) {
            Ok((run, conditions)) if run.ending == Ending::Exited(0) => {
                sandbox.conditions = conditions;
                Ok(sandbox)
            }
            Ok((run, _)) => Err(refuse(format!("a trial run ended with {:?}", run.ending))),
            Err(failure) => Err(refuse(failure.to_string())),
        }
    }

    /// The same box, whose runs end with [`Failure::Fault`] soon after `flag` is set; all that they have started is
    /// dead by then, as after any run.
    #[must_use]
    pub fn interruptible(self, flag: Arc<AtomicBool>) -> Sandbox {
        Sandbox {
            interrupted: flag,
            ..self
        }
    }

    /// The same box, in which every program may also read these files and folders.
    ///
    /// # Errors
    /// When one is not there.
    pub fn allowing(self, allowed: Vec<PathBuf>) -> Result<Sandbox, Failure> {
        for path in &allowed {
            let name = path.display();
            let real = path.canonicalize();
            let real = real.map_err(|error| Failure::CannotStart(format!("cannot read `{name}`: {error}")))?;
            if self.tier == Tier::One {
                program::can_be_shown(&real)?;
            }
        }
        Ok(Sandbox { allowed, ..self })
    }

    /// Tells whether every program may read this file, or something in its folder, because of what
    /// [`allowing`](Sandbox::allowing) named. `file` must be canonical.
    pub fn allows_beside(&self, file: &Path) -> bool {
        let mut allowed = self.allowed.iter().filter_map(|place| place.canonicalize().ok());
        allowed.any(|place| file.starts_with(&place) || file.parent().is_some_and(|folder| place.starts_with(folder)))
    }

    /// Tells whether runs have been interrupted.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// The tier of this box.
    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// The reasons why stronger tiers were refused, a clause for each; empty when none was.
    pub fn refusals(&self) -> &[String] {
        &self.refusals
    }

    /// Describes in one line what this box contains and what it does not.
    pub fn describe(&self) -> String {
        let signals = if self.conditions.landlock >= 6 {
            ""
        } else {
            ", and it can signal your other processes"
        };
        let allowed: Vec<String> = self.allowed.iter().map(|path| path.display().to_string()).collect();
        let allowed = match allowed.is_empty() {
            true => String::new(),
            false => format!("; {} can be read", allowed.join(", ")),
        };
        let watched = match (self.conditions.is_counted, self.counts_processes()) {
            (true, true) => "memory is bounded by a control group",
            (true, false) => "memory is bounded by a control group, the number of processes is watched",
            (false, true) => "memory is watched, not reserved",
            (false, false) => "memory and the number of processes are watched, not reserved",
        };
        match self.tier {
            Tier::One => format!(
                "tier 1: own processes, network and scratch folder, of all other files only those of the system's tools, \
                 read-only; nothing outlives a run; {watched}{allowed}"
            ),
            Tier::Two => format!(
                "tier 2: every process is swept up, of files outside the scratch folder only those of the system's tools \
                 can be read and none written, no network, but the size of the scratch folder is watched, not \
                 reserved{signals}{allowed}"
            ),
            Tier::Three => "tier 3: time and output are limited; processes that leave their group are not contained, \
                            and nothing protects your files and network"
                .to_owned(),
        }
    }

    /// Says in one clause how the time and the memory of runs with these limits are counted.
    pub fn counting(&self, limits: &Limits) -> &'static str {
        match (self.tier, limits.forks) {
            _ if self.conditions.is_counted => "time and memory are those of a control group, without cached files",
            (Tier::Three, _) => "time and memory are those of processes that were waited for",
            (_, false) => "time and memory are the kernel's count for one process and its threads, others are refused",
            (_, true) => {
                "time and memory are the kernel's count for processes that were waited for, and looks every 10 ms"
            }
        }
    }

    /// Tells whether control groups count time and memory, and bound memory.
    pub fn is_counted(&self) -> bool {
        self.conditions.is_counted
    }

    /// Tells whether the kernel refuses the process that would be one too many. Where it does not, processes too many are
    /// ended when they are seen, and a run that ends well all the same is not accepted.
    pub fn counts_processes(&self) -> bool {
        match self.tier {
            Tier::One => !nix::unistd::geteuid().is_root() || self.conditions.is_bounded,
            Tier::Two => self.conditions.is_bounded,
            Tier::Three => false,
        }
    }

    /// Runs a program and waits for its end: at most the wall limit and what it takes to clear up, in tier 1 up to 5 s
    /// for the run before it. In tier 1 it is run again, some times at most, where something hidden was made anew meanwhile in a folder
    /// that is shown. Everything the run has started is dead when this returns (see [`Tier`]). A caller that ignores SIGCHLD
    /// must stop that before its first run: ends of programs would not be seen.
    ///
    /// # Errors
    /// [`Failure`]; nothing that the program does in its run is an error here.
    pub fn run(&self, task: &Task) -> Result<Run, Failure> {
        /// Somebody saves files beside it. One save has been enough for one run more.
        const MOST: usize = 5;
        for _ in 0..MOST {
            let (run, conditions) = self.carry_out(&self.resolve(task)?, &task.origin, Other::Nobody)?;
            if !conditions.lay_open {
                return Ok(run);
            }
        }
        Err(lay_open())
    }

    /// Runs a program with [`Task::pipes`] until it ends, goes over a limit, or `stop` is set. After that it ends within a tenth
    /// of a second, by [`Ending::KilledByBox`] without a limit. Otherwise this is [`run`](Sandbox::run) without repetitions.
    ///
    /// # Errors
    /// As [`run`](Sandbox::run).
    pub fn run_until(&self, task: &Task, stop: &AtomicBool) -> Result<Run, Failure> {
        match self.carry_out(&self.resolve(task)?, &task.origin, Other::Stop(stop))? {
            (run, conditions) if !conditions.lay_open => Ok(run),
            _ => Err(lay_open()),
        }
    }

    /// Runs a program that talks with `partner`: what it writes is heard while it runs, and it reads what the partner
    /// says. The limits of time hold for one turn, from something said to the next; the task's own input is not used.
    /// The program is ended when the partner stops, and when a turn takes longer; so with a partner who speaks without
    /// end, the run has none. Otherwise as [`run`](Sandbox::run).
    ///
    /// # Errors
    /// As [`run`](Sandbox::run).
    pub fn converse(&self, task: &Task, partner: &mut dyn Partner) -> Result<Run, Failure> {
        let order = Order {
            talks: true,
            stdin: None,
            ..self.resolve(task)?
        };
        match self.carry_out(&order, &[], Other::Partner(partner))? {
            (run, conditions) if !conditions.lay_open => Ok(run),
            _ => Err(lay_open()),
        }
    }

    fn resolve(&self, task: &Task) -> Result<Order, Failure> {
        program::resolve(task, self.tier, &self.allowed, &self.concealed)
    }

    /// Gives the order to a launcher and waits for the report.
    fn carry_out(&self, order: &Order, origin: &[OsString], other: Other<'_>) -> Report {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = idle().begin(|launcher| {
            !origin.is_empty() && launcher.origin == origin && launcher.tasks == order.limits.tasks()
        });
        let (report, launcher) = self.carry_out_by(waiting, order, origin, other);
        let dismissed = idle().end(launcher);
        // Not while others wait for the lock.
        drop(dismissed);
        report.and_then(|(run, conditions)| Ok((not_cut_short(run, &order.limits)?, conditions)))
    }

    /// Has the order carried out, by `waiting` where that is still there. Also returns a launcher that can be used again.
    fn carry_out_by(
        &self,
        waiting: Option<Launcher>,
        order: &Order,
        origin: &[OsString],
        other: Other<'_>,
    ) -> (Report, Option<Launcher>) {
        let message = wire::message(order);
        let told = waiting.and_then(|mut launcher| {
            let hears = self.await_ready(&mut launcher) && launcher.tell(&message).is_ok();
            hears.then_some(launcher)
        });
        let start = || {
            let mut launcher = self.start_launcher(origin, order.limits.tasks())?;
            // One that has failed already does not read; its report says why.
            let _ = launcher.tell(&message);
            Ok(launcher)
        };
        let mut launcher = match told.map_or_else(start, Ok) {
            Ok(launcher) => launcher,
            Err(failure) => return (Err(failure), None),
        };
        // The opening of a conversation that failed may still lie in the channel, where another order would be taken to begin.
        let is_for_one = self.tier != Tier::One || origin.is_empty() || matches!(other, Other::Partner(_));
        // So may the word that a run is to end, if the run had ended by then.
        let mut was_stopped = false;
        match self.await_report(&mut launcher, order, other, &mut was_stopped) {
            Some(report) => {
                // A fault may lie with the launcher: it is not used again.
                let is_of_use = !is_for_one && !was_stopped && !matches!(report, Err(Failure::Fault(_)));
                (report, is_of_use.then_some(launcher))
            }
            None if self.is_interrupted() => (Err(launcher.into_failure()), None),
            None => match launcher.was_killed() {
                true => {
                    if self.tier != Tier::One {
                        gamesolve_scratch::remove_of(&order.scratch, launcher.process.id());
                    }
                    let note = "its supervisor was killed with it, so nothing was measured";
                    (Ok((Run::out_of_memory(note), self.conditions)), None)
                }
                false => (Err(launcher.into_failure()), None),
            },
        }
    }

    fn start_launcher(&self, origin: &[OsString], tasks: u64) -> Result<Launcher, Failure> {
        Command::new(&self.helper)
            .arg(channel::LAUNCHER)
            .arg((self.tier as u8).to_string())
            .arg(std::process::id().to_string())
            .arg(tasks.to_string())
            .env_clear()
            .envs(GIVE_BACK)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map(|process| Launcher {
                process,
                origin: origin.to_vec(),
                tasks,
                is_ready: true,
            })
            .map_err(|error| Failure::Fault(format!("the launcher did not start: {error}")))
    }

    /// Waits until the launcher is ready for another order; `false` where it is not going to be.
    fn await_ready(&self, launcher: &mut Launcher) -> bool {
        let deadline = Instant::now() + END_TIMEOUT;
        let mut said = [0];
        launcher.is_ready
            || launcher.process.stdout.as_mut().is_some_and(|stdout| {
                self.hear(stdout, &mut said, deadline, None).is_some() && said == [channel::READY]
            })
    }

    /// Returns the launcher's report on its order, or `None` if it sent none in time. Sets `was_stopped` once the launcher has
    /// the order to end the run.
    fn await_report(
        &self,
        launcher: &mut Launcher,
        order: &Order,
        mut other: Other<'_>,
        was_stopped: &mut bool,
    ) -> Option<Report> {
        let stdin = launcher.process.stdin.as_mut()?;
        if let Other::Partner(partner) = &mut other {
            let _ = stdin.write_all(&wire::message(&partner.opening()));
        }
        let patience = order
            .limits
            .wall
            .saturating_mul(Limits::PATIENCE)
            .saturating_add(REPORT_GRACE)
            .min(Duration::from_secs(1 << 30));
        let mut deadline = Instant::now() + patience;
        let mut heard = 0;
        let stdout = launcher.process.stdout.as_mut()?;
        let mut received = Vec::new();
        let mut chunk = [0; 1 << 16];
        let report = loop {
            if let Some((body, rest)) = wire::split(&received) {
                match (wire::value(body)?, &mut other) {
                    (Message::Finished(report), _) => {
                        launcher.is_ready = rest == [channel::READY];
                        break report;
                    }
                    (Message::Output(said), Other::Partner(partner)) => {
                        heard += said.len();
                        let _ = stdin.write_all(&wire::message(&partner.reply(&said)));
                        deadline = Instant::now() + patience;
                        received.clear();
                    }
                    (Message::Output(_), _) => return None,
                }
            }
            let is_to_stop = |stop: &AtomicBool| stop.load(Ordering::Relaxed);
            let wakes = match other {
                Other::Stop(stop) if !*was_stopped => Some(stop),
                _ => None,
            };
            let count = self.hear(stdout, &mut chunk, deadline, wakes)?;
            if count == 0 && wakes.is_some_and(is_to_stop) {
                *was_stopped = true;
                let _ = stdin.write_all(&wire::message(&Reply::Stop));
            }
            received.extend_from_slice(&chunk[..count]);
        };
        if let (Other::Partner(partner), Ok((run, _))) = (other, &report) {
            // Nobody is left to be told the answer.
            let _ = partner.reply(run.stdout.get(heard..).unwrap_or_default());
        }
        Some(report)
    }

    /// Reads the next bytes from a launcher and returns their number, or 0 once `wakes` is set. Returns `None` if nothing comes
    /// by `deadline`, nothing more can come, or runs were interrupted.
    fn hear(
        &self,
        stdout: &mut ChildStdout,
        bytes: &mut [u8],
        deadline: Instant,
        wakes: Option<&AtomicBool>,
    ) -> Option<usize> {
        loop {
            if self.is_interrupted() {
                return None;
            }
            if wakes.is_some_and(|wakes| wakes.load(Ordering::Relaxed)) {
                return Some(0);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let wait = left.min(INTERRUPTION_POLL);
            let timeout = PollTimeout::try_from(wait.as_millis() + 1).unwrap_or(PollTimeout::MAX);
            let mut polled = [PollFd::new(stdout.as_fd(), PollFlags::POLLIN)];
            match poll(&mut polled, timeout) {
                Ok(0) if left.is_zero() => return None,
                Ok(0) | Err(nix::errno::Errno::EINTR) => continue,
                Ok(_) => {}
                Err(_) => return None,
            }
            match stdout.read(bytes) {
                Ok(0) => return None,
                Ok(count) => return Some(count),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => return None,
            }
        }
    }
}

/// Who else has a say in a run.
enum Other<'a> {
    Nobody,
    /// It is ended once this is set.
    Stop(&'a AtomicBool),
    Partner(&'a mut dyn Partner),
}

fn lay_open() -> Failure {
    let why = "a file that the program must not read was made anew while it ran, in a folder that it may read";
    Failure::Fault(why.to_owned())
}

/// The run, unless it was ended by a limit on processor time that this process has itself and hands down: such a run
/// tells nothing about the program.
fn not_cut_short(run: Run, limits: &Limits) -> Result<Run, Failure> {
    /// The kernel counts what the process took before it became the program too, and in ticks.
    const BEFORE: Duration = Duration::from_millis(250);
    let hard = getrlimit(Resource::RLIMIT_CPU).map_or(RLIM_INFINITY, |(_, hard)| hard);
    let own = Duration::from_secs(hard);
    // A program that starts others, as compilers do, fails in its own way when one of them is ended.
    let may_be_cut = match run.ending {
        Ending::Signalled(signal) => signal == reaper::KILL,
        Ending::Exited(code) => limits.forks && code != 0,
        Ending::KilledByBox => false,
    };
    let is_cut = may_be_cut && run.exceeded.is_none() && run.cpu + BEFORE >= own && own < limits.cpu;
    match is_cut {
        false => Ok(run),
        true => Err(Failure::Fault(format!(
            "this process hands down a limit on processor time of {hard} s (`ulimit -t`), which ended a program that may \
             use {} s",
            limits.cpu.as_secs_f64()
        ))),
    }
}

impl Launcher {
    /// Sends bytes to it.
    fn tell(&mut self, message: &[u8]) -> std::io::Result<()> {
        let stdin = self.process.stdin.as_mut();
        stdin.ok_or(std::io::ErrorKind::BrokenPipe)?.write_all(message)
    }

    /// Tells whether the launcher or its supervisor was killed, and not by the judge. Any other end of theirs is a fault of the box.
    fn was_killed(&mut self) -> bool {
        drop(self.process.stdin.take());
        let deadline = Instant::now() + END_TIMEOUT;
        while Instant::now() < deadline {
            match self.process.try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                Ok(Some(status)) => {
                    return status.signal() == Some(reaper::KILL)
                        || status.code() == Some(i32::from(channel::SUPERVISOR_KILLED));
                }
                Err(_) => return false,
            }
        }
        false
    }

    /// Ends a launcher that sent no report, and says what is known of it.
    fn into_failure(mut self) -> Failure {
        self.end();
        let ended = match self.process.wait() {
            Ok(status) => status.to_string(),
            Err(error) => format!("it was lost: {error}"),
        };
        let mut said = String::new();
        if let Some(stderr) = &mut self.process.stderr {
            // Only an ornament of the message that follows: what cannot be read is left out.
            let _ = stderr.take(2000).read_to_string(&mut said);
        }
        Failure::Fault(
            format!("the launcher ended without a report ({ended}) {}", said.trim())
                .trim()
                .to_owned(),
        )
    }

    /// Closes the channel, which the launcher and the supervisor take as the judge's end: they clear up and end. One that
    /// does not within some seconds is killed.
    fn end(&mut self) {
        drop(self.process.stdin.take());
        let deadline = Instant::now() + END_TIMEOUT;
        while Instant::now() < deadline {
            if !matches!(self.process.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        // It may have ended in this instant; the wait that follows settles it either way.
        let _ = self.process.kill();
    }
}

impl Drop for Launcher {
    fn drop(&mut self) {
        self.end();
        // Where it has been waited for already, that was all.
        let _ = self.process.wait();
    }
}
