//! The full-screen form of play, on a terminal with keys and mouse.
//!
//! The view knows the game and no terminal; this file knows the terminal and no game. The terminal is given back as it
//! was however play ends: by `q`, by Ctrl-C, by a signal or by a panic.

use std::io::{self, IsTerminal as _};
use std::mem::ManuallyDrop;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, Result};
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;

use super::super::output;
use super::super::status::Status;
use crate::practice::session::Session;
use view::{Flow, View};

mod view;

/// The longest time until a signal is noticed, in milliseconds.
const SIGNAL_POLL_INTERVAL: u8 = 250;

/// Returns whether the whole screen can be had: a terminal on both sides that can do more than print lines.
pub(super) fn is_possible() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// Plays until the person at the terminal has had enough, or the terminal is gone.
pub(super) fn play(title: &str, session: Session<'_>) -> Result<Status> {
    match play_on_screen(title, session) {
        Err(_) if is_gone(0) => Ok(Status::Interrupted),
        ended => ended,
    }
}

fn play_on_screen(title: &str, session: Session<'_>) -> Result<Status> {
    #[cfg(unix)]
    let interrupted = super::super::interrupt::interruption()?;
    #[cfg(not(unix))]
    let interrupted = std::sync::atomic::AtomicBool::new(false);
    let mut view = View::new(title, session, output::takes_colour());
    // Not dropped: it would tell standard error where it cannot show the cursor, and end in a panic where that is gone, too.
    let mut terminal = ManuallyDrop::new(ratatui::try_init().context("cannot take over the terminal")?);
    let _given_back = GiveBack;
    execute!(io::stdout(), EnableMouseCapture).context("cannot use the mouse")?;
    loop {
        terminal
            .draw(|frame| view.draw(frame))
            .context("cannot write to the terminal")?;
        loop {
            if is_gone(0) || interrupted.load(Ordering::Relaxed) {
                return Ok(Status::Interrupted);
            }
            // Some may have been read with the last one.
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

/// Whether the terminal can be asked if it is there: not on macOS, nor where there is no `poll`.
const CAN_BE_ASKED: bool = cfg!(all(unix, not(target_os = "macos")));

/// Waits for at most so many milliseconds until something happens at the terminal, and tells whether it is gone. The library
/// would read from one that is gone for ever. `false` at once where it cannot be asked.
#[cfg(all(unix, not(target_os = "macos")))]
fn is_gone(wait: u8) -> bool {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    let input = io::stdin();
    let mut polled = [PollFd::new(input.as_fd(), PollFlags::POLLIN)];
    // Interrupted by a signal, this will be asked again.
    let _ = poll(&mut polled, PollTimeout::from(wait));
    let found = polled[0].revents().unwrap_or(PollFlags::empty());
    found.intersects(PollFlags::POLLHUP | PollFlags::POLLERR | PollFlags::POLLNVAL)
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn is_gone(_: u8) -> bool {
    false
}

/// Gives the terminal back when it goes out of scope.
struct GiveBack;

impl Drop for GiveBack {
    fn drop(&mut self) {
        // A terminal that is gone need not be put in order.
        let _ = execute!(io::stdout(), DisableMouseCapture, Show);
        let _ = ratatui::try_restore();
    }
}
