//! The optional lines of a game's file: [`LINES`] says each of them once, for Python and for C++.
//!
//! The grader of Python games takes its names from here, and so does the reader of C++ games. A test compares the table
//! in `docs/reference/own-game-files.md`.

use itertools::Itertools as _;

use super::form::{Form, LARGEST};
use super::literals;
use super::mistake::{Argument, Cure, Cured, Fault, GameLanguage, StatedLines, kind_of};
use super::notation::{is_letter, limit, limits_of};
use super::protocol::Facts;

/// The kind of value that an optional line has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// An input format.
    Input,
    /// One of these words, the best example last.
    Choice(&'static [&'static str]),
    /// Any word.
    Word,
    /// The limits of several numbers.
    Limits,
    /// Inputs with their answers.
    Samples,
}

/// An optional line.
#[derive(Debug)]
pub struct OptionalLine {
    /// Its name in both languages.
    pub name: &'static str,
    /// The kind of its value.
    pub kind: LineKind,
    /// A right value for hints. If it is no text, it is written in Python.
    pub example: &'static str,
    /// The languages that have such a line.
    pub languages: &'static [GameLanguage],
    check: Check,
}

const BOTH: &[GameLanguage] = &[GameLanguage::Python, GameLanguage::Cpp];

/// The optional lines.
pub const LINES: &[OptionalLine] = &[
    line("INPUT", LineKind::Input, "n", BOTH, position),
    line("ANSWER", LineKind::Choice(&["move"]), "move", BOTH, choice),
    line("WIN", LineKind::Word, "Alice", BOTH, winner),
    line("LOSE", LineKind::Word, "Bob", BOTH, winner),
    line("DRAW", LineKind::Word, "Draw", BOTH, anything),
    line("LAST", LineKind::Choice(&["wins", "loses"]), "loses", BOTH, choice),
    line("LETTERS", LineKind::Word, "ab", BOTH, letters),
    line("LIMITS", LineKind::Limits, r#"{"n": (1, 100)}"#, BOTH, limits),
    line(
        "SAMPLES",
        LineKind::Samples,
        r#"[("3", "Alice")]"#,
        &[GameLanguage::Python],
        anything,
    ),
];

/// The check of a file with an optional line, after the form of its inputs is known.
type Check = fn(&OptionalLine, &Facts, &Form) -> Result<(), Cured>;

const fn line(
    name: &'static str,
    kind: LineKind,
    example: &'static str,
    languages: &'static [GameLanguage],
    check: Check,
) -> OptionalLine {
    OptionalLine {
        name,
        kind,
        example,
        languages,
        check,
    }
}

impl OptionalLine {
    /// Returns the optional line in a comment of a C++ file, after its `//`, and its value.
    pub fn of_comment(comment: &str) -> Option<(&'static OptionalLine, &str)> {
        let (name, value) = comment.trim().split_once(':')?;
        let mut lines = LINES.iter().filter(|line| line.languages.contains(&GameLanguage::Cpp));
        Some((lines.find(|line| line.name == name.trim())?, value.trim()))
    }

    /// Returns the line with its example.
    fn cure(&self) -> Cure {
        Cure::Line(self.name, self.example.to_owned())
    }

    /// Returns whether its value is a text in Python.
    pub fn is_text(&self) -> bool {
        !matches!(self.kind, LineKind::Limits | LineKind::Samples)
    }

    /// Returns whether a text is a value of the line. The file has these facts.
    pub fn fits(&self, value: &str, facts: &Facts) -> bool {
        let parameters = facts.parameters();
        match self.kind {
            LineKind::Input => {
                Form::parse(value).is_ok_and(|form| form.words.iter().all(|word| parameters.contains(word)))
            }
            LineKind::Choice(values) => values.contains(&value),
            LineKind::Word => value.split_whitespace().count() == 1 && !value.ends_with(['.', ',']),
            LineKind::Limits => {
                let limits = limits_of(value);
                let is_right = |(names, ends): &(Vec<&str>, Vec<&str>)| {
                    !names.is_empty() && ends.len() == 2 && ends.iter().all(|end| limit(end).is_some())
                };
                !limits.is_empty() && limits.iter().all(is_right)
            }
            LineKind::Samples => !value.is_empty(),
        }
    }
}

/// Returns the names of all optional lines.
fn names() -> Vec<&'static str> {
    LINES.iter().map(|line| line.name).collect()
}

/// Returns variables of Python: the names of the lines with a text, and examples of the other lines.
pub fn in_python() -> String {
    let texts = LINES.iter().filter(|line| line.is_text());
    let others = LINES.iter().filter(|line| !line.is_text());
    format!(
        "_TEXTS = ({})\n_EXAMPLES = {{{}}}\n",
        texts.map(|line| format!("{:?}", line.name)).join(", "),
        others
            .map(|line| format!("{:?}: {:?}", line.name, line.example))
            .join(", ")
    )
}

/// The numbers, the letters and the optional lines in the text of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    /// The numbers, ascending.
    pub numbers: Vec<u64>,
    /// The letters of its short texts in their order. Empty if there are none, or too many for words.
    pub letters: Vec<char>,
    /// The optional lines.
    pub stated: StatedLines,
}

impl Named {
    /// Reads the text of a file.
    pub fn in_text(text: &str, language: GameLanguage) -> Named {
        let comment = match language {
            GameLanguage::Python => "#",
            GameLanguage::Cpp => "//",
        };
        let lines = (1..).zip(text.lines());
        let named = |(line, text)| names_in(text, language).into_iter().map(move |name| (name, line));
        Named {
            numbers: literals::numbers(text),
            letters: literals::letters(text, comment, &names()),
            stated: StatedLines {
                language,
                lines: lines.flat_map(named).collect(),
            },
        }
    }
}

/// Returns the names of the optional lines in a line of a file.
fn names_in(text: &str, language: GameLanguage) -> Vec<String> {
    if language == GameLanguage::Python {
        let (heads, _) = text.rsplit_once('=').unwrap_or_default();
        let words = heads.split(|c: char| c == ',' || c == '=' || c.is_whitespace());
        return words.filter(|word| names().contains(word)).map(str::to_owned).collect();
    }
    let Some((line, value)) = text.trim().strip_prefix("//").and_then(OptionalLine::of_comment) else {
        return Vec::new();
    };
    let limits = if line.kind == LineKind::Limits {
        limits_of(value)
    } else {
        Vec::new()
    };
    let limited = limits.into_iter().flat_map(|(names, _)| names);
    let limited = limited.map(|name| format!("LIMIT {name}"));
    [line.name.to_owned()].into_iter().chain(limited).collect()
}

/// Checks the optional lines of a file against each other and against its functions.
///
/// # Errors
/// The first mistake.
pub fn check(facts: &Facts, form: &Form) -> Result<(), Cured> {
    if let Some(mistake) = &facts.mistake {
        return Err(mistake.clone());
    }
    if let Some((line, name)) = facts.get("TWICE").and_then(|twice| twice.split_once(' ')) {
        return Err(twice(line.to_owned(), name.to_owned()));
    }
    let is_empty = |line: &&OptionalLine| line.kind == LineKind::Word && facts.get(line.name) == Some("");
    if let Some(line) = LINES.iter().find(is_empty) {
        return Err(Fault::Empty(line.name).cured_by(line.cure()));
    }
    // The numbers of a position come last, because another line may be the mistake.
    let (input, others) = LINES.split_first().expect("there are lines");
    for line in others.iter().chain([input]) {
        (line.check)(line, facts, form)?;
    }
    check_valid(facts, form)?;
    let Some(question) = facts.asked() else { return Ok(()) };
    let heads = question.kinds.iter();
    let mut heads = heads.map(|(kind, head)| format!("`def {head}` for {}", kind_of(kind)));
    let cure = heads.join(", ");
    Err(Fault::Asked(Box::new(question)).cured_by_words(&cure))
}

/// Checks that `valid` takes numbers of a test.
fn check_valid(facts: &Facts, form: &Form) -> Result<(), Cured> {
    let Some(taken) = facts.valid().filter(|_| !form.is_own) else {
        return Ok(());
    };
    if form.words.is_empty() {
        return Err(Fault::Without("valid", "INPUT").cured_by(LINES[0].cure()));
    }
    let known: Vec<String> = form.before.iter().chain(&form.words).cloned().collect();
    let Some(other) = taken.into_iter().find(|name| !known.iter().any(|known| known == name)) else {
        return Ok(());
    };
    let arguments = known.iter().cloned().map(|name| match form.parts {
        Some(_) if form.words.contains(&name) && form.words.len() == 1 => Argument::Rest(name),
        _ => Argument::Number(name),
    });
    let cure = Cure::Function("valid", arguments.collect());
    Err(Fault::ValidTakes(other.to_owned(), known).cured_by(cure))
}

/// Returns the mistake of an optional line that stands again in a line with this number.
pub(super) fn twice(line: String, name: String) -> Cured {
    Fault::Twice(line, name).cured_by_words("leave one of the two lines out")
}

/// Accepts a line with any value.
fn anything(_: &OptionalLine, _: &Facts, _: &Form) -> Result<(), Cured> {
    Ok(())
}

/// Checks that a line has one of its values.
fn choice(line: &OptionalLine, facts: &Facts, _: &Form) -> Result<(), Cured> {
    let LineKind::Choice(values) = line.kind else {
        return Ok(());
    };
    let Some(other) = facts.get(line.name).filter(|other| !values.contains(other)) else {
        return Ok(());
    };
    let fault = Fault::Other(line.name, values, other.to_owned());
    Err(match line.name {
        "ANSWER" => fault.cured_by_words("leave it out if the answer is only the winner"),
        _ => fault.cured_by(line.cure()),
    })
}

/// Checks that the words for the winner stand together and differ. A draw may have the same word as a loss.
fn winner(line: &OptionalLine, facts: &Facts, _: &Form) -> Result<(), Cured> {
    let is_other = |other: &&OptionalLine| ["WIN", "LOSE"].contains(&other.name) && other.name != line.name;
    let (Some(word), Some(other)) = (facts.get(line.name), LINES.iter().find(is_other)) else {
        return Ok(());
    };
    match facts.get(other.name) {
        None => Err(Fault::Without(line.name, other.name).cured_by(other.cure())),
        Some(same) if same == word => {
            Err(Fault::SameAnswer(word.to_owned()).cured_by_words("write two different answers"))
        }
        Some(_) => Ok(()),
    }
}

/// Checks the letters of words.
fn letters(_: &OptionalLine, facts: &Facts, _: &Form) -> Result<(), Cured> {
    let Some(letters) = facts.get("LETTERS") else {
        return Ok(());
    };
    if facts.get("KIND") != Some("str") {
        let name = facts.parameters().into_iter().next().unwrap_or_default();
        return Err(Fault::NoWords.cured_by(Cure::Function("moves", vec![Argument::Word(name)])));
    }
    let kept: String = letters.chars().filter(|&c| is_letter(c)).collect();
    if kept == letters {
        return Ok(());
    }
    Err(Fault::Letters(letters.to_owned()).cured_by(Cure::Line("LETTERS", kept)))
}

/// Checks the limits of numbers.
fn limits(_: &OptionalLine, facts: &Facts, form: &Form) -> Result<(), Cured> {
    let known: Vec<String> = form.names().cloned().chain(facts.parameters()).collect();
    let open = known.iter().find(|name| facts.limit(name).is_none());
    let stated = facts.lines.iter();
    for (name, ends) in stated.filter_map(|(line, ends)| Some((line.strip_prefix("LIMIT ")?, ends))) {
        let name = name.to_owned();
        let Some((low, high)) = facts.limit(&name) else {
            let right = match open {
                _ if !name.is_empty() => name.clone(),
                open => open.map_or("n", |open| open).to_owned(),
            };
            let mut ends_of = ends.split_whitespace();
            let least = ends.split(' ').next().and_then(|low| low.strip_prefix('-'));
            return Err(
                if let Some(least) = least.filter(|least| least.parse::<u64>().is_ok()) {
                    let cure = format!(
                        "shift all numbers by the least one: `read` gives `{right} + {least}`, and `moves` takes the shifted numbers"
                    );
                    Fault::NoLimits(name, ends.clone()).cured_by_words(&cure)
                } else if ends_of.all(|end| end.bytes().all(|digit| digit.is_ascii_digit())) {
                    Fault::LargeLimits(name).cured_by(Cure::Limits(right, 1, LARGEST as u64))
                } else {
                    Fault::NoLimits(name, ends.clone()).cured_by(Cure::Limits(right, 1, 100))
                },
            );
        };
        if low > high {
            let cure = Cure::Limits(name.clone(), high, low);
            return Err(Fault::FallingLimits(name, low, high).cured_by(cure));
        }
        if !known.contains(&name) {
            let cure = open.map(|open| Cure::Limits(open.clone(), low, high));
            return Err(Fault::LimitsOfOther(name, known).cured_by(cure));
        }
    }
    Ok(())
}

/// Checks the position that `INPUT` gives against the arguments of the function.
fn position(_: &OptionalLine, facts: &Facts, form: &Form) -> Result<(), Cured> {
    let (taken, count) = (facts.parameters(), form.word_count());
    let is_fixed = taken.len() > 1 || facts.has_start();
    if !is_fixed || facts.is_of_lists() || count == 0 || count == taken.len() {
        return Ok(());
    }
    let tests = form.tests.as_ref().map_or_else(String::new, |name| format!("{name}: "));
    let words = form.words.iter().cloned().map(Argument::Number).collect();
    let cure = Cure::InputOrStart(tests + &taken.join(" "), words);
    Err(Fault::Count(count, taken).cured_by(cure))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_places() {
        let text = "// INPUT: n\n// LIMITS: n 1 9\n//LIMITS: m 1 9, k 1 9\n";
        let stated = Named::in_text(text, GameLanguage::Cpp).stated;
        assert_eq!(stated.place_of("LIMIT m"), " (line 3)");
        assert_eq!(stated.place_of("LIMIT k"), " (line 3)");
        assert_eq!(stated.place_of("LIMIT j"), " (line 2)");
        let stated = Named::in_text("\nLIMITS = {\nWIN, LOSE = 'a', 'b'\n", GameLanguage::Python).stated;
        assert_eq!(stated.place_of("LIMIT k"), " (line 2)");
        assert_eq!(stated.place_of("LOSE"), " (line 3)");
        assert_eq!(stated.place_of("DRAW"), "");
    }

    #[test]
    fn the_reference_has_a_row_for_each_line_and_no_other() {
        let page = include_str!("../../docs/reference/own-game-files.md");
        let (_, section) = page.split_once("\n## Optional lines\n").unwrap();
        let (section, _) = section.split_once("\n## ").unwrap();
        let rows: Vec<&str> = section.lines().filter(|line| line.starts_with("| `")).collect();
        let is_named = |row: &str, name: &str| {
            let mut words = row.split(|c: char| !c.is_ascii_uppercase());
            words.any(|word| word == name)
        };
        for line in LINES {
            let row = rows.iter().find(|row| is_named(row, line.name));
            let row = row.unwrap_or_else(|| panic!("{} has no row", line.name));
            assert_eq!(row.contains("(Python;"), line.languages != BOTH, "{row}");
        }
        for row in rows {
            let code = row.split('`').nth(1).unwrap();
            let heads = code.split(" = ").next().unwrap();
            let is_function = code.starts_with("def start(") || code.starts_with("def valid(");
            assert!(
                is_function || heads.split(", ").all(|head| names().contains(&head)),
                "{row}"
            );
        }
        let python = "_TEXTS = (\"INPUT\", \"ANSWER\", \"WIN\", \"LOSE\", \"DRAW\", \"LAST\", \"LETTERS\")\n";
        assert!(in_python().starts_with(python), "{}", in_python());
    }
}
