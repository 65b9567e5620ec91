//! The `gamesolve` binary: arguments in, exit code out.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    gamesolve::cli::run(std::env::args_os()).code().into()
}
