//! Replaces a file by another in one step.
//!
//! **Idea.** The data is written to a new file beside the old one and reaches the disk before the new file takes the
//! old one's name. So a full disk, a limit on file sizes or a crash leaves the old file whole.
//!
//! **Limits.** What is no plain file (a device, a pipe, a descriptor under `/dev` or `/proc`) is written to as it is.
//! So is a file that a new one could not stand for: one with several names, one whose owner cannot be kept, and one in a
//! folder that may not be written to. Access lists beyond the mode are those of a new file.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// The most links from one name to the next, as many as Linux follows.
const MAX_LINKS: usize = 40;

/// Makes `data` the content of the file at `path`. A link stays, and the file it leads to is replaced.
pub(super) fn replace(path: &Path, data: &[u8]) -> io::Result<()> {
    let target = target(path)?;
    let old = match fs::metadata(&target) {
        Ok(old) if old.is_file() && !is_of_the_system(&target) => {
            // A file that may not be written to is not replaced either.
            OpenOptions::new().write(true).open(&target)?;
            Some(old)
        }
        Ok(_) => return fs::write(&target, data),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let Some(new) = stand_in(&target, old.as_ref())? else {
        return fs::write(&target, data);
    };
    // By the file itself: the errors of the crate name the new file, which nobody knows.
    let mut file = new.as_file();
    file.write_all(data)?;
    file.sync_all()?;
    new.persist(&target).map_err(|unmoved| unmoved.error)?;
    Ok(())
}

/// Returns where a path leads to by links. What it leads to need not be there.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let is_link = path.symlink_metadata().is_ok_and(|found| found.is_symlink());
        if !is_link || is_of_the_system(&path) {
            return Ok(path);
        }
        let next = fs::read_link(&path)?;
        path = match path.parent() {
            Some(folder) => folder.join(next),
            None => next,
        };
    }
    Err(io::Error::other("too many links from one name to the next"))
}

/// Returns whether a path names something that the system keeps rather than a disk: `/dev/stdout`, `/proc/self/fd/1`.
fn is_of_the_system(path: &Path) -> bool {
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    cfg!(unix) && folder.is_some_and(|folder| folder.starts_with("/dev") || folder.starts_with("/proc"))
}

/// Returns a new file beside `target` that may take the place of `old`; `None` where none can.
fn stand_in(target: &Path, old: Option<&Metadata>) -> io::Result<Option<NamedTempFile>> {
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = Builder::new();
    builder.prefix(".gamesolve-");
    #[cfg(unix)]
    let mode = {
        use std::os::unix::fs::PermissionsExt as _;
        // What the mask of the process takes away, it takes away from this too.
        fs::Permissions::from_mode(0o666)
    };
    #[cfg(unix)]
    builder.permissions(mode);
    let new = match builder.tempfile_in(folder) {
        Ok(new) => new,
        Err(error) => match (old, error.kind()) {
            // The folder is closed, the file may not be; and without an old file nothing can be lost.
            (None, _) | (_, ErrorKind::PermissionDenied) => return Ok(None),
            (Some(_), kind) => return Err(kind.into()),
        },
    };
    match old {
        Some(old) if !takes_over(new.as_file(), old)? => Ok(None),
        _ => Ok(Some(new)),
    }
}

/// Gives a new file the owner and the mode of the old one; `false` where that is not possible, or is not all.
#[cfg(unix)]
fn takes_over(new: &File, old: &Metadata) -> io::Result<bool> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    if old.nlink() > 1 {
        return Ok(false);
    }
    let made = new.metadata()?;
    let owners = |of: &Metadata| (of.uid(), of.gid());
    if owners(&made) != owners(old) && fchown(new, Some(old.uid()), Some(old.gid())).is_err() {
        return Ok(false);
    }
    // After the owner: a change of that takes away the bits for running as another user.
    new.set_permissions(old.permissions())?;
    Ok(true)
}

/// Says that a new file is as good as the old one: it has what the folder gives to files.
#[cfg(not(unix))]
fn takes_over(_new: &File, _old: &Metadata) -> io::Result<bool> {
    Ok(true)
}
