//! Arguments that several verbs share.

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
#[cfg(unix)]
use std::sync::{Arc, atomic::AtomicBool};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use rayon::ThreadPoolBuilder;

use super::process::deadline::Deadline;
use super::status::{refuse, say};
use super::task::EntryParser;
use crate::budget::{Budget, DEFAULT_STEPS};
use crate::problem::{Entry, MISERE, MiserePlay, Variant, Variants};
use crate::problems::REGISTRY;
use crate::text::{DEFAULT_MAX_BYTES, Source};

/// `PROBLEM`.
#[derive(Args)]
#[group(skip)]
pub(super) struct Problem {
    /// A problem from `gamesolve list`, or a file with your own game (.py, .cpp)
    #[arg(value_name = "PROBLEM", value_parser = EntryParser, hide_possible_values = true)]
    pub(super) problem: &'static dyn Entry,
}

/// Returns a parser that maps each of these names to its value.
pub(super) fn one_of<T: Clone + Send + Sync + 'static>(
    known: impl Into<Vec<(&'static str, T)>>,
) -> impl TypedValueParser<Value = T> {
    let known: Vec<(&'static str, T)> = known.into();
    PossibleValuesParser::new(known.iter().map(|(name, _)| *name)).map(move |given| {
        let found = known.iter().find(|(name, _)| *name == given);
        found.expect("it is one of these").1.clone()
    })
}

/// Limits of solving: `--memory-limit`, `--work-limit` and `--time-limit`.
#[derive(Args)]
#[group(skip)]
pub(super) struct Solving {
    /// Memory for solving, such as 500M or 2G [default: the free memory of the machine]
    #[arg(long, hide_short_help = true, value_name = "SIZE", value_parser = size)]
    memory_limit: Option<u64>,
    /// Work for one input, such as 500G steps of about a nanosecond each [default: 40G]
    #[arg(long, hide_short_help = true, value_name = "STEPS", value_parser = steps)]
    work_limit: Option<u64>,
    /// Stop with exit status 4 if solving takes longer by the clock, such as 1.5 (seconds) or 500ms
    #[arg(long, value_name = "TIME", value_parser = time)]
    time_limit: Option<Duration>,
}

impl Solving {
    /// Returns the budget from the options, or the budget of this machine.
    pub(super) fn budget(&self) -> Budget {
        let memory = self.memory_limit.map_or_else(Budget::of_this_machine, Budget::of);
        memory.with_steps(self.work_limit.unwrap_or(DEFAULT_STEPS))
    }

    /// Returns the budget from the options, or `bytes`. If the machine has less free memory, returns that.
    pub(super) fn budget_or(&self, bytes: u64) -> Budget {
        let most = || bytes.min(Budget::of_this_machine().bytes());
        let memory = Budget::of(self.memory_limit.unwrap_or_else(most));
        memory.with_steps(self.budget().steps())
    }

    /// Starts the clock of `--time-limit`, if there is one. The clock sets the flag before it ends the process.
    #[cfg(unix)]
    pub(super) fn deadline_by(&self, flag: &Arc<AtomicBool>) -> Deadline {
        Deadline::interrupting(self.time_limit, flag)
    }

    /// Starts the clock of `--time-limit`, if there is one, and shows the progress of the work.
    pub(super) fn deadline(&self) -> Deadline {
        Deadline::after(self.time_limit)
    }

    /// Starts the clock of `--time-limit`, if there is one, for a command that shows its own progress.
    pub(super) fn unshown_deadline(&self) -> Deadline {
        Deadline::unshown(self.time_limit)
    }
}

/// `--max-input-bytes`.
#[derive(Args)]
#[group(skip)]
pub(super) struct MaxInputBytes {
    /// Largest input that gamesolve reads [default: 1 GiB]
    #[arg(long, hide_short_help = true, value_name = "SIZE", value_parser = size)]
    pub(super) max_input_bytes: Option<u64>,
}

impl MaxInputBytes {
    pub(super) fn or_default(&self) -> u64 {
        self.max_input_bytes.unwrap_or(DEFAULT_MAX_BYTES)
    }
}

/// The limits of solving: [`Solving`], `--max-input-bytes` and `--threads`.
#[derive(Args)]
#[group(skip)]
pub(super) struct Limits {
    #[command(flatten)]
    pub(super) solving: Solving,
    #[command(flatten)]
    pub(super) input: MaxInputBytes,
    /// Threads for one large input, at most 256. The answer stays the same [default: one per processor]
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = whole::<NonZeroUsize>(1..=MOST_THREADS))]
    pub(super) threads: Option<NonZeroUsize>,
}

impl Limits {
    /// Starts the threads of `--threads`. Without this option they start when a large input needs them.
    ///
    /// # Errors
    /// Fails if the system refuses to start them.
    pub(super) fn start_threads(&self) -> Result<()> {
        let Some(threads) = self.threads else {
            return Ok(());
        };
        ThreadPoolBuilder::new()
            .num_threads(threads.get())
            .build_global()
            .with_context(|| format!("cannot start {threads} threads"))
    }
}

/// The flags of the variants, for verbs that take any problem. Variants of several problems that share a name share a
/// flag.
#[derive(Default)]
pub(super) struct VariantFlags(Vec<(&'static str, u64)>);

pub(super) fn flag_of(variant: &Variant) -> Arg {
    let arg = Arg::new(variant.name).long(variant.name).help(variant.help);
    match variant.value {
        None => arg.action(ArgAction::SetTrue),
        Some((name, (low, high))) => arg.value_name(name).value_parser(whole::<u64>(low..=high)),
    }
}

impl VariantFlags {
    /// Returns the variants of all problems, each name once.
    fn known() -> Vec<&'static Variant> {
        let mut known: Vec<&Variant> = Vec::new();
        let of_problems = REGISTRY.iter().flat_map(|entry| entry.meta().all_variants());
        #[cfg(unix)]
        let of_problems = of_problems.chain(super::task::OWN_VARIANTS);
        for variant in of_problems {
            if known.iter().all(|other| other.name != variant.name) {
                known.push(variant);
            }
        }
        known
    }

    /// Returns no variants, for a task that is not a problem.
    ///
    /// # Errors
    /// Fails if the command line has a flag of a variant.
    pub(super) fn of_none(&self) -> Result<Variants> {
        match self.0.first() {
            None => Ok(Variants::default()),
            Some((name, _)) => {
                refuse!("`--{name}` is a variant of a problem, and this task is not a problem of gamesolve")
            }
        }
    }

    /// Returns the flags as they are typed, each after a blank.
    pub(super) fn typed(&self) -> String {
        let typed = |(name, value): &(&'static str, u64)| {
            let known = VariantFlags::known().into_iter().find(|variant| variant.name == *name);
            match known.and_then(|variant| variant.value) {
                Some(_) => format!(" --{name} {value}"),
                None => format!(" --{name}"),
            }
        };
        self.0.iter().map(typed).collect()
    }

    /// Returns whether the command line has `--misere`, for a task that is not a problem and has no other variant.
    ///
    /// # Errors
    /// Fails if the command line has another flag of a variant.
    pub(super) fn misere_alone(&self) -> Result<bool> {
        match self.0[..] {
            [(name, _)] if name == MISERE.name => Ok(true),
            _ => self.of_none().map(|_| false),
        }
    }

    /// Returns the chosen variants of `entry`.
    ///
    /// # Errors
    /// Fails if the command line has a flag of another problem's variant.
    pub(super) fn of(&self, entry: &dyn Entry) -> Result<Variants> {
        let mut chosen = Variants::default();
        let meta = entry.meta();
        for &(name, value) in &self.0 {
            let Some(variant) = meta.all_variants().find(|variant| variant.name == name) else {
                match meta.misere() {
                    MiserePlay::Missing(why) if name == MISERE.name => {
                        refuse!("`{}` has no misère play: {why}", meta.slug)
                    }
                    _ => refuse!("`{}` has no variant `--{name}`", meta.slug),
                }
            };
            chosen.set(variant, value);
        }
        Ok(chosen)
    }
}

impl Args for VariantFlags {
    fn augment_args(command: Command) -> Command {
        let flags = VariantFlags::known().into_iter().map(flag_of);
        command.args(flags.map(|flag| flag.help_heading("Variants of the rules").hide_short_help(true)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        VariantFlags::augment_args(command)
    }
}

impl FromArgMatches for VariantFlags {
    /// Reads the flags. A flag that the command does not define counts as absent.
    fn from_arg_matches(matches: &ArgMatches) -> Result<VariantFlags, clap::Error> {
        let given = VariantFlags::known().into_iter().filter_map(|variant| {
            let value = match variant.value {
                None => {
                    let set = matches.try_get_one::<bool>(variant.name);
                    set.ok().flatten().is_some_and(|&set| set).then_some(1)
                }
                Some(_) => {
                    let number = matches.try_get_one::<u64>(variant.name);
                    number.ok().flatten().copied()
                }
            };
            Some((variant.name, value?))
        });
        Ok(VariantFlags(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = VariantFlags::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Reads the input from a file, or from standard input if the path is absent or `-`.
pub(super) fn read_input(path: Option<&PathBuf>, limit: u64) -> Result<Source> {
    match path.filter(|path| path.as_path() != Path::new("-")) {
        Some(path) => Ok(Source::from_file(path, limit)?),
        None => {
            if io::stdin().is_terminal() {
                let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
                say(&format!("Reading from the terminal. End with {end}."));
            }
            Ok(Source::from_stdin(limit)?)
        }
    }
}

/// The most threads of `--threads`. The time to start them grows with the square of their number.
const MOST_THREADS: u64 = 256;

/// Returns a parser of whole numbers in a range.
pub(super) fn whole<T: FromStr>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|_| text.parse().ok()).ok_or_else(|| {
            let (low, high) = (range.start(), *range.end());
            let is_too_large = text.len() > 1 && text.bytes().all(|b| b.is_ascii_digit());
            let most = (high < u64::MAX || is_too_large).then(|| format!(" to {high}"));
            format!("it must be a whole number from {low}{}", most.unwrap_or_default())
        })
    }
}

/// Parses a number of steps: digits, then optionally K, M, G or T (powers of 1000).
fn steps(text: &str) -> Result<u64, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let factor = match unit.to_ascii_uppercase().as_str() {
        "" => 1,
        "K" => 1000,
        "M" => 1_000_000,
        "G" => 1_000_000_000,
        "T" => 1_000_000_000_000,
        _ => return Err("the unit of steps must be K, M, G or T, such as 500G".into()),
    };
    let number = number.parse::<u64>().ok();
    let steps = number.and_then(|number| number.checked_mul(factor));
    steps.ok_or_else(|| "steps are a whole number below 2^64, such as 500G".to_owned())
}

/// Parses a time above zero and of at most an hour, in seconds or, with `ms`, in milliseconds.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let seconds = number
        .parse::<f64>()
        .map_err(|_| "a time is a number of seconds such as 1.5, or 500ms".to_owned())?
        * unit;
    if (0.01..=3600.0).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("a time is from 10ms to 3600 seconds".to_owned())
    }
}

/// Parses a number of bytes: digits, then K, M, G or T (powers of 1024), then optionally `B` or `iB`.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let shift = match unit
        .trim_end_matches('B')
        .trim_end_matches('i')
        .to_ascii_uppercase()
        .as_str()
    {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err("the unit of a size must be K, M, G or T, such as 256M".into()),
    };
    let number: u64 = number
        .parse()
        .map_err(|_| "a size is a whole number with a unit, such as 256M".to_owned())?;
    number
        .checked_mul(1 << shift)
        .ok_or_else(|| "a size must be below 2^64 bytes".to_owned())
}

/// Parses the memory of a run, at least 1 MiB.
///
/// No program starts with less, and a number without a unit is probably meant in megabytes.
#[cfg(any(unix, test))]
pub(super) fn memory(text: &str) -> Result<u64, String> {
    let bytes = size(text)?;
    if bytes < 1 << 20 {
        return Err(
            "a run needs at least 1M of memory\nhint: add a unit, because a plain number counts bytes".to_owned(),
        );
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_have_decimal_units() {
        assert_eq!(steps("0"), Ok(0));
        assert_eq!(steps("40G"), Ok(40_000_000_000));
        assert_eq!(steps("2k"), Ok(2000));
        for text in ["", "G", "5X", "-1", "1.5G", "99999999T"] {
            assert!(steps(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_seconds_or_milliseconds() {
        for (text, ms) in [
            ("1", 1000),
            ("1.5", 1500),
            ("2s", 2000),
            ("500ms", 500),
            ("10ms", 10),
            ("3600", 3_600_000),
        ] {
            assert_eq!(time(text), Ok(Duration::from_millis(ms)), "{text}");
        }
        for text in ["", "0", "-1", "nan", "inf", "1h", "9ms", "3601", "s"] {
            assert!(time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("0"), Ok(0));
        assert_eq!(size("500M"), Ok(500 << 20));
        assert_eq!(size("2GiB"), Ok(2 << 30));
        assert_eq!(size("16kB"), Ok(16 << 10));
        for text in ["", "M", "5X", "-1", "1.5G", "99999999999G"] {
            assert!(size(text).is_err(), "{text}");
        }
        assert_eq!(memory("1M"), Ok(1 << 20));
        for text in ["0", "512", "1023K"] {
            assert!(memory(text).is_err(), "{text}");
        }
    }
}
