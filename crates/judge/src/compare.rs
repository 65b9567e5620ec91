//! The comparison of an output with the stored answer, by the rules of real judges.
//!
//! **Idea.** A policy cuts both texts into pieces (tokens or lines), and gives each piece a line number. Two texts
//! agree if their sequences of (piece, line) do. Blank lines hold no piece, so blank lines at the end never matter.
//!
//! **Blanks** are the six bytes of C's `isspace`. Everything else is data, even a NUL or a byte order mark. SIO2's
//! oicompare differs: NUL is a blank, and a form feed is data.
//!
//! **Cost.** Linear in both texts. Each policy reads a text once, and copies only the pieces for the message.
//!
//! **Source.** testlib's `wcmp` and `lcmp`, the ICPC package format's default validator, SIO2's oicompare, CMS's white
//! diff, DMOJ's `standard` checker, Themis's evaluator C1.

use std::fmt;

use gamesolve_task::model::{CompareRule, Comparison, Tolerance};
use gamesolve_text::{is_blank, odd_in, quoted, tokens, until_dos_end};

use pieces::{Lines, Piece, Pieces, Shape, Unit, is_blank_of_oicompare};

pub mod floats;
pub mod free;
mod pieces;

/// The longest part of a piece in a message, in characters.
const SHOWN: usize = 64;
/// The number of bytes before the first difference in a message, if the piece is too long.
const CONTEXT: usize = 24;

/// The rule that decides if an output equals the stored answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// testlib `wcmp`.
    #[default]
    Tokens,
    /// testlib `lcmp`.
    Lines,
    /// Byte for byte.
    Exact,
    /// Kattis and DOMjudge without flags.
    Icpc,
    /// SIO2's oicompare.
    Oi,
    /// CMS white diff.
    Cms,
    /// DMOJ `standard`.
    Dmoj,
    /// Themis, evaluator C1.
    Themis,
}

impl Policy {
    /// Every policy, the default first.
    pub const ALL: [Policy; 8] = [
        Policy::Tokens,
        Policy::Lines,
        Policy::Exact,
        Policy::Icpc,
        Policy::Oi,
        Policy::Cms,
        Policy::Dmoj,
        Policy::Themis,
    ];

    /// Returns the name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Policy::Tokens => "tokens",
            Policy::Lines => "lines",
            Policy::Exact => "exact",
            Policy::Icpc => "icpc",
            Policy::Oi => "oi",
            Policy::Cms => "cms",
            Policy::Dmoj => "dmoj",
            Policy::Themis => "themis",
        }
    }

    /// Returns the policy of this name.
    pub fn named(name: &str) -> Option<Policy> {
        Policy::ALL.into_iter().find(|policy| policy.name() == name)
    }

    /// Returns the package comparison with the same meaning.
    pub fn as_comparison(self) -> Comparison {
        Comparison::by(match self {
            Policy::Tokens => CompareRule::Tokens,
            Policy::Lines => CompareRule::Lines,
            Policy::Exact => CompareRule::Exact,
            Policy::Icpc => CompareRule::TokensAnyCase,
            Policy::Oi => CompareRule::OiLines,
            Policy::Cms => CompareRule::Cms,
            Policy::Dmoj => CompareRule::NotBlankLines,
            Policy::Themis => CompareRule::LinesAnyCase,
        })
    }

    /// Returns the rule in one sentence.
    pub fn rule(self) -> &'static str {
        match self {
            Policy::Tokens => "the same tokens in the same order, as testlib's wcmp",
            Policy::Lines => {
                "the same tokens on the same lines, blank lines counted except at the end, as testlib's lcmp"
            }
            Policy::Exact => "the same bytes",
            Policy::Icpc => {
                "the same tokens in the same order, ASCII letter case ignored, as Kattis and DOMjudge without flags"
            }
            Policy::Oi => {
                "the same words on the same lines, a NUL is a blank, blank lines count except at the end, as SIO2's oicompare"
            }
            Policy::Cms => {
                "the same tokens on the same lines, lines ended by LF alone and counted except blank ones at the end, \
                 as CMS's white diff"
            }
            Policy::Dmoj => "the same tokens on the same lines, blank lines not counted, as DMOJ's standard checker",
            Policy::Themis => {
                "the same words on the same lines, ASCII letter case and blank lines at the end ignored, as Themis's \
                 C1LinesWordsIgnoreCase"
            }
        }
    }

    fn shape(self) -> Shape {
        let by_line = Shape {
            unit: Unit::Token,
            lines: Lines::All,
            fold: false,
            lone_cr: true,
            is_blank,
        };
        match self {
            Policy::Tokens => Shape {
                lines: Lines::Ignored,
                ..by_line
            },
            Policy::Lines => by_line,
            Policy::Exact => Shape {
                unit: Unit::WholeLine,
                ..by_line
            },
            Policy::Icpc => Shape {
                lines: Lines::Ignored,
                fold: true,
                ..by_line
            },
            Policy::Oi => Shape {
                lone_cr: false,
                is_blank: is_blank_of_oicompare,
                ..by_line
            },
            Policy::Cms => Shape {
                lone_cr: false,
                ..by_line
            },
            Policy::Dmoj => Shape {
                lines: Lines::NotBlank,
                ..by_line
            },
            Policy::Themis => Shape {
                fold: true,
                lone_cr: false,
                ..by_line
            },
        }
    }

    /// Returns the first difference of `found` from the answer `expected`, or `None` if they agree.
    pub fn difference(self, expected: &[u8], found: &[u8]) -> Option<Difference> {
        self.first_difference(None, expected, found)
    }

    /// Returns the first difference of `found` from the answer `expected`, if numbers may differ by `tolerance`.
    pub fn difference_within(self, tolerance: Tolerance, expected: &[u8], found: &[u8]) -> Option<Difference> {
        self.first_difference(Some(tolerance), expected, found)
    }

    fn first_difference(self, tolerance: Option<Tolerance>, expected: &[u8], found: &[u8]) -> Option<Difference> {
        // The stored answer may be a DOS file. If the output has the end-of-file mark too, keep both marks.
        let has_mark = |text: &[u8]| until_dos_end(text).len() < text.len();
        let expected = if self == Policy::Exact || has_mark(found) {
            expected
        } else {
            until_dos_end(expected)
        };
        let shape = self.shape();
        let are_near = |a: &[u8], b: &[u8]| tolerance.is_some_and(|tolerance| is_within(tolerance, a, b));
        let (mut wanted, mut given) = (Pieces::new(expected, shape), Pieces::new(found, shape));
        loop {
            let (w, g) = (wanted.next(), given.next());
            let same = match (&w, &g) {
                (None, None) => return None,
                (Some(w), Some(g)) => {
                    w.counts_on == g.counts_on && (shape.same(w.bytes, g.bytes) || are_near(w.bytes, g.bytes))
                }
                _ => false,
            };
            if !same {
                let distance = match (tolerance, &w, &g) {
                    (Some(_), Some(w), Some(g)) if w.counts_on == g.counts_on => distance(w.bytes, g.bytes),
                    _ => None,
                };
                return Some(Difference::new(shape, expected, w, g).further_by(distance));
            }
        }
    }

    /// Returns the other policies that accept `found` as the answer `expected`.
    pub fn others_accepting(self, expected: &[u8], found: &[u8]) -> Vec<Policy> {
        let accepts = |policy: &Policy| policy.difference(expected, found).is_none();
        Policy::ALL
            .into_iter()
            .filter(|&policy| policy != self)
            .filter(accepts)
            .collect()
    }
}

/// Returns both pieces as numbers.
fn numbers(expected: &[u8], found: &[u8]) -> Option<(f64, f64)> {
    let number = |bytes: &[u8]| std::str::from_utf8(bytes).ok()?.parse::<f64>().ok();
    number(expected).zip(number(found))
}

/// Describes the distance of two numbers, or `None` if a piece is no number or the distance is not finite.
pub(super) fn distance(expected: &[u8], found: &[u8]) -> Option<String> {
    let (expected, found) = numbers(expected, found)?;
    let distance = (expected - found).abs();
    let relative = distance / expected.abs();
    let share = if relative.is_finite() {
        format!(", {relative:.3e} of the answer")
    } else {
        String::new()
    };
    distance
        .is_finite()
        .then(|| format!("the numbers differ by {distance:.3e}{share}"))
}

/// Returns whether both pieces are numbers within the tolerance. An infinite distance is never within it.
fn is_within(tolerance: Tolerance, expected: &[u8], found: &[u8]) -> bool {
    let Some((expected, found)) = numbers(expected, found) else {
        return false;
    };
    let distance = (expected - found).abs();
    let is_near = |most: Option<f64>| most.is_some_and(|most| distance.is_finite() && distance <= most);
    is_near(tolerance.absolute) || is_near(tolerance.relative.map(|share| share * expected.abs()))
}

/// The first difference between an answer and an output, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    message: String,
    /// The same difference if the output is right and the answer is not.
    blames_answer: String,
    /// The number of the answer's tokens before the difference.
    tokens_before: usize,
}

impl Difference {
    fn new(shape: Shape, answer: &[u8], wanted: Option<Piece<'_>>, given: Option<Piece<'_>>) -> Difference {
        let place = |piece: &Piece<'_>| match shape.unit {
            Unit::Token => format!("line {}, token {}", piece.line, piece.number),
            Unit::WholeLine => format!("line {}", piece.line),
        };
        let whole = |piece: &Piece<'_>| shown(piece.bytes, 0);
        let (message, blames_answer) = match (&wanted, &given) {
            (Some(w), Some(g)) if shape.same(w.bytes, g.bytes) => {
                let note = match shape.lines {
                    Lines::NotBlank => ", blank lines not counted",
                    Lines::All | Lines::Ignored => "",
                };
                let (is, should) = (g.counts_on, w.counts_on);
                let (place, whole) = (place(g), whole(g));
                (
                    format!("{place}: expected {whole} on line {should}, found it on line {is}{note}"),
                    format!("{place}: the file has {whole} on line {should}, the right answer on line {is}{note}"),
                )
            }
            (Some(w), Some(g)) => {
                let differs = |(a, b): (&u8, &u8)| !shape.same(&[*a], &[*b]);
                let common = w.bytes.iter().zip(g.bytes).position(differs);
                let common = common.unwrap_or(w.bytes.len().min(g.bytes.len()));
                let (w, found) = (shown(w.bytes, common), shown(g.bytes, common));
                let place = place(g);
                (
                    format!("{place}: expected {w}, found {found}"),
                    format!("{place}: the file says {w}, the right answer is {found}"),
                )
            }
            (Some(w), None) => {
                let (place, whole) = (place(w), whole(w));
                (
                    format!("the output ends early: expected {whole} ({place} of the answer), found end of output"),
                    format!("{place}: the file says {whole}, but the right answer has ended"),
                )
            }
            (None, Some(g)) => {
                let (place, whole) = (place(g), whole(g));
                (
                    format!("{place}: expected end of output, found {whole}"),
                    format!("{place}: the file has ended, but the right answer says {whole}"),
                )
            }
            (None, None) => unreachable!("two texts that have both ended do not differ"),
        };
        let before = wanted.map_or(answer, |w| &answer[..w.offset]);
        Difference {
            message,
            blames_answer,
            tokens_before: tokens(before).count(),
        }
    }

    /// Adds the distance of the two numbers.
    fn further_by(mut self, distance: Option<String>) -> Difference {
        if let Some(distance) = distance {
            self.message += &format!(" ({distance})");
        }
        self
    }

    /// Returns the words for a right output and a wrong answer file.
    pub fn blaming_the_answer(&self) -> &str {
        &self.blames_answer
    }

    /// Returns the test that contains the difference, counted from 1, if each of `tests` tests has equally many tokens.
    ///
    /// Returns `None` if the tokens of `answer` cannot be divided so, or if the output goes on after the last test.
    pub fn test(&self, answer: &[u8], tests: usize) -> Option<usize> {
        let all = tokens(answer).count();
        let each = all.checked_div(tests)?;
        (each * tests == all && self.tokens_before < all).then(|| self.tokens_before / each + 1)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Returns a piece in backticks and escaped. A long piece is cut to a window around the byte at `focus`.
fn shown(bytes: &[u8], focus: usize) -> String {
    let mut from = if bytes.len() <= SHOWN {
        0
    } else {
        focus.saturating_sub(CONTEXT)
    };
    // Do not begin inside a character: its later bytes begin with the bits 10.
    while from > 0 && bytes[from] & 0xC0 == 0x80 && focus - from < CONTEXT + 3 {
        from -= 1;
    }
    // Escape only as much as the message can show: a piece may be the whole file.
    let to = bytes.len().min(from + 4 * SHOWN + 4);
    let cut = if from > 0 { "…" } else { "" };
    let named = odd_in(&bytes[from..to]).map_or_else(String::new, |odd| format!(" with {odd}"));
    format!("`{cut}{}`{named}", quoted(&bytes[from..to], SHOWN))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the names of the policies that accept `found` for `expected`.
    fn accepting(expected: &str, found: &str) -> String {
        let accepts = |p: &Policy| p.difference(expected.as_bytes(), found.as_bytes()).is_none();
        let names: Vec<&str> = Policy::ALL.iter().filter(|p| accepts(p)).map(|p| p.name()).collect();
        names.join(" ")
    }

    fn message(policy: Policy, expected: &str, found: &str) -> String {
        let difference = policy.difference(expected.as_bytes(), found.as_bytes());
        difference.map_or_else(|| "same".to_owned(), |d| d.to_string())
    }

    const ALL: &str = "tokens lines exact icpc oi cms dmoj themis";

    /// A stored answer may be a DOS file, and the output a copy of it.
    #[test]
    fn the_mark_of_dos_is_ignored_in_the_stored_answer_alone() {
        assert_eq!(accepting("1\n\x1a", "1\n\x1a"), ALL);
        assert_eq!(accepting("1\n\x1a", "1\n"), "tokens lines icpc oi cms dmoj themis");
        assert_eq!(accepting("1\n", "1\n\x1a"), "");
    }

    #[test]
    fn each_policy_forgives_what_its_judge_does() {
        for (what, expected, found, accepted) in [
            ("nothing at all", "", "", ALL),
            ("the same", "1 2\n3\n", "1 2\n3\n", ALL),
            ("another token", "1\n", "2\n", ""),
            ("a token missing", "1 2\n", "1\n", ""),
            ("a token more", "1\n", "1 2\n", ""),
            ("tokens joined", "1 2\n", "12\n", ""),
            (
                "no newline at the end",
                "1\n",
                "1",
                "tokens lines icpc oi cms dmoj themis",
            ),
            (
                "blank lines at the end",
                "1\n",
                "1\n \n\n",
                "tokens lines icpc oi cms dmoj themis",
            ),
            (
                "a blank at the end of a line",
                "1\n2\n",
                "1 \n2\n",
                "tokens lines icpc oi cms dmoj themis",
            ),
            (
                "a blank at the start",
                "1\n",
                " 1\n",
                "tokens lines icpc oi cms dmoj themis",
            ),
            (
                "two blanks between",
                "1 2\n",
                "1  2\n",
                "tokens lines icpc oi cms dmoj themis",
            ),
            (
                "a tab between",
                "1 2\n",
                "1\t2\n",
                "tokens lines icpc oi cms dmoj themis",
            ),
            (
                "a vertical tab between",
                "1 2\n",
                "1\x0b2\n",
                "tokens lines icpc oi cms dmoj themis",
            ),
            (
                "a form feed between",
                "1 2\n",
                "1\x0c2\n",
                "tokens lines icpc cms dmoj themis",
            ),
            ("a NUL between", "1 2\n", "1\x002\n", "oi"),
            ("a CR between", "1 2\n", "1\r2\n", "tokens icpc oi cms themis"),
            ("CRLF", "1\n2\n", "1\r\n2\r\n", "tokens lines icpc oi cms dmoj themis"),
            ("CR alone", "1\n2\n", "1\r2\r", "tokens lines icpc dmoj"),
            ("a blank line in the middle", "1\n2\n", "1\n\n2\n", "tokens icpc dmoj"),
            ("a blank line at the start", "1\n", "\n1\n", "tokens icpc dmoj"),
            ("a line break for a blank", "1 2\n", "1\n2\n", "tokens icpc"),
            ("a blank for a line break", "1\n2\n", "1 2\n", "tokens icpc"),
            ("letter case", "First\n", "FIRST\n", "icpc themis"),
            ("letter case outside ASCII", "É\n", "é\n", ""),
            ("a NUL", "5\n", "5\0\n", "oi"),
            ("a byte order mark", "5\n", "\u{feff}5\n", ""),
            ("a no-break space", "1 2\n", "1\u{a0}2\n", ""),
            ("another way to write a number", "1\n", "1.0\n", ""),
            (
                "blanks for nothing",
                "",
                " \n\t\n",
                "tokens lines icpc oi cms dmoj themis",
            ),
        ] {
            assert_eq!(accepting(expected, found), accepted, "{what}");
            assert_eq!(accepting(found, expected), accepted, "{what}, the other way round");
        }
    }

    #[test]
    fn the_first_difference_is_named_by_line_and_token() {
        for (policy, expected, found, says) in [
            (
                Policy::Tokens,
                "1 2\n3 4\n",
                "1 2\n3 5\n",
                "line 2, token 2: expected `4`, found `5`",
            ),
            (
                Policy::Tokens,
                "1\n2\n",
                "1\n",
                "the output ends early: expected `2` (line 2, token 1 of the answer), found end of output",
            ),
            (
                Policy::Tokens,
                "1\n",
                "1\n\n 7",
                "line 3, token 1: expected end of output, found `7`",
            ),
            (
                Policy::Icpc,
                "Abc\n",
                "aBx\n",
                "line 1, token 1: expected `Abc`, found `aBx`",
            ),
            (
                Policy::Cms,
                "1\n2\n",
                "1\n\n2\n",
                "line 3, token 1: expected `2` on line 2, found it on line 3",
            ),
            (
                Policy::Dmoj,
                "1\n2\n",
                "\n1 2\n",
                "line 2, token 2: expected `2` on line 2, found it on line 1, blank lines not counted",
            ),
            (Policy::Oi, "1 2\n", "1 3\n", "line 1, token 2: expected `2`, found `3`"),
            (
                Policy::Exact,
                "1\n2\n",
                "1\n2 \n",
                "line 2: expected `2\\n`, found `2 \\n`",
            ),
            (Policy::Exact, "1\n", "1", "line 1: expected `1\\n`, found `1`"),
            (
                Policy::Oi,
                "1 2",
                "1\u{a0}2",
                "line 1, token 1: expected `1`, found `1\\u{a0}2` with U+00A0 (no-break space)",
            ),
            (
                Policy::Tokens,
                "1\n",
                "\x1b[2J\n",
                "line 1, token 1: expected `1`, found `\\x1b[2J`",
            ),
        ] {
            assert_eq!(
                message(policy, expected, found),
                says,
                "{policy:?} {expected:?} {found:?}"
            );
        }
    }

    #[test]
    fn two_numbers_that_differ_too_far_are_told_by_how_much() {
        let tolerance = Tolerance {
            absolute: Some(1e-3),
            relative: None,
        };
        let said = |expected: &str, found: &str| {
            let difference = Policy::Tokens.difference_within(tolerance, expected.as_bytes(), found.as_bytes());
            difference.map_or_else(|| "same".to_owned(), |difference| difference.to_string())
        };
        assert_eq!(
            said("2.5", "2.75"),
            "line 1, token 1: expected `2.5`, found `2.75` (the numbers differ by 2.500e-1, 1.000e-1 of the answer)"
        );
        assert_eq!(
            said("0", "1"),
            "line 1, token 1: expected `0`, found `1` (the numbers differ by 1.000e0)"
        );
        for (expected, found) in [("1", "x"), ("x", "1"), ("1", "inf"), ("1", "nan")] {
            let message = said(expected, found);
            assert!(!message.contains("differ by"), "{message}");
        }
        assert!(!message(Policy::Tokens, "1", "2").contains("differ by"));
    }

    #[test]
    fn a_long_piece_is_shown_around_its_first_difference() {
        let (mut a, mut b) = ("é".repeat(1000), "é".repeat(1000));
        a.push_str("xxx");
        b.push_str("yyy");
        let window = |tail: &str| format!("`…{}{tail}`", "é".repeat(12));
        assert_eq!(
            message(Policy::Tokens, &a, &b),
            format!("line 1, token 1: expected {}, found {}", window("xxx"), window("yyy"))
        );
        for digit in ["9", "９"] {
            let long = message(Policy::Tokens, "1", &digit.repeat(1_000_000));
            assert_eq!(
                long,
                format!("line 1, token 1: expected `1`, found `{}…`", digit.repeat(64))
            );
        }
    }

    #[test]
    fn a_window_into_invalid_text_is_no_panic() {
        let (a, b) = (vec![0x80; 500], vec![0x81; 500]);
        for from in [0, 250, 499] {
            let (mut a, b) = (a.clone(), b.clone());
            a[..from].copy_from_slice(&b[..from]);
            for policy in Policy::ALL {
                assert!(policy.difference(&a, &b).is_some());
            }
        }
    }

    #[test]
    fn the_test_of_a_difference_follows_from_shares_of_tokens() {
        let test = |answer: &str, found: &str, tests| {
            let difference = Policy::Tokens.difference(answer.as_bytes(), found.as_bytes());
            difference.unwrap().test(answer.as_bytes(), tests)
        };
        assert_eq!(test("1\n2\n3\n", "1\n5\n3\n", 3), Some(2));
        assert_eq!(test("1 1 2 2 3 3", "1 1 2 2 3 4", 3), Some(3));
        assert_eq!(test("1 1 2 2 3 3", "1 1 2", 3), Some(2), "the output ends early");
        assert_eq!(test("1\n2\n", "1\n2\n3\n", 2), None, "the output goes on");
        assert_eq!(test("1\n2\n3\n", "1\n5\n", 2), None, "the shares are not equal");
        assert_eq!(test("1\n", "2\n", 0), None);
        let line = Policy::Exact.difference(b"1\n2\n", b"1\n2 \n").unwrap();
        assert_eq!(line.test(b"1\n2\n", 2), Some(2));
    }

    #[test]
    fn other_policies_that_accept_are_found() {
        assert_eq!(
            Policy::Tokens.others_accepting(b"Yes", b"YES"),
            [Policy::Icpc, Policy::Themis]
        );
        assert_eq!(Policy::Tokens.others_accepting(b"1", b"2"), []);
    }

    #[test]
    fn names_are_unique_and_lead_back() {
        for policy in Policy::ALL {
            assert_eq!(Policy::named(policy.name()), Some(policy));
            assert!(!policy.rule().is_empty());
        }
        assert_eq!(Policy::named("Tokens"), None);
    }
}
