//! `gamesolve check`: the built-in solver, or stored outputs, against stored answers.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use itertools::Itertools;

use super::args;
use super::output::{self, shown};
use super::status::{Status, Stop, say};
use crate::budget::Budget;
use crate::judge::points::Counted;
use crate::judge::report::{Format, Report, ReportedCase};
use crate::judge::{Case, Fault, Judge, Judgement, Policy, Verdict, run as run_all};
use crate::package::layout::{self, Layout};
use crate::package::points::{self, Stated};
use crate::problem::{Entry, Meta};
use crate::problems::REGISTRY;
use crate::text::Source;

pub(super) fn command() -> Command {
    let policies = Policy::ALL.map(|policy| format!("  {:7} {}\n", policy.name(), policy.rule()));
    Command::new("check")
        .about("Check the built-in solver, or stored outputs, against stored answers")
        .after_help(format!(
            "Comparisons:\n{}\nCases are found in the layouts of Themis, sinol, CMS, ICPC and Kattis, and as plain \
             pairs such as 1.in with 1.out. Where one folder is named and its package says what groups of cases are \
             worth (init.yml, config.yml, gen/GEN, Settings.cfg, problem.yaml), points are counted.",
            policies.concat()
        ))
        .override_usage("gamesolve check [OPTIONS] [PROBLEM] PATH...")
        .arg(
            Arg::new("paths")
                .value_name("PATH")
                .required(true)
                .action(ArgAction::Append)
                .value_parser(value_parser!(PathBuf))
                .help(
                    "The problem [default: told from the names of files and folders], then folders and files with cases",
                ),
        )
        .arg(
            Arg::new("outputs")
                .long("outputs")
                .value_name("DIR")
                .value_parser(value_parser!(PathBuf))
                .help("Check the outputs in this folder, named as the cases are, instead of solving"),
        )
        .args(judging())
        .args(args::limits())
        .args(args::variants_of_all())
}

/// The options of judging and reporting.
pub(super) fn judging() -> [Arg; 4] {
    [
        Arg::new("compare")
            .long("compare")
            .value_name("POLICY")
            .value_parser(Policy::ALL.map(Policy::name))
            .hide_possible_values(true)
            .help("When an output is the stored answer; see below [default: tokens]"),
        Arg::new("format")
            .long("format")
            .value_name("FORMAT")
            .value_parser(["human", "json", "junit", "tap"])
            .default_value("human")
            .help("How to report"),
        Arg::new("jobs")
            .short('j')
            .long("jobs")
            .value_name("N")
            .value_parser(value_parser!(NonZeroUsize))
            .help("How many cases at a time [default: one per processor]"),
        Arg::new("allow-missing")
            .long("allow-missing")
            .action(ArgAction::SetTrue)
            .help("Skip cases without an input, an answer or an output, instead of refusing all"),
    ]
}

pub(super) fn run(matches: &ArgMatches) -> Result<Status> {
    let (named, paths) = problem_and_paths(matches)?;
    let layout = layout::find(&paths);
    let entry = match named {
        Some(entry) => entry,
        None => problem_of(&paths, &layout)?,
    };
    let variants = args::variants(entry, matches)?;
    let stated = stated(&paths, &layout, args::max_input_bytes(matches))?;
    let asked = matches.get_one::<String>("compare");
    if let (Some(policy), true) = (asked, entry.has_checker()) {
        let slug = entry.meta().slug;
        return Err(Stop::bad_input(format!(
            "error: outputs of `{slug}` are not compared by `{policy}`\nhint: several are right; they are judged by the \
             rules, without `--compare`"
        ))
        .into());
    }
    let folder = matches.get_one::<PathBuf>("outputs");
    let allow_missing = matches.get_flag("allow-missing");
    let (work, skipped) = plan(&layout, folder.map(PathBuf::as_path), allow_missing)?;
    let check = Check {
        judge: Judge {
            entry,
            variants: &variants,
            policy: asked
                .and_then(|name| Policy::named(name))
                .unwrap_or_default(),
            budget: args::budget(matches),
        },
        max_bytes: args::max_input_bytes(matches),
    };
    let jobs = jobs(matches);
    let (rule, rule_says) = check.judge.rule();
    let mut report = Report {
        problem: entry.meta().slug.to_owned(),
        judged: folder.map_or_else(
            || "the built-in solver".to_owned(),
            |folder| format!("the outputs in {}", shown(folder)),
        ),
        rule: rule.to_owned(),
        rule_says: rule_says.to_owned(),
        cases: check.all(&work, jobs),
        conditions: None,
        interrupted: false,
        points: None,
        replay: None,
    };
    report.cases.extend(skipped);
    report.sort();
    count_points(&mut report, &stated);
    output::to_stdout(&report.written(format(matches)))?;
    Ok(status(report.worst()))
}

/// The problem, where it was named, and the paths. A problem's name is never taken for a path.
fn problem_and_paths(matches: &ArgMatches) -> Result<(Option<&'static dyn Entry>, Vec<PathBuf>)> {
    let given: Vec<PathBuf> = matches
        .get_many::<PathBuf>("paths")
        .expect("the argument is required")
        .cloned()
        .collect();
    let named = given[0].to_str().and_then(|first| {
        REGISTRY
            .iter()
            .find(|entry| entry.meta().slug == first)
            .copied()
    });
    let Some(entry) = named else {
        return Ok((None, given));
    };
    let slug = entry.meta().slug;
    let hint = given[0]
        .is_dir()
        .then(|| format!("hint: `{slug}` is the problem here; the folder is `./{slug}`"));
    let paths = given[1..].to_vec();
    if paths.is_empty() {
        let mut message = format!("error: no file or folder with cases of `{slug}` is named");
        message.extend(hint.map(|hint| format!("\n{hint}")));
        return Err(Stop::bad_input(message).into());
    }
    if let Some(hint) = hint.filter(|_| !paths.iter().any(|path| is_same_folder(path, &given[0]))) {
        say(&hint);
    }
    Ok((Some(entry), paths))
}

fn is_same_folder(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// The problem that the paths speak of: in what was typed, else in its full path, else in the names of the cases.
///
/// A problem's own name goes before the name of its files at the contest, and that before either in other letter case:
/// `Stones.in` and `STONES.INP` are two problems', and a third one's files may be called as a problem is.
fn problem_of(paths: &[PathBuf], layout: &Layout) -> Result<&'static dyn Entry> {
    let typed = paths.to_vec();
    let full: Vec<PathBuf> = paths.iter().filter_map(|p| p.canonicalize().ok()).collect();
    let inputs: Vec<PathBuf> = layout.cases.iter().map(|case| case.input.clone()).collect();
    let signs: [fn(&Path, &Meta) -> bool; 3] = [has_name, has_contest_name, has_either_in_any_case];
    for (places, is_of) in [&typed, &full, &inputs]
        .into_iter()
        .cartesian_product(signs)
    {
        let speaks = |entry: &&&'static dyn Entry| places.iter().any(|p| is_of(p, entry.meta()));
        let found: Vec<&'static dyn Entry> = REGISTRY.iter().filter(speaks).copied().collect();
        match found[..] {
            [] => {}
            [entry] => return Ok(entry),
            [..] => {
                let names: Vec<String> = found
                    .iter()
                    .map(|entry| format!("`{}`", entry.meta().slug))
                    .collect();
                return Err(Stop::bad_input(format!(
                    "error: which problem this is cannot be told: the paths speak of {}\nhint: name it, as in \
                     `gamesolve check {} PATH`",
                    names.join(" and "),
                    found[0].meta().slug
                ))
                .into());
            }
        }
    }
    let first = &paths[0];
    let no_such = if first.exists() {
        ""
    } else {
        ", and there is no such file or folder"
    };
    Err(Stop::bad_input(format!(
        "error: no problem is named, and none can be told from {}{no_such}\nhint: name it, as in `gamesolve check {} \
         PATH`; `gamesolve list` shows the problems",
        shown(first),
        REGISTRY[0].meta().slug
    ))
    .into())
}

/// Whether a folder or file on the path is called as the problem is.
fn has_name(path: &Path, meta: &Meta) -> bool {
    path.iter().any(|part| part == meta.slug)
}

/// Whether a folder or file on the path is called as the problem's files at the contest are, without their endings.
fn has_contest_name(path: &Path, meta: &Meta) -> bool {
    names(path).any(|name| contest_names(meta).contains(&Some(name)))
}

/// Whether either is so without regard to ASCII case.
fn has_either_in_any_case(path: &Path, meta: &Meta) -> bool {
    let known = [Some(OsStr::new(meta.slug))].into_iter();
    let known: Vec<&OsStr> = known.chain(contest_names(meta)).flatten().collect();
    names(path).any(|name| known.iter().any(|k| name.eq_ignore_ascii_case(k)))
}

fn contest_names(meta: &Meta) -> [Option<&OsStr>; 2] {
    let (input, output) = meta.contest_files;
    [input, output].map(|file| Path::new(file).file_stem())
}

/// The parts of a path, and the last one without its ending.
fn names(path: &Path) -> impl Iterator<Item = &OsStr> {
    path.iter().chain(path.file_stem())
}

/// A case to judge, with its stored output where outputs are checked.
pub(super) struct Work<'a> {
    pub(super) case: &'a Case,
    output: Option<PathBuf>,
}

/// What there is to judge, and what is skipped for being incomplete; everything that is wrong with the files is one
/// error.
pub(super) fn plan<'a>(
    layout: &'a Layout,
    folder: Option<&Path>,
    allow_missing: bool,
) -> Result<(Vec<Work<'a>>, Vec<ReportedCase>)> {
    let mut wrong: Vec<String> = layout.troubles.iter().map(ToString::to_string).collect();
    let mut missing: Vec<(String, Option<String>, String)> = layout
        .halves
        .iter()
        .map(|half| (half.name.clone(), half.group.clone(), half.to_string()))
        .collect();
    let mut work = Vec::new();
    let mut outputs: Option<HashMap<Vec<u8>, PathBuf>> = None;
    if let Some(folder) = folder {
        if layout.roots > 1 {
            wrong.push(
                "`--outputs` takes the cases of one folder, but several are named".to_owned(),
            );
        }
        let (found, troubles) = layout::outputs(folder);
        wrong.extend(troubles.iter().map(ToString::to_string));
        outputs = Some(found);
    }
    for case in &layout.cases {
        match outputs.as_mut().map(|outputs| outputs.remove(&case.key)) {
            None => work.push(Work { case, output: None }),
            Some(Some(output)) => work.push(Work {
                case,
                output: Some(output),
            }),
            Some(None) => missing.push((
                case.name.clone(),
                case.group.clone(),
                format!("`{}` has no output", case.name),
            )),
        }
    }
    if !allow_missing {
        wrong.extend(missing.iter().map(|(_, _, what)| what.clone()));
    } else if wrong.is_empty() && work.is_empty() {
        wrong.push(format!("all {} cases are incomplete", missing.len()));
    }
    if !wrong.is_empty() {
        let mut message: Vec<String> = wrong.iter().map(|what| format!("error: {what}")).collect();
        if !missing.is_empty() && !allow_missing {
            message.push("hint: `--allow-missing` skips what is incomplete".to_owned());
        }
        return Err(Stop::bad_input(message.join("\n")).into());
    }
    let skipped = missing.into_iter().map(|(name, group, what)| ReportedCase {
        name,
        group,
        judgement: Judgement::new(Verdict::Skipped, what),
    });
    Ok((work, skipped.collect()))
}

/// What is said about points where one folder is named: those of several do not add up.
pub(super) fn stated(paths: &[PathBuf], layout: &Layout, max_bytes: u64) -> Result<Stated> {
    match paths {
        [folder] if folder.is_dir() => points::stated(folder, layout, max_bytes)
            .map_err(|message| Stop::bad_input(message).into()),
        _ => Ok(Stated::Nothing),
    }
}

/// Adds the points to a report on all cases that there are.
pub(super) fn count_points(report: &mut Report, stated: &Stated) {
    match stated {
        Stated::Nothing => {}
        Stated::Scheme(scheme) => report.count_points(scheme),
        Stated::Uncounted { source, why } => {
            let why = format!("{why} ({source})");
            report.points = Some(Counted::not(source.clone(), why));
        }
    }
}

/// How the cases are checked.
struct Check<'a> {
    judge: Judge<'a>,
    max_bytes: u64,
}

impl Check<'_> {
    /// Checks all cases.
    ///
    /// Cases that run together share the budget of memory. One that needs more than its share is checked again on its
    /// own with the whole, so that the number of jobs changes no verdict.
    fn all(&self, work: &[Work<'_>], jobs: NonZeroUsize) -> Vec<ReportedCase> {
        let whole = self.judge.budget;
        let share = Budget {
            bytes: whole.bytes / jobs.get() as u64,
        };
        let mut judgements = run_all(work, jobs, |work| self.one(work, share));
        for (work, judgement) in work.iter().zip(&mut judgements) {
            if judgement.verdict == Verdict::Internal(Fault::Refused) {
                *judgement = self.one(work, whole);
            }
        }
        let reported = |(work, judgement): (&Work<'_>, Judgement)| ReportedCase {
            name: work.case.name.clone(),
            group: work.case.group.clone(),
            judgement,
        };
        work.iter().zip(judgements).map(reported).collect()
    }

    /// Checks one case.
    fn one(&self, work: &Work<'_>, budget: Budget) -> Judgement {
        let judge = Judge {
            budget,
            ..self.judge
        };
        let read = |path: &Path| {
            Source::from_file(path, self.max_bytes)
                .map_err(|error| Judgement::internal(Fault::BadCase, error.to_string()))
        };
        let judged = || {
            let input = read(&work.case.input)?;
            let answer = read(&work.case.answer)?.bytes;
            let Some(path) = &work.output else {
                let output = judge
                    .entry
                    .solve(judge.given(&input), budget)
                    .map_err(|failure| judge.of_failure(failure, &input, &answer))?;
                let judgement = judge.judge(&input, &answer, output.as_bytes());
                return Ok(self.of_solver(judgement));
            };
            let output = read(path)?.bytes;
            Ok(judge.judge(&input, &answer, &output))
        };
        judged().unwrap_or_else(|judgement: Judgement| judgement)
    }

    /// What a judgement of the built-in solver's output means: the rules cannot find it wrong unless it is.
    fn of_solver(&self, judgement: Judgement) -> Judgement {
        if judgement.verdict == Verdict::WrongAnswer && self.judge.entry.has_checker() {
            return Judgement {
                verdict: Verdict::Internal(Fault::Own),
                ..judgement
            };
        }
        judgement
    }
}

fn jobs(matches: &ArgMatches) -> NonZeroUsize {
    matches
        .get_one("jobs")
        .copied()
        .or_else(|| std::thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN)
}

pub(super) fn format(matches: &ArgMatches) -> Format {
    match matches.get_one::<String>("format").map(String::as_str) {
        Some("json") => Format::Json,
        Some("junit") => Format::Junit,
        Some("tap") => Format::Tap,
        _ => Format::Human {
            colour: output::takes_colour(),
        },
    }
}

/// How a run ends whose worst case has this verdict.
pub(super) fn status(worst: Option<Verdict>) -> Status {
    match worst {
        Some(Verdict::Internal(fault)) => match fault {
            Fault::Own | Fault::StoredAnswer => Status::Fault,
            Fault::BadCase => Status::BadInput,
            Fault::Refused => Status::Refused,
        },
        Some(Verdict::Accepted) => Status::Success,
        _ => Status::NotAccepted,
    }
}
