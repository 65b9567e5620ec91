//! Folders for temporary files: the one a program runs in, with what is put in before and read back after, and those of
//! who runs it; and how they are removed, also those of processes that were killed.
//!
//! **Idea.** Whoever makes a folder holds a lock on it, which the kernel takes away when the process ends. So a folder
//! without a lock is a dead process's, whatever its number is used for now.

use nix::dir::Dir;
use nix::errno::Errno;
use nix::fcntl::{AtFlags, OFlag};
use nix::sys::stat::{Mode, SFlag, fstatat};
use std::collections::BTreeSet;
use std::ffi::{CString, OsStr, OsString};
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The start of the names of all such folders; the number of the process that made it and a random one follow, so that
/// nobody can have made a folder of that name before.
const PREFIX: &str = "gamesolve-run-";
/// How a folder is opened that a program may put something else in the place of.
const FOLDER: OFlag = OFlag::O_RDONLY
    .union(OFlag::O_DIRECTORY)
    .union(OFlag::O_NOFOLLOW)
    .union(OFlag::O_CLOEXEC);

/// Returns the system's place for temporary files as a whole path: programs and compilers run in other folders than this
/// process. An empty `TMPDIR` names no place.
pub(crate) fn place() -> PathBuf {
    let named = std::env::temp_dir();
    whole(&named).unwrap_or(named)
}

/// Returns a place as a whole path.
fn whole(named: &Path) -> io::Result<PathBuf> {
    let is_none = named.as_os_str().is_empty();
    std::path::absolute(if is_none { Path::new("/tmp") } else { named })
}

/// A folder for temporary files, which is removed when this is dropped. Where the process is killed before, the next one
/// that makes such a folder removes it.
#[derive(Debug)]
pub struct TempFolder {
    path: PathBuf,
    _lock: File,
}

impl TempFolder {
    /// Makes an empty folder in the system's place for temporary files.
    ///
    /// # Errors
    /// As [`TempFolder::new_in`].
    pub fn new() -> io::Result<TempFolder> {
        TempFolder::new_in(&place())
    }

    /// Makes an empty folder in `place` that only this user can enter, and removes those of dead processes.
    ///
    /// # Errors
    /// Where there can be none.
    pub fn new_in(place: &Path) -> io::Result<TempFolder> {
        let place = whole(place)?;
        sweep(&place);
        let (path, lock) = make(&place)?;
        Ok(TempFolder { path, _lock: lock })
    }

    /// Returns where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        // What cannot be removed now is left to the next process.
        let _ = remove(&self.path);
    }
}

/// Makes an empty folder that only this user can enter, in the folder `place`, with the lock that shows its owner alive.
pub(crate) fn make(place: &Path) -> io::Result<(PathBuf, File)> {
    let mut attempt = 0u32;
    loop {
        // Always as long, since programs of some tiers see it.
        let random = RandomState::new().hash_one(attempt);
        let folder = place.join(format!("{PREFIX}{}-{random:020}", std::process::id()));
        attempt += 1;
        match DirBuilder::new().mode(0o700).create(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 1000 => {}
            Err(error) => return Err(error),
            Ok(()) => {
                if let Some(lock) = locked(&folder)? {
                    return Ok((folder, lock));
                }
            }
        }
    }
}

/// Locks a new folder; `None` where another process took it for a dead one's in the instant before.
fn locked(folder: &Path) -> io::Result<Option<File>> {
    let identity = |found: Metadata| (found.dev(), found.ino());
    let lock = match File::open(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    if lock.try_lock().is_err() {
        return Ok(None);
    }
    let is_there =
        fs::metadata(folder).is_ok_and(|found| lock.metadata().is_ok_and(|own| identity(own) == identity(found)));
    Ok(is_there.then_some(lock))
}

/// Returns the folders in `place` that processes of any kind have made as these are.
pub(crate) fn all_in(place: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    let ours = entries.filter(|entry| entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes()));
    ours.map(|entry| entry.path()).collect()
}

/// Removes the folders in `place` that this user's dead processes left there.
fn sweep(place: &Path) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let numbers = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        let is_ours = numbers.is_some_and(|numbers| {
            let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            numbers
                .split_once('-')
                .is_some_and(|(process, number)| digits(process) && digits(number))
        });
        if is_ours {
            remove_unlocked(&entry);
        }
    }
}

/// Removes a folder of this user's unless its owner lives. Whoever may write here can put a link under its name: that is left.
fn remove_unlocked(entry: &fs::DirEntry) {
    let user = nix::unistd::geteuid().as_raw();
    // Of the entry itself, not of what a link leads to.
    let found = entry.metadata();
    if !found.is_ok_and(|found| found.is_dir() && found.uid() == user) {
        return;
    }
    let path = entry.path();
    // A program may have taken away the right to enter its scratch folder.
    let _ = fs::set_permissions(&path, Permissions::from_mode(0o700));
    // The lock is held until the folder is gone. One that was let go before could pass to an owner who has just made it.
    let Ok(lock) = File::open(&path) else {
        return;
    };
    if lock.try_lock().is_ok() {
        // Somebody else may be at it as well.
        let _ = remove(&path);
    }
}

/// Removes the folders that [`make`] made in `place` for the process of this number, which is dead. What cannot be removed
/// is left: somebody may still be working there.
pub(crate) fn remove_of(place: &Path, process: u32) {
    let prefix = format!("{PREFIX}{process}-");
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        // Processes of another namespace may have the same number.
        if entry.file_name().as_encoded_bytes().starts_with(prefix.as_bytes()) {
            remove_unlocked(&entry);
        }
    }
}

/// Copies the input into the scratch folder under the name the program expects.
pub(crate) fn put_input(scratch: &Path, name: &OsStr, input: &Path) -> io::Result<()> {
    let mut from = File::open(input)?;
    let mut to = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(scratch.join(name))?;
    io::copy(&mut from, &mut to).map(drop)
}

/// The first `cap` bytes of the file called `name`, without regard to ASCII case, and whether there are more. The exact
/// name wins over others, of which the first in byte order is taken. `None` when there is no such file.
///
/// # Errors
/// When it is there but is not a plain file, or cannot be read.
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

/// Opens what a program has left, also where it took away its own right to do that, which `mode` gives back. To be called when none of
/// its processes is alive.
fn even_if_closed<T>(path: &Path, mode: u32, open: fn(PathBuf) -> io::Result<T>) -> io::Result<T> {
    match open(path.to_owned()) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            fs::set_permissions(path, Permissions::from_mode(mode))?;
            open(path.to_owned())
        }
        opened => opened,
    }
}

/// Tells whether the disk of a folder has no room for a file of some pages.
#[allow(clippy::useless_conversion, reason = "not all systems count in the same type")]
pub(crate) fn is_full(folder: &Path) -> bool {
    const FEW: u64 = 64 << 10;
    nix::sys::statvfs::statvfs(folder).is_ok_and(|disk| {
        let room = u64::from(disk.blocks_available()).saturating_mul(u64::from(disk.fragment_size()));
        room < FEW || disk.files() != 0 && disk.files_available() == 0
    })
}

/// The room on its disk that a file takes, in bytes, by its length and the blocks of 512 bytes that are kept for it: a disk may
/// keep more than it needs.
pub(crate) fn room_of(length: u64, blocks: u64) -> u64 {
    const PAGE: u64 = 4096;
    length
        .checked_next_multiple_of(PAGE)
        .unwrap_or(length)
        .min(blocks.saturating_mul(512))
}

/// The room that the files in a folder and below take, in bytes, and the number of files and folders; both only as far as
/// the number is at most `most_files`. A program may exchange anything meanwhile: each folder is opened from the one above
/// it, however deep, and no link is followed. What cannot be looked into counts as nothing; more folders than this process may
/// have open, as more files than any number. Cost: a system call per file, four per folder.
pub(crate) fn size_of(folder: &Path, most_files: u64) -> (u64, u64) {
    let (mut bytes, mut files) = (0u64, 0);
    let mut next = Dir::open(folder, FOLDER, Mode::empty()).ok();
    // One of several names, or that gets another one meanwhile, counts once.
    let mut seen = BTreeSet::new();
    let mut waiting: Vec<(Rc<Dir>, CString)> = Vec::new();
    while let Some(mut folder) = next {
        // An error may come back as often as it is asked for.
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

/// Removes the folder with all that a program may have left in it: folders without permissions, folders nested deeper
/// than a path can name, links to elsewhere. To be called when none of its processes lives.
///
/// A folder in `root` is emptied by moving its own folders up beside it, so no path is ever longer than two steps, and
/// there is no recursion. Cost: one or two system calls per file, three per folder. Links are removed, not followed.
pub(crate) fn remove(root: &Path) -> io::Result<()> {
    fs::set_permissions(root, Permissions::from_mode(0o700))?;
    let mut moved = 0u64;
    let mut folders = Vec::new();
    for entry in fs::read_dir(root)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            folders.push(entry.path())
        } else {
            fs::remove_file(entry.path())?
        }
    }
    while let Some(folder) = folders.pop() {
        fs::set_permissions(&folder, Permissions::from_mode(0o700))?;
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                // To move a folder is to change its own `..`, for which it must be writable.
                fs::set_permissions(entry.path(), Permissions::from_mode(0o700))?;
                folders.push(move_up(root, &entry.path(), &mut moved)?);
            } else {
                fs::remove_file(entry.path())?;
            }
        }
        fs::remove_dir(&folder)?;
    }
    fs::remove_dir(root)
}

/// Moves `folder` into `root` under a name that is free there.
fn move_up(root: &Path, folder: &Path, moved: &mut u64) -> io::Result<PathBuf> {
    loop {
        *moved += 1;
        let target = root.join(moved.to_string());
        // The program may have taken the name; renaming over one of its empty folders would lose count of it.
        if target
            .symlink_metadata()
            .is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
        {
            fs::rename(folder, &target)?;
            return Ok(target);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn room_that_a_disk_keeps_beyond_the_end_of_a_file_is_not_held_against_it() {
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
    fn two_scratch_folders_of_one_process_differ_and_admit_nobody_else() {
        let place = tempfile::tempdir().unwrap();
        let (one, two) = (make(place.path()).unwrap(), make(place.path()).unwrap());
        assert_ne!(one.0, two.0);
        assert_eq!(one.0.metadata().unwrap().permissions().mode() & 0o777, 0o700);
    }

    #[test]
    fn folders_without_a_lock_are_swept_and_those_of_the_living_and_of_others_are_not() {
        let place = tempfile::tempdir().unwrap();
        let (living, _lock) = make(place.path()).unwrap();
        let (dead, lock) = make(place.path()).unwrap();
        fs::create_dir(dead.join("inner")).unwrap();
        fs::set_permissions(dead.join("inner"), Permissions::from_mode(0o0)).unwrap();
        fs::set_permissions(&dead, Permissions::from_mode(0o0)).unwrap();
        sweep(place.path());
        assert!(dead.exists(), "its owner lives");
        drop(lock);
        let kept = [
            "gamesolve-run-1",
            "gamesolve-run-1-x",
            "gamesolve-run--1",
            "gamesolve-notes",
        ];
        for name in kept {
            fs::create_dir(place.path().join(name)).unwrap();
        }
        let link = place.path().join("gamesolve-run-1-1");
        std::os::unix::fs::symlink(place.path().join("gamesolve-notes"), &link).unwrap();
        sweep(place.path());
        assert!(!dead.exists());
        assert!(living.exists() && link.symlink_metadata().is_ok());
        for name in kept {
            assert!(place.path().join(name).exists(), "{name}");
        }
    }

    #[test]
    fn a_link_under_the_name_of_a_scratch_folder_is_not_followed() {
        let place = tempfile::tempdir().unwrap();
        let mine = place.path().join("mine");
        fs::create_dir(&mine).unwrap();
        fs::set_permissions(&mine, Permissions::from_mode(0o755)).unwrap();
        fs::write(mine.join("kept"), "").unwrap();
        for name in ["7-1", "7-x"] {
            std::os::unix::fs::symlink(&mine, place.path().join(format!("{PREFIX}{name}"))).unwrap();
        }
        remove_of(place.path(), 7);
        sweep(place.path());
        assert_eq!(mine.metadata().unwrap().permissions().mode() & 0o777, 0o755);
        assert!(mine.join("kept").exists());
    }

    #[test]
    fn a_folder_that_is_swept_before_it_is_locked_is_not_used() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("folder");
        assert!(locked(&folder).unwrap().is_none(), "it is gone");
        fs::create_dir(&folder).unwrap();
        let sweeper = File::open(&folder).unwrap();
        sweeper.lock().unwrap();
        assert!(locked(&folder).unwrap().is_none(), "it is about to go");
        drop(sweeper);
        assert!(locked(&folder).unwrap().is_some());
    }

    #[test]
    fn the_output_file_is_found_whatever_its_case_and_cut_at_the_cap() {
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
    fn the_input_is_copied_and_an_input_that_is_not_there_is_an_error() {
        let scratch = folder();
        put_input(&scratch, OsStr::new("Stones.in"), Path::new("Cargo.toml")).unwrap();
        assert_eq!(
            fs::read(scratch.join("Stones.in")).unwrap(),
            fs::read("Cargo.toml").unwrap()
        );
        assert!(put_input(&scratch, OsStr::new("b"), Path::new("no-such-file")).is_err());
        gone(&scratch);
    }

    #[test]
    fn closed_folders_deep_ones_and_taken_names_are_removed_and_links_are_not_followed() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("precious"), "").unwrap();
        let scratch = folder();
        std::os::unix::fs::symlink(outside.path(), scratch.join("link")).unwrap();
        fs::create_dir_all(scratch.join("closed/inner")).unwrap();
        std::os::unix::fs::symlink(outside.path(), scratch.join("closed/inner/link")).unwrap();
        fs::write(scratch.join("closed/inner/file"), "").unwrap();
        for folder in ["closed/inner", "closed"] {
            fs::set_permissions(scratch.join(folder), Permissions::from_mode(0o000)).unwrap();
        }
        fs::create_dir(scratch.join("1")).unwrap();
        fs::write(scratch.join("2"), "").unwrap();
        // Nested deeper than a path can say, as `mkdir x; cd x` in a loop does it.
        let mut nest = scratch.join("nest");
        fs::create_dir(&nest).unwrap();
        for _ in 0..3000 {
            let outer = scratch.join("outer");
            fs::create_dir(&outer).unwrap();
            fs::rename(&nest, outer.join("x")).unwrap();
            nest = scratch.join("nest");
            fs::rename(&outer, &nest).unwrap();
        }
        gone(&scratch);
        assert!(outside.path().join("precious").exists());
    }
}
