//! Waiting for children, and clearing up.
//!
//! A thread starts the program and from then on does nothing but wait, because only that tells at once when the program
//! ends; it is also the thread that the kernel takes for the program's parent. Its notice is a pipe: it writes a byte when
//! the program itself has ended, and closes the pipe when there is no child left. The supervisor polls that beside its other
//! descriptors, and needs no signal handler. What holds for all programs of a supervisor, such as the filter of system
//! calls, this thread takes on once, and each program inherits it: 0.4 ms less for each run.

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

/// Longest time for killing and reaping all that is left; then the box has failed.
const SWEEP: Duration = Duration::from_secs(10);
/// Time between two rounds of killing, in milliseconds.
const ROUND: u8 = 5;
/// SIGKILL has this number on every system.
pub(crate) const KILL: i32 = 9;

/// A thread that starts the programs of a supervisor, one after another, and waits for them and their orphans.
pub(crate) struct Spawner {
    jobs: mpsc::Sender<Job>,
}

/// One program to start.
struct Job {
    start: Box<dyn FnOnce() -> Result<Begun, Failure> + Send>,
    notifier: PipeWriter,
    clearing: Arc<AtomicBool>,
    started: mpsc::Sender<Result<Started, Failure>>,
    reaped: mpsc::Sender<Option<Reaped>>,
}

/// The wait for a program and for every orphan that comes to this process.
pub(crate) struct Reaper {
    reaped: mpsc::Receiver<Option<Reaped>>,
    notice: PipeReader,
    clearing: Arc<AtomicBool>,
}

/// A program that runs.
pub(crate) struct Started {
    pub(crate) begun: Begun,
    /// When it became the program.
    pub(crate) at: Instant,
    /// Processor time of those that were waited for before it.
    pub(crate) before: Duration,
}

/// A program that has just begun, with the ends to read of its standard output and standard error.
pub(crate) struct Begun {
    pub(crate) program: Pid,
    pub(crate) stdout: OwnedFd,
    pub(crate) stderr: OwnedFd,
    /// Number of the Landlock interface in force; 0 for none.
    pub(crate) landlock: u64,
    /// Remarks for the report.
    pub(crate) notes: Vec<String>,
}

/// The findings of the waiting thread.
#[derive(Debug)]
pub(crate) struct Reaped {
    /// The end of the program.
    pub(crate) program: ExitStatus,
    /// Resident bytes of the largest process that was waited for, at its peak.
    pub(crate) largest: u64,
    /// When it ended.
    pub(crate) at: Instant,
    /// Processes other than the program that the clearing killed.
    pub(crate) killed: u64,
    /// Processor time of the thread that started the program.
    pub(crate) starting: Duration,
}

impl Spawner {
    /// Starts the thread, which calls `prepare` first: it does what holds for all programs. When that fails, no program is
    /// started, and each is told why.
    ///
    /// # Errors
    /// When there can be no thread.
    pub(crate) fn new(prepare: impl FnOnce() -> Result<(), Failure> + Send + 'static) -> Result<Spawner, Failure> {
        let (jobs, orders) = mpsc::channel::<Job>();
        let work = move || {
            let prepared = prepare();
            while let Ok(job) = orders.recv() {
                // Nobody hears when the supervisor is about to end.
                match prepared.clone() {
                    Ok(()) => job.carry_out(),
                    Err(failure) => drop(job.started.send(Err(failure))),
                }
            }
        };
        std::thread::Builder::new().spawn(work).map_err(fault)?;
        Ok(Spawner { jobs })
    }

    /// Has the thread call `start` and wait for the program and whoever else becomes a child of this process.
    ///
    /// # Errors
    /// The failure of `start`, or of the thread.
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
        // Before there is a child: one that ends at once may be waited for before anybody looks.
        let before = crate::usage::used(UsageWho::RUSAGE_CHILDREN);
        let begun = match (self.start)() {
            Ok(begun) => begun,
            // Nobody hears when the supervisor is about to end; so below.
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

/// Processor time of the calling thread, where the system tells.
fn own_time() -> Duration {
    #[cfg(target_os = "linux")]
    return crate::usage::used(UsageWho::RUSAGE_THREAD);
    #[cfg(not(target_os = "linux"))]
    Duration::ZERO
}

impl Reaper {
    /// Readable when the program has ended.
    pub(crate) fn end_notice(&self) -> BorrowedFd<'_> {
        self.notice.as_fd()
    }

    /// Kills all that is left of the run and waits until nothing is.
    ///
    /// # Errors
    /// When something is still there after [`SWEEP`].
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
        // A group's orphans are waited for by others, who need their time.
        while !tree.is_gone() && Instant::now() < deadline {
            tree.kill();
            std::thread::sleep(Duration::from_millis(1));
        }
        let lost = || Failure::Fault("the end of the program was not seen".to_owned());
        self.reaped.recv().ok().flatten().ok_or_else(lost)
    }
}

/// Waits until there is no child left. `None` when the program itself was never seen to end.
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
        // Only looks, so that each can then be waited for by its number, which tells what it has used.
        let seen = match waitid(Id::All, WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT) {
            Err(Errno::ECHILD) => break,
            Err(Errno::EINTR) => continue,
            Ok(status) => status.pid().into_iter().collect(),
            // The status of a death by a real-time signal is refused as invalid: whose it is must be found out.
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
                // Nobody hears when the supervisor is about to end.
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

/// Waits for the program; its orphans go elsewhere on this system.
#[cfg(not(target_os = "linux"))]
fn wait_for_all(program: Pid, mut notifier: PipeWriter, _: &AtomicBool) -> Option<Reaped> {
    let program = program.as_raw().cast_unsigned();
    // Nothing waits for one process and tells what it used without `unsafe`.
    let gone = loop {
        match wait4::try_wait4_pid(program) {
            Ok(Some(gone)) => break gone,
            Ok(None) => std::thread::sleep(Duration::from_millis(1)),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    };
    // Nobody hears when the supervisor is about to end.
    let _ = notifier.write_all(&[0]);
    Some(Reaped {
        program: gone.status,
        largest: gone.rusage.maxrss,
        at: Instant::now(),
        killed: 0,
        starting: Duration::ZERO,
    })
}
