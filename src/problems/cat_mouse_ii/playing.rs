//! Cat and mouse moved by people, on a board.

use super::super::chase::{Scene, Yard};
use super::WALL;
use crate::picture::Stage;

/// The board.
pub struct Kitchen(pub(super) Yard);

impl Scene for Kitchen {
    const HOW: &'static str =
        "row and column of the cell to jump to, such as `2,3`, or of one's own to stay";
    const PLAYERS: [&'static str; 2] = ["the mouse", "the cat"];
    const MARKS: [&'static str; 2] = ["M", "C"];

    fn board(&self, first: u32, second: u32) -> String {
        self.0.board(first, second)
    }

    fn name(&self, vertex: u32) -> String {
        self.0.name(vertex)
    }

    fn place_count(&self) -> u64 {
        self.0.place_count()
    }

    fn stage(&self) -> Stage {
        self.0.stage(WALL)
    }

    fn place(&self, vertex: u32) -> usize {
        self.0.place(vertex)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::chase::Chase;
    use super::super::super::testing::BUDGET;
    use super::super::{CatMouseIi, WALL};
    use super::*;
    use crate::engine::{brute, pursuit};
    use crate::playable::Playable as _;
    use crate::problem::old::Problem as _;
    use crate::random::Random;

    #[test]
    fn values_under_a_bound_on_the_turns_are_what_play_makes_of_them() {
        let mut late = 0;
        for seed in 0..150 {
            let family =
                CatMouseIi::META.families[seed as usize % CatMouseIi::META.families.len()].name;
            let instance = CatMouseIi::generate(family, 3 + seed % 7, &mut Random::new(seed));
            let most = 1 + (seed % 9) as u32;
            let game = instance.game(pursuit::bytes_needed, BUDGET).unwrap();
            let yard = Yard::new(&instance.grid, WALL, *b"MC");
            let chase = Chase::new(game, Kitchen(yard), Some(most));
            let known = brute::solve(&chase, 20_000).unwrap();
            for moment in known.positions() {
                let value = chase.value(moment);
                assert_eq!(
                    Some(value.outcome),
                    known.outcome(moment),
                    "{moment:?} {most}\n{instance}"
                );
                let plies = known.distance(moment).map(u64::from);
                assert_eq!(value.distance, plies, "{moment:?} {most}\n{instance}");
                late += u64::from(plies == Some(u64::from(most)));
            }
        }
        assert!(late > 20, "{late} positions lasted as long as they may");
    }
}
