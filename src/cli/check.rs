//! `gamesolve check`: compares the built-in solver, or stored outputs, with stored answers.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use anyhow::Result;
use clap::Args;
use itertools::Itertools;

use super::args::{self, one_of, whole};
use super::output::{self, shown};
use super::process::deadline::QUIET;
use super::process::progress::{Progress, bar, clock};
use super::settings::{self, Settings};
use super::status::{Status, Stop, refuse, say};
use super::task::{is_game_file, is_present_game, near};
use crate::cases::batch::Batch;
use crate::cases::evaluate::Judge;
use crate::cases::generated::{self, Lists};
use crate::cases::recognise::{CaseProblems, recognise};
use crate::judge::report::Format;
use crate::judge::selection::{Opened, SelectionError, complete_cases, open};
use crate::judge::{Fault, Policy, Verdict};
use crate::package::format::FORMATS;
use crate::package::layout::Layout;
use crate::problem::{Entry, Variants};
use crate::problems::REGISTRY;

/// Check the solver or stored outputs against stored answers
#[derive(Args)]
#[group(skip)]
#[command(override_usage = "gamesolve check [OPTIONS] [PROBLEM] PATH...", after_long_help = long_help())]
pub(super) struct Options {
    /// The problem, then folders and files of testcases [default problem: from the names of files and folders]
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Check the outputs in this folder instead of solving. An output has the name of its testcase
    #[arg(long, value_name = "DIR")]
    outputs: Option<PathBuf>,
    #[command(flatten)]
    reporting: Reporting,
    #[command(flatten)]
    limits: args::Limits,
    #[command(flatten)]
    variants: args::VariantFlags,
}

fn long_help() -> String {
    let read = FORMATS.iter().filter(|format| format.reader.is_some());
    // The ICPC uses the format of Kattis.
    let names = read.flat_map(|format| [Some(format.name), format.targets.first().map(|target| target.shown)]);
    let formats = names.flatten().dedup().join(", ");
    format!(
        "{}\ngamesolve finds testcases in the layouts of {}, and in plain pairs such as 1.in with 1.out. \
         Folders and archives (.zip, .kpp, .tar, .tar.gz, .tgz) both work.\n\nIf you name one folder or archive and \
         its package gives points to groups, the report counts the points. The points come from init.yml, \
         config.yml, gen/GEN, Settings.cfg, problem.yaml or problem.xml.",
        comparisons(),
        formats
    )
}

/// Returns the list of comparisons for a help text.
pub(super) fn comparisons() -> String {
    let policies = Policy::ALL.map(|policy| format!("  {:7} {}\n", policy.name(), policy.rule()));
    format!("Rules of comparison:\n{}", policies.concat())
}

/// The options of comparing and reporting outputs.
#[derive(Args)]
#[group(skip)]
pub(super) struct Reporting {
    /// The rule for comparing an output with the answer. `--help` lists all rules [default: from the package or `gamesolve.toml`, else tokens]
    #[arg(
        long,
        value_name = "POLICY",
        value_parser = one_of(Policy::ALL.map(|policy| (policy.name(), policy))),
        hide_possible_values = true
    )]
    pub(super) compare: Option<Policy>,
    /// The format of the report
    #[arg(long, value_name = "FORMAT", value_parser = one_of(formats()), default_value = "human")]
    pub(super) format: Format,
    /// Number of testcases at a time [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = whole::<NonZeroUsize>(1..=u64::MAX))]
    pub(super) jobs: Option<NonZeroUsize>,
    /// Skip testcases without an input, an answer or an output, instead of refusing all of them
    #[arg(long, hide_short_help = true)]
    pub(super) allow_missing: bool,
}

fn formats() -> [(&'static str, Format); 4] {
    let colour = output::takes_colour();
    [
        ("human", Format::Human { colour }),
        ("json", Format::Json),
        ("junit", Format::Junit),
        ("tap", Format::Tap),
    ]
}

impl Reporting {
    /// Returns the comparison for the outputs of these problems: that of `--compare`, else that of the settings.
    ///
    /// # Errors
    /// Fails if the user chose a comparison, but a problem judges by its rules.
    pub(super) fn policy(&self, entries: &[&dyn Entry], settings: &Settings) -> Result<Policy> {
        let with_checker = entries.iter().find(|entry| entry.has_checker());
        if let (Some(policy), Some(entry)) = (self.compare, with_checker) {
            let (slug, policy) = (entry.meta().slug, policy.name());
            refuse!(
                "cannot compare outputs of `{slug}` by `{policy}`, because several outputs are right\nhint: leave out \
                 `--compare`, so that the rules of the game decide"
            );
        }
        let by_settings = || settings.compare(with_checker.copied()).map(|(policy, _)| policy);
        Ok(self.compare.or_else(by_settings).unwrap_or_default())
    }
}

pub(super) fn run(options: &Options) -> Result<Status> {
    options.limits.start_threads()?;
    let deadline = options.limits.solving.unshown_deadline();
    let (named, paths) = problem_and_paths(&options.paths)?;
    if named.is_none()
        && let ([first, _, ..], false) = (&paths[..], paths[0].exists())
        && let Some(slug) = near(first.as_os_str())
    {
        refuse!(
            "there is no problem, file or folder {}\nhint: did you mean `{slug}`?",
            shown(first)
        );
    }
    Stop::unless_all_exist(paths.iter().chain(&options.outputs))?;
    let max_bytes = options.limits.input.or_default();
    let Opened {
        layout,
        points,
        package: _package,
        made: _made,
    } = open(&paths, None, max_bytes, &Lists).map_err(unselected)?;
    let problems = match named {
        Some(entry) => CaseProblems::one(entry),
        None => match recognise(REGISTRY, &paths, &layout) {
            Ok(problems) => problems,
            // The names do not tell, but `cases.yaml` may state the problem.
            Err(error) => stated(&layout)
                .map(CaseProblems::one)
                .ok_or_else(|| Stop::bad_input(error.to_string()))?,
        },
    };
    let variants = problems.entries.iter();
    let variants: Vec<Variants> = variants.map(|entry| options.variants.of(*entry)).try_collect()?;
    let folders: Vec<PathBuf> = paths.iter().filter_map(|path| settings::folder_of(path)).collect();
    let settings = Settings::beside(&folders, &[])?;
    let policy = options.reporting.policy(&problems.entries, &settings)?;
    let outputs = options.outputs.as_deref();
    let allow_missing = options.reporting.allow_missing;
    let (cases, skipped) = complete_cases(&layout, outputs, allow_missing).map_err(unselected)?;
    let budget = options.limits.solving.budget();
    let judges = problems.entries.iter().zip(&variants);
    let judges = judges.map(|(entry, variants)| Judge {
        entry: *entry,
        variants,
        policy,
        budget,
    });
    let total = cases.len() as u64;
    let progress = Progress::new(true, move |done, time| {
        if time < QUIET {
            String::new()
        } else {
            format!("{} {done}/{total} testcases, {}", bar(done, total), clock(time))
        }
    });
    let batch = Batch {
        judges: judges.collect(),
        problems: &problems,
        budget,
        max_bytes,
        blames_answers: outputs.is_none() && matches!(options.reporting.format, Format::Human { .. }),
        jobs: (options.reporting.jobs)
            .or_else(|| available_parallelism().ok())
            .unwrap_or(NonZeroUsize::MIN),
        judged: &|| progress.advance(),
    };
    let judged = outputs.map_or_else(
        || "the built-in solver".to_owned(),
        |folder| format!("the outputs in {}", shown(folder)),
    );
    let mut report = batch.report(&cases, judged);
    report.cases.extend(skipped);
    report.sort();
    report.count_package_points(&points);
    drop(progress);
    drop(deadline);
    output::to_stdout(&report.written(options.reporting.format))?;
    Ok(status(report.worst()))
}

/// Returns the problem that `cases.yaml` states in each folder of testcases.
fn stated(layout: &Layout) -> Option<&'static dyn Entry> {
    let is_everywhere = layout.lists.len() >= layout.roots;
    generated::stated(&layout.lists).filter(|_| is_everywhere)
}

/// Returns the error of a run without testcases.
pub(super) fn unselected(error: SelectionError) -> Stop {
    Stop::bad_input(error.to_string())
}

/// Splits the arguments into the problem, if it is the first one, and the paths. The name of a problem is never a path.
fn problem_and_paths(given: &[PathBuf]) -> Result<(Option<&'static dyn Entry>, Vec<PathBuf>)> {
    let Some(entry) = given[0].to_str().and_then(super::registered::problem) else {
        if is_game_file(given[0].as_os_str()) && is_present_game(given[0].as_os_str()) {
            return Err(own_game(&given[0], given.get(1)).into());
        }
        return Ok((None, given.to_vec()));
    };
    let slug = entry.meta().slug;
    let hint = given[0]
        .is_dir()
        .then(|| format!("hint: `{slug}` means the problem, and `./{slug}` means the folder"));
    let paths = given[1..].to_vec();
    if paths.is_empty() {
        let next = if Path::new("tests").exists() {
            format!("hint: gamesolve check {slug} tests")
        } else {
            format!("hint: make some by gamesolve gen {slug} --cases --dir tests")
        };
        let hint = hint.unwrap_or(next);
        refuse!("missing testcases of `{slug}`\n{hint}");
    }
    if let Some(hint) = hint.filter(|_| !paths.iter().any(|path| is_same_folder(path, &given[0]))) {
        say(&hint);
    }
    Ok((Some(entry), paths))
}

/// Returns the error for a user's own game in place of a problem.
fn own_game(game: &Path, cases: Option<&PathBuf>) -> Stop {
    let word = |path: &Path| crate::text::for_a_shell(path.as_os_str());
    let cases = cases.map_or_else(|| "tests".to_owned(), |path| word(path));
    Stop::wrong(format_args!(
        "`check` takes only problems of gamesolve, and {} is not one\nhint: judge a program on the testcases by \
         `gamesolve judge {} sol.cpp --cases {cases}`",
        shown(game),
        word(game)
    ))
}

fn is_same_folder(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// Returns the exit status for the worst verdict of a run.
pub(super) fn status(worst: Option<Verdict>) -> Status {
    match worst {
        Some(Verdict::Internal(fault)) => match fault {
            Fault::Own | Fault::StoredAnswer | Fault::SlowChecker | Fault::Checker | Fault::Changed => Status::Fault,
            Fault::BadCase | Fault::NoProgram => Status::BadInput,
            Fault::Refused => Status::Refused,
        },
        Some(Verdict::ACCEPTED) => Status::Success,
        _ => Status::NotAccepted,
    }
}
