//! Sorting of pairs `(row, item)` by row, to build and reverse graphs in compressed rows.
//!
//! **Idea.** A counting sort: count, sum, place. Placing touches memory at random, so a large sort first divides the
//! pairs into heaps of neighbouring rows. Each heap is one stream of writes. The code prefetches their memory, because
//! there are more streams than a processor follows by itself. Sorting one heap then touches no more memory than a cache
//! holds.
//!
//! **Why it is right.** The division keeps the order of the pairs within a heap, and counting sort keeps it within a
//! row. Hence the sort is stable, and every pair is placed once.
//!
//! **Cost.** O(rows + pairs) time, with two walks through the pairs. The result takes 4 bytes a row and 4 a pair. A
//! large sort also needs, for a time, 2 bytes a pair and 4 a pair of the largest heap.
//!
//! **Limits.** Fewer than 2^32 rows and pairs.
//!
//! **Source.** Counting sort and most-significant-digit radix sort are folklore (Knuth, volume 3, 5.2 and 5.2.5).

use gamesolve_memory::prefetch;

/// Pairs that can be walked through more than once, in the same order each time.
pub(super) trait Pairs {
    /// Calls `visit` with every pair `(row, item)` and whether to sort it. It may pass on or skip pairs that are not
    /// sorted.
    fn for_each(&self, visit: impl FnMut(u32, u32, bool));
}

/// The least number of rows in a heap, as a power of two, if there are more rows: the counters of one heap stay in the
/// nearest cache.
const LEAST_HEAP_BITS: u32 = 14;
/// The largest heap, as a power of two: a row's number within its heap has 16 bits.
const MOST_HEAP_BITS: u32 = u16::BITS;
/// The number of heaps, as a power of two, above which heaps grow first: each is one stream of writes.
const STREAM_BITS: u32 = 10;
/// The distance, in pairs, of the prefetch from the current write to a heap: four lines of a cache.
const PREFETCH_PAIRS: usize = 64;

/// Returns the offsets of the rows, and the items sorted by row, stably.
///
/// The items of row `r` are `items[offsets[r]..offsets[r + 1]]`.
///
/// # Panics
/// If a row is not below `rows`, if rows or pairs number 2^32 or more, or if the pairs differ from one walk to the
/// next.
pub(super) fn sorted(rows: usize, pairs: &impl Pairs) -> (Vec<u32>, Vec<u32>) {
    let mut heaps = Heaps::new(rows);
    pairs.for_each(|row, _, kept| heaps.count(row, kept));
    heaps.sort(pairs)
}

/// The number of pairs of each heap of neighbouring rows.
pub(super) struct Heaps {
    rows: usize,
    /// The rows of a heap, as a power of two.
    bits: u32,
    sizes: Vec<usize>,
}

impl Heaps {
    /// Returns counters at 0. Panics if there are 2^32 rows or more.
    pub(super) fn new(rows: usize) -> Heaps {
        assert!(u32::try_from(rows).is_ok(), "rows number fewer than 2^32");
        let bits = (rows.max(1).ilog2() + 1)
            .saturating_sub(STREAM_BITS)
            .clamp(LEAST_HEAP_BITS, MOST_HEAP_BITS);
        Heaps {
            rows,
            bits,
            sizes: vec![0; rows.div_ceil(1 << bits)],
        }
    }

    /// Counts a pair if it is to be sorted. Panics if its row is far beyond the last.
    #[inline(always)]
    pub(super) fn count(&mut self, row: u32, kept: bool) {
        let size = &mut self.sizes[(row >> self.bits) as usize];
        *size = size.wrapping_add(kept.into());
    }

    /// Returns the items of the counted pairs in the form of [`sorted`], with its panics.
    pub(super) fn sort(self, pairs: &impl Pairs) -> (Vec<u32>, Vec<u32>) {
        let count: usize = self.sizes.iter().sum();
        assert!(u32::try_from(count).is_ok(), "pairs number fewer than 2^32");
        if self.sizes.len() <= 1 {
            return sorted_directly(self.rows, pairs);
        }
        let mut offsets = vec![0; self.rows + 1];
        let (rows, mut items) = self.parted(pairs, count);
        // Sort the items of a heap in memory that stays near, then copy them over heaps that are done.
        let mut sorted = vec![0; self.sizes.iter().copied().max().unwrap_or(0)];
        let (mut start, mut done) = (0, 0);
        for (&size, ends) in self.sizes.iter().zip(offsets[1..].chunks_mut(1 << self.bits)) {
            let heap = start..start + size;
            place(
                &rows[heap.clone()],
                &items[heap],
                done as u32,
                ends,
                &mut sorted[..size],
            );
            items[done..done + size].copy_from_slice(&sorted[..size]);
            start += size + 1;
            done += size;
        }
        items.truncate(count);
        (offsets, items)
    }

    /// Returns the last bits of each pair's row, and the items: the heaps one after the other with a place between
    /// them.
    fn parted(&self, pairs: &impl Pairs, count: usize) -> (Vec<u16>, Vec<u32>) {
        let room = count + self.sizes.len();
        let (mut rows, mut items) = (vec![0u16; room], vec![0u32; room]);
        let mut places = self.sizes.clone();
        let mut sum = 0;
        for place in &mut places {
            sum += std::mem::replace(place, sum) + 1;
        }
        let mask = (1u32 << self.bits) - 1;
        pairs.for_each(|row, item, kept| {
            // The processor often cannot predict whether a pair is kept. Write it in any case: the next pair overwrites
            // it if it is not.
            let next = &mut places[(row >> self.bits) as usize];
            let place = *next;
            *next = place.wrapping_add(kept.into());
            rows[place] = (row & mask) as u16;
            items[place] = item;
            prefetch(&rows, place.wrapping_add(PREFETCH_PAIRS));
            prefetch(&items, place.wrapping_add(PREFETCH_PAIRS));
        });
        (rows, items)
    }
}

/// Sorts one heap into `out`, whose first item is number `base` of all, and writes the end of each row.
fn place(rows: &[u16], items: &[u32], base: u32, ends: &mut [u32], out: &mut [u32]) {
    for &row in rows {
        ends[row as usize] += 1;
    }
    starts(ends);
    for (&row, &item) in rows.iter().zip(items) {
        let place = &mut ends[row as usize];
        out[*place as usize] = item;
        *place = place.wrapping_add(1);
    }
    ends.iter_mut().for_each(|end| *end += base);
}

/// Returns the result of [`sorted`], with its panics, without a division into heaps.
///
/// This is faster if pairs that come soon after each other have rows near each other.
pub(super) fn sorted_directly(rows: usize, pairs: &impl Pairs) -> (Vec<u32>, Vec<u32>) {
    let mut offsets = vec![0; rows + 1];
    let ends = &mut offsets[1..];
    pairs.for_each(|row, _, kept| ends[row as usize] += u32::from(kept));
    let mut items = vec![0; starts(ends) as usize];
    pairs.for_each(|row, item, kept| {
        if kept {
            let place = &mut ends[row as usize];
            items[*place as usize] = item;
            *place += 1;
        }
    });
    (offsets, items)
}

/// Turns the number of items of each row into its start, and returns the number of all items.
///
/// Placing the items turns a start into an end.
pub(super) fn starts(counts: &mut [u32]) -> u32 {
    let mut sum = 0;
    for count in counts {
        sum += std::mem::replace(count, sum);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::graph::tests::Random;
    use super::*;

    /// Pairs that leave out every third item.
    struct Some<'a>(&'a [(u32, u32)]);

    fn is_kept(item: u32) -> bool {
        !item.is_multiple_of(3)
    }

    impl Pairs for Some<'_> {
        fn for_each(&self, mut visit: impl FnMut(u32, u32, bool)) {
            let pairs = self.0.iter();
            pairs.for_each(|&(row, item)| visit(row, item, is_kept(item)));
        }
    }

    #[test]
    fn pairs_come_out_stably_sorted_whatever_the_number_of_rows() {
        let mut random = Random(1);
        let direct = 1 << LEAST_HEAP_BITS;
        let most_streams = 1 << (LEAST_HEAP_BITS + STREAM_BITS);
        for rows in [1, 7, direct, direct + 1, 5 * direct, most_streams + 1] {
            let pairs: Vec<(u32, u32)> = (0..20_000)
                .map(|item| (random.below(rows) as u32, item))
                .chain([(rows as u32 - 1, 20_000), (0, 20_001), (rows as u32 - 1, 20_004)])
                .collect();
            let kept: Vec<_> = pairs.iter().copied().filter(|pair| is_kept(pair.1)).collect();
            for (found, mut expected) in [
                (sorted(rows, &&pairs[..]), pairs.clone()),
                (sorted(rows, &Some(&pairs)), kept.clone()),
                (sorted_directly(rows, &Some(&pairs)), kept),
            ] {
                let (offsets, items) = found;
                expected.sort_by_key(|pair| pair.0);
                assert!(items.iter().eq(expected.iter().map(|(_, item)| item)));
                assert_eq!(offsets.len(), rows + 1);
                for row in [0, rows / 2, rows - 1] {
                    let before = |row| expected.partition_point(|pair| (pair.0 as usize) < row);
                    assert_eq!(offsets[row] as usize, before(row), "row {row} of {rows}");
                    assert_eq!(offsets[row + 1] as usize, before(row + 1));
                }
            }
        }
    }
}
