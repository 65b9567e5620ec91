//! Comparisons that ignore the order or the place of a difference.

use gamesolve_task::model::Tolerance;
use gamesolve_text::{is_blank, tokens};
use itertools::{EitherOrBoth, Itertools as _};

/// A comparison whose message names no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Free {
    /// The same bytes, ASCII letter case ignored.
    ExactAnyCase,
    /// The same lines, blanks at their ends ignored.
    TrimmedLines,
    /// The same characters in any order, blanks and ASCII letter case ignored.
    SameLetters,
    /// The same lines in any order, blanks ignored.
    SortedLines,
    /// The same tokens in any order.
    SortedTokens,
    /// The same lines, blanks at their ends ignored, with part of the points for some of them.
    LineCount,
}

impl Free {
    /// Returns the name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Free::ExactAnyCase => "exact but case",
            Free::TrimmedLines => "rstripped",
            Free::SameLetters => "easy",
            Free::SortedLines => "sorted lines",
            Free::SortedTokens => "sorted tokens",
            Free::LineCount => "linecount",
        }
    }

    /// Returns the rule in one sentence.
    pub fn rule(self) -> &'static str {
        match self {
            Free::ExactAnyCase => "the same bytes, ASCII letter case ignored",
            Free::TrimmedLines => "the same lines except for blanks at their ends, as DMOJ's rstripped",
            Free::SameLetters => {
                "the same characters in any order, blanks and ASCII letter case ignored, as DMOJ's easy"
            }
            Free::SortedLines => "the same lines in any order, blanks ignored, as DMOJ's sorted",
            Free::SortedTokens => "the same tokens in any order",
            Free::LineCount => {
                "the share of lines that are the answer's except for blanks at their ends, as DMOJ's linecount"
            }
        }
    }
}

/// Describes the difference of the output, or `None` if it is accepted.
pub fn difference(rule: Free, answer: &[u8], output: &[u8]) -> Option<String> {
    let (is_same, what) = match rule {
        Free::ExactAnyCase => (answer.eq_ignore_ascii_case(output), "bytes"),
        Free::TrimmedLines => (
            trimmed_lines(&with_unix_ends(answer)).eq(trimmed_lines(output)),
            "lines",
        ),
        Free::SameLetters => (letters(answer) == letters(output), "characters"),
        Free::SortedLines => (sorted_lines(answer) == sorted_lines(output), "lines"),
        Free::SortedTokens => (sorted_tokens(answer) == sorted_tokens(output), "tokens"),
        Free::LineCount => (
            equal_lines(answer, output).is_some_and(|(same, all)| same == all),
            "lines",
        ),
    };
    (!is_same).then(|| format!("not the same {what} as the answer"))
}

/// Describes the difference of the output if numbers may differ within the tolerance, or `None` if it is accepted.
///
/// All other bytes must be equal, even the blanks. `any_case` ignores the case of ASCII letters.
pub fn difference_within(tolerance: Tolerance, any_case: bool, answer: &[u8], output: &[u8]) -> Option<String> {
    let is_same =
        |a: &[u8], b: &[u8]| a == b || any_case && a.eq_ignore_ascii_case(b) || super::is_within(tolerance, a, b);
    let mut pairs = pieces(answer).zip_longest(pieces(output)).map(EitherOrBoth::both);
    let first = pairs.find(|pair| !pair.is_some_and(|(a, b)| is_same(a, b)))?;
    let distance = first.and_then(|(a, b)| super::distance(a, b));
    Some(distance.unwrap_or_else(|| "not the same bytes as the answer, or a number too far from it".to_owned()))
}

/// Returns the number of lines equal to the answer's, and the number of the answer's lines, or `None` if the output has
/// more.
///
/// Blanks at the ends of lines and empty lines are left out.
pub fn equal_lines(answer: &[u8], output: &[u8]) -> Option<(usize, usize)> {
    let lines = |text: &'_ [u8]| -> Vec<Vec<u8>> {
        let lines = text.split(|&byte| byte == b'\n' || byte == b'\r');
        let lines = lines.filter(|line| !line.is_empty());
        lines.map(|line| trimmed(line).to_vec()).collect()
    };
    let (answer, output) = (lines(answer), lines(output));
    let same = answer.iter().zip(&output).filter(|(a, b)| a == b).count();
    (output.len() <= answer.len()).then_some((same, answer.len()))
}

/// Returns the tokens of a text and the blanks around them, in turn.
fn pieces(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.chunk_by(|a, b| is_blank(*a) == is_blank(*b))
}

/// Returns a line without the blanks around it.
fn trimmed(line: &[u8]) -> &[u8] {
    let from = line.iter().position(|&byte| !is_blank(byte)).unwrap_or(line.len());
    let rest = &line[from..];
    let end = rest.iter().rposition(|&byte| !is_blank(byte));
    &rest[..end.map_or(0, |last| last + 1)]
}

/// Returns the lines without blanks at their ends. Every `\n` and every `\r` ends a line.
fn trimmed_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| matches!(byte, b'\n' | b'\r')).map(|line| {
        let end = line.iter().rposition(|&byte| !is_blank(byte));
        &line[..end.map_or(0, |last| last + 1)]
    })
}

/// Returns a stored answer with the line ends that DMOJ gives it.
fn with_unix_ends(answer: &[u8]) -> Vec<u8> {
    let bytes = answer.iter().enumerate();
    let kept = bytes.filter(|&(at, &byte)| byte != b'\r' || answer.get(at + 1) != Some(&b'\n'));
    kept.map(|(_, &byte)| byte).collect()
}

/// Returns the number of occurrences of each byte, without blanks and with letters in lower case.
fn letters(text: &[u8]) -> [usize; 256] {
    let mut counts = [0; 256];
    for &byte in text.iter().filter(|&&byte| !is_blank(byte)) {
        counts[usize::from(byte.to_ascii_lowercase())] += 1;
    }
    counts
}

fn sorted_lines(text: &[u8]) -> Vec<Vec<&[u8]>> {
    let lines = text.split(|&byte| byte == b'\n' || byte == b'\r');
    let lines = lines.filter(|line| !line.is_empty());
    let mut lines: Vec<Vec<&[u8]>> = lines.map(|line| tokens(line).collect()).collect();
    lines.sort_unstable();
    lines
}

fn sorted_tokens(text: &[u8]) -> Vec<&[u8]> {
    let mut all: Vec<&[u8]> = tokens(text).collect();
    all.sort_unstable();
    all
}
