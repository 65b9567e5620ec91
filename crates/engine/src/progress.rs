//! How far long work has come, for whoever shows it to a person.
//!
//! **Idea.** Engines note it in one place of the process, a few times for each layer or row at most, which costs nothing
//! beside the work and no argument in every signature. Where several threads work on different inputs, the last note
//! stands: it is for the eye alone, and nothing depends on it.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// The work that is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Boards from which strips are cut are valued.
    Boards,
    /// Boards from which strips are cut are checked by the definition.
    CheckedBoards,
    /// Heaps from which listed amounts are taken are valued.
    Heaps,
    /// Layers of positions are decided, by the plies to the end of play.
    Layers,
    /// Nimbers are given to vertices that reach a cycle.
    Nimbers,
    /// Vertices of an acyclic graph are put in order, before they are valued.
    Ordered,
    /// A pattern is tried on positions beyond its table.
    Patterns,
    /// Positions are explored, or a program tells their moves.
    Positions,
    /// Positions of two tokens on a board are decided by sweeps over it.
    Sweeps,
    /// Vertices of an acyclic graph are valued, each after those that its arcs lead to.
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

    /// Notes that so many are done, and how many there are, where that is known.
    #[inline]
    pub fn note(self, done: u64, total: Option<u64>) {
        WORK.store(self as u8 + 1, Ordering::Relaxed);
        DONE.store(done, Ordering::Relaxed);
        TOTAL.store(total.unwrap_or(0), Ordering::Relaxed);
    }
}

/// After so many vertices it is noted how many are done.
const NOTED_VERTICES: usize = 1 << 14;

/// Returns the same vertices, of `total`, and notes now and then how many have been taken for this work.
pub(crate) fn noted(work: Work, vertices: impl Iterator<Item = u32>, total: usize) -> impl Iterator<Item = u32> {
    vertices.enumerate().map(move |(done, vertex)| {
        if done % NOTED_VERTICES == 0 {
            work.note(done as u64, Some(total as u64));
        }
        vertex
    })
}

/// The number of the work, plus one; 0 before any.
static WORK: AtomicU8 = AtomicU8::new(0);
static DONE: AtomicU64 = AtomicU64::new(0);
static TOTAL: AtomicU64 = AtomicU64::new(0);

/// Returns the work that was noted last, how much of it is done, and how much there is, where that is known.
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
