//! The only source of random numbers: a seed gives the same numbers on every platform and in every release.
//!
//! ChaCha with 8 rounds from `chacha20` fixes the stream. The few derived draws are written out here, because the
//! `rand` crate does not promise to keep its own.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng as _, SeedableRng};

/// A reproducible stream of random numbers.
#[derive(Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// Returns the stream of a seed.
    pub fn new(seed: u64) -> Random {
        Random(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Draws a number in `0..bound`, uniform up to a bias below 2^-64·`bound`. Panics if `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "there is no number below 0");
        // The high half of a 128-bit product maps 64 random bits to the range without a division.
        let wide = u128::from(self.0.next_u64()) * u128::from(bound);
        (wide >> 64) as u64
    }

    /// Draws a number in `low..=high`. Panics if `low > high`.
    pub fn within(&mut self, low: i64, high: i64) -> i64 {
        assert!(low <= high, "an empty range has no number");
        let span = high.abs_diff(low);
        let draw = if span == u64::MAX {
            self.0.next_u64()
        } else {
            self.below(span + 1)
        };
        low.wrapping_add_unsigned(draw)
    }

    /// Draws an index in `0..len`. Panics if `len` is 0.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// Returns true in `part` of `whole` draws.
    pub fn chance(&mut self, part: u64, whole: u64) -> bool {
        self.below(whole) < part
    }

    /// Draws one of the items. Panics if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.index(items.len())]
    }

    /// Puts the items in a uniformly random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_numbers_for_ever() {
        let mut random = Random::new(42);
        let draws: Vec<u64> = (0..4).map(|_| random.below(1_000_000)).collect();
        assert_eq!(
            draws,
            [681_896, 950_275, 427_516, 627_360],
            "changing the stream changes every generated file"
        );
    }

    #[test]
    fn ranges_hold_their_ends() {
        let mut random = Random::new(1);
        let draws: std::collections::BTreeSet<i64> = (0..200).map(|_| random.within(-2, 2)).collect();
        assert_eq!(draws.into_iter().collect::<Vec<_>>(), [-2, -1, 0, 1, 2]);
        assert_eq!(random.within(i64::MIN, i64::MIN), i64::MIN);
        random.within(i64::MIN, i64::MAX);
    }

    #[test]
    fn a_shuffle_keeps_the_items() {
        let mut items: Vec<u32> = (0..100).collect();
        Random::new(7).shuffle(&mut items);
        assert!(!items.is_sorted());
        items.sort_unstable();
        assert!(items.into_iter().eq(0..100));
    }
}
