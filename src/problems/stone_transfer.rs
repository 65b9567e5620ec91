//! Piles in a row: which winning first move `i j k` is the smallest in dictionary order?
//!
//! **Rules.** Piles are numbered from 0. A move takes one stone from pile i and puts one on j and one on k, with i < j
//! ≤ k. The player who cannot move loses.
//!
//! **Idea.** Every stone is a game of its own, and its distance `d` from the last pile decides its worth. `v(0) = 0`,
//! and `v(d)` is the mex of `v(a) xor v(b)` over all a, b < d. These are the *odious* numbers, with an odd number of
//! ones in binary: `v(1), v(2), … = 1, 2, 4, 7, 8, 11, …`. A position is lost exactly if the xor over its stones is 0.
//! Two stones on one pile cancel. A move i, j, k wins if `v(j) xor v(k)` is the xor of all stones without the moved
//! one.
//!
//! **Why it is right.** Suppose v is right below d, and let o be the next odious number. The xor of two odious numbers
//! has an even number of ones, and so does 0. So o arises only from 0 and o itself, and o is not there yet. Every
//! smaller number does arise. An odious one arises from itself and 0. An even one other than 0 arises from its highest
//! digit and the rest, both odious and smaller. So v(d) = o.
//!
//! For the same reasons the sums of two stones below d are known without a search. 0 arises from any pile twice, and an
//! odious number y only from y and 0. Any other number arises exactly if its highest digit is at most v(d-1).
//!
//! **Trap.** Parities decide who wins, but not which move is legal. The stone may come from an even pile that is not
//! empty, and the smallest winning move often takes it there.
//!
//! **Cost.** Linear in the piles, 8 bytes each. The mex over all pairs, for comparison, takes n^3/6 steps.
//!
//! **Limits.** Sizes up to 2^63 - 1, and as many piles as memory holds. Certifying takes n^3 steps.
//!
//! **Source.** TopCoder "Roxor", SRM 216, and STONES.INP/STONES.OUT. The odious numbers: "Mock Turtles" in "Winning
//! Ways", chapter 14.

use crate::engine::grundy;
use crate::stock::prelude::*;
use crate::stock::{heaps, multisets, numbers};

mod mistakes;
mod tiny;

const N: Limit = Limit::new("n", "the number of piles", 1..=15).solves(0..=i64::MAX);
const SIZE: Limit = Limit::new("size", "the stones of one pile", 0..=1000).solves(0..=i64::MAX);

/// The stones of each pile.
#[derive(Clone)]
pub struct StoneTransfer(Vec<u64>);

/// Returns the answer of a smallest winning move, if there is one.
fn answer(winning: Option<[usize; 3]>) -> Line<String> {
    Line(winning.map_or("-1".to_owned(), |triple| triple.iter().join(" ")))
}

impl Problem for StoneTransfer {
    const META: Meta = Meta::new(
        texts!("stone-transfer"),
        "TopCoder Roxor, SRM 216",
        "Grundy values in closed form",
        ("STONES.INP", "STONES.OUT"),
        ("n, the number of piles", 15),
        &[N, SIZE],
    )
    .lesson(3, "a staircase, and the smallest move", &["stones"])
    .form(&[Field::numbers("n"), Field::repeated("n", "size")], "-1");

    const FAMILIES: &'static [Family<StoneTransfer>] = &[
        family(
            "random",
            "piles of any size up to a small or the largest one",
            |n, random| StoneTransfer(some_piles(n, random)),
        ),
        family("few", "one to three stones, all on the last four piles", |n, random| {
            draw_bound(n, random);
            let mut piles = vec![0; n as usize];
            for _ in 0..1 + random.index(3) {
                piles[(n - 1 - random.below(n.min(4))) as usize] += 1;
            }
            StoneTransfer(piles)
        }),
        family("even", "every pile even, so no move wins", |n, random| {
            let piles = some_piles(n, random).into_iter();
            StoneTransfer(piles.map(|pile| pile & !1).collect())
        }),
        family("lost", "odd piles whose values cancel", |n, random| {
            let mut piles = some_piles(n, random);
            turn(&mut piles, 0);
            StoneTransfer(piles)
        }),
        family(
            "even-start",
            "the answer starts from an even pile (from 5 piles on)",
            |n, random| match n {
                5.. => even_start(n, random),
                _ => StoneTransfer(some_piles(n, random)),
            },
        ),
        family("last", "all stones on the last pile: no move at all", |n, random| {
            draw_bound(n, random);
            let mut piles = vec![0; n as usize];
            piles[n as usize - 1] = random.below(largest(n) + 1);
            StoneTransfer(piles)
        }),
        family("empty", "no stone", |n, _| StoneTransfer(vec![0; n as usize])),
    ];

    const MISTAKES: &'static [Mistake<Self>] = mistakes::ALL;

    const TINY: Option<Tiny<Self>> = Some(tiny::TINY);

    const SERIES: &'static [Series<Self>] = &[
        Series {
            names: &["distance"],
            base: "1\n0\n",
            about: |_| "one stone, so many piles before the last".to_owned(),
            of: |_, numbers| placed(*numbers.first()?, 1),
            after: Some(|_, piles| {
                let piles = (0..).zip(piles.iter().rev()).filter(|(_, stones)| **stones > 0);
                let distances = piles.flat_map(|(distance, &stones)| (0..stones).map(move |_| distance));
                distances.collect()
            }),
        },
        Series {
            names: &["distance", "stones"],
            base: "1\n0\n",
            about: |_| "so many stones on one pile, so many piles before the last".to_owned(),
            of: |_, numbers| placed(*numbers.first()?, *numbers.get(1)?),
            after: None,
        },
    ];

    type Game = StoneTransfer;
    /// The smallest winning move, or -1 for a lost position, or 1 for a win without a move.
    type Answer = Line<String>;

    fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<StoneTransfer, InputError> {
        Ok(StoneTransfer(heaps::read(scanner, [N, SIZE], "pile", 0)?))
    }

    fn game(&self, _: Budget) -> Result<StoneTransfer, Refusal> {
        Ok(self.clone())
    }

    fn theory(_: &StoneTransfer, _: Budget) -> Result<Box<dyn Theory<StoneTransfer>>, Refusal> {
        Ok(Box::new(Odious))
    }

    fn ask(game: &StoneTransfer, known: &dyn Oracle<StoneTransfer>) -> Line<String> {
        let winning = known.winning_moves(game, &game.0).next();
        match (winning, known.value(game, &game.0).outcome) {
            // The first player wins without a move, because the player who cannot move wins.
            (None, Outcome::Win) => Line("1".to_owned()),
            (winning, _) => answer(winning.map(|(choice, _)| choice)),
        }
    }

    /// Makes no copies of the piles.
    fn solve(&self, _: Budget) -> Result<Vec<Line<String>>, Refusal> {
        Ok(vec![answer(winning(&self.0).next())])
    }

    /// Counts the ways to place at most the largest final number of stones. Each move turns one stone into two.
    fn positions(game: &StoneTransfer) -> Option<u128> {
        let most = most_stones(&game.0).unwrap_or(u64::MAX);
        Some(multisets(most, game.0.len() as u64 + 1))
    }

    fn brute_cap(game: &StoneTransfer) -> usize {
        /// More stones seldom have fewer positions than are played out.
        const MAX_STONES: u64 = 128;
        let is_over = game.moves(&game.0).next().is_none();
        let is_small = most_stones(&game.0).is_some_and(|most| most <= MAX_STONES);
        if is_over || is_small { 20_000 } else { 0 }
    }

    fn smaller(&self) -> impl Iterator<Item = StoneTransfer> {
        shrink::numbers(&self.0).map(StoneTransfer)
    }
}

/// Returns a row with all stones on the pile at this distance from the last, or `None` for a very long row.
fn placed(distance: u64, stones: u64) -> Option<StoneTransfer> {
    const LONGEST: u64 = 1_000_000;
    let piles = usize::try_from(distance.min(LONGEST)).ok()?;
    (distance <= LONGEST).then(|| StoneTransfer(std::iter::once(stones).chain(vec![0; piles]).collect()))
}

/// Returns the most stones that play can reach: at best a stone becomes two on the next pile, and so on.
fn most_stones(piles: &[u64]) -> Option<u64> {
    let mut held = (0..).zip(piles.iter().rev()).filter(|(_, stones)| **stones > 0);
    held.try_fold(0u64, |most, (distance, stones)| {
        most.checked_add(stones.checked_mul(1u64.checked_shl(distance)?)?)
    })
}

/// Returns the largest pile of a row. Beyond the original number of piles, the sizes exceed the original ones too.
fn largest(count: u64) -> u64 {
    if count <= 15 { 1000 } else { MAX_18_DIGITS as u64 }
}

/// Returns a small or the largest size.
fn draw_bound(count: u64, random: &mut Random) -> u64 {
    *random.pick(&[1, 2, 9, largest(count)])
}

fn some_piles(count: u64, random: &mut Random) -> Vec<u64> {
    let bound = draw_bound(count, random);
    (0..count).map(|_| random.below(bound + 1)).collect()
}

/// Returns five piles or more whose smallest winning move starts from an even pile.
fn even_start(count: u64, random: &mut Random) -> StoneTransfer {
    let mut piles = some_piles(count, random);
    let count = piles.len();
    // From 4 on, the values of two neighbouring distances are never both powers of two. A sum of smaller values can
    // replace a value that is no power of two.
    let first = usize::from(value(count - 1).is_power_of_two());
    piles[..first].fill(0);
    piles[first] = 2 * (1 + random.below(largest(count as u64) / 2));
    let mut later = || first + 1 + random.index(count - 1 - first);
    let [i, j, k] = [first, later(), later()].map(|pile| value(count - 1 - pile));
    turn(&mut piles, i ^ j ^ k);
    StoneTransfer(piles)
}

/// Adds or takes away single stones until the xor is `wanted`. Some pile's value must be at least half of it.
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

/// Returns the worth of a stone at this distance from the last pile: 0, then the odious numbers in order.
///
/// Exactly one of 2m and 2m+1 is odious. So the d-th odious number without its last digit is d-1.
fn value(distance: usize) -> u64 {
    match (distance as u64).checked_sub(1) {
        None => 0,
        Some(digits) => 2 * digits + u64::from(digits.count_ones() % 2 == 0),
    }
}

/// Returns the distance that makes a stone worth `value`, if there is one.
fn distance(value: u64) -> Option<usize> {
    match value {
        0 => Some(0),
        _ if value.count_ones() % 2 == 1 => Some(value as usize / 2 + 1),
        _ => None,
    }
}

/// Returns the xor of the values of all stones. It is 0 exactly if the player to move loses.
fn total(piles: &[u64]) -> u64 {
    let odd = piles.iter().rev().enumerate().filter(|(_, stones)| *stones % 2 == 1);
    odd.fold(0, |total, (distance, _)| total ^ value(distance))
}

/// Returns the distance of the farther pile of a pair below `end` with this xor, the farthest one possible.
fn farthest_of_a_pair(sum: u64, end: usize) -> Option<usize> {
    match distance(sum) {
        Some(0) => end.checked_sub(1),
        Some(one) => Some(one).filter(|&one| one < end),
        None if 1 << sum.ilog2() > value(end - 1) => None,
        // A farther partner would have come first in this search, with this pile as its own partner.
        None => (1..end)
            .rev()
            .find(|&one| distance(sum ^ value(one)).is_some_and(|other| other < end)),
    }
}

/// Returns the winning moves in dictionary order. For a pile without any the search takes constant time.
fn winning(piles: &[u64]) -> impl Iterator<Item = [usize; 3]> {
    let total = total(piles);
    let last = piles.len().saturating_sub(1);
    let movable = (0..last).filter(move |&i| total != 0 && piles[i] > 0);
    movable.flat_map(move |i| {
        let sum = total ^ value(last - i);
        let farthest = farthest_of_a_pair(sum, last - i);
        let firsts = farthest.into_iter().flat_map(|farthest| (0..=farthest).rev());
        firsts.filter_map(move |one| {
            let other = distance(sum ^ value(one)).filter(|&other| other <= one)?;
            Some([i, last - one, last - other])
        })
    })
}

fn transfer(piles: &[u64], [i, j, k]: [usize; 3]) -> Step<StoneTransfer> {
    let mut after = piles.to_vec();
    after[i] -= 1;
    after[j] += 1;
    after[k] += 1;
    ([i, j, k], after)
}

impl Rules for StoneTransfer {
    type Position = Vec<u64>;
    type Move = [usize; 3];

    fn start(&self) -> Vec<u64> {
        self.0.clone()
    }

    fn moves(&self, piles: &Vec<u64>) -> impl Iterator<Item = Step<StoneTransfer>> {
        let end = piles.len();
        (0..end)
            .filter(|&i| piles[i] > 0)
            .flat_map(move |i| (i + 1..end).map(move |j| (i, j)))
            .flat_map(move |(i, j)| (j..end).map(move |k| transfer(piles, [i, j, k])))
    }
}

/// The theory: the xor of odious numbers.
struct Odious;

impl Oracle<StoneTransfer> for Odious {
    fn value(&self, _: &StoneTransfer, piles: &Vec<u64>) -> Value {
        Value::of_nimber(total(piles))
    }

    fn winning_moves<'a>(&'a self, _: &'a StoneTransfer, piles: &'a Vec<u64>) -> Steps<'a, StoneTransfer> {
        Box::new(winning(piles).map(|choice| transfer(piles, choice)))
    }

    fn count_winning_moves(&self, _: &StoneTransfer, piles: &Vec<u64>) -> u128 {
        winning(piles).count() as u128
    }
}

impl Theory<StoneTransfer> for Odious {
    /// Returns the parts. Two stones on one pile cancel, so a pile of odd size is one stone, and all others are
    /// nothing.
    fn parts(&self, _: &StoneTransfer, piles: &Vec<u64>) -> Vec<Part> {
        let odd = piles.iter().enumerate().filter(|(_, stones)| *stones % 2 == 1);
        let part = |(pile, stones): (usize, &u64)| {
            let name = match stones {
                1 => format!("the stone on pile {pile}"),
                _ => format!("the odd one of {stones} stones on pile {pile}"),
            };
            Part::nimber(name, value(piles.len() - 1 - pile))
        };
        odd.map(part).collect()
    }

    /// Checks the nimber of each distance by its definition, and all moves in order up to the first winning one.
    fn proof(&self, game: &StoneTransfer, budget: Budget) -> Option<Result<String, CertifyError>> {
        Some(check(&game.0, budget))
    }
}

fn check(piles: &[u64], budget: Budget) -> Result<String, CertifyError> {
    let count = piles.len();
    let triples = (count as u128).pow(3);
    budget.require_steps(triples, format_args!("trying all triples of {count} piles"))?;
    let values = values_by_definition(count);
    if let Some((distance, worth)) = (0..).zip(&values).find(|&(d, &v)| value(d) != u64::from(v)) {
        let why = format!("a stone at distance {distance} is worth {worth} by definition");
        return Err(wrong(why));
    }
    let first = first_winning_move(piles, &values);
    if first != winning(piles).next() {
        return Err(wrong(format!("trying all moves gives {first:?}")));
    }
    Ok(format!(
        "the nimbers of {count} distances by their definition, and each move up to the answer"
    ))
}

/// Returns the nimber of each distance by definition: the mex over all pairs of smaller ones.
fn values_by_definition(count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(count);
    for _ in 0..count {
        let pairs = values.iter().array_combinations().map(|[a, b]| a ^ b);
        let equal = values.first().map(|_| 0);
        values.push(grundy::mex(pairs.chain(equal)));
    }
    values
}

/// Returns the first winning move in the order of all moves.
fn first_winning_move(piles: &[u64], values: &[u32]) -> Option<[usize; 3]> {
    let worth = |pile: usize| values[piles.len() - 1 - pile];
    let odd = (0..piles.len()).filter(|&pile| piles[pile] % 2 == 1);
    let all = odd.fold(0, |sum, pile| sum ^ worth(pile));
    (0..piles.len()).filter(|&i| piles[i] > 0).find_map(|i| {
        let later = i + 1..piles.len();
        let mut pairs = later.flat_map(|j| (j..piles.len()).map(move |k| (j, k)));
        let (j, k) = pairs.find(|&(j, k)| all ^ worth(i) ^ worth(j) ^ worth(k) == 0)?;
        Some([i, j, k])
    })
}

impl Shown for StoneTransfer {
    const HOW: &'static str = "the pile to take a stone from and the two to put one on, such as `0 1 3`";

    fn stage(&self) -> Stage {
        picture::heaps(0..self.0.len())
    }

    fn pieces(&self, piles: &Vec<u64>) -> Vec<Piece> {
        picture::stones(piles)
    }

    fn move_name(&self, _: &Vec<u64>, triple: &[usize; 3]) -> String {
        triple.iter().join(" ")
    }

    fn place_count(&self) -> u64 {
        self.0.len() as u64
    }

    fn place_name(&self, place: usize) -> String {
        place.to_string()
    }

    fn move_count(&self, piles: &Vec<u64>) -> u128 {
        let places = piles.iter().rev().zip(0u128..);
        let from = places.filter(|(stones, _)| **stones > 0);
        from.map(|(_, later)| later * (later + 1) / 2).sum()
    }

    fn find_move(&self, piles: &Vec<u64>, name: &str) -> Option<Step<StoneTransfer>> {
        let [i, j, k] = numbers(name, ' ')?;
        let is_legal = i < j && j <= k && k < piles.len() && piles[i] > 0;
        is_legal.then(|| transfer(piles, [i, j, k]))
    }
}

impl fmt::Display for StoneTransfer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        heaps::write(f, &self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::checks::{self, checks};
    use crate::problem::explored_answers;

    #[test]
    fn misere_play_without_a_move_is_won_and_printed_as_1() {
        for (text, answer) in [("3\n0 0 5\n", "1\n"), ("2\n1 0\n", "-1\n"), ("2\n2 0\n", "0 1 1\n")] {
            let piles = checks::read::<StoneTransfer>(text, &[]);
            let answers = explored_answers(&piles, checks::BUDGET).unwrap();
            assert_eq!(answers[0].to_string(), answer, "{text}");
        }
    }

    checks!(StoneTransfer, small: 2000 up to 8, edges: [
        "0\n" => "-1\n",
        "1\n807\n" => "-1\n",
        "1\n0\n" => "-1\n",
        "2\n0 0\n" => "-1\n",
        "2\n1 0\n" => "0 1 1\n",
        "2\n1 1\n" => "0 1 1\n",
        "2\n2 9\n" => "-1\n",
        "6\n0 0 1 0 1 9223372036854775807\n" => "2 4 5\n",
        "2\n9223372036854775807 0\n" => "0 1 1\n",
        "6\n0 0 1 0 1 100\n" => "2 4 5\n",
        "5\n1000 1000 1000 1000 1000\n" => "-1\n",
        "3\n938 556 431\n" => "-1\n",
        "3\n432 988 234\n" => "-1\n",
        "3\n148 320 315\n" => "-1\n",
        "11\n219 673 792 380 333 183 86 142 894 798 579\n" => "-1\n",
    ]);

    #[test]
    fn trap_the_move_may_start_from_an_even_pile() {
        assert_eq!(checks::solve::<StoneTransfer>("5\n2 0 0 1 0\n", &[]), "0 1 2\n");
        for seed in 0..300 {
            let row = even_start(5 + seed % 30, &mut Random::new(seed));
            let [i, ..] = winning(&row.0).next().unwrap();
            assert!(row.0[i].is_multiple_of(2) && row.0[i] > 0, "{row}");
        }
    }

    #[test]
    fn values_are_the_odious_numbers_and_distances_their_inverse() {
        let first: Vec<u64> = (0..10).map(value).collect();
        assert_eq!(first, [0, 1, 2, 4, 7, 8, 11, 13, 14, 16]);
        for d in 0..10_000 {
            assert_eq!(distance(value(d)), Some(d));
        }
        let closed = (0..150).map(|d| value(d) as u32);
        assert!(closed.eq(values_by_definition(150)));
    }

    #[test]
    fn every_row_of_four_small_piles_agrees() {
        let mut played = 0;
        for code in 0..3 * 4 * 6 * 3 {
            let piles = vec![code % 3, code / 3 % 4, code / 12 % 6, code / 72];
            played += usize::from(checks::agree(&StoneTransfer(piles)));
        }
        assert!(played > 100, "{played}");
    }

    #[test]
    fn winning_moves_are_those_that_win_by_their_values() {
        for seed in 0..100 {
            let row = StoneTransfer(some_piles(1 + seed % 12, &mut Random::new(seed)));
            let by_value = oracle::ByValue(&Odious);
            let expected = by_value.winning_moves(&row, &row.0);
            assert!(Odious.winning_moves(&row, &row.0).eq(expected), "{row}");
        }
    }

    #[test]
    fn long_rows_are_certified_and_wrong_answers_are_not() {
        for seed in 0..140 {
            let family = &StoneTransfer::FAMILIES[seed as usize % 7];
            let row = (family.make)(1 + seed * 7 % 60, &mut Random::new(seed));
            checks::agree(&row);
            let wrong = winning(&row.0).next().map_or([0, 1, 1], |[i, j, k]| [i, j, k + 1]);
            checks::refutes(&row, answer(Some(wrong)));
        }
        let mut random = Random::new(1);
        let size = |_| random.below(MAX_18_DIGITS as u64);
        checks::agree(&StoneTransfer((0..200).map(size).collect()));
    }

    #[test]
    fn the_lost_and_even_families_are_lost() {
        for family in [2, 3] {
            for seed in 0..200 {
                let make = StoneTransfer::FAMILIES[family].make;
                let row = make(1 + seed % 40, &mut Random::new(seed));
                assert_eq!(row.solve(checks::BUDGET), Ok(vec![answer(None)]), "{row}");
            }
        }
    }

    #[test]
    fn rows_too_long_to_check_are_refused_but_solved() {
        let row = StoneTransfer(some_piles(100_000, &mut Random::new(7)));
        let answers = row.solve(checks::BUDGET).unwrap();
        let certified = row.certify(&answers, checks::BUDGET);
        assert!(matches!(certified, Err(CertifyError::Refused(_))));
        let said = checks::certificate(&row).unchecked;
        assert!(
            said[0]
                .message()
                .starts_with("trying all triples of 100000 piles takes"),
            "{said:?}"
        );
    }
}
