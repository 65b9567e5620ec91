//! Accidental encodings of testcase files and of sources: a byte order mark, UTF-16, or an old encoding.
//!
//! Editors of Windows save such files. A program that reads plain text fails on such a testcase, but is not at fault.
//! Compilers refuse such a source in words that no pupil understands.

use std::fmt;
use std::path::Path;

use gamesolve_text::{quoted, until_dos_end};

use super::language::Language;

/// Returns the unusual encoding of a text in words, or `None` if it is plain.
fn oddity(bytes: &[u8]) -> Option<&'static str> {
    match Encoding::marked(bytes)? {
        Encoding::Mark => Some("begins with a byte order mark (EF BB BF)"),
        Encoding::Utf32 => Some("is UTF-32"),
        _ => Some("is UTF-16"),
    }
}

/// An encoding of a source that its compiler refuses or misunderstands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8 behind a byte order mark.
    Mark,
    /// UTF-16, with or without a mark.
    Utf16,
    /// UTF-32, with or without a mark.
    Utf32,
    /// Some bytes are zero.
    Zeros,
    /// The byte 1A at the end.
    DosEnd,
    /// GBK, the encoding of Chinese editors before UTF-8.
    Gbk,
    /// Another encoding with a byte for each character.
    Old,
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, cure) = match self {
            Encoding::Mark => (
                "begins with a byte order mark, which Java refuses",
                "save it as UTF-8 without a mark",
            ),
            Encoding::Utf16 => ("is text in UTF-16, which no compiler reads", "save it as UTF-8"),
            Encoding::Utf32 => ("is text in UTF-32, which no compiler reads", "save it as UTF-8"),
            Encoding::Zeros => ("holds NUL bytes, which no text has", "save it again as text in UTF-8"),
            Encoding::DosEnd => ("ends with the byte 1A, as DOS files do", "delete its last character"),
            Encoding::Gbk => ("is text in GBK, not in UTF-8", "save it as UTF-8"),
            Encoding::Old => ("is text in an old encoding such as Windows-1258", "save it as UTF-8"),
        };
        write!(f, "the source {what}, so {cure}")
    }
}

impl Encoding {
    /// Returns the encoding of a source of this language, or `None` if its compiler reads it as it is.
    pub fn of_source(bytes: &[u8], language: &Language) -> Option<Encoding> {
        let is_java = language.name == "Java";
        let marked = Encoding::marked(bytes).filter(|mark| is_java || *mark != Encoding::Mark);
        if marked.is_some() {
            marked
        } else if is_wide(bytes, 4) {
            Some(Encoding::Utf32)
        } else if is_wide(bytes, 2) {
            Some(Encoding::Utf16)
        } else if bytes.contains(&0) {
            Some(Encoding::Zeros)
        } else if until_dos_end(bytes).len() < bytes.len() && !is_java && language.name != "Pascal" {
            Some(Encoding::DosEnd)
        } else if std::str::from_utf8(bytes).is_ok() {
            None
        } else if is_gbk(bytes) {
            Some(Encoding::Gbk)
        } else {
            Some(Encoding::Old)
        }
    }

    /// Returns whether no compiler reads any word of such a source.
    pub fn is_unreadable(self) -> bool {
        matches!(self, Encoding::Utf16 | Encoding::Utf32)
    }

    /// Returns the encoding that the first bytes of a text, or its zero bytes, show for sure.
    fn marked(bytes: &[u8]) -> Option<Encoding> {
        match bytes {
            [0xef, 0xbb, 0xbf, ..] => Some(Encoding::Mark),
            [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => Some(Encoding::Utf32),
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some(Encoding::Utf16),
            _ if is_utf16(bytes) => Some(Encoding::Utf16),
            _ => None,
        }
    }
}

/// Returns whether most characters of a source take `width` bytes of which only the first or only the last is not zero.
fn is_wide(bytes: &[u8], width: usize) -> bool {
    let is_only = |at: usize| move |piece: &&[u8]| (0..width).all(|place| (piece[place] != 0) == (place == at));
    let most = |at: usize| bytes.chunks_exact(width).filter(is_only(at)).count() * width * 2 > bytes.len();
    most(0) || most(width - 1)
}

/// Returns whether all bytes beyond ASCII are pairs of GBK, and most of these are letters of the common set GB 2312.
fn is_gbk(bytes: &[u8]) -> bool {
    let (mut common, mut rare) = (0, 0);
    let mut rest = bytes.iter();
    while let Some(byte) = rest.next() {
        match (byte, if byte.is_ascii() { None } else { rest.next() }) {
            (0..=0x7f, _) => {}
            (0xa1..=0xf7, Some(0xa1..=0xfe)) => common += 1,
            (0x81..=0xfe, Some(0x40..=0x7e | 0x80..=0xfe)) => rare += 1,
            _ => return false,
        }
    }
    common > rare
}

/// Returns whether every character takes two bytes, one of them zero, as ASCII does in UTF-16 without a mark.
fn is_utf16(bytes: &[u8]) -> bool {
    const LEAST_BYTES: usize = 4;
    let (pairs, rest) = bytes.as_chunks::<2>();
    let all = |zero: usize| pairs.iter().all(|pair| pair[zero] == 0 && pair[1 - zero] != 0);
    bytes.len() >= LEAST_BYTES && rest.is_empty() && (all(0) || all(1))
}

/// Describes the file of a testcase with an unusual encoding, or `None` if both are plain.
pub fn odd_file(input: (&Path, &[u8]), answer: (&Path, &[u8])) -> Option<String> {
    let files = [("input", input), ("answer", answer)];
    files.into_iter().find_map(|(half, (path, bytes))| {
        let name = quoted(path.as_os_str().as_encoded_bytes(), 300);
        oddity(bytes).map(|what| format!("the {half} `{name}` {what}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_wide_characters_are_odd_and_plain_bytes_are_not() {
        for (bytes, what) in [
            (
                &b"\xef\xbb\xbf42\n"[..],
                Some("begins with a byte order mark (EF BB BF)"),
            ),
            (b"\xef\xbb\xbf", Some("begins with a byte order mark (EF BB BF)")),
            (b"\xff\xfe4\x002\0", Some("is UTF-16")),
            (b"\xfe\xff\x004\x002", Some("is UTF-16")),
            (b"\xff\xfe\0\x004\0\0\0", Some("is UTF-32")),
            (b"4\x002\0", Some("is UTF-16")),
            (b"\x004\x002", Some("is UTF-16")),
            (b"", None),
            (b"42\n", None),
            (b"4\0", None),
            (b"4\0\x002", None),
            (b"4\x002\x003", None),
            (b"\0\0\0\0", None),
            ("4\u{feff}2".as_bytes(), None),
            ("é\n".as_bytes(), None),
        ] {
            assert_eq!(oddity(bytes), what, "{bytes:?}");
        }
    }

    #[test]
    fn the_file_is_named() {
        let [input, answer] = ["1.in", "1.ans"].map(Path::new);
        let odd = |a: &[u8], b: &[u8]| odd_file((input, a), (answer, b));
        assert_eq!(odd(b"1", b"2"), None);
        assert_eq!(odd(b"1", b"\xff\xfe").as_deref(), Some("the answer `1.ans` is UTF-16"));
        assert_eq!(odd(b"\xff\xfe", b"1").as_deref(), Some("the input `1.in` is UTF-16"));
    }

    #[test]
    fn the_encoding_of_a_source_is_found_with_and_without_a_mark() {
        let of = |name: &str, bytes: &[u8]| {
            let language = Language::of(Path::new(name)).unwrap();
            Encoding::of_source(bytes, language)
        };
        let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
        let high = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_be_bytes).collect() };
        let main = "int main() { return 0; } // Trần\n";
        let with_end = [wide(main), vec![0x1a]].concat();
        let utf32: Vec<u8> = main.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
        let chinese = b"int n; // \xc8\xa1\xca\xaf\xd7\xd3\n";
        for (name, bytes, found) in [
            ("a.cpp", main.as_bytes(), None),
            ("a.cpp", b"\xef\xbb\xbfint n;", None),
            ("A.java", b"\xef\xbb\xbfclass A {}", Some(Encoding::Mark)),
            ("a.py", &wide(main), Some(Encoding::Utf16)),
            (
                "a.pas",
                &[&[0xff, 0xfe], &wide(main)[..]].concat(),
                Some(Encoding::Utf16),
            ),
            ("a.cpp", &high(main), Some(Encoding::Utf16)),
            ("a.cpp", &with_end, Some(Encoding::Utf16)),
            ("a.cpp", &utf32, Some(Encoding::Utf32)),
            ("a.cpp", b"int main() {}\n\0\0", Some(Encoding::Zeros)),
            ("a.py", b"print(0)\n\x1a", Some(Encoding::DosEnd)),
            ("a.pas", b"begin end.\n\x1a", None),
            ("a.py", chinese, Some(Encoding::Gbk)),
            ("a.py", b"# Nh\xe2p s\xf4 \xd0\n", Some(Encoding::Old)),
            ("a.c", b"// caf\xe9\n", Some(Encoding::Old)),
            ("a.c", b"", None),
        ] {
            assert_eq!(of(name, bytes), found, "{name} {bytes:?}");
        }
    }
}
