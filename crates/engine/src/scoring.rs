//! The best difference of scores on an acyclic graph.
//!
//! **Rules.** One token stands on a graph. The player who moves it to `v` receives `values[v]`, which may be negative.
//! Play ends if no move exists, and the larger total wins. A player must move while a move exists.
//!
//! **Idea.** The best difference from `v`, mover minus other, is the largest worth of a move to a successor `w`. The
//! worth is `values[w]` less the best difference from `w`: the mover receives the value and then takes the other's
//! place. The table stores the worth of a move to a vertex and not the difference, so that an arc needs one number.
//!
//! A depth-first search reads each arc once. It marks a vertex without a worth by a number that is no worth, and so
//! finds the state of a vertex and its worth in one place of memory.
//!
//! **Why it is right.** Induction along the graph: a vertex is valued after all its successors. No play meets a vertex
//! twice, so no difference or worth is larger than the absolute values together. If that sum fits 64 bits, so do all
//! numbers.
//!
//! **Cost.** O(n + m) time. If the sum of all absolute values fits 64 bits, a vertex takes 8 bytes, and 16 more on the
//! path of the search. Otherwise it takes twice as many.
//!
//! **Limits.** None on the values: fewer than 2^32 vertices with absolute values below 2^63 sum to less than 2^96.
//!
//! **Source.** The minimax principle for finite games (Zermelo 1913, von Neumann 1928).

use std::hint::black_box;
use std::ops::Sub;

use super::graph::{Cycle, Graph};
use super::progress::{Work, noted};

/// A type for the worth of a move, with two numbers that are less than any worth.
trait Marked: Copy + Default + From<i64> + Ord + Sub<Output = Self> {
    /// The mark of a vertex that the search has not met.
    const NEW: Self;
    /// The mark of a vertex on the path of the search.
    const OPEN: Self;
}

impl Marked for i64 {
    const NEW: i64 = i64::MIN;
    const OPEN: i64 = i64::MIN + 1;
}

impl Marked for i128 {
    const NEW: i128 = i128::MIN;
    const OPEN: i128 = i128::MIN + 1;
}

/// The best difference, mover minus other, from every vertex. It is 0 if no move exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differences(Numbers);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Numbers {
    Narrow(Vec<i64>),
    Wide(Vec<i128>),
}

impl Differences {
    /// Returns the number of vertices.
    pub fn len(&self) -> usize {
        match &self.0 {
            Numbers::Narrow(best) => best.len(),
            Numbers::Wide(best) => best.len(),
        }
    }

    /// Returns whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the difference from a vertex, or `None` if there is no such vertex.
    pub fn get(&self, vertex: u32) -> Option<i128> {
        match &self.0 {
            Numbers::Narrow(best) => best.get(vertex as usize).copied().map(i128::from),
            Numbers::Wide(best) => best.get(vertex as usize).copied(),
        }
    }

    /// Returns the difference from a vertex.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn of(&self, vertex: u32) -> i128 {
        self.get(vertex).expect("a vertex of the graph")
    }

    /// Returns the differences in the order of the vertices.
    pub fn iter(&self) -> impl Iterator<Item = i128> {
        (0..self.len() as u32).map(|vertex| self.of(vertex))
    }
}

/// Returns the best difference, mover minus other, from every vertex.
///
/// # Errors
/// The [`Cycle`] along which play could go on for ever.
///
/// # Panics
/// If `values` does not have one entry per vertex.
pub fn best_differences(graph: &Graph, values: &[i64]) -> Result<Differences, Cycle> {
    assert_eq!(values.len(), graph.len(), "one value per vertex");
    let mut sizes = values.iter().map(|value| value.checked_abs());
    // One more than the sum: the least number is `OPEN`, and no worth.
    let fits = sizes.try_fold(1i64, |sum, size| sum.checked_add(size?));
    Ok(Differences(match fits {
        Some(_) => Numbers::Narrow(differences(graph, values)?),
        None => Numbers::Wide(differences(graph, values)?),
    }))
}

/// Computes the differences in a type `T` that holds one more than the sum of all absolute values.
fn differences<T: Marked>(graph: &Graph, values: &[i64]) -> Result<Vec<T>, Cycle> {
    let mut worths = vec![T::NEW; graph.len()];
    if graph.leads_up() {
        search(graph, values, graph.vertices().rev(), &mut worths)?;
    } else {
        search(graph, values, graph.vertices(), &mut worths)?;
    }
    for (worth, &value) in worths.iter_mut().zip(values) {
        *worth = T::from(value) - *worth;
    }
    Ok(worths)
}

/// A vertex on the path of the search.
struct Step<T> {
    vertex: u32,
    /// The place of its next arc.
    next: u32,
    /// The largest worth of the arcs before, or [`Marked::NEW`].
    best: T,
}

/// Finds the worth of a move to every vertex by a depth-first search from these roots.
fn search<T: Marked>(
    graph: &Graph,
    values: &[i64],
    roots: impl Iterator<Item = u32>,
    worths: &mut [T],
) -> Result<(), Cycle> {
    let targets = graph.targets();
    let mut path: Vec<Step<T>> = Vec::new();
    let open = |vertex: u32| Step {
        vertex,
        next: graph.places(vertex).0,
        best: T::NEW,
    };
    for root in noted(Work::Vertices, roots, graph.len()) {
        if worths[root as usize] != T::NEW {
            continue;
        }
        let mut step = open(root);
        loop {
            let (_, end) = graph.places(step.vertex);
            let rest = &targets[step.next as usize..end as usize];
            let passed = rest.iter().position(|&to| {
                let worth = worths[to as usize];
                step.best = step.best.max(worth);
                worth <= T::OPEN
            });
            let Some(passed) = passed else {
                let best = if step.best == T::NEW { T::default() } else { step.best };
                worths[step.vertex as usize] = T::from(values[step.vertex as usize]) - best;
                let Some(before) = path.pop() else { break };
                step = before;
                continue;
            };
            let to = rest[passed];
            worths[step.vertex as usize] = T::OPEN;
            if worths[to as usize] == T::OPEN {
                let cycle = graph.find_cycle();
                return Err(Cycle(cycle.expect("an arc leads back onto the path")));
            }
            // Read the next arcs early: the search probably needs them soon, and they are far away in memory.
            let mut ahead = rest[passed + 1..].iter();
            if let Some(&next) = ahead.find(|&&to| worths[to as usize] == T::NEW) {
                black_box(targets.get(graph.places(next).0 as usize));
            }
            step.next += passed as u32;
            path.push(step);
            step = open(to);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::graph::tests::{Random, random_acyclic};
    use super::*;

    #[test]
    fn small_games_have_the_differences_found_by_hand() {
        for (arcs, values, expected) in [
            (vec![], vec![], vec![]),
            (vec![], vec![5], vec![0]),
            (vec![(0, 1)], vec![9, -4], vec![-4, 0]),
            // Take 3 and leave the other 10, or take 1 and leave nothing.
            (vec![(0, 1), (0, 2), (1, 3)], vec![0, 3, 1, 10], vec![1, 10, 0, 0]),
            // A move that costs is still a must.
            (vec![(0, 1), (1, 2)], vec![0, -5, -7], vec![2, -7, 0]),
        ] {
            let graph = Graph::from_arcs(values.len(), &arcs);
            let best = best_differences(&graph, &values).unwrap();
            assert_eq!(best.iter().collect::<Vec<_>>(), expected);
            assert_eq!((best.len(), best.is_empty()), (expected.len(), expected.is_empty()));
        }
    }

    #[test]
    fn the_largest_values_do_not_overflow() {
        let n = 100;
        let arcs: Vec<_> = (1..n).map(|v| (v - 1, v)).collect();
        let alternating = (0..n).map(|v| if v % 2 == 0 { i64::MIN } else { i64::MAX });
        let graph = Graph::from_arcs(n as usize, &arcs);
        let best = best_differences(&graph, &alternating.collect::<Vec<_>>()).unwrap();
        assert_eq!(best.of(0), 50 * i128::from(i64::MAX) - 49 * i128::from(i64::MIN));
        // The last sum for numbers of 64 bits, and the first sums beyond: 3 less the rest, all of which play takes.
        for rest in [i64::MAX - 4, i64::MAX - 3, i64::MAX - 2, i64::MAX] {
            let graph = Graph::from_arcs(4, &[(0, 1), (1, 2), (3, 0)]);
            let best = best_differences(&graph, &[0, 3, -rest, 0]).unwrap();
            let first = 3 + i128::from(rest);
            let expected = [first, -i128::from(rest), 0, -first];
            assert_eq!(best.iter().collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn a_cycle_is_named() {
        let graph = Graph::from_arcs(3, &[(0, 1), (1, 2), (2, 1)]);
        let Err(Cycle(mut cycle)) = best_differences(&graph, &[1, 1, 1]) else {
            panic!("a cycle was overlooked");
        };
        cycle.sort_unstable();
        assert_eq!(cycle, [1, 2]);
    }

    /// Returns both totals carried along every line of play, the mover of the moment choosing for their own difference.
    fn by_playing_out(graph: &Graph, values: &[i64], at: u32, totals: [i64; 2], turn: usize) -> i64 {
        let lines = graph.successors(at).iter().map(|&to| {
            let mut totals = totals;
            totals[turn] += values[to as usize];
            by_playing_out(graph, values, to, totals, 1 - turn)
        });
        let best = if turn == 0 { lines.max() } else { lines.min() };
        best.unwrap_or(totals[0] - totals[1])
    }

    #[test]
    fn random_games_agree_with_playing_out_every_line() {
        let mut random = Random(6);
        for _ in 0..2000 {
            let n = 1 + random.below(7);
            let arcs = random.below(2 * n);
            let graph = random_acyclic(&mut random, n, arcs);
            let values: Vec<i64> = (0..n).map(|_| random.below(21) as i64 - 10).collect();
            let best = best_differences(&graph, &values).unwrap();
            for v in graph.vertices() {
                let expected = by_playing_out(&graph, &values, v, [0, 0], 0);
                assert_eq!(best.of(v), i128::from(expected), "{graph:?} {values:?}");
            }
        }
    }
}
