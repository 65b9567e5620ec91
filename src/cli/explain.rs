//! `gamesolve explain`: the answer with its reason.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Arg, ArgMatches, Command, value_parser};

use super::args;
use super::output;
use super::status::{Status, Stop};
use crate::practice::explain::explain;
use crate::problem::{Entry, Failure, Input};
use crate::text::{InputError, Source};

pub(super) fn command() -> Command {
    Command::new("explain")
        .about("Explain an answer: who wins, how fast, by which moves and why")
        .arg(args::problem())
        .arg(
            Arg::new("input")
                .value_name("INPUT")
                .value_parser(value_parser!(PathBuf))
                .help("The input file [default: standard input]"),
        )
        .arg(test())
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("FORMAT")
                .value_parser(["text", "json"])
                .default_value("text")
                .help("How to tell it"),
        )
        .args(args::limits())
        .args(args::variants_of_all())
}

/// Tells nothing unless all of it was checked.
pub(super) fn run(matches: &ArgMatches) -> Result<Status> {
    let entry = args::the_problem(matches);
    let variants = args::variants(entry, matches)?;
    let path = matches.get_one::<PathBuf>("input");
    let source = args::read_input(path, args::max_input_bytes(matches))?;
    let budget = args::budget(matches);
    let stop = |failure| Stop::from_failure(failure, &source);
    let given = Input {
        bytes: &source.bytes,
        variants: &variants,
    };
    let one = one_test(entry, given, &source, matches)?;
    let input = one.as_ref().map_or(given, |text| Input {
        bytes: text.as_bytes(),
        ..given
    });
    let (answer, _) = entry.certify(input, budget).map_err(stop)?;
    let game = entry.game(input, 0, budget).map_err(stop)?;
    let explanation = explain(&*game, budget).map_err(|doubt| stop(Failure::from(doubt)))?;
    let told = match matches.get_one::<String>("format").map(String::as_str) {
        Some("json") => {
            let mut json = explanation.json();
            json["problem"] = entry.meta().slug.into();
            json["answer"] = answer.into();
            serde_json::to_string_pretty(&json)? + "\n"
        }
        _ => {
            let lines = answer.trim_end().lines().map(|line| format!("  {line}\n"));
            format!(
                "{}\nThe answer:\n{}",
                explanation.text(),
                lines.collect::<String>()
            )
        }
    };
    output::to_stdout(&told)?;
    Ok(Status::Success)
}

/// `--test`.
pub(super) fn test() -> Arg {
    Arg::new("test")
        .long("test")
        .value_name("K")
        .value_parser(value_parser!(u64).range(1..))
        .default_value("1")
        .help("Which test of an input that holds several")
}

/// The text of the test asked for; `None` where the format holds one test.
///
/// # Errors
/// Where the input is malformed, or has no such test.
pub(super) fn one_test(
    entry: &dyn Entry,
    input: Input<'_>,
    source: &Source,
    matches: &ArgMatches,
) -> Result<Option<String>> {
    let asked = *matches
        .get_one::<u64>("test")
        .expect("the argument has a default");
    let malformed = |error: InputError| Stop::from_failure(error.into(), source);
    let count = entry.tests(input).map_err(malformed)?;
    if asked > count as u64 {
        let message = format!("error: there is no test {asked}: the input holds {count}");
        return Err(Stop::bad_input(message).into());
    }
    let tests = entry.split(input).map_err(malformed)?;
    Ok(tests.into_iter().nth(asked as usize - 1))
}
