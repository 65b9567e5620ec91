//! Settings that this process inherits from its caller, and the errors that they cause.
//!
//! These are the limits of a shell (`ulimit`), the umask, and ignored signals. Each limit that is too low has one
//! message.

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

use crate::cli::status::{Status, Stop};

/// A limit of this process and of the programs that it starts.
struct Needed {
    resource: Resource,
    of: &'static str,
    /// The option of `ulimit`, and its unit.
    flag: &'static str,
    unit: u64,
    /// The lowest value that works, and a value that is enough for every task.
    least: u64,
    enough: u64,
}

impl Needed {
    /// Raises the limit towards `enough`. Fails if `deed` needs more than this process may have.
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

/// The file descriptors of this process, without its runs.
const OPEN_FILES: Needed = Needed {
    resource: Resource::RLIMIT_NOFILE,
    of: "open files",
    flag: "-n",
    unit: 1,
    least: 48,
    enough: 4096,
};
/// The file descriptors of one run.
///
/// They are its input, its pipes, the files opened beside them, and three for each of four waiting supervisors.
const OPEN_FILES_OF_A_RUN: u64 = 20;
/// The limit for executables that compilers write.
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
/// The address space that a compiler reserves. A virtual machine reserves more, and reports its own error.
const ADDRESS_SPACE: Needed = Needed {
    resource: Resource::RLIMIT_AS,
    of: "KiB of address space",
    flag: "-v",
    unit: 1 << 10,
    least: 1 << 30,
    enough: RLIM_INFINITY,
};

/// Turns a write beyond the limit on file sizes (`ulimit -f`) into an ordinary error. Without this a signal ends the
/// process.
///
/// # Errors
/// Fails if the system refuses the handler.
pub(in crate::cli) fn survive_file_size_limit() -> Result<()> {
    register(SIGXFSZ, Arc::default()).context("cannot prepare for limits on file sizes")?;
    Ok(())
}

/// Makes the kernel report the end of child processes. It reports none if the caller of this process ignores SIGCHLD.
///
/// # Errors
/// Fails if the system refuses the handler.
pub(in crate::cli) fn see_how_programs_end() -> Result<()> {
    register(SIGCHLD, Arc::default()).context("cannot prepare for the end of programs")?;
    Ok(())
}

/// Prepares for a limit on address space (`ulimit -v`).
///
/// Each thread reserves some, and rayon panics if a thread cannot start. So there is one thread, unless `args` ask for
/// more. If memory still runs out, the run ends as refused and not by a signal. Rust has then printed a line with the
/// missing size.
///
/// # Errors
/// Fails if the system does not report the limit, or refuses the handler.
pub(in crate::cli) fn spare_address_space(args: &[OsString]) -> Result<()> {
    let (limit, _) = getrlimit(Resource::RLIMIT_AS).context("cannot ask for the limit on address space")?;
    if limit == RLIM_INFINITY {
        return Ok(());
    }
    let always = Arc::new(AtomicBool::new(true));
    register_conditional_shutdown(SIGABRT, Status::Refused.code().into(), always)
        .context("cannot prepare for limits on address space")?;
    let asks = args.iter().any(|arg| arg.as_encoded_bytes().starts_with(b"--threads"));
    if !asks {
        // This fails only if threads exist already.
        let _ = ThreadPoolBuilder::new()
            .num_threads(1)
            .use_current_thread()
            .build_global();
    }
    Ok(())
}

/// Provides enough stack for commands, and lets this process open the files that it makes.
///
/// It clears the owner's bits in the umask.
///
/// # Errors
/// Fails if the limit on stacks (`ulimit -s`) is too low and cannot be raised.
pub(in crate::cli) fn allow_commands() -> Result<()> {
    let mask = umask(Mode::empty());
    umask(mask - Mode::S_IRWXU);
    STACK.allow("this")
}

/// Raises the limits of this process and its children, so that `jobs` programs can run at a time.
///
/// # Errors
/// Fails at the first limit that is too low and cannot be raised.
pub(in crate::cli) fn allow_running_programs(jobs: NonZeroUsize) -> Result<()> {
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
