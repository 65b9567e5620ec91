//! A text cut into the pieces that a policy compares, each with its line number.

/// The unit of a cut.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Token,
    /// A whole line with its ending.
    WholeLine,
}

/// The numbering of the lines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lines {
    /// All pieces count on one line.
    Ignored,
    /// Lines without a piece are not numbered.
    NotBlank,
    /// All lines are numbered.
    All,
}

/// The parts of a policy.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) unit: Unit,
    pub(super) lines: Lines,
    /// Whether the case of ASCII letters is ignored.
    pub(super) fold: bool,
    /// Whether a carriage return without a line feed ends a line.
    pub(super) lone_cr: bool,
    /// Whether a byte separates tokens.
    pub(super) is_blank: fn(u8) -> bool,
}

/// Returns whether a byte is a blank for oicompare: NUL is one, a form feed is none.
pub(super) fn is_blank_of_oicompare(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | b'\x0b' | b'\r' | b' ')
}

impl Shape {
    pub(super) fn same(self, a: &[u8], b: &[u8]) -> bool {
        if self.fold { a.eq_ignore_ascii_case(b) } else { a == b }
    }
}

/// A piece of a text.
pub(super) struct Piece<'a> {
    pub(super) bytes: &'a [u8],
    /// The index of its first byte.
    pub(super) offset: usize,
    /// The line in the text, from 1.
    pub(super) line: u64,
    /// The number of the piece in its line, from 1.
    pub(super) number: u64,
    /// The line number that the comparison uses.
    pub(super) counts_on: u64,
}

/// The pieces of a text, in order.
pub(super) struct Pieces<'a> {
    text: &'a [u8],
    shape: Shape,
    at: usize,
    line: u64,
    /// The number of pieces of the current line so far.
    number: u64,
    /// The number of lines with a piece so far.
    not_blank: u64,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(text: &'a [u8], shape: Shape) -> Pieces<'a> {
        Pieces {
            text,
            shape,
            at: 0,
            line: 1,
            number: 0,
            not_blank: 0,
        }
    }

    /// Returns whether the byte at `at` is the last byte of a line ending.
    fn ends_line(&self, at: usize) -> bool {
        match self.text[at] {
            b'\n' => true,
            b'\r' => self.shape.lone_cr && self.text.get(at + 1) != Some(&b'\n'),
            _ => false,
        }
    }

    fn step(&mut self) {
        if self.ends_line(self.at) {
            self.line += 1;
            self.number = 0;
        }
        self.at += 1;
    }

    fn piece(&mut self, start: usize, end: usize, line: u64) -> Piece<'a> {
        self.number += 1;
        self.not_blank += u64::from(self.number == 1);
        Piece {
            bytes: &self.text[start..end],
            offset: start,
            line,
            number: self.number,
            counts_on: match self.shape.lines {
                Lines::Ignored => 0,
                Lines::NotBlank => self.not_blank,
                Lines::All => line,
            },
        }
    }

    fn token(&mut self) -> Option<Piece<'a>> {
        let is_blank = self.shape.is_blank;
        while self.at < self.text.len() && is_blank(self.text[self.at]) {
            self.step();
        }
        let start = self.at;
        let length = self.text[start..].iter().take_while(|&&b| !is_blank(b));
        self.at += length.count();
        (start < self.at).then(|| self.piece(start, self.at, self.line))
    }

    fn whole_line(&mut self) -> Option<Piece<'a>> {
        let (start, line) = (self.at, self.line);
        while self.at < self.text.len() && self.line == line {
            self.step();
        }
        self.number = 0;
        (start < self.at).then(|| self.piece(start, self.at, line))
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        match self.shape.unit {
            Unit::Token => self.token(),
            Unit::WholeLine => self.whole_line(),
        }
    }
}
