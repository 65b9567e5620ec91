//! The winner of a pursuit in which the first token moves like a king on a board, 64 positions at a time.
//!
//! **Rules.** The rules of [`Pursuit`]. The first token stays or goes to one of the 8 cells around that is a vertex.
//! The second token has any graph.
//!
//! **Idea.** Every vertex of the second token and either turn have two sets of cells of the first token. One holds the
//! cells that are won for the player to move, and the other the lost cells. A set is a row of bits: the rows of the
//! board, one after the other, with a bit between them that is always 0. So the cells around a set's cells are the set
//! shifted nine ways.
//!
//! The first player has won a cell if a lost cell is near, and lost it if all near cells are won. The second player's
//! rule is the same over the sets of the neighbouring vertices, cell by cell. Sweeps over the vertices alternate
//! between the players. They read only the stretches of sets near the last decisions: near losses for wins, and near
//! wins for losses. They stop once the start is decided.
//!
//! **Why it is right.** A sweep adds only consequences of earlier decisions, so no order of sweeps decides wrongly. If
//! a sweep decides nothing new, every position has been read since its successors were decided. So every undecided
//! position is a draw.
//!
//! **Cost.** A sweep takes a few nanoseconds for each 64 positions near the last decisions, and there are as many
//! sweeps as plies. An open board of 64 by 64 takes 2 nanoseconds a position, all sweeps together. If few positions are
//! decided near many open ones, as in long corridors, [`layers`](super::layers) is faster. It is used if the way to the
//! farthest cell predicts that. It also takes over once the sweeps have cost about half of its time. Memory: 2 bits per
//! position, with walls and with the bits and words between rows.
//!
//! **Limits.** Memory only.
//!
//! **Source.** Bitboards of chess programs, for the shifts. Thompson, "Retrograde analysis of certain endgames" (1986),
//! for the sets.

use std::ops::Range;

use super::{Pursuit, Side};
use crate::graph::Graph;
use crate::progress::Work;
use crate::vertex_set::VertexSet;

/// The board of the first token: its vertices are cells.
#[derive(Clone, Debug)]
pub struct KingBoard {
    /// The number of columns of the board.
    pub columns: usize,
    /// The cell of each vertex, `row * columns + column`, in ascending order.
    pub cells: Vec<usize>,
}

impl KingBoard {
    /// Returns the number of words of a set of cells.
    fn words(&self) -> usize {
        self.cells.last().map_or(0, |&last| self.bit(last) / 64 + 1)
    }

    /// Returns the distance of one row from the next, in bits.
    fn stride(&self) -> usize {
        self.columns + 1
    }

    /// Returns the place of a cell in a set.
    fn bit(&self, cell: usize) -> usize {
        cell / self.columns * self.stride() + cell % self.columns
    }

    /// Returns whether the arcs of a graph are the king's moves on this board.
    fn is_kings(&self, graph: &Graph) -> bool {
        let columns = self.columns;
        let kings = |from: usize| {
            let (row, column) = (from / columns, from % columns);
            let rows = row.saturating_sub(1)..=row + 1;
            rows.flat_map(move |row| {
                let across = column.saturating_sub(1)..=(column + 1).min(columns - 1);
                across.map(move |column| row * columns + column)
            })
        };
        self.cells.len() == graph.len()
            && graph.vertices().zip(&self.cells).all(|(vertex, &cell)| {
                let mut found: Vec<u32> = graph.successors(vertex).to_vec();
                found.sort_unstable();
                let places = kings(cell).filter_map(|near| self.cells.binary_search(&near).ok());
                places.eq(found.iter().map(|&near| near as usize))
            })
    }
}

/// Returns the bytes of the sets for a board of `rows` by `columns` and this many vertices of the second token.
pub fn bytes_needed(rows: u64, columns: u64, seconds: u64) -> u128 {
    const SETS: u128 = 4;
    let bits = u128::from(rows) * (u128::from(columns) + 1);
    let words = bits / 64 + 1;
    let seconds = u128::from(seconds);
    // With a word of zeros in front of each row, and one behind the last.
    let sets = 8 * SETS * (seconds * (words + 1) + 1);
    // The current rows with their margins, the place of every cell, and the stretches.
    let rows = 8 * 8 * (words + u128::from(columns) / 32 + 8);
    let places = size_of::<(usize, u64)>() as u128 * bits;
    sets + rows + places + 4 * size_of::<Span>() as u128 * seconds
}

impl Pursuit {
    /// Returns the winner of perfect play from the start if the first token moves like a king on `board`. `None` is a
    /// draw.
    ///
    /// With `spare`, there is memory for [`Pursuit::result`] too, which is used if it is faster.
    ///
    /// # Panics
    /// If the first token does not move like a king.
    pub fn winner_on(&self, board: &KingBoard, spare: bool) -> Option<Side> {
        assert!(board.is_kings(&self.first.graph), "the first token is a king");
        let (first, second) = (&self.first.graph, &self.second.graph);
        let moves = first.arc_count() * second.len() + second.arc_count() * first.len();
        // A chase lasts about as long as the way to the farthest cell, and the layers take about as long for a move as
        // the sweeps for a word. Measured on corridors of every width, this test picks the faster of the two.
        let words = eccentricity(first, self.start.first) * second.len() * board.words();
        if spare && words > moves {
            return self.result().map(|(winner, _)| winner);
        }
        // After a wrong guess, about half of the layers' time is lost.
        let patience = if spare { moves / 5 } else { usize::MAX };
        let swept = Sweeps::new(self, board).run(patience);
        swept.unwrap_or_else(|| self.result().map(|(winner, _)| winner))
    }
}

/// Returns the number of moves from a vertex to the farthest reachable one.
fn eccentricity(graph: &Graph, from: u32) -> usize {
    let mut reached = VertexSet::new(graph.len());
    reached.insert(from);
    let (mut layer, mut next) = (vec![from], Vec::new());
    let mut moves = 0;
    loop {
        for &vertex in &layer {
            for &to in graph.successors(vertex) {
                if !reached.contains(to) {
                    reached.insert(to);
                    next.push(to);
                }
            }
        }
        if next.is_empty() {
            return moves;
        }
        moves += 1;
        layer.clear();
        std::mem::swap(&mut layer, &mut next);
    }
}

/// A stretch of words. It is empty if its end is not after its beginning.
#[derive(Clone, Copy)]
struct Span {
    from: u32,
    to: u32,
}

impl Span {
    const NONE: Span = Span { from: u32::MAX, to: 0 };

    fn is_empty(self) -> bool {
        self.from >= self.to
    }

    /// Returns the least stretch over both.
    fn with(self, other: Span) -> Span {
        Span {
            from: self.from.min(other.from),
            to: self.to.max(other.to),
        }
    }

    /// Returns the stretch widened by this many words at both ends, within `0..words`.
    fn widened(self, by: usize, words: usize) -> Span {
        Span {
            from: self.from.saturating_sub(by as u32),
            to: self.to.saturating_add(by as u32).min(words as u32),
        }
    }

    fn range(self) -> Range<usize> {
        self.from as usize..self.to as usize
    }

    /// Returns the stretch from the first word that is not 0 to the last. The words begin at `from`.
    fn of(words: &[u64], from: u32) -> Span {
        let first = words.iter().position(|&word| word != 0);
        let last = words.iter().rposition(|&word| word != 0);
        match (first, last) {
            (Some(first), Some(last)) => Span {
                from: from + first as u32,
                to: from + last as u32 + 1,
            },
            _ => Span::NONE,
        }
    }
}

/// The decided positions of one player to move, as [`WON`] and as [`LOST`].
struct Turn {
    /// A row of words for each vertex of the second token, by [`Rows`].
    sets: [Vec<u64>; 2],
    /// The stretch of each row with new decisions.
    newly: [Vec<Span>; 2],
}

/// The index of the set of positions that the player to move has won.
const WON: usize = 0;
/// The index of the set of positions that they have lost.
const LOST: usize = 1;

impl Turn {
    /// Returns whether a row has new decisions.
    fn changed(&self, row: usize) -> bool {
        self.newly.iter().any(|newly| !newly[row].is_empty())
    }

    /// Adds to a stretch of one set the found `cells` that neither set holds.
    fn decide(&mut self, what: usize, row: usize, span: Span, cells: &[u64], found: &mut [u64]) {
        let rows = Rows { words: cells.len() };
        let here = rows.within(row, span.range());
        let [won, lost] = &mut self.sets;
        let (set, other) = if what == WON { (won, lost) } else { (lost, won) };
        let decided = set[here.clone()].iter_mut().zip(&other[here]);
        for (((set, other), cells), found) in decided.zip(&cells[span.range()]).zip(&mut *found) {
            *found &= cells & !(*set | other);
            *set |= *found;
        }
        self.newly[what][row] = Span::of(found, span.from);
    }
}

/// The layout of the rows of a set: each behind a word of zeros, and one such word behind the last.
#[derive(Clone, Copy)]
struct Rows {
    words: usize,
}

impl Rows {
    /// Returns the number of words of this many rows.
    fn length(self, rows: usize) -> usize {
        rows * (self.words + 1) + 1
    }

    /// Returns the place of words of a row.
    fn within(self, row: usize, words: Range<usize>) -> Range<usize> {
        let at = row * (self.words + 1) + 1;
        at + words.start..at + words.end
    }

    /// Returns the place of a whole row.
    fn row(self, row: usize) -> Range<usize> {
        self.within(row, 0..self.words)
    }

    /// Returns the place of words of a row, with the word in front of them and the one behind.
    fn around(self, row: usize, words: Range<usize>) -> Range<usize> {
        let Range { start, end } = self.within(row, words);
        start - 1..end + 1
    }
}

struct Sweeps<'a> {
    game: &'a Pursuit,
    rows: Rows,
    /// All cells that are vertices: one row.
    cells: Vec<u64>,
    near: Near,
    first: Turn,
    second: Turn,
    /// The start's word and bit.
    start: (usize, u64),
    /// The positions that a sweep finds in a row, before it removes the known ones.
    found: Vec<u64>,
    /// The number of words read.
    work: usize,
}

impl Sweeps<'_> {
    fn new<'a>(game: &'a Pursuit, board: &KingBoard) -> Sweeps<'a> {
        let words = board.words();
        let rows = Rows { words };
        let seconds = game.second.graph.len();
        let places: Vec<(usize, u64)> = board
            .cells
            .iter()
            .map(|&cell| (board.bit(cell) / 64, 1 << (board.bit(cell) % 64)))
            .collect();
        let set_of = |vertices: &mut dyn Iterator<Item = u32>| {
            let mut set = vec![0; words];
            for vertex in vertices {
                let (word, bit) = places[vertex as usize];
                set[word] |= bit;
            }
            set
        };
        let all_cells = set_of(&mut game.first.graph.vertices());
        let first_goals = set_of(&mut game.ends.first_goals.iter().copied());
        // For each vertex of the second token, the cells that end the game: won by the first player and by the second.
        let mut first_won = vec![0; rows.length(seconds)];
        let mut second_won = first_won.clone();
        for second in 0..seconds {
            let first_won = &mut first_won[rows.row(second)];
            let second_won = &mut second_won[rows.row(second)];
            if game.second.is_goal[second] {
                second_won.copy_from_slice(&all_cells);
            } else {
                first_won.copy_from_slice(&first_goals);
            }
            if let Some(&(word, bit)) = places.get(second) {
                first_won[word] &= !bit;
                second_won[word] &= !bit;
                match game.ends.catcher {
                    Side::First => first_won[word] |= bit,
                    Side::Second => second_won[word] |= bit,
                }
            }
        }
        let mut cells = vec![0; rows.length(1)];
        cells[rows.row(0)].copy_from_slice(&all_cells);
        // At first everything counts as newly decided.
        let all = Span {
            from: 0,
            to: words as u32,
        };
        let turn = |won, lost| Turn {
            sets: [won, lost],
            newly: [vec![all; seconds], vec![all; seconds]],
        };
        let (word, bit) = places[game.start.first as usize];
        let start = rows.row(game.start.second as usize).start + word;
        let mut sweeps = Sweeps {
            game,
            rows,
            cells,
            near: Near::new(board.stride(), words),
            first: turn(first_won.clone(), second_won.clone()),
            second: turn(second_won, first_won),
            start: (start, bit),
            found: vec![0; words],
            work: 0,
        };
        // A player without a move has lost. A king can always stay.
        for vertex in game.second.graph.vertices() {
            if game.second.graph.successors(vertex).is_empty() {
                let row = rows.row(vertex as usize);
                let [won, lost] = &mut sweeps.second.sets;
                let both = lost[row.clone()].iter_mut().zip(&won[row]);
                for ((lost, won), cells) in both.zip(&all_cells) {
                    *lost = cells & !won;
                }
            }
        }
        // The second player sees the ends of the first. The consequences join the second's own ends.
        sweeps.sweep_second();
        sweeps.second.newly.iter_mut().for_each(|newly| newly.fill(all));
        sweeps
    }

    /// Sweeps until the start is decided or no decision is left. `None` if that would read more than `patience` words.
    fn run(mut self, patience: usize) -> Option<Option<Side>> {
        let (word, bit) = self.start;
        let mut more = true;
        for sweeps in 0.. {
            Work::Sweeps.note(sweeps, None);
            let turn = match self.game.start.turn {
                Side::First => &self.first,
                Side::Second => &self.second,
            };
            if turn.sets[WON][word] & bit != 0 {
                return Some(Some(self.game.start.turn));
            }
            if turn.sets[LOST][word] & bit != 0 {
                return Some(Some(self.game.start.turn.other()));
            }
            if !more {
                return Some(None);
            }
            if self.work > patience {
                return None;
            }
            more = self.sweep_first() && self.sweep_second();
        }
        None
    }

    /// Decides positions of the second player, whose moves lead from row to row. Returns whether any was new.
    fn sweep_second(&mut self) -> bool {
        let rows = self.rows;
        let cells = &self.cells[rows.row(0)];
        let graph = &self.game.second.graph;
        let mut any = false;
        for (vertex, row) in graph.vertices().zip(0..) {
            let nexts = graph.successors(vertex);
            // A position is won if a successor is lost, and lost if all are won.
            for (what, cause) in [(WON, LOST), (LOST, WON)] {
                let newly = &self.first.newly[cause];
                let spans = nexts.iter().map(|&next| newly[next as usize]);
                let span = spans.fold(Span::NONE, Span::with);
                self.second.newly[what][row] = Span::NONE;
                if span.is_empty() {
                    continue;
                }
                let found = &mut self.found[span.range()];
                found.fill(if what == WON { 0 } else { u64::MAX });
                for &next in nexts {
                    let next = &self.first.sets[cause][rows.within(next as usize, span.range())];
                    let both = found.iter_mut().zip(next);
                    if what == WON {
                        both.for_each(|(found, lost)| *found |= lost);
                    } else {
                        both.for_each(|(found, won)| *found &= won);
                    }
                }
                self.second.decide(what, row, span, cells, found);
                self.work += 4 + span.range().len() / 2;
            }
            any |= self.second.changed(row);
        }
        any
    }

    /// Decides positions of the first player, whose moves stay in their row. Returns whether any was new.
    fn sweep_first(&mut self) -> bool {
        let rows = self.rows;
        let cells = &self.cells[rows.row(0)];
        let reach = self.near.reach();
        let mut any = false;
        for row in 0..self.game.second.graph.len() {
            // A cell is won if a lost cell is near, and lost if all near cells are won.
            for (what, cause) in [(WON, LOST), (LOST, WON)] {
                let newly = self.second.newly[cause][row];
                self.first.newly[what][row] = Span::NONE;
                if newly.is_empty() {
                    continue;
                }
                let span = newly.widened(reach, rows.words);
                let sources = span.widened(reach, rows.words).range();
                let set = &self.second.sets[cause][rows.around(row, sources.clone())];
                let around = &self.cells[rows.around(0, sources.clone())];
                let found = &mut self.found[span.range()];
                if what == WON {
                    self.near.look::<false>(set, around, sources, span, found);
                } else {
                    self.near.look::<true>(set, around, sources, span, found);
                }
                self.first.decide(what, row, span, cells, found);
                self.work += 4 + span.range().len();
            }
            any |= self.first.changed(row);
        }
        any
    }
}

/// The cells near a set: its own and the cells around them.
struct Near {
    /// The distance of one row of the board from the next, in words and bits.
    words: usize,
    bits: usize,
    /// A set with its neighbours in each row of the board, between margins of zeros.
    across: Vec<u64>,
}

impl Near {
    fn new(stride: usize, words: usize) -> Near {
        let mut near = Near {
            words: stride / 64,
            bits: stride % 64,
            across: Vec::new(),
        };
        near.across = vec![0; words + 2 * near.reach()];
        near
    }

    /// Returns the number of words that a king's move can cross, which is the size of the margins.
    fn reach(&self) -> usize {
        self.words + 1
    }

    /// Writes to `found` the words of `span` of the cells near a set.
    ///
    /// With `ALL`, it writes the cells all of whose near cells are in the set. The set and the board's cells are given
    /// from the word in front of `sources` to the word behind. `sources` has all words of the row within reach of the
    /// span.
    fn look<const ALL: bool>(
        &mut self,
        set: &[u64],
        cells: &[u64],
        sources: Range<usize>,
        span: Span,
        found: &mut [u64],
    ) {
        let margin = self.reach();
        let words = |offset: usize| {
            let words = offset..offset + sources.len();
            let both = set[words.clone()].iter().zip(&cells[words]);
            both.map(|(set, cells)| if ALL { cells & !set } else { *set })
        };
        let three = words(0).zip(words(1)).zip(words(2));
        let across = &mut self.across[sources.start + margin..sources.end + margin];
        for (across, ((before, here), after)) in across.iter_mut().zip(three) {
            *across = here | here << 1 | here >> 1 | before >> 63 | after << 63;
        }

        let (start, length) = (span.range().start + margin, found.len());
        let across = |words: isize| {
            let start = start.wrapping_add_signed(words);
            &self.across[start..start + length]
        };
        let (far, bits) = (self.words as isize, self.bits);
        let same = found.iter_mut().zip(across(0));
        let below = across(far).iter().zip(across(far + 1));
        let above = across(-far).iter().zip(across(-far - 1));
        for (((found, same), below), above) in same.zip(below).zip(above) {
            // Two shifts: a shift by 64 bits overflows.
            let below = below.0 >> bits | below.1 << 1 << (63 - bits);
            let above = above.0 << bits | above.1 >> 1 >> (63 - bits);
            let near = same | below | above;
            *found = if ALL { !near } else { near };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Ends, Position};
    use super::*;
    use crate::graph::tests::Random;
    use crate::retrograde;

    /// Returns a king's board with these cells and this many columns, and its graph.
    fn king(columns: usize, cells: Vec<usize>) -> (KingBoard, Graph) {
        let near =
            |a: usize, b: usize| (a / columns).abs_diff(b / columns) <= 1 && (a % columns).abs_diff(b % columns) <= 1;
        let arcs = arcs(&cells, near);
        let graph = Graph::from_arcs(cells.len(), &arcs);
        (KingBoard { columns, cells }, graph)
    }

    fn arcs(cells: &[usize], near: impl Fn(usize, usize) -> bool) -> Vec<(u32, u32)> {
        let mut arcs = Vec::new();
        for (from, &a) in (0..).zip(cells) {
            let to = (0..).zip(cells).filter(|&(_, &b)| near(a, b));
            arcs.extend(to.map(|(to, _): (u32, _)| (from, to)));
        }
        arcs
    }

    /// Returns cells of a board: all, about two in three, a corridor, or a few far apart.
    fn cells(random: &mut Random, rows: usize, columns: usize) -> Vec<usize> {
        let kind = random.below(4);
        let mut cells: Vec<usize> = (0..rows * columns)
            .filter(|cell| match kind {
                0 => true,
                1 => random.below(3) > 0,
                2 => {
                    let (row, column) = (cell / columns, cell % columns);
                    let gap = if row % 4 == 1 { columns - 1 } else { 0 };
                    row % 2 == 0 || column == gap
                }
                _ => random.below(8) == 0,
            })
            .collect();
        if cells.is_empty() {
            cells.push(random.below(rows * columns));
        }
        cells
    }

    /// Returns tokens on a board: the second moves to some of the cells next to its own, or anywhere.
    fn random_chase(random: &mut Random, rows: usize, columns: usize) -> (KingBoard, Pursuit) {
        let cells = cells(random, rows, columns);
        let n = cells.len();
        let wild = random.below(3) == 0;
        let second = if wild {
            (0..random.below(4 * n))
                .map(|_| (random.below(n) as u32, random.below(n) as u32))
                .collect()
        } else {
            let beside = |a: usize, b: usize| {
                let (down, right) = ((a / columns).abs_diff(b / columns), (a % columns).abs_diff(b % columns));
                down + right <= 1
            };
            arcs(&cells, beside)
        };
        let (board, first) = king(columns, cells);
        let mut goals = |often| (0..n as u32).filter(|_| random.below(often) == 0).collect();
        let ends = Ends {
            first_goals: goals(4 * n),
            second_goals: goals(2 * n),
            catcher: if wild { Side::Second } else { Side::First },
        };
        let start = Position {
            first: random.below(n) as u32,
            second: random.below(n) as u32,
            turn: [Side::First, Side::Second][random.below(2)],
        };
        (board, Pursuit::new(first, Graph::from_arcs(n, &second), start, ends))
    }

    #[test]
    fn sweeps_layers_and_tables_agree_on_boards_of_every_shape() {
        let mut random = Random(8);
        let mut seen = [0; 3];
        for round in 0..1500 {
            let (rows, columns) = match round % 5 {
                // Wider than a word, and wider than two.
                0 => (1 + random.below(3), 62 + random.below(70)),
                1 => (1, 1 + random.below(20)),
                _ => (1 + random.below(9), 1 + random.below(9)),
            };
            let (board, game) = random_chase(&mut random, rows, columns);
            let known = game.result_in(&retrograde::solve(&game));
            assert_eq!(game.result(), known, "{game:?}");
            let winner = known.map(|(winner, _)| winner);
            seen[winner.map_or(2, |side| side as usize)] += 1;
            let sweeps = || Sweeps::new(&game, &board);
            assert_eq!(sweeps().run(usize::MAX), Some(winner), "{board:?} {game:?}");
            assert!([None, Some(winner)].contains(&sweeps().run(100)));
            assert_eq!(game.winner_on(&board, true), winner);
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    }

    #[test]
    fn the_bytes_needed_are_those_of_the_sets_and_little_more() {
        let (board, first) = king(60, (0..60).collect());
        let ends = Ends {
            catcher: Side::First,
            first_goals: vec![],
            second_goals: vec![],
        };
        let start = Position {
            first: 0,
            second: 0,
            turn: Side::First,
        };
        let game = Pursuit::new(first, Graph::from_arcs(10_000, &[]), start, ends);
        let Sweeps { first, second, .. } = Sweeps::new(&game, &board);
        let bytes_of = |turn: &Turn| {
            let sets: usize = turn.sets.iter().map(|set| size_of_val(&set[..])).sum();
            sets + turn.newly.iter().map(|newly| size_of_val(&newly[..])).sum::<usize>()
        };
        let held = (bytes_of(&first) + bytes_of(&second)) as u128;
        assert!((held..held + 10_000).contains(&bytes_needed(1, 60, 10_000)), "{held}");
    }

    #[test]
    fn the_farthest_cell_is_measured_from_the_token() {
        // A row of five cells, a wall, and a row of two.
        let (_, graph) = king(8, vec![0, 1, 2, 3, 4, 6, 7]);
        let ways: Vec<_> = graph.vertices().map(|v| eccentricity(&graph, v)).collect();
        assert_eq!(ways, [4, 3, 2, 3, 4, 1, 1]);
    }

    #[test]
    fn every_position_is_decided_as_in_the_table() {
        let mut random = Random(9);
        for _ in 0..60 {
            let (board, game) = random_chase(&mut random, 6, 11);
            let table = retrograde::solve(&game);
            let mut sweeps = Sweeps::new(&game, &board);
            while sweeps.sweep_first() && sweeps.sweep_second() {}
            for index in 0..table.len() {
                let position = crate::Positions::position(&game, index);
                let turn = match position.turn {
                    Side::First => &sweeps.first,
                    Side::Second => &sweeps.second,
                };
                let bit = board.bit(board.cells[position.first as usize]);
                let word = sweeps.rows.row(position.second as usize).start + bit / 64;
                let has = |set: &[u64]| set[word] >> (bit % 64) & 1 == 1;
                let found = match (has(&turn.sets[WON]), has(&turn.sets[LOST])) {
                    (true, false) => crate::Outcome::Win,
                    (false, true) => crate::Outcome::Loss,
                    (false, false) => crate::Outcome::Draw,
                    (true, true) => panic!("{position:?} is won and lost"),
                };
                assert_eq!(found, table.outcome(index), "{position:?} {board:?}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "the first token is a king")]
    fn a_token_that_is_no_king_is_refused() {
        let ends = Ends {
            catcher: Side::First,
            first_goals: vec![],
            second_goals: vec![],
        };
        let start = Position {
            first: 0,
            second: 2,
            turn: Side::First,
        };
        let (board, graph) = king(3, vec![0, 1, 2]);
        // The first token may not stay on the middle cell.
        let arcs: Vec<_> = graph.arcs().filter(|&arc| arc != (1, 1)).collect();
        Pursuit::new(Graph::from_arcs(3, &arcs), graph, start, ends).winner_on(&board, true);
    }
}
