//! The task of a verb: a problem by its name, or a user's own game as a file or a command.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::gallery::{self, Game};
use super::output::shown;
use super::registered::{is_problem, problem};
use super::typed::{may_mean, nearest};
use crate::cases::recognise::{fitting, proposed, recognise};
use crate::judge::language::Language;
use crate::package::Case;
use crate::package::layout::{self, Layout};
use crate::practice::table::rule::Rule;
use crate::problem::Entry;
use crate::problems::REGISTRY;
use crate::text::{Source, for_a_shell, quoted};

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

/// Returns whether the text of a file has no word `moves`, so that it is no game.
pub(super) fn lacks_moves(path: &Path) -> bool {
    /// The largest source to search, in bytes.
    const MOST: u64 = 1 << 20;
    let source = Source::from_file(path, MOST);
    source.is_ok_and(|source| names_in(&String::from_utf8_lossy(&source.bytes)).all(|name| name != "moves"))
}

/// Returns the words of a source that may be names.
fn names_in(source: &str) -> impl Iterator<Item = &str> {
    source.split(|c: char| !c.is_alphanumeric() && c != '_')
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

/// Returns the message about a name that nothing has, with the nearest names. `commands` are the verbs that it may mean,
/// and `line` returns a command to paste for the nearest name.
pub(super) fn unknown(typed: &OsStr, commands: &[String], line: impl Fn(Option<&str>) -> Option<String>) -> String {
    const MOST: usize = 4;
    let word = typed.to_string_lossy().to_lowercase().replace(['_', ' '], "-");
    let problems = REGISTRY.iter().map(|entry| (entry.meta().slug, "a problem"));
    let games = gallery::names().map(|name| (name, "an example game"));
    let verbs = commands.iter().map(|name| (name.as_str(), "a command"));
    let names = problems.chain(games).chain(verbs);
    let mut near: Vec<_> = names.filter(|(name, _)| may_mean(name, &word)).collect();
    near.sort_by_key(|(name, _)| strsim::osa_distance(name, &word));
    near.truncate(MOST);
    let names: Vec<String> = near.iter().map(|(name, kind)| format!("`{name}` ({kind})")).collect();
    let note = match &names[..] {
        [] => String::new(),
        [name] => format!("\nnote: the nearest name is {name}"),
        [names @ .., last] => format!("\nnote: the nearest names are {} and {last}", names.join(", ")),
    };
    let lists = || "`gamesolve list` shows the problems, and `gamesolve list --games` the example games".to_owned();
    let hint = line(near.first().map(|(name, _)| *name)).or_else(|| names.is_empty().then(lists));
    let hint = hint.map_or(String::new(), |hint| format!("\nhint: {hint}"));
    let kinds = ["problem", "problem, command"][usize::from(!commands.is_empty())];
    let shown = quoted(typed.as_encoded_bytes(), 200);
    format!("no {kinds} or example game is called `{shown}`{note}{hint}")
}

/// Returns the message about a rule of `table` in place of a problem, or `None` for any other word.
pub(super) fn of_rule(word: &OsStr) -> Option<String> {
    let shown = for_a_shell(word);
    Some(match Rule::parse(word.to_str()?)? {
        Ok(_) => format!("{shown} is a rule, which only `table` and `hint` know\nhint: gamesolve table {shown}"),
        Err(why) => why.to_string(),
    })
}

/// Returns the message and the hint if a file or folder stands in place of the problem. `verb` is empty, or ends with a
/// blank.
pub(super) fn input_without_problem(path: &Path, verb: &str) -> Option<String> {
    if !path.exists() || is_problem(path) {
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
        let is_program = verb.is_empty() && Language::of(path).is_some();
        let verb = if is_program { "judge " } else { verb };
        let hint = proposed(&slugs, |slug| format!("gamesolve {verb}{slug} {typed}"));
        (if is_program { "program" } else { "file" }, hint)
    };
    Some(format!("missing problem: {name} is a {kind}\nhint: {hint}"))
}

/// A parser of the name of a problem, or of a file with a game.
#[derive(Clone)]
pub(super) struct EntryParser;

impl TypedValueParser for EntryParser {
    type Value = &'static dyn Entry;

    fn parse_ref(
        &self,
        command: &Command,
        _arg: Option<&Arg>,
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
        value.to_str().and_then(problem).ok_or_else(|| {
            let verb = format!("{} ", command.get_name());
            let why = of_rule(value)
                .or_else(|| input_without_problem(Path::new(value), &verb))
                .unwrap_or_else(|| unknown(value, &[], |_| None));
            clap::Error::raw(ErrorKind::InvalidValue, why + "\n").with_cmd(command)
        })
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
    use std::process::Stdio;
    use std::time::Duration;

    use gamesolve_box::{Sandbox, Tier, Word};

    use super::super::places::absolute;
    use super::super::process::deadline::working;
    use super::super::registered::likely_problem;
    use super::super::typed::resembles;
    use super::{CPP, Game, LINES, PYTHON, names_in, of_gallery};
    use crate::judge::program::{NoProgram, Program, for_a_shell};
    use crate::judge::tools::Tools;
    use crate::judge::workshop::Workshop;
    use crate::own::grader::CppWay;
    use crate::own::kept::{self, Kept};
    use crate::own::mistake::GameLanguage;
    use crate::own::optional::Named;
    use crate::own::package::rules;
    use crate::own::{Facts, Grader, OwnEntry, OwnError, Prepared, Speaks, cpp, grader};
    use crate::practice::table::own::claims;
    use crate::problem::Variant;
    use crate::text::{quoted, reason};

    /// The variants of every user's own game.
    pub(in crate::cli) const OWN_VARIANTS: &[Variant] = crate::own::VARIANTS;

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
        let cannot = |why: std::io::Error| match why.kind() {
            std::io::ErrorKind::NotFound => format!("there is no file or folder `{shown}`"),
            _ => format!("cannot read `{shown}`: {}", reason(&why)),
        };
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
        let source = std::fs::read_to_string(&whole).ok();
        // A mistyped name of the function in Python is named with its line.
        let is_moves = |word: &str| word == "moves" || kind == Kind::Python && resembles("moves", word);
        if source.as_ref().is_some_and(|source| !names_in(source).any(is_moves)) {
            let example = match kind {
                Kind::Python => "def moves(n): return [n - 1] if n else []",
                Kind::Cpp => "void moves(int n) { if (n) to(n - 1); }",
            };
            let problem = likely_problem(path).unwrap_or("stones");
            return Err(format!(
                "`{shown}` is no game, because it has no function `moves` such as `{example}`\n\
                 hint: `gamesolve show bachet` prints a game, and `gamesolve judge {problem} {typed}` judges a solution"
            ));
        }
        let rules = source.map_or_else(String::new, |source| rules(path, &source));
        let prepare = move || prepare(&whole, kind);
        Ok(leaked(OwnEntry::new(&name, typed, &rules, Box::new(prepare))))
    }

    /// Returns the error of something that the system refuses.
    fn unusable(deed: &str, error: &std::io::Error) -> OwnError {
        OwnError::Unusable(format!("cannot {deed}: {}", reason(error)))
    }

    /// Returns the folder of cached graders and compiled games.
    fn cache() -> Result<PathBuf, OwnError> {
        let root = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")));
        let folder = root
            .ok_or_else(|| OwnError::Unusable("no folder for the cache\nhint: set XDG_CACHE_HOME or HOME".to_owned()))?
            .join("gamesolve")
            .join("own");
        std::fs::create_dir_all(&folder).map_err(|error| unusable(&format!("make `{}`", folder.display()), &error))?;
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
        let cannot = |error: std::io::Error| unusable(&format!("write `{}`", path.display()), &error);
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

    /// Returns the grader as this Python compiles it, which takes as long as all else that a short run does.
    ///
    /// Later calls of gamesolve run the same file, if it is whole. So it is `None` if the sandbox protects no files,
    /// because a game could replace it.
    fn compiled_grader(python: &OsStr, version: &str, script: &Path, sandbox: &Sandbox) -> Option<PathBuf> {
        /// Prints the content of a file that Python runs, without its head.
        const COMPILE: &str = "import importlib.util, marshal, sys\n\
            code = compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')\n\
            sys.stdout.buffer.write(importlib.util.MAGIC_NUMBER + marshal.dumps(code))";
        if sandbox.tier() == Tier::Three {
            return None;
        }
        let key = format!("{version}\n{}", script.display());
        let place = script.with_file_name(format!("grader-{}.pyc", hash(key.as_bytes())));
        // Python skips 12 bytes after the first four. The last eight of them say whether the file is whole.
        let headed = |magic: &[u8], code: &[u8]| {
            let digest = hash(code);
            [magic, &[0; 4], &digest.as_bytes()[..8], code].concat()
        };
        let is_whole = |there: Vec<u8>| there.len() > 16 && headed(&there[..4], &there[16..]) == there;
        if !std::fs::read(&place).is_ok_and(is_whole) {
            let mut compiling = std::process::Command::new(python);
            compiling.args(["-I", "-S", "-B", "-c", COMPILE]).arg(script);
            let said = compiling.current_dir("/").stdin(Stdio::null()).output().ok()?;
            let (magic, code) = said.stdout.split_at_checked(4).filter(|_| said.status.success())?;
            put(&place, &headed(magic, code)).ok()?;
        }
        Some(place)
    }

    /// Returns the numbers and letters in the text of a file. Returns none if the file is not a small text.
    fn named_in(word: &OsString) -> Named {
        let path = Path::new(word);
        let is_small = || {
            path.metadata()
                .is_ok_and(|data| data.is_file() && data.len() <= MOST_BYTES)
        };
        let text = is_small().then(|| std::fs::read_to_string(path).ok()).flatten();
        text.map_or_else(Named::default, |text| Named::in_text(&text, GameLanguage::Python))
    }

    fn prepare(path: &Path, kind: Kind) -> Result<Prepared, OwnError> {
        let sandbox = Sandbox::probe(None).map_err(|error| OwnError::Unusable(error.to_string()))?;
        let folder = cache()?;
        match kind {
            Kind::Python => {
                let text = grader::python();
                let script = folder.join(format!("grader-{}.py", hash(text.as_bytes())));
                put(&script, text.as_bytes())?;
                let words = ["python3", "-I", "-S", "-B", "-X", "utf8", "-X", "faulthandler"];
                let tools = Tools::default();
                let mut program = tools.command(words.map(OsString::from).to_vec());
                if program.argv.first().is_some_and(|first| first == "python3") {
                    // It has no place, so it is missing.
                    tools.require(path).map_err(|why| OwnError::Unusable(why.to_string()))?;
                }
                let python = program.argv[0].clone();
                let version = version_of(&python);
                let compiled = version
                    .as_ref()
                    .and_then(|version| compiled_grader(&python, version, &script, &sandbox));
                let kept = version.map(|version| {
                    let words = format!("{version}\n{}", script.display());
                    Kept::new(folder, words, vec![path.to_owned()])
                });
                let script = compiled.unwrap_or(script);
                program.argv.push(script.clone().into_os_string());
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
                let cannot = |error: std::io::Error| unusable(&format!("read `{}`", path.display()), &error);
                let source = std::fs::read_to_string(path).map_err(cannot)?;
                let facts = cpp::facts(&source);
                let compiling = working();
                let binary = compiled(&source, path, &facts, &sandbox, &folder)?;
                drop(compiling);
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
                    named: Named::in_text(&source, GameLanguage::Cpp),
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
        let build = crate::temporary::folder().map_err(|error| unusable("make a temporary folder", &error))?;
        let workshop = Workshop::new(sandbox.clone(), Tools::default(), build.path(), COMPILE_TIME);
        let file = build.path().join("game.cpp");
        let compile = |text: &str, way: CppWay| -> Result<Result<Program, NoProgram>, OwnError> {
            put(&file, text.as_bytes())?;
            let flags = [&grader::CPP_CHECKS[..], way.flags].concat();
            let flags: Vec<Word> = flags.into_iter().map(Word::trusted).collect();
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
        let cannot = |error: std::io::Error| unusable("keep the compiled game", &error);
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
