//! `gamesolve draw`: the game as a picture.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::args;
use super::learning::lesson::lesson;
use super::one_test::{OneInput, TestOptions};
use super::output;
use super::status::{Status, Stop, refuse};
use crate::practice::draw::{Form, draw, require_places, worksheet};
use crate::text::quoted;

/// The forms by name. The ending of an output file can also choose one.
const FORMS: [(&str, Form); 3] = [("dot", Form::Dot), ("svg", Form::Svg), ("html", Form::Html)];

/// Draw a game as a graph or a board, or as a page to play on
#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    #[command(flatten)]
    input: OneInput,
    /// The form of the drawing: dot is for Graphviz, svg is a picture, html is a page to play on [default: from the name
    /// of the output file]
    #[arg(long, value_name = "FORM", value_parser = args::one_of(FORMS))]
    to: Option<Form>,
    /// Draw the graph of positions. If the game is large, draw only the first ones
    #[arg(long)]
    positions: bool,
    /// Draw a worksheet: leave room for the values. With html, the answers are on a second sheet
    #[arg(long)]
    blank: bool,
    /// The output file [default: standard output]
    #[arg(short, long, value_name = "OUTPUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    test: TestOptions,
}

impl Options {
    fn form(&self) -> Result<Form> {
        let end = self.output.as_ref().and_then(|output| output.extension());
        let of_output = FORMS
            .into_iter()
            .find(|&(name, _)| end.is_some_and(|end| end.eq_ignore_ascii_case(name)));
        self.to.or(of_output.map(|(_, form)| form)).ok_or_else(|| {
            let why = end.map_or("the form of the drawing is missing".to_owned(), |end| {
                format!("gamesolve draws no {}", quoted(end.as_encoded_bytes(), 20))
            });
            Stop::wrong(format_args!(
                "{why}\nhint: `-o game.svg` makes a picture, `-o game.html` a page to play on, and `-o game.dot` \
                 a graph for Graphviz"
            ))
            .into()
        })
    }
}

/// Draws a game. Writes nothing if the picture is not complete.
pub(super) fn run(options: &Options) -> Result<Status> {
    let form = options.form()?;
    let deadline = options.test.limits.solving.deadline();
    let one = options.test.read(&options.input)?;
    // Refuse a board that is too large for a drawing before solving it.
    if let Some(places) = one.place_count()? {
        require_places(places, form).map_err(|refusal| one.stop(refusal))?;
    }
    let (game, lesson) = (one.game()?, lesson(one.entry.meta()));
    let drawn = if options.blank {
        worksheet(&*game, lesson.title, form, options.positions, one.budget)
    } else {
        draw(&*game, &lesson, form, options.positions, one.budget).map(Some)
    };
    let Some(picture) = drawn.map_err(|error| one.stop(error))? else {
        refuse!("a worksheet of this game has nothing to fill in, because no move is possible");
    };
    drop(deadline);
    output::to_file_or_stdout(options.output.as_deref(), &picture)?;
    Ok(Status::Success)
}
