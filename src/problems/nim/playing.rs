//! Nim played by people: heaps keep their places.

use itertools::Itertools as _;

use super::{BRUTE_POSITIONS, Digits, Instance, multisets_fit};
use crate::budget::Budget;
use crate::engine::brute::{self, Brute};
use crate::engine::{Outcome, Rules, Value, Worth, grundy};
use crate::picture::{self, Piece, Stage};
use crate::playable::{Part, Playable};
use crate::problem::CertifyError;

/// The heaps as people play with them, and all positions where they are few.
pub struct Heaps {
    instance: Instance,
    known: Option<Brute<Instance>>,
}

impl Heaps {
    pub(super) fn new(instance: Instance) -> Heaps {
        let largest = instance.heaps.iter().copied().max().unwrap_or(0);
        let few = multisets_fit(largest, instance.heaps.len());
        Heaps {
            known: few
                .then(|| brute::solve(&instance, BRUTE_POSITIONS).ok())
                .flatten(),
            instance,
        }
    }

    fn outcome(&self, heaps: &[u64]) -> Outcome {
        grundy::nim_outcome(heaps, self.instance.misere)
    }
}

/// A move is a heap, counted from 0, and the stones it leaves there.
impl Rules for Heaps {
    type Position = Vec<u64>;
    type Move = (usize, u64);

    fn start(&self) -> Vec<u64> {
        self.instance.heaps.clone()
    }

    fn terminal(&self, heaps: &Vec<u64>) -> Option<Outcome> {
        self.instance.terminal(heaps)
    }

    fn moves(&self, heaps: &Vec<u64>) -> impl Iterator<Item = ((usize, u64), Vec<u64>)> {
        let all = heaps.iter().enumerate();
        all.flat_map(move |(i, &heap)| (0..heap).rev().map(move |left| leave(heaps, i, left)))
    }
}

fn leave(heaps: &[u64], heap: usize, left: u64) -> ((usize, u64), Vec<u64>) {
    let mut after = heaps.to_vec();
    after[heap] = left;
    ((heap, left), after)
}

impl Playable for Heaps {
    const HOW: &'static str =
        "a heap and the stones to leave there, such as `2 0` to take all of heap 2";

    fn value(&self, heaps: &Vec<u64>) -> Value {
        let sorted = || heaps.iter().copied().sorted_unstable().collect_vec();
        let known = self.known.as_ref();
        Value {
            distance: known
                .and_then(|known| known.distance(&sorted()))
                .map(u64::from),
            nimber: (!self.instance.misere).then(|| grundy::nim_sum(heaps.iter().copied())),
            ..Value::of(self.outcome(heaps))
        }
    }

    /// A row per heap, small heaps drawn stone by stone.
    fn board(&self, heaps: &Vec<u64>) -> String {
        const DRAWN: u64 = 60;
        let width = heaps.len().to_string().len();
        let row = |(number, &heap): (usize, &u64)| {
            let drawn = if heap <= DRAWN {
                "o".repeat(heap as usize)
            } else {
                "…".to_owned()
            };
            let row = format!("{number:width$}: {heap:3} {drawn}");
            format!("{}\n", row.trim_end())
        };
        (1..).zip(heaps).map(row).collect()
    }

    fn place_count(&self) -> u64 {
        self.instance.heaps.len() as u64
    }

    fn stage(&self) -> Stage {
        picture::heaps(1..=self.instance.heaps.len())
    }

    fn pieces(&self, heaps: &Vec<u64>) -> Vec<Piece> {
        picture::stones(heaps)
    }

    fn move_name(&self, _: &Vec<u64>, (heap, left): &(usize, u64)) -> String {
        format!("{} {left}", heap + 1)
    }

    /// By the ordinary rule only: by the misère rule the xor does not decide.
    fn parts(&self, heaps: &Vec<u64>) -> Vec<Part> {
        if self.instance.misere {
            return Vec::new();
        }
        let part = |(number, &heap): (usize, &u64)| Part {
            name: format!("heap {number}"),
            worth: Worth::Nimber(heap),
        };
        (1..).zip(heaps).map(part).collect()
    }

    fn reason(&self, heaps: &Vec<u64>) -> Option<String> {
        self.instance.misere.then(|| {
            let large = heaps.iter().filter(|&&heap| heap > 1).count();
            let ones = heaps.iter().filter(|&&heap| heap == 1).count();
            match large {
                0 => format!("Only heaps of 1 are left, {ones} of them: whoever takes the last one loses."),
                _ => format!(
                    "By the misère rule play goes as usual while two heaps hold 2 or more; the xor is {}. Who leaves \
                     only heaps of 1 must leave an odd number of them.",
                    grundy::nim_sum(heaps.iter().copied())
                ),
            }
        })
    }

    fn certify(&self, _: Budget) -> Result<String, CertifyError> {
        let heaps = &self.instance.heaps;
        let over = self.instance.misere && heaps.iter().all(|&heap| heap == 0);
        let lost = !over && Digits::of(heaps).is_lost(self.instance.misere);
        if lost != (self.outcome(heaps) == Outcome::Loss) {
            return Err(CertifyError::Wrong(
                "the parities of the digits give another outcome".into(),
            ));
        }
        let Some(known) = &self.known else {
            return Ok(format!(
                "the parity of each binary digit of {} heaps",
                heaps.len()
            ));
        };
        let mut positions = known.positions().iter();
        if positions.any(|heaps| known.outcome(heaps) != Some(self.outcome(heaps))) {
            return Err(CertifyError::Wrong(
                "trying every move gives another outcome".into(),
            ));
        }
        Ok(format!(
            "the outcomes of all {} positions, heaps in rising order, by trying every move",
            known.positions().len()
        ))
    }

    fn move_count(&self, heaps: &Vec<u64>) -> u128 {
        heaps.iter().map(|&heap| u128::from(heap)).sum()
    }

    fn find_move(&self, heaps: &Vec<u64>, name: &str) -> Option<((usize, u64), Vec<u64>)> {
        let (heap, left) = name.split_once(' ')?;
        let (heap, left): (usize, u64) = (heap.parse().ok()?, left.parse().ok()?);
        let heap = heap.checked_sub(1)?;
        (left < *heaps.get(heap)?).then(|| leave(heaps, heap, left))
    }

    fn winning_moves<'a>(
        &'a self,
        heaps: &'a Vec<u64>,
    ) -> Box<dyn Iterator<Item = ((usize, u64), Vec<u64>)> + 'a> {
        let sum = grundy::nim_sum(heaps.iter().copied());
        // By the misère rule a heap may also have to become 0 or 1; a sum of 0 has no other winning moves.
        let sizes = move |heap: u64| {
            let mut sizes = vec![heap ^ sum];
            if self.instance.misere {
                sizes.extend([0, 1]);
            }
            sizes.sort_unstable();
            sizes.dedup();
            sizes.into_iter().filter(move |&size| size < heap)
        };
        let moves = heaps.iter().enumerate();
        let moves =
            moves.flat_map(move |(i, &heap)| sizes(heap).map(move |left| leave(heaps, i, left)));
        Box::new(moves.filter(|(_, after)| self.outcome(after) == Outcome::Loss))
    }

    /// By value where all positions are known. Elsewhere the first winning move, or one stone of the largest heap.
    fn best_move(&self, heaps: &Vec<u64>) -> Option<((usize, u64), Vec<u64>)> {
        if self.known.is_some() {
            let moves = self
                .moves(heaps)
                .map(|step| (self.value(&step.1).rank_for_mover(), step));
            let best = moves.reduce(|best, other| if other.0 > best.0 { other } else { best });
            return best.map(|(_, step)| step);
        }
        self.winning_moves(heaps).next().or_else(|| {
            let (largest, &heap) = heaps.iter().enumerate().max_by_key(|(_, heap)| **heap)?;
            Some(leave(heaps, largest, heap.checked_sub(1)?))
        })
    }
}
