//! The files that a program in tier 1 sees: the machine's own, all read-only, with a scratch folder in memory, and
//! without the places where running programs leave sockets to talk through.
//!
//! Landlock refuses writes too, but it does not know of changing modes, owners and times, which a read-only mount
//! refuses; and not, before Linux 7.1, of connecting to a socket in the file system.

use super::task::Order;
use nix::mount::{MntFlags, MsFlags, mount, umount2};
use std::ffi::OsString;
use std::fs::File;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// Where the scratch memory is mounted; the program runs in [`SCRATCH`] within it.
const GROUND: &str = "/tmp";
const SCRATCH: &str = "/tmp/scratch";
/// Steps from the root of all files to [`GROUND`], both counted.
const GROUND_DEPTH: usize = 2;
/// Files in memory take up whole pages, of at most this size on common machines.
const PAGE: u64 = 1 << 16;
/// Shared memory of the program comes out of its scratch memory.
pub(super) const SHARED: &str = "/tmp/shared-memory";
/// Sockets of the system and of the user's session.
const SOCKETS: &str = "/run";
const SHARED_MEMORY: &str = "/dev/shm";

/// Closes the caller's mounts to changes: from then on they are its own, and read-only.
///
/// # Errors
/// Naming the step that the kernel refused. Cost: one system call per mount of the machine.
pub(super) fn close() -> Result<(), String> {
    change(
        "making mounts private",
        "/",
        MsFlags::MS_REC | MsFlags::MS_PRIVATE,
    )?;
    make_read_only()
}

/// Shows the processes of the caller's namespace and no others.
///
/// # Errors
/// When the kernel refuses.
pub(super) fn show_own_processes() -> Result<(), String> {
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC | MsFlags::MS_RDONLY;
    mount(Some("proc"), "/proc", Some("proc"), flags, None::<&str>)
        .map_err(|errno| format!("mounting /proc: {errno}"))
}

/// Lays the ground for a run on closed mounts, and returns the scratch folder. [`clear`] takes it away.
///
/// # Errors
/// Naming the step that the kernel refused. Cost: a dozen system calls.
pub(super) fn lay(order: &Order) -> Result<PathBuf, String> {
    let kept = |root: &str| Kept::beneath(Path::new(root), &order.kept);
    let (kept_in_ground, kept_in_sockets) = (kept(GROUND)?, kept(SOCKETS)?);
    let no_kept_in_shared_memory = kept(SHARED_MEMORY)?.is_empty();
    let safe = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    let input = order
        .input_file
        .as_ref()
        .and_then(|(_, path)| path.metadata().ok());
    // What the box puts there is not the program's: the root and its two folders, the input, the way to kept things.
    let on_the_way: usize = kept_in_ground
        .iter()
        .map(|kept| kept.path.components().count() - GROUND_DEPTH)
        .sum();
    let inodes = order
        .limits
        .scratch_inodes
        .saturating_add(3 + u64::from(input.is_some()) + on_the_way as u64);
    let input_bytes = input.map_or(0, |found| found.len().next_multiple_of(PAGE));
    let bytes = order.limits.scratch_bytes.saturating_add(input_bytes);
    memory(
        GROUND,
        safe,
        &format!("mode=0700,size={bytes},nr_inodes={inodes}"),
    )?;
    for folder in [SCRATCH, SHARED] {
        std::fs::create_dir(folder).map_err(|error| format!("making {folder}: {error}"))?;
    }
    kept_in_ground.iter().try_for_each(Kept::restore)?;
    if no_kept_in_shared_memory && Path::new(SHARED_MEMORY).is_dir() {
        bind(Path::new(SHARED), Path::new(SHARED_MEMORY))?;
    }
    if Path::new(SOCKETS).is_dir() {
        memory(SOCKETS, safe, "mode=0755,size=1m,nr_inodes=1k")?;
        kept_in_sockets.iter().try_for_each(Kept::restore)?;
    }
    Ok(PathBuf::from(SCRATCH))
}

/// Takes away what [`lay`] has mounted, and all that the run has left there. No process of the run may be alive.
///
/// # Errors
/// Naming the place where the kernel refuses.
pub(super) fn clear() -> Result<(), String> {
    for place in [SHARED_MEMORY, SOCKETS, GROUND] {
        match umount2(place, MntFlags::MNT_DETACH) {
            // Nothing was mounted there: it is no folder of this machine, or kept as it is.
            Ok(()) | Err(nix::Error::EINVAL | nix::Error::ENOENT) => {}
            Err(errno) => return Err(format!("clearing {place}: {errno}")),
        }
    }
    Ok(())
}

/// A path that must stay reachable although a new mount will cover it, held open meanwhile.
struct Kept {
    path: PathBuf,
    open: OwnedFd,
}

impl Kept {
    /// The things to keep so that the files of `wanted` beneath `root` stay reachable: for each the folder it lies in,
    /// where its helpers may lie too, or itself when it lies right in `root`.
    fn beneath(root: &Path, wanted: &[PathBuf]) -> Result<Vec<Kept>, String> {
        let mut paths: Vec<PathBuf> = wanted
            .iter()
            .filter_map(|path| to_keep(root, path))
            .collect();
        paths.sort();
        paths.dedup();
        // What lies in a kept folder comes along with it; sorted, a folder stands before its content.
        let mut outermost: Vec<PathBuf> = Vec::new();
        for path in paths {
            if !outermost.last().is_some_and(|last| path.starts_with(last)) {
                outermost.push(path);
            }
        }
        outermost
            .into_iter()
            .map(|path| {
                let flags = nix::fcntl::OFlag::O_PATH | nix::fcntl::OFlag::O_CLOEXEC;
                let open = nix::fcntl::open(&path, flags, nix::sys::stat::Mode::empty())
                    .map_err(|errno| format!("`{}`: {errno}", path.display()))?;
                Ok(Kept { path, open })
            })
            .collect()
    }

    /// Makes the path reachable again, in the mount that covers it now.
    fn restore(&self) -> Result<(), String> {
        let name = self.path.display();
        let source = PathBuf::from(format!("/proc/self/fd/{}", self.open.as_raw_fd()));
        let made = if source.is_dir() {
            std::fs::create_dir_all(&self.path)
        } else {
            self.path
                .parent()
                .map_or(Ok(()), std::fs::create_dir_all)
                .and_then(|()| File::create(&self.path).map(drop))
        };
        made.map_err(|error| format!("making a place for `{name}`: {error}"))?;
        bind(&source, &self.path)
    }
}

fn to_keep(root: &Path, path: &Path) -> Option<PathBuf> {
    let inside = path.strip_prefix(root).ok()?;
    let in_root_itself = inside.components().count() < 2;
    Some(if in_root_itself {
        path.to_owned()
    } else {
        path.parent()?.to_owned()
    })
}

fn bind(source: &Path, target: &Path) -> Result<(), String> {
    mount(
        Some(source),
        target,
        None::<&str>,
        MsFlags::MS_BIND | MsFlags::MS_REC,
        None::<&str>,
    )
    .map_err(|errno| format!("binding `{}`: {errno}", target.display()))
}

fn memory(target: &str, flags: MsFlags, options: &str) -> Result<(), String> {
    mount(Some("scratch"), target, Some("tmpfs"), flags, Some(options))
        .map_err(|errno| format!("mounting memory on {target}: {errno}"))
}

fn change(what: &str, target: impl AsRef<Path>, flags: MsFlags) -> Result<(), String> {
    mount(
        None::<&str>,
        target.as_ref(),
        None::<&str>,
        flags,
        None::<&str>,
    )
    .map_err(|errno| format!("{what}: {errno}"))
}

/// Makes every mount that the program could reach read-only.
fn make_read_only() -> Result<(), String> {
    let table = std::fs::read("/proc/self/mountinfo")
        .map_err(|error| format!("the mount table: {error}"))?;
    for place in table
        .split(|byte| *byte == b'\n')
        .filter_map(Place::parse)
        .filter(Place::is_worth_changing)
    {
        let flags = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY | place.flags;
        match mount(None::<&str>, &place.path, None::<&str>, flags, None::<&str>) {
            // Covered by another mount, or in a place that this user cannot reach: then the program cannot either.
            Ok(())
            | Err(
                nix::Error::ENOENT | nix::Error::EACCES | nix::Error::EINVAL | nix::Error::ENOTDIR,
            ) => {}
            Err(errno) => {
                return Err(format!(
                    "making `{}` read-only: {errno}",
                    place.path.display()
                ));
            }
        }
    }
    Ok(())
}

/// One line of the mount table.
#[derive(Debug, PartialEq)]
struct Place {
    path: PathBuf,
    kind: Vec<u8>,
    read_only: bool,
    /// Flags that a remount must repeat: a user namespace may not take them away.
    flags: MsFlags,
}

impl Place {
    /// Reads `36 35 98:0 /root /mount/point rw,noatime shared:1 - ext3 /dev/root rw`; source: proc_pid_mountinfo(5).
    fn parse(line: &[u8]) -> Option<Place> {
        let mut fields = line.split(|byte| *byte == b' ');
        let (path, options) = (fields.nth(4)?, fields.next()?);
        let kind = fields.skip_while(|field| *field != b"-").nth(1)?.to_vec();
        let (mut flags, mut read_only) = (MsFlags::empty(), false);
        for option in options.split(|byte| *byte == b',') {
            match option {
                b"ro" => read_only = true,
                b"nosuid" => flags |= MsFlags::MS_NOSUID,
                b"nodev" => flags |= MsFlags::MS_NODEV,
                b"noexec" => flags |= MsFlags::MS_NOEXEC,
                b"noatime" => flags |= MsFlags::MS_NOATIME,
                b"nodiratime" => flags |= MsFlags::MS_NODIRATIME,
                b"relatime" => flags |= MsFlags::MS_RELATIME,
                _ => {}
            }
        }
        if !flags.intersects(MsFlags::MS_NOATIME | MsFlags::MS_RELATIME) {
            flags |= MsFlags::MS_STRICTATIME;
        }
        Some(Place {
            path: unescape(path),
            kind,
            read_only,
            flags,
        })
    }

    /// Not so: what is read-only already, the old /proc that a new one will cover, and places that are mounted by being
    /// touched, which may wait for a server that is not there.
    fn is_worth_changing(&self) -> bool {
        !self.read_only && !self.path.starts_with("/proc") && self.kind != b"autofs"
    }
}

/// Undoes the escapes of the mount table: a backslash and three octal digits.
fn unescape(text: &[u8]) -> PathBuf {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&first, tail)) = rest.split_first() {
        let digits = tail
            .get(..3)
            .and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 8).ok());
        match digits {
            Some(byte) if first == b'\\' => {
                bytes.push(byte);
                rest = &tail[3..];
            }
            _ => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    PathBuf::from(OsString::from_vec(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_mount_table_tells_the_place_its_kind_and_the_flags_to_repeat() {
        let line = br"36 35 98:0 /mnt1 /media/a\040b ro,nosuid,noatime master:1 - ext3 /dev/root rw,errors=continue";
        let place = Place::parse(line).unwrap();
        assert_eq!(place.path, Path::new("/media/a b"));
        assert_eq!(place.kind, b"ext3");
        assert!(place.read_only && !place.is_worth_changing());
        assert_eq!(place.flags, MsFlags::MS_NOSUID | MsFlags::MS_NOATIME);
        let plain = Place::parse(b"1 1 0:1 / /x rw - tmpfs none rw").unwrap();
        assert_eq!(
            (plain.flags, plain.is_worth_changing()),
            (MsFlags::MS_STRICTATIME, true)
        );
        assert_eq!(Place::parse(b""), None);
        assert_eq!(Place::parse(b"36 35 98:0 / /x rw"), None);
    }

    #[test]
    fn escapes_of_the_mount_table_are_undone_and_other_backslashes_kept() {
        for (escaped, plain) in [
            (r"\134", r"\"),
            (r"a\011b", "a\tb"),
            (r"\9", r"\9"),
            (r"end\04", r"end\04"),
        ] {
            assert_eq!(unescape(escaped.as_bytes()), Path::new(plain), "{escaped}");
        }
    }

    #[test]
    fn a_program_keeps_its_folder_unless_that_is_the_covered_one_itself() {
        let keep = |path: &str| to_keep(Path::new("/tmp"), Path::new(path));
        assert_eq!(keep("/tmp/sol"), Some("/tmp/sol".into()));
        assert_eq!(keep("/tmp/contest/sol"), Some("/tmp/contest".into()));
        assert_eq!(keep("/home/me/sol"), None);
        assert_eq!(keep("/tmpfile"), None);
    }
}
