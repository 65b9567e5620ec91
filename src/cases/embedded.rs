//! The testcases and submissions in the binary: the content of `testdata` without the large ones, and of `problems`, at
//! build time.

use std::io;
use std::path::Path;

/// The files of one problem, as `build.rs` compressed them.
struct Packed {
    slug: &'static str,
    /// Name and length in bytes.
    files: &'static [(&'static str, usize)],
    /// The content of all files, one after the other, deflated.
    bytes: &'static [u8],
}

const CASES: &[Packed] = include!(concat!(env!("OUT_DIR"), "/cases.rs"));

/// The submissions of each problem: the path below its folder `submissions`, and the text.
const SUBMISSIONS: &[Packed] = include!(concat!(env!("OUT_DIR"), "/submissions.rs"));

/// The jury programs of each problem: a checker if several outputs are correct, and an input validator.
const PROGRAMS: &[Packed] = include!(concat!(env!("OUT_DIR"), "/programs.rs"));

/// Unpacks the files of one problem: name and content.
///
/// The largest problem takes some milliseconds.
fn files_of(all: &[Packed], slug: &str) -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    let of_problem = all.iter().filter(move |packed| packed.slug == slug);
    of_problem.flat_map(|packed| {
        let content = miniz_oxide::inflate::decompress_to_vec(packed.bytes).expect("`build.rs` compressed it");
        let mut start = 0;
        packed.files.iter().map(move |&(name, length)| {
            let file = content[start..][..length].to_vec();
            start += length;
            (name, file)
        })
    })
}

/// Iterates over the submissions of a problem: the path below its folder `submissions`, and the text.
pub fn submissions(slug: &str) -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    files_of(SUBMISSIONS, slug)
}

/// Iterates over a problem's jury programs by the names of their files.
pub(super) fn programs(slug: &str) -> impl Iterator<Item = (&'static str, Vec<u8>)> {
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
    for (name, content) in files_of(CASES, slug) {
        std::fs::write(folder.join(name), content)?;
        count += 1;
    }
    Ok(count)
}

/// Iterates over the inputs of a problem's testcases.
pub fn inputs(slug: &str) -> impl Iterator<Item = Vec<u8>> {
    files_of(CASES, slug)
        .filter(|(name, _)| name.ends_with(".in"))
        .map(|(_, content)| content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_case_is_whole_and_its_problem_has_some() {
        assert!(!CASES.is_empty());
        for Packed { slug, .. } in CASES {
            let files: Vec<_> = files_of(CASES, slug).collect();
            assert!(!files.is_empty(), "{slug}");
            for (name, content) in &files {
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
    fn the_embedded_files_are_those_of_the_folders() {
        for (all, home) in [(CASES, "testdata"), (SUBMISSIONS, "problems"), (PROGRAMS, "problems")] {
            let mut count = 0;
            for Packed { slug, .. } in all {
                for (name, content) in files_of(all, slug) {
                    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(home).join(slug);
                    let stored = [folder.join("submissions").join(name), folder.join(name)];
                    let stored = stored.iter().find(|path| path.is_file()).unwrap();
                    assert_eq!(content, std::fs::read(stored).unwrap(), "{}", stored.display());
                    count += 1;
                }
            }
            assert!(count > 15, "{home}");
        }
        let folder = tempfile::tempdir().unwrap();
        let count = write("stones", folder.path()).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), count);
        assert!(count > 0);
        assert_eq!(write("no such problem", folder.path()).unwrap(), 0);
    }
}
