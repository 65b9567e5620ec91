//! The console blocks of the documents: every command in them runs and prints the lines below it.
//!
//! The documents are README, SECURITY and CONTRIBUTING at the root, and every page below docs.
//!
//! A block marked `console` is a session in `sh`. Its commands begin with `$ `. The lines up to the next command are its
//! output: standard output, then standard error, which may be left out if there is standard output. A line `…` stands
//! for any lines. A block marked otherwise is a file if the paragraph before it is only a name, such as `` `sol.cpp`: ``.
//! The test writes that file before it runs the commands that follow. `<!-- not run: why -->` before a session leaves it
//! out.
//!
//! A page is one session in one folder, from its first block to its last. `testdata` is there, except on the pages below
//! docs/start: those begin in an empty folder, and find gamesolve, compilers and the tools of a shell, and no more.
//!
//! The test does not compare measured times and memory, the cases that took most, the width of columns, and the line
//! about the sandbox, which depends on the machine. `UPDATE=1` writes the lines anew. `PAGE=judge` runs only the pages
//! with `judge` in their path, also without the gate.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use regex_lite::Regex;
use tempfile::TempDir;

use crate::golden::masked;
use crate::support::{Failures, files, gamesolve, has, is_left_to_the_gate, needs, root};

/// The least number of sessions in all documents: a page that moves must not lose its tests. Raise it with new pages.
const LEAST_SESSIONS: usize = 42;

/// The number of first characters that identify a changed line, such as `Mistake: `.
const SAME_BEGIN: usize = 9;

/// First words of commands that a session may have beside `gamesolve`.
const TOOLS: [&str; 17] = [
    "cat", "cd", "chmod", "cp", "diff", "echo", "export", "g++", "grep", "head", "ls", "mkdir", "mv", "printf",
    "python3", "rm", "tail",
];

/// Lines that begin like this say how strong the sandbox is, which depends on the machine.
const ABOUT_THE_SANDBOX: &str = "sandbox: ";

/// A part of a page that the test acts on.
#[derive(Debug)]
enum Step {
    File {
        /// The number of its block's first line, from 1.
        line: usize,
        name: String,
        content: String,
    },
    Session(Vec<Stated>),
}

/// A command and the lines that it prints.
#[derive(Debug)]
struct Stated {
    /// The number of the command's line, from 1.
    line: usize,
    command: String,
    lines: Vec<String>,
}

/// The environment of a page's session.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Setting {
    /// `testdata` is in the folder, and the environment is that of the test.
    WithTestdata,
    /// The folder and the home are empty, and the page has to show every file that it uses.
    Clean,
}

/// Results of running a page.
#[derive(Debug, Default, PartialEq)]
struct Outcome {
    sessions: usize,
    faults: Vec<String>,
    /// The page with the lines that were printed.
    renewed: String,
}

#[test]
fn console_blocks_print_what_they_state() {
    let chosen = std::env::var("PAGE").ok();
    if chosen.is_none() && is_left_to_the_gate() {
        return;
    }
    let what = "the console blocks of the documents";
    needs!(has("g++", what) && has("python3", what));
    let mut failures = Failures::default();
    let mut sessions = 0;
    for path in documents() {
        let name = path.strip_prefix(root("")).unwrap().display().to_string();
        if chosen.as_ref().is_some_and(|part| !name.contains(part)) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let setting = if name.starts_with("docs/start/") {
            Setting::Clean
        } else {
            Setting::WithTestdata
        };
        match outcome(&text, setting) {
            Ok(outcome) => {
                sessions += outcome.sessions;
                if std::env::var_os("UPDATE").is_some() && outcome.renewed != text {
                    fs::write(&path, outcome.renewed).unwrap();
                    continue;
                }
                for fault in outcome.faults {
                    failures.add(format!("{name}:{fault}"));
                }
            }
            Err(fault) => failures.add(format!("{name}:{fault}")),
        }
    }
    if chosen.is_none() && sessions < LEAST_SESSIONS {
        failures.add(format!(
            "only {sessions} sessions stand in the documents, of {LEAST_SESSIONS}"
        ));
    }
    failures.finish();
}

/// Returns the paths of all documents.
fn documents() -> Vec<PathBuf> {
    let mut found = files(".", "md");
    let is_read = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with("README") || ["SECURITY.md", "CONTRIBUTING.md"].contains(&name)
    };
    found.retain(is_read);
    let mut folders = vec![root("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Reads the files and sessions of a page.
fn steps(text: &str) -> Result<Vec<Step>, String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let mut title: Option<&str> = None;
    let mut is_not_run = false;
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        at += 1;
        let is_after_a_paragraph = at >= 2 && !lines[at - 2].is_empty();
        if line.trim_start().len() < line.len() && line.trim_start().starts_with("```console") {
            return Err(format!("{at}: a session is not indented"));
        }
        if line.starts_with("<!-- not run: ") {
            is_not_run = true;
        } else if line.starts_with("```") {
            let mark = line.trim_start_matches('`');
            let fence = &line[..line.len() - mark.len()];
            let end = lines[at..].iter().position(|&line| line == fence);
            let end = end.map_or(lines.len(), |length| at + length);
            let first = at + 1;
            let inside = &lines[at..end];
            at = end + 1;
            match title.take() {
                Some(name) if mark == "console" => {
                    return Err(format!("{}: `{name}` is a session, not a file", first - 1));
                }
                Some(name) => {
                    let end = if inside.is_empty() { "" } else { "\n" };
                    found.push(Step::File {
                        line: first - 1,
                        name: name.into(),
                        content: inside.join("\n") + end,
                    });
                }
                None if mark == "console" && !std::mem::take(&mut is_not_run) => {
                    found.push(Step::Session(session(first, inside)?));
                }
                None => {}
            }
            if is_not_run {
                return Err(format!("{}: only a session can be left out", first - 1));
            }
        } else if let Some(name) = title_of(line).filter(|_| !is_after_a_paragraph) {
            if is_not_run {
                return Err(format!("{at}: the comment belongs to no block"));
            }
            if lines
                .get(at)
                .is_some_and(|next| next.is_empty() || next.starts_with("```"))
            {
                title = Some(name);
            }
        } else if !line.is_empty() {
            if let Some(name) = title {
                return Err(format!("{at}: the file `{name}` has no block"));
            }
            if is_not_run {
                return Err(format!("{at}: the comment belongs to no block"));
            }
        }
    }
    Ok(found)
}

/// Returns the name in a line that is only a code span and a colon.
fn title_of(line: &str) -> Option<&str> {
    let name = line.strip_prefix('`')?.strip_suffix("`:")?;
    let is_name = !name.contains(['`', ' ', '|', '%']) && !name.starts_with(['-', '/']) && !name.contains("..");
    is_name.then_some(name)
}

/// Reads the commands of a session whose first line has this number.
fn session(first: usize, lines: &[&str]) -> Result<Vec<Stated>, String> {
    let mut commands: Vec<Stated> = Vec::new();
    for (line, text) in (first..).zip(lines) {
        if let Some(command) = text.strip_prefix("$ ") {
            commands.push(Stated {
                line,
                command: command.into(),
                lines: Vec::new(),
            });
        } else {
            let last = commands.last_mut();
            let last = last.ok_or_else(|| format!("{line}: a session begins with `$ `"))?;
            last.lines.push((*text).into());
        }
    }
    Ok(commands)
}

/// Runs a page from its first block to its last.
fn outcome(text: &str, setting: Setting) -> Result<Outcome, String> {
    let steps = steps(text)?;
    let mut outcome = Outcome::default();
    let mut page: Vec<String> = text.lines().map(str::to_owned).collect();
    // Lines that earlier sessions added to the page.
    let mut shift = 0;
    let mut shell = None;
    for step in &steps {
        let shell = shell.get_or_insert_with(|| Shell::start(setting));
        match step {
            Step::File { line, name, content } => {
                let path = shell.folder.path().join(name);
                let written = fs::create_dir_all(path.parent().unwrap()).and_then(|()| fs::write(&path, content));
                written.map_err(|error| format!("{line}: {name}: {error}"))?;
            }
            Step::Session(commands) => {
                outcome.sessions += 1;
                for stated in commands {
                    let (line, command) = (stated.line, &stated.command);
                    let first = command.split_whitespace().next().unwrap_or_default();
                    if first != "gamesolve" && !TOOLS.contains(&first) && !first.starts_with("./") {
                        outcome.faults.push(format!(
                            "{line}: `{command}` is not ours; `<!-- not run: why -->` before the block leaves it out"
                        ));
                        continue;
                    }
                    let Some((output, errors)) = shell.run(command) else {
                        outcome.faults.push(format!("{line}: $ {command}\nended the shell"));
                        return Ok(outcome);
                    };
                    let both = format!("{output}{errors}");
                    if !output.is_empty() && holds(&stated.lines, &output) || holds(&stated.lines, &both) {
                        continue;
                    }
                    outcome.faults.push(format!("{line}: $ {command}\n{both}"));
                    let has_errors = stated
                        .lines
                        .iter()
                        .any(|line| errors.lines().any(|error| error == line));
                    let printed = if output.is_empty() || stated.lines.is_empty() || has_errors {
                        &both
                    } else {
                        &output
                    };
                    let renewed = renewed(&stated.lines, printed);
                    let start = line.checked_add_signed(shift).unwrap();
                    shift += renewed.len().cast_signed() - stated.lines.len().cast_signed();
                    page.splice(start..start + stated.lines.len(), renewed);
                }
            }
        }
    }
    outcome.renewed = page.join("\n") + "\n";
    Ok(outcome)
}

/// A shell that runs the commands of one page, and its folder.
struct Shell {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    folder: TempDir,
    /// The home, the outputs of the last command, and a folder with nothing but gamesolve.
    around: TempDir,
}

impl Shell {
    fn start(setting: Setting) -> Shell {
        let [folder, around] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let [home, bin] = ["home", "bin"].map(|name| around.path().join(name));
        fs::create_dir(&home).unwrap();
        fs::create_dir(&bin).unwrap();
        std::os::unix::fs::symlink(gamesolve().get_program(), bin.join("gamesolve")).unwrap();
        let mut command = Command::new("sh");
        let inherited = std::env::var_os("PATH").unwrap_or_default();
        let mut places = vec![bin];
        if setting == Setting::Clean {
            let has_tools = |place: &PathBuf| ["sh", "g++", "python3"].iter().any(|tool| place.join(tool).is_file());
            places.extend(std::env::split_paths(&inherited).filter(has_tools));
            command.env_clear();
        } else {
            std::os::unix::fs::symlink(root("testdata"), folder.path().join("testdata")).unwrap();
            places.extend(std::env::split_paths(&inherited));
            for name in [
                "LC_ALL",
                "LC_MESSAGES",
                "LANG",
                "NO_COLOR",
                "CLICOLOR_FORCE",
                "XDG_CONFIG_HOME",
                "XDG_DATA_HOME",
            ] {
                command.env_remove(name);
            }
        }
        command.env("PATH", std::env::join_paths(places).unwrap());
        command.env("HOME", &home).env("XDG_CACHE_HOME", home.join(".cache"));
        command.current_dir(folder.path()).stderr(Stdio::null());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let to = process.stdin.take().unwrap();
        let from = BufReader::new(process.stdout.take().unwrap());
        Shell {
            process,
            to,
            from,
            folder,
            around,
        }
    }

    /// Returns the standard output and standard error of a command, or `None` if it ended the shell.
    fn run(&mut self, command: &str) -> Option<(String, String)> {
        let [source, output, errors] = ["command", "output", "errors"].map(|name| self.around.path().join(name));
        // In a file of its own, a quote without an end ends the shell and does not wait for more.
        fs::write(&source, format!("{command}\n")).unwrap();
        let text = format!(
            ". '{}' >'{}' 2>'{}' </dev/null\necho done\n",
            source.display(),
            output.display(),
            errors.display()
        );
        // A shell that ended reads nothing: the answer is missing then.
        let _ = self.to.write_all(text.as_bytes());
        let mut answer = String::new();
        self.from.read_line(&mut answer).unwrap();
        let text = |path: &Path| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
        (answer == "done\n").then(|| (text(&output), text(&errors)))
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns the part of a line that is compared, or `None` if the line is not.
fn compared(line: &str) -> Option<String> {
    if line.starts_with(ABOUT_THE_SANDBOX) {
        return None;
    }
    // A rule that removes a line removes the end of the line before it, too.
    let text = masked(&format!("\n{}", line.trim_end()));
    Some(text.strip_prefix('\n')?.to_owned())
}

/// Returns a line without the width of its columns.
fn narrow(line: &str) -> String {
    Regex::new(" +").unwrap().replace_all(line, " ").into_owned()
}

/// Whether the stated lines are those printed, except for measured values and the width of columns.
fn holds(stated: &[String], printed: &str) -> bool {
    let plain = |line: &str| compared(line).map(|line| narrow(&line));
    let printed: Vec<String> = printed.lines().filter_map(plain).collect();
    let stated: Vec<String> = stated.iter().filter_map(|line| plain(line)).collect();
    // Between two `…` the lines stand together. The first lines begin, the last lines end.
    let mut rest = &printed[..];
    let parts: Vec<&[String]> = stated.split(|line| line == "…").collect();
    for (number, part) in parts.iter().enumerate() {
        let starts = 0..=rest.len().saturating_sub(part.len());
        let is_last = number + 1 == parts.len();
        let place = starts.clone().find(|&start| {
            (number > 0 || start == 0)
                && (!is_last || start + part.len() == rest.len())
                && rest[start..].starts_with(part)
        });
        let Some(place) = place else { return false };
        rest = &rest[place + part.len()..];
    }
    true
}

/// Returns the lines of a page for this output.
///
/// A line that differs only in measured values stays as it was. The lines on both sides of a `…` are found again by an
/// equal line or an equal beginning, and else by their number: the first lines begin, the last lines end. If a part
/// between two `…` has no line that is found again, everything there is shown.
fn renewed(stated: &[String], printed: &str) -> Vec<String> {
    let with_keys = |line: &str| Some((line.trim_end().to_owned(), compared(line)?));
    let stated: Vec<(String, String)> = stated.iter().filter_map(|line| with_keys(line)).collect();
    let printed: Vec<(String, String)> = printed.lines().filter_map(with_keys).collect();
    let parts: Vec<&[(String, String)]> = stated.split(|(line, _)| line == "…").collect();
    let last = parts.len() - 1;
    let mut found: Vec<String> = Vec::new();
    let mut from = 0;
    let mut is_shown_up_to_here = true;
    for (number, part) in parts.iter().enumerate() {
        // The numbers of lines of the part that are still printed, there and here.
        let mut same: Vec<(usize, usize)> = Vec::new();
        for (there, (line, key)) in part.iter().enumerate() {
            let next = same.last().map_or(from, |&(_, here)| here + 1);
            let is_same = |(_, other): &(String, String)| narrow(other) == narrow(key);
            let begins_so = |(_, other): &(String, String)| {
                let begin = key.char_indices().nth(SAME_BEGIN).map(|(at, _)| &key[..at]);
                begin.is_some_and(|begin| other.starts_with(begin))
            };
            let rest = &printed[next..];
            let here = rest
                .iter()
                .position(is_same)
                .or_else(|| rest.iter().position(begins_so));
            if let Some(here) = here.filter(|_| !line.is_empty()) {
                same.push((there, next + here));
            }
        }
        let start = match same.first() {
            _ if number == 0 => 0,
            Some(&(there, here)) => here.saturating_sub(there),
            None if number == last => printed.len().saturating_sub(part.len()),
            None => {
                is_shown_up_to_here = false;
                continue;
            }
        };
        let end = match same.last() {
            _ if number == last => printed.len(),
            Some(&(there, here)) => here + part.len() - there,
            None => part.len(),
        };
        let start = start.max(from);
        let end = end.clamp(start, printed.len());
        let mut shown = &printed[start..end];
        if number > 0 && is_shown_up_to_here {
            found.push("…".to_owned());
        } else {
            shown = &printed[from..end];
        }
        found.extend(shown.iter().map(|(line, key)| {
            let same = stated.iter().find(|(_, stated)| stated == key);
            same.map_or(line, |(stated, _)| stated).clone()
        }));
        (from, is_shown_up_to_here) = (end, true);
    }
    found
}

/// Returns the lines of a text.
fn lines_of(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

#[test]
fn what_is_printed_is_compared_but_for_what_is_measured() {
    for (text, printed) in [
        ("", ""),
        ("a\nb", "a\nb\n"),
        ("a\n…", "a\nb\nc\n"),
        ("a\n…\nc", "a\nc\n"),
        ("…\nb\n…\nb", "a\nb\nb\n"),
        ("a  AC  3 ms  3.3 MiB", "a    AC     1.2 s  13 MiB\n"),
        ("most time in a: 1 ms", "most time in b-1: 2 ms\n"),
        ("a", "sandbox: tier 1\na\n"),
        ("a\nsandbox: tier 1", "a\n"),
    ] {
        assert!(holds(&lines_of(text), printed), "{text:?} {printed:?}");
    }
    for (text, printed) in [
        ("", "a\n"),
        ("a", ""),
        ("a", "a\nb\n"),
        ("a\n…", "b\na\n"),
        ("…\nb", "b\na\n"),
        ("…\nb\n…\nb", "a\nb\n"),
        ("a  AC  3 ms  1 MiB", "a  WA  3 ms  1 MiB\n"),
        ("in 3 ms", "in 4 ms\n"),
        ("limits: 1 s, 256 MiB", "limits: 2 s, 256 MiB\n"),
    ] {
        assert!(!holds(&lines_of(text), printed), "{text:?} {printed:?}");
    }
}

#[test]
fn renewed_lines_keep_elisions_and_measured_values() {
    for (stated, printed, wanted) in [
        ("", "a\nb\n", "a\nb"),
        ("a", "b\n", "b"),
        ("a\n…\nd", "a\nb\nc\nd\ne\n", "a\n…\nd\ne"),
        ("a\n…", "a\nb\nc\n", "a\n…"),
        ("…\nc\nx", "a\nb\nc\nd\n", "…\nc\nd"),
        ("a\n…\nx", "a\nb\nc\n", "a\n…\nc"),
        (
            "a\n…\nMistake: old\n…",
            "a\nb\nMistake: new\nc\n",
            "a\n…\nMistake: new\n…",
        ),
        ("x\n…\nc", "a\nb\nc\n", "a\n…\nc"),
        ("x\ny\n…", "a\nb\nc\n", "a\nb\n…"),
        ("a\n…\nx\n…\nd", "a\nb\nc\nd\n", "a\nb\nc\nd"),
        ("a\n…\nc\nx\ne\n…", "a\nb\nc\nd\ne\nf\n", "a\n…\nc\nd\ne\n…"),
        ("a\n…\nx\nd\n…\n\ny", "a\n\nb\nc\nd\ne\n\nf\n", "a\n…\nc\nd\n…\n\nf"),
        ("a\n…\nc\n…\ne", "a\nb\nc\nd\ne\nf\n", "a\n…\nc\n…\ne\nf"),
        (
            "s  AC  3 ms  1 MiB\nx",
            "s  AC  4 ms  2 MiB\ny\n",
            "s  AC  3 ms  1 MiB\ny",
        ),
        (
            "s  AC  3 ms  1 MiB\nx",
            "s   AC  4 ms  2 MiB\ny\n",
            "s   AC  4 ms  2 MiB\ny",
        ),
        ("a", "sandbox: tier 1\nb\n", "b"),
    ] {
        let found = renewed(&lines_of(stated), printed);
        assert_eq!(found, lines_of(wanted), "{stated:?} {printed:?}");
        assert!(holds(&found, printed), "{stated:?} {printed:?}");
    }
}

#[test]
fn what_cannot_be_run_is_marked() {
    let all = |text: &str| Ok::<_, String>(outcome(text, Setting::WithTestdata)?.faults);
    let unmarked = all("a\n\n```console\n$ cargo test\n```\n").unwrap();
    assert!(unmarked[0].starts_with("4: `cargo test` is not ours"));
    let marked = all("<!-- not run: why -->\n```console\n$ cargo test\n```\n");
    assert_eq!(marked, Ok(vec![]));
    let wrong = all("`a.in`:\n\n```text\n4\n.X.X\n```\n\n```console\n$ gamesolve stones a.in\n2\n```\n");
    assert_eq!(wrong.unwrap(), ["9: $ gamesolve stones a.in\n1\n"]);
    for (text, fault) in [
        ("```console\na\n```\n", "2: a session begins"),
        ("<!-- not run: why -->\na\n", "2: the comment belongs"),
        ("<!-- not run: why -->\n```text\n```\n", "2: only a session"),
        ("1. a\n\n   ```console\n", "3: a session is not indented"),
        ("`a.in`:\n\nb\n", "3: the file `a.in` has no block"),
        ("`a.in`:\n```console\n$ ls\n```\n", "2: `a.in` is a session"),
    ] {
        let found = all(text).unwrap_err();
        assert!(found.starts_with(fault), "{text:?}: {found}");
    }
}

#[test]
fn a_page_is_one_session_with_the_files_that_it_shows() {
    let page = "# A page\n\nMake a file.\n\n`in/Stones.in`:\n\n```text\n4\n.X.X\n```\n\n\
        ```console\n$ cd in\n$ gamesolve stones < Stones.in\n1\n```\n\nMore.\n\n\
        `b.in`:\n```text\n```\n\n```console\n$ ls\nStones.in\n$ ls ..\nb.in\nin\n```\n";
    let found = outcome(page, Setting::Clean).unwrap();
    assert_eq!(found.faults, [""; 0]);
    assert_eq!((found.sessions, &*found.renewed), (2, page));
    let printed = outcome("```console\n$ ls\n$ gamesolve frobnicate\n```\n", Setting::WithTestdata).unwrap();
    assert!(
        printed
            .renewed
            .starts_with("```console\n$ ls\ntestdata\n$ gamesolve frobnicate\nerror: ")
    );
    let longer = outcome("```console\n$ echo 1\n$ echo 2\n3\n```\nb\n", Setting::Clean).unwrap();
    assert_eq!(longer.renewed, "```console\n$ echo 1\n1\n$ echo 2\n2\n```\nb\n");
    // Nothing but the page is there.
    let clean = outcome("```console\n$ ls -A . ~\n$ echo $LANG$CARGO\n```\n", Setting::Clean).unwrap();
    assert_eq!(clean.faults[0].lines().next(), Some("2: $ ls -A . ~"));
    assert!(
        clean.renewed.ends_with("$ echo $LANG$CARGO\n\n```\n"),
        "{}",
        clean.renewed
    );
    let ended = outcome("```console\n$ echo 'a\n```\n", Setting::Clean).unwrap();
    assert_eq!(ended.faults, ["2: $ echo 'a\nended the shell"]);
}
