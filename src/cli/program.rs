//! Options and tools of the verbs that run submissions.

use std::ffi::OsString;
use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::args::{memory, size, time, whole};
use super::output::shown;
use super::status::Stop;
use crate::cases::solution::NotWrapped;
use crate::judge::attempt::{DEFAULT_OUTPUT, limits};
use crate::judge::program::NoProgram;
use crate::judge::tools::Tools;
use crate::judge::workshop::Workshop;
use crate::problem::Entry;
use gamesolve_box::{Limits, Sandbox, TempFolder, Tier};

/// The nature of an option of `judge` or `stress`, which tells the commands that repeat it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nature {
    /// It is about the whole session, so no command about one testcase repeats it.
    Session,
    /// It is about the form or the speed of the report, so no command about one testcase repeats it either.
    Form,
    /// It leaves testcases, limits and comparison as they are.
    Harmless,
    /// It gives the program the contest's files, and leaves testcases, limits and comparison as they are.
    Files,
    /// It decides the verdict of every testcase.
    Limit,
    /// It decides which testcases there are, or how they are judged.
    Deciding,
}

/// The options of each nature. The flags of variants are deciding.
const NATURES: [(Nature, &str); 6] = [
    (Nature::Session, "case fail-fast cut submissions"),
    (Nature::Form, "rows verbose watch format jobs"),
    (Nature::Harmless, "task program command all diff why lang no-spoilers"),
    (Nature::Files, "contest-files"),
    (Nature::Limit, "time memory output-limit processes include"),
    (
        Nature::Deciding,
        "cases pair mistakes expect compile-time require-tier allow-read checker checker-style compare allow-missing \
         max-input-bytes",
    ),
];

impl Nature {
    /// Returns the nature of an option by its name, or `None` if no table has it.
    pub(super) fn of(name: &str) -> Option<Nature> {
        let has = |names: &str| names.split(' ').any(|known| known == name);
        NATURES.iter().find(|(_, names)| has(names)).map(|(nature, _)| *nature)
    }

    /// Returns whether an option decides how a saved testcase is run.
    pub(super) fn is_of_runs(name: &str) -> bool {
        matches!(Nature::of(name), Some(Nature::Limit | Nature::Files))
    }
}

/// The default processor time of a compiler.
pub(super) const DEFAULT_COMPILE_TIME: Duration = Duration::from_secs(30);

/// The limits of one run, and of its sandbox.
#[derive(Args)]
#[group(skip)]
pub(super) struct RunLimits {
    /// Processor time for one run, such as 1.5 (seconds) or 500ms [default: from the package or the problem]
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(super) time: Option<Duration>,
    /// Memory for one run, such as 256M [default: from the package or the problem]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub(super) memory: Option<u64>,
    /// Largest output of one run [default: from the package, else 16M or twice the largest answer]
    #[arg(long, hide_short_help = true, value_name = "SIZE", value_parser = size)]
    pub(super) output_limit: Option<u64>,
    /// Number of processes and threads in one run [default: one process, or 64 for a command]
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = whole::<u64>(1..=10_000))]
    pub(super) processes: Option<u64>,
    /// Processor time for the compiler [default: from the package, else 30]
    #[arg(long, hide_short_help = true, value_name = "TIME", value_parser = time)]
    pub(super) compile_time: Option<Duration>,
    #[command(flatten)]
    required: RequiredTier,
    #[command(flatten)]
    pub(super) reading: Reading,
}

/// The weakest sandbox that may run programs.
#[derive(Args)]
#[group(skip)]
pub(super) struct RequiredTier {
    /// Refuse to run programs in a sandbox weaker than this tier: 1 is the strongest, 3 the weakest
    #[arg(long, hide_short_help = true, value_name = "TIER", value_parser = whole::<u8>(1..=3))]
    require_tier: Option<u8>,
}

impl RequiredTier {
    pub(super) fn tier(&self) -> Option<Tier> {
        self.require_tier.map(|tier| match tier {
            1 => Tier::One,
            2 => Tier::Two,
            _ => Tier::Three,
        })
    }
}

/// Returns a clause on the strength of a sandbox.
pub(super) fn strength(tier: u8) -> String {
    let strength = match tier {
        1 => "the strongest",
        2 => "weaker than tier 1",
        _ => "the weakest",
    };
    format!("tier {tier}, {strength}")
}

/// The files that programs and their compilers may read beside the system's tools.
#[derive(Args, Default)]
#[group(skip)]
pub(super) struct Reading {
    /// A file or folder that the compiler may read. It reads no other files of yours
    #[arg(long, hide_short_help = true, value_name = "PATH")]
    pub(super) include: Vec<PathBuf>,
    /// A file or folder that programs may read, besides the tools of the system
    #[arg(long, hide_short_help = true, value_name = "PATH")]
    pub(super) allow_read: Vec<PathBuf>,
}

impl Reading {
    /// Returns the named files and folders.
    pub(super) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.include.iter().chain(&self.allow_read)
    }
}

impl RunLimits {
    /// Returns the limits from the options, or the limits of the problem.
    pub(super) fn of_problem(&self, entry: &dyn Entry) -> Limits {
        self.of(
            self.time.unwrap_or_else(|| time_limit(entry)),
            self.memory.unwrap_or_else(|| memory_limit(entry)),
            self.output_limit.unwrap_or(DEFAULT_OUTPUT),
        )
    }

    /// Returns these limits with the number of processes from the options.
    pub(super) fn of(&self, time: Duration, memory: u64, output: u64) -> Limits {
        limits(time, memory, output, self.processes)
    }

    /// Makes the workshop in a folder, for `jobs` runs at a time.
    pub(super) fn workshop(
        &self,
        jobs: NonZeroUsize,
        interrupted: &Arc<AtomicBool>,
        folder: &TempFolder,
        tools: Tools,
    ) -> Result<Workshop> {
        let sandbox = self.sandbox(jobs, interrupted)?;
        let time = self.compile_time.unwrap_or(DEFAULT_COMPILE_TIME);
        Ok(Workshop::new(sandbox, tools, folder.path(), time))
    }

    /// Makes a sandbox of the required tier for `jobs` runs at a time.
    pub(super) fn sandbox(&self, jobs: NonZeroUsize, interrupted: &Arc<AtomicBool>) -> Result<Sandbox> {
        sandbox(self.required.tier(), &self.reading, jobs, interrupted)
    }
}

/// Returns the processor time that a problem allows for one run.
pub(super) fn time_limit(entry: &dyn Entry) -> Duration {
    Duration::from_millis(entry.meta().time_limit_ms.into())
}

/// Returns the memory that a problem allows for one run, in bytes.
pub(super) fn memory_limit(entry: &dyn Entry) -> u64 {
    u64::from(entry.meta().memory_limit_mib) << 20
}

/// Makes a sandbox for `jobs` runs at a time. It ends them as soon as `interrupted` is set.
pub(super) fn sandbox(
    required: Option<Tier>,
    reading: &Reading,
    jobs: NonZeroUsize,
    interrupted: &Arc<AtomicBool>,
) -> Result<Sandbox> {
    super::process::limits::allow_running_programs(jobs)?;
    let probed = Sandbox::probe(required);
    let sandbox = probed.map_err(|error| Stop::fault(format!("error: {error}")))?;
    let allowing = sandbox.allowing(reading.allow_read.clone());
    let sandbox = allowing.map_err(Stop::wrong)?;
    Ok(sandbox.interruptible(Arc::clone(interrupted)))
}

pub(super) fn temporary_folder() -> Result<TempFolder> {
    let place = std::env::temp_dir();
    TempFolder::new().with_context(|| format!("cannot make a folder for temporary files in {}", shown(&place)))
}

/// Returns the error for a source file that is not a program.
pub(super) fn not_wrapped(path: &Path, why: &NotWrapped) -> Stop {
    match why {
        NotWrapped::NoMain(why) => Stop::wrong(why),
        NotWrapped::Io(error) => Stop::wrong(format_args!(
            "cannot read {}: {}",
            shown(path),
            crate::text::reason(error)
        )),
    }
}

/// Returns the error for a submission that cannot run.
pub(super) fn no_program(why: &NoProgram) -> Stop {
    let message = format!("error: {why}");
    match why {
        NoProgram::Box(_) => Stop::fault(message),
        NoProgram::Unusable(_) | NoProgram::DoesNotCompile(_) => Stop::bad_input(message),
    }
}

/// The arguments of a command as typed, in the order of its definition. They include defaults.
pub(super) struct Typed<C>(pub(super) Vec<TypedArg>, PhantomData<C>);

/// One argument as typed.
pub(super) struct TypedArg {
    pub(super) name: String,
    /// Whether the user gave it. `false` means that it is a default.
    pub(super) is_given: bool,
    pub(super) is_positional: bool,
    takes_values: bool,
    pub(super) values: Vec<OsString>,
}

impl TypedArg {
    /// Returns the words that repeat an option, with its name before each value.
    pub(super) fn words(&self) -> Vec<OsString> {
        let name = format!("--{}", self.name);
        if !self.takes_values {
            return vec![name.into()];
        }
        let pairs = self.values.iter();
        pairs.flat_map(|value| [name.clone().into(), value.clone()]).collect()
    }
}

impl<C: Args> Args for Typed<C> {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl<C: Args> FromArgMatches for Typed<C> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Typed<C>, clap::Error> {
        let command = C::augment_args(Command::new(""));
        let typed = command.get_arguments().map(|arg| {
            let id = arg.get_id().as_str();
            TypedArg {
                name: arg.get_long().unwrap_or(id).to_owned(),
                is_given: matches.value_source(id) == Some(ValueSource::CommandLine),
                is_positional: arg.is_positional(),
                takes_values: arg.get_action().takes_values(),
                values: (matches.get_raw(id).into_iter().flatten()).map(Into::into).collect(),
            }
        });
        Ok(Typed(typed.collect(), PhantomData))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Typed::from_arg_matches(matches)?;
        Ok(())
    }
}
