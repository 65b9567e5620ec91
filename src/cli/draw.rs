//! `gamesolve draw`: the game as a picture.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::args;
use super::one_test::{OneInput, TestOptions};
use super::output;
use super::status::Status;
use crate::practice::draw::{Form, draw, require_places};

/// Draw the game: a graph or a board with who wins, or a page to play on
#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    #[command(flatten)]
    input: OneInput,
    /// dot: for Graphviz; svg: a picture; html: a page to play on and to watch the game being solved
    #[arg(
        long,
        value_name = "FORM",
        value_parser = args::one_of([("dot", Form::Dot), ("svg", Form::Svg), ("html", Form::Html)])
    )]
    to: Form,
    /// Draw the graph of the game's positions, of a large game the first of them
    #[arg(long)]
    positions: bool,
    /// The output file [default: standard output]
    #[arg(short, long, value_name = "OUTPUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    test: TestOptions,
}

/// Draws a game. Writes nothing unless the whole picture is there.
pub(super) fn run(options: &Options) -> Result<Status> {
    let deadline = options.test.limits.solving.deadline();
    let one = options.test.read(&options.input)?;
    // What cannot be drawn need not be solved.
    if let Some(places) = one.place_count()? {
        require_places(places, options.to).map_err(|refusal| one.stop(refusal))?;
    }
    let picture = draw(
        &*one.game()?,
        one.entry.meta().title().en,
        options.to,
        options.positions,
        one.budget,
    )
    .map_err(|error| one.stop(error))?;
    drop(deadline);
    output::to_file_or_stdout(options.output.as_deref(), &picture)?;
    Ok(Status::Success)
}
