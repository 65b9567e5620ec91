//! Directed graphs in flat arrays, and the game played on one.
//!
//! Rules of [`GraphGame`]: one token stands on a vertex, and a move takes it along an arc. A player without a move
//! loses.
//!
//! **Idea.** Compressed sparse rows. The arcs that leave vertex `v` are `targets[offsets[v]..offsets[v + 1]]`, in the
//! order of the input. A graph of any shape costs two allocations.
//!
//! **Why it is right.** A stable counting sort by source keeps every arc exactly once. Reversing is the same sort by
//! target.
//!
//! **Cost.** Building and reversing are linear, O(n + m), with 4 bytes a vertex and 4 bytes an arc.
//!
//! **Limits.** Fewer than 2^32 vertices and fewer than 2^32 arcs. Repeated arcs and self-loops stay as they are.
//!
//! **Source.** Compressed rows are folklore. The search behind [`Graph::visit_post_order`] is from Tarjan, "Depth-first
//! search and linear graph algorithms" (1972).

use std::error::Error;
use std::fmt;
use std::ops::Range;

use super::progress::{Work, noted};
use super::rows::{self, Pairs};
use super::vertex_set::VertexSet;
use super::{Outcome, Positions, Rules};
use gamesolve_memory::prefetch;

/// A cycle in a graph that must not have one.
///
/// It holds the vertices in order, 0-based. Each has an arc to the next, and the last has an arc to the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle(pub Vec<u32>);

impl Error for Cycle {}

impl fmt::Display for Cycle {
    /// Writes `cycle 3 -> 1 -> 3`. A long cycle is cut after its beginning, and its length follows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MAX_SHOWN_VERTICES: usize = 12;
        write!(f, "cycle ")?;
        for vertex in self.0.iter().take(MAX_SHOWN_VERTICES) {
            write!(f, "{vertex} -> ")?;
        }
        match self.0.first() {
            Some(first) if self.0.len() <= MAX_SHOWN_VERTICES => write!(f, "{first}"),
            _ => write!(f, "... ({} vertices)", self.0.len()),
        }
    }
}

/// A directed graph on the vertices `0..len()`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The places of the arcs that leave `v` are `offsets[v]..offsets[v + 1]`: one entry more than vertices.
    offsets: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    /// Returns the graph with these arcs `(from, to)`, and keeps the order of the arcs that leave one vertex.
    ///
    /// Takes O(n + m) time.
    ///
    /// # Panics
    /// If an arc names a vertex that is not below `vertices`, or if vertices or arcs number 2^32 or more.
    pub fn from_arcs(vertices: usize, arcs: &[(u32, u32)]) -> Graph {
        assert!(
            arcs.iter().all(|arc| (arc.0.max(arc.1) as usize) < vertices),
            "every arc begins and ends below {vertices}"
        );
        Graph::of_rows(rows::sorted(vertices, &arcs))
    }

    /// Returns the graph with all arcs reversed, and sorts the arcs into one vertex by their sources.
    ///
    /// Takes O(n + m) time and as much memory again as the graph itself.
    pub fn reversed(&self) -> Graph {
        Graph::of_rows(rows::sorted(self.len(), &TurnedRound(self)))
    }

    /// Returns the graph of arcs that are already sorted by tail.
    pub(super) fn of_rows((offsets, targets): (Vec<u32>, Vec<u32>)) -> Graph {
        Graph { offsets, targets }
    }

    /// Returns the same rows with each head replaced by a number, which need not be a vertex.
    pub(super) fn with_heads(&self, number: impl Fn(u32) -> u32) -> Graph {
        Graph {
            offsets: self.offsets.clone(),
            targets: self.targets.iter().map(|&head| number(head)).collect(),
        }
    }

    /// Returns the heads of the arcs of each of these vertices, in order. Panics if one of them is not a vertex.
    pub(super) fn rows(&self, vertices: Range<u32>) -> impl Iterator<Item = &[u32]> {
        let targets = &self.targets[..];
        let bounds = &self.offsets[vertices.start as usize..=vertices.end as usize];
        bounds
            .array_windows()
            .map(|&[start, end]| &targets[start as usize..end as usize])
    }

    /// Calls `visit` for every arc `(tail, head)` that leaves one of these vertices, by tail.
    ///
    /// Panics if one of them is not a vertex. The plain way is a loop for each row, but the processor cannot predict
    /// its end: with two arcs a vertex, that costs more than all other work. Therefore this writes down the tails of a
    /// block of arcs first, each at the start of its row. The tail of an arc is the largest one so far.
    #[inline(always)]
    pub(super) fn for_each_arc(&self, tails: Range<u32>, mut visit: impl FnMut(u32, u32)) {
        const BLOCK: usize = 512;
        let mut firsts = [0; BLOCK];
        let mut tail = tails.start;
        let bounds = &self.offsets[tails.start as usize..=tails.end as usize];
        let mut first = bounds[0] as usize;
        let heads = self.heads_of(tails.clone());
        let mut rows = bounds.iter().zip(tails).peekable();
        for heads in heads.chunks(BLOCK) {
            firsts.fill(0);
            while let Some((&place, tail)) = rows.next_if(|row| (*row.0 as usize) < first + heads.len()) {
                firsts[place as usize - first] = tail;
            }
            for (&first, &head) in firsts.iter().zip(heads) {
                tail = tail.max(first);
                visit(tail, head);
            }
            first += heads.len();
        }
    }

    /// Calls `visit(tail)` for every arc from one of these vertices to one of `heads`, by tail.
    ///
    /// Panics if one of the tails is not a vertex. It is fast if there are few such arcs: it reads the heads of all arcs
    /// in turn, and looks for the tail of an arc only if it visits it.
    #[inline(always)]
    pub(super) fn for_each_arc_into(&self, tails: Range<u32>, heads: &VertexSet, mut visit: impl FnMut(u32)) {
        let first = self.offsets[tails.start as usize] as usize;
        let mut tail = tails.start;
        for (place, &head) in self.heads_of(tails).iter().enumerate() {
            if heads.contains(head) {
                while self.offsets[tail as usize + 1] as usize <= first + place {
                    tail += 1;
                }
                visit(tail);
            }
        }
    }

    /// Returns the bounds, in [`Graph::targets`], of the arcs that leave `vertex`. Panics if `vertex >= len()`.
    pub(super) fn places(&self, vertex: u32) -> (u32, u32) {
        let vertex = vertex as usize;
        (self.offsets[vertex], self.offsets[vertex + 1])
    }

    /// Prefetches the memory that [`Graph::places`] reads.
    #[inline(always)]
    pub(super) fn prefetch_places(&self, vertex: u32) {
        prefetch(&self.offsets, vertex as usize);
    }

    /// Returns the heads of the arcs that leave these vertices, by tail. Panics if they are not all vertices.
    pub(super) fn heads_of(&self, tails: Range<u32>) -> &[u32] {
        let [start, end] = [tails.start, tails.end].map(|bound| self.offsets[bound as usize]);
        &self.targets[start as usize..end as usize]
    }

    /// Returns the heads of all arcs, by tail.
    pub(super) fn targets(&self) -> &[u32] {
        &self.targets
    }

    /// Returns the first vertex all of whose arcs lie at `place` or later, or the number of vertices if there is none.
    pub(super) fn vertex_of_place(&self, place: u32) -> u32 {
        self.offsets[..self.len()].partition_point(|&offset| offset < place) as u32
    }

    /// Returns the number of vertices.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Returns whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of arcs, with repetitions.
    pub fn arc_count(&self) -> usize {
        self.targets.len()
    }

    /// Returns the heads of the arcs from `vertex`, in the order of the input. Panics if `vertex >= len()`.
    pub fn successors(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        &self.targets[self.offsets[vertex] as usize..self.offsets[vertex + 1] as usize]
    }

    /// Returns all vertices, in order.
    pub fn vertices(&self) -> Range<u32> {
        // A graph is built of fewer than 2^32 vertices.
        0..self.len() as u32
    }

    /// Returns all arcs `(from, to)`, by source.
    pub fn arcs(&self) -> impl Iterator<Item = (u32, u32)> {
        let rows = self.vertices().zip(self.rows(self.vertices()));
        rows.flat_map(|(from, row)| row.iter().map(move |&to| (from, to)))
    }

    /// Returns the arcs `(from, to)` by source, each once, in the order of their first appearance.
    pub fn different_arcs(&self) -> impl Iterator<Item = (u32, u32)> {
        // The last source of an arc to each vertex. No vertex has the largest number.
        let mut sources = vec![u32::MAX; self.len()];
        let is_new = move |&(from, to): &(u32, u32)| std::mem::replace(&mut sources[to as usize], from) != from;
        self.arcs().filter(is_new)
    }

    /// Returns at most some thousands of arcs, of vertices all over the numbering.
    pub(crate) fn sampled_arcs(&self) -> impl Iterator<Item = (u32, u32)> {
        let step = self.len() / 500 + 1;
        let sample = (0..self.len() as u32).step_by(step);
        let arcs = sample.flat_map(|from| self.successors(from).iter().map(move |&to| (from, to)));
        arcs.take(5000)
    }

    /// Returns whether most arcs of a sample lead upwards.
    ///
    /// If they do, the end of the numbering is nearer to the sinks, and the paths of a search from there stay short.
    pub(crate) fn leads_up(&self) -> bool {
        let sample = self.sampled_arcs();
        sample.map(|(from, to)| if from < to { 1 } else { -1 }).sum::<i32>() > 0
    }

    /// Returns the bytes that a graph of this size occupies, or `u64::MAX` if the number does not fit.
    ///
    /// Building or reversing it needs [`Graph::bytes_to_sort`] more for a time, besides the given arcs.
    pub fn bytes_needed(vertices: u64, arcs: u64) -> u64 {
        vertices.saturating_add(arcs).saturating_mul(4)
    }

    /// Returns the bytes that sorting this many arcs needs for a time, besides the result.
    pub fn bytes_to_sort(arcs: u64) -> u64 {
        arcs.saturating_mul(6)
    }

    /// Calls `visit` once for every vertex, each after all its successors.
    ///
    /// Takes O(n + m) time, 1 byte a vertex, and 8 bytes for each vertex on the current path.
    ///
    /// # Errors
    /// The [`Cycle`] that [`Graph::find_cycle`] finds. Some vertices may have been visited by then.
    pub fn visit_post_order(&self, mut visit: impl FnMut(u32)) -> Result<(), Cycle> {
        let mut search = Search::new(self);
        let found = if self.leads_up() {
            search.run(self.vertices().rev(), &mut visit)
        } else {
            search.run(self.vertices(), &mut visit)
        };
        match found {
            None => Ok(()),
            Some(closing) => Err(Cycle(self.shortened(search.cycle_from(closing)))),
        }
    }

    /// Returns the vertices of some cycle in order, or `None` if there is none.
    ///
    /// No single arc back makes the cycle shorter. If the search meets a self-loop on it, the cycle is that vertex. It
    /// need not be the shortest cycle of the graph. Takes O(n + m) time.
    pub fn find_cycle(&self) -> Option<Vec<u32>> {
        self.visit_post_order(|_| ()).err().map(|Cycle(cycle)| cycle)
    }

    /// Returns the shortest cycle made of a stretch of this one and one arc back.
    ///
    /// Takes time linear in the arcs that leave the cycle.
    fn shortened(&self, cycle: Vec<u32>) -> Vec<u32> {
        let mut place = vec![usize::MAX; self.len()];
        for (i, &vertex) in cycle.iter().enumerate() {
            place[vertex as usize] = i;
        }
        let mut best = 0..cycle.len();
        for (i, &vertex) in cycle.iter().enumerate() {
            for &to in self.successors(vertex) {
                let back = place[to as usize];
                if back <= i && i + 1 - back < best.len() {
                    best = back..i + 1;
                }
            }
        }
        cycle[best].to_vec()
    }
}

impl Pairs for &[(u32, u32)] {
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(u32, u32, bool)) {
        self.iter().for_each(|&(from, to)| visit(from, to, true));
    }
}

/// The arcs of a graph as pairs of head and tail.
struct TurnedRound<'a>(&'a Graph);

impl Pairs for TurnedRound<'_> {
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(u32, u32, bool)) {
        let turned_round = |from, to| visit(to, from, true);
        self.0.for_each_arc(self.0.vertices(), turned_round);
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    New,
    /// On the current path.
    Open,
    Done,
}

/// A depth-first search with its path in a vector, so that memory bounds its depth and the stack does not.
struct Search<'a> {
    graph: &'a Graph,
    marks: Vec<Mark>,
    /// The path: each vertex with the place in `targets` of its next arc.
    path: Vec<(u32, u32)>,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph) -> Self {
        Search {
            graph,
            marks: vec![Mark::New; graph.len()],
            path: Vec::new(),
        }
    }

    /// Searches from every root. Stops at the first arc that leads back onto the path, and returns the head of that
    /// arc.
    fn run(&mut self, roots: impl Iterator<Item = u32>, visit: &mut impl FnMut(u32)) -> Option<u32> {
        for root in noted(Work::Ordered, roots, self.graph.len()) {
            if self.marks[root as usize] == Mark::New {
                let mut heads = self.graph.successors(root).iter();
                if heads.all(|&to| self.marks[to as usize] == Mark::Done) {
                    self.marks[root as usize] = Mark::Done;
                    visit(root);
                    continue;
                }
                self.open(root);
            }
            while let Some((vertex, next)) = self.path.pop() {
                let end = self.graph.offsets[vertex as usize + 1];
                let rest = &self.graph.targets[next as usize..end as usize];
                let not_done = rest.iter().position(|&to| self.marks[to as usize] != Mark::Done);
                let Some(skipped) = not_done else {
                    self.marks[vertex as usize] = Mark::Done;
                    visit(vertex);
                    continue;
                };
                let to = rest[skipped];
                let after = end - (rest.len() - skipped - 1) as u32;
                self.path.push((vertex, after));
                if self.marks[to as usize] == Mark::Open {
                    return Some(to);
                }
                self.open(to);
            }
        }
        None
    }

    fn open(&mut self, vertex: u32) {
        self.marks[vertex as usize] = Mark::Open;
        self.path.push((vertex, self.graph.offsets[vertex as usize]));
    }

    /// Returns the part of the path from `closing` on. Its last vertex has an arc to `closing`.
    fn cycle_from(&self, closing: u32) -> Vec<u32> {
        let path = self.path.iter().map(|&(vertex, _)| vertex);
        path.skip_while(|&vertex| vertex != closing).collect()
    }
}

/// The game of one token on a graph. A position is a vertex, and a move is the vertex that it leads to.
#[derive(Clone, Debug)]
pub struct GraphGame {
    graph: Graph,
    reversed: Graph,
    start: u32,
    /// The outcome of each vertex that ends the game by the rules, or `None`. Empty if no vertex ends it.
    ends: Vec<Option<Outcome>>,
}

impl GraphGame {
    /// Returns the game on `graph` with the token on `start`. Reverses the graph: O(n + m).
    ///
    /// # Panics
    /// If `start` is not a vertex.
    pub fn new(graph: Graph, start: u32) -> GraphGame {
        assert!((start as usize) < graph.len(), "the start is a vertex");
        GraphGame {
            reversed: graph.reversed(),
            graph,
            start,
            ends: Vec::new(),
        }
    }

    /// Returns the same game with these ends of play, each with the outcome for the player to move.
    #[must_use]
    pub fn with_ends(self, ends: Vec<Option<Outcome>>) -> GraphGame {
        GraphGame { ends, ..self }
    }

    /// Returns the graph of the game.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }
}

impl Rules for GraphGame {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        self.start
    }

    fn terminal(&self, position: &u32) -> Option<Outcome> {
        self.ends.get(*position as usize).copied().flatten()
    }

    fn moves(&self, position: &u32) -> impl Iterator<Item = (u32, u32)> {
        self.graph.successors(*position).iter().map(|&to| (to, to))
    }
}

impl Positions for GraphGame {
    fn len(&self) -> usize {
        self.graph.len()
    }

    fn index(&self, position: &u32) -> usize {
        *position as usize
    }

    fn position(&self, index: usize) -> u32 {
        assert!(index < self.graph.len(), "{index} is not a vertex");
        index as u32
    }

    fn for_each_predecessor(&self, index: usize, mut visit: impl FnMut(usize)) {
        for &from in self.reversed.successors(self.position(index)) {
            visit(from as usize);
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A small deterministic generator (SplitMix64) for the tests of the engines.
    pub(crate) struct Random(pub u64);

    impl Random {
        pub(crate) fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^ (z >> 31)
        }

        /// Returns a number below `bound`.
        pub(crate) fn below(&mut self, bound: usize) -> usize {
            ((u128::from(self.next()) * bound as u128) >> 64) as usize
        }
    }

    /// Returns `arcs` random arcs, self-loops and repetitions included, from vertices `sinks..vertices` to all
    /// vertices.
    pub(crate) fn random_graph(random: &mut Random, vertices: usize, arcs: usize, sinks: usize) -> Graph {
        let list: Vec<_> = (0..arcs)
            .map(|_| {
                let from = sinks + random.below(vertices - sinks);
                (from as u32, random.below(vertices) as u32)
            })
            .collect();
        Graph::from_arcs(vertices, &list)
    }

    /// Returns an acyclic graph: its random arcs follow one random order of the vertices.
    pub(crate) fn random_acyclic(random: &mut Random, vertices: usize, arcs: usize) -> Graph {
        let mut order: Vec<u32> = (0..vertices as u32).collect();
        for i in (1..vertices).rev() {
            order.swap(i, random.below(i + 1));
        }
        let list: Vec<_> = (0..if vertices < 2 { 0 } else { arcs })
            .map(|_| {
                let a = random.below(vertices);
                let b = (a + 1 + random.below(vertices - 1)) % vertices;
                (order[a.min(b)], order[a.max(b)])
            })
            .collect();
        Graph::from_arcs(vertices, &list)
    }

    fn assert_is_cycle(graph: &Graph, cycle: &[u32]) {
        assert!(!cycle.is_empty());
        for (i, &vertex) in cycle.iter().enumerate() {
            let next = cycle[(i + 1) % cycle.len()];
            assert!(graph.successors(vertex).contains(&next), "{vertex} -> {next}");
        }
        let mut distinct = cycle.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), cycle.len());
    }

    #[test]
    fn repeated_arcs_are_listed_once_where_they_first_stand() {
        let graph = Graph::from_arcs(3, &[(2, 0), (0, 1), (2, 1), (0, 0), (0, 1), (2, 0), (2, 1)]);
        let arcs: Vec<(u32, u32)> = graph.different_arcs().collect();
        assert_eq!(arcs, [(0, 1), (0, 0), (2, 0), (2, 1)]);
    }

    #[test]
    fn a_graph_without_vertices_has_no_arcs_and_no_cycle() {
        let graph = Graph::from_arcs(0, &[]);
        assert!(graph.is_empty());
        assert_eq!(graph.arc_count(), 0);
        assert_eq!(graph.find_cycle(), None);
        assert_eq!(graph.reversed(), graph);
    }

    #[test]
    fn arcs_of_one_vertex_keep_their_order_and_repetitions() {
        let graph = Graph::from_arcs(4, &[(2, 3), (0, 1), (2, 0), (2, 3), (2, 2)]);
        assert_eq!(graph.successors(0), [1]);
        assert!(graph.successors(1).is_empty());
        assert_eq!(graph.successors(2), [3, 0, 3, 2]);
        assert!(graph.successors(3).is_empty());
        assert_eq!(graph.arc_count(), 5);
    }

    #[test]
    fn reversing_turns_every_arc_and_twice_gives_the_sorted_graph() {
        let graph = Graph::from_arcs(4, &[(2, 3), (0, 1), (2, 0), (2, 3), (2, 2)]);
        let reversed = graph.reversed();
        assert_eq!(reversed.successors(0), [2]);
        assert_eq!(reversed.successors(1), [0]);
        assert_eq!(reversed.successors(2), [2]);
        assert_eq!(reversed.successors(3), [2, 2]);
        assert_eq!(reversed.reversed().successors(2), [0, 2, 3, 3]);
    }

    #[test]
    fn a_large_graph_is_sorted_like_a_small_one() {
        let mut random = Random(5);
        let n = 200_000;
        let pairs = (0..n).map(|_| (random.below(n) as u32 / 3, random.below(n) as u32));
        let arcs: Vec<_> = pairs.collect();
        let mut sorted = arcs.clone();
        sorted.sort_by_key(|arc| arc.0);
        assert!(Graph::from_arcs(n, &arcs).arcs().eq(sorted));
    }

    #[test]
    #[should_panic(expected = "every arc begins and ends below 2")]
    fn an_arc_out_of_range_is_refused() {
        Graph::from_arcs(2, &[(0, 2)]);
    }

    #[test]
    fn a_self_loop_is_a_cycle_of_one() {
        let graph = Graph::from_arcs(3, &[(0, 1), (1, 1), (1, 2)]);
        assert_eq!(graph.find_cycle(), Some(vec![1]));
    }

    #[test]
    fn a_cycle_is_cut_short_by_an_arc_back() {
        let graph = Graph::from_arcs(5, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (3, 2)]);
        let cycle = graph.find_cycle().unwrap();
        assert_is_cycle(&graph, &cycle);
        assert_eq!(cycle.len(), 2);
    }

    #[test]
    fn a_longer_cycle_is_cut_down_to_a_self_loop_on_it() {
        let graph = Graph::from_arcs(3, &[(0, 1), (1, 2), (2, 0), (2, 2)]);
        assert_eq!(graph.find_cycle(), Some(vec![2]));
    }

    #[test]
    fn a_path_of_a_million_vertices_is_searched_without_recursion() {
        let n = 1_000_000;
        let mut arcs: Vec<_> = (1..n).map(|v| (v - 1, v)).collect();
        assert_eq!(Graph::from_arcs(n as usize, &arcs).find_cycle(), None);
        arcs.push((n - 1, 0));
        let cycle = Graph::from_arcs(n as usize, &arcs).find_cycle().unwrap();
        assert_eq!(cycle.len(), n as usize);
    }

    #[test]
    fn a_graph_has_a_cycle_exactly_if_peeling_sinks_stops() {
        let mut random = Random(1);
        for _ in 0..3000 {
            let n = 1 + random.below(7);
            let arcs = random.below(9);
            let graph = random_graph(&mut random, n, arcs, 0);
            let mut alive = vec![true; n];
            for _ in 0..n {
                for v in graph.vertices() {
                    let stays = graph.successors(v).iter().any(|&w| alive[w as usize]);
                    alive[v as usize] &= stays;
                }
            }
            match graph.find_cycle() {
                Some(cycle) => assert_is_cycle(&graph, &cycle),
                None => assert!(!alive.contains(&true), "{graph:?}"),
            }
            assert_eq!(graph.find_cycle().is_some(), alive.contains(&true));
        }
    }

    #[test]
    fn post_order_visits_every_vertex_once_and_after_its_successors() {
        let mut random = Random(2);
        for _ in 0..500 {
            let n = 1 + random.below(12);
            let arcs = random.below(30);
            let graph = random_acyclic(&mut random, n, arcs);
            let mut done = vec![false; n];
            let outcome = graph.visit_post_order(|v| {
                assert!(graph.successors(v).iter().all(|&w| done[w as usize]));
                assert!(!std::mem::replace(&mut done[v as usize], true));
            });
            assert_eq!(outcome, Ok(()));
            assert!(!done.contains(&false));
        }
    }

    #[test]
    fn a_cycle_repeats_its_first_vertex_and_a_long_one_is_cut() {
        assert_eq!(Cycle(vec![3, 1]).to_string(), "cycle 3 -> 1 -> 3");
        let long = Cycle((0..40).collect()).to_string();
        assert!(long.starts_with("cycle 0 -> 1 -> "));
        assert!(long.ends_with("11 -> ... (40 vertices)"));
    }

    #[test]
    fn bytes_needed_does_not_overflow() {
        assert_eq!(Graph::bytes_needed(10, 20), 120);
        assert_eq!(Graph::bytes_needed(u64::MAX, 1), u64::MAX);
    }
}
