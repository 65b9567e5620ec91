//! The last stage: gives up every right and becomes the program.
//!
//! Its standard input is a channel to the overseer, on which it receives the order, says that all is set and, should the
//! program not start, why. The channel closes by itself when the program starts, which tells the overseer so.

use super::stage;
use super::task::{Failure, Order, Tier};
use super::wire;
use nix::errno::Errno;
use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit, setrlimit};
use nix::sys::stat::{Mode, umask};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode};

/// What the exec stage says when all is set: the number of the Landlock interface in force, and remarks.
pub(super) type Ready = Result<(u64, Vec<String>), Failure>;

/// Carries out the stage; returns only when the program did not start.
pub(super) fn become_program() -> ExitCode {
    let Ok(channel) = stage::own(io::stdin().as_fd()) else { return ExitCode::FAILURE };
    let mut channel = File::from(channel);
    let failure = match stage::receive::<Order>(&channel) {
        Err(error) => Failure::Fault(format!("no order for the last stage: {error}")),
        Ok(order) => match set(&order) {
            Err(why) => Failure::Fault(why),
            Ok(ready) => {
                if channel.write_all(&wire::message(&Ready::Ok(ready))).is_err() {
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
    let input = order.stdin.as_deref().unwrap_or(Path::new("/dev/null"));
    let opened = File::open(input).map_err(|error| format!("the input `{}`: {error}", input.display()))?;
    nix::unistd::dup2_stdin(&opened).map_err(|errno| format!("the input: {errno}"))?;
    std::env::set_current_dir(&order.scratch).map_err(|error| format!("the scratch folder: {error}"))?;
    let notes = set_limits(order)?;
    Ok((give_up_rights(order)?, notes))
}

#[cfg(target_os = "linux")]
fn give_up_rights(order: &Order) -> Result<u64, String> {
    use caps::CapSet;
    // Should the overseer be killed, this process goes too; its children are the sweep's or the namespace's.
    nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL).map_err(|errno| errno.to_string())?;
    nix::sys::prctl::set_no_new_privs().map_err(|errno| format!("rights could still be gained: {errno}"))?;
    let failed = |error: caps::errors::CapsError| format!("rights cannot be given up: {error}");
    // Root would get every right of the bounding set back by executing a program. Other users have no say over it.
    if caps::has_cap(None, CapSet::Effective, caps::Capability::CAP_SETPCAP).map_err(failed)? {
        for right in caps::read(None, CapSet::Bounding).map_err(failed)? {
            caps::drop(None, CapSet::Bounding, right).map_err(failed)?;
        }
    }
    for set in [CapSet::Ambient, CapSet::Inheritable, CapSet::Effective, CapSet::Permitted] {
        caps::clear(None, set).map_err(failed)?;
    }
    if order.tier == Tier::Three { Ok(0) } else { super::rules::enforce(order) }
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
    let seconds = limits.cpu.as_secs().saturating_add(2);
    let mut wishes = vec![
        (Resource::RLIMIT_CPU, seconds),
        (Resource::RLIMIT_CORE, 0),
        (Resource::RLIMIT_FSIZE, limits.scratch_bytes),
        (Resource::RLIMIT_NOFILE, limits.open_files),
        (Resource::RLIMIT_STACK, limits.memory),
    ];
    if order.tier == Tier::One {
        // Counted in the namespace, where the keeper and the overseer with its reaping thread stand beside the program.
        wishes.push((Resource::RLIMIT_NPROC, limits.processes.saturating_add(3)));
    }
    for (resource, wish) in wishes {
        let (_, hard) = getrlimit(resource).map_err(|errno| format!("{resource:?}: {errno}"))?;
        let granted = if hard == RLIM_INFINITY { wish } else { wish.min(hard) };
        setrlimit(resource, granted, granted).map_err(|errno| format!("{resource:?}: {errno}"))?;
        if granted < wish && matches!(resource, Resource::RLIMIT_STACK) {
            notes.push(format!("the stack is limited to {} KB by this machine", granted / 1024));
        }
    }
    Ok(notes)
}

/// Becomes the program; returns why not.
fn start(order: &Order) -> Failure {
    let arguments = order.argv.iter().skip(1);
    let name = order.argv.first().map_or(order.program.as_os_str(), |name| name.as_os_str());
    let error = Command::new(&order.program)
        .arg0(name)
        .args(arguments)
        .env_clear()
        .env("PATH", &order.search_path)
        .env("LANG", "C.UTF-8")
        .env("HOME", &order.scratch)
        .env("TMPDIR", &order.scratch)
        .exec();
    explain(&order.program, &error)
}

/// Tells a program that can never start from a box that failed to start one.
fn explain(program: &Path, error: &io::Error) -> Failure {
    let cannot = |why: &str| Failure::CannotStart(format!("cannot start `{}`: {why}", program.display()));
    match error.raw_os_error().map(Errno::from_raw) {
        Some(Errno::ENOENT | Errno::ENOTDIR) if program.exists() => cannot("the interpreter that it names is not there"),
        Some(Errno::ENOENT | Errno::ENOTDIR) => cannot("there is no such file"),
        Some(Errno::EACCES) => cannot("it is not executable, or may not be read here"),
        Some(Errno::ENOEXEC) => cannot("it is no program for this machine, and no script that starts with `#!`"),
        Some(Errno::ETXTBSY) => cannot("it is still being written"),
        Some(Errno::ELOOP | Errno::EISDIR | Errno::E2BIG | Errno::ELIBBAD | Errno::EINVAL | Errno::EPERM) => {
            cannot(&error.to_string())
        }
        _ => Failure::Fault(format!("starting `{}`: {error}", program.display())),
    }
}
