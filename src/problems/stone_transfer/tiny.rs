//! All tiny instances.

use super::StoneTransfer;
use crate::stock::tiny::{Tiny, sums};

pub(super) const TINY: Tiny<StoneTransfer> = Tiny {
    measure: "piles and stones together",
    of: |size| {
        let counts = (1..=size).map(move |piles| (piles as usize, size - piles));
        Box::new(counts.flat_map(|(piles, stones)| sums(piles, stones).map(StoneTransfer)))
    },
};
