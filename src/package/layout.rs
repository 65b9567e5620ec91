//! Test cases found in what the user names, in any layout that judges use.
//!
//! | layout | input | answer |
//! |---|---|---|
//! | plain | `01.in`, `01.INP` | `01.out`, `01.ans` |
//! | Themis | `Test01/PAS.INP` | `Test01/PAS.OUT` |
//! | sinol | `in/nim1a.in` | `out/nim1a.out` |
//! | CMS | `input/input0.txt`, `input0.txt` | `output/output0.txt`, `output0.txt` |
//! | ICPC, Kattis | `data/secret/g1/01.in` | `data/secret/g1/01.ans` |
//!
//! No layout has to be named: a file's ending says which half of a case it is, folders called `in`, `input`, `out`,
//! `output` (or `inputs`, `outputs`) hold one half each, and the rest of the path is the case's name. ASCII case is
//! ignored throughout. Files with other endings are no cases; hidden files and folders, and folders called `invalid` or
//! `checker` below a named folder, are passed over.
//!
//! **Never fewer than meant.** A folder without cases, a file without its partner, two files for one half, a link that
//! leads in circles: each is reported, none is dropped.
//!
//! **Cost.** One listing per folder and no look at the files themselves; n log n in the number of files.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::naming::{self, Named, Role};
use super::walk::{Walk, below};
use crate::judge::{Case, natural_order};
use crate::text::quoted;

/// Something wrong with what was named.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The system's own reason.
    #[error("cannot read {}: {reason}", shown(path))]
    Io {
        /// What could not be read.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// A folder in which there is no case.
    #[error("there is no case in {}, such as `1.in` with `1.out`", shown(path))]
    Empty {
        /// The folder that was named.
        path: PathBuf,
    },
    /// A file that was named and is no half of a case.
    #[error("{} is no input and no answer by its name", shown(path))]
    NoCase {
        /// The file.
        path: PathBuf,
    },
    /// Two files for the same half of one case.
    #[error(
        "{} and {} are both the {half} of `{name}`",
        shown(first),
        shown(second)
    )]
    Duplicate {
        /// The case's name.
        name: String,
        /// `input` or `answer`.
        half: &'static str,
        /// One of them.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
    /// A folder that was reached before: a link leads in a circle, or the same folder was named twice.
    #[error("{}", seen_twice(path, first, *loops))]
    SeenTwice {
        /// How it was reached now.
        path: PathBuf,
        /// How it was reached first.
        first: PathBuf,
        /// Whether it lies inside itself.
        loops: bool,
    },
}

impl Trouble {
    pub(super) fn io(path: &Path, error: &std::io::Error) -> Trouble {
        Trouble::Io {
            path: path.to_owned(),
            reason: error.to_string(),
        }
    }
}

fn seen_twice(path: &Path, first: &Path, loops: bool) -> String {
    let (path, first) = (shown(path), shown(first));
    if loops {
        format!("{path} leads in a circle, back to {first}")
    } else {
        format!("{path} is the folder {first} again")
    }
}

/// A path for people: escaped, in backticks.
fn shown(path: &Path) -> String {
    format!("`{}`", quoted(path.as_os_str().as_encoded_bytes(), 300))
}

/// Half a case: its partner is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Half {
    /// The case's name, as in [`Case`].
    pub name: String,
    /// Its group, as in [`Case`].
    pub group: Option<String>,
    /// The file that is there.
    pub path: PathBuf,
    /// What is missing: `input` or `answer`.
    pub missing: &'static str,
}

impl std::fmt::Display for Half {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} has no {}", shown(&self.path), self.missing)
    }
}

/// What was found.
#[derive(Debug, Default)]
pub struct Layout {
    /// The whole cases, in the natural order of their names.
    pub cases: Vec<Case>,
    /// The cases with one half missing, in the same order.
    pub halves: Vec<Half>,
    /// All that was wrong.
    pub troubles: Vec<Trouble>,
    /// How many folders the names of the cases are relative to. With several, each name begins with its folder.
    pub roots: usize,
}

/// The two halves of a case, as far as they were found.
#[derive(Default)]
struct Slot {
    input: Option<(Named, PathBuf)>,
    answer: Option<(Named, PathBuf)>,
}

/// A folder that names of cases are relative to, with the files found in it.
struct Root {
    path: PathBuf,
    files: Vec<Vec<OsString>>,
    /// The keys of the cases that are meant; `None` for all.
    only: Option<HashSet<Vec<u8>>>,
}

/// Finds the cases in files and folders. Of a named file the partner is looked for as well.
pub fn find(paths: &[PathBuf]) -> Layout {
    let mut walk = Walk::default();
    let mut troubles = Vec::new();
    let mut roots: Vec<Root> = Vec::new();
    // Where the roots of named files are in `roots`.
    let mut of_files: HashMap<PathBuf, usize> = HashMap::new();
    for path in paths {
        match std::fs::metadata(path) {
            Err(error) => troubles.push(Trouble::io(path, &error)),
            Ok(kind) if kind.is_dir() => roots.push(Root {
                path: path.clone(),
                files: walk.files(path),
                only: None,
            }),
            Ok(_) => {
                let (root, place) = root_of_file(path);
                let Some(named) = naming::of_file(root.file_name(), &place) else {
                    troubles.push(Trouble::NoCase { path: path.clone() });
                    continue;
                };
                let at = *of_files.entry(root.clone()).or_insert_with(|| {
                    let files = walk.files_near(readable(&root), naming::is_half_folder);
                    roots.push(Root {
                        path: root,
                        files,
                        only: Some(HashSet::new()),
                    });
                    roots.len() - 1
                });
                roots[at].only.get_or_insert_default().insert(named.key);
            }
        }
    }
    troubles.append(&mut walk.troubles);
    let mut layout = Layout {
        roots: roots.len(),
        troubles,
        ..Layout::default()
    };
    for root in roots {
        layout.add(root);
    }
    layout.cases.sort_by(|a, b| natural_order(&a.name, &b.name));
    // A file named beside its folder, or beside its partner, is no second case.
    layout.cases.dedup();
    layout
        .halves
        .sort_by(|a, b| natural_order(&a.name, &b.name));
    layout
}

impl Layout {
    /// Pairs the files of one root.
    fn add(&mut self, root: Root) {
        let prefix = match self.roots {
            0 | 1 => String::new(),
            _ if root.path.as_os_str().is_empty() => String::new(),
            _ => {
                let path = quoted(root.path.as_os_str().as_encoded_bytes(), usize::MAX);
                format!("{}/", path.trim_end_matches('/'))
            }
        };
        let slots = slots(&root, &mut self.troubles);
        if slots.is_empty() {
            self.troubles.push(Trouble::Empty { path: root.path });
        }
        for (key, slot) in slots {
            let half = |(named, path): (Named, PathBuf), missing| Half {
                name: format!("{prefix}{}", named.name),
                group: named.group,
                path,
                missing,
            };
            match (slot.input, slot.answer) {
                (Some((named, input)), Some((_, answer))) => self.cases.push(Case {
                    name: format!("{prefix}{}", named.name),
                    key,
                    group: named.group,
                    input,
                    answer,
                }),
                (Some(input), None) => self.halves.push(half(input, "answer")),
                (None, Some(answer)) => self.halves.push(half(answer, "input")),
                (None, None) => {}
            }
        }
    }
}

/// The files of one root by the cases they belong to.
fn slots(root: &Root, troubles: &mut Vec<Trouble>) -> BTreeMap<Vec<u8>, Slot> {
    let mut slots: BTreeMap<Vec<u8>, Slot> = BTreeMap::new();
    // The system lists files in any order; reports have one.
    let mut files: Vec<&Vec<OsString>> = root.files.iter().collect();
    files.sort_unstable();
    for place in files {
        let Some(named) = naming::of_file(root.path.file_name(), place) else {
            continue;
        };
        if root
            .only
            .as_ref()
            .is_some_and(|only| !only.contains(&named.key))
        {
            continue;
        }
        let slot = slots.entry(named.key.clone()).or_default();
        let path = below(&root.path, place);
        let (held, half) = match named.role {
            Role::Input => (&mut slot.input, "input"),
            Role::Answer => (&mut slot.answer, "answer"),
        };
        match held {
            None => *held = Some((named, path)),
            Some((first_named, first)) => troubles.push(Trouble::Duplicate {
                name: first_named.name.clone(),
                half,
                first: first.clone(),
                second: path,
            }),
        }
    }
    slots
}

/// Outputs stored in a folder, by the keys of the cases they belong to, and what was wrong with it. Inputs in the
/// folder are passed over, and so are outputs that belong to no case.
pub fn outputs(folder: &Path) -> (HashMap<Vec<u8>, PathBuf>, Vec<Trouble>) {
    let mut walk = Walk::default();
    let root = Root {
        path: folder.to_owned(),
        files: walk.files(folder),
        only: None,
    };
    let mut troubles = walk.troubles;
    let outputs = slots(&root, &mut troubles)
        .into_iter()
        .filter_map(|(key, slot)| Some((key, slot.answer?.1)));
    (outputs.collect(), troubles)
}

/// The folder that a named file's case is relative to, and its place there: above a folder that holds one half of
/// every case, else the folder it is in.
fn root_of_file(path: &Path) -> (PathBuf, Vec<OsString>) {
    let name = path.file_name().map(OsStr::to_owned);
    let folder = path.parent().unwrap_or(Path::new(""));
    match folder.file_name() {
        Some(half) if naming::is_half_folder(half) => {
            let root = folder.parent().unwrap_or(Path::new(""));
            let place = [Some(half.to_owned()), name];
            (root.to_owned(), place.into_iter().flatten().collect())
        }
        _ => (folder.to_owned(), name.into_iter().collect()),
    }
}

/// A path to list: the current folder for none.
fn readable(path: &Path) -> &Path {
    if path.as_os_str().is_empty() {
        Path::new(".")
    } else {
        path
    }
}
