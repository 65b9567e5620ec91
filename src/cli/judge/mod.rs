//! `gamesolve judge`: runs submissions on testcases in a sandbox, with the limits and checker of the package.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use anyhow::{Context, Result};
use itertools::Itertools as _;

use super::gallery;
use super::learning::path;
use super::learning::show;
use super::output::{self, shown};
use super::process::deadline::working;
use super::process::interrupt::interruption;
use super::program::{DEFAULT_COMPILE_TIME, Nature, temporary_folder};
use super::settings::{self, Settings};
use super::status::{Status, Stop, refuse, say, say_next};
use crate::budget::Budget;
use crate::cases::embedded;
use crate::cases::evaluate::Judge;
use crate::cases::generated;
use crate::cases::recognise::{fitting, proposed};
use crate::judge::Verdict;
use crate::judge::attempt::Files;
use crate::judge::external::{self, Style};
use crate::judge::language::Language;
use crate::judge::places::{below, named_in};
use crate::judge::program::{NoProgram, Program, for_a_shell, foreign};
use crate::judge::report::{self, Expectation, Format, Report, diff, margin};
use crate::judge::session::{Session, SessionError};
use crate::judge::tools::{Tools, handed_in};
use crate::judge::workshop::Workshop;
use crate::package::model::Checker;
use crate::package::{Case, Package, archive, open};
use crate::practice::mistakes::{Output, Probe, probes, short_cases};
use crate::practice::stress::session::StressSession;
use crate::problem::{Entry, Failure, Input, Variants, Words};
use crate::problems::REGISTRY;
use crate::text::{Source, quoted, reason};
use answers::remarks_on_answers;
use given::{Chosen, Given};
use live::Live;
use many::Many;
use replay::Replay;
use task::{Task, is_of_registry};

pub(super) mod answers;
pub(super) mod class;
mod cut;
pub(super) mod given;
mod human;
mod live;
mod many;
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
        submissions::refuse_others(&options.program, &options.command)?;
    }
    let interrupted = interruption()?;
    if !options.watch {
        return match judge_once(options, &interrupted) {
            // A run that a signal interrupts may look like an internal error.
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
            // An editor may still be saving the file, so the next change may mend the error.
            super::status::of_error(&error);
        }
        watched.wait(&seen, &interrupted);
    }
    Ok(Status::Interrupted)
}

/// The programs to judge, and the files to judge them with.
pub(super) struct Targets {
    task: Task,
    /// Source files and programs. If there are none, `command` is judged.
    files: Vec<PathBuf>,
    command: Vec<OsString>,
    /// Folders and files with testcases. If there are none, the embedded ones are used.
    cases: Vec<PathBuf>,
    checker: Option<PathBuf>,
    /// Whether the submissions of the task are judged instead of files and command.
    submissions: bool,
}

impl Targets {
    fn of(options: &Options) -> Result<Targets> {
        let task = Task::of(&options.task, &options.program, !options.command.is_empty(), "judge")?;
        // A folder with the name of a source is one submission: it must not replace the testcases of all programs.
        let is_place = |path: &PathBuf| path.is_dir() && Language::of(path).is_none() || archive::is_archive(path);
        let (mut folders, mut files): (Vec<PathBuf>, Vec<PathBuf>) =
            options.program.iter().cloned().partition(is_place);
        // Among several programs, a folder or an archive may be a submission.
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
                submissions: true,
            });
        }
        let problem = match (files.is_empty(), options.command.is_empty()) {
            (true, true) => match class::of(&task, &folders) {
                Some(class) => return Err(class::not_one_submission(&options.task, &class).into()),
                None => "missing submission".to_owned(),
            },
            (false, false) => "there are programs both before and after `--`".to_owned(),
            _ => {
                let mut cases: Vec<PathBuf> = folders.into_iter().chain(options.cases.iter().cloned()).collect();
                if let Task::Place(place) = &task {
                    if !cases.is_empty() {
                        refuse!("a package has its own testcases\nhint: choose some of them by `--case`");
                    }
                    cases.push(one_of_several(place, &files)?);
                }
                return Ok(Targets {
                    task,
                    files,
                    command: options.command.clone(),
                    cases,
                    checker: options.checker.clone(),
                    submissions: false,
                });
            }
        };
        let given = &options.task;
        let typed = for_a_shell(given.as_os_str());
        let is_own = matches!(&task, Task::Problem(entry) if !is_of_registry(*entry));
        // A folder of programs is not a folder of testcases.
        let (programs, folders): (Vec<&PathBuf>, Vec<&PathBuf>) =
            folders.iter().partition(|folder| !sources_in(folder).is_empty());
        let programs = match &programs[..] {
            [] => " sol.cpp".to_owned(),
            programs => programs.iter().map(|folder| sources_in(folder)).collect(),
        };
        let cases: Vec<&PathBuf> = folders.into_iter().chain(&options.cases).collect();
        let hint = match (&cases[..], is_own) {
            // A user's own game has no testcases.
            ([], true) if Path::new("tests").is_dir() => format!("gamesolve judge {typed}{programs} --cases tests"),
            ([], true) => format!("gamesolve stress {typed}{programs}"),
            (cases, _) => {
                let cases = cases.iter();
                let cases = cases.map(|path| format!(" --cases {}", for_a_shell(path.as_os_str())));
                format!("gamesolve judge {typed}{programs}{}", cases.collect::<String>())
            }
        };
        Err(Stop::wrong(format_args!("{problem}\nhint: {hint}")).into())
    }
}

impl Targets {
    /// Returns a task without programs.
    pub(super) fn of_task(task: Task) -> Targets {
        let cases = match &task {
            Task::Place(place) => vec![place.clone()],
            Task::Problem(_) => Vec::new(),
        };
        Targets {
            task,
            files: Vec::new(),
            command: Vec::new(),
            cases,
            checker: None,
            submissions: false,
        }
    }

    /// Returns the settings for these programs: the user's file, then the file beside the testcases or the game.
    /// `named` is the task as the user names it.
    pub(super) fn settings(&self, named: &Path) -> Result<Settings> {
        let game = match &self.task {
            Task::Problem(_) => settings::folder_of(named),
            Task::Place(_) => None,
        };
        let cases = self.cases.iter().filter_map(|path| settings::folder_of(path));
        let folders: Vec<PathBuf> = game.into_iter().chain(cases).collect();
        let submissions = [self.files.clone(), handed_in(&self.command)].concat();
        Settings::beside(&folders, &submissions)
    }
}

/// Returns words for a shell that stand for the source files in a folder, each after a blank: ` 'my class'/*.py`.
fn sources_in(folder: &Path) -> String {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = files.map(|file| file.path());
    let files = files.filter(|path| path.is_file() && Language::of(path).is_some());
    let endings = files.filter_map(|path| path.extension()?.to_str().map(str::to_owned));
    let endings = endings.sorted().dedup();
    let folder = for_a_shell(folder.as_os_str());
    let folder = folder.strip_suffix('/').unwrap_or(&folder).to_owned();
    endings.map(|ending| format!(" {folder}/*.{ending}")).collect()
}

/// Returns the error for a folder or an archive among several programs.
fn no_cases_of_all(place: &Path) -> Stop {
    Stop::wrong(format_args!(
        "{} is not a program\nhint: for its testcases, use `--cases {}`",
        shown(place),
        for_a_shell(place.as_os_str())
    ))
}

/// Returns the task that all programs have the name of, if a folder holds several tasks.
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
    // All programs must agree: one must not choose the task of the others.
    let meant: Vec<Option<&PathBuf>> = files.iter().map(called_as).dedup().collect();
    let none = files.iter().find(|file| called_as(file).is_none());
    let problem = match (&meant[..], none) {
        ([Some(task)], _) => return Ok((*task).clone()),
        (_, Some(file)) if files.len() > 1 => format!("{} has the name of none of them", shown(file)),
        ([Some(one), Some(other), ..], _) => {
            format!("the programs have the names of {} and {}", shown(one), shown(other))
        }
        _ => "no program has the name of one of them".to_owned(),
    };
    let names = tasks.iter().map(|task| shown(task)).take(MAX_LISTED_TASKS);
    let names: Vec<String> = names.collect();
    Err(Stop::wrong(format_args!(
        "{} holds {} tasks, and {problem}\nhint: name one of them: {}",
        shown(place),
        tasks.len(),
        names.join(", ")
    ))
    .into())
}

fn judge_once(options: &Options, interrupted: &Arc<AtomicBool>) -> Result<Status> {
    let targets = Targets::of(options)?;
    let named = options.program.iter().chain(&options.cases).chain(&options.checker);
    Stop::unless_all_exist(named.chain(options.limits.reading.paths()))?;
    let jobs = options.reporting.jobs.unwrap_or_else(physical_cores);
    let sandbox = options.limits.sandbox(jobs, interrupted)?;
    let folder = temporary_folder()?;
    let max_bytes = options.max_bytes.or_default();
    let chosen = Chosen {
        names: &options.case,
        pair: options.pair.as_ref(),
        allow_missing: options.reporting.allow_missing,
        max_bytes,
    };
    // A game of the user's own may be slow to start.
    let preparing = working();
    let (given, selection) = Given::of(&targets, chosen, &options.variants, folder.path())?;
    let settings = targets.settings(&options.task)?;
    let tools = Tools::beside(given.private.iter().cloned()).with(settings.toolchain());
    let workshop = Workshop::new(
        sandbox,
        tools,
        folder.path(),
        given.compile_time(options.limits.compile_time),
    );
    if options.checker.is_none() && options.reporting.compare.is_none() {
        given.refuse_checker()?;
    }
    let plan = given.plan(&options.wishes(given.entry, &settings)?, &selection);
    let judge = given.judge(&plan);
    let is_timed = plan.runs.is_timed();
    let mut session = given.session(plan, judge.as_ref(), selection, &workshop, jobs, max_bytes)?;
    drop(preparing);
    if !is_timed {
        given.limit_by_submissions(&mut session)?;
    }
    let runs_all = options.all || targets.submissions || options.expect.is_some() || !options.case.is_empty();
    session.leaves_out = given.package.as_ref().filter(|_| !runs_all);
    session.stated.extend(settings.stated(&targets.files));
    for (is_given, option) in [(options.why, "--why"), (options.cut.is_some(), "--cut")] {
        if is_given && judge.is_none() {
            let hint = with_problem(options, &targets, &session.selection.cases);
            refuse!("`{option}` works only for a problem of gamesolve\nhint: {hint}");
        }
    }
    check_answers(options, &targets, &given, &mut session);
    let submissions = if targets.submissions {
        let unpacked = folder.path().join("submissions");
        submissions::of(&targets.task, given.package.as_ref(), &unpacked)?
    } else {
        Vec::new()
    };
    let mut many = Many {
        options,
        targets: &targets,
        given: &given,
        session: &session,
        submissions: &submissions,
        interrupted,
        display: Display {
            options,
            targets: &targets,
            session: &session,
            entry: given.entry,
            has_shown_cases: false,
        },
        namer: Namer::new(judge.as_ref(), &session),
        why: (options.why && !options.no_spoilers).then_some((&options.language, &settings)),
        reports: Vec::new(),
        mistakes: Vec::new(),
        skipped: 0,
    };
    many.judge()?;
    many.write()?;
    if let (Some(folder), Some(judge)) = (&options.cut, &judge) {
        cut_out_tests(judge, &session, &many.reports, folder)?;
    }
    if many.reports.iter().any(is_accepted) && !interrupted.load(Ordering::Relaxed) {
        accept_step(options, &targets);
    }
    many.status()
}

/// Keeps the step of the path that an accepted program completes, and names the next one.
fn accept_step(options: &Options, targets: &Targets) {
    let Some(step) = step_of(options, targets) else {
        return;
    };
    path::accept(step);
    if let (Format::Human { .. }, Some(next)) = (options.reporting.format, path::next_after(step)) {
        say_next(&next.command());
    }
}

/// Checks the stored answers. People read about wrong ones before judging, and programs in the report.
fn check_answers(options: &Options, targets: &Targets, given: &Given, session: &mut Session<'_>) {
    let _checking = working();
    let remarks = remarks_on_answers(targets, given, session);
    match options.reporting.format {
        Format::Human { .. } => remarks.iter().for_each(|remark| say(&format!("note: {remark}"))),
        _ => session.remarks.extend(remarks),
    }
}

/// Returns the step of the path that an accepted program completes: a problem or a game of the gallery, judged by its
/// own limits and comparison. A problem has its own testcases, and a game takes any.
fn step_of(options: &Options, targets: &Targets) -> Option<&'static str> {
    let Task::Problem(entry) = targets.task else {
        return None;
    };
    let is_game = gallery::game(entry.typed()).is_some();
    let is_harmless = |name: &str| match Nature::of(name) {
        Some(Nature::Form | Nature::Harmless | Nature::Files) => true,
        _ => is_game && name == "cases",
    };
    let mut given = options.typed.0.iter().filter(|arg| arg.is_given);
    let is_plain = (is_game || targets.cases.is_empty()) && given.all(|arg| is_harmless(&arg.name));
    is_plain.then(|| if is_game { entry.typed() } else { entry.meta().slug })
}

/// Returns whether a program is accepted on every testcase.
fn is_accepted(report: &Report) -> bool {
    let mut cases = report.cases.iter();
    !report.cases.is_empty() && cases.all(|case| case.judgement.verdict == Verdict::ACCEPTED)
}

/// Returns the command line with the problem in place of the folder, for the testcases of the folder.
fn with_problem(options: &Options, targets: &Targets, cases: &[Case]) -> String {
    let place = &options.task;
    let stated = generated::stated(&[(place.clone(), String::new())]);
    let slugs = match stated {
        Some(entry) => vec![entry.meta().slug],
        None => fitting(REGISTRY, std::slice::from_ref(place), cases, true),
    };
    let word = |word: &OsString| format!(" {}", for_a_shell(word));
    let files: String = targets.files.iter().map(|file| word(&file.into())).collect();
    let mut rest = format!("{files} --cases{}", word(&place.into()));
    if options.why {
        rest += " --why";
    }
    if let Some(folder) = &options.cut {
        rest += &format!(" --cut{}", word(&folder.into()));
    }
    if !targets.command.is_empty() {
        rest += " --";
        rest.extend(targets.command.iter().map(word));
    }
    proposed(&slugs, |slug| format!("gamesolve judge {slug}{rest}"))
}

/// Returns success if every program is as expected. Otherwise names the programs that are not.
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

/// Returns the error of a session that judged no testcase.
fn unjudged(error: SessionError) -> anyhow::Error {
    match error {
        SessionError::CannotStart(why) => Stop::wrong(why).into(),
        SessionError::Answers(_) => error.into(),
    }
}

/// Compares a report with the expected worst verdict.
fn expectation(expected: Verdict, report: &Report) -> Expectation {
    let worst = report.worst();
    let is_met = worst == Some(expected);
    Expectation {
        expected: expected.code().to_owned(),
        verdict: worst,
        differs: (!is_met).then(|| worst.map_or("no verdict", Verdict::code).to_owned()),
    }
}

/// Names the known mistakes of programs with wrong answers, for `--why`.
pub(super) struct Namer<'a> {
    /// The problem, if the task is one.
    judge: Option<&'a Judge<'a>>,
    session: &'a Session<'a>,
    /// The instances that distinguish the mistakes. The first program that needs them makes them.
    probes: OnceLock<Vec<Probe>>,
    /// The short testcases by name, as instances. The first judged program that needs them makes them.
    cases: OnceLock<HashMap<String, Probe>>,
}

impl<'a> Namer<'a> {
    pub(super) fn new(judge: Option<&'a Judge<'a>>, session: &'a Session<'a>) -> Namer<'a> {
        Namer {
            judge,
            session,
            probes: OnceLock::new(),
            cases: OnceLock::new(),
        }
    }

    /// Returns the problem if it has known mistakes and the program gives wrong answers or crashes.
    fn judge_of(&self, report: &Report) -> Option<&'a Judge<'a>> {
        let is_wrong = matches!(report.worst(), Some(Verdict::WRONG_ANSWER | Verdict::RUNTIME_ERROR));
        self.judge
            .filter(|judge| is_wrong && !judge.entry.mistakes().is_empty())
    }

    /// Returns the known mistake of a program that gives wrong answers, in English. Files are kept in the folder `place`
    /// of the workshop.
    ///
    /// The testcases of the report tell most, so the program hardly runs again.
    pub(super) fn mistake_of_judged(
        &self,
        program: &Program,
        files: &Files,
        report: &Report,
        place: &str,
    ) -> Result<Option<String>> {
        let session = self.session;
        if let Some(beside) = session.text_beside_answers(report) {
            return Ok(Some(beside));
        }
        let Some(judge) = self.judge_of(report).filter(|_| has(report, Verdict::WRONG_ANSWER)) else {
            return Ok(None);
        };
        let folder = session.workshop.folder().join(place);
        let stress = self.stress(judge, program, files, &folder)?;
        let likeness = stress.name_judged(self.known(judge, report), || self.probes(judge));
        Ok(likeness.map(|likeness| likeness.sentence(|words| words.en)))
    }

    /// Returns the outputs of a judged program on the short testcases, `None` for a crash or an exceeded limit.
    fn known(&self, judge: &Judge<'_>, report: &Report) -> Vec<(&Probe, Output)> {
        let cases = self
            .cases
            .get_or_init(|| short_cases(judge, &self.session.selection.cases));
        let cases = report.cases.iter().filter_map(|case| {
            let probe = cases.get(&case.name)?;
            let output = match case.judgement.verdict {
                // It says the same as the right answer.
                Verdict::ACCEPTED => Some(probe.answer.clone().into_bytes()),
                Verdict::PRESENTATION | Verdict::WRONG_ANSWER => Some(case.judgement.output.clone()?),
                Verdict::RUNTIME_ERROR | Verdict::MEMORY_LIMIT | Verdict::TIME_LIMIT | Verdict::OUTPUT_LIMIT => None,
                Verdict::Skipped | Verdict::LeftOut | Verdict::COMPILE_ERROR | Verdict::Internal(_) => return None,
            };
            Some((probe, output))
        });
        cases.collect()
    }

    fn probes(&self, judge: &Judge<'_>) -> &[Probe] {
        let make = || probes(judge.entry, judge.variants, judge.budget, &|| false);
        self.probes.get_or_init(make)
    }

    fn stress<'b>(
        &self,
        judge: &'b Judge<'b>,
        program: &'b Program,
        files: &Files,
        folder: &'b Path,
    ) -> Result<StressSession<'b>>
    where
        'a: 'b,
    {
        let limits = self.session.limits.clone();
        StressSession::new(program, judge, limits, files.clone(), self.session.workshop, folder)
            .context("cannot make a folder for the testcases")
    }

    /// Returns the line about the known mistake of a program.
    fn why(
        &self,
        program: &Program,
        files: &Files,
        report: &Report,
        (language, settings): (&show::Language, &Settings),
    ) -> Result<Option<String>> {
        let name = &program.name;
        if let Some(beside) = self.session.text_beside_answers(report) {
            return Ok(Some(format!("\nMistake of {name}: {beside}\n")));
        }
        if self.judge_of(report).is_some() && !has(report, Verdict::WRONG_ANSWER) {
            let why =
                format!("\n{name} gives no wrong answer, but it crashes. `--why` names only mistakes in answers.\n");
            return Ok(Some(why));
        }
        let Some(judge) = self.judge_of(report) else {
            return Ok(None);
        };
        let session = self.session;
        let folder = session.workshop.folder().join("why");
        let stress = self.stress(judge, program, files, &folder)?;
        let likeness = stress
            .name_mistake(self.probes(judge), None, session.jobs, None)
            .map_err(Stop::from_stress)?;
        let choose = |words: &Words| language.choose(words, settings);
        Ok(likeness.map(|likeness| format!("\nMistake of {name}: {}\n", likeness.sentence(choose))))
    }
}

/// Returns whether a testcase has this verdict.
fn has(report: &Report, verdict: Verdict) -> bool {
    report.cases.iter().any(|case| case.judgement.verdict == verdict)
}

/// Compiles the checker of `--checker`. The compiler sees the files beside it, such as testlib.h.
pub(super) fn named_checker(path: &Path, style: Style, workshop: &Workshop) -> Result<Program, NoProgram> {
    match style {
        Style::DmojPython => dmoj_function(path, &folder_of(path), workshop),
        _ => workshop.compiled(path, "checker", &folder_of(path), &[]),
    }
}

/// Returns an adapter that calls the Python function of a DMOJ checker.
fn dmoj_function(checker: &Path, include: &[PathBuf], workshop: &Workshop) -> Result<Program, NoProgram> {
    let name = quoted(checker.as_os_str().as_encoded_bytes(), 200);
    let cannot = |error| NoProgram::Unusable(format!("cannot read `{name}`: {}", reason(&error)));
    let file = checker.canonicalize().map_err(cannot)?;
    let adapter = workshop.folder().join("dmoj-checker.py");
    std::fs::write(&adapter, external::DMOJ_ADAPTER)
        .map_err(|error| NoProgram::Box(format!("cannot write a temporary file: {}", reason(&error))))?;
    let mut program = workshop.compiled(&adapter, "checker", include, &[])?;
    program.hand(file);
    Ok(Program { name, ..program })
}

/// Compiles a checker or an interactor of a package into the folder `place` of the workshop.
pub(super) fn package_checker(
    checker: &Checker,
    place: &str,
    package: Option<&Package>,
    workshop: &Workshop,
) -> Result<Program> {
    let wrong = |why: NoProgram| {
        let mut path = shown(&checker.path);
        let mut why = why;
        if let Some(package) = package {
            path = below(package, &path);
            why = named_in(package, &checker.path, &checker.include, why);
        }
        Stop::wrong(format_args!(
            "gamesolve cannot use the checker {path} of the package: {why}\nhint: use your own by `--checker`, or a rule by `--compare`"
        ))
    };
    // The checker may read the files beside it, so a link must not show it another folder.
    let files = std::iter::once(&checker.path).chain(&checker.include);
    let files = files.map(PathBuf::as_path);
    if package.is_some_and(|package| package.link_out(files).is_some()) {
        return Err(wrong(NoProgram::Unusable("a link leads out of the package".to_owned())).into());
    }
    let is_script = |name: &str| checker.protocol == Style::Kattis && checker.path.ends_with(name);
    let program = if is_script("build") {
        workshop.built(&checker.path, DEFAULT_COMPILE_TIME, place)
    } else if checker.protocol == Style::DmojPython {
        dmoj_function(&checker.path, &checker.include, workshop)
    } else {
        workshop.compiled(&checker.path, place, &checker.include, &foreign(&checker.flags))
    };
    let mut program = program.map_err(wrong)?;
    if is_script("run") {
        let folders = checker.include.iter().filter_map(|path| path.canonicalize().ok());
        program.readable.extend(folders);
    }
    // Nobody knows the folder of an unpacked archive.
    if let Some(package) = package.filter(|package| !package.unpacked.is_empty()) {
        program.name = below(package, &program.name);
    }
    Ok(program)
}

/// Returns the last link on the way to a file, and its target. Ignores absolute folders unless they are below the
/// current folder.
fn link_on_the_way(path: &Path) -> Option<(PathBuf, PathBuf)> {
    let here = std::env::current_dir().ok();
    let is_below = |step: &Path| here.as_ref().is_some_and(|here| step != here && step.starts_with(here));
    path.ancestors().find_map(|step| {
        let is_meant = step == path || step.is_relative() || is_below(step);
        Some((step.to_owned(), step.read_link().ok().filter(|_| is_meant)?))
    })
}

/// Returns the folder of a file, or nothing if the file does not exist.
pub(super) fn folder_of(path: &Path) -> Vec<PathBuf> {
    let folder = path.canonicalize().ok();
    let folder = folder.iter().filter_map(|path| path.parent());
    folder.map(Path::to_owned).collect()
}

/// Writes the embedded testcases into a new folder below `folder`, and returns it. `files` are the programs to judge.
fn embedded_cases(entry: &dyn Entry, files: &[PathBuf], folder: &Path) -> Result<PathBuf> {
    let slug = entry.meta().slug;
    let cases = folder.join("cases");
    std::fs::create_dir(&cases).context("cannot make a folder for the testcases")?;
    if embedded::write(entry.carried_as(), &cases).context("cannot write the testcases to a folder")? == 0 {
        let empty = Input {
            bytes: b"",
            variants: Variants::ORIGINAL,
        };
        // The user may have named a program first, in place of the task.
        if let Err(Failure::Game(why)) = entry.solve(empty, Budget::of(0)) {
            refuse!(
                "gamesolve took {} for a game: {why}\nhint: name the task first, then the program",
                entry.typed()
            );
        }
        // A user's own game has no testcases, but `gen` makes some.
        let task = entry.typed();
        let hint = if Path::new("tests").exists() {
            let file = files
                .first()
                .map_or("sol.cpp".to_owned(), |file| for_a_shell(file.as_os_str()));
            format!("gamesolve judge {task} {file} --cases tests")
        } else {
            format!("make some by gamesolve gen {task} --count 20 --dir tests --answers")
        };
        refuse!("gamesolve has no testcases of `{slug}`\nhint: {hint}");
    }
    Ok(cases)
}

/// Shows the progress and the reports of a session.
struct Display<'a> {
    options: &'a Options,
    targets: &'a Targets,
    session: &'a Session<'a>,
    /// The problem, if the task is one.
    entry: Option<&'static dyn Entry>,
    has_shown_cases: bool,
}

impl Display<'_> {
    fn format(&self) -> Format {
        self.options.reporting.format
    }

    /// Returns the command line of the user.
    fn replay(&self) -> Replay<'_> {
        Replay {
            typed: &self.options.typed.0,
            command: &self.targets.command,
            files: &self.targets.files,
        }
    }

    /// Judges one program, and shows its testcases if the user wants them. `file` is its source.
    fn judge(
        &mut self,
        program: &Program,
        files: &Files,
        file: Option<&Path>,
        ends: fn(Verdict) -> bool,
    ) -> Result<Report, SessionError> {
        let cases = &self.session.selection.cases;
        // The cases of one program alone can be shown as they are judged. Without `--rows` the last verdict decides
        // whether they are shown.
        let is_alone = self.targets.files.len() <= 1 && !self.targets.submissions;
        let live = Live::new(cases, self.format(), is_alone && self.options.rows, &program.name);
        let session = self.session;
        let judged = session.judge(program, files, ends, |index, case| live.judged(index, case));
        self.has_shown_cases = live.end();
        let mut report = judged?;
        let fault = report.first_fault().filter(|_| cases.len() > 1);
        report.replay = fault.map(|case| self.replay().command(&case.name, file));
        Ok(report)
    }

    /// Returns the first wrong testcases of each program, with each output beside the expected one.
    fn differences(&self, reports: &[Report]) -> String {
        /// The number of wrong testcases that are shown for one program.
        const MAX_SHOWN: usize = 5;
        let width = if std::io::stdout().is_terminal() {
            ratatui_crossterm::crossterm::terminal::size().map_or(80, |(columns, _)| usize::from(columns))
        } else {
            80
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
                    "\n{more} more wrong testcases of {}. Choose some by `--case`.\n",
                    report.judged
                );
            }
        }
        text
    }

    /// Writes the reports. In a report for people the lines about known mistakes stand before the key sentence.
    fn write(&self, reports: &[Report], mistakes: &str) -> Result<()> {
        let (options, format) = (self.options, self.format());
        let is_of_several = self.targets.files.len() > 1;
        let Format::Human { colour } = format else {
            return match reports {
                [] if !(self.targets.submissions || is_of_several) || format != Format::Json => Ok(()),
                reports => output::to_stdout(&report::written_of(reports, format, is_of_several)),
            };
        };
        let short = human::with_short_sandbox(reports);
        let reports = if options.verbose { reports } else { &short[..] };
        if let ([report], false) = (reports, options.rows)
            && let Some(brief) = report::human::brief(report)
        {
            return output::to_stdout(&brief);
        }
        let mut text = match reports {
            [] => return Ok(()),
            // The terminal has the lines of the testcases already.
            [report] if self.has_shown_cases => format!("\n{}", report::human::summary(report)),
            [report] => human::single(report, colour, !options.rows),
            reports => report::written(reports, format),
        };
        if options.diff {
            text += &self.differences(reports);
        }
        let margin = margin::sentences(reports);
        if !margin.is_empty() {
            text += &format!("\n{margin}");
        }
        let key = human::key_sentence(reports, !options.fail_fast);
        output::to_stdout(&format!("{text}{mistakes}{key}{}", self.smaller_input(reports)))
    }

    /// Returns the line that proposes `stress`, if one program fails on the only testcase.
    fn smaller_input(&self, reports: &[Report]) -> String {
        let (Some(entry), [report], [file]) = (self.entry, reports, &self.targets.files[..]) else {
            return String::new();
        };
        let [case] = &report.cases[..] else {
            return String::new();
        };
        let is_failure = matches!(
            case.judgement.verdict,
            Verdict::WRONG_ANSWER
                | Verdict::PRESENTATION
                | Verdict::RUNTIME_ERROR
                | Verdict::TIME_LIMIT
                | Verdict::MEMORY_LIMIT
                | Verdict::OUTPUT_LIMIT
        );
        if !is_failure || self.targets.submissions {
            return String::new();
        }
        let is_variant = |name: &str| entry.meta().all_variants().any(|variant| variant.name == name);
        let kept = |name: &str| Nature::is_of_runs(name) || is_variant(name);
        let command = self.replay().stress(entry.typed(), file, kept);
        format!("Find a smaller input: {command}\n")
    }
}

/// Writes the first wrong test of each input with several tests as its own testcase.
fn cut_out_tests(judge: &Judge<'_>, session: &Session<'_>, reports: &[Report], folder: &Path) -> Result<()> {
    for reported in reports.iter().flat_map(|report| &report.cases) {
        let mut cases = session.selection.cases.iter();
        let case = cases.find(|case| case.name == reported.name);
        if let (Some(case), Some(test)) = (case, reported.judgement.test) {
            let written = cut::write_test(judge.entry, judge.variants, case, test, folder)?;
            say(&format!(
                "Wrote test {test} of {} as a testcase: {}",
                case.name,
                shown(&written)
            ));
        }
    }
    Ok(())
}

/// Returns the number of physical cores. Two programs on one core would slow each other down.
fn physical_cores() -> NonZeroUsize {
    NonZeroUsize::new(num_cpus::get_physical()).unwrap_or(NonZeroUsize::MIN)
}
