//! All tiny instances.

use super::Marbles;
use crate::stock::tiny::Tiny;

pub(super) const TINY: Tiny<Marbles> = Tiny {
    measure: "marbles, and one more",
    of: |size| Box::new(size.checked_sub(1).map(Marbles).into_iter()),
};
