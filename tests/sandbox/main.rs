//! The verdicts of hostile programs through the command line, each inside a walled yard (see `yard`). The sandbox has
//! tests of its own.
// Tests may panic: the panic is the report, with the output of the test beside it. Their lists are long.
#![allow(clippy::too_many_lines, clippy::unwrap_used, clippy::print_stdout)]
#![forbid(unsafe_code)]

#[cfg(target_os = "linux")]
mod batch;
#[cfg(target_os = "linux")]
mod languages;
#[cfg(target_os = "linux")]
mod packages;
#[cfg(target_os = "linux")]
mod play;
#[cfg(target_os = "linux")]
#[path = "../cli/support.rs"]
#[allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "shared with the tests of the command line"
)]
mod support;
#[cfg(target_os = "linux")]
mod verdicts;
#[cfg(target_os = "linux")]
#[path = "../../crates/box/tests/sandbox/yard.rs"]
#[allow(dead_code, reason = "shared with the tests of the box")]
mod yard;

/// The folder of the hostile programs.
#[cfg(target_os = "linux")]
const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/box/tests/hostile");

/// Returns the executable that acts as the stages of a sandbox.
#[cfg(target_os = "linux")]
fn helper() -> std::path::PathBuf {
    env!("CARGO_BIN_EXE_gamesolve").into()
}

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    if !support::is_gate() {
        let untried = "one job at a time, but for root in tier 1";
        support::say_untried(&format!("left to the gate, with GAMESOLVE_GATE=1: {untried}"));
    }
    yard::run(vec![
        // The tests with the longest waits begin first.
        ("play", play::tests()),
        ("batch", batch::tests()),
        ("packages", packages::tests()),
        ("languages", languages::tests()),
        ("verdicts", verdicts::tests()),
    ])
}

#[cfg(not(target_os = "linux"))]
fn main() {}
