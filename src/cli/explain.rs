//! `gamesolve explain`: the answer with its reason.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Arg, ArgMatches, Command, value_parser};

use super::args;
use super::one_test::{OneTest, test};
use super::output;
use super::status::Status;
use crate::practice::explain::explain;

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
    let path = matches.get_one::<PathBuf>("input");
    let source = args::read_input(path, args::max_input_bytes(matches))?;
    let one = OneTest::of(source, matches)?;
    let answer = one.entry.certify(one.input(), one.budget);
    let (answer, _) = answer.map_err(|failure| one.stop(failure))?;
    let explanation = explain(&*one.game()?, one.budget).map_err(|doubt| one.stop(doubt))?;
    let told = match matches.get_one::<String>("format").map(String::as_str) {
        Some("json") => {
            let mut json = explanation.json();
            json["problem"] = one.entry.meta().slug.into();
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
