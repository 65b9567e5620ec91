//! `gamesolve play` on a pseudo-terminal.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use nix::fcntl::OFlag;
use nix::pty::{OpenptyResult, Winsize, grantpt, openpty, posix_openpt, ptsname_r, unlockpt};
use nix::sys::signal::{Signal, kill};
use nix::sys::termios::tcgetattr;
use nix::unistd::Pid;

/// Takes over the whole screen, and gives it back.
const TAKEN: &str = "\x1b[?1049h";
const GIVEN_BACK: &str = "\x1b[?1049l";

/// Plays on a terminal of the kind `term`, and runs `act` as soon as `sign` is on the screen.
///
/// Returns the exit code and everything that was shown. Afterwards the terminal must be as before.
fn played(term: &str, options: &[&str], sign: &str, act: impl Fn(&mut File, &Child)) -> (Option<i32>, String) {
    let size = Winsize {
        ws_row: 24,
        ws_col: 80,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    let OpenptyResult { master, slave } = openpty(Some(&size), None).unwrap();
    let before = tcgetattr(&slave).unwrap();
    let end = || Stdio::from(slave.try_clone().unwrap());
    let mut child = Command::new(env!("CARGO_BIN_EXE_gamesolve"))
        .args(["play", "nim", "--seed", "2"])
        .args(options)
        .env("TERM", term)
        .stdin(end())
        .stdout(end())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut terminal = File::from(master.try_clone().unwrap());
    let mut reading = File::from(master);
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut chunk = [0; 4096];
        // The read ends after the last of the other ends is closed.
        while let Ok(count @ 1..) = reading.read(&mut chunk) {
            if send.send(chunk[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    let deadline = Instant::now() + Duration::from_secs(600);
    let mut shown = String::new();
    let mut acted = false;
    let mut ended = false;
    while !ended && Instant::now() < deadline {
        if let Ok(bytes) = receive.recv_timeout(Duration::from_millis(20)) {
            shown += &String::from_utf8_lossy(&bytes);
        } else {
            ended = matches!(child.try_wait(), Ok(Some(_)));
        }
        if !acted && shown.contains(sign) {
            act(&mut terminal, &child);
            acted = true;
        }
    }
    if !ended {
        // It may have ended in this instant. The wait settles it either way.
        let _ = child.kill();
    }
    let status = child.wait().unwrap();
    assert!(ended, "still at play: {shown:?}");
    assert_eq!(tcgetattr(&slave).unwrap(), before, "the terminal is not as it was");
    (status.code(), shown)
}

#[test]
fn a_terminal_is_taken_over_and_given_back_however_play_ends() {
    type Act = fn(&mut File, &Child);
    let ways: [(Act, i32); 3] = [
        (|terminal, _| terminal.write_all(b"q").unwrap(), 0),
        (|terminal, _| terminal.write_all(b"\x03").unwrap(), 130),
        (
            |_, child| kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGTERM).unwrap(),
            130,
        ),
    ];
    for (way, code) in ways {
        let (found, shown) = played("xterm-256color", &[], "swap", way);
        assert_eq!(found, Some(code), "{shown:?}");
        let back = shown
            .split_once(TAKEN)
            .and_then(|(_, rest)| rest.split_once(GIVEN_BACK));
        assert!(back.is_some(), "{shown:?}");
        // The mouse works too.
        for part in ["\x1b[?1000h", "\x1b[?1000l"] {
            assert!(shown.contains(part), "{shown:?}");
        }
    }
}

#[test]
fn play_ends_with_its_terminal() {
    // Children of this test and of other tests do not inherit the terminal, so that it closes when it is dropped.
    let mut terminal = posix_openpt(OFlag::O_RDWR | OFlag::O_NOCTTY | OFlag::O_CLOEXEC).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    let slave = File::options()
        .read(true)
        .write(true)
        .open(ptsname_r(&terminal).unwrap())
        .unwrap();
    let end = || Stdio::from(slave.try_clone().unwrap());
    let mut child = Command::new(env!("CARGO_BIN_EXE_gamesolve"))
        .args(["play", "nim", "--seed", "2"])
        .env("TERM", "xterm")
        .stdin(end())
        .stdout(end())
        .stderr(end())
        .spawn()
        .unwrap();
    drop(slave);
    let mut shown = Vec::new();
    while !String::from_utf8_lossy(&shown).contains(TAKEN) {
        let mut chunk = [0; 4096];
        let count = terminal.read(&mut chunk).unwrap();
        shown.extend_from_slice(&chunk[..count]);
    }
    // No signal tells the child: this terminal is not the one that it was started from.
    drop(terminal);
    let deadline = Instant::now() + Duration::from_secs(600);
    let mut ended = None;
    while ended.is_none() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
        ended = child.try_wait().unwrap();
    }
    let _ = child.kill();
    let _ = child.wait();
    assert_eq!(ended.expect("still at play").code(), Some(130));
}

#[test]
fn lines_are_used_on_request_and_on_plain_terminals() {
    let quit = |terminal: &mut File, _: &Child| terminal.write_all(b"quit\n").unwrap();
    for (term, options) in [("xterm", &["--plain"][..]), ("dumb", &[])] {
        let (code, shown) = played(term, options, "> ", quit);
        assert_eq!(code, Some(0), "{shown:?}");
        assert!(!shown.contains('\x1b') && shown.contains("A move is "), "{shown:?}");
    }
}
