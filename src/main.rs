//! The `gamesolve` binary: arguments in, exit code out.
#![forbid(unsafe_code)]

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: gamesolve_memory::Allocator = gamesolve_memory::Allocator;

fn main() -> ExitCode {
    // Before all else: a stage of the box is this executable too, and shares nothing with the command line.
    #[cfg(unix)]
    if let Some(code) = gamesolve::judge::sandbox::stage_from_args() {
        return code;
    }
    gamesolve::cli::run(std::env::args_os()).code().into()
}
