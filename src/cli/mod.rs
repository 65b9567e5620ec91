//! The command line: built from the registry, one file per verb.

use std::ffi::OsString;

use anyhow::Result;
use clap::{ArgMatches, Command};

use crate::problem::Entry;
use crate::problems::REGISTRY;

mod args;
mod check;
#[cfg(feature = "cluster")]
mod cluster;
mod draw;
mod explain;
mod r#gen;
mod hint;
#[cfg(unix)]
mod judge;
mod list;
mod markdown;
mod mistaken;
mod one_test;
mod output;
mod play;
mod problems;
#[cfg(unix)]
mod progress;
mod show;
mod solve;
mod status;
#[cfg(unix)]
mod stress;
mod validate;

pub use list::{markdown_table, verbs_table};
pub use status::Status;

/// What every verb has: how it looks on the command line, and what it does.
struct Verb {
    command: fn() -> Command,
    run: fn(&ArgMatches) -> Result<Status>,
}

/// Every verb, in the order of the help.
const VERBS: &[Verb] = &[
    Verb {
        command: list::command,
        run: list::run,
    },
    Verb {
        command: show::command,
        run: show::run,
    },
    Verb {
        command: hint::command,
        run: hint::run,
    },
    Verb {
        command: explain::command,
        run: explain::run,
    },
    Verb {
        command: play::command,
        run: play::run,
    },
    Verb {
        command: draw::command,
        run: draw::run,
    },
    Verb {
        command: validate::command,
        run: validate::run,
    },
    Verb {
        command: r#gen::command,
        run: r#gen::run,
    },
    Verb {
        command: check::command,
        run: check::run,
    },
    #[cfg(unix)]
    Verb {
        command: judge::command,
        run: judge::run,
    },
    #[cfg(unix)]
    Verb {
        command: stress::command,
        run: stress::run,
    },
];

/// The whole command line: the verbs, and one hidden subcommand per problem, which the help lists on its own.
pub fn command() -> Command {
    let width = REGISTRY
        .iter()
        .map(|entry| entry.meta().slug.len())
        .max()
        .unwrap_or(0);
    let problems = REGISTRY.iter().map(|entry| {
        let meta = entry.meta();
        format!("  {:width$}  {}\n", meta.slug, meta.title().en)
    });
    let mut help = "Problems (gamesolve PROBLEM [INPUT], standard input by default):\n".to_owned();
    help.extend(problems);
    help.push_str(
        "\nExit status: 0 solved or all accepted, 1 not accepted, 2 bad usage or input, 3 fault of gamesolve, \
         4 refused for memory, 130 interrupted.",
    );
    frame()
        .after_help(help)
        .subcommands(VERBS.iter().map(|verb| (verb.command)()))
        .subcommands(
            REGISTRY
                .iter()
                .map(|entry| solve::command(*entry).hide(true)),
        )
}

/// The command line without its subcommands.
fn frame() -> Command {
    Command::new("gamesolve")
        .version(clap::crate_version!())
        .about("Solves olympiad game problems exactly, in their original formats")
        .override_usage("gamesolve PROBLEM [INPUT] [-o OUTPUT]\n       gamesolve COMMAND …")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
}

/// The names of the verbs, which no problem may take.
pub fn verb_names() -> impl Iterator<Item = String> {
    VERBS
        .iter()
        .map(|verb| (verb.command)().get_name().to_owned())
}

/// The names of the verbs that are given a problem: as an argument, or as the first of their paths.
fn verbs_of_problems() -> impl Iterator<Item = String> {
    let commands = VERBS.iter().map(|verb| (verb.command)());
    let of_problems = commands.filter(|command| {
        let mut arguments = command.get_arguments();
        arguments.any(|arg| ["problem", "paths"].contains(&arg.get_id().as_str()))
    });
    of_problems.map(|command| command.get_name().to_owned())
}

/// Runs one command line and says how it ended; all messages have been shown.
pub fn run(args: impl IntoIterator<Item = OsString>) -> Status {
    let args: Vec<OsString> = args.into_iter().collect();
    let solved = REGISTRY
        .iter()
        .find(|entry| args.get(1).is_some_and(|name| name == entry.meta().slug));
    let result = match solved {
        Some(entry) => run_solve(*entry, args),
        None => run_verb(args),
    };
    result.unwrap_or_else(|error| status::of_error(&error))
}

/// Runs `gamesolve PROBLEM`. Solving is what is asked for most, and building the other commands would take longer than
/// most of it.
fn run_solve(entry: &dyn Entry, args: Vec<OsString>) -> Result<Status> {
    if let Some(result) = solve::run_plain(entry, &args[2..]) {
        return result;
    }
    let command = frame().subcommand(solve::command(entry));
    match command.try_get_matches_from(args) {
        Ok(matches) => {
            let (_, matches) = matches.subcommand().expect("clap requires a subcommand");
            args::start_threads(matches)?;
            solve::run(entry, matches)
        }
        Err(error) => Ok(status::of_usage(&error)),
    }
}

/// Runs `gamesolve COMMAND`, and says what is wrong with any other command line.
fn run_verb(args: Vec<OsString>) -> Result<Status> {
    let matches = match command().try_get_matches_from(args) {
        Ok(matches) => matches,
        Err(error) => return Ok(status::of_usage(&error)),
    };
    let (name, matches) = matches.subcommand().expect("clap requires a subcommand");
    let verb = VERBS
        .iter()
        .find(|verb| (verb.command)().get_name() == name);
    args::start_threads(matches)?;
    match verb {
        Some(verb) => (verb.run)(matches),
        None => solve::run(problem(name), matches),
    }
}

/// The problem with this slug; clap lets no other name through.
fn problem(slug: &str) -> &'static dyn Entry {
    *REGISTRY
        .iter()
        .find(|entry| entry.meta().slug == slug)
        .expect("clap knows the problems' names")
}
