//! Sets of vertices, one bit each: a set of 10 million stays in a cache that bytes would not.

/// A set of vertices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VertexSet {
    words: Vec<u64>,
}

impl VertexSet {
    /// The number of vertices that share a word. Sets of neighbouring ranges can be joined if they begin at multiples
    /// of this.
    pub const ALIGNED: u32 = u64::BITS;

    /// Returns the empty set of vertices below `vertices`.
    pub fn new(vertices: usize) -> VertexSet {
        VertexSet {
            words: vec![0; vertices.div_ceil(VertexSet::ALIGNED as usize)],
        }
    }

    /// Returns the set of the vertices whose states satisfy `is_such`. The states are in the order of vertices.
    pub fn of<S>(states: &[S], is_such: impl Fn(&S) -> bool) -> VertexSet {
        let word = |states: &[S]| {
            let members = states.iter().rev().map(|state| u64::from(is_such(state)));
            members.fold(0, |word, member| word << 1 | member)
        };
        VertexSet {
            words: states.chunks(VertexSet::ALIGNED as usize).map(word).collect(),
        }
    }

    /// Returns whether the set has room for no vertex. A set with room may be empty as well.
    pub fn has_no_room(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns whether the vertex is in the set. A vertex without room is not in it.
    #[inline]
    pub fn contains(&self, vertex: u32) -> bool {
        let (word, bit) = (vertex / u64::BITS, vertex % u64::BITS);
        self.words.get(word as usize).is_some_and(|word| word >> bit & 1 == 1)
    }

    /// Returns whether neither vertex is in the set, without a branch on the first.
    #[inline]
    pub fn has_neither(&self, one: u32, other: u32) -> bool {
        !self.contains(one) & !self.contains(other)
    }

    /// Adds a vertex. Panics if there is no room for it.
    #[inline]
    pub fn insert(&mut self, vertex: u32) {
        let (word, bit) = (vertex / u64::BITS, vertex % u64::BITS);
        self.words[word as usize] |= 1 << bit;
    }

    /// Appends the other set: its vertices follow the vertices that this set has room for.
    ///
    /// The room of this set must be a multiple of [`VertexSet::ALIGNED`].
    pub fn append(&mut self, other: &VertexSet) {
        self.words.extend(&other.words);
    }

    /// Returns the number of vertices in the set.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
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
        let members = |set: &VertexSet| {
            (0..1 << 10)
                .filter(|&vertex| set.contains(vertex))
                .collect::<Vec<u32>>()
        };
        assert_eq!(members(&set), [0, 63, 64, 127, 192]);
        assert_eq!(set.count(), 5);
        assert!(!set.contains(1 << 20));
        let states: Vec<u32> = (0..70).collect();
        let of_sevens = VertexSet::of(&states, |state| state % 7 == 6);
        assert_eq!(members(&of_sevens), [6, 13, 20, 27, 34, 41, 48, 55, 62, 69]);
        assert!(VertexSet::default().has_no_room() && !of_sevens.has_no_room());
    }
}
