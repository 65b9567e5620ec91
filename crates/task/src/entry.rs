//! The type of an entry in the table of formats.

use std::path::Path;

use super::model::{Package, Protocol};
use super::read::keys::Inventory;
use super::write::{Refused, Writing, short_name};
use crate::error::TaskError;

/// A format of packages.
pub struct Format {
    /// The name that its reader gives to packages.
    pub name: &'static str,
    /// The files with rules, by their places in a package. The manifest comes first.
    pub manifests: &'static [&'static str],
    /// The keys of these files.
    pub keys: &'static [&'static Inventory],
    /// The files and folders that identify a package of this format.
    pub signs: &'static [Sign],
    /// The reader, or `None` if gamesolve does not read these packages.
    pub reader: Option<Reader>,
    /// The protocols that its checkers may use, the best first.
    pub checkers: &'static [Protocol],
    /// The protocols that its interactors may use, the best first.
    pub interactors: &'static [Protocol],
    /// The facts about a task that its packages state. Judging does not need them.
    pub states: &'static [&'static str],
    /// The versions that gamesolve writes. There are none if packages are only read.
    pub targets: &'static [Target],
}

/// A sign that a folder holds a package: one of these files or folders, and if `beside` is not empty, one of those too.
pub struct Sign {
    pub(crate) any: &'static [&'static str],
    pub(crate) beside: &'static [&'static str],
}

impl Sign {
    pub(crate) const fn new(any: &'static [&'static str], beside: &'static [&'static str]) -> Sign {
        Sign { any, beside }
    }

    /// Returns whether a folder has the sign.
    pub fn is_in(&self, folder: &Path) -> bool {
        let has = |names: &[&str]| names.iter().any(|name| folder.join(name).exists());
        has(self.any) && (self.beside.is_empty() || has(self.beside))
    }
}

/// A reader, and the places of the parts of its packages for messages.
pub struct Reader {
    /// Reads the package in a folder with its points, or returns `None` if the folder has another format. The number is
    /// the maximum size of a file in bytes.
    pub read: fn(&Path, u64) -> Result<Option<Package>, TaskError>,
    /// The position in the order of readers. A manifest that other tools use too is a weak sign and comes later.
    pub turn: u8,
    /// The place of the testcases.
    pub cases: &'static str,
    /// Whether packages may hold a generator of the testcases instead of the testcases.
    pub makes: bool,
    /// The place of the submissions.
    pub submissions: &'static str,
}

/// A version of a format that gamesolve writes.
pub struct Target {
    /// The name on the command line.
    pub name: &'static str,
    /// The name in sentences.
    pub shown: &'static str,
    /// Whether an archive holds everything in one folder with the task's name.
    pub has_top: bool,
    /// Returns whether a package of the format has this version.
    pub(crate) is_version_of: fn(&Package) -> bool,
    /// Returns the name of a task in the format.
    pub rename: fn(&Package) -> String,
    /// Writes the package.
    pub(crate) write: fn(&mut Writing<'_>) -> Result<(), Refused>,
}

impl Target {
    /// Returns a version with short names of tasks, whose archives hold everything in one folder.
    pub(crate) const fn new(
        name: &'static str,
        shown: &'static str,
        write: fn(&mut Writing<'_>) -> Result<(), Refused>,
    ) -> Target {
        Target {
            name,
            shown,
            has_top: true,
            is_version_of: |_| true,
            rename: short_name,
            write,
        }
    }
}
