//! The numbers and letters in the text of a program.
//!
//! Patterns are tried at these numbers, because a rule may change there. Words of a table are made of these letters.
//!
//! Every literal counts, and so does the value of every chain of literals such as `10**9 + 7`, `1 << 20` or `3 * 5`, in
//! Python and in C++. Values that are not written down are not found: `n == f(3)` gives only 3.

use std::collections::BTreeSet;

use itertools::Itertools as _;

use super::notation::{is_letter, number};

/// The maximum number of numbers that are kept, and the largest number.
const MOST: usize = 200;
const LARGEST: u64 = 1_000_000_000_000_000_000;

/// The maximum number of letters for words, and the maximum length of a literal. Longer literals are messages.
const MOST_LETTERS: usize = 6;
const LONGEST_LITERAL: usize = 8;

/// An operator: its sign, its level of precedence from 0, and its value.
type Operator = (&'static str, u8, fn(u64, u64) -> Option<u64>);

/// The operators. An operator stands before the beginnings of its sign, and the strongest have level 0.
const OPERATORS: [Operator; 8] = [
    ("**", 0, |a, b| a.checked_pow(b.try_into().ok()?)),
    ("//", 1, u64::checked_div),
    ("<<", LEVELS - 1, |a, b| {
        a.checked_mul(1_u64.checked_shl(b.try_into().ok()?)?)
    }),
    ("*", 1, u64::checked_mul),
    ("/", 1, u64::checked_div),
    ("%", 1, u64::checked_rem),
    ("+", 2, u64::checked_add),
    ("-", 2, u64::checked_sub),
];
const LEVELS: u8 = 4;

/// A part of a text.
#[derive(Clone, Copy, Debug)]
enum Token {
    Number(u64),
    Operator(Operator),
    Other,
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
        } else if let Some(&operator) = OPERATORS.iter().find(|(sign, ..)| rest.starts_with(sign)) {
            take = operator.0.len();
            Some(Token::Operator(operator))
        } else {
            Some(Token::Other)
        };
        tokens.extend(token);
        rest = &rest[take..];
    }
    tokens
}

/// Evaluates a chain of numbers and operators, and records every value on the way.
fn worked_out(mut numbers: Vec<u64>, mut operators: Vec<Operator>, found: &mut BTreeSet<u64>) {
    found.extend(&numbers);
    for level in 0..LEVELS {
        let mut place = 0;
        while place < operators.len() {
            let (_, own_level, apply) = operators[place];
            if own_level != level {
                place += 1;
                continue;
            }
            let Some(value) = apply(numbers[place], numbers[place + 1]) else {
                return;
            };
            numbers[place] = value;
            numbers.remove(place + 1);
            operators.remove(place);
            found.insert(value);
        }
    }
}

/// Returns the letters of the short literals in a text, in their order, without comments and without the lines that
/// begin with one of these names. There are none if they are too many for words.
pub fn letters(text: &str, comment: &str, names: &[&str]) -> Vec<char> {
    let mut found: Vec<char> = Vec::new();
    let mut rest = text;
    let mut before = '\n';
    // The number of open brackets in an optional line. The line ends if there are none.
    let mut open: Option<i32> = None;
    while let Some(c) = rest.chars().next() {
        let is_begin = before == '\n';
        if is_begin && (open.is_none_or(|open| open <= 0)) {
            let is_optional = names.iter().any(|name| {
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
    let mut distinct: Vec<char> = found.into_iter().filter(|&c| is_letter(c)).unique().collect();
    if distinct.len() > MOST_LETTERS {
        distinct.clear();
    }
    distinct
}

/// Returns the numbers in a text, ascending.
pub fn numbers(text: &str) -> Vec<u64> {
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
        let names = ["INPUT", "SAMPLES", "WIN", "LOSE"];
        let of = |text: &str, comment: &str| String::from_iter(letters(text, comment, &names));
        let python = "\"\"\"Play 'x'.\"\"\"\nINPUT = \"s\"\nSAMPLES = [\n  ('q', 'Bob'),\n]\nWIN, LOSE = 'A', 'B'\n\
                      def moves(s): # 'y'\n    if s[0] == '(' and s[1] == \")\" or '\\n(' in s: yield s[2:] or 'is a message'\n";
        assert_eq!(of(python, "#"), "()");
        let cpp = "#include \"game.h\"\n// LETTERS: xy\nvoid moves(string s) { if (s.size() > 1'000 && s[0] == 'a') to(\"b\"); }\n";
        assert_eq!(of(cpp, "//"), "ab");
        assert_eq!(of("def moves(s): yield s[n // 2:], 'b'", "#"), "b");
        assert_eq!(of("LOSER = 'c'", "#"), "c");
        assert_eq!(of("'abc' 'defg'", "#"), "", "too many");
        for broken in ["'", "\"\\", "'''", "\"\"\"x", "'é", "\\", "#", "WIN = ((("] {
            letters(broken, "#", &names);
        }
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
