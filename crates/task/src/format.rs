//! The table of formats. Everything about a format derives from it: its manifests, its reader and writer, the values of
//! `--format`, and the tables of keys in the documentation.
//!
//! To add a format, make a folder beside this file and add a line to [`FORMATS`].

pub use super::entry::{Format, Reader, Sign, Target};
use super::read::keys::Inventory;
use super::{cms, dmoj, icpc, library_checker, loose, polygon, sinol, themis};

/// All formats, in the order of the documentation.
pub static FORMATS: [Format; 8] = [
    icpc::FORMAT,
    dmoj::FORMAT,
    sinol::FORMAT,
    cms::FORMAT,
    polygon::FORMAT,
    themis::FORMAT,
    library_checker::FORMAT,
    loose::FORMAT,
];

/// Returns the versions that gamesolve can write, by their names on the command line.
pub fn targets() -> Vec<(&'static str, &'static Target)> {
    let targets = FORMATS.iter().flat_map(|format| format.targets);
    targets.map(|target| (target.name, target)).collect()
}

/// Iterates over the keys of all files of all formats.
pub fn inventories() -> impl Iterator<Item = &'static Inventory> {
    FORMATS.iter().flat_map(|format| format.keys).copied()
}

impl Target {
    /// Returns the format of this version.
    pub fn format(&self) -> &'static Format {
        let is_own = |format: &&Format| format.targets.iter().any(|target| target.name == self.name);
        FORMATS.iter().find(is_own).unwrap_or(&FORMATS[FORMATS.len() - 1])
    }
}
