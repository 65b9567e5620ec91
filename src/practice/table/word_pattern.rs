//! The pattern of a table of words, and how far it was played out.

use std::fmt::Write as _;

use super::made::larger;
use super::text::TOO_SMALL;
use crate::pattern::words::{self, WordClaim};

/// The pattern of a table of words.
pub(super) struct WordPattern {
    /// The claim, and the longest checked length.
    found: Option<(WordClaim, u64)>,
    /// A claim that holds in the table, and the first longer word that refutes it.
    refuted: Option<(WordClaim, String)>,
    /// The lengths of the words of the table.
    lengths: (u64, u64),
    is_small: bool,
}

impl WordPattern {
    /// Searches the words of a table with their outcomes. A claim must also hold for all `longer` words, by length.
    pub(super) fn find(
        (letters, lengths): (&[char], (u64, u64)),
        known: &[(&str, u64)],
        longer: impl FnOnce() -> Vec<(String, u64)>,
    ) -> WordPattern {
        /// The least number of words that may have a pattern.
        const FEWEST: usize = 30;
        let mut pattern = WordPattern {
            found: None,
            refuted: None,
            lengths,
            is_small: known.len() < FEWEST,
        };
        if pattern.is_small {
            return pattern;
        }
        let claims = words::find(letters, known);
        let longer = if claims.is_empty() { Vec::new() } else { longer() };
        for claim in claims {
            let is_wrong =
                |(word, outcome): &&(String, u64)| claim.value(word).is_some_and(|claimed| claimed != *outcome);
            if let Some((word, _)) = longer.iter().find(is_wrong) {
                pattern.refuted.get_or_insert((claim, word.clone()));
                continue;
            }
            let length = longer.last().map_or(lengths.1, |(word, _)| word.chars().count() as u64);
            pattern.found = Some((claim, length));
            break;
        }
        pattern
    }

    /// Returns the pattern in words.
    pub(super) fn words(&self) -> String {
        let mut text = String::new();
        let _ = match &self.found {
            Some((claim, length)) => {
                let lines = claim.words().join("\n  ");
                writeln!(text, "Pattern: {lines}\n  holds to length {length} only")
            }
            None if self.is_small => writeln!(text, "Pattern: no pattern found. {TOO_SMALL}"),
            None => writeln!(text, "Pattern: no pattern found. gamesolve tried {}.", words::KINDS),
        };
        if let Some((claim, word)) = &self.refuted {
            let _ = writeln!(text, "  not: \"{}\" fails at {word}", claim.words().join("; "));
        }
        text
    }

    /// Returns the pattern for programs.
    pub(super) fn json(&self) -> serde_json::Value {
        let found = self.found.iter().map(|(claim, length)| {
            serde_json::json!({
                "claim": claim.words(),
                "evidence": "holds",
                "details": format!("holds to length {length} only"),
            })
        });
        serde_json::Value::Array(found.collect())
    }

    /// Returns a range of longer words, if the table is too small.
    pub(super) fn larger(&self) -> Option<String> {
        self.is_small.then(|| larger(&[self.lengths], &[], 4)).flatten()
    }
}
