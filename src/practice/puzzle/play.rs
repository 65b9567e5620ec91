//! A puzzle in lines: moves in, and the refutation of each wrong move out.

use std::io::{self, BufRead, Read as _, Write};

use super::super::explain::counted;
use super::super::session::worth;
use super::{Puzzle, Turn};
use crate::problem::{AnyGame, AnyPosition, Choice};
use crate::text::quoted;

/// The longest line that is read in one piece, in bytes.
const MAX_LINE_BYTES: u64 = 4096;
const COMMANDS: &str = "moves  lists the moves
hint   shows the right move
board  shows the position again
quit   ends the puzzle";

/// The end of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All right moves were found.
    Solved,
    /// The input ended before.
    Left,
}

/// The reaction to a typed line.
enum Reaction {
    /// The same position again, without a drawing.
    Stay,
    /// The right move.
    Right,
    Quit,
}

/// Plays a puzzle until it is solved, or until the input ends or says `quit`. If `echo` is set, it repeats typed lines.
///
/// # Errors
/// Fails if the input cannot be read or the output cannot be written.
pub fn play(puzzle: &Puzzle, echo: bool, input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<Ended> {
    let game = &*puzzle.game;
    let how = game.how();
    writeln!(
        output,
        "{}\nA move is {how}. `help` lists the commands.\n",
        puzzle.task()
    )?;
    let mut wrong = 0u64;
    let mut here = &puzzle.position;
    for (number, turn) in puzzle.turns.iter().enumerate() {
        show(game, here, output)?;
        loop {
            write!(output, "> ")?;
            output.flush()?;
            let mut line = Vec::new();
            if (&mut *input).take(MAX_LINE_BYTES).read_until(b'\n', &mut line)? == 0 {
                writeln!(output)?;
                return Ok(Ended::Left);
            }
            let typed = String::from_utf8_lossy(&line);
            let typed = typed.split_whitespace().collect::<Vec<_>>().join(" ");
            if echo {
                writeln!(output, "{}", quoted(typed.as_bytes(), 64))?;
            }
            match react(game, here, turn, &typed, &mut wrong, output)? {
                Reaction::Stay => {}
                Reaction::Right => break,
                Reaction::Quit => return Ok(Ended::Left),
            }
        }
        if let Some(reply) = &turn.reply {
            writeln!(output, "Right. The machine moves {}.", reply.name)?;
            let left = puzzle.turns.len() - number - 1;
            if left > 0 {
                writeln!(output, "{} to find.\n", counted(left as u64, "move"))?;
            }
            here = &reply.to;
        } else {
            writeln!(output, "Right.")?;
        }
    }
    let result = match (puzzle.wins, puzzle.turns.last()) {
        (true, _) => "You have won.",
        (false, Some(last)) if game.ended(&last.right.to).is_some() => "It is a draw.",
        (false, _) => "You hold the draw.",
    };
    let tries = match wrong {
        0 => "without a wrong try".to_owned(),
        wrong => format!("with {}", counted(wrong, "wrong try")),
    };
    let moves = counted(puzzle.turns.len() as u64, "move");
    writeln!(output, "{result} Solved in {moves}, {tries}.")?;
    Ok(Ended::Solved)
}

fn show(game: &dyn AnyGame, here: &AnyPosition, output: &mut dyn Write) -> io::Result<()> {
    let role = game.player(here).map(|role| format!(" ({role})")).unwrap_or_default();
    writeln!(output, "{}To move: you{role}.", game.board(here))
}

/// Carries out a typed line: a move or a command. Moves come first, because a game of words may have a move `hint`.
fn react(
    game: &dyn AnyGame,
    here: &AnyPosition,
    turn: &Turn,
    typed: &str,
    wrong: &mut u64,
    output: &mut dyn Write,
) -> io::Result<Reaction> {
    if let Some(choice) = game.find_move(here, typed) {
        if choice.to == turn.right.to {
            return Ok(Reaction::Right);
        }
        *wrong += 1;
        writeln!(output, "{} Try again.", refutation(game, &choice))?;
        return Ok(Reaction::Stay);
    }
    match typed.to_ascii_lowercase().as_str() {
        "" => {}
        "quit" => return Ok(Reaction::Quit),
        "help" => writeln!(output, "A move is {}.\n{COMMANDS}", game.how())?,
        "board" => show(game, here, output)?,
        "hint" => writeln!(output, "The right move is {}.", turn.right.name)?,
        "moves" => {
            for choice in game.moves(here) {
                writeln!(output, "{}", choice.name)?;
            }
        }
        _ => {
            let count = counted(game.move_count(here), "move");
            let (typed, how) = (quoted(typed.as_bytes(), 64), game.how());
            let rest = format!("A move is {how}. `moves` lists the {count}.");
            writeln!(output, "`{typed}` is not a legal move here. {rest}")?;
        }
    }
    Ok(Reaction::Stay)
}

/// Returns a sentence about the best answer to a wrong move.
fn refutation(game: &dyn AnyGame, wrong: &Choice) -> String {
    match game.best_move(&wrong.to) {
        Some(answer) => {
            let value = worth(game.value(&answer.to));
            format!(
                "`{}` is wrong: then {} {value} for the machine.",
                wrong.name, answer.name
            )
        }
        None => format!("`{}` is wrong: play ends, and you do not win.", wrong.name),
    }
}
