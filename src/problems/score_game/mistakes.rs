//! Known mistakes with a game of points.

use super::ScoreGame;
use crate::stock::Line;
use crate::stock::mistakes::{Mistake, Mistaken, bound, from_heads, heads, mistake, narrow, trap};

pub(super) const ALL: &[Mistake<ScoreGame>] = &[
    mistake(
        "greedy",
        [
            "lets each player take the most points at once",
            "cho mỗi người lấy nhiều điểm nhất ngay lúc đó",
            "让双方都只取眼前最多的分",
        ],
        |game| Mistaken::answer(greedy(game)),
    ),
    trap(
        "may-stop",
        [
            "starts the maximum at 0, so that a player who would lose points may stop",
            "khởi tạo giá trị lớn nhất bằng 0, nên người sắp mất điểm được dừng",
            "最大值从 0 开始，于是会亏分的一方可以停手",
        ],
        |game| best(game, |scores| scores.max().unwrap_or(0).max(0)),
    ),
    narrow(trap(
        "32-bit",
        [
            "keeps the differences in 32 bits",
            "lưu hiệu số bằng 32 bit",
            "用 32 位整数存分差",
        ],
        |game| {
            let heads = heads(game.points.len(), &game.graph.arcs);
            let found = heads.map(|heads| {
                let points = |vertex: usize| game.points[vertex] as i32;
                let values = from_heads::<i32>(&heads, |vertex, after| {
                    let scores = heads[vertex].iter().zip(after);
                    let scores = scores.map(|(&to, value)| points(to).wrapping_sub(*value));
                    scores.max().unwrap_or(0)
                });
                Line(i128::from(values[game.start as usize]))
            });
            Mistaken::answer(found)
        },
    )),
    trap(
        "start-pays",
        [
            "gives the first player the points of the start",
            "cho người đi trước điểm của đỉnh xuất phát",
            "把起点的分也给先手",
        ],
        |game| {
            let found = differences(game, |scores| scores.max().unwrap_or(0));
            Mistaken::answer(found.map(|best| Line(best + i128::from(game.points[game.start as usize]))))
        },
    ),
    mistake(
        "one-player",
        [
            "adds up the points of the best path, as if the players helped each other",
            "cộng điểm của đường đi tốt nhất, như thể hai người giúp nhau",
            "把最优路径上的分全部相加，好像双方在合作",
        ],
        |game| {
            let found = heads(game.points.len(), &game.graph.arcs).map(|heads| {
                let values = from_heads::<i128>(&heads, |vertex, after| {
                    let totals = heads[vertex].iter().zip(after);
                    let totals = totals.map(|(&to, value)| i128::from(game.points[to]) + value);
                    totals.max().unwrap_or(0)
                });
                Line(values[game.start as usize])
            });
            Mistaken::answer(found)
        },
    ),
    mistake(
        "worst-reply",
        [
            "takes the minimum over the moves instead of the maximum",
            "lấy giá trị nhỏ nhất thay vì lớn nhất qua các nước đi",
            "对走法取最小值，而不是最大值",
        ],
        |game| best(game, |scores| scores.min().unwrap_or(0)),
    ),
    bound(mistake(
        "arrays-of-7000",
        [
            "has arrays for 7,000 vertices only",
            "chỉ khai báo mảng cho 7.000 đỉnh",
            "数组只开到 7,000 个顶点",
        ],
        |game| Mistaken::breaks_if(game, game.points.len() > 7000),
    )),
    bound(mistake(
        "rounds-over-all-arcs",
        [
            "goes through all arcs once for each vertex, N·M steps",
            "duyệt mọi cung một lần cho mỗi đỉnh, N·M bước",
            "对每个顶点都遍历全部弧，共 N·M 步",
        ],
        |game| {
            let steps = game.points.len() as u128 * game.graph.arcs.len() as u128;
            Mistaken::breaks_if(game, steps > MOST_STEPS)
        },
    )),
    bound(mistake(
        "zero-is-unknown",
        [
            "keeps best differences in an array, and takes a 0 there for a difference that is not known yet",
            "lưu hiệu tốt nhất trong mảng và coi giá trị 0 là chưa tính",
            "用数组记忆最优分差，却把 0 当作尚未计算",
        ],
        |game| match steps_with_zero_unknown(game) {
            Some(steps) => Mistaken::breaks_if(game, steps > MOST_CALLS),
            None => Mistaken::Unknown,
        },
    )),
    bound(trap(
        "deep-recursion",
        [
            "calls itself as deep as the longest path",
            "gọi đệ quy sâu bằng đường đi dài nhất",
            "递归深度等于最长路的长度",
        ],
        |game| {
            let deepest = heads(game.points.len(), &game.graph.arcs).map(|heads| {
                from_heads::<usize>(&heads, |_, after| 1 + after.iter().max().unwrap_or(&0))[game.start as usize]
            });
            match deepest {
                Some(depth) => Mistaken::breaks_if(game, depth > PYTHON_DEPTH),
                None => Mistaken::Unknown,
            }
        },
    )),
];

/// The number of steps beyond which a compiled program exceeds the time limit.
const MOST_STEPS: u128 = 8_000_000_000;
/// The number of nested calls that Python allows by default.
const PYTHON_DEPTH: usize = 990;

/// The number of calls beyond which a compiled program exceeds the time limit.
const MOST_CALLS: u128 = 1_000_000_000;

/// Returns the calls of a search that forgets each best difference of 0.
fn steps_with_zero_unknown(game: &ScoreGame) -> Option<u128> {
    let heads = heads(game.points.len(), &game.graph.arcs)?;
    // Compute the best difference of each vertex, and the calls of the search for it.
    let values = from_heads::<(i128, u128)>(&heads, |vertex, after| {
        let scores = heads[vertex].iter().zip(after);
        let scores = scores.map(|(&to, (value, _))| i128::from(game.points[to]) - value);
        let forgotten = after.iter().filter(|(value, _)| *value == 0);
        let calls = forgotten.fold(1, |calls: u128, (_, more)| calls.saturating_add(*more));
        (scores.max().unwrap_or(0), calls)
    });
    let known = values.iter().filter(|(value, _)| *value != 0).map(|(_, calls)| *calls);
    let start = values[game.start as usize].1;
    Some(known.fold(start, u128::saturating_add))
}

fn differences(game: &ScoreGame, best: impl Fn(&mut dyn Iterator<Item = i128>) -> i128) -> Option<i128> {
    let heads = heads(game.points.len(), &game.graph.arcs)?;
    let values = from_heads::<i128>(&heads, |vertex, after| {
        let scores = heads[vertex].iter().zip(after);
        best(&mut scores.map(|(&to, value)| i128::from(game.points[to]) - value))
    });
    Some(values[game.start as usize])
}

fn best(game: &ScoreGame, best: impl Fn(&mut dyn Iterator<Item = i128>) -> i128) -> Mistaken {
    Mistaken::answer(differences(game, best).map(Line))
}

fn greedy(game: &ScoreGame) -> Option<Line<i128>> {
    let heads = heads(game.points.len(), &game.graph.arcs)?;
    let (mut vertex, mut total, mut sign) = (game.start as usize, 0, 1);
    // Take the first of several, like a program that compares with `>`.
    while let Some(&to) = heads[vertex].iter().rev().max_by_key(|&&to| game.points[to]) {
        total += sign * i128::from(game.points[to]);
        (vertex, sign) = (to, -sign);
    }
    Some(Line(total))
}
