//! All tiny instances.

use super::CatMouse;
use crate::stock::tiny::{Tiny, graphs, mentions_all, rising};

/// The graphs, each with its lists in rising order, then in falling order.
pub(super) const TINY: Tiny<CatMouse> = Tiny {
    measure: "vertices and edges together",
    of: |size| {
        let shapes = (3..size).map(move |n| (n as u32, (size - n) as usize));
        let graphs = shapes
            .filter(|&(n, edges)| n as usize <= 2 * edges)
            .flat_map(|(n, count)| {
                let graphs = graphs(rising(n), count, 3..n);
                let simple = graphs.filter(move |edges| {
                    let twice = edges.windows(2).any(|two| two[0] == two[1]);
                    !twice && mentions_all(edges, n, u32::MAX)
                });
                simple.flat_map(move |edges| {
                    let mut arcs: Vec<(u32, u32)> = edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
                    arcs.sort_unstable();
                    let mut falling = arcs.clone();
                    falling.sort_by_key(|&(a, b)| (a, std::cmp::Reverse(b)));
                    let vertices = n as usize;
                    [arcs, falling].map(|arcs| CatMouse::new(vertices, arcs))
                })
            });
        Box::new(graphs)
    },
};
