//! Reads a board, and reports a fault at its cell.

use itertools::Itertools;

use super::board::{Board, Cells, PLACEMENTS, SIDE, each, place};
use crate::text::{InputError, Scanner};

/// The number of discs, and the number of cells of an L.
const DISCS: usize = 2;
const L_CELLS: usize = 4;

impl Board {
    /// Reads four rows. B's L has the letter `letter`, or if that is `None`, any other letter of the board.
    ///
    /// # Errors
    /// Fails if a row does not have four known cells, or if four equal cells are no L. It also fails if the board has a
    /// wrong number of some piece.
    pub(super) fn scan(scanner: &mut Scanner<'_>, mut letter: Option<u8>) -> Result<Board, InputError> {
        let mut cells = [0u8; SIDE * SIDE];
        let mut places = [0; SIDE * SIDE];
        let mut first_of_b = None;
        let named = match letter {
            Some(letter) => format!("`.`, `x`, `#` or `{}`", char::from(letter)),
            None => "`.`, `x`, `#` or a letter for B".to_owned(),
        };
        let given = letter;
        for row in 0..SIDE {
            let name = format!("row {}", row + 1);
            let read = scanner.row(format_args!("{name}"), SIDE, &named, &|cell| {
                matches!(cell, b'.' | b'x' | b'#') || given.map_or(cell.is_ascii_graphic(), |letter| cell == letter)
            })?;
            scanner.newline()?;
            for (column, &cell) in read.bytes.iter().enumerate() {
                let place = read.offset + column;
                if !matches!(cell, b'.' | b'x' | b'#') {
                    let known = *letter.get_or_insert(cell);
                    let first = *first_of_b.get_or_insert(place);
                    if cell != known {
                        let wanted = format!("`.`, `x`, `#` or `{}`", char::from(known));
                        let name = format_args!("{name}");
                        return Err(scanner
                            .unknown_cell(place, name, column + 1, &wanted)
                            .with_related(first, "the letter of B's L was chosen"));
                    }
                }
                cells[SIDE * row + column] = cell;
                places[SIDE * row + column] = place;
            }
        }
        let letter = letter.unwrap_or(b'*');
        Ok(Board {
            a: l(&cells, &places, b'#', "A's L")?,
            b: l(&cells, &places, letter, "B's L")?,
            discs: exactly(&cells, &places, b'x', "the discs", DISCS)?,
            letter,
        })
    }
}

/// Returns the cells of this kind, and checks their number.
fn exactly(
    cells: &[u8; SIDE * SIDE],
    places: &[usize; SIDE * SIDE],
    kind: u8,
    what: &str,
    wanted: usize,
) -> Result<Cells, InputError> {
    let found = cells.iter().positions(|&c| c == kind).collect_vec();
    if found.len() != wanted {
        // Point at the first cell too many. If there are too few, point at the last one, or else at the board's first
        // cell.
        let place = found.get(wanted).or(found.last()).map_or(places[0], |&i| places[i]);
        let (kind, count) = (char::from(kind), found.len());
        let message = format!("the board must have {wanted} cells `{kind}` ({what}), found {count}");
        return Err(InputError::new(place, 1, message));
    }
    Ok(found.iter().map(|&i| 1 << i).sum())
}

/// Returns the cells of this kind, and checks that they are an L.
fn l(cells: &[u8; SIDE * SIDE], places: &[usize; SIDE * SIDE], kind: u8, what: &str) -> Result<Cells, InputError> {
    let found = exactly(cells, places, kind, what, L_CELLS)?;
    if !PLACEMENTS.contains(&found) {
        let (kind, cells) = (char::from(kind), each(found).map(named).join(", "));
        let message = format!("the cells `{kind}` ({what}) must form an L, found {cells}");
        let first = places[found.trailing_zeros() as usize];
        return Err(InputError::new(first, 1, message)
            .with_hint("an L is three cells in a line and one beside an end of the line"));
    }
    Ok(found)
}

/// Returns the name of a cell for people.
pub(super) fn named(cell: Cells) -> String {
    let (row, column) = place(cell);
    format!("row {} column {}", row + 1, column + 1)
}
