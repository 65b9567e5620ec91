//! The hidden commands by which the executable runs itself as a stage of the box.

#[cfg(target_os = "linux")]
use crate::cgroup::{Groups, Membership};
#[cfg(target_os = "linux")]
use crate::channel::INIT;
use crate::channel::{LAUNCHER, NOTHING, receive, send_report};
use crate::supervisor;
use crate::task::Order;
use std::process::ExitCode;

/// Acts as a stage of the box when the process was started as one, and tells its exit code; `None` in every other case,
/// at the cost of one look at the first argument. To be called first in `main`, before any thread is started.
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

/// The first stage: out of the judge's session, with no descriptor but the three, not outliving the judge. `processes`
/// is how many the program may have.
#[cfg_attr(not(target_os = "linux"), allow(unused_variables))]
fn launch(tier: u64, judge: u64, processes: u64) -> ExitCode {
    close_inherited_descriptors();
    // Fails only for the leader of a process group, which a fresh child is not; then the terminal's signals reach it, and
    // the judge's end ends it all the same.
    let _ = nix::unistd::setsid();
    // The keys that the judge's session holds stay there. Where there is no keyring, or no more room for one, the filter
    // of system calls still lets no program look.
    #[cfg(target_os = "linux")]
    let _ = keyutils::Keyring::join_anonymous_session();
    // Left, and removed, when all is over. Where there are none, the looks at the processes remain, and the report says so.
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

/// Reads the order, has it carried out and sends what comes of it; sends nothing when the judge is gone.
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

/// Closes every descriptor past the three that the judge gave: those it had itself inherited without knowing.
fn close_inherited_descriptors() {
    let Ok(listing) = std::fs::read_dir("/dev/fd") else {
        return;
    };
    let open: Vec<i32> = listing
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|number| *number > 2)
        .collect();
    for number in open {
        // The descriptor of the listing itself is closed by now.
        let _ = nix::unistd::close(number);
    }
}
