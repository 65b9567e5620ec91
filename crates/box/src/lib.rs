//! A sandbox for untrusted programs: it runs a program within limits, contains it, and counts its time and memory.
//!
//! The sandbox knows no problem, no answer and no verdict. It takes a [`Task`] (a command, its input, its [`Limits`]).
//! It returns a [`Run`] (the end, the output, the time and the memory), or a [`Failure`] that is not the program's
//! fault.
//!
//! ```no_run
//! use gamesolve_box::{Ending, Sandbox, Task};
//! use std::process::ExitCode;
//!
//! fn main() -> ExitCode {
//!     // Call this first: the executable also runs the stages of the sandbox.
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
//! | tier | system | promise |
//! |---|---|---|
//! | 1 | Linux with user namespaces | No process outlives the run, even if the judge is killed. The program sees only the files of the system's tools and the files given to it, read-only, and a scratch folder of bounded size. It has no network, and no access to its supervisor. |
//! | 2 | Linux with Landlock, but without user namespaces | The sandbox kills every orphan. The program cannot open other files, but `stat` shows that they exist. The modes, owners and times of the user's files are protected only from judged programs. There are no sockets. `/proc` can be read. Each file in the scratch folder is bounded, but their sum is only sampled. |
//! | 3 | other Unix | Time and output are limited, and the process group is killed. A process that leaves its group survives, and files and network are not protected. |
//!
//! [`Sandbox::probe`] finds the strongest tier that works, and [`Sandbox::describe`] states it in one line. No promise
//! is silently weaker.
//!
//! # Why no existing library
//!
//! The sandboxes of judges are setuid programs or services (isolate, nsjail, DOMjudge's runguard), which a contestant's
//! machine does not have. No Rust crate reports the time and memory of a process tree as a verdict needs them:
//!
//! - `hakoniwa` (LGPL) and `birdcage` (GPL) cannot be linked into a permissively licensed program.
//! - `extrasafe` gives up rights of its own process, and counts nothing.
//! - `libcontainer` runs images in control groups, so it needs root or delegation.
//! - `gaol` is no longer maintained.
//! - `process-wrap` kills a group or session, and any program can leave those.
//!
//! The parts are libraries: `nix`, `caps`, `landlock`, `seccompiler`, `keyutils`, `fork`, `wait4`.
//!
//! # How it works
//!
//! **Idea.** The judge never starts the program itself. It starts this executable again as a *launcher*. A run goes
//! through stages, and each stage gives up some rights before it starts the next:
//!
//! | stage | task | file |
//! |---|---|---|
//! | judge | sends an order, and waits for one report for a bounded time | this file |
//! | launcher | makes control groups if the machine allows it; in tier 1 also enters new namespaces and starts their process number 1 | `launcher`, `cgroup` |
//! | supervisor | in tier 1 that process, otherwise the launcher itself; makes the scratch folder, starts the program, empties its pipes, checks the limits, kills and reaps all remaining processes, and reports; in tier 1 then removes the scratch folder and waits for the next order | `supervisor`, `watch`, `reaper`, `leftovers` |
//! | exec | gives up every right, then becomes the program | `exec`, `rules`, `filter` |
//!
//! Launcher and supervisor are new processes of the same executable. Exec is a copy of the supervisor: `exec` explains
//! why that is safe.
//!
//! **Why no process survives.** In tier 1 every process of the program lives in a process namespace, and the supervisor
//! is its number 1. `kill(-1)` from there reaches them all at one instant. If number 1 ends for any reason, the kernel
//! kills the rest. The supervisor ends when the pipe to the judge closes, so no process outlives a killed judge. In
//! tier 2 the launcher inherits the orphans, and kills all its descendants until it has no child left. Tier 3 reaches
//! only the process group.
//!
//! **Shared by runs.** In tiers 2 and 3, runs share only the machine. In tier 1 one supervisor serves the runs of one
//! program, one after another, which saves most of the cost of a sandbox. Another program gets a fresh supervisor, and
//! a few idle ones are kept. Processes, files, shared memory and queues are new in each run, and process numbers begin
//! alike. If the kernel cannot reset the numbers, each supervisor serves only one run.
//!
//! **Why the supervisor is safe.** A program has the same user as its supervisor. In tier 1 it has no rights over it,
//! and in tier 2 Landlock blocks its signals. The kernel would still allow a user to change limits and priorities of
//! its own processes, but the filter of system calls refuses that (`filter`). The kernel may kill a supervisor if
//! memory runs out. That run exceeded its memory, and the sandbox did not fail. The limits of a run apply to the last
//! stage, and never to the supervisor.
//!
//! **Why the verdict is fair.** The processor time of the whole tree decides, and the clock is a wide safety net. Facts
//! come from the kernel, over a channel that the program does not hold. No output and no exit code of the program
//! counts as such a fact.
//!
//! **Cost.** In tier 1 a run copies the supervisor and mounts its scratch folder. In the other tiers it starts one more
//! process. The memory is bounded by the output limits.
//!
//! **Limits.**
//!
//! - The peak memory of a small program is at least the memory of the exec stage, some 2 MiB: the kernel counts from
//!   the start of a process, not from its change into the program.
//! - Without control groups the memory of a tree is sampled every 10 ms, not reserved. A program is ended shortly after
//!   it exceeds the limit, not at that byte.
//! - There is no limit on address space. A limit that allows Java, Go and the address sanitizer, which reserves 20 TB,
//!   bounds nothing.
//! - Without control groups, the processor time of a child is counted only while it lives, if its parent ignores its
//!   end. The clock bounds the time of many such children, and [`Limits::forks`] forbids them.
//! - The kernel bounds the number of processes in tier 1, but for the system's root user only with control groups. In
//!   all other cases samples see the excess, and the tree is killed.
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
pub use task::{Ending, Failure, Pipes, Run, Task, Tier, Word};
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

/// The longest wait for a report after the wall limit. After it, the sandbox has failed. It is generous, because it
/// only distinguishes a hanging sandbox from a busy machine.
const REPORT_GRACE: Duration = Duration::from_secs(30);

/// The error that this machine has no sandbox of the required strength.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this machine has no sandbox of tier {} or better: {}", *wanted as u8, reasons.join("; "))]
pub struct TooWeak {
    /// The weakest tier that was acceptable.
    pub wanted: Tier,
    /// The reason for each refused tier.
    pub reasons: Vec<String>,
}

/// A sandbox that passed a trial run. Several threads may use it at once.
#[derive(Clone, Debug)]
pub struct Sandbox {
    tier: Tier,
    helper: PathBuf,
    /// The executables that hold the answers, in any folder: this one and the helper.
    concealed: Vec<PathBuf>,
    /// Further files and folders that every program may read.
    allowed: Vec<PathBuf>,
    /// The conditions of a trial run.
    conditions: Conditions,
    /// The reasons why stronger tiers were refused.
    refusals: Vec<String>,
    /// The flag that ends all runs at once.
    interrupted: Arc<AtomicBool>,
    idle: Arc<Mutex<Idle>>,
}

/// Idle launchers of tier 1, the longest idle first.
#[derive(Debug, Default)]
struct Idle {
    launchers: Vec<Launcher>,
    /// The number of orders in progress, and its greatest value so far.
    busy: usize,
    most_busy: usize,
}

impl Idle {
    /// Takes a launcher that is fit for a new order.
    fn begin(&mut self, is_fit: impl FnMut(&mut Launcher) -> bool) -> Option<Launcher> {
        self.busy += 1;
        self.most_busy = self.most_busy.max(self.busy);
        self.launchers.extract_if(.., is_fit).next()
    }

    /// Takes back the launcher of a finished order, and returns the launchers that were idle for so long that their
    /// program is probably done. A launcher costs two processes, some open files and its control groups.
    fn end(&mut self, launcher: Option<Launcher>) -> Vec<Launcher> {
        /// The number of programs that one thread runs in turn for one testcase: a solution, a checker, a generator and
        /// a validator.
        const IN_TURNS: usize = 4;
        self.busy -= 1;
        self.launchers.extend(launcher);
        let too_many = self.launchers.len().saturating_sub(IN_TURNS * self.most_busy);
        self.launchers.drain(..too_many).collect()
    }
}

/// A running launcher. Dropping it ends the launcher and all processes that it started.
#[derive(Debug)]
struct Launcher {
    process: Child,
    /// The origin of the sandbox's runs. It serves no other origin.
    origin: Vec<OsString>,
    /// The bound on processes of the sandbox's control group.
    tasks: u64,
    /// Whether it has reported that it is ready for another order. It clears up after a run while the judge continues.
    is_ready: bool,
}

/// Settings that make glibc's allocator return the memory of a large output. Otherwise the supervisor would keep it,
/// and it would count in the next program's peak.
const GIVE_BACK: [(&str, &str); 2] = [
    ("MALLOC_MMAP_THRESHOLD_", "131072"),
    ("MALLOC_TRIM_THRESHOLD_", "131072"),
];

/// The time for a launcher to clear up and end.
const END_TIMEOUT: Duration = Duration::from_secs(5);

/// The time between two checks of the interruption flag.
const INTERRUPTION_POLL: Duration = Duration::from_millis(50);

impl Sandbox {
    /// Returns the strongest sandbox of this machine, found by a trial run in each tier.
    ///
    /// # Errors
    /// If it is weaker than `require`. Without `require`, if not even tier 3 works.
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

    /// Returns a sandbox of exactly this tier. Its stages run in `helper`, an executable that calls [`stage_from_args`]
    /// first.
    ///
    /// # Errors
    /// If the trial run fails.
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
        let argv = vec![Word::trusted(channel::myself()), channel::NOTHING.into()];
        // A busy machine may need long for the trial run, which is no reason for a weaker tier.
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

    /// Returns the same sandbox, but its runs end with [`Failure::Fault`] soon after `flag` is set. As after any run,
    /// all processes of the run are dead by then.
    #[must_use]
    pub fn interruptible(self, flag: Arc<AtomicBool>) -> Sandbox {
        Sandbox {
            interrupted: flag,
            ..self
        }
    }

    /// Returns the same sandbox, but every program may also read these files and folders.
    ///
    /// # Errors
    /// If one of them does not exist.
    pub fn allowing(self, allowed: Vec<PathBuf>) -> Result<Sandbox, Failure> {
        for path in &allowed {
            let name = path.display();
            let real = path.canonicalize();
            let real = real.map_err(|error| Failure::CannotStart(format!("cannot read `{name}`: {}", error.kind())))?;
            if self.tier == Tier::One {
                program::can_be_shown(&real)?;
            }
        }
        Ok(Sandbox { allowed, ..self })
    }

    /// Returns whether every program may read this file, or a path in its folder, because of
    /// [`allowing`](Sandbox::allowing). `file` must be canonical.
    pub fn allows_beside(&self, file: &Path) -> bool {
        let mut allowed = self.allowed.iter().filter_map(|place| place.canonicalize().ok());
        allowed.any(|place| file.starts_with(&place) || file.parent().is_some_and(|folder| place.starts_with(folder)))
    }

    /// Returns whether runs have been interrupted.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Returns the tier of this sandbox.
    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// Returns the reasons why stronger tiers were refused, a clause for each.
    pub fn refusals(&self) -> &[String] {
        &self.refusals
    }

    /// Describes in one line which accesses this sandbox contains, and which it does not.
    pub fn describe(&self) -> String {
        let signals = if self.conditions.landlock >= 6 {
            ""
        } else {
            "; it can signal your other processes"
        };
        let allowed: Vec<String> = self.allowed.iter().map(|path| path.display().to_string()).collect();
        let allowed = if allowed.is_empty() {
            String::new()
        } else {
            format!("; it can also read {}", allowed.join(", "))
        };
        let watched = match (self.conditions.is_counted, self.counts_processes()) {
            (true, true) => "a control group bounds memory",
            (true, false) => "a control group bounds memory, the number of processes is watched",
            (false, true) => "memory is watched, not reserved",
            (false, false) => "memory and the number of processes are watched, not reserved",
        };
        match self.tier {
            Tier::One => format!(
                "tier 1: each run has its own processes, network and scratch folder, and leaves nothing behind; it reads \
                 only the system's tools; {watched}{allowed}"
            ),
            Tier::Two => format!(
                "tier 2: each run has no network, and the sandbox ends all its processes; it reads only the system's \
                 tools and writes only to its scratch folder; the size of this folder is watched, not \
                 reserved{signals}{allowed}"
            ),
            Tier::Three => "tier 3: time and output are limited; processes that leave their group are not contained, \
                            and nothing protects your files and network"
                .to_owned(),
        }
    }

    /// Describes in one clause how the time and the memory of runs with these limits are counted.
    pub fn counting(&self, limits: &Limits) -> &'static str {
        match (self.tier, limits.forks) {
            _ if self.conditions.is_counted => "a control group counts time and memory, without cached files",
            (Tier::Three, _) => "time and memory are the sums of the processes that were waited for",
            (_, false) => {
                "the kernel counts time and memory of one process with its threads, and refuses further processes"
            }
            (_, true) => {
                "the kernel counts time and memory of processes that were waited for, and samples every 10 ms count the rest"
            }
        }
    }

    /// Returns whether control groups count time and memory, and bound memory.
    pub fn is_counted(&self) -> bool {
        self.conditions.is_counted
    }

    /// Returns whether the kernel refuses a process beyond the limit. If not, samples see the excess processes and end
    /// them. Such a run is not accepted, even if it ends well.
    pub fn counts_processes(&self) -> bool {
        match self.tier {
            Tier::One => !nix::unistd::geteuid().is_root() || self.conditions.is_bounded,
            Tier::Two => self.conditions.is_bounded,
            Tier::Three => false,
        }
    }

    /// Runs a program and waits for its end: at most the wall limit and the time to clear up. In tier 1 the wait for
    /// the previous run's clearing up adds up to 5 s.
    ///
    /// Every process of the run is dead when this returns (see [`Tier`]). In tier 1 the run is repeated a few times if
    /// a hidden file was created anew meanwhile in a visible folder. A caller that ignores SIGCHLD must stop that
    /// before its first run: otherwise the ends of programs would not be seen.
    ///
    /// # Errors
    /// [`Failure`]. No action of the program is an error here.
    pub fn run(&self, task: &Task) -> Result<Run, Failure> {
        /// The number of runs while some other process saves files there. One repetition has been enough for one save.
        const MOST: usize = 5;
        for _ in 0..MOST {
            let (run, conditions) = self.carry_out(&self.resolve(task)?, &task.origin, Other::Nobody)?;
            if !conditions.lay_open {
                return Ok(run);
            }
        }
        Err(lay_open())
    }

    /// Runs a program with [`Task::pipes`] until it ends, exceeds a limit, or `stop` is set. After `stop` it ends
    /// within a tenth of a second, by [`Ending::KilledByBox`] without a limit.
    ///
    /// Otherwise this is [`run`](Sandbox::run) without repetitions.
    ///
    /// # Errors
    /// As for [`run`](Sandbox::run).
    pub fn run_until(&self, task: &Task, stop: &AtomicBool) -> Result<Run, Failure> {
        match self.carry_out(&self.resolve(task)?, &task.origin, Other::Stop(stop))? {
            (run, conditions) if !conditions.lay_open => Ok(run),
            _ => Err(lay_open()),
        }
    }

    /// Runs a program in conversation with `partner`, which receives its output while it runs and replies to it.
    ///
    /// The limits of time hold for one turn, from one reply to the next. The task's own input is not used. The program
    /// is ended when the partner stops, and when a turn takes too long. So a run with a partner that never stops has no
    /// total limit. Otherwise this is [`run`](Sandbox::run).
    ///
    /// # Errors
    /// As for [`run`](Sandbox::run).
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
        // Drop them outside the lock, because each drop waits.
        drop(dismissed);
        report.and_then(|(run, conditions)| Ok((not_cut_short(run, &order.limits)?, conditions)))
    }

    /// Gives the order to `waiting` if that still runs, else to a new launcher. Also returns a launcher that can be
    /// used again.
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
            // Ignore the error: a launcher that has already failed does not read, and its report states the reason.
            let _ = launcher.tell(&message);
            Ok(launcher)
        };
        let mut launcher = match told.map_or_else(start, Ok) {
            Ok(launcher) => launcher,
            Err(failure) => return (Err(failure), None),
        };
        // The channel may still hold the opening of a failed conversation, which would be read as the next order.
        let is_for_one = self.tier != Tier::One || origin.is_empty() || matches!(other, Other::Partner(_));
        // It may also hold the request to end a run, if the run had already ended.
        let mut was_stopped = false;
        match self.await_report(&mut launcher, order, other, &mut was_stopped) {
            Some(report) => {
                // Do not reuse a launcher after a fault: the fault may lie with it.
                let is_of_use = !is_for_one && !was_stopped && !matches!(report, Err(Failure::Fault(_)));
                (report, is_of_use.then_some(launcher))
            }
            None if !self.is_interrupted() && launcher.was_killed() => {
                if self.tier != Tier::One {
                    gamesolve_scratch::remove_of(&order.scratch, launcher.process.id());
                }
                let note = "its supervisor was killed too, so nothing was measured";
                (Ok((Run::out_of_memory(note), self.conditions)), None)
            }
            None => (Err(launcher.into_failure()), None),
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

    /// Waits until the launcher is ready for another order. Returns `false` if it never will be.
    fn await_ready(&self, launcher: &mut Launcher) -> bool {
        let deadline = Instant::now() + END_TIMEOUT;
        let mut said = [0];
        launcher.is_ready
            || launcher.process.stdout.as_mut().is_some_and(|stdout| {
                self.hear(stdout, &mut said, deadline, None).is_some() && said == [channel::READY]
            })
    }

    /// Returns the launcher's report on its order, or `None` if it sent none in time. Sets `was_stopped` once the
    /// launcher was asked to end the run.
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
            // Ignore the reply: the program has ended.
            let _ = partner.reply(run.stdout.get(heard..).unwrap_or_default());
        }
        Some(report)
    }

    /// Reads the next bytes from a launcher and returns their number, or 0 once `wakes` is set. Returns `None` if no
    /// byte comes by `deadline`, if the channel is closed, or if runs were interrupted.
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

/// The other party that can affect a run.
enum Other<'a> {
    Nobody,
    /// The run is ended once this is set.
    Stop(&'a AtomicBool),
    Partner(&'a mut dyn Partner),
}

fn lay_open() -> Failure {
    let why = "while the program ran, a hidden file was made again in a folder that it may read";
    Failure::Fault(why.to_owned())
}

/// Returns the run, unless a limit on processor time that this process inherited ended it. Such a run is no evidence
/// about the program.
fn not_cut_short(run: Run, limits: &Limits) -> Result<Run, Failure> {
    /// The kernel also counts the time before the process became the program, in whole ticks.
    const BEFORE: Duration = Duration::from_millis(250);
    let hard = getrlimit(Resource::RLIMIT_CPU).map_or(RLIM_INFINITY, |(_, hard)| hard);
    let own = Duration::from_secs(hard);
    // A program that starts others, as compilers do, fails with its own exit code if one of them is ended.
    let may_be_cut = match run.ending {
        Ending::Signalled(signal) => signal == reaper::KILL,
        Ending::Exited(code) => limits.forks && code != 0,
        Ending::KilledByBox => false,
    };
    let is_cut = may_be_cut && run.exceeded.is_none() && run.cpu + BEFORE >= own && own < limits.cpu;
    if !is_cut {
        return Ok(run);
    }
    Err(Failure::Fault(format!(
        "the program inherited a limit on processor time of {hard} s (`ulimit -t`) and ended before its own limit of \
             {} s",
        limits.cpu.as_secs_f64()
    )))
}

impl Launcher {
    fn tell(&mut self, message: &[u8]) -> std::io::Result<()> {
        let stdin = self.process.stdin.as_mut();
        stdin.ok_or(std::io::ErrorKind::BrokenPipe)?.write_all(message)
    }

    /// Returns whether the launcher or its supervisor was killed, and not by the judge. Any other end is a fault of the
    /// sandbox.
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

    /// Ends a launcher that sent no report, and returns the known facts as a failure.
    fn into_failure(mut self) -> Failure {
        self.end();
        let ended = match self.process.wait() {
            Ok(status) => status.to_string(),
            Err(error) => format!("it was lost: {error}"),
        };
        let mut said = String::new();
        if let Some(stderr) = &mut self.process.stderr {
            // Ignore a read error: the text is only an addition to the message.
            let _ = stderr.take(2000).read_to_string(&mut said);
        }
        Failure::Fault(
            format!("the launcher ended without a report ({ended}) {}", said.trim())
                .trim()
                .to_owned(),
        )
    }

    /// Closes the channel. The launcher and the supervisor then clear up and end, as they do when the judge ends. A
    /// launcher that has not ended after [`END_TIMEOUT`] is killed.
    fn end(&mut self) {
        drop(self.process.stdin.take());
        let deadline = Instant::now() + END_TIMEOUT;
        while Instant::now() < deadline {
            if !matches!(self.process.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        // Ignore the error: the launcher may have ended at this instant, and the wait that follows settles it.
        let _ = self.process.kill();
    }
}

impl Drop for Launcher {
    fn drop(&mut self) {
        self.end();
        // Ignore the error: the launcher may have been waited for already.
        let _ = self.process.wait();
    }
}
