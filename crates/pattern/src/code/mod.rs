//! A claim as a function in C++ or Python: `value(n)`, or of several numbers `value(a, b)`.

use super::claim::{Back, Claim, Rule};
use super::expr::{Atom, Expr, Set};

mod tuples;

pub(super) use tuples::{of_grid, of_many};

/// A programming language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C++17.
    Cpp,
    /// Python 3.
    Python,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 2] = [Language::Cpp, Language::Python];
}

/// The helper functions: name, other helpers that it needs, C++, Python.
const HELPERS: [(&str, &[&str], &str, &str); 23] = [
    (
        "exponent_of_2",
        &[],
        "long long exponent_of_2(long long n) { long long k = 0; while (n && n % 2 == 0) { n /= 2; k++; } return k; }",
        "def exponent_of_2(n):\n    return (n & -n).bit_length() - 1 if n else 0",
    ),
    (
        "exponent_of_3",
        &[],
        "long long exponent_of_3(long long n) { long long k = 0; while (n && n % 3 == 0) { n /= 3; k++; } return k; }",
        "def exponent_of_3(n):\n    k = 0\n    while n and n % 3 == 0:\n        n //= 3\n        k += 1\n    return k",
    ),
    (
        "low_bit",
        &[],
        "long long low_bit(long long n) { return n & -n; }",
        "def low_bit(n):\n    return n & -n",
    ),
    (
        "high_bit",
        &[],
        "long long high_bit(long long n) { long long p = 1; while (p <= n / 2) p *= 2; return n ? p : 0; }",
        "def high_bit(n):\n    return 1 << (n.bit_length() - 1) if n else 0",
    ),
    (
        "odd_part",
        &["low_bit"],
        "long long odd_part(long long n) { return n ? n / low_bit(n) : 0; }",
        "def odd_part(n):\n    return n // low_bit(n) if n else 0",
    ),
    (
        "ones",
        &[],
        "long long ones(long long n) { long long k = 0; for (; n; n /= 2) k += n % 2; return k; }",
        "def ones(n):\n    return bin(n).count('1')",
    ),
    (
        "bits",
        &[],
        "long long bits(long long n) { long long k = 0; for (; n; n /= 2) k++; return k; }",
        "def bits(n):\n    return n.bit_length()",
    ),
    (
        "root",
        &[],
        "long long root(long long n) { long long r = (long long)std::sqrt((long double)n); while (r * r > n) r--; \
         while ((r + 1) * (r + 1) <= n) r++; return r; }",
        "def root(n):\n    return math.isqrt(n)",
    ),
    (
        "triangular_root",
        &["root"],
        "long long triangular_root(long long n) { return (root(8 * n + 1) - 1) / 2; }",
        "def triangular_root(n):\n    return (root(8 * n + 1) - 1) // 2",
    ),
    (
        "least_prime",
        &[],
        "long long least_prime(long long n) { if (n < 2) return n; for (long long p = 2; p * p <= n; p++) \
         if (n % p == 0) return p; return n; }",
        "def least_prime(n):\n    p = 2\n    while p * p <= n:\n        if n % p == 0:\n            return p\n        p += 1\n    return n",
    ),
    (
        "least_prime_index",
        &["least_prime"],
        "long long least_prime_index(long long n) { long long last = n < 2 ? 1 : least_prime(n), k = 0; \
         for (long long p = 2; p <= last; p++) if (least_prime(p) == p) k++; return k; }",
        "def least_prime_index(n):\n    last = least_prime(n) if n > 1 else 1\n    return sum(least_prime(p) == p for p in range(2, last + 1))",
    ),
    (
        "prime_factors",
        &["least_prime"],
        "long long prime_factors(long long n) { long long k = 0; while (n > 1) { n /= least_prime(n); k++; } return k; }",
        "def prime_factors(n):\n    k = 0\n    while n > 1:\n        n //= least_prime(n)\n        k += 1\n    return k",
    ),
    (
        "odd_prime_factors",
        &["prime_factors", "odd_part"],
        "long long odd_prime_factors(long long n) { return prime_factors(odd_part(n)); }",
        "def odd_prime_factors(n):\n    return prime_factors(odd_part(n))",
    ),
    (
        "distinct_primes",
        &["least_prime"],
        "long long distinct_primes(long long n) { long long k = 0; while (n > 1) { long long p = least_prime(n); \
         while (n % p == 0) n /= p; k++; } return k; }",
        "def distinct_primes(n):\n    k = 0\n    while n > 1:\n        p = least_prime(n)\n        while n % p == 0:\n            n //= p\n        k += 1\n    return k",
    ),
    (
        "largest_prime",
        &["least_prime"],
        "long long largest_prime(long long n) { while (n > 1 && least_prime(n) < n) n /= least_prime(n); return n; }",
        "def largest_prime(n):\n    while n > 1 and least_prime(n) < n:\n        n //= least_prime(n)\n    return n",
    ),
    (
        "largest_exponent",
        &["least_prime"],
        "long long largest_exponent(long long n) { long long most = 0; while (n > 1) { long long p = least_prime(n), \
         k = 0; while (n % p == 0) { n /= p; k++; } if (k > most) most = k; } return most; }",
        "def largest_exponent(n):\n    most = 0\n    while n > 1:\n        p, k = least_prime(n), 0\n        while n % p == 0:\n            n //= p\n            k += 1\n        most = max(most, k)\n    return most",
    ),
    (
        "divisors",
        &["least_prime"],
        "long long divisors(long long n) { long long all = n > 0; while (n > 1) { long long p = least_prime(n), k = 1; \
         while (n % p == 0) { n /= p; k++; } all *= k; } return all; }",
        "def divisors(n):\n    every = 1 if n else 0\n    while n > 1:\n        p, k = least_prime(n), 1\n        while n % p == 0:\n            n //= p\n            k += 1\n        every *= k\n    return every",
    ),
    (
        "digit_sum",
        &[],
        "long long digit_sum(long long n) { long long sum = 0; for (; n; n /= 10) sum += n % 10; return sum; }",
        "def digit_sum(n):\n    return sum(map(int, str(n)))",
    ),
    (
        "smallest_fibonacci",
        &[],
        "long long smallest_fibonacci(long long n) { long long last = 0; while (n > 0) { long long a = 1, b = 2; \
         while (b <= n) { long long c = a + b; a = b; b = c; } n -= a; last = a; } return last; }",
        "def smallest_fibonacci(n):\n    last = 0\n    while n > 0:\n        a, b = 1, 2\n        while b <= n:\n            a, b = b, a + b\n        n -= a\n        last = a\n    return last",
    ),
    (
        "fibonacci_parts",
        &[],
        "long long fibonacci_parts(long long n) { long long k = 0; while (n > 0) { long long a = 1, b = 2; \
         while (b <= n) { long long c = a + b; a = b; b = c; } n -= a; k++; } return k; }",
        "def fibonacci_parts(n):\n    k = 0\n    while n > 0:\n        a, b = 1, 2\n        while b <= n:\n            a, b = b, a + b\n        n -= a\n        k += 1\n    return k",
    ),
    (
        "is_power",
        &[],
        "bool is_power(long long n, long long base) { while (n > 1 && n % base == 0) n /= base; return n == 1; }",
        "def is_power(n, base):\n    while n > 1 and n % base == 0:\n        n //= base\n    return n == 1",
    ),
    (
        "wythoff_lower",
        &["root"],
        "bool wythoff_lower(long long n) { long long k = 2 * n - (n + root(5 * n * n)) / 2; \
         for (long long i = k > 2 ? k - 2 : 1; i <= k + 2; i++) if ((i + root(5 * i * i)) / 2 + i == n) return false; \
         return true; }",
        "def wythoff_lower(n):\n    k = 2 * n - (n + root(5 * n * n)) // 2\n    return all((i + root(5 * i * i)) // 2 + i != n for i in range(max(1, k - 2), k + 3))",
    ),
    (
        "times_alpha",
        &[],
        "long long times_alpha(long long k, long long t) { __int128 square = (__int128)k * k * (t * t + 4); \
         __int128 r = (__int128)std::sqrt((long double)square); while (r * r > square) r--; \
         while ((r + 1) * (r + 1) <= square) r++; return (k * (2 - t) + r) / 2; }",
        "def times_alpha(k, t):\n    return (k * (2 - t) + math.isqrt(k * k * (t * t + 4))) // 2",
    ),
];

/// Collects the helpers that a claim needs, each after those that it needs itself.
struct Needed(Vec<&'static str>);

impl Needed {
    fn add(&mut self, name: &str) {
        let Some(helper) = HELPERS.iter().find(|helper| helper.0 == name) else {
            return;
        };
        for other in helper.1 {
            self.add(other);
        }
        if !self.0.contains(&helper.0) {
            self.0.push(helper.0);
        }
    }

    /// Returns a text behind the helpers.
    fn before(&self, text: &str, language: Language) -> String {
        let mut whole = String::new();
        for name in &self.0 {
            let helper = HELPERS.iter().find(|helper| helper.0 == *name);
            if let Some((_, _, cpp, py)) = helper {
                whole += match language {
                    Language::Python => py,
                    Language::Cpp => cpp,
                };
                whole += match language {
                    Language::Python => "\n\n",
                    Language::Cpp => "\n",
                };
            }
        }
        whole + text
    }

    fn add_atom(&mut self, atom: Atom) {
        if let Some(name) = atom.helper() {
            self.add(name);
        }
    }

    fn add_expr(&mut self, expr: &Expr) {
        let mut atoms = Vec::new();
        expr.atoms(&mut atoms);
        for atom in atoms {
            self.add_atom(atom);
        }
    }

    fn add_set(&mut self, set: &Set) {
        if let Some(atom) = set.atom() {
            self.add_atom(atom);
        }
        match set {
            Set::PowersOf(_) => self.add("is_power"),
            Set::LowerWythoff | Set::UpperWythoff => self.add("wythoff_lower"),
            _ => {}
        }
    }

    /// Adds what an atom of a number needs, and returns the atom of it: one text that C++ and Python share, but for
    /// the division.
    fn call(&mut self, atom: Atom, number: &str, python: bool) -> String {
        self.add_atom(atom);
        let div = if python { "//" } else { "/" };
        match atom {
            Atom::N => number.to_owned(),
            Atom::Mod(q) => format!("({number}) % {q}"),
            Atom::Div(q) => format!("({number}) {div} {q}"),
            Atom::HalfUp => format!("({number} + 1) {div} 2"),
            other => format!("{}({number})", other.helper().unwrap_or_default()),
        }
    }

    fn add_rule(&mut self, rule: &Rule) {
        match rule {
            Rule::Direct(expr) => self.add_expr(expr),
            Rule::Earlier(Back::Minus(expr), ..) | Rule::Opposite(Back::Minus(expr)) => self.add_expr(expr),
            _ => {}
        }
    }
}

fn joined(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    numbers.join(", ")
}

fn plus(value: i64) -> String {
    match value {
        0 => String::new(),
        value if value > 0 => format!(" + {value}"),
        value => format!(" - {}", value.unsigned_abs()),
    }
}

/// Returns a factor times a number, without what says nothing.
fn scaled(name: &str, by: i64) -> String {
    match by {
        1 => name.to_owned(),
        by => format!("{by} * {name}"),
    }
}

/// Returns what `times` times a number adds.
fn plus_times(by: i64) -> String {
    match by {
        0 => String::new(),
        1 => " + times".to_owned(),
        -1 => " - times".to_owned(),
        by if by > 0 => format!(" + {by} * times"),
        by => format!(" - {} * times", by.unsigned_abs()),
    }
}

/// Returns the function `value(n)` of a claim, after the functions that it needs. It returns a nimber, or 1 for won, 0
/// for lost and 2 for drawn. Of numbers below `first`, where the claim's table begins, nothing is known: there it fails.
pub fn function(claim: &Claim, first: u64, language: Language) -> String {
    let python = language == Language::Python;
    let mut needed = Needed(Vec::new());
    let mut body = body("value", claim, python, &mut needed);
    if first > 0 {
        let guard = match python {
            true => format!("assert n >= {first}, 'the pattern says nothing of numbers below {first}'"),
            false => format!("if (n < {first}) std::abort();  // The pattern says nothing of these numbers."),
        };
        body.insert(0, guard);
    }
    needed.before(&defined("value", &["n"], &body, python), language)
}

/// Returns the function of a claim about one number, under a name of its own.
fn of_number(name: &str, claim: &Claim, python: bool, needed: &mut Needed) -> String {
    let body = body(name, claim, python, needed);
    defined(name, &["n"], &body, python)
}

/// Returns the definition of a function of these numbers.
fn defined(name: &str, numbers: &[&str], body: &[String], python: bool) -> String {
    let mut text = match python {
        true => format!("def {name}({}):\n", numbers.join(", ")),
        false => {
            let typed: Vec<String> = numbers.iter().map(|number| format!("long long {number}")).collect();
            format!("long long {name}({}) {{\n", typed.join(", "))
        }
    };
    for line in body {
        text += &format!("    {line}\n");
    }
    if !python {
        text += "}\n";
    }
    text
}

fn array(name: &str, values: &[u64], python: bool) -> String {
    match python {
        true => format!("{name} = [{}]", joined(values)),
        false => format!("static const long long {name}[] = {{{}}};", joined(values)),
    }
}

fn given(first: u64, base: &[u64], python: bool) -> Vec<String> {
    let minus = if first == 0 {
        "n".to_owned()
    } else {
        format!("n - {first}")
    };
    let end = first + base.len() as u64;
    let mut lines = vec![array("base", base, python)];
    lines.push(match python {
        true => format!("if n < {end}: return base[{minus}]"),
        false => format!("if (n < {end}) return base[{minus}];"),
    });
    lines
}

/// Returns the lines of a function with this name, which may call itself.
fn body(name: &str, claim: &Claim, python: bool, needed: &mut Needed) -> Vec<String> {
    let div = if python { "//" } else { "/" };
    let end = if python { "" } else { ";" };
    let when = |condition: &str, then: &str| match python {
        true => format!("if {condition}: {then}"),
        false => format!("if ({condition}) {then};"),
    };
    match claim {
        Claim::Period {
            first,
            values,
            period,
            saltus,
        } => {
            let minus = if *first == 0 {
                String::new()
            } else {
                format!(" - {first}")
            };
            let before = values.len() - period;
            let place = match before {
                0 => format!("(n{minus}) % {period}"),
                before => format!("{before} + (n{minus} - {before}) % {period}"),
            };
            let mut lines = vec![array("values", values, python)];
            if before > 0 {
                lines.push(when(
                    &format!("n{minus} < {}", values.len()),
                    &format!("return values[n{minus}]"),
                ));
            }
            let rise = match saltus {
                0 => String::new(),
                saltus => format!(" + {saltus} * ((n{minus} - {before}) {div} {period})"),
            };
            lines.push(format!("return values[{place}]{rise}{end}"));
            lines
        }
        Claim::Sets {
            sets,
            without,
            won,
            exceptions,
        } => {
            for set in sets.iter().chain(without) {
                needed.add_set(set);
            }
            let codes: Vec<String> = sets.iter().map(|set| set.code(python)).collect();
            let mut inside = codes.join(if python { " or " } else { " || " });
            if let Some(without) = without {
                inside = match python {
                    true => format!("({inside}) and not {}", without.code(true)),
                    false => format!("({inside}) && !{}", without.code(false)),
                };
            }
            let mut lines = vec![match python {
                true => format!("inside = {inside}"),
                false => format!("bool inside = {inside};"),
            }];
            for exception in exceptions {
                let then = if python {
                    "inside = not inside"
                } else {
                    "inside = !inside"
                };
                lines.push(when(&format!("n == {exception}"), then));
            }
            lines.push(match (python, won) {
                (true, true) => "return int(inside)".to_owned(),
                (true, false) => "return int(not inside)".to_owned(),
                (false, true) => "return inside;".to_owned(),
                (false, false) => "return !inside;".to_owned(),
            });
            lines
        }
        Claim::Formula { expr, exceptions } => {
            needed.add_expr(expr);
            let mut lines: Vec<String> = exceptions
                .iter()
                .map(|(n, value)| when(&format!("n == {n}"), &format!("return {value}")))
                .collect();
            if matches!(expr, Expr::Before(_)) {
                lines.push(format!("n -= 1{end}"));
            }
            lines.push(format!("return {}{end}", expr.code(python)));
            lines
        }
        Claim::Recursive { first, q, base, rules } => {
            for rule in rules {
                needed.add_rule(rule);
            }
            // The value is `times * value(n) + more` all along: earlier numbers may be too many for a stack.
            let leads_to = |back: &Back| match back {
                Back::Quotient(by) => format!("n {div} {q}{}", plus(*by)),
                Back::Minus(expr) => format!("n - ({})", expr.code(python)),
            };
            let go_on = |back: &Back, a: i64, b: i64| {
                let (times, more, n) = (scaled("times", a), format!("more{}", plus_times(b)), leads_to(back));
                match python {
                    true => format!("times, more, n = {times}, {more}, {n}"),
                    false => format!("{{ more = {more}; times = {times}; n = {n}; }}"),
                }
            };
            let result = |value: &str| format!("return times * ({value}) + more");
            let step = |rule: &Rule| match rule {
                Rule::Direct(expr) => result(&expr.code(python)),
                Rule::Linear(a, b) => result(&format!("{a} * (n {div} {q}){}", plus(*b))),
                Rule::Earlier(back, a, b) => go_on(back, *a as i64, *b),
                Rule::Opposite(back) => go_on(back, -1, 1),
            };
            let last = first + base.len() as u64;
            let mut lines = vec![array("base", base, python)];
            lines.push(match python {
                true => "times, more = 1, 0".to_owned(),
                // They may pass the largest number where the value does not.
                false => "unsigned long long times = 1, more = 0;".to_owned(),
            });
            lines.push(match python {
                true => format!("while n >= {last}:"),
                false => format!("while (n >= {last}) {{"),
            });
            let mut done: Vec<&Rule> = Vec::new();
            for rule in rules {
                if done.contains(&rule) {
                    continue;
                }
                let alike: Vec<u64> = (0..*q).filter(|&other| rules[other as usize] == *rule).collect();
                let or = if python { " or " } else { " || " };
                let each: Vec<String> = alike.iter().map(|rest| format!("n % {q} == {rest}")).collect();
                let (each, step) = (each.join(or), step(rule));
                let is_last = rules.iter().all(|other| other == rule || done.contains(&other));
                let head = match (done.is_empty(), is_last, python) {
                    (true, true, _) => String::new(),
                    (true, _, true) => format!("if {each}: "),
                    (false, false, true) => format!("elif {each}: "),
                    (false, true, true) => "else: ".to_owned(),
                    (true, _, false) => format!("if ({each}) "),
                    (false, false, false) => format!("else if ({each}) "),
                    (false, true, false) => "else ".to_owned(),
                };
                let end = if python || step.ends_with('}') { "" } else { ";" };
                lines.push(format!("    {head}{step}{end}"));
                done.push(rule);
            }
            if !python {
                lines.push("}".to_owned());
            }
            let place = if *first == 0 {
                "n".to_owned()
            } else {
                format!("n - {first}")
            };
            lines.push(format!("{}{end}", result(&format!("base[{place}]"))));
            lines
        }
        Claim::Digits { first, k, base, cases } => {
            let mut lines = given(*first, base, python);
            lines.push(match python {
                true => format!("digit, before = n % {k}, {name}(n // {k})"),
                false => format!("long long digit = n % {k}, before = {name}(n / {k});"),
            });
            let and = if python { "and" } else { "&&" };
            for ((digit, before), result) in cases {
                lines.push(when(
                    &format!("digit == {digit} {and} before == {before}"),
                    &format!("return {result}"),
                ));
            }
            if !python {
                lines.push("return -1;".to_owned());
            }
            lines
        }
        Claim::Stretches {
            starts_with,
            ends,
            back,
            factor,
            plus: add,
        } => {
            // The ends are kept in a window of the last few.
            let window = ends.len();
            let next = format!("ends[{}] * {factor}{}", window - back, plus(*add));
            match python {
                true => vec![
                    format!("ends, passed = [{}], {starts_with}", joined(ends)),
                    "while ends[0] <= n:".to_owned(),
                    format!("    ends, passed = ends[1:] + [{next}], passed + 1"),
                    "return passed % 2".to_owned(),
                ],
                false => vec![
                    format!("long long ends[] = {{{}}}, passed = {starts_with};", joined(ends)),
                    "while (ends[0] <= n) {".to_owned(),
                    format!("    long long next = {next};"),
                    format!("    for (int i = 0; i + 1 < {window}; i++) ends[i] = ends[i + 1];"),
                    format!("    ends[{}] = next;", window - 1),
                    "    passed++;".to_owned(),
                    "}".to_owned(),
                    "return passed % 2;".to_owned(),
                ],
            }
        }
        Claim::Sequence {
            lost,
            factors,
            plus: add,
        } => {
            let window = lost.len();
            let terms: Vec<String> = factors
                .iter()
                .enumerate()
                .map(|(place, factor)| format!("{factor} * lost[{}]", window - 1 - place))
                .collect();
            let next = format!("{}{}", terms.join(" + "), plus(*add));
            match python {
                true => vec![
                    format!("lost = [{}]", joined(lost)),
                    "while lost[0] < n:".to_owned(),
                    format!("    lost = lost[1:] + [{next}]"),
                    "return int(lost[0] != n)".to_owned(),
                ],
                false => vec![
                    format!("long long lost[] = {{{}}};", joined(lost)),
                    "while (lost[0] < n) {".to_owned(),
                    format!("    long long next = {next};"),
                    format!("    for (int i = 0; i + 1 < {window}; i++) lost[i] = lost[i + 1];"),
                    format!("    lost[{}] = next;", window - 1),
                    "}".to_owned(),
                    "return lost[0] != n;".to_owned(),
                ],
            }
        }
    }
}
