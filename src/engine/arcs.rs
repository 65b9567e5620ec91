//! The arcs of a graph in whatever form they are at hand, for engines that sort them for themselves.

use std::ops::Range;

use super::graph::Graph;

/// The arcs of a graph, each a pair of tail and head.
pub trait Arcs: Sync {
    /// How many vertices there are.
    fn vertices(&self) -> usize;

    /// How many arcs there are.
    fn arc_count(&self) -> usize;

    /// How many arcs leave each of these vertices.
    fn move_counts(&self, tails: Range<u32>) -> Vec<u32>;

    /// Calls `visit(tail, head)` for every arc that leaves one of these vertices, in the same order at every call.
    fn for_each_from(&self, tails: Range<u32>, visit: impl FnMut(u32, u32));

    /// The vertices in `parts` ranges or fewer that arcs leave in about equal numbers, or so it is hoped where that
    /// cannot be told at once.
    fn shares(&self, parts: usize) -> Vec<Range<u32>>;
}

impl Arcs for Graph {
    fn vertices(&self) -> usize {
        self.len()
    }

    fn arc_count(&self) -> usize {
        self.arc_count()
    }

    fn move_counts(&self, tails: Range<u32>) -> Vec<u32> {
        tails
            .map(|tail| self.successors(tail).len() as u32)
            .collect()
    }

    fn for_each_from(&self, tails: Range<u32>, mut visit: impl FnMut(u32, u32)) {
        for tail in tails {
            for &head in self.successors(tail) {
                visit(tail, head);
            }
        }
    }

    fn shares(&self, parts: usize) -> Vec<Range<u32>> {
        let end = self.vertices().end;
        let bound = |part: usize| {
            let arcs_before = self.arc_count() as u64 * part as u64 / parts as u64;
            if part == parts {
                end
            } else {
                self.vertex_of_place(arcs_before as u32)
            }
        };
        (0..parts)
            .map(|part| bound(part)..bound(part + 1))
            .collect()
    }
}

/// Arcs as a list, in any order.
#[derive(Clone, Copy, Debug)]
pub struct ArcList<'a> {
    /// How many vertices there are.
    pub vertices: usize,
    /// The arcs `(tail, head)`.
    pub arcs: &'a [(u32, u32)],
}

impl ArcList<'_> {
    fn all(&self) -> Range<u32> {
        0..u32::try_from(self.vertices).expect("a graph has fewer than 2^32 vertices")
    }
}

impl Arcs for ArcList<'_> {
    fn vertices(&self) -> usize {
        self.vertices
    }

    fn arc_count(&self) -> usize {
        self.arcs.len()
    }

    fn move_counts(&self, tails: Range<u32>) -> Vec<u32> {
        let mut counts = vec![0; tails.len()];
        self.for_each_from(tails.clone(), |tail, _| {
            counts[(tail - tails.start) as usize] += 1
        });
        counts
    }

    fn for_each_from(&self, tails: Range<u32>, mut visit: impl FnMut(u32, u32)) {
        if tails == self.all() {
            self.arcs.iter().for_each(|&(tail, head)| visit(tail, head));
            return;
        }
        // Whether an arc belongs here cannot be guessed: it is gathered in any case, and the next overwrites it if not.
        let mut gathered = [(0, 0); 512];
        for arcs in self.arcs.chunks(gathered.len()) {
            let mut count = 0;
            for &arc in arcs {
                gathered[count] = arc;
                count += usize::from(tails.contains(&arc.0));
            }
            for &(tail, head) in &gathered[..count] {
                visit(tail, head);
            }
        }
    }

    fn shares(&self, parts: usize) -> Vec<Range<u32>> {
        let end = self.all().end;
        let bound = |part: usize| (u64::from(end) * part as u64 / parts as u64) as u32;
        (0..parts)
            .map(|part| bound(part)..bound(part + 1))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::tests::{Random, random_graph};
    use super::*;

    /// The arcs from some vertices, sorted, and how many each has.
    fn from(arcs: &impl Arcs, tails: Range<u32>) -> (Vec<(u32, u32)>, Vec<u32>) {
        let mut found = Vec::new();
        arcs.for_each_from(tails.clone(), |tail, head| found.push((tail, head)));
        found.sort_unstable();
        (found, arcs.move_counts(tails))
    }

    #[test]
    fn a_graph_and_its_list_have_the_same_arcs_in_every_range() {
        let mut random = Random(1);
        for round in 0..200 {
            let n = 1 + random.below(40);
            let m = random.below(10 * n);
            let graph = random_graph(&mut random, n, m, 0);
            let mut list: Vec<_> = graph.arcs().collect();
            list.reverse();
            let list = ArcList {
                vertices: n,
                arcs: &list,
            };
            assert_eq!((list.vertices(), list.arc_count()), (n, m));
            for parts in [1, 2, 3, round + 1] {
                for shares in [graph.shares(parts), list.shares(parts)] {
                    assert_eq!(shares.len(), parts);
                    assert_eq!((shares[0].start, shares[parts - 1].end), (0, n as u32));
                    assert!(shares.windows(2).all(|pair| pair[0].end == pair[1].start));
                    let mut total = 0;
                    for tails in shares {
                        let found = from(&graph, tails.clone());
                        assert_eq!(found, from(&list, tails));
                        total += found.0.len();
                    }
                    assert_eq!(total, m);
                }
            }
        }
    }

    #[test]
    fn the_arcs_of_a_graph_are_shared_out_evenly() {
        let graph = random_graph(&mut Random(2), 1000, 30_000, 600);
        for tails in graph.shares(3) {
            let (arcs, _) = from(&graph, tails);
            assert!((9_000..=11_000).contains(&arcs.len()), "{}", arcs.len());
        }
    }
}
