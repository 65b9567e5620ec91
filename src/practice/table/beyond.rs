//! The moves of an own game beyond its table, for the trial of claims.

use std::borrow::Borrow;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

use super::made::TableError;
use crate::engine::Outcome;
use crate::engine::progress::Work;
use crate::own::{Caps, OwnEntry, OwnError, OwnErrorKind, Told};
use crate::pattern::{Moves, MovesOf};

/// A position of numbers in a file's game.
pub(super) trait Asked: Clone + Eq {
    /// Returns the position as the grader reads it.
    fn asked(&self) -> String;

    /// Returns the largest of its numbers.
    fn largest(&self) -> u64;

    /// Returns the moves in the grader's reply. Without a move the player to move has the value `stuck`.
    ///
    /// With `in_rows`, a move may lead to a row of any length.
    fn moves(&self, told: Told, stuck: u64, in_rows: bool) -> Moves;

    /// Returns moves in one order.
    fn sorted(moves: &[Vec<u64>]) -> Sorted;
}

/// Moves, each as its numbers, in one order.
type Sorted = BTreeSet<Vec<u64>>;

impl Asked for u64 {
    fn asked(&self) -> String {
        self.to_string()
    }

    fn largest(&self) -> u64 {
        *self
    }

    fn moves(&self, told: Told, stuck: u64, _: bool) -> Moves {
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

    fn largest(&self) -> u64 {
        self.iter().copied().max().unwrap_or(0)
    }

    fn moves(&self, told: Told, stuck: u64, in_rows: bool) -> Moves {
        match told {
            Told::To(moves) if moves.is_empty() => Moves::To(moves, stuck),
            Told::Several(moves) if in_rows || moves.iter().all(|to| to.len() == self.len()) => Moves::To(moves, stuck),
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
    told: Vec<(Vec<P>, Rc<[Moves]>)>,
    /// The positions of the table that are asked about again, with their moves.
    again: Vec<(String, Sorted)>,
    /// The first of them with other moves than before.
    differs: Option<String>,
    /// The number of moves that the program has reported.
    spent: usize,
    /// Whether the game is a program of lines. It is asked about a fourth of the moves, because scripts are slow.
    has_lines: bool,
    /// The rounds of the game's loops for the next question.
    steps: u64,
    /// The size of positions that need more rounds, or half the size of a question that took too long. Larger
    /// positions are not asked about.
    hangs_at: u64,
    late: &'a Late,
    /// Whether a move may lead to a row of any length.
    in_rows: bool,
}

/// Returns whether a game is a program of lines. Its rounds cannot be counted, so the clock often ends it.
fn has_lines(entry: &OwnEntry) -> bool {
    entry.facts().is_ok_and(|facts| facts.get("LINES").is_some())
}

/// Whether the clock ended a question beyond a table.
#[derive(Default)]
pub(super) struct Late(Cell<bool>);

impl Late {
    /// Returns whether the questions end here: a file has no short question after a long one.
    pub(super) fn ends(&self, entry: &OwnEntry) -> bool {
        self.0.get() && !has_lines(entry)
    }

    /// Notes an error of the clock. Returns whether it is one.
    pub(super) fn note(&self, error: &OwnError) -> bool {
        use OwnErrorKind::{Hangs, Time, Waits};
        let is_late = matches!(error, OwnError::Late(_)) || matches!(error.kind(), Some(Time | Hangs | Waits));
        self.0.set(self.0.get() || is_late);
        is_late
    }

    /// Returns a note that the speed of the machine limits the evidence.
    pub(super) fn words(&self) -> Option<String> {
        let words = "gamesolve asked for moves beyond the table, and the game took too long. On a faster machine the evidence may \
                     reach further";
        self.0.get().then(|| words.to_owned())
    }
}

impl<'a, P: Asked> Beyond<'a, P> {
    /// The most positions that are asked about again.
    const MOST_AGAIN: usize = 8;
    /// The number of moves after which there is no further question. In Python they take some two seconds.
    const ALL: usize = 1_200_000;
    /// The rounds of the game's own loops for one question. A round takes some 0.1 µs in Python.
    ///
    /// They are counted, so every machine gets the same answers.
    const STEPS: u64 = 10_000_000;
    /// The processor time for one question about a file, and about a program of lines, in seconds.
    ///
    /// For a file it is several times the time of the rounds and moves that a question allows. So it ends only
    /// calls of library functions without end. Then the user hears that the machine's speed decided.
    const SECONDS: [u64; 2] = [8, 2];
    /// The largest number of positions that are asked about before larger ones, and the count of the first of them.
    ///
    /// Each part is a question of its own, so a part that takes too long loses no other part. Rounds of programs of
    /// lines cannot be counted, so they have more parts.
    const NEAR: u64 = 100_000;
    const FEW: usize = 1000;

    /// Makes a source of moves for a table with these positions and moves.
    pub(super) fn new(
        entry: &'a OwnEntry,
        caps: Caps,
        table: &[(impl Borrow<P>, &Vec<Vec<u64>>)],
        late: &'a Late,
    ) -> Beyond<'a, P> {
        let has_lines = has_lines(entry);
        let by = table.len().div_ceil(Beyond::<P>::MOST_AGAIN).max(1);
        // In the other order, because the first call of a run may decide the rules.
        let again = table.iter().rev().step_by(by);
        Beyond {
            entry,
            caps,
            told: Vec::new(),
            again: again
                .map(|(position, moves)| (position.borrow().asked(), P::sorted(moves)))
                .collect(),
            differs: None,
            spent: 0,
            has_lines,
            steps: Beyond::<P>::STEPS,
            hangs_at: u64::MAX,
            late,
            in_rows: false,
        }
    }

    /// Returns the same source for rows of any length.
    pub(super) fn in_rows(self) -> Beyond<'a, P> {
        Beyond { in_rows: true, ..self }
    }

    /// Asks about positions, and the first time about some of the table as well.
    fn ask(&mut self, positions: &[P], (most_moves, budget): (usize, usize)) -> Vec<Told> {
        if self.differs.is_some() || self.late.ends(self.entry) || self.spent > Beyond::<P>::ALL {
            return Vec::new();
        }
        let end = positions
            .iter()
            .position(|position| position.largest() >= self.hangs_at);
        let positions = &positions[..end.unwrap_or(positions.len())];
        let Ok(grader) = self.entry.grader() else {
            return Vec::new();
        };
        if positions.is_empty() && self.again.is_empty() {
            return Vec::new();
        }
        Work::Patterns.note(0, None);
        let caps = Caps {
            steps: Some(self.steps),
            seconds: Beyond::<P>::SECONDS[usize::from(self.has_lines)],
            ..self.caps
        };
        let known = self.again.iter().map(|(name, _)| name.clone());
        let asked: Vec<String> = known.chain(positions.iter().map(P::asked)).collect();
        let told = match grader.moves(&asked, most_moves as u64, budget as u64, caps) {
            Ok((told, _)) => told,
            Err(error) if self.late.note(&error) => {
                let largest = positions.iter().map(P::largest).max();
                self.hangs_at = largest.unwrap_or(0) / 2;
                return Vec::new();
            }
            // Beyond the table a file may give up. Then nothing is known there.
            Err(_) => Vec::new(),
        };
        let spent = told.iter().map(|told| told.work(most_moves)).sum::<usize>();
        self.spent += spent;
        let again = self.again.len();
        if told.len() < asked.len() && spent <= budget {
            // Later questions together get no more rounds than this one.
            self.steps /= 2;
            self.hangs_at = positions
                .get(told.len().saturating_sub(again))
                .map_or(u64::MAX, P::largest);
        }
        let mut told = told.into_iter();
        for ((name, expected), told) in self.again.drain(..).zip(told.by_ref()) {
            let (Told::To(moves) | Told::Several(moves)) = told else {
                continue;
            };
            if P::sorted(&moves) != expected {
                self.differs = Some(name);
                return Vec::new();
            }
        }
        told.collect()
    }

    /// Returns whether each of these positions is a legal start.
    fn legal(&self, positions: &[P]) -> Vec<bool> {
        let starts: Vec<String> = positions.iter().map(P::asked).collect();
        self.entry.legal(&starts).unwrap_or_else(|error| {
            self.late.note(&error);
            vec![false; starts.len()]
        })
    }

    /// Asks about the positions up to [`Beyond::NEAR`], then about larger ones. A program of lines is asked about the
    /// first positions, each time about twice as many.
    fn ask_in_turn(&mut self, positions: &[P], most_moves: usize, budget: usize) -> Vec<Told> {
        let is_near = |position: &&P| position.largest() <= Beyond::<P>::NEAR;
        let near = positions.iter().take_while(is_near).count();
        let mut told = Vec::new();
        let doubled = std::iter::successors(Some(Beyond::<P>::FEW), |count| Some(2 * count));
        let doubled = doubled.take_while(|&end| self.has_lines && end < near);
        let ends: Vec<usize> = doubled.chain([near, positions.len()]).collect();
        let mut begin = 0;
        for end in ends {
            let part = &positions[begin..end];
            begin = end;
            let spent = told.iter().map(|told: &Told| told.work(most_moves)).sum::<usize>();
            if part.is_empty() || spent > budget {
                continue;
            }
            let of_part = self.ask(part, (most_moves, budget - spent));
            let is_whole = of_part.len() == part.len();
            told.extend(of_part);
            if !is_whole {
                break;
            }
        }
        told
    }

    /// Checks that the program gave the same moves in both runs.
    ///
    /// # Errors
    /// Fails if it gave other moves for one position.
    pub(super) fn check(mut self) -> Result<(), TableError> {
        // A table without a claim beyond it had no other run yet.
        self.ask(&[], (Beyond::<P>::ALL, Beyond::<P>::ALL));
        let Some(position) = self.differs else { return Ok(()) };
        let error = OwnError::Game {
            kind: OwnErrorKind::Differs,
            position,
            what: "the moves differ between two runs".to_owned(),
            hint: None,
        };
        Err(TableError::of_game(error))
    }
}

impl<P: Asked> MovesOf<P> for Beyond<'_, P> {
    fn moves_of(&mut self, positions: &[P], most_moves: usize, budget: usize) -> Rc<[Moves]> {
        if let Some((_, told)) = self.told.iter().find(|(asked, _)| asked == positions) {
            return Rc::clone(told);
        }
        let share = if self.has_lines { 4 } else { 1 };
        let legal = self.legal(positions);
        let of_legal = positions.iter().zip(&legal).filter(|(_, is_legal)| **is_legal);
        let asked: Vec<P> = of_legal.map(|(position, _)| position.clone()).collect();
        let mut told = self.ask_in_turn(&asked, most_moves / share, budget / share).into_iter();
        let stuck = u64::from(self.caps.misere);
        let moves = positions
            .iter()
            .zip(legal)
            .map_while(|(position, is_legal)| match is_legal {
                true => Some(position.moves(told.next()?, stuck, self.in_rows)),
                // Play may never reach this position, so it decides nothing.
                false => Some(Moves::Elsewhere),
            });
        let moves: Rc<[Moves]> = moves.collect();
        self.told.push((positions.to_vec(), Rc::clone(&moves)));
        moves
    }

    fn named(&self) -> Vec<u64> {
        self.entry.named()
    }
}
