//! Finds the submissions of contestants by the names of their files.
//!
//! **Forms.** In the folder, or in an archive of the whole class, lie
//!
//! - `HS01/STONES.CPP`: a folder for each contestant, with a source for each task,
//! - `HS01/stones/any.cpp`: the same with a folder for each task,
//! - `HS01.zip`: an archive with one of these folders in it,
//! - `stones/HS01.cpp`, `stones/HS01/any.cpp`: a folder for each task,
//! - `[HS01][STONES].cpp`, `HS01_stones.cpp`, `stones-HS01.cpp`: a file with the names of both.
//!
//! The forms may be mixed. A folder around all of them is entered, and an archive is a folder. Letter case, blanks and
//! punctuation do not matter in the name of a task.
//!
//! **Nothing is guessed**, unless the caller asks for it. A file that might be a submission and is none becomes a
//! [`Stray`] with its likely meaning. If a contestant has two different sources for a task, neither is judged. Links are
//! not followed.
//!
//! **Guesses.** A caller may ask that likely names count. Then an exact name goes before a guess, a good guess before a
//! weak one, and the newer of two sources before the older one.

use std::collections::{BTreeMap, HashMap};
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

use gamesolve_judge::language::{LANGUAGES, Language, MAX_SOURCE};
use gamesolve_task::natural_order;
use gamesolve_text::reason;
use itertools::Itertools as _;

pub use crate::entries::Content;
use crate::entries::{Kind, Node, may_be_source, shown};
pub use crate::names::Wanted;
use crate::names::{Names, in_brackets};
use crate::results::Stray;

/// The largest file that is searched for anything but blanks, in bytes.
const MAX_BLANK: u64 = 1 << 10;
/// The number of folders and archives around all contestants, or around the sources of one, that are entered.
const MAX_AROUND: usize = 3;
/// The files and folders that systems and editors put beside others. They are ignored, and so are names with `._`.
const BYPRODUCTS: [&str; 14] = [
    "__MACOSX",
    // Themis puts its reports there.
    "Logs",
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
/// The endings that systems and people put behind that of a source.
const RENAMED: [&str; 4] = ["txt", "text", "bak", "old"];
/// The endings of compiled programs, which are no sources.
const COMPILED: [&str; 6] = ["exe", "o", "obj", "class", "pyc", "ppu"];

/// All contestants, and the files that are no submissions.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The contestants, in the natural order of their names.
    pub contestants: Vec<Contestant>,
    /// Files and folders that are not judged.
    pub strays: Vec<Stray>,
    /// The number of sources that are judged only if guesses count.
    pub guessable: usize,
    /// The forms that may surprise, each as a sentence with an example.
    pub forms: Vec<String>,
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
    /// The content of the file.
    pub content: Content,
    /// The name of the file, without the endings after that of its language.
    pub name: PathBuf,
    /// The path below the folder of submissions, escaped.
    pub shown: String,
    /// The language.
    pub language: &'static Language,
    /// The reasons for a guess, if it is none by its exact name alone.
    pub guess: Option<String>,
    /// The weakness of the guess.
    weakness: u8,
    modified: (u64, u32),
}

impl Source {
    /// Adds a reason for a guess.
    fn because(&mut self, weakness: u8, why: &str) {
        self.weakness = self.weakness.max(weakness);
        let before = self.guess.take().map(|before| before + " ").unwrap_or_default();
        self.guess = Some(before + why);
    }
}

/// The reason why no submissions are found.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// A folder cannot be read.
    #[error("cannot read `{0}`")]
    Io(String, #[source] io::Error),
    /// The archive of the whole class cannot be read.
    #[error(transparent)]
    Archive(io::Error),
    /// The folder holds no contestant.
    #[error("`{0}` holds no contestants")]
    NoContestants(String),
    /// The folder holds no contestant, but this folder inside of it does.
    #[error("`{0}` holds no contestants, but its folder `{inner}` does", inner = shown(.1.as_os_str()))]
    Class(String, PathBuf),
    /// The names of the sources are numbers, as some platforms give them to submissions.
    #[error("`{0}` holds no contestants, because the name `{1}` is only a number")]
    Numbers(String, String),
}

/// Finds the submissions in a folder or an archive.
///
/// The file or folder `left_out` is ignored. `accepts_guesses` says whether likely names count.
///
/// # Errors
/// Fails if the place cannot be read or holds no contestant.
pub fn find(
    place: &Path,
    tasks: &[Wanted],
    left_out: Option<&Path>,
    accepts_guesses: bool,
) -> Result<Found, FindError> {
    let mut finder = Finder {
        names: Names::of(tasks),
        left_out: left_out.and_then(|path| path.canonicalize().ok()),
        accepts_guesses,
        ..Finder::default()
    };
    let is_folder = place.is_dir();
    let root = Node::at(place, is_folder);
    let nodes = finder.entries(root).map_err(|error| match is_folder {
        true => FindError::Io(shown(place.as_os_str()), error),
        false => FindError::Archive(error),
    })?;
    let (way, nodes) = finder.inside(nodes, Owner::default(), Finder::holds_contestants);
    let is_flat = nodes.iter().all(|node| node.is_hidden() || !node.is_container());
    for node in &nodes {
        finder.top(node, &nodes, is_flat);
    }
    if finder.contestants.is_empty() {
        let place = shown(place.as_os_str());
        return Err(match nodes.iter().find(|node| is_numbered(node)) {
            Some(node) => FindError::Numbers(place, shown(&node.name)),
            None => FindError::NoContestants(place),
        });
    }
    let found = finder.found();
    // Folders of classes look like contestants. They are looked for if nobody else has a source by an exact name.
    let is_exact = |one: &Contestant| one.sources.iter().flatten().any(|source| source.guess.is_none());
    for one in found.contestants.iter().filter(|one| is_exact(one)) {
        let is_this = |node: &&Node| shown(&node.name) == one.name;
        if !nodes.iter().find(is_this).is_some_and(|node| finder.is_class(node)) {
            return Ok(found);
        }
    }
    match nodes.iter().find(|node| finder.is_class(node)) {
        Some(class) => Err(FindError::Class(shown(place.as_os_str()), way.join(&class.name))),
        None => Ok(found),
    }
}

/// Returns whether the name of a source is only a number.
fn is_numbered(node: &Node) -> bool {
    Language::of(node.path()).is_some() && node.stem().as_encoded_bytes().iter().all(u8::is_ascii_digit)
}

#[derive(Default)]
struct Finder {
    names: Names,
    left_out: Option<PathBuf>,
    accepts_guesses: bool,
    /// The bytes of archives in memory.
    in_memory: u64,
    /// The candidates of each contestant by task.
    contestants: BTreeMap<OsString, Vec<Vec<Source>>>,
    /// The files that are no submissions, with the folder names of their contestants.
    strays: Vec<(Option<OsString>, Stray)>,
    guessable: usize,
    /// The first example of each form that may surprise.
    forms: BTreeMap<&'static str, String>,
}

/// The forms of names that may surprise.
const TASK_FOLDERS: &str = "folders of tasks";
const FLAT_NAMES: &str = "names with contestant and task";

/// The contestant and the task that a file belongs to, as far as its place or its name says so.
#[derive(Clone, Copy, Default)]
struct Owner<'a> {
    contestant: Option<&'a OsStr>,
    task: Option<usize>,
    /// The reason for a guess by the folder.
    guess: Option<&'a str>,
}

impl<'a> Owner<'a> {
    fn of(contestant: &'a OsStr, task: Option<usize>) -> Owner<'a> {
        Owner {
            contestant: Some(contestant),
            task,
            guess: None,
        }
    }
}

impl Finder {
    /// Returns the entries of a folder or an archive that a person made, in natural order.
    fn entries(&mut self, folder: Node) -> io::Result<Vec<Node>> {
        let mut nodes = folder.entries(&mut self.in_memory)?;
        let is_byproduct = |name: &OsStr| {
            name.as_encoded_bytes().starts_with(b"._")
                || BYPRODUCTS.iter().any(|other| name.eq_ignore_ascii_case(other))
        };
        let is_left_out = |node: &Node| match (&node.kind, &self.left_out) {
            (Kind::Folder(path) | Kind::File(Content::File(path), _), Some(place)) => {
                path.canonicalize().is_ok_and(|path| path == *place)
            }
            _ => false,
        };
        nodes.retain(|node| !is_byproduct(&node.name) && !is_left_out(node));
        nodes.sort_by(|a, b| {
            let names = [a, b].map(|node| node.name.to_string_lossy());
            natural_order(&names[0], &names[1]).then_with(|| a.name.cmp(&b.name))
        });
        Ok(nodes)
    }

    /// Returns the entries of a folder or an archive of a contestant. An unreadable folder is a stray.
    fn inner(&mut self, owner: Owner<'_>, folder: &Node, shown: &str) -> Vec<Node> {
        self.entries(folder.clone()).unwrap_or_else(|error| {
            let why = reason(&error).lines().join("; ");
            let what = if folder.is_folder() {
                "gamesolve cannot read it"
            } else {
                "It is not judged"
            };
            self.stray(owner, shown, format!("{what}: {why}."));
            Vec::new()
        })
    }

    /// Enters folders and archives around all others, and lists the hidden files beside them. Returns the way inside, and
    /// the entries there.
    fn inside(
        &mut self,
        mut nodes: Vec<Node>,
        owner: Owner<'_>,
        is_around: impl Fn(&mut Self, &Node, &[Node]) -> bool,
    ) -> (PathBuf, Vec<Node>) {
        let mut way = PathBuf::new();
        for _ in 0..MAX_AROUND {
            let mut seen = nodes.iter().filter(|node| !node.is_hidden());
            let (Some(only), None) = (seen.next(), seen.next()) else {
                break;
            };
            let Some(inner) = only.is_container().then(|| self.entries(only.clone()).ok()).flatten() else {
                break;
            };
            if !is_around(self, only, &inner) {
                break;
            }
            for hidden in nodes.iter().filter(|node| node.is_hidden()) {
                self.is_unusable(owner, hidden, &shown(&hidden.name));
            }
            way.push(&only.name);
            nodes = inner;
        }
        (way, nodes)
    }

    /// Returns whether a folder holds contestants, and is not the folder of one.
    fn holds_contestants(&mut self, folder: &Node, inner: &[Node]) -> bool {
        let task = self.names.task(folder.stem());
        if !folder.is_folder() || task.is_some_and(|task| self.is_of_task(task, inner)) {
            return false;
        }
        let is_other = |node: &Node| !node.is_hidden() && node.is_container() && self.names.task(node.stem()).is_none();
        let pairs = self.pairs(inner);
        let is_flat = pairs.iter().any(|(is_first, _)| *is_first) || !pairs.iter().map(|(_, task)| task).all_unique();
        is_flat || inner.iter().any(is_other) || self.has_task_folder(inner)
    }

    /// Returns the tasks in the names of sources, and whether the contestant stands first. There are none if the folder
    /// is that of one contestant.
    fn pairs(&self, nodes: &[Node]) -> Vec<(bool, usize)> {
        let sources = nodes.iter().filter(|node| Language::of(node.path()).is_some());
        let stems: Vec<&str> = sources.filter_map(|node| node.stem().to_str()).collect();
        let pairs = stems.iter().filter_map(|stem| {
            let (contestant, task) = self.names.pair(stem)?;
            let is_first = stem.starts_with(contestant) || in_brackets(stem).is_some();
            (is_first || self.names.task_inside(contestant).is_none()).then_some((is_first, task))
        });
        let has_task = |stem: &&str| self.names.task(stem.as_ref()).is_some();
        let pairs = pairs.collect();
        if stems.iter().any(has_task) { Vec::new() } else { pairs }
    }

    /// Returns whether a folder of a task has several contestants. A contestant has one source in such a folder.
    fn has_task_folder(&mut self, nodes: &[Node]) -> bool {
        nodes.iter().filter(|node| node.is_container()).any(|node| {
            self.names.task(node.stem()).is_some_and(|task| {
                let sources = self.entries(node.clone()).unwrap_or_default();
                sources.len() > 1 && self.is_of_task(task, &sources)
            })
        })
    }

    /// Returns whether a folder beside others has two contestants for one task, in any form.
    fn is_class(&mut self, folder: &Node) -> bool {
        if !folder.is_folder() {
            return false;
        }
        let nodes = self.entries(folder.clone()).unwrap_or_default();
        let pairs = self.pairs(&nodes).into_iter();
        let mut tasks: Vec<usize> = pairs.filter_map(|(is_first, task)| is_first.then_some(task)).collect();
        for node in nodes.iter().filter(|node| node.is_container()) {
            let sources = self.entries(node.clone()).unwrap_or_default();
            if self.names.task(node.stem()).is_none() {
                let tasks_of_one = sources.iter().filter_map(|source| self.names.task(source.stem()));
                tasks.extend(tasks_of_one.unique());
            }
        }
        !tasks.iter().all_unique() || self.has_task_folder(&nodes)
    }

    /// Returns whether a folder with the name of a task holds contestants with sources for it.
    fn is_of_task(&mut self, task: usize, inner: &[Node]) -> bool {
        let mut is_contestant = false;
        for node in inner.iter().filter(|node| !node.is_hidden()) {
            let is_usable = node.is_container() || Language::of(node.path()).is_some();
            is_contestant |= is_usable && self.names.task(node.stem()).is_none();
            let nodes = if node.is_folder() {
                self.entries(node.clone()).unwrap_or_default()
            } else {
                Vec::new()
            };
            // Contestants have folders with a source for each task.
            if nodes
                .iter()
                .any(|node| self.names.task(node.stem()).is_some_and(|other| other != task))
            {
                return false;
            }
        }
        is_contestant
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

    /// Adds a source, which is a guess if its folder is.
    fn add(&mut self, owner: Owner<'_>, task: usize, mut source: Source) {
        if let Some(why) = owner.guess {
            source.because(1, why);
        }
        let contestant = owner.contestant.unwrap_or_default();
        self.candidates(contestant)[task].push(source);
    }

    /// Notes the form of the names of a source.
    fn has_form(&mut self, form: &'static str, contestant: &OsStr, task: usize, path: &str) {
        let (contestant, task) = (shown(contestant), &self.names.wanted[task].name);
        let sentence = || format!("the class has {form}: `{path}` is the source of `{contestant}` for `{task}`");
        self.forms.entry(form).or_insert_with(sentence);
    }

    /// Takes an entry of the folder of all contestants. `is_flat` says that there are files alone.
    fn top(&mut self, node: &Node, beside: &[Node], is_flat: bool) {
        let shown = shown(&node.name);
        if !node.is_container() || node.is_hidden() {
            return self.flat(node, beside, is_flat, shown);
        }
        let name = owner_of(node.stem(), beside);
        let owner = Owner::of(&name, None);
        let nodes = self.inner(owner, node, &shown);
        let task = match self.accepts_guesses {
            true => self.names.task_inside(&node.stem().to_string_lossy()),
            false => self.names.task(node.stem()),
        };
        match task {
            Some(task) if self.is_of_task(task, &nodes) => self.task(task, &nodes, &shown),
            _ => {
                self.candidates(&name);
                self.contestant(owner, nodes, &shown, 0);
            }
        }
    }

    /// Takes a file beside the contestants: its name may be that of a contestant and a task.
    fn flat(&mut self, node: &Node, beside: &[Node], is_flat: bool, shown: String) {
        // With one task, a name alone is that of a contestant.
        let is_whole = is_flat && self.names.wanted.len() == 1;
        let stem = source_stem(node).to_string_lossy();
        let bracketed = in_brackets(&stem);
        let is_name = is_whole && bracketed.is_none() && self.names.task(stem.as_ref().as_ref()).is_none();
        let pair = self.names.pair(&stem).or(is_name.then_some((&*stem, 0)));
        let (contestant, task) = (pair.or(bracketed.map(|(one, _)| (one, 0))), pair.map(|(_, task)| task));
        let contestant = contestant.map(|(one, _)| owner_of(one.as_ref(), beside));
        let owner = Owner {
            contestant: contestant.as_deref(),
            task,
            guess: None,
        };
        if self.is_unusable(owner, node, &shown) {
            return;
        }
        let Some(mut source) = self.source(owner, node, &shown) else {
            return;
        };
        if let (Some(contestant), Some(task)) = (&contestant, task) {
            if bracketed.is_none() {
                self.has_form(FLAT_NAMES, contestant, task, &shown);
            }
            return self.add(owner, task, source);
        }
        let content = source.content.read().unwrap_or_default();
        let likely = self.names.likely_pair(&stem, (&source.name, &content));
        if let (Some((contestant, guess)), true) = (&likely, self.accepts_guesses) {
            source.because(guess.weakness, &guess.why);
            let contestant = owner_of(contestant.as_ref(), beside);
            return self.add(Owner::of(&contestant, None), guess.task, source);
        }
        self.guessable += usize::from(likely.is_some());
        let why = match &contestant {
            Some(contestant) => {
                self.candidates(contestant);
                format!(
                    "No task has the name in its second brackets: {}.",
                    self.names.likely(likely.map(|(_, guess)| guess).as_ref())
                )
            }
            None if is_numbered(node) => {
                "Its name is only a number: rename it by contestant and task, such as `HS01_nim.cpp`.".to_owned()
            }
            None => "It belongs to no contestant: put it into a folder with the contestant's name.".to_owned(),
        };
        self.stray(owner, shown, why);
    }

    /// Takes the folder of a task, with a file, a folder or an archive for each contestant.
    fn task(&mut self, task: usize, nodes: &[Node], way: &str) {
        for node in nodes {
            let shown = format!("{way}/{}", shown(&node.name));
            let stem = node.stem().to_string_lossy();
            let pair = self.names.pair(&stem).filter(|(_, other)| *other == task);
            let contestant = owner_of(pair.map_or(&*stem, |(contestant, _)| contestant).as_ref(), nodes);
            let owner = Owner::of(&contestant, Some(task));
            if self.is_unusable(owner, node, &shown) {
                continue;
            }
            if node.is_container() {
                self.candidates(&contestant);
                self.has_form(TASK_FOLDERS, &contestant, task, &shown);
                let inner = self.inner(owner, node, &shown);
                self.of_task(owner, task, inner, &shown);
            } else if let Some(source) = self.source(owner, node, &shown) {
                self.has_form(TASK_FOLDERS, &contestant, task, &shown);
                self.add(owner, task, source);
            }
        }
    }

    /// Takes the folder or the archive of a contestant, or one inside of it.
    fn contestant(&mut self, owner: Owner<'_>, nodes: Vec<Node>, way: &str, depth: usize) {
        let is_around = |finder: &mut Self, only: &Node, _: &[Node]| {
            let name = only.stem().to_string_lossy();
            finder.names.task_inside(&name).is_none()
        };
        for node in self.inside(nodes, owner, is_around).1 {
            let shown = format!("{way}/{}", shown(&node.name));
            let owner = Owner {
                task: self.names.task(node.stem()),
                ..owner
            };
            if self.is_unusable(owner, &node, &shown) {
                continue;
            }
            if node.is_container() {
                self.inner_of_contestant(owner, &node, &shown, depth);
            } else {
                self.of_contestant(owner, &node, &shown);
            }
        }
    }

    /// Takes a folder or an archive inside that of a contestant.
    fn inner_of_contestant(&mut self, owner: Owner<'_>, node: &Node, shown: &str, depth: usize) {
        let guess = self.names.guess(&node.stem().to_string_lossy(), None);
        let is_entered = depth < MAX_AROUND && (self.accepts_guesses || !node.is_folder());
        if owner.task.is_none() && !is_entered {
            let likely = self.names.likely(guess.as_ref());
            return self.stray(owner, shown, format!("No task has the name of this folder: {likely}."));
        }
        let nodes = self.inner(owner, node, shown);
        if let Some(task) = owner.task {
            return self.of_task(owner, task, nodes, shown);
        }
        // A folder with sources of several tasks is that of none.
        let is_of = |task: usize| {
            let mut named = nodes.iter().filter_map(|node| self.names.task(node.stem()));
            named.all(|other| other == task)
        };
        match guess.filter(|guess| self.accepts_guesses && is_of(guess.task)) {
            Some(guess) => {
                let owner = Owner {
                    guess: Some(&guess.why),
                    ..owner
                };
                self.of_task(owner, guess.task, nodes, shown);
            }
            None => {
                let why = format!("It lies in the folder `{}`.", self::shown(&node.name));
                let owner = Owner {
                    guess: owner.guess.or(node.is_folder().then_some(&why)),
                    ..owner
                };
                self.contestant(owner, nodes, shown, depth + 1);
            }
        }
    }

    /// Takes a file in the folder of a contestant.
    fn of_contestant(&mut self, owner: Owner<'_>, node: &Node, shown: &str) {
        let Some(mut source) = self.source(owner, node, shown) else {
            return;
        };
        let stem = source_stem(node).to_string_lossy();
        // A source may repeat the name of its contestant.
        let pair = self
            .names
            .pair(&stem)
            .filter(|(one, _)| owner.contestant == Some(one.as_ref()));
        if let Some(task) = self.names.task(stem.as_ref().as_ref()).or(pair.map(|(_, task)| task)) {
            return self.add(owner, task, source);
        }
        let content = source.content.read().unwrap_or_default();
        let guess = self.names.guess(&stem, Some((&source.name, &content)));
        self.guessable += usize::from(guess.is_some() && !self.accepts_guesses);
        match guess {
            Some(guess) if self.accepts_guesses => {
                source.because(guess.weakness, &guess.why);
                self.add(owner, guess.task, source);
            }
            guess => {
                let likely = self.names.likely(guess.as_ref());
                self.stray(owner, shown, format!("No task has its name: {likely}."));
            }
        }
    }

    /// Takes the folder of a contestant for one task. A source with the name of the task goes before others.
    fn of_task(&mut self, owner: Owner<'_>, task: usize, nodes: Vec<Node>, way: &str) {
        let owner = Owner {
            task: Some(task),
            ..owner
        };
        let has_source = |_: &mut Self, _: &Node, inner: &[Node]| {
            let may_have = |node: &Node| node.is_container() || Language::of(node.path()).is_some();
            inner.iter().any(may_have)
        };
        let mut sources = Vec::new();
        for node in self.inside(nodes, owner, has_source).1 {
            let shown = format!("{way}/{}", shown(&node.name));
            if self.is_unusable(owner, &node, &shown) {
                continue;
            }
            if node.is_container() {
                let why = "A submission is one file, and no folder is searched here.";
                self.stray(owner, shown, why);
            } else if let Some(source) = self.source(owner, &node, &shown) {
                sources.push(source);
            }
        }
        let named = |source: &Source| self.names.task(source.name.file_stem().unwrap_or_default());
        let has_name = sources.iter().any(|source| named(source) == Some(task));
        let is_meant = |source: &Source| match named(source) {
            Some(other) => other == task,
            None => !has_name,
        };
        let (meant, others): (Vec<Source>, Vec<Source>) = sources.into_iter().partition(is_meant);
        let name = self.names.wanted[task].name.clone();
        for other in others {
            self.stray(
                owner,
                other.shown,
                format!("It lies in the folder of `{name}` and has another name."),
            );
        }
        for source in meant {
            self.add(owner, task, source);
        }
    }

    /// Returns whether an entry can be no submission for its kind or its size, and lists it.
    fn is_unusable(&mut self, owner: Owner<'_>, node: &Node, shown: &str) -> bool {
        let why = match &node.kind {
            _ if node.is_hidden() => "It is hidden: rename it without the dot if it is meant.".to_owned(),
            Kind::Unusable(why) => why.clone(),
            Kind::File(_, size) if may_be_source(node.path()) && *size > MAX_SOURCE => {
                format!("It is larger than {} MiB.", MAX_SOURCE >> 20)
            }
            _ => return false,
        };
        self.stray(owner, shown, why);
        true
    }

    /// Returns the source in a file, or lists the file with its likely meaning.
    fn source(&mut self, owner: Owner<'_>, node: &Node, shown: &str) -> Option<Source> {
        let Kind::File(content, size) = &node.kind else {
            return None;
        };
        let mut name = PathBuf::from(&node.name);
        let mut language = Language::of(&name);
        let has_two_endings = language.is_none() && may_be_source(&name);
        if has_two_endings {
            let is_renamed = RENAMED
                .iter()
                .any(|ending| name.extension().is_some_and(|last| last.eq_ignore_ascii_case(ending)));
            name.set_extension("");
            self.guessable += usize::from(is_renamed && !self.accepts_guesses);
            if !(is_renamed && self.accepts_guesses) {
                let meant = self::shown(name.as_os_str());
                self.stray(
                    owner,
                    shown,
                    format!("It has two endings: rename it if it is meant as `{meant}`."),
                );
                return None;
            }
            language = Language::of(&name);
        }
        let Some(language) = language else {
            self.no_source(owner, &node.name, shown);
            return None;
        };
        if *size <= MAX_BLANK && content.read().is_ok_and(|bytes| bytes.trim_ascii().is_empty()) {
            let why = "It is empty: the contestant probably saved or sent another file.";
            self.stray(owner, shown, why);
            return None;
        }
        let mut source = Source {
            content: content.clone(),
            name,
            shown: shown.to_owned(),
            language,
            guess: None,
            weakness: 0,
            modified: node.modified,
        };
        if has_two_endings {
            source.because(1, "It has two endings.");
        }
        Some(source)
    }

    /// Lists a file in no known language, with its likely meaning.
    fn no_source(&mut self, owner: Owner<'_>, name: &OsStr, shown: &str) {
        let path = Path::new(name);
        let ending = path
            .extension()
            .map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let why = match ending.as_deref() {
            Some(ending) if COMPILED.contains(&ending) => {
                "It is a compiled program, and only sources are judged.".to_owned()
            }
            _ if self.names.task(path.file_stem().unwrap_or_default()).is_some() => {
                let endings = LANGUAGES.iter().map(|language| format!(".{}", language.key()));
                format!("It is in no known language: a source ends in {}.", endings.format(", "))
            }
            _ => "It is no source file.".to_owned(),
        };
        self.stray(owner, shown, why);
    }

    /// Decides which candidates are submissions.
    fn found(&mut self) -> Found {
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
        let strays = self.strays.drain(..).map(|(owner, stray)| Stray {
            contestant: owner.and_then(|name| places.get(name.as_os_str()).copied()),
            ..stray
        });
        Found {
            strays: strays.collect(),
            contestants: contestants.into_iter().map(|(_, contestant)| contestant).collect(),
            guessable: self.guessable,
            forms: std::mem::take(&mut self.forms).into_values().collect(),
        }
    }

    /// Returns the submission among sources for the same task.
    fn only(&mut self, owner: Owner<'_>, sources: Vec<Source>) -> Option<Source> {
        let weakness = sources.iter().map(|source| source.weakness).min()?;
        let (mut sources, weaker): (Vec<Source>, Vec<Source>) =
            sources.into_iter().partition(|source| source.weakness == weakness);
        let read = |source: &Source| source.content.read().ok().map(|bytes| (source.language.name, bytes));
        let is_same = |sources: &[Source]| {
            let mut contents = sources.iter().map(read);
            contents.all_equal_value().is_ok_and(|value| value.is_some())
        };
        for source in weaker {
            let why = format!(
                "gamesolve judges `{}` for this task, whose name fits better.",
                sources[0].shown
            );
            self.stray(owner, source.shown, why);
        }
        if sources.len() > 1 && !is_same(&sources) {
            sources.sort_by_key(|source| std::cmp::Reverse(source.modified));
            if self.accepts_guesses && sources[0].modified > sources[1].modified {
                let why = format!("It is newer than `{}`.", sources[1].shown);
                sources[0].because(weakness, &why);
                for older in sources.split_off(1) {
                    let why = format!("It is older than `{}` for the same task.", sources[0].shown);
                    self.stray(owner, older.shown, why);
                }
                return sources.pop();
            }
            sources.sort_by(|a, b| natural_order(&a.shown, &b.shown));
            let shown: Vec<String> = sources.iter().map(|source| format!("`{}`", source.shown)).collect();
            self.guessable += usize::from(!self.accepts_guesses);
            for (number, source) in sources.into_iter().enumerate() {
                let other = &shown[usize::from(number == 0)];
                let why = format!("It differs from {other} for the same task, so neither is judged: remove one.");
                self.stray(owner, source.shown, why);
            }
            return None;
        }
        Some(sources.swap_remove(0))
    }
}

/// Returns the name of a source without its endings, also if one stands behind that of its language.
fn source_stem(node: &Node) -> &OsStr {
    let stem = node.stem();
    match Language::of(node.path()) {
        None if may_be_source(node.path()) => Path::new(stem).file_stem().unwrap_or(stem),
        _ => stem,
    }
}

/// Returns the name of a contestant without the tail that Moodle appends, as in `An Le_12345_assignsubmission_file_`.
///
/// The number stays if it tells namesakes apart. `beside` are the entries of the same folder.
fn owner_of(name: &OsStr, beside: &[Node]) -> OsString {
    let parts = |name: &OsStr| {
        let (head, _) = name.to_str()?.split_once("_assignsubmission_")?;
        let (person, number) = head.rsplit_once('_')?;
        let is_number = !person.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
        is_number.then(|| (person.to_owned(), head.to_owned()))
    };
    let Some((person, head)) = parts(name) else {
        return name.to_owned();
    };
    let mut others = beside.iter().filter_map(|node| parts(&node.name));
    let is_namesake = |(other, its_head): (String, String)| other == person && its_head != head;
    if others.any(is_namesake) {
        head.into()
    } else {
        person.into()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

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
        found_in(folder_of(files).path())
    }

    fn folder_of(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn found_in(folder: &Path) -> Vec<String> {
        lines(folder, false)
    }

    fn lines(folder: &Path, accepts_guesses: bool) -> Vec<String> {
        let tasks = [
            wanted("stone-transfer", &["STONES"]),
            wanted("nim", &["NIM", "HEAPS"]),
            wanted("stones", &["Stones"]),
        ];
        let found = match find(folder, &tasks, None, accepts_guesses) {
            Ok(found) => found,
            Err(error) => return vec![format!("error: {error}")],
        };
        let mut lines = Vec::new();
        for contestant in &found.contestants {
            let sources = contestant.sources.iter().zip(&tasks);
            let sources = sources.filter_map(|(source, task)| {
                let source = source.as_ref()?;
                let guess = source.guess.as_ref().map_or(String::new(), |why| format!(" ({why})"));
                Some(format!("{}={}{guess}", task.name, source.shown))
            });
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
        let tasks = [wanted("stones", &[]), wanted("nim", &[])];
        let found = find(folder.path(), &tasks, None, false).unwrap();
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
                "a/all.zip! It is not judged: cannot use the archive `all.zip`: it is not a zip file, or it is incomplete.",
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
    fn folders_of_tasks_and_flat_names_are_read() {
        let forms = |files: &[(&str, &str)]| {
            let folder = folder_of(files);
            let tasks = [wanted("nim", &["HEAPS"]), wanted("stone-transfer", &[])];
            find(folder.path(), &tasks, None, false).unwrap().forms
        };
        let by_task = [
            ("nim/HS01.py", "1"),
            ("nim/HS2/main.py", "2"),
            ("Stone Transfer/HS01.cpp", "3"),
        ];
        assert_eq!(
            found(&by_task),
            [
                "HS01: stone-transfer=Stone Transfer/HS01.cpp nim=nim/HS01.py",
                "HS2: nim=nim/HS2/main.py"
            ]
        );
        let how = "the class has folders of tasks: `nim/HS01.py` is the source of `HS01` for `nim`";
        assert_eq!(forms(&[("nim/HS01.py", "1")]), [how]);
        let flat = [
            ("HS01_nim.cpp", "1"),
            ("stone-transfer - Vũ A.py", "2"),
            ("heaps.b.py", "3"),
        ];
        assert_eq!(
            found(&flat),
            [
                "HS01: nim=HS01_nim.cpp",
                "Vũ A: stone-transfer=stone-transfer - Vũ A.py",
                "b: nim=heaps.b.py"
            ]
        );
        let how = "the class has names with contestant and task: `HS01_nim.cpp` is the source of `HS01` for `nim`";
        assert_eq!(forms(&flat), [how]);
        for (files, expected) in [
            // One task around its contestants, or several tasks in the folders of contestants.
            (
                &[("nim/HS1/main.py", "1"), ("nim/HS2/a.py", "2")][..],
                &["HS1: nim=nim/HS1/main.py", "HS2: nim=nim/HS2/a.py"][..],
            ),
            (
                &[("nim/HS1/nim.py", "1"), ("nim/HS1/stones.py", "2")],
                &["HS1: nim=HS1/nim.py stones=HS1/stones.py"],
            ),
            // A contestant may have the name of a task.
            (
                &[("nim/nim.py", "1"), ("nim/stones.py", "2"), ("b/nim.py", "1")],
                &["b: nim=b/nim.py", "nim: nim=nim/nim.py stones=nim/stones.py"],
            ),
            (
                &[("nim/[HS1][NIM].py", "1"), ("nim/HS2_nim.py", "2")],
                &["HS1: nim=nim/[HS1][NIM].py", "HS2: nim=nim/HS2_nim.py"],
            ),
            // A folder around those of the tasks.
            (
                &[
                    ("day/nim/HS1.py", "1"),
                    ("day/nim/HS2.py", "2"),
                    ("day/stones/HS1.py", "3"),
                ],
                &["HS1: nim=nim/HS1.py stones=stones/HS1.py", "HS2: nim=nim/HS2.py"],
            ),
            (
                &[("HS1/nim/main.py", "1"), ("HS1/stones/a.py", "2")],
                &["HS1: nim=HS1/nim/main.py stones=HS1/stones/a.py"],
            ),
            // Names of contestants in a folder around them, and in those of contestants.
            (
                &[
                    ("day/HS01_nim.py", "1"),
                    ("day/HS02_stones.py", "2"),
                    ("day/read.me", "x"),
                ],
                &[
                    "HS01: nim=HS01_nim.py",
                    "HS02: stones=HS02_stones.py",
                    "read.me! It is no source file.",
                ],
            ),
            (&[("day/HS01_nim.py", "1")], &["HS01: nim=HS01_nim.py"]),
            (
                &[("x/day/nim-HS1.py", "1"), ("x/day/nim-HS2.py", "2")],
                &["HS1: nim=nim-HS1.py", "HS2: nim=nim-HS2.py"],
            ),
            (
                &[("x/day/nim/HS1.py", "1"), ("x/day/nim/HS2.py", "2")],
                &["HS1: nim=nim/HS1.py", "HS2: nim=nim/HS2.py"],
            ),
            (
                &[
                    ("HS1/HS1_nim.py", "1"),
                    ("HS2/[HS2][NIM].py", "2"),
                    ("HS3/nim - HS3.py.txt", "3"),
                ],
                &[
                    "HS1: nim=HS1/HS1_nim.py",
                    "HS2: nim=HS2/[HS2][NIM].py",
                    "HS3: ",
                    "HS3/nim - HS3.py.txt! It has two endings: rename it if it is meant as `nim - HS3.py`.",
                ],
            ),
            // The folder of the only contestant.
            (
                &[("An/nim_final.py", "1"), ("An/stones_v2.py", "2")],
                &[
                    "An: ",
                    "An/nim_final.py! No task has its name: rename it if it is meant for `nim`.",
                    "An/stones_v2.py! No task has its name: rename it if it is meant for `stones`.",
                ],
            ),
            (
                &[("An/nim.py", "1"), ("An/a_stones.py", "2")],
                &[
                    "An: nim=An/nim.py",
                    "An/a_stones.py! No task has its name: rename it if it is meant for `stones`.",
                ],
            ),
            // A platform that names sources by the numbers of submissions.
            (
                &[("a/nim.py", "1"), ("123456.cpp", "2")],
                &[
                    "a: nim=a/nim.py",
                    "123456.cpp! Its name is only a number: rename it by contestant and task, such as `HS01_nim.cpp`.",
                ],
            ),
            // Two tasks in a name belong to nobody.
            (
                &[("a/nim.py", "1"), ("nim_stones.py", "2")],
                &[
                    "a: nim=a/nim.py",
                    "nim_stones.py! It belongs to no contestant: put it into a folder with the contestant's name.",
                ],
            ),
            // Moodle appends a number for each task.
            (
                &[
                    ("nim/An Le_7_assignsubmission_file_/a.py", "1"),
                    ("stones/An Le_8_assignsubmission_file_b.py", "2"),
                    ("stones/Bo_1_assignsubmission_file_/c.py", "3"),
                    ("stones/Bo_2_assignsubmission_file_/c.py", "4"),
                ],
                &[
                    "An Le: nim=nim/An Le_7_assignsubmission_file_/a.py stones=stones/An Le_8_assignsubmission_file_b.py",
                    "Bo_1: stones=stones/Bo_1_assignsubmission_file_/c.py",
                    "Bo_2: stones=stones/Bo_2_assignsubmission_file_/c.py",
                ],
            ),
            (
                &[
                    ("An_7_assignsubmission_file_nim.py", "1"),
                    ("An_7_assignsubmission_file_stones.py", "1"),
                ],
                &["An: nim=An_7_assignsubmission_file_nim.py stones=An_7_assignsubmission_file_stones.py"],
            ),
        ] {
            assert_eq!(found(files), expected);
        }
        let one = |files: &[(&str, &str)]| {
            let folder = folder_of(files);
            let found = find(folder.path(), &[wanted("nim", &[])], None, false);
            found.map_or(0, |found| {
                found.contestants.iter().filter(|one| one.sources[0].is_some()).count()
            })
        };
        // With one task, a name alone is that of a contestant, unless others have folders.
        assert_eq!(one(&[("HS1.py", "1"), ("HS2.cpp", "2")]), 2);
        assert_eq!(one(&[("HS1/nim.py", "1"), ("model.cpp", "2")]), 1);
        assert_eq!(one(&[("nim.py", "1")]), 0);
    }

    #[test]
    fn an_error_names_a_folder_that_is_a_class() {
        for (files, why) in [
            (
                &["a/nim/HS1.py", "a/nim/HS2.py", "b/stones/HS1.py", "b/stones/HS2.py"][..],
                "folder `a` does",
            ),
            (&["a/HS1_nim.py", "a/HS2_nim.py", "b/HS1_stones.py"], "folder `a` does"),
            (
                &["x/a/HS1/nim.py", "x/a/HS2/nim.py", "x/b/HS1/nim.py", "x/b/HS2/nim.py"],
                "folder `x/a` does",
            ),
            (&["1/2/3/4/nim/HS1.py", "1/2/3/4/nim/HS2.py"], "folder `1/2/3/4` does"),
            (
                &["123456.cpp", "123457.py"],
                "because the name `123456.cpp` is only a number",
            ),
        ] {
            let files: Vec<(&str, &str)> = files.iter().map(|name| (*name, *name)).collect();
            let folder = folder_of(&files);
            for accepts_guesses in [false, true] {
                let error = find(
                    folder.path(),
                    &[wanted("nim", &[]), wanted("stones", &[])],
                    None,
                    accepts_guesses,
                );
                let error = error.map(|found| format!("{found:?}")).unwrap_err().to_string();
                assert!(error.ends_with(why), "{error}");
            }
        }
        // Equal sources, too.
        let files = ["a/nim/HS1.py", "a/nim/HS2.py"].map(|name| (name, "1"));
        let folder = folder_of(&[&files[..], &[("b/x.txt", "1")]].concat());
        assert!(find(folder.path(), &[wanted("nim", &[])], None, false).is_err());
        // Each of these is a contestant, although no name is exact.
        for files in [
            &[("a/my_nim.py", "1"), ("a/my_stones.py", "2"), ("b/nim2.py", "3")][..],
            &[("a/old/nim.py", "1"), ("b/old/nim.py", "2")],
            &[("a/nim_v1.py", "1"), ("a/nim_v2.py", "2"), ("b/nimm.py", "3")],
        ] {
            let folder = folder_of(files);
            assert!(find(folder.path(), &[wanted("nim", &[]), wanted("stones", &[])], None, true).is_ok());
        }
    }

    #[test]
    fn guesses_count_on_request_and_exact_names_go_first() {
        let files = [
            ("a/stonse.cpp", "1"),
            ("a/nim.cpp.txt", "2"),
            ("a/stones.cpp.log", "2"),
            ("b/nim.cpp", "1"),
            ("b/nim_final.cpp", "2"),
            ("b/BAI3.py", "print(1)"),
            ("c/sol.py", "open('heaps.inp')"),
            ("c/notes.py", "x"),
            ("c/old/stones.py", "x"),
            ("d/Bai 2 - nim/main.cpp", "1"),
            ("[e][nmi].py", "1"),
            ("f_nim_final.py", "1"),
        ];
        let folder = folder_of(&files);
        assert_eq!(
            lines(folder.path(), true),
            [
                "a: nim=a/nim.cpp.txt (It has two endings.) stones=a/stonse.cpp (Its name is close to `stones`.)",
                "b: nim=b/nim.cpp stones=b/BAI3.py (Its number is that of `stones`.)",
                "c: nim=c/sol.py (It opens the files of `nim`.) stones=c/old/stones.py (It lies in the folder `old`.)",
                "d: nim=d/Bai 2 - nim/main.cpp (Its name contains `nim`.)",
                "e: nim=[e][nmi].py (Its name is close to `nim`.)",
                "f: nim=f_nim_final.py (Its name contains `nim`.)",
                "a/stones.cpp.log! It has two endings: rename it if it is meant as `stones.cpp`.",
                "b/nim_final.cpp! gamesolve judges `b/nim.cpp` for this task, whose name fits better.",
                "c/notes.py! No task has its name: the tasks are `stone-transfer`, `nim`, `stones`.",
            ]
        );
        let names = [wanted("nim", &[]), wanted("stones", &[])];
        let found = find(folder.path(), &names, None, false).unwrap();
        assert_eq!(found.guessable, 5, "the folders are no sources");
    }

    #[test]
    fn the_newer_of_two_sources_counts_on_request() {
        use std::time::{Duration, UNIX_EPOCH};
        let folder = folder_of(&[
            ("a/nim.cpp", "1"),
            ("a/nim/nim.py", "2"),
            ("a/stones.cpp", "1"),
            ("a/stones.py", "2"),
        ]);
        for (name, seconds) in [
            ("a/nim.cpp", 9),
            ("a/nim/nim.py", 7),
            ("a/stones.cpp", 5),
            ("a/stones.py", 5),
        ] {
            let file = fs::File::options().write(true).open(folder.path().join(name)).unwrap();
            file.set_modified(UNIX_EPOCH + Duration::from_secs(seconds)).unwrap();
        }
        let lines = lines(folder.path(), true);
        assert_eq!(lines[0], "a: nim=a/nim.cpp (It is newer than `a/nim/nim.py`.)");
        assert_eq!(
            lines[1],
            "a/nim/nim.py! It is older than `a/nim.cpp` for the same task."
        );
        assert!(lines[2].contains("so neither is judged") && lines[3].contains("so neither is judged"));
        assert!(found_in(folder.path())[0].ends_with("a: "));
        // Letter case and an archive are no reason to judge neither.
        let folder = folder_of(&[("b/NIM.CPP", "1"), ("b/NIM.cpp", "2"), ("c/Nim.py", "1")]);
        let inner = zip(&[("nim.py", b"2")]);
        fs::write(folder.path().join("c/new.zip"), inner).unwrap();
        for (name, seconds) in [("b/NIM.CPP", 8), ("b/NIM.cpp", 9), ("c/Nim.py", 1 << 33)] {
            let file = fs::File::options().write(true).open(folder.path().join(name)).unwrap();
            file.set_modified(UNIX_EPOCH + Duration::from_secs(seconds)).unwrap();
        }
        assert_eq!(
            self::lines(folder.path(), true)[..2],
            [
                "b: nim=b/NIM.cpp (It is newer than `b/NIM.CPP`.)",
                "c: nim=c/Nim.py (It is newer than `c/new.zip/nim.py`.)"
            ]
        );
    }

    /// Returns a zip with these files, each with its content.
    fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
        for (name, content) in files {
            writer
                .start_file(*name, zip::write::SimpleFileOptions::default())
                .unwrap();
            io::Write::write_all(&mut writer, content).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn archives_are_read_at_any_place_and_harm_their_owner_alone() {
        let place = tempfile::tempdir().unwrap();
        let put = |name: &str, bytes: &[u8]| {
            let path = place.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        };
        let fat = vec![b' '; 12 << 20];
        put(
            "HS1.zip",
            &zip(&[
                ("HS1/nim.zip", &zip(&[("nim.py", b"1")])),
                ("HS1/all.zip", &zip(&[("x/stones.py", b"2")])),
            ]),
        );
        put(
            "HS2.zip",
            &zip(&[
                ("nim.py", &[b"1 ", &fat[..]].concat()),
                ("film.mp4", &fat),
                ("nim.exe", b"MZ"),
            ]),
        );
        put("HS3/work.zip", &zip(&[("nim/main.cpp", b"1")]));
        put("HS4.zip", b"PK");
        put("HS5.zip", &zip(&[("../nim.py", b"1")]));
        put(
            "HS6.zip",
            &zip(&[("nim.py", b"1"), ("big.zip", &vec![b'x'; (64 << 20) + 1])]),
        );
        let found = found_in(place.path());
        assert_eq!(
            found,
            [
                "HS1: nim=HS1.zip/nim.zip/nim.py stones=HS1.zip/all.zip/stones.py",
                "HS2: nim=HS2.zip/nim.py",
                "HS3: nim=HS3/nim/main.cpp",
                "HS4: ",
                "HS5: ",
                "HS6: nim=HS6.zip/nim.py",
                "HS2.zip/film.mp4! It is no source file.",
                "HS2.zip/nim.exe! It is a compiled program, and only sources are judged.",
                "HS4.zip! It is not judged: cannot use the archive `HS4.zip`: it is not a zip file, or it is incomplete.",
                "HS5.zip! It is not judged: cannot use the archive `HS5.zip`: the name `../nim.py` leads out of the archive.",
                "HS6.zip/big.zip! It is not judged: it is larger than 64 MiB.",
            ]
        );
        // A large source is read from its archive when it is needed.
        let all = find(place.path(), &[wanted("nim", &[])], None, false).unwrap();
        let large = all.contestants[1].sources[0].as_ref().unwrap();
        assert!(matches!(large.content, Content::Packed(..)));
        assert_eq!(large.content.read().unwrap().len(), fat.len() + 2);
        // The archive of the whole class.
        let class = tempfile::tempdir().unwrap();
        let path = class.path().join("class.zip");
        let inner = zip(&[("nim.py", &[b"1 ", &fat[..]].concat())]);
        fs::write(&path, zip(&[("day/HS1.zip", &inner), ("day/HS2/nim.py", b"1")])).unwrap();
        let found = find(&path, &[wanted("nim", &[])], None, false).unwrap();
        let lengths = found
            .contestants
            .iter()
            .map(|one| one.sources[0].as_ref().unwrap().content.read().unwrap().len());
        assert_eq!(lengths.collect::<Vec<_>>(), [fat.len() + 2, 1]);
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
    fn an_outer_folder_is_entered_and_an_empty_one_is_an_error() {
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
