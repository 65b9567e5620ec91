//! Nim: heaps of stones, a move takes any number from one heap; who cannot move loses (or, by the misère rule, wins).
//! Who wins, and with which first move from the heap of smallest number?
//!
//! **Idea.** Lost exactly when the xor of all sizes is 0; a winning move makes it 0. By the misère rule the same, but
//! a move that leaves only heaps of 0 and 1 must leave an odd number of ones. **Why.** Bouton; see [`grundy`].
//!
//! **Trap.** Not every heap has a winning move: it must hold more than the size wanted there. By the misère rule heaps
//! that are all empty are won without a move.
//!
//! **Cost.** Linear in the heaps, 8 bytes each. **Source.** Bouton, "Nim, a game with a complete mathematical theory"
//! (1901).

use std::fmt;

use itertools::Itertools;

use super::winning_first_moves;
use crate::budget::{Budget, Refusal};
use crate::engine::{Outcome, Rules, grundy};
use crate::playable::require_showable;
use crate::problem::old::{
    CertifyError, Family, Limit, Meta, Problem, Variant, Variants, Words, hints, statement,
};
use crate::random::Random;
use crate::stock::shrink::{lower_some, shorter};
use crate::text::{InputError, Scanner};

mod playing;

pub use playing::Heaps;

/// The problem.
pub struct Nim;

const N: Limit = Limit {
    name: "n",
    what: "the number of heaps",
    original: (1, 100_000),
    solve: (0, i64::MAX),
};
const SIZE: Limit = Limit {
    name: "size",
    what: "the stones of one heap",
    original: (0, 1_000_000_000_000_000_000),
    solve: (0, i64::MAX),
};
/// How many positions `brute` may look at.
const BRUTE_POSITIONS: usize = 3000;

/// The heaps, and which rule ends the game.
#[derive(Clone)]
pub struct Instance {
    heaps: Vec<u64>,
    misere: bool,
}

/// What the first player can do.
#[derive(PartialEq, Debug)]
pub enum Answer {
    /// Every move loses, or there is none.
    Lost,
    /// The game was won before it began: all heaps are empty, by the misère rule.
    Over,
    /// Leave `size` stones in the heap of this index, counted from 0.
    Move {
        /// The heap.
        heap: usize,
        /// What stays there.
        size: u64,
    },
}

impl Problem for Nim {
    const META: Meta = Meta {
        slug: "nim",
        title: Words {
            en: "Nim",
            vi: "Trò chơi Nim",
            zh: "尼姆游戏",
        },
        source: "Bouton (1901)",
        engine: "sums of heaps",
        contest_files: ("Nim.in", "Nim.out"),
        limits: &[N, SIZE],
        time_limit_ms: 1000,
        memory_limit_mib: 256,
        statement: statement!("nim"),
        hints: hints!("nim"),
        families: &[
            Family {
                name: "random",
                about: "heaps of any size up to a small or the largest one",
            },
            Family {
                name: "small",
                about: "heaps of 0 to 3",
            },
            Family {
                name: "lost",
                about: "the xor is 0",
            },
            Family {
                name: "ones",
                about: "heaps of 0 and 1, where the misère rule turns the outcome round",
            },
            Family {
                name: "one-large",
                about: "heaps of 0 and 1 and a single larger one, sometimes huge",
            },
            Family {
                name: "last",
                about: "no heap but the last has a winning move",
            },
            Family {
                name: "pairs",
                about: "heaps that are equal in pairs, shuffled",
            },
            Family {
                name: "empty",
                about: "no stone at all",
            },
        ],
        size: ("n, the number of heaps", N.original.1 as u64),
        variants: &[Variant {
            name: "misere",
            help: "Who takes the last stone loses",
            value: None,
        }],
    };

    type Instance = Instance;
    type Answer = Answer;
    type Game = Heaps;

    fn read(scanner: &mut Scanner<'_>, variants: &Variants) -> Result<Instance, InputError> {
        let count = N.count(scanner)?;
        scanner.newline()?;
        let mut heaps = Vec::with_capacity(scanner.capacity(count));
        for i in 0..count {
            let name = format_args!("the size of heap {} of {count}", i + 1);
            heaps.push(scanner.integer(name, SIZE.bounds())?.unsigned_abs());
            scanner.space_or_newline(i, count)?;
        }
        scanner.end()?;
        Ok(Instance {
            heaps,
            misere: variants.has("misere"),
        })
    }

    fn solve(instance: &Instance, _: Budget) -> Result<Answer, Refusal> {
        let Instance { heaps, misere } = instance;
        Ok(match grundy::nim_move(heaps, *misere) {
            Some((heap, size)) => Answer::Move { heap, size },
            None if grundy::nim_outcome(heaps, *misere) == Outcome::Win => Answer::Over,
            None => Answer::Lost,
        })
    }

    fn certify(instance: &Instance, answer: &Answer, _: Budget) -> Result<String, CertifyError> {
        instance.check(answer).map_err(CertifyError::Wrong)?;
        Ok(format!(
            "the parity of each binary digit of {} heaps after every first move that could win",
            instance.heaps.len()
        ))
    }

    fn brute(instance: &Instance) -> Option<Answer> {
        let Instance { heaps, misere } = instance;
        let largest = heaps.iter().copied().max().unwrap_or(0);
        if !multisets_fit(largest, heaps.len()) {
            return None;
        }
        if *misere && largest == 0 {
            return Some(Answer::Over);
        }
        let first = winning_first_moves(instance, BRUTE_POSITIONS)?;
        let first = first
            .into_iter()
            .min_by_key(|&(size, left)| (heaps.iter().position(|&heap| heap == size), left));
        Some(first.map_or(Answer::Lost, |(size, left)| {
            Answer::Move {
                heap: heaps
                    .iter()
                    .position(|&heap| heap == size)
                    .expect("a move is from a heap"),
                size: left,
            }
        }))
    }

    fn game(instance: &Instance, _: usize, _: Budget) -> Result<Heaps, Refusal> {
        require_showable(instance.heaps.len() as u64, 1000, "heaps")?;
        Ok(Heaps::new(instance.clone()))
    }

    fn generate(family: &str, size: u64, random: &mut Random) -> Instance {
        const LARGEST: u64 = SIZE.original.1 as u64;
        let count = usize::try_from(size).expect("generated heaps fit in memory");
        let bound = *random.pick(&[1, 3, 7, LARGEST]);
        let heaps_up_to = |random: &mut Random, bound: u64| -> Vec<u64> {
            (0..count).map(|_| random.below(bound + 1)).collect()
        };
        let mut heaps = match family {
            "small" => heaps_up_to(random, 3),
            "empty" => vec![0; count],
            "ones" | "one-large" => heaps_up_to(random, 1),
            _ => heaps_up_to(random, bound),
        };
        let last = count - 1;
        match family {
            "lost" => lose(&mut heaps, LARGEST),
            "one-large" => {
                let bound = *random.pick(&[3, 20, LARGEST]);
                heaps[random.index(count)] = 2 + random.below(bound - 1);
            }
            "last" => {
                // Lost without the last heap, which alone holds the highest digit of what is left over.
                lose(&mut heaps[..last], LARGEST);
                heaps[last] = heaps[last].max(1);
                let xor = |heaps: &[u64]| heaps.iter().fold(0, |xor, heap| xor ^ heap);
                let top = 1 << xor(&heaps[last..]).ilog2();
                // A heap of another number with that digit would have a winning move too.
                heaps[..last].iter_mut().for_each(|heap| *heap &= top - 1);
                lose(&mut heaps[..last], top - 1);
            }
            "pairs" => {
                for i in 0..count / 2 {
                    heaps[2 * i + 1] = heaps[2 * i];
                }
                random.shuffle(&mut heaps);
            }
            _ => {}
        }
        Instance {
            heaps,
            misere: false,
        }
    }

    fn smaller(instance: &Instance) -> impl Iterator<Item = Instance> {
        let heaps = &instance.heaps;
        let misere = instance.misere;
        let lists = shorter(heaps).chain(lower_some(heaps));
        lists.map(move |heaps| Instance { heaps, misere })
    }
}

/// Makes the xor 0 by changing the last heap, and one other where the last would become larger than `largest`.
fn lose(heaps: &mut [u64], largest: u64) {
    let Some(last) = heaps.len().checked_sub(1) else {
        return;
    };
    loop {
        let xor = heaps[..last].iter().fold(0, |xor, heap| xor ^ heap);
        if xor <= largest {
            heaps[last] = xor;
            return;
        }
        // Too large for one heap: some other heap holds the highest digit, and gives it up.
        let top = 1 << xor.ilog2();
        let holder = heaps[..last].iter_mut().find(|heap| **heap & top != 0);
        *holder.expect("a digit of the xor is in a heap") ^= top;
    }
}

/// Whether heaps of 0 to `largest` can stand in few enough ways, their order aside: C(n + largest, n) of them.
fn multisets_fit(largest: u64, count: usize) -> bool {
    let cap = BRUTE_POSITIONS as u64;
    let (few, many) = (largest.min(count as u64), largest.max(count as u64));
    if few > 0 && many > cap {
        return false;
    }
    // Each partial product is a binomial coefficient itself, so it grows, and the division leaves no rest.
    let mut ways = 1;
    (1..=few).all(|i| {
        ways = ways * (many + i) / i;
        ways <= cap
    })
}

/// How often each binary digit is 1 among some heaps, and how many of them hold two stones or more.
///
/// What Bouton's theorem asks for, counted digit by digit without an exclusive or.
#[derive(Clone)]
struct Digits {
    ones: [usize; 64],
    large: usize,
}

impl Digits {
    fn of(heaps: &[u64]) -> Digits {
        let mut digits = Digits {
            ones: [0; 64],
            large: 0,
        };
        heaps.iter().for_each(|&heap| digits.add(heap));
        digits
    }

    fn add(&mut self, heap: u64) {
        let ones = self.ones.iter_mut().enumerate();
        ones.for_each(|(digit, ones)| *ones += (heap >> digit & 1) as usize);
        self.large += usize::from(heap > 1);
    }

    /// The same with one heap changed.
    fn changed(&self, before: u64, after: u64) -> Digits {
        let mut digits = self.clone();
        let ones = digits.ones.iter_mut().enumerate();
        ones.for_each(|(digit, ones)| *ones -= (before >> digit & 1) as usize);
        digits.large -= usize::from(before > 1);
        digits.add(after);
        digits
    }

    fn is_lost(&self, misere: bool) -> bool {
        let even = self.ones.iter().all(|ones| ones % 2 == 0);
        even != (misere && self.large == 0)
    }

    /// The size that makes every digit even if it stands in the place of `heap`.
    fn evened(&self, heap: u64) -> u64 {
        (0..64).fold(0, |size, digit| {
            let odd = ((heap >> digit) + self.ones[digit] as u64) & 1;
            size | odd << digit
        })
    }
}

impl Instance {
    fn check(&self, answer: &Answer) -> Result<(), String> {
        let Instance { heaps, misere } = self;
        let digits = Digits::of(heaps);
        // A lost position has only even digits or, by the misère rule, only heaps of 0 and 1: no other size can win.
        let winning = |heap: u64| {
            let candidates = [digits.evened(heap), 0, 1].into_iter();
            let legal = candidates.filter(move |&size| size < heap);
            legal
                .filter(|&size| digits.changed(heap, size).is_lost(*misere))
                .min()
        };
        let first = heaps
            .iter()
            .enumerate()
            .find_map(|(i, &heap)| Some((i, winning(heap)?)));
        let over = *misere && heaps.iter().all(|&heap| heap == 0);
        let right = match *answer {
            Answer::Move { heap, size } => first == Some((heap, size)),
            Answer::Over => over,
            Answer::Lost => first.is_none() && !over,
        };
        if right {
            Ok(())
        } else {
            Err(format!(
                "{answer:?}, where the digits' parities give {first:?}"
            ))
        }
    }
}

/// Heaps in rising order: which of them is which makes no difference to play. A move is the size of a heap before and
/// after.
impl Rules for Instance {
    type Position = Vec<u64>;
    type Move = (u64, u64);

    fn start(&self) -> Vec<u64> {
        self.heaps.iter().copied().sorted_unstable().collect()
    }

    fn terminal(&self, heaps: &Vec<u64>) -> Option<Outcome> {
        let over = self.misere && heaps.iter().all(|&heap| heap == 0);
        over.then_some(Outcome::Win)
    }

    fn moves(&self, heaps: &Vec<u64>) -> impl Iterator<Item = ((u64, u64), Vec<u64>)> {
        heaps.iter().enumerate().flat_map(move |(i, &heap)| {
            (0..heap).map(move |left| {
                let mut after = heaps.clone();
                after[i] = left;
                after.sort_unstable();
                ((heap, left), after)
            })
        })
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.heaps.len())?;
        if !self.heaps.is_empty() {
            writeln!(f, "{}", self.heaps.iter().format(" "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Lost => writeln!(f, "0"),
            Answer::Over => writeln!(f, "1"),
            Answer::Move { heap, size } => writeln!(f, "1\n{} {size}", heap + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{
        BUDGET, agrees_with_brute, error, instance_agrees, solve, solve_with, validator_error,
    };
    use super::*;

    fn misere(text: &str) -> String {
        let mut variants = Variants::default();
        variants.set(&Nim::META.variants[0], 1);
        solve_with(&Nim, text, &variants)
    }

    #[test]
    fn edges() {
        for (text, normal, by_misere) in [
            ("0\n", "0\n", "1\n"),
            ("1\n0\n", "0\n", "1\n"),
            ("3\n0 0 0\n", "0\n", "1\n"),
            ("1\n1\n", "1\n1 0\n", "0\n"),
            ("2\n1 1\n", "0\n", "1\n1 0\n"),
            ("3\n0 1 1\n", "0\n", "1\n2 0\n"),
            ("1\n2\n", "1\n1 0\n", "1\n1 1\n"),
            ("2\n1 2\n", "1\n2 1\n", "1\n2 0\n"),
            ("2\n2 2\n", "0\n", "0\n"),
            ("2\n7 7\n", "0\n", "0\n"),
            ("3\n3 4 5\n", "1\n1 1\n", "1\n1 1\n"),
            ("1\n9223372036854775807\n", "1\n1 0\n", "1\n1 1\n"),
        ] {
            assert_eq!(solve(&Nim, text), normal, "{text}");
            assert_eq!(misere(text), by_misere, "{text}");
        }
    }

    #[test]
    fn trap_not_every_heap_has_a_winning_move() {
        assert_eq!(solve(&Nim, "3\n1 2 8\n"), "1\n3 3\n");
        for seed in 0..200 {
            let instance = Nim::generate("last", 1 + seed % 30, &mut Random::new(seed));
            let Ok(Answer::Move { heap, .. }) = Nim::solve(&instance, BUDGET) else {
                panic!("{instance}");
            };
            assert_eq!(heap, instance.heaps.len() - 1, "{instance}");
        }
    }

    #[test]
    fn trap_misere_play_ends_with_an_odd_number_of_ones() {
        assert_eq!(misere("3\n1 1 5\n"), "1\n3 1\n");
        assert_eq!(misere("4\n1 1 1 5\n"), "1\n4 0\n");
        assert_eq!(misere("3\n1 2 2\n"), "1\n1 0\n");
    }

    #[test]
    fn small_heaps_agree_with_brute_force() {
        agrees_with_brute::<Nim>(2000, 1..=7);
    }

    #[test]
    fn raw_small_heaps_agree_with_brute_force_under_both_rules() {
        let mut random = Random::new(3);
        for round in 0..2000 {
            let count = random.index(5);
            let heaps = (0..count).map(|_| random.below(7)).collect();
            let misere = round % 2 == 0;
            assert!(instance_agrees::<Nim>(&Instance { heaps, misere }));
        }
    }

    #[test]
    fn the_lost_family_is_lost_and_within_the_limits() {
        for seed in 0..200 {
            let instance = Nim::generate("lost", 1 + seed % 40, &mut Random::new(seed));
            assert_eq!(
                Nim::solve(&instance, BUDGET),
                Ok(Answer::Lost),
                "{instance}"
            );
            assert!(
                instance
                    .heaps
                    .iter()
                    .all(|&heap| heap <= SIZE.original.1 as u64)
            );
        }
    }

    #[test]
    fn huge_heaps_are_certified_under_both_rules_and_wrong_answers_are_not() {
        for seed in 0..400 {
            let family = Nim::META.families[seed as usize % 8].name;
            let mut instance = Nim::generate(family, 1 + seed % 50, &mut Random::new(seed));
            instance.misere = seed % 16 < 8;
            let answer = Nim::solve(&instance, BUDGET).unwrap();
            Nim::certify(&instance, &answer, BUDGET).unwrap();
            let wrong = match answer {
                Answer::Lost => Answer::Move { heap: 0, size: 0 },
                Answer::Over => Answer::Lost,
                Answer::Move { heap, size } => Answer::Move {
                    heap,
                    size: size + 1,
                },
            };
            assert!(
                Nim::certify(&instance, &wrong, BUDGET).is_err(),
                "{instance}{wrong}"
            );
        }
    }

    #[test]
    fn errors_are_at_the_number() {
        for (text, start) in [
            (
                "",
                "error: expected `n` (the number of heaps), found end of file\n  --> in:1:1\n",
            ),
            (
                "3\n1 2\n",
                "error: expected the size of heap 3 of 3, found end of file\n",
            ),
            (
                "2\n1 -2\n",
                "error: the size of heap 2 of 2 must be in 0..=9223372036854775807, found `-2`\n  --> in:2:3\n",
            ),
            (
                "1\n1 2\n",
                "error: expected end of file, found `2`\n  --> in:2:3\n",
            ),
            (
                "1000000000000\n1",
                "error: expected the size of heap 2 of 1000000000000, found end of file\n",
            ),
        ] {
            let error = error(&Nim, text);
            assert!(error.starts_with(start), "{error}");
        }
        assert!(
            validator_error(&Nim, "1\n1000000000000000001\n")
                .contains("must be in 0..=1000000000000000000")
        );
        assert!(validator_error(&Nim, "0\n").contains("must be in 1..=100000"));
    }
}
