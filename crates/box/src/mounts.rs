//! The files that a program in tier 1 sees: its own root, which holds only the allowed files.
//!
//! **Idea.** The root is an allow-list, not a list of hidden files. It has the folders of the system's tools and the
//! paths of the order. It also has a scratch folder in memory, a few devices, and the processes of its own namespace.
//! Each is at its usual path, and all but the scratch folder are read-only. Nothing else exists there: no home, no
//! other testcase, no service socket.
//!
//! **How.** The launcher closes its mounts to changes ([`close`]). The supervisor keeps the machine's files. Beside
//! them, beneath [`GROUND`], it builds a root of the files that the program may see ([`View`]). Most runs of a program
//! share it, except for their memory. The thread that starts the program makes it its root ([`enter_view`]).
//!
//! **Why there is no way back.** Leaving a root needs the right to change it or to mount, or an open folder outside it.
//! A program has neither, and the filter of system calls refuses the calls too. A mount namespace with `pivot_root` for
//! every run would also drop the machine's files. But each run would then cost more mounts and more time.

use crate::task::Order;
use crate::visible::{Place, is_place_of_system, places};
use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sched::{CloneFlags, unshare};
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{DirBuilder, File};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{DirBuilderExt, FileExt, MetadataExt, symlink};
use std::path::{Path, PathBuf};

/// The folder that the supervisor covers in its mounts. Every machine has it, and little of its content is needed.
const GROUND: &str = "/dev";
/// The kernel's file system of processes.
const PROCESSES: &str = "/proc";
/// The kernel's file for the last process number. It exists if the kernel can restore processes from checkpoints.
const LAST_NUMBER: &str = "/proc/sys/kernel/ns_last_pid";
/// The supervisor's path to the machine's own [`GROUND`].
const COVERED: &str = "/dev/machine";
/// The root of the program while it is built.
const VIEW: &str = "/dev/view";
/// The memory of a run, as the program sees it. No user has a folder with this name.
const MEMORY: &str = "/tmp/gamesolve-scratch";
/// The working folder of the program, in [`MEMORY`].
pub(crate) const SCRATCH: &str = "/tmp/gamesolve-scratch/run";
/// Shared memory of the program, which is a part of its scratch memory.
const MEMORY_SHARED: &str = "/tmp/gamesolve-scratch/shared";
/// The usual path of the shared memory, and its target.
pub(crate) const SHARED: &str = "/dev/shm";
const TO_SHARED: &str = "../tmp/gamesolve-scratch/shared";
/// Harmless devices.
pub(crate) const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
/// Returns the program's own path that lies in a folder. Such a folder cannot be shown as it is.
pub(crate) fn own_place_in(folder: &Path) -> Option<&'static str> {
    let own = [MEMORY, SHARED, PROCESSES].into_iter().chain(DEVICES);
    own.into_iter().find(|own| Path::new(own).starts_with(folder))
}

/// Links to a process's own descriptors.
const LINKS: [(&str, &str); 4] = [
    ("/dev/fd", "/proc/self/fd"),
    ("/dev/stdin", "/proc/self/fd/0"),
    ("/dev/stdout", "/proc/self/fd/1"),
    ("/dev/stderr", "/proc/self/fd/2"),
];
/// An empty file that covers other files.
const NOTHING: &str = "/.nothing";
/// The largest page on common machines, in bytes. Files in memory take up whole pages.
const PAGE: u64 = 1 << 16;
/// Flags of all mounts of the sandbox: no gain of rights, and no devices.
const SAFE: MsFlags = MsFlags::MS_NOSUID.union(MsFlags::MS_NODEV);

/// Closes the caller's mounts to changes: they become private and read-only.
///
/// The mounts of control groups stay writable if the supervisor uses them, because no program sees them. Costs one
/// system call for each mount of the machine.
///
/// # Errors
/// If the kernel refuses: the error names the step.
pub(crate) fn close(uses_groups: bool) -> Result<(), String> {
    change("making mounts private", "/", MsFlags::MS_REC | MsFlags::MS_PRIVATE)?;
    make_read_only(uses_groups)
}

/// Shows only the processes of the caller's namespace, and makes room for the program's root. Returns a handle that
/// resets the process numbers, if the kernel has one.
///
/// # Errors
/// If the kernel refuses: the error names the step.
pub(crate) fn set_up() -> Result<Option<Numbering>, String> {
    // Build it at the path of the processes: once covered, the old path would be out of reach.
    memory(PROCESSES, "mode=0700,size=64k,nr_inodes=32")?;
    let made = |place: &str| Path::new(PROCESSES).join(place.trim_start_matches("/dev/"));
    [COVERED, VIEW]
        .into_iter()
        .try_for_each(|place| make_folder(made(place)))?;
    bind(Path::new(GROUND), &made(COVERED))?;
    let moved = mount(Some(PROCESSES), GROUND, None::<&str>, MsFlags::MS_MOVE, None::<&str>);
    moved.map_err(|errno| format!("covering {GROUND}: {errno}"))?;
    let show = |access| mount_processes(Path::new(PROCESSES), access, None);
    // Mount a writable one for a moment, only to open the file.
    let mut numbering = None;
    if show(MsFlags::empty()).is_ok() {
        numbering = File::options().write(true).open(LAST_NUMBER).ok().map(Numbering);
        unmount(Path::new(PROCESSES))?;
    }
    show(MsFlags::MS_RDONLY)?;
    Ok(numbering)
}

/// The kernel's file for the last process number of this namespace.
#[derive(Debug)]
pub(crate) struct Numbering(File);

impl Numbering {
    /// Makes the next process number the same after every call, if that number is free.
    ///
    /// # Errors
    /// If the kernel refuses.
    pub(crate) fn begin_again(&self) -> std::io::Result<()> {
        // A number above those of the supervisor's own threads.
        self.0.write_all_at(b"300", 0)
    }
}

/// The view of the last run's program. Most of it stays for the next run of the same program.
#[derive(Debug, Default)]
pub(crate) struct View {
    /// The paths in the last order.
    shown: Vec<PathBuf>,
    hidden: Vec<PathBuf>,
    links: Vec<(PathBuf, PathBuf)>,
    /// The steps that built the view.
    steps: Vec<Step>,
    /// The steps inside the program's memory, which vanish with it.
    steps_in_memory: Vec<Step>,
    /// Whether the memory of a run is mounted.
    has_memory: bool,
}

/// A step in building the view. A new file at the same path is another file, and a mount would still show the old one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Step {
    Place {
        place: Place,
        /// The device and the number of the visible file or folder.
        ///
        /// `None` for hidden and missing paths, and for paths of the system, which never change.
        found: Option<(u64, u64)>,
    },
    /// Another name of a visible path.
    Link { at: PathBuf, to: PathBuf },
}

/// Returns the device and the number of a file or folder.
fn identity(path: &Path) -> Option<(u64, u64)> {
    path.metadata().ok().map(|found| (found.dev(), found.ino()))
}

/// Returns the value for [`Step::Place`].
fn found(place: &Place) -> Option<(u64, u64)> {
    match place {
        Place::Shown(path) if !is_place_of_system(path) => identity(&outside(path)),
        _ => None,
    }
}

impl Step {
    fn of(place: Place) -> Step {
        Step::Place {
            found: found(&place),
            place,
        }
    }

    /// Returns whether a visible path still shows the same file or folder, and whether a hidden one is still covered.
    ///
    /// A cover vanishes with its file or folder. The next file may get the same number at once.
    fn is_current(&self) -> bool {
        match self {
            Step::Place {
                place: Place::Hidden(path),
                ..
            } => identity(&inside(path)).is_none_or(|seen| identity(&outside(path)) != Some(seen)),
            Step::Place { place, found: then } => found(place) == *then,
            Step::Link { .. } => true,
        }
    }

    /// Returns the path that the step changes.
    fn at(&self) -> &Path {
        match self {
            Step::Place { place, .. } => place.path(),
            Step::Link { at, .. } => at,
        }
    }

    /// Returns the most files and folders that the step creates.
    fn depth(&self) -> u64 {
        self.at().components().count() as u64
    }

    fn hidden(&self) -> Option<&PathBuf> {
        match self {
            Step::Place { place, .. } => place.hidden(),
            Step::Link { .. } => None,
        }
    }

    fn carry_out(&self) -> Result<(), String> {
        match self {
            Step::Place { place, .. } => add_place(place),
            Step::Link { at, to } => link(to, &inside(at)),
        }
    }

    fn undo(&self) -> Result<(), String> {
        match self {
            Step::Place { place, .. } => remove_place(place),
            // Keep a link that was there before the step: it belongs to someone else.
            Step::Link { at, to } => match std::fs::read_link(inside(at)) {
                Ok(found) if found == *to => {
                    std::fs::remove_file(inside(at)).map_err(|error| format!("the link `{}`: {error}", at.display()))
                }
                _ => Ok(()),
            },
        }
    }
}

/// Returns the steps that show an order's paths and make its other names for them. A name is left out if a visible
/// folder or another such name already contains it.
fn steps(order: &Order) -> Vec<Step> {
    let places = places(&order.shown, &order.hidden);
    let is_there = |at: &Path| {
        let around = places.iter().rev().find(|place| at.starts_with(place.path()));
        let is_own = at.starts_with(PROCESSES) || LINKS.iter().any(|(name, _)| at == Path::new(name));
        around.is_some_and(|place| place.hidden().is_none()) || is_own
    };
    let mut links = order.links.clone();
    links.sort();
    links.dedup_by(|next, one| next.0.starts_with(&one.0));
    links.retain(|(at, _)| !is_there(at));
    let links = links.into_iter().map(|(at, to)| Step::Link { at, to });
    places.iter().cloned().map(Step::of).chain(links).collect()
}

impl View {
    /// Mounts the memory of a run, shows the paths of its order, and returns the program's folder in that memory.
    ///
    /// [`clear`](View::clear) removes the memory. Costs a few system calls for the memory and for each path that was
    /// not visible before.
    ///
    /// # Errors
    /// If the kernel refuses: the error names the step.
    pub(crate) fn show_for(&mut self, order: &Order) -> Result<PathBuf, String> {
        let input = order
            .input_file
            .as_ref()
            .and_then(|(_, path)| outside(path).metadata().ok());
        // Do not count the sandbox's own files: the memory's root, its two folders, and the input.
        let inodes = order
            .limits
            .scratch_inodes
            .saturating_add(3 + u64::from(input.is_some()));
        let input_bytes = input.map_or(0, |found| found.len().next_multiple_of(PAGE));
        let bytes = order.limits.scratch_bytes.saturating_add(input_bytes);
        let is_asked_again = self.shown == order.shown && self.hidden == order.hidden && self.links == order.links;
        if !is_asked_again || !self.steps.iter().all(Step::is_current) {
            self.show(order)?;
        }
        let in_memory: u64 = self.steps_in_memory.iter().map(Step::depth).sum();
        let inodes = inodes.saturating_add(in_memory);
        // Mount new memory every time: the age of an old one would leak to the next run.
        memory(
            inside(Path::new(MEMORY)),
            &format!("mode=0700,size={bytes},nr_inodes={inodes}"),
        )?;
        self.has_memory = true;
        let scratch = inside(Path::new(SCRATCH));
        [&scratch, &inside(Path::new(MEMORY_SHARED))]
            .into_iter()
            .try_for_each(make_one)?;
        self.steps_in_memory.iter().try_for_each(Step::carry_out)?;
        Ok(scratch)
    }

    /// Shows the paths of an order outside the memory of the run.
    fn show(&mut self, order: &Order) -> Result<(), String> {
        let is_in_memory = |step: &Step| [MEMORY, SHARED].iter().any(|memory| step.at().starts_with(memory));
        let (in_memory, steps): (Vec<Step>, Vec<Step>) = steps(order).into_iter().partition(is_in_memory);
        let lies_open = self.lies_open();
        if self.steps != steps || lies_open {
            if self.steps.is_empty() {
                begin_root()?;
            } else {
                close_view(MsFlags::empty())?;
            }
            if lies_open {
                self.change_to(Vec::new())?;
            }
            self.change_to(steps)?;
            close_view(MsFlags::MS_RDONLY)?;
        }
        self.steps_in_memory = in_memory;
        self.shown.clone_from(&order.shown);
        self.hidden.clone_from(&order.hidden);
        self.links.clone_from(&order.links);
        Ok(())
    }

    /// Shows and hides exactly these paths, in place of the paths of the last run.
    fn change_to(&mut self, wanted: Vec<Step>) -> Result<(), String> {
        let had = std::mem::take(&mut self.steps);
        // If a change affects hidden paths, undo all steps and carry them out again in order.
        let steps = had.iter().chain(&wanted);
        let hidden: Vec<&PathBuf> = steps.filter_map(Step::hidden).collect();
        let touches_hidden = |step: &Step| {
            let at = step.at();
            hidden
                .iter()
                .any(|other| at.starts_with(other) || other.starts_with(at))
        };
        let without = |steps: &[Step], others: &[Step]| {
            let others: HashSet<&Step> = others.iter().collect();
            let left = steps.iter().filter(|step| !others.contains(step));
            left.cloned().collect::<Vec<_>>()
        };
        let (mut gone, mut come) = (without(&had, &wanted), without(&wanted, &had));
        if gone.iter().chain(&come).any(touches_hidden) {
            (gone, come) = (had.clone(), wanted.clone());
        }
        gone.iter().rev().try_for_each(Step::undo)?;
        come.iter().try_for_each(Step::carry_out)?;
        self.steps = wanted;
        Ok(())
    }

    /// Returns whether a hidden path has lost its cover, so that a program may have read it.
    pub(crate) fn lies_open(&self) -> bool {
        let steps = self.steps.iter().chain(&self.steps_in_memory);
        let mut hidden = steps.filter(|step| step.hidden().is_some());
        hidden.any(|step| !step.is_current())
    }

    /// Removes the memory of a run with all its files. No process of the run may be alive.
    ///
    /// # Errors
    /// If the kernel refuses.
    pub(crate) fn clear(&mut self) -> Result<(), String> {
        if std::mem::take(&mut self.has_memory) {
            unmount(&inside(Path::new(MEMORY)))
        } else {
            Ok(())
        }
    }
}

/// Begins the program's root: its devices, its processes and paths for its memory.
fn begin_root() -> Result<(), String> {
    memory(VIEW, "mode=0755,size=4m,nr_inodes=16k")?;
    for device in DEVICES {
        show(&outside(Path::new(device)), &inside(Path::new(device)))?;
    }
    for (name, target) in LINKS {
        symlink(target, inside(Path::new(name))).map_err(|error| format!("`{name}`: {error}"))?;
    }
    // Create it now: when files are hidden in the memory of a run, the root is already read-only.
    File::create(inside(Path::new(NOTHING))).map_err(|error| format!("an empty file: {error}"))?;
    make_folder(inside(Path::new(MEMORY)))?;
    symlink(TO_SHARED, inside(Path::new(SHARED))).map_err(|error| format!("`{SHARED}`: {error}"))?;
    // Show its own processes, but not the supervisor, whose counts continue from run to run. Every kernel with Landlock
    // has this option.
    let processes = inside(Path::new(PROCESSES));
    make_folder(&processes)?;
    mount_processes(&processes, MsFlags::MS_RDONLY, Some("hidepid=ptraceable"))
}

/// Mounts the file system that shows the processes of this namespace.
fn mount_processes(target: &Path, access: MsFlags, options: Option<&str>) -> Result<(), String> {
    let flags = SAFE | MsFlags::MS_NOEXEC | access;
    mount(Some("proc"), target, Some("proc"), flags, options)
        .map_err(|errno| format!("mounting {}: {errno}", target.display()))
}

/// Opens the program's root to changes, or closes it with `MS_RDONLY`.
fn close_view(access: MsFlags) -> Result<(), String> {
    let flags = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | SAFE | access;
    change("closing the program's root", VIEW, flags)
}

/// Shows or hides a path.
fn add_place(place: &Place) -> Result<(), String> {
    match place {
        // The program has its own processes.
        Place::Shown(path) if path.starts_with(PROCESSES) => Ok(()),
        Place::Shown(path) => show(&outside(path), &inside(path)),
        Place::Hidden(path) => hide(&inside(path)),
    }
}

/// Undoes the step for a path. A path that was never mounted, because it is missing or a link, stays as it is.
fn remove_place(place: &Place) -> Result<(), String> {
    let path = place.path();
    let target = inside(path);
    if target.symlink_metadata().is_ok_and(|found| found.is_symlink()) {
        return Ok(());
    }
    unmount(&target)?;
    if matches!(place, Place::Hidden(_)) || path.starts_with(PROCESSES) {
        return Ok(());
    }
    // Remove the empty file or folder that remains. The next program must not see its name, and may need the other kind
    // there.
    if target.is_file() {
        std::fs::remove_file(&target).map_err(|error| format!("`{}`: {error}", target.display()))?;
    } else {
        // Ignore the error: the folder stays if another visible path lies below it.
        let _ = std::fs::remove_dir(&target);
    }
    Ok(())
}

/// Unmounts the topmost mount at `place`, if there is one.
fn unmount(place: &Path) -> Result<(), String> {
    match umount2(place, MntFlags::MNT_DETACH) {
        Ok(()) | Err(nix::Error::EINVAL | nix::Error::ENOENT) => Ok(()),
        Err(errno) => Err(format!("clearing {}: {errno}", place.display())),
    }
}

/// Returns the supervisor's path to a file of the machine.
pub(crate) fn outside(path: &Path) -> PathBuf {
    match path.strip_prefix(GROUND) {
        Ok(rest) => Path::new(COVERED).join(rest),
        Err(_) => path.to_owned(),
    }
}

/// Makes the view the root of the calling thread and of its descendants. The rest of the process keeps its root.
///
/// # Errors
/// If the kernel refuses.
pub(crate) fn enter_view() -> Result<(), String> {
    let failed = |errno: nix::Error| format!("entering the program's root: {errno}");
    unshare(CloneFlags::CLONE_FS).map_err(failed)?;
    nix::unistd::chroot(VIEW).map_err(failed)?;
    nix::unistd::chdir("/").map_err(failed)
}

/// Returns the supervisor's path for a path in the program's view.
fn inside(path: &Path) -> PathBuf {
    Path::new(VIEW).join(path.strip_prefix("/").unwrap_or(path))
}

/// Shows `source` at `target`. A path that is missing or out of this user's reach does not appear.
fn show(source: &Path, target: &Path) -> Result<(), String> {
    let Ok(found) = source.symlink_metadata() else {
        return Ok(());
    };
    make_above(target)?;
    let failed = |error: std::io::Error| format!("making a place for `{}`: {error}", source.display());
    if found.is_symlink() && is_place_of_system(source) {
        return link(&std::fs::read_link(source).map_err(failed)?, target);
    }
    match source.metadata() {
        Ok(found) if found.is_dir() => make_folder(target)?,
        Ok(_) => drop(File::create(target).map_err(failed)?),
        Err(_) => return Ok(()),
    }
    bind(source, target)
}

/// Makes a link, unless a file with this name exists: links of the system stay when they are shown again.
fn link(to: &Path, target: &Path) -> Result<(), String> {
    make_above(target)?;
    match symlink(to, target) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
            Err(format!("making the link `{}`: {error}", target.display()))
        }
        _ => Ok(()),
    }
}

/// Covers `target`, a path inside a visible one, with an empty file or folder.
fn hide(target: &Path) -> Result<(), String> {
    match target.metadata() {
        Ok(found) if found.is_dir() => memory(target, "mode=0755,size=64k,nr_inodes=1k"),
        Ok(_) => bind(&inside(Path::new(NOTHING)), target),
        Err(_) => Ok(()),
    }
}

fn make_above(target: &Path) -> Result<(), String> {
    target.parent().map_or(Ok(()), make_folder)
}

/// Makes a folder and its parents, which the program can enter.
fn make_folder(path: impl AsRef<Path>) -> Result<(), String> {
    let path = path.as_ref();
    if path.is_dir() {
        return Ok(());
    }
    let made = DirBuilder::new().recursive(true).mode(0o755).create(path);
    made.map_err(|error| format!("making `{}`: {error}", path.display()))
}

/// Makes a new folder in an existing one.
fn make_one(path: &PathBuf) -> Result<(), String> {
    let made = DirBuilder::new().mode(0o755).create(path);
    made.map_err(|error| format!("making `{}`: {error}", path.display()))
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

fn memory(target: impl AsRef<Path>, options: &str) -> Result<(), String> {
    let target = target.as_ref();
    mount(Some("memory"), target, Some("tmpfs"), SAFE, Some(options))
        .map_err(|errno| format!("mounting memory on {}: {errno}", target.display()))
}

fn change(what: &str, target: impl AsRef<Path>, flags: MsFlags) -> Result<(), String> {
    mount(None::<&str>, target.as_ref(), None::<&str>, flags, None::<&str>).map_err(|errno| format!("{what}: {errno}"))
}

/// Makes every mount that the program could reach read-only.
fn make_read_only(uses_groups: bool) -> Result<(), String> {
    let table = std::fs::read("/proc/self/mountinfo").map_err(|error| format!("the mount table: {error}"))?;
    for place in table
        .split(|byte| *byte == b'\n')
        .filter_map(MountEntry::parse)
        .filter(MountEntry::is_worth_changing)
        .filter(|place| !(uses_groups && place.kind.starts_with(b"cgroup")))
    {
        let flags = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY | place.flags;
        match mount(None::<&str>, &place.path, None::<&str>, flags, None::<&str>) {
            // Ignore a mount that another mount covers or that this user cannot reach: the program cannot reach it
            // either.
            Ok(()) | Err(nix::Error::ENOENT | nix::Error::EACCES | nix::Error::EINVAL | nix::Error::ENOTDIR) => {}
            Err(errno) => {
                return Err(format!("making `{}` read-only: {errno}", place.path.display()));
            }
        }
    }
    Ok(())
}

/// One line of the mount table.
#[derive(Debug, PartialEq)]
struct MountEntry {
    path: PathBuf,
    kind: Vec<u8>,
    read_only: bool,
    /// Flags that a remount must repeat: a user namespace may not remove them.
    flags: MsFlags,
}

impl MountEntry {
    /// Parses `36 35 98:0 /root /mount/point rw,noatime shared:1 - ext3 /dev/root rw`. Source: proc_pid_mountinfo(5).
    fn parse(line: &[u8]) -> Option<MountEntry> {
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
        Some(MountEntry {
            path: unescape(path),
            kind,
            read_only,
            flags,
        })
    }

    /// Returns `false` for read-only mounts, for the old /proc, which will be covered, and for automounts. Touching an
    /// automount may wait for an absent server.
    fn is_worth_changing(&self) -> bool {
        !self.read_only && !self.path.starts_with("/proc") && self.kind != b"autofs"
    }
}

/// Decodes the escapes of the mount table: a backslash and three octal digits.
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
    fn a_mount_line_gives_place_kind_and_flags() {
        let line = br"36 35 98:0 /mnt1 /media/a\040b ro,nosuid,noatime master:1 - ext3 /dev/root rw,errors=continue";
        let place = MountEntry::parse(line).unwrap();
        assert_eq!(place.path, Path::new("/media/a b"));
        assert_eq!(place.kind, b"ext3");
        assert!(place.read_only && !place.is_worth_changing());
        assert_eq!(place.flags, MsFlags::MS_NOSUID | MsFlags::MS_NOATIME);
        let plain = MountEntry::parse(b"1 1 0:1 / /x rw - tmpfs none rw").unwrap();
        assert_eq!(
            (plain.flags, plain.is_worth_changing()),
            (MsFlags::MS_STRICTATIME, true)
        );
        assert_eq!(MountEntry::parse(b""), None);
        assert_eq!(MountEntry::parse(b"36 35 98:0 / /x rw"), None);
    }

    #[test]
    fn mount_table_escapes_are_undone_other_backslashes_kept() {
        for (escaped, plain) in [
            (r"\134", r"\"),
            (r"a\011b", "a\tb"),
            (r"\9", r"\9"),
            (r"end\04", r"end\04"),
        ] {
            assert_eq!(unescape(escaped.as_bytes()), Path::new(plain), "{escaped}");
        }
    }
}
