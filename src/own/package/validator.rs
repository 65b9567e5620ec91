//! The validator of a game's inputs: the limits of the file in the validator of our own problems, or `read` of the game.

use super::super::answers::OwnEntry;
use super::super::{cpp, grader};
use super::shape::{Limited, Shape};
use super::solution::{Solution, Workbench, as_module, literal};
use super::{PackageError, is_cpp};
use serde_json::json;

use crate::package::write;
use crate::text::quoted;

/// The time for one input, in seconds.
const SECONDS: u64 = 10;

/// Returns the validators of a game whose file states the limits of its inputs. A function `valid` in C++ is a second one.
///
/// # Errors
/// [`PackageError`].
pub(super) fn of_limits(entry: &OwnEntry, source: &str, shape: &Shape<'_>) -> Result<Vec<Solution>, PackageError> {
    let (facts, file) = (entry.facts()?, &entry.grader()?.file);
    let has_valid = facts.valid().is_some();
    let mut of_form = check(shape);
    if has_valid && !is_cpp(file) {
        let names = |all: &[Limited]| all.iter().map(|limited| limited.name.clone()).collect::<Vec<_>>();
        let form = json!([
            names(&shape.before),
            shape.parts.as_ref().map_or("", |parts| &parts.name),
            names(&shape.words),
            u8::from(shape.tests.is_some()),
            u8::from(shape.letters.is_some()),
        ]);
        let lines = "def check(lines):\n";
        of_form = in_python(include_str!("valid.py"), entry, source)?.replacen("#FORM", &form.to_string(), 1)
            + &of_form.replacen(lines, &format!("{lines}    words = \" \".join(lines).split()\n"), 1)
            + "    must_be_legal(words)\n";
    }
    let mut found = vec![Solution {
        ending: "py",
        text: write::validator(&of_form),
    }];
    if has_valid && is_cpp(file) {
        let count = shape.form.count_place().map_or(-1, |place| place as i64);
        let constants = format!(
            "constexpr bool has_tests = {}; constexpr int before = {}, count = {count}, part = {}, valid = 42, invalid = 43;",
            shape.tests.is_some(),
            shape.before.len(),
            shape.words.len(),
        );
        found.push(in_cpp(&constants, include_str!("valid.h"), entry, source)?);
    }
    Ok(found)
}

/// Returns a truth value in Python.
fn python(is_true: bool) -> &'static str {
    if is_true { "True" } else { "False" }
}

/// Returns a program in Python with the lines and the name of the game.
fn in_python(text: &str, entry: &OwnEntry, source: &str) -> Result<String, PackageError> {
    let lines: Vec<String> = as_module(source)
        .lines()
        .map(|line| format!("    {},", literal(line)))
        .collect();
    let name = entry.grader()?.file.file_name().unwrap_or_default().to_string_lossy();
    Ok(text
        .replacen("#NAME", &literal(&name), 1)
        .replacen("#LINES", &lines.join("\n"), 1))
}

/// Returns a validator in C++ around the game, with these constants.
fn in_cpp(constants: &str, main: &str, entry: &OwnEntry, source: &str) -> Result<Solution, PackageError> {
    let name = entry.grader()?.file.file_name().unwrap_or_default();
    let name = quoted(name.as_encoded_bytes(), 200).replace('"', "_");
    let main = format!("\nnamespace gs {{ namespace task {{ {constants} }} }}\n{main}");
    Ok(Solution {
        ending: "cpp",
        text: cpp::around(source, &name, entry.facts()?, grader::CPP_WAYS[1], &main),
    })
}

/// Returns the validator of a game that reads its inputs itself. It is strict about blanks and numbers if all these
/// inputs are.
///
/// # Errors
/// `read` does not take one of the inputs.
pub(super) fn of_reader<'a>(
    entry: &OwnEntry,
    source: &str,
    bench: &Workbench,
    inputs: impl Iterator<Item = &'a str> + Clone,
) -> Result<Solution, PackageError> {
    // A run in the sandbox succeeds only with 0.
    let tried = bench.ready(&reader(entry, source, true, [0, 1])?, "validator")?;
    let inputs: Vec<&str> = inputs.collect();
    let mut is_strict = true;
    for run in bench.runs(&tried, &inputs, SECONDS)? {
        is_strict &= run?.is_ok();
    }
    reader(entry, source, is_strict, [42, 43])
}

/// Returns the validator around a game that reads its inputs itself, with its exit codes for valid and invalid inputs.
fn reader(
    entry: &OwnEntry,
    source: &str,
    is_strict: bool,
    [valid, invalid]: [u8; 2],
) -> Result<Solution, PackageError> {
    if is_cpp(&entry.grader()?.file) {
        let constants =
            format!("constexpr bool is_strict = {is_strict}; constexpr int valid = {valid}, invalid = {invalid};");
        return in_cpp(&constants, include_str!("reader.h"), entry, source);
    }
    let codes = format!("VALID, INVALID = {valid}, {invalid}");
    let text = include_str!("reader.py")
        .replacen("VALID, INVALID = 42, 43", &codes, 1)
        .replacen("#STRICT", python(is_strict), 1)
        .replacen("#VALID", python(entry.facts()?.valid().is_some()), 1);
    let text = in_python(&text, entry, source)?;
    Ok(Solution { ending: "py", text })
}

/// Returns the bounds of these numbers as a list in Python.
fn bounds(all: &[Limited]) -> String {
    let each = all.iter().map(|limited| format!("({}, {})", limited.low, limited.high));
    format!("[{}]", each.collect::<Vec<_>>().join(", "))
}

/// Returns the names of these numbers as a literal in Python.
fn named(all: &[Limited]) -> String {
    let names: Vec<&str> = all.iter().map(|limited| limited.name.as_str()).collect();
    literal(&names.join(" "))
}

/// Returns the function `check` of a validator.
fn check(shape: &Shape<'_>) -> String {
    let what = named(&shape.words);
    let of_words = bounds(&shape.words);
    let mut text = String::new();
    let function = match &shape.letters {
        None => "numbers",
        Some(letters) => {
            let letters = literal(&letters.iter().collect::<String>());
            text += &format!(
                "def words(line, bounds):\n    \
                 found = line.split(\" \")\n    \
                 must(len(found) == len(bounds), \"%d words are wanted, found %r\" % (len(bounds), line[:99]))\n    \
                 for word, (low, high) in zip(found, bounds):\n        \
                 must(low <= len(word) <= high, \"%r has not from %d to %d letters\" % (word[:99], low, high))\n        \
                 must(all(c in {letters} for c in word), \"%r has other letters\" % word[:99])\n\n\n"
            );
            "words"
        }
    };
    text += "def check(lines):\n";
    let count = |limited: &Limited| {
        format!(
            "numbers(take(lines, {}), [({}, {})])",
            literal(&limited.name),
            limited.low,
            limited.high
        )
    };
    text += &match &shape.tests {
        Some(tests) => format!("    (tests,) = {}\n    for _ in range(tests):\n", count(tests)),
        None => "    for _ in range(1):\n".to_owned(),
    };
    let line = format!("{function}(take(lines, {what}), {of_words}");
    text += &match &shape.parts {
        None => format!("        {line})\n"),
        Some(parts) => {
            let names = shape
                .before
                .iter()
                .map(|limited| if limited.name == parts.name { "parts" } else { "_" });
            let head = format!(
                "        {}, = numbers(take(lines, {}), {})\n",
                names.collect::<Vec<_>>().join(", "),
                named(&shape.before),
                bounds(&shape.before)
            );
            let body = if shape.form.is_of_lines {
                format!("        for _ in range(parts):\n            {line})\n")
            } else {
                // An empty line may stand for no numbers.
                format!(
                    "        if parts:\n            {line} * parts)\n        \
                     elif lines and lines[0] == \"\":\n            take(lines, {what})\n"
                )
            };
            head + &body
        }
    };
    text
}
