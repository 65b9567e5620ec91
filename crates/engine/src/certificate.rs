//! Checks of solved tables. They share no code with the solvers.
//!
//! They start from the moves, and the solvers follow predecessors. If play can return, an answer that agrees with its
//! neighbours can still be wrong. Two positions that move to each other pass as won and lost, though both are draws. So
//! each check also needs a measure that falls with every step. This is the distance to the end, an order without
//! cycles, or the order of justified nimbers.
//!
//! **Cost.** Each check is linear in its table, except for strips, whose definition takes O(n²) steps.

use std::collections::HashSet;
use std::error::Error;
use std::fmt;

use super::graph::Graph;
use super::loopy::Value;
use super::progress::Work;
use super::retrograde::Table;
use super::splitting::Strips;
use super::{Outcome, Positions};

/// A fault in a solved table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CertificateError {
    /// The entry of a position does not follow from its successors.
    Entry {
        /// The position's number.
        position: usize,
        /// The table's entry.
        found: String,
        /// The entry that follows from the moves.
        expected: String,
    },
    /// Entries support each other in a circle.
    Circle {
        /// The position's number.
        position: usize,
        /// The table's entry.
        found: String,
    },
    /// A period that the values do not prove.
    Period(String),
}

impl Error for CertificateError {}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertificateError::Entry {
                position,
                found,
                expected,
            } => write!(
                f,
                "position {position} has the value {found}, but its moves give {expected}"
            ),
            CertificateError::Circle { position, found } => write!(
                f,
                "position {position} rests on itself: nothing makes it {found} in the first place"
            ),
            CertificateError::Period(why) => write!(f, "the values do not prove the period: {why}"),
        }
    }
}

/// Checks outcome and distance of every position.
///
/// The check has a condition for each position:
///
/// - An ended position has its outcome at distance 0.
/// - A won position has a lost successor, and the nearest has a distance one less.
/// - A lost position has only won successors, and the farthest has a distance one less.
/// - A drawn position has a drawn successor and no lost one.
///
/// That is enough. Distances fall, so every won or lost entry is right by induction on the distance. From a drawn entry
/// the player to move can stay among drawn entries for ever, and so can the other player.
///
/// # Errors
/// The first position whose entry does not follow.
pub fn check_outcomes<P: Positions>(game: &P, table: &Table) -> Result<(), CertificateError> {
    for index in 0..game.len() {
        let position = game.position(index);
        let expected = match game.terminal(&position) {
            Some(Outcome::Draw) => (Outcome::Draw, None),
            Some(outcome) => (outcome, Some(0)),
            None => {
                let successors = game.moves(&position).map(|(_, next)| game.index(&next));
                from_successors(successors.map(|next| (table.outcome(next), table.distance(next))))
            }
        };
        let found = (table.outcome(index), table.distance(index));
        if found != expected {
            return Err(entry(index, say(found), say(expected)));
        }
    }
    Ok(())
}

/// Returns outcome and distance by the definition.
fn from_successors(successors: impl Iterator<Item = (Outcome, Option<u32>)>) -> (Outcome, Option<u32>) {
    let (mut nearest_lost, mut farthest_won, mut drawn) = (None::<u32>, None::<u32>, false);
    for (outcome, distance) in successors {
        match outcome {
            Outcome::Loss => nearest_lost = Some(nearest_lost.unwrap_or(u32::MAX).min(distance.unwrap_or(u32::MAX))),
            Outcome::Win => farthest_won = farthest_won.max(distance),
            Outcome::Draw => drawn = true,
        }
    }
    match nearest_lost {
        Some(nearest) => (Outcome::Win, nearest.checked_add(1)),
        None if drawn => (Outcome::Draw, None),
        None => (
            Outcome::Loss,
            Some(farthest_won.map_or(0, |farthest| farthest.saturating_add(1))),
        ),
    }
}

/// Checks the nimber of every vertex by the definition, the mex of its successors' nimbers.
///
/// It also checks that the graph is acyclic, so that the definition leaves no choice.
///
/// # Errors
/// The first vertex whose nimber does not follow, or one on a cycle.
///
/// # Panics
/// If there are not as many nimbers as vertices.
pub fn check_nimbers(graph: &Graph, nimbers: &[u32]) -> Result<(), CertificateError> {
    assert_eq!(graph.len(), nimbers.len(), "a nimber for every vertex");
    check_acyclic(graph, |vertex| nimbers[vertex].to_string())?;
    let mut seen = HashSet::new();
    for vertex in graph.vertices() {
        seen.clear();
        seen.extend(graph.successors(vertex).iter().map(|&next| nimbers[next as usize]));
        let found = nimbers[vertex as usize];
        let expected = least_missing(&seen);
        if found != expected {
            return Err(entry(vertex as usize, found.to_string(), expected.to_string()));
        }
    }
    Ok(())
}

/// Checks the best difference from every vertex of a scored graph by the definition, and that the graph is acyclic.
///
/// `best` returns the difference from a vertex.
///
/// # Errors
/// The first vertex whose difference does not follow, or one on a cycle.
///
/// # Panics
/// If there are not as many scores as vertices.
pub fn check_differences(graph: &Graph, scores: &[i64], best: impl Fn(u32) -> i128) -> Result<(), CertificateError> {
    assert_eq!(graph.len(), scores.len(), "a score for every vertex");
    check_acyclic(graph, |vertex| best(vertex as u32).to_string())?;
    for vertex in graph.vertices() {
        let after = graph
            .successors(vertex)
            .iter()
            .map(|&next| i128::from(scores[next as usize]) - best(next));
        let (found, expected) = (best(vertex), after.max().unwrap_or(0));
        if found != expected {
            return Err(entry(vertex as usize, found.to_string(), expected.to_string()));
        }
    }
    Ok(())
}

/// Removes vertices without arcs until none is left. Every other vertex lies on a cycle or leads into one.
fn check_acyclic(graph: &Graph, found: impl Fn(usize) -> String) -> Result<(), CertificateError> {
    let into = graph.reversed();
    let mut left: Vec<usize> = graph.vertices().map(|vertex| graph.successors(vertex).len()).collect();
    let mut bare: Vec<u32> = graph.vertices().filter(|&vertex| left[vertex as usize] == 0).collect();
    while let Some(vertex) = bare.pop() {
        for &before in into.successors(vertex) {
            left[before as usize] -= 1;
            if left[before as usize] == 0 {
                bare.push(before);
            }
        }
    }
    match left.iter().position(|&arcs| arcs > 0) {
        Some(position) => Err(CertificateError::Circle {
            position,
            found: found(position),
        }),
        None => Ok(()),
    }
}

/// Checks the values of a graph with cycles.
///
/// A nimber m is *justified* on two conditions. First, successors justify every smaller nimber. Second, every other
/// successor has a successor with a justified m. The check justifies nimbers one by one, and each rests only on earlier
/// ones. It then checks that no infinite vertex could get a nimber, and that its set is right. The order of giving out
/// nimbers does not matter, so these are the values.
///
/// # Errors
/// The first vertex whose value does not follow, or whose nimber cannot be justified.
///
/// # Panics
/// If there are not as many values as vertices.
pub fn check_loopy(graph: &Graph, values: &[Value]) -> Result<(), CertificateError> {
    assert_eq!(graph.len(), values.len(), "a value for every vertex");
    let nimber = |vertex: u32| match values[vertex as usize] {
        Value::Finite(nimber) => Some(nimber),
        Value::Infinite(_) => None,
    };
    let returns = |vertex: u32, to: u32| graph.successors(vertex).iter().any(|&w| nimber(w) == Some(to));
    for vertex in graph.vertices() {
        let labels: HashSet<u32> = graph
            .successors(vertex)
            .iter()
            .filter_map(|&next| nimber(next))
            .collect();
        let expected = least_missing(&labels);
        let found = &values[vertex as usize];
        let answered = |&next: &u32| nimber(next).is_some_and(|n| n < expected) || returns(next, expected);
        let follows = match found {
            Value::Finite(nimber) => *nimber == expected,
            Value::Infinite(set) => {
                set.is_sorted_by(|a, b| a < b)
                    && set.len() == labels.len()
                    && set.iter().all(|label| labels.contains(label))
                    && !graph.successors(vertex).iter().all(answered)
            }
        };
        if !follows {
            let expected =
                format!("the nimber {expected}, or infinite over {labels:?} if some move cannot be answered");
            return Err(entry(vertex as usize, format!("{found:?}"), expected));
        }
    }
    justify(graph, values, nimber)
}

/// Justifies every nimber from earlier ones. Each arc of a vertex with a nimber counts once, when it is answered.
fn justify(graph: &Graph, values: &[Value], nimber: impl Fn(u32) -> Option<u32>) -> Result<(), CertificateError> {
    let into = graph.reversed();
    let mut open: Vec<usize> = graph.vertices().map(|vertex| graph.successors(vertex).len()).collect();
    let has_nimber = |&vertex: &u32| nimber(vertex).is_some();
    let mut ready: Vec<u32> = graph
        .vertices()
        .filter(has_nimber)
        .filter(|&v| open[v as usize] == 0)
        .collect();
    let mut justified = vec![false; graph.len()];
    // Pairs of a vertex and a justified nimber of one of its successors.
    let mut returns: HashSet<(u32, u32)> = HashSet::new();
    while let Some(vertex) = ready.pop() {
        justified[vertex as usize] = true;
        let label = nimber(vertex).expect("only vertices with a nimber are justified");
        for &before in into.successors(vertex) {
            // The arc into a smaller nimber is answered as soon as that nimber is justified.
            if nimber(before).is_some_and(|n| n > label) {
                settle(before, &mut open, &mut ready);
            }
            if returns.insert((before, label)) {
                for &waiter in into.successors(before) {
                    let smaller = nimber(before).is_some_and(|n| n < label);
                    if nimber(waiter) == Some(label) && !smaller {
                        settle(waiter, &mut open, &mut ready);
                    }
                }
            }
        }
    }
    match values
        .iter()
        .zip(&justified)
        .position(|(value, &done)| matches!(value, Value::Finite(_)) && !done)
    {
        Some(position) => Err(CertificateError::Circle {
            position,
            found: format!("{:?}", values[position]),
        }),
        None => Ok(()),
    }
}

/// Counts one more arc of a vertex as answered. Adds the vertex to `ready` if no arc is left.
fn settle(vertex: u32, open: &mut [usize], ready: &mut Vec<u32>) {
    open[vertex as usize] -= 1;
    if open[vertex as usize] == 0 {
        ready.push(vertex);
    }
}

/// Checks the nimbers of boards that strips of these `lengths` split, each by the definition, and their period.
///
/// The period has Guy and Smith's bound: values that repeat from the preperiod on, over the length of that bound,
/// repeat for ever. Takes O(k n²) time for k lengths and n stored values.
///
/// # Errors
/// The first board whose nimber does not follow, or the missing part of the proof of the period.
pub fn check_strips(lengths: &[u64], table: &Strips) -> Result<(), CertificateError> {
    let values = table.values();
    let mut lengths: Vec<usize> = lengths
        .iter()
        .filter_map(|&length| usize::try_from(length).ok())
        .collect();
    lengths.sort_unstable();
    lengths.dedup();
    // The last board for which each nimber was seen among its moves.
    let mut seen_for = vec![usize::MAX; 1 << 16];
    for (cells, &found) in values.iter().enumerate() {
        Work::CheckedBoards.note(cells as u64, Some(values.len() as u64));
        for rest in lengths.iter().filter_map(|length| cells.checked_sub(*length)) {
            // A strip leaves `left` cells on one side. The other half of the places mirrors this one.
            for left in 0..=rest / 2 {
                seen_for[usize::from(values[left] ^ values[rest - left])] = cells;
            }
        }
        let expected = seen_for.iter().position(|&board| board != cells);
        if expected != Some(usize::from(found)) {
            return Err(entry(cells, found.to_string(), format!("{expected:?}")));
        }
    }
    let Some(period) = table.period() else {
        return Ok(());
    };
    let (start, length) = (period.preperiod, period.period);
    let longest = lengths.last().copied().unwrap_or(0);
    let end = 2 * start + length + longest;
    if values.len() < end + length {
        return Err(CertificateError::Period(format!("{} values are too few", values.len())));
    }
    match (start..end).find(|&cells| values[cells] != values[cells + length]) {
        Some(cells) => Err(CertificateError::Period(format!(
            "boards {cells} and {} differ",
            cells + length
        ))),
        None => Ok(()),
    }
}

/// Checks that the lost positions are exactly the positions of some classes.
///
/// It is for a finite acyclic game too large for a check of each position. `possible` yields at least the classes that
/// a move from some position of this class leads to. `sure` yields only classes that a move from *every* position of
/// this class leads to.
///
/// The claim follows by induction over the game on two conditions. No possible move joins two lost classes, and every
/// other class has a sure move to a lost class.
///
/// # Errors
/// The first class that breaks one of these conditions.
pub fn check_classes<A: IntoIterator<Item = usize>, B: IntoIterator<Item = usize>>(
    classes: usize,
    lost: impl Fn(usize) -> bool,
    possible: impl Fn(usize) -> A,
    sure: impl Fn(usize) -> B,
) -> Result<(), CertificateError> {
    for class in 0..classes {
        let (holds, found, expected) = if lost(class) {
            (
                !possible(class).into_iter().any(&lost),
                "lost",
                "won: one may lead to a lost position",
            )
        } else {
            (
                sure(class).into_iter().any(&lost),
                "won",
                "lost: none is sure to lead to a lost position",
            )
        };
        if !holds {
            return Err(entry(class, found.into(), expected.into()));
        }
    }
    Ok(())
}

fn entry(position: usize, found: String, expected: String) -> CertificateError {
    CertificateError::Entry {
        position,
        found,
        expected,
    }
}

/// Returns an entry in words.
fn say((outcome, distance): (Outcome, Option<u32>)) -> String {
    match distance {
        Some(plies) => format!("{outcome:?} in {plies}"),
        None => format!("{outcome:?}"),
    }
}

/// Returns the mex of a set.
fn least_missing(set: &HashSet<u32>) -> u32 {
    (0..)
        .find(|nimber| !set.contains(nimber))
        .expect("a finite set misses a number")
}

#[cfg(test)]
mod tests {
    use super::super::graph::GraphGame;
    use super::super::graph::tests::{Random, random_acyclic, random_graph};
    use super::super::splitting::Bounds;
    use super::super::{grundy, loopy, retrograde, scoring};
    use super::*;

    fn table(entries: &[(Outcome, Option<u32>)]) -> Table {
        entries.iter().copied().collect()
    }

    #[test]
    fn two_positions_that_move_to_each_other_are_not_won_and_lost() {
        let game = GraphGame::new(Graph::from_arcs(2, &[(0, 1), (1, 0)]), 0);
        assert_eq!(check_outcomes(&game, &retrograde::solve(&game)), Ok(()));
        for plies in 0..10 {
            let circle = table(&[(Outcome::Win, Some(plies + 1)), (Outcome::Loss, Some(plies))]);
            assert!(check_outcomes(&game, &circle).is_err());
        }
    }

    #[test]
    fn every_single_damage_to_a_table_of_outcomes_is_found() {
        let mut random = Random(1);
        for round in 0..200 {
            let graph = random_graph(&mut random, 9, 4 + round % 20, round % 3);
            let game = GraphGame::new(graph, 0);
            let solved = retrograde::solve(&game);
            assert_eq!(check_outcomes(&game, &solved), Ok(()));
            let entries: Vec<_> = (0..9).map(|i| (solved.outcome(i), solved.distance(i))).collect();
            for (damaged, &(outcome, distance)) in entries.iter().enumerate() {
                let others = [
                    (Outcome::Win, Some(distance.unwrap_or(1))),
                    (Outcome::Loss, Some(distance.unwrap_or(2))),
                    (Outcome::Draw, None),
                    (outcome, distance.map(|d| d + 2)),
                ];
                for other in others.into_iter().filter(|&other| other != (outcome, distance)) {
                    let mut wrong = entries.clone();
                    wrong[damaged] = other;
                    assert!(check_outcomes(&game, &table(&wrong)).is_err(), "{game:?} {wrong:?}");
                }
            }
        }
    }

    #[test]
    fn every_single_damage_to_nimbers_and_differences_is_found() {
        let mut random = Random(2);
        for round in 0..200 {
            let graph = random_acyclic(&mut random, 9, 3 + round % 30);
            let nimbers = grundy::nimbers(&graph).unwrap();
            let scores: Vec<i64> = (0..9).map(|_| random.below(9) as i64 - 4).collect();
            let best = scoring::best_differences(&graph, &scores).unwrap();
            assert_eq!(check_nimbers(&graph, &nimbers), Ok(()));
            assert_eq!(check_differences(&graph, &scores, |vertex| best.of(vertex)), Ok(()));
            for vertex in 0..9 {
                let mut wrong = nimbers.clone();
                wrong[vertex] += 1;
                assert!(check_nimbers(&graph, &wrong).is_err());
                let wrong = |at: u32| best.of(at) - i128::from(at == vertex as u32);
                assert!(check_differences(&graph, &scores, wrong).is_err());
            }
        }
    }

    #[test]
    fn nimbers_and_differences_of_a_cycle_are_refused() {
        let graph = Graph::from_arcs(2, &[(0, 1), (1, 0)]);
        assert!(matches!(
            check_nimbers(&graph, &[0, 1]),
            Err(CertificateError::Circle { .. })
        ));
        assert!(matches!(
            check_differences(&graph, &[0, 0], |_| 0),
            Err(CertificateError::Circle { .. })
        ));
    }

    #[test]
    fn loopy_values_that_rest_on_each_other_are_refused() {
        let graph = Graph::from_arcs(2, &[(0, 1), (1, 0)]);
        let circle = [Value::Finite(0), Value::Finite(1)];
        assert!(matches!(
            check_loopy(&graph, &circle),
            Err(CertificateError::Circle { .. })
        ));
        assert_eq!(check_loopy(&graph, &loopy::values(&graph)), Ok(()));
    }

    #[test]
    fn every_single_damage_to_loopy_values_is_found() {
        let mut random = Random(3);
        for round in 0..400 {
            let graph = random_graph(&mut random, 9, 4 + round % 24, round % 3);
            let values = loopy::values(&graph);
            assert_eq!(check_loopy(&graph, &values), Ok(()), "{graph:?}");
            for vertex in 0..9 {
                let others = [
                    Value::Finite(0),
                    Value::Finite(1),
                    Value::Infinite(vec![]),
                    Value::Infinite(vec![0]),
                ];
                for other in others.into_iter().filter(|other| *other != values[vertex]) {
                    let mut wrong = values.clone();
                    wrong[vertex] = other;
                    assert!(check_loopy(&graph, &wrong).is_err(), "{graph:?} {wrong:?}");
                }
            }
        }
    }

    #[test]
    fn strips_are_checked_by_definition_and_periods_by_bound() {
        let bounds = Bounds {
            bytes: 1 << 20,
            steps: 1 << 30,
        };
        for lengths in [&[1, 2][..], &[2], &[3, 7, 10], &[5, 1, 1]] {
            let table = Strips::solve(lengths, 2000, bounds).unwrap();
            assert_eq!(check_strips(lengths, &table), Ok(()));
        }
        let kayles = Strips::solve(&[1, 2], 2000, bounds).unwrap();
        assert!(check_strips(&[1, 3], &kayles).is_err());
    }

    #[test]
    fn classes_of_a_subtraction_game_are_checked() {
        // One heap from which one to three may be taken. It is lost if the size is a multiple of four.
        let possible = |class: usize| (1..=3).map(move |taken| (class + 4 - taken) % 4);
        let sure = |class: usize| (1..=class).map(move |taken| class - taken);
        assert_eq!(check_classes(4, |class| class == 0, possible, sure), Ok(()));
        for wrong in [1, 2, 3] {
            assert!(check_classes(4, |class| class == wrong, possible, sure).is_err());
        }
        assert!(check_classes(4, |_| false, possible, sure).is_err());
        assert!(check_classes(4, |class| class % 2 == 0, possible, sure).is_err());
    }
}
