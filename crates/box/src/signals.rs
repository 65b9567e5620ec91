//! The signals that a process blocks or ignores, which it hands down to what it executes, and a program is to inherit none of.

use nix::sys::signal::{SigSet, Signal};
use signal_hook::consts::FORBIDDEN;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Has what this process starts begin with no signal blocked or ignored: neither those of its caller, nor the one that Rust's
/// run-time system ignores. To be called first in a stage, while there is one thread.
///
/// A signal with a handler is not ignored, and executing a program takes the handler away: so these get one that does nothing.
pub(crate) fn begin_anew() {
    // Neither can fail but for signals that do not exist.
    let _ = SigSet::empty().thread_set_mask();
    let ignored = ignored().into_iter().chain([Signal::SIGPIPE as i32]);
    for signal in ignored.filter(|signal| !FORBIDDEN.contains(signal)) {
        let _ = signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false)));
    }
}

/// The numbers of the signals that this process ignores, where the system tells.
fn ignored() -> Vec<i32> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let bits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let bits = bits.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    let bits = bits.unwrap_or(0);
    (1..=64).filter(|signal| bits >> (signal - 1) & 1 == 1).collect()
}
