//! `gamesolve stress`: programs against the solver on random instances, and the smallest one that fails.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::register;
use tempfile::TempDir;

use super::judge::{no_program, time};
use super::output::{self, shown};
use super::progress::{Progress, clock};
use super::status::{Status, Stop, say};
use super::{args, r#gen};
use crate::judge::attempt::{self, Bench, Broken};
use crate::judge::program::{NoProgram, Program, for_a_shell};
use crate::judge::sandbox::Sandbox;
use crate::judge::{Fault, Judge, Judgement, Policy, Verdict};
use crate::package::Case;
use crate::practice::explain::explain;
use crate::practice::shrink::{Shrunk, shrink};
use crate::practice::stress::{Attempt, Found, Plan};
use crate::problem::{Entry, Failure, Input, Variants};
use crate::text::{Source, quoted};

/// How many characters of a line are shown.
const SHOWN: usize = 2000;
/// How many lines of an input or an output are shown.
const LINES: usize = 40;

pub(super) fn command() -> Command {
    Command::new("stress")
        .about("Search small instances for one that a program fails on, and shrink it")
        .override_usage(
            "gamesolve stress [OPTIONS] PROBLEM FILE...\n       gamesolve stress [OPTIONS] PROBLEM -- COMMAND... [-- COMMAND...]",
        )
        .arg(args::problem())
        .arg(args::programs("A source file, or a program"))
        .arg(args::words("The command that starts the program; a further `--` begins another"))
        .args(numbers())
        .arg(Arg::new("family").long("family").value_name("NAME").help("Instances of this kind only; `gen --list` names them"))
        .arg(
            Arg::new("save")
                .long("save")
                .value_name("DIR")
                .value_parser(value_parser!(PathBuf))
                .help("The folder for the failing case [default: PROBLEM-stress]"),
        )
        .arg(
            Arg::new("contest-files")
                .long("contest-files")
                .action(ArgAction::SetTrue)
                .help("Put the input in the contest's file and read the answer from its file"),
        )
        .args(args::variants_of_all())
        .after_help(
            "Random instances, small ones first, are given to the program in the box of `judge` and to the solver. The \
             first on which the program gives a wrong answer, crashes or runs out of a limit is shrunk for as long as the \
             program fails in the same way, shown with both answers and the reason, and saved as a case. The same seed \
             tries the same instances and shrinks to the same one.\n\n\
             Exit status: 0 no failing instance found, 1 found, 4 the solver refused all instances.",
        )
}

fn numbers() -> [Arg; 7] {
    let number = |name: &'static str| Arg::new(name).long(name);
    [
        number("seed")
            .value_name("S")
            .value_parser(value_parser!(u64))
            .default_value("1")
            .help("Where the instances start: the same seed, the same instances"),
        number("tests")
            .value_name("N")
            .value_parser(value_parser!(u64).range(1..))
            .default_value("10000")
            .help("Stop after this many instances"),
        number("time-budget")
            .value_name("TIME")
            .value_parser(time)
            .default_value("30")
            .help("Stop searching after this time; shrinking may take as long again"),
        number("time")
            .value_name("TIME")
            .value_parser(time)
            .help("Processor time of one run [default: the problem's]"),
        number("memory")
            .value_name("SIZE")
            .value_parser(args::size)
            .help("Memory of one run [default: the problem's]"),
        number("memory-limit")
            .value_name("SIZE")
            .value_parser(args::size)
            .help("Most memory to solve with; instances that need more are skipped [default: what the machine has free]"),
        number("jobs")
            .short('j')
            .value_name("N")
            .value_parser(value_parser!(NonZeroUsize))
            .help("How many instances at a time [default: one per processor]"),
    ]
}

pub(super) fn run(matches: &ArgMatches) -> Result<Status> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        register(signal, Arc::clone(&interrupted)).context("cannot prepare for Ctrl-C")?;
    }
    let entry = args::the_problem(matches);
    let variants = args::variants(entry, matches)?;
    let folder = TempDir::with_prefix("gamesolve-stress-")
        .context("cannot make a folder for temporary files")?;
    for name in ["in", "out"] {
        std::fs::create_dir(folder.path().join(name))
            .context("cannot make a folder for the cases")?;
    }
    let sandbox = Sandbox::probe(None).map_err(|error| Stop::fault(format!("error: {error}")))?;
    let sandbox = sandbox.interruptible(Arc::clone(&interrupted));
    let mut status = Status::Success;
    for (number, target) in targets(matches)?.into_iter().enumerate() {
        let (program, words) = match target {
            Target::Command(words) => {
                let last = std::iter::once("--".into()).chain(words.clone()).collect();
                (Program::of_command(words), last)
            }
            Target::File(path) => {
                let place = folder.path().join(format!("program-{number}"));
                let program = Program::of_file(&path, &sandbox, Duration::from_secs(30), &place);
                match program {
                    Err(NoProgram::DoesNotCompile(said)) => {
                        output::to_stdout(&format!("{} does not compile: {said}\n", shown(&path)))?;
                        status = Status::NotAccepted;
                        continue;
                    }
                    program => (program.map_err(|why| no_program(&why))?, vec![path.into()]),
                }
            }
        };
        let stress = Stress::new(entry, &variants, matches, &sandbox, folder.path(), &program)?;
        let failed = stress.run(&words)?;
        if interrupted.load(Ordering::Relaxed) {
            return Ok(Status::Interrupted);
        }
        if failed {
            status = Status::NotAccepted;
        }
    }
    Ok(status)
}

enum Target {
    File(PathBuf),
    Command(Vec<OsString>),
}

fn targets(matches: &ArgMatches) -> Result<Vec<Target>> {
    let files = matches
        .get_many::<PathBuf>("program")
        .unwrap_or_default()
        .cloned()
        .map(Target::File);
    let words: Vec<OsString> = matches
        .get_many("command")
        .unwrap_or_default()
        .cloned()
        .collect();
    let commands = words
        .split(|word| word == "--")
        .filter(|words| !words.is_empty());
    let targets: Vec<Target> = files
        .chain(commands.map(|words| Target::Command(words.to_vec())))
        .collect();
    if targets.is_empty() {
        let slug = args::the_problem(matches).meta().slug;
        let hint = format!(
            "as in `gamesolve stress {slug} sol.cpp` or `gamesolve stress {slug} -- ./mysol`"
        );
        return Err(Stop::bad_input(format!("error: no program is named\nhint: {hint}")).into());
    }
    Ok(targets)
}

/// The stress test of one program.
struct Stress<'a> {
    entry: &'a dyn Entry,
    variants: &'a Variants,
    matches: &'a ArgMatches,
    program: &'a Program,
    bench: Bench<'a>,
    folder: &'a Path,
    cases: AtomicU64,
    /// How many instances the solver refused.
    refused: AtomicU64,
    /// Why no further instance is tried: our fault, or that of whoever named the program.
    stopped: Mutex<Option<Stop>>,
}

impl<'a> Stress<'a> {
    fn new(
        entry: &'a dyn Entry,
        variants: &'a Variants,
        matches: &'a ArgMatches,
        sandbox: &'a Sandbox,
        folder: &'a Path,
        program: &'a Program,
    ) -> Result<Stress<'a>> {
        let meta = entry.meta();
        let limits = attempt::limits(
            matches
                .get_one("time")
                .copied()
                .unwrap_or(Duration::from_millis(meta.time_limit_ms.into())),
            matches
                .get_one("memory")
                .copied()
                .unwrap_or(u64::from(meta.memory_limit_mib) << 20),
            attempt::OUTPUT,
            attempt::PROCESSES,
        );
        let judge = Judge {
            entry,
            variants,
            policy: Policy::default(),
            budget: args::budget(matches),
        };
        let mut bench = Bench::new(
            sandbox,
            judge,
            limits,
            folder,
            crate::text::DEFAULT_MAX_BYTES,
        );
        bench.files = matches
            .get_flag("contest-files")
            .then_some(meta.contest_files);
        bench.hidden = vec![
            folder
                .join("out")
                .canonicalize()
                .context("cannot find the folder of the answers")?,
        ];
        Ok(Stress {
            entry,
            variants,
            matches,
            program,
            bench,
            folder,
            cases: AtomicU64::new(0),
            refused: AtomicU64::new(0),
            stopped: Mutex::new(None),
        })
    }

    /// Searches, shrinks and reports; whether the program failed.
    fn run(&self, words: &[OsString]) -> Result<bool> {
        let number = |id: &str| {
            *self
                .matches
                .get_one::<u64>(id)
                .expect("the argument has a default")
        };
        let budget = *self
            .matches
            .get_one::<Duration>("time-budget")
            .expect("the argument has a default");
        let begun = Instant::now();
        let plan = Plan {
            entry: self.entry,
            variants: self.variants,
            family: r#gen::family(self.entry, self.matches)?,
            seed: number("seed"),
            tests: number("tests"),
            until: begun + budget,
            jobs: self.jobs(),
        };
        let progress = progress(plan.tests);
        let found = plan.search(|text| self.fails(text), |drawn| progress.set(drawn));
        drop(progress);
        self.go_on()?;
        let refused = self.refused.load(Ordering::Relaxed);
        say(&searched(&plan, &found, refused, begun.elapsed()));
        let Some((attempt, judgement)) = found.failure else {
            if refused > 0 && refused == found.tried {
                let message = "error: the solver refused every instance\nhint: allow more with `--memory-limit`";
                return Err(Stop::refused(message).into());
            }
            let interrupted = self.bench.sandbox.is_interrupted();
            let end = if interrupted {
                "interrupted"
            } else {
                "no failing instance found"
            };
            output::to_stdout(&format!("{}: {end}\n", self.program.name))?;
            return Ok(false);
        };
        say(&self.origin(&attempt, &judgement));
        let until = Instant::now() + budget;
        let fails_alike = |text: &str| {
            let failure = self.fails(text);
            failure.is_some_and(|found| found.verdict == judgement.verdict)
        };
        let (entry, variants, jobs) = (self.entry, self.variants, self.jobs());
        let shrunk = shrink(entry, variants, attempt.text, until, jobs, fails_alike);
        let shrunk = shrunk.map_err(|error| {
            Stop::fault(format!(
                "error: an instance cannot be read again: {error:?}"
            ))
        })?;
        self.go_on()?;
        output::to_stdout(&self.report(&shrunk, judgement, words)?)?;
        Ok(true)
    }

    /// What is wrong with the program on this instance; `None` where it is right, or was not tried.
    fn fails(&self, text: &str) -> Option<Judgement> {
        if self.bench.sandbox.is_interrupted() || self.stop().is_some() {
            return None;
        }
        let case = match self.case(text) {
            Ok((case, _)) => case,
            Err(stop) if stop.is_refusal() => {
                self.refused.fetch_add(1, Ordering::Relaxed);
                return None;
            }
            Err(stop) => {
                *self.stop() = Some(stop);
                return None;
            }
        };
        let judged = self.bench.judge(self.program, &case);
        for path in [&case.input, &case.answer] {
            // They go with the folder at the latest.
            let _ = std::fs::remove_file(path);
        }
        match judged {
            Err(Broken::Interrupted) => None,
            Err(Broken::CannotStart(why)) => {
                *self.stop() = Some(Stop::bad_input(format!("error: {why}")));
                None
            }
            Ok(judgement) => match judgement.verdict {
                Verdict::Accepted => None,
                Verdict::Internal(fault) => {
                    *self.stop() = Some(own_fault(fault, &judgement, text));
                    None
                }
                _ => Some(judgement),
            },
        }
    }

    fn stop(&self) -> std::sync::MutexGuard<'_, Option<Stop>> {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// # Errors
    /// Where something is wrong that is not the program's answer.
    fn go_on(&self) -> Result<()> {
        self.stop().take().map_or(Ok(()), |stop| Err(stop.into()))
    }

    /// Writes an instance and its answer where the box finds them.
    fn case(&self, text: &str) -> Result<(Case, String), Stop> {
        let name = self.cases.fetch_add(1, Ordering::Relaxed).to_string();
        let source = Source {
            name: format!("instance {name}"),
            bytes: text.as_bytes().to_vec(),
        };
        let answer = self.entry.solve(self.input(text), self.bench.judge.budget);
        let answer = answer.map_err(|failure| Stop::from_failure(failure, &source))?;
        let [input, output] = ["in", "out"].map(|folder| self.folder.join(folder).join(&name));
        for (path, data) in [(&input, text), (&output, &answer)] {
            std::fs::write(path, data).map_err(|error| {
                Stop::fault(format!("error: cannot write {}: {error}", shown(path)))
            })?;
        }
        Ok((
            Case {
                key: name.clone().into_bytes(),
                name,
                group: None,
                input,
                answer: output,
            },
            answer,
        ))
    }

    fn input<'b>(&'b self, text: &'b str) -> Input<'b> {
        Input {
            bytes: text.as_bytes(),
            variants: self.variants,
        }
    }

    fn jobs(&self) -> NonZeroUsize {
        let asked = self.matches.get_one("jobs").copied();
        asked
            .or_else(|| std::thread::available_parallelism().ok())
            .unwrap_or(NonZeroUsize::MIN)
    }

    /// Where the failing instance came from.
    fn origin(&self, attempt: &Attempt, judgement: &Judgement) -> String {
        let Attempt {
            family,
            size,
            seed,
            text,
        } = attempt;
        let slug = self.entry.meta().slug;
        format!(
            "{} on an instance of {} bytes: gamesolve gen {slug} --family {family} --size {size} --seed {seed}\nshrinking",
            judgement.verdict.code(),
            text.len()
        )
    }

    /// Saves the shrunk case and tells everything about it. `first` is the judgement before shrinking.
    fn report(&self, shrunk: &Shrunk, first: Judgement, words: &[OsString]) -> Result<String> {
        let Shrunk {
            text,
            steps,
            tried,
            complete,
        } = shrunk;
        let slug = self.entry.meta().slug;
        let (case, answer) = self.case(text)?;
        let judged = self.bench.judge(self.program, &case);
        let printed = self.bench.output(self.program, &case);
        let judgement = judged
            .ok()
            .filter(|judgement| judgement.verdict != Verdict::Accepted);
        let steady = judgement.is_some();
        let judgement = judgement.unwrap_or(first);
        let saved = self.save(text, &answer)?;
        let why = judgement
            .reason
            .as_ref()
            .map_or("", |reason| reason.as_str());
        let mut report = format!(
            "{}: {} {why}\n",
            self.program.name,
            judgement.verdict.code()
        );
        if !steady {
            report +=
                "The program does not always fail on it: its output changes from run to run.\n";
        }
        report += &format!(
            "Shrunk to {} bytes in {steps} step{}, {tried} instances tried",
            text.len(),
            if *steps == 1 { "" } else { "s" },
        );
        report += if *complete {
            "; no smaller one next to it fails.\n"
        } else {
            "; time ran out.\n"
        };
        report += &section("input", text.as_bytes());
        report += &section("right answer", answer.as_bytes());
        report += &section("the program's answer", &printed);
        report += &format!("\nWhy: {}\n", self.why(text, judgement.test)?);
        let path = |end: &str| for_a_shell(saved.with_extension(end).as_os_str());
        let folder = saved.parent().unwrap_or(Path::new("."));
        let name = saved.file_name().unwrap_or_default();
        let flags = self.flags();
        let (before, after) = if words.first().is_some_and(|word| word == "--") {
            (&[][..], words)
        } else {
            (words, &[][..])
        };
        let shell = |words: &[OsString]| {
            words
                .iter()
                .map(|word| format!(" {}", for_a_shell(word)))
                .collect::<String>()
        };
        let limits = self.limit_flags();
        report += &format!(
            "\nSaved as {}.\nAgain:   gamesolve judge {slug}{} {}{flags}{limits} --case {}{}\nExplain: gamesolve explain {slug} {}{flags}\nSearch:  {}\n",
            path("in"),
            shell(before),
            for_a_shell(folder.as_os_str()),
            for_a_shell(name),
            shell(after),
            path("in"),
            self.command(before, after),
        );
        Ok(report)
    }

    /// One line on why the right answer is right, about the first wrong test.
    fn why(&self, text: &str, test: Option<usize>) -> Result<String> {
        let budget = self.bench.judge.budget;
        let source = Source {
            name: "the shrunk instance".to_owned(),
            bytes: text.as_bytes().to_vec(),
        };
        let told = self
            .entry
            .game(self.input(text), test.unwrap_or(1) - 1, budget)
            .and_then(|game| explain(&*game, budget).map_err(Failure::from));
        match told {
            Ok(explanation) => Ok(explanation.in_one_line()),
            Err(Failure::Refused(refusal)) => Ok(format!("not explained, {refusal}")),
            Err(failure) => Err(Stop::from_failure(failure, &source).into()),
        }
    }

    /// Writes the case under the next free name; returns its path without an ending.
    fn save(&self, text: &str, answer: &str) -> Result<PathBuf> {
        let slug = self.entry.meta().slug;
        let folder = self.matches.get_one::<PathBuf>("save").cloned();
        let folder = folder.unwrap_or_else(|| PathBuf::from(format!("{slug}-stress")));
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("cannot create {}", shown(&folder)))?;
        let free = |path: &PathBuf| {
            !path.with_extension("in").exists() && !path.with_extension("out").exists()
        };
        let mut names = (1..u64::MAX).map(|number| folder.join(format!("stress-{number:02}")));
        let path = names.find(free).context("every name is taken")?;
        output::to_file(&path.with_extension("in"), text)?;
        output::to_file(&path.with_extension("out"), answer)?;
        Ok(path)
    }

    /// The command that finds the same case again; `before` and `after` name the program.
    fn command(&self, before: &[OsString], after: &[OsString]) -> String {
        let mut words: Vec<OsString> = vec!["gamesolve".into(), "stress".into()];
        words.push(self.entry.meta().slug.into());
        words.extend_from_slice(before);
        for arg in command().get_arguments() {
            let id = arg.get_id().as_str();
            let given = self.matches.value_source(id) == Some(ValueSource::CommandLine);
            let decides = id == "seed" || (given && id != "jobs" && id != "save");
            if arg.is_positional() || !decides {
                continue;
            }
            words.push(format!("--{id}").into());
            if arg.get_action().takes_values() {
                let values = self.matches.get_raw(id).unwrap_or_default();
                words.extend(values.map(OsString::from));
            }
        }
        words.extend_from_slice(after);
        let words: Vec<String> = words.iter().map(|word| for_a_shell(word)).collect();
        words.join(" ")
    }

    /// The flags of the variants, as they were given.
    fn flags(&self) -> String {
        let chosen = self.entry.meta().variants.iter().filter_map(|variant| {
            let value = self.variants.number(variant.name)?;
            let value = variant.value.map_or(String::new(), |_| format!(" {value}"));
            Some(format!(" --{}{value}", variant.name))
        });
        chosen.collect()
    }

    /// The flags that the verdict depends on besides those of the variants, as they were given.
    fn limit_flags(&self) -> String {
        let raw = |id: &str| {
            self.matches
                .get_raw(id)
                .into_iter()
                .flatten()
                .map(for_a_shell)
                .next()
        };
        let given = ["time", "memory"]
            .into_iter()
            .filter_map(|id| Some(format!(" --{id} {}", raw(id)?)));
        let files = self
            .matches
            .get_flag("contest-files")
            .then(|| " --contest-files".to_owned());
        given.chain(files).collect()
    }
}

/// An internal verdict is never the program's.
fn own_fault(fault: Fault, judgement: &Judgement, text: &str) -> Stop {
    let why = judgement
        .reason
        .as_ref()
        .map_or("", |reason| reason.as_str());
    Stop::fault(format!(
        "error: {fault}: {why}\nhint: please report this input: {}",
        quoted(text.as_bytes(), 300)
    ))
}

fn section(title: &str, data: &[u8]) -> String {
    let lines = data
        .strip_suffix(b"\n")
        .unwrap_or(data)
        .split(|&b| b == b'\n');
    let count = lines.clone().count();
    let shown = lines
        .take(LINES)
        .map(|line| format!("  {}\n", quoted(line, SHOWN)));
    let mut text = format!("\n{title}:\n");
    text.extend(shown);
    if count > LINES {
        text += &format!("  … {} more lines\n", count - LINES);
    }
    text
}

/// What has been searched, and how fast.
fn searched<T>(plan: &Plan<'_>, found: &Found<T>, refused: u64, time: Duration) -> String {
    let Found { tried, skipped, .. } = *found;
    let seconds = time.as_secs_f64().max(0.001);
    let rate = tried as f64 / seconds;
    let mut text = format!(
        "seed {}: {tried} instances in {seconds:.1} s, {rate:.0} a second; {skipped} repetitions left out",
        plan.seed
    );
    if refused > 0 {
        text += &format!("; {refused} refused by the solver, which needs more memory for them");
    }
    if skipped > tried {
        text += "\nwarning: most instances were repetitions: there are few so small, or the family has little chance in it";
    }
    text
}

fn progress(tests: u64) -> Progress {
    Progress::new(true, move |drawn, time| {
        let rate = drawn as f64 / time.as_secs_f64().max(0.001);
        format!(
            "{drawn}/{tests} instances, {rate:.0} a second, {}",
            clock(time)
        )
    })
}
