//! The stage beside the program from its start to the death of its last process.
//!
//! It prepares the scratch folder and the input, and makes `exec` start the program. Then `watch` compares usage with
//! the limits, and `reaper` waits and clears up. At the end it assembles the report.

use crate::cgroup::{Count, Membership};
#[cfg(target_os = "linux")]
use crate::channel::{self, send_report};
use crate::conversation::StdinWriter;
use crate::exec;
#[cfg(target_os = "linux")]
use crate::leftovers::Leftovers;
#[cfg(target_os = "linux")]
use crate::mounts::Numbering;
use crate::reaper::Spawner;
use crate::scratch;
use crate::task::{Conditions, Ending, Failure, Order, Report, Run, Tier};
use crate::tree::Tree;
use crate::usage::oom_kills;
use crate::watch::{End, OnDisk, Watch};
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::unistd::Pid;
#[cfg(target_os = "linux")]
use nix::{
    errno::Errno,
    poll::{PollFd, PollFlags, PollTimeout, poll},
};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
#[cfg(target_os = "linux")]
use std::{io, os::fd::AsFd, process::ExitCode};

/// Runs as number 1 of a tier 1 namespace: carries out one order after another, until the judge closes the channel or a
/// step fails.
#[cfg(target_os = "linux")]
pub(crate) fn in_namespaces(membership: Membership) -> ExitCode {
    // Leave the session of the launcher. This fails only for a session leader.
    let _ = nix::unistd::setsid();
    let mut numbering = match settle() {
        Ok(numbering) => numbering,
        Err(why) => return send_report(Err(Failure::Fault(why))),
    };
    let mut view = crate::mounts::View::default();
    let (mut spawner, mut count) = (None, None);
    let leftovers = Leftovers::begin();
    while is_readable(io::stdin()) {
        let report = match channel::receive() {
            Ok(order) => match in_namespace(order, &mut view, &mut spawner, &mut count, &mut numbering, &membership) {
                Some(report) => report,
                None => return ExitCode::FAILURE,
            },
            Err(error) => Err(Failure::Fault(format!("no order: {error}"))),
        };
        let failed = matches!(report, Err(Failure::Fault(_)));
        let sent = send_report(report);
        // Clear while the judge reads the report. If that fails there is no next run, and the rest vanishes with this
        // process.
        let is_cleared = view.clear().is_ok();
        // If the process numbers would continue, the next run could tell how many there were before it.
        if failed || !is_cleared || numbering.is_none() || !leftovers.are_gone(count.as_ref()) {
            return sent;
        }
        if channel::send(&[channel::READY]).is_err() {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Gives up all rights that no run needs.
///
/// The copy that becomes the program gives up the remaining rights: to mount, and to inspect hiding processes.
#[cfg(target_os = "linux")]
fn settle() -> Result<Option<Numbering>, String> {
    use caps::{CapSet, Capability, CapsHashSet};
    use nix::sys::prctl;
    prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL).map_err(|errno| errno.to_string())?;
    let numbering = crate::mounts::set_up()?;
    // The program has the same user: without this it could inspect this process and stop or change it.
    prctl::set_dumpable(false).map_err(|errno| errno.to_string())?;
    let keep: CapsHashSet = [
        Capability::CAP_SYS_ADMIN,
        Capability::CAP_SYS_CHROOT,
        Capability::CAP_SYS_PTRACE,
    ]
    .into();
    let failed = |error: caps::errors::CapsError| format!("rights cannot be given up: {error}");
    caps::clear(None, CapSet::Ambient).map_err(failed)?;
    caps::clear(None, CapSet::Inheritable).map_err(failed)?;
    for right in caps::read(None, CapSet::Bounding).map_err(failed)? {
        caps::drop(None, CapSet::Bounding, right).map_err(failed)?;
    }
    caps::set(None, CapSet::Effective, &keep).map_err(failed)?;
    caps::set(None, CapSet::Permitted, &keep).map_err(failed)?;
    Ok(numbering)
}

/// Carries out one run in tier 1, with new processes, new memory and a new scratch folder.
#[cfg(target_os = "linux")]
fn in_namespace(
    mut order: Order,
    view: &mut crate::mounts::View,
    spawner: &mut Option<Spawner>,
    count: &mut Option<Count>,
    numbering: &mut Option<Numbering>,
    membership: &Membership,
) -> Option<Report> {
    match view.show_for(&order) {
        Ok(scratch) => order.scratch = scratch,
        Err(why) => return Some(Err(Failure::Fault(why))),
    }
    // Its thread enters the program's root and groups, and stays there.
    let ready = match spawner.take() {
        Some(spawner) => Ok(spawner),
        None => new_spawner(Tier::One, membership),
    };
    // Reset the numbers after that thread, for the first run as for all others.
    numbering.take_if(|numbering| numbering.begin_again().is_err());
    match ready {
        Ok(ready) => {
            let tree = |_| Tree::Namespace;
            let report = supervise(&Arc::new(order), spawner.insert(ready), membership, count, tree)?;
            Some(report.map(|(run, conditions)| {
                let lay_open = view.lies_open();
                (run, Conditions { lay_open, ..conditions })
            }))
        }
        Err(failure) => Some(Err(failure)),
    }
}

/// Returns a thread that starts programs in the groups of `membership`, with the common filter of system calls. In tier
/// 1 the thread is in the programs' own root.
fn new_spawner(tier: Tier, membership: &Membership) -> Result<Spawner, Failure> {
    let counter = membership.counter.clone();
    Spawner::new(move || {
        // Set it for the programs, which cannot change it later. With 0 the kernel would still hand their dumps to a
        // service of the machine that collects them.
        let cannot = |errno: nix::errno::Errno| Failure::Fault(format!("the limit on core dumps: {errno}"));
        let (_, hard) = getrlimit(Resource::RLIMIT_CORE).map_err(cannot)?;
        setrlimit(Resource::RLIMIT_CORE, hard.min(1), hard.min(1)).map_err(cannot)?;
        // Enter them while they are in reach.
        if let Some(counter) = counter {
            let failed =
                |error: std::io::Error| Failure::Fault(format!("the control group cannot be entered: {error}"));
            counter.enter_thread().map_err(failed)?;
        }
        #[cfg(target_os = "linux")]
        {
            if tier == Tier::One {
                crate::mounts::enter_view().map_err(Failure::Fault)?;
            }
            if tier != Tier::Three {
                crate::filter::enforce(tier).map_err(Failure::Fault)?;
            }
        }
        #[cfg(not(target_os = "linux"))]
        let _ = tier;
        Ok(())
    })
}

/// Waits until there are bytes to read. Returns `false` if the other end is closed.
#[cfg(target_os = "linux")]
fn is_readable(channel: impl AsFd) -> bool {
    loop {
        let mut polled = [PollFd::new(channel.as_fd(), PollFlags::POLLIN)];
        match poll(&mut polled, PollTimeout::NONE) {
            Err(Errno::EINTR) => {}
            Err(_) => return false,
            Ok(_) => {
                let heard = polled[0].revents().unwrap_or(PollFlags::empty());
                return heard.contains(PollFlags::POLLIN);
            }
        }
    }
}

/// Carries out an order of tier 2: this process inherits the orphans of all its descendants. Returns `None` if `judge`
/// is no longer its parent.
#[cfg(target_os = "linux")]
pub(crate) fn as_subreaper(order: Order, judge: u64, membership: &Membership) -> Option<Report> {
    if u64::from(nix::unistd::getppid().as_raw().cast_unsigned()) != judge {
        return None;
    }
    if let Err(errno) = nix::sys::prctl::set_child_subreaper(true) {
        return Some(Err(Failure::Fault(format!("orphans cannot be inherited: {errno}"))));
    }
    if let Err(error) = std::fs::metadata(format!("/proc/self/task/{}/children", Pid::this())) {
        return Some(Err(Failure::Fault(format!(
            "this kernel does not list children: {error}"
        ))));
    }
    in_a_folder(order, membership, |_| Tree::Descendants)
}

/// Carries out an order of tier 3, which reaches only the program's process group.
pub(crate) fn in_a_group(order: Order) -> Option<Report> {
    in_a_folder(order, &Membership::default(), Tree::Group)
}

/// Runs in a folder on disk, and removes it afterwards.
fn in_a_folder(mut order: Order, membership: &Membership, tree: impl FnOnce(Pid) -> Tree) -> Option<Report> {
    let _lock = match gamesolve_scratch::make(&order.scratch) {
        Ok((folder, lock)) => {
            order.scratch = folder;
            lock
        }
        Err(error) => {
            let place = order.scratch.display();
            return Some(Err(Failure::Fault(format!("no scratch folder in `{place}`: {error}"))));
        }
    };
    let order = Arc::new(order);
    let report = match new_spawner(order.tier, membership) {
        Ok(spawner) => supervise(&order, &spawner, membership, &mut None, tree),
        Err(failure) => Some(Err(failure)),
    };
    let removed = gamesolve_scratch::remove(&order.scratch);
    match (report, removed) {
        (Some(Ok(_)), Err(error)) => {
            let folder = order.scratch.display();
            Some(Err(Failure::Fault(format!(
                "the scratch folder `{folder}` was not removed: {error}"
            ))))
        }
        (report, _) => report,
    }
}

/// Returns this process's path to a file of the machine.
fn found(order: &Order, path: &Path) -> PathBuf {
    match order.tier {
        #[cfg(target_os = "linux")]
        Tier::One => crate::mounts::outside(path),
        _ => path.to_owned(),
    }
}

/// Returns the scratch folder as the program sees it.
fn seen(order: &Order) -> PathBuf {
    match order.tier {
        #[cfg(target_os = "linux")]
        Tier::One => PathBuf::from(crate::mounts::SCRATCH),
        _ => order.scratch.clone(),
    }
}

/// Opens the program's standard input, so that the program needs no access to its path. With a partner it is a pipe,
/// returned with its other end.
fn input_of(order: &Order) -> Result<(File, Option<StdinWriter>), Failure> {
    if order.talks {
        let pair = StdinWriter::pair();
        let (writer, reader) = pair.map_err(|error| Failure::Fault(format!("the program's input: {error}")))?;
        return Ok((reader, Some(writer)));
    }
    let input = order.stdin.as_deref().unwrap_or(Path::new("/dev/null"));
    // Refuse a folder: an open folder outside the program's root would be a way out of it.
    let opened = File::open(found(order, input)).and_then(|file| {
        if file.metadata()?.is_dir() {
            Err(std::io::ErrorKind::IsADirectory.into())
        } else {
            Ok(file)
        }
    });
    let opened = opened.map_err(|error| Failure::Fault(format!("the input `{}`: {error}", input.display())))?;
    Ok((opened, None))
}

/// Starts the program, watches it, clears up and reports. Returns `None` if the judge went away meanwhile. `last` is
/// the reusable part of the previous run's count.
fn supervise(
    order: &Arc<Order>,
    spawner: &Spawner,
    membership: &Membership,
    last: &mut Option<Count>,
    tree: impl FnOnce(Pid) -> Tree,
) -> Option<Report> {
    if let Some((name, input)) = &order.input_file
        && let Err(error) = scratch::put_input(&order.scratch, name, &found(order, input))
    {
        let input = input.display();
        return Some(Err(Failure::Fault(format!("the input file `{input}`: {error}"))));
    }
    let (stdin, stdin_writer) = match input_of(order) {
        Ok(input) => input,
        Err(failure) => return Some(Err(failure)),
    };
    let count = membership
        .counter
        .as_ref()
        .map(|counter| counter.begin(order.limits.memory, last.take()));
    let count = match count.transpose() {
        Ok(count) => count,
        Err(error) => return Some(Err(Failure::Fault(format!("the control group cannot count: {error}")))),
    };
    let oom_kills_before = if count.is_none() { oom_kills() } else { 0 };
    let members = match count.as_ref().map_or(Ok(None), Count::members) {
        Ok(members) => members,
        Err(error) => {
            return Some(Err(Failure::Fault(format!(
                "the control group cannot be entered: {error}"
            ))));
        }
    };
    let conditions = |landlock| Conditions {
        landlock,
        is_bounded: membership.is_bounded,
        is_counted: membership.counter.is_some(),
        lay_open: false,
    };
    let start = {
        let (order, scratch) = (Arc::clone(order), seen(order));
        move || exec::start(&order, &scratch, &stdin, members.as_ref())
    };
    let (reaper, mut started) = match spawner.start(start) {
        Ok(both) => both,
        Err(Failure::Fault(_)) if count.as_ref().is_some_and(Count::is_out_of_memory) => {
            let note = "its memory limit is too small to start it";
            return Some(Ok((Run::out_of_memory(note), conditions(0))));
        }
        Err(failure) => return Some(Err(failure)),
    };
    let tree = tree(started.begun.program);
    let (landlock, notes) = (started.begun.landlock, std::mem::take(&mut started.begun.notes));
    let on_disk = (order.tier != Tier::One).then(|| {
        let input = order.input_file.as_ref().and_then(|(_, path)| path.metadata().ok());
        let most = order
            .limits
            .scratch_bytes
            .saturating_add(input.map_or(0, |found| found.len()));
        OnDisk::new(&order.scratch, most)
    });
    let mut watch = Watch::over(
        started,
        tree,
        &order.limits,
        on_disk,
        stdin_writer,
        count,
        oom_kills_before,
    )
    .stoppable(order.pipes.is_some());
    let end = watch.until_the_end(&reaper);
    let reaped = match reaper.sweep(tree) {
        Ok(reaped) => reaped,
        Err(failure) => return Some(Err(failure)),
    };
    // Do not send the report before the judge has sent its reply: each would wait for the other to read.
    if end == End::JudgeGone || watch.await_last_reply().is_err() {
        return None;
    }
    let lacked_room = watch.lacked_room();
    let (run, count) = watch.conclude(order, end, reaped, notes);
    *last = count.and_then(Count::end);
    let is_unfinished = run.ending != Ending::Exited(0) || order.output_file.is_some();
    if lacked_room && is_unfinished && run.exceeded.is_none() {
        let place = order.scratch.parent().unwrap_or(&order.scratch).display();
        return Some(Err(Failure::Fault(format!("the disk of `{place}` is full"))));
    }
    Some(Ok((run, conditions(landlock))))
}
