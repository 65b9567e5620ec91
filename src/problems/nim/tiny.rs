//! All tiny instances.

use super::Nim;
use crate::stock::tiny::{Tiny, sums};

pub(super) const TINY: Tiny<Nim> = Tiny {
    measure: "heaps and stones together",
    of: |size| {
        let counts = (1..=size).map(move |heaps| (heaps as usize, size - heaps));
        Box::new(counts.flat_map(|(heaps, stones)| sums(heaps, stones).map(Nim::of)))
    },
};
