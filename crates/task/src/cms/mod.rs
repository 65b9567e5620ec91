//! CMS and task-maker.

use crate::entry::{Format, Reader, Sign, Target};
use crate::model::{Package, Protocol};
use crate::write::{own_name, plain};
use keys::{MANIFEST, NAME, TASK};

pub(crate) mod keys;
mod points;
mod read;
mod write;

/// CMS (`italian_yaml`) and task-maker.
pub(crate) const FORMAT: Format = Format {
    name: NAME,
    manifests: &[MANIFEST, "gen/GEN", "gen/cases.gen"],
    keys: &[&TASK],
    signs: &[
        Sign::new(&[MANIFEST], &["input", "gen", "sol", "check", "cor"]),
        Sign::new(&["gen/GEN", "gen/cases.gen"], &["input"]),
    ],
    reader: Some(Reader {
        read: read::read,
        turn: 3,
        cases: "`cmsMake` makes them in the folders `input` and `output`",
        makes: true,
        submissions: "`sol`",
    }),
    checkers: &[Protocol::Cms],
    interactors: &[],
    states: &["title"],
    targets: &[Target {
        rename,
        ..Target::new("cms", NAME, write::write)
    }],
};

fn rename(package: &Package) -> String {
    own_name(package, NAME, |name| plain(name).replace(['-', '.'], "_"))
}
