//! What a caller hands down to this process: limits of a shell (`ulimit`), of which what they hinder is an error with one
//! message, its mask of modes, and the signals that it ignores.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit, setrlimit};
use nix::sys::stat::{Mode, umask};
use rayon::ThreadPoolBuilder;
use signal_hook::consts::{SIGABRT, SIGCHLD, SIGXFSZ};
use signal_hook::flag::{register, register_conditional_shutdown};

use super::status::{Status, Stop};

/// A limit of this process, and of what it starts.
struct Needed {
    resource: Resource,
    of: &'static str,
    /// The option of `ulimit`, and the unit that it counts in.
    flag: &'static str,
    unit: u64,
    /// What is needed at least, and what is enough for all that is done.
    least: u64,
    enough: u64,
}

impl Needed {
    /// Raises the limit where this process may, and makes sure that it is as high as `deed` takes.
    fn allow(&self, deed: &str) -> Result<()> {
        let of = self.of;
        let cannot = || format!("cannot ask for the limit on {of}");
        let (soft, hard) = getrlimit(self.resource).with_context(cannot)?;
        if hard < self.least {
            let (least, has, flag) = (self.least / self.unit, hard / self.unit, self.flag);
            let message =
                format!("error: {deed} takes {least} {of}, and this process may have {has} (`ulimit {flag}`)");
            return Err(Stop::fault(message).into());
        }
        let wanted = self.enough.min(hard);
        if soft < wanted {
            let cannot = || format!("cannot raise the limit on {of}");
            setrlimit(self.resource, wanted, hard).with_context(cannot)?;
        }
        Ok(())
    }
}

/// The descriptors of this process's own, and those of a run: its input, its pipes, what is opened beside them, and three for each of the
/// four supervisors that wait for their programs' next runs.
const OPEN_FILES: Needed = Needed {
    resource: Resource::RLIMIT_NOFILE,
    of: "open files",
    flag: "-n",
    unit: 1,
    least: 48,
    enough: 4096,
};
const OPEN_FILES_OF_A_RUN: u64 = 20;
/// Executables that compilers write.
const FILE_SIZE: Needed = Needed {
    resource: Resource::RLIMIT_FSIZE,
    of: "KiB in a file",
    flag: "-f",
    unit: 1 << 10,
    least: 64 << 20,
    enough: RLIM_INFINITY,
};
const STACK: Needed = Needed {
    resource: Resource::RLIMIT_STACK,
    of: "KiB of stack",
    flag: "-s",
    unit: 1 << 10,
    least: 1 << 20,
    enough: 8 << 20,
};
const DATA: Needed = Needed {
    resource: Resource::RLIMIT_DATA,
    of: "KiB of data",
    flag: "-d",
    unit: 1 << 10,
    least: 256 << 20,
    enough: RLIM_INFINITY,
};
/// What a compiler reserves; a virtual machine reserves more and says so.
const ADDRESS_SPACE: Needed = Needed {
    resource: Resource::RLIMIT_AS,
    of: "KiB of address space",
    flag: "-v",
    unit: 1 << 10,
    least: 1 << 30,
    enough: RLIM_INFINITY,
};

/// Makes writing more than the limit on file sizes (`ulimit -f`) an error, which can be told, and no deadly signal.
///
/// # Errors
/// Where the system does not allow it.
pub(super) fn survive_file_size_limit() -> Result<()> {
    register(SIGXFSZ, Arc::default()).context("cannot prepare for limits on file sizes")?;
    Ok(())
}

/// Makes sure that this process learns how the programs that it starts end: where its caller ignores SIGCHLD, the kernel
/// would not tell.
///
/// # Errors
/// Where the system does not allow it.
pub(super) fn see_how_programs_end() -> Result<()> {
    register(SIGCHLD, Arc::default()).context("cannot prepare for the end of programs")?;
    Ok(())
}

/// Prepares for a limit on address space (`ulimit -v`). Each thread reserves some, and rayon panics where one cannot start:
/// so there is one, unless `args` ask for more. Where memory runs out all the same, the run ends as refused, after the
/// line in which Rust says how much was missing, and not by a signal.
///
/// # Errors
/// Where the system does not allow it.
pub(super) fn spare_address_space(args: &[OsString]) -> Result<()> {
    let (limit, _) = getrlimit(Resource::RLIMIT_AS).context("cannot ask for the limit on address space")?;
    if limit == RLIM_INFINITY {
        return Ok(());
    }
    let always = Arc::new(AtomicBool::new(true));
    register_conditional_shutdown(SIGABRT, Status::Refused.code().into(), always)
        .context("cannot prepare for limits on address space")?;
    let asks = args.iter().any(|arg| arg.as_encoded_bytes().starts_with(b"--threads"));
    if !asks {
        // Only fails where there are threads already.
        let _ = ThreadPoolBuilder::new()
            .num_threads(1)
            .use_current_thread()
            .build_global();
    }
    Ok(())
}

/// Makes sure of a stack that commands fit on, and keeps the mask of modes from closing what this process makes to itself.
///
/// # Errors
/// Where the limit on stacks (`ulimit -s`) is too low and cannot be raised.
pub(super) fn allow_commands() -> Result<()> {
    let mask = umask(Mode::empty());
    umask(mask - Mode::S_IRWXU);
    STACK.allow("this")
}

/// Makes sure that this process, and what it starts, may do what running so many programs at a time takes.
///
/// # Errors
/// Naming the first limit that is too low and cannot be raised.
pub(super) fn allow_running_programs(jobs: NonZeroUsize) -> Result<()> {
    let of_runs = OPEN_FILES_OF_A_RUN.saturating_mul(jobs.get() as u64);
    let open_files = Needed {
        least: OPEN_FILES.least.saturating_add(of_runs),
        enough: OPEN_FILES.enough.saturating_add(of_runs),
        ..OPEN_FILES
    };
    let deed = match jobs.get() {
        1 => "running programs".to_owned(),
        jobs => format!("running {jobs} programs at a time"),
    };
    open_files.allow(&deed)?;
    FILE_SIZE.allow("running programs")?;
    DATA.allow("running programs")?;
    ADDRESS_SPACE.allow("running programs")
}
