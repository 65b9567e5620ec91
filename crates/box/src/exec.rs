//! The start of the program, with every right given up.
//!
//! The last stage is a copy of the supervisor (`fork`), which gives up every right and then becomes the program. So the
//! limits and the filter of system calls, which may refuse to start a process, never apply to the supervisor. Through a
//! pipe the copy reports that the setup is done, or the reason if the program does not start. The pipe closes by itself
//! when the program starts, and so the supervisor learns of the start.
//!
//! **Why a copy.** Executing this executable anew before the program takes twice as long, which is half the cost of a
//! small run. A copy of a process with several threads has only one of them, and must not wait for a lock of another.
//! One of the supervisor's two threads makes the copy. The other waits for it and holds only locks of the allocator.
//! Every C library of today hands those over to a copy in order.

use crate::channel;
use crate::reaper::Begun;
use crate::task::{Failure, Order, Pipes};
use crate::wire;
use fork::Fork;
use nix::errno::Errno;
use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit, setrlimit};
use nix::sys::signal::{Signal, kill};
use nix::sys::stat::{Mode, umask};
use nix::sys::wait::waitpid;
use nix::unistd::Pid;
use std::convert::Infallible;
use std::ffi::{CString, OsStr};
use std::fs::File;
use std::io::{self, PipeWriter, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

/// Processor time beyond its limit after which the kernel itself ends a process.
const SLACK: Duration = Duration::from_secs(2);

/// Limits on resources that no process shows: waiting signals and timers, some hundred bytes each. The others forbid
/// higher ranks of scheduling, which could make the supervisor wait.
#[cfg(target_os = "linux")]
const UNSEEN: [(Resource, u64); 3] = [
    (Resource::RLIMIT_SIGPENDING, 4096),
    (Resource::RLIMIT_RTPRIO, 0),
    (Resource::RLIMIT_NICE, 0),
];
#[cfg(not(target_os = "linux"))]
const UNSEEN: [(Resource, u64); 0] = [];

/// The message of the last stage after the setup: the version of the Landlock interface in use, and remarks.
type Ready = Result<(u64, Vec<String>), Failure>;

/// The folder and the standard streams of the program.
#[derive(Clone, Copy)]
struct Surroundings<'a> {
    scratch: &'a Path,
    stdin: &'a File,
    stdout: &'a PipeWriter,
    stderr: &'a PipeWriter,
}

/// Makes the last stage and waits until it has become the program, which reads `stdin` and sees its scratch folder as
/// `scratch`.
///
/// The calling thread is already in the program's root and groups. `members` is the list of a control group's members,
/// if the copy must enter the group itself.
///
/// # Errors
/// `CannotStart` if the program can never start, `Fault` for any other error.
pub(crate) fn start(order: &Order, scratch: &Path, stdin: &File, members: Option<&File>) -> Result<Begun, Failure> {
    let fault = |what: &str, error: io::Error| Failure::Fault(format!("{what}: {error}"));
    let pipe = || io::pipe().map_err(|error| fault("a pipe", error));
    let (mut said, says) = pipe()?;
    let (stdout, its_stdout) = pipe()?;
    let (stderr, its_stderr) = pipe()?;
    let place = Surroundings {
        scratch,
        stdin,
        stdout: &its_stdout,
        stderr: &its_stderr,
    };
    // Read it here, so that the copy has it.
    let _ = crate::signals::ignored();
    let program = match fork::fork() {
        Ok(Fork::Child) => become_program(order, members, place, says),
        Ok(Fork::Parent(number)) => Pid::from_raw(number),
        Err(error) => return Err(fault("the last stage did not start", error)),
    };
    drop((says, its_stdout, its_stderr));
    let mut listen = || -> Result<Ready, Failure> {
        let ready =
            channel::receive_from::<Ready>(&mut said).map_err(|error| fault("the last stage did not answer", error))?;
        let mut rest = Vec::new();
        said.read_to_end(&mut rest)
            .map_err(|error| fault("the last stage", error))?;
        if rest.is_empty() {
            Ok(ready)
        } else {
            channel::receive_from(&rest[..]).map_err(|error| fault("the last stage", error))
        }
    };
    match listen().and_then(|ready| ready) {
        Ok((landlock, notes)) => Ok(Begun {
            program,
            stdout: stdout.into(),
            stderr: stderr.into(),
            landlock,
            notes,
        }),
        Err(failure) => {
            // Ignore the errors: the copy ends by itself, and the kill only shortens the wait.
            let _ = kill(program, Signal::SIGKILL);
            let _ = waitpid(program, None);
            Err(failure)
        }
    }
}

/// Runs the last stage, in the copy. If the program does not start, the copy ends here, and never continues as a
/// supervisor.
fn become_program(order: &Order, members: Option<&File>, place: Surroundings<'_>, mut says: PipeWriter) -> ! {
    let stage = || {
        let failure = match set(order, members, place) {
            Err(why) => Failure::Fault(why),
            Ok(ready) => {
                if says.write_all(&wire::message(&Ready::Ok(ready))).is_err() {
                    return;
                }
                execute(order, place.scratch)
            }
        };
        // Ignore the error: the supervisor is gone.
        let _ = says.write_all(&wire::message(&Ready::Err(failure)));
    };
    let _ = catch_unwind(AssertUnwindSafe(stage));
    #[expect(clippy::exit, reason = "there is no `main` to return to in a copy")]
    std::process::exit(1)
}

/// Gives up every right that the program must not have.
///
/// The order matters. Pipes are opened while files can be opened. Rights are given up before Landlock closes the files
/// needed for that. The filter of system calls comes last, because it refuses some of these calls.
fn set(order: &Order, members: Option<&File>, place: Surroundings<'_>) -> Result<(u64, Vec<String>), String> {
    if let Some(mut members) = members {
        let entered = members.write_all(crate::cgroup::MYSELF.as_bytes());
        entered.map_err(|error| format!("its control group: {error}"))?;
    }
    crate::signals::begin_anew();
    // A new session has no terminal, and its process group is the program's.
    nix::unistd::setsid().map_err(|errno| format!("no session of its own: {errno}"))?;
    umask(Mode::from_bits_truncate(0o022));
    let failed = |errno: Errno| format!("the output: {errno}");
    nix::unistd::dup2_stdout(place.stdout).map_err(failed)?;
    nix::unistd::dup2_stderr(place.stderr).map_err(failed)?;
    match &order.pipes {
        Some(pipes) => open_pipes(pipes)?,
        None => nix::unistd::dup2_stdin(place.stdin).map_err(|errno| format!("the input: {errno}"))?,
    }
    std::env::set_current_dir(place.scratch).map_err(|error| format!("the scratch folder: {error}"))?;
    let notes = set_limits(order)?;
    // This process ends with its supervisor. The sweep or the namespace ends its children.
    #[cfg(target_os = "linux")]
    nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL).map_err(|errno| errno.to_string())?;
    Ok((give_up_rights(order, place)?, notes))
}

/// Opens the named pipes of a program that talks with another. Waits until the caller has opened their other ends.
fn open_pipes(pipes: &Pipes) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("the pipes to the other program: {error}");
    let input = File::open(&pipes.input).map_err(failed)?;
    let output = File::options().write(true).open(&pipes.output).map_err(failed)?;
    nix::unistd::dup2_stdin(&input).map_err(|errno| format!("the input: {errno}"))?;
    nix::unistd::dup2_stdout(&output).map_err(|errno| format!("the output: {errno}"))
}

/// Gives up the rights of the calling thread, and returns the version of the Landlock interface in use.
#[cfg(target_os = "linux")]
fn give_up_rights(order: &Order, place: Surroundings<'_>) -> Result<u64, String> {
    use caps::CapSet;
    nix::sys::prctl::set_no_new_privs().map_err(|errno| format!("rights could still be gained: {errno}"))?;
    let failed = |error: caps::errors::CapsError| format!("rights cannot be given up: {error}");
    // Drop the bounding set: root would regain every right in it by executing a program. Other users cannot change the
    // set.
    if caps::has_cap(None, CapSet::Effective, caps::Capability::CAP_SETPCAP).map_err(failed)? {
        for right in caps::read(None, CapSet::Bounding).map_err(failed)? {
            caps::drop(None, CapSet::Bounding, right).map_err(failed)?;
        }
    }
    for set in [
        CapSet::Ambient,
        CapSet::Inheritable,
        CapSet::Effective,
        CapSet::Permitted,
    ] {
        caps::clear(None, set).map_err(failed)?;
    }
    if order.tier == crate::task::Tier::Three {
        return Ok(0);
    }
    let landlock = crate::rules::enforce(order, place.scratch, place.stdin)?;
    crate::filter::enforce_last(order.tier, &order.limits)?;
    Ok(landlock)
}

#[cfg(not(target_os = "linux"))]
fn give_up_rights(_: &Order, _: Surroundings<'_>) -> Result<u64, String> {
    Ok(0)
}

/// Sets the limits that the kernel enforces, each as near to the wish as the caller's own hard limit allows. Returns a
/// remark for each limit that is too far from its wish.
///
/// The supervisor enforces the limit of processor time for the whole tree. The kernel enforces it for each process,
/// [`SLACK`] later, in case the supervisor gets no processor.
fn set_limits(order: &Order) -> Result<Vec<String>, String> {
    let limits = &order.limits;
    let mut notes = Vec::new();
    // The kernel's limit cannot begin again with every turn of a conversation. The clock still bounds those.
    let seconds = if order.talks {
        RLIM_INFINITY
    } else {
        limits.cpu.saturating_add(SLACK).as_secs()
    };
    let wishes = [
        (Resource::RLIMIT_CPU, seconds),
        (Resource::RLIMIT_FSIZE, limits.scratch_bytes),
        (Resource::RLIMIT_NOFILE, limits.open_files),
        (Resource::RLIMIT_STACK, limits.memory - limits.memory / 16),
        // Memory is limited by its use, not by its reservation.
        (Resource::RLIMIT_DATA, RLIM_INFINITY),
        (Resource::RLIMIT_AS, RLIM_INFINITY),
    ];
    let wishes = wishes.into_iter().chain(UNSEEN).chain(bound_on_processes(order));
    for (resource, wish) in wishes {
        let (soft, hard) = getrlimit(resource).map_err(|errno| format!("{resource:?}: {errno}"))?;
        let granted = if hard == RLIM_INFINITY { wish } else { wish.min(hard) };
        // A program with deep recursion may ask for more stack, which is a part of its memory.
        let most = if resource == Resource::RLIMIT_STACK {
            hard
        } else {
            granted
        };
        if (soft, hard) != (granted, most) {
            setrlimit(resource, granted, most).map_err(|errno| format!("{resource:?}: {errno}"))?;
        }
        if granted == wish {
            continue;
        }
        let granted = match resource {
            Resource::RLIMIT_CPU => format!("processor time is limited to {granted} s"),
            Resource::RLIMIT_FSIZE => format!("files are limited to {} KB", granted / 1024),
            Resource::RLIMIT_NOFILE => format!("open files are limited to {granted}"),
            Resource::RLIMIT_STACK => format!("the stack is limited to {} KB", granted / 1024),
            Resource::RLIMIT_DATA => format!("data are limited to {} KB", granted / 1024),
            Resource::RLIMIT_AS => format!("address space is limited to {} KB", granted / 1024),
            #[cfg(target_os = "linux")]
            Resource::RLIMIT_NPROC if granted < limits.tasks() || order.tier == crate::task::Tier::One => {
                format!("processes and threads of this user together are limited to {granted}")
            }
            _ => continue,
        };
        notes.push(format!("{granted} by this machine"));
    }
    Ok(notes)
}

/// Returns the number of the sandbox's own processes and threads that a bound counts: the supervisor with a waiting
/// thread, and in tier 1 the launcher.
#[cfg(target_os = "linux")]
pub(crate) fn beside_program(tier: u64) -> u64 {
    if tier == crate::task::Tier::One as u64 { 3 } else { 2 }
}

/// Room for the user's other programs and threads, if a bound counts all of them.
#[cfg(target_os = "linux")]
const MAY_COME: u64 = 1024;

/// Returns the bound on processes of a user that the kernel enforces.
///
/// In tier 1 it counts only the namespace. In other tiers it counts all processes of the user, so that only a coarse
/// bound is fair. It keeps a fork bomb from starving the supervisor.
#[cfg(target_os = "linux")]
fn bound_on_processes(order: &Order) -> Option<(Resource, u64)> {
    let others = match order.tier {
        crate::task::Tier::One => beside_program(order.tier as u64),
        _ => tasks_of_the_machine()?.saturating_add(MAY_COME),
    };
    Some((Resource::RLIMIT_NPROC, order.limits.tasks().saturating_add(others)))
}

#[cfg(not(target_os = "linux"))]
fn bound_on_processes(_: &Order) -> Option<(Resource, u64)> {
    None
}

/// Returns the number of processes and threads of the whole machine: 80 for `0.20 0.18 0.12 1/80 11206`.
#[cfg(target_os = "linux")]
fn tasks_of_the_machine() -> Option<u64> {
    std::fs::read_to_string("/proc/loadavg")
        .ok()?
        .split(' ')
        .nth(3)?
        .split('/')
        .nth(1)?
        .parse()
        .ok()
}

/// Returns all variables that the program sees.
fn environment<'a>(order: &'a Order, scratch: &'a Path) -> [(&'static str, &'a OsStr); 5] {
    let scratch = scratch.as_os_str();
    [
        ("PATH", &order.search_path),
        ("LANG", OsStr::new("C.UTF-8")),
        ("HOME", scratch),
        ("TMPDIR", scratch),
        // The address sanitizer finds leaks by tracing its own program, which the filter refuses.
        ("LSAN_OPTIONS", OsStr::new("detect_leaks=0")),
    ]
}

/// Becomes the program, or returns the reason why not. A file without a known format is not given to a shell.
fn execute(order: &Order, scratch: &Path) -> Failure {
    let text = |bytes: &[u8]| CString::new(bytes).map_err(io::Error::other);
    let execute = || -> io::Result<Infallible> {
        let program = text(order.program.as_os_str().as_bytes())?;
        let arguments = order
            .argv
            .iter()
            .map(|word| text(word.as_bytes()))
            .collect::<io::Result<Vec<_>>>()?;
        let environment = environment(order, scratch)
            .into_iter()
            .map(|(name, value)| text(&[name.as_bytes(), b"=", value.as_bytes()].concat()));
        Ok(nix::unistd::execve(
            &program,
            &arguments,
            &environment.collect::<io::Result<Vec<_>>>()?,
        )?)
    };
    match execute() {
        Err(error) => explain(&order.program, &error),
        Ok(never) => match never {},
    }
}

/// Distinguishes a program that can never start from a sandbox that failed to start it.
fn explain(program: &Path, error: &io::Error) -> Failure {
    let cannot = |why: &str| Failure::CannotStart(format!("cannot start `{}`: {why}", program.display()));
    match error.raw_os_error().map(Errno::from_raw) {
        Some(Errno::ENOENT | Errno::ENOTDIR) if program.exists() => {
            cannot("the interpreter that it names is not there")
        }
        Some(Errno::ENOENT | Errno::ENOTDIR) => cannot("there is no such file"),
        Some(Errno::EACCES) => cannot("it is not executable, or may not be read here"),
        Some(Errno::ENOEXEC) => cannot("it is no program for this machine, and no script that starts with `#!`"),
        Some(Errno::ETXTBSY) => cannot("it is still being written"),
        Some(errno @ (Errno::ELOOP | Errno::EISDIR | Errno::E2BIG | Errno::EINVAL | Errno::EPERM)) => {
            cannot(errno.desc())
        }
        _ => Failure::Fault(format!("starting `{}`: {error}", program.display())),
    }
}
