//! Known mistakes with Wythoff's game.

use super::{Golden, Wythoff, low};
use crate::stock::Line;
use crate::stock::mistakes::{EVERY_MOVE, MOST_MOVES, Mistake, Mistaken, bound, mistake, narrow, trap};

pub(super) const ALL: &[Mistake<Wythoff>] = &[
    narrow(trap(
        "doubles",
        [
            "multiplies by the golden ratio in double precision",
            "nhân với tỉ lệ vàng bằng số thực double",
            "用双精度浮点数乘黄金比",
        ],
        |game| {
            let ratio = (1.0 + 5f64.sqrt()) / 2.0;
            let low = |k: u64| (k as f64 * ratio) as u64;
            let beside = |heap: u64| {
                let j = ((heap + 1) as f64 / ratio) as u64;
                if low(j) == heap { heap + j } else { j }
            };
            let [a, b] = game.0;
            let (less, low) = (a.min(b), low(a.abs_diff(b)));
            count(game, [[beside(b), b], [a, beside(a)], [a - less + low, b - less + low]])
        },
    )),
    trap(
        "equal-heaps-once",
        [
            "counts the moves in either of two equal heaps once",
            "chỉ tính một lần các nước ở hai đống bằng nhau",
            "两堆相等时，对两堆的走法只算一次",
        ],
        |game| {
            let [second, first, both] = Golden { misere: false }.lost_on_lines(game.0);
            let first = if game.0[0] == game.0[1] { game.0 } else { first };
            count(game, [second, first, both])
        },
    ),
    mistake(
        "no-diagonal",
        [
            "forgets the moves that take from both heaps",
            "quên các nước bốc từ cả hai đống",
            "忘了可以同时从两堆中取",
        ],
        |game| {
            let [a, b] = game.0;
            Mistaken::answer(Some(Line(u128::from(a != b))))
        },
    ),
    mistake(
        "one-or-none",
        [
            "prints 1 if some first move wins, not their number",
            "in 1 nếu có nước thắng, không in số nước thắng",
            "有必胜走法就输出 1，而不是输出个数",
        ],
        |game| {
            let [lost, ..] = Golden { misere: false }.lost_on_lines(game.0);
            Mistaken::answer(Some(Line(u128::from(lost != game.0))))
        },
    ),
    mistake(
        "any-lost-position",
        [
            "counts lost positions with a larger heap too, which no move reaches",
            "tính cả các trạng thái thua có đống lớn hơn mà không nước nào đi đến được",
            "把需要增大某堆才能到达的必败局面也算进去",
        ],
        |game| {
            let others = Golden { misere: false }
                .lost_on_lines(game.0)
                .into_iter()
                .filter(|&lost| lost != game.0);
            Mistaken::answer(Some(Line(others.count() as u128)))
        },
    ),
    mistake(
        "both-heaps-only",
        [
            "tries only moves that take from both heaps",
            "chỉ thử các nước bốc từ cả hai đống",
            "只试同时从两堆中取的走法",
        ],
        |game| {
            let [a, b] = game.0;
            let wins = a.min(b) > low(a.abs_diff(b));
            Mistaken::answer(Some(Line(u128::from(wins))))
        },
    ),
    bound(mistake("every-move", EVERY_MOVE, |game| {
        let [a, b] = game.0;
        Mistaken::breaks_if(game, a.saturating_add(b).saturating_add(a.min(b)) > MOST_MOVES)
    })),
];

/// Counts the lost positions with fewer stones and no larger heap.
fn count(game: &Wythoff, lost: [[u64; 2]; 3]) -> Mistaken {
    let [a, b] = game.0;
    let below = lost.into_iter().filter(|&[x, y]| x <= a && y <= b && [x, y] != [a, b]);
    Mistaken::answer(Some(Line(below.count() as u128)))
}
