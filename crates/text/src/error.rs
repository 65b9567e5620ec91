//! Errors about inputs: the message, its place, and the form for people.

use std::fmt;

use crate::budget::Refusal;

use super::found::{line_bounds, quoted};
use super::shown::is_safe;

/// The number of characters of a line in the excerpt around an error.
const EXCERPT_CHARS: usize = 60;

/// A mistake in an input, with its place as a range of bytes.
///
/// [`InputError::located`] computes line and column, so that they cost nothing until the error is displayed. The error
/// itself displays as its message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct InputError {
    offset: usize,
    length: usize,
    message: String,
    hint: Option<String>,
    related: Option<(usize, String)>,
    refusal: Option<Refusal>,
}

/// The input is right, but reading it needs more memory than the budget.
impl From<Refusal> for InputError {
    fn from(refusal: Refusal) -> InputError {
        InputError {
            refusal: Some(refusal),
            ..InputError::new(0, 0, "this needs more memory than the budget")
        }
    }
}

impl InputError {
    /// Returns an error about the `length` bytes from `offset` on. A `length` of 0 means a place rather than a piece of
    /// text.
    pub fn new(offset: usize, length: usize, message: impl Into<String>) -> Self {
        InputError {
            offset,
            length,
            message: message.into(),
            hint: None,
            related: None,
            refusal: None,
        }
    }

    /// Returns the refusal, if the input itself is right.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.refusal.as_ref()
    }

    /// Adds advice on how to correct it.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a related second place, such as the first of two definitions.
    #[must_use]
    pub fn with_related(mut self, offset: usize, what: impl Into<String>) -> Self {
        self.related = Some((offset, what.into()));
        self
    }

    /// Puts the name of a part of the input before the message, such as `test 2 of 3`.
    #[must_use]
    pub fn within(mut self, part: fmt::Arguments<'_>) -> Self {
        self.message = format!("{part}: {}", self.message);
        self
    }

    /// Returns the message without its place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the first byte of the place, counted from 0.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns line and column in `bytes`, both from 1. The column counts characters. Linear in the offset.
    pub fn line_column(&self, bytes: &[u8]) -> (u64, u64) {
        line_column(bytes, self.offset)
    }

    /// Returns the error with its place in `bytes`, the input with this `name`. Linear in the offset.
    pub fn located<'a>(&'a self, name: &'a str, bytes: &'a [u8]) -> Located<'a> {
        Located {
            error: self,
            name,
            bytes,
            lines_before: 0,
        }
    }
}

impl Located<'_> {
    /// Returns the same error for bytes that follow this many lines of the input.
    #[must_use]
    pub fn after_lines(self, lines: u64) -> Self {
        Located {
            lines_before: lines,
            ..self
        }
    }
}

/// An [`InputError`] with its text.
///
/// `Display` writes several lines, the last without a newline. The alternate form `{:#}` leaves out the `error: ` at
/// the beginning.
#[derive(Clone, Copy, Debug)]
pub struct Located<'a> {
    error: &'a InputError,
    name: &'a str,
    bytes: &'a [u8],
    /// The number of lines of the input before the bytes.
    lines_before: u64,
}

impl fmt::Display for Located<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Located {
            error,
            name,
            bytes,
            lines_before,
        } = *self;
        let offset = error.offset.min(bytes.len());
        let (line, column) = line_column(bytes, offset);
        let line = lines_before + line;
        let name = quoted(name.as_bytes(), usize::MAX);
        if !f.alternate() {
            f.write_str("error: ")?;
        }
        writeln!(f, "{}", error.message)?;
        write!(f, "  --> {name}:{line}:{column}")?;
        let (start, end) = line_bounds(bytes, offset);
        if !bytes[start..end].is_ascii() {
            write!(f, " (byte {})", offset + 1)?;
        }
        let number = line.to_string();
        let margin = " ".repeat(number.len());
        let excerpt = Excerpt::around(bytes, start..end, offset, error.length);
        write!(f, "\n {margin} |\n {number} | {}", excerpt.text)?;
        write!(
            f,
            "\n {margin} | {}{}",
            " ".repeat(excerpt.indent),
            "^".repeat(excerpt.width)
        )?;
        if let Some((place, what)) = &error.related {
            let (line, column) = line_column(bytes, *place);
            let line = lines_before + line;
            write!(f, "\nnote: {what} at {name}:{line}:{column}")?;
        }
        if let Some(hint) = &error.hint {
            write!(f, "\nhint: {hint}")?;
        }
        Ok(())
    }
}

/// A window of one line with a mark below the place, all in characters.
struct Excerpt {
    text: String,
    indent: usize,
    width: usize,
}

impl Excerpt {
    fn around(bytes: &[u8], line: std::ops::Range<usize>, offset: usize, length: usize) -> Excerpt {
        // Enough bytes on either side for the window, whatever the characters: a whole file may be one line.
        let reach = 4 * EXCERPT_CHARS;
        let from = line.start.max(offset.saturating_sub(reach));
        let to = line
            .end
            .min(offset.saturating_add(length.min(reach)).saturating_add(reach));
        let before = shown(&bytes[from..offset.clamp(from, to)]);
        let marked_end = offset.saturating_add(length).clamp(offset.clamp(from, to), to);
        let marked = shown(&bytes[offset.clamp(from, to)..marked_end]);
        let after = shown(&bytes[marked_end..to]);
        let kept_before = before.len().min(EXCERPT_CHARS / 2);
        let cut_left = from > line.start || kept_before < before.len();
        let width = marked.len().clamp(1, EXCERPT_CHARS);
        let kept_after = EXCERPT_CHARS.saturating_sub(kept_before + width);
        let cut_right = to < line.end || marked.len() > width || kept_after < after.len();
        let mut text = String::new();
        text.extend(cut_left.then_some('…'));
        text.extend(&before[before.len() - kept_before..]);
        text.extend(marked.iter().take(width));
        text.extend(after.iter().take(if marked.len() > width { 0 } else { kept_after }));
        text.extend(cut_right.then_some('…'));
        Excerpt {
            text,
            indent: kept_before + usize::from(cut_left),
            width,
        }
    }
}

/// Returns the characters of a piece of a line. A visible character replaces each character that a terminal would not
/// display.
fn shown(bytes: &[u8]) -> Vec<char> {
    String::from_utf8_lossy(bytes)
        .chars()
        .map(|c| match c {
            '\t' => ' ',
            c if is_safe(c) => c,
            _ => char::REPLACEMENT_CHARACTER,
        })
        .collect()
}

/// Returns line and column of a byte, both from 1.
///
/// `\n`, `\r\n` and a lone `\r` end a line. Each invalid byte counts as a character.
fn line_column(bytes: &[u8], offset: usize) -> (u64, u64) {
    let offset = offset.min(bytes.len());
    let (start, _) = line_bounds(bytes, offset);
    let ends = |i: &usize| bytes[*i] == b'\n' || (bytes[*i] == b'\r' && bytes.get(i + 1) != Some(&b'\n'));
    let line = 1 + (0..start).filter(ends).count() as u64;
    let piece = bytes[start..offset]
        .strip_prefix(b"\xEF\xBB\xBF")
        .unwrap_or(&bytes[start..offset]);
    let column = 1 + piece
        .utf8_chunks()
        .map(|chunk| chunk.valid().chars().count() + chunk.invalid().len())
        .sum::<usize>() as u64;
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(bytes: &[u8], offset: usize) -> (u64, u64) {
        line_column(bytes, offset)
    }

    #[test]
    fn lines_end_at_lf_crlf_and_a_lone_cr() {
        let text = b"a\nb\r\nc\rd\n\re";
        assert_eq!(place(text, 0), (1, 1));
        assert_eq!(place(text, 2), (2, 1));
        assert_eq!(place(text, 5), (3, 1));
        assert_eq!(place(text, 7), (4, 1));
        assert_eq!(place(text, 10), (6, 1));
        assert_eq!(place(text, 11), (6, 2));
        assert_eq!(place(text, 99), (6, 2), "past the end is the end");
    }

    #[test]
    fn columns_count_characters_and_invalid_bytes_once_each() {
        assert_eq!(place("é1".as_bytes(), 2), (1, 2));
        assert_eq!(place(b"\x80\x811", 2), (1, 3));
        assert_eq!(place(b"\xEF\xBB\xBFx", 3), (1, 1), "a byte order mark takes no column");
    }

    #[test]
    fn an_error_shows_the_line_a_caret_and_the_hint() {
        let error = InputError::new(2, 5, "`M` must be from 1 to 39800, found `99999`").with_hint("the original limit");
        assert_eq!(
            error.located("Game.In", b"5 99999\n1\n").to_string(),
            "error: `M` must be from 1 to 39800, found `99999`\n  --> Game.In:1:5\n   |\n 1 | 5 99999\n   |   ^^^^^\nhint: the original limit"
                .replace("1:5", "1:3")
        );
    }

    #[test]
    fn a_very_long_line_is_shown_as_a_window() {
        let mut text = vec![b'.'; 1_000_000];
        text[500_000] = b'y';
        let shown = InputError::new(500_000, 1, "m").located("f", &text).to_string();
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[3].chars().count(), 5 + EXCERPT_CHARS + 2);
        let caret = lines[4].chars().position(|c| c == '^').unwrap();
        assert_eq!(lines[3].chars().nth(caret), Some('y'));
    }

    #[test]
    fn control_characters_never_reach_the_terminal() {
        let shown = InputError::new(0, 4, "m").located("a\x1bb", b"\x1b[2J").to_string();
        assert!(!shown.contains('\x1b'), "{shown:?}");
    }
}
