//! `gamesolve PROBLEM`: solves one input.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use super::args;
use super::mistaken;
use super::output;
use super::status::{Status, Stop, say};
use crate::budget::{Budget, Refusal};
use crate::problem::{Entry, Failure, Input, Variants};
use crate::text::{DEFAULT_MAX_BYTES, Source};

/// The subcommand of one problem.
pub(super) fn command(entry: &dyn Entry) -> Command {
    let meta = entry.meta();
    let (input, output) = meta.contest_files;
    let command = Command::new(meta.slug)
        .about(format!("{}: solves one input", meta.title().en))
        .after_help(format!(
            "`gamesolve show {slug}` shows the problem, `gamesolve hint {slug}` helps to solve it oneself.",
            slug = meta.slug
        ))
        .arg(
            Arg::new("input")
                .value_name("INPUT")
                .value_parser(value_parser!(PathBuf))
                .help("The input file [default: standard input]"),
        )
        .arg(
            Arg::new("output")
                .short('o')
                .long("output")
                .value_name("OUTPUT")
                .value_parser(value_parser!(PathBuf))
                .help("The output file [default: standard output]"),
        )
        .arg(
            Arg::new("contest-files")
                .long("contest-files")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["input", "output"])
                .help(format!("Read {input} and write {output} in the current folder, as at the contest")),
        )
        .arg(
            Arg::new("certify")
                .long("certify")
                .action(ArgAction::SetTrue)
                .help("Check the solution independently and say so on standard error"),
        )
        .arg(
            Arg::new("brute")
                .long("brute")
                .action(ArgAction::SetTrue)
                .conflicts_with("certify")
                .help("Answer by trying everything, from the rules alone; refuses all but small inputs"),
        )
        .args(args::limits())
        .args(args::variants_of(entry));
    #[cfg(feature = "cluster")]
    let command = super::cluster::extended(entry, command);
    command
}

/// What was asked for. `None` is a standard stream.
struct Request {
    input: Option<PathBuf>,
    output: Option<PathBuf>,
    variants: Variants,
    most_bytes: u64,
    budget: Budget,
    how: How,
}

/// How to answer.
enum How {
    Solve,
    Certify,
    Brute,
}

/// Solves what a parsed command line asks for.
pub(super) fn run(entry: &dyn Entry, matches: &ArgMatches) -> anyhow::Result<Status> {
    #[cfg(feature = "cluster")]
    if let Some(result) = super::cluster::run(matches) {
        return result;
    }
    let (input, output) = files(entry, matches)?;
    let request = Request {
        input,
        output,
        variants: args::variants(entry, matches)?,
        most_bytes: args::max_input_bytes(matches),
        budget: args::budget(matches),
        how: match (matches.get_flag("certify"), matches.get_flag("brute")) {
            (true, _) => How::Certify,
            (_, true) => How::Brute,
            _ => How::Solve,
        },
    };
    solve(entry, request)
}

/// Solves where nothing follows the problem's name but perhaps a path; `None` where more does. This is what is typed
/// most, and to parse it with all that could be there takes longer than most answers.
pub(super) fn run_plain(entry: &dyn Entry, rest: &[OsString]) -> Option<anyhow::Result<Status>> {
    let input = match rest {
        [] => None,
        [path] if !path.is_empty() && !path.as_encoded_bytes().starts_with(b"-") => {
            Some(PathBuf::from(path))
        }
        _ => return None,
    };
    let request = Request {
        input,
        output: None,
        variants: Variants::default(),
        most_bytes: DEFAULT_MAX_BYTES,
        budget: Budget::of_this_machine(),
        how: How::Solve,
    };
    Some(solve(entry, request))
}

/// Solves, and writes nothing unless the whole answer is there.
fn solve(entry: &dyn Entry, request: Request) -> anyhow::Result<Status> {
    let source = args::read_input(request.input.as_ref(), request.most_bytes)?;
    let given = Input {
        bytes: &source.bytes,
        variants: &request.variants,
    };
    let answer = match request.how {
        How::Solve => entry.solve(given, request.budget),
        How::Brute => brute(entry, given),
        How::Certify => entry
            .certify(given, request.budget)
            .map(|(answer, checked)| {
                say(&format!("certified: {checked}"));
                answer
            }),
    };
    let answer = answer.map_err(|failure| {
        let failure = mistaken::explained(failure, entry, &source);
        Stop::from_failure(failure, &source)
    })?;
    match request.output {
        Some(path) => output::to_file(&path, &answer)?,
        None => output::to_stdout(&answer)?,
    }
    Ok(Status::Success)
}

/// The answer from the rules alone.
fn brute(entry: &dyn Entry, input: Input<'_>) -> Result<String, Failure> {
    let too_large = || Refusal::new("it has more positions than brute force looks at");
    Ok(entry.brute(input)?.ok_or_else(too_large)?)
}

/// Where to read and where to write; `None` is a standard stream.
fn files(
    entry: &dyn Entry,
    matches: &ArgMatches,
) -> anyhow::Result<(Option<PathBuf>, Option<PathBuf>)> {
    if matches.get_flag("contest-files") {
        let here = Path::new(".");
        let (input, output) = entry.meta().contest_files;
        let find = |name| Source::find(here, name).context("cannot list the current folder");
        let Some(found) = find(input)? else {
            return Err(Stop::bad_input(format!(
                "error: there is no `{input}` in the current folder"
            ))
            .into());
        };
        let written = find(output)?.unwrap_or_else(|| PathBuf::from(output));
        return Ok((Some(found), Some(written)));
    }
    let input = matches.get_one::<PathBuf>("input").cloned();
    let output = matches.get_one::<PathBuf>("output").cloned();
    if let (Some(input), Some(output)) = (&input, &output) {
        let same = |a: &Path, b: &Path| Some(a.canonicalize().ok()? == b.canonicalize().ok()?);
        if same(input, output) == Some(true) {
            let message = format!("error: {} is both input and output", output::shown(output));
            return Err(Stop::bad_input(message).into());
        }
    }
    Ok((
        input,
        output.filter(|path| path.as_path() != Path::new("-")),
    ))
}
