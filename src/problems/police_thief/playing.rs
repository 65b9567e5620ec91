//! Policeman and thief moved by people.

use super::super::chase::{Scene, Yard};
use super::WALL;
use crate::picture::Stage;

/// The board.
pub struct Town(pub(super) Yard);

impl Scene for Town {
    const HOW: &'static str =
        "row and column of the cell to go to, such as `2,3`, or of one's own to stay";
    const PLAYERS: [&'static str; 2] = ["the policeman", "the thief"];
    const MARKS: [&'static str; 2] = ["P", "T"];

    fn board(&self, first: u32, second: u32) -> String {
        self.0.board(first, second)
    }

    fn name(&self, vertex: u32) -> String {
        self.0.name(vertex)
    }

    fn place_count(&self) -> u64 {
        self.0.place_count()
    }

    fn stage(&self) -> Stage {
        self.0.stage(WALL)
    }

    fn place(&self, vertex: u32) -> usize {
        self.0.place(vertex)
    }
}
