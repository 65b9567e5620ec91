//! Tools for readers: manifests and folders.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::case::Case;
use super::languages::{CPP_ENDINGS, is_source};
use super::layout::{Half, Layout};
use super::model::Package;
use super::trouble::{Trouble, shown};
use crate::error::TaskError;
use gamesolve_text::quoted;
use yaml::Document;

pub mod keys;
pub mod toml;
pub(super) mod xml;
pub mod yaml;

/// Returns the escaped name of a folder after resolving links and `..`.
pub(crate) fn name_of(root: &Path) -> String {
    let real = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    let name = real.file_name().unwrap_or(OsStr::new("task"));
    quoted(name.as_encoded_bytes(), 100)
}

/// One testcase of a manifest: the paths of its files that the manifest names, below the root.
pub(crate) struct Pair {
    pub(crate) name: String,
    pub(crate) group: Option<String>,
    pub(crate) input: Option<PathBuf>,
    pub(crate) answer: Option<PathBuf>,
}

/// Makes a layout of the testcases of a manifest, in its order. A missing file gives half a testcase.
pub(crate) fn of_pairs(pairs: Vec<Pair>) -> Layout {
    let mut layout = Layout {
        roots: 1,
        ..Layout::default()
    };
    for pair in pairs {
        let there = |path: &Option<PathBuf>| path.clone().filter(|path| path.is_file());
        let half = |path, missing| Half {
            name: pair.name.clone(),
            group: pair.group.clone(),
            path,
            missing,
        };
        match (there(&pair.input), there(&pair.answer)) {
            (Some(input), Some(answer)) => layout.cases.push(Case {
                key: pair.name.to_ascii_lowercase().into_bytes(),
                name: pair.name,
                group: pair.group,
                input,
                answer,
            }),
            (Some(path), None) => layout.halves.push(half(path, "answer")),
            (None, Some(path)) => layout.halves.push(half(path, "input")),
            (None, None) => layout
                .halves
                .push(half(pair.input.clone().unwrap_or_default(), "input")),
        }
    }
    layout
}

/// Returns the entries of a folder that are not hidden, by name. An unreadable folder has none.
pub(crate) fn entries(folder: &Path) -> Vec<PathBuf> {
    let listed = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = listed.map(|entry| entry.path()).collect();
    let is_hidden = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default();
        name.as_encoded_bytes().starts_with(b".")
    };
    paths.retain(|path| !is_hidden(path));
    paths.sort();
    paths
}

/// A program of a package.
pub(crate) struct Found {
    /// The source file, the program itself, or the script that starts or builds it.
    pub(crate) path: PathBuf,
    /// The files for its compilation, which it may also read.
    pub(crate) include: Vec<PathBuf>,
    /// The other source files of the same program.
    pub(crate) others: Vec<PathBuf>,
}

/// Returns the program in a file or folder of an ICPC package.
///
/// All C and C++ sources, or all Java sources, of one folder are one program. The scripts `build` and `run` build and
/// start it. If `is_program` is set, the folder itself is the program, else it contains the program.
///
/// # Errors
/// The reason why there is no program, or why the choice is ambiguous.
pub(crate) fn program_of(path: &Path, is_program: bool) -> Result<Found, String> {
    let mut folder = path.to_owned();
    let mut is_program = is_program;
    // A folder of programs holds one folder, which holds files.
    for _ in 0..2 {
        let scripts = ["build", "run"].map(|name| folder.join(name));
        if let Some(script) = scripts.into_iter().find(|path| is_program && path.is_file()) {
            return Ok(Found {
                path: script,
                include: vec![folder],
                others: Vec::new(),
            });
        }
        let sources = sources_in(&folder);
        let is_cpp = |path: &PathBuf| {
            let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
            CPP_ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
        };
        let is_java = |path: &PathBuf| {
            path.extension()
                .is_some_and(|ending| ending.eq_ignore_ascii_case("java"))
        };
        let is_one = sources.iter().all(is_cpp) || sources.iter().all(is_java);
        if is_program && sources.len() > 1 && is_one {
            let main = sources
                .iter()
                .position(|path| path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case("main")));
            let first = main.unwrap_or(0);
            let others = sources.iter().enumerate().filter(|(at, _)| *at != first);
            return Ok(Found {
                path: sources[first].clone(),
                include: vec![folder],
                others: others.map(|(_, path)| path.clone()).collect(),
            });
        }
        match &entries(&folder)[..] {
            [only] if only.is_dir() => (folder, is_program) = (only.clone(), true),
            _ => break,
        }
    }
    let (path, include) = program_in(path)?;
    Ok(Found {
        path,
        include,
        others: Vec::new(),
    })
}

/// Returns the source file or program in a file or folder, and the files for its compilation.
///
/// # Errors
/// The reason why there is no program, or why the choice is ambiguous.
pub(crate) fn program_in(path: &Path) -> Result<(PathBuf, Vec<PathBuf>), String> {
    let mut folder = path.to_owned();
    // A folder of programs holds one folder, which holds files: two steps.
    for _ in 0..3 {
        if folder.is_file() {
            let beside = folder.parent().map(Path::to_owned);
            return Ok((folder, beside.into_iter().collect()));
        }
        let inside = entries(&folder);
        let sources: Vec<&PathBuf> = inside.iter().filter(|path| path.is_file() && is_source(path)).collect();
        let is_main = |path: &&&PathBuf| {
            let stem = path.file_stem().unwrap_or_default();
            ["main", "__main__"].iter().any(|main| stem.eq_ignore_ascii_case(main)) || Some(stem) == folder.file_name()
        };
        let chosen = match &sources[..] {
            [only] => Some(*only),
            several => several.iter().find(is_main).copied(),
        };
        if let Some(source) = chosen {
            return Ok((source.clone(), vec![folder]));
        }
        let folders: Vec<&PathBuf> = inside.iter().filter(|path| path.is_dir()).collect();
        match (&sources[..], &folders[..], &inside[..]) {
            ([], [only], _) => folder = (*only).clone(),
            ([], [], [only]) => folder = only.clone(),
            ([], _, []) => return Err("there is no program".to_owned()),
            ([], ..) => return Err("there is no source file, or there is more than one program".to_owned()),
            _ => return Err("there are several source files, and none has the name `main`".to_owned()),
        }
    }
    Err("there is no program".to_owned())
}

/// Returns whether a path of a manifest stays below its folder.
pub(crate) fn is_inside(path: &Path) -> bool {
    use std::path::Component::{CurDir, Normal};
    path.components().all(|step| matches!(step, Normal(_) | CurDir))
}

/// Returns whether a folder holds an entry that is not hidden.
pub(crate) fn has_entries(folder: &Path) -> bool {
    !entries(folder).is_empty()
}

/// Returns the source files in a folder, by name.
pub(crate) fn sources_in(folder: &Path) -> Vec<PathBuf> {
    let mut paths = entries(folder);
    paths.retain(|path| path.is_file() && is_source(path));
    paths
}

/// Returns the statements in these folders of a package: PDF, TeX, HTML, Markdown and text.
pub(crate) fn statements_in(root: &Path, folders: &[&str]) -> Vec<PathBuf> {
    let endings = ["pdf", "tex", "html", "md", "txt"];
    let is_statement = |path: &PathBuf| {
        let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        path.is_file() && endings.contains(&ending)
    };
    let all = folders.iter().flat_map(|folder| entries(&root.join(folder)));
    all.filter(is_statement).collect()
}

/// Reads a YAML manifest, or returns `None` if there is no such file.
///
/// # Errors
/// Fails if it is no YAML, or neither empty nor a map.
pub(crate) fn manifest(path: &Path, max_bytes: u64) -> Result<Option<Document>, TaskError> {
    let document = Document::read(path, max_bytes)?;
    if let Some(document) = &document {
        let root = &document.root;
        if !root.is_map() && !root.is_nothing() {
            return Err(document.located(&root.fault("a manifest must be a map of keys")));
        }
    }
    Ok(document)
}

/// Reads a YAML manifest that must not be empty, or returns `None` if there is no such file.
///
/// # Errors
/// As [`manifest`], and if the file is empty.
pub(crate) fn full_manifest(path: &Path, max_bytes: u64) -> Result<Option<Document>, TaskError> {
    let document = manifest(path, max_bytes)?;
    if let Some(empty) = document.as_ref().filter(|document| document.root.is_nothing()) {
        return Err(empty.located(&empty.root.fault("this manifest is empty")));
    }
    Ok(document)
}

/// Reports that only the examples are stored: an error if something makes the other testcases, else a remark.
pub(crate) fn account_for_examples(package: &mut Package, is_example: impl Fn(&Case) -> bool, maker: Option<PathBuf>) {
    let layout = &mut package.layout;
    if !layout.halves.is_empty() || layout.cases.is_empty() || !layout.cases.iter().all(is_example) {
        return;
    }
    match maker {
        Some(path) => layout.troubles.push(Trouble::ExamplesAlone { path }),
        None => {
            let remark = "the package holds only the examples: gamesolve judges only these";
            package.remarks.push(remark.to_owned().into());
        }
    }
}

/// Returns the error for a file that a link leads out of its package.
pub(crate) fn led_out(file: &Path) -> TaskError {
    TaskError::new(format!("this link leads out of the package: {}", shown(file)))
}
