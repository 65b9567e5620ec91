//! The limits that a shell sets on this process (`ulimit`): what they hinder is an error with one message.

use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit, setrlimit};
use rayon::ThreadPoolBuilder;
use signal_hook::consts::{SIGABRT, SIGXFSZ};
use signal_hook::flag::{register, register_conditional_shutdown};

use super::status::{Status, Stop};

/// The open files that running programs takes at least.
const MIN_OPEN_FILES: u64 = 64;
/// The open files that are enough for any number of runs at a time.
const ENOUGH_OPEN_FILES: u64 = 4096;

/// Makes writing more than the limit on file sizes (`ulimit -f`) an error, which can be told, and no deadly signal.
///
/// # Errors
/// Where the system does not allow it.
pub(super) fn survive_file_size_limit() -> Result<()> {
    register(SIGXFSZ, Arc::default()).context("cannot prepare for limits on file sizes")?;
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

/// Makes sure that this process may open the files that running programs takes, and raises its own limit where it may.
///
/// # Errors
/// Where it may not.
pub(super) fn allow_open_files() -> Result<()> {
    let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE).context("cannot ask how many files may be open")?;
    if hard < MIN_OPEN_FILES {
        let message = format!(
            "error: running programs takes {MIN_OPEN_FILES} open files, and this process may have {hard} (`ulimit -n`)"
        );
        return Err(Stop::fault(message).into());
    }
    let wanted = ENOUGH_OPEN_FILES.min(hard);
    if soft < wanted {
        setrlimit(Resource::RLIMIT_NOFILE, wanted, hard).context("cannot raise the limit on open files")?;
    }
    Ok(())
}
