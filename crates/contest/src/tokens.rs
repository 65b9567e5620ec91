//! The tokens of a source, without everything that a reader would not notice: names, values, comments and blanks.
//!
//! A source that was renamed, laid out or commented anew has the same tokens. All names are one token, and so are types
//! that the language knows, because `long long` may be hidden behind a name. A qualified name, `std::max`, is one name.
//! All literals are one token, and a list of literals is a single one: two tables of numbers are no evidence. Lines that
//! only import are left out, as every program of a class begins with the same ones.

use std::path::Path;

use gamesolve_judge::syntax::{self, Begins, Syntax};

/// A language whose sources can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language(&'static Lexicon);

/// The spelling of a language.
#[derive(Debug, PartialEq, Eq)]
struct Lexicon {
    /// The name for people.
    name: &'static str,
    /// The extensions of its files, in small letters.
    endings: &'static [&'static str],
    /// The words that stay, apart from all names, with blanks between them.
    words: &'static str,
    /// The words that change nothing for a reader.
    silent: &'static str,
    ignores_case: bool,
    syntax: &'static Syntax,
    /// The beginnings of lines that only import.
    imports: &'static [&'static str],
}

const LEXICONS: &[Lexicon] = &[
    Lexicon {
        name: "C and C++",
        endings: &["cpp", "cc", "cxx", "c++", "c"],
        words: "break case continue default delete do else for goto if new operator return sizeof struct switch \
                    template while",
        silent: "const constexpr inline register static unsigned signed",
        ignores_case: false,
        syntax: &syntax::C,
        imports: &["#include", "# include", "#pragma", "using namespace"],
    },
    Lexicon {
        name: "Java",
        endings: &["java"],
        words: "break case catch class continue default do else for if interface new return switch throw try while",
        silent: "final private protected public static",
        ignores_case: false,
        syntax: &syntax::JAVA,
        imports: &["import ", "package "],
    },
    Lexicon {
        name: "Pascal",
        endings: &["pas", "pp", "dpr"],
        words: "and array begin break case continue div do downto else end exit for function if in mod not of or \
                    procedure record repeat shl shr then to until var while with xor",
        silent: "const",
        ignores_case: true,
        syntax: &syntax::PASCAL,
        imports: &["uses ", "program "],
    },
    Lexicon {
        name: "Python",
        endings: &["py", "py3"],
        words: "and break class continue def del elif else except for from global if in is lambda nonlocal not or \
                    pass raise return try while with yield",
        silent: "",
        ignores_case: false,
        syntax: &syntax::PYTHON,
        imports: &["import ", "from "],
    },
    Lexicon {
        name: "Rust",
        endings: &["rs"],
        words: "break continue else enum fn for if impl in let loop match move return struct trait while",
        silent: "const mut pub ref static",
        ignores_case: false,
        syntax: &syntax::RUST,
        imports: &["use "],
    },
];

/// Operators of several characters that all languages share. Others are read character by character.
const OPERATORS: [&str; 22] = [
    "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "^=",
    ":=", "<>", "**",
];

/// A token and its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// Equal tokens have equal kinds.
    pub(crate) kind: u32,
    /// The line, from 1.
    pub(crate) line: u32,
}

/// The kind of all names.
const NAME: u32 = 1;
/// The kind of all numbers, characters and texts.
const LITERAL: u32 = 2;
/// The first kind of words. Words and operators have numbers, and a character has its code behind them.
const FIRST_WORD: u32 = 3;
/// The first kind of operators.
const FIRST_OPERATOR: u32 = 100;
/// The first kind of characters.
const FIRST_CHARACTER: u32 = 200;
/// The separator of a list.
const COMMA: u32 = FIRST_CHARACTER + ',' as u32;

impl Language {
    /// Returns the language of a file by its extension.
    pub fn of(file: &Path) -> Option<Language> {
        let ending = file.extension()?.to_str()?.to_ascii_lowercase();
        let lexicon = LEXICONS.iter().find(|one| one.endings.contains(&ending.as_str()))?;
        Some(Language(lexicon))
    }

    /// Returns the name for people. C and C++ are one language.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns the tokens of a source. Any text has tokens, even if it does not compile.
    pub(crate) fn tokens(self, text: &str) -> Vec<Token> {
        let mut reader = Reader {
            lexicon: self.0,
            rest: text,
            line: 1,
            is_line_start: true,
            tokens: Vec::new(),
        };
        while reader.step() {}
        reader.tokens
    }
}

struct Reader<'a> {
    lexicon: &'static Lexicon,
    rest: &'a str,
    line: u32,
    /// Whether only blanks stand before, on this line.
    is_line_start: bool,
    tokens: Vec<Token>,
}

impl<'a> Reader<'a> {
    /// Reads a token, blanks or a comment. Returns whether anything was left.
    fn step(&mut self) -> bool {
        let Some(c) = self.rest.chars().next() else {
            return false;
        };
        let lexicon = self.lexicon;
        if c.is_whitespace() {
            self.take(c.len_utf8());
            return true;
        }
        let is_import = || lexicon.imports.iter().any(|start| begins_with(self.rest, start));
        if self.is_line_start && is_import() {
            self.take_line();
            return true;
        }
        match lexicon.syntax.begins(self.rest) {
            Some(Begins::Comment(length)) => {
                self.take(length);
            }
            Some(Begins::Text { length, .. }) => {
                self.push(LITERAL);
                self.take(length);
            }
            None if c.is_alphanumeric() || c == '_' => self.word(c),
            None => self.sign(c),
        }
        true
    }

    /// Reads a name, a word or a number.
    fn word(&mut self, first: char) {
        let is_number = first.is_ascii_digit();
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || is_number && matches!(c, '.' | '\'');
        let length = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        // Numbers end before the dots of a range.
        let length = self.rest[..length].find("..").unwrap_or(length);
        let word = self.take(length);
        let lower = word.to_ascii_lowercase();
        let word = if self.lexicon.ignores_case { &lower } else { word };
        let at = self.lexicon.words.split(' ').position(|known| known == word);
        if is_number {
            self.push(LITERAL);
        } else if let Some(at) = at {
            self.push(FIRST_WORD + at as u32);
        } else if !self.lexicon.silent.split(' ').any(|known| known == word) {
            self.push(NAME);
        }
    }

    /// Reads an operator or another character.
    fn sign(&mut self, c: char) {
        if let Some(rest) = self.rest.strip_prefix("::")
            && rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
            && self.tokens.last().is_some_and(|token| token.kind == NAME)
        {
            // The name behind it is pushed instead.
            self.tokens.pop();
            self.take(2);
            return;
        }
        match OPERATORS.iter().position(|sign| self.rest.starts_with(sign)) {
            Some(at) => {
                self.push(FIRST_OPERATOR + at as u32);
                self.take(OPERATORS[at].len());
            }
            None => {
                self.push(FIRST_CHARACTER + u32::from(c));
                self.take(c.len_utf8());
            }
        }
    }

    fn push(&mut self, kind: u32) {
        let last = |back: usize| Some(self.tokens[self.tokens.len().checked_sub(back)?].kind);
        let is_same_line = self.tokens.last().is_some_and(|token| token.line == self.line);
        if kind == LITERAL && last(1) == Some(LITERAL) {
            // Neighbouring texts are joined, and Pascal writes a quote inside of a text so.
            return;
        }
        if kind == LITERAL && last(1) == Some(COMMA) && last(2) == Some(LITERAL) {
            // A list of literals is a single one.
            self.tokens.pop();
            return;
        }
        if kind == NAME && last(1) == Some(NAME) && is_same_line {
            // `long long` is one name, and a declaration with its type is one too.
            return;
        }
        self.tokens.push(Token { kind, line: self.line });
    }

    fn take_line(&mut self) {
        let length = self.rest.find('\n').unwrap_or(self.rest.len());
        self.take(length);
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        let ends = taken.bytes().filter(|b| *b == b'\n').count();
        self.line += ends as u32;
        let is_blank = |text: &str| text.chars().all(char::is_whitespace);
        self.is_line_start = match taken.rsplit_once('\n') {
            Some((_, last)) => is_blank(last),
            None => self.is_line_start && is_blank(taken),
        };
        taken
    }
}

/// Returns whether a text begins with these ASCII characters in any case.
fn begins_with(text: &str, start: &str) -> bool {
    text.get(..start.len())
        .is_some_and(|text| text.eq_ignore_ascii_case(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that two sources have the same tokens.
    fn same(file: &str, one: &str, other: &str) {
        let language = Language::of(Path::new(file)).unwrap();
        let [one, other] = [one, other].map(|text| {
            let tokens = language.tokens(text);
            tokens.iter().map(|token| token.kind).collect::<Vec<_>>()
        });
        assert_eq!(one, other);
        assert!(one.len() > 4, "{one:?}");
    }

    #[test]
    fn names_values_comments_and_blanks_change_nothing() {
        same(
            "a.CPP",
            "#include <iostream>\nusing namespace std;\nlong long f(const int n) { return n * 3; } // x",
            "#include <bits/stdc++.h>\nll /* \" */ g(int value)\n{\n  return value*0x1f'ff;\n}",
        );
        same(
            "a.cc",
            "std::cout << \"a\\\"//\" << std::max(a, b);",
            "cout << 'x' << max(left, right);",
        );
        same(
            "a.py",
            "import sys\nfor i in range(n): # c\n    s += i\n",
            "for k in range(m):\n  total += k",
        );
        same(
            "a.pas",
            "Program p;\nUSES crt;\nBEGIN { c } (* d *) For i := 1 To n Do WriteLn('it''s'); END.",
            "begin for k:=1 to m do writeln('x''y'); end.",
        );
        same(
            "a.rs",
            "use std::io;\nfor i in 0..n { let mut x = std::cmp::max(i, 2); }",
            "for j in 1..m { let y = max(j, 7); }",
        );
        same(
            "A.java",
            "import java.util.*;\npublic static int f(int n) { return n; }",
            "private long g(long m) { return m; }",
        );
    }

    #[test]
    fn tables_of_values_are_one_literal() {
        same("a.cpp", "int t[] = {1, 2, 3, 4};", "int table[] = {5, 'a', 7.5};");
    }

    #[test]
    fn every_text_is_a_source_and_lines_are_counted() {
        let odd = [
            "",
            "\"",
            "'\\",
            "/*",
            "{",
            "(*",
            "\"\"\"\n",
            "é\u{202e}\u{0}",
            "1..",
            "a::",
            "::b",
            "#",
            "'''\\",
            "..",
            "1.é",
        ];
        for lexicon in LEXICONS {
            for text in odd {
                for text in [text.to_owned(), format!("a {text}"), text.repeat(3)] {
                    Language(lexicon).tokens(&text);
                }
            }
        }
        let python = Language::of(Path::new("a.py")).unwrap();
        let tokens = python.tokens("a = \"\"\"x\ny\"\"\"\n\n# c\nb = 1");
        let lines: Vec<u32> = tokens.iter().map(|token| token.line).collect();
        assert_eq!(lines, [1, 1, 1, 5, 5, 5]);
        assert_eq!(Language::of(Path::new("a.txt")), None);
    }
}
