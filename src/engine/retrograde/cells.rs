//! What is known of each position, outcome and distance in one number.
//!
//! 2 bytes a position until play lasts longer than [`LONGEST_SHORT`] plies, 4 from then on. Numbers below [`DECIDED`]
//! are the solver's own while a position is open; for readers they all are draws.

use super::super::Outcome;
use super::super::huge::Array;

/// From here on a number tells an outcome and a distance.
pub(super) const DECIDED: u32 = 1 << 8;
/// The longest play that 2 bytes can tell.
pub(super) const LONGEST_SHORT: u32 = (u16::MAX as u32 - 1 - DECIDED) / 2;

/// The numbers of all positions. Two are equal if they say the same of each: what a solver left in open ones is nothing.
#[derive(Clone, Debug)]
pub(super) enum Cells {
    Short(Array<u16>),
    Long(Array<u32>),
}

/// One number.
pub(super) trait Cell: Copy + PartialEq {
    /// A number that was made room for.
    fn of(number: u32) -> Self;
    fn number(self) -> u32;
    /// The number with its lowest bit set: of a decided position, as if it were won.
    fn or_one(self) -> Self;
}

impl Cell for u16 {
    #[inline]
    fn of(number: u32) -> u16 {
        u16::try_from(number).expect("room was made for this distance")
    }

    #[inline]
    fn number(self) -> u32 {
        u32::from(self)
    }

    #[inline]
    fn or_one(self) -> u16 {
        self | 1
    }
}

impl Cell for u32 {
    #[inline]
    fn of(number: u32) -> u32 {
        number
    }

    #[inline]
    fn number(self) -> u32 {
        self
    }

    #[inline]
    fn or_one(self) -> u32 {
        self | 1
    }
}

/// The number for a position that is won, or else lost, in so many plies.
#[inline]
pub(super) fn decided(won: bool, distance: u32) -> u32 {
    DECIDED + 2 * distance + u32::from(won)
}

impl Cells {
    /// All open.
    pub(super) fn zeroed(len: usize) -> Cells {
        Cells::Short(Array::zeroed(len))
    }

    /// Those of neighbouring ranges of positions, as one.
    pub(super) fn joined(parts: &[Cells]) -> Cells {
        let mut all = Cells::zeroed(parts.iter().map(Cells::len).sum());
        if parts.iter().any(|part| matches!(part, Cells::Long(_))) {
            all.make_room_for(LONGEST_SHORT + 1);
        }
        let mut done = 0;
        for part in parts {
            let range = done..done + part.len();
            done = range.end;
            match (&mut all, part) {
                (Cells::Short(all), Cells::Short(part)) => all[range].copy_from_slice(part),
                (all, part) => {
                    for (index, place) in range.zip(0..) {
                        all.set(index, part.get(place));
                    }
                }
            }
        }
        all
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Cells::Short(short) => short.len(),
            Cells::Long(long) => long.len(),
        }
    }

    /// Has room for play of so many plies from now on.
    pub(super) fn make_room_for(&mut self, distance: u32) {
        if let Cells::Short(short) = self
            && distance > LONGEST_SHORT
        {
            let mut long = Array::zeroed(short.len());
            for (long, &short) in long.iter_mut().zip(short.iter()) {
                *long = u32::from(short);
            }
            *self = Cells::Long(long);
        }
    }

    #[inline]
    pub(super) fn set(&mut self, index: usize, number: u32) {
        match self {
            Cells::Short(short) => short[index] = u16::of(number),
            Cells::Long(long) => long[index] = number,
        }
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> u32 {
        match self {
            Cells::Short(short) => short[index].number(),
            Cells::Long(long) => long[index],
        }
    }

    /// The outcome for the player to move.
    pub(super) fn outcome(&self, index: usize) -> Outcome {
        match self.get(index) {
            open if open < DECIDED => Outcome::Draw,
            number if number % 2 == 1 => Outcome::Win,
            _ => Outcome::Loss,
        }
    }

    /// How many plies best play lasts; `None` for a draw.
    pub(super) fn distance(&self, index: usize) -> Option<u32> {
        Some(self.get(index).checked_sub(DECIDED)? / 2)
    }
}

impl PartialEq for Cells {
    fn eq(&self, other: &Cells) -> bool {
        let said = |cells: &Cells, index| cells.get(index).checked_sub(DECIDED);
        let mut all = 0..self.len();
        self.len() == other.len() && all.all(|index| said(self, index) == said(other, index))
    }
}

impl Eq for Cells {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcome_and_distance_are_kept_on_both_sides_of_the_longest_short_play() {
        for distance in [
            0,
            1,
            LONGEST_SHORT - 1,
            LONGEST_SHORT,
            LONGEST_SHORT + 1,
            1 << 30,
        ] {
            let mut cells = Cells::zeroed(3);
            cells.set(0, decided(true, 7));
            cells.make_room_for(distance);
            assert_eq!(matches!(cells, Cells::Long(_)), distance > LONGEST_SHORT);
            for (won, outcome) in [(true, Outcome::Win), (false, Outcome::Loss)] {
                cells.set(1, decided(won, distance));
                let all: Vec<_> = (0..3)
                    .map(|index| (cells.outcome(index), cells.distance(index)))
                    .collect();
                let open = (Outcome::Draw, None);
                assert_eq!(
                    all,
                    [(Outcome::Win, Some(7)), (outcome, Some(distance)), open]
                );
            }
        }
    }

    #[test]
    fn the_open_numbers_of_a_solver_are_draws() {
        let mut cells = Cells::zeroed(2);
        cells.set(1, DECIDED - 1);
        for index in 0..2 {
            assert_eq!(
                (cells.outcome(index), cells.distance(index)),
                (Outcome::Draw, None)
            );
        }
    }
}
