//! The result from the start of a pursuit, and nothing else.
//!
//! **Rules.** Those of [`Pursuit`].
//!
//! **Idea.** That of [`retrograde`](crate::retrograde), but the layer that decides the start is the last, its number is
//! the distance, and no other distance is kept. The positions that a layer decides are kept in a list for either turn
//! and outcome, so that all positions of a list are followed alike. The bytes of the positions are laid out by rows of
//! the second token's vertices: where the second flees into dead ends, how long that lasts depends on the first token
//! alone, so that a layer lies in few rows and is read along them.
//!
//! **Why it is right.** As in [`retrograde`](crate::retrograde); no later layer changes what an earlier one has
//! decided, and no position of a layer depends on another of it.
//!
//! **Cost.** O(positions + moves) time, usually less. 1 byte per position and 4 for each position in the two layers at
//! work, in lists that grow by doubling: see [`super::result_bytes_needed`].
//!
//! **Limits.** Fewer than 2^32 positions; at most 253 moves from a position.
//!
//! **Source.** That of [`retrograde`](crate::retrograde).

use super::{Pursuit, Side, Ways};
use crate::progress::Work;
use crate::{Outcome, Positions as _};

const LOSS: u8 = u8::MAX;
const WIN: u8 = u8::MAX - 1;
/// The largest number of remaining moves that fits into a byte beside the marks above.
const MAX_COUNTER: u8 = u8::MAX - 2;

/// Returns the bytes that [`result`] may need for so many vertices, positions and moves altogether, on the safe side:
/// every position is counted as if it stood in a list that has just grown. Each position is in at most one list,
/// except while two lists are swapped.
pub(super) fn bytes_needed(firsts: u64, seconds: u64, positions: u64, moves: u64) -> u64 {
    const STATE: u64 = 1;
    const LISTED: u64 = 2 * 4;
    let arcs_of_first = moves / seconds.max(1);
    let rows = (2 * firsts).saturating_add(arcs_of_first).saturating_mul(4);
    positions.saturating_mul(STATE + LISTED).saturating_add(rows)
}

/// Returns the player who wins from the start and how many plies that takes, or `None` within for a draw; `None` at all
/// where a token has more moves than a byte counts.
///
/// # Panics
/// If there are 2^32 positions or more.
pub(super) fn result(game: &Pursuit) -> Option<Option<(Side, u32)>> {
    let [mut first, mut second] = halves(game)?;
    let seconds = game.second.graph.len() as u32;
    let start = (game.start.first * seconds + game.start.second) as usize;
    let rows = Rows::new(game);
    for depth in 0.. {
        Work::Layers.note(depth.into(), None);
        let half = match game.start.turn {
            Side::First => &first,
            Side::Second => &second,
        };
        let outcome = match half.states[start] {
            LOSS => Outcome::Loss,
            WIN => Outcome::Win,
            _ if first.layer.is_empty() && second.layer.is_empty() => Outcome::Draw,
            _ => {
                // The first player's moves lead from row to row, the second player's stay in their row. No number is
                // larger than that of the last position.
                let across = |number: u32| {
                    let (first, second) = (number / seconds, number % seconds);
                    let rows = rows.before(first).iter();
                    rows.map(move |row| row.wrapping_add(second))
                };
                let along = |number: u32| {
                    let second = number % seconds;
                    let row = number - second;
                    let befores = game.second.reversed.successors(second).iter();
                    befores.map(move |second| row.wrapping_add(*second))
                };
                second.follow(&first.layer, along);
                first.follow(&second.layer, across);
                first.turn_over();
                second.turn_over();
                continue;
            }
        };
        let winner = game.start.turn.winner(outcome);
        return Some(winner.map(|winner| (winner, depth)));
    }
    None
}

/// The beginnings of the rows that the first token's moves come from, for each of its vertices. They are stored because
/// a product for every move made corridors a tenth slower.
struct Rows {
    /// The place in `begins` of the rows of each vertex; they end where those of the next vertex begin.
    offsets: Vec<u32>,
    begins: Vec<u32>,
}

impl Rows {
    fn new(game: &Pursuit) -> Rows {
        let seconds = game.second.graph.len() as u32;
        let reversed = &game.first.reversed;
        let mut rows = Rows {
            offsets: vec![0],
            begins: Vec::with_capacity(reversed.arc_count()),
        };
        for first in reversed.vertices() {
            let befores = reversed.successors(first).iter();
            rows.begins.extend(befores.map(|before| before * seconds));
            rows.offsets.push(rows.begins.len() as u32);
        }
        rows
    }

    #[inline]
    fn before(&self, first: u32) -> &[u32] {
        let first = first as usize;
        &self.begins[self.offsets[first] as usize..self.offsets[first + 1] as usize]
    }
}

/// Positions where one player is to move, numbered by rows from 0, by outcome.
#[derive(Default)]
struct Layer {
    lost: Vec<u32>,
    won: Vec<u32>,
}

impl Layer {
    fn is_empty(&self) -> bool {
        self.lost.is_empty() && self.won.is_empty()
    }
}

/// The positions where one player is to move: a row of the second token's vertices for each of the first's.
struct Half {
    /// A mark, or how many moves are not known to lose.
    states: Vec<u8>,
    /// The positions decided last.
    layer: Layer,
    /// The positions of the next layer, as far as they are found.
    next: Layer,
}

/// Returns all positions with their numbers of moves, and the ends decided: where the first player is to move, and the
/// second.
fn halves(game: &Pursuit) -> Option<[Half; 2]> {
    let counts = |ways: &Ways| -> Option<Vec<u8>> {
        let graph = &ways.graph;
        let counts = graph.vertices().map(|v| graph.successors(v).len());
        let small = |count| u8::try_from(count).ok().filter(|&count| count <= MAX_COUNTER);
        counts.map(small).collect()
    };
    let (first_counts, second_counts) = (counts(&game.first)?, counts(&game.second)?);
    u32::try_from(game.len()).expect("a table has fewer than 2^32 positions");
    let mut halves = [(); 2].map(|()| Half {
        states: vec![0; game.len() / 2],
        layer: Layer::default(),
        next: Layer::default(),
    });
    let [first, second] = &mut halves;
    let seconds = second_counts.len();
    for (row, &count) in first.states.chunks_exact_mut(seconds).zip(&first_counts) {
        row.fill(count);
    }
    for row in second.states.chunks_exact_mut(seconds) {
        row.copy_from_slice(&second_counts);
    }
    decide_ends(game, &mut halves);
    Some(halves)
}

fn decide_ends(game: &Pursuit, [first_half, second_half]: &mut [Half; 2]) {
    let (firsts, seconds) = (game.first.graph.len(), game.second.graph.len());
    let mut end = |first: usize, second: usize, winner: Side| {
        let number = first * seconds + second;
        first_half.end(number, winner == Side::First);
        second_half.end(number, winner == Side::Second);
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
    // A player who is to move and cannot has lost.
    for first in game.first.graph.vertices() {
        if game.first.graph.successors(first).is_empty() {
            for second in 0..seconds {
                first_half.end(first as usize * seconds + second, false);
            }
        }
    }
    for second in game.second.graph.vertices() {
        if game.second.graph.successors(second).is_empty() {
            for first in 0..firsts {
                second_half.end(first * seconds + second as usize, false);
            }
        }
    }
}

impl Half {
    /// Decides a position before all search, if it is not decided.
    fn end(&mut self, number: usize, won: bool) {
        let state = &mut self.states[number];
        if *state < WIN {
            *state = if won { WIN } else { LOSS };
            let list = if won { &mut self.layer.won } else { &mut self.layer.lost };
            list.push(number as u32);
        }
    }

    /// Goes back along the moves into the other player's last layer.
    fn follow<I: Iterator<Item = u32>>(&mut self, layer: &Layer, before: impl Fn(u32) -> I) {
        walk(&layer.lost, &before, &mut self.states, &mut self.next.won, |state| {
            let open = *state < WIN;
            if open {
                *state = WIN;
            }
            open
        });
        walk(&layer.won, &before, &mut self.states, &mut self.next.lost, |state| {
            if *state >= WIN {
                return false;
            }
            // A player without a move has lost before the search, so an open count is at least 1.
            *state -= 1;
            let last = *state == 0;
            if last {
                *state = LOSS;
            }
            last
        });
    }

    /// Ends the layer: the next becomes the last.
    fn turn_over(&mut self) {
        std::mem::swap(&mut self.layer, &mut self.next);
        self.next.lost.clear();
        self.next.won.clear();
    }
}

/// Calls `meet` with the state of every position from which a move leads to one of `numbers`; adds those for which it
/// says so to `found`.
#[inline(always)]
fn walk<I: Iterator<Item = u32>>(
    numbers: &[u32],
    before: impl Fn(u32) -> I,
    states: &mut [u8],
    found: &mut Vec<u32>,
    meet: impl Fn(&mut u8) -> bool,
) {
    for &number in numbers {
        for before in before(number) {
            if meet(&mut states[before as usize]) {
                found.push(before);
            }
        }
    }
}
