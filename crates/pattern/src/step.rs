//! The local induction step, far beyond a table: does the claimed value of `n` follow from the claimed values after its
//! moves?
//!
//! That needs only the moves of `n`, and no table. The step alone is no proof: a claim that is wrong just above the
//! table can agree with itself further up. So the trial takes many kinds of numbers. The text of the rules names some,
//! others are special or of every size, and the numbers right above the table have no gap. Special numbers are powers
//! of 2 and their neighbours, squares, Fibonacci numbers and primes. A move that does not lead to a lower number ends
//! the trial. Then play may never end, and a wrong claim may agree with itself.

use std::collections::BTreeSet;
use std::rc::Rc;

use itertools::Itertools as _;

use super::claim::{Claim, Kind, Memo};
use super::expr::is_prime;
use super::theorem::Recognised;

/// The positions after the moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moves {
    /// The heaps after each move for one number, and the numbers of the position after each move for several numbers.
    ///
    /// Without a move, the player to move has this value.
    To(Vec<Vec<u64>>, u64),
    /// There are too many moves to look at.
    TooMany,
    /// A move leads to a position of another form than the positions of the table.
    Elsewhere,
}

/// A source of the moves of positions. A position is one number, or several (`Vec<u64>`).
pub trait MovesOf<P = u64> {
    /// Returns the moves of these positions in their order, each with at most `most_moves`.
    ///
    /// It returns the moves of fewer positions if all together have more than `budget` moves, or if it must stop. The
    /// source may keep them for the same question, because each claim is tried on the same positions.
    fn moves_of(&mut self, positions: &[P], most_moves: usize, budget: usize) -> Rc<[Moves]>;

    /// Returns the numbers that the text of the rules names: a rule may change there.
    fn named(&self) -> Vec<u64> {
        Vec::new()
    }
}

/// The result of trying a claim beyond its table. A position is one number, or several (`Vec<u64>`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trial<P = u64> {
    /// Every step agreed.
    Passed {
        /// The number of steps.
        steps: u64,
        /// The largest number of the steps without a gap. For several numbers it is set only if it is beyond the table.
        dense_to: Option<u64>,
        /// The largest number of a tried position.
        up_to: u64,
    },
    /// The claim contradicts itself at this position.
    Contradicted(P),
    /// No step could be made, or play need not go down.
    Impossible,
}

/// The bounds of a trial.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The largest number to try.
    pub up_to: u64,
    /// The largest number to try among the numbers that the rules name.
    pub named_to: u64,
    /// The most moves to read altogether.
    pub moves: usize,
}

/// The result of one step.
enum Step {
    Agrees,
    Contradicts,
    Unknown,
    /// The claim says too little about the positions after the moves.
    Undecided,
    /// A move does not lead down, so the step proves nothing by induction.
    Level,
}

fn step(claim: &Claim, kind: Kind, n: u64, moves: &Moves, memo: &mut Memo) -> Step {
    let Moves::To(moves, stuck) = moves else {
        return Step::Unknown;
    };
    let Some(claimed) = claim.value_with(n, memo) else {
        return Step::Unknown;
    };
    let agrees = |expected: u64| {
        if claimed == expected {
            Step::Agrees
        } else {
            Step::Contradicts
        }
    };
    if moves.is_empty() {
        // If the player to move has won, or play is drawn, there is no nimber.
        return match (kind, *stuck) {
            (Kind::Nimber, 1..) => Step::Contradicts,
            (_, stuck) => agrees(stuck),
        };
    }
    if moves.iter().flatten().any(|&heap| heap >= n) {
        return Step::Level;
    }
    let mut values = BTreeSet::new();
    let mut is_known = true;
    for heaps in moves {
        let value = match (kind, &heaps[..]) {
            (_, [heap]) => claim.value_with(*heap, memo),
            (Kind::Nimber, heaps) => heaps
                .iter()
                .try_fold(0, |sum, &heap| Some(sum ^ claim.value_with(heap, memo)?)),
            (Kind::Outcome, heaps) => sum_outcome(heaps, *stuck).and_then(|left| match left {
                Some(heap) => claim.value_with(heap, memo),
                None => Some(0),
            }),
        };
        match value {
            Some(value) => _ = values.insert(value),
            None => is_known = false,
        }
    }
    // One move to a lost position is enough to win.
    if !is_known && (kind == Kind::Nimber || !values.contains(&0)) {
        return Step::Undecided;
    }
    agrees(expected(kind, &values))
}

/// Returns a heap with the outcome of a sum, or that the sum is lost, or `None` if the outcome does not follow.
///
/// A sum of two equal heaps is lost: the opponent answers each move in the other heap. The outcome does not follow for
/// other sums, since the outcomes of parts do not give the outcome of a sum. It does not follow in misère play either.
fn sum_outcome(heaps: &[u64], stuck: u64) -> Option<Option<u64>> {
    let mut alone = BTreeSet::new();
    for heap in heaps {
        if !alone.remove(heap) {
            alone.insert(*heap);
        }
    }
    (stuck == 0 && alone.len() <= 1).then(|| alone.first().copied())
}

/// Returns the value of a position whose moves lead to these values.
pub(super) fn expected(kind: Kind, values: &BTreeSet<u64>) -> u64 {
    match kind {
        Kind::Nimber => (0..).find(|nimber| !values.contains(nimber)).unwrap_or(0),
        Kind::Outcome if values.contains(&0) => 1,
        Kind::Outcome if values.contains(&2) => 2,
        Kind::Outcome => 0,
    }
}

/// The measures that may fall with every move from one position of several numbers to another, as bits.
///
/// They are the sum, the numbers in order, in reverse order, and by size with the largest first.
pub(super) const MEASURES: u8 = 0b1111;

/// Returns the measures that fall from one position to another. Both may have any count of numbers.
pub(super) fn falling(from: &[u64], to: &[u64]) -> u8 {
    let sum = |numbers: &[u64]| numbers.iter().map(|&number| u128::from(number)).sum::<u128>();
    let sorted = |numbers: &[u64]| {
        numbers
            .iter()
            .copied()
            .sorted_unstable_by(|a, b| b.cmp(a))
            .collect_vec()
    };
    // Among lists of any length, only an order with the shorter ones first has no endless descent.
    let by_length = to.len().cmp(&from.len());
    u8::from(sum(to) < sum(from))
        | u8::from(by_length.then(to.cmp(from)).is_lt()) << 1
        | u8::from(by_length.then(to.iter().rev().cmp(from.iter().rev())).is_lt()) << 2
        | u8::from(sorted(to) < sorted(from)) << 3
}

/// Returns a number of a fixed sequence that looks random: the trial is the same every time.
pub(super) fn scrambled(seed: u64) -> u64 {
    let mut z = seed
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add(0xD1B5_4A32_D192_ED03);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Returns the special numbers between two ends: neighbours of powers of 2 and 10, squares, Fibonacci numbers, primes.
pub(super) fn special(from: u64, to: u64) -> Vec<u64> {
    let mut numbers = BTreeSet::new();
    let mut add = |n: u64| {
        if (from..=to).contains(&n) {
            numbers.insert(n);
        }
    };
    for base in [2_u64, 3, 6, 10] {
        let mut power = base;
        while power <= to {
            (power - 1..=power + 1).for_each(&mut add);
            let Some(next) = power.checked_mul(base) else { break };
            power = next;
        }
    }
    let (mut a, mut b) = (1_u64, 2_u64);
    while a <= to {
        (a - 1..=a + 1).for_each(&mut add);
        let Some(next) = a.checked_add(b) else { break };
        (a, b) = (b, next);
    }
    let (low, high) = (from.isqrt() + 1, to.isqrt());
    for part in 0..40 {
        let root = low + (high.saturating_sub(low)) / 40 * part;
        add(root * root);
        add(root * (root + 1) / 2);
        add(root * (root + 1));
    }
    for part in 1..=40_u64 {
        let near = log_between(from, to, part as f64 / 41.0);
        if let Some(prime) = (near..near.saturating_add(200)).find(|&n| is_prime(n) == Some(true)) {
            add(prime);
        }
    }
    numbers.into_iter().collect()
}

/// Returns numbers that may be exceptions of a rule that names some numbers.
///
/// These are the named numbers, their neighbours, sums, differences and products. Also numbers whose remainder modulo
/// one of them is another.
fn about_named(named: &[u64], from: u64, bounds: Bounds) -> Vec<u64> {
    /// The distance of the farthest neighbour, the most names to combine, the most multiples of one name, and the most
    /// numbers.
    const NEAR: u64 = 8;
    const MOST_NAMES: usize = 40;
    const TURNS: u64 = 12;
    const MOST: usize = 6000;
    let to = bounds.up_to;
    let mut numbers = BTreeSet::new();
    let mut ordered = Vec::new();
    let mut add_to = |n: Option<u64>, to: u64| {
        if let Some(n) = n.filter(|n| (from..=to).contains(n))
            && numbers.insert(n)
        {
            ordered.push(n);
        }
    };
    // The names first, since time may run out.
    named.iter().for_each(|&name| add_to(Some(name), bounds.named_to));
    for &name in named.iter().chain(&worked_out(named)) {
        add_to(Some(name), bounds.named_to);
        for distance in 1..=NEAR {
            add_to(name.checked_add(distance), bounds.named_to);
            add_to(name.checked_sub(distance), bounds.named_to);
        }
    }
    let mut add = |n| add_to(n, to);
    let names = &named[..named.len().min(MOST_NAMES)];
    for (place, &a) in names.iter().enumerate() {
        for &b in names {
            let turns = if a < 2 {
                0
            } else {
                scrambled(place as u64) % (to / a + 1)
            };
            let sums = [
                a.checked_add(b),
                a.checked_sub(b),
                a.checked_mul(b),
                (2 * u128::from(a) + u128::from(b)).try_into().ok(),
            ];
            sums.into_iter().for_each(&mut add);
            add(a.checked_mul(turns).and_then(|times| times.checked_add(b)));
        }
    }
    // A move that is missing at some remainders shows only at a few of them.
    for (&a, &b) in names.iter().cartesian_product(names) {
        for turns in (1..=TURNS).take_while(|_| b < a) {
            add(a.checked_mul(turns).and_then(|times| times.checked_add(b)));
        }
    }
    ordered.truncate(MOST);
    ordered
}

/// Returns numbers that a file may compute from the numbers in its text.
///
/// These are products and powers, powers of 2 and 10, factorials, and sums of these.
fn worked_out(named: &[u64]) -> Vec<u64> {
    /// The most names for products, and the most results for sums.
    const MOST_NAMES: usize = 14;
    const MOST_SUMMED: usize = 14;
    let names: Vec<u64> = named
        .iter()
        .copied()
        .filter(|&name| name > 1)
        .take(MOST_NAMES)
        .collect();
    let powers = names.iter().flat_map(|&name| {
        let exponent = u32::try_from(name).ok();
        let power = |base: u64| exponent.and_then(|exponent| base.checked_pow(exponent));
        let factorial = (name <= 20).then(|| (1..=name).product());
        [
            power(2),
            power(10),
            factorial,
            name.checked_pow(2),
            name.checked_pow(3),
            Some(name),
        ]
    });
    let powers: Vec<u64> = powers.flatten().unique().collect();
    let products = powers
        .iter()
        .cartesian_product(&names)
        .filter_map(|(&a, &b)| a.checked_mul(b));
    let summed: Vec<u64> = powers
        .iter()
        .copied()
        .sorted_by_key(|&n| std::cmp::Reverse(n))
        .take(MOST_SUMMED)
        .collect();
    let sums = summed
        .iter()
        .array_combinations()
        .filter_map(|[a, b]| a.checked_add(*b));
    powers.iter().copied().chain(products).chain(sums).unique().collect()
}

/// Returns the number at this fraction between two others, by logarithms that are linear between powers of 2.
///
/// Exact logarithms would load another library at every start.
pub(super) fn log_between(from: u64, to: u64, fraction: f64) -> u64 {
    let place = |number: u64| {
        let doublings = number.max(1).ilog2();
        f64::from(doublings) + number as f64 / (1_u64 << doublings) as f64 - 1.0
    };
    let (low, high) = (place(from), place(to));
    let place = low + (high - low) * fraction;
    let doublings = (place as u32).min(63);
    let number = (1_u64 << doublings) as f64 * (1.0 + place - f64::from(doublings));
    (number as u64).clamp(from, to)
}

/// A comparison of a rule with moves beyond the numbers that suggested it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// A number whose moves differ from the moves of the rule.
    pub other: Option<u64>,
    /// The number of compared numbers.
    pub count: u64,
    /// The largest of these numbers.
    pub up_to: u64,
}

/// Compares a rule with moves beyond the numbers that suggested it.
///
/// It compares nothing if the source stops before it reported the moves of every number that the rules name.
pub fn compare(recognised: &Recognised, bounds: Bounds, source: &mut dyn MovesOf) -> Compared {
    /// The count of numbers without a gap, and the count of numbers of every size.
    const EACH: u64 = 300;
    let Recognised { rule, to, .. } = recognised;
    if bounds.up_to <= *to {
        return Compared::default();
    }
    let dense = (1..=EACH).map(|more| to + more);
    let scattered = (0..EACH).map(|place| log_between(to + 1, bounds.up_to, place as f64 / EACH as f64));
    let others: BTreeSet<u64> = special(to + 1, bounds.up_to)
        .into_iter()
        .chain(dense)
        .chain(scattered)
        .filter(|&n| n <= bounds.up_to)
        .collect();
    // The names first, since time may run out.
    let names = source.named();
    let about_names = about_named(&names, to + 1, bounds);
    let numbers: Vec<u64> = about_names.into_iter().chain(others).unique().collect();
    let budget = bounds.moves / 4;
    let moves = source.moves_of(&numbers, (budget / 20).max(100), budget);
    let mut compared = Compared::default();
    let named = names.iter().filter(|name| numbers.contains(name)).unique().count();
    if moves.len() < named {
        return compared;
    }
    for (&n, moves) in numbers.iter().zip(&*moves) {
        let differs = match moves {
            Moves::To(moves, _) => !rule.gives(n, moves),
            Moves::TooMany => continue,
            // A number that is too large for the rules is not a position.
            Moves::Elsewhere if n > bounds.up_to => continue,
            Moves::Elsewhere => true,
        };
        if differs {
            compared.other = Some(n);
            break;
        }
        compared.count += 1;
        if n <= bounds.up_to {
            compared.up_to = compared.up_to.max(n);
        }
    }
    compared
}

/// Returns whether the step can be made and agrees at all of these numbers.
pub fn agrees_at(claim: &Claim, kind: Kind, numbers: &[u64], bounds: Bounds, source: &mut dyn MovesOf) -> bool {
    let told = source.moves_of(numbers, (bounds.moves / 32).max(100), bounds.moves / 4);
    let mut memo = Memo::default();
    let mut each = numbers.iter().zip(&*told);
    told.len() == numbers.len()
        && each.all(|(&n, moves)| matches!(step(claim, kind, n, moves, &mut memo), Step::Agrees))
}

/// Tries a claim that holds on a table up to `known` (inclusive) on the numbers beyond it.
pub fn try_beyond(claim: &Claim, kind: Kind, known: u64, bounds: Bounds, source: &mut dyn MovesOf) -> Trial {
    /// The number of positions in one question to the source.
    const BATCH: usize = 1 << 15;
    /// The most numbers without a gap, and the most of every size.
    const DENSE: u64 = 20_000;
    const SCATTERED: u64 = 2000;
    if bounds.up_to <= known {
        return Trial::Impossible;
    }
    let dense_end = known
        .saturating_mul(10)
        .min(known.saturating_add(DENSE))
        .min(bounds.up_to);
    let dense: Vec<u64> = (known + 1..=dense_end).collect();
    let unit = |place: u64| (scrambled(place) >> 11) as f64 / (1_u64 << 53) as f64;
    let scattered = (0..SCATTERED).map(|place| log_between(known + 1, bounds.up_to, unit(place)));
    // Small numbers first: large ones may cost too much.
    let scattered: BTreeSet<u64> = scattered.collect();
    let scattered: Vec<u64> = scattered.into_iter().collect();
    let phases = [
        (about_named(&source.named(), known + 1, bounds), bounds.moves / 4, false),
        (special(known + 1, bounds.up_to), bounds.moves / 4, false),
        (scattered, bounds.moves / 4, false),
        (dense, bounds.moves / 2, true),
    ];
    let mut memo = Memo::default();
    let (mut steps, mut dense_to, mut up_to) = (0, known, 0);
    for (numbers, budget, without_gap) in phases {
        let mut spent = 0;
        let mut gap = false;
        // A number with a large part of all moves is not worth its cost.
        let most_moves = (budget / 20).max(100);
        'phase: for batch in numbers.chunks(BATCH) {
            let all_moves = source.moves_of(batch, most_moves, budget);
            let stopped = all_moves.len() < batch.len();
            for (&n, moves) in batch.iter().zip(&*all_moves) {
                spent += match moves {
                    Moves::To(moves, _) => moves.len() + 1,
                    Moves::TooMany => most_moves / 4,
                    Moves::Elsewhere => 1,
                };
                match step(claim, kind, n, moves, &mut memo) {
                    Step::Contradicts => return Trial::Contradicted(n),
                    // Without these numbers a claim of wins only finds its wins.
                    Step::Undecided if without_gap => return Trial::Impossible,
                    Step::Unknown | Step::Undecided => gap = true,
                    Step::Level => return Trial::Impossible,
                    Step::Agrees => {
                        steps += 1;
                        if n <= bounds.up_to {
                            up_to = up_to.max(n);
                        }
                        if without_gap && !gap {
                            dense_to = n;
                        }
                    }
                }
                if spent > budget {
                    break 'phase;
                }
            }
            if stopped {
                break;
            }
        }
    }
    match steps {
        0 => Trial::Impossible,
        steps => Trial::Passed {
            steps,
            dense_to: Some(dense_to),
            up_to,
        },
    }
}
