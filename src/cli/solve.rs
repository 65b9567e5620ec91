//! `gamesolve PROBLEM`: solves one input.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::args;
use super::help;
use super::meant::mistaken;
use super::output;
use super::process::deadline::Deadline;
use super::process::interrupt;
use super::status::{Status, Stop, refuse, say};
use crate::budget::{Budget, Refusal};
use crate::problem::{Answered, Entry, Failure, Input, MISERE, Variants};
use crate::text::{DEFAULT_MAX_BYTES, Source};

/// The options that all problems have.
#[derive(Args)]
#[group(skip)]
struct Common {
    /// The input file [default: standard input]
    #[arg(value_name = "INPUT")]
    input: Option<PathBuf>,
    /// The output file [default: standard output]
    #[arg(short, long, value_name = "OUTPUT")]
    output: Option<PathBuf>,
    #[arg(long, conflicts_with_all = ["input", "output"])]
    contest_files: bool,
    /// Check the answer independently, and print the evidence on standard error
    #[arg(long)]
    certify: bool,
    /// Answer by brute force from the rules alone. gamesolve refuses large inputs then
    #[arg(long, conflicts_with = "certify")]
    brute: bool,
    #[command(flatten)]
    limits: args::Limits,
}

/// The names of an input and an output in the examples of a game that has no contest.
const OWN_FILES: (&str, &str) = ("input.txt", "output.txt");

/// Returns the subcommand that solves inputs of a problem. Its name is the problem's word on a command line.
pub(super) fn command(entry: &'static dyn Entry) -> Command {
    let meta = entry.meta();
    let (input, output) = meta.contest_files;
    let is_own = entry.carried_as().is_empty();
    let typed = entry.typed();
    let (files, next) = if is_own {
        let next = format!("List small positions and their pattern with `gamesolve table {typed}`.");
        (OWN_FILES, next)
    } else {
        let next = format!(
            "Read the statement with `gamesolve show {typed}`. If you want to solve it yourself, try `gamesolve hint {typed}`."
        );
        (meta.contest_files, next)
    };
    let command = Common::augment_args(Command::new(typed))
        .about(format!("{}: solve one input", meta.title().en))
        .after_help(format!("{}\n{next}", help::of_problem(typed, files)))
        .mut_arg("contest_files", |arg| {
            arg.hide(is_own).help(format!(
                "Read {input} and write {output} in the current folder, as at the contest"
            ))
        })
        .args(meta.all_variants().map(args::flag_of))
        .args(meta.no_misere.map(|_| args::flag_of(&MISERE).hide(true)));
    #[cfg(feature = "cluster")]
    let command = super::cluster::extended(entry, command);
    command
}

/// The options of solving a problem, with its variants.
pub(super) struct Options {
    common: Common,
    variants: args::VariantFlags,
    #[cfg(feature = "cluster")]
    cluster: Option<super::cluster::Options>,
}

impl Options {
    /// Reads the options from the parsed subcommand of `entry`.
    pub(super) fn of(entry: &dyn Entry, matches: &ArgMatches) -> Result<Options, clap::Error> {
        #[cfg(not(feature = "cluster"))]
        let _ = entry;
        Ok(Options {
            common: Common::from_arg_matches(matches)?,
            variants: args::VariantFlags::from_arg_matches(matches)?,
            #[cfg(feature = "cluster")]
            cluster: super::cluster::Options::of(entry, matches)?,
        })
    }
}

/// One input to solve. A path that is `None` is a standard stream.
struct Request {
    input: Option<PathBuf>,
    output: Option<PathBuf>,
    variants: Variants,
    most_bytes: u64,
    budget: Budget,
    deadline: Deadline,
    how: How,
}

enum How {
    Solve,
    Certify,
    Brute,
}

/// Solves one input.
pub(super) fn run(entry: &dyn Entry, options: Options) -> anyhow::Result<Status> {
    let common = options.common;
    common.limits.start_threads()?;
    #[cfg(feature = "cluster")]
    if let Some(cluster) = options.cluster {
        let (input, output) = (common.input.as_deref(), common.output.as_deref());
        return super::cluster::run(&cluster, input, output, &common.limits);
    }
    let most_bytes = common.limits.input.or_default();
    let budget = common.limits.solving.budget();
    let deadline = common.limits.solving.deadline();
    let how = match (common.certify, common.brute) {
        (true, _) => How::Certify,
        (_, true) => How::Brute,
        _ => How::Solve,
    };
    let (input, output) = files(entry, common)?;
    if output.is_some() {
        interrupt::ends_whole()?;
    }
    let request = Request {
        input,
        output,
        variants: options.variants.of(entry)?,
        most_bytes,
        budget,
        deadline,
        how,
    };
    solve(entry, request)
}

/// Solves if the command line has at most a path after the problem's name. Otherwise returns `None`.
///
/// Most command lines are of this kind. To parse them with all options would take longer than most answers.
pub(super) fn run_plain(entry: &dyn Entry, rest: &[OsString]) -> Option<anyhow::Result<Status>> {
    let input = match rest {
        [] => None,
        [path] if !path.is_empty() && !path.as_encoded_bytes().starts_with(b"-") => Some(PathBuf::from(path)),
        _ => return None,
    };
    let request = Request {
        input,
        output: None,
        variants: Variants::default(),
        most_bytes: DEFAULT_MAX_BYTES,
        budget: Budget::of_this_machine(),
        deadline: Deadline::after(None),
        how: How::Solve,
    };
    Some(solve(entry, request))
}

/// Solves, then writes the whole answer. Writes nothing if there is no answer.
fn solve(entry: &dyn Entry, request: Request) -> anyhow::Result<Status> {
    let source = args::read_input(request.input.as_ref(), request.most_bytes)?;
    let given = Input {
        bytes: &source.bytes,
        variants: &request.variants,
    };
    let solved = match request.how {
        How::Solve => entry.answered(given, request.budget),
        How::Brute => brute(entry, given).map(Answered::from),
        How::Certify => entry.certify(given, request.budget).map(|(text, checked)| {
            let remarks = vec![checked];
            Answered { text, remarks }
        }),
    };
    let Answered { text, remarks } = solved.map_err(|failure| {
        let failure = mistaken::explained(failure, entry, &source);
        Stop::from_failure(failure, &source)
    })?;
    drop(request.deadline);
    match request.output {
        Some(path) => output::to_file(&path, &text)?,
        None => output::to_stdout(&text)?,
    }
    // The evidence comes after the answer.
    let label = if matches!(request.how, How::Certify) {
        "checked"
    } else {
        "note"
    };
    remarks.iter().for_each(|remark| say(&format!("{label}: {remark}")));
    Ok(Status::Success)
}

/// Returns the answer of brute force from the rules alone.
fn brute(entry: &dyn Entry, input: Input<'_>) -> Result<String, Failure> {
    let too_large = || Refusal::unconditional("it has too many positions or moves for brute force");
    Ok(entry.brute(input)?.ok_or_else(too_large)?)
}

/// Returns whether two paths lead to the same file, by links or by several names.
fn are_one_file(a: &Path, b: &Path) -> bool {
    #[cfg(unix)]
    let identity = |path: &Path| {
        use std::os::unix::fs::MetadataExt as _;
        path.metadata().ok().map(|found| (found.dev(), found.ino()))
    };
    #[cfg(not(unix))]
    let identity = |path: &Path| path.canonicalize().ok();
    identity(a).is_some() && identity(a) == identity(b)
}

/// Returns the name of a file for people, without its folder.
fn name_of(path: &Path) -> String {
    output::shown(Path::new(path.file_name().unwrap_or_default()))
}

/// Returns the files to read and to write. `None` is a standard stream.
fn files(entry: &dyn Entry, common: Common) -> anyhow::Result<(Option<PathBuf>, Option<PathBuf>)> {
    if common.contest_files {
        let here = Path::new(".");
        let (input, output) = entry.meta().contest_files;
        let find = |name| Source::find(here, name).context("cannot list the current folder");
        let read = match &find(input)?[..] {
            [] => refuse!("there is no `{input}` in the current folder"),
            [found] => found.clone(),
            [one, other, ..] => {
                let (one, other) = (name_of(one), name_of(other));
                let (slug, first) = (entry.meta().slug, one.trim_matches('`'));
                refuse!("{one} and {other} could both be `{input}`\nhint: gamesolve {slug} {first} -o {output}");
            }
        };
        let written = here.join(output);
        // A file may have the same name in another letter case. It may belong to another task, so it stays.
        if let Some(other) = find(output)?.iter().find(|other| **other != written) {
            if are_one_file(other, &written) {
                refuse!(
                    "{} is there, and this folder ignores the case of letters in `{output}`\nhint: rename the file, or \
                     write elsewhere with -o",
                    name_of(other)
                );
            }
            say(&format!(
                "note: the answer is in `{output}`. {} stays as it is",
                name_of(other)
            ));
        }
        return Ok((Some(read), Some(written)));
    }
    let is_named = |path: &PathBuf| path.as_path() != Path::new("-");
    let (input, output) = (common.input.filter(is_named), common.output.filter(is_named));
    let read = input.as_deref().unwrap_or(Path::new("/dev/stdin"));
    if let Some(output) = &output
        && output.is_file()
        && are_one_file(read, output)
    {
        refuse!("{} is both input and output", output::shown(output));
    }
    Ok((input, output))
}
