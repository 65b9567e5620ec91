//! `gamesolve game --cluster`: one process of several that solve one large graph together.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use gamesolve_cluster::{Fault, FaultKind, Hosts, Place};

use super::args::{self, whole};
use super::output;
use super::status::{Status, Stop, refuse, say};
use crate::cluster::Parts;
use crate::problem::Entry;
use crate::text::{DEFAULT_MAX_BYTES, Source};

/// The problem that several processes can solve together.
const SLUG: &str = "game";
/// The time that processes wait for each other, in seconds.
const DEFAULT_WAIT: &str = "60";
const LONGEST_WAIT: u64 = 24 * 60 * 60;

/// The options of one process among several.
#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    /// Solve together with other processes. HOSTS is a file with one host:port for each process
    #[arg(
        long,
        value_name = "HOSTS",
        requires_all = ["process", "input"],
        conflicts_with_all = ["contest_files", "certify", "brute"]
    )]
    cluster: Option<PathBuf>,
    /// The number of this process in the file of hosts, from 0. Process 0 prints the answer
    #[arg(long, value_name = "I", value_parser = whole::<usize>(0..=u64::MAX), requires = "cluster")]
    process: Option<usize>,
    /// Time to wait for the start of the other processes
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = whole::<u64>(1..=LONGEST_WAIT),
        default_value = DEFAULT_WAIT,
        requires = "cluster"
    )]
    cluster_wait: u64,
}

impl Options {
    /// Reads the options, or returns `None` if the command line has no `--cluster`.
    pub(super) fn of(entry: &dyn Entry, matches: &ArgMatches) -> Result<Option<Options>, clap::Error> {
        if entry.meta().slug != SLUG {
            return Ok(None);
        }
        let options = Options::from_arg_matches(matches)?;
        Ok(options.cluster.is_some().then_some(options))
    }
}

/// Adds the flags of a cluster to the subcommand of the problem that a cluster can solve.
pub(super) fn extended(entry: &dyn Entry, command: Command) -> Command {
    if entry.meta().slug != SLUG {
        return command;
    }
    Options::augment_args(command)
}

/// Solves the graph as one process of several.
pub(super) fn run(
    options: &Options,
    input: Option<&Path>,
    output: Option<&Path>,
    limits: &args::Limits,
) -> anyhow::Result<Status> {
    let hosts = read_hosts(options.cluster.as_ref().expect("it is there"))?;
    let process = options.process.expect("clap requires the process");
    if process >= hosts.len() {
        refuse!(
            "there is no process {process}, the hosts file has {}\nhint: processes are numbered from 0 on",
            hosts.len()
        );
    }
    let input = input.expect("clap requires the input");
    if input == Path::new("-") {
        refuse!("processes cannot share standard input\nhint: name a file or a folder that all can read");
    }
    let parts = Parts::open(input).map_err(stopped)?;
    // No process reads the whole input, so the default limit does not apply.
    let limit = limits.input.max_input_bytes;
    if let Some(limit) = limit.filter(|&limit| parts.bytes > limit) {
        refuse!(
            "{} is larger than {limit} bytes, the limit of `--max-input-bytes`",
            output::shown(input)
        );
    }
    let place = Place {
        hosts,
        process,
        threads: limits.threads.map_or_else(num_cpus::get, NonZeroUsize::get),
        patience: Duration::from_secs(options.cluster_wait),
    };
    let budget = limits.solving.budget();
    let deadline = limits.solving.deadline();
    let solution = gamesolve_cluster::solve(parts.task(budget), place).map_err(stopped)?;
    drop(deadline);
    if process == 0 {
        let answer = Parts::answer(solution.outcome);
        output::to_file_or_stdout(output, &answer)?;
        say(&solution.to_string());
    }
    Ok(Status::Success)
}

fn read_hosts(path: &Path) -> anyhow::Result<Hosts> {
    let source = Source::from_file(path, DEFAULT_MAX_BYTES)?;
    let hosts = Hosts::read(&source.bytes)
        .map_err(|error| Stop::bad_input(error.located(&source.name, &source.bytes).to_string()))?;
    Ok(hosts)
}

fn stopped(fault: Fault) -> Stop {
    match fault.kind {
        FaultKind::BadInput => Stop::bad_input(fault.message),
        FaultKind::Refused => Stop::refused_as(fault.message),
        FaultKind::Own => Stop::fault(fault.message),
    }
}
