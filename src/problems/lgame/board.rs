//! The board of the L game: which sets of cells are Ls, the text of a board, and the numbering of all positions.
//!
//! A position is seen by the player to move, as "my L, their L, the discs": after a move the two change places, so one
//! table serves both players. There are 48 placements of an L, 656 ordered pairs of them that do not overlap, and 28
//! ways to put two discs on the 8 cells that a pair leaves: 18,368 positions, numbered pair by pair.
//!
//! A move can be taken back by the same rules: if my L went from one place to another past the discs and then a disc
//! moved, the way back moves the disc first. So predecessors are enumerated like moves, in the other order.

use std::fmt;

use crate::engine::{Positions, Rules};

/// The number of positions.
pub(super) const POSITIONS: usize = PAIRS * DISC_PAIRS;

/// A set of cells: bit `4 · row + column`.
pub(super) type Cells = u16;

/// The length of a row, and of a column.
pub(super) const SIDE: usize = 4;

/// Every placement of an L.
pub(super) const PLACEMENTS: [Cells; 48] = placements();

/// The number of pairs of placements that do not overlap.
const PAIRS: usize = 656;

/// The number of ways to put two discs on the cells that the Ls leave.
const DISC_PAIRS: usize = 28;

/// The numbers of all pairs.
static NUMBERING: Numbering = Numbering::new();

/// Three cells in a line along a row or a column, and a foot beside one end of the line.
const fn placements() -> [Cells; 48] {
    const fn cell(along: usize, across: usize, turned: bool) -> Cells {
        if turned {
            1 << (SIDE * along + across)
        } else {
            1 << (SIDE * across + along)
        }
    }
    let mut found = [0; 48];
    let mut count = 0;
    // A const function has no iterators: one number runs through side, first cell, end, line and turn.
    let mut shape = 0;
    while shape < 2 * 2 * 2 * 2 * SIDE {
        let (turned, first, end) = (shape & 1 == 1, shape >> 1 & 1, shape >> 2 & 1);
        let (above, line) = (shape >> 3 & 1 == 1, shape >> 4);
        let foot = if above { line.wrapping_sub(1) } else { line + 1 };
        if foot < SIDE {
            found[count] = cell(first, line, turned)
                | cell(first + 1, line, turned)
                | cell(first + 2, line, turned)
                | cell(first + 2 * end, foot, turned);
            count += 1;
        }
        shape += 1;
    }
    assert!(count == found.len());
    found
}

/// Returns the cells of a set, by rising number, each as a set of its own.
pub(super) fn each(mut cells: Cells) -> impl Iterator<Item = Cells> {
    std::iter::from_fn(move || {
        let lowest = cells & cells.wrapping_neg();
        cells ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Returns the two discs where they are, and with either of them on any cell outside `taken`: what one turn can make of
/// them.
fn with_one_moved(discs: Cells, taken: Cells) -> impl Iterator<Item = Cells> {
    let moved = each(discs).flat_map(move |disc| each(!(taken | discs)).map(move |to| discs ^ disc ^ to));
    std::iter::once(discs).chain(moved)
}

/// A position, seen by the player to move; Ls by their number in [`PLACEMENTS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    mine: u8,
    theirs: u8,
    pub(super) discs: Cells,
    /// Whether A is to move; it changes no value.
    pub(super) a_moves: bool,
}

impl Position {
    /// Returns a position with A to move, of two Ls by number.
    pub(super) fn numbered(mine: usize, theirs: usize, discs: Cells) -> Position {
        Position {
            mine: mine as u8,
            theirs: theirs as u8,
            discs,
            a_moves: true,
        }
    }

    fn my_cells(self) -> Cells {
        PLACEMENTS[usize::from(self.mine)]
    }

    fn their_cells(self) -> Cells {
        PLACEMENTS[usize::from(self.theirs)]
    }
}

/// The numbers of the pairs of Ls, and of the pairs of free cells.
struct Numbering {
    /// The placements that do not overlap, as (mine, theirs).
    pairs: [(u8, u8); PAIRS],
    /// The place of each pair in `pairs`.
    numbers: [[u16; PLACEMENTS.len()]; PLACEMENTS.len()],
    /// The two of the 8 free cells that hold the discs, by number: lower and higher.
    disc_pairs: [(u8, u8); DISC_PAIRS],
}

impl Numbering {
    const fn new() -> Numbering {
        let mut pairs = [(0, 0); PAIRS];
        let mut numbers = [[0; PLACEMENTS.len()]; PLACEMENTS.len()];
        let mut count = 0;
        let mut both = 0;
        while both < PLACEMENTS.len() * PLACEMENTS.len() {
            let (mine, theirs) = (both / PLACEMENTS.len(), both % PLACEMENTS.len());
            if PLACEMENTS[mine] & PLACEMENTS[theirs] == 0 {
                numbers[mine][theirs] = count as u16;
                pairs[count] = (mine as u8, theirs as u8);
                count += 1;
            }
            both += 1;
        }
        assert!(count == PAIRS);
        let mut disc_pairs = [(0, 0); DISC_PAIRS];
        let (mut low, mut high) = (0, 1);
        while high < 8 {
            disc_pairs[rank(low, high)] = (low as u8, high as u8);
            low += 1;
            if low == high {
                (low, high) = (0, high + 1);
            }
        }
        Numbering {
            pairs,
            numbers,
            disc_pairs,
        }
    }
}

/// Returns the number of a pair of free cells among all such pairs.
const fn rank(low: usize, high: usize) -> usize {
    low + high * (high - 1) / 2
}

/// A move: the new place of the L, and the discs after the move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Turn {
    pub(super) piece: Cells,
    pub(super) discs: Cells,
}

impl Rules for Board {
    type Position = Position;
    type Move = Turn;

    /// The Ls of a board are placements: whoever makes one has checked that.
    fn start(&self) -> Position {
        let number = |cells| PLACEMENTS.iter().position(|&l| l == cells);
        let ls = number(self.a).zip(number(self.b));
        let (a, b) = ls.expect("both pieces of a board are Ls");
        Position::numbered(a, b, self.discs)
    }

    /// The players play by the same rules.
    fn canonical(&self, position: &Position) -> Position {
        Position {
            a_moves: true,
            ..*position
        }
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = (Turn, Position)> {
        let Position {
            mine,
            theirs,
            discs,
            a_moves,
        } = *position;
        let their_cells = position.their_cells();
        PLACEMENTS
            .iter()
            .zip(0u8..)
            .filter(move |&(piece, number)| number != mine && piece & (their_cells | discs) == 0)
            .flat_map(move |(&piece, number)| {
                with_one_moved(discs, piece | their_cells).map(move |discs| {
                    let next = Position {
                        mine: theirs,
                        theirs: number,
                        discs,
                        a_moves: !a_moves,
                    };
                    (Turn { piece, discs }, next)
                })
            })
    }
}

/// Every board has the same numbers; those are of positions with A to move.
impl Positions for Board {
    fn len(&self) -> usize {
        POSITIONS
    }

    fn index(&self, position: &Position) -> usize {
        let free = !(position.my_cells() | position.their_cells());
        // A cell's number among the free ones is how many of them lie below it.
        let number = |cell: Cells| (free & (cell - 1)).count_ones() as usize;
        let low = position.discs & position.discs.wrapping_neg();
        let pair = NUMBERING.numbers[usize::from(position.mine)][usize::from(position.theirs)];
        usize::from(pair) * DISC_PAIRS + rank(number(low), number(position.discs ^ low))
    }

    fn position(&self, index: usize) -> Position {
        let (mine, theirs) = NUMBERING.pairs[index / DISC_PAIRS];
        let (low, high) = NUMBERING.disc_pairs[index % DISC_PAIRS];
        let ls = PLACEMENTS[usize::from(mine)] | PLACEMENTS[usize::from(theirs)];
        let free = |number| each(!ls).nth(usize::from(number)).expect("two Ls leave 8 cells");
        Position::numbered(mine.into(), theirs.into(), free(low) | free(high))
    }

    fn for_each_predecessor(&self, index: usize, mut visit: impl FnMut(usize)) {
        let after = self.position(index);
        let (mover, waiting) = (after.theirs, after.mine);
        let waiting_cells = after.my_cells();
        for discs in with_one_moved(after.discs, after.their_cells() | waiting_cells) {
            for (piece, mine) in PLACEMENTS.iter().zip(0u8..) {
                if mine != mover && piece & (waiting_cells | discs) == 0 {
                    visit(self.index(&Position {
                        mine,
                        theirs: waiting,
                        discs,
                        a_moves: !after.a_moves,
                    }));
                }
            }
        }
    }
}

/// A legal board, as it is printed: 6 cells empty, A to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub(super) a: Cells,
    pub(super) b: Cells,
    pub(super) discs: Cells,
    /// The letter that the cells of B's L are written with.
    pub(super) letter: u8,
}

impl Board {
    /// Returns the board after A's turn.
    pub(super) fn after(&self, turn: Turn) -> Board {
        Board {
            a: turn.piece,
            discs: turn.discs,
            ..*self
        }
    }

    /// Returns the board of a position.
    pub(super) fn of(position: &Position) -> Board {
        let (mine, theirs) = (position.my_cells(), position.their_cells());
        let (a, b) = match position.a_moves {
            true => (mine, theirs),
            false => (theirs, mine),
        };
        Board {
            a,
            b,
            discs: position.discs,
            letter: b'*',
        }
    }

    /// Returns the board turned or flipped; `symmetry` below 8 says how, 0 not at all.
    pub(super) fn seen_through(&self, symmetry: u8) -> Board {
        let image = |cells: Cells| {
            each(cells)
                .map(|cell| {
                    let number = cell.trailing_zeros() as usize;
                    let (mut row, mut column) = (number / SIDE, number % SIDE);
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
                })
                .sum()
        };
        Board {
            a: image(self.a),
            b: image(self.b),
            discs: image(self.discs),
            letter: self.letter,
        }
    }

    /// Returns the boards on which one of the discs lies elsewhere.
    pub(super) fn with_a_disc_elsewhere(self) -> impl Iterator<Item = Board> {
        let all = with_one_moved(self.discs, self.a | self.b);
        all.skip(1).map(move |discs| Board { discs, ..self })
    }

    /// Returns the rows as they are printed.
    pub(super) fn rows(&self) -> [[u8; SIDE]; SIDE] {
        let mut rows = [[b'.'; SIDE]; SIDE];
        for (cells, byte) in [(self.a, b'#'), (self.b, self.letter), (self.discs, b'x')] {
            for cell in each(cells) {
                let number = cell.trailing_zeros() as usize;
                rows[number / SIDE][number % SIDE] = byte;
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
