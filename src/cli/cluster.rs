//! `gamesolve game --cluster`: one process of several that solve one large graph together.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, value_parser};

use super::args;
use super::output;
use super::status::{Status, Stop, say};
use crate::cluster::{self, Fault, FaultKind, Hosts, Place, Solution};
use crate::engine::Outcome;
use crate::problem::Entry;
use crate::problems::GameParts;
use crate::text::{DEFAULT_MAX_BYTES, Source};

/// The problem that several processes can solve together.
const SLUG: &str = "game";
/// How long processes wait for each other.
const DEFAULT_WAIT: &str = "60";
const LONGEST_WAIT: u64 = 24 * 60 * 60;

/// The subcommand of a problem with the flags of a cluster, where it can be solved by one.
pub(super) fn extended(entry: &dyn Entry, command: Command) -> Command {
    if entry.meta().slug != SLUG {
        return command;
    }
    command
        .arg(
            Arg::new("cluster")
                .long("cluster")
                .value_name("HOSTS")
                .value_parser(value_parser!(PathBuf))
                .requires_all(["process", "input"])
                .conflicts_with_all(["contest-files", "certify", "brute"])
                .help("Solve together with other processes: a file with one host:port for each (docs/cluster.md)"),
        )
        .arg(
            Arg::new("process")
                .long("process")
                .value_name("I")
                .value_parser(value_parser!(usize))
                .requires("cluster")
                .help("Which of the processes this is, from 0 on, in the order of the hosts; 0 prints the answer"),
        )
        .arg(
            Arg::new("cluster-wait")
                .long("cluster-wait")
                .value_name("SECONDS")
                .value_parser(value_parser!(u64).range(1..=LONGEST_WAIT))
                .default_value(DEFAULT_WAIT)
                .requires("cluster")
                .help("How long to wait for the other processes to come up"),
        )
}

/// Solves as one process of several, where the command line asks for that.
pub(super) fn run(matches: &ArgMatches) -> Option<Result<Status>> {
    let hosts = matches.try_get_one::<PathBuf>("cluster").ok().flatten()?;
    Some(solve(matches, hosts))
}

fn solve(matches: &ArgMatches, hosts: &Path) -> Result<Status> {
    let hosts = read_hosts(hosts)?;
    let process = *matches
        .get_one::<usize>("process")
        .expect("clap requires the process");
    if process >= hosts.len() {
        let message = format!(
            "error: there is no process {process}, the hosts file has {}\nhint: processes are numbered from 0 on",
            hosts.len()
        );
        return Err(Stop::bad_input(message).into());
    }
    let input = matches
        .get_one::<PathBuf>("input")
        .expect("clap requires the input");
    if input.as_path() == Path::new("-") {
        let message = "error: processes cannot share standard input\nhint: name a file or a folder that all can read";
        return Err(Stop::bad_input(message).into());
    }
    let parts = GameParts::open(input).map_err(stopped)?;
    // Nothing is read as a whole, so only a limit that was asked for is one.
    let limited = matches.value_source("max-input-bytes") == Some(ValueSource::CommandLine);
    let limit = args::max_input_bytes(matches);
    if limited && parts.bytes > limit {
        let message = format!(
            "error: {} is larger than {limit} bytes, the limit of `--max-input-bytes`",
            output::shown(input)
        );
        return Err(Stop::bad_input(message).into());
    }
    let seconds = *matches
        .get_one::<u64>("cluster-wait")
        .expect("there is a default");
    let place = Place {
        hosts,
        process,
        threads: args::threads(matches),
        patience: Duration::from_secs(seconds),
    };
    let budget = args::budget(matches);
    let solution = cluster::solve(parts.task(budget), place).map_err(stopped)?;
    if process == 0 {
        let answer = GameParts::answer(solution.outcome);
        match matches.get_one::<PathBuf>("output") {
            Some(path) if path.as_path() != Path::new("-") => output::to_file(path, &answer)?,
            _ => output::to_stdout(&answer)?,
        }
        say(&told(&solution));
    }
    Ok(Status::Success)
}

fn read_hosts(path: &Path) -> Result<Hosts> {
    let source = Source::from_file(path, DEFAULT_MAX_BYTES)?;
    let hosts = Hosts::read(&source.bytes)
        .map_err(|error| Stop::bad_input(error.located(&source.name, &source.bytes).to_string()))?;
    Ok(hosts)
}

/// What the answer does not tell.
fn told(solution: &Solution) -> String {
    let [won, lost, drawn] = solution.counts;
    let start = match (solution.outcome, solution.distance) {
        (Outcome::Win, Some(moves)) => format!("the first player wins in {moves}"),
        (Outcome::Loss, Some(moves)) => format!("the first player loses in {moves}"),
        _ => "nobody wins".to_owned(),
    };
    format!(
        "{start}; {won} vertices won, {lost} lost, {drawn} drawn; longest play {}",
        solution.longest
    )
}

fn stopped(fault: Fault) -> Stop {
    match fault.kind {
        FaultKind::BadInput => Stop::bad_input(fault.message),
        FaultKind::Refused => Stop::refused(fault.message),
        FaultKind::Own => Stop::fault(fault.message),
    }
}
