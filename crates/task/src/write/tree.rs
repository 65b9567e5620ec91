//! The files of an exported package, and how they get into a folder or an archive: all of them, or none.
//!
//! Names come from manifests and from files of packages, so none is trusted. Every path must lie inside the package, no
//! two files may have the same path, and every copied file must be a regular file.
//!
//! An archive has the same bytes at any time and place: its entries are sorted, and all have one date.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Cursor, Read, Write as _};
use std::path::{Path, PathBuf};

use tempfile::Builder;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::archive::set_program;
use crate::error::TaskError;
use crate::read::led_out;
use crate::trouble::shown;
use crate::walk::leads_out_of;

/// The permissions of a file, and of a program.
const MODE: u32 = 0o644;
const MODE_OF_PROGRAMS: u32 = 0o755;
/// Files of at least this size need zip64.
const LARGE: u64 = u32::MAX as u64;

/// The source of the bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Content {
    Bytes(Vec<u8>),
    Copy(PathBuf),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    content: Content,
    is_program: bool,
}

/// The files of a package by their paths, steps joined by `/`.
#[derive(Debug, Default)]
pub struct Tree {
    entries: BTreeMap<String, Entry>,
    /// The source folder of copies. No link may lead out of it.
    around: PathBuf,
    /// The first fault, as the end of a sentence.
    fault: Option<String>,
}

impl Tree {
    /// Returns an empty tree. Files to copy lie in this folder, and no link may lead out of it.
    pub(crate) fn of(around: &Path) -> Tree {
        Tree {
            around: around.to_owned(),
            ..Tree::default()
        }
    }

    /// Adds a file with this content.
    pub(crate) fn add(&mut self, place: impl Into<String>, content: impl Into<Vec<u8>>) {
        let content = Content::Bytes(content.into());
        self.put(place.into(), content, false);
    }

    /// Adds a copy of a file. A program stays a program.
    pub(crate) fn copy(&mut self, place: impl Into<String>, from: &Path) {
        self.put(place.into(), Content::Copy(from.to_owned()), is_program(from));
    }

    /// Adds copies of all files below a folder. A link to a folder is a fault: it may lead in circles, or anywhere.
    ///
    /// The empty place is the whole package, which leaves out hidden folders such as `.git`.
    pub(crate) fn copy_folder(&mut self, place: &str, from: &Path) {
        let top = if place.is_empty() {
            String::new()
        } else {
            format!("{place}/")
        };
        let mut open = vec![(top, from.to_owned())];
        while let Some((place, folder)) = open.pop() {
            let listed = fs::read_dir(&folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
            let listed = listed.unwrap_or_else(|error| {
                self.refuse(format!(
                    "cannot read {}: {}",
                    shown(&folder),
                    gamesolve_text::reason(&error)
                ));
                Vec::new()
            });
            for entry in listed {
                let path = entry.path();
                let Some(name) = entry.file_name().to_str().map(|name| format!("{place}{name}")) else {
                    self.refuse(format!("the name of {} is not UTF-8", shown(&path)));
                    continue;
                };
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() && place.is_empty() && name.starts_with('.') => {}
                    Ok(kind) if kind.is_dir() => open.push((name + "/", path)),
                    Ok(kind) if kind.is_symlink() && path.is_dir() => {
                        self.refuse(format!("{} is a link to a folder", shown(&path)));
                    }
                    _ => self.copy(name, &path),
                }
            }
        }
    }

    /// Returns whether there is a file at this path.
    pub(crate) fn has(&self, place: &str) -> bool {
        self.entries.contains_key(place)
    }

    /// Adds the files of another tree below a folder. That tree must have passed its own check.
    pub(crate) fn add_below(&mut self, folder: &str, other: Tree) {
        for (place, entry) in other.entries {
            self.put(format!("{folder}/{place}"), entry.content, entry.is_program);
        }
    }

    fn put(&mut self, place: String, content: Content, is_program: bool) {
        let is_step = |step: &str| !matches!(step, "" | "." | "..") && !step.contains(['\\', '\0']);
        if !place.split('/').all(is_step) {
            self.refuse(format!("a file would have the name {}", shown(Path::new(&place))));
        }
        let entry = Entry { content, is_program };
        if self.entries.get(&place).is_some_and(|other| *other != entry) {
            self.refuse(format!("two files would have the name {}", shown(Path::new(&place))));
        }
        self.entries.insert(place, entry);
    }

    fn refuse(&mut self, why: String) {
        self.fault.get_or_insert(why);
    }

    /// Checks that all files can be written, and that all files to copy can be read.
    ///
    /// # Errors
    /// Names the first file that cannot be written, as the end of a sentence.
    pub(crate) fn check(&self) -> Result<(), TaskError> {
        if let Some(fault) = &self.fault {
            return Err(TaskError::new(fault.clone()));
        }
        for (place, entry) in &self.entries {
            let above = place.match_indices('/').map(|(end, _)| &place[..end]);
            if let Some(file) = above.into_iter().find(|above| self.has(above)) {
                let file = shown(Path::new(file));
                return Err(TaskError::new(format!("{file} would be both a file and a folder")));
            }
            if let Content::Copy(path) = &entry.content {
                if path.starts_with(&self.around) && leads_out_of(&self.around, path) {
                    return Err(led_out(path));
                }
                // Reading something other than a regular file may never end.
                let found = path.metadata();
                let found = found.map_err(|error| cannot("read", path, &error))?;
                if !found.is_file() {
                    return Err(TaskError::new(format!("{} is not a regular file", shown(path))));
                }
            }
        }
        Ok(())
    }

    /// Iterates over the sorted paths of all files.
    pub fn places(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// Returns the file whose copy is at this path.
    pub(crate) fn source_of(&self, place: &str) -> Option<&Path> {
        match &self.entries.get(place)?.content {
            Content::Copy(from) => Some(from),
            Content::Bytes(_) => None,
        }
    }

    /// Writes these files below a folder, but only a short text for each copy of one of the files in `short`.
    ///
    /// # Errors
    /// Names the file that cannot be read or written.
    pub(crate) fn sketch(&self, folder: &Path, short: &BTreeSet<&Path>) -> Result<(), TaskError> {
        let unwritten = |error: io::Error| cannot("write", folder, &error);
        for (place, entry) in &self.entries {
            let path = folder.join(place);
            fs::create_dir_all(above(&path)).map_err(unwritten)?;
            let mut file = File::create_new(&path).map_err(unwritten)?;
            match &entry.content {
                Content::Copy(from) if short.contains(&**from) => file.write_all(b"1\n").map_err(unwritten)?,
                _ => entry.write_to(&mut file, folder)?,
            }
            set_program(&file, entry.is_program).map_err(unwritten)?;
        }
        Ok(())
    }

    /// Writes these files into a new folder, and returns whether it exists.
    ///
    /// If an error occurs, or if `is_stopped` returns true before the end, the folder is removed.
    ///
    /// # Errors
    /// Names the file that cannot be read or written, as the end of a sentence.
    pub fn to_folder(&self, folder: &Path, is_stopped: &dyn Fn() -> bool) -> Result<bool, TaskError> {
        let above = above(folder);
        let scratch = Builder::new().prefix(".gamesolve-").tempdir_in(above);
        let scratch = scratch.map_err(|error| cannot("write into", above, &error))?;
        let made = scratch.path().join("package");
        let unwritten = |error: io::Error| cannot("write", folder, &error);
        fs::create_dir(&made).map_err(unwritten)?;
        for (place, entry) in &self.entries {
            if is_stopped() {
                return Ok(false);
            }
            let path = made.join(place);
            path.parent().map_or(Ok(()), fs::create_dir_all).map_err(unwritten)?;
            let mut file = File::create_new(&path).map_err(unwritten)?;
            entry.write_to(&mut file, folder)?;
            set_program(&file, entry.is_program).map_err(unwritten)?;
        }
        // An empty folder may exist already.
        if folder.is_dir() {
            fs::remove_dir(folder).map_err(unwritten)?;
        }
        fs::rename(&made, folder).map_err(unwritten)?;
        Ok(true)
    }

    /// Returns an archive of these files, inside the folder `top` if it is given.
    ///
    /// # Errors
    /// Names the file that cannot be read, as the end of a sentence.
    pub fn to_zip(&self, top: Option<&str>) -> Result<Vec<u8>, TaskError> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        let place = Path::new("the archive");
        let unwritten = |error: zip::result::ZipError| TaskError::new(format!("cannot write the archive: {error}"));
        for (name, entry) in &self.entries {
            let name = top.map_or_else(|| name.clone(), |top| format!("{top}/{name}"));
            let mode = if entry.is_program { MODE_OF_PROGRAMS } else { MODE };
            let options = SimpleFileOptions::default()
                .compression_method(CompressionMethod::Deflated)
                .last_modified_time(DateTime::default())
                .large_file(entry.size() >= LARGE)
                .unix_permissions(mode);
            writer.start_file(name, options).map_err(unwritten)?;
            entry.write_to(&mut writer, place)?;
        }
        Ok(writer.finish().map_err(unwritten)?.into_inner())
    }
}

impl Entry {
    fn size(&self) -> u64 {
        match &self.content {
            Content::Bytes(bytes) => bytes.len() as u64,
            Content::Copy(path) => path.metadata().map_or(0, |found| found.len()),
        }
    }

    fn write_to(&self, to: &mut impl io::Write, place: &Path) -> Result<(), TaskError> {
        let unwritten = |error: io::Error| cannot("write", place, &error);
        match &self.content {
            Content::Bytes(bytes) => to.write_all(bytes).map_err(unwritten),
            Content::Copy(path) => {
                let unread = |error: io::Error| cannot("read", path, &error);
                let mut from = File::open(path).map_err(unread)?;
                let mut buffer = vec![0; 1 << 16];
                loop {
                    let count = from.read(&mut buffer).map_err(unread)?;
                    if count == 0 {
                        return Ok(());
                    }
                    to.write_all(&buffer[..count]).map_err(unwritten)?;
                }
            }
        }
    }
}

/// Returns the error for a file or folder that the system refuses to read or write.
fn cannot(what: &str, path: &Path, error: &io::Error) -> TaskError {
    TaskError::of_system(&format!("{what} {}", shown(path)), error)
}

/// Returns the parent folder of a path.
pub(crate) fn above(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata()
        .is_ok_and(|found| found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(_path: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> Tree {
        let mut tree = Tree::default();
        tree.add("b/2.txt", "two");
        tree.add("a.txt", "one");
        tree
    }

    #[test]
    fn a_zip_has_the_same_bytes_each_time_and_its_names_in_order() {
        let first = tree().to_zip(Some("top")).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(5));
        assert_eq!(tree().to_zip(Some("top")).unwrap(), first);
        let mut archive = zip::ZipArchive::new(Cursor::new(first)).unwrap();
        let names: Vec<String> = (0..archive.len())
            .map(|at| archive.by_index(at).unwrap().name().unwrap().into_owned())
            .collect();
        assert_eq!(names, ["top/a.txt", "top/b/2.txt"]);
    }

    #[test]
    fn a_folder_is_made_whole_or_not_at_all() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("out");
        let mut broken = tree();
        broken.copy("c.txt", Path::new("no such file"));
        let why = broken.to_folder(&folder, &|| false).unwrap_err();
        assert!(why.to_string().starts_with("cannot read `no such file`"), "{why}");
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
        assert_eq!(tree().to_folder(&folder, &|| true), Ok(false));
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
        fs::create_dir(&folder).unwrap();
        assert_eq!(tree().to_folder(&folder, &|| false), Ok(true));
        assert_eq!(fs::read_to_string(folder.join("b/2.txt")).unwrap(), "two");
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
    }

    fn fault(make: impl Fn(&mut Tree)) -> String {
        let mut tree = tree();
        make(&mut tree);
        tree.check().unwrap_err().to_string()
    }

    #[test]
    fn names_that_lead_out_or_are_given_twice_are_refused() {
        assert_eq!(tree().check(), Ok(()));
        for name in ["/etc/x", "../x", "a/../x", "", "x/", "./x", "a\\..\\x"] {
            let why = fault(|tree| tree.add(name, ""));
            assert!(why.starts_with("a file would have the name"), "{name}: {why}");
        }
        assert_eq!(
            fault(|tree| tree.add("a.txt", "other")),
            "two files would have the name `a.txt`"
        );
        assert_eq!(
            fault(|tree| tree.add("a.txt/b", "")),
            "`a.txt` would be both a file and a folder"
        );
        let mut same = tree();
        same.add("a.txt", "one");
        assert_eq!(same.check(), Ok(()));
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_regular_file_is_refused() {
        let why = fault(|tree| tree.copy("zero", Path::new("/dev/zero")));
        assert_eq!(why, "`/dev/zero` is not a regular file");
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("in")).unwrap();
        std::os::unix::fs::symlink(folder.path(), folder.path().join("in/circle")).unwrap();
        let why = fault(|tree| tree.copy_folder("x", folder.path()));
        assert!(why.ends_with("circle` is a link to a folder"), "{why}");
    }
}
