//! Folders of a process that others may kill.

use std::fs::{self, DirBuilder, File, Metadata, Permissions};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// The start of the names of all such folders; the number of the process that made it and a random one follow, so that
/// nobody can have made a folder of that name before.
const PREFIX: &str = "gamesolve-run-";
/// Returns the system's place for temporary files as a whole path: programs and compilers run in other folders than this
/// process. An empty `TMPDIR` names no place.
pub fn place() -> PathBuf {
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
pub fn make(place: &Path) -> io::Result<(PathBuf, File)> {
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
pub fn remove_of(place: &Path, process: u32) {
    let prefix = format!("{PREFIX}{process}-");
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        // Processes of another namespace may have the same number.
        if entry.file_name().as_encoded_bytes().starts_with(prefix.as_bytes()) {
            remove_unlocked(&entry);
        }
    }
}

/// Removes the folder with all that a program may have left in it: folders without permissions, folders nested deeper
/// than a path can name, links to elsewhere. To be called when none of its processes lives.
///
/// A folder in `root` is emptied by moving its own folders up beside it, so no path is ever longer than two steps, and
/// there is no recursion. Cost: one or two system calls per file, three per folder. Links are removed, not followed.
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
    fn closed_folders_deep_ones_and_taken_names_are_removed_and_links_are_not_followed() {
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
        remove(&scratch).unwrap();
        assert!(!scratch.exists());
        assert!(outside.path().join("precious").exists());
    }
}
