//! library-checker.

use crate::entry::{Format, Reader, Sign};
use crate::model::Protocol;
use keys::{INFO, MANIFEST, NAME};

pub(crate) mod keys;
mod read;

/// The problems of library-checker, which gamesolve reads and does not write.
pub(crate) const FORMAT: Format = Format {
    name: NAME,
    manifests: &[MANIFEST],
    keys: &[&INFO],
    signs: &[Sign::new(&[MANIFEST], &read::PARTS)],
    reader: Some(Reader {
        read: read::read,
        turn: 7,
        cases: "`generate.py` of its repository makes them from `info.toml` in the folders `in` and `out`",
        makes: true,
        submissions: "`sol`",
    }),
    checkers: &[Protocol::Testlib],
    interactors: &[],
    states: &[],
    targets: &[],
};
