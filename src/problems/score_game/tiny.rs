//! All tiny instances.

use super::ScoreGame;
use crate::stock::tiny::{Tiny, graphs, mentions_all, rising, sums};

/// The graphs with start 1, or with the last vertex as a start without arcs.
pub(super) const TINY: Tiny<ScoreGame> = Tiny {
    measure: "vertices, arcs and points, without their signs, together",
    of: |size| {
        let shapes = (1..=size).flat_map(move |n| (0..=size - n).map(move |arcs| (n, arcs, size - n - arcs)));
        Box::new(shapes.flat_map(|(n, count, points)| {
            let graphs = graphs(rising(n as u32), count as usize, 0..0);
            let whole = graphs.filter(move |arcs| mentions_all(arcs, n as u32, 0));
            whole.flat_map(move |arcs| {
                sums(n as usize, points).flat_map(move |points| {
                    let arcs = arcs.clone();
                    let held: Vec<usize> = (0..points.len()).filter(|&v| points[v] > 0).collect();
                    (0..1u32 << held.len()).map(move |signs| {
                        let mut points: Vec<i64> = points.iter().map(|&points| points as i64).collect();
                        for (bit, &vertex) in held.iter().enumerate() {
                            points[vertex] *= if signs >> bit & 1 == 1 { -1 } else { 1 };
                        }
                        ScoreGame::new(points, 0, arcs.clone())
                    })
                })
            })
        }))
    },
};
