//! Judges several programs, or the submissions of a task, one after the other in one session.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;

use super::super::check;
use super::super::learning::show::Language as Choice;
use super::super::output::{self, shown};
use super::super::process::deadline::working;
use super::super::program::{no_program, not_wrapped};
use super::super::settings::Settings;
use super::super::status::{Status, say};
use super::given::{self, Given, submission};
use super::submissions::{self, Submission};
use super::task::is_of_registry;
use super::{Display, Namer, Options, Targets, as_expected, expectation, link_on_the_way, unjudged};
use crate::cases::solution::NotWrapped;
use crate::judge::Fault;
use crate::judge::attempt::Files;
use crate::judge::language::{LANGUAGES, Language};
use crate::judge::places::named_in;
use crate::judge::program::{NoProgram, Program};
use crate::judge::report::{Format, Report, ReportedCase};
use crate::judge::session::{Session, SessionError};
use crate::package::overall::Overall;

/// The programs of one call, and their reports so far.
pub(super) struct Many<'a> {
    pub(super) options: &'a Options,
    pub(super) targets: &'a Targets,
    pub(super) given: &'a Given,
    pub(super) session: &'a Session<'a>,
    /// The submissions of the task, which replace the programs.
    pub(super) submissions: &'a [Submission],
    pub(super) interrupted: &'a AtomicBool,
    pub(super) display: Display<'a>,
    pub(super) namer: Namer<'a>,
    /// The choice of the language of known mistakes, or `None` without `--why`.
    pub(super) why: Option<(&'a Choice, &'a Settings)>,
    pub(super) reports: Vec<Report>,
    /// The lines about known mistakes.
    pub(super) mistakes: Vec<String>,
    /// The number of submissions in languages without a compiler on this machine.
    pub(super) skipped: usize,
}

/// A submitted program.
#[derive(Clone, Copy)]
struct Contestant<'a> {
    number: usize,
    path: &'a Path,
    /// The name for the user.
    name: &'a Path,
    submission: Option<&'a Submission>,
    /// Whether this is the only program.
    is_alone: bool,
}

impl<'a> Many<'a> {
    /// Judges all programs. If one cannot be judged, the others still are.
    pub(super) fn judge(&mut self) -> Result<()> {
        let targets = self.targets;
        self.note_files_that_cannot_run();
        if targets.files.is_empty() && !targets.submissions {
            let program = self.session.workshop.command(targets.command.clone());
            let ends = submissions::ends(self.options.fail_fast);
            let files = &self.session.files;
            let mut report = self.display.judge(&program, files, None, ends).map_err(unjudged)?;
            report.remarks.extend(self.remarks_on_outputs(&report, false));
            self.name_mistake(&program, files, &report)?;
            self.reports.push(report);
        }
        for contestant in self.contestants() {
            if self.interrupted.load(Ordering::Relaxed) || !self.judge_one(contestant)? {
                break;
            }
        }
        if let Some(expected) = self.options.expect {
            for report in &mut self.reports {
                report.expectation = Some(expectation(expected, report));
            }
        }
        Ok(())
    }

    /// Adds the line about the known mistake of a program, if the user wants it.
    fn name_mistake(&mut self, program: &Program, files: &Files, report: &Report) -> Result<()> {
        if let Some(words) = self.why {
            self.mistakes.extend(self.namer.why(program, files, report, words)?);
        }
        Ok(())
    }

    /// Names the files that are neither sources nor executable, before any program runs.
    fn note_files_that_cannot_run(&self) {
        let is_executable = |path: &Path| {
            let data = path.metadata();
            data.is_ok_and(|data| data.is_dir() || data.permissions().mode() & 0o111 != 0)
        };
        let files = self.targets.files.iter();
        for path in files.filter(|path| path.exists() && Language::of(path).is_none() && !is_executable(path)) {
            let endings = LANGUAGES.iter().flat_map(|language| language.endings);
            let endings: Vec<String> = endings.map(|ending| format!(".{ending}")).collect();
            say(&format!(
                "note: {} is not a program. A source file ends in {}",
                shown(path),
                endings.join(", ")
            ));
        }
    }

    /// Returns remarks on the outputs of a program: the text beside its answers, and the file that it may write instead.
    /// `has_source` tells whether its source shows the names of its files.
    fn remarks_on_outputs(&self, report: &Report, has_source: bool) -> Vec<String> {
        // `--why` names the text itself.
        let beside = self.session.text_beside_answers(report).filter(|_| self.why.is_none());
        let is_silent = |case: &ReportedCase| {
            let output = case.judgement.output.as_ref();
            output.is_some_and(|output| output.trim_ascii().is_empty())
        };
        let entry = self.given.entry.filter(|entry| is_of_registry(*entry));
        let entry = entry.filter(|_| !has_source && self.session.files == Files::default());
        let file = entry.filter(|_| report.cases.iter().any(is_silent)).map(|entry| {
            let (_, output) = entry.meta().contest_files;
            format!("it printed nothing: if it writes `{output}`, judge it with `--contest-files`")
        });
        beside.into_iter().chain(file).collect()
    }

    fn contestants(&self) -> Vec<Contestant<'a>> {
        let submissions = self.submissions.iter().enumerate();
        let submissions = submissions.map(|(number, one)| Contestant {
            number,
            path: &one.path,
            name: &one.name,
            submission: Some(one),
            is_alone: false,
        });
        let files = &self.targets.files;
        let files = files.iter().enumerate().map(|(number, path)| Contestant {
            number,
            path,
            name: path,
            submission: None,
            is_alone: files.len() == 1,
        });
        if self.targets.submissions {
            submissions.collect()
        } else {
            files.collect()
        }
    }

    /// Judges one program and keeps its report. Returns whether to go on.
    fn judge_one(&mut self, contestant: Contestant<'a>) -> Result<bool> {
        let Contestant {
            name,
            submission,
            is_alone,
            ..
        } = contestant;
        let session = self.session;
        let look = session.look(contestant.path);
        let report = match self.compiled(contestant)? {
            Ok(program) => match self.report(&program, &look.files, contestant) {
                Ok(report) => {
                    self.name_mistake(&program, &look.files, &report)?;
                    report
                }
                Err(SessionError::CannotStart(why)) if !is_alone => session.unusable(name, Fault::NoProgram, &why),
                Err(why) => return Err(unjudged(why)),
            },
            Err(NoProgram::DoesNotCompile(messages)) => session.does_not_compile(name, &messages),
            Err(_) if self.interrupted.load(Ordering::Relaxed) => return Ok(false),
            Err(NoProgram::Unusable(why)) if submission.is_some() => {
                // This machine has no compiler for the language.
                say(&format!("skipped: {}: {why}", shown(name)));
                self.skipped += 1;
                return Ok(true);
            }
            // Each of several programs has its own row, and a bad one stops no other.
            Err(NoProgram::Unusable(why)) if !is_alone => session.unusable(name, Fault::NoProgram, &why),
            Err(NoProgram::Box(why)) if !is_alone => session.unusable(name, Fault::Own, &why),
            Err(why) => return Err(no_program(&why).into()),
        };
        let mut report = self.remarked(report, contestant);
        report.find(&look.findings);
        if submission.is_none() {
            let remarks = self.remarks_on_outputs(&report, Language::of(contestant.path).is_some());
            report.remarks.extend(remarks);
        }
        if report.interrupted && submission.is_some() {
            // Drop a partial report: only a complete one can be compared.
            return Ok(false);
        }
        self.reports.push(report);
        Ok(true)
    }

    /// Compiles a source. Wraps it first if it is the class or function that a website asks for.
    fn compiled(&self, contestant: Contestant<'_>) -> Result<Result<Program, NoProgram>> {
        let Contestant {
            number,
            path,
            name,
            submission: handed_in,
            is_alone,
        } = contestant;
        let (workshop, package) = (self.session.workshop, self.given.package.as_ref());
        let place = format!("program-{number}");
        let _compiling = working();
        let include = &self.options.limits.reading.include[..];
        let compile = |whole: &Path| {
            let Some(one) = handed_in else {
                return workshop.compiled(whole, &place, include, &[]);
            };
            let include = [include, &one.include].concat();
            let compiled = submission(workshop, whole, &place, &include, &one.flags);
            match package {
                Some(package) => compiled.map_err(|why| named_in(package, &one.path, &one.include, why)),
                None => compiled,
            }
        };
        match given::compiled(self.given, workshop, (path, name), &place, compile) {
            Ok(compiled) => Ok(compiled),
            // With several programs, one without `main` is reported and the rest are judged.
            Err(NotWrapped::NoMain(why)) if !is_alone => Ok(Err(NoProgram::DoesNotCompile(why))),
            Err(NotWrapped::Io(why)) if !is_alone => {
                let why = format!("cannot read {}: {}", shown(path), crate::text::reason(&why));
                Ok(Err(NoProgram::Unusable(why)))
            }
            Err(why) => Err(not_wrapped(path, &why).into()),
        }
    }

    fn report(&mut self, program: &Program, files: &Files, contestant: Contestant<'_>) -> Result<Report, SessionError> {
        // End early if the program is too slow: each further testcase would take the whole time. Demands need all
        // testcases.
        let ends = match contestant.submission {
            Some(one) => one.ends(self.options.fail_fast),
            None => submissions::ends(self.options.fail_fast),
        };
        let file = contestant.submission.is_none().then_some(contestant.path);
        self.display.judge(program, files, file, ends)
    }

    /// Returns the report with remarks on the program, and with the expectation of a submission.
    fn remarked(&self, mut report: Report, contestant: Contestant<'_>) -> Report {
        let path = contestant.path;
        let Some(one) = contestant.submission else {
            // A link may lead to a file of somebody else.
            if let Some((link, target)) = link_on_the_way(path) {
                let judged = if link == *path {
                    "which gamesolve judged"
                } else {
                    "which holds the judged file"
                };
                let (link, target) = (shown(&link), shown(&target));
                report.remarks.push(format!("{link} is a link to {target}, {judged}"));
            }
            return report;
        };
        report.is_of_submission = true;
        let package = self.given.package.as_ref();
        let rule = package.map_or(&Overall::Worst, |package| &package.overall);
        report.expectation = Some(submissions::compared(&report, one, rule));
        report
    }

    /// Writes the reports and the lines about known mistakes.
    pub(super) fn write(&self) -> Result<()> {
        let reports = &self.reports[..];
        let format = self.options.reporting.format;
        if let (true, Format::Human { .. }) = (self.targets.submissions, format) {
            let missing = self.submissions.len() - reports.len() - self.skipped;
            output::to_stdout(&submissions::table(reports, self.skipped, missing))?;
            // Say why a program could not be judged.
            for report in reports {
                let is_fault = |case: &&ReportedCase| case.judgement.verdict.fault().is_some();
                let fault = report.cases.iter().find(is_fault);
                if let Some((name, why)) = fault.and_then(|case| Some((&case.name, case.judgement.reason.as_ref()?))) {
                    say(&format!("{}: {name}: {}", report.judged, why.as_str()));
                }
            }
            // All reports share these remarks on settings of the package that gamesolve ignores.
            let remarks = reports.first().map_or(&[][..], |report| &report.remarks[..]);
            remarks.iter().for_each(|remark| say(&format!("note: {remark}")));
        } else {
            self.display.write(reports, &self.mistakes.concat())?;
        }
        if !matches!(format, Format::Human { .. }) {
            self.mistakes.iter().for_each(|line| say(line.trim_end()));
        } else if self.targets.submissions {
            output::to_stdout(&self.mistakes.concat())?;
        }
        Ok(())
    }

    /// Returns the exit status, and names the programs that differ from the expectation.
    pub(super) fn status(&self) -> Result<Status> {
        if self.interrupted.load(Ordering::Relaxed) {
            if self.reports.is_empty() {
                say("interrupted");
            }
            return Ok(Status::Interrupted);
        }
        let worst = self.reports.iter().filter_map(Report::worst).max();
        let has_fault = worst.is_some_and(|worst| worst.fault().is_some());
        let is_compared = self.targets.submissions || self.options.expect.is_some();
        if is_compared && !has_fault {
            Ok(as_expected(&self.reports))
        } else {
            Ok(check::status(worst))
        }
    }
}
