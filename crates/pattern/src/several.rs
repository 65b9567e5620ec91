//! Patterns of tables of several numbers.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools as _;

use super::Candidate;
use super::bits::{Facts, choice, number};
use super::branches::{self, Branch};
use super::claim::{Claim, Kind, shown};
use super::expr::{Atom, Op};
pub use super::features::{Feature, Only, Term, Terms};
use super::features::{alone, split};
pub use super::formula::name;
use super::formula::{self, Formula, Told, joined};
use super::search::{Table, find};

/// A table of positions of several numbers, each from 0 on.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The last value of each number.
    pub last: Vec<u64>,
    /// The values. Some positions may have none.
    pub values: BTreeMap<Vec<u64>, u64>,
    /// The meaning of the values.
    pub kind: Kind,
}

/// A claim about several numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TupleClaim {
    /// Independent games: the xor of a value of each number with zeros for the others.
    ///
    /// It holds the claim about each number, if the search found one.
    Independent(Vec<Option<Claim>>),
    /// The value is the feature, at these positions.
    Is(Feature, Only),
    /// The value follows from a feature.
    Follows {
        /// The feature.
        feature: Feature,
        /// The value by feature.
        cases: BTreeMap<Vec<u64>, u64>,
        /// The positions of the claim.
        only: Only,
    },
    /// The outcome follows from a few plain features, by cases.
    Cases(Branch),
    /// The value follows from a feature that grows without end, by a claim about it.
    Through {
        /// The feature.
        feature: Feature,
        /// The claim about its values.
        claim: Claim,
    },
    /// A claim about one number, for each choice of the others.
    Along {
        /// The place of this number.
        place: usize,
        /// The claim about the number, for the other numbers in order.
        cases: BTreeMap<Vec<u64>, Claim>,
    },
    /// The lost pairs are (floor(k alpha), floor(k alpha) + t k), in either order, for this t.
    ///
    /// Here alpha is (2 - t + sqrt(t t + 4)) / 2, which is phi for t = 1.
    Wythoff(u64),
    /// The first two numbers are a pair of [`Wythoff`](TupleClaim::Wythoff), for t = the third number and this amount.
    WythoffBy(u64),
    /// The lost pairs are those of [`Wythoff`](TupleClaim::Wythoff) for t = 1, but (0, 1) and (2, 2) in place of (0, 0)
    /// and (1, 2).
    MisereWythoff,
}

/// The greatest t of [`TupleClaim::Wythoff`] in a search.
const MOST_APART: u64 = 5;

/// Claims of fewer cases than this come before claims of other kinds.
const BEHIND_CASES: usize = 14;

/// Returns floor(k alpha) exactly, for the alpha of [`TupleClaim::Wythoff`].
fn times_alpha(k: u64, t: u64) -> Option<u64> {
    let (k, t) = (i128::from(k), i128::from(t));
    let root = (k.checked_mul(k)?.checked_mul(t * t + 4)?).isqrt();
    u64::try_from((k * (2 - t) + root).div_euclid(2)).ok()
}

/// Returns whether a position is such a pair, or `None` if it has not two numbers or a number is too large.
fn is_wythoff(position: &[u64], t: u64) -> Option<bool> {
    let &[a, b] = position else { return None };
    let apart = a.abs_diff(b);
    Some(apart.is_multiple_of(t) && times_alpha(apart / t, t)? == a.min(b))
}

/// Returns whether a position is a pair of [`TupleClaim::MisereWythoff`], or `None` as [`is_wythoff`] does.
fn is_misere_wythoff(position: &[u64]) -> Option<bool> {
    match *position {
        [a, b] if a.max(b) <= 2 => Some([1, 4].contains(&(a + b))),
        _ => is_wythoff(position, 1),
    }
}

/// Returns the claim of [`TupleClaim::Wythoff`] in words.
fn wythoff_words(t: u64) -> String {
    if t == 1 {
        return "the lost positions are exactly the pairs floor(k * phi), floor(k * phi) + k, phi = 1.618..."
            .to_owned();
    }
    let root = t * t + 4;
    let alpha = (2.0 - t as f64 + (root as f64).sqrt()) / 2.0;
    format!(
        "the lost positions are exactly the pairs floor(k * alpha), floor(k * alpha) + {t} * k, alpha = (2 - {t} + \
         sqrt({root})) / 2 = {alpha:.3}..."
    )
}

/// Returns the claim of [`TupleClaim::WythoffBy`] in words.
fn wythoff_by_words(plus: u64) -> String {
    let t = match plus {
        0 => "c".to_owned(),
        plus => format!("(c + {plus})"),
    };
    format!(
        "a position is lost exactly if a and b, in either order, are floor(k * alpha) and floor(k * alpha) + {t} * k for \
         some k, alpha = (2 - {t} + sqrt({t} * {t} + 4)) / 2"
    )
}

/// Returns the claims about independent games in words, each with 0 for the other numbers.
fn independent_words(each: &[Option<Claim>]) -> Vec<String> {
    let count = each.len();
    let beside_zeros = |place: usize, name: &str| {
        let numbers = (0..count)
            .map(|other| if other == place { name } else { "0" })
            .join(", ");
        format!("g({numbers})")
    };
    let names = (0..count).map(name).join(", ");
    let sum = (0..count).map(|place| beside_zeros(place, name(place))).join(" xor ");
    let two = if count == 2 { "two " } else { "" };
    let mut lines = vec![format!("g({names}) = {sum}: the {two}numbers are independent games")];
    for (place, claim) in each.iter().enumerate() {
        let name = beside_zeros(place, "n");
        match claim {
            Some(claim) => {
                let words = claim.words(Kind::Nimber);
                lines.extend(
                    words
                        .iter()
                        .map(|line| format!("  {}", line.replacen("g(n)", &name, 1))),
                );
            }
            None if count == 2 => lines.push(format!("  {name}: no pattern found")),
            // The claims tell which numbers count.
            None => {}
        }
    }
    lines
}

/// Returns a claim about the number at a place, for each choice of the others, in words. `what` is the value.
fn along_words(
    place: usize,
    cases: &BTreeMap<Vec<u64>, Claim>,
    (what, count): (String, usize),
    kind: Kind,
) -> Vec<String> {
    let others: Vec<usize> = (0..count).filter(|other| *other != place).collect();
    let at = |numbers: &Vec<u64>| {
        let each = others.iter().zip(numbers);
        each.map(|(&of, number)| format!("{} = {number}", name(of)))
            .join(" and ")
    };
    let n = name(place);
    let told = |claim: &Claim| claim.words(kind);
    if let [(numbers, claim)] = Vec::from_iter(cases)[..] {
        let mut lines = told(claim);
        lines[0] = format!("if {}, with n = {n}: {}", at(numbers), lines[0]);
        return lines;
    }
    let mut lines = vec![format!("{what} is told by {}, with n = {n}", joined(&others, " and "))];
    let mut alike: Vec<(Vec<String>, &Claim)> = Vec::new();
    for (numbers, claim) in cases {
        match alike.iter_mut().find(|(_, other)| *other == claim) {
            Some((places, _)) => places.push(at(numbers)),
            None => alike.push((vec![at(numbers)], claim)),
        }
    }
    for (places, claim) in alike {
        let mut of_claim = told(claim);
        of_claim[0] = format!("{}: {}", places.join(", or "), of_claim[0]);
        lines.extend(of_claim.into_iter().map(|line| format!("  {line}")));
    }
    lines
}

impl Grid {
    fn are_pairs(&self) -> bool {
        self.last.len() == 2
    }

    /// Returns whether the search claims nothing about a grid of so few cells.
    pub fn is_small(&self) -> bool {
        self.values.len() < if self.are_pairs() { 25 } else { 64 }
    }

    /// Returns the table of outcomes from nimbers: 0 is lost.
    fn outcomes(&self) -> Grid {
        let values = self.values.iter();
        Grid {
            last: self.last.clone(),
            values: values
                .map(|(position, &value)| (position.clone(), u64::from(value > 0)))
                .collect(),
            kind: Kind::Outcome,
        }
    }

    /// Returns the claims about a table of one number with values of this kind.
    fn of_series(&self, first: u64, values: &[u64]) -> impl Iterator<Item = Claim> {
        let kind = self.kind;
        find(Table { first, values, kind }).into_iter().map(|found| found.claim)
    }

    fn independent(&self) -> Option<TupleClaim> {
        if self.kind != Kind::Nimber {
            return None;
        }
        let count = self.last.len();
        let of_number = |place: usize| -> Option<Vec<u64>> {
            let numbers = 0..=self.last[place];
            numbers
                .map(|number| self.values.get(&alone(count, place, number)).copied())
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
        let claim = |values: &Vec<u64>| self.of_series(0, values).next();
        splits.then(|| TupleClaim::Independent(each.iter().map(claim).collect()))
    }

    /// Returns the claims that the values follow from a feature, the shortest first.
    ///
    /// They hold everywhere, or for pairs without a 0 if that is much shorter.
    fn follows(&self) -> Vec<TupleClaim> {
        let everywhere = self.follows_where(Only::All);
        let cases = |claims: &[TupleClaim]| match claims.first() {
            None => usize::MAX,
            Some(TupleClaim::Follows { cases, .. }) => cases.len(),
            Some(_) => 1,
        };
        let is_open = self.kind == Kind::Outcome && everywhere.is_empty();
        let is_few = |inside: &Vec<TupleClaim>| cases(inside).saturating_mul(4) <= cases(&everywhere);
        let (plain, compared) = Only::some(self.last.len());
        // A claim about few positions is about borders. Rows of many small numbers seldom differ.
        let has_many = |only: &Only| {
            let count = self.values.keys().filter(|position| only.has(position)).count();
            let fifths = if *only == Only::Distinct { 1 } else { 2 };
            5 * count >= fifths * self.values.len()
        };
        let inside = |only: Only| {
            let inside = if has_many(&only) {
                self.follows_where(only)
            } else {
                Vec::new()
            };
            if is_few(&inside) { inside } else { Vec::new() }
        };
        let [positive, distinct] = plain.map(inside);
        if !is_open {
            let inside = if positive.is_empty() { distinct } else { positive };
            return [inside, everywhere].concat();
        }
        let cells: Vec<(&Vec<u64>, u64)> = self.values.iter().map(|(at, &value)| (at, value)).collect();
        let by_cases = branches::find(self.last.len(), &cells)
            .into_iter()
            .map(TupleClaim::Cases);
        // If nothing holds for all positions, a part of them tells who wins. The best claim earns the most.
        let parts = compared
            .into_iter()
            .filter(|_| positive.is_empty() && distinct.is_empty());
        let parts = parts.map(|only| self.follows_where(only));
        let part = parts.max_by_key(|claims| claims.first().map(|claim| self.earned(claim)));
        [positive, by_cases.collect(), distinct, part.unwrap_or_default()].concat()
    }

    fn follows_where(&self, only: Only) -> Vec<TupleClaim> {
        let cells: Vec<(&Vec<u64>, u64)> = self
            .values
            .iter()
            .filter(|(position, _)| only.has(position))
            .map(|(position, &value)| (position, value))
            .collect();
        let constant = cells.windows(2).all(|pair| pair[0].1 == pair[1].1);
        if constant {
            return Vec::new();
        }
        // The features that fit, with the fewest cases first.
        let mut found: Vec<(usize, TupleClaim)> = Vec::new();
        // A number of one value tells nothing, so a feature does not name it.
        let varies = |place: usize| cells.iter().any(|(position, _)| position[place] != cells[0].0[place]);
        let varies: Vec<bool> = (0..self.last.len()).map(varies).collect();
        let features = match only {
            // Any other claim about so small a part is chance.
            Only::Within(_) => Vec::new(),
            _ => Feature::all(self.last.len()),
        };
        'features: for feature in features {
            let names_a_constant = match &feature {
                Feature::Number(Formula::Fold(Op::Xor, places, Atom::N))
                | Feature::IsZero(Formula::Fold(_, places, _))
                | Feature::Remainder(Formula::Fold(Op::Add, places, Atom::N), _) => {
                    places.iter().any(|&place| !varies[place])
                }
                _ => false,
            };
            if names_a_constant {
                continue;
            }
            let mut cases: BTreeMap<Vec<u64>, (u64, usize)> = BTreeMap::new();
            for &(position, value) in &cells {
                let Some(class) = feature.value(position) else {
                    continue 'features;
                };
                let (known, count) = cases.entry(class).or_insert((value, 0));
                *count += 1;
                if *known != value {
                    continue 'features;
                }
            }
            // Too many cases, or cases seen once or twice, would only copy the table.
            let is_short = cases.len() <= cells.len() / if self.are_pairs() { 8 } else { 12 };
            let least = match (self.are_pairs(), &feature) {
                // The cases of these features grow with the table, so each case must occur often enough.
                (true, Feature::Each(atoms)) if matches!(atoms[0], Atom::Mod(_)) => 4,
                (true, Feature::Remainder(Formula::Fold(Op::Add, _, Atom::N) | Formula::Join(_, Op::Apart, _), _)) => 4,
                (true, _)
                | (
                    false,
                    Feature::Ones | Feature::Zeros | Feature::IsZero(_) | Feature::Smallest | Feature::FirstOnes,
                ) => 0,
                (false, _) => 3,
            };
            let is_itself = cases.iter().all(|(class, &(value, _))| class[..] == [value]);
            if is_itself && self.kind == Kind::Nimber {
                found.push((0, TupleClaim::Is(feature, only)));
                continue;
            }
            if self.are_pairs() && !is_short {
                continue;
            }
            if self.are_pairs() && feature.grows() && only == Only::All {
                found.extend(self.through(&feature, &cases));
            }
            if is_short && cases.values().all(|&(_, count)| count >= least) {
                // Features with long names come behind the others.
                let count = if feature.has_long_name() {
                    BEHIND_CASES
                } else {
                    cases.len()
                };
                let cases = cases.into_iter().map(|(class, (value, _))| (class, value)).collect();
                let claim = TupleClaim::Follows { feature, cases, only };
                found.push((count, claim));
            }
        }
        found.extend(self.terms(&cells, only).map(|claim| (BEHIND_CASES, claim)));
        if found.is_empty() && !matches!(only, Only::Within(_)) {
            found.extend(self.formulas(&cells, only).map(|claim| (BEHIND_CASES, claim)));
        }
        found.sort_by_key(|(cases, _)| *cases);
        found.into_iter().map(|(_, claim)| claim).collect()
    }

    /// Returns a claim about the values of a feature, if the table shows all of them up to some number.
    ///
    /// Claims of a few cases come before it.
    fn through(&self, feature: &Feature, cases: &BTreeMap<Vec<u64>, (u64, usize)>) -> Option<(usize, TupleClaim)> {
        let first = cases.keys().next()?[0];
        let values: Vec<u64> = (first..)
            .zip(cases)
            .take_while(|(place, (class, _))| class[..] == [*place])
            .map(|(_, (_, &(value, _)))| value)
            .collect();
        let is_whole = values.len() == cases.len();
        let claim = self
            .of_series(first, &values)
            .find(|claim| claim.holds_on(first, &values))?;
        let feature = feature.clone();
        is_whole.then_some((BEHIND_CASES, TupleClaim::Through { feature, claim }))
    }

    /// Returns the claims that a position is lost if and only if the xor of some terms is 0.
    fn terms(&self, cells: &[(&Vec<u64>, u64)], only: Only) -> impl Iterator<Item = TupleClaim> {
        let is_of_outcomes = self.kind == Kind::Outcome && cells.iter().all(|(_, value)| *value < 2);
        let orders: &[bool] = if is_of_outcomes { &[false, true] } else { &[] };
        let found = orders
            .iter()
            .flat_map(|&is_sorted| Terms::find(self.last.len(), cells, is_sorted));
        let claim = |terms| TupleClaim::Follows {
            feature: Feature::Terms(terms),
            cases: BTreeMap::from([(vec![0], 1), (vec![1], 0)]),
            only,
        };
        found.map(claim).collect::<Vec<_>>().into_iter()
    }

    /// Returns the claims by short expressions.
    fn formulas(&self, cells: &[(&Vec<u64>, u64)], only: Only) -> impl Iterator<Item = TupleClaim> {
        let claim = |feature: Feature| {
            let mut cases = BTreeMap::new();
            let holds = cells.iter().all(|&(position, value)| match feature.value(position) {
                Some(class) if self.kind == Kind::Nimber => class == [value],
                Some(class) => *cases.entry(class).or_insert(value) == value,
                None => false,
            });
            let claim = match self.kind {
                // An expression says nothing about the values that it has elsewhere.
                Kind::Nimber if only != Only::All => return None,
                Kind::Nimber => TupleClaim::Is(feature, only),
                Kind::Outcome => TupleClaim::Follows { feature, cases, only },
            };
            holds.then_some(claim)
        };
        let found = formula::find(self.last.len(), cells, self.kind);
        let features = found.into_iter().map(|told| match told {
            Told::Equal(formula) => Feature::Number(formula),
            Told::Compared(left, right) => Feature::Compared(left, right),
        });
        features.filter_map(claim).collect::<Vec<_>>().into_iter()
    }

    /// Returns the numbers at a place with their values, for each choice of the others.
    fn slices(&self, place: usize) -> BTreeMap<Vec<u64>, Vec<(u64, u64)>> {
        let mut slices: BTreeMap<Vec<u64>, Vec<(u64, u64)>> = BTreeMap::new();
        for (position, &value) in &self.values {
            if let Some((number, others)) = split(position, place) {
                slices.entry(others).or_default().push((number, value));
            }
        }
        slices
    }

    /// Returns claims about one number for each choice of the others, if there are few choices.
    fn along(&self) -> Vec<TupleClaim> {
        /// The most choices of the other numbers.
        const MOST_SLICES: usize = 9;
        /// The most claims to try.
        const MOST: usize = 3;
        let longest = (0..self.last.len())
            .map(|place| (place, self.slices(place)))
            .min_by_key(|(_, slices)| slices.len());
        let Some((place, slices)) = longest.filter(|(_, slices)| slices.len() <= MOST_SLICES) else {
            return Vec::new();
        };
        let claims = |numbers: &Vec<(u64, u64)>| -> Option<Vec<Claim>> {
            let first = numbers.first()?.0;
            let is_whole = numbers.iter().zip(first..).all(|((number, _), place)| *number == place);
            let values: Vec<u64> = numbers.iter().map(|&(_, value)| value).collect();
            let found = self.of_series(first, &values).filter(|_| is_whole);
            Some(found.take(MOST).collect()).filter(|claims: &Vec<Claim>| !claims.is_empty())
        };
        let claims: Option<Vec<(Vec<u64>, Vec<Claim>)>> = slices
            .iter()
            .map(|(others, numbers)| Some((others.clone(), claims(numbers)?)))
            .collect();
        let Some(claims) = claims else {
            return Vec::new();
        };
        // A slice with fewer claims repeats its last.
        let choice = |rank: usize| TupleClaim::Along {
            place,
            cases: claims
                .iter()
                .map(|(others, claims)| (others.clone(), claims[rank.min(claims.len() - 1)].clone()))
                .collect(),
        };
        let ranks = claims.iter().map(|(_, claims)| claims.len()).max().unwrap_or(0);
        (0..ranks).map(choice).collect()
    }

    fn wythoff(&self) -> Option<TupleClaim> {
        /// The fewest lost pairs of a claim. Fewer of them fit other rules as well.
        const FEWEST_PAIRS: usize = 7;
        let lost = self.values.values().filter(|value| **value == 0).count();
        if lost < FEWEST_PAIRS || self.values.values().any(|&value| value > 1) {
            return None;
        }
        let fits = |claim: &TupleClaim| {
            let mut values = self.values.iter();
            values.all(|(position, &value)| claim.value(position) == Some(value))
        };
        let mut claims = (1..=MOST_APART)
            .map(TupleClaim::Wythoff)
            .chain([TupleClaim::MisereWythoff])
            .chain((0..=2).map(TupleClaim::WythoffBy));
        claims.find(fits)
    }

    /// Returns the claims that hold on the whole grid, the shortest first.
    ///
    /// They are about the values, and for nimbers also about the outcomes.
    pub fn candidates(&self) -> [Vec<Candidate<TupleClaim>>; 2] {
        if self.is_small() {
            return [Vec::new(), Vec::new()];
        }
        let about = |grid: &Grid, claims: Vec<TupleClaim>| {
            let candidate = |claim: TupleClaim| Candidate {
                kind: grid.kind,
                earned: grid.earned(&claim),
                claim,
            };
            claims.into_iter().map(candidate).collect()
        };
        // If only one number varies, other claims would name the constant ones without need.
        let varies = |place: &usize| !self.values.keys().map(|position| position[*place]).all_equal();
        let is_series = (0..self.last.len()).filter(varies).count() == 1;
        let in_order = |grid: &Grid, claims: Vec<TupleClaim>| {
            let along = grid.along();
            let claims = if is_series { Vec::new() } else { claims };
            // Whole claims come before claims about a part.
            let rank = |claim: &TupleClaim| claim.is_of_part();
            let claims = if along.is_empty() {
                claims
            } else {
                [claims, along].concat().into_iter().sorted_by_key(rank).collect()
            };
            about(grid, claims)
        };
        match self.kind {
            Kind::Nimber => {
                let who = self.outcomes();
                let of_values = self.independent().into_iter().chain(self.follows()).collect();
                let of_who = who.wythoff().into_iter().chain(who.follows()).collect();
                [in_order(self, of_values), in_order(&who, of_who)]
            }
            // Draws are a third value.
            Kind::Outcome => {
                let of_who = self.wythoff().into_iter().chain(self.follows()).collect();
                [in_order(self, of_who), Vec::new()]
            }
        }
    }
}

impl TupleClaim {
    /// Returns the claimed value, or `None` if the claim does not cover the position.
    pub fn value(&self, position: &[u64]) -> Option<u64> {
        match self {
            TupleClaim::Independent(each) => position
                .iter()
                .zip(each)
                .try_fold(0, |xor, (&number, claim)| Some(xor ^ claim.as_ref()?.value(number)?)),
            TupleClaim::Is(_, only) | TupleClaim::Follows { only, .. } if !only.has(position) => None,
            TupleClaim::Is(feature, _) => feature.value(position)?.first().copied(),
            TupleClaim::Follows { feature, cases, .. } => cases.get(&feature.value(position)?).copied(),
            TupleClaim::Cases(branch) => branch.value(position),
            TupleClaim::Through { feature, claim } => claim.value(feature.value(position)?[0]),
            TupleClaim::Along { place, cases } => {
                let (number, others) = split(position, *place)?;
                cases.get(&others)?.value(number)
            }
            TupleClaim::Wythoff(t) => Some(u64::from(!is_wythoff(position, *t)?)),
            TupleClaim::WythoffBy(plus) => {
                let (pair, t) = position.split_at_checked(2)?;
                let t = t.first()?.checked_add(*plus).filter(|&t| t > 0)?;
                Some(u64::from(!is_wythoff(pair, t)?))
            }
            TupleClaim::MisereWythoff => Some(u64::from(!is_misere_wythoff(position)?)),
        }
    }

    /// Returns the claim in words, one idea a line, with `a`, `b` and so on for the `count` numbers.
    pub fn words(&self, count: usize, kind: Kind) -> Vec<String> {
        let names = joined(&Vec::from_iter(0..count), ", ");
        let what = match kind {
            Kind::Nimber if count == 2 => format!("g({names})"),
            Kind::Nimber => "g".to_owned(),
            Kind::Outcome => "the outcome".to_owned(),
        };
        match self {
            TupleClaim::Independent(each) => independent_words(each),
            TupleClaim::Is(feature, only) => {
                let what = if count == 2 { "g(a, b)" } else { "g" };
                vec![format!("{what} = {}{}", feature.words(count), only.words(count))]
            }
            TupleClaim::Follows { feature, cases, only } => {
                /// The most cases in the list.
                const MOST_LISTED: usize = 16;
                let when = only.words(count);
                let mut lines = vec![format!(
                    "{what} depends only on {}{when} ({} cases)",
                    feature.words(count),
                    cases.len()
                )];
                if kind == Kind::Outcome && count == 2 {
                    for value in [0, 2] {
                        let alike = cases.iter().filter(|(_, of_class)| **of_class == value);
                        let alike: Vec<String> = alike.map(|(class, _)| feature.class(class, count)).collect();
                        let more = if alike.len() > MOST_LISTED { ", ..." } else { "" };
                        if !alike.is_empty() {
                            let listed = alike[..alike.len().min(MOST_LISTED)].join(", ");
                            lines.push(format!("  {}: {listed}{more}", shown(kind, value)));
                        }
                    }
                    return lines;
                }
                let telling = cases.iter().filter(|(_, value)| kind == Kind::Nimber || **value != 1);
                for (class, &value) in telling.take(MOST_LISTED) {
                    lines.push(format!("  {}: {}", feature.class(class, count), shown(kind, value)));
                }
                if cases.len() > MOST_LISTED {
                    lines.push("  ...".to_owned());
                }
                lines
            }
            TupleClaim::Cases(branch) => branch.words(count),
            TupleClaim::Through { feature, claim } => {
                let mut lines = vec![format!("{what} depends only on n = {}", feature.words(count))];
                lines.extend(claim.words(kind).into_iter().map(|line| format!("  {line}")));
                lines
            }
            TupleClaim::Along { place, cases } => along_words(*place, cases, (what, count), kind),
            TupleClaim::WythoffBy(plus) => vec![wythoff_by_words(*plus)],
            TupleClaim::Wythoff(t) => vec![wythoff_words(*t)],
            TupleClaim::MisereWythoff => vec![
                "the lost positions are exactly (0, 1), (2, 2) and the pairs floor(k * phi), floor(k * phi) + k for k > 1, \
                 phi = 1.618..."
                    .to_owned(),
            ],
        }
    }

    /// Returns whether the claim is about a part of the positions only.
    pub fn is_of_part(&self) -> bool {
        match self {
            TupleClaim::Is(_, only) | TupleClaim::Follows { only, .. } => *only != Only::All,
            _ => false,
        }
    }

    /// Returns whether the claim makes the value the xor of the values of each number with zeros for the others.
    pub fn is_sum(&self) -> bool {
        matches!(self, TupleClaim::Independent(_))
    }

    /// Returns a modulus for each of `count` numbers if the value depends only on the remainders.
    pub fn moduli(&self, count: usize) -> Option<Vec<u64>> {
        let (TupleClaim::Is(feature, Only::All)
        | TupleClaim::Follows {
            feature,
            only: Only::All,
            ..
        }) = self
        else {
            return None;
        };
        match feature {
            Feature::Each(atoms) => {
                let modulus = |atom: &Atom| if let Atom::Mod(q) = atom { Some(*q) } else { None };
                atoms.iter().map(modulus).collect()
            }
            Feature::Remainder(Formula::Fold(Op::Add, places, Atom::N), q) => {
                let modulus = |place| if places.contains(&place) { *q } else { 1 };
                Some((0..count).map(modulus).collect())
            }
            Feature::Number(Formula::Fold(Op::Add, _, Atom::Mod(q))) => Some(vec![*q; count]),
            _ => None,
        }
    }
}

impl TupleClaim {
    /// Returns the bits of the claim, if it is about this grid.
    fn bits(&self, grid: &Grid) -> i64 {
        /// The bits of the kind.
        const KIND: u32 = 3;
        let count = grid.last.len();
        let listed = Feature::all(count);
        let feature = choice(listed.len());
        let largest = grid.values.values().max().copied().unwrap_or(0);
        let (tree, copied) = match self {
            // The values beside zeros are copied.
            TupleClaim::Independent(_) => {
                let is_beside_zeros = |position: &[u64]| position.iter().filter(|&&number| number > 0).count() < 2;
                (0, grid.facts(is_beside_zeros).all())
            }
            TupleClaim::Is(of @ Feature::Number(formula), only) if !listed.contains(of) => {
                (only.bits(count) + 1 + feature + formula.bits(count), 0)
            }
            TupleClaim::Is(_, only) => (only.bits(count) + feature, 0),
            TupleClaim::Follows {
                feature: of,
                cases,
                only,
            } => {
                let of_terms = match of {
                    Feature::Terms(terms) => terms.bits(count),
                    Feature::Compared(one, other) if !listed.contains(of) => one.bits(count) + other.bits(count) + 3,
                    _ => cases.len() as u32 * choice(largest as usize + 1),
                };
                (only.bits(count) + feature + of_terms, 0)
            }
            TupleClaim::Cases(branch) => (branch.bits(count), 0),
            TupleClaim::Through { feature: of, claim } => {
                let classes = grid.values.keys().filter_map(|position| Some(of.value(position)?[0]));
                let classes: BTreeSet<u64> = classes.collect();
                let facts = Facts::of(classes.into_iter().filter_map(|class| claim.value(class)));
                (feature, claim.bits(&facts))
            }
            TupleClaim::Along { place, cases } => {
                let slices = grid.slices(*place);
                let of_slice = |(others, claim): (&Vec<u64>, &Claim)| {
                    let values = slices.get(others).into_iter().flatten().map(|&(_, value)| value);
                    claim.bits(&Facts::of(values))
                };
                (choice(count), cases.iter().map(of_slice).sum())
            }
            TupleClaim::Wythoff(t) | TupleClaim::WythoffBy(t) => (number(*t), 0),
            TupleClaim::MisereWythoff => (number(MOST_APART + 1), 0),
        };
        i64::from(KIND + tree) + copied
    }
}

impl Grid {
    /// Returns the bits of the values of some positions.
    fn facts(&self, is_counted: impl Fn(&[u64]) -> bool) -> Facts {
        let counted = self.values.iter().filter(|(position, _)| is_counted(position));
        Facts::of(counted.map(|(_, &value)| value))
    }

    /// Returns the bits that the facts take more than a claim about them.
    ///
    /// A claim about a part by a comparison leaves out positions that contradict it, and that has a price.
    pub fn earned(&self, claim: &TupleClaim) -> i64 {
        const PRICE_OF_PART: i64 = 16;
        let only = match claim {
            TupleClaim::Is(_, only) | TupleClaim::Follows { only, .. } => *only,
            _ => Only::All,
        };
        let price = match only {
            Only::AtMost(..) | Only::Within(_) => PRICE_OF_PART,
            _ => 0,
        };
        let facts = self.facts(|position| only.has(position));
        facts.all() - claim.bits(self) - price
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::Atom;

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
        grid(values, Kind::Nimber)
    }

    /// Returns a table of pairs, by rows.
    fn grid(rows: Vec<Vec<Option<u64>>>, kind: Kind) -> Grid {
        let last = vec![rows.len() as u64 - 1, rows[0].len() as u64 - 1];
        let cells = rows.iter().zip(0..).flat_map(|(row, a)| {
            let cells = row.iter().zip(0..);
            cells.filter_map(move |(value, b)| Some((vec![a, b], (*value)?)))
        });
        Grid {
            last,
            values: cells.collect(),
            kind,
        }
    }

    impl Grid {
        /// Returns the first claim that holds on the whole grid.
        fn find(&self) -> Option<(Kind, TupleClaim)> {
            let found = self.candidates().into_iter().flatten().next()?;
            Some((found.kind, found.claim))
        }
    }

    fn rook(a: u64, b: u64, most: u64) -> Vec<(u64, u64)> {
        let left = (a.saturating_sub(most)..a).map(|x| (x, b));
        left.chain((b.saturating_sub(most)..b).map(|y| (a, y))).collect()
    }

    #[test]
    fn values_of_a_growing_number_are_claimed_of_all_numbers() {
        let words = |grid: Grid| {
            grid.find()
                .map(|(kind, claim)| (claim.words(2, kind).join(";"), claim))
                .unwrap()
        };
        // Take 2 k from one heap and put k on the other.
        let is_won = |a: u64, b: u64| Some(u64::from(a.abs_diff(b) > 1));
        let grid = grid(
            (0..21).map(|a| (0..21).map(|b| is_won(a, b)).collect()).collect(),
            Kind::Outcome,
        );
        let (said, claim) = words(grid);
        assert!(
            said.starts_with("the outcome depends only on n = |a - b|;  all n are won, from n = 2 on"),
            "{said}"
        );
        assert_eq!(
            [(1, 2), (1, 3), (500, 900)].map(|(a, b)| claim.value(&[a, b])),
            [Some(0), Some(1), Some(1)]
        );
        let half = |a: u64, b: u64| (0..(a + b) / 2).map(|half| (half, half)).collect();
        let (said, claim) = words(nimbers(half));
        assert_eq!(said, "g(a, b) depends only on n = a + b;  g(n) = n div 2");
        assert_eq!(claim.value(&[1000, 1]), Some(500));
        // Take at most as many as the second number.
        let bash = |a: u64, b: u64| (1..=a.min(b)).map(|k| (a - k, b)).collect();
        assert_eq!(words(nimbers(bash)).0, "g(a, b) = a mod (b + 1)");
    }

    #[test]
    fn games_of_two_heaps_have_their_known_patterns() {
        let first = |grid: Grid| grid.find().map(|(kind, claim)| claim.words(2, kind)[0].clone());
        let independent = "g(a, b) = g(a, 0) xor g(0, b): the two numbers are independent games";
        assert_eq!(first(nimbers(|a, b| rook(a, b, 99))).unwrap(), independent);
        assert_eq!(first(nimbers(|a, b| rook(a, b, 3))).unwrap(), independent);
        let queen = |a: u64, b: u64| {
            let mut moves = rook(a, b, 99);
            moves.extend((1..=a.min(b)).map(|k| (a - k, b - k)));
            moves
        };
        let wythoff = "the lost positions are exactly the pairs floor(k * phi), floor(k * phi) + k, phi = 1.618...";
        assert_eq!(first(nimbers(queen)).unwrap(), wythoff);
        let mut grid = nimbers(queen);
        let mut won: BTreeMap<Vec<u64>, u64> = BTreeMap::new();
        for (a, b) in (0..=20).flat_map(|a| (0..=20).map(move |b| (a, b))) {
            let after: Vec<(u64, u64)> = queen(a, b);
            let loses = |&(a, b): &(u64, u64)| won[&vec![a, b]] == 0;
            won.insert(vec![a, b], u64::from(after.is_empty() || after.iter().any(loses)));
        }
        (grid.kind, grid.values) = (Kind::Outcome, won.into_iter().collect());
        assert_eq!(
            first(grid).unwrap(),
            "the lost positions are exactly (0, 1), (2, 2) and the pairs floor(k * phi), floor(k * phi) + k for k > 1, phi = \
             1.618..."
        );
        let king = |a: u64, b: u64| {
            let steps = [(1, 0), (0, 1), (1, 1)];
            steps
                .iter()
                .filter_map(|&(x, y)| Some((a.checked_sub(x)?, b.checked_sub(y)?)))
                .collect()
        };
        assert_eq!(
            first(nimbers(king)).unwrap(),
            "the outcome depends only on a mod 2 and b mod 2 (4 cases)"
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
        assert!(found.contains("if neither is 0"), "{found}");
    }

    #[test]
    fn which_number_is_larger_may_decide() {
        let first = |value: &dyn Fn(u64, u64) -> u64, kind: Kind| {
            let row = |a: u64| (0..21).map(|b| Some(value(a, b))).collect();
            let values = (0..21).map(row).collect();
            let found = grid(values, kind).find();
            found.map(|(kind, claim)| claim.words(2, kind))
        };
        let more = first(&|a, b| b.saturating_sub(a), Kind::Nimber);
        assert_eq!(more.unwrap(), ["g(a, b) = max(b - a, 0)"]);
        let larger = first(&|a, b| u64::from(a < b), Kind::Outcome);
        assert_eq!(
            larger.unwrap(),
            [
                "the outcome depends only on the order of a and b (3 cases)",
                "  lost: a = b, a > b"
            ]
        );
        // Cuts of a strip of paper: the parities decide, except for strips without length.
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
                "the outcome depends only on a mod 2 and b mod 2 if neither is 0 (4 cases)",
                "  lost: (1, 1)"
            ]
        );
    }

    /// Returns the first line of the first claim about the outcomes of a table of three numbers.
    fn of_three(first: u64, mut is_won: impl FnMut(&[u64]) -> bool) -> Option<String> {
        let numbers = (0..3).map(|_| first..first + 7).multi_cartesian_product();
        let grid = Grid {
            last: vec![first + 6; 3],
            values: numbers
                .map(|position| (position.clone(), u64::from(is_won(&position))))
                .collect(),
            kind: Kind::Outcome,
        };
        grid.find().map(|(kind, claim)| claim.words(3, kind).swap_remove(0))
    }

    #[test]
    fn one_number_is_compared_with_the_others() {
        let said = |is_won: fn(&[u64]) -> bool| of_three(1, is_won).unwrap_or_default();
        let least = said(|of| of[0] > of[1].min(of[2]));
        assert_eq!(
            least,
            "the outcome depends only on the order of a and the smallest other number (3 cases)"
        );
        let ones = said(|of| of.iter().take_while(|&&number| number == 1).count() % 2 == 0);
        assert_eq!(
            ones,
            "the outcome depends only on the number of ones before the first other number (4 cases)"
        );
    }

    /// The gaps between pieces on a strip are heaps, also if the pieces stand in no order.
    #[test]
    fn gaps_between_pieces_are_heaps() {
        let said = of_three(1, |of| {
            let mut of = of.to_vec();
            of.sort_unstable();
            of[2].wrapping_sub(of[1] + 1) != of[0] - 1
        });
        let words =
            "the outcome depends only on whether b xor (c - a) = 0, for the numbers in ascending order (2 cases)";
        assert_eq!(said.as_deref(), Some(words));
        // Only the second heap and the third count.
        let said = of_three(0, |of| of[1] != of[2]);
        assert_eq!(
            said.as_deref(),
            Some("the outcome depends only on whether b xor c = 0 (2 cases)")
        );
        let mut seed = 0;
        let said = of_three(0, |_| {
            seed += 1;
            super::super::step::scrambled(seed).is_multiple_of(2)
        });
        assert_eq!(said, None);
    }

    /// Eat the longest row or the first column of cells. The player who eats the last cell loses.
    #[test]
    fn the_corner_of_the_largest_square_decides() {
        fn is_won(of: &[u64]) -> bool {
            let mut rows: Vec<u64> = of.iter().copied().filter(|&row| row > 0).collect();
            rows.sort_unstable();
            let shorter: Vec<u64> = rows.iter().map(|row| row - 1).collect();
            rows.pop().is_none() || !is_won(&rows) || !is_won(&shorter)
        }
        let words = "the outcome depends only on the parities of both arms at the corner of the largest square in rows \
                     of these lengths, the longest first (4 cases)";
        assert_eq!(of_three(1, is_won).as_deref(), Some(words));
    }

    /// A token on a lattice moves by k to the right or up, and never further than d from the origin.
    #[test]
    fn a_walk_within_a_circle_has_a_pattern() {
        fn is_won(x: u64, y: u64, d: u64, k: u64) -> bool {
            let to = [(x + k, y), (x, y + k)];
            to.into_iter()
                .any(|(x, y)| x * x + y * y <= d * d && !is_won(x, y, d, k))
        }
        let row = |d: u64| {
            let cell = |k: u64| (d > 0 && k > 0).then(|| u64::from(is_won(0, 0, d, k)));
            (0..=21).map(cell).collect()
        };
        let (kind, claim) = grid((0..=21).map(row).collect(), Kind::Outcome).find().unwrap();
        assert_eq!(
            claim.words(2, kind),
            [
                "the outcome depends only on (floor(sqrt(2 * (a * a div (b * b))))) mod 2 (2 cases)",
                "  lost: 0"
            ]
        );
        for (d, k) in [(100, 3), (99, 7), (61, 2)] {
            assert_eq!(claim.value(&[d, k]), Some(u64::from(is_won(0, 0, d, k))), "{d} {k}");
        }
    }

    /// Short expressions explain games of a heap, the first number, and its limits, the others.
    #[test]
    fn short_expressions_tell_heaps_with_limits() {
        // Take b to c tokens of a heap.
        fn nimber(of: &[u64]) -> u64 {
            let options = (of[1]..=of[2].min(of[0])).map(|k| nimber(&[of[0] - k, of[1], of[2]]));
            let options: Vec<u64> = options.collect();
            (0..).find(|nimber| !options.contains(nimber)).unwrap()
        }
        let numbers = (0..3).map(|_| 1..=8_u64).multi_cartesian_product();
        let mut grid = Grid {
            last: vec![8; 3],
            values: numbers.map(|position| (position.clone(), nimber(&position))).collect(),
            kind: Kind::Nimber,
        };
        let words = |grid: &Grid| {
            grid.find()
                .map(|(kind, claim)| claim.words(3, kind))
                .unwrap_or_default()
        };
        assert_eq!(
            words(&grid),
            [
                "the outcome depends only on the order of a mod (b + c) and b if b <= c (3 cases)",
                "  a mod (b + c) < b: lost"
            ]
        );
        grid.values.retain(|position, _| position[1] <= position[2]);
        assert_eq!(words(&grid), ["g = (a mod (b + c)) div b"]);
        // The player who says the last number has lost.
        let (kind, claim) = {
            let row = |a: u64| {
                (0..21)
                    .map(|b| (a > 0 && b > 0).then(|| u64::from(!(a - 1_u64).is_multiple_of(b + 1))))
                    .collect()
            };
            let rows = |rows| super::tests::grid(rows, Kind::Outcome);
            rows((0..21).map(row).collect()).find().unwrap()
        };
        assert!(
            claim.words(2, kind)[0].contains("a mod (b + 1)"),
            "{:?}",
            claim.words(2, kind)
        );
    }

    /// Returns the first claim about a table of numbers in these ranges, and its words.
    fn claimed(ranges: &[(u64, u64)], kind: Kind, value: impl Fn(&[u64]) -> u64) -> (TupleClaim, Vec<String>) {
        let positions = ranges.iter().map(|&(low, high)| low..=high).multi_cartesian_product();
        let grid = Grid {
            last: ranges.iter().map(|&(_, high)| high).collect(),
            values: positions.map(|position| (position.clone(), value(&position))).collect(),
            kind,
        };
        let (kind, claim) = grid.find().unwrap();
        let words = claim.words(ranges.len(), kind);
        (claim, words)
    }

    /// A number that tells the rule, such as a turn, has a claim of its own for each of its values.
    #[test]
    fn each_value_of_a_small_number_has_its_claim() {
        // The second number moves the lost numbers.
        let ranges = [(0, 100), (0, 1)];
        let (claim, words) = claimed(&ranges, Kind::Outcome, |of| u64::from(of[0] % 13 != 2 * of[1] + 1));
        assert_eq!(
            words,
            [
                "the outcome is told by b, with n = a",
                "  b = 0: the lost numbers are exactly the n with n mod 13 = 1",
                "  b = 1: the lost numbers are exactly the n with n mod 13 = 3",
            ]
        );
        assert_eq!(
            [[1301, 0], [1303, 1], [1303, 0], [1303, 2]].map(|position| claim.value(&position)),
            [Some(0), Some(0), Some(1), None]
        );
        // One value only: nothing is said of the others.
        let (claim, words) = claimed(&[(0, 60), (3, 3)], Kind::Outcome, |of| u64::from(of[0] % 7 > 0));
        assert_eq!(
            words,
            ["if b = 3, with n = a: the lost numbers are exactly the multiples of 7"]
        );
        assert_eq!(
            [[70, 3], [70, 2]].map(|position| claim.value(&position)),
            [Some(0), None]
        );
    }

    /// Take from one heap, or from both if the amounts differ by at most k.
    #[test]
    fn the_third_number_may_be_the_distance_of_wythoff() {
        let (claim, words) = claimed(&[(0, 12), (0, 12), (0, 3)], Kind::Outcome, |of| {
            u64::from(is_wythoff(&of[..2], of[2] + 1) == Some(false))
        });
        assert!(words[0].contains("floor(k * alpha) + (c + 1) * k"), "{words:?}");
        assert_eq!(
            [[4, 13, 4], [4, 14, 4]].map(|position| claim.value(&position)),
            [Some(1), Some(1)]
        );
        assert_eq!(claim.value(&[1, 7, 5]), Some(0));
    }

    #[test]
    fn numbers_are_made_of_all_numbers() {
        let trailing = |of: &[u64]| u64::from((((of[0] - 1) | (of[1] - 1)) + 1).trailing_zeros());
        let (_, words) = claimed(&[(1, 21), (1, 21)], Kind::Nimber, trailing);
        assert_eq!(words, ["g(a, b) = the exponent of 2 in (((a - 1) or (b - 1)) + 1)"]);
        // Without a zero, a claim about the whole table is shorter than none.
        let (_, words) = claimed(&[(0, 21), (0, 21)], Kind::Nimber, |of| match of {
            [0, _] | [_, 0] => 0,
            of => trailing(of),
        });
        assert_eq!(
            words,
            ["g(a, b) = the exponent of 2 in (((a - 1) or (b - 1)) + 1) if neither is 0"]
        );
        let factors = |of: &[u64]| of.iter().filter_map(|&number| Atom::PrimeFactors.value(number)).sum();
        let (_, words) = claimed(&[(1, 21), (1, 21)], Kind::Nimber, factors);
        assert_eq!(
            words,
            ["g(a, b) = the number of prime factors of (a * b), repeated ones counted"]
        );
        let ranges = [(1, 9), (1, 9), (1, 9)];
        let (_, words) = claimed(&ranges, Kind::Outcome, |of| {
            let ones: u32 = of.iter().map(|number| number.count_ones()).sum();
            u64::from(!ones.is_multiple_of(3))
        });
        assert!(
            words[0].contains("(the sum of the number of ones of n in binary, for each number n) mod 3"),
            "{words:?}"
        );
        let (_, words) = claimed(&[(1, 5); 4], Kind::Outcome, |of| {
            let mut of = of.to_vec();
            of.sort_unstable();
            u64::from(of[0] != of[1] || of[2] != of[3])
        });
        assert!(
            words[0].contains("whether every number occurs an even number of times"),
            "{words:?}"
        );
    }

    /// A square of a board, given by its row and column: each of its four sides is a heap.
    #[test]
    fn a_square_within_a_board_has_heaps_on_its_sides() {
        let (claim, words) = claimed(&[(1, 6), (1, 6), (0, 5), (0, 5)], Kind::Outcome, |of| match of {
            &[m, n, r, c] if r < m && c < n => u64::from(r ^ c ^ (m - 1 - r) ^ (n - 1 - c) != 0),
            _ => super::super::step::scrambled(of.iter().fold(1, |all, number| all * 7 + number)) % 2,
        });
        assert!(words[0].contains(" if c < a and d < b"), "{words:?}");
        assert_eq!(
            [[9, 4, 4, 4], [9, 4, 4, 0]].map(|position| claim.value(&position)),
            [None, Some(1)]
        );
    }

    /// A draw is not a win.
    #[test]
    fn draws_are_a_value_of_their_own() {
        let value = |a: u64, b: u64| match (a % 3, b % 3) {
            (0, 0) => 0,
            (1, _) => 2,
            _ => 1,
        };
        let row = |a: u64| (0..21).map(|b| Some(value(a, b))).collect();
        let mut grid = grid((0..21).map(row).collect(), Kind::Outcome);
        let (kind, claim) = grid.find().unwrap();
        assert_eq!(
            claim.words(2, kind),
            [
                "the outcome depends only on a mod 3 and b mod 3 (9 cases)",
                "  lost: (0, 0)",
                "  drawn: (1, 0), (1, 1), (1, 2)"
            ]
        );
        // If won and drawn were alike, there would be a claim of a mod 3 and b mod 3.
        grid.values.insert(vec![16, 13], 1);
        grid.values.insert(vec![13, 16], 1);
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
        assert_eq!(grid(values, Kind::Nimber).find(), None);
    }
}
