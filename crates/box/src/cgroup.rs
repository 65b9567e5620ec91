//! Control groups: the kernel's own count of a run's time and memory, and its bound on processes.
//!
//! **Idea.** The launcher makes its own groups if the machine allows it. One group bounds the number of processes, and
//! holds the launcher and all its descendants. Another holds only the program of a run, with all its descendants. The
//! kernel counts their time and memory, even if no process waits for them or maps the memory.
//!
//! **Generations.** In the first generation each controller has its own tree, and in practice only the system's root
//! user may make groups there. The thread that starts programs enters the group itself, which costs almost nothing, and
//! its children begin there. In the second generation there is one tree, and a part of it may be delegated to an
//! ordinary user. A group with subgroups has no members. So the supervisor has a group of its own, and moves each
//! program to another.
//!
//! **Memory.** A group is charged for the file pages that it was the first to read. The kernel reclaims those before it
//! kills a process. So the limit holds for the program's own memory, and the file pages are subtracted from the count.
//! Memory that the kernel needs for the program is subtracted too, but bounded by [`slack`]. Both corrections are read
//! at the same moment as the count. So memory that a program freed earlier does not hide memory that it takes later.
//!
//! **Limits.** Files in the scratch folder of tier 1 are memory and count. Without groups, only the samples of
//! processes remain.

use nix::unistd::{SysconfVar, UnlinkatFlags, sysconf, unlinkat};
use std::ffi::OsString;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::{DirBuilderExt, FileExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The file that lists the members of a group. Writing the number of a process to it moves the process there.
const MEMBERS: &str = "cgroup.procs";
/// The file for threads in the first generation.
const THREADS: &str = "tasks";
/// The number that stands for the writing process.
pub(crate) const MYSELF: &str = "0";
/// The group of the launcher and the supervisor, in the second generation.
const SUPERVISOR: &str = "supervisor";
/// The group of the running program, in the second generation.
const RUN: &str = "run";

/// The prefix of group names.
const PREFIX: &str = "gamesolve-";
/// The longest time from the creation of a group to its first member.
const FIRST_MOMENTS: Duration = Duration::from_secs(60);

/// The groups of a launcher. Dropping them removes them. By then they are empty except for the caller.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    /// Outer groups before their subgroups.
    made: Vec<Made>,
    membership: Membership,
}

/// The functions of a supervisor's groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Membership {
    /// Whether the kernel refuses a process beyond the limit.
    pub(crate) is_bounded: bool,
    /// The counter of a run's time and memory.
    pub(crate) counter: Option<Counter>,
}

/// A group that was made, without its subgroups.
#[derive(Debug)]
struct Made {
    name: PathBuf,
    /// The parent folder. It stays open, because the caller's mounts may be read-only at the time of the removal.
    above: OwnedFd,
    /// The members file of the caller's former group.
    way_out: Option<File>,
}

/// The groups that count runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Counter {
    /// The first generation: one group for each controller, which the runs use one after another.
    First {
        /// The group that counts memory.
        memory: PathBuf,
        /// The group that counts time.
        time: PathBuf,
    },
    /// The second generation: a group in which each run gets a subgroup.
    Second {
        /// The parent of the subgroups.
        group: PathBuf,
    },
}

impl Groups {
    /// Makes the groups that the machine allows, with at most `most` processes and threads, and moves the calling
    /// process there.
    ///
    /// All its descendants begin there too. Refused groups are left out, and [`Groups::membership`] says which exist.
    /// Costs some ten system calls for each group.
    pub(crate) fn enter(most: u64) -> Groups {
        match System::of_this_process() {
            Ok(system) => Groups::below(&system, most),
            Err(_) => Groups::default(),
        }
    }

    fn below(system: &System, most: u64) -> Groups {
        let mut groups = Groups::default();
        if let Some(own) = system.first("pids")
            && let Ok((made, path)) = Made::below(&own, &own)
            && write(&path.join("pids.max"), most).is_ok()
            && write(&path.join(THREADS), MYSELF).is_ok()
        {
            groups.made.push(made);
            groups.membership.is_bounded = true;
        }
        if let (Some(memory), Some(time)) = (system.first("memory"), system.first("cpuacct")) {
            let made = |own: &Path| Made::apart(own);
            if let (Ok((memory_made, memory)), Ok((time_made, time))) = (made(&memory), made(&time)) {
                groups.made.extend([memory_made, time_made]);
                let counter = Counter::First { memory, time };
                // Try it: a machine may show the files and still refuse to change them.
                if counter.begin(u64::MAX >> 2, None).is_ok() {
                    groups.membership.counter = Some(counter);
                }
            }
        }
        if groups.membership == Membership::default() {
            // Drop the incomplete groups, then try a smaller set.
            groups = Groups::default();
            if groups.delegated(system, most).is_err() {
                groups = Groups::default();
                let _ = groups.only_bounded(system, most);
            }
        }
        groups
    }

    /// Makes all groups of the second generation.
    fn delegated(&mut self, system: &System, most: u64) -> io::Result<()> {
        let place = system.second(&["pids", "memory"]).ok_or(io::ErrorKind::NotFound)?;
        let (made, group) = Made::below(&place.own, &place.above)?;
        self.made.push(made);
        write(&group.join("cgroup.subtree_control"), "+memory +pids")?;
        // Optional: with it a run has one share of the processors, however many processes it has, and its supervisor
        // has another. In the first generation the groups that count time have the shares.
        let _ = write(&group.join("cgroup.subtree_control"), "+cpu");
        write(&group.join("pids.max"), most)?;
        let inner = group.join(SUPERVISOR);
        DirBuilder::new().create(&inner)?;
        self.made.push(Made::named(&inner, &group)?);
        write(&inner.join(MEMBERS), MYSELF)?;
        let counter = Counter::Second { group };
        counter.begin(u64::MAX >> 2, None)?.end();
        self.membership = Membership {
            is_bounded: true,
            counter: Some(counter),
        };
        Ok(())
    }

    /// Makes a group of the second generation that only bounds the number of processes.
    fn only_bounded(&mut self, system: &System, most: u64) -> io::Result<()> {
        let place = system.second(&["pids"]).ok_or(io::ErrorKind::NotFound)?;
        let (made, group) = Made::below(&place.own, &place.above)?;
        self.made.push(made);
        write(&group.join("pids.max"), most)?;
        write(&group.join(MEMBERS), MYSELF)?;
        self.membership.is_bounded = true;
        Ok(())
    }

    /// Returns the functions of these groups.
    pub(crate) fn membership(&self) -> &Membership {
        &self.membership
    }
}

impl Made {
    /// Makes a group in `above` for a caller that is in `own`.
    fn below(own: &Path, above: &Path) -> io::Result<(Made, PathBuf)> {
        let way_out = to_write(&own.join(MEMBERS))?;
        let (made, path) = Made::apart(above)?;
        Ok((
            Made {
                way_out: Some(way_out),
                ..made
            },
            path,
        ))
    }

    /// Makes a group in `above` that the caller does not enter.
    fn apart(above: &Path) -> io::Result<(Made, PathBuf)> {
        sweep(above);
        let me = std::process::id();
        for attempt in 0..1000 {
            let path = above.join(format!("{PREFIX}{me}-{attempt}"));
            match DirBuilder::new().mode(0o700).create(&path) {
                // An earlier process with the same number left it.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(()) => return Ok((Made::named(&path, above)?, path)),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    fn named(path: &Path, above: &Path) -> io::Result<Made> {
        Ok(Made {
            name: path.file_name().map(PathBuf::from).unwrap_or_default(),
            above: File::open(above)?.into(),
            way_out: None,
        })
    }
}

impl Drop for Groups {
    fn drop(&mut self) {
        for made in &mut self.made {
            if let Some(way_out) = &mut made.way_out {
                let _ = way_out.write_all(MYSELF.as_bytes());
            }
        }
        while let Some(made) = self.made.pop() {
            // A supervisor that was killed may have left its run's group.
            remove(&made.above, &made.name.join(RUN));
            remove(&made.above, &made.name);
        }
    }
}

/// Removes the groups in `above` that killed launchers left. A group in use has members, except in its first moments.
fn sweep(above: &Path) {
    for entry in fs::read_dir(above).into_iter().flatten().flatten() {
        let age = entry
            .metadata()
            .and_then(|found| found.modified())
            .map(|made| made.elapsed());
        let is_old = matches!(age, Ok(Ok(age)) if age > FIRST_MOMENTS);
        if is_old && entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes()) {
            let group = entry.path();
            // While its launcher lives, the supervisor's group has a member, and the run's group may be about to get
            // one.
            let _ = fs::remove_dir(group.join(SUPERVISOR));
            if !group.join(SUPERVISOR).exists() {
                // Ignore the error: the group is missing or not empty.
                let _ = fs::remove_dir(group.join(RUN));
                let _ = fs::remove_dir(group);
            }
        }
    }
}

/// Removes a group, with retries, because dead processes count as members for a moment. An empty group that stays does
/// no harm.
fn remove(above: &OwnedFd, name: &Path) {
    for _ in 0..100 {
        match unlinkat(above.as_fd(), name, UnlinkatFlags::RemoveDir) {
            Err(nix::Error::EBUSY) => std::thread::sleep(Duration::from_millis(5)),
            _ => return,
        }
    }
}

impl Membership {
    /// Returns the arguments that [`Membership::from_args`] reads.
    pub(crate) fn to_args(&self) -> Vec<OsString> {
        let mut words = vec![OsString::from(if self.is_bounded { "1" } else { "0" })];
        match &self.counter {
            None => {}
            Some(Counter::First { memory, time }) => words.extend([memory, time].map(OsString::from)),
            Some(Counter::Second { group }) => words.push(group.into()),
        }
        words
    }

    /// Reads the arguments that [`Membership::to_args`] wrote.
    pub(crate) fn from_args(mut words: impl Iterator<Item = OsString>) -> Membership {
        let is_bounded = words.next().is_some_and(|word| word == "1");
        let counter = match (words.next(), words.next()) {
            (None, _) => None,
            (Some(group), None) => Some(Counter::Second { group: group.into() }),
            (Some(memory), Some(time)) => Some(Counter::First {
                memory: memory.into(),
                time: time.into(),
            }),
        };
        Membership { is_bounded, counter }
    }
}

/// Returns the bytes that the kernel may need for a program beyond its limit of memory: page tables, stacks, pipes.
fn slack(limit: u64) -> u64 {
    (8 << 20) + limit / 32
}

/// Returns the largest difference between the kernel's counts of one group, in bytes. The kernel adds up each
/// processor's notes after 64 pages or 2 seconds.
fn not_added_up() -> u64 {
    let number = |of: SysconfVar| sysconf(of).ok().flatten().and_then(|number| u64::try_from(number).ok());
    let page = number(SysconfVar::PAGE_SIZE).unwrap_or(4096);
    64 * page * processors()
}

/// Returns the number of processors of the machine.
#[cfg(target_os = "linux")]
fn processors() -> u64 {
    let number = sysconf(SysconfVar::_NPROCESSORS_ONLN).ok().flatten();
    number.and_then(|number| u64::try_from(number).ok()).unwrap_or(1)
}

/// Returns 1: other systems have no control groups.
#[cfg(not(target_os = "linux"))]
fn processors() -> u64 {
    1
}

impl Counter {
    /// Moves the calling thread to the groups of the first generation. Does nothing in the second.
    ///
    /// # Errors
    /// If the kernel refuses.
    pub(crate) fn enter_thread(&self) -> io::Result<()> {
        match self {
            Counter::First { memory, time } => {
                write(&memory.join(THREADS), MYSELF)?;
                write(&time.join(THREADS), MYSELF)
            }
            Counter::Second { .. } => Ok(()),
        }
    }

    /// Begins to count a run with a limit of `limit` bytes. In the first generation `last`, the previous run's count by
    /// the same counter, saves most of the work.
    ///
    /// # Errors
    /// If the kernel refuses.
    pub(crate) fn begin(&self, limit: u64, last: Option<Count>) -> io::Result<Count> {
        let bound = limit.saturating_add(slack(limit));
        let mut count = match self {
            Counter::First { memory, .. } => {
                if last.as_ref().is_none_or(|last| last.limit != limit) {
                    let both = "memory.memsw.limit_in_bytes";
                    // The bound with swap may never be below the bound without. A machine without swap has no such
                    // file.
                    let has_swap = write(&memory.join(both), "-1").is_ok();
                    write(&memory.join("memory.limit_in_bytes"), bound)?;
                    if has_swap {
                        write(&memory.join(both), bound)?;
                    }
                }
                let count = match last {
                    Some(last) => Count {
                        peak_before: 0,
                        beside_before: 0,
                        most: 0,
                        ..last
                    },
                    None => self.count(memory.clone())?,
                };
                count.peak.write_all_at(b"0", 0)?;
                count
            }
            Counter::Second { group } => {
                let run = group.join(RUN);
                // A group that still exists counts another run.
                let _ = fs::remove_dir(&run);
                DirBuilder::new().create(&run)?;
                write(&run.join("memory.max"), bound)?;
                // A machine without swap has no such file.
                let _ = write(&run.join("memory.swap.max"), "0");
                self.count(run)?
            }
        };
        count.limit = limit;
        count.oom_kills_before = count.all_oom_kills()?;
        count.time_before = count.all_time()?;
        Ok(count)
    }

    /// Returns a count by the files of the group at `place`.
    fn count(&self, place: PathBuf) -> io::Result<Count> {
        let open = |name: &str| File::open(place.join(name));
        let (time, peak, used, events, kernel) = match self {
            Counter::First { time, .. } => (
                File::open(time.join("cpuacct.usage"))?,
                File::options()
                    .read(true)
                    .write(true)
                    .open(place.join("memory.max_usage_in_bytes"))?,
                open("memory.usage_in_bytes")?,
                open("memory.oom_control")?,
                open("memory.kmem.usage_in_bytes").ok(),
            ),
            Counter::Second { .. } => (
                open("cpu.stat")?,
                // Before Linux 5.19 there is no peak, and only the samples of the current use remain.
                open("memory.peak").or_else(|_| open("memory.current"))?,
                open("memory.current")?,
                open("memory.events")?,
                None,
            ),
        };
        Ok(Count {
            counter: self.clone(),
            time,
            peak,
            used,
            events,
            kernel,
            stat: open("memory.stat")?,
            place,
            time_before: Duration::ZERO,
            oom_kills_before: 0,
            limit: u64::MAX,
            not_added_up: not_added_up(),
            peak_before: 0,
            beside_before: 0,
            most: 0,
        })
    }
}

/// The count of one run. Its files are open before the program starts: in tier 2 a program may make its user's files
/// unreadable.
#[derive(Debug)]
pub(crate) struct Count {
    counter: Counter,
    /// The group that counts memory.
    place: PathBuf,
    time: File,
    peak: File,
    used: File,
    events: File,
    stat: File,
    /// The kernel's memory, if `stat` does not state it.
    kernel: Option<File>,
    time_before: Duration,
    oom_kills_before: u64,
    /// The limit of the run, in bytes.
    limit: u64,
    /// The result of [`not_added_up`].
    not_added_up: u64,
    /// The whole charge of the group at its peak, as of the last sample, in bytes.
    peak_before: u64,
    /// The charge beside the program's own memory at the last sample, in bytes.
    beside_before: u64,
    /// The peak of the program's own memory so far, in bytes.
    most: u64,
}

impl Count {
    /// Returns the open list of the group's members, or `None` in the first generation.
    ///
    /// The process that will become the program writes to it. The file is open, because that process has its own root.
    ///
    /// # Errors
    /// If the kernel refuses.
    pub(crate) fn members(&self) -> io::Result<Option<File>> {
        match self.counter {
            Counter::First { .. } => Ok(None),
            Counter::Second { .. } => to_write(&self.place.join(MEMBERS)).map(Some),
        }
    }

    /// Returns the processor time of the run so far.
    pub(crate) fn time(&self) -> Duration {
        self.all_time().unwrap_or_default().saturating_sub(self.time_before)
    }

    /// Returns the peak of the program's own memory so far, in bytes.
    ///
    /// This is the greatest use at any sample. A higher peak between two samples counts only up to the limit.
    pub(crate) fn peak(&mut self) -> u64 {
        // Read the charge beside it twice, because files may come and go meanwhile.
        let before = self.beside();
        let (used, peak) = self.used_and_peak();
        let beside = self.beside();
        self.note(used, peak, before.max(beside), beside)
    }

    /// Returns the peak as [`Count::peak`] does, after the last of the processes has died.
    pub(crate) fn last_peak(&mut self) -> u64 {
        let beside = self.beside();
        let (used, peak) = self.used_and_peak();
        self.note(used, peak, beside, beside)
    }

    fn used_and_peak(&self) -> (u64, u64) {
        (number(&self.used).unwrap_or(0), number(&self.peak).unwrap_or(0))
    }

    /// Records a sample: the group was charged for `used` bytes, and at most `most_beside` of these were not the
    /// program's own.
    fn note(&mut self, used: u64, peak: u64, most_beside: u64, beside: u64) -> u64 {
        let most_beside = most_beside.max(self.beside_before);
        let seen = used.saturating_sub(most_beside);
        // Count a sample as over the limit only beyond the charge that the kernel may not have added up yet.
        let seen = seen.min(self.limit.max(seen.saturating_sub(self.not_added_up)));
        // A peak between two samples is no evidence against a run: an unknown part of it were files.
        let between = if peak > self.peak_before {
            peak.saturating_sub(most_beside).min(self.limit)
        } else {
            0
        };
        self.most = self.most.max(seen).max(between);
        (self.peak_before, self.beside_before) = (peak, beside);
        self.most
    }

    /// Returns the current charge beside the program's own memory, in bytes: file pages and the kernel's memory.
    fn beside(&self) -> u64 {
        let stat = text(&self.stat).unwrap_or_default();
        let kernel = match &self.kernel {
            Some(file) => number(file).unwrap_or(0),
            None => field(&stat, "kernel"),
        };
        kernel + self.files(&stat)
    }

    /// Returns the charge for file pages, in bytes, from the text of `stat`.
    fn files(&self, stat: &str) -> u64 {
        let cached = match self.counter {
            Counter::First { .. } => "cache",
            Counter::Second { .. } => "file",
        };
        field(stat, cached).saturating_sub(field(stat, "shmem"))
    }

    /// Returns whether the kernel has killed a process of the run because memory ran out.
    pub(crate) fn is_out_of_memory(&self) -> bool {
        self.all_oom_kills().is_ok_and(|kills| kills > self.oom_kills_before)
    }

    /// Returns whether the group is charged for little more than the kernel's own memory.
    ///
    /// Some time after the death of a process, the kernel reclaims page tables and socket buffers. Before that they
    /// would count in the next run.
    pub(crate) fn is_settled(&self) -> bool {
        const FEW: u64 = 4 << 20;
        let stat = text(&self.stat).unwrap_or_default();
        let used = number(&self.used).unwrap_or(u64::MAX);
        used.saturating_sub(self.files(&stat)) <= FEW + self.not_added_up
    }

    /// Removes the group of this run, and returns the count if the next run can use it.
    pub(crate) fn end(self) -> Option<Count> {
        if let Counter::First { .. } = self.counter {
            return Some(self);
        }
        if let (Some(above), Some(name)) = (self.place.parent(), self.place.file_name())
            && let Ok(above) = File::open(above)
        {
            remove(&above.into(), Path::new(name));
        }
        None
    }

    fn all_time(&self) -> io::Result<Duration> {
        match self.counter {
            Counter::First { .. } => number(&self.time).map(Duration::from_nanos),
            Counter::Second { .. } => Ok(Duration::from_micros(field(&text(&self.time)?, "usage_usec"))),
        }
    }

    fn all_oom_kills(&self) -> io::Result<u64> {
        Ok(field(&text(&self.events)?, "oom_kill"))
    }
}

/// Returns the number after `name` in lines such as `usage_usec 1234`, or 0 if there is none.
fn field(lines: &str, name: &str) -> u64 {
    let mut found = lines
        .lines()
        .filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    found.find_map(|text| text.trim().parse().ok()).unwrap_or(0)
}

/// Returns the text of a file that the kernel makes anew at every read. Reads once: a second read for the end of the
/// file would cost as much. A text as long as the buffer is an error.
pub(crate) fn text(file: &File) -> io::Result<String> {
    let mut bytes = vec![0; 1 << 13];
    let length = file.read_at(&mut bytes, 0)?;
    if length == bytes.len() {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    bytes.truncate(length);
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// Returns the number in such a file.
fn number(file: &File) -> io::Result<u64> {
    let mut bytes = [0; 32];
    let length = file.read_at(&mut bytes, 0)?;
    let text = std::str::from_utf8(&bytes[..length]).map_err(io::Error::other)?;
    text.trim().parse().map_err(io::Error::other)
}

/// Writes a value in one call, as the kernel requires for these files.
pub(crate) fn write(path: &Path, value: impl ToString) -> io::Result<()> {
    to_write(path)?.write_all(value.to_string().as_bytes())
}

fn to_write(path: &Path) -> io::Result<File> {
    File::options().write(true).open(path)
}

/// The kernel's account of the groups and mounts of a process.
#[derive(Debug)]
struct System {
    groups: String,
    mounts: String,
}

/// A position in the tree of the second generation.
#[derive(Debug, PartialEq, Eq)]
struct Position {
    /// The group of the process.
    own: PathBuf,
    /// The nearest ancestor that may have a subgroup with the controllers.
    above: PathBuf,
}

impl System {
    fn of_this_process() -> io::Result<System> {
        Ok(System {
            groups: fs::read_to_string("/proc/self/cgroup")?,
            mounts: fs::read_to_string("/proc/self/mountinfo")?,
        })
    }

    /// Returns the group of the process in the tree of a controller of the first generation.
    fn first(&self, controller: &str) -> Option<PathBuf> {
        let group = self.groups.lines().find_map(|line| {
            let mut fields = line.splitn(3, ':').skip(1);
            let (controllers, path) = (fields.next()?, fields.next()?);
            controllers.split(',').any(|name| name == controller).then_some(path)
        })?;
        mounted(&self.mounts, "cgroup", controller, group).map(|(_, own)| own)
    }

    /// Returns the position in the tree of the second generation. A group with members cannot have subgroups with
    /// controllers, so an ancestor must pass the controllers on.
    fn second(&self, controllers: &[&str]) -> Option<Position> {
        let group = self.groups.lines().find_map(|line| line.strip_prefix("0::"))?;
        let (top, own) = mounted(&self.mounts, "cgroup2", "", group)?;
        let passes_on = |group: &Path| {
            let list = fs::read_to_string(group.join("cgroup.subtree_control")).unwrap_or_default();
            let has = |name: &&str| list.split_whitespace().any(|one| one == *name);
            controllers.iter().all(has)
        };
        let inside = own.ancestors().take_while(|group| group.starts_with(&top));
        let above = inside.map(Path::to_owned).find(|group| passes_on(group))?;
        Some(Position { own, above })
    }
}

/// Finds a group below a mount of this type with the controller among its options. Returns the mount and the group.
fn mounted(mounts: &str, kind: &str, controller: &str, group: &str) -> Option<(PathBuf, PathBuf)> {
    mounts.lines().find_map(|line| {
        let (place, system) = line.split_once(" - ")?;
        let mut place = place.split(' ').skip(3);
        let (root, point) = (place.next()?, place.next()?);
        let mut system = system.split(' ');
        let named = |options: &str| options.split(',').any(|name| name == controller);
        let is_it = system.next()? == kind && (controller.is_empty() || named(system.nth(1)?));
        let below = Path::new(group).strip_prefix(root).ok()?;
        is_it.then(|| (PathBuf::from(point), Path::new(point).join(below)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
23 1 0:5 / /proc rw - proc proc rw
39 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids
40 31 0:37 / /sys/fs/cgroup/systemd rw,relatime - cgroup cgroup rw,name=systemd
41 31 0:38 / /sys/fs/cgroup/unified rw,relatime shared:7 - cgroup2 cgroup2 rw
";

    fn system(groups: &str, mounts: &str) -> System {
        System {
            groups: groups.to_owned(),
            mounts: mounts.to_owned(),
        }
    }

    /// Returns a tree as the kernel shows it to a user with the delegated `app.slice`: folders and files without a
    /// kernel.
    fn delegated() -> (tempfile::TempDir, System) {
        let top = tempfile::tempdir().unwrap();
        let root = top.path().canonicalize().unwrap();
        let scope = root.join("user.slice/app.slice/shell.scope");
        fs::create_dir_all(&scope).unwrap();
        fs::write(root.join("cgroup.subtree_control"), "cpu memory pids\n").unwrap();
        fs::write(root.join("user.slice/cgroup.subtree_control"), "pids\n").unwrap();
        fs::write(
            root.join("user.slice/app.slice/cgroup.subtree_control"),
            "memory pids\n",
        )
        .unwrap();
        fs::write(scope.join(MEMBERS), "").unwrap();
        let mounts = format!("30 23 0:26 / {} rw shared:4 - cgroup2 cgroup2 rw\n", root.display());
        (top, system("0::/user.slice/app.slice/shell.scope\n", &mounts))
    }

    #[test]
    fn the_first_generation_has_a_tree_for_each_controller() {
        let found = system("9:name=systemd:/\n8:cpu,pids:/a/b\n0::/c\n", MOUNTS);
        assert_eq!(found.first("pids"), Some("/sys/fs/cgroup/pids/a/b".into()));
        assert_eq!(found.first("memory"), None);
        assert_eq!(system("8:cpu:/\n0::/c\n", MOUNTS).first("pids"), None);
    }

    #[test]
    fn version_2_takes_the_nearest_group_with_controllers() {
        let (top, system) = delegated();
        let root = top.path().canonicalize().unwrap();
        let above = |controllers: &[&str]| system.second(controllers).map(|found| found.above);
        assert_eq!(above(&["pids", "memory"]), Some(root.join("user.slice/app.slice")));
        assert_eq!(above(&["cpu"]), Some(root.clone()));
        assert_eq!(above(&["io"]), None);
        fs::write(root.join("user.slice/app.slice/cgroup.subtree_control"), "").unwrap();
        assert_eq!(above(&["pids"]), Some(root.join("user.slice")));
    }

    #[test]
    fn a_group_outside_the_mount_is_none_of_ours() {
        let part = "30 23 0:26 /docker/x /sys/fs/cgroup ro - cgroup2 cgroup2 rw\n";
        let own = |group: &str| mounted(part, "cgroup2", "", group).map(|(_, own)| own);
        assert_eq!(own("/docker/x/y"), Some("/sys/fs/cgroup/y".into()));
        assert_eq!(own("/../z"), None);
    }

    #[test]
    fn numbers_and_fields_are_read_and_what_is_not_there_is_nothing() {
        let stat = "cache 4096\nrss 7\nshmem 12\n";
        assert_eq!(
            (field(stat, "cache"), field(stat, "rss"), field(stat, "mem")),
            (4096, 7, 0)
        );
        let membership = |counter| Membership {
            is_bounded: true,
            counter,
        };
        for counter in [
            None,
            Some(Counter::Second { group: "/g".into() }),
            Some(Counter::First {
                memory: "/m".into(),
                time: "/t".into(),
            }),
        ] {
            let sent = membership(counter);
            assert_eq!(Membership::from_args(sent.to_args().into_iter()), sent);
        }
    }

    /// Makes the files of a group in advance, as the kernel makes them with the group.
    fn furnish(group: &Path, files: &[(&str, &str)]) {
        fs::create_dir_all(group).unwrap();
        for (name, text) in files {
            fs::write(group.join(name), text).unwrap();
        }
    }

    #[test]
    fn a_run_in_a_delegated_tree_has_a_bounded_group() {
        let top = tempfile::tempdir().unwrap();
        let run = top.path().join(RUN);
        let counter = Counter::Second {
            group: top.path().to_owned(),
        };
        // Without the kernel's files no bound is possible, which must be an error.
        assert!(counter.begin(1 << 20, None).is_err());
        fs::remove_dir(&run).unwrap();
        furnish(
            &run,
            &[
                ("memory.peak", "10000000\n"),
                ("memory.current", "9000000\n"),
                ("memory.stat", "anon 1\nfile 3000000\nkernel 500000\nshmem 1000000\n"),
                ("memory.events", "low 0\noom 3\noom_kill 3\n"),
                ("cpu.stat", "usage_usec 2500\nuser_usec 1\n"),
                (MEMBERS, ""),
            ],
        );
        let mut count = Count {
            time_before: Duration::from_micros(500),
            oom_kills_before: 2,
            ..counter.count(run.clone()).unwrap()
        };
        assert_eq!(count.peak(), 10_000_000 - 2_000_000 - 500_000);
        assert_eq!(count.time(), Duration::from_millis(2));
        assert!(count.is_out_of_memory());
        let mut members = count.members().unwrap().unwrap();
        members.write_all(b"1234").unwrap();
        assert_eq!(fs::read_to_string(run.join(MEMBERS)).unwrap(), "1234");
        // File pages that the kernel has reclaimed since count as part of the peak.
        furnish(
            &run,
            &[("memory.stat", "file 0\nkernel 0\n"), ("memory.peak", "11000000\n")],
        );
        assert_eq!(count.peak(), 8_500_000);
        // They do not hide later use below that peak.
        assert_eq!(count.peak(), 9_000_000);
        // A peak between two samples alone does not exceed the limit.
        (count.limit, count.not_added_up) = (9_500_000, 100_000);
        furnish(&run, &[("memory.peak", "20000000\n")]);
        assert_eq!(count.peak(), 9_500_000);
        // The charge beside it may come late, by this amount.
        furnish(&run, &[("memory.current", "9599999\n")]);
        assert_eq!(count.peak(), 9_500_000);
        furnish(&run, &[("memory.current", "11000000\n")]);
        assert_eq!(count.peak(), 10_900_000);
        // The test waits for memory that the kernel has not reclaimed yet, but not for file pages.
        assert!(!count.is_settled());
        furnish(&run, &[("memory.stat", "file 7000000\nkernel 3000000\n")]);
        assert!(count.is_settled());
    }

    #[test]
    fn a_tree_that_refuses_gives_no_groups_and_leaves_none() {
        // These folders have no kernel behind them, so a new group has no files to write to.
        let (top, system) = delegated();
        let groups = Groups::below(&system, 64);
        assert_eq!(groups.membership(), &Membership::default());
        drop(groups);
        let left = fs::read_dir(top.path().join("user.slice/app.slice")).unwrap();
        let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left.len(), 2, "{left:?}");
    }

    #[test]
    #[allow(clippy::print_stdout, reason = "a test that cannot be run says so")]
    fn groups_count_a_process_where_this_machine_allows_them() {
        let groups = Groups::enter(1 << 20);
        let Some(counter) = groups.membership().counter.clone() else {
            println!("skipped: this machine lets this user make no control groups that count");
            return;
        };
        let other = match counter {
            Counter::First { .. } => "second",
            Counter::Second { .. } => "first",
        };
        println!("skipped: control groups of the {other} generation, which this machine does not have");
        let mut count = counter.begin(64 << 20, None).unwrap();
        let admitted = std::thread::scope(|scope| {
            let work = || {
                counter.enter_thread().unwrap();
                // It waits until it is in the group.
                let script =
                    "read -r go; text=$(printf %01000000d 0); i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done";
                let mut child = std::process::Command::new("sh")
                    .args(["-c", script])
                    .stdin(std::process::Stdio::piped())
                    .spawn()
                    .unwrap();
                if let Some(mut members) = count.members().unwrap() {
                    members.write_all(child.id().to_string().as_bytes()).unwrap();
                }
                child.stdin.take().unwrap().write_all(b"go\n").unwrap();
                child.wait().unwrap()
            };
            scope.spawn(work).join().unwrap()
        });
        assert!(admitted.success());
        assert!(count.time() > Duration::from_micros(100), "{:?}", count.time());
        assert!(!count.is_out_of_memory());
        let peak = count.peak();
        assert!(peak > 0 && peak < 32 << 20, "{peak}");
        // The next run begins at zero, with its own limit.
        let mut count = counter.begin(1 << 30, count.end()).unwrap();
        assert_eq!((count.limit, count.most), (1 << 30, 0));
        let peak = count.peak();
        assert!(peak < 32 << 20 && count.time() < Duration::from_millis(10), "{peak}");
        count.end();
    }
}
