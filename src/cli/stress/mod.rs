//! `gamesolve stress`: tests programs against the solver on random inputs, and finds the smallest failing input.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;

use super::args::{self, time, whole};
use super::deadline::working;
use super::r#gen;
use super::interrupt::interruption;
use super::judge::one_of_several;
use super::judge::task::{Task, names_of, wishes};
use super::output::{self, shown};
use super::path;
use super::program::{LIMITS, RunLimits, Typed, TypedArg, no_program, not_wrapped, temporary_folder};
use super::progress::{Progress, clock};
use super::settings::{self, Settings};
use super::show::Language;
use super::status::{Status, Stop, refuse, say, say_next};
use crate::budget::Refusal;
use crate::cases::evaluate::Judge;
use crate::cases::{embedded, solution};
use crate::judge::attempt::Files;
use crate::judge::beside::text_beside;
use crate::judge::external::Style;
use crate::judge::look::{Look, Names};
use crate::judge::program::{NoProgram, Program, for_a_shell};
use crate::judge::tools::{Tools, handed_in};
use crate::judge::workshop::Workshop;
use crate::judge::{Judgement, Policy, Verdict};
use crate::practice::shrink::{Cut, Shrunk};
use crate::practice::stress::session::{Counterexample, FailingSize, GrowthTable, Part, StressSession};
use crate::practice::stress::smallest::{Before, Listed, Smallest};
use crate::practice::stress::trials::Spent;
use crate::practice::stress::{End, ExhaustiveResult, Instance, Plan, SearchResult};
use crate::problem::{Entry, Variants};
use crate::text::quoted;

mod generated;

/// The longest `--time-budget`, in seconds.
const MAX_TIME_BUDGET: f64 = 3600.0;
/// The number of characters of a line that are shown.
const MAX_SHOWN_CHARS: usize = 2000;
/// The number of lines of an input or an output that are shown.
const MAX_SHOWN_LINES: usize = 40;

/// The divisor of the remaining time that gives the part for the largest instances.
const PART_OF_THE_LIMITS: u32 = 3;
/// The divisor of the time before that for instances that distinguish known mistakes. Random ones have the rest.
const PART_OF_TELLING: u32 = 2;

/// The default number of runs in a search.
const DEFAULT_RUNS: u64 = 5000;
const DEFAULT_INTERPRETED_RUNS: u64 = 400;

/// The number of repetitions for each new input that means that a search has seen all inputs.
const MANY_REPETITIONS: u64 = 20;

/// Find the smallest input that breaks a program
#[derive(Args)]
#[group(skip)]
#[command(
    override_usage = "gamesolve stress [OPTIONS] PROBLEM FILE...\n       gamesolve stress [OPTIONS] PROBLEM -- COMMAND... [-- COMMAND...]\n       gamesolve stress [OPTIONS] --gen GEN --reference BRUTE [TASK] FILE...",
    after_long_help = "gamesolve compares your program with its own solver. It tries the short stored testcases, all tiny \
                       inputs, random inputs from small to large, and the largest input of each family. Your program \
                       runs in the sandbox of `judge`.\n\n\
                       gamesolve stops at the first wrong answer, crash or exceeded limit. It shrinks this input while \
                       your program still fails in the same way. Then it shows the input with both answers and the \
                       reason, and saves it as a testcase. The same seed tries the same inputs. gamesolve skips an \
                       input if the solver needs too much memory or work for it.\n\n\
                       `--time` limits one run of your program. `--time-budget` and `--tests` end the search. \
                       `--time-limit` ends the command at any point.\n\n\
                       With `--gen` you can test a program for any task. The task may be a package or a folder, and \
                       gamesolve then uses its limits, file names and checker. It calls `GEN SEED SIZE` to get an input, \
                       with sizes from 1 to `--max-size`. The generator must print the same input for the same seed and \
                       size. It may ignore the size, as generators with testlib may do.\n\n\
                       The right answers come from `--reference`. For a problem of gamesolve they come from the solver, \
                       unless you give a reference. To shrink an input, gamesolve first asks for smaller sizes. Then it \
                       leaves out lines, tokens and characters, and makes numbers smaller. The reference must answer \
                       each new input, and `--validator` must accept it. All these programs run in the sandbox with 10 s \
                       and 1 GiB. gamesolve asks them again before it reports a failure, and refuses programs that answer by chance.\n\n\
                       Exit status: 0 if no tested input fails (the report lists the untested ones), 1 if one fails, 4 \
                       if the solver refused all inputs. It is 2 for bad usage, for a helper program that fails or \
                       answers by chance, and if there is no test in time."
)]
pub(super) struct Options {
    // Keep this field first: the other fields remove their arguments.
    #[command(flatten)]
    typed: Typed<Options>,
    /// A problem from `gamesolve list`, or a file with your own game (.py, .cpp). With `--gen` any task, or none
    #[arg(value_name = "PROBLEM", required_unless_present = "generator")]
    task: Option<PathBuf>,
    /// Your source file or program
    #[arg(value_name = "FILE")]
    program: Vec<PathBuf>,
    /// The command that starts your program. Another `--` begins another command
    #[arg(value_name = "COMMAND", last = true)]
    command: Vec<OsString>,
    /// The seed of the random inputs. The same seed gives the same inputs
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0..=u64::MAX), default_value = "1")]
    seed: u64,
    /// Stop the search after N runs. Stored testcases, the limits and shrinking take more runs [default: 5000, or 400 in
    /// an interpreted language]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    tests: Option<u64>,
    /// Stop after this time. It includes shrinking, but a run that has begun goes on to its end
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "30")]
    time_budget: Duration,
    #[command(flatten)]
    limits: RunLimits,
    /// The generator: a program or source file that prints an input. Its arguments are a seed and a size
    #[arg(long = "gen", value_name = "GEN")]
    generator: Option<PathBuf>,
    /// The reference: a program or source file with right answers
    #[arg(long, value_name = "FILE", requires = "generator")]
    reference: Option<PathBuf>,
    /// The validator: a program or source file that exits with 0 or 42 if its standard input is well formed
    #[arg(long, hide_short_help = true, value_name = "FILE", requires = "generator")]
    validator: Option<PathBuf>,
    /// The largest size for the generator
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX), default_value = "10", requires = "generator")]
    max_size: u64,
    /// The checker: a program or source file that decides if an output is right [default: from the package]
    #[arg(long, hide_short_help = true, value_name = "FILE", requires = "generator")]
    checker: Option<PathBuf>,
    /// The rule for comparing an output with the reference's [default: from the package or `gamesolve.toml`, else tokens]
    #[arg(
        long,
        hide_short_help = true,
        value_name = "POLICY",
        value_parser = args::one_of(Policy::ALL.map(|policy| (policy.name(), policy))),
        requires = "generator",
        conflicts_with = "checker"
    )]
    compare: Option<Policy>,
    /// The protocol of the checker [default: testlib]
    #[arg(long, hide_short_help = true, value_name = "STYLE", requires = "checker", value_parser = args::one_of(Style::ALL))]
    checker_style: Option<Style>,
    #[command(flatten)]
    solving: args::Solving,
    /// Number of inputs at a time [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = whole::<NonZeroUsize>(1..=u64::MAX))]
    jobs: Option<NonZeroUsize>,
    /// Try only inputs of this kind. `gamesolve gen PROBLEM --list` shows all kinds
    #[arg(long, value_name = "NAME", conflicts_with = "generator")]
    family: Option<String>,
    #[command(flatten)]
    language: Language,
    /// Do not name the known mistake of your program
    #[arg(long)]
    no_spoilers: bool,
    /// The folder for the failing testcase [default: PROBLEM-stress, or TASK-stress or FILE-stress with `--gen`]
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    /// Give the program the contest's input file and read its answer from the contest's output file
    #[arg(long)]
    contest_files: bool,
    #[command(flatten)]
    variants: args::VariantFlags,
}

impl Options {
    fn jobs(&self) -> NonZeroUsize {
        self.jobs
            .or_else(|| available_parallelism().ok())
            .unwrap_or(NonZeroUsize::MIN)
    }

    /// Returns the settings for the programs: the user's file, then the file beside the task.
    fn settings(&self) -> Result<Settings> {
        let commands = self.command.split(|word| word == "--");
        let mut submissions: Vec<PathBuf> = self
            .program
            .iter()
            .cloned()
            .chain(commands.flat_map(handed_in))
            .collect();
        let folder = match &self.task {
            Some(task) if self.generator.is_none() => settings::folder_of(task),
            Some(task) if task.is_dir() => settings::folder_of(&one_of_several(task, &self.program)?),
            // With a generator, a file in place of the task is the first program.
            Some(task) => {
                submissions.push(task.clone());
                None
            }
            None => None,
        };
        let folders: Vec<PathBuf> = folder.into_iter().collect();
        Settings::beside(&folders, &submissions)
    }

    /// Returns the largest number of runs of a program in the search.
    fn runs(&self, program: &Program) -> u64 {
        let default = if program.is_interpreted() {
            DEFAULT_INTERPRETED_RUNS
        } else {
            DEFAULT_RUNS
        };
        self.tests.unwrap_or(default)
    }

    /// Returns the options that `chooses` picks as words of a command line. It gets the name and whether the option was
    /// given.
    fn words(&self, chooses: impl Fn(&str, bool) -> bool) -> String {
        let options = self.typed.0.iter().filter(|arg| !arg.is_positional);
        let chosen = options.filter(|arg| chooses(&arg.name, arg.is_given));
        for_a_line(&chosen.flat_map(TypedArg::words).collect::<Vec<_>>())
    }

    /// Returns the options of the same search as words of a command line, with the new `values` of some options.
    fn search_with(&self, values: &[(&str, String)]) -> String {
        let options = self.typed.0.iter().filter(|arg| !arg.is_positional);
        let words = options.flat_map(|arg| {
            let value = values.iter().find(|(name, _)| *name == arg.name);
            let is_kept = arg.name == "seed" || (arg.is_given && arg.name != "jobs" && arg.name != "save");
            match value {
                Some((name, value)) => vec![format!("--{name}").into(), value.into()],
                None if is_kept => arg.words(),
                None => Vec::new(),
            }
        });
        for_a_line(&words.collect::<Vec<_>>())
    }

    /// Returns the options that find the same failure. They allow more time if the time ran out.
    fn again(&self, cut: Option<Cut>, spent: &Spent) -> String {
        match cut {
            Some(Cut::Time) => self.longer(spent),
            Some(Cut::Runs) | None => self.search_with(&[]),
        }
    }

    /// Returns the options of the same search with twice the time, or with the time of four runs of the slowest part.
    fn longer(&self, spent: &Spent) -> String {
        const RUNS: u32 = 4;
        let slowest = spent.slowest().map_or(Duration::ZERO, |(.., time)| time);
        let time = (self.time_budget * 2).max(slowest * RUNS);
        let seconds = time.as_secs_f64().ceil().min(MAX_TIME_BUDGET);
        self.search_with(&[("time-budget", seconds.to_string())])
    }

    /// Returns the options of a search that begins after `drawn` instances.
    fn further(&self, drawn: u64) -> String {
        let seed = self.seed.wrapping_add(drawn.max(1));
        self.search_with(&[("seed", seed.to_string())])
    }
}

/// The inputs that a search has tested, and the others.
#[derive(Default)]
struct Covered {
    /// The number of inputs that were judged.
    total: u64,
    parts: Vec<String>,
    /// The untested parts without which gamesolve cannot report that nothing fails.
    missing: Vec<String>,
    /// The inputs that no family makes. More time does not help there.
    never_made: Option<String>,
}

impl Covered {
    fn add(&mut self, judged: u64, what: &str) {
        self.total += judged;
        if judged > 0 {
            self.parts.push(counted(judged, what));
        }
    }

    fn miss(&mut self, what: String) {
        self.missing.push(what);
    }

    /// Returns the report on a program that fails on no input.
    ///
    /// `of` names the tested inputs, and `apart` the parts that this search leaves out. `next` is a command that tests
    /// more, if there is one.
    fn report(&self, name: &str, of: &str, apart: &[String], next: Option<&str>) -> String {
        let mut text = if self.missing.is_empty() && self.never_made.is_none() {
            format!("{name}: no failing input{of} found\n")
        } else {
            format!(
                "{name}: passes all {} tested inputs, but some were not tested\n",
                self.total
            )
        };
        text += &format!("Tested:     {}\n", self.parts.join(", "));
        let others = self.missing.iter().chain(&self.never_made).chain(apart);
        let others: Vec<&str> = others.map(String::as_str).collect();
        if !others.is_empty() {
            text += &format!("Not tested: {}\n", others.join(", "));
        }
        text + &next.map_or(String::new(), |next| format!("Next:       {next}\n"))
    }
}

/// Returns the error of a search that judged no input. `again` is the same command with more time.
fn nothing_judged(options: &Options, spent: &Spent, name: impl Fn(Part) -> String, again: &str) -> Stop {
    let budget = options.time_budget.as_secs_f64();
    let why = match spent.slowest() {
        None => "no run began".to_owned(),
        Some((part, runs, time)) => {
            let (name, seconds) = (name(part), time.as_secs_f64());
            match runs {
                1 => format!("{name} ran once and took {seconds:.1} s"),
                _ => format!("{name} ran {runs} times and took {seconds:.1} s each time"),
            }
        }
    };
    Stop::wrong(format_args!(
        "no input was tested within {budget} s: {why}\nhint: {again}"
    ))
}

/// Returns a number with its noun: `what` in singular or plural.
fn counted(count: u64, what: &str) -> String {
    if count == 1 {
        format!(
            "1 {}",
            what.replacen("inputs", "input", 1).replacen("testcases", "testcase", 1)
        )
    } else {
        format!("{count} {what}")
    }
}

/// Returns words in the notation of a shell, each after a blank.
fn for_a_line(words: &[OsString]) -> String {
    let words = words.iter().map(|word| format!(" {}", for_a_shell(word)));
    words.collect()
}

pub(super) fn run(options: &Options) -> Result<Status> {
    let interrupted = interruption()?;
    let helpers = [
        &options.generator,
        &options.reference,
        &options.validator,
        &options.checker,
    ];
    let named = helpers.into_iter().flatten().chain(&options.program);
    Stop::unless_all_exist(named.clone().chain(options.limits.reading.paths()))?;
    let programs = named.chain(&options.task).cloned();
    let commands = options.command.split(|word| word == "--");
    let private: Vec<PathBuf> = programs.chain(commands.flat_map(handed_in)).collect();
    let folder = temporary_folder()?;
    let settings = options.settings()?;
    let tools = Tools::beside(private).with(settings.toolchain());
    let workshop = (options.limits).workshop(options.jobs(), &interrupted, &folder, tools)?;
    let deadline = options.solving.deadline_by(&interrupted);
    let mut status = Status::Success;
    let mut failed = |has_failed: bool| -> Result<Option<Status>> {
        if interrupted.load(Ordering::Relaxed) {
            return match deadline.refusal() {
                Some(stop) => Err(stop.into()),
                None => Ok(Some(Status::Interrupted)),
            };
        }
        if has_failed {
            status = Status::NotAccepted;
        }
        Ok(None)
    };
    let ended = match &options.generator {
        Some(generator) => generated::run(options, generator, &settings, &workshop, &mut failed),
        None => run_problem(options, &settings, &workshop, &mut failed),
    };
    let ended = match ended {
        // The signal ended a compiler, so its error is not the user's.
        Err(_) if interrupted.load(Ordering::Relaxed) => failed(false)?,
        ended => ended?,
    };
    Ok(ended.unwrap_or(status))
}

/// A step after each program. It takes whether the program failed, and returns the status if the command ends there.
type AfterEach<'a> = &'a mut dyn FnMut(bool) -> Result<Option<Status>>;

/// Tests the programs against the solver.
fn run_problem(
    options: &Options,
    settings: &Settings,
    workshop: &Workshop,
    failed: AfterEach<'_>,
) -> Result<Option<Status>> {
    let task = options.task.as_deref().unwrap_or(Path::new(""));
    let entry = match Task::of(task, &options.program, !options.command.is_empty(), "stress")? {
        Task::Problem(entry) => entry,
        Task::Place(place) => {
            refuse!(
                "{} is not a problem of gamesolve\nhint: gamesolve stress --gen gen.py --reference brute.py {} sol.cpp",
                shown(&place),
                for_a_shell(place.as_os_str())
            );
        }
    };
    let starting = working();
    r#gen::require_inputs(entry)?;
    drop(starting);
    let variants = options.variants.of(entry)?;
    let run_limits = options.limits.of_problem(entry);
    let judge = Judge {
        entry,
        variants: &variants,
        policy: settings
            .compare(Some(entry))
            .map_or_else(Policy::default, |(policy, _)| policy),
        budget: options.solving.budget(),
    };
    let names = names_of(&Task::Problem(entry), Some(entry), None);
    let stated = wishes(&options.limits, options.contest_files, Some(entry))?
        .files
        .unwrap_or_default();
    let files = options.program.iter();
    for (number, target) in targets(options, files, entry.typed())?.into_iter().enumerate() {
        let look = target.look(&names, &stated);
        let Some(program) = target.compiled(options, Some(entry), number, workshop)? else {
            say_findings(&look, true);
            failed(true)?;
            continue;
        };
        let session = StressSession::new(
            &program,
            &judge,
            run_limits.clone(),
            look.files.clone(),
            workshop,
            workshop.folder(),
        );
        let stress = Stress {
            options,
            settings,
            entry,
            variants: &variants,
            session: session.context("cannot make a folder for the testcases")?,
            program: &program,
            target: &target,
        };
        let has_failed = stress.run()?;
        say_findings(&look, has_failed);
        if let Some(ended) = failed(has_failed)? {
            return Ok(Some(ended));
        }
    }
    Ok(None)
}

/// Shows the findings that matter, if a program failed or if it did not.
pub(super) fn say_findings(look: &Look, has_failed: bool) {
    let findings = look.findings.iter();
    let findings = findings.filter(|finding| has_failed || finding.always_matters());
    findings.for_each(|finding| say(&format!("note: {finding}")));
}

enum Target {
    File(PathBuf),
    Command(Vec<OsString>),
}

impl Target {
    /// Returns the words for the program on a command line, before the options and after them.
    fn words(&self) -> [String; 2] {
        match self {
            Target::File(path) => [for_a_line(&[path.into()]), String::new()],
            Target::Command(words) => [String::new(), format!(" --{}", for_a_line(words))],
        }
    }

    /// Looks at the source. A command has none.
    fn look(&self, names: &Names, stated: &Files) -> Look {
        match self {
            Target::File(path) => names.look(path, stated),
            Target::Command(_) => Look {
                files: stated.clone(),
                ..Look::default()
            },
        }
    }

    /// Compiles the program. Returns `None` if it does not compile, and prints the compiler's messages.
    fn compiled(
        &self,
        options: &Options,
        entry: Option<&dyn Entry>,
        number: usize,
        workshop: &Workshop,
    ) -> Result<Option<Program>> {
        let path = match self {
            Target::Command(words) => return Ok(Some(workshop.command(words.clone()))),
            Target::File(path) => path,
        };
        let place = format!("program-{number}");
        let whole = match entry {
            Some(entry) => {
                let wrapped = workshop.folder().join(format!("solution-{number}"));
                solution::program_of(entry, path, &wrapped).map_err(|why| not_wrapped(path, &why))?
            }
            None => path.clone(),
        };
        let include = &options.limits.reading.include;
        let compiling = working();
        let compiled = workshop.compiled(&whole, &place, include, &[]);
        drop(compiling);
        match compiled {
            Ok(program) => Ok(Some(program.named(path))),
            Err(NoProgram::DoesNotCompile(messages)) => {
                let text = format!("{} does not compile: {messages}\n", shown(path));
                output::to_stdout(&text)?;
                Ok(None)
            }
            Err(why) => Err(no_program(&why).into()),
        }
    }
}

/// Returns the programs to test: the files, then the commands.
fn targets<'a>(options: &Options, files: impl Iterator<Item = &'a PathBuf>, task: &str) -> Result<Vec<Target>> {
    let files = files.cloned().map(Target::File);
    let commands = options.command.split(|word| word == "--");
    let commands = commands.filter(|words| !words.is_empty());
    let targets: Vec<Target> = files
        .chain(commands.map(|words| Target::Command(words.to_vec())))
        .collect();
    if targets.is_empty() {
        let hint = format!("gamesolve stress {task} sol.cpp");
        refuse!("missing submission\nhint: {hint}");
    }
    Ok(targets)
}

/// The stress test of one program.
struct Stress<'a> {
    options: &'a Options,
    settings: &'a Settings,
    entry: &'static dyn Entry,
    variants: &'a Variants,
    session: StressSession<'a>,
    program: &'a Program,
    target: &'a Target,
}

impl Stress<'_> {
    /// Searches, shrinks and reports. Returns whether the program failed.
    fn run(&self) -> Result<bool> {
        let (options, session, entry) = (self.options, &self.session, self.entry);
        let begun = Instant::now();
        let plan = Plan {
            entry,
            variants: self.variants,
            family: r#gen::family(entry, options.family.as_deref())?,
            seed: options.seed,
            runs: options.runs(self.program),
            until: begun + options.time_budget,
            jobs: options.jobs(),
        };
        let mut covered = Covered::default();
        let stored = plan.stored();
        let failed = self.list(&plan, "short stored testcases", &stored, plan.until, &mut covered)?;
        let exhausted = self.exhaust(&plan, &mut covered)?;
        let mut before = Before {
            listed: exhausted.as_ref().map_or(0, |exhausted| exhausted.listed),
            // One size more than the first size that is not complete.
            max_size: exhausted.as_ref().map_or(1, |exhausted| exhausted.passed + 2),
            ..Before::default()
        };
        let tiny = exhausted.as_ref().map_or(0, |exhausted| exhausted.judged);
        if let Some((place, _)) = &failed {
            before.left = stored[*place + 1..].to_vec();
        }
        if let Some((text, judgement)) = exhausted.and_then(|exhausted| exhausted.failure) {
            before.left.splice(..0, failed.map(|(place, _)| stored[place].clone()));
            return self.shrink_and_report(&plan, text, judgement, before);
        }
        if let Some((place, judgement)) = failed {
            return self.report_short(&plan, stored[place].clone(), judgement, before);
        }
        let left = plan.until.saturating_duration_since(Instant::now());
        let search_until = plan.until - left / PART_OF_THE_LIMITS;
        let mut runs = plan.runs - tiny;
        if tiny > 0 && !entry.mistakes().is_empty() && Instant::now() < search_until && !session.is_interrupted() {
            let mut telling: Vec<String> = session
                .probes(search_until)
                .into_iter()
                .map(|probe| probe.text)
                .collect();
            telling.extend(plan.short_at_the_limits());
            telling.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
            telling.dedup();
            telling.retain(|text| !stored.contains(text));
            telling.truncate(runs as usize);
            let what = "inputs that separate known mistakes";
            let already = covered.total;
            let until = search_until - search_until.saturating_duration_since(Instant::now()) / PART_OF_TELLING;
            let failed = self.list(&plan, what, &telling, until, &mut covered)?;
            runs = runs.saturating_sub(covered.total - already);
            if let Some((place, judgement)) = failed {
                before.left = telling[place + 1..].to_vec();
                return self.report_short(&plan, telling[place].clone(), judgement, before);
            }
        }
        let random = Plan {
            runs,
            until: search_until,
            ..plan
        };
        let progress = progress(random.runs);
        let found = session.search(&random, |tried| progress.set(tried));
        drop(progress);
        let found = found.map_err(Stop::from_stress)?;
        say(&searched(
            options,
            plan.runs,
            &found,
            session.refused(),
            begun.elapsed(),
            true,
            session.is_interrupted(),
        ));
        covered.add(found.judged, "random inputs");
        before.drawn = found.drawn;
        let Some((instance, judgement)) = found.failure else {
            if !session.is_interrupted()
                && let Some((instance, judgement)) = self.at_the_limits(&plan, &mut covered)?
            {
                return self.report_limit(&plan, instance, judgement, before);
            }
            self.report_none(&plan, &covered, &found)?;
            return Ok(false);
        };
        say(&origin(entry, &instance, judgement.verdict));
        if judgement.verdict == Verdict::TimeLimit && self.report_growth(&plan, instance.family, &judgement)? {
            return Ok(true);
        }
        say("Shrinking it.");
        self.shrink_and_report(&plan, instance.text, judgement, before)
    }

    /// Tries instances in order before `until`. Returns the index of the first that the program fails on.
    fn list(
        &self,
        plan: &Plan<'_>,
        what: &str,
        instances: &[String],
        until: Instant,
        covered: &mut Covered,
    ) -> Result<Option<(usize, Judgement)>> {
        if instances.is_empty() {
            return Ok(None);
        }
        let found = self
            .session
            .first_failure(plan, instances, until)
            .map_err(Stop::from_stress)?;
        let end = match found.unjudged {
            0 => String::new(),
            unjudged => format!(", {unjudged} not tested"),
        };
        say(&format!("Tried {}{end}.", counted(found.judged, what)));
        covered.add(found.judged, what);
        if found.unjudged > 0 {
            covered.miss(format!("{} of {} {what}", found.unjudged, instances.len()));
        }
        if let Some((place, judgement)) = &found.failure {
            let (code, length) = (judgement.verdict.code(), instances[*place].len());
            say(&format!("{code} on an input of {length} bytes."));
        }
        Ok(found.failure)
    }

    /// Tries all tiny instances, if the problem lists them and there is no `--family`.
    fn exhaust(&self, plan: &Plan<'_>, covered: &mut Covered) -> Result<Option<ExhaustiveResult<Judgement>>> {
        /// The divisor that gives their part of the remaining time, and of the runs.
        const PART: u32 = 3;
        let Some(measure) = plan.entry.tiny_measure().filter(|_| plan.family.is_none()) else {
            return Ok(None);
        };
        let begun = Instant::now();
        let until = begun + plan.until.saturating_duration_since(begun) / PART;
        let most = plan.runs.div_ceil(PART.into());
        let progress = progress(most);
        let found = self.session.exhaust(plan, most, until, |tried| progress.set(tried));
        drop(progress);
        let found = found.map_err(Stop::from_stress)?;
        let ExhaustiveResult {
            judged, passed, end, ..
        } = found;
        let upto = match passed {
            0 => "no size is complete".to_owned(),
            passed => format!("all up to size {passed} pass"),
        };
        let end_in_words = match end {
            End::Failure => "",
            End::Exhausted => " There are no more.",
            End::Runs => " They had a third of the runs.",
            End::Time if self.session.is_interrupted() => " Interrupted.",
            End::Time => " They had a third of the time.",
        };
        say(&format!(
            "Tried {} in one numbering and order each: {upto}. The size counts {measure}.{end_in_words}",
            counted(judged, "tiny inputs")
        ));
        covered.add(judged, &format!("tiny inputs ({upto})"));
        if end == End::Time {
            covered.miss(format!("tiny inputs of size {} or more", passed + 1));
        }
        if let Some((text, judgement)) = &found.failure {
            let code = judgement.verdict.code();
            say(&format!(
                "{code} on an input of size {} ({} bytes). Shrinking it.",
                passed + 1,
                text.len()
            ));
        }
        Ok(Some(found))
    }

    /// Tries the largest instances of the families. Returns the first that the program fails on.
    fn at_the_limits(&self, plan: &Plan<'_>, covered: &mut Covered) -> Result<Option<(Instance, Judgement)>> {
        let instances: Vec<Instance> = plan.at_the_limits().collect();
        let texts: Vec<String> = instances.iter().map(|instance| instance.text.clone()).collect();
        let found = self
            .session
            .first_failure(plan, &texts, plan.until)
            .map_err(Stop::from_stress)?;
        if let Some((place, judgement)) = found.failure {
            let instance = instances.into_iter().nth(place).context("there is no such family")?;
            say(&origin(plan.entry, &instance, judgement.verdict));
            return Ok(Some((instance, judgement)));
        }
        let (meaning, largest) = plan.entry.meta().size;
        let end = match found.unjudged {
            0 => String::new(),
            unjudged => format!(" {unjudged} were not tested."),
        };
        let judged = found.judged;
        let beyond = plan.entry.never_made();
        let at = match beyond {
            Some(_) => "of the largest size",
            None => "at the limits",
        };
        let what = format!("inputs {at}");
        let tried = counted(judged, &what);
        say(&format!("Tried {tried} ({meaning}: {largest}). All pass.{end}"));
        covered.add(judged, &what);
        covered.never_made = beyond;
        if found.unjudged > 0 {
            covered.miss(format!("{} of {} inputs at the limits", found.unjudged, texts.len()));
        }
        Ok(None)
    }

    /// Reports that no input fails, which inputs were tested and which not, and the next command.
    fn report_none(&self, plan: &Plan<'_>, covered: &Covered, found: &SearchResult<Judgement>) -> Result<()> {
        let (options, session, name) = (self.options, &self.session, &self.program.name);
        if session.is_interrupted() {
            output::to_stdout(&format!("{name}: interrupted\n"))?;
            return Ok(());
        }
        let task = self.entry.typed();
        let [before, after] = self.target.words();
        if session.judged_runs() == 0 {
            if session.refused() > 0 {
                let hint = "`--memory-limit` and `--work-limit` allow more";
                let refusal = Refusal::new("the solver refused every input", hint);
                return Err(Stop::refused(&refusal).into());
            }
            let again = format!(
                "gamesolve stress {task}{before}{}{after}",
                options.longer(session.spent())
            );
            return Err(nothing_judged(options, session.spent(), |_| "the solver".to_owned(), &again).into());
        }
        let mut apart = Vec::new();
        if plan.family.is_some() {
            apart.push("other families, stored testcases and tiny inputs (`--family`)".to_owned());
        }
        let stored = embedded::inputs(self.entry.carried_as()).count();
        let longer = stored - plan.stored().len();
        let limits = options.words(|name, is_given| is_given && LIMITS.contains(&name));
        let judge = format!("gamesolve judge {task}{before}{}{limits}{after}", self.flags());
        if longer > 0 && plan.family.is_none() {
            apart.push(format!(
                "{} (`{judge}`)",
                counted(longer as u64, "longer stored testcases")
            ));
        }
        let next = match (&covered.missing[..], found.end) {
            // Another seed would only repeat the same inputs.
            ([], End::Exhausted) if found.skipped / MANY_REPETITIONS > found.judged => None,
            ([], _) => Some(options.further(found.drawn)),
            _ => Some(options.longer(session.spent())),
        };
        let next = next.map(|next| format!("gamesolve stress {task}{before}{next}{after}"));
        let of = plan
            .family
            .map_or(String::new(), |family| format!(" of the family `{family}`"));
        output::to_stdout(&covered.report(name, &of, &apart, next.as_deref()))?;
        if stored > 0 {
            say_next(&judge);
        } else if let Some(step) = path::next_after(task) {
            say_next(&step.command());
        }
        Ok(())
    }

    /// Reports a failure on a stored or tiny instance: the growth of the time, or the smallest failing input.
    fn report_short(&self, plan: &Plan<'_>, text: String, judgement: Judgement, before: Before) -> Result<bool> {
        if judgement.verdict == Verdict::TimeLimit {
            let families = self.entry.families();
            if let Some(family) = families.first()
                && self.report_growth(plan, family.name, &judgement)?
            {
                return Ok(true);
            }
        }
        say("Shrinking it.");
        self.shrink_and_report(plan, text, judgement, before)
    }

    /// Reports a failure on a largest instance: the growth of the time, or the smallest size that fails.
    fn report_limit(&self, plan: &Plan<'_>, instance: Instance, judgement: Judgement, before: Before) -> Result<bool> {
        /// The largest instance that is shrunk step by step.
        const MAX_SHRUNK_BYTES: usize = 4000;
        let (verdict, session) = (judgement.verdict, &self.session);
        if verdict == Verdict::TimeLimit && self.report_growth(plan, instance.family, &judgement)? {
            return Ok(true);
        }
        let first = session.first_failing_size(plan, instance, verdict, plan.until);
        let FailingSize { instance, passes } = first.map_err(Stop::from_stress)?;
        let (family, size) = (instance.family, instance.size);
        let facts = match passes {
            0 => format!("The program fails at size {size} of the family `{family}`.\n"),
            _ => format!("The program passes at size {passes} of the family `{family}` and fails at size {size}.\n"),
        };
        if instance.text.len() <= MAX_SHRUNK_BYTES {
            output::to_stdout(&facts)?;
            return self.shrink_and_report(plan, instance.text, judgement, before);
        }
        output::to_stdout(&self.without_a_case(&instance, &judgement, &facts))?;
        Ok(true)
    }

    /// Reports how the time grows with the size of a family. Returns `false` if it does not grow into the limit.
    fn report_growth(&self, plan: &Plan<'_>, family: &'static str, judgement: &Judgement) -> Result<bool> {
        let Some(table) = self
            .session
            .growth(plan, family, plan.until)
            .map_err(Stop::from_stress)?
        else {
            return Ok(false);
        };
        let facts = growth_table(&table, self.entry.meta().size);
        let size = table.rows.last().map_or(1, |last| last.size);
        let first = plan.instance_of(table.family, size);
        output::to_stdout(&self.without_a_case(&first, judgement, &facts))?;
        Ok(true)
    }

    /// Returns the report on an instance that is too large for a testcase, with the command that makes it.
    fn without_a_case(&self, instance: &Instance, judgement: &Judgement, facts: &str) -> String {
        let why = judgement.reason.as_ref().map_or("", |reason| reason.as_str());
        let task = self.entry.typed();
        let Instance { family, size, seed, .. } = instance;
        let (flags, [before, after]) = (self.flags(), self.target.words());
        let folder = file_of(self.entry, instance);
        let limits = |name: &str, is_given: bool| is_given && LIMITS.contains(&name);
        let limits = self.options.words(limits);
        format!(
            "{}: {} {why}\n{facts}\n\
             Input:   gamesolve gen {task}{flags} --family {family} --size {size} --seed {seed} --dir {folder} --answers\n\
             Again:   gamesolve judge {task}{before}{flags}{limits} --cases {folder}{after}\n",
            self.program.name,
            judgement.verdict.code()
        )
    }

    /// Shrinks a failing instance and reports it.
    fn shrink_and_report(&self, plan: &Plan<'_>, text: String, judgement: Judgement, before: Before) -> Result<bool> {
        /// The divisor that gives the part of the remaining time for naming the mistake.
        const PART_OF_NAMING: u32 = 3;
        let (options, session) = (self.options, &self.session);
        let verdict = judgement.verdict;
        let left = plan.until.saturating_duration_since(Instant::now());
        let found = session.smallest(plan, text, verdict, before, plan.until - left / PART_OF_NAMING);
        let found = found.map_err(Stop::from_stress)?;
        let shrunk = &found.shrunk;
        let example = session.examine(shrunk.text.clone(), judgement, plan.until);
        let example = example.map_err(Stop::from_stress)?;
        let folder = options.save.clone();
        let folder = folder.unwrap_or_else(|| stress_folder(self.entry.meta().slug));
        let saved = save(&example, &folder)?;
        let why = session.explain(&example).map_err(Stop::from_stress)?;
        // A program that answers nothing fits no known mistake.
        let is_wrong = matches!(verdict, Verdict::WrongAnswer | Verdict::Presentation);
        let mistake = if is_wrong
            && example
                .output
                .as_ref()
                .is_some_and(|output| output.trim_ascii().is_empty())
        {
            String::new()
        } else {
            self.mistake(plan, verdict, &example.input)?
        };
        let beside = example.output.as_ref().filter(|_| is_wrong).and_then(|output| {
            let texts = [output, &example.answer].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
            text_beside(&[texts.into()])
        });
        let mistake = beside.map_or(mistake, |beside| format!("Mistake: {beside}\n"));
        let report = report(&self.program.name, &example) + &format!("\nWhy: {why}\n") + &mistake;
        let report = report + "\n" + &smallness(&found) + &self.commands(&saved, found.cut());
        output::to_stdout(&report)?;
        Ok(true)
    }

    /// Returns the line about the known mistake of a program that fails on `failing`.
    fn mistake(&self, plan: &Plan<'_>, verdict: Verdict, failing: &str) -> Result<String> {
        let entry = self.entry;
        if self.options.no_spoilers || verdict == Verdict::TimeLimit || entry.mistakes().is_empty() {
            return Ok(String::new());
        }
        let probes = self.session.probes(plan.until);
        let likeness = (self.session).name_mistake(&probes, Some(failing), plan.jobs, Some(plan.until));
        let likeness = likeness.map_err(Stop::from_stress)?;
        if likeness.is_none() {
            say("No time was left to look for the known mistake.");
        }
        let language = &self.options.language;
        let sentence = likeness.map(|likeness| likeness.sentence(|words| language.choose(words, self.settings)));
        Ok(sentence.map_or(String::new(), |sentence| format!("Mistake: {sentence}\n")))
    }

    /// Returns the commands that judge the saved testcase, explain it, and find it again.
    fn commands(&self, saved: &Path, cut: Option<Cut>) -> String {
        let task = self.entry.typed();
        let input = for_a_shell(saved.with_extension("in").as_os_str());
        let folder = for_a_shell(saved.parent().unwrap_or(Path::new(".")).as_os_str());
        let name = for_a_shell(saved.file_name().unwrap_or_default());
        let variants = self.flags();
        let [before, after] = self.target.words();
        let limits = |name: &str, is_given: bool| is_given && LIMITS.contains(&name);
        let limits = self.options.words(limits);
        let search = self.options.again(cut, self.session.spent());
        format!(
            "\nSaved as {input}.\n\
             Again:   gamesolve judge {task}{before} {folder}{variants}{limits} --case {name}{after}\n\
             Explain: gamesolve explain {task} {input}{variants}\n\
             Search:  gamesolve stress {task}{before}{search}{after}\n",
        )
    }

    /// Returns the flags of the variants as words of a command line.
    fn flags(&self) -> String {
        let variants = self.entry.meta().all_variants();
        let chosen = variants.filter_map(|variant| {
            let value = self.variants.number(variant.name)?;
            let value = variant.value.map_or(String::new(), |_| format!(" {value}"));
            Some(format!(" --{}{value}", variant.name))
        });
        chosen.collect()
    }
}

/// Returns the verdict, the input and both answers.
fn report(name: &str, example: &Counterexample) -> String {
    let judgement = &example.judgement;
    let why = judgement.reason.as_ref().map_or("", |reason| reason.as_str());
    let mut report = format!("{name}: {} {why}\n", judgement.verdict.code());
    if !example.is_steady {
        report += "The output changes from run to run, so the program does not always fail.\n";
    }
    report += &section("input", example.input.as_bytes());
    report += &section("right answer", &example.answer);
    let output = example.output.as_ref();
    report + &output.map_or(String::new(), |output| section("the program's answer", output))
}

/// Returns the evidence that the input is small: the tries, the other failures, and the smaller inputs.
fn smallness(found: &Smallest) -> String {
    let Shrunk {
        text,
        steps: _,
        attempts,
        cut,
    } = &found.shrunk;
    if *attempts == 0 && *cut == Some(Cut::Time) {
        let bytes = text.len();
        return format!(
            "Failing input found ({bytes} bytes). The time ended before gamesolve could make it smaller.\n"
        );
    }
    let mut said = vec![format!(
        "Smallest failing input found: {} bytes ({attempts} inputs tried).",
        text.len()
    )];
    said.push(
        match cut {
            None if found.fails_otherwise => "No smaller input next to it fails in the same way.",
            None => "No smaller input next to it fails.",
            Some(Cut::Time) => "The time ran out, so a smaller one may exist.",
            Some(Cut::Runs) => "The runs ran out (`--tests`), so a smaller one may exist.",
        }
        .to_owned(),
    );
    if found.unjudged > 0 {
        said.push(format!("gamesolve could not judge {} smaller inputs.", found.unjudged));
    }
    if found.failures > 1 {
        said.push(format!("It is the smallest of {} failing inputs.", found.failures));
    }
    said.extend(found.listed.map(|listed| smaller_ones(listed, found.fails_otherwise)));
    said.join("\n") + "\n"
}

/// Returns a sentence about the tiny inputs that are smaller than the failing one.
fn smaller_ones(listed: Listed, fails_otherwise: bool) -> String {
    let end = match listed {
        Listed::All => String::new(),
        Listed::UpTo(size) => format!(" gamesolve tried sizes up to {size}."),
        Listed::Cut(Cut::Runs) => return "The runs ran out before all smaller tiny inputs were tried.".to_owned(),
        Listed::Cut(Cut::Time) => return "The time ran out before all smaller tiny inputs were tried.".to_owned(),
    };
    let smaller = if fails_otherwise {
        "No smaller input on the tiny list fails in the same way."
    } else {
        "Every smaller input on the tiny list passes."
    };
    format!("{smaller}{end} The list has one numbering and order of each input.")
}

/// Returns the default folder for failing testcases of a task.
fn stress_folder(name: &str) -> PathBuf {
    PathBuf::from(no_option(format!("{name}-stress")))
}

/// Returns a path for a file name. No command takes it for an option.
fn no_option(name: String) -> String {
    if name.starts_with('-') {
        format!("./{name}")
    } else {
        name
    }
}

/// Writes the testcase under the next free name in a folder. Returns its path without an ending.
fn save(example: &Counterexample, folder: &Path) -> Result<PathBuf> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", shown(folder)))?;
    // A dangling link takes a name too: a write through it would land elsewhere.
    let is_taken = |path: PathBuf| path.symlink_metadata().is_ok();
    let free = |path: &PathBuf| {
        ["in", "out"]
            .iter()
            .all(|ending| !is_taken(path.with_extension(ending)))
    };
    let mut names = (1..u64::MAX).map(|number| folder.join(format!("stress-{number:02}")));
    let path = names.find(free).context("every name is taken")?;
    output::to_file(&path.with_extension("in"), &example.input)?;
    output::to_file(&path.with_extension("out"), &example.answer)?;
    Ok(path)
}

/// Returns the line that says which family, size and seed made the failing instance.
fn origin(entry: &dyn Entry, instance: &Instance, verdict: Verdict) -> String {
    let Instance {
        family,
        size,
        seed,
        text,
    } = instance;
    let task = entry.typed();
    let output = if text.len() > MAX_SHOWN_CHARS {
        format!(" -o {}.in", file_of(entry, instance))
    } else {
        String::new()
    };
    format!(
        "{} on an input of {} bytes: gamesolve gen {task} --family {family} --size {size} --seed {seed}{output}",
        verdict.code(),
        text.len()
    )
}

/// Returns a name for the files of an instance that is too long for a terminal.
fn file_of(entry: &dyn Entry, instance: &Instance) -> String {
    no_option(format!("{}-{}-{}", entry.meta().slug, instance.family, instance.size))
}

/// Returns the table of sizes and times, with a sentence on the growth. Each time has its ratio to the time above.
/// `meaning` and `largest` describe the problem's size.
fn growth_table(table: &GrowthTable, (meaning, largest): (&str, u64)) -> String {
    let mut text = format!("{:>12}  {:>9}  ratio\n", "size", "time");
    let mut before: Option<f64> = None;
    for row in &table.rows {
        let seconds = row.time.as_secs_f64();
        let ratio = before.map_or(String::new(), |before| format!("{:.1}", seconds / before.max(0.001)));
        let code = row.verdict.code();
        text += &format!("{:>12}  {seconds:>7.2} s  {ratio:>5}  {code}\n", row.size);
        before = Some(seconds);
    }
    let step = if table.is_per_step {
        "one more"
    } else {
        "twice the size"
    };
    let GrowthTable { family, ratio, .. } = table;
    text + &format!(
        "In the family `{family}` the time grows about {ratio:.1} times for {step}. The size is {meaning}, at most {largest}.\n"
    )
}

fn section(title: &str, data: &[u8]) -> String {
    let lines = data.strip_suffix(b"\n").unwrap_or(data).split(|&b| b == b'\n');
    let count = lines.clone().count();
    let shown = lines
        .take(MAX_SHOWN_LINES)
        .map(|line| format!("  {}\n", quoted(line, MAX_SHOWN_CHARS)));
    let mut text = format!("\n{title}:\n");
    text.extend(shown);
    if count > MAX_SHOWN_LINES {
        text += &format!("  … {} more lines\n", count - MAX_SHOWN_LINES);
    }
    text
}

/// Returns the lines on the search: its tries, its time, and the limit that ended it.
///
/// `runs` counts the runs of all phases. If `limits_follow` is set, a part of the time was kept for the largest inputs.
fn searched<T, I>(
    options: &Options,
    runs: u64,
    found: &SearchResult<T, I>,
    refused: u64,
    time: Duration,
    limits_follow: bool,
    is_interrupted: bool,
) -> String {
    let SearchResult { judged, skipped, .. } = *found;
    let (seed, seconds) = (options.seed, time.as_secs_f64());
    let budget = options.time_budget.as_secs_f64();
    let end = match found.end {
        End::Failure => String::new(),
        End::Exhausted => ", no new inputs left".to_owned(),
        End::Runs => format!(", limit: --tests {runs}"),
        End::Time if is_interrupted => ", interrupted".to_owned(),
        End::Time if limits_follow => {
            format!(", limit: --time-budget {budget} without the share of the largest inputs")
        }
        End::Time => format!(", limit: --time-budget {budget}"),
    };
    let outcome = match found.end {
        End::Failure => "One fails.",
        _ => "No failure.",
    };
    let mut text = format!(
        "Tried {} in {seconds:.1} s (seed {seed}{end}). {outcome}",
        counted(judged, "random inputs")
    );
    if refused > 0 {
        text += &format!("\nThe solver refused {refused} inputs, because they need more memory.");
    }
    if skipped > judged {
        text += &format!(
            "\nwarning: {skipped} inputs were repetitions. There are few small inputs, or the family has few different ones."
        );
    }
    text
}

fn progress(runs: u64) -> Progress {
    Progress::new(true, move |tried, time| {
        let rate = tried as f64 / time.as_secs_f64().max(0.001);
        format!("{tried}/{runs} inputs, {rate:.0} a second, {}", clock(time))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_that_no_time_was_left_to_shrink_is_not_the_smallest() {
        let found = |attempts, cut| Smallest {
            shrunk: Shrunk {
                text: "12 5\n".to_owned(),
                steps: 0,
                attempts,
                cut,
            },
            failures: 1,
            listed: None,
            unjudged: 0,
            fails_otherwise: false,
        };
        for (attempts, cut, expected) in [
            (
                0,
                Some(Cut::Time),
                "Failing input found (5 bytes). The time ended before gamesolve could make it smaller.\n",
            ),
            (
                0,
                None,
                "Smallest failing input found: 5 bytes (0 inputs tried).\nNo smaller input next to it fails.\n",
            ),
            (
                7,
                Some(Cut::Time),
                "Smallest failing input found: 5 bytes (7 inputs tried).\nThe time ran out, so a smaller one may exist.\n",
            ),
        ] {
            assert_eq!(smallness(&found(attempts, cut)), expected);
        }
    }
}
