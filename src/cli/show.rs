//! `gamesolve show`: a problem's statement.

use std::io::{self, IsTerminal};

use anyhow::Result;
use clap::{Arg, ArgMatches, Command};

use super::args;
use super::markdown;
use super::output;
use super::status::Status;
use crate::problem::Words;

pub(super) fn command() -> Command {
    Command::new("show")
        .about("Show a problem's statement")
        .arg(args::problem())
        .arg(language())
}

pub(super) fn run(matches: &ArgMatches) -> Result<Status> {
    let meta = args::the_problem(matches).meta();
    output::to_stdout(&readable(in_language(&meta.statement, matches)))?;
    Ok(Status::Success)
}

/// `--lang`.
pub(super) fn language() -> Arg {
    Arg::new("lang")
        .long("lang")
        .value_name("LANG")
        .value_parser(["en", "vi", "zh"])
        .help("The language [default: that of the environment, else en]")
}

/// The words in the language asked for, else in that of the locale, else in English.
pub(super) fn in_language(words: &Words, matches: &ArgMatches) -> &'static str {
    let locale = || {
        ["LC_ALL", "LC_MESSAGES", "LANG"]
            .iter()
            .find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()))
    };
    let asked = matches
        .get_one::<String>("lang")
        .cloned()
        .or_else(locale)
        .unwrap_or_default();
    match asked.get(..2) {
        Some("vi") => words.vi,
        Some("zh") => words.zh,
        _ => words.en,
    }
}

/// Markdown for whoever reads: laid out on a terminal, as it is when piped.
pub(super) fn readable(text: &str) -> String {
    if !io::stdout().is_terminal() {
        return text.to_owned();
    }
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let columns = ratatui::crossterm::terminal::size().map_or(80, |(columns, _)| columns);
    markdown::laid_out(text, usize::from(columns).clamp(40, 100), !plain)
}
