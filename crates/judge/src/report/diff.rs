//! The input, the expected output and the given output of a testcase, side by side.

use gamesolve_text::quoted;

/// The most lines of a column, and the most lines above the first difference.
const MAX_LINES: usize = 20;
const LINES_ABOVE: usize = 3;
/// The narrowest column, in characters, whatever the terminal's width.
const MIN_COLUMN: usize = 12;
const GAP: &str = "  ";

/// Returns three columns with their heads, for a terminal that is `width` characters wide.
///
/// A line that differs has a `!` before the given text. Long lines are cut. Long outputs are cut to the part around the
/// first difference.
pub fn side_by_side(input: &[u8], expected: &[u8], given: &[u8], width: usize) -> String {
    let room = (width.saturating_sub(2 * GAP.len() + 2) / 3).max(MIN_COLUMN);
    let [input, expected, given] = [input, expected, given].map(lines);
    let differs = |at: usize| tokens(expected.get(at)) != tokens(given.get(at));
    let longest = expected.len().max(given.len());
    let first = (0..longest).find(|&at| differs(at)).unwrap_or(0);
    let from = first.saturating_sub(LINES_ABOVE);
    let columns = [
        column("input", &input, 0, room),
        column("expected", &expected, from, room),
        column("given", &given, from, room),
    ];
    let wide = columns.each_ref().map(|cells| {
        let widths = cells.iter().map(|cell| cell.chars().count());
        widths.max().unwrap_or(0)
    });
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for row in 0..rows {
        let cell = |column: usize| columns[column].get(row).map_or("", String::as_str);
        // The first row has the heads. If lines are left out above, the second row says so.
        let above = 1 + usize::from(from > 0);
        let is_marked =
            row >= above && row < above + MAX_LINES && differs(from + row - above) && from + row - above < longest;
        let mark = if is_marked { "! " } else { "  " };
        let line = format!(
            "{:a$}{GAP}{:b$}{GAP}{mark}{}",
            cell(0),
            cell(1),
            cell(2),
            a = wide[0],
            b = wide[1]
        );
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Returns the lines of a text. A newline at its end begins no further line.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    lines.pop_if(|last| last.is_empty());
    lines
}

/// Returns the tokens of a line, or none if there is no such line.
fn tokens<'a>(line: Option<&&'a [u8]>) -> Vec<&'a [u8]> {
    let line = line.copied().unwrap_or_default();
    let tokens = line.split(u8::is_ascii_whitespace);
    tokens.filter(|token| !token.is_empty()).collect()
}

/// Returns a column with its head: the lines from `from` on, cut to `room`, and the number of lines left out.
fn column(head: &str, lines: &[&[u8]], from: usize, room: usize) -> Vec<String> {
    let mut cells = vec![head.to_owned()];
    if from > 0 {
        cells.push(format!("… {from} lines"));
    }
    let shown = lines.iter().skip(from).take(MAX_LINES);
    // A tab becomes a blank, and every other control character is escaped.
    cells.extend(shown.map(|line| {
        let line: Vec<u8> = line
            .iter()
            .map(|&byte| if byte == b'\t' { b' ' } else { byte })
            .collect();
        let line = line.strip_suffix(b"\r").unwrap_or(&line);
        cut(&quoted(&line[..line.len().min(room + 1)], usize::MAX), room)
    }));
    let left = lines.len().saturating_sub(from + MAX_LINES);
    if left > 0 {
        cells.push(format!("… {left} more"));
    }
    cells
}

fn cut(text: &str, room: usize) -> String {
    if text.chars().count() > room {
        text.chars().take(room - 1).chain(['…']).collect()
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_outputs_stand_whole_with_their_differences() {
        let found = side_by_side(b"3 4\n1 2\n", b"1\n2 1\n", b"1\r\n2\t2", 80);
        let expected = "\
input  expected  given
3 4    1           1
1 2    2 1       ! 2 2
";
        let squeezed = |text: &str| {
            text.lines()
                .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
                .collect::<Vec<_>>()
        };
        assert_eq!(squeezed(&found), squeezed(expected), "{found}");
        let missing = side_by_side(b"", b"1\n2\n", b"1\n", 80);
        assert!(missing.ends_with("2         !\n"), "{missing}");
    }

    #[test]
    fn long_lines_are_cut_around_the_first_difference() {
        let long: String = (0..100).map(|line| format!("{line} {}\n", "x".repeat(200))).collect();
        let other = long.replace("\n50 x", "\n50 y");
        let found = side_by_side(long.as_bytes(), long.as_bytes(), other.as_bytes(), 60);
        assert!(found.lines().all(|line| line.chars().count() <= 60), "{found}");
        let marked: Vec<&str> = found.lines().filter(|line| line.contains("! ")).collect();
        assert_eq!(marked.len(), 1, "{found}");
        assert!(marked[0].contains("! 50 y"), "{found}");
        assert!(found.contains("… 47 lines") && found.contains("… 33 more"), "{found}");
        // A cut line ends with `…`, and a line that just fits is not cut.
        let room = (60 - 6) / 3;
        let lines = [room, room + 1].map(|length| "x".repeat(length)).join("\n");
        let found = side_by_side(lines.as_bytes(), b"", b"", 60);
        let firsts: Vec<&str> = found
            .lines()
            .skip(1)
            .filter_map(|line| line.split(' ').next())
            .collect();
        assert_eq!(firsts, ["x".repeat(room), "x".repeat(room - 1) + "…"], "{found}");
    }

    #[test]
    fn nothing_is_obeyed_that_a_terminal_would() {
        let found = side_by_side(b"\x1b[2J\n", b"\x07\n", b"\0\xff\n", 80);
        assert!(!found.contains(|c: char| c.is_control() && c != '\n'), "{found:?}");
    }
}
