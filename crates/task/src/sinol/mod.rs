//! sinol, the packages of SIO2.

use crate::entry::{Format, Reader, Sign, Target};
use crate::model::{Package, Protocol};
use keys::{CONFIG, MANIFEST, NAME};

pub(crate) mod keys;
mod points;
mod read;
mod write;

/// sinol, the packages of SIO2.
pub(crate) const FORMAT: Format = Format {
    name: NAME,
    manifests: &[MANIFEST],
    keys: &[&CONFIG],
    signs: &[Sign::new(&[MANIFEST], &["in", "prog"]), Sign::new(&["in"], &["prog"])],
    reader: Some(Reader {
        read: read::read,
        turn: 2,
        cases: "`sinol-make gen` makes them in the folders `in` and `out`",
        makes: true,
        submissions: "`prog`",
    }),
    checkers: &[Protocol::Sinol],
    interactors: &[],
    states: &["title"],
    targets: &[Target {
        rename,
        ..Target::new("sinol", NAME, write::write)
    }],
};

/// Returns the name of a task: its own name, if its testcases use it.
fn rename(package: &Package) -> String {
    let name = package.name.as_str();
    let mut cases = package.layout.cases.iter();
    if package.format == NAME && cases.all(|case| case.name.starts_with(name)) {
        name.to_owned()
    } else {
        write::id(name)
    }
}
