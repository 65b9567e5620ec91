//! One pile of `k` stones: who wins, and with which smallest first amount?
//!
//! **Rules.** A move takes 1 to `p` stones or, with a listed set, one of the listed amounts. The player who cannot move
//! loses.
//!
//! **Idea.** The lost piles are the multiples of p+1. A listed set has no such rule, but it has a period: see
//! [`crate::engine::subtraction`].
//!
//! If the player who cannot move wins, the lost piles have one stone more: 1, p+2, 2p+3, …
//!
//! **Why it is right.** If the opponent takes `t`, the answer p+1-t is legal. So from a multiple the opponent is led to
//! 0. From any other pile the remainder is the one amount that leaves a multiple. With one stone more the opponent is
//!    led to 1, and takes the last.
//!
//! **Trap.** A pile of 0 is lost at once. With k and p up to 10^18 there is no time for a table, and p+1 does not fit
//! in 32 bits. With a listed set the pile's remainder decides nothing: with 1, 3 and 4 the pile of 2 is lost.
//!
//! **Cost.** Constant for 1 to p. A set takes the time that [`crate::engine::subtraction`] states, within the budget.
//! It takes less than a byte a step.
//!
//! **Limits.** Numbers up to 2^63 - 1.
//!
//! **Source.** Bachet (1612) for 1 to p, and "Winning Ways", chapter 4, for sets.

use crate::budget::Size;
use crate::engine::grundy;
use crate::engine::subtraction::{Bounds, NoPeriod, Outcomes, Period};
use crate::stock::heaps::{Heaps, Taking, near};
use crate::stock::prelude::*;

mod mistakes;
mod tiny;

const K: Limit = Limit::new("k", "the number of stones", 0..=MAX_18_DIGITS).solves(0..=i64::MAX);
const P: Limit = Limit::new("p", "the most stones of one move", 1..=MAX_18_DIGITS).solves(1..=i64::MAX);
/// The budget's steps for one step of the search: a heap whose masks and amounts are not in the cache.
const SEARCH_STEP: u64 = 2;
/// The budget's steps for one step of the check of the outcomes.
const CHECK_STEP: u64 = 8;
/// The largest product of piles and amounts for valuing all piles one by one.
const MAX_VALUE_STEPS: u128 = 20_000_000;

/// A pile and the legal amounts.
#[derive(Clone)]
pub struct Subtract {
    pile: u64,
    amounts: Amounts,
}

#[derive(Clone)]
enum Amounts {
    /// All amounts from 1 to this number.
    UpTo(u64),
    /// The listed amounts. An instance has them in their given order, a game in rising order and each once.
    Listed(Vec<u64>),
}

type Pile = Heaps<Subtract, 1>;

impl Problem for Subtract {
    const META: Meta = Meta::new(
        texts!("subtract"),
        "Bachet (1612)",
        "remainders; proven periods for a listed set",
        ("Subtract.in", "Subtract.out"),
        ("k, the largest pile", MAX_18_DIGITS as u64),
        &[K, P],
    )
    .lesson(1, "remainders, and proven periods", &["bachet"])
    .form(&[Field::numbers("k p")], "2")
    .variants(&[
        Variant::flag("set", "The input lists the allowed amounts after k, instead of p")
            .rule("A move takes one of these numbers, not any number up to p"),
    ]);

    const FAMILIES: &'static [Family<Subtract>] = &[
        family(
            "random",
            "any pile, the limit anywhere up to a little more than the pile",
            |n, random| Subtract::of(random.below(top(n) + 1), some_limit(n, random)),
        ),
        family("lost", "the pile is a multiple of p+1", lost),
        family(
            "near",
            "the pile is one more or one less than a multiple of p+1",
            |n, random| {
                let Subtract { pile, amounts } = lost(n, random);
                let pile = near(pile, top(n), random);
                Subtract { pile, amounts }
            },
        ),
        family("all", "the first player can take the whole pile", |n, random| {
            let most = MAX_18_DIGITS as u64;
            let pile = 1 + random.below(n.min(most));
            Subtract::of(pile, pile + random.below(most - pile + 1).min(pile))
        }),
        family("single", "every move takes exactly one stone", |n, random| {
            Subtract::of(random.below(top(n) + 1), 1)
        }),
        family("empty", "no stone", |n, random| Subtract::of(0, some_limit(n, random))),
    ];

    const MISTAKES: &'static [Mistake<Self>] = mistakes::ALL;

    const TINY: Option<Tiny<Self>> = Some(tiny::TINY);

    const SERIES: &'static [Series<Self>] = &[
        Series {
            names: &["k"],
            base: "0 3\n",
            about: |game| match &game.amounts {
                Amounts::UpTo(most) => format!("k stones, of which a move takes 1 to {most}"),
                Amounts::Listed(amounts) => {
                    format!("k stones, of which a move takes exactly {}", amounts.iter().join(", "))
                }
            },
            of: |game, numbers| {
                let pile = *numbers.first()?;
                Some(Subtract { pile, ..game.clone() })
            },
            after: Some(|_, pile| pile.to_vec()),
        },
        Series {
            names: &["k", "p"],
            base: "0 3\n",
            about: |_| "k stones, of which a move takes 1 to p".to_owned(),
            of: |game, numbers| match (&game.amounts, numbers) {
                (Amounts::UpTo(_), [pile, most]) if *most > 0 => Some(Subtract::of(*pile, *most)),
                _ => None,
            },
            after: Some(|numbers, &[pile]| vec![pile, numbers[1]]),
        },
    ];

    type Game = Pile;
    type Answer = FirstAmount;

    fn read(scanner: &mut Scanner<'_>, variants: &Variants) -> Result<Subtract, InputError> {
        let pile = K.natural(scanner)?;
        scanner.space()?;
        let amounts = if variants.has("set") {
            Amounts::Listed(listed(scanner)?)
        } else {
            Amounts::UpTo(P.natural(scanner)?)
        };
        scanner.newline()?;
        scanner.end()?;
        Ok(Subtract { pile, amounts })
    }

    fn game(&self, _: Budget) -> Result<Pile, Refusal> {
        let mut game = self.clone();
        if let Amounts::Listed(amounts) = &mut game.amounts {
            amounts.sort_unstable();
            amounts.dedup();
        }
        Ok(Heaps(game))
    }

    fn theory(Heaps(game): &Pile, budget: Budget) -> Result<Box<dyn Theory<Pile>>, Refusal> {
        Ok(match &game.amounts {
            Amounts::UpTo(most) => Box::new(Rounds::of(*most, false)),
            Amounts::Listed(amounts) => Box::new(Table::new(game.pile, amounts, false, budget)?),
        })
    }

    fn misere_theory(Heaps(game): &Pile, budget: Budget) -> Result<Option<Box<dyn Theory<Pile>>>, Refusal> {
        Ok(Some(match &game.amounts {
            Amounts::UpTo(most) => Box::new(Rounds::of(*most, true)),
            Amounts::Listed(amounts) => Box::new(Table::new(game.pile, amounts, true, budget)?),
        }))
    }

    fn ask(game: &Pile, known: &dyn Oracle<Pile>) -> FirstAmount {
        FirstAmount::of(game, known)
    }

    /// Makes no copies of the amounts, and no distances.
    fn solve(&self, budget: Budget) -> Result<Vec<FirstAmount>, Refusal> {
        let first = match &self.amounts {
            Amounts::UpTo(most) => Rounds::of(*most, false).first(self.pile),
            Amounts::Listed(amounts) => outcomes(self.pile, amounts, false, budget)?.winning_amount(self.pile),
        };
        Ok(vec![first.into()])
    }

    fn positions(Heaps(game): &Pile) -> Option<u128> {
        Some(u128::from(game.pile) + 1)
    }

    fn brute_cap(Heaps(game): &Pile) -> usize {
        if game.pile <= 300 { game.pile as usize + 1 } else { 0 }
    }

    fn smaller(&self) -> impl Iterator<Item = Subtract> {
        let piles = shrink::lower(self.pile).map(|pile| Subtract { pile, ..self.clone() });
        let amounts: Box<dyn Iterator<Item = Amounts> + '_> = match &self.amounts {
            Amounts::UpTo(most) => Box::new(shrink::lower(*most).map(Amounts::UpTo)),
            Amounts::Listed(listed) => Box::new(shrink::numbers(listed).map(Amounts::Listed)),
        };
        let pile = self.pile;
        piles.chain(amounts.map(move |amounts| Subtract { pile, amounts }))
    }
}

/// Returns the largest pile of a size.
fn top(size: u64) -> u64 {
    size.min(i64::MAX as u64)
}

/// Returns a limit of a move. Half of them are small, so that the pile holds many rounds.
fn some_limit(size: u64, random: &mut Random) -> u64 {
    let within = size.min(MAX_18_DIGITS as u64);
    let end = if random.chance(1, 2) { within.min(20) } else { within };
    1 + random.below(end)
}

/// Returns a pile that is a multiple of p+1.
fn lost(size: u64, random: &mut Random) -> Subtract {
    let within = size.min(MAX_18_DIGITS as u64);
    let most = some_limit(size, random).min(within - 1).max(1);
    let rounds = random.below(top(size) / (most + 1) + 1);
    Subtract::of(rounds * (most + 1), most)
}

/// Reads the amounts to the end of the file, or in strict reading to the end of the line.
fn listed(scanner: &mut Scanner<'_>) -> Result<Vec<u64>, InputError> {
    let mut amounts = Vec::new();
    loop {
        let name = format_args!("amount {}", amounts.len() + 1);
        amounts.push(P.natural_as(name, scanner)?);
        // Lenient reading skips blanks first.
        scanner.offset();
        let rest = scanner.rest();
        if rest.is_empty() || scanner.is_strict() && rest[0] != b' ' {
            return Ok(amounts);
        }
        scanner.space()?;
    }
}

impl Subtract {
    fn of(pile: u64, most: u64) -> Subtract {
        let amounts = Amounts::UpTo(most);
        Subtract { pile, amounts }
    }

    /// Returns the largest amount of 1 to p, and the listed amounts.
    fn takes(&self) -> (u64, &[u64]) {
        match &self.amounts {
            Amounts::UpTo(most) => (*most, &[]),
            Amounts::Listed(listed) => (0, listed),
        }
    }
}

impl Taking<1> for Subtract {
    const HOW: &'static str = "the number of stones to take, such as `3`";
    const NAMES: [&'static str; 1] = ["pile"];

    fn heaps(&self) -> [u64; 1] {
        [self.pile]
    }

    fn ways(&self, &[pile]: &[u64; 1]) -> impl Iterator<Item = ([u64; 1], u64)> {
        let (most, listed) = self.takes();
        let listed = listed.iter().take_while(move |&&amount| amount <= pile);
        let counted = ([1], most.min(pile));
        iter::once(counted).chain(listed.map(|&amount| ([amount], 1)))
    }

    fn heading(&self) -> Option<String> {
        const MAX_LISTED_AMOUNTS: usize = 20;
        Some(match &self.amounts {
            Amounts::UpTo(most) => format!("A move takes 1 to {most} stones."),
            Amounts::Listed(listed) => {
                let more = if listed.len() > MAX_LISTED_AMOUNTS { ", …" } else { "" };
                let shown = listed.iter().take(MAX_LISTED_AMOUNTS).format(", ");
                format!("The numbers of stones that a move may take: {shown}{more}.")
            }
        })
    }
}

/// The multiples of p+1. Two plies take p+1 stones together from such a pile, whatever the loser takes.
///
/// If the player who cannot move wins, one stone more is lost: then the loser takes the last stone.
struct Rounds {
    round: u64,
    /// The smallest lost pile: 0, or 1 if the player who cannot move wins.
    lost: u64,
}

impl Rounds {
    fn of(most: u64, misere: bool) -> Rounds {
        Rounds {
            round: most + 1,
            lost: u64::from(misere),
        }
    }

    /// Returns the rounds of a pile, and the stones beyond them and the smallest lost pile.
    ///
    /// Returns `None` for a pile below the smallest lost pile. Its player cannot move and has won.
    fn rounds(&self, pile: u64) -> Option<(u64, u64)> {
        let above = pile.checked_sub(self.lost)?;
        Some((above / self.round, above % self.round))
    }

    /// Returns the amount that wins. There is one at most.
    fn first(&self, pile: u64) -> Option<u64> {
        self.rounds(pile).map(|(_, rest)| rest).filter(|&rest| rest > 0)
    }
}

impl Oracle<Pile> for Rounds {
    fn value(&self, _: &Pile, &[pile]: &[u64; 1]) -> Value {
        let Some((rounds, rest)) = self.rounds(pile) else {
            return Value::of(Outcome::Win).with_distance(0);
        };
        let plies = self.lost + 2 * rounds + u64::from(rest > 0);
        match self.lost {
            0 => Value::of_nimber(rest).with_distance(plies),
            _ => Value::of(Outcome::win_if(rest > 0)).with_distance(plies),
        }
    }

    fn winning_moves<'a>(&'a self, _: &'a Pile, &[pile]: &'a [u64; 1]) -> Steps<'a, Pile> {
        let first = self.first(pile).into_iter();
        Box::new(first.map(move |amount| ([amount], [pile - amount])))
    }
}

impl Theory<Pile> for Rounds {
    fn reason(&self, _: &Pile, &[pile]: &[u64; 1]) -> Option<String> {
        let round = self.round;
        let (rounds, rest) = self.rounds(pile)?;
        let (more, lost) = match self.lost {
            0 => ("", format!("the multiples of {round} are lost")),
            _ => (" + 1", format!("one stone more than a multiple of {round} is lost")),
        };
        Some(format!(
            "{pile} = {rounds} · {round} + {rest}{more}. Whatever one player takes, the other can make it {round} \
             together, so {lost}."
        ))
    }

    fn knows_distances(&self) -> bool {
        true
    }

    /// Checks the strategy: leave a multiple of p+1 beyond the smallest lost pile, then fill up to it again.
    fn proof(&self, Heaps(game): &Pile, _: Budget) -> Option<Result<String, CertifyError>> {
        let (most, _) = game.takes();
        let (round, taken) = (self.round, self.first(game.pile).unwrap_or(0));
        // If the ends of 1..=p have a legal answer, each amount has.
        let has_answer = |first: u64| (1..=most).contains(&round.saturating_sub(first));
        let left = game.pile.checked_sub(taken).filter(|_| taken <= most);
        // An empty pile that is not lost is won at once.
        let above = left.map(|left| left.saturating_sub(self.lost));
        let above = above.filter(|above| above / round * round == *above);
        Some(match above {
            _ if !has_answer(1) || !has_answer(most) => Err(wrong(format!("an amount up to {most} has no answer"))),
            None => Err(wrong(format!("taking {taken} leaves no rounds of {round}"))),
            Some(above) => Ok(format!("the strategy for {} rounds of {round} stones", above / round)),
        })
    }
}

/// The outcomes of listed amounts.
struct Table {
    outcomes: Outcomes,
    /// Whether the player who cannot move wins.
    misere: bool,
    /// Distance and nimber of every pile up to the first one, if they are not too many.
    values: Option<Vec<(u64, u32)>>,
    amounts: u64,
}

impl Table {
    fn new(pile: u64, amounts: &[u64], misere: bool, budget: Budget) -> Result<Table, Refusal> {
        let outcomes = outcomes(pile, amounts, misere, budget)?;
        let steps = u128::from(pile) * amounts.len() as u128;
        let values = (steps <= MAX_VALUE_STEPS).then(|| values(pile, amounts, &outcomes));
        Ok(Table {
            outcomes,
            misere,
            values,
            amounts: amounts.len() as u64,
        })
    }
}

/// Finds the outcomes of all piles up to this one, or up to their repetition.
fn outcomes(pile: u64, listed: &[u64], misere: bool, budget: Budget) -> Result<Outcomes, Refusal> {
    let bytes = budget.bytes();
    let steps = budget.steps() / SEARCH_STEP;
    let bounds = Bounds { bytes, steps };
    let found = if misere {
        Outcomes::misere_up_to(pile, listed, bounds)
    } else {
        Outcomes::up_to(pile, listed, bounds)
    };
    found.map_err(|error| match error {
        NoPeriod::OverMemory => {
            let most = Size(bytes.into());
            Refusal::of_memory(format_args!("with these amounts {error} of {most}"))
        }
        NoPeriod::OverWork(_) => {
            let most = budget.steps();
            budget.over_work(format_args!("with these amounts no period shows within {most} steps"))
        }
        NoPeriod::FarAmount(least) => {
            let (least, most) = (u128::from(least) * u128::from(SEARCH_STEP), budget.steps());
            budget.over_work(format_args!(
                "with so large an amount a period shows after {least} steps at the earliest, the budget is {most}"
            ))
        }
    })
}

/// Returns the distance and nimber of every pile, computed from the smaller ones.
fn values(last: u64, amounts: &[u64], outcomes: &Outcomes) -> Vec<(u64, u32)> {
    let mut values: Vec<(u64, u32)> = Vec::new();
    for pile in 0..=last {
        let legal = amounts.iter().take_while(|&&amount| amount <= pile);
        let smaller = legal.map(|amount| pile - amount);
        let plies = |left: u64| values[left as usize].0;
        let distance = if outcomes.is_lost(pile) {
            smaller.clone().map(plies).max()
        } else {
            smaller.clone().filter(|&left| outcomes.is_lost(left)).map(plies).min()
        };
        let nimber = grundy::mex(smaller.map(|left| values[left as usize].1));
        values.push((distance.map_or(0, |plies| plies + 1), nimber));
    }
    values
}

impl Oracle<Pile> for Table {
    fn value(&self, _: &Pile, &[pile]: &[u64; 1]) -> Value {
        let known = self.values.as_ref().map(|values| values[pile as usize]);
        let nimber = known.filter(|_| !self.misere).map(|(_, nimber)| nimber.into());
        Value::of(Outcome::win_if(!self.outcomes.is_lost(pile)))
            .with_distance(known.map(|(plies, _)| plies))
            .with_nimber(nimber)
    }
}

impl Theory<Pile> for Table {
    fn reason(&self, _: &Pile, _: &[u64; 1]) -> Option<String> {
        let period = self.outcomes.period()?;
        let stones = period.length * self.outcomes.unit();
        Some(format!("Which piles are lost repeats every {stones} stones."))
    }

    /// Returns the steps. Each value compares all amounts that fit.
    fn steps(&self) -> u64 {
        let values = self.values.as_ref().map_or(0, |values| values.len() as u64);
        let compared = values.saturating_mul(self.amounts);
        SEARCH_STEP * (self.outcomes.steps() + compared)
    }

    fn knows_distances(&self) -> bool {
        self.values.is_some()
    }

    /// Checks the outcomes by their definition, in the table and at the start of the repetition.
    ///
    /// From there on each pile has the same successors as the pile one period before it.
    fn proof(&self, Heaps(game): &Pile, budget: Budget) -> Option<Result<String, CertifyError>> {
        Some(self.check(game, budget))
    }
}

impl Table {
    fn check(&self, game: &Subtract, budget: Budget) -> Result<String, CertifyError> {
        let outcomes = &self.outcomes;
        let (_, listed) = game.takes();
        let legal = &listed[..listed.partition_point(|&amount| amount <= game.pile)];
        let (unit, largest) = (outcomes.unit(), legal.last().copied().unwrap_or(0));
        if legal.iter().any(|amount| amount % unit != 0) {
            return Err(wrong(format!("{unit} does not divide every amount")));
        }
        let whole = game.pile / unit;
        let last = outcomes.period().map_or(whole, |Period { start, length }| {
            whole.min((start + length).saturating_add(largest / unit))
        });
        let (mut steps, mut latest_lost) = (0, 0);
        for pile in (0..=last).map(|units| units * unit) {
            steps += 1;
            // Most won piles lead to the lost pile below them. That saves a search of all amounts.
            let mut fitting = legal.iter().take_while(|&&amount| amount <= pile);
            let mut leads_to_lost = |amount: &u64| {
                steps += 1;
                outcomes.is_lost(pile - amount)
            };
            let is_stuck = legal.first().is_none_or(|&least| pile < least);
            let follows = || outcomes.is_lost(latest_lost) && legal.binary_search(&(pile - latest_lost)).is_ok();
            let wins = (is_stuck && self.misere) || follows() || fitting.any(&mut leads_to_lost);
            if wins == outcomes.is_lost(pile) {
                return Err(wrong(format!("the outcome of {pile} does not follow")));
            }
            if !wins {
                latest_lost = pile;
            }
            if steps > budget.steps() / CHECK_STEP {
                let needed = u128::from(CHECK_STEP * steps) * u128::from(last) / u128::from(pile / unit).max(1);
                budget.require_steps(needed, format_args!("checking the outcomes"))?;
            }
        }
        let repeats = outcomes.period().map_or(String::new(), |Period { start, length }| {
            format!(" and that they repeat with period {length} from {start} on,")
        });
        let heaps = last + 1;
        Ok(format!("the outcomes of {heaps} heaps{repeats} in units of {unit}"))
    }
}

impl fmt::Display for Subtract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.amounts {
            Amounts::UpTo(most) => writeln!(f, "{} {most}", self.pile),
            Amounts::Listed(listed) => writeln!(f, "{} {}", self.pile, listed.iter().format(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::agrees_with_exploring;
    use crate::problem::checks::{self, checks};
    use crate::text::Mode;

    const SET: &[(&str, u64)] = &[("set", 1)];

    checks!(Subtract, small: 3000 up to 40, edges: [
        "0 1\n" => "2\n",
        "0 1000000000000000000\n" => "2\n",
        "1 1\n" => "1\n1\n",
        "2 1\n" => "2\n",
        "5 5\n" => "1\n5\n",
        "6 5\n" => "2\n",
        "10 3\n" => "1\n2\n",
        "12 3\n" => "2\n",
        "1000000000000000000 999999999999999999\n" => "2\n",
        "1000000000000000000 1000000000000000000\n" => "1\n1000000000000000000\n",
        "9223372036854775807 9223372036854775807\n" => "1\n9223372036854775807\n",
    ]);

    #[test]
    fn edges_of_listed_amounts() {
        let edges = [
            ("0 1\n", "2\n"),
            ("3 4\n", "2\n"),
            ("4 4\n", "1\n4\n"),
            ("7 1 3 4\n", "2\n"),
            ("7\n1\n3\n4", "2\n"),
            ("10 4 3 1 3\n", "1\n1\n"),
            ("1000000000000000000 1000000000000000000\n", "1\n1000000000000000000\n"),
            ("999999999999999999 1 3 4\n", "2\n"),
            ("1000000000000000000 1 3 4\n", "1\n1\n"),
        ];
        checks::edges::<Subtract>(SET, &edges);
    }

    #[test]
    fn trap_the_remainder_decides_nothing_for_a_listed_set() {
        let edges = [("2 1 3 4\n", "2\n"), ("5 1 3 4\n", "1\n3\n")];
        checks::edges::<Subtract>(SET, &edges);
    }

    #[test]
    fn raw_small_numbers_agree() {
        for pile in 0..=40 {
            for most in 1..=45 {
                assert!(checks::agree(&Subtract::of(pile, most)));
            }
        }
    }

    fn of_set(pile: u64, amounts: &[u64]) -> Subtract {
        Subtract {
            pile,
            amounts: Amounts::Listed(amounts.to_vec()),
        }
    }

    #[test]
    fn listed_amounts_agree() {
        let mut random = Random::new(1);
        for _ in 0..3000 {
            let largest = *random.pick(&[3, 8, 30]);
            let count = 1 + random.index(5);
            let amounts: Vec<u64> = (0..count).map(|_| 1 + random.below(largest)).collect();
            assert!(checks::agree(&of_set(random.below(200), &amounts)));
        }
    }

    #[test]
    fn huge_piles_with_listed_amounts_are_certified_by_their_period() {
        let mut random = Random::new(2);
        for _ in 0..200 {
            let amounts: Vec<u64> = (0..3).map(|_| 1 + random.below(20)).collect();
            let pile = of_set(MAX_18_DIGITS as u64 - random.below(1000), &amounts);
            checks::agree(&pile);
            let checked = checks::certificate(&pile).checked;
            assert!(checked[0].contains("period"), "{checked:?}");
            let other = match pile.solve(checks::BUDGET).unwrap()[0] {
                FirstAmount::Loses => FirstAmount::Wins(amounts[0]),
                _ => FirstAmount::Loses,
            };
            checks::refutes(&pile, other);
        }
    }

    #[test]
    fn a_wrong_answer_is_not_certified() {
        for other in [None, Some(0), Some(1), Some(3), Some(6), Some(10)] {
            checks::refutes(&Subtract::of(10, 3), other.into());
        }
    }

    #[test]
    fn another_round_is_not_certified() {
        let pile = Subtract::of(10, 3);
        let proof = |round| {
            Rounds { round, lost: 0 }
                .proof(&Heaps(pile.clone()), checks::BUDGET)
                .unwrap()
        };
        assert!(proof(4).is_ok());
        for round in [1, 2, 3, 5, 8] {
            assert!(proof(round).is_err(), "{round}");
        }
    }

    #[test]
    fn outcomes_of_other_amounts_are_not_certified() {
        for (pile, listed, others) in [
            (40, [1, 3, 4], [1, 3, 5]),
            (MAX_18_DIGITS as u64, [1, 3, 4], [1, 2, 4]),
            (MAX_18_DIGITS as u64, [3, 5, 7], [2, 4, 6]),
        ] {
            let table = Table::new(pile, &others, false, checks::BUDGET).unwrap();
            let checked = table.proof(&Heaps(of_set(pile, &listed)), checks::BUDGET);
            assert!(matches!(checked, Some(Err(CertifyError::Wrong(_)))), "{listed:?}");
        }
    }

    #[test]
    fn amounts_without_a_near_period_are_refused() {
        let pile = of_set(MAX_18_DIGITS as u64, &[1, 500_000_000_000_000_000]);
        let refusal = pile.solve(checks::BUDGET).unwrap_err().to_string();
        let hint = "\nhint: `--work-limit` sets the budget";
        let steps = checks::BUDGET.steps();
        assert_eq!(
            refusal,
            format!(
                "with so large an amount a period shows after 1000000000000000000 steps at the earliest, the budget is \
                 {steps}{hint}"
            )
        );
        let small = pile
            .solve(Budget::of(1 << 62).with_steps(4_000_000_000_000))
            .unwrap_err();
        assert!(small.message().ends_with("the budget is 4000000000000"), "{small}");
        let tried = of_set(MAX_18_DIGITS as u64, &[1, 500, 999]);
        let refusal = tried.solve(checks::BUDGET.with_steps(4000)).unwrap_err().to_string();
        assert_eq!(
            refusal,
            format!("with these amounts no period shows within 4000 steps{hint}")
        );
    }

    #[test]
    fn misere_play_agrees_with_exploring() {
        let mut random = Random::new(3);
        // The positions include all smaller piles.
        for most in 1..=32 {
            agrees_with_exploring(&Subtract::of(90, most));
            agrees_with_exploring(&Subtract::of(most / 3, most));
        }
        for _ in 0..300 {
            let largest = *random.pick(&[3, 8, 30]);
            let amounts: Vec<u64> = (0..1 + random.index(5)).map(|_| 1 + random.below(largest)).collect();
            agrees_with_exploring(&of_set(random.below(120), &amounts));
        }
        agrees_with_exploring(&of_set(5, &[7, 9]));
    }

    #[test]
    fn misere_play_of_huge_piles_is_certified_by_its_theory() {
        let huge = [
            Subtract::of(i64::MAX as u64, i64::MAX as u64),
            Subtract::of(MAX_18_DIGITS as u64, 7),
            of_set(MAX_18_DIGITS as u64, &[1, 3, 4]),
            of_set(MAX_18_DIGITS as u64, &[5, 7, 12]),
        ];
        for pile in huge {
            let game = pile.game(checks::BUDGET).unwrap();
            let theory = Subtract::misere_theory(&game, checks::BUDGET).unwrap().unwrap();
            assert!(theory.proof(&game, checks::BUDGET).unwrap().is_ok(), "{pile}");
        }
        for most in 1..9 {
            let pile = Heaps(Subtract::of(100, most));
            for round in 1..12 {
                let rounds = Rounds { round, lost: 1 };
                let is_right = round == most + 1;
                assert_eq!(
                    rounds.proof(&pile, checks::BUDGET).unwrap().is_ok(),
                    is_right,
                    "{most} {round}"
                );
            }
        }
        // This game has other outcomes than the ordinary one.
        let listed = Heaps(of_set(50, &[1, 3, 4]));
        let mut table = Table::new(50, &[1, 3, 4], false, checks::BUDGET).unwrap();
        table.misere = true;
        assert!(table.proof(&listed, checks::BUDGET).unwrap().is_err());
    }

    #[test]
    fn a_listed_set_is_read_back_strictly() {
        let text = "7 4 1 3\n";
        let mut variants = Variants::default();
        variants.set(&Subtract::META.variants[0], 1);
        let mut scanner = Scanner::new(text.as_bytes(), Mode::Strict).unwrap();
        let instance = Subtract::read(&mut scanner, &variants).unwrap();
        assert_eq!(instance.to_string(), text);
    }
}
