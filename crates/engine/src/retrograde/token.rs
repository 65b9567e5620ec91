//! The game of one token on a graph whose arcs are stored: the same analysis as [`super::solve`], made for memory.
//!
//! Rules: a move takes the token along an arc; who cannot move loses.
//! Idea: what retrograde analysis asks of a graph is how many arcs leave each vertex and which arcs enter it, so only
//! the entering arcs are stored, sorted by head; they may come from a graph or straight from a list. The vertices are
//! shared out among the threads. Each thread keeps the arcs that leave its own vertices, and it alone changes what is
//! known of them; all threads walk through every layer. Within a layer the outcomes are all alike: the distance of a
//! win is odd, that of a loss even.
//! Before arcs are sorted, layers are decided two at a time by looking at the arcs themselves, while that decides many
//! vertices: a bit for each vertex tells which heads are lost. Arcs with a decided end are then looked at no more, so
//! fewer are sorted. Where a twentieth of the vertices has no arc and the others have ten, that leaves a third of them.
//! Correctness: as for [`super::solve`]. Two layers are decided only when all before them are: what is left with no arc
//! but to wins is lost in the next layer, and what has an arc to one of these losses is won in the one after, having had
//! none to an earlier loss. Which thread labels a vertex and in what order the vertices of a layer are found changes
//! neither the layer they are in nor their outcome, so the table does not depend on the threads.
//! Complexity: O(vertices + arcs) time. Memory: per vertex 3 bytes (5 from layer 32,640 on) of which 2 stay, 4 for each
//! vertex in the two layers at work, 4 for each thread, and half a byte for sets; for each arc that is sorted 4, and 6
//! more meanwhile, and where several threads share the arcs of a list 8 more.
//! Limits: fewer than 2^32 vertices and arcs.
//! Source: as for [`super::solve`]; sharing out by owner follows parallel retrograde solvers such as Bal and Allis,
//! "Parallel retrograde analysis on a distributed system" (1995).

use std::ops::Range;

use rayon::prelude::*;

use super::super::arcs::{Arcs, OpenArcs};
use super::super::backwards;
use super::super::graph::Graph;
use super::super::rows::{self, Pairs};
use super::super::vertex_set::VertexSet;
use super::cells::{self, Cells};
use super::{Hopes, MOST, MOST_POSITIONS, Table};

/// A vertex known to be lost. While it is open, its state is the number of arcs not known to lead to a win.
const LOSS: u8 = u8::MAX;
/// A vertex known to be won.
const WIN: u8 = u8::MAX - 1;
/// Fewer arcs than this are not worth the start of a second thread.
const LEAST_SHARED_ARCS: usize = 1 << 17;
/// Smaller layers are walked through by one thread for all.
const LEAST_SHARED_LAYER: usize = 1 << 12;
/// Each thread walks through every layer, so more than this many would mostly repeat each other's work.
const MOST_THREADS: usize = 8;
/// Two layers are decided without entering arcs where that decides more than one vertex in this many of those left.
const LEAST_DECIDED: usize = 8;

/// How many threads share the work on a graph with this many arcs: no more than the current thread pool has.
fn threads(arcs: usize) -> usize {
    if arcs < LEAST_SHARED_ARCS {
        return 1;
    }
    rayon::current_num_threads().min(MOST_THREADS)
}

/// The bytes that [`solve`] may need beside the arcs it is given, on the safe side.
///
/// `u64::MAX` if there are too many vertices for a table.
pub fn bytes_needed(vertices: u64, arcs: u64) -> u64 {
    let threads = threads(usize::try_from(arcs).unwrap_or(usize::MAX)) as u64;
    // Offsets, and before them the counts of arcs.
    let offsets = 4 * threads;
    // What is decided, lost and won, the last from each thread: a bit each.
    let sets = (threads + 3).div_ceil(8);
    const STATE: u64 = 1;
    // A list's arcs are dealt to the threads before they are sorted.
    let dealt = if threads > 1 { 8 } else { 0 };
    // Every vertex as if it stood in one of the two layers at work, whose lists grow by doubling.
    const LISTED: u64 = 2 * 4;
    if vertices > MOST_POSITIONS as u64 {
        return u64::MAX;
    }
    (Cells::bytes_needed(vertices) + Hopes::bytes_needed(vertices, arcs))
        .saturating_add(vertices * (LISTED + STATE + offsets + sets))
        .saturating_add(arcs.saturating_mul(4 + dealt))
        .saturating_add(Graph::bytes_to_sort(arcs))
}

/// Outcome and distance of every vertex, by as many threads as the current pool has where the graph is large.
///
/// # Panics
/// If vertices or arcs number 2^32 or more, or if an arc names a vertex that there is not.
pub fn solve(arcs: &impl Arcs) -> Table {
    let shares = arcs.shares(threads(arcs.arc_count()));
    let mut parts: Vec<Part> = shares.iter().cloned().map(Part::new).collect();
    let (first, decided) = decide_forwards(arcs, &shares, &mut parts);
    turn_round(arcs, &shares, &mut parts, &decided);
    drop(decided);
    for depth in first + 1.. {
        let layer: Vec<Vec<u32>> = parts.iter_mut().map(Part::take_found).collect();
        let length: usize = layer.iter().map(Vec::len).sum();
        if length == 0 {
            break;
        }
        if length >= LEAST_SHARED_LAYER {
            each(&mut parts, |part| part.follow(&layer, depth));
        } else {
            parts.iter_mut().for_each(|part| part.follow(&layer, depth));
        }
        for (part, used) in parts.iter_mut().zip(layer) {
            part.spare = used;
        }
    }
    table(parts)
}

/// Does the work on every part, each on a thread of its own if there are more than one.
fn each(parts: &mut [Part], work: impl Fn(&mut Part) + Sync + Send) {
    match parts {
        [part] => work(part),
        parts => parts.par_iter_mut().for_each(work),
    }
}

/// Decides the first layers without entering arcs, two at a time, while that is many vertices; then finds the losses of
/// the next layer, and leaves them as found. Returns their distance, and the vertices decided before.
fn decide_forwards(
    arcs: &impl Arcs,
    shares: &[Range<u32>],
    parts: &mut [Part],
) -> (u32, VertexSet) {
    let total = arcs.vertices();
    let mut decided = VertexSet::default();
    let mut open = total;
    let mut depth = 0;
    let mut worthwhile = true;
    loop {
        let counts = arcs.move_counts(shares, &decided);
        each(parts, |part| part.find_lost(&counts, &decided, depth));
        let lost: usize = parts.iter().map(|part| part.found.len()).sum();
        // No more arcs than that lead into the losses, if they are like others: as many wins can be hoped for.
        let hoped_for = lost as u64 * arcs.arc_count() as u64 / total.max(1) as u64;
        if !worthwhile || hoped_for <= (open / LEAST_DECIDED) as u64 {
            return (depth, decided);
        }
        let mut losses = VertexSet::new(total);
        for &vertex in parts.iter().flat_map(|part| &part.found) {
            losses.insert(vertex);
        }
        let won = arcs.leading_into(&losses, shares, &decided);
        each(parts, |part| part.mark_won(&won, depth + 1));
        // Both sets have room for all vertices, and what was decided before the first round has none.
        losses.insert_all(&decided);
        losses.insert_all(&won);
        decided = losses;
        let left = total - decided.iter().count();
        worthwhile = open - left > open / LEAST_DECIDED;
        open = left;
        depth += 2;
    }
}

fn table(parts: Vec<Part>) -> Table {
    let mut all: Vec<Cells> = parts.into_iter().map(|part| part.cells).collect();
    let cells = match &all[..] {
        [_] => all.remove(0),
        parts => Cells::joined(parts),
    };
    Table { cells }
}

/// Sorts the arcs of which neither end is decided by their heads, those of each part for themselves.
fn turn_round<A: Arcs>(arcs: &A, shares: &[Range<u32>], parts: &mut [Part], decided: &VertexSet) {
    let turn_round = |(part, open): (&mut Part, A::Open<'_>)| {
        let entering = Entering {
            open,
            first: part.tails.start,
            count: part.hope_count,
        };
        part.entering = Graph::of_rows(rows::sorted(arcs.vertices(), &entering));
    };
    let open = arcs.open(shares, decided);
    if open.len() == 1 {
        parts.iter_mut().zip(open).for_each(turn_round);
    } else {
        parts.par_iter_mut().zip(open).for_each(turn_round);
    }
}

/// The arcs that leave some of the vertices as pairs of head and tail, the tails numbered from the first of them.
struct Entering<O> {
    open: O,
    first: u32,
    count: usize,
}

impl<O: OpenArcs> Pairs for Entering<O> {
    fn count(&self) -> usize {
        self.count
    }

    fn for_each(&self, mut visit: impl FnMut(u32, u32)) {
        self.open
            .for_each(|tail, head| visit(head, tail - self.first));
    }
}

/// What one thread knows: everything about some of the vertices, which it numbers from 0.
struct Part {
    tails: Range<u32>,
    /// The arcs that leave its vertices, by head.
    entering: Graph,
    states: Vec<u8>,
    /// What is found, for the table.
    cells: Cells,
    hopes: Hopes,
    /// How many hopes its vertices have together.
    hope_count: usize,
    /// The vertices decided in the layer at work, by the numbers of the whole graph.
    found: Vec<u32>,
    /// A used-up list, for its memory.
    spare: Vec<u32>,
}

impl Part {
    fn new(tails: Range<u32>) -> Part {
        Part {
            entering: Graph::from_arcs(0, &[]),
            states: vec![0; tails.len()],
            cells: Cells::zeroed(tails.len()),
            hopes: Hopes::default(),
            hope_count: 0,
            found: Vec::new(),
            spare: Vec::new(),
            tails,
        }
    }

    /// Finds the vertices all of whose arcs lead to vertices that are won, which are among those decided: they are lost
    /// in `depth` plies. Takes the others' `counts` of arcs, those of all vertices, for their hopes.
    fn find_lost(&mut self, counts: &[u32], decided: &VertexSet, depth: u32) {
        let counts = &counts[self.tails.start as usize..self.tails.end as usize];
        self.hopes = Hopes::default();
        self.found.clear();
        self.hope_count = 0;
        for ((state, vertex), &count) in self.states.iter_mut().zip(0..).zip(counts) {
            self.hope_count += count as usize;
            if count > 0 {
                *state = self.hopes.first(vertex, count);
            } else if !decided.contains(self.tails.start + vertex) {
                *state = LOSS;
                self.cells
                    .set(vertex as usize, cells::decided(false, depth));
                self.found.push(self.tails.start + vertex);
            }
        }
    }

    /// Marks those of its vertices that are won in `depth` plies.
    fn mark_won(&mut self, won: &VertexSet, depth: u32) {
        for vertex in won.within(self.tails.clone()) {
            let place = (vertex - self.tails.start) as usize;
            self.states[place] = WIN;
            self.cells.set(place, cells::decided(true, depth));
        }
    }

    /// The layer that was found, leaving an empty one to fill.
    fn take_found(&mut self) -> Vec<u32> {
        let mut empty = std::mem::take(&mut self.spare);
        empty.clear();
        std::mem::replace(&mut self.found, empty)
    }

    /// Goes back along the arcs that enter a layer at distance `depth - 1`.
    fn follow(&mut self, layer: &[Vec<u32>], depth: u32) {
        let lost = depth % 2 == 1;
        match (lost, self.hopes.is_empty()) {
            (true, _) => self.walk(layer, won),
            (false, true) => self.walk(layer, one_hope_less),
            (false, false) => self.walk(layer, one_portion_less),
        }
        self.cells.make_room_for(depth);
        let cell = cells::decided(lost, depth);
        for vertex in &mut self.found {
            if !lost {
                self.states[*vertex as usize] = LOSS;
            }
            self.cells.set(*vertex as usize, cell);
            *vertex += self.tails.start;
        }
    }

    /// Calls `meet` for every arc into the layer, with its tail's state; keeps the tails for which it says so.
    #[inline(always)]
    fn walk(&mut self, layer: &[Vec<u32>], meet: impl Fn(&mut u8, u32, &mut Hopes) -> bool) {
        for heads in layer {
            backwards::walk(
                &self.entering,
                heads,
                &mut self.states,
                &mut self.found,
                |state, tail| meet(state, tail, &mut self.hopes),
            );
        }
    }
}

/// A tail of an arc into a lost vertex is won, if it is not decided yet.
#[inline(always)]
fn won(state: &mut u8, _: u32, _: &mut Hopes) -> bool {
    let open = *state <= MOST;
    *state = if open { WIN } else { *state };
    open
}

/// A tail of an arc into a won vertex has one hope less; whether that was the last.
#[inline(always)]
fn one_hope_less(state: &mut u8, _: u32, _: &mut Hopes) -> bool {
    let last = *state == 1;
    *state = state.wrapping_sub(u8::from(*state <= MOST));
    last
}

/// The same where hopes are more than a byte can count.
#[inline(always)]
fn one_portion_less(state: &mut u8, tail: u32, hopes: &mut Hopes) -> bool {
    let last = *state == 1;
    *state = state.wrapping_sub(u8::from(*state <= MOST));
    last && match hopes.more(tail) {
        Some(portion) => {
            *state = portion;
            false
        }
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::arcs::ArcList;
    use super::super::super::graph::GraphGame;
    use super::super::super::graph::tests::{Random, random_graph};
    use super::*;

    /// The table by a pool of this many threads, from the graph and from its arcs as a list.
    fn solved(graph: &Graph, threads: usize) -> Table {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let list: Vec<_> = graph.arcs().collect();
        let arcs = ArcList {
            vertices: graph.len(),
            arcs: &list,
        };
        let (table, of_list) = pool.unwrap().install(|| (solve(graph), solve(&arcs)));
        assert_eq!(table, of_list);
        table
    }

    #[test]
    fn small_random_graphs_agree_with_the_plain_engine() {
        let mut random = Random(5);
        for _ in 0..3000 {
            let n = 1 + random.below(12);
            let (sinks, arcs) = (random.below(n), random.below(4 * n));
            let graph = random_graph(&mut random, n, arcs, sinks);
            let plain = super::super::solve(&GraphGame::new(graph.clone(), 0));
            assert_eq!(solve(&graph), plain, "{graph:?}");
        }
    }

    #[test]
    fn large_random_graphs_agree_with_the_plain_engine_whatever_the_threads() {
        let mut random = Random(6);
        let (n, m) = (50_000, LEAST_SHARED_ARCS + 100_000);
        let graph = random_graph(&mut random, n, m, 2_000);
        let plain = super::super::solve(&GraphGame::new(graph.clone(), 0));
        assert!(plain.longest(crate::Outcome::Win).unwrap().1 > 10);
        for threads in [1, 2, 3] {
            assert_eq!(solved(&graph, threads), plain, "{threads} threads");
        }
    }

    #[test]
    fn many_layers_are_decided_without_entering_arcs_where_each_is_large() {
        // Layers, each half of the one before and leading into it, and sometimes back or into any vertex.
        let mut random = Random(7);
        let n = 1 << 17;
        let mut layered: Vec<(u32, u32)> = Vec::new();
        let mut first = 0;
        for size in (2..17).rev().map(|bits| 1usize << bits) {
            for vertex in first + size..first + size + size / 2 {
                for _ in 0..2 {
                    layered.push((vertex as u32, (first + random.below(size)) as u32));
                }
            }
            first += size;
        }
        let mut arcs = layered.clone();
        arcs.extend((0..n / 4).map(|_| (random.below(n) as u32, random.below(n) as u32)));
        for arcs in [layered, arcs] {
            let graph = Graph::from_arcs(n, &arcs);
            let plain = super::super::solve(&GraphGame::new(graph.clone(), 0));
            for threads in [1, 2, 3] {
                let shares = graph.shares(threads);
                let mut parts: Vec<Part> = shares.iter().cloned().map(Part::new).collect();
                let (depth, decided) = decide_forwards(&graph, &shares, &mut parts);
                assert!(depth >= 4, "{depth}");
                for v in graph.vertices() {
                    let before = plain.distance(v as usize).is_some_and(|d| d < depth);
                    assert_eq!(decided.contains(v), before, "{v}");
                }
                assert_eq!(solved(&graph, threads), plain, "{threads} threads");
            }
        }
    }

    #[test]
    fn long_chains_are_measured_by_every_number_of_threads() {
        // Enough repeated arcs that the work is shared, and a distance that needs more than 16 bits.
        let n = 70_000;
        let arcs: Vec<_> = (1..n).flat_map(|v| [(v, v - 1), (v, v - 1)]).collect();
        let graph = Graph::from_arcs(n as usize, &arcs);
        for threads in [1, 2, 3] {
            let table = solved(&graph, threads);
            assert_eq!(table.distance(n as usize - 1), Some(n - 1));
            assert_eq!(table.distance(3), Some(3));
            assert_eq!(table.counts(), (35_000, 35_000, 0));
        }
    }

    #[test]
    fn more_moves_than_a_byte_counts_are_counted_by_every_number_of_threads() {
        let most = u32::from(MOST);
        for moves in [most - 1, most, most + 1, 2 * most, 2 * most + 1, 1000] {
            // Vertices 3 on each have `moves` arcs to the won vertex 0, every second one arc to the loop 2 besides. With
            // more loops, one loss is so little that no layer is decided before the arcs are sorted.
            let n = 3 + 150_000 / moves;
            let mut arcs = vec![(0, 1), (2, 2)];
            for v in 3..n {
                arcs.extend((0..moves).map(|_| (v, 0)));
                arcs.extend((v % 2 == 0).then_some((v, 2)));
            }
            for loops in [0, 2000] {
                arcs.extend((n..n + loops).map(|v| (v, v)));
                let graph = Graph::from_arcs((n + loops) as usize, &arcs);
                for threads in [1, 2, 3] {
                    let table = solved(&graph, threads);
                    for v in 3..n as usize {
                        let lost = (v % 2 == 1).then_some(2);
                        assert_eq!(table.distance(v), lost, "{moves} moves, {threads} threads");
                    }
                }
            }
        }
    }

    #[test]
    fn a_graph_without_vertices_has_an_empty_table() {
        assert!(solve(&Graph::from_arcs(0, &[])).is_empty());
    }

    #[test]
    fn bytes_needed_refuses_what_no_table_holds() {
        assert_eq!(bytes_needed(1000, 10), 1000 * (10 + 1 + 4 + 1) + 100);
        // Long play, and then a vertex with many arcs.
        let long = 40_000 * (14 + 1 + 4 + 1);
        assert_eq!(bytes_needed(40_000, 10), long + 100);
        assert!(bytes_needed(40_000, 1000) >= long + 10_000 + 3 * 8);
        assert_eq!(bytes_needed(1 << 32, 0), u64::MAX);
        assert_eq!(bytes_needed(1000, u64::MAX), u64::MAX);
    }
}
