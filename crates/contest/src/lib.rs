//! A contest of one evening: the submissions of many contestants, judged on many tasks.
//!
//! This crate finds submissions by their names, keeps results, and writes tables and pages. It runs no program and knows
//! no game: the caller judges each submission and makes a [`results::Cell`].
#![forbid(unsafe_code)]
// A test may panic: the panic is its report.
#![cfg_attr(test, allow(clippy::too_many_lines, clippy::unwrap_used))]

pub mod alike;
pub mod csv;
mod entries;
pub mod handout;
pub mod hints;
pub mod json;
pub mod kept;
pub mod lookalikes;
mod names;
pub mod page;
pub mod results;
#[cfg(test)]
mod sample;
mod sheet;
pub mod standings;
pub mod submissions;
mod tokens;
pub mod words;
