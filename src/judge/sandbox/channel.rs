//! The tools that the stages of the box share: how they start one another, and how they exchange messages.

use super::talk::Up;
use super::wire::{self, Wire};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;
use std::process::ExitCode;

/// The running executable; on Linux whatever has become of its file.
pub(super) fn myself() -> PathBuf {
    if cfg!(target_os = "linux") {
        PathBuf::from("/proc/self/exe")
    } else {
        std::env::current_exe().unwrap_or_default()
    }
}

pub(super) const KEEPER: &str = "__box-keeper";
#[cfg(target_os = "linux")]
pub(super) const INIT: &str = "__box-init";
pub(super) const EXEC: &str = "__box-exec";
/// What an overseer that serves several runs sends after the report of one, when it is ready for the next.
pub(super) const READY: u8 = b'.';
/// The exit code of a keeper whose overseer was killed.
pub(super) const OVERSEER_KILLED: u8 = 9;
/// What a trial run executes.
pub(super) const NOTHING: &str = "__box-nothing";

/// Sends the one report of a run to the judge.
pub(super) fn send_report(report: super::task::Report) -> ExitCode {
    let sent = io::stdout()
        .write_all(&wire::message(&Up::Over(report)))
        .and_then(|()| io::stdout().flush());
    if sent.is_ok() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Reads one message from `channel` and not a byte more.
pub(super) fn receive<T: Wire>(channel: impl AsFd) -> io::Result<T> {
    receive_from(File::from(own(channel)?))
}

/// Reads one message from `channel`, which may not be buffered when others read from it too.
pub(super) fn receive_from<T: Wire>(mut channel: impl Read) -> io::Result<T> {
    let garbled = || io::Error::new(io::ErrorKind::InvalidData, "a garbled message");
    let mut length = [0; wire::LENGTH];
    channel.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    let mut body = Vec::new();
    channel.take(length).read_to_end(&mut body)?;
    if body.len() as u64 != length {
        return Err(garbled());
    }
    wire::value(&body).ok_or_else(garbled)
}

/// A descriptor of our own for the same file, closed when another program is executed.
pub(super) fn own(descriptor: impl AsFd) -> io::Result<OwnedFd> {
    descriptor.as_fd().try_clone_to_owned()
}
