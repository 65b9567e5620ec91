//! Boards from which a strip is cut: nimbers of a heap that splits in two.
//!
//! **Rules.** A board is a row of cells; a move lays a strip of one of the given lengths on free neighbouring cells,
//! which leaves a board on either side (perhaps empty); who cannot move loses. In the language of octal games: digit 7
//! in the place of every length, so `{1, 2}` is Kayles (.77) and `{2}` is Dawson's Kayles (.07).
//!
//! **Idea.** By Sprague and Grundy, `g(n)` is the mex of `g(x) ^ g(n - d - x)` over all lengths `d` and places `x`.
//! Three things save work.
//! * Half range: `x` and `n - d - x` give the same value.
//! * Few candidates: once the values of a sample of splits are marked, a candidate that is not marked is looked for
//!   among all splits by comparing two rows, many cells at a time. Where that happens too often, all are marked.
//! * Sparse space: in most such games some mask makes almost all nimbers *common* (an odd number of bits inside the
//!   mask) and few *rare* (an even number). A common value is the sum of one rare and one common, so marking the
//!   splits with a rare part settles all common candidates; only rare candidates are looked for among all splits. The
//!   mask is found by a Walsh transform of the values' histogram and never trusted for more than speed.
//!
//! **Why it is right.** A candidate is taken only if no split gives it: marked ones are given, unmarked common ones are
//! not (every split that could give them was marked), all others are searched for. A period is claimed only when
//! proved: by Guy and Smith, if `g(n + p) = g(n)` for all `n0 <= n < 2 n0 + p + k`, where `k` is the longest strip,
//! then for all `n >= n0`, because a longer board always leaves a part of at least `n0 + p` cells.
//!
//! **Cost.** Per board, in a sparse game, the number of rare boards times the number of lengths; otherwise up to half
//! the length times the number of lengths, several cells per instruction. Periods are sought each time the number of
//! boards has grown by a quarter, in linear time. 4 bytes per board, 8 more while a period is sought.
//!
//! **Limits.** Nimbers below 2^16; boards are valued one by one up to the budget, and beyond it only by a period.
//!
//! **Source.** Guy and Smith, "The G-values of various games" (1956); the sparse space phenomenon is in Berlekamp,
//! Conway and Guy, "Winning Ways", chapter 4.

/// The reason why boards cannot be valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StripsError {
    /// A strip without cells could be laid for ever.
    #[error("a strip of length 0 could be laid for ever")]
    ZeroLength,
    /// The longest board is beyond the budget and no period is proved within it.
    #[error(
        "no period is proved among the first {budget} boards; a board of {longest} cells needs {longest} boards \
         valued one by one and 4 bytes for each"
    )]
    OverBudget {
        /// The longest board asked for, in cells.
        longest: u64,
        /// The number of boards allowed.
        budget: usize,
    },
    /// A nimber of 2^16 or more.
    #[error("the nimber of a board of {board} cells exceeds 65535")]
    LargeNimber {
        /// The length of that board, in cells.
        board: usize,
    },
}

/// A proved period: `g(n + period) = g(n)` for all `n >= preperiod`. Both are the least possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first board, in cells, from which on the nimbers repeat.
    pub preperiod: usize,
    /// The number of cells after which they repeat.
    pub period: usize,
}

/// The nimbers of all boards up to some length.
#[derive(Clone, Debug)]
pub struct Strips {
    values: Vec<u16>,
    period: Option<Period>,
}

impl Strips {
    /// Values all boards of 0 to `longest` cells for strips of these lengths; equal lengths count once, and strips
    /// longer than every board are never laid. At most `budget` boards are valued one by one.
    ///
    /// # Errors
    /// [`StripsError`].
    pub fn solve(lengths: &[u64], longest: u64, budget: usize) -> Result<Strips, StripsError> {
        if lengths.contains(&0) {
            return Err(StripsError::ZeroLength);
        }
        let over_budget = StripsError::OverBudget { longest, budget };
        let budget = budget.min(MOST_BOARDS);
        let boards = usize::try_from(longest).map_or(budget, |n| n.saturating_add(1).min(budget));
        let all = boards as u64 > longest;
        let useful = lengths.iter().filter(|&&length| length <= longest);
        let lengths: Result<Vec<usize>, _> = useful.map(|&length| length.try_into()).collect();
        let mut lengths = lengths.map_err(|_| over_budget)?;
        lengths.sort_unstable();
        lengths.dedup();
        let longest_strip = lengths.last().copied().unwrap_or(0);
        // No proof is shorter than this, so none can come.
        if !all && longest_strip >= boards {
            return Err(over_budget);
        }

        let mut search = Search::new(lengths);
        let mut next_mask = FIRST_LOOK_BOARDS;
        let mut next_proof = FIRST_LOOK_BOARDS;
        while search.row.len() < boards {
            search.push_next()?;
            let known = search.row.len();
            if known == next_mask {
                next_mask *= 2;
                search.choose_mask();
            }
            if known == next_proof || (known == boards && !all) {
                next_proof += next_proof / 4;
                let period = prove_period(&search.row.values, longest_strip);
                if period.is_some() {
                    let values = search.row.values;
                    return Ok(Strips { values, period });
                }
            }
        }
        if !all {
            return Err(over_budget);
        }
        Ok(Strips {
            values: search.row.values,
            period: None,
        })
    }

    /// Returns the nimber of a board of `cells` cells.
    ///
    /// # Panics
    /// If the board is longer than the longest that was asked for, and no period is proved.
    pub fn nimber(&self, cells: u64) -> u32 {
        let known = usize::try_from(cells).ok().filter(|&n| n < self.values.len());
        let place = known.unwrap_or_else(|| {
            let Period { preperiod, period } = self.period.expect("the board was asked for");
            preperiod + ((cells - preperiod as u64) % period as u64) as usize
        });
        u32::from(self.values[place])
    }

    /// Returns the nimbers of the boards that were valued one by one, from 0 cells on.
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// Returns the period, if it was proved; without it the values may still be periodic.
    pub fn period(&self) -> Option<Period> {
        self.period
    }
}

/// The most boards that are valued one by one, so that their numbers fit into stamps.
const MOST_BOARDS: usize = u32::MAX as usize;

/// The number of boards that are known when a mask and a period are first looked for.
const FIRST_LOOK_BOARDS: usize = 256;

/// The nimbers in order, and once more in reverse: the values of all splits of one row are then two slices side by
/// side, compared without a step backwards.
struct Row {
    values: Vec<u16>,
    /// Filled from the end; the value of board `n` is `reversed[reversed.len() - 1 - n]`.
    reversed: Vec<u16>,
}

impl Row {
    fn len(&self) -> usize {
        self.values.len()
    }

    fn push(&mut self, value: u16) {
        if self.values.len() == self.reversed.len() {
            let mut longer = vec![0; (2 * self.reversed.len()).max(FIRST_LOOK_BOARDS)];
            let free = longer.len() - self.reversed.len();
            longer[free..].copy_from_slice(&self.reversed);
            self.reversed = longer;
        }
        let place = self.reversed.len() - 1 - self.values.len();
        self.reversed[place] = value;
        self.values.push(value);
    }

    /// Returns the values of the boards of `cells` cells, one cell less, and so on down to the empty board.
    fn downwards(&self, cells: usize) -> &[u16] {
        &self.reversed[self.reversed.len() - 1 - cells..]
    }

    /// Returns the values of the two parts of every split of `cells` cells, up to the middle.
    fn splits(&self, cells: usize) -> (&[u16], &[u16]) {
        let splits = cells / 2 + 1;
        (&self.values[..splits], &self.downwards(cells)[..splits])
    }

    /// Returns whether some split of `cells` cells has this value, and how many splits were compared to find out.
    ///
    /// Never inlined: where the compiler sees that `value` counts up in a wider register, it compares in wider lanes
    /// too, several times slower.
    #[inline(never)]
    fn gives(&self, cells: usize, value: u16) -> (bool, usize) {
        /// Long enough for wide instructions, short enough to stop early.
        const STRIDE_CELLS: usize = 128;
        let (left, right) = self.splits(cells);
        let (left_strides, left_rest) = left.as_chunks::<STRIDE_CELLS>();
        let (right_strides, right_rest) = right.as_chunks::<STRIDE_CELLS>();
        let mut strides = left_strides.iter().zip(right_strides);
        // Without a branch inside a stride, the compiler compares many places at once.
        let found = strides.position(|(left, right)| {
            let equal = left.iter().zip(right).map(|(l, r)| u16::from(l ^ r == value));
            equal.fold(0, |any, equal| any | equal) != 0
        });
        match found {
            Some(stride) => (true, (stride + 1) * STRIDE_CELLS),
            None => {
                let mut rest = left_rest.iter().zip(right_rest);
                (rest.any(|(l, r)| l ^ r == value), left.len())
            }
        }
    }
}
/// Comparing a split with a candidate costs about a fifth of marking it; patience is counted in quarters.
const MOST_PATIENCE: usize = 20;

/// Once patience is lost, one board in so many is tried again without marking all splits.
const RETRY_BOARDS: usize = 16;

struct Search {
    /// The lengths of the strips, rising and distinct.
    lengths: Vec<usize>,
    row: Row,
    /// `stamps[v]` is the number of the board (plus one) for which `v` was last marked.
    stamps: Box<[u32; 1 << u16::BITS]>,
    /// A value is common if it has an odd number of bits in here; with 0 no value is.
    mask: u16,
    /// The boards with rare values, and these values, while there is a mask.
    rare: Vec<(usize, u16)>,
    /// How many quarters of all splits may be compared with candidates before all are marked instead: it falls when
    /// that comes to pass and rises when it does not.
    patience: usize,
    /// The largest value so far.
    largest: u16,
}

impl Search {
    fn new(lengths: Vec<usize>) -> Search {
        Search {
            lengths,
            row: Row {
                values: Vec::new(),
                reversed: Vec::new(),
            },
            stamps: Box::new([0; 1 << u16::BITS]),
            mask: 0,
            rare: Vec::new(),
            patience: MOST_PATIENCE,
            largest: 0,
        }
    }

    fn is_common(&self, value: u16) -> bool {
        (value & self.mask).count_ones() % 2 == 1
    }

    /// Values the next board.
    fn push_next(&mut self) -> Result<(), StripsError> {
        let board = self.row.len();
        let stamp = board as u32 + 1;
        let lengths = self.lengths.iter();
        let rests: Vec<usize> = lengths.map_while(|&d| board.checked_sub(d)).collect();
        if board.is_multiple_of(RETRY_BOARDS) {
            self.patience = self.patience.max(1);
        }
        if self.patience > 0 {
            self.mark_some(&rests, stamp);
        } else {
            self.mark_all(&rests, stamp);
        }
        let value = self.least_absent(&rests, stamp);
        let value = value.ok_or(StripsError::LargeNimber { board })?;
        if self.mask != 0 && !self.is_common(value) {
            self.rare.push((board, value));
        }
        self.largest = self.largest.max(value);
        self.row.push(value);
        Ok(())
    }

    /// Marks the values of some splits of every rest: with a mask, of all that have a rare part; without, of a
    /// sample, large enough that most values are hit by chance.
    fn mark_some(&mut self, rests: &[usize], stamp: u32) {
        let sample = 64 + 6 * usize::from(self.largest);
        for &rest in rests {
            if self.mask == 0 {
                // Spread evenly, because neighbouring splits have much the same values where strips are long.
                let step = (rest / 2 / sample).max(1);
                let (left, right) = self.row.splits(rest);
                for (left, right) in left.iter().step_by(step).zip(right.iter().step_by(step)) {
                    self.stamps[usize::from(left ^ right)] = stamp;
                }
            }
            let others = self.row.downwards(rest);
            let within = self.rare.partition_point(|&(part, _)| part <= rest);
            for &(part, value) in &self.rare[..within] {
                self.stamps[usize::from(value ^ others[part])] = stamp;
            }
        }
    }

    /// Marks the values of all splits.
    fn mark_all(&mut self, rests: &[usize], stamp: u32) {
        for &rest in rests {
            let (left, right) = self.row.splits(rest);
            for (left, right) in left.iter().zip(right) {
                self.stamps[usize::from(left ^ right)] = stamp;
            }
        }
    }

    /// Returns the least value that no split gives, once some that are given are marked, or all without patience.
    fn least_absent(&mut self, rests: &[usize], stamp: u32) -> Option<u16> {
        let splits: usize = rests.iter().map(|&rest| self.row.splits(rest).0.len()).sum();
        let mut left_to_compare = (self.patience > 0).then_some(splits / 4 * self.patience);
        let value = (0..u16::MAX).find(|&value| {
            if self.stamps[usize::from(value)] == stamp {
                return false;
            }
            if self.is_common(value) {
                return true;
            }
            let Some(left) = &mut left_to_compare else {
                return true;
            };
            if *left > 0 {
                let given = rests.iter().any(|&rest| {
                    let (given, compared) = self.row.gives(rest, value);
                    *left = left.saturating_sub(compared);
                    given
                });
                return !given;
            }
            left_to_compare = None;
            self.mark_all(rests, stamp);
            self.stamps[usize::from(value)] != stamp
        });
        self.patience = match left_to_compare {
            None => self.patience / 2,
            Some(_) => (self.patience + 1).min(MOST_PATIENCE),
        };
        value
    }

    /// Looks for the mask that makes the fewest values rare, and uses it if they are few enough to pay.
    fn choose_mask(&mut self) {
        let most_rare = self.row.len() / 8;
        let size = (usize::from(self.largest) + 1).next_power_of_two();
        let mut surplus = vec![0i64; size];
        for &value in &self.row.values {
            surplus[usize::from(value)] += 1;
        }
        walsh(&mut surplus);
        // surplus[mask] is now the number of values that are rare under the mask, less the number of common ones.
        let best = (1..size).min_by_key(|&mask| surplus[mask]).unwrap_or(0);
        let rare = (surplus[best] + surplus[0]) / 2;
        self.mask = if rare as usize <= most_rare { best as u16 } else { 0 };
        self.rare.clear();
        if self.mask != 0 {
            let boards = self.row.values.iter().copied().enumerate();
            self.rare = boards.filter(|&(_, value)| !self.is_common(value)).collect();
        }
    }
}

/// The Walsh transform in place: entry `m` becomes the sum of all entries `v`, negative where `v & m` has an odd
/// number of bits. The length is a power of two.
pub fn walsh(sums: &mut [i64]) {
    let mut half = 1;
    while half < sums.len() {
        for block in sums.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

/// Returns the period that these values prove, by the theorem of Guy and Smith for strips of up to `longest_strip`
/// cells.
///
/// The end of the row from board `n0` on has period `p` exactly if its reverse has, so the failure function of the
/// reversed row (Knuth, Morris and Pratt) gives the least period of every end at once. Linear time.
fn prove_period(values: &[u16], longest_strip: usize) -> Option<Period> {
    let known = values.len();
    let reversed = |i: usize| values[known - 1 - i];
    // border[l] is the length of the longest proper border of the first l reversed values.
    let mut border = vec![0; known + 1];
    let mut matched = 0;
    for i in 1..known {
        while matched > 0 && reversed(i) != reversed(matched) {
            matched = border[matched];
        }
        matched += usize::from(reversed(i) == reversed(matched));
        border[i + 1] = matched;
    }
    (0..known / 2).find_map(|preperiod| {
        let length = known - preperiod;
        let period = length - border[length];
        let proved = known >= 2 * (preperiod + period) + longest_strip;
        proved.then_some(Period { preperiod, period })
    })
}

#[cfg(test)]
mod tests {
    use super::super::graph::tests::Random;
    use super::super::{Rules, brute};
    use super::*;

    const BUDGET: usize = 1_000_000;

    fn solved(lengths: &[u64], longest: u64) -> Strips {
        Strips::solve(lengths, longest, BUDGET).unwrap()
    }

    fn nimbers(strips: &Strips, cells: std::ops::RangeInclusive<u64>) -> Vec<u32> {
        cells.map(|n| strips.nimber(n)).collect()
    }

    /// Returns the first and the last place of every row, and all nimbers up to it, in four hexadecimal bytes.
    fn checksum(strips: &Strips, longest: u64) -> u32 {
        let (mut a, mut b) = (0u16, 0u16);
        for cells in 0..=longest {
            a = a.wrapping_add(strips.nimber(cells) as u16);
            b = b.wrapping_add(a);
        }
        u32::from(b) << 16 | u32::from(a)
    }

    /// The rules themselves: a position is the boards that are left.
    struct Cut {
        lengths: Vec<u64>,
        board: u64,
    }

    impl Rules for Cut {
        type Position = Vec<u64>;
        type Move = (usize, u64, u64);
        fn start(&self) -> Vec<u64> {
            vec![self.board]
        }
        fn moves(&self, boards: &Vec<u64>) -> impl Iterator<Item = (Self::Move, Vec<u64>)> {
            let mut all = Vec::new();
            for (i, &board) in boards.iter().enumerate() {
                for &length in &self.lengths {
                    for left in 0..=board.saturating_sub(length) {
                        if length > board {
                            continue;
                        }
                        let mut after = boards.clone();
                        after[i] = left;
                        after.push(board - length - left);
                        after.sort_unstable();
                        all.push(((i, length, left), after));
                    }
                }
            }
            all.into_iter()
        }
    }

    #[test]
    fn small_boards_agree_with_the_rules() {
        let mut random = Random(7);
        for _ in 0..150 {
            let lengths: Vec<u64> = (0..1 + random.below(3)).map(|_| 1 + random.below(5) as u64).collect();
            let strips = solved(&lengths, 9);
            for board in 0..=9 {
                let lengths = lengths.clone();
                let by_rules = brute::nimber(&Cut { lengths, board }, 100_000).unwrap();
                assert_eq!(strips.nimber(board), by_rules, "{strips:?} {board}");
            }
        }
    }

    /// Returns the definition over the full range, without any of the savings.
    fn by_definition(lengths: &[u64], longest: usize) -> Vec<u16> {
        let mut values: Vec<u16> = Vec::new();
        for board in 0..=longest {
            let mut seen = vec![false; 1 << 16];
            for &length in lengths {
                for left in 0..(board + 1).saturating_sub(length as usize) {
                    seen[usize::from(values[left] ^ values[board - length as usize - left])] = true;
                }
            }
            values.push(seen.iter().position(|seen| !seen).unwrap() as u16);
        }
        values
    }

    #[test]
    fn random_strips_agree_with_the_definition_beyond_the_first_mask() {
        let mut random = Random(8);
        for _ in 0..60 {
            let lengths: Vec<u64> = (0..1 + random.below(4)).map(|_| 1 + random.below(40) as u64).collect();
            let strips = solved(&lengths, 1500);
            for (cells, value) in by_definition(&lengths, 1500).into_iter().enumerate() {
                assert_eq!(strips.nimber(cells as u64), u32::from(value), "{lengths:?} {cells}");
            }
        }
    }

    #[test]
    fn no_strip_fits_the_empty_board_or_a_board_shorter_than_every_strip() {
        assert_eq!(nimbers(&solved(&[], 3), 0..=3), [0, 0, 0, 0]);
        assert_eq!(nimbers(&solved(&[1], 0), 0..=0), [0]);
        assert_eq!(nimbers(&solved(&[4, u64::MAX], 5), 0..=5), [0, 0, 0, 0, 1, 1]);
        assert_eq!(solved(&[], u64::MAX).nimber(u64::MAX), 0);
    }

    #[test]
    fn equal_lengths_count_once() {
        assert_eq!(solved(&[5, 1, 1], 300).values(), solved(&[1, 5], 300).values());
    }

    #[test]
    fn kayles_begins_as_published() {
        let expected = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1];
        assert_eq!(nimbers(&solved(&[1, 2], 20), 0..=20), expected);
    }

    #[test]
    fn proved_periods_are_the_published_ones() {
        for (lengths, preperiod, period) in [
            (&[1, 2][..], 71, 12),
            (&[2], 53, 34),
            (&[1, 2, 3, 4], 142, 24),
            (&[3, 7, 10], 426, 72),
            (&[1, 3, 9], 0, 2),
        ] {
            let strips = solved(lengths, u64::MAX);
            let expected = Period { preperiod, period };
            assert_eq!(strips.period(), Some(expected), "{lengths:?}");
            let far = u64::MAX - (u64::MAX - preperiod as u64) % period as u64;
            assert_eq!(strips.nimber(far), strips.nimber(preperiod as u64));
            assert_eq!(strips.nimber(far - 1), strips.nimber((preperiod + period) as u64 - 1));
        }
    }

    #[test]
    fn boards_of_ten_thousand_cells_have_the_known_checksums() {
        for (lengths, expected) in [
            (&[2, 3, 5][..], 0xF922_D4D1),
            (&[1, 2], 0xACDC_98EB),
            (&[2], 0x7DE4_698E),
            (&[3, 7, 10], 0xF984_447C),
            (&[100, 150, 200], 0xE827_4EBA),
        ] {
            assert_eq!(checksum(&solved(lengths, 10_000), 10_000), expected, "{lengths:?}");
        }
    }

    #[test]
    fn a_period_is_not_claimed_one_board_too_early() {
        let strips = solved(&[1, 2], u64::MAX);
        let needed = 2 * (71 + 12) + 2;
        let expected = strips.period();
        assert_eq!(prove_period(&strips.values()[..needed], 2), expected);
        assert_eq!(prove_period(&strips.values()[..needed - 1], 2), None);
    }

    #[test]
    fn what_is_beyond_the_budget_is_refused() {
        let longest = 1_000_000_000_000;
        for (lengths, budget) in [(&[2, 3, 5][..], 1000), (&[1, 2], 100), (&[500], 400)] {
            let refused = Strips::solve(lengths, longest, budget).unwrap_err();
            assert_eq!(refused, StripsError::OverBudget { longest, budget });
        }
        assert!(Strips::solve(&[1, 2], longest, 200).is_ok());
        assert!(Strips::solve(&[2, 3, 5], 999, 1000).is_ok());
        assert!(Strips::solve(&[2, 3, 5], 1000, 1000).is_err());
    }

    #[test]
    fn a_strip_without_cells_is_refused() {
        let refused = Strips::solve(&[1, 0], 10, BUDGET).unwrap_err();
        assert_eq!(refused, StripsError::ZeroLength);
    }
}
