//! Reads the points of the testcases in a folder from the file of its layout.
//!
//! | layout | file | read in |
//! |---|---|---|
//! | DMOJ | `init.yml` | `dmoj` |
//! | sinol | `config.yml` beside `in` | `sinol` |
//! | CMS | `gen/GEN` beside `input` | `cms` |
//! | Themis | `Settings.cfg` | `themis` |
//! | Polygon | `problem.xml` | `polygon` |
//! | ICPC, Kattis | `problem.yaml` and `testdata.yaml` or `test_group.yaml` in `data` | `icpc` |
//!
//! If the file is missing or of another kind, no points are stated, and this is no error. A file of the right kind that
//! cannot be understood is an error. If a file uses rules that gamesolve does not support, the report says so instead
//! of showing wrong points.

use std::path::{Path, PathBuf};

use super::layout::Layout;
use super::read::yaml::{Document, Fault};
use super::scheme::{Group, PackagePoints, Part, Rule, Worth};
use crate::error::TaskError;
use gamesolve_text::quoted;

/// A testcase, complete or not, with the paths of its files below the folder.
pub(crate) struct Known {
    pub(crate) name: String,
    pub(crate) group: Option<String>,
    pub(crate) places: Vec<PathBuf>,
}

/// Returns the testcases of a layout for the readers of points. Their files are below one of `roots`.
pub(crate) fn known(roots: &[&Path], layout: &Layout) -> Vec<Known> {
    let place = |path: &Path| {
        let mut places = roots.iter().filter_map(|root| path.strip_prefix(root).ok());
        places.next().unwrap_or(path).to_owned()
    };
    let whole = layout.cases.iter().map(|case| Known {
        name: case.name.clone(),
        group: case.group.clone(),
        places: vec![place(&case.input), place(&case.answer)],
    });
    let halves = layout.halves.iter().map(|half| Known {
        name: half.name.clone(),
        group: half.group.clone(),
        places: vec![place(&half.path)],
    });
    whole.chain(halves).collect()
}

/// The reason why a reader stops early.
pub(crate) enum Stop {
    /// The file is malformed.
    Fault(Fault),
    /// The file uses rules that gamesolve does not support.
    Uncounted(String),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

/// Turns the groups read from a document into points.
pub(crate) fn from_document(document: &Document, read: Result<Vec<Group>, Stop>) -> Result<PackagePoints, TaskError> {
    let source = document.name();
    match read {
        Ok(groups) => Ok(PackagePoints::from_groups(source, groups)),
        Err(Stop::Uncounted(why)) => Ok(PackagePoints::Uncounted { source, why }),
        Err(Stop::Fault(fault)) => Err(document.located(&fault)),
    }
}

/// Returns the group that sums the points of these groups. Each of them must have a bound.
pub fn sum_of(groups: &[Group]) -> Group {
    let most = groups.iter().map(|group| group.most).sum();
    let mut whole = Group::new("", Rule::Sum, most);
    whole.parts = (0..groups.len()).map(Part::Group).collect();
    whole
}

/// Returns a testcase for a group that takes the minimum of its testcases.
pub(crate) fn one_of_all(case: &Known, points: f64) -> Part {
    Part::Case(Worth::new(case.name.clone(), points))
}

/// Returns a path for an error message.
pub(crate) fn shown(path: &Path) -> String {
    format!("`{}`", quoted(path.as_os_str().as_encoded_bytes(), 100))
}
