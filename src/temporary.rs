//! Folders for temporary files, which hold answers and programs of others: only this user can enter them.

#[cfg(unix)]
pub use gamesolve_box::TempFolder;

/// A folder for temporary files, which is removed when this is dropped.
#[cfg(not(unix))]
#[derive(Debug)]
pub struct TempFolder(tempfile::TempDir);

#[cfg(not(unix))]
impl TempFolder {
    /// Makes an empty folder.
    ///
    /// # Errors
    /// Where the system has no place for temporary files.
    pub fn new() -> std::io::Result<TempFolder> {
        tempfile::TempDir::with_prefix("gamesolve-run-").map(TempFolder)
    }

    /// Returns where it is.
    pub fn path(&self) -> &std::path::Path {
        self.0.path()
    }
}
