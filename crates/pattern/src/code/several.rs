//! Claims about several numbers as functions.

use super::super::branches::{Answer, Branch};
use super::super::claim::Claim;
use super::super::expr::{Atom, Op};
use super::super::formula::{Formula, NAMES};
use super::super::several::{Feature, Only, Terms, TupleClaim};
use super::super::{Evidence, Finding};
use super::tree::{Code, Line, Writer};
use super::{Language, above, atom, below, body};

impl TupleClaim {
    /// Returns the claim as the function `value`, or `None` if a sum lacks the claim about one of its numbers.
    ///
    /// `ends` has the first and the last number of the claim's table for each argument. The function fails with a message for arguments
    /// that the claim or its `evidence` does not cover. `parts` are the findings about each number of a sum.
    pub fn function(
        &self,
        parts: &[Option<Finding>],
        evidence: &Evidence,
        (first, last): (&[u64], &[u64]),
        language: Language,
    ) -> Option<String> {
        let names = NAMES.get(..last.len())?;
        let ends = evidence.end().unwrap_or_default();
        let guards = names.iter().zip(first).enumerate().flat_map(|(place, (name, &first))| {
            // The table says nothing beside the one value of a number.
            let only = last.get(place).copied().filter(|&last| last == first);
            let end = above(name, ends.get(place).copied().or(only));
            std::iter::once(below(name, first)).chain(end)
        });
        of_several(self, names, parts, guards.collect(), last, language)
    }
}

/// Returns the function `value` of a claim about the numbers `names`, which begins with these guards.
fn of_several(
    claim: &TupleClaim,
    names: &[&'static str],
    parts: &[Option<Finding>],
    guards: Vec<Line>,
    last: &[u64],
    language: Language,
) -> Option<String> {
    let mut writer = Writer::new(language);
    let lines = match claim {
        TupleClaim::Independent(own) => return independent(own, parts, guards, last, language),
        TupleClaim::Is(feature, only) => {
            let value = Line::Return(of_feature(feature, names).swap_remove(0));
            other_positions(*only, names).into_iter().chain([value]).collect()
        }
        TupleClaim::Follows { feature, cases, only } => {
            let cases = cases.iter().map(|(class, &value)| (class.clone(), value));
            let mut lines = vec![Line::LookUp(of_feature(feature, names), cases.collect())];
            lines.splice(0..0, other_positions(*only, names));
            lines
        }
        TupleClaim::Cases(branch) => by_cases(branch, names),
        TupleClaim::Through { feature, claim } => {
            let call = Code::call("value_of_n", [of_feature(feature, names).swap_remove(0)]);
            let value = writer.function("value", names, &[guards, vec![Line::Return(call)]].concat());
            let of_n = writer.function("value_of_n", &["n"], &body("value_of_n", claim));
            return Some(writer.after_helpers(&writer.functions(&[of_n, value])));
        }
        TupleClaim::Along { place, cases } => {
            let mut functions = Vec::new();
            let mut lines = guards;
            let others: Vec<usize> = (0..names.len()).filter(|other| other != place).collect();
            for (number, (at, claim)) in cases.iter().enumerate() {
                let name = format!("value_of_n_{}", number + 1);
                functions.push(writer.function(&name, &["n"], &body(&name, claim)));
                let equal = others.iter().zip(at);
                let equal = equal.map(|(&other, &at)| Code::from(names[other]).infix("==", at));
                let told = Line::Return(Code::call(&name, [Code::from(names[*place])]));
                lines.push(Line::when(Code::joined("&&", equal), told));
            }
            lines.push(says_nothing());
            functions.push(writer.function("value", names, &lines));
            return Some(writer.after_helpers(&writer.functions(&functions)));
        }
        TupleClaim::Wythoff(t) => vec![wythoff(&Code::from(*t))],
        TupleClaim::WythoffBy(plus) => {
            let t = || Code::from("c").plus(*plus as i64).grouped();
            let other = Line::Refuse {
                condition: t().infix("==", 0),
                message: NOTHING.to_owned(),
            };
            vec![other, wythoff(&t())]
        }
        TupleClaim::MisereWythoff => {
            let sum = || Code::from("a").infix("+", Code::from("b"));
            let small = |most: &str| {
                let most = Code::call(most, [Code::from("a"), Code::from("b")]);
                let is_won = sum().infix("!=", 1).infix("&&", sum().infix("!=", 4));
                Line::when(most.infix("<=", 2), Line::Return(Code::truth(is_won)))
            };
            let of_small = Line::Either {
                python: vec![small("max")],
                cpp: vec![small("std::max")],
            };
            vec![of_small, wythoff(&Code::from(1))]
        }
    };
    let text = writer.function("value", names, &[guards, lines].concat());
    Some(writer.after_helpers(&text))
}

/// The message of a program for positions without a claim.
pub(super) const NOTHING: &str = "the pattern says nothing of these numbers";

/// Returns the line that ends a program for positions without a claim.
fn says_nothing() -> Line {
    Line::Either {
        python: vec![Line::Text(format!("raise ValueError('{NOTHING}')"))],
        cpp: vec![
            Line::Text(format!("std::fputs(\"{NOTHING}\\n\", stderr)")),
            Line::Text("std::abort()".to_owned()),
        ],
    }
}

/// Returns a line for each end of the questions. Other positions end the program.
fn by_cases(branch: &Branch, names: &[&str]) -> Vec<Line> {
    let end = |(answers, outcome): (Vec<Answer<'_>>, u64)| {
        let conditions = answers.iter().map(|answer| condition(answer, names));
        let told = Line::Return(Code::from(outcome));
        Line::when(Code::joined("&&", conditions.collect::<Vec<_>>()), told)
    };
    branch.paths().into_iter().map(end).chain([says_nothing()]).collect()
}

/// Returns the condition that a feature has some of its values.
fn condition(answer: &Answer<'_>, names: &[&str]) -> Code {
    if let Feature::Compared(one, other) = answer.feature {
        let [one, other] = [one, other].map(|formula| of_formula(formula, names));
        return one.grouped().infix(answer.sign(), other.grouped());
    }
    let value = || of_feature(answer.feature, names).swap_remove(0);
    let equal = answer.values.iter().map(|&of| value().grouped().infix("==", of));
    Code::joined("||", equal).grouped()
}

/// Returns the line that tells whether a pair is won, for the t of a [`TupleClaim::Wythoff`].
fn wythoff(t: &Code) -> Line {
    let (a, b) = (|| Code::from("a"), || Code::from("b"));
    let apart = || Code::from("apart");
    let is_won = |rest: Code, k: Code, least: &str| {
        let lower = Code::call("times_alpha", [k, t.clone()]);
        let differs = lower.infix("!=", Code::call(least, [a(), b()]));
        Line::Return(Code::truth(rest.infix("!=", 0).infix("||", differs)))
    };
    Line::Either {
        python: vec![
            Line::Assign(
                "k, rest",
                Code::call("divmod", [Code::call("abs", [a() - b()]), t.clone()]),
            ),
            is_won(Code::from("rest"), Code::from("k"), "min"),
        ],
        cpp: vec![
            Line::Declare("long long", vec![("apart", Code::call("abs", [a() - b()]))]),
            is_won(apart() % t.clone(), apart() / t.clone(), "std::min"),
        ],
    }
}

/// Returns a guard against the positions that are not among these.
fn other_positions(only: Only, names: &[&'static str]) -> Option<Line> {
    let (condition, what) = match only {
        Only::All => return None,
        Only::Positive => {
            let zeros = names.iter().map(|&name| Code::from(name).infix("==", 0));
            (Code::joined("||", zeros), "0".to_owned())
        }
        Only::Distinct => {
            let count = Code::from(names.len() as u64);
            (call("different", names).infix("<", count), "equal numbers".to_owned())
        }
        Only::Within(pairs) => {
            let outside = pairs.map(|(one, other)| Code::from(names[one]).infix(">=", Code::from(names[other])));
            (Code::joined("||", outside), "positions outside".to_owned())
        }
        Only::AtMost(one, other) => {
            let [one, other] = [names[one], names[other]];
            (
                Code::from(one).infix(">", Code::from(other)),
                format!("{one} > {other}"),
            )
        }
    };
    Some(Line::Refuse {
        condition,
        message: format!("the pattern says nothing of {what}"),
    })
}

/// Returns the xor of terms of the numbers of these names.
fn of_terms(terms: &Terms, names: &[&str]) -> Code {
    let ranked = |place: usize| {
        let place = Code::from(place as u64);
        Code::call(
            "ranked",
            [place].into_iter().chain(names.iter().map(|&name| Code::from(name))),
        )
    };
    let of = |place: usize| {
        if terms.is_sorted {
            ranked(place)
        } else {
            Code::from(names[place])
        }
    };
    let each = terms.terms.iter().map(|term| {
        let difference = term
            .less
            .into_iter()
            .fold(of(term.of), |number, less| number - of(less));
        difference.plus(-(term.by as i64)).grouped()
    });
    Code::joined("^", each)
}

/// Returns the xor of a function of each number, from the finding about it or else from its claim in the table.
fn independent(
    own: &[Option<Claim>],
    parts: &[Option<Finding>],
    guards: Vec<Line>,
    last: &[u64],
    language: Language,
) -> Option<String> {
    let names = NAMES.get(..own.len())?;
    let mut writer = Writer::new(language);
    let (mut functions, mut terms) = (Vec::new(), Vec::new());
    for (place, name) in names.iter().enumerate() {
        let (claim, end) = match parts.get(place).and_then(Option::as_ref) {
            Some(found) => (&found.claim, found.evidence.end().map(|ends| ends[0])),
            None => (own[place].as_ref()?, Some(last[place])),
        };
        let function = format!("value_of_{name}");
        let lines = [above("n", end).into_iter().collect(), body(&function, claim)].concat();
        functions.push(writer.function(&function, &["n"], &lines));
        terms.push(Code::call(&function, [Code::from(*name)]));
    }
    let xor = Line::Return(Code::joined("^", terms));
    functions.push(writer.function("value", names, &[guards, vec![xor]].concat()));
    Some(writer.after_helpers(&writer.functions(&functions)))
}

fn call(name: &str, numbers: &[&str]) -> Code {
    Code::call(name, numbers.iter().map(|&number| Code::from(number)))
}

/// Returns an expression of the numbers of these names. The program fails at a [`Op::Sub`] below 0.
fn of_formula(formula: &Formula, names: &[&str]) -> Code {
    match formula {
        Formula::Of(place) => Code::from(names[*place]),
        Formula::Const(number) => Code::from(*number),
        Formula::Fold(op, places, of) => {
            let each = places.iter().map(|&place| atom(*of, Code::from(names[place])));
            match op {
                Op::Least | Op::Most => Code::call(op.signs().1, each),
                Op::Gcd => each
                    .reduce(|gcd, other| Code::call("gcd", [gcd, other]))
                    .expect("there is a number"),
                Op::OrBefore => Code::joined("|", each.map(|number| (number - 1).grouped())).grouped() + 1,
                Op::Xor if *of != Atom::N => Code::joined("^", each.map(Code::grouped)),
                op => Code::joined(op.signs().1, each),
            }
        }
        Formula::Join(left, op, right) => {
            let [left, right] = [left, right].map(|of| of_formula(of, names));
            match op {
                Op::Sub => Code::call("less", [left, right]),
                Op::More => Code::choice(left.clone().infix(">", right.clone()), left - right, 0),
                Op::Apart if matches!(left, Code::Text(_)) => Code::call("abs", [left - right]),
                Op::Apart => left - right,
                Op::Quotient => Code::choice(right.clone().infix(">", 0).grouped(), left / right, 0),
                Op::SquareQuotient => Code::call(op.signs().1, [left, right]),
                Op::ModNext => left % (right + 1).grouped(),
                Op::Times => (right * left).grouped(),
                op => left.grouped().infix(op.signs().1, right.grouped()),
            }
        }
        Formula::Atom(of, formula) => match of_formula(formula, names) {
            alone @ (Code::Text(_) | Code::Call(..)) => atom(*of, alone),
            part => atom(*of, part.grouped()),
        },
    }
}

/// Returns the parity of the place of the first smallest number, counted from 1.
fn place_of_least(names: &[&str]) -> Code {
    names
        .iter()
        .enumerate()
        .rev()
        .fold(Code::from(0), |after, (place, name)| {
            let is_least = Code::from(*name).infix("==", call("min", names));
            Code::choice(is_least, (place as u64 + 1) % 2, after).grouped()
        })
}

/// Returns the parity of the count of numbers before the first 0 or after the last.
fn before_zero(from_end: bool, names: &[&str]) -> Code {
    // Each number turns the parity of the numbers behind it.
    let after =
        |after: Code, name: &&str| Code::choice(Code::from(*name).infix(">", 0), Code::from(1) - after, 0).grouped();
    if from_end {
        names.iter().fold(Code::from(0), after)
    } else {
        names.iter().rev().fold(Code::from(0), after)
    }
}

/// Returns whether every number of these names occurs an even number of times, as 0 or 1.
fn is_paired(names: &[&str]) -> Code {
    let is_even = names.iter().map(|&name| {
        let equal = names
            .iter()
            .map(|&other| Code::from(other).infix("==", Code::from(name)).grouped());
        (Code::joined("+", equal).grouped() % 2).infix("==", 0)
    });
    Code::choice(Code::joined("&&", is_even).grouped(), 1, 0)
}

/// Returns a feature of the numbers of these names: an expression for each of its values.
fn of_feature(feature: &Feature, names: &[&str]) -> Vec<Code> {
    let [a, b] = [names[0], names[1]].map(|name| move || Code::from(name));
    let each = |of: &dyn Fn(Code) -> Code| Vec::from_iter(names.iter().map(|&name| of(Code::from(name))));
    let sum = |of: &dyn Fn(Code) -> Code| Code::joined("+", each(of));
    let of_all = |op: Op| of_formula(&Formula::fold(op, 0..names.len()), names);
    let (least, most) = (|| of_all(Op::Least), || of_all(Op::Most));
    let equal = || a().infix("==", b()).grouped();
    let is_large = || most().infix(">", 1).grouped();
    let order =
        |one: Code, other: Code| one.clone().infix(">=", other.clone()).grouped() + one.infix(">", other).grouped();
    vec![match feature {
        Feature::Number(formula) => of_formula(formula, names),
        Feature::Remainder(formula @ (Formula::Join(_, Op::Apart, _) | Formula::Fold(Op::Least, ..)), q) => {
            of_formula(formula, names) % *q
        }
        Feature::Remainder(formula, q) => of_formula(formula, names).grouped() % *q,
        Feature::Compared(one, other) => {
            let side = |of: &Formula| match one {
                Formula::Join(..) => of_formula(of, names).grouped(),
                _ => of_formula(of, names),
            };
            order(side(one), side(other))
        }
        Feature::IsZero(formula) => of_formula(formula, names).grouped().infix("==", 0).grouped() + 0,
        Feature::Equal => equal() + 0,
        Feature::Each(atoms) => {
            let each = names.iter().zip(atoms);
            return each.map(|(&name, of)| atom(*of, Code::from(name))).collect();
        }
        Feature::Zeros => sum(&|number| number.infix("==", 0).grouped()),
        Feature::Different => call("different", names),
        Feature::Ones => {
            let xor = of_all(Op::Xor).grouped().infix("!=", 0).grouped() + 0;
            let ones = sum(&|number| number.infix("==", 1).grouped()).grouped() % 2;
            return vec![is_large() + 0, Code::choice(is_large(), xor, ones)];
        }
        Feature::ReducedParity => {
            let is_some = || of_all(Op::Add).infix(">", 0).grouped();
            let parity = |number: Code| Code::choice(is_some(), number / of_all(Op::Gcd) % 2, 0);
            return each(&parity);
        }
        Feature::MoreThanPhi => {
            let bound = Code::call("times_alpha", [least(), Code::from(1)]);
            most().infix(">", bound).grouped() + Code::from(2) * equal()
        }
        Feature::Smallest => sum(&|number| number.infix("==", least()).grouped()),
        Feature::FirstOnes => names.iter().rev().fold(Code::from(0), |after, &name| {
            Code::choice(Code::from(name).infix("==", 1), Code::from(1) + after, 0).grouped()
        }),
        Feature::PlaceOfLeast => place_of_least(names),
        Feature::BeforeZero(from_end) => before_zero(*from_end, names),
        Feature::Terms(terms) => of_terms(terms, names).grouped().infix("==", 0).grouped() + 0,
        Feature::Corner => return ["row_arm", "column_arm"].map(|arm| call(arm, names)).into(),
        Feature::Paired => is_paired(names),
        Feature::Missing => {
            let missing = || call("missing", names);
            return vec![missing() % 2, missing().infix(">", most()).grouped() + 0];
        }
        Feature::ZeroOrEqual => equal() + Code::from(2) * least().infix("==", 0).grouped(),
        Feature::QuotientPower => {
            let is_multiple = (most() % least()).infix("==", 0);
            let is_power = Code::call("is_power", [most() / least(), Code::from(2)]);
            let conditions = [least().infix(">", 0), is_multiple, is_power];
            Code::choice(Code::joined("&&", conditions).grouped(), 1, 0)
        }
        Feature::EqualOrOnes => {
            let ones = Code::from(2) + (a() + b()).grouped() % 2;
            Code::choice(is_large(), equal() + 0, ones)
        }
    }]
}
