//! All tiny instances.

use super::USUAL_START;
use super::board::{Board, POSITIONS};
use crate::engine::Positions as _;
use crate::stock::tiny::Tiny;

/// The positions up to turning and flipping, a hundred at a time.
pub(super) const TINY: Tiny<Board> = Tiny {
    measure: "hundreds of positions",
    of: |size| {
        let boards = (0..POSITIONS).map(|number| Board::of(&USUAL_START.position(number)));
        let first = boards.filter(|board| (1..8).all(|symmetry| board.seen_through(symmetry).rows() >= board.rows()));
        let skipped = usize::try_from(size.saturating_sub(1))
            .unwrap_or(usize::MAX)
            .saturating_mul(100);
        Box::new(first.skip(skipped).take(100))
    },
};
