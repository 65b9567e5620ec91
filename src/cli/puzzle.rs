//! `gamesolve puzzle`: positions with one right move after the other.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::args::{self, whole};
use super::r#gen;
use super::learning::lesson::lesson;
use super::output::{self, Printed};
use super::process::progress::Progress;
use super::status::{Status, Stop, say, say_next};
use crate::practice::draw::{Form, Lesson, draw};
use crate::practice::puzzle::{Ended, NoPuzzle, Wish, find, play, sheet};
use crate::problem::Failure;
use crate::text::for_a_shell;

/// The number of puzzles on a sheet.
const ON_A_SHEET: usize = 6;

/// Solve a puzzle: find the only right move, again and again
#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    #[command(flatten)]
    problem: args::Problem,
    /// The number of right moves to find [default: two to four, if there are any]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(1..=50))]
    level: Option<u8>,
    /// The number of the puzzle
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0..=u64::MAX), default_value = "1")]
    seed: u64,
    /// Write six puzzles as a page to print, with the answers on its back
    #[arg(long)]
    sheet: bool,
    /// The file of a page with the puzzle, or of the sheet [default: play on the terminal, or standard output]
    #[arg(short, long, value_name = "OUTPUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    solving: args::Solving,
    #[command(flatten)]
    variants: args::VariantFlags,
}

pub(super) fn run(options: &Options) -> Result<Status> {
    let entry = options.problem.problem;
    let searching = Progress::new(true, |_, time| format!("searching for puzzles: {} s", time.as_secs()));
    r#gen::require_inputs(entry)?;
    entry.usable().map_err(Stop::from_game)?;
    let variants = options.variants.of(entry)?;
    let deadline = options.solving.unshown_deadline();
    let wish = Wish {
        entry,
        variants: &variants,
        level: options.level.map(usize::from),
        seed: options.seed,
        count: if options.sheet { ON_A_SHEET } else { 1 },
        budget: options.solving.budget(),
    };
    let puzzles = find(&wish);
    drop(searching);
    let puzzles = puzzles.map_err(|why| stop(options, why))?;
    if let Some(output) = options.output.as_deref().filter(|_| !options.sheet) {
        let puzzle = &puzzles[0];
        let lesson = Lesson {
            puzzle: puzzle.positions(),
            ..lesson(entry.meta())
        };
        let page = draw(&*puzzle.game, &lesson, Form::Html, false, wish.budget);
        let page = page.map_err(|error| Stop::from_game(Failure::from(error)))?;
        drop(deadline);
        output::to_file_or_stdout(Some(output), &page)?;
        return Ok(Status::Success);
    }
    drop(deadline);
    if options.sheet {
        if puzzles.len() < ON_A_SHEET {
            say(&format!(
                "note: the sheet has fewer than six puzzles: {}",
                puzzles.len()
            ));
        }
        let page = sheet::write(&lesson(entry.meta()), &puzzles);
        output::to_file_or_stdout(options.output.as_deref(), &page)?;
        return Ok(Status::Success);
    }
    let echo = !io::stdin().is_terminal();
    let ended = play(&puzzles[0], echo, &mut io::stdin().lock(), &mut Printed)?;
    if ended == Ended::Solved {
        say_next(&command(options, options.level, options.seed.wrapping_add(1)));
    }
    Ok(Status::Success)
}

/// Returns the command for another puzzle of the same task.
fn command(options: &Options, level: Option<u8>, seed: u64) -> String {
    let level = level.map(|level| format!(" --level {level}")).unwrap_or_default();
    let variants = options.variants.typed();
    format!(
        "gamesolve puzzle {}{level} --seed {seed}{variants}",
        options.problem.problem.typed()
    )
}

/// Returns a command that plays the same game, if it takes positions.
fn command_to_play(options: &Options) -> Option<String> {
    let entry = options.problem.problem;
    let position = entry.position_at()?;
    let (typed, variants) = (entry.typed(), options.variants.typed());
    Some(format!(
        "gamesolve play {typed} --at {}{variants}",
        for_a_shell(position.as_ref())
    ))
}

fn stop(options: &Options, why: NoPuzzle) -> anyhow::Error {
    match why {
        NoPuzzle::Failed(failure) => Stop::from_game(failure).into(),
        NoPuzzle::Missing { highest, .. } => {
            let highest = highest.and_then(|highest| u8::try_from(highest).ok());
            let other = highest.map(|level| command(options, Some(level), options.seed));
            let hint = other.or_else(|| command_to_play(options));
            let hint = hint.map(|hint| format!("\nhint: {hint}"));
            Stop::refused_as(format!("error: {why}{}", hint.unwrap_or_default())).into()
        }
    }
}
