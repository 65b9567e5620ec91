//! Values of impartial games in which play may go on for ever, and of their sums.
//!
//! **Rules.** Any directed graph. A player without a move loses, and play without end is a draw. The value of a vertex
//! is a nimber, or ∞(K) with K the set of nimbers among its successors. Alone, ∞(K) is won if K holds 0, else drawn. In
//! a sum, nimbers add by xor, and ∞(K) plus a nimber a is ∞(K xor a). Two infinite values give ∞({}), a draw.
//!
//! **Idea.** A vertex gets the nimber m on two conditions. First, m is the mex of its successors' nimbers. Second, each
//! successor with no nimber or a larger one has a successor with nimber m: a move there is answered by a return to m. A
//! vertex that gets no nimber this way is infinite. Stages m = 0, 1, 2, … give out the nimbers. In stage m, only
//! vertices with successors of every smaller nimber are candidates. A candidate waits until each successor without a
//! smaller nimber is *answered*: it has a successor with nimber m. This is retrograde analysis once more. The answered
//! candidates are the candidates of the next stage.
//!
//! Vertices that reach no cycle get their nimbers first. Each gets the mex of its successors' nimbers, once it waits
//! for none. In the stages they count only as successors. A vertex of nimber m answers its predecessors in stage m, and
//! a vertex with a larger nimber is answered there by itself.
//!
//! **Why it is right.** Whether m can be given depends only on nimbers up to m, so later stages change nothing in
//! earlier ones. A new nimber never removes the reason for another, so the order does not matter (Smith; Fraenkel and
//! Perl). A vertex answered in stage m has a successor of nimber m and so never gets m itself.
//!
//! **Cost.** O(n + m) for vertices that reach no cycle, and at worst O(V·(n + m)) for the others, with V different
//! nimbers. Stage m touches only arcs at answered vertices and at vertices with successors of all smaller nimbers. So
//! growth is near linear on graphs met in practice. Memory besides the graph: its reversal, with 6 bytes an arc more
//! while it is made. Then 6 bytes a vertex, and 4 for each vertex in the current lists. Then a [`Value`] for each
//! vertex, with an allocation of 4 bytes a label if it has labels.
//!
//! **Source.** Smith, "Graphs and composite games" (1966). Fraenkel and Perl, "Constructions in combinatorial games
//! with cycles" (1975).

use super::Outcome;
use super::backwards;
use super::graph::Graph;
use super::grundy::Stamps;
use super::progress::Work;
use super::retrograde::Hopes;

/// The mark of a vertex without a nimber in the list of nimbers.
const NONE: u32 = u32::MAX;

/// The mark of a vertex without a nimber and without a successor of this stage's nimber.
const OPEN: u8 = 0;
/// The mark of a vertex without a nimber but with a successor of this stage's nimber.
const ANSWERED: u8 = 1;
/// The mark of a vertex with a nimber.
const FINITE: u8 = 2;

/// The entry, in the list of numbers of awaited successors, of a vertex that does not wait.
const NOT_WAITING: u8 = u8::MAX;

/// The value of a position of an impartial game that may go on for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A nimber: in every sum it behaves like a heap of this size.
    Finite(u32),
    /// ∞(K): the nimbers that one move leads to, ascending, each once.
    Infinite(Vec<u32>),
}

impl Value {
    /// Returns the outcome, for the player to move, of the position played alone.
    pub fn outcome(&self) -> Outcome {
        match self {
            Value::Finite(0) => Outcome::Loss,
            Value::Finite(_) => Outcome::Win,
            Value::Infinite(labels) if labels.first() == Some(&0) => Outcome::Win,
            Value::Infinite(_) => Outcome::Draw,
        }
    }

    /// Returns the value of the sum of the two positions: a move is a move in either.
    #[must_use]
    pub fn plus(&self, other: &Value) -> Value {
        match (self, other) {
            (Value::Finite(a), Value::Finite(b)) => Value::Finite(a ^ b),
            (Value::Infinite(labels), Value::Finite(a)) | (Value::Finite(a), Value::Infinite(labels)) => {
                let mut shifted: Vec<u32> = labels.iter().map(|label| label ^ a).collect();
                shifted.sort_unstable();
                Value::Infinite(shifted)
            }
            (Value::Infinite(_), Value::Infinite(_)) => Value::Infinite(Vec::new()),
        }
    }
}

/// Returns the value of a sum. Without parts, it is the nimber 0.
pub fn sum<'a>(parts: impl IntoIterator<Item = &'a Value>) -> Value {
    parts.into_iter().fold(Value::Finite(0), |total, part| total.plus(part))
}

/// Returns the bytes that [`values`] needs besides the graph: its reversal, the arrays of the search and the values.
pub fn bytes_needed(vertices: u64, arcs: u64) -> u64 {
    // Nimber, two states, a byte for the labels, the five current lists with room to grow, and the value itself.
    const VERTEX: u64 = 4 + 3 + 5 * 8 + size_of::<Value>() as u64;
    // The larger of two needs: an allocation of labels for each vertex, and the memory for sorting the arcs.
    let labels = vertices
        .saturating_mul(LEAST_ALLOCATION)
        .saturating_add(arcs.saturating_mul(4));
    Graph::bytes_needed(vertices, arcs)
        .saturating_add(vertices.saturating_mul(VERTEX))
        .saturating_add(labels.max(Graph::bytes_to_sort(arcs)))
}

/// The bytes of the smallest allocation.
const LEAST_ALLOCATION: u64 = 32;

/// Returns the value of every vertex.
pub fn values(graph: &Graph) -> Vec<Value> {
    let nimbers = finite(graph);
    // The search for labels reads a nimber at every arc. Bytes stay in a near cache, and most nimbers are small.
    let mut bytes = vec![0u8; graph.len()];
    for (byte, &nimber) in bytes.iter_mut().zip(nimbers.iter()) {
        *byte = match nimber {
            NONE => NO_BYTE,
            nimber => nimber.min(u32::from(NO_BYTE) - 1) as u8,
        };
    }
    let rows = nimbers.iter().zip(graph.rows(graph.vertices()));
    let bytes = &bytes[..];
    rows.map(|(&nimber, row)| match nimber {
        NONE => Value::Infinite(labels(row, &nimbers, bytes)),
        nimber => Value::Finite(nimber),
    })
    .collect()
}

/// The mark of a vertex without a nimber, in one byte.
const NO_BYTE: u8 = u8::MAX;

/// Returns the nimbers among these vertices, ascending, each once. `bytes` has the nimbers that fit a byte.
fn labels(vertices: &[u32], nimbers: &[u32], bytes: &[u8]) -> Vec<u32> {
    // Small nimbers are bits of one word, and only the others need sorting.
    let (mut small, mut any_large) = (0u64, false);
    for &vertex in vertices {
        let byte = bytes[vertex as usize];
        small |= 1u64.checked_shl(u32::from(byte)).unwrap_or(0);
        any_large |= (64..NO_BYTE).contains(&byte);
    }
    let mut labels = Vec::with_capacity(small.count_ones() as usize);
    while small != 0 {
        labels.push(small.trailing_zeros());
        small &= small - 1;
    }
    if any_large {
        let large = |&vertex: &u32| nimbers[vertex as usize];
        let mut large: Vec<u32> = vertices.iter().map(large).collect();
        large.retain(|nimber| (64..NONE).contains(nimber));
        large.sort_unstable();
        large.dedup();
        labels.extend(large);
    }
    labels
}

/// Returns the nimber of each vertex, or [`NONE`].
fn finite(graph: &Graph) -> Vec<u32> {
    let mut search = Search {
        graph,
        entering: graph.reversed(),
        nimbers: vec![NONE; graph.len()],
        marks: vec![OPEN; graph.len()],
        waiting: vec![NOT_WAITING; graph.len()],
        hopes: Hopes::default(),
    };
    let mut plain = search.settle_acyclic();
    plain.sort_unstable_by_key(|&vertex| search.nimbers[vertex as usize]);
    let mut plain = &plain[..];
    let open = |&vertex: &u32| search.marks[vertex as usize] == OPEN;
    let mut candidates: Vec<u32> = graph.vertices().filter(open).collect();
    for nimber in 0.. {
        if candidates.is_empty() {
            break;
        }
        Work::Nimbers.note(nimber.into(), None);
        let end = plain.partition_point(|&vertex| search.nimbers[vertex as usize] <= nimber);
        search.run_stage(nimber, &plain[..end], &mut candidates);
        plain = &plain[end..];
    }
    search.nimbers
}

/// The state of the search for nimbers.
struct Search<'a> {
    graph: &'a Graph,
    /// The graph with all arcs reversed.
    entering: Graph,
    nimbers: Vec<u32>,
    marks: Vec<u8>,
    /// The number of successors that a vertex waits for, as far as a byte counts.
    waiting: Vec<u8>,
    /// The rest of these numbers.
    hopes: Hopes,
}

impl Search<'_> {
    /// Gives nimbers to the vertices that reach no cycle, and returns these vertices.
    ///
    /// All others then wait for their other successors.
    fn settle_acyclic(&mut self) -> Vec<u32> {
        let mut ready = Vec::new();
        for vertex in self.graph.vertices() {
            match self.graph.successors(vertex).len() {
                0 => ready.push(vertex),
                successors => self.waiting[vertex as usize] = self.hopes.first(vertex, successors as u32),
            }
        }
        let mut stamps = Stamps::default();
        let mut settled = Vec::new();
        let mut next = Vec::new();
        while !ready.is_empty() {
            for &vertex in &ready {
                let nimbers = self.graph.successors(vertex).iter();
                let nimbers = nimbers.map(|&to| self.nimbers[to as usize]);
                let small = nimbers
                    .clone()
                    .fold(0u64, |seen, n| seen | 1u64.checked_shl(n).unwrap_or(0));
                let nimber = match small {
                    u64::MAX => stamps.mex(vertex, nimbers),
                    small => small.trailing_ones(),
                };
                self.give(vertex, nimber);
            }
            self.count_down(&ready, &mut next);
            settled.append(&mut ready);
            std::mem::swap(&mut ready, &mut next);
        }
        settled
    }

    /// Gives a nimber to the candidates that can have it, and leaves the candidates with a successor of this nimber.
    ///
    /// The `plain` vertices have the nimber already and reach no cycle.
    fn run_stage(&mut self, nimber: u32, plain: &[u32], candidates: &mut Vec<u32>) {
        let (mut ready, mut next) = (Vec::new(), Vec::new());
        let mut answered = Vec::new();
        self.answer(plain, &mut answered);
        if nimber == 0 {
            // All wait already, but no longer for plain vertices: the predecessors of these have no need to wait.
            for &vertex in &answered {
                self.waiting[vertex as usize] = NOT_WAITING;
            }
            self.count_down(&answered, &mut ready);
        } else {
            self.hopes = Hopes::default();
            for &vertex in candidates.iter() {
                if self.marks[vertex as usize] == ANSWERED {
                    continue;
                }
                // Earlier stages gave all smaller nimbers, and plain vertices with larger ones are answered.
                let successors = self.graph.successors(vertex).iter();
                match successors.filter(|&&v| self.marks[v as usize] == OPEN).count() {
                    0 => ready.push(vertex),
                    open => self.waiting[vertex as usize] = self.hopes.first(vertex, open as u32),
                }
            }
        }
        while !ready.is_empty() {
            for &vertex in &ready {
                self.give(vertex, nimber);
            }
            let before = answered.len();
            self.answer(&ready, &mut answered);
            // Only candidates wait. An answered candidate waits for the very vertex that answers it, for ever.
            self.count_down(&answered[before..], &mut next);
            ready.clear();
            std::mem::swap(&mut ready, &mut next);
        }
        candidates.retain(|&vertex| {
            self.waiting[vertex as usize] = NOT_WAITING;
            self.marks[vertex as usize] == ANSWERED
        });
        for vertex in answered {
            self.marks[vertex as usize] = OPEN;
        }
    }

    fn give(&mut self, vertex: u32, nimber: u32) {
        self.nimbers[vertex as usize] = nimber;
        self.marks[vertex as usize] = FINITE;
        self.waiting[vertex as usize] = NOT_WAITING;
    }

    /// Marks the predecessors of these vertices and adds them to the answered ones.
    fn answer(&mut self, given: &[u32], answered: &mut Vec<u32>) {
        backwards::walk(&self.entering, given, &mut self.marks, answered, |mark, _| {
            let first_time = *mark == OPEN;
            *mark |= u8::from(first_time);
            first_time
        });
    }

    /// Ends the wait of all predecessors for these vertices. Adds predecessors that wait for no more vertices to
    /// `ready`.
    fn count_down(&mut self, met: &[u32], ready: &mut Vec<u32>) {
        let hopes = &mut self.hopes;
        backwards::walk(&self.entering, met, &mut self.waiting, ready, |left, vertex| {
            let last = *left == 1;
            *left = left.wrapping_sub(u8::from(*left < NOT_WAITING));
            last && match hopes.more(vertex) {
                Some(portion) => {
                    *left = portion;
                    false
                }
                None => true,
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::graph::tests::{Random, random_acyclic, random_graph};
    use super::super::grundy;
    use super::*;

    fn graph(lists: &[&[u32]]) -> Graph {
        let arcs: Vec<(u32, u32)> = (0u32..)
            .zip(lists)
            .flat_map(|(from, list)| list.iter().map(move |&to| (from, to)))
            .collect();
        Graph::from_arcs(lists.len(), &arcs)
    }

    fn infinite(labels: &[u32]) -> Value {
        Value::Infinite(labels.to_vec())
    }

    fn finite(nimber: u32) -> Value {
        Value::Finite(nimber)
    }

    #[test]
    fn edges() {
        assert_eq!(values(&graph(&[])), []);
        assert_eq!(values(&graph(&[&[]])), [finite(0)]);
        assert_eq!(values(&graph(&[&[0]])), [infinite(&[])], "a self-loop");
        assert_eq!(
            values(&graph(&[&[1], &[0]])),
            [infinite(&[]), infinite(&[])],
            "two vertices and no end"
        );
        assert_eq!(
            values(&graph(&[&[0, 1, 1], &[]])),
            [infinite(&[0]), finite(0)],
            "a way out, taken or not"
        );
    }

    #[test]
    fn known_values() {
        let small = graph(&[&[1, 2], &[], &[2]]);
        assert_eq!(values(&small), [infinite(&[0]), finite(0), infinite(&[])]);
        let eight = graph(&[&[], &[3, 7], &[], &[0, 3], &[1, 2], &[0, 6], &[], &[2, 4, 6, 7]]);
        let expected = [
            finite(0),
            finite(0),
            finite(0),
            infinite(&[0]),
            finite(1),
            finite(1),
            finite(0),
            infinite(&[0, 1]),
        ];
        assert_eq!(values(&eight), expected);
        let ten = graph(&[
            &[],
            &[],
            &[7],
            &[1, 5, 6, 8],
            &[1],
            &[2, 3, 8],
            &[0, 8],
            &[1, 7, 8],
            &[9],
            &[],
        ]);
        let expected = [0, 0, 0, 3, 1, 2, 2]
            .map(finite)
            .into_iter()
            .chain([infinite(&[0, 1]), finite(1), finite(0)]);
        assert!(values(&ten).into_iter().eq(expected));
    }

    #[test]
    fn large_nimbers_large_labels_and_many_moves_are_exact() {
        // Heaps of Nim, and a vertex with a loop and a move to every third heap. The largest heaps have more arcs than
        // a byte counts, and every arc of a heap occurs twice.
        let n = 300;
        let mut lists: Vec<Vec<u32>> = (0..n).map(|heap| (0..heap).chain(0..heap).collect()).collect();
        lists.push((0..n).step_by(3).chain([n]).collect());
        // Also vertices with a loop and one move, to heaps on both sides of each change of method.
        let alone = [0, 62, 63, 64, 65, 252, 253, 254, 255, 256, n - 1];
        lists.extend(alone.iter().zip(n + 1..).map(|(&heap, v)| vec![v, heap]));
        let lists: Vec<&[u32]> = lists.iter().map(Vec::as_slice).collect();
        let expected = (0..n).map(Value::Finite);
        let last = [Value::Infinite((0..n).step_by(3).collect())];
        let last = last.into_iter().chain(alone.map(|heap| infinite(&[heap])));
        assert!(values(&graph(&lists)).into_iter().eq(expected.chain(last)));
    }

    /// Applies the rule literally, again and again until nothing changes.
    fn naive(graph: &Graph) -> Vec<Option<u32>> {
        let mut labels: Vec<Option<u32>> = vec![None; graph.len()];
        loop {
            let mut changed = false;
            for u in graph
                .vertices()
                .filter(|&u| labels[u as usize].is_none())
                .collect::<Vec<_>>()
            {
                let m = grundy::mex(graph.successors(u).iter().filter_map(|&v| labels[v as usize]));
                let fits = graph.successors(u).iter().all(|&v| {
                    labels[v as usize].is_some_and(|label| label < m)
                        || graph.successors(v).iter().any(|&w| labels[w as usize] == Some(m))
                });
                if fits {
                    labels[u as usize] = Some(m);
                    changed = true;
                }
            }
            if !changed {
                return labels;
            }
        }
    }

    /// Loops behind, before and next to vertices that reach none, dense and with many nimbers.
    #[test]
    fn loops_among_acyclic_parts_agree_with_the_rule_by_the_letter() {
        let mut random = Random(9);
        for round in 0..400 {
            let n = 4 + round as u32 % 30;
            let mut arcs: Vec<(u32, u32)> = (0..n).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
            let dense = 2 + round % 5;
            arcs.retain(|_| random.below(dense) > 0);
            for _ in 0..1 + round % 3 {
                let (a, b) = (random.below(n as usize) as u32, random.below(n as usize) as u32);
                arcs.push((a.min(b), a.max(b)));
            }
            let graph = Graph::from_arcs(n as usize, &arcs);
            let found: Vec<Option<u32>> = values(&graph)
                .into_iter()
                .map(|value| {
                    if let Value::Finite(nimber) = value {
                        Some(nimber)
                    } else {
                        None
                    }
                })
                .collect();
            assert_eq!(found, naive(&graph), "{graph:?}");
        }
    }

    #[test]
    fn random_graphs_agree_with_the_rule_by_the_letter() {
        let mut random = Random(7);
        let mut largest = 0;
        for round in 0..3000 {
            let vertices = 2 + round % 12;
            let graph = random_graph(
                &mut random,
                vertices,
                vertices * (1 + round % 4),
                (round % 3).min(vertices - 1),
            );
            let expected = naive(&graph);
            for (value, label) in values(&graph).into_iter().zip(expected) {
                assert_eq!(
                    label,
                    if let Value::Finite(n) = value { Some(n) } else { None },
                    "{graph:?}"
                );
                largest = largest.max(label.unwrap_or(0));
            }
        }
        assert!(largest >= 4, "the draws reach larger nimbers");
    }

    /// Returns the outcomes of a graph by counting down, independent of the retrograde engine.
    fn outcomes(lists: &[Vec<usize>]) -> Vec<Outcome> {
        let mut outcomes = vec![Outcome::Draw; lists.len()];
        loop {
            let before = outcomes.clone();
            for (u, list) in lists.iter().enumerate() {
                if list.iter().any(|&v| outcomes[v] == Outcome::Loss) {
                    outcomes[u] = Outcome::Win;
                } else if list.iter().all(|&v| outcomes[v] == Outcome::Win) {
                    outcomes[u] = Outcome::Loss;
                }
            }
            if outcomes == before {
                return outcomes;
            }
        }
    }

    #[test]
    fn sums_of_two_have_the_outcome_of_the_product_graph() {
        let mut random = Random(8);
        let mut seen: HashMap<Outcome, u32> = HashMap::new();
        for round in 0..400 {
            let (n, k) = (3 + round % 5, 3 + round % 4);
            let g = random_graph(&mut random, n, n + round % 7, 1);
            let h = random_graph(&mut random, k, k + round % 5, 1);
            let (a, b) = (values(&g), values(&h));
            let both: Vec<Vec<usize>> = (0..n * k)
                .map(|at| {
                    let (x, y) = (at / k, at % k);
                    let first = g.successors(x as u32).iter().map(|&v| v as usize * k + y);
                    first
                        .chain(h.successors(y as u32).iter().map(|&v| x * k + v as usize))
                        .collect()
                })
                .collect();
            for (at, outcome) in outcomes(&both).into_iter().enumerate() {
                assert_eq!(sum([&a[at / k], &b[at % k]]).outcome(), outcome, "{g:?} {h:?} {at}");
                *seen.entry(outcome).or_default() += 1;
            }
        }
        assert!(
            [Outcome::Win, Outcome::Loss, Outcome::Draw]
                .iter()
                .all(|o| seen[o] > 200),
            "{seen:?}"
        );
    }

    #[test]
    fn acyclic_graphs_have_their_nimbers() {
        let mut random = Random(9);
        for round in 0..300 {
            let graph = random_acyclic(&mut random, 20, 10 + round % 90);
            let nimbers = grundy::nimbers(&graph).unwrap();
            assert!(values(&graph).into_iter().eq(nimbers.into_iter().map(Value::Finite)));
        }
    }
}
