//! `gamesolve learn`: the chapters of the theory, which are pages of the book too.

use anyhow::Result;
use clap::{Args, builder::PossibleValuesParser};

use super::show::{self, Language};
use crate::cli::settings::Settings;
use crate::cli::status::{Status, say_next};
use crate::problem::Words;

/// A chapter of the theory.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Chapter {
    /// The name on the command line, and of the file in `docs/learn`.
    pub(in crate::cli) name: &'static str,
    /// The level on the path through the theory.
    pub(in crate::cli) level: u8,
    /// The chapter before it.
    pub(in crate::cli) after: &'static [&'static str],
    text: Words,
}

/// Includes a page from `docs/learn`.
macro_rules! page {
    ($name:literal, $ending:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/learn/", $name, $ending))
    };
}

/// Makes a chapter of its pages.
macro_rules! chapter {
    ($name:literal, $level:literal, $after:expr) => {
        Chapter {
            name: $name,
            level: $level,
            after: &$after,
            text: Words {
                en: page!($name, ".md"),
                vi: page!($name, ".vi.md"),
                zh: page!($name, ".zh.md"),
            },
        }
    };
}

/// The chapters, in the order of the book.
pub(in crate::cli) const CHAPTERS: [Chapter; 14] = [
    chapter!("lost-and-won", 1, []),
    chapter!("nim-and-xor", 2, ["lost-and-won"]),
    chapter!("mex-and-sums", 2, ["nim-and-xor"]),
    chapter!("staircase-nim", 3, ["nim-and-xor"]),
    chapter!("splitting", 3, ["mex-and-sums"]),
    chapter!("periods", 3, ["mex-and-sums"]),
    chapter!("symmetry", 3, ["nim-and-xor"]),
    chapter!("order-and-memo", 3, ["lost-and-won"]),
    chapter!("retrograde-analysis", 3, ["order-and-memo"]),
    chapter!("draws-and-loops", 4, ["retrograde-analysis"]),
    chapter!("remoteness", 4, ["retrograde-analysis"]),
    chapter!("score-games", 4, ["order-and-memo"]),
    chapter!("counting-with-xor", 5, ["mex-and-sums"]),
    chapter!("misere", 5, ["nim-and-xor"]),
];

impl Chapter {
    /// Returns the title, which is the first line.
    pub(in crate::cli) fn title(&self) -> &'static str {
        let title = self.text.en.lines().next().unwrap_or_default();
        title.trim_start_matches(['#', ' '])
    }
}

/// Returns a page for a terminal: without pictures, which stand in lines of their own, and with links as words.
fn readable(page: &str) -> String {
    let mut text = String::new();
    for line in page.lines() {
        if !line.starts_with(['!', '<']) {
            text += &without_links(line);
            text.push('\n');
            continue;
        }
        // The sentence before a picture ends with a colon, which would announce nothing here.
        text.truncate(text.trim_end().len());
        if text.ends_with(':') {
            text.pop();
            text.push('.');
        }
        text.push('\n');
    }
    text
}

/// Returns a line with the words of its links alone: `[nim](nim.md)` becomes `nim`.
fn without_links(line: &str) -> String {
    let mut rest = line;
    let mut text = String::new();
    while let Some((before, words, after)) = first_link(rest) {
        text += before;
        text += words;
        rest = after;
    }
    text + rest
}

/// Returns the text before the first link, its words, and the text behind it.
fn first_link(line: &str) -> Option<(&str, &str, &str)> {
    let (head, tail) = line.split_once("](")?;
    let (before, words) = head.rsplit_once('[')?;
    let (_, after) = tail.split_once(')')?;
    Some((before, words, after))
}

/// Read a chapter on the theory of games, with exercises
#[derive(Args)]
#[group(skip)]
pub(in crate::cli) struct Options {
    /// The chapter [default: a list of the chapters]
    #[arg(value_name = "CHAPTER", value_parser = PossibleValuesParser::new(CHAPTERS.map(|chapter| chapter.name)))]
    chapter: Option<String>,
    #[command(flatten)]
    language: Language,
}

pub(in crate::cli) fn run(options: &Options) -> Result<Status> {
    let chosen = CHAPTERS
        .iter()
        .find(|chapter| Some(chapter.name) == options.chapter.as_deref());
    let text = match chosen {
        Some(chapter) => {
            let page = options.language.choose(&chapter.text, &Settings::of_user()?);
            show::readable(&readable(page))
        }
        None => list(),
    };
    show::paged(&text)?;
    if chosen.is_none() {
        say_next(&format!("gamesolve learn {}", CHAPTERS[0].name));
    }
    Ok(Status::Success)
}

fn list() -> String {
    let width = CHAPTERS
        .map(|chapter| chapter.name.len())
        .into_iter()
        .max()
        .unwrap_or(0);
    let line = |chapter: &Chapter| format!("{:width$}  {}\n", chapter.name, chapter.title());
    CHAPTERS.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_become_their_words() {
        assert_eq!(without_links("a [b c](d.md), [e](f) g [h]"), "a b c, e g [h]");
    }
}
