//! The input format of a user's own game: `INPUT = "T: n"`.

use std::fmt;

use itertools::Itertools as _;

use super::mistake::{Argument, Cure, Cured, Fault};
use super::protocol::Facts;
use crate::problem::{Field, FieldKind, InputForm};
use crate::text::{InputError, Mode, Scanner, quoted};

/// The input format of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// The name of the number of tests, if there may be several.
    pub tests: Option<String>,
    /// The names of the numbers before the parts of a test, in order. The number of parts is one of them.
    pub before: Vec<String>,
    /// The name of the number of parts, if a test is a sum or a list.
    pub parts: Option<String>,
    /// The names of the words of a part. Empty if a test is one line, which is the position.
    pub words: Vec<String>,
    /// Whether each part stands on its own line. Parts of several words always do.
    pub is_of_lines: bool,
    /// Whether the parts are the numbers of one position, which is a list.
    pub is_list: bool,
    /// Whether the file reads its inputs itself.
    pub is_own: bool,
    /// The words of a position in order, each by its index among `before` and `words` together. The numbers of a list
    /// follow them.
    order: Vec<usize>,
}

/// The list without numbers, written as a start.
pub(super) const EMPTY_LIST: &str = "()";

/// The word without letters, written as a start.
pub(super) const EMPTY_WORD: &str = "\"\"";

/// The sum without parts for people. As a start it is an empty line.
pub(super) const NO_PARTS: &str = "nothing";

/// The maximum number of tests or parts of an input.
pub(super) const MOST: i64 = 1_000_000;

/// The largest number if the file gives no limits.
pub(super) const LARGEST: i64 = 1_000_000_000_000_000_000;

/// The separator between the parts of a sum.
const PLUS: &str = " + ";

impl Form {
    /// Reads a description: `n`, `a b`, `T: n`, `N, then N lines: x K`, `T: n k, then k numbers: p`.
    ///
    /// # Errors
    /// The mistake in the description.
    pub fn parse(text: &str) -> Result<Form, Cured> {
        let mut rest = text.trim();
        let of_name = |c: char| c.is_alphanumeric() || c == '_';
        let is_name = |text: &str| !text.is_empty() && text.chars().all(of_name);
        let cured = |cure: String| Cure::Line("INPUT", quoted(cure.as_bytes(), 200));
        let wrong = || Fault::Input(text.to_owned()).cured_by(Cure::Reader);
        let names = |text: &str| -> Result<Vec<String>, Cured> {
            let names: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            let are_right = !names.is_empty() && names.iter().all(|name| is_name(name));
            are_right.then_some(names).ok_or_else(wrong)
        };
        let mut form = Form::default();
        if let Some((name, after)) = rest.split_once(':')
            && is_name(name.trim())
        {
            form.tests = Some(name.trim().to_owned());
            rest = after.trim();
        }
        if let Some((before, after)) = rest.split_once(',') {
            form.before = names(before)?;
            let after = after.trim().strip_prefix("then").ok_or_else(wrong)?.trim();
            let (count, after) = after.split_at(after.find(|c| !of_name(c)).unwrap_or(after.len()));
            if !form.before.iter().any(|name| name == count) {
                if count.is_empty() {
                    return Err(wrong());
                }
                if after.trim_start().starts_with(',') {
                    let cure = text.replacen(&format!(", then {count}"), &format!(" {count}"), 1);
                    return Err(Fault::SeveralCounts(text.to_owned()).cured_by(cured(cure)));
                }
                let cure = text.replacen(before.trim(), &format!("{} {count}", before.trim()), 1);
                let fault = Fault::NoCount(text.to_owned(), count.to_owned());
                return Err(fault.cured_by(cured(cure)));
            }
            let after = after.trim();
            form.is_of_lines = after.starts_with("lines");
            let kind = if form.is_of_lines { "lines" } else { "numbers" };
            form.parts = Some(count.to_owned());
            rest = after.strip_prefix(kind).unwrap_or(after).trim();
            rest = rest.trim_start_matches(':').trim();
            if rest.is_empty() {
                rest = "n";
            }
        }
        form.words = names(rest)?;
        form.is_of_lines |= form.parts.is_some() && form.words.len() > 1;
        if let Some(twice) = form.names().duplicates().next() {
            return Err(Fault::SameName(text.to_owned(), twice.clone()).cured_by(None));
        }
        form.order = form.natural_order();
        Ok(form)
    }

    /// Returns the default format: one line, which is the position.
    pub fn plain() -> Form {
        Form::default()
    }

    /// Returns the format of a file that reads its inputs itself.
    pub fn own() -> Form {
        Form {
            is_own: true,
            ..Form::default()
        }
    }

    /// Returns the words of a position in the order of an input: numbers before the parts, but not the number of parts,
    /// then the words of a part.
    fn natural_order(&self) -> Vec<usize> {
        let words = if self.is_list { 0 } else { self.words.len() };
        let is_count = |place: &usize| self.parts.is_some() && self.before.get(*place) == self.parts.as_ref();
        (0..self.before.len() + words)
            .filter(|place| !is_count(place))
            .collect()
    }

    /// Returns the same format for a game with these facts: it may have lists of numbers as positions, and name the words
    /// of a position in another order.
    ///
    /// # Errors
    /// The function does not take the words of a position.
    pub fn fitted_to(mut self, facts: &Facts) -> Result<Form, Cured> {
        self.is_list = facts.is_of_lists() && self.parts.is_some() && self.words.len() == 1;
        let known: Vec<&String> = self.before.iter().chain(&self.words).collect();
        let taken = if self.is_list {
            facts.before_list()
        } else {
            facts.parameters()
        };
        let place = |name: &String| known.iter().position(|known| *known == name);
        let places: Option<Vec<usize>> = taken.iter().map(place).collect();
        let natural = self.natural_order();
        // A single argument that no number names is the whole position.
        let is_whole = taken.len() <= usize::from(!self.is_list) && places.as_ref().is_none_or(Vec::is_empty);
        let constants = self.before.len() > 1;
        self.order = match places {
            Some(places) if natural.iter().all(|place| places.contains(place)) => places,
            _ if is_whole || !constants => natural,
            _ => {
                let given: Vec<String> = natural.iter().map(|&place| known[place].clone()).collect();
                let rest = self.words.iter().filter(|_| self.is_list).cloned();
                let arguments = given.iter().cloned().map(Argument::Number);
                let arguments = arguments.chain(rest.map(Argument::Rest)).collect();
                let function = if facts.has_start() { "start" } else { "moves" };
                let cure = Cure::Function(function, arguments);
                return Err(Fault::Order(given, function, taken).cured_by(cure));
            }
        };
        Ok(self)
    }

    /// Returns whether an input gives the words of each position in their order, with nothing before them that belongs to
    /// several positions.
    pub fn is_in_order(&self) -> bool {
        !self.is_own && self.before.len() <= 1 && self.order == self.natural_order()
    }

    /// Returns the start without parts or numbers.
    pub fn empty(&self) -> &'static str {
        if self.is_list { EMPTY_LIST } else { "" }
    }

    /// Returns whether the file allows tests without parts or numbers.
    pub fn may_be_empty(&self, facts: &Facts) -> bool {
        let limit = self.parts.as_ref().and_then(|name| facts.limit(name));
        limit.is_some_and(|(low, _)| low == 0)
    }

    /// Iterates over the names of an input's numbers: the counts of tests and parts, and the words of a position.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.tests.iter().chain(&self.before).chain(&self.words)
    }

    /// Returns the start with these numbers before the parts, and these parts.
    pub fn start(&self, before: &[String], parts: &[Vec<String>]) -> String {
        let of = |part: &[String]| -> Vec<String> {
            let word = |&place: &usize| before.get(place).unwrap_or_else(|| &part[place - before.len()]).clone();
            self.order.iter().map(word).collect()
        };
        if self.is_list {
            let words = of(&[]).into_iter().chain(parts.iter().flatten().cloned()).join(" ");
            return if words.is_empty() { EMPTY_LIST.to_owned() } else { words };
        }
        parts.iter().map(|part| of(part).join(" ")).join(PLUS)
    }

    /// Returns the numbers before the parts of a start, and its parts: the reverse of [`start`](Form::start).
    pub(super) fn taken_apart(&self, start: &str) -> (Vec<String>, Vec<Vec<String>>) {
        let mut before = vec!["0".to_owned(); self.before.len()];
        let mut parts = Vec::new();
        let split: Vec<&str> = match start {
            _ if self.is_list => vec![start],
            "" => Vec::new(),
            _ => start.split(PLUS).collect(),
        };
        for part in split {
            let words: Vec<&str> = part.split(' ').filter(|word| *word != EMPTY_LIST).collect();
            let (own, numbers) = words.split_at(self.order.len().min(words.len()));
            let mut of_part = vec![String::new(); if self.is_list { 0 } else { self.words.len() }];
            for (&place, word) in self.order.iter().zip(own) {
                match place.checked_sub(before.len()) {
                    Some(place) => (*word).clone_into(&mut of_part[place]),
                    None => (*word).clone_into(&mut before[place]),
                }
            }
            if self.is_list {
                parts.extend(numbers.iter().map(|word| vec![(*word).to_owned()]));
            } else {
                // A typed part may have too many words, and reading it says so.
                of_part.extend(numbers.iter().map(|word| (*word).to_owned()));
                of_part.retain(|word| !word.is_empty());
                parts.push(of_part);
            }
        }
        if let Some(count) = self.count_place() {
            before[count] = parts.len().to_string();
        }
        (before, parts)
    }

    /// Returns the words of a position in order, each by its index among `before` and `words` together.
    pub(super) fn order(&self) -> &[usize] {
        &self.order
    }

    /// Returns the index of the number of parts among the numbers before them.
    pub(super) fn count_place(&self) -> Option<usize> {
        self.before.iter().position(|name| Some(name) == self.parts.as_ref())
    }

    /// Returns the number of words of a position that a list does not add.
    pub fn word_count(&self) -> usize {
        self.order.len()
    }

    /// Reads an input and returns the text of the start of each test, with its place in the input.
    ///
    /// # Errors
    /// Returns the first error in the input, with its place.
    pub fn read(&self, scanner: &mut Scanner<'_>, facts: &Facts) -> Result<Vec<(usize, String)>, InputError> {
        if self.words.is_empty() {
            return Ok(vec![(0, read_line(scanner, facts)?)]);
        }
        let tests = match &self.tests {
            Some(name) => {
                let tests = count(scanner, name, facts)?;
                scanner.newline()?;
                tests
            }
            None => 1,
        };
        let mut starts = Vec::new();
        for _ in 0..tests {
            starts.push((scanner.offset(), self.read_test(scanner, facts)?));
        }
        scanner.end()?;
        Ok(starts)
    }

    /// Reads a test and returns the text of its start.
    fn read_test(&self, scanner: &mut Scanner<'_>, facts: &Facts) -> Result<String, InputError> {
        let (mut before, mut parts) = (Vec::new(), 1);
        for (place, name) in self.before.iter().enumerate() {
            if self.parts.as_ref() == Some(name) {
                parts = count(scanner, name, facts)?;
                before.push(parts.to_string());
            } else {
                before.push(self.number(scanner, name, facts)?);
            }
            if place + 1 < self.before.len() {
                scanner.space_or_newline(0, 2)?;
            } else {
                scanner.newline()?;
            }
        }
        // A user may type a sum as a position, even if a judge gives none.
        let may_be_sum = self.parts.is_none() && scanner.mode() == Mode::Lenient;
        // Single numbers of a sum may share a line.
        let is_free = scanner.mode() == Mode::Lenient && self.words.len() == 1;
        let mut texts = Vec::new();
        while (texts.len() as i64) < parts {
            let mut words = Vec::new();
            for (place, name) in self.words.iter().enumerate() {
                words.push(self.word(scanner, name, facts)?);
                let is_last = place + 1 == self.words.len();
                let goes_on = (is_free || !self.is_of_lines) && texts.len() as i64 + 1 < parts;
                if is_last && may_be_sum && scanner.rest().starts_with(PLUS.as_bytes()) {
                    scanner.advance(PLUS.len());
                    parts += 1;
                } else if is_last && !goes_on {
                    scanner.newline()?;
                } else {
                    scanner.space_or_newline(0, 2)?;
                }
            }
            texts.push(words);
        }
        // There may be an empty line for no numbers, as most programs write it.
        if parts == 0 && !self.is_of_lines && scanner.rest().first() == Some(&b'\n') {
            scanner.advance(1);
        }
        Ok(self.start(&before, &texts))
    }

    fn word(&self, scanner: &mut Scanner<'_>, name: &str, facts: &Facts) -> Result<String, InputError> {
        if facts.get("KIND") == Some("str") {
            let offset = scanner.offset();
            let token = scanner.token(format_args!("`{name}`"))?;
            let text = std::str::from_utf8(token.bytes)
                .ok()
                .filter(|text| !text.contains(" + "));
            let text = text.ok_or_else(|| InputError::new(offset, 1, format!("expected `{name}`, a word")))?;
            let stated = facts.get("LETTERS");
            if let Some(letters) = stated
                && let Some(other) = text.chars().find(|&c| text != "\"\"" && !letters.contains(c))
            {
                let message = format!("expected `{name}`, a word of the letters `{letters}`, found `{other}`");
                return Err(InputError::new(offset, text.len(), message));
            }
            let lengths = facts.limit(name);
            let length = text.chars().filter(|_| text != EMPTY_WORD).count() as u64;
            if let Some((low, high)) = lengths.filter(|(low, high)| !(*low..=*high).contains(&length)) {
                let message = format!("expected `{name}`, a word of {low} to {high} letters, found {length}");
                return Err(InputError::new(offset, text.len(), message));
            }
            return Ok(text.to_owned());
        }
        self.number(scanner, name, facts)
    }

    fn number(&self, scanner: &mut Scanner<'_>, name: &str, facts: &Facts) -> Result<String, InputError> {
        let (low, high) = match facts.limit(name) {
            Some((low, high)) => (low as i64, high.min(LARGEST as u64) as i64),
            None => (0, LARGEST),
        };
        let is_word = self.words.len() > 1 && scanner.rest().first().is_some_and(u8::is_ascii_alphabetic);
        let number = scanner.integer(format_args!("`{name}`"), low..=high);
        let number = number.map_err(|error| {
            if is_word {
                error.with_hint(format!("if `{name}` is a word, `read(text)` has to give the position"))
            } else {
                error
            }
        });
        Ok(number?.to_string())
    }

    /// Returns the fields of an input, without an answer. The names live until the process ends, as all texts of a game.
    pub fn as_fields(&self, facts: &Facts) -> InputForm {
        let lasting = |name: &str| -> &'static str { Box::leak(name.to_owned().into_boxed_str()) };
        let kind = match facts.get("KIND") {
            Some("str") => FieldKind::Word,
            _ => FieldKind::Number,
        };
        let words = lasting(&self.words.join(" "));
        let before = lasting(&self.before.join(" "));
        let position = match self.parts.as_deref().map(lasting) {
            Some(parts) => vec![Field::numbers(before), Field::Repeated(parts, kind, words)],
            None => vec![Field::Once(kind, words)],
        };
        let tests = self.tests.as_deref().map(|name| Field::tests(lasting(name)));
        let is_wide = |name: &&str| {
            let (_, high) = facts.limit(name).unwrap_or((0, LARGEST as u64));
            high > i32::MAX as u64
        };
        InputForm {
            fields: tests.into_iter().chain(position).collect(),
            wide: before.split(' ').chain(words.split(' ')).filter(is_wide).collect(),
            answer: String::new(),
        }
    }

    /// Returns an input of these tests, in the form that `read` reads.
    pub fn write(&self, starts: &[String]) -> String {
        let mut text = String::new();
        if self.tests.is_some() {
            text += &format!("{}\n", starts.len());
        }
        for start in starts {
            if self.words.is_empty() {
                text += if start.is_empty() { NO_PARTS } else { start };
                text += "\n";
                continue;
            }
            let (before, parts) = self.taken_apart(start);
            if !before.is_empty() {
                text += &format!("{}\n", before.join(" "));
            }
            let between = match self.parts {
                None => PLUS,
                Some(_) if self.is_of_lines => "\n",
                Some(_) => " ",
            };
            text += &match &parts[..] {
                [] if self.parts.is_none() => format!("{NO_PARTS}\n"),
                [] if self.is_of_lines => String::new(),
                parts => format!("{}\n", parts.iter().map(|part| part.join(" ")).join(between)),
            };
        }
        text
    }
}

/// Reads an input that is one line, the position, and returns its text.
fn read_line(scanner: &mut Scanner<'_>, facts: &Facts) -> Result<String, InputError> {
    // The offset is that of the next word, so it passes over the line.
    let has_line = scanner.rest().contains(&b'\n');
    let (offset, rest) = (scanner.offset(), scanner.rest());
    let text = String::from_utf8_lossy(rest).trim().to_owned();
    // A line without words may be an empty word or list.
    let empty = match facts.get("KIND") {
        Some("str") => Some(EMPTY_WORD),
        Some("list") => Some(EMPTY_LIST),
        _ if text == NO_PARTS => Some(""),
        _ => None,
    };
    let start = match empty.filter(|empty| has_line && text.is_empty() || empty.is_empty()) {
        Some(empty) => empty.to_owned(),
        None if text.is_empty() => {
            return Err(InputError::new(offset, 0, "expected a position, found nothing"));
        }
        None if text.chars().any(char::is_control) => {
            return Err(InputError::new(offset, rest.len(), "expected one line: the position")
                .with_hint("the game's file may say more: INPUT = \"T: n\""));
        }
        None => text,
    };
    scanner.advance(rest.len());
    Ok(start)
}

/// Reads a number of tests or of parts.
fn count(scanner: &mut Scanner<'_>, name: &str, facts: &Facts) -> Result<i64, InputError> {
    let (low, high) = facts.limit(name).unwrap_or((0, MOST as u64));
    scanner.integer(format_args!("`{name}`"), low as i64..=(high as i64).min(MOST))
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(tests) = &self.tests {
            write!(f, "{tests}: ")?;
        }
        if let Some(parts) = &self.parts {
            let what = if self.is_of_lines { "lines" } else { "numbers" };
            write!(f, "{}, then {parts} {what}: ", self.before.join(" "))?;
        }
        f.write_str(&self.words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::super::mistake::{FileMistake, StatedLines};
    use super::*;

    /// Returns the format of a description, for a game with a position of this kind and these names.
    fn of(form: &str, kind: &str, parameters: &str) -> Result<Form, Cured> {
        let mut facts = Facts::default();
        facts.state("KIND", kind);
        facts.state("PARAMETERS", parameters);
        Form::parse(form)?.fitted_to(&facts)
    }

    /// Returns the hint about a mistake in a file in Python.
    fn cure_of(mistake: Cured) -> String {
        let (file, stated) = (String::new(), StatedLines::default());
        let mistake = FileMistake { file, stated, mistake };
        mistake.hint().unwrap_or_default()
    }

    fn read(form: &str, input: &str) -> Result<Vec<String>, InputError> {
        let form = Form::parse(form).unwrap();
        let mut scanner = Scanner::new(input.as_bytes(), Mode::Lenient).unwrap();
        Ok(without_places(form.read(&mut scanner, &Facts::default())?))
    }

    fn without_places(read: Vec<(usize, String)>) -> Vec<String> {
        read.into_iter().map(|(_, start)| start).collect()
    }

    #[test]
    fn inputs_are_read_and_written() {
        for (form, input, starts) in [
            ("n", "7\n", &["7"][..]),
            ("a b", "3 5\n", &["3 5"]),
            ("T: n", "2\n5\n6\n", &["5", "6"]),
            ("n", "5 + 4\n", &["5 + 4"]),
            ("T: a b", "2\n5 4 + 1 2\n3 1\n", &["5 4 + 1 2", "3 1"]),
            ("N, then N lines: x K", "2\n5 2\n7 3\n", &["5 2 + 7 3"]),
            ("N, then N numbers", "3\n1 2 3\n", &["1 + 2 + 3"]),
            ("N, then N lines: a", "3\n1\n2\n3\n", &["1 + 2 + 3"]),
            ("T: N, then N lines: a", "2\n0\n1\n4\n", &["", "4"]),
            ("N, then N numbers", "0\n\n", &[""]),
            ("T: N, then N numbers", "2\n0\n\n1\n4\n", &["", "4"]),
            ("T: N, then N lines: x K", "2\n0\n1\n4 5\n", &["", "4 5"]),
            ("T: N, then N numbers: a", "2\n1\n4\n2\n5 6\n", &["4", "5 + 6"]),
        ] {
            assert_eq!(read(form, input).unwrap(), starts, "{form}");
            let starts: Vec<String> = starts.iter().map(|&start| start.to_owned()).collect();
            assert_eq!(Form::parse(form).unwrap().write(&starts), input, "{form}");
        }
    }

    #[test]
    fn a_list_is_one_position() {
        let form = of("T: N, then N numbers: a", "list", "p").unwrap();
        let input = "2\n1\n4\n3\n5 6 7\n";
        let mut scanner = Scanner::new(input.as_bytes(), Mode::Lenient).unwrap();
        let starts = without_places(form.read(&mut scanner, &Facts::default()).unwrap());
        assert_eq!(starts, ["4", "5 6 7"]);
        assert_eq!(form.write(&starts), input);
        let input = "2\n0\n\n1\n5\n";
        for mode in [Mode::Lenient, Mode::Strict] {
            let mut scanner = Scanner::new(input.as_bytes(), mode).unwrap();
            let starts = without_places(form.read(&mut scanner, &Facts::default()).unwrap());
            assert_eq!(starts, ["()", "5"]);
            assert_eq!(form.write(&starts), input);
        }
        // Pairs of numbers are the parts of a sum.
        assert!(!of("N, then N lines: x K", "list", "p").unwrap().is_list);
    }

    /// Numbers before the parts belong to each part, or stand before a list.
    #[test]
    fn constants_stand_before_the_parts() {
        for (form, kind, parameters, input, starts) in [
            // A list, whose length is no part of the position unless the function names it.
            ("n k, then k numbers: p", "list", "q", "9 3\n1 4 6\n", &["9 1 4 6"][..]),
            ("n k, then k numbers: p", "list", "n p", "9 3\n1 4 6\n", &["9 1 4 6"]),
            (
                "n k, then k numbers: p",
                "list",
                "k n p",
                "9 3\n1 4 6\n",
                &["3 9 1 4 6"],
            ),
            (
                "T: k n, then k numbers: p",
                "list",
                "n p",
                "2\n1 5\n2\n0 7\n\n",
                &["5 2", "7"],
            ),
            // Heaps with a constant.
            ("N K, then N numbers: a", "", "a K", "2 5\n7 8\n", &["7 5 + 8 5"]),
            ("N K, then N numbers: a", "", "p", "2 5\n7 8\n", &["5 7 + 5 8"]),
            (
                "T: N K, then N lines: x y",
                "",
                "x K y",
                "1\n2 5\n1 2\n3 4\n",
                &["1 5 2 + 3 5 4"],
            ),
            // The names decide the order.
            ("T: a b", "", "b a", "1\n5 4\n", &["4 5"]),
            ("a b", "", "x y", "5 4\n", &["5 4"]),
        ] {
            let form = of(form, kind, parameters).unwrap();
            for mode in [Mode::Lenient, Mode::Strict] {
                let mut scanner = Scanner::new(input.as_bytes(), mode).unwrap();
                let read = form.read(&mut scanner, &Facts::default()).unwrap();
                assert_eq!(without_places(read), starts, "{form}");
            }
            let starts: Vec<String> = starts.iter().map(|&start| start.to_owned()).collect();
            assert_eq!(form.write(&starts), input, "{form}");
        }
        for (form, kind, parameters, hint) in [
            ("N K, then N numbers: a", "", "a", "def moves(K, a)"),
            ("n k, then k numbers: p", "list", "x p", "def moves(n, *p)"),
            (
                "n, then k numbers: p",
                "list",
                "p",
                "INPUT = \"n k, then k numbers: p\"",
            ),
        ] {
            assert_eq!(cure_of(of(form, kind, parameters).unwrap_err()), hint);
        }
    }

    #[test]
    fn wrong_forms_and_inputs_are_refused() {
        for form in ["", "T:", "N, lines", "a, then b lines: c", "n; m"] {
            assert!(Form::parse(form).is_err(), "{form}");
        }
        let error = Form::parse("K, then N, then N numbers: a").unwrap_err();
        assert_eq!(cure_of(error), "INPUT = \"K N, then N numbers: a\"");
        for form in ["n n", "T: n T", "n n, then n numbers: a", "N, then N lines: N"] {
            let error = Form::parse(form).unwrap_err();
            assert!(matches!(error.fault, Fault::SameName(..)), "{form}: {error:?}");
        }
        for input in ["", "2\n5\n", "1\nx\n", "1\n5 6\n", "99999999999\n"] {
            assert!(read("T: n", input).is_err(), "{input:?}");
        }
    }
}
