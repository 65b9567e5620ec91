//! `gamesolve completions`, and the answers to its scripts.
//!
//! A script asks this program whenever the user presses Tab. So the answer depends on the words before. For example,
//! the problem decides the families.

use std::ffi::{OsStr, OsString};

use anyhow::Result;
use clap::{Arg, Args, Command};
use clap_complete::CompletionCandidate;
use clap_complete::engine::{self, ArgValueCompleter, PathCompleter, ValueCompleter as _};
use clap_complete::env::{EnvCompleter, Shells};

use super::gallery::games;
use super::output;
use super::registered::problem;
use super::status::{Status, Stop};
use crate::problem::Entry;
use crate::problems::REGISTRY;

mod bash;

/// The variable of a script that asks for completions. Its value is the name of the shell.
const ASKS: &str = "GAMESOLVE_COMPLETE";

/// Print a script that lets a shell complete commands and names
#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    /// The shell
    #[arg(value_name = "SHELL", value_parser = ["bash", "zsh", "fish", "powershell"])]
    shell: String,
}

pub(super) fn run(options: &Options) -> Result<Status> {
    let script = if options.shell == bash::NAME {
        bash::SCRIPT.replace("ASKS", ASKS)
    } else {
        let mut script = Vec::new();
        let name = "gamesolve";
        of_shell(OsStr::new(&options.shell))?.write_registration(ASKS, name, name, name, &mut script)?;
        String::from_utf8(script)?
    };
    output::to_stdout(&script)?;
    Ok(Status::Success)
}

fn of_shell(name: &OsStr) -> Result<&'static dyn EnvCompleter> {
    const ALL: &Shells<'static> = &Shells::builtins();
    let found = name.to_str().and_then(|name| ALL.completer(name));
    found.ok_or_else(|| Stop::wrong(format_args!("the variable `{ASKS}` names no known shell")).into())
}

/// Returns the name of the shell if its script asks for completions.
pub(super) fn asking_shell() -> Option<OsString> {
    std::env::var_os(ASKS).filter(|shell| !shell.is_empty())
}

/// Answers the script of a shell. The words of the user's command line stand after `--`.
pub(super) fn answer(shell: &OsStr, args: &[OsString], whole: Command) -> Result<Status> {
    let words: Vec<OsString> = args.iter().skip_while(|word| *word != "--").skip(1).cloned().collect();
    let folder = std::env::current_dir().ok();
    if shell == bash::NAME {
        let words: Vec<_> = words
            .iter()
            .map(|word| bash::Word::new(&word.to_string_lossy()))
            .collect();
        let Some((last, _)) = words.split_last() else {
            return Ok(Status::Success);
        };
        let plain: Vec<OsString> = words.iter().map(|word| word.plain.as_str().into()).collect();
        let mut command = command(whole, &plain);
        let found = engine::complete(&mut command, plain, words.len() - 1, folder.as_deref())?;
        let found = found.iter().map(|found| found.get_value().to_string_lossy());
        // A line cannot hold a line end.
        let lines = found
            .filter(|found| !found.contains(char::is_control))
            .map(|found| last.line(&found));
        // Not `to_stdout`, here and below, which escapes control characters.
        std::io::Write::write_all(&mut std::io::stdout(), lines.collect::<String>().as_bytes())?;
        return Ok(Status::Success);
    }
    let mut answer = Vec::new();
    let mut command = command(whole, &words);
    let shell = of_shell(shell)?;
    shell.write_complete(&mut command, words, folder.as_deref(), &mut answer)?;
    std::io::Write::write_all(&mut std::io::stdout(), &answer)?;
    Ok(Status::Success)
}

/// Returns the whole command line with all problems shown, and with completions for problems, games and families.
fn command(whole: Command, words: &[OsString]) -> Command {
    let entry = words.iter().find_map(|word| problem(word.to_str()?));
    let names = whole.get_subcommands().map(|command| command.get_name().to_owned());
    let verbs: Vec<String> = names.filter(|name| problem(name).is_none()).collect();
    let complete = move |verb: Command| {
        let verbs = verbs.clone();
        verb.hide(false).mut_args(move |arg| completed(arg, entry, &verbs))
    };
    // A file of a game stands for its solving, as the name of a problem does.
    let first = Arg::new("problem").hide(true);
    let command = whole.arg(first).mut_args(|arg| completed(arg, None, &[]));
    #[cfg(unix)]
    let mut command = command;
    #[cfg(unix)]
    if let Some(word) = words.get(1).filter(|word| super::task::names_game(word))
        && let Ok(game) = super::task::own_entry(word)
    {
        let name = word.to_string_lossy().into_owned();
        command = command.subcommand(super::solve::command(game).name(name).hide(true));
    }
    command.mut_subcommands(complete)
}

/// Adds the completions to an argument, by its name.
fn completed(arg: Arg, entry: Option<&'static dyn Entry>, verbs: &[String]) -> Arg {
    match arg.get_id().as_str() {
        "problem" | "paths" | "task" | "place" => arg.add(ArgValueCompleter::new(|current: &OsStr| {
            let paths = PathCompleter::any().complete(current);
            starting_with(current, problems()).chain(paths).collect::<Vec<_>>()
        })),
        "tasks" => arg.add(ArgValueCompleter::new(|current: &OsStr| {
            // The names before the last comma stay.
            let text = current.to_string_lossy();
            let (before, last) = text.split_at(text.rfind(',').map_or(0, |comma| comma + 1));
            let last = OsStr::new(last);
            let found = starting_with(last, problems()).chain(PathCompleter::any().complete(last));
            found.map(|found| found.add_prefix(before)).collect::<Vec<_>>()
        })),
        "topic" | "verb" => {
            let verbs = verbs.to_vec();
            arg.add(ArgValueCompleter::new(move |current: &OsStr| {
                let verbs = verbs.iter().map(CompletionCandidate::new);
                starting_with(current, verbs.chain(problems())).collect::<Vec<_>>()
            }))
        }
        "family" => arg.add(ArgValueCompleter::new(move |current: &OsStr| {
            let families = entry.into_iter().flat_map(|entry| entry.families());
            let families =
                families.map(|family| CompletionCandidate::new(family.name).help(Some(family.about.to_owned().into())));
            starting_with(current, families).collect::<Vec<_>>()
        })),
        _ => arg,
    }
}

/// Returns the problems and the games of the gallery, each with its title.
fn problems() -> impl Iterator<Item = CompletionCandidate> {
    let problems = REGISTRY.iter().map(|entry| entry.meta());
    let problems = problems.map(|meta| (meta.slug, meta.title().en));
    let names = problems.chain(games().map(|game| (game.name, game.title)));
    names.map(|(name, title)| CompletionCandidate::new(name).help(Some(title.into())))
}

fn starting_with(
    beginning: &OsStr,
    candidates: impl Iterator<Item = CompletionCandidate>,
) -> impl Iterator<Item = CompletionCandidate> {
    candidates.filter(move |candidate| {
        let value = candidate.get_value().as_encoded_bytes();
        value.starts_with(beginning.as_encoded_bytes())
    })
}
