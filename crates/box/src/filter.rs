//! The forbidden system calls of a program, as filters of the kernel (seccomp).
//!
//! **Idea.** Every call is allowed unless this list refuses it, so programs of any language run unchanged. The list
//! refuses calls that reach other processes, calls that hide memory or time, and calls into parts of the kernel that no
//! contest program needs. Calls newer than [`NEWEST`] do not exist for the program, because this list does not know
//! them.
//!
//! **The view of a filter.** A filter sees the number of a call and its arguments, but never the memory behind an
//! argument. So `clone3`, whose flags lie in memory, answers that it does not exist. Every run-time system then falls
//! back to `clone`.
//!
//! | answer | calls |
//! |---|---|
//! | EPERM | limits, priority and scheduling of other processes; signals to the supervisor; tracing and other processes' memory; keys; mounts and namespaces; locks; uncounted memory, in sockets too; sockets except between the program's own processes |
//! | success without an effect | the usual scheduling class for a thread that has it |
//! | ENOSYS | clone3, io_uring, asynchronous input and output, signals by descriptor, numbers of x32, numbers newer than this list |
//! | death by SIGSYS | calls of another architecture: 32-bit programs do not run |
//!
//! **Cost.** The thread that starts programs has five filters of up to some hundred instructions, and each run has a
//! short one. The kernel remembers the calls that are always allowed, and does not run the filters for them.

use crate::limits::Limits;
use crate::task::Tier;
use nix::libc;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Width, SeccompCmpOp as Is, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter, sock_filter,
};
use std::collections::BTreeMap;
use std::ffi::c_long;

/// The newest call in this list: `mseal` of Linux 6.10. New calls have the same numbers on every architecture.
const NEWEST: u32 = 462;
/// Calls in the list that older headers of the C library do not name.
const MEMFD_SECRET: c_long = 447;
const PROCESS_MRELEASE: c_long = 448;
const QUOTACTL_FD: c_long = 443;
const CACHESTAT: c_long = 451;
const FCHMODAT2: c_long = 452;
/// Hints on the lifetime of written data. An owner may leave them at a file without the right to write it.
const F_SET_RW_HINT: i32 = 1036;
const F_SET_FILE_RW_HINT: i32 = 1038;
/// Refused commands of `fcntl`: locks, open file description locks, leases, news of a folder, hints, and larger pipes,
/// whose memory no process shows.
///
/// The list also has the receiver and the signal for news of a file: the receiver may be any process of this user.
/// Commands newer than [`NEWEST_COMMAND`] are refused too.
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
/// The newest command in this list.
const NEWEST_COMMAND: u64 = F_SET_FILE_RW_HINT as u64;
const F_SETSIG: i32 = 10;
const F_SETOWN_EX: i32 = 15;
/// Requests of `ioctl` with the effect of `F_SETOWN`.
const OWNERS: [u64; 2] = [0x8901, 0x8902];
/// The option of `prctl` that keeps other processes from the second thread of its core.
const PR_SCHED_CORE: u64 = 62;
/// The newest option in this list, and the first option whose number is a word.
const NEWEST_OPTION: u64 = 77;
const FIRST_WORD: u64 = 0x5000_0000;
/// The flag of `open` for a file without a name. Its only trace is its number.
const NAMELESS: i32 = libc::O_TMPFILE & !libc::O_DIRECTORY;
/// The flag of `close_range` that first gives a thread its own descriptors.
const OWN_FILES: i32 = libc::CLOSE_RANGE_UNSHARE.cast_signed();
/// The second byte of file system requests of `ioctl`: flags of a file, its generation, its place on the disk.
///
/// A file's owner may change these without the right to write it. Each file system has its own requests among them.
/// FAT, ZFS, Btrfs, Ceph, bcachefs, CIFS and F2FS also have their own bytes.
const FILE_SYSTEMS: [u8; 10] = [b'f', b'v', b'X', b'r', 0x83, 0x94, 0x97, 0xbc, 0xcf, 0xf5];
/// The class of `ioprio_set` for all processes of a user.
const IOPRIO_WHO_USER: u64 = 3;
/// The class of `setpriority` for all processes of a user, whose type differs between C libraries.
const PRIO_USER: u64 = 2;
/// For musl on ARM64, `libc` has no name for this call.
#[cfg(all(target_arch = "aarch64", target_env = "musl"))]
const KEXEC_FILE_LOAD: c_long = 294;
#[cfg(not(any(target_arch = "riscv64", all(target_arch = "aarch64", target_env = "musl"))))]
const KEXEC_FILE_LOAD: c_long = libc::SYS_kexec_file_load;
/// The bits of `socketpair`'s second argument that are no flags.
const KINDS: u64 = 0xf;
/// The resource of `setrlimit` for the size of core dumps.
const CORE: u64 = libc::RLIMIT_CORE as u64;
/// The argument of `personality` that only reads it.
const TELL: u64 = 0xffff_ffff;
/// Values of `fadvise64` and `preadv2` that drop a page from the machine's cache, or read it only from there.
const POSIX_FADV_DONTNEED: u64 = 4;
const RWF_NOWAIT: i32 = 8;
const RWF_DONTCACHE: i32 = 0x80;
/// The option of `prctl` that hides a process from others of its user.
const PR_SET_DUMPABLE: u64 = libc::PR_SET_DUMPABLE as u64;
/// Rights of an owner: to list or read, and to enter or execute.
const MAY_READ: u64 = 0o400;
const MAY_ENTER: u64 = 0o100;
/// The advice of `madvise` that moves memory to the disk. On the disk it does not count.
const MADV_PAGEOUT: u64 = 21;

/// Calls that are refused with EPERM, whatever their arguments.
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
    // Memory that no process shows.
    libc::SYS_memfd_create,
    MEMFD_SECRET,
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
    // The same memory made by other processes of this user, in tier 2.
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
    // Names of other people's files, and a pool of the user.
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
    // Other people's disk.
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

/// Calls that are refused with EPERM if other people's files are in reach and must not change. Landlock knows no such
/// rights.
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

/// Calls that are answered with ENOSYS, so that programs use others.
const UNKNOWN: &[c_long] = &[
    libc::SYS_clone3,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_pidfd_send_signal,
    // A byte of a page in a pipe or a socket holds the whole page, even a huge one, which no process shows then.
    libc::SYS_vmsplice,
    libc::SYS_splice,
    libc::SYS_tee,
    // Its flags lie in memory, but those of `openat` are visible.
    libc::SYS_openat2,
    // The content of the machine's cache. One run could leave a message there for another.
    libc::SYS_mincore,
    CACHESTAT,
    // A pool that the whole machine shares.
    libc::SYS_io_setup,
    libc::SYS_io_submit,
];

/// The socket option for the number of a network, which is the same on all architectures here.
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

/// Filters the calls of this thread of the supervisor, and of all its descendants.
///
/// # Errors
/// If the kernel has no filters, or if this architecture is not supported.
pub(crate) fn enforce(tier: Tier) -> Result<(), String> {
    let always = |calls: &[c_long]| calls.iter().map(|call| (*call, Vec::new())).collect();
    let refused = refused(tier).map_err(failed)?;
    let filters = [
        compiled(refused, libc::EPERM)?,
        compiled(always(UNKNOWN), libc::ENOSYS)?,
        // Refused for the reason of `splice`, with the error after which every program copies instead.
        compiled(always(&[libc::SYS_sendfile]), libc::EINVAL)?,
        compiled(pretended().map_err(failed)?, 0)?,
        foreign_numbers(),
    ];
    // The kernel asks the last filter first, and the strictest of several answers counts.
    let mut set = filters.iter().map(|filter| apply_filter(filter));
    set.try_for_each(|done| done.map_err(failed))
}

/// Refuses this process and the later program their own restrictions, because their kernel memory is not counted.
///
/// Also refuses the calls that its limits forbid: other processes, and in tier 2 modes of files. This filter comes
/// last, as no restriction is possible afterwards.
///
/// # Errors
/// As for [`enforce`].
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

/// Returns the rules of the calls that are refused with EPERM.
fn refused(tier: Tier) -> Result<Rules, seccompiler::BackendError> {
    let mut never = REFUSED.to_vec();
    // Tier 1 has its own network and its own view of the disk. In other tiers a socket could reach services of the
    // machine.
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

/// Returns a condition on the lower half of an argument.
fn int(argument: u8, is: Is, value: u64) -> Result<SeccompCondition, seccompiler::BackendError> {
    SeccompCondition::new(argument, Width::Dword, is, value)
}

/// Returns a condition on a whole argument.
fn long(argument: u8, is: Is, value: u64) -> Result<SeccompCondition, seccompiler::BackendError> {
    SeccompCondition::new(argument, Width::Qword, is, value)
}

/// Returns the condition that an argument has this flag.
fn has(argument: u8, flag: i32) -> Result<SeccompCondition, seccompiler::BackendError> {
    let flag = u64::from(flag.cast_unsigned());
    long(argument, Is::MaskedEq(flag), flag)
}

/// The refused calls, each with the conditions of the refusal.
struct Refusals(Rules);

impl Refusals {
    fn refuse(&mut self, call: c_long, conditions: Vec<SeccompCondition>) -> Result<(), seccompiler::BackendError> {
        self.0.entry(call).or_default().push(SeccompRule::new(conditions)?);
        Ok(())
    }

    /// Refuses calls that reach other processes.
    fn of_others(&mut self, tier: Tier) -> Result<(), seccompiler::BackendError> {
        // Allow only number 0, the process itself, for limits, scheduling and priority. Reading the limits of others is
        // harmless.
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

    /// Refuses calls on files that leave traces, or that use disk space unseen.
    fn of_files(&mut self) -> Result<(), seccompiler::BackendError> {
        for command in FILE_COMMANDS {
            let command = u64::from(command.cast_unsigned());
            self.refuse(libc::SYS_fcntl, vec![int(1, Is::Eq, command)?])?;
        }
        self.refuse(libc::SYS_fcntl, vec![int(1, Is::Gt, NEWEST_COMMAND)?])?;
        // Disk space that no file length shows, and that no limit on the length bounds.
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

    /// Refuses calls on memory and its cache, files without names, and options newer than these lists.
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
        // Options that are newer than this list, such as futex tables of any size.
        let is_new = [int(0, Is::Gt, NEWEST_OPTION)?, int(0, Is::Lt, FIRST_WORD)?];
        self.refuse(libc::SYS_prctl, is_new.to_vec())?;
        // Pages of a pool of the machine, which count as the memory of no process.
        self.refuse(libc::SYS_mmap, vec![has(3, libc::MAP_HUGETLB)?])?;
        Ok(())
    }

    /// Refuses new processes and threads that are not counted with their parents.
    fn of_new_tasks(&mut self) -> Result<(), seccompiler::BackendError> {
        for flag in NAMESPACES {
            self.refuse(libc::SYS_clone, vec![has(0, flag)?])?;
        }
        // Threads with their own descriptors: the samples read only those of the first thread.
        let with_files = u64::from((libc::CLONE_THREAD | libc::CLONE_FILES).cast_unsigned());
        let without = u64::from(libc::CLONE_THREAD.cast_unsigned());
        let has_own_files = long(0, Is::MaskedEq(with_files), without)?;
        self.refuse(libc::SYS_clone, vec![has_own_files])?;
        // Processes that share one memory could hand it on, always between two samples. A process that starts another
        // program shares it too, but waits for it.
        let with_memory = u64::from((libc::CLONE_VM | libc::CLONE_THREAD | libc::CLONE_VFORK).cast_unsigned());
        let memory_alone = u64::from(libc::CLONE_VM.cast_unsigned());
        let shares_memory = long(0, Is::MaskedEq(with_memory), memory_alone)?;
        self.refuse(libc::SYS_clone, vec![shares_memory])?;
        self.refuse(libc::SYS_close_range, vec![has(2, OWN_FILES)?])?;
        Ok(())
    }

    /// Refuses sockets that reach services, or that hold more than is counted.
    fn of_sockets(&mut self, tier: Tier) -> Result<(), seccompiler::BackendError> {
        // Keep the buffer sizes of sockets, because each socket counts as its full buffer. A filter on a socket is
        // uncounted kernel memory. Hide socket cookies: the machine's counter would let runs communicate.
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
        // A datagram socket could be turned to a service of the machine.
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

/// Returns the rules of calls that have no effect but report success, because run-time systems fail without them.
///
/// One gives another thread the usual scheduling class, which it already has: Free Pascal does so for every thread. The
/// other sets the limit on core dumps, as sanitizers do. There are no core dumps, and a limit of 0 would give the dump
/// to a service of the machine.
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

/// Returns the rules that refuse a program its own filters and rulesets.
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

/// Returns the rules against hiding from the samples, for programs that other processes of their user inspect.
///
/// The program makes no folder that its user cannot read, and becomes no process that its user cannot inspect. A
/// process that executes an unreadable file would be one. It sends no descriptors either: on their way, no process has
/// them open.
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
    // Later files and folders get the rights of their creation.
    for right in [MAY_READ, MAY_ENTER] {
        refuse(libc::SYS_umask, vec![bits(0, right, right)?])?;
    }
    let option = SeccompCondition::new(0, Width::Dword, Is::Eq, PR_SET_DUMPABLE)?;
    let hides = SeccompCondition::new(1, Width::Qword, Is::Ne, 1)?;
    refuse(libc::SYS_prctl, vec![option, hides])?;
    rules.extend([libc::SYS_sendmsg, libc::SYS_sendmmsg].map(|call| (call, Vec::new())));
    Ok(rules)
}

/// Returns the further rules for a program that may be one process only.
fn other_processes() -> Result<Rules, seccompiler::BackendError> {
    let mut rules = Rules::new();
    #[cfg(target_arch = "x86_64")]
    rules.extend([libc::SYS_fork, libc::SYS_vfork].map(|call| (call, Vec::new())));
    // There is no other process to wait for, to connect to or to send descriptors to. Waiting data is memory that no
    // process shows, and a name would reach a service of the machine.
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
    // Shared memory without another process becomes private, so that freed pages are gone.
    let shared = libc::MAP_ANONYMOUS | libc::MAP_SHARED;
    let is_shared = Is::MaskedEq(u64::from(shared.cast_unsigned()));
    rules.insert(libc::SYS_mmap, vec![long(3, is_shared, shared)?]);
    Ok(rules)
}

/// Returns the process numbers that a program must not signal, although it might have the same user.
///
/// These are the supervisor, which is its parent, and in tier 2 all processes, because the numbers are the machine's.
fn never_to_be_signalled(tier: Tier) -> Vec<i32> {
    match tier {
        // Number 1 of a namespace gets only the signals from within that it handles.
        Tier::One => Vec::new(),
        // The caller is a thread of the supervisor, which leads a process group.
        _ => {
            let supervisor = nix::unistd::getpid().as_raw();
            vec![supervisor, -supervisor, nix::unistd::gettid().as_raw(), -1]
        }
    }
}

/// Returns the filter that answers ENOSYS to numbers of x32, which begin at 2^30, and to calls newer than the list.
fn foreign_numbers() -> BpfProgram {
    // The number is the first word of a filter's data.
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
