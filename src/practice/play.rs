//! A session of play: lines in, text out. Against the opponent of perfect play, or between two people.
//!
//! The opponent wins what is won as fast as it can, holds what is drawn, and makes what is lost last as long as it can
//! ([`AnyGame::best_move`]). A session knows no terminal, so it can be scripted: at the end of the input it ends.

use std::io::{self, BufRead, Read as _, Write};

use super::explain::counted;
use crate::engine::{Outcome, Value};
use crate::playable::{AnyGame, Choice, Spot};
use crate::text::quoted;

/// The longest line that is read in one piece, in bytes.
const LINE: u64 = 4096;
/// How many moves are listed.
const SHOWN: usize = 40;
const COMMANDS: &str = "moves  lists the moves
hint   tells what each move is worth
undo   takes back your last move
swap   exchanges the sides
board  shows the position again
quit   ends the session";

/// Who plays, and how it is shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Both sides are people.
    pub two: bool,
    /// The person moves second.
    pub second: bool,
    /// What was typed is repeated: for input that does not come from a terminal, where it would not be seen.
    pub echo: bool,
}

/// Plays from the start of a game until the input ends or says `quit`.
///
/// # Errors
/// Where the input cannot be read or the output cannot be written.
pub fn play(
    game: &dyn AnyGame,
    options: Options,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut session = Session {
        game,
        spots: vec![game.start()],
        machine: (!options.two).then_some(usize::from(!options.second)),
    };
    writeln!(
        output,
        "A move is {}. `help` lists the commands.\n",
        game.how()
    )?;
    session.show(output)?;
    loop {
        while let Some(choice) = session.reply() {
            writeln!(output, "The machine moves {}.\n", choice.name)?;
            session.spots.push(choice.to);
            session.show(output)?;
        }
        write!(output, "> ")?;
        output.flush()?;
        let mut line = Vec::new();
        if (&mut *input).take(LINE).read_until(b'\n', &mut line)? == 0 {
            return writeln!(output);
        }
        let typed = String::from_utf8_lossy(&line);
        let words: Vec<&str> = typed.split_whitespace().collect();
        let typed = words.join(" ");
        if options.echo {
            writeln!(output, "{}", quoted(typed.as_bytes(), 64))?;
        }
        if typed == "quit" {
            return Ok(());
        }
        session.obey(&typed, output)?;
    }
}

struct Session<'a> {
    game: &'a dyn AnyGame,
    /// The positions so far, the present one last.
    spots: Vec<Spot>,
    /// Which player the machine is: 0 for the one who moves first, 1 for the other.
    machine: Option<usize>,
}

impl Session<'_> {
    fn here(&self) -> &Spot {
        self.spots.last().expect("the start is never taken back")
    }

    /// Which player is to move.
    fn side(&self) -> usize {
        (self.spots.len() - 1) % 2
    }

    /// The machine's move, where it is to move and play is not over.
    fn reply(&self) -> Option<Choice> {
        if self.machine != Some(self.side()) {
            return None;
        }
        self.game.best_move(self.here())
    }

    /// What a player is called.
    fn name(&self, side: usize) -> String {
        let role = match self.game.player(self.here()) {
            // The role of the one to move; the other is to move one ply earlier or later.
            Some(role) if side == self.side() => Some(role),
            Some(_) => self.other_role(),
            None => None,
        };
        let role = role.unwrap_or(["the first player", "the second player"][side]);
        match self.machine {
            None => role.to_owned(),
            Some(machine) if machine == side => format!("the machine ({role})"),
            Some(_) => format!("you ({role})"),
        }
    }

    /// The role of the player who is not to move.
    fn other_role(&self) -> Option<&'static str> {
        let before = self.spots.len().checked_sub(2).map(|i| &self.spots[i]);
        match before {
            Some(spot) => self.game.player(spot),
            None => {
                let next = self.game.moves(self.here()).next()?;
                self.game.player(&next.to)
            }
        }
    }

    /// The board, and who is to move or has won.
    fn show(&self, output: &mut dyn Write) -> io::Result<()> {
        let here = self.here();
        write!(output, "{}", self.game.board(here))?;
        let side = self.side();
        let Some(outcome) = self.game.ended(here) else {
            let earlier = self.spots.iter().filter(|spot| *spot == here).count() - 1;
            if earlier >= 2 {
                writeln!(
                    output,
                    "This position was there {} before.",
                    counted(earlier as u64, "time")
                )?;
            }
            return writeln!(output, "To move: {}.", self.name(side));
        };
        let score = self.game.value(here).score;
        let lead = score.map_or(String::new(), |score| {
            format!(", by {}", score.unsigned_abs())
        });
        match outcome {
            Outcome::Loss => writeln!(
                output,
                "Play is over. The winner: {}{lead}.",
                self.name(1 - side)
            ),
            Outcome::Win => writeln!(
                output,
                "Play is over. The winner: {}{lead}.",
                self.name(side)
            ),
            Outcome::Draw => writeln!(output, "Play is over: a draw."),
        }
    }

    /// Does what was typed.
    fn obey(&mut self, typed: &str, output: &mut dyn Write) -> io::Result<()> {
        match typed {
            "" => Ok(()),
            "help" => writeln!(output, "A move is {}.\n{COMMANDS}", self.game.how()),
            "board" => self.show(output),
            "moves" => self.moves(output),
            "hint" => self.hint(output),
            "undo" => self.undo(output),
            "swap" => self.swap(output),
            _ => self.make(typed, output),
        }
    }

    fn make(&mut self, typed: &str, output: &mut dyn Write) -> io::Result<()> {
        let here = self.here();
        if self.game.ended(here).is_some() {
            return writeln!(
                output,
                "Play is over: `undo` takes a move back, `quit` ends."
            );
        }
        let Some(choice) = self.game.find_move(here, typed) else {
            let count = counted(self.game.move_count(here), "move");
            return writeln!(
                output,
                "`{}` is not a legal move here. A move is {}; `moves` lists the {count}.",
                quoted(typed.as_bytes(), 64),
                self.game.how()
            );
        };
        self.spots.push(choice.to);
        writeln!(output)?;
        self.show(output)
    }

    fn moves(&self, output: &mut dyn Write) -> io::Result<()> {
        let here = self.here();
        for choice in self.game.moves(here).take(SHOWN) {
            writeln!(output, "{}", choice.name)?;
        }
        self.count_rest(output)
    }

    /// How many moves there are beyond those that are listed.
    fn count_rest(&self, output: &mut dyn Write) -> io::Result<()> {
        match self.game.move_count(self.here()) {
            0 => writeln!(output, "There is no move: play is over."),
            count if count <= SHOWN as u128 => Ok(()),
            count => writeln!(output, "and {} more", count - SHOWN as u128),
        }
    }

    /// What the position and each move is worth to the player who makes it.
    fn hint(&self, output: &mut dyn Write) -> io::Result<()> {
        let here = self.here();
        if let Some(best) = self.game.best_move(here) {
            let value = worth(self.game.value(&best.to));
            writeln!(output, "Best: {}, which {value}.", best.name)?;
        }
        for choice in self.game.moves(here).take(SHOWN) {
            let value = worth(self.game.value(&choice.to));
            writeln!(output, "{}  {value}", choice.name)?;
        }
        self.count_rest(output)
    }

    /// Takes moves back up to the last one that a person made.
    fn undo(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let made = (0..self.spots.len() - 1).rev();
        let Some(last) = made.into_iter().find(|ply| self.machine != Some(ply % 2)) else {
            return writeln!(output, "There is no move of yours to take back.");
        };
        self.spots.truncate(last + 1);
        writeln!(output)?;
        self.show(output)
    }

    fn swap(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let Some(machine) = self.machine else {
            return writeln!(
                output,
                "Both sides are people already; there is nothing to exchange."
            );
        };
        self.machine = Some(1 - machine);
        writeln!(output, "The sides are exchanged.\n")?;
        self.show(output)
    }
}

/// What a move to a position of this value is worth to the player who makes it.
fn worth(next: Value) -> String {
    if let Some(score) = next.score {
        return format!("ends with a difference of {:+}", -score);
    }
    let verb = match next.outcome {
        Outcome::Loss => "wins",
        Outcome::Draw => "draws",
        Outcome::Win => "loses",
    };
    let plies = next
        .distance
        .map(|plies| format!(" in {}", counted(plies + 1, "ply")));
    let nimber = next
        .nimber
        .map(|nimber| format!(" (leaves the nimber {nimber})"));
    format!(
        "{verb}{}{}",
        plies.unwrap_or_default(),
        nimber.unwrap_or_default()
    )
}
