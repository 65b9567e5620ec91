//! The systems that README's table names, and the symbols of the program.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use regex_lite::Regex;

use crate::support::{has, needs, root};

/// The target of the gate's tests.
const TESTED: &str = "x86_64-unknown-linux-gnu";

#[test]
fn the_table_of_systems_is_that_of_the_scripts() {
    needs!(has("bash", "the table of systems"));
    let targets = |script: &str| -> BTreeSet<String> {
        let output = Command::new(root(script)).arg("--targets").output().unwrap();
        let words = String::from_utf8(output.stdout).unwrap();
        words.split_whitespace().map(str::to_owned).collect()
    };
    let (checked, emulated) = (targets("scripts/check"), targets("scripts/emulated"));
    let gate = fs::read_to_string(root("scripts/check")).unwrap();
    let wheel = Regex::new(r"scripts/wheels --quick ([\w-]+)").unwrap();
    let tried = wheel.captures(&gate).unwrap()[1].to_owned();
    let state = |target: &String| match target {
        _ if *target == tried => "wheel tested",
        _ if emulated.contains(target) => "runs under an emulator",
        _ => "not built",
    };
    let mut expected: BTreeMap<String, &str> = checked.iter().map(|target| (target.clone(), state(target))).collect();
    expected.insert(TESTED.to_owned(), "tests run");

    let readme = fs::read_to_string(root("README.md")).unwrap();
    let row = Regex::new(r"(?m)^\| [^|]+ \| `([^`]+)` \| ([^|]+) \|").unwrap();
    let rows = row.captures_iter(&readme).map(|row| row.extract().1);
    let table: BTreeMap<String, &str> = rows.map(|[target, state]| (target.to_owned(), state)).collect();
    assert_eq!(
        table, expected,
        "README's table of systems; scripts/check has the targets"
    );

    let wheels: BTreeSet<String> = emulated.into_iter().chain([tried]).collect();
    assert_eq!(targets("scripts/wheels"), wheels);
}

/// Returns whether an ELF file of 64 bits has a table of symbols: a section of type 2.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn has_symbols(program: &[u8]) -> bool {
    let number = |at: usize, bytes: usize| {
        let digits = program[at..][..bytes].iter().rev();
        digits.fold(0, |number, &digit| (number << 8) | usize::from(digit))
    };
    let (sections, size, count) = (number(0x28, 8), number(0x3a, 2), number(0x3c, 2));
    (0..count).any(|section| number(sections + section * size + 4, 4) == 2)
}

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[test]
fn a_program_that_is_handed_out_has_no_symbols() {
    let path = assert_cmd::cargo::cargo_bin!("gamesolve");
    let program = fs::read(path).unwrap();
    // The folder is named after the profile, and `dev` keeps its symbols.
    let is_stripped = path.parent().is_some_and(|folder| !folder.ends_with("debug"));
    assert_eq!(has_symbols(&program), !is_stripped, "{}", path.display());
    // An override resets the profile's `strip`, so each of these tables has to say it.
    let manifest = fs::read_to_string(root("Cargo.toml")).unwrap();
    for table in ["release", "release.package.gamesolve"] {
        let (_, text) = manifest.split_once(&format!("[profile.{table}]\n")).unwrap();
        let lines = text.split("\n[").next().unwrap();
        assert!(lines.lines().any(|line| line == "strip = true"), "profile.{table}");
    }
}

/// The scaffold asks the program, so it knows every verb, and every name that the program gives to something else.
#[test]
fn no_new_problem_takes_a_name_of_the_program_or_of_rust() {
    needs!(has("bash", "the scaffold of a problem"));
    for name in ["man", "config", "list", "help", "nim", "bachet", "cluster", "match"] {
        let mut script = Command::new(root("scripts/new-problem"));
        script.args([name, "A Title"]).env("GAMESOLVE", cargo_bin("gamesolve"));
        let output = script.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert_eq!(
            said,
            format!("error: `{name}` is a command or a game of gamesolve, or a word of Rust\n")
        );
    }
}
