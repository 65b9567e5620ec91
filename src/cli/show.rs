//! `gamesolve show`: shows a problem's statement.

use std::io::{self, IsTerminal};

use anyhow::Result;
use clap::Args;

use super::args;
use super::gallery;
use super::locale::{LANGS, of_environment};
use super::markdown;
use super::output;
use super::settings::Settings;
use super::status::{Status, say};
use crate::problem::Words;

/// Show a problem's statement, or the file of a game from `list --games`
#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    #[command(flatten)]
    problem: args::Problem,
    #[command(flatten)]
    language: Language,
}

pub(super) fn run(options: &Options) -> Result<Status> {
    let entry = options.problem.problem;
    if let Some(game) = gallery::game(entry.typed()) {
        output::to_stdout(game.text)?;
        return Ok(Status::Success);
    }
    let statement = &entry.meta().statement;
    let words = options.language.choose(statement, &Settings::of_user()?);
    output::to_stdout(&readable(words))?;
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
pub(super) struct Language {
    /// The language [default: from `gamesolve.toml`, else from the environment, else en]
    #[arg(long, value_name = "LANG", value_parser = LANGS)]
    lang: Option<String>,
}

impl Language {
    /// Returns the words in the language of `--lang`, else of the settings, else of the locale. If they are missing,
    /// returns the English ones.
    pub(super) fn choose(&self, words: &Words, settings: &Settings) -> &'static str {
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

/// Lays out Markdown for a terminal or a reader of colours. Returns it unchanged for any other output.
pub(super) fn readable(text: &str) -> String {
    if !io::stdout().is_terminal() && !output::takes_colour() {
        return text.to_owned();
    }
    let columns = ratatui::crossterm::terminal::size().map_or(80, |(columns, _)| columns);
    markdown::laid_out(text, usize::from(columns).clamp(40, 100), output::takes_colour())
}
