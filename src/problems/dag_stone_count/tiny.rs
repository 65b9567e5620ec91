//! All tiny instances.

use super::{DagStoneCount, Test};
use crate::stock::tiny::{Tiny, graphs, rising};

pub(super) const TINY: Tiny<DagStoneCount> = Tiny {
    measure: "nodes, arcs and stones of one test together",
    of: |size| {
        let shapes = (2..=size).flat_map(move |n| (1..=size - n).map(move |arcs| (n, arcs, size - n - arcs)));
        Box::new(shapes.flat_map(|(n, count, stones)| {
            let graphs = graphs(rising(n as u32), count as usize, 0..0);
            graphs.map(move |arcs| DagStoneCount(vec![Test::new(n as usize, stones, arcs)]))
        }))
    },
};
