//! The cases and submissions that the binary carries: those of `testdata`, without the large ones, and of `problems` when
//! it was built.

use std::io;
use std::path::Path;

/// Name and content.
type File = (&'static str, &'static [u8]);
/// For each problem its files.
type Files = &'static [(&'static str, &'static [File])];

const EMBEDDED: Files = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// For each problem its submissions: path below its folder `submissions`, and text.
const SUBMISSIONS: Files = include!(concat!(env!("OUT_DIR"), "/submissions.rs"));

/// For each problem the programs of its jury: a checker where several outputs are right, a validator of inputs.
const PROGRAMS: Files = include!(concat!(env!("OUT_DIR"), "/programs.rs"));

/// The files of one problem.
fn files_of(all: Files, slug: &str) -> impl Iterator<Item = &'static File> {
    let of_problem = all.iter().filter(move |(name, _)| *name == slug);
    of_problem.flat_map(|(_, files)| *files)
}

/// Returns the submissions of a problem: path below its folder `submissions`, and text.
pub(super) fn submissions(slug: &str) -> impl Iterator<Item = &'static File> {
    files_of(SUBMISSIONS, slug)
}

/// Returns the programs of a problem's jury by the names of their files.
pub(super) fn programs(slug: &str) -> impl Iterator<Item = &'static File> {
    files_of(PROGRAMS, slug)
}

/// Writes the submissions of the problem `slug` below `folder`, which must exist, each into the folder of its verdict;
/// returns their number.
///
/// # Errors
/// The system's.
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

/// Writes the cases of the problem `slug` into `folder`, which must exist; returns the number of files. There are none
/// for a problem without stored cases.
///
/// # Errors
/// The system's.
pub fn write(slug: &str, folder: &Path) -> io::Result<usize> {
    let mut count = 0;
    for (name, content) in files_of(EMBEDDED, slug) {
        std::fs::write(folder.join(name), content)?;
        count += 1;
    }
    Ok(count)
}

/// Returns the inputs of a problem's cases.
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
