//! Detection of a standard output that was closed when the process started.
//!
//! Before `main`, Rust opens the null device in place of a closed standard stream. All output to it is lost without an
//! error. Later, this stream looks like one that the user redirected to the null device. So a constructor looks before
//! Rust starts.
//!
//! The macro that declares the constructor writes an unsafe block, so this crate denies unsafe code and other crates
//! forbid it. The macro allows its own block, and nothing else here may be unsafe.

#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(unix)]
static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
ctor::declarative::ctor! {
    /// Asks only the kernel: Rust's runtime has not started yet.
    #[ctor(unsafe)]
    fn look() {
        let is_open = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_ok();
        WAS_CLOSED.store(!is_open, Ordering::Relaxed);
    }
}

/// Makes writes to standard output fail like writes to a broken pipe, if it was closed when the process started.
///
/// Call it before any output.
///
/// # Errors
/// Fails if the system has no pipe left.
pub fn break_where_closed() -> std::io::Result<()> {
    #[cfg(unix)]
    if WAS_CLOSED.load(Ordering::Relaxed) {
        let (reader, writer) = rustix::pipe::pipe()?;
        drop(reader);
        rustix::stdio::dup2_stdout(&writer)?;
    }
    Ok(())
}
