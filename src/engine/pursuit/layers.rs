//! The result from the start of a pursuit, and nothing else.
//!
//! Rules and idea: those of [`retrograde`](crate::engine::retrograde) for [`Pursuit`], but the layer that decides the
//! start is the last, its number is the distance, and no other distance is kept. The bytes of all positions are laid
//! out by rows of the first token's vertices, so that they are filled row by row, and a move of the first token stays
//! in its row.
//! Correctness: as there; no later layer changes what an earlier one has decided.
//! Complexity: O(positions + moves) time, usually less. 1 byte per position and 4 for each position in the two layers
//! at work, so never more than [`super::bytes_needed`] says.
//! Limits: fewer than 2^32 positions; at most 253 moves from a position.
//! Source: as there.

use super::{Pursuit, Side};
use crate::engine::{Outcome, Positions as _};

const LOSS: u8 = u8::MAX;
const WIN: u8 = u8::MAX - 1;
/// The largest number of remaining moves that fits beside the marks above.
const MOST: u8 = u8::MAX - 2;

/// The player who wins from the start and how many plies that takes, or `None` within for a draw; `None` at all where
/// a token has more moves than a byte counts.
///
/// # Panics
/// If there are 2^32 positions or more.
pub(super) fn result(game: &Pursuit) -> Option<Option<(Side, u32)>> {
    let start = game.index(&game.start);
    let mut table = Table::new(game)?;
    let mut depth = 0;
    loop {
        let outcome = match table.states[start] {
            LOSS => Outcome::Loss,
            WIN => Outcome::Win,
            _ if table.layer.is_empty() => Outcome::Draw,
            _ => {
                table.advance(game);
                depth += 1;
                continue;
            }
        };
        let winner = game.start.turn.winner(outcome);
        return Some(winner.map(|winner| (winner, depth)));
    }
}

struct Table {
    /// By [`Pursuit`]'s numbers: a mark, or how many moves are not known to lose.
    states: Vec<u8>,
    /// The positions decided last.
    layer: Vec<u32>,
    /// Room for the next layer.
    next: Vec<u32>,
}

impl Table {
    /// All positions with their numbers of moves, and the ends decided.
    fn new(game: &Pursuit) -> Option<Table> {
        let counts = |ways: &super::Ways| -> Option<Vec<u8>> {
            let graph = &ways.graph;
            let counts = graph.vertices().map(|v| graph.successors(v).len());
            let small = |count| u8::try_from(count).ok().filter(|&count| count <= MOST);
            counts.map(small).collect()
        };
        let (first_counts, second_counts) = (counts(&game.first)?, counts(&game.second)?);
        u32::try_from(game.len()).expect("a table has fewer than 2^32 positions");
        let mut states = Vec::with_capacity(game.len());
        for _ in &second_counts {
            states.extend_from_slice(&first_counts);
        }
        for &count in &second_counts {
            states.resize(states.len() + first_counts.len(), count);
        }
        let mut table = Table {
            states,
            layer: Vec::new(),
            next: Vec::new(),
        };
        table.decide_ends(game);
        Some(table)
    }

    fn decide_ends(&mut self, game: &Pursuit) {
        let (firsts, seconds) = (game.first.graph.len(), game.second.graph.len());
        let mut end = |first: usize, second: usize, winner: Side| {
            for (row, mark) in match winner {
                Side::First => [(second, WIN), (seconds + second, LOSS)],
                Side::Second => [(second, LOSS), (seconds + second, WIN)],
            } {
                let number = row * firsts + first;
                if self.states[number] < WIN {
                    self.states[number] = mark;
                    self.layer.push(number as u32);
                }
            }
        };
        // What is marked first stays, so this is the order in which ends count.
        for both in 0..firsts.min(seconds) {
            end(both, both, game.ends.catcher);
        }
        for &second in &game.ends.second_goals {
            for first in 0..firsts {
                end(first, second as usize, Side::Second);
            }
        }
        for &first in &game.ends.first_goals {
            for second in 0..seconds {
                end(first as usize, second, Side::First);
            }
        }
        // Who is to move and cannot has lost.
        for (number, state) in (0..).zip(&mut self.states) {
            if *state == 0 {
                *state = LOSS;
                self.layer.push(number);
            }
        }
    }

    /// Decides the positions of the next layer.
    fn advance(&mut self, game: &Pursuit) {
        let firsts = game.first.graph.len() as u32;
        let seconds = game.second.graph.len() as u32;
        for &number in &self.layer {
            let lost = self.states[number as usize] == LOSS;
            let mut reach = |before: u32| {
                let state = &mut self.states[before as usize];
                if *state >= WIN {
                    return;
                }
                if lost {
                    *state = WIN;
                } else {
                    *state -= 1;
                    if *state > 0 {
                        return;
                    }
                    *state = LOSS;
                }
                self.next.push(before);
            };
            let (row, first) = (number / firsts, number % firsts);
            match row.checked_sub(seconds) {
                // The second player has just moved.
                None => {
                    for &second in game.second.reversed.successors(row) {
                        reach((seconds + second) * firsts + first);
                    }
                }
                Some(second) => {
                    for &before in game.first.reversed.successors(first) {
                        reach(second * firsts + before);
                    }
                }
            }
        }
        self.layer.clear();
        std::mem::swap(&mut self.layer, &mut self.next);
    }
}
