//! Checkers that others wrote, by the four protocols in use.
//!
//! | style | arguments | verdict |
//! |---|---|---|
//! | testlib | input, output, answer | exit code: 0 right, 1, 2, 4, 8 wrong, 7 part of the points, 3 fault of the jury; message on standard error |
//! | Kattis | input, answer, folder for messages; the output on standard input | exit code: 42 right, 43 wrong; message in `judgemessage.txt` |
//! | CMS | input, answer, output | first line of standard output: 1.0 right, less is not; message on standard error |
//! | sinol | input, output, answer | first line of standard output: `OK` right; message on the second, percentage on the third |
//!
//! **Part of the points** is not acceptance: the verdict is WA, and the reason tells the share. A checker that breaks its
//! protocol, crashes or takes too long is the jury's fault (IE), never the program's. It runs in the box like any program.
//!
//! **Source.** testlib.h 0.9.45; the ICPC package format; CMS's documentation of checkers; sinol-make.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use super::program::Program;
use super::sandbox::{Ending, Failure, Limits, Run, Sandbox, Task};
use super::verdict::{Fault, Judgement, Verdict};
use crate::text::quoted;

/// How much of a checker's message is shown, in characters.
const MESSAGE: usize = 300;
/// Where a Kattis checker leaves its message.
const KATTIS_MESSAGE: &str = "judgemessage.txt";

/// The protocol that a checker speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Polygon, Codeforces and many others.
    Testlib,
    /// Kattis, DOMjudge and the ICPC.
    Kattis,
    /// CMS and the IOI.
    Cms,
    /// SIO2 and the Polish olympiad.
    Sinol,
}

impl Style {
    /// Every style, by its name on the command line.
    pub const ALL: [(&'static str, Style); 4] = [
        ("testlib", Style::Testlib),
        ("kattis", Style::Kattis),
        ("cms", Style::Cms),
        ("sinol", Style::Sinol),
    ];

    /// The style of this name.
    pub fn named(name: &str) -> Option<Style> {
        Style::ALL
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, style)| *style)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Style::ALL
            .iter()
            .find(|(_, style)| *style == self)
            .map_or("", |(name, _)| *name)
    }
}

/// A checker that is a program of its own.
#[derive(Clone, Debug)]
pub struct External {
    /// The program.
    pub program: Program,
    /// The protocol it speaks.
    pub style: Style,
    /// The processor time that one check may take.
    pub time: Duration,
}

/// The files that a checker looks at, all absolute.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    /// The case's input.
    pub input: &'a Path,
    /// What the program wrote.
    pub output: &'a Path,
    /// The stored answer.
    pub answer: &'a Path,
}

impl External {
    /// The verdict on an output.
    pub fn judge(&self, sandbox: &Sandbox, files: Files<'_>) -> Judgement {
        let fault = |why: String| {
            Judgement::internal(
                Fault::Own,
                format!("the checker {}: {why}", self.program.name),
            )
        };
        let run = match sandbox.run(&self.task(files)) {
            Ok(run) => run,
            Err(Failure::CannotStart(why) | Failure::Fault(why)) => return fault(why),
        };
        if let Some(limit) = run.exceeded {
            return fault(format!(
                "went over its limit ({limit:?}) after {} ms",
                run.cpu.as_millis()
            ));
        }
        let Ending::Exited(code) = run.ending else {
            return fault(format!(
                "crashed ({:?}): {}",
                run.ending,
                message(&run.stderr)
            ));
        };
        self.understand(code, &run).unwrap_or_else(fault)
    }

    fn task(&self, files: Files<'_>) -> Task {
        let Files {
            input,
            output,
            answer,
        } = files;
        let arguments: [&Path; 3] = match self.style {
            Style::Testlib | Style::Sinol => [input, output, answer],
            Style::Cms => [input, answer, output],
            Style::Kattis => [input, answer, Path::new("./")],
        };
        let argv = self
            .program
            .argv
            .iter()
            .cloned()
            .chain(arguments.map(OsString::from));
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
            readable: readable.map(Path::to_owned).collect(),
            limits: Limits {
                memory: 1 << 30,
                ..Limits::default().with_cpu(self.time)
            },
            ..Task::default()
        }
    }

    /// What the checker said with its exit code and its words, or how it broke its protocol.
    fn understand(&self, code: i32, run: &Run) -> Result<Judgement, String> {
        let wrong = |said: &[u8]| Ok(Judgement::new(Verdict::WrongAnswer, message(said)));
        let line = |number: usize| {
            run.stdout
                .split(|b| *b == b'\n')
                .nth(number)
                .unwrap_or_default()
                .trim_ascii()
        };
        match self.style {
            Style::Testlib => match code {
                0 => Ok(Judgement::ACCEPTED),
                2 => Ok(Judgement::new(Verdict::Presentation, message(&run.stderr))),
                1 | 4 | 7 | 8 => wrong(&run.stderr),
                16..=116 => Ok(Judgement::new(
                    Verdict::WrongAnswer,
                    format!(
                        "part of the points ({}): {}",
                        code - 16,
                        message(&run.stderr)
                    ),
                )),
                3 => Err(format!(
                    "finds fault with the case: {}",
                    message(&run.stderr)
                )),
                _ => Err(format!(
                    "exit code {code}, which testlib does not know: {}",
                    message(&run.stderr)
                )),
            },
            Style::Kattis => match code {
                42 => Ok(Judgement::ACCEPTED),
                43 => wrong(run.output_file.as_deref().unwrap_or_default()),
                _ => Err(format!(
                    "exit code {code} instead of 42 or 43: {}",
                    message(&run.stderr)
                )),
            },
            Style::Cms | Style::Sinol if code != 0 => {
                Err(format!("exit code {code}: {}", message(&run.stderr)))
            }
            Style::Cms => {
                let score: Option<f64> = std::str::from_utf8(line(0))
                    .ok()
                    .and_then(|text| text.parse().ok());
                match score {
                    Some(1.0) => Ok(Judgement::ACCEPTED),
                    Some(0.0) => wrong(&run.stderr),
                    Some(part) if 0.0 < part && part < 1.0 => Ok(Judgement::new(
                        Verdict::WrongAnswer,
                        format!("part of the points ({part}): {}", message(&run.stderr)),
                    )),
                    _ => Err(format!(
                        "the first line of its output is no score from 0 to 1: {}",
                        message(line(0))
                    )),
                }
            }
            Style::Sinol => match (line(0), line(2)) {
                (b"OK", b"" | b"100") => Ok(Judgement::ACCEPTED),
                (b"OK", share) => Ok(Judgement::new(
                    Verdict::WrongAnswer,
                    format!(
                        "part of the points ({}%): {}",
                        quoted(share, 10),
                        message(line(1))
                    ),
                )),
                (b"", _) => Err("its output is empty".to_owned()),
                (_, _) => wrong(line(1)),
            },
        }
    }
}

/// A checker's words on one line: what they say of a program's output may hold anything.
fn message(bytes: &[u8]) -> String {
    let text = quoted(bytes.trim_ascii(), MESSAGE).replace("\\n", " / ");
    if text.is_empty() {
        "the checker gives no reason".to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(style: Style, code: i32, stdout: &str, stderr: &str, file: Option<&str>) -> String {
        let external = External {
            program: Program::of_command(vec!["chk".into()]),
            style,
            time: Duration::from_secs(1),
        };
        let run = Run {
            ending: Ending::Exited(code),
            exceeded: None,
            cpu: Duration::ZERO,
            wall: Duration::ZERO,
            peak_memory: 0,
            stdout: stdout.into(),
            stderr: stderr.into(),
            stderr_cut: 0,
            output_file: file.map(|text| text.into()),
            left_behind: 0,
            notes: Vec::new(),
        };
        match external.understand(code, &run) {
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
        assert_eq!(says(7), "WA why / so");
        assert_eq!(says(66), "WA part of the points (50): why / so");
        assert_eq!(says(3), "IE finds fault with the case: why / so");
        assert!(says(5).starts_with("IE exit code 5"));
    }

    #[test]
    fn kattis_accepts_by_42_only() {
        let says = |code| verdict(Style::Kattis, code, "1.0", "trace", Some("off by one"));
        assert_eq!(says(42), "AC ");
        assert_eq!(says(43), "WA off by one");
        assert_eq!(says(0), "IE exit code 0 instead of 42 or 43: trace");
    }

    #[test]
    fn cms_prints_a_score() {
        let says = |stdout: &str, code| verdict(Style::Cms, code, stdout, "translate:wrong", None);
        assert_eq!(says("1.0\n", 0), "AC ");
        assert_eq!(says("0\n", 0), "WA translate:wrong");
        assert_eq!(
            says("0.5", 0),
            "WA part of the points (0.5): translate:wrong"
        );
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
        assert_eq!(says("WRONG\nline 2\n0\n"), "WA line 2");
        assert_eq!(says("WRONG"), "WA the checker gives no reason");
        assert_eq!(says(""), "IE its output is empty");
    }

    #[test]
    fn the_order_of_the_files_is_that_of_the_protocol() {
        let [input, output, answer] = ["/i", "/o", "/a"].map(Path::new);
        for (style, expected, stdin) in [
            (Style::Testlib, ["chk", "/i", "/o", "/a"], None),
            (Style::Sinol, ["chk", "/i", "/o", "/a"], None),
            (Style::Cms, ["chk", "/i", "/a", "/o"], None),
            (
                Style::Kattis,
                ["chk", "/i", "/a", "./"],
                Some(output.to_owned()),
            ),
        ] {
            let program = Program::of_command(vec!["chk".into()]);
            let external = External {
                program,
                style,
                time: Duration::from_secs(1),
            };
            let task = external.task(Files {
                input,
                output,
                answer,
            });
            assert_eq!(task.argv, expected);
            assert_eq!(task.stdin, stdin);
        }
    }
}
