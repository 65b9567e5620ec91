//! A game as people see it: pieces on a stage, and moves with names.

use crate::engine::Rules;
use crate::engine::oracle::{self, Step};
use crate::picture::{Piece, Place, Stage};

/// The symmetry that lets lists show several positions as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folding {
    /// Every position is listed.
    Nothing,
    /// Both players have the same rules and move in turn. Exchanging the players and these marks gives an equivalent
    /// position. Lists show it with the player of the first mark to move.
    Players([&'static str; 2]),
    /// The number of plies so far. After this many plies this player wins, unless play has just ended.
    Plies(u32, &'static str),
}

/// Rules that people can follow: pieces on a stage, and moves with names. The moves of a position are all different.
pub trait Shown: Rules<Position: 'static> + 'static {
    /// The explanation of how to type a move, with an example.
    const HOW: &'static str;

    /// Returns whether a drawing in text omits the empty heaps at the end.
    fn omits_last_heaps(&self) -> bool {
        false
    }

    /// Returns the explanation of how to type a move of this game.
    fn how(&self) -> &'static str {
        Self::HOW
    }

    /// Returns the stage that every position is drawn on.
    fn stage(&self) -> Stage;

    /// Returns the number of places without any move to or from them, which the stage omits, and these places.
    fn left_out(&self) -> (u64, Box<dyn Iterator<Item = Place> + '_>) {
        (0, Box::new(std::iter::empty()))
    }

    /// Returns the pieces of a position and their places.
    fn pieces(&self, position: &Self::Position) -> Vec<Piece>;

    /// Returns the name of a move: one line without blanks at its ends, different for every move of a position.
    fn move_name(&self, position: &Self::Position, choice: &Self::Move) -> String;

    /// Returns the number of places of the stage. Override it if making the stage is expensive.
    fn place_count(&self) -> u64 {
        self.stage().places.len() as u64
    }

    /// Returns the rough count of numbers in a position, which is the cost of a copy.
    ///
    /// Override it if a position holds more than its pieces.
    fn position_size(&self) -> usize {
        self.pieces(&self.start()).len()
    }

    /// Returns the name of a place. Override it if making the stage is expensive.
    fn place_name(&self, place: usize) -> String {
        self.stage().places[place].name.clone()
    }

    /// Returns the first position for people who play, if it is not the position of the question.
    fn opening(&self) -> Self::Position {
        self.start()
    }

    /// Returns the player to move, if the two players move by different rules: `the cat`.
    fn player(&self, position: &Self::Position) -> Option<&'static str> {
        let _ = position;
        None
    }

    /// Returns sentences on the rules of this instance: numbers of the input that the pieces do not show.
    fn heading(&self) -> Option<String> {
        None
    }

    /// Returns a sentence about facts of a position that its pieces do not show.
    fn remark(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }

    /// Returns the position in words, if lists show it by words instead of by its pieces.
    fn position_name(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }

    /// Returns the position that represents this one in lists. It has the same moves up to [`folding`](Shown::folding).
    fn folded(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Returns the symmetry that [`folded`](Shown::folded) removes.
    fn folding(&self) -> Folding {
        Folding::Nothing
    }

    /// Returns the number of moves of a position that is not over.
    ///
    /// Override it if there may be too many moves to list, as with the next function.
    fn move_count(&self, position: &Self::Position) -> u128 {
        self.moves(position).count() as u128
    }

    /// Returns the move that a player typed, and its next position.
    fn find_move(&self, position: &Self::Position, name: &str) -> Option<Step<Self>>
    where
        Self: Sized,
    {
        oracle::steps(self, position).find(|(choice, _)| self.move_name(position, choice) == name)
    }
}
