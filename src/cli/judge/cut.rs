//! Writes one test of an input with several tests as its own testcase.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::super::output;
use super::super::status::{Stop, refuse};
use crate::budget::Budget;
use crate::package::Case;
use crate::problem::{Entry, Input, Variants};
use crate::text::{DEFAULT_MAX_BYTES, Source};

/// Writes test number `test` of `case`, from 1, and its answer into `folder`. Returns the path of the input.
///
/// The built-in solver gives the answer.
pub(super) fn write_test(
    entry: &dyn Entry,
    variants: &Variants,
    case: &Case,
    test: usize,
    folder: &Path,
) -> Result<PathBuf> {
    let source = Source::from_file(&case.input, DEFAULT_MAX_BYTES)?;
    let given = Input {
        bytes: &source.bytes,
        variants,
    };
    let tests = entry
        .split(given)
        .map_err(|error| Stop::from_failure(error.into(), &source))?;
    let text = tests.unwrap_or_default().into_iter().nth(test - 1);
    let text = text.context("the input has fewer tests than before")?;
    let alone = Source {
        name: case.name.clone(),
        bytes: text.clone().into_bytes(),
    };
    let answer = entry
        .solve(
            Input {
                bytes: &alone.bytes,
                variants,
            },
            Budget::of_this_machine(),
        )
        .map_err(|failure| Stop::from_failure(failure, &alone))?;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", output::shown(folder)))?;
    // The name of a testcase may hold folders.
    let name = format!("{}-test-{test}", case.name.replace(['/', '\\'], "-"));
    let [input, answer_file] = ["in", "out"].map(|ending| folder.join(format!("{name}.{ending}")));
    for path in [&input, &answer_file] {
        // A link could lead anywhere, and a pipe might never get a reader.
        if path.symlink_metadata().is_ok_and(|found| !found.is_file()) {
            refuse!("{} exists and is not a plain file", output::shown(path));
        }
    }
    output::to_file(&input, &text)?;
    output::to_file(&answer_file, &answer)?;
    Ok(input)
}
