//! ICPC and Kattis: a `problem.yaml` whose `type` is `scoring`, beside the folder `data`.
//!
//! **Rules.** The folders below `data` are groups. Legacy packages grade each of them by its `testdata.yaml`, which
//! passes what it says on to the folders inside ([`legacy`]); packages of 2025-09 have a `test_group.yaml` in `secret`
//! and in each group of it ([`latest`]). Either the package or its `data` may be named.
//!
//! **Limits.** Other versions of the format are not counted.
//!
//! **Source.** The specification of the format, versions legacy and 2025-09.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::{Known, PackagePoints, Stop};
use crate::package::scheme::{Group, Scheme};
use crate::package::yaml::{Document, Fault};

mod latest;
mod legacy;

/// A case below `data`: the names of its folders there, and its own with the ending of its answer.
struct Placed<'a> {
    case: &'a Known,
    folders: Vec<&'a OsStr>,
    file: PathBuf,
}

pub(in crate::package) fn read(folder: &Path, known: &[Known], limit: u64) -> Result<PackagePoints, String> {
    let above = folder.canonicalize().is_ok_and(|real| real.ends_with("data"));
    let (package, inside) = if above {
        (folder.join(".."), "")
    } else {
        (folder.to_owned(), "data")
    };
    let Some(problem) = Document::read(&package.join("problem.yaml"), limit)? else {
        return Ok(PackagePoints::Unstated);
    };
    if !is_scoring(&problem).map_err(|fault| problem.located(&fault))? {
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
    let version = version.map_or(Ok("legacy"), |node| node.text("`problem_format_version`"));
    let read = match version.map_err(|fault| problem.located(&fault))? {
        "legacy" | "legacy-icpc" => legacy::groups(&problem, &data, &cases, limit),
        // Drafts kept the keys of groups in either file; those of the later one count where both are there.
        "2023-07-draft" | "2023-07" if has_testdata(&data) => legacy::groups(&problem, &data, &cases, limit),
        "2023-07-draft" | "2023-07" | "2025-09" | "draft" => latest::groups(&problem, &data, &cases, limit),
        other => Err(Wrong::Uncounted(format!(
            "version {} of the format is not understood here",
            crate::package::yaml::shown(other)
        ))),
    };
    let source = problem.name();
    match read {
        Ok(groups) => Ok(PackagePoints::Scheme(Scheme {
            source,
            groups,
            remark: None,
        })),
        Err(Wrong::Uncounted(why)) => Ok(PackagePoints::Uncounted { source, why }),
        Err(Wrong::Message(message)) => Err(message),
    }
}

/// Returns whether the folders of the cases have a `testdata.yaml` and no `test_group.yaml`.
fn has_testdata(data: &Path) -> bool {
    let has = |name: &str| {
        ["", "secret"]
            .iter()
            .any(|folder| data.join(folder).join(name).is_file())
    };
    has("testdata.yaml") && !has("test_group.yaml")
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
    /// The whole message.
    Message(String),
    /// The package asks for rules that are not supported here, for this reason.
    Uncounted(String),
}

impl Wrong {
    /// Turns an end of the reading of `document` into an error.
    fn of(document: &Document, stop: Stop) -> Wrong {
        match stop {
            Stop::Fault(fault) => Wrong::Message(document.located(&fault)),
            Stop::Uncounted(why) => Wrong::Uncounted(format!("{why} in {}", document.name())),
        }
    }
}

/// Reads the file `name` in a folder; `None` where there is none.
fn document(folder: &Path, name: &str, limit: u64) -> Result<Option<Document>, Wrong> {
    Document::read(&folder.join(name), limit).map_err(Wrong::Message)
}

/// Returns the name of a group: its folders below `data`.
fn name(folders: &[&OsStr]) -> String {
    let names: Vec<&[u8]> = folders.iter().map(|name| name.as_encoded_bytes()).collect();
    crate::text::quoted(&names.join(&b'/'), usize::MAX)
}

/// The groups of a reader.
type Groups = Result<Vec<Group>, Wrong>;
