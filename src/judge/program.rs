//! The program to be judged: a command as it is, or a source file that is compiled first.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Component, Path, PathBuf, absolute};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use super::language::{Language, Tool};
use crate::cases::solution;
pub use crate::text::for_a_shell;
use crate::text::quoted;
use gamesolve_box::{Ending, Failure, Limit, Limits, Run, Sandbox, Task, home_of, is_of_system, parts_of};
use nix::fcntl::OFlag;

/// The largest source that is compiled, in bytes. Real judges take some hundred KiB; tables that were worked out before
/// may be longer.
const MAX_SOURCE: u64 = 16 << 20;
/// How many characters of a compiler's messages are kept.
const MESSAGES: usize = 4000;

/// A program that can be started.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its name in reports, escaped.
    pub name: String,
    /// The command.
    pub argv: Vec<OsString>,
    /// Files it needs to read wherever they are.
    pub readable: Vec<PathBuf>,
    /// Its language, where it was made from a source file.
    pub language: Option<&'static Language>,
    /// The files that it is made of, as they were found.
    pub parts: Vec<Part>,
    /// The copy that is run in place of a source, and that source.
    pub copy: Option<(PathBuf, PathBuf)>,
}

/// A file that a program is made of.
#[derive(Clone, Debug)]
pub struct Part {
    path: PathBuf,
    stamp: Stamp,
    /// Of what was in it; `None` where it could not be read.
    digest: Option<u64>,
    /// Whether it was ever seen to be another one.
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

    /// Returns whether there is or was something else at its place. Copies, backups and other names touch a file and change
    /// nothing in it.
    fn has_changed(&self) -> bool {
        let is_touched = Stamp::of(&self.path) != self.stamp;
        if is_touched && (self.digest.is_none() || digest(&self.path) != self.digest) {
            self.has_changed.store(true, Ordering::Relaxed);
        }
        self.has_changed.load(Ordering::Relaxed)
    }
}

/// Returns a digest of a file, piece by piece. Nobody can make another file of the same one: it has a key of this process.
fn digest(path: &Path) -> Option<u64> {
    static KEY: OnceLock<RandomState> = OnceLock::new();
    solution::ends(path).ok()?;
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

/// The identity, size and time of change of a file, which a program that writes to it cannot set back; nothing where there
/// is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp(Option<(u64, u64, i64, i64)>);

impl Stamp {
    /// Returns that of the file that is at `path` now.
    pub fn of(path: &Path) -> Stamp {
        use std::os::unix::fs::MetadataExt;
        let found = path.metadata().ok();
        Stamp(found.map(|found| (found.ino(), found.size(), found.ctime(), found.ctime_nsec())))
    }
}

/// Returns the files among the words of a command and what it reads.
fn parts(argv: &[OsString], readable: &[PathBuf]) -> Vec<Part> {
    let words = argv.iter().map(PathBuf::from);
    let files = words.chain(readable.iter().cloned()).filter(|path| path.is_file());
    files.map(Part::at).collect()
}

/// Why there is no program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoProgram {
    /// It does not compile; the compiler's messages, escaped line by line.
    #[error("{0}")]
    DoesNotCompile(String),
    /// The file or the command cannot be used: the reason.
    #[error("{0}")]
    Unusable(String),
    /// The box failed.
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
    /// Returns the same with the name that a file has for the user in place of its path.
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

    /// Returns the failure of a compiler or of a script `build`, with its words.
    fn of_build(why: &str, run: &Run) -> NoProgram {
        let said = [&run.stderr[..], &run.stdout[..]].concat();
        NoProgram::DoesNotCompile(format!("{why}\n{}", lines(&said)).trim_end().to_owned())
    }
}

impl Program {
    /// Returns the program that a command starts. Words behind the first that name files from the current folder are
    /// given to it as whole paths, for it runs in a folder of its own. A stand-in for an interpreter is replaced by the
    /// interpreter.
    pub fn of_command(mut argv: Vec<OsString>) -> Program {
        let words: Vec<&[u8]> = argv.iter().map(|word| word.as_encoded_bytes()).collect();
        let name = quoted(&words.join(&b' '), 200);
        for word in argv.iter_mut().skip(1) {
            // Where steps lead back, the folders on the way may not be there for the program.
            let leads_back = Path::new(word).components().any(|step| step == Component::ParentDir);
            let whole = |word: &OsString| match leads_back {
                true => Path::new(word).canonicalize(),
                false => absolute(word),
            };
            let path = Path::new(word).is_file().then(|| whole(word));
            if let Some(Ok(path)) = path {
                *word = path.into();
            }
        }
        let mut readable = Vec::new();
        if let Some(first) = argv.first_mut()
            && let Some(found) = first.to_str().and_then(tool_of_command)
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

    /// Returns what it wrote to standard error with the name of its source in place of that of the copy, which is another one in
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

    /// Returns whether a file that it is made of is another one than it was, or was at an earlier asking.
    pub fn has_changed(&self) -> bool {
        // Each is asked: one that has changed may be changed back.
        self.parts.iter().filter(|part| part.has_changed()).count() > 0
    }

    /// Returns the command that starts it under a limit of memory, in bytes.
    pub fn command(&self, memory: u64) -> Vec<OsString> {
        let told = self.language.map_or(Vec::new(), |language| language.within(memory));
        let (first, rest) = self.argv.split_at(self.argv.len().min(1));
        [first, &told, rest].concat()
    }

    /// Hands it a file as its last word, as a part of it; it sees the folder of that file.
    pub fn hand(&mut self, file: PathBuf) {
        self.readable.extend(file.parent().map(Path::to_owned));
        self.parts.push(Part::at(file.clone()));
        self.argv.push(file.into());
    }

    /// Returns the stamps of the files that it is made of, as they are now.
    pub fn stamps(&self) -> Vec<Stamp> {
        self.parts.iter().map(|part| Stamp::of(&part.path)).collect()
    }

    /// Returns whether another program runs it, which takes long to start: an interpreter or a virtual machine. Of a
    /// command its first word tells.
    pub fn is_interpreted(&self) -> bool {
        let name = || Path::new(self.argv.first()?).file_name()?.to_str();
        match self.language {
            Some(language) => !language.is_native(),
            None => name().is_some_and(|name| Language::run_by(name).is_some_and(|language| !language.is_native())),
        }
    }

    /// Returns the program under the name of the file that the user named.
    #[must_use]
    pub fn named(self, path: &Path) -> Program {
        let name = quoted(path.as_os_str().as_encoded_bytes(), 200);
        Program { name, ..self }
    }

    /// Returns the program that `path` names: a source file is compiled in the box, as a copy where the compiler takes no such
    /// name, and what comes of it is kept in `folder`; any other file is run as it is. The compiler sees the source and
    /// `include`, and of the user's files no others. It gets `flags` behind its own words.
    ///
    /// # Errors
    /// [`NoProgram`].
    pub fn of_file(
        path: &Path,
        sandbox: &Sandbox,
        time: Duration,
        folder: &Path,
        include: &[PathBuf],
        flags: &[String],
    ) -> Result<Program, NoProgram> {
        let name = quoted(path.as_os_str().as_encoded_bytes(), 200);
        let cannot = |error| NoProgram::Unusable(format!("cannot read `{name}`: {error}"));
        let source = path.canonicalize().map_err(cannot)?;
        solution::ends(&source).map_err(cannot)?;
        let Some(language) = Language::of(path) else {
            let argv = vec![source.into()];
            return Ok(Program {
                name,
                parts: parts(&argv, &[]),
                argv,
                readable: Vec::new(),
                language: None,
                copy: None,
            });
        };
        if source.metadata().map_err(cannot)?.len() > MAX_SOURCE {
            let why = format!("`{name}` is larger than {} MiB", MAX_SOURCE >> 20);
            return Err(NoProgram::DoesNotCompile(why));
        }
        // What is run as it stands is kept where nobody else can change it, unless it comes with files beside it.
        let stays = language.product.is_some() || !include.is_empty() || sandbox.allows_beside(&source);
        let original = source.clone();
        let source = match stays && language.takes(&source) {
            true => source,
            false => {
                let called = source.file_name().filter(|_| language.takes(&source));
                let copied_as = language.copied_as();
                let copy = folder.join(called.unwrap_or(OsStr::new(&copied_as)));
                copy_to(&copy, &source).map_err(cannot)?;
                copy
            }
        };
        let before = parts(&[], std::slice::from_ref(&source));
        let Found { path: tool, needs } = locate(&language.tool, language, &name)?;
        let mut sees = vec![source.clone()];
        for path in include {
            let there = path.canonicalize().map_err(|error| {
                let path = quoted(path.as_os_str().as_encoded_bytes(), 200);
                NoProgram::Unusable(format!("cannot read `{path}`: {error}"))
            })?;
            sees.push(there);
        }
        let mut argv = language.build_command(&tool, &source);
        argv.extend(flags.iter().map(OsString::from));
        if language.searches_folders {
            let folder = |path: &PathBuf| match path.is_dir() {
                true => Some(path.clone()),
                false => path.parent().map(Path::to_owned),
            };
            let folders = sees.iter().skip(1).filter_map(folder);
            argv.extend(folders.flat_map(|folder| ["-I".into(), OsString::from(folder)]));
        }
        let task = Task {
            argv,
            output_file: language.product.map(OsString::from),
            readable: [&sees[..], &needs].concat(),
            // They may lie in a folder of the system, or of a tool.
            private: private_places(),
            limits: of_compilers(time),
            ..Task::default()
        };
        let run = sandbox.run(&task)?;
        let compiler = language.tool.name;
        let fails = |why: String| match NoProgram::of_build(&why, &run) {
            // By the name that the user knows.
            NoProgram::DoesNotCompile(words) => {
                NoProgram::DoesNotCompile(words.replace(&*quoted(source.as_os_str().as_encoded_bytes(), 4096), &name))
            }
            other => other,
        };
        match (run.exceeded, run.ending) {
            (Some(Limit::Cpu | Limit::Wall), _) => {
                return Err(fails(format!("`{compiler}` took more than {} s", time.as_secs_f64())));
            }
            (Some(limit), _) => {
                return Err(fails(format!("`{compiler}` went over its limit of {limit}")));
            }
            (None, Ending::Exited(0)) => {}
            (None, _) => return Err(fails(format!("`{compiler}` refused it:"))),
        }
        let mut readable = sees;
        let mut product = PathBuf::new();
        if let Some(product_name) = language.product {
            let Some(made) = run.output_file.as_ref() else {
                return Err(fails(format!("`{compiler}` made no program")));
            };
            product = folder.join(product_name);
            keep(&product, made)?;
            if language.is_native() {
                is_to_be_started(&product)?;
            }
            readable = vec![product.clone()];
        }
        let argv = language.run_command(&tool, &source, &product);
        // A compiled program needs nothing of its compiler; one that is interpreted or runs on a machine of its own does.
        let runs_by_itself = argv.first().is_some_and(|first| *first == product);
        if !runs_by_itself {
            readable.extend(needs);
            let first = argv.first().and_then(|first| on_path(first.to_str()?));
            let home = first.and_then(|first| home_of(&first));
            readable.extend(home.into_iter().flat_map(parts_of_tool));
        }
        // What is run as it stands is what was looked at.
        let parts = if product.as_os_str().is_empty() {
            before
        } else {
            parts(&[], &readable)
        };
        Ok(Program {
            name,
            argv,
            readable,
            language: Some(language),
            parts,
            copy: (source != original).then_some((source, original)),
        })
    }
}

/// Copies a source that may be another file by now.
fn copy_to(copy: &Path, source: &Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    // Nobody may ever write to a pipe.
    let source = options.read(true).custom_flags(OFlag::O_NONBLOCK.bits()).open(source)?;
    std::fs::create_dir_all(copy.parent().unwrap_or(Path::new(".")))?;
    std::io::copy(&mut source.take(MAX_SOURCE), &mut File::create(copy)?).map(drop)
}

/// Makes the program of a folder with a script `build`, as ICPC packages have it: the script runs in the box on a copy of
/// the folder, which is kept in `folder` with all that it made. The program is `run` there.
///
/// # Errors
/// [`NoProgram`]; also where `build` made more than a compiler may write.
pub fn built(script: &Path, sandbox: &Sandbox, time: Duration, folder: &Path) -> Result<Program, NoProgram> {
    const PRODUCT: &str = "run";
    const KEPT: &str = ".built.tar";
    const BUILD: &str = "cp -R \"$1\"/. . && shift && \"$@\" && tar -cf \"$0\" --exclude=\"./$0\" .";
    let name = quoted(script.as_os_str().as_encoded_bytes(), 200);
    let cannot = |error: std::io::Error| NoProgram::Unusable(format!("cannot read `{name}`: {error}"));
    let whole = script.canonicalize().map_err(cannot)?;
    let text = std::fs::read(&whole).map_err(cannot)?;
    let first = String::from_utf8_lossy(text.split(|byte| *byte == b'\n').next().unwrap_or_default()).into_owned();
    let interpreter = first.strip_prefix("#!").unwrap_or("/bin/sh").split_whitespace();
    let home = whole.parent().unwrap_or(Path::new("/")).to_owned();
    let words = ["/bin/sh", "-c", BUILD, KEPT].into_iter().map(OsString::from);
    let words = words
        .chain([home.clone().into()])
        .chain(interpreter.map(OsString::from));
    let task = Task {
        argv: words.chain(["./build".into()]).collect(),
        output_file: Some(KEPT.into()),
        readable: vec![home],
        limits: of_compilers(time),
        ..Task::default()
    };
    let run = sandbox.run(&task)?;
    let fails = |why: &str| NoProgram::of_build(why, &run);
    let made = match (run.exceeded, run.ending, run.output_file.as_ref()) {
        (Some(limit), ..) => return Err(fails(&format!("its script `build` went over its limit of {limit}"))),
        (None, Ending::Exited(0), Some(made)) => made,
        (None, ..) => return Err(fails("its script `build` failed:")),
    };
    unpack(made, folder).map_err(|error| fails(&format!("what its script `build` made cannot be kept: {error}")))?;
    let product = folder.join(PRODUCT);
    if !product.is_file() {
        return Err(fails("its script `build` made no `run`:"));
    }
    Ok(Program {
        name,
        argv: vec![product.into()],
        readable: vec![folder.to_owned()],
        language: None,
        // It is kept where nobody else writes.
        parts: Vec::new(),
        copy: None,
    })
}

/// Keeps the files and folders of an archive that a build made, and its files of several names; links are left out, and so
/// is what leads out of it.
///
/// # Errors
/// Where it is no whole archive, or another name is of a file elsewhere.
fn unpack(archive: &[u8], folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for entry in tar::Archive::new(archive).entries()? {
        let mut entry = entry?;
        let kind = entry.header().entry_type();
        if kind.is_file() || kind.is_dir() || kind.is_hard_link() {
            entry.unpack_in(folder)?;
        }
    }
    Ok(())
}

/// Returns the limits of a compiler: as much as real judges allow one.
fn of_compilers(time: Duration) -> Limits {
    Limits {
        memory: 2 << 30,
        output: 64 << 20,
        processes: 256,
        open_files: 1024,
        scratch_bytes: 512 << 20,
        scratch_inodes: 20_000,
        ..Limits::default().with_cpu(time)
    }
}

/// Writes an executable. It is written under its own name by this process alone, and closed before anything runs it.
fn keep(path: &Path, bytes: &[u8]) -> Result<(), NoProgram> {
    use std::os::unix::fs::PermissionsExt;
    let kept = std::fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))
        .and_then(|()| std::fs::write(path, bytes))
        .and_then(|()| std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)));
    let place = path.display();
    kept.map_err(|error| NoProgram::Box(format!("the program cannot be kept in `{place}`: {error}")))
}

/// Other systems are not asked: a program that cannot be started says so.
#[cfg(not(target_os = "linux"))]
fn is_to_be_started(_: &Path) -> Result<(), NoProgram> {
    Ok(())
}

/// Fails where no program can be started from the place of temporary files.
#[cfg(target_os = "linux")]
fn is_to_be_started(product: &Path) -> Result<(), NoProgram> {
    use nix::sys::statvfs::{FsFlags, statvfs};
    match statvfs(product) {
        Ok(found) if found.flags().contains(FsFlags::ST_NOEXEC) => {
            let place = std::env::temp_dir();
            let place = quoted(place.as_os_str().as_encoded_bytes(), 200);
            Err(NoProgram::Box(format!(
                "programs are kept in `{place}`, from where none may be started (it is mounted `noexec`); `TMPDIR` names another place"
            )))
        }
        _ => Ok(()),
    }
}

impl Program {
    /// Returns the limits as they hold for this program: only what was made from a source file is kept to one process.
    /// A command may well be a script that starts others.
    pub fn limits(&self, limits: &Limits) -> Limits {
        Limits {
            forks: limits.forks || self.language.is_none(),
            modes: false,
            ..limits.clone()
        }
    }
}

/// A tool, and the folders that it needs beside those that every program sees.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    path: PathBuf,
    needs: Vec<PathBuf>,
}

/// Returns where a tool really is. It is asked outside the box: the compilers of the machine are trusted, what they are
/// given to compile and what lies beside that are not.
fn locate(tool: &Tool, language: &Language, source: &str) -> Result<Found, NoProgram> {
    let missing = || {
        NoProgram::Unusable(format!(
            "`{source}` is {}, which needs `{}`, and there is none on PATH",
            language.name, tool.name
        ))
    };
    // The same for all sources, and asked but once: a stand-in may take long to answer.
    static KNOWN: Mutex<BTreeMap<&str, Found>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known.get(tool.name) {
        return Ok(found.clone());
    }
    let found = on_path(tool.name)
        .and_then(|found| ask(found, tool))
        .ok_or_else(missing)?;
    known.insert(tool.name, found.clone());
    Ok(found)
}

/// Returns the tool at `found`, as it says of itself where it can be asked; `None` when it does not answer.
fn ask(found: PathBuf, tool: &Tool) -> Option<Found> {
    let Some((arguments, below)) = tool.asks else {
        let needs = home_of(&found).into_iter().flat_map(parts_of_tool).collect();
        return Some(Found { path: found, needs });
    };
    // Managers of versions obey files of the current folder and those around it, which may be a contestant's; so may those
    // of a home folder. What the user chose for all folders they find from anywhere.
    let said = Command::new(&found)
        .args(arguments)
        .current_dir("/")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    let said = said.ok().filter(|said| said.status.success())?;
    let answer = String::from_utf8(said.stdout).ok()?;
    let place = PathBuf::from(answer.lines().next()?);
    let place = if below.is_empty() { place } else { place.join(below) };
    let is_folder = |path: &PathBuf| path.is_absolute() && path.is_dir() && path.parent().is_some();
    let prefixes = answer.lines().map(PathBuf::from).filter(is_folder);
    let needs = prefixes.flat_map(parts_of_tool);
    // One that is no stand-in may say something else; then it is itself.
    let is_there = place.is_absolute() && place.is_file();
    Some(Found {
        path: if is_there { place } else { found },
        needs: needs.collect(),
    })
}

/// Finds the program that a command whose first word is `name` really starts; `None` where that is nothing special.
fn tool_of_command(name: &str) -> Option<Found> {
    let path = Path::new(name);
    let is_bare = !name.contains('/');
    let found = if is_bare { on_path(name)? } else { absolute(path).ok()? };
    let language = Language::run_by(path.file_name()?.to_str()?);
    // Elsewhere a program of such a name may be the one to judge: then it runs in the box and nowhere else.
    let is_tool = is_bare
        || found
            .parent()
            .is_some_and(|folder| search_path().any(|place| place == folder));
    let home = home_of(&found).into_iter().flat_map(parts_of_tool);
    let needs: Vec<PathBuf> = match language {
        // A stand-in is a script; what is not speaks for itself.
        Some(language) if is_tool => return ask(found, &language.tool),
        Some(_) => {
            let environment = environment_of(&found).into_iter().flat_map(parts_of_tool);
            environment.chain(home).collect()
        }
        None if is_bare => home.collect(),
        None => return None,
    };
    (!needs.is_empty()).then_some(Found { path: found, needs })
}

/// The places that are no tool's, whatever lies around them; canonical.
static PRIVATE: Mutex<Option<Arc<[PathBuf]>>> = Mutex::new(None);

/// Keeps these places, such as cases and what was handed in, from compilers and programs that are not told of them by name, and
/// what lies around them from being shown as a tool's. To be called before a tool is looked for.
pub fn keep_private(places: impl IntoIterator<Item = PathBuf>) {
    // Once: a folder of links may have thousands.
    let there = places.into_iter().filter_map(|place| place.canonicalize().ok());
    let mut private = PRIVATE.lock().unwrap_or_else(PoisonError::into_inner);
    let had = private.take().unwrap_or_default();
    let mut all: Vec<PathBuf> = had.iter().cloned().chain(there).collect();
    all.sort();
    all.dedup();
    *private = Some(all.into());
}

/// Returns the [private](keep_private) places, for what is compiled and judged.
pub fn private_places() -> Arc<[PathBuf]> {
    let private = PRIVATE.lock().unwrap_or_else(PoisonError::into_inner);
    private.clone().unwrap_or_default()
}

/// Returns what is a tool's of the folder that it is installed in.
fn parts_of_tool(prefix: PathBuf) -> Vec<PathBuf> {
    parts_of(&prefix, &private_places())
}

/// Returns the virtual environment that a Python belongs to.
fn environment_of(python: &Path) -> Option<PathBuf> {
    let folder = python.parent().filter(|folder| folder.ends_with("bin"))?;
    let home = folder.parent()?.canonicalize().ok()?;
    home.join("pyvenv.cfg").is_file().then_some(home)
}

/// Returns the files and folders that the words of a command name and that are no tools of the machine.
pub fn handed_in(command: &[OsString]) -> Vec<PathBuf> {
    let tools: Vec<PathBuf> = search_path().filter_map(|folder| folder.canonicalize().ok()).collect();
    let is_tool = |file: &Path| is_of_system(file) || tools.iter().any(|tools| file.parent() == Some(tools));
    // Wherever it lies: in a virtual environment.
    let is_interpreter = |word: &Path| {
        let name = word.file_name().and_then(OsStr::to_str);
        name.is_some_and(|name| Language::run_by(name).is_some())
    };
    let interpreter = command.first().filter(|word| is_interpreter(Path::new(word)));
    let words = command.iter().skip(usize::from(interpreter.is_some()));
    let places = words.filter_map(|word| Path::new(word).canonicalize().ok());
    places.filter(|place| !is_tool(place)).collect()
}

/// Returns the folders of `PATH` that are there wherever a program runs.
fn search_path() -> impl Iterator<Item = PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.into_iter().filter(|folder| folder.is_absolute())
}

fn on_path(name: &str) -> Option<PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    let is_program = |file: &PathBuf| {
        file.metadata()
            .is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
    };
    search_path().map(|folder| folder.join(name)).find(is_program)
}

/// Foreign text, escaped line by line and cut.
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

    /// The entries of an archive: a name, a kind, the target of a link.
    fn archive(entries: &[(&str, tar::EntryType, &str)]) -> Vec<u8> {
        let mut builder = tar::Builder::new(Vec::new());
        for &(name, kind, target) in entries {
            let mut header = tar::Header::new_old();
            // As bytes: the library refuses to write what leads out.
            header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
            header.as_old_mut().linkname[..target.len()].copy_from_slice(target.as_bytes());
            header.set_entry_type(kind);
            header.set_mode(0o6755);
            header.set_size(0);
            header.set_cksum();
            builder.append(&header, &b""[..]).unwrap();
        }
        builder.into_inner().unwrap()
    }

    #[test]
    fn a_part_that_was_another_one_is_not_the_same_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part");
        std::fs::write(&path, "a").unwrap();
        let part = Part::at(path.clone());
        // Touched, and with another name.
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
        let mut program = Program::of_command(vec!["true".into()]);
        program.hand(path.clone());
        assert_eq!(program.argv.last(), Some(&path.clone().into_os_string()));
        assert!(program.readable.contains(&folder.path().to_owned()) && !program.has_changed());
        std::fs::write(&path, "b").unwrap();
        assert!(program.has_changed());
    }

    #[test]
    fn what_a_build_made_stays_in_its_folder() {
        use tar::EntryType::{Directory, Fifo, Link, Regular, Symlink};
        let home = tempfile::tempdir().unwrap();
        let (folder, other) = (home.path().join("built"), home.path().join("other"));
        std::fs::create_dir(&other).unwrap();
        let other = other.to_str().unwrap();
        let absolute = format!("{other}/b");
        let hostile = archive(&[
            ("../other/a", Regular, ""),
            (&absolute, Regular, ""),
            ("way", Symlink, other),
            ("way/c", Regular, ""),
            ("pipe", Fifo, ""),
            ("run", Regular, ""),
            ("sub/", Directory, ""),
            ("sub/run", Link, "run"),
        ]);
        unpack(&hostile, &folder).unwrap();
        assert_eq!(std::fs::read_dir(other).unwrap().count(), 0);
        let has = |name: &str| {
            folder
                .join(name)
                .symlink_metadata()
                .is_ok_and(|file| !file.is_symlink())
        };
        assert_eq!(["run", "sub/run", "way/c", "pipe"].map(has), [true, true, true, false]);
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = folder.join("run").metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o7000, 0, "{mode:o}");
        }
        let elsewhere = archive(&[("passwd", Link, "/etc/passwd")]);
        assert!(unpack(&elsewhere, &folder).is_err() && !has("passwd"));
        assert!(unpack(&hostile[..700], &folder).is_err());
    }

    #[test]
    fn words_of_a_command_that_name_files_become_whole_paths() {
        let words = ["sh", "Cargo.toml", "src", "no such file", "", "-c"];
        let program = Program::of_command(words.iter().map(OsString::from).collect());
        let mut expected: Vec<OsString> = words.iter().map(OsString::from).collect();
        expected[1] = absolute("Cargo.toml").unwrap().into();
        assert_eq!(program.argv, expected);
        assert_eq!(program.name, "sh Cargo.toml src no such file  -c");
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
            assert_eq!(for_a_shell(OsStr::new(word)), shown);
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

    #[test]
    fn a_tool_that_is_not_there_is_named() {
        let tool = Tool {
            name: "no-such-compiler",
            asks: None,
        };
        let error = locate(&tool, Language::of(Path::new("a.c")).unwrap(), "a.c").unwrap_err();
        assert_eq!(
            error,
            NoProgram::Unusable("`a.c` is C, which needs `no-such-compiler`, and there is none on PATH".into())
        );
    }
}
