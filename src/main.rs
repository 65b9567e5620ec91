//! The `gamesolve` binary.
#![forbid(unsafe_code)]

fn main() {}
