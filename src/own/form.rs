//! The input format of a user's own game: `INPUT = "T: n"`.

use std::fmt;

use super::protocol::Facts;
use crate::text::{InputError, Mode, Scanner, quoted};

/// The input format of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The name of the number of tests, if there may be several.
    pub tests: Option<String>,
    /// The name of the number of parts, if a test is a sum.
    pub parts: Option<String>,
    /// The names of the words of a position. Empty if a test is one line, which is the position.
    pub words: Vec<String>,
    /// Whether the parts are the numbers of one position, which is a list.
    pub is_list: bool,
}

/// The list without numbers, written as a start.
pub(super) const EMPTY_LIST: &str = "()";

/// The word without letters, written as a start.
pub(super) const EMPTY_WORD: &str = "\"\"";

/// The sum without parts for people. As a start it is an empty line.
pub(super) const NO_PARTS: &str = "nothing";

/// The maximum number of tests or parts of an input.
const MOST: i64 = 1_000_000;

/// The largest number if the file gives no limits.
const LARGEST: i64 = 1_000_000_000_000_000_000;

impl Form {
    /// Reads a description: `n`, `a b`, `T: n`, `N, then N lines: x K`, `T: N, then N numbers: a`.
    ///
    /// # Errors
    /// Returns a sentence about the error.
    pub fn parse(text: &str) -> Result<Form, String> {
        let mut rest = text.trim();
        let word = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
        let wrong = || {
            let text = quoted(text.as_bytes(), 200);
            format!(
                "`INPUT = \"{text}\"` is not understood: write the words of a position (`n`, `a b`), before them `T:` for \
                 several tests, and `N, then N lines:` for a sum"
            )
        };
        let mut form = Form {
            tests: None,
            parts: None,
            words: Vec::new(),
            is_list: false,
        };
        if let Some((name, after)) = rest.split_once(':')
            && word(name.trim())
        {
            form.tests = Some(name.trim().to_owned());
            rest = after.trim();
        }
        if let Some((name, after)) = rest.split_once(',') {
            let name = name.trim();
            let after = after.trim().strip_prefix("then").ok_or_else(wrong)?.trim();
            let after = after.strip_prefix(name).ok_or_else(wrong)?.trim();
            let after = after
                .strip_prefix("lines")
                .or_else(|| after.strip_prefix("numbers"))
                .unwrap_or(after);
            form.parts = Some(name.to_owned());
            rest = after.trim().trim_start_matches(':').trim();
            if rest.is_empty() {
                rest = "n";
            }
        }
        form.words = rest.split_whitespace().map(str::to_owned).collect();
        if form.words.is_empty() || !form.words.iter().all(|name| word(name)) {
            Err(wrong())
        } else {
            Ok(form)
        }
    }

    /// Returns the default format: one line, which is the position.
    pub fn plain() -> Form {
        Form {
            tests: None,
            parts: None,
            words: Vec::new(),
            is_list: false,
        }
    }

    /// Returns the same format for a game whose positions are lists of numbers. An input gives one list.
    #[must_use]
    pub fn of_lists(self) -> Form {
        Form {
            is_list: self.parts.is_some() && self.words.len() == 1,
            ..self
        }
    }

    /// Returns the separator between the parts of a sum, or between the numbers of a list.
    pub fn between(&self) -> &'static str {
        if self.is_list { " " } else { " + " }
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
        self.tests.iter().chain(&self.parts).chain(&self.words)
    }

    /// Reads an input and returns the text of the start of each test.
    ///
    /// # Errors
    /// Returns the first error in the input, with its place.
    pub fn read(&self, scanner: &mut Scanner<'_>, facts: &Facts) -> Result<Vec<String>, InputError> {
        /// The separator between the parts of a sum.
        const PLUS: &[u8] = b" + ";
        if self.words.is_empty() {
            let has_line = scanner.rest().contains(&b'\n');
            let offset = scanner.offset();
            let rest = scanner.rest();
            let text = String::from_utf8_lossy(rest).trim().to_owned();
            // A line without words may be an empty word or list.
            let empty = match facts.get("KIND") {
                Some("str") => Some(EMPTY_WORD),
                Some("list") => Some(EMPTY_LIST),
                _ if text == NO_PARTS => Some(""),
                _ => None,
            };
            if let Some(empty) = empty.filter(|empty| has_line && text.is_empty() || empty.is_empty()) {
                scanner.advance(rest.len());
                return Ok(vec![empty.to_owned()]);
            }
            if text.is_empty() {
                return Err(InputError::new(offset, 0, "expected a position, found nothing"));
            }
            if text.contains('\n') || text.chars().any(char::is_control) {
                return Err(InputError::new(offset, rest.len(), "expected one line: the position")
                    .with_hint("the game's file may say more: INPUT = \"T: n\""));
            }
            scanner.advance(rest.len());
            return Ok(vec![text]);
        }
        let count = |scanner: &mut Scanner<'_>, name: &Option<String>| -> Result<i64, InputError> {
            let Some(name) = name else { return Ok(1) };
            let (low, high) = facts.limit(name).unwrap_or((0, MOST as u64));
            let number = scanner.integer(format_args!("`{name}`"), low as i64..=(high as i64).min(MOST))?;
            Ok(number)
        };
        let tests = count(scanner, &self.tests)?;
        if self.tests.is_some() {
            scanner.newline()?;
        }
        let mut starts = Vec::new();
        for _ in 0..tests {
            let mut parts = count(scanner, &self.parts)?;
            if self.parts.is_some() {
                scanner.newline()?;
            }
            // A user may type a sum as a position, even if a judge gives none.
            let may_be_sum = self.parts.is_none() && scanner.mode() == Mode::Lenient;
            let mut texts = Vec::new();
            let mut part = 0;
            while part < parts {
                part += 1;
                let mut words = Vec::new();
                for (place, name) in self.words.iter().enumerate() {
                    words.push(self.word(scanner, name, facts)?);
                    let last = place + 1 == self.words.len();
                    // Single numbers of a sum may share a line.
                    let one_line = self.words.len() == 1 && part < parts;
                    if last && may_be_sum && scanner.rest().starts_with(PLUS) {
                        scanner.advance(PLUS.len());
                        parts += 1;
                    } else if last && !one_line {
                        scanner.newline()?;
                    } else {
                        scanner.space_or_newline(0, 2)?;
                    }
                }
                texts.push(words.join(" "));
            }
            // There may be an empty line for no numbers, as most programs write it.
            if parts == 0 && self.words.len() == 1 && scanner.rest().first() == Some(&b'\n') {
                scanner.advance(1);
            }
            starts.push(if texts.is_empty() {
                self.empty().to_owned()
            } else {
                texts.join(self.between())
            });
        }
        scanner.end()?;
        Ok(starts)
    }

    fn word(&self, scanner: &mut Scanner<'_>, name: &str, facts: &Facts) -> Result<String, InputError> {
        if facts.get("KIND") == Some("str") {
            let offset = scanner.offset();
            let token = scanner.token(format_args!("`{name}`"))?;
            let text = std::str::from_utf8(token.bytes)
                .ok()
                .filter(|text| !text.contains(" + "));
            let text = text.ok_or_else(|| InputError::new(offset, 1, format!("expected `{name}`, a word")))?;
            let stated = facts.get("LETTERS").filter(|_| scanner.mode() == Mode::Strict);
            if let Some(letters) = stated
                && let Some(other) = text.chars().find(|&c| text != "\"\"" && !letters.contains(c))
            {
                let message = format!("expected `{name}`, a word of the letters `{letters}`, found `{other}`");
                return Err(InputError::new(offset, text.len(), message));
            }
            return Ok(text.to_owned());
        }
        let (low, high) = match facts.limit(name) {
            Some((low, high)) => (low as i64, high.min(LARGEST as u64) as i64),
            None => (0, LARGEST),
        };
        Ok(scanner.integer(format_args!("`{name}`"), low..=high)?.to_string())
    }

    /// Returns an input of these tests, in the form that `read` reads.
    pub fn write(&self, starts: &[String]) -> String {
        let mut text = String::new();
        if self.tests.is_some() {
            text += &format!("{}\n", starts.len());
        }
        for start in starts {
            let parts: Vec<&str> = if start == self.empty() && self.parts.is_some() {
                Vec::new()
            } else {
                start.split(self.between()).collect()
            };
            if self.parts.is_some() {
                text += &format!("{}\n", parts.len());
            }
            // Single numbers of a sum stand on one line.
            let joint = if self.words.len() == 1 && self.parts.is_some() {
                " "
            } else {
                "\n"
            };
            if self.words.is_empty() || self.parts.is_none() {
                if start.is_empty() {
                    text += NO_PARTS
                } else {
                    text += start
                }
            } else if parts.is_empty() && self.words.len() > 1 {
                continue;
            } else {
                text += &parts.join(joint)
            }
            text += "\n";
        }
        text
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(tests) = &self.tests {
            write!(f, "{tests}: ")?;
        }
        if let Some(parts) = &self.parts {
            write!(f, "{parts}, then {parts} lines: ")?;
        }
        f.write_str(&self.words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Mode;

    fn read(form: &str, input: &str) -> Result<Vec<String>, InputError> {
        let form = Form::parse(form).unwrap();
        let mut scanner = Scanner::new(input.as_bytes(), Mode::Lenient).unwrap();
        form.read(&mut scanner, &Facts::default())
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
        let form = Form::parse("T: N, then N numbers: a").unwrap().of_lists();
        let input = "2\n1\n4\n3\n5 6 7\n";
        let mut scanner = Scanner::new(input.as_bytes(), Mode::Lenient).unwrap();
        let starts = form.read(&mut scanner, &Facts::default()).unwrap();
        assert_eq!(starts, ["4", "5 6 7"]);
        assert_eq!(form.write(&starts), input);
        let input = "2\n0\n\n1\n5\n";
        for mode in [Mode::Lenient, Mode::Strict] {
            let mut scanner = Scanner::new(input.as_bytes(), mode).unwrap();
            let starts = form.read(&mut scanner, &Facts::default()).unwrap();
            assert_eq!(starts, ["()", "5"]);
            assert_eq!(form.write(&starts), input);
        }
        // Pairs of numbers are the parts of a sum.
        assert!(!Form::parse("N, then N lines: x K").unwrap().of_lists().is_list);
    }

    #[test]
    fn wrong_forms_and_inputs_are_refused() {
        for form in ["", "T:", "N, lines", "a, then b lines: c", "n; m"] {
            assert!(Form::parse(form).is_err(), "{form}");
        }
        for input in ["", "2\n5\n", "1\nx\n", "1\n5 6\n", "99999999999\n"] {
            assert!(read("T: n", input).is_err(), "{input:?}");
        }
    }
}
