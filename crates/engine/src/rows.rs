//! Sorting pairs `(row, item)` by row: how graphs in compressed rows are built and turned round.
//!
//! Idea: a counting sort, count, sum, place. Placing touches memory at random, so a large sort is first parted into
//! heaps of neighbouring rows. The heaps are written as so many streams; sorting one heap then touches no more memory
//! than a cache holds.
//! Correctness: parting keeps the order of the pairs within a heap, and so does counting sort within a row; hence the
//! sort is stable, and every pair is placed once.
//! Complexity: O(rows + pairs) time, the pairs walked through twice. 4 bytes a row and 4 a pair for the result, and 6 a
//! pair beside it while a large sort lasts.
//! Limits: fewer than 2^32 rows and pairs.
//! Source: counting sort and most-significant-digit radix sort are folklore (Knuth, volume 3, 5.2 and 5.2.5).

/// Pairs that can be walked through more than once, each time in the same order.
pub(super) trait Pairs {
    /// How many there are.
    fn count(&self) -> usize;

    /// Calls `visit` with every pair `(row, item)`.
    fn for_each(&self, visit: impl FnMut(u32, u32));
}

/// Rows are parted into heaps of at least this many (as a power of two) where there are more: the counters of one heap
/// stay in the nearest cache.
const LEAST_HEAP_BITS: u32 = 14;
/// The largest heap: a row's number within its heap is kept in 16 bits.
const MOST_HEAP_BITS: u32 = u16::BITS;
/// Beyond this many heaps (as a power of two), heaps grow first: each is one stream that is being written.
const STREAM_BITS: u32 = 10;

/// The items sorted by row, stably: those of row `r` are `items[offsets[r]..offsets[r + 1]]`.
///
/// # Panics
/// If a row is not below `rows`, if rows or pairs number 2^32 or more, or if the pairs differ from one walk to the next.
pub(super) fn sorted(rows: usize, pairs: &impl Pairs) -> (Vec<u32>, Vec<u32>) {
    let count = pairs.count();
    assert!(
        u32::try_from(rows).is_ok() && u32::try_from(count).is_ok(),
        "rows and pairs number fewer than 2^32"
    );
    let mut offsets = vec![0; rows + 1];
    let mut items = vec![0; count];
    if rows <= 1 << LEAST_HEAP_BITS {
        place_directly(pairs, &mut offsets[1..], &mut items);
        return (offsets, items);
    }
    let bits =
        (rows.ilog2() + 1 - STREAM_BITS.min(rows.ilog2())).clamp(LEAST_HEAP_BITS, MOST_HEAP_BITS);
    let parted = Parted::new(rows, bits, pairs);
    let heaps = parted.sizes.iter().zip(offsets[1..].chunks_mut(1 << bits));
    let mut done = 0;
    for (&size, ends) in heaps {
        let range = done..done + size;
        place(
            &parted.rows[range.clone()],
            &parted.items[range.clone()],
            done as u32,
            ends,
            &mut items[range.clone()],
        );
        done = range.end;
    }
    (offsets, items)
}

/// Pairs in heaps of `2^bits` neighbouring rows, one heap after the other.
struct Parted {
    /// How many pairs each heap has.
    sizes: Vec<usize>,
    /// The last bits of each pair's row.
    rows: Vec<u16>,
    items: Vec<u32>,
}

impl Parted {
    fn new(row_count: usize, bits: u32, pairs: &impl Pairs) -> Parted {
        let mut sizes = vec![0; ((row_count - 1) >> bits) + 1];
        pairs.for_each(|row, _| sizes[(row >> bits) as usize] += 1);
        let mut rows = vec![0u16; pairs.count()];
        let mut items = vec![0u32; pairs.count()];
        let mut heaps = Vec::with_capacity(sizes.len());
        let (mut rows_left, mut items_left) = (&mut rows[..], &mut items[..]);
        for &size in &sizes {
            let (rows_here, items_here);
            (rows_here, rows_left) = rows_left.split_at_mut(size);
            (items_here, items_left) = items_left.split_at_mut(size);
            heaps.push((rows_here.iter_mut(), items_here.iter_mut()));
        }
        let mask = (1u32 << bits) - 1;
        pairs.for_each(|row, item| {
            const SAME: &str = "the pairs are the same in every walk";
            let (rows, items) = &mut heaps[(row >> bits) as usize];
            *rows.next().expect(SAME) = (row & mask) as u16;
            *items.next().expect(SAME) = item;
        });
        drop(heaps);
        Parted { sizes, rows, items }
    }
}

/// Sorts one heap into `out`, which begins at `base` of all items, and writes where each row ends.
fn place(rows: &[u16], items: &[u32], base: u32, ends: &mut [u32], out: &mut [u32]) {
    for &row in rows {
        ends[row as usize] += 1;
    }
    starts(ends);
    for (&row, &item) in rows.iter().zip(items) {
        let place = &mut ends[row as usize];
        out[*place as usize] = item;
        *place += 1;
    }
    ends.iter_mut().for_each(|end| *end += base);
}

/// The same without heaps.
fn place_directly(pairs: &impl Pairs, ends: &mut [u32], out: &mut [u32]) {
    pairs.for_each(|row, _| ends[row as usize] += 1);
    starts(ends);
    pairs.for_each(|row, item| {
        let place = &mut ends[row as usize];
        out[*place as usize] = item;
        *place += 1;
    });
}

/// Turns the number of items of each row into where the row starts; placing its items turns that into where it ends.
fn starts(counts: &mut [u32]) {
    let mut sum = 0;
    for count in counts {
        let start = sum;
        sum += *count;
        *count = start;
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::tests::Random;
    use super::*;

    #[test]
    fn pairs_come_out_stably_sorted_whatever_the_number_of_rows() {
        let mut random = Random(1);
        let direct = 1 << LEAST_HEAP_BITS;
        let most_streams = 1 << (LEAST_HEAP_BITS + STREAM_BITS);
        for rows in [1, 7, direct, direct + 1, 5 * direct, most_streams + 1] {
            let pairs: Vec<(u32, u32)> = (0..20_000)
                .map(|item| (random.below(rows) as u32, item))
                .chain([(rows as u32 - 1, 20_000), (0, 20_001)])
                .collect();
            let (offsets, items) = sorted(rows, &&pairs[..]);
            let mut expected = pairs.clone();
            expected.sort_by_key(|pair| pair.0);
            assert!(items.iter().eq(expected.iter().map(|(_, item)| item)));
            for row in [0, rows / 2, rows - 1] {
                let before = |row| pairs.iter().filter(|pair| (pair.0 as usize) < row).count();
                assert_eq!(offsets[row] as usize, before(row), "row {row} of {rows}");
                assert_eq!(offsets[row + 1] as usize, before(row + 1));
            }
        }
    }
}
