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

use super::output;
use super::status::{Status, Stop};
use crate::problem::Entry;
use crate::problems::REGISTRY;

mod bash;

/// The variable of a script that asks for completions. Its value is the name of the shell.
const ASKS: &str = "GAMESOLVE_COMPLETE";

/// Print a script that lets a shell complete commands, problems, families and formats
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
    found.ok_or_else(|| Stop::bad_input(format!("error: the variable `{ASKS}` names no known shell")).into())
}

/// Returns the name of the shell if its script asks for completions.
pub(super) fn asking_shell() -> Option<OsString> {
    std::env::var_os(ASKS).filter(|shell| !shell.is_empty())
}

/// Answers the script of a shell. The words of the user's command line stand after `--`.
pub(super) fn answer(shell: &OsStr, args: &[OsString]) -> Result<Status> {
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
        let mut command = command(&plain);
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
    let mut command = command(&words);
    let shell = of_shell(shell)?;
    shell.write_complete(&mut command, words, folder.as_deref(), &mut answer)?;
    std::io::Write::write_all(&mut std::io::stdout(), &answer)?;
    Ok(Status::Success)
}

/// Returns the command line with all problems shown, and with completions for problems and families.
fn command(words: &[OsString]) -> Command {
    let mut named = words.iter().filter_map(|word| super::problem(word.to_str()?));
    let entry = named.next();
    let verbs: Vec<String> = super::verb_names().collect();
    let complete = move |verb: Command| {
        let verbs = verbs.clone();
        verb.hide(false).mut_args(move |arg| completed(arg, entry, &verbs))
    };
    super::command().mut_subcommands(complete)
}

/// Adds the completions to an argument, by its name.
fn completed(arg: Arg, entry: Option<&'static dyn Entry>, verbs: &[String]) -> Arg {
    match arg.get_id().as_str() {
        "problem" | "paths" | "task" | "place" => arg.add(ArgValueCompleter::new(|current: &OsStr| {
            let paths = PathCompleter::any().complete(current);
            starting_with(current, problems()).chain(paths).collect::<Vec<_>>()
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

/// Returns the problems, each with its title.
fn problems() -> impl Iterator<Item = CompletionCandidate> {
    REGISTRY.iter().map(|entry| {
        let meta = entry.meta();
        CompletionCandidate::new(meta.slug).help(Some(meta.title().en.into()))
    })
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
