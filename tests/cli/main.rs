//! Tests through the real binary, and tests that go over the whole registry.
// Tests may panic: the panic is the report. Their lists are long.
#![allow(clippy::too_many_lines, clippy::unwrap_used)]

#[cfg(unix)]
mod answer;
mod arena;
#[cfg(unix)]
mod browser;
mod check;
#[cfg(unix)]
mod contest;
#[cfg(unix)]
mod contest_pages;
#[cfg(unix)]
mod documents;
mod draw;
mod drawn;
#[cfg(unix)]
mod empty_positions;
mod export;
mod faults;
#[cfg(unix)]
mod first_program;
mod floors;
#[cfg(unix)]
mod foreign_inputs;
#[cfg(unix)]
mod gallery;
mod generated;
mod golden;
mod help;
#[cfg(unix)]
mod hostile_words;
mod inputs;
mod interactive;
mod judge;
mod learn;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(unix)]
mod names;
mod new;
#[cfg(unix)]
mod own;
#[cfg(unix)]
mod own_answer;
mod own_mistakes;
#[cfg(unix)]
mod own_names;
mod own_package;
mod own_patterns;
mod package;
#[cfg(unix)]
mod page;
mod peers;
mod play;
mod points;
mod progress;
#[cfg(unix)]
mod proposed;
mod puzzle;
#[cfg(unix)]
mod references;
mod refusals;
mod registry;
#[cfg(unix)]
mod relative;
mod schema;
mod screen;
#[cfg(unix)]
mod sessions;
#[cfg(unix)]
mod settings;
#[cfg(unix)]
mod several;
#[cfg(unix)]
mod shell;
mod solve;
mod sources;
mod stress;
mod submissions;
mod support;
#[cfg(unix)]
mod systems;
mod table;
mod translations;
#[cfg(unix)]
mod usage;
