//! `gamesolve judge`: programs on stored cases, in a box.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use gamesolve_box::TempFolder;

use super::check;
use super::output::{self, shown};
use super::program::{interruption, no_program, not_wrapped};
use super::status::{Status, Stop, say};
use super::stress;
use crate::budget::Budget;
use crate::judge::external::{External, Style};
use crate::judge::program::{NoProgram, Program};
use crate::judge::report::{self, Format, Report};
use crate::judge::selection::Selection;
use crate::judge::session::{Session, SessionError};
use crate::judge::solution;
use crate::judge::{Judge, Verdict};
use crate::package::embedded;
use crate::practice::stress::session::StressSession;
use live::Live;

mod cut;
mod live;
mod mistakes;
mod options;
mod replay;
mod watch;

pub(super) use options::Options;

/// Processor time of one run of a checker.
const CHECKER_TIME: Duration = Duration::from_secs(10);

pub(super) fn run(options: &Options) -> Result<Status> {
    if options.mistakes {
        return mistakes::run(options);
    }
    let interrupted = interruption()?;
    if !options.watch {
        return judge_once(options, &interrupted);
    }
    let watched = watch::Watched::of(&Targets::of(options)?);
    while !interrupted.load(Ordering::Relaxed) {
        let seen = watched.stamps();
        if let Err(error) = judge_once(options, &interrupted) {
            // An editor may be in the middle of saving: what is wrong now need not be so at the next change.
            super::status::of_error(&error);
        }
        watched.wait(&seen, &interrupted);
    }
    Ok(Status::Interrupted)
}

/// The programs to judge, and the files to judge them with.
struct Targets {
    /// Source files and programs; without any, `command` is judged.
    files: Vec<PathBuf>,
    command: Vec<OsString>,
    /// Folders and files with cases; none for the embedded ones.
    cases: Vec<PathBuf>,
    checker: Option<PathBuf>,
}

impl Targets {
    fn of(options: &Options) -> Result<Targets> {
        let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) =
            options.program.iter().cloned().partition(|path| path.is_dir());
        let problem = match (files.is_empty(), options.command.is_empty()) {
            (true, true) => "no program is named",
            (false, false) => "programs are named both before and after `--`",
            _ => {
                let cases = folders.into_iter().chain(options.cases.iter().cloned());
                return Ok(Targets {
                    files,
                    command: options.command.clone(),
                    cases: cases.collect(),
                    checker: options.checker.clone(),
                });
            }
        };
        let slug = options.problem.problem.meta().slug;
        let hint = format!("as in `gamesolve judge {slug} sol.cpp` or `gamesolve judge {slug} -- ./mysol`");
        Err(Stop::bad_input(format!("error: {problem}\nhint: {hint}")).into())
    }
}

/// Judges everything once.
fn judge_once(options: &Options, interrupted: &Arc<AtomicBool>) -> Result<Status> {
    let entry = options.problem.problem;
    let targets = Targets::of(options)?;
    let variants = options.variants.of(entry)?;
    let policy = options.reporting.policy(&[entry])?;
    let folder = TempFolder::new().context("cannot make a folder for temporary files")?;
    let sandbox = options.limits.sandbox(interrupted)?;
    let max_bytes = options.max_bytes.or_default();
    let mut places = targets.cases;
    if places.is_empty() {
        places.push(embedded_cases(entry.meta().slug, folder.path())?);
    }
    let allow_missing = options.reporting.allow_missing;
    let selection =
        Selection::of_places(&places, &options.case, allow_missing, max_bytes).map_err(check::unselected)?;
    let compile = |path: &Path, place: &str, include: &[PathBuf]| {
        let place = folder.path().join(place);
        Program::of_file(path, &sandbox, options.limits.compile_time, &place, include)
    };
    let checker = match &targets.checker {
        None => None,
        // The jury's, with what lies beside it, such as testlib.h.
        Some(path) => match compile(path, "checker", &folder_of(path)) {
            Ok(program) => Some(External {
                program,
                style: options.checker_style.unwrap_or(Style::Testlib),
                time: CHECKER_TIME,
            }),
            Err(_) if interrupted.load(Ordering::Relaxed) => {
                say("interrupted");
                return Ok(Status::Interrupted);
            }
            Err(why) => return Err(no_program(&why).into()),
        },
    };
    let session = Session {
        judge: Judge {
            entry,
            variants: &variants,
            policy,
            budget: Budget::of_this_machine(),
        },
        checker,
        selection,
        limits: options.limits.of_problem(entry),
        contest_files: options.contest_files,
        fail_fast: options.fail_fast,
        jobs: options.reporting.jobs.unwrap_or_else(physical_cores),
        max_bytes,
        sandbox: &sandbox,
        folder: folder.path(),
    };
    // The cases of one program alone can be shown as they are judged.
    let mut display = Display {
        options,
        session: &session,
        is_alone: targets.files.len() <= 1,
        has_shown_cases: false,
    };
    let mut reports = Vec::new();
    let mut mistakes = Vec::new();
    if targets.files.is_empty() {
        let program = Program::of_command(targets.command);
        reports.push(display.judge(&program, None)?);
        mistakes.extend(why(options, &session, &program, reports.last())?);
    }
    for (number, path) in targets.files.iter().enumerate() {
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
        let wrapped = folder.path().join(format!("solution-{number}"));
        let whole = solution::program_of(entry, path, &wrapped).map_err(|why| not_wrapped(path, &why))?;
        let compiled = compile(&whole, &format!("program-{number}"), &options.limits.reading.include);
        let report = match compiled.map(|program| program.named(path)) {
            Ok(program) => {
                let report = display.judge(&program, Some(path))?;
                mistakes.extend(why(options, &session, &program, Some(&report))?);
                report
            }
            Err(NoProgram::DoesNotCompile(messages)) => session.does_not_compile(path, &messages),
            Err(_) if interrupted.load(Ordering::Relaxed) => break,
            Err(why) => return Err(no_program(&why).into()),
        };
        reports.push(report);
    }
    display.write(&reports)?;
    match options.reporting.format {
        Format::Human { .. } => output::to_stdout(&mistakes.concat())?,
        _ => mistakes.iter().for_each(|line| say(line.trim_end())),
    }
    if let Some(folder) = &options.cut {
        cut_out_tests(&session, &reports, folder)?;
    }
    if interrupted.load(Ordering::Relaxed) {
        if reports.is_empty() {
            say("interrupted");
        }
        return Ok(Status::Interrupted);
    }
    let worst = reports.iter().filter_map(Report::worst).max();
    let has_fault = worst.is_some_and(|worst| worst.fault().is_some());
    match options.expect.filter(|_| !has_fault) {
        None => Ok(check::status(worst)),
        Some(expected) => Ok(expectation(expected, &reports)),
    }
}

/// Compares the worst verdict of every program with the one that is expected, and names those that differ.
fn expectation(expected: Verdict, reports: &[Report]) -> Status {
    let mut status = Status::Success;
    for report in reports.iter().filter(|report| report.worst() != Some(expected)) {
        let found = report.worst().map_or("no verdict", Verdict::code);
        say(&format!(
            "{}: expected {}, found {found}",
            report.judged,
            expected.code()
        ));
        status = Status::NotAccepted;
    }
    status
}

/// Returns the line about the known mistake that a program with wrong answers makes, where that is asked for.
fn why(options: &Options, session: &Session<'_>, program: &Program, report: Option<&Report>) -> Result<Option<String>> {
    let worst = report.and_then(Report::worst);
    let is_wrong = matches!(worst, Some(Verdict::WrongAnswer | Verdict::RuntimeError));
    if !options.why || options.no_spoilers || !is_wrong || session.judge.entry.mistakes().is_empty() {
        return Ok(None);
    }
    let folder = session.folder.join("why");
    let limits = session.limits.clone();
    let files = session.contest_files;
    let stress = StressSession::new(program, session.judge, limits, files, session.sandbox, &folder)
        .context("cannot make a folder for the cases")?;
    let likeness = stress.name_mistake(session.jobs).map_err(stress::stop)?;
    let sentence = likeness.and_then(|likeness| likeness.sentence());
    Ok(sentence.map(|sentence| format!("\nMistake of {}: {sentence}\n", program.name)))
}

/// Returns the folder that a file lies in, where there is one.
fn folder_of(path: &Path) -> Vec<PathBuf> {
    let folder = path.canonicalize().ok();
    let folder = folder.iter().filter_map(|path| path.parent());
    folder.map(Path::to_owned).collect()
}

/// Writes the cases that the binary carries into a folder below `folder`, and returns it.
fn embedded_cases(slug: &str, folder: &Path) -> Result<PathBuf> {
    let cases = folder.join("cases");
    std::fs::create_dir(&cases).context("cannot make a folder for the cases")?;
    if embedded::write(slug, &cases).context("cannot write the cases to a folder")? == 0 {
        let hint = format!("hint: name a folder with cases, as in `gamesolve judge {slug} --cases DIR …`");
        let message = format!("error: no cases of `{slug}` come with this program\n{hint}");
        return Err(Stop::bad_input(message).into());
    }
    Ok(cases)
}

/// Shows the judging of a session.
struct Display<'a> {
    options: &'a Options,
    session: &'a Session<'a>,
    is_alone: bool,
    has_shown_cases: bool,
}

impl Display<'_> {
    /// Judges one program, which was made from `file`, and shows its cases where that is wanted.
    fn judge(&mut self, program: &Program, file: Option<&PathBuf>) -> Result<Report> {
        let cases = &self.session.selection.cases;
        let format = self.options.reporting.format;
        let live = Live::new(cases, format, self.is_alone, &program.name);
        let judged = (self.session).judge(program, |index, case| live.judged(index, case));
        self.has_shown_cases = live.end();
        let mut report = judged.map_err(|error| match error {
            SessionError::CannotStart(why) => Stop::bad_input(format!("error: {why}")).into(),
            SessionError::Answers(_) => anyhow::Error::from(error),
        })?;
        let fault = report.first_fault().filter(|_| cases.len() > 1);
        let file = file.map(PathBuf::as_path);
        report.replay = fault.map(|case| replay::command(self.options, &case.name, file));
        Ok(report)
    }

    fn write(&self, reports: &[Report]) -> Result<()> {
        match (reports, self.has_shown_cases) {
            ([], _) => Ok(()),
            // The cases stand above already.
            ([report], true) => output::to_stdout(&format!("\n{}", report::human::summary(report))),
            (reports, _) => output::to_stdout(&report::written(reports, self.options.reporting.format)),
        }
    }
}

/// Writes the first wrong test of each case that holds several as a case of its own.
fn cut_out_tests(session: &Session<'_>, reports: &[Report], folder: &Path) -> Result<()> {
    for reported in reports.iter().flat_map(|report| &report.cases) {
        let mut cases = session.selection.cases.iter();
        let case = cases.find(|case| case.name == reported.name);
        if let (Some(case), Some(test)) = (case, reported.judgement.test) {
            let judge = &session.judge;
            let written = cut::write_test(judge.entry, judge.variants, case, test, folder)?;
            say(&format!(
                "test {test} of {} is now a case of its own: {}",
                case.name,
                shown(&written)
            ));
        }
    }
    Ok(())
}

/// Two programs on one core would slow each other down.
fn physical_cores() -> NonZeroUsize {
    NonZeroUsize::new(num_cpus::get_physical()).unwrap_or(NonZeroUsize::MIN)
}
