//! Tests that are files: each golden file of [`sessions`] holds files, commands, and the whole outputs of the commands.
//!
//! ```text
//! # An empty heap is lost.
//! needs: time python3
//! === half.py
//! def moves(n): return range(n // 2, n)
//! ===
//! $ gamesolve explain half.py --at 0
//! …
//! --- exit code 0
//! ```
//!
//! A test has one folder. `sh` runs each command there, and a text behind `<<'END'` is its input. A command ends where its
//! quotes end. `$ROOT` is the repository. `needs` names the tools, and `time` leaves the test to the gate. `report` in
//! tests/cli/tools judges, and prints the report in short. If you add a command, write a line `--- exit` below it, because
//! `UPDATE=1` replaces the lines down to that one.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use super::golden::{compare, masked, path, shown, without_root};
use super::support::{before_path, gamesolve, has, has_time, needs, root};

/// Makes a test of each golden file with this name in the folder of the module: it runs the commands in the file.
macro_rules! sessions {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                $crate::sessions::session(module_path!(), stringify!($name));
            }
        )*
    };
}
pub(crate) use sessions;

/// Runs the commands of a golden file by `sh`, and compares their outputs.
#[track_caller]
pub fn session(module: &str, name: &str) {
    let name = &format!("{}/{name}", module.rsplit(':').next().unwrap());
    let stored = fs::read_to_string(path(name)).unwrap();
    let [place, cache] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let binary = gamesolve().get_program().to_owned();
    let mut search = before_path(Path::new(&binary).parent().unwrap());
    search.push(":");
    search.push(root("tests/cli/tools"));
    let mut found = String::new();
    let mut lines = stored.split_inclusive('\n');
    while let Some(line) = lines.next() {
        found += line;
        let line = line.trim_end_matches('\n');
        if let Some(tools) = line.strip_prefix("needs: ") {
            let is_here = |tool| if tool == "time" { has_time() } else { has(tool, name) };
            needs!(tools.split(' ').all(is_here));
        } else if let Some(file) = line.strip_prefix("=== ") {
            let (file, is_program) = match file.strip_suffix(" (a program)") {
                Some(file) => (file, true),
                None => (file, false),
            };
            let mut text = String::new();
            for line in lines.by_ref() {
                found += line;
                match line {
                    "===\n" => break,
                    // The last line of the file has no line end.
                    "=== \\\n" => {
                        text.pop();
                        break;
                    }
                    line => text += line,
                }
            }
            let file = place.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, text).unwrap();
            if is_program {
                fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
            }
        } else if let Some(command) = line.strip_prefix("$ ") {
            let mut command = command.to_owned();
            let has_input = command.ends_with("<<'END'");
            let is_open = |command: &str| command.replace("\\'", "").matches('\'').count() % 2 == 1;
            while if has_input {
                !command.ends_with("\nEND")
            } else {
                is_open(&command)
            } {
                let line = lines.next().expect("the end of a command");
                found += line;
                command += "\n";
                command += line.trim_end_matches('\n');
            }
            let mut shell = Command::new("sh");
            for (name, value) in gamesolve().get_envs() {
                match value {
                    Some(value) => shell.env(name, value),
                    None => shell.env_remove(name),
                };
            }
            shell.env("PATH", &search).env("XDG_CACHE_HOME", cache.path());
            shell.env("ROOT", env!("CARGO_MANIFEST_DIR"));
            shell.args(["-c", &command]).current_dir(&place).stdin(Stdio::null());
            let output = shell.output().unwrap();
            found += &masked(&without_root(&shown(&output, &output.stderr, place.path())));
            lines.by_ref().find(|line| line.starts_with("--- exit"));
        }
    }
    assert!(found.contains("\n--- exit"), "{name}: the file runs no command");
    compare(name, &stored, &found);
}
