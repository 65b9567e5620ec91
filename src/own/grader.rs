//! Runs the grader around a game's file in the sandbox.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use gamesolve_box::{Ending, Failure, Limit, Limits, Run, Sandbox, Task, Word};

use super::kept::{Kept, Report};
use super::lines;
use super::optional;
use super::protocol::{self, Caps, Explored, Facts, OwnError, OwnErrorKind, THE_FILE, Told};
use crate::engine::progress::Work;
use crate::temporary;
use crate::text::{quoted, reason};

/// Returns the grader of Python games. It knows the optional lines.
pub fn python() -> String {
    let lines = optional::in_python();
    [include_str!("kinds.py"), &lines, include_str!("grader.py")].join("\n\n")
}

/// The text before and after a C++ game.
pub const CPP: [&str; 2] = [include_str!("grader.h"), include_str!("grader_main.h")];

/// The `main` of the grader of C++ games. A function with priority 101 runs before the variables of the file have their
/// values.
pub const CPP_MAIN: &str =
    "\n__attribute__((constructor(101))) static void gs_begin() { gs::begin(); }\nint main() { return gs::run(); }\n";

/// Compiler flags for C++ games. Wrong arithmetic and wrong indices end the program instead of giving other moves.
///
/// A function without `return` would give any number, and only the compiler knows its line.
pub const CPP_CHECKS: [&str; 4] = [
    "-Werror=return-type",
    "-D_GLIBCXX_ASSERTIONS",
    "-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift,bounds",
    "-fsanitize-undefined-trap-on-error",
];

/// A way to compile a C++ game.
#[derive(Clone, Copy, Debug)]
pub struct CppWay {
    /// Flags after those of the language, which they override.
    pub flags: &'static [&'static str],
    /// Whether the common headers replace `bits/stdc++.h`.
    pub has_common_headers: bool,
    /// Whether the rounds of the game's loops are counted. That takes no declaration in the condition of a `while`.
    pub counts_rounds: bool,
}

/// The ways to compile a C++ game. If one fails, the next decides.
///
/// The first takes half of the compiler's time. In C++17 the library has its strings compiled, and `-O1` costs a
/// game little. The second knows C++20 and all headers, and its errors are the user's.
pub const CPP_WAYS: [CppWay; 2] = [
    CppWay {
        flags: &["-std=gnu++17", "-O1"],
        has_common_headers: true,
        counts_rounds: true,
    },
    CppWay {
        flags: &[],
        has_common_headers: false,
        counts_rounds: false,
    },
];

/// The protocol of a game's program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaks {
    /// Reports of our graders.
    Reports,
    /// Positions in, moves out, one on each line (see `lines`).
    Lines,
}

/// A game's program that is ready to run, with or without our grader around it.
#[derive(Clone, Debug)]
pub struct Grader {
    /// The sandbox.
    pub sandbox: Sandbox,
    /// The command.
    pub argv: Vec<OsString>,
    /// The files that the command reads.
    pub readable: Vec<PathBuf>,
    /// The game's file, in the form for a grader.
    pub file: PathBuf,
    /// The protocol.
    pub speaks: Speaks,
    /// The store of its reports, if they are kept.
    pub kept: Option<Kept>,
}

/// The processor time for the report itself. The graders limit the time before it.
const OF_REPORT: Duration = Duration::from_secs(10);

/// The factor of the wall time on a busy machine.
const BUSY: u32 = 8;

/// The signals of the grader's own clocks, and the signal for too much processor time, which it limits in a long call.
const SIGALRM: i32 = 14;
const SIGPROF: i32 = 27;
const SIGXCPU: i32 = 24;

/// Returns the line of a game at which Python crashed, from its fault handler.
fn crashed_at(stderr: &[u8], file: &Path) -> Option<usize> {
    let place = format!("  File \"{}\", line ", file.display());
    let said = String::from_utf8_lossy(stderr);
    let rest = said.lines().find_map(|line| line.strip_prefix(&place))?;
    rest.split(' ').next()?.parse().ok()
}

/// Returns the order of a run without the game's file.
fn order(mode: &str, starts: &[String], caps: Caps) -> String {
    let mut text = format!(
        "{mode}\n{} {} {} {} {} {} {}\n",
        caps.positions,
        caps.moves,
        caps.seconds,
        caps.memory,
        u8::from(!caps.misere),
        caps.work.map_or(0, |work| work.max(1)),
        caps.steps.unwrap_or(0),
    );
    starts.iter().for_each(|start| text += &format!("{start}\n"));
    text
}

impl Grader {
    /// Runs the program on a text.
    fn run(&self, text: &[u8], cpu: Duration, wall: Duration, output: u64, caps: Caps) -> Result<Run, OwnError> {
        let cannot =
            |error: std::io::Error| OwnError::Unusable(format!("cannot write a temporary file: {}", reason(&error)));
        let folder = temporary::folder().map_err(cannot)?;
        let order = folder.path().join("order");
        std::fs::write(&order, text).map_err(cannot)?;
        let processes = match self.speaks {
            Speaks::Reports => 4,
            Speaks::Lines => 32,
        };
        let task = Task {
            argv: self.argv.iter().map(Word::trusted).collect(),
            stdin: Some(order),
            readable: self.readable.clone(),
            origin: self.argv.clone(),
            limits: Limits {
                memory: caps.memory + (64 << 20),
                output,
                processes,
                forks: self.speaks == Speaks::Lines,
                cpu,
                wall,
                ..Limits::default()
            },
            ..Task::default()
        };
        self.sandbox.run(&task).map_err(|failure| match failure {
            Failure::CannotStart(why) | Failure::Fault(why) => OwnError::Unusable(why),
        })
    }

    /// Runs the program on lines with this time limit in seconds.
    fn run_lines(&self, asked: &[&str], seconds: f64, caps: Caps) -> Result<Run, OwnError> {
        /// The maximum size of an answer, which is more than the allowed moves need.
        const OUTPUT: u64 = 256 << 20;
        let text: String = asked.iter().flat_map(|position| [*position, "\n"]).collect();
        let cpu = Duration::from_secs_f64(seconds.clamp(0.1, caps.seconds as f64));
        // A script may start other tools, and runs follow one another. The wall clock is the limit of all together.
        // So a program that waits, for example for missing input, gets no longer.
        self.run(text.as_bytes(), cpu, cpu, OUTPUT, caps)
    }

    /// Returns the content of a report, and the processor time of its run.
    ///
    /// The report comes from a kept run, or else from a new run, which is kept if its report is readable.
    fn told<T>(
        &self,
        mode: &str,
        starts: &[String],
        caps: Caps,
        read: impl Fn(&[u8]) -> Result<T, OwnError>,
    ) -> Result<(T, Duration), OwnError> {
        let order = order(mode, starts, caps);
        let key = self.kept.as_ref().and_then(|kept| Some((kept, kept.key(&order)?)));
        if let Some((kept, key)) = &key
            && let Some((report, spent)) = kept.get(key)
            && let Ok(told) = read(&report)
        {
            return Ok((told, spent));
        }
        let begun = SystemTime::now();
        let (report, spent) = self.report(mode, starts, caps)?;
        let told = read(&report)?;
        if let Some((kept, key)) = key
            && let Some(reads) = protocol::reads(&report)
        {
            kept.put(key, &order, &reads, begun, &(report.clone(), spent));
        }
        Ok((told, spent))
    }

    /// Returns the report of the program, and the processor time of its run.
    fn report(&self, mode: &str, starts: &[String], caps: Caps) -> Result<Report, OwnError> {
        if self.speaks == Speaks::Lines {
            let mut spent = Duration::ZERO;
            let mut run = |asked: &[&str], seconds: f64| {
                let answered = self.run_lines(asked, seconds, caps)?;
                spent += answered.cpu;
                Ok(answered)
            };
            let report = match mode {
                "explore" => lines::explore(starts, caps, &mut run)?,
                _ => lines::moves(starts, caps, &mut run)?,
            };
            return Ok((report, spent));
        }
        // The file comes after the mode.
        let order = order(mode, starts, caps);
        let rest = order.strip_prefix(mode).unwrap_or_default();
        // The path need not be valid UTF-8.
        let file = self.file.as_os_str().as_encoded_bytes();
        let text = [mode.as_bytes(), b"\n", file, rest.as_bytes()].concat();
        // The grader ends itself after `seconds`, unless a call of a library keeps it.
        let limit = Duration::from_secs(caps.seconds + 1);
        let wall = Limits::wall_for(limit);
        let mut run = self.run(&text, limit + OF_REPORT, wall, 1 << 30, caps)?;
        // On a busy machine a program that never waits gets a small part of a processor.
        if run.exceeded == Some(Limit::Wall) && !protocol::is_waiting(&run) {
            run = self.run(&text, limit + OF_REPORT, BUSY * wall, 1 << 30, caps)?;
        }
        // The system kills a process at the whole second of its limit, before the sandbox measures it.
        let is_killed = run.ending == Ending::Signalled(9) && run.cpu + Duration::from_secs(1) > limit;
        if is_killed || run.ending == Ending::Signalled(SIGXCPU) || run.exceeded == Some(Limit::Cpu) {
            if run.stdout.windows(3).any(|start| start == b"\nG\t") {
                let why = format!("it needs more than {} s to write it", OF_REPORT.as_secs());
                return Err(OwnError::NoReport(why));
            }
            let why = "one of its calls takes longer than a second (is it endless?)";
            return Err(OwnError::Late(why.to_owned()));
        }
        // A program that stops itself has no clock any more.
        if run.exceeded == Some(Limit::Wall) && protocol::is_waiting(&run) {
            return Err(OwnError::Game {
                kind: OwnErrorKind::Waits,
                position: THE_FILE.to_owned(),
                what: protocol::waited(&run),
                hint: None,
            });
        }
        let why = match (run.exceeded, run.ending) {
            (Some(Limit::Cpu | Limit::Wall), _) => format!("it {}", protocol::waited(&run)),
            (Some(Limit::Memory), _) => format!("it needs more memory than {} MiB", caps.memory >> 20),
            (Some(Limit::Output | Limit::Files), _) => "it writes without end".to_owned(),
            (Some(Limit::Processes), _) => "it starts other processes".to_owned(),
            (None, Ending::Exited(0)) => return Ok((run.stdout, run.cpu)),
            (None, Ending::Exited(code)) => {
                let said = run.stderr.trim_ascii();
                let last = said.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
                // The grader catches every error of a game, so its own error means that the game broke it.
                match said.starts_with(b"Traceback ") {
                    true => format!(
                        "{}: does the game change functions or close files of Python?",
                        quoted(last, 500)
                    ),
                    false => format!("it ended with code {code}: {}", quoted(said, 500)),
                }
            }
            (None, Ending::Signalled(signal)) => {
                let line = crashed_at(&run.stderr, &self.file);
                let place = line.map_or_else(String::new, |line| format!(" (line {line})"));
                let why = match signal {
                    SIGALRM | SIGPROF => "the grader's own clock, which the game changed or which ended a crash",
                    _ => "a crash, or a stack that is too deep",
                };
                return Err(OwnError::Crashed(format!(
                    "it was ended by signal {signal}: {why}{place}"
                )));
            }
            (None, Ending::KilledByBox) => "the sandbox ended it".to_owned(),
        };
        Err(match run.exceeded {
            Some(Limit::Wall) => OwnError::Late(why),
            _ => OwnError::NoReport(why),
        })
    }

    /// Explores all positions that are reachable from these starts.
    ///
    /// # Errors
    /// [`OwnError`].
    pub fn explore(&self, starts: &[String], caps: Caps) -> Result<(Facts, Explored), OwnError> {
        Work::Positions.note(0, None);
        Ok(self.told("explore", starts, caps, protocol::explored)?.0)
    }

    /// Returns the start of each test of an input, as the game's own `read` reads it.
    ///
    /// # Errors
    /// [`OwnError`].
    pub fn tests(&self, input: &str) -> Result<Vec<String>, OwnError> {
        let starts = [protocol::escaped(input)];
        Ok(self.told("read", &starts, Caps::default(), protocol::tests)?.0)
    }

    /// Returns whether each of these tests is legal, as the game's own `valid` says.
    ///
    /// # Errors
    /// [`OwnError`].
    pub fn legal(&self, tests: &[String]) -> Result<Vec<bool>, OwnError> {
        Ok(self.told("valid", tests, Caps::default(), protocol::legal)?.0)
    }

    /// Returns the moves of positions of one or several numbers, as many as the budget allows, and the processor time.
    ///
    /// # Errors
    /// [`OwnError`].
    pub fn moves(
        &self,
        positions: &[String],
        most_moves: u64,
        budget: u64,
        caps: Caps,
    ) -> Result<(Vec<Told>, Duration), OwnError> {
        let caps = Caps {
            positions: most_moves,
            moves: budget,
            ..caps
        };
        self.told("moves", positions, caps, protocol::moves)
    }
}
