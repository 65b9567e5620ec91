//! Inputs of a game that nobody wrote: random ones, smaller ones, and one for a position on the command line.

use itertools::Itertools as _;

use super::form::{EMPTY_LIST, EMPTY_WORD, Form, LARGEST, NO_PARTS};
use super::game::typed_numbers;
use super::loaded::Loaded;
use super::protocol::OwnError;
use crate::random::Random;

/// The random tests that become legal ones for an input.
pub(super) const TRIED: usize = 24;

/// The byte before a start that stands for an input, because the format of inputs cannot give it.
pub(super) const ONE_START: u8 = 2;

/// Returns a text that stands for an input with only this start.
pub(super) fn one_start(start: &str) -> String {
    format!("{}{start}\n", char::from(ONE_START))
}

impl Loaded {
    /// Returns the names of the numbers of a position in an input.
    fn position_names(&self) -> Vec<String> {
        let form = &self.form;
        if form.words.is_empty() {
            return self.facts.parameters();
        }
        let constants = form.before.iter().filter(|name| Some(*name) != form.parts.as_ref());
        constants.chain(&form.words).cloned().collect()
    }

    /// Returns an input of numbers up to `size` within the file's limits, or of words of the file's letters.
    ///
    /// If the file has a `valid` that refuses all tests of this size, the numbers are larger. If it refuses those too, the
    /// input is not legal.
    pub(super) fn generate(&self, size: u64, seed: u64) -> String {
        let (facts, form) = (&self.facts, &self.form);
        let tests = form.tests.as_ref().map_or(1, |name| self.several(name, 1, 4).1);
        let tests = usize::try_from(tests).unwrap_or(usize::MAX);
        let mut random = Random::new(seed);
        let (low, high) = self.counts();
        let parts = Random::new(seed ^ 1).within(low, high);
        let plain: Vec<String> = (0..tests)
            .map(|_| self.random_start(&mut random, size, parts))
            .collect();
        if facts.valid().is_none() {
            return form.write(&plain);
        }
        // The loaded file has answered before, so a failure here is that of `valid`, which reading the input reports.
        let legal = self.legal_starts(size, seed, tests).unwrap_or_default();
        form.write(&if legal.is_empty() { plain } else { legal })
    }

    /// Returns this many legal tests up to a size, or the first larger one that has some. There are none if `valid` refuses
    /// all tests that are made.
    pub(super) fn legal_starts(&self, size: u64, seed: u64, count: usize) -> Result<Vec<String>, OwnError> {
        let mut random = Random::new(seed);
        let top = self.sizes().unwrap_or(size).max(size);
        let (low, high) = self.counts();
        let mut size = size;
        loop {
            let starts: Vec<String> = (0..TRIED)
                .map(|_| {
                    let parts = random.within(low, high);
                    self.random_start(&mut random, size, parts)
                })
                .collect();
            let legal = self.legalized(&starts, size)?;
            if !legal.is_empty() || size >= top {
                return Ok(legal.into_iter().cycle().take(count).collect());
            }
            size = (4 * size.max(1)).min(top);
        }
    }

    /// Returns the bounds of a count: those of the file, from `least` on and not much above `most`.
    fn several(&self, name: &str, least: u64, most: u64) -> (u64, u64) {
        let (low, high) = self.facts.limit(name).unwrap_or((1, most));
        (low.max(least), high.min(low.max(1) + most).max(low.max(least)))
    }

    /// Returns the bounds of the number of parts of a test.
    fn counts(&self) -> (i64, i64) {
        let counts = self.form.parts.as_ref().map(|name| {
            // A sum without parts would lose the numbers before them.
            self.several(name, u64::from(self.form.before.len() > 1), 3)
        });
        counts.map_or((1, 1), |(low, high)| (low as i64, high as i64))
    }

    /// Returns the start of a random test of numbers up to `size` and this many parts.
    fn random_start(&self, random: &mut Random, size: u64, parts: i64) -> String {
        let (facts, form, letters, of_words) = (&self.facts, &self.form, self.letters(), self.is_of_words());
        let mut word = |name: &String, of_words: bool| {
            if of_words {
                let length = random.within(1, size.clamp(1, 1000) as i64);
                let letter = |_| letters[random.within(0, letters.len() as i64 - 1) as usize];
                return (0..length).map(letter).collect::<String>();
            }
            let (low, high) = facts.limit(name).unwrap_or((0, u64::MAX >> 1));
            let high = low.saturating_add(size).min(high).max(low);
            random.within(low as i64, high as i64).to_string()
        };
        if form.words.is_empty() {
            let names = facts.parameters();
            return names.iter().map(|name| word(name, of_words)).join(" ");
        }
        let before = form.before.iter().map(|name| match form.parts.as_ref() {
            Some(count) if count == name => parts.to_string(),
            _ => word(name, false),
        });
        let before: Vec<String> = before.collect();
        let part = |_| form.words.iter().map(|name| word(name, of_words)).collect();
        form.start(&before, &(0..parts).map(part).collect::<Vec<_>>())
    }

    /// Returns the difference of the widest limits. Without limits any number is a size.
    pub(super) fn sizes(&self) -> Option<u64> {
        /// The letters of the longest generated word.
        const LETTERS: u64 = 1000;
        if self.is_of_words() {
            return Some(LETTERS);
        }
        let names = self.position_names().into_iter();
        let limits = names.map(|name| self.facts.limit(&name).unwrap_or((0, LARGEST as u64)));
        limits.map(|(low, high)| (high - low).max(1)).max()
    }

    /// Describes the numbers above the largest generated one, within the file's limits.
    pub(super) fn never_made(&self, made: u64) -> Option<String> {
        if self.is_of_words() {
            return Some(format!("words of more than {made} letters"));
        }
        let names = self.position_names().into_iter();
        let mut beyond = names.filter_map(|name| {
            let (low, high) = self.facts.limit(&name).unwrap_or((0, u64::MAX));
            let from = low.saturating_add(made).saturating_add(1);
            let to = match high {
                u64::MAX => "on".to_owned(),
                high => format!("to {high}"),
            };
            (from <= high).then(|| format!("`{name}` from {from} {to}"))
        });
        let beyond = beyond.join(" and ");
        (!beyond.is_empty()).then_some(beyond)
    }

    /// Returns inputs that are one step smaller than that of these starts, the largest steps first.
    pub(super) fn smaller_inputs(&self, starts: &[String]) -> Vec<String> {
        let (form, may_be_empty) = (&self.form, self.form.may_be_empty(&self.facts));
        let alone = starts.iter().filter(|_| starts.len() > 1);
        let alone = alone.map(|start| vec![start.clone()]);
        let changed = starts.iter().enumerate().flat_map(|(place, start)| {
            smaller(start, form, may_be_empty).into_iter().map(move |smaller| {
                let mut other = starts.to_vec();
                other[place] = smaller;
                other
            })
        });
        alone.chain(changed).map(|starts| form.write(&starts)).collect()
    }

    /// Returns a small position as people type it.
    pub(super) fn position_at(&self) -> String {
        if self.is_of_words() {
            return self.letters().into_iter().cycle().take(3).collect();
        }
        let is_list = self.facts.is_of_lists();
        // A list has as many numbers as INPUT names.
        let names = match self.form.words.len() {
            2.. if is_list => self.position_names(),
            _ => self.facts.parameters(),
        };
        let number = |place: usize| {
            let limit = names.get(place).and_then(|name| self.facts.limit(name));
            limit.map_or(3, |(low, high)| 3.clamp(low, high.max(low)))
        };
        let least = if is_list { 2 } else { 1 };
        (0..names.len().max(least)).map(number).join(" ")
    }

    /// Returns the input of a position as people type it, or as it is shown: `(3, 5)`.
    pub(super) fn input_at(&self, position: &str) -> String {
        let (form, is_word, is_list) = (&self.form, self.is_of_words(), self.facts.is_of_lists());
        // A start in another form has no text as an input, and the game names its mistake.
        let has_form = |start: &str| {
            form.words.is_empty()
                || start.split(" + ").all(|part| {
                    let words: Vec<&str> = part.split_whitespace().collect();
                    let is_long = words.len() == form.word_count() || is_list && words.len() > form.word_count();
                    part == form.empty() || is_long && words.iter().all(|word| word.parse::<i64>().is_ok())
                })
        };
        let written = |start: &str| {
            // A format in another order, or with numbers that belong to several positions, cannot give every position.
            if form.is_in_order() && (is_word || has_form(start)) {
                form.write(&[start.to_owned()])
            } else {
                one_start(start)
            }
        };
        let is_blank = position.trim().is_empty();
        if position.trim() == NO_PARTS && !is_word {
            return written(if is_list { EMPTY_LIST } else { "" });
        }
        // The user typed nothing, for example with an unset variable of the shell.
        if is_blank && !is_word && !is_list && form.parts.is_none() {
            return "\n".to_owned();
        }
        let part = |part: &str| match typed_numbers(part) {
            _ if is_word && part.trim().is_empty() => EMPTY_WORD.to_owned(),
            Some(numbers) if !is_word && numbers.is_empty() && (is_list || !part.trim().is_empty()) => {
                EMPTY_LIST.to_owned()
            }
            Some(numbers) if !is_word && part.contains(['(', '[', ',']) => numbers.iter().join(" "),
            _ => part.trim().to_owned(),
        };
        written(&position.split(" + ").map(part).join(" + "))
    }
}

/// Returns a test one step smaller, the largest steps first. `may_be_empty` allows a test without parts or numbers.
fn smaller(start: &str, form: &Form, may_be_empty: bool) -> Vec<String> {
    if ["", EMPTY_LIST, EMPTY_WORD].contains(&start) {
        return Vec::new();
    }
    let parts = start.split(" + ");
    let parts: Vec<Vec<String>> = parts.map(|part| part.split(' ').map(str::to_owned).collect()).collect();
    let written = |parts: &[Vec<String>]| parts.iter().map(|words| words.join(" ")).join(" + ");
    let mut found = Vec::new();
    // The numbers before a list stay.
    let fixed = if form.is_list { form.word_count() } else { 0 };
    let count = if form.is_list { parts[0].len() } else { parts.len() };
    for place in fixed..count {
        let mut fewer = parts.clone();
        if form.is_list {
            drop(fewer[0].remove(place));
        } else {
            drop(fewer.remove(place));
        }
        if count > 1 {
            found.push(written(&fewer));
        } else if may_be_empty {
            found.push(form.empty().to_owned());
        }
    }
    for (part, words) in parts.iter().enumerate() {
        for (place, word) in words.iter().enumerate() {
            for less in smaller_words(word) {
                let mut other = parts.clone();
                other[part][place] = less;
                found.push(written(&other));
            }
        }
    }
    found
}

/// Returns smaller numbers, or the word without each of its letters.
fn smaller_words(word: &str) -> Vec<String> {
    let without = |place: usize| {
        let mut shorter = word.to_owned();
        shorter.remove(place);
        shorter
    };
    match word.parse::<u64>() {
        Ok(number) => {
            let less = [number / 2, number.saturating_sub(1)].into_iter();
            less.filter(|less| *less < number)
                .map(|less| less.to_string())
                .collect()
        }
        Err(_) if word.len() > 1 => word.char_indices().map(|(place, _)| without(place)).collect(),
        Err(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::protocol::Facts;
    use super::*;

    #[test]
    fn smaller_starts_have_fewer_parts_and_lower_numbers() {
        let form = |text: &str| Form::parse(text).unwrap();
        let sums = form("N, then N lines: a");
        let of_sums = |start: &str| smaller(start, &sums, false);
        assert_eq!(of_sums("4"), ["2", "3"]);
        assert_eq!(
            of_sums("1 2 + 3"),
            [
                "3", "1 2", "0 2 + 3", "0 2 + 3", "1 1 + 3", "1 1 + 3", "1 2 + 1", "1 2 + 2"
            ]
        );
        assert_eq!(of_sums("ab"), ["b", "a"]);
        // Nothing is smaller than the empty positions, and lists lose one number at a time.
        assert_eq!(smaller("1", &sums, true), ["", "0", "0"]);
        let mut facts = Facts::default();
        facts.state("KIND", "list");
        let lists = form("N, then N numbers: a").fitted_to(&facts).unwrap();
        let of_lists = |start: &str, may_be_empty| smaller(start, &lists, may_be_empty);
        assert_eq!(of_lists("0 0", false), ["0", "0"]);
        assert_eq!(of_lists("0", false), [] as [&str; 0]);
        assert_eq!(of_lists("0", true), ["()"]);
        for empty in ["", "()", "\"\""] {
            assert_eq!(of_lists(empty, true), [] as [&str; 0], "{empty}");
        }
    }
}
