//! Steps towards a smaller instance, for [`Problem::smaller`](crate::problem::Problem::smaller).
//!
//! The largest steps come first, so that a large instance shrinks in few steps. Other orders and other numbers come
//! last. They make nothing shorter, but may allow a further step.

use std::iter;

/// Iterates over the list without a part: without all of it, then without halves, quarters and so on, down to single
/// items.
pub fn shorter<T: Clone>(list: &[T]) -> impl Iterator<Item = Vec<T>> {
    let lengths = iter::successors(Some(list.len()), |length| Some(length / 2));
    lengths.take_while(|&length| length > 0).flat_map(move |length| {
        (0..list.len()).step_by(length).map(move |from| {
            let to = list.len().min(from + length);
            [&list[..from], &list[to..]].concat()
        })
    })
}

/// Iterates over lower numbers: 0, then nearer and nearer to `number`, up to `number` - 1.
pub fn lower(number: u64) -> impl Iterator<Item = u64> {
    iter::successors(Some(number), |step| Some(step / 2))
        .take_while(|&step| step > 0)
        .map(move |step| number - step)
}

/// Iterates over the list with lower numbers.
///
/// First all numbers are halved several times, then once. Then one number is lower. Then two numbers are halved
/// equally, or lose binary digits that both have, which keeps the xor of all numbers.
pub fn lower_some(list: &[u64]) -> impl Iterator<Item = Vec<u64>> {
    let shifts = |number: u64| {
        let half = (u64::BITS - number.leading_zeros()) / 2;
        iter::successors(Some(half), |shift| Some(shift / 2)).take_while(|&shift| shift > 0)
    };
    let largest = list.iter().max().copied().unwrap_or(0);
    let halved = shifts(largest).map(|shift| list.iter().map(|number| number >> shift).collect());
    let lowered =
        (0..list.len()).flat_map(move |index| lower(list[index]).map(move |number| with(list, index, number)));
    let pairs = (0..list.len()).flat_map(move |i| (i + 1..list.len()).map(move |j| (i, j)));
    let together = pairs.flat_map(move |(i, j)| {
        let common = list[i] & list[j];
        let digits = (0..u64::BITS).map(|digit| 1 << digit);
        let masks = iter::once(common).chain(digits.filter(move |digit| common & digit != 0));
        let masks = masks.filter(move |_| common != 0);
        let halved = shifts(common).map(move |shift| (list[i] >> shift, list[j] >> shift));
        let cleared = masks.map(move |mask| (list[i] ^ mask, list[j] ^ mask));
        halved.chain(cleared).map(move |(a, b)| {
            let mut list = list.to_vec();
            (list[i], list[j]) = (a, b);
            list
        })
    });
    halved.chain(lowered).chain(together)
}

/// Returns the list with another item in one place.
pub fn with<T: Clone>(list: &[T], index: usize, item: T) -> Vec<T> {
    let mut list = list.to_vec();
    list[index] = item;
    list
}

/// Iterates over the list shorter, then with lower numbers, then in another order.
pub fn numbers(list: &[u64]) -> impl Iterator<Item = Vec<u64>> {
    shorter(list).chain(lower_some(list)).chain(reordered(list))
}

/// Iterates over the list in rising order, then with two neighbours exchanged that are not in order.
pub fn reordered<T: Clone + Ord>(list: &[T]) -> impl Iterator<Item = Vec<T>> {
    let sorted = (!list.is_sorted()).then(|| {
        let mut sorted = list.to_vec();
        sorted.sort();
        sorted
    });
    let falls = (1..list.len()).filter(move |&place| list[place - 1] > list[place]);
    sorted.into_iter().chain(falls.map(move |place| {
        let mut list = list.to_vec();
        list.swap(place - 1, place);
        list
    }))
}

/// A graph one step smaller.
pub struct SmallerGraph {
    /// The number of vertices.
    pub vertices: usize,
    /// The arcs. Vertices after the removed one have a number lower by one.
    pub arcs: Vec<(u32, u32)>,
    /// The old number of the removed vertex.
    pub gone: Option<u32>,
    /// The old number of the vertex that it was merged into.
    pub into: Option<u32>,
    /// The vertex that exchanged its number with the next one.
    pub exchanged: Option<u32>,
}

impl SmallerGraph {
    /// Returns the new number of a vertex that was not removed.
    pub fn number(&self, vertex: u32) -> u32 {
        match self.exchanged {
            Some(first) => exchanged(vertex, first),
            None => vertex - u32::from(self.gone.is_some_and(|gone| vertex > gone)),
        }
    }

    /// Returns the items of the vertices by their new numbers.
    pub fn carried<T: Clone>(&self, list: &[T]) -> Vec<T> {
        let mut list = list.to_vec();
        if let Some(first) = self.exchanged {
            list.swap(first as usize, first as usize + 1);
        }
        if let Some(gone) = self.gone {
            list.remove(gone as usize);
        }
        list
    }
}

/// Returns the number of a vertex after `first` and the next vertex exchanged theirs.
fn exchanged(vertex: u32, first: u32) -> u32 {
    match vertex.wrapping_sub(first) {
        0 => first + 1,
        1 => first,
        _ => vertex,
    }
}

/// Iterates over smaller graphs. They keep the vertices that must stay.
///
/// They have one vertex less, or fewer arcs, or the two ends of an arc as one vertex. Others have the arcs in another
/// order, or two vertices with exchanged numbers.
pub fn graph(
    vertices: usize,
    arcs: &[(u32, u32)],
    stays: impl Fn(u32) -> bool + Copy,
) -> impl Iterator<Item = SmallerGraph> {
    let some = (0..vertices as u32).filter(move |&vertex| !stays(vertex));
    let dropped = some.map(move |vertex| (without_vertex(arcs, vertex), Some(vertex), None, None));
    let cut = shorter(arcs).map(|arcs| (arcs, None, None, None));
    let both_ways = arcs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
    let joined = both_ways.filter(move |&(vertex, into)| vertex != into && !stays(vertex));
    let joined = joined.map(move |(vertex, into)| (merged(arcs, vertex, into), Some(vertex), Some(into), None));
    let sorted = reordered(arcs).map(|arcs| (arcs, None, None, None));
    let renumbered = (1..vertices as u32).map(move |next| {
        let number = |vertex| exchanged(vertex, next - 1);
        let arcs = arcs.iter().map(|&(a, b)| (number(a), number(b)));
        (arcs.collect(), None, None, Some(next - 1))
    });
    let fewer = dropped.chain(cut).chain(joined);
    let all = fewer.chain(sorted).chain(renumbered);
    all.map(move |(arcs, gone, into, exchanged)| SmallerGraph {
        vertices: vertices - usize::from(gone.is_some()),
        arcs,
        gone,
        into,
        exchanged,
    })
}

/// Returns the arcs without a vertex. Vertices after it get a number lower by one.
pub fn without_vertex(arcs: &[(u32, u32)], vertex: u32) -> Vec<(u32, u32)> {
    let renumbered = |other: u32| other - u32::from(other > vertex);
    arcs.iter()
        .filter(|arc| arc.0 != vertex && arc.1 != vertex)
        .map(|arc| (renumbered(arc.0), renumbered(arc.1)))
        .collect()
}

/// Returns the arcs after one vertex is merged into another. Arcs between them go, and later vertices get lower
/// numbers.
pub fn merged(arcs: &[(u32, u32)], vertex: u32, into: u32) -> Vec<(u32, u32)> {
    let read = |end: u32| {
        let end = if end == vertex { into } else { end };
        end - u32::from(end > vertex)
    };
    arcs.iter()
        .filter(|&&(a, b)| (a, b) != (vertex, into) && (a, b) != (into, vertex))
        .map(|&(a, b)| (read(a), read(b)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_loses_all_then_halves_then_single_items() {
        let lists: Vec<Vec<u8>> = shorter(&[1, 2, 3]).collect();
        assert_eq!(lists, [vec![], vec![2, 3], vec![1, 3], vec![1, 2]]);
        assert_eq!(shorter::<u8>(&[]).count(), 0);
    }

    #[test]
    fn numbers_fall_to_nothing_first_and_to_the_next_lower_last() {
        assert!(lower(10).eq([0, 5, 8, 9]));
        assert_eq!(lower(0).count(), 0);
        let lists: Vec<Vec<u64>> = lower_some(&[2, 0, 1]).collect();
        assert_eq!(lists, [[1, 0, 0], [0, 0, 1], [1, 0, 1], [2, 0, 0]]);
        assert_eq!(lower_some(&[0]).count(), 0);
    }

    #[test]
    fn two_numbers_fall_together_by_the_digits_that_both_have() {
        let lists: Vec<Vec<u64>> = lower_some(&[7, 3]).collect();
        assert_eq!(lists[lists.len() - 4..], [[3, 1], [4, 0], [6, 2], [5, 1]]);
        assert_eq!(lists[0], [3, 1]);
    }

    #[test]
    fn a_graph_loses_vertices_then_arcs_then_joins_neighbours() {
        let steps: Vec<_> = graph(3, &[(0, 1), (1, 2)], |vertex| vertex == 0).collect();
        let arcs: Vec<&[(u32, u32)]> = steps.iter().map(|step| &*step.arcs).collect();
        let expected: [&[(u32, u32)]; 10] = [
            &[],
            &[(0, 1)],
            &[],
            &[(1, 2)],
            &[(0, 1)],
            &[(0, 1)],
            &[(0, 1)],
            &[(0, 1)],
            &[(1, 0), (0, 2)],
            &[(0, 2), (2, 1)],
        ];
        assert_eq!(arcs, expected);
        assert_eq!((steps[0].number(0), steps[0].number(2), steps[0].vertices), (0, 1, 2));
        assert_eq!((steps[5].gone, steps[5].into), (Some(1), Some(0)));
        assert_eq!(
            (steps[5].carried(&['a', 'b', 'c']), steps[5].vertices),
            (vec!['a', 'c'], 2)
        );
        let last = &steps[9];
        assert_eq!([0, 1, 2].map(|vertex| last.number(vertex)), [0, 2, 1]);
        assert_eq!(
            (last.carried(&['a', 'b', 'c']), last.vertices),
            (vec!['a', 'c', 'b'], 3)
        );
    }

    #[test]
    fn a_list_comes_in_order_at_once_then_by_neighbours() {
        let lists: Vec<Vec<u8>> = reordered(&[3, 1, 2, 0]).collect();
        assert_eq!(lists, [[0, 1, 2, 3], [1, 3, 2, 0], [3, 1, 0, 2]]);
        assert_eq!(reordered(&[1, 1, 2]).count(), 0);
    }

    #[test]
    fn a_merged_vertex_hands_its_arcs_on() {
        let arcs = [(0, 2), (1, 0), (2, 1), (2, 2), (1, 3)];
        assert_eq!(merged(&arcs, 1, 3), [(0, 1), (2, 0), (1, 2), (1, 1)]);
        assert_eq!(merged(&arcs, 2, 1), [(0, 1), (1, 0), (1, 1), (1, 2)]);
    }

    #[test]
    fn a_vertex_goes_with_its_arcs_and_the_later_ones_move_up() {
        let arcs = [(0, 2), (1, 0), (2, 1), (2, 2)];
        assert_eq!(without_vertex(&arcs, 1), [(0, 1), (1, 1)]);
    }
}
