//! Folders of test cases, as judges lay them out, and what the cases are worth there.

pub mod embedded;
pub mod layout;
mod naming;
pub mod points;
mod trouble;
mod walk;

pub use trouble::Trouble;
