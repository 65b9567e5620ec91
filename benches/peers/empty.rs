//! A program that does nothing, for the cost of starting a Rust program.

fn main() {}
