//! Short expressions of one number, and named sets of numbers.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;
use std::sync::OnceLock;

/// Declares [`Atom`], and [`PLAIN`] with a row for each atom without a parameter.
macro_rules! atoms {
    ($($(#[$doc:meta])* $name:ident $helper:literal $bits:literal $words:literal;)*) => {
        /// A number computed from `n`, with its names for people and programs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Atom {
            $($(#[$doc])* $name,)*
            /// `n mod q`.
            Mod(u64),
            /// `n div q`.
            Div(u64),
            /// The square root of `2 n`, rounded down.
            RootOfTwice,
        }

        /// The atoms without a parameter in the search, each with its helper, its bits and its name.
        const PLAIN: &[(Atom, &str, u32, &str)] = &[$((Atom::$name, $helper, $bits, $words)),*];
    };
}

// The atoms, the plainest first: the helper function of a program, the bits, and the name for people, with a number in
// place of `{}`.
atoms! {
    /// The number itself.
    N "" 2 "{}";
    /// The exponent of 2 in `n`.
    TwoAdic "exponent_of_2" 5 "the exponent of 2 in {}";
    /// The largest power of 2 that divides `n`.
    LowBit "low_bit" 5 "the largest power of 2 that divides {}";
    /// `n` without its factors of 2.
    OddPart "odd_part" 5 "the odd part of {}";
    /// The largest power of 2 up to `n`.
    HighBit "high_bit" 6 "the largest power of 2 up to {}";
    /// The number of ones in binary.
    Ones "ones" 5 "the number of ones of {} in binary";
    /// The number of binary digits.
    Bits "bits" 5 "the number of binary digits of {}";
    /// The square root, rounded down.
    Root "root" 6 "floor(sqrt({}))";
    /// The largest k with 1 + 2 + … + k ≤ n.
    Triangular "triangular_root" 6 "the largest k with 1 + 2 + ... + k <= {}";
    /// Half of `n`, rounded up.
    HalfUp "" 6 "ceil({} / 2)";
    /// The exponent of 3 in `n`.
    ThreeAdic "exponent_of_3" 6 "the exponent of 3 in {}";
    /// The least prime factor.
    LeastPrime "least_prime" 6 "the least prime factor of {}";
    /// The place of the least prime factor among the primes, from 1.
    LeastPrimeIndex "least_prime_index" 6 "the place among the primes of the least prime factor of {}";
    /// The number of prime factors, with repetitions.
    PrimeFactors "prime_factors" 6 "the number of prime factors of {}, repeated ones counted";
    /// The number of odd prime factors, with repetitions.
    OddPrimeFactors "odd_prime_factors" 6 "the number of odd prime factors of {}, repeated ones counted";
    /// The number of different prime factors.
    DistinctPrimes "distinct_primes" 6 "the number of different prime factors of {}";
    /// The largest prime factor.
    LargestPrime "largest_prime" 6 "the largest prime factor of {}";
    /// The largest exponent in the factorisation.
    LargestExponent "largest_exponent" 6 "the largest exponent in the factorisation of {}";
    /// The number of divisors.
    Divisors "divisors" 6 "the number of divisors of {}";
    /// The sum of the decimal digits.
    DigitSum "digit_sum" 6 "the sum of the decimal digits of {}";
    /// The smallest Fibonacci number in the Zeckendorf sum.
    SmallestFibonacci "smallest_fibonacci" 6 "the smallest part of {} as a sum of Fibonacci numbers, no neighbours";
    /// The number of Fibonacci numbers in the Zeckendorf sum.
    FibonacciParts "fibonacci_parts" 6 "the number of parts of {} as a sum of Fibonacci numbers, no neighbours";
}

/// The limit of the numbers that trial division factors.
const MOST_FACTORED: u64 = 1 << 40;

/// The bound of the stored primes, an even number.
const MOST_KEPT: u64 = 1 << 16;

/// The most numbers whose factors are stored.
const MOST_FOUND: usize = 1 << 16;

/// Returns the primes up to [`MOST_KEPT`], from one run of a sieve.
fn primes() -> &'static [u64] {
    static PRIMES: OnceLock<Vec<u64>> = OnceLock::new();
    PRIMES.get_or_init(|| {
        let mut is_composite = vec![false; MOST_KEPT as usize + 1];
        let mut primes = Vec::new();
        for n in 2..=MOST_KEPT {
            if !is_composite[n as usize] {
                primes.push(n);
                let multiples = (n * n..=MOST_KEPT).step_by(n as usize);
                multiples.for_each(|multiple| is_composite[multiple as usize] = true);
            }
        }
        primes
    })
}

/// The prime factors of a number with their exponents, ascending.
pub type Factors = Rc<[(u64, u32)]>;

/// Returns the prime factors, or `None` beyond the limit of trial division.
///
/// Many claims need the same numbers, so each thread stores the results.
pub fn factors(n: u64) -> Option<Factors> {
    thread_local! {
        static FOUND: RefCell<HashMap<u64, Factors>> = RefCell::default();
    }
    if n > MOST_FACTORED {
        return None;
    }
    FOUND.with_borrow_mut(|found| {
        if found.len() >= MOST_FOUND {
            found.clear();
        }
        let factors = found.entry(n).or_insert_with(|| divided(n).into());
        Some(Rc::clone(factors))
    })
}

/// Returns the prime factors by trial division.
fn divided(mut n: u64) -> Vec<(u64, u32)> {
    let mut found = Vec::new();
    // Beyond the stored primes, try every odd number.
    let more = (MOST_KEPT + 1..).step_by(2);
    for divisor in primes().iter().copied().chain(more) {
        if divisor * divisor > n {
            break;
        }
        let mut exponent = 0;
        while n.is_multiple_of(divisor) {
            n /= divisor;
            exponent += 1;
        }
        if exponent > 0 {
            found.push((divisor, exponent));
        }
    }
    if n > 1 {
        found.push((n, 1));
    }
    found
}

/// Returns whether a number is prime, or `None` beyond the limit of trial division.
pub fn is_prime(n: u64) -> Option<bool> {
    Some(matches!(factors(n)?[..], [(_, 1)]))
}

/// Returns the Fibonacci numbers 1, 2, 3, 5, … that sum to `n` without neighbours, the largest first.
fn zeckendorf(mut n: u64) -> Vec<u64> {
    let mut fibonacci = vec![1_u64, 2];
    while let [.., a, b] = fibonacci[..]
        && let Some(next) = a.checked_add(b).filter(|&next| next <= n)
    {
        fibonacci.push(next);
    }
    let mut parts = Vec::new();
    for &part in fibonacci.iter().rev() {
        if part <= n {
            n -= part;
            parts.push(part);
        }
    }
    parts
}

/// Returns the largest k with k (k + 1) / 2 ≤ n.
fn triangular_root(n: u64) -> u64 {
    let root = ((8 * u128::from(n) + 1).isqrt() - 1) / 2;
    root as u64
}

impl Atom {
    /// Returns every atom of the search, the plainest first.
    pub fn all() -> Vec<Atom> {
        let mods = (2..=16).map(Atom::Mod);
        let divs = (2..=9).map(Atom::Div);
        PLAIN.iter().map(|row| row.0).chain(divs).chain(mods).collect()
    }

    /// Returns the value at `n`, or `None` if it has none or costs too much.
    pub fn value(self, n: u64) -> Option<u64> {
        Some(match self {
            Atom::N => n,
            Atom::Mod(q) => n % q,
            Atom::Div(q) => n / q,
            Atom::HalfUp => n.div_ceil(2),
            Atom::Bits => u64::from(u64::BITS - n.leading_zeros()),
            Atom::Ones => u64::from(n.count_ones()),
            Atom::Root => n.isqrt(),
            Atom::RootOfTwice => n.checked_mul(2)?.isqrt(),
            Atom::Triangular => triangular_root(n),
            Atom::FibonacciParts => zeckendorf(n).len() as u64,
            Atom::DigitSum => std::iter::successors(Some(n), |n| (*n >= 10).then_some(n / 10))
                .map(|n| n % 10)
                .sum(),
            // The other atoms have no value at 0. By convention it is 0.
            _ if n == 0 => 0,
            Atom::TwoAdic => u64::from(n.trailing_zeros()),
            Atom::ThreeAdic => {
                std::iter::successors(Some(n), |n| n.is_multiple_of(3).then_some(n / 3)).count() as u64 - 1
            }
            Atom::LowBit => n & n.wrapping_neg(),
            Atom::HighBit => 1 << (63 - n.leading_zeros()),
            Atom::OddPart => n >> n.trailing_zeros(),
            Atom::LeastPrime => factors(n)?.first().map_or(1, |&(prime, _)| prime),
            Atom::LeastPrimeIndex => {
                let prime = factors(n)?.first().map_or(1, |&(prime, _)| prime);
                // The place of a larger prime is not known.
                if prime > MOST_KEPT {
                    return None;
                }
                primes().partition_point(|&other| other <= prime) as u64
            }
            Atom::LargestPrime => factors(n)?.last().map_or(1, |&(prime, _)| prime),
            Atom::PrimeFactors => factors(n)?.iter().map(|&(_, exponent)| u64::from(exponent)).sum(),
            Atom::OddPrimeFactors => Atom::PrimeFactors.value(n >> n.trailing_zeros())?,
            Atom::DistinctPrimes => factors(n)?.len() as u64,
            Atom::LargestExponent => factors(n)?
                .iter()
                .map(|&(_, exponent)| u64::from(exponent))
                .max()
                .unwrap_or(0),
            Atom::Divisors => factors(n)?
                .iter()
                .map(|&(_, exponent)| u64::from(exponent) + 1)
                .product(),
            Atom::SmallestFibonacci => zeckendorf(n).last().copied().unwrap_or(0),
        })
    }

    fn row(self) -> Option<&'static (Atom, &'static str, u32, &'static str)> {
        PLAIN.iter().find(|row| row.0 == self)
    }

    /// Returns the name of the helper function that a program needs for this atom.
    pub(super) fn helper(self) -> &'static str {
        self.row().map_or("", |row| row.1)
    }

    /// Returns the bits of the atom.
    pub(super) fn bits(self) -> u32 {
        match self {
            Atom::Mod(q) | Atom::Div(q) => 4 + q.ilog2(),
            _ => self.row().map_or(6, |row| row.2),
        }
    }

    /// Returns the name of the atom of a number for people.
    pub(super) fn words(self, of: &str) -> String {
        match self {
            Atom::Mod(q) => format!("{of} mod {q}"),
            Atom::Div(q) => format!("{of} div {q}"),
            _ => self.row().map_or("floor(sqrt(2 * {}))", |row| row.3).replace("{}", of),
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.words("n");
        if words.starts_with("the ") {
            write!(f, "({words})")
        } else {
            f.write_str(&words)
        }
    }
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// The sum.
    Add,
    /// The difference, if it is not negative.
    Sub,
    /// The product.
    Mul,
    /// The quotient, rounded down.
    Div,
    /// The remainder.
    Mod,
    /// The bitwise xor.
    Xor,
    /// The smaller number.
    Least,
    /// The larger number.
    Most,
    /// The greatest common divisor.
    Gcd,
    /// The bitwise or of both numbers less 1, and 1 more.
    OrBefore,
    /// The difference, or 0 if it is negative.
    More,
    /// The difference without its sign.
    Apart,
    /// The quotient, rounded down, or 0 if the divisor is 0.
    Quotient,
    /// The quotient of the squares, rounded down, or 0 if the divisor is 0.
    SquareQuotient,
    /// The remainder modulo the other number plus 1.
    ModNext,
    /// The product, with the first number as a fixed factor.
    Times,
}

impl Op {
    /// All operations of the search for an expression.
    pub const ALL: [Op; 6] = [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Mod, Op::Xor];

    pub(super) fn apply(self, a: u64, b: u64) -> Option<u64> {
        let square = |number: u64| u128::from(number) * u128::from(number);
        match self {
            Op::Add => a.checked_add(b),
            Op::Sub => a.checked_sub(b),
            Op::Mul | Op::Times => a.checked_mul(b),
            Op::Div => a.checked_div(b),
            Op::Mod => a.checked_rem(b),
            Op::Xor => Some(a ^ b),
            Op::Least => Some(a.min(b)),
            Op::Most => Some(a.max(b)),
            Op::Gcd => Some(gcd(a, b)),
            Op::OrBefore => (a.checked_sub(1)? | b.checked_sub(1)?).checked_add(1),
            Op::More => Some(a.saturating_sub(b)),
            Op::Apart => Some(a.abs_diff(b)),
            Op::Quotient => Some(a.checked_div(b).unwrap_or(0)),
            Op::SquareQuotient => u64::try_from(square(a).checked_div(square(b)).unwrap_or(0)).ok(),
            Op::ModNext => a.checked_rem(b.checked_add(1)?),
        }
    }

    /// Returns the sign of the operation, or its name before the numbers: for people, and for a program.
    pub(super) fn signs(self) -> (&'static str, &'static str) {
        match self {
            Op::Add => ("+", "+"),
            Op::Sub | Op::More | Op::Apart => ("-", "-"),
            Op::Mul | Op::Times => ("*", "*"),
            Op::Div | Op::Quotient => ("div", "/"),
            Op::Mod | Op::ModNext => ("mod", "%"),
            Op::Xor => ("xor", "^"),
            Op::Least => ("min", "min"),
            Op::Most => ("max", "max"),
            Op::Gcd => ("gcd", "gcd"),
            Op::OrBefore => ("or", "|"),
            Op::SquareQuotient => ("square_quotient", "square_quotient"),
        }
    }
}

pub(super) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// An expression of one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A fixed number.
    Const(u64),
    /// A number worked out from `n`.
    Atom(Atom),
    /// Two expressions joined.
    Join(Box<Expr>, Op, Box<Expr>),
    /// An expression at n - 1. It is never a part of another.
    Before(Box<Expr>),
}

impl Expr {
    /// Joins two expressions.
    pub fn join(left: Expr, op: Op, right: Expr) -> Expr {
        Expr::Join(Box::new(left), op, Box::new(right))
    }

    /// Returns the value at `n`, or `None` if it has none or costs too much.
    pub fn value(&self, n: u64) -> Option<u64> {
        match self {
            Expr::Const(number) => Some(*number),
            Expr::Atom(atom) => atom.value(n),
            // Expressions are at most three joins deep.
            Expr::Join(left, op, right) => op.apply(left.value(n)?, right.value(n)?),
            Expr::Before(expr) => expr.value(n.checked_sub(1)?),
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = |expr: &Expr| match expr {
            Expr::Join(..) | Expr::Atom(Atom::Mod(_) | Atom::Div(_)) => format!("({expr})"),
            _ => expr.to_string(),
        };
        match self {
            Expr::Const(number) => write!(f, "{number}"),
            Expr::Atom(atom) => write!(f, "{atom}"),
            Expr::Join(left, op, right) => write!(f, "{} {} {}", inner(left), op.signs().0, inner(right)),
            Expr::Before(expr) => write!(f, "{expr}"),
        }
    }
}

/// A set of numbers with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Set {
    /// The numbers with these remainders.
    Residues(u64, Vec<u64>),
    /// The powers of 2.
    PowersOfTwo,
    /// The powers of 2 with an odd exponent.
    OddPowersOfTwo,
    /// The powers of 2 with an even exponent.
    EvenPowersOfTwo,
    /// The numbers 2^k - 1.
    AllOnes,
    /// The powers of this number.
    PowersOf(u64),
    /// The squares.
    Squares,
    /// The numbers k (k + 1).
    Oblong,
    /// The triangular numbers.
    Triangular,
    /// The Fibonacci numbers 1, 2, 3, 5, …
    Fibonacci,
    /// The primes.
    Primes,
    /// The numbers 2p with a prime p.
    TwicePrimes,
    /// The numbers that give an atom these remainders.
    Feature(Atom, u64, Vec<u64>),
    /// The numbers that give an atom one of these few values.
    FewValues(Atom, Vec<u64>),
    /// The numbers floor(k phi), k at least 1.
    LowerWythoff,
    /// The numbers floor(k phi^2), k at least 1.
    UpperWythoff,
}

/// Returns floor(k phi) exactly.
pub(super) fn times_phi(k: u64) -> u64 {
    let k = u128::from(k);
    ((k + (5 * k * k).isqrt()) / 2) as u64
}

/// The sets without a parameter and their names, the plainest first.
const NAMED: [(Set, &str); 12] = [
    (Set::PowersOfTwo, "the powers of 2"),
    (Set::OddPowersOfTwo, "2^k with k odd"),
    (Set::EvenPowersOfTwo, "2^k with k even"),
    (Set::AllOnes, "the numbers 2^k - 1"),
    (Set::Squares, "the squares"),
    (Set::Oblong, "the numbers k * (k + 1)"),
    (Set::Triangular, "the triangular numbers"),
    (Set::Fibonacci, "the Fibonacci numbers"),
    (Set::Primes, "the primes"),
    (Set::TwicePrimes, "the numbers 2p with p prime"),
    (Set::LowerWythoff, "the numbers floor(k * phi), phi = 1.618..."),
    (Set::UpperWythoff, "the numbers floor(k * phi^2), phi = 1.618..."),
];

impl Set {
    /// Returns the sets without a list, the plainest first.
    pub(super) fn plain() -> Vec<Set> {
        let mut all = Vec::from(NAMED.map(|(set, _)| set));
        all.splice(4..4, [3, 4, 5, 10].map(Set::PowersOf));
        all
    }

    /// Returns the union of two sets, as one set if both are remainders of the same modulus.
    pub(super) fn union(one: &Set, other: &Set) -> Vec<Set> {
        match (one, other) {
            (Set::Residues(p, some), Set::Residues(q, more)) if p == q => {
                let mut rests: Vec<u64> = some.iter().chain(more).copied().collect();
                rests.sort_unstable();
                vec![Set::Residues(*p, rests)]
            }
            _ => vec![one.clone(), other.clone()],
        }
    }

    /// Returns whether `n` is in the set, or `None` if that costs too much.
    pub fn has(&self, n: u64) -> Option<bool> {
        let power = n.is_power_of_two();
        Some(match self {
            Set::Residues(q, rests) => rests.contains(&(n % q)),
            Set::PowersOfTwo => power,
            Set::OddPowersOfTwo => power && n.ilog2() % 2 == 1,
            Set::EvenPowersOfTwo => power && n.ilog2().is_multiple_of(2),
            Set::AllOnes => n & n.wrapping_add(1) == 0,
            Set::PowersOf(base) => {
                n > 0 && {
                    let last = std::iter::successors(Some(n), |n| n.is_multiple_of(*base).then_some(n / base)).last();
                    last == Some(1)
                }
            }
            Set::Squares => n.isqrt() * n.isqrt() == n,
            Set::Oblong => {
                let root = n.isqrt();
                u128::from(root) * u128::from(root + 1) == u128::from(n)
            }
            Set::Triangular => {
                let root = u128::from(triangular_root(n));
                root * (root + 1) / 2 == u128::from(n)
            }
            Set::Fibonacci => n > 0 && zeckendorf(n).len() == 1,
            Set::Primes => is_prime(n)?,
            Set::TwicePrimes => n.is_multiple_of(2) && is_prime(n / 2)?,
            Set::Feature(atom, q, rests) => rests.contains(&(atom.value(n)? % q)),
            Set::FewValues(atom, values) => values.contains(&atom.value(n)?),
            Set::LowerWythoff => n > 0 && !Set::UpperWythoff.has(n)?,
            Set::UpperWythoff => {
                // floor(k phi^2) = floor(k phi) + k, which grows. k is near n / phi^2 = 2 n - n phi.
                if n > 1 << 62 {
                    return None;
                }
                let near = 2 * n - times_phi(n);
                n > 0 && (near.saturating_sub(2)..=near + 2).any(|k| k > 0 && times_phi(k) + k == n)
            }
        })
    }
}

/// Writes numbers with commas between them, and `last` before the last one.
pub(super) fn listed(numbers: &[u64], last: &str) -> String {
    match numbers {
        [] => "none".to_owned(),
        [one] => one.to_string(),
        [most @ .., end] => {
            let most: Vec<String> = most.iter().map(u64::to_string).collect();
            format!("{} {last} {end}", most.join(", "))
        }
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Set::Residues(2, rests) if rests[..] == [0] => f.write_str("the even numbers"),
            Set::Residues(2, rests) if rests[..] == [1] => f.write_str("the odd numbers"),
            Set::Residues(q, rests) if rests[..] == [0] => write!(f, "the multiples of {q}"),
            Set::Residues(q, rests) => write!(f, "the n with n mod {q} = {}", listed(rests, "or")),
            Set::PowersOf(base) => write!(f, "the powers of {base}"),
            Set::Feature(atom, 2, rests) => {
                let parity = if rests[..] == [0] { "even" } else { "odd" };
                write!(f, "the n for which {atom} is {parity}")
            }
            Set::Feature(atom, q, rests) => {
                write!(f, "the n for which {atom} mod {q} = {}", listed(rests, "or"))
            }
            Set::FewValues(atom, values) => write!(f, "the n for which {atom} = {}", listed(values, "or")),
            named => NAMED
                .iter()
                .filter(|(set, _)| set == named)
                .try_for_each(|(_, name)| f.write_str(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_factored_below_and_beyond_the_kept_primes() {
        assert_eq!(primes().len(), 6542);
        assert_eq!(
            factors(65_537 * 65_539).as_deref(),
            Some(&[(65_537, 1), (65_539, 1)][..])
        );
        assert_eq!(
            factors(2 * 65_521 * 65_521).as_deref(),
            Some(&[(2, 1), (65_521, 2)][..])
        );
        assert_eq!(factors(1 << 40).as_deref(), Some(&[(2, 40)][..]));
        assert_eq!(factors((1 << 40) + 1), None);
        for n in 1..3000_u64 {
            let found = factors(n).unwrap();
            assert_eq!(
                found
                    .iter()
                    .map(|&(prime, exponent)| prime.pow(exponent))
                    .product::<u64>(),
                n
            );
            let is_prime = |prime: u64| (2..prime).all(|d| !prime.is_multiple_of(d));
            assert!(found.iter().all(|&(prime, _)| is_prime(prime)), "{n}: {found:?}");
        }
        assert_eq!(Atom::LeastPrimeIndex.value(7 * 11), Some(4));
        assert_eq!(Atom::LeastPrimeIndex.value(65_521), Some(6542));
        assert_eq!(Atom::LeastPrimeIndex.value(65_537), None);
    }

    #[test]
    fn atoms_have_their_values() {
        let table: [(Atom, [u64; 13]); 22] = [
            (Atom::TwoAdic, [0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2]),
            (Atom::ThreeAdic, [0, 0, 0, 1, 0, 0, 1, 0, 0, 2, 0, 0, 1]),
            (Atom::LowBit, [0, 1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4]),
            (Atom::HighBit, [0, 1, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8, 8]),
            (Atom::OddPart, [0, 1, 1, 3, 1, 5, 3, 7, 1, 9, 5, 11, 3]),
            (Atom::Ones, [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2]),
            (Atom::Bits, [0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4]),
            (Atom::Root, [0, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3]),
            (Atom::Triangular, [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4]),
            (Atom::LeastPrime, [0, 1, 2, 3, 2, 5, 2, 7, 2, 3, 2, 11, 2]),
            (Atom::LeastPrimeIndex, [0, 0, 1, 2, 1, 3, 1, 4, 1, 2, 1, 5, 1]),
            (Atom::PrimeFactors, [0, 0, 1, 1, 2, 1, 2, 1, 3, 2, 2, 1, 3]),
            (Atom::OddPrimeFactors, [0, 0, 0, 1, 0, 1, 1, 1, 0, 2, 1, 1, 1]),
            (Atom::DistinctPrimes, [0, 0, 1, 1, 1, 1, 2, 1, 1, 1, 2, 1, 2]),
            (Atom::LargestPrime, [0, 1, 2, 3, 2, 5, 3, 7, 2, 3, 5, 11, 3]),
            (Atom::LargestExponent, [0, 0, 1, 1, 2, 1, 1, 1, 3, 2, 1, 1, 2]),
            (Atom::Divisors, [0, 1, 2, 2, 3, 2, 4, 2, 4, 3, 4, 2, 6]),
            (Atom::DigitSum, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3]),
            (Atom::SmallestFibonacci, [0, 1, 2, 3, 1, 5, 1, 2, 8, 1, 2, 3, 1]),
            (Atom::FibonacciParts, [0, 1, 1, 1, 2, 1, 2, 2, 1, 2, 2, 2, 3]),
            (Atom::HalfUp, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]),
            (Atom::Div(5), [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2]),
        ];
        for (atom, values) in table {
            let found: Vec<u64> = (0..13).map(|n| atom.value(n).unwrap()).collect();
            assert_eq!(found, values, "{atom}");
        }
    }

    #[test]
    fn sets_have_their_members() {
        let table: [(Set, &[u64]); 13] = [
            (Set::PowersOfTwo, &[1, 2, 4, 8, 16, 32]),
            (Set::OddPowersOfTwo, &[2, 8, 32]),
            (Set::EvenPowersOfTwo, &[1, 4, 16]),
            (Set::AllOnes, &[0, 1, 3, 7, 15, 31]),
            (Set::PowersOf(3), &[1, 3, 9, 27]),
            (Set::Squares, &[0, 1, 4, 9, 16, 25, 36]),
            (Set::Oblong, &[0, 2, 6, 12, 20, 30]),
            (Set::Triangular, &[0, 1, 3, 6, 10, 15, 21, 28, 36]),
            (Set::Fibonacci, &[1, 2, 3, 5, 8, 13, 21, 34]),
            (Set::Primes, &[2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]),
            (Set::TwicePrimes, &[4, 6, 10, 14, 22, 26, 34, 38]),
            (
                Set::UpperWythoff,
                &[2, 5, 7, 10, 13, 15, 18, 20, 23, 26, 28, 31, 34, 36, 39],
            ),
            (Set::Residues(12, vec![1, 11]), &[1, 11, 13, 23, 25, 35, 37]),
        ];
        for (set, members) in table {
            let found: Vec<u64> = (0..40).filter(|&n| set.has(n).unwrap()).collect();
            let expected: Vec<u64> = members.iter().copied().filter(|&n| n < 40).collect();
            assert_eq!(found, expected, "{set}");
        }
    }

    #[test]
    fn wythoff_numbers_split_the_numbers() {
        for n in 1..100_000 {
            let lower = Set::LowerWythoff.has(n).unwrap();
            assert_ne!(lower, Set::UpperWythoff.has(n).unwrap(), "{n}");
        }
        assert_eq!(times_phi(1_000_000_000_000), 1_618_033_988_749);
    }

    #[test]
    fn numbers_too_large_to_factor_have_no_factors() {
        assert_eq!(factors(u64::MAX), None);
        assert_eq!(Set::Primes.has(u64::MAX), None);
        assert_eq!(is_prime(999_999_000_001), Some(true));
    }
}
