//! Waiting for children, and clearing up.
//!
//! A thread does nothing but wait, because only that tells at once when the program ends. It rings a bell, which is a
//! pipe: a byte when the program itself has ended, and the closing of the pipe when there is no child left. The overseer
//! waits for these beside the other things it waits for, and needs no signal handler.

use super::task::Failure;
use super::tree::Tree;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longest time for killing and reaping all that is left; then the box has failed.
const SWEEP: Duration = Duration::from_secs(10);
/// Time between two rounds of killing, in milliseconds.
const ROUND: u8 = 5;

/// Waits for the program and for every orphan that comes to this process.
pub(super) struct Reaper {
    thread: JoinHandle<Option<Reaped>>,
    bell: PipeReader,
    clearing: Arc<AtomicBool>,
}

/// What the waiting has told.
#[derive(Debug)]
pub(super) struct Reaped {
    /// How the program ended. `None`: by a signal whose number could not be learned, a real-time one.
    pub(super) program: Option<ExitStatus>,
    /// When it ended.
    pub(super) at: Instant,
    /// Processes other than the program that the clearing killed.
    pub(super) killed: u64,
}

impl Reaper {
    /// Starts to wait for `child` and whoever else becomes a child of this process.
    pub(super) fn of(child: Child) -> io::Result<Reaper> {
        let (bell, ringer) = io::pipe()?;
        let clearing = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&clearing);
        let thread =
            std::thread::Builder::new().spawn(move || wait_for_all(child, ringer, &flag))?;
        Ok(Reaper {
            thread,
            bell,
            clearing,
        })
    }

    /// Readable when the program has ended.
    pub(super) fn bell(&self) -> BorrowedFd<'_> {
        self.bell.as_fd()
    }

    /// Kills all that is left of the run and waits until nothing is.
    ///
    /// # Errors
    /// When something is still there after [`SWEEP`].
    pub(super) fn sweep(mut self, tree: Tree) -> Result<Reaped, Failure> {
        self.clearing.store(true, Ordering::SeqCst);
        let deadline = Instant::now() + SWEEP;
        loop {
            tree.kill();
            let mut ears = [PollFd::new(self.bell.as_fd(), PollFlags::POLLIN)];
            if matches!(poll(&mut ears, PollTimeout::from(ROUND)), Ok(1..))
                && matches!(self.bell.read(&mut [0]), Ok(0))
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
        self.thread.join().ok().flatten().ok_or_else(lost)
    }
}

/// Waits until there is no child left. `None` when the program itself was never seen to end.
#[cfg(target_os = "linux")]
fn wait_for_all(mut child: Child, mut ringer: PipeWriter, clearing: &AtomicBool) -> Option<Reaped> {
    use nix::errno::Errno;
    use nix::sys::signal::{Signal, kill};
    use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid, waitpid};
    use nix::unistd::Pid;
    let program = Pid::from_raw(child.id().cast_signed());
    let mut ended: Option<(Option<ExitStatus>, Instant)> = None;
    let mut killed = 0;
    loop {
        // Only looks, so that the program's own status can be taken whole.
        let seen = match waitid(Id::All, WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT) {
            Err(Errno::ECHILD) => break,
            Err(Errno::EINTR) => continue,
            // The status of a death by a real-time signal is refused as invalid: whose it is must be found out.
            other => other.ok().and_then(|status| status.pid()),
        };
        if ended.is_none()
            && seen.is_none_or(|pid| pid == program)
            && let Ok(Some(status)) = child.try_wait()
        {
            ended = Some((Some(status), Instant::now()));
            // Nobody hears when the overseer is about to end.
            let _ = ringer.write_all(&[0]);
            continue;
        }
        if let Ok(WaitStatus::Signaled(_, Signal::SIGKILL, _)) =
            waitpid(seen, Some(WaitPidFlag::WNOHANG))
        {
            killed += u64::from(clearing.load(Ordering::SeqCst));
        }
        // Looking for an orphan of unknown number may have caught the program, had it ended just then.
        if ended.is_none() && kill(program, None) == Err(Errno::ESRCH) {
            ended = Some((None, Instant::now()));
            let _ = ringer.write_all(&[0]);
        }
    }
    ended.map(|(program, at)| Reaped {
        program,
        at,
        killed,
    })
}

/// Waits for the program; its orphans go elsewhere on this system.
#[cfg(not(target_os = "linux"))]
fn wait_for_all(mut child: Child, mut ringer: PipeWriter, _: &AtomicBool) -> Option<Reaped> {
    let status = child.wait().ok()?;
    // Nobody hears when the overseer is about to end.
    let _ = ringer.write_all(&[0]);
    Some(Reaped {
        program: Some(status),
        at: Instant::now(),
        killed: 0,
    })
}
