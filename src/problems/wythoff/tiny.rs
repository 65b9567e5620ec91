//! All tiny instances.

use super::Wythoff;
use crate::stock::tiny::{Tiny, sums};

pub(super) const TINY: Tiny<Wythoff> = Tiny {
    measure: "stones, and one more",
    of: |size| {
        let stones = size.checked_sub(1).into_iter();
        Box::new(stones.flat_map(|stones| sums(2, stones).map(|heaps| Wythoff([heaps[0], heaps[1]]))))
    },
};
