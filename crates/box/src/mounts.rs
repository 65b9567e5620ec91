//! The files that a program in tier 1 sees: a root of its own that holds what it was allowed and nothing else.
//!
//! **Idea.** An allow-list, not a list of what to hide: the folders of the system's tools, what the order names, a scratch
//! folder in memory, a few devices and the processes of its own namespace, each in its usual place and all but the
//! scratch folder read-only. Everything else is not there: no home, no other case, no socket of a service.
//!
//! **How.** The launcher closes its mounts to changes ([`close`]). The supervisor keeps the machine's files and builds beside
//! them, beneath [`GROUND`], a root of what the program may see ([`View`]), which most runs of a program share but for
//! their memory. The thread that starts the program makes it its root ([`enter_view`]).
//!
//! **Why there is no way back.** Leaving a root takes the right to change it or to mount, which a program has not and which
//! the filter of system calls refuses besides, or a folder that is open outside it, of which a program gets none. A mount
//! namespace of its own with `pivot_root` for every run would let go of the machine's files as well, at the cost of
//! more mounts and more time in every run.

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

/// Covered in the supervisor's mounts: every machine has it, and little of what is there is needed.
const GROUND: &str = "/dev";
/// The kernel's file system of processes.
const PROCESSES: &str = "/proc";
/// Kernels that can restore a process from a checkpoint have it.
const LAST_NUMBER: &str = "/proc/sys/kernel/ns_last_pid";
/// The place where the machine's own files of that folder stay reachable for the supervisor.
const COVERED: &str = "/dev/machine";
/// The root of the program while it is built.
const VIEW: &str = "/dev/view";
/// The memory of a run, as the program sees it: a name that nobody's own folder has.
const MEMORY: &str = "/tmp/gamesolve-scratch";
/// The folder that the program runs in, in that memory.
pub(crate) const SCRATCH: &str = "/tmp/gamesolve-scratch/run";
/// Shared memory of the program, which comes out of its scratch memory, too.
const MEMORY_SHARED: &str = "/tmp/gamesolve-scratch/shared";
/// The usual name of that, and where it leads.
pub(crate) const SHARED: &str = "/dev/shm";
const TO_SHARED: &str = "../tmp/gamesolve-scratch/shared";
/// Devices that do no harm.
pub(crate) const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
/// Returns the place of the program's own that lies in a folder, which is why that cannot be shown as it is.
pub(crate) fn own_place_in(folder: &Path) -> Option<&'static str> {
    let own = [MEMORY, SHARED, PROCESSES].into_iter().chain(DEVICES);
    own.into_iter().find(|own| Path::new(own).starts_with(folder))
}

/// Names that stand for a process's own descriptors.
const LINKS: [(&str, &str); 4] = [
    ("/dev/fd", "/proc/self/fd"),
    ("/dev/stdin", "/proc/self/fd/0"),
    ("/dev/stdout", "/proc/self/fd/1"),
    ("/dev/stderr", "/proc/self/fd/2"),
];
/// An empty file, to cover others with.
const NOTHING: &str = "/.nothing";
/// Files in memory take up whole pages, of at most this size on common machines.
const PAGE: u64 = 1 << 16;
/// Flags of everything that the box mounts: no rights gained, no devices.
const SAFE: MsFlags = MsFlags::MS_NOSUID.union(MsFlags::MS_NODEV);

/// Closes the caller's mounts to changes: from then on they are its own, and read-only; those of control groups stay as
/// they are where the supervisor is to use them, since no program sees them.
///
/// # Errors
/// Naming the step that the kernel refused. Cost: one system call per mount of the machine.
pub(crate) fn close(uses_groups: bool) -> Result<(), String> {
    change("making mounts private", "/", MsFlags::MS_REC | MsFlags::MS_PRIVATE)?;
    make_read_only(uses_groups)
}

/// Shows the processes of the caller's namespace and no others, and makes room for the program's root. Returns a way to
/// have each run's processes numbered alike, where this kernel has one.
///
/// # Errors
/// Naming the step that the kernel refused.
pub(crate) fn set_up() -> Result<Option<Numbering>, String> {
    // Put together where processes will be shown: once covered, the old place could not be had without its cover.
    memory(PROCESSES, "mode=0700,size=64k,nr_inodes=32")?;
    let made = |place: &str| Path::new(PROCESSES).join(place.trim_start_matches("/dev/"));
    [COVERED, VIEW]
        .into_iter()
        .try_for_each(|place| make_folder(made(place)))?;
    bind(Path::new(GROUND), &made(COVERED))?;
    let moved = mount(Some(PROCESSES), GROUND, None::<&str>, MsFlags::MS_MOVE, None::<&str>);
    moved.map_err(|errno| format!("covering {GROUND}: {errno}"))?;
    let show = |access| mount_processes(Path::new(PROCESSES), access, None);
    // One that can be written to, where the machine has such a one, lies there for this moment only.
    let mut numbering = None;
    if show(MsFlags::empty()).is_ok() {
        numbering = File::options().write(true).open(LAST_NUMBER).ok().map(Numbering);
        unmount(Path::new(PROCESSES))?;
    }
    show(MsFlags::MS_RDONLY)?;
    Ok(numbering)
}

/// The kernel's note of the last number that a process of this namespace got.
#[derive(Debug)]
pub(crate) struct Numbering(File);

impl Numbering {
    /// Has the next process get the same number at every call, as long as nobody has it.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub(crate) fn begin_again(&self) -> std::io::Result<()> {
        // Beyond those of the supervisor's own threads.
        self.0.write_all_at(b"300", 0)
    }
}

/// The view of the program of the last run. Most of it stays for the next run of the same program.
#[derive(Debug, Default)]
pub(crate) struct View {
    /// What the last order asked for.
    shown: Vec<PathBuf>,
    hidden: Vec<PathBuf>,
    links: Vec<(PathBuf, PathBuf)>,
    /// How that was done.
    steps: Vec<Step>,
    /// What lies where the program's memory will be is shown in that memory, and goes with it.
    steps_in_memory: Vec<Step>,
    /// The memory of a run lies mounted.
    has_memory: bool,
}

/// A step that the view was built by. A file that was made anew at a place is another one: what is mounted there would
/// still be the one that is gone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Step {
    Place {
        place: Place,
        /// The device and the number of the file or folder that is shown; `None` for what is hidden or not there, and for places
        /// of the system, which stay as they were at the start.
        found: Option<(u64, u64)>,
    },
    /// Another name of what is shown.
    Link { at: PathBuf, to: PathBuf },
}

/// The device and the number of a file or folder.
fn identity(path: &Path) -> Option<(u64, u64)> {
    path.metadata().ok().map(|found| (found.dev(), found.ino()))
}

/// See [`Step::Place`].
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

    /// Tells whether what it shows is still the same file or folder, and what it hides is still covered: a cover goes with the file or
    /// folder that it lies on, and the number of that may be given to the next one at once.
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

    /// Where it changes something.
    fn at(&self) -> &Path {
        match self {
            Step::Place { place, .. } => place.path(),
            Step::Link { at, .. } => at,
        }
    }

    /// The most files and folders that it takes.
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
            // What was there before it is somebody else's.
            Step::Link { at, to } => match std::fs::read_link(inside(at)) {
                Ok(found) if found == *to => {
                    std::fs::remove_file(inside(at)).map_err(|error| format!("the link `{}`: {error}", at.display()))
                }
                _ => Ok(()),
            },
        }
    }
}

/// The steps that show an order's places, and make its other names for them where they are not seen in a folder that is shown,
/// or beneath another such name.
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
    /// Mounts the memory of a run and shows what its order names, and returns the folder of that memory that the program
    /// will run in. [`clear`](View::clear) takes the memory away.
    ///
    /// # Errors
    /// Naming the step that the kernel refused. Cost: a few system calls for the memory, and for each place that was not
    /// shown before.
    pub(crate) fn show_for(&mut self, order: &Order) -> Result<PathBuf, String> {
        let input = order
            .input_file
            .as_ref()
            .and_then(|(_, path)| outside(path).metadata().ok());
        // What the box puts there is not the program's: the memory's own root and two folders, and the input.
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
        // Always new: of one that was there the next run could tell how old it is.
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

    /// Shows what an order names outside the memory of the run.
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

    /// Shows and hides these places, and of those of the last run no others.
    fn change_to(&mut self, wanted: Vec<Step>) -> Result<(), String> {
        let had = std::mem::take(&mut self.steps);
        // Where a change has to do with hidden places, all is taken away and shown again in order.
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

    /// Tells whether a hidden place has lost its cover, so that a program may have read it.
    pub(crate) fn lies_open(&self) -> bool {
        let steps = self.steps.iter().chain(&self.steps_in_memory);
        let mut hidden = steps.filter(|step| step.hidden().is_some());
        hidden.any(|step| !step.is_current())
    }

    /// Takes away the memory of a run, and all that the run has left there. No process of the run may be alive.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub(crate) fn clear(&mut self) -> Result<(), String> {
        match std::mem::take(&mut self.has_memory) {
            true => unmount(&inside(Path::new(MEMORY))),
            false => Ok(()),
        }
    }
}

/// Begins the program's root: its devices, its processes and places for its memory.
fn begin_root() -> Result<(), String> {
    memory(VIEW, "mode=0755,size=4m,nr_inodes=16k")?;
    for device in DEVICES {
        show(&outside(Path::new(device)), &inside(Path::new(device)))?;
    }
    for (name, target) in LINKS {
        symlink(target, inside(Path::new(name))).map_err(|error| format!("`{name}`: {error}"))?;
    }
    // Now, for when files are hidden in the memory of a run, nothing can be made here any more.
    File::create(inside(Path::new(NOTHING))).map_err(|error| format!("an empty file: {error}"))?;
    make_folder(inside(Path::new(MEMORY)))?;
    symlink(TO_SHARED, inside(Path::new(SHARED))).map_err(|error| format!("`{SHARED}`: {error}"))?;
    // Its own processes and no supervisor, whose counts go on from run to run. Kernels that have Landlock have the option.
    let processes = inside(Path::new(PROCESSES));
    make_folder(&processes)?;
    mount_processes(&processes, MsFlags::MS_RDONLY, Some("hidepid=ptraceable"))
}

/// Mounts what shows the processes of this namespace.
fn mount_processes(target: &Path, access: MsFlags, options: Option<&str>) -> Result<(), String> {
    let flags = SAFE | MsFlags::MS_NOEXEC | access;
    mount(Some("proc"), target, Some("proc"), flags, options)
        .map_err(|errno| format!("mounting {}: {errno}", target.display()))
}

/// Opens the program's root to changes, or with `MS_RDONLY` closes it.
fn close_view(access: MsFlags) -> Result<(), String> {
    let flags = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | SAFE | access;
    change("closing the program's root", VIEW, flags)
}

/// Shows or hides a place.
fn add_place(place: &Place) -> Result<(), String> {
    match place {
        // The program has processes of its own.
        Place::Shown(path) if path.starts_with(PROCESSES) => Ok(()),
        Place::Shown(path) => show(&outside(path), &inside(path)),
        Place::Hidden(path) => hide(&inside(path)),
    }
}

/// Undoes what was done for a place. What was never mounted, being gone or a link, stays as it is.
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
    // What is left is an empty file or folder of the root. The next program is not to see its name, and may be shown
    // something of the other kind there.
    if target.is_file() {
        std::fs::remove_file(&target).map_err(|error| format!("`{}`: {error}", target.display()))?;
    } else {
        // It stays where something else is shown below it.
        let _ = std::fs::remove_dir(&target);
    }
    Ok(())
}

/// Unmounts what lies on `place`, where anything does.
fn unmount(place: &Path) -> Result<(), String> {
    match umount2(place, MntFlags::MNT_DETACH) {
        Ok(()) | Err(nix::Error::EINVAL | nix::Error::ENOENT) => Ok(()),
        Err(errno) => Err(format!("clearing {}: {errno}", place.display())),
    }
}

/// The path by which the supervisor reaches a file of the machine.
pub(crate) fn outside(path: &Path) -> PathBuf {
    match path.strip_prefix(GROUND) {
        Ok(rest) => Path::new(COVERED).join(rest),
        Err(_) => path.to_owned(),
    }
}

/// Makes what was laid out the whole world of the calling thread and of what it starts; the rest of the process stays
/// where it is.
///
/// # Errors
/// When the kernel refuses.
pub(crate) fn enter_view() -> Result<(), String> {
    let failed = |errno: nix::Error| format!("entering the program's root: {errno}");
    unshare(CloneFlags::CLONE_FS).map_err(failed)?;
    nix::unistd::chroot(VIEW).map_err(failed)?;
    nix::unistd::chdir("/").map_err(failed)
}

/// The path, in the supervisor's view, of a path in the program's view.
fn inside(path: &Path) -> PathBuf {
    Path::new(VIEW).join(path.strip_prefix("/").unwrap_or(path))
}

/// Lets `source` appear at `target`. What is gone by now, or out of this user's reach, does not appear.
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

/// Makes a link, unless something of this name is there: those of the system stay when they are shown anew.
fn link(to: &Path, target: &Path) -> Result<(), String> {
    make_above(target)?;
    match symlink(to, target) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
            Err(format!("making the link `{}`: {error}", target.display()))
        }
        _ => Ok(()),
    }
}

/// Covers `target`, a place inside one that is shown, with nothing.
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

/// Makes a folder and those above it, which the program can enter.
fn make_folder(path: impl AsRef<Path>) -> Result<(), String> {
    let path = path.as_ref();
    if path.is_dir() {
        return Ok(());
    }
    let made = DirBuilder::new().recursive(true).mode(0o755).create(path);
    made.map_err(|error| format!("making `{}`: {error}", path.display()))
}

/// Makes a folder that is not there, in one that is.
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
            // Covered by another mount, or in a place that this user cannot reach: then the program cannot either.
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
    /// Flags that a remount must repeat: a user namespace may not take them away.
    flags: MsFlags,
}

impl MountEntry {
    /// Reads `36 35 98:0 /root /mount/point rw,noatime shared:1 - ext3 /dev/root rw`; source: proc_pid_mountinfo(5).
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
}
