//! The legal tests of a game whose file has a function `valid`, and tests that are changed until they are legal.

use std::sync::PoisonError;

use itertools::Itertools as _;
use serde_json::{Map, Value as Json, json};

use super::form::EMPTY_WORD;
use super::loaded::Loaded;
use super::mistake::GameLanguage;
use super::protocol::{CODED, OwnError};
use crate::random::Random;

impl Loaded {
    /// Returns whether the file says itself which tests are legal.
    pub(super) fn has_valid(&self) -> bool {
        self.facts.valid().is_some()
    }

    /// Returns whether these tests are legal. Each is asked for once, all new ones in one run.
    ///
    /// # Errors
    /// [`OwnError`].
    pub(super) fn legal(&self, starts: &[String]) -> Result<Vec<bool>, OwnError> {
        if !self.has_valid() {
            return Ok(vec![true; starts.len()]);
        }
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let new = starts.iter().unique().filter(|start| !seen.contains_key(*start));
        let new: Vec<String> = new.cloned().collect();
        if !new.is_empty() {
            let tests: Vec<String> = new.iter().map(|start| self.test_for_valid(start)).collect();
            let legal = self.grader.legal(&tests)?;
            seen.extend(new.into_iter().zip(legal));
        }
        Ok(starts.iter().map(|start| seen[start]).collect())
    }

    /// Returns the sentence about a `valid` that refuses every test that is made.
    pub(super) fn refusal_of_all(&self, typed: &str) -> String {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        format!(
            "{typed}: `valid` refuses all {} tests that gamesolve made\nhint: state in `LIMITS` which numbers are legal, as \
             closely as you can",
            seen.len()
        )
    }

    /// Returns a test as the game's own `valid` takes it.
    fn test_for_valid(&self, start: &str) -> String {
        let form = &self.form;
        if start.starts_with(CODED) {
            return start.to_owned();
        }
        let (before, parts) = form.taken_apart(start);
        if self.named.stated.language == GameLanguage::Cpp {
            return before.iter().chain(parts.iter().flatten()).join(" ");
        }
        let is_of_words = self.is_of_words();
        let value = |word: &String| match word.parse::<u64>() {
            Ok(number) if !is_of_words => json!(number),
            _ if word == EMPTY_WORD => json!(""),
            _ => json!(word),
        };
        let mut named = Map::new();
        for (name, word) in form.before.iter().zip(&before) {
            // A count is a number even if its parts are words.
            named.insert(
                name.clone(),
                word.parse::<u64>().map_or_else(|_| json!(word), |number| json!(number)),
            );
        }
        for (place, name) in form.words.iter().enumerate() {
            let mut column = parts
                .iter()
                .filter_map(|part| part.get(if form.is_list { 0 } else { place }))
                .map(value);
            let one = match form.parts {
                Some(_) => column.collect(),
                None => column.next().unwrap_or(Json::Null),
            };
            named.insert(name.clone(), one);
        }
        Json::Object(named).to_string()
    }

    /// Returns the first legal variant of each of these starts. A start without one is left out.
    ///
    /// # Errors
    /// [`OwnError`].
    pub(super) fn legalized(&self, starts: &[String], size: u64) -> Result<Vec<String>, OwnError> {
        if !self.has_valid() {
            return Ok(starts.to_vec());
        }
        let variants: Vec<Vec<String>> = starts.iter().map(|start| self.variants(start, size)).collect();
        let mut legal = self.legal(&variants.concat())?.into_iter();
        let first = |variants: Vec<String>| {
            let found: Vec<(String, bool)> = variants.into_iter().zip(legal.by_ref()).collect();
            found
                .into_iter()
                .find_map(|(start, is_legal)| is_legal.then_some(start))
        };
        Ok(variants.into_iter().filter_map(first).collect())
    }

    /// Returns a start, and the same one with other numbers: sorted, distinct, as a palindrome, without equal
    /// neighbours, each of these also with one part less, and with each number alone one lower or higher.
    fn variants(&self, start: &str, size: u64) -> Vec<String> {
        let form = &self.form;
        let (before, parts) = form.taken_apart(start);
        let mut random = Random::new(start.len() as u64 ^ size);
        let limits = |name: &String| {
            let (low, high) = self.facts.limit(name).unwrap_or((0, u64::MAX >> 1));
            (low, high.min(low.saturating_add(size)).max(low))
        };
        let mut found = vec![start.to_owned()];
        let mut put = |before: &[String], parts: &[Vec<String>]| found.push(form.start(before, parts));
        let fewest = form
            .parts
            .as_ref()
            .map_or(1, |name| self.facts.limit(name).unwrap_or((1, 1)).0);
        for less in 0..=usize::from(parts.len() as u64 > fewest.max(1)) {
            let parts = &parts[..parts.len() - less];
            let mut before = before.clone();
            if let Some(count) = form.count_place() {
                before[count] = parts.len().to_string();
            }
            put(&before, parts);
            if self.is_of_words() {
                let changed = |word: &String| arranged_word(word, &self.letters());
                let of_each: Vec<Vec<String>> = parts.iter().flatten().map(changed).collect();
                let ways = of_each.iter().map(Vec::len).max().unwrap_or(0);
                for way in 0..ways {
                    let part = |word: &Vec<String>| vec![word[way.min(word.len() - 1)].clone()];
                    put(&before, &of_each.iter().map(part).collect::<Vec<_>>());
                }
                continue;
            }
            let width = parts.first().map_or(0, Vec::len);
            // The numbers of a single part are a row, else those of a column.
            let rows: Vec<Vec<(usize, usize)>> = match parts.len() {
                1 => vec![(0..width).map(|column| (0, column)).collect()],
                count => (0..width)
                    .map(|column| (0..count).map(|row| (row, column)).collect())
                    .collect(),
            };
            for row in rows {
                let numbers: Vec<u64> = row
                    .iter()
                    .filter_map(|&(row, column)| parts[row][column].parse().ok())
                    .collect();
                let name = |&(_, column): &(usize, usize)| form.words.get(column).unwrap_or(&form.words[0]);
                let limits = row.iter().map(|place| limits(name(place))).collect::<Vec<_>>();
                for arranged in arranged(&numbers, &limits, &mut random) {
                    let mut parts = parts.to_vec();
                    for (&(row, column), number) in row.iter().zip(arranged) {
                        parts[row][column] = number.to_string();
                    }
                    put(&before, &parts);
                }
            }
        }
        found
    }
}

/// Returns these numbers in other orders and with other values within their limits.
fn arranged(numbers: &[u64], limits: &[(u64, u64)], random: &mut Random) -> Vec<Vec<u64>> {
    let sorted: Vec<u64> = numbers.iter().copied().sorted().collect();
    let mut distinct: Vec<u64> = Vec::new();
    for (&number, &(low, high)) in numbers.iter().zip(limits) {
        let others = std::iter::repeat_with(|| random.within(low as i64, high as i64) as u64);
        let next = std::iter::once(number)
            .chain(others.take(50))
            .find(|number| !distinct.contains(number));
        // Among few numbers the lowest free one is there, if any is.
        distinct.push(
            next.or_else(|| (low..=high).take(1000).find(|free| !distinct.contains(free)))
                .unwrap_or(number),
        );
    }
    let increasing: Vec<u64> = distinct.iter().copied().sorted().collect();
    let mirrored = (0..numbers.len())
        .map(|place| numbers[place.min(numbers.len() - 1 - place)])
        .collect();
    let mut uneven = numbers.to_vec();
    for place in 1..uneven.len() {
        let (low, high) = limits[place];
        if uneven[place] == uneven[place - 1] {
            uneven[place] = if uneven[place] < high { uneven[place] + 1 } else { low };
        }
    }
    let reversed = |numbers: &[u64]| numbers.iter().rev().copied().collect();
    let mut found = vec![
        reversed(&increasing),
        reversed(&sorted),
        increasing,
        sorted,
        distinct,
        mirrored,
        uneven,
        vec![numbers.first().copied().unwrap_or(0); numbers.len()],
    ];
    for place in 0..numbers.len() {
        for other in [numbers[place].wrapping_sub(1), numbers[place] + 1] {
            let mut changed = numbers.to_vec();
            changed[place] = other;
            found.push(changed);
        }
    }
    // A number that changes its place may not fit there.
    found.retain(|numbers| {
        numbers
            .iter()
            .zip(limits)
            .all(|(number, (low, high))| (low..=high).contains(&number))
    });
    found
}

/// Returns a word as a palindrome, sorted, without equal neighbours, and one letter shorter in the same ways.
fn arranged_word(word: &str, letters: &[char]) -> Vec<String> {
    let of = |word: &[char]| -> Vec<String> {
        let mirrored = (0..word.len())
            .map(|place| word[place.min(word.len() - 1 - place)])
            .collect();
        let mut uneven: Vec<char> = Vec::new();
        for &letter in word {
            let is_other = |other: &&char| uneven.last() != Some(*other);
            uneven.push(
                *std::iter::once(&letter)
                    .chain(letters)
                    .find(is_other)
                    .unwrap_or(&letter),
            );
        }
        vec![mirrored, word.iter().sorted().collect(), uneven.into_iter().collect()]
    };
    let word: Vec<char> = word.chars().collect();
    let shorter = &word[..word.len().saturating_sub(1)];
    let short = (!shorter.is_empty()).then(|| of(shorter)).into_iter().flatten();
    of(&word).into_iter().chain(short).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_distinct_sorted_or_mirrored_in_limits() {
        let limits = [(1, 4); 4];
        let all = arranged(&[4, 2, 2, 4], &limits, &mut Random::new(1));
        for wanted in [
            [1, 2, 3, 4],
            [4, 3, 2, 1],
            [2, 2, 4, 4],
            [4, 2, 2, 4],
            [4, 4, 4, 4],
            [4, 2, 3, 4],
            [3, 2, 2, 4],
        ] {
            assert!(all.iter().any(|numbers| numbers[..] == wanted), "{wanted:?} in {all:?}");
        }
        assert!(all.iter().flatten().all(|number| (1..=4).contains(number)));
        let unlike = arranged(&[3, 9], &[(1, 3), (1, 9)], &mut Random::new(1));
        assert!(unlike.iter().all(|numbers| numbers[0] <= 3), "{unlike:?}");
    }

    #[test]
    fn words_become_palindromes_without_equal_neighbours_or_shorter() {
        let all = arranged_word("aab", &['a', 'b']);
        for wanted in ["aaa", "aab", "aba", "aa", "ab"] {
            assert!(all.iter().any(|word| word == wanted), "{wanted} in {all:?}");
        }
    }
}
