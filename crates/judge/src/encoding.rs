//! Accidental encodings of testcase files: a byte order mark, or UTF-16.
//!
//! Editors of Windows save such files. A program that reads plain text fails on such a testcase, but is not at fault.

use std::path::Path;

use gamesolve_text::quoted;

/// Returns the unusual encoding of a text in words, or `None` if it is plain.
fn oddity(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xef, 0xbb, 0xbf, ..] => Some("begins with a byte order mark (EF BB BF)"),
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => Some("is UTF-32"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("is UTF-16"),
        _ if is_utf16(bytes) => Some("is UTF-16"),
        _ => None,
    }
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
}
