//! Tests through the real binary, and tests that go over the whole registry.
// Tests may stop at once: a panic there is the report.
#![allow(clippy::unwrap_used)]

mod cases;
mod check;
mod inputs;
mod judge;
mod mini;
mod oracle;
mod play;
mod points;
mod practice;
mod registry;
mod solve;
mod stress;
mod support;
