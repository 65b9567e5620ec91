//! The keeper of tier 1: enters new namespaces once, and then serves one run after another.
//!
//! Namespaces of users, files and network are made once and shared by the runs that follow each other, which saves most
//! of what a box costs; nothing of a run can stay in them, because all its rights are gone by then and all mounts are
//! read-only. Processes, mounts on top, and memory shared between processes are new in every run.
//!
//! It maps its user to the same user, so that files look as they do outside. A user other than root loses every right
//! when another program is executed, so the few that the next stage needs travel in the ambient set.

use super::mounts;
use super::stage::{self, send_report};
use super::task::Failure;
use caps::{CapSet, Capability, CapsHashSet};
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sched::{CloneFlags, unshare};
use nix::unistd::{getegid, geteuid};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::process::{Command, ExitCode, ExitStatus};

/// What the overseer does with rights of its own namespaces: mount, give up the rest, and look at processes that hide.
const RIGHTS: [Capability; 3] = [
    Capability::CAP_SYS_ADMIN,
    Capability::CAP_SETPCAP,
    Capability::CAP_SYS_PTRACE,
];

/// Carries out the stage: a run for every order that comes, until the judge closes the channel.
pub(super) fn serve() -> ExitCode {
    if let Err(why) = prepare() {
        return send_report(&Err(Failure::Fault(why)));
    }
    while an_order_comes() {
        match run() {
            Ok(status) if status.success() => {}
            // It has told the judge, or it could not.
            Ok(_) => return ExitCode::FAILURE,
            Err(why) => return send_report(&Err(Failure::Fault(why))),
        }
        let mut judge = io::stdout();
        if judge
            .write_all(&[stage::READY])
            .and_then(|()| judge.flush())
            .is_err()
        {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn prepare() -> Result<(), String> {
    let (user, group) = (geteuid(), getegid());
    // Should memory run out all the same, the kernel is to take the boxed program and nobody else.
    write("/proc/self/oom_score_adj", "1000")?;
    unshare(CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWNS | CloneFlags::CLONE_NEWNET)
        .map_err(|errno| format!("new namespaces are refused: {errno}"))?;
    write("/proc/self/setgroups", "deny")?;
    write("/proc/self/uid_map", &format!("{user} {user} 1"))?;
    write("/proc/self/gid_map", &format!("{group} {group} 1"))?;
    // A program that could make namespaces within its own would hold every right in them.
    write("/proc/sys/user/max_user_namespaces", "0")?;
    let rights: CapsHashSet = RIGHTS.into_iter().collect();
    for set in [CapSet::Inheritable, CapSet::Ambient] {
        caps::set(None, set, &rights)
            .map_err(|error| format!("rights cannot be passed on: {error}"))?;
    }
    mounts::close()
}

fn write(path: &str, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("writing `{text}` to {path}: {error}"))
}

/// Waits until there is something to read; `false` when the judge is gone or wants no more.
fn an_order_comes() -> bool {
    let judge = io::stdin();
    loop {
        let mut ears = [PollFd::new(judge.as_fd(), PollFlags::POLLIN)];
        match poll(&mut ears, PollTimeout::NONE) {
            Err(Errno::EINTR) => {}
            Err(_) => return false,
            Ok(_) => {
                let heard = ears[0].revents().unwrap_or(PollFlags::empty());
                return heard.contains(PollFlags::POLLIN);
            }
        }
    }
}

/// Starts the first process of a new namespace and waits for it. The thread is new as well: only one that still has the
/// keeper's own namespace of processes can ask for another.
fn run() -> Result<ExitStatus, String> {
    let start = || -> Result<ExitStatus, String> {
        unshare(CloneFlags::CLONE_NEWPID)
            .map_err(|errno| format!("a new process namespace is refused: {errno}"))?;
        Command::new(stage::myself())
            .arg(stage::INIT)
            .status()
            .map_err(|error| format!("process number 1 did not start: {error}"))
    };
    std::thread::Builder::new()
        .spawn(start)
        .map_err(|error| format!("no thread for a run: {error}"))?
        .join()
        .unwrap_or_else(|_| Err("the thread of a run failed".to_owned()))
}
