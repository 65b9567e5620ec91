//! Reads and writes tasks: folders and archives of testcases in the formats of judges.
//!
//! One model holds everything that judging a program needs. Each format has one folder with its keys, its reader, its
//! points and its writer. This crate knows no game and runs no program.
#![forbid(unsafe_code)]
// A test may panic: the panic is its report. Tests also have long tables.
#![cfg_attr(test, allow(clippy::too_many_lines, clippy::unwrap_used))]

pub mod archive;
mod case;
mod cms;
pub mod contest;
mod dmoj;
mod entry;
mod error;
pub mod expected;
pub mod export;
pub mod format;
mod icpc;
mod languages;
pub mod layout;
mod library_checker;
pub mod loose;
mod loss;
pub mod model;
mod naming;
pub mod open;
mod out;
pub mod overall;
pub mod points;
mod polygon;
pub mod read;
mod remark;
mod reread;
pub mod scheme;
mod sinol;
mod themis;
mod trouble;
mod walk;
pub mod write;

pub use case::{Case, is_called_sample, is_case_of, name_matches, natural_order, path_pattern};
pub use error::TaskError;
pub use loss::Loss;
pub use model::Package;
pub use remark::{Remark, Unobeyed};
pub use trouble::Trouble;
pub use walk::leads_out_of;
