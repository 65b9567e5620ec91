//! The walled yard in which hostile programs are tested.
//!
//! A sandbox under construction leaks, and some of these programs kill every process in reach. So each test starts its
//! own binary again, as the child of a shell in new user and process namespaces. These die with their first process.
//! Address space and processes are bounded, and a clock bounds the whole. Inside, the walls are checked before any
//! program starts. Only that shell and the test live in the yard. So any other process after a run has escaped.

use gamesolve_box::{Failure, Limits, Run, Sandbox, Task, Tier, Word};
use libtest_mimic::{Arguments, Trial};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// The process namespace outside the yard. It is only set inside.
const TOKEN: &str = "GAMESOLVE_YARD_OUTSIDE";
/// The folder for the test's files.
const PLACE: &str = "GAMESOLVE_YARD_PLACE";
/// If it is set, a test that cannot run fails.
const NO_SKIP: &str = "GAMESOLVE_NO_SKIP";
/// The longest time of one test in the yard, on a machine with twenty times too much load.
const CLOCK: Duration = Duration::from_secs(900);
const BUILT: &str = env!("CARGO_TARGET_TMPDIR");

/// One tier, and a folder to work in.
pub(crate) struct Bed {
    pub(crate) sandbox: Sandbox,
    pub(crate) place: PathBuf,
}

impl Bed {
    pub(crate) fn tier(&self) -> Tier {
        self.sandbox.tier()
    }

    /// Returns a task for the fixture `name` with limits for a test. The clock is so wide that it never decides on a
    /// working program.
    pub(crate) fn task(&self, name: &str, arguments: &[&str]) -> Task {
        let argv = std::iter::once(Word::trusted(built(name)))
            .chain(arguments.iter().map(Word::trusted))
            .collect();
        let limits = Limits {
            cpu: Duration::from_secs(5),
            wall: Duration::from_secs(20),
            ..Limits::default()
        };
        Task {
            argv,
            limits,
            ..Task::default()
        }
    }

    /// Writes a file into the test's folder.
    pub(crate) fn file(&self, name: &str, content: &str) -> PathBuf {
        let path = self.place.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    /// Runs the task and checks that no process and no scratch folder is left, as after every run.
    pub(crate) fn try_run(&self, task: &Task) -> Result<Run, Failure> {
        let result = self.sandbox.run(task);
        let others = others_alive();
        assert!(
            others.is_empty(),
            "{:?}: still alive after the run: {others:?}",
            self.tier()
        );
        let scratch = fs::read_dir(std::env::temp_dir())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect::<Vec<_>>();
        assert!(scratch.is_empty(), "{:?}: left behind: {scratch:?}", self.tier());
        result
    }

    pub(crate) fn run(&self, task: &Task) -> Run {
        let run = self.try_run(task).unwrap();
        println!("{:?}: {}", self.tier(), show(&run));
        run
    }
}

fn show(run: &Run) -> String {
    let text = String::from_utf8_lossy(&run.stdout[..run.stdout.len().min(200)])
        .escape_debug()
        .to_string();
    format!(
        "{:?} exceeded {:?}, cpu {:?}, wall {:?}, {} KB, left {}, {:?}, \"{text}\"",
        run.ending,
        run.exceeded,
        run.cpu,
        run.wall,
        run.peak_memory / 1024,
        run.left_behind,
        run.notes
    )
}

/// Returns the living processes in the yard, except its shell, this test and the sandbox that waits for its next run.
pub(crate) fn others_alive() -> Vec<String> {
    let me = std::process::id();
    let living: Vec<Process> = fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| Process::of(entry.unwrap().file_name().to_str()?.parse().ok()?))
        .collect();
    // A launcher is a child of this test, and a supervisor is a child of a launcher. No program can become either.
    let launchers: Vec<u32> = living
        .iter()
        .filter(|one| one.parent == me && one.stage == "__box-launcher")
        .map(|one| one.pid)
        .collect();
    let waits =
        |one: &Process| launchers.contains(&one.pid) || launchers.contains(&one.parent) && one.stage == "__box-init";
    living
        .iter()
        .filter(|one| one.pid != 1 && one.pid != me && !waits(one))
        .map(|one| one.stat.clone())
        .collect()
}

/// Returns the living processes that are stages of a sandbox: number and stage.
pub(crate) fn stages_alive() -> Vec<(u32, String)> {
    fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| Process::of(entry.unwrap().file_name().to_str()?.parse().ok()?))
        .filter(|one| one.stage.starts_with("__box-"))
        .map(|one| (one.pid, one.stage))
        .collect()
}

/// A living process, as the kernel shows it.
struct Process {
    pid: u32,
    parent: u32,
    /// The first argument, which names the stage of a sandbox.
    stage: String,
    stat: String,
}

impl Process {
    /// Returns the process, or `None` if it is dead or gone.
    fn of(pid: u32) -> Option<Process> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let mut fields = stat.rsplit(')').next()?.split_whitespace();
        let (state, parent) = (fields.next()?, fields.next()?.parse().ok()?);
        let line = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        (state != "Z").then(|| Process {
            pid,
            parent,
            stage: line.split('\0').nth(1).unwrap_or_default().to_owned(),
            stat: stat.clone(),
        })
    }
}

/// Returns the executable of a fixture.
pub(crate) fn built(name: &str) -> PathBuf {
    Path::new(BUILT).join("hostile").join(name)
}

/// Returns whether the slow tests run too: see `CONTRIBUTING.md`.
fn is_gate() -> bool {
    ["GAMESOLVE_GATE", NO_SKIP, "GAMESOLVE_ALL"]
        .iter()
        .any(|name| std::env::var_os(name).is_some())
}

/// Runs `body` inside the yard, for tiers 1 and 2. Outside, starts the test `name` again inside.
///
/// The test runs as an ordinary user, who is nobody if this user is root, and in the gate also as root of the yard.
fn enter(name: &str, fixtures: &[&str], body: impl Fn(&Bed)) {
    if std::env::var_os(TOKEN).is_some() {
        return inside(body);
    }
    for (tool, argument) in [("gcc", "--version"), ("unshare", "--version")] {
        if !succeeds(Command::new(tool).arg(argument)) {
            return skip(name, &format!("needs {tool}"));
        }
    }
    if !succeeds(Command::new("unshare").args(["--user", "--map-root-user", "--pid", "--fork", "true"])) {
        return skip(name, "needs user namespaces");
    }
    fixtures.iter().for_each(|fixture| build(fixture));
    // Run as root of the yard and as an ordinary user: rights pass from stage to stage in different ways.
    let ordinary = if nix::unistd::geteuid().is_root() {
        [
            "setpriv",
            "--reuid=65534",
            "--regid=65534",
            "--clear-groups",
            "unshare",
            "--map-current-user",
        ]
        .to_vec()
    } else {
        ["unshare", "--map-current-user"].to_vec()
    };
    let root = ["unshare", "--map-root-user"].to_vec();
    let users: Vec<_> = is_gate().then_some(root).into_iter().chain([ordinary]).collect();
    std::thread::scope(|scope| {
        let jobs: Vec<_> = users.iter().map(|user| scope.spawn(|| outside(name, user))).collect();
        for job in jobs {
            if let Err(panic) = job.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

fn outside(name: &str, user: &[&str]) {
    let place = tempfile::tempdir_in(BUILT).unwrap();
    let scratch = tempfile::tempdir_in(BUILT).unwrap();
    for folder in [&place, &scratch] {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o777)).unwrap();
    }
    let walls = ["--user", "--pid", "--fork", "--mount-proc", "--kill-child"];
    // Keep the shell as number 1, because signals cannot reach number 1. The option for processes is -u in bash and -p
    // in dash.
    let script = "ulimit -v 8388608 && { ulimit -u 4000 2>/dev/null || ulimit -p 4000; } && \"$@\"; exit $?";
    let shell = ["sh", "-c", script, "sh"];
    let line: Vec<&str> = user.iter().chain(&walls).chain(&shell).copied().collect();
    let mut child = Command::new(line[0])
        .args(&line[1..])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture", "--test-threads=1"])
        .env(TOKEN, fs::read_link("/proc/self/ns/pid").unwrap())
        .env(PLACE, place.path())
        .env("TMPDIR", scratch.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (id, deadline) = (child.id(), Instant::now() + CLOCK);
    let (done, clock) = std::sync::mpsc::channel::<()>();
    let watchdog = std::thread::spawn(move || {
        // The channel closes when the test is done.
        if clock.recv_timeout(deadline - Instant::now()) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
            nix::sys::signal::kill(
                nix::unistd::Pid::from_raw(id.cast_signed()),
                nix::sys::signal::Signal::SIGKILL,
            )
            .unwrap();
        }
    });
    let stdout = child.stdout.take().unwrap();
    let reading = std::thread::spawn(move || std::io::read_to_string(stdout).unwrap());
    let stderr = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
    let status = child.wait().unwrap();
    drop(done);
    watchdog.join().unwrap();
    let stdout = reading.join().unwrap();
    for line in stdout.lines().filter(|line| line.starts_with("skipped: ")) {
        println!("{line} ({name}, {user:?})");
    }
    let passed = status.success() && stdout.contains("1 passed");
    assert!(passed, "in the yard, {user:?}: {status}\n{stdout}\n{stderr}");
}

/// Checks that this process is in its own process namespace, whose number 1 is the shell of the yard.
pub(crate) fn assert_walled() {
    let outside = std::env::var_os(TOKEN).expect("only to be started in the yard");
    assert_ne!(
        fs::read_link("/proc/self/ns/pid").unwrap(),
        PathBuf::from(outside),
        "not in a process namespace of its own"
    );
    assert_eq!(
        fs::read_to_string("/proc/1/comm").unwrap(),
        "sh\n",
        "number 1 is not the shell of the yard"
    );
}

fn inside(body: impl Fn(&Bed)) {
    assert_walled();
    assert_eq!(nix::unistd::getppid().as_raw(), 1);
    assert!(others_alive().is_empty(), "the yard is not empty: {:?}", others_alive());
    let place = PathBuf::from(std::env::var_os(PLACE).unwrap());
    for tier in [Tier::One, Tier::Two] {
        let sandbox = Sandbox::at(tier, &crate::helper()).unwrap();
        let place = place.join(format!("{tier:?}"));
        fs::create_dir(&place).unwrap();
        body(&Bed { sandbox, place });
    }
}

/// Compiles a fixture, unless it has not changed since the last time.
fn build(name: &str) {
    let (source, target) = (Path::new(crate::FIXTURES).join(format!("{name}.c")), built(name));
    let age = |path: &Path| path.metadata().and_then(|found| found.modified()).ok();
    let guard = Path::new(crate::FIXTURES).join("guard.h");
    if age(&target) > age(&source).max(age(&guard)) {
        return;
    }
    fs::create_dir_all(target.parent().unwrap()).unwrap();
    let draft = tempfile::Builder::new()
        .tempfile_in(target.parent().unwrap())
        .unwrap()
        .into_temp_path();
    let compiled = Command::new("gcc")
        .args(["-O1", "-w", "-pthread", "-o"])
        .arg(&draft)
        .arg(&source)
        .output()
        .unwrap();
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    fs::set_permissions(&draft, fs::Permissions::from_mode(0o755)).unwrap();
    // Rename it in one step, because several tests may build the same fixture.
    draft.persist(&target).unwrap();
}

fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Reports that a test was not run, and fails if that is not allowed.
pub(crate) fn skip(name: &str, why: &str) {
    println!("skipped: {name}: {why}");
    assert!(std::env::var_os(NO_SKIP).is_none(), "skipped: {name}: {why}");
}

/// A test in the yard.
pub(crate) struct YardTest {
    name: &'static str,
    /// The names of its hostile programs, without extensions.
    fixtures: Vec<&'static str>,
    body: Box<dyn Fn(&Bed) + Send + 'static>,
}

/// Returns a test that does the same for each tier.
pub(crate) fn test(name: &'static str, fixtures: &[&'static str], body: impl Fn(&Bed) + Send + 'static) -> YardTest {
    YardTest {
        name,
        fixtures: fixtures.to_vec(),
        body: Box::new(body),
    }
}

/// Runs the tests of all modules, with the arguments of `cargo test`.
pub(crate) fn run(modules: Vec<(&'static str, Vec<YardTest>)>) -> ExitCode {
    let trials = modules.into_iter().flat_map(|(module, tests)| {
        tests.into_iter().map(move |test| {
            let name = format!("{module}::{}", test.name);
            Trial::test(name.clone(), move || {
                enter(&name, &test.fixtures, test.body);
                Ok(())
            })
        })
    });
    if std::env::var_os(TOKEN).is_none() && !is_gate() {
        println!("left to the gate, with GAMESOLVE_GATE=1: the same as root of a namespace");
    }
    let mut arguments = Arguments::from_args();
    // Many programs sleep until the clock ends them, so others can work meanwhile.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    arguments.test_threads.get_or_insert(3 * cores);
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}
