//! The settings of `gamesolve.toml`: compilers and their flags, the language of texts, the comparison of outputs.
//!
//! An option goes before the file beside the task, that before the file of the user, and that before the default. No file
//! beside a submission is read: its author must not choose the compiler. Nor is one read only because it lies in the
//! current folder.
//!
//! A task may come from a stranger. Its file may name no program but a version of a usual compiler on `PATH`, its flags
//! name no file, and the compiler runs in the sandbox. So the file gives the task no power that its own checker has not.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
#[cfg(unix)]
use gamesolve_box::Word;

use super::output::shown;
use super::places::absolute;
use super::registered::is_problem;
use super::status::{Stop, refuse, say};
use super::task::is_game_file;
use crate::judge::Policy;
use crate::judge::language::Language;
#[cfg(unix)]
use crate::judge::language::{LANGUAGES, Toolchain};
use crate::package::TaskError;
use crate::package::read::toml;
use crate::problem::Entry;

mod keys;

pub use keys::table;
pub(super) use keys::{Row, rows};

/// The name of the file.
pub(super) const FILE: &str = "gamesolve.toml";

/// The largest file, in bytes.
const MOST_BYTES: u64 = 64 << 10;

/// The settings of all files for one command.
#[derive(Default)]
pub(super) struct Settings {
    lang: Option<Held<&'static str>>,
    compare: Option<Held<Policy>>,
    /// The compilers and the flags, by the key of the language.
    compilers: BTreeMap<&'static str, Held<String>>,
    flags: BTreeMap<&'static str, Held<Flags>>,
    /// The places of files, and whether there is one.
    pub(super) files: Vec<(PathBuf, bool)>,
}

/// A value, and the file that states it.
struct Held<T> {
    value: T,
    by: PathBuf,
}

/// The flags of a compiler.
struct Flags {
    texts: Vec<String>,
    /// Whether the file is the user's own, so that a flag may name a file.
    #[cfg_attr(not(unix), expect(dead_code, reason = "nothing is built there"))]
    is_of_user: bool,
}

impl Settings {
    /// Returns the settings of the user's own file.
    ///
    /// # Errors
    /// Fails if the file cannot be read or has an error.
    pub(super) fn of_user() -> Result<Settings> {
        let mut settings = Settings::default();
        if let Some(folder) = folder_of_user() {
            let path = folder.join(FILE);
            // A process of another user inherits a `HOME` that it may not enter.
            if path.symlink_metadata().is_ok() {
                settings.read(path, true)?;
            } else {
                settings.files.push((path, false));
            }
        }
        Ok(settings)
    }

    /// Returns the settings of the user's own file and of the files in the folders of a task. The last one wins.
    ///
    /// A folder with one of the submissions counts as the submission's, so its file is not read. A note says so.
    ///
    /// # Errors
    /// Fails if a file cannot be read or has an error.
    pub(super) fn beside(folders: &[PathBuf], submissions: &[PathBuf]) -> Result<Settings> {
        let mut settings = Settings::of_user()?;
        for folder in folders {
            let path = folder.join(FILE);
            match submissions.iter().find(|submission| lies_in(submission, folder)) {
                None => settings.read(path, false)?,
                Some(submission) if path.symlink_metadata().is_ok() => {
                    let (file, submission) = (shown(&path), shown(submission));
                    say(&format!(
                        "note: gamesolve ignores {file}, because the submission {submission} lies beside it"
                    ));
                }
                Some(_) => {}
            }
        }
        Ok(settings)
    }

    /// Reads a file, if there is one.
    fn read(&mut self, path: PathBuf, is_of_user: bool) -> Result<()> {
        let refused = |error: TaskError| Stop::wrong(error);
        if path.metadata().is_ok_and(|found| found.len() > MOST_BYTES) {
            let (file, most) = (shown(&path), MOST_BYTES >> 10);
            refuse!("{file} is larger than {most} KiB");
        }
        // A link that leads nowhere is a mistake, not an absent file.
        let is_broken = path.symlink_metadata().is_ok() && !path.exists();
        if is_broken {
            refuse!("the link {} leads nowhere", shown(&path));
        }
        let document = toml::manifest(&path, MOST_BYTES).map_err(refused)?;
        if let Some(document) = &document {
            let read = keys::read(self, &path, is_of_user, &document.root);
            read.map_err(|fault| refused(document.located(&fault)))?;
        }
        self.files.push((path, document.is_some()));
        Ok(())
    }

    /// Returns the language of texts.
    pub(super) fn lang(&self) -> Option<&'static str> {
        self.lang.as_ref().map(|held| held.value)
    }

    /// Returns the comparison of outputs, and the file that states it. A problem with a checker has none.
    pub(super) fn compare(&self, entry: Option<&dyn Entry>) -> Option<(Policy, String)> {
        let held = self.compare.as_ref();
        let held = held.filter(|_| entry.is_none_or(|entry| !entry.has_checker()));
        held.map(|held| (held.value, shown(&held.by)))
    }

    /// Returns the files that choose compilers and flags for these sources, for the report.
    #[cfg(unix)]
    pub(super) fn stated(&self, sources: &[PathBuf]) -> Vec<(&'static str, String)> {
        let mut languages: Vec<&str> = sources
            .iter()
            .filter_map(|source| Some(Language::of(source)?.key()))
            .collect();
        languages.sort_unstable();
        languages.dedup();
        let of_language = |language: &str| {
            let compiler = self.compilers.get(language).map(|held| ("compiler", shown(&held.by)));
            let flags = self.flags.get(language).map(|held| ("flags", shown(&held.by)));
            [compiler, flags].into_iter().flatten()
        };
        languages.into_iter().flat_map(of_language).collect()
    }

    /// Returns the compilers and their flags.
    #[cfg(unix)]
    pub(super) fn toolchain(&self) -> Toolchain {
        let mut toolchain = Toolchain::default();
        for language in LANGUAGES {
            if let Some(held) = self.compilers.get(language.key()) {
                toolchain.choose_compiler(language, held.value.clone());
            }
            if let Some(held) = self.flags.get(language.key()) {
                let word = |text: &String| match held.value.is_of_user {
                    true => Word::trusted(text),
                    false => text.as_str().into(),
                };
                toolchain.choose_flags(language, held.value.texts.iter().map(word).collect());
            }
        }
        toolchain
    }
}

/// Returns the folder whose settings are those of a task: the folder itself, or the folder of a user's own game.
///
/// A problem and an archive have none.
pub(super) fn folder_of(task: &Path) -> Option<PathBuf> {
    if is_problem(task) {
        return None;
    }
    if task.is_dir() && Language::of(task).is_none() {
        return Some(task.to_owned());
    }
    let is_game = is_game_file(task.as_os_str()) && task.is_file();
    let folder = task.parent().filter(|_| is_game)?;
    let is_here = folder.as_os_str().is_empty();
    Some(if is_here { Path::new(".") } else { folder }.to_owned())
}

/// Returns whether a submission lies in a folder, by its path or by the target of a link.
fn lies_in(submission: &Path, folder: &Path) -> bool {
    let whole = |path: &Path| path.canonicalize().ok();
    let above = |path: &Path| match path.parent() {
        Some(above) if above.as_os_str().is_empty() => whole(Path::new(".")),
        Some(above) => whole(above),
        None => None,
    };
    let target = whole(submission);
    let places = [above(submission), target.as_deref().and_then(above), target];
    let folder = whole(folder);
    folder.is_some() && places.contains(&folder)
}

/// Returns the folder with the settings of the user, if the environment names one.
pub(super) fn folder_of_user() -> Option<PathBuf> {
    let root = if cfg!(windows) {
        absolute("APPDATA")
    } else {
        absolute("XDG_CONFIG_HOME").or_else(|| Some(absolute("HOME")?.join(".config")))
    };
    Some(root?.join("gamesolve"))
}
