//! Folders for temporary files, which hold answers and programs of others: only this user can enter them.

#[cfg(unix)]
pub use gamesolve_box::TempFolder;

/// A folder for temporary files, which is removed when this is dropped.
#[cfg(not(unix))]
#[derive(Debug)]
pub struct TempFolder(tempfile::TempDir);

#[cfg(not(unix))]
impl TempFolder {
    fn new_in(place: &std::path::Path) -> std::io::Result<TempFolder> {
        let builder = tempfile::Builder::new().prefix("gamesolve-run-").tempdir_in(place);
        builder.map(TempFolder)
    }

    /// Returns where it is.
    pub fn path(&self) -> &std::path::Path {
        self.0.path()
    }
}

/// Makes an empty folder in the place for temporary files: the one that this process has chosen, else the system's.
///
/// # Errors
/// Where there can be none.
pub fn folder() -> std::io::Result<TempFolder> {
    TempFolder::new_in(&tempfile::env::temp_dir())
}
