//! The testcases and submissions in the binary: the content of `testdata` without the large ones, and of `problems`, at
//! build time.

use std::io;
use std::path::Path;

/// Name and content.
type File = (&'static str, &'static [u8]);
/// The files of each problem.
type Files = &'static [(&'static str, &'static [File])];

const EMBEDDED: Files = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The submissions of each problem: the path below its folder `submissions`, and the text.
const SUBMISSIONS: Files = include!(concat!(env!("OUT_DIR"), "/submissions.rs"));

/// The jury programs of each problem: a checker if several outputs are correct, and an input validator.
const PROGRAMS: Files = include!(concat!(env!("OUT_DIR"), "/programs.rs"));

/// Returns the files of one problem.
fn files_of(all: Files, slug: &str) -> impl Iterator<Item = &'static File> {
    let of_problem = all.iter().filter(move |(name, _)| *name == slug);
    of_problem.flat_map(|(_, files)| *files)
}

/// Iterates over the submissions of a problem: the path below its folder `submissions`, and the text.
pub(super) fn submissions(slug: &str) -> impl Iterator<Item = &'static File> {
    files_of(SUBMISSIONS, slug)
}

/// Iterates over a problem's jury programs by the names of their files.
pub(super) fn programs(slug: &str) -> impl Iterator<Item = &'static File> {
    files_of(PROGRAMS, slug)
}

/// Writes the submissions of the problem `slug` below `folder`, which must exist, and returns their number.
///
/// Each goes into the folder of its verdict.
///
/// # Errors
/// Fails if the system cannot write a file.
pub fn write_submissions(slug: &str, folder: &Path) -> io::Result<usize> {
    let mut count = 0;
    for (place, text) in submissions(slug) {
        let path = folder.join(place);
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        std::fs::write(path, text)?;
        count += 1;
    }
    Ok(count)
}

/// Writes the testcases of the problem `slug` into `folder`, which must exist, and returns the number of files.
///
/// A problem without stored testcases gives no files.
///
/// # Errors
/// Fails if the system cannot write a file.
pub fn write(slug: &str, folder: &Path) -> io::Result<usize> {
    let mut count = 0;
    for (name, content) in files_of(EMBEDDED, slug) {
        std::fs::write(folder.join(name), content)?;
        count += 1;
    }
    Ok(count)
}

/// Iterates over the inputs of a problem's testcases.
pub fn inputs(slug: &str) -> impl Iterator<Item = &'static [u8]> {
    files_of(EMBEDDED, slug)
        .filter(|(name, _)| name.ends_with(".in"))
        .map(|(_, content)| *content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_case_is_whole_and_its_problem_has_some() {
        assert!(!EMBEDDED.is_empty());
        for (slug, files) in EMBEDDED {
            assert!(!files.is_empty(), "{slug}");
            for (name, content) in *files {
                if *name == crate::package::layout::LIST {
                    continue;
                }
                assert!(!content.is_empty() || name.ends_with(".out"), "{slug}/{name}");
                let other = match name.strip_suffix(".in") {
                    Some(stem) => format!("{stem}.out"),
                    None => format!("{}.in", name.strip_suffix(".out").unwrap()),
                };
                assert!(files.iter().any(|(name, _)| *name == other), "{slug}/{name}");
            }
        }
    }

    #[test]
    fn the_embedded_cases_are_those_of_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let count = write("stones", folder.path()).unwrap();
        assert!(count > 0);
        for entry in std::fs::read_dir(folder.path()).unwrap() {
            let name = entry.unwrap().file_name();
            let stored = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("testdata/stones")
                .join(&name);
            assert_eq!(
                std::fs::read(folder.path().join(&name)).unwrap(),
                std::fs::read(stored).unwrap()
            );
        }
        assert_eq!(write("no such problem", folder.path()).unwrap(), 0);
    }
}
