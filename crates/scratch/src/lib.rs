//! Folders for temporary files that only this user can enter, and how they are removed, also those of processes that were
//! killed.
//!
//! **Idea.** Whoever makes a folder holds a lock on it, which the kernel takes away when the process ends. So a folder
//! without a lock is a dead process's, whatever its number is used for now.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub use other::TempFolder;
#[cfg(unix)]
pub use unix::{TempFolder, all_in, make, place, remove, remove_of};
