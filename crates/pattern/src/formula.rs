//! Short expressions of several numbers, and the search for an expression that explains a table.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::bits::{choice, number};
use super::claim::Kind;
use super::expr::{Atom, Op};

/// The names of the numbers.
pub(super) const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// Returns the name of the number at a place in claims.
pub fn name(place: usize) -> &'static str {
    NAMES.get(place).copied().unwrap_or("?")
}

pub(super) fn joined(places: &[usize], with: &str) -> String {
    let names: Vec<&str> = places.iter().map(|&place| name(place)).collect();
    names.join(with)
}

/// Returns 0, 1 or 2 for less, equal and greater.
pub(super) fn order(a: u64, b: u64) -> u64 {
    match a.cmp(&b) {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    }
}

/// An expression of the numbers of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// The number at a place.
    Of(usize),
    /// A fixed number.
    Const(u64),
    /// An atom of each of the numbers at some places, joined one after another.
    Fold(Op, Vec<usize>, Atom),
    /// Two expressions joined.
    Join(Box<Formula>, Op, Box<Formula>),
    /// An atom of an expression. The number itself stands in brackets in a program.
    Atom(Atom, Box<Formula>),
}

impl Formula {
    /// Joins two expressions.
    pub fn join(left: Formula, op: Op, right: Formula) -> Formula {
        Formula::Join(Box::new(left), op, Box::new(right))
    }

    /// Joins the numbers at two places.
    pub fn pair(one: usize, op: Op, other: usize) -> Formula {
        Formula::join(Formula::Of(one), op, Formula::Of(other))
    }

    /// Joins the numbers at some places.
    pub fn fold(op: Op, places: impl IntoIterator<Item = usize>) -> Formula {
        Formula::Fold(op, places.into_iter().collect(), Atom::N)
    }

    /// Returns an atom of the expression.
    pub(super) fn atom(self, atom: Atom) -> Formula {
        Formula::Atom(atom, Box::new(self))
    }

    /// Returns the value at a position, or `None` if it has none.
    pub fn value(&self, position: &[u64]) -> Option<u64> {
        match self {
            Formula::Of(place) => position.get(*place).copied(),
            Formula::Const(number) => Some(*number),
            Formula::Fold(op, places, atom) => {
                let mut each = places.iter().map(|&place| atom.value(*position.get(place)?));
                let first = each.next()??;
                each.try_fold(first, |all, number| op.apply(all, number?))
            }
            // Expressions are at most three joins deep.
            Formula::Join(left, op, right) => op.apply(left.value(position)?, right.value(position)?),
            Formula::Atom(atom, of) => atom.value(of.value(position)?),
        }
    }

    /// Returns the expression for people, if a position has this many numbers.
    pub(super) fn words(&self, count: usize) -> String {
        match self {
            Formula::Of(place) => name(*place).to_owned(),
            Formula::Const(number) => number.to_string(),
            Formula::Fold(op, places, Atom::N) => match op {
                Op::Least if places.len() < count => "the smallest other number".to_owned(),
                Op::Most if places.len() < count => "the largest other number".to_owned(),
                Op::Least | Op::Most | Op::Gcd => format!("{}({})", op.signs().0, joined(places, ", ")),
                Op::OrBefore => format!("(({} - 1)) + 1", joined(places, " - 1) or (")),
                _ => joined(places, &format!(" {} ", op.signs().0)),
            },
            Formula::Fold(op, _, atom) => {
                let all = if *op == Op::Add { "sum" } else { op.signs().0 };
                format!("the {all} of {}, for each number n", atom.words("n"))
            }
            Formula::Join(left, op, right) => {
                let [left, right] = [left, right].map(|of| of.inner_words(count));
                match op {
                    Op::More => format!("max({left} - {right}, 0)"),
                    Op::Apart if count == 2 => "|a - b|".to_owned(),
                    Op::ModNext => format!("{left} mod ({right} + 1)"),
                    Op::Times => format!("{left} {right}"),
                    Op::SquareQuotient => format!("{left} * {left} div ({right} * {right})"),
                    op => format!("{left} {} {right}", op.signs().0),
                }
            }
            Formula::Atom(atom, of) => atom.words(&of.inner_words(count)),
        }
    }

    /// Returns the comparison with another expression for people.
    pub(super) fn compared(&self, sign: &str, other: &Formula, count: usize) -> String {
        format!("{} {sign} {}", self.words(count), other.words(count))
    }

    /// Returns the expression for people as a part of another.
    pub(super) fn inner_words(&self, count: usize) -> String {
        match self {
            Formula::Atom(Atom::N, of) => of.inner_words(count),
            Formula::Join(_, Op::Apart, _) if count == 2 => self.words(count),
            Formula::Fold(_, places, _) if places.len() == 1 => self.words(count),
            Formula::Join(..) | Formula::Atom(..) | Formula::Fold(Op::Add | Op::Mul | Op::OrBefore, ..) => {
                format!("({})", self.words(count))
            }
            _ => self.words(count),
        }
    }

    /// Returns the bits of an expression of the search, if a position has this many numbers.
    pub(super) fn bits(&self, count: usize) -> u32 {
        match self {
            Formula::Of(_) => 2 + choice(count),
            Formula::Const(constant) => 2 + number(*constant),
            Formula::Join(left, _, right) => 1 + choice(Op::ALL.len()) + left.bits(count) + right.bits(count),
            Formula::Fold(..) | Formula::Atom(..) => 4,
        }
    }
}

/// An expression with its values at some positions.
struct Valued {
    formula: Formula,
    values: Vec<u64>,
}

/// The positions that are compared first. They refuse almost every wrong expression.
struct Samples<'a> {
    positions: Vec<&'a [u64]>,
    values: Vec<u64>,
    /// The values of expressions that were made already.
    seen: HashSet<Vec<u64>>,
}

impl<'a> Samples<'a> {
    /// Takes about as many positions of each of the rarest values, spread over the table.
    fn of(cells: &[(&'a Vec<u64>, u64)]) -> Samples<'a> {
        /// The most values, and the most positions of each.
        const VALUES: u64 = 4;
        const EACH: usize = 12;
        let (mut positions, mut values) = (Vec::new(), Vec::new());
        for value in 0..VALUES {
            let alike: Vec<&(&Vec<u64>, u64)> = cells.iter().filter(|(_, of)| (*of).min(VALUES - 1) == value).collect();
            for (position, value) in alike.iter().step_by((alike.len() / EACH).max(1) | 1) {
                positions.push(&position[..]);
                values.push(*value);
            }
        }
        Samples {
            positions,
            values,
            seen: HashSet::new(),
        }
    }

    /// Returns the numbers of a position, and small constants.
    fn leaves(&mut self, count: usize) -> Vec<Valued> {
        let formulas = (0..count).map(Formula::Of).chain((1..=2).map(Formula::Const));
        let valued = formulas.filter_map(|formula| {
            let values: Option<Vec<u64>> = self.positions.iter().map(|position| formula.value(position)).collect();
            let values = values.filter(|values| self.seen.insert(values.clone()))?;
            Some(Valued { formula, values })
        });
        valued.collect()
    }

    /// Returns the new joins of two expressions. They have a value at every sample.
    fn joined(&mut self, lefts: &[Valued], ops: &[Op], rights: &[Valued]) -> Vec<Valued> {
        let mut found = Vec::new();
        for (left, right) in lefts
            .iter()
            .flat_map(|left| rights.iter().map(move |right| (left, right)))
        {
            for &op in ops {
                let pairs = left.values.iter().zip(&right.values);
                let values: Option<Vec<u64>> = pairs.map(|(&left, &right)| op.apply(left, right)).collect();
                let Some(values) = values.filter(|values| self.seen.insert(values.clone())) else {
                    continue;
                };
                let formula = Formula::join(left.formula.clone(), op, right.formula.clone());
                found.push(Valued { formula, values });
            }
        }
        found
    }

    /// Returns joins whose values are those of the table.
    fn equal(&self, lefts: &[Valued], rights: &[Valued]) -> Vec<Formula> {
        let mut found = Vec::new();
        for (left, right) in lefts
            .iter()
            .flat_map(|left| rights.iter().map(move |right| (left, right)))
        {
            for (left, right) in [(left, right), (right, left)] {
                for op in Op::ALL {
                    let mut each = left.values.iter().zip(&right.values).zip(&self.values);
                    if each.all(|((&left, &right), &value)| op.apply(left, right) == Some(value)) {
                        let [left, right] = [left, right].map(|of| of.formula.clone());
                        found.push(Formula::join(left, op, right));
                    }
                }
            }
        }
        found
    }

    /// Returns whether the order of two numbers tells the value at each sample.
    fn is_told_by(&self, left: &[u64], right: &[u64]) -> bool {
        let mut known = [None; 3];
        let mut each = left.iter().zip(right).zip(&self.values);
        each.all(|((left, right), value)| *known[order(*left, *right) as usize].get_or_insert(*value) == *value)
    }
}

/// A rule that turns expressions into a value.
#[derive(Clone, Debug)]
pub(super) enum Told {
    /// The value is one expression.
    Equal(Formula),
    /// The order of two expressions decides the value.
    Compared(Formula, Formula),
}

/// Returns expressions that may tell the values of some cells, the fewest bits first.
///
/// Nimbers are equal to an expression. Outcomes follow from the order of two.
pub(super) fn find(count: usize, cells: &[(&Vec<u64>, u64)], kind: Kind) -> Vec<Told> {
    /// The most ways to return.
    const MOST: usize = 8;
    let mut samples = Samples::of(cells);
    let leaves = samples.leaves(count);
    let pairs = samples.joined(&leaves, &Op::ALL, &leaves);
    let mut triples = samples.joined(&pairs, &Op::ALL, &leaves);
    triples.extend(samples.joined(&leaves, &Op::ALL, &pairs));
    let mut found: Vec<(u32, Told)> = Vec::new();
    match kind {
        Kind::Nimber => {
            let own = [&leaves, &pairs, &triples].into_iter().flatten();
            let own = own
                .filter(|of| of.values == samples.values)
                .map(|of| of.formula.clone());
            let joins = [samples.equal(&triples, &leaves), samples.equal(&pairs, &pairs)].concat();
            let all = own.chain(joins);
            found.extend(all.map(|formula| (formula.bits(count), Told::Equal(formula))));
        }
        Kind::Outcome => {
            let quotients = samples.joined(&pairs, &[Op::Div, Op::Mod], &pairs);
            let zero = Valued {
                formula: Formula::Const(0),
                values: vec![0; samples.values.len()],
            };
            let mut compare = |left: &Valued, right: &Valued| {
                if samples.is_told_by(&left.values, &right.values) {
                    let bits = left.formula.bits(count) + right.formula.bits(count);
                    let [left, right] = [left, right].map(|of| of.formula.clone());
                    found.push((bits, Told::Compared(left, right)));
                }
            };
            for left in [&pairs, &triples, &quotients].into_iter().flatten() {
                leaves.iter().chain([&zero]).for_each(|right| compare(left, right));
            }
            for (place, left) in pairs.iter().enumerate() {
                pairs[place + 1..].iter().for_each(|right| compare(left, right));
            }
        }
    }
    found.sort_by_key(|(bits, _)| *bits);
    found.truncate(MOST);
    found.into_iter().map(|(_, told)| told).collect()
}
