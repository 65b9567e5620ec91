//! A contest of one evening: the submissions of many contestants, judged on many tasks.
//!
//! This crate finds submissions by their names, keeps results, and writes tables and pages. It runs no program and knows
//! no game: who calls it judges each submission, and hands in a [`results::Cell`].

pub mod results;
