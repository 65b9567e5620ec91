//! Tests through the real binary, and tests that go over the whole registry.
// Tests may stop at once: a panic there is the report.
#![allow(clippy::unwrap_used)]

mod arena;
mod cases;
mod check;
mod inputs;
mod judge;
mod mini;
mod oracle;
mod play;
mod practice;
mod registry;
mod screen;
mod solve;
mod stress;
mod support;
