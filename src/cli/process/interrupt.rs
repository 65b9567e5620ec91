//! Interruption of verbs: exit status 130, each file is complete or absent, and no temporary folder stays.
//!
//! **Idea.** No engine reads a flag, so a thread waits for the signal and ends the process. It takes the lock of
//! [`WRITING`] first. So an open file is finished, and no other is begun. Every command begins like this, and a verb that
//! reads a flag takes over by [`interruption`].

#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(unix)]
use std::sync::{Arc, OnceLock};
use std::sync::{Mutex, MutexGuard, PoisonError};
#[cfg(unix)]
use std::time::Duration;

#[cfg(unix)]
use anyhow::Context as _;
use anyhow::Result;

/// The time between two reads of a flag.
#[cfg(unix)]
const INTERVAL: Duration = Duration::from_millis(20);

/// The lock that is held while a file is written.
static WRITING: Mutex<()> = Mutex::new(());

/// Keeps signals from ending the process until the guard is dropped.
pub(in crate::cli) fn hold_off() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a signal ends the process at once.
#[cfg(unix)]
static ENDS: AtomicBool = AtomicBool::new(false);
/// The flag of the thread that ends the process.
#[cfg(unix)]
static ASKED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Makes an interruption by the user or the system end the process with status 130, until [`interruption`] is called.
///
/// # Errors
/// Fails if the system refuses a handler or a thread.
#[cfg(unix)]
pub(in crate::cli) fn ends_whole() -> Result<()> {
    if ENDS.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    let asked = registered()?;
    let wait = {
        let asked = Arc::clone(&asked);
        move || {
            while ENDS.load(Ordering::Relaxed) {
                if asked.load(Ordering::Relaxed) {
                    end();
                }
                std::thread::sleep(INTERVAL);
            }
        }
    };
    let _ = ASKED.set(asked);
    std::thread::Builder::new().spawn(wait)?;
    Ok(())
}

#[cfg(not(unix))]
pub(in crate::cli) fn ends_whole() -> Result<()> {
    Ok(())
}

#[cfg(unix)]
#[expect(clippy::exit, reason = "engines are not interrupted in any other way")]
fn end() {
    let _none_is_written = hold_off();
    crate::temporary::remove_all();
    std::process::exit(crate::cli::status::Status::Interrupted.code().into());
}

/// Returns the value of some work that reads no flag, or `None` as soon as the user interrupts.
///
/// The work has a thread of its own. After an interruption that thread goes on until the process ends, so the work must
/// write no file that the user keeps.
///
/// # Errors
/// Fails if the system refuses a thread.
#[cfg(unix)]
pub(in crate::cli) fn unless_interrupted<T: Send + 'static>(
    is_interrupted: &dyn Fn() -> bool,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Option<T>> {
    /// The stack of a main thread, in bytes.
    const STACK: usize = 8 << 20;
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(work)?;
    while !worker.is_finished() {
        if is_interrupted() {
            return Ok(None);
        }
        std::thread::sleep(INTERVAL);
    }
    match worker.join() {
        Ok(value) => Ok(Some(value)),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Returns a flag that is set when the user or the system interrupts the process, or the terminal is lost. From now on the
/// caller ends the work.
///
/// # Errors
/// Fails if the system refuses a handler.
#[cfg(unix)]
pub(in crate::cli) fn interruption() -> Result<Arc<AtomicBool>> {
    let interrupted = registered()?;
    let is_late = || ASKED.get().is_some_and(|asked| asked.load(Ordering::Relaxed));
    if ENDS.swap(false, Ordering::Relaxed) && is_late() {
        end();
    }
    Ok(interrupted)
}

#[cfg(unix)]
fn registered() -> Result<Arc<AtomicBool>> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::flag::register;
    let interrupted = Arc::new(AtomicBool::new(false));
    let hangup = (!ignores_hangup()).then_some(SIGHUP);
    for signal in [SIGINT, SIGQUIT, SIGTERM].into_iter().chain(hangup) {
        register(signal, Arc::clone(&interrupted)).context("cannot prepare for Ctrl-C")?;
    }
    Ok(interrupted)
}

/// Returns whether this process ignores SIGHUP, as under `nohup`. Returns `true` too if the system does not report it.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    use signal_hook::consts::SIGHUP;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_none_or(|mask| mask >> (SIGHUP - 1) & 1 == 1)
}
