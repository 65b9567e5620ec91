//! Shows the progress of long work: one line at the foot of a terminal, and now and then a line elsewhere.
//!
//! **Idea.** A thread draws the line ten times a second, so the clock goes on during one long step. Short work shows no
//! line. The crate `indicatif` can do this and more, but it needs the mathematics library of the system. Loading that
//! library took a tenth of the time of a small answer, at every start.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::text::printable;

use ratatui_crossterm::crossterm::cursor::MoveToColumn;
use ratatui_crossterm::crossterm::queue;
use ratatui_crossterm::crossterm::style::Print;
use ratatui_crossterm::crossterm::terminal::{Clear, ClearType, DisableLineWrap, EnableLineWrap};

/// The time between two drawings of the line.
const REDRAW_INTERVAL: Duration = Duration::from_millis(100);
/// The time between two lines if standard error is no terminal.
const LOG_INTERVAL: Duration = Duration::from_secs(30);
/// The length of a bar, in characters.
const BAR_CHARS: u64 = 30;

/// Whether some progress is shown. Work inside of other work shows none of its own.
static IS_SHOWN: AtomicBool = AtomicBool::new(false);

/// The progress of some steps.
pub(in crate::cli) struct Progress {
    line: Arc<Line>,
    /// The thread that draws, and the channel that ends it when it is dropped.
    drawing: Option<(Sender<()>, JoinHandle<()>)>,
}

/// The state of the line, and its terminal.
struct Line {
    done: AtomicU64,
    text: Box<dyn Fn(u64, Duration) -> String + Send + Sync>,
    begun: Instant,
    terminal: Mutex<Terminal>,
}

struct Terminal {
    out: Box<dyn Write + Send>,
    /// Whether each line stays, because there is no terminal.
    is_log: bool,
    /// Whether the line is on the terminal now.
    drawn: bool,
}

impl Progress {
    /// Returns the progress on standard error, with no steps done. If `wanted` is false, it shows nothing. If standard
    /// error is no terminal, it writes a line every half minute. `GAMESOLVE_PROGRESS=0` in the environment turns both off.
    ///
    /// `text` makes the line from the number of steps and the time since now.
    pub(in crate::cli) fn new(
        wanted: bool,
        text: impl Fn(u64, Duration) -> String + Send + Sync + 'static,
    ) -> Progress {
        let is_log = !io::stderr().is_terminal();
        let wanted = wanted && std::env::var_os("GAMESOLVE_PROGRESS").is_none_or(|value| value != "0");
        let wanted = wanted && !IS_SHOWN.swap(true, Ordering::Relaxed);
        let interval = if is_log { LOG_INTERVAL } else { REDRAW_INTERVAL };
        Progress::onto(
            Box::new(io::stderr()),
            wanted.then_some(interval),
            is_log,
            Box::new(text),
        )
    }

    fn onto(
        out: Box<dyn Write + Send>,
        interval: Option<Duration>,
        is_log: bool,
        text: Box<dyn Fn(u64, Duration) -> String + Send + Sync>,
    ) -> Progress {
        let line = Arc::new(Line {
            done: AtomicU64::new(0),
            text,
            begun: Instant::now(),
            terminal: Mutex::new(Terminal {
                out,
                is_log,
                drawn: false,
            }),
        });
        let start = |interval| {
            let (end, ended) = mpsc::channel();
            let line = Arc::clone(&line);
            let draw = move || {
                while ended.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
                    line.draw(&mut line.terminal());
                }
            };
            // If the system has no thread left, there is no line, and the work goes on.
            let thread = thread::Builder::new().spawn(draw).ok()?;
            Some((end, thread))
        };
        let drawing = interval.and_then(start);
        Progress { line, drawing }
    }

    /// Counts one more step as done.
    pub(in crate::cli) fn advance(&self) {
        self.line.done.fetch_add(1, Ordering::Relaxed);
    }

    #[cfg(any(unix, test))]
    pub(in crate::cli) fn set(&self, done: u64) {
        self.line.done.store(done, Ordering::Relaxed);
    }

    /// Removes the line while `write` writes whole lines to the terminal.
    #[cfg(any(unix, test))]
    pub(in crate::cli) fn above(&self, write: impl FnOnce()) {
        let mut terminal = self.line.terminal();
        let drawn = terminal.drawn;
        terminal.clear();
        write();
        if drawn {
            self.line.draw(&mut terminal);
        }
    }
}

/// Ends the thread and removes the line.
impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.drawing.take() {
            drop(end);
            // A thread that panicked has reported it, and cannot draw.
            let _ = thread.join();
            IS_SHOWN.store(false, Ordering::Relaxed);
        }
        self.line.terminal().clear();
    }
}

impl Line {
    fn terminal(&self) -> MutexGuard<'_, Terminal> {
        self.terminal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn draw(&self, terminal: &mut Terminal) {
        let done = self.done.load(Ordering::Relaxed);
        let text = printable(&(self.text)(done, self.begun.elapsed()), false);
        if terminal.is_log {
            // Nobody misses a line of a log that is full.
            let _ = writeln!(terminal.out, "{text}");
            return;
        }
        terminal.drawn = true;
        // The terminal cuts a long line at the right. The last output of the run notices a lost terminal.
        let _ = queue!(
            terminal.out,
            MoveToColumn(0),
            DisableLineWrap,
            Print(text),
            EnableLineWrap,
            Clear(ClearType::UntilNewLine)
        )
        .and_then(|()| terminal.out.flush());
    }
}

impl Terminal {
    fn clear(&mut self) {
        if std::mem::take(&mut self.drawn) {
            let _ = queue!(self.out, MoveToColumn(0), Clear(ClearType::CurrentLine)).and_then(|()| self.out.flush());
        }
    }
}

/// Returns a bar. Its full part is the proportion of `done` to `total`.
pub(in crate::cli) fn bar(done: u64, total: u64) -> String {
    let full = (BAR_CHARS * done.min(total)).checked_div(total).unwrap_or(BAR_CHARS);
    let part = |symbol: &str, length: u64| symbol.repeat(length as usize);
    part("█", full) + &part("░", BAR_CHARS - full)
}

/// Returns a time in minutes and seconds: `1:05`.
pub(in crate::cli) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A buffer that shares all output with the test.
    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Written {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn progress(interval: Option<Duration>, is_log: bool) -> (Written, Progress) {
        let written = Written::default();
        let text = |done, _| format!("{done} done");
        let progress = Progress::onto(Box::new(written.clone()), interval, is_log, Box::new(text));
        (written, progress)
    }

    const CLEARED: &str = "\u{1b}[1G\u{1b}[2K";

    #[test]
    fn lines_are_written_above_and_the_end_leaves_nothing() {
        let (written, progress) = progress(Some(REDRAW_INTERVAL), false);
        progress.set(3);
        progress.advance();
        // The thread draws the line at its next turn.
        while !written.text().contains("4 done") {
            thread::yield_now();
        }
        let mut out = written.clone();
        progress.above(|| out.write_all(b"a line\n").unwrap());
        assert!(written.text().contains(&format!("{CLEARED}a line\n")));
        let below = written.text().rsplit_once("a line\n").unwrap().1.to_owned();
        assert!(below.contains("4 done"), "it is drawn again");
        drop(progress);
        assert!(written.text().ends_with(CLEARED));
    }

    #[test]
    fn a_log_has_whole_lines_and_nothing_that_a_terminal_obeys() {
        let (written, progress) = progress(Some(REDRAW_INTERVAL), true);
        progress.set(7);
        while !written.text().contains("7 done\n7 done\n") {
            thread::yield_now();
        }
        drop(progress);
        assert!(!written.text().contains('\u{1b}'));
    }

    #[test]
    fn nothing_is_drawn_if_nothing_is_wanted() {
        let (written, progress) = progress(None, false);
        progress.advance();
        thread::sleep(3 * REDRAW_INTERVAL);
        let mut out = written.clone();
        progress.above(|| out.write_all(b"a line\n").unwrap());
        drop(progress);
        assert_eq!(written.text(), "a line\n");
    }

    #[test]
    fn bars_and_clocks() {
        let full = |done, total| bar(done, total).chars().filter(|&c| c == '█').count();
        assert_eq!((full(0, 7), full(7, 7), full(9, 7)), (0, 30, 30));
        assert_eq!((full(1, 2), full(0, 0), full(999, 1000)), (15, 30, 29));
        assert_eq!(bar(1, 3).chars().count(), 30);
        assert_eq!(clock(Duration::from_millis(59_999)), "0:59");
        assert_eq!(clock(Duration::from_secs(3_601)), "60:01");
    }
}
