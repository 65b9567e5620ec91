//! All tiny instances.

use super::CatMouseIi;
use crate::stock::boards::Grid;
use crate::stock::tiny::{Tiny, boards, sums};

pub(super) const TINY: Tiny<CatMouseIi> = Tiny {
    measure: "cells and both jumps together",
    of: |size| {
        let jumps = sums(3, size).filter(|numbers| numbers[0] >= 3 && numbers[1] > 0 && numbers[2] > 0);
        Box::new(jumps.flat_map(|numbers| {
            let jumps = [numbers[1] as usize, numbers[2] as usize];
            // A jump longer than the board is not different.
            let useful = jumps[0].max(jumps[1]) < (numbers[0] as usize).max(2);
            let boards = useful.then(|| boards(numbers[0] as usize, b".#", b"CMF"));
            let grids = boards
                .into_iter()
                .flatten()
                .map(|(columns, cells)| Grid { columns, cells });
            grids.map(move |grid| CatMouseIi::new(grid, jumps))
        }))
    },
};
