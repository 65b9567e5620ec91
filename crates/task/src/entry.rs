//! The form of an entry in the table of formats.

use std::path::Path;

use super::model::{Package, Protocol};
use super::read::keys::Inventory;
use super::write::{Refused, Writing};
use crate::error::TaskError;

/// A format of packages.
pub struct Format {
    /// The name that its reader gives to packages.
    pub name: &'static str,
    /// The files that its reader takes rules from, by their places in a package; the manifest comes first.
    pub manifests: &'static [&'static str],
    /// The keys of these files.
    pub keys: &'static [&'static Inventory],
    /// The files and folders by which a folder is known to hold a package.
    pub signs: &'static [Sign],
    /// How to read its packages; `None` if they are not read.
    pub reader: Option<Reader>,
    /// The protocols that its checkers may speak, the best first.
    pub checkers: &'static [Protocol],
    /// The protocols that its interactors may speak, the best first.
    pub interactors: &'static [Protocol],
    /// The versions that are written; none if packages are only read.
    pub targets: &'static [Target],
}

/// A sign that a folder holds a package: one of these files or folders, and one of those `beside` it if there are any.
pub struct Sign {
    pub(crate) any: &'static [&'static str],
    pub(crate) beside: &'static [&'static str],
}

impl Sign {
    /// Whether a folder has the sign.
    pub fn is_in(&self, folder: &Path) -> bool {
        let has = |names: &[&str]| names.iter().any(|name| folder.join(name).exists());
        has(self.any) && (self.beside.is_empty() || has(self.beside))
    }
}

/// A reader, and where the parts of its packages lie, for who looks for them.
pub struct Reader {
    /// Reads the package in a folder with its points; `None` where the folder is of another format. The number is the most
    /// bytes of a file.
    pub read: fn(&Path, u64) -> Result<Option<Package>, TaskError>,
    /// The order in which readers are asked: a manifest that other tools have, too, is a weak sign.
    pub turn: u8,
    /// Where its cases lie.
    pub cases: &'static str,
    /// Whether packages may come with what makes the cases instead of them.
    pub makes: bool,
    /// Where its submissions lie.
    pub submissions: &'static str,
}

/// A version of a format that packages are written in.
pub struct Target {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name in sentences.
    pub shown: &'static str,
    /// Whether everything in an archive lies in a folder of the task's name.
    pub has_top: bool,
    /// The name of a task as the format takes it.
    pub rename: fn(&Package) -> String,
    /// Writes the package.
    pub(crate) write: fn(&mut Writing<'_>) -> Result<(), Refused>,
}
