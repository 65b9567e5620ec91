//! `gamesolve check`: the built-in solver, or stored outputs, against stored answers.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use itertools::Itertools;

use super::args;
use super::output::{self, shown};
use super::problems::{self, Problems};
use super::status::{Status, Stop, say};
use crate::budget::Budget;
use crate::judge::points::Counted;
use crate::judge::report::{Format, Report, ReportedCase};
use crate::judge::{Fault, Judge, Judgement, Policy, Verdict, run as run_all};
use crate::package::Case;
use crate::package::layout::{self, Layout};
use crate::package::points::{self, Stated};
use crate::problem::{Entry, Variants};
use crate::problems::REGISTRY;
use crate::text::Source;

pub(super) fn command() -> Command {
    let policies = Policy::ALL.map(|policy| format!("  {:7} {}\n", policy.name(), policy.rule()));
    Command::new("check")
        .about("Check the built-in solver, or stored outputs, against stored answers")
        .after_help(format!(
            "Comparisons:\n{}\nCases are found in the layouts of Themis, sinol, CMS, ICPC, Kattis and Polygon, and as \
             plain pairs such as 1.in with 1.out. Where one folder is named and its package says what groups of cases are \
             worth (init.yml, config.yml, gen/GEN, Settings.cfg, problem.yaml, problem.xml), points are counted.",
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
                    "The problem [default: told for each case from the names of files and folders], then folders and \
                     files with cases",
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
    let problems = match named {
        Some(entry) => Problems::one(entry),
        None => problems::told(&paths, &layout)?,
    };
    let variants = problems.entries.iter();
    let variants: Vec<Variants> = variants
        .map(|entry| args::variants(*entry, matches))
        .try_collect()?;
    let stated = stated(&paths, &layout, args::max_input_bytes(matches))?;
    let asked = matches.get_one::<String>("compare");
    let with_checker = problems.entries.iter().find(|entry| entry.has_checker());
    if let (Some(policy), Some(entry)) = (asked, with_checker) {
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
    let budget = args::budget(matches);
    let judges = problems.entries.iter().zip(&variants);
    let judges = judges.map(|(entry, variants)| Judge {
        entry: *entry,
        variants,
        policy: asked
            .and_then(|name| Policy::named(name))
            .unwrap_or_default(),
        budget,
    });
    let check = Check {
        judges: judges.collect(),
        problems: &problems,
        budget,
        max_bytes: args::max_input_bytes(matches),
    };
    let jobs = jobs(matches);
    let mut rules = check.judges.iter().map(Judge::rule).unique();
    let (rule, rule_says): (Vec<_>, Vec<_>) = rules.by_ref().unzip();
    let slugs = problems.entries.iter().map(|entry| entry.meta().slug);
    let mut report = Report {
        problem: slugs.format(", ").to_string(),
        judged: folder.map_or_else(
            || "the built-in solver".to_owned(),
            |folder| format!("the outputs in {}", shown(folder)),
        ),
        rule: rule.join(", "),
        rule_says: rule_says.join("; "),
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
    /// For each of the problems, in their order.
    judges: Vec<Judge<'a>>,
    problems: &'a Problems,
    budget: Budget,
    max_bytes: u64,
}

impl Check<'_> {
    /// Checks all cases.
    ///
    /// Cases that run together share the budget of memory. One that needs more than its share is checked again on its
    /// own with the whole, so that the number of jobs changes no verdict.
    fn all(&self, work: &[Work<'_>], jobs: NonZeroUsize) -> Vec<ReportedCase> {
        let whole = self.budget;
        let share = Budget::of(whole.bytes() / jobs.get() as u64);
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
            ..self.judges[self.problems.of(work.case)]
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
                return Ok(of_solver(&judge, judgement));
            };
            let output = read(path)?.bytes;
            Ok(judge.judge(&input, &answer, &output))
        };
        judged().unwrap_or_else(|judgement: Judgement| judgement)
    }
}

/// What a judgement of the built-in solver's output means: the rules cannot find it wrong unless it is.
fn of_solver(judge: &Judge<'_>, judgement: Judgement) -> Judgement {
    if judgement.verdict == Verdict::WrongAnswer && judge.entry.has_checker() {
        return Judgement {
            verdict: Verdict::Internal(Fault::Own),
            ..judgement
        };
    }
    judgement
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
