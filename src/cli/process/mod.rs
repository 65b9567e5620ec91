//! This process: its limits, its interruptions, its time, and its progress on a terminal.

pub(super) mod colour;
pub(super) mod deadline;
pub(super) mod interrupt;
#[cfg(unix)]
pub(super) mod limits;
pub(super) mod progress;
