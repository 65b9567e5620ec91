//! The L game played by people: the board stays, and the players take turns.

use itertools::Itertools as _;

use super::board::{Board, Cells, LGame, Position, SIDE, Turn, each};
use super::{CERTIFICATE, POSITIONS, TABLE};
use crate::budget::Budget;
use crate::engine::{Outcome, Positions as _, Rules, Value};
use crate::picture::{Kind, Piece, Place, STONE, Stage};
use crate::playable::{Folding, Playable};
use crate::problem::CertifyError;

/// The players, and how their Ls are drawn.
const PLAYERS: [&str; 2] = ["A", "B"];

/// The game from a board.
pub struct Match {
    game: LGame,
    board: Board,
}

/// A position as its mover sees it, and who that is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Moment {
    position: Position,
    a_moves: bool,
}

impl Match {
    pub(super) fn new(board: Board) -> Match {
        Match {
            game: LGame::new(board.position()),
            board,
        }
    }

    /// The board as A sees it.
    fn seen(&self, moment: &Moment) -> Board {
        let mut board = Board {
            letter: self.board.letter,
            ..Board::of(moment.position)
        };
        if !moment.a_moves {
            (board.a, board.b) = (board.b, board.a);
        }
        board
    }
}

/// Row and column of each cell of a set.
fn names(cells: Cells) -> String {
    let name = |cell: Cells| {
        let number = cell.trailing_zeros() as usize;
        format!("{}{}", number / SIDE + 1, number % SIDE + 1)
    };
    each(cells).map(name).join(" ")
}

impl Rules for Match {
    type Position = Moment;
    type Move = Turn;

    fn start(&self) -> Moment {
        Moment {
            position: self.game.start(),
            a_moves: true,
        }
    }

    fn terminal(&self, moment: &Moment) -> Option<Outcome> {
        self.game.terminal(&moment.position)
    }

    fn moves(&self, moment: &Moment) -> impl Iterator<Item = (Turn, Moment)> {
        let a_moves = !moment.a_moves;
        let moves = self.game.moves(&moment.position);
        moves.map(move |(turn, position)| (turn, Moment { position, a_moves }))
    }
}

impl Playable for Match {
    const HOW: &'static str = "the four cells of one's L, each as row and column, and if a disc moves its cell and the \
                               new one, such as `11 12 13 21` or `11 12 13 21 44-34`";

    fn value(&self, moment: &Moment) -> Value {
        let number = TABLE.game.index(&moment.position);
        Value {
            distance: TABLE.table.distance(number).map(u64::from),
            ..Value::of(TABLE.table.outcome(number))
        }
    }

    fn board(&self, moment: &Moment) -> String {
        let rows = self.seen(moment).rows();
        let rows = rows
            .iter()
            .zip(1..)
            .map(|(row, number)| format!("{number} {}\n", String::from_utf8_lossy(row)));
        format!("  1234\n{}", rows.collect::<String>())
    }

    fn place_count(&self) -> u64 {
        (SIDE * SIDE) as u64
    }

    fn stage(&self) -> Stage {
        Stage {
            kind: Kind::Board { columns: SIDE },
            places: each(Cells::MAX)
                .map(|cell| Place::named(names(cell)))
                .collect(),
            worths: "",
        }
    }

    fn pieces(&self, moment: &Moment) -> Vec<Piece> {
        let seen = self.seen(moment);
        let sets = [
            (seen.a, PLAYERS[0]),
            (seen.b, PLAYERS[1]),
            (seen.discs, STONE),
        ];
        let pieces = sets
            .into_iter()
            .flat_map(|(cells, mark)| each(cells).map(move |cell| (cell, mark)));
        pieces
            .map(|(cell, mark)| Piece::one(cell.trailing_zeros() as usize, mark))
            .collect()
    }

    fn folded(&self, moment: &Moment) -> Moment {
        Moment {
            a_moves: true,
            ..*moment
        }
    }

    fn folding(&self) -> Folding {
        Folding::Players(PLAYERS)
    }

    fn move_name(&self, moment: &Moment, turn: &Turn) -> String {
        let before = self.seen(moment).discs;
        let piece = names(turn.piece);
        match (before & !turn.discs, turn.discs & !before) {
            (0, _) => piece,
            (from, to) => format!("{piece} {}-{}", names(from), names(to)),
        }
    }

    fn player(&self, moment: &Moment) -> Option<&'static str> {
        Some(PLAYERS[usize::from(!moment.a_moves)])
    }

    fn certify(&self, _: Budget) -> Result<String, CertifyError> {
        CERTIFICATE.clone().map_err(CertifyError::Wrong)?;
        Ok(format!(
            "outcome and distance of all {POSITIONS} positions, each from those its moves lead to"
        ))
    }
}
