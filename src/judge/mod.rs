//! Running a contestant's program and judging it.
//!
//! | part | what it holds |
//! |---|---|
//! | [`sandbox`] | the box that runs a program nobody trusts |

#[cfg(unix)]
pub mod sandbox;
