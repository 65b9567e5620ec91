//! Standard output that was closed when the process started.
//!
//! Rust opens the null device in place of a standard stream that is closed, before `main`. All that is written there is
//! lost, and looks as if it had arrived. Afterwards nothing tells this from a stream that somebody meant to throw away,
//! so a constructor looks before Rust starts.
//!
//! The macro that declares the constructor writes an unsafe block, so this crate denies unsafe code where the others
//! forbid it. The macro allows its own; nothing else here may be unsafe.

#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(unix)]
static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
ctor::declarative::ctor! {
    /// Asks the kernel alone: nothing of Rust's runtime is there yet.
    #[ctor(unsafe)]
    fn look() {
        let is_open = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_ok();
        WAS_CLOSED.store(!is_open, Ordering::Relaxed);
    }
}

/// Makes writing to standard output fail as to a pipe that nobody reads, where it was closed when the process started.
/// To be called before anything is written.
///
/// # Errors
/// Where the system has no pipe left.
pub fn break_where_closed() -> std::io::Result<()> {
    #[cfg(unix)]
    if WAS_CLOSED.load(Ordering::Relaxed) {
        let (reader, writer) = rustix::pipe::pipe()?;
        drop(reader);
        rustix::stdio::dup2_stdout(&writer)?;
    }
    Ok(())
}
