//! One heap and a list of amounts that a move may take: the winner at any size, by a proven period.
//!
//! **Rules.** A move takes one of the amounts from the heap. A player without a move loses.
//!
//! **Idea.** Let `m` be the largest amount. The outcome of a heap depends only on the `m` heaps below it. So if `m`
//! consecutive outcomes equal the `m` outcomes `p` heaps earlier, all later outcomes repeat with period `p`. The period
//! reduces any size to a heap in the table.
//!
//! **Why it is right.** By induction, two heaps whose `m` predecessors agree also agree. The search goes upwards. A
//! heap without a mark has no move to a lost heap, so it is lost. It then marks each heap with a move to it. A move
//! cannot take an amount larger than the heap. A common divisor `d` of the amounts divides every change, so the heap is
//! `heap / d` in the game of the divided amounts.
//!
//! **Cost.** O(p + preperiod + m) heaps. Each lost heap takes one step per amount, or one per word of 64 heaps up to
//! the largest amount, whichever is fewer. One bit a heap. There are at most 2^m windows, so the period always exists.
//! For few small amounts it is of the order of `m` or its square.
//!
//! **Misère.** If a player without a move wins, the heaps below the smallest amount are won. All else stays the same,
//! since a window still decides the next outcome.
//!
//! **Limits.** [`Bounds`], given by the caller.
//!
//! **Source.** Berlekamp, Conway and Guy, "Winning Ways", chapter 4, for subtraction games. Brent, "An improved Monte
//! Carlo factorization algorithm" (1980), for the search for the period.

use std::error::Error;
use std::fmt;

use super::progress::Work;

/// The number of heaps between two notes of progress.
const NOTED_HEAPS: u64 = 1 << 16;

/// The limits of a search for outcomes: time in steps, and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The most memory, in bytes.
    pub bytes: u64,
    /// The most steps. The head of this file defines a step.
    pub steps: u64,
}

/// The reason for a search that reached neither the heap nor a period within the bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPeriod {
    /// The outcomes fill the memory.
    OverMemory,
    /// The steps are used up.
    OverWork(u64),
    /// The largest amount, in units, is more than the steps: no period can show before that many heaps are valued.
    FarAmount(u64),
}

impl Error for NoPeriod {}

impl fmt::Display for NoPeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoPeriod::OverMemory => f.write_str("no period shows within the memory"),
            NoPeriod::OverWork(steps) => write!(f, "no period shows within {steps} steps"),
            NoPeriod::FarAmount(steps) => write!(f, "a period shows after {steps} steps at the earliest"),
        }
    }
}

/// A stretch of outcomes after which everything repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first heap of the repetition, in units of the common divisor. It is not always the least such heap.
    pub start: u64,
    /// The number of heaps after which the outcomes repeat.
    pub length: u64,
}

/// The outcomes of all heaps for the player to move.
#[derive(Clone, Debug)]
pub struct Outcomes {
    /// The common divisor of the amounts.
    unit: u64,
    /// The amounts in units, ascending and without repetition.
    amounts: Vec<u64>,
    lost: Bits,
    /// The number of units below which the outcome of every heap is known.
    known: u64,
    period: Option<Period>,
    steps: u64,
}

impl Outcomes {
    /// Returns the outcomes of all heaps up to `heap`. No later question may be about a larger heap.
    ///
    /// # Errors
    /// [`NoPeriod`] if the search reaches neither `heap` nor a period within the bounds.
    ///
    /// # Panics
    /// If an amount is 0.
    pub fn up_to(heap: u64, amounts: &[u64], bounds: Bounds) -> Result<Outcomes, NoPeriod> {
        Outcomes::of(heap, amounts, false, bounds)
    }

    /// Returns the outcomes of all heaps up to `heap` if a player without a move wins.
    ///
    /// # Errors
    /// As [`up_to`](Outcomes::up_to).
    ///
    /// # Panics
    /// If an amount is 0.
    pub fn misere_up_to(heap: u64, amounts: &[u64], bounds: Bounds) -> Result<Outcomes, NoPeriod> {
        Outcomes::of(heap, amounts, true, bounds)
    }

    fn of(heap: u64, amounts: &[u64], misere: bool, bounds: Bounds) -> Result<Outcomes, NoPeriod> {
        assert!(!amounts.contains(&0), "a move takes something");
        let possible = amounts.iter().copied().filter(|&amount| amount <= heap);
        let unit = possible.clone().fold(0, gcd).max(1);
        let mut amounts: Vec<u64> = possible.map(|amount| amount / unit).collect();
        amounts.sort_unstable();
        amounts.dedup();
        let mut outcomes = Outcomes {
            unit,
            amounts,
            lost: Bits::default(),
            known: 0,
            period: None,
            steps: 0,
        };
        outcomes.fill(heap / unit, misere, bounds)?;
        Ok(outcomes)
    }

    /// Returns whether the player to move loses.
    ///
    /// # Panics
    /// If `heap` is larger than the bound of the search.
    pub fn is_lost(&self, heap: u64) -> bool {
        let units = heap / self.unit;
        let place = match self.period {
            Some(Period { start, length }) if units >= start => start + (units - start) % length,
            _ => units,
        };
        assert!(place < self.known, "{heap} is more than was asked for");
        self.lost.get(place)
    }

    /// Returns the smallest amount that leaves a lost heap.
    ///
    /// # Panics
    /// If `heap` is larger than the bound of the search.
    pub fn winning_amount(&self, heap: u64) -> Option<u64> {
        let legal = self.amounts.iter().map(|amount| amount * self.unit);
        legal
            .take_while(|&amount| amount <= heap)
            .find(|amount| self.is_lost(heap - amount))
    }

    /// Returns the greatest common divisor of the amounts that can be taken, or 1 if there are none.
    pub fn unit(&self) -> u64 {
        self.unit
    }

    /// Returns the number of steps of the search.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the proven period, if the search needed one.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// Finds outcomes from the heap 0 on, until `last` is known or everything repeats.
    fn fill(&mut self, last: u64, misere: bool, bounds: Bounds) -> Result<(), NoPeriod> {
        let too_long = NoPeriod::OverWork(bounds.steps);
        let reach = self.amounts.last().copied().unwrap_or(0);
        if reach > bounds.steps {
            return Err(NoPeriod::FarAmount(reach));
        }
        // The mask, and twice the room for the marks ahead.
        let marked_ahead = reach / 8 * 3;
        if marked_ahead > bounds.bytes {
            return Err(NoPeriod::OverMemory);
        }
        let mask = Bits::of(&self.amounts);
        let by_words = mask.0.len() < self.amounts.len();
        let mut won = Bits::default();
        if misere {
            let Some(&least) = self.amounts.first() else {
                // Every heap is won at once, like the empty one.
                self.lost.push(0, false);
                self.known = 1;
                self.period = Some(Period { start: 0, length: 1 });
                return Ok(());
            };
            // No amount can be taken from these heaps.
            (0..least).for_each(|heap| won.set(heap));
        }
        let mut steps = 0u64;
        let mut window = Window::new(reach);
        // Brent's search compares the window that ends here with the window that ended at the anchor. The anchor moves
        // up at doubling distances, so it comes to lie in the part that repeats.
        let mut anchor = reach;
        let mut anchored = 0;
        let mut next_anchor = reach;
        for heap in 0..=last {
            if heap >= reach {
                if heap > anchor && window.hash == anchored && self.same_windows(anchor, heap, reach) {
                    self.period = Some(Period {
                        start: anchor - reach,
                        length: heap - anchor,
                    });
                    self.steps = steps;
                    return Ok(());
                }
                if heap == next_anchor {
                    anchor = heap;
                    anchored = window.hash;
                    next_anchor = 2 * heap + 1;
                }
            }
            if heap % NOTED_HEAPS == 0 {
                Work::Heaps.note(heap, None);
            }
            // Both rows of bits double here.
            if heap.is_power_of_two() && heap / 2 + heap / 8 + marked_ahead > bounds.bytes {
                return Err(NoPeriod::OverMemory);
            }
            let lost = !won.get(heap);
            self.lost.push(heap, lost);
            self.known = heap + 1;
            steps += 1;
            if lost {
                if by_words {
                    won.or_shifted(&mask, heap);
                    steps += mask.0.len() as u64;
                } else {
                    self.amounts.iter().for_each(|amount| won.set(heap + amount));
                    steps += self.amounts.len() as u64;
                }
            }
            if steps > bounds.steps {
                return Err(too_long);
            }
            let leaving = heap >= reach && self.lost.get(heap - reach);
            window.slide(lost, leaving);
        }
        self.steps = steps;
        Ok(())
    }

    /// Returns whether the `reach` outcomes below the one end equal the `reach` outcomes below the other.
    fn same_windows(&self, one: u64, other: u64, reach: u64) -> bool {
        (1..=reach).all(|back| self.lost.get(one - back) == self.lost.get(other - back))
    }
}

/// A hash of the last outcomes: equal windows have equal hashes, and different windows seldom do.
struct Window {
    hash: u64,
    /// The factor, in the hash, of the outcome that leaves the window next.
    weight: u64,
}

impl Window {
    /// Any odd factor works. This one mixes well.
    const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

    fn new(length: u64) -> Window {
        let (mut weight, mut square, mut rest) = (1u64, Window::BASE, length);
        while rest > 0 {
            if rest % 2 == 1 {
                weight = weight.wrapping_mul(square);
            }
            square = square.wrapping_mul(square);
            rest /= 2;
        }
        Window { hash: 0, weight }
    }

    fn slide(&mut self, entering: bool, leaving: bool) {
        self.hash = self
            .hash
            .wrapping_mul(Window::BASE)
            .wrapping_add(u64::from(entering))
            .wrapping_sub(if leaving { self.weight } else { 0 });
    }
}

/// A set of numbers as a growing row of bits.
#[derive(Clone, Debug, Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn of(numbers: &[u64]) -> Bits {
        let mut bits = Bits::default();
        numbers.iter().for_each(|&number| bits.set(number));
        bits
    }

    fn get(&self, number: u64) -> bool {
        let word = self.0.get((number / 64) as usize);
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    fn set(&mut self, number: u64) {
        let place = (number / 64) as usize;
        if place >= self.0.len() {
            self.0.resize(place + 1, 0);
        }
        self.0[place] |= 1 << (number % 64);
    }

    /// Adds the number if it is a member, else only makes room for it.
    fn push(&mut self, number: u64, member: bool) {
        if number.is_multiple_of(64) {
            self.0.push(0);
        }
        if member {
            self.set(number);
        }
    }

    /// Adds all members of `other`, each raised by `shift`.
    fn or_shifted(&mut self, other: &Bits, shift: u64) {
        let (skip, bit) = ((shift / 64) as usize, shift % 64);
        let end = skip + other.0.len() + 1;
        if end > self.0.len() {
            self.0.resize(end, 0);
        }
        let mut carried = 0;
        for (into, &word) in self.0[skip..].iter_mut().zip(other.0.iter().chain(&[0])) {
            *into |= word << bit | carried;
            carried = word.checked_shr(64 - bit as u32).unwrap_or(0);
        }
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(steps: u64) -> Bounds {
        Bounds { bytes: 1 << 30, steps }
    }

    /// Finds the outcomes by the definition, heap after heap.
    fn by_definition(last: u64, amounts: &[u64]) -> Vec<bool> {
        let mut lost: Vec<bool> = Vec::new();
        for heap in 0..=last {
            let wins = amounts
                .iter()
                .any(|&amount| amount <= heap && lost[(heap - amount) as usize]);
            lost.push(!wins);
        }
        lost
    }

    #[test]
    fn small_sets_agree_with_the_definition_beyond_the_period() {
        for set in 0u64..1 << 10 {
            let amounts: Vec<u64> = (0..10).filter(|bit| set >> bit & 1 == 1).map(|bit| bit + 1).collect();
            let expected = by_definition(300, &amounts);
            let far = Outcomes::up_to(1_000_000_000_000_000_000, &amounts, steps(1000)).unwrap();
            assert!(far.period().is_some(), "{amounts:?}");
            for heap in 0..=300 {
                assert_eq!(far.is_lost(heap), expected[heap as usize], "{amounts:?} {heap}");
                let near = Outcomes::up_to(heap, &amounts, steps(1000)).unwrap();
                assert_eq!(near.is_lost(heap), expected[heap as usize], "{amounts:?} {heap}");
            }
        }
    }

    #[test]
    fn misere_outcomes_of_small_sets_agree_with_the_definition() {
        for set in 0u64..1 << 9 {
            let amounts: Vec<u64> = (0..9).filter(|bit| set >> bit & 1 == 1).map(|bit| bit + 1).collect();
            let mut lost: Vec<bool> = Vec::new();
            for heap in 0..=250u64 {
                let mut left = amounts.iter().filter_map(|amount| heap.checked_sub(*amount)).peekable();
                let wins = left.peek().is_none() || left.any(|heap| lost[heap as usize]);
                lost.push(!wins);
            }
            let far = Outcomes::misere_up_to(1_000_000_000_000_000_000, &amounts, steps(1000)).unwrap();
            for heap in 0..=250 {
                assert_eq!(far.is_lost(heap), lost[heap as usize], "{amounts:?} {heap}");
                let near = Outcomes::misere_up_to(heap, &amounts, steps(1000)).unwrap();
                assert_eq!(near.is_lost(heap), lost[heap as usize], "{amounts:?} {heap}");
            }
        }
    }

    #[test]
    fn many_large_amounts_are_marked_in_words() {
        let odd: Vec<u64> = (0..500).map(|i| 2 * i + 1).collect();
        let all: Vec<u64> = (1..=1000).collect();
        let steep: Vec<u64> = (1..=1000).map(|i| 3 * i).chain([1, 64, 65, 127, 128]).collect();
        for amounts in [odd, all, steep] {
            let expected = by_definition(8000, &amounts);
            let outcomes = Outcomes::up_to(1 << 60, &amounts, steps(10_000_000)).unwrap();
            for heap in 0..=8000 {
                assert_eq!(outcomes.is_lost(heap), expected[heap as usize], "{heap}");
            }
        }
    }

    #[test]
    fn a_common_divisor_is_taken_out() {
        let amounts = [
            200_000_000_000_000_000,
            600_000_000_000_000_000,
            800_000_000_000_000_000,
        ];
        let small = by_definition(5, &[1, 3, 4]);
        let outcomes = Outcomes::up_to(1_000_000_000_000_000_000, &amounts, steps(100)).unwrap();
        assert_eq!(outcomes.unit(), 200_000_000_000_000_000);
        for units in 0..=5u64 {
            for rest in [0, 1, 199_999_999_999_999_999] {
                let heap = units * outcomes.unit() + rest;
                if heap <= 1_000_000_000_000_000_000 {
                    assert_eq!(outcomes.is_lost(heap), small[units as usize]);
                }
            }
        }
    }

    #[test]
    fn no_usable_amount_loses_every_heap() {
        for heap in [0, 6] {
            let outcomes = Outcomes::up_to(heap, &[7, 9], steps(100)).unwrap();
            assert!(outcomes.is_lost(heap));
            assert_eq!(outcomes.winning_amount(heap), None);
        }
    }

    #[test]
    fn the_smallest_winning_amount_is_given() {
        // Lost with 1, 3, 4: 0, 2, 7, 9, ... From 10 both 1 and 3 win.
        let outcomes = Outcomes::up_to(10, &[4, 3, 1, 3], steps(100)).unwrap();
        let amounts: Vec<_> = (0..=10).map(|heap| outcomes.winning_amount(heap)).collect();
        let expected = [0, 1, 0, 1, 4, 3, 4, 0, 1, 0, 1].map(|a| (a > 0).then_some(a));
        assert_eq!(amounts, expected);
    }

    #[test]
    fn too_many_steps_are_refused() {
        let error = NoPeriod::OverWork(1000);
        let refused = |amounts: &[u64]| Outcomes::up_to(1 << 60, amounts, steps(1000)).unwrap_err();
        let far = NoPeriod::FarAmount(1 << 59);
        assert_eq!(refused(&[1, 1 << 59]), far, "before anything is allocated");
        assert_eq!(refused(&[1, 500, 999]), error);
        assert!(Outcomes::up_to(300, &[1, 50, 99], steps(1000)).is_ok());
    }

    #[test]
    fn more_than_the_memory_is_refused() {
        let small = |bytes| Bounds { bytes, steps: u64::MAX };
        let refused = |bytes, amounts: &[u64]| Outcomes::up_to(1 << 60, amounts, small(bytes)).err();
        assert_eq!(refused(1 << 20, &[1, 1 << 30]), Some(NoPeriod::OverMemory));
        assert_eq!(refused(1000, &[1, 500, 999]), Some(NoPeriod::OverMemory));
        assert_eq!(refused(1000, &[1, 3, 4]), None);
        // The rows double for the last time at the heap 8, to 4 bytes and 1, before the period shows.
        assert_eq!(refused(5, &[1, 3, 4]), None);
        assert_eq!(refused(4, &[1, 3, 4]), Some(NoPeriod::OverMemory));
    }
}
