//! The arcs of a graph in whatever form they are at hand, for engines that sort them for themselves.

use std::ops::Range;

use super::graph::Graph;
use super::vertex_set::VertexSet;

/// The arcs of a graph, each a pair of tail and head.
///
/// Most questions are asked of part of the tails, and leave out vertices that are decided already: [`VertexSet::default`]
/// leaves out none.
pub trait Arcs: Sync {
    /// How many vertices there are.
    fn vertices(&self) -> usize;

    /// How many arcs there are.
    fn arc_count(&self) -> usize;

    /// How many arcs each of these vertices has to a vertex that is not decided; none where it is decided itself.
    fn move_counts(&self, tails: Range<u32>, decided: &VertexSet) -> Vec<u32>;

    /// Which of these vertices have an arc into `heads` and are not decided, numbered from the first of them.
    fn leading_into(&self, heads: &VertexSet, tails: Range<u32>, decided: &VertexSet) -> VertexSet;

    /// Calls `visit(tail, head)` for every arc from one of these vertices of which neither end is decided, in the same
    /// order at every call.
    fn for_each_from(&self, tails: Range<u32>, decided: &VertexSet, visit: impl FnMut(u32, u32));

    /// The vertices in `parts` ranges or fewer that arcs leave in about equal numbers, or so it is hoped where that
    /// cannot be told at once. Each but the last ends at a multiple of [`VertexSet::ALIGNED`].
    fn shares(&self, parts: usize) -> Vec<Range<u32>>;
}

impl Arcs for Graph {
    fn vertices(&self) -> usize {
        self.len()
    }

    fn arc_count(&self) -> usize {
        self.arc_count()
    }

    fn move_counts(&self, tails: Range<u32>, decided: &VertexSet) -> Vec<u32> {
        let mut counts = vec![0; tails.len()];
        let rows = self.rows(tails.clone());
        if decided.has_no_room() {
            for (count, row) in counts.iter_mut().zip(rows) {
                *count = row.len() as u32;
            }
            return counts;
        }
        for ((count, row), tail) in counts.iter_mut().zip(rows).zip(tails) {
            if !decided.contains(tail) {
                let open = row.iter().map(|&head| u32::from(!decided.contains(head)));
                *count = open.sum();
            }
        }
        counts
    }

    fn leading_into(&self, heads: &VertexSet, tails: Range<u32>, decided: &VertexSet) -> VertexSet {
        let mut found = VertexSet::new(tails.len());
        for ((row, tail), place) in self.rows(tails.clone()).zip(tails).zip(0..) {
            // To look at all the arcs is faster than to guess where to stop.
            if !decided.contains(tail)
                && row
                    .iter()
                    .fold(false, |any, &head| any | heads.contains(head))
            {
                found.insert(place);
            }
        }
        found
    }

    fn for_each_from(
        &self,
        tails: Range<u32>,
        decided: &VertexSet,
        mut visit: impl FnMut(u32, u32),
    ) {
        let rows = tails.clone().zip(self.rows(tails));
        if decided.has_no_room() {
            for (tail, row) in rows {
                row.iter().for_each(|&head| visit(tail, head));
            }
            return;
        }
        let open = rows.filter(|&(tail, _)| !decided.contains(tail));
        let mut chosen = Chosen::new(visit);
        for (tail, row) in open {
            for &head in row {
                chosen.add((tail, head), !decided.contains(head));
            }
        }
        chosen.finish();
    }

    fn shares(&self, parts: usize) -> Vec<Range<u32>> {
        let bound = |part: usize| {
            let arcs_before = self.arc_count() as u64 * part as u64 / parts as u64;
            self.vertex_of_place(arcs_before as u32)
        };
        aligned(parts, self.vertices().end, bound)
    }
}

/// Ranges of `0..end` that begin near these bounds.
fn aligned(parts: usize, end: u32, bound: impl Fn(usize) -> u32) -> Vec<Range<u32>> {
    let bound = |part: usize| {
        if part == parts {
            return end;
        }
        let bound = bound(part);
        bound - bound % VertexSet::ALIGNED
    };
    (0..parts)
        .map(|part| bound(part)..bound(part + 1))
        .collect()
}

/// Arcs of which some are passed on.
///
/// Whether an arc is one of them often cannot be guessed: it is noted in any case, and the next overwrites it if not.
struct Chosen<F> {
    noted: [(u32, u32); 512],
    count: usize,
    visit: F,
}

impl<F: FnMut(u32, u32)> Chosen<F> {
    fn new(visit: F) -> Chosen<F> {
        Chosen {
            noted: [(0, 0); 512],
            count: 0,
            visit,
        }
    }

    #[inline]
    fn add(&mut self, arc: (u32, u32), chosen: bool) {
        self.noted[self.count] = arc;
        self.count += usize::from(chosen);
        if self.count == self.noted.len() {
            self.pass_on();
        }
    }

    fn pass_on(&mut self) {
        for &(tail, head) in &self.noted[..self.count] {
            (self.visit)(tail, head);
        }
        self.count = 0;
    }

    /// Passes on the last arcs.
    fn finish(mut self) {
        self.pass_on();
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

    /// Calls `visit` for the arcs for which `choose` says so.
    fn for_each_chosen(&self, choose: impl Fn(u32, u32) -> bool, visit: impl FnMut(u32, u32)) {
        let mut chosen = Chosen::new(visit);
        for &(tail, head) in self.arcs {
            chosen.add((tail, head), choose(tail, head));
        }
        chosen.finish();
    }
}

impl Arcs for ArcList<'_> {
    fn vertices(&self) -> usize {
        self.vertices
    }

    fn arc_count(&self) -> usize {
        self.arcs.len()
    }

    fn move_counts(&self, tails: Range<u32>, decided: &VertexSet) -> Vec<u32> {
        let mut counts = vec![0; tails.len()];
        let slots = &mut counts[..];
        self.for_each_from(tails.clone(), decided, |tail, _| {
            slots[(tail - tails.start) as usize] += 1;
        });
        counts
    }

    fn leading_into(&self, heads: &VertexSet, tails: Range<u32>, decided: &VertexSet) -> VertexSet {
        let mut found = VertexSet::new(tails.len());
        self.for_each_chosen(
            |tail, head| heads.contains(head) & tails.contains(&tail),
            |tail, _| {
                if !decided.contains(tail) {
                    found.insert(tail - tails.start);
                }
            },
        );
        found
    }

    fn for_each_from(
        &self,
        tails: Range<u32>,
        decided: &VertexSet,
        mut visit: impl FnMut(u32, u32),
    ) {
        match (tails == self.all(), decided.has_no_room()) {
            (true, true) => self.arcs.iter().for_each(|&(tail, head)| visit(tail, head)),
            (false, true) => self.for_each_chosen(|tail, _| tails.contains(&tail), visit),
            (_, false) => {
                let open = |tail, head| !decided.contains(tail) & !decided.contains(head);
                self.for_each_chosen(|tail, head| tails.contains(&tail) & open(tail, head), visit);
            }
        }
    }

    fn shares(&self, parts: usize) -> Vec<Range<u32>> {
        let end = self.all().end;
        aligned(parts, end, |part| {
            (u64::from(end) * part as u64 / parts as u64) as u32
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::tests::{Random, random_graph};
    use super::*;

    /// The arcs from some vertices, sorted, and how many each has, without those that are decided.
    fn from(
        arcs: &impl Arcs,
        tails: Range<u32>,
        decided: &VertexSet,
    ) -> (Vec<(u32, u32)>, Vec<u32>) {
        let mut found = Vec::new();
        arcs.for_each_from(tails.clone(), decided, |tail, head| {
            found.push((tail, head));
        });
        found.sort_unstable();
        (found, arcs.move_counts(tails, decided))
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
                    assert!(
                        shares
                            .iter()
                            .all(|tails| tails.start % VertexSet::ALIGNED == 0)
                    );
                    let mut total = 0;
                    for tails in shares {
                        let found = from(&graph, tails.clone(), &VertexSet::default());
                        assert_eq!(found, from(&list, tails, &VertexSet::default()));
                        total += found.0.len();
                    }
                    assert_eq!(total, m);
                }
            }
        }
    }

    #[test]
    fn what_is_decided_is_left_out_by_a_graph_and_its_list() {
        let mut random = Random(3);
        for round in 0..200 {
            let n = 1 + random.below(300);
            let m = random.below(10 * n);
            let graph = random_graph(&mut random, n, m, 0);
            let arcs: Vec<_> = graph.arcs().collect();
            let list = ArcList {
                vertices: n,
                arcs: &arcs,
            };
            let some = |random: &mut Random, one_in| {
                let mut set = VertexSet::new(n);
                let chosen = graph.vertices().filter(|_| random.below(one_in) == 0);
                chosen.for_each(|vertex| set.insert(vertex));
                set
            };
            let (decided, heads) = (some(&mut random, 3), some(&mut random, 10));
            for tails in graph.shares(1 + round % 3) {
                let here = arcs.iter().filter(|arc| tails.contains(&arc.0));
                let open = |arc: &&(u32, u32)| !decided.contains(arc.0) && !decided.contains(arc.1);
                let mut counts = vec![0; tails.len()];
                let mut expected: Vec<_> = here.clone().filter(open).copied().collect();
                expected.sort_unstable();
                for arc in &expected {
                    counts[(arc.0 - tails.start) as usize] += 1;
                }
                let expected = (expected, counts);
                assert_eq!(from(&graph, tails.clone(), &decided), expected);
                assert_eq!(from(&list, tails.clone(), &decided), expected);
                let mut into = VertexSet::new(tails.len());
                here.filter(|arc| !decided.contains(arc.0) && heads.contains(arc.1))
                    .for_each(|arc| into.insert(arc.0 - tails.start));
                assert_eq!(graph.leading_into(&heads, tails.clone(), &decided), into);
                assert_eq!(list.leading_into(&heads, tails, &decided), into);
            }
        }
    }

    #[test]
    fn the_arcs_of_a_graph_are_shared_out_evenly() {
        let graph = random_graph(&mut Random(2), 10_000, 30_000, 6_000);
        for tails in graph.shares(3) {
            let (arcs, _) = from(&graph, tails, &VertexSet::default());
            assert!((9_000..=11_000).contains(&arcs.len()), "{}", arcs.len());
        }
    }
}
