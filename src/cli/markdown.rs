//! Markdown for a terminal: headings, lists, code and emphasis as styles, and long lines broken at blanks.
//!
//! `minimad` reads the lines. `termimad` reads with it too, but its other parts cost half a minute of every first
//! build.

use anstyle::{AnsiColor, Style};
use minimad::{Composite, CompositeStyle, Compound, Line, Text};
use unicode_width::UnicodeWidthStr as _;

/// Lays out Markdown in lines of at most `width` columns. A longer word exceeds them. `styled` allows escapes.
pub(super) fn laid_out(markdown: &str, width: usize, styled: bool) -> String {
    let mut out = String::new();
    for line in Text::from(markdown).lines {
        match line {
            Line::Normal(composite) => push_lines(&mut out, &composite, width, styled),
            Line::TableRow(row) => {
                for cell in &row.cells {
                    push_lines(&mut out, cell, width, styled);
                }
            }
            Line::HorizontalRule => out += &"─".repeat(width),
            Line::TableRule(_) | Line::CodeFence(_) => continue,
        }
        out.push('\n');
    }
    out
}

/// Returns the style of a line, its mark, and the indent of its further lines.
fn frame(style: &CompositeStyle) -> (Style, String, usize) {
    let plain = Style::new();
    match style {
        CompositeStyle::Header(1) => (plain.bold().underline(), String::new(), 0),
        CompositeStyle::Header(_) => (plain.bold(), String::new(), 0),
        CompositeStyle::ListItem(depth) => {
            let indent = 2 * usize::from(*depth);
            (plain, format!("{:indent$}• ", ""), indent + 2)
        }
        CompositeStyle::OrderedListItem { level, index } => {
            let mark = format!("{:indent$}{index}. ", "", indent = 2 * usize::from(*level));
            let indent = mark.len();
            (plain, mark, indent)
        }
        CompositeStyle::Code => (plain, "  ".to_owned(), 2),
        CompositeStyle::Quote => (plain, "│ ".to_owned(), 2),
        CompositeStyle::Paragraph => (plain, String::new(), 0),
    }
}

fn style_of(compound: &Compound<'_>, line: Style) -> Style {
    let mut style = line;
    if compound.bold {
        style = style.bold();
    }
    if compound.italic {
        style = style.italic();
    }
    if compound.code {
        style = style.fg_color(Some(AnsiColor::Cyan.into()));
    }
    style
}

/// Appends one line of Markdown. Breaks it if it is wider than `width`.
fn push_lines(out: &mut String, composite: &Composite<'_>, width: usize, styled: bool) {
    let (line, mark, indent) = frame(&composite.style);
    // Break lines at blanks and behind Chinese marks, but keep the blanks of code.
    let is_code = matches!(composite.style, CompositeStyle::Code);
    *out += &mark;
    let mut column = indent;
    for compound in &composite.compounds {
        let style = if is_code { line } else { style_of(compound, line) };
        for word in compound
            .src
            .split_inclusive([' ', '，', '。', '；', '：', '、', '？', '！', '）'])
        {
            if !is_code && column > indent && column + word.trim_end().width() > width {
                out.truncate(out.trim_end_matches(' ').len());
                *out += &format!("\n{:indent$}", "");
                column = indent;
            }
            *out += &if styled && style != Style::new() {
                format!("{style}{word}{style:#}")
            } else {
                word.to_owned()
            };
            column += word.width();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_blanks_and_items_are_indented() {
        let text = "# Title\n\n- one two three\n- four\n\n```\n1  2\n```\n";
        let expected = "Title\n\n• one two\n  three\n• four\n\n  1  2\n";
        assert_eq!(laid_out(text, 10, false), expected);
    }

    #[test]
    fn wide_letters_count_twice() {
        assert_eq!(laid_out("图上 游戏", 5, false), "图上\n游戏\n");
    }

    #[test]
    fn chinese_lines_are_broken_behind_marks() {
        assert_eq!(laid_out("图上，游戏。", 7, false), "图上，\n游戏。\n");
    }

    #[test]
    fn styles_are_closed() {
        let drawn = laid_out("a **b** `c`", 80, true);
        assert_eq!(drawn, "a \u{1b}[1mb\u{1b}[0m \u{1b}[36mc\u{1b}[0m\n");
    }
}
