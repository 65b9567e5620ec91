//! Known mistakes with taking up to half of the marbles.

use super::Marbles;
use crate::stock::FirstAmount;
use crate::stock::mistakes::{Mistake, Mistaken, bound, mistake, narrow, trap};

pub(super) const ALL: &[Mistake<Marbles>] = &[
    mistake(
        "odd-wins",
        [
            "lets an odd number win by taking one",
            "trả lời rằng với số lẻ, người đi trước thắng bằng cách bốc một viên",
            "奇数时取一颗就判必胜",
        ],
        |game| amount(game.0 % 2),
    ),
    trap(
        "rounds-to-no-move",
        [
            "allows at most half of the marbles, rounded down, so that the last marble cannot be taken",
            "chỉ cho bốc nhiều nhất một nửa, làm tròn xuống, nên không bốc được viên cuối cùng",
            "最多取一半（向下取整），于是只剩一颗时无法取",
        ],
        // No move from 2L + 1 or more leaves L, so 0, 1, 3, 7, … are lost.
        |game| amount(game.0 - next_lost(game.0, |lost| 2 * lost + 1)),
    ),
    trap(
        "nothing-wins",
        [
            "answers that the first player wins with no marble",
            "trả lời rằng không còn viên nào thì người đi trước thắng",
            "没有弹珠时判先手赢",
        ],
        |game| match game.0 {
            0 => Mistaken::Prints("1\n0\n".to_owned()),
            marbles => amount(marbles - next_lost(marbles, |lost| 2 * lost + 2)),
        },
    ),
    narrow(mistake(
        "32-bit",
        ["keeps n in 32 bits", "lưu n bằng 32 bit", "用 32 位整数存 n"],
        |game| {
            let marbles = u64::from(game.0 as u32);
            amount(marbles - next_lost(marbles, |lost| 2 * lost + 2))
        },
    )),
    narrow(mistake(
        "doubles",
        [
            "works with floating-point numbers, which hold 53 bits",
            "tính bằng số thực, chỉ giữ được 53 bit",
            "用浮点数计算，只有 53 位精度",
        ],
        |game| {
            let marbles = game.0 as f64;
            let lost = power_below(marbles + 2.0) - 2.0;
            amount((marbles - lost).max(0.0) as u64)
        },
    )),
    mistake(
        "takes-the-most",
        [
            "takes as many as allowed if the first player wins",
            "bốc nhiều nhất có thể khi người đi trước thắng",
            "先手必胜时取允许的最大数目",
        ],
        |game| {
            let wins = game.0 > next_lost(game.0, |lost| 2 * lost + 2);
            amount(if wins { game.0.div_ceil(2) } else { 0 })
        },
    ),
    bound(trap(
        "table-to-a-million",
        [
            "fills a table of all numbers, of a million entries at most",
            "lập bảng cho mọi số, nhiều nhất một triệu phần tử",
            "对所有数列表，最多一百万项",
        ],
        |game| Mistaken::breaks_if(game, game.0 > 1_000_000),
    )),
    bound(mistake(
        "every-number",
        [
            "goes through all numbers up to n, one after the other",
            "duyệt lần lượt mọi số từ 1 đến n",
            "从 1 到 n 逐个推算",
        ],
        |game| Mistaken::breaks_if(game, game.0 > MOST_STEPS),
    )),
];

/// The number of steps beyond which a compiled program exceeds the time limit.
const MOST_STEPS: u64 = 50_000_000_000;

/// Returns the last of 0, next(0), next(next(0)), … that is at most `marbles`.
fn next_lost(marbles: u64, next: impl Fn(u64) -> u64) -> u64 {
    let lost = std::iter::successors(Some(0), |&lost| Some(next(lost)));
    lost.take_while(|&lost| lost <= marbles).last().unwrap_or(0)
}

/// Returns 2 to the power of the floor of a number's binary logarithm, computed in doubles, for numbers from 1 on.
///
/// Just below a power of two the double rounds the logarithm up. The function needs no library of logarithms, which
/// every start would load for this alone.
fn power_below(number: f64) -> f64 {
    const FRACTION_BITS: u32 = f64::MANTISSA_DIGITS - 1;
    let below = f64::from_bits(number.to_bits() >> FRACTION_BITS << FRACTION_BITS);
    let above = 2.0 * below;
    // Compute the logarithm of `above`, the amount that `number` falls short of it, and the step to the next double
    // below.
    let logarithm = f64::from((above.to_bits() >> FRACTION_BITS) as u32 - 1023);
    let short = (above - number) / above * std::f64::consts::LOG2_E;
    let step = logarithm - logarithm.next_down();
    if 2.0 * short <= step { above } else { below }
}

/// Returns the answer to take this many, or no answer for 0.
fn amount(taken: u64) -> Mistaken {
    Mistaken::answer(Some(FirstAmount::from(Some(taken).filter(|&taken| taken > 0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_power_below_is_that_of_the_logarithm_of_a_double() {
        for bits in 0..64 {
            let power = 1_u64 << bits;
            for offset in 0..4000_u64 {
                let near = [power.saturating_sub(offset).max(1), power.saturating_add(offset)];
                for number in near.map(|number| number as f64) {
                    assert_eq!(power_below(number), 2_f64.powf(number.log2().floor()), "{number}");
                }
            }
        }
    }
}
