//! The work of one worker.

use gamesolve_engine::Outcome;
use gamesolve_engine::retrograde::dealt::{Counting, Deal, Placing, Share, Unkept};
use gamesolve_text::budget::{Budget, Refusal};
use timely::worker::Worker;

use super::rounds::{Message, Rounds};
use super::{Fault, FaultKind, SharedArcs, Solution, Task};

/// The most tails that a worker sends in one round.
const MAX_TAILS_A_ROUND: usize = 1 << 18;

/// A message about a vertex while arcs are read: the tail of an arc that enters it, or [`LEAVES`].
#[derive(Clone, Copy, serde::Serialize, serde::Deserialize)]
struct ArcEnd {
    vertex: u32,
    tail: u32,
}

/// The mark of an arc that leaves the vertex. No vertex has this number.
const LEAVES: u32 = u32::MAX;

impl Message for ArcEnd {
    fn to(&self, workers: u32) -> u32 {
        self.vertex.to(workers)
    }
}

/// Solves the task together with the other workers, in `memory` bytes.
///
/// # Errors
/// The reason why this worker cannot continue, or `None` if another worker reports it.
pub(super) fn solve<A: SharedArcs>(
    worker: &mut Worker,
    task: &Task<A>,
    memory: u64,
) -> Result<Solution, Option<Fault>> {
    let deal = Deal {
        vertices: task.vertices,
        shares: u32::try_from(worker.peers()).expect("workers are few"),
    };
    let own = u32::try_from(worker.index()).expect("workers are few");
    let mut reading = Reading {
        rounds: Rounds::new(worker),
        own,
        deal,
    };
    let (counting, digest) = reading.count(worker, task)?;
    let needed = deal.bytes_needed(own, counting.arcs_entering());
    let what = format_args!(
        "{} vertices and {} arcs of one worker",
        deal.len(own),
        counting.arcs_entering()
    );
    let budget = Budget::of(memory);
    budget.require(needed, what).map_err(|refusal| task.refuse(&refusal))?;
    let placing = counting.place().map_err(|why| task.unkept(why))?;
    let placing = reading.keep(worker, task, placing, digest)?;
    drop(reading);
    let share = placing.finish().map_err(|why| task.unkept(why))?;
    Ok(walk(worker, deal, own, task.start, share))
}

impl<A: SharedArcs> Task<A> {
    fn unkept(&self, why: Unkept) -> Fault {
        match why {
            Unkept::TooMany => self.refuse(&Refusal::new(
                "2^32 arcs or more would be one worker's",
                "use more processes or more `--threads`",
            )),
            Unkept::NotAsCounted => {
                let name = gamesolve_text::quoted(self.name.as_bytes(), 200);
                let message = format!("error: {name} changed while it was read");
                Fault::new(FaultKind::Own, message)
            }
        }
    }
}

/// The reading of the arcs: each worker reads a share and sends each arc to the workers that need it.
struct Reading {
    rounds: Rounds<ArcEnd>,
    own: u32,
    deal: Deal,
}

impl Reading {
    /// Counts the arcs. Returns also a number for the arcs that this worker has read.
    fn count<A: SharedArcs>(&mut self, worker: &mut Worker, task: &Task<A>) -> Result<(Counting, u64), Option<Fault>> {
        let mut counting = Counting::new(self.deal, self.own);
        let (total, digest) = self.read(worker, task, true, |said| {
            match said.tail {
                LEAVES => counting.leaves(said.vertex),
                _ => counting.enters(said.vertex),
            }
            Ok(())
        })?;
        if total == task.arcs.declared() {
            return Ok((counting, digest));
        }
        // All workers know it, and one is enough to report it.
        Err((self.own == 0).then(|| task.arcs.miscounted(total)))
    }

    /// Stores the arcs, which must be the arcs of this number.
    fn keep<A: SharedArcs>(
        &mut self,
        worker: &mut Worker,
        task: &Task<A>,
        mut placing: Placing,
        digest: u64,
    ) -> Result<Placing, Fault> {
        let (_, read) = self.read(worker, task, false, |said| {
            let kept = placing.keep(said.tail, said.vertex);
            kept.map_err(|why| task.unkept(why))
        })?;
        if read == digest {
            Ok(placing)
        } else {
            Err(task.unkept(Unkept::NotAsCounted))
        }
    }

    /// Reads this worker's share and receives the arcs of its vertices from all workers.
    ///
    /// Returns the number of arcs that all have read, and a number for the arcs that this worker has read.
    fn read<A: SharedArcs>(
        &mut self,
        worker: &mut Worker,
        task: &Task<A>,
        leaving: bool,
        mut hear: impl FnMut(ArcEnd) -> Result<(), Fault>,
    ) -> Result<(u64, u64), Fault> {
        let mut reader = task.arcs.share(self.own, self.deal.shares).fuse();
        let (mut total, mut digest) = (0, 0);
        loop {
            let piece = reader.next().transpose()?;
            let more = piece.is_some();
            let arcs = piece.unwrap_or_default();
            for &(tail, vertex) in &arcs {
                digest = mixed(digest, tail, vertex);
                self.rounds.send(ArcEnd { vertex, tail });
                if leaving {
                    self.rounds.send(ArcEnd {
                        vertex: tail,
                        tail: LEAVES,
                    });
                }
            }
            let votes = [u64::from(more), arcs.len() as u64, 0, 0];
            let (come, votes) = self.rounds.finish(worker, votes);
            come.into_iter().flatten().try_for_each(&mut hear)?;
            total += votes[1];
            if votes[0] == 0 {
                return Ok((total, digest));
            }
        }
    }
}

/// Returns the number for the arcs so far and one more.
fn mixed(digest: u64, tail: u32, head: u32) -> u64 {
    let arc = u64::from(tail) << 32 | u64::from(head);
    (digest.rotate_left(5) ^ arc).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Goes from layer to layer until no worker finds more.
fn walk(worker: &mut Worker, deal: Deal, own: u32, start: u32, mut share: Share) -> Solution {
    let mut rounds = Rounds::new(worker);
    loop {
        let more = share.hand_out(MAX_TAILS_A_ROUND, |tail| rounds.send(tail));
        let length = share.layer_len() as u64;
        let (come, [unfinished, lengths, ..]) = rounds.finish(worker, [u64::from(more), length, 0, 0]);
        come.iter().for_each(|tails| share.take(tails));
        if lengths == 0 {
            break;
        }
        if unfinished == 0 {
            share.next_layer();
        }
    }
    // The last layer is empty.
    let longest = share.depth().saturating_sub(1);
    let table = share.into_table();
    let (won, lost, _) = table.counts();
    let (outcome, distance) = if deal.owner(start) == own {
        let (outcome, distance) = table.of_dealt(deal, start);
        let code = match outcome {
            Outcome::Win => 1,
            Outcome::Loss => 2,
            Outcome::Draw => 0,
        };
        (code, distance.unwrap_or(0))
    } else {
        (0, 0)
    };
    let votes = [won as u64, lost as u64, outcome, u64::from(distance)];
    let (_, [won, lost, outcome, distance]) = rounds.finish(worker, votes);
    let outcome = match outcome {
        1 => Outcome::Win,
        2 => Outcome::Loss,
        _ => Outcome::Draw,
    };
    Solution {
        outcome,
        distance: (outcome != Outcome::Draw).then_some(distance as u32),
        counts: [won, lost, u64::from(deal.vertices) - won - lost],
        longest,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use gamesolve_engine::graph::Graph;
    use gamesolve_engine::retrograde::token;
    use gamesolve_text::random::Random;

    use super::super::{MAX_PIECE_ARCS, Piece};
    use super::*;

    struct List(Arc<Vec<(u32, u32)>>);

    impl SharedArcs for List {
        fn declared(&self) -> u64 {
            self.0.len() as u64
        }

        fn miscounted(&self, found: u64) -> Fault {
            Fault::new(FaultKind::BadInput, format!("{found}"))
        }

        fn share(&self, share: u32, shares: u32) -> impl Iterator<Item = Result<Piece, Fault>> {
            let bound = |share: u32| self.0.len() * share as usize / shares as usize;
            let arcs = &self.0[bound(share)..bound(share + 1)];
            arcs.chunks(MAX_PIECE_ARCS / 1000).map(|piece| Ok(piece.to_vec()))
        }
    }

    fn task(graph: &Graph, start: u32) -> Task<List> {
        Task {
            name: "list".to_owned(),
            vertices: graph.len() as u32,
            start,
            arcs: List(Arc::new(graph.arcs().collect())),
            fingerprint: 0,
            memory: u64::MAX,
        }
    }

    /// Returns the result of every worker of one process.
    fn solved(graph: &Graph, start: u32, workers: usize, memory: u64) -> Vec<Result<Solution, Option<Fault>>> {
        let task = task(graph, start);
        let config = timely::Config::process(workers);
        let guards = timely::execute(config, move |worker| solve(worker, &task, memory));
        let results = guards.unwrap().join().into_iter();
        results.map(Result::unwrap).collect()
    }

    #[test]
    fn every_worker_finds_what_one_memory_does() {
        let mut random = Random::new(23);
        for workers in [1, 2, 3] {
            for round in 0..20 {
                let n = 1 + random.index(if round % 4 == 0 { 3000 } else { 12 });
                let (sinks, arcs) = (random.index(n.min(40)), random.index(3 * n));
                let arc = |random: &mut Random| ((sinks + random.index(n - sinks)) as u32, random.index(n) as u32);
                let list: Vec<(u32, u32)> = (0..arcs).map(|_| arc(&mut random)).collect();
                let graph = Graph::from_arcs(n, &list);
                let whole = token::solve(&graph);
                let (won, lost, drawn) = whole.counts();
                let start = random.index(n);
                let distances = (0..n).filter_map(|vertex| whole.distance(vertex));
                let expected = Solution {
                    outcome: whole.outcome(start),
                    distance: whole.distance(start),
                    counts: [won, lost, drawn].map(|count| count as u64),
                    longest: distances.max().unwrap_or(0),
                };
                for found in solved(&graph, start as u32, workers, u64::MAX) {
                    assert_eq!(found, Ok(expected), "{graph:?}");
                }
            }
        }
    }

    #[test]
    fn a_share_that_needs_more_than_its_memory_is_refused() {
        let graph = Graph::from_arcs(4, &[(0, 1), (2, 1), (3, 1)]);
        let needed = 2 * 16 + 3 * 4;
        assert!(solved(&graph, 0, 2, needed)[1].is_ok());
        for result in solved(&graph, 0, 2, 2 * 16 - 1) {
            let Err(Some(fault)) = result else {
                panic!("{result:?}");
            };
            assert_eq!(fault.kind, FaultKind::Refused);
            assert!(fault.message.contains("list is well formed, but 2 vertices"));
        }
    }

    #[test]
    fn layers_larger_than_a_round_are_sent_in_several() {
        // One worker sends every arc into the one lost vertex.
        let n = 2 * MAX_TAILS_A_ROUND as u32 + 5;
        let arcs: Vec<_> = (1..n).map(|tail| (tail, 0)).collect();
        let graph = Graph::from_arcs(n as usize, &arcs);
        for found in solved(&graph, n - 1, 2, u64::MAX) {
            let found = found.unwrap();
            assert_eq!((found.outcome, found.distance), (Outcome::Win, Some(1)));
            assert_eq!(found.counts, [u64::from(n) - 1, 1, 0]);
        }
    }
}
