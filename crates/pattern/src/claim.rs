//! Claims: statements about the value of every number.

use std::collections::{BTreeMap, HashMap};

use super::expr::{Expr, Set, listed};

/// The meaning of the values of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nimbers.
    Nimber,
    /// 0 if the player to move loses, 1 if they win, 2 if neither can force a win.
    Outcome,
}

/// The place of an earlier number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Back {
    /// `n div q`, plus or minus a little, with the modulus `q` of the claim.
    Quotient(i64),
    /// `n` minus an expression.
    Minus(Expr),
}

/// The value of a number of one residue class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The value of an expression.
    Direct(Expr),
    /// `a * (n div q) + b`, with the modulus `q` of the claim.
    Linear(u64, i64),
    /// `a * g(earlier) + b`.
    Earlier(Back, u64, i64),
    /// Won if the earlier number is lost, and lost if it is won.
    Opposite(Back),
}

/// A claim of the value of every number from some first one on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The values repeat, each time greater by `saltus`.
    Period {
        /// The first number.
        first: u64,
        /// The values of the first numbers: before the period and once through it.
        values: Vec<u64>,
        /// The length of the period.
        period: usize,
        /// The number added in each period.
        saltus: u64,
    },
    /// The numbers of some sets are lost and the others won, or the reverse.
    Sets {
        /// The sets, joined.
        sets: Vec<Set>,
        /// A set whose numbers are removed again.
        without: Option<Set>,
        /// Whether the sets hold the won numbers.
        won: bool,
        /// The numbers with the opposite outcome.
        exceptions: Vec<u64>,
    },
    /// The value of an expression.
    Formula {
        /// The expression.
        expr: Expr,
        /// The numbers with another value.
        exceptions: Vec<(u64, u64)>,
    },
    /// By residue classes, from the values of earlier numbers.
    Recursive {
        /// The first number.
        first: u64,
        /// The modulus.
        q: u64,
        /// The values of the first numbers.
        base: Vec<u64>,
        /// One rule for each residue.
        rules: Vec<Rule>,
    },
    /// From the last digit of `n` in some base, and the value of `n` without that digit.
    Digits {
        /// The first number.
        first: u64,
        /// The base of the digits.
        k: u64,
        /// The values of the first numbers.
        base: Vec<u64>,
        /// The value for each pair of a digit and a value.
        cases: BTreeMap<(u64, u64), u64>,
    },
    /// Stretches of won and lost numbers whose ends grow by a factor.
    Stretches {
        /// The value of the first stretch, 0 or 1. They alternate.
        starts_with: u64,
        /// The first numbers of all stretches but the first, as far as the rule does not give them.
        ends: Vec<u64>,
        /// The rule: each end is `factor` times the end `back` places before it, plus `plus`.
        back: usize,
        /// The factor.
        factor: u64,
        /// The constant term.
        plus: i64,
    },
    /// The lost numbers in order, each from the lost numbers before it.
    Sequence {
        /// The first lost numbers.
        lost: Vec<u64>,
        /// The factors of the earlier numbers, the last number's first.
        factors: Vec<i64>,
        /// The constant term.
        plus: i64,
    },
}

/// The rule of stretches whose ends are multiples of the ends before.
pub(super) struct Turns {
    /// 0 if the multiples are the first numbers of stretches, 1 if they are the last numbers.
    less: u64,
    /// The factors, which come in turn.
    pub(super) factors: Vec<u64>,
}

/// The most exceptions of a claim.
pub(super) const MOST_EXCEPTIONS: usize = 6;
/// The most steps of evaluating a claim.
const MOST_STEPS: usize = 100_000;
/// The number of steps that show the pace of an evaluation.
const PACE: usize = 64;
/// The most values to store while a claim is evaluated many times.
const MOST_KEPT: usize = 2_000_000;

/// Values from earlier evaluations of one claim, so that shared steps are made only once.
#[derive(Debug, Default)]
pub struct Memo {
    values: HashMap<u64, u64>,
    lost: Vec<u64>,
}

fn offset(value: u64, by: i64) -> Option<u64> {
    value.checked_add_signed(by)
}

impl Back {
    fn of(&self, n: u64, q: u64) -> Option<u64> {
        let earlier = match self {
            Back::Quotient(by) => offset(n / q, *by)?,
            Back::Minus(expr) => n.checked_sub(expr.value(n)?)?,
        };
        (earlier < n).then_some(earlier)
    }
}

impl Rule {
    /// Returns the value of `n`, given the values of earlier numbers.
    pub(super) fn value(&self, n: u64, q: u64, mut earlier: impl FnMut(u64) -> Option<u64>) -> Option<u64> {
        match self {
            Rule::Direct(expr) => expr.value(n),
            Rule::Linear(a, b) => offset(a.checked_mul(n / q)?, *b),
            Rule::Earlier(back, a, b) => offset(a.checked_mul(earlier(back.of(n, q)?)?)?, *b),
            Rule::Opposite(back) => match earlier(back.of(n, q)?)? {
                0 => Some(1),
                1 => Some(0),
                _ => None,
            },
        }
    }

    fn back(&self) -> Option<&Back> {
        match self {
            Rule::Earlier(back, ..) | Rule::Opposite(back) => Some(back),
            _ => None,
        }
    }
}

impl Claim {
    /// Returns the claimed value of `n`, or `None` if the claim does not cover it or the value costs too much.
    pub fn value(&self, n: u64) -> Option<u64> {
        self.value_with(n, &mut Memo::default())
    }

    /// Returns the same as [`value`](Claim::value), with the values of earlier evaluations.
    pub fn value_with(&self, n: u64, memo: &mut Memo) -> Option<u64> {
        match self {
            Claim::Period {
                first,
                values,
                period,
                saltus,
            } => {
                let place = n.checked_sub(*first)?;
                let known = values.len() as u64;
                if place < known {
                    return values.get(place as usize).copied();
                }
                let before = known - *period as u64;
                let (times, rest) = ((place - before) / *period as u64, (place - before) % *period as u64);
                values
                    .get((before + rest) as usize)?
                    .checked_add(times.checked_mul(*saltus)?)
            }
            Claim::Sets {
                sets,
                without,
                won,
                exceptions,
            } => {
                let mut inside = false;
                for set in sets {
                    inside |= set.has(n)?;
                }
                if let Some(without) = without {
                    inside &= !without.has(n)?;
                }
                Some(u64::from((inside == *won) != exceptions.contains(&n)))
            }
            Claim::Formula { expr, exceptions } => match exceptions.iter().find(|(at, _)| *at == n) {
                Some(&(_, value)) => Some(value),
                None => expr.value(n),
            },
            Claim::Recursive { first, q, base, rules } => recursive(n, (*first, base), *q, rules, memo),
            Claim::Digits { first, k, base, cases } => by_digits(n, (*first, base), *k, cases),
            Claim::Stretches {
                starts_with,
                ends,
                back,
                factor,
                plus,
            } => {
                let passed = stretches_passed(n, ends.clone(), *back, |end| offset(end.checked_mul(*factor)?, *plus))?;
                Some((starts_with + passed) % 2)
            }
            Claim::Sequence { lost, factors, plus } => {
                if memo.lost.is_empty() {
                    memo.lost.clone_from(lost);
                }
                while let Some(&last) = memo.lost.last()
                    && last < n
                {
                    let next = next_lost(&memo.lost, factors, *plus)?;
                    if memo.lost.len() > MOST_STEPS {
                        return None;
                    }
                    memo.lost.push(next);
                }
                Some(u64::from(memo.lost.binary_search(&n).is_err()))
            }
        }
    }

    /// Returns whether the claim gives all values of a table from `first` on.
    ///
    /// It takes earlier values from the table, so that the time is linear in the length of the table.
    pub fn holds_on(&self, first: u64, values: &[u64]) -> bool {
        let mut numbered = (first..).zip(values);
        match self {
            Claim::Recursive {
                first: of_base,
                q,
                base,
                rules,
            } => numbered.all(|(n, &value)| {
                let by_rule = || rules[(n % q) as usize].value(n, *q, |earlier| at_base(first, values, earlier));
                at_base(*of_base, base, n).or_else(by_rule) == Some(value)
            }),
            Claim::Digits {
                first: of_base,
                k,
                base,
                cases,
            } => numbered.all(|(n, &value)| {
                let by_digit = || cases.get(&(n % k, at_base(first, values, n / k)?)).copied();
                at_base(*of_base, base, n).or_else(by_digit) == Some(value)
            }),
            Claim::Sequence { lost, factors, plus } => {
                let last = first + values.len() as u64;
                let mut lost = lost.clone();
                while lost.last().is_some_and(|&known| known < last) {
                    match next_lost(&lost, factors, *plus) {
                        Some(next) => lost.push(next),
                        None => return false,
                    }
                }
                numbered.all(|(n, &value)| value == u64::from(lost.binary_search(&n).is_err()))
            }
            _ => numbered.all(|(n, &value)| self.value(n) == Some(value)),
        }
    }

    /// Returns whether the claim only lists exceptions before values that stay the same.
    pub(super) fn is_list(&self) -> bool {
        let Claim::Period {
            values,
            period,
            saltus: 0,
            ..
        } = self
        else {
            return false;
        };
        let (before, repeated) = values.split_at(values.len() - period);
        let last = repeated[0];
        let exceptions = before.iter().filter(|&&value| value != last).count();
        repeated.iter().all(|&value| value == last) && exceptions > MOST_EXCEPTIONS
    }

    /// Returns the factors in turn from end to end, if the rule of the stretches is one by such factors.
    pub(super) fn turns(&self) -> Option<Turns> {
        let Claim::Stretches {
            ends,
            back,
            factor,
            plus,
            ..
        } = self
        else {
            return None;
        };
        let less = match plus {
            0 => 0,
            _ if plus.unsigned_abs() == factor - 1 && *plus < 0 => 1,
            _ => return None,
        };
        let first = ends[ends.len() - back];
        let next = factor.checked_mul(first - less)?.checked_add(less)?;
        let cycle: Vec<u64> = ends[ends.len() - back..].iter().copied().chain([next]).collect();
        let factors = factors_between(&cycle, less)?;
        Some(Turns { less, factors })
    }

    /// Returns the length after which values repeat, for aligning a table.
    pub fn period(&self) -> Option<usize> {
        match self {
            Claim::Period { period, .. } => Some(*period),
            _ => None,
        }
    }

    /// Returns the claim as sentences for people: one idea a line. Nimbers are called `g(n)`.
    pub fn words(&self, kind: Kind) -> Vec<String> {
        match self {
            Claim::Period {
                first,
                values,
                period,
                saltus,
            } => period_words(kind, *first, values, *period, *saltus),
            Claim::Sets {
                sets,
                without,
                won,
                exceptions,
            } => {
                let names: Vec<String> = sets.iter().map(Set::to_string).collect();
                let without = without.as_ref().map(|set| format!(", but not {set}"));
                let which = if *won {
                    "the won numbers are exactly"
                } else {
                    "the lost numbers are exactly"
                };
                let mut line = format!("{which} {}{}", names.join(", and "), without.unwrap_or_default());
                if !exceptions.is_empty() {
                    line += &format!(", except that the opposite holds for n = {}", listed(exceptions, "and"));
                }
                vec![line]
            }
            Claim::Formula { expr, exceptions } => {
                let of = match expr {
                    Expr::Before(_) => "n + 1",
                    _ => "n",
                };
                let mut line = format!("g({of}) = {expr}");
                for (n, value) in exceptions {
                    line += &format!("; g({n}) = {value}");
                }
                vec![line]
            }
            Claim::Recursive { first, q, base, rules } => recursive_words(kind, *first, *q, base, rules),
            Claim::Digits { first, k, base, cases } => {
                let of = value_name(kind);
                let mut lines = vec![format!(
                    "{of} follows from n mod {k} and {} for n >= {}:",
                    of.replace("(n)", &format!("(n div {k})")),
                    first + base.len() as u64
                )];
                for ((digit, value), result) in cases {
                    lines.push(format!(
                        "  n mod {k} = {digit}, {} before: {}",
                        shown(kind, *value),
                        shown(kind, *result)
                    ));
                }
                lines.push(base_words(kind, *first, base));
                lines
            }
            Claim::Stretches {
                starts_with,
                ends,
                back,
                factor,
                plus,
            } => {
                let first = (*starts_with, &ends[..]);
                match self.turns() {
                    Some(turns) => turns.words(first),
                    None => stretch_words(first, *back, *factor, *plus),
                }
            }
            Claim::Sequence { lost, factors, plus } => sequence_words(lost, factors, *plus),
        }
    }
}

impl Turns {
    /// Returns the rule of stretches. The first has this value, and the others begin at `ends`.
    fn words(&self, (starts_with, ends): (u64, &[u64])) -> Vec<String> {
        let (begin, beginning) = match self.less {
            0 => ("begin at", "beginning"),
            _ => ("end at", "end"),
        };
        let ends: Vec<u64> = ends.iter().map(|end| end - self.less).collect();
        let times = match self.factors[..] {
            [factor] => format!("{factor} times the {beginning} before"),
            _ => format!("{} times the {beginning} before, in turn", listed(&self.factors, "and")),
        };
        // The first of several stretches has its own beginning, but no multiple of one.
        let which = if self.less == 0 { "new stretches" } else { "they" };
        vec![
            format!(
                "lost and won numbers alternate in stretches, {} first, and {which} {begin} {}, ...",
                shown(Kind::Outcome, starts_with),
                listed(&ends, "and")
            ),
            format!("each next {beginning} is {times}"),
        ]
    }
}

/// Returns the rule of stretches by the beginning `back` places before. The first stretch has this value.
fn stretch_words((starts_with, ends): (u64, &[u64]), back: usize, factor: u64, plus: i64) -> Vec<String> {
    let plus = signed(plus);
    vec![
        format!(
            "lost and won numbers alternate in stretches, {} first, and new stretches begin at {}, ...",
            shown(Kind::Outcome, starts_with),
            listed(ends, "and")
        ),
        match back {
            1 => format!("each begins at {factor} times the beginning before{plus}"),
            back => format!("each begins at {factor} times the beginning {back} before{plus}"),
        },
    ]
}

/// Returns the first lost numbers, and the recurrence that gives the others.
fn sequence_words(lost: &[u64], factors: &[i64], plus: i64) -> Vec<String> {
    let term = |(place, &factor): (usize, &i64)| match place {
        0 => format!("{}(the lost number before it)", times(factor.into())),
        _ => format!("{}(the lost number {} before it)", times(factor.into()), place + 1),
    };
    let factors = factors.iter().enumerate().filter(|(_, factor)| **factor != 0);
    let terms: Vec<String> = factors.map(term).collect();
    let shown: Vec<String> = lost.iter().map(u64::to_string).collect();
    vec![
        format!("the lost numbers are {}, ...", shown.join(", ")),
        format!("each is {}{}", terms.join(" + "), signed(plus)),
    ]
}

/// Returns the next lost number by a recurrence, or `None` if it is not larger, or too large.
fn next_lost(lost: &[u64], factors: &[i64], plus: i64) -> Option<u64> {
    let mut next = i128::from(plus);
    for (factor, &before) in factors.iter().zip(lost.iter().rev()) {
        next += i128::from(*factor) * i128::from(before);
    }
    let last = *lost.last()?;
    u64::try_from(next).ok().filter(|&next| next > last)
}

/// Returns the value of n in a base whose first element belongs to `first`.
fn at_base(first: u64, base: &[u64], n: u64) -> Option<u64> {
    base.get(usize::try_from(n.checked_sub(first)?).ok()?).copied()
}

fn signed(plus: i64) -> String {
    match plus {
        0 => String::new(),
        plus if plus > 0 => format!(" + {plus}"),
        minus => format!(" - {}", minus.unsigned_abs()),
    }
}

/// Returns a factor with its sign of multiplication, or nothing for 1.
fn times(factor: i128) -> String {
    match factor {
        1 => String::new(),
        factor => format!("{factor} * "),
    }
}

fn value_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Nimber => "g(n)",
        Kind::Outcome => "outcome(n)",
    }
}

/// Returns a value for people.
pub(super) fn shown(kind: Kind, value: u64) -> String {
    match (kind, value) {
        (Kind::Nimber, value) => value.to_string(),
        (_, 0) => "lost".to_owned(),
        (_, 1) => "won".to_owned(),
        _ => "drawn".to_owned(),
    }
}

fn base_words(kind: Kind, first: u64, base: &[u64]) -> String {
    /// The most values in the sentence: a table has the rest.
    const MOST: usize = 100;
    let values: Vec<String> = base.iter().take(MOST).map(|&value| shown(kind, value)).collect();
    let more = if base.len() > MOST { " ..." } else { "" };
    format!("  from n = {first}: {}{more}", values.join(" "))
}

fn period_words(kind: Kind, first: u64, values: &[u64], period: usize, saltus: u64) -> Vec<String> {
    let before = values.len() - period;
    let from = first + before as u64;
    let since = if before > 0 {
        format!(", from n = {from} on")
    } else {
        String::new()
    };
    let repeated = &values[before..];
    // The value of the remainder 0 comes first.
    let q = period as u64;
    let of_residue = |rest: u64| repeated[((rest + q - from % q) % q) as usize];
    let by_residue: Vec<u64> = (0..q).map(of_residue).collect();
    let mut lines = Vec::new();
    match kind {
        Kind::Outcome if repeated.iter().all(|&value| value == repeated[0]) => {
            lines.push(format!("all n are {}{since}", shown(kind, repeated[0])));
        }
        Kind::Outcome => {
            for value in [0, 2] {
                let rests: Vec<u64> = (0..q).filter(|&rest| of_residue(rest) == value).collect();
                if !rests.is_empty() {
                    let set = Set::Residues(q, rests);
                    lines.push(format!("the {} numbers are exactly {set}{since}", shown(kind, value)));
                }
            }
        }
        Kind::Nimber if saltus > 0 => {
            let step = if period == 1 {
                "n - 1".to_owned()
            } else {
                format!("n - {period}")
            };
            lines.push(format!(
                "g(n) = g({step}) + {saltus}{since} (arithmetic period {period}, saltus {saltus})"
            ));
        }
        Kind::Nimber if repeated.iter().all(|&value| value == repeated[0]) => {
            lines.push(format!("g(n) = {}{since}", repeated[0]));
        }
        Kind::Nimber if by_residue.iter().enumerate().all(|(rest, &value)| rest as u64 == value) => {
            lines.push(format!("g(n) = n mod {period}{since}"));
            return lines;
        }
        Kind::Nimber => lines.push(format!("g(n) has period {period}{since}")),
    }
    if kind == Kind::Nimber && saltus == 0 && repeated.iter().any(|&value| value != repeated[0]) {
        let values: Vec<String> = by_residue.iter().map(u64::to_string).collect();
        lines.push(format!("  n mod {period} = 0, 1, 2, ...: {}", values.join(" ")));
    }
    if before > 0 || saltus > 0 {
        lines.push(base_words(
            kind,
            first,
            if saltus > 0 { values } else { &values[..before] },
        ));
    }
    lines
}

fn recursive_words(kind: Kind, first: u64, q: u64, base: &[u64], rules: &[Rule]) -> Vec<String> {
    let g = |of: &str| match kind {
        Kind::Nimber => format!("g({of})"),
        Kind::Outcome => of.to_owned(),
    };
    let mut lines = Vec::new();
    let mut done: Vec<&Rule> = Vec::new();
    for (rest, rule) in rules.iter().enumerate() {
        if done.contains(&rule) {
            continue;
        }
        done.push(rule);
        let alike: Vec<u64> = (0..q).filter(|&other| rules[other as usize] == *rule).collect();
        let alone = alike.len() == 1;
        let (left, m) = match (alone, q) {
            (_, 1) => ("n".to_owned(), "n".to_owned()),
            (true, _) if rest == 0 => (format!("{q}m"), "m".to_owned()),
            (true, _) => (format!("{q}m + {rest}"), "m".to_owned()),
            (false, _) => ("n".to_owned(), format!("n div {q}")),
        };
        let earlier = |back: &Back| match back {
            Back::Quotient(by) => format!("{m}{}", signed(*by)),
            Back::Minus(Expr::Const(c)) if alone && rest as u64 >= *c && q > 1 => {
                let rest = rest as u64 - c;
                if rest == 0 {
                    format!("{q}m")
                } else {
                    format!("{q}m + {rest}")
                }
            }
            Back::Minus(expr) => format!("n - {}", bracketed(expr)),
        };
        let right = match rule {
            Rule::Direct(Expr::Const(value)) => shown(kind, *value),
            Rule::Direct(expr) => expr.to_string(),
            Rule::Linear(a, b) => {
                let m = if alone { m.clone() } else { format!("({m})") };
                format!("{}{m}{}", times((*a).into()), signed(*b))
            }
            Rule::Earlier(back, 1, 0) if kind == Kind::Outcome => format!("as {}", earlier(back)),
            Rule::Earlier(back, a, b) => format!("{}{}{}", times((*a).into()), g(&earlier(back)), signed(*b)),
            Rule::Opposite(back) => format!("the opposite of {}", earlier(back)),
        };
        let sign = if kind == Kind::Nimber { " = " } else { ": " };
        let when = match alike.len() as u64 {
            all if all == 1 || all == q => String::new(),
            _ => format!(" for n mod {q} = {}", listed(&alike, "or")),
        };
        let needs_n = alone && q > 1 && right.contains('n') && right.contains("n ");
        let also = if needs_n {
            format!(", with n = {left}")
        } else {
            String::new()
        };
        lines.push(format!("{}{sign}{right}{when}{also}", g(&left)));
    }
    lines.push(base_words(kind, first, base));
    lines
}

fn bracketed(expr: &Expr) -> String {
    match expr {
        Expr::Const(_) => expr.to_string(),
        expr => format!("({expr})"),
    }
}

/// Returns the value of `n` by the rule of its residue, from the values of earlier numbers.
fn recursive(n: u64, (first, base): (u64, &[u64]), q: u64, rules: &[Rule], memo: &mut Memo) -> Option<u64> {
    // Down to the base, then up again by the rules of the path, without recursion.
    let mut path = Vec::new();
    let mut at = n;
    let mut value = loop {
        let known = at_base(first, base, at).or_else(|| memo.values.get(&at).copied());
        if let Some(value) = known {
            break value;
        }
        let rule = &rules[(at % q) as usize];
        match rule.back() {
            None => break rule.value(at, q, |_| None)?,
            Some(back) => {
                path.push(at);
                at = back.of(at, q)?;
            }
        }
        // The pace of the first steps predicts their number long before they are made.
        let is_hopeless = path.len() == PACE && (at / ((n - at) / PACE as u64).max(1)) as usize > MOST_STEPS;
        if is_hopeless || path.len() > MOST_STEPS {
            return None;
        }
    };
    // Short paths take no longer than looking them up.
    let keep = path.len() > PACE;
    for &at in path.iter().rev() {
        value = rules[(at % q) as usize].value(at, q, |_| Some(value))?;
        if keep && memo.values.len() < MOST_KEPT {
            memo.values.insert(at, value);
        }
    }
    Some(value)
}

/// Returns the value of `n` from its digits in base `k`, from the first digit on.
fn by_digits(n: u64, (first, base): (u64, &[u64]), k: u64, cases: &BTreeMap<(u64, u64), u64>) -> Option<u64> {
    let mut digits = Vec::new();
    let mut at = n;
    let mut value = loop {
        if let Some(value) = at_base(first, base, at) {
            break value;
        }
        if at == 0 {
            return None;
        }
        digits.push(at % k);
        at /= k;
    };
    for digit in digits.into_iter().rev() {
        value = *cases.get(&(digit, value))?;
    }
    Some(value)
}

/// Returns the number of ends up to `n`. Each end but the first ones follows from the end `back` places before.
fn stretches_passed(n: u64, mut ends: Vec<u64>, back: usize, next: impl Fn(u64) -> Option<u64>) -> Option<u64> {
    while let Some(&last) = ends.last()
        && last <= n
    {
        let next = next(ends[ends.len() - back])?;
        if next <= last {
            return None;
        }
        ends.push(next);
    }
    Some(ends.partition_point(|&end| end <= n) as u64)
}

/// Returns the quotients of neighbours, each `less` less, or `None` unless all are whole and there are some.
///
/// If the numbers are below 2^64, the product of the quotients has at most 64 bits.
pub(super) fn factors_between(ends: &[u64], less: u64) -> Option<Vec<u64>> {
    let factor = |pair: &[u64]| {
        let (before, next) = (pair[0].checked_sub(less)?, pair[1] - less);
        (before > 0 && next.is_multiple_of(before)).then(|| next / before)
    };
    let factors: Option<Vec<u64>> = ends.windows(2).map(factor).collect();
    factors.filter(|factors| !factors.is_empty())
}
