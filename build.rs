//! Embeds the stored testcases, the submissions and the jury's programs in the binary, and asks for a fast start.
//!
//! The binary alone can judge with them. A macro would not notice a new testcase until something else is compiled
//! again.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The largest file that is embedded, in bytes. A larger file and the other half of its testcase stay out, because
/// everyone downloads the binary.
const LARGEST: u64 = 128 << 10;

fn main() {
    println!("cargo:rerun-if-changed=testdata");
    println!("cargo:rerun-if-changed=problems");
    println!("cargo:rerun-if-changed=build.rs");
    if loads_libraries_of_gnu() {
        // Link for a fixed address. The pointers in the tables are then right in the file, and the loader does not
        // relocate them at each start. That saves a quarter of the time of a small answer: 1.5 ms in each of the tests'
        // ten thousand starts.
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
    if let Some(folder) = folder_of_the_unwinder() {
        println!("cargo:rustc-link-search=native={}", folder.display());
        println!("cargo:rustc-link-lib=static:-bundle=gcc_eh");
    }
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let mut text = "&[\n".to_owned();
    for folder in listed(&root.join("testdata")) {
        let mut cases: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
        let mut lists = Vec::new();
        for file in listed(&folder) {
            let is_half = file.extension().is_some_and(|end| end == "in" || end == "out");
            // The list of generated testcases has no partner file.
            if file.file_name().is_some_and(|name| name == "cases.yaml") {
                lists.push(file);
            } else if is_half
                && file
                    .metadata()
                    .is_ok_and(|found| found.is_file() && found.len() <= LARGEST)
            {
                cases.entry(file.with_extension("")).or_default().push(file);
            }
        }
        writeln!(text, "({:?}, &[", name(&folder)).expect("memory takes all");
        for file in cases
            .values()
            .filter(|halves| halves.len() == 2)
            .flatten()
            .chain(&lists)
        {
            writeln!(text, "({:?}, include_bytes!({file:?})),", name(file)).expect("memory takes all");
        }
        text += "]),\n";
    }
    text += "]\n";
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    let write = |file: &str, text: &str| std::fs::write(out.join(file), text);
    write("embedded.rs", &text).expect("cargo's own folder can be written to");
    write("submissions.rs", &submissions(&root)).expect("cargo's own folder can be written to");
    write("programs.rs", &programs(&root)).expect("cargo's own folder can be written to");
}

/// Lists the submissions of all problems as Rust source: for each its path below `submissions`, and its text.
fn submissions(root: &Path) -> String {
    let mut text = "&[\n".to_owned();
    for problem in listed(&root.join("problems")) {
        writeln!(text, "({:?}, &[", name(&problem)).expect("memory takes all");
        for folder in listed(&problem.join("submissions")) {
            for file in listed(&folder) {
                let place = format!("{}/{}", name(&folder), name(&file));
                writeln!(text, "({place:?}, include_bytes!({file:?})),").expect("memory takes all");
            }
        }
        text += "]),\n";
    }
    text + "]\n"
}

/// Lists the jury's programs of all problems as Rust source: for each its file, and its text.
fn programs(root: &Path) -> String {
    let mut text = "&[\n".to_owned();
    for problem in listed(&root.join("problems")) {
        writeln!(text, "({:?}, &[", name(&problem)).expect("memory takes all");
        for file in ["checker.cpp", "validator.py"].map(|file| problem.join(file)) {
            if file.is_file() {
                writeln!(text, "({:?}, include_bytes!({file:?})),", name(&file)).expect("memory takes all");
            }
        }
        text += "]),\n";
    }
    text + "]\n"
}

/// Returns the folder with the static form of GCC's unwinder, which comes with the C compiler that links.
///
/// Returns `None` without such a compiler, or if the build is for another machine. Then every start loads the dynamic
/// form, which costs a tenth of the time of a small answer.
fn folder_of_the_unwinder() -> Option<PathBuf> {
    if !loads_libraries_of_gnu() || std::env::var_os("HOST") != std::env::var_os("TARGET") {
        return None;
    }
    let mut compiler = std::process::Command::new("cc");
    let said = compiler.arg("-print-file-name=libgcc_eh.a").output().ok()?;
    // If there is no such file, GCC prints the bare name.
    let path = PathBuf::from(String::from_utf8(said.stdout).ok()?.trim_end());
    let folder = path.parent().filter(|_| path.is_absolute() && path.is_file())?;
    Some(folder.to_owned())
}

/// Returns whether the built program loads the libraries of the GNU system at its start.
fn loads_libraries_of_gnu() -> bool {
    let cfg = |name: &str| std::env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    let is_static = cfg("FEATURE").split(',').any(|feature| feature == "crt-static");
    cfg("OS") == "linux" && cfg("ENV") == "gnu" && !is_static
}

/// Returns the entries of a folder in order, or no entries if the path is no folder.
fn listed(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> &str {
    path.file_name()
        .and_then(|name| name.to_str())
        .expect("the names in testdata are plain")
}
