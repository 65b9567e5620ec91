//! Temporary folders that only this user can enter, and their removal, even after their process was killed.
//!
//! **Idea.** The process that makes a folder holds a lock on it, and the kernel releases the lock when the process
//! ends. So a folder without a lock belongs to a dead process, even if a new process has its number.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub use other::TempFolder;
#[cfg(unix)]
pub use unix::{TempFolder, all_in, make, place, remove, remove_all, remove_of, without_ways};
