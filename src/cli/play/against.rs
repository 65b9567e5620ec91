//! A contestant's program in the place of the person.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, value_parser};
use tempfile::TempDir;

use super::super::args;
use super::super::judge;
use super::super::output;
use super::super::status::{Status, Stop, say};
use super::Played;
use crate::judge::program::{NoProgram, Program};
use crate::judge::sandbox::{Failure, Task};
use crate::judge::{Verdict, facts};
use crate::practice::arena::{Referee, Terms};

/// The program that plays, as it was named.
pub(super) enum Named {
    /// A source file or a program.
    File(PathBuf),
    /// What comes after `--`.
    Command(Vec<OsString>),
}

/// Adds to `play` what it takes to let a program play.
pub(super) fn add_to(command: Command) -> Command {
    let flags = [
        Arg::new("against")
            .long("against")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .help("A program, or its source file, plays in your place; see docs/play.md for what it reads and writes"),
        args::words("The same, by the command that starts the program"),
    ];
    let only_then = [
        Arg::new("list-moves")
            .long("list-moves")
            .action(ArgAction::SetTrue)
            .help("Tell the program its legal moves at every turn"),
        Arg::new("plies")
            .long("plies")
            .value_name("N")
            .value_parser(value_parser!(u64).range(1..=100_000))
            .default_value("1000")
            .help("Stop the program's game after so many plies"),
    ];
    let limits = judge::limits().map(|arg| match arg.get_id().as_str() {
        "time" => arg.help(
            "Processor time of one move, such as 1.5 (seconds) or 500ms [default: the problem's]",
        ),
        "memory" => arg.help("Memory of the program, such as 256M [default: the problem's]"),
        "output-limit" => arg.help("Output of the program in all [default: 16M]"),
        "processes" => arg.help("Processes and threads of the program [default: 64]"),
        "require-tier" => {
            arg.help("Refuse to play in a box weaker than this: 1 contains most, 3 least")
        }
        _ => arg,
    });
    command
        .args(flags)
        .group(ArgGroup::new("contestant").args(["against", "command"]))
        .mut_arg("two", |arg| arg.conflicts_with("contestant"))
        .args(only_then.into_iter().chain(limits).map(|arg| {
            arg.requires("contestant").help_heading("A program that plays")
        }))
        .override_usage(
            "gamesolve play [OPTIONS] PROBLEM [INPUT]\n       gamesolve play [OPTIONS] PROBLEM [INPUT] --against FILE\n       \
             gamesolve play [OPTIONS] PROBLEM [INPUT] -- COMMAND...",
        )
        .after_help(
            "A program that plays runs in the box of `judge`. It reads lines, flushes every line it writes, and ends \
             after `end`:\n  \
             problem NAME     which problem it is\n  \
             lines N          the input follows, in N lines\n  \
             player 1         it moves first (2: second)\n  \
             opponent MOVE    the machine has moved\n  \
             turn N           it is to write its move on a line; N legal moves follow with --list-moves, else N is 0\n  \
             end RESULT       won, lost, drawn or stopped\n\
             Exit status 0: it threw nothing away; 1: it did, or it failed. More in docs/play.md.",
        )
}

/// The program that is to play, if one is.
pub(super) fn named(matches: &ArgMatches) -> Option<Named> {
    let file = matches.get_one::<PathBuf>("against").cloned();
    let command = || Some(matches.get_many("command")?.cloned().collect());
    file.map(Named::File)
        .or_else(|| command().map(Named::Command))
}

/// Lets the program play, and tells how.
pub(super) fn run(matches: &ArgMatches, played: &Played, named: &Named) -> Result<Status> {
    let interrupted = Arc::new(AtomicBool::new(false));
    judge::on_interrupt(&interrupted)?;
    let sandbox = judge::sandbox(matches)?.interruptible(Arc::clone(&interrupted));
    let folder = TempDir::with_prefix("gamesolve-play-")
        .context("cannot make a folder for temporary files")?;
    let program = match named {
        Named::Command(argv) => Program::of_command(argv.clone()),
        Named::File(path) => {
            match Program::of_file(path, &sandbox, judge::compile_time(matches), folder.path()) {
                Ok(program) => program,
                Err(_) if interrupted.load(Ordering::Relaxed) => return Ok(Status::Interrupted),
                Err(NoProgram::DoesNotCompile(said)) => {
                    output::to_stdout(&format!("{}  {said}\n", Verdict::CompileError.code()))?;
                    return Ok(Status::NotAccepted);
                }
                Err(why) => return Err(judge::no_program(&why)),
            }
        }
    };
    let limits = judge::limits_of(played.entry, matches);
    let terms = Terms {
        second: matches.get_flag("second"),
        list_moves: matches.get_flag("list-moves"),
        plies: *matches
            .get_one::<u64>("plies")
            .expect("the argument has a default") as usize,
    };
    let task = Task {
        argv: program.argv.clone(),
        readable: program.readable.clone(),
        limits: limits.clone(),
        ..Task::default()
    };
    let mut referee = Referee::new(
        &*played.game,
        played.entry.meta().slug,
        &played.input,
        terms,
    );
    let run = match sandbox.converse(&task, &mut referee) {
        Ok(run) => run,
        Err(Failure::CannotStart(why)) => {
            return Err(Stop::bad_input(format!("error: {why}")).into());
        }
        Err(Failure::Fault(_)) if interrupted.load(Ordering::Relaxed) => {
            say("interrupted");
            return Ok(Status::Interrupted);
        }
        Err(fault) => return Err(Stop::fault(format!("error: {fault}")).into()),
    };
    let game = referee.judge(&run, &limits, program.language);
    let verdict = game.judgement.verdict;
    let reason = game
        .judgement
        .reason
        .as_ref()
        .map_or("", |reason| reason.as_str());
    let notes = game.judgement.notes.iter();
    let notes = notes.map(|note| format!("note: {}\n", note.as_str()));
    let order = if terms.second { "second" } else { "first" };
    output::to_stdout(&format!(
        "{}\n{}  {reason}\n\n{}played: {}, moving {order}, against the machine\nlimits: {} s a move, {}\nbox: {}\n",
        game.transcript(),
        verdict.code(),
        notes.collect::<String>(),
        program.name,
        limits.cpu.as_secs_f64(),
        facts::size(limits.memory),
        judge::box_says(&sandbox),
    ))?;
    Ok(match verdict {
        Verdict::Accepted => Status::Success,
        _ => Status::NotAccepted,
    })
}
