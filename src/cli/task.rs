//! The task of a verb: a problem by its name, or a user's own game as a file or a command.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::gallery::{self, Game};
use super::output::shown;
use super::typed::nearest;
use crate::cases::recognise::{fitting, proposed, recognise};
use crate::package::Case;
use crate::package::layout::{self, Layout};
use crate::practice::table::rule::Rule;
use crate::problem::Entry;
use crate::problems::REGISTRY;
use crate::text::{for_a_shell, quoted};

#[cfg(unix)]
pub(super) use own_file::{OWN_VARIANTS, entry_of as own_entry};

/// The endings of files with games, in Python and in C++.
const PYTHON: &[&str] = &["py"];
const CPP: &[&str] = &["cpp", "cc", "cxx"];

/// The beginning of a task that is a command. Its program reads positions, one in a line, and writes moves.
const LINES: &str = "lines:";

/// Returns whether a word names a file with a game, a command that is a game, or a game of the gallery.
pub(super) fn names_game(word: &OsStr) -> bool {
    let is_command = word.to_str().is_some_and(|word| word.starts_with(LINES));
    let ending = Path::new(word).extension().and_then(OsStr::to_str);
    let has_ending = ending.is_some_and(|ending| [PYTHON, CPP].concat().contains(&ending));
    is_command || has_ending || of_gallery(word).is_some()
}

/// Returns the same for a word that may be a path. A path with the name of a game of the gallery is no game.
pub(super) fn is_game_file(word: &OsStr) -> bool {
    names_game(word) && !(of_gallery(word).is_some() && Path::new(word).exists())
}

/// Returns whether a word names a game of the gallery, or a file with a game that exists.
pub(super) fn is_present_game(word: &OsStr) -> bool {
    names_game(word) && (Path::new(word).is_file() || of_gallery(word).is_some())
}

/// Returns the game of the gallery with this name.
fn of_gallery(word: &OsStr) -> Option<Game> {
    gallery::game(word.to_str()?)
}

/// Returns the problem or game of the gallery whose name resembles a mistyped one, if there is one.
pub(super) fn near(typed: &OsStr) -> Option<&'static str> {
    let typed = typed.to_string_lossy().to_lowercase();
    let slugs = REGISTRY.iter().map(|entry| entry.meta().slug);
    nearest(&typed, slugs.chain(gallery::names()))
}

/// Returns the message and the hint if a file or folder stands in place of the problem.
fn input_without_problem(path: &Path) -> Option<String> {
    if !path.exists() || path.to_str().and_then(super::problem).is_some() {
        return None;
    }
    let (name, typed) = (shown(path), for_a_shell(path.as_os_str()));
    let paths = [path.to_owned()];
    let (kind, hint) = if path.is_dir() {
        let layout = layout::find(&paths);
        let hint = match recognise(REGISTRY, &paths, &layout) {
            Ok(_) => format!("gamesolve check {typed}"),
            Err(_) => proposed(&fitting(REGISTRY, &paths, &layout.cases, false), |slug| {
                format!("gamesolve check {slug} {typed}")
            }),
        };
        ("folder", hint)
    } else {
        let case = Case {
            name: String::new(),
            key: Vec::new(),
            group: None,
            input: path.to_owned(),
            answer: PathBuf::new(),
        };
        let layout = Layout {
            cases: vec![case],
            ..Layout::default()
        };
        let slugs = match recognise(REGISTRY, &paths, &layout) {
            Ok(found) => found.entries.iter().map(|entry| entry.meta().slug).collect(),
            Err(_) => fitting(REGISTRY, &paths, &layout.cases, false),
        };
        let hint = proposed(&slugs, |slug| format!("gamesolve validate {slug} {typed}"));
        ("file", hint)
    };
    Some(format!("missing problem: {name} is a {kind}\nhint: {hint}\n"))
}

/// A parser of the name of a problem, or of a file with a game.
#[derive(Clone)]
pub(super) struct EntryParser;

fn slugs() -> PossibleValuesParser {
    PossibleValuesParser::new(REGISTRY.iter().map(|entry| entry.meta().slug))
}

impl TypedValueParser for EntryParser {
    type Value = &'static dyn Entry;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<&'static dyn Entry, clap::Error> {
        #[cfg(unix)]
        if names_game(value) {
            return match own_entry(value) {
                Ok(entry) => Ok(entry),
                Err(why) => Err(clap::Error::raw(ErrorKind::Io, format!("{why}\n")).with_cmd(command)),
            };
        }
        #[cfg(not(unix))]
        if names_game(value) {
            let why = format!("{}\n", super::unboxed::of_game(value));
            return Err(clap::Error::raw(ErrorKind::Io, why).with_cmd(command));
        }
        if let Some(Ok(_)) = value.to_str().and_then(Rule::parse) {
            let rule = value.to_string_lossy();
            let why = format!("`{rule}` works only with `table` and `hint`\nhint: gamesolve table {rule}\n");
            return Err(clap::Error::raw(ErrorKind::InvalidValue, why).with_cmd(command));
        }
        if command.get_name() == "validate"
            && let Some(why) = input_without_problem(Path::new(value))
        {
            return Err(clap::Error::raw(ErrorKind::InvalidValue, why).with_cmd(command));
        }
        let slug = slugs().parse_ref(command, arg, value);
        if slug.is_err()
            && let Some(name) = near(value).filter(|name| gallery::names().any(|known| known == *name))
        {
            let typed = quoted(value.as_encoded_bytes(), 200);
            let why = format!("there is no problem `{typed}`\nhint: did you mean `{name}`?\n");
            return Err(clap::Error::raw(ErrorKind::InvalidValue, why).with_cmd(command));
        }
        Ok(super::problem(&slug?).expect("it is one of these"))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = REGISTRY.iter().map(|entry| PossibleValue::new(entry.meta().slug));
        Some(Box::new(names))
    }
}

/// Files with a user's own game.
#[cfg(unix)]
mod own_file {
    use std::ffi::{OsStr, OsString};
    use std::hash::{DefaultHasher, Hash, Hasher};
    use std::path::{Path, PathBuf};
    use std::time::Duration;

    use gamesolve_box::Sandbox;

    use super::super::settings::absolute;
    use super::{CPP, Game, LINES, PYTHON, of_gallery};
    use crate::judge::program::{NoProgram, Program, for_a_shell};
    use crate::judge::tools::Tools;
    use crate::judge::workshop::Workshop;
    use crate::own::grader::CppWay;
    use crate::own::kept::{self, Kept};
    use crate::own::literals::Named;
    use crate::own::package::rules;
    use crate::own::{Facts, Grader, OwnEntry, OwnError, Prepared, Speaks, cpp, grader};
    use crate::practice::table::own::claims;
    use crate::problem::Variant;
    use crate::text::quoted;

    /// The variants of every user's own game.
    pub(in crate::cli) const OWN_VARIANTS: &[Variant] = crate::own::entry::VARIANTS;

    /// The limit on the time to compile a game.
    const COMPILE_TIME: Duration = Duration::from_secs(60);

    /// The largest file of a game, in bytes.
    const MOST_BYTES: u64 = 1 << 20;

    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Kind {
        Python,
        Cpp,
    }

    fn kind(path: &Path) -> Option<Kind> {
        let ending = path.extension()?.to_str()?;
        let is = |endings: &[&str]| endings.contains(&ending);
        if is(PYTHON) {
            return Some(Kind::Python);
        }
        is(CPP).then_some(Kind::Cpp)
    }

    fn command_of(word: &OsStr) -> Option<&str> {
        word.to_str()?.strip_prefix(LINES)
    }

    /// Returns an entry that lives until the process ends, with a search for the pattern of its first positions.
    fn leaked(entry: OwnEntry) -> &'static OwnEntry {
        let entry: &'static OwnEntry = Box::leak(Box::new(entry));
        entry.search_by(Box::new(move |variants, budget| claims(entry, variants, budget)));
        entry
    }

    /// Returns the problem that a command defines.
    fn entry_of_command(command: &str) -> Result<&'static OwnEntry, String> {
        let words: Vec<OsString> = command.split_whitespace().map(OsString::from).collect();
        let Some(first) = words.first() else {
            return Err(format!("`{LINES}` lacks a program\nhint: {LINES}./mygame"));
        };
        // In `sh half.sh` the last file is the game.
        let file = words
            .iter()
            .rev()
            .find(|word| Path::new(word).is_file())
            .unwrap_or(first);
        let stem = Path::new(file).file_stem().unwrap_or(file).as_encoded_bytes();
        let name = quoted(stem, 100);
        let typed = for_a_shell(OsStr::new(&format!("{LINES}{command}")));
        let prepare = move || {
            let program = Tools::default().command(words.clone());
            Ok(Prepared {
                grader: Grader {
                    sandbox: Sandbox::probe(None).map_err(|error| OwnError::Unusable(error.to_string()))?,
                    file: program.argv.first().map(PathBuf::from).unwrap_or_default(),
                    argv: program.argv,
                    readable: program.readable,
                    speaks: Speaks::Lines,
                    // The command may read any file, so its values cannot be cached.
                    kept: None,
                },
                facts: Facts::default(),
                named: Named {
                    numbers: words.iter().flat_map(|word| named_in(word).numbers).collect(),
                    ..Named::default()
                },
            })
        };
        Ok(leaked(OwnEntry::new(&name, typed, "", Box::new(prepare))))
    }

    /// Returns the problem of a game of the gallery. Its file is written into the cache when the game starts.
    fn entry_of_game(game: Game) -> &'static OwnEntry {
        let prepare = move || {
            let path = cache()?.join(game.file);
            put(&path, game.text.as_bytes())?;
            let kind = kind(&path).expect("a game of the gallery is in Python or C++");
            prepare(&path, kind)
        };
        let rules = rules(Path::new(game.file), game.text);
        leaked(OwnEntry::new(
            game.name,
            game.name.to_owned(),
            &rules,
            Box::new(prepare),
        ))
    }

    /// Returns the problem that a file defines. It lives until the process ends.
    pub(in crate::cli) fn entry_of(word: &OsStr) -> Result<&'static OwnEntry, String> {
        if let Some(command) = command_of(word) {
            return entry_of_command(command);
        }
        if let Some(game) = of_gallery(word) {
            return Ok(entry_of_game(game));
        }
        let path = Path::new(word);
        let shown = quoted(word.as_encoded_bytes(), 200);
        let cannot = |why: std::io::Error| format!("cannot read `{shown}`: {why}");
        let whole = path.canonicalize().map_err(cannot)?;
        // The grader reads the path as a line.
        if whole.as_os_str().as_encoded_bytes().contains(&b'\n') {
            let shown = quoted(whole.as_os_str().as_encoded_bytes(), 200);
            return Err(format!(
                "the path `{shown}` contains a line break\nhint: rename the file or its folder"
            ));
        }
        let size = whole.metadata().map_err(cannot)?;
        if !size.is_file() || size.len() > MOST_BYTES {
            return Err(format!("`{shown}` is not a file of at most {} KiB", MOST_BYTES >> 10));
        }
        let kind = kind(path).ok_or_else(|| format!("`{shown}` is neither Python nor C++"))?;
        let stem = path.file_stem().unwrap_or(word).as_encoded_bytes();
        let name = quoted(stem, 100);
        let typed = for_a_shell(word);
        // The sandbox reports a file that cannot be read.
        let rules = std::fs::read_to_string(&whole).map_or_else(|_| String::new(), |source| rules(path, &source));
        let prepare = move || prepare(&whole, kind);
        Ok(leaked(OwnEntry::new(&name, typed, &rules, Box::new(prepare))))
    }

    /// Returns the folder of cached graders and compiled games.
    fn cache() -> Result<PathBuf, OwnError> {
        let root = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")));
        let folder = root
            .ok_or_else(|| OwnError::Unusable("no folder for the cache\nhint: set XDG_CACHE_HOME or HOME".to_owned()))?
            .join("gamesolve")
            .join("own");
        std::fs::create_dir_all(&folder)
            .map_err(|error| OwnError::Unusable(format!("cannot make `{}`: {error}", folder.display())))?;
        Ok(folder)
    }

    fn hash(text: &[u8]) -> String {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    }

    /// Writes a file in one step. Leaves a file with the same content alone.
    fn put(path: &Path, content: &[u8]) -> Result<(), OwnError> {
        if std::fs::read(path).is_ok_and(|there| there == content) {
            return Ok(());
        }
        let cannot = |error: std::io::Error| OwnError::Unusable(format!("cannot write `{}`: {error}", path.display()));
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut file = tempfile::NamedTempFile::new_in(folder).map_err(cannot)?;
        std::io::Write::write_all(&mut file, content).map_err(cannot)?;
        file.persist(path).map_err(|error| cannot(error.error))?;
        Ok(())
    }

    /// Returns words that differ for each version of an interpreter: its path, its size and its modification time.
    ///
    /// Returns `None` if the interpreter does not exist. Its run reports that.
    fn version_of(program: &OsStr) -> Option<String> {
        let path = Path::new(program).canonicalize().ok()?;
        let data = path.metadata().ok()?;
        let made = data.modified().ok()?;
        Some(format!("{} {} {made:?}", path.display(), data.len()))
    }

    /// Returns the numbers and letters in the text of a file. Returns none if the file is not a small text.
    fn named_in(word: &OsString) -> Named {
        let path = Path::new(word);
        let is_small = || {
            path.metadata()
                .is_ok_and(|data| data.is_file() && data.len() <= MOST_BYTES)
        };
        let text = is_small().then(|| std::fs::read_to_string(path).ok()).flatten();
        text.map_or_else(Named::default, |text| Named::of(&text, "#"))
    }

    fn prepare(path: &Path, kind: Kind) -> Result<Prepared, OwnError> {
        let sandbox = Sandbox::probe(None).map_err(|error| OwnError::Unusable(error.to_string()))?;
        let folder = cache()?;
        match kind {
            Kind::Python => {
                let script = folder.join(format!("grader-{}.py", hash(grader::PYTHON.as_bytes())));
                put(&script, grader::PYTHON.as_bytes())?;
                let words = ["python3", "-I", "-B", "-X", "utf8", "-X", "faulthandler"].map(OsString::from);
                let argv = words.into_iter().chain([script.clone().into_os_string()]).collect();
                let program = Tools::default().command(argv);
                let kept = program
                    .argv
                    .first()
                    .and_then(|python| version_of(python))
                    .map(|version| {
                        let words = format!("{version}\n{}", script.display());
                        Kept::new(folder, words, vec![path.to_owned()])
                    });
                let readable = [program.readable, vec![script, path.to_owned()]].concat();
                Ok(Prepared {
                    grader: Grader {
                        sandbox,
                        argv: program.argv,
                        readable,
                        file: path.to_owned(),
                        speaks: Speaks::Reports,
                        kept,
                    },
                    facts: Facts::default(),
                    named: named_in(&path.as_os_str().to_owned()),
                })
            }
            Kind::Cpp => {
                let cannot =
                    |error: std::io::Error| OwnError::Unusable(format!("cannot read `{}`: {error}", path.display()));
                let source = std::fs::read_to_string(path).map_err(cannot)?;
                if !source.contains("moves") {
                    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
                    return Err(OwnError::Unusable(format!(
                        "{}: it has no function `moves`\nhint: void moves(int n)",
                        quoted(name, 200)
                    )));
                }
                let facts = cpp::facts(&source);
                let binary = compiled(&source, path, &facts, &sandbox, &folder)?;
                // The content of the binary is the key. It depends on the file, the grader and the compiler.
                let kept = Kept::new(folder, String::new(), vec![binary.clone()]);
                Ok(Prepared {
                    grader: Grader {
                        sandbox,
                        argv: vec![binary.clone().into_os_string()],
                        readable: vec![binary],
                        file: path.to_owned(),
                        speaks: Speaks::Reports,
                        kept: Some(kept),
                    },
                    facts,
                    named: Named::of(&source, "//"),
                })
            }
        }
    }

    /// Returns the compiled game. Uses the cached one if the source and the grader are the same.
    fn compiled(
        source: &str,
        path: &Path,
        facts: &Facts,
        sandbox: &Sandbox,
        folder: &Path,
    ) -> Result<PathBuf, OwnError> {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .replace(|c: char| c == '"' || c == '\\' || c.is_control(), "_");
        if let Some(argument) = cpp::defaults(source).first() {
            return Err(OwnError::Unusable(format!(
                "{name}: the argument `{argument}` of `moves` has a default, but arguments are the position{}\nhint: make it a constant",
                cpp::line_of(source, "moves")
            )));
        }
        if let Some(line) = cpp::sum_in_move(source) {
            return Err(OwnError::Unusable(format!(
                "{name}, line {line}: `sum` is a move itself, and `to` cannot take it\nhint: write `sum({{a, b}})` in place of `to(sum({{a, b}}))`"
            )));
        }
        if cpp::defines(source, "main") {
            return Err(OwnError::Unusable(format!(
                "{name} has a `main`, and the grader has one too{}\nhint: leave it out",
                cpp::line_of(source, "main")
            )));
        }
        let texts = grader::CPP_WAYS.map(|way| {
            let flags = [&grader::CPP_CHECKS[..], way.flags].concat().join(" ");
            format!("// {flags}\n") + &cpp::around(source, &name, facts, way, grader::CPP_MAIN)
        });
        // The first text is the key, whichever way made the program.
        let place = folder.join(hash(texts[0].as_bytes()));
        let (text, binary) = (place.join("game.cpp"), place.join("program"));
        // `put` writes the text last: if the text exists, the binary is complete.
        if binary.is_file() && std::fs::read(&text).is_ok_and(|there| there == texts[0].as_bytes()) {
            kept::touch(&text);
            return Ok(binary);
        }
        let build = crate::temporary::folder()
            .map_err(|error| OwnError::Unusable(format!("cannot make a temporary folder: {error}")))?;
        let workshop = Workshop::new(sandbox.clone(), Tools::default(), build.path(), COMPILE_TIME);
        let file = build.path().join("game.cpp");
        let compile = |text: &str, way: CppWay| -> Result<Result<Program, NoProgram>, OwnError> {
            put(&file, text.as_bytes())?;
            let flags = [&grader::CPP_CHECKS[..], way.flags].concat();
            let flags: Vec<String> = flags.into_iter().map(str::to_owned).collect();
            Ok(workshop.compiled(&file, "product", &[], &flags))
        };
        let [quick, whole] = grader::CPP_WAYS;
        let mut program = compile(&texts[0], quick)?;
        if matches!(program, Err(NoProgram::DoesNotCompile(_))) {
            program = compile(&texts[1], whole)?;
        }
        let program = program.map_err(|error| match error {
            NoProgram::DoesNotCompile(why) => {
                // A failed check of the grader explains more than the errors that follow it.
                let asked = why.split_once("static assertion failed: `moves`");
                let first = why.lines().find(|line| line.contains(": error: "));
                OwnError::Unusable(match asked.and_then(|(_, rest)| rest.lines().next()) {
                    Some(rest) => {
                        // The compiler names the line of a call after the check.
                        let called = why.lines().find(|line| line.contains("required from here"));
                        let line = called.and_then(|line| line.strip_prefix(&format!("{name}:"))?.split(':').next());
                        let place =
                            line.map_or_else(|| cpp::line_of(source, "moves"), |line| format!(" (line {line})"));
                        format!("{name}: `moves`{rest}{place}")
                    }
                    None if first.is_some_and(|line| line.starts_with(cpp::GRADER)) => format!(
                        "{name}: `moves` must be one plain function, not a template, and outside of namespaces and classes{}",
                        cpp::line_of(source, "moves")
                    ),
                    None => format!("{name} does not compile: {why}"),
                })
            }
            NoProgram::Unusable(why) | NoProgram::Box(why) => OwnError::Unusable(why),
        })?;
        let cannot = |error: std::io::Error| OwnError::Unusable(format!("cannot keep the compiled game: {error}"));
        std::fs::create_dir_all(&place).map_err(cannot)?;
        let made = program.argv.first().map(PathBuf::from).unwrap_or_default();
        // Copy under another name first: another run may be starting the old binary.
        let fresh = place.join(format!("program-{}", std::process::id()));
        std::fs::copy(&made, &fresh).map_err(cannot)?;
        std::fs::rename(&fresh, &binary).map_err(cannot)?;
        put(&text, texts[0].as_bytes())?;
        Ok(binary)
    }
}
