//! Patterns of tables of several numbers.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools as _;

use super::Candidate;
use super::bits::{Facts, choice, number};
use super::claim::{Claim, Kind, shown};
use super::expr::{Atom, times_phi};
use super::formula::{self, Formula, NAMES, Told, order};
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
    /// An atom, modulo a number, of a number made of two numbers.
    Made(Made, Atom, u64),
    /// The parity of the least number above 0 that is not among the numbers, and whether it is above all.
    Missing,
    /// An expression.
    Formula(Formula),
    /// The order of two expressions.
    Compared(Formula, Formula),
}

/// A number made of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// The sum of the two numbers.
    Sum,
    /// The product of the two numbers.
    Product,
    /// The smaller number.
    Min,
    /// The larger number.
    Max,
    /// The difference of the two numbers, without its sign.
    Apart,
    /// The quotient of the larger by the smaller one, rounded down.
    Times,
    /// The quotient of the larger one by the greatest common divisor.
    Reduced,
    /// The quotient of the first by the second, rounded down.
    Quotient,
    /// The quotient of the squares of the first and the second, rounded down.
    SquareQuotient,
}

impl Made {
    /// All of them, the plainest first.
    const ALL: [Made; 9] = [
        Made::Sum,
        Made::Apart,
        Made::Min,
        Made::Max,
        Made::Quotient,
        Made::Times,
        Made::Reduced,
        Made::Product,
        Made::SquareQuotient,
    ];

    fn value(self, a: u64, b: u64) -> Option<u64> {
        let (low, high) = (a.min(b), a.max(b));
        // By convention a quotient by 0 is 0.
        let quotient = |of: u64, by: u64| Some(of.checked_div(by).unwrap_or(0));
        match self {
            Made::Sum => a.checked_add(b),
            Made::Product => a.checked_mul(b),
            Made::Min => Some(low),
            Made::Max => Some(high),
            Made::Apart => Some(high - low),
            Made::Times => quotient(high, low),
            Made::Reduced => quotient(high, gcd(a, b)),
            Made::Quotient => quotient(a, b),
            Made::SquareQuotient => {
                let squares = [a, b].map(|number| u128::from(number) * u128::from(number));
                u64::try_from(squares[0].checked_div(squares[1]).unwrap_or(0)).ok()
            }
        }
    }

    fn words(self) -> &'static str {
        match self {
            Made::Sum => "(a + b)",
            Made::Product => "(a * b)",
            Made::Min => "min(a, b)",
            Made::Max => "max(a, b)",
            Made::Apart => "|a - b|",
            Made::Times => "(max(a, b) div min(a, b))",
            Made::Reduced => "(max(a, b) div gcd(a, b))",
            Made::Quotient => "(a div b)",
            Made::SquareQuotient => "(a * a div (b * b))",
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
    fn all(count: usize) -> Vec<Term> {
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
    fn find(count: usize, cells: &[(&Vec<u64>, u64)], is_sorted: bool) -> Vec<Terms> {
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
    fn words(&self) -> String {
        let name = |place: usize| NAMES.get(place).copied().unwrap_or("?");
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
    fn bits(&self, count: usize) -> u32 {
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
}

impl Only {
    /// Returns whether a position is among them.
    pub fn has(self, position: &[u64]) -> bool {
        match self {
            Only::All => true,
            Only::Positive => !position.contains(&0),
            Only::Distinct => position.iter().all_unique(),
            Only::AtMost(one, other) => position.get(one) <= position.get(other),
        }
    }

    /// Returns the choices of some positions of `count` numbers: the plain ones, and those by a comparison.
    fn some(count: usize) -> [Vec<Only>; 2] {
        let places = (0..count)
            .cartesian_product(0..count)
            .filter(|(one, other)| one != other);
        let plain = if count == 2 {
            vec![Only::Positive, Only::Distinct]
        } else {
            vec![Only::Distinct]
        };
        [plain, places.map(|(one, other)| Only::AtMost(one, other)).collect()]
    }

    /// Returns the bits of the choice among `count` numbers.
    fn bits(self, count: usize) -> u32 {
        match self {
            Only::All => 1,
            _ => 1 + choice(Only::some(count).concat().len()),
        }
    }

    fn words(self, count: usize) -> String {
        let text = match (self, count) {
            (Only::All, _) => "",
            (Only::Positive, 2) => " if neither is 0",
            (Only::Positive, _) => " if no number is 0",
            (Only::Distinct, 2) => " if a and b differ",
            (Only::Distinct, _) => " if all numbers differ",
            (Only::AtMost(one, other), _) => return format!(" if {}", joined(&[one, other], " <= ")),
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

fn joined(places: &[usize], with: &str) -> String {
    let names: Vec<&str> = places
        .iter()
        .map(|&place| NAMES.get(place).copied().unwrap_or("?"))
        .collect();
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
            *atom != Atom::N || !matches!(made, Made::Sum | Made::Product | Made::Apart | Made::Min)
        };
        let made = Made::ALL.into_iter().cartesian_product(atoms).filter(is_new);
        all.extend(made.flat_map(of_atom));
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
            Feature::FirstAndLeast => order(a, *position[1..].iter().min()?),
            Feature::FirstAndMost => order(a, *position[1..].iter().max()?),
            Feature::AtomAnd(atom, of, other) => order(atom.value(*position.get(*of)?)?, *position.get(*other)?),
            Feature::AndTimes(of, other, times) => {
                order(*position.get(*of)?, position.get(*other)?.checked_mul(*times)?)
            }
            Feature::Terms(terms) => u64::from(terms.xor(position)? == 0),
            Feature::Corner => return Some(arms(position).map_or(vec![2, 2], |arms| arms.map(|arm| arm % 2).to_vec())),
            Feature::Made(made, atom, q) => atom.value(made.value(a, b)?)? % q,
            Feature::Missing => {
                let missing = (1..).find(|number| !position.contains(number))?;
                return Some(vec![missing % 2, u64::from(missing > high)]);
            }
            Feature::Formula(formula) => formula.value(position)?,
            Feature::Compared(one, other) => order(one.value(position)?, other.value(position)?),
        }])
    }

    /// Returns whether the feature is one number that grows without end.
    ///
    /// Then a table has every number up to its largest.
    fn grows(&self) -> bool {
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
            Feature::FirstAndLeast => "the order of a and the smallest other number".to_owned(),
            Feature::FirstAndMost => "the order of a and the largest other number".to_owned(),
            Feature::AtomAnd(..) | Feature::AndTimes(..) | Feature::Compared(..) => {
                let [one, other] = self.compared();
                format!("the order of {one} and {other}")
            }
            Feature::Terms(terms) => terms.words(),
            Feature::Corner => {
                "the parities of both arms at the corner of the largest square in rows of these lengths, \
                                the longest first"
                    .to_owned()
            }
            Feature::Made(made, Atom::N, q) => format!("{} mod {q}", made.words()),
            Feature::Made(made, atom, q) => format!("({}) mod {q}", of(*atom, made.words())),
            Feature::Missing => {
                "the parity of the least number above 0 that is missing, and whether it is above all numbers".to_owned()
            }
            Feature::Formula(formula) => formula.words(),
        }
    }

    /// Returns both sides of a comparison for people.
    fn compared(&self) -> [String; 2] {
        let name = |place: usize| NAMES.get(place).copied().unwrap_or("?");
        match self {
            Feature::FirstAndLeast => ["a".to_owned(), "the smallest other number".to_owned()],
            Feature::FirstAndMost => ["a".to_owned(), "the largest other number".to_owned()],
            Feature::AtomAnd(atom, one, other) => [of(*atom, name(*one)), name(*other).to_owned()],
            Feature::AndTimes(one, other, times) => [name(*one).to_owned(), format!("{times} {}", name(*other))],
            Feature::Compared(one, other) => [one.words(), other.words()],
            _ => ["a", "b"].map(str::to_owned),
        }
    }

    /// Returns a value of the feature for people.
    fn class(&self, class: &[u64]) -> String {
        let named: &[&str] = match (self, class) {
            (
                Feature::FirstAndLeast
                | Feature::FirstAndMost
                | Feature::AtomAnd(..)
                | Feature::AndTimes(..)
                | Feature::Compared(..),
                &[order @ 0..=2],
            ) => return self.compared().join([" < ", " = ", " > "][order as usize]),
            (Feature::XorIsZero(_) | Feature::Terms(_), _) => &["no", "yes"],
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
        .map(|word| match word.trim_end_matches(')') {
            "n" => word.replacen('n', what, 1),
            "floor(sqrt(n" => word.replacen("(n", &format!("({what}"), 1),
            _ => word.to_owned(),
        })
        .collect();
    each.join(" ")
}

/// A claim about several numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TupleClaim {
    /// Independent games: the xor of a value of each number with zeros for the others.
    ///
    /// It holds the claim about each number, if the search found one.
    Independent(Vec<Option<Claim>>),
    /// The value is the feature.
    Is(Feature),
    /// The value follows from a feature.
    Follows {
        /// The feature.
        feature: Feature,
        /// The value by feature.
        cases: BTreeMap<Vec<u64>, u64>,
        /// The positions of the claim.
        only: Only,
    },
    /// The value follows from a feature that grows without end, by a claim about it.
    Through {
        /// The feature.
        feature: Feature,
        /// The claim about its values.
        claim: Claim,
    },
    /// The lost pairs are (floor(k alpha), floor(k alpha) + t k), in either order, for this t.
    ///
    /// Here alpha is (2 - t + sqrt(t t + 4)) / 2, which is phi for t = 1.
    Wythoff(u64),
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

    fn independent(&self) -> Option<TupleClaim> {
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
            find(table).into_iter().next().map(|found| found.claim)
        };
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
        let is_few = |inside: &Vec<TupleClaim>| cases(inside).saturating_mul(4) <= cases(&everywhere);
        let [plain, compared] = Only::some(self.last.len());
        let inside = plain.into_iter().map(|only| self.follows_where(only));
        let mut inside = inside.filter(|inside| !inside.is_empty() && is_few(inside));
        // If nothing holds for all positions, a part of them tells who wins. The best claim earns the most.
        let of_part = || {
            let is_open = self.kind == Kind::Outcome && everywhere.is_empty();
            let parts = compared.into_iter().filter(|_| is_open);
            let claims = parts.map(|only| self.follows_where(only));
            claims.max_by_key(|claims| claims.first().map(|claim| self.earned(claim)))
        };
        let inside = inside.next().or_else(of_part);
        [inside.unwrap_or_default(), everywhere].concat()
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
        'features: for feature in Feature::all(self.last.len()) {
            let names_a_constant = match &feature {
                Feature::Xor(places) | Feature::XorIsZero(places) | Feature::SumMod(places, _) => {
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
                (true, Feature::Mods(_) | Feature::SumMod(..) | Feature::DifferenceMod(_)) => 4,
                (true, _)
                | (
                    false,
                    Feature::Ones | Feature::Zeros | Feature::XorIsZero(_) | Feature::Smallest | Feature::FirstOnes,
                ) => 0,
                (false, _) => 3,
            };
            let is_itself = cases.iter().all(|(class, &(value, _))| class[..] == [value]);
            if is_itself && only == Only::All && self.kind == Kind::Nimber {
                found.push((0, TupleClaim::Is(feature)));
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
                let count = match feature {
                    Feature::Made(..) | Feature::Corner | Feature::Missing => BEHIND_CASES,
                    _ => cases.len(),
                };
                let cases = cases.into_iter().map(|(class, (value, _))| (class, value)).collect();
                let claim = TupleClaim::Follows { feature, cases, only };
                found.push((count, claim));
            }
        }
        found.extend(self.terms(&cells, only).map(|claim| (BEHIND_CASES, claim)));
        if found.is_empty() {
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
        let table = Table {
            first,
            values: &values,
            kind: self.kind,
        };
        let is_whole = values.len() == cases.len();
        let mut claims = find(table).into_iter().map(|found| found.claim);
        let claim = claims.find(|claim| claim.holds_on(first, &values))?;
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
                Kind::Nimber => TupleClaim::Is(feature),
                Kind::Outcome => TupleClaim::Follows { feature, cases, only },
            };
            holds.then_some(claim)
        };
        let found = formula::find(self.last.len(), cells, self.kind);
        let features = found.into_iter().map(|told| match told {
            Told::Equal(formula) => Feature::Formula(formula),
            Told::Compared(left, right) => Feature::Compared(left, right),
        });
        features.filter_map(claim).collect::<Vec<_>>().into_iter()
    }

    fn wythoff(&self) -> Option<TupleClaim> {
        let lost = self.values.values().filter(|value| **value == 0).count();
        if lost < 8 || self.values.values().any(|&value| value > 1) {
            return None;
        }
        let fits = |claim: &TupleClaim| {
            let mut values = self.values.iter();
            values.all(|(position, &value)| claim.value(position) == Some(value))
        };
        let mut claims = (1..=MOST_APART)
            .map(TupleClaim::Wythoff)
            .chain([TupleClaim::MisereWythoff]);
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
        match self.kind {
            Kind::Nimber => {
                let who = self.outcomes();
                let of_values = self.independent().into_iter().chain(self.follows()).collect();
                let of_who = who.wythoff().into_iter().chain(who.follows()).collect();
                [about(self, of_values), about(&who, of_who)]
            }
            // Draws are a third value.
            Kind::Outcome => {
                let of_who = self.follows().into_iter().chain(self.wythoff()).collect();
                [about(self, of_who), Vec::new()]
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
            TupleClaim::Is(feature) => feature.value(position)?.first().copied(),
            TupleClaim::Follows { only, .. } if !only.has(position) => None,
            TupleClaim::Follows { feature, cases, .. } => cases.get(&feature.value(position)?).copied(),
            TupleClaim::Through { feature, claim } => claim.value(feature.value(position)?[0]),
            TupleClaim::Wythoff(t) => Some(u64::from(!is_wythoff(position, *t)?)),
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
            TupleClaim::Independent(each) => {
                let beside_zeros = |place: usize, name: &str| {
                    let numbers = (0..count).map(|other| if other == place { name } else { "0" });
                    format!("g({})", Vec::from_iter(numbers).join(", "))
                };
                let sum = (0..count).map(|place| beside_zeros(place, NAMES[place]));
                let sum = Vec::from_iter(sum).join(" xor ");
                let two = if count == 2 { "two " } else { "" };
                let mut lines = vec![format!("g({names}) = {sum}: the {two}numbers are independent games")];
                // The claims tell which numbers count.
                for (place, claim) in each
                    .iter()
                    .enumerate()
                    .filter(|(_, claim)| count == 2 || claim.is_some())
                {
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
                        None => lines.push(format!("  {name}: no pattern found")),
                    }
                }
                lines
            }
            TupleClaim::Is(feature) => {
                let what = if count == 2 { "g(a, b)" } else { "g" };
                vec![format!("{what} = {}", feature.words(count))]
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
                        let alike: Vec<String> = alike.map(|(class, _)| feature.class(class)).collect();
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
                    lines.push(format!("  {}: {}", feature.class(class), shown(kind, value)));
                }
                if cases.len() > MOST_LISTED {
                    lines.push("  ...".to_owned());
                }
                lines
            }
            TupleClaim::Through { feature, claim } => {
                let mut lines = vec![format!("{what} depends only on n = {}", feature.words(count))];
                lines.extend(claim.words(kind).into_iter().map(|line| format!("  {line}")));
                lines
            }
            TupleClaim::Wythoff(1) => {
                vec![
                    "the lost positions are exactly the pairs floor(k * phi), floor(k * phi) + k, phi = 1.618..."
                        .to_owned(),
                ]
            }
            TupleClaim::MisereWythoff => {
                vec![
                    "the lost positions are exactly (0, 1), (2, 2) and the pairs floor(k * phi), floor(k * phi) + k for k > 1, \
                     phi = 1.618..."
                        .to_owned(),
                ]
            }
            TupleClaim::Wythoff(t) => {
                let root = t * t + 4;
                let alpha = (2.0 - *t as f64 + (root as f64).sqrt()) / 2.0;
                vec![format!(
                    "the lost positions are exactly the pairs floor(k * alpha), floor(k * alpha) + {t} * k, alpha = (2 - {t} + \
                     sqrt({root})) / 2 = {alpha:.3}..."
                )]
            }
        }
    }

    /// Returns whether the claim makes the value the xor of the values of each number with zeros for the others.
    pub fn is_sum(&self) -> bool {
        matches!(self, TupleClaim::Independent(_))
    }

    /// Returns a modulus for each of `count` numbers if the value depends only on the remainders.
    pub fn moduli(&self, count: usize) -> Option<Vec<u64>> {
        let (TupleClaim::Is(feature)
        | TupleClaim::Follows {
            feature,
            only: Only::All,
            ..
        }) = self
        else {
            return None;
        };
        match feature {
            Feature::Mods(moduli) => Some(moduli.clone()),
            Feature::SumMod(places, q) => {
                let modulus = |place| if places.contains(&place) { *q } else { 1 };
                Some((0..count).map(modulus).collect())
            }
            Feature::Odd => Some(vec![2; count]),
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
        let feature = choice(Feature::all(count).len());
        let largest = grid.values.values().max().copied().unwrap_or(0);
        let (tree, copied) = match self {
            // The values beside zeros are copied.
            TupleClaim::Independent(_) => {
                let is_beside_zeros = |position: &[u64]| position.iter().filter(|&&number| number > 0).count() < 2;
                (0, grid.facts(is_beside_zeros).all())
            }
            TupleClaim::Is(Feature::Formula(formula)) => (1 + feature + formula.bits(count), 0),
            TupleClaim::Is(_) => (feature, 0),
            TupleClaim::Follows {
                feature: of,
                cases,
                only,
            } => {
                let of_terms = match of {
                    Feature::Terms(terms) => terms.bits(count),
                    Feature::Compared(one, other) => one.bits(count) + other.bits(count) + 3,
                    _ => cases.len() as u32 * choice(largest as usize + 1),
                };
                (only.bits(count) + feature + of_terms, 0)
            }
            TupleClaim::Through { feature: of, claim } => {
                let classes = grid.values.keys().filter_map(|position| Some(of.value(position)?[0]));
                let classes: BTreeSet<u64> = classes.collect();
                let facts = Facts::of(classes.into_iter().filter_map(|class| claim.value(class)));
                (feature, claim.bits(&facts))
            }
            TupleClaim::Wythoff(t) => (number(*t), 0),
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
    pub fn earned(&self, claim: &TupleClaim) -> i64 {
        let only = match claim {
            TupleClaim::Follows { only, .. } => *only,
            _ => Only::All,
        };
        let facts = self.facts(|position| only.has(position));
        facts.all() - claim.bits(self)
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
    fn values_that_follow_from_a_growing_number_are_claimed_of_all_numbers() {
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
        assert!(
            found.starts_with("g(a, b) depends only on") || found.starts_with("the outcome depends only on"),
            "{found}"
        );
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
