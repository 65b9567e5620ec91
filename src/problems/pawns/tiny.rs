//! All tiny instances.

use super::Pawns;
use crate::stock::tiny::{Tiny, graphs, mentions_all, rising, sums};

pub(super) const TINY: Tiny<Pawns> = Tiny {
    measure: "cells, arcs and pawns together",
    of: |size| {
        let shapes = (1..=size).flat_map(move |n| (0..=size - n).map(move |arcs| (n, arcs, size - n - arcs)));
        Box::new(shapes.flat_map(|(n, count, pawns)| {
            let graphs = graphs(rising(n as u32), count as usize, 0..0);
            let whole = graphs.filter(move |arcs| n == 1 || mentions_all(arcs, n as u32, u32::MAX));
            let placed = move |arcs: Vec<(u32, u32)>| {
                sums(n as usize, pawns).map(move |pawns| Pawns::new(n as usize, arcs.clone(), pawns, false))
            };
            whole.flat_map(placed)
        }))
    },
};
