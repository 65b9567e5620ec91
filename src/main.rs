//! The `gamesolve` binary: arguments in, exit code out.
#![forbid(unsafe_code)]

#[cfg(not(windows))]
use std::env::args_os;
use std::process::ExitCode;

// The shells of Windows leave a pattern such as `tests\*.in` to the program.
#[cfg(windows)]
use wild::args_os;

#[global_allocator]
static ALLOCATOR: gamesolve_memory::Allocator = gamesolve_memory::Allocator;

fn main() -> ExitCode {
    // This comes first: a stage of the sandbox is this executable too, and shares nothing with the command line.
    #[cfg(unix)]
    if let Some(code) = gamesolve_box::stage_from_args() {
        return code;
    }
    gamesolve::cli::end_on_panic();
    // If no pipe can be made, the answer would be lost as well.
    let broken = gamesolve_stdio::break_where_closed();
    match broken {
        Ok(()) => gamesolve::cli::run(args_os()).code().into(),
        Err(_) => gamesolve::cli::Status::Fault.code().into(),
    }
}
