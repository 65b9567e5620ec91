//! Starting the program, with every right given up.
//!
//! The last stage is a process of this executable that gives everything up and then becomes the program. Nothing of
//! that falls on the supervisor: neither the limits, nor the filter of system calls, which may refuse to start a process.
//! Its standard input is a channel to the supervisor, on which it receives the order, says that all is set and, should the
//! program not start, why. The channel closes by itself when the program starts, which tells the supervisor so.

use crate::channel;
use crate::conversation;
use crate::reaper::Start;
use crate::task::{Failure, Order, Pipes};
use crate::wire;
use nix::errno::Errno;
use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit, setrlimit};
use nix::sys::stat::{Mode, umask};
use std::convert::Infallible;
use std::ffi::{CString, OsStr};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

/// Processor time beyond its limit after which the kernel itself ends a process.
const SLACK: Duration = Duration::from_secs(2);

/// Limits of what no count of a process shows: signals that wait and timers, some hundred bytes each; and of the ranks above
/// those that wait their turn, which would let the supervisor wait.
#[cfg(target_os = "linux")]
const UNSEEN: [(Resource, u64); 3] = [
    (Resource::RLIMIT_SIGPENDING, 4096),
    (Resource::RLIMIT_RTPRIO, 0),
    (Resource::RLIMIT_NICE, 0),
];
#[cfg(not(target_os = "linux"))]
const UNSEEN: [(Resource, u64); 0] = [];

/// The message of the last stage when all is set: the number of the Landlock interface in force, and remarks.
type Ready = Result<(u64, Vec<String>), Failure>;

/// Starts the last stage and waits until it has become the program. The calling thread is where the program is to be;
/// `members` is the file that moves it to a control group where that is how it gets there.
///
/// # Errors
/// `CannotStart` when the program can never start, `Fault` when something else went wrong.
pub(crate) fn start(order: &Order, members: Option<&Path>) -> Start {
    let fault = |what: &str, error: io::Error| Failure::Fault(format!("{what}: {error}"));
    let (mut channel, theirs) = UnixStream::pair().map_err(|error| fault("a channel", error))?;
    let mut child = Command::new(channel::myself())
        .arg(channel::EXEC)
        .stdin(OwnedFd::from(theirs))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| fault("the last stage did not start", error))?;
    let number = child.id();
    let mut talk = || -> Result<Ready, Failure> {
        if let Some(members) = members {
            crate::cgroup::write(members, number).map_err(|error| fault("its control group", error))?;
        }
        channel
            .write_all(&wire::message(order))
            .map_err(|error| fault("the last stage took no order", error))?;
        let ready =
            channel::receive::<Ready>(&channel).map_err(|error| fault("the last stage did not answer", error))?;
        let mut rest = Vec::new();
        channel
            .read_to_end(&mut rest)
            .map_err(|error| fault("the last stage", error))?;
        if rest.is_empty() {
            Ok(ready)
        } else {
            channel::receive_from(&rest[..]).map_err(|error| fault("the last stage", error))
        }
    };
    match talk().and_then(|ready| ready) {
        Ok((landlock, notes)) => Ok((child, landlock, notes)),
        Err(failure) => {
            // It has ended by itself or is about to; killing it only makes sure that the wait is short.
            let _ = child.kill();
            let _ = child.wait();
            Err(failure)
        }
    }
}

/// Carries out the last stage; returns only when the program did not start.
pub(crate) fn become_program() -> ExitCode {
    let Ok(channel) = channel::own(io::stdin().as_fd()) else {
        return ExitCode::FAILURE;
    };
    let mut channel = File::from(channel);
    let failure = match channel::receive::<Order>(&channel) {
        Err(error) => Failure::Fault(format!("no order for the last stage: {error}")),
        // Found out while this executable can still be read.
        Ok(order) => match (is_common(&order.program), set(&order)) {
            (_, Err(why)) => Failure::Fault(why),
            (is_common, Ok(ready)) => {
                if channel.write_all(&wire::message(&Ready::Ok(ready))).is_err() {
                    return ExitCode::FAILURE;
                }
                execute(&order, is_common)
            }
        },
    };
    // The supervisor being gone, there is nobody to tell.
    let _ = channel.write_all(&wire::message(&Ready::Err(failure)));
    ExitCode::FAILURE
}

/// Gives up what the program must not have. The order matters: the input is opened while files can be, rights go before
/// Landlock closes the files needed for it, and the filter of system calls comes last, for it refuses some of these.
fn set(order: &Order) -> Result<(u64, Vec<String>), String> {
    // A session of its own has no terminal, and its process group is that of the program.
    nix::unistd::setsid().map_err(|errno| format!("no session of its own: {errno}"))?;
    umask(Mode::from_bits_truncate(0o022));
    match &order.pipes {
        Some(pipes) => open_pipes(pipes)?,
        None => nix::unistd::dup2_stdin(&open_input(order)?).map_err(|errno| format!("the input: {errno}"))?,
    }
    std::env::set_current_dir(&order.scratch).map_err(|error| format!("the scratch folder: {error}"))?;
    let notes = set_limits(order)?;
    // Should the supervisor be killed, this process goes too; its children are the sweep's or the namespace's.
    #[cfg(target_os = "linux")]
    nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL).map_err(|errno| errno.to_string())?;
    Ok((give_up_rights(order)?, notes))
}

/// Opens the named pipes of a program that talks with another; waits until the caller has opened their other ends.
fn open_pipes(pipes: &Pipes) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("the pipes to the other program: {error}");
    let input = File::open(&pipes.input).map_err(failed)?;
    let output = File::options().write(true).open(&pipes.output).map_err(failed)?;
    nix::unistd::dup2_stdin(&input).map_err(|errno| format!("the input: {errno}"))?;
    nix::unistd::dup2_stdout(&output).map_err(|errno| format!("the output: {errno}"))
}

fn open_input(order: &Order) -> Result<File, String> {
    let pipe = order.talks.then(|| conversation::pipe_in(&order.scratch));
    let input = pipe.as_deref().or(order.stdin.as_deref());
    let input = input.unwrap_or(Path::new("/dev/null"));
    let failed = |error| format!("the input `{}`: {error}", input.display());
    let opened = File::open(input).map_err(failed)?;
    if let Some(pipe) = &pipe {
        // The program is to find an empty folder, and to have no other way to its input.
        std::fs::remove_file(pipe).map_err(failed)?;
    }
    Ok(opened)
}

/// Gives up the rights of the calling thread.
#[cfg(target_os = "linux")]
fn give_up_rights(order: &Order) -> Result<u64, String> {
    use caps::CapSet;
    nix::sys::prctl::set_no_new_privs().map_err(|errno| format!("rights could still be gained: {errno}"))?;
    let failed = |error: caps::errors::CapsError| format!("rights cannot be given up: {error}");
    // Root would get every right of the bounding set back by executing a program. Other users have no say over it.
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
    let landlock = crate::rules::enforce(order)?;
    crate::filter::enforce_last(order.tier, &order.limits)?;
    Ok(landlock)
}

#[cfg(not(target_os = "linux"))]
fn give_up_rights(_: &Order) -> Result<u64, String> {
    Ok(0)
}

/// Sets the limits that the kernel enforces, each as near to the wish as the caller's own hard limit allows, and remarks
/// where that is not near enough to go without saying. The supervisor enforces the limit of processor time for the whole
/// tree; the kernel's, for each process and [`SLACK`] later, is for when the supervisor gets no turn.
fn set_limits(order: &Order) -> Result<Vec<String>, String> {
    let limits = &order.limits;
    let mut notes = Vec::new();
    // The kernel's cannot begin again with every turn of a conversation, which the clock bounds all the same.
    let seconds = match order.talks {
        false => limits.cpu.saturating_add(SLACK).as_secs(),
        true => RLIM_INFINITY,
    };
    let wishes = [
        (Resource::RLIMIT_CPU, seconds),
        (Resource::RLIMIT_FSIZE, limits.scratch_bytes),
        (Resource::RLIMIT_NOFILE, limits.open_files),
        (Resource::RLIMIT_STACK, limits.memory - limits.memory / 16),
        // Memory is limited as it is used, not as it is reserved.
        (Resource::RLIMIT_DATA, RLIM_INFINITY),
        (Resource::RLIMIT_AS, RLIM_INFINITY),
    ];
    let wishes = wishes.into_iter().chain(UNSEEN).chain(bound_on_processes(order));
    for (resource, wish) in wishes {
        let (_, hard) = getrlimit(resource).map_err(|errno| format!("{resource:?}: {errno}"))?;
        let granted = if hard == RLIM_INFINITY { wish } else { wish.min(hard) };
        // Programs that recurse deeply may ask for more stack; they have it of their memory.
        let most = if resource == Resource::RLIMIT_STACK {
            hard
        } else {
            granted
        };
        setrlimit(resource, granted, most).map_err(|errno| format!("{resource:?}: {errno}"))?;
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

/// The processes and threads of the box that are counted with the program's: the supervisor with a thread that waits, and
/// in tier 1 the launcher.
#[cfg(target_os = "linux")]
pub(crate) fn beside_program(tier: u64) -> u64 {
    if tier == crate::task::Tier::One as u64 { 3 } else { 2 }
}

/// What else the user may come to run where a bound counts all of it: a few programs with all their threads.
#[cfg(target_os = "linux")]
const MAY_COME: u64 = 1024;

/// The bound on processes of a user for the kernel to enforce. In tier 1 it counts in the namespace. Elsewhere it counts
/// all that the user runs, so that only a coarse bound is fair: a bomb must not keep the supervisor from its turn.
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

/// Processes and threads of the whole machine, where it tells: in `0.20 0.18 0.12 1/80 11206` it is the 80.
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

/// The variables that the program sees, and no other.
fn environment(order: &Order) -> [(&'static str, &OsStr); 5] {
    let scratch = order.scratch.as_os_str();
    [
        ("PATH", &order.search_path),
        ("LANG", OsStr::new("C.UTF-8")),
        ("HOME", scratch),
        ("TMPDIR", scratch),
        // The address sanitizer looks for leaks by tracing its own program, which the filter refuses.
        ("LSAN_OPTIONS", OsStr::new("detect_leaks=0")),
    ]
}

fn command(order: &Order) -> Result<Command, Failure> {
    let no_command = || Failure::Fault("no command to run".to_owned());
    let (name, arguments) = order.argv.split_first().ok_or_else(no_command)?;
    let mut command = Command::new(&order.program);
    command.arg0(name).args(arguments).env_clear().envs(environment(order));
    Ok(command)
}

/// Becomes the program; returns why not.
fn execute(order: &Order, is_common: bool) -> Failure {
    let error = if is_common {
        match command(order) {
            Ok(mut command) => command.exec(),
            Err(failure) => return failure,
        }
    } else {
        execute_bare(order)
    };
    explain(&order.program, &error)
}

/// Tells whether a file is a script that names its interpreter, or starts like this very executable. The standard library
/// restores the signals that it has changed in this process before it executes a program, but gives files that the
/// kernel does not know to the shell, where "cannot start" becomes an exit code.
fn is_common(program: &Path) -> bool {
    let head = |path: &Path| {
        let mut head = [0; 20];
        File::open(path)
            .and_then(|mut file| file.read_exact(&mut head))
            .map(|()| head)
    };
    let Ok(mine) = head(&channel::myself()) else {
        return false;
    };
    let script = File::open(program).and_then(|mut file| {
        let mut mark = [0; 2];
        file.read_exact(&mut mark).map(|()| mark == *b"#!")
    });
    // In ELF, bytes 4 and 5 tell word size and byte order, bytes 18 and 19 the machine.
    script.unwrap_or(false) || head(program).is_ok_and(|theirs| theirs[..6] == mine[..6] && theirs[18..] == mine[18..])
}

/// Executes what the kernel may know although it is not common; returns the kernel's own reason why not.
fn execute_bare(order: &Order) -> io::Error {
    let text = |bytes: &[u8]| CString::new(bytes).map_err(io::Error::other);
    let execute = || -> io::Result<Infallible> {
        let program = text(order.program.as_os_str().as_bytes())?;
        let arguments = order
            .argv
            .iter()
            .map(|word| text(word.as_bytes()))
            .collect::<io::Result<Vec<_>>>()?;
        let environment = environment(order)
            .into_iter()
            .map(|(name, value)| text(&[name.as_bytes(), b"=", value.as_bytes()].concat()));
        Ok(nix::unistd::execve(
            &program,
            &arguments,
            &environment.collect::<io::Result<Vec<_>>>()?,
        )?)
    };
    match execute() {
        Err(error) => error,
        Ok(never) => match never {},
    }
}

/// Tells a program that can never start from a box that failed to start one.
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
        Some(Errno::ELOOP | Errno::EISDIR | Errno::E2BIG | Errno::EINVAL | Errno::EPERM) => cannot(&error.to_string()),
        _ => Failure::Fault(format!("starting `{}`: {error}", program.display())),
    }
}
