//! The slow oracle: answers from [`Rules`] alone, for a handful of positions.
//!
//! **Rules.** Any.
//!
//! **Idea.** List the positions that play can reach, then apply the definitions again and again until nothing changes.
//! This module shares no code with the other engines, so that agreement with it means something.
//!
//! **Why it is right.** Round `d` decides exactly the positions whose best play lasts `d` plies, because it uses only
//! the results of earlier rounds. A position is won in `d` if some move leads to a position lost in `d - 1`. It is lost
//! in `d` if every move leads to a won position, and round `d - 1` decided the last of these. An undecided position is
//! a draw: the player to move always has a move to another undecided position and none to a lost one.
//!
//! **Cost.** O(rounds * arcs) time, and a hash table of all reached positions.
//!
//! **Limits.** The caller gives a cap on the number of positions.
//!
//! **Source.** The definitions, and Sprague (1935) and Grundy (1939) for the nimber.

use std::collections::{BTreeSet, HashMap};
use std::error::Error;
use std::fmt;
use std::hash::Hash;

use super::oracle::Oracle;
use super::{Outcome, Rules, Score, Value};

/// The reason for an oracle without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BruteError {
    /// Play can reach more positions than the cap, or has more than a thousand times as many moves.
    TooManyPositions {
        /// The number allowed.
        cap: usize,
    },
    /// The caller asked for a nimber, but play can return to a position.
    Cyclic,
    /// The caller asked for a nimber, but a position ends by another rule than "a player without a move loses".
    NotNormalPlay,
}

impl Error for BruteError {}

impl fmt::Display for BruteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BruteError::TooManyPositions { cap } => write!(f, "more than {cap} positions can be reached"),
            BruteError::Cyclic => f.write_str("play can return to a position, so there is no nimber"),
            BruteError::NotNormalPlay => f.write_str("a position ends in a win or a draw, so there is no nimber"),
        }
    }
}

/// Every reachable position with its moves and its value.
#[derive(Clone, Debug)]
pub struct Brute<P> {
    numbers: HashMap<P, usize>,
    /// The positions in the order of the search, the start first.
    positions: Vec<P>,
    results: Vec<(Outcome, Option<u32>)>,
    /// The scores of the positions, in a game of points whose play always ends.
    scores: Vec<Option<Score>>,
}

/// Solves every position that can be reached from the start, at most `cap` of them.
///
/// # Errors
/// [`BruteError::TooManyPositions`].
pub fn solve<R: Rules>(rules: &R, cap: usize) -> Result<Brute<R::Position>, BruteError> {
    solve_from(rules, rules.start(), cap)
}

/// Solves every position that can be reached from this one, at most `cap` of them.
///
/// # Errors
/// [`BruteError::TooManyPositions`].
pub fn solve_from<R: Rules>(rules: &R, from: R::Position, cap: usize) -> Result<Brute<R::Position>, BruteError> {
    let Reached {
        numbers,
        positions,
        successors,
        ends,
        scores,
    } = reach(rules, from, cap)?;
    Ok(Brute {
        results: results(&successors, &ends),
        scores: best_scores(scores, &successors),
        numbers,
        positions,
    })
}

/// Returns the outcome and the plies of every position, from the successors and the results that the rules state.
fn results(successors: &[Vec<usize>], ends: &[Option<Outcome>]) -> Vec<(Outcome, Option<u32>)> {
    let mut decided: Vec<Option<(Outcome, u32)>> = Vec::with_capacity(ends.len());
    for (end, next) in ends.iter().zip(successors) {
        decided.push(match end {
            Some(Outcome::Draw) => None,
            Some(outcome) => Some((*outcome, 0)),
            None if next.is_empty() => Some((Outcome::Loss, 0)),
            None => None,
        });
    }
    for round in 1.. {
        let mut changes = Vec::new();
        for (number, next) in successors.iter().enumerate() {
            if decided[number].is_some() || ends[number].is_some() {
                continue;
            }
            let results: Vec<_> = next.iter().map(|&to| decided[to]).collect();
            let lost = |result: &Option<(Outcome, u32)>| matches!(result, Some((Outcome::Loss, _)));
            let won = |result: &Option<(Outcome, u32)>| matches!(result, Some((Outcome::Win, _)));
            if results.iter().any(lost) {
                changes.push((number, Outcome::Win));
            } else if results.iter().all(won) {
                changes.push((number, Outcome::Loss));
            }
        }
        // Written only now, so that a round sees the decisions of earlier rounds and none of its own.
        if changes.is_empty() {
            break;
        }
        for (number, outcome) in changes {
            decided[number] = Some((outcome, round));
        }
    }
    let results = decided.into_iter().map(|result| match result {
        Some((outcome, distance)) => (outcome, Some(distance)),
        None => (Outcome::Draw, None),
    });
    results.collect()
}

/// Returns the best scores: after a move, the opponent's score with the other sign is the player's.
fn best_scores(mut scores: Vec<Option<Score>>, successors: &[Vec<usize>]) -> Vec<Option<Score>> {
    if scores.iter().all(Option::is_none) {
        return scores;
    }
    loop {
        let mut changes = Vec::new();
        for (number, next) in successors.iter().enumerate() {
            if scores[number].is_none() && !next.is_empty() {
                let after: Option<Vec<Score>> = next.iter().map(|&to| scores[to]).collect();
                let worst = after.and_then(|after| after.into_iter().min());
                changes.extend(worst.map(|score| (number, -score)));
            }
        }
        if changes.is_empty() {
            return scores;
        }
        for (number, score) in changes {
            scores[number] = Some(score);
        }
    }
}

impl<P: Eq + Hash> Brute<P> {
    /// Returns the reached positions, the start first.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// Returns the outcome of this position, or `None` if play cannot reach it from the start.
    pub fn outcome(&self, position: &P) -> Option<Outcome> {
        self.known(position).map(|value| value.outcome)
    }

    /// Returns the value of this position without a nimber, or `None` if play cannot reach it from the start.
    ///
    /// `rules` are the solved ones, or others with the same [`Rules::canonical`].
    pub fn find<R: Rules<Position = P>>(&self, rules: &R, position: &P) -> Option<Value> {
        self.known(&rules.canonical(position))
    }

    /// Looks up a position in its canonical form.
    fn known(&self, canonical: &P) -> Option<Value> {
        let number = *self.numbers.get(canonical)?;
        let (outcome, distance) = self.results[number];
        Some(Value {
            distance: distance.map(u64::from),
            score: self.scores[number],
            ..Value::of(outcome)
        })
    }

    /// Returns the number of plies of perfect play: the winner hurries, the loser delays.
    ///
    /// `None` for draws, and for positions that play cannot reach.
    pub fn distance(&self, position: &P) -> Option<u32> {
        self.numbers.get(position).and_then(|&n| self.results[n].1)
    }

    /// Returns the outcome of the start.
    #[must_use]
    pub fn start_outcome(&self) -> Outcome {
        self.results[0].0
    }
}

impl<R: Rules> Oracle<R> for Brute<R::Position> {
    fn value(&self, rules: &R, position: &R::Position) -> Value {
        let known = self.find(rules, position);
        known.expect("an oracle is asked about positions that play can reach")
    }
}

/// Returns the nimber of the start, by the definition: the least number that no move leads to.
///
/// # Errors
/// [`BruteError`]: too many positions, a cycle, or an end that is not a loss for the player to move.
pub fn nimber<R: Rules>(rules: &R, cap: usize) -> Result<u32, BruteError> {
    let reached = reach(rules, rules.start(), cap)?;
    if reached.ends.iter().flatten().any(|&end| end != Outcome::Loss) {
        return Err(BruteError::NotNormalPlay);
    }
    let mut known: Vec<Option<u32>> = vec![None; reached.positions.len()];
    let mut open = vec![false; reached.positions.len()];
    let mut stack = vec![0];
    while let Some(&number) = stack.last() {
        let next = &reached.successors[number];
        let unknown = next.iter().copied().find(|&to| known[to].is_none());
        open[number] = true;
        match unknown {
            Some(to) if open[to] => return Err(BruteError::Cyclic),
            Some(to) => stack.push(to),
            None => {
                let values: BTreeSet<u32> = next.iter().filter_map(|&to| known[to]).collect();
                known[number] = (0..).find(|value| !values.contains(value));
                stack.pop();
            }
        }
    }
    Ok(known[0].expect("the stack empties only when the start is known"))
}

struct Reached<P> {
    numbers: HashMap<P, usize>,
    positions: Vec<P>,
    successors: Vec<Vec<usize>>,
    ends: Vec<Option<Outcome>>,
    scores: Vec<Option<Score>>,
}

/// Lists all positions reachable from this one, in their canonical forms.
fn reach<R: Rules>(rules: &R, from: R::Position, cap: usize) -> Result<Reached<R::Position>, BruteError> {
    /// The number of moves to follow for each position that the caller allows.
    const MOVES_PER_POSITION: usize = 1000;
    let mut moves_left = cap.saturating_mul(MOVES_PER_POSITION);
    let start = rules.canonical(&from);
    let mut reached = Reached {
        numbers: HashMap::from([(start.clone(), 0)]),
        positions: vec![start],
        successors: Vec::new(),
        ends: Vec::new(),
        scores: Vec::new(),
    };
    while reached.successors.len() < reached.positions.len() {
        let position = reached.positions[reached.successors.len()].clone();
        let end = rules.terminal(&position);
        let mut next = Vec::new();
        if end.is_none() {
            for (_, to) in rules.moves(&position) {
                let to = rules.canonical(&to);
                let fresh = reached.positions.len();
                let number = *reached.numbers.entry(to.clone()).or_insert(fresh);
                if number == fresh {
                    reached.positions.push(to);
                }
                next.push(number);
                moves_left = moves_left.saturating_sub(1);
                if moves_left == 0 || reached.positions.len() > cap {
                    return Err(BruteError::TooManyPositions { cap });
                }
            }
        }
        let over = end.is_some() || next.is_empty();
        let score = over.then(|| rules.final_score(&position)).flatten();
        reached.successors.push(next);
        reached.ends.push(end);
        reached.scores.push(score);
    }
    Ok(reached)
}

#[cfg(test)]
mod tests {
    use super::super::graph::{Graph, GraphGame};
    use super::*;

    fn on_graph(vertices: usize, arcs: &[(u32, u32)], start: u32) -> GraphGame {
        GraphGame::new(Graph::from_arcs(vertices, arcs), start)
    }

    /// The example of the article behind `game`: 1, 2, 3 draw, 4 wins, 5 loses (numbered from 0 here).
    const ARTICLE: [(u32, u32); 5] = [(0, 1), (1, 2), (2, 0), (0, 3), (3, 4)];

    #[test]
    fn a_vertex_without_arcs_is_lost_at_once() {
        let brute = solve(&on_graph(1, &[], 0), 10).unwrap();
        assert_eq!(brute.start_outcome(), Outcome::Loss);
        assert_eq!(brute.distance(&0), Some(0));
    }

    #[test]
    fn a_cycle_with_a_bad_way_out_is_a_draw() {
        let brute = solve(&on_graph(5, &ARTICLE, 0), 10).unwrap();
        let outcomes: Vec<_> = (0..5).map(|v| brute.outcome(&v).unwrap()).collect();
        use Outcome::{Draw, Loss, Win};
        assert_eq!(outcomes, [Draw, Draw, Draw, Win, Loss]);
        let distances: Vec<_> = (0..5).map(|v| brute.distance(&v)).collect();
        assert_eq!(distances, [None, None, None, Some(1), Some(0)]);
    }

    #[test]
    fn the_winner_hurries_and_the_loser_delays() {
        // 0 -> 1 (lost at once) and 0 -> 2 (lost in two), 5 -> 0 (won in 1) and 5 -> 6 (won in three).
        let arcs = [(0, 1), (0, 2), (2, 3), (3, 4), (5, 0), (5, 6), (6, 2)];
        let brute = solve(&on_graph(7, &arcs, 5), 10).unwrap();
        assert_eq!(brute.distance(&0), Some(1));
        assert_eq!(brute.distance(&2), Some(2));
        assert_eq!(brute.distance(&6), Some(3));
        assert_eq!(brute.distance(&5), Some(4));
    }

    #[test]
    fn unreachable_positions_have_no_answer() {
        let brute = solve(&on_graph(5, &ARTICLE, 3), 10).unwrap();
        assert_eq!(brute.positions(), [3, 4]);
        assert_eq!(brute.outcome(&0), None);
    }

    #[test]
    fn the_cap_counts_positions() {
        let game = on_graph(5, &ARTICLE, 0);
        assert!(solve(&game, 5).is_ok());
        assert_eq!(solve(&game, 4).unwrap_err(), BruteError::TooManyPositions { cap: 4 });
    }

    /// Counts down from a number by 1 or 2. The game ends at 0 and at 1, with these outcomes.
    struct Ends(Outcome, Outcome);

    impl Rules for Ends {
        type Position = u32;
        type Move = u32;
        fn start(&self) -> u32 {
            6
        }
        fn terminal(&self, position: &u32) -> Option<Outcome> {
            match position {
                0 => Some(self.0),
                1 => Some(self.1),
                _ => None,
            }
        }
        fn moves(&self, position: &u32) -> impl Iterator<Item = (u32, u32)> {
            let position = *position;
            (1..=2).map(move |take| (take, position - take))
        }
    }

    #[test]
    fn ends_may_be_won_or_drawn() {
        use Outcome::{Draw, Loss, Win};
        let outcomes = |ends: Ends| {
            let brute = solve(&ends, 10).unwrap();
            (0..=6).map(|p| brute.outcome(&p).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(outcomes(Ends(Win, Win)), [Win, Win, Loss, Win, Win, Loss, Win]);
        assert_eq!(outcomes(Ends(Draw, Win)), [Draw, Win, Draw, Draw, Draw, Draw, Draw]);
        assert_eq!(nimber(&Ends(Draw, Loss), 10), Err(BruteError::NotNormalPlay));
        assert_eq!(nimber(&Ends(Loss, Loss), 10), Ok(2));
    }

    #[test]
    fn nimbers_follow_the_definition() {
        let arcs = [(1, 0), (2, 0), (2, 1), (3, 2), (3, 0), (4, 1), (4, 2), (4, 2)];
        let expected = [0, 1, 2, 1, 0];
        for (start, &value) in expected.iter().enumerate() {
            assert_eq!(nimber(&on_graph(5, &arcs, start as u32), 10), Ok(value));
        }
    }

    #[test]
    fn a_reachable_cycle_has_no_nimber() {
        assert_eq!(nimber(&on_graph(5, &ARTICLE, 0), 10), Err(BruteError::Cyclic));
        assert_eq!(nimber(&on_graph(5, &ARTICLE, 3), 10), Ok(1));
    }
}
