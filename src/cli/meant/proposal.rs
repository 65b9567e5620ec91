//! Commands to propose after a command line that cannot run.

use std::ffi::OsString;
use std::path::Path;

use clap::{Arg, Command};

use crate::cli::gallery::game;
use crate::cli::registered::problem;
use crate::cli::shown::shown;
use crate::cli::status::Stop;
use crate::cli::task::{input_without_problem, is_present_game, lacks_moves, of_rule, unknown as unknown_name};
use crate::cli::typed::resembles;
use crate::judge::language::Language;
use crate::package::archive;
use crate::text::for_a_shell;

/// The verbs of other tools for solving. Here the problem alone is the verb.
const SOLVING: [&str; 3] = ["solve", "run", "answer"];
/// The verbs that take `--at`.
const WITH_POSITION: [&str; 4] = ["explain", "play", "draw", "table"];

/// Returns a command that the user may have meant by this wrong command line.
pub(in crate::cli) fn of_usage(args: &[OsString]) -> Option<String> {
    let words = words(args)?;
    match &words[..] {
        [verb, name, rest @ ..] if SOLVING.contains(verb) => solving(name, rest),
        [name, numbers @ ..] if problem(name).is_some() => from_numbers(name, numbers),
        ["hint", rest @ ..] => hint(rest),
        _ => None,
    }
}

/// Returns the error for a first word that is no problem, command or game.
pub(in crate::cli) fn unknown(args: &[OsString], verbs: &[String]) -> Stop {
    let word = &args[1];
    let known = of_rule(word).or_else(|| input_without_problem(Path::new(word), ""));
    let with = |name: &str| line_of(&[&args[..1], &[name.into()], &args[2..]].concat());
    let why = known.unwrap_or_else(|| unknown_name(word, verbs, |near| of_usage(args).or_else(|| near.map(with))));
    Stop::wrong(why)
}

/// Returns the error for a file or folder that stands before its task, if the command line has one.
///
/// `verbs` and `whole` make the command line without the problems, and with them.
pub(in crate::cli) fn swapped(args: &[OsString], verbs: fn() -> Command, whole: fn() -> Command) -> Option<Stop> {
    let has_name = |name: &str| problem(name).is_some() || game(name).is_some();
    let is_name = |word: &OsString| word.to_str().is_some_and(has_name);
    let is_named = |word: &OsString| is_name(word) && !Path::new(word).exists();
    // With `--gen` no task needs to come before the programs.
    let may_be_game = !args.iter().any(|word| word.as_encoded_bytes().starts_with(b"--gen"));
    let is_game = |word: &OsString| may_be_game && is_present_game(word) && !lacks_moves(Path::new(word));
    let end = args.iter().position(|word| word == "--").unwrap_or(args.len());
    let named = (2..end).filter(|&at| is_named(&args[at]));
    let games = (2..end).filter(|&at| is_game(&args[at]));
    let tasks: Vec<usize> = named.chain(games).collect();
    // The definition of the verbs takes time, and a task usually stands first.
    if tasks.is_empty() || tasks[0] == 2 && !Path::new(&args[1]).exists() {
        return None;
    }
    let verbs = verbs();
    let verb = args[1].to_str().and_then(|verb| verbs.find_subcommand(verb));
    let takes_value = |word: &OsString| {
        let mut arguments = verb.into_iter().flat_map(Command::get_arguments);
        arguments.any(|arg| arg.get_action().takes_values() && is_spelt(arg, word))
    };
    let is_free = |&at: &usize| !args[at].as_encoded_bytes().starts_with(b"-") && !takes_value(&args[at - 1]);
    let at = tasks.into_iter().find(is_free)?;
    let first = (if verb.is_some() { 2 } else { 1 }..at).find(is_free)?;
    let (file, task) = (Path::new(&args[first]), &args[at]);
    let may_be_task = is_name(&args[first]) || is_game(&args[first]) && !is_named(task);
    let is_input = file.is_file() && !archive::is_archive(file) && at == first + 1;
    let is_place = verb.is_some() && file.exists() && is_named(task);
    if may_be_task || !(is_input || is_place) {
        return None;
    }
    let mut words = args.to_vec();
    words.remove(at);
    words.insert(first, task.clone());
    let runs_programs = ["judge", "stress"].map(OsString::from).contains(&args[1]);
    if Language::of(file).is_some() && !runs_programs {
        words = vec![args[0].clone(), "judge".into(), task.clone(), args[first].clone()];
    } else if whole().try_get_matches_from(&words).is_err() {
        // The command takes no file.
        words.remove(first + 1);
    }
    let is_problem = task.to_str().and_then(problem).is_some();
    if words[1] == "judge" && words.len() == 4 && !is_problem && Path::new("tests").is_dir() {
        // A game has no testcases of its own.
        words.extend(["--cases", "tests"].map(OsString::from));
    }
    let [task, file] = [task, &args[first]].map(|word| shown(Path::new(word)));
    let line = line_of(&words);
    let message = format_args!("the task {task} must come first, before {file}\nhint: {line}");
    Some(Stop::wrong(message))
}

/// Returns whether a word is the name of an option.
fn is_spelt(arg: &Arg, word: &OsString) -> bool {
    let long = arg.get_long().map(|name| format!("--{name}"));
    let short = arg.get_short().map(|letter| format!("-{letter}"));
    [long, short].iter().flatten().any(|name| word == name.as_str())
}

/// Returns a command line as a shell reads it.
pub(in crate::cli) fn line_of(args: &[OsString]) -> String {
    let words = args.iter().skip(1).map(|word| format!(" {}", for_a_shell(word)));
    format!("gamesolve{}", words.collect::<String>())
}

/// Returns a command that the user may have meant if an input file is missing.
pub(in crate::cli) fn of_missing_file(args: &[OsString]) -> Option<String> {
    match &words(args).unwrap_or_default()[..] {
        [name, numbers @ ..] if problem(name).is_some() || is_game(name) => from_numbers(name, numbers),
        [verb, name, numbers @ ..] if WITH_POSITION.contains(verb) && is_game(name) && are_numbers(numbers) => {
            Some(format!("gamesolve {verb} {name} --at \"{}\"", numbers.join(" ")))
        }
        _ => None,
    }
    .or_else(|| with_near_file(args))
}

/// Proposes the file or folder that resembles a missing one: without quotes, with its ending, or with other letters.
fn with_near_file(args: &[OsString]) -> Option<String> {
    let near = |word: &OsString| {
        let word = word
            .to_str()
            .filter(|word| problem(word).is_none() && game(word).is_none())?;
        let typed = Path::new(word.trim_matches(['"', '\'', ' ']));
        let name = typed.file_name()?.to_str()?;
        let folder = typed.parent().filter(|folder| !folder.as_os_str().is_empty());
        let listed = folder.unwrap_or(Path::new(".")).read_dir().ok()?.flatten();
        let names = listed.filter_map(|entry| entry.file_name().into_string().ok());
        let is_near = |there: &String| {
            let stem = Path::new(there).file_stem().and_then(std::ffi::OsStr::to_str);
            stem == Some(name) || resembles(&there.to_lowercase(), &name.to_lowercase())
        };
        let near = names
            .filter(is_near)
            .min_by_key(|there| (strsim::osa_distance(there, name), there.clone()))?;
        Some(typed.with_file_name(near).into_os_string())
    };
    let is_missing = |word: &OsString| !Path::new(word).exists();
    let mut words = args.iter().enumerate().skip(2).filter(|(_, word)| is_missing(word));
    let (at, near) = words.find_map(|(at, word)| Some((at, near(word)?)))?;
    Some(line_of(&[&args[..at], &[near], &args[at + 1..]].concat()))
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
