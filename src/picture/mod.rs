//! The look of a game, in no particular output format: a fixed stage, and the pieces of each position on it.
//!
//! A problem gives its stage and the places of its pieces. Every drawing is written once against these. A move has no
//! description of its own: it is the difference between the pieces before it and after it.

use std::fmt::Write as _;

use crate::engine::{Outcome, Value, Worth};

pub mod large;
pub mod symbols;
pub mod text;

/// The fixed background of all pictures of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The arrangement of the places.
    pub kind: Kind,
    /// The places: cells or vertices for pieces, and walls.
    pub places: Vec<Place>,
    /// A sentence that explains the `worth` of a place. Empty if places have none.
    pub worths: &'static str,
}

impl Stage {
    /// Returns a stage whose places have no worth.
    pub fn new(kind: Kind, places: impl IntoIterator<Item = Place>) -> Stage {
        Stage {
            kind,
            places: places.into_iter().collect(),
            worths: "",
        }
    }
}

/// The arrangement of the places of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Vertices, joined by arcs.
    Graph {
        /// The arcs as pairs of tail and head, each arc once, by the numbers of the places.
        arcs: Vec<(u32, u32)>,
        /// Whether an arc leads in one direction only.
        directed: bool,
    },
    /// Cells, row by row.
    Board {
        /// The number of cells in a row. The last row may be shorter.
        columns: usize,
    },
    /// Cells in one long row.
    Strip {
        /// The number of cells in a row of a picture.
        columns: usize,
    },
    /// Heaps side by side. A piece is a stone.
    Heaps,
    /// Numbers side by side. A piece is a unit of a number.
    Numbers,
}

/// One place of a stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The name, as the names of moves use it.
    pub name: String,
    /// A property given by the rules, such as points or food. It is often empty.
    pub note: String,
    /// The value of a token on this place. It is often empty. It gives the solution away, so a player may want it
    /// hidden.
    pub worth: String,
    /// The value of the place itself, if a position is one token on one place.
    pub value: Option<Value>,
    /// Whether no piece can ever stand there.
    pub wall: bool,
}

impl Place {
    /// Returns a place that has only a name.
    pub fn named(name: impl ToString) -> Place {
        Place {
            name: name.to_string(),
            ..Place::default()
        }
    }

    /// Returns the outcome of the place itself, if it has one.
    pub fn outcome(&self) -> Option<Outcome> {
        self.value.map(|value| value.outcome)
    }
}

/// Equal pieces on one place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The number of the place.
    pub place: u32,
    /// The sign of the piece: a letter or a symbol.
    pub mark: &'static str,
    /// The number of pieces, at least 1.
    pub count: u64,
}

impl Piece {
    /// Returns one piece.
    pub fn one(place: usize, mark: &'static str) -> Piece {
        Piece::many(place, mark, 1)
    }

    /// Returns several equal pieces.
    ///
    /// # Panics
    /// Panics if the number of the place does not fit in 32 bits.
    pub fn many(place: usize, mark: &'static str, count: u64) -> Piece {
        let place = u32::try_from(place).expect("a stage has fewer than 2^32 places");
        Piece { place, mark, count }
    }
}

/// A token or a stone that belongs to nobody.
pub const STONE: &str = "●";

/// A pawn that belongs to both players.
pub const PAWN: &str = "♟";

/// Returns heaps with these names.
pub fn heaps(names: impl IntoIterator<Item = impl ToString>) -> Stage {
    Stage::new(Kind::Heaps, names.into_iter().map(Place::named))
}

/// Returns numbers with these names.
pub fn numbers(names: impl IntoIterator<Item = impl ToString>) -> Stage {
    Stage::new(Kind::Numbers, names.into_iter().map(Place::named))
}

/// Returns vertices joined by arcs. If they are `directed`, an arc leads in one direction only.
pub fn graph(
    arcs: impl IntoIterator<Item = (u32, u32)>,
    directed: bool,
    places: impl IntoIterator<Item = Place>,
) -> Stage {
    let arcs = arcs.into_iter().collect();
    Stage::new(Kind::Graph { arcs, directed }, places)
}

/// Returns the stones of heaps.
pub fn stones(heaps: &[u64]) -> Vec<Piece> {
    counted(heaps, STONE)
}

/// Returns this number of equal pieces on every place.
pub fn counted(counts: &[u64], mark: &'static str) -> Vec<Piece> {
    let held = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    held.map(|(place, &count)| Piece::many(place, mark, count)).collect()
}

/// Returns a strip of cells numbered from 1, in rows that fit a page.
pub fn strip(cells: usize) -> Stage {
    const STRIP_COLUMNS: usize = 20;
    let columns = cells.clamp(1, STRIP_COLUMNS);
    Stage::new(Kind::Strip { columns }, (1..=cells).map(Place::named))
}

/// Returns the letter of an outcome, for the player to move.
pub fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "W",
        Outcome::Draw => "D",
        Outcome::Loss => "L",
    }
}

/// Returns a value in a few signs: `W 3`, `L 4 *0`, `D`, `W +2`.
pub fn label(value: Value) -> String {
    let mut label = letter(value.outcome).to_owned();
    if let Some(plies) = value.distance {
        let _ = write!(label, " {plies}");
    }
    if let Some(nimber) = value.nimber {
        let _ = write!(label, " *{nimber}");
    }
    if let Some(score) = value.score {
        let _ = write!(label, " {score:+}");
    }
    label
}

/// Returns the value of a part of a sum in a few signs: `*3`, `∞(0, 2)`.
pub fn worth_label(worth: &Worth) -> String {
    match worth {
        Worth::Nimber(nimber) => format!("*{nimber}"),
        Worth::Infinite(members) => {
            let members: Vec<String> = members.iter().map(u64::to_string).collect();
            format!("∞({})", members.join(", "))
        }
    }
}
