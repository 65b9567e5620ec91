//! The files of an exported package, and how they come to a folder or an archive: all of them, or none.
//!
//! An archive has the same bytes whenever and wherever it is made: its entries are sorted, and all have one date.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

use tempfile::Builder;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::package::trouble::shown;

/// The rights of a file, and of one that is run.
const MODE: u32 = 0o644;
const MODE_OF_PROGRAMS: u32 = 0o755;
/// Files from this size on are written in the form of zip for large ones.
const LARGE: u64 = u32::MAX as u64;

/// Where the bytes of a file come from.
#[derive(Clone, Debug)]
enum Content {
    Bytes(Vec<u8>),
    Copy(PathBuf),
}

#[derive(Clone, Debug)]
struct Entry {
    content: Content,
    is_program: bool,
}

/// The files of a package by their places, steps joined by `/`.
#[derive(Debug, Default)]
pub struct Tree {
    entries: BTreeMap<String, Entry>,
}

impl Tree {
    /// Adds a file with this content.
    pub(super) fn add(&mut self, place: impl Into<String>, content: impl Into<Vec<u8>>) {
        let content = Content::Bytes(content.into());
        self.put(place.into(), content, false);
    }

    /// Adds a copy of a file, which stays a program where it is one.
    pub(super) fn copy(&mut self, place: impl Into<String>, from: &Path) {
        self.put(place.into(), Content::Copy(from.to_owned()), is_program(from));
    }

    /// Adds copies of all files below a folder.
    pub(super) fn copy_folder(&mut self, place: &str, from: &Path) {
        for name in crate::package::archive::names(from) {
            self.copy(format!("{place}/{name}"), &from.join(&name));
        }
    }

    /// Whether there is a file at this place.
    pub(super) fn has(&self, place: &str) -> bool {
        self.entries.contains_key(place)
    }

    fn put(&mut self, place: String, content: Content, is_program: bool) {
        self.entries.insert(place, Entry { content, is_program });
    }

    /// The places of all files, in order.
    pub fn places(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// Makes a new folder of these files. Where that fails there is no folder.
    ///
    /// # Errors
    /// What cannot be read or written, as the end of a sentence.
    pub fn to_folder(&self, folder: &Path) -> Result<(), String> {
        let above = above(folder);
        let scratch = Builder::new().prefix(".gamesolve-").tempdir_in(above);
        let scratch = scratch.map_err(|error| format!("cannot write into {}: {error}", shown(above)))?;
        let made = scratch.path().join("package");
        let cannot = |error: io::Error| format!("cannot write {}: {error}", shown(folder));
        fs::create_dir(&made).map_err(cannot)?;
        for (place, entry) in &self.entries {
            let path = made.join(place);
            path.parent().map_or(Ok(()), fs::create_dir_all).map_err(cannot)?;
            let mut file = File::create_new(&path).map_err(cannot)?;
            entry.write_to(&mut file, folder)?;
            set_program(&file, entry.is_program).map_err(cannot)?;
        }
        // An empty folder may be there already.
        if folder.is_dir() {
            fs::remove_dir(folder).map_err(cannot)?;
        }
        fs::rename(&made, folder).map_err(cannot)
    }

    /// Returns an archive of these files, all of them below the folder `top` where there is one.
    ///
    /// # Errors
    /// What cannot be read, as the end of a sentence.
    pub fn to_zip(&self, top: Option<&str>) -> Result<Vec<u8>, String> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        let place = Path::new("the archive");
        let cannot = |error: zip::result::ZipError| format!("cannot write the archive: {error}");
        for (name, entry) in &self.entries {
            let name = top.map_or_else(|| name.clone(), |top| format!("{top}/{name}"));
            let mode = if entry.is_program { MODE_OF_PROGRAMS } else { MODE };
            let options = SimpleFileOptions::default()
                .compression_method(CompressionMethod::Deflated)
                .last_modified_time(DateTime::default())
                .large_file(entry.size() >= LARGE)
                .unix_permissions(mode);
            writer.start_file(name, options).map_err(cannot)?;
            entry.write_to(&mut writer, place)?;
        }
        Ok(writer.finish().map_err(cannot)?.into_inner())
    }
}

impl Entry {
    fn size(&self) -> u64 {
        match &self.content {
            Content::Bytes(bytes) => bytes.len() as u64,
            Content::Copy(path) => path.metadata().map_or(0, |found| found.len()),
        }
    }

    fn write_to(&self, to: &mut impl io::Write, place: &Path) -> Result<(), String> {
        let cannot = |error: io::Error| format!("cannot write {}: {error}", shown(place));
        match &self.content {
            Content::Bytes(bytes) => to.write_all(bytes).map_err(cannot),
            Content::Copy(path) => {
                let unread = |error: io::Error| format!("cannot read {}: {error}", shown(path));
                let mut from = File::open(path).map_err(unread)?;
                let mut buffer = vec![0; 1 << 16];
                loop {
                    let count = from.read(&mut buffer).map_err(unread)?;
                    if count == 0 {
                        return Ok(());
                    }
                    to.write_all(&buffer[..count]).map_err(cannot)?;
                }
            }
        }
    }
}

/// The folder that a path is in.
pub(super) fn above(path: &Path) -> &Path {
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

/// Lets a file be run by all who may read it.
#[cfg(unix)]
fn set_program(file: &File, is_program: bool) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    if !is_program {
        return Ok(());
    }
    let mode = file.metadata()?.permissions().mode();
    file.set_permissions(fs::Permissions::from_mode(mode | ((mode & 0o444) >> 2)))
}

#[cfg(not(unix))]
fn set_program(_file: &File, _is_program: bool) -> io::Result<()> {
    Ok(())
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
            .map(|at| archive.by_index(at).unwrap().name().to_owned())
            .collect();
        assert_eq!(names, ["top/a.txt", "top/b/2.txt"]);
    }

    #[test]
    fn a_folder_is_made_whole_or_not_at_all() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("out");
        let mut broken = tree();
        broken.copy("c.txt", Path::new("no such file"));
        let why = broken.to_folder(&folder).unwrap_err();
        assert!(why.starts_with("cannot read `no such file`"), "{why}");
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
        fs::create_dir(&folder).unwrap();
        tree().to_folder(&folder).unwrap();
        assert_eq!(fs::read_to_string(folder.join("b/2.txt")).unwrap(), "two");
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
    }
}
