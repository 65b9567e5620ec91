//! Folders for systems without a lock that shows a living process.

use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};

/// A folder for temporary files. Dropping this removes it.
#[derive(Debug)]
pub struct TempFolder {
    path: PathBuf,
}

impl TempFolder {
    /// Makes an empty folder in `place`.
    ///
    /// # Errors
    /// Fails if the folder cannot be made.
    pub fn new_in(place: &Path) -> io::Result<TempFolder> {
        let random = RandomState::new().hash_one(0);
        let path = place.join(format!("gamesolve-run-{}-{random:020}", std::process::id()));
        std::fs::create_dir(&path)?;
        Ok(TempFolder { path })
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
