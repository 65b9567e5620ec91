//! Sets of blocks of neighbouring positions: where something was decided last.
//!
//! Idea: a bit for each block, above it a bit for each word of bits that is not 0, and so on up to one word. A set is
//! walked through in order, looking at no word without a member but the topmost, so that a layer of one position costs no
//! more in a table of millions than in one of hundreds.
//! Memory: a bit for each block of [`BLOCK`] positions, and a 63rd of that above them.

/// How many positions a block has.
pub(super) const BLOCK: usize = 64;

/// From one level to the next, the bits of a word.
const BITS: usize = u64::BITS as usize;

/// A set of blocks.
pub(super) struct Blocks {
    /// The bits of the blocks, then of the words below, up to a level of one word.
    levels: Vec<Vec<u64>>,
}

impl Blocks {
    /// The empty set of blocks of so many positions.
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

    /// The bytes of a set of blocks of so many positions, on the safe side.
    pub(super) fn bytes_needed(positions: u64) -> u64 {
        const MORE_LEVELS: u64 = 6;
        (positions / BLOCK as u64 / 8) * 64 / 63 + 8 * MORE_LEVELS
    }

    /// Whether no block is in the set.
    pub(super) fn is_empty(&self) -> bool {
        self.levels.last().is_none_or(|top| top.iter().all(|&word| word == 0))
    }

    /// Adds the block of a position. Panics if there is no room for it.
    #[inline]
    pub(super) fn insert(&mut self, position: usize) {
        let mut member = position / BLOCK;
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

    /// Calls `visit` for every block in rising order, and leaves none.
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
