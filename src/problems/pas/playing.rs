//! A row of cells on which people lay strips.

use itertools::Itertools as _;

use super::{BRUTE_CELLS, BRUTE_POSITIONS, Play, check};
use crate::budget::Budget;
use crate::engine::brute::{self, Brute};
use crate::engine::splitting::Strips;
use crate::engine::{Outcome, Rules, Value, Worth};
use crate::picture::{self, Piece, Stage};
use crate::playable::{Part, Playable};
use crate::problem::CertifyError;

/// One board, and the nimbers of all shorter ones.
pub struct Row {
    strips: [u64; 3],
    cells: u64,
    table: Strips,
    known: Option<Brute<Play>>,
}

/// Free cells side by side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stretch {
    /// The first cell, from 0.
    start: u64,
    /// How many cells, perhaps none.
    cells: u64,
}

/// Where a strip is laid.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Laid {
    strip: u64,
    cell: u64,
}

impl Row {
    pub(super) fn new(strips: [u64; 3], cells: u64, table: Strips) -> Row {
        let play = Play { strips, cells };
        let known = (cells <= BRUTE_CELLS).then(|| brute::solve(&play, BRUTE_POSITIONS));
        Row {
            strips,
            cells,
            table,
            known: known.and_then(Result::ok),
        }
    }
}

/// The lengths of the stretches, as the bare rules have them.
fn lengths(free: &[Stretch]) -> Vec<u64> {
    free.iter()
        .map(|stretch| stretch.cells)
        .sorted_unstable()
        .collect()
}

/// The free stretches from the left.
impl Rules for Row {
    type Position = Vec<Stretch>;
    type Move = Laid;

    fn start(&self) -> Vec<Stretch> {
        vec![Stretch {
            start: 0,
            cells: self.cells,
        }]
    }

    fn moves(&self, free: &Vec<Stretch>) -> impl Iterator<Item = (Laid, Vec<Stretch>)> {
        let laid = self.strips.iter().copied().sorted_unstable().dedup();
        laid.cartesian_product(free.iter().enumerate())
            .flat_map(move |(strip, (i, stretch))| {
                let last = stretch.cells.checked_sub(strip);
                last.into_iter()
                    .flat_map(|last| 0..=last)
                    .map(move |before| {
                        let cell = stretch.start + before;
                        let rests = [
                            Stretch {
                                cells: before,
                                ..*stretch
                            },
                            Stretch {
                                start: cell + strip,
                                cells: stretch.cells - strip - before,
                            },
                        ];
                        let mut after = free.clone();
                        after.splice(i..=i, rests);
                        (Laid { strip, cell }, after)
                    })
            })
    }
}

impl Playable for Row {
    const HOW: &'static str = "a strip's length and the first cell it covers, such as `5 3`";

    fn value(&self, free: &Vec<Stretch>) -> Value {
        let nimbers = free.iter().map(|stretch| self.table.nimber(stretch.cells));
        let nimber = nimbers.fold(0, |sum, nimber| sum ^ nimber);
        let known = self.known.as_ref();
        Value {
            distance: known
                .and_then(|known| known.distance(&lengths(free)))
                .map(u64::from),
            nimber: Some(nimber.into()),
            ..Value::of(if nimber == 0 {
                Outcome::Loss
            } else {
                Outcome::Win
            })
        }
    }

    /// Free cells as `.`, covered ones as `#`, under their last digits, in rows of 100. On a long board rows one after
    /// another that are alike all over are one line.
    fn board(&self, free: &Vec<Stretch>) -> String {
        const ROW: usize = 100;
        const LONG: u64 = 1000;
        let mut cells = vec!['#'; self.cells as usize];
        for stretch in free {
            let (start, end) = (
                stretch.start as usize,
                (stretch.start + stretch.cells) as usize,
            );
            cells[start..end].fill('.');
        }
        let strips = self.strips.iter().sorted_unstable().dedup().join(", ");
        let mut text = format!("strips: {strips}\n");
        let alike = |row: &[char]| row.iter().all_equal_value().copied().ok();
        let rows = cells.chunks(ROW).enumerate();
        let folded = rows.chunk_by(|(number, row)| match alike(row) {
            Some(cell) if self.cells > LONG => Err(cell),
            _ => Ok(*number),
        });
        for (cell, rows) in &folded {
            let rows = rows.collect_vec();
            if let (Err(cell), [(first, _), .., (last, row)]) = (cell, &rows[..]) {
                let what = if cell == '.' { "free" } else { "covered" };
                let (from, to) = (first * ROW + 1, last * ROW + row.len());
                text += &format!("cells {from} to {to}: all {what}\n");
                continue;
            }
            let (number, row) = rows[0];
            let digits = (1..=row.len()).map(|cell| (cell % 10).to_string());
            let from = format!("from cell {}", number * ROW + 1);
            text += &format!(
                "{from}\n{}\n{}\n",
                digits.collect::<String>(),
                row.iter().join("")
            );
        }
        text
    }

    fn place_count(&self) -> u64 {
        self.cells
    }

    fn stage(&self) -> Stage {
        picture::strip(self.cells as usize)
    }

    /// The covered cells: those between the free stretches.
    fn pieces(&self, free: &Vec<Stretch>) -> Vec<Piece> {
        let ends = free.iter().map(|stretch| stretch.start + stretch.cells);
        let starts = free.iter().skip(1).map(|stretch| stretch.start);
        let covered = ends.zip(starts).flat_map(|(end, start)| end..start);
        covered.map(|cell| Piece::one(cell as usize, "■")).collect()
    }

    fn move_name(&self, _: &Vec<Stretch>, laid: &Laid) -> String {
        format!("{} {}", laid.strip, laid.cell + 1)
    }

    fn parts(&self, free: &Vec<Stretch>) -> Vec<Part> {
        let part = |stretch: &Stretch| Part {
            name: match stretch.cells {
                1 => format!("cell {}", stretch.start + 1),
                cells => format!("cells {}-{}", stretch.start + 1, stretch.start + cells),
            },
            worth: Worth::Nimber(self.table.nimber(stretch.cells).into()),
        };
        free.iter()
            .filter(|stretch| stretch.cells > 0)
            .map(part)
            .collect()
    }

    fn certify(&self, _: Budget) -> Result<String, CertifyError> {
        check(&self.strips, self.cells, &self.table)
    }
}
