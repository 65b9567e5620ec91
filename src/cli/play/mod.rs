//! `gamesolve play`: a session of play.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use super::args;
use super::one_test::{OneTest, test};
use super::status::{Status, Stop, say};
use crate::practice::play::{Options, play};
use crate::practice::session::Session;
use crate::problem::AnyGame;
use crate::problem::Entry;
use crate::text::Source;

/// The size of the instance that is made where none is given: large enough to be interesting, small enough to see.
const SIZE: u64 = 12;

#[cfg(unix)]
mod against;
mod screen;

pub(super) fn command() -> Command {
    let command = Command::new("play")
        .about("Play against an opponent that never errs, or between two people")
        .arg(args::problem())
        .arg(
            Arg::new("input")
                .value_name("INPUT")
                .value_parser(value_parser!(PathBuf))
                .help("The input file, since standard input is for the moves [default: a small game is made]"),
        )
        .arg(test())
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("S")
                .value_parser(value_parser!(u64))
                .default_value("1")
                .conflicts_with("input")
                .help("Which small game to make"),
        )
        .arg(
            Arg::new("two")
                .long("two")
                .action(ArgAction::SetTrue)
                .help("Two people play, the machine does not"),
        )
        .arg(
            Arg::new("second")
                .long("second")
                .action(ArgAction::SetTrue)
                .conflicts_with("two")
                .help("The machine moves first"),
        )
        .arg(
            Arg::new("plain")
                .long("plain")
                .action(ArgAction::SetTrue)
                .help("Line by line, also on a terminal"),
        )
        .args(args::limits())
        .args(args::variants_of_all());
    #[cfg(unix)]
    let command = against::add_to(command);
    command
}

/// What is played.
struct Played {
    entry: &'static dyn Entry,
    game: Box<dyn AnyGame>,
    /// The text of the one test that is played.
    #[cfg_attr(not(unix), expect(dead_code))]
    input: String,
}

pub(super) fn run(matches: &ArgMatches) -> Result<Status> {
    let played = played(matches)?;
    #[cfg(unix)]
    if let Some(program) = against::named(matches) {
        return against::run(matches, &played, &program);
    }
    let options = Options {
        two: matches.get_flag("two"),
        second: matches.get_flag("second"),
        echo: !io::stdin().is_terminal(),
    };
    if !matches.get_flag("plain") && screen::is_possible() {
        let session = Session::new(&*played.game, options.machine());
        return screen::play(played.entry.meta().title().en, session);
    }
    play(
        &*played.game,
        options,
        &mut io::stdin().lock(),
        &mut io::stdout().lock(),
    )?;
    Ok(Status::Success)
}

/// The game that was asked for.
fn played(matches: &ArgMatches) -> Result<Played> {
    let entry = args::the_problem(matches);
    let one = OneTest::of(source(entry, matches)?, matches)?;
    let game = one.game()?;
    let input = entry.canonical(one.input());
    let input = input.map_err(|error| one.stop(error))?;
    Ok(Played { entry, game, input })
}

/// The input that was named, or a small one.
fn source(entry: &dyn Entry, matches: &ArgMatches) -> Result<Source> {
    if let Some(path) = matches.get_one::<PathBuf>("input") {
        if path == Path::new("-") {
            let message = "error: the input must be a file: standard input is for the moves";
            return Err(Stop::bad_input(message).into());
        }
        return Ok(Source::from_file(path, args::max_input_bytes(matches))?);
    }
    let meta = entry.meta();
    let family = entry.families()[0].name;
    let size = SIZE.min(meta.size.1);
    let seed = *matches
        .get_one::<u64>("seed")
        .expect("the argument has a default");
    say(&format!(
        "a game of `gamesolve gen {} --family {family} --size {size} --seed {seed}`",
        meta.slug
    ));
    Ok(Source {
        name: "the game made".to_owned(),
        bytes: entry.generate(family, size, seed).into_bytes(),
    })
}
