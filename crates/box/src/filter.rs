//! The system calls that a program may not use, as filters of the kernel (seccomp).
//!
//! **Idea.** Everything is allowed but what is listed here: programs of any language run unchanged, and what they are
//! refused is what reaches other processes, what hides memory or time, and what opens a part of the kernel that no
//! contest program needs. Calls newer than [`NEWEST`] are unknown to this list, so they are unknown to the program too.
//!
//! **What a filter sees.** The number of a call and its arguments, never what an argument points to. So `clone3`, whose
//! flags lie in memory, answers that it does not exist, and every run-time system falls back to `clone`.
//!
//! | answer | calls |
//! |---|---|
//! | EPERM | limits, priority and scheduling of other processes; signals to the supervisor; tracing and other processes' memory; keys; mounts and namespaces; locks; memory that cannot be counted, in sockets too; sockets but between the program's own processes |
//! | success | nothing is done: the usual scheduling class for a thread that has it |
//! | ENOSYS | clone3, io_uring, asynchronous input and output, signals by descriptor, numbers of x32, numbers newer than this list |
//! | death by SIGSYS | calls of another architecture: programs of 32 bits do not run |
//!
//! **Cost.** Five filters of up to some hundred instructions for the thread that starts programs, and a short one for each run; the kernel remembers which calls are always allowed and does not
//! run the filters for them.

use crate::limits::Limits;
use crate::task::Tier;
use nix::libc;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Width, SeccompCmpOp as Is, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter, sock_filter,
};
use std::collections::BTreeMap;
use std::ffi::c_long;

/// The newest call that this list was made with: `mseal` of Linux 6.10. The numbers of new calls are the same on every
/// architecture.
const NEWEST: u32 = 462;
/// Calls of the list that older versions of the C library's header do not name.
const MEMFD_SECRET: c_long = 447;
const PROCESS_MRELEASE: c_long = 448;
const QUOTACTL_FD: c_long = 443;
const CACHESTAT: c_long = 451;
const FCHMODAT2: c_long = 452;
/// Hints of how long what is written will live, which its owner may leave at a file without being allowed to write it.
const F_SET_RW_HINT: i32 = 1036;
const F_SET_FILE_RW_HINT: i32 = 1038;
/// `fcntl`: locks, locks of open descriptions, leases, news of a folder, hints; larger pipes, which hold memory that no
/// process shows; and who gets which signal at news of a file, which may be anybody of this user. Those newer than
/// [`NEWEST_COMMAND`] are refused too.
const FILE_COMMANDS: [i32; 12] = [
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_OFD_SETLK,
    libc::F_OFD_SETLKW,
    libc::F_SETLEASE,
    libc::F_NOTIFY,
    libc::F_SETPIPE_SZ,
    F_SET_RW_HINT,
    F_SET_FILE_RW_HINT,
    libc::F_SETOWN,
    F_SETSIG,
    F_SETOWN_EX,
];
/// The newest command that this list was made with.
const NEWEST_COMMAND: u64 = F_SET_FILE_RW_HINT as u64;
const F_SETSIG: i32 = 10;
const F_SETOWN_EX: i32 = 15;
/// `ioctl`: the same as `F_SETOWN`.
const OWNERS: [u64; 2] = [0x8901, 0x8902];
/// `prctl`: keeps others from the other half of its core.
const PR_SCHED_CORE: u64 = 62;
/// The newest option that this list was made with, and the first of those whose numbers are words.
const NEWEST_OPTION: u64 = 77;
const FIRST_WORD: u64 = 0x5000_0000;
/// `open`: a file without a name. It leaves no trace but the number that it got.
const NAMELESS: i32 = libc::O_TMPFILE & !libc::O_DIRECTORY;
/// `close_range`: a thread gets descriptors of its own first.
const OWN_FILES: i32 = libc::CLOSE_RANGE_UNSHARE.cast_signed();
/// `ioctl`: the second byte of the requests of file systems: flags of a file, its generation, its place on the disk, which
/// its owner may change without being allowed to write it. Each file system has numbers of its own among them; FAT, ZFS, Btrfs,
/// Ceph, bcachefs, CIFS and F2FS have bytes of their own, too.
const FILE_SYSTEMS: [u8; 10] = [b'f', b'v', b'X', b'r', 0x83, 0x94, 0x97, 0xbc, 0xcf, 0xf5];
/// `ioprio_set`: all processes of a user.
const IOPRIO_WHO_USER: u64 = 3;
/// The class of all processes of a user, whose type differs between C libraries.
const PRIO_USER: u64 = 2;
/// `libc` has no name for it for musl on ARM64.
#[cfg(all(target_arch = "aarch64", target_env = "musl"))]
const KEXEC_FILE_LOAD: c_long = 294;
#[cfg(not(any(target_arch = "riscv64", all(target_arch = "aarch64", target_env = "musl"))))]
const KEXEC_FILE_LOAD: c_long = libc::SYS_kexec_file_load;
/// `socketpair`: the bits of its second argument that are no flags.
const KINDS: u64 = 0xf;
/// `setrlimit`: the size of core dumps.
const CORE: u64 = libc::RLIMIT_CORE as u64;
/// `personality`: tells without changing.
const TELL: u64 = 0xffff_ffff;
/// `fadvise64` and `preadv2`: takes a page from the machine's cache, and asks for one only if it is there.
const POSIX_FADV_DONTNEED: u64 = 4;
const RWF_NOWAIT: i32 = 8;
const RWF_DONTCACHE: i32 = 0x80;
/// `prctl`: hides a process from others of its user.
const PR_SET_DUMPABLE: u64 = libc::PR_SET_DUMPABLE as u64;
/// Rights of an owner: to list or read, and to enter or execute.
const MAY_READ: u64 = 0o400;
const MAY_ENTER: u64 = 0o100;
/// `madvise`: moves memory to the disk, where nobody counts it.
const MADV_PAGEOUT: u64 = 21;

/// Refused with EPERM whatever the arguments.
const REFUSED: &[c_long] = &[
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    PROCESS_MRELEASE,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    // Keys outlive a run and are inherited.
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    // Mounts and namespaces.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_unshare,
    libc::SYS_setns,
    // Memory that no count of a process shows.
    libc::SYS_memfd_create,
    MEMFD_SECRET,
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
    // The same made by others of this user, in tier 2.
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_msgrcv,
    libc::SYS_msgsnd,
    libc::SYS_msgctl,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_mq_unlink,
    // Parts of the kernel that no program needs.
    libc::SYS_userfaultfd,
    libc::SYS_perf_event_open,
    libc::SYS_bpf,
    // Names of files of others, and a pool of the user's.
    #[cfg(target_arch = "x86_64")]
    libc::SYS_inotify_init,
    libc::SYS_inotify_init1,
    libc::SYS_fanotify_init,
    libc::SYS_fanotify_mark,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_quotactl,
    QUOTACTL_FD,
    libc::SYS_syslog,
    libc::SYS_acct,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_reboot,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    #[cfg(not(target_arch = "riscv64"))]
    KEXEC_FILE_LOAD,
    libc::SYS_clock_settime,
    libc::SYS_settimeofday,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_modify_ldt,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
    // The disk of others.
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_flock,
    libc::SYS_sync,
    libc::SYS_syncfs,
];

/// Refused with EPERM where files of others are in reach and are to stay as they are: Landlock knows no such rights.
const MODES: &[c_long] = &[
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    FCHMODAT2,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    libc::SYS_fchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    libc::SYS_fchownat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
    libc::SYS_utimensat,
];

/// Answered with ENOSYS, so that programs do without.
const UNKNOWN: &[c_long] = &[
    libc::SYS_clone3,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_pidfd_send_signal,
    // A byte of a page in a pipe or a socket holds all of the page, or of a huge one, which no process shows then.
    libc::SYS_vmsplice,
    libc::SYS_splice,
    libc::SYS_tee,
    // Its flags lie in memory; those of `openat` can be seen.
    libc::SYS_openat2,
    // What lies in the machine's cache, where one run could leave word for another.
    libc::SYS_mincore,
    CACHESTAT,
    // A pool that the machine shares.
    libc::SYS_io_setup,
    libc::SYS_io_submit,
];

/// Tells the number of a network; the same on all architectures here.
const SO_NETNS_COOKIE: i32 = 71;

/// Flags of `clone` that make namespaces.
const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWNS,
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
];

type Rules = BTreeMap<c_long, Vec<SeccompRule>>;

/// Filters the calls of this thread, which belongs to a supervisor, and of all that it will start.
///
/// # Errors
/// When the kernel has no filters, or this architecture has none here.
pub(crate) fn enforce(tier: Tier) -> Result<(), String> {
    let always = |calls: &[c_long]| calls.iter().map(|call| (*call, Vec::new())).collect();
    let refused = refused(tier).map_err(failed)?;
    let filters = [
        compiled(refused, libc::EPERM)?,
        compiled(always(UNKNOWN), libc::ENOSYS)?,
        // As `splice`; the answer after which everybody copies instead.
        compiled(always(&[libc::SYS_sendfile]), libc::EINVAL)?,
        compiled(pretended().map_err(failed)?, 0)?,
        foreign_numbers(),
    ];
    // The last one set is the first one asked; of several answers the strictest counts.
    let mut set = filters.iter().map(|filter| apply_filter(filter));
    set.try_for_each(|done| done.map_err(failed))
}

/// Refuses this process, and what it will become, further restrictions of its own, which take the kernel memory that nobody
/// counts, and what its limits forbid: other processes, and in tier 2 modes of files. Comes last: nothing can be restricted
/// afterwards.
///
/// # Errors
/// As [`enforce`].
pub(crate) fn enforce_last(tier: Tier, limits: &Limits) -> Result<(), String> {
    let mut rules = own_restrictions().map_err(failed)?;
    if !limits.forks {
        rules.extend(other_processes().map_err(failed)?);
    }
    if !limits.modes && tier == Tier::Two {
        rules.extend(MODES.iter().map(|call| (*call, Vec::new())));
        for (call, refused) in hiding().map_err(failed)? {
            rules.entry(call).or_default().extend(refused);
        }
    }
    apply_filter(&compiled(rules, libc::EPERM)?).map_err(failed)
}

fn failed(error: impl std::fmt::Display) -> String {
    format!("calls cannot be filtered: {error}")
}

fn compiled(rules: Rules, errno: i32) -> Result<BpfProgram, String> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(failed)?;
    let answer = SeccompAction::Errno(errno.cast_unsigned());
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, answer, arch).map_err(failed)?;
    filter.try_into().map_err(failed)
}

/// The rules of the calls refused with EPERM.
fn refused(tier: Tier) -> Result<Rules, seccompiler::BackendError> {
    let mut never = REFUSED.to_vec();
    // Tier 1 has a network and a view of the disk of its own; elsewhere a socket could reach services of the machine.
    if tier != Tier::One {
        never.push(libc::SYS_socket);
    }
    let mut refusals = Refusals(never.into_iter().map(|call| (call, Vec::new())).collect());
    refusals.of_others(tier)?;
    refusals.of_files()?;
    refusals.of_memory_and_options()?;
    refusals.of_new_tasks()?;
    refusals.of_sockets(tier)?;
    Ok(refusals.0)
}

/// A condition on the lower half of an argument.
fn int(argument: u8, is: Is, value: u64) -> Result<SeccompCondition, seccompiler::BackendError> {
    SeccompCondition::new(argument, Width::Dword, is, value)
}

/// A condition on a whole argument.
fn long(argument: u8, is: Is, value: u64) -> Result<SeccompCondition, seccompiler::BackendError> {
    SeccompCondition::new(argument, Width::Qword, is, value)
}

/// The condition that an argument has this flag.
fn has(argument: u8, flag: i32) -> Result<SeccompCondition, seccompiler::BackendError> {
    let flag = u64::from(flag.cast_unsigned());
    long(argument, Is::MaskedEq(flag), flag)
}

/// The refused calls, each with the conditions under which it is refused.
struct Refusals(Rules);

impl Refusals {
    fn refuse(&mut self, call: c_long, conditions: Vec<SeccompCondition>) -> Result<(), seccompiler::BackendError> {
        self.0.entry(call).or_default().push(SeccompRule::new(conditions)?);
        Ok(())
    }

    /// Calls that reach other processes.
    fn of_others(&mut self, tier: Tier) -> Result<(), seccompiler::BackendError> {
        // Only oneself, which is number 0: limits (to be told those of others is harmless), scheduling, priority.
        self.refuse(libc::SYS_prlimit64, vec![int(0, Is::Ne, 0)?, long(2, Is::Ne, 0)?])?;
        for call in [
            libc::SYS_sched_setaffinity,
            libc::SYS_sched_setparam,
            libc::SYS_sched_setattr,
        ] {
            self.refuse(call, vec![int(0, Is::Ne, 0)?])?;
        }
        let is_unusual = int(1, Is::Ne, u64::from(libc::SCHED_OTHER.cast_unsigned()))?;
        self.refuse(libc::SYS_sched_setscheduler, vec![int(0, Is::Ne, 0)?, is_unusual])?;
        for (call, user) in [
            (libc::SYS_setpriority, PRIO_USER),
            (libc::SYS_ioprio_set, IOPRIO_WHO_USER),
        ] {
            self.refuse(call, vec![int(1, Is::Ne, 0)?])?;
            self.refuse(call, vec![int(0, Is::Eq, user)?])?;
        }
        let fields = [
            libc::SYS_kill,
            libc::SYS_tkill,
            libc::SYS_tgkill,
            libc::SYS_rt_sigqueueinfo,
            libc::SYS_rt_tgsigqueueinfo,
        ];
        for number in never_to_be_signalled(tier) {
            for call in fields {
                self.refuse(call, vec![int(0, Is::Eq, u64::from(number.cast_unsigned()))?])?;
            }
        }
        Ok(())
    }

    /// Calls on files that leave traces or take room unseen.
    fn of_files(&mut self) -> Result<(), seccompiler::BackendError> {
        for command in FILE_COMMANDS {
            let command = u64::from(command.cast_unsigned());
            self.refuse(libc::SYS_fcntl, vec![int(1, Is::Eq, command)?])?;
        }
        self.refuse(libc::SYS_fcntl, vec![int(1, Is::Gt, NEWEST_COMMAND)?])?;
        // Room that no length of a file shows, and that no limit on its length bounds.
        self.refuse(libc::SYS_fallocate, vec![int(1, Is::Ne, 0)?])?;
        self.refuse(libc::SYS_personality, vec![int(0, Is::Ne, 0)?, int(0, Is::Ne, TELL)?])?;
        for kind in FILE_SYSTEMS {
            self.refuse(
                libc::SYS_ioctl,
                vec![int(1, Is::MaskedEq(0xff00), u64::from(kind) << 8)?],
            )?;
        }
        for request in OWNERS {
            self.refuse(libc::SYS_ioctl, vec![int(1, Is::Eq, request)?])?;
        }
        Ok(())
    }

    /// Calls on memory and its cache, on names and on options newer than these lists.
    fn of_memory_and_options(&mut self) -> Result<(), seccompiler::BackendError> {
        self.refuse(libc::SYS_prctl, vec![int(0, Is::Eq, PR_SCHED_CORE)?])?;
        self.refuse(libc::SYS_fadvise64, vec![int(3, Is::Eq, POSIX_FADV_DONTNEED)?])?;
        self.refuse(libc::SYS_madvise, vec![int(2, Is::Eq, MADV_PAGEOUT)?])?;
        for flag in [RWF_NOWAIT, RWF_DONTCACHE] {
            self.refuse(libc::SYS_preadv2, vec![has(5, flag)?])?;
        }
        #[cfg(target_arch = "x86_64")]
        self.refuse(libc::SYS_open, vec![has(1, NAMELESS)?])?;
        self.refuse(libc::SYS_openat, vec![has(2, NAMELESS)?])?;
        // Options that are newer than this list, such as tables of futexes as large as one likes.
        let is_new = [int(0, Is::Gt, NEWEST_OPTION)?, int(0, Is::Lt, FIRST_WORD)?];
        self.refuse(libc::SYS_prctl, is_new.to_vec())?;
        // Pages of a pool that the machine keeps, which count as nobody's memory.
        self.refuse(libc::SYS_mmap, vec![has(3, libc::MAP_HUGETLB)?])?;
        Ok(())
    }

    /// New processes and threads that are not counted with their parents.
    fn of_new_tasks(&mut self) -> Result<(), seccompiler::BackendError> {
        for flag in NAMESPACES {
            self.refuse(libc::SYS_clone, vec![has(0, flag)?])?;
        }
        // Threads that do not share their descriptors: those of the first one alone are looked at.
        let with_files = u64::from((libc::CLONE_THREAD | libc::CLONE_FILES).cast_unsigned());
        let without = u64::from(libc::CLONE_THREAD.cast_unsigned());
        let has_own_files = long(0, Is::MaskedEq(with_files), without)?;
        self.refuse(libc::SYS_clone, vec![has_own_files])?;
        // Processes that go on with one memory, of which each could hand it on to the next, always between two looks. One that begins
        // another program shares it, too, but waits for it.
        let with_memory = u64::from((libc::CLONE_VM | libc::CLONE_THREAD | libc::CLONE_VFORK).cast_unsigned());
        let memory_alone = u64::from(libc::CLONE_VM.cast_unsigned());
        let shares_memory = long(0, Is::MaskedEq(with_memory), memory_alone)?;
        self.refuse(libc::SYS_clone, vec![shares_memory])?;
        self.refuse(libc::SYS_close_range, vec![has(2, OWN_FILES)?])?;
        Ok(())
    }

    /// Sockets that reach services, or hold more than is counted.
    fn of_sockets(&mut self, tier: Tier) -> Result<(), seccompiler::BackendError> {
        // What a socket can hold stays as it is, so that sockets can be counted as it.
        // A filter on one is memory of the kernel.
        // Their numbers are told to nobody: the machine counts those that were asked for, and keeps that from run to run.
        for (call, option) in [
            (libc::SYS_setsockopt, libc::SO_SNDBUF),
            (libc::SYS_setsockopt, libc::SO_SNDBUFFORCE),
            (libc::SYS_getsockopt, libc::SO_COOKIE),
            (libc::SYS_getsockopt, SO_NETNS_COOKIE),
            (libc::SYS_setsockopt, libc::SO_ATTACH_FILTER),
            (libc::SYS_setsockopt, libc::SO_ATTACH_BPF),
            (libc::SYS_setsockopt, libc::SO_ATTACH_REUSEPORT_CBPF),
            (libc::SYS_setsockopt, libc::SO_ATTACH_REUSEPORT_EBPF),
        ] {
            let socket = u64::from(libc::SOL_SOCKET.cast_unsigned());
            let option = u64::from(option.cast_unsigned());
            self.refuse(call, vec![int(1, Is::Eq, socket)?, int(2, Is::Eq, option)?])?;
        }
        // One of datagrams could be turned to a service of the machine.
        for datagrams in [libc::SOCK_DGRAM, libc::SOCK_RAW] {
            if tier != Tier::One {
                let kind = int(1, Is::MaskedEq(KINDS), u64::from(datagrams.cast_unsigned()))?;
                self.refuse(libc::SYS_socketpair, vec![kind])?;
            }
        }
        if tier == Tier::One {
            let family = u64::from(libc::AF_UNIX.cast_unsigned());
            self.refuse(libc::SYS_socket, vec![int(0, Is::Ne, family)?])?;
        }
        Ok(())
    }
}

/// The rules of what is said to be done and is not, since run-time systems fail where they may not do it: to give another
/// thread the usual scheduling class, which it has (Free Pascal does so with every thread that it starts); to set the limit on
/// core dumps, of which there are none (sanitizers do so, and one of 0 would let a service of the machine have the dump).
fn pretended() -> Result<Rules, seccompiler::BackendError> {
    let int = |argument, is, value: u64| SeccompCondition::new(argument, Width::Dword, is, value);
    let rule =
        |conditions: Vec<SeccompCondition>| Ok::<_, seccompiler::BackendError>(vec![SeccompRule::new(conditions)?]);
    let usual = int(1, Is::Eq, u64::from(libc::SCHED_OTHER.cast_unsigned()))?;
    let is_set = SeccompCondition::new(2, Width::Qword, Is::Ne, 0)?;
    let core = |argument| int(argument, Is::Eq, CORE);
    Ok(Rules::from([
        (libc::SYS_sched_setscheduler, rule(vec![int(0, Is::Ne, 0)?, usual])?),
        (libc::SYS_setrlimit, rule(vec![core(0)?])?),
        (libc::SYS_prlimit64, rule(vec![int(0, Is::Eq, 0)?, core(1)?, is_set])?),
    ]))
}

/// The rules that refuse a program filters and rulesets of its own.
fn own_restrictions() -> Result<Rules, seccompiler::BackendError> {
    let calls = [
        libc::SYS_seccomp,
        libc::SYS_landlock_create_ruleset,
        libc::SYS_landlock_add_rule,
        libc::SYS_landlock_restrict_self,
    ];
    let mut rules: Rules = calls.into_iter().map(|call| (call, Vec::new())).collect();
    let option = u64::from(libc::PR_SET_SECCOMP.cast_unsigned());
    let option = SeccompCondition::new(0, Width::Dword, Is::Eq, option)?;
    rules.insert(libc::SYS_prctl, vec![SeccompRule::new(vec![option])?]);
    Ok(rules)
}

/// The rules for a program that is looked at by others of its user: it makes no folder that nobody can look into, and becomes no
/// process that nobody can look at, which one that executes a file without being allowed to read it is, too; and it sends no
/// descriptors, which nobody has open while they are on their way.
fn hiding() -> Result<Rules, seccompiler::BackendError> {
    let bits = |argument, mask, value| SeccompCondition::new(argument, Width::Dword, Is::MaskedEq(mask), value);
    let creates = u64::from(libc::O_CREAT.cast_unsigned());
    let is_made = |argument| bits(argument, creates, creates);
    let is_unreadable = |argument| bits(argument, MAY_READ | MAY_ENTER, MAY_ENTER);
    let mut rules = Rules::new();
    let mut refuse = |call: c_long, conditions: Vec<SeccompCondition>| {
        rules.entry(call).or_default().push(SeccompRule::new(conditions)?);
        Ok::<(), seccompiler::BackendError>(())
    };
    for right in [MAY_READ, MAY_ENTER] {
        #[cfg(target_arch = "x86_64")]
        refuse(libc::SYS_mkdir, vec![bits(1, right, 0)?])?;
        refuse(libc::SYS_mkdirat, vec![bits(2, right, 0)?])?;
    }
    #[cfg(target_arch = "x86_64")]
    {
        refuse(libc::SYS_open, vec![is_made(1)?, is_unreadable(2)?])?;
        refuse(libc::SYS_creat, vec![is_unreadable(1)?])?;
        refuse(libc::SYS_mknod, vec![is_unreadable(1)?])?;
    }
    refuse(libc::SYS_openat, vec![is_made(2)?, is_unreadable(3)?])?;
    refuse(libc::SYS_mknodat, vec![is_unreadable(2)?])?;
    // What is made later is to have the rights that it is made with.
    for right in [MAY_READ, MAY_ENTER] {
        refuse(libc::SYS_umask, vec![bits(0, right, right)?])?;
    }
    let option = SeccompCondition::new(0, Width::Dword, Is::Eq, PR_SET_DUMPABLE)?;
    let hides = SeccompCondition::new(1, Width::Qword, Is::Ne, 1)?;
    refuse(libc::SYS_prctl, vec![option, hides])?;
    rules.extend([libc::SYS_sendmsg, libc::SYS_sendmmsg].map(|call| (call, Vec::new())));
    Ok(rules)
}

/// The rules for a program that may be one process only, beyond what all are refused.
fn other_processes() -> Result<Rules, seccompiler::BackendError> {
    let mut rules = Rules::new();
    #[cfg(target_arch = "x86_64")]
    rules.extend([libc::SYS_fork, libc::SYS_vfork].map(|call| (call, Vec::new())));
    // Nobody to wait for, to connect to or to send descriptors to; what waits or is on its way is memory that no process
    // shows, and who could be reached by name is a service of the machine.
    let to_others = [
        libc::SYS_listen,
        libc::SYS_connect,
        libc::SYS_sendmsg,
        libc::SYS_sendmmsg,
    ];
    rules.extend(to_others.map(|call| (call, Vec::new())));
    let has_address = SeccompCondition::new(4, Width::Qword, Is::Ne, 0)?;
    rules.insert(libc::SYS_sendto, vec![SeccompRule::new(vec![has_address])?]);
    let long = |argument, is, value: i32| {
        let condition = SeccompCondition::new(argument, Width::Qword, is, u64::from(value.cast_unsigned()))?;
        SeccompRule::new(vec![condition])
    };
    let thread = u64::from(libc::CLONE_THREAD.cast_unsigned());
    rules.insert(libc::SYS_clone, vec![long(0, Is::MaskedEq(thread), 0)?]);
    // Memory that is shared with nobody is private, and pages given back are gone.
    let shared = libc::MAP_ANONYMOUS | libc::MAP_SHARED;
    let is_shared = Is::MaskedEq(u64::from(shared.cast_unsigned()));
    rules.insert(libc::SYS_mmap, vec![long(3, is_shared, shared)?]);
    Ok(rules)
}

/// The process numbers that a program must not signal, although it might have the same user: the supervisor, which is its
/// parent, and in tier 2, where numbers are the machine's, everybody.
fn never_to_be_signalled(tier: Tier) -> Vec<i32> {
    match tier {
        // Number 1 of a namespace gets no signal from within that it does not handle.
        Tier::One => Vec::new(),
        // The caller is a thread of the supervisor, which leads a process group.
        _ => {
            let supervisor = nix::unistd::getpid().as_raw();
            vec![supervisor, -supervisor, nix::unistd::gettid().as_raw(), -1]
        }
    }
}

/// Refuses numbers of x32, which begin at 2^30, and those of calls newer than the list, as unknown.
fn foreign_numbers() -> BpfProgram {
    // The number is the first word of what a filter looks at.
    let load = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
    let is_greater = libc::BPF_JMP | libc::BPF_JGT | libc::BPF_K;
    let answer = libc::BPF_RET | libc::BPF_K;
    let unknown = libc::SECCOMP_RET_ERRNO | libc::ENOSYS.cast_unsigned();
    [
        (load, 0, 0, 0),
        (is_greater, 0, 1, NEWEST),
        (answer, 0, 0, unknown),
        (answer, 0, 0, libc::SECCOMP_RET_ALLOW),
    ]
    .map(|(code, jt, jf, k)| sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    })
    .to_vec()
}
