//! Known mistakes with counting lost placements.

use itertools::Either;

use super::{DagStoneCount, MODULUS, Test, placements};
use crate::stock::Line;
use crate::stock::mistakes::{Mistake, Mistaken, bound, from_heads, heads, mex_from, mistake, narrow, trap};

pub(super) const ALL: &[Mistake<DagStoneCount>] = &[
    trap(
        "binomial-over-n",
        [
            "places t pairs in C(t + N − 1, N) ways",
            "đặt t cặp theo C(t + N − 1, N) cách",
            "用 C(t + N − 1, N) 计算 t 对石子的摆法数",
        ],
        |tests| {
            let ways = |test: &Test, _, pairs: u64| match pairs.checked_sub(1) {
                Some(less) => placements(less, test.graph.vertices as u64 + 1),
                None => 0,
            };
            counted(tests, &Rule { ways: &ways, ..RIGHT })
        },
    ),
    trap(
        "binomial-of-odd-nodes",
        [
            "places the pairs on the nodes with an odd number of stones only",
            "chỉ đặt các cặp lên những đỉnh có số viên lẻ",
            "只把成对的石子放在石子数为奇数的顶点上",
        ],
        |tests| {
            let ways = |_: &Test, odd: usize, pairs| match odd {
                0 => u64::from(pairs == 0),
                _ => placements(pairs, odd as u64),
            };
            counted(tests, &Rule { ways: &ways, ..RIGHT })
        },
    ),
    mistake(
        "pairs-not-placed",
        [
            "forgets that the stones that cancel in pairs still have to be placed",
            "quên rằng các viên triệt tiêu theo cặp vẫn phải được đặt",
            "忘了成对抵消的石子仍然要放置",
        ],
        |tests| {
            counted(
                tests,
                &Rule {
                    ways: &|_, _, _| 1,
                    ..RIGHT
                },
            )
        },
    ),
    mistake(
        "one-stone-a-node",
        [
            "places at most one stone on a node",
            "đặt nhiều nhất một viên lên mỗi đỉnh",
            "每个顶点最多放一颗石子",
        ],
        |tests| {
            counted(
                tests,
                &Rule {
                    ways: &|_, _, pairs| u64::from(pairs == 0),
                    ..RIGHT
                },
            )
        },
    ),
    bound(trap(
        "n-columns",
        [
            "gives the table N columns, and loses the larger xors",
            "chỉ khai báo bảng N cột nên mất các giá trị xor lớn hơn",
            "表只开 N 列，丢掉了更大的异或值",
        ],
        |tests| {
            counted(
                tests,
                &Rule {
                    columns: |nodes| nodes,
                    ..RIGHT
                },
            )
        },
    )),
    trap(
        "node-used-again",
        [
            "walks the table so that a node can be used more than once",
            "duyệt bảng theo thứ tự khiến một đỉnh được dùng nhiều lần",
            "遍历表的顺序使一个顶点被多次使用",
        ],
        |tests| counted(tests, &Rule { again: true, ..RIGHT }),
    ),
    mistake(
        "odd-nodes-not-counted",
        [
            "lacks the − 1 of its recurrence, so that the number of odd nodes is never raised",
            "thiếu − 1 trong công thức truy hồi nên số đỉnh lẻ không bao giờ tăng",
            "递推式缺了 − 1，石子数为奇数的顶点个数从不增加",
        ],
        |tests| counted(tests, &Rule { raised: 0, ..RIGHT }),
    ),
    mistake(
        "mex-from-1",
        [
            "uses the smallest free positive number as the mex",
            "lấy số dương nhỏ nhất chưa có làm mex",
            "把最小的未出现正整数当作 mex",
        ],
        |tests| counted(tests, &Rule { least: 1, ..RIGHT }),
    ),
    narrow(trap(
        "32-bit-products",
        [
            "multiplies remainders in 32 bits",
            "nhân các số dư bằng 32 bit",
            "用 32 位整数相乘余数",
        ],
        |tests| {
            let product = |a: u64, b: u64| u64::from((a as u32).wrapping_mul(b as u32)) % MODULUS;
            counted(tests, &Rule { product, ..RIGHT })
        },
    )),
    mistake(
        "counts-the-won",
        [
            "counts the placements that the player to move wins",
            "đếm các cách đặt mà người đi trước thắng",
            "数的是先手必胜的摆法",
        ],
        |tests| {
            Mistaken::answers(tests.0.iter().map(|test| {
                let Line(lost) = count(test, &RIGHT)?;
                let all = placements(test.stones, test.graph.vertices as u64);
                Some(Line((all + MODULUS - lost) % MODULUS))
            }))
        },
    ),
    bound(mistake(
        "stones-one-by-one",
        [
            "fills a table over all numbers of stones instead of placing the pairs by a binomial",
            "lập bảng theo mọi số viên sỏi thay vì đặt các cặp bằng hệ số nhị thức",
            "按石子数逐个递推，而不是用组合数一次放好成对的石子",
        ],
        |tests| {
            let columns = |test: &Test| (2 * test.graph.vertices).next_power_of_two() as u128;
            let steps = |test: &Test| test.graph.vertices as u128 * u128::from(test.stones) * columns(test);
            Mistaken::breaks_if(tests, tests.0.iter().map(steps).sum::<u128>() > MOST_STEPS)
        },
    )),
];

/// The behaviour of a program.
struct Rule<'a> {
    /// The ways to place pairs beside this number of odd nodes.
    ways: &'a dyn Fn(&Test, usize, u64) -> u64,
    columns: fn(usize) -> usize,
    again: bool,
    /// The number that an odd node adds.
    raised: usize,
    least: u64,
    product: fn(u64, u64) -> u64,
}

const RIGHT: Rule<'_> = Rule {
    ways: &|test, _, pairs| placements(pairs, test.graph.vertices as u64),
    columns: |nodes| (2 * nodes).next_power_of_two(),
    again: false,
    raised: 1,
    least: 0,
    product: |a, b| a * b % MODULUS,
};

/// The number of steps beyond which a compiled program exceeds the time limit.
const MOST_STEPS: u128 = 3_000_000_000;

fn counted(tests: &DagStoneCount, rule: &Rule<'_>) -> Mistaken {
    /// The most nodes of all tests. Many large tests take seconds.
    const MOST_NODES_IN_ALL: usize = 1000;
    if tests.0.iter().map(|test| test.graph.vertices).sum::<usize>() > MOST_NODES_IN_ALL {
        return Mistaken::Unknown;
    }
    Mistaken::answers(tests.0.iter().map(|test| count(test, rule)))
}

fn count(test: &Test, rule: &Rule<'_>) -> Option<Line<u64>> {
    /// The most nodes of the table. Its time grows with their square.
    const MOST_NODES: usize = 100;
    let nodes = test.graph.vertices;
    if nodes > MOST_NODES {
        return None;
    }
    let heads = heads(nodes, &test.graph.arcs)?;
    let nimbers = from_heads::<u64>(&heads, |_, after| mex_from(rule.least, after));
    let columns = (rule.columns)(nodes);
    // Count the sets of nodes by their size and by the xor of their nimbers.
    let mut ways = vec![vec![0; columns]; nodes + 1];
    ways[0][0] = 1;
    for (seen, &nimber) in (1..).zip(&nimbers) {
        // A rising loop reads entries that this node has just changed.
        let rows = if rule.again {
            Either::Left(rule.raised..=nodes)
        } else {
            Either::Right((rule.raised..=seen).rev())
        };
        for odd in rows {
            let before = ways[odd - rule.raised].clone();
            for (way, xor) in ways[odd].iter_mut().zip(0..) {
                let added = before.get(xor ^ nimber as usize).copied().unwrap_or(0);
                *way = (*way + added) % MODULUS;
            }
        }
    }
    let total = (0..=nodes).fold(0, |total, odd| {
        let rest = test.stones.checked_sub(odd as u64).filter(|rest| rest % 2 == 0);
        let placed = rest.filter(|_| ways[odd][0] > 0);
        let placed = placed.map_or(0, |rest| (rule.product)(ways[odd][0], (rule.ways)(test, odd, rest / 2)));
        (total + placed) % MODULUS
    });
    Some(Line(total))
}
