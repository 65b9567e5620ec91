//! Claims about positions of several numbers, far beyond their table: the induction step, and the theorems for some
//! rules.
//!
//! **The step.** As for one number ([`super::step`]): does the claimed value of a position follow from the claimed
//! values after its moves? The trial takes positions of numbers that the rules name, special numbers, positions near
//! the diagonal and positions of every size. It also takes the claimed lost positions after moves of all these, and the
//! positions right beyond the table without a gap. The step is an induction only if play goes down, so one measure must
//! fall with every move.
//!
//! **Theorems.** Each needs a rule that the moves follow in the whole table. The evidence states the condition that
//! they follow it everywhere.
//! - *Sums.* If a move changes one number, and its result does not depend on the others, the position is a sum of games
//!   of one number. Its nimber is the xor of theirs (Sprague and Grundy).
//! - *Wythoff.* Let a move take any amount from one of two heaps, or the same amount from both. The lost positions are
//!   the pairs floor(k phi), floor(k phi) + k (Wythoff 1907). If the amounts from both may differ by less than t, they
//!   are the pairs floor(k alpha), floor(k alpha) + t k (Fraenkel 1982).
//! - *Steps.* The moves are fixed steps that leave no number below 0, and the claimed value depends only on the
//!   remainder of each number modulo some `p`. Let no step be longer than `m`. From a number of at least `m` each step
//!   can be made, so positions with equal remainders beyond `m` have the same moves up to remainders. The step at all
//!   positions below `m + p` is then the step everywhere.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use itertools::Itertools as _;

use super::claim::Kind;
use super::features::alone;
use super::search::Table as Values;
use super::several::TupleClaim;
use super::step::{Bounds, MEASURES, Moves, MovesOf, Trial, expected, falling, log_between, scrambled, special};
use super::{Beyond, Candidate, Evidence, Finding, Investigated, Known, Proof, first_standing, shown, theorem};

/// A table of positions of several numbers.
pub struct Table<'a> {
    /// The first value of each number.
    pub first: Vec<u64>,
    /// The last value of each number.
    pub last: Vec<u64>,
    /// The largest possible value of each number.
    pub highest: Vec<u64>,
    /// The values of the positions of the table, and of the positions that play reaches from them.
    pub value: &'a dyn Fn(&[u64], Kind) -> Option<u64>,
    /// The moves of every position of the table and of its successors, if all are positions of the same count of
    /// numbers.
    pub moves: Option<&'a BTreeMap<Vec<u64>, Vec<Vec<u64>>>>,
    /// The value of a player without a move.
    pub stuck: u64,
    /// Whether the table has every possible position.
    pub is_complete: bool,
}

impl Table<'_> {
    fn has(&self, position: &[u64]) -> bool {
        self.may_hold(position) && position.iter().zip(&self.last).all(|(number, last)| number <= last)
    }

    /// Returns whether no number is below its first value.
    fn may_hold(&self, position: &[u64]) -> bool {
        position.iter().zip(&self.first).all(|(number, first)| number >= first)
    }

    /// Returns the table from the least numbers in reach on, if the claim holds there too.
    ///
    /// Limits often begin at 1, and play ends at 0.
    fn with_lower(&self, kind: Kind, claim: &TupleClaim) -> Table<'_> {
        let below = || {
            self.moves
                .into_iter()
                .flat_map(|moves| moves.keys())
                .filter(|position| !self.may_hold(position))
        };
        let holds = below().all(|position| claim.value(position) == (self.value)(position, kind));
        let mut first = self.first.clone();
        for position in below().filter(|_| holds) {
            first
                .iter_mut()
                .zip(position)
                .for_each(|(first, &number)| *first = number.min(*first));
        }
        Table {
            first,
            last: self.last.clone(),
            highest: self.highest.clone(),
            ..*self
        }
    }

    /// Returns whether each number is in its limits.
    fn allows(&self, position: &[u64]) -> bool {
        let mut each = position.iter().zip(&self.highest);
        self.may_hold(position) && each.all(|(number, highest)| number <= highest)
    }

    /// Returns the possible positions that are not in the table.
    fn beyond(&self, positions: Vec<Vec<u64>>) -> Vec<Vec<u64>> {
        let beyond = |position: &Vec<u64>| self.allows(position) && !self.has(position);
        positions.into_iter().filter(beyond).collect()
    }
}

/// A function that plays out positions beyond a table, and returns them with their nimbers or outcomes.
pub type PlayOut<'a> = dyn FnMut(Kind) -> Vec<(Vec<u64>, u64)> + 'a;

/// The most positions of a table whose moves are compared with a rule.
const MOST_SEEN: usize = 200_000;

/// The positions beyond a table, and their moves.
struct Positions<'a, 's, 'p> {
    table: &'a Table<'a>,
    source: Option<&'a mut (dyn MovesOf<Vec<u64>> + 's)>,
    play_out: &'a mut PlayOut<'p>,
    bounds: Bounds,
}

impl Beyond<TupleClaim> for Positions<'_, '_, '_> {
    type Position = Vec<u64>;

    fn last(&self) -> Vec<u64> {
        self.table.last.clone()
    }

    fn is_complete_to(&self) -> Option<Vec<u64>> {
        self.table.is_complete.then(|| self.last())
    }

    fn prove(&mut self, kind: Kind, claim: &TupleClaim) -> Option<Proof> {
        let table = self.table.with_lower(kind, claim);
        let source = self.source.as_mut()?;
        prove(kind, claim, &table, &mut **source, self.bounds)
    }

    fn try_beyond(&mut self, kind: Kind, claim: &TupleClaim) -> Trial<Vec<u64>> {
        let table = self.table.with_lower(kind, claim);
        match &mut self.source {
            Some(source) => try_beyond(kind, claim, &table, &mut **source, self.bounds),
            None => Trial::Impossible,
        }
    }

    fn agrees_at(&mut self, kind: Kind, claim: &TupleClaim, positions: &[Vec<u64>]) -> bool {
        let table = self.table.with_lower(kind, claim);
        let source = self.source.as_mut();
        source.is_none_or(|source| agrees_at(kind, claim, &table, &mut **source, self.bounds, positions))
    }

    fn play_out(&mut self, kind: Kind, claim: &TupleClaim) -> Result<Vec<u64>, Vec<u64>> {
        let played = (self.play_out)(kind);
        let is_wrong = |(position, value): &(Vec<u64>, u64)| {
            self.table.allows(position) && claim.value(position).is_some_and(|claimed| claimed != *value)
        };
        match played.into_iter().find(is_wrong) {
            Some((position, _)) => Err(position),
            None => Ok(self.last()),
        }
    }

    fn is_earned_by_steps(&self, _: &TupleClaim, _: u64) -> bool {
        // Thousands of steps tell more than the list of cases, which is shorter than the table.
        true
    }

    fn is_list(&self, claim: &TupleClaim) -> bool {
        matches!(claim, TupleClaim::Through { claim, .. } if claim.is_list())
    }
}

/// Returns the best of some claims that hold on a table, with its best evidence.
///
/// It is the first claim without a contradiction beyond the table: by the moves there, or else by positions that are
/// played out.
pub fn investigate(
    candidates: Vec<Candidate<TupleClaim>>,
    table: &Table<'_>,
    (source, play_out): (Option<&mut dyn MovesOf<Vec<u64>>>, &mut PlayOut<'_>),
    bounds: Bounds,
) -> Investigated<TupleClaim, Vec<u64>> {
    let mut beyond = Positions {
        table,
        source,
        play_out,
        bounds,
    };
    let mut candidates = candidates;
    // A sum that says nothing about its parts, and has no proof, is less than a formula.
    let is_less = candidates.first().is_some_and(|first| {
        let says_nothing = matches!(&first.claim, TupleClaim::Independent(parts) if parts.iter().all(Option::is_none));
        says_nothing && beyond.prove(first.kind, &first.claim).is_none()
    });
    if is_less {
        candidates.rotate_left(1);
    }
    first_standing(candidates.into_iter(), &mut beyond)
}

/// Returns whether a claim about numbers up to these has a value for large ones.
///
/// A claim that follows from an unbounded number has none if the table did not show that number. A sum always passes:
/// its parts are checked on their own.
pub fn is_about_all(claim: &TupleClaim, highest: &[u64]) -> bool {
    const FAR: [[u64; 2]; 3] = [[1_000_000_007, 1_000_000_009], [1_000_000_007, 3], [5, 1_000_000_009]];
    let position = |ends: [u64; 2]| -> Vec<u64> {
        let far = ends.into_iter().cycle().zip(highest);
        far.map(|(far, &highest)| far.min(highest)).collect()
    };
    claim.is_sum() || FAR.into_iter().all(|ends| claim.value(&position(ends)).is_some())
}

/// A trial of a claim in progress.
struct Walk<'a> {
    kind: Kind,
    claim: &'a TupleClaim,
    table: &'a Table<'a>,
    /// The measures that have fallen with every move.
    measures: u8,
    steps: u64,
    /// The number of positions of the claim with a move to a position that it says nothing about.
    undecided: u64,
    up_to: u64,
    /// Claimed lost positions after moves.
    lost: BTreeSet<Vec<u64>>,
}

/// The result of one step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Agrees,
    Contradicts,
    Unknown,
}

impl<'a> Walk<'a> {
    fn new(kind: Kind, claim: &'a TupleClaim, table: &'a Table<'a>) -> Walk<'a> {
        Walk {
            kind,
            claim,
            table,
            measures: MEASURES,
            steps: 0,
            undecided: 0,
            up_to: 0,
            lost: BTreeSet::new(),
        }
    }

    fn step(&mut self, position: &[u64], moves: &Moves) -> Step {
        /// The most lost positions to store.
        const MOST_LOST: usize = 2000;
        let (Moves::To(moves, stuck), Some(claimed)) = (moves, self.claim.value(position)) else {
            return Step::Unknown;
        };
        let mut values = BTreeSet::new();
        for to in moves {
            self.measures &= falling(position, to);
            // There is no claim below the first numbers.
            let value = if self.table.may_hold(to) {
                self.claim.value(to)
            } else {
                (self.table.value)(to, self.kind)
            };
            let Some(value) = value else {
                self.undecided += 1;
                return Step::Unknown;
            };
            if value == 0 && self.lost.len() < MOST_LOST && !self.table.has(to) {
                self.lost.insert(to.clone());
            }
            values.insert(value);
        }
        let follows = match (moves.is_empty(), self.kind, stuck) {
            // If the player to move has won, or play is drawn, there is no nimber.
            (true, Kind::Nimber, 1..) => None,
            (true, _, stuck) => Some(*stuck),
            (false, kind, _) => Some(expected(kind, &values)),
        };
        if follows != Some(claimed) {
            return Step::Contradicts;
        }
        self.steps += 1;
        self.up_to = self.up_to.max(position.iter().copied().max().unwrap_or(0));
        Step::Agrees
    }
}

/// Returns whether the step can be made and agrees at all of these positions.
fn agrees_at(
    kind: Kind,
    claim: &TupleClaim,
    table: &Table<'_>,
    source: &mut dyn MovesOf<Vec<u64>>,
    bounds: Bounds,
    positions: &[Vec<u64>],
) -> bool {
    let mut walk = Walk::new(kind, claim, table);
    let told = source.moves_of(positions, (bounds.moves / 32).max(100), bounds.moves / 4);
    let mut each = positions.iter().zip(&*told);
    told.len() == positions.len() && each.all(|(position, moves)| walk.step(position, moves) == Step::Agrees)
}

/// Tries a claim that holds on a table on positions beyond it.
pub fn try_beyond(
    kind: Kind,
    claim: &TupleClaim,
    table: &Table<'_>,
    source: &mut dyn MovesOf<Vec<u64>>,
    bounds: Bounds,
) -> Trial<Vec<u64>> {
    let mut walk = Walk::new(kind, claim, table);
    for (from, to) in table.moves.into_iter().flatten() {
        walk.measures = to
            .iter()
            .fold(walk.measures, |measures, to| measures & falling(from, to));
    }
    // Claims about one number are tried along it.
    let last = match claim {
        TupleClaim::Along { place, .. } => &table.last[*place..=*place],
        _ => &table.last[..],
    };
    let whole = |position: Vec<u64>| match claim {
        TupleClaim::Along { place, cases } => {
            let with = |others: &Vec<u64>| [&others[..*place], &position, &others[*place..]].concat();
            cases.keys().map(with).collect()
        }
        _ => vec![position],
    };
    let beyond = |positions: Vec<Vec<u64>>| table.beyond(positions.into_iter().flat_map(whole).collect());
    let count = last.len();
    let named = beyond(named(count, &source.named()));
    let spread = beyond(spread(count, bounds.up_to));
    let mut dense_to = None;
    for phase in 0..4 {
        let positions = match phase {
            0 => named.clone(),
            1 => spread.clone(),
            2 => {
                let mut lost = table.beyond(walk.lost.iter().cloned().collect());
                lost.sort_by_key(|position| sum_of(position));
                lost
            }
            _ => beyond(frames(last, bounds.up_to)),
        };
        if positions.is_empty() {
            continue;
        }
        let budget = bounds.moves / 4;
        let all_moves = source.moves_of(&positions, (budget / 8).max(100), budget);
        let mut gap = false;
        for (place, (position, moves)) in positions.iter().zip(&*all_moves).enumerate() {
            match walk.step(position, moves) {
                Step::Contradicts => return Trial::Contradicted(position.clone()),
                Step::Unknown => gap = true,
                Step::Agrees => {}
            }
            // The last position of a frame: all numbers up to its largest are done.
            let largest = |position: &Vec<u64>| position.iter().copied().max();
            let ends = positions
                .get(place + 1)
                .is_none_or(|next| largest(next) != largest(position));
            if phase == 3 && ends && !gap {
                dense_to = largest(position);
            }
        }
    }
    match (walk.measures, walk.steps) {
        (0, _) | (_, 0) => Trial::Impossible,
        // Most positions of the claim tell nothing about it, so there is no induction.
        (_, steps) if walk.undecided > steps => Trial::Impossible,
        (_, steps) => Trial::Passed {
            steps,
            dense_to,
            up_to: walk.up_to,
        },
    }
}

fn sum_of(position: &[u64]) -> u128 {
    position.iter().map(|&number| u128::from(number)).sum()
}

/// Returns positions of the numbers in the rules and of their neighbours.
fn named(count: usize, named: &[u64]) -> Vec<Vec<u64>> {
    /// The approximate number of positions.
    const MOST: usize = 6000;
    let raw: BTreeSet<u64> = named.iter().copied().collect();
    let mut numbers: Vec<u64> = raw.iter().copied().collect();
    let near = raw.iter().flat_map(|&number| [number + 1, number.saturating_sub(1)]);
    numbers.extend(near.chain([0, 1, 2]));
    let mut different = BTreeSet::new();
    numbers.retain(|&number| different.insert(number));
    let most = (1..)
        .take_while(|side: &usize| side.saturating_pow(count as u32) <= MOST)
        .count();
    numbers.truncate(most);
    let rows = (0..count).map(|_| numbers.iter().copied()).multi_cartesian_product();
    let mut positions: Vec<Vec<u64>> = rows.collect();
    // Positions of only named numbers come first.
    positions.sort_by_cached_key(|position| {
        let others = position.iter().filter(|number| !raw.contains(number)).count();
        (others, sum_of(position))
    });
    positions
}

/// Returns positions of every size, the smaller ones of each part first.
///
/// They are positions of special numbers, near the diagonal, and of pseudorandom numbers.
fn spread(count: usize, up_to: u64) -> Vec<Vec<u64>> {
    /// The number of positions near the diagonal, and of pseudorandom ones.
    const NEAR: u64 = 500;
    const SCATTERED: u64 = 1000;
    let unit = |place: u64| (scrambled(place) >> 11) as f64 / (1_u64 << 53) as f64;
    let mut positions: BTreeSet<Vec<u64>> = BTreeSet::new();
    let mut seed = 0;
    let mut next = || {
        seed += 1;
        scrambled(seed)
    };
    let specials = special(1, up_to);
    for (place, &number) in specials.iter().enumerate() {
        let turn = place % count;
        let mut put = |mut position: Vec<u64>| {
            position.rotate_left(turn);
            positions.insert(position);
        };
        let along = |of: &mut dyn FnMut(u64) -> u64| (0..count as u64).map(of).collect::<Vec<u64>>();
        put(along(&mut |_| number));
        put(along(&mut |place| number.saturating_add(place)));
        put(along(&mut |place| if place == 0 { number } else { 0 }));
        put(along(&mut |place| if place == 0 { number } else { next() % 12 }));
        put(along(&mut |place| number >> place.min(63)));
        put(along(&mut |place| match place {
            0 => number,
            _ => specials[(next() % specials.len() as u64) as usize],
        }));
        // All numbers xor to 0.
        let mut equal = along(&mut |_| next() % number.max(1));
        equal[0] = equal[1..].iter().fold(0, |xor, other| xor ^ other);
        put(equal);
        if count == 2 {
            let lower = super::expr::times_phi(number);
            put(vec![lower, lower.saturating_add(number)]);
        }
    }
    for place in 0..NEAR {
        let number = log_between(1, up_to, unit(place));
        let near = |_| (number + next() % 8).saturating_sub(4);
        positions.insert((0..count).map(near).collect());
        if count == 2 {
            let k = log_between(1, up_to / 3 + 1, unit(place + 7919));
            let lower = super::expr::times_phi(k);
            positions.insert(vec![lower + k, lower]);
            positions.insert(vec![lower, lower + k + 1]);
        }
    }
    for place in 0..SCATTERED {
        let each = (0..count as u64).map(|of| log_between(1, up_to, unit(1_000_003 * (of + 1) + place)));
        positions.insert(each.collect());
    }
    let mut positions: Vec<Vec<u64>> = positions.into_iter().collect();
    positions.sort_by_key(|position| sum_of(position));
    // Time may run out at any place, so some of every size come first.
    let numbered = positions.into_iter().enumerate();
    let (some, others): (Vec<_>, Vec<_>) = numbered.partition(|(place, _)| place % 8 == 0);
    some.into_iter().chain(others).map(|(_, position)| position).collect()
}

/// Returns the positions right beyond a table, in ascending order of the largest number.
fn frames(last: &[u64], up_to: u64) -> Vec<Vec<u64>> {
    const MOST: usize = 20_000;
    let mut positions = Vec::new();
    let inside = last.iter().copied().min().unwrap_or(0);
    for side in inside + 1..=up_to {
        let of_frame = (side + 1).saturating_pow(last.len() as u32) - side.saturating_pow(last.len() as u32);
        if positions.len() as u64 + of_frame > MOST as u64 {
            break;
        }
        // The first of the largest numbers visits all places.
        for place in 0..last.len() {
            let numbers = |other: usize| match other.cmp(&place) {
                Ordering::Less => 0..=side - 1,
                Ordering::Equal => side..=side,
                Ordering::Greater => 0..=side,
            };
            let is_beyond = |position: &Vec<u64>| position.iter().zip(last).any(|(number, last)| number > last);
            let of_place = (0..last.len()).map(numbers).multi_cartesian_product();
            positions.extend(of_place.filter(is_beyond));
        }
    }
    positions
}

fn prove(
    kind: Kind,
    claim: &TupleClaim,
    table: &Table<'_>,
    source: &mut dyn MovesOf<Vec<u64>>,
    bounds: Bounds,
) -> Option<Proof> {
    let moves = table.moves?;
    let from_zero = table.first.iter().all(|&first| first == 0);
    if moves.len() > MOST_SEEN || table.stuck != 0 || !from_zero {
        return None;
    }
    if claim.is_sum() && kind == Kind::Nimber {
        return prove_sum(table, moves, source, bounds);
    }
    let rule = match (claim, claim.moduli(table.last.len())) {
        (TupleClaim::Wythoff(t), _) => Rule::Wythoff(*t),
        (_, Some(moduli)) => {
            let steps = Steps::read(table, moves)?;
            steps.carry(kind, claim, &moduli)?;
            Rule::Steps(steps, moduli)
        }
        _ => return None,
    };
    let differs = |(position, to): (&Vec<u64>, &Vec<Vec<u64>>)| !rule.gives(position, to);
    if moves.iter().any(differs) {
        return None;
    }
    let (mut count, mut up_to) = (0, 0);
    let sample = samples(table, &source.named(), bounds.up_to);
    let budget = bounds.moves / 4;
    for (position, moves) in sample
        .iter()
        .zip(&*source.moves_of(&sample, (budget / 8).max(100), budget))
    {
        match moves {
            Moves::TooMany => continue,
            Moves::To(to, 0) if rule.gives(position, to) => {}
            _ => return None,
        }
        count += 1;
        up_to = position.iter().copied().fold(up_to, u64::max);
    }
    // No moves were reported (timeout), so there is nothing to compare.
    if count == 0 && !sample.is_empty() {
        return None;
    }
    rule.recheck(kind, claim, table)?;
    let (rule, theorem) = rule.words();
    let seen = seen(moves.len(), count, up_to);
    let evidence = Evidence::ProvedIf { seen, rule, theorem };
    Some((evidence, Vec::new()))
}

/// Returns a phrase for the positions whose moves were seen: the table's and a number of others.
fn seen(in_table: usize, others: u64, up_to: u64) -> String {
    let more = match others {
        0 => String::new(),
        others => format!(" and from {others} others with numbers up to {up_to}"),
    };
    format!("all {in_table} positions of the table{more}")
}

/// Returns positions beyond a table for comparing a rule.
///
/// They have numbers that the rules name, or are next to the table, or of any size.
fn samples(table: &Table<'_>, names: &[u64], up_to: u64) -> Vec<Vec<u64>> {
    const EACH: usize = 400;
    /// The end of the positions of equal numbers.
    const EQUAL_TO: u64 = 200;
    let count = table.last.len();
    let thin = |positions: Vec<Vec<u64>>| {
        let by = positions.len().div_ceil(EACH).max(1);
        positions.into_iter().step_by(by).collect::<Vec<_>>()
    };
    let next: Vec<Vec<u64>> = frames(&table.last, up_to).into_iter().take(EACH).collect();
    let mut all = named(count, names);
    all = table.beyond(all);
    all.truncate(2 * EACH);
    all.extend(next);
    all.extend((1..=EQUAL_TO.min(up_to)).map(|number| vec![number; count]));
    all.extend(thin(spread(count, up_to)));
    table.beyond(all)
}

/// Returns the lower values that moves give each number of a position, or `None` if a move does not lower exactly one.
fn lowered(position: &[u64], moves: &[Vec<u64>]) -> Option<Vec<BTreeSet<u64>>> {
    let mut lowered = vec![BTreeSet::new(); position.len()];
    for to in moves {
        let mut changed = (0..position.len()).filter(|&place| to[place] != position[place]);
        let (Some(place), None) = (changed.next(), changed.next()) else {
            return None;
        };
        if to[place] > position[place] {
            return None;
        }
        lowered[place].insert(to[place]);
    }
    Some(lowered)
}

/// Proves that the numbers of a position are independent games.
fn prove_sum(
    table: &Table<'_>,
    moves: &BTreeMap<Vec<u64>, Vec<Vec<u64>>>,
    source: &mut dyn MovesOf<Vec<u64>>,
    bounds: Bounds,
) -> Option<Proof> {
    let count = table.last.len();
    // Compare inside the table.
    let mut by_number: Vec<Vec<BTreeSet<u64>>> = Vec::new();
    for place in 0..count {
        let lowered_alone = |number| {
            let alone = alone(count, place, number);
            Some(lowered(&alone, moves.get(&alone)?)?.swap_remove(place))
        };
        by_number.push((0..=table.last[place]).map(lowered_alone).collect::<Option<_>>()?);
    }
    for (position, to) in moves {
        let here = lowered(position, to)?;
        for place in 0..count {
            if Some(&here[place]) != by_number[place].get(position[place] as usize) {
                return None;
            }
        }
    }
    // Compare beyond the table: a position, then each of its numbers alone.
    let sample = samples(table, &source.named(), bounds.up_to);
    let mut asked: Vec<Vec<u64>> = Vec::new();
    for position in &sample {
        asked.push(position.clone());
        asked.extend((0..count).map(|place| alone(count, place, position[place])));
    }
    let budget = bounds.moves / 4;
    let told = source.moves_of(&asked, (budget / 8).max(100), budget);
    let (mut compared, mut up_to) = (0, 0);
    for (asked, told) in asked.chunks(count + 1).zip(told.chunks_exact(count + 1)) {
        if told.contains(&Moves::TooMany) {
            continue;
        }
        let mut each = Vec::new();
        for (position, moves) in asked.iter().zip(told) {
            let Moves::To(to, 0) = moves else { return None };
            each.push(lowered(position, to)?);
        }
        if (0..count).any(|place| each[0][place] != each[place + 1][place]) {
            return None;
        }
        compared += 1;
        up_to = asked[0].iter().copied().fold(up_to, u64::max);
    }
    if compared == 0 && !sample.is_empty() {
        return None;
    }
    // Compute the values of the table once more, from the moves of each number alone.
    let mut nimbers: Vec<Vec<u64>> = Vec::new();
    for moves in &by_number {
        let mut of_number: Vec<u64> = Vec::new();
        for to in moves {
            let options: BTreeSet<u64> = to.iter().map(|&to| of_number[to as usize]).collect();
            of_number.push((0..).find(|nimber| !options.contains(nimber)).unwrap_or(0));
        }
        nimbers.push(of_number);
    }
    let inside = moves.keys().filter(|position| table.has(position));
    for position in inside {
        let xor = position
            .iter()
            .zip(&nimbers)
            .fold(0, |xor, (&number, of_number)| xor ^ of_number[number as usize]);
        if (table.value)(position, Kind::Nimber) != Some(xor) {
            return None;
        }
    }
    let parts = (0..count)
        .map(|place| one_number(place, count, source, bounds))
        .collect();
    let evidence = Evidence::ProvedIf {
        rule: "a move lowers one number, and its result does not depend on the others".to_owned(),
        theorem: "Such a position is a sum of games of one number, and its nimber is the xor of their nimbers"
            .to_owned(),
        seen: seen(moves.len(), compared, up_to),
    };
    Some((evidence, parts))
}

/// The moves of one number with zeros for the others.
struct Alone<'a> {
    place: usize,
    count: usize,
    source: &'a mut dyn MovesOf<Vec<u64>>,
}

impl MovesOf for Alone<'_> {
    fn moves_of(&mut self, numbers: &[u64], most_moves: usize, budget: usize) -> Rc<[Moves]> {
        let position = |&number: &u64| alone(self.count, self.place, number);
        let positions: Vec<Vec<u64>> = numbers.iter().map(position).collect();
        let place = self.place;
        let of = |moves: &Moves| match moves {
            Moves::TooMany | Moves::Elsewhere => moves.clone(),
            Moves::To(to, stuck) => {
                let is_alone = |to: &Vec<u64>| {
                    to.iter()
                        .enumerate()
                        .all(|(other, &number)| other == place || number == 0)
                };
                if to.iter().all(is_alone) {
                    Moves::To(to.iter().map(|to| vec![to[place]]).collect(), *stuck)
                } else {
                    Moves::Elsewhere
                }
            }
        };
        let moves = self.source.moves_of(&positions, most_moves, budget);
        moves.iter().map(of).collect()
    }

    fn named(&self) -> Vec<u64> {
        self.source.named()
    }
}

/// Investigates the game of one number with zeros for the others, from a table of its own.
///
/// The numbers share the moves that the comparison of the rule leaves.
fn one_number(place: usize, count: usize, source: &mut dyn MovesOf<Vec<u64>>, bounds: Bounds) -> Option<Finding> {
    /// The count of numbers in the table.
    const NUMBERS: u64 = 300;
    let mut alone = Alone { place, count, source };
    let numbers: Vec<u64> = (0..=NUMBERS.min(bounds.up_to)).collect();
    let told = MovesOf::<u64>::moves_of(&mut alone, &numbers, bounds.moves / 20, bounds.moves / 4);
    let (mut values, mut moves): (Vec<u64>, Vec<Vec<Vec<u64>>>) = (Vec::new(), Vec::new());
    for of_number in &*told {
        let Moves::To(to, 0) = of_number else { break };
        let options: Option<BTreeSet<u64>> = to.iter().map(|heaps| values.get(heaps[0] as usize).copied()).collect();
        let Some(options) = options else { break };
        values.push((0..).find(|nimber| !options.contains(nimber)).unwrap_or(0));
        moves.push(to.clone());
    }
    let rule = theorem::recognise(0, &moves);
    let known = Known {
        rule: rule.as_ref(),
        source: Some(&mut alone),
        ..Known::default()
    };
    let table = Values {
        first: 0,
        values: &values,
        kind: Kind::Nimber,
    };
    let bounds = Bounds {
        moves: (bounds.moves - bounds.moves / 4) / count,
        ..bounds
    };
    super::investigate(table, known, bounds).found
}

/// A rule of several numbers with a theorem about it.
enum Rule {
    /// The amounts from both numbers differ by less than this (Wythoff 1907 for 1, Fraenkel 1982).
    Wythoff(u64),
    /// The steps, with the moduli of the claim. The module's page has the proof.
    Steps(Steps, Vec<u64>),
}

impl Rule {
    /// Returns whether these are the moves of a position by the rule.
    fn gives(&self, position: &[u64], moves: &[Vec<u64>]) -> bool {
        let moves: BTreeSet<&[u64]> = moves.iter().map(|to| &to[..]).collect();
        let expected: BTreeSet<Vec<u64>> = match (self, position) {
            (Rule::Steps(steps, _), _) => steps.from(position).collect(),
            (&Rule::Wythoff(t), &[a, b]) => {
                // Each move is read only once, because there are many.
                if (moves.len() as u64) < a + b {
                    return false;
                }
                let with = |from_a: u64| {
                    (from_a + t - 1)
                        .min(b)
                        .saturating_sub((from_a + 1).saturating_sub(t).max(1) - 1)
                };
                let from_both: u64 = (1..=a.min(b.saturating_add(t))).map(with).sum();
                if moves.len() as u64 != a + b + from_both {
                    return false;
                }
                return moves.iter().all(|to| {
                    let (x, y) = (to[0], to[1]);
                    x <= a && y <= b && (x == a || y == b || (a - x).abs_diff(b - y) < t)
                });
            }
            (Rule::Wythoff(_), _) => return false,
        };
        moves.len() == expected.len() && expected.iter().all(|to| moves.contains(&to[..]))
    }

    /// Computes the values in another way and compares them with the claim. `None` if they differ.
    fn recheck(&self, kind: Kind, claim: &TupleClaim, table: &Table<'_>) -> Option<()> {
        match self {
            &Rule::Wythoff(t) => {
                // The k-th pair: the least number in no earlier pair, and t k more.
                let end = table.last.iter().copied().max()?;
                let mut used = BTreeSet::new();
                let mut pairs = BTreeSet::new();
                for k in 0.. {
                    let lower = (0..).find(|number| !used.contains(number))?;
                    if lower > end {
                        break;
                    }
                    used.extend([lower, lower + t * k]);
                    pairs.extend([[lower, lower + t * k], [lower + t * k, lower]]);
                }
                let all = (0..=table.last[0]).flat_map(|a| (0..=table.last[1]).map(move |b| [a, b]));
                let mut differs = all.filter(|pair| claim.value(pair) != Some(u64::from(!pairs.contains(pair))));
                differs.next().is_none().then_some(())
            }
            Rule::Steps(steps, moduli) => steps.recheck(kind, claim, moduli),
        }
    }

    /// Returns the rule and the theorem in words.
    fn words(&self) -> (String, String) {
        match self {
            Rule::Wythoff(1) => (
                "a move takes any amount from one number, or the same amount from both".to_owned(),
                "This is Wythoff's game, and his theorem gives the lost positions".to_owned(),
            ),
            Rule::Wythoff(t) => (
                format!("a move takes any amount from one number, or amounts that differ by less than {t} from both"),
                "This is Fraenkel's generalisation of Wythoff's game, and his theorem gives the lost positions"
                    .to_owned(),
            ),
            Rule::Steps(steps, moduli) => {
                let each: Vec<String> = steps
                    .steps
                    .iter()
                    .map(|step| {
                        let numbers: Vec<String> = step.iter().map(|by| (-by).to_string()).collect();
                        format!("({})", numbers.join(", "))
                    })
                    .collect();
                let below = shown(&steps.box_of(moduli));
                (
                    format!(
                        "a move is one of the steps {} that leaves no number below 0",
                        each.join(", ")
                    ),
                    format!("For that rule, values by remainders that hold below {below} hold everywhere"),
                )
            }
        }
    }
}

/// Fixed steps: the amounts that each takes from the numbers.
struct Steps {
    steps: Vec<Vec<i64>>,
    /// The most that a step takes from each number.
    longest: Vec<u64>,
}

impl Steps {
    /// Returns the steps behind the moves of a table.
    ///
    /// `None` if they are too many or too long, or if no measure falls with all of them.
    fn read(table: &Table<'_>, moves: &BTreeMap<Vec<u64>, Vec<Vec<u64>>>) -> Option<Steps> {
        const MOST: usize = 32;
        let mut steps: BTreeSet<Vec<i64>> = BTreeSet::new();
        for (position, to) in moves {
            for to in to {
                let by = position.iter().zip(to).map(|(&from, &to)| from as i64 - to as i64);
                steps.insert(by.collect());
            }
            if steps.len() > MOST {
                return None;
            }
        }
        let least = table.last.iter().copied().min()?;
        let is_short = |step: &Vec<i64>| step.iter().all(|by| by.unsigned_abs() <= least / 3);
        // From one origin, all steps can be compared.
        let origin = vec![1_u64 << 32; table.last.len()];
        let after = |step: &Vec<i64>| -> Vec<u64> {
            let numbers = origin.iter().zip(step);
            numbers.map(|(&from, &by)| from.saturating_add_signed(-by)).collect()
        };
        let measures = steps
            .iter()
            .fold(MEASURES, |measures, step| measures & falling(&origin, &after(step)));
        // The order by size does not depend on differences alone.
        if steps.is_empty() || !steps.iter().all(is_short) || measures & 0b0111 == 0 {
            return None;
        }
        let longest = (0..table.last.len())
            .map(|place| steps.iter().map(|step| step[place].max(0) as u64).max().unwrap_or(0))
            .collect();
        Some(Steps {
            steps: steps.into_iter().collect(),
            longest,
        })
    }

    /// Returns the positions after the steps from a position.
    fn from<'a>(&'a self, position: &'a [u64]) -> impl Iterator<Item = Vec<u64>> + 'a {
        self.steps.iter().filter_map(move |step| {
            let numbers = position.iter().zip(step);
            numbers.map(|(&from, &by)| from.checked_add_signed(-by)).collect()
        })
    }

    /// Returns the bounds below which all different positions lie.
    fn box_of(&self, moduli: &[u64]) -> Vec<u64> {
        self.longest
            .iter()
            .zip(moduli)
            .map(|(longest, modulus)| longest + modulus)
            .collect()
    }

    /// Makes the induction step at all different positions. `None` if it fails at one, or if there are too many.
    fn carry(&self, kind: Kind, claim: &TupleClaim, moduli: &[u64]) -> Option<()> {
        const MOST: u64 = 100_000;
        let sides = self.box_of(moduli);
        let size = sides.iter().try_fold(1_u64, |size, &side| size.checked_mul(side))?;
        if size > MOST {
            return None;
        }
        for position in sides.iter().map(|&side| 0..side).multi_cartesian_product() {
            let values: Option<BTreeSet<u64>> = self.from(&position).map(|to| claim.value(&to)).collect();
            let values = values?;
            let follows = if values.is_empty() { 0 } else { expected(kind, &values) };
            if claim.value(&position) != Some(follows) {
                return None;
            }
        }
        Some(())
    }

    /// Plays out all positions below twice the moduli and compares. It shares nothing with [`carry`](Steps::carry).
    fn recheck(&self, kind: Kind, claim: &TupleClaim, moduli: &[u64]) -> Option<()> {
        const MOST: usize = 200_000;
        let mut known: BTreeMap<Vec<u64>, u64> = BTreeMap::new();
        let top: Vec<u64> = self
            .longest
            .iter()
            .zip(moduli)
            .map(|(longest, modulus)| longest + 2 * modulus)
            .collect();
        let mut open = vec![top];
        while let Some(position) = open.last().cloned() {
            let options: Vec<Vec<u64>> = self.from(&position).collect();
            let missing: Vec<Vec<u64>> = options.iter().filter(|to| !known.contains_key(*to)).cloned().collect();
            if !missing.is_empty() {
                open.extend(missing);
                if open.len() + known.len() > MOST {
                    return None;
                }
                continue;
            }
            let values: Vec<u64> = options.iter().map(|to| known[to]).collect();
            let value = match kind {
                Kind::Nimber => (0..=values.len() as u64).find(|nimber| !values.contains(nimber))?,
                Kind::Outcome => u64::from(values.contains(&0)),
            };
            if claim.value(&position) != Some(value) {
                return None;
            }
            known.insert(position, value);
            open.pop();
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nim, which counts the moves that it is asked for.
    #[derive(Default)]
    struct Heaps {
        spent: usize,
    }

    fn options(position: &[u64]) -> Vec<Vec<u64>> {
        let lower = |place: usize| {
            (0..position[place]).map(move |number| {
                let mut to = position.to_vec();
                to[place] = number;
                to
            })
        };
        (0..position.len()).flat_map(lower).collect()
    }

    impl MovesOf<Vec<u64>> for Heaps {
        fn moves_of(&mut self, positions: &[Vec<u64>], most_moves: usize, budget: usize) -> Rc<[Moves]> {
            let mut spent = 0;
            let mut told = Vec::new();
            for position in positions {
                if spent > budget {
                    break;
                }
                let count = position.iter().sum::<u64>() as usize;
                spent += count.min(most_moves) + 1;
                told.push(if count > most_moves {
                    Moves::TooMany
                } else {
                    Moves::To(options(position), 0)
                });
            }
            self.spent += spent;
            told.into()
        }
    }

    /// However many numbers a sum has, its questions cost about the same, and each number has its pattern.
    #[test]
    fn the_numbers_of_a_sum_share_the_moves() {
        let bounds = Bounds {
            up_to: 1_000_000_000,
            named_to: 1_000_000_000,
            moves: 800_000,
        };
        for count in [2, 4] {
            let last = vec![2; count];
            let cells = last.iter().map(|&last| 0..=last).multi_cartesian_product();
            let moves = cells.map(|position| (position.clone(), options(&position))).collect();
            let xor = |position: &[u64], _| Some(position.iter().fold(0, |xor, number| xor ^ number));
            let table = Table {
                first: vec![0; count],
                last,
                highest: vec![bounds.up_to; count],
                value: &xor,
                moves: Some(&moves),
                stuck: 0,
                is_complete: false,
            };
            let mut heaps = Heaps::default();
            let (_, parts) = prove_sum(&table, &moves, &mut heaps, bounds).unwrap();
            assert!(heaps.spent < bounds.moves * 3 / 2, "{count}: {}", heaps.spent);
            for part in parts {
                let evidence = part.unwrap().evidence;
                assert!(
                    matches!(evidence, Evidence::Step { up_to: 1000.., .. }),
                    "{count}: {evidence}"
                );
            }
        }
    }
}
