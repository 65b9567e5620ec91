//! The last stage: gives up every right and becomes the program.
//!
//! Its standard input is a channel to the overseer, on which it receives the order, says that all is set and, should the
//! program not start, why. The channel closes by itself when the program starts, which tells the overseer so.

use super::stage;
use super::talk;
use super::task::{Failure, Order};
use super::wire;
use nix::errno::Errno;
use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit, setrlimit};
use nix::sys::stat::{Mode, umask};
use std::convert::Infallible;
use std::ffi::{CString, OsStr};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode};

/// What the exec stage says when all is set: the number of the Landlock interface in force, and remarks.
pub(super) type Ready = Result<(u64, Vec<String>), Failure>;

/// Carries out the stage; returns only when the program did not start.
pub(super) fn become_program() -> ExitCode {
    let Ok(channel) = stage::own(io::stdin().as_fd()) else {
        return ExitCode::FAILURE;
    };
    let mut channel = File::from(channel);
    let failure = match stage::receive::<Order>(&channel) {
        Err(error) => Failure::Fault(format!("no order for the last stage: {error}")),
        Ok(order) => match set(&order) {
            Err(why) => Failure::Fault(why),
            Ok(ready) => {
                if channel
                    .write_all(&wire::message(&Ready::Ok(ready)))
                    .is_err()
                {
                    return ExitCode::FAILURE;
                }
                start(&order)
            }
        },
    };
    // The overseer being gone, there is nobody to tell.
    let _ = channel.write_all(&wire::message(&Ready::Err(failure)));
    ExitCode::FAILURE
}

/// Gives up what the program must not have. The order matters: the input is opened while files can be, rights go before
/// Landlock closes the files needed for it, and Landlock comes last.
fn set(order: &Order) -> Result<(u64, Vec<String>), String> {
    // A session of its own has no terminal, and its process group is that of the program.
    nix::unistd::setsid().map_err(|errno| format!("no session of its own: {errno}"))?;
    umask(Mode::from_bits_truncate(0o022));
    let pipe = order.talks.then(|| talk::pipe_in(&order.scratch));
    let input = pipe.as_deref().or(order.stdin.as_deref());
    let input = input.unwrap_or(Path::new("/dev/null"));
    let failed = |error| format!("the input `{}`: {error}", input.display());
    let opened = File::open(input).map_err(failed)?;
    if let Some(pipe) = &pipe {
        // The program is to find an empty folder, and to have no other way to its input.
        std::fs::remove_file(pipe).map_err(failed)?;
    }
    nix::unistd::dup2_stdin(&opened).map_err(|errno| format!("the input: {errno}"))?;
    std::env::set_current_dir(&order.scratch)
        .map_err(|error| format!("the scratch folder: {error}"))?;
    let notes = set_limits(order)?;
    Ok((give_up_rights(order)?, notes))
}

#[cfg(target_os = "linux")]
fn give_up_rights(order: &Order) -> Result<u64, String> {
    use caps::CapSet;
    // Should the overseer be killed, this process goes too; its children are the sweep's or the namespace's.
    nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL)
        .map_err(|errno| errno.to_string())?;
    nix::sys::prctl::set_no_new_privs()
        .map_err(|errno| format!("rights could still be gained: {errno}"))?;
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
    if order.tier == super::task::Tier::Three {
        Ok(0)
    } else {
        super::rules::enforce(order)
    }
}

#[cfg(not(target_os = "linux"))]
fn give_up_rights(_: &Order) -> Result<u64, String> {
    Ok(0)
}

/// Sets the limits that the kernel enforces, each as near to the wish as the caller's own hard limit allows, and remarks
/// where that is not near enough to go without saying.
fn set_limits(order: &Order) -> Result<Vec<String>, String> {
    let limits = &order.limits;
    let mut notes = Vec::new();
    // The overseer enforces the limit for the whole tree; this one, a second or two later, is for when it gets no turn.
    // It cannot begin again with every turn of a conversation, which only the clock bounds then.
    let seconds = match order.talks {
        false => limits.cpu.as_secs().saturating_add(2),
        true => RLIM_INFINITY,
    };
    let wishes = [
        (Resource::RLIMIT_CPU, seconds),
        (Resource::RLIMIT_CORE, 0),
        (Resource::RLIMIT_FSIZE, limits.scratch_bytes),
        (Resource::RLIMIT_NOFILE, limits.open_files),
        (Resource::RLIMIT_STACK, limits.memory - limits.memory / 16),
    ];
    for (resource, wish) in wishes.into_iter().chain(bound_on_processes(order)) {
        let (_, hard) = getrlimit(resource).map_err(|errno| format!("{resource:?}: {errno}"))?;
        let granted = if hard == RLIM_INFINITY {
            wish
        } else {
            wish.min(hard)
        };
        setrlimit(resource, granted, granted).map_err(|errno| format!("{resource:?}: {errno}"))?;
        if granted < wish && matches!(resource, Resource::RLIMIT_STACK) {
            notes.push(format!(
                "the stack is limited to {} KB by this machine",
                granted / 1024
            ));
        }
    }
    Ok(notes)
}

/// The bound on processes for the kernel to enforce. In tier 1 it counts in the namespace, where the keeper and the
/// overseer with its reaping thread stand beside the program. Elsewhere it counts all that the user runs, so that only a
/// coarse bound is fair: a bomb must not keep the overseer from its turn.
#[cfg(target_os = "linux")]
fn bound_on_processes(order: &Order) -> Option<(Resource, u64)> {
    let others = match order.tier {
        super::task::Tier::One => 3,
        _ => tasks_of_the_machine()?.saturating_add(256),
    };
    Some((
        Resource::RLIMIT_NPROC,
        order.limits.processes.saturating_add(others),
    ))
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

/// Becomes the program; returns why not.
fn start(order: &Order) -> Failure {
    let scratch = order.scratch.as_os_str();
    let environment: [(&str, &OsStr); 4] = [
        ("PATH", &order.search_path),
        ("LANG", OsStr::new("C.UTF-8")),
        ("HOME", scratch),
        ("TMPDIR", scratch),
    ];
    let Some((name, arguments)) = order.argv.split_first() else {
        return Failure::Fault("no command to run".to_owned());
    };
    let error = if is_common(&order.program) {
        Command::new(&order.program)
            .arg0(name)
            .args(arguments)
            .env_clear()
            .envs(environment)
            .exec()
    } else {
        start_bare(order, &environment)
    };
    explain(&order.program, &error)
}

/// Whether a file is a script that names its interpreter, or starts like this very executable. The standard library
/// restores the signals that it has changed in this process before it executes a program, but gives files that the
/// kernel does not know to the shell, where "cannot start" becomes an exit code.
fn is_common(program: &Path) -> bool {
    let head = |path: &Path| {
        let mut head = [0; 20];
        File::open(path)
            .and_then(|mut file| file.read_exact(&mut head))
            .map(|()| head)
    };
    let Ok(mine) = head(&stage::myself()) else {
        return false;
    };
    let script = File::open(program).and_then(|mut file| {
        let mut mark = [0; 2];
        file.read_exact(&mut mark).map(|()| mark == *b"#!")
    });
    // In ELF, bytes 4 and 5 tell word size and byte order, bytes 18 and 19 the machine.
    script.unwrap_or(false)
        || head(program).is_ok_and(|theirs| theirs[..6] == mine[..6] && theirs[18..] == mine[18..])
}

/// Executes what the kernel may know although it is not common; returns the kernel's own reason why not.
fn start_bare(order: &Order, environment: &[(&str, &OsStr)]) -> io::Error {
    let text = |bytes: &[u8]| CString::new(bytes).map_err(io::Error::other);
    let execute = || -> io::Result<Infallible> {
        let program = text(order.program.as_os_str().as_bytes())?;
        let arguments = order
            .argv
            .iter()
            .map(|word| text(word.as_bytes()))
            .collect::<io::Result<Vec<_>>>()?;
        let environment = environment
            .iter()
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
    let cannot =
        |why: &str| Failure::CannotStart(format!("cannot start `{}`: {why}", program.display()));
    match error.raw_os_error().map(Errno::from_raw) {
        Some(Errno::ENOENT | Errno::ENOTDIR) if program.exists() => {
            cannot("the interpreter that it names is not there")
        }
        Some(Errno::ENOENT | Errno::ENOTDIR) => cannot("there is no such file"),
        Some(Errno::EACCES) => cannot("it is not executable, or may not be read here"),
        Some(Errno::ENOEXEC) => {
            cannot("it is no program for this machine, and no script that starts with `#!`")
        }
        Some(Errno::ETXTBSY) => cannot("it is still being written"),
        Some(Errno::ELOOP | Errno::EISDIR | Errno::E2BIG | Errno::EINVAL | Errno::EPERM) => {
            cannot(&error.to_string())
        }
        _ => Failure::Fault(format!("starting `{}`: {error}", program.display())),
    }
}
