//! The validator of a game's inputs: a function for the validators of our own problems.

use super::shape::{Limited, Shape};

/// Returns the bounds of these numbers as a list in Python.
fn bounds(all: &[Limited]) -> String {
    let each = all.iter().map(|limited| format!("({}, {})", limited.low, limited.high));
    format!("[{}]", each.collect::<Vec<_>>().join(", "))
}

/// Returns a text as a literal in Python.
fn literal(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Returns the names of these numbers as a literal in Python.
fn named(all: &[Limited]) -> String {
    let names: Vec<&str> = all.iter().map(|limited| limited.name.as_str()).collect();
    literal(&names.join(" "))
}

/// Returns the function `check` of a validator.
pub(super) fn check(shape: &Shape<'_>) -> String {
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
            let names = shape.before.iter().map(|limited| match limited.name == parts.name {
                true => "parts",
                false => "_",
            });
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
