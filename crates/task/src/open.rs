//! Opens packages: asks the readers of all formats for the [`Package`] in a folder or an archive.
//!
//! The manifest identifies the format. Only the data folders of this format are walked.

use std::path::{Path, PathBuf};

use super::format::{FORMATS, Reader};
use super::layout::{self, Layout, Pattern};
use super::model::{FileNames, Kind, Package};
use super::read::yaml::{Document, Node};
use super::read::{entries, led_out, name_of};
use super::scheme::PackagePoints;
use super::trouble::{Trouble, shown};
use super::walk::leads_out_of;
use super::{archive, loose, sinol, themis};
use crate::error::TaskError;
use gamesolve_text::quoted;

/// Manifests of judges whose packages gamesolve does not read.
const FOREIGN: [(&str, &str); 5] = [
    ("config.yaml", "Hydro"),
    ("config.yml", "Hydro"),
    ("problem.conf", "UOJ"),
    ("task.yaml", "a tool other than CMS"),
    ("task.yml", "an older CMS"),
];

/// The maximum depth of the search for packages below a folder that is no package.
const MAX_DEPTH_OF_PACKAGES: usize = 3;
/// The maximum number of packages that an error lists.
const MAX_LISTED_PACKAGES: usize = 8;

/// Reads the package in a folder or an archive. With `pair` its testcases are the files that match this pattern.
///
/// # Errors
/// Fails if a file cannot be read or understood.
pub fn open(path: &Path, pair: Option<&Pattern>, max_bytes: u64) -> Result<Package, TaskError> {
    if path.is_dir() {
        return paired(read(path, None, pair.is_some(), max_bytes)?, pair);
    }
    let folder = archive::unpack(path)?;
    let root = archive::inner_root(folder.path());
    let package = read(&root, Some(path), pair.is_some(), max_bytes).and_then(|mut package| {
        if root == folder.path() {
            package.name = stem(path);
        }
        paired(package, pair)
    });
    // Messages name the archive, because its temporary folder no longer exists when they are read.
    let unpacked = folder.path().display().to_string();
    let archive = quoted(path.as_os_str().as_encoded_bytes(), 300);
    let named = |text: String| text.replace(&unpacked, &archive);
    let mut package = package.map_err(|error| error.in_archive(unpacked.clone(), archive.clone()))?;
    for remark in package.remarks.iter_mut().chain(&mut package.remarks_on_submissions) {
        for text in remark.texts() {
            *text = named(std::mem::take(text));
        }
    }
    if let Some(checker) = &mut package.checker {
        // Files around the temporary folder do not belong to the archive.
        checker.value.include.retain(|place| place.starts_with(folder.path()));
    }
    let paths = package.layout.troubles.iter_mut().flat_map(Trouble::paths);
    for shown in paths.chain(package.layout.halves.iter_mut().map(|half| &mut half.path)) {
        if let Ok(inside) = shown.strip_prefix(folder.path()) {
            // Join nothing to the archive's own path: even a trailing slash would present it as a folder.
            *shown = path.components().chain(inside.components()).collect();
        }
    }
    package.unpacked.push(folder.into());
    Ok(package)
}

/// Replaces the testcases of a package by the files that match a pattern, and drops the statements about single
/// testcases.
fn paired(mut package: Package, pair: Option<&Pattern>) -> Result<Package, TaskError> {
    if let Some(pair) = pair {
        package.layout = layout::by_pattern(&package.root, pair);
        package.has_named_cases = true;
        package.points = PackagePoints::Unstated;
        package.of_cases.clear();
        package.samples.clear();
    }
    Ok(package)
}

/// Returns the task folders in a folder of several tasks without a manifest of its own, else nothing.
pub fn tasks_in(root: &Path) -> Vec<PathBuf> {
    if has_manifest(root) {
        return Vec::new();
    }
    themis::tasks(root)
}

/// Returns whether a folder has the manifest of a package.
pub fn has_manifest(root: &Path) -> bool {
    let read = FORMATS.iter().filter(|format| format.reader.is_some());
    let mut manifests = read.filter_map(|format| format.manifests.first());
    manifests.any(|name| root.join(name).exists())
}

/// Reads the package in a folder, which may be an unpacked archive. It may have no testcases if the user names them.
fn read(root: &Path, archive: Option<&Path>, has_named_cases: bool, max_bytes: u64) -> Result<Package, TaskError> {
    refuse_links(root)?;
    let mut readers: Vec<&Reader> = FORMATS.iter().filter_map(|format| format.reader.as_ref()).collect();
    readers.sort_by_key(|reader| reader.turn);
    for reader in readers {
        if let Some(mut package) = (reader.read)(root, max_bytes)? {
            package.submissions_lie = reader.submissions;
            check_file_names(&package)?;
            if let Some(file) = package.link_out(package.files()) {
                return Err(led_out(file));
            }
            if package.layout.is_empty() && package.kind == Kind::Batch && !reader.makes {
                // The package has a manifest, but its testcases are elsewhere in the folder. Nothing is lost if all of
                // them are complete. If a program makes the testcases, the stored ones are examples.
                let loose = layout::find(&[root.to_owned()]);
                if loose.halves.is_empty() && loose.troubles.is_empty() {
                    package.layout = loose;
                }
            }
            if matches!(package.kind, Kind::Unsupported(_)) {
                // The task is refused for its type, so missing testcases do not matter.
                package.layout.halves.clear();
                package.layout.troubles.clear();
            } else if package.layout.is_empty() || reader.makes && is_without_cases(&package.layout) {
                package.layout.halves.clear();
                let path = root.to_owned();
                let others = |trouble: &Trouble| !matches!(trouble, Trouble::Empty { .. });
                package.layout.troubles.retain(others);
                package.layout.troubles.push(Trouble::EmptyPackage {
                    path,
                    format: package.format,
                    place: reader.cases,
                });
            }
            return Ok(package);
        }
    }
    if !has_named_cases {
        refuse_several(root, archive)?;
    }
    let mut package = Package::new(loose::NAME, root.to_owned(), name_of(root));
    package.layout = layout::find(&[root.to_owned()]);
    for (name, judge) in FOREIGN.into_iter().filter(|(name, _)| root.join(name).is_file()) {
        let judge = if name == sinol::keys::MANIFEST {
            judge_of_config(root)?
        } else {
            judge
        };
        let why = match judge {
            sinol::keys::NAME => "gamesolve finds neither its folder `in` nor its folder `prog`",
            _ => "gamesolve does not read its packages",
        };
        let is_whole = package.layout.halves.is_empty() && !package.layout.is_empty();
        if !is_whole && !has_named_cases {
            let name = quoted(root.join(name).as_os_str().as_encoded_bytes(), 300);
            return Err(TaskError::new(format!(
                "`{name}` belongs to {judge}. {why}, and does not find all testcases\n\
                 hint: state the names of the testcases with `--pair 'in/%.txt=out/%.txt'`"
            )));
        }
        let remark = format!("`{name}` of {judge} is ignored: {why}. Use options for the limits and the checker");
        package.remarks.push(remark.into());
    }
    Ok(package)
}

/// Returns the judge of a `config.yml` without folders of sinol, by its keys.
fn judge_of_config(root: &Path) -> Result<&'static str, TaskError> {
    let path = root.join(sinol::keys::MANIFEST);
    let Some(document) = Document::read(&path, u64::MAX)? else {
        return Ok(sinol::keys::NAME);
    };
    let children = document.root.children();
    let mut of_sinol = sinol::keys::CONFIG.keys.iter().map(|key| key.path.split('.').next());
    // In Luogu each key is a testcase with its limits and its points.
    let is_of_luogu = |value: &Node| {
        ["timeLimit", "memoryLimit", "subtaskId"]
            .iter()
            .any(|key| value.get(key).is_some())
    };
    Ok(
        if of_sinol.any(|key| children.iter().any(|(name, _)| key == Some(name))) {
            sinol::keys::NAME
        } else if children.iter().any(|(_, value)| is_of_luogu(value)) {
            "Luogu"
        } else {
            "Hydro"
        },
    )
}

/// Refuses a manifest that is a link out of the package: an error in it would show the content of another file.
fn refuse_links(root: &Path) -> Result<(), TaskError> {
    let is_data = root.canonicalize().is_ok_and(|real| real.ends_with("data"));
    let around = if is_data { root.join("..") } else { root.to_owned() };
    let read = FORMATS.iter().flat_map(|format| format.manifests).copied();
    let foreign = FOREIGN.iter().map(|(name, _)| *name);
    let mut files = read.chain(foreign).map(|name| around.join(name));
    match files.find(|file| leads_out_of(&around, file)) {
        Some(file) => Err(led_out(&file)),
        None => Ok(()),
    }
}

/// Refuses a folder that is no package but contains packages, since each has its own rules. Themis allows such folders.
fn refuse_several(root: &Path, archive: Option<&Path>) -> Result<(), TaskError> {
    if !themis::tasks(root).is_empty() {
        return Ok(());
    }
    let mut found = Vec::new();
    let mut open = vec![(root.to_owned(), 0)];
    while let Some((folder, depth)) = open.pop() {
        if depth > 0 && is_package(&folder) {
            found.push(folder);
        } else if depth < MAX_DEPTH_OF_PACKAGES {
            let inside = entries(&folder).into_iter();
            open.extend(
                inside
                    .filter(|path| path.is_dir() && !path.is_symlink())
                    .map(|path| (path, depth + 1)),
            );
        }
    }
    found.sort();
    let Some(first) = found.first() else {
        return Ok(());
    };
    let names: Vec<String> = found.iter().take(MAX_LISTED_PACKAGES).map(|path| shown(path)).collect();
    let more = found.len() - names.len();
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    let what = match found.len() {
        1 => "a package".to_owned(),
        count => format!("{count} packages"),
    };
    let hint = match archive {
        Some(_) => "unpack it and name one of these packages".to_owned(),
        None => {
            let first = quoted(first.as_os_str().as_encoded_bytes(), 300);
            format!("name one of them: `gamesolve judge {first} sol.cpp`")
        }
    };
    Err(TaskError::new(format!(
        "{} is not a package, but contains {what}: {}{more}\nhint: {hint}",
        shown(archive.unwrap_or(root)),
        names.join(", ")
    )))
}

/// Returns whether a folder has a manifest and the folders that belong to it.
fn is_package(folder: &Path) -> bool {
    let mut signs = FORMATS.iter().flat_map(|format| format.signs);
    signs.any(|sign| sign.is_in(folder))
}

/// Returns whether no testcase is complete and there are many halves, so that one sentence says more than many errors.
fn is_without_cases(layout: &Layout) -> bool {
    const FEW: usize = 3;
    layout.cases.is_empty() && layout.halves.len() > FEW
}

/// Checks that the names of input and output files have no folders: they are files in the working folder of a program.
/// They differ in more than letter case, so that no input is read as an output.
fn check_file_names(package: &Package) -> Result<(), TaskError> {
    let FileNames::Files(stated) = &package.files else {
        return Ok(());
    };
    let (input, output) = &stated.value;
    let is_same = |one: &Option<String>, other: &Option<String>| {
        one.as_deref().map(str::to_lowercase) == other.as_deref().map(str::to_lowercase)
    };
    let is_plain = |name: &&String| !name.contains(['/', '\\', '\0']) && !matches!(name.as_str(), "" | "." | "..");
    match input.iter().chain(output).find(|name| !is_plain(name)) {
        None if input.is_some() && is_same(input, output) => Err(TaskError::new(format!(
            "{}: the input file and the output file need different names",
            stated.by
        ))),
        None => Ok(()),
        Some(name) => Err(TaskError::new(format!(
            "{}: `{}` is not a valid name for an input or output file",
            stated.by,
            quoted(name.as_bytes(), 100)
        ))),
    }
}

/// Returns the escaped name of a file without its endings.
fn stem(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    let stem = name.split(|&b| b == b'.').next().unwrap_or_default();
    quoted(stem, 100)
}

#[cfg(test)]
pub(super) mod tests;
