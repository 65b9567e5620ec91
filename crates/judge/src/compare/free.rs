//! Comparisons that keep neither the order nor the place of what they compare.

use gamesolve_task::model::Tolerance;
use gamesolve_text::{is_blank, tokens};
use itertools::{EitherOrBoth, Itertools as _};

/// A comparison that names no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Free {
    /// The same bytes but for the case of ASCII letters.
    ExactAnyCase,
    /// The same lines but for blanks at their ends.
    TrimmedLines,
    /// The same characters other than blanks in any order, the case of ASCII letters ignored.
    SameLetters,
    /// The same lines in any order, blanks ignored.
    SortedLines,
    /// The same tokens in any order.
    SortedTokens,
    /// The same lines but for blanks at their ends; some of them give part of the points.
    LineCount,
}

impl Free {
    /// Its name in reports.
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

    /// Its rule in one sentence.
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

/// Says that the output differs; `None` where it does not.
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

/// Says that the output differs where numbers may do so to some degree and all else may not, but perhaps for the case of ASCII
/// letters: the blanks between are the same bytes.
pub fn difference_within(tolerance: Tolerance, any_case: bool, answer: &[u8], output: &[u8]) -> Option<String> {
    let is_same =
        |a: &[u8], b: &[u8]| a == b || any_case && a.eq_ignore_ascii_case(b) || super::is_within(tolerance, a, b);
    let mut pairs = pieces(answer).zip_longest(pieces(output)).map(EitherOrBoth::both);
    let first = pairs.find(|pair| !pair.is_some_and(|(a, b)| is_same(a, b)))?;
    let distance = first.and_then(|(a, b)| super::distance(a, b));
    Some(distance.unwrap_or_else(|| "not the same bytes as the answer, or a number too far from it".to_owned()))
}

/// Returns how many lines are those of the answer, blanks at their ends and empty lines left out, and how many there are;
/// `None` where the output has more.
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

/// The tokens of a text and the blanks around them, in turn.
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

/// Returns the lines without blanks at their ends. Each of the two bytes that end lines ends one.
fn trimmed_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| matches!(byte, b'\n' | b'\r')).map(|line| {
        let end = line.iter().rposition(|&byte| !is_blank(byte));
        &line[..end.map_or(0, |last| last + 1)]
    })
}

/// Returns a stored answer with the ends of lines that DMOJ gives it.
fn with_unix_ends(answer: &[u8]) -> Vec<u8> {
    let bytes = answer.iter().enumerate();
    let kept = bytes.filter(|&(at, &byte)| byte != b'\r' || answer.get(at + 1) != Some(&b'\n'));
    kept.map(|(_, &byte)| byte).collect()
}

/// How often each byte occurs, blanks left out, letters in lower case.
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
