//! Stones moved by people.

use itertools::Itertools as _;

use super::{BRUTE_POSITIONS, Instance, Slide};
use crate::budget::Budget;
use crate::engine::brute::{self, Brute};
use crate::engine::{Outcome, Rules, Value, Worth};
use crate::picture::{self, Piece, STONE, Stage};
use crate::playable::{Part, Playable};
use crate::problem::CertifyError;

/// The strip as people play on it, and all its positions where they are few.
pub struct Strip {
    strip: Instance,
    known: Option<Brute<Instance>>,
}

impl Strip {
    pub(super) fn new(strip: Instance) -> Strip {
        Strip {
            known: brute::solve(&strip, BRUTE_POSITIONS).ok(),
            strip,
        }
    }

    fn with(&self, stones: &[u32]) -> Instance {
        Instance {
            stones: stones.to_vec(),
            ..self.strip
        }
    }
}

impl Rules for Strip {
    type Position = Vec<u32>;
    type Move = Slide;

    fn start(&self) -> Vec<u32> {
        self.strip.start()
    }

    fn moves(&self, stones: &Vec<u32>) -> impl Iterator<Item = (Slide, Vec<u32>)> {
        self.strip.moves(stones)
    }
}

impl Playable for Strip {
    const HOW: &'static str = "a stone's cell and the cell it goes to, such as `5-3`";

    fn value(&self, stones: &Vec<u32>) -> Value {
        let nimber = self.with(stones).xor();
        let outcome = if nimber == 0 {
            Outcome::Loss
        } else {
            Outcome::Win
        };
        let known = self.known.as_ref();
        Value {
            distance: known
                .and_then(|known| known.distance(stones))
                .map(u64::from),
            nimber: Some(nimber),
            ..Value::of(outcome)
        }
    }

    /// The strip above the last digits of its cells' numbers; of a long one only where the stones are.
    fn board(&self, stones: &Vec<u32>) -> String {
        const SHORT: usize = 100;
        let cells = self.strip.cells;
        if cells > SHORT {
            let stones = stones.iter().map(|stone| stone + 1).format(" ");
            return format!("{cells} cells, stones on {stones}\n");
        }
        let tens = (1..=cells).map(|cell| match cell / 10 {
            ten if ten > 0 && cell % 10 == 0 => (ten % 10).to_string(),
            _ => " ".to_owned(),
        });
        let tens: String = tens.collect();
        let ones: String = (1..=cells).map(|cell| (cell % 10).to_string()).collect();
        let rows = [self.with(stones).row(), tens, ones];
        let drawn = rows
            .iter()
            .map(|row| row.trim_end())
            .filter(|row| !row.is_empty());
        drawn.map(|row| format!("{row}\n")).collect()
    }

    fn place_count(&self) -> u64 {
        self.strip.cells as u64
    }

    fn stage(&self) -> Stage {
        picture::strip(self.strip.cells)
    }

    fn pieces(&self, stones: &Vec<u32>) -> Vec<Piece> {
        let stones = stones.iter();
        stones
            .map(|&cell| Piece::one(cell as usize, STONE))
            .collect()
    }

    fn move_name(&self, _: &Vec<u32>, slide: &Slide) -> String {
        format!("{}-{}", slide.from, slide.to)
    }

    fn parts(&self, stones: &Vec<u32>) -> Vec<Part> {
        let strip = self.with(stones);
        let gaps = strip.gaps().zip(stones).rev().step_by(2);
        let part = |(gap, stone): (u64, &u32)| Part {
            name: format!(
                "gap of {gap} before the stone on {}, modulo {}",
                stone + 1,
                u128::from(strip.reach) + 1
            ),
            worth: Worth::Nimber(strip.residue(gap)),
        };
        gaps.map(part).collect_vec().into_iter().rev().collect()
    }

    fn certify(&self, _: Budget) -> Result<String, CertifyError> {
        let Some(known) = &self.known else {
            return Ok("nothing but the positions shown: there are too many to try all".into());
        };
        let wrong = known
            .positions()
            .iter()
            .find(|stones| known.outcome(stones) != Some(self.value(stones).outcome));
        match wrong {
            Some(stones) => Err(CertifyError::Wrong(format!(
                "the value of {}",
                self.board(stones)
            ))),
            None => Ok(format!(
                "the outcomes of all {} positions, by trying every move",
                known.positions().len()
            )),
        }
    }
}
