//! The start of stages and the exchange of messages between them.

use crate::conversation::Message;
use crate::wire::{self, Wire};
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::process::ExitCode;

/// Returns the path of the running executable. On Linux it stays valid after a change of the file.
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

/// A descriptor without a buffer, because other stages read and write it too.
pub(crate) struct Unbuffered<D>(pub(crate) D);

impl<D: AsFd> Read for Unbuffered<D> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        Ok(nix::unistd::read(&self.0, bytes)?)
    }
}

impl<D: AsFd> Write for Unbuffered<D> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(nix::unistd::write(&self.0, bytes)?)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Sends bytes to the judge.
pub(crate) fn send(bytes: &[u8]) -> io::Result<()> {
    Unbuffered(io::stdout()).write_all(bytes)
}

/// Sends the one report of a run to the judge.
pub(crate) fn send_report(report: crate::task::Report) -> ExitCode {
    match send(&wire::message(&Message::Finished(report))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Reads one message from the judge, and not a byte more.
pub(crate) fn receive<T: Wire>() -> io::Result<T> {
    receive_from(Unbuffered(io::stdin()))
}

/// Reads one message from `channel`, which must not be buffered if other stages read from it too.
pub(crate) fn receive_from<T: Wire>(mut channel: impl Read) -> io::Result<T> {
    const SHORT: usize = 1 << 12;
    let garbled = || io::Error::new(io::ErrorKind::InvalidData, "a garbled message");
    let mut length = [0; wire::LENGTH];
    channel.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    // Do not allocate by the length in the message: it may be garbled, and most messages are short.
    let mut body = Vec::with_capacity(usize::try_from(length).unwrap_or(SHORT).min(SHORT));
    channel.take(length).read_to_end(&mut body)?;
    if body.len() as u64 != length {
        return Err(garbled());
    }
    wire::value(&body).ok_or_else(garbled)
}
