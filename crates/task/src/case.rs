//! One testcase on disk, and the order of testcases in judging and reports.

use std::cmp::Ordering;
use std::path::PathBuf;

use regex_lite::Regex;

use crate::error::TaskError;
use gamesolve_text::quoted;

/// One testcase: an input and its stored answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The name in reports: the path without the ending, relative to the named folder, escaped.
    pub name: String,
    /// The bytes of its name in ASCII lower case. They pair the testcase with an output in another folder.
    pub key: Vec<u8>,
    /// The test group, if the layout has groups, escaped.
    pub group: Option<String>,
    /// The input file.
    pub input: PathBuf,
    /// The file with the stored answer.
    pub answer: PathBuf,
}

impl Case {
    /// Returns the size of the input, or 0 if there is no such file.
    pub fn input_bytes(&self) -> u64 {
        self.input.metadata().map_or(0, |input| input.len())
    }
}

/// Returns whether a testcase has the name of a sample, such as `sample-1` or `data/sample/1`.
pub fn is_called_sample(name: &str) -> bool {
    let name = name.strip_prefix("data/").unwrap_or(name);
    let first = name.split(['/', '-', '_', '.']).next().unwrap_or_default();
    first.eq_ignore_ascii_case("sample") || first.eq_ignore_ascii_case("samples")
}

/// Compares names as people expect: runs of digits as numbers (`2` before `10`), the rest by bytes.
///
/// Names that differ only in leading zeros are compared by bytes, so only identical names are equal.
pub fn natural_order(a: &str, b: &str) -> Ordering {
    let (mut x, mut y) = (a.as_bytes(), b.as_bytes());
    while let (Some(p), Some(q)) = (x.first(), y.first()) {
        let order = if p.is_ascii_digit() && q.is_ascii_digit() {
            let (m, n) = (take_number(&mut x), take_number(&mut y));
            m.len().cmp(&n.len()).then_with(|| m.cmp(n))
        } else {
            (x, y) = (&x[1..], &y[1..]);
            p.cmp(q)
        };
        if order.is_ne() {
            return order;
        }
    }
    x.len().cmp(&y.len()).then_with(|| a.cmp(b))
}

/// Removes the run of digits at the start of `text` and returns it without leading zeros.
fn take_number<'a>(text: &mut &'a [u8]) -> &'a [u8] {
    let whole: &'a [u8] = text;
    let end = whole.iter().position(|b| !b.is_ascii_digit()).unwrap_or(whole.len());
    let (digits, rest) = whole.split_at(end);
    *text = rest;
    let zeros = digits.iter().take_while(|&&b| b == b'0').count();
    &digits[zeros..]
}

/// Returns whether a pattern with `*` and `?` matches the whole text.
///
/// It backtracks to the last star only, which suffices. The time is at most the product of both lengths.
pub fn name_matches(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut p, mut t) = (0, 0);
    let mut last_star: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some(b'*') => {
                last_star = Some((p, t));
                p += 1;
            }
            Some(&c) if c == b'?' || c == text[t] => {
                p += 1;
                t += 1;
            }
            _ => {
                let Some((star, from)) = last_star else {
                    return false;
                };
                last_star = Some((star, from + 1));
                (p, t) = (star + 1, from + 1);
            }
        }
    }
    pattern[p..].iter().all(|c| *c == b'*')
}

/// Returns an expression for the paths that a pattern means, and for all paths below them.
///
/// In the pattern `*` stands for any characters except `/`, and `{a,b}` for one of its texts.
///
/// # Errors
/// Fails if the pattern is too long.
pub fn path_pattern(pattern: &str) -> Result<Regex, TaskError> {
    let literal = |text: &str| regex_lite::escape(text).replace("\\*", "[^/]*");
    let (mut text, mut rest) = ("^".to_owned(), pattern.trim_end_matches('/'));
    while let Some((before, behind)) = rest.split_once('{')
        && let Some((inside, behind)) = behind.split_once('}')
    {
        let choices: Vec<String> = inside.split(',').map(|choice| literal(choice.trim())).collect();
        text += &format!("{}(?:{})", literal(before), choices.join("|"));
        rest = behind;
    }
    text += &format!("{}(?:/|$)", literal(rest));
    Regex::new(&text).map_err(|error| {
        TaskError::new(format!(
            "{} is not a pattern of paths: {error}",
            quoted(pattern.as_bytes(), 60)
        ))
    })
}

/// Returns whether the pattern means the testcase of this name. Names in ICPC packages are relative to `data`.
pub fn is_case_of(pattern: &Regex, name: &str) -> bool {
    pattern.is_match(name.strip_prefix("data/").unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_compare_as_numbers() {
        let sorted = [
            "",
            "1",
            "2",
            "10",
            "99999999999999999999999",
            "100000000000000000000000",
            "a",
            "a/2",
            "a/10",
            "a1",
            "a1b",
            "a02",
            "a2",
            "a10",
            "b",
        ];
        for (i, a) in sorted.iter().enumerate() {
            for (j, b) in sorted.iter().enumerate() {
                assert_eq!(natural_order(a, b), i.cmp(&j), "{a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn patterns_of_paths_mean_whole_names_and_what_lies_below() {
        let is_match = |pattern: &str, path: &str| path_pattern(pattern).unwrap().is_match(path);
        for (pattern, path) in [
            ("wa", "wa/a.py"),
            ("wa/", "wa/a.py"),
            ("wa/*.py", "wa/a.py"),
            ("*/a.py", "wa/a.py"),
            ("wa/a.{py,cpp}", "wa/a.cpp"),
            ("secret/*{1,3}", "secret/13"),
            ("secret/{ 4 }{ 2 }", "secret/42"),
            ("a{b", "a{b"),
        ] {
            assert!(is_match(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in [
            ("wa", "waa/a.py"),
            ("wa/a", "wa/a.py"),
            ("*.py", "wa/a.py"),
            ("wa/a.{py,cpp}", "wa/a.java"),
            ("a.py", "wa/a.py"),
            ("w+", "ww"),
        ] {
            assert!(!is_match(pattern, path), "{pattern} {path}");
        }
        let group = path_pattern("secret/g").unwrap();
        assert!(is_case_of(&group, "data/secret/g/1") && is_case_of(&group, "secret/g/1"));
        assert!(!is_case_of(&group, "data/data/secret/g/1"));
        assert!(path_pattern(&"{a,b}".repeat(1 << 17)).is_err());
    }
}
