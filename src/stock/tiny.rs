//! All instances of the smallest sizes, one after another.

use std::ops::Range;

use itertools::Itertools as _;

pub use crate::problem::Tiny;

type Arc = (u32, u32);

/// Iterates over all lists of `count` of these arcs in rising order, each arc at most twice.
///
/// If lists differ only by the numbers of the vertices in `free`, only the first is returned.
pub fn graphs(choices: Vec<Arc>, count: usize, free: Range<u32>) -> impl Iterator<Item = Vec<Arc>> {
    let orders = free.clone().permutations(free.len()).collect_vec();
    let lists = choices.into_iter().combinations_with_replacement(count);
    lists.filter(move |arcs| {
        let thrice = arcs.windows(3).any(|three| three[0] == three[2]);
        let first = || {
            orders.iter().all(|order| {
                let image = |v: u32| match v.checked_sub(free.start) {
                    Some(place) => order.get(place as usize).copied().unwrap_or(v),
                    None => v,
                };
                let renamed = arcs.iter().map(|&(a, b)| (image(a), image(b))).sorted_unstable();
                renamed.ge(arcs.iter().copied())
            })
        };
        !thrice && first()
    })
}

/// Returns all arcs from smaller to larger numbers, which form an acyclic graph.
pub fn rising(vertices: u32) -> Vec<Arc> {
    (0..vertices).array_combinations().map(|[a, b]| (a, b)).collect()
}

/// Returns whether every vertex except `but` is an end of an arc.
pub fn mentions_all(arcs: &[Arc], vertices: u32, but: u32) -> bool {
    let mentioned = |v: u32| arcs.iter().any(|&(a, b)| a == v || b == v);
    (0..vertices).all(|v| v == but || mentioned(v))
}

/// Iterates over all lists of `count` numbers from 0 on with this sum, in lexicographic order.
pub fn sums(count: usize, sum: u64) -> impl Iterator<Item = Vec<u64>> {
    let first = (count > 0 || sum == 0).then(|| {
        let mut list = vec![0; count];
        if let Some(last) = list.last_mut() {
            *last = sum;
        }
        list
    });
    std::iter::successors(first, move |list| {
        // The last positive number is lowered, and the number before it is raised.
        let from = list.iter().rposition(|&number| number > 0).filter(|&from| from > 0)?;
        let mut next = list.clone();
        next[from - 1] += 1;
        let rest = next[from] - 1;
        next[from] = 0;
        next[count - 1] = rest;
        Some(next)
    })
}

/// Iterates over all words of this length, in the order of the letters.
pub fn words(letters: &'static [u8], length: usize) -> impl Iterator<Item = Vec<u8>> {
    std::iter::repeat_n(letters.iter().copied(), length).multi_cartesian_product()
}

/// Iterates over all boards of this number of cells: the number of columns, and the cells row by row.
///
/// The cells have `plain` letters, and each of the `single` letters once.
pub fn boards(cells: usize, plain: &'static [u8], single: &'static [u8]) -> impl Iterator<Item = (usize, Vec<u8>)> {
    let shapes = (1..=cells).filter(move |columns| cells.is_multiple_of(*columns));
    let rest = cells.checked_sub(single.len());
    shapes.flat_map(move |columns| {
        let words = rest.into_iter().flat_map(move |rest| words(plain, rest));
        words.flat_map(move |word| {
            let places = (0..cells).permutations(single.len());
            places.map(move |places| {
                let mut plain = word.iter().copied();
                let letter = |cell| match places.iter().position(|&place| place == cell) {
                    Some(number) => single[number],
                    None => plain.next().expect("there are as many letters as cells"),
                };
                (columns, (0..cells).map(letter).collect())
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_are_listed_once_up_to_the_free_numbers() {
        let pairs = || (0..3).cartesian_product(0..3).collect_vec();
        assert_eq!(graphs(pairs(), 1, 0..0).count(), 9);
        // A loop, an arc from, to or between the free vertices, or a loop at the fixed vertex.
        assert_eq!(graphs(pairs(), 1, 0..2).count(), 5);
        assert_eq!(graphs(vec![(0, 1)], 2, 0..0).count(), 1);
        assert_eq!(graphs(vec![(0, 1)], 3, 0..0).count(), 0);
        assert_eq!(graphs(rising(4), 0, 0..0).collect_vec(), [vec![]]);
    }

    #[test]
    fn sums_and_words_are_all_that_there_are() {
        assert_eq!(sums(2, 2).collect_vec(), [[0, 2], [1, 1], [2, 0]]);
        assert_eq!(sums(4, 5).count(), 56);
        assert!(
            sums(4, 5)
                .tuple_windows()
                .all(|(a, b)| a < b && b.iter().sum::<u64>() == 5)
        );
        assert_eq!((sums(0, 0).count(), sums(0, 1).count()), (1, 0));
        assert_eq!(words(b".X", 3).count(), 8);
        assert_eq!(boards(4, b".*", b"PT").count(), 3 * 4 * 12);
        assert_eq!(boards(1, b".*", b"PT").count(), 0);
    }
}
