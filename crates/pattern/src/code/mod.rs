//! A claim as a function in C++ or Python: `value(n)`, or `value(a, b)` for several numbers.
//!
//! Claims become a small tree (`tree`), the same for both languages. A printer for each language writes it.

use std::collections::BTreeMap;

use super::claim::{Back, Claim, Rule};
use super::expr::{Atom, Expr, Set};
use tree::{Code, Line, Writer};

mod helpers;
pub mod lists;
mod several;
mod tree;

/// A programming language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C++17.
    Cpp,
    /// Python 3.
    Python,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::Cpp, Language::Python];
}

/// Returns the function `value(n)` of a claim, after its helper functions.
///
/// It returns a nimber, or 1 for won, 0 for lost and 2 for drawn. The claim's table begins at `first`, and the evidence
/// ends at `end` if there is one. The function fails with a message for numbers outside.
pub fn function(claim: &Claim, first: u64, end: Option<u64>, language: Language) -> String {
    let guards = std::iter::once(below("n", first)).chain(above("n", end));
    let lines = [guards.collect(), body("value", claim)].concat();
    let mut writer = Writer::new(language);
    let text = writer.function("value", &["n"], &lines);
    writer.after_helpers(&text)
}

/// Returns the line that ends the program if a number is below `first`.
fn below(name: &'static str, first: u64) -> Line {
    Line::Refuse {
        condition: Code::from(name).infix("<", first),
        message: format!("the pattern says nothing of numbers below {first}"),
    }
}

/// Returns the line that ends the program if a number is above `end`.
fn above(name: &'static str, end: Option<u64>) -> Option<Line> {
    end.map(|end| Line::Refuse {
        condition: Code::from(name).infix(">", end),
        message: format!("the pattern was checked up to {end} only"),
    })
}

fn n() -> Code {
    Code::from("n")
}

/// Returns the place of a number in a list whose first element belongs to `first`.
fn place(first: u64) -> Code {
    if first == 0 { n() } else { n() - first }
}

fn any(conditions: impl Iterator<Item = Code>) -> Code {
    Code::joined("||", conditions)
}

/// Returns the code of an atom of a number.
fn atom(atom: Atom, number: Code) -> Code {
    match atom {
        Atom::N => number,
        Atom::Mod(q) => number % q,
        Atom::Div(q) => number / q,
        Atom::HalfUp => (number + 1).grouped() / 2,
        Atom::RootOfTwice => Code::call("root", [Code::from(2) * number.grouped()]),
        other => Code::call(other.helper(), [number]),
    }
}

/// Returns the code of an expression. For [`Expr::Before`], the caller must lower `n` by one first.
fn expr(of: &Expr) -> Code {
    match of {
        Expr::Const(number) => Code::from(*number),
        Expr::Atom(of) => atom(*of, n()),
        Expr::Join(left, op, right) => expr(left).grouped().infix(op.signs().1, expr(right).grouped()),
        Expr::Before(of) => expr(of),
    }
}

/// Returns the condition that `n` is in a set.
fn set(of: &Set) -> Code {
    let one_of =
        |what: Code, values: &[u64]| any(values.iter().map(|&value| what.clone().infix("==", value))).grouped();
    let positive = || n().infix(">", 0);
    let power_of_two = || positive().infix("&&", (n().infix("&", (n() - 1).grouped())).grouped().infix("==", 0));
    let power_with = |exponent: u64| power_of_two().infix("&&", (atom(Atom::TwoAdic, n()) % 2).infix("==", exponent));
    let is_n = |square: Code| square.infix("==", n()).grouped();
    let root = || atom(Atom::Root, n());
    let triangular = || atom(Atom::Triangular, n());
    let wythoff_lower = || Code::call("wythoff_lower", [n()]);
    match of {
        Set::Residues(q, rests) => one_of(n() % *q, rests),
        Set::PowersOfTwo => power_of_two().grouped(),
        Set::OddPowersOfTwo => power_with(1).grouped(),
        Set::EvenPowersOfTwo => power_with(0).grouped(),
        Set::AllOnes => n().infix("&", (n() + 1).grouped()).grouped().infix("==", 0).grouped(),
        Set::PowersOf(base) => Code::call("is_power", [n(), Code::from(*base)]),
        Set::Squares => is_n(root() * root()),
        Set::Oblong => is_n(root() * (root() + 1).grouped()),
        Set::Triangular => is_n(triangular() * (triangular() + 1).grouped() / 2),
        Set::Fibonacci => atom(Atom::FibonacciParts, n()).infix("==", 1).grouped(),
        Set::Primes => atom(Atom::PrimeFactors, n()).infix("==", 1).grouped(),
        Set::TwicePrimes => {
            let half_is_prime = atom(Atom::PrimeFactors, n() / 2).infix("==", 1);
            (n() % 2).infix("==", 0).infix("&&", half_is_prime).grouped()
        }
        Set::Feature(of, q, rests) => one_of(atom(*of, n()).grouped() % *q, rests),
        Set::FewValues(of, values) => one_of(atom(*of, n()).grouped(), values),
        Set::LowerWythoff => positive().infix("&&", wythoff_lower()).grouped(),
        Set::UpperWythoff => positive().infix("&&", Code::not(wythoff_lower())).grouped(),
    }
}

/// Returns the step of a rule: the value of `n` is `times` times the returned value, plus `more`.
///
/// The path of earlier numbers may be too long for a stack, so a loop goes down it.
fn step(rule: &Rule, q: u64) -> Line {
    let leads_to = |back: &Back| match back {
        Back::Quotient(by) => (n() / q).plus(*by),
        Back::Minus(by) => n() - expr(by).grouped(),
    };
    let go_on = |back: &Back, a: i64, b: i64| {
        let more = Code::from("more");
        let by = Code::from(b.unsigned_abs());
        Line::GoOn {
            times: match a {
                1 => Code::from("times"),
                by => Code::from(by.to_string()) * "times",
            },
            more: match b {
                0 => more,
                1 => more + "times",
                -1 => more - "times",
                2.. => more + by * "times",
                _ => more - by * "times",
            },
            n: leads_to(back),
        }
    };
    match rule {
        Rule::Direct(of) => result(expr(of)),
        Rule::Linear(a, b) => result((Code::from(*a) * (n() / q).grouped()).plus(*b)),
        Rule::Earlier(back, a, b) => go_on(back, *a as i64, *b),
        Rule::Opposite(back) => go_on(back, -1, 1),
    }
}

fn result(value: Code) -> Line {
    Line::Return(Code::from("times") * value.grouped() + "more")
}

/// Returns the body of a function with this name, which may call itself.
fn body(name: &str, claim: &Claim) -> Vec<Line> {
    match claim {
        Claim::Period {
            first,
            values,
            period,
            saltus,
        } => of_period(*first, values, *period as u64, *saltus),
        Claim::Sets {
            sets,
            without,
            won,
            exceptions,
        } => of_sets(sets, without.as_ref(), *won, exceptions),
        Claim::Formula { expr, exceptions } => of_formula(expr, exceptions),
        Claim::Recursive { first, q, base, rules } => of_residues(*first, *q, base, rules),
        Claim::Digits { first, k, base, cases } => of_digits(name, (*first, base), *k, cases),
        Claim::Stretches {
            starts_with,
            ends,
            back,
            factor,
            plus,
        } => {
            // A window of the last few ends is enough.
            let window = ends.len();
            let next = (Code::at("ends", (window - back) as u64) * *factor).plus(*plus);
            of_stretches(*starts_with, ends, next)
        }
        Claim::Sequence { lost, factors, plus } => of_sequence(lost, factors, *plus),
    }
}

fn of_period(first: u64, values: &[u64], period: u64, saltus: u64) -> Vec<Line> {
    let before = values.len() as u64 - period;
    let since = || place(first) - before;
    let mut lines = vec![Line::constant("values", values)];
    if before > 0 {
        let is_listed = place(first).infix("<", values.len() as u64);
        lines.push(Line::when(is_listed, Line::Return(Code::at("values", place(first)))));
    }
    let of_place = match before {
        0 => place(first).grouped() % period,
        before => Code::from(before) + since().grouped() % period,
    };
    let value = Code::at("values", of_place);
    lines.push(Line::Return(match saltus {
        0 => value,
        saltus => value + Code::from(saltus) * (since().grouped() / period).grouped(),
    }));
    lines
}

fn of_sets(sets: &[Set], without: Option<&Set>, won: bool, exceptions: &[u64]) -> Vec<Line> {
    let is = |number: u64| n().infix("==", number);
    let mut inside = any(sets.iter().map(set));
    if let Some(without) = without {
        inside = inside.grouped().infix("&&", Code::not(set(without)));
    }
    let mut lines = vec![Line::Declare("bool", vec![("inside", inside)])];
    let inside = || Code::from("inside");
    let turned = exceptions
        .iter()
        .map(|&n| Line::when(is(n), Line::Assign("inside", Code::not(inside()))));
    lines.extend(turned);
    lines.push(Line::Return(Code::truth(if won {
        inside()
    } else {
        Code::not(inside())
    })));
    lines
}

fn of_formula(of: &Expr, exceptions: &[(u64, u64)]) -> Vec<Line> {
    let is = |number: u64| n().infix("==", number);
    let mut lines: Vec<Line> = exceptions
        .iter()
        .map(|&(n, value)| Line::when(is(n), Line::Return(Code::from(value))))
        .collect();
    if matches!(of, Expr::Before(_)) {
        lines.push(Line::Text("n -= 1".to_owned()));
    }
    lines.push(Line::Return(expr(of)));
    lines
}

fn of_residues(first: u64, q: u64, base: &[u64], rules: &[Rule]) -> Vec<Line> {
    let mut cases: Vec<(Code, Line)> = Vec::new();
    for (rest, rule) in rules.iter().enumerate() {
        if !rules[..rest].contains(rule) {
            let alike = (0..q).filter(|&other| rules[other as usize] == *rule);
            cases.push((any(alike.map(|rest| (n() % q).infix("==", rest))), step(rule, q)));
        }
    }
    vec![
        Line::constant("base", base),
        // They may exceed the largest number even if the value does not.
        Line::Declare(
            "unsigned long long",
            vec![("times", Code::from(1)), ("more", Code::from(0))],
        ),
        Line::While(n().infix(">=", first + base.len() as u64), vec![Line::Cases(cases)]),
        result(Code::at("base", place(first))),
    ]
}

fn of_digits(name: &str, (first, base): (u64, &[u64]), k: u64, cases: &BTreeMap<(u64, u64), u64>) -> Vec<Line> {
    let is_listed = n().infix("<", first + base.len() as u64);
    let before = Code::call(name, [n() / k]);
    let mut lines = vec![
        Line::constant("base", base),
        Line::when(is_listed, Line::Return(Code::at("base", place(first)))),
        Line::Declare("long long", vec![("digit", n() % k), ("before", before)]),
    ];
    lines.extend(cases.iter().map(|(&(digit, before), &result)| {
        let digit = Code::from("digit").infix("==", digit);
        let before = Code::from("before").infix("==", before);
        Line::when(digit.infix("&&", before), Line::Return(Code::from(result)))
    }));
    lines.push(Line::Never);
    lines
}

fn of_stretches(starts_with: u64, ends: &[u64], next: Code) -> Vec<Line> {
    let variables = vec![("ends", Code::List(ends.to_vec())), ("passed", Code::from(starts_with))];
    vec![
        Line::Declare("long long", variables),
        Line::While(
            Code::at("ends", 0).infix("<=", n()),
            vec![Line::Shift {
                name: "ends",
                window: ends.len(),
                next,
                counts: Some("passed"),
            }],
        ),
        Line::Return(Code::from("passed") % 2),
    ]
}

fn of_sequence(lost: &[u64], factors: &[i64], plus: i64) -> Vec<Line> {
    let window = lost.len();
    let terms = factors
        .iter()
        .zip((0..window as u64).rev())
        .map(|(factor, place)| Code::from(factor.to_string()) * Code::at("lost", place));
    let first = || Code::at("lost", 0);
    vec![
        Line::Declare("long long", vec![("lost", Code::List(lost.to_vec()))]),
        Line::While(
            first().infix("<", n()),
            vec![Line::Shift {
                name: "lost",
                window,
                next: Code::joined("+", terms).plus(plus),
                counts: None,
            }],
        ),
        Line::Return(Code::truth(first().infix("!=", n()))),
    ]
}
