//! The tools that the stages of the box share: how they start one another, and how they exchange messages.

use crate::conversation::Message;
use crate::wire::{self, Wire};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;
use std::process::ExitCode;

/// The running executable; on Linux whatever has become of its file.
pub(crate) fn myself() -> PathBuf {
    if cfg!(target_os = "linux") {
        PathBuf::from("/proc/self/exe")
    } else {
        std::env::current_exe().unwrap_or_default()
    }
}

pub(crate) const LAUNCHER: &str = "__box-launcher";
#[cfg(target_os = "linux")]
pub(crate) const INIT: &str = "__box-init";
/// The byte that a supervisor sends after a report when it is ready for the next run.
pub(crate) const READY: u8 = b'.';
/// The exit code of a launcher whose supervisor was killed.
pub(crate) const SUPERVISOR_KILLED: u8 = 9;
/// The first argument of a trial run, which does nothing.
pub(crate) const NOTHING: &str = "__box-nothing";

/// Sends the one report of a run to the judge.
pub(crate) fn send_report(report: crate::task::Report) -> ExitCode {
    let sent = io::stdout()
        .write_all(&wire::message(&Message::Finished(report)))
        .and_then(|()| io::stdout().flush());
    if sent.is_ok() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Reads one message from `channel` and not a byte more.
pub(crate) fn receive<T: Wire>(channel: impl AsFd) -> io::Result<T> {
    receive_from(File::from(own(channel)?))
}

/// Reads one message from `channel`, which may not be buffered when others read from it too.
pub(crate) fn receive_from<T: Wire>(mut channel: impl Read) -> io::Result<T> {
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
pub(crate) fn own(descriptor: impl AsFd) -> io::Result<OwnedFd> {
    descriptor.as_fd().try_clone_to_owned()
}
