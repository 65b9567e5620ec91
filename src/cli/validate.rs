//! `gamesolve validate`: the original limits and the strict format, as a validator of a judge checks them.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use super::args;
use super::meant::mistaken;
use super::output;
use super::process::deadline::working;
use super::status::{Status, Stop, say};
use crate::problem::{Entry, Input};

/// Check inputs against the strict format and the original limits
#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    #[command(flatten)]
    problem: args::Problem,
    /// The input files [default: standard input]
    #[arg(value_name = "INPUT")]
    input: Vec<PathBuf>,
    #[command(flatten)]
    limit: args::MaxInputBytes,
    #[command(flatten)]
    variants: args::VariantFlags,
}

/// Returns the error for a folder in place of an input file.
fn of_folder(entry: &dyn Entry, folder: &Path) -> Stop {
    let has_inputs = std::fs::read_dir(folder).is_ok_and(|entries| {
        let mut paths = entries.flatten().map(|entry| entry.path());
        paths.any(|path| path.extension().is_some_and(|ending| ending == "in"))
    });
    Stop::wrong(format_args!(
        "{} is a folder, not a file\nhint: gamesolve validate {} {}/{}",
        output::shown(folder),
        entry.typed(),
        crate::text::for_a_shell(folder.as_os_str()).trim_end_matches('/'),
        if has_inputs { "*.in" } else { "*" }
    ))
}

/// Prints `FILE: valid` for each input if all inputs are valid. Otherwise prints all errors and nothing else.
pub(super) fn run(options: &Options) -> Result<Status> {
    let entry = options.problem.problem;
    let mut shown = Some(working());
    entry.usable().map_err(Stop::from_game)?;
    let variants = options.variants.of(entry)?;
    let mut inputs: Vec<Option<&PathBuf>> = options.input.iter().map(Some).collect();
    if inputs.is_empty() {
        inputs.push(None);
        // The user may type the input.
        shown = None;
    }
    let mut valid = String::new();
    let mut errors: Vec<String> = Vec::new();
    let mut doubts: Vec<String> = Vec::new();
    for path in inputs {
        if let Some(folder) = path.filter(|path| path.is_dir()) {
            return Err(of_folder(entry, folder).into());
        }
        let source = args::read_input(path, options.limit.or_default())?;
        shown.get_or_insert_with(working);
        let input = Input {
            bytes: &source.bytes,
            variants: &variants,
        };
        match entry.validate(input) {
            Ok(()) => {
                let name = crate::text::quoted(source.name.as_bytes(), 300);
                valid += &format!("{name}: valid\n");
                doubts.extend(entry.doubt(input).map(|doubt| format!("note: {name}: {doubt}")));
            }
            Err(error) => {
                let error = mistaken::hinted(error, entry, &source);
                errors.push(error.located(&source.name, &source.bytes).to_string());
            }
        }
    }
    drop(shown);
    if !errors.is_empty() {
        return Err(Stop::bad_input(errors.join("\n\n")).into());
    }
    doubts.iter().for_each(|doubt| say(doubt));
    output::to_stdout(&valid)?;
    Ok(Status::Success)
}
