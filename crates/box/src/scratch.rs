//! The working folder of a program: its input and output, and the disk space of its files.

use nix::dir::Dir;
use nix::errno::Errno;
use nix::fcntl::{AtFlags, OFlag};
use nix::sys::stat::{Mode, SFlag, fstatat};
use std::collections::BTreeSet;
use std::ffi::{CString, OsStr, OsString};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Flags for opening a folder that a program may replace by another file.
const FOLDER: OFlag = OFlag::O_RDONLY
    .union(OFlag::O_DIRECTORY)
    .union(OFlag::O_NOFOLLOW)
    .union(OFlag::O_CLOEXEC);

/// Copies the input into the scratch folder under the name that the program expects.
pub(crate) fn put_input(scratch: &Path, name: &OsStr, input: &Path) -> io::Result<()> {
    let mut from = File::open(input)?;
    let mut to = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(scratch.join(name))?;
    io::copy(&mut from, &mut to).map(drop)
}

/// Returns the first `cap` bytes of the file called `name`, and whether there are more, or `None` if there is no such
/// file.
///
/// ASCII case does not matter. The exact name wins over others, and the first of those in byte order wins.
///
/// # Errors
/// If it is not a plain file, or cannot be read.
pub(crate) fn take_output(scratch: &Path, name: &OsStr, cap: u64) -> io::Result<Option<(Vec<u8>, bool)>> {
    let list = |folder: PathBuf| folder.join(".").metadata().and_then(|_| fs::read_dir(folder));
    let mut found: Vec<OsString> = even_if_closed(scratch, 0o700, list)?
        .map(|entry| entry.map(|entry| entry.file_name()))
        .filter(|entry| entry.as_ref().map_or(true, |entry| entry.eq_ignore_ascii_case(name)))
        .collect::<io::Result<_>>()?;
    found.sort_by(|a, b| (a != name).cmp(&(b != name)).then_with(|| a.cmp(b)));
    let Some(path) = found.first().map(|found| scratch.join(found)) else {
        return Ok(None);
    };
    if !path.symlink_metadata()?.is_file() {
        return Err(io::Error::other("it is not a plain file"));
    }
    let mut bytes = Vec::new();
    let file = even_if_closed(&path, 0o600, File::open)?;
    file.take(cap.saturating_add(1)).read_to_end(&mut bytes)?;
    let kept = bytes.len().min(usize::try_from(cap).unwrap_or(usize::MAX));
    let over = bytes.len() > kept;
    bytes.truncate(kept);
    Ok(Some((bytes, over)))
}

/// Opens a file or folder of the program, even if the program removed its own right to read it. `mode` restores that
/// right. No process of the program may be alive.
fn even_if_closed<T>(path: &Path, mode: u32, open: fn(PathBuf) -> io::Result<T>) -> io::Result<T> {
    match open(path.to_owned()) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            fs::set_permissions(path, Permissions::from_mode(mode))?;
            open(path.to_owned())
        }
        opened => opened,
    }
}

/// Returns whether the disk of a folder has no room for a file of some pages.
#[allow(clippy::useless_conversion, reason = "not all systems count in the same type")]
pub(crate) fn is_full(folder: &Path) -> bool {
    const FEW: u64 = 64 << 10;
    nix::sys::statvfs::statvfs(folder).is_ok_and(|disk| {
        let room = u64::from(disk.blocks_available()).saturating_mul(u64::from(disk.fragment_size()));
        room < FEW || disk.files() != 0 && disk.files_available() == 0
    })
}

/// Returns the disk space of a file in bytes, from its length and its blocks of 512 bytes. A disk may reserve more
/// blocks than the file needs.
pub(crate) fn room_of(length: u64, blocks: u64) -> u64 {
    const PAGE: u64 = 4096;
    length
        .checked_next_multiple_of(PAGE)
        .unwrap_or(length)
        .min(blocks.saturating_mul(512))
}

/// Returns the disk space of the files in a folder and below, in bytes, and the number of files and folders.
///
/// Stops after `most_files`. A program may exchange any path meanwhile: each folder is opened from its parent, however
/// deep, and no link is followed. An unreadable folder counts as empty. If there are more folders than this process can
/// open, the number is `u64::MAX`. Costs a system call for each file, and four for each folder.
pub(crate) fn size_of(folder: &Path, most_files: u64) -> (u64, u64) {
    let (mut bytes, mut files) = (0u64, 0);
    let mut next = Dir::open(folder, FOLDER, Mode::empty()).ok();
    // A file with several names, even new ones, counts once.
    let mut seen = BTreeSet::new();
    let mut waiting: Vec<(Rc<Dir>, CString)> = Vec::new();
    while let Some(mut folder) = next {
        // Stop at the first error, because it may repeat forever.
        let entries = folder.iter().map_while(Result::ok);
        let names = entries.map(|entry| entry.file_name().to_owned());
        let names: Vec<CString> = names
            .filter(|name| !matches!(name.to_bytes(), b"." | b".."))
            .take(usize::try_from(most_files).unwrap_or(usize::MAX).saturating_add(1))
            .collect();
        let folder = Rc::new(folder);
        for name in names {
            files += 1;
            if files > most_files {
                return (bytes, files);
            }
            let Ok(found) = fstatat(&*folder, name.as_c_str(), AtFlags::AT_SYMLINK_NOFOLLOW) else {
                continue;
            };
            if SFlag::from_bits_truncate(found.st_mode & SFlag::S_IFMT.bits()) == SFlag::S_IFDIR {
                waiting.push((Rc::clone(&folder), name));
            } else if seen.insert(found.st_ino) {
                let number = |number: i64| u64::try_from(number).unwrap_or(0);
                bytes = bytes.saturating_add(room_of(number(found.st_size), number(found.st_blocks)));
            }
        }
        drop(folder);
        next = None;
        while let (None, Some((above, name))) = (&next, waiting.pop()) {
            match Dir::openat(&*above, name.as_c_str(), FOLDER, Mode::empty()) {
                Ok(folder) => next = Some(folder),
                Err(Errno::EMFILE) => return (bytes, u64::MAX),
                Err(_) => {}
            }
        }
    }
    (bytes, files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gamesolve_scratch::{make, remove};

    #[test]
    fn the_size_of_files_is_that_of_all_below() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("outer/inner");
        fs::create_dir_all(&inner).unwrap();
        for file in [folder.path().join("a"), inner.join("b")] {
            fs::write(file, [1; 100_000]).unwrap();
        }
        std::os::unix::fs::symlink("/", folder.path().join("way-out")).unwrap();
        fs::hard_link(inner.join("b"), folder.path().join("other-name")).unwrap();
        let (bytes, files) = size_of(folder.path(), 100);
        assert!((200_000..300_000).contains(&bytes) && files == 6, "{bytes} {files}");
        assert_eq!(size_of(folder.path(), 2).1, 3);
    }

    #[test]
    fn files_below_a_path_that_is_longer_than_any_name_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let mut nest = folder.path().join("nest");
        fs::create_dir(&nest).unwrap();
        fs::write(nest.join("deep"), [1; 100_000]).unwrap();
        for _ in 0..40 {
            let outer = folder.path().join("outer");
            fs::create_dir(&outer).unwrap();
            fs::rename(&nest, outer.join("x".repeat(200))).unwrap();
            nest = folder.path().join("nest");
            fs::rename(&outer, &nest).unwrap();
        }
        let (bytes, files) = size_of(folder.path(), 100);
        assert!(bytes >= 100_000 && files == 42, "{bytes} {files}");
        remove(folder.path()).unwrap();
    }

    #[test]
    fn preallocated_disk_space_does_not_count_as_output() {
        assert_eq!(room_of(10, 8), 4096);
        assert_eq!(room_of(1 << 20, 4096), 1 << 20);
        assert_eq!(room_of(1 << 40, 8), 4096, "one with holes");
        assert_eq!(room_of(u64::MAX, u64::MAX), u64::MAX);
    }

    fn folder() -> PathBuf {
        let folder = tempfile::tempdir().unwrap().keep();
        make(&folder).unwrap().0
    }

    fn gone(scratch: &Path) {
        remove(scratch).unwrap();
        assert!(!scratch.exists());
        fs::remove_dir(scratch.parent().unwrap()).unwrap();
    }

    #[test]
    fn the_output_file_is_found_in_any_letter_case_and_cut() {
        let scratch = folder();
        let take = |cap| take_output(&scratch, OsStr::new("Stones.out"), cap);
        assert_eq!(take(9).unwrap(), None);
        fs::write(scratch.join("STONES.OUT"), "upper").unwrap();
        fs::write(scratch.join("stones.out"), "lower").unwrap();
        assert_eq!(take(5).unwrap(), Some((b"upper".to_vec(), false)));
        assert_eq!(take(4).unwrap(), Some((b"uppe".to_vec(), true)));
        fs::write(scratch.join("Stones.out"), "exact").unwrap();
        assert_eq!(take(9).unwrap(), Some((b"exact".to_vec(), false)));
        gone(&scratch);
    }

    #[test]
    fn an_output_file_that_is_a_link_or_a_folder_is_not_followed() {
        let scratch = folder();
        let name = OsStr::new("Stones.out");
        std::os::unix::fs::symlink("/etc/passwd", scratch.join(name)).unwrap();
        assert!(take_output(&scratch, name, 9).is_err());
        fs::remove_file(scratch.join(name)).unwrap();
        fs::create_dir(scratch.join(name)).unwrap();
        assert!(take_output(&scratch, name, 9).is_err());
        gone(&scratch);
    }

    #[test]
    fn the_input_is_copied_and_a_missing_one_is_an_error() {
        let scratch = folder();
        put_input(&scratch, OsStr::new("Stones.in"), Path::new("Cargo.toml")).unwrap();
        assert_eq!(
            fs::read(scratch.join("Stones.in")).unwrap(),
            fs::read("Cargo.toml").unwrap()
        );
        assert!(put_input(&scratch, OsStr::new("b"), Path::new("no-such-file")).is_err());
        gone(&scratch);
    }
}
