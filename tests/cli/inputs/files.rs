//! Files and streams with any content: classes 22 to 24 and 60 to 66.

use std::fs;

use gamesolve::problem::Failure;
use gamesolve::problems::REGISTRY;
use gamesolve::random::Random;
use predicates::prelude::*;

use super::{BUDGET, input};
use crate::support::gamesolve;

#[test]
fn class_22_noise_is_refused() {
    let mut random = Random::new(22);
    for _ in 0..50 {
        let noise: Vec<u8> = (0..1024).map(|_| random.below(256) as u8).collect();
        for entry in REGISTRY {
            let solved = entry.solve(input(&noise), BUDGET);
            let slug = entry.meta().slug;
            let shown = noise.escape_ascii();
            assert!(matches!(solved, Err(Failure::Input(_))), "{slug}: {shown}");
            assert!(entry.validate(input(&noise)).is_err(), "{slug}: {shown}");
        }
    }
}

#[test]
fn class_23_folders_pipes_and_devices_are_refused_unread() {
    for (path, kind) in [(".", "a folder"), ("/dev/zero", "a device")] {
        let message = format!("error: cannot read `{path}`: it is {kind}, not a file\n");
        gamesolve()
            .args(["stones", path])
            .assert()
            .code(2)
            .stdout("")
            .stderr(message);
    }
}

#[test]
fn class_24_a_missing_file_is_refused_by_its_name() {
    for verb in [&["stones"][..], &["validate", "stones"]] {
        gamesolve()
            .args(verb)
            .arg("no such file")
            .assert()
            .code(2)
            .stdout("")
            .stderr("error: there is no file or folder `no such file`\n");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_does_not_fit_the_memory_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large");
    let file = std::fs::File::create(&path).unwrap();
    file.set_len(1 << 30).unwrap();
    let binary = gamesolve().get_program().to_owned();
    let mut shell = assert_cmd::Command::new("sh");
    let limited = "ulimit -v 500000 && exec \"$0\" stones \"$1\"";
    shell.arg("-c").arg(limited).arg(&binary).arg(&path);
    shell
        .assert()
        .code(4)
        .stdout("")
        .stderr(predicate::str::ends_with("`: out of memory\n"));
}

#[cfg(unix)]
#[test]
fn class_61_a_closed_standard_input_is_an_error() {
    let binary = gamesolve().get_program().to_owned();
    let mut shell = assert_cmd::Command::new("sh");
    shell.arg("-c").arg("\"$0\" stones <&-").arg(&binary);
    shell
        .assert()
        .code(2)
        .stdout("")
        .stderr(predicate::str::starts_with("error: "));
}

#[test]
fn class_63_a_file_over_the_size_limit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("big");
    fs::write(&path, "4\n.X.X\n").unwrap();
    let mut command = gamesolve();
    command.args(["stones", "--max-input-bytes", "6"]).arg(&path);
    command
        .assert()
        .code(2)
        .stdout("")
        .stderr(predicate::str::contains("larger than 6 bytes"));
}

#[cfg(unix)]
#[test]
fn class_64_any_file_name_works_and_is_shown_escaped() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    for name in [b"a b".as_slice(), b"a\nb", b"-x", b"\xff\xfe", b"\x1b[2J"] {
        let name = std::ffi::OsStr::from_bytes(name);
        let path = folder.path().join(name);
        fs::write(&path, "4\n.X.X\n").unwrap();
        gamesolve()
            .current_dir(&folder)
            .args(["stones", "--"])
            .arg(name)
            .assert()
            .success()
            .stdout("1\n");
        fs::write(&path, "4\n.X.\n").unwrap();
        let escaped = predicate::function(|message: &str| !message.contains('\x1b') && message.contains(":2:4"));
        gamesolve()
            .current_dir(&folder)
            .args(["stones", "--"])
            .arg(name)
            .assert()
            .code(2)
            .stdout("")
            .stderr(escaped);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn class_66_a_closed_pipe_is_quiet_and_a_full_disk_is_not() {
    let binary = gamesolve().get_program().to_owned();
    let mut shell = assert_cmd::Command::new("bash");
    shell
        .args(["-c", "set -o pipefail; \"$0\" show stones --lang en | true"])
        .arg(&binary);
    // The reader may end before or after the text is written. Both ends are quiet.
    shell.assert().code(predicate::in_iter([0, 141])).stdout("").stderr("");
    let mut shell = assert_cmd::Command::new("sh");
    shell
        .args(["-c", "printf '4\\n.X.X\\n' | \"$0\" stones >/dev/full"])
        .arg(&binary);
    shell
        .assert()
        .code(3)
        .stdout("")
        .stderr(predicate::str::starts_with("error: cannot write to standard output"));
}

/// `script` provides a pseudo-terminal.
#[cfg(target_os = "linux")]
#[test]
fn class_60_a_terminal_is_told_how_to_end_the_input() {
    let version = std::process::Command::new("script").arg("--version").output();
    if !version.is_ok_and(|output| output.status.success()) {
        crate::support::skip("the message to a terminal needs `script`");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = assert_cmd::Command::new("script");
    terminal
        .current_dir(&folder)
        .env("BINARY", gamesolve().get_program())
        .args(["-qec", "\"$BINARY\" stones >out 2>err", "/dev/null"])
        .write_stdin("4\n.X.X\n")
        .timeout(std::time::Duration::from_secs(60));
    terminal.assert().success();
    let written = |name| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(written("err"), "Reading from the terminal. End with Ctrl-D.\n");
    assert_eq!(written("out"), "1\n");
}

/// Such a file claims to be empty.
#[cfg(target_os = "linux")]
#[test]
fn class_62_a_file_is_read_to_its_end_whatever_length_it_claims() {
    let path = "/proc/sys/kernel/pid_max";
    assert_eq!(fs::metadata(path).unwrap().len(), 0);
    let largest = fs::read_to_string(path).unwrap();
    let from_stream = gamesolve().arg("marbles").write_stdin(largest).output();
    let expected = String::from_utf8(from_stream.unwrap().stdout).unwrap();
    assert_ne!(expected, "");
    let solving = gamesolve().args(["marbles", path]).assert();
    solving.success().stdout(expected);
}
