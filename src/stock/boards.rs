//! Boards of cells with walls.

use std::fmt;

use itertools::Itertools as _;

use crate::engine::graph::Graph;
use crate::picture::{Kind, Place, Stage};
use crate::random::Random;
use crate::text::{InputError, Token};

/// A direction: the change of row and column in one step.
pub type Direction = (isize, isize);

/// The directions to the cells that share a side.
pub const STRAIGHT: &[Direction] = &[(-1, 0), (0, -1), (0, 1), (1, 0)];

/// The directions to the cells that share a side or a corner.
pub const ALL_ROUND: &[Direction] = &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// A rectangle of cells, row by row, as in the input.
#[derive(Clone, PartialEq, Debug)]
pub struct Grid {
    /// The length of a row.
    pub columns: usize,
    /// The characters of the cells.
    pub cells: Vec<u8>,
}

impl Grid {
    /// Iterates over the board without one of its rows or columns.
    pub fn narrower(&self) -> impl Iterator<Item = Grid> {
        let columns = self.columns;
        let kept = move |columns, keep: &dyn Fn(usize) -> bool| {
            let cells = (0..self.cells.len()).filter(|&cell| keep(cell));
            let cells = cells.map(|cell| self.cells[cell]).collect();
            Grid { columns, cells }
        };
        let rows = (0..self.row_count()).map(move |row| kept(columns, &|cell| cell / columns != row));
        let narrow = (0..columns).filter(move |_| columns > 1);
        rows.chain(narrow.map(move |column| kept(columns - 1, &|cell| cell % columns != column)))
    }

    /// Returns the board with another letter on one cell.
    pub fn with(&self, cell: usize, letter: u8) -> Grid {
        let mut grid = self.clone();
        grid.cells[cell] = letter;
        grid
    }

    /// Returns a board without a wall.
    pub fn open(rows: usize, columns: usize) -> Grid {
        let cells = vec![b'.'; rows * columns];
        Grid { columns, cells }
    }

    /// Returns the characters row by row.
    pub fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.cells.chunks_exact(self.columns)
    }

    /// Returns the number of rows.
    pub fn row_count(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// Makes an open board the longest corridor that fits: every second row is a wall except at one end.
    pub fn make_corridor(&mut self, wall: u8) {
        let rows = self.cells.chunks_exact_mut(self.columns).enumerate();
        for (number, row) in rows.skip(1).step_by(2) {
            let (left, right) = (number % 4 == 1, number % 4 == 3);
            let end = row.len() - usize::from(left);
            row[usize::from(right)..end].fill(wall);
        }
    }

    /// Turns about `part` of `whole` cells into walls.
    pub fn scatter(&mut self, wall: u8, part: u64, whole: u64, random: &mut Random) {
        for cell in &mut self.cells {
            if random.chance(part, whole) {
                *cell = wall;
            }
        }
    }

    /// Puts letters on different random cells. Panics if the board has fewer cells.
    pub fn place(&mut self, letters: &[u8], random: &mut Random) {
        let mut taken: Vec<usize> = Vec::with_capacity(letters.len());
        for (count, &letter) in letters.iter().enumerate() {
            // Choose one of the cells not yet taken, by its number among them.
            let mut cell = random.index(self.cells.len() - count);
            taken.sort_unstable();
            for &other in &taken {
                cell += usize::from(cell >= other);
            }
            taken.push(cell);
            self.cells[cell] = letter;
        }
    }

    /// Returns the cell of a letter. The letter must be on the board.
    pub fn find(&self, letter: u8) -> usize {
        let found = self.cells.iter().position(|&cell| cell == letter);
        found.expect("the board was read or made with this letter on it")
    }

    /// Returns the cell to the left, or at the left edge the cell to the right. The board may lack the latter.
    pub fn beside(&self, cell: usize) -> usize {
        match cell % self.columns {
            0 => cell + 1,
            _ => cell - 1,
        }
    }

    /// Returns the neighbour of a cell in a direction, if the board has it.
    fn step(&self, cell: usize, (down, right): Direction) -> Option<usize> {
        let row = (cell / self.columns).checked_add_signed(down)?;
        let column = (cell % self.columns).checked_add_signed(right)?;
        let next = row * self.columns + column;
        (column < self.columns && next < self.cells.len()).then_some(next)
    }

    /// Puts walls on all cells around a cell, except those with a letter in `spared`.
    pub fn enclose(&mut self, cell: usize, wall: u8, spared: &[u8]) {
        for &direction in ALL_ROUND {
            match self.step(cell, direction) {
                Some(near) if !spared.contains(&self.cells[near]) => self.cells[near] = wall,
                _ => {}
            }
        }
    }

    /// Returns the number of cells that are not walls.
    pub fn floor_cells(&self, wall: u8) -> u64 {
        self.cells.iter().filter(|&&cell| cell != wall).count() as u64
    }

    /// Returns the cells that are not walls, with numbers.
    pub fn floor(&self, wall: u8) -> Floor<'_> {
        let (grid, cells) = (self, self.cells.iter().positions(|&cell| cell != wall).collect_vec());
        let mut numbers = vec![Floor::WALL; self.cells.len()];
        for (number, &cell) in cells.iter().enumerate() {
            numbers[cell] = u32::try_from(number).expect("a board has fewer than 2^32 cells");
        }
        Floor { grid, numbers, cells }
    }

    /// Returns the name of a cell: row and column, from 1.
    pub fn cell_name(&self, cell: usize) -> String {
        format!("{},{}", cell / self.columns + 1, cell % self.columns + 1)
    }

    /// Returns the board without its tokens. A cell that is neither floor nor wall has its letter as a note.
    pub fn stage(&self, wall: u8, tokens: &[&str]) -> Stage {
        let place = |(cell, &letter): (usize, &u8)| {
            let plain = letter == b'.' || letter == wall;
            let letter = char::from(letter).to_string();
            let plain = plain || tokens.contains(&&*letter);
            Place {
                note: if plain { String::new() } else { letter },
                wall: self.cells[cell] == wall,
                ..Place::named(self.cell_name(cell))
            }
        };
        let columns = self.columns;
        Stage::new(Kind::Board { columns }, self.cells.iter().enumerate().map(place))
    }

    /// Returns the bytes for making a [`Floor`] and two graphs, which have this number of arcs and are stored in both
    /// directions.
    pub fn bytes_needed(&self, floor: usize, arcs: [u64; 2]) -> u128 {
        let list = u128::from(arcs[0].max(arcs[1])) * size_of::<(u32, u32)>() as u128;
        let graphs = arcs.map(|arcs| 2 * u128::from(Graph::bytes_needed(floor as u64, arcs)));
        list + graphs[0] + graphs[1] + (4 * self.cells.len() + 8 * floor) as u128
    }
}

/// The cells of a board that are not walls, with numbers from 0.
pub struct Floor<'a> {
    grid: &'a Grid,
    numbers: Vec<u32>,
    /// The cell of each number.
    pub cells: Vec<usize>,
}

impl Floor<'_> {
    const WALL: u32 = u32::MAX;

    /// Returns the number of a cell. Panics if it is a wall.
    pub fn number(&self, cell: usize) -> u32 {
        let number = self.numbers[cell];
        assert_ne!(number, Floor::WALL, "a wall has no number");
        number
    }

    /// Returns the number of the cell of a letter. The letter must be on the board.
    pub fn letter(&self, letter: u8) -> u32 {
        self.number(self.grid.find(letter))
    }

    /// Visits the moves of a piece that stays, or goes 1 to `reach` cells in one of the directions without crossing a
    /// wall.
    fn for_each_move(&self, directions: &[Direction], reach: usize, visit: &mut dyn FnMut(u32, u32)) {
        for (&cell, from) in self.cells.iter().zip(0..) {
            visit(from, from);
            for &direction in directions {
                let mut at = cell;
                for _ in 0..reach {
                    let next = self.grid.step(at, direction);
                    let Some(next) = next.filter(|&next| self.numbers[next] != Floor::WALL) else {
                        break;
                    };
                    visit(from, self.numbers[next]);
                    at = next;
                }
            }
        }
    }

    /// Returns the number of moves of such a piece, and the maximum from one cell.
    pub fn count_moves(&self, directions: &[Direction], reach: usize) -> (u64, u64) {
        let mut counts = vec![0; self.cells.len()];
        self.for_each_move(directions, reach, &mut |from, _| counts[from as usize] += 1);
        (counts.iter().sum(), counts.iter().copied().max().unwrap_or(0))
    }

    /// Returns the moves of such a piece as a graph on the numbers of the cells.
    pub fn graph(&self, directions: &[Direction], reach: usize) -> Graph {
        let mut moves = Vec::new();
        self.for_each_move(directions, reach, &mut |from, to| moves.push((from, to)));
        Graph::from_arcs(self.cells.len(), &moves)
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows()
            .try_for_each(|row| writeln!(f, "{}", String::from_utf8_lossy(row)))
    }
}

/// Letters that must be on a board exactly once each, searched while the board is read.
pub struct UniqueLetters<const COUNT: usize> {
    /// The letters, each with its name for people.
    letters: [(u8, &'static str); COUNT],
    /// The place of each letter in bytes, and the first place of the same letter in the other case.
    found: [(Option<usize>, Option<usize>); COUNT],
}

impl<const COUNT: usize> UniqueLetters<COUNT> {
    /// Starts the search for letters, each with its name for people.
    pub fn new(letters: [(u8, &'static str); COUNT]) -> UniqueLetters<COUNT> {
        let found = [(None, None); COUNT];
        UniqueLetters { letters, found }
    }

    /// Searches the next row.
    ///
    /// # Errors
    /// Fails if a letter appears a second time.
    pub fn look(&mut self, row: Token<'_>) -> Result<(), InputError> {
        for (&(letter, what), (found, other_case)) in self.letters.iter().zip(&mut self.found) {
            for (&cell, place) in row.bytes.iter().zip(row.offset..) {
                if cell == letter {
                    if let Some(earlier) = found.replace(place) {
                        let error = InputError::new(place, 1, unique(letter, what, "a second"));
                        return Err(error.with_related(earlier, "the first stands"));
                    }
                } else if cell.eq_ignore_ascii_case(&letter) {
                    other_case.get_or_insert(place);
                }
            }
        }
        Ok(())
    }

    /// Checks that all letters were found.
    ///
    /// # Errors
    /// Fails if a letter is missing. The place is the letter in the other case, or else the beginning `board` of the
    /// board.
    pub fn all_found(&self, board: usize) -> Result<(), InputError> {
        for (&(letter, what), found) in self.letters.iter().zip(&self.found) {
            let message = unique(letter, what, "none");
            let hint = || format!("use `{}`: letter case matters", char::from(letter));
            match *found {
                (Some(_), _) => {}
                (None, None) => return Err(InputError::new(board, 0, message)),
                (None, Some(place)) => return Err(InputError::new(place, 1, message).with_hint(hint())),
            }
        }
        Ok(())
    }
}

fn unique(letter: u8, what: &str, found: &str) -> String {
    let letter = char::from(letter);
    format!("the board must have one `{letter}` ({what}), found {found}")
}

/// Returns rows and columns of a generated board of at least `least` and at most `size` cells, with no side above
/// `longest`.
pub fn shape(size: u64, least: usize, longest: usize, random: &mut Random) -> (usize, usize) {
    let size = usize::try_from(size).expect("a generated board fits in memory");
    let size = size.max(least);
    let root = size.isqrt();
    let short = random.within((root as i64 / 2).max(1), root as i64) as usize;
    let short = short.min(longest);
    let long = (size / short).min(longest);
    if random.chance(1, 2) {
        (short, long)
    } else {
        (long, short)
    }
}
