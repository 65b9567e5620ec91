//! Control groups: the kernel's own count of a run's time and memory, and its bound on processes.
//!
//! **Idea.** The launcher makes groups of its own where the machine lets it. One bounds the number of processes and holds
//! the launcher and all that it starts. Another holds only the program of a run, with all its descendants: the kernel counts
//! their time and their memory, whether or not anybody waits for them or has the memory mapped.
//!
//! **Generations.** In the first, each controller has a tree of its own; in practice only the system's root user may make
//! groups there. The thread that starts programs enters the group itself, which costs next to nothing, and its
//! children begin there. In the second there is one tree, of which a part may be delegated to an ordinary user. A group
//! with groups below it has no members, so the supervisor has one of its own, and moves each program to another.
//!
//! **Memory.** A group is charged for the pages of files that it was the first to read. The kernel takes those back before
//! it ends anybody, so the limit holds for the program's own memory, and the pages are subtracted from what is counted.
//! Memory that the kernel itself needs for the program is subtracted too, but bounded by [`slack`]. Of both counts what was
//! there at that time: what a program gave back earlier hides nothing that it takes later.
//!
//! **Limits.** Files in the scratch folder of tier 1 are memory and count. Without groups the looks at the processes remain.

use nix::unistd::{SysconfVar, UnlinkatFlags, sysconf, unlinkat};
use std::ffi::OsString;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::{DirBuilderExt, FileExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The file that lists the members of a group, and moves there the process whose number is written to it.
const MEMBERS: &str = "cgroup.procs";
/// The same for threads, in the first generation.
const THREADS: &str = "tasks";
/// The number that stands for the writer.
pub(crate) const MYSELF: &str = "0";
/// In the second generation, the group of the launcher and the supervisor.
const SUPERVISOR: &str = "supervisor";
/// In the second generation, the group of the program that runs.
const RUN: &str = "run";

/// The beginning of the names of groups.
const PREFIX: &str = "gamesolve-";
/// The longest time from the making of a group until it has a member.
const FIRST_MOMENTS: Duration = Duration::from_secs(60);

/// The groups of a launcher. They are removed when this is dropped, by then empty but for the caller.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    /// Outer ones before those in them.
    made: Vec<Made>,
    membership: Membership,
}

/// The use that a supervisor can make of its groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Membership {
    /// The kernel refuses the process that would be one too many.
    pub(crate) is_bounded: bool,
    /// Counts time and memory of a run.
    pub(crate) counter: Option<Counter>,
}

/// A group that was made, without those in it.
#[derive(Debug)]
struct Made {
    name: PathBuf,
    /// The folder it lies in; open, because the caller's mounts may be read-only by the time of the removal.
    above: OwnedFd,
    /// Takes the caller back to where it came from.
    way_out: Option<File>,
}

/// The place of the groups in which runs are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Counter {
    /// The first generation: one group for each controller, which the runs use one after another.
    First {
        /// Counts memory.
        memory: PathBuf,
        /// Counts time.
        time: PathBuf,
    },
    /// The second generation: a group in which each run gets one.
    Second {
        /// That group.
        group: PathBuf,
    },
}

impl Groups {
    /// Makes the groups that the machine allows, with at most `most` processes and threads, and moves the calling process
    /// there; all that it starts is there too. What is refused is left out: [`Groups::membership`] tells. Cost: some ten
    /// system calls for each group.
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
                // Tried, for a machine may show the files and refuse to change them.
                if counter.begin(u64::MAX >> 2, None).is_ok() {
                    groups.membership.counter = Some(counter);
                }
            }
        }
        if groups.membership == Membership::default() {
            // Those begun in vain go, and less than all is of use too.
            groups = Groups::default();
            if groups.delegated(system, most).is_err() {
                groups = Groups::default();
                let _ = groups.only_bounded(system, most);
            }
        }
        groups
    }

    /// The second generation with all that is of use.
    fn delegated(&mut self, system: &System, most: u64) -> io::Result<()> {
        let place = system.second(&["pids", "memory"]).ok_or(io::ErrorKind::NotFound)?;
        let (made, group) = Made::below(&place.own, &place.above)?;
        self.made.push(made);
        write(&group.join("cgroup.subtree_control"), "+memory +pids")?;
        // Where the group above passes it on: a run has one share of the processors then, however many processes it has, and its
        // supervisor another. The first generation counts time by the groups that have shares.
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

    /// The second generation where only the number of processes can be bounded.
    fn only_bounded(&mut self, system: &System, most: u64) -> io::Result<()> {
        let place = system.second(&["pids"]).ok_or(io::ErrorKind::NotFound)?;
        let (made, group) = Made::below(&place.own, &place.above)?;
        self.made.push(made);
        write(&group.join("pids.max"), most)?;
        write(&group.join(MEMBERS), MYSELF)?;
        self.membership.is_bounded = true;
        Ok(())
    }

    /// The use that can be made of these groups.
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
                // Left by an earlier process of the same number.
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
            // One that a supervisor left when it was killed.
            remove(&made.above, &made.name.join(RUN));
            remove(&made.above, &made.name);
        }
    }
}

/// Removes the groups in `above` that launchers left when they were killed. One in use has members, or had none only in
/// its first moments.
fn sweep(above: &Path) {
    for entry in fs::read_dir(above).into_iter().flatten().flatten() {
        let age = entry
            .metadata()
            .and_then(|found| found.modified())
            .map(|made| made.elapsed());
        let is_old = matches!(age, Ok(Ok(age)) if age > FIRST_MOMENTS);
        if is_old && entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes()) {
            let group = entry.path();
            // As long as its launcher lives, the supervisor's group has a member, and that of its runs may be about to get one.
            let _ = fs::remove_dir(group.join(SUPERVISOR));
            if !group.join(SUPERVISOR).exists() {
                // Not there, or not empty.
                let _ = fs::remove_dir(group.join(RUN));
                let _ = fs::remove_dir(group);
            }
        }
    }
}

/// Removes a group. Those that died a moment ago are still counted; an empty group that stays bounds nobody.
fn remove(above: &OwnedFd, name: &Path) {
    for _ in 0..100 {
        match unlinkat(above.as_fd(), name, UnlinkatFlags::RemoveDir) {
            Err(nix::Error::EBUSY) => std::thread::sleep(Duration::from_millis(5)),
            _ => return,
        }
    }
}

impl Membership {
    /// The words of a command line that [`Membership::from_args`] reads.
    pub(crate) fn to_args(&self) -> Vec<OsString> {
        let mut words = vec![OsString::from(if self.is_bounded { "1" } else { "0" })];
        match &self.counter {
            None => {}
            Some(Counter::First { memory, time }) => words.extend([memory, time].map(OsString::from)),
            Some(Counter::Second { group }) => words.push(group.into()),
        }
        words
    }

    /// Reads what [`Membership::to_args`] wrote.
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

/// Bytes that the kernel may need for a program beyond its limit of memory: tables of pages, stacks, pipes.
fn slack(limit: u64) -> u64 {
    (8 << 20) + limit / 32
}

/// Bytes by which the kernel's counts of one group may differ from each other: it adds up what each processor has noted when
/// that is 64 pages, or after 2 seconds.
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

/// Other systems have no groups whose counts would be added up.
#[cfg(not(target_os = "linux"))]
fn processors() -> u64 {
    1
}

impl Counter {
    /// Moves the calling thread to the group where that is how programs get there: the first generation.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub(crate) fn enter_thread(&self) -> io::Result<()> {
        match self {
            Counter::First { memory, time } => {
                write(&memory.join(THREADS), MYSELF)?;
                write(&time.join(THREADS), MYSELF)
            }
            Counter::Second { .. } => Ok(()),
        }
    }

    /// Begins to count a run that may use `limit` bytes. In the first generation `last`, the count of the run before it by the
    /// same counter, saves most of the work.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub(crate) fn begin(&self, limit: u64, last: Option<Count>) -> io::Result<Count> {
        let bound = limit.saturating_add(slack(limit));
        let mut count = match self {
            Counter::First { memory, .. } => {
                if last.as_ref().is_none_or(|last| last.limit != limit) {
                    let both = "memory.memsw.limit_in_bytes";
                    // With swap it may never be below the bound without; a machine without swap has none of this.
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
                // One that is still there counts another run.
                let _ = fs::remove_dir(&run);
                DirBuilder::new().create(&run)?;
                write(&run.join("memory.max"), bound)?;
                // A machine without swap has none of this.
                let _ = write(&run.join("memory.swap.max"), "0");
                self.count(run)?
            }
        };
        count.limit = limit;
        count.oom_kills_before = count.all_oom_kills()?;
        count.time_before = count.all_time()?;
        Ok(count)
    }

    /// A count by the files of the group at `place`.
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
                // Before Linux 5.19 there is no peak, and the looks at what is used now remain.
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

/// The count of one run. Its files are open before the program starts: in tier 2 a program may close off files of its user.
#[derive(Debug)]
pub(crate) struct Count {
    counter: Counter,
    /// The group whose memory is counted.
    place: PathBuf,
    time: File,
    peak: File,
    used: File,
    events: File,
    stat: File,
    /// Memory of the kernel, where `stat` does not tell.
    kernel: Option<File>,
    time_before: Duration,
    oom_kills_before: u64,
    /// The limit of the run, in bytes.
    limit: u64,
    /// See [`not_added_up`].
    not_added_up: u64,
    /// The peak at the last look, in bytes, with all that the group is charged for.
    peak_before: u64,
    /// What was not the program's own at the last look, in bytes.
    beside_before: u64,
    /// The most by now that was its own, in bytes.
    most: u64,
}

impl Count {
    /// The list of the group's members, to be written by the process that is to become the program; open, for it has a root of its
    /// own. The first generation needs none.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub(crate) fn members(&self) -> io::Result<Option<File>> {
        match self.counter {
            Counter::First { .. } => Ok(None),
            Counter::Second { .. } => to_write(&self.place.join(MEMBERS)).map(Some),
        }
    }

    /// Processor time of the run by now.
    pub(crate) fn time(&self) -> Duration {
        self.all_time().unwrap_or_default().saturating_sub(self.time_before)
    }

    /// The peak by now of the program's own memory, in bytes: as much as it used at once at some look; and what it used between
    /// two looks, up to the limit, as far as that was more than ever before.
    pub(crate) fn peak(&mut self) -> u64 {
        // Files may come and go while this reads.
        let before = self.beside();
        let (used, peak) = self.used_and_peak();
        let beside = self.beside();
        self.note(used, peak, before.max(beside), beside)
    }

    /// The same, when none of its processes is alive any more.
    pub(crate) fn last_peak(&mut self) -> u64 {
        let beside = self.beside();
        let (used, peak) = self.used_and_peak();
        self.note(used, peak, beside, beside)
    }

    fn used_and_peak(&self) -> (u64, u64) {
        (number(&self.used).unwrap_or(0), number(&self.peak).unwrap_or(0))
    }

    /// Takes down a look, by which the group was charged for `used` bytes, at most `most_beside` of them not the program's own.
    fn note(&mut self, used: u64, peak: u64, most_beside: u64, beside: u64) -> u64 {
        let most_beside = most_beside.max(self.beside_before);
        let seen = used.saturating_sub(most_beside);
        // Over the limit only beyond what the kernel may not have added up yet.
        let seen = seen.min(self.limit.max(seen.saturating_sub(self.not_added_up)));
        // Nobody knows how much of a peak between two looks were files that are gone by now: it is no evidence against a run.
        let between = match peak > self.peak_before {
            true => peak.saturating_sub(most_beside).min(self.limit),
            false => 0,
        };
        self.most = self.most.max(seen).max(between);
        (self.peak_before, self.beside_before) = (peak, beside);
        self.most
    }

    /// What the group is charged for now beside the program's own memory, in bytes: pages of files, and the kernel's.
    fn beside(&self) -> u64 {
        let stat = text(&self.stat).unwrap_or_default();
        let kernel = match &self.kernel {
            Some(file) => number(file).unwrap_or(0),
            None => field(&stat, "kernel"),
        };
        kernel + self.files(&stat)
    }

    /// What the group is charged for pages of files, in bytes, by this text of `stat`.
    fn files(&self, stat: &str) -> u64 {
        let cached = match self.counter {
            Counter::First { .. } => "cache",
            Counter::Second { .. } => "file",
        };
        field(stat, cached).saturating_sub(field(stat, "shmem"))
    }

    /// Tells whether the kernel has ended a process of the run for want of memory.
    pub(crate) fn is_out_of_memory(&self) -> bool {
        self.all_oom_kills().is_ok_and(|kills| kills > self.oom_kills_before)
    }

    /// Tells whether the group is charged for no more than the kernel needs for itself: some time after the death of a process it
    /// takes back tables of pages and what sockets held, which the next run in the group would have to answer for.
    pub(crate) fn is_settled(&self) -> bool {
        const FEW: u64 = 4 << 20;
        let stat = text(&self.stat).unwrap_or_default();
        let used = number(&self.used).unwrap_or(u64::MAX);
        used.saturating_sub(self.files(&stat)) <= FEW + self.not_added_up
    }

    /// Gives up what was made for this run alone; what is left is of use to the next.
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

/// The number after `name` in lines such as `usage_usec 1234`; 0 where there is none.
fn field(lines: &str, name: &str) -> u64 {
    let mut found = lines
        .lines()
        .filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    found.find_map(|text| text.trim().parse().ok()).unwrap_or(0)
}

/// The text of a file that the kernel makes anew, and whole, at every reading: a second one for its end would cost as much. One as long
/// as this reads is an error.
pub(crate) fn text(file: &File) -> io::Result<String> {
    let mut bytes = vec![0; 1 << 13];
    let length = file.read_at(&mut bytes, 0)?;
    if length == bytes.len() {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    bytes.truncate(length);
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// The number that such a file holds.
fn number(file: &File) -> io::Result<u64> {
    let mut bytes = [0; 32];
    let length = file.read_at(&mut bytes, 0)?;
    let text = std::str::from_utf8(&bytes[..length]).map_err(io::Error::other)?;
    text.trim().parse().map_err(io::Error::other)
}

/// Writes a value at once, as these files want it.
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
    /// The group that the process is in.
    own: PathBuf,
    /// The nearest group that may have one with the controllers below it.
    above: PathBuf,
}

impl System {
    fn of_this_process() -> io::Result<System> {
        Ok(System {
            groups: fs::read_to_string("/proc/self/cgroup")?,
            mounts: fs::read_to_string("/proc/self/mountinfo")?,
        })
    }

    /// The group that the process is in, in the tree of a controller of the first generation.
    fn first(&self, controller: &str) -> Option<PathBuf> {
        let group = self.groups.lines().find_map(|line| {
            let mut fields = line.splitn(3, ':').skip(1);
            let (controllers, path) = (fields.next()?, fields.next()?);
            controllers.split(',').any(|name| name == controller).then_some(path)
        })?;
        mounted(&self.mounts, "cgroup", controller, group).map(|(_, own)| own)
    }

    /// The position in the tree of the second generation. A group that has members cannot have groups with controllers
    /// below it, so that one above it must pass the controllers on.
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

/// Finds a group below a mount of this type whose options name the controller: returns the mount and the group.
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

    /// A tree as the kernel shows it to a user to whom `app.slice` was delegated: folders and files, without a kernel.
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
    fn in_the_second_generation_the_nearest_group_that_passes_the_controllers_on_is_taken() {
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

    /// The kernel makes the files of a group with the group; here they are made beforehand.
    fn furnish(group: &Path, files: &[(&str, &str)]) {
        fs::create_dir_all(group).unwrap();
        for (name, text) in files {
            fs::write(group.join(name), text).unwrap();
        }
    }

    #[test]
    fn in_a_delegated_tree_a_run_is_counted_and_bounded_in_a_group_of_its_own() {
        let top = tempfile::tempdir().unwrap();
        let run = top.path().join(RUN);
        let counter = Counter::Second {
            group: top.path().to_owned(),
        };
        // Without the files of the kernel nothing can be bounded, and that is an error and no silence.
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
        // Pages of files that the kernel has taken back meanwhile were there at the peak.
        furnish(
            &run,
            &[("memory.stat", "file 0\nkernel 0\n"), ("memory.peak", "11000000\n")],
        );
        assert_eq!(count.peak(), 8_500_000);
        // And hide nothing of what is used later, below that peak.
        assert_eq!(count.peak(), 9_000_000);
        // A peak between two looks alone takes no run over its limit.
        (count.limit, count.not_added_up) = (9_500_000, 100_000);
        furnish(&run, &[("memory.peak", "20000000\n")]);
        assert_eq!(count.peak(), 9_500_000);
        // What is beside it may be told late, by so much.
        furnish(&run, &[("memory.current", "9599999\n")]);
        assert_eq!(count.peak(), 9_500_000);
        furnish(&run, &[("memory.current", "11000000\n")]);
        assert_eq!(count.peak(), 10_900_000);
        // What the kernel has not taken back yet is waited for, and no files.
        assert!(!count.is_settled());
        furnish(&run, &[("memory.stat", "file 7000000\nkernel 3000000\n")]);
        assert!(count.is_settled());
    }

    #[test]
    fn a_tree_that_refuses_gives_no_groups_and_leaves_none() {
        // There is no kernel behind these folders, so that no file of a new group is there to be written.
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
        // The next run begins at nothing, and under a limit of its own.
        let mut count = counter.begin(1 << 30, count.end()).unwrap();
        assert_eq!((count.limit, count.most), (1 << 30, 0));
        let peak = count.peak();
        assert!(peak < 32 << 20 && count.time() < Duration::from_millis(10), "{peak}");
        count.end();
    }
}
