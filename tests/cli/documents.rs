//! The console blocks of README.md and docs/*.md: every command in them runs and prints what is stated.
//!
//! A block marked `console` is a session in `sh`. Its commands begin with `$ `; the lines up to the next command are
//! what it prints: standard output, and behind it standard error, which may be left out where there is any output. A
//! line `…` stands for any lines. Comments before a block, hidden where the document is shown, say what it needs:
//!
//! - `<!-- sol.cpp: problems/stones/submissions/wrong_answer/reduced-gaps.cpp -->`: a file of the session, copied from this one;
//! - `<!-- mine.in: "2\n1 2\n" -->`: a file with this text;
//! - `<!-- not run: why -->`: the block is left out.
//!
//! Measured times and memory, and the names of the cases that took most, are not compared; nor is how wide a column is.
//! The blocks of a document share one folder, in which `testdata` is ours.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use regex_lite::Regex;

use crate::support::{Failures, files, gamesolve, has, is_left_to_the_gate, root};

/// A block marked `console`.
#[derive(Debug, Default)]
struct Block {
    /// The number of its first line.
    line: usize,
    /// The name of a file and what is said of it.
    files: Vec<(String, String)>,
    is_run: bool,
    commands: Vec<Stated>,
}

/// A command and the lines that it prints.
#[derive(Debug)]
struct Stated {
    line: usize,
    command: String,
    lines: Vec<String>,
}

#[test]
fn console_blocks_print_what_they_state() {
    if is_left_to_the_gate() {
        return;
    }
    let what = "the console blocks of the documents";
    if !has("g++", what) || !has("python3", what) {
        return;
    }
    let mut failures = Failures::default();
    let mut count = 0;
    let mut documents = files("docs", "md");
    documents.push(root("README.md"));
    for path in documents {
        let text = fs::read_to_string(&path).unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(root("testdata"), folder.path().join("testdata")).unwrap();
        match blocks(&text) {
            Ok(blocks) => {
                for block in blocks.iter().filter(|block| block.is_run) {
                    count += block.commands.len();
                    for fault in faults(block, folder.path()) {
                        failures.add(format!("{}:{fault}", path.display()));
                    }
                }
            }
            Err(fault) => failures.add(format!("{}:{fault}", path.display())),
        }
    }
    assert!(count >= 10, "only {count} commands stand in the documents");
    failures.finish();
}

/// The console blocks of a document.
fn blocks(text: &str) -> Result<Vec<Block>, String> {
    let mut found = Vec::new();
    let mut next = Block::default();
    let mut not_run = false;
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let comment = line.strip_prefix("<!-- ").and_then(|c| c.strip_suffix(" -->"));
        if let Some((name, what)) = comment.and_then(|comment| comment.split_once(": ")) {
            match name {
                "not run" => not_run = true,
                _ => next.files.push((name.into(), what.into())),
            }
        } else if let Some(mark) = line.strip_prefix("```") {
            let mut block = std::mem::take(&mut next);
            (block.line, block.is_run) = (number + 1, !std::mem::take(&mut not_run));
            let mut inside = lines.by_ref().take_while(|(_, line)| *line != "```");
            if mark == "console" && block.is_run {
                inside.try_for_each(|(number, line)| {
                    if let Some(command) = line.strip_prefix("$ ") {
                        block.commands.push(Stated {
                            line: number + 1,
                            command: command.into(),
                            lines: Vec::new(),
                        });
                        return Ok(());
                    }
                    let last = block.commands.last_mut();
                    let fault = || format!("{}: a session begins with `$ `", number + 1);
                    last.ok_or_else(fault)?.lines.push(line.into());
                    Ok::<(), String>(())
                })?;
                found.push(block);
            } else {
                inside.for_each(drop);
                if !block.files.is_empty() {
                    return Err(format!("{}: only a session has files", block.line));
                }
            }
        } else if !line.is_empty() && (not_run || !next.files.is_empty()) {
            return Err(format!("{}: the comment belongs to no block", number + 1));
        }
    }
    Ok(found)
}

/// Runs a session; what it prints otherwise than stated.
fn faults(block: &Block, folder: &Path) -> Vec<String> {
    for (name, what) in &block.files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let content = match serde_json::from_str::<String>(what) {
            Ok(text) => text.into_bytes(),
            Err(_) => match fs::read(root(what)) {
                Ok(bytes) => bytes,
                Err(error) => return vec![format!("{}: {what}: {error}", block.line)],
            },
        };
        fs::write(path, content).unwrap();
    }
    let mut faults = Vec::new();
    for stated in &block.commands {
        let (line, command) = (stated.line, &stated.command);
        if !command.starts_with("gamesolve ") {
            faults.push(format!(
                "{line}: `{command}` is not ours; `<!-- not run: why -->` before the block leaves it out"
            ));
            continue;
        }
        let (output, errors) = run(command, folder);
        let is_right =
            !output.is_empty() && holds(&stated.lines, &output) || holds(&stated.lines, &format!("{output}{errors}"));
        if !is_right {
            faults.push(format!("{line}: $ {command}\n{output}{errors}"));
        }
    }
    faults
}

/// Returns the standard output and standard error of a command line.
fn run(command: &str, folder: &Path) -> (String, String) {
    let binary = PathBuf::from(gamesolve().get_program());
    let mut path = binary.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command);
    shell.current_dir(folder).env("PATH", path);
    shell.env("XDG_CACHE_HOME", folder.join("cache"));
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "CLICOLOR_FORCE"] {
        shell.env_remove(name);
    }
    let output = shell.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// Whether the lines printed are those stated, but for what is measured.
fn holds(stated: &[String], printed: &str) -> bool {
    let plain = |line: &str| {
        let measured = [
            (r" +", " "),
            (r" [\d.]+ m?s [\d.]+ [KMG]iB\b", " TIME MEMORY"),
            (r"(most \w+ in) [\w-]+: [\d.]+ \w+", "$1 CASE"),
        ];
        let replace =
            |line: String, (what, by): (&str, &str)| Regex::new(what).unwrap().replace_all(&line, by).into_owned();
        measured.into_iter().fold(line.trim_end().to_owned(), replace)
    };
    // How strong the box is depends on the machine.
    let is_the_same_everywhere = |line: &String| !line.starts_with("box: ");
    let printed: Vec<String> = printed.lines().map(plain).filter(is_the_same_everywhere).collect();
    let stated = stated.iter().map(|line| plain(line));
    let stated: Vec<String> = stated.filter(is_the_same_everywhere).collect();
    // Between two `…` the lines stand together; the first begin, the last end.
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

#[test]
fn what_is_printed_is_compared_but_for_what_is_measured() {
    let stated = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    for (text, printed) in [
        ("", ""),
        ("a\nb", "a\nb\n"),
        ("a\n…", "a\nb\nc\n"),
        ("a\n…\nc", "a\nc\n"),
        ("…\nb\n…\nb", "a\nb\nb\n"),
        ("a  AC  3 ms  3.3 MiB", "a    AC     1.2 s  13 MiB\n"),
        ("most time in a: 1 ms", "most time in b-1: 2 ms\n"),
        ("a", "box: tier 1\na\n"),
    ] {
        assert!(holds(&stated(text), printed), "{text:?} {printed:?}");
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
        assert!(!holds(&stated(text), printed), "{text:?} {printed:?}");
    }
}

#[test]
fn what_cannot_be_run_is_marked() {
    let all = |text: &str| {
        let folder = tempfile::tempdir().unwrap();
        let found = blocks(text)?;
        let run = found.iter().filter(|block| block.is_run);
        Ok::<_, String>(run.flat_map(|b| faults(b, folder.path())).collect::<Vec<_>>())
    };
    let unmarked = all("a\n\n```console\n$ cargo test\n```\n").unwrap();
    assert!(unmarked[0].starts_with("4: `cargo test` is not ours"));
    let marked = all("<!-- not run: why -->\n```console\n$ cargo test\n```\n");
    assert_eq!(marked, Ok(vec![]));
    let wrong = all("<!-- a.in: \"4\\n.X.X\\n\" -->\n```console\n$ gamesolve stones a.in\n2\n```\n");
    assert_eq!(wrong.unwrap(), ["3: $ gamesolve stones a.in\n1\n"]);
    for (text, fault) in [
        ("```console\na\n```\n", "2: a session begins"),
        ("<!-- not run: why -->\na\n", "2: the comment belongs"),
        ("<!-- a.in: \"\" -->\n```text\n```\n", "2: only a session"),
    ] {
        let found = all(text).unwrap_err();
        assert!(found.starts_with(fault), "{text:?}: {found}");
    }
}

/// Every Rust source below a folder of the package, one after another.
fn sources(folder: &str) -> String {
    let mut text = String::new();
    let mut folders = vec![root(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                text += &fs::read_to_string(path).unwrap();
            }
        }
    }
    text
}

#[test]
fn the_tests_and_targets_that_the_page_on_security_names_are_there() {
    let page = fs::read_to_string(root("docs/security.md")).unwrap();
    let name = Regex::new(r"`([a-z0-9]+(?:_[a-z0-9]+){3,})`").unwrap();
    let tests = sources("tests") + &sources("crates/box") + &sources("crates/scratch");
    let mut failures = Failures::default();
    let mut count = 0;
    for found in name.captures_iter(&page) {
        count += 1;
        if !tests.contains(&found[1]) {
            failures.add(format!("there is no test `{}`", &found[1]));
        }
    }
    assert!(count > 20, "only {count} tests are named");
    for target in files("fuzz/fuzz_targets", "rs") {
        let row = format!("\n| `{}` |", target.file_stem().unwrap().to_str().unwrap());
        if !page.contains(&row) {
            failures.add(format!("there is no row {row:?}"));
        }
    }
    failures.finish();
}
