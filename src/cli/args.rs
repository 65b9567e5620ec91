//! Arguments that several verbs share.

#[cfg(unix)]
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use rayon::ThreadPoolBuilder;

use super::status::say;
use crate::budget::Budget;
use crate::problem::{Entry, Variants};
use crate::problems::REGISTRY;
use crate::text::{DEFAULT_MAX_BYTES, Source};

/// `<PROBLEM>`: one of the registry's slugs.
pub(super) fn problem() -> Arg {
    let slugs = REGISTRY.iter().map(|entry| entry.meta().slug);
    Arg::new("problem")
        .value_name("PROBLEM")
        .required(true)
        .value_parser(PossibleValuesParser::new(slugs))
        .hide_possible_values(true)
        .help("The problem's name, as `gamesolve list` shows it")
}

/// `FILE…`: programs, or their source files.
#[cfg(unix)]
pub(super) fn programs(help: &'static str) -> Arg {
    Arg::new("program")
        .value_name("FILE")
        .action(ArgAction::Append)
        .value_parser(value_parser!(PathBuf))
        .help(help)
}

/// `-- COMMAND…`: the words that start a program.
#[cfg(unix)]
pub(super) fn words(help: &'static str) -> Arg {
    Arg::new("command")
        .value_name("COMMAND")
        .last(true)
        .num_args(1..)
        .value_parser(value_parser!(OsString))
        .help(help)
}

/// The problem that was named by [`problem`].
pub(super) fn the_problem(matches: &ArgMatches) -> &'static dyn Entry {
    super::problem(
        matches
            .get_one::<String>("problem")
            .expect("the argument is required"),
    )
}

/// `--memory-limit`, `--max-input-bytes` and `--threads`.
pub(super) fn limits() -> [Arg; 3] {
    [
        Arg::new("memory-limit")
            .long("memory-limit")
            .value_name("SIZE")
            .value_parser(size)
            .help("Most memory to solve with, such as 500M or 2G [default: what the machine has free]"),
        Arg::new("max-input-bytes")
            .long("max-input-bytes")
            .value_name("SIZE")
            .value_parser(size)
            .help("Largest input to read [default: 1 GiB]"),
        Arg::new("threads")
            .long("threads")
            .value_name("N")
            .value_parser(value_parser!(NonZeroUsize))
            .help("Threads for one large input; the answer is the same [default: one per processor]"),
    ]
}

/// Makes the threads that were asked for, where any were: otherwise they start when a large input needs them.
///
/// # Errors
/// Where the system does not give them.
pub(super) fn start_threads(matches: &ArgMatches) -> Result<()> {
    // A command without this flag has nothing to share out.
    let Ok(Some(&threads)) = matches.try_get_one::<NonZeroUsize>("threads") else {
        return Ok(());
    };
    ThreadPoolBuilder::new()
        .num_threads(threads.get())
        .build_global()
        .with_context(|| format!("cannot start {threads} threads"))
}

/// How many threads to work with: as many as were asked for, or one per processor.
#[cfg(feature = "cluster")]
pub(super) fn threads(matches: &ArgMatches) -> usize {
    matches
        .get_one::<NonZeroUsize>("threads")
        .map_or_else(num_cpus::get, |threads| threads.get())
}

/// The budget of memory.
pub(super) fn budget(matches: &ArgMatches) -> Budget {
    matches
        .get_one("memory-limit")
        .map_or_else(Budget::of_this_machine, |&bytes| Budget::of(bytes))
}

/// The largest input to read, in bytes.
pub(super) fn max_input_bytes(matches: &ArgMatches) -> u64 {
    matches
        .get_one("max-input-bytes")
        .copied()
        .unwrap_or(DEFAULT_MAX_BYTES)
}

/// The variant flags of one problem.
pub(super) fn variants_of(entry: &dyn Entry) -> impl Iterator<Item = Arg> {
    entry.meta().variants.iter().map(|variant| {
        let arg = Arg::new(variant.name).long(variant.name).help(variant.help);
        match variant.value {
            None => arg.action(ArgAction::SetTrue),
            Some((name, (low, high))) => arg
                .value_name(name)
                .value_parser(value_parser!(u64).range(low..=high)),
        }
    })
}

/// The variant flags of all problems, for verbs that take any problem; one flag where names agree.
pub(super) fn variants_of_all() -> Vec<Arg> {
    let mut args: Vec<Arg> = Vec::new();
    for entry in REGISTRY {
        for arg in variants_of(*entry) {
            if args.iter().all(|known| known.get_id() != arg.get_id()) {
                args.push(arg.help_heading("Variants of the rules"));
            }
        }
    }
    args
}

/// The variants that were chosen.
///
/// # Errors
/// Where a flag was given that belongs to another problem.
pub(super) fn variants(entry: &dyn Entry, matches: &ArgMatches) -> Result<Variants> {
    let mut chosen = Variants::default();
    let meta = entry.meta();
    for known in REGISTRY.iter().flat_map(|entry| entry.meta().variants) {
        let value = match known.value {
            // A flag that this command does not have is one that was not given.
            None => matches
                .try_get_one::<bool>(known.name)
                .ok()
                .flatten()
                .is_some_and(|&set| set)
                .then_some(1),
            Some(_) => matches
                .try_get_one::<u64>(known.name)
                .ok()
                .flatten()
                .copied(),
        };
        let Some(value) = value else { continue };
        match meta
            .variants
            .iter()
            .find(|variant| variant.name == known.name)
        {
            Some(variant) => chosen.set(variant, value),
            None => {
                let message = format!("error: `{}` has no variant `--{}`", meta.slug, known.name);
                return Err(super::status::Stop::bad_input(message).into());
            }
        }
    }
    Ok(chosen)
}

/// Reads the input that was named: a file, or standard input for none or `-`.
pub(super) fn read_input(path: Option<&PathBuf>, limit: u64) -> Result<Source> {
    match path.filter(|path| path.as_path() != Path::new("-")) {
        Some(path) => Ok(Source::from_file(path, limit)?),
        None => {
            if io::stdin().is_terminal() {
                let end = if cfg!(windows) {
                    "Ctrl-Z and Enter"
                } else {
                    "Ctrl-D"
                };
                say(&format!("reading from the terminal, end with {end}"));
            }
            Ok(Source::from_stdin(limit)?)
        }
    }
}

/// A number of bytes: digits, then K, M, G or T (powers of 1024), then perhaps `B` or `iB`.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let digits = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
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
        _ => return Err("a size is a number and perhaps K, M, G or T".into()),
    };
    let number: u64 = number
        .parse()
        .map_err(|_| "a size begins with a whole number".to_owned())?;
    number
        .checked_mul(1 << shift)
        .ok_or_else(|| "this size does not fit 64 bits".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("0"), Ok(0));
        assert_eq!(size("500M"), Ok(500 << 20));
        assert_eq!(size("2GiB"), Ok(2 << 30));
        assert_eq!(size("16kB"), Ok(16 << 10));
        for text in ["", "M", "5X", "-1", "1.5G", "99999999999G"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
