//! Texts and numbers as people read them.

use gamesolve_text::printable;

/// Returns a foreign text in one line, with escapes for every character that is not only displayed.
pub fn one_line(text: &str) -> String {
    printable(text, false).replace('\n', "\\n").replace('\t', "\\t")
}

/// Returns the beginning of a long foreign text with all its lines, and a last line with the number of bytes left out.
pub fn clipped(text: &str, most_bytes: usize) -> String {
    let text = text.trim_end_matches(['\n', '\r']);
    if text.len() <= most_bytes {
        return printable(text, false);
    }
    let end = text.floor_char_boundary(most_bytes);
    let left = text.len() - end;
    format!("{}\n… and {left} more bytes", printable(&text[..end], false))
}

/// Returns points with at most two places.
pub fn points(points: f64) -> String {
    ((points * 100.0).round() / 100.0 + 0.0).to_string()
}

/// Returns a number of bytes in MiB, with one place.
pub fn mebibytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / f64::from(1 << 20))
}

/// Returns a count and its noun: `1 task`, `2 tasks`.
pub fn count(number: usize, noun: &str) -> String {
    let end = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_one_line_or_clipped() {
        assert_eq!(one_line("a\nb\tc\u{202e}"), "a\\nb\\tc\\u{202e}");
        assert_eq!(clipped("é1\n\n", 3), "é1");
        assert_eq!(clipped("éa\nbc", 1), "\n… and 6 more bytes");
        assert_eq!([points(33.333_333), points(-0.0)], ["33.33", "0"]);
        assert_eq!(mebibytes(3 << 19), "1.5");
    }
}
