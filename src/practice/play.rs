//! Play in lines, with moves and commands in and text out, against perfect play or between two people.
//!
//! The opponent wins a won position as fast as it can and holds a drawn one. It delays the end of a lost one as long as
//! it can ([`AnyGame::best_move`]). Play needs no terminal, so it can be scripted: it ends with the input.

use std::io::{self, BufRead, Read as _, Write};

use super::explain::counted;
use super::session::{NoMove, Session};
use crate::problem::AnyGame;
use crate::text::quoted;

/// The longest line that is read in one piece, in bytes.
const MAX_LINE_BYTES: u64 = 4096;
/// The largest number of moves that are listed.
const MAX_LISTED_MOVES: usize = 40;
const COMMANDS: &str = "moves  lists the moves
hint   shows the value of each move
undo   takes back your last move
swap   exchanges the sides
board  shows the position again
quit   ends the session";

/// Options of a session: who plays, and how the session is shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Whether people play both sides.
    pub two: bool,
    /// Whether the person moves second.
    pub second: bool,
    /// Whether typed lines are repeated. Input that does not come from a terminal would not be visible without that.
    pub echo: bool,
}

impl Options {
    /// Returns which player the machine is.
    pub fn machine(self) -> Option<usize> {
        (!self.two).then_some(usize::from(!self.second))
    }
}

/// Plays from the start of a game until the input ends or says `quit`.
///
/// # Errors
/// Fails if the input cannot be read or the output cannot be written.
pub fn play(game: &dyn AnyGame, options: Options, input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<()> {
    let mut session = Session::new(game, options.machine());
    let how = game.how();
    writeln!(output, "A move is {how}. `help` lists the commands.\n")?;
    show(&session, output)?;
    loop {
        while let Some(choice) = session.reply() {
            writeln!(output, "The machine moves {}.\n", choice.name)?;
            session.make(choice);
            show(&session, output)?;
        }
        write!(output, "> ")?;
        output.flush()?;
        let mut line = Vec::new();
        if (&mut *input).take(MAX_LINE_BYTES).read_until(b'\n', &mut line)? == 0 {
            return writeln!(output);
        }
        let typed = String::from_utf8_lossy(&line);
        let words: Vec<&str> = typed.split_whitespace().collect();
        let typed = words.join(" ");
        if options.echo {
            writeln!(output, "{}", quoted(typed.as_bytes(), 64))?;
        }
        if typed.eq_ignore_ascii_case("quit") {
            return Ok(());
        }
        obey(&mut session, &typed, output)?;
    }
}

/// Shows the board, and then the player to move or the winner.
fn show(session: &Session<'_>, output: &mut dyn Write) -> io::Result<()> {
    let board = session.game().board(session.here());
    write!(output, "{board}{}", session.state())
}

/// Carries out a typed line: a command or a move.
fn obey(session: &mut Session<'_>, typed: &str, output: &mut dyn Write) -> io::Result<()> {
    match typed {
        "" => return Ok(()),
        "help" => return writeln!(output, "A move is {}.\n{COMMANDS}", session.game().how()),
        "board" => {}
        "moves" => return moves(session, output),
        "hint" => return hint(session, output),
        "undo" if session.undo() => writeln!(output)?,
        "undo" => return writeln!(output, "You have no move to take back."),
        "swap" if session.swap() => writeln!(output, "You have exchanged sides.\n")?,
        "swap" => {
            let answer = "Both players are people, so there is nothing to exchange.";
            return writeln!(output, "{answer}");
        }
        _ => match session.make_named(typed) {
            Ok(()) => writeln!(output)?,
            // A game of words may have a move `Hint`, so moves come first.
            Err(_) if is_command_in_other_case(typed) => return obey(session, &typed.to_ascii_lowercase(), output),
            Err(NoMove::Over) => {
                let answer = "Play is over. `undo` takes a move back, `quit` ends the session.";
                return writeln!(output, "{answer}");
            }
            Err(NoMove::Unknown) => {
                let count = counted(session.game().move_count(session.here()), "move");
                return writeln!(
                    output,
                    "`{}` is not a legal move here. A move is {}. `moves` lists the {count}.",
                    quoted(typed.as_bytes(), 64),
                    session.game().how()
                );
            }
        },
    }
    show(session, output)
}

/// Returns whether a typed word is a command except for its capital letters.
fn is_command_in_other_case(typed: &str) -> bool {
    let lower = typed.to_ascii_lowercase();
    let mut names = COMMANDS.lines().filter_map(|line| line.split_whitespace().next());
    lower != typed && (lower == "help" || names.any(|name| name == lower))
}

fn moves(session: &Session<'_>, output: &mut dyn Write) -> io::Result<()> {
    for choice in session.game().moves(session.here()).take(MAX_LISTED_MOVES) {
        writeln!(output, "{}", choice.name)?;
    }
    count_rest(session, output)
}

/// Writes the number of moves that are not listed.
fn count_rest(session: &Session<'_>, output: &mut dyn Write) -> io::Result<()> {
    match session.game().move_count(session.here()) {
        0 => writeln!(output, "There is no move: play is over."),
        count if count <= MAX_LISTED_MOVES as u128 => Ok(()),
        count => writeln!(output, "and {} more", count - MAX_LISTED_MOVES as u128),
    }
}

/// Shows the value of the position, and the value of each move for its player.
fn hint(session: &Session<'_>, output: &mut dyn Write) -> io::Result<()> {
    let (game, here) = (session.game(), session.here());
    if let Some(best) = game.best_move(here) {
        let value = session.worth(&best.to);
        writeln!(output, "Best: {}, which {value}.", best.name)?;
    }
    for choice in game.moves(here).take(MAX_LISTED_MOVES) {
        let value = session.worth(&choice.to);
        writeln!(output, "{}  {value}", choice.name)?;
    }
    count_rest(session, output)
}
