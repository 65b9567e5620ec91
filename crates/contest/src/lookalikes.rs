//! Contestants whose names look the same: probably one person with two rows.

use std::collections::BTreeMap;

use itertools::Itertools as _;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;

use crate::words::one_line;

/// Contestants whose names look the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lookalikes {
    /// The indexes of the contestants in [`Contest::contestants`](crate::results::Contest), at least two.
    pub contestants: Vec<usize>,
    /// The difference of their names.
    pub difference: Difference,
}

/// The only difference of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Difference {
    /// A letter with a mark is one character or two.
    UnicodeForm,
    /// Letter case, and perhaps the Unicode form.
    LetterCase,
    /// Blanks, and perhaps the others.
    Blanks,
}

/// Finds the names that look the same, in the order of the names.
pub fn among(names: &[&str]) -> Vec<Lookalikes> {
    let mut same: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, name) in names.iter().enumerate() {
        let letters: String = name.chars().filter(|c| !c.is_whitespace()).collect();
        same.entry(folded(&letters)).or_default().push(at);
    }
    let groups = same.into_values().filter(|alike| alike.len() > 1);
    let lookalikes = groups.map(|contestants| {
        let names = || contestants.iter().map(|&at| names[at]);
        let difference = if names().map(|name| name.nfc().collect::<String>()).all_equal() {
            Difference::UnicodeForm
        } else if names().map(folded).all_equal() {
            Difference::LetterCase
        } else {
            Difference::Blanks
        };
        Lookalikes {
            contestants,
            difference,
        }
    });
    lookalikes.sorted_by_key(|alike| alike.contestants[0]).collect()
}

/// Returns a name without the differences of letter case and form.
fn folded(name: &str) -> String {
    name.nfc().flat_map(char::to_lowercase).nfc().collect()
}

/// Returns a name with the numbers of all letters outside of ASCII.
fn numbered(name: &str) -> String {
    let shown = name.chars().map(|c| match c {
        ' '..='~' => c.to_string(),
        _ => c.escape_unicode().to_string(),
    });
    shown.collect()
}

impl Lookalikes {
    /// Returns the names in one line. If only the form is different, their letters stand behind them as numbers.
    ///
    /// `name` returns the name of a contestant.
    pub fn names<'a>(&self, name: impl Fn(usize) -> &'a str) -> String {
        let names = self.contestants.iter().map(|&at| {
            let name = name(at);
            let shown = format!("`{}`", one_line(name));
            match self.difference {
                Difference::UnicodeForm => format!("{shown} ({})", numbered(name)),
                Difference::LetterCase | Difference::Blanks => shown,
            }
        });
        names.format(", ").to_string()
    }

    /// Returns the difference, as two sentences.
    pub fn sentences(&self) -> String {
        let difference = match self.difference {
            Difference::UnicodeForm => "the form of their Unicode letters",
            Difference::LetterCase => "letter case",
            Difference::Blanks => "blanks or letter case",
        };
        format!("They differ only in {difference}. Each has a row.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_difference_has_its_words() {
        let names = ["Vũ", "hs1", "Vu\u{303}", "HS1", "Anna B", "Anna B ", "HS2", "HS 3"];
        let lines: Vec<String> = among(&names)
            .iter()
            .map(|alike| format!("{} {}", alike.names(|at| names[at]), alike.sentences()))
            .collect();
        assert_eq!(
            lines,
            [
                "`Vũ` (V\\u{169}), `Vu\u{303}` (Vu\\u{303}) They differ only in the form of their Unicode letters. Each has a row.",
                "`hs1`, `HS1` They differ only in letter case. Each has a row.",
                "`Anna B`, `Anna B ` They differ only in blanks or letter case. Each has a row.",
            ]
        );
        // Other bytes are other names, although both are escaped.
        assert_eq!(among(&["\\xfe", "\\xff"]), []);
    }
}
