//! Packages: folders of testcases as judges lay them out, and the points of the cases.

mod case;
pub mod embedded;
pub mod generated;
pub mod layout;
mod naming;
pub mod points;
pub mod scheme;
mod trouble;
mod walk;

pub use case::{Case, natural_order};
pub use trouble::Trouble;
