//! Themis.

use crate::entry::{Format, Reader, Target};
use crate::model::{Package, Protocol, SUBMISSIONS};
use crate::write::{letters, own_name};
use keys::{MANIFEST, NAME, SETTINGS};
pub(super) use read::tasks;

pub(crate) mod keys;
mod points;
mod read;
mod write;

/// Themis.
pub(crate) const FORMAT: Format = Format {
    name: NAME,
    manifests: &[MANIFEST],
    keys: &[&SETTINGS],
    signs: &[],
    reader: Some(Reader {
        read: read::read,
        turn: 4,
        cases: "each has its own folder beside `Settings.cfg`",
        makes: false,
        submissions: SUBMISSIONS,
    }),
    checkers: &[Protocol::Testlib, Protocol::Cms, Protocol::Themis],
    interactors: &[],
    states: &[],
    targets: &[Target {
        rename,
        ..Target::new("themis", NAME, write::write)
    }],
};

fn rename(package: &Package) -> String {
    own_name(package, NAME, |name| letters(name).to_ascii_uppercase())
}
