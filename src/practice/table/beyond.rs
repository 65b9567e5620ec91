//! The moves of an own game beyond its table, for the trial of claims.

use std::collections::BTreeSet;
use std::time::Duration;

use super::made::TableError;
use crate::engine::Outcome;
use crate::engine::progress::Work;
use crate::own::{Caps, OwnEntry, OwnError, OwnErrorKind, Told};
use crate::pattern::{Moves, MovesOf};

/// A position of numbers in a file's game.
pub(super) trait Asked: Clone + Eq {
    /// Returns the position as the grader reads it.
    fn asked(&self) -> String;

    /// Returns the count of its numbers.
    fn count(&self) -> u32;

    /// Returns the moves in the grader's reply. Without a move the player to move has the value `stuck`.
    fn moves(&self, told: Told, stuck: u64) -> Moves;

    /// Returns moves in one order.
    fn sorted(moves: &[Vec<u64>]) -> Sorted;
}

/// Moves, each as its numbers, in one order.
type Sorted = BTreeSet<Vec<u64>>;

impl Asked for u64 {
    fn asked(&self) -> String {
        self.to_string()
    }

    fn count(&self) -> u32 {
        1
    }

    fn moves(&self, told: Told, stuck: u64) -> Moves {
        match told {
            Told::To(moves) => Moves::To(moves, stuck),
            Told::Several(_) => Moves::Elsewhere,
            told => ended(&told),
        }
    }

    fn sorted(moves: &[Vec<u64>]) -> Sorted {
        let heaps = moves.iter().cloned().map(|mut heaps| {
            heaps.sort_unstable();
            heaps
        });
        heaps.collect()
    }
}

impl Asked for Vec<u64> {
    fn asked(&self) -> String {
        let numbers: Vec<String> = self.iter().map(u64::to_string).collect();
        numbers.join(" ")
    }

    fn count(&self) -> u32 {
        self.len() as u32
    }

    fn moves(&self, told: Told, stuck: u64) -> Moves {
        match told {
            Told::To(moves) if moves.is_empty() => Moves::To(moves, stuck),
            Told::Several(moves) if moves.iter().all(|to| to.len() == self.len()) => Moves::To(moves, stuck),
            Told::To(_) | Told::Several(_) => Moves::Elsewhere,
            told => ended(&told),
        }
    }

    fn sorted(moves: &[Vec<u64>]) -> Sorted {
        moves.iter().cloned().collect()
    }
}

/// Returns the moves of a position that has no list of them.
fn ended(told: &Told) -> Moves {
    match told {
        Told::Ended(Outcome::Loss) => Moves::To(Vec::new(), 0),
        Told::Ended(Outcome::Win) => Moves::To(Vec::new(), 1),
        Told::Ended(Outcome::Draw) => Moves::To(Vec::new(), 2),
        Told::TooMany => Moves::TooMany,
        Told::To(_) | Told::Several(_) | Told::Elsewhere => Moves::Elsewhere,
    }
}

/// The moves of a file's game beyond its table.
///
/// A program must give the same moves in every run. So the first question also asks about some positions of the table
/// again.
pub(super) struct Beyond<'a, P> {
    entry: &'a OwnEntry,
    caps: Caps,
    /// Earlier answers, because each claim is tried on the same positions.
    told: Vec<(Vec<P>, Vec<Moves>)>,
    /// The positions of the table that are asked about again, with their moves.
    again: Vec<(String, Sorted)>,
    /// The first of them with other moves than before.
    differs: Option<String>,
    /// The processor time that the program has taken, and its limit for all questions.
    spent: Duration,
    all: Duration,
}

impl<'a, P: Asked> Beyond<'a, P> {
    /// The most positions that are asked about again.
    const MOST_AGAIN: usize = 8;
    /// The processor time for one question, and for all questions together for each number of a position.
    ///
    /// The second has one value without a range and one with a range. For a sum each number is a question of its own.
    /// The number of moves decides first. The time ends only questions about moves that take long to compute.
    const EACH: Duration = Duration::from_millis(800);
    const ALL: [Duration; 2] = [Duration::from_millis(2500), Duration::from_millis(4000)];

    /// Makes a source of moves for a table with these positions and moves. `has_range` says whether the user gave the
    /// range.
    pub(super) fn new(
        entry: &'a OwnEntry,
        caps: Caps,
        table: &[(&P, &Vec<Vec<u64>>)],
        has_range: bool,
    ) -> Beyond<'a, P> {
        let by = table.len().div_ceil(Beyond::<P>::MOST_AGAIN).max(1);
        let again = table.iter().step_by(by);
        Beyond {
            entry,
            caps,
            told: Vec::new(),
            again: again
                .map(|(position, moves)| (position.asked(), P::sorted(moves)))
                .collect(),
            differs: None,
            spent: Duration::ZERO,
            all: Beyond::<P>::ALL[usize::from(has_range)],
        }
    }

    /// Asks about positions, and the first time about some of the table as well.
    fn ask(&mut self, positions: &[P], (most_moves, budget): (usize, usize)) -> Vec<Told> {
        let numbers = positions.first().map_or(1, P::count);
        let left = (self.all * numbers).saturating_sub(self.spent);
        let Ok(grader) = self.entry.grader() else {
            return Vec::new();
        };
        // A shorter question would reach as far as the processor happens to be fast.
        if left < Beyond::<P>::EACH {
            return Vec::new();
        }
        Work::Patterns.note(0, None);
        let caps = Caps {
            soft: Some(Beyond::<P>::EACH),
            ..self.caps
        };
        let again = std::mem::take(&mut self.again);
        let known = again.iter().map(|(name, _)| name.clone());
        let asked: Vec<String> = known.chain(positions.iter().map(P::asked)).collect();
        // Beyond the table a file may give up. Then nothing is known there.
        let told = grader.moves(&asked, most_moves as u64, budget as u64, caps);
        let (told, spent) = told.unwrap_or((Vec::new(), Beyond::<P>::EACH));
        self.spent += spent;
        let mut told = told.into_iter();
        for ((name, expected), told) in again.into_iter().zip(told.by_ref()) {
            let (Told::To(moves) | Told::Several(moves)) = told else {
                continue;
            };
            if P::sorted(&moves) != expected {
                self.differs = Some(name);
                return Vec::new();
            }
        }
        let mut told: Vec<Told> = told.collect();
        // The time may have ended the answers. A round count of them is the same on most machines and at most loads.
        if told.len() < positions.len() {
            told.truncate((told.len() + 1).next_power_of_two() / 2);
        }
        match self.differs {
            Some(_) => Vec::new(),
            None => told,
        }
    }

    /// Checks that the program gave the same moves in both runs.
    ///
    /// # Errors
    /// Fails if it gave other moves for one position.
    pub(super) fn check(self) -> Result<(), TableError> {
        let Some(position) = self.differs else { return Ok(()) };
        let error = OwnError::Game {
            kind: OwnErrorKind::Differs,
            position,
            what: "the moves differ between two runs".to_owned(),
        };
        Err(TableError::of_game(error))
    }
}

impl<P: Asked> MovesOf<P> for Beyond<'_, P> {
    fn moves_of(&mut self, positions: &[P], most_moves: usize, budget: usize) -> Vec<Moves> {
        if let Some((_, told)) = self.told.iter().find(|(asked, _)| asked == positions) {
            return told.clone();
        }
        let told = self.ask(positions, (most_moves, budget));
        let stuck = u64::from(self.caps.misere);
        let moves = positions
            .iter()
            .zip(told)
            .map(|(position, told)| position.moves(told, stuck));
        let moves: Vec<Moves> = moves.collect();
        self.told.push((positions.to_vec(), moves.clone()));
        moves
    }

    fn named(&self) -> Vec<u64> {
        self.entry.named()
    }
}
