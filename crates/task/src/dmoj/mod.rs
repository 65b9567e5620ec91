//! DMOJ.

use crate::entry::{Format, Reader, Sign, Target};
use crate::model::Protocol;
use keys::{INIT, MANIFEST, NAME};

pub(crate) mod keys;
mod points;
mod read;
mod write;

/// DMOJ.
pub(crate) const FORMAT: Format = Format {
    name: NAME,
    manifests: &[MANIFEST],
    keys: &[&INIT],
    signs: &[Sign::new(&[MANIFEST], &[])],
    reader: Some(Reader {
        read: read::read,
        turn: 1,
        cases: "`init.yml` lists them",
        makes: false,
        submissions: "`tests` of `init.yml`",
    }),
    checkers: &[
        Protocol::Testlib,
        Protocol::Dmoj,
        Protocol::Coci,
        Protocol::Peg,
        Protocol::DmojPython,
    ],
    interactors: &[Protocol::Testlib, Protocol::Dmoj, Protocol::Coci],
    states: &[],
    targets: &[Target::new("dmoj", NAME, write::write)],
};
