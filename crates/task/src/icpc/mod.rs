//! ICPC, Kattis and DOMjudge.

pub(super) mod keys;
mod points;
mod read;
mod write;

pub(super) use keys::FORMAT;
pub(super) use read::read;
pub(super) use write::{Version, write};
