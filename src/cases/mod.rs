//! Our problems as tasks: the cases that the binary carries and those that lists make, and what a package of a problem holds.

pub mod batch;
pub mod builtin;
pub mod embedded;
pub mod evaluate;
pub mod generated;
mod listed;
pub mod recognise;
pub mod solution;

#[cfg(test)]
mod tests;
