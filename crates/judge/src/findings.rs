//! The findings of a look at a source, and their sentences. A terminal, a page and a file show the same ones.

use std::fmt;

use gamesolve_text::quoted;
use serde::{Deserialize, Serialize};

use super::encoding::Encoding;

/// The kind of [`Finding::Files`].
pub const FILES: &str = "files";

/// A fact about a source that a student should know. Its text is the end of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Its compiler refuses or misunderstands its encoding.
    Encoding(Encoding),
    /// It opens files of the task, so the program gets them.
    Files(Vec<String>),
    /// It opens another file instead of the task's.
    OtherFile {
        /// The file that it opens.
        opened: String,
        /// The file of the task, if it has a name.
        right: Option<String>,
        /// The standard stream that serves as well, if it does.
        or: Option<&'static str>,
    },
    /// It uses a header or a module that only Windows has.
    Windows(String),
    /// It is a first program of gamesolve, and nobody has changed it.
    FirstProgram,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |name: &str| format!("`{}`", quoted(name.as_bytes(), 100));
        match self {
            Finding::Encoding(encoding) => encoding.fmt(f),
            Finding::Files(names) => {
                let names: Vec<String> = names.iter().map(|name| shown(name)).collect();
                let these = if names.len() == 1 { "this file" } else { "these files" };
                write!(f, "the source opens {}, so gamesolve uses {these}", names.join(" and "))
            }
            Finding::OtherFile { opened, right, or } => {
                let cures = [
                    right.as_ref().map(|right| format!("open {}", shown(right))),
                    or.map(|stream| format!("use the {stream}")),
                ];
                let cures = cures.into_iter().flatten().collect::<Vec<_>>().join(" or ");
                let opened = shown(opened);
                write!(f, "the source opens {opened}, which is no file of this task, so {cures} instead")
            }
            Finding::Windows(name) => {
                write!(f, "the source uses {}, which only Windows has, so leave it out", shown(name))
            }
            Finding::FirstProgram => f.write_str(
                "the source is the unchanged first program of `gamesolve new`, which gives the same answer to every input",
            ),
        }
    }
}

impl Finding {
    /// Returns whether it is about the files that the source opens.
    pub fn is_about_files(&self) -> bool {
        matches!(self, Finding::Files(_) | Finding::OtherFile { .. })
    }

    /// Returns whether it matters even if the program is accepted.
    pub fn always_matters(&self) -> bool {
        matches!(self, Finding::Files(_))
    }

    /// Returns the form for files.
    pub fn written(&self) -> WrittenFinding {
        let kind = match self {
            Finding::Encoding(_) => "encoding",
            Finding::Files(_) => FILES,
            Finding::OtherFile { .. } => "other_file",
            Finding::Windows(_) => "windows",
            Finding::FirstProgram => "first_program",
        };
        WrittenFinding {
            kind: kind.to_owned(),
            says: self.to_string(),
        }
    }
}

/// A finding in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenFinding {
    /// Its kind, for programs.
    pub kind: String,
    /// Its sentence, for people.
    pub says: String,
}
