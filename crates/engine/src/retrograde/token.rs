//! The game of one token on a graph whose arcs are stored: the same analysis as [`super::solve`], made for memory.
//!
//! **Rules.** A move takes the token along an arc; who cannot move loses.
//!
//! **Idea.** Retrograde analysis asks of a graph how many arcs leave each vertex and which arcs enter it. So the arcs
//! are counted by tail and sorted by head, whether they come from a graph or from a list, and then layers are followed
//! back along them. The vertices are shared out among the threads: each thread sorts the arcs that leave its own
//! vertices, and it alone changes what is known of them; all threads walk through every layer. Within a layer the
//! outcomes are alike: the distance of a win is odd, that of a loss even.
//!
//! **Early layers.** Where many arcs lead to vertices without arcs, the first two layers are decided before anything is
//! sorted: one pass over the arcs marks the wins, and then only the arcs between undecided vertices are counted and
//! sorted. Where a tenth of the vertices has no arc and the others have twenty, a vertex stays undecided with a chance of
//! 0.9^20, an eighth, and an arc where both its ends do: one arc in 68 is sorted. A sample of the arcs tells whether this
//! can pay. A misleading sample costs one pass too many, a sixth of the time.
//!
//! **Why it is right.** As for [`super::solve`]. The first two layers need no others: a vertex is lost in 0 exactly if
//! it has no arc, and won in 1 exactly if it has an arc to such a vertex. What is then left without arcs to undecided
//! vertices has none but to wins, and is lost in 2. Which thread labels a vertex and in what order the vertices of a
//! layer are found changes neither the layer they are in nor their outcome, so the table does not depend on the
//! threads.
//!
//! **Cost.** O(vertices + arcs) time whatever the shape of the graph: each arc is passed four times before layers are
//! followed (counted, marked, counted again, parted), moved twice while its heap is sorted, and followed back at most
//! once by each thread, for a vertex is in one layer. Memory per vertex is 2 bytes (4 from layer 32,640 on), 4 for each
//! thread, half a byte for sets, and 4 for the list of a layer, which has room for every vertex from the first layer on;
//! the list of the other layer at work takes 4 to 8 bytes for each vertex of the largest. Memory per arc that is sorted
//! is 4 bytes, 2 to 6 more meanwhile, and 8 more where several threads share the arcs of a list.
//!
//! **Limits.** Fewer than 2^32 vertices and arcs.
//!
//! **Source.** As for [`super::solve`]; sharing out by owner follows parallel retrograde solvers such as Bal and Allis,
//! "Parallel retrograde analysis on a distributed system" (1995).

use std::ops::Range;

use super::super::arcs::{ArcList, Arcs, Share};
use super::super::backwards;
use super::super::graph::Graph;
use super::super::progress::Work;
use super::super::rows::{Heaps, Pairs};
use super::super::vertex_set::VertexSet;
use super::cells::{self, Cell, Cells};
use super::{Hopes, MAX_COUNTER, MOST_POSITIONS, Table, is_decided};
use gamesolve_memory::prefetch;

/// The least number of arcs that are worth the start of a second thread.
const LEAST_SHARED_ARCS: usize = 1 << 17;
/// The least number of vertices of a layer that all threads walk through; one thread takes smaller layers.
const LEAST_SHARED_LAYER: usize = 1 << 12;
/// The largest number of vertices of a layer that are followed one by one.
const MAX_FOLLOWED_SINGLY: usize = 8;
/// Each thread walks through every layer, so more than this many would mostly repeat each other's work.
const MOST_THREADS: usize = 8;
/// The number of arcs that are sampled to estimate how many lead to a loss.
const SAMPLE_ARCS: usize = 1000;
/// The first two layers are decided before arcs are sorted where more than one in this many of the vertices with arcs
/// can be hoped to be won there. With fewer, the passes take as long as they save.
const LEAST_WON: usize = 3;

/// Returns how many threads share the work on a graph with this many arcs: no more than the current thread pool has.
fn threads(arcs: usize) -> usize {
    if arcs < LEAST_SHARED_ARCS {
        return 1;
    }
    rayon::current_num_threads().min(MOST_THREADS)
}

/// Returns the bytes that [`solve`] may need beside the arcs it is given, on the safe side.
///
/// `u64::MAX` if there are too many vertices for a table.
pub fn bytes_needed(vertices: u64, arcs: u64) -> u64 {
    let threads = threads(usize::try_from(arcs).unwrap_or(usize::MAX)) as u64;
    let offsets = 4 * threads;
    // What is decided, lost and won: a bit each, and the parts of each thread.
    const SETS: u64 = 1;
    // A list's arcs are dealt to the threads before they are sorted.
    let dealt = if threads > 1 { 8 } else { 0 };
    // Every vertex as if it stood in one of the two layers at work, whose lists grow by doubling. What counting lists
    // of long rows is less than sorting takes later.
    const LISTED: u64 = 2 * 4;
    if vertices > MOST_POSITIONS as u64 {
        return u64::MAX;
    }
    (Cells::bytes_needed(vertices) + Hopes::bytes_needed(vertices, arcs))
        .saturating_add(vertices * (LISTED + offsets + SETS))
        .saturating_add(arcs.saturating_mul(4 + dealt))
        .saturating_add(Graph::bytes_to_sort(arcs))
}

/// Outcome and distance of every vertex, by as many threads as the current pool has where the graph is large.
///
/// # Panics
/// If vertices or arcs number 2^32 or more, or if an arc names a vertex that there is not.
pub fn solve(arcs: &impl Arcs) -> Table {
    let total = arcs.vertices();
    let shared = arcs.shared(threads(arcs.arc_count()));
    let (mut parts, shares): (Vec<_>, Vec<_>) = shared
        .into_iter()
        .map(|(tails, share)| (Part::new(tails), share))
        .unzip();
    each(parts.iter_mut().zip(&shares), |(part, share)| part.count(share));
    let decided = decide_first(arcs, &mut parts, &shares);
    let heaps = each(parts.iter_mut().zip(&shares), |(part, share)| {
        let heaps = part.survey(share, total, &decided);
        part.find_lost();
        heaps
    });
    let mut found: usize = parts.iter().map(|part| part.found.len()).sum();
    if found > 0 {
        let turned_round = parts.iter_mut().zip(shares).zip(heaps);
        each(turned_round, |((part, share), heaps)| {
            part.turn_round(&share, heaps, &decided);
        });
    }
    let mut layer = vec![Vec::new(); parts.len()];
    while found > 0 {
        Work::Layers.note(u64::from(parts[0].depth) + 1, None);
        for (part, layer) in parts.iter_mut().zip(&mut layer) {
            layer.clear();
            std::mem::swap(&mut part.found, layer);
        }
        if found >= LEAST_SHARED_LAYER {
            each(parts.iter_mut(), |part| part.follow(&layer));
        } else {
            parts.iter_mut().for_each(|part| part.follow(&layer));
        }
        found = parts.iter().map(|part| part.found.len()).sum();
    }
    let mut all = parts.into_iter().map(|part| part.cells);
    let mut cells = all.next().expect("a share for each thread");
    all.for_each(|part| cells.append(&part));
    Table { cells }
}

/// Returns [`solve`] of a list of arcs, compiled in this crate with its optimisation.
pub fn solve_list(arcs: &ArcList<'_>) -> Table {
    solve(arcs)
}

/// Does the work on every item, each on a thread of its own if there are more than one.
fn each<I: Send, T: Send>(items: impl Iterator<Item = I>, work: impl Fn(I) -> T + Sync + Send) -> Vec<T> {
    let items: Vec<I> = items.collect();
    if items.len() == 1 {
        return items.into_iter().map(work).collect();
    }
    // A few tasks: a parallel iterator would do the same with ten times the code, for each of the calls.
    let mut results: Vec<Option<T>> = items.iter().map(|_| None).collect();
    rayon::scope(|scope| {
        for (item, result) in items.into_iter().zip(&mut results) {
            scope.spawn(|_| *result = Some(work(item)));
        }
    });
    let done = "a scope ends when all of its tasks have";
    results.into_iter().map(|result| result.expect(done)).collect()
}

/// Decides the losses without arcs and the wins next to them, if those can be hoped to be many. Returns the vertices
/// that it decided.
fn decide_first<S: Share>(arcs: &impl Arcs, parts: &mut [Part], shares: &[S]) -> VertexSet {
    let lost = joined(parts.iter_mut().map(Part::without_arcs));
    let heads: Vec<u32> = shares.iter().flat_map(|share| share.sample(SAMPLE_ARCS)).collect();
    let into_lost = heads.iter().filter(|&&head| lost.contains(head)).count();
    let open = arcs.vertices() - lost.count();
    // No more wins can be hoped for than arcs lead to losses.
    let hoped_for = into_lost as u64 * arcs.arc_count() as u64 / heads.len().max(1) as u64;
    if hoped_for <= (open / LEAST_WON) as u64 {
        return VertexSet::default();
    }
    let decided = each(parts.iter_mut().zip(shares), |(part, share)| {
        part.decide_first(share, &lost)
    });
    joined(decided.into_iter())
}

/// Returns the sets of the parts as one.
fn joined(mut parts: impl Iterator<Item = VertexSet>) -> VertexSet {
    let mut all = parts.next().unwrap_or_default();
    parts.for_each(|part| all.append(&part));
    all
}

/// The arcs of a share as pairs of head and tail, the tails numbered from the first; kept are those of which neither
/// end is decided.
struct Entering<'a, S> {
    share: &'a S,
    decided: &'a VertexSet,
    first: u32,
}

impl<S: Share> Pairs for Entering<'_, S> {
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(u32, u32, bool)) {
        self.share.for_each(self.decided, |tail, head, is_open, _| {
            visit(head, tail - self.first, is_open);
        });
    }
}

/// The share of one thread: everything about some of the vertices, which it numbers from 0.
struct Part {
    tails: Range<u32>,
    /// The arcs that leave its vertices, by head.
    entering: Graph,
    cells: Cells,
    hopes: Hopes,
    /// The vertices decided last, by the numbers of the whole graph, and their distance.
    found: Vec<u32>,
    depth: u32,
}

impl Part {
    fn new(tails: Range<u32>) -> Part {
        Part {
            entering: Graph::from_arcs(0, &[]),
            cells: Cells::zeroed(tails.len()),
            hopes: Hopes::default(),
            found: Vec::new(),
            depth: 0,
            tails,
        }
    }

    /// Counts the arcs that leave each vertex.
    fn count(&mut self, share: &impl Share) {
        let Some(lengths) = share.lengths() else {
            return self.count_arcs(share, &VertexSet::default(), |_, _| {});
        };
        for ((cell, vertex), length) in self.cells.short().iter_mut().zip(0..).zip(lengths) {
            *cell = match length {
                0 => 0,
                length => self.hopes.first(vertex, length).into(),
            };
        }
    }

    /// Counts by tail the arcs of which neither end is decided, in portions, and calls `visit(head, is_open)` for all.
    #[inline(always)]
    fn count_arcs(&mut self, share: &impl Share, decided: &VertexSet, mut visit: impl FnMut(u32, bool)) {
        let (first, cells) = (self.tails.start, self.cells.short());
        // The vertices that began another portion, once for each.
        let mut again = Vec::new();
        share.for_each(decided, |tail, head, is_open, later| {
            touch(cells, first, later);
            visit(head, is_open);
            let vertex = tail - first;
            let cell = &mut cells[vertex as usize];
            *cell += u16::from(is_open);
            // The cell of a decided vertex is above every count.
            if *cell == u16::from(MAX_COUNTER) + 1 {
                *cell = 1;
                again.push(vertex);
            }
        });
        self.hopes = Hopes::of_portions(again);
    }

    /// Returns the vertices without arcs.
    fn without_arcs(&mut self) -> VertexSet {
        VertexSet::of(self.cells.short(), |&cell| cell == 0)
    }

    /// Decides the vertices without arcs and those that have an arc to such a vertex, which are `lost`; returns all of
    /// these. Forgets what was counted.
    fn decide_first(&mut self, share: &impl Share, lost: &VertexSet) -> VertexSet {
        // Above every count.
        const MARK: u16 = 1 << 15;
        let (first, cells) = (self.tails.start, self.cells.short());
        share.for_each(&VertexSet::default(), |tail, head, _, later| {
            touch(cells, first, later);
            cells[(tail - first) as usize] |= u16::from(lost.contains(head)) * MARK;
        });
        let decided = VertexSet::of(cells, |cell| !matches!(cell, 1..MARK));
        let [loss, win] = [(false, 0), (true, 1)].map(|(won, depth)| cells::decided(won, depth) as u16);
        for cell in cells {
            *cell = match cell {
                0 => loss,
                1..MARK => 0,
                _ => win,
            };
        }
        self.hopes = Hopes::default();
        self.depth = 2;
        decided
    }

    /// Counts the arcs of which neither end is decided by heaps of heads, and by tails where that was forgotten.
    fn survey(&mut self, share: &impl Share, total: usize, decided: &VertexSet) -> Heaps {
        let mut heaps = Heaps::new(total);
        if decided.has_no_room() {
            share.for_each(decided, |_, head, _, _| heaps.count(head, true));
        } else {
            self.count_arcs(share, decided, |head, is_open| heaps.count(head, is_open));
        }
        heaps
    }

    /// Finds the vertices without hope, which are lost.
    fn find_lost(&mut self) {
        let loss = cells::decided(false, self.depth) as u16;
        // Which vertices have none often cannot be guessed: each is written, and the next overwrites it if it has some.
        self.found = vec![0; self.tails.len()];
        let mut count = 0;
        for (cell, vertex) in self.cells.short().iter_mut().zip(self.tails.clone()) {
            let lost = *cell == 0;
            *cell = if lost { loss } else { *cell };
            self.found[count] = vertex;
            count += usize::from(lost);
        }
        self.found.truncate(count);
    }

    /// Sorts the arcs of which neither end is decided by their heads.
    fn turn_round(&mut self, share: &impl Share, heaps: Heaps, decided: &VertexSet) {
        let first = self.tails.start;
        self.entering = Graph::of_rows(heaps.sort(&Entering { share, decided, first }));
    }

    /// Goes back along the arcs that enter the last layer; where all vertices are this part's, into smaller ones too.
    fn follow(&mut self, layer: &[Vec<u32>]) {
        self.depth += 1;
        self.cells.make_room_for(self.depth);
        let (entering, hopes, found) = (&self.entering, &mut self.hopes, &mut self.found);
        self.depth = match &mut self.cells {
            Cells::Short(short) => follow(entering, short, hopes, layer, self.depth, found),
            Cells::Long(long) => follow(entering, long, hopes, layer, self.depth, found),
        };
        if self.tails.start > 0 {
            found.iter_mut().for_each(|vertex| *vertex += self.tails.start);
        }
    }
}

/// Finds the layer at distance `depth`, and if `layer` is whole, the next ones as far as they are small. Returns the
/// distance of the last, which is in `found`.
fn follow<C: Cell>(
    entering: &Graph,
    cells: &mut [C],
    hopes: &mut Hopes,
    layer: &[Vec<u32>],
    mut depth: u32,
    found: &mut Vec<u32>,
) -> u32 {
    let mut won = depth % 2 == 1;
    let mut decided = C::of(cells::decided(won, depth));
    for heads in layer {
        // One test of the outcome for each list and not for each arc: that is a twentieth of the time.
        if won {
            backwards::walk(entering, heads, cells, found, |cell, _| cell.win(decided));
        } else {
            backwards::walk(entering, heads, cells, found, |cell, tail| {
                is_decided(cell, tail, false, decided, hopes)
            });
        }
    }
    // Small layers one vertex after the other, with one queue for all: on a long path that takes half the time.
    let mut start = 0;
    while layer.len() == 1 && depth < C::LONGEST && (1..=MAX_FOLLOWED_SINGLY).contains(&(found.len() - start)) {
        depth += 1;
        won = !won;
        decided = C::of(cells::decided(won, depth));
        let end = found.len();
        for place in start..end {
            for &tail in entering.successors(found[place]) {
                if is_decided(&mut cells[tail as usize], tail, won, decided, hopes) {
                    found.push(tail);
                }
            }
        }
        start = end;
    }
    found.drain(..start);
    depth
}

/// Asks for the cell of the vertex, if there is one; the cells begin with that of `first`.
#[inline(always)]
fn touch(cells: &[u16], first: u32, vertex: Option<u32>) {
    if let Some(vertex) = vertex {
        prefetch(cells, (vertex - first) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::arcs::ArcList;
    use super::super::super::graph::GraphGame;
    use super::super::super::graph::tests::{Random, random_graph};
    use super::*;

    /// Returns the table by a pool of this many threads, from the graph and from its arcs as a list.
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
    fn the_first_layers_are_decided_before_arcs_are_sorted_where_they_are_large() {
        let mut random = Random(7);
        let n = 1 << 16;
        for (arcs, sinks, expected) in [(2 * n, n / 4, 2), (4 * n, n / 4, 2), (9 * n, n / 99, 0)] {
            let graph = random_graph(&mut random, n, arcs, sinks);
            let plain = super::super::solve(&GraphGame::new(graph.clone(), 0));
            for threads in [1, 2, 3] {
                let (mut parts, shares): (Vec<_>, Vec<_>) = graph
                    .shared(threads)
                    .into_iter()
                    .map(|(tails, share)| (Part::new(tails), share))
                    .unzip();
                each(parts.iter_mut().zip(&shares), |(part, share)| part.count(share));
                let decided = decide_first(&graph, &mut parts, &shares);
                let depth = parts[0].depth;
                assert!(parts.iter().all(|part| part.depth == depth));
                assert_eq!(depth, expected, "{arcs} arcs, {sinks} without");
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
        let most = u32::from(MAX_COUNTER);
        for moves in [most - 1, most, most + 1, 2 * most, 2 * most + 1, 1000] {
            // Vertices 3 on each have `moves` arcs to the won vertex 0, every second one arc to the loop 2 besides.
            // With more loops, one loss is so little that no layer is decided before the arcs are sorted.
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
        assert_eq!(bytes_needed(1000, 10), 1000 * (10 + 4 + 1) + 100);
        // Long play, and then a vertex with many arcs.
        let long = 40_000 * (14 + 4 + 1);
        assert_eq!(bytes_needed(40_000, 10), long + 100);
        assert!(bytes_needed(40_000, 1000) >= long + 10_000 + 3 * 8);
        assert_eq!(bytes_needed(1 << 32, 0), u64::MAX);
        assert_eq!(bytes_needed(1000, u64::MAX), u64::MAX);
    }
}
