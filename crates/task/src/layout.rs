//! Finds testcases in files and folders, in any layout that judges use.
//!
//! | layout | input | answer |
//! |---|---|---|
//! | plain | `01.in`, `01.INP` | `01.out`, `01.ans` |
//! | Themis | `Test01/PAS.INP` | `Test01/PAS.OUT` |
//! | sinol | `in/nim1a.in` | `out/nim1a.out` |
//! | CMS | `input/input0.txt`, `input0.txt` | `output/output0.txt`, `output0.txt` |
//! | ICPC, Kattis | `data/secret/g1/01.in` | `data/secret/g1/01.ans` |
//! | Polygon | `tests/01` | `tests/01.a` |
//! | COCI, Baltic | `nim.in.1`, `nim.i1` | `nim.out.1`, `nim.o1` |
//! | AtCoder, JOI | `in/1.txt` | `out/1.txt` |
//! | others | `1_in.txt`, `in1.txt`, `1/in`, `1.dat` | `1_out.txt`, `ans1.txt`, `1/out`, `1.sol`, `1.a`, `1.diff` |
//!
//! The user does not name the layout. The ending of a file shows its half of a testcase. Folders called `in`, `input`,
//! `out`, `output` (or `inputs`, `outputs`) hold one half each. The rest of the path is the name of the testcase. ASCII
//! case does not matter.
//!
//! Files of other kinds may have names as in the last three rows. Such names count only if at least one of these files
//! has a partner. Hidden files and folders are skipped, and so are folders called `invalid` or `checker` below a named
//! folder.
//!
//! **Nothing is dropped.** Each of these is reported: a folder without testcases, a file without its partner, two files
//! for one half, a link that leads in circles.
//!
//! **Cost.** One listing of each folder. No file is read. The time is n log n in the number of files.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use gamesolve_scratch::TempFolder;

use super::case::{Case, natural_order};
use super::naming::{self, Named, Role, Sign};
use super::scheme::PackagePoints;
use super::trouble::{Trouble, shown};
use super::walk::{Walk, below};
use crate::error::TaskError;
use gamesolve_text::quoted;

/// The file name of a list of generated testcases.
pub const LIST: &str = "cases.yaml";

/// A reader of lists of generated testcases.
pub trait Lister {
    /// Makes the testcases of the list in the folder `list` as files below `folder`. Without a list there are none.
    ///
    /// # Errors
    /// Fails if the list is malformed, a digest does not match, or a file cannot be written.
    fn make(&self, list: &Path, folder: &Path) -> Result<Vec<Case>, TaskError>;

    /// Returns the points that the list in the folder `list` states for `cases`, which must be all testcases.
    ///
    /// # Errors
    /// Fails if the groups are malformed.
    fn points(&self, list: &Path, cases: &[Case]) -> Result<PackagePoints, TaskError>;
}

/// Half a testcase: its partner is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Half {
    /// The name of the testcase, as in [`Case`].
    pub name: String,
    /// The group, as in [`Case`].
    pub group: Option<String>,
    /// The existing file.
    pub path: PathBuf,
    /// The missing half: `input` or `answer`.
    pub missing: &'static str,
}

impl Half {
    /// Returns the path of the existing file, for people.
    pub fn shown(&self) -> String {
        shown(&self.path)
    }
}

impl std::fmt::Display for Half {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} has no {}", self.shown(), self.missing)
    }
}

/// The testcases that were found, and the errors in the files.
#[derive(Debug, Default)]
pub struct Layout {
    /// The complete testcases, in the natural order of their names.
    pub cases: Vec<Case>,
    /// The testcases with a missing half, in the same order.
    pub halves: Vec<Half>,
    /// The errors in the files and folders.
    pub troubles: Vec<Trouble>,
    /// The folders with a list of generated testcases, each with the prefix of their names.
    pub lists: Vec<(PathBuf, String)>,
    /// The number of folders that testcase names are relative to. If there are several, each name begins with its
    /// folder.
    pub roots: usize,
}

/// The two halves of a testcase, each if it was found.
#[derive(Default)]
struct Slot {
    input: Option<(Named, PathBuf)>,
    answer: Option<(Named, PathBuf)>,
}

/// A folder that testcase names are relative to, with the files found in it.
struct Root {
    path: PathBuf,
    files: Vec<Vec<OsString>>,
    /// The keys of the wanted testcases, or `None` for all.
    only: Option<HashSet<Vec<u8>>>,
}

/// Finds the testcases in files and folders. For a named file it also finds the partner.
pub fn find(paths: &[PathBuf]) -> Layout {
    let mut walk = Walk::default();
    let mut troubles = Vec::new();
    let mut roots: Vec<Root> = Vec::new();
    // The places of the named files' roots in `roots`.
    let mut of_files: HashMap<PathBuf, usize> = HashMap::new();
    for path in paths {
        match std::fs::metadata(path) {
            Err(error) => troubles.push(Trouble::io(path, &error)),
            Ok(kind) if kind.is_dir() => roots.push(Root {
                path: path.clone(),
                files: walk.files(path, path),
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
    // A file named together with its folder or its partner gives only one testcase.
    layout.cases.dedup();
    layout.halves.sort_by(|a, b| natural_order(&a.name, &b.name));
    layout
}

/// Finds the testcases of a package: the files below these folders of `root` that `is_half` accepts by folders and
/// name.
///
/// A missing folder holds none.
pub(super) fn in_folders(root: &Path, folders: &[String], is_half: impl Fn(&[OsString]) -> bool) -> Layout {
    let mut walk = Walk::default();
    let mut files = Vec::new();
    // The user may name the data folder alone: the package is its parent.
    let is_data = root.canonicalize().is_ok_and(|real| real.ends_with("data"));
    let around = if is_data { root.join("..") } else { root.to_owned() };
    for folder in folders {
        let path = root.join(folder);
        if !path.is_dir() {
            continue;
        }
        let above: Vec<OsString> = Path::new(folder).iter().map(OsStr::to_owned).collect();
        let inside = walk.files(&path, &around).into_iter();
        files.extend(inside.map(|place| above.iter().cloned().chain(place).collect::<Vec<_>>()));
    }
    files.retain(|place| is_half(place));
    let mut layout = Layout {
        roots: 1,
        troubles: walk.troubles,
        ..Layout::default()
    };
    layout.add(Root {
        path: root.to_owned(),
        files,
        only: None,
    });
    layout.cases.sort_by(|a, b| natural_order(&a.name, &b.name));
    layout.halves.sort_by(|a, b| natural_order(&a.name, &b.name));
    layout
}

impl Layout {
    /// Returns one sentence for each link that leads out of the package or folder. No file behind such a link may be
    /// read.
    pub fn led_out(&self) -> Vec<String> {
        let links = self
            .troubles
            .iter()
            .filter(|trouble| matches!(trouble, Trouble::LeadsOut { .. }));
        links.map(ToString::to_string).collect()
    }

    /// Returns whether there is no testcase and no half of one.
    pub(super) fn is_empty(&self) -> bool {
        self.cases.is_empty() && self.halves.is_empty()
    }

    /// Makes the listed testcases as files in a temporary folder, which lives as long as the returned value.
    ///
    /// They come after the stored testcases, because a small testcase explains a fault better.
    ///
    /// # Errors
    /// Fails if a list is malformed, a digest does not match, or a file cannot be written.
    pub fn make_listed(&mut self, lister: &dyn Lister) -> Result<Option<TempFolder>, TaskError> {
        if self.lists.is_empty() {
            return Ok(None);
        }
        let fault = |error: std::io::Error| TaskError::new(format!("cannot make a folder for testcases: {error}"));
        let folder = TempFolder::new_in(&tempfile::env::temp_dir()).map_err(fault)?;
        let stored = self.cases.len();
        for (number, (list, prefix)) in self.lists.iter().enumerate() {
            for mut case in lister.make(list, &folder.path().join(number.to_string()))? {
                case.name = format!("{prefix}{}", case.name);
                if self.cases.iter().any(|other| other.name == case.name) {
                    let place = list.join(LIST);
                    return Err(TaskError::new(format!(
                        "{}: the testcase `{}` is also stored as files",
                        quoted(place.as_os_str().as_encoded_bytes(), 300),
                        case.name
                    )));
                }
                self.cases.push(case);
            }
        }
        self.cases[stored..].sort_by(|a, b| natural_order(&a.name, &b.name));
        Ok(Some(folder))
    }

    /// Returns the points that the list of the only folder states for all testcases. The listed ones must be made
    /// already.
    ///
    /// # Errors
    /// Fails if the groups of the list are malformed.
    pub fn listed_points(&self, lister: &dyn Lister) -> Result<PackagePoints, TaskError> {
        match &self.lists[..] {
            [(list, prefix)] if prefix.is_empty() && self.halves.is_empty() => lister.points(list, &self.cases),
            _ => Ok(PackagePoints::Unstated),
        }
    }

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
        let mut slots = slots(&root, &mut self.troubles);
        drop_chance(&mut slots);
        let is_list = |place: &&Vec<OsString>| root.only.is_none() && place.last().is_some_and(|n| n == LIST);
        let mut lists: Vec<&Vec<OsString>> = root.files.iter().filter(is_list).collect();
        lists.sort_unstable();
        for place in &lists {
            let folders = &place[..place.len() - 1];
            let folders = folders
                .iter()
                .map(|name| quoted(name.as_encoded_bytes(), usize::MAX) + "/");
            let prefix = prefix.clone() + &folders.collect::<String>();
            self.lists.push((below(&root.path, &place[..place.len() - 1]), prefix));
        }
        if slots.is_empty() && lists.is_empty() {
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

/// Drops files with an unsure sign if no file with the same sign has a partner: they are files of another kind.
fn drop_chance(slots: &mut BTreeMap<Vec<u8>, Slot>) {
    let mut meant: HashSet<(Sign, Role)> = HashSet::from([(Sign::Sure, Role::Input), (Sign::Sure, Role::Answer)]);
    for slot in slots.values() {
        if let (Some((input, _)), Some((answer, _))) = (&slot.input, &slot.answer) {
            meant.extend([(input.sign, input.role), (answer.sign, answer.role)]);
        }
    }
    slots.retain(|_, slot| {
        let halves = [&slot.input, &slot.answer];
        let mut held = halves.into_iter().flatten();
        let is_whole = slot.input.is_some() && slot.answer.is_some();
        is_whole || held.any(|(named, _)| meant.contains(&(named.sign, named.role)))
    });
}

/// Groups the files of one root by testcase.
fn slots(root: &Root, troubles: &mut Vec<Trouble>) -> BTreeMap<Vec<u8>, Slot> {
    let mut slots: BTreeMap<Vec<u8>, Slot> = BTreeMap::new();
    // The system lists files in any order, but reports need a fixed one.
    let mut files: Vec<&Vec<OsString>> = root.files.iter().collect();
    files.sort_unstable();
    for place in files {
        let Some(named) = naming::of_file(root.path.file_name(), place) else {
            continue;
        };
        if root.only.as_ref().is_some_and(|only| !only.contains(&named.key)) {
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
            // The file with the surer sign wins.
            Some((first, _)) if named.sign != Sign::Sure && first.sign == Sign::Sure => {}
            Some((first, _)) if named.sign == Sign::Sure && first.sign != Sign::Sure => *held = Some((named, path)),
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

/// A pattern of the names of inputs and answers: `in/%.txt=out/%.txt`. `%` stands for the name of the testcase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Prefix and suffix around the testcase name, for the input and for the answer.
    halves: [(String, String); 2],
}

impl std::str::FromStr for Pattern {
    type Err = TaskError;

    fn from_str(text: &str) -> Result<Pattern, TaskError> {
        let wrong = || TaskError::new("a pattern needs two names with a `%` in each, such as `in/%.txt=out/%.txt`");
        let half = |text: &str| {
            let (before, behind) = text.split_once('%')?;
            (!behind.contains('%')).then(|| (before.to_owned(), behind.to_owned()))
        };
        let (input, answer) = text.split_once('=').ok_or_else(wrong)?;
        let halves = [half(input).ok_or_else(wrong)?, half(answer).ok_or_else(wrong)?];
        if halves[0] == halves[1] {
            return Err(TaskError::new("input and answer have the same pattern"));
        }
        Ok(Pattern { halves })
    }
}

/// Finds the testcases in a folder by a pattern of their names.
pub fn by_pattern(folder: &Path, pattern: &Pattern) -> Layout {
    let mut walk = Walk::default();
    let mut files = walk.files(folder, folder);
    files.sort_unstable();
    let mut slots: BTreeMap<String, [Option<PathBuf>; 2]> = BTreeMap::new();
    for place in &files {
        let path: PathBuf = place.iter().collect();
        let Some(name) = path.to_str() else { continue };
        for (at, (before, behind)) in pattern.halves.iter().enumerate() {
            let inner = name
                .strip_prefix(before.as_str())
                .and_then(|rest| rest.strip_suffix(behind.as_str()));
            if let Some(inner) = inner.filter(|inner| !inner.is_empty()) {
                slots.entry(inner.to_owned()).or_default()[at] = Some(below(folder, place));
            }
        }
    }
    let mut layout = Layout {
        roots: 1,
        troubles: walk.troubles,
        ..Layout::default()
    };
    if slots.is_empty() {
        layout.troubles.push(Trouble::Empty {
            path: folder.to_owned(),
        });
    }
    for (key, slot) in slots {
        let name = quoted(key.as_bytes(), usize::MAX);
        let half = |path, missing| Half {
            name: name.clone(),
            group: None,
            path,
            missing,
        };
        match slot {
            [Some(input), Some(answer)] => layout.cases.push(Case {
                name,
                key: key.to_ascii_lowercase().into_bytes(),
                group: None,
                input,
                answer,
            }),
            [Some(path), None] => layout.halves.push(half(path, "answer")),
            [None, Some(path)] => layout.halves.push(half(path, "input")),
            [None, None] => {}
        }
    }
    layout.cases.sort_by(|a, b| natural_order(&a.name, &b.name));
    layout.halves.sort_by(|a, b| natural_order(&a.name, &b.name));
    layout
}

/// Finds the outputs in a folder, by the keys of their testcases, and the errors in the folder.
///
/// Inputs in the folder are ignored. An output in the result need not belong to a testcase.
pub fn outputs(folder: &Path) -> (HashMap<Vec<u8>, PathBuf>, Vec<Trouble>) {
    let mut walk = Walk::default();
    let root = Root {
        path: folder.to_owned(),
        files: walk.files(folder, folder),
        only: None,
    };
    let mut troubles = walk.troubles;
    let outputs = slots(&root, &mut troubles)
        .into_iter()
        .filter_map(|(key, slot)| Some((key, slot.answer?.1)));
    (outputs.collect(), troubles)
}

/// Returns whether a file is an answer by its name alone.
pub fn is_answer(path: &Path) -> bool {
    let name = path.file_name().map(OsStr::to_owned);
    let named = naming::of_file(None, name.as_slice());
    named.is_some_and(|named| named.role == Role::Answer)
}

/// Returns the folder that the testcase of a named file is relative to, and its place there.
///
/// If the file is in a folder for one half (`in`, `out`), this is the parent of that folder, else the file's own
/// folder.
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

/// Returns a path that can be listed: the current folder for an empty path.
fn readable(path: &Path) -> &Path {
    if path.as_os_str().is_empty() {
        Path::new(".")
    } else {
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a folder with these empty files.
    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, b"").unwrap();
        }
        folder
    }

    /// Lists the findings in a folder: the testcase names with their groups, the halves, and the troubles without the
    /// folder.
    fn found(folder: &Path, paths: &[&str]) -> [Vec<String>; 3] {
        let paths: Vec<PathBuf> = paths.iter().map(|path| folder.join(path)).collect();
        let layout = find(&paths);
        let base = format!("{}/", folder.display());
        let plain = |text: String| text.replace(&base, "").replace(base.trim_end_matches('/'), ".");
        let case = |case: &Case| match &case.group {
            Some(group) => format!("{} ({group})", case.name),
            None => case.name.clone(),
        };
        [
            layout.cases.iter().map(case).map(plain).collect(),
            layout.halves.iter().map(|half| plain(half.to_string())).collect(),
            layout.troubles.iter().map(|t| plain(t.to_string())).collect(),
        ]
    }

    fn cases(files: &[&str]) -> Vec<String> {
        let folder = folder(files);
        let [cases, halves, troubles] = found(folder.path(), &["."]);
        assert_eq!((halves, troubles), (vec![], vec![]));
        cases
    }

    #[test]
    fn every_layout_is_found_and_sorted_as_people_count() {
        assert_eq!(cases(&["10.in", "10.out", "9.in", "9.ans", "notes"]), ["9", "10"]);
        assert_eq!(
            cases(&["Test10/PAS.INP", "Test10/PAS.OUT", "Test2/PAS.INP", "Test2/pas.out"]),
            ["Test2/PAS", "Test10/PAS"]
        );
        assert_eq!(
            cases(&["PAS/Test01/PAS.INP", "PAS/Test01/PAS.OUT", "PAS/Settings.cfg"]),
            ["PAS/Test01/PAS"]
        );
        assert_eq!(
            cases(&[
                "in/nim1a.in",
                "in/nim0.in",
                "out/nim1a.out",
                "out/nim0.out",
                "prog/nim.cpp"
            ]),
            ["nim0 (0)", "nim1a (1)"]
        );
        assert_eq!(
            cases(&["input/input0.txt", "output/output0.txt", "task.yaml"]),
            ["input0"]
        );
        assert_eq!(cases(&["input0.txt", "output0.txt"]), ["input0"]);
        assert_eq!(
            cases(&[
                "data/sample/1.in",
                "data/sample/1.ans",
                "data/secret/g1/1.in",
                "data/secret/g1/1.ans",
                "data/secret/2.in",
                "data/secret/2.ans",
                "problem.yaml",
            ]),
            [
                "data/sample/1 (sample)",
                "data/secret/2 (secret)",
                "data/secret/g1/1 (secret/g1)"
            ]
        );
    }

    #[test]
    fn layouts_of_the_wild_are_found_where_halves_have_partners() {
        for (files, expected) in [
            (
                &["nim.in.1", "nim.out.1", "nim.in.2", "nim.out.2"][..],
                &["nim.in.1", "nim.in.2"][..],
            ),
            (&["in/1.txt", "out/1.txt", "in/a_2.txt", "out/a_2.txt"], &["1", "a_2"]),
            (&["nim.i1", "nim.o1", "nim.i2a", "nim.o2a"], &["nim.i1", "nim.i2a"]),
            (&["1.dat", "1.ans", "2.dat", "2.ans", "x.sol"], &["1", "2"]),
            (&["1.in", "1.sol", "README"], &["1"]),
            (&["1.in", "1.a", "2.in", "2.diff"], &["1", "2"]),
            (&["1.in", "1.out", "1.a", "fix.diff"], &["1"]),
            (&["1_in.txt", "1_out.txt", "notes.txt"], &["1_in"]),
            (&["01.in.txt", "01.out.txt"], &["01.in"]),
            (&["nim_input0.txt", "nim_output0.txt"], &["nim_input0"]),
            (&["in1.txt", "ans1.txt", "in2.txt", "ans2.txt"], &["in1", "in2"]),
            (&["1/in", "1/out", "2/in", "2/out"], &["1", "2"]),
            (&["1/input.txt", "1/output.txt"], &["1/input"]),
            (&["input/input00.txt", "output/output00.txt"], &["input00"]),
            (&["01", "01.a", "02", "02.a"], &["01", "02"]),
            (&["nim.in1", "nim.ans1"], &["nim.in1"]),
            (&["cases/1.input", "cases/1.output"], &["cases/1"]),
        ] {
            assert_eq!(cases(files), expected, "{files:?}");
        }
        let folder = folder(&["nim.in.1", "nim.out.1", "nim.in.2"]);
        let [_, halves, _] = found(folder.path(), &["."]);
        assert_eq!(halves, ["`./nim.in.2` has no answer"], "the others have partners");
    }

    #[test]
    fn a_pattern_pairs_what_no_layout_does() {
        let folder = folder(&["t/a.q", "r/a.s", "t/b/c.q", "r/b/c.s", "t/d.q", "x.q"]);
        let pattern: Pattern = "t/%.q=r/%.s".parse().unwrap();
        let layout = by_pattern(folder.path(), &pattern);
        let names: Vec<&str> = layout.cases.iter().map(|case| case.name.as_str()).collect();
        assert_eq!(names, ["a", "b/c"]);
        assert_eq!(layout.halves.len(), 1);
        assert!(layout.halves[0].to_string().ends_with("t/d.q` has no answer"));
        for wrong in ["", "a", "%=b", "a=%", "%%=%", "%.in=%.in", "in/%"] {
            assert!(wrong.parse::<Pattern>().is_err(), "{wrong}");
        }
        let none: Pattern = "%.no=%.yes".parse().unwrap();
        assert_eq!(by_pattern(folder.path(), &none).troubles.len(), 1);
    }

    #[test]
    fn folders_of_malformed_inputs_and_hidden_ones_are_passed_over() {
        assert_eq!(
            cases(&["1.in", "1.out", "invalid/1.in", "Checker/1.out", ".git/1.in", ".x.in"]),
            ["1"]
        );
        let of_kattis = [
            "secret/invalid/1.in",
            "secret/invalid/1.out",
            "secret/a/checker/2.in",
            "secret/a/checker/2.out",
        ];
        assert_eq!(cases(&of_kattis).len(), 2, "groups may be called so");
        let below = folder(&of_kattis);
        let [named, _, _] = found(below.path(), &["secret"]);
        assert_eq!(named.len(), 2);
        let folder = folder(&["invalid/1.in"]);
        let [_, halves, _] = found(folder.path(), &["invalid"]);
        assert_eq!(halves, ["`invalid/1.in` has no answer"], "unless it is named");
    }

    #[test]
    fn a_missing_partner_is_named_by_the_file_that_is_there() {
        let folder = folder(&["a.in", "b.out", "in/c.in", "out/d.out", "e.in", "e.out"]);
        let [cases, halves, troubles] = found(folder.path(), &["."]);
        assert_eq!(cases, ["e"]);
        assert_eq!(
            halves,
            [
                "`./a.in` has no answer",
                "`./b.out` has no input",
                "`./in/c.in` has no answer",
                "`./out/d.out` has no input"
            ]
        );
        assert_eq!(troubles, [""; 0]);
    }

    #[test]
    fn two_files_for_one_half_are_both_named() {
        for (files, fault) in [
            (
                ["a.in", "A.IN", "a.out"],
                "`./A.IN` and `./a.in` are both the input of testcase `A`",
            ),
            (
                ["a.in", "a.out", "a.ans"],
                "`./a.ans` and `./a.out` are both the answer of testcase `a`",
            ),
            (
                ["a.in", "in/a.in", "a.out"],
                "`./a.in` and `./in/a.in` are both the input of testcase `a`",
            ),
        ] {
            let folder = folder(&files);
            let [_, _, troubles] = found(folder.path(), &["."]);
            assert_eq!(troubles, [fault]);
        }
    }

    #[test]
    fn nothing_found_is_a_trouble() {
        let folder = folder(&["full/1.in", "full/1.out", "empty/readme"]);
        let [cases, _, troubles] = found(folder.path(), &["full", "empty", "none", "empty/readme"]);
        assert_eq!(cases.len(), 1);
        assert_eq!(troubles.len(), 3, "{troubles:?}");
        assert!(troubles[0].starts_with("cannot read `none`: "));
        assert_eq!(
            troubles[1],
            "`empty/readme` is neither an input nor an answer by its name"
        );
        assert_eq!(
            troubles[2],
            "no testcases in `empty`: expected files such as `1.in` and `1.out`"
        );
    }

    #[test]
    fn a_named_file_brings_its_partner_and_nothing_else() {
        let folder = folder(&[
            "1.in",
            "1.out",
            "2.in",
            "2.out",
            "s/in/x1.in",
            "s/out/x1.out",
            "s/in/x2.in",
        ]);
        let names = |paths: &[&str]| {
            let [cases, halves, troubles] = found(folder.path(), paths);
            assert_eq!((halves, troubles), (vec![], vec![]));
            cases
        };
        assert_eq!(names(&["1.in"]), ["1"]);
        assert_eq!(names(&["2.out", "1.in", "1.out"]), ["1", "2"]);
        assert_eq!(names(&["s/in/x1.in"]), ["x1 (1)"]);
        assert_eq!(
            names(&["1.in", "s/out/x1.out"]),
            ["./1", "s/x1 (1)"].map(|n| n.trim_start_matches("./"))
        );
    }

    #[test]
    fn outputs_are_found_by_the_keys_of_the_cases() {
        let folder = folder(&["Test1/PAS.OUT", "a.ans", "a.in", "output7.txt"]);
        let (outputs, troubles) = outputs(folder.path());
        assert!(troubles.is_empty());
        let mut keys: Vec<_> = outputs.into_keys().map(|key| String::from_utf8(key).unwrap()).collect();
        keys.sort();
        assert_eq!(keys, ["a", "input7", "test1/pas"]);
    }

    #[cfg(unix)]
    #[test]
    fn circular_and_outward_links_are_found_others_followed() {
        use std::os::unix::fs::symlink;
        let folder = folder(&[
            "tests/real/1.in",
            "tests/real/1.out",
            "secret",
            "other/2.in",
            "other/2.out",
        ]);
        let at = |path: &str| folder.path().join(path);
        symlink("real/1.in", at("tests/2.in")).unwrap();
        symlink("real/1.out", at("tests/2.out")).unwrap();
        let [cases, _, troubles] = found(folder.path(), &["tests"]);
        assert_eq!((cases, troubles), (vec!["2".to_owned(), "real/1".to_owned()], vec![]));
        symlink("real", at("tests/link")).unwrap();
        symlink("..", at("tests/real/up")).unwrap();
        symlink("me", at("tests/me")).unwrap();
        let [_, _, troubles] = found(folder.path(), &["tests"]);
        assert_eq!(troubles.len(), 3, "{troubles:?}");
        assert!(troubles[0].starts_with("cannot read `tests/me`: "));
        assert_eq!(
            troubles[1],
            "`tests/link/up` is a link back to `tests`, which forms a circle"
        );
        assert_eq!(troubles[2], "`tests/real` and `tests/link` are the same folder");
        for link in ["link", "real/up", "me"] {
            std::fs::remove_file(at("tests").join(link)).unwrap();
        }
        symlink("../secret", at("tests/3.in")).unwrap();
        symlink("../other", at("tests/more")).unwrap();
        let [_, _, troubles] = found(folder.path(), &["tests"]);
        let out = "is a link out of its package or folder: gamesolve does not follow it";
        assert_eq!(troubles, [format!("`tests/3.in` {out}"), format!("`tests/more` {out}")]);
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_no_text_work_and_are_shown_escaped() {
        use std::os::unix::ffi::OsStrExt;
        let folder = folder(&[]);
        for name in [b"\xff 1\n.in".as_slice(), b"\xff 1\n.out", b"-x.in", b"-x.out"] {
            std::fs::write(folder.path().join(OsStr::from_bytes(name)), b"").unwrap();
        }
        let [cases, halves, troubles] = found(folder.path(), &["."]);
        assert_eq!(cases, ["-x", "\\xff 1\\n"]);
        assert_eq!((halves, troubles), (vec![], vec![]));
    }
}
