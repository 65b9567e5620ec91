//! All tiny instances.

use itertools::Itertools as _;

use super::Game;
use crate::stock::tiny::{Tiny, graphs, mentions_all};

/// The graphs with a token that starts on the last vertex.
pub(super) const TINY: Tiny<Game> = Tiny {
    measure: "vertices and arcs together",
    of: |size| {
        let shapes = (2..size).map(move |n| (n as u32, (size - n) as usize));
        let graphs = shapes
            .filter(|&(n, arcs)| n as usize <= 2 * arcs + 1)
            .flat_map(|(n, count)| {
                let all = (0..n).cartesian_product(0..n).collect();
                let graphs = graphs(all, count, 0..n - 1);
                let whole = graphs.filter(move |arcs| mentions_all(arcs, n, n - 1));
                whole.map(move |arcs| Game {
                    vertices: n as usize,
                    start: n - 1,
                    arcs,
                })
            });
        Box::new(graphs)
    },
};
