//! Wythoff's game: how many first moves win?
//!
//! **Rules.** A move takes any number of stones from one of two heaps, or equally many from both. The player who cannot
//! move loses.
//!
//! **Idea.** The lost positions are l and l+k stones for k = 0, 1, 2, … with l = ⌊k·φ⌋ and the golden ratio φ. For any
//! position, exactly one of them has the same first heap, one the same second heap, and one the same difference. A move
//! wins if it leads to one of these below the position.
//!
//! **Why it is right.** ⌊k·φ⌋ and ⌊k·φ⌋ + k = ⌊k·φ²⌋ for k > 0 are together the numbers from 1 on, each once (Beatty,
//! as 1/φ + 1/φ² = 1). So no move joins two lost positions. Among the numbers up to a heap x, j = ⌊(x+1)/φ⌋ are a
//! ⌊k·φ⌋. Either x is the last of these, beside x+j, or it is ⌊k·φ²⌋ with k = x-j, beside j. Let a ≤ b not be lost. If
//! the heap beside a is less than b, b can fall to it. If it is more, it is a+k with k > b-a. Then ⌊(b-a)·φ⌋ < ⌊k·φ⌋ =
//! a, and both can fall.
//!
//! If the player who cannot move wins, 0 1 and 2 2 are lost instead of 0 0 and 1 2. All other lost positions stay. So
//! each heap and each difference is still in one lost position alone.
//!
//! **Trap.** In double precision k·φ is wrong from k near 10^8 on. Equal heaps can have three winning moves.
//!
//! **Cost.** Constant.
//!
//! **Limits.** Heaps up to 10^18.
//!
//! **Source.** Wythoff, "A modification of the game of nim" (1907).

use crate::stock::heaps::{Heaps, Taking};
use crate::stock::prelude::*;

mod mistakes;
mod tiny;

const A: Limit = Limit::new("a", "the stones of heap 1", 0..=MAX_18_DIGITS);
const B: Limit = Limit::new("b", "the stones of heap 2", 0..=MAX_18_DIGITS);

/// The two heaps.
#[derive(Clone)]
pub struct Wythoff([u64; 2]);

type Pair = Heaps<Wythoff, 2>;

impl Problem for Wythoff {
    const META: Meta = Meta::new(
        texts!("wythoff"),
        "Wythoff (1907)",
        "lost positions in closed form",
        ("Wythoff.in", "Wythoff.out"),
        ("the largest heap", MAX_18_DIGITS as u64),
        &[A, B],
    )
    .lesson(3, "two heaps and the golden ratio", &["two-piles"])
    .form(&[Field::numbers("a b")], "0");

    const FAMILIES: &'static [Family<Wythoff>] = &[
        family("random", "any two heaps", |n, random| {
            Wythoff([(); 2].map(|()| random.below(top(n) + 1)))
        }),
        family("lost", "no first move wins", |n, random| {
            lost(random.below(most_lost(top(n)) + 1), random)
        }),
        family("near", "one stone more than lost", |n, random| {
            let mut near = lost(random.below(most_lost(top(n) - 1) + 1), random);
            near.0[random.index(2)] += 1;
            near
        }),
        family("rounded", "lost, and k·φ is nearly whole", |n, random| {
            let fibonacci = iter::successors(Some((0, 1)), |&(a, b)| Some((b, a + b)));
            let few = fibonacci.map(|(k, _)| k).take_while(|&k| k <= most_lost(top(n)));
            lost(*random.pick(&few.collect::<Vec<_>>()), random)
        }),
        family("equal", "two equal heaps", |n, random| {
            Wythoff([random.below(top(n) + 1); 2])
        }),
    ];

    const MISTAKES: &'static [Mistake<Self>] = mistakes::ALL;

    const TINY: Option<Tiny<Self>> = Some(tiny::TINY);

    const SERIES: &'static [Series<Self>] = &[Series {
        names: &["a", "b"],
        base: "0 0\n",
        about: |_| "heaps of a and b stones".to_owned(),
        of: |_, heaps| Some(Wythoff(heaps.try_into().ok()?)),
        after: Some(|_, heaps| heaps.to_vec()),
    }];

    type Game = Pair;
    type Answer = WinningMoves;

    fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<Wythoff, InputError> {
        Limit::line([A, B], scanner).map(Wythoff)
    }

    fn game(&self, _: Budget) -> Result<Pair, Refusal> {
        Ok(Heaps(self.clone()))
    }

    fn theory(_: &Pair, _: Budget) -> Result<Box<dyn Theory<Pair>>, Refusal> {
        Ok(Box::new(Golden { misere: false }))
    }

    fn misere_theory(_: &Pair, _: Budget) -> Result<Option<Box<dyn Theory<Pair>>>, Refusal> {
        Ok(Some(Box::new(Golden { misere: true })))
    }

    fn ask(game: &Pair, known: &dyn Oracle<Pair>) -> WinningMoves {
        WinningMoves::of(game, known)
    }

    fn positions(Heaps(Wythoff(heaps)): &Pair) -> Option<u128> {
        Some(heaps.iter().map(|&heap| u128::from(heap) + 1).product())
    }

    fn smaller(&self) -> impl Iterator<Item = Wythoff> {
        shrink::lower_some(&self.0).map(|heaps| Wythoff([heaps[0], heaps[1]]))
    }
}

/// Returns the largest heap of a size.
fn top(size: u64) -> u64 {
    size.min(MAX_18_DIGITS as u64)
}

/// Returns the k-th lost position, in either order.
fn lost(k: u64, random: &mut Random) -> Wythoff {
    let mut heaps = [low(k), low(k) + k];
    random.shuffle(&mut heaps);
    Wythoff(heaps)
}

/// Returns the largest k whose lost position has no heap above this number.
fn most_lost(heap: u64) -> u64 {
    heap - lows_up_to(heap)
}

impl Taking<2> for Wythoff {
    const HOW: &'static str = "what to take from each heap, such as `3 0` or `2 2`";
    const NAMES: [&'static str; 2] = ["1", "2"];

    fn heaps(&self) -> [u64; 2] {
        self.0
    }

    fn ways(&self, &[a, b]: &[u64; 2]) -> impl Iterator<Item = ([u64; 2], u64)> {
        [([1, 0], a), ([0, 1], b), ([1, 1], a.min(b))].into_iter()
    }
}

/// The theory: the multiples of the golden ratio.
struct Golden {
    /// Whether the player who cannot move wins.
    misere: bool,
}

/// Returns ⌊k·φ⌋, the smaller heap of the lost position with the difference k.
fn low(k: u64) -> u64 {
    let k = u128::from(k);
    ((k + (5 * k * k).isqrt()) / 2) as u64
}

/// Returns the number of k > 0 with ⌊k·φ⌋ up to a heap: ⌊(heap+1)/φ⌋, with 1/φ = φ - 1.
fn lows_up_to(heap: u64) -> u64 {
    low(heap + 1) - (heap + 1)
}

/// Returns the heap beside this one in a lost position.
fn beside(heap: u64) -> u64 {
    let j = lows_up_to(heap);
    if low(j) == heap { heap + j } else { j }
}

impl Golden {
    /// Returns the smaller heap of the lost position with this difference.
    fn low(&self, difference: u64) -> u64 {
        match (self.misere, difference) {
            (true, 0) => 2,
            (true, 1) => 0,
            _ => low(difference),
        }
    }

    /// Returns the heap beside this one in a lost position.
    fn beside(&self, heap: u64) -> u64 {
        match (self.misere, heap) {
            (true, 0) => 1,
            (true, 1) => 0,
            (true, 2) => 2,
            _ => beside(heap),
        }
    }

    /// Returns the lost positions with the same second heap, the same first, and the same difference.
    fn lost_on_lines(&self, [a, b]: [u64; 2]) -> [[u64; 2]; 3] {
        let (less, low) = (a.min(b), self.low(a.abs_diff(b)));
        [
            [self.beside(b), b],
            [a, self.beside(a)],
            [a - less + low, b - less + low],
        ]
    }

    /// Returns whether a position is lost, as [`is_lost`] does.
    fn is_lost(&self, heaps: &[u64; 2]) -> bool {
        let [a, b] = [heaps[0].min(heaps[1]), heaps[0].max(heaps[1])];
        match (self.misere, b <= 2) {
            (true, true) => matches!([a, b], [0, 1] | [2, 2]),
            _ => is_lost(heaps),
        }
    }
}

/// Returns whether the smaller heap is ⌊k·φ⌋ for the difference k.
///
/// It needs no root: l(l-k) ≤ k² exactly if l is at most k·φ.
fn is_lost(&[a, b]: &[u64; 2]) -> bool {
    let (l, k) = (i128::from(a.min(b)), i128::from(a.abs_diff(b)));
    l * (l - k) <= k * k && k * k < (l + 1) * (l + 1 - k)
}

impl Oracle<Pair> for Golden {
    fn value(&self, _: &Pair, heaps: &[u64; 2]) -> Value {
        Value::of(Outcome::win_if(self.lost_on_lines(*heaps)[0] != *heaps))
    }

    fn winning_moves<'a>(&'a self, _: &'a Pair, &[a, b]: &'a [u64; 2]) -> Steps<'a, Pair> {
        let lost = self.lost_on_lines([a, b]).into_iter();
        let below = lost.filter(move |&[x, y]| x <= a && y <= b && [x, y] != [a, b]);
        Box::new(below.map(move |[x, y]| ([a - x, b - y], [x, y])))
    }
}

impl Theory<Pair> for Golden {
    fn reason(&self, _: &Pair, heaps: &[u64; 2]) -> Option<String> {
        let all = if self.misere {
            "0 1, 2 2, 3 5, 4 7, … From 3 5 on they are the same as under the normal rule."
        } else {
            "0 0, 1 2, 3 5, 4 7, … In the k-th pair the heaps differ by k, and the smaller heap is the smallest number \
             that no earlier pair has used."
        };
        let [same_second, same_first, same_difference] = self.lost_on_lines(*heaps);
        let here = if same_first == *heaps {
            "This position is one of them, so each move leaves it for a position that is none.".to_owned()
        } else {
            let name = |[a, b]: [u64; 2]| format!("{a} {b}");
            format!(
                "Three of them are in line with this position: {} has its first heap, {} its second, and {} its \
                 difference. A move wins if it reaches one of these.",
                name(same_first),
                name(same_second),
                name(same_difference)
            )
        };
        Some(format!("The lost pairs are {all} {here}"))
    }

    fn proof(&self, Heaps(heaps): &Pair, _: Budget) -> Option<Result<String, CertifyError>> {
        let lost = self.lost_on_lines(heaps.0);
        Some(if lost.iter().all(|heaps| self.is_lost(heaps)) {
            Ok("the lost positions with the same heap or difference, by their ratio".into())
        } else {
            Err(wrong(format!("{lost:?} are not all lost")))
        })
    }
}

impl fmt::Display for Wythoff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.0[0], self.0[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::agrees_with_exploring;
    use crate::problem::checks::{self, checks};

    checks!(Wythoff, small: 500 up to 40, large: 60, edges: [
        "0 0\n" => "0\n",
        "1 1\n" => "1\n",
        "1 2\n" => "0\n",
        "2 2\n" => "3\n",
        "4 5\n" => "2\n",
        "1000000000000000000 1000000000000000000\n" => "3\n",
        "618033988749894846 999999999999999997\n" => "0\n",
    ]);

    #[test]
    fn misere_play_agrees_with_exploring_and_is_certified() {
        // The positions include all smaller heaps.
        agrees_with_exploring(&Wythoff([60, 60]));
        agrees_with_exploring(&Wythoff([0, 0]));
        for seed in 0..100 {
            let mut random = Random::new(seed);
            let family = random.pick(Wythoff::FAMILIES);
            let pair = (family.make)(MAX_18_DIGITS as u64, &mut random);
            let game = pair.game(checks::BUDGET).unwrap();
            let theory = Wythoff::misere_theory(&game, checks::BUDGET).unwrap().unwrap();
            assert!(theory.proof(&game, checks::BUDGET).unwrap().is_ok(), "{pair}");
            let won = theory.count_winning_moves(&game, &pair.0) > 0 || pair.0 == [0, 0];
            assert_eq!(theory.value(&game, &pair.0).outcome, Outcome::win_if(won), "{pair}");
        }
    }

    #[test]
    fn trap_double_precision_does_not_hold_the_golden_ratio() {
        let k = 102_334_155;
        assert_eq!((k as f64 * (1.0 + 5f64.sqrt()) / 2.0) as u64, 165_580_141);
        checks::edges::<Wythoff>(&[], &[("165580140 267914295\n", "0\n")]);
    }
}
