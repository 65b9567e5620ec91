//! The command line: built from the registry, one file per verb.
//!
//! Each verb has its options as a typed struct. Only these structs know how the options are parsed.

use std::ffi::OsString;

use anyhow::Result;
use clap::error::ErrorKind;
use clap::{Command, FromArgMatches, Subcommand};

use crate::problem::Entry;
use crate::problems::REGISTRY;

mod args;
mod check;
#[cfg(feature = "cluster")]
mod cluster;
mod completions;
mod config;
#[cfg(unix)]
mod contest;
#[cfg(unix)]
mod contest_export;
mod draw;
mod explain;
mod export;
pub mod gallery;
mod r#gen;
mod help;
#[cfg(unix)]
mod judge;
mod learning;
mod locale;
mod man;
mod markdown;
mod meant;
mod new;
mod one_test;
mod output;
mod places;
mod play;
mod process;
#[cfg(unix)]
mod program;
mod puzzle;
mod registered;
mod settings;
mod shown;
mod solve;
mod status;
#[cfg(unix)]
mod stress;
mod table;
mod task;
mod typed;
#[cfg(any(not(unix), test))]
mod unboxed;
mod validate;

use learning::{hint, learn, list, show};
pub use list::markdown_table;
use meant::proposal;
#[cfg(unix)]
use process::limits;
use process::{colour, interrupt};
use registered::problem;
pub use settings::table as settings_table;
#[cfg(unix)]
use status::Stop;
pub use status::{Status, end_on_panic};

/// The verbs, in the order of the help.
#[derive(Subcommand)]
enum Verb {
    List(list::Options),
    Learn(learn::Options),
    Show(show::Options),
    Hint(hint::Options),
    New(new::Options),
    Explain(explain::Options),
    Play(play::Options),
    Puzzle(puzzle::Options),
    Draw(draw::Options),
    Table(table::Options),
    Validate(validate::Options),
    Gen(r#gen::Options),
    Check(check::Options),
    #[cfg(unix)]
    Judge(judge::Options),
    #[cfg(unix)]
    Stress(stress::Options),
    #[cfg(unix)]
    Contest(contest::Options),
    Export(export::Options),
    Config(config::Options),
    Completions(completions::Options),
    Man(man::Options),
    Help(help::Options),
    /// Not on this system: run submissions on testcases
    #[cfg(not(unix))]
    Judge(unboxed::Options),
    /// Not on this system: find the smallest input that breaks a program
    #[cfg(not(unix))]
    Stress(unboxed::Options),
    /// Not on this system: judge the submissions of a class on several tasks
    #[cfg(not(unix))]
    Contest(unboxed::Options),
}

/// A parsed command line.
enum Parsed {
    Solve(&'static dyn Entry, Box<solve::Options>),
    Verb(Box<Verb>),
}

impl Verb {
    fn run(self) -> Result<Status> {
        interrupt::ends_whole()?;
        match self {
            Verb::List(options) => list::run(&options, verbs_of_problems),
            Verb::Learn(options) => learn::run(&options),
            Verb::Show(options) => show::run(&options),
            Verb::Hint(options) => hint::run(&options),
            Verb::New(options) => new::run(&options),
            Verb::Explain(options) => explain::run(&options),
            Verb::Play(options) => play::run(&options),
            Verb::Puzzle(options) => puzzle::run(&options),
            Verb::Draw(options) => draw::run(&options),
            Verb::Table(options) => table::run(&options),
            Verb::Validate(options) => validate::run(&options),
            Verb::Gen(options) => r#gen::run(&options),
            Verb::Check(options) => check::run(&options),
            #[cfg(unix)]
            Verb::Judge(options) => judge::run(&options),
            #[cfg(unix)]
            Verb::Stress(options) => stress::run(&options),
            #[cfg(unix)]
            Verb::Contest(options) => contest::run(&options),
            Verb::Export(options) => export::run(&options),
            Verb::Config(options) => config::run(&options),
            Verb::Completions(options) => completions::run(&options),
            Verb::Man(options) => man::run(&options, verbs()),
            Verb::Help(options) => run_words(help::words(&options)),
            #[cfg(not(unix))]
            Verb::Judge(_) => Err(unboxed::refusal("judge").into()),
            #[cfg(not(unix))]
            Verb::Stress(_) => Err(unboxed::refusal("stress").into()),
            #[cfg(not(unix))]
            Verb::Contest(_) => Err(unboxed::refusal("contest").into()),
        }
    }
}

/// The columns of a terminal that break no word of the help.
const COLUMNS: usize = 80;

/// Returns the whole command line: the verbs, and a hidden subcommand for each problem. The help lists the problems
/// apart.
pub fn command() -> Command {
    let help = format!(
        "Problems (gamesolve PROBLEM [INPUT] reads standard input if you name no file):\n{}\n{}\n\
         Read `gamesolve help COMMAND` for the options and examples of a command.",
        registered::table(),
        markdown::laid_out(&format!("Exit status: {}", status::EXIT_STATUS), COLUMNS, false)
    );
    let solving = REGISTRY.iter().map(|entry| solve::command(*entry));
    help::with_examples(verbs())
        .after_help(help)
        .subcommands(solving.map(|command| command.hide(true)))
}

/// Returns the command line without the problems and without examples.
fn verbs() -> Command {
    framed(Verb::augment_subcommands(Command::new("gamesolve")))
}

/// Adds the version, the description and the usage to a command.
fn framed(command: Command) -> Command {
    command
        .version(clap::crate_version!())
        .about("Solve olympiad game problems exactly, in their original formats")
        .override_usage("gamesolve PROBLEM [INPUT] [-o OUTPUT]\n       gamesolve COMMAND …")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .arg(colour::option())
}

/// Returns the names of the verbs. No problem may take one of them.
pub fn verb_names() -> impl Iterator<Item = String> {
    names_where(|_| true)
}

/// Returns the names of the verbs that take a problem, as an argument or as the first of their paths.
fn verbs_of_problems() -> Vec<String> {
    names_where(|verb| {
        let mut arguments = verb.get_arguments();
        arguments.any(|arg| ["problem", "paths", "task"].contains(&arg.get_id().as_str()))
    })
    .collect()
}

fn names_where(holds: impl Fn(&Command) -> bool) -> impl Iterator<Item = String> {
    let verbs = Verb::augment_subcommands(Command::new(""));
    let chosen = verbs.get_subcommands().filter(|verb| holds(verb));
    let names: Vec<String> = chosen.map(|verb| verb.get_name().to_owned()).collect();
    names.into_iter()
}

/// Runs one command line and returns its exit status. All messages have been shown.
pub fn run(args: impl IntoIterator<Item = OsString>) -> Status {
    let args: Vec<OsString> = args.into_iter().collect();
    if let Some(shell) = completions::asking_shell() {
        return completions::answer(&shell, &args, command()).unwrap_or_else(|error| status::of_error(&error));
    }
    let args = colour::obey(args);
    #[cfg(unix)]
    {
        let prepared = limits::allow_commands()
            .and_then(|()| limits::survive_file_size_limit())
            .and_then(|()| limits::spare_address_space(&args))
            .and_then(|()| limits::see_how_programs_end());
        if let Err(error) = prepared {
            return status::of_error(&error);
        }
    }
    let typed = args.clone();
    let status = run_words(args).unwrap_or_else(|error| {
        let ended = status::of_error(&error);
        if status::is_missing_file(&error) {
            status::propose(proposal::of_missing_file(&typed));
        }
        ended
    });
    // A thread of interrupted work may still hold its folder.
    #[cfg(unix)]
    if status == Status::Interrupted {
        crate::temporary::remove_all();
    }
    status
}

/// Runs one command line: a problem or a game in a file stands for its solving, and any other word is a command.
fn run_words(args: Vec<OsString>) -> Result<Status> {
    if let Some(stop) = proposal::swapped(&args, verbs, command) {
        return Err(stop.into());
    }
    let Some(word) = args.get(1) else {
        return run_verb(args);
    };
    if let Some(entry) = word.to_str().and_then(problem) {
        return run_solve(entry, args);
    }
    if !task::names_game(word) {
        return run_verb(args);
    }
    #[cfg(unix)]
    {
        interrupt::ends_whole()?;
        let entry = task::own_entry(word).map_err(Stop::wrong)?;
        let mut args = args;
        // The subcommand has the name that a shell reads as this word.
        args[1] = entry.typed().into();
        run_solve(entry, args)
    }
    #[cfg(not(unix))]
    Err(unboxed::refusal_of_game(word).into())
}

/// Runs `gamesolve PROBLEM`. The first argument is the name of the problem's subcommand.
///
/// Solving is the most common command. To build the other commands would take longer than most answers.
fn run_solve(entry: &'static dyn Entry, args: Vec<OsString>) -> Result<Status> {
    match solve::run_plain(entry, &args[2..]) {
        Some(result) => result,
        None => {
            let command = Command::new("gamesolve").subcommand(solve::command(entry));
            run_subcommand(framed(command), args, Some(entry))
        }
    }
}

/// Runs `gamesolve COMMAND`, and reports the error of any other command line.
fn run_verb(args: Vec<OsString>) -> Result<Status> {
    run_subcommand(command(), args, None)
}

/// Runs a command line. `solved` is the problem of the only subcommand, if the subcommand solves.
fn run_subcommand(command: Command, args: Vec<OsString>, solved: Option<&'static dyn Entry>) -> Result<Status> {
    let parsed = command.try_get_matches_from(args.clone()).and_then(|matches| {
        let (name, inner) = matches.subcommand().expect("clap requires a subcommand");
        Ok(match solved.or_else(|| problem(name)) {
            Some(entry) => Parsed::Solve(entry, Box::new(solve::Options::of(entry, inner)?)),
            None => Parsed::Verb(Box::new(Verb::from_arg_matches(&matches)?)),
        })
    });
    match parsed {
        Ok(Parsed::Solve(entry, options)) => solve::run(entry, *options),
        Ok(Parsed::Verb(verb)) => verb.run(),
        Err(error) if error.kind() == ErrorKind::InvalidSubcommand => {
            Err(proposal::unknown(&args, &verb_names().collect::<Vec<_>>()).into())
        }
        Err(error) => {
            let proposed = error.use_stderr().then(|| proposal::of_usage(&args)).flatten();
            let ended = status::of_usage(error, proposed.is_some());
            status::propose(proposed);
            Ok(ended)
        }
    }
}
