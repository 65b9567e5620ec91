//! Helpers of several of the test modules.

#[cfg(unix)]
use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use gamesolve::problem::Entry;
use gamesolve::problems::REGISTRY;

/// The binary, in an environment that is the same everywhere.
pub fn gamesolve() -> Command {
    let mut command = cargo_bin_cmd!("gamesolve");
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

/// Says what was not tried, beside the results of tests: what is printed by a macro is shown of failed tests alone.
pub fn say_untried(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Whether a tool is on this machine; where it is not, says what was not tried, and fails if that is not allowed.
pub fn has(tool: &str, what: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|folder| folder.join(tool).is_file());
    if !found {
        skip(&format!("{what} needs `{tool}`"));
    }
    found
}

/// The search path of this process with a folder before it.
#[cfg(unix)]
pub fn before_path(folder: &Path) -> OsString {
    let mut places = folder.as_os_str().to_owned();
    places.push(":");
    places.push(std::env::var_os("PATH").unwrap_or_default());
    places
}

/// Waits until such a program runs and its command line holds all of these words. The test's own limit of time ends it
/// otherwise.
#[cfg(target_os = "linux")]
pub fn wait_for(program: &str, words: &[&str]) {
    let runs = |line: &[u8]| {
        words
            .iter()
            .all(|word| line.windows(word.len()).any(|part| part == word.as_bytes()))
    };
    // The box is told the command too, in one word with others.
    let is_program = |line: &[u8]| {
        let first = line.split(|byte| *byte == 0).next();
        first.is_some_and(|first| first.ends_with(program.as_bytes()))
    };
    loop {
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let mut lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
        if lines.any(|line| is_program(&line) && runs(&line)) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// Says that something is skipped, and why; fails if that is not allowed.
pub fn skip(why: &str) {
    say_untried(&format!("skipped: {why}"));
    assert!(may_skip(), "skipped: {why}");
}

/// Whether tests may be skipped for want of a tool.
pub fn may_skip() -> bool {
    std::env::var_os("GAMESOLVE_NO_SKIP").is_none()
}

/// Whether the gate runs, for which no test takes too long.
pub fn is_gate() -> bool {
    let is_asked_for = |name: &str| std::env::var_os(name).is_some();
    ["GAMESOLVE_GATE", "GAMESOLVE_NO_SKIP", "GAMESOLVE_ALL"]
        .into_iter()
        .any(is_asked_for)
}

/// Whether the test that asks, which takes seconds, is left to the gate; that is said.
#[track_caller]
pub fn is_left_to_the_gate() -> bool {
    if !is_gate() {
        // A thread has the name of its test, but for the only one.
        let thread = std::thread::current();
        let place = std::panic::Location::caller().to_string();
        let test = thread.name().filter(|&name| name != "main").unwrap_or(&place);
        say_untried(&format!("left to the gate, with GAMESOLVE_GATE=1: {test}"));
    }
    !is_gate()
}

/// The items to test: all where that is asked for, otherwise those of a sample, and the others are named as left out.
pub fn sample<T: Copy>(items: &[T], name: impl Fn(T) -> String, is_in_sample: impl FnMut(&T) -> bool) -> Vec<T> {
    if std::env::var_os("GAMESOLVE_ALL").is_some() {
        return items.to_vec();
    }
    let (sample, others): (Vec<T>, Vec<T>) = items.iter().copied().partition(is_in_sample);
    for item in others {
        say_untried(&format!("left to the full run, with GAMESOLVE_ALL=1: {}", name(item)));
    }
    sample
}

/// A path of the package.
pub fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A folder with these files.
pub fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    folder
}

/// The files in a folder of the package with this ending, sorted; none where there is no such folder.
pub fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    files_in(&root(folder), ending)
}

/// The files in a folder with this ending, sorted; none where there is no such folder.
pub fn files_in(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == ending));
    paths.sort();
    paths
}

/// Every problem with the text of its first sample.
pub fn samples() -> impl Iterator<Item = (&'static dyn Entry, String)> {
    REGISTRY.iter().map(|entry| {
        let path = root(&format!("testdata/{}/sample-01.in", entry.meta().slug));
        (
            *entry,
            fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())),
        )
    })
}

/// Gathers what went wrong, so that one run shows all of it.
#[derive(Default)]
pub struct Failures(Vec<String>);

impl Failures {
    pub fn add(&mut self, failure: String) {
        self.0.push(failure);
    }

    /// Ends the test: red where anything was added.
    pub fn finish(self) {
        assert!(self.0.is_empty(), "{} failures:\n{}", self.0.len(), self.0.join("\n"));
    }
}
