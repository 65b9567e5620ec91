//! The signals that a process blocks or ignores, which an executed program inherits.
//!
//! A program inherits at most the ignored SIGILL, SIGFPE and SIGSEGV of the caller: the signal library takes no
//! handlers for those.

use nix::sys::signal::{SigSet, Signal};
use signal_hook::consts::FORBIDDEN;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// Makes an executed program begin with no signal blocked or ignored. The caller may ignore some, and Rust's run-time
/// system ignores one.
///
/// Call it in the last stage only: a supervisor handles no signal, so that no signal from its namespace reaches it.
/// Executing a program removes handlers, so each ignored signal gets a handler that does nothing.
pub(crate) fn begin_anew() {
    // Ignore the errors: both calls fail only for signals that do not exist.
    let _ = SigSet::empty().thread_set_mask();
    let ignored = ignored().iter().copied().chain([Signal::SIGPIPE as i32]);
    for signal in ignored.filter(|signal| !FORBIDDEN.contains(signal)) {
        let _ = signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false)));
    }
}

/// Returns the numbers of the signals that this process ignores, if the system lists them. Reads them once, for copies
/// too.
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
