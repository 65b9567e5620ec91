//! A bag of `n` marbles, a move from `k` of them takes 1 to ⌊(k+1)/2⌋; who takes the last wins. Who wins, and with
//! which smallest first amount?
//!
//! **Idea.** The lost bags are 0, 2, 6, 14, 30, …, 2^j - 2. **Why.** From `k` marbles exactly ⌊k/2⌋ to k-1 can be
//! left. So a lost bag `L` is reached from L+1 to 2L+1, which are won, and the next bag, 2L+2, reaches only won ones.
//! Each won bag reaches one lost one only, the largest below it.
//!
//! **Trap.** The limit rounds down, but from 1 marble it is 1. An empty bag is lost.
//!
//! **Cost.** Constant. **Source.** A training example of the articles on impartial games.

use std::fmt;

use super::smaller::lower;
use super::subtract::Answer;
use super::winning_first_moves;
use crate::budget::{Budget, Refusal};
use crate::engine::Rules;
use crate::problem::{Doubt, Family, Limit, Meta, Problem, Variants, Words, hints, statement};
use crate::random::Random;
use crate::text::{InputError, Scanner};

mod playing;

pub use playing::Bag;

/// The problem.
pub struct Marbles;

const N: Limit = Limit {
    name: "n",
    what: "the number of marbles",
    original: (0, 1_000_000_000_000_000_000),
    solve: (0, i64::MAX),
};
/// The largest bag that `brute` plays out.
const BRUTE_BAG: u64 = 300;

/// The number of marbles.
pub struct Instance(u64);

impl Problem for Marbles {
    const META: Meta = Meta {
        slug: "marbles",
        title: Words {
            en: "Marbles",
            vi: "Bốc bi",
            zh: "取弹珠",
        },
        source: "a training example of articles on impartial games",
        engine: "lost positions in closed form",
        contest_files: ("Marbles.in", "Marbles.out"),
        limits: &[N],
        time_limit_ms: 1000,
        memory_limit_mib: 256,
        statement: statement!("marbles"),
        hints: hints!("marbles"),
        families: &[
            Family {
                name: "random",
                about: "any number of marbles",
            },
            Family {
                name: "lost",
                about: "a number that loses, 2^j - 2",
            },
            Family {
                name: "near",
                about: "one more or one less than a number that loses",
            },
            Family {
                name: "largest",
                about: "as many marbles as the size says",
            },
            Family {
                name: "empty",
                about: "no marble",
            },
        ],
        size: ("n, the most marbles", N.original.1 as u64),
        variants: &[],
    };

    type Instance = Instance;
    type Answer = Answer;
    type Game = Bag;

    fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<Instance, InputError> {
        let marbles = N.integer(scanner)?.unsigned_abs();
        scanner.newline()?;
        scanner.end()?;
        Ok(Instance(marbles))
    }

    fn solve(&Instance(marbles): &Instance, _: Budget) -> Result<Answer, Refusal> {
        let excess = marbles - largest_lost(marbles);
        Ok(Answer((excess > 0).then_some(excess)))
    }

    fn certify(&Instance(marbles): &Instance, answer: &Answer, _: Budget) -> Result<String, Doubt> {
        let (lost, stretches) = lost_up_to(marbles).map_err(Doubt::Wrong)?;
        let expected = if lost == marbles {
            None
        } else {
            Some(marbles - lost)
        };
        if answer.0 != expected {
            return Err(Doubt::Wrong(format!(
                "the largest lost number up to {marbles} is {lost}"
            )));
        }
        Ok(format!(
            "the {stretches} lost numbers up to {marbles} and the won ones between them, by the rules"
        ))
    }

    fn brute(instance: &Instance) -> Option<Answer> {
        if instance.0 > BRUTE_BAG {
            return None;
        }
        let winning = winning_first_moves(instance, BRUTE_BAG as usize + 1)?;
        Some(Answer(winning.into_iter().min()))
    }

    fn game(&Instance(marbles): &Instance, _: usize, _: Budget) -> Result<Bag, Refusal> {
        Ok(Bag(Instance(marbles)))
    }

    fn generate(family: &str, size: u64, random: &mut Random) -> Instance {
        let top = size.min(N.solve.1 as u64);
        let lost = |random: &mut Random| (1 << (1 + random.below((top + 2).ilog2().into()))) - 2;
        Instance(match family {
            "lost" => lost(random),
            "near" => {
                let lost: u64 = lost(random);
                if lost < top && (lost == 0 || random.chance(1, 2)) {
                    lost + 1
                } else {
                    lost.saturating_sub(1)
                }
            }
            "largest" => top,
            "empty" => 0,
            _ => random.below(top + 1),
        })
    }

    fn smaller(instance: &Instance) -> impl Iterator<Item = Instance> {
        lower(instance.0).map(Instance)
    }
}

/// The largest lost number up to `marbles`: 2^j - 2 with the largest j for which that is at most `marbles`.
fn largest_lost(marbles: u64) -> u64 {
    (1 << (marbles + 2).ilog2()) - 2
}

/// The most marbles that a move can take from `marbles`, by the rules.
fn most(marbles: u64) -> u64 {
    marbles.div_ceil(2)
}

/// The largest lost number up to `marbles` and how many there are, each checked by the rules: what can be left from k,
/// `k - most(k)` to k-1, only moves up as k grows, so the ends of a stretch between two lost numbers speak for all of
/// it.
fn lost_up_to(marbles: u64) -> Result<(u64, u32), String> {
    let lowest_left = |k: u64| k - most(k);
    let (mut lost, mut count) = (0u64, 1);
    loop {
        let next = 2 * lost + 2;
        if lowest_left(next - 1) > lost {
            return Err(format!("{lost} cannot be left from {}", next - 1));
        }
        if lowest_left(next) <= lost {
            return Err(format!("{lost} can be left from {next}"));
        }
        if next > marbles {
            return Ok((lost, count));
        }
        (lost, count) = (next, count + 1);
    }
}

impl Rules for Instance {
    type Position = u64;
    type Move = u64;

    fn start(&self) -> u64 {
        self.0
    }

    fn moves(&self, &marbles: &u64) -> impl Iterator<Item = (u64, u64)> {
        (1..=most(marbles)).map(move |amount| (amount, marbles - amount))
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{
        BUDGET, agrees_with_brute, error, instance_agrees, solve, validator_error,
    };
    use super::*;

    #[test]
    fn edges() {
        for (text, answer) in [
            ("0\n", "2\n"),
            ("1\n", "1\n1\n"),
            ("2\n", "2\n"),
            ("3\n", "1\n1\n"),
            ("5\n", "1\n3\n"),
            ("6\n", "2\n"),
            ("10\n", "1\n4\n"),
            ("576460752303423486\n", "2\n"),
            ("1000000000000000000\n", "1\n423539247696576514\n"),
            ("4611686018427387902\n", "2\n"),
            ("9223372036854775807\n", "1\n1\n"),
        ] {
            assert_eq!(solve(&Marbles, text), answer, "{text}");
        }
    }

    #[test]
    fn trap_one_marble_can_be_taken() {
        assert_eq!((0..6).map(most).collect::<Vec<_>>(), [0, 1, 1, 2, 2, 3]);
        assert_eq!(solve(&Marbles, "1\n"), "1\n1\n");
    }

    #[test]
    fn every_small_bag_agrees_with_brute_force() {
        for marbles in 0..=BRUTE_BAG {
            assert!(instance_agrees::<Marbles>(&Instance(marbles)));
        }
        agrees_with_brute::<Marbles>(1000, 1..=300);
    }

    #[test]
    fn bags_of_every_magnitude_are_certified_and_wrong_answers_are_not() {
        let mut random = Random::new(1);
        for seed in 0..2000 {
            let family = Marbles::META.families[seed % 5].name;
            let size = 1 << random.below(63);
            let instance = Marbles::generate(family, size, &mut random);
            let answer = Marbles::solve(&instance, BUDGET).unwrap();
            Marbles::certify(&instance, &answer, BUDGET).unwrap();
            let wrong = Answer(answer.0.map_or(Some(1), |amount| amount.checked_sub(2)));
            assert!(matches!(
                Marbles::certify(&instance, &wrong, BUDGET),
                Err(Doubt::Wrong(_))
            ));
        }
    }

    #[test]
    fn errors_are_at_the_number() {
        assert!(error(&Marbles, "").starts_with(
            "error: expected `n` (the number of marbles), found end of file\n  --> in:1:1\n"
        ));
        assert!(error(&Marbles, "1 2").contains("in:1:3"));
        assert!(
            validator_error(&Marbles, "1000000000000000001\n")
                .ends_with("hint: this is the original limit; solving accepts more")
        );
    }
}
