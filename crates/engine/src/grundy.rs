//! Nimbers: the values of games that always end and in which a player without a move loses.
//!
//! **Rules.** One token on an acyclic graph, or a sum of such games: a move is made in one of them.
//!
//! **Idea.** The nimber of a position is the least number that no successor has (`mex`). A sum of games is lost for the
//! player to move exactly if the xor of the nimbers of its parts is 0.
//!
//! **Why it is right.** The Sprague-Grundy theorem. A vertex is valued after all its successors, so it uses only final
//! values. If few arcs leave a vertex, the values of its successors are bits of one word. If a value could be too large
//! for that, the search stamps each value with the vertex that saw it. So no vertex reads the stamps of another.
//!
//! **Cost.** O(n + m) time. Each arc is read once, or twice next to arcs against the main direction of a sample. 4
//! bytes per vertex for the nimber, 1 for the search and 16 for each vertex on its path. If all arcs have one
//! direction, there is no search. A search waits for memory at each new vertex, so it prefetches the arcs that probably
//! come next. A nimber is at most `sqrt(2 m)`, so the stamps are few.
//!
//! **Limits.** A cycle is an error that holds it. [`super::loopy`] gives values on cyclic graphs.
//!
//! **Source.** Bouton, "Nim, a game with a complete mathematical theory" (1901), for Nim and its misère form. Sprague
//! (1935). Grundy (1939).

use std::hint::black_box;

use super::Outcome;
pub use super::graph::Cycle;
use super::graph::Graph;
use super::progress::{Work, noted};

/// Returns the least number that is not among the values. Takes O(k) time and memory for k values.
pub fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let values: Vec<u32> = values.into_iter().collect();
    let mut present = vec![false; values.len()];
    for value in values {
        // A value of at least the number of values cannot be below the answer.
        if let Some(place) = present.get_mut(value as usize) {
            *place = true;
        }
    }
    let absent = present.iter().position(|&present| !present);
    absent.unwrap_or(present.len()) as u32
}

/// Returns the xor of the values: the nimber of a sum from the nimbers of its parts (Sprague 1935, Grundy 1939).
pub fn nim_sum(values: impl IntoIterator<Item = u64>) -> u64 {
    values.into_iter().fold(0, |sum, value| sum ^ value)
}

/// Returns the nimber of every vertex.
///
/// # Errors
/// Returns a [`Cycle`] if the graph has one, because nimbers on a cycle are not defined.
pub fn nimbers(graph: &Graph) -> Result<Vec<u32>, Cycle> {
    let mut known = Known {
        marks: vec![NEW; graph.len()],
        large: vec![0; graph.len()],
        last: [0; 256],
        stamps: Stamps::default(),
    };
    let valued = if graph.sampled_arcs().all(|(tail, head)| head < tail) {
        pass(graph.vertices(), graph, &mut known)
    } else if graph.sampled_arcs().all(|(tail, head)| head > tail) {
        pass(graph.vertices().rev(), graph, &mut known)
    } else {
        0
    };
    if valued < graph.len() {
        search(graph, &mut known)?;
    }
    Ok(known.nimbers())
}

/// Returns the bytes that [`nimbers`] may need besides the graph.
///
/// These are the nimbers, the marks, and the path of the search, which grows by doubling.
pub fn bytes_needed(vertices: u64) -> u64 {
    vertices.saturating_mul(4 + 1 + 2 * size_of::<Step>() as u64)
}

/// The mark of a vertex that the search has not met. Marks below 253 are nimbers.
const NEW: u8 = u8::MAX;
/// The mark of a vertex that the search has met and not valued.
const OPEN: u8 = u8::MAX - 1;
/// The mark of a vertex whose nimber is 253 or larger.
const LARGE: u8 = u8::MAX - 2;

/// The nimbers found so far.
struct Known {
    /// The small nimbers, one byte a vertex: the search reads all over them, and small marks stay in a near cache.
    marks: Vec<u8>,
    /// The nimbers of the vertices marked [`LARGE`].
    large: Vec<u32>,
    /// The vertex, plus one, that last saw each mark.
    last: [u32; 256],
    stamps: Stamps,
}

impl Known {
    /// Reads the marks of these heads up to the first that is not valued, and returns its place, if there is one.
    ///
    /// Adds the nimbers below 64 before it to `seen` as bits.
    #[inline]
    fn look(&self, heads: &[u32], seen: &mut u64) -> Option<usize> {
        heads.iter().position(|&to| {
            let mark = self.marks[to as usize];
            *seen |= bit(mark);
            mark >= OPEN
        })
    }

    /// Values a vertex whose successors are all valued. `seen` holds their nimbers below 64 as bits.
    #[inline]
    fn settle(&mut self, vertex: u32, seen: u64, graph: &Graph) {
        match seen.trailing_ones() {
            u64::BITS => _ = self.settle_by_stamps(vertex, graph),
            value => self.marks[vertex as usize] = value as u8,
        }
    }

    /// Values a vertex with any nimber if all its successors are valued. Returns whether they are.
    fn settle_by_stamps(&mut self, vertex: u32, graph: &Graph) -> bool {
        let stamp = vertex + 1;
        let heads = graph.successors(vertex);
        for &to in heads {
            self.last[usize::from(self.marks[to as usize])] = stamp;
        }
        if [NEW, OPEN].map(|mark| self.last[usize::from(mark)]).contains(&stamp) {
            // Forget the stamp: the vertex comes again once its successors are valued.
            self.last[usize::from(NEW)] = 0;
            self.last[usize::from(OPEN)] = 0;
            return false;
        }
        let is_seen = |mark: u8| self.last[usize::from(mark)] == stamp;
        let value = if is_seen(LARGE) {
            let values = heads.iter().map(|&to| match self.marks[to as usize] {
                LARGE => self.large[to as usize],
                small => u32::from(small),
            });
            self.stamps.mex(vertex, values)
        } else {
            (0..LARGE).find(|&mark| !is_seen(mark)).unwrap_or(LARGE).into()
        };
        self.marks[vertex as usize] = value.min(u32::from(LARGE)) as u8;
        self.large[vertex as usize] = value;
        true
    }

    fn nimbers(mut self) -> Vec<u32> {
        for (nimber, &mark) in self.large.iter_mut().zip(&self.marks) {
            if mark != LARGE {
                *nimber = u32::from(mark);
            }
        }
        self.large
    }
}

/// Returns a nimber below 64 as a bit, and 0 for any other mark.
#[inline]
fn bit(mark: u8) -> u64 {
    1u64.checked_shl(u32::from(mark)).unwrap_or(0)
}

/// A vertex on the path of the search.
struct Step {
    vertex: u32,
    /// The place of its next arc.
    next: u32,
    /// The nimbers below 64 that it has seen, as bits.
    seen: u64,
}

/// Values, in this order, the vertices with valued successors. Returns the number of newly valued vertices.
fn pass(vertices: impl Iterator<Item = u32>, graph: &Graph, known: &mut Known) -> usize {
    let mut valued = 0;
    for vertex in noted(Work::Vertices, vertices, graph.len()) {
        let heads = graph.successors(vertex);
        let mut seen = 0;
        if heads.len() >= u64::BITS as usize {
            valued += usize::from(known.settle_by_stamps(vertex, graph));
        } else if known.look(heads, &mut seen).is_none() {
            known.settle(vertex, seen, graph);
            valued += 1;
        }
    }
    valued
}

/// Values every vertex by a depth-first search that reads each arc once.
fn search(graph: &Graph, known: &mut Known) -> Result<(), Cycle> {
    let targets = graph.targets();
    let mut path: Vec<Step> = Vec::new();
    let open = |vertex: u32, known: &mut Known| {
        known.marks[vertex as usize] = OPEN;
        Step {
            vertex,
            next: graph.places(vertex).0,
            seen: 0,
        }
    };
    for root in noted(Work::Vertices, graph.vertices(), graph.len()) {
        if known.marks[root as usize] != NEW {
            continue;
        }
        path.push(open(root, known));
        while let Some(step) = path.last_mut() {
            let vertex = step.vertex;
            let (_, end) = graph.places(vertex);
            let rest = &targets[step.next as usize..end as usize];
            let mut seen = step.seen;
            let Some(passed) = known.look(rest, &mut seen) else {
                known.settle(vertex, seen, graph);
                path.pop();
                continue;
            };
            step.seen = seen;
            step.next += passed as u32;
            let to = rest[passed];
            if known.marks[to as usize] == OPEN {
                let cycle = graph.find_cycle();
                return Err(Cycle(cycle.expect("an arc leads back onto the path")));
            }
            // Prefetch the next arcs: the search probably needs them soon, and they are far away in memory.
            let ahead = &rest[passed + 1..];
            if let Some(&next) = ahead.iter().find(|&&to| known.marks[to as usize] == NEW) {
                black_box(targets.get(graph.places(next).0 as usize));
            }
            path.push(open(to, known));
        }
    }
    Ok(())
}

/// The values of the successors of a vertex, stamped with the vertex.
#[derive(Default)]
pub(super) struct Stamps {
    /// `last[g]` is the vertex, plus one, that last saw the nimber g.
    last: Vec<u32>,
}

impl Stamps {
    /// Returns the mex of the values of the successors of a vertex. Call it at most once for a vertex.
    pub(super) fn mex(&mut self, vertex: u32, values: impl Iterator<Item = u32>) -> u32 {
        let stamp = vertex + 1;
        for value in values {
            let value = value as usize;
            if self.last.len() <= value {
                self.last.resize(2 * value + 1, 0);
            }
            self.last[value] = stamp;
        }
        let value = self.last.iter().position(|&seen| seen != stamp);
        value.unwrap_or(self.last.len()) as u32
    }
}

/// Returns the outcome of Nim on these heaps for the player to move. Empty heaps are legal.
///
/// The player who takes the last object wins, or with `misere` loses.
pub fn nim_outcome(heaps: &[u64], misere: bool) -> Outcome {
    let only_ones = heaps.iter().all(|&heap| heap <= 1);
    // Misère play differs only if every heap has at most one object (Bouton).
    if (nim_sum(heaps.iter().copied()) != 0) != (misere && only_ones) {
        Outcome::Win
    } else {
        Outcome::Loss
    }
}

/// Returns the winning moves in Nim, in the order of the heaps: the index of a heap and the size to leave there.
///
/// No heap has two winning moves. The iterator is empty if the position is lost, and in misère play without any object,
/// which is already won.
///
/// The misère form is right for this reason. If at least two heaps hold two or more, the winner plays as usual, which
/// never leaves exactly one such heap. If there is one such heap, the winner leaves 0 or 1 there, so that the number of
/// ones becomes odd.
pub fn nim_moves(heaps: &[u64], misere: bool) -> impl Iterator<Item = (usize, u64)> {
    let sum = nim_sum(heaps.iter().copied());
    let large = heaps.iter().filter(|&&heap| heap > 1).count();
    let target = u64::from(misere && large <= 1);
    let left = move |heap: u64| heap ^ sum ^ target;
    let heaps = heaps.iter().enumerate();
    heaps
        .map(move |(index, &heap)| (index, heap, left(heap)))
        .filter(|(_, heap, left)| left < heap)
        .map(|(index, _, left)| (index, left))
}

#[cfg(test)]
mod tests {
    use super::super::Rules;
    use super::super::brute::{self, BruteError};
    use super::super::graph::GraphGame;
    use super::super::graph::tests::{Random, random_acyclic, random_graph};
    use super::*;

    #[test]
    fn mex_is_the_least_number_missing() {
        for (values, expected) in [
            (vec![], 0),
            (vec![1, 2], 0),
            (vec![0], 1),
            (vec![0, 0, 1, u32::MAX], 2),
            (vec![2, 1, 0], 3),
            (vec![0, 1, 3, 3], 2),
        ] {
            assert_eq!(mex(values.iter().copied()), expected, "{values:?}");
        }
    }

    #[test]
    fn a_heap_of_nim_is_worth_its_size_in_any_numbering() {
        // Beyond 64, the limit of the bits, and beyond 253, the limit of a byte.
        let n = 400;
        // With the shift the first vertex is the largest heap.
        for (factor, shift) in [(1, 0), (3, 0), (n - 1, 0), (1, 1)] {
            let number = |heap: u32| (heap * factor + shift) % (n + 1);
            let heaps = 0..=n;
            let arcs: Vec<_> = heaps
                .clone()
                .flat_map(|a| (0..a).map(move |b| (number(a), number(b))))
                .collect();
            let values = nimbers(&Graph::from_arcs(n as usize + 1, &arcs)).unwrap();
            assert!(heaps.into_iter().all(|heap| values[number(heap) as usize] == heap));
        }
    }

    /// Heaps of Nim numbered downwards, and one vertex with moves to all of them and one upwards.
    ///
    /// The pass over the vertices in order meets that vertex too early, and the search meets it again.
    #[test]
    fn a_vertex_that_was_looked_at_too_early_is_valued_later() {
        for n in 60..140_u32 {
            let (vertex, above) = (n, n + 1);
            let heaps = (0..n).flat_map(|a| (0..a).map(move |b| (a, b)));
            let arcs: Vec<_> = heaps
                .chain((0..n).map(|heap| (vertex, heap)))
                .chain([(vertex, above)])
                .collect();
            let values = nimbers(&Graph::from_arcs(n as usize + 2, &arcs)).unwrap();
            assert_eq!(values[vertex as usize], n, "{n}");
            // Repeat with a vertex that leads to it.
            let arcs: Vec<_> = arcs.into_iter().chain([(n + 2, vertex)]).collect();
            let values = nimbers(&Graph::from_arcs(n as usize + 3, &arcs)).unwrap();
            assert_eq!((values[vertex as usize], values[n as usize + 2]), (n, 0), "{n}");
        }
    }

    #[test]
    fn a_cycle_is_named() {
        let graph = Graph::from_arcs(5, &[(0, 1), (1, 2), (2, 3), (3, 1), (3, 4)]);
        let Err(Cycle(mut cycle)) = nimbers(&graph) else {
            panic!("a cycle was overlooked");
        };
        cycle.sort_unstable();
        assert_eq!(cycle, [1, 2, 3]);
    }

    #[test]
    fn random_graphs_agree_with_the_definition() {
        let mut random = Random(4);
        let mut cycles = 0;
        for round in 0..3000 {
            let n = 1 + random.below(9);
            let arcs = random.below(3 * n);
            let graph = if round % 3 == 0 {
                random_graph(&mut random, n, arcs / 3, 0)
            } else {
                random_acyclic(&mut random, n, arcs)
            };
            let by_definition: Result<Vec<u32>, BruteError> = graph
                .vertices()
                .map(|v| brute::nimber(&GraphGame::new(graph.clone(), v), n))
                .collect();
            match by_definition {
                Ok(values) => assert_eq!(nimbers(&graph), Ok(values), "{graph:?}"),
                Err(error) => {
                    assert_eq!(error, BruteError::Cyclic);
                    assert!(nimbers(&graph).is_err(), "{graph:?}");
                    cycles += 1;
                }
            }
        }
        assert!(cycles > 100, "{cycles}");
    }

    #[test]
    fn arcs_against_the_direction_of_a_sample_are_followed() {
        let mut random = Random(5);
        let n = 20_000;
        for (down, odd) in [(true, 0), (true, 5), (false, 5), (true, 5_000)] {
            // Arcs from odd numbers to smaller even ones, and from some even numbers to the next. They make no cycle:
            // an arc of the first kind passes at least one pair of neighbours.
            let mut arcs: Vec<(u32, u32)> = Vec::new();
            for _ in 0..10 * n {
                let (a, b) = (random.below(n) as u32 / 2, random.below(n) as u32 / 2);
                if a != b {
                    arcs.push((2 * a.max(b) + 1, 2 * a.min(b)));
                }
            }
            arcs.extend((0..odd).map(|_| random.below(n) as u32 / 2).map(|a| (2 * a, 2 * a + 1)));
            let flip = |v: u32| if down { v } else { n as u32 - 1 - v };
            arcs.iter_mut().for_each(|arc| *arc = (flip(arc.0), flip(arc.1)));
            let graph = Graph::from_arcs(n, &arcs);
            let mut expected = vec![0; n];
            let outcome = graph.visit_post_order(|v| {
                let values = graph.successors(v).iter();
                expected[v as usize] = mex(values.map(|&to| expected[to as usize]));
            });
            assert_eq!(outcome, Ok(()));
            assert_eq!(nimbers(&graph), Ok(expected));
            let last = flip(n as u32 - 1);
            arcs.extend([(flip(0), last), (last, flip(0))]);
            assert!(nimbers(&Graph::from_arcs(n, &arcs)).is_err());
        }
    }

    #[test]
    fn a_path_of_a_million_vertices_alternates() {
        let n = 1_000_000;
        let arcs: Vec<_> = (1..n).map(|v| (v - 1, v)).collect();
        let values = nimbers(&Graph::from_arcs(n as usize, &arcs)).unwrap();
        assert!(values.iter().rev().enumerate().all(|(i, &g)| g == i as u32 % 2));
    }

    /// Nim with a few small heaps, under either convention.
    struct Nim {
        heaps: Vec<u64>,
        misere: bool,
    }

    impl Rules for Nim {
        type Position = Vec<u64>;
        type Move = (usize, u64);
        fn start(&self) -> Vec<u64> {
            self.heaps.clone()
        }
        fn terminal(&self, heaps: &Vec<u64>) -> Option<Outcome> {
            let won = self.misere && heaps.iter().all(|&heap| heap == 0);
            won.then_some(Outcome::Win)
        }
        fn moves(&self, heaps: &Vec<u64>) -> impl Iterator<Item = ((usize, u64), Vec<u64>)> {
            (0..heaps.len())
                .flat_map(|i| (0..heaps[i]).map(move |left| (i, left)))
                .map(|(i, left)| {
                    let mut after = heaps.clone();
                    after[i] = left;
                    ((i, left), after)
                })
        }
    }

    #[test]
    fn nim_moves_are_those_that_win_by_the_rules() {
        for misere in [false, true] {
            for code in 0..5 * 5 * 5 * 5 {
                let heaps: Vec<u64> = (0..4).map(|i| code / 5u64.pow(i) % 5).collect();
                let nim = Nim { heaps, misere };
                let brute = brute::solve(&nim, 1000).unwrap();
                let won = |(choice, after)| (brute.outcome(&after) == Some(Outcome::Loss)).then_some(choice);
                let winning: Vec<_> = nim.moves(&nim.heaps).filter_map(won).collect();
                let heaps = &nim.heaps;
                assert!(nim_moves(heaps, misere).eq(winning), "{heaps:?}");
                assert_eq!(nim_outcome(heaps, misere), brute.start_outcome(), "{heaps:?}");
            }
        }
    }

    #[test]
    fn nim_reaches_the_largest_heaps() {
        assert_eq!(nim_moves(&[u64::MAX, 1], false).next(), Some((0, 1)));
        assert_eq!(nim_moves(&[u64::MAX, 1], true).next(), Some((0, 0)));
        assert_eq!(nim_moves(&[], false).next(), None);
        assert_eq!(nim_moves(&[0, 0], true).next(), None);
        assert_eq!(nim_outcome(&[0, 0], true), Outcome::Win);
    }
}
