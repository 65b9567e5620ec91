//! The box against programs that try to break it, each inside a walled yard (see `yard`).
#![cfg(target_os = "linux")]
#![forbid(unsafe_code)]

mod hostile;
mod judge;
mod yard;
