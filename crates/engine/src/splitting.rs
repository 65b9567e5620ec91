//! Nimbers of a heap that splits in two: a move cuts a strip from a board.
//!
//! **Rules.** A board is a row of cells. A move lays a strip of one of the given lengths on free neighbouring cells,
//! which leaves a board on either side (perhaps empty). A player without a move loses. In the language of octal games,
//! every length has the digit 7. So `{1, 2}` is Kayles (.77) and `{2}` is Dawson's Kayles (.07).
//!
//! **Idea.** By Sprague and Grundy, `g(n)` is the mex of `g(x) ^ g(n - d - x)` over all lengths `d` and places `x`. A
//! strip leaves a row, and the options of a board are the splits of these rows. The values of a row's splits are
//! computed once, as a set of bits, and joined for every length that leaves this row. Three methods save work on a row.
//! * Half range: `x` and `n - d - x` give the same value.
//! * Changes: if strips are long, neighbouring boards have equal values. While neither part changes its value, all
//!   splits give the same, so only one of them is marked.
//! * Sparse space: in many games with short strips, some mask makes almost all nimbers *common* and few *rare*. A
//!   common nimber has an odd number of bits inside the mask, and a rare one an even number. A common value is the sum
//!   of one rare and one common. So marking the splits with a rare part settles all common candidates. Only rare
//!   candidates need a search among all splits, by comparing two rows, many cells at a time. If that happens too often,
//!   all splits are marked after all. A Walsh transform of the histogram of values finds the mask. The mask affects
//!   only speed, never correctness.
//!
//! Games such as `{17, 31, 64}` allow neither. They take time with the square of the board: no better way is known.
//! Flammenkamp describes another kind of rare boards, by the parity of the board and its value. A search in 300 games
//! with only even or only odd lengths found it only in games whose values repeat at once.
//!
//! **Why it is right.** A candidate is taken only if no split gives it. Splits give marked candidates. They do not give
//! unmarked common ones, since every split that could give them was marked. All others need a search, or all splits
//! were marked. A period is claimed only with a proof, by Guy and Smith. Let `k` be the longest strip. If
//! `g(n + p) = g(n)` for all `n0 <= n < 2 n0 + p + k`, then this holds for all `n >= n0`, because a longer board always
//! leaves a part of at least `n0 + p` cells.
//!
//! **Cost.** Per board: a pass over the sets of its rests, and the splits of the chosen way. These are the rare boards,
//! the changes up to there, or half of the length. A wrong choice costs at most twice the right one: comparing stops
//! once it has taken as long as marking. Each time the number of boards has grown by a quarter, the search chooses a
//! way and looks for a period, in linear time. Memory: 4 bytes per board, 4 more during the search for a period, and up
//! to 4 more for each list. The sets take at most a megabyte for each strip.
//!
//! **Limits.** Nimbers below 2^16. Boards are valued one by one within [`Bounds`], and beyond these only by a period.
//!
//! **Source.** Guy and Smith, "The G-values of various games" (1956). Berlekamp, Conway and Guy, "Winning Ways",
//! chapter 4, for the sparse space phenomenon. Flammenkamp's tables of octal games for its frequency.

use std::error::Error;
use std::fmt;

use super::bits;
use super::progress::Work;

/// The limits of valuing boards one by one: steps and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The most memory, in bytes.
    pub bytes: u64,
    /// The most steps. A step takes about a nanosecond.
    pub steps: u64,
}

/// The reason for boards that cannot be valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StripsError {
    /// A strip without cells could be laid for ever.
    ZeroLength,
    /// The longest board is beyond the allowed memory, and no period is proved within it.
    OverMemory {
        /// The number of boards that were valued.
        boards: u64,
    },
    /// The longest board is beyond the allowed work, and no period is proved within it.
    OverWork {
        /// The number of boards that were valued.
        boards: u64,
        /// The number of steps.
        steps: u64,
    },
    /// A nimber of 2^16 or more.
    LargeNimber {
        /// The length of that board, in cells.
        board: usize,
    },
}

impl Error for StripsError {}

impl fmt::Display for StripsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StripsError::ZeroLength => f.write_str("a strip of length 0 could be laid for ever"),
            StripsError::OverMemory { boards } => write!(
                f,
                "no period is proved among the first {boards} boards, whose nimbers fill the memory"
            ),
            StripsError::OverWork { boards, steps } => write!(
                f,
                "no period is proved among the first {boards} boards, which took {steps} steps"
            ),
            StripsError::LargeNimber { board } => write!(f, "the nimber of a board of {board} cells exceeds 65535"),
        }
    }
}

/// A proved period: `g(n + period) = g(n)` for all `n >= preperiod`. Both are the least possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first board of the repetition, in cells.
    pub preperiod: usize,
    /// The number of cells after which they repeat.
    pub period: usize,
}

/// The nimbers of all boards up to some length.
#[derive(Clone, Debug)]
pub struct Strips {
    values: Vec<u16>,
    period: Option<Period>,
    steps: u64,
}

impl Strips {
    /// Values all boards of 0 to `longest` cells for strips of these lengths, or enough boards to prove a period.
    ///
    /// Equal lengths count once, and strips longer than every board are never laid.
    ///
    /// # Errors
    /// [`StripsError`].
    pub fn solve(lengths: &[u64], longest: u64, bounds: Bounds) -> Result<Strips, StripsError> {
        if lengths.contains(&0) {
            return Err(StripsError::ZeroLength);
        }
        // The longest board that can be valued at all: its number fits 32 bits.
        let limit = u32::MAX as usize - 1;
        let last = usize::try_from(longest).map_or(limit, |longest| longest.min(limit));
        let useful = lengths.iter().filter(|&&length| length <= last as u64);
        let mut useful: Vec<usize> = useful.map(|&length| length as usize).collect();
        useful.sort_unstable();
        useful.dedup();
        // A strip that fits some boards, but no valued board, rules out every period.
        let is_provable = lengths.iter().all(|&length| length <= last as u64 || length > longest);
        let longest_strip = useful.last().copied().unwrap_or(0);
        let over_memory = |boards: usize| StripsError::OverMemory { boards: boards as u64 };

        let mut search = Search::new(useful);
        let mut known = 0;
        while known <= last {
            if known > 0
                && is_provable
                && let Some(period) = prove_period(&search.row.values, longest_strip)
            {
                let (values, period, steps) = (search.row.values, Some(period), search.steps);
                return Ok(Strips { values, period, steps });
            }
            let next = (known + known / 4).max(FIRST_LOOK_BOARDS).min(last + 1);
            search.choose_way();
            if search.bytes_with(next) > bounds.bytes {
                return Err(over_memory(known));
            }
            search.row.reserve(next);
            while known < next {
                search.push_next()?;
                known += 1;
                Work::Boards.note(
                    known as u64,
                    (last as u64 == longest).then_some(longest.saturating_add(1)),
                );
                if search.steps > bounds.steps {
                    let (boards, steps) = (known as u64, bounds.steps);
                    return Err(StripsError::OverWork { boards, steps });
                }
            }
        }
        // Only a period answers boards with numbers that do not fit.
        let (values, steps) = (search.row.values, search.steps);
        let period = prove_period(&values, longest_strip).filter(|_| is_provable);
        if last as u64 == longest || period.is_some() {
            Ok(Strips { values, period, steps })
        } else {
            Err(over_memory(known))
        }
    }

    /// Returns the nimber of a board of `cells` cells.
    ///
    /// # Panics
    /// If the board is longer than `longest`, and no period is proved.
    pub fn nimber(&self, cells: u64) -> u32 {
        let known = usize::try_from(cells).ok().filter(|&n| n < self.values.len());
        let place = known.unwrap_or_else(|| {
            let Period { preperiod, period } = self.period.expect("the board was asked for");
            preperiod + ((cells - preperiod as u64) % period as u64) as usize
        });
        u32::from(self.values[place])
    }

    /// Returns the nimbers of the individually valued boards, from 0 cells on.
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// Returns the number of steps for valuing the boards.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the period if it was proved. Values without a proved period may still be periodic.
    pub fn period(&self) -> Option<Period> {
        self.period
    }
}

/// The number of known boards at the first choice of a way and search for a period. Both are repeated whenever there
/// are a quarter more.
const FIRST_LOOK_BOARDS: usize = 256;

/// The nimbers in order, and once more in reverse.
///
/// The values of all splits of one row are then two slices side by side, compared without a step backwards.
struct Row {
    values: Vec<u16>,
    /// Filled from the end: the value of board `n` is `reversed[reversed.len() - 1 - n]`.
    reversed: Vec<u16>,
}

impl Row {
    fn len(&self) -> usize {
        self.values.len()
    }

    /// Makes room for this many boards.
    fn reserve(&mut self, boards: usize) {
        self.values.reserve_exact(boards - self.values.len());
        let mut longer = vec![0; boards];
        let free = boards - self.reversed.len();
        longer[free..].copy_from_slice(&self.reversed);
        self.reversed = longer;
    }

    /// Appends a value. There must be room for it.
    fn push(&mut self, value: u16) {
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

    /// Returns whether some split of `cells` cells has this value, and the number of compared splits.
    ///
    /// Never inlined: if the compiler sees that `value` counts up in a wider register, it compares in wider lanes too,
    /// several times slower.
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

/// The most patience, in quarters of a comparison of all splits. Comparing a split costs about a fifth of marking it.
const MOST_PATIENCE: usize = 20;

/// The number of boards between two attempts without marking all splits, once patience is lost.
const RETRY_BOARDS: usize = 16;

/// The cost of marking a split at the end of a run, in splits marked in order.
const RUN_COST: usize = 4;

/// The values of the splits of some rows, as bits.
///
/// Each row has a slot of its own, until the longest of some strips has been laid on the board that leaves it.
struct Options {
    /// The 64-bit words of a slot: enough for all values below a power of two.
    words: usize,
    sets: Vec<u64>,
    /// The row of each slot, plus one, or 0.
    rows: Vec<u32>,
    /// Whether the set of a slot is whole. Otherwise it lacks some rare values, and no common one.
    is_whole: Vec<bool>,
    /// For each strip, in ascending order: its length, the first slot of its group and the number of slots.
    strips: Vec<(usize, usize, usize)>,
}

impl Options {
    /// Returns empty slots for values of this many words.
    ///
    /// A group of strips shares slots. Neighbouring strips are in one group if the slots between them take at most a
    /// megabyte. A row between groups is processed once more.
    fn new(lengths: &[usize], words: usize) -> Options {
        const GAP_BYTES: usize = 1 << 20;
        let most_slots = GAP_BYTES / (8 * words);
        let mut strips: Vec<(usize, usize, usize)> = Vec::new();
        let mut slots = 0;
        for group in lengths.chunk_by(|shorter, longer| longer - shorter <= most_slots) {
            let span = group[group.len() - 1] - group[0] + 1;
            strips.extend(group.iter().map(|&length| (length, slots, span)));
            slots += span;
        }
        Options {
            words,
            sets: vec![0; slots * words],
            rows: vec![0; slots],
            is_whole: vec![false; slots],
            strips,
        }
    }

    /// Returns the rows that strips leave of a board, each with its slot.
    fn rests(&self, board: usize) -> impl Iterator<Item = (usize, usize)> {
        let fitting = self.strips.iter().take_while(move |strip| strip.0 <= board);
        fitting.map(move |&(length, first, span)| (board - length, first + (board - length) % span))
    }

    fn set(&mut self, slot: usize) -> &mut [u64] {
        &mut self.sets[slot * self.words..][..self.words]
    }

    fn bytes(&self) -> usize {
        self.sets.len() * 8 + self.rows.len() * 5
    }
}

struct Search {
    /// The distinct lengths of the strips, in ascending order.
    lengths: Vec<usize>,
    row: Row,
    options: Options,
    /// A byte for each value, 1 while it is marked.
    seen: Box<[u8; 1 << u16::BITS]>,
    /// The values of a board's options, as bits.
    union: Vec<u64>,
    /// A value is common if it has an odd number of bits in the mask. With mask 0, no value is.
    mask: u16,
    /// The boards with rare values, and these values, while there is a mask.
    rare: Vec<(u32, u16)>,
    /// The boards with another value than the board before, with both values, while they are few.
    changes: Option<Vec<(u32, u16, u16)>>,
    /// The quarters of all splits that may be compared with candidates before all are marked instead.
    ///
    /// It falls if that happens and rises if it does not.
    patience: usize,
    /// The largest value so far.
    largest: u16,
    /// The work so far: marked splits, and a quarter of the compared ones.
    steps: u64,
}

impl Search {
    fn new(lengths: Vec<usize>) -> Search {
        Search {
            options: Options::new(&lengths, 1),
            lengths,
            row: Row {
                values: Vec::new(),
                reversed: Vec::new(),
            },
            seen: Box::new([0; 1 << u16::BITS]),
            union: Vec::new(),
            mask: 0,
            rare: Vec::new(),
            changes: None,
            patience: MOST_PATIENCE,
            largest: 0,
            steps: 0,
        }
    }

    /// Returns the bytes during the growth of the row to this many boards, or during the search for a period among
    /// them.
    fn bytes_with(&self, boards: usize) -> u64 {
        let row = 2 * boards + 2 * boards + (2 * self.row.len()).max(4 * (boards + 1));
        let lists = self.rare.capacity() * 8 + self.changes.as_ref().map_or(0, |changes| changes.capacity() * 8);
        (row + 2 * lists + self.options.bytes() + self.seen.len()) as u64
    }

    fn is_common(&self, value: u16) -> bool {
        (value & self.mask).count_ones() % 2 == 1
    }

    /// Values the next board.
    fn push_next(&mut self) -> Result<(), StripsError> {
        let board = self.row.len();
        if board.is_multiple_of(RETRY_BOARDS) {
            self.patience = self.patience.max(1);
        }
        let value = self.least_absent(board);
        let value = u16::try_from(value).map_err(|_| StripsError::LargeNimber { board })?;
        if self.mask != 0 && !self.is_common(value) {
            self.rare.push((board as u32, value));
        }
        let before = self.row.values.last().copied();
        if let (Some(changes), Some(before)) = (&mut self.changes, before)
            && before != value
        {
            changes.push((board as u32, before, value));
        }
        self.row.push(value);
        if value > self.largest {
            self.largest = value;
            let words = (usize::from(value) + 1).next_power_of_two().div_ceil(64);
            if words > self.options.words {
                self.options = Options::new(&self.lengths, words);
            }
        }
        Ok(())
    }

    /// Returns the least value that no option of a board has.
    fn least_absent(&mut self, board: usize) -> usize {
        let words = self.options.words;
        self.steps += (words * self.lengths.len()) as u64;
        let rests: Vec<(usize, usize)> = self.options.rests(board).collect();
        for &(rest, slot) in &rests {
            if self.options.rows[slot] != rest as u32 + 1 {
                self.mark(rest, slot, self.mask == 0 || self.patience == 0);
            }
        }
        self.unite(&rests);
        let splits: usize = rests.iter().map(|&(rest, _)| rest / 2 + 1).sum();
        let mut left_to_compare = Some(splits / 4 * self.patience);
        let value = self.search(&rests, &mut left_to_compare);
        if self.mask != 0 {
            self.patience = match left_to_compare {
                None => self.patience / 2,
                Some(_) => (self.patience + 1).min(MOST_PATIENCE),
            };
        }
        value
    }

    /// Collects the options of these rests.
    fn unite(&mut self, rests: &[(usize, usize)]) {
        self.union.clear();
        self.union.resize(self.options.words, 0);
        for &(_, slot) in rests {
            let set = self.options.set(slot);
            self.union.iter_mut().zip(set).for_each(|(all, some)| *all |= *some);
        }
    }

    /// Returns the least value outside the union that no split of the rests gives.
    ///
    /// It searches for the values that sets lack. If that takes too long, it makes the sets whole.
    fn search(&mut self, rests: &[(usize, usize)], left_to_compare: &mut Option<usize>) -> usize {
        for word in 0..self.options.words {
            while self.union[word] != u64::MAX {
                let bit = self.union[word].trailing_ones();
                let value = (64 * word) as u16 + bit as u16;
                let open = |&&(_, slot): &&(usize, usize)| !self.options.is_whole[slot];
                if self.is_common(value) || rests.iter().find(open).is_none() {
                    return value.into();
                }
                let given = match left_to_compare {
                    Some(0) | None => {
                        *left_to_compare = None;
                        for &(rest, slot) in rests {
                            if !self.options.is_whole[slot] {
                                self.mark(rest, slot, true);
                            }
                        }
                        self.unite(rests);
                        continue;
                    }
                    Some(left) => rests.iter().find(|&&(rest, slot)| {
                        !self.options.is_whole[slot] && {
                            let (given, compared) = self.row.gives(rest, value);
                            *left = left.saturating_sub(compared);
                            self.steps += compared as u64 / 4;
                            given
                        }
                    }),
                };
                let Some(&(_, slot)) = given else {
                    return value.into();
                };
                self.options.set(slot)[word] |= 1 << bit;
                self.union[word] |= 1 << bit;
            }
        }
        64 * self.options.words
    }

    /// Fills a slot with the values of the splits of a row: all splits, or only splits with a rare part.
    fn mark(&mut self, rest: usize, slot: usize, whole: bool) {
        let Search { row, rare, seen, .. } = self;
        let others = row.downwards(rest);
        let changes = self.changes.as_ref().map(|changes| {
            let upper = changes.partition_point(|change| (change.0 as usize) <= rest + 1);
            let middle = changes[..upper].partition_point(|change| (change.0 as usize) <= rest / 2);
            (&changes[..middle], &changes[..upper])
        });
        let marked = if !whole {
            let within = rare.partition_point(|&(part, _)| part as usize <= rest);
            for &(part, value) in &rare[..within] {
                seen[usize::from(value ^ others[part as usize])] = 1;
            }
            within
        } else if let Some((lower, upper)) = changes {
            // Between two places at which one of the parts changes, all splits give the same.
            let first = upper.partition_point(|change| (change.0 as usize) <= rest - rest / 2);
            seen[usize::from(row.values[0] ^ others[0])] = 1;
            for &(part, _, value) in lower {
                seen[usize::from(value ^ others[part as usize])] = 1;
            }
            for &(part, value, _) in &upper[first..] {
                seen[usize::from(value ^ others[part as usize - 1])] = 1;
            }
            lower.len() + upper.len() - first
        } else {
            let (left, right) = row.splits(rest);
            for (left, right) in left.iter().zip(right) {
                seen[usize::from(left ^ right)] = 1;
            }
            left.len()
        };
        self.steps += marked as u64;
        let words = self.options.words;
        for (set, bytes) in self.options.set(slot).iter_mut().zip(seen.as_chunks_mut::<64>().0) {
            *set = bits(bytes);
        }
        seen[..64 * words].fill(0);
        self.options.rows[slot] = rest as u32 + 1;
        self.options.is_whole[slot] = whole;
    }

    /// Chooses the way of going through splits, by the values so far.
    ///
    /// It takes changes if they are few. Else it takes rare parts, under the mask with the fewest rare values, if these
    /// are few. Else it takes all splits.
    fn choose_way(&mut self) {
        let values = &self.row.values;
        let changes = values
            .array_windows()
            .zip(1..)
            .filter(|([before, value], _)| before != value);
        let change_count = changes.clone().count();
        let by_changes = change_count <= values.len() / (2 * RUN_COST);
        self.changes = by_changes.then(|| {
            let changes = changes.map(|(&[before, value], board)| (board, before, value));
            changes.collect()
        });

        let size = (usize::from(self.largest) + 1).next_power_of_two();
        let mut surplus = vec![0i64; size];
        for &value in values {
            surplus[usize::from(value)] += 1;
        }
        walsh(&mut surplus);
        // surplus[mask] is now the number of rare values under the mask, less the number of common ones.
        let best = (1..size).min_by_key(|&mask| surplus[mask]).unwrap_or(0);
        let rare = ((surplus[best] + surplus[0]) / 2) as usize;
        let most_rare = if by_changes { change_count / 2 } else { values.len() / 4 };
        let mask = if rare <= most_rare { best as u16 } else { 0 };
        if mask != self.mask {
            self.mask = mask;
            self.patience = MOST_PATIENCE;
            let boards = self.row.values.iter().copied().enumerate();
            let rare = boards.filter(|&(_, value)| mask != 0 && !self.is_common(value));
            self.rare = rare.map(|(board, value)| (board as u32, value)).collect();
            // A set that lacks rare values under one mask may lack common ones under another.
            let slots = self.options.rows.iter_mut().zip(&self.options.is_whole);
            slots.filter(|(_, whole)| !**whole).for_each(|(row, _)| *row = 0);
        }
    }
}

/// Computes the Walsh transform in place. The length is a power of two.
///
/// Entry `m` becomes the sum of all entries `v`, with a minus if `v & m` has an odd number of bits.
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
/// The end of the row from board `n0` on has period `p` exactly if its reverse has. So the failure function of the
/// reversed row (Knuth, Morris and Pratt) gives the least period of every end at once. Takes linear time.
fn prove_period(values: &[u16], longest_strip: usize) -> Option<Period> {
    let known = values.len();
    let reversed = |i: usize| values[known - 1 - i];
    // border[l] is the length of the longest proper border of the first l reversed values.
    let mut border = vec![0u32; known + 1];
    let mut matched = 0;
    for i in 1..known {
        while matched > 0 && reversed(i) != reversed(matched) {
            matched = border[matched] as usize;
        }
        matched += usize::from(reversed(i) == reversed(matched));
        border[i + 1] = matched as u32;
    }
    (0..known / 2).find_map(|preperiod| {
        let length = known - preperiod;
        let period = length - border[length] as usize;
        let proved = known >= 2 * (preperiod + period) + longest_strip;
        proved.then_some(Period { preperiod, period })
    })
}

#[cfg(test)]
mod tests {
    use super::super::graph::tests::Random;
    use super::super::{Rules, brute};
    use super::*;

    const BOUNDS: Bounds = Bounds {
        bytes: 16 << 20,
        steps: 10_000_000_000,
    };

    #[test]
    fn the_walsh_transform_is_its_definition() {
        for len in [1, 2, 4, 8, 16] {
            let values: Vec<i64> = (0..len).map(|value| value * value + 1).collect();
            let signed = |m: i64, v: i64| values[v as usize] * if (v & m).count_ones() % 2 == 1 { -1 } else { 1 };
            let expected: Vec<i64> = (0..len).map(|m| (0..len).map(|v| signed(m, v)).sum()).collect();
            let mut sums = values.clone();
            walsh(&mut sums);
            assert_eq!(sums, expected);
        }
    }

    fn solved(lengths: &[u64], longest: u64) -> Strips {
        Strips::solve(lengths, longest, BOUNDS).unwrap()
    }

    fn nimbers(strips: &Strips, cells: std::ops::RangeInclusive<u64>) -> Vec<u32> {
        cells.map(|n| strips.nimber(n)).collect()
    }

    /// Returns a checksum of four bytes over the first and the last place of every row and all nimbers up to it.
    fn checksum(strips: &Strips, longest: u64) -> u32 {
        let (mut a, mut b) = (0u16, 0u16);
        for cells in 0..=longest {
            a = a.wrapping_add(strips.nimber(cells) as u16);
            b = b.wrapping_add(a);
        }
        u32::from(b) << 16 | u32::from(a)
    }

    /// The rules themselves: a position is the remaining boards.
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

    /// Values boards by the definition over the full range, without any of the savings.
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
    fn random_strips_agree_with_the_definition_past_one_mask() {
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
    fn no_strip_fits_a_board_shorter_than_every_strip() {
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
    fn what_is_beyond_the_bounds_is_refused() {
        let longest = 1_000_000_000_000;
        let small = Bounds {
            bytes: 100_000,
            ..BOUNDS
        };
        let refused = Strips::solve(&[2, 3, 5], longest, small).unwrap_err();
        assert!(
            matches!(refused, StripsError::OverMemory { boards: 256.. }),
            "{refused}"
        );
        let short = Bounds {
            steps: 100_000,
            ..BOUNDS
        };
        let refused = Strips::solve(&[2, 3, 5], longest, short).unwrap_err();
        assert!(
            matches!(
                refused,
                StripsError::OverWork {
                    boards: 256..,
                    steps: 100_000
                }
            ),
            "{refused}"
        );
        assert!(Strips::solve(&[1, 2], longest, short).is_ok());
        assert!(Strips::solve(&[2, 3, 5], 300, small).is_ok());
        let none = Bounds { bytes: 0, ..BOUNDS };
        assert_eq!(
            Strips::solve(&[1], 0, none).unwrap_err(),
            StripsError::OverMemory { boards: 0 }
        );
    }

    #[test]
    fn long_strips_take_as_many_steps_as_values_change() {
        let lengths = [1000];
        let strips = solved(&lengths, 40_000);
        let values = strips.values();
        let mut steps = values.len() as u64;
        let mut changes = 0;
        for after in 1..=values.len() - 1000 {
            changes += u64::from(values[after - 1] != values[after]);
            steps += changes;
        }
        assert!(changes > 5, "{changes}");
        let within = |steps| Strips::solve(&lengths, 40_000, Bounds { steps, ..BOUNDS });
        assert_eq!(within(steps).map(|strips| strips.period()), Ok(strips.period()));
        assert!(within(steps / 2).is_err());
    }

    #[test]
    fn a_strip_too_long_to_be_valued_prevents_a_period() {
        let lengths = [1, 1 << 40];
        let small = Bounds {
            bytes: 200_000,
            ..BOUNDS
        };
        assert!(Strips::solve(&lengths, u64::MAX, small).is_err());
        assert!(Strips::solve(&lengths, (1 << 40) - 1, small).is_ok());
    }

    /// Strips from short to long and far apart. They cover each way of going through splits, groups of strips that
    /// share no slots, and values of many words.
    #[test]
    fn long_rows_agree_with_the_definition_whatever_the_way() {
        for (lengths, longest) in [
            (&[17, 31, 64][..], 3000),
            (&[400, 401, 500], 4000),
            (&[38, 2], 3000),
            (&[2, 3, 5], 3000),
            (&[100, 150, 200], 3000),
            (&[1, 2, 2500], 3000),
        ] {
            let strips = solved(lengths, longest as u64);
            let expected = by_definition(lengths, longest);
            let values = (0..).zip(expected);
            for (cells, value) in values {
                assert_eq!(strips.nimber(cells), u32::from(value), "{lengths:?} {cells}");
            }
        }
        let mut options = Options::new(&[3, 10, 1 << 18], 1);
        assert_eq!(options.strips, [(3, 0, 8), (10, 0, 8), (1 << 18, 8, 1)]);
        assert_eq!(options.rests(12).collect::<Vec<_>>(), [(9, 1), (2, 2)]);
        options = Options::new(&[3, 10], 1 << 15);
        assert_eq!(options.strips, [(3, 0, 1), (10, 1, 1)]);
    }

    #[test]
    fn bytes_become_bits_in_order() {
        let mut random = Random(4);
        let bits_at_random = (random.below(1 << 31) as u64) << 33 | random.below(1 << 31) as u64;
        for set in [0, 1, 1 << 63, u64::MAX, bits_at_random] {
            let bytes: [u8; 64] = std::array::from_fn(|i| (set >> i & 1) as u8);
            assert_eq!(bits(&bytes), set);
        }
    }

    #[test]
    fn a_strip_without_cells_is_refused() {
        let refused = Strips::solve(&[1, 0], 10, BOUNDS).unwrap_err();
        assert_eq!(refused, StripsError::ZeroLength);
    }
}
