//! The one way to standard output and to files.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};

/// Writes all of `data` to standard output. A full disk is an error; so is a closed pipe, which ends the run quietly.
pub(super) fn to_stdout(data: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(data.as_bytes()).and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(error.into()),
        other => other.context("cannot write to standard output"),
    }
}

/// Writes all of `data` to a file, replacing what it held.
pub(super) fn to_file(path: &Path, data: &str) -> Result<()> {
    std::fs::write(path, data).with_context(|| format!("cannot write {}", shown(path)))
}

/// A path for people, escaped and in backticks.
pub(super) fn shown(path: &Path) -> String {
    format!(
        "`{}`",
        crate::text::quoted(path.as_os_str().as_encoded_bytes(), 300)
    )
}
