//! Replaces a file by another in one step.
//!
//! **Idea.** The data goes to a new file beside the old one. When the data is on the disk, the new file takes the name
//! of the old one. So a full disk, a limit on file sizes or a crash leaves the old file whole.
//!
//! **Limits.** A device, a pipe or a descriptor under `/dev` or `/proc` is written in place. So is a file that a new
//! file cannot replace. Such a file has several names or an owner that cannot be kept, or is in a read-only folder.
//! Access lists beyond the mode are lost.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// The largest number of links on the way from one name to its file, as on Linux.
const MAX_LINKS: usize = 40;

/// Replaces the content of the file at `path` by `data`. A link stays, and this replaces its target.
pub(super) fn replace(path: &Path, data: &[u8]) -> io::Result<()> {
    let target = target(path)?;
    let old = match fs::metadata(&target) {
        Ok(old) if old.is_file() && !is_of_the_system(&target) => {
            // Replace a file only if this process may write to it.
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
    // Write through the file itself: the errors of the crate name the new file, which no user knows.
    let mut file = new.as_file();
    file.write_all(data)?;
    file.sync_all()?;
    new.persist(&target).map_err(|unmoved| unmoved.error)?;
    Ok(())
}

/// Follows the links of a path to the end. The target need not exist.
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

/// Returns whether a path is below `/dev` or `/proc` and so on no disk: `/dev/stdout`, `/proc/self/fd/1`.
fn is_of_the_system(path: &Path) -> bool {
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    cfg!(unix) && folder.is_some_and(|folder| folder.starts_with("/dev") || folder.starts_with("/proc"))
}

/// Returns a new file beside `target` that can replace `old`, or `None` if no file can.
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
        // The umask restricts this mode, as for any new file.
        fs::Permissions::from_mode(0o666)
    };
    #[cfg(unix)]
    builder.permissions(mode);
    let new = match builder.tempfile_in(folder) {
        Ok(new) => new,
        Err(error) => match (old, error.kind()) {
            // If the folder is read-only, the file itself may still be writable. Without an old file nothing can be
            // lost.
            (None, _) | (_, ErrorKind::PermissionDenied) => return Ok(None),
            (Some(_), kind) => return Err(kind.into()),
        },
    };
    match old {
        Some(old) if !takes_over(new.as_file(), old)? => Ok(None),
        _ => Ok(Some(new)),
    }
}

/// Gives a new file the owner and the mode of the old one. Returns `false` if it cannot take over both.
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
    // Set the mode last: a change of the owner clears the set-user-ID bit.
    new.set_permissions(old.permissions())?;
    Ok(true)
}

/// Returns `true`: a new file has the owner and the access that the folder gives.
#[cfg(not(unix))]
fn takes_over(_new: &File, _old: &Metadata) -> io::Result<bool> {
    Ok(true)
}
