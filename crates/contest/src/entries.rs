//! Files and folders of contestants, on the disk or in archives.
//!
//! An archive is a folder that is read and never unpacked, so a fat one takes no room on the disk. Small sources stay in
//! memory, and larger ones are read again when they are needed.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata};
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use gamesolve_judge::language::{Language, MAX_SOURCE};
use gamesolve_task::archive;
use gamesolve_text::{quoted, reason};

/// The longest name that is shown, in characters. No usual file system has longer names.
const MAX_NAME: usize = 255;
/// The most bytes of all sources of archives that stay in memory.
const MAX_IN_MEMORY: u64 = 64 << 20;
/// The largest archive inside another one that is opened, in bytes.
const MAX_INNER_ARCHIVE: u64 = 64 << 20;

/// Returns a name for people, escaped and cut.
pub(crate) fn shown(name: &OsStr) -> String {
    quoted(name.as_encoded_bytes(), MAX_NAME)
}

/// The content of a file.
#[derive(Clone, Debug)]
pub enum Content {
    /// A file on the disk.
    File(PathBuf),
    /// A file in memory.
    Memory(Arc<[u8]>),
    /// A file in an archive: the archive, its name, and the path inside.
    Packed(Box<Content>, OsString, PathBuf),
}

impl Content {
    /// Reads the content.
    ///
    /// # Errors
    /// Fails if a file or an archive cannot be read.
    pub fn read(&self) -> io::Result<Arc<[u8]>> {
        match self {
            Content::File(path) => fs::read(path).map(Arc::from),
            Content::Memory(bytes) => Ok(Arc::clone(bytes)),
            Content::Packed(archive, name, path) => {
                let mut found = None;
                archive.visit(name, &|entry| entry.path == path, &mut |_, content| {
                    found = content.or_else(|| found.take());
                })?;
                found.map(Arc::from).ok_or_else(|| io::ErrorKind::NotFound.into())
            }
        }
    }

    /// Shows the entries of an archive with this name to `take`, and the contents that `wants` asks for.
    fn visit(
        &self,
        name: &OsStr,
        wants: &dyn Fn(&archive::Entry<'_>) -> bool,
        take: &mut dyn FnMut(archive::Entry<'_>, Option<Vec<u8>>),
    ) -> io::Result<()> {
        let name = Path::new(name);
        let visited = match self {
            Content::File(path) => archive::read(name, || File::open(path), wants, take),
            _ => archive::read(name, || self.read().map(Cursor::new), wants, take),
        };
        visited.map_err(io::Error::other)
    }
}

/// A file or a folder.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) name: OsString,
    pub(crate) kind: Kind,
    /// The time of the last change, in seconds and nanoseconds since 1970.
    pub(crate) modified: (u64, u32),
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// A folder on the disk.
    Folder(PathBuf),
    /// A folder in an archive.
    Packed(BTreeMap<OsString, Node>),
    /// A file and its size in bytes.
    File(Content, u64),
    /// Neither, for this reason.
    Unusable(String),
}

impl Node {
    /// Returns a folder or a file on the disk.
    pub(crate) fn at(path: &Path, is_folder: bool) -> Node {
        let kind = if is_folder {
            Kind::Folder(path.to_owned())
        } else {
            Kind::File(Content::File(path.to_owned()), 0)
        };
        Node {
            name: path.file_name().unwrap_or_default().to_owned(),
            kind,
            modified: (0, 0),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        Path::new(&self.name)
    }

    pub(crate) fn is_folder(&self) -> bool {
        matches!(self.kind, Kind::Folder(_) | Kind::Packed(_))
    }

    /// Returns whether it is a folder or an archive.
    pub(crate) fn is_container(&self) -> bool {
        self.is_folder() || matches!(self.kind, Kind::File(..)) && archive::is_archive(self.path())
    }

    /// Returns whether file managers hide it.
    pub(crate) fn is_hidden(&self) -> bool {
        self.name.as_encoded_bytes().starts_with(b".")
    }

    /// Returns the name of a folder, or of an archive or a file without its ending, such as `.tar.gz`.
    pub(crate) fn stem(&self) -> &OsStr {
        let stem = |name| Path::new(name).file_stem().unwrap_or(name);
        if self.is_folder() {
            return &self.name;
        }
        let outer = stem(&self.name);
        let is_tar = Path::new(outer)
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("tar"));
        if is_tar { stem(outer) } else { outer }
    }

    /// Returns the entries of a folder or an archive. `kept` are the bytes in memory so far.
    pub(crate) fn entries(self, kept: &mut u64) -> io::Result<Vec<Node>> {
        match self.kind {
            Kind::Folder(folder) => of_folder(&folder),
            Kind::Packed(entries) => Ok(entries.into_values().collect()),
            Kind::File(Content::Packed(..), size) if size > MAX_INNER_ARCHIVE => {
                let why = format!("it is larger than {} MiB", MAX_INNER_ARCHIVE >> 20);
                Err(io::Error::other(why))
            }
            Kind::File(content, _) => of_archive(&content, &self.name, kept),
            Kind::Unusable(why) => Err(io::Error::other(why)),
        }
    }
}

/// Returns the entries of a folder on the disk. Links are not followed.
pub(crate) fn of_folder(folder: &Path) -> io::Result<Vec<Node>> {
    let node = |entry: io::Result<fs::DirEntry>| {
        let entry = entry?;
        let path = entry.path();
        let kind = match (entry.file_type(), entry.metadata()) {
            (Ok(kind), _) if kind.is_dir() => Kind::Folder(path),
            (Ok(kind), _) if kind.is_symlink() => {
                Kind::Unusable("It is a link, and gamesolve follows no links of contestants.".to_owned())
            }
            (Ok(kind), _) if !kind.is_file() => Kind::Unusable("It is no plain file.".to_owned()),
            (Ok(_), Ok(data)) => Kind::File(Content::File(path), data.len()),
            (Err(error), _) | (_, Err(error)) => {
                Kind::Unusable(format!("gamesolve cannot read it: {}.", reason(&error)))
            }
        };
        Ok(Node {
            name: entry.file_name(),
            kind,
            modified: entry.metadata().map_or((0, 0), |data| modified(&data)),
        })
    };
    fs::read_dir(folder)?.map(node).collect()
}

fn modified(data: &Metadata) -> (u64, u32) {
    let time = data
        .modified()
        .ok()
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    time.map_or((0, 0), |time| (time.as_secs(), time.subsec_nanos()))
}

/// Returns whether the name of a file ends like a source, or does before its last ending.
pub(crate) fn may_be_source(path: &Path) -> bool {
    Language::of(path).is_some()
        || path
            .file_stem()
            .is_some_and(|stem| Language::of(Path::new(stem)).is_some())
}

/// Returns the entries of an archive.
fn of_archive(content: &Content, name: &OsStr, kept: &mut u64) -> io::Result<Vec<Node>> {
    let mut root = BTreeMap::new();
    let mut twice = None;
    let left = MAX_IN_MEMORY.saturating_sub(*kept);
    let wants = |entry: &archive::Entry<'_>| may_be_source(entry.path) && entry.size <= MAX_SOURCE.min(left / 16);
    content.visit(name, &wants, &mut |entry, bytes| {
        let content = match bytes {
            Some(bytes) if *kept + entry.size <= MAX_IN_MEMORY => {
                *kept += entry.size;
                Content::Memory(bytes.into())
            }
            _ => Content::Packed(Box::new(content.clone()), name.to_owned(), entry.path.to_owned()),
        };
        let kind = if entry.is_folder {
            Kind::Packed(BTreeMap::new())
        } else {
            Kind::File(content, entry.size)
        };
        if !insert(&mut root, &entry, kind) {
            twice = Some(entry.path.to_owned());
        }
    })?;
    match twice {
        Some(path) => {
            let path = shown(path.as_os_str());
            Err(io::Error::other(format!("it contains `{path}` twice")))
        }
        None => Ok(root.into_values().collect()),
    }
}

/// Puts an entry into its folder, and makes the folders around it. Returns whether its place is free.
fn insert(root: &mut BTreeMap<OsString, Node>, entry: &archive::Entry<'_>, kind: Kind) -> bool {
    let node = |name: &OsStr, kind| Node {
        name: name.to_owned(),
        kind,
        modified: (entry.modified, 0),
    };
    let Some(name) = entry.path.file_name() else {
        return true;
    };
    let mut folder = root;
    for step in entry.path.parent().into_iter().flatten() {
        let inner = folder
            .entry(step.to_owned())
            .or_insert_with(|| node(step, Kind::Packed(BTreeMap::new())));
        match &mut inner.kind {
            Kind::Packed(entries) => folder = entries,
            _ => return false,
        }
    }
    let is_free = folder
        .get(name)
        .is_none_or(|other| other.is_folder() && entry.is_folder);
    folder.entry(name.to_owned()).or_insert_with(|| node(name, kind));
    is_free
}
