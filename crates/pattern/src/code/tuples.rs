//! Claims about several numbers as functions.

use super::super::claim::Claim;
use super::super::many::NAMES;
use super::super::{grid, many};
use super::tree::{Code, Line, Writer};
use super::{Language, atom, body};

/// Returns `value(a, b)` of a claim; `None` where it has no claim about one of them. Of independent games `parts`
/// are the claims about each.
pub(crate) fn of_grid(claim: &grid::GridClaim, parts: &[Option<&Claim>], language: Language) -> Option<String> {
    use grid::GridClaim;
    let names = &NAMES[..2];
    let lines = match claim {
        GridClaim::Independent { of_a, of_b } => {
            return independent(&[of_a.as_ref(), of_b.as_ref()], parts, language);
        }
        GridClaim::Is(feature) => vec![Line::Return(of_pair(*feature).swap_remove(0))],
        GridClaim::Follows {
            feature,
            cases,
            positive,
        } => {
            let class = of_pair(*feature);
            let cases = cases
                .iter()
                .map(|(&(x, y), &value)| ([x, y][..class.len()].to_vec(), value));
            let mut lines = vec![Line::LookUp(class.clone(), cases.collect())];
            if *positive {
                let [a, b] = [0, 1].map(|place| Code::from(NAMES[place]));
                let guard = Line::Require {
                    holds: a.clone().infix(">", 0).infix("&&", b.clone().infix(">", 0)),
                    fails: a.infix("==", 0).infix("||", b.infix("==", 0)),
                    python: "the pattern says nothing of 0".to_owned(),
                    cpp: "The pattern says nothing of 0.",
                };
                lines.insert(0, guard);
            }
            lines
        }
        GridClaim::Through { feature, claim } => {
            let mut writer = Writer::new(language);
            let call = Code::call("value_of_n", [of_pair(*feature).swap_remove(0)]);
            let value = writer.function("value", names, &[Line::Return(call)]);
            let of_feature = writer.function("value_of_n", &["n"], &body("value_of_n", claim));
            return Some(writer.after_helpers(&writer.functions(&[of_feature, value])));
        }
        GridClaim::Wythoff(t) => {
            let [a, b] = [0, 1].map(|place| Code::from(NAMES[place]));
            let times_alpha = |k: Code| Code::call("times_alpha", [k, Code::from(*t)]);
            let apart = || Code::from("apart");
            let least = |name: &str| Code::call(name, [a.clone(), b.clone()]);
            let is_won = |rest: Code, k: Code, least: Code| {
                let differs = times_alpha(k).infix("!=", least);
                Line::Return(Code::truth(rest.infix("!=", 0).infix("||", differs)))
            };
            vec![Line::Either {
                python: vec![
                    Line::Text(format!("k, rest = divmod(abs(a - b), {t})")),
                    is_won(Code::from("rest"), Code::from("k"), least("min")),
                ],
                cpp: vec![
                    Line::Declare("long long", vec![("apart", Code::call("abs", [a.clone() - b.clone()]))]),
                    is_won(apart() % *t, apart() / *t, least("std::min")),
                ],
            }]
        }
    };
    Some(written(names, &lines, language))
}

/// Returns the function of a claim about so many numbers, as [`of_grid`] does.
pub(crate) fn of_many(
    claim: &many::ManyClaim,
    count: usize,
    parts: &[Option<&Claim>],
    language: Language,
) -> Option<String> {
    use many::ManyClaim;
    let names = NAMES.get(..count)?;
    let line = match claim {
        ManyClaim::Independent(each) => {
            let own: Vec<Option<&Claim>> = each.iter().map(Option::as_ref).collect();
            return independent(&own, parts, language);
        }
        ManyClaim::Is(feature) => Line::Return(of_numbers(feature, names).swap_remove(0)),
        ManyClaim::Follows { feature, cases } => {
            let cases = cases.iter().map(|(class, &value)| (class.clone(), value));
            Line::LookUp(of_numbers(feature, names), cases.collect())
        }
    };
    Some(written(names, &[line], language))
}

fn written(names: &[&str], lines: &[Line], language: Language) -> String {
    let mut writer = Writer::new(language);
    let text = writer.function("value", names, lines);
    writer.after_helpers(&text)
}

/// The xor of a function of each number: what more is known of it, or its claim from the table.
fn independent(own: &[Option<&Claim>], parts: &[Option<&Claim>], language: Language) -> Option<String> {
    let names = NAMES.get(..own.len())?;
    let part = |place: usize| parts.get(place).copied().flatten();
    let each = own.iter().enumerate().map(|(place, &claim)| part(place).or(claim));
    let mut writer = Writer::new(language);
    let (mut functions, mut terms) = (Vec::new(), Vec::new());
    for (name, claim) in names.iter().zip(each) {
        let function = format!("value_of_{name}");
        functions.push(writer.function(&function, &["n"], &body(&function, claim?)));
        terms.push(Code::call(&function, [Code::from(*name)]));
    }
    functions.push(writer.function("value", names, &[Line::Return(Code::joined("^", terms))]));
    Some(writer.after_helpers(&writer.functions(&functions)))
}

fn call(name: &str, numbers: &[&str]) -> Code {
    Code::call(name, numbers.iter().map(|&number| Code::from(number)))
}

fn gcd(numbers: &[&str]) -> Code {
    let numbers = numbers.iter().map(|&number| Code::from(number));
    let of_two = |gcd, other| Code::call("gcd", [gcd, other]);
    numbers.reduce(of_two).expect("there is a number")
}

/// Returns a condition as 0 or 1, for both languages.
fn bit(condition: Code) -> Code {
    condition.grouped() + 0
}

/// Returns a feature of two numbers, `a` and `b`: one expression, or two.
fn of_pair(feature: grid::Feature) -> Vec<Code> {
    use grid::Feature;
    let both = &NAMES[..2];
    let [a, b] = [0, 1].map(|place| move || Code::from(NAMES[place]));
    let (least, most) = (|| call("min", both), || call("max", both));
    let apart = || Code::call("abs", [a() - b()]);
    let equal = || a().infix("==", b()).grouped();
    let more = |first: Code, second: Code| Code::choice(first.clone().infix(">", second.clone()), first - second, 0);
    vec![match feature {
        Feature::Xor => a() ^ b(),
        Feature::Difference => apart(),
        Feature::Sum => a() + b(),
        Feature::Min => least(),
        Feature::Max => most(),
        Feature::Gcd => gcd(both),
        Feature::SumMod(q) => (a() + b()).grouped() % q,
        Feature::DifferenceMod(q) => apart() % q,
        Feature::MinMod(q) => least() % q,
        Feature::Mods(p, q) => return vec![a() % p, b() % q],
        Feature::Both(of) => return vec![atom(of, a()), atom(of, b())],
        Feature::OfGcd(of) => atom(of, gcd(both)),
        Feature::OfXor(of) => atom(of, (a() ^ b()).grouped()),
        Feature::ReducedParity => {
            let is_some = || (a() + b()).infix(">", 0).grouped();
            let parity = |number: Code| Code::choice(is_some(), number / gcd(both) % 2, 0);
            return vec![parity(a()), parity(b())];
        }
        Feature::MoreThanPhi => {
            let bound = Code::call("times_alpha", [least(), Code::from(1)]);
            most().infix(">", bound).grouped() + Code::from(2) * equal()
        }
        Feature::Equal => equal() + 0,
        Feature::Order => a().infix(">=", b()).grouped() + a().infix(">", b()).grouped(),
        Feature::FirstMore => more(a(), b()),
        Feature::SecondMore => more(b(), a()),
        Feature::FirstModNext => a() % (b() + 1).grouped(),
        Feature::SecondModNext => b() % (a() + 1).grouped(),
        Feature::ZeroOrEqual => equal() + Code::from(2) * least().infix("==", 0).grouped(),
        Feature::QuotientPower => {
            let is_multiple = (most() % least()).infix("==", 0);
            let is_power = Code::call("is_power", [most() / least(), Code::from(2)]);
            let conditions = [least().infix(">", 0), is_multiple, is_power];
            Code::choice(Code::joined("&&", conditions).grouped(), 1, 0)
        }
        Feature::EqualOrOnes => {
            let ones = Code::from(2) + (a() + b()).grouped() % 2;
            Code::choice(most().infix(">", 1).grouped(), equal() + 0, ones)
        }
    }]
}

/// Returns a feature of several numbers: an expression for each of its values.
fn of_numbers(feature: &many::Feature, names: &[&str]) -> Vec<Code> {
    use many::Feature;
    let some =
        |op: &'static str, places: &[usize]| Code::joined(op, places.iter().map(|&place| Code::from(names[place])));
    let each = |of: &dyn Fn(Code) -> Code| Code::joined("+", names.iter().map(|&name| of(Code::from(name))));
    let all: Vec<usize> = (0..names.len()).collect();
    let is_large = || call("max", names).infix(">", 1).grouped();
    vec![match feature {
        Feature::Xor(places) => some("^", places),
        Feature::XorIsZero(places) => bit(some("^", places).grouped().infix("==", 0)),
        Feature::SumMod(places, q) => some("+", places).grouped() % *q,
        Feature::Sum => some("+", &all),
        Feature::Min => call("min", names),
        Feature::Max => call("max", names),
        Feature::Gcd => gcd(names),
        Feature::Odd => each(&|number| number % 2),
        Feature::Zeros => each(&|number| number.infix("==", 0).grouped()),
        Feature::Different => call("different", names),
        Feature::Ones => {
            let xor = bit(some("^", &all).grouped().infix("!=", 0));
            let ones = each(&|number| number.infix("==", 1).grouped()).grouped() % 2;
            return vec![is_large() + 0, Code::choice(is_large(), xor, ones)];
        }
        Feature::Mods(q) => return names.iter().map(|&name| Code::from(name) % *q).collect(),
    }]
}
