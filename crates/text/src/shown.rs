//! Foreign text for a terminal, and for the formats that other programs read.

use std::ffi::OsStr;

/// Returns a text that controls a terminal only by line ends and tabs, and with `styles` also by colours.
pub fn printable(text: &str, styles: bool) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| !is_safe(c) && c != '\n' && c != '\t') {
        let (before, from) = rest.split_at(at);
        shown += before;
        let style = if styles { style_of(from) } else { 0 };
        let length = match style {
            0 => from.chars().next().map_or(0, char::len_utf8),
            style => style,
        };
        let (odd, behind) = from.split_at(length);
        match style {
            0 => odd.chars().for_each(|c| shown += &escape(c)),
            _ => shown += odd,
        }
        rest = behind;
    }
    shown + rest
}

/// Returns the length of the escape at the beginning of a text if it sets colours and the like, else 0.
fn style_of(text: &str) -> usize {
    let inner = text.strip_prefix("\x1b[").unwrap_or_default();
    let digits = inner.bytes().take_while(|b| b.is_ascii_digit() || *b == b';').count();
    if inner[digits..].starts_with('m') {
        digits + 3
    } else {
        0
    }
}

/// Returns whether a character displays as itself: it is safe, and neither invisible nor a blank other than the space.
pub(super) fn is_shown_as_is(c: char) -> bool {
    is_safe(c)
        && !matches!(
            c,
            '\u{A0}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{1680}' | '\u{17B4}' | '\u{17B5}'
        )
        && !matches!(c, '\u{180B}'..='\u{180F}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{2800}' | '\u{3000}')
        && !matches!(c, '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}')
        && !matches!(c, '\u{1D173}'..='\u{1D17A}' | '\u{E0100}'..='\u{E01EF}')
}

/// Returns whether a terminal only displays a character. Controls, bidirectional marks and characters of width 0 are
/// not safe.
pub(super) fn is_safe(c: char) -> bool {
    // The last two codes of every plane and those from U+FDD0 on are not characters, and XML does not allow them. No
    // program displays tags.
    let is_none = u32::from(c) & 0xFFFE == 0xFFFE || matches!(c, '\u{FDD0}'..='\u{FDEF}' | '\u{E0000}'..='\u{E007F}');
    !(is_none
        || c.is_control()
        || matches!(c, '\u{00AD}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}'))
}

/// Returns the escape of a character that does not display as itself.
pub(super) fn escape(c: char) -> String {
    match c {
        '\n' => "\\n".into(),
        '\r' => "\\r".into(),
        '\t' => "\\t".into(),
        c if c.is_ascii() => format!("\\x{:02x}", u32::from(c)),
        c => format!("\\u{{{:x}}}", u32::from(c)),
    }
}

/// Returns a JSON text with an escape for every character that a terminal may not display.
///
/// Such characters occur only in strings.
pub fn printable_json(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\n' || is_shown_as_is(c) {
            shown.push(c)
        } else {
            let mut units = [0; 2];
            let units = c.encode_utf16(&mut units).iter();
            units.for_each(|unit| shown += &format!("\\u{unit:04x}"));
        }
    }
    shown
}

/// Returns an XML text with a reference for every character that a terminal may not display.
///
/// Such characters occur only in texts and values.
pub fn printable_xml(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\n' | '\t' | '\r') || is_shown_as_is(c) {
            shown.push(c)
        } else {
            shown += &format!("&#x{:x};", u32::from(c))
        }
    }
    shown
}

/// Returns a text as a literal with the same meaning in Python and C++.
pub fn literal(text: &str) -> String {
    let mut shown = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => shown.extend(['\\', c]),
            c if is_shown_as_is(c) => shown.push(c),
            c => shown += &format!("\\U{:08x}", u32::from(c)),
        }
    }
    shown + "\""
}

/// Returns a word quoted for the shell of this system, for commands in messages.
pub fn for_a_shell(word: &OsStr) -> String {
    if cfg!(windows) {
        for_windows(word)
    } else {
        for_posix(word)
    }
}

/// Returns a word quoted for both shells of Windows: the command prompt knows only double quotes, and a program there
/// reads a backslash before such a quote as part of the quote.
fn for_windows(word: &OsStr) -> String {
    let text: String = word
        .to_string_lossy()
        .chars()
        .map(|c| if is_shown_as_is(c) { c.to_string() } else { escape(c) })
        .collect();
    let plain = |c: char| c.is_alphanumeric() || "-_./=+:,\\".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text;
    }
    let quoted = text.split('"').map(|part| {
        let end = part.len() - part.trim_end_matches('\\').len();
        format!("{part}{}", "\\".repeat(end))
    });
    format!("\"{}\"", quoted.collect::<Vec<_>>().join("\\\""))
}

fn for_posix(word: &OsStr) -> String {
    let plain = |b: &u8| b.is_ascii_alphanumeric() || b"-_./=+:,%@".contains(b);
    let bytes = word.as_encoded_bytes();
    if !bytes.is_empty() && bytes.iter().all(plain) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    match std::str::from_utf8(bytes) {
        Ok(text) if text.chars().all(is_shown_as_is) => {
            format!("'{}'", text.replace('\'', r"'\''"))
        }
        // Bytes that a terminal would obey or not display, in the form of bash and POSIX 2024.
        _ => {
            let shown = bytes.iter().map(|b| match b {
                b'\'' | b'\\' => format!("\\{}", *b as char),
                b' '..=b'~' => (*b as char).to_string(),
                _ => format!("\\x{b:02x}"),
            });
            format!("$'{}'", shown.collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a\x1b]0;t\x07\u{9b}31m\u{202e}\u{200b}\x1b[31m\x7f\ttab\n";

    #[test]
    fn a_terminal_obeys_nothing_of_a_foreign_text() {
        let shown = "a\\x1b]0;t\\x07\\u{9b}31m\\u{202e}\\u{200b}\\x1b[31m\\x7f\ttab\n";
        assert_eq!(printable(HOSTILE, false), shown);
        assert_eq!(printable(shown, false), shown);
        assert_eq!(printable("图\u{3000}é ─\n", false), "图\u{3000}é ─\n");
    }

    #[test]
    fn both_shells_of_windows_read_a_quoted_word() {
        for (word, expected) in [
            ("stones", "stones"),
            ("tests\\Đề-1.in", "tests\\Đề-1.in"),
            ("take:1,3,4", "take:1,3,4"),
            ("My tests", "\"My tests\""),
            ("My tests\\", "\"My tests\\\\\""),
            ("a \"b\\\"", "\"a \\\"b\\\\\\\"\""),
            ("it's", "\"it's\""),
            ("", "\"\""),
            ("a\x1b[2J\n", "\"a\\x1b[2J\\n\""),
        ] {
            assert_eq!(for_windows(OsStr::new(word)), expected, "{word:?}");
        }
    }

    #[test]
    fn styles_pass_if_they_are_wanted_and_nothing_else_does() {
        assert_eq!(printable("\x1b[1;32mAC\x1b[0m", true), "\x1b[1;32mAC\x1b[0m");
        assert_eq!(printable("\x1b[2J\x1b[\x1b[3", true), "\\x1b[2J\\x1b[\\x1b[3");
        assert_eq!(printable("\x1b[1mAC", false), "\\x1b[1mAC");
    }

    #[test]
    fn formats_say_the_same_by_their_own_escapes() {
        let json = printable_json("\"\u{9b}\u{202e}\u{e0041}\"");
        assert_eq!(json, "\"\\u009b\\u202e\\udb40\\udc41\"");
        assert_eq!(printable_xml("<a>\u{9b}</a>\n"), "<a>&#x9b;</a>\n");
        assert_eq!(literal("a\"\\\x1b\u{202e}"), "\"a\\\"\\\\\\U0000001b\\U0000202e\"");
    }
}
