//! `gamesolve show`: shows a problem's statement.

use std::io::{self, IsTerminal, Write as _};
use std::process::{Command, Stdio};

use anyhow::Result;
use clap::Args;

use crate::cli::args;
use crate::cli::gallery;
use crate::cli::locale::{LANGS, of_environment};
use crate::cli::markdown;
use crate::cli::output;
use crate::cli::process::interrupt;
use crate::cli::settings::Settings;
use crate::cli::status::{Status, say};
use crate::problem::Words;

/// Show a problem's statement, or the file of an example game
#[derive(Args)]
#[group(skip)]
pub(in crate::cli) struct Options {
    #[command(flatten)]
    problem: args::Problem,
    #[command(flatten)]
    language: Language,
}

pub(in crate::cli) fn run(options: &Options) -> Result<Status> {
    let entry = options.problem.problem;
    if let Some(game) = gallery::game(entry.typed()) {
        output::to_stdout(game.text)?;
        return Ok(Status::Success);
    }
    let statement = &entry.meta().statement;
    let words = options.language.choose(statement, &Settings::of_user()?);
    paged(&readable(words))?;
    if let Some(lang) = &options.language.lang
        && lang != "en"
        && words == statement.en
    {
        say(&format!(
            "note: the statement is in English, because there is none in `{lang}` yet"
        ));
    }
    Ok(Status::Success)
}

/// `--lang`.
#[derive(Args)]
#[group(skip)]
pub(in crate::cli) struct Language {
    /// The language [default: from `gamesolve.toml`, else from the environment, else en]
    #[arg(long, value_name = "LANG", value_parser = LANGS)]
    lang: Option<String>,
}

impl Language {
    /// Returns the words in the language of `--lang`, else of the settings, else of the locale. If they are missing,
    /// returns the English ones.
    pub(in crate::cli) fn choose(&self, words: &Words, settings: &Settings) -> &'static str {
        let asked = match self.lang.as_deref().or_else(|| settings.lang()) {
            Some(lang) => lang,
            None => of_environment(),
        };
        let chosen = match asked {
            "vi" => words.vi,
            "zh" => words.zh,
            _ => words.en,
        };
        match chosen {
            "" => words.en,
            chosen => chosen,
        }
    }
}

/// Returns the columns and rows of the terminal, if standard output is one.
pub(in crate::cli) fn terminal() -> Option<[usize; 2]> {
    let size = io::stdout()
        .is_terminal()
        .then(ratatui_crossterm::crossterm::terminal::size)?
        .ok()?;
    Some([size.0.into(), size.1.into()])
}

/// Writes a text to standard output, through the pager of the environment if it is longer than the terminal.
pub(in crate::cli) fn paged(text: &str) -> Result<()> {
    let pager = std::env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
    let is_long = terminal().is_some_and(|[_, rows]| text.lines().count() >= rows);
    if !cfg!(unix) || !is_long || pager.is_empty() {
        return output::to_stdout(text);
    }
    // As git does: less ends at once if the text fits, keeps colours, and leaves the text on the screen.
    let less = std::env::var("LESS").unwrap_or_else(|_| "FRX".to_owned());
    let mut command = Command::new("sh");
    command.arg("-c").arg(&pager).env("LESS", less).stdin(Stdio::piped());
    let Ok(mut child) = command.spawn() else {
        return output::to_stdout(text);
    };
    // An interrupt belongs to the pager.
    let _whole = interrupt::hold_off();
    if let Some(mut input) = child.stdin.take() {
        // A reader who quits early closes the pipe.
        let _ = input.write_all(text.as_bytes());
    }
    /// The exit code of a shell that does not find a command.
    const NOT_FOUND: i32 = 127;
    match child.wait() {
        Ok(status) if status.code() == Some(NOT_FOUND) => output::to_stdout(text),
        _ => Ok(()),
    }
}

/// Lays out Markdown for a terminal or a reader of colours. Returns it unchanged for any other output.
pub(in crate::cli) fn readable(text: &str) -> String {
    if !io::stdout().is_terminal() && !output::takes_colour() {
        return text.to_owned();
    }
    let columns = terminal().map_or(80, |[columns, _]| columns);
    markdown::laid_out(text, columns.clamp(40, 100), output::takes_colour())
}
