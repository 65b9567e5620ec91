//! The moves of a problem's instances as numbers, for the evidence of a table.

use std::collections::HashMap;
use std::rc::Rc;

use crate::budget::Budget;
use crate::engine::Value;
use crate::pattern::{Moves, MovesOf};
use crate::problem::{Entry, Input};

/// The moves of positions by their numbers and a limit, or `None` for more than the limit.
type Known = HashMap<(Vec<u64>, usize), Option<Vec<Vec<u64>>>>;

/// The moves of a problem's instances, as numbers.
pub(super) struct InNumbers<'a> {
    /// The problem.
    pub(super) entry: &'static dyn Entry,
    /// The place of the table.
    pub(super) number: usize,
    /// The other numbers.
    pub(super) base: Input<'a>,
    /// Whether the player who cannot move wins.
    pub(super) misere: bool,
    /// The moves that are known by position and limit, because each claim is compared at the same positions.
    pub(super) known: Known,
    /// A small position with more moves than a limit, by the limit. No larger one is made.
    pub(super) too_many: HashMap<usize, Vec<u64>>,
}

impl<'a> InNumbers<'a> {
    /// Returns a function that solves `count` numbers from `first` on, or fewer if these take many steps.
    pub(super) fn solved(&self, first: u64, count: usize, budget: Budget) -> impl Fn() -> Vec<Value> + 'a {
        /// The most steps for all these values, of which a closed form takes none.
        const STEPS: u64 = 10_000_000;
        /// The largest of these numbers. A closed form takes no steps, but an instance may be as long as its number.
        const LARGEST: u64 = 10_000;
        let (entry, number, base) = (self.entry, self.number, self.base);
        move || {
            let mut left = STEPS.min(budget.steps());
            let values = (first..=LARGEST).take(count).map_while(|n| {
                let solved = entry.series_value(number, base, &[n], budget.with_steps(left));
                let (value, steps) = solved.ok().flatten()?;
                left = left.saturating_sub(steps);
                Some(value)
            });
            values.collect()
        }
    }

    /// Returns the moves of positions, of as many as have no more than `budget` moves together.
    fn each(&mut self, positions: impl Iterator<Item = Vec<u64>>, most: usize, budget: usize) -> Vec<Moves> {
        let mut spent = 0;
        let moves = positions.map_while(|numbers| {
            if spent > budget {
                return None;
            }
            let is_larger = |least: &Vec<u64>| least.iter().zip(&numbers).all(|(least, number)| least <= number);
            if self.too_many.get(&most).is_some_and(is_larger) {
                return Some(Moves::TooMany);
            }
            let found = || self.entry.series_moves(self.number, self.base, &numbers, most);
            let moves = self.known.entry((numbers.clone(), most)).or_insert_with(found).clone();
            if moves.is_none() {
                self.too_many.insert(most, numbers);
            }
            spent += moves.as_ref().map_or(0, Vec::len);
            Some(moves.map_or(Moves::TooMany, |moves| Moves::To(moves, u64::from(self.misere))))
        });
        moves.collect()
    }

    /// Returns the moves of all these positions, unless they are too many.
    pub(super) fn of_all(&mut self, positions: impl Iterator<Item = Vec<u64>> + Clone) -> Option<Vec<Vec<Vec<u64>>>> {
        /// The most moves of all positions of a table.
        const MOST: usize = 400_000;
        let count = positions.clone().count();
        let all = self.each(positions, MOST, MOST).into_iter().map(|moves| match moves {
            Moves::To(moves, _) => Some(moves),
            Moves::TooMany | Moves::Elsewhere => None,
        });
        let all: Option<Vec<_>> = all.collect();
        all.filter(|all| all.len() == count)
    }
}

impl MovesOf for InNumbers<'_> {
    fn moves_of(&mut self, positions: &[u64], most_moves: usize, budget: usize) -> Rc<[Moves]> {
        self.each(positions.iter().map(|&n| vec![n]), most_moves, budget).into()
    }
}

impl MovesOf<Vec<u64>> for InNumbers<'_> {
    fn moves_of(&mut self, positions: &[Vec<u64>], most_moves: usize, budget: usize) -> Rc<[Moves]> {
        self.each(positions.iter().cloned(), most_moves, budget).into()
    }
}
