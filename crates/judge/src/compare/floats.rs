//! DMOJ's `floats`: tokens of the answer that are numbers may differ within a tolerance, and all others must be equal.
//!
//! **Rule.** Empty lines do not count, but lines of blanks do. If Python reads a token of the answer as a number, the
//! output needs a number near it. No number is near to `nan`. An infinite number would be near to another only by their
//! quotient, which never is. **Source.** `dmoj/checkers/floats.py` of DMOJ's judge.

use gamesolve_task::model::Tolerance;
use itertools::{EitherOrBoth, Itertools as _};

use super::{distance, shown};

/// The rule in one sentence, without the tolerance.
pub const RULE: &str =
    "the same tokens on the same lines, empty lines not counted, numbers read as Python does, as DMOJ's floats";

/// Describes the first difference of the output, or `None` if there is none.
pub fn difference(tolerance: Tolerance, answer: &[u8], output: &[u8]) -> Option<String> {
    let pairs = lines(answer).zip_longest(lines(output)).map(EitherOrBoth::both);
    for pair in pairs {
        let Some(((number, wanted), (_, given))) = pair else {
            return Some("the output and the answer differ in their number of lines".to_owned());
        };
        let (wanted, given) = (tokens(wanted), tokens(given));
        if wanted.len() != given.len() {
            let (is, should) = (given.len(), wanted.len());
            return Some(format!("line {number}: expected {should} tokens, found {is}"));
        }
        for (place, (w, g)) in wanted.into_iter().zip(given).enumerate() {
            if !is_near(tolerance, w, g) {
                let distance = distance(w, g).map_or_else(String::new, |distance| format!(" ({distance})"));
                let (expected, found, token) = (shown(w, 0), shown(g, 0), place + 1);
                return Some(format!(
                    "line {number}, token {token}: expected {expected}, found {found}{distance}"
                ));
            }
        }
    }
    None
}

/// Returns the lines that are not empty, with their numbers.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let lines = text.split(|byte| matches!(byte, b'\n' | b'\r'));
    (1..).zip(lines).filter(|(_, line)| !line.is_empty())
}

fn tokens(line: &[u8]) -> Vec<&[u8]> {
    gamesolve_text::tokens(line).collect()
}

/// Returns whether a token of the output is accepted for a token of the answer.
fn is_near(tolerance: Tolerance, answer: &[u8], output: &[u8]) -> bool {
    let Some(wanted) = python_float(answer) else {
        return answer == output;
    };
    let Some(given) = python_float(output) else {
        return false;
    };
    let by_distance = |most: f64| (given - wanted).abs() <= most;
    match (tolerance.absolute, tolerance.relative) {
        (Some(most), None) => by_distance(most),
        (None, Some(share)) => {
            let ends = [wanted * (1.0 - share), wanted * (1.0 + share)];
            ends[0].min(ends[1]) <= given && given <= ends[0].max(ends[1])
        }
        (Some(most), Some(share)) => {
            by_distance(most) || wanted.abs() >= share && (1.0 - given / wanted).abs() <= share
        }
        (None, None) => answer == output,
    }
}

/// Reads a number as Python's `float` does: single underscores may stand between digits.
fn python_float(token: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(token).ok()?;
    if !text.contains('_') {
        return text.parse().ok();
    }
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let stands_between = |place: usize| place > 0 && is_digit(token.get(place - 1)) && is_digit(token.get(place + 1));
    let underscores = (0..token.len()).filter(|&place| token[place] == b'_');
    let all_stand = underscores.into_iter().all(stands_between);
    all_stand.then(|| text.replace('_', "").parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of an answer and an output, and whether `floats.py` accepts them by default, `absolute` and `relative`,
    /// with the precision 6.
    #[test]
    fn numbers_are_near_as_dmoj_has_it() {
        let tolerance = |absolute, relative| Tolerance { absolute, relative };
        let modes = [
            tolerance(Some(1e-6), Some(1e-6)),
            tolerance(Some(1e-6), None),
            tolerance(None, Some(1e-6)),
        ];
        for (answer, output, accepted) in [
            ("1.0", "1.0\n\n", [true; 3]),
            ("1.0", "1.0\n \n", [false; 3]),
            ("1.0\n \n", "1.0\n\t\n", [true; 3]),
            ("1.0\r\n2", "1.0\n2.0000001", [true; 3]),
            ("1 2", "1\n2", [false; 3]),
            ("nan", "nan", [false; 3]),
            ("inf", "inf", [false, false, true]),
            ("inf", "infinity", [false, false, true]),
            ("1e400", "1e400", [false, false, true]),
            ("10", "1_0", [true; 3]),
            ("10", "1__0", [false; 3]),
            ("1_0", "10", [true; 3]),
            ("_1", "_1", [true; 3]),
            ("1000000", "1000001", [true, false, false]),
            ("1000000", "1000000.5", [true, false, true]),
            ("0", "0.0000001", [true, true, false]),
            ("-1000000", "-1000000.5", [true, false, true]),
            ("abc 0.5", "abc 0.50", [true; 3]),
            ("abc", "ABC", [false; 3]),
            ("1", "x", [false; 3]),
        ] {
            for (mode, expected) in modes.into_iter().zip(accepted) {
                let found = difference(mode, answer.as_bytes(), output.as_bytes());
                assert_eq!(found.is_none(), expected, "{answer:?} {output:?} {mode:?}: {found:?}");
            }
        }
    }
}
