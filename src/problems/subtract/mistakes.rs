//! Known mistakes with taking 1 to p from one pile.

use super::{Amounts, Subtract};
use crate::stock::FirstAmount;
use crate::stock::mistakes::{Mistake, Mistaken, bound, mistake, narrow, trap};

pub(super) const ALL: &[Mistake<Subtract>] = &[
    mistake(
        "modulo-p",
        [
            "takes the remainder by p instead of p + 1",
            "lấy số dư khi chia cho p thay vì cho p + 1",
            "对 p 取余，而不是对 p + 1 取余",
        ],
        |game| amount(game, |k, p| k % p),
    ),
    narrow(trap(
        "32-bit",
        [
            "keeps k and p in 32 bits",
            "lưu k và p bằng 32 bit",
            "用 32 位整数存 k 和 p",
        ],
        |game| {
            amount(game, |k, p| {
                let round = (p as u32).wrapping_add(1);
                u64::from((k as u32).checked_rem(round).unwrap_or(0))
            })
        },
    )),
    narrow(mistake(
        "doubles",
        [
            "reads k and p as floating-point numbers, which hold 53 bits",
            "đọc k và p thành số thực, chỉ giữ được 53 bit",
            "把 k 和 p 读成浮点数，只有 53 位精度",
        ],
        |game| amount(game, |k, p| (k as f64 as u64) % (p as f64 as u64 + 1)),
    )),
    narrow(mistake(
        "reciprocal",
        [
            "divides by multiplying with the floating-point number 1/(p + 1), which is too small for some p",
            "chia bằng cách nhân với số thực 1/(p + 1), mà số này quá nhỏ với một vài giá trị của p",
            "用乘以浮点数 1/(p + 1) 代替除法，对某些 p 结果偏小",
        ],
        |game| {
            amount(game, |k, p| {
                let rounds = (k as f64 * (1.0 / (p as f64 + 1.0))) as u64;
                k.wrapping_sub(rounds.wrapping_mul(p + 1))
            })
        },
    )),
    trap(
        "nothing-wins",
        [
            "answers that the first player wins with no stone",
            "trả lời rằng không còn viên nào thì người đi trước thắng",
            "没有石子时判先手赢",
        ],
        |game| match game.pile {
            0 => Mistaken::Prints("1\n0\n".to_owned()),
            _ => amount(game, |k, p| k % (p + 1)),
        },
    ),
    mistake(
        "wins-only-at-once",
        [
            "answers that the first player wins only by taking the whole pile",
            "chỉ cho người đi trước thắng khi bốc được cả đống",
            "只有能一次取完时才判先手赢",
        ],
        |game| amount(game, |k, p| if k <= p { k } else { 0 }),
    ),
    mistake(
        "takes-the-most",
        [
            "takes as many as allowed if the first player wins",
            "bốc nhiều nhất có thể khi người đi trước thắng",
            "先手必胜时取允许的最大数目",
        ],
        |game| amount(game, |k, p| if k % (p + 1) == 0 { 0 } else { k.min(p) }),
    ),
    bound(trap(
        "table-to-a-million",
        [
            "fills a table of all piles, of a million entries at most",
            "lập bảng cho mọi đống, nhiều nhất một triệu phần tử",
            "对所有大小列表，最多一百万项",
        ],
        |game| Mistaken::breaks_if(game, game.pile > 1_000_000),
    )),
    bound(mistake(
        "every-pile",
        [
            "goes through all piles up to k, one after the other",
            "duyệt lần lượt mọi đống từ 1 đến k viên",
            "从 1 到 k 逐个推算每种石子数",
        ],
        |game| match game.amounts {
            Amounts::Listed(_) => Mistaken::Unknown,
            Amounts::UpTo(_) => Mistaken::breaks_if(game, game.pile > MOST_STEPS),
        },
    )),
];

/// The number of steps beyond which a compiled program exceeds the time limit.
const MOST_STEPS: u64 = 50_000_000_000;

/// Returns the answer to take this from k stones by at most p, or no answer for 0. The programs know no listed amounts.
fn amount(game: &Subtract, take: impl Fn(u64, u64) -> u64) -> Mistaken {
    match game.amounts {
        Amounts::Listed(_) => Mistaken::Unknown,
        Amounts::UpTo(most) => {
            let taken = take(game.pile, most);
            Mistaken::answer(Some(FirstAmount::from(Some(taken).filter(|&taken| taken > 0))))
        }
    }
}
