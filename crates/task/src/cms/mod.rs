//! CMS and task-maker.

use crate::entry::{Format, Reader, Sign, Target};
use crate::model::{Package, Protocol};
use crate::write::plain;
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
        Sign {
            any: &[MANIFEST],
            beside: &["input", "gen", "sol", "check", "cor"],
        },
        Sign {
            any: &["gen/GEN", "gen/cases.gen"],
            beside: &["input"],
        },
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
        name: "cms",
        shown: NAME,
        has_top: true,
        rename,
        write: write::write,
    }],
};

fn rename(package: &Package) -> String {
    if package.format == NAME {
        package.name.clone()
    } else {
        plain(&package.name).replace(['-', '.'], "_")
    }
}
