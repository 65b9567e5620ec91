//! External checkers, by the protocols in use.
//!
//! | style | arguments | verdict |
//! |---|---|---|
//! | testlib | input, output, answer | exit code: 0 right, 1, 8 wrong, 2, 4 wrong in form, 7 the points on standard error (`points 3`), 16 to 116 that percentage above 16, 3 fault of the jury; message on standard error |
//! | Kattis | input, answer, folder for messages; the output on standard input | exit code: 42 right, with the points in `score.txt` or the share in `score_multiplier.txt`; 43 wrong; message in `judgemessage.txt` |
//! | CMS | input, answer, output | first line of standard output: 1.0 right, less is not; message on standard error |
//! | sinol | input, output, answer | first line of standard output: `OK` right; message on the second, percentage on the third |
//! | DMOJ | input, output, answer | exit code: 0 right, 1 wrong; message on standard output |
//! | COCI (DMOJ) | input, output, answer | as testlib, but with exit code 7 the share on standard error (`partial 1/2`) |
//! | PEG (DMOJ) | answer, output, input | exit code: 0 right, 1 wrong; two lines of standard output may be a share, as numerator and denominator |
//! | Themis | two lines on standard input: the folder of the test, and the folder of the output, which has the answer's name | last line of standard output: 1 right, less is not; message above it |
//! | DMOJ in Python | a function `check` | true, false, or a `CheckerResult` with points |
//!
//! **Part of the points** is not acceptance: the verdict is WA, and the reason states the share. The full points are
//! acceptance. A Kattis checker accepts and gives points besides, so its verdict is AC. If a checker breaks its
//! protocol, crashes or takes too long, the jury is at fault (IE), never the program. A checker runs in the sandbox
//! like any program.
//!
//! **Source.** testlib.h 0.9.45; the ICPC package format; CMS's documentation of checkers; sinol-make.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use super::program::{Program, foreign};
use super::verdict::{Credit, Fault, Judgement, Verdict, rounded};
use gamesolve_box::{Ending, Failure, Limit, Limits, Run, Sandbox, Task, Word};
pub use gamesolve_task::model::Protocol as Style;
use gamesolve_task::model::{self, PackageWord};
use gamesolve_task::scheme::MAX_POINTS;
use gamesolve_text::quoted;

/// The longest part of a checker's message in a report, in characters.
const MESSAGE: usize = 300;
/// The part of a checker's output that a message is made of, in bytes.
const MOST_READ: usize = 16 << 10;
/// The file of a Kattis checker's message.
const KATTIS_MESSAGE: &str = "judgemessage.txt";
/// The file that an interactor of testlib writes for its checker.
const TOUT: &str = "tout.txt";
/// The files of a Kattis checker for the points of an accepted output, or its share of them.
const KATTIS_SCORES: [&str; 2] = ["score.txt", "score_multiplier.txt"];

/// A description of a checker's breach of its protocol.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BrokenProtocol(String);

/// An external checker.
#[derive(Clone, Debug)]
pub struct External {
    /// The program.
    pub program: Program,
    /// The protocol.
    pub style: Style,
    /// The limit of processor time for one check.
    pub time: Duration,
    /// The limit on the clock for all answers of an interactor to one program.
    pub clock: Duration,
    /// The limit of memory for one check, in bytes.
    pub memory: u64,
    /// Arguments after the arguments of the protocol.
    pub arguments: Vec<PackageWord>,
}

/// The default limit of memory for a check, in bytes.
pub const DEFAULT_MEMORY: u64 = 1 << 30;
/// The default limit of processor time for a check.
pub const DEFAULT_TIME: Duration = Duration::from_secs(10);
/// The default limit of processor time for all answers of an interactor to one program. It is the default of Kattis'
/// `validation_time`.
const INTERACTOR_TIME: Duration = Duration::from_secs(60);
/// The default limit on the clock for the same answers, after which a program that asks without end is stopped.
const INTERACTOR_CLOCK: Duration = Duration::from_secs(30);

impl External {
    /// Returns a program as a checker, under the limits of a package.
    pub fn new(program: Program, style: Style, arguments: Vec<PackageWord>, limits: &model::Limits) -> External {
        External {
            program,
            style,
            time: limits.checker_time.unwrap_or(DEFAULT_TIME),
            clock: limits.checker_time.unwrap_or(INTERACTOR_CLOCK),
            memory: limits.checker_memory.unwrap_or(DEFAULT_MEMORY),
            arguments,
        }
    }

    /// Returns the same program as an interactor, which may take longer.
    #[must_use]
    pub fn as_interactor(self, limits: &model::Limits) -> External {
        External {
            time: limits.checker_time.unwrap_or(INTERACTOR_TIME),
            ..self
        }
    }
}

/// The Python program that calls a DMOJ checker written in Python.
pub const DMOJ_ADAPTER: &str = include_str!("external/dmoj.py");

/// The files for a checker, as absolute paths.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    /// The testcase's own arguments in place of the package's, if it has any.
    pub arguments: Option<&'a [PackageWord]>,
    /// The testcase's input.
    pub input: &'a Path,
    /// The output of the program.
    pub output: &'a Path,
    /// The stored answer.
    pub answer: &'a Path,
}

impl External {
    /// Returns the judgement on an output, IE if the checker failed, or `None` if the judging was interrupted.
    pub fn judge(&self, sandbox: &Sandbox, files: Files<'_>) -> Option<Judgement> {
        if self.style == Style::Themis {
            return self.judge_in_folders(sandbox, files);
        }
        match sandbox.run(&self.task(files)) {
            Ok(run) => Some(self.outcome(&run)),
            Err(_) if sandbox.is_interrupted() => None,
            Err(Failure::CannotStart(why) | Failure::Fault(why)) => Some(self.failed(Fault::Own, &why)),
        }
    }

    /// Judges by the protocol of Themis: the checker opens the files in two folders by their names.
    fn judge_in_folders(&self, sandbox: &Sandbox, files: Files<'_>) -> Option<Judgement> {
        let mut folder = files.output.as_os_str().to_owned();
        folder.push(".folder");
        let folder = Path::new(&folder);
        let prepared = || -> std::io::Result<Task> {
            std::fs::create_dir_all(folder)?;
            std::fs::copy(files.output, folder.join(files.answer.file_name().unwrap_or_default()))?;
            let test = files.input.parent().unwrap_or(Path::new("/"));
            let lines = folder.join("folders");
            std::fs::write(&lines, format!("{}/\n{}/\n", test.display(), folder.display()))?;
            let mut task = self.task_of(&[], files);
            task.stdin = Some(lines);
            task.readable.push(folder.to_owned());
            Ok(task)
        };
        let ran = match prepared() {
            Ok(task) => sandbox.run(&task),
            Err(error) => Err(Failure::Fault(error.to_string())),
        };
        // Ignore a failure: the session's folder is removed later, with this one.
        let _ = std::fs::remove_dir_all(folder);
        match ran {
            Ok(run) => Some(self.outcome(&run)),
            Err(_) if sandbox.is_interrupted() => None,
            Err(Failure::CannotStart(why) | Failure::Fault(why)) => Some(self.failed(Fault::Own, &why)),
        }
    }

    fn failed(&self, fault: Fault, why: &str) -> Judgement {
        Judgement::internal(fault, format!("the checker {}: {why}", self.program.name))
    }

    /// Returns the first of two judgements on one output, or IE if they differ.
    pub(super) fn twice(&self, first: Judgement, again: &Judgement) -> Judgement {
        let given = |judgement: &Judgement| (judgement.verdict, judgement.credit);
        if given(&first) == given(again) {
            return first;
        }
        let said = |judgement: &Judgement| match judgement.credit {
            Some(credit) => format!("{} ({credit})", judgement.verdict.code()),
            None => judgement.verdict.code().to_owned(),
        };
        let (name, first, again) = (&self.program.name, said(&first), said(again));
        let why = format!("the checker {name} judges one output in two ways, {first} and {again}");
        Judgement::internal(Fault::Checker, why)
    }

    /// Returns the judgement of a run of this program, as a checker or an interactor.
    pub(super) fn outcome(&self, run: &Run) -> Judgement {
        if self.program.has_changed() {
            return self.failed(Fault::Changed, "it changed while it was in use");
        }
        if let Some(limit) = run.exceeded {
            let over = format!("went over its limit of {limit} after {} ms", run.cpu.as_millis());
            let fault = match limit {
                Limit::Cpu | Limit::Wall => Fault::SlowChecker,
                _ => Fault::Checker,
            };
            return self.failed(fault, &over);
        }
        let Ending::Exited(code) = run.ending else {
            let crash = format!("{}: {}", run.ending, message(&run.stderr));
            return self.failed(Fault::Checker, &crash);
        };
        self.judgement(code, run)
            .unwrap_or_else(|why| self.failed(Fault::Checker, &why))
    }

    /// Returns the judgement on a conversation if this program, the interactor, took too long.
    pub(super) fn is_too_slow(&self, run: &Run) -> Judgement {
        let name = &self.program.name;
        let (used, wall) = (run.cpu.as_millis(), run.wall.as_secs_f64());
        let why = format!("the interactor {name} is too slow: {used} ms of processor time in {wall:.1} s");
        Judgement::internal(Fault::SlowChecker, why)
    }

    /// Returns the limits of a run.
    pub(super) fn limits(&self) -> Limits {
        Limits {
            memory: self.memory,
            ..Limits::default().with_cpu(self.time)
        }
    }

    /// Returns the task of this program as an interactor. It does not use the output among the files.
    pub(super) fn interactor_task(&self, files: Files<'_>) -> Task {
        let Files { input, answer, .. } = files;
        let (arguments, file) = match self.style {
            Style::Testlib => (vec![input, Path::new(TOUT), answer], TOUT),
            Style::Kattis => (vec![input, answer, Path::new("./")], KATTIS_MESSAGE),
            _ => (vec![input, answer], TOUT),
        };
        Task {
            stdin: None,
            output_file: Some(file.into()),
            ..self.task_of(&arguments, files)
        }
    }

    fn task(&self, files: Files<'_>) -> Task {
        let Files {
            input, output, answer, ..
        } = files;
        let arguments: [&Path; 3] = match self.style {
            Style::Testlib | Style::Sinol | Style::Dmoj | Style::Coci | Style::DmojPython => [input, output, answer],
            Style::Peg => [answer, output, input],
            Style::Cms => [input, answer, output],
            Style::Kattis => [input, answer, Path::new("./")],
            // A Themis checker has no arguments: see `judge_in_folders`.
            Style::Themis => return self.task_of(&[], files),
        };
        self.task_of(&arguments, files)
    }

    /// Returns the task with these arguments, then the arguments of the testcase or the package.
    fn task_of(&self, arguments: &[&Path], files: Files<'_>) -> Task {
        let Files {
            arguments: own,
            input,
            output,
            answer,
        } = files;
        let argv = self.program.command(self.memory).into_iter();
        // The task names the files of the protocol as readable.
        let argv = argv.chain(arguments.iter().map(Word::trusted));
        let argv = argv.chain(foreign(own.unwrap_or(&self.arguments)));
        let readable = self
            .program
            .readable
            .iter()
            .map(|path| path.as_path())
            .chain([input, output, answer]);
        Task {
            argv: argv.collect(),
            stdin: (self.style == Style::Kattis).then(|| output.to_owned()),
            output_file: (self.style == Style::Kattis).then(|| KATTIS_MESSAGE.into()),
            side_files: match self.style {
                Style::Kattis => KATTIS_SCORES.map(OsString::from).to_vec(),
                _ => Vec::new(),
            },
            readable: readable.map(Path::to_owned).collect(),
            origin: self.program.argv.clone(),
            limits: self.limits(),
            ..Task::default()
        }
    }

    /// Reads the verdict from the exit code and the messages of the checker.
    ///
    /// # Errors
    /// If the checker broke its protocol.
    pub fn verdict(&self, code: i32, run: &Run) -> Result<Judgement, BrokenProtocol> {
        self.judgement(code, run).map_err(BrokenProtocol)
    }

    fn judgement(&self, code: i32, run: &Run) -> Result<Judgement, String> {
        let line = |number| line_of(&run.stdout, number);
        if let (Style::Testlib | Style::Coci, Some(share)) = (self.style, share_of_testlib(code, &run.stderr)) {
            return Ok(part(share, &run.stderr));
        }
        match self.style {
            Style::Dmoj => match code {
                0 => Ok(Judgement::ACCEPTED),
                // The standard output of an interactor goes to the program.
                1 if run.stdout.is_empty() => wrong(&run.stderr),
                1 => wrong(&run.stdout),
                _ => Err(format!(
                    "exit code {code} instead of 0 (accepted) or 1 (wrong answer): {}",
                    message(&run.stderr)
                )),
            },
            Style::Peg => match code {
                0 | 1 => Ok(match (peg_share(&run.stdout), code) {
                    (Some(1.0), _) | (None, 0) => Judgement::ACCEPTED,
                    (Some(share), _) => part(Credit::Share(share), b""),
                    (None, _) => Judgement::new(Verdict::WRONG_ANSWER, message(&run.stdout)),
                }),
                _ => Err(format!(
                    "exit code {code} instead of 0 (accepted) or 1 (wrong answer): {}",
                    message(&run.stderr)
                )),
            },
            Style::Coci if code == 7 => {
                let lines = run.stderr.split(|b| *b == b'\n');
                let said = lines.filter_map(|line| line.strip_prefix(b"partial ")).next();
                match said.and_then(fraction) {
                    Some(1.0) => Ok(Judgement::ACCEPTED),
                    Some(share) if share < 1.0 => Ok(part(Credit::Share(share), &run.stderr)),
                    _ => Err(format!(
                        "exit code 7, but no line `partial` with a fraction up to 1: {}",
                        message(&run.stderr)
                    )),
                }
            }
            Style::DmojPython => match (code, line(0), amount(line(1))) {
                (0, b"pass", Some(1.0)) => Ok(Judgement::ACCEPTED),
                (0, b"pass", Some(share)) if share < 1.0 => Ok(part(Credit::Share(share), line(2))),
                (0, b"fail", Some(0.0)) => wrong(line(2)),
                (0, b"fail", Some(share)) if share < 1.0 => Ok(part(Credit::Share(share), line(2))),
                _ => Err(format!("exit code {code}: {}", message(&run.stderr))),
            },
            Style::Testlib | Style::Coci => of_testlib(code, run),
            Style::Kattis => match code {
                42 => Ok(Judgement {
                    credit: kattis_credit(&run.side_files)?,
                    ..Judgement::ACCEPTED
                }),
                43 => wrong(run.output_file.as_deref().unwrap_or_default()),
                _ => Err(format!(
                    "exit code {code} instead of 42 (accepted) or 43 (wrong answer): {}",
                    message(&run.stderr)
                )),
            },
            Style::Cms | Style::Themis if code != 0 => Err(format!("exit code {code}: {}", message(&run.stderr))),
            // The standard output decides, even with exit code 1.
            Style::Sinol if !(0..=1).contains(&code) => Err(format!("exit code {code}: {}", message(&run.stderr))),
            Style::Cms => match amount(line(0)) {
                Some(1.0) => Ok(Judgement::ACCEPTED),
                Some(0.0) => wrong(&run.stderr),
                Some(share) if share < 1.0 => Ok(part(Credit::Share(share), &run.stderr)),
                _ => Err(format!(
                    "the first line of its output is no score from 0 to 1: {}",
                    message(line(0))
                )),
            },
            Style::Themis => of_themis(run),
            Style::Sinol => of_sinol(run),
        }
    }
}

/// Returns a line of a checker's standard output, without blanks around it.
fn line_of(said: &[u8], number: usize) -> &[u8] {
    said.split(|b| *b == b'\n').nth(number).unwrap_or_default().trim_ascii()
}

/// Returns WA with the checker's message.
fn wrong(said: &[u8]) -> Result<Judgement, String> {
    Ok(Judgement::new(Verdict::WRONG_ANSWER, message(said)))
}

fn of_testlib(code: i32, run: &Run) -> Result<Judgement, String> {
    match code {
        0 => Ok(Judgement::ACCEPTED),
        // testlib.h turns code 4 (extra text after the output) into 2, unless a checker exits on its own.
        2 | 4 => Ok(Judgement::new(Verdict::PRESENTATION, message(&run.stderr))),
        1 | 8 => wrong(&run.stderr),
        7 => {
            let given = run.stderr.trim_ascii().strip_prefix(b"points ");
            let mut words = given.unwrap_or_default().splitn(2, |b| b.is_ascii_whitespace());
            let points = amount(words.next().unwrap_or_default()).ok_or_else(|| {
                let said = message(&run.stderr);
                format!("exit code 7, but its message does not begin with `points` and a number: {said}")
            })?;
            Ok(part(Credit::Points(points), words.next().unwrap_or_default()))
        }
        16..=116 => Ok(part(Credit::Share(f64::from(code - 16) / 100.0), &run.stderr)),
        3 => Err(format!("reports a fault of the testcase: {}", message(&run.stderr))),
        _ => Err(format!(
            "exit code {code}, which testlib does not define: {}",
            message(&run.stderr)
        )),
    }
}

fn of_themis(run: &Run) -> Result<Judgement, String> {
    let said = run.stdout.trim_ascii_end();
    let start = said.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let (above, last) = said.split_at(start);
    match amount(last) {
        Some(1.0) => Ok(Judgement::ACCEPTED),
        Some(0.0) => wrong(above),
        Some(share) if share < 1.0 => Ok(part(Credit::Share(share), above)),
        _ => Err(format!(
            "the last line of its output is no share from 0 to 1: {}",
            message(last)
        )),
    }
}

fn of_sinol(run: &Run) -> Result<Judgement, String> {
    let line = |number| line_of(&run.stdout, number);
    match (line(0), line(2)) {
        (b"OK", b"" | b"100") => Ok(Judgement::ACCEPTED),
        (b"OK", percent) => match fraction(percent) {
            Some(100.0) => Ok(Judgement::ACCEPTED),
            Some(percent) if percent < 100.0 => Ok(part(Credit::Share(percent / 100.0), line(1))),
            _ => Err(format!(
                "the third line of its output is no percentage from 0 to 100: {}",
                message(percent)
            )),
        },
        (b"", _) => Err("its output is empty".to_owned()),
        (_, _) => wrong(line(1)),
    }
}

/// Returns the share of the points that a testlib checker writes before its message, from `quitf(_pc(N), …)`.
///
/// The share is N percent. The exit code is N, or N plus 16 or 50 in some builds of testlib.
fn share_of_testlib(code: i32, said: &[u8]) -> Option<Credit> {
    let rest = said.strip_prefix(b"partially correct (")?;
    let end = rest.iter().position(|byte| *byte == b')')?;
    let percent: i32 = std::str::from_utf8(&rest[..end]).ok()?.parse().ok()?;
    // A checker without testlib may begin its message with text from the program's output.
    let is_wrong = [1, 2, 4, 8].contains(&code);
    let is_told = !is_wrong && (0..=100).contains(&percent) && [0, 16, 50].contains(&(code - percent));
    is_told.then(|| Credit::Share(f64::from(percent) / 100.0))
}

/// Returns the judgement for a credit: AC for the full points, else WA with the share in the reason.
fn part(credit: Credit, said: &[u8]) -> Judgement {
    if matches!(credit, Credit::Share(share) if rounded(share * 100.0) >= 100.0) {
        return Judgement::ACCEPTED;
    }
    let reason = format!("part of the points ({credit}): {}", message(said));
    Judgement {
        credit: Some(credit),
        ..Judgement::new(Verdict::WRONG_ANSWER, reason)
    }
}

/// Returns the points of an accepted output from a file of [`KATTIS_SCORES`]. At most one of them may exist.
fn kattis_credit(files: &[Option<Vec<u8>>]) -> Result<Option<Credit>, String> {
    let [points, share] = KATTIS_SCORES;
    let no_number = |name: &str, bytes: &[u8]| format!("`{name}` holds no valid number: {}", message(bytes));
    match files {
        [Some(_), Some(_)] => Err(format!("wrote both `{points}` and `{share}`")),
        [Some(bytes), _] => amount(bytes)
            .map(|number| Some(Credit::Points(number)))
            .ok_or_else(|| no_number(points, bytes)),
        [_, Some(bytes)] => amount(bytes)
            .filter(|&number| number <= 1.0)
            .map(|number| Some(Credit::Share(number)))
            .ok_or_else(|| no_number(share, bytes)),
        _ => Ok(None),
    }
}

/// Returns the share of the points by the protocol of PEG: the first two adjacent lines that are numbers, the first
/// divided by the second. Returns `None` if the share is zero or missing.
fn peg_share(said: &[u8]) -> Option<f64> {
    let lines: Vec<Option<f64>> = said.split(|b| *b == b'\n').map(amount).collect();
    let share = |pair: &[Option<f64>]| Some(pair[0]? / pair[1].filter(|below| *below > 0.0)?);
    lines
        .windows(2)
        .find_map(share)
        .filter(|share| *share > 0.0)
        .map(|share| share.min(1.0))
}

/// Returns a number that is at least 0, or a quotient of two with a `/`.
fn fraction(text: &[u8]) -> Option<f64> {
    let mut parts = text.splitn(2, |&b| b == b'/');
    let number = amount(parts.next()?)?;
    match parts.next() {
        None => Some(number),
        Some(below) => amount(below).filter(|&below| below > 0.0).map(|below| number / below),
    }
}

/// Returns a number from 0 to [`MAX_POINTS`].
fn amount(text: &[u8]) -> Option<f64> {
    let number: f64 = std::str::from_utf8(text.trim_ascii()).ok()?.parse().ok()?;
    (0.0..=MAX_POINTS).contains(&number).then_some(number)
}

/// Returns a checker's message on one line. It is quoted, because it may hold any part of a program's output.
///
/// The checker may name its own files, and nobody knows the folder of an unpacked archive.
fn message(bytes: &[u8]) -> String {
    let bytes = bytes.trim_ascii();
    let bytes = gamesolve_scratch::without_ways(&bytes[..bytes.len().min(MOST_READ)]);
    let text = quoted(&bytes, MESSAGE).replace("\\n", " / ");
    if text.is_empty() {
        "the checker gives no reason".to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::Tools;

    fn verdict(style: Style, code: i32, stdout: &str, stderr: &str, file: Option<&str>) -> String {
        let external = External {
            program: Tools::default().command(vec!["chk".into()]),
            style,
            time: Duration::from_secs(1),
            clock: Duration::from_secs(1),
            memory: DEFAULT_MEMORY,
            arguments: Vec::new(),
        };
        let run = Run {
            stdout: stdout.into(),
            stderr: stderr.into(),
            output_file: file.map(|text| text.into()),
            ..Run::ended(Ending::Exited(code))
        };
        match external.verdict(code, &run) {
            Ok(j) => format!(
                "{} {}",
                j.verdict.code(),
                j.reason.map_or(String::new(), |r| r.as_str().to_owned())
            ),
            Err(why) => format!("IE {why}"),
        }
    }

    #[test]
    fn testlib_speaks_by_exit_codes() {
        let says = |code| verdict(Style::Testlib, code, "", "why\nso\n", None);
        assert_eq!(says(0), "AC ");
        assert_eq!(says(1), "WA why / so");
        assert_eq!(says(2), "PE why / so");
        assert_eq!(says(4), "PE why / so");
        assert_eq!(says(8), "WA why / so");
        assert_eq!(says(116), "AC ", "all of the points");
        assert_eq!(says(115), "WA part of the points (99%): why / so");
        assert!(says(7).starts_with("IE exit code 7, but"));
        let part = |code, stderr: &str| verdict(Style::Testlib, code, "", stderr, None);
        for (code, percent) in [(0, 0), (7, 7), (50, 50), (66, 50), (100, 50)] {
            let said = format!("partially correct ({percent}) half");
            let expected = format!("WA part of the points ({percent}%): {said}");
            assert_eq!(part(code, &said), expected, "{code}");
        }
        for code in [100, 116, 150] {
            assert_eq!(part(code, "partially correct (100) all"), "AC ", "{code}");
        }
        assert_eq!(part(0, "ok partially correct (5)"), "AC ");
        assert!(part(2, "partially correct (50)").starts_with("PE "), "by another code");
        assert_eq!(
            part(8, "partially correct (8) is not 42"),
            "WA partially correct (8) is not 42"
        );
        let points = |stderr| verdict(Style::Testlib, 7, "", stderr, None);
        assert_eq!(points("points 2.50 half\n"), "WA part of the points (2.5 points): half");
        assert!(points("points many").starts_with("IE "));
        for given in ["points -1", "points inf", "points nan", "points 1e10", "points 1e308"] {
            assert!(points(given).starts_with("IE "), "{given}");
        }
        assert_eq!(says(66), "WA part of the points (50%): why / so");
        assert_eq!(says(3), "IE reports a fault of the testcase: why / so");
        assert!(says(5).starts_with("IE exit code 5"));
    }

    #[test]
    fn kattis_accepts_by_42_only() {
        let says = |code| verdict(Style::Kattis, code, "1.0", "trace", Some("off by one"));
        assert_eq!(says(42), "AC ");
        assert_eq!(says(43), "WA off by one");
        assert_eq!(
            says(0),
            "IE exit code 0 instead of 42 (accepted) or 43 (wrong answer): trace"
        );
    }

    #[test]
    fn a_kattis_checker_may_leave_points_in_one_of_two_files() {
        let credit = |points: Option<&str>, share: Option<&str>| {
            kattis_credit(&[points, share].map(|text| text.map(|text| text.as_bytes().to_vec())))
        };
        assert_eq!(credit(None, None), Ok(None));
        assert_eq!(credit(Some("12.5\n"), None), Ok(Some(Credit::Points(12.5))));
        assert_eq!(credit(None, Some("0.25")), Ok(Some(Credit::Share(0.25))));
        for (points, share) in [
            (Some("1"), Some("1")),
            (None, Some("1.5")),
            (Some("-1"), None),
            (Some("nan"), None),
            (Some("inf"), None),
            (Some("1e305"), None),
            (Some(""), None),
        ] {
            assert!(credit(points, share).is_err(), "{points:?} {share:?}");
        }
    }

    #[test]
    fn checkers_of_dmoj_speak_by_codes_and_fractions() {
        let says = |style, code, stdout: &str, stderr: &str| verdict(style, code, stdout, stderr, None);
        assert_eq!(says(Style::Dmoj, 0, "well", ""), "AC ");
        assert_eq!(says(Style::Dmoj, 1, "no\n", "x"), "WA no");
        assert_eq!(says(Style::Dmoj, 1, "", "x"), "WA x");
        assert!(says(Style::Dmoj, 2, "", "").starts_with("IE "));
        assert_eq!(says(Style::Coci, 0, "", ""), "AC ");
        assert!(says(Style::Coci, 7, "", "x\npartial 1/4\n").starts_with("WA part of the points (25%)"));
        assert_eq!(says(Style::Coci, 7, "", "partial 4/4"), "AC ");
        for stderr in ["", "partial", "partial 5/4", "partial 1/0"] {
            assert!(says(Style::Coci, 7, "", stderr).starts_with("IE "), "{stderr}");
        }
        assert_eq!(says(Style::Peg, 0, "", ""), "AC ");
        assert_eq!(says(Style::Peg, 1, "bad", ""), "WA bad");
        assert!(says(Style::Peg, 1, "1\n2\n", "").starts_with("WA part of the points (50%)"));
        assert!(
            says(Style::Peg, 1, "0\n2\n", "").starts_with("WA 0"),
            "no part of the points"
        );
        assert!(says(Style::Peg, 2, "", "").starts_with("IE "));
        assert_eq!(says(Style::DmojPython, 0, "pass\n1.0\n\n", ""), "AC ");
        assert_eq!(says(Style::DmojPython, 0, "fail\n0.0\nwhy\n", ""), "WA why");
        assert!(says(Style::DmojPython, 1, "", "Traceback").starts_with("IE "));
    }

    #[test]
    fn a_checker_of_themis_ends_with_a_share() {
        let says = |stdout: &str, code| verdict(Style::Themis, code, stdout, "", None);
        assert_eq!(says("well\n1\n", 0), "AC ");
        assert_eq!(says("why\n0.0", 0), "WA why");
        assert_eq!(says("half\n0.5\n", 0), "WA part of the points (50%): half");
        for (stdout, code) in [("", 0), ("no", 0), ("1.5", 0), ("-1", 0), ("1\n", 1)] {
            assert!(says(stdout, code).starts_with("IE "), "{stdout}");
        }
    }

    #[test]
    fn cms_prints_a_score() {
        let says = |stdout: &str, code| verdict(Style::Cms, code, stdout, "translate:wrong", None);
        assert_eq!(says("1.0\n", 0), "AC ");
        assert_eq!(says("0\n", 0), "WA translate:wrong");
        assert_eq!(says("0.5", 0), "WA part of the points (50%): translate:wrong");
        for (stdout, code) in [("", 0), ("nan", 0), ("2.0", 0), ("1.0\n", 1), ("-0.1", 0)] {
            assert!(says(stdout, code).starts_with("IE "), "{stdout}");
        }
    }

    #[test]
    fn sinol_prints_ok_or_something_else() {
        let says = |stdout: &str| verdict(Style::Sinol, 0, stdout, "", None);
        assert_eq!(says("OK\n"), "AC ");
        assert_eq!(says("OK\n\n100\n"), "AC ");
        assert_eq!(says("OK\nslow\n30\n"), "WA part of the points (30%): slow");
        assert_eq!(says("OK\n\n100.0"), "AC ");
        assert_eq!(
            says("OK\n\n75/2"),
            "WA part of the points (37.5%): the checker gives no reason"
        );
        assert!(says("OK\n\nmost").starts_with("IE the third line"));
        assert!(says("OK\n\n101").starts_with("IE the third line"));
        assert_eq!(says("WRONG\nline 2\n0\n"), "WA line 2");
        assert_eq!(says("WRONG"), "WA the checker gives no reason");
        assert_eq!(says(""), "IE its output is empty");
        let exits = |code, stdout: &str| verdict(Style::Sinol, code, stdout, "", None);
        assert_eq!(
            (exits(1, "OK\n"), exits(1, "WRONG\nno\n")),
            ("AC ".into(), "WA no".into())
        );
        assert!(exits(2, "OK\n").starts_with("IE "));
    }

    #[test]
    fn the_order_of_the_files_is_that_of_the_protocol() {
        let [input, output, answer] = ["/i", "/o", "/a"].map(Path::new);
        for (style, expected, stdin) in [
            (Style::Testlib, ["chk", "/i", "/o", "/a"], None),
            (Style::Sinol, ["chk", "/i", "/o", "/a"], None),
            (Style::Cms, ["chk", "/i", "/a", "/o"], None),
            (Style::Kattis, ["chk", "/i", "/a", "./"], Some(output.to_owned())),
            (Style::Dmoj, ["chk", "/i", "/o", "/a"], None),
            (Style::Coci, ["chk", "/i", "/o", "/a"], None),
            (Style::Peg, ["chk", "/a", "/o", "/i"], None),
        ] {
            let program = Tools::default().command(vec!["chk".into()]);
            let external = External {
                program,
                style,
                time: Duration::from_secs(1),
                clock: Duration::from_secs(1),
                memory: DEFAULT_MEMORY,
                arguments: PackageWord::all(&["x".to_owned()]),
            };
            let mut files = Files {
                arguments: None,
                input,
                output,
                answer,
            };
            let task = external.task(files);
            assert_eq!(task.argv[..4], expected.map(Word::trusted));
            assert_eq!(
                task.argv[4..],
                ["x".into()],
                "the package's own stand behind and open nothing"
            );
            let own = PackageWord::all(&["y".to_owned()]);
            files.arguments = Some(&own);
            assert_eq!(
                external.task(files).argv[4..],
                ["y".into()],
                "those of the case go before"
            );
            assert_eq!(task.stdin, stdin);
        }
    }
}
