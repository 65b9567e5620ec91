//! The clock of solving. It shows the progress on a terminal, and ends the process after `--time-limit`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::progress::{Progress, clock};
use crate::budget::Refusal;
use crate::cli::status::{Status, Stop, say};
use crate::engine::progress::{self, Work};

/// A time limit for the process, until the value is dropped. After the limit the process ends with a refusal.
///
/// Drop the value before the output begins, so that the output is complete or absent.
pub(in crate::cli) struct Deadline {
    #[cfg_attr(not(unix), expect(dead_code))]
    limit: Option<Duration>,
    state: Arc<State>,
    /// The channel that ends the waiting thread when it is dropped.
    _running: Option<Sender<()>>,
    /// The line on the terminal.
    _shown: Option<Progress>,
}

#[derive(Default)]
struct State {
    passed: AtomicBool,
    /// Whether the work is done. The lock decides whether the work or the process ends first.
    done: Mutex<bool>,
}

impl Drop for Deadline {
    fn drop(&mut self) {
        *self.state.done.lock().unwrap_or_else(PoisonError::into_inner) = true;
    }
}

impl Deadline {
    /// Returns the deadline after `limit`, if there is one.
    pub(in crate::cli) fn after(limit: Option<Duration>) -> Deadline {
        let mut deadline = Deadline::with_warning(limit, || ());
        deadline._shown = Some(working());
        deadline
    }

    /// Returns a deadline without a line on the terminal, for commands that have their own.
    pub(in crate::cli) fn unshown(limit: Option<Duration>) -> Deadline {
        Deadline::with_warning(limit, || ())
    }

    /// Returns a deadline that sets `flag` first. Work that reads the flag has two more seconds to end by itself.
    #[cfg(unix)]
    pub(in crate::cli) fn interrupting(limit: Option<Duration>, flag: &Arc<AtomicBool>) -> Deadline {
        const TO_END_BY_ITSELF: Duration = Duration::from_secs(2);
        let flag = Arc::clone(flag);
        Deadline::with_warning(limit, move || {
            flag.store(true, Ordering::Relaxed);
            thread::sleep(TO_END_BY_ITSELF);
        })
    }

    fn with_warning(limit: Option<Duration>, warn: impl FnOnce() + Send + 'static) -> Deadline {
        let state = Arc::new(State::default());
        let start = |limit: Duration| {
            let (end, ended) = mpsc::channel::<()>();
            let state = Arc::clone(&state);
            let wait = move || {
                if ended.recv_timeout(limit) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
                state.passed.store(true, Ordering::Relaxed);
                warn();
                let done = state.done.lock().unwrap_or_else(PoisonError::into_inner);
                if !*done {
                    give_up(limit);
                }
            };
            // Without a thread there is no clock. The number of steps still bounds the work.
            thread::Builder::new().spawn(wait).ok().map(|_| end)
        };
        Deadline {
            _running: limit.and_then(start),
            _shown: None,
            limit,
            state,
        }
    }

    /// Returns the refusal, if the deadline has passed.
    #[cfg(unix)]
    pub(in crate::cli) fn refusal(&self) -> Option<Stop> {
        let passed = self.state.passed.load(Ordering::Relaxed);
        let limit = self.limit.filter(|_| passed)?;
        Some(Stop::refused(&too_long(limit)))
    }
}

/// The time before the line appears.
pub(in crate::cli) const QUIET: Duration = Duration::from_secs(1);

/// Shows the progress of work without a deadline, until the value is dropped.
pub(in crate::cli) fn working() -> Progress {
    Progress::new(true, |_, time| line(time))
}

/// Returns the line after this time: the progress so far and the time that is left.
fn line(time: Duration) -> String {
    if time < QUIET {
        return String::new();
    }
    match progress::latest() {
        Some(noted) => told(noted, time),
        None => format!("working, {}", clock(time)),
    }
}

/// Returns the words for the last report of an engine.
fn told((work, done, total): (Work, u64, Option<u64>), time: Duration) -> String {
    let what = match work {
        // The engine does not count its patterns.
        Work::Patterns => return format!("trying patterns on the table and beyond it, {}", clock(time)),
        Work::Positions if done == 0 => return format!("asking the game for its moves, {}", clock(time)),
        Work::Positions => "positions explored",
        Work::Boards => "boards",
        Work::CheckedBoards => "boards checked",
        Work::Heaps => "heaps",
        Work::Layers => "layers",
        Work::Nimbers => "nimbers",
        Work::Ordered => "vertices in order",
        Work::Sweeps => "sweeps",
        Work::Vertices => "vertices",
    };
    let Some(total) = total.filter(|&total| done > 0 && done <= total) else {
        return format!("{done} {what}, {}", clock(time));
    };
    let share = done as f64 / total as f64;
    let left = match work {
        // The engine values the vertices afterwards, which may take longer.
        Work::Ordered => Duration::MAX,
        Work::Vertices => time.mul_f64(1.0 / share - 1.0),
        // The time for a board grows with its length, so the rest grows with the square.
        _ => time.mul_f64(1.0 / (share * share) - 1.0),
    };
    let left = if left < Duration::from_secs(3600) {
        format!(", at most about {} more", clock(left))
    } else {
        String::new()
    };
    format!("{done} of {total} {what}, {}{left}", clock(time))
}

fn too_long(limit: Duration) -> Refusal {
    let seconds = limit.as_secs_f64();
    let plural = if limit == Duration::from_secs(1) { "" } else { "s" };
    let message = format!("this takes longer than {seconds} second{plural}");
    Refusal::new(message, "`--time-limit` sets the time")
}

/// Ends the process. It has written nothing yet, and no engine reads a flag.
#[expect(clippy::exit, reason = "engines are not interrupted in any other way")]
fn give_up(limit: Duration) {
    say(&Stop::refused(&too_long(limit)).to_string());
    #[cfg(unix)]
    crate::temporary::remove_all();
    std::process::exit(Status::Refused.code().into());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_told_where_nothing_follows() {
        let told = |work, done, total| told((work, done, total), Duration::from_secs(4));
        assert_eq!(told(Work::Sweeps, 30, None), "30 sweeps, 0:04");
        assert_eq!(
            told(Work::Vertices, 20, Some(100)),
            "20 of 100 vertices, 0:04, at most about 0:16 more"
        );
        assert_eq!(
            told(Work::Boards, 50, Some(100)),
            "50 of 100 boards, 0:04, at most about 0:12 more"
        );
        // The engine must still value the vertices.
        assert_eq!(
            told(Work::Ordered, 100, Some(100)),
            "100 of 100 vertices in order, 0:04"
        );
    }
}
