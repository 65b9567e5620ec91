//! `gamesolve help`, and the examples in the help of each verb.

use std::ffi::OsString;

use clap::{Args, Command};

/// Show the help of a command or of a problem
#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    /// A command such as judge, a problem from `gamesolve list`, or a file with your own game
    #[arg(value_name = "COMMAND|PROBLEM")]
    topic: Option<String>,
}

/// Returns the command line that prints the same text: `gamesolve TOPIC --help`.
pub(super) fn words(options: &Options) -> Vec<OsString> {
    let topic = options.topic.iter().map(String::as_str);
    let words = ["gamesolve"].into_iter().chain(topic).chain(["--help"]);
    words.map(Into::into).collect()
}

/// The examples of each verb behind its name: a command line, and its effect in a few words behind `#`.
const EXAMPLES: &str = r#"
list
  gamesolve list               # the names and titles of all problems
  gamesolve list --path        # chapters, problems and games in teaching order
  gamesolve list --format json # the list for a program

learn
  gamesolve learn             # the chapters
  gamesolve learn nim-and-xor # a chapter

show
  gamesolve show stones           # the statement in your language
  gamesolve show stones --lang vi # the statement in Vietnamese

hint
  gamesolve hint stones       # a nudge
  gamesolve hint stones 3     # nearly the whole solution
  gamesolve hint take:1,3,4 2 # a place to look in the table of a rule

new
  gamesolve new stones --lang cpp          # print a program in C++
  gamesolve new stones --lang py -o sol.py # write a new file in Python
  gamesolve new game.py --lang pas         # your own game, in Free Pascal

explain
  gamesolve explain stones Stones.in         # the winner, the moves and the reason
  gamesolve explain stones --test 2 tests.in # the second test of an input
  gamesolve explain game.py --at "3 + 4"     # a sum of two positions of your own game

play
  gamesolve play stones                    # a small game against the machine
  gamesolve play stones Stones.in --second # the machine moves first
  gamesolve play stones --against sol.cpp  # your program plays in your place

puzzle
  gamesolve puzzle nim                       # a position with one right move
  gamesolve puzzle nim --level 3 --seed 7    # three right moves in a row
  gamesolve puzzle nim --sheet -o sheet.html # six puzzles to print

draw
  gamesolve draw game Game.in -o game.svg  # a picture
  gamesolve draw game Game.in -o game.html # a page to play on
  gamesolve draw game Game.in --to dot     # a graph for Graphviz

table
  gamesolve table take:1,3,4 --range 0..50          # a rule: its values and their pattern
  gamesolve table game.py --range 0..200            # your own game
  gamesolve table stones --range 1..30 --format csv # a problem, as a table for a spreadsheet

validate
  gamesolve validate stones Stones.in  # one input
  gamesolve validate stones tests/*.in # many inputs

gen
  gamesolve gen stones --list                                  # the families of inputs
  gamesolve gen stones --size 8 --seed 3                       # a small input
  gamesolve gen stones --size 8 --count 5 --dir made --answers # five testcases in a folder

check
  gamesolve check stones tests               # your answer files against the built-in solver
  gamesolve check stones tests --outputs out # the outputs in a folder against your answer files

judge
  gamesolve judge stones sol.cpp               # on the problem's own testcases
  gamesolve judge stones sol.cpp tests         # on your testcases
  gamesolve judge package.zip sol.cpp other.py # several programs on a package of any task

contest
  gamesolve contest nim,marbles class -o results                  # a folder for each student of the class
  gamesolve contest tasks class.zip -o results --points nim=20    # a folder of tasks, and an archive of all submissions
  gamesolve contest nim,marbles --export autumn --format domjudge # packages for a server

stress
  gamesolve stress stones sol.cpp                            # a program against the solver
  gamesolve stress stones -- ./mysol                         # a program that starts by a command
  gamesolve stress --gen gen.py --reference brute.py sol.cpp # a program for any task

export
  gamesolve export stones --format kattis -o stones.zip # a package for Kattis
  gamesolve export tests --format dmoj -o mytask        # a folder of testcases for DMOJ

config
  gamesolve config       # your own settings, or the defaults
  gamesolve config tests # the settings for programs that are judged on a folder

completions
  gamesolve completions bash       # a script for bash
  gamesolve completions powershell # a script for PowerShell

man
  gamesolve man judge   # the page of a command, for `man -l -`
  gamesolve man -o man1 # the pages of all commands in a folder

help
  gamesolve help judge  # all options of a command
  gamesolve help stones # all options of a problem
"#;

/// Returns the examples of a verb: each a command line and its effect.
fn examples(verb: &str) -> Vec<(&'static str, &'static str)> {
    let mut verbs = EXAMPLES.trim().split("\n\n").filter_map(|block| block.split_once('\n'));
    let rows = verbs.find(|(name, _)| *name == verb).map_or("", |(_, rows)| rows);
    let rows = rows.lines().filter_map(|row| row.split_once(" # "));
    rows.map(|(line, effect)| (line.trim(), effect)).collect()
}

/// Returns examples as lines.
fn lines<S: AsRef<str>>(examples: &[(S, &str)]) -> String {
    let width = examples.iter().map(|(line, _)| line.as_ref().len()).max().unwrap_or(0);
    let line = |(line, effect): &(S, &str)| format!("  {:width$}  {effect}\n", line.as_ref());
    examples.iter().map(line).collect()
}

/// Returns the examples of a verb as lines.
pub(super) fn examples_of(verb: &str) -> String {
    lines(&examples(verb))
}

/// Adds the examples to the verbs when clap builds them: a start needs one verb, and formatted the texts of all.
pub(super) fn with_examples(command: Command) -> Command {
    command.mut_subcommands(|verb| verb.defer(with_own_examples))
}

/// Adds its examples to a verb. They are the only text after the options of a short help, and the first in a long help.
fn with_own_examples(verb: Command) -> Command {
    let block = format!("Examples:\n{}", examples_of(verb.get_name()));
    let long = match verb.get_after_long_help() {
        Some(text) => format!("{block}\n{text}"),
        None => block.clone(),
    };
    let verb = verb.mut_args(|arg| match arg.get_action().takes_values() {
        // A negative number is a wrong value, and not the name of an option.
        true => arg.allow_negative_numbers(true),
        false => arg,
    });
    verb.after_help(block).after_long_help(long)
}

/// Returns the examples of solving a problem. `input` and `output` are the files that it has at its contest.
pub(super) fn of_problem(slug: &str, (input, output): (&str, &str)) -> String {
    let examples = [
        (format!("gamesolve {slug} {input}"), "print the answer to an input"),
        (
            format!("gamesolve {slug} {input} -o {output}"),
            "write the answer to a file",
        ),
        (
            format!("gamesolve {slug} --certify {input}"),
            "check the answer independently",
        ),
    ];
    format!("Examples:\n{}", lines(&examples))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::REGISTRY;

    /// Splits a command line into words, as a shell splits one with double quotes only.
    fn split(line: &str) -> Vec<String> {
        let parts = line.split('"').enumerate();
        let words = parts.map(|(number, part)| match number % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        });
        words.collect::<Vec<Vec<String>>>().concat()
    }

    #[test]
    fn every_verb_has_two_or_three_examples_that_parse() {
        let verbs: Vec<String> = super::super::verb_names().collect();
        assert_eq!(EXAMPLES.trim().split("\n\n").count(), verbs.len());
        for verb in verbs {
            let examples = examples(&verb);
            assert!((2..=3).contains(&examples.len()), "{verb}");
            for (line, _) in examples {
                assert!(line.starts_with(&format!("gamesolve {verb}")), "{line}");
                let parsed = super::super::command().try_get_matches_from(split(line));
                // The test has no such file.
                let is_fine = |error: clap::Error| error.to_string().contains("`game.py`");
                assert!(parsed.map_or_else(is_fine, |_| true), "{line}");
            }
        }
    }

    #[test]
    fn examples_are_made_only_if_clap_builds_the_verb() {
        let mut command = super::super::command();
        let has_examples = |command: &Command| command.find_subcommand("judge").unwrap().get_after_help().is_some();
        assert!(!has_examples(&command));
        command.build();
        assert!(has_examples(&command));
    }

    #[test]
    fn examples_of_a_problem_parse() {
        for entry in REGISTRY {
            let meta = entry.meta();
            let text = of_problem(meta.slug, meta.contest_files);
            for line in text.lines().skip(1) {
                let line = line.trim().split("  ").next().unwrap_or_default();
                let parsed = super::super::command().try_get_matches_from(split(line));
                assert!(parsed.is_ok(), "{line}");
            }
        }
    }
}
