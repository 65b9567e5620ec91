//! The numbers or words of an input with their limits, and inputs of any size within them.

use itertools::Itertools as _;

use super::super::answers::OwnEntry;
use super::super::form::{Form, LARGEST, MOST};
use super::super::loaded::Loaded;
use super::super::mistake::GameLanguage;
use super::PackageError;
use crate::random::Random;

/// A name of `INPUT` with its limits. For a word they limit its length.
#[derive(Clone, Debug)]
pub(super) struct Limited {
    pub(super) name: String,
    pub(super) low: u64,
    pub(super) high: u64,
}

impl Limited {
    /// Returns the largest value at a size: `size` itself, if the limits allow it.
    pub(super) fn largest(&self, size: u64) -> u64 {
        size.clamp(self.low, self.high)
    }
}

/// Refuses a file without a line that a package needs. The hint has a line to paste.
fn check_lines(loaded: &Loaded) -> Result<(), PackageError> {
    let (form, facts, language) = (&loaded.form, &loaded.facts, loaded.named.stated.language);
    let lacks = |why: String| Err(PackageError::Lacks(why));
    if form.words.is_empty() && !form.is_own {
        let names = facts.parameters().join(" ");
        let list = if facts.is_of_lists() { "N, then N numbers: " } else { "" };
        let line = language.line("INPUT", &format!("{list}{names}"));
        return lacks(format!(
            "it has no `INPUT`, so a package would have no input format\nhint: {line}"
        ));
    }
    let is_missing = |name: &&String| facts.limit(name).is_none();
    let missing: Vec<&String> = form.names().unique().filter(is_missing).collect();
    if !missing.is_empty() {
        let listed = missing.iter().map(|name| format!("`{name}`")).join(", ");
        // In Python all limits stand in one line.
        let is_shown = |name: &&String| language == GameLanguage::Python || is_missing(name);
        let shown = form.names().unique().filter(is_shown);
        let line = language.limits(shown.map(|name| {
            let (low, high) = facts.limit(name).unwrap_or((1, 20));
            (name.as_str(), low, high)
        }));
        return lacks(format!(
            "it has no limits of {listed}, which the validator needs\nhint: {line}"
        ));
    }
    if loaded.is_of_words() && facts.get("LETTERS").is_none() {
        let letters: String = loaded.letters().into_iter().collect();
        let line = language.line("LETTERS", &letters);
        return lacks(format!("it has no `LETTERS`, which the validator needs\nhint: {line}"));
    }
    Ok(())
}

/// The shape of the inputs of a game.
pub(super) struct Shape<'a> {
    pub(super) form: &'a Form,
    /// The number of tests, if an input has several.
    pub(super) tests: Option<Limited>,
    /// The numbers before the parts, in order. The number of parts is one of them.
    pub(super) before: Vec<Limited>,
    /// The number of parts, if a test has several.
    pub(super) parts: Option<Limited>,
    /// The numbers of a part, or its word.
    pub(super) words: Vec<Limited>,
    /// The letters, if a position is a word.
    pub(super) letters: Option<Vec<char>>,
}

impl<'a> Shape<'a> {
    /// Reads the shape from the lines of a file.
    ///
    /// # Errors
    /// Fails if the file lacks a line that a package needs. The hint has a line to paste.
    pub(super) fn of(entry: &'a OwnEntry) -> Result<Shape<'a>, PackageError> {
        let loaded = entry.loaded()?;
        let (form, facts) = (&loaded.form, &loaded.facts);
        check_lines(loaded)?;
        let limited = |name: &String, most: u64| {
            let (low, high) = facts.limit(name).unwrap_or_default();
            Limited {
                name: name.clone(),
                low,
                high: high.min(most),
            }
        };
        let numbers = |names: &[String]| names.iter().map(|name| limited(name, LARGEST as u64)).collect();
        let counted = |name: &Option<String>| name.as_ref().map(|name| limited(name, MOST as u64));
        let shape = Shape {
            form,
            tests: counted(&form.tests),
            before: numbers(&form.before),
            parts: counted(&form.parts),
            words: numbers(&form.words),
            letters: loaded.is_of_words().then(|| loaded.letters()),
        };
        let letters = shape.letters.iter().flatten();
        let mut words = shape.words.iter().filter(|_| shape.letters.is_some());
        let why = if let Some(letter) = letters.into_iter().find(|letter| !letter.is_ascii()) {
            format!("`LETTERS` has `{letter}`, and inputs of judges are ASCII")
        } else if let Some(word) = words.find(|word| word.low == 0) {
            let name = &word.name;
            format!("`{name}` may be the empty word, which no line of an input shows\nhint: begin its limits at 1")
        } else if let Some(Limited { name, high, .. }) = shape.all().find(|limited| limited.low > limited.high) {
            format!("the limits of `{name}` begin above {high}")
        } else {
            return Ok(shape);
        };
        Err(PackageError::Lacks(why))
    }

    /// Iterates over all numbers of an input.
    pub(super) fn all(&self) -> impl Iterator<Item = &Limited> {
        self.tests.iter().chain(self.of_test())
    }

    /// Iterates over the numbers of a test.
    pub(super) fn of_test(&self) -> impl Iterator<Item = &Limited> {
        // The number of parts of a sum costs a solver nothing.
        let parts = self.parts.iter().filter(|_| self.form.is_list);
        parts.chain(self.constants()).chain(&self.words)
    }

    /// Iterates over the numbers before the parts, without the number of parts.
    pub(super) fn constants(&self) -> impl Iterator<Item = &Limited> {
        let is_count = |limited: &&Limited| Some(&limited.name) == self.form.parts.as_ref();
        self.before.iter().filter(move |limited| !is_count(limited))
    }

    /// Returns the size at which all limits are reached.
    pub(super) fn top(&self) -> u64 {
        self.of_test().map(|limited| limited.high).max().unwrap_or_default()
    }

    /// Returns the size below which all starts are the smallest.
    pub(super) fn least(&self) -> u64 {
        self.of_test().map(|limited| limited.low).min().unwrap_or_default()
    }

    /// Returns the largest start of a size.
    pub(super) fn largest(&self, size: u64) -> String {
        let mut letters = Random::new(size);
        self.start(size, |_, high| high, &mut letters)
    }

    /// Returns the smallest start.
    pub(super) fn smallest(&self) -> String {
        self.start(0, |low, _| low, &mut Random::new(1))
    }

    /// Returns a random start up to a size.
    pub(super) fn random(&self, size: u64, random: &mut Random) -> String {
        let mut letters = Random::new(random.below(u64::MAX));
        self.start(
            size,
            |low, high| random.within(low as i64, high as i64) as u64,
            &mut letters,
        )
    }

    /// Returns all starts within the limits, or `None` if they are more than `most`.
    pub(super) fn every(&self, most: u64) -> Option<Vec<String>> {
        let most = usize::try_from(most).ok()?;
        let of = |limited: &Limited| -> Option<Vec<String>> {
            let numbers = limited.low..=limited.high;
            let Some(letters) = &self.letters else {
                let is_few = limited.high - limited.low < most as u64;
                return is_few.then(|| numbers.map(|number| number.to_string()).collect());
            };
            let mut words = Vec::new();
            for length in numbers {
                let count = u32::try_from(length)
                    .ok()
                    .and_then(|length| letters.len().checked_pow(length));
                count.filter(|count| words.len() + count <= most)?;
                let letters = (0..length).map(|_| letters.iter());
                words.extend(letters.multi_cartesian_product().map(|word| word.into_iter().collect()));
            }
            Some(words)
        };
        // All ways to choose one of each.
        let ways = |choices: &[Vec<String>]| -> Option<Vec<Vec<String>>> {
            let count = choices
                .iter()
                .try_fold(1, |count: usize, words| count.checked_mul(words.len()));
            count.filter(|count| *count <= most)?;
            Some(
                choices
                    .iter()
                    .map(|words| words.iter().cloned())
                    .multi_cartesian_product()
                    .collect(),
            )
        };
        let part = ways(&self.words.iter().map(of).collect::<Option<Vec<_>>>()?)?;
        let mut starts = Vec::new();
        let counts = self.parts.as_ref().map_or(1..=1, |parts| parts.low..=parts.high);
        for count in counts {
            let before = self.before.iter().map(|limited| match &self.form.parts {
                Some(name) if *name == limited.name => Some(vec![count.to_string()]),
                _ => of(limited),
            });
            let before = ways(&before.collect::<Option<Vec<_>>>()?)?;
            let power = u32::try_from(count)
                .ok()
                .and_then(|count| part.len().checked_pow(count));
            let all = power.and_then(|power| power.checked_mul(before.len()));
            all.filter(|all| starts.len() + all <= most)?;
            for before in &before {
                let parts = (0..count).map(|_| part.iter().cloned()).multi_cartesian_product();
                starts.extend(parts.map(|parts| self.form.start(before, &parts)));
            }
        }
        Some(starts)
    }

    /// Returns the words of a test of this start in an input.
    pub(super) fn words_of(&self, start: &String) -> String {
        let input = self.form.write(std::slice::from_ref(start));
        let words = input.split_whitespace();
        words.skip(usize::from(self.tests.is_some())).join(" ")
    }

    /// Returns a start. `choose` picks a value between two limits.
    fn start(&self, size: u64, mut choose: impl FnMut(u64, u64) -> u64, random: &mut Random) -> String {
        /// The maximum number of parts of a sum, unless the limits demand more.
        const MOST_PARTS: u64 = 1000;
        let parts = match &self.parts {
            None => 1,
            Some(parts) if self.form.is_list => choose(parts.low, parts.largest(size)),
            Some(parts) => {
                // A sum without parts would lose the numbers before them.
                let low = parts.low.max(u64::from(self.before.len() > 1)).min(parts.high);
                choose(low, parts.largest(size.min(MOST_PARTS)).max(low))
            }
        };
        let before = self.before.iter().map(|limited| match &self.form.parts {
            Some(name) if *name == limited.name => parts.to_string(),
            _ => choose(limited.low, limited.largest(size)).to_string(),
        });
        let before: Vec<String> = before.collect();
        let mut word = |limited: &Limited| {
            let value = choose(limited.low, limited.largest(size));
            match &self.letters {
                None => value.to_string(),
                Some(letters) => (0..value).map(|_| *random.pick(letters)).collect(),
            }
        };
        let mut part = || self.words.iter().map(&mut word).collect();
        let parts: Vec<Vec<String>> = (0..parts).map(|_| part()).collect();
        self.form.start(&before, &parts)
    }

    /// Returns the numbers of a test that do not reach their limits at a size, in words: `n ≤ 2000`.
    pub(super) fn below_limits(&self, size: u64) -> Vec<(&Limited, u64)> {
        let cut = self.of_test().filter(|limited| limited.largest(size) < limited.high);
        cut.map(|limited| (limited, limited.largest(size))).collect()
    }
}
