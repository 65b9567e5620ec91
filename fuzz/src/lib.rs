//! Helpers of the fuzz targets.

use std::path::PathBuf;
use std::sync::OnceLock;

use gamesolve::problem::Entry;
use gamesolve::problems::REGISTRY;

/// Bytes of the fuzzer, to be taken apart.
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    /// Takes a number, or 0 if nothing is left.
    pub fn number(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first
    }

    /// Takes a part of the rest, with a length given by two bytes.
    pub fn part(&mut self) -> &'a [u8] {
        let length = usize::from(self.number()) << 8 | usize::from(self.number());
        let (part, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        part
    }
}

/// Asserts that a message shows control characters only as escapes.
pub fn check_message(message: &str) {
    assert!(!message.chars().any(|c| c.is_control() && c != '\n'), "{message:?}");
}

/// Returns a file or folder of the project.
pub fn project(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// Returns a problem, chosen by a number, and its first sample.
pub fn problem(choice: u8) -> (&'static dyn Entry, &'static str) {
    static SAMPLES: OnceLock<Vec<String>> = OnceLock::new();
    let samples = SAMPLES.get_or_init(|| {
        let path = |entry: &&dyn Entry| project(&format!("testdata/{}/sample-01.in", entry.meta().slug));
        REGISTRY
            .iter()
            .map(|entry| std::fs::read_to_string(path(entry)).expect("every problem has a sample"))
            .collect()
    });
    let at = usize::from(choice) % REGISTRY.len();
    (REGISTRY[at], &samples[at])
}
