//! Numbers that are computed from the numbers of a position, and choices of positions.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools as _;

use super::bits::{choice, number};
use super::expr::{Atom, times_phi};
use super::formula::{Formula, NAMES, order};

/// One or several numbers, computed from the numbers of a position. Some kinds name their numbers by places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The xor of some numbers.
    Xor(Vec<usize>),
    /// Whether the xor of some numbers is 0.
    XorIsZero(Vec<usize>),
    /// The sum of some numbers modulo a number.
    SumMod(Vec<usize>, u64),
    /// The sum of all numbers.
    Sum,
    /// The smallest number.
    Min,
    /// The largest number.
    Max,
    /// The greatest common divisor.
    Gcd,
    /// Each number modulo a number.
    Mods(Vec<u64>),
    /// The number of odd numbers.
    Odd,
    /// The number of zeros.
    Zeros,
    /// The number of different numbers.
    Different,
    /// Whether a number is above 1, and the parity of the ones.
    Ones,
    /// The difference of two, without its sign.
    Difference,
    /// The difference of two modulo a number.
    DifferenceMod(u64),
    /// The smallest number modulo a number.
    MinMod(u64),
    /// An atom of each number.
    Each(Atom),
    /// An atom of their greatest common divisor.
    OfGcd(Atom),
    /// An atom of their xor.
    OfXor(Atom),
    /// The quotients by their greatest common divisor, modulo 2.
    ReducedParity,
    /// Whether the larger of two is more than phi times the smaller, and whether they are equal.
    MoreThanPhi,
    /// Whether two are equal.
    Equal,
    /// The larger of two, or neither.
    Order,
    /// The first of two less the second, or 0 if that is negative.
    FirstMore,
    /// The second of two less the first, or 0 if that is negative.
    SecondMore,
    /// The first of two modulo the second plus 1.
    FirstModNext,
    /// The second of two modulo the first plus 1.
    SecondModNext,
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
    /// The order of the first number and the smallest of the others.
    FirstAndLeast,
    /// The order of the first number and the largest of the others.
    FirstAndMost,
    /// The order of an atom of a number and another number, by their places.
    AtomAnd(Atom, usize, usize),
    /// The order of a number and a multiple of another, by their places.
    AndTimes(usize, usize, u64),
    /// Whether the xor of some terms is 0.
    Terms(Terms),
    /// The parities of both arms at the corner of the largest square, if the numbers are rows of cells in descending order.
    ///
    /// One arm lies in the row of the corner, the other in its column. Without a square there are no arms.
    Corner,
    /// An atom of a number made of all numbers.
    OfMade(Made, Atom),
    /// The same modulo a number.
    Made(Made, Atom, u64),
    /// The sum of an atom of each number, modulo a number.
    SumOf(Atom, u64),
    /// The xor of an atom of each number.
    XorOf(Atom),
    /// Whether every number occurs an even number of times.
    Paired,
    /// The parity of the least number above 0 that is not among the numbers, and whether it is above all.
    Missing,
    /// An expression.
    Formula(Formula),
    /// An expression modulo a number.
    Remainder(Formula, u64),
    /// The order of two expressions.
    Compared(Formula, Formula),
}

/// A number made of all numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// The sum.
    Sum,
    /// The product.
    Product,
    /// The smallest number.
    Min,
    /// The largest number.
    Max,
    /// The difference of the largest and the smallest number.
    Apart,
    /// The quotient of the largest by the smallest number, rounded down.
    Times,
    /// The quotient of the largest number by the greatest common divisor.
    Reduced,
    /// The bitwise or of the numbers, each less 1, and 1 more.
    OrBefore,
    /// The quotient of the first of two by the second, rounded down.
    Quotient,
    /// The quotient of the squares of the first and the second of two, rounded down.
    SquareQuotient,
}

impl Made {
    /// All of them, the plainest first.
    const ALL: [Made; 10] = [
        Made::Sum,
        Made::Apart,
        Made::Min,
        Made::Max,
        Made::Quotient,
        Made::Times,
        Made::Reduced,
        Made::Product,
        Made::OrBefore,
        Made::SquareQuotient,
    ];

    /// Returns whether it is made of two numbers only.
    fn is_of_two(self) -> bool {
        matches!(self, Made::Quotient | Made::SquareQuotient)
    }

    fn value(self, position: &[u64]) -> Option<u64> {
        let (low, high) = (*position.iter().min()?, *position.iter().max()?);
        // By convention a quotient by 0 is 0.
        let quotient = |of: u64, by: u64| Some(of.checked_div(by).unwrap_or(0));
        match self {
            Made::Sum => position.iter().try_fold(0, |sum: u64, &number| sum.checked_add(number)),
            Made::Product => position.iter().try_fold(1, |all: u64, &number| all.checked_mul(number)),
            Made::Min => Some(low),
            Made::Max => Some(high),
            Made::Apart => Some(high - low),
            Made::Times => quotient(high, low),
            Made::Reduced => quotient(high, position.iter().fold(0, |of, &number| gcd(of, number))),
            Made::OrBefore => {
                let or = position
                    .iter()
                    .try_fold(0, |or, number| Some(or | number.checked_sub(1)?));
                or?.checked_add(1)
            }
            Made::Quotient => quotient(position[0], *position.get(1)?),
            Made::SquareQuotient => {
                let square = |number: u64| u128::from(number) * u128::from(number);
                let by = square(*position.get(1)?);
                u64::try_from(square(position[0]).checked_div(by).unwrap_or(0)).ok()
            }
        }
    }

    /// Returns the number for people, made of this many numbers.
    pub(super) fn words(self, count: usize) -> String {
        let all = |with: &str| joined(&Vec::from_iter(0..count), with);
        match self {
            Made::Sum => format!("({})", all(" + ")),
            Made::Product => format!("({})", all(" * ")),
            Made::Min => format!("min({})", all(", ")),
            Made::Max => format!("max({})", all(", ")),
            Made::Apart if count == 2 => "|a - b|".to_owned(),
            Made::Apart => format!("(max({}) - min({}))", all(", "), all(", ")),
            Made::Times => format!("(max({}) div min({}))", all(", "), all(", ")),
            Made::Reduced => format!("(max({}) div gcd({}))", all(", "), all(", ")),
            Made::OrBefore => format!("((({} - 1)) + 1)", all(" - 1) or (")),
            Made::Quotient => "(a div b)".to_owned(),
            Made::SquareQuotient => "(a * a div (b * b))".to_owned(),
        }
    }
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

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Returns the number at a place and the others in order, or `None` without this place.
pub(super) fn split(position: &[u64], place: usize) -> Option<(u64, Vec<u64>)> {
    let mut others = position.to_vec();
    (place < others.len()).then(|| (others.remove(place), others))
}

/// Returns the name of the number at a place in claims.
pub fn name(place: usize) -> &'static str {
    NAMES.get(place).copied().unwrap_or("?")
}

pub(super) fn joined(places: &[usize], with: &str) -> String {
    let names: Vec<&str> = places.iter().map(|&place| name(place)).collect();
    names.join(with)
}

impl Feature {
    /// Returns every feature of `count` numbers for the search.
    pub fn all(count: usize) -> Vec<Feature> {
        if count == 2 {
            return Feature::of_pairs();
        }
        let whole: Vec<usize> = (0..count).collect();
        // All numbers first, then fewer.
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
            Feature::Smallest,
            Feature::FirstOnes,
            Feature::PlaceOfLeast,
            Feature::BeforeZero(false),
            Feature::BeforeZero(true),
            Feature::FirstAndLeast,
            Feature::FirstAndMost,
            Feature::Corner,
            Feature::Missing,
        ]);
        for places in &some {
            all.push(Feature::XorIsZero(places.clone()));
            all.push(Feature::Xor(places.clone()));
            all.extend((2..=9).map(|q| Feature::SumMod(places.clone(), q)));
        }
        all.extend((2..=4).map(|q| Feature::Mods(vec![q; count])));
        all.push(Feature::Paired);
        all.extend(Feature::of_atoms(count));
        all
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
        let of_atom = |(made, atom)| (2..=3).map(move |q| Feature::Made(made, atom, q));
        // Other features have the remainders of these numbers.
        let is_new = |(made, atom): &(Made, Atom)| {
            *atom != Atom::N || !matches!(made, Made::Sum | Made::Product | Made::Apart | Made::Min) || count > 2
        };
        let is_possible = |made: &Made| count == 2 || !made.is_of_two();
        let made = Made::ALL.into_iter().filter(is_possible).cartesian_product(atoms);
        let mut all: Vec<Feature> = made.filter(is_new).flat_map(of_atom).collect();
        let each = [Atom::TwoAdic, Atom::Ones, Atom::Bits, Atom::PrimeFactors, Atom::Div(2)];
        all.extend(
            each.into_iter()
                .cartesian_product(2..=3)
                .map(|(atom, q)| Feature::SumOf(atom, q)),
        );
        all.extend(each.map(Feature::XorOf));
        let joined = [Made::OrBefore, Made::Sum, Made::Product];
        let joined = joined.into_iter().cartesian_product([Atom::TwoAdic, Atom::Bits]);
        all.extend(joined.map(|(made, atom)| Feature::OfMade(made, atom)));
        all.push(Feature::OfMade(Made::Product, Atom::PrimeFactors));
        all
    }

    fn of_pairs() -> Vec<Feature> {
        let mut all = vec![
            Feature::Equal,
            Feature::Order,
            Feature::Xor(vec![0, 1]),
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
        all.extend((2..=12).flat_map(|q| {
            [
                Feature::SumMod(vec![0, 1], q),
                Feature::DifferenceMod(q),
                Feature::MinMod(q),
            ]
        }));
        all.extend((2..=12).map(|q| Feature::Mods(vec![q, q])));
        all.extend((2..=6).flat_map(|p| (2..=6).filter(move |&q| q != p).map(move |q| Feature::Mods(vec![p, q]))));
        let atoms = [Atom::TwoAdic, Atom::Bits, Atom::Ones, Atom::LowBit, Atom::HighBit];
        all.extend(atoms.map(Feature::Each));
        all.extend(atoms.map(Feature::OfXor));
        all.extend(atoms.map(Feature::OfGcd));
        all.extend([Feature::ReducedParity, Feature::QuotientPower, Feature::EqualOrOnes]);
        all.push(Feature::FirstOnes);
        let compared = atoms.into_iter().chain([Atom::SmallestFibonacci]);
        for (one, other) in [(0, 1), (1, 0)] {
            all.extend(compared.clone().map(|atom| Feature::AtomAnd(atom, one, other)));
            all.extend((2..=3).map(|times| Feature::AndTimes(one, other, times)));
        }
        all.push(Feature::Corner);
        all.extend(Feature::of_atoms(2));
        all
    }

    /// Returns the value, or `None` if there is none.
    pub fn value(&self, position: &[u64]) -> Option<Vec<u64>> {
        let xor = |places: &[usize]| places.iter().fold(0, |xor, &place| xor ^ position[place]);
        let add = |sum: u64, number: u64| sum.checked_add(number);
        let of_all = || position.iter().fold(0, |of, &number| gcd(of, number));
        let count = |counts: &dyn Fn(u64) -> bool| position.iter().filter(|&&number| counts(number)).count() as u64;
        let (low, high) = (*position.iter().min()?, *position.iter().max()?);
        let is_equal = u64::from(low == high);
        // A feature of two numbers is about these.
        let (a, b) = (position[0], *position.get(1)?);
        Some(vec![match self {
            Feature::Xor(places) => xor(places),
            Feature::XorIsZero(places) => u64::from(xor(places) == 0),
            Feature::SumMod(places, q) => places.iter().map(|&place| position[place]).try_fold(0, add)? % q,
            Feature::Sum => position.iter().copied().try_fold(0, add)?,
            Feature::Min => low,
            Feature::Max => high,
            Feature::Gcd => of_all(),
            Feature::Mods(moduli) => return Some(position.iter().zip(moduli).map(|(number, q)| number % q).collect()),
            Feature::Odd => count(&|number| number % 2 == 1),
            Feature::Zeros => count(&|number| number == 0),
            Feature::Different => position.iter().collect::<BTreeSet<_>>().len() as u64,
            Feature::Ones if high > 1 => {
                let all = position.iter().fold(0, |xor, number| xor ^ number);
                return Some(vec![1, u64::from(all != 0)]);
            }
            Feature::Ones => return Some(vec![0, count(&|number| number == 1) % 2]),
            Feature::Difference => high - low,
            Feature::DifferenceMod(q) => (high - low) % q,
            Feature::MinMod(q) => low % q,
            Feature::Each(atom) => return position.iter().map(|&number| atom.value(number)).collect(),
            Feature::OfGcd(atom) => atom.value(of_all())?,
            Feature::OfXor(atom) => atom.value(a ^ b)?,
            Feature::ReducedParity => {
                let of = of_all().max(1);
                return Some(position.iter().map(|number| number / of % 2).collect());
            }
            // high > phi * low, and phi is irrational.
            Feature::MoreThanPhi => u64::from(high > times_phi(low)) + 2 * is_equal,
            Feature::Equal => is_equal,
            Feature::Order => order(a, b),
            Feature::FirstMore => a.saturating_sub(b),
            Feature::SecondMore => b.saturating_sub(a),
            Feature::FirstModNext => a % b.checked_add(1)?,
            Feature::SecondModNext => b % a.checked_add(1)?,
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
            Feature::FirstAndLeast => order(a, *position[1..].iter().min()?),
            Feature::FirstAndMost => order(a, *position[1..].iter().max()?),
            Feature::AtomAnd(atom, of, other) => order(atom.value(*position.get(*of)?)?, *position.get(*other)?),
            Feature::AndTimes(of, other, times) => {
                order(*position.get(*of)?, position.get(*other)?.checked_mul(*times)?)
            }
            Feature::Terms(terms) => u64::from(terms.xor(position)? == 0),
            Feature::Corner => return Some(arms(position).map_or(vec![2, 2], |arms| arms.map(|arm| arm % 2).to_vec())),
            Feature::OfMade(made, atom) => atom.value(made.value(position)?)?,
            Feature::Made(made, atom, q) => atom.value(made.value(position)?)? % q,
            Feature::SumOf(atom, q) => {
                let mut each = position.iter().map(|&number| atom.value(number));
                each.try_fold(0, |sum: u64, value| sum.checked_add(value?))? % q
            }
            Feature::XorOf(atom) => {
                let mut each = position.iter().map(|&number| atom.value(number));
                each.try_fold(0, |xor, value| Some(xor ^ value?))?
            }
            Feature::Paired => {
                let is_odd = |&&number: &&u64| count(&|other| other == number) % 2 == 1;
                u64::from(!position.iter().any(|number| is_odd(&number)))
            }
            Feature::Missing => {
                let missing = (1..).find(|number| !position.contains(number))?;
                return Some(vec![missing % 2, u64::from(missing > high)]);
            }
            Feature::Formula(formula) => formula.value(position)?,
            Feature::Remainder(formula, q) => formula.value(position)? % q,
            Feature::Compared(one, other) => order(one.value(position)?, other.value(position)?),
        }])
    }

    /// Returns whether the feature is one number that grows without end.
    ///
    /// Then a table has every number up to its largest.
    pub(super) fn grows(&self) -> bool {
        matches!(
            self,
            Feature::Difference
                | Feature::Sum
                | Feature::Min
                | Feature::Max
                | Feature::Gcd
                | Feature::Xor(_)
                | Feature::FirstMore
                | Feature::SecondMore
                | Feature::FirstModNext
                | Feature::SecondModNext
        )
    }

    /// Returns the name for people, with `a`, `b` and so on for the `count` numbers.
    pub fn words(&self, count: usize) -> String {
        let are_two = count == 2;
        let name = |of_two: &str, of_many: &str| if are_two { of_two.to_owned() } else { of_many.to_owned() };
        match self {
            Feature::Xor(places) => joined(places, " xor "),
            Feature::XorIsZero(places) => format!("whether {} = 0", joined(places, " xor ")),
            Feature::SumMod(places, q) if places.len() == 1 => format!("{} mod {q}", joined(places, "")),
            Feature::SumMod(places, q) => format!("({}) mod {q}", joined(places, " + ")),
            Feature::Sum => name("a + b", "the sum"),
            Feature::Min => name("min(a, b)", "the smallest number"),
            Feature::Max => name("max(a, b)", "the largest number"),
            Feature::Gcd => name("gcd(a, b)", "the greatest common divisor"),
            Feature::Mods(moduli) => match moduli[..] {
                [p, q] => format!("a mod {p} and b mod {q}"),
                _ => format!("each number mod {}", moduli[0]),
            },
            Feature::Odd => "the number of odd numbers".to_owned(),
            Feature::Zeros => "the number of zeros".to_owned(),
            Feature::Different => "the number of different numbers".to_owned(),
            Feature::Ones => "the xor (if no number is above 1: the parity of the ones)".to_owned(),
            Feature::Difference => "|a - b|".to_owned(),
            Feature::DifferenceMod(q) => format!("|a - b| mod {q}"),
            Feature::MinMod(q) => format!("min(a, b) mod {q}"),
            Feature::Each(atom) => format!("{} and {}", of(*atom, "a"), of(*atom, "b")),
            Feature::OfGcd(atom) => of(*atom, "gcd(a, b)"),
            Feature::OfXor(atom) => of(*atom, "a xor b"),
            Feature::ReducedParity => "the parities of a / gcd(a, b) and b / gcd(a, b)".to_owned(),
            Feature::MoreThanPhi => "whether max(a, b) > phi * min(a, b), phi = 1.618..., and whether a = b".to_owned(),
            Feature::Equal => "whether a = b".to_owned(),
            Feature::Order => "the order of a and b".to_owned(),
            Feature::FirstMore => "max(a - b, 0)".to_owned(),
            Feature::SecondMore => "max(b - a, 0)".to_owned(),
            Feature::FirstModNext => "a mod (b + 1)".to_owned(),
            Feature::SecondModNext => "b mod (a + 1)".to_owned(),
            Feature::ZeroOrEqual => "whether a = b and whether one is 0".to_owned(),
            Feature::QuotientPower => "whether max(a, b) is min(a, b) times a power of 2".to_owned(),
            Feature::EqualOrOnes => "whether a = b (if no number is above 1: the parity of the ones)".to_owned(),
            Feature::Smallest => "the number of numbers that equal the smallest".to_owned(),
            Feature::FirstOnes => "the number of ones before the first other number".to_owned(),
            Feature::PlaceOfLeast => "the parity of the place of the first smallest number".to_owned(),
            Feature::BeforeZero(false) => "the parity of the count of numbers before the first 0".to_owned(),
            Feature::BeforeZero(true) => "the parity of the count of numbers after the last 0".to_owned(),
            Feature::FirstAndLeast => "the order of a and the smallest other number".to_owned(),
            Feature::FirstAndMost => "the order of a and the largest other number".to_owned(),
            Feature::AtomAnd(..) | Feature::AndTimes(..) | Feature::Compared(..) => {
                let [one, other] = self.compared(count);
                format!("the order of {one} and {other}")
            }
            Feature::Terms(terms) => terms.words(),
            Feature::Corner => {
                "the parities of both arms at the corner of the largest square in rows of these lengths, \
                                the longest first"
                    .to_owned()
            }
            Feature::OfMade(made, atom) => of(*atom, &made.words(count)),
            Feature::Made(made, Atom::N, q) => format!("{} mod {q}", made.words(count)),
            Feature::Made(made, atom, q) => format!("({}) mod {q}", of(*atom, &made.words(count))),
            Feature::SumOf(atom, q) => format!("(the sum of {}, for each number n) mod {q}", of(*atom, "n")),
            Feature::XorOf(atom) => format!("the xor of {}, for each number n", of(*atom, "n")),
            Feature::Paired => "whether every number occurs an even number of times".to_owned(),
            Feature::Missing => {
                "the parity of the least number above 0 that is missing, and whether it is above all numbers".to_owned()
            }
            Feature::Formula(formula) => formula.words(count),
            Feature::Remainder(formula, q) => format!("{} mod {q}", formula.inner_words(count)),
        }
    }

    /// Returns both sides of a comparison for people.
    pub(super) fn compared(&self, count: usize) -> [String; 2] {
        match self {
            Feature::FirstAndLeast => ["a".to_owned(), "the smallest other number".to_owned()],
            Feature::FirstAndMost => ["a".to_owned(), "the largest other number".to_owned()],
            Feature::AtomAnd(atom, one, other) => [of(*atom, name(*one)), name(*other).to_owned()],
            Feature::AndTimes(one, other, times) => [name(*one).to_owned(), format!("{times} {}", name(*other))],
            Feature::Compared(one, other) => [one.words(count), other.words(count)],
            _ => ["a", "b"].map(str::to_owned),
        }
    }

    /// Returns a value of the feature for people.
    pub(super) fn class(&self, class: &[u64], count: usize) -> String {
        let named: &[&str] = match (self, class) {
            (
                Feature::FirstAndLeast
                | Feature::FirstAndMost
                | Feature::AtomAnd(..)
                | Feature::AndTimes(..)
                | Feature::Compared(..),
                &[order @ 0..=2],
            ) => return self.compared(count).join([" < ", " = ", " > "][order as usize]),
            (Feature::XorIsZero(_) | Feature::Terms(_) | Feature::Paired, _) => &["no", "yes"],
            (Feature::Ones, [1, 0]) => return "xor 0".to_owned(),
            (Feature::Ones, [1, _]) => return "another xor".to_owned(),
            (Feature::Ones, [_, 0]) => return "none above 1, an even number of ones".to_owned(),
            (Feature::Ones, _) => return "none above 1, an odd number of ones".to_owned(),
            (Feature::Equal, _) => &["a and b differ", "a = b"],
            (Feature::Order, _) => &["a < b", "a = b", "a > b"],
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
        let numbers: Vec<String> = class.iter().map(u64::to_string).collect();
        match (named.get(class[0] as usize), &numbers[..]) {
            (Some(name), _) => (*name).to_owned(),
            (None, [one]) => one.clone(),
            (None, several) => format!("({})", several.join(", ")),
        }
    }
}

/// Returns the words of an atom of another number than `n`.
fn of(atom: Atom, what: &str) -> String {
    let words = atom.to_string();
    let words = words
        .strip_prefix('(')
        .map_or(&words[..], |words| words.trim_end_matches(')'));
    let each: Vec<String> = words
        .split(' ')
        .map(|word| match word.trim_end_matches([')', ',']) {
            "n" => word.replacen('n', what, 1),
            "floor(sqrt(n" => word.replacen("(n", &format!("({what}"), 1),
            _ => word.to_owned(),
        })
        .collect();
    each.join(" ")
}
