//! The box against programs that try to break it, each inside a walled yard (see `yard`).
//!
//! This executable is the helper of its own boxes: it acts as a stage when it is started as one.
// Tests may stop at once: a panic there is the report, and what they print is shown with it. Their lists are long.
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

/// The executable that acts as the stages of a box: this one.
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
        // Those that wait longest begin first.
        ("talk", talk::tests()),
        ("attacks", attacks::tests()),
        ("contract", contract::tests()),
        ("hostile", hostile::tests()),
    ])
}

#[cfg(not(target_os = "linux"))]
fn main() {}
