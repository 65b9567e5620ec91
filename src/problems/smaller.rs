//! Steps towards a smaller instance, for [`Problem::smaller`](crate::problem::Problem::smaller).
//!
//! The largest steps come first, so that a large instance shrinks in few of them.

use std::iter;

/// The list without a stretch: without all of it, then without halves, quarters and so on down to single items.
pub(super) fn shorter<T: Clone>(list: &[T]) -> impl Iterator<Item = Vec<T>> {
    let lengths = iter::successors(Some(list.len()), |length| Some(length / 2));
    lengths
        .take_while(|&length| length > 0)
        .flat_map(move |length| {
            (0..list.len()).step_by(length).map(move |from| {
                let to = list.len().min(from + length);
                [&list[..from], &list[to..]].concat()
            })
        })
}

/// Lower numbers: 0, then ever nearer to `number`, which is the last one plus 1.
pub(super) fn lower(number: u64) -> impl Iterator<Item = u64> {
    iter::successors(Some(number), |step| Some(step / 2))
        .take_while(|&step| step > 0)
        .map(move |step| number - step)
}

/// The list with one of its numbers lower; first with all of them halved.
pub(super) fn lower_one(list: &[u64]) -> impl Iterator<Item = Vec<u64>> {
    let some = list.iter().any(|&number| number > 0);
    let halved = some.then(|| list.iter().map(|number| number / 2).collect());
    let lowered = (0..list.len()).flat_map(move |index| {
        lower(list[index]).map(move |number| {
            let mut list = list.to_vec();
            list[index] = number;
            list
        })
    });
    halved.into_iter().chain(lowered)
}

/// The arcs that do not touch a vertex, those after it numbered one lower.
pub(super) fn without_vertex(arcs: &[(u32, u32)], vertex: u32) -> Vec<(u32, u32)> {
    let renumbered = |other: u32| other - u32::from(other > vertex);
    arcs.iter()
        .filter(|arc| arc.0 != vertex && arc.1 != vertex)
        .map(|arc| (renumbered(arc.0), renumbered(arc.1)))
        .collect()
}

/// The list without the item at `index`.
pub(super) fn without<T: Clone>(list: &[T], index: usize) -> Vec<T> {
    [&list[..index], &list[index + 1..]].concat()
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
        let lists: Vec<Vec<u64>> = lower_one(&[2, 0, 1]).collect();
        assert_eq!(lists, [[1, 0, 0], [0, 0, 1], [1, 0, 1], [2, 0, 0]]);
        assert_eq!(lower_one(&[0]).count(), 0);
    }

    #[test]
    fn a_vertex_goes_with_its_arcs_and_the_later_ones_move_up() {
        let arcs = [(0, 2), (1, 0), (2, 1), (2, 2)];
        assert_eq!(without_vertex(&arcs, 1), [(0, 1), (1, 1)]);
    }
}
