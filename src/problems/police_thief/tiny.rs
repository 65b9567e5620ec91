//! All tiny instances.

use super::PoliceThief;
use crate::stock::boards::Grid;
use crate::stock::tiny::{Tiny, boards};

pub(super) const TINY: Tiny<PoliceThief> = Tiny {
    measure: "cells",
    of: |size| {
        let boards = boards(size as usize, b".*E", b"PT");
        Box::new(boards.map(|(columns, cells)| PoliceThief(Grid { columns, cells })))
    },
};
