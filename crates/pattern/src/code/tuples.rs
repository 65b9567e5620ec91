//! Claims about several numbers as functions.

use std::collections::BTreeMap;

use super::super::claim::Claim;
use super::super::expr::Atom;
use super::super::many::NAMES;
use super::super::{grid, many};
use super::{Language, Needed, defined, of_number};

/// The spelling of operations that differs between C++ and Python.
struct Words {
    python: bool,
}

impl Words {
    fn of(&self, python: &str, cpp: &str) -> String {
        if self.python { python.to_owned() } else { cpp.to_owned() }
    }

    fn least(&self, numbers: &[&str]) -> String {
        self.among("min", numbers)
    }

    fn most(&self, numbers: &[&str]) -> String {
        self.among("max", numbers)
    }

    fn among(&self, which: &str, numbers: &[&str]) -> String {
        let all = numbers.join(", ");
        match self.python {
            true => format!("{which}({all})"),
            false => format!("std::{which}({{{all}}})"),
        }
    }

    fn gcd(&self, numbers: &[&str]) -> String {
        let of = self.of("math.gcd", "std::gcd");
        let (first, others) = numbers.split_first().expect("there is a number");
        others
            .iter()
            .fold((*first).to_owned(), |gcd, other| format!("{of}({gcd}, {other})"))
    }

    /// One of two values.
    fn choice(&self, condition: &str, then: &str, other: &str) -> String {
        match self.python {
            true => format!("({then}) if {condition} else ({other})"),
            false => format!("{condition} ? ({then}) : ({other})"),
        }
    }
}

/// Returns `value(a, b)` of a claim; `None` where it has no claim about one of them. Of independent games `parts`
/// are the claims about each.
pub(crate) fn of_grid(claim: &grid::GridClaim, parts: &[Option<&Claim>], language: Language) -> Option<String> {
    let python = language == Language::Python;
    let mut needed = Needed(Vec::new());
    let body = match claim {
        grid::GridClaim::Independent { of_a, of_b } => {
            let own = [of_a.as_ref(), of_b.as_ref()];
            return independent(&own, parts, language);
        }
        grid::GridClaim::Is(feature) => {
            let each = of_pair(*feature, python, &mut needed);
            vec![format!("return {}{}", each.first()?, if python { "" } else { ";" })]
        }
        grid::GridClaim::Follows {
            feature,
            cases,
            positive,
        } => {
            let each = of_pair(*feature, python, &mut needed);
            let cases = cases.iter().map(|(&(x, y), &value)| (vec![x, y], value)).collect();
            let mut lines = looked_up(&each, &cases, python);
            if *positive {
                let guard = match python {
                    true => "assert a > 0 and b > 0, 'the pattern says nothing of 0'",
                    false => "if (a == 0 || b == 0) std::abort();  // The pattern says nothing of 0.",
                };
                lines.insert(0, guard.to_owned());
            }
            lines
        }
        grid::GridClaim::Through { feature, claim } => {
            let each = of_pair(*feature, python, &mut needed);
            let of_feature = of_number("value_of_n", claim, python, &mut needed);
            let gap = if python { "\n\n" } else { "\n" };
            let end = if python { "" } else { ";" };
            let body = [format!("return value_of_n({}){end}", each.first()?)];
            let value = defined("value", &NAMES[..2], &body, python);
            return Some(needed.before(&format!("{of_feature}{gap}{value}"), language));
        }
        grid::GridClaim::Wythoff(t) => {
            needed.add("times_alpha");
            match python {
                true => vec![
                    format!("k, rest = divmod(abs(a - b), {t})"),
                    format!("return int(rest != 0 or times_alpha(k, {t}) != min(a, b))"),
                ],
                false => vec![
                    "long long apart = std::abs(a - b);".to_owned(),
                    format!("return apart % {t} != 0 || times_alpha(apart / {t}, {t}) != std::min(a, b);"),
                ],
            }
        }
    };
    Some(needed.before(&defined("value", &NAMES[..2], &body, python), language))
}

/// Returns the function of a claim about so many numbers, as [`of_grid`] does.
pub(crate) fn of_many(
    claim: &many::ManyClaim,
    count: usize,
    parts: &[Option<&Claim>],
    language: Language,
) -> Option<String> {
    let python = language == Language::Python;
    let names = NAMES.get(..count)?;
    let body = match claim {
        many::ManyClaim::Independent(each) => {
            let own: Vec<Option<&Claim>> = each.iter().map(Option::as_ref).collect();
            return independent(&own, parts, language);
        }
        many::ManyClaim::Is(feature) => {
            let each = of_numbers(feature, names, python);
            vec![format!("return {}{}", each.first()?, if python { "" } else { ";" })]
        }
        many::ManyClaim::Follows { feature, cases } => looked_up(&of_numbers(feature, names, python), cases, python),
    };
    Some(defined("value", names, &body, python))
}

/// The xor of a function of each number: what more is known of it, or its claim from the table.
fn independent(own: &[Option<&Claim>], parts: &[Option<&Claim>], language: Language) -> Option<String> {
    let python = language == Language::Python;
    let names = NAMES.get(..own.len())?;
    let part = |place: usize| parts.get(place).copied().flatten();
    let each = own.iter().enumerate().map(|(place, &claim)| part(place).or(claim));
    let mut needed = Needed(Vec::new());
    let (mut functions, mut terms) = (String::new(), Vec::new());
    for (name, claim) in names.iter().zip(each) {
        let function = format!("value_of_{name}");
        functions += &of_number(&function, claim?, python, &mut needed);
        functions += if python { "\n\n" } else { "\n" };
        terms.push(format!("{function}({name})"));
    }
    let end = if python { "" } else { ";" };
    functions += &defined("value", names, &[format!("return {}{end}", terms.join(" ^ "))], python);
    Some(needed.before(&functions, language))
}

/// Returns the lines that look a class up; one that the table did not show is an error.
fn looked_up(each: &[String], cases: &BTreeMap<Vec<u64>, u64>, python: bool) -> Vec<String> {
    let count = each.len();
    let key = |numbers: &[u64]| -> String {
        let numbers: Vec<String> = numbers[..count].iter().map(u64::to_string).collect();
        match (count, python) {
            (1, _) => numbers[0].clone(),
            (_, true) => format!("({})", numbers.join(", ")),
            (_, false) => format!("{{{}}}", numbers.join(", ")),
        }
    };
    let each = each.join(", ");
    match python {
        true => {
            let cases: Vec<String> = cases
                .iter()
                .map(|(class, value)| format!("{}: {value}", key(class)))
                .collect();
            vec![
                "# A class that the table did not show is a KeyError.".to_owned(),
                format!("cases = {{{}}}", cases.join(", ")),
                match count {
                    1 => format!("return cases[{each}]"),
                    _ => format!("return cases[({each})]"),
                },
            ]
        }
        false => {
            let cases: Vec<String> = cases
                .iter()
                .map(|(class, value)| format!("{{{}, {value}}}", key(class)))
                .collect();
            let class = match count {
                1 => "long long",
                _ => "std::vector<long long>",
            };
            vec![
                "// A class that the table did not show ends the program.".to_owned(),
                format!(
                    "static const std::map<{class}, long long> cases = {{{}}};",
                    cases.join(", ")
                ),
                match count {
                    1 => format!("return cases.at({each});"),
                    _ => format!("return cases.at({{{each}}});"),
                },
            ]
        }
    }
}

/// Returns a feature of two numbers, `a` and `b`: one expression, or two.
fn of_pair(feature: grid::Feature, python: bool, needed: &mut Needed) -> Vec<String> {
    use grid::Feature;
    let words = Words { python };
    let both = &NAMES[..2];
    let (least, most, gcd) = (words.least(both), words.most(both), words.gcd(both));
    let apart = words.of("abs(a - b)", "std::abs(a - b)");
    let div = words.of("//", "/");
    let and = words.of("and", "&&");
    let more =
        |first: &str, second: &str| words.choice(&format!("{first} > {second}"), &format!("{first} - {second}"), "0");
    let mut of = |atom: Atom, number: &str| needed.call(atom, number, python);
    vec![match feature {
        Feature::Xor => "a ^ b".to_owned(),
        Feature::Difference => apart,
        Feature::Sum => "a + b".to_owned(),
        Feature::Min => least,
        Feature::Max => most,
        Feature::Gcd => gcd,
        Feature::SumMod(q) => format!("(a + b) % {q}"),
        Feature::DifferenceMod(q) => format!("{apart} % {q}"),
        Feature::MinMod(q) => format!("{least} % {q}"),
        Feature::Mods(p, q) => return vec![format!("a % {p}"), format!("b % {q}")],
        Feature::Both(atom) => return vec![of(atom, "a"), of(atom, "b")],
        Feature::OfGcd(atom) => of(atom, &gcd),
        Feature::OfXor(atom) => of(atom, "(a ^ b)"),
        Feature::ReducedParity => {
            let parity = |number: &str| words.choice("(a + b > 0)", &format!("{number} {div} {gcd} % 2"), "0");
            return vec![parity("a"), parity("b")];
        }
        Feature::MoreThanPhi => {
            needed.add("times_alpha");
            format!("({most} > times_alpha({least}, 1)) + 2 * (a == b)")
        }
        Feature::Equal => "(a == b) + 0".to_owned(),
        Feature::Order => "(a >= b) + (a > b)".to_owned(),
        Feature::FirstMore => more("a", "b"),
        Feature::SecondMore => more("b", "a"),
        Feature::FirstModNext => "a % (b + 1)".to_owned(),
        Feature::SecondModNext => "b % (a + 1)".to_owned(),
        Feature::ZeroOrEqual => format!("(a == b) + 2 * ({least} == 0)"),
        Feature::QuotientPower => {
            needed.add("is_power");
            let is_power = format!("{least} > 0 {and} {most} % {least} == 0 {and} is_power({most} {div} {least}, 2)");
            words.choice(&format!("({is_power})"), "1", "0")
        }
        Feature::EqualOrOnes => words.choice(&format!("({most} > 1)"), "(a == b) + 0", "2 + (a + b) % 2"),
    }]
}

/// Returns a feature of several numbers: an expression for each of its values.
fn of_numbers(feature: &many::Feature, names: &[&str], python: bool) -> Vec<String> {
    use many::Feature;
    let words = Words { python };
    let joined = |places: &[usize], with: &str| {
        let names: Vec<&str> = places.iter().map(|&place| names[place]).collect();
        names.join(with)
    };
    let each = |of: &dyn Fn(&str) -> String| -> String {
        let terms: Vec<String> = names.iter().map(|name| of(name)).collect();
        terms.join(" + ")
    };
    let most = words.most(names);
    let xor = names.join(" ^ ");
    vec![match feature {
        Feature::Xor(places) => joined(places, " ^ "),
        Feature::XorIsZero(places) => format!("(({}) == 0) + 0", joined(places, " ^ ")),
        Feature::SumMod(places, q) => format!("({}) % {q}", joined(places, " + ")),
        Feature::Sum => names.join(" + "),
        Feature::Min => words.least(names),
        Feature::Max => most,
        Feature::Gcd => words.gcd(names),
        Feature::Odd => each(&|name| format!("{name} % 2")),
        Feature::Zeros => each(&|name| format!("({name} == 0)")),
        Feature::Different => match python {
            true => format!("len({{{}}})", names.join(", ")),
            false => format!("(long long)std::set<long long>{{{}}}.size()", names.join(", ")),
        },
        Feature::Ones => {
            let ones = format!("({}) % 2", each(&|name| format!("({name} == 1)")));
            let second = words.choice(&format!("({most} > 1)"), &format!("(({xor}) != 0) + 0"), &ones);
            return vec![format!("({most} > 1) + 0"), second];
        }
        Feature::Mods(q) => return names.iter().map(|name| format!("{name} % {q}")).collect(),
    }]
}
