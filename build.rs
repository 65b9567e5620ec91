//! Embeds the stored testcases, the submissions and the jury's programs in the binary, compressed, and the gallery, and
//! asks for a fast start.
//!
//! The binary alone can judge with them. A macro would not notice a new testcase until something else is compiled
//! again.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The largest file that is embedded, in bytes. A larger file and the other half of its testcase stay out, because
/// everyone downloads the binary.
const LARGEST: u64 = 128 << 10;
/// How hard the compressor tries: all files take some 0.3 s.
const LEVEL: u8 = 9;

fn main() {
    println!("cargo:rerun-if-changed=testdata");
    println!("cargo:rerun-if-changed=problems");
    println!("cargo:rerun-if-changed=examples/games");
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
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    if never_unwinds() {
        drop_tables_of_the_unwinder(&out);
    }
    let (testdata, problems) = (root.join("testdata"), root.join("problems"));
    for (kind, home, files) in [
        ("cases", testdata, cases as fn(&Path) -> Vec<(String, PathBuf)>),
        ("submissions", problems.clone(), submissions),
        ("programs", problems, programs),
    ] {
        let mut text = "&[\n".to_owned();
        for folder in listed(&home) {
            text += &packed(
                &files(&folder),
                name(&folder),
                &out.join(format!("{kind}-{}", name(&folder))),
            );
        }
        text += "]\n";
        std::fs::write(out.join(format!("{kind}.rs")), text).expect("cargo's own folder can be written to");
    }
    std::fs::write(out.join("games.rs"), games(&root)).expect("cargo's own folder can be written to");
}

/// Writes the content of these files, one after the other and compressed, to `archive`.
///
/// Returns their `Packed` as Rust source.
fn packed(files: &[(String, PathBuf)], slug: &str, archive: &Path) -> String {
    let mut content = Vec::new();
    let mut sizes = Vec::new();
    for (name, path) in files {
        let bytes = std::fs::read(path).expect("a listed file can be read");
        sizes.push((name, bytes.len()));
        content.extend(bytes);
    }
    let bytes = miniz_oxide::deflate::compress_to_vec(&content, LEVEL);
    std::fs::write(archive, bytes).expect("cargo's own folder can be written to");
    format!("Packed {{ slug: {slug:?}, files: &{sizes:?}, bytes: include_bytes!({archive:?}) }},\n")
}

/// Lists the testcases of a problem, and the list of its generated testcases.
fn cases(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut cases: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    let mut lists = Vec::new();
    for file in listed(folder) {
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
    let whole = cases.into_values().filter(|halves| halves.len() == 2).flatten();
    whole.chain(lists).map(|file| (name(&file).to_owned(), file)).collect()
}

/// Lists the submissions of a problem by their paths below `submissions`.
fn submissions(problem: &Path) -> Vec<(String, PathBuf)> {
    let folders = listed(&problem.join("submissions"));
    let files = folders.iter().flat_map(|folder| listed(folder));
    files
        .map(|file| {
            (
                format!("{}/{}", name(file.parent().expect("it is listed")), name(&file)),
                file,
            )
        })
        .collect()
}

/// Lists the jury's programs of a problem.
fn programs(problem: &Path) -> Vec<(String, PathBuf)> {
    ["checker.cpp", "validator.py"]
        .map(|file| (file.to_owned(), problem.join(file)))
        .into_iter()
        .filter(|(_, path)| path.is_file())
        .collect()
}

/// Lists the games of the gallery as Rust source: for each its file, and its text.
fn games(root: &Path) -> String {
    let files = listed(&root.join("examples/games"));
    assert!(
        !files.is_empty(),
        "examples/games is missing, and the gallery is made of it"
    );
    let mut text = "&[\n".to_owned();
    for file in files {
        if file.extension().is_some_and(|end| end != "md") {
            text += &format!("({:?}, include_str!({file:?})),\n", name(&file));
        }
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

/// Returns whether this is the profile `release`, for a linker that takes scripts. In that profile a panic ends the
/// program.
fn never_unwinds() -> bool {
    let cfg = |name: &str| std::env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    is_release && cfg("OS") == "linux" && cfg("ENV") == "musl"
}

/// Links without the tables that only the unwinder reads. The standard library brings them for all functions, and they
/// are 0.3 of 4.7 million bytes of a wheel.
fn drop_tables_of_the_unwinder(out: &Path) {
    let script = out.join("tables.ld");
    let text = "SECTIONS { /DISCARD/ : { *(.eh_frame) } } INSERT AFTER .text;\n";
    std::fs::write(&script, text).expect("cargo's own folder can be written to");
    println!("cargo:rustc-link-arg-bins=-T{}", script.display());
    println!("cargo:rustc-link-arg-bins=--no-eh-frame-hdr");
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
