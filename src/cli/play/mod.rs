//! `gamesolve play`: plays a game with the user.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use super::args::{self, whole};
use super::r#gen;
use super::one_test::{Position, TestOptions};
use super::output::Printed;
use super::status::{Status, refuse, say};
use crate::engine::Outcome;
use crate::practice::play;
use crate::practice::session::Session;
use crate::problem::Entry;
use crate::problem::{AnyGame, Choice};
use crate::text::Source;

/// The size of the instance that gamesolve makes if there is no input. It is interesting and still fits a screen.
const SMALL_GAME_SIZE: u64 = 12;
/// The number of small games among which gamesolve looks for one with a choice.
const MAX_SMALL_GAMES: u64 = 20;

#[cfg(unix)]
mod against;
mod screen;

/// Play against a perfect opponent, or with a friend
#[derive(Args)]
#[group(skip)]
#[cfg_attr(
    unix,
    command(
        after_long_help = "`--time-limit` limits the wall-clock time for solving before the first move. `--time` limits \
                           the processor time of each move of a program with `--against`.\n\n\
                           A program that plays runs in the sandbox of `judge`. It must flush every line that it \
                           writes, and end after `end`. It reads these lines:\n  \
                           problem NAME     the name of the problem\n  \
                           lines N          the input follows in N lines\n  \
                           player 1         the program moves first (2: second)\n  \
                           opponent MOVE    the machine has moved\n  \
                           turn N           the program must write its move on a line. With --list-moves the N legal moves follow, else N is 0\n  \
                           end RESULT       won, lost, drawn or stopped\n\n\
                           Exit status: 0 if the program threw nothing away, 1 if it did or if it failed."
    )
)]
pub(super) struct Options {
    #[command(flatten)]
    problem: args::Problem,
    /// The input file. Standard input is for the moves [default: a small game]
    #[arg(value_name = "INPUT")]
    input: Option<PathBuf>,
    #[command(flatten)]
    position: Position,
    /// The number of the small game that gamesolve makes [default: the first one that you can win, but not at once]
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0..=u64::MAX), conflicts_with = "input")]
    seed: Option<u64>,
    /// Two people play, without the machine
    #[arg(long)]
    #[cfg_attr(unix, arg(conflicts_with = "contestant"))]
    two: bool,
    /// The machine moves first
    #[arg(long, conflicts_with = "two")]
    second: bool,
    /// Play line by line, also on a terminal
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    test: TestOptions,
    #[cfg(unix)]
    #[command(flatten)]
    against: against::Options,
    #[cfg(not(unix))]
    #[command(flatten)]
    against: super::unboxed::Against,
}

/// The game to play, and its input.
struct Played {
    entry: &'static dyn Entry,
    game: Box<dyn AnyGame>,
    /// The text of the test.
    #[cfg_attr(not(unix), expect(dead_code))]
    input: String,
}

pub(super) fn run(options: &Options) -> Result<Status> {
    #[cfg(not(unix))]
    if options.against.is_given() {
        return Err(super::unboxed::refusal("play --against").into());
    }
    options.test.limits.start_threads()?;
    let deadline = options.test.limits.solving.deadline();
    let played = played(options)?;
    drop(deadline);
    #[cfg(unix)]
    if let Some(program) = options.against.program() {
        return against::run(&options.against, options.second, &played, program);
    }
    let how = play::Options {
        two: options.two,
        second: options.second,
        echo: !io::stdin().is_terminal(),
    };
    if !options.plain && screen::is_possible() {
        let session = Session::new(&*played.game, how.machine());
        return screen::play(played.entry.meta().title().en, session);
    }
    play::play(&*played.game, how, &mut io::stdin().lock(), &mut Printed)?;
    Ok(Status::Success)
}

/// Reads the game from the options.
fn played(options: &Options) -> Result<Played> {
    let entry = options.problem.problem;
    let one = options.test.of(entry, source(options)?)?;
    let game = one.game()?;
    let input = entry.canonical(one.input());
    let input = input.map_err(|error| one.stop(error))?;
    Ok(Played { entry, game, input })
}

/// Reads the position or the input, or makes a small instance.
fn source(options: &Options) -> Result<Source> {
    if let Some(source) = options.position.source(options.problem.problem)? {
        return Ok(source);
    }
    if let Some(path) = &options.input {
        if path == Path::new("-") {
            refuse!("the input must be a file, because standard input is for the moves");
        }
        return Ok(Source::from_file(path, options.test.limits.input.or_default())?);
    }
    let entry = options.problem.problem;
    r#gen::require_inputs(entry)?;
    let meta = entry.meta();
    let family = entry.families()[0].name;
    let size = SMALL_GAME_SIZE.min(meta.size.1);
    let made = |seed| Source {
        name: "the game made".to_owned(),
        bytes: entry.generate(family, size, seed).into_bytes(),
    };
    let is_interesting = |seed: &u64| {
        let one = options.test.of(entry, made(*seed));
        one.is_ok_and(|one| one.game().is_ok_and(|game| is_interesting(&*game)))
    };
    let seed = options.seed.or_else(|| (1..=MAX_SMALL_GAMES).find(is_interesting));
    let seed = seed.unwrap_or(1);
    say(&format!(
        "this is the game of `gamesolve gen {} --family {family} --size {size} --seed {seed}`",
        entry.typed()
    ));
    Ok(made(seed))
}

/// Returns whether the first player has a choice, can win, and no move ends the game at once.
fn is_interesting(game: &dyn AnyGame) -> bool {
    let start = game.start();
    let ends = |choice: Choice| game.move_count(&choice.to) == 0;
    game.move_count(&start) >= 2 && game.value(&start).outcome == Outcome::Win && !game.moves(&start).any(ends)
}
