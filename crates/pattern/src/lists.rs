//! One claim about positions that are lists of any length, such as heaps.
//!
//! A claim computes an amount from all numbers of a list, for example their xor, and tells the value by it. It must hold
//! at every list of a table, whatever their lengths. Then its induction step is tried beyond: at lists with the numbers
//! and the lengths that the rules name, at longer ones, and at ones with large numbers. As in [`super::step`], a measure
//! must fall with every move. A claim without steps is no finding, because a table of short lists says little about long
//! ones.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools as _;

use super::bits::{Facts, MARGIN, number};
use super::claim::{Claim, Kind};
use super::expr::Atom;
use super::search::{self, find};
use super::step::{Bounds, MEASURES, Moves, MovesOf, Trial, expected, falling, scrambled, special};
use super::{Beyond, Candidate, Evidence, Investigated, Proof, first_standing};

/// The positions and the values of a table of lists.
pub struct Lists<'a> {
    /// The values of all explored lists.
    pub values: &'a BTreeMap<Vec<u64>, u64>,
    /// The meaning of the values.
    pub kind: Kind,
    /// The least and the greatest length of a legal list.
    pub lengths: (u64, u64),
    /// The least and the greatest legal number.
    pub numbers: (u64, u64),
    /// The greatest length whose lists the table has.
    pub longest: u64,
    /// The moves of the explored lists.
    pub moves: &'a BTreeMap<Vec<u64>, Vec<Vec<u64>>>,
}

/// A number that is computed from all numbers of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// The xor of an atom of each number.
    Xor(Atom),
    /// The sum of an atom of each number.
    Sum(Atom),
    /// The count of the numbers.
    Count,
    /// The count of the numbers above 0.
    Positive,
    /// The count of the numbers that equal the smallest.
    Smallest,
    /// The count of the numbers that equal the largest.
    Largest,
    /// The smallest number.
    Least,
    /// The largest number.
    Most,
    /// The count of different numbers.
    Different,
    /// The count of numbers that occur an odd number of times.
    Unpaired,
    /// 0, 1 or 2 if the largest number is less than the sum of the others, equal, or more.
    AgainstRest,
    /// The xor of the numbers at every second place: from the first or the second place on, counted from the end or not.
    EverySecond {
        /// Whether it begins at the second place.
        from_second: bool,
        /// Whether the end of the list comes first.
        from_end: bool,
    },
    /// The xor of the differences between sorted numbers, in pairs from the largest down, each less by this amount. A
    /// smallest number that is left alone is its difference from 0.
    Gaps(u64),
    /// Whether the xor of an atom is above 0 if an atom is above 1. Else 2 for an even count of ones, and 3 for an odd one.
    Misere(Atom),
}

/// How the amount of a list is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As it is.
    Whole,
    /// Whether it is 0.
    IsZero,
    /// Modulo a number.
    Modulo(u64),
}

/// A claim about lists of every length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListClaim {
    /// The nimber is an amount.
    Is(Amount),
    /// The nimber is the xor of the nimbers of the numbers, each of which follows from a claim about one number.
    Each(Claim),
    /// The value follows from an amount.
    Follows {
        /// The amount.
        amount: Amount,
        /// How it is read.
        by: Reading,
        /// The value for each amount that was read.
        cases: BTreeMap<u64, u64>,
    },
}

/// The atoms of a number whose xor or sum a claim may use.
const ATOMS: [Atom; 16] = [
    Atom::N,
    Atom::Mod(2),
    Atom::Mod(3),
    Atom::Mod(4),
    Atom::Mod(5),
    Atom::Mod(6),
    Atom::Mod(7),
    Atom::Mod(8),
    Atom::Mod(9),
    Atom::Div(2),
    Atom::HalfUp,
    Atom::TwoAdic,
    Atom::Bits,
    Atom::Ones,
    Atom::PrimeFactors,
    Atom::DistinctPrimes,
];

/// The greatest modulus of [`Reading::Modulo`].
const MOST_MODULO: u64 = 9;

impl Amount {
    /// Returns every amount of the search.
    fn all() -> Vec<Amount> {
        let plain = [
            Amount::Count,
            Amount::Positive,
            Amount::Smallest,
            Amount::Largest,
            Amount::Least,
            Amount::Most,
            Amount::Different,
            Amount::Unpaired,
            Amount::AgainstRest,
            Amount::Gaps(0),
            Amount::Gaps(1),
        ];
        let second = [false, true].into_iter().cartesian_product([false, true]);
        let second = second.map(|(from_second, from_end)| Amount::EverySecond { from_second, from_end });
        let misere = ATOMS
            .into_iter()
            .filter(|atom| matches!(atom, Atom::N | Atom::Mod(3..)));
        let by_atom = ATOMS
            .into_iter()
            .flat_map(|atom| [Amount::Sum(atom), Amount::Xor(atom)]);
        by_atom
            .chain(plain)
            .chain(second)
            .chain(misere.map(Amount::Misere))
            .collect()
    }

    /// Returns the amount of a list, or `None` if it has none.
    pub fn value(self, list: &[u64]) -> Option<u64> {
        let count = |counts: &dyn Fn(u64) -> bool| list.iter().filter(|&&number| counts(number)).count() as u64;
        let (least, most) = (list.iter().min().copied(), list.iter().max().copied());
        Some(match self {
            Amount::Xor(of) => list.iter().try_fold(0, |xor, &number| Some(xor ^ of.value(number)?))?,
            Amount::Sum(of) => list
                .iter()
                .try_fold(0_u64, |sum, &number| sum.checked_add(of.value(number)?))?,
            Amount::Count => list.len() as u64,
            Amount::Positive => count(&|number| number > 0),
            Amount::Smallest => count(&|number| Some(number) == least),
            Amount::Largest => count(&|number| Some(number) == most),
            Amount::Least => least.unwrap_or(0),
            Amount::Most => most.unwrap_or(0),
            Amount::Different => list.iter().unique().count() as u64,
            Amount::Unpaired => list.iter().counts().values().filter(|times| *times % 2 == 1).count() as u64,
            Amount::AgainstRest => {
                let most = u128::from(most.unwrap_or(0));
                let rest = list.iter().map(|&number| u128::from(number)).sum::<u128>() - most;
                u64::from(most >= rest) + u64::from(most > rest)
            }
            Amount::EverySecond { from_second, from_end } => {
                let at = |place: usize| if from_end { list.len() - 1 - place } else { place };
                let places = (usize::from(from_second)..list.len()).step_by(2);
                places.fold(0, |xor, place| xor ^ list[at(place)])
            }
            Amount::Gaps(by) => {
                let sorted = list.iter().copied().sorted_unstable_by(|a, b| b.cmp(a)).collect_vec();
                let gap = |pair: &[u64]| (pair[0] - pair.get(1).unwrap_or(&0)).checked_sub(by);
                sorted.chunks(2).try_fold(0, |xor, pair| Some(xor ^ gap(pair)?))?
            }
            Amount::Misere(of) => {
                let atoms: Vec<u64> = list.iter().map(|&number| of.value(number)).collect::<Option<_>>()?;
                match atoms.iter().any(|&atom| atom > 1) {
                    true => u64::from(atoms.iter().fold(0, |xor, atom| xor ^ atom) > 0),
                    false => 2 + atoms.iter().sum::<u64>() % 2,
                }
            }
        })
    }

    /// Returns the bits of the choice of the amount.
    fn bits(self) -> u32 {
        /// The bits of the kind of an amount.
        const KIND: u32 = 4;
        match self {
            Amount::Xor(of) | Amount::Sum(of) | Amount::Misere(of) => KIND + of.bits(),
            // Long names come behind short ones.
            Amount::EverySecond { .. } | Amount::Gaps(_) => KIND + 8,
            _ => KIND,
        }
    }

    /// Returns whether the amount has only a few values, which need no other reading.
    fn is_small(self) -> bool {
        matches!(self, Amount::AgainstRest | Amount::Misere(_))
    }

    /// Returns the name for people.
    pub(super) fn name(self) -> String {
        let each = |what: &str, of: Atom| format!("the {what} of {} for each number n", of.words("n"));
        let text = match self {
            Amount::Xor(Atom::N) => "the xor of all numbers",
            Amount::Xor(of) => return each("xor", of),
            Amount::Sum(Atom::N) => "the sum of all numbers",
            Amount::Sum(Atom::Mod(2)) => "the count of odd numbers",
            Amount::Sum(of) => return each("sum", of),
            Amount::Count => "the count of numbers",
            Amount::Positive => "the count of numbers above 0",
            Amount::Smallest => "the count of numbers that equal the smallest",
            Amount::Largest => "the count of numbers that equal the largest",
            Amount::Least => "the smallest number",
            Amount::Most => "the largest number",
            Amount::Different => "the count of different numbers",
            Amount::Unpaired => "the count of numbers that occur an odd number of times",
            Amount::AgainstRest => "the order of the largest number and the sum of the others",
            Amount::EverySecond { from_second, from_end } => {
                let places = if from_second {
                    "2nd, 4th, 6th, ..."
                } else {
                    "1st, 3rd, 5th, ..."
                };
                let end = if from_end { ", counted from the end" } else { "" };
                return format!("the xor of the numbers at the places {places}{end}");
            }
            Amount::Gaps(0) => {
                "the xor of x1 - x2, x3 - x4, ..., for the numbers x1 >= x2 >= ... and a 0 behind an odd count of them"
            }
            Amount::Gaps(by) => {
                return format!(
                    "the xor of x1 - x2 - {by}, x3 - x4 - {by}, ..., for the numbers x1 >= x2 >= ... and a 0 behind an odd \
                     count of them"
                );
            }
            Amount::Misere(_) => "the xor, or the parity of the ones",
        };
        text.to_owned()
    }

    /// Returns the condition that the amount, read so, is one of these, for people.
    fn condition(self, by: Reading, classes: &[u64]) -> String {
        let one_of = |names: &[&str]| {
            let mut named = classes
                .iter()
                .map(|&class| names.get(class as usize).copied().unwrap_or_default());
            named.join(", or ")
        };
        match (self, by) {
            (Amount::AgainstRest, _) => one_of(&[
                "the largest number is less than the sum of the others",
                "the largest number equals the sum of the others",
                "the largest number is more than the sum of the others",
            ]),
            (Amount::Misere(of), _) => {
                let (xor, what) = (
                    Amount::Xor(of).name(),
                    if of == Atom::N { "number" } else { "remainder" },
                );
                let above = format!("a {what} is above 1 and {xor} is");
                let ones = format!("no {what} is above 1 and the count of ones is");
                let [zero, other] = ["0", "not 0"].map(|end| format!("{above} {end}"));
                let [even, odd] = ["even", "odd"].map(|end| format!("{ones} {end}"));
                one_of(&[&zero, &other, &even, &odd])
            }
            (Amount::Unpaired, Reading::IsZero) => one_of(&[
                "some number occurs an odd number of times",
                "every number occurs an even number of times",
            ]),
            (_, Reading::IsZero) => one_of(
                &["not 0", "0"]
                    .map(|end| format!("{} is {end}", self.name()))
                    .each_ref()
                    .map(String::as_str),
            ),
            (_, Reading::Modulo(2)) => one_of(
                &["even", "odd"]
                    .map(|end| format!("{} is {end}", self.name()))
                    .each_ref()
                    .map(String::as_str),
            ),
            (_, Reading::Modulo(q)) => format!("{} modulo {q} is {}", self.name(), classes.iter().join(" or ")),
            (_, Reading::Whole) => format!("{} is {}", self.name(), classes.iter().join(" or ")),
        }
    }
}

impl Reading {
    fn of(self, amount: u64) -> u64 {
        match self {
            Reading::Whole => amount,
            Reading::IsZero => u64::from(amount == 0),
            Reading::Modulo(q) => amount % q,
        }
    }
}

impl ListClaim {
    /// Returns the claimed value of a list, or `None` if the claim says nothing about it.
    pub fn value(&self, list: &[u64]) -> Option<u64> {
        match self {
            ListClaim::Is(amount) => amount.value(list),
            ListClaim::Each(claim) => list.iter().try_fold(0, |xor, &number| Some(xor ^ claim.value(number)?)),
            ListClaim::Follows { amount, by, cases } => cases.get(&by.of(amount.value(list)?)).copied(),
        }
    }

    /// Returns the bits of the claim, as [`super::bits`] counts them.
    fn bits(&self, of_each: &Facts) -> i64 {
        /// The bits of the kind.
        const KIND: u32 = 2;
        match self {
            ListClaim::Is(amount) => i64::from(KIND + amount.bits()),
            ListClaim::Each(claim) => i64::from(KIND) + claim.bits(of_each),
            ListClaim::Follows { amount, by, cases } => {
                let read = match by {
                    Reading::Whole | Reading::IsZero => 2,
                    Reading::Modulo(q) => 1 + number(*q),
                };
                let each: u32 = cases.values().map(|&value| number(value)).sum();
                i64::from(KIND + amount.bits() + read + each)
            }
        }
    }

    /// Returns the claim in words, one idea a line.
    pub fn in_words(&self, kind: Kind) -> Vec<String> {
        const FOR: &str = "for any count of numbers";
        match self {
            ListClaim::Is(amount) => vec![format!("{FOR}, the nimber is {}", amount.name())],
            ListClaim::Each(claim) => {
                let mut lines = vec![format!("{FOR}, the nimber is the xor of g(n) for each number n")];
                lines.extend(claim.words(Kind::Nimber).into_iter().map(|line| format!("  {line}")));
                lines
            }
            ListClaim::Follows { amount, by, cases } => {
                let classes = |wanted: u64| -> Vec<u64> {
                    let of = cases.iter().filter(|(_, value)| **value == wanted);
                    of.map(|(class, _)| *class).collect()
                };
                let condition = |wanted: u64| amount.condition(*by, &classes(wanted));
                if kind == Kind::Outcome {
                    let lost = format!("{FOR}, a position is lost exactly if {}", condition(0));
                    let drawn = (!classes(2).is_empty()).then(|| format!("  drawn exactly if {}", condition(2)));
                    return std::iter::once(lost).chain(drawn).collect();
                }
                let mut lines = vec![format!("{FOR}, the nimber follows from {}", amount.name())];
                let values = cases.values().unique().sorted();
                lines.extend(values.map(|&value| format!("  {value} if {}", condition(value))));
                lines
            }
        }
    }
}

impl Lists<'_> {
    /// Returns the claims that hold on the table, the shortest first.
    fn candidates(&self, source: &mut dyn MovesOf<Vec<u64>>) -> Vec<Candidate<ListClaim>> {
        let facts = Facts::of(self.values.values().copied());
        if self.values.values().all_equal() {
            return Vec::new();
        }
        let lone = if self.kind == Kind::Nimber {
            self.lone(source)
        } else {
            Vec::new()
        };
        let of_each = Facts::of(lone.iter().copied());
        let by_amount = Amount::all().into_iter().filter_map(|amount| self.by_amount(amount));
        let mut claims: Vec<ListClaim> = by_amount.collect();
        // Numbers that are games of their own say more than cases.
        if !claims.iter().any(|claim| matches!(claim, ListClaim::Is(_))) {
            let each = self.by_each(&lone);
            claims = if each.is_empty() { claims } else { each };
        }
        let earned = |claim: ListClaim| {
            let bits = claim.bits(&of_each);
            (facts.all() - bits >= MARGIN).then_some((bits, claim))
        };
        let claims = claims.into_iter().filter_map(earned).sorted_by_key(|(bits, _)| *bits);
        let kind = self.kind;
        claims
            .map(|(bits, claim)| Candidate {
                kind,
                claim,
                earned: facts.all() - bits,
            })
            .collect()
    }

    /// Returns the claim by an amount with the fewest cases that holds on the table.
    fn by_amount(&self, amount: Amount) -> Option<ListClaim> {
        let amounts: Option<Vec<(u64, u64)>> = self
            .values
            .iter()
            .map(|(list, &value)| Some((amount.value(list)?, value)))
            .collect();
        let amounts = amounts?;
        if self.kind == Kind::Nimber && amounts.iter().all(|(amount, value)| amount == value) {
            return Some(ListClaim::Is(amount));
        }
        let moduli = (2..=MOST_MODULO).map(Reading::Modulo);
        let readings = std::iter::once(Reading::IsZero).chain(moduli);
        let small = amount.is_small().then_some(Reading::Whole);
        let mut readings = small.into_iter().chain(readings.filter(|_| small.is_none()));
        readings.find_map(|by| {
            let mut cases = BTreeMap::new();
            let holds = amounts
                .iter()
                .all(|&(amount, value)| *cases.entry(by.of(amount)).or_insert(value) == value);
            holds.then_some(ListClaim::Follows { amount, by, cases })
        })
    }

    /// Returns the least number of the table. Play may go below the least legal one.
    fn least(&self) -> u64 {
        self.values.keys().flatten().copied().fold(self.numbers.0, u64::min)
    }

    /// Returns the nimbers of lists of one number, from the least number on, as far as the moves tell them.
    ///
    /// Beyond the table a nimber follows from the moves if the numbers are independent games. The list is empty if they
    /// are not so in the table.
    fn lone(&self, source: &mut dyn MovesOf<Vec<u64>>) -> Vec<u64> {
        /// The most nimbers, and the most moves that are read for them.
        const MOST: u64 = 300;
        const MOST_MOVES: usize = 50_000;
        let least = self.least();
        let numbers = least..self.numbers.1.saturating_add(1).min(least + MOST);
        let known = numbers
            .clone()
            .map_while(|number| self.values.get(&vec![number]).copied());
        let mut nimbers: Vec<u64> = known.collect();
        let xor = |list: &[u64], nimbers: &[u64]| {
            let mut each = list
                .iter()
                .map(|number| nimbers.get(usize::try_from(number.checked_sub(least)?).ok()?));
            each.try_fold(0, |xor, nimber| Some(xor ^ nimber?))
        };
        let differs = |(list, value): (&Vec<u64>, &u64)| xor(list, &nimbers).is_some_and(|xor| xor != *value);
        if self.values.iter().any(differs) {
            return Vec::new();
        }
        let more: Vec<Vec<u64>> = numbers.skip(nimbers.len()).map(|number| vec![number]).collect();
        for moves in &*source.moves_of(&more, MOST_MOVES / 8, MOST_MOVES) {
            let Moves::To(to, 0) = moves else { break };
            let values: Option<BTreeSet<u64>> = to.iter().map(|list| xor(list, &nimbers)).collect();
            let Some(values) = values else { break };
            nimbers.push(expected(Kind::Nimber, &values));
        }
        nimbers
    }

    /// Returns the claims that the numbers are independent games with these nimbers, from the least number on.
    fn by_each(&self, lone: &[u64]) -> Vec<ListClaim> {
        let table = search::Table {
            first: self.least(),
            values: lone,
            kind: Kind::Nimber,
        };
        let claims = find(table).into_iter().map(|found| ListClaim::Each(found.claim));
        let holds = |claim: &ListClaim| {
            self.values
                .iter()
                .all(|(list, &value)| claim.value(list) == Some(value))
        };
        claims.filter(holds).collect()
    }

    /// Returns whether a list is legal, by its length and its numbers.
    fn allows(&self, list: &[u64]) -> bool {
        let is_within = |(low, high): (u64, u64), number: u64| low <= number && number <= high;
        is_within(self.lengths, list.len() as u64) && list.iter().all(|&number| is_within(self.numbers, number))
    }

    /// Returns the legal lists among these that are not in the table, each once.
    fn beyond(&self, lists: impl IntoIterator<Item = Vec<u64>>) -> Vec<Vec<u64>> {
        let new = |list: &Vec<u64>| !list.is_empty() && self.allows(list) && !self.values.contains_key(list);
        lists.into_iter().filter(new).unique().collect()
    }

    /// Returns a small number, different for each seed.
    fn small(&self, seed: u64) -> u64 {
        /// The count of small numbers.
        const SMALL: u64 = 4;
        self.numbers.0 + scrambled(seed) % (self.numbers.1 - self.numbers.0).saturating_add(1).min(SMALL)
    }

    /// Returns lists of the numbers and the lengths that the rules name, and of their neighbours.
    fn with_named(&self, named: &[u64]) -> Vec<Vec<u64>> {
        /// The greatest length, the others beside the named ones, the count of lists of each, and of lists of one number or of
        /// numbers in equal steps.
        const LONGEST: u64 = 64;
        const LENGTHS: [u64; 7] = [7, 9, 12, 16, 24, 32, LONGEST];
        const EACH: u64 = 12;
        const ALIKE: u64 = 3;
        let near = |&name: &u64| [name, name.saturating_add(1), name.saturating_sub(1)];
        let numbers: Vec<u64> = named.iter().flat_map(near).unique().collect();
        let mut lists = Vec::new();
        for (seed, &number) in (0_u64..).zip(&numbers) {
            for length in 1..=3_u64 {
                let others: Vec<u64> = (1..length).map(|place| self.small(64 * seed + place)).collect();
                let sum = others.iter().sum::<u64>();
                // The sum of the numbers, or a difference, may be named too.
                for one in [number, number.saturating_sub(sum), number.saturating_add(sum)] {
                    for place in 0..length as usize {
                        let mut list = others.clone();
                        list.insert(place, one);
                        lists.push(list);
                    }
                }
                lists.push(vec![number; length as usize]);
            }
        }
        let ends = [self.lengths.1, self.lengths.1.saturating_sub(1)];
        let lengths = numbers.iter().copied().chain(LENGTHS).chain(ends);
        let lengths = lengths.filter(|length| *length <= LONGEST).unique();
        for length in lengths {
            for seed in 0..EACH {
                lists.push(
                    (0..length)
                        .map(|place| self.small(1000 * seed + 31 * length + place))
                        .collect(),
                );
            }
            for step in 1..=ALIKE {
                lists.push(
                    (0..length)
                        .map(|place| self.numbers.0.saturating_add(step * place))
                        .collect(),
                );
            }
            let alike = (0..=ALIKE).map(|plus| self.numbers.0.saturating_add(plus));
            let alike = alike.chain(numbers.iter().copied().filter(|number| *number < LONGEST));
            lists.extend(alike.map(|number| vec![number; length as usize]));
        }
        lists.sort_by_key(|list| list.iter().copied().max());
        self.beyond(lists)
    }

    /// Returns lists of every size: a little longer or larger than those of the table, and far beyond.
    fn far(&self, up_to: u64) -> Vec<Vec<u64>> {
        /// The count of lists of each length, and the greatest length.
        const EACH: u64 = 150;
        const LONGEST: u64 = 8;
        let (low, high) = (self.numbers.0, self.numbers.1.min(up_to));
        let specials = special(low.max(1), high);
        let mut lists = Vec::new();
        for length in 1..=LONGEST {
            for seed in 0..EACH {
                let random = |place: u64| scrambled(seed * 977 + length * 131 + place);
                // The largest number of the list grows with the seed, so that small ones come first.
                let bits = 2 + seed * 38 / EACH;
                let one = |place: u64| low.saturating_add(random(place) % (1 << bits)).min(high);
                let mut list: Vec<u64> = (0..length).map(one).collect();
                match seed % 6 {
                    1 => list[0] = list[1..].iter().fold(0, |xor, number| xor ^ number),
                    2 => list.sort_unstable(),
                    3 => {
                        for place in 1..list.len() {
                            list[place] = list[place - 1]
                                .saturating_add(random(place as u64) % 3)
                                .saturating_sub(1);
                        }
                    }
                    4 => (1..list.len()).for_each(|place| {
                        list[place] = list[place - 1].saturating_add(1 + random(place as u64) % 8);
                    }),
                    5 if !specials.is_empty() => {
                        let place = (seed as usize * specials.len() / EACH as usize).min(specials.len() - 1);
                        list[0] = specials[place];
                        let others = list.iter_mut().enumerate().skip(1);
                        others.for_each(|(place, number)| *number = self.small(random(place as u64)));
                    }
                    _ => {}
                }
                lists.push(list);
            }
        }
        lists.sort_by_key(|list| list.iter().copied().max());
        // The moves that may be read can end at any place, so some of every size come first.
        let (some, others): (Vec<_>, Vec<_>) = lists.into_iter().enumerate().partition(|(place, _)| place % 8 == 0);
        self.beyond(some.into_iter().chain(others).map(|(_, list)| list))
    }
}

/// A trial of a claim about lists in progress.
struct Walk<'a> {
    kind: Kind,
    claim: &'a ListClaim,
    /// The measures that have fallen with every move.
    measures: u8,
    steps: u64,
    /// The lists with a move to a list that the claim says nothing about.
    undecided: u64,
    longest: u64,
    up_to: u64,
    /// Claimed lost lists after moves.
    lost: BTreeSet<Vec<u64>>,
}

impl Walk<'_> {
    /// Returns whether the claim agrees at a list, or `None` if that is unknown.
    fn step(&mut self, list: &[u64], moves: &Moves) -> Option<bool> {
        /// The most lost lists to keep.
        const MOST_LOST: usize = 2000;
        let (Moves::To(moves, stuck), Some(claimed)) = (moves, self.claim.value(list)) else {
            return None;
        };
        let mut values = BTreeSet::new();
        for to in moves {
            self.measures &= falling(list, to);
            let Some(value) = self.claim.value(to) else {
                self.undecided += 1;
                return None;
            };
            if value == 0 && self.lost.len() < MOST_LOST {
                self.lost.insert(to.clone());
            }
            values.insert(value);
        }
        let follows = match (moves.is_empty(), self.kind, stuck) {
            (true, Kind::Nimber, 1..) => return Some(false),
            (true, _, &stuck) => stuck,
            (false, kind, _) => expected(kind, &values),
        };
        self.steps += 1;
        self.longest = self.longest.max(list.len() as u64);
        self.up_to = list.iter().copied().fold(self.up_to, u64::max);
        Some(follows == claimed)
    }
}

/// The lists beyond a table, and their moves.
struct Further<'a, 's> {
    lists: &'a Lists<'a>,
    source: &'a mut (dyn MovesOf<Vec<u64>> + 's),
    bounds: Bounds,
    /// The rounds of lists that every claim is tried at.
    rounds: [Vec<Vec<u64>>; 2],
    /// The length of the longest list of the last trial.
    tried: u64,
}

impl Further<'_, '_> {
    fn walk<'c>(&self, kind: Kind, claim: &'c ListClaim) -> Walk<'c> {
        let explored = self
            .lists
            .moves
            .iter()
            .flat_map(|(from, to)| to.iter().map(move |to| falling(from, to)));
        Walk {
            kind,
            claim,
            measures: explored.fold(MEASURES, |measures, falls| measures & falls),
            steps: 0,
            undecided: 0,
            longest: 0,
            up_to: 0,
            lost: BTreeSet::new(),
        }
    }

    /// Makes the steps at these lists.
    ///
    /// # Errors
    /// Fails with the first list that contradicts the claim.
    fn steps_at(&mut self, walk: &mut Walk<'_>, lists: &[Vec<u64>]) -> Result<(), Vec<u64>> {
        let budget = self.bounds.moves / 4;
        let all_moves = self.source.moves_of(lists, (budget / 8).max(100), budget);
        let mut each = lists.iter().zip(&*all_moves);
        match each.find(|(list, moves)| walk.step(list, moves) == Some(false)) {
            Some((list, _)) => Err(list.clone()),
            None => Ok(()),
        }
    }
}

impl Beyond<ListClaim> for Further<'_, '_> {
    type Position = Vec<u64>;

    fn last(&self) -> Vec<u64> {
        vec![self.lists.longest, self.tried]
    }

    fn is_complete_to(&self) -> Option<Vec<u64>> {
        None
    }

    fn prove(&mut self, _: Kind, _: &ListClaim) -> Option<Proof> {
        None
    }

    fn try_beyond(&mut self, kind: Kind, claim: &ListClaim) -> Trial<Vec<u64>> {
        let mut walk = self.walk(kind, claim);
        for round in self.rounds.clone() {
            if let Err(list) = self.steps_at(&mut walk, &round) {
                return Trial::Contradicted(list);
            }
        }
        let lost = self.lists.beyond(std::mem::take(&mut walk.lost));
        if let Err(list) = self.steps_at(&mut walk, &lost) {
            return Trial::Contradicted(list);
        }
        self.tried = walk.longest;
        // Play must go down, and the moves of most lists must tell about the claim.
        if walk.measures == 0
            || walk.steps <= walk.undecided
            || walk.longest <= self.lists.longest.min(self.lists.lengths.1 - 1)
        {
            return Trial::Impossible;
        }
        Trial::Passed {
            steps: walk.steps,
            dense_to: None,
            up_to: walk.up_to,
        }
    }

    fn agrees_at(&mut self, kind: Kind, claim: &ListClaim, lists: &[Vec<u64>]) -> bool {
        let mut walk = self.walk(kind, claim);
        self.steps_at(&mut walk, lists).is_ok() && walk.steps == lists.len() as u64
    }

    fn play_out(&mut self, _: Kind, _: &ListClaim) -> Result<Vec<u64>, Vec<u64>> {
        Ok(self.last())
    }

    fn is_earned_by_steps(&self, _: &ListClaim, _: u64) -> bool {
        true
    }

    /// A claim without steps is no finding.
    fn is_list(&self, _: &ListClaim) -> bool {
        true
    }
}

/// Returns the shortest claim that holds on a table of lists and passes its induction step beyond.
pub fn investigate(
    lists: &Lists<'_>,
    source: &mut dyn MovesOf<Vec<u64>>,
    bounds: Bounds,
) -> Investigated<ListClaim, Vec<u64>> {
    let candidates = lists.candidates(source);
    if candidates.is_empty() {
        return Investigated::nothing(false);
    }
    let rounds = [lists.with_named(&source.named()), lists.far(bounds.up_to)];
    let mut further = Further {
        lists,
        source,
        bounds,
        rounds,
        tried: 0,
    };
    let mut investigated = first_standing(candidates.into_iter(), &mut further);
    if let Some(found) = &mut investigated.found
        && let Evidence::Step { to, steps, up_to, .. } = &found.evidence
    {
        found.evidence = Evidence::Lists {
            table: (lists.lengths.0, to[0]),
            longest: to[1],
            steps: *steps,
            up_to: *up_to,
        };
    }
    investigated
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    type Rule<'a> = &'a dyn Fn(&[u64]) -> Vec<Vec<u64>>;

    struct Game<'a> {
        rule: Rule<'a>,
        named: &'a [u64],
        stuck: u64,
    }

    impl MovesOf<Vec<u64>> for Game<'_> {
        fn moves_of(&mut self, lists: &[Vec<u64>], most: usize, budget: usize) -> Rc<[Moves]> {
            let mut spent = 0;
            let each = lists.iter().map_while(|list| {
                // Rules here have at most as many moves as the sum, and a few more.
                if list.iter().sum::<u64>() > most as u64 {
                    return (spent <= budget).then_some(Moves::TooMany);
                }
                let moves = (self.rule)(list);
                spent += moves.len() + 1;
                (spent <= budget).then_some(Moves::To(moves, self.stuck))
            });
            each.collect()
        }

        fn named(&self) -> Vec<u64> {
            self.named.to_vec()
        }
    }

    impl Game<'_> {
        fn explore(&self, list: &[u64], kind: Kind, explored: &mut Explored) -> u64 {
            if let Some(&value) = explored.0.get(list) {
                return value;
            }
            let moves = (self.rule)(list);
            let values: BTreeSet<u64> = moves.iter().map(|to| self.explore(to, kind, explored)).collect();
            let value = if moves.is_empty() {
                self.stuck
            } else {
                expected(kind, &values)
            };
            explored.0.insert(list.to_vec(), value);
            explored.1.insert(list.to_vec(), moves);
            value
        }

        /// Returns the first line of the claim and its evidence, or the first refuted list.
        fn said(&self, kind: Kind) -> Result<String, Option<Vec<u64>>> {
            let mut explored = Explored::default();
            for (length, last) in [(1, 40), (2, 10), (3, 6), (4, 3)] {
                for list in (0..length).map(|_| 0..=last).multi_cartesian_product() {
                    self.explore(&list, kind, &mut explored);
                }
            }
            let lists = Lists {
                values: &explored.0,
                kind,
                lengths: (1, u64::MAX),
                numbers: (0, u64::MAX),
                longest: 4,
                moves: &explored.1,
            };
            let bounds = Bounds {
                up_to: 1_000_000_000,
                named_to: u64::MAX,
                moves: 800_000,
            };
            let mut source = Game { ..*self };
            let Investigated { found, refuted, .. } = investigate(&lists, &mut source, bounds);
            let refuted = refuted.first().map(|(_, _, why)| why.position().clone());
            let found = found.ok_or(refuted)?;
            assert!(
                matches!(found.evidence, Evidence::Lists { longest: 8.., .. }),
                "{}",
                found.evidence
            );
            Ok(found.claim.in_words(kind).join("; "))
        }
    }

    #[derive(Default)]
    struct Explored(BTreeMap<Vec<u64>, u64>, BTreeMap<Vec<u64>, Vec<Vec<u64>>>);

    fn of(rule: Rule<'_>, kind: Kind) -> Result<String, Option<Vec<u64>>> {
        Game {
            rule,
            named: &[],
            stuck: 0,
        }
        .said(kind)
    }

    /// Returns the moves that lower one number to another.
    fn lowered(list: &[u64], to: impl Fn(u64) -> Vec<u64>) -> Vec<Vec<u64>> {
        let each = (0..list.len()).flat_map(|place| to(list[place]).into_iter().map(move |to| (place, to)));
        each.map(|(place, to)| {
            let mut list = list.to_vec();
            list[place] = to;
            list
        })
        .collect()
    }

    fn nim(list: &[u64]) -> Vec<Vec<u64>> {
        lowered(list, |n| (0..n).collect())
    }

    #[test]
    fn heaps_of_any_count_have_one_claim() {
        let any = "for any count of numbers, the nimber is";
        assert_eq!(of(&nim, Kind::Nimber).unwrap(), format!("{any} the xor of all numbers"));
        let lost = "for any count of numbers, a position is lost exactly if";
        assert_eq!(
            of(&nim, Kind::Outcome).unwrap(),
            format!("{lost} the xor of all numbers is 0")
        );
        let three = |list: &[u64]| lowered(list, |n| (n.saturating_sub(3)..n).collect());
        assert_eq!(
            of(&three, Kind::Nimber).unwrap(),
            format!("{any} the xor of n mod 4 for each number n")
        );
        let one = |list: &[u64]| lowered(list, |n| (n.saturating_sub(1)..n).collect());
        assert_eq!(
            of(&one, Kind::Outcome).unwrap(),
            format!("{lost} the sum of all numbers is even")
        );
        let some = |list: &[u64]| {
            lowered(list, |n| {
                [1, 3, 4].into_iter().filter_map(|k| n.checked_sub(k)).collect()
            })
        };
        let said = of(&some, Kind::Nimber).unwrap();
        assert!(
            said.starts_with(&format!("{any} the xor of g(n) for each number n;   ")),
            "{said}"
        );
    }

    #[test]
    fn misere_play_is_told_by_xor_and_ones() {
        let misere = Game {
            rule: &nim,
            named: &[],
            stuck: 1,
        };
        let said = misere.said(Kind::Outcome).unwrap();
        let wanted =
            "a number is above 1 and the xor of all numbers is 0, or no number is above 1 and the count of ones is odd";
        assert!(said.ends_with(wanted), "{said}");
        let few = |list: &[u64]| lowered(list, |n| (n.saturating_sub(2)..n).collect());
        let said = Game {
            rule: &few,
            named: &[],
            stuck: 1,
        }
        .said(Kind::Outcome)
        .unwrap();
        assert!(
            said.contains("a remainder is above 1 and the xor of n mod 3 for each number n is 0"),
            "{said}"
        );
    }

    #[test]
    fn numbers_may_vanish_and_join() {
        // Take a whole heap, or join two.
        let whole = |list: &[u64]| {
            let without = |place: usize| [&list[..place], &list[place + 1..]].concat();
            (0..list.len()).map(without).collect_vec()
        };
        let said = of(&whole, Kind::Outcome).unwrap();
        assert!(said.ends_with("the count of numbers is even"), "{said}");
        let stairs = |list: &[u64]| {
            let down = (0..list.len()).flat_map(|place| (1..=list[place]).map(move |k| (place, k)));
            let moved = down.map(|(place, k)| {
                let mut list = list.to_vec();
                list[place] -= k;
                if place > 0 {
                    list[place - 1] += k;
                }
                list
            });
            moved.collect_vec()
        };
        let said = of(&stairs, Kind::Outcome).unwrap();
        assert!(said.contains("at the places 1st, 3rd, 5th, ... is 0"), "{said}");
    }

    /// A rule that changes at a number, a sum or a length that it names escapes a table of short lists.
    #[test]
    fn a_rule_that_changes_where_it_says_is_refuted() {
        let changed = |named: &[u64], ends: &dyn Fn(&[u64]) -> bool| {
            let rule = |list: &[u64]| if ends(list) { Vec::new() } else { nim(list) };
            Game {
                rule: &rule,
                named,
                stuck: 0,
            }
            .said(Kind::Nimber)
        };
        assert!(changed(&[7777], &|list| list.contains(&7777)).is_err());
        assert!(changed(&[500], &|list| list.iter().sum::<u64>() == 500).is_err());
        assert!(changed(&[20, 23], &|list| 20 < list.len() && list.len() < 23).is_err());
        assert!(changed(&[6], &|list| list.len() == 6).is_err());
        assert!(changed(&[3, 10], &|list| list.iter().filter(|&&n| n == 3).count() > 10).is_err());
        assert!(changed(&[7777], &|_| false).is_ok());
    }

    #[test]
    fn play_without_end_and_chance_have_no_claim() {
        let back = |list: &[u64]| vec![list.iter().rev().copied().collect_vec()];
        let game = Game {
            rule: &back,
            named: &[],
            stuck: 0,
        };
        let value = |list: &[u64]| list.iter().fold(0, |xor, number| xor ^ number);
        let lists: Vec<Vec<u64>> = (1..=3)
            .flat_map(|length| (0..length).map(|_| 0..=5).multi_cartesian_product())
            .collect();
        let values = lists.iter().map(|list| (list.clone(), value(list))).collect();
        let moves = lists.iter().map(|list| (list.clone(), back(list))).collect();
        let lists = Lists {
            values: &values,
            kind: Kind::Nimber,
            lengths: (1, u64::MAX),
            numbers: (0, u64::MAX),
            longest: 3,
            moves: &moves,
        };
        let bounds = Bounds {
            up_to: 1000,
            named_to: 1000,
            moves: 10_000,
        };
        assert_eq!(investigate(&lists, &mut Game { ..game }, bounds).found, None);
        let random = |list: &[u64]| {
            let seed = list.iter().fold(7, |seed, number| seed * 31 + number);
            nim(list)
                .into_iter()
                .filter(|to| !scrambled(seed + to.iter().sum::<u64>()).is_multiple_of(3))
                .collect_vec()
        };
        assert!(of(&random, Kind::Nimber).is_err());
        assert!(of(&random, Kind::Outcome).is_err());
    }
}
