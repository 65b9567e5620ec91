//! Tests through the real binary, and tests that go over the whole registry.

mod cases;
mod check;
mod inputs;
mod mini;
mod oracle;
mod registry;
mod solve;
mod support;
