//! Piles in a row, numbered from 0: a move takes one stone from pile i and puts one on j and one on k, i < j ≤ k; who
//! cannot move loses. Which winning first move `i j k` is the smallest in dictionary order?
//!
//! **Idea.** Every stone is a game of its own, worth by its distance `d` from the last pile: `v(0) = 0`, and `v(d)` is
//! the mex of `v(a) xor v(b)` over all a, b < d. These are the *odious* numbers, those with an odd number of ones in
//! binary: `v(1), v(2), … = 1, 2, 4, 7, 8, 11, …`. A position is lost exactly when the xor over its stones is 0; two
//! stones on one pile cancel. A move i, j, k wins when `v(j) xor v(k)` is the xor of all stones without the one moved.
//!
//! **Why.** Suppose v is right below d, and let o be the next odious number. The xor of two odious numbers has an even
//! number of ones and so has 0, so o arises only from 0 and o itself, which is not there yet. Every smaller number
//! does arise: an odious one from itself and 0, and an even one, other than 0, from its highest digit and the rest,
//! both odious and smaller. So v(d) = o. For the same reasons the sums that two stones below d can make are known
//! without trying them: 0 by any pile twice; an odious number y by y and 0 only; any other exactly if its highest
//! digit is at most v(d-1).
//!
//! **Trap.** Parities decide who wins, but not which move may be made: the stone may come from an even pile that is
//! not empty, and the smallest winning move often does.
//!
//! **Cost.** Linear in the piles, 8 bytes each (the mex over all pairs, for comparison, takes n^3/6 steps).
//! **Source.** TopCoder "Roxor", SRM 216; STONES.INP/STONES.OUT. The odious numbers: "Mock Turtles" in "Winning Ways",
//! chapter 14.

use std::fmt;

use itertools::Itertools;

use super::winning_first_moves;
use crate::budget::{Budget, Refusal};
use crate::engine::{Rules, grundy};
use crate::playable::require_showable;
use crate::problem::old::{
    CertifyError, Family, Limit, Meta, Problem, Variants, Words, hints, statement,
};
use crate::random::Random;
use crate::stock::shrink::{lower_some, shorter};
use crate::text::{InputError, Scanner};

mod playing;

pub use playing::Piles;

/// The problem.
pub struct StoneTransfer;

const N: Limit = Limit {
    name: "n",
    what: "the number of piles",
    original: (1, 15),
    solve: (0, i64::MAX),
};
const SIZE: Limit = Limit {
    name: "size",
    what: "the stones of one pile",
    original: (0, 1000),
    solve: (0, i64::MAX),
};
/// How many piles can be certified, by trying all pairs and triples.
const CERTIFIED_PILES: usize = 400;
/// How many positions `brute` may look at.
const BRUTE_POSITIONS: usize = 2000;
/// How many stones can lie there in the end, in an instance that `brute` looks at.
const BRUTE_STONES: u64 = 24;

/// The stones of each pile.
#[derive(Clone)]
pub struct Instance(Vec<u64>);

/// The smallest winning move; `None` if there is none.
#[derive(PartialEq, Debug)]
pub struct Answer(Option<[usize; 3]>);

impl Problem for StoneTransfer {
    const META: Meta = Meta {
        slug: "stone-transfer",
        title: Words {
            en: "Stone Transfer",
            vi: "Chuyển sỏi",
            zh: "石子转移",
        },
        source: "TopCoder Roxor, SRM 216",
        engine: "Grundy values in closed form",
        contest_files: ("STONES.INP", "STONES.OUT"),
        limits: &[N, SIZE],
        time_limit_ms: 1000,
        memory_limit_mib: 256,
        statement: statement!("stone-transfer"),
        hints: hints!("stone-transfer"),
        families: &[
            Family {
                name: "random",
                about: "piles of any size up to a small or the largest one",
            },
            Family {
                name: "few",
                about: "one to three stones, all on the last four piles",
            },
            Family {
                name: "even",
                about: "every pile even, so no move wins",
            },
            Family {
                name: "lost",
                about: "odd piles whose values cancel",
            },
            Family {
                name: "even-start",
                about: "the answer starts from an even pile (from 5 piles on)",
            },
            Family {
                name: "last",
                about: "all stones on the last pile: no move at all",
            },
            Family {
                name: "empty",
                about: "no stone",
            },
        ],
        size: ("n, the number of piles", N.original.1 as u64),
        variants: &[],
    };

    type Instance = Instance;
    type Answer = Answer;
    type Game = Piles;

    fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<Instance, InputError> {
        let count = N.count(scanner)?;
        scanner.newline()?;
        let mut piles = Vec::with_capacity(scanner.capacity(count));
        for i in 0..count {
            let name = format_args!("the size of pile {i} of {count}");
            piles.push(scanner.integer(name, SIZE.bounds())?.unsigned_abs());
            scanner.space_or_newline(i, count)?;
        }
        scanner.end()?;
        Ok(Instance(piles))
    }

    fn solve(instance: &Instance, _: Budget) -> Result<Answer, Refusal> {
        Ok(Answer(instance.smallest_winning_move()))
    }

    fn certify(instance: &Instance, answer: &Answer, _: Budget) -> Result<String, CertifyError> {
        let piles = instance.0.len();
        if piles > CERTIFIED_PILES {
            return Err(Refusal::new(format!(
                "checking {piles} piles means trying all triples, which is done up to {CERTIFIED_PILES} piles"
            ))
            .into());
        }
        let (values, first) = instance.by_definition();
        if first != answer.0 {
            return Err(CertifyError::Wrong(format!(
                "trying all moves gives {first:?}"
            )));
        }
        Ok(format!(
            "the nimbers of {} distances by their definition, and each move up to the answer",
            values.len()
        ))
    }

    fn brute(instance: &Instance) -> Option<Answer> {
        if !instance.can_be_played_out() {
            return None;
        }
        let winning = winning_first_moves(instance, BRUTE_POSITIONS)?;
        Some(Answer(winning.into_iter().min()))
    }

    fn game(instance: &Instance, _: usize, _: Budget) -> Result<Piles, Refusal> {
        require_showable(instance.0.len() as u64, 100, "piles")?;
        Ok(Piles::new(instance.clone()))
    }

    fn generate(family: &str, size: u64, random: &mut Random) -> Instance {
        let count = usize::try_from(size).expect("generated piles fit in memory");
        // Beyond the original number of piles their sizes go beyond the original too.
        let largest = if size <= N.original.1 as u64 {
            SIZE.original.1 as u64
        } else {
            1_000_000_000_000_000_000
        };
        let bound = *random.pick(&[1, 2, 9, largest]);
        let mut any = || {
            (0..count)
                .map(|_| random.below(bound + 1))
                .collect::<Vec<u64>>()
        };
        let mut piles = match family {
            "few" | "last" | "empty" => vec![0; count],
            _ => any(),
        };
        match family {
            "few" => {
                for _ in 0..1 + random.index(3) {
                    piles[count - 1 - random.index(count.min(4))] += 1;
                }
            }
            "last" => piles[count - 1] = random.below(largest + 1),
            "even" => piles.iter_mut().for_each(|pile| *pile &= !1),
            "lost" => turn(&mut piles, 0),
            "even-start" if count >= 5 => {
                // The values of two distances from 4 on are never both powers of two, and a sum of smaller values
                // can stand for a value that is none.
                let first = usize::from(value(count - 1).is_power_of_two());
                piles[..first].fill(0);
                piles[first] = 2 * (1 + random.below(largest / 2));
                let later = |random: &mut Random| first + 1 + random.index(count - 1 - first);
                let (j, k) = (later(random), later(random));
                let [i, j, k] = [first, j, k].map(|pile| value(count - 1 - pile));
                turn(&mut piles, i ^ j ^ k);
            }
            _ => {}
        }
        Instance(piles)
    }

    fn smaller(instance: &Instance) -> impl Iterator<Item = Instance> {
        let piles = &instance.0;
        shorter(piles).chain(lower_some(piles)).map(Instance)
    }
}

/// What a stone at this distance from the last pile is worth: 0, then the odious numbers in order.
///
/// Of 2m and 2m+1 exactly one is odious, so the d-th has d-1 in its digits but the last.
fn value(distance: usize) -> u64 {
    match (distance as u64).checked_sub(1) {
        None => 0,
        Some(digits) => 2 * digits + u64::from(digits.count_ones() % 2 == 0),
    }
}

/// The distance at which a stone is worth `value`, if there is one.
fn distance(value: u64) -> Option<usize> {
    match value {
        0 => Some(0),
        _ if value.count_ones() % 2 == 1 => Some(value as usize / 2 + 1),
        _ => None,
    }
}

/// The xor of the values of all stones; 0 exactly where the player to move loses.
fn total(piles: &[u64]) -> u64 {
    let odd = piles
        .iter()
        .rev()
        .enumerate()
        .filter(|(_, stones)| *stones % 2 == 1);
    odd.fold(0, |total, (distance, _)| total ^ value(distance))
}

/// Adds or takes away single stones until the xor is `wanted`, which the value of some pile must be at least half of.
fn turn(piles: &mut [u64], wanted: u64) {
    let mut missing = total(piles) ^ wanted;
    while missing > 0 {
        let digit = 1 << missing.ilog2();
        let place = distance(digit).expect("a power of two is odious");
        let pile = piles.len() - 1 - place;
        piles[pile] = if piles[pile] == 0 { 1 } else { piles[pile] - 1 };
        missing ^= digit;
    }
}

impl Instance {
    /// Whether few enough stones lie there in the end.
    fn can_be_played_out(&self) -> bool {
        // A stone becomes two on the next pile at the most, and so on: so many lie on the last pile in the end.
        let piles = self.0.iter().rev().enumerate();
        let most = piles
            .filter(|(_, stones)| **stones > 0)
            .try_fold(0u64, |sum, (d, stones)| {
                sum.checked_add(stones.checked_mul(1u64.checked_shl(d as u32)?)?)
            });
        let movable = self
            .0
            .split_last()
            .is_some_and(|(_, others)| others.iter().any(|&s| s > 0));
        !movable || most.is_some_and(|most| most <= BRUTE_STONES)
    }

    fn smallest_winning_move(&self) -> Option<[usize; 3]> {
        let total = total(&self.0);
        if total == 0 {
            return None;
        }
        let last = self.0.len() - 1;
        self.0[..last].iter().enumerate().find_map(|(i, &stones)| {
            let sum = total ^ value(last - i);
            let (j, k) = (stones > 0).then(|| smallest_pair(sum, last - i))??;
            Some([i, last - j, last - k])
        })
    }

    /// The nimber of each distance by its definition, and the first winning move of all moves in order.
    fn by_definition(&self) -> (Vec<u32>, Option<[usize; 3]>) {
        let piles = &self.0;
        let mut values: Vec<u32> = Vec::with_capacity(piles.len());
        for _ in piles {
            let pairs = values.iter().array_combinations().map(|[a, b]| a ^ b);
            let equal = values.first().map(|_| 0);
            values.push(grundy::mex(pairs.chain(equal)));
        }
        let worth = |pile: usize| values[piles.len() - 1 - pile];
        let all = (0..piles.len())
            .filter(|&pile| piles[pile] % 2 == 1)
            .fold(0, |sum, pile| sum ^ worth(pile));
        let first = (0..piles.len()).filter(|&i| piles[i] > 0).find_map(|i| {
            let later = i + 1..piles.len();
            let mut pairs = later.flat_map(|j| (j..piles.len()).map(move |k| (j, k)));
            let (j, k) = pairs.find(|&(j, k)| all ^ worth(i) ^ worth(j) ^ worth(k) == 0)?;
            Some([i, j, k])
        });
        (values, first)
    }
}

/// The distances of two piles below `end` whose values have this xor: the farthest first pile that has a second one
/// no farther.
fn smallest_pair(sum: u64, end: usize) -> Option<(usize, usize)> {
    match distance(sum) {
        Some(0) => Some((end - 1, end - 1)),
        Some(one) => (one < end).then_some((one, 0)),
        None if 1 << sum.ilog2() > value(end - 1) => None,
        // A partner that is farther away would have been met before, with this one as its partner.
        None => (1..end).rev().find_map(|one| {
            let other = distance(sum ^ value(one))?;
            (other < end).then_some((one, other))
        }),
    }
}

impl Rules for Instance {
    type Position = Vec<u64>;
    type Move = [usize; 3];

    fn start(&self) -> Vec<u64> {
        self.0.clone()
    }

    fn moves(&self, piles: &Vec<u64>) -> impl Iterator<Item = ([usize; 3], Vec<u64>)> {
        let end = piles.len();
        (0..end)
            .filter(|&i| piles[i] > 0)
            .flat_map(move |i| (i + 1..end).map(move |j| (i, j)))
            .flat_map(move |(i, j)| (j..end).map(move |k| [i, j, k]))
            .map(|[i, j, k]| {
                let mut after = piles.clone();
                after[i] -= 1;
                after[j] += 1;
                after[k] += 1;
                ([i, j, k], after)
            })
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.0.len())?;
        if !self.0.is_empty() {
            writeln!(f, "{}", self.0.iter().format(" "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some([i, j, k]) => writeln!(f, "{i} {j} {k}"),
            None => writeln!(f, "-1"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{
        BUDGET, agrees_with_brute, error, instance_agrees, solve, validator_error,
    };
    use super::*;

    fn answer(piles: &str) -> String {
        let count = piles.split_whitespace().count();
        solve(&StoneTransfer, &format!("{count}\n{piles}\n"))
    }

    #[test]
    fn edges() {
        for (piles, expected) in [
            ("807", "-1\n"),
            ("0", "-1\n"),
            ("0 0", "-1\n"),
            ("1 0", "0 1 1\n"),
            ("1 1", "0 1 1\n"),
            ("2 9", "-1\n"),
            ("0 0 1 0 1 9223372036854775807", "2 4 5\n"),
            ("9223372036854775807 0", "0 1 1\n"),
        ] {
            assert_eq!(answer(piles), expected, "{piles}");
        }
        assert_eq!(solve(&StoneTransfer, "0\n"), "-1\n");
    }

    #[test]
    fn samples() {
        for (piles, expected) in [
            ("0 0 1 0 1 100", "2 4 5\n"),
            ("1000 1000 1000 1000 1000", "-1\n"),
            ("938 556 431", "-1\n"),
            ("432 988 234", "-1\n"),
            ("148 320 315", "-1\n"),
            ("219 673 792 380 333 183 86 142 894 798 579", "-1\n"),
        ] {
            assert_eq!(answer(piles), expected, "{piles}");
        }
    }

    #[test]
    fn trap_the_move_may_start_from_an_even_pile() {
        assert_eq!(answer("2 0 0 1 0"), "0 1 2\n");
        for seed in 0..300 {
            let size = 5 + seed % 30;
            let instance = StoneTransfer::generate("even-start", size, &mut Random::new(seed));
            let Ok(Answer(Some([i, ..]))) = StoneTransfer::solve(&instance, BUDGET) else {
                panic!("{instance}");
            };
            assert!(instance.0[i] % 2 == 0 && instance.0[i] > 0, "{instance}");
        }
    }

    #[test]
    fn values_are_the_odious_numbers_and_distances_their_inverse() {
        let first: Vec<u64> = (0..10).map(value).collect();
        assert_eq!(first, [0, 1, 2, 4, 7, 8, 11, 13, 14, 16]);
        for d in 0..10_000 {
            assert_eq!(distance(value(d)), Some(d));
        }
        let (by_definition, _) = Instance(vec![0; 150]).by_definition();
        let closed = (0..150).map(|d| value(d) as u32);
        assert!(closed.eq(by_definition));
    }

    #[test]
    fn small_rows_agree_with_brute_force() {
        agrees_with_brute::<StoneTransfer>(2000, 1..=8);
    }

    #[test]
    fn every_row_of_four_small_piles_agrees_with_brute_force() {
        let mut compared = 0;
        for code in 0..3 * 4 * 6 * 3 {
            let piles = vec![code % 3, code / 3 % 4, code / 12 % 6, code / 72];
            compared += usize::from(instance_agrees::<StoneTransfer>(&Instance(piles)));
        }
        assert!(compared > 100, "{compared}");
    }

    #[test]
    fn long_rows_are_certified_and_wrong_answers_are_not() {
        for seed in 0..140 {
            let family = StoneTransfer::META.families[seed as usize % 7].name;
            let size = 1 + seed * 7 % 60;
            let instance = StoneTransfer::generate(family, size, &mut Random::new(seed));
            let answer = StoneTransfer::solve(&instance, BUDGET).unwrap();
            StoneTransfer::certify(&instance, &answer, BUDGET).unwrap();
            let wrong = Answer(
                answer
                    .0
                    .map_or(Some([0, 1, 1]), |[i, j, k]| Some([i, j, k + 1])),
            );
            assert!(matches!(
                StoneTransfer::certify(&instance, &wrong, BUDGET),
                Err(CertifyError::Wrong(_))
            ));
        }
        let mut random = Random::new(1);
        let size = |_| random.below(1_000_000_000_000_000_000);
        let instance = Instance((0..200).map(size).collect());
        let answer = StoneTransfer::solve(&instance, BUDGET).unwrap();
        StoneTransfer::certify(&instance, &answer, BUDGET).unwrap();
    }

    #[test]
    fn the_lost_and_even_families_are_lost() {
        for family in ["lost", "even"] {
            for seed in 0..200 {
                let instance =
                    StoneTransfer::generate(family, 1 + seed % 40, &mut Random::new(seed));
                assert_eq!(
                    StoneTransfer::solve(&instance, BUDGET),
                    Ok(Answer(None)),
                    "{instance}"
                );
            }
        }
    }

    #[test]
    fn rows_too_long_to_check_are_refused_but_solved() {
        let instance = StoneTransfer::generate("random", 100_000, &mut Random::new(7));
        let answer = StoneTransfer::solve(&instance, BUDGET).unwrap();
        assert!(matches!(
            StoneTransfer::certify(&instance, &answer, BUDGET),
            Err(CertifyError::Refused(_))
        ));
    }

    #[test]
    fn errors_are_at_the_number() {
        for (text, start) in [
            (
                "",
                "error: expected `n` (the number of piles), found end of file\n  --> in:1:1\n",
            ),
            (
                "3\n1 2\n",
                "error: expected the size of pile 2 of 3, found end of file\n",
            ),
            (
                "2\n1 -2\n",
                "error: the size of pile 1 of 2 must be in 0..=9223372036854775807, found `-2`\n  --> in:2:3\n",
            ),
            (
                "1\n1 2\n",
                "error: expected end of file, found `2`\n  --> in:2:3\n",
            ),
        ] {
            let error = error(&StoneTransfer, text);
            assert!(error.starts_with(start), "{error}");
        }
        assert!(validator_error(&StoneTransfer, "16\n1\n").contains("must be in 1..=15"));
        assert!(validator_error(&StoneTransfer, "1\n1001\n").contains("must be in 0..=1000"));
    }
}
