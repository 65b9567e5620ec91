//! All positions of a game with their values, recomputed from the moves alone and compared with the game's own.
//!
//! **Why it is right.** A page plays from this table without the program. Two ways have found every value in it: the
//! problem's theory, and retrograde analysis of the listed moves.
//!
//! **Cost.** Linear in the number of listed positions and moves.

use super::chart::Chart;
use crate::engine::graph::{Graph, GraphGame};
use crate::engine::{Outcome, Value, grundy, retrograde};
use crate::problem::{AnyGame, CertifyError, Folding};

/// A chart with the values of its positions.
pub struct Solved {
    /// The positions and moves.
    pub chart: Chart,
    /// The game's own values. If a game ends after some plies, these are the values without that end. An impartial game
    /// whose play ends always has nimbers.
    pub values: Vec<Value>,
    /// The round of retrograde analysis that settles a position, or `None` for a drawn one, which no round settles.
    pub waves: Vec<Option<u32>>,
    /// The outcome of each position at the end of play.
    pub ended: Vec<Option<Outcome>>,
}

impl Solved {
    /// Solves a whole chart.
    ///
    /// # Errors
    /// Fails if the game has another value for a position. That would be a fault of this program.
    pub fn new(game: &dyn AnyGame, chart: Chart) -> Result<Solved, CertifyError> {
        let steps = chart.moves.iter().zip(0u32..);
        let arcs: Vec<(u32, u32)> = steps
            .flat_map(|(steps, from)| steps.iter().map(move |step| (from, step.to)))
            .collect();
        let ended: Vec<Option<Outcome>> = chart.positions.iter().map(|position| game.ended(position)).collect();
        let graph = Graph::from_arcs(chart.positions.len(), &arcs);
        let settled = settled(&graph);
        let has_normal_ends =
            (chart.moves.iter().zip(&ended)).all(|(moves, end)| *end == moves.is_empty().then_some(Outcome::Loss));
        let is_impartial = has_normal_ends && chart.positions.iter().all(|position| game.player(position).is_none());
        let nimbers = is_impartial.then(|| grundy::nimbers(&graph).ok()).flatten();
        let table = retrograde::solve(&GraphGame::new(graph, 0).with_ends(ended.clone()));
        let mut values = Vec::new();
        let mut waves = Vec::new();
        for (number, position) in chart.positions.iter().enumerate() {
            let known = game.value(position);
            let mut found = known.with_distance(table.distance(number).map(u64::from));
            found.outcome = table.outcome(number);
            if let Some(expected) = disagreement(game, position, known, found) {
                let board = game.board(position);
                return Err(CertifyError::Wrong(format!(
                    "{known:?} was found, {expected:?} for\n{board}"
                )));
            }
            // A score is settled as soon as the scores of all successors are, whoever wins.
            let scored = known.score.is_some();
            if let (Some(nimbers), None) = (&nimbers, known.nimber) {
                found.nimber = Some(nimbers[number].into());
            }
            waves.push(if scored {
                settled[number]
            } else {
                table.distance(number)
            });
            values.push(if scored { known } else { found });
        }
        Ok(Solved {
            chart,
            values,
            waves,
            ended,
        })
    }
}

/// Returns the value that follows from the moves, if the game has another one.
fn disagreement(
    game: &dyn AnyGame,
    position: &crate::problem::AnyPosition,
    known: Value,
    found: Value,
) -> Option<Value> {
    let expected = match game.folding() {
        Folding::Plies(most, winner) => within(found, u64::from(most), game.player(position) == Some(winner)),
        Folding::Nothing | Folding::Players(_) => found,
    };
    let same = known.outcome == expected.outcome && (known.distance.is_none() || known.distance == expected.distance);
    (!same).then_some(expected)
}

/// Returns the value of a position with `left` plies to play, from its value in play without a bound.
///
/// At the bound one player wins. `winning` tells whether that is the player to move.
fn within(value: Value, left: u64, winning: bool) -> Value {
    let late = if winning { Outcome::Win } else { Outcome::Loss };
    let in_time = value.distance.filter(|&plies| plies <= left);
    match in_time {
        Some(_) if value.outcome != Outcome::Draw => value,
        _ => Value::of(late).with_distance(left).with_nimber(value.nimber),
    }
}

/// Returns the most plies that play can last from each vertex, or `None` if it can go on for ever.
fn settled(graph: &Graph) -> Vec<Option<u32>> {
    let mut longest: Vec<Option<u32>> = vec![None; graph.len()];
    // A vertex on a cycle ends the visit. The vertices visited before it lead to no cycle.
    let _ = graph.visit_post_order(|vertex| {
        let after = graph.successors(vertex).iter().map(|&to| longest[to as usize]);
        longest[vertex as usize] = after.map(|plies| plies.map_or(0, |plies| plies + 1)).max().or(Some(0));
    });
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(outcome: Outcome, distance: Option<u64>) -> Value {
        Value::of(outcome).with_distance(distance)
    }

    #[test]
    fn a_bound_on_the_plies_turns_late_wins_and_draws_over() {
        let (win, loss) = (Outcome::Win, Outcome::Loss);
        for (known, left, winning, expected) in [
            (value(win, Some(3)), 3, false, value(win, Some(3))),
            (value(win, Some(5)), 4, false, value(loss, Some(4))),
            (value(loss, Some(4)), 3, true, value(win, Some(3))),
            (value(Outcome::Draw, None), 7, true, value(win, Some(7))),
            (value(Outcome::Draw, None), 0, false, value(loss, Some(0))),
            (value(win, Some(9)), 4, true, value(win, Some(4))),
        ] {
            assert_eq!(within(known, left, winning), expected, "{known:?} {left}");
        }
    }

    #[test]
    fn finite_positions_are_settled_by_the_longest_play() {
        let graph = Graph::from_arcs(4, &[(0, 1), (0, 2), (1, 2), (2, 3)]);
        assert_eq!(settled(&graph), [Some(3), Some(2), Some(1), Some(0)]);
    }
}
