//! The processes of a run, as far as a tier can see and reach them.

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::time::Duration;

/// The processes of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tree {
    /// All processes in this namespace except its number 1, which is the caller.
    #[cfg(target_os = "linux")]
    Namespace,
    /// All descendants of the caller, which inherits orphans.
    #[cfg(target_os = "linux")]
    Descendants,
    /// The processes that stayed in the process group of this one.
    Group(Pid),
}

/// The usage of a run's living processes at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Census {
    /// Processor time of the living, and of the children that they have waited for. It never exceeds the true value.
    pub(crate) cpu: Duration,
    /// The number of processes in the sample.
    pub(crate) processes: usize,
    /// Resident bytes, with kernel memory: extra page tables, and every socket at its full buffer size. A page shared
    /// by several processes counts for each.
    pub(crate) memory: u64,
    /// The number of processes and threads.
    pub(crate) tasks: u64,
    /// Bytes of open files without a name. Read only if the sockets are read for each process.
    pub(crate) nameless: u64,
}

impl Tree {
    /// Sends SIGKILL to every process of the run. A process that has ended meanwhile is no error: the caller waits for
    /// them all.
    pub(crate) fn kill(self) {
        let send = |pid| {
            let _ = kill(pid, Signal::SIGKILL);
        };
        match self {
            #[cfg(target_os = "linux")]
            Tree::Namespace => send(Pid::from_raw(-1)),
            #[cfg(target_os = "linux")]
            Tree::Descendants => linux::descendants().into_iter().for_each(send),
            Tree::Group(leader) => send(Pid::from_raw(-leader.as_raw())),
        }
    }

    /// Ends processes of the run, the latest first, until at most `most` processes and threads are left.
    ///
    /// Then makes the kernel refuse new processes to the rest for good, if it enforces that for their user. Reports no
    /// result: the next census shows it.
    #[cfg_attr(not(target_os = "linux"), allow(unused_variables))]
    pub(crate) fn kill_excess(self, most: u64) {
        match self {
            #[cfg(target_os = "linux")]
            Tree::Namespace => linux::kill_excess(&linux::namespace(), most),
            #[cfg(target_os = "linux")]
            Tree::Descendants => linux::kill_excess(&linux::descendants(), most),
            Tree::Group(_) => {}
        }
    }

    /// Returns whether none is left of the processes that this process cannot wait for.
    pub(crate) fn is_gone(self) -> bool {
        match self {
            #[cfg(target_os = "linux")]
            Tree::Namespace | Tree::Descendants => true,
            Tree::Group(leader) => kill(Pid::from_raw(-leader.as_raw()), None).is_err(),
        }
    }

    /// Returns the longest run delay of a thread: it was ready to run for this time, but had no processor. Returns
    /// `None` if the kernel does not report it.
    #[cfg_attr(not(target_os = "linux"), allow(clippy::unused_self))]
    pub(crate) fn delay(self) -> Option<Duration> {
        #[cfg(target_os = "linux")]
        let pids = match self {
            Tree::Namespace => linux::namespace(),
            Tree::Descendants => linux::descendants(),
            Tree::Group(leader) => vec![leader],
        };
        #[cfg(target_os = "linux")]
        return pids.into_iter().flat_map(linux::delays).max();
        #[cfg(not(target_os = "linux"))]
        None
    }

    /// Returns the usage of the living processes, or zeros if the tier sees none.
    pub(crate) fn census(self) -> Census {
        match self {
            #[cfg(target_os = "linux")]
            Tree::Namespace => linux::census(&linux::namespace(), linux::Sockets::OfNamespace),
            #[cfg(target_os = "linux")]
            Tree::Descendants => linux::census(&linux::descendants(), linux::Sockets::OfProcesses),
            Tree::Group(_) => Census::default(),
        }
    }
}

/// Returns the children of the caller. Dead children count until somebody waits for them.
#[cfg(target_os = "linux")]
pub(crate) fn children() -> Vec<Pid> {
    linux::children(Pid::this())
}

/// The kernel's file with the number of sockets in a process's network.
#[cfg(target_os = "linux")]
pub(crate) const SOCKETS: &str = "/proc/net/sockstat";

/// Returns the number of sockets from the text of [`SOCKETS`], or 0 if it has none.
#[cfg(target_os = "linux")]
pub(crate) fn sockets_in(text: &str) -> u64 {
    let used = text.lines().find_map(|line| line.strip_prefix("sockets: used "));
    used.and_then(|used| used.trim().parse().ok()).unwrap_or(0)
}

#[cfg(target_os = "linux")]
pub(crate) use linux::constant;

#[cfg(target_os = "linux")]
mod linux {
    use super::*;
    use nix::time::ClockId;
    use nix::unistd::{SysconfVar, sysconf};
    use std::collections::BTreeMap;
    use std::fs;

    /// Returns all processes in /proc except the caller, in the order of their numbers.
    pub(crate) fn namespace() -> Vec<Pid> {
        let mut pids = numbers("/proc");
        pids.retain(|pid| *pid != Pid::this());
        pids
    }

    /// Returns the processes or threads in a folder of /proc, in the order of their numbers.
    fn numbers(folder: &str) -> Vec<Pid> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut numbers: Vec<i32> = entries
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .collect();
        numbers.sort_unstable();
        numbers.into_iter().map(Pid::from_raw).collect()
    }

    /// Returns the run delays of a process's threads. Source: `schedstat` in the kernel's documentation of scheduler
    /// statistics.
    pub(crate) fn delays(pid: Pid) -> Vec<Duration> {
        let of_thread = |thread: Pid| {
            let told = fs::read_to_string(format!("/proc/{pid}/task/{thread}/schedstat")).ok()?;
            told.split(' ').nth(1)?.parse().ok().map(Duration::from_nanos)
        };
        let threads = numbers(&format!("/proc/{pid}/task"));
        threads.into_iter().filter_map(of_thread).collect()
    }

    /// Returns all descendants of the caller, each after its parent.
    pub(crate) fn descendants() -> Vec<Pid> {
        let mut found = vec![Pid::this()];
        let mut next = 0;
        while let Some(&parent) = found.get(next) {
            next += 1;
            found.extend(children(parent));
        }
        found.split_off(1)
    }

    /// Returns the children of one process. Dead children count until somebody waits for them.
    pub(crate) fn children(parent: Pid) -> Vec<Pid> {
        let threads = fs::read_dir(format!("/proc/{parent}/task"));
        let lists = threads
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        lists
            .flat_map(|list| {
                let pids = list.split_ascii_whitespace().map(str::parse);
                pids.flatten().map(Pid::from_raw).collect::<Vec<_>>()
            })
            .collect()
    }

    /// Returns the sums over `pids`. Each process must stand there after its parent. So a child that is waited for
    /// during the count is missed, and never counted twice.
    pub(crate) fn census(pids: &[Pid], sockets: Sockets) -> Census {
        let mut sum = Census::default();
        let mut nameless = BTreeMap::new();
        if sockets == Sockets::OfNamespace {
            sum.memory = sockets_of_namespace().saturating_mul(SOCKET);
        }
        for &pid in pids {
            let Some(stat) = Stat::of(pid) else {
                continue;
            };
            let own = ClockId::pid_cpu_clock_id(pid)
                .and_then(ClockId::now)
                .map(Duration::from)
                .unwrap_or_default();
            sum.cpu += own + stat.waited_for;
            sum.tasks += stat.threads;
            let (resident, of_kernel, mut without_name) = seen_through(pid, &stat, |one, stat| {
                let beyond = tables(one).unwrap_or(0).saturating_sub(FEW_TABLES + stat.resident / 64);
                let open = match sockets {
                    Sockets::OfNamespace => Open::default(),
                    Sockets::OfProcesses => open_of(one),
                };
                let of_kernel = beyond.saturating_add(open.sockets.saturating_mul(SOCKET));
                Some((stat.resident, of_kernel, open.nameless))
            });
            sum.processes += 1;
            sum.memory = sum.memory.saturating_add(resident).saturating_add(of_kernel);
            nameless.append(&mut without_name);
        }
        sum.nameless = nameless.into_values().fold(0, u64::saturating_add);
        sum
    }

    /// The way to count the sockets of a run.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Sockets {
        /// All sockets in the network namespace, even sockets that no process has open.
        OfNamespace,
        /// The sockets that the processes have open.
        OfProcesses,
    }

    /// Bytes that a socket can hold: twice the kernel's own bound, 208 KiB, because one message may exceed it.
    const SOCKET: u64 = 2 * (208 << 10);

    /// Returns the number of sockets in use in the network namespace: 4 for `sockets: used 4`.
    pub(crate) fn sockets_of_namespace() -> u64 {
        sockets_in(&fs::read_to_string(SOCKETS).unwrap_or_default())
    }

    /// The open files of a process.
    #[derive(Debug, Default)]
    struct Open {
        sockets: u64,
        /// The files without a name: device, number and bytes.
        nameless: BTreeMap<(u64, u64), u64>,
    }

    /// Returns the open files of a process. If the process cannot be inspected, every place for a file counts as a
    /// socket.
    ///
    /// Costs a system call for each open file, and two for a file without a name.
    fn open_of(pid: Pid) -> Open {
        use std::os::unix::fs::MetadataExt;
        let mut open = Open::default();
        // A process about to end cannot be inspected either, but it has no memory any more and holds nothing.
        let hides = || Stat::of(pid).is_some_and(|stat| stat.resident > 0);
        let is_refused = |error: &std::io::Error| error.kind() == std::io::ErrorKind::PermissionDenied;
        let files = match fs::read_dir(format!("/proc/{pid}/fd")) {
            Ok(files) => files.flatten(),
            Err(error) if is_refused(&error) && hides() => {
                open.sockets = places_for_files(pid);
                return open;
            }
            Err(_) => return open,
        };
        let mut refused = 0;
        for file in files {
            match fs::read_link(file.path()) {
                Ok(link) if link.as_os_str().as_encoded_bytes().starts_with(b"socket:") => open.sockets += 1,
                Ok(link) if !link.as_os_str().as_encoded_bytes().ends_with(b" (deleted)") => {}
                Err(error) if is_refused(&error) => refused += 1,
                // The file has no name, or one that is too long for the link.
                _ => {
                    if let Some(found) = fs::metadata(file.path()).ok().filter(|found| found.nlink() == 0) {
                        let bytes = crate::scratch::room_of(found.len(), found.blocks());
                        open.nameless.insert((found.dev(), found.ino()), bytes);
                    }
                }
            }
        }
        if refused > 0 && hides() {
            open.sockets += refused;
        }
        open
    }

    /// Implements [`Tree::kill_excess`]. The earlier of `pids` survive.
    pub(crate) fn kill_excess(pids: &[Pid], most: u64) {
        use rustix::process::{Resource, Rlimit, prlimit};
        let none = || Rlimit {
            current: Some(0),
            maximum: Some(0),
        };
        let mut tasks = 0;
        for &pid in pids {
            let Some(stat) = Stat::of(pid) else {
                continue;
            };
            tasks += stat.threads;
            if tasks > most {
                // Ignore errors: the next census shows whether the process is still there.
                let _ = kill(pid, Signal::SIGKILL);
            } else {
                let _ = prlimit(rustix::process::Pid::from_raw(pid.as_raw()), Resource::Nproc, none());
            }
        }
    }

    /// Bytes of page tables that are not counted as memory. For each resident page, the tables take a 512th of its
    /// size, and every mapping adds a little.
    ///
    /// A program that reads single bytes of a huge mapping has gigabytes of tables and no resident memory.
    const FEW_TABLES: u64 = 1 << 20;

    /// The most tries to sample a process whose first thread has ended, because its other threads may vanish when
    /// found.
    const TRIES: u32 = 20;

    /// Returns the value of `look` for a living thread of a process, or the default for a dead process.
    ///
    /// /proc shows no memory of the first thread once it has ended, though the others go on.
    fn seen_through<T: Default>(pid: Pid, stat: &Stat, look: impl Fn(Pid, &Stat) -> Option<T>) -> T {
        if !stat.is_dead {
            return look(pid, stat).unwrap_or_default();
        }
        if stat.threads == 0 {
            return T::default();
        }
        let through = |thread: Pid| {
            let stat = Stat::of(thread).filter(|stat| !stat.is_dead)?;
            look(thread, &stat)
        };
        // Try the latest thread first: a thread that only starts the next one vanishes soonest.
        let seen = (0..TRIES).find_map(|_| {
            numbers(&format!("/proc/{pid}/task"))
                .into_iter()
                .rev()
                .find_map(through)
        });
        seen.unwrap_or_default()
    }

    /// Returns the bytes of a process's page tables.
    fn tables(pid: Pid) -> Option<u64> {
        kilobytes(&status(pid)?, "VmPTE:")
    }

    /// Returns the number of places in a process's file table.
    fn places_for_files(pid: Pid) -> u64 {
        let status = status(pid).unwrap_or_default();
        let places = status.lines().find_map(|line| line.strip_prefix("FDSize:"));
        places.and_then(|places| places.trim().parse().ok()).unwrap_or(0)
    }

    /// Returns the public status of a process. Source: proc_pid_status(5).
    fn status(pid: Pid) -> Option<String> {
        let status = fs::read(format!("/proc/{pid}/status")).ok()?;
        // The name of the process may hold any bytes.
        Some(String::from_utf8_lossy(&status).into_owned())
    }

    /// Returns the bytes from a line such as `Pss:   12 kB`.
    fn kilobytes(lines: &str, name: &str) -> Option<u64> {
        let line = lines.lines().find_map(|line| line.strip_prefix(name))?;
        let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(kilobytes.saturating_mul(1024))
    }

    /// The relevant fields of /proc/PID/stat. Source: proc_pid_stat(5).
    #[derive(Debug, PartialEq, Eq)]
    pub(crate) struct Stat {
        /// Processor time of the children that it has waited for, cut to whole clock ticks.
        pub(crate) waited_for: Duration,
        /// The number of living threads, 0 for a zombie.
        pub(crate) threads: u64,
        /// Resident memory, in bytes.
        pub(crate) resident: u64,
        /// Whether the thread with this number has ended, so that it shows no memory.
        pub(crate) is_dead: bool,
    }

    impl Stat {
        /// Returns the values of the process as one of its threads shows them.
        fn of(thread: Pid) -> Option<Stat> {
            Stat::parse(&fs::read(format!("/proc/{thread}/stat")).ok()?)
        }

        pub(crate) fn parse(line: &[u8]) -> Option<Stat> {
            // The name may hold blanks and parentheses, so the numbers start after the last parenthesis.
            let end_of_name = line.iter().rposition(|byte| *byte == b')')?;
            let fields: Vec<&str> = std::str::from_utf8(line.get(end_of_name + 1..)?)
                .ok()?
                .split_ascii_whitespace()
                .collect();
            let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
            let ticks = number(16)?.checked_add(number(17)?)?;
            let per_second = constant(SysconfVar::CLK_TCK)?;
            let is_dead = matches!(*fields.first()?, "Z" | "X");
            Some(Stat {
                waited_for: Duration::from_millis(ticks.checked_mul(1000)? / per_second),
                threads: number(20)?.saturating_sub(u64::from(is_dead)),
                resident: number(24)?.checked_mul(constant(SysconfVar::PAGE_SIZE)?)?,
                is_dead,
            })
        }
    }

    /// Returns a number that the system states about itself, or `None` if it states none.
    pub(crate) fn constant(of: SysconfVar) -> Option<u64> {
        sysconf(of)
            .ok()?
            .and_then(|value| u64::try_from(value).ok())
            .filter(|value| *value > 0)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_process_name_may_hold_parentheses_and_numbers() {
            let line =
                b"7 (a) 1 2) S 1 7 7 0 -1 4194560 1 0 0 0 5 6 30 40 20 0 9 0 100 5000 12 18446744073709551615 1 1\n";
            let stat = Stat::parse(line).unwrap();
            assert_eq!(
                stat.waited_for,
                Duration::from_millis(70_000 / constant(SysconfVar::CLK_TCK).unwrap())
            );
            assert_eq!(stat.threads, 9);
            assert_eq!(stat.resident, 12 * constant(SysconfVar::PAGE_SIZE).unwrap());
            let dead = |threads: u64| {
                let line = format!("7 (Z) Z 1 7 7 0 -1 4194560 1 0 0 0 5 6 30 40 20 0 {threads} 0 100 0 0 1 1 1\n");
                Stat::parse(line.as_bytes()).unwrap()
            };
            assert_eq!((dead(1).threads, dead(1).is_dead), (0, true));
            assert_eq!(dead(4).threads, 3, "its first thread has ended, and three go on");
            for broken in [
                &b""[..],
                b"7 (a",
                b"7 (a) S 1 2",
                b"7 (a) S 1 7 7 0 -1 4194560 1 0 0 0 5 6 x 40 20 0 9 0 1 5 12",
            ] {
                assert_eq!(Stat::parse(broken), None);
            }
        }

        #[test]
        fn a_census_sees_its_own_time_memory_and_threads() {
            let me = [Pid::this()];
            let before = census(&me, Sockets::OfProcesses);
            let start = std::time::Instant::now();
            let mut sum = 0u64;
            while start.elapsed() < Duration::from_millis(30) {
                sum = std::hint::black_box(sum + 1);
            }
            let after = census(&me, Sockets::OfProcesses);
            assert!(after.cpu > before.cpu, "{before:?} {after:?}");
            assert!(after.memory > 1 << 20 && after.tasks >= 2, "{after:?}");
        }

        #[test]
        fn an_unreadable_process_counts_as_full_of_sockets() {
            let places = places_for_files(Pid::this());
            assert!(places >= 64 && places >= open_of(Pid::this()).sockets, "{places}");
            assert_eq!(places_for_files(Pid::from_raw(i32::MAX)), 0);
        }

        #[test]
        fn a_file_that_is_open_counts_when_it_has_lost_its_name() {
            use std::io::Write;
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(&[1; 300_000]).unwrap();
            file.sync_all().unwrap();
            let _again = file.try_clone().unwrap();
            let bytes: u64 = open_of(Pid::this()).nameless.into_values().sum();
            assert!((300_000..600_000).contains(&bytes), "{bytes}");
        }

        #[test]
        fn descendants_of_the_caller_are_found_with_their_own_children() {
            let mut shell = std::process::Command::new("sh")
                .args(["-c", "sleep 5 & wait"])
                .spawn()
                .unwrap();
            let child = Pid::from_raw(shell.id().cast_signed());
            let deadline = std::time::Instant::now() + Duration::from_secs(4);
            let grandchild = loop {
                let found = descendants();
                let after = found
                    .iter()
                    .position(|pid| *pid == child)
                    .and_then(|at| found.get(at + 1).copied());
                if after.is_some() || std::time::Instant::now() > deadline {
                    break after;
                }
            };
            for pid in [grandchild, Some(child)].into_iter().flatten() {
                kill(pid, Signal::SIGKILL).unwrap();
            }
            shell.wait().unwrap();
            assert!(grandchild.is_some());
        }
    }
}
