//! What a game looks like, in no particular form: a stage that stays, and pieces that each position puts on it.
//!
//! A problem says what its stage is and where its pieces stand; everything that draws is written once against that.
//! What a move does is never said here: it is what changes between the pieces before it and after it.

use crate::engine::{Outcome, Value, Worth};

pub mod text;

/// What all positions of a game are drawn on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// How the places lie to each other.
    pub kind: Kind,
    /// Where pieces can stand, and walls.
    pub places: Vec<Place>,
    /// What the worths of the places are, in a sentence; nothing where they have none.
    pub worths: &'static str,
}

/// How the places of a stage lie to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Vertices, joined by these arcs, each once, by the numbers of the places.
    Graph {
        /// Tail and head.
        arcs: Vec<(u32, u32)>,
        /// Whether an arc can be gone along in one direction only.
        directed: bool,
    },
    /// Cells, row by row.
    Board {
        /// How many cells there are in a row; the last row may be shorter.
        columns: usize,
    },
    /// Cells in one long row.
    Strip {
        /// How many cells a picture has in a row.
        columns: usize,
    },
    /// Heaps side by side; a piece is a stone.
    Heaps,
}

/// One place of a stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// What moves call it.
    pub name: String,
    /// What belongs to it by the rules, such as points or food; often nothing.
    pub note: String,
    /// What is known of a token there, which a player may not want to be told; often nothing.
    pub worth: String,
    /// The outcome of the place itself, where a position is one token on one place.
    pub outcome: Option<Outcome>,
    /// Whether no piece can ever stand there.
    pub wall: bool,
}

impl Place {
    /// A place of which no more is known than its name.
    pub fn named(name: impl ToString) -> Place {
        Place {
            name: name.to_string(),
            ..Place::default()
        }
    }
}

/// Equal pieces on one place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The number of the place.
    pub place: u32,
    /// What the piece looks like: a letter or another sign.
    pub mark: &'static str,
    /// How many of them there are, at least 1.
    pub count: u64,
}

impl Piece {
    /// One piece.
    pub fn one(place: usize, mark: &'static str) -> Piece {
        Piece::many(place, mark, 1)
    }

    /// Several equal pieces. Panics if the place has no 32-bit number.
    pub fn many(place: usize, mark: &'static str, count: u64) -> Piece {
        let place = u32::try_from(place).expect("a stage has fewer than 2^32 places");
        Piece { place, mark, count }
    }
}

/// A token or a stone that belongs to nobody.
pub const STONE: &str = "●";

/// Heaps of these sizes: the stage without stones.
pub fn heaps(names: impl IntoIterator<Item = impl ToString>) -> Stage {
    Stage {
        kind: Kind::Heaps,
        places: names.into_iter().map(Place::named).collect(),
        worths: "",
    }
}

/// The stones of heaps.
pub fn stones(heaps: &[u64]) -> Vec<Piece> {
    let held = heaps.iter().enumerate().filter(|(_, count)| **count > 0);
    held.map(|(heap, &count)| Piece::many(heap, STONE, count))
        .collect()
}

/// A strip of cells numbered from 1, in rows that fit a page.
pub fn strip(cells: usize) -> Stage {
    const ROW: usize = 20;
    Stage {
        kind: Kind::Strip {
            columns: cells.clamp(1, ROW),
        },
        places: (1..=cells).map(Place::named).collect(),
        worths: "",
    }
}

/// The letter of an outcome, for the player to move.
pub fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "W",
        Outcome::Draw => "D",
        Outcome::Loss => "L",
    }
}

/// A value in a few signs: `W 3`, `L 4 *0`, `D`, `W +2`.
pub fn label(value: Value) -> String {
    let mut label = letter(value.outcome).to_owned();
    if let Some(plies) = value.distance {
        label += &format!(" {plies}");
    }
    if let Some(nimber) = value.nimber {
        label += &format!(" *{nimber}");
    }
    if let Some(score) = value.score {
        label += &format!(" {score:+}");
    }
    label
}

/// What a part of a sum is worth, in a few signs: `*3`, `∞(0, 2)`.
pub fn worth_label(worth: &Worth) -> String {
    match worth {
        Worth::Nimber(nimber) => format!("*{nimber}"),
        Worth::Infinite(members) => {
            let members: Vec<String> = members.iter().map(u64::to_string).collect();
            format!("∞({})", members.join(", "))
        }
    }
}
