//! Known mistakes with laying strips.

use super::{Pas, marked};
use crate::engine::Outcome;
use crate::stock::Winner;
use crate::stock::mistakes::{Mistake, Mistaken, bound, mex_from, mistake, trap};

pub(super) const ALL: &[Mistake<Pas>] = &[
    mistake(
        "no-splits",
        [
            "lays strips at the left end only",
            "chỉ đặt dải ở đầu bên trái",
            "只在左端放纸条",
        ],
        |pas| tabled(pas, |cells, strip, g| vec![g[cells - strip]]),
    ),
    mistake(
        "only-won-and-lost",
        [
            "keeps only won and lost for a stretch: a pair is lost if both are won or both are lost",
            "chỉ giữ thắng và thua của mỗi đoạn: một cặp thua nếu cả hai cùng thắng hoặc cùng thua",
            "每段只记胜负：两段同胜或同负就当作必败",
        ],
        |pas| {
            answers(pas, |pas, longest| {
                table(
                    pas,
                    longest,
                    |cells, strip, g: &[u64]| pairs(cells, strip, g, |a, b| a ^ b),
                    |after| u64::from(after.contains(&0)),
                )
            })
        },
    ),
    mistake(
        "adds-nimbers",
        [
            "adds the nimbers of the two parts instead of taking their xor",
            "cộng giá trị Grundy của hai phần thay vì lấy xor",
            "把两段的 SG 值相加而不是取异或",
        ],
        |pas| tabled(pas, |cells, strip, g| pairs(cells, strip, g, |a, b| a + b)),
    ),
    mistake(
        "half-too-short",
        [
            "tries half of the places and leaves out the middle one",
            "chỉ thử một nửa số vị trí và bỏ sót vị trí chính giữa",
            "只试一半位置，漏掉正中间的",
        ],
        |pas| {
            tabled(pas, |cells, strip, g| {
                let rest = cells - strip;
                // A loop `k < rest / 2` still lays a strip that fits exactly.
                (0..(rest / 2).max(1)).map(|k| g[k] ^ g[rest - k]).collect()
            })
        },
    ),
    trap(
        "marks-never-cleared",
        [
            "never clears the marks, so a length sees the marks of shorter lengths, and every board with room for a strip is won",
            "không bao giờ xóa dấu, nên một độ dài thấy cả dấu của độ dài ngắn hơn, và mọi bàn còn đặt được một dải đều thắng",
            "从不清除标记，于是会看到更短长度的标记，只要放得下一张就判必胜",
        ],
        |pas| {
            answers(pas, |pas, longest| {
                let mut marks = Vec::new();
                table(
                    pas,
                    longest,
                    |cells, strip, g: &[u64]| pairs(cells, strip, g, |a, b| a ^ b),
                    |after| {
                        marks.extend_from_slice(after);
                        marks.sort_unstable();
                        marks.dedup();
                        mex_from(0, &marks)
                    },
                )
            })
        },
    ),
    bound(trap(
        "marks-below-4",
        [
            "has marks for the nimbers 0 to 3 only",
            "chỉ có dấu cho các giá trị Grundy từ 0 đến 3",
            "只为 0 到 3 的 SG 值设标记",
        ],
        |pas| answers(pas, |pas, longest| marked(&pas.strips, longest, 4)),
    )),
    bound(mistake(
        "marks-below-16",
        [
            "has marks for the nimbers 0 to 15 only",
            "chỉ có dấu cho các giá trị Grundy từ 0 đến 15",
            "只为 0 到 15 的 SG 值设标记",
        ],
        |pas| answers(pas, |pas, longest| marked(&pas.strips, longest, 16)),
    )),
    trap(
        "strip-hangs-over",
        [
            "lets a strip that is longer than the stretch be laid on it",
            "cho đặt dải dài hơn đoạn trống",
            "允许放比空段更长的纸条",
        ],
        |pas| {
            answers(pas, |pas, longest| {
                let mut g: Vec<u64> = vec![0];
                for cells in 1..=longest {
                    let after = pas
                        .strips
                        .iter()
                        .flat_map(|&strip| match cells.checked_sub(strip as usize) {
                            Some(_) => pairs(cells, strip as usize, &g, |a, b| a ^ b),
                            None => vec![0],
                        });
                    let after: Vec<u64> = after.collect();
                    g.push(mex_from(0, &after));
                }
                g
            })
        },
    ),
    mistake(
        "shortest-strip-only",
        [
            "lays the shortest strip only",
            "chỉ đặt dải ngắn nhất",
            "只放最短的纸条",
        ],
        |pas| {
            let shortest = pas.strips.iter().copied().min().unwrap_or(1);
            tabled(
                &Pas {
                    strips: [shortest; 3],
                    boards: pas.boards.clone(),
                },
                |cells, strip, g| pairs(cells, strip, g, |a, b| a ^ b),
            )
        },
    ),
    mistake(
        "parity",
        [
            "looks only at the parity of how often the shortest strip fits",
            "chỉ xét tính chẵn lẻ của số lần đặt được dải ngắn nhất",
            "只看最短纸条能放的次数的奇偶",
        ],
        |pas| {
            answers(pas, |pas, longest| {
                let shortest = pas.strips.iter().copied().min().unwrap_or(1) as usize;
                (0..=longest).map(|cells| (cells / shortest % 2) as u64).collect()
            })
        },
    ),
    bound(mistake(
        "table-for-each-board",
        [
            "computes the nimbers again for every board",
            "tính lại các giá trị Grundy từ đầu cho mỗi bàn",
            "对每块棋盘都从头重新计算 SG 值",
        ],
        |pas| {
            let pairs = |&board: &u64| {
                let rests = pas.strips.iter().map(|&strip| u128::from(board.saturating_sub(strip)));
                rests.map(|rest| rest * rest / 2).sum::<u128>()
            };
            Mistaken::breaks_if(pas, pas.boards.iter().map(pairs).sum::<u128>() > MOST_PAIRS)
        },
    )),
];

/// The number of pairs of rests beyond which a compiled program exceeds the time limit.
const MOST_PAIRS: u128 = 500_000_000;
/// The longest board that is valued.
const LONGEST: usize = 1000;

fn pairs(cells: usize, strip: usize, g: &[u64], join: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    let rest = cells - strip;
    let mut found: Vec<u64> = (0..=rest / 2).map(|k| join(g[k], g[rest - k])).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn table(
    pas: &Pas,
    longest: usize,
    after: impl Fn(usize, usize, &[u64]) -> Vec<u64>,
    mut value: impl FnMut(&[u64]) -> u64,
) -> Vec<u64> {
    let mut g = Vec::with_capacity(longest + 1);
    for cells in 0..=longest {
        let fitting = pas.strips.iter().filter(|&&strip| strip <= cells as u64);
        let mut seen: Vec<u64> = fitting.flat_map(|&strip| after(cells, strip as usize, &g)).collect();
        seen.sort_unstable();
        seen.dedup();
        g.push(value(&seen));
    }
    g
}

fn tabled(pas: &Pas, after: impl Fn(usize, usize, &[u64]) -> Vec<u64>) -> Mistaken {
    answers(pas, |pas, longest| {
        table(pas, longest, &after, |seen| mex_from(0, seen))
    })
}

fn answers(pas: &Pas, values: impl FnOnce(&Pas, usize) -> Vec<u64>) -> Mistaken {
    let longest = pas.longest();
    if longest > LONGEST as u64 {
        return Mistaken::Unknown;
    }
    let values = values(pas, longest as usize);
    let winner = |&cells: &u64| Some(Winner(Outcome::win_if(values[cells as usize] != 0)));
    Mistaken::answers(pas.boards.iter().map(winner))
}
