//! Cells of a table: the outcome and distance of a position in one number.
//!
//! A cell takes 2 bytes until play lasts longer than [`LONGEST_SHORT`] plies, and 4 from then on. While a position is
//! open, its number is below [`DECIDED`] and belongs to the solver. Readers see an open position as a draw.

use super::super::Outcome;
use super::MAX_COUNTER;
use super::blocks::BLOCK;

/// The least number that holds an outcome and a distance. Smaller ones belong to the solver.
pub(super) const DECIDED: u32 = 1 << 8;
/// The longest play that fits 2 bytes.
pub(super) const LONGEST_SHORT: u32 = u16::LONGEST;

/// The numbers of all positions.
///
/// Two tables are equal if all outcomes and distances are. The solver's numbers in open positions do not count.
#[derive(Clone, Debug)]
pub(super) enum Cells {
    Short(Vec<u16>),
    Long(Vec<u32>),
}

/// A number that holds the state of one position.
pub(super) trait Cell: Copy + PartialEq {
    /// The longest play that fits the cell.
    const LONGEST: u32;
    /// Converts a number. The caller checks that the cell has room for it.
    fn of(number: u32) -> Self;
    fn number(self) -> u32;
    /// Makes the cell `won` if it is open. Returns whether it was.
    fn win(&mut self, won: Self) -> bool;
    /// Takes one hope from the cell if it is open. If it was the last, makes the cell `lost` and returns true.
    fn lose(&mut self, lost: Self) -> bool;
    /// Does the same to all cells of a set at once: wins them, or takes one hope from each.
    ///
    /// Returns whether any was decided. Takes a few dozen instructions in all.
    fn decide_all(cells: &mut [Self; BLOCK], set: u64, won: bool, decided: Self) -> bool;
}

/// Loops without a branch, which the compiler turns into instructions for many cells at once.
macro_rules! cell {
    ($type:ty) => {
        impl Cell for $type {
            const LONGEST: u32 = (<$type>::MAX as u32 - 1 - DECIDED) / 2;

            #[inline]
            fn of(number: u32) -> $type {
                <$type>::try_from(number).expect("room was made for this distance")
            }

            #[inline]
            fn number(self) -> u32 {
                u32::from(self)
            }

            #[inline]
            fn win(&mut self, won: $type) -> bool {
                let open = *self <= <$type>::from(MAX_COUNTER);
                *self = if open { won } else { *self };
                open
            }

            #[inline]
            fn lose(&mut self, lost: $type) -> bool {
                let less = self.wrapping_sub(<$type>::from(*self <= <$type>::from(MAX_COUNTER)));
                *self = if less == 0 { lost } else { less };
                less == 0
            }

            #[inline]
            fn decide_all(cells: &mut [$type; BLOCK], set: u64, won: bool, decided: $type) -> bool {
                let mut any = 0;
                for (cells, place) in cells.chunks_exact_mut(8).zip(0..) {
                    let eight = (set >> (8 * place)) as u8 as $type;
                    for (place, cell) in cells.iter_mut().enumerate() {
                        let inside = <$type>::from(eight & 1 << place != 0);
                        let open = inside & <$type>::from(*cell <= <$type>::from(MAX_COUNTER));
                        let less = if won {
                            *cell & open.wrapping_sub(1)
                        } else {
                            cell.wrapping_sub(open)
                        };
                        let last = <$type>::from(less == 0).wrapping_neg();
                        *cell = decided & last | less & !last;
                        any |= last;
                    }
                }
                any != 0
            }
        }
    };
}

cell!(u16);
cell!(u32);

/// Returns the number of a position that is won, or else lost, in `distance` plies.
#[inline]
pub(super) fn decided(won: bool, distance: u32) -> u32 {
    DECIDED + 2 * distance + u32::from(won)
}

impl Cells {
    /// Returns an upper bound on the bytes for this many positions.
    ///
    /// If there are enough for long play, it counts both the short and the wide cells, as during the widening.
    pub(super) fn bytes_needed(len: u64) -> u64 {
        Cells::short_bytes_needed(len) + Cells::more_bytes_needed(len)
    }

    /// Returns the bytes for this many positions while no play is long.
    pub(super) fn short_bytes_needed(len: u64) -> u64 {
        len * size_of::<u16>() as u64
    }

    /// Returns the additional bytes for widening. No play is longer than the number of positions.
    pub(super) fn more_bytes_needed(len: u64) -> u64 {
        if len <= LONGEST_SHORT.into() {
            0
        } else {
            len * size_of::<u32>() as u64
        }
    }

    /// Returns the cells of `len` open positions.
    pub(super) fn zeroed(len: usize) -> Cells {
        Cells::Short(vec![0; len])
    }

    /// Adds the cells of the positions that follow, without spare room. Panics if they are wider or narrower.
    pub(super) fn append(&mut self, after: &Cells) {
        fn append<C: Copy>(all: &mut Vec<C>, after: &[C]) {
            all.reserve_exact(after.len());
            all.extend_from_slice(after);
        }
        match (self, after) {
            (Cells::Short(all), Cells::Short(after)) => append(all, after),
            (Cells::Long(all), Cells::Long(after)) => append(all, after),
            _ => panic!("neighbouring positions have cells of one width"),
        }
    }

    /// Returns the numbers while all play fits 2 bytes. Panics if the cells are wide.
    pub(super) fn short(&mut self) -> &mut [u16] {
        match self {
            Cells::Short(short) => short,
            Cells::Long(_) => panic!("room was made for long play"),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Cells::Short(short) => short.len(),
            Cells::Long(long) => long.len(),
        }
    }

    /// Returns whether a distance needs wider cells.
    #[inline]
    pub(super) fn lacks_room_for(&self, distance: u32) -> bool {
        matches!(self, Cells::Short(_)) && distance > LONGEST_SHORT
    }

    /// Widens the cells if a distance needs it.
    pub(super) fn make_room_for(&mut self, distance: u32) {
        if let Cells::Short(short) = self
            && distance > LONGEST_SHORT
        {
            *self = Cells::Long(short.iter().map(|&cell| cell.into()).collect());
        }
    }

    /// Adds the cell of the position that follows.
    pub(super) fn push(&mut self, number: u32) {
        match self {
            Cells::Short(short) => short.push(u16::of(number)),
            Cells::Long(long) => long.push(number),
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

    /// Returns the outcome for the player to move.
    pub(super) fn outcome(&self, index: usize) -> Outcome {
        match self.get(index) {
            open if open < DECIDED => Outcome::Draw,
            number if number % 2 == 1 => Outcome::Win,
            _ => Outcome::Loss,
        }
    }

    /// Returns the number of plies of best play, or `None` for a draw.
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
    use super::super::super::graph::tests::Random;
    use super::*;

    #[test]
    fn outcome_and_distance_fit_around_the_longest_short_play() {
        for distance in [0, 1, LONGEST_SHORT - 1, LONGEST_SHORT, LONGEST_SHORT + 1, 1 << 30] {
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
                assert_eq!(all, [(Outcome::Win, Some(7)), (outcome, Some(distance)), open]);
            }
        }
    }

    #[test]
    fn the_open_numbers_of_a_solver_are_draws() {
        let mut cells = Cells::zeroed(2);
        cells.set(1, DECIDED - 1);
        for index in 0..2 {
            assert_eq!((cells.outcome(index), cells.distance(index)), (Outcome::Draw, None));
        }
    }

    /// Compares changes to all cells of a block at once with changes one by one, for blocks of all kinds of cells.
    fn compare<C: Cell + Default + std::fmt::Debug>() {
        let mut random = Random(1);
        let most = u32::from(MAX_COUNTER);
        let decided = [false, true].map(|won| C::of(decided(won, 9)));
        for _ in 0..300 {
            let sparse = [random.next(), u64::MAX, random.next() & random.next() & random.next()];
            let set = sparse[random.below(3)];
            let kinds = [1, 1, 2, most, most + 1, DECIDED, DECIDED + 1, u32::from(u16::MAX)];
            let mut cells = [C::default(); BLOCK];
            cells.fill_with(|| C::of(kinds[random.below(kinds.len())]));

            let mut expected = cells;
            let mut any = false;
            for place in (0..BLOCK).filter(|place| set >> place & 1 == 1) {
                if expected[place].number() <= most {
                    expected[place] = decided[1];
                    any = true;
                }
            }
            let mut found = cells;
            assert_eq!(C::decide_all(&mut found, set, true, decided[1]), any);
            assert_eq!(found, expected);

            let mut expected = cells;
            let mut any = false;
            for place in (0..BLOCK).filter(|place| set >> place & 1 == 1) {
                match expected[place].number() {
                    1 => {
                        expected[place] = decided[0];
                        any = true;
                    }
                    open if open <= most => expected[place] = C::of(open - 1),
                    _ => {}
                }
            }
            let mut found = cells;
            assert_eq!(C::decide_all(&mut found, set, false, decided[0]), any);
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn a_block_changed_at_once_is_changed_as_cell_by_cell() {
        compare::<u16>();
        compare::<u32>();
    }
}
