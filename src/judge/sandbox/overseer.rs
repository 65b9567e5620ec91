//! The stage that stands beside the program from its start to the death of its last process.
//!
//! It brings the scratch folder and the input in place, starts the last stage, lets `watch` compare with the limits and
//! `reaper` wait and clear up, and puts the report together.

use super::exec::Ready;
use super::reaper::Reaper;
use super::scratch;
use super::stage;
use super::talk::Mouth;
use super::task::{Failure, Order, Report};
use super::tree::Tree;
use super::watch::{End, Watch};
use super::wire;
use nix::unistd::Pid;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, Stdio};

/// Tier 1: this process is number 1 of its namespace. `None` when the judge is gone.
#[cfg(target_os = "linux")]
pub(super) fn in_namespaces(mut order: Order) -> Option<Report> {
    use caps::{CapSet, Capability, CapsHashSet};
    use nix::sys::prctl;
    let settle = || -> Result<(), String> {
        // The program has the same user: without this it could look into this process and stop or change it.
        prctl::set_dumpable(false).map_err(|errno| errno.to_string())?;
        let keep: CapsHashSet = [Capability::CAP_SYS_PTRACE].into();
        let failed = |error: caps::errors::CapsError| format!("rights cannot be given up: {error}");
        caps::clear(None, CapSet::Ambient).map_err(failed)?;
        caps::clear(None, CapSet::Inheritable).map_err(failed)?;
        for right in caps::read(None, CapSet::Bounding).map_err(failed)? {
            caps::drop(None, CapSet::Bounding, right).map_err(failed)?;
        }
        caps::set(None, CapSet::Effective, &keep).map_err(failed)?;
        caps::set(None, CapSet::Permitted, &keep).map_err(failed)?;
        prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL).map_err(|errno| errno.to_string())
    };
    let ground = super::mounts::lay(&order).and_then(|scratch| settle().map(|()| scratch));
    match ground {
        Ok(scratch) => order.scratch = scratch,
        Err(why) => return Some(Err(Failure::Fault(why))),
    }
    oversee(&order, |_| Tree::Namespace)
}

/// Tier 2: this process inherits the orphans of all its descendants. `judge` must still be its parent.
#[cfg(target_os = "linux")]
pub(super) fn as_subreaper(order: Order, judge: i32) -> Option<Report> {
    if nix::unistd::getppid().as_raw() != judge {
        return None;
    }
    if let Err(errno) = nix::sys::prctl::set_child_subreaper(true) {
        return Some(Err(Failure::Fault(format!(
            "orphans cannot be inherited: {errno}"
        ))));
    }
    if let Err(error) = std::fs::metadata(format!("/proc/self/task/{}/children", Pid::this())) {
        return Some(Err(Failure::Fault(format!(
            "this kernel does not list children: {error}"
        ))));
    }
    in_a_folder(order, |_| Tree::Descendants)
}

/// Tier 3: only the program's process group is within reach.
pub(super) fn in_a_group(order: Order) -> Option<Report> {
    in_a_folder(order, Tree::Group)
}

/// Runs in a folder on disk, which is removed afterwards.
fn in_a_folder(mut order: Order, tree: impl FnOnce(Pid) -> Tree) -> Option<Report> {
    match scratch::make(&order.scratch) {
        Ok(folder) => order.scratch = folder,
        Err(error) => {
            let place = order.scratch.display();
            return Some(Err(Failure::Fault(format!(
                "no scratch folder in `{place}`: {error}"
            ))));
        }
    }
    let report = oversee(&order, tree);
    let removed = scratch::remove(&order.scratch);
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

/// Starts the program, watches it, clears up and reports. `None` when the judge went away meanwhile.
fn oversee(order: &Order, tree: impl FnOnce(Pid) -> Tree) -> Option<Report> {
    let mouth = match order.talks.then(|| Mouth::make(&order.scratch)).transpose() {
        Ok(mouth) => mouth,
        Err(error) => return Some(Err(Failure::Fault(format!("the program's input: {error}")))),
    };
    let Started {
        mut child,
        landlock,
        notes,
    } = match start(order) {
        Ok(started) => started,
        Err(failure) => return Some(Err(failure)),
    };
    let tree = tree(Pid::from_raw(child.id().cast_signed()));
    let mut watch = Watch::over(&mut child, tree, &order.limits, mouth);
    let reaper = match Reaper::of(child) {
        Ok(reaper) => reaper,
        Err(error) => {
            tree.kill();
            return Some(Err(Failure::Fault(format!(
                "nothing can wait for the program: {error}"
            ))));
        }
    };
    let end = watch.until_the_end(&reaper);
    let reaped = match reaper.sweep(tree) {
        Ok(reaped) => reaped,
        Err(failure) => return Some(Err(failure)),
    };
    // The report may not be sent before the judge has sent its answer: each would wait for the other to read.
    if end == End::JudgeGone || watch.await_answer().is_err() {
        return None;
    }
    Some(Ok((watch.conclude(order, end, &reaped, notes), landlock)))
}

/// A program that runs.
struct Started {
    child: Child,
    /// Number of the Landlock interface in force.
    landlock: u64,
    notes: Vec<String>,
}

/// Brings the input in place, starts the last stage and waits until it has become the program.
fn start(order: &Order) -> Result<Started, Failure> {
    let fault = |what: &str, error: io::Error| Failure::Fault(format!("{what}: {error}"));
    if let Some((name, input)) = &order.input_file {
        scratch::put_input(&order.scratch, name, input)
            .map_err(|error| fault(&format!("the input file `{}`", input.display()), error))?;
    }
    let (mut channel, theirs) = UnixStream::pair().map_err(|error| fault("a channel", error))?;
    let mut child = Command::new(stage::myself())
        .arg(stage::EXEC)
        .stdin(OwnedFd::from(theirs))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| fault("the last stage did not start", error))?;
    let mut talk = || -> Result<Ready, Failure> {
        channel
            .write_all(&wire::message(order))
            .map_err(|error| fault("the last stage took no order", error))?;
        let ready = stage::receive::<Ready>(&channel)
            .map_err(|error| fault("the last stage did not answer", error))?;
        let mut rest = Vec::new();
        channel
            .read_to_end(&mut rest)
            .map_err(|error| fault("the last stage", error))?;
        if rest.is_empty() {
            Ok(ready)
        } else {
            stage::receive_from(&rest[..]).map_err(|error| fault("the last stage", error))
        }
    };
    match talk().and_then(|ready| ready) {
        Ok((landlock, notes)) => Ok(Started {
            child,
            landlock,
            notes,
        }),
        Err(failure) => {
            // It has ended by itself or is about to; killing it only makes sure that the wait is short.
            let _ = child.kill();
            let _ = child.wait();
            Err(failure)
        }
    }
}
