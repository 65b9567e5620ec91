//! The line that shows the progress of long work. It appears on a terminal (here a pseudo-terminal), and nowhere else.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use nix::pty::openpty;

use crate::support::{gamesolve, has, has_time, needs};

/// Strips that take minutes, and a limit that allows two lines a second for a while.
const STRIPS: &str = "17 31 64\n1\n400000\n";
const LIMIT: [&str; 2] = ["--time-limit", "3"];

/// Runs gamesolve with a terminal as standard error. Returns the exit code and the text on the terminal.
fn shown_by(args: &[&str], folder: &Path) -> (Option<i32>, String) {
    let ends = openpty(None, None).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_gamesolve"))
        .args(args)
        .current_dir(folder)
        .env("XDG_CACHE_HOME", folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::from(ends.slave))
        .spawn()
        .unwrap();
    let mut terminal = File::from(ends.master);
    let mut shown = Vec::new();
    let mut chunk = [0; 4096];
    // The read ends after the last of the other ends is closed.
    while let Ok(count @ 1..) = terminal.read(&mut chunk) {
        shown.extend_from_slice(&chunk[..count]);
    }
    (
        child.wait().unwrap().code(),
        String::from_utf8_lossy(&shown).into_owned(),
    )
}

/// Writes a testcase that takes minutes.
fn slow_case(folder: &Path) {
    std::fs::write(folder.join("slow.in"), STRIPS).unwrap();
    std::fs::write(folder.join("slow.out"), "1\n").unwrap();
}

#[test]
fn long_work_is_shown_on_a_terminal() {
    needs!(has_time());
    let folder = tempfile::tempdir().unwrap();
    slow_case(folder.path());
    let input = folder.path().join("slow.in");
    let (input, cases) = (input.to_str().unwrap(), folder.path().to_str().unwrap());
    for (args, line) in [
        (&["pas", input][..], " of 400001 boards, 0:0"),
        (&["play", "pas", input], " of 400001 boards, 0:0"),
        (
            &["explain", "pas", input, "--work-limit", "100T"],
            " of 400001 boards, 0:0",
        ),
        (&["check", "pas", cases], " 0/1 testcases, 0:0"),
    ] {
        let (code, shown) = shown_by(&[args, &LIMIT].concat(), folder.path());
        assert_eq!(code, Some(4), "{args:?}: {shown:?}");
        assert!(shown.contains(line), "{args:?}: {shown:?}");
    }
}

#[test]
fn a_slow_game_of_your_own_is_shown_on_a_terminal() {
    needs!(has_time() && has("python3", "a slow game"));
    // Each process of the game works for a while before it answers.
    let game = "import time\nwhile time.process_time() < 2.5: pass\nLIMITS = {'n': (1, 50)}\nINPUT = 'n'\n\
                def moves(n):\n    for k in range(1, n // 2 + 1): yield n - k\n";
    for args in [
        &["gen", "slow.py"][..],
        &["validate", "slow.py", "1.in"],
        &["new", "slow.py", "--lang", "py"],
        &["table", "slow.py"],
        &["judge", "slow.py", "right.py", "tests", "--time", "20"],
        &["stress", "slow.py", "right.py", "--tests", "1", "--time", "20"],
    ] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("slow.py"), game).unwrap();
        std::fs::write(folder.path().join("1.in"), "7\n").unwrap();
        std::fs::create_dir(folder.path().join("tests")).unwrap();
        std::fs::write(folder.path().join("tests/1.in"), "7\n").unwrap();
        std::fs::write(folder.path().join("tests/1.out"), "L\n").unwrap();
        let right = "n = int(input())\nprint('L' if n & (n + 1) == 0 else 'W')\n";
        std::fs::write(folder.path().join("right.py"), right).unwrap();
        let (code, shown) = shown_by(args, folder.path());
        assert_eq!(code, Some(0), "{args:?}: {shown:?}");
        // The clock of `judge` has no comma before it.
        assert!(shown.contains(", 0:0"), "{args:?}: {shown:?}");
    }
}

#[test]
fn a_large_export_is_shown_on_a_terminal() {
    needs!(has_time());
    let folder = tempfile::tempdir().unwrap();
    // The files take no room on the disk, and a while in an archive.
    for name in ["1", "2", "3", "4"] {
        let input = File::create(folder.path().join(format!("{name}.in"))).unwrap();
        input.set_len(60 << 20).unwrap();
        std::fs::write(folder.path().join(format!("{name}.out")), "1\n").unwrap();
    }
    let (code, shown) = shown_by(&["export", ".", "--format", "kattis", "-o", "out.zip"], folder.path());
    assert_eq!(code, Some(0), "{shown:?}");
    assert!(shown.contains("working, 0:0"), "{shown:?}");
}

#[test]
fn nothing_is_shown_where_standard_error_is_no_terminal() {
    let folder = tempfile::tempdir().unwrap();
    slow_case(folder.path());
    for args in [&["pas", "slow.in"][..], &["check", "pas", "."]] {
        let done = gamesolve()
            .current_dir(&folder)
            .args(args)
            .args(["--time-limit", "1"])
            .output()
            .unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        assert_eq!(
            said,
            "error: this takes longer than 1 second\nhint: `--time-limit` sets the time\n"
        );
    }
}
