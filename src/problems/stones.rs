//! Stones on a strip: how many winning first moves are there?
//!
//! **Rules.** A move takes one stone up to K cells to the left (K = 2 originally), onto and over empty cells only. The
//! player who cannot move loses.
//!
//! **Idea.** A stone's gap is the number of empty cells between it and the stone to its left, or the edge. A move of
//! `c` cells takes `c` from the stone's own gap and adds `c` to the gap of the next stone to the right. This is
//! staircase Nim: only every second gap counts, from the rightmost stone's leftwards, each modulo K+1. A position is
//! lost exactly if the xor of these residues is 0.
//!
//! **Why it is right.** A move changes exactly one counted gap by `c` in 1..=K, so it changes that residue and the xor.
//! So no move leads from xor 0 to xor 0. From another xor some counted residue can be lowered to make it 0. A residue
//! is at most K and at most its gap, so lowering it is a real move. Play ends, because stones only go left.
//!
//! **Misère.** Let the player who cannot move win. If a counted residue is 2 or more, a position is lost exactly if the
//! xor is 0. If none is, it is lost exactly if the xor is 1.
//!
//! From a lost position each move changes one residue, and so the xor. If all stay below 2, the xor becomes 0. If one
//! is 2 or more afterwards, the others cannot cancel it.
//!
//! From a won position with two residues of 2 or more, a move of Nim makes the xor 0 and leaves one of them. A single
//! one falls to 0 or 1, whichever makes the xor 1. With none, the xor is 0, and three kinds of move make it 1:
//!
//! - a move takes one cell off a counted residue of 1,
//! - a move takes K cells off a counted gap of residue 0, or
//! - a move puts one cell into an empty counted gap.
//!
//! If there is none of these, no stone can move.
//!
//! **Trap.** A residue is not a gap. If a gap of 4 has residue 1, its stone can move 2. If a residue allows a move, the
//! real gap must allow it too. So the answer counts real moves, not moves on residues.
//!
//! **Cost.** Linear in the strip's length, 4 bytes per stone.
//!
//! **Limits.** Fewer than 2^32 cells, and K up to 2^60.
//!
//! **Source.** TopCoder "SlideGame", and Stones.in/Stones.out.

use crate::engine::staircase::{Staircase, counted, gap};
use crate::stock::numbers;
use crate::stock::prelude::*;
use crate::text::{count_of, places_of};

mod mistakes;
mod tiny;

const N: Limit = Limit::new("N", "the number of cells", 1..=50).solves(0..=i64::MAX);
/// The original limit of stones on the strip.
const MAX_STONES: usize = 10;
const STONES: Limit = Limit::new("stones", "the stones", 0..=MAX_STONES as i64).solves(0..=i64::MAX);
/// The longest move of a stone in the original rules, in cells.
const ORIGINAL_REACH: u64 = 2;

/// One strip.
#[derive(Clone)]
pub struct Stones {
    /// The cells of the stones from the left, counted from 0.
    stones: Vec<u32>,
    cells: usize,
    reach: u64,
}

impl Problem for Stones {
    const META: Meta = Meta::new(
        texts!("stones"),
        "TopCoder SlideGame",
        "staircase Nim",
        ("Stones.in", "Stones.out"),
        ("N, the number of cells", 50),
        &[N, STONES],
    )
    .lesson(3, "a staircase in disguise", &["staircase"])
    .form(&[Field::numbers("N"), Field::word("strip")], "0")
    .variants(&[Variant::number(
        "reach",
        "A stone may go up to K cells to the left instead of 2",
        "K",
        (1, 1 << 60),
    )
    .rule("The longest slide of a stone has the length K instead of 2")]);

    const FAMILIES: &'static [Family<Stones>] = &[
        family("random", "up to 10 stones anywhere", |n, random| {
            scattered(n, most_stones(n), random)
        }),
        family("lost", "no first move wins", |n, random| {
            let mut strip = scattered(n, most_stones(n), random);
            strip.lose();
            strip
        }),
        family("packed", "the stones side by side at the right end", |n, _| {
            Stones::of(n, (n - most_stones(n)..n).map(|cell| cell as u32).collect())
        }),
        family(
            "wide",
            "few stones with wide gaps, so residues and gaps differ",
            |n, random| scattered(n, most_stones(n).min(4), random),
        ),
        family("stuck", "every stone at the left end: no move at all", |n, _| {
            Stones::of(n, (0..most_stones(n) as u32).collect())
        }),
        family("empty", "no stone", |n, _| Stones::of(n, Vec::new())),
    ];

    const MISTAKES: &'static [Mistake<Self>] = mistakes::ALL;

    const TINY: Option<Tiny<Self>> = Some(tiny::TINY);

    const SERIES: &'static [Series<Self>] = &[
        Series {
            names: &["cell"],
            base: "0\n",
            about: |_| "one stone on a cell, from 1".to_owned(),
            of: |_, cells| on_cells(cells),
            after: Some(numbers_of_cells),
        },
        Series {
            names: &["cell 1", "cell 2"],
            base: "0\n",
            about: |_| "two stones on cells, from 1, the second further right".to_owned(),
            of: |_, cells| on_cells(cells),
            after: Some(numbers_of_cells),
        },
    ];

    type Game = Stones;
    type Answer = WinningMoves;

    fn read(scanner: &mut Scanner<'_>, variants: &Variants) -> Result<Stones, InputError> {
        let [cells] = Limit::row([N], scanner)?;
        let mut stones = Vec::new();
        if cells > 0 {
            let is_cell = |cell| matches!(cell, b'.' | b'X');
            let row = scanner.row(format_args!("the strip"), cells, "`.` or `X`", &is_cell)?;
            let count = count_of(row.bytes, b'X');
            scanner.take(count * size_of::<u32>(), format_args!("{count} stones"))?;
            stones = places_of(row.bytes, b'X');
            if scanner.is_strict() && count > MAX_STONES {
                let extra = row.offset + stones[MAX_STONES] as usize;
                let message = format!("the strip must hold at most {MAX_STONES} stones, found {count}");
                return Err(InputError::new(extra, 1, message).with_hint("solving accepts more"));
            }
            scanner.newline()?;
        }
        scanner.end()?;
        let reach = variants.number("reach").unwrap_or(ORIGINAL_REACH);
        Ok(Stones { stones, cells, reach })
    }

    fn game(&self, _: Budget) -> Result<Stones, Refusal> {
        Ok(self.clone())
    }

    fn theory(game: &Stones, _: Budget) -> Result<Box<dyn Theory<Stones>>, Refusal> {
        Ok(Box::new(game.staircase()))
    }

    fn misere_theory(game: &Stones, _: Budget) -> Result<Option<Box<dyn Theory<Stones>>>, Refusal> {
        Ok(Some(Box::new(Misere(game.staircase()))))
    }

    fn ask(game: &Stones, known: &dyn Oracle<Stones>) -> WinningMoves {
        WinningMoves::of(game, known)
    }

    /// Makes no copies of the stones.
    fn solve(&self, _: Budget) -> Result<Vec<WinningMoves>, Refusal> {
        let wins = self.staircase().count_winning_moves(&self.stones);
        Ok(vec![Line(wins.into())])
    }

    /// Makes no copies of the stones.
    fn solve_misere(&self, _: Budget) -> Result<Option<Vec<WinningMoves>>, Refusal> {
        let theory = Misere(self.staircase());
        Ok(Some(vec![Line(theory.winning(&self.stones).count() as u128)]))
    }

    /// Counts the placements with every stone at most as far right as now.
    ///
    /// It goes through the stones from the left, by the place of the last.
    fn positions(game: &Stones) -> Option<u128> {
        /// The number of steps beyond which the count takes too long.
        const MOST_STEPS: usize = 10_000_000;
        let last = game.stones.last().map_or(0, |&cell| cell as usize + 1);
        if game.stones.len().saturating_mul(last) > MOST_STEPS {
            return Some(u128::MAX);
        }
        // `ends[c]` counts the placements of the stones so far whose last one stands before cell c.
        let mut ends = vec![1u128; last + 1];
        for &stone in &game.stones {
            let mut total = 0u128;
            for (cell, placements) in ends.iter_mut().enumerate() {
                let before = std::mem::replace(placements, total);
                if cell <= stone as usize {
                    total = total.saturating_add(before);
                }
            }
        }
        ends.last().copied()
    }

    /// Returns the most positions for brute force. Together they hold at most `MAX_HELD_STONES` stones.
    fn brute_cap(game: &Stones) -> usize {
        const MAX_HELD_STONES: usize = 20_000_000;
        (MAX_HELD_STONES / game.stones.len().max(1)).min(20_000)
    }

    /// Returns strips with fewer stones, then strips without a stone and its cell, then strips without a free cell.
    fn smaller(&self) -> impl Iterator<Item = Stones> {
        let with = |stones, cells| Stones { stones, cells, ..*self };
        let fewer = shrink::shorter(&self.stones).map(move |stones| with(stones, self.cells));
        let free = (0..self.cells as u32).filter(|cell| self.stones.binary_search(cell).is_err());
        let closed_up = self.stones.iter().copied().chain(free).map(move |cell| {
            let others = self.stones.iter().filter(move |stone| **stone != cell);
            let stones = others.map(|&stone| stone - u32::from(stone > cell));
            with(stones.collect(), self.cells - 1)
        });
        fewer.chain(closed_up)
    }
}

/// Returns the strip with stones on rising cells, counted from 1, or `None` for no stones or a very long strip.
fn on_cells(cells: &[u64]) -> Option<Stones> {
    const LONGEST: u64 = 1_000_000;
    let last = *cells.last()?;
    let rising = cells.is_sorted_by(|a, b| a < b) && cells[0] > 0 && last <= LONGEST;
    rising.then(|| Stones::of(last, cells.iter().map(|&cell| cell as u32 - 1).collect()))
}

/// Returns the cells of stones, from 1.
#[allow(clippy::ptr_arg, reason = "a position of these rules is a list")]
fn numbers_of_cells(_: &[u64], stones: &Vec<u32>) -> Vec<u64> {
    stones.iter().map(|&cell| u64::from(cell) + 1).collect()
}

/// Returns the most stones of a generated strip. Beyond the original limit that is one cell in five, as at the limit.
fn most_stones(cells: u64) -> u64 {
    (cells / 5).max(MAX_STONES as u64).min(cells)
}

/// Returns a strip with 1 to `most` stones anywhere.
fn scattered(cells: u64, most: u64, random: &mut Random) -> Stones {
    let count = 1 + random.below(most);
    let mut all: Vec<u32> = (0..cells as u32).collect();
    random.shuffle(&mut all);
    all.truncate(count as usize);
    all.sort_unstable();
    Stones::of(cells, all)
}

/// Moves a stone. The move is its cell before and after, counted from 1 as on the board.
fn slide(stones: &[u32], stone: usize, cells: u64) -> Step<Stones> {
    let mut after = stones.to_vec();
    after[stone] -= cells as u32;
    ((stones[stone] + 1, after[stone] + 1), after)
}

impl Stones {
    fn of(cells: u64, stones: Vec<u32>) -> Stones {
        let (cells, reach) = (cells as usize, ORIGINAL_REACH);
        Stones { stones, cells, reach }
    }

    fn staircase(&self) -> Staircase {
        let modulus = self.reach + 1;
        Staircase { modulus }
    }

    /// Returns the number of cells that a stone can go.
    fn farthest(&self, stones: &[u32], stone: usize) -> u64 {
        gap(stones, stone).min(self.reach)
    }

    /// Moves a stone to the left so that the xor is 0.
    fn lose(&mut self) {
        let (theory, stones) = (self.staircase(), &self.stones);
        let xor = theory.xor(stones);
        let lowered = counted(stones).find_map(|stone| {
            let residue = theory.residue(gap(stones, stone));
            Some((stone, residue.checked_sub(residue ^ xor)?))
        });
        if let Some((stone, cells)) = lowered {
            self.stones[stone] -= cells as u32;
        }
    }
}

impl Rules for Stones {
    type Position = Vec<u32>;
    type Move = (u32, u32);

    fn start(&self) -> Vec<u32> {
        self.stones.clone()
    }

    fn moves(&self, stones: &Vec<u32>) -> impl Iterator<Item = Step<Stones>> {
        (0..stones.len())
            .flat_map(move |stone| (1..=self.farthest(stones, stone)).map(move |cells| slide(stones, stone, cells)))
    }
}

impl Oracle<Stones> for Staircase {
    fn value(&self, _: &Stones, stones: &Vec<u32>) -> Value {
        Value::of_nimber(self.xor(stones))
    }

    fn winning_moves<'a>(&'a self, _: &'a Stones, stones: &'a Vec<u32>) -> Steps<'a, Stones> {
        let xor = self.xor(stones);
        let movable = (0..stones.len()).filter(move |_| xor != 0);
        Box::new(movable.filter_map(move |stone| {
            let cells = self.winning_cells(stones, stone, xor)?;
            Some(slide(stones, stone, cells))
        }))
    }

    fn count_winning_moves(&self, _: &Stones, stones: &Vec<u32>) -> u128 {
        Staircase::count_winning_moves(*self, stones).into()
    }
}

impl Theory<Stones> for Staircase {
    fn parts(&self, _: &Stones, stones: &Vec<u32>) -> Vec<Part> {
        let part = |stone| {
            let (gap, cell) = (gap(stones, stone), stones[stone] + 1);
            let name = format!("gap of {gap} before the stone on {cell}, modulo {}", self.modulus);
            Part::nimber(name, self.residue(gap))
        };
        counted(stones).rev().map(part).collect()
    }

    /// Checks the steps of the proof above on this strip, and the xor after every first move.
    fn proof(&self, game: &Stones, _: Budget) -> Option<Result<String, CertifyError>> {
        let checked = check(*self, game).map(|moves| {
            format!(
                "that each of {} stones changes one counted gap, that one move lowers a residue modulo {} to any smaller one, \
                 and the xor after each of {moves} first moves",
                game.stones.len(),
                self.modulus
            )
        });
        Some(checked.map_err(wrong))
    }
}

/// The theory of the strip in misère play: the player who cannot move wins.
struct Misere(Staircase);

/// The counted residues of a strip: their xor, and the number of residues of 2 or more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Residues {
    xor: u64,
    large: usize,
}

impl Residues {
    /// Returns whether the player to move loses in misère play.
    fn is_lost(self) -> bool {
        self.xor == u64::from(self.large == 0)
    }

    /// Returns the residues after one of them has changed.
    fn changed(self, before: u64, after: u64) -> Residues {
        Residues {
            xor: self.xor ^ before ^ after,
            large: self.large - usize::from(before > 1) + usize::from(after > 1),
        }
    }
}

impl Misere {
    fn residues(&self, stones: &[u32]) -> Residues {
        let residues = counted(stones).map(|stone| self.0.residue(gap(stones, stone)));
        residues.fold(Residues { xor: 0, large: 0 }, |all, residue| all.changed(0, residue))
    }

    /// Returns the winning moves: a stone, and its number of cells.
    ///
    /// A stone has one at most: a single residue suits the gap that it changes.
    fn winning<'a>(&self, stones: &'a [u32]) -> impl Iterator<Item = (usize, u64)> + use<'a> {
        let (theory, all) = (self.0, self.residues(stones));
        let movable = (0..stones.len()).filter(move |_| !all.is_lost());
        movable.filter_map(move |stone| {
            let own = (stones.len() - stone) % 2 == 1;
            let residue = theory.residue(gap(stones, if own { stone } else { stone + 1 }));
            let others = all.changed(residue, 0);
            let wanted = others.xor ^ u64::from(others.large == 0);
            let less = if own { (residue, wanted) } else { (wanted, residue) };
            let around = if less.0 < less.1 { theory.modulus } else { 0 };
            let cells = (wanted < theory.modulus).then(|| less.0 + around - less.1)?;
            (cells <= gap(stones, stone)).then_some((stone, cells))
        })
    }
}

impl Oracle<Stones> for Misere {
    fn value(&self, _: &Stones, stones: &Vec<u32>) -> Value {
        Value::of(Outcome::win_if(!self.residues(stones).is_lost()))
    }

    fn winning_moves<'a>(&'a self, _: &'a Stones, stones: &'a Vec<u32>) -> Steps<'a, Stones> {
        let winning = self.winning(stones);
        Box::new(winning.map(|(stone, cells)| slide(stones, stone, cells)))
    }

    fn count_winning_moves(&self, _: &Stones, stones: &Vec<u32>) -> u128 {
        self.winning(stones).count() as u128
    }
}

impl Theory<Stones> for Misere {
    fn reason(&self, _: &Stones, stones: &Vec<u32>) -> Option<String> {
        let Residues { xor, large } = self.residues(stones);
        let lost = u64::from(large == 0);
        Some(format!(
            "Every second gap counts, from the rightmost stone's, modulo {}. {large} of these are 2 or more, so a position \
             is lost if the xor is {lost}; it is {xor}.",
            self.0.modulus
        ))
    }

    /// Checks the steps of the proof above that speak of the stones, and the residues after every first move.
    fn proof(&self, game: &Stones, _: Budget) -> Option<Result<String, CertifyError>> {
        let checked = check_misere(self, game).map(|moves| {
            format!(
                "that each of {} stones changes one counted gap, and the residues after each of {moves} first moves",
                game.stones.len()
            )
        });
        Some(checked.map_err(wrong))
    }
}

/// Checks that each stone moves one counted gap, and checks the start by the residues after each move.
///
/// Returns the number of moves. Takes time linear in the cells.
fn check_misere(theory: &Misere, game: &Stones) -> Result<u64, String> {
    let Stones { stones, reach, .. } = game;
    let is_counted = |stone: usize| (stones.len() - stone) % 2 == 1;
    check_staircase(stones.len(), *reach, theory.0.modulus, is_counted)?;
    let all = theory.residues(stones);
    let (mut moves, mut wins) = (0, 0);
    for stone in 0..stones.len() {
        let (own, counted) = (gap(stones, stone), gap(stones, stone + usize::from(!is_counted(stone))));
        for cells in 1..=own.min(*reach) {
            let after = if is_counted(stone) {
                counted - cells
            } else {
                counted + cells
            };
            let after = all.changed(counted % theory.0.modulus, after % theory.0.modulus);
            moves += 1;
            wins += u128::from(after.is_lost());
        }
    }
    match (
        wins == theory.winning(stones).count() as u128,
        (wins > 0 || moves == 0) != all.is_lost(),
    ) {
        (true, true) => Ok(moves),
        (false, _) => Err(format!("{wins} of {moves} first moves leave a lost strip")),
        (true, false) => Err("the outcome of the start does not follow from its moves".to_owned()),
    }
}

/// Checks the theorem, the value of the start and the number of its winning moves. Returns the number of moves.
///
/// Takes time linear in the cells.
fn check(theory: Staircase, game: &Stones) -> Result<u64, String> {
    let Stones { stones, reach, .. } = game;
    let is_counted = |stone: usize| (stones.len() - stone) % 2 == 1;
    check_staircase(stones.len(), *reach, theory.modulus, is_counted)?;
    let edges = iter::once(0).chain(stones.iter().map(|cell| cell + 1));
    let gaps = iter::zip(stones, edges).map(|(cell, edge)| u64::from(cell - edge));
    let gaps: Vec<u64> = gaps.collect();
    let residue = |gap: u64| gap % theory.modulus;
    let counted = (0..gaps.len()).filter(|&stone| is_counted(stone));
    let xor = counted.fold(0, |xor, stone| xor ^ residue(gaps[stone]));
    let (mut moves, mut wins) = (0, 0);
    for (stone, &own) in gaps.iter().enumerate() {
        let gap = gaps[stone + usize::from(!is_counted(stone))];
        for cells in 1..=own.min(*reach) {
            let after = if is_counted(stone) { gap - cells } else { gap + cells };
            moves += 1;
            wins += u128::from(xor ^ residue(gap) ^ residue(after) == 0);
        }
    }
    if theory.value(game, stones) != Value::of_nimber(xor) {
        return Err(format!("the xor of the counted gaps is {xor}"));
    }
    if wins == Oracle::count_winning_moves(&theory, game, stones) {
        Ok(moves)
    } else {
        Err(format!("{wins} of {moves} first moves make the xor 0"))
    }
}

/// Checks that a position is lost exactly if its counted gaps, each by the modulus, have the xor 0, whatever the gaps.
fn check_staircase(stones: usize, reach: u64, modulus: u64, is_counted: impl Fn(usize) -> bool) -> Result<(), String> {
    // So a move of 1 to K cells changes a residue. A gap holds its residue, so any residue can fall to any lower one.
    if modulus != reach + 1 {
        return Err(format!("residues modulo {modulus} do not fit moves of {reach}"));
    }
    // So a move changes one residue and the xor, and lowering one does not touch another.
    let next_is_counted = |stone: usize| stone + 1 < stones && is_counted(stone + 1);
    match (0..stones).find(|&stone| is_counted(stone) == next_is_counted(stone)) {
        Some(stone) => Err(format!("stone {} does not move one counted gap", stone + 1)),
        None => Ok(()),
    }
}

impl Shown for Stones {
    const HOW: &'static str = "a stone's cell and the cell it goes to, such as `4-2`";

    fn stage(&self) -> Stage {
        picture::strip(self.cells)
    }

    fn pieces(&self, stones: &Vec<u32>) -> Vec<Piece> {
        stones.iter().map(|&cell| Piece::one(cell as usize, STONE)).collect()
    }

    fn move_name(&self, _: &Vec<u32>, (from, to): &(u32, u32)) -> String {
        format!("{from}-{to}")
    }

    fn place_count(&self) -> u64 {
        self.cells as u64
    }

    fn place_name(&self, place: usize) -> String {
        (place + 1).to_string()
    }

    fn move_count(&self, stones: &Vec<u32>) -> u128 {
        let farthest = |stone| u128::from(self.farthest(stones, stone));
        (0..stones.len()).map(farthest).sum()
    }

    fn find_move(&self, stones: &Vec<u32>, name: &str) -> Option<Step<Stones>> {
        let [from, to]: [u32; 2] = numbers(name, '-')?;
        let stone = stones.binary_search(&from.checked_sub(1)?).ok()?;
        let cells = from.checked_sub(to)?.into();
        let is_legal = (1..=self.farthest(stones, stone)).contains(&cells);
        is_legal.then(|| slide(stones, stone, cells))
    }
}

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.cells)?;
        if self.cells > 0 {
            let mut row = vec![b'.'; self.cells];
            self.stones.iter().for_each(|&stone| row[stone as usize] = b'X');
            writeln!(f, "{}", String::from_utf8_lossy(&row))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::certificate::check_classes;
    use crate::problem::agrees_with_exploring;
    use crate::problem::checks::{self, checks};

    #[test]
    fn misere_play_of_every_small_strip_agrees_with_exploring() {
        // The positions include all placements of as many stones.
        for reach in 1..=5 {
            for stones in 0..=6 {
                let packed = Stones::of(9, (9 - stones..9).collect());
                agrees_with_exploring(&Stones { reach, ..packed });
            }
        }
    }

    #[test]
    fn misere_play_of_long_strips_certifies_right_residues() {
        for seed in 0..100 {
            let mut random = Random::new(seed);
            let family = random.pick(Stones::FAMILIES);
            let strip = (family.make)(1 + random.below(5000), &mut random);
            let theory = Misere(strip.staircase());
            assert!(theory.proof(&strip, checks::BUDGET).unwrap().is_ok(), "{strip}");
            if strip.stones.len() > 1 {
                let other = Misere(Staircase { modulus: 5 });
                assert!(other.proof(&strip, checks::BUDGET).unwrap().is_err(), "{strip}");
            }
        }
    }

    checks!(Stones, small: 2000 up to 11, edges: [
        "0\n" => "0\n",
        "1\nX\n" => "0\n",
        "1\n.\n" => "0\n",
        "3\n..X\n" => "1\n",
        "2\n.X\n" => "1\n",
        "5\nXXXXX\n" => "0\n",
        "4\n...X\n" => "0\n",
        "5\n....X\n" => "1\n",
        "5\n.XX.X\n" => "0\n",
        "4\n.X.X\n" => "1\n",
        "7\n...XX.X\n" => "2\n",
        "7\nX...X.X\n" => "2\n",
    ]);

    #[test]
    fn trap_moves_are_counted_on_the_strip_and_not_on_residues() {
        assert_eq!(checks::solve::<Stones>("6\n...X.X\n", &[]), "2\n");
    }

    #[test]
    fn reach_changes_how_far_a_stone_goes() {
        checks::edges::<Stones>(&[("reach", 3)], &[("4\n...X\n", "1\n")]);
        checks::edges::<Stones>(&[("reach", 1 << 60)], &[("4\n.X.X\n", "1\n")]);
    }

    #[test]
    fn every_strip_of_six_cells_agrees_for_every_reach() {
        for set in 0u32..1 << 6 {
            let stones: Vec<u32> = (0..6).filter(|cell| set >> cell & 1 == 1).collect();
            for reach in 1..=5 {
                let strip = Stones {
                    stones: stones.clone(),
                    cells: 6,
                    reach,
                };
                assert!(checks::agree(&strip));
                let theory = strip.staircase();
                let winning = theory.winning_moves(&strip, &stones);
                let count = theory.count_winning_moves(&stones);
                assert_eq!(winning.count() as u64, count, "{strip}{reach}");
            }
        }
    }

    #[test]
    fn a_lost_strip_has_no_winning_move_whatever_its_size() {
        for seed in 0..50 {
            let mut strip = scattered(100_000, most_stones(100_000), &mut Random::new(seed));
            strip.lose();
            assert_eq!(strip.solve(checks::BUDGET), Ok(vec![Line(0)]));
        }
    }

    #[test]
    fn strips_of_any_size_and_reach_certify_right_answers_alone() {
        let mut random = Random::new(4);
        for round in 0..20 {
            let mut strip = scattered(90, 45, &mut random);
            strip.reach = *random.pick(&[1, 2, 22, 1000, 1 << 60]);
            if round % 3 == 0 {
                strip.lose();
            }
            let Line(wins) = strip.solve(checks::BUDGET).unwrap()[0];
            let certified = strip.certify(&[Line(wins)], checks::BUDGET);
            assert!(certified.is_ok(), "{certified:?}");
            checks::refutes(&strip, Line(wins + 1));
        }
    }

    /// Tests the theorem on classes: the residues of all gaps, modulus^stones of them.
    ///
    /// Any move takes 1 to K from one gap and adds it to the next. A move that takes at most the residue can always be
    /// made.
    fn holds_for_all_classes(stones: u32, reach: u64, modulus: u64, is_counted: impl Fn(usize) -> bool) -> bool {
        let place = |stone: u32| modulus.pow(stone);
        let digit = |class: usize, stone: u32| class as u64 / place(stone) % modulus;
        let lost = |class: usize| {
            let counted = (0..stones).filter(|&stone| is_counted(stone as usize));
            counted.fold(0, |xor, stone| xor ^ digit(class, stone)) == 0
        };
        let add = |class: usize, stone: u32, cells: u64| {
            let before = digit(class, stone);
            let after = (before + cells) % modulus;
            class + (after * place(stone)) as usize - (before * place(stone)) as usize
        };
        let moves = |class: usize, sure: bool| {
            (0..stones).flat_map(move |stone| {
                let farthest = if sure { digit(class, stone).min(reach) } else { reach };
                (1..=farthest).map(move |cells| {
                    let taken = add(class, stone, cells * (modulus - 1));
                    if stone + 1 < stones {
                        add(taken, stone + 1, cells)
                    } else {
                        taken
                    }
                })
            })
        };
        let classes = place(stones) as usize;
        check_classes(classes, lost, |c| moves(c, false), |c| moves(c, true)).is_ok()
    }

    #[test]
    fn the_linear_proof_agrees_with_enumerating_all_classes() {
        let mut accepted = 0;
        for stones in 1..=4 {
            for (reach, modulus) in (1..=4).flat_map(|k| (2..=6).map(move |m| (k, m))) {
                for set in 0..1 << stones {
                    let is_counted = |stone: usize| set >> stone & 1 == 1;
                    let linear = check_staircase(stones, reach, modulus, is_counted).is_ok();
                    let classes = holds_for_all_classes(stones as u32, reach, modulus, is_counted);
                    assert_eq!(linear, classes, "{stones} {reach} {modulus} {set:b}");
                    accepted += usize::from(linear);
                }
            }
        }
        assert_eq!(accepted, 4 * 4, "one set for each number of stones and reach");
    }

    #[test]
    fn another_modulus_is_not_certified() {
        let strip = Stones::of(9, vec![3, 8]);
        for modulus in [2, 4] {
            let proof = Staircase { modulus }.proof(&strip, checks::BUDGET);
            assert!(matches!(proof, Some(Err(CertifyError::Wrong(_)))));
        }
    }
}
