//! Solutions for a site that calls a function: a `class Solution` gets a `main` around it.

use std::io;
use std::path::{Path, PathBuf};

use itertools::Itertools;

use crate::judge::require_regular;
use crate::problem::Entry;
use crate::text::quoted;

/// The text before a C++ solution: the site includes the whole standard library.
const CPP_HEAD: &str = "#include <bits/stdc++.h>\nusing namespace std;\n#line 1 \"solution\"\n";

/// The text before a Python solution, in one line, so that line numbers in messages are larger by one.
const PYTHON_HEAD: &str = "import bisect, collections, functools, heapq, itertools, math; from bisect import *; from collections \
                           import *; from functools import *; from heapq import *; from itertools import *; from math \
                           import inf; from typing import *\n";

/// The maximum size of a source to search, in bytes. Nobody writes as much.
const MAX_SOLUTION: u64 = 1 << 20;

/// The reason why a source file is no program.
#[derive(Debug, thiserror::Error)]
pub enum NotWrapped {
    /// The file has nothing to start, with the whole message.
    #[error("{0}")]
    NoMain(String),
    /// A file cannot be read or written.
    #[error("{}", crate::text::reason(.0))]
    Io(#[from] io::Error),
}

/// Returns the program to judge for a source file: the file itself, or for a `class Solution` alone a file with a
/// `main`.
///
/// The new file is in `folder`.
///
/// # Errors
/// Fails if it is a `class Solution` alone and the problem takes none.
pub fn program_of(entry: &dyn Entry, path: &Path, folder: &Path) -> Result<PathBuf, NotWrapped> {
    let is_called = |ending: &&str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending));
    let is_cpp = ["cpp", "cc", "cxx", "c++"].iter().any(is_called);
    require_regular(path)?;
    let is_java = is_called(&"java");
    let is_c = is_called(&"c") && entry.solution_main().is_some();
    if !is_cpp && !is_java && !is_c && !["py", "py3"].iter().any(is_called) || path.metadata()?.len() > MAX_SOLUTION {
        return Ok(path.to_owned());
    }
    let bytes = std::fs::read(path)?;
    // Remove the byte order mark, because compilers accept it only at the start of a file.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let source = String::from_utf8_lossy(bytes);
    let is_alone = if is_c {
        !has_main(&source)
    } else {
        is_class_alone(&source, is_cpp || is_java)
    };
    if !is_alone {
        return Ok(path.to_owned());
    }
    let name = quoted(path.as_os_str().as_encoded_bytes(), 200);
    let slug = entry.meta().slug;
    let Some([cpp, python]) = entry.solution_main() else {
        let why = format!("`{name}` is a `class Solution` without a program around it, which `{slug}` does not take");
        return Err(NotWrapped::NoMain(why));
    };
    if is_java || is_c {
        let what = if is_java { "a `class Solution`" } else { "a function" };
        let why = format!(
            "`{name}` is {what} without a `main`: for `{slug}` gamesolve puts one around a `class Solution` in C++ and Python only, so write a `main` that reads the input"
        );
        return Err(NotWrapped::NoMain(why));
    }
    let (head, main) = if is_cpp { (CPP_HEAD, cpp) } else { (PYTHON_HEAD, python) };
    std::fs::create_dir_all(folder)?;
    let file = folder.join(path.file_name().unwrap_or_default());
    std::fs::write(&file, [head.as_bytes(), bytes, main.as_bytes()].concat())?;
    Ok(file)
}

/// Returns whether a C or C++ source has a `main`, or includes a file that may have it.
fn has_main(source: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    source.split(|c: char| !is_word(c)).any(|word| word == "main") || source.contains("#include \"")
}

/// Returns whether a source defines a `class Solution` and nothing that uses it.
///
/// Included files are not searched, and only comments of whole lines are skipped.
fn is_class_alone(source: &str, is_cpp: bool) -> bool {
    let comment = if is_cpp { "//" } else { "#" };
    let source: String = source
        .split_inclusive('\n')
        .filter(|line| !line.trim_start().starts_with(comment))
        .collect();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words = || source.split(|c: char| !is_word(c)).filter(|word| !word.is_empty());
    let is_defined = words()
        .tuple_windows()
        .any(|pair: (&str, &str)| pair == ("class", "Solution"));
    let is_used = if is_cpp {
        words().contains(&"main") || source.contains("#include \"")
    } else {
        // Any second mention counts as a use.
        words().filter(|word| *word == "Solution").count() > 1
    };
    is_defined && !is_used
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_solution_is_alone_where_nothing_starts_it() {
        for alone in [
            "class Solution:\n  pass",
            "class Solution(object):\n  x = MySolution()",
            "# Solution\nclass  Solution :",
        ] {
            assert!(is_class_alone(alone, false), "{alone}");
        }
        for whole in [
            "print(1)",
            "class Solution: pass\nprint(Solution().f())",
            "class Solution: pass\ns = Solution ()",
            "class Solution: pass\nSolution.main()",
            "class Solution: pass\ns = Solution\ns.main()",
            "class Solution: pass\nfor s in [Solution]: s().f()",
            "class Solution: pass\nglobals()['Solution']().f()",
        ] {
            assert!(!is_class_alone(whole, false), "{whole}");
        }
        assert!(is_class_alone("class Solution {};\n  // the main idea", true));
        assert!(is_class_alone("class Solution: pass\n# Solution().f()", false));
        for whole in [
            "",
            "#define J(a, b) a##b\nint J(ma, in)() {}",
            "class Solution {}; int main() {}",
            "#include \"main.h\"\nclass Solution {};",
            "class Solutions {};",
        ] {
            assert!(!is_class_alone(whole, true), "{whole}");
        }
    }

    #[test]
    fn in_java_and_c_a_function_alone_is_no_program() {
        let folder = tempfile::tempdir().unwrap();
        let entry = |slug: &str| {
            let mut known = crate::problems::REGISTRY.iter();
            *known.find(|entry| entry.meta().slug == slug).unwrap()
        };
        let made = |slug: &str, name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            program_of(entry(slug), &path, folder.path()).map_err(|why| why.to_string())
        };
        let class = "class Solution { public int catMouseGame(int[][] graph) { return 0; } }\n";
        let function = "int catMouseGame(int** graph, int size, int* sizes) { return 0; }\n";
        for (name, text) in [("Solution.java", class), ("lc.c", function)] {
            let why = made("cat-mouse", name, text).unwrap_err();
            assert!(why.contains("without a `main`"), "{why}");
            let main = text.replace("{ return", "{ main(); return");
            assert!(made("cat-mouse", name, &main).is_ok(), "{main}");
        }
        assert!(made("stones", "Solution.java", class).is_err());
        // For other problems the compiler reports that a C++ program has no `main`.
        assert!(made("stones", "lc.c", function).is_ok());
    }
}
