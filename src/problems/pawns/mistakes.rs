//! Known mistakes with pawns on an acyclic graph.

use super::Pawns;
use crate::engine::Outcome;
use crate::stock::Winner;
use crate::stock::mistakes::{Mistake, Mistaken, bound, from_heads, heads, mex_from, mistake, trap};

pub(super) const ALL: &[Mistake<Pawns>] = &[
    trap(
        "shared-marks",
        [
            "keeps one set of marks for all cells, which the recursion overwrites",
            "dùng chung một tập đánh dấu cho mọi ô, bị đệ quy ghi đè",
            "所有格子共用一个标记集合，被递归覆盖",
        ],
        |pawns| xor(pawns, shared_marks(pawns, true)),
    ),
    mistake(
        "marks-never-cleared",
        [
            "never clears the marks, so a cell sees the marks of earlier cells",
            "không bao giờ xóa dấu, nên một ô thấy cả dấu của các ô trước",
            "从不清除标记，于是会看到之前格子的标记",
        ],
        |pawns| xor(pawns, shared_marks(pawns, false)),
    ),
    bound(mistake(
        "nimbers-below-8",
        [
            "has marks for the nimbers 0 to 7 only",
            "chỉ có dấu cho các giá trị Grundy từ 0 đến 7",
            "只为 0 到 7 的 SG 值设标记",
        ],
        |pawns| {
            xor(
                pawns,
                of_heads(pawns, |after| (0..8).find(|n| !after.contains(n)).unwrap_or(8)),
            )
        },
    )),
    mistake(
        "only-won-and-lost",
        [
            "keeps only won and lost for a cell, 1 and 0, and takes their xor",
            "chỉ giữ thắng và thua của mỗi ô, 1 và 0, rồi lấy xor",
            "每格只记胜负（1 和 0），再取异或",
        ],
        |pawns| xor(pawns, of_heads(pawns, |after| u64::from(after.contains(&0)))),
    ),
    mistake(
        "adds-nimbers",
        [
            "adds the nimbers instead of taking their xor",
            "cộng các giá trị Grundy thay vì lấy xor",
            "把 SG 值相加而不是取异或",
        ],
        |pawns| {
            let sum = |total: u64, nimber: u64, count: u64| total + nimber * (count % 2);
            answers(pawns, nimbers(pawns), sum)
        },
    ),
    mistake(
        "counts-as-parities",
        [
            "counts all pawns of a cell as one pawn, whether their number is odd or even",
            "tính mọi quân trên một ô là một quân, bất kể số quân lẻ hay chẵn",
            "不论一格上的兵数是奇是偶，都只算一个",
        ],
        |pawns| {
            let sum = |total: u64, nimber: u64, count: u64| total ^ (nimber * u64::from(count > 0));
            answers(pawns, nimbers(pawns), sum)
        },
    ),
    mistake(
        "arcs-as-nimber",
        [
            "uses the number of different nimbers one move ahead as the mex",
            "lấy số lượng giá trị Grundy khác nhau sau một nước đi làm mex",
            "把一步之内不同 SG 值的个数当作 mex",
        ],
        |pawns| {
            xor(
                pawns,
                of_heads(pawns, |after| {
                    let mut different = after.to_vec();
                    different.sort_unstable();
                    different.dedup();
                    different.len() as u64
                }),
            )
        },
    ),
    mistake(
        "longest-path",
        [
            "uses the length of the longest path as the nimber",
            "lấy độ dài đường đi dài nhất làm giá trị Grundy",
            "把最长路的长度当作 SG 值",
        ],
        |pawns| {
            xor(
                pawns,
                of_heads(pawns, |after| after.iter().map(|n| n + 1).max().unwrap_or(0)),
            )
        },
    ),
    mistake(
        "mex-from-1",
        [
            "uses the smallest free positive number as the mex",
            "lấy số dương nhỏ nhất chưa có làm mex",
            "把最小的未出现正整数当作 mex",
        ],
        |pawns| xor(pawns, of_heads(pawns, |after| mex_from(1, after))),
    ),
    bound(mistake(
        "no-memory",
        [
            "does not remember nimbers, so it visits a cell again for every path to it",
            "không ghi nhớ giá trị Grundy, nên mỗi ô bị thăm lại theo từng đường đi tới nó",
            "不记忆 SG 值，每条路径都重新访问一次格子",
        ],
        |pawns| {
            let visits = of_heads(pawns, |after| {
                after.iter().fold(1, |sum: u64, visits| sum.saturating_add(*visits))
            });
            let Some(visits) = visits else {
                return Mistaken::Unknown;
            };
            let of_placement = |counts: &[u64]| {
                let odd = counts.iter().zip(&visits).filter(|(count, _)| *count % 2 == 1);
                odd.fold(0, |sum: u64, (_, visits)| sum.saturating_add(*visits))
            };
            let all = pawns.placements().map(of_placement);
            Mistaken::breaks_if(pawns, all.fold(0, u64::saturating_add) > MOST_VISITS)
        },
    )),
];

/// The number of visits beyond which a compiled program exceeds the time limit.
const MOST_VISITS: u64 = 1_000_000_000;

fn of_heads(pawns: &Pawns, value: impl Fn(&[u64]) -> u64) -> Option<Vec<u64>> {
    // With `--loopy` there may be cycles, and none of these programs knows them.
    let heads = heads(pawns.graph.vertices, &pawns.graph.arcs).filter(|_| !pawns.loopy)?;
    Some(from_heads(&heads, |_, after| value(after)))
}

fn nimbers(pawns: &Pawns) -> Option<Vec<u64>> {
    of_heads(pawns, |after| mex_from(0, after))
}

/// Returns the values by a recursion over one shared set of marks. If `clears`, a cell clears the set on entry.
fn shared_marks(pawns: &Pawns, clears: bool) -> Option<Vec<u64>> {
    let heads = heads(pawns.graph.vertices, &pawns.graph.arcs).filter(|_| !pawns.loopy)?;
    let mut marks = vec![false; heads.len() + 2];
    let mut nimbers: Vec<Option<u64>> = vec![None; heads.len()];
    for root in 0..heads.len() {
        if nimbers[root].is_some() {
            continue;
        }
        let mut path = vec![(root, 0)];
        if clears {
            marks.fill(false);
        }
        while let Some((cell, next)) = path.last_mut() {
            if let Some(&to) = heads[*cell].get(*next) {
                match nimbers[to] {
                    Some(nimber) => {
                        marks[nimber as usize] = true;
                        *next += 1;
                    }
                    None => {
                        path.push((to, 0));
                        if clears {
                            marks.fill(false);
                        }
                    }
                }
                continue;
            }
            let free = marks.iter().position(|marked| !marked);
            // Each of the cells adds at most one mark.
            nimbers[*cell] = Some(free.unwrap_or(marks.len() - 1).min(heads.len()) as u64);
            path.pop();
        }
    }
    nimbers.into_iter().collect()
}

fn xor(pawns: &Pawns, nimbers: Option<Vec<u64>>) -> Mistaken {
    answers(pawns, nimbers, |total, nimber, count| total ^ (nimber * (count % 2)))
}

fn answers(pawns: &Pawns, nimbers: Option<Vec<u64>>, add: impl Fn(u64, u64, u64) -> u64) -> Mistaken {
    let Some(nimbers) = nimbers else {
        return Mistaken::Unknown;
    };
    let winner = |counts: &[u64]| {
        let total = counts
            .iter()
            .zip(&nimbers)
            .fold(0, |total, (&count, &nimber)| add(total, nimber, count));
        Some(Winner(Outcome::win_if(total != 0)))
    };
    Mistaken::answers(pawns.placements().map(winner))
}
