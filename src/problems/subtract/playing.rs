//! One pile that people take from.

use itertools::Itertools as _;

use super::{Amounts, Instance, check_outcomes, outcomes};
use crate::budget::{Budget, Refusal};
use crate::engine::subtraction::Outcomes;
use crate::engine::{Outcome, Rules, Value, grundy};
use crate::picture::{self, Piece, Stage};
use crate::playable::Playable;
use crate::problem::CertifyError;

/// How many heaps, times amounts, are worked out one by one.
const STEPS: u128 = 20_000_000;

/// The pile as people play with it.
pub struct Pile {
    instance: Instance,
    listed: Option<Listed>,
}

/// What is known of listed amounts.
struct Listed {
    /// Rising, without repetition.
    amounts: Vec<u64>,
    outcomes: Outcomes,
    /// Distance and nimber of every pile up to the first one, where that is not too much.
    values: Option<Vec<(u64, u32)>>,
}

impl Pile {
    pub(super) fn new(instance: Instance, budget: Budget) -> Result<Pile, Refusal> {
        let listed = match &instance.amounts {
            Amounts::UpTo(_) => None,
            Amounts::Listed(amounts) => {
                let outcomes = outcomes(instance.pile, amounts, budget)?;
                let amounts = amounts
                    .iter()
                    .copied()
                    .sorted_unstable()
                    .dedup()
                    .collect_vec();
                let steps = u128::from(instance.pile) * amounts.len() as u128;
                Some(Listed {
                    values: (steps <= STEPS).then(|| values(instance.pile, &amounts, &outcomes)),
                    amounts,
                    outcomes,
                })
            }
        };
        Ok(Pile { instance, listed })
    }

    fn legal(&self, pile: u64, amount: u64) -> bool {
        let allowed = match &self.listed {
            None => self.instance.moves_up_to(pile) >= amount,
            Some(listed) => listed.amounts.binary_search(&amount).is_ok(),
        };
        (1..=pile).contains(&amount) && allowed
    }
}

/// Distance and nimber of every pile, from the smaller ones.
fn values(last: u64, amounts: &[u64], outcomes: &Outcomes) -> Vec<(u64, u32)> {
    let mut values: Vec<(u64, u32)> = Vec::new();
    for pile in 0..=last {
        let smaller = || {
            amounts
                .iter()
                .take_while(|&&amount| amount <= pile)
                .map(|amount| pile - amount)
        };
        let plies = |left: u64| values[left as usize].0;
        let distance = if outcomes.is_lost(pile) {
            smaller().map(plies).max()
        } else {
            smaller()
                .filter(|&left| outcomes.is_lost(left))
                .map(plies)
                .min()
        };
        let nimber = grundy::mex(smaller().map(|left| values[left as usize].1));
        values.push((distance.map_or(0, |plies| plies + 1), nimber));
    }
    values
}

impl Instance {
    /// The most that can be taken where 1 to p may be.
    fn moves_up_to(&self, pile: u64) -> u64 {
        match self.amounts {
            Amounts::UpTo(most) => most.min(pile),
            Amounts::Listed(_) => 0,
        }
    }
}

impl Rules for Pile {
    type Position = u64;
    type Move = u64;

    fn start(&self) -> u64 {
        self.instance.pile
    }

    fn moves(&self, &pile: &u64) -> impl Iterator<Item = (u64, u64)> {
        let listed = self.listed.iter().flat_map(|listed| &listed.amounts);
        let listed = listed.copied().take_while(move |&amount| amount <= pile);
        (1..=self.instance.moves_up_to(pile))
            .chain(listed)
            .map(move |amount| (amount, pile - amount))
    }
}

impl Playable for Pile {
    const HOW: &'static str = "the number of stones to take, such as `3`";

    fn value(&self, &pile: &u64) -> Value {
        match (&self.instance.amounts, &self.listed) {
            (Amounts::UpTo(most), _) => {
                // A round is two plies that take p+1 stones together, whatever the loser takes.
                let (rounds, rest) = (pile / (most + 1), pile % (most + 1));
                Value {
                    distance: Some(2 * rounds + u64::from(rest > 0)),
                    nimber: Some(rest),
                    ..Value::of(if rest == 0 {
                        Outcome::Loss
                    } else {
                        Outcome::Win
                    })
                }
            }
            (_, listed) => {
                let listed = listed
                    .as_ref()
                    .expect("listed amounts were looked at when the game was made");
                let lost = listed.outcomes.is_lost(pile);
                let known = listed.values.as_ref().map(|values| values[pile as usize]);
                Value {
                    distance: known.map(|(plies, _)| plies),
                    nimber: known.map(|(_, nimber)| nimber.into()),
                    ..Value::of(if lost { Outcome::Loss } else { Outcome::Win })
                }
            }
        }
    }

    fn board(&self, &pile: &u64) -> String {
        const DRAWN: u64 = 60;
        let drawn = if pile <= DRAWN {
            "o".repeat(pile as usize)
        } else {
            "…".to_owned()
        };
        let may = match &self.listed {
            None => format!("1 to {}", self.instance.moves_up_to(u64::MAX)),
            Some(listed) => {
                let shown = listed.amounts.iter().take(20).join(", ");
                let more = if listed.amounts.len() > 20 {
                    ", …"
                } else {
                    ""
                };
                format!("{shown}{more}")
            }
        };
        let row = format!("pile: {pile} {drawn}");
        format!("{}\na move takes {may}\n", row.trim_end())
    }

    fn place_count(&self) -> u64 {
        1
    }

    fn stage(&self) -> Stage {
        picture::heaps(["pile"])
    }

    fn pieces(&self, pile: &u64) -> Vec<Piece> {
        picture::stones(&[*pile])
    }

    fn move_name(&self, _: &u64, amount: &u64) -> String {
        amount.to_string()
    }

    fn reason(&self, &pile: &u64) -> Option<String> {
        let Amounts::UpTo(most) = self.instance.amounts else {
            let period = self.listed.as_ref()?.outcomes.period()?;
            return Some(format!(
                "Which piles are lost repeats every {} stones.",
                period.length * self.listed.as_ref()?.outcomes.unit()
            ));
        };
        let round = most + 1;
        Some(format!(
            "{pile} = {} · {round} + {}. Whatever one player takes, the other can make it {round} together, so the \
             multiples of {round} are lost.",
            pile / round,
            pile % round
        ))
    }

    fn certify(&self, _: Budget) -> Result<String, CertifyError> {
        match (&self.instance.amounts, &self.listed) {
            (Amounts::UpTo(most), _) => {
                // Each first amount is answered legally if the ends of 1..=p are.
                let legal = |first: u64| (1..=*most).contains(&(most + 1 - first));
                if !legal(1) || !legal(*most) {
                    return Err(CertifyError::Wrong(format!(
                        "some amount up to {most} has no answer"
                    )));
                }
                Ok(format!(
                    "that every amount from 1 to {most} is answered by another"
                ))
            }
            (Amounts::Listed(amounts), Some(listed)) => {
                check_outcomes(self.instance.pile, amounts, &listed.outcomes)
            }
            (Amounts::Listed(_), None) => Err(CertifyError::Wrong(
                "listed amounts were not looked at".into(),
            )),
        }
    }

    fn move_count(&self, &pile: &u64) -> u128 {
        let listed = self.listed.iter().flat_map(|listed| &listed.amounts);
        let listed = listed.take_while(|&&amount| amount <= pile).count() as u128;
        u128::from(self.instance.moves_up_to(pile)) + listed
    }

    fn find_move(&self, &pile: &u64, name: &str) -> Option<(u64, u64)> {
        let amount = name.parse().ok()?;
        self.legal(pile, amount).then(|| (amount, pile - amount))
    }

    fn winning_moves<'a>(&'a self, &pile: &'a u64) -> Box<dyn Iterator<Item = (u64, u64)> + 'a> {
        match self.instance.amounts {
            Amounts::UpTo(most) => {
                let rest = Some(pile % (most + 1)).filter(|&rest| rest > 0);
                Box::new(rest.map(|rest| (rest, pile - rest)).into_iter())
            }
            Amounts::Listed(_) => Box::new(
                self.moves(&pile)
                    .filter(|(_, left)| self.value(left).outcome == Outcome::Loss)
                    .collect_vec()
                    .into_iter(),
            ),
        }
    }

    fn best_move(&self, pile: &u64) -> Option<(u64, u64)> {
        let winning = self.winning_moves(pile);
        let fastest = winning.min_by_key(|(_, left)| self.value(left).distance);
        match self.instance.amounts {
            // Lost: every amount makes it last equally long.
            Amounts::UpTo(_) => fastest.or_else(|| self.moves(pile).next()),
            Amounts::Listed(_) => fastest.or_else(|| {
                let slower = |(_, left): &(u64, u64)| std::cmp::Reverse(self.value(left).distance);
                self.moves(pile).min_by_key(slower)
            }),
        }
    }
}
