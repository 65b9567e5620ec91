//! Cat and mouse moved by people, on a board.

use super::super::chase::{Scene, Yard};

/// The board.
pub struct Kitchen(pub(super) Yard);

impl Scene for Kitchen {
    const HOW: &'static str =
        "row and column of the cell to jump to, such as `2,3`, or of one's own to stay";
    const PLAYERS: [&'static str; 2] = ["the mouse", "the cat"];

    fn board(&self, first: u32, second: u32) -> String {
        self.0.board(first, second)
    }

    fn name(&self, vertex: u32) -> String {
        self.0.name(vertex)
    }
}
