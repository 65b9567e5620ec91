//! `gamesolve judge`: programs on stored cases, in a box, as the package says.

use std::cell::OnceCell;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use gamesolve_box::Sandbox;
use itertools::Itertools as _;

use super::check;
use super::output::{self, shown};
use super::program::{DEFAULT_COMPILE_TIME, interruption, no_program, not_wrapped, temporary_folder};
use super::status::{Status, Stop, say};
use super::stress;
use crate::budget::Budget;
use crate::cases::embedded;
use crate::cases::generated::Lists;
use crate::judge::attempt::Files;
use crate::judge::external::{self, External, Style};
use crate::judge::language::Language;
use crate::judge::program::{self, NoProgram, Program, for_a_shell};
use crate::judge::report::{self, Expectation, Format, Report, ReportedCase, diff, human, margin};
use crate::judge::selection::Selection;
use crate::judge::session::{Session, SessionError};
use crate::judge::solution::{self, NotWrapped};
use crate::judge::{Fault, Judge, Rules, Verdict};
use crate::package::model::{Checker, Kind, Submission};
use crate::package::overall::Overall;
use crate::package::{Package, archive, leads_out_of, open};
use crate::practice::mistakes::{Probe, probes};
use crate::practice::stress::session::StressSession;
use crate::problem::{Entry, Failure, Input, Variants};
use crate::text::{Source, quoted};
use live::Live;
use task::{Task, contest_file_in, is_of_registry};

mod cut;
mod live;
mod mistakes;
mod options;
mod replay;
mod submissions;
pub(super) mod task;
mod timed;
mod watch;

pub(super) use options::Options;

/// The number of tasks that an error lists.
const MAX_LISTED_TASKS: usize = 8;

pub(super) fn run(options: &Options) -> Result<Status> {
    if options.mistakes {
        return mistakes::run(options);
    }
    if options.submissions {
        submissions::refuse_others(options)?;
    }
    let interrupted = interruption()?;
    if !options.watch {
        return match judge_once(options, &interrupted) {
            // What a signal cut short looks like a fault of its own.
            Err(_) if interrupted.load(Ordering::Relaxed) => {
                say("interrupted");
                Ok(Status::Interrupted)
            }
            ended => ended,
        };
    }
    let watched = watch::Watched::of(&Targets::of(options)?, &options.limits.reading.include);
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
    task: Task,
    /// Source files and programs; without any, `command` is judged.
    files: Vec<PathBuf>,
    command: Vec<OsString>,
    /// Folders and files with cases; none for the embedded ones.
    cases: Vec<PathBuf>,
    checker: Option<PathBuf>,
}

impl Targets {
    fn of(options: &Options) -> Result<Targets> {
        let task = Task::of(&options.task, &options.program, !options.command.is_empty(), "judge")?;
        // One who hands in a folder under the name of a source does not bring the cases for everybody.
        let is_place = |path: &PathBuf| path.is_dir() && Language::of(path).is_none() || archive::is_archive(path);
        let (mut folders, mut files): (Vec<PathBuf>, Vec<PathBuf>) =
            options.program.iter().cloned().partition(is_place);
        // Among several programs it may be what somebody handed in.
        if let (Some(place), 2..) = (folders.first(), options.program.len()) {
            match task {
                Task::Problem(_) if files.len() > 1 => return Err(no_cases_of_all(place).into()),
                Task::Problem(_) => {}
                Task::Place(_) => (folders, files) = (Vec::new(), options.program.clone()),
            }
        }
        if options.submissions {
            let mut cases: Vec<PathBuf> = folders.into_iter().chain(options.cases.iter().cloned()).collect();
            if let Task::Place(place) = &task {
                cases.push(place.clone());
            }
            return Ok(Targets {
                task,
                files,
                command: Vec::new(),
                cases,
                checker: options.checker.clone(),
            });
        }
        let problem = match (files.is_empty(), options.command.is_empty()) {
            (true, true) => "no program is named".to_owned(),
            (false, false) => "programs are named both before and after `--`".to_owned(),
            _ => {
                let mut cases: Vec<PathBuf> = folders.into_iter().chain(options.cases.iter().cloned()).collect();
                if let Task::Place(place) = &task {
                    if !cases.is_empty() {
                        let message = "error: a task is judged on its own cases\nhint: `--case` chooses some of them";
                        return Err(Stop::bad_input(message).into());
                    }
                    cases.push(one_of_several(place, &files)?);
                }
                return Ok(Targets {
                    task,
                    files,
                    command: options.command.clone(),
                    cases,
                    checker: options.checker.clone(),
                });
            }
        };
        // A game of one's own comes with no cases.
        let cases: Vec<&PathBuf> = folders.iter().chain(&options.cases).collect();
        let needs_cases = matches!(&task, Task::Problem(entry) if !is_of_registry(*entry));
        let cases = match (&cases[..], needs_cases) {
            ([], true) => " --cases tests".to_owned(),
            (cases, _) => cases
                .iter()
                .map(|path| format!(" --cases {}", for_a_shell(path.as_os_str())))
                .collect(),
        };
        let task = for_a_shell(options.task.as_os_str());
        let hint =
            format!("as in `gamesolve judge {task} sol.cpp{cases}` or `gamesolve judge {task}{cases} -- ./mysol`");
        Err(Stop::bad_input(format!("error: {problem}\nhint: {hint}")).into())
    }
}

/// The error for a folder or an archive among several programs.
fn no_cases_of_all(place: &Path) -> Stop {
    Stop::bad_input(format!(
        "error: {} among several programs is no program\nhint: `--cases {}` judges all of them on the cases in it",
        shown(place),
        for_a_shell(place.as_os_str())
    ))
}

/// The task that is meant in a folder of several: the one that all programs are called as.
pub(super) fn one_of_several(place: &Path, files: &[PathBuf]) -> Result<PathBuf> {
    let tasks = open::tasks_in(place);
    if tasks.is_empty() {
        return Ok(place.to_owned());
    }
    let called_as = |file: &PathBuf| {
        let stem = file.file_stem().unwrap_or_default();
        let is_meant = |task: &&PathBuf| task.file_name().is_some_and(|name| name.eq_ignore_ascii_case(stem));
        tasks.iter().find(is_meant)
    };
    // One of many programs is not to choose for the others.
    let meant: Vec<Option<&PathBuf>> = files.iter().map(called_as).dedup().collect();
    let none = files.iter().find(|file| called_as(file).is_none());
    let problem = match (&meant[..], none) {
        ([Some(task)], _) => return Ok((*task).clone()),
        (_, Some(file)) if files.len() > 1 => format!("{} is called as none of them", shown(file)),
        ([Some(one), Some(other), ..], _) => format!("programs are called as {} and as {}", shown(one), shown(other)),
        _ => "no program is called as one of them".to_owned(),
    };
    let names = tasks.iter().map(|task| shown(task)).take(MAX_LISTED_TASKS);
    let names: Vec<String> = names.collect();
    Err(Stop::bad_input(format!(
        "error: {} holds {} tasks, and {problem}\nhint: name one: {}",
        shown(place),
        tasks.len(),
        names.join(", ")
    ))
    .into())
}

/// Judges everything once.
fn judge_once(options: &Options, interrupted: &Arc<AtomicBool>) -> Result<Status> {
    let targets = Targets::of(options)?;
    let task = match &targets.task {
        Task::Place(place) => Some(place),
        Task::Problem(_) => None,
    };
    let others = task.into_iter().chain(&targets.files).chain(&targets.checker);
    program::keep_private(targets.cases.iter().chain(others).cloned());
    let jobs = options.reporting.jobs.unwrap_or_else(physical_cores);
    let sandbox = options.limits.sandbox(jobs, interrupted)?;
    let folder = temporary_folder()?;
    let max_bytes = options.max_bytes.or_default();
    let mut places = targets.cases.clone();
    let comes_with_program = places.is_empty();
    if let (Task::Problem(entry), true) = (&targets.task, comes_with_program) {
        places.push(embedded_cases(*entry, &targets.files, folder.path())?);
    }
    let allow_missing = options.reporting.allow_missing;
    let pair = options.pair.as_ref();
    let selection = Selection::of_places(&places, &options.case, allow_missing, pair, max_bytes, &Lists);
    let mut selection = selection.map_err(check::unselected)?;
    // Links of a package may lead elsewhere.
    let archives = selection
        .package
        .iter()
        .flat_map(|package| package.archives.iter().cloned());
    program::keep_private(archives);
    let roots: Vec<PathBuf> = places.iter().filter_map(|place| place.canonicalize().ok()).collect();
    let inputs = selection.cases.iter().map(|case| &case.input);
    let files = inputs
        .chain(&selection.answers)
        .filter_map(|path| path.canonicalize().ok());
    program::keep_private(files.filter(|file| !roots.iter().any(|root| file.starts_with(root))));
    let package = selection.package.take();
    let package = package.as_ref();
    let mut remarks: Vec<String> = match package {
        Some(package) if options.submissions => package.all_remarks().cloned().collect(),
        Some(package) => package.remarks.clone(),
        None => Vec::new(),
    };
    if let Some(package) = package {
        task::refuse_kind(package)?;
    }
    let entry = match (&targets.task, package) {
        (Task::Problem(entry), _) => Some(*entry),
        (Task::Place(place), _) => {
            let (entry, remark) = task::recognised(place, &selection, max_bytes);
            remarks.extend(remark);
            entry
        }
    };
    let variants = match entry {
        Some(entry) => options.variants.of(entry)?,
        None => options.variants.of_none()?,
    };
    if let (Some(entry), true, false) = (entry, comes_with_program, variants.is_original()) {
        task::answer_again(&mut selection, entry, &variants, max_bytes)?;
    }
    let has_own_checker = targets.checker.is_some();
    let of_package = package.and_then(|package| package.checker.as_ref());
    let said_by = |file: &str| package.map_or_else(|| file.to_owned(), |package| task::below(package, file));
    let is_overridden = has_own_checker || options.reporting.compare.is_some();
    let of_package = of_package.filter(|_| !is_overridden);
    if let Some(package) = package.filter(|_| !is_overridden) {
        task::refuse_checker(package)?;
    }
    let entries: Vec<&dyn Entry> = entry.into_iter().collect();
    let policy = match (options.reporting.compare, task::policy_of(package)) {
        (None, Some(policy)) => policy,
        _ => options.reporting.policy(&entries)?,
    };
    let limits = package.map(|package| package.limits.clone()).unwrap_or_default();
    let compile_time = match (options.limits.compile_time, limits.compile_time) {
        (Some(time), _) | (None, Some(time)) => time,
        (None, None) => DEFAULT_COMPILE_TIME,
    };
    let compile = |path: &Path, place: &str, include: &[PathBuf], flags: &[String]| {
        let place = folder.path().join(place);
        Program::of_file(path, &sandbox, compile_time, &place, include, flags)
    };
    // One that comes along may be in a language that is not run here.
    let compile_submission = |path: &Path, place: &str, include: &[PathBuf], flags: &[String]| match Language::of(path)
    {
        Some(_) => compile(path, place, include, flags),
        None => Err(NoProgram::Unusable("it is in no language that is run here".to_owned())),
    };
    let external = |program, style, arguments| External::new(program, style, arguments, &limits);
    let sizes = selection.answers.iter().filter_map(|answer| answer.metadata().ok());
    let largest_answer = sizes.map(|found| found.len()).max().unwrap_or(0);
    let mut stated = task::stated(&options.limits, options.contest_files, entry, package, largest_answer)?;
    if let (true, Task::Problem(entry)) = (options.submissions, &targets.task) {
        // As their sources publish them, some read and write the files of the contest.
        let (input, output) = entry.meta().contest_files;
        stated.files = Files {
            input: Some(input.to_owned()),
            output: Some(output.to_owned()),
            or_streams: true,
            is_stated: true,
        };
    }
    let checker = match (&targets.checker, of_package) {
        (Some(path), _) => {
            let style = options.checker_style.unwrap_or(Style::Testlib);
            let program = named_checker(path, style, folder.path(), &compile).map_err(|why| no_program(&why))?;
            Some(external(program, style, Vec::new()))
        }
        (None, Some(checker)) => {
            stated.by.push(("checker", said_by(&checker.by)));
            let spec = &checker.value;
            let program = package_checker(spec, package, &sandbox, folder.path(), &compile)?;
            Some(external(program, spec.protocol, spec.arguments.clone()))
        }
        (None, None) => None,
    };
    let interactor = match package.map(|package| &package.kind) {
        Some(Kind::Interactive(interactor)) => {
            stated.by.push(("interactor", said_by(&interactor.by)));
            let spec = &interactor.value;
            if !matches!(
                spec.protocol,
                Style::Testlib | Style::Kattis | Style::Dmoj | Style::Coci
            ) {
                let name = spec.protocol.name();
                let message = format!("error: an interactor in the protocol of {name} is not run here");
                return Err(Stop::bad_input(message).into());
            }
            let program = package_checker(spec, package, &sandbox, folder.path(), &|path, _, include, flags| {
                compile(path, "interactor", include, flags)
            })?;
            let interactor = external(program, spec.protocol, spec.arguments.clone());
            Some(interactor.as_interactor(&limits))
        }
        _ => None,
    };
    let judge = entry.map(|entry| Judge {
        entry,
        variants: &variants,
        policy,
        budget: Budget::of_this_machine(),
    });
    let rules = match (judge, options.reporting.compare) {
        (Some(judge), _) => Rules::Problem(judge),
        (None, Some(policy)) => Rules::Compare(policy.as_comparison()),
        (None, None) => {
            let (comparison, by) = task::comparison(package);
            if let (Some(by), None, None) = (by, &checker, &interactor) {
                stated.by.push(("comparison", said_by(&by)));
            }
            Rules::Compare(comparison)
        }
    };
    if options.reporting.compare.is_some() {
        let of_endings = stated.of_endings.values_mut().map(|(_, of_cases)| of_cases);
        let all = of_endings.chain(std::iter::once(&mut stated.of_cases));
        all.flat_map(|of_cases| of_cases.values_mut())
            .for_each(|rules| rules.comparison = None);
    }
    let mut session = Session {
        name: entry.map_or_else(
            || package.map_or_else(|| "a task".to_owned(), |package| package.name.clone()),
            |entry| entry.meta().slug.to_owned(),
        ),
        rules,
        validates: of_package.is_some(),
        checker,
        interactor,
        selection,
        limits: stated.limits,
        stated: stated.by,
        of_cases: stated.of_cases,
        of_endings: stated.of_endings,
        files: stated.files,
        remarks,
        jobs,
        max_bytes,
        sandbox: &sandbox,
        folder: folder.path(),
    };
    let is_timed = options.limits.time.is_some() || entry.is_some() || limits.time.is_some();
    if let Some(package) = package.filter(|_| !is_timed) {
        let compile = |one: &Submission| {
            let compiled = compile_submission(&one.path, "submission", &one.include, &one.flags);
            compiled.map_err(|why| task::named_in(package, &one.path, &one.include, why))
        };
        timed::limit_by_submissions(&mut session, package, &compile)?;
    }
    // The cases of one program alone can be shown as they are judged.
    let mut display = Display {
        options,
        files: &targets.files,
        session: &session,
        is_alone: targets.files.len() <= 1 && !options.submissions,
        has_shown_cases: false,
    };
    for (is_given, option) in [(options.why, "--why"), (options.cut.is_some(), "--cut")] {
        if is_given && session.rules.problem().is_none() {
            let message = format!("error: `{option}` needs a task that is judged as one of the problems");
            let hint = "hint: name a problem first (`gamesolve list`), then the program and the folder";
            return Err(Stop::bad_input(format!("{message}\n{hint}")).into());
        }
    }
    let mut reports = Vec::new();
    let mut mistakes = Vec::new();
    let mut namer = Namer::new(options, &session);
    let mut skipped = 0;
    let submissions = match options.submissions {
        true => submissions::of(&targets.task, package, &folder.path().join("submissions"))?,
        false => Vec::new(),
    };
    if targets.files.is_empty() && !options.submissions {
        let program = Program::of_command(targets.command);
        reports.push(
            display
                .judge(&program, None, submissions::ends(options.fail_fast))
                .map_err(unjudged)?,
        );
        mistakes.extend(namer.why(&program, reports.last())?);
    }
    let files = targets.files.iter().map(|path| (path, path.as_path()));
    let files: Vec<(&PathBuf, &Path)> = match options.submissions {
        true => (submissions.iter().map(|one| (&one.path, one.name.as_path()))).collect(),
        false => files.collect(),
    };
    for (number, (path, shown_as)) in files.into_iter().enumerate() {
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
        let submission = submissions.get(number);
        let wrapped = folder.path().join(format!("solution-{number}"));
        let whole = entry.map_or(Ok(path.clone()), |entry| solution::program_of(entry, path, &wrapped));
        let is_alone = submission.is_none() && targets.files.len() == 1;
        let whole = match whole {
            Ok(whole) => Ok(whole),
            // One who hands in nothing does not keep the others from being judged.
            Err(NotWrapped::NoMain(why)) if !is_alone => Err(NoProgram::DoesNotCompile(why)),
            Err(NotWrapped::Io(why)) if !is_alone => {
                Err(NoProgram::Unusable(format!("cannot read {}: {why}", shown(path))))
            }
            Err(why) => return Err(not_wrapped(path, &why).into()),
        };
        let include = &options.limits.reading.include;
        let place = format!("program-{number}");
        let whole = whole.and_then(|whole| match package.and_then(|package| package.refusal_of(path)) {
            Some(why) => Err(NoProgram::Unusable(why.to_owned())),
            None => Ok(whole),
        });
        let compiled = whole.and_then(|whole| match submission {
            Some(one) => compile_submission(&whole, &place, &[&include[..], &one.include].concat(), &one.flags),
            None => compile(&whole, &place, include, &[]),
        });
        let compiled = match (submission, package) {
            (Some(one), Some(package)) => compiled.map_err(|why| task::named_in(package, &one.path, &one.include, why)),
            _ => compiled,
        };
        // It may lie in a folder of ours, which nobody knows.
        let compiled = compiled.map_err(|why| why.of_name(path, shown_as));
        let mut report = match compiled.map(|program| program.named(shown_as)) {
            Ok(program) => {
                // Every further case of a program that is too slow takes the whole time; demands are on all cases.
                let asked = submissions::ends(options.fail_fast);
                let ends = submission.map_or(asked, |one| one.ends(options.fail_fast));
                let file = submission.is_none().then_some(path);
                match display.judge(&program, file, ends) {
                    Ok(report) => {
                        mistakes.extend(namer.why(&program, Some(&report))?);
                        report
                    }
                    Err(SessionError::CannotStart(why)) if !is_alone => {
                        session.unusable(shown_as, Fault::NoProgram, &why)
                    }
                    Err(why) => return Err(unjudged(why)),
                }
            }
            Err(NoProgram::DoesNotCompile(messages)) => session.does_not_compile(shown_as, &messages),
            Err(_) if interrupted.load(Ordering::Relaxed) => break,
            Err(NoProgram::Unusable(why)) if submission.is_some() => {
                // A language that this machine has no compiler for.
                say(&format!("skipped: {}: {why}", shown(shown_as)));
                skipped += 1;
                continue;
            }
            // Of several each has its row, and none keeps the others from being judged.
            Err(NoProgram::Unusable(why)) if !is_alone => session.unusable(shown_as, Fault::NoProgram, &why),
            Err(NoProgram::Box(why)) if !is_alone => session.unusable(shown_as, Fault::Own, &why),
            Err(why) => return Err(no_program(&why).into()),
        };
        // Whoever hands in a link names a file that need not be his own.
        if let (None, Some((link, target))) = (submission, link_on_the_way(path)) {
            let judged = if link == *path {
                "which was judged"
            } else {
                "where what was judged lies"
            };
            let (link, target) = (shown(&link), shown(&target));
            report.remarks.push(format!("{link} is a link to {target}, {judged}"));
        }
        let is_accepted = |case: &ReportedCase| case.judgement.verdict == Verdict::Accepted;
        // Without the file few cases are.
        let is_hopeless = !report.cases.is_empty() && !report.cases.iter().any(is_accepted);
        if let (Some(judge), None, false) = (session.rules.problem(), submission, options.contest_files)
            && is_hopeless
            && let Some(name) = contest_file_in(judge.entry, path)
        {
            let command = replay::with_contest_files(options, path, &targets.files);
            let remark = format!("{} opens `{name}`: `{command}` puts the input there", shown(path));
            report.remarks.push(remark);
        }
        report.is_of_submission = submission.is_some();
        report.expectation = submission.map(|one| {
            let rule = package.map_or(&Overall::Worst, |package| &package.overall);
            submissions::compared(&report, one, rule)
        });
        if report.interrupted && submission.is_some() {
            // On some cases only, which tells nothing.
            break;
        }
        reports.push(report);
    }
    if let Some(expected) = options.expect {
        for report in &mut reports {
            report.expectation = Some(expectation(expected, report));
        }
    }
    match (options.submissions, options.reporting.format) {
        (true, Format::Human { .. }) => {
            let missing = submissions.len() - reports.len() - skipped;
            output::to_stdout(&submissions::table(&reports, skipped, missing))?;
            // What keeps a program from being judged.
            for report in &reports {
                let fault = report
                    .cases
                    .iter()
                    .find(|case| case.judgement.verdict.fault().is_some());
                if let Some((name, why)) = fault.and_then(|case| Some((&case.name, case.judgement.reason.as_ref()?))) {
                    say(&format!("{}: {name}: {}", report.judged, why.as_str()));
                }
            }
            // The same for all: what the package asks for and is not obeyed.
            let remarks = reports.first().map_or(&[][..], |report| &report.remarks[..]);
            remarks.iter().for_each(|remark| say(&format!("note: {remark}")));
        }
        _ => display.write(&reports)?,
    }
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
    match (options.submissions || options.expect.is_some()) && !has_fault {
        true => Ok(as_expected(&reports)),
        false => Ok(check::status(worst)),
    }
}

/// Success where every program is as expected; names those that are not.
fn as_expected(reports: &[Report]) -> Status {
    let mut status = Status::Success;
    for report in reports {
        if let Some(Expectation {
            expected,
            differs: Some(found),
            ..
        }) = &report.expectation
        {
            say(&format!("{}: expected {expected}, found {found}", report.judged));
            status = Status::NotAccepted;
        }
    }
    status
}

/// Returns how a run ends where there is no judgement on any case.
fn unjudged(error: SessionError) -> anyhow::Error {
    match error {
        SessionError::CannotStart(why) => Stop::bad_input(format!("error: {why}")).into(),
        SessionError::Answers(_) => error.into(),
    }
}

/// Compares a report with the worst verdict that is asked for.
fn expectation(expected: Verdict, report: &Report) -> Expectation {
    let worst = report.worst();
    let is_met = worst == Some(expected);
    Expectation {
        expected: expected.code().to_owned(),
        verdict: worst,
        differs: (!is_met).then(|| worst.map_or("no verdict", Verdict::code).to_owned()),
    }
}

/// Names the known mistakes of programs with wrong answers, where that is asked for.
struct Namer<'a> {
    options: &'a Options,
    session: &'a Session<'a>,
    /// The instances that tell mistakes apart, once they are needed.
    probes: OnceCell<Vec<Probe>>,
}

impl<'a> Namer<'a> {
    fn new(options: &'a Options, session: &'a Session<'a>) -> Namer<'a> {
        Namer {
            options,
            session,
            probes: OnceCell::new(),
        }
    }

    /// Returns the line about the mistake of a program.
    fn why(&mut self, program: &Program, report: Option<&Report>) -> Result<Option<String>> {
        let (options, session) = (self.options, self.session);
        let worst = report.and_then(Report::worst);
        let is_wrong = matches!(worst, Some(Verdict::WrongAnswer | Verdict::RuntimeError));
        let Some(judge) = session
            .rules
            .problem()
            .filter(|judge| !judge.entry.mistakes().is_empty())
        else {
            return Ok(None);
        };
        if !options.why || options.no_spoilers || !is_wrong {
            return Ok(None);
        }
        let folder = session.folder.join("why");
        let limits = session.limits.clone();
        let stress = StressSession::new(program, *judge, limits, session.files.clone(), session.sandbox, &folder)
            .context("cannot make a folder for the cases")?;
        let probes = (self.probes).get_or_init(|| probes(judge.entry, judge.variants, judge.budget, &|| false));
        let likeness = stress
            .name_mistake(probes, None, session.jobs, None)
            .map_err(stress::stop)?;
        let sentence = likeness.map(|likeness| likeness.sentence(|words| options.language.choose(words)));
        Ok(sentence.map(|sentence| format!("\nMistake of {}: {sentence}\n", program.name)))
    }
}

/// Compiles a checker that is named, with what lies beside it, such as testlib.h.
pub(super) fn named_checker(
    path: &Path,
    style: Style,
    folder: &Path,
    compile: &impl Fn(&Path, &str, &[PathBuf], &[String]) -> Result<Program, NoProgram>,
) -> Result<Program, NoProgram> {
    match style {
        Style::DmojPython => dmoj_function(path, &folder_of(path), folder, compile),
        _ => compile(path, "checker", &folder_of(path), &[]),
    }
}

/// Returns a program of ours that calls the function in Python that a checker of DMOJ is.
fn dmoj_function(
    checker: &Path,
    include: &[PathBuf],
    folder: &Path,
    compile: &impl Fn(&Path, &str, &[PathBuf], &[String]) -> Result<Program, NoProgram>,
) -> Result<Program, NoProgram> {
    let name = quoted(checker.as_os_str().as_encoded_bytes(), 200);
    let cannot = |error| NoProgram::Unusable(format!("cannot read `{name}`: {error}"));
    let file = checker.canonicalize().map_err(cannot)?;
    let adapter = folder.join("dmoj-checker.py");
    std::fs::write(&adapter, external::DMOJ_ADAPTER)
        .map_err(|error| NoProgram::Box(format!("cannot write a temporary file: {error}")))?;
    let mut program = compile(&adapter, "checker", include, &[])?;
    program.hand(file);
    Ok(Program { name, ..program })
}

/// Compiles a checker of a package.
pub(super) fn package_checker(
    checker: &Checker,
    package: Option<&Package>,
    sandbox: &Sandbox,
    folder: &Path,
    compile: &impl Fn(&Path, &str, &[PathBuf], &[String]) -> Result<Program, NoProgram>,
) -> Result<Program> {
    let wrong = |why: NoProgram| {
        let mut path = shown(&checker.path);
        let mut why = why;
        if let Some(package) = package {
            path = task::below(package, &path);
            why = task::named_in(package, &checker.path, &checker.include, why);
        }
        Stop::bad_input(format!(
            "error: the checker {path} of the package cannot be used: {why}\nhint: `--checker` or `--compare` judges without it"
        ))
    };
    // It may read what lies beside it: a link must not show it another folder.
    let mut files = std::iter::once(&checker.path).chain(&checker.include);
    if package.is_some_and(|package| files.any(|path| leads_out_of(&package.root, path))) {
        return Err(wrong(NoProgram::Unusable("a link leads out of the package".to_owned())).into());
    }
    let is_script = |name: &str| checker.protocol == Style::Kattis && checker.path.ends_with(name);
    if is_script("build") {
        return Ok(program::built(&checker.path, sandbox, DEFAULT_COMPILE_TIME, &folder.join("built")).map_err(wrong)?);
    }
    if checker.protocol == Style::DmojPython {
        return Ok(dmoj_function(&checker.path, &checker.include, folder, compile).map_err(wrong)?);
    }
    let mut program = compile(&checker.path, "checker", &checker.include, &checker.flags).map_err(wrong)?;
    if is_script("run") {
        let folders = checker.include.iter().filter_map(|path| path.canonicalize().ok());
        program.readable.extend(folders);
    }
    Ok(program)
}

/// Returns the last link on the way to a file, with what it leads to; of the folders on it those below the current one.
fn link_on_the_way(path: &Path) -> Option<(PathBuf, PathBuf)> {
    let here = std::env::current_dir().ok();
    let is_below = |step: &Path| here.as_ref().is_some_and(|here| step != here && step.starts_with(here));
    path.ancestors().find_map(|step| {
        let is_meant = step == path || step.is_relative() || is_below(step);
        Some((step.to_owned(), step.read_link().ok().filter(|_| is_meant)?))
    })
}

/// Returns the folder that a file lies in, where there is one.
pub(super) fn folder_of(path: &Path) -> Vec<PathBuf> {
    let folder = path.canonicalize().ok();
    let folder = folder.iter().filter_map(|path| path.parent());
    folder.map(Path::to_owned).collect()
}

/// Writes the cases that the binary carries into a folder below `folder`, and returns it. `files` are the programs to judge.
fn embedded_cases(entry: &dyn Entry, files: &[PathBuf], folder: &Path) -> Result<PathBuf> {
    let slug = entry.meta().slug;
    let cases = folder.join("cases");
    std::fs::create_dir(&cases).context("cannot make a folder for the cases")?;
    if embedded::write(entry.carried_as(), &cases).context("cannot write the cases to a folder")? == 0 {
        let empty = Input {
            bytes: b"",
            variants: Variants::ORIGINAL,
        };
        // A program may stand where the task should.
        if let Err(Failure::Game(why)) = entry.solve(empty, Budget::of(0)) {
            let message = format!(
                "error: {} is taken for a game: {why}\nhint: the task comes first",
                entry.typed()
            );
            return Err(Stop::bad_input(message).into());
        }
        // A game of one's own has none; `stress` makes instances of it.
        let task = entry.typed();
        let file = files
            .first()
            .map_or("sol.cpp".to_owned(), |file| for_a_shell(file.as_os_str()));
        let message = format!(
            "error: no cases of `{slug}` come with this program\nhint: `gamesolve stress {task} {file}` makes some, and \
             `gamesolve judge {task} {file} --cases tests` takes those of the folder `tests`"
        );
        return Err(Stop::bad_input(message).into());
    }
    Ok(cases)
}

/// Shows the judging of a session.
struct Display<'a> {
    options: &'a Options,
    /// The programs that were named.
    files: &'a [PathBuf],
    session: &'a Session<'a>,
    is_alone: bool,
    has_shown_cases: bool,
}

impl Display<'_> {
    /// Judges one program, which was made from `file`, and shows its cases where that is wanted.
    fn judge(
        &mut self,
        program: &Program,
        file: Option<&PathBuf>,
        ends: fn(Verdict) -> bool,
    ) -> Result<Report, SessionError> {
        let cases = &self.session.selection.cases;
        let format = self.options.reporting.format;
        // Without `--rows` it is not known before the end whether the cases are to be shown.
        let live = Live::new(cases, format, self.is_alone && self.options.rows, &program.name);
        let judged = (self.session).judge(program, ends, |index, case| live.judged(index, case));
        self.has_shown_cases = live.end();
        let mut report = judged?;
        let fault = report.first_fault().filter(|_| cases.len() > 1);
        let file = file.map(PathBuf::as_path);
        report.replay = fault.map(|case| replay::command(self.options, &case.name, file, self.files));
        Ok(report)
    }

    /// Returns the first wrong cases of each program, side by side with what was expected.
    fn differences(&self, reports: &[Report]) -> String {
        /// The wrong cases of one program that are shown.
        const MAX_SHOWN: usize = 5;
        let width = match std::io::stdout().is_terminal() {
            true => ratatui::crossterm::terminal::size().map_or(80, |(columns, _)| usize::from(columns)),
            false => 80,
        };
        let mut text = String::new();
        for report in reports {
            let wrong = report
                .cases
                .iter()
                .filter_map(|case| Some((case, case.judgement.output.as_ref()?)));
            let wrong: Vec<_> = wrong.collect();
            for (reported, output) in wrong.iter().take(MAX_SHOWN) {
                let mut cases = self.session.selection.cases.iter();
                let case = cases.find(|case| case.name == reported.name);
                let read = |path: &Path| {
                    Source::from_file(path, self.session.max_bytes)
                        .ok()
                        .map(|read| read.bytes)
                };
                let Some((input, answer)) = case.and_then(|case| read(&case.input).zip(read(&case.answer))) else {
                    continue;
                };
                text += &format!("\n{} of {}:\n", reported.name, report.judged);
                text += &diff::side_by_side(&input, &answer, output, width);
            }
            if wrong.len() > MAX_SHOWN {
                let more = wrong.len() - MAX_SHOWN;
                text += &format!(
                    "\n{more} more wrong cases of {}; `--case` chooses some\n",
                    report.judged
                );
            }
        }
        text
    }

    fn write(&self, reports: &[Report]) -> Result<()> {
        let is_human = matches!(self.options.reporting.format, Format::Human { .. });
        if let ([report], true, false) = (reports, is_human, self.options.rows)
            && let Some(brief) = human::brief(report)
        {
            return output::to_stdout(&brief);
        }
        match (reports, self.has_shown_cases) {
            ([], _) if !self.options.submissions || self.options.reporting.format != Format::Json => Ok(()),
            // The cases stand above already.
            ([report], true) => {
                let differences = if self.options.diff {
                    self.differences(reports)
                } else {
                    String::new()
                };
                output::to_stdout(&format!("\n{}{differences}", human::summary(report)))
            }
            (reports, _) => {
                let mut text = report::written(reports, self.options.reporting.format);
                if is_human && self.options.diff {
                    text += &self.differences(reports);
                }
                let margin = margin::sentences(reports);
                if is_human && !margin.is_empty() {
                    text += &format!("\n{margin}");
                }
                output::to_stdout(&text)
            }
        }
    }
}

/// Writes the first wrong test of each case that holds several as a case of its own.
fn cut_out_tests(session: &Session<'_>, reports: &[Report], folder: &Path) -> Result<()> {
    for reported in reports.iter().flat_map(|report| &report.cases) {
        let mut cases = session.selection.cases.iter();
        let case = cases.find(|case| case.name == reported.name);
        if let (Some(case), Some(test), Some(judge)) = (case, reported.judgement.test, session.rules.problem()) {
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
