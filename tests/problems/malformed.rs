//! The malformations that every format has: one table for the first sample of each problem.
//!
//! `testdata/<slug>/errors.txt` stores the whole error of a malformation's first form, under the name of its row.
//! Malformations of one format stand there with their inputs, under names that begin with `x-`. The number in a name is
//! the class of malformation, as in `tests/cli/inputs/mod.rs`.

use gamesolve::budget::Budget;
use gamesolve::problem::{Entry, Failure, Input, Variants};

const BUDGET: Budget = Budget::of(256 << 20);

/// The longest message about an input, in bytes, because quotations are cut.
const MAX_MESSAGE_BYTES: usize = 1000;

/// Makes a malformed sample, or none if the sample does not allow it.
pub type Form = fn(&Sample) -> Option<Vec<u8>>;

/// One row of the table.
pub struct Malformation {
    pub name: &'static str,
    pub solving: Solving,
    /// The form with the stored error.
    pub of: Form,
    /// Other forms of the same malformation, each with a part of the error of solving.
    alike: &'static [(&'static str, Form)],
}

/// The reaction of solving to a malformed sample. The validator refuses all of them.
#[derive(Clone, Copy, PartialEq)]
pub enum Solving {
    /// It answers as for the sample, and the stored error is the validator's.
    Accepts,
    /// It refuses the sample, and its error is stored.
    Refuses,
    /// It refuses the sample, but the validator's error says more and is stored.
    RefusesLater,
    /// The meaning of the number decides, and the stored error is the validator's.
    Depends,
}

/// The first sample of a problem and its parts.
pub struct Sample<'a> {
    /// The text without the last line end.
    text: &'a str,
    /// The first token and the rest.
    first: &'a str,
    rest: &'a str,
    answer: &'a str,
}

impl<'a> Sample<'a> {
    pub fn new(text: &'a str, answer: &'a str) -> Sample<'a> {
        let text = text.trim_end_matches('\n');
        let end = text.find([' ', '\n']).unwrap_or(text.len());
        let (first, rest) = text.split_at(end);
        Sample {
            text,
            first,
            rest,
            answer,
        }
    }

    fn after_first(&self, piece: &[u8]) -> Option<Vec<u8>> {
        let (first, rest) = (self.first.as_bytes(), self.rest.as_bytes());
        Some([first, piece, rest, b"\n"].concat())
    }

    /// Returns the sample with another first number, if it begins with one.
    fn number(&self, other: impl Fn(&str) -> String) -> Option<Vec<u8>> {
        let is_number = self.first.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| format!("{}{}\n", other(self.first), self.rest).into())
    }

    /// Returns the sample in UTF-16, with `mark` at its head and `unit` for each code unit.
    fn utf_16(&self, mark: &[u8], unit: fn(u16) -> [u8; 2]) -> Option<Vec<u8>> {
        let text = format!("{}\n", self.text);
        let units: Vec<u8> = text.encode_utf16().flat_map(unit).collect();
        Some([mark, &units].concat())
    }
}

fn bytes(text: impl Into<String>) -> Option<Vec<u8>> {
    Some(text.into().into_bytes())
}

const fn row(name: &'static str, solving: Solving, of: Form) -> Malformation {
    let alike = &[];
    Malformation {
        name,
        solving,
        of,
        alike,
    }
}

impl Malformation {
    const fn and(mut self, alike: &'static [(&'static str, Form)]) -> Malformation {
        self.alike = alike;
        self
    }
}

use Solving::{Accepts, Depends, Refuses, RefusesLater};

const SEPARATORS: &str = "hint: write the number without separators";
const MARK: &str = "\u{feff}";

/// Every malformation, by class.
pub const TABLE: &[Malformation] = &[
    row("01-empty", Refuses, |_| bytes("")),
    row("02-blanks", Refuses, |_| bytes("\n \n")),
    row("03-byte-order-mark", Accepts, |s| bytes(format!("{MARK}{}\n", s.text))),
    row("04-byte-order-mark-inside", Refuses, |s| s.after_first(MARK.as_bytes())),
    row("05-utf-16", Refuses, |s| s.utf_16(b"\xff\xfe", u16::to_le_bytes)).and(&[
        ("UTF-16", |s| s.utf_16(b"\xfe\xff", u16::to_be_bytes)),
        ("UTF-16", |s| s.utf_16(b"", u16::to_le_bytes).filter(|b| b.len() >= 4)),
    ]),
    row("06-windows-line-ends", Accepts, |s| {
        bytes(format!("{}\n", s.text).replace('\n', "\r\n"))
    }),
    row("07-lone-carriage-return", Accepts, |s| {
        bytes(format!("{}\n", s.text).replace('\n', "\r"))
    }),
    row("08-mixed-line-ends", Accepts, |s| {
        bytes(format!("{}\n", s.text).replacen('\n', "\r\n", 1))
    })
    .and(&[("", |s| bytes(format!("{}\n", s.text).replace('\n', "\n\r")))]),
    row("09-no-last-newline", Accepts, |s| bytes(s.text)),
    row("10-blank-line-at-end", Accepts, |s| bytes(format!("{}\n\n", s.text)))
        .and(&[("", |s| bytes(format!("{}\n\n\n", s.text)))]),
    row("11-blank-at-line-end", Accepts, |s| bytes(format!("{} \n", s.text)))
        .and(&[("", |s| bytes(format!("{}\n", s.text).replace('\n', " \n")))]),
    row("12-blank-at-start", Accepts, |s| bytes(format!(" {}\n", s.text)))
        .and(&[("", |s| bytes(format!("\n{}\n", s.text)))]),
    row("13-tab", Accepts, |s| {
        bytes(format!("{}\n", s.text).replacen('\n', "\t\n", 1))
    })
    .and(&[("", |s| {
        bytes(format!("{}\n", s.text).replace(' ', "  \t").replace('\n', "\t\n"))
    })]),
    row("14-vertical-tab", Accepts, |s| bytes(format!("{}\x0b\n", s.text))).and(&[("", |s| {
        bytes(format!("{}\n", s.text).replace(' ', "\x0b").replace('\n', "\x0c"))
    })]),
    row("15-no-break-space", Refuses, |s| s.after_first("\u{a0}".as_bytes())).and(&[
        ("U+3000", |s| s.after_first("\u{3000}".as_bytes())),
        ("U+2028", |s| s.after_first("\u{2028}".as_bytes())),
        ("U+0085", |s| s.after_first("\u{85}".as_bytes())),
    ]),
    row("16-zero-width-space", Refuses, |s| s.after_first("\u{200b}".as_bytes())).and(&[
        ("U+00AD", |s| s.after_first("\u{ad}".as_bytes())),
        ("U+202E", |s| s.after_first("\u{202e}".as_bytes())),
    ]),
    row("17-full-width-digit", Refuses, |s| s.number(|_| "\u{ff13}".into()))
        .and(&[("hint: use the plain digit `3`", |s| s.number(|_| "\u{663}".into()))]),
    row("18-typographic-minus", Refuses, |s| {
        s.number(|n| format!("\u{2212}{n}"))
    })
    .and(&[("hint: use `-`", |s| s.number(|n| format!("\u{2013}{n}")))]),
    row("19-nul-byte", Refuses, |s| s.after_first(b"\0")),
    row("20-control-byte", Refuses, |s| s.after_first(b"\x7f")).and(&[("\\x1b", |s| s.after_first(b"\x1b[2J"))]),
    row("21-invalid-utf-8", Refuses, |s| s.after_first(b"\x80"))
        .and(&[("invalid UTF-8 byte 0xef", |s| s.after_first(b"\xef"))]),
    row("22-gzip", Refuses, |_| Some(b"\x1f\x8b\x08\0".to_vec())).and(&[
        ("a PNG picture", |_| Some(b"\x89PNG\r\n\x1a\n".to_vec())),
        ("a zip file", |_| Some(b"PK\x03\x04\x14".to_vec())),
    ]),
    row("25-missing-last-token", Refuses, |s| {
        let cut = s.text.rfind([' ', '\n', ','])?;
        bytes(&s.text[..cut])
    })
    .and(&[("found end of file", |s| {
        let cut = s.text.rfind([' ', '\n', ','])?;
        bytes(&s.text[..=cut])
    })]),
    row("26-blanks-and-line-ends-exchanged", Accepts, |s| {
        let text = format!("{}\n", s.text);
        let exchanged = text.chars().map(|c| match c {
            ' ' => '\n',
            '\n' => ' ',
            _ => c,
        });
        bytes(exchanged.collect::<String>())
    }),
    row("27-token-too-many-in-a-line", RefusesLater, |s| {
        bytes(format!("{}\n", s.text).replacen('\n', " 7\n", 1))
    }),
    row("28-after-the-end", Refuses, |s| bytes(format!("{}\n42\n", s.text))),
    row("29-comment", Refuses, |s| bytes(format!("// by hand\n{}\n", s.text))).and(&[
        ("error: ", |s| bytes(format!("# by hand\n{}\n", s.text))),
        ("error: ", |s| bytes(format!("c by hand\n{}\n", s.text))),
    ]),
    row("30-no-number", Refuses, |s| s.number(|_| "NaN".into())).and(&[
        ("found `a`", |s| s.number(|_| "a".into())),
        ("found `inf`", |s| s.number(|_| "inf".into())),
        ("found `(()`", |s| s.number(|_| "(()".into())),
        ("found `1-`", |s| s.number(|_| "1-".into())),
        ("found `1/0`", |s| s.number(|_| "1/0".into())),
        ("found `<`", |s| s.number(|_| "<".into())),
    ]),
    row("31-plus-sign", Accepts, |s| s.number(|n| format!("+{n}"))),
    row("32-minus-zero", Depends, |s| s.number(|_| "-0".into())),
    row("33-leading-zero", Accepts, |s| s.number(|n| format!("0{n}"))).and(&[("", |s| s.number(|n| format!("00{n}")))]),
    row("34-exponent", Refuses, |s| s.number(|_| "1e3".into())).and(&[
        (SEPARATORS, |s| s.number(|_| "1_000".into())),
        (SEPARATORS, |s| s.number(|_| "1,000".into())),
        ("hint: write a whole number, without a decimal point", |s| {
            s.number(|_| "5.0".into())
        }),
    ]),
    row("34-hexadecimal", Refuses, |s| s.number(|_| "0x10".into())),
    row("35-sign-alone", Refuses, |s| s.number(|n| format!("- {n}"))).and(&[
        ("expected", |s| s.number(|_| "-".into())),
        ("expected", |s| s.number(|_| "--5".into())),
        ("expected", |s| s.number(|_| "+".into())),
        ("expected", |s| s.number(|_| "+-5".into())),
    ]),
    row("36-beyond-the-limit", Depends, |s| {
        s.number(|_| "1000000000000000001".into())
    }),
    row("37-beyond-64-bits", Refuses, |s| {
        s.number(|_| "9223372036854775808".into())
    })
    .and(&[("must be from", |s| s.number(|_| "-9223372036854775809".into()))]),
    row("38-very-long-number", Refuses, |s| s.number(|_| "7".repeat(100)))
        .and(&[("must be from", |s| s.number(|_| "7".repeat(1_000_000)))]),
    row("39-negative", Refuses, |s| s.number(|_| "-1".into())),
    row("56-last-line-missing", Refuses, |s| {
        bytes(&s.text[..=s.text.rfind('\n')?])
    }),
    row("57-heading", Refuses, |s| bytes(format!("Input:\n{}\n", s.text)))
        .and(&[("error: ", |s| bytes(format!("Sample Input 1\n{}\n", s.text)))]),
    row("59-last-line-twice", Refuses, |s| {
        // If a line is a whole test, another one may follow it.
        let last = s.text.lines().last().filter(|last| !last.starts_with("[["))?;
        bytes(format!("{}\n{last}\n", s.text))
    }),
];

/// Returns the faults of a problem in the forms of one malformation, beside the stored error.
pub fn faults(entry: &dyn Entry, sample: &Sample, row: &Malformation) -> Vec<String> {
    let mut faults = Vec::new();
    let forms = [("", row.of)].into_iter().chain(row.alike.iter().copied());
    for (word, form) in forms {
        let Some(text) = form(sample) else { continue };
        let shown = text[..text.len().min(200)].escape_ascii().to_string();
        let input = Input {
            bytes: &text,
            variants: Variants::ORIGINAL,
        };
        if entry.validate(input).is_ok() {
            faults.push(format!("the validator accepts `{shown}`"));
        }
        match (entry.solve(input, BUDGET), row.solving) {
            (_, Depends) => {}
            (Ok(answer), Accepts) if answer == sample.answer => {}
            (Err(Failure::Input(error)), Refuses | RefusesLater) => {
                let message = error.located("file", &text).to_string();
                if !message.contains(word) || message.len() > MAX_MESSAGE_BYTES {
                    faults.push(format!("`{shown}` gave, without `{word}`:\n{message}"));
                }
            }
            (other, _) => faults.push(format!("solving `{shown}` gave {other:?}")),
        }
    }
    faults
}
