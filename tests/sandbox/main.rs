//! The box against programs that try to break it, each inside a walled yard (see `yard`).
#![cfg(target_os = "linux")]
#![forbid(unsafe_code)]
// Tests may stop at once: a panic there is the report, and what they print is shown with it.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod attacks;
mod batch;
mod hostile;
mod judge;
mod talk;
mod verdicts;
mod yard;
