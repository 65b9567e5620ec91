//! All tiny instances.

use super::Pas;
use crate::stock::tiny::{Tiny, sums};

/// One board with strips of rising lengths.
pub(super) const TINY: Tiny<Pas> = Tiny {
    measure: "cells of the strips and of one board together",
    of: |size| {
        let lengths = sums(4, size).filter(|lengths| {
            let [w, r, b, board] = lengths[..] else { return false };
            (1..=r).contains(&w) && r <= b && board > 0
        });
        Box::new(lengths.map(|lengths| Pas {
            strips: [lengths[0], lengths[1], lengths[2]],
            boards: vec![lengths[3]],
        }))
    },
};
