//! The tools of this machine: compilers, interpreters, and the folders that each of them needs.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf, absolute};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use super::language::{Language, Tool, Toolchain};
use super::program::{NoProgram, Program, parts};
use gamesolve_box::{home_of, is_of_system, parts_of};
use gamesolve_text::quoted;

/// The package managers: a program that each has, and its command to install a package.
const MANAGERS: [(&str, &str); 5] = [
    ("apt-get", "sudo apt install"),
    ("dnf", "sudo dnf install"),
    ("pacman", "sudo pacman -S"),
    ("apk", "sudo apk add"),
    ("brew", "brew install"),
];

/// A tool, and the folders that it needs besides the folders of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) path: PathBuf,
    pub(super) needs: Vec<PathBuf>,
}

/// The tools of the machine, and the private paths that belong to none of them.
#[derive(Debug, Default)]
pub struct Tools {
    /// Canonical paths.
    private: Arc<[PathBuf]>,
    toolchain: Toolchain,
    known: Mutex<BTreeMap<&'static str, Found>>,
}

impl Tools {
    /// Returns the tools of a machine with these private paths, such as testcases, archives and submissions.
    ///
    /// The paths stay hidden from compilers and programs that do not get them explicitly. Their parent folders are
    /// never shown as parts of a tool.
    pub fn beside(private: impl IntoIterator<Item = PathBuf>) -> Tools {
        // Resolve each path once: a folder of links may have thousands.
        let there = private.into_iter().filter_map(|place| place.canonicalize().ok());
        let mut private: Vec<PathBuf> = there.collect();
        private.sort();
        private.dedup();
        Tools {
            private: private.into(),
            ..Tools::default()
        }
    }

    /// Returns these tools with the compilers and flags that the user chose.
    #[must_use]
    pub fn with(self, toolchain: Toolchain) -> Tools {
        Tools { toolchain, ..self }
    }

    /// Returns the compilers and flags.
    pub(super) fn toolchain(&self) -> &Toolchain {
        &self.toolchain
    }

    /// Returns the private paths, which runs and compilations hide.
    pub fn private(&self) -> Arc<[PathBuf]> {
        Arc::clone(&self.private)
    }

    /// Returns the program that a command starts.
    ///
    /// Later words that name files in the current folder become absolute paths, because the program runs in a folder of
    /// its own. The interpreter itself takes the place of a stand-in.
    pub fn command(&self, mut argv: Vec<OsString>) -> Program {
        let words: Vec<&[u8]> = argv.iter().map(|word| word.as_encoded_bytes()).collect();
        let name = quoted(&words.join(&b' '), 200);
        for word in argv.iter_mut().skip(1) {
            // Resolve a path with `..`: the program may not see the folders on the way.
            let leads_back = Path::new(word).components().any(|step| step == Component::ParentDir);
            let whole = |word: &OsString| {
                if leads_back {
                    Path::new(word).canonicalize()
                } else {
                    absolute(word)
                }
            };
            let path = Path::new(word).is_file().then(|| whole(word));
            if let Some(Ok(path)) = path {
                *word = path.into();
            }
        }
        let mut readable = Vec::new();
        if let Some(first) = argv.first_mut()
            && let Some(found) = first.to_str().and_then(|name| self.of_command(name))
        {
            readable = found.needs;
            *first = found.path.into();
        }
        Program {
            name,
            parts: parts(&argv, &readable),
            argv,
            readable,
            language: None,
            copy: None,
        }
    }

    /// Returns the real place of a tool. The tool is asked outside the sandbox: the compilers of the machine are
    /// trusted. The sources and the files beside them are not.
    pub(super) fn locate(&self, language: &Language, source: &str) -> Result<Found, NoProgram> {
        let name = self.toolchain.compiler(language);
        let is_path = Path::new(name).is_absolute();
        let unusable = |why: &str| {
            let (language, shown) = (language.name, quoted(name.as_bytes(), 200));
            NoProgram::Unusable(format!(
                "`{source}` is {language}, which needs `{shown}`, but that {why}"
            ))
        };
        // Remember the answer: a stand-in may take long.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(language.key()) {
            return Ok(found.clone());
        }
        let found = if is_path {
            Some(PathBuf::from(name)).filter(|file| is_program(file))
        } else {
            on_path(name)
        };
        let missing = if is_path { "is no program" } else { "is not on PATH" };
        let found = found.ok_or_else(|| unusable(&(missing.to_owned() + &self.cure(language))))?;
        let found = self.ask(found, &language.tool);
        let found = found.ok_or_else(|| unusable("does not print its place"))?;
        known.insert(language.key(), found.clone());
        Ok(found)
    }

    /// Fails if this machine lacks the tool for a source.
    ///
    /// # Errors
    /// [`NoProgram::Unusable`] says how to get the tool.
    pub fn require(&self, source: &Path) -> Result<(), NoProgram> {
        let name = quoted(source.file_name().unwrap_or_default().as_encoded_bytes(), 200);
        Language::of(source).map_or(Ok(()), |language| self.locate(language, &name).map(|_| ()))
    }

    /// Returns the lines with the command that installs a missing tool on this system, and with the setting that names
    /// another tool.
    fn cure(&self, language: &Language) -> String {
        let is_usual = self.toolchain.compiler(language) == language.tool.name;
        let packages = MANAGERS.iter().zip(language.tool.packages);
        let mut known = packages.filter(|((program, _), _)| is_usual && on_path(program).is_some());
        let install = known
            .next()
            .map(|((_, command), package)| format!("\nhint: {command} {package}"));
        let key = format!(
            "\nnote: `compiler` below `[{}]` in `gamesolve.toml` names another one",
            language.key()
        );
        install.unwrap_or_default() + &key
    }

    /// Returns the tool at `found`, with the place that it reports for itself if it can be asked, or `None` if it gives
    /// no answer.
    fn ask(&self, found: PathBuf, tool: &Tool) -> Option<Found> {
        let Some((arguments, below)) = tool.asks else {
            let needs = home_of(&found).into_iter().flat_map(|home| self.parts(home)).collect();
            return Some(Found { path: found, needs });
        };
        /// The answers so far: a version manager takes longer for one than most programs for a run.
        static ANSWERS: Mutex<BTreeMap<PathBuf, String>> = Mutex::new(BTreeMap::new());
        let mut answers = ANSWERS.lock().unwrap_or_else(PoisonError::into_inner);
        if !answers.contains_key(&found) {
            // Ask in `/`: version managers obey files of the current folder and its parents. Such files may be a
            // contestant's, even in a home folder. The user's own choice is found from any folder.
            let said = Command::new(&found)
                .args(arguments)
                .current_dir("/")
                .stdin(Stdio::null())
                .stderr(Stdio::null())
                .output();
            let said = said.ok().filter(|said| said.status.success())?;
            answers.insert(found.clone(), String::from_utf8(said.stdout).ok()?);
        }
        let answer = &answers[&found];
        let place = PathBuf::from(answer.lines().next()?);
        let place = if below.is_empty() { place } else { place.join(below) };
        let is_folder = |path: &PathBuf| path.is_absolute() && path.is_dir() && path.parent().is_some();
        let prefixes = answer.lines().map(PathBuf::from).filter(is_folder);
        // Without its packages a Python does not name its environment.
        let needs = prefixes.chain(environment_of(&place)).flat_map(|home| self.parts(home));
        // A tool that is no stand-in may print something else. Then it is used as it is.
        let is_there = place.is_absolute() && place.is_file();
        Some(Found {
            path: if is_there { place } else { found },
            needs: needs.collect(),
        })
    }

    /// Returns the program that a command with the first word `name` really starts, or `None` if nothing special is
    /// known of it.
    fn of_command(&self, name: &str) -> Option<Found> {
        let path = Path::new(name);
        let is_bare = !name.contains('/');
        let found = if is_bare { on_path(name)? } else { absolute(path).ok()? };
        let language = Language::run_by(path.file_name()?.to_str()?);
        // A program outside `PATH` may be the submission itself, so it runs only in the sandbox.
        let is_tool = is_bare
            || found
                .parent()
                .is_some_and(|folder| search_path().any(|place| place == folder));
        let home = home_of(&found).into_iter().flat_map(|home| self.parts(home));
        let needs: Vec<PathBuf> = match language {
            // A stand-in is a script. Any other program prints its own place.
            Some(language) if is_tool => return self.ask(found, &language.tool),
            Some(_) => {
                let environment = environment_of(&found).into_iter().flat_map(|home| self.parts(home));
                environment.chain(home).collect()
            }
            None if is_bare => home.collect(),
            None => return None,
        };
        (!needs.is_empty()).then_some(Found { path: found, needs })
    }

    /// Returns the parts of the folder that a tool is installed in.
    pub(super) fn parts(&self, prefix: PathBuf) -> Vec<PathBuf> {
        parts_of(&prefix, &self.private)
    }
}

/// Returns the virtual environment of a Python, if it has one.
fn environment_of(python: &Path) -> Option<PathBuf> {
    let folder = python.parent().filter(|folder| folder.ends_with("bin"))?;
    let home = folder.parent()?.canonicalize().ok()?;
    home.join("pyvenv.cfg").is_file().then_some(home)
}

/// Returns the files and folders that a command names, without the tools of the machine.
pub fn handed_in(command: &[OsString]) -> Vec<PathBuf> {
    let tools: Vec<PathBuf> = search_path().filter_map(|folder| folder.canonicalize().ok()).collect();
    let is_tool = |file: &Path| is_of_system(file) || tools.iter().any(|tools| file.parent() == Some(tools));
    // An interpreter may lie anywhere, such as in a virtual environment.
    let is_interpreter = |word: &Path| {
        let name = word.file_name().and_then(OsStr::to_str);
        name.is_some_and(|name| Language::run_by(name).is_some())
    };
    let interpreter = command.first().filter(|word| is_interpreter(Path::new(word)));
    let words = command.iter().skip(usize::from(interpreter.is_some()));
    let places = words.filter_map(|word| Path::new(word).canonicalize().ok());
    places.filter(|place| !is_tool(place)).collect()
}

/// Returns the absolute folders of `PATH`: relative ones depend on the folder of the run.
fn search_path() -> impl Iterator<Item = PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.into_iter().filter(|folder| folder.is_absolute())
}

pub(super) fn on_path(name: &str) -> Option<PathBuf> {
    search_path()
        .map(|folder| folder.join(name))
        .find(|file| is_program(file))
}

/// Returns whether a path is a file that may be run.
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata()
        .is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_command_that_name_files_become_whole_paths() {
        let words = ["sh", "Cargo.toml", "src", "no such file", "", "-c"];
        let program = Tools::default().command(words.iter().map(OsString::from).collect());
        let mut expected: Vec<OsString> = words.iter().map(OsString::from).collect();
        expected[1] = absolute("Cargo.toml").unwrap().into();
        assert_eq!(program.argv, expected);
        assert_eq!(program.name, "sh Cargo.toml src no such file  -c");
    }

    #[test]
    fn a_tool_that_is_not_there_is_named() {
        let c = Language::of(Path::new("a.c")).unwrap();
        let missing = |compiler: &str| {
            let mut toolchain = Toolchain::default();
            toolchain.choose_compiler(c, compiler.to_owned());
            Tools::default().with(toolchain).locate(c, "a.c").unwrap_err()
        };
        assert_eq!(
            missing("/no/such"),
            NoProgram::Unusable(
                "`a.c` is C, which needs `/no/such`, but that is no program\n\
                 note: `compiler` below `[c]` in `gamesolve.toml` names another one"
                    .into()
            )
        );
        let error = missing("no-such-compiler");
        assert_eq!(
            error,
            NoProgram::Unusable(
                "`a.c` is C, which needs `no-such-compiler`, but that is not on PATH\n\
                 note: `compiler` below `[c]` in `gamesolve.toml` names another one"
                    .into()
            )
        );
    }
}
