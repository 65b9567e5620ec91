//! The board of the L game: the placements of an L, the text of a board, and the numbers of all positions.
//!
//! A position is seen by the player to move, as "my L, their L, the discs". After a move the two Ls change places, so
//! one table serves both players. There are 48 placements of an L, and 656 ordered pairs of them without overlap. A
//! pair leaves 8 cells, and there are 28 ways to put two discs on them. That makes 18,368 positions, numbered pair by
//! pair.
//!
//! The same rules take a move back. A move takes my L past the discs, and then a disc moves. The way back moves the
//! disc first. So predecessors are listed like moves, in the other order.

use std::fmt;
use std::sync::LazyLock;

use itertools::{Itertools as _, iproduct};

use crate::engine::{Positions, Rules};

/// The number of positions.
pub(super) const POSITIONS: usize = PAIRS * DISC_PAIRS;

/// A set of cells: bit `4 · row + column`.
pub(super) type Cells = u16;

/// The length of a row, and of a column.
pub(super) const SIDE: usize = 4;

/// The number of placements of an L.
pub(super) const LS: usize = 48;

/// Every placement of an L: three cells in a line along a row or a column, and a foot beside one end of the line.
pub(super) static PLACEMENTS: LazyLock<[Cells; LS]> = LazyLock::new(|| {
    let shapes = iproduct!(0..SIDE, [false, true], 0..2, 0..2, [false, true]);
    let placements = shapes.filter_map(|(line, above, end, first, turned)| {
        let foot = if above { line.checked_sub(1)? } else { line + 1 };
        let cell = |along: usize, across: usize| {
            if turned {
                1 << (SIDE * along + across)
            } else {
                1 << (SIDE * across + along)
            }
        };
        let in_line = cell(first, line) | cell(first + 1, line) | cell(first + 2, line);
        (foot < SIDE).then(|| in_line | cell(first + 2 * end, foot))
    });
    placements.collect_array().expect("the number of placements is known")
});

/// The number of pairs of placements that do not overlap.
const PAIRS: usize = 656;

/// The number of ways to put two discs on the free cells.
const DISC_PAIRS: usize = 28;

/// Returns the cells of a set, by rising number, each as a set of its own.
pub(super) fn each(mut cells: Cells) -> impl Iterator<Item = Cells> {
    std::iter::from_fn(move || {
        let lowest = cells & cells.wrapping_neg();
        cells ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Returns the results of one turn for the discs: both where they are, or one of them on any cell outside `taken`.
fn with_one_moved(discs: Cells, taken: Cells) -> impl Iterator<Item = Cells> {
    let moved = each(discs).flat_map(move |disc| each(!(taken | discs)).map(move |to| discs ^ disc ^ to));
    std::iter::once(discs).chain(moved)
}

/// A position, seen by the player to move. An L is its number in [`PLACEMENTS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    mine: usize,
    theirs: usize,
    pub(super) discs: Cells,
    /// Whether A is to move. It changes no value.
    pub(super) a_moves: bool,
}

impl Position {
    /// Returns the position of two Ls by number and the discs.
    pub(super) fn new(mine: usize, theirs: usize, discs: Cells, a_moves: bool) -> Position {
        Position {
            mine,
            theirs,
            discs,
            a_moves,
        }
    }

    fn my_cells(self) -> Cells {
        PLACEMENTS[self.mine]
    }

    fn their_cells(self) -> Cells {
        PLACEMENTS[self.theirs]
    }
}

/// The numbers of the pairs of Ls, and of the pairs of free cells.
struct Numbering {
    /// The placements that do not overlap, as (mine, theirs).
    pairs: Vec<(usize, usize)>,
    /// The place of each pair in `pairs`.
    numbers: [[u16; LS]; LS],
    /// The pairs of free cells for the discs, by number: lower and higher.
    discs: Vec<(usize, usize)>,
}

static NUMBERING: LazyLock<Numbering> = LazyLock::new(|| {
    let apart = |&(mine, theirs): &(usize, usize)| PLACEMENTS[mine] & PLACEMENTS[theirs] == 0;
    let (pairs, discs) = (iproduct!(0..LS, 0..LS).filter(apart).collect_vec(), pairs(8).collect());
    let mut numbers = [[0; LS]; LS];
    for (number, &(mine, theirs)) in (0..).zip(&pairs) {
        numbers[mine][theirs] = number;
    }
    Numbering { pairs, numbers, discs }
});

/// Returns all pairs of `cells` cells, lower and higher, by number.
pub(super) fn pairs(cells: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..cells).flat_map(|high| (0..high).map(move |low| (low, high)))
}

/// A move: the new place of the L, and the discs after the move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Turn {
    pub(super) piece: Cells,
    pub(super) discs: Cells,
}

/// Returns the row and column of a cell.
pub(super) fn place(cell: Cells) -> (usize, usize) {
    let number = cell.trailing_zeros() as usize;
    (number / SIDE, number % SIDE)
}

impl Rules for Board {
    type Position = Position;
    type Move = Turn;

    /// Returns the position of the board. Its Ls are placements: all makers of boards check that.
    fn start(&self) -> Position {
        let number = |cells| PLACEMENTS.iter().position(|&l| l == cells);
        let ls = number(self.a).zip(number(self.b));
        let (a, b) = ls.expect("both pieces of a board are Ls");
        Position::new(a, b, self.discs, true)
    }

    /// Forgets the player to move, because both play by the same rules.
    fn canonical(&self, position: &Position) -> Position {
        Position::new(position.mine, position.theirs, position.discs, true)
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = (Turn, Position)> {
        let (before, their_cells) = (*position, position.their_cells());
        let taken = their_cells | before.discs;
        let others = PLACEMENTS.iter().enumerate();
        let free = others.filter(move |&(number, piece)| number != before.mine && piece & taken == 0);
        free.flat_map(move |(number, &piece)| {
            with_one_moved(before.discs, piece | their_cells).map(move |discs| {
                let next = Position::new(before.theirs, number, discs, !before.a_moves);
                (Turn { piece, discs }, next)
            })
        })
    }
}

/// Numbers the positions with A to move, in the same way for every board.
impl Positions for Board {
    fn len(&self) -> usize {
        POSITIONS
    }

    fn index(&self, position: &Position) -> usize {
        let free = !(position.my_cells() | position.their_cells());
        // A cell's number among the free cells is the count of free cells below it.
        let number = |cell: Cells| (free & (cell - 1)).count_ones() as usize;
        let low = position.discs & position.discs.wrapping_neg();
        let pair = NUMBERING.numbers[position.mine][position.theirs];
        let (low, high) = (number(low), number(position.discs ^ low));
        usize::from(pair) * DISC_PAIRS + low + high * (high - 1) / 2
    }

    fn position(&self, index: usize) -> Position {
        let (mine, theirs) = NUMBERING.pairs[index / DISC_PAIRS];
        let (low, high) = NUMBERING.discs[index % DISC_PAIRS];
        let ls = PLACEMENTS[mine] | PLACEMENTS[theirs];
        let free = |number| each(!ls).nth(number).expect("two Ls leave 8 cells");
        Position::new(mine, theirs, free(low) | free(high), true)
    }

    fn for_each_predecessor(&self, index: usize, mut visit: impl FnMut(usize)) {
        let after = self.position(index);
        let (mover, waiting) = (after.theirs, after.mine);
        let waiting_cells = after.my_cells();
        for discs in with_one_moved(after.discs, after.their_cells() | waiting_cells) {
            for (mine, piece) in PLACEMENTS.iter().enumerate() {
                if mine != mover && piece & (waiting_cells | discs) == 0 {
                    visit(self.index(&Position::new(mine, waiting, discs, !after.a_moves)));
                }
            }
        }
    }
}

/// A legal board as in the output: 6 cells are empty, and A is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub(super) a: Cells,
    pub(super) b: Cells,
    pub(super) discs: Cells,
    /// The letter of B's L in the text.
    pub(super) letter: u8,
}

impl Board {
    /// Returns the board after A's turn.
    pub(super) fn after(&self, turn: Turn) -> Board {
        let Turn { piece: a, discs } = turn;
        Board { a, discs, ..*self }
    }

    /// Returns the board of a position.
    pub(super) fn of(position: &Position) -> Board {
        let (my, their) = (position.my_cells(), position.their_cells());
        let (a, b) = if position.a_moves { (my, their) } else { (their, my) };
        let (discs, letter) = (position.discs, b'*');
        Board { a, b, discs, letter }
    }

    /// Returns the board turned or flipped. `symmetry` is below 8, and 0 leaves the board as it is.
    pub(super) fn seen_through(&self, symmetry: u8) -> Board {
        let image = |cell: Cells| -> Cells {
            let (mut row, mut column) = place(cell);
            if symmetry & 1 != 0 {
                row = SIDE - 1 - row;
            }
            if symmetry & 2 != 0 {
                column = SIDE - 1 - column;
            }
            if symmetry & 4 != 0 {
                (row, column) = (column, row);
            }
            1 << (SIDE * row + column)
        };
        let [a, b, discs] = [self.a, self.b, self.discs].map(|cells| each(cells).map(image).sum());
        Board { a, b, discs, ..*self }
    }

    /// Returns the boards with one of the discs elsewhere.
    pub(super) fn with_a_disc_elsewhere(self) -> impl Iterator<Item = Board> {
        let all = with_one_moved(self.discs, self.a | self.b);
        all.skip(1).map(move |discs| Board { discs, ..self })
    }

    /// Returns the rows of the output.
    pub(super) fn rows(&self) -> [[u8; SIDE]; SIDE] {
        let mut rows = [[b'.'; SIDE]; SIDE];
        for (cells, byte) in [(self.a, b'#'), (self.b, self.letter), (self.discs, b'x')] {
            for cell in each(cells) {
                let (row, column) = place(cell);
                rows[row][column] = byte;
            }
        }
        rows
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows()
            .iter()
            .try_for_each(|row| writeln!(f, "{}", String::from_utf8_lossy(row)))
    }
}
