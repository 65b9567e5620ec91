//! Sets of vertices, one bit each: a set of 10 million stays in a cache that bytes would not.

use std::ops::Range;

/// A set of vertices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VertexSet {
    words: Vec<u64>,
}

impl VertexSet {
    /// The number of vertices that share a word: sets of neighbouring ranges that begin at multiples of this can be
    /// joined.
    pub const ALIGNED: u32 = u64::BITS;

    /// Returns the empty set of vertices below `vertices`.
    pub fn new(vertices: usize) -> VertexSet {
        VertexSet {
            words: vec![0; vertices.div_ceil(VertexSet::ALIGNED as usize)],
        }
    }

    /// Returns whether the set has room for no vertex at all; it may be empty otherwise as well.
    pub fn has_no_room(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns whether the vertex is in the set. A vertex without room in the set is not.
    #[inline]
    pub fn contains(&self, vertex: u32) -> bool {
        let (word, bit) = (vertex / u64::BITS, vertex % u64::BITS);
        self.words.get(word as usize).is_some_and(|word| word >> bit & 1 == 1)
    }

    /// Adds a vertex. Panics if there is no room for it.
    #[inline]
    pub fn insert(&mut self, vertex: u32) {
        self.insert_if(vertex, true);
    }

    /// Adds a vertex if `member` says so. Panics if there is no room for it.
    #[inline]
    pub fn insert_if(&mut self, vertex: u32, member: bool) {
        let (word, bit) = (vertex / u64::BITS, vertex % u64::BITS);
        self.words[word as usize] |= u64::from(member) << bit;
    }

    /// Adds all of another set. Panics if there is no room for them.
    pub fn insert_all(&mut self, other: &VertexSet) {
        for (word, other) in self.words[..other.words.len()].iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    /// Adds the vertices that follow those there is room for, and what is in the other set of them. Those there is room
    /// for must be a multiple of [`VertexSet::ALIGNED`].
    pub fn append(&mut self, other: &VertexSet) {
        self.words.extend(&other.words);
    }

    /// Returns the vertices, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.within(0..VertexSet::ALIGNED * self.words.len() as u32)
    }

    /// Returns the vertices of the set in a range that begins and ends at multiples of [`VertexSet::ALIGNED`], or ends
    /// at the last vertex.
    pub fn within(&self, range: Range<u32>) -> impl Iterator<Item = u32> {
        let first = range.start / VertexSet::ALIGNED;
        let end = range.end.div_ceil(VertexSet::ALIGNED);
        let words = &self.words[first as usize..end as usize];
        (first..).zip(words).flat_map(|(place, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                (left != 0).then(|| {
                    left &= left - 1;
                    place * u64::BITS + bit
                })
            })
        })
    }
}

/// The set of the vertices for which an iterator over all says so.
impl FromIterator<bool> for VertexSet {
    fn from_iter<I: IntoIterator<Item = bool>>(all: I) -> VertexSet {
        let mut words = Vec::new();
        let mut all = all.into_iter().peekable();
        while all.peek().is_some() {
            let bits = all.by_ref().take(u64::BITS as usize).zip(0..);
            words.push(bits.fold(0, |word, (member, bit)| word | u64::from(member) << bit));
        }
        VertexSet { words }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_was_added_across_words_and_joined_sets() {
        let mut set = VertexSet::new(128);
        let mut after = VertexSet::new(65);
        for vertex in [0, 63, 64, 127] {
            assert!(!set.contains(vertex));
            set.insert(vertex);
            assert!(set.contains(vertex));
        }
        after.insert(64);
        set.append(&after);
        assert!(set.iter().eq([0, 63, 64, 127, 192]));
        assert!(set.within(64..193).eq([64, 127, 192]) && set.within(64..128).eq([64, 127]));
        assert!(!set.contains(128) && set.contains(192) && !set.contains(1 << 20));
        let mut more = VertexSet::new(256);
        more.insert(1);
        more.insert_all(&set);
        assert!(more.iter().eq([0, 1, 63, 64, 127, 192]));
        assert!(VertexSet::default().has_no_room() && !more.has_no_room());
    }
}
