//! All tiny instances.

use super::Stones;
use crate::stock::tiny::{Tiny, words};

pub(super) const TINY: Tiny<Stones> = Tiny {
    measure: "cells",
    of: |size| {
        let strips = words(b".X", size as usize);
        Box::new(strips.map(move |strip| Stones::of(size, crate::text::places_of(&strip, b'X'))))
    },
};
