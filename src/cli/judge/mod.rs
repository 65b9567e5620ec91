//! `gamesolve judge`: programs on stored cases, in a box.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::ArgMatches;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::register;
use tempfile::TempDir;

use super::output::{self, shown};
use super::status::{Status, Stop, say};
use super::{args, check};
use crate::judge::attempt::{self, Bench, Broken};
use crate::judge::external::{External, Style};
use crate::judge::program::{NoProgram, Program};
use crate::judge::report::{self, Conditions, Format, Report, ReportedCase};
use crate::judge::sandbox::{Limits, Sandbox, Tier};
use crate::judge::{Judge, Judgement, Policy, Verdict, run as run_all};
use crate::package::Case;
use crate::package::points::Stated;
use crate::package::{embedded, layout};
use crate::problem::{Entry, Variants};
use crate::text::quoted;

mod cut;
mod live;
mod options;
mod pattern;
mod replay;
mod watch;

pub(super) use options::{command, limits, time};

/// The verdict on programs that do not compile stands in the line of this case.
const COMPILING: &str = "compiling";

pub(super) fn run(matches: &ArgMatches) -> Result<Status> {
    let interrupted = Arc::new(AtomicBool::new(false));
    on_interrupt(&interrupted)?;
    if !matches.get_flag("watch") {
        return once(matches, &interrupted);
    }
    let watched = watch::Watched::of(targets(matches)?);
    while !interrupted.load(Ordering::Relaxed) {
        let seen = watched.stamps();
        if let Err(error) = once(matches, &interrupted) {
            // An editor may be in the middle of saving: what is wrong now need not be so at the next change.
            super::status::of_error(&error);
        }
        watched.wait(&seen, &interrupted);
    }
    Ok(Status::Interrupted)
}

/// What the user wants judged, and on what.
struct Targets {
    /// Source files and programs; without any, `command` is judged.
    files: Vec<PathBuf>,
    command: Vec<OsString>,
    /// Folders and files with cases; none for the embedded ones.
    cases: Vec<PathBuf>,
    checker: Option<PathBuf>,
}

fn targets(matches: &ArgMatches) -> Result<Targets> {
    let paths = |id: &str| matches.get_many::<PathBuf>(id).unwrap_or_default().cloned();
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) =
        paths("program").partition(|path| path.is_dir());
    let command: Vec<OsString> = matches
        .get_many("command")
        .unwrap_or_default()
        .cloned()
        .collect();
    let problem = match (files.is_empty(), command.is_empty()) {
        (true, true) => "no program is named",
        (false, false) => "programs are named both before and after `--`",
        _ => {
            let cases = folders.into_iter().chain(paths("cases")).collect();
            return Ok(Targets {
                files,
                command,
                cases,
                checker: paths("checker").next(),
            });
        }
    };
    let slug = args::the_problem(matches).meta().slug;
    let hint =
        format!("as in `gamesolve judge {slug} sol.cpp` or `gamesolve judge {slug} -- ./mysol`");
    Err(Stop::bad_input(format!("error: {problem}\nhint: {hint}")).into())
}

/// Judges everything once.
fn once(matches: &ArgMatches, interrupted: &Arc<AtomicBool>) -> Result<Status> {
    let entry = args::the_problem(matches);
    let targets = targets(matches)?;
    let format = check::format(matches);
    let variants = args::variants(entry, matches)?;
    let policy = policy(entry, matches)?;
    let folder = TempDir::with_prefix("gamesolve-judge-")
        .context("cannot make a folder for temporary files")?;
    let sandbox = sandbox(matches)?.interruptible(Arc::clone(interrupted));
    let Chosen {
        cases,
        skipped,
        answers,
        stated,
    } = cases(entry, matches, &targets.cases, folder.path())?;
    let compile_time = compile_time(matches);
    let compile = |path: &Path, place: &str| {
        Program::of_file(path, &sandbox, compile_time, &folder.path().join(place))
    };
    let checker = match &targets.checker {
        None => None,
        Some(path) => Some(External {
            program: compile(path, "checker").map_err(|why| no_program(&why))?,
            style: matches
                .get_one::<String>("checker-style")
                .and_then(|name| Style::named(name))
                .unwrap_or(Style::Testlib),
            time: Duration::from_secs(10),
        }),
    };
    let mut judging = Judging {
        entry,
        variants: &variants,
        policy,
        checker: checker.as_ref(),
        sandbox: &sandbox,
        folder: folder.path(),
        cases: &cases,
        answers: &answers,
        format,
        alone: targets.files.len() <= 1,
        matches,
        shown: AtomicBool::new(false),
    };
    let mut reports = Vec::new();
    if targets.files.is_empty() {
        reports.push(judging.report(&Program::of_command(targets.command), None)?);
    }
    for (number, path) in targets.files.iter().enumerate() {
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
        let report = match compile(path, &format!("program-{number}")) {
            Ok(program) => judging.report(&program, Some(path))?,
            Err(NoProgram::DoesNotCompile(said)) => judging.does_not_compile(path, &said),
            Err(_) if interrupted.load(Ordering::Relaxed) => break,
            Err(why) => return Err(no_program(&why)),
        };
        reports.push(report);
    }
    for report in &mut reports {
        report.cases.extend(skipped.iter().cloned());
        report.sort();
        check::count_points(report, &stated);
    }
    judging.write(&reports)?;
    if let Some(folder) = matches.get_one::<PathBuf>("cut") {
        judging.cut(&reports, folder)?;
    }
    if interrupted.load(Ordering::Relaxed) {
        if reports.is_empty() {
            say("interrupted");
        }
        return Ok(Status::Interrupted);
    }
    Ok(check::status(
        reports.iter().filter_map(Report::worst).max(),
    ))
}

/// The error for what cannot be run at all.
pub(super) fn no_program(why: &NoProgram) -> anyhow::Error {
    let message = format!("error: {why}");
    match why {
        NoProgram::Box(_) => Stop::fault(message).into(),
        NoProgram::Unusable(_) | NoProgram::DoesNotCompile(_) => Stop::bad_input(message).into(),
    }
}

/// The comparison that was asked for. Where the problem judges by its rules, none may be.
fn policy(entry: &dyn Entry, matches: &ArgMatches) -> Result<Policy> {
    let asked = matches.get_one::<String>("compare");
    if let (Some(policy), true) = (asked, entry.has_checker()) {
        let slug = entry.meta().slug;
        return Err(Stop::bad_input(format!(
            "error: outputs of `{slug}` are not compared by `{policy}`\nhint: several are right; they are judged by the \
             rules, without `--compare`"
        ))
        .into());
    }
    Ok(asked
        .and_then(|name| Policy::named(name))
        .unwrap_or_default())
}

/// The box, as strong as was asked for.
pub(super) fn sandbox(matches: &ArgMatches) -> Result<Sandbox> {
    let required = matches
        .get_one::<u8>("require-tier")
        .map(|tier| match tier {
            1 => Tier::One,
            2 => Tier::Two,
            _ => Tier::Three,
        });
    Sandbox::probe(required).map_err(|error| Stop::fault(format!("error: {error}")).into())
}

/// What the box contains, and why not more, in one line.
pub(super) fn box_says(sandbox: &Sandbox) -> String {
    let refusals = sandbox.refusals();
    let mut text = sandbox.describe();
    if !refusals.is_empty() {
        text += &format!(" ({})", refusals.join("; "));
    }
    quoted(text.as_bytes(), usize::MAX)
}

/// The limits that were asked for, else the problem's.
pub(super) fn limits_of(entry: &dyn Entry, matches: &ArgMatches) -> Limits {
    let meta = entry.meta();
    let size = |id: &str| matches.get_one::<u64>(id).copied();
    let time = matches.get_one::<Duration>("time").copied();
    attempt::limits(
        time.unwrap_or(Duration::from_millis(meta.time_limit_ms.into())),
        size("memory").unwrap_or(u64::from(meta.memory_limit_mib) << 20),
        size("output-limit").unwrap_or(attempt::OUTPUT),
        size("processes").unwrap_or(attempt::PROCESSES),
    )
}

/// Sets the flag given when the user or the system asks for the end.
pub(super) fn on_interrupt(flag: &Arc<AtomicBool>) -> Result<()> {
    for signal in [SIGINT, SIGTERM] {
        register(signal, Arc::clone(flag)).context("cannot prepare for Ctrl-C")?;
    }
    Ok(())
}

/// How long compiling may take.
pub(super) fn compile_time(matches: &ArgMatches) -> Duration {
    *matches
        .get_one("compile-time")
        .expect("the argument has a default")
}

/// What there is to judge on.
struct Chosen {
    cases: Vec<Case>,
    skipped: Vec<ReportedCase>,
    /// Of all cases that were found.
    answers: Vec<PathBuf>,
    /// What they are worth, chosen or not.
    stated: Stated,
}

/// The cases to judge on and those that are skipped: from the places named, else those that the binary carries.
fn cases(
    entry: &dyn Entry,
    matches: &ArgMatches,
    places: &[PathBuf],
    folder: &Path,
) -> Result<Chosen> {
    let slug = entry.meta().slug;
    let mut places = places.to_vec();
    if places.is_empty() {
        let carried = folder.join("cases");
        std::fs::create_dir(&carried).context("cannot make a folder for the cases")?;
        if embedded::write(slug, &carried).context("cannot write the cases to a folder")? == 0 {
            let hint = format!(
                "hint: name a folder with cases, as in `gamesolve judge {slug} --cases DIR …`"
            );
            return Err(Stop::bad_input(format!(
                "error: no cases of `{slug}` come with this program\n{hint}"
            ))
            .into());
        }
        places.push(carried);
    }
    let layout = layout::find(&places);
    let stated = check::stated(&places, &layout, args::max_input_bytes(matches))?;
    let (work, mut skipped) = check::plan(&layout, None, matches.get_flag("allow-missing"))?;
    let mut cases: Vec<Case> = work.into_iter().map(|work| work.case.clone()).collect();
    let answers = cases.iter().map(|case| case.answer.clone()).collect();
    let patterns: Vec<String> = matches
        .get_many("case")
        .unwrap_or_default()
        .cloned()
        .collect();
    if !patterns.is_empty() {
        let names: BTreeSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        let chosen: BTreeSet<String> = pattern::chosen(&patterns, &names)
            .map(str::to_owned)
            .collect();
        if chosen.is_empty() {
            let asked: Vec<String> = patterns
                .iter()
                .map(|p| format!("`{}`", quoted(p.as_bytes(), 64)))
                .collect();
            let known = names.iter().take(5).map(|name| format!("`{name}`"));
            let known = known.collect::<Vec<_>>().join(", ");
            let message = format!(
                "error: no case is called {}\nhint: there are {known} …",
                asked.join(" or ")
            );
            return Err(Stop::bad_input(message).into());
        }
        cases.retain(|case| chosen.contains(&case.name));
        skipped.retain(|case| chosen.contains(&case.name));
    }
    Ok(Chosen {
        cases,
        skipped,
        answers,
        stated,
    })
}

/// What all programs of one judging have in common.
struct Judging<'a> {
    entry: &'a dyn Entry,
    variants: &'a Variants,
    policy: Policy,
    checker: Option<&'a External>,
    sandbox: &'a Sandbox,
    folder: &'a Path,
    cases: &'a [Case],
    /// The stored answers of all cases, chosen or not: what no program may read.
    answers: &'a [PathBuf],
    format: Format,
    /// Whether there is one program only, whose cases can be shown as they are judged.
    alone: bool,
    matches: &'a ArgMatches,
    /// Whether the cases have been shown already.
    shown: AtomicBool,
}

impl Judging<'_> {
    /// Judges one program on all cases; `file` is what it was made from.
    fn report(&mut self, program: &Program, file: Option<&PathBuf>) -> Result<Report> {
        let matches = self.matches;
        let meta = self.entry.meta();
        let limits = limits_of(self.entry, matches);
        let judge = Judge {
            entry: self.entry,
            variants: self.variants,
            policy: self.policy,
            budget: crate::budget::Budget::of_this_machine(),
        };
        let mut bench = Bench::new(
            self.sandbox,
            judge,
            limits.clone(),
            self.folder,
            args::max_input_bytes(matches),
        );
        bench.checker = self.checker;
        bench.files = matches
            .get_flag("contest-files")
            .then_some(meta.contest_files);
        let needed: Vec<PathBuf> = program
            .readable
            .iter()
            .cloned()
            .chain(program.argv.iter().map(PathBuf::from))
            .collect();
        bench.hidden = attempt::answers_to_hide(self.answers, &needed)
            .context("cannot find the stored answers")?;
        let fail_fast = matches.get_flag("fail-fast");
        let jobs = matches
            .get_one("jobs")
            .copied()
            .unwrap_or_else(physical_cores);
        let live = live::Live::new(self.cases, self.format, self.alone, &program.name);
        let stopped = Mutex::new(None);
        // Cases past the first with a fault are not begun, and where they were, they do not count: the report is the
        // same for any number of jobs.
        let first_fault = AtomicUsize::new(usize::MAX);
        let numbered: Vec<(usize, &Case)> = self.cases.iter().enumerate().collect();
        let judgements = run_all(&numbered, jobs, |(index, case)| {
            if *index > first_fault.load(Ordering::Relaxed) || self.sandbox.is_interrupted() {
                return None;
            }
            let judgement = match bench.judge(program, case) {
                Ok(judgement) => judgement,
                Err(Broken::Interrupted) => return None,
                Err(Broken::CannotStart(why)) => {
                    *stopped.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
                    first_fault.store(0, Ordering::Relaxed);
                    return None;
                }
            };
            if fail_fast && judgement.verdict != Verdict::Accepted {
                first_fault.fetch_min(*index, Ordering::Relaxed);
            }
            let reported = reported(case, judgement);
            live.judged(*index, &reported);
            Some(reported)
        });
        self.shown.store(live.end(), Ordering::Relaxed);
        if let Some(why) = stopped.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(Stop::bad_input(format!("error: {why}")).into());
        }
        let last = first_fault.into_inner();
        let counted = judgements
            .into_iter()
            .enumerate()
            .filter(|(index, _)| *index <= last);
        let mut report = self.empty_report(&program.name);
        report.cases = counted.filter_map(|(_, case)| case).collect();
        report.interrupted = self.sandbox.is_interrupted();
        report.conditions = Some(Conditions {
            tier: self.sandbox.tier() as u8,
            box_says: box_says(self.sandbox),
            time: limits.cpu,
            memory: limits.memory,
        });
        let fault = report.first_fault().filter(|_| self.cases.len() > 1);
        report.replay = fault.map(|case| replay::command(self.matches, &case.name, file));
        Ok(report)
    }

    fn empty_report(&self, name: &str) -> Report {
        let (rule, rule_says) = match self.checker {
            Some(checker) => {
                let says = format!(
                    "what the checker {} says, in the protocol of {}",
                    checker.program.name,
                    checker.style.name()
                );
                ("external checker", says)
            }
            None => {
                let judge = Judge {
                    entry: self.entry,
                    variants: self.variants,
                    policy: self.policy,
                    budget: crate::budget::Budget::of(0),
                };
                let (rule, says) = judge.rule();
                (rule, says.to_owned())
            }
        };
        Report {
            problem: self.entry.meta().slug.to_owned(),
            judged: name.to_owned(),
            rule: rule.to_owned(),
            rule_says,
            cases: Vec::new(),
            conditions: None,
            interrupted: false,
            points: None,
            replay: None,
        }
    }

    fn does_not_compile(&self, path: &Path, said: &str) -> Report {
        let name = quoted(path.as_os_str().as_encoded_bytes(), 200);
        let judgement = Judgement::new(Verdict::CompileError, said);
        let case = ReportedCase {
            name: COMPILING.to_owned(),
            group: None,
            judgement,
        };
        Report {
            cases: vec![case],
            ..self.empty_report(&name)
        }
    }

    fn write(&self, reports: &[Report]) -> Result<()> {
        match (reports, self.shown.load(Ordering::Relaxed)) {
            ([], _) => Ok(()),
            // The cases stand above already.
            ([report], true) => output::to_stdout(&format!("\n{}", report::human::summary(report))),
            (reports, _) => output::to_stdout(&report::written(reports, self.format)),
        }
    }

    /// Writes the first wrong test of each case that holds several as a case of its own.
    fn cut(&self, reports: &[Report], folder: &Path) -> Result<()> {
        for reported in reports.iter().flat_map(|report| &report.cases) {
            let case = self.cases.iter().find(|case| case.name == reported.name);
            if let (Some(case), Some(test)) = (case, reported.judgement.test) {
                let written = cut::out(self.entry, self.variants, case, test, folder)?;
                say(&format!(
                    "test {test} of {} is now a case of its own: {}",
                    case.name,
                    shown(&written)
                ));
            }
        }
        Ok(())
    }
}

fn reported(case: &Case, judgement: Judgement) -> ReportedCase {
    ReportedCase {
        name: case.name.clone(),
        group: case.group.clone(),
        judgement,
    }
}

/// Two programs on one core would slow each other down.
fn physical_cores() -> NonZeroUsize {
    NonZeroUsize::new(num_cpus::get_physical()).unwrap_or(NonZeroUsize::MIN)
}
