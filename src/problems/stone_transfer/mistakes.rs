//! Known mistakes with moving one stone and adding one.

use super::{StoneTransfer, value};
use crate::stock::mistakes::{Mistake, Mistaken, bound, mistake, trap};

pub(super) const ALL: &[Mistake<StoneTransfer>] = &[
    trap(
        "odd-piles-only",
        [
            "moves only from piles with an odd number of stones",
            "chỉ đi từ những đống có số viên lẻ",
            "只从石子数为奇数的堆出发",
        ],
        |row| {
            answer(
                row,
                &Rule {
                    from: |stones| stones % 2 == 1,
                    ..RIGHT
                },
            )
        },
    ),
    trap(
        "empty-piles",
        ["moves from empty piles too", "đi cả từ những đống rỗng", "也从空堆出发"],
        |row| {
            answer(
                row,
                &Rule {
                    from: |_| true,
                    ..RIGHT
                },
            )
        },
    ),
    mistake(
        "different-piles",
        [
            "puts the two stones on different piles only",
            "chỉ đặt hai viên lên hai đống khác nhau",
            "只把两颗石子放到不同的堆上",
        ],
        |row| {
            answer(
                row,
                &Rule {
                    same_pile: false,
                    worth: |d| worths(d, false),
                    ..RIGHT
                },
            )
        },
    ),
    mistake(
        "counts-every-pile-once",
        [
            "counts every pile that is not empty once, whether its number is odd or even",
            "tính mỗi đống không rỗng một lần, bất kể số viên chẵn hay lẻ",
            "每个非空堆都算一次，不论奇偶",
        ],
        |row| {
            answer(
                row,
                &Rule {
                    counts: |stones| stones > 0,
                    ..RIGHT
                },
            )
        },
    ),
    mistake(
        "distance-as-nimber",
        [
            "uses the distance from the last pile as the nimber",
            "lấy khoảng cách tới đống cuối làm giá trị Grundy",
            "把到最后一堆的距离当作 SG 值",
        ],
        |row| {
            answer(
                row,
                &Rule {
                    worth: |d| d as u64,
                    ..RIGHT
                },
            )
        },
    ),
    mistake(
        "last-move",
        [
            "prints the last winning move in dictionary order",
            "in nước thắng cuối cùng theo thứ tự từ điển",
            "输出字典序最大的必胜走法",
        ],
        |row| answer(row, &Rule { last: true, ..RIGHT }),
    ),
    mistake(
        "smaller-k-first",
        [
            "prefers the smaller k to the smaller j",
            "ưu tiên k nhỏ trước rồi mới đến j nhỏ",
            "先比较 k 的大小，再比较 j",
        ],
        |row| answer(row, &Rule { k_first: true, ..RIGHT }),
    ),
    mistake(
        "piles-from-1",
        [
            "numbers the piles from 1 in its answer",
            "đánh số các đống từ 1 khi in kết quả",
            "输出时把堆从 1 开始编号",
        ],
        |row| answer(row, &Rule { first: 1, ..RIGHT }),
    ),
    bound(mistake(
        "no-memory",
        [
            "does not remember nimbers, so it computes the nimber of a pile again for every pair",
            "không ghi nhớ giá trị Grundy, tính lại giá trị của một đống cho từng cặp",
            "不记忆 SG 值，每一对堆都重新计算一次",
        ],
        |row| {
            // With m piles to its right, a pile takes m + 1 times their calls: 4 billion for 12 piles.
            const PILES: usize = 12;
            Mistaken::breaks_if(row, row.0.len() >= PILES)
        },
    )),
];

/// The behaviour of a program.
struct Rule {
    /// Whether a pile with this number of stones can be moved from.
    from: fn(u64) -> bool,
    /// Whether a pile with this number of stones counts for the xor.
    counts: fn(u64) -> bool,
    /// Whether both stones may go to one pile.
    same_pile: bool,
    /// The worth of a stone at a distance from the last pile.
    worth: fn(usize) -> u64,
    last: bool,
    /// Whether the program takes the move with the smallest k first among the moves of a pile.
    k_first: bool,
    /// The number of the first pile.
    first: usize,
}

const RIGHT: Rule = Rule {
    from: |stones| stones > 0,
    counts: |stones| stones % 2 == 1,
    same_pile: true,
    worth: value,
    last: false,
    k_first: false,
    first: 0,
};

/// Returns the nimber at a distance by trying all pairs.
fn worths(distance: usize, same_pile: bool) -> u64 {
    let mut worths: Vec<u64> = Vec::new();
    for end in 0..=distance {
        let pairs = (0..end).flat_map(|a| (0..a + usize::from(same_pile)).map(move |b| (a, b)));
        let seen: Vec<u64> = pairs.map(|(a, b)| worths[a] ^ worths[b]).collect();
        worths.push(crate::stock::mistakes::mex_from(0, &seen));
    }
    worths[distance]
}

fn answer(row: &StoneTransfer, rule: &Rule) -> Mistaken {
    /// The most piles. The program tries all triples.
    const MOST_PILES: usize = 60;
    let piles = &row.0;
    if piles.len() > MOST_PILES {
        return Mistaken::Unknown;
    }
    let worth: Vec<u64> = (0..piles.len()).rev().map(rule.worth).collect();
    let counted = piles.iter().zip(&worth).filter(|(stones, _)| (rule.counts)(**stones));
    let total = counted.fold(0, |total, (_, worth)| total ^ worth);
    let n = piles.len();
    let from = (0..n).filter(|&i| total != 0 && (rule.from)(piles[i]));
    let second = |j: usize| j + usize::from(!rule.same_pile)..n;
    let triples = from.flat_map(|i| (i + 1..n).flat_map(move |j| second(j).map(move |k| [i, j, k])));
    let mut winning = triples.filter(|&[i, j, k]| total ^ worth[i] ^ worth[j] ^ worth[k] == 0);
    let found = match rule {
        Rule { last: true, .. } => winning.next_back(),
        Rule { k_first: true, .. } => winning.min_by_key(|&[i, j, k]| [i, k, j]),
        _ => winning.next(),
    };
    let found = found.map(|triple| triple.map(|pile| pile + rule.first));
    Mistaken::answer(Some(super::answer(found)))
}
