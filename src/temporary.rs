//! Folders for temporary files. They hold answers and other people's programs, so only this user can enter them.

pub use gamesolve_scratch::TempFolder;
#[cfg(unix)]
pub use gamesolve_scratch::remove_all;

/// Makes an empty folder for temporary files, in this process's chosen place or else in the system's.
///
/// # Errors
/// Fails if the folder cannot be made.
pub fn folder() -> std::io::Result<TempFolder> {
    TempFolder::new_in(&tempfile::env::temp_dir())
}
