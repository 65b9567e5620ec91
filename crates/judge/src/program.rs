//! The program to be judged, made by a [`Workshop`](super::workshop::Workshop).

use std::ffi::OsString;
use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use super::language::Language;
use super::regular::require_regular;
use gamesolve_box::{Failure, Limits, Run, Word};
use gamesolve_task::model::PackageWord;
pub use gamesolve_text::for_a_shell;
use gamesolve_text::quoted;

/// The longest part of a compiler's messages that is kept, in characters.
const MESSAGES: usize = 4000;

/// A program that can be started.
#[derive(Clone, Debug)]
pub struct Program {
    /// The name in reports, escaped.
    pub name: String,
    /// The command that starts it. gamesolve made its words, or a person typed them.
    pub argv: Vec<OsString>,
    /// Files outside its folder that the program may read.
    pub readable: Vec<PathBuf>,
    /// The language, if the program was made from a source file.
    pub language: Option<&'static Language>,
    /// The files of the program, as they were found.
    pub parts: Vec<Part>,
    /// The copy that runs in place of the source, and the source.
    pub copy: Option<(PathBuf, PathBuf)>,
}

/// A file of a program.
#[derive(Clone, Debug)]
pub struct Part {
    path: PathBuf,
    stamp: Stamp,
    /// The digest of the content, or `None` if the file could not be read.
    digest: Option<u64>,
    /// Whether any check ever found another file.
    has_changed: Arc<AtomicBool>,
}

impl Part {
    fn at(path: PathBuf) -> Part {
        let stamp = Stamp::of(&path);
        let digest = digest(&path);
        Part {
            path,
            stamp,
            digest,
            has_changed: Arc::default(),
        }
    }

    /// Returns whether another file is or was at this path. A copy, a backup or a hard link touches the file without
    /// changing its content, and does not count.
    fn has_changed(&self) -> bool {
        let is_touched = Stamp::of(&self.path) != self.stamp;
        if is_touched && (self.digest.is_none() || digest(&self.path) != self.digest) {
            self.has_changed.store(true, Ordering::Relaxed);
        }
        self.has_changed.load(Ordering::Relaxed)
    }
}

/// Returns a digest of a file, read piece by piece. No program can forge a file with an equal digest: the key is random
/// for each process.
fn digest(path: &Path) -> Option<u64> {
    static KEY: OnceLock<RandomState> = OnceLock::new();
    require_regular(path).ok()?;
    let mut file = File::open(path).ok()?;
    let mut digest = KEY.get_or_init(RandomState::new).build_hasher();
    let mut piece = vec![0; 1 << 16];
    loop {
        match file.read(&mut piece).ok()? {
            0 => return Some(digest.finish()),
            count => digest.write(&piece[..count]),
        }
    }
}

/// The identity, size and time of change of a file, or `None` if there is no file. A program that writes to the file
/// cannot set the time back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp(Option<(u64, u64, i64, i64)>);

impl Stamp {
    /// Returns the stamp of the file at `path` now.
    pub fn of(path: &Path) -> Stamp {
        use std::os::unix::fs::MetadataExt;
        let found = path.metadata().ok();
        Stamp(found.map(|found| (found.ino(), found.size(), found.ctime(), found.ctime_nsec())))
    }
}

/// Returns the files among the words of a command and among its readable paths.
pub(super) fn parts(argv: &[OsString], readable: &[PathBuf]) -> Vec<Part> {
    let words = argv.iter().map(PathBuf::from);
    let files = words.chain(readable.iter().cloned()).filter(|path| path.is_file());
    files.map(Part::at).collect()
}

/// Returns the words of a package for a command. They open no file.
pub fn foreign(words: &[PackageWord]) -> Vec<Word> {
    words.iter().map(|word| word.as_str().into()).collect()
}

/// The reason why there is no program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoProgram {
    /// The source does not compile: the compiler's messages, escaped line by line.
    #[error("{0}")]
    DoesNotCompile(String),
    /// The file or the command cannot be used: the reason.
    #[error("{0}")]
    Unusable(String),
    /// The sandbox failed.
    #[error("{0}")]
    Box(String),
}

impl From<Failure> for NoProgram {
    fn from(failure: Failure) -> NoProgram {
        match failure {
            Failure::CannotStart(why) => NoProgram::Unusable(why),
            Failure::Fault(why) => NoProgram::Box(why),
        }
    }
}

impl NoProgram {
    /// Returns the same reason with the user's name for a file in place of its path.
    #[must_use]
    pub fn of_name(self, path: &Path, name: &Path) -> NoProgram {
        let escaped = |path: &Path| quoted(path.as_os_str().as_encoded_bytes(), 200);
        let named = |text: String| text.replace(&escaped(path), &escaped(name));
        match self {
            NoProgram::DoesNotCompile(said) => NoProgram::DoesNotCompile(named(said)),
            NoProgram::Unusable(why) => NoProgram::Unusable(named(why)),
            NoProgram::Box(why) => NoProgram::Box(why),
        }
    }

    /// Returns the failure of a compiler or of a `build` script, with its messages.
    pub(super) fn of_build(why: &str, run: &Run) -> NoProgram {
        let said = [&run.stderr[..], &run.stdout[..]].concat();
        NoProgram::DoesNotCompile(format!("{why}\n{}", lines(&said)).trim_end().to_owned())
    }
}

impl Program {
    /// Returns the program's standard error with the name of its source in place of its copy's name, which changes in
    /// every run.
    pub fn by_its_name(&self, said: Vec<u8>) -> Vec<u8> {
        let Some((copy, source)) = &self.copy else {
            return said;
        };
        let name = |path: &Path| path.to_string_lossy().into_owned();
        String::from_utf8_lossy(&said)
            .replace(&name(copy), &name(source))
            .into_bytes()
    }

    /// Returns whether any file of the program has changed, now or at an earlier call.
    pub fn has_changed(&self) -> bool {
        // Check every part: a file that has changed may be changed back later.
        self.parts.iter().filter(|part| part.has_changed()).count() > 0
    }

    /// Returns the ending of its source in lower case, by which packages and settings know its language.
    pub fn ending(&self) -> String {
        let ending = Path::new(&self.name).extension().unwrap_or_default();
        ending.to_string_lossy().to_ascii_lowercase()
    }

    /// Returns the command that starts the program under a limit of memory, in bytes.
    pub fn command(&self, memory: u64) -> Vec<Word> {
        let told = self.language.map_or(Vec::new(), |language| language.within(memory));
        let (first, rest) = self.argv.split_at(self.argv.len().min(1));
        [first, &told, rest].concat().into_iter().map(Word::Trusted).collect()
    }

    /// Appends a file as the last argument, and counts it as a part of the program. The program may read its folder.
    pub fn hand(&mut self, file: PathBuf) {
        self.readable.extend(file.parent().map(Path::to_owned));
        self.parts.push(Part::at(file.clone()));
        self.argv.push(file.into());
    }

    /// Returns the stamps of the program's files as they are now.
    pub fn stamps(&self) -> Vec<Stamp> {
        self.parts.iter().map(|part| Stamp::of(&part.path)).collect()
    }

    /// Returns whether an interpreter or a virtual machine runs the program, which takes long to start. For a command,
    /// its first word decides.
    pub fn is_interpreted(&self) -> bool {
        let name = || Path::new(self.argv.first()?).file_name()?.to_str();
        match self.language {
            Some(language) => !language.is_native(),
            None => name().is_some_and(|name| Language::run_by(name).is_some_and(|language| !language.is_native())),
        }
    }

    /// Returns the program under the file name that the user gave.
    #[must_use]
    pub fn named(self, path: &Path) -> Program {
        let name = quoted(path.as_os_str().as_encoded_bytes(), 200);
        Program { name, ..self }
    }
}

impl Program {
    /// Returns the limits for this program. Only a program made from a source file is limited to one process: a command
    /// may be a script that starts others.
    pub fn limits(&self, limits: &Limits) -> Limits {
        Limits {
            forks: limits.forks || self.language.is_none(),
            modes: false,
            ..limits.clone()
        }
    }
}

/// Returns foreign text, escaped line by line and cut.
pub(super) fn lines(bytes: &[u8]) -> String {
    let text: String = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * MESSAGES)])
        .chars()
        .take(MESSAGES)
        .collect();
    let cut = if text.len() < bytes.len() { "\n…" } else { "" };
    let escaped = text
        .lines()
        .map(|line| quoted(line.replace('\t', "    ").as_bytes(), usize::MAX));
    escaped.collect::<Vec<_>>().join("\n") + cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_was_another_one_is_not_the_same_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part");
        std::fs::write(&path, "a").unwrap();
        let part = Part::at(path.clone());
        // A hard link touches the file.
        std::fs::hard_link(&path, folder.path().join("other")).unwrap();
        assert!(!part.has_changed());
        std::fs::write(&path, "b").unwrap();
        assert!(part.has_changed());
        std::fs::write(&path, "a").unwrap();
        assert!(part.has_changed() && part.clone().has_changed());
    }

    #[test]
    fn a_file_that_is_handed_to_a_program_is_a_part_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part.py");
        std::fs::write(&path, "a").unwrap();
        let mut program = crate::tools::Tools::default().command(vec!["true".into()]);
        program.hand(path.clone());
        assert_eq!(program.argv.last(), Some(&path.clone().into_os_string()));
        assert!(program.readable.contains(&folder.path().to_owned()) && !program.has_changed());
        std::fs::write(&path, "b").unwrap();
        assert!(program.has_changed());
    }

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        for (word, shown) in [
            ("./a-b_1.cpp", "./a-b_1.cpp"),
            ("", "''"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            ("\x1b[2J'", r"$'\x1b[2J\''"),
        ] {
            assert_eq!(for_a_shell(std::ffi::OsStr::new(word)), shown);
        }
    }

    #[test]
    fn a_compilers_text_keeps_its_lines_and_loses_its_escapes() {
        assert_eq!(
            lines(b"a.c:1: \x1b[1merror\x1b[0m\n\tx\n"),
            "a.c:1: \\x1b[1merror\\x1b[0m\n    x"
        );
        let long = vec![b'x'; 100_000];
        let shown = lines(&long);
        assert!(shown.ends_with("x\n…") && shown.len() < MESSAGES + 10);
    }
}
