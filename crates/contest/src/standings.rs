//! The order of a contest's table: totals, ranks and ties.

use crate::results::{Cell, Contest};

/// Points are compared in millionths, which removes the noise of sums of decimal fractions.
const PARTS_OF_A_POINT: f64 = 1e6;

/// A contestant's row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The index in [`Contest::contestants`].
    pub contestant: usize,
    /// The place in the table: one more than the number of contestants with a greater total.
    pub rank: usize,
    /// Whether another contestant has the same total.
    pub is_tied: bool,
    /// The sum of all points that are counted.
    pub total: f64,
}

impl Standing {
    /// Returns the rank for people: `2=` if it is shared.
    pub fn place(&self) -> String {
        let sign = if self.is_tied { "=" } else { "" };
        format!("{}{sign}", self.rank)
    }
}

/// Returns all contestants by descending totals. Ties stay in the order of the contest.
pub fn of(contest: &Contest) -> Vec<Standing> {
    let totals = contest.contestants.iter().map(|one| {
        let points = one.cells.iter().filter_map(points_of);
        rounded(points.sum())
    });
    let mut totals: Vec<(usize, f64)> = totals.enumerate().collect();
    totals.sort_by(|a, b| b.1.total_cmp(&a.1));
    let standing = |&(contestant, total): &(usize, f64)| Standing {
        contestant,
        rank: totals.partition_point(|&(_, other)| other > total) + 1,
        is_tied: totals.partition_point(|&(_, other)| other >= total)
            - totals.partition_point(|&(_, other)| other > total)
            > 1,
        total,
    };
    totals.iter().map(standing).collect()
}

/// Returns the points of a cell, if it is judged and they are counted.
pub fn points_of(cell: &Cell) -> Option<f64> {
    let points = cell.judged()?.points.as_ref();
    points.ok().copied().map(rounded)
}

/// Rounds to six places. Turns -0 into 0.
pub fn rounded(points: f64) -> f64 {
    (points * PARTS_OF_A_POINT).round() / PARTS_OF_A_POINT + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn ties_share_a_rank_and_the_next_rank_counts_them() {
        // 0.1 + 0.2 and 0.3 are the same total.
        let contest = sample::of_points(&[&[0.0, 0.3], &[5.0, 5.0], &[0.1, 0.2], &[0.0, 0.0]]);
        let places: Vec<(usize, String)> = of(&contest).iter().map(|one| (one.contestant, one.place())).collect();
        let expected = [(1, "1"), (0, "2="), (2, "2="), (3, "4")];
        assert_eq!(places, expected.map(|(at, place)| (at, place.to_owned())));
    }
}
