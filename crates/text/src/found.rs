//! Descriptions of pieces of input for people: quoted, escaped, cut, and with names for unusual characters.

use super::shown::{escape, is_shown_as_is};

/// The hints at blanks and line ends that no plain text has.
const PASTED_SPACE: &str = "copied from a web page or a PDF? Use plain spaces";
const PASTED_END: &str = "copied from a web page or a PDF? Use plain line ends";
const UNIX_ENDS: &str = "save the file with Unix line ends (LF)";
const INVISIBLE: &str = "delete this invisible character";

/// The characters that are invisible or look like another one, each with its name and a hint.
const ODD_CHARACTERS: &[(char, &str, &str)] = &[
    ('\u{00A0}', "no-break space", PASTED_SPACE),
    ('\u{3000}', "ideographic space", PASTED_SPACE),
    ('\u{2028}', "line separator", PASTED_END),
    ('\u{2029}', "paragraph separator", PASTED_END),
    ('\u{0085}', "next line", "use plain line ends"),
    ('\u{2007}', "figure space", "use plain spaces"),
    ('\u{2009}', "thin space", "use plain spaces"),
    ('\u{202F}', "narrow no-break space", "use plain spaces"),
    ('\u{200B}', "zero-width space", INVISIBLE),
    ('\u{200C}', "zero-width non-joiner", INVISIBLE),
    ('\u{200D}', "zero-width joiner", INVISIBLE),
    ('\u{00AD}', "soft hyphen", INVISIBLE),
    ('\u{200E}', "left-to-right mark", INVISIBLE),
    ('\u{200F}', "right-to-left mark", INVISIBLE),
    (
        '\u{FEFF}',
        "byte order mark",
        "allowed only as the very first character of the file",
    ),
    ('\u{2212}', "minus sign", "use `-`"),
    ('\u{2010}', "hyphen", "use `-`"),
    ('\u{2013}', "en dash", "use `-`"),
    ('\u{2014}', "em dash", "use `-`"),
    ('\u{FF0D}', "full-width hyphen-minus", "use `-`"),
    ('\u{FF0E}', "full-width full stop", "use `.`"),
    ('\u{3002}', "ideographic full stop", "use `.`"),
    ('\u{2018}', "left single quotation mark", "use `\"`"),
    ('\u{2019}', "right single quotation mark", "use `\"`"),
    ('\u{201C}', "left double quotation mark", "use `\"`"),
    ('\u{201D}', "right double quotation mark", "use `\"`"),
    ('\u{201E}', "low double quotation mark", "use `\"`"),
    ('\u{00D7}', "multiplication sign", "use the letter `x`"),
    ('\u{0421}', "Cyrillic capital letter es", "use the Latin letter `C`"),
    ('\u{041C}', "Cyrillic capital letter em", "use the Latin letter `M`"),
    ('\u{0415}', "Cyrillic capital letter ie", "use the Latin letter `E`"),
    ('\u{0422}', "Cyrillic capital letter te", "use the Latin letter `T`"),
    ('\u{0420}', "Cyrillic capital letter er", "use the Latin letter `P`"),
    ('\u{0425}', "Cyrillic capital letter ha", "use the Latin letter `X`"),
    ('\u{0445}', "Cyrillic small letter ha", "use the Latin letter `x`"),
];

/// The zeros of the decimal digits outside ASCII (of the scripts seen in practice).
const DIGIT_ZEROS: &[u32] = &[0x0660, 0x06F0, 0x0966, 0x09E6, 0x0E50, 0x0ED0, 0x17E0, 0xFF10];

/// A description of the piece at a place of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The first byte, which may be inside the token.
    pub(super) offset: usize,
    pub(super) length: usize,
    pub(super) what: String,
    /// Whether it is an unchanged token. Else the description is a name, such as `end of file`.
    pub(super) is_token: bool,
    pub(super) hint: Option<String>,
}

impl Found {
    fn new(offset: usize, length: usize, what: impl Into<String>, hint: Option<&str>) -> Found {
        Found {
            offset,
            length,
            what: what.into(),
            is_token: false,
            hint: hint.map(str::to_owned),
        }
    }
}

/// Returns a piece of foreign text, escaped for a terminal and cut to `limit` characters with an ellipsis.
///
/// Invalid UTF-8 becomes `\x80`. Control characters, invisible ones and unusual blanks become `\x1b` or `\u{200b}`.
pub fn quoted(bytes: &[u8], limit: usize) -> String {
    let mut text = String::new();
    let mut count = 0usize;
    for chunk in bytes.utf8_chunks() {
        let valid = chunk.valid().chars().map(|c| match c {
            c if is_shown_as_is(c) => c.to_string(),
            c => escape(c),
        });
        let invalid = chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}"));
        for piece in valid.chain(invalid) {
            if count == limit {
                text.push('…');
                return text;
            }
            text.push_str(&piece);
            count += 1;
        }
    }
    text
}

/// Returns the bounds of the line that holds `offset`, without its line end.
pub(super) fn line_bounds(bytes: &[u8], offset: usize) -> (usize, usize) {
    let ends = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let mut start = bytes[..offset].iter().rposition(ends).map_or(0, |i| i + 1);
    // The place between the two bytes of a CRLF still belongs to the line before them.
    if start == offset && start >= 1 && bytes[start - 1] == b'\r' && bytes.get(start) == Some(&b'\n') {
        start = bytes[..start - 1].iter().rposition(ends).map_or(0, |i| i + 1);
        return (start, offset - 1);
    }
    let end = bytes[offset..]
        .iter()
        .position(ends)
        .map_or(bytes.len(), |i| offset + i);
    (start, end)
}

/// Describes the piece at `offset`: the end, a blank, or a token.
///
/// If a token has an unusual character, it describes that character at its own place.
pub(super) fn found_at(bytes: &[u8], offset: usize) -> Found {
    found_until(bytes, offset, super::is_blank)
}

/// Describes the piece at `offset` inside an array. There, punctuation ends a token like a blank, and is a token
/// itself.
pub(super) fn found_in_array(bytes: &[u8], offset: usize) -> Found {
    found_until(bytes, offset, |b| super::is_blank(b) || matches!(b, b',' | b'[' | b']'))
}

/// Describes the token or blank at `offset`. A token ends before the next byte that passes `ends_token`.
fn found_until(bytes: &[u8], offset: usize, ends_token: impl Fn(u8) -> bool) -> Found {
    let Some(&first) = bytes.get(offset) else {
        return Found::new(bytes.len(), 0, "end of file", None);
    };
    match first {
        b'\n' => return Found::new(offset, 0, "end of line", None),
        b'\r' if bytes.get(offset + 1) == Some(&b'\n') => {
            return Found::new(offset, 0, "a Windows line end (CRLF)", Some(UNIX_ENDS));
        }
        b'\r' => {
            return Found::new(offset, 0, "a lone carriage return", Some(UNIX_ENDS));
        }
        b' ' => return Found::new(offset, 1, "a space", None),
        b'\t' => return Found::new(offset, 1, "a tab", None),
        0x0b => return Found::new(offset, 1, "a vertical tab", None),
        0x0c => return Found::new(offset, 1, "a form feed", None),
        _ => {}
    }
    let length = if ends_token(first) {
        1
    } else {
        bytes[offset..]
            .iter()
            .position(|&b| ends_token(b))
            .unwrap_or(bytes.len() - offset)
    };
    let token = &bytes[offset..offset + length];
    let odd = odd_character(token, offset).filter(|_| !is_heading(token));
    odd.unwrap_or_else(|| Found {
        offset,
        length,
        what: format!("`{}`", quoted(token, 64)),
        is_token: true,
        hint: hint_for(token).map(str::to_owned),
    })
}

/// Describes the first byte or character of a token that none of our formats allows.
fn odd_character(token: &[u8], offset: usize) -> Option<Found> {
    let mut at = offset;
    for chunk in token.utf8_chunks() {
        for c in chunk.valid().chars() {
            let length = c.len_utf8();
            let named = |what: String, hint: Option<&str>| Some(Found::new(at, length, what, hint));
            if c == '\0' {
                return named("a NUL byte".into(), None);
            }
            if c.is_ascii_control() {
                let hint = (c == '\u{1a}').then_some("delete this end-of-file mark of DOS");
                return named(format!("the control byte `\\x{:02x}`", u32::from(c)), hint);
            }
            if !c.is_ascii() {
                let code = u32::from(c);
                if let Some((_, name, hint)) = ODD_CHARACTERS.iter().find(|entry| entry.0 == c) {
                    return named(format!("U+{code:04X} ({name})"), Some(hint));
                }
                if let Some(zero) = DIGIT_ZEROS.iter().find(|&&zero| (zero..zero + 10).contains(&code)) {
                    let hint = format!("use the plain digit `{}`", code - zero);
                    return named(format!("U+{code:04X} (`{c}`, a digit of another script)"), Some(&hint));
                }
                let sight = if is_shown_as_is(c) {
                    format!(" (`{c}`)")
                } else {
                    " (invisible)".into()
                };
                return named(format!("U+{code:04X}{sight}"), None);
            }
            at += length;
        }
        if let Some(&byte) = chunk.invalid().first() {
            return Some(Found::new(at, 1, format!("the invalid UTF-8 byte 0x{byte:02x}"), None));
        }
    }
    None
}

/// Returns the name of the first character of a text that is invisible or looks like a character of our formats.
pub fn odd_in(text: &[u8]) -> Option<String> {
    let mut chars = text.utf8_chunks().flat_map(|chunk| chunk.valid().chars());
    let is_odd = |c: &char| {
        let is_known = ODD_CHARACTERS.iter().any(|(odd, ..)| odd == c);
        !c.is_ascii() && (!is_shown_as_is(*c) || is_known)
    };
    let odd = chars.find(is_odd)?;
    odd_character(odd.encode_utf8(&mut [0; 4]).as_bytes(), 0).map(|found| found.what)
}

/// The beginnings of the headings of samples, in the languages of statements, and the fences of Markdown.
const HEADINGS: &str = "input output sample example test case 输入 输出 样例 示例 测试 輸入 輸出 範例 測試 dữ đầu kết ví 入力 出力 입력 출력 예제 ввод \
    вывод вход выход пример entrada salida entrée ``` ~~~";

/// Returns whether a token begins a heading or a fence that stands around the data of a statement.
fn is_heading(token: &[u8]) -> bool {
    let text = String::from_utf8_lossy(token).to_lowercase();
    let text = text.trim_start_matches(['*', '_', '>', '【', '「', '"']);
    HEADINGS.split(' ').any(|word| text.starts_with(word))
}

/// Returns a hint at the most likely mistake behind a token in place of a number or a row.
fn hint_for(token: &[u8]) -> Option<&'static str> {
    let lower = token.to_ascii_lowercase();
    let digits_and = |extra: &[u8]| {
        token.iter().any(u8::is_ascii_digit) && token.iter().all(|b| b.is_ascii_digit() || extra.contains(b))
    };
    if is_heading(token) {
        Some("a heading copied from the statement? The file must hold the data alone")
    } else if lower.starts_with(b"#") || lower.starts_with(b"//") {
        Some("this format has no comments")
    } else if lower.starts_with(b"0x") || lower.starts_with(b"-0x") {
        Some("write the number in decimal")
    } else if digits_and(b"_,'") && !lower.iter().all(u8::is_ascii_digit) {
        Some("write the number without separators")
    } else if digits_and(b"+-eE") && lower.contains(&b'e') {
        Some("write the number out, without an exponent")
    } else if digits_and(b"+-.eE") && lower.contains(&b'.') {
        Some("write a whole number, without a decimal point")
    } else if matches!(token, b"-" | b"+") {
        Some("write the digits right after the sign")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn what(text: &str) -> String {
        found_at(text.as_bytes(), 0).what
    }

    #[test]
    fn tokens_are_quoted_escaped_and_cut_at_64_characters() {
        assert_eq!(what("abc def"), "`abc`");
        assert_eq!(what(&"9".repeat(1000)), format!("`{}…`", "9".repeat(64)));
        assert_eq!(quoted(b"a\x1b[2J\x80\n", 64), "a\\x1b[2J\\x80\\n");
        assert_eq!(quoted("\u{202e}é".as_bytes(), 64), "\\u{202e}é");
        // XML does not allow codes that are not characters, and no program displays tags.
        let hidden = "\u{ffff}\u{fffe}\u{1ffff}\u{fdd0}\u{e0041}\u{fffd}\u{1f600}";
        let shown = "\\u{ffff}\\u{fffe}\\u{1ffff}\\u{fdd0}\\u{e0041}\u{fffd}\u{1f600}";
        assert_eq!(quoted(hidden.as_bytes(), 64), shown);
    }

    #[test]
    fn headings_and_fences_of_statements_have_one_hint() {
        for token in [
            "Input:",
            "输入:graph",
            "输入：",
            "【样例输入】",
            "Dữ",
            "**Input**",
            "入力例",
            "```",
            "```text",
            "~~~",
            "Пример",
        ] {
            let found = found_at(token.as_bytes(), 0);
            let hint = found.hint.unwrap_or_else(|| panic!("{token} has no hint"));
            assert!(
                hint.starts_with("a heading copied from the statement?"),
                "{token}: {hint}"
            );
            assert_eq!((found.offset, found.what), (0, format!("`{token}`")));
        }
        for token in ["汉字", "đ5", "`", "x"] {
            assert_eq!(found_at(token.as_bytes(), 0).hint, None, "{token}");
        }
    }

    #[test]
    fn odd_characters_are_named_at_their_own_place() {
        let found = found_at("1\u{a0}2".as_bytes(), 0);
        assert_eq!(
            (found.offset, found.length, found.what.as_str()),
            (1, 2, "U+00A0 (no-break space)")
        );
        assert_eq!(what("３"), "U+FF13 (`３`, a digit of another script)");
        assert_eq!(
            found_at("٣".as_bytes(), 0).hint.as_deref(),
            Some("use the plain digit `3`")
        );
        assert_eq!(
            found_at("५".as_bytes(), 0).hint.as_deref(),
            Some("use the plain digit `5`")
        );
        assert_eq!(what("あ"), "U+3042 (`あ`)", "no digit, though it stands behind some");
        assert_eq!(what("−5"), "U+2212 (minus sign)");
        assert_eq!(what("5\0"), "a NUL byte");
        assert_eq!(found_at(b"Na\xEF", 0).what, "the invalid UTF-8 byte 0xef");
        assert_eq!(found_at(b"Na\xEF", 0).offset, 2);
    }

    #[test]
    fn punctuation_ends_a_token_of_an_array_and_is_one_alone() {
        for (text, what) in [
            ("2x,3],[1]]", "`2x`"),
            ("1e400]", "`1e400`"),
            ("\"a\",\"b\"]", "`\"a\"`"),
            (",3]", "`,`"),
            ("]]", "`]`"),
            ("[[[", "`[`"),
            ("x[1]", "`x`"),
            ("2\u{a0},3", "U+00A0 (no-break space)"),
            ("3,\u{a0}", "`3`"),
        ] {
            assert_eq!(found_in_array(text.as_bytes(), 0).what, what, "{text}");
        }
        assert_eq!(what("2x,3],[1]]"), "`2x,3],[1]]`");
    }

    #[test]
    fn likely_mistakes_get_a_hint() {
        for (token, word) in [
            ("Input:", "heading"),
            ("#", "comments"),
            ("//x", "comments"),
            ("0x10", "decimal"),
            ("1_000", "separators"),
            ("1,000", "separators"),
            ("1e3", "exponent"),
            ("5.0", "decimal point"),
            ("-", "sign"),
        ] {
            let hint = found_at(token.as_bytes(), 0).hint.unwrap_or_default();
            assert!(hint.contains(word), "{token}: {hint:?}");
        }
        assert_eq!(found_at(b"42", 0).hint, None);
    }

    #[test]
    fn a_line_ends_before_its_ending_of_one_byte_or_two() {
        let text = b"ab\r\ncd\n";
        for (offsets, line) in [(0..=3, (0, 2)), (4..=6, (4, 6)), (7..=7, (7, 7))] {
            for offset in offsets {
                assert_eq!(line_bounds(text, offset), line, "{offset}");
            }
        }
        assert_eq!(line_bounds(b"ab\rcd", 2), (0, 2));
        assert_eq!(line_bounds(b"ab\rcd", 3), (3, 5));
    }
}
