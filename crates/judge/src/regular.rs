//! Files that can be read to their end.

use std::fs::File;
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// Checks that `path` is a readable regular file: a pipe or a device may have no end.
///
/// # Errors
/// If it is not one, or if the file system does not answer.
pub fn require_regular(path: &Path) -> Result<()> {
    let found = path.metadata()?;
    match (found.is_file(), found.is_dir()) {
        (true, _) => File::open(path).map(drop),
        (_, true) => Err(Error::new(ErrorKind::IsADirectory, "it is a folder")),
        _ => Err(Error::new(ErrorKind::InvalidInput, "it is not a regular file")),
    }
}
