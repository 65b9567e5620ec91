//! The arcs of a graph in the caller's form, for engines that sort them for themselves.

use std::ops::Range;

use rayon::prelude::*;

use super::graph::Graph;
use super::vertex_set::VertexSet;

/// The arcs of a graph, each a pair of tail and head.
pub trait Arcs: Sync {
    /// The arcs that leave one share of the vertices.
    type Share<'a>: Share
    where
        Self: 'a;

    /// Returns the number of vertices.
    fn vertices(&self) -> usize;

    /// Returns the number of arcs.
    fn arc_count(&self) -> usize;

    /// Returns the arcs as a graph if they are one.
    fn as_graph(&self) -> Option<&Graph>;

    /// Divides the vertices into `parts` ranges, each with the arcs that leave it.
    ///
    /// The ranges have about equally many arcs, or at least equally many vertices if counting takes a pass. Each range
    /// but the last ends at a multiple of [`VertexSet::ALIGNED`].
    fn shared(&self, parts: usize) -> Vec<(Range<u32>, Self::Share<'_>)>;
}

/// Arcs that can be walked through.
pub trait Share: Send + Sync {
    /// Calls `visit(tail, head, is_open, later)` for every arc, in the same order at every call.
    ///
    /// An arc is open if neither end is in `closed`. Arcs that leave a vertex of `closed` may be left out. If tails
    /// come in any order, `later` is the tail of an arc that comes soon.
    fn for_each(&self, closed: &VertexSet, visit: impl FnMut(u32, u32, bool, Option<u32>));

    /// Returns the number of arcs that leave each vertex of the share, in order, if that is known.
    fn lengths(&self) -> Option<impl Iterator<Item = u32>>;

    /// Returns the heads of about `count` arcs from all over the share.
    fn sample(&self, count: usize) -> Vec<u32>;
}

/// The least average length of the rows, in arcs, for skipping closed rows.
///
/// In shorter rows it is faster to go through all arcs than to predict which rows are closed.
const MIN_SKIPPED_ARCS: usize = 6;

/// Returns about `count` items at equal distances from all over the list.
fn spread<T>(list: &[T], count: usize) -> impl Iterator<Item = &T> {
    list.iter().step_by(list.len() / count.max(1) + 1)
}

/// Returns `parts` ranges of `0..end` that begin near these bounds.
fn aligned(parts: usize, end: u32, bound: impl Fn(usize) -> u32) -> Vec<Range<u32>> {
    let bound = |part: usize| {
        if part == parts {
            return end;
        }
        let bound = bound(part);
        bound - bound % VertexSet::ALIGNED
    };
    (0..parts).map(|part| bound(part)..bound(part + 1)).collect()
}

impl Arcs for Graph {
    type Share<'a> = Rows<'a>;

    fn vertices(&self) -> usize {
        self.len()
    }

    fn arc_count(&self) -> usize {
        self.arc_count()
    }

    fn as_graph(&self) -> Option<&Graph> {
        Some(self)
    }

    fn shared(&self, parts: usize) -> Vec<(Range<u32>, Rows<'_>)> {
        let bound = |part: usize| {
            let arcs_before = self.arc_count() as u64 * part as u64 / parts as u64;
            self.vertex_of_place(arcs_before as u32)
        };
        let rows = |tails: Range<u32>| {
            let graph = self;
            (tails.clone(), Rows { graph, tails })
        };
        let shares = aligned(parts, self.vertices().end, bound);
        shares.into_iter().map(rows).collect()
    }
}

/// Some rows of a graph.
#[derive(Clone, Debug)]
pub struct Rows<'a> {
    graph: &'a Graph,
    tails: Range<u32>,
}

impl Share for Rows<'_> {
    #[inline(always)]
    fn for_each(&self, closed: &VertexSet, mut visit: impl FnMut(u32, u32, bool, Option<u32>)) {
        let tails = self.tails.clone();
        if closed.has_no_room() {
            let all = |tail, head| visit(tail, head, true, None);
            return self.graph.for_each_arc(tails, all);
        }
        if self.graph.heads_of(tails.clone()).len() < MIN_SKIPPED_ARCS * tails.len() {
            let all = |tail, head| visit(tail, head, closed.has_neither(tail, head), None);
            return self.graph.for_each_arc(tails, all);
        }
        let rows = tails.clone().zip(self.graph.rows(tails));
        for (tail, row) in rows.filter(|row| !closed.contains(row.0)) {
            row.iter()
                .for_each(|&head| visit(tail, head, !closed.contains(head), None));
        }
    }

    fn lengths(&self) -> Option<impl Iterator<Item = u32>> {
        let rows = self.graph.rows(self.tails.clone());
        Some(rows.map(|row| row.len() as u32))
    }

    fn sample(&self, count: usize) -> Vec<u32> {
        let heads = self.graph.heads_of(self.tails.clone());
        spread(heads, count).copied().collect()
    }
}

/// Arcs as a list, in any order.
#[derive(Clone, Copy, Debug)]
pub struct ArcList<'a> {
    /// The number of vertices.
    pub vertices: usize,
    /// The arcs `(tail, head)`.
    pub arcs: &'a [(u32, u32)],
}

impl Arcs for ArcList<'_> {
    type Share<'a>
        = Listed<'a>
    where
        Self: 'a;

    fn vertices(&self) -> usize {
        self.vertices
    }

    fn arc_count(&self) -> usize {
        self.arcs.len()
    }

    fn as_graph(&self) -> Option<&Graph> {
        None
    }

    fn shared(&self, parts: usize) -> Vec<(Range<u32>, Listed<'_>)> {
        let end = u32::try_from(self.vertices).expect("a graph has fewer than 2^32 vertices");
        let shares = aligned(parts, end, |part| (u64::from(end) * part as u64 / parts as u64) as u32);
        if let [tails] = &shares[..] {
            return vec![(tails.clone(), Listed::Whole(self.arcs))];
        }
        // Each share takes its arcs from all pieces in order. There are few shares, so it is faster to compare a tail
        // with the ends of all than to search.
        let ends: Vec<u32> = shares.iter().map(|share| share.end).collect();
        let deal = |piece: &[(u32, u32)]| {
            let mut dealt = vec![Vec::new(); ends.len()];
            for &(tail, head) in piece {
                let share: usize = ends.iter().map(|&end| usize::from(end <= tail)).sum();
                dealt[share].push((tail, head));
            }
            dealt
        };
        let pieces = self.arcs.par_chunks(self.arcs.len().div_ceil(parts).max(1));
        let mut pieces: Vec<Vec<Vec<_>>> = pieces.map(deal).collect();
        let share = |(tails, share): (Range<u32>, usize)| {
            let of_piece = |dealt: &mut Vec<Vec<_>>| std::mem::take(&mut dealt[share]);
            let dealt = pieces.iter_mut().map(of_piece).collect();
            (tails, Listed::Dealt(dealt))
        };
        shares.into_iter().zip(0..).map(share).collect()
    }
}

/// Some arcs of a list.
#[derive(Clone, Debug)]
pub enum Listed<'a> {
    /// All arcs.
    Whole(&'a [(u32, u32)]),
    /// The arcs of these pieces, one piece after the other. 8 bytes an arc.
    Dealt(Vec<Vec<(u32, u32)>>),
}

impl Listed<'_> {
    fn pieces(&self) -> impl Iterator<Item = &[(u32, u32)]> {
        let (whole, dealt) = match self {
            Listed::Whole(arcs) => (Some(*arcs), &[][..]),
            Listed::Dealt(pieces) => (None, &pieces[..]),
        };
        whole.into_iter().chain(dealt.iter().map(Vec::as_slice))
    }
}

impl Share for Listed<'_> {
    #[inline(always)]
    fn for_each(&self, closed: &VertexSet, mut visit: impl FnMut(u32, u32, bool, Option<u32>)) {
        const LATER: usize = 32;
        for piece in self.pieces() {
            for (place, &(tail, head)) in piece.iter().enumerate() {
                let is_open = closed.has_no_room() || closed.has_neither(tail, head);
                visit(tail, head, is_open, piece.get(place + LATER).map(|arc| arc.0));
            }
        }
    }

    fn lengths(&self) -> Option<impl Iterator<Item = u32>> {
        None::<std::iter::Empty<u32>>
    }

    fn sample(&self, count: usize) -> Vec<u32> {
        let arcs = self.pieces().flat_map(|piece| spread(piece, count));
        arcs.map(|&(_, head)| head).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::tests::{Random, random_graph};
    use super::*;

    /// Returns the arcs of a share, sorted.
    fn sorted(share: &impl Share) -> Vec<(u32, u32)> {
        let none = VertexSet::default();
        let mut found = Vec::new();
        share.for_each(&none, |tail, head, is_open, _| {
            assert!(is_open);
            found.push((tail, head));
        });
        let mut again = Vec::new();
        share.for_each(&none, |tail, head, _, _| again.push((tail, head)));
        assert_eq!(found, again, "every walk has the same order");
        let heads = share.sample(found.len());
        assert!(heads.iter().all(|head| found.iter().any(|arc| arc.1 == *head)));
        assert_eq!(heads.is_empty(), found.is_empty());
        found.sort_unstable();
        found
    }

    fn check<A: Arcs>(arcs: &A, parts: usize, expected: &[(u32, u32)]) {
        let shared = arcs.shared(parts);
        assert_eq!(shared.len(), parts);
        let mut next = 0;
        for (tails, share) in shared {
            assert_eq!((tails.start, tails.start % VertexSet::ALIGNED), (next, 0));
            next = tails.end;
            let own = |arc: &&(u32, u32)| tails.contains(&arc.0);
            let own: Vec<_> = expected.iter().filter(own).copied().collect();
            assert_eq!(sorted(&share), own);
            if let Some(lengths) = share.lengths() {
                let of = |tail| own.iter().filter(|arc| arc.0 == tail).count() as u32;
                assert!(lengths.eq(tails.map(of)));
            }
            let vertices: Vec<usize> = (0..arcs.vertices()).collect();
            let closed = VertexSet::of(&vertices, |v| v % 3 == 1);
            let mut open = Vec::new();
            share.for_each(&closed, |tail, head, is_open, _| {
                open.extend(is_open.then_some((tail, head)))
            });
            open.sort_unstable();
            assert!(own.iter().filter(|arc| closed.has_neither(arc.0, arc.1)).eq(&open));
        }
        assert_eq!(next as usize, arcs.vertices());
    }

    #[test]
    fn shares_hold_every_arc_once_and_begin_at_whole_words() {
        let mut random = Random(1);
        for round in 0..100 {
            let n = 1 + random.below(400);
            let m = random.below(10 * n);
            let sinks = random.below(n);
            let graph = random_graph(&mut random, n, m, sinks);
            let mut arcs: Vec<_> = graph.arcs().collect();
            arcs.sort_unstable();
            let mut list = arcs.clone();
            list.reverse();
            let list = ArcList {
                vertices: n,
                arcs: &list,
            };
            assert_eq!((list.vertices(), list.arc_count()), (n, m));
            for parts in [1, 2, 3, round + 1] {
                check(&graph, parts, &arcs);
                check(&list, parts, &arcs);
            }
        }
    }

    #[test]
    fn the_arcs_of_a_graph_are_shared_out_evenly() {
        let graph = random_graph(&mut Random(2), 10_000, 30_000, 6_000);
        for (_, share) in graph.shared(3) {
            let count = sorted(&share).len();
            assert!((9_000..=11_000).contains(&count), "{count}");
        }
    }
}
