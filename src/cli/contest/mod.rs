//! `gamesolve contest`: judges the submissions of a whole class on several tasks.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Args;
use gamesolve_contest::alike::Alike;
use gamesolve_contest::kept::{Kept, KeptError};
use gamesolve_contest::results::{Cell, Contest, Contestant, Judged, Task};
use gamesolve_contest::submissions::{self, FindError, Found, Wanted};
use gamesolve_contest::words::count;
use gamesolve_contest::{csv, json, lookalikes};

use super::args::one_of;
use super::contest_export;
use super::judge::Namer;
use super::judge::answers::remarks_on_answers;
use super::judge::class::contest_command;
use super::output::{self, shown, takes_colour};
use super::process::deadline::working;
use super::process::interrupt::interruption;
use super::program::{Reading, RequiredTier, sandbox, strength, temporary_folder};
use super::status::{Status, Stop, refuse, say};
use crate::budget::Budget;
use crate::cases::evaluate::Judge;
use crate::judge::Policy;
use crate::judge::plan::{Plan, Wishes};
use crate::judge::selection::Selection;
use crate::judge::session::Session;
use crate::judge::tools::Tools;
use crate::judge::workshop::Workshop;
use crate::package::archive;
use crate::package::contest::{POINTS, Server};
use crate::problem::Variants;
use crate::text::DEFAULT_MAX_BYTES;
use judging::{Judging, Ready, is_fault};
use tasks::{Games, Opened};

mod cells;
mod explained;
mod judging;
mod pages;
mod table;
mod tasks;

/// Judge a class on several tasks, and write results into a folder
#[derive(Args)]
#[group(skip)]
#[command(
    override_usage = "gamesolve contest [OPTIONS] TASKS SUBMISSIONS -o DIR\n       gamesolve contest [OPTIONS] TASKS --export DIR --format FORMAT",
    after_long_help = "Each contestant has a folder with a source for each task, such as HS01/STONES.CPP or \
                       HS01/stones/stones.cpp. An archive HS01.zip, folders of tasks such as stones/HS01.cpp, and names such \
                       as [HS01][STONES].cpp or HS01_stones.cpp work too. Letter case does not matter. gamesolve lists every \
                       file that it does not judge, and its likely meaning. With --accept-guesses that meaning counts, and the \
                       results mark it.\n\n\
                       A program may use the standard streams or the contest's files, such as STONES.INP and STONES.OUT. It \
                       gets the verdicts of `gamesolve judge`. The folder of the results keeps each result as soon as it is \
                       known. If you give the same command again, gamesolve judges only sources and tasks that changed.\n\n\
                       Exit status: 0 if everything that you asked for was judged, whatever the points are, 2 for bad usage, 3 if a task or \
                       gamesolve has a fault, 130 if interrupted."
)]
pub(super) struct Options {
    /// Problems, packages and files of your own games with commas between them, or a folder of tasks
    #[arg(value_name = "TASKS")]
    tasks: PathBuf,
    /// A folder with a folder or an archive for each contestant, or an archive of all
    #[arg(value_name = "SUBMISSIONS")]
    submissions: Option<PathBuf>,
    /// A folder for the results: a new one, or that of an earlier call
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// The points of a task, such as stones=20 [default: 100 each]
    #[arg(long, value_name = "TASK=N", value_delimiter = ',', value_parser = points)]
    points: Vec<(String, f64)>,
    /// Search for a smallest input of each wrong submission, up to five seconds each
    #[arg(long)]
    explain: bool,
    /// Judge sources under their likely names, and the newer of two different ones
    #[arg(long)]
    accept_guesses: bool,
    /// Judge this contestant again, and no other
    #[arg(long, value_name = "NAME", conflicts_with = "fresh")]
    only: Vec<String>,
    /// Run all testcases, even those of a group that has failed
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    required: RequiredTier,
    /// Judge all submissions again
    #[arg(long)]
    fresh: bool,
    /// Write the tasks for the server of another judge into a new folder or `.zip`, and judge nothing
    #[arg(long, value_name = "DIR|ZIP", conflicts_with_all = ["submissions", "output", "explain", "accept_guesses", "only", "all", "require_tier", "fresh"])]
    export: Option<PathBuf>,
    /// The format of the results on standard output, or with `--export` the server
    #[arg(long, value_name = "FORMAT", value_parser = one_of(Format::all()), default_value = "human")]
    format: Format,
}

/// A format of results, or the server of an export.
#[derive(Clone, Copy)]
enum Format {
    Human,
    Json,
    Of(Server),
}

impl Format {
    /// Returns all formats by their names.
    fn all() -> Vec<(&'static str, Format)> {
        let servers = Server::ALL.map(|(name, server)| (name, Format::Of(server)));
        [("human", Format::Human), ("json", Format::Json)]
            .into_iter()
            .chain(servers)
            .collect()
    }
}

/// The places of a judging.
struct Places<'a> {
    submissions: &'a Path,
    output: &'a Path,
}

/// Parses the points of a task.
fn points(text: &str) -> Result<(String, f64), String> {
    let pair = text
        .split_once('=')
        .and_then(|(task, points)| Some((task, points.parse::<f64>().ok()?)));
    let pair = pair.filter(|(_, points)| (0.0..=1e6).contains(points));
    let (task, points) = pair.ok_or("points are a task and a number from 0 to 1000000, such as stones=20")?;
    Ok((task.to_owned(), points))
}

pub(super) fn run(options: &Options) -> Result<Status> {
    let (submissions, output) = match (&options.export, options.format) {
        (Some(folder), Format::Of(server)) => return export(options, server, folder),
        (Some(_), _) => {
            let servers = Server::ALL.map(|(name, _)| name).join(", ");
            refuse!("`--export` needs a server\nhint: give `--format` one of {servers}");
        }
        (None, Format::Of(_)) => {
            refuse!(
                "this `--format` is a server's, and only `--export` writes for a server\n\
                 hint: use `--format json` for the results"
            );
        }
        (None, _) => (&options.submissions, &options.output),
    };
    let (Some(submissions), Some(output)) = (submissions, output) else {
        return Err(missing_folder(options).into());
    };
    let places = Places { submissions, output };
    let interrupted = interruption()?;
    match judge(options, &places, &interrupted) {
        // A compiler that a signal interrupts may look like an error.
        Err(_) if interrupted.load(Ordering::Relaxed) => {
            say("interrupted");
            Ok(Status::Interrupted)
        }
        ended => ended,
    }
}

/// Returns the error of a command without submissions or without a folder for the results.
fn missing_folder(options: &Options) -> Stop {
    let problem = match options.submissions {
        None => "missing submissions",
        Some(_) => "missing folder for the results",
    };
    let submissions = options.submissions.as_deref().unwrap_or(Path::new("class"));
    let output = options.output.as_deref().unwrap_or(Path::new("results"));
    let command = contest_command(&options.tasks, submissions, output);
    Stop::wrong(format_args!("{problem}\nhint: {command}"))
}

/// Writes the tasks for a server.
fn export(options: &Options, server: Server, folder: &Path) -> Result<Status> {
    let named = tasks::named(&options.tasks, None)?;
    let names: Vec<String> = named.iter().map(|task| tasks::name(task)).collect::<Result<_>>()?;
    let points = points_of(options, &names)?;
    let tasks: Vec<(PathBuf, f64)> = named.into_iter().zip(points).collect();
    contest_export::run(server, folder, &tasks)
}

/// Checks that there is a folder or an archive of submissions.
fn check_submissions(options: &Options, places: &Places<'_>) -> Result<()> {
    let submissions = places.submissions;
    if submissions.is_dir() || submissions.is_file() && archive::is_archive(submissions) {
        return Ok(());
    }
    let name = shown(submissions);
    let mut message = match submissions.exists() {
        true => format!("error: {name} is no folder or archive of submissions"),
        false => format!("error: there is no file or folder {name}"),
    };
    // The tasks may stand in the place of the class.
    if tasks::is_named(submissions) && options.tasks.is_dir() {
        let command = contest_command(submissions, &options.tasks, places.output);
        message += &format!("\nhint: {command}");
    }
    Err(Stop::bad_input(message).into())
}

fn judge(options: &Options, places: &Places<'_>, interrupted: &Arc<AtomicBool>) -> Result<Status> {
    let named = tasks::named(&options.tasks, Some(places.output))?;
    let submissions = places.submissions;
    check_submissions(options, places)?;
    let kept = Kept::open(places.output, options.fresh).map_err(unkept)?;
    let jobs = NonZeroUsize::new(num_cpus::get_physical()).unwrap_or(NonZeroUsize::MIN);
    let sandbox = sandbox(options.required.tier(), &Reading::default(), jobs, interrupted)?;
    // A coach runs the programs of others, so a weak sandbox is announced before the first of them runs.
    if sandbox.tier() as u8 > 1 {
        say(&format!("sandbox: {}", strength(sandbox.tier() as u8)));
    }
    let folder = temporary_folder()?;
    let games = Games {
        kept: &kept,
        out: places.output,
        is_interrupted: &|| interrupted.load(Ordering::Relaxed),
    };
    let mut opened = tasks::open_all(&named, &games, folder.path())?;
    let names: Vec<String> = opened.iter().map(|task| task.wanted.name.clone()).collect();
    let points = points_of(options, &names)?;
    let wanted: Vec<Wanted> = opened.iter().map(|task| task.wanted.clone()).collect();
    let found = submissions::find(submissions, &wanted, Some(places.output), options.accept_guesses);
    let mut found = found.map_err(|error| unfound(options, places, error))?;
    note_names(&found);
    let only = chosen(options, &found)?;
    let selections = opened.iter_mut().map(|task| task.selection.take());
    let selections: Option<Vec<Selection>> = selections.collect();
    let selections = selections.context("each task has its testcases")?;
    // No program sees a submission or a result of another.
    let private = [submissions.to_owned(), places.output.to_owned()];
    let first = Workshop::new(
        sandbox,
        Tools::default(),
        folder.path(),
        opened[0].given.compile_time(None),
    );
    let workshop = |(number, task): (usize, &Opened)| {
        let private = task.given.private.iter().chain(&private).cloned();
        let tools = Tools::beside(private).with(task.settings.toolchain());
        let place = folder.path().join(format!("task-{number}"));
        first.another(tools, &place, task.given.compile_time(None))
    };
    let workshops: Vec<Workshop> = opened.iter().enumerate().map(workshop).collect();
    let plans: Vec<Plan<'_>> = opened.iter().zip(&selections).map(plan).collect();
    let judges = opened.iter().zip(&plans).map(|(task, plan)| task.given.judge(plan));
    let judges: Vec<Option<Judge<'_>>> = judges.collect();
    let games: Vec<Option<Judge<'_>>> = opened.iter().map(judge_of_game).collect();
    let mut sessions: Vec<Session<'_>> = Vec::new();
    let mut digests = Vec::new();
    for (number, (plan, selection)) in plans.into_iter().zip(selections).enumerate() {
        let (task, workshop) = (&opened[number], &workshops[number]);
        let is_timed = plan.runs.is_timed();
        let mut session = session(task, plan, judges[number].as_ref(), selection, workshop)?;
        let digest = digest(&kept, task, &session, options.all);
        if !is_timed {
            limit(&kept, task, &mut session, &digest)?;
        }
        session.leaves_out = task.given.package.as_ref().filter(|_| !options.all);
        digests.push(digest);
        sessions.push(session);
    }
    let ready = opened.iter().zip(&sessions).zip(digests).enumerate();
    let ready = ready.map(|(number, ((task, session), digest))| Ready {
        task,
        session,
        namer: Namer::new(judges[number].as_ref(), session),
        explains: games[number].as_ref().or(judges[number].as_ref()),
        digest,
    });
    let ready: Vec<Ready<'_>> = ready.collect();
    let judging = Judging::new(&ready, &kept, interrupted, options.explain, &mut found, &only);
    say(&announced(&found, ready.len(), judging.count()));
    kept.begin().context("cannot keep results")?;
    judging.run(jobs)?;
    let comparing = working();
    let alike = pages::alike(&ready, &found);
    drop(comparing);
    let contest = contest(&judging, found, &points, interrupted.load(Ordering::Relaxed));
    write(&contest, &alike, places.output)?;
    show(options.format, &contest, places.output)?;
    Ok(status(&contest))
}

fn plan<'a>((task, selection): (&'a Opened, &Selection)) -> Plan<'a> {
    let wishes = Wishes {
        default_compare: task.settings.compare(task.given.entry),
        ..Wishes::default()
    };
    task.given.plan(&wishes, selection)
}

/// Returns the judge of a user's own game, which explains failures, or `None` for other tasks.
fn judge_of_game(task: &Opened) -> Option<Judge<'static>> {
    Some(Judge {
        entry: task.game?,
        variants: Variants::ORIGINAL,
        policy: Policy::default(),
        budget: Budget::of_this_machine(),
    })
}

/// Returns the session of a task, after notes on its stored answers.
fn session<'a>(
    task: &'a Opened,
    plan: Plan<'a>,
    judge: Option<&'a Judge<'a>>,
    selection: Selection,
    workshop: &'a Workshop,
) -> Result<Session<'a>> {
    let preparing = working();
    let one = NonZeroUsize::MIN;
    let session = (task.given).session(plan, judge, selection, workshop, one, DEFAULT_MAX_BYTES)?;
    let remarks = remarks_on_answers(&task.targets, &task.given, &session);
    drop(preparing);
    for remark in remarks {
        say(&format!("note: {}: {remark}", task.wanted.name));
    }
    Ok(session)
}

/// Returns the error of a folder that cannot keep results.
fn unkept(error: KeptError) -> anyhow::Error {
    match error {
        KeptError::Foreign(_) => Stop::wrong(format_args!("{error}\nhint: name a new folder by `-o`")).into(),
        KeptError::Busy(_) => Stop::wrong(error).into(),
        KeptError::Io(..) => error.into(),
    }
}

/// Says which forms of names may surprise, and how more sources are judged.
fn note_names(found: &Found) {
    for form in &found.forms {
        say(&format!("note: {form}"));
    }
    if found.guessable > 0 {
        let verb = if found.guessable == 1 { "has" } else { "have" };
        let sources = count(found.guessable, "source");
        say(&format!(
            "note: {sources} that gamesolve does not judge {verb} a likely meaning, which `--accept-guesses` accepts"
        ));
    }
}

/// Returns the error of a place without submissions.
fn unfound(options: &Options, places: &Places<'_>, error: FindError) -> anyhow::Error {
    let hint = match &error {
        FindError::NoContestants(_) => {
            "put the sources of each contestant into a folder, such as HS01/stones.cpp".to_owned()
        }
        FindError::Numbers(..) => "name the contestant and the task in each file, such as HS01_stones.cpp".to_owned(),
        FindError::Class(_, inner) if places.submissions.is_dir() => {
            contest_command(&options.tasks, &places.submissions.join(inner), places.output)
        }
        FindError::Class(..) => "unpack the archive, and name this folder".to_owned(),
        FindError::Archive(_) => return Stop::wrong(error).into(),
        FindError::Io(..) => return error.into(),
    };
    Stop::wrong(format_args!("{error}\nhint: {hint}")).into()
}

/// Returns the points of each task.
fn points_of(options: &Options, tasks: &[String]) -> Result<Vec<f64>> {
    let mut points = vec![POINTS; tasks.len()];
    for (name, number) in &options.points {
        let Some(task) = tasks.iter().position(|task| task == name) else {
            let name = crate::text::quoted(name.as_bytes(), 100);
            refuse!(
                "there is no task `{name}` for its points\nhint: the tasks are {}",
                tasks.join(", ")
            );
        };
        points[task] = *number;
    }
    Ok(points)
}

/// Returns the contestants of `--only`.
fn chosen(options: &Options, found: &Found) -> Result<Vec<usize>> {
    let mut chosen = Vec::new();
    for name in &options.only {
        let Some(contestant) = found.contestants.iter().position(|one| one.name == *name) else {
            let mut names = found.contestants.iter().map(|one| &one.name);
            let near = names.find(|one| one.to_lowercase() == name.to_lowercase());
            let hint = match near {
                Some(near) => format!("--only {}", crate::text::for_a_shell(near.as_ref())),
                None => format!("a contestant is {}, for example", found.contestants[0].name),
            };
            let name = crate::text::quoted(name.as_bytes(), 100);
            refuse!("there is no contestant `{name}`\nhint: {hint}");
        };
        chosen.push(contestant);
    }
    Ok(chosen)
}

/// Returns the digest of everything but the source that a result depends on.
fn digest(kept: &Kept, task: &Opened, session: &Session<'_>, runs_all: bool) -> String {
    let conditions = format!(
        "{} {runs_all} {:?} {:?} {:?} {:?} {:?} {:?}",
        env!("CARGO_PKG_VERSION"),
        session.limits,
        session.of_cases,
        session.of_endings,
        session.files,
        session.rules.rule(),
        task.settings.toolchain(),
    );
    kept.key([task.digest.as_bytes(), conditions.as_bytes()])
}

/// Sets the time limit of a package that measures it. A kept limit stays as it is.
fn limit(kept: &Kept, task: &Opened, session: &mut Session<'_>, digest: &str) -> Result<()> {
    if let Some(ms) = kept.limit(digest) {
        session.limits = session.limits.clone().with_cpu(Duration::from_millis(ms));
        return Ok(());
    }
    let before = session.limits.cpu;
    task.given.limit_by_submissions(session)?;
    let limit = session.limits.cpu;
    if limit != before {
        // Whole milliseconds, so that the next call has the same limit.
        let ms = limit.as_millis() as u64;
        session.limits = session.limits.clone().with_cpu(Duration::from_millis(ms));
        kept.keep_limit(digest, ms).context("cannot keep a time limit")?;
    }
    Ok(())
}

/// Returns a line about the work to do.
fn announced(found: &Found, tasks: usize, sources: usize) -> String {
    let contestants = count(found.contestants.len(), "contestant");
    let sources = match sources {
        0 => "All results are known".to_owned(),
        number => format!("Judging {}", count(number, "different source")),
    };
    format!("{contestants}, {}. {sources}.", count(tasks, "task"))
}

/// Returns the whole results.
fn contest(judging: &Judging<'_>, found: Found, points: &[f64], is_interrupted: bool) -> Contest {
    let task = |(ready, points): (&Ready<'_>, &f64)| Task {
        name: ready.task.wanted.name.clone(),
        title: ready.task.title.clone(),
        points: *points,
        cases: ready
            .session
            .selection
            .cases
            .iter()
            .map(|case| case.name.clone())
            .collect(),
        time_limit_ms: ready.session.limits.cpu.as_millis() as u64,
    };
    let contestants = found.contestants.into_iter().enumerate().map(|(number, contestant)| {
        let sources = contestant.sources.into_iter().enumerate();
        let cells = sources.map(|(task, source)| match (source, judging.result(number, task)) {
            (Some(source), Some(Some(judged))) => Cell::Judged(Box::new(Judged {
                file: source.shown,
                guess: source.guess,
                points: judged.points.map(|share| share * points[task]),
                ..judged
            })),
            (Some(_), Some(None)) => Cell::Pending,
            _ => Cell::Empty,
        });
        Contestant {
            name: contestant.name,
            cells: cells.collect(),
        }
    });
    let contestants: Vec<Contestant> = contestants.collect();
    let names: Vec<&str> = contestants.iter().map(|one| one.name.as_str()).collect();
    Contest {
        lookalikes: lookalikes::among(&names),
        tasks: judging.tasks.iter().zip(points).map(task).collect(),
        contestants,
        strays: found.strays,
        is_interrupted,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

/// Writes the results into their folder.
fn write(contest: &Contest, alike: &Alike, folder: &Path) -> Result<()> {
    output::to_file(&folder.join("results.csv"), csv::written(contest))?;
    output::to_file(&folder.join("results.json"), json::written(contest))?;
    pages::write(contest, alike, folder)
}

/// Shows the results on standard output.
fn show(format: Format, contest: &Contest, folder: &Path) -> Result<()> {
    if matches!(format, Format::Json) {
        return output::to_stdout(&json::written(contest));
    }
    let mut text = table::written(contest, takes_colour()) + &table::below(contest);
    if contest.is_interrupted {
        text += "\nInterrupted. Give the same command again to go on.\n";
    } else if contest.pending() > 0 {
        text += "\nPending programs are not judged yet. Give the command without `--only` to judge them all.\n";
    }
    text += &format!("\nAll results: {}\n", shown(&folder.join(pages::PAGE)));
    output::to_stdout(&text)
}

fn status(contest: &Contest) -> Status {
    if contest.is_interrupted {
        Status::Interrupted
    } else if contest.judged().any(is_fault) {
        Status::Fault
    } else {
        Status::Success
    }
}
