//! A cursor over an input, with named and bounded reads that fail with a place and a reason.

use std::fmt;
use std::ops::RangeInclusive;

use super::error::InputError;
use super::found::{Found, found_at, found_in_array};
use super::plain::Lines;
use super::{count_of, is_blank};
use crate::budget::Budget;

/// The strictness of a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The strictness of a contest program: any blanks between tokens, and sizes as large as the machine allows.
    Lenient,
    /// The strictness of a validator: exactly the separators of the format, canonical numbers, the original limits.
    Strict,
}

/// The values that a number may take: when solving, and under the original limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    solve: RangeInclusive<i64>,
    original: RangeInclusive<i64>,
}

impl Bounds {
    /// Returns bounds that differ between [`Mode::Lenient`] and [`Mode::Strict`]. The original limits are within the
    /// others.
    pub fn new(solve: RangeInclusive<i64>, original: RangeInclusive<i64>) -> Bounds {
        debug_assert!(solve.start() <= original.start() && original.end() <= solve.end());
        Bounds { solve, original }
    }
}

impl From<RangeInclusive<i64>> for Bounds {
    fn from(range: RangeInclusive<i64>) -> Bounds {
        Bounds {
            solve: range.clone(),
            original: range,
        }
    }
}

/// A token and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The place of its first byte in the input, from 0.
    pub offset: usize,
    /// The bytes: at least one, and no blanks.
    pub bytes: &'a [u8],
}

/// A reader of one input from front to back, one named item after another.
///
/// [`space`](Scanner::space), [`newline`](Scanner::newline) and [`end`](Scanner::end) mark the separators of the
/// format. In lenient mode the scanner skips blanks before a token, and the first two do nothing. In strict mode each
/// separator must be exactly as given. So one reader serves both solver and validator.
///
/// Names are `format_args!`, which cost nothing until an error needs them.
#[derive(Clone, Debug)]
pub struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    mode: Mode,
    /// Whether punctuation ends a token. Outside arrays, `1,000` is one badly written number. Inside, `[1,4]` holds
    /// two.
    in_array: bool,
    /// The budget. Without one, only the text limits the length of lists.
    budget: Option<Budget>,
    /// The bytes of the text and of the data read from it.
    held: u64,
}

impl<'a> Scanner<'a> {
    /// Returns a scanner at the start of `bytes`. In lenient mode it skips a leading byte order mark.
    ///
    /// # Errors
    /// Fails if the bytes are clearly in another format: UTF-16, or a well-known binary format. In strict mode, also if
    /// they begin with a byte order mark.
    pub fn new(bytes: &'a [u8], mode: Mode) -> Result<Self, InputError> {
        const MARK: &[u8] = b"\xEF\xBB\xBF";
        reject_foreign_files(bytes)?;
        let at = match mode {
            Mode::Lenient if bytes.starts_with(MARK) => MARK.len(),
            Mode::Strict if bytes.starts_with(MARK) => {
                return Err(
                    InputError::new(0, 0, "expected the data, found a byte order mark (U+FEFF)")
                        .with_hint("save the file as UTF-8 without a byte order mark"),
                );
            }
            _ => 0,
        };
        Ok(Scanner {
            bytes,
            at,
            mode,
            in_array: false,
            budget: None,
            held: bytes.len() as u64,
        })
    }

    /// Returns a scanner that refuses to read more than fits a budget.
    #[must_use]
    pub fn within(self, budget: Budget) -> Self {
        let budget = Some(budget);
        Scanner { budget, ..self }
    }

    /// Returns the bytes of the text and of the data read from it.
    pub fn held(&self) -> u64 {
        self.held
    }

    /// Counts the memory for `what` (`9 stones`).
    ///
    /// # Errors
    /// Fails if the sum with all memory counted before is above the budget.
    pub fn take(&mut self, bytes: usize, what: fmt::Arguments<'_>) -> Result<(), InputError> {
        if let Some(budget) = self.budget {
            budget.holding(self.held).require(bytes as u128, what)?;
        }
        self.held += bytes as u64;
        Ok(())
    }

    /// Returns an empty list with room for `count` items, or for as many as the rest of the input can hold.
    ///
    /// # Errors
    /// Fails if the list is above the budget.
    pub fn list<T>(&mut self, count: usize) -> Result<Vec<T>, InputError> {
        let room = count.min(self.tokens_left());
        self.take(room * size_of::<T>(), format_args!("{room} items of the input"))?;
        Ok(Vec::with_capacity(room))
    }

    /// Returns the mode of the scanner.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns whether the original limits apply (strict mode).
    pub fn is_strict(&self) -> bool {
        self.mode == Mode::Strict
    }

    /// Returns the place of the next read, in bytes from 0. In lenient mode it skips blanks before the next token
    /// first.
    pub fn offset(&mut self) -> usize {
        self.skip_blanks();
        self.at
    }

    /// Returns an upper bound on the number of further tokens: the room to reserve for a declared count.
    pub fn tokens_left(&self) -> usize {
        (self.bytes.len() - self.at).div_ceil(2)
    }

    /// Reads a whole number within `bounds`.
    ///
    /// # Errors
    /// Fails if there is no number, or it is out of bounds, or (strict) it is not canonical.
    pub fn integer(&mut self, name: fmt::Arguments<'_>, bounds: impl Into<Bounds>) -> Result<i64, InputError> {
        self.skip_blanks();
        let start = self.at;
        let bytes = &self.bytes[start..];
        let negative = bytes.first() == Some(&b'-');
        let signed = negative || bytes.first() == Some(&b'+');
        let digits = usize::from(signed);
        let mut magnitude: u64 = 0;
        let mut fits = true;
        let mut length = digits;
        while let Some(digit) = bytes.get(length).map(|b| b.wrapping_sub(b'0')).filter(|&d| d < 10) {
            // 19 digits always fit 64 bits: only longer runs need the checked form.
            if length - digits < 19 {
                magnitude = magnitude * 10 + u64::from(digit);
            } else {
                let next = magnitude.checked_mul(10).and_then(|m| m.checked_add(u64::from(digit)));
                fits &= next.is_some();
                magnitude = next.unwrap_or(u64::MAX);
            }
            length += 1;
        }
        if length == digits || !self.ends_token(start + length) {
            return Err(self.expected(name));
        }
        if self.is_strict() {
            self.require_canonical(name, start, length, signed && !negative, digits)?;
        }
        let value = if !fits {
            None
        } else if negative {
            0i64.checked_sub_unsigned(magnitude)
        } else {
            i64::try_from(magnitude).ok()
        };
        let bounds = bounds.into();
        let allowed = if self.is_strict() {
            &bounds.original
        } else {
            &bounds.solve
        };
        match value {
            Some(value) if allowed.contains(&value) => {
                self.at = start + length;
                Ok(value)
            }
            _ => Err(self.out_of_bounds(name, start, length, value, &bounds)),
        }
    }

    /// Reads a whole number that counts or numbers items. Bounds must not reach below 0.
    ///
    /// # Errors
    /// Fails as [`integer`](Scanner::integer) does.
    pub fn count(&mut self, name: fmt::Arguments<'_>, bounds: impl Into<Bounds>) -> Result<usize, InputError> {
        let value = self.integer(name, bounds)?;
        Ok(usize::try_from(value).expect("bounds of a count are not negative and fit the machine"))
    }

    /// Reads the number of one of `count` items, numbered from 1, and returns it numbered from 0.
    ///
    /// # Errors
    /// Fails as [`integer`](Scanner::integer) does. A 0 in an input that never uses `count` itself gets a hint.
    pub fn index(&mut self, name: fmt::Arguments<'_>, count: usize) -> Result<u32, InputError> {
        let end = i64::try_from(count).unwrap_or(i64::MAX);
        let start = self.offset();
        match self.integer(name, 1..=end) {
            Ok(value) => Ok(u32::try_from(value - 1).expect("things are fewer than 2^32")),
            Err(error) => {
                let rest = &self.bytes[start..];
                let number = |token: &[u8]| str::from_utf8(token).ok()?.parse::<i64>().ok();
                let zero = super::tokens(rest).next().and_then(number) == Some(0);
                if zero && super::tokens(rest).all(|token| number(token) != Some(end)) {
                    return Err(error.with_hint("indices run from 1; is this input 0-based?"));
                }
                Err(error)
            }
        }
    }

    /// Reads plain lines of two numbers each and returns the numbers counted from 0.
    ///
    /// It stops before the first line that is not plain, and after at most `most` lines. A plain line is in strict
    /// form: two indices of `count` items numbered from `first`, without leading zeros, with one space between them,
    /// then the line end. The careful reader handles all other lines, right or wrong, and names their mistakes. So the
    /// caller must continue with it. For long inputs, all threads of the current pool read.
    pub fn plain_pairs(&mut self, most: usize, first: u32, count: usize, pairs: &mut Vec<(u32, u32)>) {
        // The careful reader leaves the line end before the first line unread.
        self.skip_blanks();
        let lines = Lines {
            text: self.bytes,
            first,
            count: count as u64,
            lenient: self.mode == Mode::Lenient,
        };
        self.at = lines.read(self.at, most, pairs);
    }

    /// Reads the next token, whatever its content.
    ///
    /// # Errors
    /// Fails if the input ends first, or (strict) if a blank comes first.
    pub fn token(&mut self, name: fmt::Arguments<'_>) -> Result<Token<'a>, InputError> {
        self.skip_blanks();
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|&b| is_blank(b)).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.expected(name));
        }
        let token = Token {
            offset: self.at,
            bytes: &rest[..length],
        };
        self.at += length;
        Ok(token)
    }

    /// Reads a token of exactly `width` cells. `legal` must be true for each of them. `cells` lists the legal ones for
    /// the message.
    ///
    /// # Errors
    /// Fails if the row is missing, too short or too long, or has an unknown cell. The place is the cell's.
    pub fn row(
        &mut self,
        name: fmt::Arguments<'_>,
        width: usize,
        cells: &str,
        legal: &dyn Fn(u8) -> bool,
    ) -> Result<Token<'a>, InputError> {
        if let Some(row) = self.plain_row(width, legal) {
            return Ok(row);
        }
        let row = self.token(name)?;
        // A character outside all formats is the real mistake, even if it only makes the row too long.
        let odd = found_at(self.bytes, row.offset);
        if !odd.is_token {
            let column = odd.offset - row.offset + 1;
            return Err(self.unknown_cell(odd.offset, name, column, cells));
        }
        if let Some(column) = row.bytes.iter().take(width).position(|&b| !legal(b)) {
            return Err(self.unknown_cell(row.offset + column, name, column + 1, cells));
        }
        if row.bytes.len() != width {
            // The place of the first extra cell, or of the first missing one.
            let offset = row.offset + row.bytes.len().min(width);
            let found = row.bytes.len();
            return Err(InputError::new(
                offset,
                found.saturating_sub(width),
                format!(
                    "{name} must have {width} {}, found {found}",
                    if width == 1 { "cell" } else { "cells" }
                ),
            ));
        }
        Ok(row)
    }

    /// Reads a row without mistakes, if one is next. For any other row, the careful reader finds the mistake.
    fn plain_row(&mut self, width: usize, legal: &dyn Fn(u8) -> bool) -> Option<Token<'a>> {
        self.skip_blanks();
        let offset = self.at;
        let end = offset.checked_add(width).filter(|_| width > 0)?;
        let bytes = self.bytes.get(offset..end)?;
        let ends_there = self.bytes.get(end).is_none_or(|&b| is_blank(b));
        let is_plain = ends_there && are_all_legal(bytes, &|cell| legal(cell) && !is_blank(cell));
        is_plain.then(|| {
            self.at = end;
            Token { offset, bytes }
        })
    }

    /// Returns the error for a cell that is not in the format.
    pub fn unknown_cell(&self, offset: usize, name: fmt::Arguments<'_>, column: usize, cells: &str) -> InputError {
        let mut found = found_at(self.bytes, offset);
        let named = found.offset == offset && !found.is_token;
        if !named {
            // Only this one byte is wrong, not the rest of the row.
            let byte = self.bytes[offset];
            found = Found {
                offset,
                length: 1,
                what: format!("`{}`", char::from(byte)),
                is_token: true,
                hint: None,
            };
            let other_case = if byte.is_ascii_lowercase() {
                byte.to_ascii_uppercase()
            } else {
                byte.to_ascii_lowercase()
            };
            if byte.is_ascii_alphabetic() && cells.as_bytes().windows(3).any(|w| w == [b'`', other_case, b'`']) {
                found.hint = Some(format!("use `{}`: letter case matters", char::from(other_case)));
            }
        }
        let error = InputError::new(
            found.offset,
            found.length,
            format!("cell {column} of {name} must be {cells}, found {}", found.what),
        );
        match found.hint {
            Some(hint) => error.with_hint(hint),
            None => error,
        }
    }

    /// Reads the next byte if it is `wanted`, and returns whether it was. In lenient mode it skips blanks first.
    pub fn eat(&mut self, wanted: u8) -> bool {
        self.skip_blanks();
        let there = self.bytes.get(self.at) == Some(&wanted);
        self.at += usize::from(there);
        there
    }

    /// Sets whether the next reads are inside an array, and returns the setting before.
    ///
    /// There, `,` and `]` end a number, and errors quote the text between two punctuation characters.
    pub(super) fn set_in_array(&mut self, in_array: bool) -> bool {
        std::mem::replace(&mut self.in_array, in_array)
    }

    /// Describes the token or blank at `offset`, inside an array by the rules of arrays.
    fn found_at(&self, offset: usize) -> Found {
        if self.in_array {
            found_in_array(self.bytes, offset)
        } else {
            found_at(self.bytes, offset)
        }
    }

    /// Returns the bytes from here on, blanks included.
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// Moves `length` bytes on. Panics if that is past the end.
    pub fn advance(&mut self, length: usize) {
        assert!(
            length <= self.bytes.len() - self.at,
            "a scanner does not leave its input"
        );
        self.at += length;
    }

    /// Reads one space between two items on a line.
    ///
    /// # Errors
    /// Fails in strict mode if anything else is here.
    pub fn space(&mut self) -> Result<(), InputError> {
        self.separator(b' ', "one space")
    }

    /// Reads the end of a line.
    ///
    /// # Errors
    /// Fails in strict mode if anything but a single `\n` is here.
    pub fn newline(&mut self) -> Result<(), InputError> {
        self.separator(b'\n', "end of line")
    }

    /// Reads the separator after item `index` of `count` items on one line: a space, or a line end after the last.
    ///
    /// # Errors
    /// Fails as [`space`](Scanner::space) and [`newline`](Scanner::newline) do.
    pub fn space_or_newline(&mut self, index: usize, count: usize) -> Result<(), InputError> {
        if index + 1 < count {
            self.space()
        } else {
            self.newline()
        }
    }

    /// Reads a line of `count` whole numbers, with a space between two of them, and passes each to `take`.
    ///
    /// `name` writes the name of a number from its index, from 0.
    ///
    /// # Errors
    /// Fails as [`integer`](Scanner::integer) and [`space_or_newline`](Scanner::space_or_newline) do.
    pub fn line_of(
        &mut self,
        count: usize,
        bounds: &Bounds,
        name: &dyn Fn(usize, &mut fmt::Formatter<'_>) -> fmt::Result,
        take: &mut dyn FnMut(i64),
    ) -> Result<(), InputError> {
        for index in 0..count {
            let name = fmt::from_fn(|f| name(index, f));
            take(self.integer(format_args!("{name}"), bounds.clone())?);
            self.space_or_newline(index, count)?;
        }
        Ok(())
    }

    /// Reads the end of the input.
    ///
    /// # Errors
    /// Fails if the input goes on: an input longer than it declares has a wrong count.
    pub fn end(&mut self) -> Result<(), InputError> {
        self.skip_blanks();
        if self.at == self.bytes.len() {
            return Ok(());
        }
        let error = self.expected(format_args!("end of file"));
        if !self.is_strict() && found_at(self.bytes, self.at).hint.is_none() {
            return Err(error.with_hint("the input holds more than it declares: is a count wrong?"));
        }
        Err(error)
    }

    /// Returns the error for `name` expected here, with a description of the text found.
    pub fn expected(&self, name: fmt::Arguments<'_>) -> InputError {
        let found = self.found_at(self.at);
        let error = InputError::new(
            found.offset,
            found.length,
            format!("expected {name}, found {}", found.what),
        );
        match found.hint {
            Some(hint) => error.with_hint(hint),
            None => error,
        }
    }

    /// Returns the place of token number `index` (from 0) at or after byte `from`. Linear in the input.
    ///
    /// It serves errors found after reading, so that the reader need not store places.
    pub fn token_place(&self, from: usize, index: usize) -> (usize, usize) {
        let rest = &self.bytes[from.min(self.bytes.len())..];
        match super::tokens(rest).nth(index) {
            Some(token) => (from + (token.as_ptr() as usize - rest.as_ptr() as usize), token.len()),
            None => (self.bytes.len(), 0),
        }
    }

    fn skip_blanks(&mut self) {
        if self.mode == Mode::Lenient {
            while self.bytes.get(self.at).is_some_and(|&b| is_blank(b)) {
                self.at += 1;
            }
        }
    }

    /// Returns whether a number may end before this byte: a blank, the end, or punctuation inside an array.
    fn ends_token(&self, at: usize) -> bool {
        self.bytes
            .get(at)
            .is_none_or(|&b| is_blank(b) || (self.in_array && matches!(b, b',' | b']')))
    }

    fn separator(&mut self, byte: u8, name: &str) -> Result<(), InputError> {
        if self.mode == Mode::Lenient {
            return Ok(());
        }
        if self.bytes.get(self.at) != Some(&byte) {
            return Err(self.expected(format_args!("{name}")));
        }
        self.at += 1;
        Ok(())
    }

    fn require_canonical(
        &self,
        name: fmt::Arguments<'_>,
        start: usize,
        length: usize,
        plus: bool,
        digits: usize,
    ) -> Result<(), InputError> {
        let bytes = &self.bytes[start..start + length];
        let fault = if plus {
            "a plus sign"
        } else if bytes == b"-0" {
            "minus zero"
        } else if length - digits > 1 && bytes[digits] == b'0' {
            "a leading zero"
        } else {
            return Ok(());
        };
        let found = self.found_at(start);
        Err(InputError::new(
            start,
            length,
            format!("expected {name}, found {} ({fault})", found.what),
        )
        .with_hint("a validator accepts each number in one way only"))
    }

    fn out_of_bounds(
        &self,
        name: fmt::Arguments<'_>,
        start: usize,
        length: usize,
        value: Option<i64>,
        bounds: &Bounds,
    ) -> InputError {
        let allowed = if self.is_strict() {
            &bounds.original
        } else {
            &bounds.solve
        };
        let found = super::quoted(&self.bytes[start..start + length], 64);
        let message = format!(
            "{name} must be from {} to {}, found `{found}`",
            allowed.start(),
            allowed.end()
        );
        let error = InputError::new(start, length, message);
        if self.is_strict() && value.is_some_and(|v| bounds.solve.contains(&v)) {
            return error.with_hint("this is the original limit, but solving accepts more");
        }
        error
    }
}

/// Returns whether all cells of a row are legal.
fn are_all_legal(row: &[u8], legal: &dyn Fn(u8) -> bool) -> bool {
    /// The shortest row for counting. In a shorter one, each cell is tested alone.
    const SHORT: usize = 256;
    /// The most kinds of cells to count one after the other, in parts that stay in the nearest cache. On rows of 10^7
    /// cells of two kinds, this is 8 times as fast as a table of all bytes.
    const FEW_KINDS: usize = 4;
    const PART_CELLS: usize = 1 << 12;
    if row.len() <= SHORT {
        return row.iter().all(|&cell| legal(cell));
    }
    let kinds: Vec<u8> = (0..=u8::MAX).filter(|&cell| legal(cell)).collect();
    if kinds.len() <= FEW_KINDS {
        let mut parts = row.chunks(PART_CELLS);
        return parts.all(|part| kinds.iter().map(|&kind| count_of(part, kind)).sum::<usize>() == part.len());
    }
    let mut table = [false; 1 << u8::BITS];
    kinds.iter().for_each(|&kind| table[usize::from(kind)] = true);
    row.iter().all(|&cell| table[usize::from(cell)])
}

/// Refuses files that are clearly of another kind, and names the kind.
fn reject_foreign_files(bytes: &[u8]) -> Result<(), InputError> {
    const HEADS: &[(&[u8], &str)] = &[
        (b"\x1f\x8b", "a gzip file"),
        (b"\x89PNG", "a PNG picture"),
        (b"\x7fELF", "a Linux program (ELF)"),
        (b"PK\x03\x04", "a zip file"),
        (b"%PDF", "a PDF document"),
        (b"BZh", "a bzip2 file"),
        (b"\xfd7zXZ", "an xz file"),
        (b"\x28\xb5\x2f\xfd", "a zstd file"),
        (b"\xff\xd8\xff", "a JPEG picture"),
    ];
    if let Some((_, what)) = HEADS.iter().find(|(head, _)| bytes.starts_with(head)) {
        return Err(InputError::new(0, 0, format!("expected a text file, found {what}")));
    }
    let marked = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    let head = &bytes[..bytes.len().min(64) & !1];
    let zeros = |from: usize| head.iter().skip(from).step_by(2).filter(|&&b| b == 0).count();
    // ASCII in UTF-16 has a NUL at every other byte.
    let looks = head.len() >= 4 && zeros(0).max(zeros(1)) == head.len() / 2;
    if marked || looks {
        return Err(
            InputError::new(0, 0, "expected a UTF-8 text file, found text that looks like UTF-16")
                .with_hint("save the file as UTF-8"),
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lenient(text: &str) -> Scanner<'_> {
        Scanner::new(text.as_bytes(), Mode::Lenient).unwrap()
    }

    fn strict(text: &str) -> Scanner<'_> {
        Scanner::new(text.as_bytes(), Mode::Strict).unwrap()
    }

    fn integer(mut scanner: Scanner<'_>) -> Result<i64, String> {
        let value = scanner.integer(format_args!("`N`"), Bounds::new(i64::MIN..=i64::MAX, -100..=100));
        value.map_err(|e| e.message().to_owned())
    }

    #[test]
    fn numbers_are_read_as_contest_programs_read_them() {
        for (text, value) in [
            ("5", 5),
            ("+5", 5),
            ("-0", 0),
            ("007", 7),
            (" \t\r\n\x0b\x0c5 ", 5),
            ("\u{feff}5", 5),
            ("9223372036854775807", i64::MAX),
            ("-9223372036854775808", i64::MIN),
            ("00000000000000000000000000000000000000001", 1),
        ] {
            assert_eq!(integer(lenient(text)), Ok(value), "{text:?}");
        }
    }

    #[test]
    fn numbers_that_do_not_fit_are_out_of_range() {
        for text in ["9223372036854775808", "-9223372036854775809", &"9".repeat(1_000_000)] {
            assert!(
                integer(lenient(text)).unwrap_err().starts_with("`N` must be from "),
                "{}",
                &text[..9]
            );
        }
    }

    #[test]
    fn what_is_no_number_is_named() {
        for text in [
            "", "a", "NaN", "1-", "1/0", "0x10", "1e3", "1,000", "1]", "-", "--5", "- 5", "5.0", "５", "1\u{a0}2",
        ] {
            assert!(
                integer(lenient(text)).unwrap_err().starts_with("expected `N`, found "),
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_validator_accepts_each_number_in_one_way() {
        assert_eq!(integer(strict("-7")), Ok(-7));
        assert_eq!(integer(strict("0")), Ok(0));
        for text in ["+5", "-0", "007", "00", " 5", "\n5", "101", "-101"] {
            assert!(integer(strict(text)).is_err(), "{text:?}");
        }
    }

    #[test]
    fn separators_bind_in_strict_mode_only() {
        let read = |mut s: Scanner<'_>| -> Result<(), InputError> {
            s.integer(format_args!("a"), 0..=9)?;
            s.space()?;
            s.integer(format_args!("b"), 0..=9)?;
            s.newline()?;
            s.end()
        };
        assert!(read(strict("1 2\n")).is_ok());
        for text in [
            "1 2", "1  2\n", "1\t2\n", "1 2 \n", "1 2\r\n", "1\r2\n", "1 2\n\n", "1 2\n ", "1\n2\n", " 1 2\n",
        ] {
            assert!(read(lenient(text)).is_ok(), "{text:?}");
            assert!(read(strict(text)).is_err(), "{text:?}");
        }
        for text in ["1 2 3\n", "1 2\nx", "1", "1 2\u{feff}"] {
            assert!(read(lenient(text)).is_err(), "{text:?}");
            assert!(read(strict(text)).is_err(), "{text:?}");
        }
    }

    #[test]
    fn rows_fail_at_the_cell() {
        let row = |text: &'static str| {
            let mut s = lenient(text);
            s.row(format_args!("row 1"), 3, "`.` or `X`", &|b| b".X".contains(&b))
                .map_err(|e| (e.offset(), e.message().to_owned()))
        };
        assert_eq!(row(".X.").unwrap().bytes, b".X.");
        assert_eq!(row(".X").unwrap_err(), (2, "row 1 must have 3 cells, found 2".into()));
        assert_eq!(row(".X..").unwrap_err(), (3, "row 1 must have 3 cells, found 4".into()));
        assert_eq!(
            row(".x.").unwrap_err(),
            (1, "cell 2 of row 1 must be `.` or `X`, found `x`".into())
        );
        assert_eq!(
            row(".\u{425}.").unwrap_err().1,
            "cell 2 of row 1 must be `.` or `X`, found U+0425 (Cyrillic capital letter ha)"
        );
        assert_eq!(row("").unwrap_err().1, "expected row 1, found end of file");
        for (text, is_other_case) in [(".x.", true), (".y.", false), (".o.", false)] {
            let mut s = lenient(text);
            let read = s.row(format_args!("row 1"), 3, "`.` or `X`", &|b| b".X".contains(&b));
            let said = read.unwrap_err().located("a", text.as_bytes()).to_string();
            assert_eq!(
                said.contains("hint: use `X`: letter case matters"),
                is_other_case,
                "{said}"
            );
        }
    }

    #[test]
    fn a_fault_anywhere_in_a_long_row_is_found_where_it_is() {
        const WIDTH: usize = 10_000;
        let read_row = |text: &[u8], width: usize| {
            let mut scanner = Scanner::new(text, Mode::Lenient).unwrap();
            let legal = |b| b".X".contains(&b);
            let row = scanner.row(format_args!("the row"), width, "`.` or `X`", &legal);
            let row = row.map(|row| (row.offset, row.bytes.len()));
            row.map_err(|error| (error.offset(), error.message().to_owned()))
        };
        // The cells of a long row are counted all at once.
        let what = "cell 7 of the row must be `.` or `X`, found `o`".to_owned();
        assert_eq!(
            read_row(&[&[b'X'; 6][..], b"o", &[b'.'; 300]].concat(), 307),
            Err((6, what))
        );
        let read = |text: &[u8]| read_row(text, WIDTH);
        let sound = [b" \n".as_slice(), &[b'X'; WIDTH], b"\n"].concat();
        assert_eq!(read(&sound), Ok((2, WIDTH)));
        assert_eq!(read(&sound[..2 + WIDTH]), Ok((2, WIDTH)));
        for cell in [0, 1, 4095, 4096, 4097, 8191, WIDTH - 1] {
            let mut text = sound.clone();
            text[2 + cell] = b'o';
            let what = format!("cell {} of the row must be `.` or `X`, found `o`", cell + 1);
            assert_eq!(read(&text), Err((2 + cell, what)));
            text[2 + cell] = b' ';
            let (offset, message) = read(&text).unwrap_err();
            let found = if cell == 0 { WIDTH - 1 } else { cell };
            let what = format!("the row must have {WIDTH} cells, found {found}");
            assert_eq!((offset, message), (2 + found + usize::from(cell == 0), what));
        }
        let longer = [&sound[..], b"X"].concat();
        assert_eq!(read(&longer), Ok((2, WIDTH)), "what follows is not the row's");
        let mut longer = sound.clone();
        longer.insert(2, b'.');
        assert_eq!(read(&longer).unwrap_err().0, 2 + WIDTH);
    }

    #[test]
    fn other_kinds_of_file_are_named() {
        for (bytes, word) in [
            (b"\x1f\x8b\x08".as_slice(), "gzip"),
            (b"\x89PNG\r\n", "PNG"),
            (b"\x7fELF", "ELF"),
            (b"PK\x03\x04", "zip"),
            (b"\xff\xfe3\x00", "UTF-16"),
            (b"\xfe\xff\x003", "UTF-16"),
            (b"3\x00 \x005\x00", "UTF-16"),
        ] {
            let error = Scanner::new(bytes, Mode::Lenient).unwrap_err();
            assert!(error.message().contains(word), "{error:?}");
        }
        assert!(
            Scanner::new(b"5\x00", Mode::Lenient).is_ok(),
            "a NUL inside text is reported where it stands"
        );
    }

    #[test]
    fn tokens_can_be_found_again() {
        let scanner = lenient("5 2\n1 20\r\n300 4");
        assert_eq!(scanner.token_place(4, 2), (10, 3));
        assert_eq!(scanner.token_place(4, 9), (15, 0));
    }

    #[test]
    fn plain_pairs_stop_in_front_of_what_is_not_plain() {
        let read = |text: &str, mode| {
            let mut scanner = Scanner::new(text.as_bytes(), mode).unwrap();
            let mut pairs = Vec::new();
            scanner.plain_pairs(3, 1, 30, &mut pairs);
            (pairs, scanner.at)
        };
        let tail = "\n        ";
        for mode in [Mode::Lenient, Mode::Strict] {
            assert_eq!(read("1 2\n3 30\n\n        ", mode), (vec![(0, 1), (2, 29)], 9));
            for odd in [
                "0 1", "1 0", "31 1", "1 31", "1  2", " 1 2", "1 2 ", "01 2", "+1 2", "1\t2", "1\n2",
            ] {
                assert_eq!(read(&format!("5 6\n{odd}{tail}"), mode), (vec![(4, 5)], 4), "{odd}");
            }
            let four = read(&format!("1 1\n2 2\n3 3\n4 4{tail}"), mode);
            assert_eq!(four, (vec![(0, 0), (1, 1), (2, 2)], 12), "no more than asked for");
        }
        let after_a_line = format!("\n1 2{tail}");
        assert_eq!(read(&after_a_line, Mode::Lenient), (vec![(0, 1)], 5));
        assert_eq!(read(&after_a_line, Mode::Strict), (vec![], 0));
        let windows = format!("1 2\r{tail}");
        assert_eq!(read(&windows, Mode::Lenient), (vec![(0, 1)], 5));
        assert_eq!(read(&windows, Mode::Strict), (vec![], 0));
    }
}
