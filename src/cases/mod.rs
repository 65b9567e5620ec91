//! Our problems as tasks: the embedded testcases, the listed ones, and the packages of the problems.

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
