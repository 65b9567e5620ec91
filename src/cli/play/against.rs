//! Lets a submission play in place of the person.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use anyhow::Result;
use clap::{Arg, ArgGroup, Args, Command};

use super::super::args::whole;
use super::super::output;
use super::super::process::interrupt::interruption;
use super::super::program::{RunLimits, no_program, temporary_folder};
use super::super::settings::{self, Settings};
use super::super::status::{Status, Stop, refuse, say};
use super::super::stress::say_findings;
use super::Played;
use crate::judge::look::{Files, Look, Names};
use crate::judge::program::NoProgram;
use crate::judge::tools::{Tools, handed_in};
use crate::judge::{Verdict, facts};
use crate::practice::arena::{MatchRules, Referee};
use gamesolve_box::{Failure, Task};

/// The names of the arguments that need a program.
const ONLY_WITH_A_PROGRAM: [&str; 2] = ["list_moves", "plies"];

/// The options of letting a program play.
#[derive(Args)]
#[group(skip)]
#[command(
    group = ArgGroup::new("contestant").args(["against", "command"]),
    mut_args(in_play),
    override_usage =
        "gamesolve play [OPTIONS] PROBLEM [INPUT]\n       gamesolve play [OPTIONS] PROBLEM [INPUT] --against FILE\n       \
         gamesolve play [OPTIONS] PROBLEM [INPUT] -- COMMAND..."
)]
pub(super) struct Options {
    /// A program or source file that plays in your place. `--help` shows the lines that it reads
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// The command that starts a program, which plays in your place
    #[arg(value_name = "COMMAND", last = true)]
    command: Vec<OsString>,
    /// Send the program its legal moves at every turn
    #[arg(long)]
    list_moves: bool,
    /// Stop the game after N plies
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=100_000), default_value = "1000")]
    plies: u64,
    #[command(flatten)]
    limits: RunLimits,
}

/// Puts the arguments about a program under a heading of their own. Requires a program for them.
fn in_play(arg: Arg) -> Arg {
    let id = arg.get_id().to_string();
    let limits = RunLimits::augment_args(Command::new(""));
    if !ONLY_WITH_A_PROGRAM.contains(&&*id) && limits.get_arguments().all(|limit| *limit.get_id() != id) {
        return arg;
    }
    let arg = arg
        .requires("contestant")
        .help_heading("A program that plays")
        .hide_short_help(true);
    match id.as_str() {
        "time" => arg.help("Processor time for one move, such as 1.5 (seconds) or 500ms [default: from the problem]"),
        "memory" => arg.help("Memory for the program, such as 256M [default: from the problem]"),
        "output_limit" => arg.help("Largest output of the program in the whole game [default: 16M]"),
        "processes" => {
            arg.help("Number of processes and threads of the program [default: one process, or 64 for a command]")
        }
        _ => arg,
    }
}

/// The program that plays, from the command line.
pub(super) enum Contestant<'a> {
    /// A source file or a program.
    File(&'a Path),
    /// The words after `--`.
    Command(&'a [OsString]),
}

impl Options {
    /// Returns the program that plays, if the options name one.
    pub(super) fn program(&self) -> Option<Contestant<'_>> {
        let command = Some(self.command.as_slice()).filter(|words| !words.is_empty());
        let file = self.against.as_deref().map(Contestant::File);
        file.or_else(|| command.map(Contestant::Command))
    }
}

/// Lets the program play, and prints the game and the verdict.
pub(super) fn run(options: &Options, second: bool, played: &Played, contestant: Contestant<'_>) -> Result<Status> {
    Stop::unless_all_exist(options.against.iter().chain(options.limits.reading.paths()))?;
    let interrupted = interruption()?;
    let private = match contestant {
        Contestant::File(path) => Some(path.to_owned()),
        Contestant::Command(_) => None,
    };
    let folder = temporary_folder()?;
    let submissions = match contestant {
        Contestant::File(path) => vec![path.to_owned()],
        Contestant::Command(words) => handed_in(words),
    };
    let folders: Vec<PathBuf> = settings::folder_of(Path::new(played.entry.typed()))
        .into_iter()
        .collect();
    let settings = Settings::beside(&folders, &submissions)?;
    let tools = Tools::beside(private).with(settings.toolchain());
    let workshop = (options.limits).workshop(NonZeroUsize::MIN, &interrupted, &folder, tools)?;
    let look = match contestant {
        Contestant::Command(_) => Look::default(),
        // A program that plays gets no file, whatever its name is.
        Contestant::File(path) => Names::default().look(path, &Files::default()),
    };
    let program = match contestant {
        Contestant::Command(argv) => workshop.command(argv.to_vec()),
        Contestant::File(path) => match workshop.compiled(path, "program", &options.limits.reading.include, &[]) {
            Ok(program) => program,
            Err(_) if interrupted.load(Ordering::Relaxed) => return Ok(Status::Interrupted),
            Err(NoProgram::DoesNotCompile(messages)) => {
                output::to_stdout(&format!("{}  {messages}\n", Verdict::COMPILE_ERROR.code()))?;
                say_findings(&look, true);
                return Ok(Status::NotAccepted);
            }
            Err(why) => return Err(no_program(&why).into()),
        },
    };
    let limits = program.limits(&options.limits.of_problem(played.entry));
    let rules = MatchRules {
        second,
        list_moves: options.list_moves,
        plies: options.plies as usize,
    };
    let task = Task {
        argv: program.command(limits.memory),
        readable: program.readable.clone(),
        private: workshop.private(),
        limits: limits.clone(),
        ..Task::default()
    };
    let mut referee = Referee::new(&*played.game, played.entry.meta().slug, &played.input, rules);
    let run = match workshop.sandbox().converse(&task, &mut referee) {
        Ok(run) => run,
        Err(Failure::CannotStart(why)) => {
            refuse!("{why}");
        }
        Err(Failure::Fault(_)) if interrupted.load(Ordering::Relaxed) => {
            say("interrupted");
            return Ok(Status::Interrupted);
        }
        Err(fault) => return Err(Stop::fault(format!("error: {fault}")).into()),
    };
    let game = referee.judge(&run, &limits, program.language);
    let verdict = game.judgement.verdict;
    let reason = game.judgement.reason.as_ref().map_or("", |reason| reason.as_str());
    let notes = game.judgement.notes.iter();
    let notes = notes.map(|note| format!("note: {}\n", note.as_str()));
    let order = if rules.second { "second" } else { "first" };
    output::to_stdout(&format!(
        "{}\n{}  {reason}\n\n{}played: {}, moving {order}, against the machine\nlimits: {} s a move, {}\nsandbox: tier {}\n",
        game.transcript(),
        verdict.code(),
        notes.collect::<String>(),
        program.name,
        limits.cpu.as_secs_f64(),
        facts::size(limits.memory),
        workshop.sandbox().tier() as u8,
    ))?;
    say_findings(&look, verdict != Verdict::ACCEPTED);
    Ok(match verdict {
        Verdict::ACCEPTED => Status::Success,
        _ => Status::NotAccepted,
    })
}
