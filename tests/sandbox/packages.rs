//! Packages that a stranger wrote to read the files of the coach who judges with them.
//!
//! Each file of `packages` is one package. Its head says what it tries, the command, and the right end: a verdict, or
//! `refused` with a part of the message. Behind `==` stand the files, with ` +x` for a program and ` -> ` for a link.
//! Neither the report nor an exported file may show the coach's file.

use crate::support::{files_in, has};
use crate::verdicts::gamesolve;
use crate::yard::{Bed, YardTest, test};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// The content of the coach's file.
const KEY: &str = "k3y-0f-th3-c04ch";

/// Returns every file below a folder.
fn files_below(folder: &Path) -> Vec<std::path::PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] })
        .collect()
}

/// Writes the files of a package below `place`, judges with it, and compares the end.
fn judge(bed: &Bed, name: &str, text: &str) {
    let place = bed.place.join(name);
    let home = place.join("home");
    fs::create_dir_all(&home).unwrap();
    for file in ["secret", "main.py"] {
        fs::write(home.join(file), format!("print('{KEY}')\n")).unwrap();
    }
    let here = |path: &str| place.join(path).to_str().unwrap().to_owned();
    let filled = |text: &str| {
        let names = ["task", "home", "out", "right.py", "echo.py"];
        names
            .into_iter()
            .fold(text.replace("{secret}", &here("home/secret")), |text, name| {
                text.replace(&format!("{{{}}}", name.trim_end_matches(".py")), &here(name))
            })
    };
    fs::write(place.join("right.py"), "print(input())\n").unwrap();
    fs::write(place.join("echo.py"), "import sys\nprint(sys.stdin.read())\n").unwrap();
    let (head, files) = text.split_once("\n== ").unwrap();
    let [_, run, ends] = head.lines().collect::<Vec<_>>()[..] else {
        panic!("{name}: the head has three lines");
    };
    for file in files.split("\n== ") {
        let (line, content) = file.split_once('\n').unwrap_or((file, ""));
        let (path, target) = line
            .split_once(" -> ")
            .map_or((line, None), |(path, to)| (path, Some(to)));
        let (path, is_program) = path.strip_suffix(" +x").map_or((path, false), |path| (path, true));
        let path = path
            .strip_prefix("../")
            .map_or_else(|| place.join("task").join(path), |path| place.join(path));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        match target {
            Some(target) => std::os::unix::fs::symlink(filled(target), &path).unwrap(),
            None => fs::write(&path, filled(content) + "\n").unwrap(),
        }
        if is_program {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
    }
    let words = run.strip_prefix("# run: ").unwrap().split(' ').map(filled);
    let output = gamesolve(bed).args(words).current_dir(&place).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let tier = bed.tier();
    assert!(!said.contains(KEY), "{name} in {tier:?}: {said}");
    for file in files_below(&place.join("out")) {
        let content = String::from_utf8_lossy(&fs::read(&file).unwrap()).into_owned();
        assert!(!content.contains(KEY), "{name} in {tier:?}: {}", file.display());
    }
    match ends.strip_prefix("# ends: ").unwrap().split_once(": ") {
        Some((_, part)) => assert!(
            output.status.code() == Some(2) && said.contains(part),
            "{name} in {tier:?}: {said}"
        ),
        None => {
            let verdict = ends.rsplit(' ').next().unwrap();
            let is_found = said.lines().any(|line| line.split_whitespace().nth(1) == Some(verdict));
            assert!(
                is_found && output.status.code() == Some(1),
                "{name} in {tier:?}: {said}"
            );
        }
    }
}

/// Judges with every package whose name begins like this.
fn judge_all(bed: &Bed, beginnings: &[&str]) {
    if !["python3", "g++"].iter().all(|tool| has(tool, "a hostile package")) {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sandbox/packages");
    let packages = files_in(&folder, "txt");
    let name_of = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let chosen = packages
        .iter()
        .filter(|path| beginnings.iter().any(|start| name_of(path).starts_with(start)));
    for path in chosen {
        judge(bed, &name_of(path), &fs::read_to_string(path).unwrap());
    }
}

pub(crate) fn tests() -> Vec<YardTest> {
    vec![
        test("a_package_of_kattis_reads_no_file_of_the_coach", &[], |bed| {
            judge_all(bed, &["kattis-"]);
        }),
        test("a_package_of_another_judge_reads_no_file_of_the_coach", &[], |bed| {
            judge_all(bed, &["cms-", "dmoj-", "library-", "polygon-", "sinol-", "themis-"]);
        }),
        test("settings_of_a_task_show_a_compiler_no_file", &[], |bed| {
            judge_all(bed, &["settings-", "submission-"]);
        }),
    ]
}
