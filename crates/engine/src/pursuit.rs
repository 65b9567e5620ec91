//! Pursuit games: two tokens that move in turn, each on a graph of its own.
//!
//! **Rules.** The player to move takes their own token along an arc of their graph. A player who may stay has a loop.
//! The places of both tokens decide the end of the game and its winner ([`Ends`]), for either player to move. A player
//! without a move loses.
//!
//! **Idea.** The product of the two graphs is never stored. A position is three numbers: the vertices of both tokens
//! and the player to move. Its predecessors are the predecessors of one token in one graph, and [`retrograde`] needs no
//! more. If only the start matters, use [`Pursuit::result`], or on boards [`Pursuit::winner_on`]. Both keep no
//! distances and stop once the start is decided.
//!
//! **Why it is right.** Numbers and positions are inverse by division with remainder. A move and its reversal are the
//! same arc.
//!
//! **Cost.** 2 · n1 · n2 positions and n2 · m1 + n1 · m2 moves for graphs of n vertices and m arcs. Memory, besides the
//! table over the positions: the graphs and at most 48 bytes for each vertex of the second. [`layers`] and [`sweeps`]
//! state their own costs.
//!
//! **Limits.** Fewer than 2^32 positions, except in [`sweeps`].
//!
//! **Source.** Aigner and Fromme, "A game of cops and robbers" (1984), for the family of games.

use std::sync::OnceLock;

use super::graph::Graph;
use super::{Outcome, Positions, Rules, places, retrograde};

pub mod layers;
pub mod sweeps;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player of the first token.
    First,
    /// The player of the second token.
    Second,
}

impl Side {
    /// Returns the winner, if any, if this player is to move.
    pub fn winner(self, outcome: Outcome) -> Option<Side> {
        match outcome {
            Outcome::Win => Some(self),
            Outcome::Loss => Some(self.other()),
            Outcome::Draw => None,
        }
    }

    fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// A position: the vertices of both tokens, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The vertex of the first token.
    pub first: u32,
    /// The vertex of the second token.
    pub second: u32,
    /// The player to move.
    pub turn: Side,
}

/// The ends of a game. If several apply, the first in this order counts.
#[derive(Clone, Debug)]
pub struct Ends {
    /// The winner if both tokens stand on vertices of the same number.
    pub catcher: Side,
    /// The vertices that win for the second token.
    pub second_goals: Vec<u32>,
    /// The vertices that win for the first token.
    pub first_goals: Vec<u32>,
}

/// A pursuit game.
#[derive(Clone, Debug)]
pub struct Pursuit {
    first: Ways,
    second: Ways,
    /// The reversed moves of the second token, once a table is made.
    shifts: OnceLock<Shifts>,
    start: Position,
    ends: Ends,
}

/// The graph of one token, and its winning vertices.
#[derive(Clone, Debug)]
struct Ways {
    graph: Graph,
    reversed: Graph,
    is_goal: Vec<bool>,
}

impl Ways {
    fn new(graph: Graph, goals: &[u32]) -> Ways {
        let mut is_goal = vec![false; graph.len()];
        for &goal in goals {
            is_goal[goal as usize] = true;
        }
        Ways {
            reversed: graph.reversed(),
            graph,
            is_goal,
        }
    }
}

/// The number of vertices that move at once.
const WINDOW: usize = u64::BITS as usize;

/// The most arcs of a window that fit the most useful number of shifts, one for each vertex, each for all vertices.
const MOST_OF_WINDOW: usize = WINDOW * WINDOW;

/// The least number of vertices that move together. Fewer move one by one.
const MIN_MOVED_TOGETHER: usize = 6;

/// The arcs of a graph, grouped by the difference of the numbers of their ends.
///
/// On a board, many vertices in a row have arcs with the same differences as their neighbours.
#[derive(Clone, Debug)]
struct Shifts {
    /// The first place in `shifts` of each window of vertices. The last entry is the number of shifts.
    offsets: Vec<usize>,
    /// The rise of the vertex number, and the vertices of the window that have this arc. A repeated arc is in two
    /// shifts.
    shifts: Vec<(isize, u64)>,
}

impl Shifts {
    /// Returns an upper bound on the bytes for a second token on this many vertices with this many arcs.
    fn bytes_needed(seconds: u64, arcs: u64) -> u64 {
        const SHIFT: u64 = size_of::<(isize, u64)>() as u64;
        const OFFSET: u64 = size_of::<usize>() as u64;
        // Lists that have just grown, the lists of half their size that they grew from, and the arcs of a window.
        let windows = seconds / WINDOW as u64 + 1;
        let shifts = arcs.min(windows.saturating_mul(WINDOW as u64));
        let of_window = arcs.min(MOST_OF_WINDOW as u64);
        [shifts.saturating_mul(SHIFT), windows * OFFSET, of_window * SHIFT]
            .into_iter()
            .fold(64, |sum, bytes| sum.saturating_add(bytes.saturating_mul(3)))
    }

    fn of_graph(graph: &Graph) -> Shifts {
        let mut offsets = vec![0];
        let mut shifts: Vec<(isize, u64)> = Vec::new();
        let mut arcs = Vec::new();
        for from in (0..graph.len()).step_by(WINDOW) {
            arcs.clear();
            let vertices = from..graph.len().min(from + WINDOW);
            let count = graph.heads_of(vertices.start as u32..vertices.end as u32).len();
            for vertex in vertices.take_while(|_| count <= MOST_OF_WINDOW) {
                let heads = graph.successors(vertex as u32).iter();
                arcs.extend(heads.map(|&head| (head as isize - vertex as isize, vertex - from)));
            }
            arcs.sort_unstable();
            let begin = shifts.len();
            for &(shift, place) in &arcs {
                let here = &mut shifts[begin..];
                let full = here.len() == WINDOW;
                match here.last_mut() {
                    Some((last, set)) if *last == shift && *set >> place == 0 => *set |= 1 << place,
                    // A window with more shifts than vertices has no use for them.
                    _ if full => {
                        shifts.truncate(begin);
                        break;
                    }
                    _ => shifts.push((shift, 1 << place)),
                }
            }
            offsets.push(shifts.len());
        }
        Shifts { offsets, shifts }
    }

    /// Returns the shifts of a window. There are none if it has no arc, or more shifts than vertices.
    fn of(&self, window: usize) -> &[(isize, u64)] {
        &self.shifts[self.offsets[window]..self.offsets[window + 1]]
    }
}

/// The size of a pursuit, for computing the memory that a solver needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The vertices of the first token.
    pub firsts: u64,
    /// The vertices of the second token.
    pub seconds: u64,
    /// The arcs of the first token's graph.
    pub first_arcs: u64,
    /// The arcs of the second token's graph.
    pub second_arcs: u64,
    /// The most arcs that leave one vertex of either graph, or a greater number.
    pub most_moves: u64,
}

impl Size {
    /// Returns the bytes that [`retrograde::solve_within`] needs besides the graphs.
    ///
    /// `u64::MAX` if there are too many positions for a table.
    pub fn table_bytes(self) -> u64 {
        let moves = [(self.seconds, self.first_arcs), (self.firsts, self.second_arcs)]
            .map(|(others, arcs)| arcs.saturating_mul(others));
        let moves = moves[0].saturating_add(moves[1]);
        let table = |positions| retrograde::first_bytes_needed(positions, moves, self.most_moves);
        self.positions()
            .map_or(u64::MAX, table)
            .saturating_add(Shifts::bytes_needed(self.seconds, self.second_arcs))
    }

    /// Returns the bytes that [`Pursuit::result_within`] needs besides the graphs.
    ///
    /// `u64::MAX` if there are too many positions for a table.
    pub fn result_bytes(self) -> u64 {
        if self.most_moves > layers::MOST_MOVES.into() {
            return self.table_bytes();
        }
        let positions = self.positions().filter(|&count| u32::try_from(count).is_ok());
        positions.map_or(u64::MAX, |_| layers::bytes_needed(self))
    }

    fn positions(self) -> Option<u64> {
        self.firsts.checked_mul(self.seconds)?.checked_mul(2)
    }
}

impl Pursuit {
    /// Returns the game from `start`. Reverses both graphs.
    ///
    /// # Panics
    /// If a token does not stand on a vertex of its graph, or a goal is not a vertex.
    pub fn new(first: Graph, second: Graph, start: Position, ends: Ends) -> Pursuit {
        assert!(
            (start.first as usize) < first.len() && (start.second as usize) < second.len(),
            "both tokens stand on vertices"
        );
        let second = Ways::new(second, &ends.second_goals);
        Pursuit {
            first: Ways::new(first, &ends.first_goals),
            shifts: OnceLock::new(),
            second,
            start,
            ends,
        }
    }

    /// Returns the winner, if any, with the two tokens on these vertices.
    fn winner_at(&self, first: u32, second: u32) -> Option<Side> {
        if first == second {
            Some(self.ends.catcher)
        } else if self.second.is_goal[second as usize] {
            Some(Side::Second)
        } else {
            self.first.is_goal[first as usize].then_some(Side::First)
        }
    }

    /// Returns the outcome for the player to move if the game is over here.
    fn terminal_at(&self, first: u32, second: u32, turn: Side) -> Option<Outcome> {
        let winner = self.winner_at(first, second)?;
        Some(if winner == turn { Outcome::Win } else { Outcome::Loss })
    }

    /// Returns the winner and the number of plies of perfect play from the start, by a table of all positions.
    ///
    /// `None` for a draw.
    ///
    /// # Panics
    /// If `table` belongs to another game.
    pub fn result_in(&self, table: &retrograde::Table) -> Option<(Side, u32)> {
        let start = self.index(&self.start);
        let winner = self.start.turn.winner(table.outcome(start))?;
        Some((winner, table.distance(start)?))
    }

    /// Returns the winner from the start and the number of plies, without a table. See [`layers`].
    ///
    /// # Panics
    /// If there are 2^32 positions or more.
    pub fn result(&self) -> Option<(Side, u32)> {
        layers::result(self).unwrap_or_else(|| self.result_in(&retrograde::solve(self)))
    }

    /// Returns the same within the memory that [`Size::result_bytes`] returns.
    ///
    /// If it needs a table after all, it asks for more memory, like [`retrograde::solve_within`].
    ///
    /// # Errors
    /// The refusal of `may_take`.
    ///
    /// # Panics
    /// If there are 2^32 positions or more.
    pub fn result_within<E>(&self, may_take: impl FnOnce(u64) -> Result<(), E>) -> Result<Option<(Side, u32)>, E> {
        match layers::result(self) {
            Some(result) => Ok(result),
            None => Ok(self.result_in(&retrograde::solve_within(self, may_take)?)),
        }
    }
}

impl Rules for Pursuit {
    type Position = Position;
    /// The new vertex of the player's token.
    type Move = u32;

    fn start(&self) -> Position {
        self.start
    }

    fn terminal(&self, position: &Position) -> Option<Outcome> {
        self.terminal_at(position.first, position.second, position.turn)
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = (u32, Position)> {
        let position = *position;
        let (ways, from) = match position.turn {
            Side::First => (&self.first, position.first),
            Side::Second => (&self.second, position.second),
        };
        ways.graph.successors(from).iter().map(move |&to| {
            let mut next = position;
            next.turn = position.turn.other();
            match position.turn {
                Side::First => next.first = to,
                Side::Second => next.second = to,
            }
            (to, next)
        })
    }
}

impl Positions for Pursuit {
    fn len(&self) -> usize {
        2 * self.first.graph.len() * self.second.graph.len()
    }

    // The second token's vertex varies fastest. The time that a fleeing token lasts often depends only on the other
    // token's vertex. Then positions decided together are neighbours.
    fn index(&self, position: &Position) -> usize {
        let row = match position.turn {
            Side::First => position.first as usize,
            Side::Second => self.first.graph.len() + position.first as usize,
        };
        row * self.second.graph.len() + position.second as usize
    }

    fn position(&self, index: usize) -> Position {
        // A number of a table fits 32 bits, and 32 bits divide several times faster than 64.
        let index = u32::try_from(index).expect("a table has fewer than 2^32 positions");
        let firsts = self.first.graph.len() as u32;
        let seconds = self.second.graph.len() as u32;
        let row = index / seconds;
        let (first, turn) = match row.checked_sub(firsts) {
            None => (row, Side::First),
            Some(row) => (row, Side::Second),
        };
        Position {
            first,
            second: index - seconds * row,
            turn,
        }
    }

    fn for_each_predecessor(&self, index: usize, mut visit: impl FnMut(usize)) {
        self.for_each_predecessor_of(index, 1, |from, _| visit(from));
    }

    fn for_each_predecessor_of(&self, first: usize, set: u64, mut visit: impl FnMut(usize, u64)) {
        let (firsts, seconds) = (self.first.graph.len(), self.second.graph.len());
        let shifts = self.shifts.get_or_init(|| Shifts::of_graph(&self.second.reversed));
        // Divide the set into parts of one row and one window each.
        let (mut begin, mut left) = (first, set);
        while left != 0 {
            // A number of a table fits 32 bits, and 32 bits divide several times faster than 64.
            let row = (begin as u32 / seconds as u32) as usize;
            let column = begin - row * seconds;
            let (window, within) = (column / WINDOW, column % WINDOW);
            let room = (seconds - column).min(WINDOW - within);
            let (here, rest) = if room < WINDOW {
                (left & ((1 << room) - 1), left >> room)
            } else {
                (left, 0)
            };
            let count = here.count_ones() as usize;
            match row.checked_sub(firsts) {
                // The second player has just moved, within the row.
                None => {
                    let row = (firsts + row) * seconds;
                    let shifts = shifts.of(window);
                    if count < MIN_MOVED_TOGETHER || count < shifts.len() || shifts.is_empty() {
                        for place in places(here) {
                            let second = (column + place) as u32;
                            for &second in self.second.reversed.successors(second) {
                                visit(row + second as usize, 1);
                            }
                        }
                    } else {
                        for &(shift, columns) in shifts {
                            let moved = here << within & columns;
                            if moved != 0 {
                                let place = moved.trailing_zeros();
                                let column = window * WINDOW + place as usize;
                                visit(row + column.wrapping_add_signed(shift), moved >> place);
                            }
                        }
                    }
                }
                // The first player has moved from other rows, in the same way for all positions.
                Some(row) => {
                    for &first in self.first.reversed.successors(row as u32) {
                        let from = first as usize * seconds + column;
                        if count < MIN_MOVED_TOGETHER {
                            places(here).for_each(|place| visit(from + place, 1));
                        } else {
                            visit(from, here);
                        }
                    }
                }
            }
            (begin, left) = (begin + room, rest);
        }
    }

    fn survey(&self, mut visit: impl FnMut(usize, Option<Outcome>, u32)) {
        let (first, second) = (&self.first.graph, &self.second.graph);
        let counts = |graph: &Graph| -> Vec<u32> {
            let moves = graph.vertices().map(|v| graph.successors(v).len());
            moves.map(|count| count as u32).collect()
        };
        let (first_moves, second_moves) = (counts(first), counts(second));
        let mut index = 0;
        for turn in [Side::First, Side::Second] {
            for (row, &first_moves) in (0..).zip(&first_moves) {
                for (column, &second_moves) in (0..).zip(&second_moves) {
                    let outcome = self.terminal_at(row, column, turn);
                    let moves = match turn {
                        Side::First => first_moves,
                        Side::Second => second_moves,
                    };
                    visit(index, outcome, moves);
                    index += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::tests::{Random, random_graph};
    use super::super::{brute, certificate};
    use super::*;

    /// Returns a small pursuit on random graphs with random ends.
    pub(in super::super) fn random_pursuit(random: &mut Random) -> Pursuit {
        let mut graph = || {
            let n = 1 + random.below(4);
            let sinks = random.below(2).min(n - 1);
            let arcs = random.below(3 * n);
            random_graph(random, n, arcs, sinks)
        };
        let (first, second) = (graph(), graph());
        let start = Position {
            first: random.below(first.len()) as u32,
            second: random.below(second.len()) as u32,
            turn: [Side::First, Side::Second][random.below(2)],
        };
        let mut goals = |graph: &Graph| graph.vertices().filter(|_| random.below(5) == 0).collect();
        let ends = Ends {
            first_goals: goals(&first),
            second_goals: goals(&second),
            catcher: [Side::First, Side::Second][random.below(2)],
        };
        Pursuit::new(first, second, start, ends)
    }

    #[test]
    fn who_has_won_does_not_depend_on_whose_turn_it_is() {
        let step = || Graph::from_arcs(2, &[(0, 1)]);
        let at = |first, second, turn| Position { first, second, turn };
        let ends = Ends {
            catcher: Side::First,
            first_goals: vec![],
            second_goals: vec![],
        };
        let game = Pursuit::new(step(), step(), at(0, 1, Side::First), ends);
        assert_eq!(game.terminal(&at(1, 1, Side::First)), Some(Outcome::Win));
        assert_eq!(game.terminal(&at(1, 1, Side::Second)), Some(Outcome::Loss));
        assert_eq!(game.terminal(&at(0, 1, Side::First)), None);
        let result = game.result_in(&retrograde::solve(&game));
        assert_eq!(result, Some((Side::First, 1)));
    }

    #[test]
    fn catching_counts_first_and_then_the_second_goals() {
        let graph = || Graph::from_arcs(3, &[]);
        let start = Position {
            first: 0,
            second: 1,
            turn: Side::First,
        };
        let ends = Ends {
            catcher: Side::First,
            first_goals: vec![0],
            second_goals: vec![0, 1],
        };
        let game = Pursuit::new(graph(), graph(), start, ends);
        let won = |first, second| game.winner_at(first, second);
        assert_eq!(won(0, 0), Some(Side::First));
        assert_eq!(won(0, 1), Some(Side::Second));
        assert_eq!(won(0, 2), Some(Side::First));
        assert_eq!(won(1, 2), None);
    }

    #[test]
    fn numbers_and_positions_are_inverse() {
        let mut random = Random(1);
        for _ in 0..50 {
            let game = random_pursuit(&mut random);
            for index in 0..game.len() {
                let position = game.position(index);
                assert_eq!(game.index(&position), index);
            }
        }
    }

    #[test]
    fn predecessors_are_the_moves_backwards() {
        let mut random = Random(2);
        for _ in 0..200 {
            let game = random_pursuit(&mut random);
            let mut forwards = Vec::new();
            let mut backwards = Vec::new();
            for index in 0..game.len() {
                let position = game.position(index);
                forwards.extend(game.moves(&position).map(|(_, to)| (index, game.index(&to))));
                game.for_each_predecessor(index, |from| backwards.push((from, index)));
            }
            forwards.sort_unstable();
            backwards.sort_unstable();
            assert_eq!(forwards, backwards);
        }
    }

    #[test]
    fn random_pursuits_agree_with_the_oracle() {
        let mut random = Random(3);
        let mut seen = [0; 3];
        for _ in 0..3000 {
            let game = random_pursuit(&mut random);
            let table = retrograde::solve(&game);
            let brute = brute::solve(&game, game.len()).unwrap();
            let mover = brute.start_outcome();
            seen[mover as usize] += 1;
            let winner = game.start.turn.winner(mover);
            let expected = winner.zip(brute.distance(&game.start));
            assert_eq!(game.result_in(&table), expected);
            assert_eq!(game.result(), expected, "{game:?}");
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    }

    #[test]
    fn the_bytes_are_those_of_positions_if_arcs_are_few() {
        let size = Size {
            firsts: 4096,
            seconds: 4096,
            first_arcs: 4096 * 100,
            second_arcs: 4096 * 100,
            most_moves: 252,
        };
        let near = |bytes: u64, least: u64| (least..least + (8 << 20)).contains(&bytes);
        assert!(near(size.table_bytes(), 2 << 25));
        assert!(near(size.result_bytes(), 7 << 23));
        // With more arcs than a byte counts, some positions have an entry of their own, and the result needs a table.
        let wide = Size {
            most_moves: 254,
            ..size
        };
        assert!(wide.table_bytes() > 5 << 25);
        assert_eq!(wide.result_bytes(), wide.table_bytes());
        let large = |vertices| Size {
            firsts: vertices,
            seconds: vertices,
            ..size
        };
        for size in [large(1 << 16), large(u64::MAX)] {
            assert_eq!((size.table_bytes(), size.result_bytes()), (u64::MAX, u64::MAX));
        }
    }

    /// Returns a pursuit of hundreds or thousands of positions: paths or random graphs, some arcs several hundred
    /// times.
    fn wide_pursuit(random: &mut Random) -> Pursuit {
        let graph = |random: &mut Random| {
            let n = 20 + random.below(60);
            let mut arcs = Vec::new();
            for v in 0..n as u32 {
                match random.below(12) {
                    0 => arcs.extend([(v, v); 2]),
                    1 => {}
                    _ => arcs.push((v, v)),
                }
                if v > 0 {
                    arcs.extend([(v, v - 1), (v - 1, v)]);
                }
            }
            match random.below(3) {
                0 => arcs.extend((0..n).map(|_| (random.below(n) as u32, random.below(n) as u32))),
                1 => {
                    let arc = (random.below(n) as u32, random.below(n) as u32);
                    arcs.extend([arc; 300]);
                }
                _ => {}
            }
            Graph::from_arcs(n, &arcs)
        };
        let (first, second) = (graph(random), graph(random));
        let start = Position {
            first: random.below(first.len()) as u32,
            second: random.below(second.len()) as u32,
            turn: [Side::First, Side::Second][random.below(2)],
        };
        let ends = Ends {
            first_goals: vec![random.below(first.len()) as u32; random.below(2)],
            second_goals: vec![random.below(second.len()) as u32; random.below(2)],
            catcher: [Side::First, Side::Second][random.below(2)],
        };
        Pursuit::new(first, second, start, ends)
    }

    #[test]
    fn many_predecessors_at_once_are_those_of_each() {
        let mut random = Random(4);
        for _ in 0..100 {
            let game = wide_pursuit(&mut random);
            for _ in 0..40 {
                let first = random.below(game.len());
                let room = (game.len() - first).min(64) as u32;
                let many = [u64::MAX, random.next(), random.next() & random.next() & random.next()];
                let set = many[random.below(3)] & u64::MAX >> (64 - room);
                let (mut each, mut all) = (Vec::new(), Vec::new());
                for place in places(set) {
                    game.for_each_predecessor(first + place, |from| each.push(from));
                }
                game.for_each_predecessor_of(first, set, |from, set| {
                    all.extend(places(set).map(|place| from + place));
                });
                each.sort_unstable();
                all.sort_unstable();
                assert_eq!(all, each, "{first} {set:b}");
            }
        }
    }

    #[test]
    fn a_survey_says_what_the_rules_say_of_each_position() {
        let mut random = Random(5);
        for _ in 0..50 {
            let game = random_pursuit(&mut random);
            let mut next = 0;
            game.survey(|index, outcome, moves| {
                assert_eq!(index, next);
                next += 1;
                assert_eq!(outcome, game.terminal(&game.position(index)));
                if outcome.is_none() {
                    assert_eq!(moves as usize, game.moves(&game.position(index)).count());
                }
            });
            assert_eq!(next, game.len());
        }
    }

    #[test]
    fn wide_pursuits_agree_with_the_oracle_at_all_positions() {
        let mut random = Random(6);
        let mut longest = 0;
        for round in 0..150 {
            let mut game = wide_pursuit(&mut random);
            let table = retrograde::solve(&game);
            assert_eq!(certificate::check_outcomes(&game, &table), Ok(()), "{game:?}");
            let of = |outcome| table.longest(outcome).map_or(0, |(_, plies)| plies);
            longest = longest.max(of(Outcome::Win)).max(of(Outcome::Loss));
            if round % 15 == 0 {
                game.start = game.position(random.below(game.len()));
                let brute = brute::solve(&game, game.len()).unwrap();
                let expected = game.start.turn.winner(brute.start_outcome());
                assert_eq!(game.result_in(&table), expected.zip(brute.distance(&game.start)));
                assert_eq!(game.result(), game.result_in(&table));
            }
        }
        assert!(longest > 100, "{longest}");
    }

    #[test]
    fn a_chase_of_thousands_of_plies_is_measured_exactly() {
        // The second token flees to the end of a path. The first needs a move for each step between them, and the
        // second answers by a step until it reaches the end.
        let n = 1500;
        let arcs: Vec<_> = (0..n)
            .flat_map(|v| [(v, v), (v, (v + 1).min(n - 1)), (v, v.max(1) - 1)])
            .collect();
        let path = || Graph::from_arcs(n as usize, &arcs);
        let start = Position {
            first: 0,
            second: 1,
            turn: Side::Second,
        };
        let ends = Ends {
            catcher: Side::First,
            first_goals: vec![],
            second_goals: vec![],
        };
        let game = Pursuit::new(path(), path(), start, ends);
        let table = retrograde::solve(&game);
        assert_eq!(table.counts().2, 0);
        for first in [0, 1, 63, 64, 700, n - 2] {
            let at = Position { first, ..start };
            let at = Position {
                second: first + 1,
                ..at
            };
            let plies = table.distance(game.index(&at));
            assert_eq!(plies, Some(2 * (n - 1 - first)), "{first}");
        }
        assert_eq!(game.result(), Some((Side::First, 2 * (n - 1))));
    }
}
