//! `gamesolve draw`: the game as a picture.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use super::args;
use super::one_test::{OneTest, test};
use super::output;
use super::status::Status;
use crate::practice::draw::{Form, draw};

pub(super) fn command() -> Command {
    Command::new("draw")
        .about("Draw the game: a graph or a board with who wins, or a page to play on")
        .arg(args::problem())
        .arg(
            Arg::new("input")
                .value_name("INPUT")
                .value_parser(value_parser!(PathBuf))
                .help("The input file [default: standard input]"),
        )
        .arg(
            Arg::new("to")
                .long("to")
                .value_name("FORM")
                .value_parser(["dot", "svg", "html"])
                .required(true)
                .help("dot: for Graphviz; svg: a picture; html: a page to play on and to watch the game being solved"),
        )
        .arg(
            Arg::new("positions")
                .long("positions")
                .action(ArgAction::SetTrue)
                .help("Draw the graph of the game's positions, of a large game the first of them"),
        )
        .arg(
            Arg::new("output")
                .short('o')
                .long("output")
                .value_name("OUTPUT")
                .value_parser(value_parser!(PathBuf))
                .help("The output file [default: standard output]"),
        )
        .arg(test())
        .args(args::limits())
        .args(args::variants_of_all())
}

/// Writes nothing unless the whole picture is there.
pub(super) fn run(matches: &ArgMatches) -> Result<Status> {
    let path = matches.get_one::<PathBuf>("input");
    let source = args::read_input(path, args::max_input_bytes(matches))?;
    let one = OneTest::of(source, matches)?;
    let form = match matches.get_one::<String>("to").map(String::as_str) {
        Some("dot") => Form::Dot,
        Some("html") => Form::Html,
        _ => Form::Svg,
    };
    let picture = draw(
        &*one.game()?,
        one.entry.meta().title().en,
        form,
        matches.get_flag("positions"),
        one.budget,
    )
    .map_err(|doubt| one.stop(doubt))?;
    match matches.get_one::<PathBuf>("output") {
        Some(path) if path.as_path() != Path::new("-") => output::to_file(path, &picture)?,
        _ => output::to_stdout(&picture)?,
    }
    Ok(Status::Success)
}
