//! A running game: the positions so far, the sides of the players, moves made and taken back.
//!
//! A session knows no terminal and no protocol. Line play, the full screen and the arena all show one.

use super::explain::counted;
use crate::engine::{Outcome, Value};
use crate::problem::{AnyGame, AnyPosition, Choice};

/// A game, its moves so far and its players. Player 0 moves first, player 1 second.
pub struct Session<'a> {
    game: &'a dyn AnyGame,
    /// The positions so far, the present one last. There is one position more than moves.
    positions: Vec<AnyPosition>,
    /// The names of the moves made.
    moves: Vec<String>,
    machine: Option<usize>,
}

/// The reason why a move was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMove {
    /// Play is over.
    Over,
    /// There is no such move in this position.
    Unknown,
}

impl<'a> Session<'a> {
    /// Returns a session at the start of a game. `machine` is the player of perfect play, or `None` if two people play.
    pub fn new(game: &'a dyn AnyGame, machine: Option<usize>) -> Session<'a> {
        Session::from(game, game.start(), machine)
    }

    /// Returns a session that starts at a position of a game.
    pub fn from(game: &'a dyn AnyGame, position: AnyPosition, machine: Option<usize>) -> Session<'a> {
        Session {
            game,
            positions: vec![position],
            moves: Vec::new(),
            machine,
        }
    }

    /// Returns the game.
    pub fn game(&self) -> &'a dyn AnyGame {
        self.game
    }

    /// Returns the present position.
    pub fn here(&self) -> &AnyPosition {
        self.positions.last().expect("the start is never taken back")
    }

    /// Returns the positions so far, the present one last.
    pub fn positions(&self) -> &[AnyPosition] {
        &self.positions
    }

    /// Returns the names of the moves made so far.
    pub fn moves_made(&self) -> &[String] {
        &self.moves
    }

    /// Returns which player is to move.
    pub fn side(&self) -> usize {
        self.moves.len() % 2
    }

    /// Returns which player the machine is, if it plays.
    pub fn machine(&self) -> Option<usize> {
        self.machine
    }

    /// Returns the result for the player to move, if play is over.
    pub fn ended(&self) -> Option<Outcome> {
        self.game.ended(self.here())
    }

    /// Returns the number of earlier visits to the present position.
    pub fn repeated(&self) -> usize {
        let here = self.here();
        self.positions.iter().filter(|position| *position == here).count() - 1
    }

    /// Returns the machine's move, if it is its turn and play is not over.
    pub fn reply(&self) -> Option<Choice> {
        if self.machine != Some(self.side()) {
            return None;
        }
        self.game.best_move(self.here())
    }

    /// Makes a move of the present position. The caller makes sure that it is one.
    pub fn make(&mut self, choice: Choice) {
        self.positions.push(choice.to);
        self.moves.push(choice.name);
    }

    /// Makes the move of this name.
    ///
    /// # Errors
    /// Fails if there is no such move, or if play is over.
    pub fn make_named(&mut self, name: &str) -> Result<(), NoMove> {
        if self.ended().is_some() {
            return Err(NoMove::Over);
        }
        let found = self.game.find_move(self.here(), name);
        self.make(found.ok_or(NoMove::Unknown)?);
        Ok(())
    }

    /// Takes moves back up to a person's last move. Returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let mut plies = (0..self.moves.len()).rev();
        let Some(last) = plies.find(|ply| self.machine != Some(ply % 2)) else {
            return false;
        };
        self.moves.truncate(last);
        self.positions.truncate(last + 1);
        true
    }

    /// Exchanges the sides of person and machine. Returns `false` if the machine does not play.
    pub fn swap(&mut self) -> bool {
        self.machine = self.machine.map(|machine| 1 - machine);
        self.machine.is_some()
    }

    /// Returns the name of a player: `you (the cat)`.
    pub fn name(&self, side: usize) -> String {
        let role = self.role(side);
        match self.machine {
            None => role.to_owned(),
            Some(machine) if machine == side => format!("the machine ({role})"),
            Some(_) => format!("you ({role})"),
        }
    }

    /// Returns the role of a player, person or machine: `the cat`, `the first player`.
    pub fn role(&self, side: usize) -> &'static str {
        let role = match self.game.player(self.here()) {
            // This is the role of the player to move. The other player's role comes from one ply earlier or later.
            Some(role) if side == self.side() => Some(role),
            Some(_) => self.other_role(),
            None => None,
        };
        role.unwrap_or(["the first player", "the second player"][side])
    }

    /// Returns the role of the player who is not to move.
    fn other_role(&self) -> Option<&'static str> {
        let before = self.positions.len().checked_sub(2).map(|i| &self.positions[i]);
        match before {
            Some(position) => self.game.player(position),
            None => {
                let next = self.game.moves(self.here()).next()?;
                self.game.player(&next.to)
            }
        }
    }

    /// Returns who is to move or has won, and whether the position came before. Every line has a line end.
    pub fn state(&self) -> String {
        let side = self.side();
        let Some(outcome) = self.ended() else {
            let often = match self.repeated() {
                0 | 1 => String::new(),
                earlier => format!("This position was there {} before.\n", counted(earlier as u64, "time")),
            };
            return format!("{often}To move: {}.\n", self.name(side));
        };
        let score = self.game.value(self.here()).score;
        let lead = score.map_or(String::new(), |score| format!(", by {}", score.max(-score)));
        let winner = match outcome {
            Outcome::Loss => 1 - side,
            Outcome::Win => side,
            Outcome::Draw => return "Play is over: a draw.\n".to_owned(),
        };
        let winner = self.name(winner);
        format!("Play is over. The winner: {winner}{lead}.\n")
    }

    /// Returns the value of a move to `position` for the player who makes it.
    pub fn worth(&self, position: &AnyPosition) -> String {
        worth(self.game.value(position))
    }
}

/// Returns the value of a move to a position of this value, for the player who makes it.
pub(super) fn worth(next: Value) -> String {
    if let Some(score) = next.score {
        return format!("ends with a difference of {:+}", -score);
    }
    let verb = match next.outcome {
        Outcome::Loss => "wins",
        Outcome::Draw => "draws",
        Outcome::Win => "loses",
    };
    let plies = next.distance.map(|plies| format!(" in {}", counted(plies + 1, "ply")));
    let nimber = next.nimber.map(|nimber| format!(" (leaves the nimber {nimber})"));
    format!("{verb}{}{}", plies.unwrap_or_default(), nimber.unwrap_or_default())
}
