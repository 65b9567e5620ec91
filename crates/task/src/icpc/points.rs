//! Points of ICPC and Kattis: a `problem.yaml` with the `type` `scoring`, beside the folder `data`.
//!
//! **Rules.** The folders below `data` are groups. Legacy packages grade each folder by its `testdata.yaml`, which also
//! applies to the folders inside ([`legacy`]). Packages of 2025-09 have a `test_group.yaml` in `secret` and in each of
//! its groups ([`latest`]). The user may name either the package or its `data`.
//!
//! **Limits.** Points of other versions of the format are not counted.
//!
//! **Source.** The specification of the format, versions legacy and 2025-09.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::keys::{DRAFT_NAMES, LATEST, LEGACY_NAMES};
use crate::error::TaskError;
use crate::points::{Known, Stop};
use crate::read::yaml::{Document, Fault, Node};
use crate::scheme::Group;
use crate::scheme::PackagePoints;

mod latest;
mod legacy;

/// The files about groups in legacy packages and in version 2025-09.
const TESTDATA: &str = "testdata.yaml";
const TEST_GROUP: &str = "test_group.yaml";

/// A testcase below `data`: the names of its folders there, and its name with the ending of its answer.
struct Placed<'a> {
    case: &'a Known,
    folders: Vec<&'a OsStr>,
    file: PathBuf,
}

/// Returns the points of a package, or of its data folder, with this manifest.
pub(super) fn read(folder: &Path, known: &[Known], problem: &Document, limit: u64) -> Result<PackagePoints, TaskError> {
    let above = folder.canonicalize().is_ok_and(|real| real.ends_with("data"));
    let (package, inside) = if above {
        (folder.join(".."), "")
    } else {
        (folder.to_owned(), "data")
    };
    if !is_scoring(problem).map_err(|fault| problem.located(&fault))? {
        return Ok(PackagePoints::Unstated);
    }
    let data = package.join("data");
    let cases: Vec<Placed<'_>> = known
        .iter()
        .filter_map(|case| {
            let place = case.places.first()?.strip_prefix(inside).ok()?;
            Some(Placed {
                case,
                folders: place.parent()?.iter().collect(),
                file: Path::new(place.file_name()?).with_extension("ans"),
            })
        })
        .collect();
    let version = problem.root.get("problem_format_version");
    let version = version.map_or(Ok(LEGACY_NAMES[0]), |node| node.text("`problem_format_version`"));
    let read = match version.map_err(|fault| problem.located(&fault))? {
        version if LEGACY_NAMES.contains(&version) => legacy::groups(problem, &data, &cases, limit),
        // In drafts the keys of groups may be in either file. If both exist, the later one counts.
        version if DRAFT_NAMES.contains(&version) => match file_of_draft(&data, &cases, limit) {
            Ok(Some(file)) => latest::groups(&data, &cases, file, limit),
            Ok(None) => legacy::groups(problem, &data, &cases, limit),
            Err(wrong) => Err(wrong),
        },
        LATEST => latest::groups(&data, &cases, TEST_GROUP, limit),
        other => Err(Wrong::Uncounted(format!(
            "gamesolve does not support version {} of the format",
            crate::read::yaml::shown(other)
        ))),
    };
    let source = problem.name();
    match read {
        Ok(groups) => Ok(PackagePoints::from_groups(source, groups)),
        Err(Wrong::Uncounted(why)) => Ok(PackagePoints::Uncounted { source, why }),
        Err(Wrong::Message(message)) => Err(message),
    }
}

/// Returns the file with the groups of a draft in the keys of version 2025-09, or `None` if they use legacy keys.
///
/// Drafts had both files and both sets of keys.
fn file_of_draft(data: &Path, cases: &[Placed<'_>], limit: u64) -> Result<Option<&'static str>, Wrong> {
    let folders: BTreeSet<PathBuf> = cases
        .iter()
        .flat_map(|placed| (0..=placed.folders.len()).map(|depth| placed.folders[..depth].iter().collect()))
        .collect();
    let mut has_testdata = false;
    for folder in folders.iter().map(|folder| data.join(folder)) {
        if folder.join(TEST_GROUP).is_file() {
            return Ok(Some(TEST_GROUP));
        }
        if let Some(file) = document(&folder, TESTDATA, limit)? {
            has_testdata = true;
            if has_latest_keys(&file.root) {
                return Ok(Some(TESTDATA));
            }
        }
    }
    Ok((!has_testdata).then_some(TEST_GROUP))
}

/// Returns whether the file of a group has the points keys of version 2025-09.
pub(super) fn has_latest_keys(root: &Node) -> bool {
    let keys = ["scoring", "max_score", "score_aggregation", "require_pass"];
    keys.iter().any(|key| root.get(key).is_some())
}

fn is_scoring(problem: &Document) -> Result<bool, Fault> {
    let Some(kind) = problem.root.get("type") else {
        return Ok(false);
    };
    let kinds = kind.texts("`type`")?;
    Ok(kinds
        .iter()
        .any(|(_, kinds)| kinds.split_whitespace().any(|name| name == "scoring")))
}

/// An error in one of several files.
enum Wrong {
    /// A file is malformed.
    Message(TaskError),
    /// The package uses rules that gamesolve does not support, for this reason.
    Uncounted(String),
}

impl Wrong {
    /// Converts an early stop of reading `document` into an error.
    fn of(document: &Document, stop: Stop) -> Wrong {
        match stop {
            Stop::Fault(fault) => Wrong::Message(document.located(&fault)),
            Stop::Uncounted(why) => Wrong::Uncounted(format!("{why} in {}", document.name())),
        }
    }
}

/// Reads the file `name` in a folder, or returns `None` if there is no such file.
fn document(folder: &Path, name: &str, limit: u64) -> Result<Option<Document>, Wrong> {
    Document::read(&folder.join(name), limit).map_err(Wrong::Message)
}

/// Returns the name of a group: its folders below `data`.
fn name(folders: &[&OsStr]) -> String {
    let names: Vec<&[u8]> = folders.iter().map(|name| name.as_encoded_bytes()).collect();
    gamesolve_text::quoted(&names.join(&b'/'), usize::MAX)
}

/// The groups of a reader.
type Groups = Result<Vec<Group>, Wrong>;
