//! Rounds of messages among all workers of a cluster, carried by timely dataflow.
//!
//! In a round every worker sends any messages to any workers, and some numbers to all. The round is over when it has
//! received everything for it. The number of the round is the timestamp of all its messages. A probe shows when no
//! message of the round is on its way any more.
//!
//! Rounds bound the memory: a worker sends no more before all others have received its last messages.

use std::cell::RefCell;
use std::rc::Rc;

use timely::ExchangeData;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::{Input, Operator, Probe};
use timely::dataflow::{InputHandleVec, ProbeHandle, StreamVec};
use timely::worker::Worker;

/// The numbers that each worker sends to all in a round, or their sums.
pub(super) type Votes = [u64; 4];

/// A message to one worker.
pub(super) trait Message: ExchangeData + Clone {
    /// Returns the number of the receiver among `workers` workers.
    fn to(&self, workers: u32) -> u32;
}

/// A vertex goes to its owner.
impl Message for u32 {
    fn to(&self, workers: u32) -> u32 {
        self % workers
    }
}

/// Votes and their receiver.
impl Message for (u32, Votes) {
    fn to(&self, _: u32) -> u32 {
        self.0
    }
}

/// One worker's part in the rounds.
pub(super) struct Rounds<M: Message> {
    round: u64,
    workers: u32,
    messages: Post<M>,
    votes: Post<(u32, Votes)>,
    /// The messages that are still on their way.
    probe: ProbeHandle<u64>,
}

/// The messages of one kind, sent and received.
struct Post<M: Message> {
    out: InputHandleVec<u64, M>,
    /// The messages of this round and of the next: another worker may be one round ahead, but no more.
    come: Rc<RefCell<[Vec<Vec<M>>; 2]>>,
}

impl<M: Message> Rounds<M> {
    /// Joins the rounds. Every worker must do so, in the same order if there are several kinds.
    pub(super) fn new(worker: &mut Worker) -> Rounds<M> {
        let workers = u32::try_from(worker.peers()).expect("workers are few");
        let probe = ProbeHandle::new();
        let (messages, votes) = worker.dataflow(|scope| {
            let (out, stream) = scope.new_input();
            let messages = Post::new(out, stream, workers, &probe);
            let (out, stream) = scope.new_input();
            (messages, Post::new(out, stream, workers, &probe))
        });
        Rounds {
            round: 0,
            workers,
            messages,
            votes,
            probe,
        }
    }

    /// Sends a message in this round.
    pub(super) fn send(&mut self, message: M) {
        self.messages.out.send(message);
    }

    /// Ends this worker's part of the round, with its votes, and waits for the others.
    ///
    /// Returns all messages for this worker, in pieces, and the sums of all votes, which are the same for all workers.
    pub(super) fn finish(&mut self, worker: &mut Worker, votes: Votes) -> (Vec<Vec<M>>, Votes) {
        for to in 0..self.workers {
            self.votes.out.send((to, votes));
        }
        let round = self.round;
        self.round += 1;
        self.messages.out.advance_to(self.round);
        self.votes.out.advance_to(self.round);
        worker.step_or_park_while(None, || self.probe.less_than(&self.round));
        let mut sums = Votes::default();
        for (_, votes) in self.votes.take(round).into_iter().flatten() {
            for (sum, vote) in sums.iter_mut().zip(votes) {
                *sum += vote;
            }
        }
        (self.messages.take(round), sums)
    }
}

impl<M: Message> Post<M> {
    fn new(
        out: InputHandleVec<u64, M>,
        stream: StreamVec<'_, u64, M>,
        workers: u32,
        probe: &ProbeHandle<u64>,
    ) -> Post<M> {
        let come = Rc::new(RefCell::new([Vec::new(), Vec::new()]));
        let into = Rc::clone(&come);
        let route = Exchange::new(move |message: &M| u64::from(message.to(workers)));
        type Nothing = CapacityContainerBuilder<Vec<()>>;
        let taken = stream.unary::<Nothing, _, _, _>(route, "take", |_, _| {
            move |input, _| {
                input.for_each(|capability, pieces| {
                    let round = *capability.least().expect("a message has its round");
                    into.borrow_mut()[(round % 2) as usize].push(std::mem::take(pieces));
                });
            }
        });
        taken.probe_with(probe);
        Post { out, come }
    }

    fn take(&mut self, round: u64) -> Vec<Vec<M>> {
        std::mem::take(&mut self.come.borrow_mut()[(round % 2) as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_sent_in_a_round_has_come_when_it_ends() {
        let workers = 3;
        let config = timely::Config::process(workers as usize);
        // A worker that stopped in the middle would leave the others waiting, so errors are returned at the end.
        let result = timely::execute(config, move |worker| {
            let own = worker.index() as u32;
            let mut rounds = Rounds::new(worker);
            let right = |round: u32, come: &[u32], sums: Votes| {
                come.len() as u32 == (1000 + 1 + 1) * workers
                    && come.iter().all(|&message| message == workers * round + own)
                    && sums == [3, 3, 0, 21]
            };
            let mut wrong = Vec::new();
            for round in 0..200 {
                // Worker 0 sends much more than the others, and every worker sends something to every other.
                let many = if own == 0 { 1000 } else { 1 };
                (0..many * workers).for_each(|_| {
                    (0..workers).for_each(|to| rounds.send(workers * round + to));
                });
                let (come, sums) = rounds.finish(worker, [1, u64::from(own), 0, 7]);
                let come: Vec<u32> = come.into_iter().flatten().collect();
                wrong.extend((!right(round, &come, sums)).then_some(round));
            }
            wrong
        });
        for wrong in result.unwrap().join() {
            assert_eq!(wrong.unwrap(), [0; 0]);
        }
    }
}
