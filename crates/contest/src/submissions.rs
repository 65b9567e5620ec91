//! Finds the submissions of contestants by the names of their files.
//!
//! **Forms.** In the folder, or in an archive of the whole class, lie
//!
//! - `HS01/STONES.CPP`: a folder for each contestant, with a source for each task,
//! - `HS01/stones/any.cpp`: the same with a folder for each task,
//! - `HS01.zip`: an archive with one of these folders in it,
//! - `[HS01][STONES].cpp`: a file with the names of both.
//!
//! The forms may be mixed. A folder around all of them is entered. Letter case, blanks and punctuation do not matter in
//! the name of a task.
//!
//! **Nothing is guessed.** A file that might be a submission and is none becomes a [`Stray`] with its likely meaning. If a
//! contestant has two different sources for a task, neither is judged. Links are not followed.

use std::collections::{BTreeMap, HashMap};
use std::ffi::{OsStr, OsString};
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use gamesolve_judge::language::{LANGUAGES, Language, MAX_SOURCE};
use gamesolve_task::{TaskError, archive, natural_order};
use gamesolve_text::quoted;
use itertools::Itertools as _;
use unicode_normalization::UnicodeNormalization as _;

use crate::results::Stray;

/// The longest name that is shown, in characters. No usual file system has longer names.
const MAX_NAME: usize = 255;
/// The largest file that is searched for anything but blanks, in bytes.
const MAX_BLANK: u64 = 1 << 10;
/// The number of folders around all contestants that are entered.
const MAX_AROUND: usize = 3;
/// The files and folders that systems and editors put beside others. They are ignored, and so are names with `._`.
const BYPRODUCTS: [&str; 13] = [
    "__MACOSX",
    "Thumbs.db",
    "desktop.ini",
    ".DS_Store",
    ".git",
    ".gitattributes",
    ".gitignore",
    ".gitkeep",
    ".hg",
    ".svn",
    ".cph",
    ".idea",
    ".vscode",
];
/// The endings of compiled programs, which are no sources.
const COMPILED: [&str; 6] = ["exe", "o", "obj", "class", "pyc", "ppu"];

/// A task, and the names of its submissions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The name of the task.
    pub name: String,
    /// Other names, such as the name of the contest's input file without its ending.
    pub aliases: Vec<String>,
}

/// All contestants, and the files that are no submissions.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The contestants, in the natural order of their names.
    pub contestants: Vec<Contestant>,
    /// Files and folders that are not judged.
    pub strays: Vec<Stray>,
}

/// A contestant and the sources.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// The name, escaped.
    pub name: String,
    /// The source for each task.
    pub sources: Vec<Option<Source>>,
}

/// A source file.
#[derive(Clone, Debug)]
pub struct Source {
    /// The place of the file.
    pub path: PathBuf,
    /// The path below the folder of submissions, escaped.
    pub shown: String,
    /// The language.
    pub language: &'static Language,
}

/// The reason why no submissions are found.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// A folder cannot be read.
    #[error("cannot read `{0}`")]
    Io(String, #[source] io::Error),
    /// The archive of the whole class cannot be unpacked.
    #[error(transparent)]
    Archive(#[from] TaskError),
    /// The folder holds no contestant.
    #[error("`{0}` holds no contestants")]
    NoContestants(String),
}

/// Finds the submissions in a folder or an archive.
///
/// Archives are unpacked below `scratch`, an empty folder. The file or folder `left_out` is ignored.
///
/// # Errors
/// Fails if the place cannot be read or holds no contestant.
pub fn find(place: &Path, tasks: &[Wanted], left_out: Option<&Path>, scratch: &Path) -> Result<Found, FindError> {
    let mut finder = Finder {
        names: Names::of(tasks),
        left_out: left_out.and_then(|path| path.canonicalize().ok()),
        scratch,
        unpacked: 0,
        contestants: BTreeMap::new(),
        strays: Vec::new(),
    };
    let mut root = place.to_owned();
    if !place.is_dir() {
        let unpacked = finder.place_to_unpack().map_err(|error| unreadable(place, error))?;
        archive::unpack_to(place, &unpacked)?;
        root = unpacked;
    }
    root = finder.inside(root, Owner::default(), |finder, only| {
        finder.holds_contestants(&only.path())
    })?;
    for entry in finder.entries(&root)? {
        finder.top(&entry)?;
    }
    if finder.contestants.is_empty() {
        return Err(FindError::NoContestants(shown(place.as_os_str())));
    }
    Ok(finder.found())
}

/// Returns whether a source is empty or blank.
fn is_blank(path: &Path) -> bool {
    let is_small = path.metadata().is_ok_and(|data| data.len() <= MAX_BLANK);
    is_small && fs::read(path).is_ok_and(|bytes| bytes.trim_ascii().is_empty())
}

fn shown(name: &OsStr) -> String {
    quoted(name.as_encoded_bytes(), MAX_NAME)
}

fn unreadable(path: &Path, error: io::Error) -> FindError {
    FindError::Io(shown(path.as_os_str()), error)
}

fn is_folder(entry: &DirEntry) -> bool {
    entry.file_type().is_ok_and(|kind| kind.is_dir())
}

/// Returns whether file managers hide an entry.
fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

/// Returns a name without the differences that do not matter: letter case, blanks and punctuation.
pub(crate) fn plain(name: &str) -> String {
    let letters = name.nfc().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The tasks by their plain names.
struct Names {
    tasks: HashMap<String, usize>,
    wanted: Vec<String>,
}

impl Names {
    /// Returns the tasks by their names and aliases. An alias of two tasks belongs to neither. The name of a task goes
    /// before an alias of another.
    fn of(tasks: &[Wanted]) -> Names {
        let numbered = || tasks.iter().enumerate();
        let mut known: HashMap<String, Option<usize>> = HashMap::new();
        for (number, alias) in
            numbered().flat_map(|(number, task)| task.aliases.iter().map(move |alias| (number, alias)))
        {
            let task = known.entry(plain(alias)).or_insert(Some(number));
            *task = task.filter(|other| *other == number);
        }
        known.extend(numbered().map(|(number, task)| (plain(&task.name), Some(number))));
        let tasks_by_name = known.into_iter().filter_map(|(name, task)| Some((name, task?)));
        Names {
            tasks: tasks_by_name.filter(|(name, _)| !name.is_empty()).collect(),
            wanted: tasks.iter().map(|task| task.name.clone()).collect(),
        }
    }

    fn task(&self, name: &OsStr) -> Option<usize> {
        self.tasks.get(&plain(name.to_str()?)).copied()
    }

    /// Returns a clause about the tasks for a name that belongs to none.
    fn likely(&self, name: &OsStr) -> String {
        /// The most letters that differ.
        const MOST: usize = 2;
        /// The number of tasks that are listed.
        const LISTED: usize = 6;
        let typed = plain(&name.to_string_lossy());
        let mut known = self.tasks.iter().sorted();
        // A browser adds `(1)` to a name, and people add their own words.
        let is_near =
            |known: &str| known.len() > MOST && typed.starts_with(known) || strsim::levenshtein(known, &typed) <= MOST;
        match known.find(|(known, _)| is_near(known)) {
            Some((_, &task)) => format!("rename it if it is meant for `{}`", self.wanted[task]),
            None => {
                let names = self.wanted.iter().take(LISTED).map(|name| format!("`{name}`"));
                let more = if self.wanted.len() > LISTED { ", …" } else { "" };
                format!("the tasks are {}{more}", names.format(", "))
            }
        }
    }
}

struct Finder<'a> {
    names: Names,
    left_out: Option<PathBuf>,
    scratch: &'a Path,
    /// The number of folders for archives.
    unpacked: usize,
    /// The candidates of each contestant by task.
    contestants: BTreeMap<OsString, Vec<Vec<Source>>>,
    /// The files that are no submissions, with the folder names of their contestants.
    strays: Vec<(Option<OsString>, Stray)>,
}

/// The contestant and the task that a file belongs to, as far as its place or its name says so.
#[derive(Clone, Copy, Default)]
struct Owner<'a> {
    contestant: Option<&'a OsStr>,
    task: Option<usize>,
}

impl<'a> Owner<'a> {
    fn of(contestant: &'a OsStr, task: Option<usize>) -> Owner<'a> {
        Owner {
            contestant: Some(contestant),
            task,
        }
    }
}

impl Finder<'_> {
    fn place_to_unpack(&mut self) -> io::Result<PathBuf> {
        self.unpacked += 1;
        let place = self.scratch.join(self.unpacked.to_string());
        fs::create_dir(&place).map(|()| place)
    }

    /// Returns the entries of a folder that a person made, in natural order.
    fn entries(&self, folder: &Path) -> Result<Vec<DirEntry>, FindError> {
        let listed = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<DirEntry>>>);
        let mut entries = listed.map_err(|error| unreadable(folder, error))?;
        let is_byproduct = |name: &OsStr| {
            name.as_encoded_bytes().starts_with(b"._")
                || BYPRODUCTS.iter().any(|other| name.eq_ignore_ascii_case(other))
        };
        let is_left_out = |entry: &DirEntry| {
            let left_out = self.left_out.as_ref();
            left_out.is_some_and(|place| entry.path().canonicalize().is_ok_and(|path| path == *place))
        };
        entries.retain(|entry| !is_byproduct(&entry.file_name()) && !is_left_out(entry));
        entries.sort_by(|a, b| {
            let names = [a, b].map(|entry| entry.file_name().to_string_lossy().into_owned());
            natural_order(&names[0], &names[1]).then_with(|| a.file_name().cmp(&b.file_name()))
        });
        Ok(entries)
    }

    /// Enters folders around all others, and lists the hidden files beside them.
    fn inside(
        &mut self,
        mut root: PathBuf,
        owner: Owner<'_>,
        is_around: impl Fn(&Self, &DirEntry) -> bool,
    ) -> Result<PathBuf, FindError> {
        for _ in 0..MAX_AROUND {
            let (hidden, seen): (Vec<_>, Vec<_>) = self.entries(&root)?.into_iter().partition(is_hidden);
            match &seen[..] {
                [only] if is_folder(only) && is_around(self, only) => root = only.path(),
                _ => break,
            }
            for entry in hidden {
                self.is_unusable(owner, &entry, &shown(&entry.file_name()));
            }
        }
        Ok(root)
    }

    /// Returns whether a folder holds contestants, and is not the folder of one.
    fn holds_contestants(&self, folder: &Path) -> bool {
        self.entries(folder).into_iter().flatten().any(|entry| {
            let path = entry.path();
            let is_of_another = || self.names.task(&entry.file_name()).is_none();
            let is_contestant = || archive::is_archive(&path) || names_in_brackets(&path).is_some();
            !is_hidden(&entry) && (is_folder(&entry) && is_of_another() || is_contestant())
        })
    }

    /// Returns the entries of a contestant's folder. A folder that cannot be read is a stray.
    fn inner(&mut self, owner: Owner<'_>, folder: &Path, shown: &str) -> Vec<DirEntry> {
        self.entries(folder).unwrap_or_else(|error| {
            let why = std::error::Error::source(&error).map_or_else(String::new, ToString::to_string);
            self.stray(owner, shown, format!("gamesolve cannot read it: {why}."));
            Vec::new()
        })
    }

    fn stray(&mut self, owner: Owner<'_>, path: impl Into<String>, why: impl Into<String>) {
        let stray = Stray {
            path: path.into(),
            why: why.into(),
            contestant: None,
            task: owner.task,
        };
        self.strays.push((owner.contestant.map(OsStr::to_owned), stray));
    }

    fn candidates(&mut self, contestant: &OsStr) -> &mut Vec<Vec<Source>> {
        let tasks = self.names.wanted.len();
        let of_contestant = self.contestants.entry(contestant.to_owned());
        of_contestant.or_insert_with(|| vec![Vec::new(); tasks])
    }

    /// Takes an entry of the folder of all contestants.
    fn top(&mut self, entry: &DirEntry) -> Result<(), FindError> {
        let (path, name) = (entry.path(), entry.file_name());
        let shown = shown(&name);
        let in_brackets = names_in_brackets(&path);
        let owner = in_brackets.as_ref().map_or_else(Owner::default, |(contestant, task)| {
            Owner::of(contestant, self.names.task(task))
        });
        if self.is_unusable(owner, entry, &shown) {
            return Ok(());
        }
        if is_folder(entry) {
            self.candidates(&name);
            self.contestant(&name, &path, &shown);
            return Ok(());
        }
        if archive::is_archive(&path) {
            let contestant = without_ending(&name);
            self.candidates(&contestant);
            let place = self.place_to_unpack().map_err(|error| unreadable(&path, error))?;
            if let Err(error) = archive::unpack_to(&path, &place) {
                let why = error.to_string().lines().join("; ");
                self.stray(Owner::of(&contestant, None), shown, format!("It is not judged: {why}."));
                return Ok(());
            }
            let owner = Owner::of(&contestant, None);
            let root = self.inside(place, owner, |finder, only| {
                finder.names.task(&only.file_name()).is_none()
            })?;
            self.contestant(&contestant, &root, &shown);
            return Ok(());
        }
        let Some(language) = Language::of(&path) else {
            self.no_source(owner, &name, &shown);
            return Ok(());
        };
        let source = Source {
            path: path.clone(),
            shown: shown.clone(),
            language,
        };
        match &in_brackets {
            Some((contestant, task)) => match owner.task {
                Some(task) => self.candidates(contestant)[task].push(source),
                None => {
                    self.candidates(contestant);
                    let likely = self.names.likely(task);
                    self.stray(
                        owner,
                        shown,
                        format!("No task has the name in its second brackets: {likely}."),
                    );
                }
            },
            None => self.stray(
                owner,
                shown,
                "It belongs to no contestant: put it into a folder with the contestant's name.",
            ),
        }
        Ok(())
    }

    /// Takes the folder of a contestant.
    fn contestant(&mut self, contestant: &OsStr, folder: &Path, way: &str) {
        for entry in self.inner(Owner::of(contestant, None), folder, way) {
            let (path, name) = (entry.path(), entry.file_name());
            let shown = format!("{way}/{}", shown(&name));
            let owner = Owner::of(contestant, self.names.task(path.file_stem().unwrap_or_default()));
            if self.is_unusable(owner, &entry, &shown) {
                continue;
            }
            if is_folder(&entry) {
                match self.names.task(&name) {
                    Some(task) => self.of_task(contestant, task, &path, &shown),
                    None => {
                        let likely = self.names.likely(&name);
                        self.stray(owner, shown, format!("No task has the name of this folder: {likely}."));
                    }
                }
                continue;
            }
            if archive::is_archive(&path) {
                self.stray(
                    owner,
                    shown,
                    "It is an archive in a contestant's folder: unpack it there.",
                );
                continue;
            }
            let Some(language) = Language::of(&path) else {
                self.no_source(owner, &name, &shown);
                continue;
            };
            match owner.task {
                Some(task) => self.candidates(contestant)[task].push(Source { path, shown, language }),
                None => {
                    let likely = self.names.likely(path.file_stem().unwrap_or_default());
                    self.stray(owner, shown, format!("No task has its name: {likely}."));
                }
            }
        }
    }

    /// Takes the folder of a contestant for one task. A source with the name of the task goes before others.
    fn of_task(&mut self, contestant: &OsStr, task: usize, folder: &Path, way: &str) {
        let mut sources = Vec::new();
        let owner = Owner::of(contestant, Some(task));
        for entry in self.inner(owner, folder, way) {
            let (path, name) = (entry.path(), entry.file_name());
            let shown = format!("{way}/{}", shown(&name));
            if self.is_unusable(owner, &entry, &shown) {
                continue;
            }
            match Language::of(&path) {
                _ if is_folder(&entry) => self.stray(
                    owner,
                    shown,
                    "A submission is one file, and no folder is searched here.",
                ),
                Some(language) => sources.push(Source { path, shown, language }),
                None => self.no_source(owner, &name, &shown),
            }
        }
        let named = |source: &Source| self.names.task(source.path.file_stem().unwrap_or_default());
        let has_name = sources.iter().any(|source| named(source) == Some(task));
        let is_meant = |source: &Source| match named(source) {
            Some(other) => other == task,
            None => !has_name,
        };
        let (meant, others): (Vec<Source>, Vec<Source>) = sources.into_iter().partition(is_meant);
        let name = self.names.wanted[task].clone();
        for other in others {
            self.stray(
                owner,
                other.shown,
                format!("It lies in the folder of `{name}` and has another name."),
            );
        }
        self.candidates(contestant)[task].extend(meant);
    }

    /// Returns whether an entry can be no submission for its kind or its size, and lists it.
    fn is_unusable(&mut self, owner: Owner<'_>, entry: &DirEntry, shown: &str) -> bool {
        let kind = entry.file_type();
        let why = match (kind, entry.metadata()) {
            _ if is_hidden(entry) => "It is hidden: rename it without the dot if it is meant.".to_owned(),
            (Ok(kind), _) if kind.is_dir() => return false,
            (Ok(kind), _) if kind.is_symlink() => {
                "It is a link, and gamesolve follows no links of contestants.".to_owned()
            }
            (Ok(kind), _) if !kind.is_file() => "It is no plain file.".to_owned(),
            (Ok(_), Ok(data)) if Language::of(&entry.path()).is_some() && data.len() > MAX_SOURCE => {
                format!("It is larger than {} MiB.", MAX_SOURCE >> 20)
            }
            (Ok(_), Ok(_)) => return false,
            (Err(error), _) | (_, Err(error)) => format!("gamesolve cannot read it: {error}."),
        };
        self.stray(owner, shown, why);
        true
    }

    /// Lists a file in no known language, with its likely meaning.
    fn no_source(&mut self, owner: Owner<'_>, name: &OsStr, shown: &str) {
        let path = Path::new(name);
        let ending = path
            .extension()
            .map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let inner = path
            .file_stem()
            .map(Path::new)
            .filter(|stem| Language::of(stem).is_some());
        let endings = || {
            LANGUAGES
                .iter()
                .map(|language| format!(".{}", language.key()))
                .join(", ")
        };
        let why = match (ending.as_deref(), inner) {
            (_, Some(inner)) => format!(
                "It has two endings: rename it if it is meant as `{}`.",
                self::shown(inner.as_os_str())
            ),
            (Some(ending), _) if COMPILED.contains(&ending) => {
                "It is a compiled program, and only sources are judged.".to_owned()
            }
            _ if self.names.task(path.file_stem().unwrap_or_default()).is_some() => {
                format!("It is in no known language: a source ends in {}.", endings())
            }
            _ => "It is no source file.".to_owned(),
        };
        self.stray(owner, shown, why);
    }

    /// Decides which candidates are submissions.
    fn found(mut self) -> Found {
        let mut contestants = Vec::new();
        for (name, candidates) in std::mem::take(&mut self.contestants) {
            let numbered = candidates.into_iter().enumerate();
            let sources = numbered.map(|(task, sources)| self.only(Owner::of(&name, Some(task)), sources));
            let sources = sources.collect();
            let shown = shown(&name);
            contestants.push((name, Contestant { name: shown, sources }));
        }
        contestants.sort_by(|(_, a), (_, b)| natural_order(&a.name, &b.name));
        self.strays.sort_by(|(_, a), (_, b)| natural_order(&a.path, &b.path));
        let places: HashMap<&OsStr, usize> = contestants
            .iter()
            .enumerate()
            .map(|(place, (name, _))| (name.as_os_str(), place))
            .collect();
        let strays = self.strays.into_iter().map(|(owner, stray)| Stray {
            contestant: owner.and_then(|name| places.get(name.as_os_str()).copied()),
            ..stray
        });
        Found {
            strays: strays.collect(),
            contestants: contestants.into_iter().map(|(_, contestant)| contestant).collect(),
        }
    }

    /// Returns the submission among sources for the same task.
    fn only(&mut self, owner: Owner<'_>, sources: Vec<Source>) -> Option<Source> {
        let (blank, mut sources): (Vec<Source>, Vec<Source>) =
            sources.into_iter().partition(|source| is_blank(&source.path));
        for source in blank {
            self.stray(
                owner,
                source.shown,
                "It is empty: the contestant probably saved or sent another file.",
            );
        }
        let read = |source: &Source| fs::read(&source.path).ok().map(|bytes| (source.language.name, bytes));
        let is_same = || {
            sources
                .iter()
                .map(read)
                .all_equal_value()
                .is_ok_and(|value| value.is_some())
        };
        if sources.len() > 1 && !is_same() {
            let shown: Vec<String> = sources.iter().map(|source| format!("`{}`", source.shown)).collect();
            for (number, source) in sources.into_iter().enumerate() {
                let other = &shown[usize::from(number == 0)];
                let why = format!("It differs from {other} for the same task, so neither is judged: remove one.");
                self.stray(owner, source.shown, why);
            }
            return None;
        }
        (!sources.is_empty()).then(|| sources.swap_remove(0))
    }
}

/// Returns the name of an archive without its ending, such as `.tar.gz`.
fn without_ending(name: &OsStr) -> OsString {
    let stem = |name: &OsStr| Path::new(name).file_stem().unwrap_or(name).to_owned();
    let outer = stem(name);
    let is_tar = Path::new(&outer)
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("tar"));
    if is_tar { stem(&outer) } else { outer }
}

/// Returns the contestant and the task of a name such as `[HS01][STONES].cpp`.
fn names_in_brackets(path: &Path) -> Option<(OsString, OsString)> {
    let stem = path.file_stem()?.to_str()?;
    let (contestant, task) = stem.strip_prefix('[')?.strip_suffix(']')?.split_once("][")?;
    let is_whole = !contestant.is_empty() && !task.is_empty();
    is_whole.then(|| (contestant.into(), task.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(name: &str, aliases: &[&str]) -> Wanted {
        Wanted {
            name: name.to_owned(),
            aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
        }
    }

    /// Makes files in a folder and finds the submissions for three tasks. The result has a line for each source, then for
    /// each stray.
    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        found_in(folder.path())
    }

    fn found_in(folder: &Path) -> Vec<String> {
        let scratch = tempfile::tempdir().unwrap();
        let tasks = [
            wanted("stone-transfer", &["STONES"]),
            wanted("nim", &["NIM", "HEAPS"]),
            wanted("stones", &["Stones"]),
        ];
        let found = match find(folder, &tasks, None, scratch.path()) {
            Ok(found) => found,
            Err(error) => return vec![format!("error: {error}")],
        };
        let mut lines = Vec::new();
        for contestant in &found.contestants {
            let sources = contestant.sources.iter().zip(&tasks);
            let sources =
                sources.filter_map(|(source, task)| Some(format!("{}={}", task.name, source.as_ref()?.shown)));
            lines.push(format!("{}: {}", contestant.name, sources.format(" ")));
        }
        lines.extend(
            found
                .strays
                .iter()
                .map(|stray| format!("{}! {}", stray.path, stray.why)),
        );
        lines
    }

    #[test]
    fn every_form_of_names_is_found() {
        let lines = found(&[
            ("HS01/STONES.CPP", "a"),
            ("HS01/heaps.py", "b"),
            ("HS2/stones/main.cpp", "a"),
            ("HS2/Stone_Transfer/stone transfer.PAS", "a"),
            ("HS2/nim/nim.cpp", "a"),
            ("HS2/nim/gen.py", "a"),
            ("Vũ Đức Huy/nim.py", "b"),
            ("[HS01][StoneTransfer].cpp", "c"),
            ("[a][b][nim].c", "c"),
            ("HS10/.git/nim.py", "c"),
        ]);
        assert_eq!(
            lines,
            [
                "HS01: stone-transfer=[HS01][StoneTransfer].cpp nim=HS01/heaps.py stones=HS01/STONES.CPP",
                "HS2: stone-transfer=HS2/Stone_Transfer/stone transfer.PAS nim=HS2/nim/nim.cpp stones=HS2/stones/main.cpp",
                "HS10: ",
                "Vũ Đức Huy: nim=Vũ Đức Huy/nim.py",
                "a: ",
                "HS2/nim/gen.py! It lies in the folder of `nim` and has another name.",
                "[a][b][nim].c! No task has the name in its second brackets: rename it if it is meant for `nim`.",
            ]
        );
    }

    #[test]
    fn a_source_that_comes_twice_is_judged_only_if_both_are_equal() {
        let lines = found(&[
            ("a/nim.cpp", "1"),
            ("a/nim/nim.cpp", "1"),
            ("b/nim.cpp", "1"),
            ("b/nim/nim.cpp", "2"),
            ("c/nim.cpp", "1"),
            ("c/nim.py", "1"),
            ("d/nim.cpp", " \n"),
            ("d/nim.py", "1"),
        ]);
        assert_eq!(lines[..4], ["a: nim=a/nim/nim.cpp", "b: ", "c: ", "d: nim=d/nim.py"]);
        let strays: Vec<&str> = lines[4..].iter().map(|line| line.split('!').next().unwrap()).collect();
        assert_eq!(
            strays,
            ["b/nim.cpp", "b/nim/nim.cpp", "c/nim.cpp", "c/nim.py", "d/nim.cpp"]
        );
        assert!(lines[4].contains("differs from `b/nim/nim.cpp`") && lines[5].contains("differs from `b/nim.cpp`"));
        assert!(lines[8].contains("It is empty"));
    }

    #[test]
    fn a_stray_belongs_to_the_contestant_and_the_task_of_its_place() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("HS10/nim.cpp", "1"),
            ("HS2/nim.cpp", "1"),
            ("HS2/nim.py", "1"),
            ("HS2/stonse.cpp", "1"),
            ("HS2/nim.go", "1"),
            ("HS2/nim/note.cpp/x", "1"),
            ("[HS10][nmi].py", "1"),
            ("[HS2][nim].go", "1"),
            ("[HS3][nim].go", "1"),
            ("nim.cpp", "1"),
        ] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let scratch = tempfile::tempdir().unwrap();
        let tasks = [wanted("stones", &[]), wanted("nim", &[])];
        let found = find(folder.path(), &tasks, None, scratch.path()).unwrap();
        let owners: Vec<String> = found
            .strays
            .iter()
            .map(|stray| {
                let contestant = stray.contestant.map_or("-", |at| &found.contestants[at].name);
                let task = stray.task.map_or("-", |at| &tasks[at].name);
                format!("{}: {contestant} {task}", stray.path)
            })
            .collect();
        assert_eq!(
            owners,
            [
                "HS2/nim.cpp: HS2 nim",
                "HS2/nim.go: HS2 nim",
                "HS2/nim.py: HS2 nim",
                "HS2/nim/note.cpp: HS2 nim",
                "HS2/stonse.cpp: HS2 -",
                "[HS2][nim].go: HS2 nim",
                "[HS3][nim].go: - nim",
                "[HS10][nmi].py: HS10 -",
                "nim.cpp: - -",
            ]
        );
    }

    #[test]
    fn strays_have_their_likely_meaning() {
        let lines = found(&[
            ("a/stonse.cpp", "1"),
            ("a/nim (1).cpp", "1"),
            ("a/other.cpp", "1"),
            ("a/stones.cpp.txt", "1"),
            ("a/nim.exe", "1"),
            ("a/nim.go", "1"),
            ("a/draft/nim.cpp", "1"),
            ("a/all.zip", "1"),
            ("a/picture.png", "1"),
            ("a/.nim.cpp", "1"),
            (".b/nim.cpp", "1"),
            ("a/._nim.cpp", "1"),
            ("a/.DS_Store", "1"),
            ("nim.cpp", "1"),
            ("Thumbs.db", "1"),
        ]);
        assert_eq!(
            lines,
            [
                "a: ",
                ".b! It is hidden: rename it without the dot if it is meant.",
                "a/.nim.cpp! It is hidden: rename it without the dot if it is meant.",
                "a/all.zip! It is an archive in a contestant's folder: unpack it there.",
                "a/draft! No task has the name of this folder: the tasks are `stone-transfer`, `nim`, `stones`.",
                "a/nim (1).cpp! No task has its name: rename it if it is meant for `nim`.",
                "a/nim.exe! It is a compiled program, and only sources are judged.",
                "a/nim.go! It is in no known language: a source ends in .cpp, .c, .pas, .rs, .java, .py.",
                "a/other.cpp! No task has its name: the tasks are `stone-transfer`, `nim`, `stones`.",
                "a/picture.png! It is no source file.",
                "a/stones.cpp.txt! It has two endings: rename it if it is meant as `stones.cpp`.",
                "a/stonse.cpp! No task has its name: rename it if it is meant for `stones`.",
                "nim.cpp! It belongs to no contestant: put it into a folder with the contestant's name.",
            ]
        );
    }

    #[test]
    fn names_that_look_the_same_stay_apart() {
        let lines = found(&[("Vũ/nim.py", "1"), ("Vu\u{303}/nim.py", "2"), ("vũ/nim.py", "1")]);
        assert_eq!(
            lines,
            [
                "Vu\u{303}: nim=Vu\u{303}/nim.py",
                "Vũ: nim=Vũ/nim.py",
                "vũ: nim=vũ/nim.py"
            ]
        );
    }

    #[test]
    fn a_folder_around_all_is_entered_and_a_folder_without_contestants_is_an_error() {
        assert_eq!(
            found(&[("class/day/HS1/nim.py", "1"), ("class/day/HS2/nim.py", "1")])[0],
            "HS1: nim=HS1/nim.py"
        );
        assert_eq!(found(&[("HS1/nim.py", "1")]), ["HS1: nim=HS1/nim.py"]);
        assert_eq!(found(&[("HS1/nim/nim.py", "1")]), ["HS1: nim=HS1/nim/nim.py"]);
        assert_eq!(
            found(&[("day/HS1/nim.py", "1"), (".HS2/nim.py", "1")]),
            [
                "HS1: nim=HS1/nim.py",
                ".HS2! It is hidden: rename it without the dot if it is meant."
            ]
        );
        for none in [&[][..], &[("nim.py", "1")], &[(".git/a", "")], &[(".HS1/nim.py", "1")]] {
            let lines = found(none);
            assert!(
                lines.len() == 1 && lines[0].ends_with("` holds no contestants"),
                "{lines:?}"
            );
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_and_hostile_names_are_contained() {
        use std::os::unix::ffi::OsStrExt as _;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &[u8]| folder.path().join(OsStr::from_bytes(name));
        for name in [
            &b"a"[..],
            b"=cmd|x",
            b"b\nc",
            b"\xff",
            b"\x1b[2J",
            "\u{202e}gpj".as_bytes(),
            &[b'x'; 250],
        ] {
            fs::create_dir(at(name)).unwrap();
            fs::write(at(name).join("nim.py"), "1").unwrap();
        }
        std::os::unix::fs::symlink("/etc", at(b"etc")).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", at(b"a/stones.py")).unwrap();
        let lines = found_in(folder.path());
        assert!(
            lines
                .iter()
                .all(|line| !line.contains(|c: char| c.is_control() || c == '\u{202e}')),
            "{lines:?}"
        );
        assert_eq!(
            lines.iter().filter(|line| line.contains(": nim=")).count(),
            7,
            "{lines:?}"
        );
        assert_eq!(
            lines.iter().filter(|line| line.contains("! It is a link")).count(),
            2,
            "{lines:?}"
        );
    }
}
