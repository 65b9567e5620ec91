//! Polygon.

use crate::entry::{Format, Reader, Sign, Target};
use crate::model::{Package, Protocol};
use crate::write::{own_name, plain};
use keys::{MANIFEST, NAME, PROBLEM};

pub(crate) mod keys;
mod points;
mod read;
mod write;

/// Polygon.
pub(crate) const FORMAT: Format = Format {
    name: NAME,
    manifests: &[MANIFEST],
    keys: &[&PROBLEM],
    signs: &[Sign::new(&[MANIFEST], &[])],
    reader: Some(Reader {
        read: read::read,
        turn: 5,
        cases: "`doall.sh` makes them in the folder `tests`, and a full package contains them",
        makes: true,
        submissions: "`solutions` of `problem.xml`",
    }),
    checkers: &[Protocol::Testlib],
    interactors: &[Protocol::Testlib],
    states: &["title"],
    targets: &[Target {
        has_top: false,
        rename,
        ..Target::new("polygon", NAME, write::write)
    }],
};

fn rename(package: &Package) -> String {
    own_name(package, NAME, |name| plain(name).to_ascii_lowercase())
}
