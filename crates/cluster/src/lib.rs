//! One game of one token, solved by several processes that share no memory.
//!
//! This crate knows only arcs: the caller reads them, in any format.
//!
//! **Idea.** The vertices are dealt out among all workers, the threads of all processes ([`dealt`]). The workers read
//! the arcs in equal shares, twice: once to count them, and once to store them. So no memory goes to anything that is
//! not needed in the end. Then they go from layer to layer. All of this happens in rounds of messages (`rounds`). Each
//! round is bounded, so that no process receives more than it can hold. Timely dataflow carries the messages, over
//! connections of our own (`link`) that notice a lost process.
//!
//! **Why it is right.** As for [`dealt`]. A layer ends when all workers vote that they have handed out everything.
//!
//! **Cost.** Every arc is read twice. If its ends belong to different processes, it crosses the network four times.
//! Three times it takes 8 bytes, while it is counted and stored, and once 4 bytes, when it is followed. Every layer
//! costs at least one round, and a round takes as long as a message there and back. Memory per worker: its share and
//! the messages of a round, at most about 5 MB for each worker of the cluster.
//!
//! **Limits.** Fewer than 2^32 - 1 vertices, at most [`MAX_PROCESSES`], and at most [`MAX_THREADS`] in each.
//!
//! **Source.** Murray and others, "Naiad: a timely dataflow system" (2013), for the messages.
//!
//! [`dealt`]: gamesolve_engine::retrograde::dealt
#![forbid(unsafe_code)]
// Tests may panic: the panic is the report.
#![cfg_attr(test, allow(clippy::unwrap_used))]

use std::any::Any;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use gamesolve_engine::Outcome;
use gamesolve_engine::retrograde::dealt::Deal;
use gamesolve_text::budget::{Budget, Refusal};
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::execute::execute_from;

use link::{Line, Link};
use meeting::{Greeting, Met};

mod fingerprint;
mod hosts;
mod link;
mod meeting;
mod rounds;
mod work;

pub use fingerprint::Fingerprint;
pub use hosts::{Address, Hosts, MAX_PROCESSES};
pub use link::SILENCE;

/// The most threads of one process. It ignores a larger number.
pub const MAX_THREADS: usize = 256;
/// The time that a process waits for a better reason to stop after it has lost another process. The other may have had
/// one.
const GRACE: Duration = Duration::from_secs(1);

/// The reason for a process that stops without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind of the reason.
    pub kind: FaultKind,
    /// The whole message, from `error: ` on.
    pub message: String,
}

/// The kinds of reasons, which are the same for all processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// An argument or an input is malformed.
    BadInput,
    /// The task needs more memory than the process may use.
    Refused,
    /// Any other reason: a lost process, a disk that cannot be read.
    Own,
}

/// Arcs in shares. Every process can read any share.
pub trait SharedArcs: Send + Sync + 'static {
    /// Returns the declared number of arcs.
    fn declared(&self) -> u64;

    /// Returns the error for `found` arcs instead.
    fn miscounted(&self, found: u64) -> Fault;

    /// Returns one of `shares` shares, which together are all arcs.
    ///
    /// A share is pieces of at most [`MAX_PIECE_ARCS`] pairs of tail and head. A fault takes the place of a piece that
    /// cannot be read.
    fn share(&self, share: u32, shares: u32) -> impl Iterator<Item = Result<Piece, Fault>>;
}

/// Some arcs, as pairs of tail and head.
pub type Piece = Vec<(u32, u32)>;

/// The most arcs of one piece, and so of a worker's input in one round.
pub const MAX_PIECE_ARCS: usize = 1 << 18;

/// A graph to solve.
pub struct Task<A> {
    /// The name in errors.
    pub name: String,
    /// The number of vertices, fewer than 2^32 - 1.
    pub vertices: u32,
    /// The vertex to answer for.
    pub start: u32,
    /// The arcs.
    pub arcs: A,
    /// A number for the input. Two processes with different numbers do not work together.
    pub fingerprint: u64,
    /// The bytes of memory that this process may use.
    pub memory: u64,
}

/// The processes that solve it, and this process among them.
pub struct Place {
    /// All processes.
    pub hosts: Hosts,
    /// The number of this process, from 0.
    pub process: usize,
    /// The threads that it may use, at least 1. All processes use as many as the one with the fewest.
    pub threads: usize,
    /// The time to wait for the other processes to start.
    pub patience: Duration,
}

/// The solution of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The outcome for the player to move at the start vertex.
    pub outcome: Outcome,
    /// The number of moves of best play from there, or `None` for a draw.
    pub distance: Option<u32>,
    /// The numbers of won, lost and drawn vertices.
    pub counts: [u64; 3],
    /// The longest distance of any vertex.
    pub longest: u32,
}

/// A line with the rest of the solution: distances and counts.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.outcome, self.distance) {
            (Outcome::Win, Some(moves)) => write!(f, "the first player wins in {moves}")?,
            (Outcome::Loss, Some(moves)) => write!(f, "the first player loses in {moves}")?,
            _ => f.write_str("nobody wins")?,
        }
        let [won, lost, drawn] = self.counts;
        write!(
            f,
            "; {won} vertices won, {lost} lost, {drawn} drawn; longest play {}",
            self.longest
        )
    }
}

/// A report to the main thread.
enum Event {
    /// A worker has found the solution.
    Solved(Solution),
    /// All messages have been sent and received.
    Ended,
    /// A worker cannot continue.
    Failed(Fault),
    /// The process with this number is gone, and the sign of that.
    Lost(usize, String),
    /// The process with this number has sent its reason to stop.
    Stopped(usize, Fault),
    /// A thread has panicked.
    Panicked,
}

impl Fault {
    /// Returns a fault with its whole message, from `error: ` on.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault {
            kind,
            message: message.into(),
        }
    }
}

impl FaultKind {
    fn code(self) -> u8 {
        match self {
            FaultKind::BadInput => 2,
            FaultKind::Refused => 4,
            FaultKind::Own => 3,
        }
    }

    fn of_code(code: u8) -> FaultKind {
        match code {
            2 => FaultKind::BadInput,
            4 => FaultKind::Refused,
            _ => FaultKind::Own,
        }
    }
}

/// Solves the task together with the other processes. Every process gets the same solution.
///
/// After an error, some threads never end, so the process should exit.
///
/// # Errors
/// Fails if the processes do not find each other, if the input is malformed or too large, or if a process is lost. All
/// processes learn of the error and stop.
pub fn solve<A: SharedArcs>(task: Task<A>, place: Place) -> Result<Solution, Fault> {
    let Place {
        hosts,
        process,
        threads,
        patience,
    } = place;
    let hosts = Arc::new(hosts);
    let own = Greeting {
        process,
        threads,
        hosts: hosts.fingerprint(),
        input: task.fingerprint,
    };
    let met = meeting::meet(&hosts, own, patience)?;
    let theirs = met.iter().flatten().map(|met| met.threads);
    let threads = theirs.fold(threads.min(MAX_THREADS), usize::min).max(1);
    let (sender, events) = channel();
    let (links, lines) = links(met, patience, &sender).map_err(cannot_start)?;
    let cluster = Cluster { hosts, lines };
    let result = start(task, links, process, threads, &sender)
        .map_err(|fault| (fault, false))
        .and_then(|guards| cluster.wait(guards, threads, &sender, &events));
    result.map_err(|(fault, is_known)| {
        if !is_known {
            cluster.lines.iter().for_each(|line| line.stop(&fault));
        }
        fault
    })
}

/// A reason to stop, and whether the other processes know it already.
type Failure = (Fault, bool);

/// The links to all processes by number, `None` for this process itself.
type Links = Vec<Option<Link>>;

/// The main thread's ends of the channels to the other threads.
struct Cluster {
    hosts: Arc<Hosts>,
    lines: Vec<Arc<Line>>,
}

impl Cluster {
    /// Waits until the workers of this process have the solution and all messages are sent and received.
    ///
    /// Dropping `guards` waits for these threads.
    fn wait(
        &self,
        guards: Box<dyn Any + Send>,
        workers: usize,
        sender: &Sender<Event>,
        events: &Receiver<Event>,
    ) -> Result<Solution, Failure> {
        let result = self.wait_for_workers(workers, events);
        let (solution, ending) = match result {
            Ok(solution) => {
                let sender = sender.clone();
                let ending = std::thread::spawn(move || {
                    drop(guards);
                    let _ = sender.send(Event::Ended);
                });
                (solution, ending)
            }
            Err(failure) => {
                // Some of its threads wait for ever.
                std::mem::forget(guards);
                return Err(failure);
            }
        };
        match next(events) {
            Event::Ended => {
                let _ = ending.join();
                Ok(solution)
            }
            event => Err(self.failure(event, events)),
        }
    }

    fn wait_for_workers(&self, workers: usize, events: &Receiver<Event>) -> Result<Solution, Failure> {
        let mut solution = None;
        for _ in 0..workers {
            match next(events) {
                Event::Solved(solved) => solution = Some(solved),
                event => return Err(self.failure(event, events)),
            }
        }
        Ok(solution.expect("there is a worker"))
    }

    /// Returns the fault behind an unexpected event.
    fn failure(&self, event: Event, events: &Receiver<Event>) -> Failure {
        match event {
            Event::Failed(fault) => (fault, false),
            Event::Stopped(process, mut fault) => {
                fault.message += &format!("\nnote: process {process} found this");
                (fault, true)
            }
            Event::Lost(process, why) => {
                let deadline = Instant::now() + GRACE;
                loop {
                    let left = deadline.saturating_duration_since(Instant::now());
                    match events.recv_timeout(left) {
                        Ok(better @ (Event::Failed(_) | Event::Stopped(..))) => {
                            return self.failure(better, events);
                        }
                        Ok(_) => {}
                        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
                    }
                }
                let address = self.hosts.address(process);
                let message = format!("error: lost process {process} ({address}): {why}");
                (Fault::new(FaultKind::Own, message), false)
            }
            Event::Panicked | Event::Solved(_) | Event::Ended => {
                let message = "error: a worker failed\nhint: please report this input";
                (Fault::new(FaultKind::Own, message), false)
            }
        }
    }
}

/// Returns the next event. There is always one, since the main thread itself can send.
fn next(events: &Receiver<Event>) -> Event {
    events.recv().unwrap_or(Event::Panicked)
}

/// Returns links to the other processes, and the main thread's line to each. It starts the signs of life.
fn links(met: Vec<Option<Met>>, patience: Duration, events: &Sender<Event>) -> io::Result<(Links, Vec<Arc<Line>>)> {
    let mut links = Vec::new();
    let mut lines = Vec::new();
    for (process, met) in met.into_iter().enumerate() {
        let Some(met) = met else {
            links.push(None);
            continue;
        };
        let (link, line) = Link::new(met.stream, process, patience, events.clone())?;
        let line = Arc::new(line);
        let alive = Arc::clone(&line);
        std::thread::Builder::new().spawn(move || {
            while alive.pulse() {
                std::thread::sleep(link::PULSE);
            }
        })?;
        links.push(Some(link));
        lines.push(line);
    }
    Ok((links, lines))
}

/// Starts the workers of this process.
///
/// Dropping the result waits for them and for the threads that carry messages.
fn start<A: SharedArcs>(
    task: Task<A>,
    links: Links,
    process: usize,
    threads: usize,
    sender: &Sender<Event>,
) -> Result<Box<dyn Any + Send>, Fault> {
    task.require(links.len() as u64)?;
    let hooks = Hooks::default();
    let inner = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    let (builders, carriers) =
        initialize_networking_from_sockets(inner, links, process, threads, hooks).map_err(cannot_start)?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    let events = sender.clone();
    let memory = task.memory / threads as u64;
    let config = timely::WorkerConfig::default();
    let guards = execute_from(builders, Box::new(carriers), config, move |worker| {
        let _watch = Watch(events.clone());
        let result = work::solve(worker, &task, memory);
        let event = match result {
            Ok(solution) => Event::Solved(solution),
            Err(Some(fault)) => Event::Failed(fault),
            Err(None) => wait_for_ever(),
        };
        let failed = matches!(event, Event::Failed(_));
        // If nobody listens any more, the process is ending already.
        let _ = events.send(event);
        if failed {
            wait_for_ever();
        }
    });
    Ok(Box::new(guards.map_err(|error| cannot_start(io::Error::other(error)))?))
}

impl<A: SharedArcs> Task<A> {
    /// Refuses a task that needs too much memory in one of `processes` processes, if the arcs are spread evenly.
    fn require(&self, processes: u64) -> Result<(), Fault> {
        let (vertices, arcs) = (u64::from(self.vertices), self.arcs.declared());
        let whole = Deal {
            vertices: self.vertices,
            shares: 1,
        };
        let needed = whole.bytes_needed(0, arcs) / u128::from(processes);
        let budget = Budget::of(self.memory);
        let what = format_args!("{vertices} vertices and {arcs} arcs among {processes} processes");
        budget.require(needed, what).map_err(|refusal| self.refuse(&refusal))
    }

    /// Returns a refusal of this task.
    fn refuse(&self, refusal: &Refusal) -> Fault {
        let name = gamesolve_text::quoted(self.name.as_bytes(), 200);
        let message = format!("error: {name} is well formed, but {refusal}");
        Fault::new(FaultKind::Refused, message)
    }
}

/// Reports a panic of a worker to the main thread. Otherwise the others would wait for the worker for ever.
struct Watch(Sender<Event>);

impl Drop for Watch {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = self.0.send(Event::Panicked);
        }
    }
}

/// Waits until the main thread ends the process.
fn wait_for_ever() -> ! {
    loop {
        std::thread::park();
    }
}

fn cannot_start(error: io::Error) -> Fault {
    Fault::new(FaultKind::Own, format!("error: cannot start to work: {error}"))
}
