//! The game of one token on a graph that is too large for one memory: the vertices are dealt out, and each share works
//! by itself.
//!
//! **Rules.** As for [`super::token`].
//!
//! **Idea.** As in [`super::token`], but the shares have no common memory. A share knows its own vertices, how many
//! arcs leave each, and from where the arcs come that enter them. When it decides a vertex it hands out the tails of
//! those arcs, and the caller carries each tail to the share that owns it. Shares exchange nothing else.
//!
//! **Why it is right.** As for [`super::solve`], if all tails of a layer have arrived before any share goes on to the
//! next layer. Within a layer the order in which they arrive changes nothing.
//!
//! **Cost.** Linear in the vertices and arcs, and every arc is handed out at most once. Memory per own vertex: 8 bytes
//! while arcs are counted; then 4 for its place and 2 for what is known of it (4 from layer 32,640 on), and 4 for each
//! in the two layers at work. Memory per arc that enters an own vertex: 4 bytes.
//!
//! **Limits.** Fewer than 2^32 vertices in all; fewer than 2^32 arcs that enter the vertices of one share, and that
//! leave one vertex.
//!
//! **Source.** As for [`super::token`].
//!
//! The messages between shares are the caller's. The shares are here because they decide vertices in the packed cells
//! that [`Table`] is made of, which no other module sees.

use std::error::Error;
use std::fmt;

use super::super::{Outcome, rows};
use super::cells::{self, Cell, Cells};
use super::{Hopes, Table, is_decided};

/// A way to deal vertices out: vertex `v` is number `v / shares` of share `v % shares`.
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

    /// Returns the bytes that one share may need, on the safe side: every vertex is counted as if it stood in one of
    /// the two layers at work, which grow by doubling.
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

/// The reason why the arcs of a share cannot be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unkept {
    /// 2^32 arcs or more enter the vertices of one share, or leave one vertex.
    TooMany,
    /// The arcs that came are not those that were counted.
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

/// The first stage of a share: how many arcs leave and enter each of its vertices.
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

    /// Counts an arc that leaves this vertex, which is this share's own. Panics if it is not.
    pub fn leaves(&mut self, tail: u32) {
        let count = &mut self.leaving[self.deal.number(tail)];
        *count = count.saturating_add(1);
    }

    /// Counts an arc that enters this vertex, which is this share's own. Panics if it is not.
    pub fn enters(&mut self, head: u32) {
        let count = &mut self.entering[self.deal.number(head)];
        *count = count.saturating_add(1);
    }

    /// Returns the number of arcs that enter this share's vertices. Takes time linear in the vertices.
    pub fn arcs_entering(&self) -> u64 {
        self.entering.iter().map(|&count| u64::from(count)).sum()
    }

    /// Returns the next stage. Takes 4 bytes per arc that was counted.
    ///
    /// # Errors
    /// Fails where there are too many.
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

/// The second stage of a share: the arcs that were counted come once more and are kept.
#[derive(Debug)]
pub struct Placing {
    deal: Deal,
    cells: Cells,
    hopes: Hopes,
    /// The place of the next tail for each head; after all arcs, the end of each head's tails.
    places: Vec<u32>,
    tails: Vec<u32>,
    placed: u64,
}

impl Placing {
    /// Keeps an arc that enters a vertex of this share. Panics if it does not.
    ///
    /// # Errors
    /// Fails where no place is left for the arc. An arc that was not counted is not always noticed.
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
    /// Fails where not as many arcs came as were counted.
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
    /// The end of the tails of the arcs into each vertex; they begin where those of the vertex before end.
    ends: Vec<u32>,
    tails: Vec<u32>,
    /// The distance of the vertices in `layer`.
    depth: u32,
    /// The vertices decided last, by their numbers here.
    layer: Vec<u32>,
    /// The part of the layer that is handed out: a number of vertices, and a number of arcs of the next vertex.
    handed: (usize, usize),
    /// The vertices of the next layer, as far as they are found.
    found: Vec<u32>,
}

impl Share {
    /// Returns the number of own vertices in the layer at work.
    pub fn layer_len(&self) -> usize {
        self.layer.len()
    }

    /// Returns the distance of the vertices in the layer at work.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Hands out the tails of up to `most` arcs that enter the layer. Returns whether there are more.
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

    /// Takes tails of arcs into the layer at work, of any share's part of it; they are this share's vertices.
    ///
    /// Panics if they are not.
    pub fn take(&mut self, tails: &[u32]) {
        let (deal, depth) = (self.deal, self.depth);
        let (hopes, found) = (&mut self.hopes, &mut self.found);
        match &mut self.cells {
            Cells::Short(short) => take(tails, short, deal, depth, hopes, found),
            Cells::Long(long) => take(tails, long, deal, depth, hopes, found),
        }
    }

    /// Goes on to the layer that was found: all shares have taken all tails of the last.
    pub fn next_layer(&mut self) {
        self.depth += 1;
        self.cells.make_room_for(self.depth + 1);
        std::mem::swap(&mut self.layer, &mut self.found);
        self.found.clear();
        self.handed = (0, 0);
    }

    /// Outcome and distance of the share's vertices, by their numbers here.
    pub fn into_table(self) -> Table {
        Table { cells: self.cells }
    }
}

/// Takes tails as [`Share::take`] does, with cells of one width.
fn take<C: Cell>(tails: &[u32], cells: &mut [C], deal: Deal, depth: u32, hopes: &mut Hopes, found: &mut Vec<u32>) {
    let lost = depth.is_multiple_of(2);
    let decided = C::of(cells::decided(lost, depth + 1));
    for &tail in tails {
        let number = deal.number(tail);
        // The number of a vertex fits, for that of the whole graph does.
        if is_decided(&mut cells[number], number as u32, lost, decided, hopes) {
            found.push(number as u32);
        }
    }
}

impl Table {
    /// Returns the entry of a vertex in the table of its share. Panics if the table is another share's and too short.
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

    /// Returns the shares' tables, with tails handed out in portions of `most`.
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
            // Vertex 3 has nothing but arcs to the won vertex 0, vertex 4 one to the loop 2 besides.
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
