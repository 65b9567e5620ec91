//! Patterns of tables of three numbers or more.

use std::collections::{BTreeMap, BTreeSet};

use super::claim::{Claim, Kind, shown};
use super::code::{self, Language};
use super::search::{Table, find};
use super::tuples::TupleClaim;

/// A table of positions of several numbers, each from 0 on.
#[derive(Clone, Debug)]
pub struct Many {
    /// The last value of each number.
    pub last: Vec<u64>,
    /// The values.
    pub values: BTreeMap<Vec<u64>, u64>,
    /// Their meaning.
    pub kind: Kind,
}

/// A number, or several, worked out from some numbers of a position; which ones is told by their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The exclusive or of some.
    Xor(Vec<usize>),
    /// Whether the exclusive or of some is 0.
    XorIsZero(Vec<usize>),
    /// The sum of some modulo a number.
    SumMod(Vec<usize>, u64),
    /// The sum.
    Sum,
    /// The smallest.
    Min,
    /// The largest.
    Max,
    /// The greatest common divisor.
    Gcd,
    /// The number of odd ones.
    Odd,
    /// The number of zeros.
    Zeros,
    /// The number of different ones.
    Different,
    /// Whether there are some above 1, and the parity of the ones.
    Ones,
    /// Each modulo a number.
    Mods(u64),
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The names of the numbers.
pub(super) const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

fn joined(places: &[usize], with: &str) -> String {
    let names: Vec<&str> = places
        .iter()
        .map(|&place| NAMES.get(place).copied().unwrap_or("?"))
        .collect();
    names.join(with)
}

impl Feature {
    /// Returns every feature of so many numbers that a search tries.
    pub fn all(count: usize) -> Vec<Feature> {
        let whole: Vec<usize> = (0..count).collect();
        // Of all first, then of fewer.
        let mut some: Vec<Vec<usize>> = (1_u32..1 << count)
            .map(|bits| (0..count).filter(|place| bits >> place & 1 != 0).collect())
            .collect();
        some.sort_by_key(|places: &Vec<usize>| std::cmp::Reverse(places.len()));
        let mut all = vec![Feature::XorIsZero(whole.clone()), Feature::Xor(whole)];
        all.extend([
            Feature::Zeros,
            Feature::Odd,
            Feature::Different,
            Feature::Ones,
            Feature::Min,
            Feature::Max,
            Feature::Gcd,
            Feature::Sum,
        ]);
        for places in &some {
            all.push(Feature::XorIsZero(places.clone()));
            all.push(Feature::Xor(places.clone()));
            all.extend((2..=9).map(|q| Feature::SumMod(places.clone(), q)));
        }
        all.extend((2..=4).map(Feature::Mods));
        all
    }

    /// Returns the value.
    pub fn value(&self, position: &[u64]) -> Option<Vec<u64>> {
        let xor = |places: &[usize]| places.iter().fold(0, |xor, &place| xor ^ position[place]);
        let sum = |places: &[usize]| {
            places
                .iter()
                .try_fold(0_u64, |sum, &place| sum.checked_add(position[place]))
        };
        let one = |value: u64| Some(vec![value]);
        match self {
            Feature::Xor(places) => one(xor(places)),
            Feature::XorIsZero(places) => one(u64::from(xor(places) == 0)),
            Feature::SumMod(places, q) => one(sum(places)? % q),
            Feature::Sum => one(position
                .iter()
                .try_fold(0_u64, |sum, &number| sum.checked_add(number))?),
            Feature::Min => one(*position.iter().min()?),
            Feature::Max => one(*position.iter().max()?),
            Feature::Gcd => one(position.iter().fold(0, |of, &number| gcd(of, number))),
            Feature::Odd => one(position.iter().filter(|&&number| number % 2 == 1).count() as u64),
            Feature::Zeros => one(position.iter().filter(|&&number| number == 0).count() as u64),
            Feature::Different => one(position.iter().collect::<BTreeSet<_>>().len() as u64),
            Feature::Ones => {
                let ones = position.iter().filter(|&&number| number == 1).count() as u64;
                let zero = position.iter().fold(0, |xor, number| xor ^ number) == 0;
                Some(match position.iter().any(|&number| number > 1) {
                    true => vec![1, u64::from(!zero)],
                    false => vec![0, ones % 2],
                })
            }
            Feature::Mods(q) => Some(position.iter().map(|number| number % q).collect()),
        }
    }

    /// Returns the name for people.
    pub fn words(&self) -> String {
        match self {
            Feature::Xor(places) => joined(places, " xor "),
            Feature::XorIsZero(places) if places.len() == 1 => format!("whether {} = 0", joined(places, "")),
            Feature::XorIsZero(places) => format!("whether {} = 0", joined(places, " xor ")),
            Feature::SumMod(places, q) if places.len() == 1 => format!("{} mod {q}", joined(places, "")),
            Feature::SumMod(places, q) => format!("({}) mod {q}", joined(places, " + ")),
            Feature::Sum => "the sum".to_owned(),
            Feature::Min => "the smallest number".to_owned(),
            Feature::Max => "the largest number".to_owned(),
            Feature::Gcd => "the greatest common divisor".to_owned(),
            Feature::Odd => "how many are odd".to_owned(),
            Feature::Zeros => "how many are 0".to_owned(),
            Feature::Different => "how many different numbers there are".to_owned(),
            Feature::Ones => "the xor where one is above 1, else on how many are 1, modulo 2".to_owned(),
            Feature::Mods(q) => format!("each number mod {q}"),
        }
    }

    fn class(&self, class: &[u64]) -> String {
        match (self, class) {
            (Feature::XorIsZero(_), [0]) => "no".to_owned(),
            (Feature::XorIsZero(_), [1]) => "yes".to_owned(),
            (Feature::Ones, [1, 0]) => "xor 0".to_owned(),
            (Feature::Ones, [1, _]) => "another xor".to_owned(),
            (Feature::Ones, [_, 0]) => "none above 1, an even number of ones".to_owned(),
            (Feature::Ones, _) => "none above 1, an odd number of ones".to_owned(),
            (_, [one]) => one.to_string(),
            (_, several) => {
                let several: Vec<String> = several.iter().map(u64::to_string).collect();
                format!("({})", several.join(", "))
            }
        }
    }
}

/// A claim about several numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ManyClaim {
    /// The exclusive or of a value of each number: they are independent games.
    Independent(Vec<Option<Claim>>),
    /// The value is the feature.
    Is(Feature),
    /// The value follows from a feature.
    Follows {
        /// The feature.
        feature: Feature,
        /// The value by feature.
        cases: BTreeMap<Vec<u64>, u64>,
    },
}

/// The smallest table about which anything is claimed.
const FEWEST_CELLS: usize = 100;

impl Many {
    fn independent(&self) -> Option<ManyClaim> {
        if self.kind != Kind::Nimber {
            return None;
        }
        let count = self.last.len();
        let alone = |place: usize, number: u64| {
            let mut alone = vec![0; count];
            alone[place] = number;
            alone
        };
        let of_number = |place: usize| -> Option<Vec<u64>> {
            let numbers = 0..=self.last[place];
            numbers
                .map(|number| self.values.get(&alone(place, number)).copied())
                .collect()
        };
        let each: Vec<Vec<u64>> = (0..count).map(of_number).collect::<Option<_>>()?;
        let splits = self.values.iter().all(|(position, &value)| {
            let xor = position
                .iter()
                .zip(&each)
                .fold(0, |xor, (&number, of)| xor ^ of[number as usize]);
            value == xor
        });
        let claim = |values: &Vec<u64>| {
            let table = Table {
                first: 0,
                values,
                kind: Kind::Nimber,
            };
            find(table).into_iter().next()
        };
        splits.then(|| ManyClaim::Independent(each.iter().map(claim).collect()))
    }

    fn follows(&self) -> Vec<ManyClaim> {
        let mut values = self.values.values();
        let first = values.next();
        if values.all(|value| Some(value) == first) {
            return Vec::new();
        }
        let mut found: Vec<(usize, ManyClaim)> = Vec::new();
        'features: for feature in Feature::all(self.last.len()) {
            let mut cases: BTreeMap<Vec<u64>, (u64, usize)> = BTreeMap::new();
            for (position, &value) in &self.values {
                let Some(class) = feature.value(position) else {
                    continue 'features;
                };
                let (known, count) = cases.entry(class).or_insert((value, 0));
                *count += 1;
                if *known != value {
                    continue 'features;
                }
            }
            let is_itself = cases.iter().all(|(class, &(value, _))| class[..] == [value]);
            if is_itself && self.kind == Kind::Nimber {
                found.push((0, ManyClaim::Is(feature)));
                continue;
            }
            // More cases, or cases seen once or twice, would be a table in disguise.
            let seldom = cases.values().any(|&(_, count)| count < 3);
            if cases.len() > self.values.len() / 12
                || (seldom && !matches!(feature, Feature::Ones | Feature::Zeros | Feature::XorIsZero(_)))
            {
                continue;
            }
            let cases: BTreeMap<Vec<u64>, u64> = cases.into_iter().map(|(class, (value, _))| (class, value)).collect();
            found.push((cases.len(), ManyClaim::Follows { feature, cases }));
        }
        found.sort_by_key(|(cases, _)| *cases);
        found.into_iter().map(|(_, claim)| claim).collect()
    }

    /// Returns the claims that hold on the whole table: about the values, and, where these are nimbers, about who wins;
    /// the shortest first.
    pub fn candidates(&self) -> [Vec<(Kind, ManyClaim)>; 2] {
        if self.values.len() < FEWEST_CELLS {
            return [Vec::new(), Vec::new()];
        }
        let of_values = self.independent().into_iter().chain(self.follows());
        let of_values = of_values.map(|claim| (self.kind, claim)).collect();
        let outcomes = match self.kind {
            Kind::Outcome => Vec::new(),
            Kind::Nimber => {
                let values = self.values.iter();
                let who = Many {
                    last: self.last.clone(),
                    values: values
                        .map(|(position, &value)| (position.clone(), u64::from(value > 0)))
                        .collect(),
                    kind: Kind::Outcome,
                };
                who.follows().into_iter().map(|claim| (Kind::Outcome, claim)).collect()
            }
        };
        [of_values, outcomes]
    }
}

impl TupleClaim for ManyClaim {
    fn value_of(&self, position: &[u64]) -> Option<u64> {
        match self {
            ManyClaim::Independent(each) => position
                .iter()
                .zip(each)
                .try_fold(0, |xor, (&number, claim)| Some(xor ^ claim.as_ref()?.value(number)?)),
            ManyClaim::Is(feature) => feature.value(position)?.first().copied(),
            ManyClaim::Follows { feature, cases } => cases.get(&feature.value(position)?).copied(),
        }
    }

    fn words(&self, kind: Kind) -> Vec<String> {
        /// More cases are not listed.
        const MOST_LISTED: usize = 16;
        match self {
            ManyClaim::Independent(each) => {
                let zeros = |place: usize| {
                    let numbers = (0..each.len()).map(|other| if other == place { NAMES[place] } else { "0" });
                    format!("g({})", numbers.collect::<Vec<_>>().join(", "))
                };
                let sum: Vec<String> = (0..each.len()).map(zeros).collect();
                let all: Vec<usize> = (0..each.len()).collect();
                vec![format!(
                    "g({}) = {}: the numbers are independent games",
                    joined(&all, ", "),
                    sum.join(" xor ")
                )]
            }
            ManyClaim::Is(feature) => vec![format!("g = {}", feature.words())],
            ManyClaim::Follows { feature, cases } => {
                let what = if kind == Kind::Nimber { "g" } else { "who wins" };
                let mut lines = vec![format!(
                    "{what} depends on {} only ({} cases)",
                    feature.words(),
                    cases.len()
                )];
                for (class, &value) in cases
                    .iter()
                    .filter(|(_, value)| kind == Kind::Nimber || **value != 1)
                    .take(MOST_LISTED)
                {
                    lines.push(format!("  {}: {}", feature.class(class), shown(kind, value)));
                }
                if cases.len() > MOST_LISTED {
                    lines.push("  ...".to_owned());
                }
                lines
            }
        }
    }

    fn function(&self, count: usize, parts: &[Option<&Claim>], language: Language) -> Option<String> {
        code::of_many(self, count, parts, language)
    }

    fn is_sum(&self) -> bool {
        matches!(self, ManyClaim::Independent(_))
    }

    fn moduli(&self, count: usize) -> Option<Vec<u64>> {
        let (ManyClaim::Is(feature) | ManyClaim::Follows { feature, .. }) = self else {
            return None;
        };
        match feature {
            Feature::Mods(q) => Some(vec![*q; count]),
            Feature::SumMod(places, q) => Some(
                (0..count)
                    .map(|place| if places.contains(&place) { *q } else { 1 })
                    .collect(),
            ),
            Feature::Odd => Some(vec![2; count]),
            _ => None,
        }
    }
}
