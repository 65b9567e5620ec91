//! Laying strips: who wins on each of several boards?
//!
//! **Rules.** A move covers free neighbouring cells of a row with a strip of one of three lengths. The player who
//! cannot move loses.
//!
//! **Idea.** A strip leaves a board on either side of it, and these are independent. So the nimber of a board is the
//! mex of the xors of the nimbers of two boards. The nimbers of most sets of strips become periodic. A proved period
//! answers boards of any length.
//!
//! **Why it is right.** See [`splitting`](crate::engine::splitting).
//!
//! **Trap.** A strip need not lie at the end of the board, both rests count, and equal lengths are legal. A board
//! shorter than every strip is lost for the player to move.
//!
//! **Cost.** All boards share one table of nimbers with 12 bytes per cell. It ends at the longest board or at a proved
//! period. A nimber takes time linear in its board at worst and far less in most games.
//!
//! **Limits.** Boards are valued one by one within the budget, and a longer board needs a period within it. If no
//! budget of steps can reach a board, only a part of the steps goes into the search for a period.
//!
//! **Source.** POI 2000 "Paski" (PAS.IN/PAS.OUT), and Guy and Smith 1956 for the period.

use crate::budget::Size;
use crate::engine::splitting::{Bounds, Period, Strips, StripsError};
use crate::engine::{certificate, grundy};
use crate::stock::prelude::*;
use crate::stock::{first_of, numbers};

mod mistakes;
mod tiny;

const STRIP: Limit = Limit::new("w, r, b", "the length of a strip", 1..=1000).solves(1..=MAX_18_DIGITS);
const M: Limit = Limit::new("m", "the number of boards", 1..=1000).solves(0..=MAX_COUNT);
const BOARD: Limit = Limit::new("p", "the length of a board", 1..=1000).solves(0..=MAX_18_DIGITS);

/// The share of the steps for a period, if a board has more cells than the budget has steps.
///
/// Only a period answers such a board. If this share does not find one, the rest seldom finds it.
const PERIOD_SHARE: u64 = 16;
/// The longest board that brute force plays out.
const BRUTE_CELLS: u64 = 30;
/// The largest number of covered cells that are listed one by one.
const LISTED_CELLS: u64 = 100_000;

/// Three strips and some boards, in cells.
pub struct Pas {
    strips: [u64; 3],
    boards: Vec<u64>,
}

impl Problem for Pas {
    const META: Meta = Meta::new(
        texts!("pas"),
        "POI 2000 Paski",
        "Grundy values of a heap that splits",
        ("PAS.IN", "PAS.OUT"),
        ("the longest board", 1000),
        &[STRIP, M, BOARD],
    )
    .lesson(3, "strips that fall into parts", &["kayles"])
    .form(&[Field::numbers("w r b"), Field::tests("m"), Field::numbers("p")], "1");

    const FAMILIES: &'static [Family<Pas>] = &[
        family("random", "strips and boards of any lengths", |size, random| {
            Pas::new(any_strips(size, random), any_boards(size, random))
        }),
        family("equal", "three equal strips", |size, random| {
            Pas::new([any_strips(size, random)[0]; 3], any_boards(size, random))
        }),
        family(
            "short",
            "strips of up to 5 cells: many moves, large nimbers",
            |size, random| Pas::new(short_strips(random), any_boards(size, random)),
        ),
        family(
            "odd",
            "odd strips, one of them of length 1: the parity of the board decides",
            |size, random| {
                let mut strips = [0; 3].map(|_| 1 + 2 * random.below(longest_strip(size).div_ceil(2)));
                strips[random.index(3)] = 1;
                Pas::new(strips, any_boards(size, random))
            },
        ),
        family(
            "stuck",
            "every strip is longer than every board: no move at all",
            |size, random| {
                let strips = [0; 3].map(|_| 1 + random.below(STRIP.original.1 as u64 - 1));
                let shorter = *strips.iter().min().unwrap_or(&1);
                let boards = boards_up_to(size.min(shorter), size, random);
                Pas::new(strips.map(|strip| strip + 1), boards)
            },
        ),
        family("rising", "the shortest boards, one of each length", |size, random| {
            let strips = any_strips(size, random);
            Pas::new(strips, (1..=1 + random.below(size.min(20))).collect())
        }),
        family(
            "full",
            "short strips, and as many boards as the longest has cells, each nearly as long",
            |size, random| {
                let longest = size.min(BOARD.original.1 as u64);
                let strips = short_strips(random);
                let boards = (0..longest).map(|_| longest - random.below(longest / 10 + 1));
                Pas::new(strips, boards.collect())
            },
        ),
        family(
            "rich",
            "even strips of several draws for which the largest nimbers decide, and a board of each length",
            |size, random| {
                let longest = size.min(BOARD.original.1 as u64);
                Pas::new(rich_strips(longest as usize, random), (1..=longest).collect())
            },
        ),
    ];

    const MISTAKES: &'static [Mistake<Self>] = mistakes::ALL;

    const TINY: Option<Tiny<Self>> = Some(tiny::TINY);

    const SERIES: &'static [Series<Self>] = &[Series {
        names: &["cells"],
        base: "1 2 2\n1\n1\n",
        about: |game| {
            let strips = game.strips.iter().dedup().format(", ");
            format!("a board of so many cells, and strips of {strips} cells")
        },
        of: |game, numbers| Some(Pas::new(game.strips, numbers.to_vec())),
        after: Some(|_, free| free.iter().map(|stretch| stretch.cells).collect()),
    }];

    type Game = Row;
    type Answer = Winner;

    fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<Pas, InputError> {
        let mut strips = [0; 3];
        for (i, name) in ["w", "r", "b"].into_iter().enumerate() {
            strips[i] = STRIP.natural_as(format_args!("`{name}` (the length of a strip)"), scanner)?;
            scanner.space_or_newline(i, 3)?;
        }
        let [count] = Limit::row([M], scanner)?;
        let mut boards = scanner.list(count)?;
        for board in 1..=count {
            let name = format_args!("the length of board {board} of {count}");
            boards.push(BOARD.natural_as(name, scanner)?);
            scanner.newline()?;
        }
        scanner.end()?;
        Ok(Pas { strips, boards })
    }

    fn game(&self, _: Budget) -> Result<Row, Refusal> {
        Ok(self.row(self.boards[0]))
    }

    fn theory(row: &Row, budget: Budget) -> Result<Box<dyn Theory<Row>>, Refusal> {
        Ok(Box::new(table(&row.strips, row.cells, budget)?))
    }

    fn ask(row: &Row, known: &dyn Oracle<Row>) -> Winner {
        Winner::of(row, known)
    }

    /// Counts the ways to split the free cells so that strips can cover all other cells. Returns `None` for a long row.
    fn positions(row: &Row) -> Option<u128> {
        /// The most cells. Beyond them the number outgrows 128 bits.
        const MOST_CELLS: u64 = 1400;
        if row.cells > MOST_CELLS {
            return Some(u128::MAX);
        }
        // `ways[r]` counts the partitions of r by the largest part allowed so far.
        let cells = row.cells as usize;
        let mut ways = vec![0u128; cells + 1];
        ways[0] = 1;
        for part in 1..=cells {
            for sum in part..=cells {
                ways[sum] = ways[sum].saturating_add(ways[sum - part]);
            }
        }
        let [shortest, _, longest] = row.strips;
        let total = (0..).zip(&ways).fold(0u128, |total, (free, &ways)| {
            let covered = row.cells - free;
            let numbers = u128::from(covered / shortest + 1).saturating_sub(u128::from(covered.div_ceil(longest)));
            total.saturating_add(if numbers > 0 { ways } else { 0 })
        });
        Some(total)
    }

    fn brute_cap(row: &Row) -> usize {
        if row.cells <= BRUTE_CELLS { 2000 } else { 0 }
    }

    /// Answers all boards with one table.
    fn solve(&self, budget: Budget) -> Result<Vec<Winner>, Refusal> {
        let table = table(&self.strips, self.longest(), budget)?;
        let winner = |&cells| Winner(Outcome::win_if(table.nimber(cells) != 0));
        Ok(self.boards.iter().map(winner).collect())
    }

    fn certify(&self, answers: &[Winner], budget: Budget) -> Result<String, CertifyError> {
        let table = table(&self.strips, self.longest(), budget)?;
        let checked = check(&self.strips, self.longest(), &table, budget)?;
        let rows = self.boards.iter().map(|&cells| self.row(cells));
        if rows.map(|row| Pas::ask(&row, &table)).collect_vec() == answers {
            Ok(checked)
        } else {
            Err(wrong("an answer does not follow from the nimbers"))
        }
    }

    fn smaller(&self) -> impl Iterator<Item = Pas> {
        let Pas { strips, boards } = self;
        let boards_down = shrink::shorter(boards).chain(shrink::lower_some(boards));
        let strips_down = shrink::lower_some(strips).map(|strips| [strips[0], strips[1], strips[2]]);
        boards_down
            .map(|boards| Pas::new(*strips, boards))
            .chain(strips_down.map(|strips| Pas::new(strips, boards.clone())))
    }

    fn split(&self) -> Option<Vec<Pas>> {
        let part = |&board| Pas::new(self.strips, vec![board]);
        Some(self.boards.iter().map(part).collect())
    }
}

/// Returns the longest strip of a size, within the original limits.
fn longest_strip(size: u64) -> u64 {
    size.min(STRIP.original.1 as u64)
}

fn any_strips(size: u64, random: &mut Random) -> [u64; 3] {
    [0; 3].map(|_| 1 + random.below(longest_strip(size)))
}

/// Draws three strips of up to 5 cells.
fn short_strips(random: &mut Random) -> [u64; 3] {
    [0; 3].map(|_| 1 + random.below(5))
}

/// Draws up to 20 boards, and at most `size`, of up to `longest` cells.
fn boards_up_to(longest: u64, size: u64, random: &mut Random) -> Vec<u64> {
    let count = 1 + random.below(size.min(20));
    (0..count).map(|_| 1 + random.below(longest)).collect()
}

fn any_boards(size: u64, random: &mut Random) -> Vec<u64> {
    boards_up_to(size.min(MAX_18_DIGITS as u64), size, random)
}

/// Returns even strips with large nimbers that matter: they decide who wins on boards up to a length.
///
/// It draws several and takes the strips whose largest nimbers matter most.
fn rich_strips(longest: usize, random: &mut Random) -> [u64; 3] {
    const DRAWS: usize = 20;
    /// The largest strip and board. Longer strips have few moves, and longer boards take long.
    const MOST: (u64, usize) = (15, 200);
    let deciding = |strips: &[u64; 3]| {
        let lost = |most: u64| {
            marked(strips, longest.min(MOST.1), most)
                .into_iter()
                .map(|nimber| nimber == 0)
        };
        let right = lost(u64::MAX).collect_vec();
        let mut marks = [32, 16, 8, 4].into_iter();
        marks.find(|&most| !lost(most).eq(right.iter().copied()))
    };
    let draws = (0..DRAWS).map(|_| [0; 3].map(|_| 2 + 2 * random.below(MOST.0)));
    draws.max_by_key(deciding).unwrap_or([2; 3])
}

/// Returns the nimbers that a program finds with marks for nimbers below `most` only.
fn marked(strips: &[u64; 3], cells: usize, most: u64) -> Vec<u64> {
    let mut nimbers: Vec<u64> = vec![0];
    for board in 1..=cells {
        let rests = strips.iter().filter_map(|&strip| board.checked_sub(strip as usize));
        let splits = rests.flat_map(|rest| (0..=rest / 2).map(move |left| (left, rest - left)));
        let reached = splits.map(|(left, right)| (nimbers[left] ^ nimbers[right]) as u32);
        nimbers.push(most.min(grundy::mex(reached).into()));
    }
    nimbers
}

/// Returns the nimbers of all boards up to the longest, or up to a proved period.
fn table(strips: &[u64; 3], longest: u64, budget: Budget) -> Result<Strips, Refusal> {
    let share = if longest < budget.steps() { 1 } else { PERIOD_SHARE };
    let steps = budget.steps() / share;
    let bytes = budget.bytes();
    Strips::solve(strips, longest, Bounds { bytes, steps }).map_err(|error| match error {
        StripsError::OverMemory { .. } => Refusal::of_memory(format_args!("{error} of {}", Size(bytes.into()))),
        StripsError::OverWork { .. } => budget.over_work(error),
        _ => Refusal::unconditional(error),
    })
}

/// Checks the nimbers of boards up to `longest` cells by their definition. Longer strips never fit on these boards.
fn check(strips: &[u64; 3], longest: u64, table: &Strips, budget: Budget) -> Result<String, CertifyError> {
    let fitting = strips.iter().copied().filter(|&strip| strip <= longest);
    let strips = fitting.unique().collect_vec();
    let known = table.values().len() as u128;
    let steps = known * known * strips.len() as u128;
    budget.require_steps(steps, format_args!("checking {known} boards one by one"))?;
    certificate::check_strips(&strips, table).map_err(|error| wrong(error.to_string()))?;
    let period = table.period().map_or(String::new(), |Period { preperiod, period }| {
        format!(", and that they repeat every {period} from {preperiod} on")
    });
    Ok(format!(
        "the nimbers of the boards up to {} cells, each from all its moves{period}",
        known - 1
    ))
}

impl Pas {
    fn new(strips: [u64; 3], boards: Vec<u64>) -> Pas {
        Pas { strips, boards }
    }

    fn longest(&self) -> u64 {
        self.boards.iter().copied().max().unwrap_or(0)
    }

    fn row(&self, cells: u64) -> Row {
        let mut strips = self.strips;
        strips.sort_unstable();
        Row { strips, cells }
    }
}

/// A board, with the strips that cover it.
pub struct Row {
    /// The lengths of the strips in rising order.
    strips: [u64; 3],
    cells: u64,
}

/// Free cells side by side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stretch {
    /// The first cell, from 0.
    start: u64,
    /// The number of cells. It is 0 only for a board without cells.
    cells: u64,
}

impl fmt::Display for Stretch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cells {
            1 => write!(f, "cell {}", self.start + 1),
            cells => write!(f, "cells {}-{}", self.start + 1, self.start + cells),
        }
    }
}

/// A move: a strip, and the first cell that it covers, counted from 1.
type Laid = [u64; 2];

impl Row {
    /// Returns the different strips and the stretches by number in the order of moves, each with the cells that stay
    /// free.
    fn fitting(&self, free: &[Stretch]) -> impl Iterator<Item = (u64, usize, u64)> {
        let strips = self.strips.iter().copied().dedup();
        let pairs = strips.cartesian_product(free.iter().enumerate());
        pairs.filter_map(|(strip, (i, stretch))| Some((strip, i, stretch.cells.checked_sub(strip)?)))
    }

    /// Returns the move that lays a strip after `before` free cells of a stretch, and the new stretches.
    fn lay(free: &[Stretch], i: usize, strip: u64, before: u64) -> (Laid, Vec<Stretch>) {
        let Stretch { start, cells } = free[i];
        let cell = start + before;
        let rests = [(start, before), (cell + strip, cells - strip - before)];
        let rests = rests.into_iter().filter(|(_, cells)| *cells > 0);
        let mut after = free.to_vec();
        after.splice(i..=i, rests.map(|(start, cells)| Stretch { start, cells }));
        ([strip, cell + 1], after)
    }
}

/// Plays on the free stretches from the left. Two ways to cover the same cells are one position.
impl Rules for Row {
    type Position = Vec<Stretch>;
    type Move = Laid;

    fn start(&self) -> Vec<Stretch> {
        let cells = self.cells;
        vec![Stretch { start: 0, cells }]
    }

    /// Forgets the places of the stretches, because they make no difference to play.
    fn canonical(&self, free: &Vec<Stretch>) -> Vec<Stretch> {
        let cells = free.iter().map(|stretch| stretch.cells).sorted_unstable();
        cells.map(|cells| Stretch { start: 0, cells }).collect()
    }

    fn moves(&self, free: &Vec<Stretch>) -> impl Iterator<Item = (Laid, Vec<Stretch>)> {
        self.fitting(free)
            .flat_map(move |(strip, i, rest)| (0..=rest).map(move |before| Row::lay(free, i, strip, before)))
    }
}

/// Returns the nimber of a sum of stretches.
fn nimber(table: &Strips, free: &[Stretch]) -> u32 {
    let nimbers = free.iter().map(|stretch| table.nimber(stretch.cells));
    nimbers.fold(0, |sum, nimber| sum ^ nimber)
}

/// Returns the places that split `cells` cells into two stretches whose nimbers have this xor.
///
/// If places lie whole periods apart, it returns only the first, with their number.
fn splits(table: &Strips, cells: u64, xor: u32) -> impl Iterator<Item = (u64, u64)> {
    let (lead, period) = match table.period() {
        Some(Period { preperiod, period }) => (preperiod as u64, period as u64),
        None => (cells + 1, 1),
    };
    // The nimbers of both rests repeat between these places.
    let start = lead.min(cells + 1);
    let end = (cells + 1).saturating_sub(lead).max(start);
    let first_period = (start..end.min(start + period)).map(move |place| (place, (end - place).div_ceil(period)));
    let once = |place| (place, 1);
    let (before, after) = ((0..start).map(once), (end..cells + 1).map(once));
    let all = before.chain(first_period).chain(after);
    all.filter(move |(place, _)| table.nimber(*place) ^ table.nimber(cells - place) == xor)
}

/// Returns the winning moves: each strip in each stretch, with the places from [`splits`] that bring the xor to 0.
fn winning(
    table: &Strips,
    row: &Row,
    free: &[Stretch],
) -> impl Iterator<Item = (u64, usize, impl Iterator<Item = (u64, u64)>)> {
    let sum = nimber(table, free);
    let fitting = row.fitting(free).take_while(move |_| sum != 0);
    fitting.map(move |(strip, i, rest)| {
        let xor = sum ^ table.nimber(free[i].cells);
        (strip, i, splits(table, rest, xor))
    })
}

impl Oracle<Row> for Strips {
    fn value(&self, _: &Row, free: &Vec<Stretch>) -> Value {
        Value::of_nimber(nimber(self, free).into())
    }

    fn winning_moves<'a>(&'a self, row: &'a Row, free: &'a Vec<Stretch>) -> Steps<'a, Row> {
        let period = self.period().map_or(1, |period| period.period as u64);
        Box::new(winning(self, row, free).flat_map(move |(strip, i, splits)| {
            let places = splits.map(move |(first, times)| (0..times).map(move |turn| first + turn * period));
            places.kmerge().map(move |before| Row::lay(free, i, strip, before))
        }))
    }

    fn count_winning_moves(&self, row: &Row, free: &Vec<Stretch>) -> u128 {
        let splits = winning(self, row, free).flat_map(|(_, _, splits)| splits);
        splits.map(|(_, times)| u128::from(times)).sum()
    }
}

impl Theory<Row> for Strips {
    fn steps(&self) -> u64 {
        Strips::steps(self)
    }

    fn parts(&self, _: &Row, free: &Vec<Stretch>) -> Vec<Part> {
        let held = free.iter().filter(|stretch| stretch.cells > 0);
        held.map(|stretch| Part::nimber(stretch.to_string(), self.nimber(stretch.cells).into()))
            .collect()
    }

    fn proof(&self, row: &Row, budget: Budget) -> Option<Result<String, CertifyError>> {
        Some(check(&row.strips, row.cells, self, budget))
    }
}

impl Shown for Row {
    const HOW: &'static str = "a strip's length and the first cell it covers, such as `5 3`";

    fn heading(&self) -> Option<String> {
        Some(format!(
            "The lengths of the three strips: {}.",
            self.strips.iter().join(", ")
        ))
    }

    fn stage(&self) -> Stage {
        picture::strip(self.cells as usize)
    }

    fn place_count(&self) -> u64 {
        self.cells
    }

    fn place_name(&self, place: usize) -> String {
        (place + 1).to_string()
    }

    /// Returns the covered cells before, between and after the free stretches.
    fn pieces(&self, free: &Vec<Stretch>) -> Vec<Piece> {
        if self.cells > LISTED_CELLS {
            return Vec::new();
        }
        let ends = iter::once(0).chain(free.iter().map(|stretch| stretch.start + stretch.cells));
        let starts = free.iter().map(|stretch| stretch.start).chain([self.cells]);
        let covered = ends.zip(starts).flat_map(|(end, start)| end..start);
        covered.map(|cell| Piece::one(cell as usize, "■")).collect()
    }

    /// Names the free stretches of a long board.
    fn remark(&self, free: &Vec<Stretch>) -> Option<String> {
        const MAX_LISTED_STRETCHES: usize = 20;
        let held = free.iter().filter(|stretch| stretch.cells > 0).collect_vec();
        let named = first_of(&held, MAX_LISTED_STRETCHES, "more stretches");
        (self.cells > LISTED_CELLS).then(|| format!("Free: {named}."))
    }

    fn move_name(&self, _: &Vec<Stretch>, laid: &Laid) -> String {
        laid.iter().join(" ")
    }

    fn move_count(&self, free: &Vec<Stretch>) -> u128 {
        self.fitting(free).map(|(_, _, rest)| u128::from(rest) + 1).sum()
    }

    fn find_move(&self, free: &Vec<Stretch>, name: &str) -> Option<(Laid, Vec<Stretch>)> {
        let [strip, cell]: [u64; 2] = numbers(name, ' ')?;
        let mut fitting = self.fitting(free).filter(|(fits, ..)| *fits == strip);
        fitting.find_map(|(strip, i, rest)| {
            let before = cell.checked_sub(free[i].start + 1)?;
            (before <= rest).then(|| Row::lay(free, i, strip, before))
        })
    }
}

impl fmt::Display for Pas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (strips, boards) = (self.strips.iter().format(" "), &self.boards);
        writeln!(f, "{strips}\n{}", boards.len())?;
        boards.iter().try_for_each(|board| writeln!(f, "{board}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::oracle::ByValue;
    use crate::problem::checks::{self, checks};

    checks!(Pas, small: 800 up to 14, edges: [
        "1 1 1\n0\n" => "",
        "1 1 1\n3\n0\n1\n2\n" => "2\n1\n2\n",
        "3 3 3\n3\n1\n2\n3\n" => "2\n2\n1\n",
        "1000 1000 1000\n2\n999\n1000\n" => "2\n1\n",
        "1 5 1\n3\n1\n5\n6\n" => "1\n1\n2\n",
        "2 2 2\n5\n1\n2\n3\n4\n5\n" => "2\n1\n1\n1\n2\n",
    ]);

    #[test]
    fn a_period_among_boards_shorter_than_the_strips_is_certified() {
        for (strips, board) in [([403; 3], 284), ([1, 999, 999], 700)] {
            let boards = vec![board];
            assert!(!checks::agree(&Pas { strips, boards }));
        }
    }

    fn boards(strips: &str, boards: &[u64]) -> String {
        let (count, boards) = (boards.len(), boards.iter().format("\n"));
        let text = format!("{strips}\n{count}\n{boards}\n");
        checks::solve::<Pas>(&text, &[]).replace('\n', "")
    }

    #[test]
    fn trap_a_strip_may_lie_in_the_middle() {
        assert_eq!(boards("2 2 2", &[4]), "1", "only the middle wins");
    }

    #[test]
    fn trap_equal_strips_are_one_strip() {
        let all: Vec<u64> = (1..=200).collect();
        assert_eq!(boards("4 7 4", &all), boards("7 4 7", &all));
    }

    #[test]
    fn raw_draws_agree_with_brute_force() {
        let mut random = Random::new(6);
        for _ in 0..300 {
            let strips = [0; 3].map(|_| 1 + random.below(8));
            let boards = (0..3).map(|_| random.below(17)).collect();
            assert!(checks::agree(&Pas { strips, boards }));
        }
    }

    #[test]
    fn a_proved_period_answers_the_longest_boards() {
        // Kayles has period 12 from 71 on, with a zero only at 0. Dawson's game has period 34 from 53 on.
        assert_eq!(boards("1 2 2", &[1_000_000_000_000_000_000]), "1");
        let far = 1_000_000_000_000_000_000 / 34 * 34;
        let near: Vec<u64> = (68..102).collect();
        let beyond: Vec<u64> = near.iter().map(|n| far - 340 + n).collect();
        let answers = boards("2 2 2", &near);
        assert_eq!(boards("2 2 2", &beyond), answers);
        assert!(answers.contains('1') && answers.contains('2'), "{answers}");
        assert_eq!(
            boards("1 3 9", &[999_999_999_999_999_999, 999_999_999_999_999_998]),
            "12"
        );
    }

    #[test]
    fn strips_longer_than_the_table_refuse_the_longest_board() {
        let text = "2000000 2000000 2000000\n1\n1000000000000000000\n";
        // This is enough only for boards as long as the strips.
        let budget = checks::BUDGET.with_steps(1 << 27);
        let refusal = checks::read::<Pas>(text, &[]).solve(budget);
        let refusal = refusal.unwrap_err().to_string();
        assert!(refusal.starts_with("no period is proved among the first "), "{refusal}");
    }

    #[test]
    fn the_original_limits_are_certified_and_wrong_answers_are_not() {
        for seed in 0..6 {
            let family = &Pas::FAMILIES[2 * (seed as usize % 2)];
            let instance = (family.make)(1000, &mut Random::new(seed));
            checks::agree(&instance);
            let one = &instance.split().unwrap()[0];
            let [Winner(outcome)] = one.solve(checks::BUDGET).unwrap()[..] else {
                panic!("a board has one answer");
            };
            checks::refutes(one, Winner(outcome.reversed()));
        }
    }

    #[test]
    fn winning_moves_are_found_with_and_without_a_period() {
        let mut random = Random::new(3);
        let mut periods = 0;
        for round in 0..60 {
            let strips = [0; 3].map(|_| 1 + random.below(4));
            let cells = 1 + random.below([40, 100, 400][round % 3]);
            let row = Pas { strips, boards: vec![] }.row(cells);
            let bounds = Bounds {
                bytes: 1 << 20,
                steps: 100_000,
            };
            let table = Strips::solve(&strips, 10 * cells, bounds).ok();
            let table = table.unwrap_or_else(|| table_of(&row));
            let repeats = |period: Period| 2 * period.preperiod + period.period < cells as usize;
            periods += u32::from(table.period().is_some_and(repeats));
            let mut free = row.start();
            for _ in 0..4 {
                let plain = ByValue::<Row>(&table).winning_moves(&row, &free).collect_vec();
                assert!(table.winning_moves(&row, &free).eq(plain.iter().cloned()));
                assert_eq!(table.count_winning_moves(&row, &free), plain.len() as u128);
                let moves = row.moves(&free).collect_vec();
                assert_eq!(row.move_count(&free), moves.len() as u128);
                let Some((laid, after)) = moves.get(random.index(moves.len().max(1))) else {
                    break;
                };
                let name = row.move_name(&free, laid);
                assert_eq!(row.find_move(&free, &name), Some((*laid, after.clone())));
                free = after.clone();
            }
        }
        assert!((5..55).contains(&periods), "{periods}");
    }

    fn table_of(row: &Row) -> Strips {
        table(&row.strips, row.cells, checks::BUDGET).unwrap()
    }

    #[test]
    fn a_check_that_is_too_dear_is_said() {
        let long = checks::read::<Pas>("10000 10001 10002\n1\n20100\n", &[]);
        let certificate = checks::certificate(&long);
        assert!(certificate.checked.is_empty());
        let why = "checking 20101 boards one by one takes about 1212150603 steps, the budget is 250000000";
        assert_eq!(certificate.unchecked[0].message(), why);
        assert!(certificate.unchecked[0].is_of_work());
    }
}
