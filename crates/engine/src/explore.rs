//! All positions that play can reach, numbered, so that any [`Rules`] get the engines that need numbers.
//!
//! **Idea.** A breadth-first search from the start, with a hash table from canonical positions to numbers, stores the
//! moves as a graph. Retrograde analysis then gives outcomes and distances. If play always ends, one pass over the
//! graph gives nimbers (if a player without a move loses) and scores (if the ends have them).
//!
//! **Cost.** One call of [`Rules::moves`] for every position. A position is stored once and found by hashing. A move
//! takes 4 bytes, and 4 more while the graph is reversed. The caller bounds the number of positions and of moves.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::error::Error;
use std::fmt;
use std::hash::Hash;

use super::graph::{Graph, GraphGame};
use super::oracle::Oracle;
use super::progress::Work;
use super::{Outcome, Rules, Score, Value, grundy, retrograde};

/// The reason for a game that was not explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExploreError {
    /// Play can reach more positions than the caller allows.
    Positions(usize),
    /// There are more moves than the caller allows.
    Moves(usize),
}

impl Error for ExploreError {}

impl fmt::Display for ExploreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExploreError::Positions(most) => write!(f, "play can reach more than {most} positions"),
            ExploreError::Moves(most) => write!(f, "the positions that play can reach have more than {most} moves"),
        }
    }
}

/// The most positions and moves that an exploration may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Positions, at most 2^32 - 1.
    pub positions: usize,
    /// Moves of all positions together, at most 2^32 - 1.
    pub moves: usize,
}

/// The explored positions of a game with their values.
#[derive(Clone, Debug)]
pub struct Explored<P> {
    numbers: HashMap<P, u32>,
    positions: Vec<P>,
    values: Vec<Value>,
    moves: usize,
}

/// The number of positions between two notes of progress.
const NOTED_POSITIONS: usize = 1 << 12;

/// Explores a game from its start and solves it.
///
/// # Errors
/// [`ExploreError`] if a bound is exceeded.
pub fn explore<R: Rules>(rules: &R, bounds: Bounds) -> Result<Explored<R::Position>, ExploreError> {
    let most_positions = bounds.positions.min(u32::MAX as usize - 1);
    let most_moves = bounds.moves.min(u32::MAX as usize - 1);
    let start = rules.canonical(&rules.start());
    let mut numbers = HashMap::from([(start.clone(), 0u32)]);
    let mut positions = vec![start];
    // Positions come in ascending order of numbers, so the moves are a graph in compressed rows at once.
    let (mut offsets, mut targets) = (vec![0u32], Vec::new());
    let (mut ends, mut scores) = (Vec::new(), Vec::new());
    while ends.len() < positions.len() {
        if ends.len() % NOTED_POSITIONS == 0 {
            Work::Positions.note(ends.len() as u64 + 1, None);
        }
        let position = positions[ends.len()].clone();
        let end = rules.terminal(&position);
        let before = targets.len();
        if end.is_none() {
            for (_, next) in rules.moves(&position) {
                let next = rules.canonical(&next);
                let fresh = positions.len() as u32;
                let to = match numbers.entry(next) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(new) => {
                        if positions.len() >= most_positions {
                            return Err(ExploreError::Positions(most_positions));
                        }
                        positions.push(new.key().clone());
                        *new.insert(fresh)
                    }
                };
                if targets.len() >= most_moves {
                    return Err(ExploreError::Moves(most_moves));
                }
                targets.push(to);
            }
        }
        let over = targets.len() == before;
        offsets.push(targets.len() as u32);
        scores.push(over.then(|| rules.final_score(&position)).flatten());
        ends.push(end);
    }
    Ok(Explored {
        moves: targets.len(),
        values: values(Graph::of_rows((offsets, targets)), ends, scores),
        numbers,
        positions,
    })
}

/// Returns the value of every position, from the graph of moves, the results that the rules state, and the final
/// scores.
///
/// It has no type parameter, so that the compiler builds it once and not for each game.
fn values(graph: Graph, ends: Vec<Option<Outcome>>, scores: Vec<Option<Score>>) -> Vec<Value> {
    let positions = ends.len();
    let normal_play = ends.iter().flatten().all(|&end| end == Outcome::Loss);
    let nimbers = normal_play.then(|| grundy::nimbers(&graph).ok()).flatten();
    let scores = best_scores(&graph, scores);
    let table = retrograde::solve(&GraphGame::new(graph, 0).with_ends(ends));
    let value = |number: usize| Value {
        distance: table.distance(number).map(u64::from),
        nimber: nimbers.as_ref().map(|nimbers| nimbers[number].into()),
        score: scores.as_ref().and_then(|scores| scores[number]),
        ..Value::of(table.outcome(number))
    };
    (0..positions).map(value).collect()
}

/// Returns the best score from every vertex, or `None` if no end has a score or play can go on for ever.
fn best_scores(graph: &Graph, mut scores: Vec<Option<Score>>) -> Option<Vec<Option<Score>>> {
    if scores.iter().all(Option::is_none) {
        return None;
    }
    let best = graph.visit_post_order(|vertex| {
        let after = graph.successors(vertex).iter();
        let after: Option<Vec<Score>> = after.map(|&to| scores[to as usize]).collect();
        if let Some(worst) = after.into_iter().flatten().min() {
            scores[vertex as usize] = Some(-worst);
        }
    });
    best.ok().map(|()| scores)
}

impl<P: Eq + Hash> Explored<P> {
    /// Returns the canonical positions that play can reach: the start first, then by the number of moves from the
    /// start.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// Returns the number of moves of all explored positions.
    pub fn move_count(&self) -> usize {
        self.moves
    }

    /// Returns the value of a position, or `None` if play cannot reach it.
    ///
    /// `rules` are the explored ones, or others with the same [`Rules::canonical`].
    pub fn find<R: Rules<Position = P>>(&self, rules: &R, position: &P) -> Option<Value> {
        let number = self.numbers.get(&rules.canonical(position))?;
        Some(self.values[*number as usize])
    }
}

impl<R: Rules> Oracle<R> for Explored<R::Position> {
    fn value(&self, rules: &R, position: &R::Position) -> Value {
        let known = self.find(rules, position);
        known.expect("an oracle is asked about positions that play can reach")
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute;
    use super::super::graph::tests::Random;
    use super::*;

    const PLENTY: Bounds = Bounds {
        positions: 100_000,
        moves: 1_000_000,
    };

    /// Two heaps in any order. A player without a move loses.
    struct TwoHeaps(u64, u64);

    impl Rules for TwoHeaps {
        type Position = (u64, u64);
        type Move = (u64, u64);

        fn start(&self) -> (u64, u64) {
            (self.0, self.1)
        }

        fn canonical(&self, &(a, b): &(u64, u64)) -> (u64, u64) {
            (a.min(b), a.max(b))
        }

        fn moves(&self, &(a, b): &(u64, u64)) -> impl Iterator<Item = ((u64, u64), (u64, u64))> {
            let first = (1..=a).map(move |n| ((n, 0), (a - n, b)));
            first.chain((1..=b).map(move |n| ((0, n), (a, b - n))))
        }
    }

    #[test]
    fn symmetric_positions_are_held_once_and_found_either_way() {
        let game = TwoHeaps(5, 9);
        let explored = explore(&game, PLENTY).unwrap();
        assert!(explored.positions().len() < 60);
        for a in 0..=5 {
            for b in 0..=5 {
                let value = explored.find(&game, &(b, a)).unwrap();
                assert_eq!(value.nimber, Some(a ^ b));
                assert_eq!(value.outcome == Outcome::Loss, a == b);
            }
        }
        assert_eq!(explored.find(&game, &(10, 10)), None);
        assert_eq!(explored.count_winning_moves(&game, &(5, 9)), 1);
        assert_eq!(explored.best_move(&game, &(5, 9)), Some(((0, 4), (5, 5))));
    }

    #[test]
    fn bounds_hold() {
        let game = TwoHeaps(1 << 60, 1 << 60);
        let few = Bounds {
            positions: 1000,
            moves: 2000,
        };
        assert_eq!(explore(&game, few).err(), Some(ExploreError::Positions(1000)));
        let few = Bounds {
            positions: 1_000_000,
            moves: 2000,
        };
        assert_eq!(explore(&game, few).err(), Some(ExploreError::Moves(2000)));
    }

    /// A random graph with ends of every outcome, and with points at some of them.
    struct Wild {
        graph: Graph,
        ends: Vec<Option<Outcome>>,
        scored: bool,
    }

    impl Rules for Wild {
        type Position = u32;
        type Move = u32;

        fn start(&self) -> u32 {
            0
        }

        fn terminal(&self, position: &u32) -> Option<Outcome> {
            self.ends[*position as usize]
        }

        fn final_score(&self, position: &u32) -> Option<Score> {
            self.scored.then(|| Score::from(i128::from(*position % 5) - 2))
        }

        fn moves(&self, position: &u32) -> impl Iterator<Item = (u32, u32)> {
            self.graph.successors(*position).iter().map(|&to| (to, to))
        }
    }

    #[test]
    fn any_rules_agree_with_brute_force() {
        let mut random = Random(7);
        for round in 0..400 {
            let vertices = 1 + random.below(12);
            let arcs = (0..random.below(30)).map(|_| {
                let (a, b) = (random.below(vertices) as u32, random.below(vertices) as u32);
                if round % 2 == 0 { (a, b) } else { (a.min(b), a.max(b)) }
            });
            let arcs: Vec<(u32, u32)> = arcs.filter(|arc| round % 2 == 0 || arc.0 != arc.1).collect();
            let ends = (0..vertices).map(|_| match random.below(8) {
                0 => Some(Outcome::Win),
                1 => Some(Outcome::Draw),
                2 => Some(Outcome::Loss),
                _ => None,
            });
            let game = Wild {
                ends: ends.collect(),
                graph: Graph::from_arcs(vertices, &arcs),
                scored: round % 3 == 0,
            };
            let explored = explore(&game, PLENTY).unwrap();
            let brute = brute::solve(&game, 1000).unwrap();
            assert_eq!(explored.positions(), brute.positions());
            for position in brute.positions() {
                let found = explored.value(&game, position);
                let expected = brute.value(&game, position);
                let expected = Value {
                    nimber: found.nimber,
                    ..expected
                };
                let score = if found.score.is_some() { expected.score } else { None };
                assert_eq!(found, Value { score, ..expected });
            }
            let nimber = explored.value(&game, &0).nimber;
            let by_definition = brute::nimber(&game, 1000).ok();
            assert_eq!(nimber, nimber.and(by_definition.map(u64::from)));
        }
    }
}
