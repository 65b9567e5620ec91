//! Claims about lists of any length as functions.

use super::super::expr::Atom;
use super::super::lists::{Amount, ListClaim, Reading};
use super::several::NOTHING;
use super::tree::{Code, LIST, Line, Writer};
use super::{Language, atom, body, n};

/// Returns the function `value` of a claim, after its helper functions. Its argument is a list of numbers.
///
/// It returns a nimber, or 1 for won, 0 for lost and 2 for drawn.
pub fn function(claim: &ListClaim, language: Language) -> String {
    let mut writer = Writer::new(language);
    let (inner, lines) = match claim {
        ListClaim::Is(amount) => (None, with_amount(*amount, vec![Line::Return(of_amount())])),
        ListClaim::Each(claim) => {
            let name = "value_of_n";
            let inner = writer.function(name, &["n"], &body(name, claim));
            let each = in_turn("^", Code::call(name, [n()]));
            (Some(inner), [zero(), vec![each, Line::Return(of_amount())]].concat())
        }
        ListClaim::Follows { amount, by, cases } => {
            let read = match by {
                Reading::Whole => of_amount(),
                Reading::IsZero => of_amount().infix("==", 0).grouped() + 0,
                Reading::Modulo(q) => of_amount() % *q,
            };
            let cases = cases.iter().map(|(&class, &value)| (vec![class], value)).collect();
            (None, with_amount(*amount, vec![Line::LookUp(vec![read], cases)]))
        }
    };
    let value = writer.function("value", &[LIST], &lines);
    let functions: Vec<String> = inner.into_iter().chain([value]).collect();
    let text = writer.functions(&functions);
    writer.after_helpers(&text)
}

fn of_amount() -> Code {
    Code::from("amount")
}

/// Returns the line that begins an amount with 0.
fn zero() -> Vec<Line> {
    vec![Line::Declare("long long", vec![("amount", Code::from(0))])]
}

/// Returns the loop that joins something of each number `n` to the amount.
fn in_turn(op: &'static str, of_each: Code) -> Line {
    let joined = of_amount().infix(op, of_each.grouped());
    Line::ForEach(vec![Line::Assign("amount", joined)])
}

/// Returns lines that are written in each language.
fn either(python: &[&str], cpp: &[&str]) -> Line {
    let lines = |texts: &[&str]| texts.iter().map(|&text| Line::Text(text.to_owned())).collect();
    Line::Either {
        python: lines(python),
        cpp: lines(cpp),
    }
}

/// Returns the lines that compute an amount, and then these.
fn with_amount(amount: Amount, then: Vec<Line>) -> Vec<Line> {
    let by_each = |op: &'static str, of: Code| [zero(), vec![in_turn(op, of)]].concat();
    let sorted = "std::sort(numbers.begin(), numbers.end())";
    let counted = |python: &str, end: &str| {
        let cpp = format!(
            "long long amount = numbers.empty() ? 0 : std::count(numbers.begin(), numbers.end(), numbers.{end}())"
        );
        vec![either(
            &[&format!("amount = numbers.count({python}(numbers, default=0))")],
            &[sorted, &cpp],
        )]
    };
    let end_of = |python: &str, end: &str| {
        let cpp = format!("long long amount = numbers.empty() ? 0 : numbers.{end}()");
        vec![either(
            &[&format!("amount = {python}(numbers, default=0)")],
            &[sorted, &cpp],
        )]
    };
    let lines = match amount {
        Amount::Xor(of) => by_each("^", atom(of, n())),
        Amount::Sum(of) => by_each("+", atom(of, n())),
        Amount::Count => vec![either(
            &["amount = len(numbers)"],
            &["long long amount = numbers.size()"],
        )],
        Amount::Positive => by_each("+", n().infix(">", 0)),
        Amount::Smallest => counted("min", "front"),
        Amount::Largest => counted("max", "back"),
        Amount::Least => end_of("min", "front"),
        Amount::Most => end_of("max", "back"),
        Amount::Different => vec![either(
            &["amount = len(set(numbers))"],
            &["long long amount = std::set<long long>(numbers.begin(), numbers.end()).size()"],
        )],
        Amount::Unpaired => vec![either(
            &["amount = sum(numbers.count(n) % 2 for n in set(numbers))"],
            &[
                "std::set<long long> unpaired",
                "for (long long n : numbers) if (!unpaired.insert(n).second) unpaired.erase(n)",
                "long long amount = unpaired.size()",
            ],
        )],
        Amount::AgainstRest => vec![either(
            &[
                "most = max(numbers, default=0)",
                "rest = sum(numbers) - most",
                "amount = (most >= rest) + (most > rest)",
            ],
            &[
                "long long most = 0, rest = 0",
                "for (long long n : numbers) most = std::max(most, n), rest += n",
                "rest -= most",
                "long long amount = (most >= rest) + (most > rest)",
            ],
        )],
        Amount::EverySecond { from_second, from_end } => {
            let first = u8::from(from_second);
            let turned: &[&str] = if from_end {
                &["std::reverse(numbers.begin(), numbers.end())"]
            } else {
                &[]
            };
            let order = if from_end { "[::-1]" } else { "" };
            let python = format!("for n in numbers{order}[{first}::2]: amount ^= n");
            let cpp = format!("for (size_t i = {first}; i < numbers.size(); i += 2) amount ^= numbers[i]");
            [zero(), vec![either(&[&python], &[turned, &[&cpp]].concat())]].concat()
        }
        Amount::Gaps(by) => {
            let python = format!("gaps = [a - b - {by} for a, b in zip(numbers[::2], numbers[1::2])]");
            let cpp = format!("long long gap = numbers[i] - numbers[i + 1] - {by}");
            let refusal = format!("if (gap < 0) {{ std::fputs(\"{NOTHING}\\n\", stderr); std::abort(); }}");
            vec![either(
                &[
                    "numbers = sorted(numbers, reverse=True) + [0] * (len(numbers) % 2)",
                    &python,
                    &format!("if min(gaps, default=0) < 0: raise ValueError('{NOTHING}')"),
                    "amount = 0",
                    "for gap in gaps: amount ^= gap",
                ],
                &[
                    "std::sort(numbers.rbegin(), numbers.rend())",
                    "numbers.resize((numbers.size() + 1) / 2 * 2)",
                    "long long amount = 0",
                    &format!("for (size_t i = 0; i < numbers.size(); i += 2) {{ {cpp}; {refusal} amount ^= gap; }}"),
                ],
            )]
        }
        Amount::Misere(of) => misere(of),
    };
    [lines, then].concat()
}

/// Returns the lines that compute [`Amount::Misere`].
fn misere(of: Atom) -> Vec<Line> {
    let variables = ["xor_of_all", "total", "most"].map(|name| (name, Code::from(0)));
    let each = || atom(of, n()).grouped();
    let most = |name: &str| Line::Assign("most", Code::call(name, [Code::from("most"), atom(of, n())]));
    let is_some = Code::from("xor_of_all").infix(">", 0).grouped() + 0;
    let parity = Code::from(2) + Code::from("total") % 2;
    vec![
        Line::Declare("long long", variables.to_vec()),
        Line::ForEach(vec![
            Line::Assign("xor_of_all", Code::from("xor_of_all").infix("^", each())),
            Line::Assign("total", Code::from("total") + each()),
            most("max"),
        ]),
        Line::Declare(
            "long long",
            vec![(
                "amount",
                Code::choice(Code::from("most").infix(">", 1).grouped(), is_some, parity),
            )],
        ),
    ]
}
