//! One pile of `k` stones, a move takes 1 to `p` of them (or one of a listed set of amounts); who cannot move loses.
//! Who wins, and with which smallest first amount?
//!
//! **Idea.** The lost piles are the multiples of p+1. **Why.** Whatever the opponent takes, `t`, the answer p+1-t is
//! legal, so from a multiple the opponent is led to 0; and from any other pile the remainder is the one amount that
//! leaves a multiple. For a listed set there is no such rule, but a period: see [`crate::engine::subtraction`].
//!
//! **Trap.** A pile of 0 is lost at once, and with k and p up to 10^18 there is neither time for a table nor room for
//! p+1 in 32 bits. With a listed set the pile's remainder decides nothing: with 1, 3 and 4 the pile of 2 is lost.
//!
//! **Cost.** Constant for 1 to p. For a set, time as [`crate::engine::subtraction`] says, at most [`STEPS`]; less than a byte a step.
//! **Source.** Bachet (1612) for 1 to p; "Winning Ways", chapter 4, for sets.

use std::fmt;

use itertools::Itertools;

use super::winning_first_moves;
use crate::budget::{Budget, Refusal};
use crate::engine::Rules;
use crate::engine::subtraction::{Outcomes, Period};
use crate::problem::old::{
    CertifyError, Family, Limit, Meta, Problem, Variant, Variants, Words, hints, statement,
};
use crate::random::Random;
use crate::stock::shrink::{lower, lower_some, shorter};
use crate::text::{InputError, Scanner};

mod playing;

pub use playing::Pile;

/// The problem.
pub struct Subtract;

const MOST: i64 = 1_000_000_000_000_000_000;
const K: Limit = Limit {
    name: "k",
    what: "the number of stones",
    original: (0, MOST),
    solve: (0, i64::MAX),
};
const P: Limit = Limit {
    name: "p",
    what: "the most stones of one move",
    original: (1, MOST),
    solve: (1, i64::MAX),
};
/// How many steps the search for a period may take: some seconds.
const STEPS: u64 = 1 << 30;
/// How many steps the check of the outcomes may take, each of them slower.
const CHECK_STEPS: u64 = 1 << 28;
/// The largest pile that `brute` plays out.
const BRUTE_PILE: u64 = 300;

/// A pile and what may be taken from it.
#[derive(Clone)]
pub struct Instance {
    pile: u64,
    amounts: Amounts,
}

#[derive(Clone)]
enum Amounts {
    /// 1 to this number.
    UpTo(u64),
    /// These numbers, as they were given.
    Listed(Vec<u64>),
}

/// The smallest first amount that wins; `None` if the second player wins.
#[derive(PartialEq, Debug)]
pub struct Answer(pub(super) Option<u64>);

impl Problem for Subtract {
    const META: Meta = Meta {
        slug: "subtract",
        title: Words {
            en: "Subtraction Game",
            vi: "Bốc sỏi",
            zh: "取石子",
        },
        source: "Bachet (1612)",
        engine: "remainders; proven periods for a listed set",
        contest_files: ("Subtract.in", "Subtract.out"),
        limits: &[K, P],
        time_limit_ms: 1000,
        memory_limit_mib: 256,
        statement: statement!("subtract"),
        hints: hints!("subtract"),
        families: &[
            Family {
                name: "random",
                about: "any pile, the limit anywhere up to a little more than the pile",
            },
            Family {
                name: "lost",
                about: "the pile is a multiple of p+1",
            },
            Family {
                name: "near",
                about: "the pile is one more or one less than a multiple of p+1",
            },
            Family {
                name: "all",
                about: "the first player can take the whole pile",
            },
            Family {
                name: "single",
                about: "every move takes exactly one stone",
            },
            Family {
                name: "empty",
                about: "no stone",
            },
        ],
        size: ("k, the largest pile", MOST as u64),
        variants: &[Variant {
            name: "set",
            help: "After k the input lists the amounts that may be taken, instead of p",
            value: None,
        }],
    };

    type Instance = Instance;
    type Answer = Answer;
    type Game = Pile;

    fn read(scanner: &mut Scanner<'_>, variants: &Variants) -> Result<Instance, InputError> {
        let pile = K.integer(scanner)?.unsigned_abs();
        scanner.space()?;
        let amounts = if variants.has("set") {
            Amounts::Listed(listed(scanner)?)
        } else {
            Amounts::UpTo(P.integer(scanner)?.unsigned_abs())
        };
        scanner.newline()?;
        scanner.end()?;
        Ok(Instance { pile, amounts })
    }

    fn solve(instance: &Instance, budget: Budget) -> Result<Answer, Refusal> {
        let pile = instance.pile;
        Ok(Answer(match &instance.amounts {
            Amounts::UpTo(most) => Some(pile % (most + 1)).filter(|&rest| rest > 0),
            Amounts::Listed(listed) => outcomes(pile, listed, budget)?.winning_amount(pile),
        }))
    }

    fn certify(
        instance: &Instance,
        answer: &Answer,
        budget: Budget,
    ) -> Result<String, CertifyError> {
        match &instance.amounts {
            Amounts::UpTo(most) => {
                check_pairing(instance.pile, *most, answer).map_err(CertifyError::Wrong)
            }
            Amounts::Listed(listed) => {
                let outcomes = outcomes(instance.pile, listed, budget)?;
                check_table(instance.pile, listed, &outcomes, answer)
            }
        }
    }

    fn brute(instance: &Instance) -> Option<Answer> {
        if instance.pile > BRUTE_PILE {
            return None;
        }
        let winning = winning_first_moves(instance, BRUTE_PILE as usize + 1)?;
        Some(Answer(winning.into_iter().min()))
    }

    fn game(instance: &Instance, _: usize, budget: Budget) -> Result<Pile, Refusal> {
        Pile::new(instance.clone(), budget)
    }

    fn generate(family: &str, size: u64, random: &mut Random) -> Instance {
        let top = size.min(i64::MAX as u64);
        let below = |random: &mut Random, end: u64| random.below(end.max(1));
        let within = top.min(MOST as u64);
        // Half of the limits are small, where the pile holds many rounds.
        let some = |random: &mut Random| {
            let end = if random.chance(1, 2) {
                within.min(20)
            } else {
                within
            };
            1 + below(random, end)
        };
        let (pile, most) = match family {
            "lost" | "near" => {
                let most = some(random).min(within - 1).max(1);
                let rounds = below(random, top / (most + 1) + 1);
                let lost = rounds * (most + 1);
                let pile = match family {
                    "lost" => lost,
                    _ if lost < top && (lost == 0 || random.chance(1, 2)) => lost + 1,
                    _ => lost.saturating_sub(1),
                };
                (pile, most)
            }
            "all" => {
                let pile = 1 + below(random, within);
                (pile, pile + below(random, MOST as u64 - pile + 1).min(pile))
            }
            "single" => (below(random, top + 1), 1),
            "empty" => (0, some(random)),
            _ => (below(random, top + 1), some(random)),
        };
        Instance {
            pile,
            amounts: Amounts::UpTo(most),
        }
    }

    fn smaller(instance: &Instance) -> impl Iterator<Item = Instance> {
        let Instance { pile, ref amounts } = *instance;
        let piles = lower(pile).map(move |pile| Instance {
            pile,
            amounts: amounts.clone(),
        });
        let amounts: Vec<Amounts> = match amounts {
            Amounts::UpTo(most) => lower(*most).map(Amounts::UpTo).collect(),
            Amounts::Listed(listed) => shorter(listed)
                .chain(lower_some(listed))
                .map(Amounts::Listed)
                .collect(),
        };
        piles.chain(
            amounts
                .into_iter()
                .map(move |amounts| Instance { pile, amounts }),
        )
    }
}

/// Reads the amounts to the end of the file, or, strictly, of the line.
fn listed(scanner: &mut Scanner<'_>) -> Result<Vec<u64>, InputError> {
    let mut amounts = Vec::new();
    loop {
        let name = format_args!("amount {}", amounts.len() + 1);
        amounts.push(scanner.integer(name, P.bounds())?.unsigned_abs());
        if scanner.is_strict() {
            if scanner.rest().first() != Some(&b' ') {
                return Ok(amounts);
            }
            scanner.space()?;
        } else {
            scanner.offset();
            if scanner.rest().is_empty() {
                return Ok(amounts);
            }
        }
    }
}

/// Who wins for every pile up to this one, with as many steps as time and memory allow.
fn outcomes(pile: u64, listed: &[u64], budget: Budget) -> Result<Outcomes, Refusal> {
    // The engine never takes more bytes than steps.
    Outcomes::up_to(pile, listed, STEPS.min(budget.bytes()))
        .map_err(|error| Refusal::new(format!("with these amounts {error}")))
}

/// Checks the strategy behind the answer for 1 to `most`: leave a multiple of p+1, then fill up to it again.
fn check_pairing(pile: u64, most: u64, answer: &Answer) -> Result<String, String> {
    let round = most + 1;
    // Each first amount is answered legally if it is at most p: only the ends of 1..=p need a look.
    for first in [1, most] {
        if !(1..=most).contains(&(round - first)) {
            return Err(format!("taking {first} has no legal answer"));
        }
    }
    let taken = answer.0.unwrap_or(0);
    if taken > most.min(pile) || answer.0 == Some(0) {
        return Err(format!("{taken} cannot be taken"));
    }
    let left = pile - taken;
    if left / round * round != left {
        return Err(format!("a pile of {left} is not made of rounds of {round}"));
    }
    Ok(format!(
        "the strategy for {} rounds of {round} stones",
        left / round
    ))
}

/// Checks outcomes and that the answer is the first amount that wins by them.
fn check_table(
    pile: u64,
    listed: &[u64],
    outcomes: &Outcomes,
    answer: &Answer,
) -> Result<String, CertifyError> {
    let checked = check_outcomes(pile, listed, outcomes)?;
    let winning = |&amount: &u64| amount <= pile && outcomes.is_lost(pile - amount);
    let smallest = listed.iter().copied().filter(winning).min();
    if smallest == answer.0 {
        Ok(checked)
    } else {
        Err(CertifyError::Wrong(
            "the answer is not the first amount that wins".into(),
        ))
    }
}

/// Checks outcomes against their definition: in the table, and where the repetition begins again, from which on each
/// heap sees what the heap one period before it saw.
fn check_outcomes(pile: u64, listed: &[u64], outcomes: &Outcomes) -> Result<String, CertifyError> {
    let legal: Vec<u64> = listed
        .iter()
        .copied()
        .filter(|&amount| amount <= pile)
        .sorted_unstable()
        .collect();
    let (unit, largest) = (outcomes.unit(), legal.last().copied().unwrap_or(0));
    if legal.iter().any(|amount| amount % unit != 0) {
        return Err(CertifyError::Wrong(format!(
            "{unit} does not divide every amount"
        )));
    }
    let last = match outcomes.period() {
        Some(Period { start, length }) => (start + length)
            .saturating_add(largest / unit)
            .min(pile / unit),
        None => pile / unit,
    };
    let (mut steps, mut latest_lost) = (0, 0);
    for heap in (0..=last).map(|units| units * unit) {
        steps += 1;
        // Most won heaps lead to the lost heap below them, which saves trying all amounts.
        let to_lost = legal.binary_search(&(heap - latest_lost)).is_ok()
            || legal
                .iter()
                .take_while(|&&amount| amount <= heap)
                .inspect(|_| steps += 1)
                .any(|amount| outcomes.is_lost(heap - amount));
        if to_lost == outcomes.is_lost(heap) {
            return Err(CertifyError::Wrong(format!(
                "the outcome of {heap} does not follow"
            )));
        }
        if !to_lost {
            latest_lost = heap;
        }
        if steps > CHECK_STEPS {
            return Err(Refusal::new(format!(
                "checking the outcomes needs more than {CHECK_STEPS} steps"
            ))
            .into());
        }
    }
    Ok(match outcomes.period() {
        Some(Period { start, length }) => format!(
            "the outcomes of {} heaps and that they repeat with period {length} from {start} on, in units of {unit}",
            last + 1
        ),
        None => format!("the outcomes of {} heaps in units of {unit}", last + 1),
    })
}

impl Rules for Instance {
    type Position = u64;
    type Move = u64;

    fn start(&self) -> u64 {
        self.pile
    }

    fn moves(&self, pile: &u64) -> impl Iterator<Item = (u64, u64)> {
        let pile = *pile;
        let (end, listed): (u64, &[u64]) = match &self.amounts {
            Amounts::UpTo(most) => (*most, &[]),
            Amounts::Listed(listed) => (0, listed),
        };
        (1..=end.min(pile))
            .chain(listed.iter().copied().filter(move |&amount| amount <= pile))
            .map(move |amount| (amount, pile - amount))
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Instance { pile, amounts } = self;
        match amounts {
            Amounts::UpTo(most) => writeln!(f, "{pile} {most}"),
            Amounts::Listed(listed) => writeln!(f, "{pile} {}", listed.iter().format(" ")),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(amount) => writeln!(f, "1\n{amount}"),
            None => writeln!(f, "2"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{
        BUDGET, agrees_with_brute, error, instance_agrees, solve, solve_with, validator_error,
    };
    use super::*;
    use crate::problem::Input;
    use crate::text::Mode;

    fn set() -> Variants {
        let mut variants = Variants::default();
        variants.set(&Subtract::META.variants[0], 1);
        variants
    }

    fn with_set(text: &str) -> String {
        solve_with(&Subtract, text, &set())
    }

    fn set_error(text: &str) -> String {
        let input = Input {
            bytes: text.as_bytes(),
            variants: &set(),
        };
        let error = crate::problem::Entry::canonical(&Subtract, input).unwrap_err();
        error.located("in", text.as_bytes()).to_string()
    }

    #[test]
    fn edges() {
        for (text, answer) in [
            ("0 1\n", "2\n"),
            ("0 1000000000000000000\n", "2\n"),
            ("1 1\n", "1\n1\n"),
            ("2 1\n", "2\n"),
            ("5 5\n", "1\n5\n"),
            ("6 5\n", "2\n"),
            ("10 3\n", "1\n2\n"),
            ("12 3\n", "2\n"),
            ("1000000000000000000 999999999999999999\n", "2\n"),
            (
                "1000000000000000000 1000000000000000000\n",
                "1\n1000000000000000000\n",
            ),
            (
                "9223372036854775807 9223372036854775807\n",
                "1\n9223372036854775807\n",
            ),
        ] {
            assert_eq!(solve(&Subtract, text), answer, "{text}");
        }
    }

    #[test]
    fn edges_of_listed_amounts() {
        for (text, answer) in [
            ("0 1\n", "2\n"),
            ("3 4\n", "2\n"),
            ("4 4\n", "1\n4\n"),
            ("7 1 3 4\n", "2\n"),
            ("7\n1\n3\n4", "2\n"),
            ("10 4 3 1 3\n", "1\n1\n"),
            (
                "1000000000000000000 1000000000000000000\n",
                "1\n1000000000000000000\n",
            ),
            ("999999999999999999 1 3 4\n", "2\n"),
            ("1000000000000000000 1 3 4\n", "1\n1\n"),
        ] {
            assert_eq!(with_set(text), answer, "{text}");
        }
    }

    #[test]
    fn trap_the_remainder_decides_nothing_for_a_listed_set() {
        assert_eq!(with_set("2 1 3 4\n"), "2\n");
        assert_eq!(with_set("5 1 3 4\n"), "1\n3\n");
    }

    #[test]
    fn small_piles_agree_with_brute_force() {
        agrees_with_brute::<Subtract>(3000, 1..=40);
    }

    #[test]
    fn raw_small_numbers_agree_with_brute_force() {
        for pile in 0..=40 {
            for most in 1..=45 {
                let amounts = Amounts::UpTo(most);
                assert!(instance_agrees::<Subtract>(&Instance { pile, amounts }));
            }
        }
    }

    #[test]
    fn listed_amounts_agree_with_brute_force() {
        let mut random = Random::new(1);
        for _ in 0..3000 {
            let largest = *random.pick(&[3, 8, 30]);
            let count = 1 + random.index(5);
            let amounts = (0..count).map(|_| 1 + random.below(largest)).collect();
            let instance = Instance {
                pile: random.below(200),
                amounts: Amounts::Listed(amounts),
            };
            assert!(instance_agrees::<Subtract>(&instance));
        }
    }

    #[test]
    fn huge_piles_with_listed_amounts_are_certified_by_their_period() {
        let mut random = Random::new(2);
        for _ in 0..200 {
            let amounts: Vec<u64> = (0..3).map(|_| 1 + random.below(20)).collect();
            // From far beyond any period of such amounts, going down by it changes nothing.
            let instance = |pile| Instance {
                pile,
                amounts: Amounts::Listed(amounts.clone()),
            };
            let pile = 1_000_000_000_000_000_000 - random.below(1000);
            let answer = Subtract::solve(&instance(pile), BUDGET).unwrap();
            let checked = Subtract::certify(&instance(pile), &answer, BUDGET).unwrap();
            assert!(checked.contains("period"), "{checked}");
            let wrong = Answer(answer.0.map_or(Some(amounts[0]), |_| None));
            assert!(matches!(
                Subtract::certify(&instance(pile), &wrong, BUDGET),
                Err(CertifyError::Wrong(_))
            ));
        }
    }

    #[test]
    fn a_wrong_answer_is_not_certified() {
        let instance = Instance {
            pile: 10,
            amounts: Amounts::UpTo(3),
        };
        for wrong in [None, Some(0), Some(1), Some(3), Some(6), Some(10)] {
            assert!(
                Subtract::certify(&instance, &Answer(wrong), BUDGET).is_err(),
                "{wrong:?}"
            );
        }
    }

    #[test]
    fn outcomes_of_other_amounts_are_not_certified() {
        for (pile, listed, others) in [
            (40, [1, 3, 4], [1, 3, 5]),
            (1_000_000_000_000_000_000, [1, 3, 4], [1, 2, 4]),
            (1_000_000_000_000_000_000, [3, 5, 7], [2, 4, 6]),
        ] {
            let outcomes = outcomes(pile, &others, BUDGET).unwrap();
            let answer = Answer(outcomes.winning_amount(pile));
            let checked = check_table(pile, &listed, &outcomes, &answer);
            assert!(matches!(checked, Err(CertifyError::Wrong(_))), "{listed:?}");
        }
    }

    #[test]
    fn amounts_without_a_near_period_are_refused() {
        let instance = Instance {
            pile: 1_000_000_000_000_000_000,
            amounts: Amounts::Listed(vec![1, 500_000_000_000_000_000]),
        };
        let refusal = Subtract::solve(&instance, BUDGET).unwrap_err().to_string();
        assert_eq!(
            refusal,
            "with these amounts no period shows within 1073741824 steps"
        );
    }

    #[test]
    fn a_listed_set_is_read_back_strictly() {
        let text = "7 4 1 3\n";
        let mut scanner = Scanner::new(text.as_bytes(), Mode::Strict).unwrap();
        let instance = Subtract::read(&mut scanner, &set()).unwrap();
        assert_eq!(instance.to_string(), text);
    }

    #[test]
    fn errors_are_at_the_number() {
        let start = |message: String, start: &str| assert!(message.starts_with(start), "{message}");
        start(
            error(&Subtract, "-1 3\n"),
            "error: `k` (the number of stones) must be in 0..=9223372036854775807, found `-1`\n  --> in:1:1\n",
        );
        start(
            error(&Subtract, "7 0\n"),
            "error: `p` (the most stones of one move) must be in 1..=9223372036854775807, found `0`\n  --> in:1:3\n",
        );
        start(
            error(&Subtract, "7 1 3 4\n"),
            "error: expected end of file, found `3`\n  --> in:1:5\n",
        );
        start(
            validator_error(&Subtract, "1000000000000000001 1\n"),
            "error: `k` (the number of stones) must be in 0..=1000000000000000000, found `1000000000000000001`\n",
        );
        start(
            set_error("7\n"),
            "error: expected amount 1, found end of file\n  --> in:2:1\n",
        );
        start(
            set_error("7 1\n0\n"),
            "error: amount 2 must be in 1..=9223372036854775807, found `0`\n  --> in:2:1\n",
        );
        start(
            set_error("7 1 x\n"),
            "error: expected amount 2, found `x`\n  --> in:1:5\n",
        );
    }
}
