//! Walks through folders: visits every file below them once, and never in circles.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::trouble::Trouble;

/// Folders beside the testcases of a problem that hold no testcases: malformed inputs, and outputs with known verdicts.
const PASSED_OVER: [&str; 2] = ["invalid", "checker"];

/// A walk through all folders that the user named.
#[derive(Default)]
pub(super) struct Walk {
    /// Each visited folder by its real path, with the path of its first visit.
    seen: HashMap<PathBuf, PathBuf>,
    /// The errors of the walk.
    pub(super) troubles: Vec<Trouble>,
    /// The number of paths that the system resolved. Each costs a look at every folder above.
    #[cfg(test)]
    resolved: usize,
}

/// A folder to visit.
struct Found {
    /// The folders and the name, below the root.
    place: Vec<OsString>,
    /// The real path of its parent, or `None` for the root.
    parent: Option<Rc<Path>>,
    is_link: bool,
}

impl Walk {
    /// Returns every file below `root` by its folders and its name.
    ///
    /// Hidden entries are skipped, and so are the folders [`PASSED_OVER`]. In `secret` and `sample` these folders
    /// count, because groups of Kattis may have their names.
    ///
    /// Symbolic links are followed. A link is a trouble if it leads
    /// - nowhere,
    /// - to a folder that was visited or is above,
    /// - out of `around`, the named folder.
    pub(super) fn files(&mut self, root: &Path, around: &Path) -> Vec<Vec<OsString>> {
        let mut files = Vec::new();
        let around = fs::canonicalize(around).ok();
        let real = fs::canonicalize(root).ok();
        let called = real.and_then(|real| Some(real.file_name()?.to_owned()));
        let mut folders = vec![Found {
            place: Vec::new(),
            parent: None,
            is_link: true,
        }];
        while let Some(folder) = folders.pop() {
            let path = below(root, &folder.place);
            let Some(real) = self.enter(&path, &folder) else {
                continue;
            };
            if around.as_ref().is_some_and(|around| !real.starts_with(around)) {
                self.troubles.push(Trouble::LeadsOut { path });
                continue;
            }
            let real: Rc<Path> = real.into();
            let mut names = called.iter().chain(&folder.place);
            let is_of_cases = names.any(|name| name == "secret" || name == "sample");
            for (entry, kind) in self.entries(&path, is_of_cases) {
                let mut place = folder.place.clone();
                place.push(entry.file_name());
                match kind {
                    Kind::Folder { is_link } => folders.push(Found {
                        place,
                        parent: Some(Rc::clone(&real)),
                        is_link,
                    }),
                    Kind::File { is_link } => {
                        let path = entry.path();
                        let leads_out = |around: &PathBuf| is_link && leads_out_of(around, &path);
                        // It still counts as a file, so that its partner is not reported as half a testcase.
                        if around.as_ref().is_some_and(leads_out) {
                            self.troubles.push(Trouble::LeadsOut { path });
                        }
                        files.push(place);
                    }
                    Kind::Broken(error) => self.troubles.push(Trouble::io(&entry.path(), &error)),
                }
            }
        }
        files
    }

    /// Returns the files in one folder and in its subfolders that `enter` accepts. Broken links count as files, because
    /// most of these entries matter to nobody.
    pub(super) fn files_near(&mut self, root: &Path, enter: impl Fn(&OsStr) -> bool) -> Vec<Vec<OsString>> {
        let mut files = Vec::new();
        for (entry, kind) in self.entries(root, false) {
            let name = entry.file_name();
            match kind {
                Kind::Folder { .. } if enter(&name) => {
                    let inner = self.entries(&entry.path(), false).into_iter();
                    let inner = inner.filter(|(_, kind)| !matches!(kind, Kind::Folder { .. }));
                    files.extend(inner.map(|(e, _)| vec![name.clone(), e.file_name()]));
                }
                Kind::Folder { .. } => {}
                Kind::File { .. } | Kind::Broken(_) => files.push(vec![name]),
            }
        }
        files
    }

    /// Returns the real path of a folder on its first visit. A later visit is a trouble.
    fn enter(&mut self, path: &Path, found: &Found) -> Option<PathBuf> {
        let real = match (&found.parent, found.place.last()) {
            // Resolving every path would take time cubic in the depth.
            (Some(parent), Some(name)) if !found.is_link => parent.join(name),
            _ => match self.resolve(path) {
                Ok(real) => real,
                Err(error) => {
                    self.troubles.push(Trouble::io(path, &error));
                    return None;
                }
            },
        };
        let is_above = found.parent.as_ref().is_some_and(|parent| parent.starts_with(&real));
        let first = self.seen.get(&real);
        if is_above || first.is_some() {
            let first = first.unwrap_or(&real).clone();
            self.troubles.push(Trouble::SeenTwice {
                loops: is_above || (path.starts_with(&first) && path != first),
                path: path.to_owned(),
                first,
            });
            return None;
        }
        self.seen.insert(real.clone(), path.to_owned());
        Some(real)
    }

    fn resolve(&mut self, path: &Path) -> io::Result<PathBuf> {
        #[cfg(test)]
        {
            self.resolved += 1;
        }
        fs::canonicalize(path)
    }

    /// Returns the entries of a folder that may matter, sorted by name, the last first for a stack.
    ///
    /// If every folder belongs to testcases (`of_cases`), none is skipped.
    fn entries(&mut self, path: &Path, of_cases: bool) -> Vec<(DirEntry, Kind)> {
        let listed: io::Result<Vec<(DirEntry, Kind)>> = fs::read_dir(path).and_then(|listed| {
            let with_kind = |entry: io::Result<DirEntry>| {
                let entry = entry?;
                let kind = Kind::of(&entry)?;
                Ok((entry, kind))
            };
            listed.map(with_kind).collect()
        });
        let mut entries = listed.unwrap_or_else(|error| {
            self.troubles.push(Trouble::io(path, &error));
            Vec::new()
        });
        entries.sort_by_key(|(entry, _)| std::cmp::Reverse(entry.file_name()));
        entries.retain(|(entry, kind)| {
            let name = entry.file_name();
            let passed_over = || !of_cases && PASSED_OVER.iter().any(|p| name.eq_ignore_ascii_case(p));
            let is_hidden = name.as_encoded_bytes().starts_with(b".");
            !(is_hidden || matches!(kind, Kind::Folder { .. }) && passed_over())
        });
        entries
    }
}

/// The kind of an entry after following links.
enum Kind {
    Folder {
        /// Whether it was reached by a link.
        is_link: bool,
    },
    /// Any other entry. Whether it is a regular file shows when it is read.
    File {
        /// Whether it was reached by a link.
        is_link: bool,
    },
    /// A link that leads nowhere, or in circles.
    Broken(io::Error),
}

impl Kind {
    fn of(entry: &DirEntry) -> io::Result<Kind> {
        let mut kind = entry.file_type()?;
        let is_link = kind.is_symlink();
        if is_link {
            match fs::metadata(entry.path()) {
                Ok(target) => kind = target.file_type(),
                Err(error) => return Ok(Kind::Broken(error)),
            }
        }
        Ok(if kind.is_dir() {
            Kind::Folder { is_link }
        } else {
            Kind::File { is_link }
        })
    }
}

/// Returns whether a link leads from this path to a place outside the folder. A missing path leads nowhere.
pub fn leads_out_of(folder: &Path, path: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    let both = real(path).zip(real(folder));
    both.is_some_and(|(path, folder)| !path.starts_with(folder))
}

/// Returns a path below `root`.
pub(super) fn below(root: &Path, place: &[OsString]) -> PathBuf {
    let mut path = root.to_owned();
    path.extend(place);
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_root_and_links_are_resolved() {
        let root = tempfile::tempdir().unwrap();
        let mut place = PathBuf::new();
        place.extend(std::iter::repeat_n("d", 300));
        fs::create_dir_all(root.path().join(&place)).unwrap();
        place.push("1.in");
        fs::write(root.path().join(&place), "").unwrap();
        let mut walk = Walk::default();
        let found = walk.files(root.path(), root.path());
        let parts: Vec<OsString> = place.iter().map(OsStr::to_owned).collect();
        assert_eq!(found, [parts]);
        assert!(walk.troubles.is_empty());
        assert_eq!(walk.resolved, 1);
    }
}
