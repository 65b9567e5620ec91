//! A game as people see it: its pieces on a stage, its moves by their names.

use crate::engine::Rules;
use crate::engine::oracle::{self, Step};
use crate::picture::{Piece, Place, Stage};

/// The exchange up to which positions are listed as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folding {
    /// Every position is listed.
    Nothing,
    /// The players play by the same rules: of two positions that differ by an exchange of the players and of these
    /// marks, the one is listed in which the player of the first mark moves. They move in turn.
    Players([&'static str; 2]),
    /// The number of plies so far: after so many, this player wins, unless play has ended with them.
    Plies(u32, &'static str),
}

/// Rules that people can follow: pieces on a stage, and moves with names. Moves from a position are all different.
pub trait Shown: Rules<Position: 'static> + 'static {
    /// How a move is typed, for people, with an example.
    const HOW: &'static str;

    /// Returns the stage that every position is drawn on.
    fn stage(&self) -> Stage;

    /// Returns the number of places that the stage leaves out because no move leads to or from them, and these places.
    fn left_out(&self) -> (u64, Box<dyn Iterator<Item = Place> + '_>) {
        (0, Box::new(std::iter::empty()))
    }

    /// Returns the pieces of a position and their places.
    fn pieces(&self, position: &Self::Position) -> Vec<Piece>;

    /// Returns the name of a move: one line without blanks at its ends, another one for every move of a position.
    fn move_name(&self, position: &Self::Position, choice: &Self::Move) -> String;

    /// Returns the number of places of the stage. Overridden where making the stage is dear.
    fn place_count(&self) -> u64 {
        self.stage().places.len() as u64
    }

    /// Returns how many numbers a position holds, roughly: what it takes to copy one. Overridden where a position holds more
    /// than its pieces.
    fn position_size(&self) -> usize {
        self.pieces(&self.start()).len()
    }

    /// Returns the name of a place. Overridden where making the stage is dear.
    fn place_name(&self, place: usize) -> String {
        self.stage().places[place].name.clone()
    }

    /// Returns the position from which people play, where that is not the one that the question is about.
    fn opening(&self) -> Self::Position {
        self.start()
    }

    /// Returns the player to move, where the two players move by different rules: `the cat`.
    fn player(&self, position: &Self::Position) -> Option<&'static str> {
        let _ = position;
        None
    }

    /// Returns a line above every position drawn in text: what this instance adds to the rules.
    fn heading(&self) -> Option<String> {
        None
    }

    /// Returns a sentence about what belongs to a position and cannot be seen from its pieces.
    fn remark(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }

    /// Returns the position in words, as lists name it instead of by its pieces.
    fn position_name(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }

    /// Returns the position that stands for this one where positions are listed: it has the same moves up to
    /// [`folding`](Shown::folding).
    fn folded(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Returns the exchange that [`folded`](Shown::folded) divides out.
    fn folding(&self) -> Folding {
        Folding::Nothing
    }

    /// Returns the number of moves of a position that is not over. Overridden where there may be too many to go
    /// through, as the next one.
    fn move_count(&self, position: &Self::Position) -> u128 {
        self.moves(position).count() as u128
    }

    /// Returns the move that a player typed, and the position it leads to.
    fn find_move(&self, position: &Self::Position, name: &str) -> Option<Step<Self>>
    where
        Self: Sized,
    {
        oracle::steps(self, position).find(|(choice, _)| self.move_name(position, choice) == name)
    }
}
