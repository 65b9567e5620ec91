//! The comments and the texts of the languages: as much of their syntax as a look at a source needs.

/// The signs of the comments and the texts of a language.
#[derive(Debug, PartialEq, Eq)]
pub struct Syntax {
    /// The signs before comments that end with their line.
    pub line_comments: &'static [&'static str],
    /// The signs before and after other comments.
    pub block_comments: &'static [(&'static str, &'static str)],
    /// The signs around texts, the longest first.
    pub quotes: &'static [&'static str],
    /// Whether a backslash escapes the next character of a text.
    pub has_escapes: bool,
}

/// The syntax of C and C++.
pub const C: Syntax = Syntax::new(&["//"], &[("/*", "*/")], &["\"", "'"], true);
/// The syntax of Java.
pub const JAVA: Syntax = Syntax::new(&["//"], &[("/*", "*/")], &["\"\"\"", "\"", "'"], true);
/// The syntax of Pascal.
pub const PASCAL: Syntax = Syntax::new(&["//"], &[("{", "}"), ("(*", "*)")], &["'"], false);
/// The syntax of Python.
pub const PYTHON: Syntax = Syntax::new(&["#"], &[], &["\"\"\"", "'''", "\"", "'"], true);
/// The syntax of Rust. A single quote alone is also a lifetime, so characters are names and signs here.
pub const RUST: Syntax = Syntax::new(&["//"], &[("/*", "*/")], &["\""], true);

/// The beginning of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begins {
    /// A comment of this length.
    Comment(usize),
    /// A text between two signs of the same length.
    Text {
        /// The length with both signs.
        length: usize,
        /// The length of a sign.
        quote: usize,
    },
}

impl Syntax {
    const fn new(
        line_comments: &'static [&'static str],
        block_comments: &'static [(&'static str, &'static str)],
        quotes: &'static [&'static str],
        has_escapes: bool,
    ) -> Syntax {
        Syntax {
            line_comments,
            block_comments,
            quotes,
            has_escapes,
        }
    }

    /// Returns the syntax of a language by its name. C++ has that of C.
    pub fn of(language: &str) -> &'static Syntax {
        match language {
            "Java" => &JAVA,
            "Pascal" => &PASCAL,
            "Python" => &PYTHON,
            "Rust" => &RUST,
            _ => &C,
        }
    }

    /// Returns the comment or the text that a source begins with, if it begins with one.
    ///
    /// A text without an end stops at the end of its line, or of the source if its signs are long.
    pub fn begins(&self, source: &str) -> Option<Begins> {
        if self.line_comments.iter().any(|sign| source.starts_with(sign)) {
            return Some(Begins::Comment(source.find('\n').unwrap_or(source.len())));
        }
        let mut blocks = self.block_comments.iter();
        if let Some((start, end)) = blocks.find(|(start, _)| source.starts_with(start)) {
            let inside = &source[start.len()..];
            let length = inside.find(end).map_or(inside.len(), |at| at + end.len());
            return Some(Begins::Comment(start.len() + length));
        }
        let quote = self.quotes.iter().find(|quote| source.starts_with(**quote))?;
        let length = length_of_text(source, quote, self.has_escapes);
        let quote = quote.len();
        Some(Begins::Text { length, quote })
    }

    /// Returns the texts of a source without their signs, each with the code since the text before it. The code after
    /// the last text comes with an empty text.
    pub fn texts<'a>(&self, source: &'a str) -> Vec<(String, &'a str)> {
        let mut texts = Vec::new();
        let (mut code, mut rest) = (String::new(), source);
        while let Some(c) = rest.chars().next() {
            // In `1'000` the quote belongs to the number.
            let is_separator = c == '\'' && code.ends_with(|c: char| c.is_ascii_digit());
            let mut length = c.len_utf8();
            match self.begins(rest).filter(|_| !is_separator) {
                Some(Begins::Comment(of_comment)) => {
                    code.push(' ');
                    length = of_comment;
                }
                Some(Begins::Text { length: of_text, quote }) => {
                    let text = &rest[quote..of_text];
                    texts.push((
                        std::mem::take(&mut code),
                        text.strip_suffix(&rest[..quote]).unwrap_or(text),
                    ));
                    length = of_text;
                }
                None => code.push(c),
            }
            rest = &rest[length..];
        }
        texts.push((code, ""));
        texts
    }
}

fn length_of_text(source: &str, quote: &str, has_escapes: bool) -> usize {
    let is_long = quote.len() > 1;
    let mut at = quote.len();
    while let Some(c) = source[at..].chars().next() {
        if source[at..].starts_with(quote) {
            return at + quote.len();
        }
        if c == '\n' && !is_long {
            return at;
        }
        at += c.len_utf8();
        if c == '\\' && has_escapes {
            at += source[at..].chars().next().map_or(0, char::len_utf8);
        }
    }
    at
}
