//! The launcher of tier 1: enters new namespaces, starts their process number 1 and waits for it.
//!
//! It maps its user to the same user, so that files look as they do outside. A user other than root loses every right
//! when another program is executed. So the few rights that the next stage needs travel in the ambient set.

use crate::cgroup::Membership;
use crate::channel::{self, send_report};
use crate::mounts;
use crate::task::Failure;
use caps::{CapSet, Capability, CapsHashSet};
use nix::sched::{CloneFlags, unshare};
use nix::unistd::{getegid, geteuid};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitCode};

/// The rights of the supervisor in its own namespaces. It mounts, starts a program in its own root, gives up the other
/// rights, and inspects hiding processes.
const RIGHTS: [Capability; 4] = [
    Capability::CAP_SYS_ADMIN,
    Capability::CAP_SYS_CHROOT,
    Capability::CAP_SETPCAP,
    Capability::CAP_SYS_PTRACE,
];

/// Enters the namespaces and waits for their supervisor.
pub(crate) fn enter_namespaces(membership: &Membership) -> ExitCode {
    if let Err(why) = prepare(membership) {
        return send_report(Err(Failure::Fault(why)));
    }
    let mut supervisor = Command::new(channel::myself());
    supervisor.arg(channel::INIT).args(membership.to_args());
    match supervisor.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(status) if status.signal() == Some(crate::reaper::KILL) => ExitCode::from(channel::SUPERVISOR_KILLED),
        // The supervisor has reported the failure itself, if it could.
        Ok(_) => ExitCode::FAILURE,
        Err(error) => send_report(Err(Failure::Fault(format!("process number 1 did not start: {error}")))),
    }
}

fn prepare(membership: &Membership) -> Result<(), String> {
    let (user, group) = (geteuid(), getegid());
    // If memory runs out nevertheless, the kernel kills the sandboxed program first.
    write("/proc/self/oom_score_adj", "1000")?;
    // One IPC namespace serves all runs, because no run can make an object there.
    unshare(
        CloneFlags::CLONE_NEWUSER
            | CloneFlags::CLONE_NEWPID
            | CloneFlags::CLONE_NEWNS
            | CloneFlags::CLONE_NEWNET
            | CloneFlags::CLONE_NEWIPC,
    )
    .map_err(|errno| format!("new namespaces are refused: {errno}"))?;
    write("/proc/self/setgroups", "deny")?;
    write("/proc/self/uid_map", &format!("{user} {user} 1"))?;
    write("/proc/self/gid_map", &format!("{group} {group} 1"))?;
    // A program that made a namespace within its own would hold every right in it.
    write("/proc/sys/user/max_user_namespaces", "0")?;
    let rights: CapsHashSet = RIGHTS.into_iter().collect();
    for set in [CapSet::Inheritable, CapSet::Ambient] {
        caps::set(None, set, &rights).map_err(|error| format!("rights cannot be passed on: {error}"))?;
    }
    mounts::close(membership.counter.is_some())
}

fn write(path: &str, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("writing `{text}` to {path}: {error}"))
}
