//! Golden files: the whole outputs of commands, one after another, in `tests/cli/golden/<module>/<name>.txt`.
//!
//! ```text
//! $ gamesolve stones bad.in
//! --- standard error
//! error: cell 2 of the strip must be `.` or `X`, found `x`
//! --- exit code 2
//! ```
//!
//! The rules of `scripts/mask.txt`, which `scripts/same` uses too, replace measured values. `UPDATE=1 cargo test --test
//! cli` writes the files anew. With `GAMESOLVE_GATE=1` it also writes the files of the tests that are left to the gate.

use std::borrow::BorrowMut;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::LazyLock;

use assert_cmd::Command;
use itertools::Itertools as _;
use regex_lite::Regex;

#[cfg(unix)]
use crate::own::Place;
use crate::support::{Failures, files, files_in, root};

const FOLDER: &str = "tests/cli/golden";
/// The number of equal lines around a difference.
const AROUND: usize = 2;

/// The outputs of a test so far, and their golden file.
#[must_use = "`finish` compares"]
pub struct Golden {
    name: &'static str,
    found: String,
}

impl Golden {
    /// Begins the outputs of the golden file `module/name`. No other test reads that file.
    pub fn new(name: &'static str) -> Golden {
        Golden {
            name,
            found: String::new(),
        }
    }

    /// Adds a text about the next command, such as its input.
    pub fn note(&mut self, text: &str) {
        for line in text.lines() {
            writeln!(self.found, "{}", format!("# {line}").trim_end()).unwrap();
        }
    }

    /// Runs a command in a place for each line of words, and adds their whole outputs.
    #[cfg(unix)]
    pub fn run_each(&mut self, place: &Place, lines: &[&str]) {
        for line in lines {
            self.run(place.run(&line.split(' ').collect_vec()));
        }
    }

    /// Runs a command with this input, and adds both and the whole output.
    pub fn run_with(&mut self, mut command: impl BorrowMut<Command>, input: &str) -> Output {
        self.note(input);
        command.borrow_mut().write_stdin(input);
        self.run(command)
    }

    /// Runs a command and adds its whole output.
    pub fn run(&mut self, command: impl BorrowMut<Command>) -> Output {
        self.add(command, true)
    }

    /// Runs a command, adds its whole output, and returns its standard output.
    pub fn says(&mut self, command: impl BorrowMut<Command>) -> String {
        String::from_utf8(self.run(command).stdout).unwrap()
    }

    /// Runs a command and adds its output, but not a standard error that depends on the time.
    pub fn stdout(&mut self, command: impl BorrowMut<Command>) -> Output {
        self.add(command, false)
    }

    fn add(&mut self, mut command: impl BorrowMut<Command>, with_errors: bool) -> Output {
        let command = command.borrow_mut();
        let output = command.output().unwrap();
        let words = command.get_args().map(|word| quoted(&word.to_string_lossy()));
        let line = std::iter::once("$ gamesolve".to_owned()).chain(words).join(" ");
        writeln!(self.found, "{line}").unwrap();
        let folder = command.get_current_dir().unwrap_or(Path::new("/nowhere"));
        let errors: &[u8] = if with_errors { &output.stderr } else { b"" };
        self.found += &shown(&output, errors, folder);
        self.found += "\n";
        output
    }

    /// Compares with the golden file, or writes it with `UPDATE=1`.
    #[track_caller]
    pub fn finish(self) {
        let stored = fs::read_to_string(path(self.name)).unwrap_or_default();
        compare(self.name, &stored, &masked(&without_root(&self.found)));
    }
}

/// Compares a golden file with what is found, or writes it with `UPDATE=1`.
#[track_caller]
pub(super) fn compare(name: &str, stored: &str, found: &str) {
    if stored == found {
        return;
    }
    let path = path(name);
    if std::env::var_os("UPDATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, found).unwrap();
        return;
    }
    let module = name.split('/').next().unwrap();
    panic!(
        "{FOLDER}/{name}.txt differs (-) from what is found (+):\n{}renew: UPDATE=1 GAMESOLVE_GATE=1 cargo test --test cli {module}::\n",
        difference(stored, found)
    );
}

pub(super) fn without_root(text: &str) -> String {
    text.replace(&*root("").to_string_lossy(), "ROOT/")
}

/// Returns the whole output of a command in a folder, and its end.
pub(super) fn shown(output: &Output, errors: &[u8], folder: &Path) -> String {
    let mut shown = String::new();
    let code = output.status.code();
    let end = code.map_or("exit by a signal".to_owned(), |code| format!("exit code {code}"));
    for (text, title) in [
        (&output.stdout[..], None),
        (errors, Some("standard error")),
        (b"", Some(&end)),
    ] {
        if let Some(title) = title.filter(|&title| title == end || !text.is_empty()) {
            writeln!(shown, "--- {title}").unwrap();
        }
        shown += &String::from_utf8_lossy(text).replace(&*folder.to_string_lossy(), "FOLDER");
        // Mark a last line without its line end.
        if !text.is_empty() && !text.ends_with(b"\n") {
            shown += "\\\n";
        }
    }
    shown
}

pub(super) fn path(name: &str) -> PathBuf {
    root(&format!("{FOLDER}/{name}.txt"))
}

/// Returns a word of a command in a shell's notation.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+%@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Returns a text without measured values.
pub(super) fn masked(text: &str) -> String {
    static RULES: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
        let lines = include_str!("../../scripts/mask.txt").lines();
        let rules = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let rule = |line: &'static str| {
            let (pattern, replacement) = line.split_once(" =>").unwrap();
            (
                Regex::new(pattern).unwrap(),
                replacement.strip_prefix(' ').unwrap_or(""),
            )
        };
        rules.map(rule).collect()
    });
    let replace =
        |text: String, (pattern, replacement): &(Regex, &str)| pattern.replace_all(&text, *replacement).into_owned();
    RULES.iter().fold(text.to_owned(), replace)
}

/// Returns the removed lines (`-`), the added lines (`+`), and the lines around them.
fn difference(old: &str, new: &str) -> String {
    let [old, new] = [old, new].map(|text| text.lines().collect::<Vec<_>>());
    // Each entry is the length of the longest common sequence of lines from that place on.
    let mut common = vec![vec![0_u32; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] = if old[i] == new[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let (mut i, mut j, mut lines) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            lines.push((' ', old[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || i < old.len() && common[i + 1][j] >= common[i][j + 1] {
            lines.push(('-', old[i]));
            i += 1;
        } else {
            lines.push(('+', new[j]));
            j += 1;
        }
    }
    let is_near = |at: usize| {
        let near = &lines[at.saturating_sub(AROUND)..(at + AROUND + 1).min(lines.len())];
        near.iter().any(|(sign, _)| *sign != ' ')
    };
    let (mut text, mut next) = (String::new(), 0);
    for at in (0..lines.len()).filter(|&at| is_near(at)) {
        if at > next {
            text += "  …\n";
        }
        writeln!(text, "  {}{}", lines[at].0, lines[at].1).unwrap();
        next = at + 1;
    }
    text
}

#[test]
fn a_difference_shows_the_lines_around_it() {
    assert_eq!(
        difference("1\n2\n3\n4\n5\n6\n", "1\n2\n3\nx\n5\n6\n7\n"),
        "  …\n   2\n   3\n  -4\n  +x\n   5\n   6\n  +7\n"
    );
    assert_eq!(difference("a\n", "a\n"), "");
}

#[test]
fn the_rules_replace_what_is_measured_alone() {
    for (text, expected) in [
        ("a  AC    3 ms  3.3 MiB\n", "a  AC TIME MEMORY\n"),
        (
            "limits: 1 s, 256 MiB; most time in a: 3 ms\n",
            "limits: 1 s, 256 MiB; most time in CASE: MEASURED\n",
        ),
        ("a\n    note: slow, so run again alone: 1 ms, then 2 ms\nb\n", "a\nb\n"),
        (
            "\"tier\": 1,\n\"time_ms\": 1.5\n",
            "\"tier\": TIER,\n\"time_ms\": TIME\n",
        ),
        ("Saved as /tmp/.tmpAb3dE6/x.in\n", "Saved as TEMPORARY/x.in\n"),
    ] {
        assert_eq!(masked(text), expected);
    }
}

/// With `UPDATE=1` the test removes golden files that no test reads.
#[test]
fn every_golden_file_is_read_by_one_test() {
    let mut failures = Failures::default();
    let mut stored = BTreeSet::new();
    for folder in fs::read_dir(root(FOLDER)).unwrap() {
        for path in files_in(&folder.unwrap().path(), "txt") {
            let name = path.with_extension("");
            stored.insert(name.strip_prefix(root(FOLDER)).unwrap().to_str().unwrap().to_owned());
        }
    }
    let mut read = BTreeSet::new();
    let name = Regex::new(r#"Golden::new\(\s*"([^"]*)"\s*\)"#).unwrap();
    let sessions = Regex::new(r"\nsessions! \{\n([^}]*)\n\}").unwrap();
    for source in files("tests/cli", "rs") {
        let module = source.file_stem().unwrap().to_str().unwrap();
        let text = fs::read_to_string(&source).unwrap();
        let names = name.captures_iter(&text).map(|found| found[1].to_owned());
        let sessions = sessions.captures_iter(&text).map(|found| found[1].to_owned());
        let sessions = sessions.flat_map(|names| names.split_whitespace().map(str::to_owned).collect_vec());
        for name in names.chain(sessions.map(|name| format!("{module}/{name}"))) {
            if !name.starts_with(&format!("{module}/")) {
                failures.add(format!("{name}: read by the module {module}"));
            }
            if !read.insert(name.clone()) {
                failures.add(format!("{name}: read by two tests"));
            }
        }
    }
    for stale in stored.difference(&read) {
        if std::env::var_os("UPDATE").is_some() {
            fs::remove_file(path(stale)).unwrap();
        } else {
            failures.add(format!(
                "{FOLDER}/{stale}.txt: no test reads it: UPDATE=1 cargo test --test cli golden:: removes it"
            ));
        }
    }
    failures.finish();
}
