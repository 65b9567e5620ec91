//! The numbers and letters in the text of a program.
//!
//! Patterns are tried at these numbers, because a rule may change there. Words of a table are made of these letters.
//!
//! Every literal counts, and so does the value of every chain of literals such as `10**9 + 7`, `1 << 20` or `3 * 5`, in
//! Python and in C++. Values that are not written down are not found: `n == f(3)` gives only 3.

use std::collections::BTreeSet;

use itertools::Itertools as _;

/// The maximum number of numbers that are kept, and the largest number.
const MOST: usize = 200;
const LARGEST: u64 = 1_000_000_000_000_000_000;

/// The maximum number of letters for words, and the maximum length of a literal. Longer literals are messages.
const MOST_LETTERS: usize = 6;
const LONGEST_LITERAL: usize = 8;

/// The numbers and letters in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    /// The numbers, ascending.
    pub numbers: Vec<u64>,
    /// The letters of its texts in their order. Empty if there are none, or too many for words.
    pub letters: Vec<char>,
    /// The optional lines, as `(name, line)`. In C++ the limits of `n` have the name `LIMIT n` too.
    pub lines: Vec<(String, usize)>,
    /// Whether optional lines are comments, as in C++.
    pub is_cpp: bool,
}

impl Named {
    /// Reads a text in which `comment` begins a comment: `#` or `//`.
    pub fn of(text: &str, comment: &str) -> Named {
        let is_cpp = comment == "//";
        let lines = (1..).zip(text.lines());
        let named = |(line, text)| names_in(text, is_cpp).into_iter().map(move |name| (name, line));
        Named {
            numbers: numbers(text),
            letters: letters(text, comment),
            lines: lines.flat_map(named).collect(),
            is_cpp,
        }
    }

    /// Returns the place of an optional line, or of the limits of a number, at the end of a sentence.
    pub fn place_of(&self, name: &str) -> String {
        let found = |wanted: &str| self.lines.iter().find(|(known, _)| known == wanted);
        let line = found(name).or_else(|| name.starts_with("LIMIT ").then(|| found("LIMITS")).flatten());
        line.map_or_else(String::new, |(_, line)| format!(" (line {line})"))
    }

    /// Returns an optional line as the file writes it.
    pub fn stated(&self, name: &str, value: &str) -> String {
        if self.is_cpp {
            format!("// {name}: {value}")
        } else {
            format!("{name} = \"{value}\"")
        }
    }

    /// Returns a line of limits as the file writes it.
    pub fn stated_limits(&self, name: &str, low: u64, high: u64) -> String {
        if self.is_cpp {
            format!("// LIMITS: {name} {low} {high}")
        } else {
            format!("LIMITS = {{\"{name}\": ({low}, {high})}}")
        }
    }
}

/// The names of the optional lines.
pub const OPTIONAL: [&str; 9] = [
    "INPUT", "ANSWER", "WIN", "LOSE", "DRAW", "LAST", "LIMITS", "SAMPLES", "LETTERS",
];

/// Returns the optional lines that a line of a file gives.
fn names_in(line: &str, is_cpp: bool) -> Vec<String> {
    let (heads, value) = if is_cpp {
        let comment = line.trim().strip_prefix("//").unwrap_or_default();
        comment.split_once(':').unwrap_or_default()
    } else {
        line.rsplit_once('=').unwrap_or_default()
    };
    let words = heads.split(|c: char| c == ',' || c == '=' || c.is_whitespace());
    let mut names: Vec<String> = words
        .filter(|word| OPTIONAL.contains(word))
        .map(str::to_owned)
        .collect();
    if is_cpp && names == ["LIMITS"] {
        let limited = limits_of(value).into_iter().flat_map(|(limited, _)| limited);
        names.extend(limited.map(|name| format!("LIMIT {name}")));
    }
    names
}

/// Returns the limits of a line in C++: names that share two ends, and the ends. Commas may stand between them.
pub fn limits_of(value: &str) -> Vec<(Vec<&str>, Vec<&str>)> {
    let is_name = |word: &&str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let words = value.split(|c: char| c.is_whitespace() || ",;:".contains(c));
    let mut words = words.filter(|word| !word.is_empty()).peekable();
    let mut limits = Vec::new();
    while words.peek().is_some() {
        let names = words.peeking_take_while(is_name).collect();
        limits.push((names, words.peeking_take_while(|word| !is_name(word)).collect()));
    }
    limits
}

/// Returns the value of a limit in the notation of statements.
///
/// It may be a number, a power such as `10^9` and `10**9`, or a product such as `2*10^5`.
pub fn limit(text: &str) -> Option<u64> {
    let factor = |text: &str| match text.split_once('^') {
        Some((base, exponent)) => number(base)?.checked_pow(number(exponent)?.try_into().ok()?),
        None => number(text),
    };
    let text = text.replace("**", "^");
    text.split('*')
        .try_fold(1_u64, |product, text| product.checked_mul(factor(text)?))
}

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Number(u64),
    Operator(Operator),
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Power,
    Times,
    Divide,
    Modulo,
    Plus,
    Minus,
    Shift,
}

impl Operator {
    /// The operators by precedence, the strongest first.
    const LEVELS: [&'static [Operator]; 4] = [
        &[Operator::Power],
        &[Operator::Times, Operator::Divide, Operator::Modulo],
        &[Operator::Plus, Operator::Minus],
        &[Operator::Shift],
    ];

    fn apply(self, a: u64, b: u64) -> Option<u64> {
        let value = match self {
            Operator::Power => a.checked_pow(u32::try_from(b).ok()?)?,
            Operator::Times => a.checked_mul(b)?,
            Operator::Divide => a.checked_div(b)?,
            Operator::Modulo => a.checked_rem(b)?,
            Operator::Plus => a.checked_add(b)?,
            Operator::Minus => a.checked_sub(b)?,
            Operator::Shift => a.checked_mul(1_u64.checked_shl(u32::try_from(b).ok()?)?)?,
        };
        Some(value)
    }
}

/// Returns the number of a word: digits with separators, hexadecimal or binary, with a suffix or an exponent.
fn number(word: &str) -> Option<u64> {
    let digits: String = word.chars().filter(|c| !matches!(c, '_' | '\'')).collect();
    let lower = digits.to_ascii_lowercase();
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] {
        if let Some(rest) = lower.strip_prefix(prefix) {
            return u64::from_str_radix(rest.trim_end_matches(['u', 'l']), radix).ok();
        }
    }
    let plain = lower.trim_end_matches(['u', 'l']);
    if let Some((digits, exponent)) = plain.split_once('e') {
        let ten = 10_u64.checked_pow(exponent.parse().ok()?)?;
        return digits.parse::<u64>().ok()?.checked_mul(ten);
    }
    plain.parse().ok()
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'');
    while let Some(c) = rest.chars().next() {
        let mut take = c.len_utf8();
        let token = if c.is_whitespace() && c != '\n' {
            None
        } else if is_word(c) {
            take = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let word = number(&rest[..take]).filter(|&number| number <= LARGEST);
            Some(word.map_or(Token::Other, Token::Number))
        } else {
            let (operator, length) = match c {
                '*' if rest.starts_with("**") => (Some(Operator::Power), 2),
                '/' if rest.starts_with("//") => (Some(Operator::Divide), 2),
                '<' if rest.starts_with("<<") => (Some(Operator::Shift), 2),
                '*' => (Some(Operator::Times), 1),
                '/' => (Some(Operator::Divide), 1),
                '%' => (Some(Operator::Modulo), 1),
                '+' => (Some(Operator::Plus), 1),
                '-' => (Some(Operator::Minus), 1),
                _ => (None, take),
            };
            take = length;
            Some(operator.map_or(Token::Other, Token::Operator))
        };
        tokens.extend(token);
        rest = &rest[take..];
    }
    tokens
}

/// Evaluates a chain of numbers and operators, and records every value on the way.
fn worked_out(mut numbers: Vec<u64>, mut operators: Vec<Operator>, found: &mut BTreeSet<u64>) {
    found.extend(&numbers);
    for level in Operator::LEVELS {
        let mut place = 0;
        while place < operators.len() {
            if !level.contains(&operators[place]) {
                place += 1;
                continue;
            }
            let Some(value) = operators[place].apply(numbers[place], numbers[place + 1]) else {
                return;
            };
            numbers[place] = value;
            numbers.remove(place + 1);
            operators.remove(place);
            found.insert(value);
        }
    }
}

/// Returns the letters of the short literals in a text, without comments and optional lines.
fn letters(text: &str, comment: &str) -> Vec<char> {
    let mut found: Vec<char> = Vec::new();
    let mut rest = text;
    let mut before = '\n';
    // The number of open brackets in an optional line. The line ends if there are none.
    let mut open: Option<i32> = None;
    while let Some(c) = rest.chars().next() {
        let is_begin = before == '\n';
        if is_begin && (open.is_none_or(|open| open <= 0)) {
            let is_optional = OPTIONAL.iter().any(|name| {
                let behind = rest.strip_prefix(name).unwrap_or("x");
                !behind.starts_with(|c: char| c.is_alphanumeric() || c == '_')
            });
            open = is_optional.then_some(0);
        }
        let mut take = c.len_utf8();
        let is_include = is_begin && rest.trim_start_matches(['#', ' ', '\t']).starts_with("include");
        if rest.starts_with(comment) || is_include {
            take = rest.find('\n').unwrap_or(rest.len());
        } else if let Some(quotes) = ["\"\"\"", "\'\'\'"].into_iter().find(|quotes| rest.starts_with(quotes)) {
            take = rest[3..].find(quotes).map_or(rest.len(), |length| length + 6);
        } else if matches!(c, '"' | '\'') && !(c == '\'' && before.is_ascii_digit()) {
            let mut content = Vec::new();
            let mut inside = rest[1..].char_indices();
            take = loop {
                match inside.next() {
                    Some((_, '\\')) => _ = inside.next(),
                    Some((place, end)) if end == c || end == '\n' => break place + 2,
                    Some((_, letter)) => content.push(letter),
                    None => break rest.len(),
                }
            };
            if open.is_none() && content.len() <= LONGEST_LITERAL {
                found.extend(content);
            }
        } else if let Some(open) = &mut open {
            *open += i32::from(matches!(c, '(' | '[' | '{')) - i32::from(matches!(c, ')' | ']' | '}'));
        }
        before = rest[..take].chars().next_back().unwrap_or(c);
        rest = &rest[take..];
    }
    found.retain(|&c| is_letter(c));
    let mut distinct: Vec<char> = Vec::new();
    for c in found {
        if !distinct.contains(&c) {
            distinct.push(c);
        }
    }
    if distinct.len() > MOST_LETTERS {
        distinct.clear();
    }
    distinct
}

/// Returns whether words can hold a character. `""` is the empty word.
pub fn is_letter(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && c != '"'
}

/// Returns the numbers in a text, ascending.
fn numbers(text: &str) -> Vec<u64> {
    let mut found = BTreeSet::new();
    let (mut numbers, mut operators): (Vec<u64>, Vec<Operator>) = (Vec::new(), Vec::new());
    for token in tokens(text).into_iter().chain([Token::Other]) {
        match token {
            Token::Number(number) if numbers.len() == operators.len() => numbers.push(number),
            Token::Operator(operator) if numbers.len() == operators.len() + 1 => operators.push(operator),
            _ => {
                operators.truncate(numbers.len().saturating_sub(1));
                worked_out(std::mem::take(&mut numbers), std::mem::take(&mut operators), &mut found);
                if let Token::Number(number) = token {
                    numbers.push(number);
                }
            }
        }
    }
    let within = found.into_iter().filter(|&number| number <= LARGEST);
    within.take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_those_of_short_literals() {
        let of = |text: &str, comment: &str| letters(text, comment).into_iter().collect::<String>();
        let python = "\"\"\"Play 'x'.\"\"\"\nINPUT = \"s\"\nSAMPLES = [\n  ('q', 'Bob'),\n]\nWIN, LOSE = 'A', 'B'\n\
                      def moves(s): # 'y'\n    if s[0] == '(' and s[1] == \")\" or '\\n(' in s: yield s[2:] or 'is a message'\n";
        assert_eq!(of(python, "#"), "()");
        let cpp = "#include \"game.h\"\n// LETTERS: xy\nvoid moves(string s) { if (s.size() > 1'000 && s[0] == 'a') to(\"b\"); }\n";
        assert_eq!(of(cpp, "//"), "ab");
        assert_eq!(of("def moves(s): yield s[n // 2:], 'b'", "#"), "b");
        assert_eq!(of("LOSER = 'c'", "#"), "c");
        assert_eq!(of("'abc' 'defg'", "#"), "", "too many");
        for broken in ["'", "\"\\", "'''", "\"\"\"x", "'é", "\\", "#", "WIN = ((("] {
            letters(broken, "#");
        }
    }

    #[test]
    fn limits_are_numbers_and_powers() {
        for (text, value) in [
            ("1e9", Some(1_000_000_000)),
            ("10^9", Some(1_000_000_000)),
            ("10**18", Some(1_000_000_000_000_000_000)),
            ("1'000", Some(1000)),
            ("2*10^5", Some(200_000)),
            ("2*10**5", Some(200_000)),
            ("2*10^19", None),
            ("2*", None),
            ("10^20", None),
            ("1e99", None),
            ("-1", None),
            ("", None),
            ("^", None),
            ("2^", None),
        ] {
            assert_eq!(limit(text), value, "{text}");
        }
        let named = Named::of("// INPUT: n\n// LIMITS: n 1 9\n//LIMITS: m 1 9, k 1 9\n", "//");
        assert_eq!(named.place_of("LIMIT m"), " (line 3)");
        assert_eq!(named.place_of("LIMIT k"), " (line 3)");
        assert_eq!(named.place_of("LIMIT j"), " (line 2)");
        let named = Named::of("\nLIMITS = {\nWIN, LOSE = 'a', 'b'\n", "#");
        assert_eq!(named.place_of("LIMIT k"), " (line 2)");
        assert_eq!(named.place_of("LOSE"), " (line 3)");
        assert_eq!(named.place_of("DRAW"), "");
        assert_eq!(
            limits_of("T 1 100, n: 1 10^6; a b 0 9"),
            [
                (vec!["T"], vec!["1", "100"]),
                (vec!["n"], vec!["1", "10^6"]),
                (vec!["a", "b"], vec!["0", "9"])
            ]
        );
    }

    #[test]
    fn literals_and_chains_of_them_are_found() {
        let python = "def moves(n):\n    if n == 10**5 + 7 and n % 1_000: yield n - 3\n    k2 = 1 << 20 # 0x1F\n";
        assert_eq!(
            numbers(python),
            [1, 3, 5, 7, 10, 20, 31, 1000, 100_000, 100_007, 1 << 20]
        );
        let cpp = "void moves(long long n) { if (n > 1'000'000LL * 2 || n == 1e6 - 1) to(n - 777u); }";
        assert_eq!(numbers(cpp), [1, 2, 777, 999_999, 1_000_000, 2_000_000]);
        assert_eq!(numbers("x1 + a2b; 5 - ; * 6; 9 9"), [5, 6, 9]);
        assert_eq!(numbers("99999999999999999999999 2 ** 99 -1 ''"), [1, 2, 99]);
    }
}
