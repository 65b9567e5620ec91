//! Writes to standard output and to files, for all verbs.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};

use super::process::interrupt;
use super::shown;
pub(super) use super::shown::shown;
use crate::text::{printable, printable_json};

mod replace;

/// Writes all of `data` to standard output. A full disk is an error. A closed pipe is an error too, and ends the run
/// quietly.
///
/// Escapes control characters in foreign words, so that a terminal does not obey them. Formats for programs have their
/// own escapes, so this changes nothing in them.
pub(super) fn to_stdout(data: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    let shown = printable(data, takes_colour());
    let written = out.write_all(shown.as_bytes()).and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(error.into()),
        other => other.context("cannot write to standard output"),
    }
}

/// Standard output for text that is written in pieces, with the rules of `to_stdout`.
pub(super) struct Printed;

impl Write for Printed {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let shown = printable(&String::from_utf8_lossy(piece), takes_colour());
        io::stdout().lock().write_all(shown.as_bytes()).map(|()| piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().lock().flush()
    }
}

/// Returns a value as JSON with a final newline.
pub(super) fn json(value: &impl serde::Serialize) -> Result<String> {
    Ok(printable_json(&serde_json::to_string_pretty(value)?) + "\n")
}

/// Returns whether standard output takes colours.
pub(super) fn takes_colour() -> bool {
    shown::takes_colour(&io::stdout())
}

/// Replaces the content of a file by `data`. If the disk is full, the file keeps its old content.
pub(super) fn to_file(path: &Path, data: impl AsRef<[u8]>) -> Result<()> {
    // A pipe may have no reader: let a signal interrupt the wait for one.
    let is_other = std::fs::metadata(path).is_ok_and(|found| !found.is_file());
    let _whole = (!is_other).then(interrupt::hold_off);
    replace::replace(path, data.as_ref()).with_context(|| format!("cannot write {}", shown(path)))
}

/// Writes files into a folder, and makes the folder first if it does not exist. An interrupted run writes all files or
/// none.
pub(super) fn to_folder(folder: &Path, files: &[(String, &str)]) -> Result<()> {
    let _whole = interrupt::hold_off();
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", shown(folder)))?;
    for (name, text) in files {
        let path = folder.join(name);
        replace::replace(&path, text.as_bytes()).with_context(|| format!("cannot write {}", shown(&path)))?;
    }
    Ok(())
}

/// Writes to a file, or to standard output if the path is absent or `-`.
pub(super) fn to_file_or_stdout(path: Option<&Path>, data: &str) -> Result<()> {
    match path.filter(|path| *path != Path::new("-")) {
        Some(path) => to_file(path, data),
        None => to_stdout(data),
    }
}
