//! The workshop, the only place that compiles programs.

use std::ffi::{OsStr, OsString};
use std::fs::{File, OpenOptions};
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use super::encoding::Encoding;
use super::language::{Language, MAX_SOURCE};
use super::program::{NoProgram, Program, parts};
use super::regular::require_regular;
use super::tools::{Found, Tools, on_path};
use gamesolve_box::{Ending, Failure, Limit, Limits, Run, Sandbox, Task, Word, home_of};
use gamesolve_text::{Source, quoted, reason};
use nix::fcntl::OFlag;

/// A sandbox, the tools of the machine, and a folder for compiled programs.
pub struct Workshop {
    sandbox: Sandbox,
    tools: Tools,
    folder: PathBuf,
    compile_time: Duration,
    /// Held for writing while one run is repeated alone, and for reading by all other runs.
    alone: Arc<RwLock<()>>,
    /// The number of files for checkers so far.
    outputs: AtomicU64,
}

impl Workshop {
    /// Returns a workshop that keeps programs below `folder` and limits the compiler to `compile_time` of processor
    /// time.
    pub fn new(sandbox: Sandbox, tools: Tools, folder: &Path, compile_time: Duration) -> Workshop {
        Workshop {
            sandbox,
            tools,
            folder: folder.to_owned(),
            compile_time,
            alone: Arc::default(),
            outputs: AtomicU64::new(0),
        }
    }

    /// Returns a workshop for another task, with the same sandbox. A run that is repeated alone waits for the runs of
    /// both.
    #[must_use]
    pub fn another(&self, tools: Tools, folder: &Path, compile_time: Duration) -> Workshop {
        Workshop {
            alone: Arc::clone(&self.alone),
            ..Workshop::new(self.sandbox.clone(), tools, folder, compile_time)
        }
    }

    /// Lets a run or a compiler work beside others, until the guard is dropped.
    pub(super) fn together(&self) -> RwLockReadGuard<'_, ()> {
        self.alone.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, task: &Task) -> Result<Run, Failure> {
        let _together = self.together();
        self.sandbox.run(task)
    }

    /// Waits for all runs and compilers, and keeps others from starting until the guard is dropped.
    pub(super) fn alone(&self) -> RwLockWriteGuard<'_, ()> {
        self.alone.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the sandbox.
    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// Returns the folder below which programs are kept.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the path for an output that a checker reads. Each call returns another path, because programs may be judged
    /// at the same time.
    pub(super) fn new_output(&self) -> PathBuf {
        let number = self.outputs.fetch_add(1, Ordering::Relaxed);
        self.folder.join(format!("output-{number}"))
    }

    /// Returns the paths that stay hidden from every program that does not get them explicitly.
    pub fn private(&self) -> Arc<[PathBuf]> {
        self.tools.private()
    }

    /// Returns the program that a command starts, as [`Tools::command`] does.
    pub fn command(&self, argv: Vec<OsString>) -> Program {
        self.tools.command(argv)
    }

    /// Returns the program at `path`, compiled in the sandbox if it is a source. If its encoding is odd, the failure says so.
    ///
    /// # Errors
    /// [`NoProgram`].
    pub fn compiled(
        &self,
        path: &Path,
        place: &str,
        include: &[PathBuf],
        flags: &[Word],
    ) -> Result<Program, NoProgram> {
        let odd = Language::of(path).and_then(|language| {
            let source = Source::from_file(path, MAX_SOURCE).ok()?;
            Encoding::of_source(&source.bytes, language)
        });
        if let Some(odd) = odd.filter(|odd| odd.is_unreadable()) {
            return Err(NoProgram::DoesNotCompile(odd.to_string()));
        }
        let compiled = self.as_it_is(path, place, include, flags);
        compiled.map_err(|why| match (why, odd) {
            // The compiler's words show each of these bytes.
            (NoProgram::DoesNotCompile(_), Some(odd @ Encoding::Zeros)) => NoProgram::DoesNotCompile(odd.to_string()),
            (NoProgram::DoesNotCompile(words), Some(odd)) => NoProgram::DoesNotCompile(format!("{odd}\n{words}")),
            (why, _) => why,
        })
    }

    /// Returns the program at `path`, compiled in the sandbox if it is a source file. Any other file runs as it is.
    ///
    /// The compiler gets a copy if it does not accept the source's name. The product is kept in the folder `place` of
    /// the workshop. The compiler sees only the source and `include` of the user's files. It gets its own arguments
    /// first, then the user's or the task's, then `flags`.
    ///
    /// # Errors
    /// [`NoProgram`].
    fn as_it_is(&self, path: &Path, place: &str, include: &[PathBuf], flags: &[Word]) -> Result<Program, NoProgram> {
        let folder = self.folder.join(place);
        let name = quoted(path.as_os_str().as_encoded_bytes(), 200);
        let cannot = cannot_read(path);
        let original = path.canonicalize().map_err(&cannot)?;
        require_regular(&original).map_err(&cannot)?;
        let Some(language) = Language::of(path) else {
            let argv = vec![original.into()];
            return Ok(Program {
                name,
                parts: parts(&argv, &[]),
                argv,
                readable: Vec::new(),
                language: None,
                copy: None,
            });
        };
        if original.metadata().map_err(&cannot)?.len() > MAX_SOURCE {
            let why = format!("`{name}` is larger than {} MiB", MAX_SOURCE >> 20);
            return Err(NoProgram::DoesNotCompile(why));
        }
        let placed = self.placed(&original, language, include.is_empty(), &folder);
        let source = placed.map_err(cannot)?;
        let before = parts(&[], std::slice::from_ref(&source));
        let Found { path: tool, needs } = self.tools.locate(language, &name)?;
        let there = |path: &PathBuf| path.canonicalize().map_err(cannot_read(path));
        let mut sees = vec![source.clone()];
        sees.extend(include.iter().map(there).collect::<Result<Vec<_>, _>>()?);
        let own_flags = self.tools.toolchain().flags(language);
        let mut argv = language.build_command(&tool, &own_flags, &source);
        argv.extend_from_slice(flags);
        if language.searches_folders {
            argv.extend(searched(&sees[1..]).map(Word::Trusted));
        }
        let task = Task {
            argv,
            output_file: language.product.map(OsString::from),
            readable: [&sees[..], &needs].concat(),
            // The source and its include paths may lie in a system folder or a tool's folder. No word of the command shows
            // the compiler a stored answer or another submission.
            hidden: self.tools.private(),
            limits: of_compilers(self.compile_time),
            ..Task::default()
        };
        let product = self.product(language, &task, (&source, &name), &folder)?;
        let mut readable = product.clone().map_or(sees, |product| vec![product]);
        let argv = language.run_command(&tool, &source, product.as_deref().unwrap_or(Path::new("")));
        // A compiled program needs nothing of its compiler. A program with an interpreter or a virtual machine needs
        // that.
        let runs_by_itself = argv.first().map(Path::new) == product.as_deref();
        if !runs_by_itself {
            readable.extend(needs);
            let first = argv.first().and_then(|first| on_path(first.to_str()?));
            let home = first.and_then(|first| home_of(&first));
            readable.extend(home.into_iter().flat_map(|home| self.tools.parts(home)));
        }
        // For a source that runs as it is, keep the stamp from before the check.
        let parts = product.map_or(before, |_| parts(&[], &readable));
        Ok(Program {
            name,
            argv,
            readable,
            language: Some(language),
            parts,
            copy: (source != original).then_some((source, original)),
        })
    }

    /// Returns the path of a source for its compiler: its own path, or that of a copy in `folder`.
    fn placed(&self, source: &Path, language: &Language, is_alone: bool, folder: &Path) -> std::io::Result<PathBuf> {
        // A source that runs without compilation is kept where only gamesolve can change it, unless it comes with other
        // files.
        let stays = language.product.is_some() || !is_alone || self.sandbox.allows_beside(source);
        if stays && language.takes(source) {
            return Ok(source.to_owned());
        }
        let called = source.file_name().filter(|_| language.takes(source));
        let copied_as = language.copied_as();
        let copy = folder.join(called.unwrap_or(OsStr::new(&copied_as)));
        copy_to(&copy, source).map(|()| copy)
    }

    /// Runs the compiler of a source, and returns the path of its product in `folder`, or `None` if the source runs as
    /// it is. `name` is the user's name of the source.
    fn product(
        &self,
        language: &Language,
        task: &Task,
        (source, name): (&Path, &str),
        folder: &Path,
    ) -> Result<Option<PathBuf>, NoProgram> {
        let run = self.run(task)?;
        let compiler = self.tools.toolchain().compiler(language);
        let fails = |why: String| match NoProgram::of_build(&why, &run) {
            NoProgram::DoesNotCompile(words) => {
                NoProgram::DoesNotCompile(words.replace(&*quoted(source.as_os_str().as_encoded_bytes(), 4096), name))
            }
            other => other,
        };
        if let Some(why) = no_product(&run, compiler, self.compile_time) {
            return Err(fails(why));
        }
        let Some(product) = language.product else {
            return Ok(None);
        };
        let product = folder.join(product);
        let made = run.output_file.as_ref();
        keep(
            &product,
            made.ok_or_else(|| fails(format!("`{compiler}` made no program")))?,
        )?;
        if language.is_native() {
            is_to_be_started(&product)?;
        }
        Ok(Some(product))
    }

    /// Runs the script `build` of a folder, as in ICPC packages, and returns the program `run` that it makes.
    ///
    /// The script runs in the sandbox on a copy of the folder. The copy is kept, with the script's products, in the
    /// folder `place` of the workshop.
    ///
    /// # Errors
    /// [`NoProgram`], also if `build` writes more than a compiler may.
    pub fn built(&self, script: &Path, time: Duration, place: &str) -> Result<Program, NoProgram> {
        const PRODUCT: &str = "run";
        const KEPT: &str = ".built.tar";
        const BUILD: &str = "cp -R \"$1\"/. . && shift && \"$@\" && tar -cf \"$0\" --exclude=\"./$0\" .";
        let name = quoted(script.as_os_str().as_encoded_bytes(), 200);
        let whole = script.canonicalize().map_err(cannot_read(script))?;
        let text = std::fs::read(&whole).map_err(cannot_read(script))?;
        let first = String::from_utf8_lossy(text.split(|byte| *byte == b'\n').next().unwrap_or_default()).into_owned();
        let interpreter = first.strip_prefix("#!").unwrap_or("/bin/sh").split_whitespace();
        let home = whole.parent().unwrap_or(Path::new("/")).to_owned();
        let words = ["/bin/sh", "-c", BUILD, KEPT].into_iter().map(Word::from);
        let words = words.chain([Word::trusted(&home)]).chain(interpreter.map(Word::from));
        let task = Task {
            argv: words.chain(["./build".into()]).collect(),
            output_file: Some(KEPT.into()),
            readable: vec![home],
            limits: of_compilers(time),
            ..Task::default()
        };
        let run = self.sandbox.run(&task)?;
        let fails = |why: &str| NoProgram::of_build(why, &run);
        let made = match (run.exceeded, run.ending, run.output_file.as_ref()) {
            (Some(limit), ..) => return Err(fails(&format!("its script `build` went over its limit of {limit}"))),
            (None, Ending::Exited(0), Some(made)) => made,
            (None, ..) => return Err(fails("its script `build` failed:")),
        };
        let folder = self.folder.join(place);
        unpack(made, &folder).map_err(|error| {
            fails(&format!(
                "the files that its script `build` made cannot be kept: {}",
                reason(&error)
            ))
        })?;
        let product = folder.join(PRODUCT);
        if !product.is_file() {
            return Err(fails("its script `build` made no `run`:"));
        }
        Ok(Program {
            name,
            argv: vec![product.into()],
            readable: vec![folder],
            language: None,
            // The folder is gamesolve's own: no other process writes there.
            parts: Vec::new(),
            copy: None,
        })
    }
}

/// Returns the error of a file at this path that cannot be read.
fn cannot_read(path: &Path) -> impl Fn(std::io::Error) -> NoProgram {
    let name = quoted(path.as_os_str().as_encoded_bytes(), 200);
    move |error| NoProgram::Unusable(format!("cannot read `{name}`: {}", reason(&error)))
}

/// Returns the compiler arguments that add these folders, and the folders of these files, to the search for headers.
fn searched(places: &[PathBuf]) -> impl Iterator<Item = OsString> {
    let folder = |path: &PathBuf| {
        if path.is_dir() {
            Some(path.clone())
        } else {
            path.parent().map(Path::to_owned)
        }
    };
    let folders = places.iter().filter_map(folder);
    folders.flat_map(|folder| ["-I".into(), OsString::from(folder)])
}

/// Returns the reason why a compiler made nothing, or `None` if it ended well.
fn no_product(run: &Run, compiler: &str, time: Duration) -> Option<String> {
    match (run.exceeded, run.ending) {
        (Some(Limit::Cpu | Limit::Wall), _) => Some(format!("`{compiler}` took more than {} s", time.as_secs_f64())),
        (Some(limit), _) => Some(format!("`{compiler}` went over its limit of {limit}")),
        (None, Ending::Exited(0)) => None,
        (None, _) => Some(format!("`{compiler}` cannot compile it:")),
    }
}

/// Copies a source. Another file may be at its path by now.
fn copy_to(copy: &Path, source: &Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    // The path may now be a pipe without a writer.
    let source = options.read(true).custom_flags(OFlag::O_NONBLOCK.bits()).open(source)?;
    std::fs::create_dir_all(copy.parent().unwrap_or(Path::new(".")))?;
    std::io::copy(&mut source.take(MAX_SOURCE), &mut File::create(copy)?).map(drop)
}

/// Unpacks the files, folders and hard links of an archive that a build made. Symbolic links and paths that lead out of
/// the folder are left out.
///
/// # Errors
/// If the archive is incomplete, or if a hard link leads to a file elsewhere.
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

/// Returns the limits of a compiler, the same as on real judges.
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

/// Writes an executable. Only this process writes the file, and closes it before anything runs it.
fn keep(path: &Path, bytes: &[u8]) -> Result<(), NoProgram> {
    use std::os::unix::fs::PermissionsExt;
    let kept = std::fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))
        .and_then(|()| std::fs::write(path, bytes))
        .and_then(|()| std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)));
    let place = path.display();
    kept.map_err(|error| NoProgram::Box(format!("the program cannot be kept in `{place}`: {}", reason(&error))))
}

/// Accepts every product: on other systems, the start of the program reports the error.
#[cfg(not(target_os = "linux"))]
fn is_to_be_started(_: &Path) -> Result<(), NoProgram> {
    Ok(())
}

/// Checks that a program can start from the folder of temporary files.
///
/// # Errors
/// If its file system is mounted `noexec`.
#[cfg(target_os = "linux")]
fn is_to_be_started(product: &Path) -> Result<(), NoProgram> {
    use nix::sys::statvfs::{FsFlags, statvfs};
    match statvfs(product) {
        Ok(found) if found.flags().contains(FsFlags::ST_NOEXEC) => {
            let place = std::env::temp_dir();
            let place = quoted(place.as_os_str().as_encoded_bytes(), 200);
            Err(NoProgram::Box(format!(
                "programs are kept in `{place}`, but none can start there (it is mounted `noexec`): set `TMPDIR` to another folder"
            )))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an archive of these entries: a name, a kind, and the target of a link.
    fn archive(entries: &[(&str, tar::EntryType, &str)]) -> Vec<u8> {
        let mut builder = tar::Builder::new(Vec::new());
        for &(name, kind, target) in entries {
            let mut header = tar::Header::new_old();
            // Written as bytes, because the library refuses a path that leads out.
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
}
