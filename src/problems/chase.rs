//! What the pursuit problems share when people play them: a token for each player, and a scene it moves on.

use super::grid::Grid;
use crate::budget::Budget;
use crate::engine::pursuit::{Position, Pursuit, Side};
use crate::engine::{Outcome, Positions as _, Rules, Value, certificate, retrograde};
use crate::picture::{Kind, Piece, Place, Stage};
use crate::playable::{Folding, Playable};
use crate::problem::CertifyError;

/// What the tokens move on.
pub trait Scene: 'static {
    /// How a move is typed.
    const HOW: &'static str;

    /// What the players of the first and of the second token are called.
    const PLAYERS: [&'static str; 2];

    /// A position drawn.
    fn board(&self, first: u32, second: u32) -> String;

    /// What people call a vertex.
    fn name(&self, vertex: u32) -> String;

    /// How the two tokens are drawn.
    const MARKS: [&'static str; 2];

    /// How many places the stage has.
    fn place_count(&self) -> u64;

    /// What positions are drawn on.
    fn stage(&self) -> Stage;

    /// The place of a vertex.
    fn place(&self, vertex: u32) -> usize;
}

/// A solved pursuit, with a bound on its length where there is one.
pub struct Chase<S> {
    game: Pursuit,
    table: retrograde::Table,
    scene: S,
    /// The player of the second token wins when so many plies are over.
    most_plies: Option<u32>,
}

/// A position of the pursuit, and how many plies are over; always 0 where that does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Moment {
    tokens: Position,
    plies: u32,
}

impl<S: Scene> Chase<S> {
    /// Solves the pursuit; with `most_plies`, the second player wins when so many are over.
    pub(super) fn new(game: Pursuit, scene: S, most_plies: Option<u32>) -> Chase<S> {
        Chase {
            table: retrograde::solve(&game),
            game,
            scene,
            most_plies,
        }
    }

    /// The value where play may last `left` plies more: the first player's win counts only if it comes in time, and
    /// the second player can always wait.
    fn within(&self, known: Value, turn: Side, left: u32) -> Value {
        let first_wins = match turn {
            Side::First => known.outcome == Outcome::Win,
            Side::Second => known.outcome == Outcome::Loss,
        };
        let left = u64::from(left);
        if first_wins && known.distance <= Some(left) {
            return known;
        }
        let caught = known.distance.filter(|_| !first_wins).unwrap_or(left);
        Value {
            distance: Some(caught.min(left)),
            ..Value::of(second_wins(turn))
        }
    }
}

/// The outcome, for the player to move, where the second player wins.
fn second_wins(turn: Side) -> Outcome {
    match turn {
        Side::First => Outcome::Loss,
        Side::Second => Outcome::Win,
    }
}

impl<S: Scene> Rules for Chase<S> {
    type Position = Moment;
    type Move = u32;

    fn start(&self) -> Moment {
        Moment {
            tokens: self.game.start(),
            plies: 0,
        }
    }

    fn terminal(&self, moment: &Moment) -> Option<Outcome> {
        let late =
            || (self.most_plies == Some(moment.plies)).then(|| second_wins(moment.tokens.turn));
        self.game.terminal(&moment.tokens).or_else(late)
    }

    fn moves(&self, moment: &Moment) -> impl Iterator<Item = (u32, Moment)> {
        let plies = match self.most_plies {
            Some(_) => moment.plies + 1,
            None => 0,
        };
        let moves = self.game.moves(&moment.tokens);
        moves.map(move |(to, tokens)| (to, Moment { tokens, plies }))
    }
}

impl<S: Scene> Playable for Chase<S> {
    const HOW: &'static str = S::HOW;

    fn value(&self, moment: &Moment) -> Value {
        let index = self.game.index(&moment.tokens);
        let known = Value {
            distance: self.table.distance(index).map(u64::from),
            ..Value::of(self.table.outcome(index))
        };
        match self.most_plies {
            None => known,
            Some(most) => self.within(known, moment.tokens.turn, most - moment.plies),
        }
    }

    fn board(&self, moment: &Moment) -> String {
        let board = self.scene.board(moment.tokens.first, moment.tokens.second);
        match self.remark(moment) {
            Some(turn) => format!("{board}{turn}\n"),
            None => board,
        }
    }

    fn place_count(&self) -> u64 {
        self.scene.place_count()
    }

    fn stage(&self) -> Stage {
        self.scene.stage()
    }

    fn pieces(&self, moment: &Moment) -> Vec<Piece> {
        let vertices = [moment.tokens.first, moment.tokens.second];
        let pieces = vertices.into_iter().zip(S::MARKS);
        pieces
            .map(|(vertex, mark)| Piece::one(self.scene.place(vertex), mark))
            .collect()
    }

    fn remark(&self, moment: &Moment) -> Option<String> {
        self.most_plies
            .map(|most| format!("Turn {} of {most}.", (moment.plies + 1).min(most)))
    }

    /// A bound that is reached at once is part of the position.
    fn folded(&self, moment: &Moment) -> Moment {
        Moment {
            plies: 0,
            ..*moment
        }
    }

    fn folding(&self) -> Folding {
        match self.most_plies {
            Some(most) => Folding::Plies(most, S::PLAYERS[1]),
            None => Folding::Nothing,
        }
    }

    fn move_name(&self, _: &Moment, to: &u32) -> String {
        self.scene.name(*to)
    }

    fn player(&self, moment: &Moment) -> Option<&'static str> {
        Some(match moment.tokens.turn {
            Side::First => S::PLAYERS[0],
            Side::Second => S::PLAYERS[1],
        })
    }

    fn certify(&self, _: Budget) -> Result<String, CertifyError> {
        checked(&self.game, &self.table)
    }
}

/// Solves the pursuit with all distances, checks them, and asks whether the answer follows from the start's result: the
/// winner, if any, and the number of plies.
pub(super) fn certify(
    game: &Pursuit,
    follows: impl FnOnce(Option<(Side, u32)>) -> bool,
) -> Result<String, CertifyError> {
    let table = retrograde::solve(game);
    let said = checked(game, &table)?;
    if !follows(game.result_in(&table)) {
        let message = "the answer does not follow from the start's outcome and distance";
        return Err(CertifyError::Wrong(message.into()));
    }
    Ok(said)
}

/// Checks a table, and says what was checked.
fn checked(game: &Pursuit, table: &retrograde::Table) -> Result<String, CertifyError> {
    certificate::check_outcomes(game, table)
        .map_err(|error| CertifyError::Wrong(error.to_string()))?;
    Ok(format!(
        "outcome and distance of {} positions, each from those its moves lead to",
        table.len()
    ))
}

/// A board of cells with numbered rows and columns, which the tokens are put on.
pub(super) struct Yard {
    /// The board without the tokens.
    grid: Grid,
    /// The cells that are no wall, as the tokens' graphs number them.
    cells: Vec<usize>,
    /// The letters of the two tokens.
    letters: [u8; 2],
}

impl Yard {
    /// A board, on which the tokens are drawn as `letters` and floor as `.`.
    pub(super) fn new(board: &Grid, wall: u8, letters: [u8; 2]) -> Yard {
        let mut cells = board.cells.clone();
        for cell in &mut cells {
            if letters.contains(cell) {
                *cell = b'.';
            }
        }
        Yard {
            cells: board.floor(wall).cells,
            grid: Grid {
                columns: board.columns,
                cells,
            },
            letters,
        }
    }

    /// The rows under the columns' numbers; tokens on one cell show the second.
    pub(super) fn board(&self, first: u32, second: u32) -> String {
        let mut grid = Grid {
            columns: self.grid.columns,
            cells: self.grid.cells.clone(),
        };
        for (vertex, letter) in [first, second].into_iter().zip(self.letters) {
            grid.cells[self.cells[vertex as usize]] = letter;
        }
        let rows = grid.cells.len() / grid.columns;
        let width = rows.to_string().len();
        let digit = |column: usize| char::from(b'0' + (column % 10) as u8);
        let columns: String = (1..=grid.columns).map(digit).collect();
        let mut text = format!("{:width$} {columns}\n", "");
        for (number, row) in (1..).zip(grid.rows()) {
            text += &format!("{number:width$} {}\n", String::from_utf8_lossy(row));
        }
        text
    }

    /// Row and column of a vertex's cell, from 1.
    pub(super) fn name(&self, vertex: u32) -> String {
        self.cell_name(self.place(vertex))
    }

    fn cell_name(&self, cell: usize) -> String {
        let columns = self.grid.columns;
        format!("{},{}", cell / columns + 1, cell % columns + 1)
    }

    /// The cell of a vertex, row by row.
    pub(super) fn place(&self, vertex: u32) -> usize {
        self.cells[vertex as usize]
    }

    pub(super) fn place_count(&self) -> u64 {
        self.grid.cells.len() as u64
    }

    /// The board without the tokens; a cell that is neither floor nor wall has its letter as a note.
    pub(super) fn stage(&self, wall: u8) -> Stage {
        let place = |(cell, &byte): (usize, &u8)| Place {
            note: match byte {
                b'.' => String::new(),
                _ if byte == wall => String::new(),
                _ => char::from(byte).to_string(),
            },
            wall: byte == wall,
            ..Place::named(self.cell_name(cell))
        };
        Stage {
            kind: Kind::Board {
                columns: self.grid.columns,
            },
            places: self.grid.cells.iter().enumerate().map(place).collect(),
            worths: "",
        }
    }
}
