//! The progress of long work, for callers that show it to a person.
//!
//! **Idea.** Engines note progress in one place of the process, at most a few times for each layer or row. That costs
//! nothing next to the work, and needs no argument in every signature. If several threads work on different inputs, the
//! last note stands. The note is only for display, and nothing depends on it.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// The work in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Boards in a game of cutting strips are valued.
    Boards,
    /// Boards in a game of cutting strips are checked by the definition.
    CheckedBoards,
    /// Heaps with listed amounts for a move are valued.
    Heaps,
    /// Layers of positions are decided, by the plies to the end of play.
    Layers,
    /// Nimbers are given to vertices that reach a cycle.
    Nimbers,
    /// Vertices of an acyclic graph are put in order, before they are valued.
    Ordered,
    /// A pattern is tried on positions beyond its table.
    Patterns,
    /// Positions are explored, or a program lists their moves.
    Positions,
    /// Positions of two tokens on a board are decided by sweeps over it.
    Sweeps,
    /// Vertices of an acyclic graph are valued, each after its successors.
    Vertices,
}

impl Work {
    const ALL: [Work; 10] = [
        Work::Boards,
        Work::CheckedBoards,
        Work::Heaps,
        Work::Layers,
        Work::Nimbers,
        Work::Ordered,
        Work::Patterns,
        Work::Positions,
        Work::Sweeps,
        Work::Vertices,
    ];

    /// Notes the number of items done, and the number of all items if it is known.
    #[inline]
    pub fn note(self, done: u64, total: Option<u64>) {
        WORK.store(self as u8 + 1, Ordering::Relaxed);
        DONE.store(done, Ordering::Relaxed);
        TOTAL.store(total.unwrap_or(0), Ordering::Relaxed);
    }
}

/// The number of vertices between two notes.
const NOTED_VERTICES: usize = 1 << 14;

/// Returns the same vertices and notes, now and then, how many of `total` this work has taken.
pub(crate) fn noted(work: Work, vertices: impl Iterator<Item = u32>, total: usize) -> impl Iterator<Item = u32> {
    vertices.enumerate().map(move |(done, vertex)| {
        if done % NOTED_VERTICES == 0 {
            work.note(done as u64, Some(total as u64));
        }
        vertex
    })
}

/// The number of the work, plus one. It is 0 before any note.
static WORK: AtomicU8 = AtomicU8::new(0);
static DONE: AtomicU64 = AtomicU64::new(0);
static TOTAL: AtomicU64 = AtomicU64::new(0);

/// Returns the last noted work, the amount done, and the total if it is known.
pub fn latest() -> Option<(Work, u64, Option<u64>)> {
    let work = WORK.load(Ordering::Relaxed).checked_sub(1)?;
    let total = TOTAL.load(Ordering::Relaxed);
    Some((
        Work::ALL[usize::from(work)],
        DONE.load(Ordering::Relaxed),
        (total > 0).then_some(total),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works_are_numbered_as_they_are_listed() {
        for (number, work) in Work::ALL.into_iter().enumerate() {
            assert_eq!(work as usize, number);
        }
    }
}
