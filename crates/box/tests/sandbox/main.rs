//! The sandbox against hostile programs, each inside a walled yard (see `yard`).
//!
//! This executable is the helper of its own sandboxes: it acts as a stage if it is started as one.
// A test may panic: the panic is its report, shown with its output. The lists of tests are long.
#![allow(clippy::too_many_lines, clippy::unwrap_used, clippy::print_stdout)]
#![forbid(unsafe_code)]

#[cfg(target_os = "linux")]
mod attacks;
#[cfg(target_os = "linux")]
mod contract;
#[cfg(target_os = "linux")]
mod hostile;
#[cfg(target_os = "linux")]
mod talk;
#[cfg(target_os = "linux")]
mod yard;

/// The hostile programs.
#[cfg(target_os = "linux")]
const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hostile");

/// Returns the executable that acts as the stages of a sandbox: this one.
#[cfg(target_os = "linux")]
fn helper() -> std::path::PathBuf {
    std::env::current_exe().expect("a test knows its own file")
}

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    if let Some(code) = gamesolve_box::stage_from_args() {
        return code;
    }
    if let Ok(tier) = std::env::var(contract::PART) {
        contract::play_the_judge(&tier);
    }
    yard::run(vec![
        // The tests that wait longest begin first.
        ("talk", talk::tests()),
        ("attacks", attacks::tests()),
        ("contract", contract::tests()),
        ("hostile", hostile::tests()),
    ])
}

#[cfg(not(target_os = "linux"))]
fn main() {}
