//! Packages: folders and archives of testcases as judges lay them out, and how programs are judged on them.

pub mod archive;
pub mod builtin;
mod case;
pub mod embedded;
pub mod expected;
pub mod formats;
pub mod generated;
pub mod keys;
pub mod layout;
pub mod model;
mod naming;
pub mod overall;
pub mod points;
pub mod scheme;
pub mod solution;
mod trouble;
mod walk;
pub mod write;
mod xml;
mod yaml;

pub use case::{Case, is_case_of, name_matches, natural_order, path_pattern};
pub use model::Package;
pub use trouble::Trouble;
