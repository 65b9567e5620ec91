//! Numbers that are computed from the numbers of a position, and choices of positions.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools as _;

use super::bits::{choice, number};
use super::expr::{Atom, Op, gcd, times_phi};
use super::formula::{Formula, joined, name, order};
use super::shown;

/// One or several numbers, computed from the numbers of a position. Some kinds name their numbers by places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feature {
    /// An expression.
    Number(Formula),
    /// An expression modulo a number.
    Remainder(Formula, u64),
    /// The order of two expressions.
    Compared(Formula, Formula),
    /// Whether an expression is 0.
    IsZero(Formula),
    /// Whether two are equal.
    Equal,
    /// An atom for each number.
    Each(Vec<Atom>),
    /// The number of zeros.
    Zeros,
    /// The number of different numbers.
    Different,
    /// Whether a number is above 1, and the parity of the ones.
    Ones,
    /// The quotients by their greatest common divisor, modulo 2.
    ReducedParity,
    /// Whether the larger of two is more than phi times the smaller, and whether they are equal.
    MoreThanPhi,
    /// Whether one of two is zero, and whether they are equal.
    ZeroOrEqual,
    /// Whether the larger of two is a power of 2 times the smaller.
    QuotientPower,
    /// Whether two are equal if one is above 1, else the parity of the ones: misère Nim.
    EqualOrOnes,
    /// The number of numbers that equal the smallest.
    Smallest,
    /// The number of ones before the first other number.
    FirstOnes,
    /// The parity of the place of the first smallest number, counted from 1.
    PlaceOfLeast,
    /// The parity of the count of numbers before the first 0, or (true) after the last 0.
    BeforeZero(bool),
    /// Whether the xor of some terms is 0.
    Terms(Terms),
    /// The parities of both arms at the corner of the largest square, if the numbers are rows of cells in descending order.
    ///
    /// One arm lies in the row of the corner, the other in its column. Without a square there are no arms.
    Corner,
    /// Whether every number occurs an even number of times.
    Paired,
    /// The parity of the least number above 0 that is not among the numbers, and whether it is above all.
    Missing,
}

/// Returns both arms at the corner of the largest square, or `None` without a square. The numbers are rows of cells.
fn arms(numbers: &[u64]) -> Option<[u64; 2]> {
    let rows: Vec<u64> = numbers.iter().copied().sorted_unstable_by(|a, b| b.cmp(a)).collect();
    let side = (0..).zip(&rows).take_while(|(place, row)| *row > place).count();
    let row = rows[side.checked_sub(1)?];
    let side = side as u64;
    let column = rows.iter().filter(|&&row| row >= side).count() as u64;
    Some([row - side, column - side])
}

/// Terms of the numbers of a position, for their xor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Whether the places count the numbers in ascending order, not in the order of the position.
    pub is_sorted: bool,
    /// The terms.
    pub terms: Vec<Term>,
}

/// A number less another number or 0, and less 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The place of the number.
    pub of: usize,
    /// The place of the other number.
    pub less: Option<usize>,
    /// The amount to subtract.
    pub by: u64,
}

impl Term {
    /// Returns every term of `count` numbers, the plainest first.
    pub(super) fn all(count: usize) -> Vec<Term> {
        let pairs = (0..count).cartesian_product(0..count).filter(|(of, less)| of != less);
        let differences = pairs.map(|(of, less)| (of, Some(less)));
        let each = (0..count)
            .map(|of| (of, None))
            .chain(differences)
            .cartesian_product([0, 1]);
        // The unknowns of an equation are the bits of a word.
        each.map(|((of, less), by)| Term { of, less, by })
            .take(u64::BITS as usize)
            .collect()
    }

    fn value(self, numbers: &[u64]) -> Option<u64> {
        let less = self.less.map_or(Some(0), |less| numbers.get(less).copied());
        numbers.get(self.of)?.checked_sub(less?)?.checked_sub(self.by)
    }
}

impl Terms {
    /// Returns the numbers whose places the terms name.
    fn numbers(is_sorted: bool, position: &[u64]) -> Vec<u64> {
        let mut numbers = position.to_vec();
        if is_sorted {
            numbers.sort_unstable();
        }
        numbers
    }

    fn xor(&self, position: &[u64]) -> Option<u64> {
        let numbers = Terms::numbers(self.is_sorted, position);
        let mut values = self.terms.iter().map(|term| term.value(&numbers));
        values.try_fold(0, |xor, value| Some(xor ^ value?))
    }

    /// Returns terms whose xor is 0 at exactly the lost ones of some cells, the fewest first.
    ///
    /// Each bit of the terms of a lost cell is an equation over two elements: the chosen terms add to 0.
    pub(super) fn find(count: usize, cells: &[(&Vec<u64>, u64)], is_sorted: bool) -> Vec<Terms> {
        /// The most free terms of the equations. All choices of them are tried.
        const MOST_FREE: usize = 10;
        let numbers: Vec<(Vec<u64>, u64)> = cells
            .iter()
            .map(|(position, value)| (Terms::numbers(is_sorted, position), *value))
            .collect();
        let is_defined = |term: &Term| numbers.iter().all(|(numbers, _)| term.value(numbers).is_some());
        let terms: Vec<Term> = Term::all(count).into_iter().filter(is_defined).collect();
        let lost = numbers.iter().filter(|(_, value)| *value == 0);
        let mut equations = Equations::default();
        for (numbers, _) in lost {
            let values: Vec<u64> = terms.iter().filter_map(|term| term.value(numbers)).collect();
            let bits = u64::BITS - values.iter().fold(0, |all, value| all | value).leading_zeros();
            for bit in 0..bits {
                let of_term = |(place, value): (usize, &u64)| (value >> bit & 1) << place;
                equations.add(values.iter().enumerate().map(of_term).sum());
            }
        }
        let free = equations.solutions(terms.len());
        if free.len() > MOST_FREE {
            return Vec::new();
        }
        let sums = (1_usize..1 << free.len()).map(|chosen| {
            let chosen = free.iter().enumerate().filter(|(place, _)| chosen >> place & 1 != 0);
            chosen.fold(0, |sum, (_, solution)| sum ^ solution)
        });
        let chosen = |sum: u64| -> Terms {
            let places = (0..terms.len()).filter(|place| sum >> place & 1 != 0);
            Terms {
                is_sorted,
                terms: places.map(|place| terms[place]).collect(),
            }
        };
        let fits = |terms: &Terms| {
            cells
                .iter()
                .all(|(position, value)| (terms.xor(position) == Some(0)) == (*value == 0))
        };
        let sums = sums.sorted_by_key(|sum| sum.count_ones());
        sums.map(chosen).filter(fits).take(3).collect()
    }

    /// Returns the xor for people.
    pub(super) fn words(&self) -> String {
        let terms = self.terms.iter().map(|term| match (term.less, term.by) {
            (None, 0) => name(term.of).to_owned(),
            (None, by) => format!("({} - {by})", name(term.of)),
            (Some(less), 0) => format!("({} - {})", name(term.of), name(less)),
            (Some(less), by) => format!("({} - {} - {by})", name(term.of), name(less)),
        });
        let order = if self.is_sorted {
            ", for the numbers in ascending order"
        } else {
            ""
        };
        format!("whether {} = 0{order}", terms.collect::<Vec<_>>().join(" xor "))
    }

    /// Returns the bits of the choice of these terms.
    pub(super) fn bits(&self, count: usize) -> u32 {
        1 + number(self.terms.len() as u64) + self.terms.len() as u32 * choice(Term::all(count).len())
    }
}

/// Equations over two elements, each as the unknowns that add to 0, in echelon form.
#[derive(Default)]
struct Equations(BTreeMap<u32, u64>);

impl Equations {
    fn add(&mut self, mut equation: u64) {
        while equation != 0 {
            let first = equation.trailing_zeros();
            let Some(other) = self.0.get(&first) else {
                self.0.insert(first, equation);
                return;
            };
            equation ^= other;
        }
    }

    /// Returns solutions that span all others, for this many unknowns.
    fn solutions(&self, unknowns: usize) -> Vec<u64> {
        let free = (0..unknowns as u32).filter(|unknown| !self.0.contains_key(unknown));
        let solution = |free: u32| {
            // From the last unknown on, each equation decides its first one.
            self.0.iter().rev().fold(1_u64 << free, |solution, (first, equation)| {
                let rest = (equation & solution).count_ones() % 2;
                solution | u64::from(rest) << first
            })
        };
        free.map(solution).collect()
    }
}

/// The positions of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Only {
    /// All.
    All,
    /// Positions without a 0.
    Positive,
    /// Positions without equal numbers.
    Distinct,
    /// Positions with the first of these numbers at most the second, by their places.
    AtMost(usize, usize),
    /// Positions with two numbers below two others, such as a square within a board. Each pair is given by its places.
    /// Only xors of terms are claimed of them.
    Within([(usize, usize); 2]),
}

impl Only {
    /// Returns whether a position is among them.
    pub fn has(self, position: &[u64]) -> bool {
        match self {
            Only::All => true,
            Only::Positive => !position.contains(&0),
            Only::Distinct => position.iter().all_unique(),
            Only::AtMost(one, other) => position.get(one) <= position.get(other),
            Only::Within(pairs) => pairs
                .iter()
                .all(|&(one, other)| position.get(one) < position.get(other)),
        }
    }

    /// Returns the choices of some positions of `count` numbers: the plain ones, and those by a comparison.
    pub(super) fn some(count: usize) -> ([Only; 2], Vec<Only>) {
        let places = (0..count)
            .cartesian_product(0..count)
            .filter(|(one, other)| one != other);
        let plain = [Only::Positive, Only::Distinct];
        let pairs = places.clone().array_combinations().filter(|_| count == 4);
        let within = pairs.filter(|[one, other]| [one.0, one.1, other.0, other.1].iter().all_unique());
        let compared = places.map(|(one, other)| Only::AtMost(one, other));
        (plain, compared.chain(within.map(Only::Within)).collect())
    }

    /// Returns the bits of the choice among `count` numbers.
    pub(super) fn bits(self, count: usize) -> u32 {
        match self {
            Only::All => 1,
            _ => {
                let (plain, compared) = Only::some(count);
                1 + choice(plain.len() + compared.len())
            }
        }
    }

    pub(super) fn words(self, count: usize) -> String {
        let text = match (self, count) {
            (Only::All, _) => "",
            (Only::Positive, 2) => " if neither is 0",
            (Only::Positive, _) => " if no number is 0",
            (Only::Distinct, 2) => " if a and b differ",
            (Only::Distinct, _) => " if all numbers differ",
            (Only::AtMost(one, other), _) => return format!(" if {}", joined(&[one, other], " <= ")),
            (Only::Within([one, other]), _) => {
                let less = |(one, other): (usize, usize)| joined(&[one, other], " < ");
                return format!(" if {} and {}", less(one), less(other));
            }
        };
        text.to_owned()
    }
}

/// Returns the position of `count` numbers that are 0 but for one.
pub(super) fn alone(count: usize, place: usize, number: u64) -> Vec<u64> {
    let mut position = vec![0; count];
    position[place] = number;
    position
}

/// Returns the number at a place and the others in order, or `None` without this place.
pub(super) fn split(position: &[u64], place: usize) -> Option<(u64, Vec<u64>)> {
    let mut others = position.to_vec();
    (place < others.len()).then(|| (others.remove(place), others))
}

impl Feature {
    /// Returns every feature of `count` numbers for the search.
    pub fn all(count: usize) -> Vec<Feature> {
        if count == 2 {
            return Feature::of_pairs();
        }
        // All numbers first, then fewer.
        let mut some: Vec<Vec<usize>> = (1_u32..1 << count)
            .map(|bits| (0..count).filter(|place| bits >> place & 1 != 0).collect())
            .collect();
        some.sort_by_key(|places: &Vec<usize>| std::cmp::Reverse(places.len()));
        let of_all = |op: Op| Formula::fold(op, 0..count);
        let first_and = |op: Op| Feature::Compared(Formula::Of(0), Formula::fold(op, 1..count));
        let mut all = vec![
            Feature::IsZero(of_all(Op::Xor)),
            Feature::Number(of_all(Op::Xor)),
            Feature::Zeros,
            Feature::odd(count),
            Feature::Different,
            Feature::Ones,
            Feature::Number(of_all(Op::Least)),
            Feature::Number(of_all(Op::Most)),
            Feature::Number(of_all(Op::Gcd)),
            Feature::Number(of_all(Op::Add)),
            Feature::Smallest,
            Feature::FirstOnes,
            Feature::PlaceOfLeast,
            Feature::BeforeZero(false),
            Feature::BeforeZero(true),
            first_and(Op::Least),
            first_and(Op::Most),
            Feature::Corner,
            Feature::Missing,
        ];
        for places in some {
            let [xor, sum] = [Op::Xor, Op::Add].map(|op| Formula::fold(op, places.clone()));
            all.extend([Feature::IsZero(xor.clone()), Feature::Number(xor)]);
            all.extend((2..=9).map(|q| Feature::Remainder(sum.clone(), q)));
        }
        all.extend((2..=4).map(|q| Feature::Each(vec![Atom::Mod(q); count])));
        all.push(Feature::Paired);
        all.extend(Feature::of_atoms(count));
        all
    }

    /// Returns the number of odd ones among `count` numbers.
    pub(super) fn odd(count: usize) -> Feature {
        Feature::Number(Formula::Fold(Op::Add, (0..count).collect(), Atom::Mod(2)))
    }

    /// Returns the features by an atom of a number made of all numbers, or of each number.
    fn of_atoms(count: usize) -> Vec<Feature> {
        let atoms = [
            Atom::N,
            Atom::TwoAdic,
            Atom::Bits,
            Atom::Ones,
            Atom::Root,
            Atom::RootOfTwice,
            Atom::Triangular,
        ];
        let of_all = |op: Op| Formula::fold(op, 0..count);
        let most = |op: Op, other: Op| Formula::join(of_all(Op::Most), op, of_all(other));
        let made = [
            of_all(Op::Add),
            most(Op::Apart, Op::Least),
            of_all(Op::Least),
            of_all(Op::Most),
            Formula::pair(0, Op::Quotient, 1),
            most(Op::Quotient, Op::Least),
            most(Op::Quotient, Op::Gcd),
            of_all(Op::Mul),
            of_all(Op::OrBefore),
            Formula::pair(0, Op::SquareQuotient, 1),
        ];
        let is_listed = |(made, atom): &(Formula, Atom)| match made {
            // Other features have the remainders of these numbers.
            Formula::Fold(Op::Add | Op::Mul | Op::Least, ..) | Formula::Join(_, Op::Apart, _) => {
                count > 2 || *atom != Atom::N
            }
            Formula::Join(left, ..) => count == 2 || **left != Formula::Of(0),
            _ => true,
        };
        let made = made.into_iter().cartesian_product(atoms).filter(is_listed);
        let of_made = |(made, atom): (Formula, Atom)| [2, 3].map(|q| Feature::Remainder(made.clone().atom(atom), q));
        let mut all: Vec<Feature> = made.flat_map(of_made).collect();
        let each = [Atom::TwoAdic, Atom::Ones, Atom::Bits, Atom::PrimeFactors, Atom::Div(2)];
        let of_each = |op: Op, atom: Atom| Formula::Fold(op, (0..count).collect(), atom);
        let sums = each.into_iter().cartesian_product(2..=3);
        all.extend(sums.map(|(atom, q)| Feature::Remainder(of_each(Op::Add, atom), q)));
        all.extend(each.map(|atom| Feature::Number(of_each(Op::Xor, atom))));
        let joined = [Op::OrBefore, Op::Add, Op::Mul].into_iter();
        let joined = joined.cartesian_product([Atom::TwoAdic, Atom::Bits]);
        let joined = joined.chain([(Op::Mul, Atom::PrimeFactors)]);
        all.extend(joined.map(|(op, atom)| Feature::Number(of_all(op).atom(atom))));
        all
    }

    fn of_pairs() -> Vec<Feature> {
        let number = |op: Op| Feature::Number(Formula::pair(0, op, 1));
        let turned = |op: Op| Feature::Number(Formula::pair(1, op, 0));
        let fold = |op: Op| Formula::fold(op, [0, 1]);
        let mut all = vec![
            Feature::Equal,
            Feature::Compared(Formula::Of(0), Formula::Of(1)),
            Feature::Number(fold(Op::Xor)),
            number(Op::Apart),
            Feature::Number(fold(Op::Add)),
            Feature::Number(fold(Op::Least)),
            Feature::Number(fold(Op::Most)),
            Feature::ZeroOrEqual,
            Feature::MoreThanPhi,
            Feature::Number(fold(Op::Gcd)),
            number(Op::More),
            turned(Op::More),
            number(Op::ModNext),
            turned(Op::ModNext),
        ];
        let remainders = [fold(Op::Add), Formula::pair(0, Op::Apart, 1), fold(Op::Least)];
        all.extend((2..=12).flat_map(|q| remainders.clone().map(|of| Feature::Remainder(of, q))));
        let mods = |p: u64, q: u64| Feature::Each(vec![Atom::Mod(p), Atom::Mod(q)]);
        all.extend((2..=12).map(|q| mods(q, q)));
        all.extend((2..=6).flat_map(|p| (2..=6).filter(move |&q| q != p).map(move |q| mods(p, q))));
        let atoms = [Atom::TwoAdic, Atom::Bits, Atom::Ones, Atom::LowBit, Atom::HighBit];
        all.extend(atoms.map(|atom| Feature::Each(vec![atom; 2])));
        let of_atoms = [Op::Xor, Op::Gcd].into_iter().cartesian_product(atoms);
        all.extend(of_atoms.map(|(op, atom)| Feature::Number(fold(op).atom(atom))));
        all.extend([Feature::ReducedParity, Feature::QuotientPower, Feature::EqualOrOnes]);
        all.push(Feature::FirstOnes);
        let compared = atoms.into_iter().chain([Atom::SmallestFibonacci]);
        for (one, other) in [(0, 1), (1, 0)] {
            let and = |of: Formula| Feature::Compared(of, Formula::Of(other));
            all.extend(compared.clone().map(|atom| and(Formula::Of(one).atom(atom))));
            let times = |by: u64| Formula::join(Formula::Const(by), Op::Times, Formula::Of(other));
            all.extend([2, 3].map(|by| Feature::Compared(Formula::Of(one), times(by))));
        }
        all.push(Feature::Corner);
        all.extend(Feature::of_atoms(2));
        all
    }

    /// Returns the value, or `None` if there is none.
    pub fn value(&self, position: &[u64]) -> Option<Vec<u64>> {
        let count = |counts: &dyn Fn(u64) -> bool| position.iter().filter(|&&number| counts(number)).count() as u64;
        let (low, high) = (*position.iter().min()?, *position.iter().max()?);
        let is_equal = u64::from(low == high);
        Some(vec![match self {
            Feature::Number(formula) => formula.value(position)?,
            Feature::Remainder(formula, q) => formula.value(position)? % q,
            Feature::Compared(one, other) => order(one.value(position)?, other.value(position)?),
            Feature::IsZero(formula) => u64::from(formula.value(position)? == 0),
            Feature::Equal => is_equal,
            Feature::Each(atoms) => return position.iter().zip(atoms).map(|(&of, atom)| atom.value(of)).collect(),
            Feature::Zeros => count(&|number| number == 0),
            Feature::Different => position.iter().collect::<BTreeSet<_>>().len() as u64,
            Feature::Ones if high > 1 => {
                let all = position.iter().fold(0, |xor, number| xor ^ number);
                return Some(vec![1, u64::from(all != 0)]);
            }
            Feature::Ones => return Some(vec![0, count(&|number| number == 1) % 2]),
            Feature::ReducedParity => {
                let of = position.iter().fold(0, |of, &number| gcd(of, number)).max(1);
                return Some(position.iter().map(|number| number / of % 2).collect());
            }
            // high > phi * low, and phi is irrational.
            Feature::MoreThanPhi => u64::from(high > times_phi(low)) + 2 * is_equal,
            Feature::ZeroOrEqual => is_equal + 2 * u64::from(low == 0),
            Feature::QuotientPower => u64::from(low > 0 && high.is_multiple_of(low) && (high / low).is_power_of_two()),
            Feature::EqualOrOnes if high > 1 => is_equal,
            Feature::EqualOrOnes => 2 + (low + high) % 2,
            Feature::Smallest => count(&|number| number == low),
            Feature::FirstOnes => position.iter().take_while(|&&number| number == 1).count() as u64,
            Feature::PlaceOfLeast => (position.iter().position(|&number| number == low)? as u64 + 1) % 2,
            Feature::BeforeZero(from_end) => {
                let is_some = |number: &&u64| **number > 0;
                let count = if *from_end {
                    position.iter().rev().take_while(is_some).count()
                } else {
                    position.iter().take_while(is_some).count()
                };
                count as u64 % 2
            }
            Feature::Terms(terms) => u64::from(terms.xor(position)? == 0),
            Feature::Corner => return Some(arms(position).map_or(vec![2, 2], |arms| arms.map(|arm| arm % 2).to_vec())),
            Feature::Paired => u64::from(position.iter().counts().values().all(|times| times % 2 == 0)),
            Feature::Missing => {
                let missing = (1..).find(|number| !position.contains(number))?;
                return Some(vec![missing % 2, u64::from(missing > high)]);
            }
        }])
    }

    /// Returns whether the feature is one number that grows without end.
    ///
    /// Then a table has every number up to its largest.
    pub(super) fn grows(&self) -> bool {
        matches!(self, Feature::Number(Formula::Fold(_, _, Atom::N) | Formula::Join(..)))
    }

    /// Returns whether the name of the feature is long.
    pub(super) fn has_long_name(&self) -> bool {
        match self {
            Feature::Number(formula) | Feature::Remainder(formula, _) => match formula {
                Formula::Fold(_, _, atom) => ![Atom::N, Atom::Mod(2)].contains(atom),
                Formula::Atom(_, of) => !matches!(**of, Formula::Fold(Op::Xor | Op::Gcd, ..)),
                _ => false,
            },
            _ => matches!(self, Feature::Corner | Feature::Missing),
        }
    }

    /// Returns the name for people, with `a`, `b` and so on for the `count` numbers.
    pub fn words(&self, count: usize) -> String {
        let text = match self {
            Feature::Number(Formula::Fold(Op::Add, _, Atom::N)) if count > 2 => "the sum",
            Feature::Number(Formula::Fold(Op::Least, ..)) if count > 2 => "the smallest number",
            Feature::Number(Formula::Fold(Op::Most, ..)) if count > 2 => "the largest number",
            Feature::Number(Formula::Fold(Op::Gcd, ..)) if count > 2 => "the greatest common divisor",
            Feature::Number(Formula::Fold(Op::Add, _, Atom::Mod(2))) => "the number of odd numbers",
            Feature::Number(formula) => return formula.words(count),
            Feature::Remainder(formula, q) => return format!("{} mod {q}", formula.inner_words(count)),
            Feature::Compared(one, other) => return format!("the order of {}", one.compared("and", other, count)),
            Feature::IsZero(formula) => return format!("whether {} = 0", formula.words(count)),
            Feature::Equal => "whether a = b",
            Feature::Each(atoms) => match atoms[..] {
                [of_a, of_b] => return format!("{} and {}", of_a.words("a"), of_b.words("b")),
                _ => return atoms[0].words("each number"),
            },
            Feature::Zeros => "the number of zeros",
            Feature::Different => "the number of different numbers",
            Feature::Ones => "the xor (if no number is above 1: the parity of the ones)",
            Feature::ReducedParity => "the parities of a / gcd(a, b) and b / gcd(a, b)",
            Feature::MoreThanPhi => "whether max(a, b) > phi * min(a, b), phi = 1.618..., and whether a = b",
            Feature::ZeroOrEqual => "whether a = b and whether one is 0",
            Feature::QuotientPower => "whether max(a, b) is min(a, b) times a power of 2",
            Feature::EqualOrOnes => "whether a = b (if no number is above 1: the parity of the ones)",
            Feature::Smallest => "the number of numbers that equal the smallest",
            Feature::FirstOnes => "the number of ones before the first other number",
            Feature::PlaceOfLeast => "the parity of the place of the first smallest number",
            Feature::BeforeZero(false) => "the parity of the count of numbers before the first 0",
            Feature::BeforeZero(true) => "the parity of the count of numbers after the last 0",
            Feature::Terms(terms) => return terms.words(),
            Feature::Corner => {
                "the parities of both arms at the corner of the largest square in rows of these lengths, the longest first"
            }
            Feature::Paired => "whether every number occurs an even number of times",
            Feature::Missing => {
                "the parity of the least number above 0 that is missing, and whether it is above all numbers"
            }
        };
        text.to_owned()
    }

    /// Returns a value of the feature for people.
    pub(super) fn class(&self, class: &[u64], count: usize) -> String {
        let named: &[&str] = match (self, class) {
            (Feature::Compared(one, other), &[order @ 0..=2]) => {
                return one.compared(["<", "=", ">"][order as usize], other, count);
            }
            (Feature::IsZero(_) | Feature::Terms(_) | Feature::Paired, _) => &["no", "yes"],
            (Feature::Ones, [1, 0]) => return "xor 0".to_owned(),
            (Feature::Ones, [1, _]) => return "another xor".to_owned(),
            (Feature::Ones, [_, 0]) => return "none above 1, an even number of ones".to_owned(),
            (Feature::Ones, _) => return "none above 1, an odd number of ones".to_owned(),
            (Feature::Equal, _) => &["a and b differ", "a = b"],
            (Feature::MoreThanPhi, _) => &[
                "a != b and max(a, b) < phi * min(a, b)",
                "max(a, b) > phi * min(a, b)",
                "a = b",
            ],
            (Feature::ZeroOrEqual, _) => &["a and b differ, neither is 0", "a = b, not 0", "one is 0", "both are 0"],
            (Feature::QuotientPower, _) => &["no power", "a power"],
            (Feature::Missing, &[parity, is_above]) => {
                let parity = ["even", "odd"][parity as usize & 1];
                return format!("{parity}{}", if is_above == 1 { " and above all" } else { "" });
            }
            (Feature::Corner, &[row, column]) => {
                let arm = |parity: u64| {
                    ["even", "odd", "none"]
                        .get(parity as usize)
                        .copied()
                        .unwrap_or_default()
                };
                return format!("row {}, column {}", arm(row), arm(column));
            }
            (Feature::EqualOrOnes, _) => &[
                "a and b differ",
                "a = b",
                "neither above 1, an even number of ones",
                "neither above 1, one of them 1",
            ],
            _ => &[],
        };
        named
            .get(class[0] as usize)
            .map_or_else(|| shown(class), |name| (*name).to_owned())
    }
}
