//! Temporary folders of a process that may be killed.

use std::fs::{self, DirBuilder, File, Metadata, Permissions};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The folders of this process that are not removed yet.
static LIVING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The beginning of the names of all such folders.
///
/// The number of the process and a random number follow, so that nobody can make a folder of that name in advance.
const PREFIX: &str = "gamesolve-run-";
/// Returns the absolute path of the system's folder for temporary files.
///
/// It is absolute because programs and compilers run in other folders than this process. An empty `TMPDIR` counts as
/// unset.
pub fn place() -> PathBuf {
    let named = std::env::temp_dir();
    whole(&named).unwrap_or(named)
}

/// Returns the absolute path of a place.
fn whole(named: &Path) -> io::Result<PathBuf> {
    let is_none = named.as_os_str().is_empty();
    std::path::absolute(if is_none { Path::new("/tmp") } else { named })
}

/// A folder for temporary files. Dropping this removes it.
///
/// If the process is killed first, the next process that makes such a folder removes it.
#[derive(Debug)]
pub struct TempFolder {
    path: PathBuf,
    _lock: File,
}

impl TempFolder {
    /// Makes an empty folder in the system's place for temporary files.
    ///
    /// # Errors
    /// Those of [`TempFolder::new_in`].
    pub fn new() -> io::Result<TempFolder> {
        TempFolder::new_in(&place())
    }

    /// Makes an empty folder in `place` that only this user can enter, and removes the folders of dead processes.
    ///
    /// # Errors
    /// Fails if the folder cannot be made.
    pub fn new_in(place: &Path) -> io::Result<TempFolder> {
        let place = whole(place)?;
        sweep(&place);
        let mut living = LIVING.lock().unwrap_or_else(PoisonError::into_inner);
        let (path, lock) = make(&place)?;
        living.push(path.clone());
        Ok(TempFolder { path, _lock: lock })
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        // The next process removes a folder that cannot be removed now.
        let _ = remove(&self.path);
        let mut living = LIVING.lock().unwrap_or_else(PoisonError::into_inner);
        living.retain(|path| *path != self.path);
    }
}

/// Returns a text without the ways through folders that this process has made, because nobody else knows them. Such a
/// folder itself becomes `.`.
pub fn without_ways(text: &[u8]) -> Vec<u8> {
    let living = LIVING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut text = text.to_vec();
    let both = |folder: &PathBuf| folder.canonicalize().into_iter().chain([folder.clone()]);
    for folder in living.iter().flat_map(both) {
        let folder = folder.as_os_str().as_encoded_bytes();
        for (way, inside) in [([folder, b"/"].concat(), &b""[..]), (folder.to_vec(), b".")] {
            while let Some(at) = text.windows(way.len()).position(|part| part == way) {
                text.splice(at..at + way.len(), inside.iter().copied());
            }
        }
    }
    text
}

/// Removes all folders of this process. Call it just before the process ends, because no thread can make a folder later.
pub fn remove_all() {
    /// The number of attempts, and the time between two: a program that is about to end may still write.
    const ATTEMPTS: u32 = 20;
    const INTERVAL: Duration = Duration::from_millis(10);
    let living = LIVING.lock().unwrap_or_else(PoisonError::into_inner);
    for path in living.iter() {
        for _ in 0..ATTEMPTS {
            if remove(path).is_ok() || !path.exists() {
                break;
            }
            std::thread::sleep(INTERVAL);
        }
    }
    std::mem::forget(living);
}

/// Makes an empty folder in `place` that only this user can enter, with the lock of a living owner.
///
/// # Errors
/// Fails if `place` takes no folder, or if the system gives no lock in it.
pub fn make(place: &Path) -> io::Result<(PathBuf, File)> {
    let mut attempt = 0u32;
    loop {
        // Always of the same length, since programs of some sandbox tiers see it.
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

/// Locks a new folder. `None` if another process took it for a dead process's folder in the instant before.
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

/// Returns the folders in `place` that processes of any kind have made in this way.
pub fn all_in(place: &Path) -> Vec<PathBuf> {
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

/// Removes a folder of this user unless its owner lives. It leaves links, because anyone with write access can put one
/// here.
fn remove_unlocked(entry: &fs::DirEntry) {
    let user = nix::unistd::geteuid().as_raw();
    // The metadata of the entry itself, not of a link's target.
    let found = entry.metadata();
    if !found.is_ok_and(|found| found.is_dir() && found.uid() == user) {
        return;
    }
    let path = entry.path();
    // A program may have removed the right to enter its scratch folder.
    let _ = fs::set_permissions(&path, Permissions::from_mode(0o700));
    // Hold the lock until the folder is gone. An earlier release could pass it to an owner who has just made the
    // folder.
    let Ok(lock) = File::open(&path) else {
        return;
    };
    if lock.try_lock().is_ok() {
        // Another process may be removing it as well.
        let _ = remove(&path);
    }
}

/// Removes the folders that [`make`] made in `place` for the dead process of this number.
///
/// It leaves a folder that cannot be removed: another process may still be working there.
pub fn remove_of(place: &Path, process: u32) {
    let prefix = format!("{PREFIX}{process}-");
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        // Processes of another namespace may have the same number.
        if entry.file_name().as_encoded_bytes().starts_with(prefix.as_bytes()) {
            remove_unlocked(&entry);
        }
    }
}

/// Removes the folder with everything that a program may have left in it.
///
/// That includes folders without permissions, folders nested deeper than a path can name, and links to other places.
/// Call it when none of the program's processes lives.
///
/// It empties a folder in `root` by moving its subfolders up next to it. So no path is ever longer than two steps, and
/// there is no recursion. Cost: one or two system calls per file, and three per folder. It removes links and does not
/// follow them.
///
/// # Errors
/// Fails if the system refuses to remove a file or a folder, because another user owns it or the disk is broken. The
/// rest of the folder then stays.
pub fn remove(root: &Path) -> io::Result<()> {
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
                // Moving a folder changes its own `..`, so the folder must be writable.
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

/// Moves `folder` into `root` under an unused name.
fn move_up(root: &Path, folder: &Path, moved: &mut u64) -> io::Result<PathBuf> {
    loop {
        *moved += 1;
        let target = root.join(moved.to_string());
        // The program may have used the name. Renaming over one of its empty folders would hide that folder from the
        // loop.
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
    fn two_scratch_folders_differ_and_admit_nobody_else() {
        let place = tempfile::tempdir().unwrap();
        let (one, two) = (make(place.path()).unwrap(), make(place.path()).unwrap());
        assert_ne!(one.0, two.0);
        assert_eq!(one.0.metadata().unwrap().permissions().mode() & 0o777, 0o700);
    }

    #[test]
    fn unlocked_folders_are_swept_unless_others_own_them() {
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
    fn closed_and_deep_folders_are_removed_without_following_links() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("precious"), "").unwrap();
        let place = tempfile::tempdir().unwrap();
        let (scratch, _lock) = make(place.path()).unwrap();
        std::os::unix::fs::symlink(outside.path(), scratch.join("link")).unwrap();
        fs::create_dir_all(scratch.join("closed/inner")).unwrap();
        std::os::unix::fs::symlink(outside.path(), scratch.join("closed/inner/link")).unwrap();
        fs::write(scratch.join("closed/inner/file"), "").unwrap();
        for folder in ["closed/inner", "closed"] {
            fs::set_permissions(scratch.join(folder), Permissions::from_mode(0o000)).unwrap();
        }
        fs::create_dir(scratch.join("1")).unwrap();
        fs::write(scratch.join("2"), "").unwrap();
        // Nested deeper than a path can name, as by `mkdir x; cd x` in a loop.
        let mut nest = scratch.join("nest");
        fs::create_dir(&nest).unwrap();
        for _ in 0..3000 {
            let outer = scratch.join("outer");
            fs::create_dir(&outer).unwrap();
            fs::rename(&nest, outer.join("x")).unwrap();
            nest = scratch.join("nest");
            fs::rename(&outer, &nest).unwrap();
        }
        remove(&scratch).unwrap();
        assert!(!scratch.exists());
        assert!(outside.path().join("precious").exists());
    }
}
