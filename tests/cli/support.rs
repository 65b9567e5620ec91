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

/// Returns the command of the binary, in an environment that is the same everywhere.
pub fn gamesolve() -> Command {
    let mut command = cargo_bin_cmd!("gamesolve");
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    // The settings of the developer would change results.
    let nowhere = std::env::temp_dir().join("no-settings-of-gamesolve");
    for name in ["XDG_CONFIG_HOME", "APPDATA"] {
        command.env(name, &nowhere);
    }
    // On a busy machine anything may take half a minute, and its line on standard error is no part of the message.
    command.env("GAMESOLVE_PROGRESS", "0");
    // A relative path names no folder, so a test does not remember that a program was accepted.
    command.env("XDG_DATA_HOME", "off");
    command
}

/// Returns the command with the words of a line, in a folder.
pub fn gamesolve_in(folder: &Path, line: &str) -> Command {
    let mut command = gamesolve();
    command.current_dir(folder).args(line.split(' '));
    command
}

/// Says that something was not tried, beside the results of tests.
///
/// It does not use `print!`, because the harness shows that output only for failed tests.
pub fn say_untried(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Returns whether a tool is on this machine. If it is missing, names the untried part, and fails if that is not
/// allowed. It is always allowed for the tools that `.ci/run` lists as exempt.
pub fn has(tool: &str, what: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|folder| folder.join(tool).is_file());
    let exempt = std::env::var("GAMESOLVE_EXEMPT").unwrap_or_default();
    if !found && exempt.split(' ').any(|name| name == tool) {
        say_untried(&format!("exempt: {what} needs `{tool}`"));
    } else if !found {
        skip(&format!("{what} needs `{tool}`"));
    }
    found
}

/// Returns the search path of this process with a folder before it.
#[cfg(unix)]
pub fn before_path(folder: &Path) -> OsString {
    let mut places = folder.as_os_str().to_owned();
    places.push(":");
    places.push(std::env::var_os("PATH").unwrap_or_default());
    places
}

/// Waits until such a program runs whose command line holds all of these words. The test's own time limit ends the
/// wait.
#[cfg(target_os = "linux")]
pub fn wait_for(program: &str, words: &[&str]) {
    let runs = |line: &[u8]| {
        words
            .iter()
            .all(|word| line.windows(word.len()).any(|part| part == word.as_bytes()))
    };
    // The sandbox's command line has the command too, in one word with others.
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

/// Says that something is skipped, and why. Fails if that is not allowed.
pub fn skip(why: &str) {
    say_untried(&format!("skipped: {why}"));
    assert!(may_skip(), "skipped: {why}");
}

/// Returns whether a test may be skipped if a tool is missing.
pub fn may_skip() -> bool {
    std::env::var_os("GAMESOLVE_NO_SKIP").is_none()
}

/// Returns whether the gate runs. No test takes too long for it.
pub fn is_gate() -> bool {
    let is_asked_for = |name: &str| std::env::var_os(name).is_some();
    ["GAMESOLVE_GATE", "GAMESOLVE_NO_SKIP", "GAMESOLVE_ALL"]
        .into_iter()
        .any(is_asked_for)
}

/// Ends the calling test unless this holds: `needs!(has_time() && has("g++", "a checker in C++"))`.
macro_rules! needs {
    ($holds:expr) => {
        if !($holds) {
            return;
        }
    };
}
pub(crate) use needs;

/// Returns whether a test may take seconds, as in the gate. If not, says that the calling test is left to it.
#[track_caller]
pub fn has_time() -> bool {
    !is_left_to_the_gate()
}

/// Returns whether the calling test is left to the gate, because it takes seconds. If so, says so.
#[track_caller]
pub fn is_left_to_the_gate() -> bool {
    if !is_gate() {
        // A thread has the name of its test, unless the test is the only one.
        let thread = std::thread::current();
        let place = std::panic::Location::caller().to_string();
        let test = thread.name().filter(|&name| name != "main").unwrap_or(&place);
        say_untried(&format!("left to the gate, with GAMESOLVE_GATE=1: {test}"));
    }
    !is_gate()
}

/// Returns the items to test: all if that is asked for, else a sample. It names the others as left out.
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

/// Returns a path of the package.
pub fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Makes a folder with these files.
pub fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    folder
}

/// Returns the sorted files with this ending in a folder of the package, or none if there is no such folder.
pub fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    files_in(&root(folder), ending)
}

/// Returns the sorted files with this ending in a folder, or none if there is no such folder.
pub fn files_in(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == ending));
    paths.sort();
    paths
}

/// Returns every problem with the text of its first sample.
pub fn samples() -> impl Iterator<Item = (&'static dyn Entry, String)> {
    REGISTRY.iter().map(|entry| {
        let path = root(&format!("testdata/{}/sample-01.in", entry.meta().slug));
        (
            *entry,
            fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())),
        )
    })
}

/// A list of failures, so that one run shows all of them.
#[derive(Default)]
pub struct Failures(Vec<String>);

impl Failures {
    pub fn add(&mut self, failure: String) {
        self.0.push(failure);
    }

    /// Ends the test. It fails if the list has an entry.
    pub fn finish(self) {
        assert!(self.0.is_empty(), "{} failures:\n{}", self.0.len(), self.0.join("\n"));
    }
}
