//! The arcs of a graph in whatever form they are at hand, for engines that sort them for themselves.

use std::ops::Range;

use rayon::prelude::*;

use super::graph::Graph;
use super::vertex_set::VertexSet;

/// The arcs of a graph, each a pair of tail and head.
///
/// Questions about all of them are shared out to as many threads as there are shares, and leave out vertices that are
/// decided already: [`VertexSet::default`] leaves out none.
pub trait Arcs: Sync {
    /// The arcs from one share of the vertices, without those that touch a decided vertex.
    type Open<'a>: OpenArcs
    where
        Self: 'a;

    /// How many vertices there are.
    fn vertices(&self) -> usize;

    /// How many arcs there are.
    fn arc_count(&self) -> usize;

    /// The vertices in `parts` ranges or fewer that arcs leave in about equal numbers, or so it is hoped where that
    /// cannot be told at once. Each but the last ends at a multiple of [`VertexSet::ALIGNED`].
    fn shares(&self, parts: usize) -> Vec<Range<u32>>;

    /// How many arcs each vertex has to a vertex that is not decided; none where it is decided itself.
    fn move_counts(&self, shares: &[Range<u32>], decided: &VertexSet) -> Vec<u32>;

    /// Which vertices have an arc into `heads` and are not decided.
    fn leading_into(
        &self,
        heads: &VertexSet,
        shares: &[Range<u32>],
        decided: &VertexSet,
    ) -> VertexSet;

    /// The arcs of which neither end is decided, by the shares that their tails are in.
    fn open<'a>(&'a self, shares: &[Range<u32>], decided: &'a VertexSet) -> Vec<Self::Open<'a>>;
}

/// Arcs that can be walked through.
pub trait OpenArcs: Send {
    /// Calls `visit(tail, head)` for every arc, in the same order at every call.
    fn for_each(&self, visit: impl FnMut(u32, u32));
}

/// The answers for all shares, each by a thread of its own if there are more than one.
fn each<S: Sync, T: Send>(shares: &[S], answer: impl Fn(&S) -> T + Sync + Send) -> Vec<T> {
    match shares {
        [share] => vec![answer(share)],
        shares => shares.par_iter().map(answer).collect(),
    }
}

impl Arcs for Graph {
    type Open<'a> = OpenRows<'a>;

    fn vertices(&self) -> usize {
        self.len()
    }

    fn arc_count(&self) -> usize {
        self.arc_count()
    }

    fn shares(&self, parts: usize) -> Vec<Range<u32>> {
        let bound = |part: usize| {
            let arcs_before = self.arc_count() as u64 * part as u64 / parts as u64;
            self.vertex_of_place(arcs_before as u32)
        };
        aligned(parts, self.vertices().end, bound)
    }

    fn move_counts(&self, shares: &[Range<u32>], decided: &VertexSet) -> Vec<u32> {
        let counts = each(shares, |tails| {
            let rows = self.rows(tails.clone());
            if decided.has_no_room() {
                return rows.map(|row| row.len() as u32).collect();
            }
            let count = |(row, tail): (&[u32], u32)| {
                if decided.contains(tail) {
                    return 0;
                }
                row.iter()
                    .map(|&head| u32::from(!decided.contains(head)))
                    .sum()
            };
            rows.zip(tails.clone()).map(count).collect::<Vec<u32>>()
        });
        joined(counts, |all, more| all.extend_from_slice(&more))
    }

    fn leading_into(
        &self,
        heads: &VertexSet,
        shares: &[Range<u32>],
        decided: &VertexSet,
    ) -> VertexSet {
        let found = each(shares, |tails| {
            let mut found = VertexSet::new(tails.len());
            for ((row, tail), place) in self.rows(tails.clone()).zip(tails.clone()).zip(0..) {
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
        });
        joined(found, |all, more| all.append(&more))
    }

    fn open<'a>(&'a self, shares: &[Range<u32>], decided: &'a VertexSet) -> Vec<OpenRows<'a>> {
        let open = |tails: &Range<u32>| OpenRows {
            graph: self,
            tails: tails.clone(),
            decided,
        };
        shares.iter().map(open).collect()
    }
}

/// All parts as one, the first of them with the others added; nothing where there is none.
fn joined<T: Default>(parts: Vec<T>, add: impl Fn(&mut T, T)) -> T {
    let mut parts = parts.into_iter();
    let mut all = parts.next().unwrap_or_default();
    parts.for_each(|part| add(&mut all, part));
    all
}

/// Some rows of a graph.
pub struct OpenRows<'a> {
    graph: &'a Graph,
    tails: Range<u32>,
    decided: &'a VertexSet,
}

impl OpenArcs for OpenRows<'_> {
    fn for_each(&self, mut visit: impl FnMut(u32, u32)) {
        let rows = self.tails.clone().zip(self.graph.rows(self.tails.clone()));
        if self.decided.has_no_room() {
            for (tail, row) in rows {
                row.iter().for_each(|&head| visit(tail, head));
            }
            return;
        }
        let open = rows.filter(|&(tail, _)| !self.decided.contains(tail));
        let mut chosen = Chosen::new(visit);
        for (tail, row) in open {
            for &head in row {
                chosen.add((tail, head), !self.decided.contains(head));
            }
        }
        chosen.finish();
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

impl<'a> ArcList<'a> {
    /// The list in as many pieces as there are shares.
    fn pieces(&self, shares: &[Range<u32>]) -> Vec<&'a [(u32, u32)]> {
        let length = self.arcs.len().div_ceil(shares.len()).max(1);
        let pieces: Vec<_> = self.arcs.chunks(length).collect();
        if pieces.is_empty() { vec![&[]] } else { pieces }
    }
}

/// Calls `visit` for the arcs for which `choose` says so.
fn for_each_chosen(
    arcs: &[(u32, u32)],
    choose: impl Fn(u32, u32) -> bool,
    visit: impl FnMut(u32, u32),
) {
    let mut chosen = Chosen::new(visit);
    for &(tail, head) in arcs {
        chosen.add((tail, head), choose(tail, head));
    }
    chosen.finish();
}

/// Calls `visit` for the arcs of which neither end is decided.
fn for_each_open(arcs: &[(u32, u32)], decided: &VertexSet, mut visit: impl FnMut(u32, u32)) {
    if decided.has_no_room() {
        arcs.iter().for_each(|&(tail, head)| visit(tail, head));
    } else {
        let open = |tail, head| !decided.contains(tail) & !decided.contains(head);
        for_each_chosen(arcs, open, visit);
    }
}

/// Each thread looks at a piece of the list, whatever the tails there.
impl Arcs for ArcList<'_> {
    type Open<'a>
        = OpenList<'a>
    where
        Self: 'a;

    fn vertices(&self) -> usize {
        self.vertices
    }

    fn arc_count(&self) -> usize {
        self.arcs.len()
    }

    fn shares(&self, parts: usize) -> Vec<Range<u32>> {
        let end = u32::try_from(self.vertices).expect("a graph has fewer than 2^32 vertices");
        aligned(parts, end, |part| {
            (u64::from(end) * part as u64 / parts as u64) as u32
        })
    }

    fn move_counts(&self, shares: &[Range<u32>], decided: &VertexSet) -> Vec<u32> {
        let counts = each(&self.pieces(shares), |piece| {
            let mut counts = vec![0; self.vertices];
            for_each_open(piece, decided, |tail, _| counts[tail as usize] += 1);
            counts
        });
        joined(counts, |all, more| {
            all.iter_mut()
                .zip(more)
                .for_each(|(count, more)| *count += more);
        })
    }

    fn leading_into(
        &self,
        heads: &VertexSet,
        shares: &[Range<u32>],
        decided: &VertexSet,
    ) -> VertexSet {
        let found = each(&self.pieces(shares), |piece| {
            let mut found = VertexSet::new(self.vertices);
            let leads = |_, head| heads.contains(head);
            for_each_chosen(piece, leads, |tail, _| {
                if !decided.contains(tail) {
                    found.insert(tail);
                }
            });
            found
        });
        joined(found, |all, more| all.insert_all(&more))
    }

    fn open<'a>(&'a self, shares: &[Range<u32>], decided: &'a VertexSet) -> Vec<OpenList<'a>> {
        if let [_] = shares {
            return vec![OpenList::Found(self.arcs, decided)];
        }
        // Each share takes its arcs from all pieces in order. There are few shares, and so it is faster to compare a tail
        // with the ends of all than to search.
        let ends: Vec<u32> = shares.iter().map(|share| share.end).collect();
        let mut pieces = each(&self.pieces(shares), |piece| {
            let mut dealt = vec![Vec::new(); ends.len()];
            for_each_open(piece, decided, |tail, head| {
                let share: usize = ends.iter().map(|&end| usize::from(end <= tail)).sum();
                dealt[share].push((tail, head));
            });
            dealt
        });
        let share = |share: usize| {
            let dealt = pieces
                .iter_mut()
                .map(|dealt| std::mem::take(&mut dealt[share]));
            OpenList::Dealt(dealt.collect())
        };
        (0..shares.len()).map(share).collect()
    }
}

/// Some arcs of a list.
pub enum OpenList<'a> {
    /// Those of a whole list of which neither end is decided, looked for at every walk.
    Found(&'a [(u32, u32)], &'a VertexSet),
    /// These, one piece after the other. 8 bytes an arc.
    Dealt(Vec<Vec<(u32, u32)>>),
}

impl OpenArcs for OpenList<'_> {
    fn for_each(&self, mut visit: impl FnMut(u32, u32)) {
        match self {
            OpenList::Found(arcs, decided) => for_each_open(arcs, decided, visit),
            OpenList::Dealt(pieces) => {
                let arcs = pieces.iter().flatten();
                arcs.for_each(|&(tail, head)| visit(tail, head));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::tests::{Random, random_graph};
    use super::*;

    const NONE: fn() -> VertexSet = VertexSet::default;

    /// The arcs of every share, sorted.
    fn open(arcs: &impl Arcs, shares: &[Range<u32>], decided: &VertexSet) -> Vec<Vec<(u32, u32)>> {
        let sorted = |open: &_| {
            let mut found = Vec::new();
            OpenArcs::for_each(open, |tail, head| found.push((tail, head)));
            let mut again = Vec::new();
            OpenArcs::for_each(open, |tail, head| again.push((tail, head)));
            assert_eq!(found, again, "every walk has the same order");
            found.sort_unstable();
            found
        };
        arcs.open(shares, decided).iter().map(sorted).collect()
    }

    #[test]
    fn shares_hold_all_vertices_in_order_and_begin_at_whole_words() {
        let mut random = Random(1);
        for round in 0..200 {
            let n = 1 + random.below(400);
            let m = random.below(10 * n);
            let graph = random_graph(&mut random, n, m, 0);
            let arcs: Vec<_> = graph.arcs().collect();
            let list = ArcList {
                vertices: n,
                arcs: &arcs,
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
                }
            }
        }
    }

    #[test]
    fn a_graph_and_its_list_leave_out_what_is_decided_in_any_number_of_shares() {
        let mut random = Random(3);
        for round in 0..300 {
            let n = 1 + random.below(300);
            let m = random.below(10 * n);
            let graph = random_graph(&mut random, n, m, 0);
            let mut arcs: Vec<_> = graph.arcs().collect();
            arcs.reverse();
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
            let heads = some(&mut random, 10);
            let decided = match round % 3 {
                0 => NONE(),
                _ => some(&mut random, 3),
            };
            let mut counts = vec![0; n];
            let mut expected = Vec::new();
            for &(tail, head) in &arcs {
                if !decided.contains(tail) && !decided.contains(head) {
                    counts[tail as usize] += 1;
                    expected.push((tail, head));
                }
            }
            expected.sort_unstable();
            let mut into = VertexSet::new(n);
            arcs.iter()
                .filter(|arc| !decided.contains(arc.0) && heads.contains(arc.1))
                .for_each(|arc| into.insert(arc.0));
            let shares = graph.shares(1 + round % 4);
            assert_eq!(graph.move_counts(&shares, &decided), counts);
            assert_eq!(list.move_counts(&shares, &decided), counts);
            assert_eq!(graph.leading_into(&heads, &shares, &decided), into);
            assert_eq!(list.leading_into(&heads, &shares, &decided), into);
            let of_graph = open(&graph, &shares, &decided);
            assert_eq!(of_graph, open(&list, &shares, &decided));
            assert!(
                of_graph
                    .iter()
                    .zip(&shares)
                    .all(|(arcs, share)| { arcs.iter().all(|(tail, _)| share.contains(tail)) })
            );
            assert_eq!(of_graph.concat(), expected);
        }
    }

    #[test]
    fn the_arcs_of_a_graph_are_shared_out_evenly() {
        let graph = random_graph(&mut Random(2), 10_000, 30_000, 6_000);
        for arcs in open(&graph, &graph.shares(3), &NONE()) {
            assert!((9_000..=11_000).contains(&arcs.len()), "{}", arcs.len());
        }
    }
}
