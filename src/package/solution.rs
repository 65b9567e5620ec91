//! Programs in the form of a site that calls a function: a `class Solution` gets a `main` around it.

use std::io;
use std::path::{Path, PathBuf};

use crate::problem::Entry;
use crate::text::quoted;

/// The head put before a C++ solution: the site includes all of the library.
const CPP_HEAD: &str = "#include <bits/stdc++.h>\nusing namespace std;\n#line 1 \"solution\"\n";

/// The head put before a Python solution, in one line, so that the line numbers of messages are one more.
const PYTHON_HEAD: &str = "import bisect, collections, functools, heapq, itertools, math; from bisect import *; from collections \
                           import *; from functools import *; from heapq import *; from itertools import *; from math \
                           import inf; from typing import *\n";

/// The reason why a source file is no program.
#[derive(Debug, thiserror::Error)]
pub enum NotWrapped {
    /// There is nothing to start: the whole sentence.
    #[error("{0}")]
    NoMain(String),
    /// A file cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// Returns the program to judge for a source file: the file itself, or, where it is a `class Solution` alone, a file in
/// `folder` with a `main` around it.
///
/// # Errors
/// Where it has no `main` and the problem takes no `class Solution`.
pub fn program_of(entry: &dyn Entry, path: &Path, folder: &Path) -> Result<PathBuf, NotWrapped> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let is_cpp = ["cpp", "cc", "cxx"].contains(&ending);
    if !is_cpp && ending != "py" {
        return Ok(path.to_owned());
    }
    ends(path)?;
    let bytes = std::fs::read(path)?;
    let source = String::from_utf8_lossy(&bytes);
    let has_word = |word: &str| words(&source).any(|found| found == word);
    // What another file holds is not looked at.
    let is_whole = match is_cpp {
        true => has_word("main") || source.contains("#include \""),
        false => !source.contains("class Solution") || source.contains("Solution("),
    };
    if is_whole {
        return Ok(path.to_owned());
    }
    let name = quoted(path.as_os_str().as_encoded_bytes(), 200);
    let slug = entry.meta().slug;
    let has_solution = source.contains("class Solution");
    let main = entry.solution_main().filter(|_| has_solution);
    let Some([cpp, python]) = main else {
        let why = match has_solution {
            true => format!("`{name}` is a `class Solution` without a program around it, which `{slug}` does not take"),
            false => format!("`{name}` has no `main`"),
        };
        return Err(NotWrapped::NoMain(why));
    };
    let (head, main) = if is_cpp { (CPP_HEAD, cpp) } else { (PYTHON_HEAD, python) };
    std::fs::create_dir_all(folder)?;
    let file = folder.join(path.file_name().unwrap_or_default());
    std::fs::write(&file, [head.as_bytes(), &bytes, main.as_bytes()].concat())?;
    Ok(file)
}

/// Fails where `path` is no file that can be read: a pipe or a device may have no beginning or no end.
///
/// # Errors
/// Also where it cannot be looked at.
pub fn ends(path: &Path) -> io::Result<()> {
    let found = path.metadata()?;
    match (found.is_file(), found.is_dir()) {
        (true, _) => std::fs::File::open(path).map(drop),
        (_, true) => Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")),
        _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")),
    }
}

/// The words of a source, comments among them.
fn words(source: &str) -> impl Iterator<Item = &str> {
    source.split(|c: char| !c.is_alphanumeric() && c != '_')
}
