//! The statements of an exported package: their files, their languages, and Markdown converted to TeX.
//!
//! **Limits.** The converter knows headings, lists, code, emphasis and formulas. `unconverted` names the rest.

use std::path::{Path, PathBuf};

use super::{ending, file_stem};
use crate::languages::STATEMENTS;
use crate::model::Package;

/// A statement.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) path: PathBuf,
    /// The code of its language, or empty if it is unknown.
    pub(crate) language: String,
    /// The ending of its file.
    pub(crate) ending: String,
}

/// Returns the statements of a package.
pub(crate) fn of(package: &Package) -> Vec<Statement> {
    let all = package.statements.iter().filter(|path| path.is_file());
    all.map(|path| Statement {
        language: language_of(path),
        ending: ending(path),
        path: path.clone(),
    })
    .collect()
}

/// Returns the language in the name of a file or of its folder: `problem.en.tex`, `nimzad-pl.pdf`,
/// `english/problem.tex`.
fn language_of(path: &Path) -> String {
    let known = |word: &str| {
        let word = word.to_ascii_lowercase();
        STATEMENTS
            .iter()
            .find(|(code, name)| *code == word || *name == word)
            .map(|(code, _)| (*code).to_owned())
    };
    let stem = file_stem(path);
    let last = stem.rsplit(['.', '-', '_']).next().unwrap_or_default();
    let folder = path.parent().map(file_stem).unwrap_or_default();
    known(last).or_else(|| known(&folder)).unwrap_or_default()
}

/// The parts of a statement in Markdown.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub(crate) title: String,
    /// The text before the first heading, and under headings with other names.
    pub(crate) legend: String,
    pub(crate) input: String,
    pub(crate) output: String,
    pub(crate) limits: String,
    /// The text about the samples, without the samples.
    pub(crate) notes: String,
    /// The headings of input, output and limits, as the statement has them.
    pub(crate) headings: [String; 3],
}

const INPUT: [&str; 3] = ["Input", "Dữ liệu", "输入"];
const OUTPUT: [&str; 3] = ["Output", "Kết quả", "输出"];
const LIMITS: [&str; 3] = ["Limits", "Giới hạn", "数据范围"];
const SAMPLES: [&str; 3] = ["Sample", "Ví dụ", "样例"];

/// Splits a statement into its parts.
pub(crate) fn parts(markdown: &str) -> Parts {
    let mut parts = Parts::default();
    for (heading, text) in sections(markdown) {
        let is = |names: &[&str]| names.contains(&heading.as_str());
        if heading.is_empty() {
            let (title, rest) = match text.trim_start().strip_prefix("# ") {
                Some(rest) => rest.split_once('\n').unwrap_or((rest, "")),
                None => ("", text.as_str()),
            };
            parts.title = title.trim().to_owned();
            parts.legend = rest.trim().to_owned();
        } else if is(&INPUT) {
            (parts.headings[0], parts.input) = (heading, text.trim().to_owned());
        } else if is(&OUTPUT) {
            (parts.headings[1], parts.output) = (heading, text.trim().to_owned());
        } else if is(&LIMITS) {
            (parts.headings[2], parts.limits) = (heading, text.trim().to_owned());
        } else if SAMPLES.iter().any(|name| heading.starts_with(name)) {
            let prose = without_code(&text);
            if !prose.is_empty() {
                parts.notes += &format!("**{heading}.** {prose}\n\n");
            }
        } else {
            parts.legend += &format!("\n\n## {heading}\n\n{}", text.trim());
        }
    }
    parts.notes = parts.notes.trim().to_owned();
    parts
}

/// Returns the sections of a text by its headings of the second level. The first section has no heading.
pub fn sections(markdown: &str) -> Vec<(String, String)> {
    let mut sections = vec![(String::new(), String::new())];
    let mut is_code = false;
    for line in markdown.lines() {
        is_code ^= line.trim_start().starts_with("```");
        match line.strip_prefix("## ").filter(|_| !is_code) {
            Some(heading) => sections.push((heading.trim().to_owned(), String::new())),
            None => {
                if let Some((_, text)) = sections.last_mut() {
                    text.push_str(line);
                    text.push('\n');
                }
            }
        }
    }
    sections
}

/// Returns the two sides of a sample's dialogue: the lines for the program, and those of the program.
pub(crate) fn sides(talk: &str) -> (String, String) {
    let side = |sign: char| {
        talk.lines()
            .filter_map(|line| line.strip_prefix(sign))
            .map(|line| format!("{line}\n"))
            .collect()
    };
    (side('<'), side('>'))
}

/// Returns a text without its blocks of code.
fn without_code(text: &str) -> String {
    let mut is_code = false;
    let mut prose = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            prose.push_str(line);
            prose.push('\n');
        }
    }
    prose.trim().to_owned()
}

/// Returns a whole statement as TeX of the ICPC format, without the samples, which judges show themselves.
pub(crate) fn icpc_tex(markdown: &str, name: &str) -> String {
    let parts = parts(markdown);
    let mut text = format!("\\problemname{{{}}}\n\n{}\n", inline(name), tex(&parts.legend));
    let [input, output, limits] = &parts.headings;
    for (heading, body) in [(input, &parts.input), (output, &parts.output), (limits, &parts.limits)] {
        if !body.is_empty() {
            text += &format!("\n\\section*{{{}}}\n{}\n", inline(heading), tex(body));
        }
    }
    if !parts.notes.is_empty() {
        text += &format!("\n{}\n", tex(&parts.notes));
    }
    text
}

/// An open item of a list, or none.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Open {
    #[default]
    Nothing,
    Bullets,
    Numbers,
}

impl Open {
    fn environment(self) -> &'static str {
        match self {
            Open::Nothing => "",
            Open::Bullets => "itemize",
            Open::Numbers => "enumerate",
        }
    }

    /// Returns the kind of list and the text of a line that begins an item.
    fn item(line: &str) -> Option<(Open, &str)> {
        if let Some(rest) = line.strip_prefix("- ") {
            return Some((Open::Bullets, rest));
        }
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let rest = line[digits..].strip_prefix(". ")?;
        (digits > 0).then_some((Open::Numbers, rest))
    }
}

/// TeX as far as it is written.
#[derive(Default)]
struct Tex {
    out: String,
    /// The paragraph that may go on.
    paragraph: String,
    open: Open,
    is_code: bool,
}

impl Tex {
    fn flush(&mut self) {
        if !self.paragraph.is_empty() {
            self.out += &inline(&self.paragraph);
            self.out.push('\n');
            self.paragraph.clear();
        }
    }

    /// Ends the list unless it is of this kind, and begins one of this kind.
    fn enter(&mut self, kind: Open) {
        for (word, list) in [("end", self.open), ("begin", kind)] {
            if self.open != kind && list != Open::Nothing {
                self.out += &format!("\\{word}{{{}}}\n", list.environment());
            }
        }
        self.open = kind;
    }

    /// Writes a line that is not within a formula.
    fn line(&mut self, line: &str) {
        let trimmed = line.trim();
        if trimmed.starts_with("```") {
            self.flush();
            self.is_code = !self.is_code;
            let word = if self.is_code { "begin" } else { "end" };
            self.out += &format!("\\{word}{{verbatim}}\n");
        } else if self.is_code {
            self.out += line;
            self.out.push('\n');
        } else if trimmed.is_empty() {
            self.flush();
            if self.open == Open::Nothing {
                self.out.push('\n');
            }
        } else if let Some((kind, rest)) = Open::item(trimmed) {
            self.flush();
            self.enter(kind);
            self.paragraph = format!("\u{1}{rest}");
        } else {
            if !line.starts_with(' ') && self.paragraph.is_empty() {
                self.enter(Open::Nothing);
            }
            if let Some(heading) = trimmed.strip_prefix("## ") {
                self.flush();
                self.out += &format!("\\section*{{{}}}\n", inline(heading));
                return;
            }
            if !self.paragraph.is_empty() {
                self.paragraph.push('\n');
            }
            self.paragraph += trimmed;
        }
    }
}

/// Converts Markdown to TeX.
pub(crate) fn tex(markdown: &str) -> String {
    let mut tex = Tex::default();
    // A formula between `$$` may take several lines, up to the end of its paragraph.
    let mut is_formula = false;
    for line in markdown.lines() {
        let trimmed = line.trim();
        let was_formula = is_formula && !trimmed.is_empty();
        is_formula = !tex.is_code && was_formula ^ (without_inline_code(trimmed).matches("$$").count() % 2 == 1);
        if was_formula {
            tex.paragraph.push('\n');
            tex.paragraph += trimmed;
        } else {
            tex.line(line);
        }
    }
    tex.flush();
    tex.enter(Open::Nothing);
    tex.out.trim().to_owned()
}

/// Returns the kinds of Markdown in a statement that [`tex`] does not convert, as nouns in the plural.
pub(crate) fn unconverted(markdown: &str) -> Vec<&'static str> {
    let mut found = Vec::new();
    let mut note = |kind: &'static str, is_there: bool| {
        if is_there && !found.contains(&kind) {
            found.push(kind);
        }
    };
    let mut is_code = false;
    for line in markdown.lines() {
        let trimmed = line.trim();
        is_code ^= trimmed.starts_with("```");
        if is_code {
            continue;
        }
        note("tables", is_row_below_a_head(trimmed));
        note("headings of lower levels", trimmed.starts_with("###"));
        note("quotations", trimmed.starts_with("> "));
        // Code and formulas may contain any sign.
        let rest = without_formulas(&without_inline_code(trimmed));
        let mut pieces: Vec<&str> = rest.split("](").collect();
        pieces.pop();
        for piece in pieces {
            let open = piece.rfind('[');
            let is_picture = open.is_some_and(|open| piece[..open].ends_with('!'));
            note(if is_picture { "pictures" } else { "links" }, open.is_some());
        }
        let is_tag = |after: &str| after.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        let last = rest.rfind('>').unwrap_or_default();
        note(
            "HTML",
            rest[..last].match_indices('<').any(|(at, _)| is_tag(&rest[at + 1..])),
        );
    }
    found
}

/// Returns whether this line separates the head of a table from its rows, such as `|---|:-:|`.
fn is_row_below_a_head(line: &str) -> bool {
    line.contains("--") && line.contains('|') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

/// Returns a line without the parts in backticks.
fn without_inline_code(line: &str) -> String {
    let mut kept = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('`') {
        let Some((_, behind)) = after.split_once('`') else {
            break;
        };
        kept.push_str(before);
        rest = behind;
    }
    kept + rest
}

fn without_formulas(line: &str) -> String {
    let formulas = Formulas::of(line);
    let (mut kept, mut at) = (String::new(), 0);
    while let Some(c) = line[at..].chars().next() {
        match formulas.length(at) {
            Some(length) => at += length,
            None => {
                kept.push(c);
                at += c.len_utf8();
            }
        }
    }
    kept
}

/// The formulas of a text: `$$…$$`, or `$…$` as Markdown readers find it.
///
/// The contents of `$…$` begin and end without a space, and no digit follows: `5$ and 6$` has no formula. The last
/// possible ends are known, so that no search runs to the end of the text in vain.
struct Formulas<'a> {
    text: &'a str,
    last_end: usize,
    last_double: usize,
}

impl<'a> Formulas<'a> {
    fn of(text: &'a str) -> Formulas<'a> {
        let formulas = Formulas {
            text,
            last_end: 0,
            last_double: text.rfind("$$").unwrap_or_default(),
        };
        let mut dollars = text.rmatch_indices('$').map(|(at, _)| at);
        let last_end = dollars.find(|&at| formulas.is_end(at)).unwrap_or_default();
        Formulas { last_end, ..formulas }
    }

    /// Returns whether the dollar sign at this byte may end a formula.
    fn is_end(&self, at: usize) -> bool {
        let (before, behind) = (&self.text[..at], &self.text[at + 1..]);
        !before.ends_with(|c: char| c.is_whitespace() || c == '\\') && !behind.starts_with(|c: char| c.is_ascii_digit())
    }

    /// Returns the length in bytes of the formula that begins at this byte.
    fn length(&self, at: usize) -> Option<usize> {
        let rest = &self.text[at..];
        if let Some(after) = rest.strip_prefix("$$") {
            let end = (self.last_double > at + 2).then(|| after.find("$$"))?;
            return end.filter(|end| *end > 0).map(|end| end + 4);
        }
        let after = rest.strip_prefix('$')?;
        if after.starts_with(char::is_whitespace) || self.last_end <= at + 1 {
            return None;
        }
        let mut dollars = after.match_indices('$').map(|(end, _)| end);
        let end = dollars.find(|&end| end > 0 && self.is_end(at + 1 + end))?;
        Some(end + 2)
    }
}

/// Converts a line of Markdown to TeX: code, emphasis, powers, formulas, and every other character as itself.
fn inline(text: &str) -> String {
    let formulas = Formulas::of(text);
    let mut out = String::new();
    let mut rest = text;
    let mut is_code = false;
    let (mut is_bold, mut is_italic) = (false, false);
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let formula = (!is_code).then(|| formulas.length(text.len() - rest.len()));
        if let Some(length) = formula.flatten() {
            out.push_str(&rest[..length]);
            rest = &rest[length..];
            continue;
        }
        if let Some(escaped) = after.chars().next().filter(|_| !is_code && c == '\\')
            && escaped.is_ascii_punctuation()
        {
            push_sign(&mut out, escaped);
            rest = &after[1..];
            continue;
        }
        if c == '`' {
            out.push_str(if is_code { "}" } else { "\\texttt{" });
            is_code = !is_code;
        } else if !is_code && rest.starts_with("**") {
            out.push_str(if is_bold { "}" } else { "\\textbf{" });
            is_bold = !is_bold;
            rest = &rest[2..];
            continue;
        } else if !is_code && c == '*' && (is_italic || after.starts_with(char::is_alphabetic)) {
            out.push_str(if is_italic { "}" } else { "\\emph{" });
            is_italic = !is_italic;
        } else if !is_code && c == '^' && after.starts_with(|c: char| c.is_ascii_digit()) {
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            out.push_str(&format!("$^{{{}}}$", &after[..digits]));
            rest = &after[digits..];
            continue;
        } else {
            push_sign(&mut out, c);
        }
        rest = after;
    }
    out
}

fn push_sign(out: &mut String, c: char) {
    match c {
        '\u{1}' => out.push_str("\\item "),
        '\\' => out.push_str("\\textbackslash{}"),
        '~' => out.push_str("\\textasciitilde{}"),
        '^' => out.push_str("\\textasciicircum{}"),
        '{' | '}' | '$' | '&' | '#' | '_' | '%' => {
            out.push('\\');
            out.push(c);
        }
        '<' => out.push_str("$<$"),
        '>' => out.push_str("$>$"),
        '|' => out.push_str("$|$"),
        '≤' => out.push_str("$\\le$"),
        '≥' => out.push_str("$\\ge$"),
        '≠' => out.push_str("$\\ne$"),
        '·' => out.push_str("$\\cdot$"),
        '×' => out.push_str("$\\times$"),
        '−' => out.push_str("$-$"),
        '→' => out.push_str("$\\to$"),
        '…' => out.push_str("\\ldots{}"),
        c => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# The Game\n\nTake `a_b` of 10^18, *or not*.\n\n## Input\n\n- one, and\n  more\n- two\n\nThen.\n\n## Output\n\n`1`\n\n## \
                        Limits\n\n1 ≤ n\n\n## Sample 1\n\n```\n## 1\n```\n\nSo.\n\n## More\n\nEnd.\n";

    #[test]
    fn a_statement_is_taken_apart_by_its_headings() {
        let parts = parts(TEXT);
        assert_eq!(parts.title, "The Game");
        assert_eq!(parts.input, "- one, and\n  more\n- two\n\nThen.");
        assert_eq!(parts.limits, "1 ≤ n");
        assert_eq!(parts.notes, "**Sample 1.** So.");
        assert!(parts.legend.ends_with("## More\n\nEnd."), "{}", parts.legend);
    }

    #[test]
    fn markdown_becomes_tex() {
        let text = icpc_tex(TEXT, "A & B");
        let expected = "\\problemname{A \\& B}\n\nTake \\texttt{a\\_b} of 10$^{18}$, \\emph{or not}.";
        assert!(text.starts_with(expected), "{text}");
        let list = "\\section*{Input}\n\\begin{itemize}\n\\item one, and\nmore\n\\item two\n\\end{itemize}\nThen.\n";
        assert!(text.contains(list), "{text}");
        assert!(!text.contains("verbatim"), "{text}");
        assert_eq!(tex("```\na_b\n```"), "\\begin{verbatim}\na_b\n\\end{verbatim}");
    }

    #[test]
    fn formulas_pass_unchanged() {
        for formula in [
            "$1 \\le n \\le 10^5$",
            "$a_i$ and $b_{i+1}$",
            "$$\\sum_{i=1}^n a_i$$",
            "$$\n- a_i\n+ b\n$$",
            "$x$",
        ] {
            assert_eq!(tex(formula), formula);
        }
        assert_eq!(
            tex("`$$` is code\n\n## A\n\n$$ open\n\n## B"),
            "\\texttt{\\$\\$} is code\n\n\\section*{A}\n\n\\$\\$ open\n\n\\section*{B}"
        );
        assert_eq!(tex("5$ and 6$"), "5\\$ and 6\\$");
        assert_eq!(tex("$5 to $6"), "\\$5 to \\$6");
        assert_eq!(tex("`$x$`, \\$5, \\*"), "\\texttt{\\$x\\$}, \\$5, *");
    }

    /// Each of these took time in the square of its length.
    #[test]
    fn signs_without_their_ends_are_looked_for_once() {
        for part in ["$a ", "$$a", "](", "](![", "<a", "\n$$", "\n$$a", "`$"] {
            let text = part.repeat(1_000_000 / part.len());
            assert!(tex(&text).len() >= text.len() / 8, "{part}");
            unconverted(&text);
        }
    }

    #[test]
    fn markdown_that_is_not_converted_is_named() {
        let text = "| a | b |\n|---|:-:|\n| 1 | 2 |\n\n### More\n\n![p](p.png), [l](x), <br>\n> q\n";
        let kinds = [
            "tables",
            "headings of lower levels",
            "pictures",
            "links",
            "HTML",
            "quotations",
        ];
        assert_eq!(unconverted(text), kinds);
        assert!(unconverted(TEXT).is_empty());
        assert!(unconverted("`[a](b)`, $a < b > c$, a < b, x | y\n```\n|--|--|\n```\n").is_empty());
    }

    #[test]
    fn the_language_is_told_by_names() {
        for (path, expected) in [
            ("problem_statement/problem.en.tex", "en"),
            ("statements/russian/problem.tex", "ru"),
            ("doc/nimzad-pl.pdf", "pl"),
            ("statement/english.pdf", "en"),
            ("problem.pdf", ""),
        ] {
            assert_eq!(language_of(Path::new(path)), expected, "{path}");
        }
        assert_eq!(crate::languages::name_of_language("vi"), "vietnamese");
    }
}
