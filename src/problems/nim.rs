//! Nim: who wins, and with which first move from the heap of smallest number?
//!
//! **Rules.** There are heaps of stones. A move takes any number from one heap. The player who cannot move loses. By
//! the misère rule, the player who takes the last stone loses.
//!
//! **Idea.** A position is lost exactly if the xor of all sizes is 0, and a winning move makes it 0. The misère rule
//! makes one exception. A move that leaves only heaps of 0 and 1 must leave an odd number of ones.
//!
//! **Why it is right.** Bouton's theorem. See [`grundy`].
//!
//! **Trap.** Not every heap has a winning move: it must hold more than its new size. By the misère rule heaps that are
//! all empty are won without a move.
//!
//! **Cost.** Linear in the heaps, 8 bytes each.
//!
//! **Limits.** Sizes up to 2^63 - 1, and as many heaps as memory holds.
//!
//! **Source.** Bouton, "Nim, a game with a complete mathematical theory" (1901).

use crate::engine::grundy;
use crate::stock::prelude::*;
use crate::stock::{heaps, multisets, numbers};

mod mistakes;
mod tiny;

const N: Limit = Limit::new("n", "the number of heaps", 1..=100_000).solves(0..=i64::MAX);
const SIZE: Limit = Limit::new("size", "the stones of one heap", 0..=MAX_18_DIGITS).solves(0..=i64::MAX);
/// The largest heap that generators make.
const LARGEST: u64 = MAX_18_DIGITS as u64;

/// The heaps, and the rule that ends the game.
#[derive(Clone)]
pub struct Nim {
    heaps: Vec<u64>,
    misere: bool,
}

/// The first player's result.
#[derive(PartialEq, Debug)]
pub struct Answer {
    /// The first winning move: a heap, counted from 0, and its new size.
    first: Option<(usize, u64)>,
    /// Whether the game was won before it began, because all heaps are empty by the misère rule.
    over: bool,
}

impl Problem for Nim {
    const META: Meta = Meta::new(
        texts!("nim"),
        "Bouton (1901)",
        "sums of heaps",
        ("Nim.in", "Nim.out"),
        ("n, the number of heaps", 100_000),
        &[N, SIZE],
    )
    .lesson(2, "the xor of heaps", &["nim-and-xor"])
    .form(&[Field::numbers("n"), Field::repeated("n", "size")], "0")
    .variants(&[Variant::flag("misere", "The player who takes the last stone loses")]);

    const FAMILIES: &'static [Family<Nim>] = &[
        family(
            "random",
            "heaps of any size up to a small or the largest one",
            |n, random| Nim::of(some_heaps(n, None, random)),
        ),
        family("small", "heaps of 0 to 3", |n, random| {
            Nim::of(some_heaps(n, Some(3), random))
        }),
        family("lost", "the xor is 0", |n, random| {
            let mut heaps = some_heaps(n, None, random);
            lose(&mut heaps, LARGEST);
            Nim::of(heaps)
        }),
        family(
            "ones",
            "heaps of 0 and 1: the misère rule reverses the outcome",
            |n, random| Nim::of(some_heaps(n, Some(1), random)),
        ),
        family(
            "one-large",
            "heaps of 0 and 1 and a single larger one, sometimes huge",
            |n, random| {
                let mut heaps = some_heaps(n, Some(1), random);
                let bound = *random.pick(&[3, 20, LARGEST]);
                heaps[random.index(n as usize)] = 2 + random.below(bound - 1);
                Nim::of(heaps)
            },
        ),
        family("last", "no heap but the last has a winning move", last_only),
        family("pairs", "heaps that are equal in pairs, shuffled", |n, random| {
            let mut heaps = some_heaps(n, None, random);
            for pair in heaps.chunks_exact_mut(2) {
                pair[1] = pair[0];
            }
            random.shuffle(&mut heaps);
            Nim::of(heaps)
        }),
        family("empty", "no stone at all", |n, _| Nim::of(vec![0; n as usize])),
        family(
            "all-ones",
            "the xor is one less than a power of two, which a floating-point logarithm rounds up",
            all_ones,
        ),
    ];

    const MISTAKES: &'static [Mistake<Self>] = mistakes::ALL;

    const TINY: Option<Tiny<Self>> = Some(tiny::TINY);

    const SERIES: &'static [Series<Self>] = &[
        Series {
            names: &["heap"],
            base: "1\n0\n",
            about: |_| "one heap".to_owned(),
            of: |_, heaps| Some(Nim::of(heaps.to_vec())),
            after: Some(|_, heaps| heaps.clone()),
        },
        Series {
            names: &["heap 1", "heap 2"],
            base: "2\n0 0\n",
            about: |_| "two heaps".to_owned(),
            of: |_, heaps| Some(Nim::of(heaps.to_vec())),
            after: Some(|_, heaps| heaps.clone()),
        },
    ];

    type Game = Nim;
    type Answer = Answer;

    fn read(scanner: &mut Scanner<'_>, variants: &Variants) -> Result<Nim, InputError> {
        let heaps = heaps::read(scanner, [N, SIZE], "heap", 1)?;
        let misere = variants.has("misere");
        Ok(Nim { heaps, misere })
    }

    fn game(&self, _: Budget) -> Result<Nim, Refusal> {
        Ok(self.clone())
    }

    fn theory(game: &Nim, _: Budget) -> Result<Box<dyn Theory<Nim>>, Refusal> {
        Ok(Box::new(Bouton { misere: game.misere }))
    }

    fn ask(game: &Nim, known: &dyn Oracle<Nim>) -> Answer {
        let winning = known.winning_moves(game, &game.heaps).next();
        game.answer(winning.map(|(choice, _)| choice))
    }

    /// Makes no copies of the heaps.
    fn solve(&self, _: Budget) -> Result<Vec<Answer>, Refusal> {
        let winning = grundy::nim_moves(&self.heaps, self.misere).next();
        Ok(vec![self.answer(winning)])
    }

    /// Returns the number of ways to fill heaps of 0 to the largest size, without their order.
    fn brute_cap(game: &Nim) -> usize {
        const CAP: usize = 3000;
        let ways = multisets(game.heaps.len() as u64, largest(&game.heaps).saturating_add(1));
        if ways <= CAP as u128 { ways as usize } else { 0 }
    }

    fn smaller(&self) -> impl Iterator<Item = Nim> {
        shrink::numbers(&self.heaps).map(|heaps| Nim { heaps, ..*self })
    }
}

/// Returns heaps of 0 to `most`. The default is a small size or the largest one.
fn some_heaps(count: u64, most: Option<u64>, random: &mut Random) -> Vec<u64> {
    let bound = *random.pick(&[1, 3, 7, LARGEST]);
    let most = most.unwrap_or(bound);
    (0..count).map(|_| random.below(most + 1)).collect()
}

/// Returns heaps whose xor has only ones as digits. Half of the time it has more digits than a floating-point number.
fn all_ones(count: u64, random: &mut Random) -> Nim {
    // Every number with this many digits is a legal size.
    let most = LARGEST.ilog2();
    let least = if random.chance(1, 2) { 49 } else { 1 };
    let digits = random.within(least, most.into());
    let wanted = (1u64 << digits) - 1;
    let mut heaps = some_heaps(count, Some((1 << most) - 1), random);
    let place = random.index(heaps.len());
    heaps[place] ^= grundy::nim_sum(heaps.iter().copied()) ^ wanted;
    Nim::of(heaps)
}

/// Returns heaps with a winning move only in the last one.
fn last_only(count: u64, random: &mut Random) -> Nim {
    let mut heaps = some_heaps(count, None, random);
    let last = heaps.len() - 1;
    // The position without the last heap is lost. So the last heap alone holds the highest digit of the xor.
    lose(&mut heaps[..last], LARGEST);
    heaps[last] = heaps[last].max(1);
    let top = 1 << heaps[last].ilog2();
    // If another heap had that digit, it would have a winning move too.
    heaps[..last].iter_mut().for_each(|heap| *heap &= top - 1);
    lose(&mut heaps[..last], top - 1);
    Nim::of(heaps)
}

/// Makes the xor 0 with the last heap, and with another one if the last would exceed `largest`.
fn lose(heaps: &mut [u64], largest: u64) {
    let Some((last, others)) = heaps.split_last_mut() else {
        return;
    };
    *last = grundy::nim_sum(others.iter().copied());
    while *last > largest {
        // This is too large for one heap, so another heap holds the highest digit and gives it up.
        let top = 1 << last.ilog2();
        let holder = others.iter_mut().find(|heap| **heap & top != 0);
        *holder.expect("a digit of the xor is in a heap") ^= top;
        *last ^= top;
    }
}

fn largest(heaps: &[u64]) -> u64 {
    heaps.iter().copied().max().unwrap_or(0)
}

impl Nim {
    fn of(heaps: Vec<u64>) -> Nim {
        Nim { heaps, misere: false }
    }

    fn answer(&self, first: Option<(usize, u64)>) -> Answer {
        let over = self.terminal(&self.heaps).is_some();
        Answer { first, over }
    }
}

/// Plays Nim. A move is a heap, counted from 0, and its new size.
impl Rules for Nim {
    type Position = Vec<u64>;
    type Move = (usize, u64);

    fn start(&self) -> Vec<u64> {
        self.heaps.clone()
    }

    fn terminal(&self, heaps: &Vec<u64>) -> Option<Outcome> {
        let over = self.misere && heaps.iter().all(|&heap| heap == 0);
        over.then_some(Outcome::Win)
    }

    /// Sorts the heaps, because their order makes no difference to play.
    fn canonical(&self, heaps: &Vec<u64>) -> Vec<u64> {
        heaps.iter().copied().sorted_unstable().collect()
    }

    fn moves(&self, heaps: &Vec<u64>) -> impl Iterator<Item = ((usize, u64), Vec<u64>)> {
        let all = heaps.iter().enumerate();
        all.flat_map(move |(i, &heap)| (0..heap).rev().map(move |left| leave(heaps, i, left)))
    }
}

fn leave(heaps: &[u64], heap: usize, left: u64) -> Step<Nim> {
    let mut after = heaps.to_vec();
    after[heap] = left;
    ((heap, left), after)
}

/// Bouton's theory: the xor of the sizes, and its exception for the misère rule.
struct Bouton {
    misere: bool,
}

impl Oracle<Nim> for Bouton {
    /// Returns the value. The xor is the nimber by the ordinary rule only.
    fn value(&self, _: &Nim, heaps: &Vec<u64>) -> Value {
        let nimber = (!self.misere).then(|| grundy::nim_sum(heaps.iter().copied()));
        Value::of(grundy::nim_outcome(heaps, self.misere)).with_nimber(nimber)
    }

    fn winning_moves<'a>(&'a self, _: &'a Nim, heaps: &'a Vec<u64>) -> Steps<'a, Nim> {
        let winning = grundy::nim_moves(heaps, self.misere);
        Box::new(winning.map(|(heap, left)| leave(heaps, heap, left)))
    }

    fn count_winning_moves(&self, _: &Nim, heaps: &Vec<u64>) -> u128 {
        grundy::nim_moves(heaps, self.misere).count() as u128
    }

    /// Returns a winning move, or the first move that takes one stone of the largest heap if no move wins.
    fn best_move(&self, game: &Nim, heaps: &Vec<u64>) -> Option<Step<Nim>> {
        self.winning_moves(game, heaps).next().or_else(|| {
            let largest = heaps.iter().position_max()?;
            Some(leave(heaps, largest, heaps[largest].checked_sub(1)?))
        })
    }
}

impl Theory<Nim> for Bouton {
    fn parts(&self, _: &Nim, heaps: &Vec<u64>) -> Vec<Part> {
        let part = |(number, &heap): (u32, &u64)| Part::nimber(format!("heap {number}"), heap);
        (1..).zip(heaps).filter(|_| !self.misere).map(part).collect()
    }

    fn reason(&self, _: &Nim, heaps: &Vec<u64>) -> Option<String> {
        let ones = heaps.iter().filter(|&&heap| heap == 1).count();
        let by_misere_rule = || match largest(heaps) {
            0 | 1 => format!("Only heaps of 1 are left, {ones} of them: the player who takes the last one loses."),
            _ => format!(
                "By the misère rule play goes as usual while two heaps hold 2 or more; the xor is {}. A player who leaves \
                 only heaps of 1 must leave an odd number of them.",
                grundy::nim_sum(heaps.iter().copied())
            ),
        };
        self.misere.then(by_misere_rule)
    }

    /// Checks the outcome and all winning moves of the start by the parities of the binary digits.
    fn proof(&self, game: &Nim, _: Budget) -> Option<Result<String, CertifyError>> {
        let heaps = &game.heaps;
        let digits = Digits::of(heaps);
        let lost = digits.is_lost(game.misere) && game.terminal(heaps).is_none();
        let right = self.value(game, heaps).outcome == Outcome::win_if(!lost)
            && grundy::nim_moves(heaps, self.misere).eq(digits.winning_moves(game));
        Some(if right {
            Ok(format!(
                "the parity of each binary digit of {} heaps after every first move that could win",
                heaps.len()
            ))
        } else {
            Err(wrong("the parities of the digits give other winning moves"))
        })
    }
}

/// The counts of ones at each binary digit, and of heaps of two stones or more, among some heaps.
///
/// They express Bouton's theorem digit by digit, without an xor.
#[derive(Clone)]
struct Digits {
    ones: [i64; 64],
    large: i64,
}

impl Digits {
    fn of(heaps: &[u64]) -> Digits {
        let (ones, large) = ([0; 64], 0);
        let mut digits = Digits { ones, large };
        heaps.iter().for_each(|&heap| digits.count(heap, 1));
        digits
    }

    /// Counts a heap `times` more times.
    fn count(&mut self, heap: u64, times: i64) {
        let ones = self.ones.iter_mut().enumerate();
        ones.for_each(|(digit, ones)| *ones += times * (heap >> digit & 1) as i64);
        self.large += times * i64::from(heap > 1);
    }

    /// Returns the counts after one heap has changed.
    fn changed(&self, before: u64, after: u64) -> Digits {
        let mut digits = self.clone();
        digits.count(before, -1);
        digits.count(after, 1);
        digits
    }

    fn is_lost(&self, misere: bool) -> bool {
        let even = self.ones.iter().all(|ones| ones % 2 == 0);
        even != (misere && self.large == 0)
    }

    /// Returns the size that makes every digit even if it replaces `heap`.
    fn evened(&self, heap: u64) -> u64 {
        (0..64).fold(0, |size, digit| {
            let odd = ((heap >> digit) + self.ones[digit] as u64) & 1;
            size | odd << digit
        })
    }

    /// Returns the moves to a lost position.
    ///
    /// A lost position has only even digits or, by the misère rule, an odd number of ones among heaps of 0 and 1.
    fn winning_moves(&self, game: &Nim) -> impl Iterator<Item = (usize, u64)> {
        let heaps = game.heaps.iter().enumerate();
        heaps.flat_map(move |(number, &heap)| {
            let sizes = [self.evened(heap), 0, 1].into_iter().sorted().dedup();
            let legal = sizes.filter(move |&size| size < heap);
            let lost = move |size: &u64| self.changed(heap, *size).is_lost(game.misere);
            legal.filter(lost).map(move |size| (number, size))
        })
    }
}

impl Shown for Nim {
    const HOW: &'static str = "a heap and the stones to leave there, such as `2 0` to take all of heap 2";

    fn stage(&self) -> Stage {
        picture::heaps(1..=self.heaps.len())
    }

    fn pieces(&self, heaps: &Vec<u64>) -> Vec<Piece> {
        picture::stones(heaps)
    }

    fn move_name(&self, _: &Vec<u64>, (heap, left): &(usize, u64)) -> String {
        format!("{} {left}", heap + 1)
    }

    fn place_count(&self) -> u64 {
        self.heaps.len() as u64
    }

    fn place_name(&self, place: usize) -> String {
        (place + 1).to_string()
    }

    fn move_count(&self, heaps: &Vec<u64>) -> u128 {
        heaps.iter().map(|&heap| u128::from(heap)).sum()
    }

    fn find_move(&self, heaps: &Vec<u64>, name: &str) -> Option<Step<Nim>> {
        let [number, left] = numbers(name, ' ')?;
        let heap = usize::try_from(number).ok()?.checked_sub(1)?;
        (left < *heaps.get(heap)?).then(|| leave(heaps, heap, left))
    }
}

impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        heaps::write(f, &self.heaps)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first {
            Some((heap, size)) => writeln!(f, "1\n{} {size}", heap + 1),
            None => writeln!(f, "{}", u8::from(self.over)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::checks::{self, checks};

    const MISERE: &[(&str, u64)] = &[("misere", 1)];

    /// Compares Bouton's theorem with misère play by the rules of any problem.
    #[test]
    fn the_misere_rule_is_that_who_cannot_move_wins() {
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let heaps = some_heaps(1 + seed % 4, Some(5), &mut random);
            let [normal, misere] = [false, true].map(|misere| Nim {
                heaps: heaps.clone(),
                misere,
            });
            let explored = crate::problem::explored_answers(&normal, checks::BUDGET).unwrap();
            let first = explored[0].first;
            assert_eq!(first, misere.solve(checks::BUDGET).unwrap()[0].first, "{normal}");
        }
    }

    checks!(Nim, small: 2000 up to 7, edges: [
        "0\n" => "0\n",
        "1\n0\n" => "0\n",
        "3\n0 0 0\n" => "0\n",
        "1\n1\n" => "1\n1 0\n",
        "2\n1 1\n" => "0\n",
        "3\n0 1 1\n" => "0\n",
        "1\n2\n" => "1\n1 0\n",
        "2\n1 2\n" => "1\n2 1\n",
        "2\n2 2\n" => "0\n",
        "2\n7 7\n" => "0\n",
        "3\n3 4 5\n" => "1\n1 1\n",
        "1\n9223372036854775807\n" => "1\n1 0\n",
    ]);

    #[test]
    fn edges_by_the_misere_rule() {
        checks::edges::<Nim>(
            MISERE,
            &[
                ("0\n", "1\n"),
                ("1\n0\n", "1\n"),
                ("3\n0 0 0\n", "1\n"),
                ("1\n1\n", "0\n"),
                ("2\n1 1\n", "1\n1 0\n"),
                ("3\n0 1 1\n", "1\n2 0\n"),
                ("1\n2\n", "1\n1 1\n"),
                ("2\n1 2\n", "1\n2 0\n"),
                ("2\n2 2\n", "0\n"),
                ("2\n7 7\n", "0\n"),
                ("3\n3 4 5\n", "1\n1 1\n"),
                ("1\n9223372036854775807\n", "1\n1 1\n"),
            ],
        );
    }

    #[test]
    fn trap_not_every_heap_has_a_winning_move() {
        assert_eq!(checks::solve::<Nim>("3\n1 2 8\n", &[]), "1\n3 3\n");
        for seed in 0..200 {
            let nim = last_only(1 + seed % 30, &mut Random::new(seed));
            let (heap, _) = nim.solve(checks::BUDGET).unwrap()[0].first.unwrap();
            assert_eq!(heap, nim.heaps.len() - 1, "{nim}");
        }
    }

    #[test]
    fn trap_misere_play_ends_with_an_odd_number_of_ones() {
        let edges = [
            ("3\n1 1 5\n", "1\n3 1\n"),
            ("4\n1 1 1 5\n", "1\n4 0\n"),
            ("3\n1 2 2\n", "1\n1 0\n"),
        ];
        checks::edges::<Nim>(MISERE, &edges);
    }

    #[test]
    fn raw_small_heaps_agree_under_both_rules() {
        let mut random = Random::new(3);
        for round in 0..2000 {
            let count = random.index(5);
            let heaps = (0..count).map(|_| random.below(7)).collect();
            let misere = round % 2 == 0;
            assert!(checks::agree(&Nim { heaps, misere }));
        }
    }

    #[test]
    fn the_lost_family_is_lost_and_within_the_limits() {
        for seed in 0..200 {
            let mut heaps = some_heaps(1 + seed % 40, None, &mut Random::new(seed));
            lose(&mut heaps, LARGEST);
            assert!(largest(&heaps) <= LARGEST);
            let nim = Nim::of(heaps);
            assert_eq!(nim.solve(checks::BUDGET), Ok(vec![nim.answer(None)]), "{nim}");
        }
    }

    #[test]
    fn huge_heaps_certify_right_answers_alone_under_both_rules() {
        for seed in 0..400 {
            let family = &Nim::FAMILIES[seed as usize % 8];
            let mut nim = (family.make)(1 + seed % 50, &mut Random::new(seed));
            nim.misere = seed % 16 < 8;
            checks::agree(&nim);
            let Answer { first, over } = nim.solve(checks::BUDGET).unwrap()[0];
            let wrong = match (first, over) {
                (None, false) => Some((0, 0)),
                (None, true) => None,
                (Some((heap, size)), _) => Some((heap, size + 1)),
            };
            let over = over && first.is_some();
            checks::refutes(&nim, Answer { first: wrong, over });
        }
    }

    #[test]
    fn moves_by_the_other_rule_are_not_certified() {
        for (misere, heaps) in [(false, vec![0, 1]), (true, vec![1, 2]), (true, vec![0; 9])] {
            let nim = Nim { heaps, misere };
            let proof = |misere| Bouton { misere }.proof(&nim, checks::BUDGET).unwrap();
            assert!(proof(misere).is_ok() && proof(!misere).is_err(), "{nim}");
        }
    }
}
