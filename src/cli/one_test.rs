//! The one test of an input that a command explains, plays or draws.

use std::env::args_os;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::args::{self, whole};
use super::meant::mistaken;
use super::meant::proposal::line_of;
use super::status::{Stop, refuse};
use crate::budget::Budget;
use crate::problem::AnyGame;
use crate::problem::{Entry, Failure, Input, Variants};
use crate::text::{Source, for_a_shell};

/// The problem and the file that a verb reads one test of.
#[derive(Args)]
#[group(skip)]
pub(super) struct OneInput {
    #[command(flatten)]
    problem: args::Problem,
    /// The input file [default: standard input]
    #[arg(value_name = "INPUT")]
    input: Option<PathBuf>,
    #[command(flatten)]
    position: Position,
}

/// `--at`.
#[derive(Args)]
#[group(skip)]
pub(super) struct Position {
    /// A position of your own game, instead of an input: numbers, a word, or a sum such as "3 + 4"
    #[arg(
        long,
        value_name = "POSITION",
        allow_negative_numbers = true,
        conflicts_with = "input"
    )]
    pub(super) at: Option<String>,
}

impl Position {
    /// Returns the position of `--at` as an input, if the option is given.
    ///
    /// # Errors
    /// Fails if the problem has no notation for positions in one line, or if its file cannot be used.
    pub(super) fn source(&self, entry: &dyn Entry) -> Result<Option<Source>> {
        let Some(position) = &self.at else {
            return Ok(None);
        };
        let empty = Input {
            bytes: b"",
            variants: Variants::ORIGINAL,
        };
        let Some(text) = entry.input_at(position) else {
            // The file reports its own error. Other problems have an input.
            match entry.solve(empty, Budget::of(0)) {
                Err(Failure::Game(why)) => refuse!("{why}"),
                _ => refuse!("`{}` has no --at\nhint: give an input file instead", entry.meta().slug),
            }
        };
        if text.trim().is_empty() {
            refuse!("--at: expected a position, found nothing\nhint: a position is 36 or \"3 5\", for example");
        }
        Ok(Some(Source {
            name: "--at".to_owned(),
            bytes: text.into_bytes(),
        }))
    }
}

/// The options that choose a test, and the limits of reading and solving it.
#[derive(Args)]
#[group(skip)]
pub(super) struct TestOptions {
    /// The number of the test, if the input holds several
    #[arg(long, value_name = "K", value_parser = whole::<u64>(1..=u64::MAX), default_value = "1")]
    test: u64,
    #[command(flatten)]
    pub(super) limits: args::Limits,
    #[command(flatten)]
    pub(super) variants: args::VariantFlags,
}

impl TestOptions {
    /// Returns the index of the test in its input, from 0.
    pub(super) fn number(&self) -> usize {
        usize::try_from(self.test - 1).unwrap_or(usize::MAX)
    }

    /// Reads the test from a file, or from standard input if the path is absent or `-`. Starts the threads.
    ///
    /// # Errors
    /// Fails as [`of`](TestOptions::of) does, and if the file does not exist.
    pub(super) fn read(&self, from: &OneInput) -> Result<OneTest> {
        self.limits.start_threads()?;
        let entry = from.problem.problem;
        if let Some(source) = from.position.source(entry)? {
            return self.of(entry, source);
        }
        let source = args::read_input(from.input.as_ref(), self.limits.input.or_default())?;
        let is_blank = from.input.is_none() && source.bytes.trim_ascii().is_empty();
        let one = self.of(entry, source);
        // The input is empty: the user may not know `--at`.
        match (one, is_blank.then(|| entry.position_at()).flatten()) {
            (Err(_), Some(example)) => refuse!(
                "missing position\nhint: {} --at {}",
                line_of(&args_os().collect::<Vec<_>>()),
                for_a_shell(example.as_ref())
            ),
            (one, _) => one,
        }
    }

    /// Takes the test out of an input.
    ///
    /// # Errors
    /// Fails if the input is malformed, or has no such test.
    pub(super) fn of(&self, entry: &'static dyn Entry, source: Source) -> Result<OneTest> {
        let mut one = OneTest {
            entry,
            budget: self.limits.solving.budget(),
            variants: self.variants.of(entry)?,
            source,
            text: None,
        };
        entry.usable().map_err(Stop::from_game)?;
        let tests = entry.split(one.input()).map_err(|error| one.stop(error))?;
        let count = tests.as_ref().map_or(1, Vec::len);
        if self.test > count as u64 {
            refuse!("there is no test {}: the input holds {count}", self.test);
        }
        one.text = tests.and_then(|tests| tests.into_iter().nth(self.test as usize - 1));
        Ok(one)
    }
}

/// The chosen test, with its problem and the options that concern it.
pub(super) struct OneTest {
    pub(super) entry: &'static dyn Entry,
    pub(super) budget: Budget,
    variants: Variants,
    source: Source,
    /// The text of the test, or `None` if the format holds only one test.
    text: Option<String>,
}

impl OneTest {
    /// Returns the test as an input of its own.
    pub(super) fn input(&self) -> Input<'_> {
        Input {
            bytes: self.text.as_ref().map_or(&self.source.bytes, |text| text.as_bytes()),
            variants: &self.variants,
        }
    }

    /// Returns the game of the test.
    ///
    /// # Errors
    /// Fails if the test is malformed or too large.
    pub(super) fn game(&self) -> Result<Box<dyn AnyGame>, Stop> {
        let game = self.entry.game(self.input(), 0, self.budget);
        game.map_err(|failure| self.stop(failure))
    }

    /// Returns the number of places on the board, if it is known before the game is solved.
    ///
    /// # Errors
    /// Fails if the test is malformed or too large.
    pub(super) fn place_count(&self) -> Result<Option<u64>, Stop> {
        let places = self.entry.place_count(self.input(), 0, self.budget);
        places.map_err(|failure| self.stop(failure))
    }

    /// Returns the error of a command that cannot work with the test.
    pub(super) fn stop(&self, failure: impl Into<Failure>) -> Stop {
        let failure = mistaken::explained(failure.into(), self.entry, &self.source);
        Stop::from_failure(failure, &self.source)
    }
}
