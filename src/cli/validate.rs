//! `gamesolve validate`: the original limits and the strict format, as a validator of a judge checks them.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use super::args;
use super::mistaken;
use super::output;
use super::status::{Status, Stop};
use crate::problem::Input;

pub(super) fn command() -> Command {
    Command::new("validate")
        .about("Check inputs against the strict format and the original limits")
        .arg(args::problem())
        .arg(
            Arg::new("input")
                .value_name("INPUT")
                .action(ArgAction::Append)
                .value_parser(value_parser!(PathBuf))
                .help("The input files [default: standard input]"),
        )
        .args(
            args::limits()
                .into_iter()
                .filter(|arg| arg.get_id() == "max-input-bytes"),
        )
        .args(args::variants_of_all())
}

/// Says `FILE: valid` of every input where all are; otherwise shows every error and nothing else.
pub(super) fn run(matches: &ArgMatches) -> Result<Status> {
    let entry = args::the_problem(matches);
    let variants = args::variants(entry, matches)?;
    let limit = args::max_input_bytes(matches);
    let inputs: Vec<Option<&PathBuf>> = match matches.get_many::<PathBuf>("input") {
        Some(paths) => paths.map(Some).collect(),
        None => vec![None],
    };
    let mut valid = String::new();
    let mut errors: Vec<String> = Vec::new();
    for path in inputs {
        let source = args::read_input(path, limit)?;
        match entry.validate(Input {
            bytes: &source.bytes,
            variants: &variants,
        }) {
            Ok(()) => {
                valid += &format!(
                    "{}: valid\n",
                    crate::text::quoted(source.name.as_bytes(), 300)
                )
            }
            Err(error) => {
                let error = mistaken::hinted(error, entry, &source);
                errors.push(error.located(&source.name, &source.bytes).to_string());
            }
        }
    }
    if !errors.is_empty() {
        return Err(Stop::bad_input(errors.join("\n\n")).into());
    }
    output::to_stdout(&valid)?;
    Ok(Status::Success)
}
