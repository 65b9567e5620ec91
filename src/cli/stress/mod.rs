//! `gamesolve stress`: tests programs against the solver on random inputs, and finds the smallest failing input.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;

use super::args::{self, time, whole};
use super::judge::one_of_several;
use super::learning::show::Language;
use super::output::{self, shown};
use super::process::deadline::{Deadline, working};
use super::process::interrupt::interruption;
use super::program::{Nature, RunLimits, Typed, TypedArg, no_program, not_wrapped, temporary_folder};
use super::settings::{self, Settings};
use super::status::{Status, Stop, refuse, say};
use crate::cases::solution;
use crate::judge::Policy;
use crate::judge::attempt::Files;
use crate::judge::external::Style;
use crate::judge::look::{Look, Names};
use crate::judge::program::{NoProgram, Program};
use crate::judge::tools::{Tools, handed_in};
use crate::judge::workshop::Workshop;
use crate::practice::shrink::Cut;
use crate::practice::stress::trials::Spent;
use crate::problem::Entry;
use report::for_a_line;
use test::Test;

mod generated;
mod problem;
mod report;
mod test;

/// The longest `--time-budget`, in seconds.
const MAX_TIME_BUDGET: f64 = 3600.0;
/// The default number of runs in a search.
const DEFAULT_RUNS: u64 = 5000;
const DEFAULT_INTERPRETED_RUNS: u64 = 400;

/// Find the smallest input that breaks a program
#[derive(Args)]
#[group(skip)]
#[command(
    override_usage = "gamesolve stress [OPTIONS] PROBLEM FILE...\n       gamesolve stress [OPTIONS] PROBLEM -- COMMAND... [-- COMMAND...]\n       gamesolve stress [OPTIONS] --gen GEN --reference BRUTE [TASK] FILE...",
    after_long_help = "gamesolve stops at the first wrong answer, crash or exceeded limit, and shrinks this input while your \
                       program still fails in the same way. The same seed tries the same inputs. gamesolve skips an \
                       input if the solver needs too much memory or work for it.\n\n\
                       `--time` limits one run of your program. `--time-budget` and `--tests` end the search, whereas \
                       `--time-limit` ends the command at any point.\n\n\
                       With `--gen`, gamesolve calls `GEN SEED SIZE` to get an input, with sizes from 1 to `--max-size`. \
                       The generator must print the same input for the same seed and size, although it may ignore the \
                       size, as generators with testlib may do. The right answers come from `--reference`. For a \
                       problem of gamesolve they come from the solver, unless you give a reference. The reference must \
                       answer each input of the search, and `--validator` must accept it. All these programs run in \
                       the sandbox with 10 s and 1 GiB. gamesolve refuses them if they answer by chance.\n\n\
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
    /// Say how the input was made smaller, and which inputs were tried
    #[arg(long)]
    verbose: bool,
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

    /// Returns the given options that decide the verdict of a saved testcase as words of a command line.
    fn limits_in_words(&self) -> String {
        self.words(|name, is_given| is_given && Nature::is_of_runs(name))
    }

    /// Returns the programs to test: the files, then the commands. `task` is a task for the hint.
    fn targets(&self, files: &[PathBuf], task: &str) -> Result<Vec<Target>> {
        let files = files.iter().cloned().map(Target::File);
        let commands = self.command.split(|word| word == "--");
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
    let command = Command {
        options,
        settings,
        workshop,
        deadline: options.solving.deadline_by(&interrupted),
        interrupted: &interrupted,
    };
    let ended = match &options.generator {
        Some(generator) => command.of_generator(generator),
        None => command.of_problem(),
    };
    // If the signal ended a compiler, its error is not the user's.
    ended.or_else(|error| command.interruption()?.ok_or(error))
}

/// One call of `stress`.
struct Command<'a> {
    options: &'a Options,
    settings: Settings,
    workshop: Workshop,
    deadline: Deadline,
    interrupted: &'a AtomicBool,
}

impl Command<'_> {
    /// Returns the status if the user has interrupted the command.
    ///
    /// # Errors
    /// Fails if it was `--time-limit` and not the user.
    fn interruption(&self) -> Result<Option<Status>> {
        if !self.interrupted.load(Ordering::Relaxed) {
            return Ok(None);
        }
        match self.deadline.refusal() {
            Some(stop) => Err(stop.into()),
            None => Ok(Some(Status::Interrupted)),
        }
    }

    /// Compiles the programs one after the other, and tests each. `test` returns whether the program failed.
    ///
    /// `task` is the task as a word of a command line, after a blank, or nothing.
    fn each(
        &self,
        targets: &[Target],
        (entry, task): (Option<&'static dyn Entry>, &str),
        (names, stated): (&Names, &Files),
        test: &dyn Fn(Test<'_>, Files) -> Result<bool>,
    ) -> Result<Status> {
        let mut status = Status::Success;
        for (number, target) in targets.iter().enumerate() {
            let look = target.look(names, stated);
            let has_failed = match self.compiled(target, entry, number)? {
                Some(program) => {
                    let tested = Test {
                        options: self.options,
                        entry,
                        task,
                        program: &program,
                        target,
                        begun: Instant::now(),
                    };
                    test(tested, look.files.clone())?
                }
                None => true,
            };
            say_findings(&look, has_failed);
            if let Some(ended) = self.interruption()? {
                return Ok(ended);
            }
            if has_failed {
                status = Status::NotAccepted;
            }
        }
        Ok(status)
    }

    /// Compiles a program. Returns `None` if it does not compile, and prints the compiler's messages.
    fn compiled(&self, target: &Target, entry: Option<&dyn Entry>, number: usize) -> Result<Option<Program>> {
        let path = match target {
            Target::Command(words) => return Ok(Some(self.workshop.command(words.clone()))),
            Target::File(path) => path,
        };
        let place = format!("program-{number}");
        let whole = match entry {
            Some(entry) => {
                let wrapped = self.workshop.folder().join(format!("solution-{number}"));
                solution::program_of(entry, path, &wrapped).map_err(|why| not_wrapped(path, &why))?
            }
            None => path.clone(),
        };
        let include = &self.options.limits.reading.include;
        let compiling = working();
        let compiled = self.workshop.compiled(&whole, &place, include, &[]);
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
}
