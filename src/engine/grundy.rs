//! Nimbers: the values of games that always end, where who cannot move loses.
//!
//! Rules: one token on an acyclic graph, or several games at once where a move is made in one of them.
//! Idea: the nimber of a position is the least number that no move leads to (`mex`); a sum of games is lost for the
//! player to move exactly if the nimbers of its parts have the exclusive or 0.
//! Correctness: the Sprague-Grundy theorem. Vertices are valued after all their successors, so every value used is
//! final; the values seen are stamped with the vertex they were seen from, so one vertex never sees another's.
//! Complexity: O(n + m) time; per vertex 4 bytes for the nimber and 1 for the search. A nimber is at most
//! `sqrt(2 m)`, so the stamps are few.
//! Limits: a cycle is an error that names it; values on cyclic graphs are in [`super::loopy`].
//! Source: Bouton, "Nim, a game with a complete mathematical theory" (1901), for Nim and its misère form; Sprague
//! (1935); Grundy (1939).

pub use super::graph::Cycle;
use super::{Outcome, graph::Graph};

/// The least number that is not among the values. O(k) time and memory for k values.
pub fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let values: Vec<u32> = values.into_iter().collect();
    let mut present = vec![false; values.len()];
    for value in values {
        // A value beyond the number of values cannot be below the answer.
        if let Some(place) = present.get_mut(value as usize) {
            *place = true;
        }
    }
    let absent = present.iter().position(|&present| !present);
    absent.unwrap_or(present.len()) as u32
}

/// The exclusive or of the values: the nimber of a sum from those of its parts.
pub fn nim_sum(values: impl IntoIterator<Item = u64>) -> u64 {
    values.into_iter().fold(0, |sum, value| sum ^ value)
}

/// The nimber of every vertex.
///
/// # Errors
/// The [`Cycle`] that makes them meaningless.
pub fn nimbers(graph: &Graph) -> Result<Vec<u32>, Cycle> {
    let mut values = vec![0; graph.len()];
    // stamps[g] = the vertex, plus one, that last saw the nimber g; one place more than the largest nimber so far.
    let mut stamps = vec![0];
    graph.visit_post_order(|vertex| {
        let stamp = vertex + 1;
        for &to in graph.successors(vertex) {
            stamps[values[to as usize] as usize] = stamp;
        }
        let value = stamps.iter().position(|&seen| seen != stamp);
        let value = value.unwrap_or(stamps.len());
        if value + 1 >= stamps.len() {
            stamps.resize(value + 2, 0);
        }
        values[vertex as usize] = value as u32;
    })?;
    Ok(values)
}

/// The outcome of Nim on these heaps for the player to move: who takes the last object wins, or, with `misere`,
/// loses. Empty heaps are legal.
pub fn nim_outcome(heaps: &[u64], misere: bool) -> Outcome {
    let only_ones = heaps.iter().all(|&heap| heap <= 1);
    // Misère play differs only when no heap has two objects or more (Bouton).
    if (nim_sum(heaps.iter().copied()) != 0) != (misere && only_ones) {
        Outcome::Win
    } else {
        Outcome::Loss
    }
}

/// A winning move in Nim: the smallest index of a heap that has one, and the size to leave there; there is only one
/// such size. `None` if there is no winning move: the position is lost, or, in misère play without any object, won
/// already.
///
/// Correctness of the misère form: while at least two heaps hold two or more, play as usual, which never leaves
/// exactly one such heap; when there is one, leave it empty or one, whichever makes the number of ones odd.
pub fn nim_move(heaps: &[u64], misere: bool) -> Option<(usize, u64)> {
    let sum = nim_sum(heaps.iter().copied());
    let large = heaps.iter().filter(|&&heap| heap > 1).count();
    let target = if misere && large <= 1 { 1 } else { 0 };
    let left = |heap: u64| heap ^ sum ^ target;
    let (index, &heap) = heaps
        .iter()
        .enumerate()
        .find(|&(_, &heap)| left(heap) < heap)?;
    Some((index, left(heap)))
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
    fn a_heap_in_nim_is_worth_its_size() {
        let n = 60;
        let arcs: Vec<_> = (0..n).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        let expected: Vec<u32> = (0..n).collect();
        assert_eq!(nimbers(&Graph::from_arcs(n as usize, &arcs)), Ok(expected));
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
    fn a_path_of_a_million_vertices_alternates() {
        let n = 1_000_000;
        let arcs: Vec<_> = (1..n).map(|v| (v - 1, v)).collect();
        let values = nimbers(&Graph::from_arcs(n as usize, &arcs)).unwrap();
        assert!(
            values
                .iter()
                .rev()
                .enumerate()
                .all(|(i, &g)| g == i as u32 % 2)
        );
    }

    /// Nim with a few small heaps, either convention.
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
    fn nim_moves_are_the_first_that_win_by_the_rules() {
        for misere in [false, true] {
            for code in 0..5 * 5 * 5 * 5 {
                let heaps: Vec<u64> = (0..4).map(|i| code / 5u64.pow(i) % 5).collect();
                let nim = Nim { heaps, misere };
                let brute = brute::solve(&nim, 1000).unwrap();
                let won = |(choice, after)| {
                    (brute.outcome(&after) == Some(Outcome::Loss)).then_some(choice)
                };
                let winning: Vec<_> = nim.moves(&nim.heaps).filter_map(won).collect();
                let heaps = &nim.heaps;
                assert_eq!(
                    nim_move(heaps, misere),
                    winning.first().copied(),
                    "{heaps:?}"
                );
                assert_eq!(
                    nim_outcome(heaps, misere),
                    brute.start_outcome(),
                    "{heaps:?}"
                );
            }
        }
    }

    #[test]
    fn nim_reaches_the_largest_heaps() {
        assert_eq!(nim_move(&[u64::MAX, 1], false), Some((0, 1)));
        assert_eq!(nim_move(&[u64::MAX, 1], true), Some((0, 0)));
        assert_eq!(nim_move(&[], false), None);
        assert_eq!(nim_move(&[0, 0], true), None);
        assert_eq!(nim_outcome(&[0, 0], true), Outcome::Win);
    }
}
