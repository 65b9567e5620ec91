//! The result of a pursuit from its start, and nothing else.
//!
//! **Rules.** The rules of [`Pursuit`].
//!
//! **Idea.** As in [`retrograde`](crate::retrograde), but the layer that decides the start is the last. Its number is
//! the distance, and no other distance is stored. The positions that a layer decides are in a list for either turn and
//! outcome, so that one loop follows all positions of a list. The bytes of the positions are laid out by rows of the
//! second token's vertices. If the second flees into dead ends, the time that it lasts depends only on the first token.
//! Then a layer lies in few rows and is read along them.
//!
//! **Why it is right.** As in [`retrograde`](crate::retrograde). No later layer changes a decision of an earlier one,
//! and no position of a layer depends on another of it.
//!
//! **Large layers.** A list has room for one in 32 of the positions. A full list is emptied into a set of bits, which
//! is then read in ascending order. So the memory is known in advance. Without this, lists with room for every position
//! would take eight times the bytes of the positions.
//!
//! **Cost.** O(positions + moves) time, usually less. 1 byte per position, half a byte for lists, and a quarter of a
//! byte for sets of bits once a layer is large.
//!
//! **Limits.** Fewer than 2^32 positions, and at most 253 moves from a position.
//!
//! **Source.** As for [`retrograde`](crate::retrograde).

use super::{Pursuit, Side, Size, Ways};
use crate::progress::Work;
use crate::{Outcome, Positions as _, places};

const LOSS: u8 = u8::MAX;
const WIN: u8 = u8::MAX - 1;
/// The largest number of moves from a position: the range of a byte without the marks above.
pub(super) const MOST_MOVES: u8 = u8::MAX - 2;

/// The positions of one player to move for each place in a list.
const ROOM: usize = 32;
/// The least room of a list. Small boards then never need a set, because a walk reads all words of a set. In tests they
/// do.
const LEAST_ROOM: usize = if cfg!(test) { 16 } else { 1 << 14 };
/// The positions of a word of a set.
const WORD: usize = u64::BITS as usize;

/// Returns the room of a list for this many positions of one player to move.
fn room(positions: usize) -> usize {
    (positions / ROOM).max(LEAST_ROOM)
}

/// Returns the bytes that [`result`] needs if every open layer is large.
pub(super) fn bytes_needed(size: Size) -> u64 {
    const LAYERS: u64 = 4;
    const LISTS: u64 = 2 * LAYERS;
    let half = size.firsts.saturating_mul(size.seconds);
    let list = (half / ROOM as u64 + LEAST_ROOM as u64) * 4;
    let set = (half / WORD as u64 + 1) * 8;
    let rows = size.firsts.saturating_add(size.first_arcs).saturating_mul(4);
    [half, half, LISTS * list, LAYERS * set, rows, 256]
        .into_iter()
        .fold(0, u64::saturating_add)
}

/// Returns the winner from the start and the number of plies, with an inner `None` for a draw.
///
/// The outer `None` means that a token has more moves than a byte counts.
///
/// # Panics
/// If there are 2^32 positions or more.
pub(super) fn result(game: &Pursuit) -> Option<Option<(Side, u32)>> {
    let [mut first, mut second] = halves(game)?;
    let seconds = game.second.graph.len() as u32;
    let start = (game.start.first * seconds + game.start.second) as usize;
    // The beginnings of the rows from which the first token moves. A multiplication for every move made corridors a
    // tenth slower.
    let rows = game.first.reversed.with_heads(|before| before * seconds);
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
                // The first player's moves lead from row to row, and the second player's stay in their row. No number
                // is larger than the last position's.
                let across = |number: u32| {
                    let (first, second) = (number / seconds, number % seconds);
                    let rows = rows.successors(first).iter();
                    rows.map(move |row| row.wrapping_add(second))
                };
                let along = |number: u32| {
                    let second = number % seconds;
                    let row = number - second;
                    let befores = game.second.reversed.successors(second).iter();
                    befores.map(move |second| row.wrapping_add(*second))
                };
                second.follow(&mut first.layer, &first.states, along);
                first.follow(&mut second.layer, &second.states, across);
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

/// Positions of one player to move, decided in the same layer and numbered by rows from 0.
struct Layer {
    /// The list of lost positions and the list of won ones.
    lists: [Vec<u32>; 2],
    /// The positions without room in the lists, of any outcome. It has no words before there are any.
    set: Vec<u64>,
    /// The positions that may be in the set.
    positions: usize,
}

impl Layer {
    /// Returns an empty layer for this many positions.
    fn new(positions: usize) -> Layer {
        Layer {
            lists: [(); 2].map(|()| Vec::with_capacity(room(positions))),
            set: Vec::new(),
            positions,
        }
    }

    /// Returns whether no position is in the layer. A list that was emptied into the set has received more since.
    fn is_empty(&self) -> bool {
        self.lists.iter().all(Vec::is_empty)
    }

    /// Adds a position to its list, and empties a full list into the set first.
    #[inline(always)]
    fn add(&mut self, number: u32, won: bool) {
        let list = &mut self.lists[usize::from(won)];
        if list.len() == list.capacity() {
            empty_into(list, &mut self.set, self.positions);
        }
        list.push(number);
    }
}

#[cold]
#[inline(never)]
fn empty_into(list: &mut Vec<u32>, set: &mut Vec<u64>, positions: usize) {
    if set.is_empty() {
        *set = vec![0; positions.div_ceil(WORD)];
    }
    for number in list.drain(..) {
        set[number as usize / WORD] |= 1 << (number as usize % WORD);
    }
}

/// The positions of one player to move: a row of the second token's vertices for each of the first's.
struct Half {
    /// A mark, or the number of moves that are not known to lose.
    states: Vec<u8>,
    /// The positions of the last layer.
    layer: Layer,
    /// The positions of the next layer that are found so far.
    next: Layer,
}

/// Returns all positions with their numbers of moves and the decided ends, for the first player to move and the second.
///
/// `None` if a position has more moves than a byte counts.
fn halves(game: &Pursuit) -> Option<[Half; 2]> {
    let counts = |ways: &Ways| -> Option<Vec<u8>> {
        let graph = &ways.graph;
        let counts = graph.vertices().map(|v| graph.successors(v).len());
        let small = |count| u8::try_from(count).ok().filter(|&count| count <= MOST_MOVES);
        counts.map(small).collect()
    };
    let (first_counts, second_counts) = (counts(&game.first)?, counts(&game.second)?);
    u32::try_from(game.len()).expect("a table has fewer than 2^32 positions");
    let positions = game.len() / 2;
    let mut halves = [(); 2].map(|()| Half {
        states: vec![0; positions],
        layer: Layer::new(positions),
        next: Layer::new(positions),
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
    // The first mark stays, so this is the order in which ends count.
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
    // A player without a move has lost.
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
            self.layer.add(number as u32, won);
        }
    }

    /// Goes back along the moves into the other player's last layer, whose states are `others`, and empties its set.
    fn follow<I: Iterator<Item = u32>>(&mut self, layer: &mut Layer, others: &[u8], before: impl Fn(u32) -> I) {
        let [lost, won] = &layer.lists;
        self.follow_list(lost, true, &before);
        self.follow_list(won, false, &before);
        for (word, first) in layer.set.iter_mut().zip((0..).step_by(WORD)) {
            if *word == 0 {
                continue;
            }
            // The processor cannot predict the next outcome, so there is no branch on it.
            let (mut lists, mut lengths) = ([[0; WORD]; 2], [0; 2]);
            for place in places(std::mem::take(word)) {
                let number = first + place as u32;
                let won = usize::from(others[number as usize] == WIN);
                lists[won][lengths[won]] = number;
                lengths[won] += 1;
            }
            self.follow_list(&lists[0][..lengths[0]], true, &before);
            self.follow_list(&lists[1][..lengths[1]], false, &before);
        }
    }

    /// Follows the moves back into positions that the other player, to move there, has lost, or else won.
    #[inline(always)]
    fn follow_list<I: Iterator<Item = u32>>(&mut self, numbers: &[u32], lost: bool, before: impl Fn(u32) -> I) {
        for &number in numbers {
            for before in before(number) {
                let state = &mut self.states[before as usize];
                if *state >= WIN {
                    continue;
                }
                // A player without a move has lost before the search, so an open count is at least 1.
                *state = if lost { 0 } else { *state - 1 };
                if *state == 0 {
                    *state = if lost { WIN } else { LOSS };
                    self.next.add(before, lost);
                }
            }
        }
    }

    /// Ends the layer: the next becomes the last.
    fn turn_over(&mut self) {
        std::mem::swap(&mut self.layer, &mut self.next);
        self.next.lists.iter_mut().for_each(Vec::clear);
    }
}
