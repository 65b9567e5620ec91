//! Readers of the problems' text formats: a scanner that knows its place, and errors with a place and a reason.
//!
//! Blanks are the six bytes of C's `isspace`. Each problem has one reader for two modes. [`Mode::Lenient`] accepts the
//! inputs that contest programs accept (any blanks, `+5`, `007`, a missing last newline). [`Mode::Strict`] accepts the
//! inputs of a validator (exact separators, canonical numbers, the original limits).
//!
//! Two modules serve all later work as well: the [`budget`] of memory and work, and [`random`], the only source of
//! random numbers.
//!
//! This is a crate of its own because these loops read large inputs. The crate is optimised for speed. Its users are
//! twenty times as much code, are optimised for size, and build in half the time.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod budget;
mod error;
mod found;
pub mod json;
mod plain;
pub mod random;
mod row;
mod scanner;
mod shown;
mod source;

pub use error::{InputError, Located};
pub use found::{odd_in, quoted};
pub use row::{count_of, places_of};
pub use scanner::{Bounds, Mode, Scanner, Token};
pub use shown::{for_a_shell, literal, printable, printable_json, printable_xml};
pub use source::{DEFAULT_MAX_BYTES, ReadError, Source, reason};

/// Returns whether a byte is a blank: space, `\t`, `\n`, `\v`, `\f` or `\r`, the six of C's `isspace`.
///
/// Rust's own `is_ascii_whitespace` lacks `\v`, and `char::is_whitespace` has far more.
pub const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r')
}

/// Returns a file's content up to the byte 0x1A that ends it, or all of it if there is none.
///
/// Editors and compilers of DOS write that byte. Only blanks and more of these bytes may follow it.
pub fn until_dos_end(bytes: &[u8]) -> &[u8] {
    const END: u8 = 0x1a;
    let is_content = |byte: &u8| *byte != END && !is_blank(*byte);
    let content = bytes.iter().rposition(is_content).map_or(0, |last| last + 1);
    let end = bytes[content..].iter().position(|byte| *byte == END);
    end.map_or(bytes, |end| &bytes[..content + end])
}

/// Returns the tokens of a text: its longest runs of non-blank bytes, in order.
pub fn tokens(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| is_blank(byte)).filter(|token| !token.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_dos_ends_at_its_mark() {
        for (bytes, content) in [
            (&b"1 2\r\n\x1a"[..], &b"1 2\r\n"[..]),
            (b"1\n\x1a\r\n", b"1\n"),
            (b"1\x1a\x1a\x1a", b"1"),
            (b"\x1a", b""),
            (b"1\x1a2\n", b"1\x1a2\n"),
            (b"1\n \n", b"1\n \n"),
            (b"", b""),
        ] {
            assert_eq!(until_dos_end(bytes), content, "{bytes:?}");
        }
    }
}
