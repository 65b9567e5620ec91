//! The vertices that a list of arcs mentions, numbered without gaps.
//!
//! A graph may declare more vertices than its file can mention. It must not cost memory for them.

/// The mentioned vertices, ascending.
///
/// Takes 4 bytes per vertex. Making it takes O(m log m) time for m mentions, and a look-up is a binary search.
#[derive(Clone, Debug)]
pub struct Mentioned(Vec<u32>);

impl Mentioned {
    /// Returns the vertices at the ends of `arcs` and the `others`.
    pub fn new(arcs: &[(u32, u32)], others: &[u32]) -> Mentioned {
        let ends = arcs.iter().flat_map(|&(from, to)| [from, to]);
        let mut vertices: Vec<u32> = ends.chain(others.iter().copied()).collect();
        vertices.sort_unstable();
        vertices.dedup();
        Mentioned(vertices)
    }

    /// Returns whether renumbering is worth its time: more than half of the declared vertices cannot be mentioned.
    pub fn pays(vertices: usize, arcs: usize) -> bool {
        vertices / 4 > arcs
    }

    /// Returns the number of mentioned vertices.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether no vertex is mentioned.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the new number of a vertex, or `None` if it is not mentioned.
    pub fn number(&self, vertex: u32) -> Option<u32> {
        self.0.binary_search(&vertex).ok().map(|index| index as u32)
    }

    /// Returns the vertex that has this new number.
    ///
    /// # Panics
    /// If `number >= len()`.
    pub fn vertex(&self, number: u32) -> u32 {
        self.0[number as usize]
    }

    /// Returns the arcs by their new numbers.
    ///
    /// # Panics
    /// If one of their ends was not mentioned.
    pub fn renumbered(&self, arcs: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let number = |vertex| self.number(vertex).expect("the arcs are those that were given");
        arcs.iter().map(|&(from, to)| (number(from), number(to))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_mentioned_is_numbered() {
        let arcs = [(4_000_000_000, 7), (7, 7)];
        let mentioned = Mentioned::new(&arcs, &[9]);
        assert_eq!(mentioned.len(), 3);
        assert_eq!(mentioned.renumbered(&arcs), [(2, 0), (0, 0)]);
        assert_eq!((mentioned.number(9), mentioned.number(8)), (Some(1), None));
        assert_eq!(
            (0..3).map(|i| mentioned.vertex(i)).collect::<Vec<_>>(),
            [7, 9, 4_000_000_000]
        );
        assert!(Mentioned::new(&[], &[]).is_empty());
    }
}
