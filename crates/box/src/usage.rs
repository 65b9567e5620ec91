//! What this machine and its processes have used, as the kernel counts it.

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::{TimeVal, TimeValLike};
use std::time::Duration;

/// The number of processes that the kernel of this machine has ended for want of memory, where it tells.
pub(crate) fn oom_kills() -> u64 {
    let counts = std::fs::read_to_string("/proc/vmstat").unwrap_or_default();
    let count = counts.lines().find_map(|line| line.strip_prefix("oom_kill "));
    count.and_then(|count| count.parse().ok()).unwrap_or(0)
}

/// Processor time, of the system for it too, of `who`.
pub(crate) fn used(who: UsageWho) -> Duration {
    let Ok(usage) = getrusage(who) else {
        return Duration::ZERO;
    };
    let time = |time: TimeVal| Duration::from_micros(u64::try_from(time.num_microseconds()).unwrap_or(0));
    time(usage.user_time()) + time(usage.system_time())
}
