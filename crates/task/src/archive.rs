//! Unpacks archives of packages into a temporary folder: zip, tar and tar with gzip.
//!
//! **Nothing leaves the folder.** These are refused: absolute names, names that lead up, names that are not UTF-8,
//! links and devices. Every file must be new, so no file is written through another.
//!
//! **Windows.** Old programs separate the folders of a zip by backslashes. They become slashes, and then the name is
//! checked like any other. Names in a code page are refused, because the archive does not say which one it is.
//!
//! **Nothing grows without bound.** Limits hold for the number of entries, their depth, the length of names, the size
//! of each file and the size of all files. The declared sizes are checked first, and the content is cut at its declared
//! size. So an archive bomb costs neither time nor memory.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Component, Path, PathBuf};

use flate2::read::MultiGzDecoder;
use gamesolve_scratch::TempFolder;

use super::trouble::shown;
use crate::error::TaskError;
use gamesolve_text::{quoted, reason};

/// The maximum number of entries in an archive.
const MAX_ENTRIES: usize = 20_000;
/// The maximum size of all files of an archive together, in bytes.
const MAX_BYTES: u64 = 2 << 30;
/// The maximum number of bytes that one compressed byte may yield in a large archive. Deflate reaches 1032 on zeros.
const MAX_RATIO: u64 = 200;
/// The least unpacked size for checking the ratio, in bytes.
const MIN_BYTES_OF_RATIO: u64 = 64 << 20;
/// The maximum depth of folders.
const MAX_DEPTH: usize = 32;
/// The maximum length of a name, in bytes.
const MAX_NAME_BYTES: usize = 1000;
/// The size of the end record of a zip, and the maximum size of the comment after it.
const ZIP_END_BYTES: usize = 22;
const MAX_ZIP_COMMENT_BYTES: usize = 65_535;
/// The maximum size of an extended header of tar, in bytes.
const MAX_HEADER_BYTES: u64 = 64 << 10;

/// Returns whether a file is a zip by its name.
pub fn is_zip(path: &Path) -> bool {
    Kind::of(path) == Some(Kind::Zip)
}

/// Returns whether a file is an archive by its name.
pub fn is_archive(path: &Path) -> bool {
    Kind::of(path).is_some()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Zip,
    Tar,
    TarGz,
    /// An archive that gamesolve does not read.
    Other,
}

impl Kind {
    fn of(path: &Path) -> Option<Kind> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
        if ends(&[".zip", ".kpp"]) {
            Some(Kind::Zip)
        } else if ends(&[".tar.gz", ".tgz"]) {
            Some(Kind::TarGz)
        } else if ends(&[".tar"]) {
            Some(Kind::Tar)
        } else if ends(&[
            ".7z", ".rar", ".tar.bz2", ".tar.xz", ".tar.zst", ".tbz2", ".txz", ".tzst",
        ]) {
            Some(Kind::Other)
        } else {
            None
        }
    }

    /// Returns the kind that the content shows, or `None` if it shows none.
    fn of_content(file: &mut (impl Read + Seek)) -> io::Result<Option<Kind>> {
        const MAGIC_OF_TAR: (usize, &[u8]) = (257, b"ustar");
        /// 7z, rar, bzip2, xz, zstd.
        const MAGIC_OF_OTHERS: [&[u8]; 5] = [
            b"7z\xbc\xaf\x27\x1c",
            b"Rar!\x1a\x07",
            b"BZh",
            b"\xfd7zXZ\0",
            b"\x28\xb5\x2f\xfd",
        ];
        let mut head = Vec::new();
        file.by_ref().take(512).read_to_end(&mut head)?;
        file.seek(SeekFrom::Start(0))?;
        let (at, magic) = MAGIC_OF_TAR;
        Ok(if head.starts_with(b"PK\x03\x04") {
            Some(Kind::Zip)
        } else if head.starts_with(b"\x1f\x8b") {
            Some(Kind::TarGz)
        } else if head.get(at..).is_some_and(|rest| rest.starts_with(magic)) {
            Some(Kind::Tar)
        } else if MAGIC_OF_OTHERS.iter().any(|magic| head.starts_with(magic)) {
            Some(Kind::Other)
        } else {
            None
        })
    }
}

/// Makes a temporary folder, in the place that this process has chosen or else in the system's place.
///
/// # Errors
/// Fails if the file system refuses the folder.
pub fn scratch() -> Result<TempFolder, TaskError> {
    TempFolder::new_in(&tempfile::env::temp_dir())
        .map_err(|error| TaskError::of_system("make a temporary folder", &error))
}

/// Unpacks an archive into a temporary folder.
///
/// # Errors
/// Those of [`unpack_to`].
pub(super) fn unpack(path: &Path) -> Result<TempFolder, TaskError> {
    let folder = scratch()?;
    unpack_to(path, folder.path())?;
    Ok(folder)
}

/// Unpacks an archive into an empty folder.
///
/// # Errors
/// Fails if the archive cannot be read or is refused.
pub fn unpack_to(path: &Path, folder: &Path) -> Result<(), TaskError> {
    let write = &mut |entry: Entry<'_>, from: &mut dyn Read| write(folder, &entry, from);
    visit(path, || File::open(path), &|_| true, write)
}

/// Reads an archive, and writes nothing. `name` is its name, and `open` opens it.
///
/// `take` gets each entry, with its content if `wants` asks for it. The bounds hold for the contents that are read.
///
/// # Errors
/// Fails if the archive cannot be read or is refused.
pub fn read<F: Read + Seek>(
    name: &Path,
    open: impl FnOnce() -> io::Result<F>,
    wants: &dyn Fn(&Entry<'_>) -> bool,
    take: &mut dyn FnMut(Entry<'_>, Option<Vec<u8>>),
) -> Result<(), TaskError> {
    let read = &mut |entry: Entry<'_>, from: &mut dyn Read| {
        let mut content = None;
        if !entry.is_folder && wants(&entry) {
            let to = content.insert(Vec::new());
            let length = from.take(entry.size.saturating_add(1)).read_to_end(to);
            if length.map_err(Refusal::io)? as u64 > entry.size {
                return refused(format!("`{}` is larger than declared", quoted_path(entry.path)));
            }
        }
        take(entry, content);
        Ok(())
    };
    visit(name, open, wants, read)
}

/// Shows the entries of an archive to `take` with their contents.
fn visit<F: Read + Seek>(
    path: &Path,
    open: impl FnOnce() -> io::Result<F>,
    wants: &dyn Fn(&Entry<'_>) -> bool,
    take: &mut Take<'_>,
) -> Result<(), TaskError> {
    let name = shown(path);
    let Some(kind) = Kind::of(path) else {
        return Err(TaskError::new(format!(
            "{name} does not have the ending of an archive\nhint: a package is a folder or an archive (.zip, .tar, .tar.gz, .tgz, .kpp)"
        )));
    };
    let visited = || {
        let mut file = open().map_err(Refusal::io)?;
        // Archives are often sent with the wrong ending.
        let kind = Kind::of_content(&mut file).map_err(Refusal::io)?.unwrap_or(kind);
        let size = file.seek(SeekFrom::End(0)).map_err(Refusal::io)?;
        file.rewind().map_err(Refusal::io)?;
        let mut to = Unpacking {
            compressed: (kind != Kind::Tar).then_some(size),
            entries: 0,
            bytes: 0,
            wants,
            take,
        };
        match kind {
            Kind::Zip => unzip(file, &mut to),
            Kind::Tar => untar(file, &mut to),
            // Some compressors write several members, one after the other.
            Kind::TarGz => untar(MultiGzDecoder::new(io::BufReader::new(file)), &mut to),
            Kind::Other => Err(Refusal(
                "gamesolve reads only .zip, .kpp, .tar, .tar.gz and .tgz\nhint: pack its files in one of these formats"
                    .to_owned(),
            )),
        }
    };
    visited().map_err(|Refusal(why)| TaskError::new(format!("cannot use the archive {name}: {why}")))
}

/// Returns the folder that holds everything in an unpacked archive: its only folder if nothing lies beside it.
pub(super) fn inner_root(folder: &Path) -> PathBuf {
    let mut root = folder.to_owned();
    for _ in 0..2 {
        let entries: Vec<PathBuf> = fs::read_dir(&root)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| !path.ends_with("__MACOSX"))
            .collect();
        // A lone data folder belongs to the package itself, so it is not entered.
        let is_data = |path: &Path| ["data", "in", "input", "tests"].iter().any(|name| path.ends_with(name));
        match &entries[..] {
            [only] if only.is_dir() && !is_data(only) => root = only.clone(),
            _ => break,
        }
    }
    root
}

/// Returns the sorted paths of all files in an unpacked archive.
pub fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        for entry in fs::read_dir(&path).into_iter().flatten().flatten() {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(path);
            } else if let Some(name) = path.strip_prefix(folder).ok().and_then(Path::to_str) {
                names.push(name.to_owned());
            }
        }
    }
    names.sort();
    names
}

/// The reason why an archive is not unpacked.
struct Refusal(String);

impl Refusal {
    /// Returns the refusal for an error of a library. Escapes its message, because it may contain bytes of the archive.
    fn io(error: impl std::error::Error + 'static) -> Refusal {
        let of_system = (&error as &dyn std::error::Error).downcast_ref();
        let words = of_system.map_or_else(|| error.to_string(), reason);
        Refusal(quoted(words.as_bytes(), 300))
    }
}

fn refused<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal(why.into()))
}

/// An entry of an archive: a file or a folder.
pub struct Entry<'a> {
    /// The path inside the archive, which does not lead out.
    pub path: &'a Path,
    /// Whether it is a folder.
    pub is_folder: bool,
    /// The declared size in bytes.
    pub size: u64,
    /// The time of its last change in seconds since 1970, or 0 if the archive does not know it. A zip has the local time.
    pub modified: u64,
    is_program: bool,
}

/// A function that takes an entry, and its content if that is wanted.
type Take<'a> = dyn FnMut(Entry<'_>, &mut dyn Read) -> Result<(), Refusal> + 'a;

/// An archive that is being read.
struct Unpacking<'a> {
    /// The size of the archive if it is compressed.
    compressed: Option<u64>,
    entries: usize,
    /// The declared bytes of all contents so far.
    bytes: u64,
    wants: &'a dyn Fn(&Entry<'_>) -> bool,
    take: &'a mut Take<'a>,
}

impl Unpacking<'_> {
    /// Counts an entry with `size` bytes to read, and checks the limits.
    fn count(&mut self, size: u64) -> Result<(), Refusal> {
        self.entries += 1;
        self.bytes = self.bytes.saturating_add(size);
        if self.entries > MAX_ENTRIES {
            return refused(format!("it has more than {MAX_ENTRIES} entries"));
        }
        if self.bytes > MAX_BYTES {
            return refused(format!("its content is larger than {} MiB", MAX_BYTES >> 20));
        }
        let is_bomb = |size: u64| self.bytes > MIN_BYTES_OF_RATIO && self.bytes / MAX_RATIO > size;
        if self.compressed.is_some_and(is_bomb) {
            return refused(format!("its content is larger than {MAX_RATIO} times its own size"));
        }
        Ok(())
    }
}

/// Returns the path for an entry of this name. It is empty for the folder itself.
fn path_of(name: &[u8]) -> Result<PathBuf, Refusal> {
    let escaped = format!("`{}`", quoted(name, 100));
    if name.len() > MAX_NAME_BYTES {
        return refused(format!("the name {escaped} is longer than {MAX_NAME_BYTES} bytes"));
    }
    let Ok(text) = std::str::from_utf8(name) else {
        return refused(format!(
            "the name {escaped} is not UTF-8\nhint: unpack it on the system that made it, and name the folder"
        ));
    };
    let path = Path::new(text);
    // A Windows path is one name on this system and several names on Windows.
    let mut steps = Vec::new();
    for step in path.components() {
        match step {
            Component::Normal(_) if text.contains(['\\', '\0']) => {
                return refused(format!(
                    "the name {escaped} has a character that separates folders on other systems"
                ));
            }
            Component::Normal(step) => steps.push(step),
            Component::CurDir => {}
            _ => return refused(format!("the name {escaped} leads out of the archive")),
        }
    }
    if steps.len() > MAX_DEPTH {
        return refused(format!("{escaped} is more than {MAX_DEPTH} folders deep"));
    }
    Ok(steps.iter().collect())
}

/// Writes an entry below a folder. A file has at most its declared size.
fn write(folder: &Path, entry: &Entry<'_>, from: &mut dyn Read) -> Result<(), Refusal> {
    let place = folder.join(entry.path);
    if entry.is_folder {
        return fs::create_dir_all(place).map_err(Refusal::io);
    }
    let escaped = format!("`{}`", quoted_path(entry.path));
    if entry.path.as_os_str().is_empty() {
        return refused("it has a file without a name");
    }
    if let Some(above) = place.parent() {
        fs::create_dir_all(above).map_err(Refusal::io)?;
    }
    let made = File::create_new(&place);
    let mut file = match made {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return refused(format!("it contains {escaped} twice"));
        }
        made => made.map_err(Refusal::io)?,
    };
    let written = io::copy(&mut from.take(entry.size.saturating_add(1)), &mut file);
    let written = written.map_err(|error| Refusal(format!("{escaped}: {}", Refusal::io(error).0)))?;
    if written > entry.size {
        return refused(format!("{escaped} is larger than declared"));
    }
    set_program(&file, entry.is_program).map_err(Refusal::io)
}

/// Makes a file executable for everyone who may read it, if it `is_program`.
#[cfg(unix)]
pub(crate) fn set_program(file: &File, is_program: bool) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    if !is_program {
        return Ok(());
    }
    let mode = file.metadata()?.permissions().mode();
    file.set_permissions(fs::Permissions::from_mode(mode | ((mode & 0o444) >> 2)))
}

#[cfg(not(unix))]
pub(crate) fn set_program(_file: &File, _is_program: bool) -> io::Result<()> {
    Ok(())
}

fn quoted_path(path: &Path) -> String {
    quoted(path.as_os_str().as_encoded_bytes(), 100)
}

/// Checks the end of a zip before its directory is read, which costs memory for each entry.
///
/// Returns the declared number of entries. The largest value of its type may stand for a larger number.
fn look_at_end_of_zip(file: &mut (impl Read + Seek)) -> Result<u64, Refusal> {
    let size = file.seek(SeekFrom::End(0)).map_err(Refusal::io)?;
    let tail = size.min((ZIP_END_BYTES + MAX_ZIP_COMMENT_BYTES) as u64);
    file.seek(SeekFrom::Start(size - tail)).map_err(Refusal::io)?;
    let mut bytes = Vec::new();
    file.by_ref().take(tail).read_to_end(&mut bytes).map_err(Refusal::io)?;
    file.seek(SeekFrom::Start(0)).map_err(Refusal::io)?;
    let number = |at: usize, length: usize| -> u64 {
        let bytes = &bytes[at..at + length];
        bytes
            .iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | u64::from(byte))
    };
    let ends: Vec<usize> = bytes
        .windows(ZIP_END_BYTES)
        .enumerate()
        .filter(|(_, window)| window.starts_with(b"PK\x05\x06"))
        .map(|(at, _)| at)
        .collect();
    let Some(&end) = ends.last() else {
        return refused("it is not a zip file, or it is incomplete");
    };
    let entries = ends.iter().map(|&at| number(at + 10, 2)).max().unwrap_or(0);
    if entries > MAX_ENTRIES as u64 {
        return refused(format!("it has more than {MAX_ENTRIES} entries"));
    }
    let start = size - tail + end as u64;
    let directory = (number(end + 12, 4), number(end + 16, 4));
    let comment = number(end + 20, 2);
    if directory.0 + directory.1 > start || start + ZIP_END_BYTES as u64 + comment != size {
        return refused("its directory is not at the declared place");
    }
    Ok(entries)
}

fn unzip(mut file: impl Read + Seek, to: &mut Unpacking<'_>) -> Result<(), Refusal> {
    let entries = look_at_end_of_zip(&mut file)?;
    let mut archive = zip::ZipArchive::new(io::BufReader::new(file)).map_err(Refusal::io)?;
    // If several entries have one name, the library keeps only the last.
    if entries < u64::from(u16::MAX) && (archive.len() as u64) < entries {
        return refused("it has several entries with one name");
    }
    // Check all entries before any is taken.
    let mut is_read = Vec::new();
    for at in 0..archive.len() {
        let entry = archive.by_index_raw(at).map_err(Refusal::io)?;
        let path = path_of(&name_in_zip(&entry))?;
        let is_wanted = (to.wants)(&entry_of_zip(&path, &entry));
        is_read.push(is_wanted);
        to.count(if is_wanted { entry.size() } else { 0 })?;
        let kind = entry.unix_mode().unwrap_or(0) & 0o170_000;
        if ![0, 0o100_000, 0o040_000].contains(&kind) {
            return refused(format!("`{}` is a link or a device", quoted(entry.name_raw(), 100)));
        }
        if entry.encrypted() {
            return refused("it is encrypted");
        }
    }
    for (at, is_read) in is_read.into_iter().enumerate() {
        let entry = if is_read {
            archive.by_index(at)
        } else {
            archive.by_index_raw(at)
        };
        let mut entry = entry.map_err(Refusal::io)?;
        let path = path_of(&name_in_zip(&entry))?;
        (to.take)(entry_of_zip(&path, &entry), &mut entry)?;
    }
    Ok(())
}

fn entry_of_zip<'a>(path: &'a Path, entry: &zip::read::ZipFile<'_, impl Read>) -> Entry<'a> {
    Entry {
        path,
        is_folder: entry.is_dir(),
        size: entry.size(),
        modified: entry.last_modified().map_or(0, seconds),
        is_program: entry.unix_mode().unwrap_or(0) & 0o100 != 0,
    }
}

/// Returns the seconds from 1970 to a time, which is after 1980.
fn seconds(time: zip::DateTime) -> u64 {
    // A year that begins in March has its leap day at its end.
    let (year, month) = (u64::from(time.year()), u64::from(time.month()));
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + u64::from(time.day());
    /// The same sum for 1 January 1970.
    const DAYS_TO_1970: u64 = 719_469;
    let clock = [time.hour(), time.minute(), time.second()].map(u64::from);
    (((days - DAYS_TO_1970) * 24 + clock[0]) * 60 + clock[1]) * 60 + clock[2]
}

/// Returns the name of an entry with slashes between folders.
///
/// A name with a drive and a backslash stays as it is, so it is refused.
fn name_in_zip(entry: &zip::read::ZipFile<'_, impl Read>) -> Vec<u8> {
    let raw = entry.name_raw();
    let has_drive = raw.get(1) == Some(&b':');
    match std::str::from_utf8(raw) {
        Ok(name) if !has_drive => name.replace('\\', "/").into_bytes(),
        _ => raw.to_vec(),
    }
}

fn untar(from: impl Read, to: &mut Unpacking<'_>) -> Result<(), Refusal> {
    // Never read more than an archive may unpack to, whatever its headers declare.
    let limit = MAX_BYTES + (MAX_ENTRIES as u64) * 2048;
    let mut archive = tar::Archive::new(Tail::new(from.take(limit)));
    let mut long_name: Option<Vec<u8>> = None;
    // Use raw entries: otherwise the library reads extended headers of any size into memory.
    for entry in archive.entries().map_err(Refusal::io)?.raw(true) {
        let mut entry = entry.map_err(Refusal::io)?;
        let kind = entry.header().entry_type();
        let size = entry.header().entry_size().map_err(Refusal::io)?;
        to.count(size)?;
        let is_extended = kind.is_gnu_longname() || kind.is_pax_local_extensions() || kind.is_pax_global_extensions();
        if is_extended || kind.is_gnu_longlink() {
            if size > MAX_HEADER_BYTES {
                return refused(format!("it has a header of more than {} KiB", MAX_HEADER_BYTES >> 10));
            }
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).map_err(Refusal::io)?;
            if kind.is_gnu_longname() {
                while bytes.last() == Some(&0) {
                    bytes.pop();
                }
                long_name = Some(bytes);
            } else if kind.is_pax_local_extensions() {
                for extension in tar::PaxExtensions::new(&bytes) {
                    let extension = extension.map_err(Refusal::io)?;
                    match extension.key_bytes() {
                        b"path" => long_name = Some(extension.value_bytes().to_vec()),
                        b"size" => return refused("it has an entry of 8 GiB or more"),
                        _ => {}
                    }
                }
            }
            continue;
        }
        let name = long_name.take().unwrap_or_else(|| entry.path_bytes().into_owned());
        if !(kind.is_dir() || kind.is_file() || kind.is_contiguous()) {
            return refused(format!("`{}` is a link or a device", quoted(&name, 100)));
        }
        let header = Entry {
            path: &path_of(&name)?,
            is_folder: kind.is_dir(),
            size,
            modified: entry.header().mtime().unwrap_or(0),
            is_program: entry.header().mode().unwrap_or(0) & 0o100 != 0,
        };
        (to.take)(header, &mut entry)?;
    }
    if to.entries == 0 {
        return refused("it is empty");
    }
    archive.into_inner().check_end()
}

/// A reader of a tar that records how it ends.
struct Tail<R> {
    inner: R,
    bytes: u64,
    /// The number of zero bytes at the end so far.
    zeros: u64,
}

impl<R: Read> Tail<R> {
    fn new(inner: R) -> Tail<R> {
        Tail {
            inner,
            bytes: 0,
            zeros: 0,
        }
    }

    /// Reads to the end, so that the decompressor checks its checksum.
    ///
    /// A complete tar ends with zeros only, in whole blocks.
    fn check_end(mut self) -> Result<(), Refusal> {
        const BLOCK_BYTES: u64 = 512;
        /// The maximum padding of a tar archive.
        const MAX_PADDING_BYTES: u64 = 1 << 20;
        let end = self.bytes;
        let mut piece = [0; 1 << 13];
        loop {
            let count = self.read(&mut piece).map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => Refusal("it is cut off".to_owned()),
                _ => Refusal(format!("its end cannot be read: {}", Refusal::io(error).0)),
            })?;
            if count == 0 {
                break;
            }
            if piece[..count].iter().any(|byte| *byte != 0) || self.bytes - end > MAX_PADDING_BYTES {
                return refused("there is data after its end");
            }
        }
        if !self.bytes.is_multiple_of(BLOCK_BYTES) || self.zeros < BLOCK_BYTES {
            return refused("it is cut off");
        }
        Ok(())
    }
}

impl<R: Read> Read for Tail<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(to)?;
        self.bytes += count as u64;
        let zeros = to[..count].iter().rev().take_while(|byte| **byte == 0).count();
        self.zeros = if zeros == count {
            self.zeros + count as u64
        } else {
            zeros as u64
        };
        Ok(count)
    }
}

/// Archives for tests.
#[cfg(test)]
pub(super) mod testing {
    use std::io::{Cursor, Write};

    use zip::write::SimpleFileOptions;

    /// Makes a zip with these files.
    pub(crate) fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in entries {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(content).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use zip::write::SimpleFileOptions;

    use super::*;

    /// Returns the names of the files unpacked from these bytes, or the error.
    fn unpacked(name: &str, bytes: &[u8]) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let unpacked = unpack(&path).map(|folder| names(folder.path()));
        unpacked.map_err(|why| why.to_string().replace(&format!("{}/", folder.path().display()), ""))
    }

    #[test]
    #[cfg(unix)]
    fn what_is_unpacked_is_closed_to_others() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tar");
        fs::write(&path, tar(&[(b"1.out", tar::EntryType::Regular, 2, b"42")])).unwrap();
        let unpacked = unpack(&path).unwrap();
        let mode = unpacked.path().metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{mode:o}");
        // The next run deletes the folders of a killed run. It recognises them by their names.
        let name = unpacked.path().file_name().unwrap().to_string_lossy().into_owned();
        assert!(name.starts_with("gamesolve-run-"), "{name}");
    }

    fn refused(name: &str, bytes: &[u8]) -> String {
        unpacked(name, bytes)
            .err()
            .unwrap_or_else(|| panic!("{name} is unpacked"))
    }

    /// Makes a tar with one entry for each item: name, kind, declared size, content.
    fn tar(entries: &[(&[u8], tar::EntryType, u64, &[u8])]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (name, kind, size, content) in entries {
            let mut header = tar::Header::new_ustar();
            // Write the name directly, because the library refuses hostile names.
            header.as_mut_bytes()[..name.len()].copy_from_slice(name);
            header.set_entry_type(*kind);
            header.set_size(*size);
            header.set_mode(0o644);
            header.set_cksum();
            bytes.extend_from_slice(header.as_bytes());
            bytes.extend_from_slice(content);
            bytes.resize(bytes.len().next_multiple_of(512), 0);
        }
        bytes.resize(bytes.len() + 1024, 0);
        bytes
    }

    fn gzipped(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn archives_of_all_kinds_are_unpacked() {
        let zip = testing::zip(&[("a/1.in", b"1"), ("a/b/2.in", b"2")]);
        let file = tar::EntryType::Regular;
        let tar = tar(&[(b"a/1.in", file, 1, b"1"), (b"./a/b/2.in", file, 1, b"2")]);
        for (name, bytes) in [
            ("x.zip", &zip),
            ("x.kpp", &zip),
            ("x.tar", &tar),
            ("x.TGZ", &gzipped(&tar)),
            ("x.tar.gz", &gzipped(&tar)),
        ] {
            assert_eq!(unpacked(name, bytes).unwrap(), ["a/1.in", "a/b/2.in"], "{name}");
        }
        assert!(refused("x.bin", b"").starts_with("`x.bin` does not have the ending of an archive\nhint: "));
        let others: [(&str, &[u8]); 3] = [("x.rar", b""), ("x.tar.XZ", b""), ("x.zip", b"7z\xbc\xaf\x27\x1c")];
        for (name, bytes) in others {
            assert!(is_archive(Path::new(name)));
            assert_eq!(
                refused(name, bytes),
                format!(
                    "cannot use the archive `{name}`: gamesolve reads only .zip, .kpp, .tar, .tar.gz and .tgz\nhint: pack its \
                     files in one of these formats"
                )
            );
        }
        assert_eq!(
            refused("x.zip", b"PK"),
            "cannot use the archive `x.zip`: it is not a zip file, or it is incomplete"
        );
        assert!(refused("x.tgz", b"abc").starts_with("cannot use the archive `x.tgz`: "));
        assert!(refused("x.tar", b"").starts_with("cannot use the archive `x.tar`: it is empty"));
        let cut = &zip[..zip.len() - 30];
        assert!(refused("x.zip", cut).contains("it is incomplete"));
    }

    #[test]
    fn an_archive_is_read_to_its_end() {
        let plain = tar(&[(b"1.in", tar::EntryType::Regular, 1, b"1")]);
        let packed = gzipped(&plain);
        for cut in 1..=9 {
            let why = refused("x.tgz", &packed[..packed.len() - cut]);
            assert!(why.ends_with("it is cut off"), "{cut}: {why}");
            let why = refused("x.tar", &plain[..plain.len() - cut]);
            assert!(why.ends_with("it is cut off"), "{cut}: {why}");
        }
        // The end marker of zeros is missing, although every entry is complete.
        let why = refused("x.tar", &plain[..plain.len() - 1024]);
        assert!(why.ends_with("it is cut off"), "{why}");
        let more = [&plain[..], b"x"].concat();
        assert!(refused("x.tar", &more).ends_with("there is data after its end"));
        assert!(refused("x.tar", &[&plain[..], &plain[..]].concat()).ends_with("there is data after its end"));
        assert!(refused("x.tgz", &gzipped(&more)).ends_with("there is data after its end"));
        assert!(refused("x.tgz", &[&packed[..], b"something else"].concat()).contains("its end cannot be read"));
        let mut changed = packed.clone();
        let sum = changed.len() - 8;
        changed[sum] ^= 1;
        assert!(refused("x.tgz", &changed).contains("its end cannot be read: "));
        let mut zip = testing::zip(&[("1.in", b"42")]);
        let places: Vec<usize> = (0..zip.len() - 2).filter(|&at| &zip[at..at + 2] == b"PK").collect();
        // The checksums of the entry and of the directory.
        for at in [places[0] + 14, places[1] + 16] {
            zip[at] ^= 1;
        }
        assert!(refused("x.zip", &zip).contains("`1.in`"));
        let padded = [&plain[..], &[0; 10240]].concat();
        let (first, second) = plain.split_at(512);
        let members = [gzipped(first), gzipped(second)].concat();
        for (name, bytes) in [("x.tar", &padded), ("x.tgz", &members)] {
            assert_eq!(unpacked(name, bytes), Ok(vec!["1.in".to_owned()]), "{name}");
        }
    }

    #[test]
    fn long_names_of_tar_are_read_and_huge_ones_refused() {
        let long = "d/".repeat(10) + &"n".repeat(150);
        let name = tar::EntryType::GNULongName;
        let file = tar::EntryType::Regular;
        let text = format!("{long}\0");
        let archive = tar(&[(b"L", name, text.len() as u64, text.as_bytes()), (b"x", file, 1, b"1")]);
        assert_eq!(unpacked("x.tar", &archive).unwrap(), [long.as_str()]);
        let record = format!("path={long}\n");
        let length = record.len() + 4;
        let record = format!("{length} {record}");
        let pax = tar::EntryType::XHeader;
        let archive = tar(&[
            (b"P", pax, record.len() as u64, record.as_bytes()),
            (b"x", file, 1, b"1"),
        ]);
        assert_eq!(unpacked("x.tar", &archive).unwrap(), [long.as_str()]);
        for kind in [name, pax, tar::EntryType::XGlobalHeader, tar::EntryType::GNULongLink] {
            let archive = tar(&[(b"L", kind, 1 << 30, b"x")]);
            assert!(
                refused("x.tar", &archive).contains("a header of more than 64 KiB"),
                "{kind:?}"
            );
        }
    }

    #[test]
    fn names_that_lead_out_links_and_devices_are_refused() {
        let file = tar::EntryType::Regular;
        let names: [&[u8]; 8] = [
            b"../x",
            b"a/../../x",
            b"/x",
            b"a/../x",
            b"a\\..\\x",
            b"C:\\x",
            b"..",
            b"\xff.in",
        ];
        for name in names {
            let reason = match name {
                b"\xff.in" => "is not UTF-8",
                name if name.contains(&b'\\') => "has a character that separates folders on other systems",
                _ => "leads out of the archive",
            };
            let why = refused("x.tar", &tar(&[(name, file, 1, b"1")]));
            assert!(why.contains(reason), "{why}");
            if let Ok(name) = std::str::from_utf8(name) {
                let reason = if name == "a\\..\\x" {
                    "leads out of the archive"
                } else {
                    reason
                };
                let why = refused("x.zip", &testing::zip(&[(name, b"1")]));
                assert!(why.contains(reason), "{why}");
            }
        }
        // Two entries of one name. The library cannot write them, so the second gets its name afterwards.
        let mut twice = testing::zip(&[("1.in", b"1"), ("2.in", b"2")]);
        let places: Vec<usize> = (0..twice.len() - 4)
            .filter(|&at| &twice[at..at + 4] == b"2.in")
            .collect();
        places.into_iter().for_each(|at| twice[at] = b'1');
        assert!(refused("x.zip", &twice).contains("several entries with one name"));
        // The content decides the kind of a file, not its ending.
        let plain = tar(&[(b"1.in", file, 1, b"1")]);
        assert_eq!(unpacked("x.tgz", &plain), Ok(vec!["1.in".to_owned()]));
        assert_eq!(
            unpacked("x.tar", &testing::zip(&[("1.in", b"1")])),
            Ok(vec!["1.in".to_owned()])
        );
        for kind in [
            tar::EntryType::Symlink,
            tar::EntryType::Link,
            tar::EntryType::Fifo,
            tar::EntryType::Char,
            tar::EntryType::GNUSparse,
        ] {
            let why = refused("x.tar", &tar(&[(b"a", kind, 0, b"")]));
            assert!(why.contains("`a` is a link or a device"), "{kind:?}: {why}");
        }
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        writer
            .add_symlink("a", "/etc/passwd", SimpleFileOptions::default())
            .unwrap();
        let why = refused("x.zip", &writer.finish().unwrap().into_inner());
        assert!(why.contains("`a` is a link or a device"), "{why}");
        // The same name twice: the second entry would overwrite the first.
        let why = refused("x.tar", &tar(&[(b"a", file, 1, b"1"), (b"./a", file, 1, b"2")]));
        assert!(why.contains("it contains `a` twice"), "{why}");
        let deep = "d/".repeat(40) + "x";
        assert!(refused("x.zip", &testing::zip(&[(&deep, b"1")])).contains("folders deep"));
    }

    #[test]
    fn names_of_windows_in_a_zip_are_read() {
        let unzipped = |entries: &[(&str, &[u8])]| unpacked("x.zip", &testing::zip(entries));
        let names = ["HS01/nim.py", "HS02/a/b.py"].map(str::to_owned).to_vec();
        assert_eq!(unzipped(&[("HS01\\nim.py", b"1"), ("HS02\\a\\b.py", b"2")]), Ok(names));
        let twice = unzipped(&[("HS01\\nim.py", b"1"), ("HS01/nim.py", b"2")]);
        assert!(twice.as_ref().is_err_and(|why| why.contains("twice")), "{twice:?}");
        for name in ["\\\\server\\x", "\\x", "a\\..\\..\\x", "c:\\x", "c:..\\x"] {
            refused("x.zip", &testing::zip(&[(name, b"1")]));
        }
        // Names with other bytes in place of these.
        let with = |name: &[u8], other: &[u8]| {
            let mut zip = testing::zip(&[(std::str::from_utf8(name).unwrap(), b"1")]);
            for at in 0..zip.len() - name.len() {
                if zip[at..].starts_with(name) {
                    zip[at..at + other.len()].copy_from_slice(other);
                }
            }
            unpacked("x.zip", &zip)
        };
        // No flag says which code page it is: a name in GBK would turn into other letters.
        let in_code_page = with(b"Muller.py", b"M\x81ller.py");
        assert!(
            in_code_page.as_ref().is_err_and(|why| why.contains("not UTF-8")),
            "{in_code_page:?}"
        );
        assert_eq!(
            with(b"Muuller.py", "Müller.py".as_bytes()),
            Ok(vec!["Müller.py".to_owned()])
        );
        let flagged = with("Mü.py".as_bytes(), b"M\x81u.py");
        assert!(
            flagged.as_ref().is_err_and(|why| why.contains("not UTF-8")),
            "{flagged:?}"
        );
    }

    #[test]
    fn what_a_library_says_of_an_archive_is_escaped() {
        let mut bytes = tar(&[(b"1.in", tar::EntryType::Regular, 1, b"1")]);
        // The header checksum, which the library cannot parse as a number.
        bytes[148..156].copy_from_slice(b"\x1b[31m\x02\0\0");
        let why = refused("x.tar", &bytes);
        assert!(
            why.contains("\\x1b[31m\\x02") && !why.contains(char::is_control),
            "{why:?}"
        );
    }

    #[test]
    fn what_a_zip_holds_must_be_what_it_declares() {
        // The header declares one byte, but the file has many.
        let mut zip = testing::zip(&[("a", &[b'0'; 100_000])]);
        let places: Vec<usize> = (0..zip.len() - 4)
            .filter(|&at| zip[at..at + 4] == 100_000u32.to_le_bytes())
            .collect();
        assert_eq!(places.len(), 2);
        for at in places {
            zip[at..at + 4].copy_from_slice(&1u32.to_le_bytes());
        }
        let why = refused("x.zip", &zip);
        assert!(why.contains("`a`"), "{why}");
    }

    #[test]
    fn bombs_cost_neither_time_nor_memory() {
        // Ten gigabytes that exist only in the declaration.
        let file = tar::EntryType::Regular;
        let huge = tar(&[(b"a", file, 10 << 30, b"")]);
        assert!(refused("x.tar", &huge).contains("is larger than 2048 MiB"));
        let zeros = vec![0; 70 << 20];
        let why = refused("x.tgz", &gzipped(&tar(&[(b"a", file, 70 << 20, &zeros)])));
        assert!(why.contains("200 times its own size"), "{why}");
        let why = refused("x.zip", &testing::zip(&[("a", &zeros)]));
        assert!(why.contains("200 times its own size"), "{why}");
        let entries = vec![(&b"a/"[..], tar::EntryType::Directory, 0, &b""[..]); MAX_ENTRIES + 1];
        assert!(refused("x.tgz", &gzipped(&tar(&entries))).contains("more than 20000 entries"));
        // A directory that declares a million entries is not read.
        let mut zip = testing::zip(&[("a", b"1")]);
        let end = zip.len() - ZIP_END_BYTES;
        zip[end + 8..end + 12].copy_from_slice(&[0xff; 4]);
        assert!(refused("x.zip", &zip).contains("more than 20000 entries"));
    }
}
