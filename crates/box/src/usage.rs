//! The usage of this machine and its processes, as the kernel counts it.

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::{TimeVal, TimeValLike};
use std::time::Duration;

/// Returns the number of processes that this machine's kernel has killed for lack of memory, or 0 if it does not report
/// it.
pub(crate) fn oom_kills() -> u64 {
    let counts = std::fs::read_to_string("/proc/vmstat").unwrap_or_default();
    let count = counts.lines().find_map(|line| line.strip_prefix("oom_kill "));
    count.and_then(|count| count.parse().ok()).unwrap_or(0)
}

/// Returns the processor time of `who`, user and system together.
pub(crate) fn used(who: UsageWho) -> Duration {
    let Ok(usage) = getrusage(who) else {
        return Duration::ZERO;
    };
    let time = |time: TimeVal| Duration::from_micros(u64::try_from(time.num_microseconds()).unwrap_or(0));
    time(usage.user_time()) + time(usage.system_time())
}
