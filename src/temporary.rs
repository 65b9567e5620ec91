//! Folders for temporary files, which hold answers and programs of others: only this user can enter them.

pub use gamesolve_scratch::TempFolder;

/// Makes an empty folder in the place for temporary files: the one that this process has chosen, else the system's.
///
/// # Errors
/// Where there can be none.
pub fn folder() -> std::io::Result<TempFolder> {
    TempFolder::new_in(&tempfile::env::temp_dir())
}
