//! The wait for children, and the clearing up.
//!
//! A thread starts the program, and then only waits for it, because only a wait reports the end of the program at once.
//! The kernel also treats this thread as the program's parent. It notifies the supervisor through a pipe. It writes a
//! byte when the program itself has ended, and closes the pipe when no child is left. The supervisor polls the pipe
//! with its other descriptors, and needs no signal handler.
//!
//! This thread sets up everything common to all programs of a supervisor once, such as the filter of system calls. Each
//! program inherits it, which saves 0.4 ms for each run.

use crate::task::Failure;
use crate::tree::Tree;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::resource::UsageWho;
use nix::unistd::Pid;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::OwnedFd;
use std::os::fd::{AsFd, BorrowedFd};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// The longest time for killing and reaping the rest of a run. After it the sandbox has failed.
const SWEEP: Duration = Duration::from_secs(10);
/// Time between two rounds of killing, in milliseconds.
const ROUND: u8 = 5;
/// The number of SIGKILL, which is the same on every system.
pub(crate) const KILL: i32 = 9;

/// A thread that starts the programs of a supervisor, one after another, and waits for them and their orphans.
pub(crate) struct Spawner {
    jobs: mpsc::Sender<Job>,
}

/// A program to start.
struct Job {
    start: Box<dyn FnOnce() -> Result<Begun, Failure> + Send>,
    notifier: PipeWriter,
    clearing: Arc<AtomicBool>,
    started: mpsc::Sender<Result<Started, Failure>>,
    reaped: mpsc::Sender<Option<Reaped>>,
}

/// The wait for a program and for every orphan of this process.
pub(crate) struct Reaper {
    reaped: mpsc::Receiver<Option<Reaped>>,
    notice: PipeReader,
    clearing: Arc<AtomicBool>,
}

/// A running program.
pub(crate) struct Started {
    pub(crate) begun: Begun,
    /// The time at which the process became the program.
    pub(crate) at: Instant,
    /// Processor time of the processes that were waited for before it.
    pub(crate) before: Duration,
}

/// A program that has just begun, with the reading ends of its standard output and standard error.
pub(crate) struct Begun {
    pub(crate) program: Pid,
    pub(crate) stdout: OwnedFd,
    pub(crate) stderr: OwnedFd,
    /// The version of the Landlock interface in use, or 0 for none.
    pub(crate) landlock: u64,
    /// Remarks for the report.
    pub(crate) notes: Vec<String>,
}

/// The findings of the waiting thread.
#[derive(Debug)]
pub(crate) struct Reaped {
    /// The end of the program.
    pub(crate) program: ExitStatus,
    /// Peak resident memory of the largest process that was waited for, in bytes.
    pub(crate) largest: u64,
    /// The time of the program's end.
    pub(crate) at: Instant,
    /// The number of killed processes other than the program.
    pub(crate) killed: u64,
    /// Processor time of the thread that started the program.
    pub(crate) starting: Duration,
}

impl Spawner {
    /// Starts the thread, which first calls `prepare` for the setup common to all programs. If that fails, no program
    /// starts, and each start returns the failure.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(crate) fn new(prepare: impl FnOnce() -> Result<(), Failure> + Send + 'static) -> Result<Spawner, Failure> {
        let (jobs, orders) = mpsc::channel::<Job>();
        let work = move || {
            let prepared = prepare();
            while let Ok(job) = orders.recv() {
                // Ignore the error: a supervisor that is about to end does not listen.
                match prepared.clone() {
                    Ok(()) => job.carry_out(),
                    Err(failure) => drop(job.started.send(Err(failure))),
                }
            }
        };
        std::thread::Builder::new().spawn(work).map_err(fault)?;
        Ok(Spawner { jobs })
    }

    /// Makes the thread call `start`, then wait for the program and for every other child of this process.
    ///
    /// # Errors
    /// If `start` fails, or if the thread has ended.
    pub(crate) fn start(
        &self,
        start: impl FnOnce() -> Result<Begun, Failure> + Send + 'static,
    ) -> Result<(Reaper, Started), Failure> {
        let (notice, notifier) = io::pipe().map_err(fault)?;
        let clearing = Arc::new(AtomicBool::new(false));
        let (started, on_start) = mpsc::channel();
        let (reaped, on_end) = mpsc::channel();
        let lost = || Failure::Fault("starting the program failed".to_owned());
        let job = Job {
            start: Box::new(start),
            notifier,
            clearing: Arc::clone(&clearing),
            started,
            reaped,
        };
        self.jobs.send(job).map_err(|_| lost())?;
        let started = on_start.recv().unwrap_or_else(|_| Err(lost()))?;
        let reaper = Reaper {
            reaped: on_end,
            notice,
            clearing,
        };
        Ok((reaper, started))
    }
}

fn fault(error: io::Error) -> Failure {
    Failure::Fault(format!("nothing can wait for the program: {error}"))
}

impl Job {
    fn carry_out(self) {
        let own_before = own_time();
        // Read the time before there is a child: a program that ends at once may be waited for early.
        let before = crate::usage::used(UsageWho::RUSAGE_CHILDREN);
        let begun = match (self.start)() {
            Ok(begun) => begun,
            // Ignore the error, here and below: a supervisor that is about to end does not listen.
            Err(failure) => return drop(self.started.send(Err(failure))),
        };
        let program = begun.program;
        let started = Started {
            begun,
            at: Instant::now(),
            before,
        };
        let _ = self.started.send(Ok(started));
        let reaped = wait_for_all(program, self.notifier, &self.clearing);
        let starting = own_time().saturating_sub(own_before);
        let _ = self.reaped.send(reaped.map(|reaped| Reaped { starting, ..reaped }));
    }
}

/// Returns the processor time of the calling thread, or zero if the system does not report it.
fn own_time() -> Duration {
    #[cfg(target_os = "linux")]
    return crate::usage::used(UsageWho::RUSAGE_THREAD);
    #[cfg(not(target_os = "linux"))]
    Duration::ZERO
}

impl Reaper {
    /// Returns a descriptor that becomes readable when the program has ended.
    pub(crate) fn end_notice(&self) -> BorrowedFd<'_> {
        self.notice.as_fd()
    }

    /// Kills the rest of the run and waits until no process is left.
    ///
    /// # Errors
    /// If a process is still there after [`SWEEP`].
    pub(crate) fn sweep(mut self, tree: Tree) -> Result<Reaped, Failure> {
        self.clearing.store(true, Ordering::SeqCst);
        let deadline = Instant::now() + SWEEP;
        loop {
            tree.kill();
            let mut polled = [PollFd::new(self.notice.as_fd(), PollFlags::POLLIN)];
            if matches!(poll(&mut polled, PollTimeout::from(ROUND)), Ok(1..))
                && matches!(self.notice.read(&mut [0]), Ok(0))
            {
                break;
            }
            if Instant::now() > deadline {
                return Err(Failure::Fault(
                    "processes of the program could not be killed".to_owned(),
                ));
            }
        }
        // Orphans of a group are waited for by other processes, which need time.
        while !tree.is_gone() && Instant::now() < deadline {
            tree.kill();
            std::thread::sleep(Duration::from_millis(1));
        }
        let lost = || Failure::Fault("the end of the program was not seen".to_owned());
        self.reaped.recv().ok().flatten().ok_or_else(lost)
    }
}

/// Waits until no child is left. Returns `None` if the end of the program itself was never seen.
#[cfg(target_os = "linux")]
fn wait_for_all(program: Pid, mut notifier: PipeWriter, clearing: &AtomicBool) -> Option<Reaped> {
    use nix::errno::Errno;
    use nix::sys::wait::{Id, WaitPidFlag, waitid};
    use std::os::unix::process::ExitStatusExt;
    use wait4::try_wait4_pid;
    let program = program.as_raw().cast_unsigned();
    let mut ended: Option<(ExitStatus, Instant)> = None;
    let (mut killed, mut largest) = (0, 0);
    loop {
        // Only look, so that each child can be waited for by its number, which reports its usage.
        let seen = match waitid(Id::All, WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT) {
            Err(Errno::ECHILD) => break,
            Err(Errno::EINTR) => continue,
            Ok(status) => status.pid().into_iter().collect(),
            // The status of a death by a real-time signal is refused as invalid, so search for the dead child.
            Err(_) => crate::tree::children(),
        };
        for pid in seen {
            let pid = pid.as_raw().cast_unsigned();
            let Ok(Some(gone)) = try_wait4_pid(pid) else {
                continue;
            };
            largest = largest.max(gone.rusage.maxrss);
            if pid == program && ended.is_none() {
                ended = Some((gone.status, Instant::now()));
                // Ignore the error: a supervisor that is about to end does not listen.
                let _ = notifier.write_all(&[0]);
            } else if gone.status.signal() == Some(KILL) {
                killed += u64::from(clearing.load(Ordering::SeqCst));
            }
        }
    }
    ended.map(|(program, at)| Reaped {
        program,
        largest,
        at,
        killed,
        starting: Duration::ZERO,
    })
}

/// Waits for the program. On this system other processes inherit its orphans.
#[cfg(not(target_os = "linux"))]
fn wait_for_all(program: Pid, mut notifier: PipeWriter, _: &AtomicBool) -> Option<Reaped> {
    let program = program.as_raw().cast_unsigned();
    // Poll, because no call without `unsafe` waits for one process and reports its usage.
    let gone = loop {
        match wait4::try_wait4_pid(program) {
            Ok(Some(gone)) => break gone,
            Ok(None) => std::thread::sleep(Duration::from_millis(1)),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    };
    // Ignore the error: a supervisor that is about to end does not listen.
    let _ = notifier.write_all(&[0]);
    Some(Reaped {
        program: gone.status,
        largest: gone.rusage.maxrss,
        at: Instant::now(),
        killed: 0,
        starting: Duration::ZERO,
    })
}
