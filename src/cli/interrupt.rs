//! The end of verbs that write files when somebody asks for it: status 130, and each file is whole or not there.
//!
//! **Idea.** No engine looks at a flag, so a thread waits for the signal and ends the process. Files are written under a
//! lock that this thread takes first. So a file that is being written is finished, and no other is begun.

use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Result;

/// Held while a file is written.
static WRITING: Mutex<()> = Mutex::new(());

/// Keeps the process from being ended by a signal until the guard is dropped.
pub(super) fn hold_off() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the process with status 130, from now on, if the user or the system asks for the end.
///
/// # Errors
/// Fails if the system does not tell of signals.
#[cfg(unix)]
pub(super) fn ends_whole() -> Result<()> {
    use std::sync::atomic::Ordering;
    use std::time::Duration;
    /// How often the flag is looked at.
    const INTERVAL: Duration = Duration::from_millis(20);
    let interrupted = super::program::interruption()?;
    let wait = move || {
        while !interrupted.load(Ordering::Relaxed) {
            std::thread::sleep(INTERVAL);
        }
        let _none_is_written = hold_off();
        end();
    };
    std::thread::Builder::new().spawn(wait)?;
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn ends_whole() -> Result<()> {
    Ok(())
}

#[cfg(unix)]
#[expect(clippy::exit, reason = "engines are not interrupted in any other way")]
fn end() {
    std::process::exit(super::status::Status::Interrupted.code().into());
}
