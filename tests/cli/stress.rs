//! `gamesolve stress` with programs that are wrong in known ways, and with right ones.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Output;

use super::judge::has;
use super::support::{Failures, files, files_in, gamesolve, root};

fn stress(arguments: &[&str], save: &Path) -> Output {
    let mut command = gamesolve();
    command
        .arg("stress")
        .args(arguments)
        .arg("--save")
        .arg(save);
    command.current_dir(root("")).output().unwrap()
}

/// The most bytes that the shrunk case of any of the wrong programs may have.
fn most_bytes(slug: &str) -> u64 {
    match slug {
        // A forced win of more than 2n plies needs a graph.
        "cat-mouse" => 150,
        "dag-stone-count" | "game" | "pawns" | "score-game" => 45,
        _ => 20,
    }
}

#[test]
fn every_wrong_program_is_caught_and_its_case_is_small_and_can_be_judged_again() {
    if !has("python3", "stress on wrong programs") {
        return;
    }
    let mut failures = Failures::default();
    let mut count = 0;
    for slug in fs::read_dir(root("tests/solutions/bugs")).unwrap() {
        let slug = slug.unwrap().file_name().into_string().unwrap();
        for program in files(&format!("tests/solutions/bugs/{slug}"), "py") {
            count += 1;
            let name = format!("{slug}/{}", program.file_name().unwrap().display());
            let save = tempfile::tempdir().unwrap();
            let output = stress(
                &[&slug, program.to_str().unwrap(), "--time-budget", "10"],
                save.path(),
            );
            let told = String::from_utf8(output.stdout).unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            let cases = files_in(save.path(), "in");
            if output.status.code() != Some(1) || cases.len() != 1 {
                failures.add(format!("{name}: {told}{said}"));
                continue;
            }
            let bytes = fs::metadata(&cases[0]).unwrap().len();
            if bytes > most_bytes(&slug) || !told.contains("\nWhy: ") {
                failures.add(format!("{name}: {bytes} bytes\n{told}{said}"));
            }
            let again = gamesolve()
                .args(["judge", &slug])
                .arg(&program)
                .arg(save.path())
                .output()
                .unwrap();
            if again.status.code() != Some(1) {
                failures.add(format!("{name}: accepted when judged again\n{told}"));
            }
        }
    }
    assert!(count >= 20, "{count} wrong programs");
    failures.finish();
}

#[test]
fn a_right_program_passes_and_saves_nothing() {
    if !has("python3", "stress on a right program") {
        return;
    }
    let save = tempfile::tempdir().unwrap();
    let output = stress(
        &["nim", "tests/solutions/nim/ac-xor.py", "--tests", "100"],
        save.path(),
    );
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.stdout.ends_with(b": no failing instance found\n"));
    assert!(files_in(save.path(), "in").is_empty());
}

#[test]
fn several_commands_are_tried_one_after_the_other() {
    let save = tempfile::tempdir().unwrap();
    let arguments = [
        "marbles",
        "--tests",
        "60",
        "--save",
        save.path().to_str().unwrap(),
    ];
    let commands = ["--", "echo", "2", "--", "false"];
    let output = gamesolve()
        .arg("stress")
        .args(arguments)
        .args(commands)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(
        told.contains("\ninput:\n  1\n\nright answer:\n  1\n  1\n"),
        "{told}"
    );
    assert!(told.contains("false: RE "), "{told}");
    assert_eq!(files_in(save.path(), "in").len(), 2);
    assert_eq!(
        fs::read_to_string(save.path().join("stress-02.in")).unwrap(),
        "0\n"
    );
}
