//! Packages: folders and archives of testcases as judges lay them out, and how programs are judged on them.

pub mod archive;
mod case;
mod cms;
mod dmoj;
pub mod expected;
pub mod export;
mod icpc;
mod languages;
pub mod layout;
pub mod loose;
pub mod model;
mod naming;
pub mod open;
pub mod overall;
pub(crate) mod points;
mod polygon;
pub mod read;
pub mod scheme;
mod sinol;
mod themis;
mod trouble;
mod walk;
pub(crate) mod write;

pub use case::{Case, is_case_of, name_matches, natural_order, path_pattern};
pub use model::Package;
pub use trouble::Trouble;
