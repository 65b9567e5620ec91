//! The signals that a process blocks or ignores, which it hands down to what it executes, and of which a program inherits none but
//! SIGILL, SIGFPE and SIGSEGV where the caller ignores them: the library that handles signals takes no handlers of those.

use nix::sys::signal::{SigSet, Signal};
use signal_hook::consts::FORBIDDEN;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// Has what this process executes begin with no signal blocked or ignored: neither those of its caller, nor the one that Rust's
/// run-time system ignores. For the last stage: a supervisor handles no signal, so that none from its namespace reaches it.
///
/// A signal with a handler is not ignored, and executing a program takes the handler away: so these get one that does nothing.
pub(crate) fn begin_anew() {
    // Neither can fail but for signals that do not exist.
    let _ = SigSet::empty().thread_set_mask();
    let ignored = ignored().iter().copied().chain([Signal::SIGPIPE as i32]);
    for signal in ignored.filter(|signal| !FORBIDDEN.contains(signal)) {
        let _ = signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false)));
    }
}

/// The numbers of the signals that this process ignores, where the system tells; read once, for its copies too.
pub(crate) fn ignored() -> &'static [i32] {
    static IGNORED: OnceLock<Vec<i32>> = OnceLock::new();
    IGNORED.get_or_init(|| {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let bits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let bits = bits.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
        let bits = bits.unwrap_or(0);
        (1..=64).filter(|signal| bits >> (signal - 1) & 1 == 1).collect()
    })
}
