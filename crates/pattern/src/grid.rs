//! Patterns of tables of two numbers.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::claim::{Claim, Kind, shown};
use super::code::{self, Language};
use super::expr::{Atom, times_phi};
use super::search::{Table, find};
use super::tuples::TupleClaim;

/// A rectangular table: `values[a][b]` for `a` and `b` from 0; `None` where there is no such position.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The rows, all of one length.
    pub values: Vec<Vec<Option<u64>>>,
    /// The meaning of the values.
    pub kind: Kind,
}

/// A number, or two, worked out from two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The exclusive or.
    Xor,
    /// The difference, without its sign.
    Difference,
    /// The sum.
    Sum,
    /// The smaller one.
    Min,
    /// The larger one.
    Max,
    /// The greatest common divisor.
    Gcd,
    /// The sum modulo a number.
    SumMod(u64),
    /// The difference modulo a number.
    DifferenceMod(u64),
    /// The smaller one modulo a number.
    MinMod(u64),
    /// Both modulo two numbers.
    Mods(u64, u64),
    /// An atom of each.
    Both(Atom),
    /// An atom of their greatest common divisor.
    OfGcd(Atom),
    /// An atom of their exclusive or.
    OfXor(Atom),
    /// The quotients of both by their greatest common divisor, modulo 2.
    ReducedParity,
    /// Whether the larger one is more than phi times the smaller, and whether they are equal.
    MoreThanPhi,
    /// Whether they are equal.
    Equal,
    /// Which of them is larger.
    Order,
    /// The first one less the second, or 0 where that is negative.
    FirstMore,
    /// The second one less the first, or 0 where that is negative.
    SecondMore,
    /// The first one modulo the second and 1.
    FirstModNext,
    /// The second one modulo the first and 1.
    SecondModNext,
    /// Whether one is zero, and whether they are equal.
    ZeroOrEqual,
    /// Whether the larger is a power of 2 times the smaller.
    QuotientPower,
    /// Whether they are equal where one is above 1, else how many are 1, modulo 2: Nim whose last mover loses.
    EqualOrOnes,
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Feature {
    /// Returns every feature that a search tries.
    pub fn all() -> Vec<Feature> {
        let mut all = vec![
            Feature::Equal,
            Feature::Order,
            Feature::Xor,
            Feature::Difference,
            Feature::Sum,
            Feature::Min,
            Feature::Max,
            Feature::ZeroOrEqual,
            Feature::MoreThanPhi,
            Feature::Gcd,
            Feature::FirstMore,
            Feature::SecondMore,
            Feature::FirstModNext,
            Feature::SecondModNext,
        ];
        all.extend((2..=12).flat_map(|q| [Feature::SumMod(q), Feature::DifferenceMod(q), Feature::MinMod(q)]));
        all.extend((2..=12).map(|q| Feature::Mods(q, q)));
        all.extend((2..=6).flat_map(|p| (2..=6).filter(move |&q| q != p).map(move |q| Feature::Mods(p, q))));
        let atoms = [Atom::TwoAdic, Atom::Bits, Atom::Ones, Atom::LowBit, Atom::HighBit];
        all.extend(atoms.map(Feature::Both));
        all.extend(atoms.map(Feature::OfXor));
        all.extend(atoms.map(Feature::OfGcd));
        all.extend([Feature::ReducedParity, Feature::QuotientPower, Feature::EqualOrOnes]);
        all
    }

    /// Returns the value; `None` where there is none.
    pub fn value(self, a: u64, b: u64) -> Option<(u64, u64)> {
        let (low, high) = (a.min(b), a.max(b));
        let one = |value: u64| Some((value, 0));
        match self {
            Feature::Xor => one(a ^ b),
            Feature::Difference => one(high - low),
            Feature::Sum => one(a.checked_add(b)?),
            Feature::Min => one(low),
            Feature::Max => one(high),
            Feature::Gcd => one(gcd(a, b)),
            Feature::SumMod(q) => one(a.checked_add(b)? % q),
            Feature::DifferenceMod(q) => one((high - low) % q),
            Feature::MinMod(q) => one(low % q),
            Feature::Mods(p, q) => Some((a % p, b % q)),
            Feature::Both(atom) => Some((atom.value(a)?, atom.value(b)?)),
            Feature::OfGcd(atom) => one(atom.value(gcd(a, b))?),
            Feature::OfXor(atom) => one(atom.value(a ^ b)?),
            Feature::ReducedParity => {
                let of = gcd(a, b).max(1);
                Some((a / of % 2, b / of % 2))
            }
            // high > phi * low; phi is irrational.
            Feature::MoreThanPhi => one(u64::from(high > times_phi(low)) + 2 * u64::from(a == b)),
            Feature::Equal => one(u64::from(a == b)),
            Feature::Order => one(match a.cmp(&b) {
                Ordering::Less => 0,
                Ordering::Equal => 1,
                Ordering::Greater => 2,
            }),
            Feature::FirstMore => one(a.saturating_sub(b)),
            Feature::SecondMore => one(b.saturating_sub(a)),
            Feature::FirstModNext => one(a % b.checked_add(1)?),
            Feature::SecondModNext => one(b % a.checked_add(1)?),
            Feature::ZeroOrEqual => one(u64::from(a == b) + 2 * u64::from(low == 0)),
            Feature::QuotientPower => one(u64::from(
                low > 0 && high.is_multiple_of(low) && (high / low).is_power_of_two(),
            )),
            Feature::EqualOrOnes if high > 1 => one(u64::from(a == b)),
            Feature::EqualOrOnes => one(2 + (low + high) % 2),
        }
    }

    /// Returns whether it is one number that grows without end, so that every number up to its largest is in a table.
    fn grows(self) -> bool {
        matches!(
            self,
            Feature::Difference
                | Feature::Sum
                | Feature::Min
                | Feature::Max
                | Feature::Gcd
                | Feature::Xor
                | Feature::FirstMore
                | Feature::SecondMore
                | Feature::FirstModNext
                | Feature::SecondModNext
        )
    }

    /// Returns the name for people; `a` and `b` are the two numbers.
    pub fn words(self) -> String {
        match self {
            Feature::Xor => "a xor b".to_owned(),
            Feature::Difference => "|a - b|".to_owned(),
            Feature::Sum => "a + b".to_owned(),
            Feature::Min => "min(a, b)".to_owned(),
            Feature::Max => "max(a, b)".to_owned(),
            Feature::Gcd => "gcd(a, b)".to_owned(),
            Feature::SumMod(q) => format!("(a + b) mod {q}"),
            Feature::DifferenceMod(q) => format!("|a - b| mod {q}"),
            Feature::MinMod(q) => format!("min(a, b) mod {q}"),
            Feature::Mods(p, q) => format!("a mod {p} and b mod {q}"),
            Feature::Both(atom) => {
                let (of_a, of_b) = (of(atom, "a"), of(atom, "b"));
                format!("{of_a} and {of_b}")
            }
            Feature::OfGcd(atom) => of(atom, "gcd(a, b)"),
            Feature::OfXor(atom) => of(atom, "a xor b"),
            Feature::ReducedParity => "the parities of a / gcd(a, b) and b / gcd(a, b)".to_owned(),
            Feature::MoreThanPhi => "whether max(a, b) > phi * min(a, b), phi = 1.618..., and whether a = b".to_owned(),
            Feature::Equal => "whether a = b".to_owned(),
            Feature::Order => "which of a and b is larger".to_owned(),
            Feature::FirstMore => "max(a - b, 0)".to_owned(),
            Feature::SecondMore => "max(b - a, 0)".to_owned(),
            Feature::FirstModNext => "a mod (b + 1)".to_owned(),
            Feature::SecondModNext => "b mod (a + 1)".to_owned(),
            Feature::ZeroOrEqual => "whether a = b and whether one is 0".to_owned(),
            Feature::QuotientPower => "whether max(a, b) is min(a, b) times a power of 2".to_owned(),
            Feature::EqualOrOnes => "whether a = b where one is above 1, else on how many are 1, modulo 2".to_owned(),
        }
    }

    /// Returns a value of the feature for people.
    fn class(self, (x, y): (u64, u64)) -> String {
        let named: &[&str] = match self {
            Feature::Equal => &["a and b differ", "a = b"],
            Feature::Order => &["a < b", "a = b", "a > b"],
            Feature::MoreThanPhi => &[
                "a != b and max(a, b) < phi * min(a, b)",
                "max(a, b) > phi * min(a, b)",
                "a = b",
            ],
            Feature::ZeroOrEqual => &["a and b differ, neither is 0", "a = b, not 0", "one is 0", "both are 0"],
            Feature::QuotientPower => &["no power", "a power"],
            Feature::EqualOrOnes => &[
                "a and b differ",
                "a = b",
                "neither above 1, an even number of ones",
                "neither above 1, one of them 1",
            ],
            Feature::Mods(..) | Feature::Both(_) | Feature::ReducedParity => return format!("({x}, {y})"),
            _ => &[],
        };
        named
            .get(x as usize)
            .map_or_else(|| x.to_string(), |name| (*name).to_owned())
    }
}

fn of(atom: Atom, what: &str) -> String {
    let words = atom.to_string();
    let words = words.trim_matches(['(', ')']).split(' ');
    let each: Vec<&str> = words.map(|word| if word == "n" { what } else { word }).collect();
    each.join(" ")
}

/// A claim about two numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridClaim {
    /// The exclusive or of a value of `a` and one of `b`: the two are independent games.
    Independent {
        /// The claim about `g(a, 0)`, where one was found.
        of_a: Option<Claim>,
        /// The claim about `g(0, b)`.
        of_b: Option<Claim>,
    },
    /// The value is the feature.
    Is(Feature),
    /// The value follows from a feature.
    Follows {
        /// The feature.
        feature: Feature,
        /// The value by feature.
        cases: BTreeMap<(u64, u64), u64>,
        /// Whether it holds only where neither number is 0.
        positive: bool,
    },
    /// The value follows from a feature that grows without end, by a claim about it.
    Through {
        /// The feature.
        feature: Feature,
        /// The claim about its values.
        claim: Claim,
    },
    /// The lost pairs are (floor(k alpha), floor(k alpha) + t k), in either order, where alpha is (2 - t + sqrt(t t + 4)) / 2
    /// for this t: phi for 1.
    Wythoff(u64),
}

/// Returns floor(k alpha) exactly, for the alpha of [`GridClaim::Wythoff`].
pub(super) fn times_alpha(k: u64, t: u64) -> Option<u64> {
    let (k, t) = (i128::from(k), i128::from(t));
    let root = (k.checked_mul(k)?.checked_mul(t * t + 4)?).isqrt();
    u64::try_from((k * (2 - t) + root).div_euclid(2)).ok()
}

/// Returns whether two numbers are such a pair.
fn is_wythoff(a: u64, b: u64, t: u64) -> Option<bool> {
    let apart = a.abs_diff(b);
    Some(apart.is_multiple_of(t) && times_alpha(apart / t, t)? == a.min(b))
}

/// The smallest grid about which anything is claimed.
const FEWEST_CELLS: usize = 60;

impl Grid {
    fn cells(&self) -> impl Iterator<Item = (u64, u64, u64)> {
        let rows = self.values.iter().enumerate();
        rows.flat_map(|(a, row)| {
            let cells = row.iter().enumerate();
            cells.filter_map(move |(b, value)| Some((a as u64, b as u64, (*value)?)))
        })
    }

    /// Returns the table of who wins by nimbers; 0 is lost.
    fn outcomes(&self) -> Grid {
        let of = |value: &Option<u64>| value.map(|value| u64::from(value > 0));
        Grid {
            values: self.values.iter().map(|row| row.iter().map(of).collect()).collect(),
            kind: Kind::Outcome,
        }
    }

    fn independent(&self) -> Option<GridClaim> {
        let corner = (*self.values.first()?.first()?)?;
        let of_a: Option<Vec<u64>> = self.values.iter().map(|row| row[0]).collect();
        let of_b: Option<Vec<u64>> = self.values[0].iter().copied().collect();
        let (of_a, of_b) = (of_a?, of_b?);
        let splits = self.kind == Kind::Nimber
            && corner == 0
            && self
                .cells()
                .all(|(a, b, value)| value == of_a[a as usize] ^ of_b[b as usize]);
        splits.then(|| {
            let claim = |values: &[u64]| {
                let table = Table {
                    first: 0,
                    values,
                    kind: Kind::Nimber,
                };
                find(table).into_iter().next()
            };
            GridClaim::Independent {
                of_a: claim(&of_a),
                of_b: claim(&of_b),
            }
        })
    }

    /// Returns what the values follow from: everywhere, or where neither number is 0 if that says it much shorter. The
    /// shortest first.
    fn follows(&self) -> Vec<GridClaim> {
        let cases = |claims: &[GridClaim]| match claims.first() {
            None => usize::MAX,
            Some(GridClaim::Follows { cases, .. }) => cases.len(),
            Some(_) => 1,
        };
        let (everywhere, inside) = (self.follows_where(false), self.follows_where(true));
        match cases(&inside).saturating_mul(4) <= cases(&everywhere) {
            true => [inside, everywhere].concat(),
            false => everywhere,
        }
    }

    fn follows_where(&self, positive: bool) -> Vec<GridClaim> {
        let cells: Vec<(u64, u64, u64)> = self
            .cells()
            .filter(|&(a, b, _)| !positive || (a > 0 && b > 0))
            .collect();
        let constant = cells.windows(2).all(|pair| pair[0].2 == pair[1].2);
        if cells.len() < FEWEST_CELLS || constant {
            return Vec::new();
        }
        // Of the features that fit, those with the fewest cases first.
        let mut found: Vec<(usize, GridClaim)> = Vec::new();
        'features: for feature in Feature::all() {
            let mut cases: BTreeMap<(u64, u64), (u64, usize)> = BTreeMap::new();
            for &(a, b, value) in &cells {
                let Some(class) = feature.value(a, b) else {
                    continue 'features;
                };
                let (known, count) = cases.entry(class).or_insert((value, 0));
                *count += 1;
                if *known != value {
                    continue 'features;
                }
            }
            // More cases would be a table in disguise.
            if cases.len() > cells.len() / 8 {
                continue;
            }
            let is_itself = cases.iter().all(|(&(x, y), &(value, _))| y == 0 && value == x);
            if is_itself && !positive && self.kind == Kind::Nimber {
                found.push((0, GridClaim::Is(feature)));
                continue;
            }
            if let (true, false) = (feature.grows(), positive) {
                found.extend(self.through(feature, &cases));
            }
            let small = match feature {
                // These grow with the table, so each case must have been seen often enough.
                Feature::Mods(..) | Feature::SumMod(_) | Feature::DifferenceMod(_) => {
                    cases.values().all(|&(_, count)| count >= 4)
                }
                _ => true,
            };
            if small {
                let count = cases.len();
                let cases = cases.into_iter().map(|(class, (value, _))| (class, value)).collect();
                let claim = GridClaim::Follows {
                    feature,
                    cases,
                    positive,
                };
                found.push((count, claim));
            }
        }
        found.sort_by_key(|(cases, _)| *cases);
        found.into_iter().map(|(_, claim)| claim).collect()
    }

    /// Returns a claim about the values of a feature, where the table shows all of them up to some number. Claims of a few
    /// cases go before it.
    fn through(&self, feature: Feature, cases: &BTreeMap<(u64, u64), (u64, usize)>) -> Option<(usize, GridClaim)> {
        const BEHIND_CASES: usize = 14;
        let first = cases.keys().next()?.0;
        let values: Vec<u64> = (first..)
            .zip(cases)
            .take_while(|&(place, (&class, _))| class == (place, 0))
            .map(|(_, (_, &(value, _)))| value)
            .collect();
        let table = Table {
            first,
            values: &values,
            kind: self.kind,
        };
        let is_whole = values.len() == cases.len();
        let claim = find(table).into_iter().find(|claim| claim.holds_on(first, &values))?;
        is_whole.then_some((BEHIND_CASES, GridClaim::Through { feature, claim }))
    }

    fn wythoff(&self) -> Option<GridClaim> {
        const MOST_APART: u64 = 5;
        let lost = self.cells().filter(|cell| cell.2 == 0).count();
        if lost < 8 || self.cells().any(|(_, _, value)| value > 1) {
            return None;
        }
        let fits = |t: &u64| {
            self.cells()
                .all(|(a, b, value)| is_wythoff(a, b, *t) == Some(value == 0))
        };
        (1..=MOST_APART).find(fits).map(GridClaim::Wythoff)
    }

    /// Returns the claims that hold on the whole grid: about the values, and, where these are nimbers, about who wins; the
    /// shortest first.
    pub fn candidates(&self) -> [Vec<(Kind, GridClaim)>; 2] {
        if self.cells().count() < FEWEST_CELLS {
            return [Vec::new(), Vec::new()];
        }
        // Draws are a third value.
        let who = match self.kind {
            Kind::Nimber => self.outcomes(),
            Kind::Outcome => self.clone(),
        };
        let about = |kind: Kind, claims: Vec<GridClaim>| claims.into_iter().map(|claim| (kind, claim)).collect();
        match self.kind {
            Kind::Nimber => {
                let of_values = self.independent().into_iter().chain(self.follows()).collect();
                let of_who = who.wythoff().into_iter().chain(who.follows()).collect();
                [about(Kind::Nimber, of_values), about(Kind::Outcome, of_who)]
            }
            Kind::Outcome => {
                let of_who = self.follows().into_iter().chain(who.wythoff()).collect();
                [about(Kind::Outcome, of_who), Vec::new()]
            }
        }
    }

    /// Returns the first of the claims that hold on the whole grid.
    pub fn find(&self) -> Option<(Kind, GridClaim)> {
        self.candidates().into_iter().flatten().next()
    }
}

impl GridClaim {
    /// Returns the claimed value; `None` where the claim says nothing.
    pub fn value(&self, a: u64, b: u64) -> Option<u64> {
        match self {
            GridClaim::Independent { of_a, of_b } => Some(of_a.as_ref()?.value(a)? ^ of_b.as_ref()?.value(b)?),
            GridClaim::Is(feature) => feature.value(a, b).map(|(value, _)| value),
            GridClaim::Follows {
                feature,
                cases,
                positive,
            } => match *positive && (a == 0 || b == 0) {
                true => None,
                false => cases.get(&feature.value(a, b)?).copied(),
            },
            GridClaim::Through { feature, claim } => claim.value(feature.value(a, b)?.0),
            GridClaim::Wythoff(t) => Some(u64::from(!is_wythoff(a, b, *t)?)),
        }
    }
}

impl TupleClaim for GridClaim {
    fn value_of(&self, position: &[u64]) -> Option<u64> {
        match position {
            &[a, b] => self.value(a, b),
            _ => None,
        }
    }

    /// One idea a line; `a` and `b` are the two numbers.
    fn words(&self, kind: Kind) -> Vec<String> {
        match self {
            GridClaim::Independent { of_a, of_b } => {
                let mut lines = vec!["g(a, b) = g(a, 0) xor g(0, b): the two numbers are independent games".to_owned()];
                for (name, claim) in [("g(n, 0)", of_a), ("g(0, n)", of_b)] {
                    match claim {
                        Some(claim) => {
                            let words = claim.words(Kind::Nimber);
                            lines.extend(words.iter().map(|line| format!("  {}", line.replacen("g(n)", name, 1))));
                        }
                        None => lines.push(format!("  {name}: no pattern found")),
                    }
                }
                lines
            }
            GridClaim::Is(feature) => vec![format!("g(a, b) = {}", feature.words())],
            GridClaim::Follows {
                feature,
                cases,
                positive,
            } => {
                /// More cases are not listed.
                const MOST_LISTED: usize = 16;
                let what = if kind == Kind::Nimber { "g(a, b)" } else { "who wins" };
                let when = if *positive { ", where neither is 0" } else { "" };
                let mut lines = vec![format!(
                    "{what} depends on {} only{when} ({} cases)",
                    feature.words(),
                    cases.len()
                )];
                if kind == Kind::Outcome {
                    for value in [0, 2] {
                        let alike = cases.iter().filter(|(_, of_class)| **of_class == value);
                        let alike: Vec<String> = alike.map(|(&class, _)| feature.class(class)).collect();
                        let more = if alike.len() > MOST_LISTED { ", ..." } else { "" };
                        if !alike.is_empty() {
                            let listed = alike[..alike.len().min(MOST_LISTED)].join(", ");
                            lines.push(format!("  {}: {listed}{more}", shown(kind, value)));
                        }
                    }
                    return lines;
                }
                for (&class, &value) in cases.iter().take(MOST_LISTED) {
                    lines.push(format!("  {}: {}", feature.class(class), shown(kind, value)));
                }
                if cases.len() > MOST_LISTED {
                    lines.push("  ...".to_owned());
                }
                lines
            }
            GridClaim::Through { feature, claim } => {
                let what = if kind == Kind::Nimber { "g(a, b)" } else { "who wins" };
                let mut lines = vec![format!("{what} depends on n = {} only", feature.words())];
                lines.extend(claim.words(kind).into_iter().map(|line| format!("  {line}")));
                lines
            }
            GridClaim::Wythoff(1) => {
                vec!["lost are exactly the pairs floor(k * phi), floor(k * phi) + k, phi = 1.618...".to_owned()]
            }
            GridClaim::Wythoff(t) => {
                let root = t * t + 4;
                let alpha = (2.0 - *t as f64 + (root as f64).sqrt()) / 2.0;
                vec![format!(
                    "lost are exactly the pairs floor(k * alpha), floor(k * alpha) + {t} * k, alpha = (2 - {t} + \
                     sqrt({root})) / 2 = {alpha:.3}..."
                )]
            }
        }
    }

    fn function(&self, _: usize, parts: &[Option<&Claim>], language: Language) -> Option<String> {
        code::of_grid(self, parts, language)
    }

    fn is_sum(&self) -> bool {
        matches!(self, GridClaim::Independent { .. })
    }

    fn moduli(&self, _: usize) -> Option<Vec<u64>> {
        let feature = match self {
            GridClaim::Is(feature) => feature,
            GridClaim::Follows {
                feature,
                positive: false,
                ..
            } => feature,
            _ => return None,
        };
        match feature {
            Feature::Mods(p, q) => Some(vec![*p, *q]),
            Feature::SumMod(q) => Some(vec![*q, *q]),
            _ => None,
        }
    }

    fn wythoff(&self) -> Option<u64> {
        match self {
            GridClaim::Wythoff(t) => Some(*t),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the nimbers of a game of two numbers below 31.
    fn nimbers(moves: impl Fn(u64, u64) -> Vec<(u64, u64)>) -> Grid {
        const SIZE: u64 = 31;
        let mut values = vec![vec![None; SIZE as usize]; SIZE as usize];
        for sum in 0..2 * SIZE {
            for a in 0..=sum {
                let b = sum - a;
                if a >= SIZE || b >= SIZE {
                    continue;
                }
                let options: Vec<u64> = moves(a, b)
                    .into_iter()
                    .filter_map(|(x, y): (u64, u64)| values[x as usize][y as usize])
                    .collect();
                values[a as usize][b as usize] = (0..).find(|nimber| !options.contains(nimber));
            }
        }
        Grid {
            values,
            kind: Kind::Nimber,
        }
    }

    fn rook(a: u64, b: u64, most: u64) -> Vec<(u64, u64)> {
        let left = (a.saturating_sub(most)..a).map(|x| (x, b));
        left.chain((b.saturating_sub(most)..b).map(|y| (a, y))).collect()
    }

    #[test]
    fn values_that_follow_from_a_growing_number_are_claimed_of_all_numbers() {
        let words = |grid: Grid| {
            grid.find()
                .map(|(kind, claim)| (claim.words(kind).join(";"), claim))
                .unwrap()
        };
        // Take 2 k of one heap and put k to the other.
        let is_won = |a: u64, b: u64| Some(u64::from(a.abs_diff(b) > 1));
        let grid = Grid {
            values: (0..21).map(|a| (0..21).map(|b| is_won(a, b)).collect()).collect(),
            kind: Kind::Outcome,
        };
        let (said, claim) = words(grid);
        assert!(
            said.starts_with("who wins depends on n = |a - b| only;  all n are won, from n = 2 on"),
            "{said}"
        );
        assert_eq!(
            [(1, 2), (1, 3), (500, 900)].map(|(a, b)| claim.value(a, b)),
            [Some(0), Some(1), Some(1)]
        );
        let half = |a: u64, b: u64| (0..(a + b) / 2).map(|half| (half, half)).collect();
        let (said, claim) = words(nimbers(half));
        assert_eq!(said, "g(a, b) depends on n = a + b only;  g(n) = n div 2");
        assert_eq!(claim.value(1000, 1), Some(500));
        // Take at most as many as the second number says.
        let bash = |a: u64, b: u64| (1..=a.min(b)).map(|k| (a - k, b)).collect();
        assert_eq!(words(nimbers(bash)).0, "g(a, b) = a mod (b + 1)");
    }

    #[test]
    fn games_of_two_heaps_have_their_known_patterns() {
        let first = |grid: Grid| grid.find().map(|(kind, claim)| claim.words(kind)[0].clone());
        let independent = "g(a, b) = g(a, 0) xor g(0, b): the two numbers are independent games";
        assert_eq!(first(nimbers(|a, b| rook(a, b, 99))).unwrap(), independent);
        assert_eq!(first(nimbers(|a, b| rook(a, b, 3))).unwrap(), independent);
        let queen = |a: u64, b: u64| {
            let mut moves = rook(a, b, 99);
            moves.extend((1..=a.min(b)).map(|k| (a - k, b - k)));
            moves
        };
        let wythoff = "lost are exactly the pairs floor(k * phi), floor(k * phi) + k, phi = 1.618...";
        assert_eq!(first(nimbers(queen)).unwrap(), wythoff);
        let king = |a: u64, b: u64| {
            let steps = [(1, 0), (0, 1), (1, 1)];
            steps
                .iter()
                .filter_map(|&(x, y)| Some((a.checked_sub(x)?, b.checked_sub(y)?)))
                .collect()
        };
        assert_eq!(
            first(nimbers(king)).unwrap(),
            "who wins depends on a mod 2 and b mod 2 only (4 cases)"
        );
        let euclid = |a: u64, b: u64| -> Vec<(u64, u64)> {
            match (a, b) {
                (0, _) | (_, 0) => Vec::new(),
                (a, b) if a >= b => (1..=a / b).map(|k| (a - k * b, b)).collect(),
                (a, b) => (1..=b / a).map(|k| (a, b - k * a)).collect(),
            }
        };
        let found = first(nimbers(euclid)).unwrap();
        assert!(found.contains("phi"), "{found}");
        let split = |a: u64, b: u64| -> Vec<(u64, u64)> {
            (1..b).map(|x| (x, b - x)).chain((1..a).map(|x| (x, a - x))).collect()
        };
        let found = first(nimbers(split)).unwrap();
        assert!(
            found.starts_with("g(a, b) depends on") || found.starts_with("who wins depends on"),
            "{found}"
        );
    }

    #[test]
    fn which_number_is_larger_may_decide() {
        let first = |value: &dyn Fn(u64, u64) -> u64, kind: Kind| {
            let row = |a: u64| (0..21).map(|b| Some(value(a, b))).collect();
            let values = (0..21).map(row).collect();
            let found = Grid { values, kind }.find();
            found.map(|(kind, claim)| claim.words(kind))
        };
        let more = first(&|a, b| b.saturating_sub(a), Kind::Nimber);
        assert_eq!(more.unwrap(), ["g(a, b) = max(b - a, 0)"]);
        let larger = first(&|a, b| u64::from(a < b), Kind::Outcome);
        assert_eq!(
            larger.unwrap(),
            [
                "who wins depends on which of a and b is larger only (3 cases)",
                "  lost: a = b, a > b"
            ]
        );
        // Cuts of a strip of paper: the parities decide, but for strips without length.
        let paper = first(
            &|a, b| match (a, b) {
                (0, n) | (n, 0) => u64::from(n > 0 && n % 2 == 0),
                _ => u64::from(a % 2 == 0 || b % 2 == 0),
            },
            Kind::Outcome,
        );
        assert_eq!(
            paper.unwrap(),
            [
                "who wins depends on a mod 2 and b mod 2 only, where neither is 0 (4 cases)",
                "  lost: (1, 1)"
            ]
        );
    }

    /// A draw is no win.
    #[test]
    fn draws_are_a_value_of_their_own() {
        let value = |a: u64, b: u64| match (a % 3, b % 3) {
            (0, 0) => 0,
            (1, _) => 2,
            _ => 1,
        };
        let row = |a: u64| (0..21).map(|b| Some(value(a, b))).collect();
        let mut grid = Grid {
            values: (0..21).map(row).collect(),
            kind: Kind::Outcome,
        };
        let (kind, claim) = grid.find().unwrap();
        assert_eq!(
            claim.words(kind),
            [
                "who wins depends on a mod 3 and b mod 3 only (9 cases)",
                "  lost: (0, 0)",
                "  drawn: (1, 0), (1, 1), (1, 2)"
            ]
        );
        // Won and drawn alike would be a claim of a mod 3 and b mod 3.
        grid.values[16][16] = Some(1);
        assert_eq!(grid.find(), None);
    }

    #[test]
    fn chance_has_no_pattern() {
        let mut seed = 1_u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            Some((seed >> 60) % 4)
        };
        let values = (0..31).map(|_| (0..31).map(|_| next()).collect()).collect();
        let grid = Grid {
            values,
            kind: Kind::Nimber,
        };
        assert_eq!(grid.find(), None);
    }
}
