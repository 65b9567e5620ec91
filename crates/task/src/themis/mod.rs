//! Themis.

pub(super) mod keys;
mod points;
mod read;
mod write;

pub(super) use keys::FORMAT;
pub(super) use read::{read, tasks};
pub(super) use write::write;
