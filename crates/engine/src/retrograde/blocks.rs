//! Sets of blocks of neighbouring positions, such as the blocks with decisions in the last layer.
//!
//! **Idea.** Each block has a bit. Above these, each word of bits has a bit that says whether it is not 0, and so on up
//! to one word. A walk through a set visits the members in order, and reads no word without a member except the
//! topmost. So a layer of one position costs no more in a table of millions than in a table of hundreds.
//!
//! **Cost.** A bit for each block of [`BLOCK`] positions, and a 63rd of that above them.

/// The number of positions of a block.
pub(super) const BLOCK: usize = 64;

/// The bits of a word: the factor from one level to the next.
const BITS: usize = u64::BITS as usize;

/// A set of blocks.
pub(super) struct Blocks {
    /// The bits of the blocks, then of the words below, up to a level of one word.
    levels: Vec<Vec<u64>>,
}

impl Blocks {
    /// Returns the empty set of blocks of this many positions.
    pub(super) fn new(positions: usize) -> Blocks {
        let mut levels = Vec::new();
        let mut members = positions.div_ceil(BLOCK);
        loop {
            let words = members.div_ceil(BITS);
            levels.push(vec![0; words]);
            if words <= 1 {
                return Blocks { levels };
            }
            members = words;
        }
    }

    /// Returns an upper bound on the bytes of a set of blocks of this many positions.
    pub(super) fn bytes_needed(positions: u64) -> u64 {
        // All levels above the bits of the blocks together have less than a word for 63 below, and one more each.
        const LEVELS: u64 = 6;
        let words = positions / (BLOCK * BITS) as u64;
        8 * (words + words / 63 + LEVELS)
    }

    /// Returns whether no block is in the set.
    pub(super) fn is_empty(&self) -> bool {
        self.levels.last().is_none_or(|top| top.iter().all(|&word| word == 0))
    }

    /// Adds a block. Panics if there is no room for it.
    #[inline]
    pub(super) fn insert(&mut self, block: usize) {
        let mut member = block;
        for level in &mut self.levels {
            let word = &mut level[member / BITS];
            let old = *word;
            *word |= 1 << (member % BITS);
            if old != 0 {
                return;
            }
            member /= BITS;
        }
    }

    /// Calls `visit` for every block in ascending order, and leaves none.
    pub(super) fn drain(&mut self, mut visit: impl FnMut(usize)) {
        let top = self.levels.len() - 1;
        self.drain_word(top, 0, &mut visit);
    }

    fn drain_word(&mut self, level: usize, word: usize, visit: &mut impl FnMut(usize)) {
        let Some(bits) = self.levels[level].get_mut(word) else {
            return;
        };
        let mut left = std::mem::take(bits);
        while left != 0 {
            let member = word * BITS + left.trailing_zeros() as usize;
            left &= left - 1;
            match level.checked_sub(1) {
                None => visit(member),
                Some(below) => self.drain_word(below, member, visit),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::graph::tests::Random;
    use super::*;

    fn drained(blocks: &mut Blocks) -> Vec<usize> {
        let mut all = Vec::new();
        blocks.drain(|block| all.push(block));
        all
    }

    #[test]
    fn sets_give_their_blocks_in_order_and_are_empty_then() {
        let mut random = Random(7);
        for blocks in [1, 2, 63, 64, 65, 4095, 4096, 4097, 300_000] {
            for last in [1, BLOCK] {
                let mut set = Blocks::new((blocks - 1) * BLOCK + last);
                assert!(set.is_empty());
                for count in [1, 3, 500] {
                    let mut expected: Vec<usize> =
                        (0..count).map(|_| random.below(blocks)).chain([blocks - 1]).collect();
                    expected.iter().for_each(|&block| set.insert(block));
                    assert!(!set.is_empty());
                    expected.sort_unstable();
                    expected.dedup();
                    assert_eq!(drained(&mut set), expected);
                    assert!(set.is_empty());
                    assert!(drained(&mut set).is_empty());
                }
            }
        }
        assert!(Blocks::new(0).is_empty());
        assert!(drained(&mut Blocks::new(0)).is_empty());
    }

    #[test]
    fn bytes_needed_is_never_below_what_a_set_takes() {
        for positions in [0, 1, 64, 4096, 4097, 262_144, 262_145, 20_000_000] {
            let set = Blocks::new(positions);
            let words: usize = set.levels.iter().map(Vec::len).sum();
            let bound = Blocks::bytes_needed(positions as u64);
            assert!(
                (8 * words as u64..8 * words as u64 + 100).contains(&bound),
                "{positions}"
            );
        }
    }
}
