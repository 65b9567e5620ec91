//! `gamesolve new`: writes a first program.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Args, Command};

use super::args::one_of;
use super::output::{self, shown};
use super::process::deadline::working;
use super::registered::is_problem;
use super::status::{Status, Stop, refuse};
use super::task::EntryParser;
use crate::package::archive;
use crate::practice::first_program::{Language, program};
use crate::problem::Entry;
use crate::text::for_a_shell;

/// Write a first program that reads the input and prints an answer
#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    /// A problem from `gamesolve list`, or a file with your own game and its `INPUT` (.py, .cpp)
    #[arg(id = "problem", value_name = "TASK", value_parser = TaskParser, hide_possible_values = true)]
    entry: &'static dyn Entry,
    /// The language: C++, Python or Free Pascal
    #[arg(long, value_name = "LANG", value_parser = one_of(Language::ALL.map(|language| (language.ending(), language))))]
    lang: Language,
    /// Write the program to this new file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A parser of a problem or game that explains why a package is none.
#[derive(Clone)]
struct TaskParser;

impl TypedValueParser for TaskParser {
    type Value = &'static dyn Entry;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<&'static dyn Entry, clap::Error> {
        let path = Path::new(value);
        if !is_problem(path) && (path.is_dir() || path.is_file() && archive::is_archive(path)) {
            let why = format!(
                "{} is a package, and no package describes the form of its input\nhint: name a problem from `gamesolve list`\n",
                shown(path)
            );
            return Err(clap::Error::raw(ErrorKind::InvalidValue, why).with_cmd(command));
        }
        EntryParser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        EntryParser.possible_values()
    }
}

pub(super) fn run(options: &Options) -> Result<Status> {
    let file = options.output.as_deref().filter(|path| *path != Path::new("-"));
    if let Some(path) = file.filter(|path| path.symlink_metadata().is_ok()) {
        refuse!("{} exists, and nothing was written\nhint: name a new file", shown(path));
    }
    let entry = options.entry;
    let working = working();
    let form = entry.input_form().map_err(Stop::from_game)?;
    drop(working);
    let name = match file {
        Some(path) => for_a_shell(path.as_os_str()),
        None => format!("sol.{}", options.lang.ending()),
    };
    let head = format!(
        "{}. Test it: gamesolve stress {} {name}",
        entry.meta().title().en,
        entry.typed()
    );
    let text = program(&form, &head, options.lang);
    output::to_file_or_stdout(file, &text)?;
    Ok(Status::Success)
}
