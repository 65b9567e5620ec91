//! The search for claims: it fits every candidate on the first part of a table, and the claim must hold on the rest.

use std::collections::BTreeMap;

use itertools::Itertools as _;

use super::Candidate;
use super::bits::Facts;
use super::claim::{Back, Claim, Kind, MOST_EXCEPTIONS, Memo, Rule, factors_between};
use super::expr::{Atom, Expr, Op, Set};

/// A table of the values of consecutive numbers.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// The first number.
    pub first: u64,
    /// The values.
    pub values: &'a [u64],
    /// The meaning of the values.
    pub kind: Kind,
}

/// The kinds of patterns of the search, for people.
pub const KINDS: [&str; 12] = [
    "periods",
    "arithmetic periods",
    "named sets (residues, powers, squares, triangular, Fibonacci, primes and twice a prime, Wythoff numbers)",
    "unions and differences of two named sets with few exceptions",
    "sets by a feature (ones in binary, exponent of 2, prime factors, divisors, digit sum, ...)",
    "short expressions",
    "expressions of three terms",
    "values of earlier numbers, by residue (g(2m) = ..., g(2m + 1) = ...)",
    "values of n minus an expression",
    "digits in a base",
    "stretches that grow by a factor",
    "recurrences of the lost numbers",
];

/// The shortest table about which the search claims anything.
pub(super) const FEWEST_VALUES: usize = 20;

/// The most values for the more expensive searches.
const MOST_VALUES: usize = 6000;

/// The least number of times for each remainder, and for the normal case of each exception.
const PERIODS: u64 = 3;

/// Returns the claims that hold on the whole table, the shortest first.
pub fn find(table: Table<'_>) -> Vec<Candidate> {
    let count = table.values.len().min(MOST_VALUES);
    if count < FEWEST_VALUES {
        return Vec::new();
    }
    let table = Table {
        values: &table.values[..count],
        ..table
    };
    let mut search = Search {
        table,
        fit: count * 6 / 10,
        found: Vec::new(),
    };
    search.periods();
    let binary = table.values.iter().all(|&value| value < 2);
    match table.kind {
        Kind::Outcome if binary => {
            search.sets();
            search.stretches();
            search.turns();
            search.sequences();
        }
        Kind::Outcome => {}
        Kind::Nimber => search.formulas(),
    }
    // Try a count from 1: other games count from 0, but coins in a row count from 1.
    if table.kind == Kind::Nimber && search.found.is_empty() && table.first == 0 {
        let mut before = Search {
            table: Table {
                values: &table.values[1..],
                ..table
            },
            fit: search.fit - 1,
            found: Vec::new(),
        };
        before.formulas();
        for claim in before.found {
            if let Claim::Formula { expr, exceptions } = claim {
                let later = exceptions.into_iter().map(|(n, value)| (n + 1, value));
                search.consider(Claim::Formula {
                    expr: Expr::Before(Box::new(expr)),
                    exceptions: std::iter::once((0, table.values[0])).chain(later).collect(),
                });
            }
        }
    }
    search.recursions();
    search.digits();
    let facts = Facts::of(table.values.iter().copied());
    let candidate = |claim: Claim| Candidate {
        kind: table.kind,
        earned: facts.earned(&claim),
        claim,
    };
    let mut found: Vec<Candidate> = search.found.into_iter().map(candidate).collect();
    found.sort_by_key(|found| std::cmp::Reverse(found.earned));
    found
}

struct Search<'a> {
    table: Table<'a>,
    /// The number of values for fitting candidates.
    fit: usize,
    found: Vec<Claim>,
}

impl Search<'_> {
    fn fitted(&self) -> &[u64] {
        &self.table.values[..self.fit]
    }

    /// Returns the numbers with their values, from a place on.
    fn numbered(&self, from: usize) -> impl Iterator<Item = (u64, u64)> {
        let values = &self.table.values[from..];
        let first = self.table.first + from as u64;
        values
            .iter()
            .enumerate()
            .map(move |(place, &value)| (first + place as u64, value))
    }

    /// Returns the value of a number in the table.
    fn at(&self, n: u64) -> Option<u64> {
        let place = n.checked_sub(self.table.first)?;
        self.table.values.get(usize::try_from(place).ok()?).copied()
    }

    /// Adds a claim that holds on the whole table.
    fn consider(&mut self, claim: Claim) {
        let mut memo = Memo::default();
        let mut holds = |(n, value)| claim.value_with(n, &mut memo) == Some(value);
        if !self.found.contains(&claim) && self.numbered(0).all(&mut holds) {
            self.found.push(claim);
        }
    }

    /// Returns the numbers with another value than `given`, with their values, or `None` unless they are few and early.
    fn exceptions(&self, given: impl Fn(u64) -> Option<u64>) -> Option<Vec<(u64, u64)>> {
        let early = self.table.first + (self.table.values.len() / 4) as u64;
        let mut exceptions = Vec::new();
        // Search from the end: most wrong claims fail there at once.
        let last = self.table.first + self.table.values.len() as u64;
        for n in (self.table.first..last).rev() {
            let value = self.at(n)?;
            if given(n) != Some(value) {
                if n >= early || exceptions.len() >= MOST_EXCEPTIONS {
                    return None;
                }
                exceptions.push((n, value));
            }
        }
        exceptions.reverse();
        Some(exceptions)
    }

    fn periods(&mut self) {
        let values = self.fitted().to_vec();
        let count = values.len();
        let all = self.table.values.len();
        let mut best: [Option<(usize, usize, u64)>; 2] = [None, None];
        for period in 1..=count / 3 {
            let (last, before) = (values[count - 1], values[count - 1 - period]);
            let Some(saltus) = last.checked_sub(before) else {
                continue;
            };
            if saltus > 0 && self.table.kind == Kind::Outcome {
                continue;
            }
            let unequal = (period..count)
                .rev()
                .find(|&place| values[place] != values[place - period] + saltus);
            let start = unequal.map_or(0, |place| place - period + 1);
            // An unchanged stretch may only be a long one: games of division have stretches that grow.
            let most = if period == 1 && saltus == 0 { all / 16 } else { all / 4 };
            if count - start < 3 * period || start > most {
                continue;
            }
            let slot = &mut best[usize::from(saltus > 0)];
            if slot.is_none_or(|(other, length, _)| start + period < other + length) {
                *slot = Some((start, period, saltus));
            }
        }
        for (start, period, saltus) in best.into_iter().flatten() {
            self.consider(Claim::Period {
                first: self.table.first,
                values: values[..start + period].to_vec(),
                period,
                saltus,
            });
        }
    }

    fn consider_sets(&mut self, sets: Vec<Set>, without: Option<Set>, won: bool) {
        let claim = |exceptions| Claim::Sets {
            sets: sets.clone(),
            without: without.clone(),
            won,
            exceptions,
        };
        let plain = claim(Vec::new());
        let Some(exceptions) = self.exceptions(|n| plain.value(n)) else {
            return;
        };
        // A claim about few numbers is easy. Each exception needs several explained numbers, and a remainder must come
        // again.
        let told = self.table.values.iter().filter(|&&value| (value == 1) == won).count();
        let length = self.table.values.len() as u64;
        let is_seldom = |set: &Set| matches!(set, Set::Residues(q, _) if PERIODS * q > length);
        if PERIODS as usize * exceptions.len() > told || sets.iter().chain(&without).any(is_seldom) {
            return;
        }
        self.found.push(claim(exceptions.into_iter().map(|(n, _)| n).collect()));
    }

    fn sets(&mut self) {
        let lost = self.table.values.iter().filter(|&&value| value == 0).count();
        if lost < 4 || lost + 4 > self.table.values.len() {
            return;
        }
        let mut sets = Set::plain();
        sets.extend((2..=12).flat_map(|q| (0..q).map(move |rest| Set::Residues(q, vec![rest]))));
        let features = self.features();
        sets.extend(features);
        // Compute the members of all sets once, and leave out sets with unknown members.
        let numbers: Vec<u64> = self.numbered(0).map(|(n, _)| n).collect();
        let members: Vec<(Set, Vec<bool>)> = sets
            .into_iter()
            .filter_map(|set| {
                let members: Option<Vec<bool>> = numbers.iter().map(|&n| set.has(n)).collect();
                Some((set, members?))
            })
            .collect();
        for won in [false, true] {
            let wanted: Vec<bool> = self.table.values.iter().map(|&value| (value == 1) == won).collect();
            let early = wanted.len() / 4;
            let few = |wrong: &dyn Fn(usize) -> bool| {
                let mut count = 0;
                (0..wanted.len()).rev().all(|place| {
                    let wrong = wrong(place);
                    count += usize::from(wrong);
                    !wrong || (place < early && count <= MOST_EXCEPTIONS)
                })
            };
            let mut chosen = Vec::new();
            for (set, has) in &members {
                if few(&|place| has[place] != wanted[place]) {
                    chosen.push((vec![set.clone()], None));
                }
            }
            if chosen.is_empty() {
                for (left, (set, has)) in members.iter().enumerate() {
                    for (other, has_other) in &members[left + 1..] {
                        if few(&|place| (has[place] || has_other[place]) != wanted[place]) {
                            chosen.push((Set::union(set, other), None));
                        }
                    }
                    for (other, has_other) in &members {
                        if few(&|place| (has[place] && !has_other[place]) != wanted[place]) {
                            chosen.push((vec![set.clone()], Some(other.clone())));
                        }
                    }
                }
            }
            for (sets, without) in chosen {
                self.consider_sets(sets, without, won);
            }
        }
    }

    /// Returns the sets by a feature that separates lost from won, at least from some number on.
    fn features(&self) -> Vec<Set> {
        let mut found = Vec::new();
        let from = self.fit / 4;
        let values: Vec<(u64, u64)> = self.numbered(from).take(self.fit - from).collect();
        let atoms = Atom::all();
        let atoms = atoms.into_iter().filter(|atom| !matches!(atom, Atom::N | Atom::Mod(_)));
        for atom in atoms {
            let of: Option<Vec<(u64, u64)>> = values.iter().map(|&(n, value)| Some((atom.value(n)?, value))).collect();
            let Some(of) = of else { continue };
            // A set by few values says nothing of each other value, so that only its own must come often.
            let mut try_classes =
                |class: &dyn Fn(u64) -> u64, make: &dyn Fn(Vec<u64>) -> Set, most: usize, all: bool| {
                    let mut outcome_of: BTreeMap<u64, (u64, usize)> = BTreeMap::new();
                    for &(feature, value) in &of {
                        let (outcome, count) = outcome_of.entry(class(feature)).or_insert((value, 0));
                        *count += 1;
                        if *outcome != value {
                            return;
                        }
                    }
                    let lost: Vec<u64> = outcome_of
                        .iter()
                        .filter(|(_, (value, _))| *value == 0)
                        .map(|(&class, _)| class)
                        .collect();
                    let often = outcome_of
                        .values()
                        .all(|&(value, count)| count >= 3 || !all && value != 0);
                    if often && !lost.is_empty() && lost.len() <= most && lost.len() < outcome_of.len() {
                        found.push(make(lost));
                    }
                };
            for q in 2..=8 {
                try_classes(
                    &|feature| feature % q,
                    &|rests| Set::Feature(atom, q, rests),
                    q as usize,
                    true,
                );
            }
            try_classes(&|feature| feature, &|values| Set::FewValues(atom, values), 3, false);
        }
        found
    }

    fn consider_formula(&mut self, expr: Expr) {
        if let Some(exceptions) = self.exceptions(|n| expr.value(n)) {
            self.found.push(Claim::Formula { expr, exceptions });
        }
    }

    fn formulas(&mut self) {
        /// Enough places to refuse almost every wrong expression.
        const SAMPLES: usize = 24;
        let from = self.fit / 4;
        let fitted: Vec<(u64, u64)> = self.numbered(from).take(self.fit - from).collect();
        let different: std::collections::BTreeSet<u64> = fitted.iter().map(|&(_, value)| value).collect();
        // Few different values need no expression: a period or a set describes them better.
        if different.len() < 3 {
            return;
        }
        let step = (fitted.len() / SAMPLES).max(1);
        // A step coprime to small moduli, so that all residues occur.
        let step = if step > 1 { step | 1 } else { step };
        let samples: Vec<(u64, u64)> = fitted.iter().copied().step_by(step).collect();
        let sampled = |expr: &Expr| -> Option<Vec<u64>> { samples.iter().map(|&(n, _)| expr.value(n)).collect() };
        let target: Vec<u64> = samples.iter().map(|&(_, value)| value).collect();
        let simple: Vec<(Expr, Vec<u64>)> = Atom::all()
            .into_iter()
            .map(Expr::Atom)
            .chain((1..=16).map(Expr::Const))
            .chain(parities())
            .filter_map(|expr| {
                let values = sampled(&expr)?;
                Some((expr, values))
            })
            .collect();
        let mut hits = Vec::new();
        for (expr, values) in &simple {
            if *values == target {
                hits.push(expr.clone());
            }
        }
        let mut pairs: Vec<(Expr, Vec<u64>)> = Vec::new();
        if hits.is_empty() {
            for (left, a) in &simple {
                for (right, b) in &simple {
                    let constants = matches!((left, right), (Expr::Const(_), Expr::Const(_)));
                    for op in Op::ALL {
                        if constants || left == right {
                            continue;
                        }
                        let values: Option<Vec<u64>> = a.iter().zip(b).map(|(&a, &b)| apply_fast(op, a, b)).collect();
                        let Some(values) = values else { continue };
                        let expr = || Expr::join(left.clone(), op, right.clone());
                        if values == target {
                            hits.push(expr());
                        }
                        // Join only pairs again that are short or have values of their own.
                        if left.bits() + right.bits() <= 12 {
                            pairs.push((expr(), values));
                        }
                    }
                }
            }
        }
        if hits.is_empty() {
            for (left, a) in &pairs {
                for (right, b) in &simple {
                    for op in Op::ALL {
                        let commutes = matches!(op, Op::Add | Op::Mul | Op::Xor);
                        let turned = (!commutes).then_some([(right, b), (left, a)]);
                        for [(left, a), (right, b)] in [[(left, a), (right, b)]].into_iter().chain(turned) {
                            let mut each = a.iter().zip(b).zip(&target);
                            if each.all(|((&a, &b), &wanted)| apply_fast(op, a, b) == Some(wanted)) {
                                hits.push(Expr::join(left.clone(), op, right.clone()));
                            }
                        }
                    }
                }
            }
        }
        hits.sort_by_key(Expr::bits);
        hits.truncate(40);
        for expr in hits {
            self.consider_formula(expr);
        }
    }

    fn recursions(&mut self) {
        let count = self.fit as u64;
        for q in 1..=8_u64 {
            for start in [q.max(2), 2 * q, 4 * q] {
                if (count.saturating_sub(start)) / q < 8 {
                    continue;
                }
                let base = self.table.values[..start as usize].to_vec();
                let from = self.table.first + start;
                let candidates = self.rules(q);
                let rules: Option<Vec<Rule>> = (0..q)
                    .map(|rest| {
                        let places: Vec<(u64, u64)> = self
                            .numbered(start as usize)
                            .take(self.fit - start as usize)
                            .filter(|(n, _)| n % q == rest)
                            .collect();
                        let fits = |rule: &Rule| {
                            let holds =
                                |&(n, value): &(u64, u64)| rule.value(n, q, |earlier| self.at(earlier)) == Some(value);
                            // Late numbers refuse most rules at once.
                            places.iter().rev().all(holds)
                        };
                        candidates.iter().find(|rule| fits(rule)).cloned()
                    })
                    .collect();
                let Some(rules) = rules else { continue };
                let says_something = rules.iter().any(|rule| !matches!(rule, Rule::Direct(Expr::Const(_))));
                if !says_something || from < q {
                    continue;
                }
                self.consider(Claim::Recursive {
                    first: self.table.first,
                    q,
                    base,
                    rules,
                });
                break;
            }
        }
    }

    /// Returns the rules to try for one residue, the shortest first.
    fn rules(&self, q: u64) -> Vec<Rule> {
        let most = if self.table.kind == Kind::Outcome { 2 } else { 16 };
        let mut rules: Vec<Rule> = (0..=most).map(|value| Rule::Direct(Expr::Const(value))).collect();
        let mut backs: Vec<Back> = Vec::new();
        if q > 1 {
            backs.extend([0, -1, 1].map(Back::Quotient));
            backs.extend((1..q).map(|by| Back::Minus(Expr::Const(by))));
        }
        for k in 2..=8 {
            let quotient = Expr::Atom(Atom::Div(k));
            backs.push(Back::Minus(quotient.clone()));
            for by in 1..=3 {
                backs.push(Back::Minus(Expr::join(quotient.clone(), Op::Add, Expr::Const(by))));
            }
        }
        for atom in [
            Atom::LowBit,
            Atom::HighBit,
            Atom::Root,
            Atom::Triangular,
            Atom::LeastPrime,
            Atom::HalfUp,
        ] {
            backs.push(Back::Minus(Expr::Atom(atom)));
        }
        if self.table.kind == Kind::Nimber {
            for a in 1..=2 * q {
                rules.extend((-3..=3).map(|b| Rule::Linear(a, b)));
            }
            let atoms = [
                Atom::N,
                Atom::LowBit,
                Atom::TwoAdic,
                Atom::OddPart,
                Atom::Bits,
                Atom::Ones,
                Atom::Root,
            ];
            rules.extend(atoms.map(|atom| Rule::Direct(Expr::Atom(atom))));
            rules.extend((1..=3).map(|by| Rule::Direct(Expr::join(Expr::Atom(Atom::N), Op::Add, Expr::Const(by)))));
            rules.extend((1..=3).map(|by| Rule::Direct(Expr::join(Expr::Atom(Atom::N), Op::Sub, Expr::Const(by)))));
        }
        for back in &backs {
            rules.push(Rule::Earlier(back.clone(), 1, 0));
            match self.table.kind {
                Kind::Outcome => rules.push(Rule::Opposite(back.clone())),
                Kind::Nimber => {
                    rules.extend((-3..=3).filter(|&b| b != 0).map(|b| Rule::Earlier(back.clone(), 1, b)));
                    rules.extend(
                        (2..=q)
                            .flat_map(|a| (-2..=2).map(move |b| (a, b)))
                            .map(|(a, b)| Rule::Earlier(back.clone(), a, b)),
                    );
                }
            }
        }
        rules.sort_by_key(Rule::bits);
        rules
    }

    fn digits(&mut self) {
        'bases: for k in 2..=12_u64 {
            for start in [k, 2 * k, k * k + 1] {
                if start as usize * 2 > self.fit {
                    continue 'bases;
                }
                let mut cases: BTreeMap<(u64, u64), (u64, usize)> = BTreeMap::new();
                let consistent = self
                    .numbered(start as usize)
                    .take(self.fit - start as usize)
                    .all(|(n, value)| {
                        let Some(before) = self.at(n / k) else {
                            return false;
                        };
                        let (known, count) = cases.entry((n % k, before)).or_insert((value, 0));
                        *count += 1;
                        *known == value && cases.len() <= 24
                    });
                if !consistent || cases.values().any(|&(_, count)| count < 3) {
                    continue;
                }
                self.consider(Claim::Digits {
                    first: self.table.first,
                    k,
                    base: self.table.values[..start as usize].to_vec(),
                    cases: cases.into_iter().map(|(case, (value, _))| (case, value)).collect(),
                });
                break;
            }
        }
    }

    fn stretches(&mut self) {
        let values = self.table.values;
        let changes: Vec<i128> = (1..values.len())
            .filter(|&place| values[place] != values[place - 1])
            .map(|place| i128::from(self.table.first) + place as i128)
            .collect();
        for back in 1..=4 {
            for skip in 0..=4 {
                // At least three equations for two unknowns.
                let Some(ends) = changes.get(skip..).filter(|ends| ends.len() >= back + 3) else {
                    continue;
                };
                let (a, b) = (ends[0], ends[1]);
                let (x, y) = (ends[back], ends[1 + back]);
                let factor = (y - x) / (b - a);
                let plus = x - factor * a;
                let follows = ends
                    .windows(back + 1)
                    .all(|window| window[back] == factor * window[0] + plus);
                if factor < 2 || !follows {
                    continue;
                }
                let known: Vec<u64> = changes[..skip + back].iter().map(|&end| end as u64).collect();
                self.consider(Claim::Stretches {
                    starts_with: values[0],
                    ends: known,
                    back,
                    factor: factor as u64,
                    plus: plus as i64,
                });
                break;
            }
        }
    }

    /// Considers stretches whose last numbers are multiples of the last numbers before, by factors in turn.
    ///
    /// The first numbers may be the multiples instead. One factor must come again.
    fn turns(&mut self) {
        /// The most factors, and the most irregular stretches before them.
        const MOST: usize = 3;
        let values = self.table.values;
        let places = (1..values.len()).filter(|&place| values[place] != values[place - 1]);
        let ends: Vec<u64> = places.map(|place| self.table.first + place as u64).collect();
        for (skip, back) in (0..=MOST).cartesian_product(1..=MOST) {
            for less in [0, 1] {
                let Some(factors) = ends.get(skip..).and_then(|ends| factors_between(ends, less)) else {
                    continue;
                };
                if factors.len() <= back || factors.windows(back + 1).any(|window| window[0] != window[back]) {
                    continue;
                }
                let factor = factors[..back].iter().product::<u64>();
                self.consider(Claim::Stretches {
                    starts_with: values[0],
                    ends: ends[..skip + back].to_vec(),
                    back,
                    factor,
                    plus: -((less * (factor - 1)) as i64),
                });
                return;
            }
        }
    }

    fn sequences(&mut self) {
        let lost: Vec<i128> = self
            .numbered(0)
            .filter(|&(_, value)| value == 0)
            .map(|(n, _)| i128::from(n))
            .collect();
        for order in 1..=4_usize {
            for skip in 0..=4 {
                let Some(terms) = lost.get(skip..).filter(|terms| terms.len() >= 2 * order + 4) else {
                    continue;
                };
                // `order` factors and a constant: the same number of equations, and the unknowns in this order.
                let row = |at: usize| -> Vec<i128> {
                    let mut row: Vec<i128> = (1..=order).map(|back| terms[at + order - back]).collect();
                    row.push(1);
                    row.push(terms[at + order]);
                    row
                };
                let Some(solution) = solve((0..=order).map(row).collect()) else {
                    continue;
                };
                let follows = (0..terms.len() - order).all(|at| {
                    let row = row(at);
                    let sum: i128 = solution.iter().zip(&row).map(|(a, b)| a * b).sum();
                    sum == row[order + 1]
                });
                let small = solution.iter().all(|unknown| unknown.abs() <= 1000);
                // Equal steps are a period, and have a claim of that kind.
                let (last, others) = (solution[order - 1], &solution[..order - 1]);
                let is_period = last == 1 && others.iter().all(|&factor| factor == 0);
                if !follows || !small || is_period {
                    continue;
                }
                self.consider(Claim::Sequence {
                    lost: lost[..skip + order].iter().map(|&n| n as u64).collect(),
                    factors: solution[..order].iter().map(|&factor| factor as i64).collect(),
                    plus: solution[order] as i64,
                });
                return;
            }
        }
    }
}

/// Returns the parities of some atoms, and their opposites.
fn parities() -> impl Iterator<Item = Expr> {
    let atoms = [
        Atom::N,
        Atom::Ones,
        Atom::TwoAdic,
        Atom::Bits,
        Atom::Root,
        Atom::Triangular,
        Atom::PrimeFactors,
    ];
    atoms.into_iter().flat_map(|atom| {
        let opposite = Expr::join(Expr::Atom(atom), Op::Add, Expr::Const(1));
        [Expr::Atom(atom), opposite].map(|of| Expr::join(of, Op::Mod, Expr::Const(2)))
    })
}

fn apply_fast(op: Op, a: u64, b: u64) -> Option<u64> {
    match op {
        Op::Add => Some(a.wrapping_add(b)),
        Op::Mul => Some(a.wrapping_mul(b)),
        op => op.apply(a, b),
    }
}

/// Solves linear equations in integers by elimination without fractions.
///
/// `None` unless there is exactly one solution and it is integral.
fn solve(mut rows: Vec<Vec<i128>>) -> Option<Vec<i128>> {
    let count = rows.len();
    for column in 0..count {
        let pivot = (column..count).find(|&row| rows[row][column] != 0)?;
        rows.swap(column, pivot);
        let above = rows[column].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(row, _)| *row != column) {
            let (a, b) = (above[column], row[column]);
            for (place, known) in row.iter_mut().zip(&above) {
                *place = place.checked_mul(a)?.checked_sub(known.checked_mul(b)?)?;
            }
        }
    }
    rows.iter()
        .enumerate()
        .map(|(place, row)| (row[count] % row[place] == 0).then(|| row[count] / row[place]))
        .collect()
}
