//! Packages: folders and archives of testcases as judges lay them out, and how programs are judged on them.

pub mod archive;
pub mod builtin;
mod case;
mod cms;
mod dmoj;
pub mod embedded;
pub mod expected;
pub mod export;
pub mod generated;
mod icpc;
mod languages;
pub mod layout;
mod listed;
pub mod loose;
pub mod model;
mod naming;
pub mod open;
pub mod overall;
mod points;
mod polygon;
pub mod read;
pub mod scheme;
mod sinol;
pub mod solution;
mod themis;
mod trouble;
mod walk;
mod write;

pub use case::{Case, is_case_of, name_matches, natural_order, path_pattern};
pub use model::Package;
pub use trouble::Trouble;
