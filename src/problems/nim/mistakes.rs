//! Known mistakes with Nim.

use super::{Answer, Nim};
use crate::stock::mistakes::{EVERY_MOVE, MOST_MOVES, Mistake, Mistaken, bound, mistake, narrow, trap};

pub(super) const ALL: &[Mistake<Nim>] = &[
    trap(
        "first-heap",
        [
            "moves in the first heap that is not empty, without comparing",
            "đi ở đống đầu tiên không rỗng mà không so sánh",
            "不作比较，直接取第一个非空堆",
        ],
        |nim| moved(nim, |heaps, _| heaps.iter().position(|&heap| heap > 0)),
    ),
    trap(
        "largest-heap",
        [
            "always moves in the largest heap",
            "luôn đi ở đống lớn nhất",
            "总是取最大的一堆",
        ],
        |nim| {
            moved(nim, |heaps, _| {
                let largest = heaps.iter().max()?;
                heaps.iter().position(|heap| heap == largest)
            })
        },
    ),
    mistake(
        "heap-at-least-xor",
        [
            "moves in the first heap that is at least as large as the xor, and may even make it larger",
            "đi ở đống đầu tiên không nhỏ hơn xor, có khi còn làm đống đó lớn thêm",
            "取第一个不小于异或值的堆，有时反而会使它变大",
        ],
        |nim| moved(nim, |heaps, x| heaps.iter().position(|&heap| heap >= x)),
    ),
    mistake(
        "last-heap",
        [
            "prints the winning move in the heap with the largest number, not the smallest",
            "in nước thắng ở đống có số hiệu lớn nhất thay vì nhỏ nhất",
            "输出编号最大的堆的必胜走法，而不是最小的",
        ],
        |nim| moved(nim, |heaps, x| heaps.iter().rposition(|heap| heap ^ x < *heap)),
    ),
    narrow(trap(
        "32-bit",
        [
            "keeps the sizes in 32 bits",
            "lưu số sỏi bằng 32 bit",
            "用 32 位整数存石子数",
        ],
        |nim| {
            let heaps = nim.heaps.iter().map(|&heap| u64::from(heap as u32)).collect();
            moved(&Nim { heaps, ..*nim }, |heaps, x| {
                heaps.iter().position(|heap| heap ^ x < *heap)
            })
        },
    )),
    narrow(mistake(
        "doubles",
        [
            "reads the sizes as floating-point numbers, which hold 53 bits",
            "đọc số sỏi thành số thực, chỉ giữ được 53 bit",
            "把石子数读成浮点数，只有 53 位精度",
        ],
        |nim| {
            let heaps = nim.heaps.iter().map(|&heap| heap as f64 as u64).collect();
            moved(&Nim { heaps, ..*nim }, |heaps, x| {
                heaps.iter().position(|heap| heap ^ x < *heap)
            })
        },
    )),
    narrow(mistake(
        "floating-logarithm",
        [
            "finds the highest digit of the xor by a floating-point logarithm, which rounds up below a power of two",
            "tìm bit cao nhất của xor bằng lôgarit dấu phẩy động, bị làm tròn lên ngay dưới lũy thừa của 2",
            "用浮点对数求异或值的最高位，略小于 2 的幂时会被进位",
        ],
        |nim| {
            moved(nim, |heaps, x| {
                let top = (x as f64).log2() as u32;
                heaps.iter().position(|heap| heap >> top & 1 == 1)
            })
        },
    )),
    mistake(
        "sum-parity",
        [
            "looks only at the parity of all stones, and takes one stone",
            "chỉ xét tính chẵn lẻ của tổng số viên, và bốc một viên",
            "只看石子总数的奇偶，并取一颗",
        ],
        |nim| {
            let odd = nim.heaps.iter().fold(0, |sum, heap| sum ^ heap) % 2 == 1;
            let first = nim.heaps.iter().position(|&heap| heap > 0).filter(|_| odd);
            answer(nim, first.map(|heap| (heap, nim.heaps[heap] - 1)))
        },
    ),
    mistake(
        "amount-taken",
        [
            "prints how many stones to take instead of how many to leave",
            "in số viên bốc đi thay vì số viên để lại",
            "输出取走的数目，而不是留下的数目",
        ],
        |nim| {
            let x = total(&nim.heaps);
            let heap = nim.heaps.iter().position(|heap| heap ^ x < *heap);
            answer(nim, heap.map(|heap| (heap, nim.heaps[heap] - (nim.heaps[heap] ^ x))))
        },
    ),
    bound(mistake("every-move", EVERY_MOVE, |nim| {
        let x = total(&nim.heaps);
        // Try the moves of the first heap with a winning move up to that move, and all moves of the heaps before it.
        let first = nim.heaps.iter().position(|heap| heap ^ x < *heap);
        let before = nim.heaps[..first.unwrap_or(nim.heaps.len())].iter().copied();
        let tried = before.chain(first.map(|first| nim.heaps[first] ^ x));
        Mistaken::breaks_if(nim, tried.fold(0, u64::saturating_add) > MOST_MOVES)
    })),
];

fn total(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |total, heap| total ^ heap)
}

fn answer(nim: &Nim, first: Option<(usize, u64)>) -> Mistaken {
    // None of these programs knows the misère rule.
    Mistaken::answer((!nim.misere).then_some(Answer { first, over: false }))
}

/// Makes the xor 0 in one heap. `choose` picks it by the sizes and their xor.
fn moved(nim: &Nim, choose: impl Fn(&[u64], u64) -> Option<usize>) -> Mistaken {
    let x = total(&nim.heaps);
    let heap = choose(&nim.heaps, x).filter(|_| x != 0);
    answer(nim, heap.map(|heap| (heap, nim.heaps[heap] ^ x)))
}
