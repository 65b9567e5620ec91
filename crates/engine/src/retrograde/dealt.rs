//! The game of one token on a graph that is too large for one memory. Each share of the vertices works by itself.
//!
//! **Rules.** As for [`super::token`].
//!
//! **Idea.** As in [`super::token`], but the shares have no common memory. A share knows its own vertices, the number
//! of arcs that leave each, and the tails of the arcs that enter them. When it decides a vertex, it hands out the tails
//! of those arcs. The caller carries each tail to the share that owns it. Shares exchange nothing else.
//!
//! **Why it is right.** As for [`super::solve`], if all tails of a layer have arrived before any share goes on to the
//! next layer. Within a layer, the order of their arrival changes nothing.
//!
//! **Cost.** Linear in the vertices and arcs. Every arc is handed out at most once. Memory per own vertex: 8 bytes
//! while arcs are counted. After that, 4 bytes for its place, and 2 for its state (4 from layer 32,640 on). A vertex in
//! one of the two current layers takes 4 more. Memory per arc that enters an own vertex: 4 bytes.
//!
//! **Limits.** Fewer than 2^32 vertices in all. Fewer than 2^32 arcs may enter the vertices of one share, or leave one
//! vertex.
//!
//! **Source.** As for [`super::token`].
//!
//! The caller sends the messages between shares. The shares are here because they decide vertices in the packed cells
//! of a [`Table`], which no other module sees.

use std::error::Error;
use std::fmt;

use super::super::{Outcome, rows};
use super::cells::{self, Cell, Cells};
use super::{Hopes, Table, is_decided};

/// A way to deal out vertices: vertex `v` is number `v / shares` of share `v % shares`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The number of all vertices.
    pub vertices: u32,
    /// The number of shares, at least 1.
    pub shares: u32,
}

impl Deal {
    /// Returns the share that owns a vertex.
    pub fn owner(self, vertex: u32) -> u32 {
        vertex % self.shares
    }

    /// Returns the number of vertices that a share owns.
    pub fn len(self, share: u32) -> usize {
        let whole = self.vertices / self.shares;
        whole as usize + usize::from(share < self.vertices % self.shares)
    }

    /// Returns an upper bound on the bytes that one share needs.
    ///
    /// It counts every vertex as a member of one of the two current layers, which grow by doubling.
    pub fn bytes_needed(self, share: u32, entering: u64) -> u128 {
        const PLACE: u128 = 4;
        const CELL: u128 = 4;
        const LAYERS: u128 = 2 * 4;
        self.len(share) as u128 * (PLACE + CELL + LAYERS) + 4 * u128::from(entering)
    }

    fn number(self, vertex: u32) -> usize {
        (vertex / self.shares) as usize
    }
}

/// The reason for arcs of a share that cannot be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unkept {
    /// 2^32 arcs or more enter the vertices of one share, or leave one vertex.
    TooMany,
    /// The arcs of the second pass differ from the counted ones.
    NotAsCounted,
}

impl Error for Unkept {}

impl fmt::Display for Unkept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unkept::TooMany => f.write_str("2^32 arcs or more enter the vertices of one share, or leave one vertex"),
            Unkept::NotAsCounted => f.write_str("the arcs that came are not those that were counted"),
        }
    }
}

/// The first stage of a share: the numbers of arcs that leave and enter each of its vertices.
#[derive(Debug)]
pub struct Counting {
    deal: Deal,
    leaving: Vec<u32>,
    entering: Vec<u32>,
}

impl Counting {
    /// Returns the stage before any arc is counted. Takes 8 bytes per vertex.
    pub fn new(deal: Deal, share: u32) -> Counting {
        let len = deal.len(share);
        Counting {
            deal,
            leaving: vec![0; len],
            entering: vec![0; len],
        }
    }

    /// Counts an arc that leaves this vertex. Panics if another share owns the vertex.
    pub fn leaves(&mut self, tail: u32) {
        let count = &mut self.leaving[self.deal.number(tail)];
        *count = count.saturating_add(1);
    }

    /// Counts an arc that enters this vertex. Panics if another share owns the vertex.
    pub fn enters(&mut self, head: u32) {
        let count = &mut self.entering[self.deal.number(head)];
        *count = count.saturating_add(1);
    }

    /// Returns the number of arcs that enter this share's vertices. Takes time linear in the vertices.
    pub fn arcs_entering(&self) -> u64 {
        self.entering.iter().map(|&count| u64::from(count)).sum()
    }

    /// Returns the next stage. Takes 4 bytes per counted arc.
    ///
    /// # Errors
    /// [`Unkept::TooMany`].
    pub fn place(self) -> Result<Placing, Unkept> {
        let total = u32::try_from(self.arcs_entering()).map_err(|_| Unkept::TooMany)?;
        let mut hopes = Hopes::default();
        let mut cells = Cells::zeroed(self.leaving.len());
        for (number, &count) in (0..).zip(&self.leaving) {
            let cell = match count {
                0 => cells::decided(false, 0),
                u32::MAX => return Err(Unkept::TooMany),
                count => u32::from(hopes.first(number, count)),
            };
            cells.set(number as usize, cell);
        }
        drop(self.leaving);
        let mut places = self.entering;
        rows::starts(&mut places);
        Ok(Placing {
            deal: self.deal,
            cells,
            hopes,
            places,
            tails: vec![0; total as usize],
            placed: 0,
        })
    }
}

/// The second stage of a share: the counted arcs come once more and are stored.
#[derive(Debug)]
pub struct Placing {
    deal: Deal,
    cells: Cells,
    hopes: Hopes,
    /// The place of the next tail for each head. After all arcs, it is the end of each head's tails.
    places: Vec<u32>,
    tails: Vec<u32>,
    placed: u64,
}

impl Placing {
    /// Stores an arc that enters a vertex of this share. Panics if another share owns the vertex.
    ///
    /// # Errors
    /// [`Unkept::NotAsCounted`] if no place is left for the arc. It does not notice every arc that was not counted.
    pub fn keep(&mut self, tail: u32, head: u32) -> Result<(), Unkept> {
        let place = &mut self.places[self.deal.number(head)];
        *self.tails.get_mut(*place as usize).ok_or(Unkept::NotAsCounted)? = tail;
        *place += 1;
        self.placed += 1;
        Ok(())
    }

    /// Returns the share, at layer 0.
    ///
    /// # Errors
    /// [`Unkept::NotAsCounted`] if the number of stored arcs differs from the count.
    pub fn finish(self) -> Result<Share, Unkept> {
        if self.placed != self.tails.len() as u64 {
            return Err(Unkept::NotAsCounted);
        }
        let lost = |number: &u32| self.cells.outcome(*number as usize) == Outcome::Loss;
        let numbers = 0..u32::try_from(self.cells.len()).expect("a share has fewer than 2^32");
        Ok(Share {
            layer: numbers.filter(lost).collect(),
            deal: self.deal,
            cells: self.cells,
            hopes: self.hopes,
            ends: self.places,
            tails: self.tails,
            depth: 0,
            handed: (0, 0),
            found: Vec::new(),
        })
    }
}

/// The last stage of a share: the outcomes of its vertices, found layer by layer.
#[derive(Debug)]
pub struct Share {
    deal: Deal,
    cells: Cells,
    hopes: Hopes,
    /// The end of the tails of the arcs into each vertex. They begin at the end of the vertex before.
    ends: Vec<u32>,
    tails: Vec<u32>,
    /// The distance of the vertices in `layer`.
    depth: u32,
    /// The last decided vertices, by their numbers in this share.
    layer: Vec<u32>,
    /// The part of the layer that is handed out: a number of vertices, and a number of arcs of the next vertex.
    handed: (usize, usize),
    /// The vertices of the next layer that are found so far.
    found: Vec<u32>,
}

impl Share {
    /// Returns the number of own vertices in the current layer.
    pub fn layer_len(&self) -> usize {
        self.layer.len()
    }

    /// Returns the distance of the vertices in the current layer.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Hands out the tails of at most `most` arcs that enter the layer. Returns whether there are more.
    pub fn hand_out(&mut self, most: usize, mut hand: impl FnMut(u32)) -> bool {
        let mut room = most;
        let (mut index, mut skipped) = self.handed;
        while let Some(&number) = self.layer.get(index) {
            if room == 0 {
                break;
            }
            let number = number as usize;
            let start = number.checked_sub(1).map_or(0, |before| self.ends[before]) as usize;
            let left = &self.tails[start + skipped..self.ends[number] as usize];
            let now = left.len().min(room);
            left[..now].iter().for_each(|&tail| hand(tail));
            room -= now;
            if now < left.len() {
                skipped += now;
            } else {
                index += 1;
                skipped = 0;
            }
        }
        self.handed = (index, skipped);
        index < self.layer.len()
    }

    /// Processes predecessors (owned by this share) of the current layer, whichever share owns their successors.
    ///
    /// Panics if another share owns one of the predecessors.
    pub fn take(&mut self, tails: &[u32]) {
        let (deal, depth) = (self.deal, self.depth);
        let (hopes, found) = (&mut self.hopes, &mut self.found);
        match &mut self.cells {
            Cells::Short(short) => take(tails, short, deal, depth, hopes, found),
            Cells::Long(long) => take(tails, long, deal, depth, hopes, found),
        }
    }

    /// Goes on to the next layer. All shares must have taken all tails of the last one.
    pub fn next_layer(&mut self) {
        self.depth += 1;
        self.cells.make_room_for(self.depth + 1);
        std::mem::swap(&mut self.layer, &mut self.found);
        self.found.clear();
        self.handed = (0, 0);
    }

    /// Returns outcome and distance of the share's vertices, by their numbers in this share.
    pub fn into_table(self) -> Table {
        Table { cells: self.cells }
    }
}

/// Takes tails like [`Share::take`], with cells of one width.
fn take<C: Cell>(tails: &[u32], cells: &mut [C], deal: Deal, depth: u32, hopes: &mut Hopes, found: &mut Vec<u32>) {
    let lost = depth.is_multiple_of(2);
    let decided = C::of(cells::decided(lost, depth + 1));
    for &tail in tails {
        let number = deal.number(tail);
        // The number of a vertex fits 32 bits, since its number in the whole graph does.
        if is_decided(&mut cells[number], number as u32, lost, decided, hopes) {
            found.push(number as u32);
        }
    }
}

impl Table {
    /// Returns the entry of a vertex in the table of its share. Panics if a table of another share is too short.
    pub fn of_dealt(&self, deal: Deal, vertex: u32) -> (Outcome, Option<u32>) {
        let number = deal.number(vertex);
        (self.outcome(number), self.distance(number))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::graph::Graph;
    use super::super::super::graph::tests::{Random, random_graph};
    use super::super::token;
    use super::*;

    /// Returns the tables of the shares after they handed out tails in portions of `most`.
    fn solved(graph: &Graph, shares: u32, most: usize) -> (Deal, Vec<Table>) {
        let deal = Deal {
            vertices: graph.len() as u32,
            shares,
        };
        let mut counted: Vec<_> = (0..shares).map(|s| Counting::new(deal, s)).collect();
        for (tail, head) in graph.arcs() {
            counted[deal.owner(tail) as usize].leaves(tail);
            counted[deal.owner(head) as usize].enters(head);
        }
        let placing = counted.into_iter().map(|share| share.place().unwrap());
        let mut placing: Vec<_> = placing.collect();
        for (tail, head) in graph.arcs() {
            let share = &mut placing[deal.owner(head) as usize];
            share.keep(tail, head).unwrap();
        }
        let finished = placing.into_iter().map(|share| share.finish().ok().unwrap());
        let mut running: Vec<_> = finished.collect();
        while running.iter().any(|share| share.layer_len() > 0) {
            loop {
                let mut more = false;
                let mut letters = vec![Vec::new(); shares as usize];
                for share in &mut running {
                    let mut handed = 0;
                    more |= share.hand_out(most, |tail| {
                        handed += 1;
                        letters[deal.owner(tail) as usize].push(tail);
                    });
                    assert!(handed <= most);
                }
                for (share, letters) in running.iter_mut().zip(letters) {
                    share.take(&letters);
                }
                if !more {
                    break;
                }
            }
            running.iter_mut().for_each(Share::next_layer);
        }
        (deal, running.into_iter().map(Share::into_table).collect())
    }

    fn agrees(graph: &Graph, shares: u32, most: usize) {
        let whole = token::solve(graph);
        let (deal, tables) = solved(graph, shares, most);
        let lengths: usize = tables.iter().map(Table::len).sum();
        assert_eq!(lengths, whole.len());
        for vertex in 0..whole.len() {
            let index = vertex as u32;
            assert_eq!(
                tables[deal.owner(index) as usize].of_dealt(deal, index),
                (whole.outcome(vertex), whole.distance(vertex)),
                "vertex {vertex} of {graph:?}, {shares} shares, portions of {most}"
            );
        }
    }

    #[test]
    fn random_graphs_agree_with_the_engine_for_one_memory() {
        let mut random = Random(17);
        for round in 0..3000 {
            let n = 1 + random.below(14);
            let (sinks, arcs) = (random.below(n), random.below(4 * n));
            let graph = random_graph(&mut random, n, arcs, sinks);
            agrees(&graph, 1 + round % 5, 1 + random.below(7));
        }
    }

    #[test]
    fn more_shares_than_vertices_and_no_vertex_at_all_are_fine() {
        let graph = Graph::from_arcs(2, &[(0, 1)]);
        agrees(&graph, 7, 1);
        agrees(&Graph::from_arcs(0, &[]), 3, 1);
    }

    #[test]
    fn more_moves_than_a_byte_counts_are_counted() {
        for moves in [252, 253, 505, 1000] {
            // Vertex 3 has only arcs to the won vertex 0, and vertex 4 has one to the loop 2 as well.
            let mut arcs = vec![(0, 1), (2, 2), (4, 2)];
            arcs.extend((0..moves).flat_map(|_| [(3, 0), (4, 0)]));
            agrees(&Graph::from_arcs(5, &arcs), 2, 100);
        }
    }

    #[test]
    fn distances_beyond_sixteen_bits_are_kept() {
        let arcs: Vec<_> = (1..70_000).map(|v| (v, v - 1)).collect();
        agrees(&Graph::from_arcs(70_000, &arcs), 3, 10);
    }

    #[test]
    fn arcs_that_were_not_counted_are_noticed() {
        let deal = Deal { vertices: 4, shares: 2 };
        let mut counting = Counting::new(deal, 0);
        counting.leaves(0);
        counting.enters(2);
        assert_eq!(counting.arcs_entering(), 1);
        let mut placing = counting.place().ok().unwrap();
        assert_eq!(placing.keep(1, 2), Ok(()));
        assert_eq!(placing.keep(1, 2), Err(Unkept::NotAsCounted));
        let none_came = Counting {
            deal,
            leaving: vec![0, 0],
            entering: vec![1, 0],
        };
        let finished = none_came.place().ok().unwrap().finish();
        assert_eq!(finished.err(), Some(Unkept::NotAsCounted));
    }

    #[test]
    fn more_arcs_than_can_be_numbered_are_refused() {
        let deal = Deal { vertices: 2, shares: 1 };
        let counts = |leaving: [u32; 2], entering: [u32; 2]| {
            let counting = Counting {
                deal,
                leaving: leaving.to_vec(),
                entering: entering.to_vec(),
            };
            counting.place().err()
        };
        assert_eq!(counts([u32::MAX, 0], [0, 0]), Some(Unkept::TooMany));
        assert_eq!(counts([0, 0], [u32::MAX, 1]), Some(Unkept::TooMany));
        assert_eq!(counts([3, 0], [1, 2]), None);
    }
}
