//! The full-screen form of play, on a terminal with keys and mouse.
//!
//! The view knows the game and no terminal. This file knows the terminal and no game. It restores the terminal when
//! play ends: by `q`, by Ctrl-C, by a signal or by a panic.

use std::io::{self, IsTerminal as _};
use std::mem::ManuallyDrop;
use std::panic;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, Result};
use ratatui_core::terminal::Terminal;
use ratatui_crossterm::CrosstermBackend;
use ratatui_crossterm::crossterm::cursor::Show;
use ratatui_crossterm::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui_crossterm::crossterm::execute;
use ratatui_crossterm::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use super::super::output;
use super::super::status::Status;
use crate::practice::session::Session;
use view::{Flow, View};

mod view;

/// The longest time, in milliseconds, until play notices a signal.
const SIGNAL_POLL_INTERVAL: u8 = 250;

/// Returns whether play can use the whole screen. Both streams must be terminals that can do more than print lines.
pub(super) fn is_possible() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// Plays until the user quits or the terminal is lost.
pub(super) fn play(title: &str, session: Session<'_>) -> Result<Status> {
    match play_on_screen(title, session) {
        Err(_) if is_gone(0) => Ok(Status::Interrupted),
        ended => ended,
    }
}

fn play_on_screen(title: &str, session: Session<'_>) -> Result<Status> {
    #[cfg(unix)]
    let interrupted = super::super::process::interrupt::interruption()?;
    #[cfg(not(unix))]
    let interrupted = std::sync::atomic::AtomicBool::new(false);
    let mut view = View::new(title, session, output::takes_colour());
    // Never drop the terminal. If it cannot show the cursor, the drop writes to standard error, which panics without a
    // terminal.
    let terminal = Terminal::new(CrosstermBackend::new(io::stdout()));
    let mut terminal = ManuallyDrop::new(terminal.context("cannot see the size of the terminal")?);
    enable_raw_mode().context("cannot take over the terminal")?;
    let _given_back = GiveBack;
    give_back_on_panic();
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture).context("cannot take over the terminal")?;
    loop {
        terminal
            .draw(|frame| view.draw(frame))
            .context("cannot write to the terminal")?;
        loop {
            if is_gone(0) || interrupted.load(Ordering::Relaxed) {
                return Ok(Status::Interrupted);
            }
            // The library may have read further events together with the last one.
            let patience = if CAN_BE_ASKED { 0 } else { SIGNAL_POLL_INTERVAL };
            let is_there = event::poll(Duration::from_millis(patience.into()));
            if is_there.context("cannot read from the terminal")? {
                break;
            }
            is_gone(SIGNAL_POLL_INTERVAL);
        }
        let event = event::read().context("cannot read from the terminal")?;
        match view.take(&event) {
            Flow::On => {}
            Flow::Quit => return Ok(Status::Success),
            Flow::Interrupt => return Ok(Status::Interrupted),
        }
    }
}

/// Whether the system can tell that the terminal is lost. macOS cannot, and neither can systems without `poll`.
const CAN_BE_ASKED: bool = cfg!(all(unix, not(target_os = "macos")));

/// Waits at most `wait` milliseconds for an event of the terminal, and returns whether the terminal is lost.
///
/// The library would read from a lost terminal for ever. Without [`CAN_BE_ASKED`] this returns `false` at once.
#[cfg(all(unix, not(target_os = "macos")))]
fn is_gone(wait: u8) -> bool {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    let input = io::stdin();
    let mut polled = [PollFd::new(input.as_fd(), PollFlags::POLLIN)];
    // If a signal interrupts this call, the loop makes it again.
    let _ = poll(&mut polled, PollTimeout::from(wait));
    let found = polled[0].revents().unwrap_or(PollFlags::empty());
    found.intersects(PollFlags::POLLHUP | PollFlags::POLLERR | PollFlags::POLLNVAL)
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn is_gone(_: u8) -> bool {
    false
}

/// Restores the terminal when it goes out of scope.
struct GiveBack;

impl Drop for GiveBack {
    fn drop(&mut self) {
        // A lost terminal needs no restoring.
        let _ = execute!(io::stdout(), DisableMouseCapture, Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}

/// Restores the terminal before the message of a panic. A panic ends the process and drops nothing.
fn give_back_on_panic() {
    let message = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        drop(GiveBack);
        message(panic);
    }));
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::cli::status::again;

    #[test]
    fn a_panic_gives_the_mouse_back() {
        if again::is_here() {
            // In the program, the hook below this one ends the process.
            panic::set_hook(Box::new(|_| std::process::abort()));
            let _given_back = GiveBack;
            give_back_on_panic();
            panic!("a message");
        }
        let output = again::output("cli::play::screen::tests::a_panic_gives_the_mouse_back");
        let shown = String::from_utf8_lossy(&output.stdout);
        assert!(
            shown.contains("\x1b[?1000l") && shown.contains("\x1b[?25h"),
            "{shown:?}"
        );
    }
}
