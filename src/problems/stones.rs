//! Stones on a strip: a move takes one stone up to K cells to the left (K = 2 originally), onto and over empty cells
//! only; who cannot move loses. How many winning first moves are there?
//!
//! **Idea.** Let a stone's gap be the number of empty cells between it and the stone to its left (or the edge). A move
//! of `c` cells takes `c` from the stone's own gap and adds `c` to the gap of the next stone to the right. This is
//! staircase Nim: only every second gap counts, from the rightmost stone's leftwards, each modulo K+1. A position is
//! lost exactly when the xor of these residues is 0.
//!
//! **Why.** A move changes exactly one counted gap by `c` in 1..=K, so it changes that residue and the xor: from xor 0
//! no move reaches xor 0. From another xor some counted residue can be lowered to make it 0, and lowering a residue by
//! at most K is always a real move. Play ends, since stones only go left.
//!
//! **Trap.** A residue is not a gap: where a gap of 4 has residue 1, its stone can move 2, and where a residue would
//! allow a move the real gap must too. So real moves are counted, not moves on residues.
//!
//! **Cost.** Linear in the strip's length, 4 bytes per stone. **Source.** TopCoder "SlideGame"; Stones.in/Stones.out.

use std::fmt;

use crate::budget::{Budget, Refusal};
use crate::engine::{Outcome, Rules, brute, certificate};
use crate::playable::require_showable;
use crate::problem::old::{
    CertifyError, Family, Limit, Meta, Problem, Variant, Variants, Words, hints, statement,
};
use crate::random::Random;
use crate::stock::shrink::{shorter, without};
use crate::text::{InputError, Scanner};

mod playing;

pub use playing::Strip;

/// The problem.
pub struct Stones;

const N: Limit = Limit {
    name: "N",
    what: "the number of cells",
    original: (1, 50),
    solve: (0, i64::MAX),
};
/// The original limit of stones on the strip.
const STONES: usize = 10;
/// How far a stone may go originally.
const REACH: u64 = 2;
/// How many positions `brute` may look at.
const BRUTE_POSITIONS: usize = 20_000;

/// One strip.
#[derive(Clone)]
pub struct Instance {
    /// The stones' cells from the left, counted from 0.
    stones: Vec<u32>,
    cells: usize,
    reach: u64,
}

/// The number of winning first moves.
#[derive(PartialEq, Debug)]
pub struct Answer(u64);

impl Problem for Stones {
    const META: Meta = Meta {
        slug: "stones",
        title: Words {
            en: "Stones on a Strip",
            vi: "Sỏi trên dải ô",
            zh: "纸带上的石子",
        },
        source: "TopCoder SlideGame",
        engine: "staircase Nim",
        contest_files: ("Stones.in", "Stones.out"),
        limits: &[
            N,
            Limit {
                name: "stones",
                what: "the stones",
                original: (0, STONES as i64),
                solve: (0, i64::MAX),
            },
        ],
        time_limit_ms: 1000,
        memory_limit_mib: 256,
        statement: statement!("stones"),
        hints: hints!("stones"),
        families: &[
            Family {
                name: "random",
                about: "up to 10 stones anywhere",
            },
            Family {
                name: "lost",
                about: "no first move wins",
            },
            Family {
                name: "packed",
                about: "the stones side by side at the right end",
            },
            Family {
                name: "wide",
                about: "few stones with wide gaps, where residues and gaps differ",
            },
            Family {
                name: "stuck",
                about: "every stone at the left end: no move at all",
            },
            Family {
                name: "empty",
                about: "no stone",
            },
        ],
        size: ("N, the number of cells", 50),
        variants: &[Variant {
            name: "reach",
            help: "A stone may go up to K cells to the left instead of 2",
            value: Some(("K", (1, 1 << 60))),
        }],
    };

    type Instance = Instance;
    type Answer = Answer;
    type Game = Strip;

    fn read(scanner: &mut Scanner<'_>, variants: &Variants) -> Result<Instance, InputError> {
        let cells = N.count(scanner)?;
        scanner.newline()?;
        let mut stones = Vec::new();
        if cells > 0 {
            let row = scanner.row(format_args!("the strip"), cells, "`.` or `X`", |c| {
                matches!(c, b'.' | b'X')
            })?;
            stones = stones_of(row.bytes);
            if scanner.is_strict() && stones.len() > STONES {
                let extra = row.offset + stones[STONES] as usize;
                let message = format!(
                    "the strip must hold at most {STONES} stones, found {}",
                    stones.len()
                );
                return Err(InputError::new(extra, 1, message).with_hint("solving accepts more"));
            }
            scanner.newline()?;
        }
        scanner.end()?;
        Ok(Instance {
            stones,
            cells,
            reach: variants.number("reach").unwrap_or(REACH),
        })
    }

    fn solve(instance: &Instance, _: Budget) -> Result<Answer, Refusal> {
        Ok(Answer(instance.winning_moves()))
    }

    fn certify(instance: &Instance, answer: &Answer, _: Budget) -> Result<String, CertifyError> {
        let classes = instance.certify_lost_positions()?;
        let start = instance.start();
        let wins = instance
            .moves(&start)
            .filter(|(_, after)| xor(after, instance.reach) == 0);
        if wins.count() as u64 != answer.0 {
            return Err(CertifyError::Wrong(
                "trying every move gives another number".into(),
            ));
        }
        Ok(format!(
            "{classes} classes of positions by what moves between them, and every first move"
        ))
    }

    fn brute(instance: &Instance) -> Option<Answer> {
        let solved = brute::solve(instance, BRUTE_POSITIONS).ok()?;
        let start = instance.start();
        let wins = instance
            .moves(&start)
            .filter(|(_, next)| solved.outcome(next) == Some(Outcome::Loss));
        Some(Answer(wins.count() as u64))
    }

    fn game(instance: &Instance, _: usize, _: Budget) -> Result<Strip, Refusal> {
        // What is shown and tried of a position grows with its stones and moves, not with the cells between.
        let stones = instance.stones.len() as u64;
        require_showable(stones, 1000, "stones")?;
        let moves = stones.saturating_mul(instance.reach);
        require_showable(
            moves.min(instance.cells as u64),
            2000,
            "moves in one position",
        )?;
        Ok(Strip::new(instance.clone()))
    }

    fn generate(family: &str, size: u64, random: &mut Random) -> Instance {
        let cells = usize::try_from(size).expect("a generated strip fits in memory");
        // Beyond the original limit one cell in five holds a stone, as at the limit.
        let most = STONES.max(cells / 5).min(cells);
        let scattered = |random: &mut Random, count: usize| {
            let mut all: Vec<u32> = (0..cells as u32).collect();
            random.shuffle(&mut all);
            all.truncate(count);
            all.sort_unstable();
            all
        };
        let stones = match family {
            "packed" => (cells - most..cells).map(|i| i as u32).collect(),
            "stuck" => (0..most as u32).collect(),
            "empty" => Vec::new(),
            "wide" => {
                let count = 1 + random.index(most.min(4));
                scattered(random, count)
            }
            _ => {
                let count = 1 + random.index(most);
                scattered(random, count)
            }
        };
        let mut instance = Instance {
            stones,
            cells,
            reach: REACH,
        };
        if family == "lost" {
            instance.lose();
        }
        instance
    }

    fn smaller(instance: &Instance) -> impl Iterator<Item = Instance> {
        let Instance {
            ref stones,
            cells,
            reach,
        } = *instance;
        let fewer = shorter(stones).map(move |stones| Instance {
            stones,
            cells,
            reach,
        });
        // Without one free cell: everything to its right moves up.
        let free = (0..cells as u32).filter(move |cell| stones.binary_search(cell).is_err());
        let narrower = free.map(move |cell| Instance {
            stones: stones
                .iter()
                .map(|&stone| stone - u32::from(stone > cell))
                .collect(),
            cells: cells - 1,
            reach,
        });
        // Without a stone and its cell.
        let both = (0..stones.len()).map(move |index| Instance {
            stones: (without(stones, index).into_iter())
                .map(|stone| stone - u32::from(stone > stones[index]))
                .collect(),
            cells: cells - 1,
            reach,
        });
        fewer.chain(both).chain(narrower)
    }
}

impl Instance {
    /// The gap before each stone, from the left.
    fn gaps(&self) -> impl DoubleEndedIterator<Item = u64> + ExactSizeIterator {
        gaps(&self.stones)
    }

    /// The gap modulo K+1.
    fn residue(&self, gap: u64) -> u64 {
        residue(gap, self.reach)
    }

    /// The xor of the counted residues; 0 exactly where the player to move loses.
    fn xor(&self) -> u64 {
        xor(&self.stones, self.reach)
    }

    /// Checks that lost positions are those with xor 0, by the residues of all gaps as classes; says how many.
    ///
    /// Any move takes 1 to K from one gap and adds it to the next, modulo K+1. A move that takes no more than the
    /// residue can always be made.
    fn certify_lost_positions(&self) -> Result<usize, CertifyError> {
        /// More classes than this take longer than anyone waits.
        const MOST_CLASSES: u64 = 200_000;
        let (stones, modulus) = (self.stones.len(), self.reach + 1);
        let power = u32::try_from(stones)
            .ok()
            .and_then(|stones| modulus.checked_pow(stones));
        let classes = power.filter(|&classes| classes <= MOST_CLASSES).ok_or_else(|| {
            Refusal::new(format!(
                "checking {stones} stones takes {modulus}^{stones} classes of positions, the bound is {MOST_CLASSES}"
            ))
        })?;
        let place = |stone: usize| modulus.pow(stone as u32);
        let digit = |class: u64, stone: usize| class / place(stone) % modulus;
        let lost = |class: usize| {
            let counted = (0..stones)
                .rev()
                .step_by(2)
                .map(|stone| digit(class as u64, stone));
            counted.fold(0, |xor, residue| xor ^ residue) == 0
        };
        let moves = |class: usize, sure: bool| {
            let class = class as u64;
            (0..stones).flat_map(move |stone| {
                let own = digit(class, stone);
                let farthest = if sure { own } else { modulus - 1 };
                (1..=farthest).map(move |cells| {
                    let mut after = class - own * place(stone)
                        + (own + modulus - cells) % modulus * place(stone);
                    if stone + 1 < stones {
                        let next = digit(class, stone + 1);
                        after = after - next * place(stone + 1)
                            + (next + cells) % modulus * place(stone + 1);
                    }
                    after as usize
                })
            })
        };
        certificate::check_classes(
            classes as usize,
            lost,
            |class| moves(class, false),
            |class| moves(class, true),
        )
        .map_err(|error| CertifyError::Wrong(error.to_string()))?;
        Ok(classes as usize)
    }

    /// How many real moves lead to a lost position. A move changes one counted gap, its own or the next, and there is
    /// one number of cells modulo K+1 that makes the xor 0.
    fn winning_moves(&self) -> u64 {
        let xor = self.xor();
        if xor == 0 {
            return 0;
        }
        let modulus = self.reach + 1;
        // How many cells a residue must lose to become another; anything where one of them is none.
        let lost = |from: u64, to: u64| {
            let around = if to <= from { 0 } else { modulus };
            (from + around).wrapping_sub(to)
        };
        let mut wins = 0;
        // From the right: what the gap of the stone just passed must become, which a move of this stone widens.
        let mut next = (0, modulus);
        for (gap, is_counted) in self.gaps().rev().zip([true, false].into_iter().cycle()) {
            let (cells, wanted) = if is_counted {
                let residue = self.residue(gap);
                let wanted = xor ^ residue;
                next = (residue, wanted);
                (lost(residue, wanted), wanted)
            } else {
                let (residue, wanted) = next;
                (lost(wanted, residue), wanted)
            };
            wins += u64::from((wanted < modulus) & (cells <= gap));
        }
        wins
    }

    /// Moves stones to the left until the xor is 0.
    fn lose(&mut self) {
        let xor = self.xor();
        if xor == 0 {
            return;
        }
        let count = self.stones.len();
        for i in (0..count).rev().step_by(2) {
            let gap = self.gaps().nth(i).expect("every stone has a gap");
            let residue = self.residue(gap);
            if residue ^ xor < residue {
                self.stones[i] -= (residue - (residue ^ xor)) as u32;
                return;
            }
        }
    }
}

/// Where the stones are in a row of fewer than 2^32 cells.
fn stones_of(row: &[u8]) -> Vec<u32> {
    let mut stones = Vec::new();
    // Whether a cell has a stone often cannot be guessed: it is noted in any case, and the next overwrites it if not.
    let mut noted = [0; 1 << 10];
    let mut cell = 0;
    for part in row.chunks(noted.len()) {
        let mut count = 0;
        for &content in part {
            noted[count] = cell;
            count += usize::from(content == b'X');
            cell += 1;
        }
        stones.extend_from_slice(&noted[..count]);
    }
    stones
}

/// The gap before each stone, from the left.
fn gaps(stones: &[u32]) -> impl DoubleEndedIterator<Item = u64> + ExactSizeIterator {
    (0..stones.len()).map(|i| {
        let before = i.checked_sub(1).map_or(0, |left| stones[left] + 1);
        u64::from(stones[i] - before)
    })
}

/// The xor of every second gap modulo `reach + 1`, from the rightmost leftwards.
fn xor(stones: &[u32], reach: u64) -> u64 {
    gaps(stones)
        .rev()
        .step_by(2)
        .fold(0, |xor, gap| xor ^ residue(gap, reach))
}

/// A gap modulo `reach + 1`.
fn residue(gap: u64, reach: u64) -> u64 {
    match (u32::try_from(gap), u32::try_from(reach + 1)) {
        // Division by 32 bits is up to three times faster, and gaps have no more.
        (Ok(gap), Ok(modulus)) => u64::from(gap % modulus),
        _ => gap % (reach + 1),
    }
}

/// A move of one stone, by cells counted from 1 as on the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slide {
    from: u32,
    to: u32,
}

impl Rules for Instance {
    type Position = Vec<u32>;
    type Move = Slide;

    fn start(&self) -> Vec<u32> {
        self.stones.clone()
    }

    fn moves(&self, stones: &Vec<u32>) -> impl Iterator<Item = (Slide, Vec<u32>)> {
        (0..stones.len()).flat_map(move |i| {
            let leftmost = i.checked_sub(1).map_or(0, |left| stones[left] + 1);
            let farthest = u32::try_from(self.reach)
                .unwrap_or(u32::MAX)
                .min(stones[i] - leftmost);
            (1..=farthest).map(move |cells| {
                let mut after = stones.clone();
                after[i] -= cells;
                (
                    Slide {
                        from: stones[i] + 1,
                        to: after[i] + 1,
                    },
                    after,
                )
            })
        })
    }
}

impl Instance {
    /// The cells from the left.
    fn row(&self) -> String {
        let mut row = vec![b'.'; self.cells];
        for &stone in &self.stones {
            row[stone as usize] = b'X';
        }
        String::from_utf8_lossy(&row).into_owned()
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.cells)?;
        if self.cells > 0 {
            writeln!(f, "{}", self.row())?;
        }
        Ok(())
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{
        agrees_with_brute, error, instance_agrees, solve, solve_with, validator_error,
    };
    use super::*;

    fn strip(row: &str) -> String {
        solve(&Stones, &format!("{}\n{row}\n", row.len()))
    }

    #[test]
    fn edges() {
        for (row, wins) in [
            ("X", 0),
            (".", 0),
            ("..X", 1),
            (".X", 1),
            ("XXXXX", 0),
            ("...X", 0),
            ("....X", 1),
            (".XX.X", 0),
        ] {
            assert_eq!(strip(row), format!("{wins}\n"), "{row}");
        }
        assert_eq!(solve(&Stones, "0\n"), "0\n");
    }

    #[test]
    fn stones_are_found_in_every_part_of_a_long_row() {
        let mut row = vec![b'.'; 3000];
        let places = [0, 1, 1022, 1023, 1024, 1025, 2047, 2048, 2999];
        places.iter().for_each(|&place| row[place as usize] = b'X');
        assert_eq!(stones_of(&row), places);
        assert_eq!(stones_of(&[b'X'; 1025]), (0..1025).collect::<Vec<u32>>());
    }

    #[test]
    fn trap_moves_are_counted_on_the_strip_and_not_on_residues() {
        assert_eq!(strip("...X.X"), "2\n");
    }

    #[test]
    fn samples() {
        for (row, wins) in [(".X.X", 1), ("...XX.X", 2), ("X...X.X", 2)] {
            assert_eq!(strip(row), format!("{wins}\n"), "{row}");
        }
    }

    #[test]
    fn small_strips_agree_with_brute_force() {
        agrees_with_brute::<Stones>(2000, 1..=11);
    }

    #[test]
    fn every_strip_of_six_cells_agrees_with_brute_force_for_every_reach() {
        for set in 0u32..1 << 6 {
            let stones = (0..6)
                .filter(|cell| set >> cell & 1 == 1)
                .collect::<Vec<u32>>();
            for reach in 1..=5 {
                assert!(instance_agrees::<Stones>(&Instance {
                    stones: stones.clone(),
                    cells: 6,
                    reach
                }));
            }
        }
    }

    #[test]
    fn a_lost_strip_has_no_winning_move_whatever_its_size() {
        for seed in 0..50 {
            let instance = Stones::generate("lost", 100_000, &mut Random::new(seed));
            assert_eq!(instance.winning_moves(), 0);
        }
    }

    #[test]
    fn reach_changes_how_far_a_stone_goes() {
        let mut variants = Variants::default();
        variants.set(&Stones::META.variants[0], 3);
        assert_eq!(solve_with(&Stones, "4\n...X\n", &variants), "1\n");
        assert_eq!(solve(&Stones, "4\n...X\n"), "0\n");
    }

    #[test]
    fn errors_are_at_the_cell() {
        assert!(
            error(&Stones, "4\n.X.\n")
                .starts_with("error: the strip must have 4 cells, found 3\n  --> in:2:4\n")
        );
        assert!(error(&Stones, "4\n.x..\n").contains("in:2:2"));
        let eleven = validator_error(&Stones, "11\nXXXXXXXXXXX\n");
        assert!(
            eleven.starts_with(
                "error: the strip must hold at most 10 stones, found 11\n  --> in:2:11\n"
            ),
            "{eleven}"
        );
    }
}
