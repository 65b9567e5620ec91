//! Commands to propose after a command line that cannot run.

use std::ffi::OsString;

use super::task::is_present_game;
use crate::problem::Entry;

/// The verbs of other tools for solving. Here the problem alone is the verb.
const SOLVING: [&str; 3] = ["solve", "run", "answer"];
/// The verbs that take `--at`.
const WITH_POSITION: [&str; 4] = ["explain", "play", "draw", "table"];

/// Returns a command that the user may have meant by this wrong command line.
pub(super) fn of_usage(args: &[OsString]) -> Option<String> {
    let words = words(args)?;
    match &words[..] {
        [verb, name, rest @ ..] if SOLVING.contains(verb) => solving(name, rest),
        [name, numbers @ ..] if problem(name).is_some() => from_numbers(name, numbers),
        ["hint", rest @ ..] => hint(rest),
        _ => None,
    }
}

/// Returns a command that the user may have meant if an input file is missing.
pub(super) fn of_missing_file(args: &[OsString]) -> Option<String> {
    let words = words(args)?;
    match &words[..] {
        [name, numbers @ ..] if problem(name).is_some() || is_game(name) => from_numbers(name, numbers),
        [verb, name, numbers @ ..] if WITH_POSITION.contains(verb) && is_game(name) && are_numbers(numbers) => {
            Some(format!("gamesolve {verb} {name} --at \"{}\"", numbers.join(" ")))
        }
        _ => None,
    }
}

/// Returns the words behind `gamesolve`, or `None` if a shell would not read one of them as it is.
fn words(args: &[OsString]) -> Option<Vec<&str>> {
    let is_plain = |word: &&str| {
        let is_safe = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+".contains(c);
        !word.is_empty() && word.chars().all(is_safe)
    };
    let words = args.get(1..)?.iter();
    words.map(|word| word.to_str().filter(is_plain)).collect()
}

fn problem(name: &str) -> Option<&'static dyn Entry> {
    super::problem(name)
}

fn is_game(name: &str) -> bool {
    is_present_game(name.as_ref())
}

fn are_numbers(words: &[&str]) -> bool {
    let is_number = |word: &&str| word.bytes().all(|b| b.is_ascii_digit());
    !words.is_empty() && words.iter().all(is_number)
}

/// Proposes to solve an input.
fn solving(name: &str, rest: &[&str]) -> Option<String> {
    let is_known = problem(name).is_some() || is_game(name);
    if is_known && are_numbers(rest) {
        return from_numbers(name, rest);
    }
    let rest: String = rest.iter().map(|word| format!(" {word}")).collect();
    is_known.then(|| format!("gamesolve {name}{rest}"))
}

/// Proposes to pass numbers on standard input.
fn from_numbers(name: &str, numbers: &[&str]) -> Option<String> {
    are_numbers(numbers).then(|| format!("echo {} | gamesolve {name}", numbers.join(" ")))
}

/// Proposes the order of the words of `hint`.
fn hint(rest: &[&str]) -> Option<String> {
    let is_name = |word: &&&str| problem(word).is_some() || is_game(word);
    let name = rest.iter().find(is_name)?;
    let others = rest.iter().filter(|word| *word != name);
    let number = others
        .filter_map(|word| word.rsplit('=').next()?.parse::<u8>().ok())
        .next()?;
    (1..=4)
        .contains(&number)
        .then(|| format!("gamesolve hint {name} {number}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn a_wrong_command_line_proposes_one_that_works() {
        for (line, expected) in [
            ("gamesolve solve stones Stones.in", Some("gamesolve stones Stones.in")),
            ("gamesolve solve subtract 10 3", Some("echo 10 3 | gamesolve subtract")),
            ("gamesolve subtract 10 3", Some("echo 10 3 | gamesolve subtract")),
            ("gamesolve hint 2 stones", Some("gamesolve hint stones 2")),
            ("gamesolve hint stones --level 2", Some("gamesolve hint stones 2")),
            ("gamesolve hint stones --level=3", Some("gamesolve hint stones 3")),
            ("gamesolve hint stones --level", None),
            ("gamesolve solve nothing", None),
            ("gamesolve stones a;b", None),
            ("gamesolve subtract 10 --no", None),
        ] {
            assert_eq!(of_usage(&args(line)).as_deref(), expected, "{line}");
        }
        let missing = of_missing_file(&args("gamesolve nim 7"));
        assert_eq!(missing.as_deref(), Some("echo 7 | gamesolve nim"));
        assert_eq!(of_missing_file(&args("gamesolve explain nim 7")), None);
    }
}
