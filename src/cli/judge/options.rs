//! What `judge` looks like on the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgAction, Command, value_parser};

use super::super::{args, check};
use crate::judge::Policy;
use crate::judge::external::Style;
use crate::judge::language::LANGUAGES;

pub(crate) fn command() -> Command {
    let policies = Policy::ALL.map(|policy| format!("  {:7} {}\n", policy.name(), policy.rule()));
    let languages = LANGUAGES
        .iter()
        .map(|l| format!("{} (.{})", l.name, l.endings.join(", .")));
    Command::new("judge")
        .about("Judge programs on stored cases, in a box that they cannot leave")
        .override_usage(
            "gamesolve judge [OPTIONS] PROBLEM FILE... [FOLDER]\n       gamesolve judge [OPTIONS] PROBLEM [FOLDER] -- COMMAND...",
        )
        .after_help(format!(
            "Languages: {}.\n\nComparisons:\n{}\nWithout a folder the program is judged on the cases that come with \
             gamesolve. A folder whose package says what groups of cases are worth (init.yml, config.yml, gen/GEN, \
             Settings.cfg, problem.yaml, problem.xml) gives points.",
            languages.collect::<Vec<_>>().join(", "),
            policies.concat()
        ))
        .arg(args::problem())
        .arg(args::programs("A source file, or a program; several are compared. A folder is one with cases"))
        .arg(args::words("The command that starts the program"))
        .args(what())
        .args(limits())
        .args(checker())
        .args(check::judging().into_iter().map(|arg| match arg.get_id().as_str() {
            "jobs" => arg.help("How many cases at a time [default: one per physical core]"),
            _ => arg,
        }))
        .args(args::limits().into_iter().filter(|arg| arg.get_id() == "max-input-bytes"))
        .args(args::variants_of_all())
}

fn what() -> [Arg; 6] {
    let flag = |name: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue);
    [
        Arg::new("cases")
            .long("cases")
            .value_name("PATH")
            .action(ArgAction::Append)
            .value_parser(value_parser!(PathBuf))
            .help("Judge on the cases in this folder or file"),
        Arg::new("case")
            .long("case")
            .value_name("PATTERN")
            .action(ArgAction::Append)
            .help("Judge only on cases of this name; `*` and `?` stand for any characters"),
        flag("contest-files").help("Put the input in the contest's file and read the answer from its file"),
        flag("fail-fast").help("Stop after the first case that is not accepted"),
        flag("watch").help("Judge again whenever a file changes, until Ctrl-C"),
        Arg::new("cut")
            .long("cut")
            .value_name("DIR")
            .value_parser(value_parser!(PathBuf))
            .help("Write the first wrong test of an input with several into this folder as a case of its own"),
    ]
}

/// What a program may use, and how strong the box has to be.
pub(crate) fn limits() -> [Arg; 6] {
    [
        Arg::new("time")
            .long("time")
            .value_name("TIME")
            .value_parser(time)
            .help("Processor time of one run, such as 1.5 (seconds) or 500ms [default: the problem's]"),
        Arg::new("memory")
            .long("memory")
            .value_name("SIZE")
            .value_parser(args::size)
            .help("Memory of one run, such as 256M [default: the problem's]"),
        Arg::new("output-limit")
            .long("output-limit")
            .value_name("SIZE")
            .value_parser(args::size)
            .help("Output of one run [default: 16M]"),
        Arg::new("processes")
            .long("processes")
            .value_name("N")
            .value_parser(value_parser!(u64).range(1..=10_000))
            .help("Processes and threads of one run [default: 64]"),
        Arg::new("compile-time")
            .long("compile-time")
            .value_name("TIME")
            .value_parser(time)
            .default_value("30")
            .help("Processor time of the compiler"),
        Arg::new("require-tier")
            .long("require-tier")
            .value_name("TIER")
            .value_parser(value_parser!(u8).range(1..=3))
            .help("Refuse to judge in a box weaker than this: 1 contains most, 3 least"),
    ]
}

fn checker() -> [Arg; 2] {
    [
        Arg::new("checker")
            .long("checker")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .conflicts_with("compare")
            .help("A program, or its source file, that says whether an output is right"),
        Arg::new("checker-style")
            .long("checker-style")
            .value_name("STYLE")
            .requires("checker")
            .value_parser(Style::ALL.map(|(name, _)| name))
            .help("The protocol it speaks [default: testlib]"),
    ]
}

/// Seconds, or with `ms` milliseconds; more than nothing and at most an hour.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let seconds = number
        .parse::<f64>()
        .map_err(|_| "a time is a number of seconds such as 1.5, or 500ms".to_owned())?
        * unit;
    if (0.01..=3600.0).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("a time is from 10ms to 3600 seconds".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_seconds_or_milliseconds() {
        for (text, ms) in [
            ("1", 1000),
            ("1.5", 1500),
            ("2s", 2000),
            ("500ms", 500),
            ("10ms", 10),
            ("3600", 3_600_000),
        ] {
            assert_eq!(time(text), Ok(Duration::from_millis(ms)), "{text}");
        }
        for text in ["", "0", "-1", "nan", "inf", "1h", "9ms", "3601", "s"] {
            assert!(time(text).is_err(), "{text}");
        }
    }
}
