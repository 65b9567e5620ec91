//! Reading the problems' text formats: a scanner that knows where it stands, and errors that say where and why.
//!
//! Blanks are the six bytes of C's `isspace`. Two modes share one reader per problem: [`Mode::Lenient`] accepts what
//! contest programs accept (any blanks, `+5`, `007`, a missing last newline), [`Mode::Strict`] what a validator does
//! (exact separators, canonical numbers, the original limits).
//!
//! Beside the reading are the two things that everything from reading on takes: the [`budget`] of memory and work, and
//! the one source of chance, [`random`].
//!
//! It is a crate of its own because large inputs are read in these loops: here they are optimised for speed, and what
//! uses them, which is twenty times as much code, is optimised for size and built in half the time.

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
pub use shown::{literal, printable, printable_json, printable_xml};
pub use source::{DEFAULT_MAX_BYTES, ReadError, Source};

/// Returns whether a byte is a blank: space, `\t`, `\n`, `\v`, `\f` or `\r`, the six of C's `isspace`.
///
/// Rust's own `is_ascii_whitespace` lacks `\v`, and `char::is_whitespace` has far more.
pub const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r')
}

/// Returns the tokens of a text: its maximal runs of non-blank bytes, in order.
pub fn tokens(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| is_blank(byte)).filter(|token| !token.is_empty())
}
