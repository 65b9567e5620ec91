//! The statement of a game: a file beside it, or its first comment with sections that its lines give.

use std::path::Path;

use itertools::Itertools as _;

use super::super::answers::OwnEntry;
use super::super::form::{EMPTY_LIST, EMPTY_WORD, NO_PARTS};
use super::super::optional::OptionalLine;
use super::cases::Cases;
use super::shape::{Limited, Shape};
use super::{PackageError, is_cpp};
use crate::package::write::statements::sections;
use crate::text::quoted;

/// A statement in one language.
pub(super) struct Statement {
    pub(super) language: String,
    pub(super) title: String,
    pub(super) text: String,
    /// A sentence about something that it lacks.
    pub(super) note: Option<String>,
}

/// The largest statement, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// Returns the statements: the files beside the game, or else its first comment.
///
/// # Errors
/// Fails if a file beside the game is no text.
pub(super) fn statements(
    file: &Path,
    source: &str,
    shape: &Shape<'_>,
    cases: &Cases,
    entry: &OwnEntry,
) -> Result<Vec<Statement>, PackageError> {
    let beyond = shape.below_limits(cases.reach);
    let is_word = shape.letters.is_some();
    let ends = beyond.iter().map(|(limited, to)| {
        if is_word {
            format!("- In the testcases, `{}` has at most {to} letters.\n", limited.name)
        } else {
            format!("- In the testcases, {} ≤ {to}.\n", limited.name)
        }
    });
    let ends: String = ends.collect();
    let mut found = Vec::new();
    for (language, path) in beside(file) {
        let why = |why: &dyn std::fmt::Display| {
            let name = quoted(path.as_os_str().as_encoded_bytes(), 200);
            PackageError::Lacks(format!("cannot read its statement `{name}`: {why}"))
        };
        let text = crate::text::Source::from_file(&path, MOST_BYTES).map_err(|error| why(&error))?;
        let text = String::from_utf8(text.bytes).map_err(|_| why(&"it is not UTF-8"))?;
        let first = text.lines().find(|line| !line.trim().is_empty());
        let title = first
            .and_then(|line| line.strip_prefix("# "))
            .map(|title| title.trim().to_owned());
        let more = if ends.is_empty() {
            String::new()
        } else {
            format!("\n{ends}")
        };
        found.push(Statement {
            language,
            title: title
                .filter(|title| !title.is_empty())
                .unwrap_or_else(|| title_of(file)),
            text: text.trim_end().to_owned() + "\n" + &more,
            note: None,
        });
    }
    if !found.is_empty() {
        return Ok(found);
    }
    let (title, body) = match entry.facts()?.description() {
        Some(text) => titled(&without_indentation(&text)),
        None => first_comment(file, source),
    };
    let note = body.is_empty().then(|| {
        "it has no statement, only its input, output and limits: write the rules into its first comment".to_owned()
    });
    let has_own_input = !shape.form.is_own || sections(&body).iter().any(|(heading, _)| heading == "Input");
    let note = note.or_else(|| {
        let why = "its statement does not describe the input, which `read` reads";
        (!has_own_input).then(|| format!("{why}: write a section `## Input` into its first comment"))
    });
    let title = title.unwrap_or_else(|| title_of(file));
    let mut text = format!("# {title}\n\n{body}\n");
    let headings: Vec<String> = sections(&text).into_iter().map(|(heading, _)| heading).collect();
    let mut add = |heading: &str, body: String| {
        if !headings.iter().any(|known| known == heading) {
            text += &format!("\n## {heading}\n\n{body}");
        }
    };
    if !shape.form.is_own {
        add("Input", input(shape));
    }
    add("Output", output(shape, cases, entry)?);
    if !shape.form.is_own {
        add("Limits", limits(shape) + &ends);
    }
    let samples = cases.groups.iter().filter(|group| group.points == 0);
    for (number, case) in (1..).zip(samples.flat_map(|group| &group.cases)) {
        let block = |text: &str| format!("```\n{}\n```\n", text.trim_end());
        add(
            &format!("Sample {number}"),
            format!("{}\n{}", block(&case.input), block(&case.answer)),
        );
    }
    Ok(vec![Statement {
        language: "en".to_owned(),
        title,
        text,
        note,
    }])
}

/// Returns the title and the body of a game's first comment.
fn first_comment(file: &Path, source: &str) -> (Option<String>, String) {
    titled(&if is_cpp(file) {
        of_cpp(source)
    } else {
        of_python(source)
    })
}

/// Returns the rules in the first comment of a game, or nothing if it has none.
pub fn rules(file: &Path, source: &str) -> String {
    first_comment(file, source).1
}

/// Returns the statements beside a game: `mine.md`, or `mine.en.md` with the code of a language.
fn beside(file: &Path) -> Vec<(String, std::path::PathBuf)> {
    let (Some(folder), Some(stem)) = (file.parent(), file.file_stem().and_then(|stem| stem.to_str())) else {
        return Vec::new();
    };
    let names = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = names.filter_map(|found| found.file_name().into_string().ok());
    let found = names.filter_map(|name| {
        let between = name.strip_prefix(stem)?.strip_suffix(".md")?;
        let language = match between.strip_prefix('.') {
            None if between.is_empty() => "en",
            Some(code) if code.len() == 2 && code.bytes().all(|c| c.is_ascii_lowercase()) => code,
            _ => return None,
        };
        Some((language.to_owned(), folder.join(&name)))
    });
    // `mine.en.md` comes before `mine.md`.
    let all = found.sorted().dedup_by(|a, b| a.0 == b.0);
    all.collect()
}

/// Returns a title made of a file name.
fn title_of(file: &Path) -> String {
    let stem = file
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .replace(['_', '-'], " ");
    let stem = quoted(stem.trim().as_bytes(), 100);
    let mut letters = stem.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// Splits a comment into its title and the rest. The title is a first line with an empty line below it.
fn titled(comment: &str) -> (Option<String>, String) {
    let comment = comment.trim();
    let (first, rest) = comment.split_once('\n').unwrap_or((comment, ""));
    let marked = first.strip_prefix("# ");
    let stands_alone = rest.starts_with('\n') && !first.ends_with(['.', '!', '?', ':']) && !first.starts_with("## ");
    match marked.or(stands_alone.then_some(first)) {
        Some(title) if !title.trim().is_empty() => (Some(title.trim().to_owned()), rest.trim().to_owned()),
        _ => (None, comment.to_owned()),
    }
}

/// Returns the docstring of a Python file, or the comment at its head.
fn of_python(source: &str) -> String {
    let mut rest = source.trim_start_matches('\u{feff}').trim_start();
    while rest.starts_with("#!")
        || rest.starts_with('#') && rest.lines().next().is_some_and(|line| line.contains("coding"))
    {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest.trim_start());
    }
    for quotes in ["\"\"\"", "'''"] {
        if let Some((text, _)) = rest.strip_prefix(quotes).and_then(|rest| rest.split_once(quotes)) {
            return without_indentation(text);
        }
    }
    let comment = rest.lines().map_while(|line| line.strip_prefix('#'));
    comment.map(|line| line.strip_prefix(' ').unwrap_or(line)).join("\n")
}

/// Returns a docstring without the common indentation of its lines after the first.
fn without_indentation(text: &str) -> String {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let indented = rest.lines().filter(|line| !line.trim().is_empty());
    let depth = indented
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or_default();
    let rest = rest
        .lines()
        .map(|line| line.get(depth..).unwrap_or_default().trim_end());
    std::iter::once(first.trim()).chain(rest).join("\n").trim().to_owned()
}

/// Returns the comment at the head of a C++ file, without its optional lines.
fn of_cpp(source: &str) -> String {
    let source = source.trim_start_matches('\u{feff}').trim_start();
    if let Some((inside, _)) = source.strip_prefix("/*").and_then(|rest| rest.split_once("*/")) {
        let mut lines = inside.trim_start_matches('*').lines().map(|line| {
            let line = line.trim();
            line.strip_prefix('*').unwrap_or(line).trim()
        });
        return lines.join("\n").trim().to_owned();
    }
    let comment = source.lines().map_while(|line| line.trim().strip_prefix("//"));
    let own = comment.filter(|line| OptionalLine::of_comment(line).is_none());
    own.map(|line| line.strip_prefix(' ').unwrap_or(line)).join("\n")
}

/// Returns names in words: the integers `a` and `b`.
fn named(words: &[Limited], is_word: bool) -> String {
    let names: Vec<String> = words.iter().map(|word| format!("`{}`", word.name)).collect();
    let kind = match (is_word, names.len()) {
        (true, 1) => "the word",
        (true, _) => "the words",
        (false, 1) => "the integer",
        (false, _) => "the integers",
    };
    match &names[..] {
        [before @ .., last] if !before.is_empty() => format!("{kind} {} and {last}", before.join(", ")),
        _ => format!("{kind} {}", names.concat()),
    }
}

/// Returns the section about the input.
fn input(shape: &Shape<'_>) -> String {
    let is_word = shape.letters.is_some();
    let words = named(&shape.words, is_word);
    let mut text = String::new();
    let test = match &shape.tests {
        Some(tests) => {
            text += &format!(
                "The first line holds the integer `{0}`, the number of tests. `{0}` tests follow.\n\n",
                tests.name
            );
            "Each test"
        }
        None => "The input",
    };
    text += &match &shape.parts {
        None => format!("{test} is one line with {words}.\n"),
        Some(parts) => {
            let (head, count) = (named(&shape.before, false), &parts.name);
            let begin = format!("{test} begins with a line with {head}.");
            match (shape.form.is_of_lines, is_word) {
                (true, _) => format!("{begin} `{count}` lines follow, each with {words}.\n"),
                (false, is_word) => {
                    let what = if is_word { "words" } else { "integers" };
                    let name = &shape.words[0].name;
                    format!("{begin} The next line holds `{count}` {what}, each a value of `{name}`.\n")
                }
            }
        }
    };
    text
}

/// Returns the section about the output.
fn output(shape: &Shape<'_>, cases: &Cases, entry: &OwnEntry) -> Result<String, PackageError> {
    let asks_move = entry.facts()?.asks_for_a_move();
    let line = if asks_move { "its outcome on a line" } else { "one line" };
    let print = if shape.tests.is_some() || cases.all().any(|case| case.starts.len() > 1) {
        format!("For each test, print {line}. Both players play perfectly.")
    } else {
        format!("Print {}. Both players play perfectly.", line.replace("its", "the"))
    };
    let is_sum = shape.parts.is_some() && !shape.form.is_list
        || shape.form.is_own
            && cases
                .all()
                .flat_map(|case| &case.starts)
                .any(|start| start.contains(" + "));
    let moved = if asks_move {
        moved(is_sum, shape.form.is_own, entry)?
    } else {
        String::new()
    };
    if entry.loaded()?.says_score() && cases.is_of_points {
        return Ok(format!(
            "{print}\n\nThe line holds the points of the first player minus those of the second player.\n{moved}"
        ));
    }
    let [win, lose, draw] = entry.answers()?;
    let has_draws = cases
        .all()
        .flat_map(|case| case.answer.lines())
        .any(|answer| answer == draw);
    let mut text = format!("{print}\n\n- `{win}` if the first player wins\n- `{lose}` if the second player wins\n");
    if has_draws || entry.facts()?.get("DRAW").is_some() {
        text += &format!("- `{draw}` if nobody wins\n");
    }
    Ok(text + &moved)
}

/// Returns the paragraph about the winning move in an output.
///
/// If the game reads its inputs itself, a sum of one part is that part.
fn moved(is_sum: bool, is_own: bool, entry: &OwnEntry) -> Result<String, PackageError> {
    let facts = entry.facts()?;
    let names = facts.taken().iter().map(|name| format!("`{name}`")).join(" ");
    let alone = if is_own { ". A single part has no number" } else { "" };
    let line = if is_sum {
        format!(
            "the number of the part that the move changes, counted from 1, and this part after the move: {names}{alone}. If \
             several parts replace it, print each of them in any order. If none does, print `{NO_PARTS}`"
        )
    } else {
        format!(
            "the position after the move: {names}. If the move leaves several parts, print each of them in any order. If \
             it leaves none, print `{NO_PARTS}`"
        )
    };
    Ok(format!(
        "\nIf the first player wins by a move, print a winning move on the next line: {line}. An empty word is \
         `{EMPTY_WORD}`, an empty list `{EMPTY_LIST}`. Any winning move is right.\n"
    ))
}

/// Returns the section about the limits.
fn limits(shape: &Shape<'_>) -> String {
    let counts = shape.tests.iter().chain(&shape.before);
    let numbers = |limited: &Limited| format!("- {} ≤ {} ≤ {}\n", limited.low, limited.name, limited.high);
    let words = shape.words.iter().map(|word| match &shape.letters {
        None => numbers(word),
        Some(letters) => format!(
            "- `{}` has from {} to {} letters, each one of `{}`.\n",
            word.name,
            word.low,
            word.high,
            letters.iter().collect::<String>()
        ),
    });
    counts.map(numbers).chain(words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_are_the_first_comment_or_the_docstring() {
        for source in [
            "#!/usr/bin/python3\n# -*- coding: utf-8 -*-\n\"\"\"Name\n\n    Take\n    one.\n\"\"\"\nINPUT = 'n'\n",
            "'''Name\n\nTake\none.'''\n",
            "# Name\n#\n# Take\n# one.\nINPUT = 'n'\n",
        ] {
            assert_eq!(rules(Path::new("a.py"), source), "Take\none.", "{source}");
        }
        assert_eq!(rules(Path::new("a.py"), "INPUT = 'n'\n# Later.\n"), "");
        assert_eq!(rules(Path::new("a.py"), "\"\"\"open"), "");
    }
}
