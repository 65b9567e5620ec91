//! The game of one token on a graph with stored arcs: the analysis of [`super::solve`], laid out for memory.
//!
//! **Rules.** A move takes the token along an arc. A player without a move loses.
//!
//! **Idea.** Retrograde analysis needs two facts of a graph: the number of arcs that leave each vertex, and the arcs
//! that enter it. So this counts the arcs by tail and sorts them by head, from a graph or from a list. It then follows
//! the layers back along them. Each thread owns some of the vertices. It sorts the arcs that leave them, and only it
//! changes their state. All threads walk through every layer. Within a layer the outcomes are equal: the distance of a
//! win is odd, and the distance of a loss is even.
//!
//! **Early layers.** If many arcs lead to vertices without arcs, the first two layers are decided before the sort. One
//! pass over the arcs marks the wins. Then only the arcs between undecided vertices are counted and sorted. Say that a
//! tenth of the vertices have no arc and the others have twenty. Then a vertex stays undecided with a chance of 0.9^20,
//! an eighth. An arc stays if both its ends do: one arc in 68 is sorted. A sample of the arcs predicts whether this can
//! pay. A misleading sample costs one useless pass, a sixth of the time.
//!
//! **Short play.** If the layers of losses shrink fast, the arcs of a graph are not sorted at all. For each layer, one
//! walk through all heads finds the arcs into it. Only a few walks take less than the sort, so the arcs are sorted as
//! soon as a layer of losses is more than an eighth of the one before. A sample of the vertices predicts whether this
//! can pay, because a random graph with ten arcs a vertex has short play and one with five has long play.
//!
//! **Near arcs.** If nearly all arcs of a graph lead to near numbers, a plain counting sort stays in a near cache, and
//! is faster than heaps.
//!
//! **Why it is right.** As for [`super::solve`]. The first two layers need no others: a vertex is lost in 0 exactly if
//! it has no arc. It is won in 1 exactly if it has an arc to such a vertex. A remaining vertex without arcs to
//! undecided vertices has arcs only to wins, and is lost in 2. Neither the thread that labels a vertex nor the order
//! within a layer changes its layer or outcome. So the table does not depend on the threads.
//!
//! **Cost.** O(vertices + arcs) time for any shape of graph. Before the layers, each arc is passed four times (counted,
//! marked, counted again, divided), and moved twice while its heap is sorted. If play is short, each arc is passed up to
//! 22 times instead, because there are at most eleven layers of losses of which each is an eighth of the one before. A
//! vertex is in one layer, so each thread follows an arc back at most once.
//!
//! Memory per vertex: 2 bytes (4 from layer 32,640 on), 4 for each thread, half a byte for sets, and 4 for the list of
//! a layer. That list has room for every vertex from the first layer on. The list of the other current layer takes 4 to
//! 8 bytes for each vertex of the largest layer. Memory per sorted arc: 4 bytes, 2 to 6 more for a time, and 8 more if
//! several threads share the arcs of a list.
//!
//! **Limits.** Fewer than 2^32 vertices and arcs.
//!
//! **Source.** As for [`super::solve`]. The division by owner follows parallel retrograde solvers such as Bal and
//! Allis, "Parallel retrograde analysis on a distributed system" (1995).

use std::ops::Range;

use super::super::arcs::{ArcList, Arcs, Share};
use super::super::backwards;
use super::super::graph::Graph;
use super::super::progress::Work;
use super::super::rows::{self, Heaps, Pairs};
use super::super::vertex_set::VertexSet;
use super::cells::{self, Cell, Cells};
use super::{Hopes, MAX_COUNTER, MOST_POSITIONS, Table, is_decided};
use gamesolve_memory::prefetch;

/// The least number of arcs that are worth the start of a second thread.
const LEAST_SHARED_ARCS: usize = 1 << 17;
/// The least number of vertices of a layer that all threads walk through. One thread takes smaller layers.
const LEAST_SHARED_LAYER: usize = 1 << 12;
/// The largest number of vertices of a layer that one thread follows one by one.
const MAX_FOLLOWED_SINGLY: usize = 8;
/// The most threads. Each walks through every layer, so more would mostly repeat each other's work.
const MOST_THREADS: usize = 8;
/// The number of arcs in the sample that estimates the share of arcs into a loss.
const SAMPLE_ARCS: usize = 1000;
/// The number of vertices in the sample that estimates whether play is short.
const SAMPLE_VERTICES: usize = 1000;
/// The largest number of arcs of one vertex that this sample looks at.
const MAX_SAMPLED_ROW: usize = 64;
/// The least average number of arcs that leave a vertex for short play. With fewer, losses are frequent.
const LEAST_ARCS: usize = 8;
/// The least factor from one layer of losses to the next for following them without sorted arcs.
///
/// With a smaller one, the walks through all arcs take longer than the sort.
const LEAST_DECAY: usize = 8;
/// The largest difference between the numbers of a tail and a near head. The arcs of the vertices between fit a cache.
const MAX_NEAR: u32 = 1 << 11;
/// The least number of near arcs for each other arc, if nearly all arcs are near.
const LEAST_NEAR: usize = 16;
/// The inverse of the least expected share of wins in the first two layers, among the vertices with arcs, for deciding
/// them before the sort. With fewer wins, the passes take as long as they save.
const LEAST_WON: usize = 5;

/// Returns the number of threads for a graph with this many arcs: at most the size of the current thread pool.
fn threads(arcs: usize) -> usize {
    if arcs < LEAST_SHARED_ARCS {
        return 1;
    }
    rayon::current_num_threads().min(MOST_THREADS)
}

/// Returns an upper bound on the bytes that [`solve`] needs besides its arcs.
///
/// `u64::MAX` if there are too many vertices for a table.
pub fn bytes_needed(vertices: u64, arcs: u64) -> u64 {
    let threads = threads(usize::try_from(arcs).unwrap_or(usize::MAX)) as u64;
    let offsets = 4 * threads;
    // The sets of decided, lost and won vertices, a bit each, and the parts of each thread.
    const SETS: u64 = 1;
    // A list deals its arcs to the threads before they are sorted.
    let dealt = if threads > 1 { 8 } else { 0 };
    // Every vertex as a member of one of the two current layers, whose lists grow by doubling. The count of lists of
    // long rows needs less than the sort needs later.
    const LISTED: u64 = 2 * 4;
    if vertices > MOST_POSITIONS as u64 {
        return u64::MAX;
    }
    (Cells::bytes_needed(vertices) + Hopes::bytes_needed(vertices, arcs))
        .saturating_add(vertices * (LISTED + offsets + SETS))
        .saturating_add(arcs.saturating_mul(4 + dealt))
        .saturating_add(Graph::bytes_to_sort(arcs))
}

/// Returns outcome and distance of every vertex. For a large graph it uses the threads of the current pool.
///
/// # Panics
/// If vertices or arcs number 2^32 or more, or if an end of an arc is not a vertex.
pub fn solve(arcs: &impl Arcs) -> Table {
    let total = arcs.vertices();
    let shared = arcs.shared(threads(arcs.arc_count()));
    let (mut parts, shares): (Vec<_>, Vec<_>) = shared
        .into_iter()
        .map(|(tails, share)| (Part::new(tails), share))
        .unzip();
    each(parts.iter_mut().zip(&shares), |(part, share)| part.count(share));
    let lost = joined(parts.iter_mut().map(Part::without_arcs));
    let decided = decide_first(arcs, &mut parts, &shares, &lost);
    let graph = arcs.as_graph();
    let heaps = each(parts.iter_mut().zip(&shares), |(part, share)| {
        let heaps = (!decided.has_no_room()).then(|| part.recount(share, total, &decided));
        part.find_lost();
        heaps
    });
    if let Some(graph) = graph.filter(|graph| decided.has_no_room() && is_short(graph, &lost)) {
        follow_unsorted(graph, &mut parts);
    }
    let mut found: usize = parts.iter().map(|part| part.found.len()).sum();
    if found > 0 {
        let is_near = graph.is_some_and(is_near);
        let turned_round = parts.iter_mut().zip(shares).zip(heaps);
        each(turned_round, |((part, share), heaps)| {
            let first = part.tails.start;
            let (share, decided) = (&share, &decided);
            let entering = Entering { share, decided, first };
            part.entering = Graph::of_rows(match heaps {
                Some(heaps) => heaps.sort(&entering),
                None if is_near => rows::sorted_directly(total, &entering),
                None => counted(share, total).sort(&entering),
            });
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

/// Does the work on every item, each on a thread of its own if there is more than one.
fn each<I: Send, T: Send>(items: impl Iterator<Item = I>, work: impl Fn(I) -> T + Sync + Send) -> Vec<T> {
    let items: Vec<I> = items.collect();
    if items.len() == 1 {
        return items.into_iter().map(work).collect();
    }
    // A few tasks: a parallel iterator would do the same with ten times the code at each call.
    let mut results: Vec<Option<T>> = items.iter().map(|_| None).collect();
    rayon::scope(|scope| {
        for (item, result) in items.into_iter().zip(&mut results) {
            scope.spawn(|_| *result = Some(work(item)));
        }
    });
    let done = "a scope ends when all of its tasks have";
    results.into_iter().map(|result| result.expect(done)).collect()
}

/// Counts all arcs by heaps of heads.
fn counted(share: &impl Share, total: usize) -> Heaps {
    let mut heaps = Heaps::new(total);
    share.for_each(&VertexSet::default(), |_, head, _, _| heaps.count(head, true));
    heaps
}

/// Decides the losses without arcs and the wins next to them, if it expects many. Returns the decided vertices.
fn decide_first<S: Share>(arcs: &impl Arcs, parts: &mut [Part], shares: &[S], lost: &VertexSet) -> VertexSet {
    let heads: Vec<u32> = shares.iter().flat_map(|share| share.sample(SAMPLE_ARCS)).collect();
    let into_lost = heads.iter().filter(|&&head| lost.contains(head)).count();
    let open = arcs.vertices() - lost.count();
    // There are at most as many wins as arcs into losses.
    let hoped_for = into_lost as u64 * arcs.arc_count() as u64 / heads.len().max(1) as u64;
    if hoped_for <= (open / LEAST_WON) as u64 {
        return VertexSet::default();
    }
    let decided = each(parts.iter_mut().zip(shares), |(part, share)| {
        part.decide_first(share, lost)
    });
    joined(decided.into_iter())
}

/// Returns whether play is probably short: there are many arcs, and a sample has few vertices that are lost in 2.
fn is_short(graph: &Graph, lost: &VertexSet) -> bool {
    if graph.arc_count() / LEAST_ARCS < graph.len() {
        return false;
    }
    // The first arcs of a vertex are enough, and a sample may meet the same long row many times.
    let heads = |vertex: u32| graph.successors(vertex).iter().take(MAX_SAMPLED_ROW);
    let wins = |&vertex: &u32| heads(vertex).any(|&to| lost.contains(to));
    let sample = graph.vertices().step_by(graph.len() / SAMPLE_VERTICES + 1);
    let (ends, others): (Vec<u32>, Vec<u32>) = sample.partition(|&vertex| lost.contains(vertex));
    let lost_in_2 = others.iter().filter(|&&vertex| heads(vertex).all(wins));
    lost_in_2.count() * LEAST_DECAY <= ends.len()
}

/// Returns whether nearly all arcs of a sample lead to a near number.
fn is_near(graph: &Graph) -> bool {
    let (near, far): (Vec<_>, Vec<_>) = graph
        .sampled_arcs()
        .partition(|&(tail, head)| tail.abs_diff(head) <= MAX_NEAR);
    far.len() * LEAST_NEAR <= near.len()
}

/// Goes back along the arcs by a walk through all of them for each layer, while the layers of losses shrink fast.
///
/// It begins at the vertices without arcs.
fn follow_unsorted(graph: &Graph, parts: &mut [Part]) {
    let mut losses = usize::MAX;
    loop {
        let found: usize = parts.iter().map(|part| part.found.len()).sum();
        if found == 0 {
            return;
        }
        if parts[0].depth.is_multiple_of(2) {
            if found > losses / LEAST_DECAY {
                return;
            }
            losses = found;
        }
        let mut layer = VertexSet::new(graph.len());
        for part in &*parts {
            part.found.iter().for_each(|&vertex| layer.insert(vertex));
        }
        each(parts.iter_mut(), |part| part.follow_unsorted(graph, &layer));
    }
}

/// Returns the union of the sets of all parts.
fn joined(mut parts: impl Iterator<Item = VertexSet>) -> VertexSet {
    let mut all = parts.next().unwrap_or_default();
    parts.for_each(|part| all.append(&part));
    all
}

/// The arcs of a share as pairs of head and tail, with tails numbered from the first.
///
/// It keeps the arcs with two undecided ends.
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

/// The share of one thread: the state of some of the vertices, which it numbers from 0.
struct Part {
    tails: Range<u32>,
    /// The arcs that leave its vertices, by head.
    entering: Graph,
    cells: Cells,
    hopes: Hopes,
    /// The last decided vertices, by the numbers of the whole graph, and their distance.
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

    /// Counts by tail, in portions, the arcs with two undecided ends. Calls `visit(head, is_open)` for all arcs.
    #[inline(always)]
    fn count_arcs(&mut self, share: &impl Share, decided: &VertexSet, mut visit: impl FnMut(u32, bool)) {
        let (first, cells) = (self.tails.start, self.cells.short());
        // The vertices that began another portion, once for each portion.
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

    /// Decides the vertices without arcs and the vertices with an arc to one of them (`lost`). Returns all of these.
    ///
    /// It clears the counts.
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

    /// Counts the arcs with two undecided ends by tails and by heaps of heads.
    fn recount(&mut self, share: &impl Share, total: usize, decided: &VertexSet) -> Heaps {
        let mut heaps = Heaps::new(total);
        self.count_arcs(share, decided, |head, is_open| heaps.count(head, is_open));
        heaps
    }

    /// Finds the vertices without hopes, which are lost.
    fn find_lost(&mut self) {
        let loss = cells::decided(false, self.depth) as u16;
        // The processor often cannot predict which vertices have none. Write each: the next overwrites it if it has
        // some.
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

    /// Finds the next layer by a walk through all arcs.
    fn follow_unsorted(&mut self, graph: &Graph, layer: &VertexSet) {
        self.depth += 1;
        let won = self.depth % 2 == 1;
        let decided = cells::decided(won, self.depth) as u16;
        self.found.clear();
        let (first, cells) = (self.tails.start, self.cells.short());
        graph.for_each_arc_into(self.tails.clone(), layer, |tail| {
            let vertex = tail - first;
            if is_decided(&mut cells[vertex as usize], vertex, won, decided, &mut self.hopes) {
                self.found.push(tail);
            }
        });
    }

    /// Goes back along the arcs that enter the last layer. If this part has all vertices, it goes on into smaller
    /// layers.
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

/// Finds the layer at distance `depth`, and if `layer` is whole, the next ones while they are small.
///
/// Returns the distance of the last layer, which is in `found`.
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
        // Test the outcome once for each list and not for each arc: that saves a twentieth of the time.
        if won {
            backwards::walk(entering, heads, cells, found, |cell, _| cell.win(decided));
        } else {
            backwards::walk(entering, heads, cells, found, |cell, tail| {
                is_decided(cell, tail, false, decided, hopes)
            });
        }
    }
    // Take small layers one vertex after the other, with one queue for all: on a long path that halves the time.
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

/// Prefetches the cell of the vertex, if there is one. The cells begin with the cell of `first`.
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

    /// Returns the table from the graph and from its arcs as a list, with a pool of this many threads.
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
    fn large_graphs_agree_with_the_plain_engine_on_any_threads() {
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
    fn large_first_layers_are_decided_before_arcs_are_sorted() {
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
                let lost = joined(parts.iter_mut().map(Part::without_arcs));
                let decided = decide_first(&graph, &mut parts, &shares, &lost);
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
    fn short_play_is_followed_without_sorted_arcs() {
        let mut random = Random(8);
        let n = 1 << 16;
        for (arcs, sinks, short) in [(12 * n, n / 99, true), (5 * n, n / 9, false), (3 * n, n / 99, false)] {
            let graph = random_graph(&mut random, n, arcs, sinks);
            let plain = super::super::solve(&GraphGame::new(graph.clone(), 0));
            for threads in [1, 3] {
                let (mut parts, shares): (Vec<_>, Vec<_>) = graph
                    .shared(threads)
                    .into_iter()
                    .map(|(tails, share)| (Part::new(tails), share))
                    .unzip();
                each(parts.iter_mut().zip(&shares), |(part, share)| part.count(share));
                let lost = joined(parts.iter_mut().map(Part::without_arcs));
                assert_eq!(is_short(&graph, &lost), short, "{arcs} arcs, {sinks} without");
                parts.iter_mut().for_each(Part::find_lost);
                follow_unsorted(&graph, &mut parts);
                assert_eq!(parts.iter().all(|part| part.found.is_empty()), short);
                let depth = parts[0].depth;
                let mut all = parts.into_iter().map(|part| part.cells);
                let mut cells = all.next().unwrap();
                all.for_each(|part| cells.append(&part));
                for v in 0..n {
                    let expected = plain.distance(v).filter(|&distance| distance <= depth);
                    assert_eq!(cells.distance(v), expected, "{v}");
                }
            }
        }
    }

    #[test]
    fn play_that_turns_out_longer_is_followed_along_sorted_arcs() {
        let mut random = Random(9);
        let n = 1 << 16;
        let mut arcs: Vec<_> = random_graph(&mut random, n, 12 * n, n / 99).arcs().collect();
        // A path to the first vertex, which has no arc, and a vertex with more moves to a win than a byte counts.
        let (first, last) = (n as u32, n as u32 + 1000);
        arcs.push((first, 0));
        arcs.extend((first + 1..last).map(|v| (v, v - 1)));
        arcs.extend([(last, first); 600]);
        let graph = Graph::from_arcs(n + 1001, &arcs);
        let plain = super::super::solve(&GraphGame::new(graph.clone(), 0));
        assert_eq!(plain.distance(last as usize - 1), Some(1000));
        assert_eq!(plain.distance(last as usize), Some(2));
        for threads in [1, 3] {
            assert_eq!(solved(&graph, threads), plain, "{threads} threads");
        }
    }

    #[test]
    fn near_arcs_are_noticed_and_sorted_directly() {
        let mut random = Random(10);
        let n = 1 << 16;
        for (distance, near) in [(500, true), (1 << 15, false)] {
            let arcs = (0..4 * n).map(|_| {
                let tail = n / 50 + random.below(n - n / 50);
                let head = (tail + random.below(distance)).saturating_sub(distance / 2);
                (tail as u32, head.min(n - 1) as u32)
            });
            let graph = Graph::from_arcs(n, &arcs.collect::<Vec<_>>());
            assert_eq!(is_near(&graph), near, "{distance}");
            let plain = super::super::solve(&GraphGame::new(graph.clone(), 0));
            for threads in [1, 3] {
                assert_eq!(solved(&graph, threads), plain, "{threads} threads");
            }
        }
    }

    #[test]
    fn long_chains_are_measured_by_every_number_of_threads() {
        // Enough repeated arcs for shared work, and a distance that needs more than 16 bits.
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
    fn any_number_of_threads_counts_more_moves_than_a_byte() {
        let most = u32::from(MAX_COUNTER);
        for moves in [most - 1, most, most + 1, 2 * most, 2 * most + 1, 1000] {
            // Vertices 3 on each have `moves` arcs to the won vertex 0. Every second one has an arc to the loop 2 as
            // well. With more loops, one loss is too little for layers to be decided before the sort.
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
