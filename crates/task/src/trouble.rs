//! Errors in the files and folders that the user names.

use std::path::{Path, PathBuf};

use gamesolve_text::{quoted, reason};

/// An error in a file or folder that the user named.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The system cannot read it.
    #[error("cannot read {}: {reason}", shown(path))]
    Io {
        /// The file or the folder.
        path: PathBuf,
        /// The message of the system.
        reason: String,
    },
    /// A folder without testcases.
    #[error("no testcases in {}: expected files such as `1.in` and `1.out`", shown(path))]
    Empty {
        /// The named folder.
        path: PathBuf,
    },
    /// A package without testcases.
    #[error("no testcases in {}, a package of {format}: {place}", shown(path))]
    EmptyPackage {
        /// The named folder.
        path: PathBuf,
        /// The format of the package.
        format: &'static str,
        /// The place of its testcases, as the end of a sentence.
        place: &'static str,
    },
    /// A package that stores only the examples. A program or a list makes the other testcases.
    #[error("the package holds only the examples: {} makes the other testcases", shown(path))]
    ExamplesAlone {
        /// The program or the list.
        path: PathBuf,
    },
    /// A named file that is neither an input nor an answer.
    #[error("{} is neither an input nor an answer by its name", shown(path))]
    NoCase {
        /// The file.
        path: PathBuf,
    },
    /// Two files for the same half of one testcase.
    #[error("{} and {} are both the {half} of testcase `{name}`", shown(first), shown(second))]
    Duplicate {
        /// The name of the testcase.
        name: String,
        /// `input` or `answer`.
        half: &'static str,
        /// The first file.
        first: PathBuf,
        /// The second file.
        second: PathBuf,
    },
    /// A link that leads out of the named folder.
    #[error(
        "{} is a link out of its package or folder: gamesolve does not follow it",
        shown(path)
    )]
    LeadsOut {
        /// The link, or a file behind it.
        path: PathBuf,
    },
    /// A folder that was reached before: a link leads in a circle, or the user named the same folder twice.
    #[error("{}", seen_twice(path, first, *loops))]
    SeenTwice {
        /// The path of this visit.
        path: PathBuf,
        /// The path of the first visit.
        first: PathBuf,
        /// Whether the folder is inside itself.
        loops: bool,
    },
}

impl Trouble {
    pub(super) fn io(path: &Path, error: &std::io::Error) -> Trouble {
        Trouble::Io {
            path: path.to_owned(),
            reason: reason(error),
        }
    }

    /// Returns the paths that the message shows.
    pub(super) fn paths(&mut self) -> Vec<&mut PathBuf> {
        match self {
            Trouble::Io { path, .. }
            | Trouble::Empty { path }
            | Trouble::EmptyPackage { path, .. }
            | Trouble::ExamplesAlone { path }
            | Trouble::LeadsOut { path }
            | Trouble::NoCase { path } => vec![path],
            Trouble::Duplicate { first, second, .. } => vec![first, second],
            Trouble::SeenTwice { path, first, .. } => vec![path, first],
        }
    }
}

fn seen_twice(path: &Path, first: &Path, loops: bool) -> String {
    let (path, first) = (shown(path), shown(first));
    if loops {
        format!("{path} is a link back to {first}, which forms a circle")
    } else {
        format!("{path} and {first} are the same folder")
    }
}

/// Returns a path for people: escaped, in backticks.
pub(super) fn shown(path: &Path) -> String {
    format!("`{}`", quoted(path.as_os_str().as_encoded_bytes(), 300))
}
