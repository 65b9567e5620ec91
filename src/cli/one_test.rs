//! The one test of an input that a command explains, plays or draws.

use anyhow::Result;
use clap::{Args, value_parser};

use super::args::VariantFlags;
use super::mistaken;
use super::status::Stop;
use crate::budget::Budget;
use crate::problem::AnyGame;
use crate::problem::{Entry, Failure, Input, Variants};
use crate::text::Source;

/// `--test`.
#[derive(Args)]
#[group(skip)]
pub(super) struct TestNumber {
    /// Which test of an input that holds several
    #[arg(long, value_name = "K", value_parser = value_parser!(u64).range(1..), default_value = "1")]
    test: u64,
}

/// The test that was asked for, and what goes with it on the command line.
pub(super) struct OneTest {
    pub(super) entry: &'static dyn Entry,
    pub(super) budget: Budget,
    variants: Variants,
    source: Source,
    /// The text of the test; `None` where the format holds one test.
    text: Option<String>,
}

impl OneTest {
    /// Takes it out of the input.
    ///
    /// # Errors
    /// Fails where the input is malformed, or has no such test.
    pub(super) fn of(
        source: Source,
        entry: &'static dyn Entry,
        variants: &VariantFlags,
        budget: Budget,
        &TestNumber { test }: &TestNumber,
    ) -> Result<OneTest> {
        let mut one = OneTest {
            entry,
            budget,
            variants: variants.of(entry)?,
            source,
            text: None,
        };
        let count = entry.tests(one.input()).map_err(|error| one.stop(error))?;
        if test > count as u64 {
            let message = format!("error: there is no test {test}: the input holds {count}");
            return Err(Stop::bad_input(message).into());
        }
        let tests = entry.split(one.input()).map_err(|error| one.stop(error))?;
        one.text = tests.into_iter().nth(test as usize - 1);
        Ok(one)
    }

    /// Returns the test as an input of its own.
    pub(super) fn input(&self) -> Input<'_> {
        Input {
            bytes: self.text.as_ref().map_or(&self.source.bytes, |text| text.as_bytes()),
            variants: &self.variants,
        }
    }

    /// Returns the game behind the test.
    ///
    /// # Errors
    /// Fails where it is malformed or too large.
    pub(super) fn game(&self) -> Result<Box<dyn AnyGame>, Stop> {
        let game = self.entry.game(self.input(), 0, self.budget);
        game.map_err(|failure| self.stop(failure))
    }

    /// Returns the end of a command that cannot work with the test.
    pub(super) fn stop(&self, failure: impl Into<Failure>) -> Stop {
        let failure = mistaken::explained(failure.into(), self.entry, &self.source);
        Stop::from_failure(failure, &self.source)
    }
}
