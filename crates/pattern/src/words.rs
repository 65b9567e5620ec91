//! Patterns of tables of words: counts of letters, length, symmetry.

use std::collections::BTreeMap;
use std::fmt;

use itertools::Itertools as _;

use super::bits::{Facts, MARGIN, choice};

/// The kinds of patterns of words, for people.
pub const KINDS: &str = "counts of letters, the least count, length and stretches modulo 2, 3 and 4, letters with an odd count, \
                         equal counts, equal ends, symmetry, and pairs of these, for all words or without equal neighbours";

/// A number with few values, computed from a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordFeature {
    /// The length modulo a number.
    Length(u64),
    /// The count of a letter modulo a number.
    Count(char, u64),
    /// Whether a letter occurs.
    Has(char),
    /// The count of the rarest letter of the alphabet modulo a number.
    Least(u64),
    /// The number of stretches of equal letters modulo a number.
    Stretches(u64),
    /// The number of letters with an odd count.
    Odd,
    /// Whether all letters of the alphabet have the same count.
    Equal,
    /// Whether the first letter is the last.
    Ends,
    /// Whether the word reads the same from its end.
    Palindrome,
}

impl WordFeature {
    /// Returns every feature of words of an alphabet, the plainest first.
    fn all(letters: &[char]) -> Vec<WordFeature> {
        let mut all = Vec::new();
        for q in 2..=4 {
            all.push(WordFeature::Length(q));
            all.extend(letters.iter().map(|&letter| WordFeature::Count(letter, q)));
            all.push(WordFeature::Stretches(q));
            if letters.len() > 1 {
                all.push(WordFeature::Least(q));
            }
        }
        all.extend(letters.iter().map(|&letter| WordFeature::Has(letter)));
        all.extend([
            WordFeature::Odd,
            WordFeature::Equal,
            WordFeature::Ends,
            WordFeature::Palindrome,
        ]);
        all
    }

    /// Returns the value for a word of an alphabet.
    pub fn value(self, word: &str, letters: &[char]) -> u64 {
        let count = |letter: char| word.chars().filter(|&other| other == letter).count() as u64;
        let counts = || letters.iter().map(|&letter| count(letter));
        match self {
            WordFeature::Length(q) => word.chars().count() as u64 % q,
            WordFeature::Count(letter, q) => count(letter) % q,
            WordFeature::Has(letter) => u64::from(word.contains(letter)),
            WordFeature::Least(q) => counts().min().unwrap_or(0) % q,
            WordFeature::Stretches(q) => word.chars().dedup().count() as u64 % q,
            WordFeature::Odd => counts().filter(|count| count % 2 == 1).count() as u64,
            WordFeature::Equal => u64::from(counts().all_equal()),
            WordFeature::Ends => u64::from(word.chars().next() == word.chars().next_back()),
            WordFeature::Palindrome => u64::from(word.chars().eq(word.chars().rev())),
        }
    }
}

impl fmt::Display for WordFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WordFeature::Length(q) => write!(f, "the length mod {q}"),
            WordFeature::Count(letter, q) => write!(f, "the count of {letter} mod {q}"),
            WordFeature::Has(letter) => write!(f, "whether {letter} occurs"),
            WordFeature::Least(q) => write!(f, "the count of the rarest letter mod {q}"),
            WordFeature::Stretches(q) => write!(f, "the number of stretches of equal letters mod {q}"),
            WordFeature::Odd => f.write_str("the number of letters with an odd count"),
            WordFeature::Equal => f.write_str("whether all letters have the same count"),
            WordFeature::Ends => f.write_str("whether the first letter is the last"),
            WordFeature::Palindrome => f.write_str("whether the word is a palindrome"),
        }
    }
}

/// A claim that the outcome of a word follows from one or two features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordClaim {
    letters: Vec<char>,
    features: Vec<WordFeature>,
    /// Whether the claim is only about words without equal neighbours.
    without_pairs: bool,
    /// The outcome for the values of the features: 0 lost, 1 won, 2 drawn.
    cases: BTreeMap<Vec<u64>, u64>,
}

impl WordClaim {
    /// Returns the claimed outcome, or `None` if the table did not show such a word.
    pub fn value(&self, word: &str) -> Option<u64> {
        if self.without_pairs && has_pair(word) {
            return None;
        }
        let values = self.features.iter().map(|feature| feature.value(word, &self.letters));
        self.cases.get(&values.collect::<Vec<_>>()).copied()
    }

    /// Returns the claim in words, one idea a line.
    pub fn words(&self) -> Vec<String> {
        let features = self.features.iter().join(", and on ");
        let only = if self.without_pairs {
            " if no neighbours are equal"
        } else {
            ""
        };
        let mut lines = vec![format!("the outcome depends only on {features}{only}")];
        for (name, value) in [("lost", 0), ("drawn", 2)] {
            let alike = self.cases.iter().filter(|(_, outcome)| **outcome == value);
            let alike: Vec<String> = alike.map(|(class, _)| self.class(class)).collect();
            if !alike.is_empty() {
                lines.push(format!("  {name}: {}", alike.join("; ")));
            }
        }
        lines
    }

    /// Returns the values of the features for people.
    fn class(&self, class: &[u64]) -> String {
        let named = self
            .features
            .iter()
            .zip(class)
            .map(|(feature, &value)| match (feature, value) {
                (WordFeature::Has(_) | WordFeature::Equal | WordFeature::Ends | WordFeature::Palindrome, value) => {
                    if value == 0 {
                        "no".to_owned()
                    } else {
                        "yes".to_owned()
                    }
                }
                (_, value) => value.to_string(),
            });
        named.collect::<Vec<_>>().join(" and ")
    }
}

fn has_pair(word: &str) -> bool {
    word.chars().tuple_windows().any(|(one, other)| one == other)
}

/// Returns the shortest claim that holds for words with these outcomes and earns its bits.
///
/// It is a claim about all words, or else about the words without equal neighbours: many games allow no others.
pub fn find(letters: &[char], words: &[(&str, u64)]) -> Option<WordClaim> {
    find_where(letters, words, false).or_else(|| {
        let words: Vec<(&str, u64)> = words.iter().filter(|(word, _)| !has_pair(word)).copied().collect();
        find_where(letters, &words, true)
    })
}

fn find_where(letters: &[char], words: &[(&str, u64)], without_pairs: bool) -> Option<WordClaim> {
    /// The least number of words for each case.
    const FEWEST_OF_CASE: usize = 3;
    let features = WordFeature::all(letters);
    let of_all =
        |feature: &WordFeature| -> Vec<u64> { words.iter().map(|(word, _)| feature.value(word, letters)).collect() };
    let columns: Vec<Vec<u64>> = features.iter().map(of_all).collect();
    let claim = |places: &[usize]| -> Option<WordClaim> {
        let mut cases: BTreeMap<Vec<u64>, (u64, usize)> = BTreeMap::new();
        for (row, &(_, outcome)) in words.iter().enumerate() {
            let class = places.iter().map(|&place| columns[place][row]).collect();
            let (known, count) = cases.entry(class).or_insert((outcome, 0));
            *count += 1;
            if *known != outcome {
                return None;
            }
        }
        let is_often = cases.values().all(|&(_, count)| count >= FEWEST_OF_CASE);
        is_often.then(|| WordClaim {
            letters: letters.to_vec(),
            without_pairs,
            features: places.iter().map(|&place| features[place]).collect(),
            cases: cases
                .into_iter()
                .map(|(class, (outcome, _))| (class, outcome))
                .collect(),
        })
    };
    let facts = Facts::of(words.iter().map(|&(_, outcome)| outcome)).all();
    let largest = words.iter().map(|&(_, outcome)| outcome).max()?;
    let earns = |claim: &WordClaim| {
        let bits = claim.features.len() as u32 * choice(features.len())
            + claim.cases.len() as u32 * choice(largest as usize + 1);
        facts - i64::from(1 + u32::from(without_pairs) + bits) >= MARGIN
    };
    let alone = (0..features.len()).map(|place| vec![place]);
    let pairs = (0..features.len())
        .array_combinations()
        .map(|[one, other]| vec![one, other]);
    let all_alike = words.iter().map(|(_, outcome)| outcome).all_equal();
    let mut claims = alone.chain(pairs).filter_map(|places| claim(&places));
    claims.find(|claim| !all_alike && earns(claim))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the words of two letters up to a length, with their outcomes by a rule.
    fn said(length: usize, outcome: impl Fn(&str) -> u64) -> Option<Vec<String>> {
        let words: Vec<String> = (1..=length)
            .flat_map(|length| (0..1 << length).map(move |bits: u32| format!("{bits:0length$b}")))
            .collect();
        let words: Vec<(&str, u64)> = words.iter().map(|word| (&**word, outcome(word))).collect();
        find(&['0', '1'], &words).map(|claim| claim.words())
    }

    fn count(word: &str, letter: char) -> usize {
        word.chars().filter(|&other| other == letter).count()
    }

    #[test]
    fn words_have_their_patterns() {
        let lines = |lines: [&str; 2]| Some(lines.map(str::to_owned).to_vec());
        // Cut out 01 or 10.
        let least = |word: &str| count(word, '0').min(count(word, '1')) as u64 % 2;
        assert_eq!(
            said(6, least),
            lines([
                "the outcome depends only on the count of the rarest letter mod 2",
                "  lost: 0"
            ])
        );
        let same = |word: &str| u64::from(word.chars().ne(word.chars().rev()));
        assert_eq!(
            said(6, same),
            lines([
                "the outcome depends only on whether the word is a palindrome",
                "  lost: yes"
            ])
        );
        // Words with equal neighbours are no positions of such a game.
        let ends = |word: &str| {
            let is_same = word.starts_with(&word[word.len() - 1..]);
            u64::from(has_pair(word) || (word.len() % 2 == 1) != is_same)
        };
        let said_of_three = {
            let words = (1..=6).flat_map(|length| (0..length).map(|_| "abc".chars()).multi_cartesian_product());
            let words: Vec<String> = words.map(|word| word.into_iter().collect()).collect();
            let words: Vec<(&str, u64)> = words.iter().map(|word| (&**word, ends(word))).collect();
            find(&['a', 'b', 'c'], &words).map(|claim| claim.words().swap_remove(0))
        };
        assert_eq!(
            said_of_three.unwrap(),
            "the outcome depends only on the length mod 2, and on whether the first letter is the last if no neighbours are \
             equal"
        );
        let both =
            |word: &str| u64::from(count(word, '1').is_multiple_of(2) && !word.starts_with(&word[word.len() - 1..]));
        assert_eq!(
            said(6, both).unwrap()[0],
            "the outcome depends only on the count of 1 mod 2, and on the number of stretches of equal letters mod 2"
        );
    }

    #[test]
    fn few_words_and_chance_have_no_pattern() {
        assert_eq!(said(2, |word| word.len() as u64 % 2), None);
        assert_eq!(said(6, |_| 1), None);
        let chance = |word: &str| {
            super::super::step::scrambled(u64::from_str_radix(word, 2).unwrap() + 100 * word.len() as u64) % 2
        };
        assert_eq!(said(6, chance), None);
    }
}
