//! Known mistakes with stones on a strip.

use super::{ORIGINAL_REACH, Stones};
use crate::stock::mistakes::{Mistake, Mistaken, NO_MEMORY, bound, mistake, trap};
use crate::stock::{Line, WinningMoves};

pub(super) const ALL: &[Mistake<Stones>] = &[
    trap(
        "reduced-gaps",
        [
            "reduces the gaps modulo 3 first and counts the moves on the remainders",
            "rút gọn các khoảng trống theo mod 3 rồi mới đếm nước đi trên số dư",
            "先把间隙对 3 取余，再在余数上数走法",
        ],
        |strip| {
            let gaps: Vec<u64> = gaps(strip).iter().map(|gap| gap % 3).collect();
            Mistaken::answer(Some(count(&gaps, &gaps, value, 2)))
        },
    ),
    mistake(
        "from-the-left",
        [
            "takes every second gap, beginning with the gap of the leftmost stone",
            "cứ hai khoảng trống lấy một, bắt đầu từ viên sỏi ngoài cùng bên trái",
            "从最左边的石子开始隔一个取间隙",
        ],
        |strip| counted(strip, |gaps| xor(gaps.iter().step_by(2).map(|gap| gap % 3))),
    ),
    mistake(
        "every-gap",
        [
            "takes the xor of all gaps, not of every second gap",
            "lấy xor của mọi khoảng trống thay vì cứ hai khoảng lấy một",
            "对所有间隙取异或，而不是隔一个取",
        ],
        |strip| counted(strip, |gaps| xor(gaps.iter().map(|gap| gap % 3))),
    ),
    mistake(
        "one-cell-only",
        ["tries only moves of one cell", "chỉ thử nước đi một ô", "只试走一格"],
        |strip| {
            let gaps = gaps(strip);
            Mistaken::answer(Some(count(&gaps, &gaps, value, 1)))
        },
    ),
    mistake(
        "gaps-not-reduced",
        [
            "takes the xor of the gaps themselves, not of their remainders",
            "lấy xor của chính các khoảng trống thay vì của các số dư",
            "直接对间隙取异或，没有取余",
        ],
        |strip| counted(strip, |gaps| xor(gaps.iter().rev().step_by(2).copied())),
    ),
    mistake(
        "next-gap-unchanged",
        [
            "forgets that a move makes the gap of the next stone larger",
            "quên rằng một nước đi làm khoảng trống của viên kế tiếp rộng ra",
            "忘了走一步会使下一颗石子的间隙变大",
        ],
        |strip| {
            let gaps = gaps(strip);
            let mut wins = 0;
            for stone in 0..gaps.len() {
                for cells in 1..=gaps[stone].min(2) {
                    let mut after = gaps.clone();
                    after[stone] -= cells;
                    wins += u128::from(value(&after) == 0);
                }
            }
            Mistaken::answer(Some(Line(wins)))
        },
    ),
    mistake(
        "jumps-over-stones",
        [
            "looks only at the cell that a stone goes to, so that stones jump over others",
            "chỉ xét ô mà viên sỏi đi tới, nên sỏi nhảy qua viên khác",
            "只看石子落到的格子，于是石子会跳过别的石子",
        ],
        |strip| Mistaken::answer(Some(jumping(strip))),
    ),
    mistake(
        "ends-on-stones",
        [
            "looks only at the cell beside a stone, so that a move of two cells may end on another stone",
            "chỉ xét ô ngay cạnh viên sỏi, nên nước đi hai ô có thể dừng trên viên khác",
            "只看石子旁边的一格，于是走两格时可能停在别的石子上",
        ],
        |strip| Mistaken::answer(Some(ending_on_stones(strip))),
    ),
    mistake(
        "one-or-none",
        [
            "prints 1 if some first move wins, not their number",
            "in 1 nếu có nước thắng, không in số nước thắng",
            "有必胜走法就输出 1，而不是输出个数",
        ],
        |strip| {
            let gaps = gaps(strip);
            let Line(wins) = count(&gaps, &gaps, value, 2);
            Mistaken::answer(Some(Line(wins.min(1))))
        },
    ),
    bound(mistake("no-memory", NO_MEMORY, |strip| {
        /// The number of stones, with as many steps to the left between them, that gives too many lines of play for the
        /// time limit.
        const STONES: usize = 8;
        const STEPS: u64 = 150;
        let ahead = strip
            .stones
            .iter()
            .zip(0..)
            .map(|(&cell, stone)| u64::from(cell) - stone);
        let is_endless = strip.stones.len() >= STONES && ahead.sum::<u64>() >= STEPS;
        Mistaken::breaks_if(strip, is_endless)
    })),
];

fn gaps(strip: &Stones) -> Vec<u64> {
    let mut before = 0;
    strip
        .stones
        .iter()
        .map(|&cell| {
            let gap = u64::from(cell - before);
            before = cell + 1;
            gap
        })
        .collect()
}

fn xor(terms: impl Iterator<Item = u64>) -> u64 {
    terms.fold(0, |total, term| total ^ term)
}

fn value(gaps: &[u64]) -> u64 {
    xor(gaps.iter().rev().step_by(2).map(|gap| gap % 3))
}

/// Counts the moves of at most `reach` cells that `free` allows and that make the value of the gaps 0.
fn count(gaps: &[u64], free: &[u64], value: impl Fn(&[u64]) -> u64, reach: u64) -> WinningMoves {
    let mut after = gaps.to_vec();
    let mut wins = 0;
    for stone in 0..gaps.len() {
        for cells in 1..=free[stone].min(reach) {
            after[stone] -= cells;
            if let Some(next) = after.get_mut(stone + 1) {
                *next += cells;
            }
            wins += u128::from(value(&after) == 0);
            after.copy_from_slice(gaps);
        }
    }
    Line(wins)
}

fn counted(strip: &Stones, value: impl Fn(&[u64]) -> u64) -> Mistaken {
    // These programs know only the original reach.
    let gaps = gaps(strip);
    let known = strip.reach == ORIGINAL_REACH;
    Mistaken::answer(known.then(|| count(&gaps, &gaps, value, 2)))
}

/// Counts the winning moves of one or two cells if the cell beside the stone is free, whatever the other cell holds.
fn ending_on_stones(strip: &Stones) -> WinningMoves {
    let mut wins = 0;
    let is_taken = |cell: u32| strip.stones.contains(&cell);
    for (stone, &cell) in strip.stones.iter().enumerate() {
        for to in (1..=2).filter_map(|cells| cell.checked_sub(cells)) {
            if is_taken(cell - 1) {
                continue;
            }
            let gaps = if is_taken(to) {
                // One stone lies on the other: -1 cells are between them, and that is 2 modulo 3.
                let mut gaps = gaps(strip);
                gaps[stone] = 2;
                if let Some(next) = gaps.get_mut(stone + 1) {
                    *next += 2;
                }
                gaps
            } else {
                let mut after = strip.stones.clone();
                after[stone] = to;
                gaps(&Stones {
                    stones: after,
                    ..strip.clone()
                })
            };
            wins += u128::from(value(&gaps) == 0);
        }
    }
    Line(wins)
}

fn jumping(strip: &Stones) -> WinningMoves {
    let mut wins = 0;
    for (stone, &cell) in strip.stones.iter().enumerate() {
        for to in (1..=2).filter_map(|cells| cell.checked_sub(cells)) {
            if strip.stones.contains(&to) {
                continue;
            }
            let mut after = strip.stones.clone();
            after[stone] = to;
            after.sort_unstable();
            let after = Stones {
                stones: after,
                ..strip.clone()
            };
            wins += u128::from(value(&gaps(&after)) == 0);
        }
    }
    Line(wins)
}
