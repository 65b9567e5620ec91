//! Outcome and distance of every position of a game, cycles allowed.
//!
//! **Rules.** Any finite game whose positions are numbered ([`Positions`]). If the rules end the game in a position,
//! they give its outcome. Any other position without a move is lost.
//!
//! **Idea.** Work backwards from the ends, layer by layer. If a position becomes lost, every undecided position with a
//! move to it is won. If a position becomes won, every undecided position with a move to it has one hope less. A
//! position without hopes is lost. A position that no layer reaches is a draw.
//!
//! **Why it is right.** Layer `d` holds exactly the positions with best play of `d` plies (the winner hurries, the
//! loser delays). Ends are layer 0. By induction, a position is won in `d` exactly if the first of its successors to be
//! found lost is in layer `d - 1`. It is lost in `d` exactly if all its successors are won and the last is in layer
//! `d - 1`. The pass over layer `d - 1` finds exactly these. An undecided position has no lost successor (it would be
//! won) and at least one undecided or drawn one (else it would be lost). So its player never has to leave the draws and
//! gains nothing by leaving them.
//!
//! **Layers.** There are no lists of layers. The table gives the positions of the last layer by their distance. A bit
//! for each block of neighbouring positions says whether it has any of them. The pass visits blocks in ascending order.
//! So it reads memory in order too, and neighbouring positions may go back along their moves together.
//!
//! **Cost.** O(positions + moves) time, plus the cost of enumerating them. Each layer takes a few dozen instructions
//! for each block with a position of it. Memory per position: 2 bytes for outcome and distance. They become 4 from the
//! first layer beyond 32,639 on, and 6 during the copy. Add a 256th of a byte for blocks, and 8 bytes for a position
//! with more than 252 moves. No memory per move: predecessors are enumerated, not stored.
//!
//! **Limits.** Fewer than 2^32 positions.
//!
//! **Source.** Zermelo (1913) for the induction. Bellman (1965) and Thompson, "Retrograde analysis of certain endgames"
//! (1986) for the method.

mod blocks;
mod cells;
#[cfg(feature = "cluster")]
pub mod dealt;
pub mod token;

use std::convert::Infallible;

use super::oracle::Oracle;
use super::progress::Work;
use super::{Outcome, Positions, Value, bits, places};
use blocks::{BLOCK, Blocks};
use cells::{Cell, Cells};

/// The outcome and the distance of every position, by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    cells: Cells,
}

/// The largest number of remaining moves in a position's state: the range of a byte without the marks.
const MAX_COUNTER: u8 = u8::MAX - 3;
/// The state of a position that the rules end in a draw: it never changes and counts no moves.
const DRAWN_END: u32 = MAX_COUNTER as u32 + 1;

/// The largest number of positions a table can have.
pub const MOST_POSITIONS: usize = u32::MAX as usize;

/// Returns an upper bound on the bytes that [`solve`] needs for this many positions with this many moves altogether.
///
/// If there are enough positions for long play, it counts a widened table. `u64::MAX` if there are too many positions
/// for a table.
pub fn bytes_needed(len: u64, moves: u64) -> u64 {
    first_bytes_needed(len, moves, u64::MAX).saturating_add(Cells::more_bytes_needed(len))
}

/// Returns the bytes that [`solve_within`] needs before it asks for more.
///
/// The arguments are the number of positions, the number of all their moves, and the most moves of one position, or
/// more. `u64::MAX` if there are too many positions for a table.
pub fn first_bytes_needed(len: u64, moves: u64, most_moves: u64) -> u64 {
    if len > MOST_POSITIONS as u64 {
        return u64::MAX;
    }
    let uncounted = if most_moves > MAX_COUNTER.into() { moves } else { 0 };
    Cells::short_bytes_needed(len) + 2 * Blocks::bytes_needed(len) + Hopes::bytes_needed(len, uncounted)
}

/// Solves the game: every position, even if play cannot reach it.
///
/// # Panics
/// If there are more than [`MOST_POSITIONS`] positions.
pub fn solve<P: Positions>(game: &P) -> Table {
    let Ok(table) = solve_within(game, |_| Ok::<_, Infallible>(()));
    table
}

/// Solves the game within the memory that [`first_bytes_needed`] returns.
///
/// If play may last longer than 2 bytes can count, it calls `may_take` with the additional bytes that it needs.
///
/// # Errors
/// The refusal of `may_take`.
///
/// # Panics
/// If there are more than [`MOST_POSITIONS`] positions.
pub fn solve_within<P: Positions, E>(game: &P, may_take: impl FnOnce(u64) -> Result<(), E>) -> Result<Table, E> {
    let mut may_take = Some(may_take);
    assert!(
        u32::try_from(game.len()).is_ok(),
        "a table has fewer than 2^32 positions"
    );
    let mut cells = Cells::zeroed(game.len());
    let mut hopes = Hopes::default();
    let mut layer = Blocks::new(game.len());
    game.survey(|index, outcome, moves| {
        let cell = match outcome {
            None if moves > 0 => u32::from(hopes.first(index as u32, moves)),
            None | Some(Outcome::Loss) => cells::decided(false, 0),
            Some(Outcome::Win) => cells::decided(true, 0),
            Some(Outcome::Draw) => DRAWN_END,
        };
        cells.set(index, cell);
        if cell >= cells::DECIDED {
            layer.insert(index / BLOCK);
        }
    });

    let mut next = Blocks::new(game.len());
    for depth in 1.. {
        if layer.is_empty() {
            break;
        }
        Work::Layers.note(depth.into(), None);
        if cells.lacks_room_for(depth) {
            if let Some(may_take) = may_take.take() {
                may_take(Cells::more_bytes_needed(cells.len() as u64))?;
            }
            cells.make_room_for(depth);
        }
        match &mut cells {
            Cells::Short(short) => step(game, short, &mut layer, depth, &mut hopes, &mut next),
            Cells::Long(long) => step(game, long, &mut layer, depth, &mut hopes, &mut next),
        }
        std::mem::swap(&mut layer, &mut next);
    }
    Ok(Table { cells })
}

/// Goes back along the moves into the layer at distance `depth - 1`, in the blocks of `layer`, and finds the next
/// layer.
///
/// It leaves no block in `layer`.
fn step<P: Positions, C: Cell>(
    game: &P,
    cells: &mut [C],
    layer: &mut Blocks,
    depth: u32,
    hopes: &mut Hopes,
    next: &mut Blocks,
) {
    let [lost, won] = [false, true].map(|won| C::of(cells::decided(won, depth)));
    let last = cells::decided(false, depth - 1);
    layer.drain(|block| {
        let first = block * BLOCK;
        let [losses, wins] = found(&cells[first..cells.len().min(first + BLOCK)], last);
        for (set, is_won, decided) in [(losses, true, won), (wins, false, lost)] {
            if set == 0 {
                continue;
            }
            game.for_each_predecessor_of(first, set, |from, set| {
                if set == 1 {
                    if is_decided(&mut cells[from], from as u32, is_won, decided, hopes) {
                        next.insert(from / BLOCK);
                    }
                    return;
                }
                in_blocks(cells, from, set, |block, first, cells, set| {
                    let any = match cells.first_chunk_mut() {
                        Some(cells) if is_won || hopes.is_empty() => C::decide_all(cells, set, is_won, decided),
                        _ => places(set).fold(false, |any, place| {
                            let number = (first + place) as u32;
                            any | is_decided(&mut cells[place], number, is_won, decided, hopes)
                        }),
                    };
                    if any {
                        next.insert(block);
                    }
                });
            });
        }
    });
}

/// Divides a set of positions from `first` on by blocks, and calls `visit` for each part that is not empty.
///
/// `visit` gets the block, its first position, its cells and the set.
#[inline(always)]
fn in_blocks<C>(cells: &mut [C], first: usize, set: u64, mut visit: impl FnMut(usize, usize, &mut [C], u64)) {
    let (block, offset) = (first / BLOCK, first % BLOCK);
    // Two shifts: a shift by 64 bits overflows.
    let sets = [set << offset, set >> 1 >> (BLOCK - 1 - offset)];
    for (block, set) in (block..).zip(sets) {
        if set != 0 {
            let first = block * BLOCK;
            visit(block, first, &mut cells[first..], set);
        }
    }
}

/// Returns, as bits, the lost cells of a block and the won ones at the distance that `lost` encodes.
#[inline]
fn found<C: Cell>(cells: &[C], lost: u32) -> [u64; 2] {
    let last = [lost, lost + 1].map(C::of);
    let mut marks = [0u8; BLOCK];
    for (mark, cell) in marks.iter_mut().zip(cells) {
        *mark = u8::from(last.contains(cell));
    }
    let all = bits(&marks);
    let won = places(all).fold(0, |won, place| won | u64::from(cells[place].number() & 1) << place);
    [all & !won, won]
}

/// Updates an open position for a move of it that leads to a lost position, or else to a won one.
///
/// Returns whether that decides it, as `decided`.
#[inline]
fn is_decided<C: Cell>(cell: &mut C, number: u32, leads_to_loss: bool, decided: C, hopes: &mut Hopes) -> bool {
    if leads_to_loss {
        return cell.win(decided);
    }
    let is_last = cell.lose(decided);
    if hopes.is_empty() || !is_last {
        return is_last;
    }
    let more = hopes.more(number);
    if let Some(portion) = more {
        *cell = C::of(portion.into());
    }
    more.is_none()
}

/// The moves of positions that have more moves than a byte can count, in portions of [`MAX_COUNTER`].
///
/// A byte counts down within a portion. At its end, the next portion is looked up here, so the search costs nothing
/// next to the moves themselves.
#[derive(Debug, Default)]
pub(super) struct Hopes {
    /// The positions in ascending order, each with its portions left. Chunks avoid a copy of the list at each growth.
    chunks: Vec<Vec<(u32, u32)>>,
}

/// The positions of a full chunk.
const CHUNK: usize = 1 << 12;

impl Hopes {
    /// Returns an upper bound on the bytes for this many positions with this many moves altogether.
    pub(super) fn bytes_needed(positions: u64, moves: u64) -> u64 {
        let entries = positions.min(moves / (u64::from(MAX_COUNTER) + 1));
        // A chunk that has just grown has as much room again, besides the chunk of half its size that it grew from.
        (entries + 2 * entries.min(CHUNK as u64)) * size_of::<(u32, u32)>() as u64
    }

    /// Returns whether no position has more moves than a byte can count.
    pub(super) fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Returns the first portion of `count` moves, at least 1. Call it for ascending positions.
    #[inline]
    pub(super) fn first(&mut self, position: u32, count: u32) -> u8 {
        if count <= u32::from(MAX_COUNTER) {
            return count as u8;
        }
        let portions = (count - 1) / u32::from(MAX_COUNTER);
        self.push(position, portions);
        u8::try_from(count - portions * u32::from(MAX_COUNTER)).expect("what is left is at most MAX_COUNTER")
    }

    /// Returns the portions of positions. The list names a position once for every portion beyond its first.
    pub(super) fn of_portions(mut positions: Vec<u32>) -> Hopes {
        positions.sort_unstable();
        let mut hopes = Hopes::default();
        for same in positions.chunk_by(u32::eq) {
            hopes.push(same[0], same.len() as u32);
        }
        hopes
    }

    fn push(&mut self, position: u32, portions: u32) {
        match self.chunks.last_mut() {
            Some(chunk) if chunk.len() < CHUNK => chunk.push((position, portions)),
            _ => self.chunks.push(vec![(position, portions)]),
        }
    }

    /// Returns the next portion, or `None` if the last one is used up.
    pub(super) fn more(&mut self, position: u32) -> Option<u8> {
        let after = self.chunks.partition_point(|chunk| chunk[0].0 <= position);
        let chunk = &mut self.chunks[after.checked_sub(1)?];
        let place = chunk.binary_search_by_key(&position, |entry| entry.0);
        let (_, left) = &mut chunk[place.ok()?];
        *left = left.checked_sub(1)?;
        Some(MAX_COUNTER)
    }
}

impl Table {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the outcome for the player to move. Panics if `index >= len()`.
    pub fn outcome(&self, index: usize) -> Outcome {
        self.cells.outcome(index)
    }

    /// Returns the number of plies of best play: the winner hurries, the loser delays.
    ///
    /// `None` for a draw, ended or endless. Panics if `index >= len()`.
    pub fn distance(&self, index: usize) -> Option<u32> {
        self.cells.distance(index)
    }

    /// Returns outcome and distance together. Panics if `index >= len()`.
    pub fn value(&self, index: usize) -> Value {
        Value {
            distance: self.distance(index).map(u64::from),
            ..Value::of(self.outcome(index))
        }
    }

    /// Returns the numbers of won, lost and drawn positions, in this order. Takes O(len) time.
    pub fn counts(&self) -> (usize, usize, usize) {
        let count = |outcome| (0..self.len()).filter(|&at| self.outcome(at) == outcome).count();
        let (won, lost) = (count(Outcome::Win), count(Outcome::Loss));
        (won, lost, self.len() - won - lost)
    }

    /// Returns the position with this outcome that is farthest from the end, and its distance.
    ///
    /// Among equals it returns the smallest number. `None` for draws, or if no position has this outcome. Takes O(len)
    /// time.
    pub fn longest(&self, outcome: Outcome) -> Option<(usize, u32)> {
        (0..self.len())
            .filter(|&index| self.outcome(index) == outcome)
            .filter_map(|index| Some((index, self.distance(index)?)))
            .reduce(|best, other| if other.1 > best.1 { other } else { best })
    }
}

impl<G: Positions> Oracle<G> for Table {
    fn value(&self, game: &G, position: &G::Position) -> Value {
        Table::value(self, game.index(position))
    }
}

/// A table from outcomes and distances of another source. It drops the distance of a draw.
impl FromIterator<(Outcome, Option<u32>)> for Table {
    fn from_iter<I: IntoIterator<Item = (Outcome, Option<u32>)>>(entries: I) -> Table {
        let mut cells = Cells::zeroed(0);
        for (outcome, distance) in entries {
            let distance = distance.unwrap_or(0);
            cells.make_room_for(distance);
            cells.push(match outcome {
                Outcome::Win => cells::decided(true, distance),
                Outcome::Draw => DRAWN_END,
                Outcome::Loss => cells::decided(false, distance),
            });
        }
        Table { cells }
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::tests::{Random, random_graph};
    use super::super::graph::{Graph, GraphGame};
    use super::super::{Rules, brute};
    use super::*;
    use Outcome::{Draw, Loss, Win};

    fn on_graph(vertices: usize, arcs: &[(u32, u32)]) -> GraphGame {
        GraphGame::new(Graph::from_arcs(vertices, arcs), 0)
    }

    fn outcomes(table: &Table) -> Vec<Outcome> {
        (0..table.len()).map(|i| table.outcome(i)).collect()
    }

    fn distances(table: &Table) -> Vec<Option<u32>> {
        (0..table.len()).map(|i| table.distance(i)).collect()
    }

    #[test]
    fn one_vertex_without_arcs_is_lost_and_with_a_loop_is_drawn() {
        assert_eq!(outcomes(&solve(&on_graph(1, &[]))), [Loss]);
        assert_eq!(outcomes(&solve(&on_graph(1, &[(0, 0)]))), [Draw]);
    }

    #[test]
    fn a_cycle_is_drawn_only_while_nobody_can_win_by_leaving_it() {
        let drawn = [(0, 1), (1, 2), (2, 0), (0, 3), (3, 4)];
        let table = solve(&on_graph(5, &drawn));
        assert_eq!(outcomes(&table), [Draw, Draw, Draw, Win, Loss]);
        let left = [(0, 1), (1, 2), (2, 0), (0, 3)];
        let table = solve(&on_graph(4, &left));
        assert_eq!(outcomes(&table), [Win, Win, Loss, Loss]);
        assert_eq!(distances(&table), [Some(1), Some(3), Some(2), Some(0)]);
    }

    #[test]
    fn repeated_arcs_count_as_often_as_they_occur() {
        let table = solve(&on_graph(4, &[(0, 1), (0, 1), (1, 2), (1, 2), (0, 3), (3, 3)]));
        assert_eq!(outcomes(&table), [Draw, Win, Loss, Draw]);
        let table = solve(&on_graph(3, &[(0, 1), (0, 1), (1, 2), (1, 2)]));
        assert_eq!(outcomes(&table), [Loss, Win, Loss]);
    }

    #[test]
    fn a_chain_of_a_million_plies_is_measured_exactly() {
        let n = 1_000_001;
        let arcs: Vec<_> = (1..n).map(|v| (v, v - 1)).collect();
        let table = solve(&on_graph(n as usize, &arcs));
        for v in [0, 1, 32_638, 32_639, 32_640, 32_641, n - 1] {
            let expected = if v % 2 == 0 { Loss } else { Win };
            assert_eq!(table.outcome(v as usize), expected);
            assert_eq!(table.distance(v as usize), Some(v));
        }
        assert_eq!(table.longest(Loss), Some((1_000_000, 1_000_000)));
        assert_eq!(table.longest(Win), Some((999_999, 999_999)));
        assert_eq!(table.longest(Draw), None);
    }

    #[test]
    fn move_counts_beyond_a_byte_are_counted_exactly() {
        let most = u32::from(MAX_COUNTER);
        for moves in [most - 1, most, most + 1, 2 * most, 2 * most + 1, 3 * most, 1000] {
            // Vertex 0 has `moves` arcs to the won vertex 1. The second graph has one more arc, to a loop.
            let mut arcs = vec![(1, 2)];
            arcs.extend((0..moves).map(|_| (0, 1)));
            assert_eq!(solve(&on_graph(4, &arcs)).outcome(0), Loss, "{moves}");
            arcs.extend([(0, 3), (3, 3)]);
            assert_eq!(solve(&on_graph(4, &arcs)).outcome(0), Draw, "{moves}");
            arcs.push((0, 2));
            assert_eq!(solve(&on_graph(4, &arcs)).outcome(0), Win, "{moves}");
        }
    }

    #[test]
    fn random_games_agree_with_the_oracle_in_outcome_and_distance() {
        let mut random = Random(3);
        let mut seen = [0; 3];
        for round in 0..4000 {
            let n = 1 + random.below(9);
            let sinks = random.below(n);
            let arcs = random.below(3 * n);
            let graph = random_graph(&mut random, n, arcs, sinks);
            let ends = (0..n).map(|_| match random.below(12) {
                0 => Some(Win),
                1 => Some(Draw),
                2 => Some(Loss),
                _ => None,
            });
            let ends: Vec<_> = if round % 2 == 0 { Vec::new() } else { ends.collect() };
            let game = GraphGame::new(graph, 0).with_ends(ends.clone());
            let table = solve(&game);
            for (vertex, end) in ends.into_iter().enumerate() {
                assert_eq!(game.terminal(&(vertex as u32)), end);
                assert!(end.is_none_or(|end| table.outcome(vertex) == end));
            }
            for start in 0..n {
                let brute = brute::solve_from(&game, start as u32, n).unwrap();
                assert_eq!(table.outcome(start), brute.start_outcome(), "{game:?}");
                assert_eq!(table.distance(start), brute.distance(&(start as u32)));
                seen[brute.start_outcome() as usize] += 1;
            }
        }
        assert!(seen.iter().all(|&count| count > 1000), "{seen:?}");
    }

    /// Returns the arcs of the measured random graphs, `(from, to)` from one stream of SplitMix64.
    ///
    /// The first `sinks` vertices have no arcs.
    fn measured_graph(n: usize, m: usize, sinks: usize) -> Graph {
        let mut random = Random(42);
        random_graph(&mut random, n, m, sinks)
    }

    #[test]
    fn a_random_graph_of_100000_vertices_has_known_counts() {
        let game = GraphGame::new(measured_graph(100_000, 1_000_000, 5_000), 0);
        assert_eq!(solve(&game).counts(), (39_807, 5_165, 55_028));
    }

    #[test]
    fn a_table_can_be_collected_and_equals_the_solved_one() {
        let table = solve(&on_graph(4, &[(0, 1), (1, 2), (2, 0), (0, 3)]));
        let entries = outcomes(&table).into_iter().zip(distances(&table));
        assert_eq!(entries.collect::<Table>(), table);
    }

    /// A row of this many positions, each with a move to the one before it: the longest possible play.
    #[derive(Debug)]
    struct Row(usize);

    impl Rules for Row {
        type Position = usize;
        type Move = ();

        fn start(&self) -> usize {
            self.0 - 1
        }

        fn moves(&self, position: &usize) -> impl Iterator<Item = ((), usize)> {
            position.checked_sub(1).map(|next| ((), next)).into_iter()
        }
    }

    impl Positions for Row {
        fn len(&self) -> usize {
            self.0
        }

        fn index(&self, position: &usize) -> usize {
            *position
        }

        fn position(&self, index: usize) -> usize {
            index
        }

        fn for_each_predecessor(&self, index: usize, mut visit: impl FnMut(usize)) {
            if index + 1 < self.0 {
                visit(index + 1);
            }
        }
    }

    #[test]
    fn more_memory_is_asked_for_once_play_is_long() {
        let longest = cells::LONGEST_SHORT as usize;
        let mut asked = Vec::new();
        let mut solve = |positions| {
            solve_within(&Row(positions), |bytes| {
                asked.push(bytes);
                Err(bytes)
            })
        };
        let distance = solve(longest).map(|table| table.distance(longest - 1));
        assert_eq!(distance, Ok(Some(longest as u32 - 1)));
        let bytes = 4 * (longest as u64 + 1);
        assert_eq!(solve(longest + 1), Err(bytes));
        assert_eq!(asked, [bytes]);
        let allowed = solve_within(&Row(longest + 9), |_| Ok::<_, ()>(())).unwrap();
        assert_eq!(allowed.distance(longest + 8), Some(longest as u32 + 8));
    }

    #[test]
    fn portions_of_many_chunks_are_found() {
        let mut hopes = Hopes::default();
        let positions = || (0..3 * CHUNK as u32 + 7).map(|number| 5 * number);
        for position in positions() {
            hopes.first(position, 2 * u32::from(MAX_COUNTER) + 1);
        }
        for position in positions().rev() {
            let left = [(); 3].map(|()| hopes.more(position));
            assert_eq!(left, [Some(MAX_COUNTER), Some(MAX_COUNTER), None], "{position}");
            assert_eq!(hopes.more(position + 1), None);
        }
    }

    #[test]
    fn bytes_needed_refuses_what_no_table_holds() {
        assert!((2000..2200).contains(&bytes_needed(1000, 252)));
        // Long play, and then many moves.
        assert!((600_000..610_000).contains(&bytes_needed(100_000, 252)));
        assert!(bytes_needed(100_000, 253 * 100_000) >= 600_000 + 8 * 100_000);
        assert!((200_000..210_000).contains(&first_bytes_needed(100_000, 253 * 100_000, 252)));
        assert!(first_bytes_needed(100_000, 253 * 100_000, 253) >= 10 * 100_000);
        assert_eq!(first_bytes_needed(1 << 32, 0, 0), u64::MAX);
        assert_eq!(bytes_needed(1 << 32, 0), u64::MAX);
    }
}
