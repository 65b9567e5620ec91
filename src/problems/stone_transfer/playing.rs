//! Stones moved between piles by people.

use itertools::Itertools as _;

use super::{BRUTE_POSITIONS, Instance, total, value};
use crate::budget::Budget;
use crate::engine::brute::{self, Brute};
use crate::engine::{Outcome, Rules, Value, Worth};
use crate::picture::{self, Piece, Stage};
use crate::playable::{Part, Playable};
use crate::problem::CertifyError;

/// The piles as people play with them, and all positions where they are few.
pub struct Piles {
    instance: Instance,
    known: Option<Brute<Instance>>,
}

impl Piles {
    pub(super) fn new(instance: Instance) -> Piles {
        let known = instance
            .can_be_played_out()
            .then(|| brute::solve(&instance, BRUTE_POSITIONS));
        Piles {
            known: known.and_then(Result::ok),
            instance,
        }
    }
}

impl Rules for Piles {
    type Position = Vec<u64>;
    type Move = [usize; 3];

    fn start(&self) -> Vec<u64> {
        self.instance.start()
    }

    fn moves(&self, piles: &Vec<u64>) -> impl Iterator<Item = ([usize; 3], Vec<u64>)> {
        self.instance.moves(piles)
    }
}

impl Playable for Piles {
    const HOW: &'static str =
        "the pile to take a stone from and the two to put one on, such as `0 1 3`";

    fn value(&self, piles: &Vec<u64>) -> Value {
        let nimber = total(piles);
        let known = self.known.as_ref();
        Value {
            distance: known.and_then(|known| known.distance(piles)).map(u64::from),
            nimber: Some(nimber),
            ..Value::of(if nimber == 0 {
                Outcome::Loss
            } else {
                Outcome::Win
            })
        }
    }

    /// A row per pile, small piles drawn stone by stone.
    fn board(&self, piles: &Vec<u64>) -> String {
        const DRAWN: u64 = 60;
        let width = piles.len().to_string().len();
        let row = |(number, &pile): (usize, &u64)| {
            let drawn = if pile <= DRAWN {
                "o".repeat(pile as usize)
            } else {
                "…".to_owned()
            };
            let row = format!("{number:width$}: {pile:3} {drawn}");
            format!("{}\n", row.trim_end())
        };
        piles.iter().enumerate().map(row).collect()
    }

    fn place_count(&self) -> u64 {
        self.instance.start().len() as u64
    }

    fn stage(&self) -> Stage {
        picture::heaps(0..self.instance.start().len())
    }

    fn pieces(&self, piles: &Vec<u64>) -> Vec<Piece> {
        picture::stones(piles)
    }

    fn move_name(&self, _: &Vec<u64>, triple: &[usize; 3]) -> String {
        triple.iter().join(" ")
    }

    /// Two stones on one pile cancel, so a pile of odd size is worth one stone, and all others nothing.
    fn parts(&self, piles: &Vec<u64>) -> Vec<Part> {
        let odd = piles
            .iter()
            .enumerate()
            .filter(|(_, stones)| *stones % 2 == 1);
        let part = |(pile, stones): (usize, &u64)| Part {
            name: match stones {
                1 => format!("the stone on pile {pile}"),
                _ => format!("the odd one of {stones} stones on pile {pile}"),
            },
            worth: Worth::Nimber(value(piles.len() - 1 - pile)),
        };
        odd.map(part).collect()
    }

    fn certify(&self, _: Budget) -> Result<String, CertifyError> {
        let (nimbers, _) = self.instance.by_definition();
        if (0..)
            .zip(&nimbers)
            .any(|(distance, &nimber)| value(distance) != u64::from(nimber))
        {
            return Err(CertifyError::Wrong(
                "a stone's nimber is not that of its definition".into(),
            ));
        }
        let Some(known) = &self.known else {
            return Ok(format!(
                "the nimbers of {} distances by their definition",
                nimbers.len()
            ));
        };
        let mut positions = known.positions().iter();
        if positions.any(|piles| known.outcome(piles) != Some(self.value(piles).outcome)) {
            return Err(CertifyError::Wrong(
                "trying every move gives another outcome".into(),
            ));
        }
        Ok(format!(
            "the outcomes of all {} positions, by trying every move",
            known.positions().len()
        ))
    }

    fn move_count(&self, piles: &Vec<u64>) -> u128 {
        let from = piles
            .iter()
            .rev()
            .zip(0u128..)
            .filter(|(stones, _)| **stones > 0);
        from.map(|(_, later)| later * (later + 1) / 2).sum()
    }
}
