//! The hidden commands that start the executable again as a stage of the sandbox.

#[cfg(target_os = "linux")]
use crate::cgroup::{Groups, Membership};
#[cfg(target_os = "linux")]
use crate::channel::INIT;
use crate::channel::{LAUNCHER, NOTHING, receive, send_report};
use crate::supervisor;
use crate::task::Order;
use std::process::ExitCode;

/// Acts as a stage of the sandbox if the process was started as one, and returns its exit code.
///
/// Returns `None` in every other case, at the cost of reading the first argument. Call it first in `main`, before any
/// thread starts.
pub fn stage_from_args() -> Option<ExitCode> {
    let mut args = std::env::args_os().skip(1);
    let first = args.next()?;
    match first.to_str()? {
        LAUNCHER => {
            let mut number = || args.next()?.to_str()?.parse().ok();
            Some(match (number(), number(), number()) {
                (Some(tier), Some(judge), Some(processes)) => launch(tier, judge, processes),
                _ => ExitCode::from(2),
            })
        }
        #[cfg(target_os = "linux")]
        INIT => Some(supervisor::in_namespaces(Membership::from_args(args))),
        NOTHING => Some(ExitCode::SUCCESS),
        _ => None,
    }
}

/// Runs the first stage: outside the judge's session, with no other descriptors than the three, and not outliving the
/// judge. `processes` is the program's most processes.
#[cfg_attr(not(target_os = "linux"), allow(unused_variables))]
fn launch(tier: u64, judge: u64, processes: u64) -> ExitCode {
    close_inherited_descriptors();
    // Ignore the error: only a leader of a process group fails here, and a fresh child is none. The terminal's signals
    // would then reach it, and it would still end with the judge.
    let _ = nix::unistd::setsid();
    // Keep the keys of the judge's session out. If there is no keyring, or no room for a new one, the filter of system
    // calls still refuses the program all access.
    #[cfg(target_os = "linux")]
    let _ = keyutils::Keyring::join_anonymous_session();
    // They are left and removed at the end. Without groups the samples remain, and the report says so.
    #[cfg(target_os = "linux")]
    let groups = match tier {
        1 | 2 => Groups::enter(processes.saturating_add(crate::exec::beside_program(tier))),
        _ => Groups::default(),
    };
    match tier {
        #[cfg(target_os = "linux")]
        1 => crate::launcher::enter_namespaces(groups.membership()),
        #[cfg(target_os = "linux")]
        2 => report(|order| supervisor::as_subreaper(order, judge, groups.membership())),
        3 => report(supervisor::in_a_group),
        _ => ExitCode::from(2),
    }
}

/// Reads the order, carries it out and sends the report. Sends nothing if the judge is gone.
fn report(carry_out: impl FnOnce(Order) -> Option<crate::task::Report>) -> ExitCode {
    let report = match receive() {
        Ok(order) => match carry_out(order) {
            Some(report) => report,
            None => return ExitCode::FAILURE,
        },
        Err(error) => Err(crate::task::Failure::Fault(format!("no order: {error}"))),
    };
    send_report(report)
}

/// Closes every descriptor except the three that the judge gave. The judge may have inherited the others unknowingly.
fn close_inherited_descriptors() {
    let Ok(listing) = std::fs::read_dir("/dev/fd") else {
        return;
    };
    let open: Vec<i32> = listing
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|number| *number > 2)
        .collect();
    for number in open {
        // Ignore the error: the descriptor of the listing itself is already closed.
        let _ = nix::unistd::close(number);
    }
}
