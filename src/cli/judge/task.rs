//! The task that programs are judged on: a problem, or a package of any format.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::super::output::{shown, to_file};
use super::super::program::{RunLimits, memory_limit, time_limit};
use super::super::status::Stop;
use super::super::task::{is_game_file, near, own_entry};
use crate::budget::Budget;
use crate::cases::evaluate::Judge;
use crate::cases::recognise::recognise;
use crate::judge::attempt::Files;
use crate::judge::language::Language;
use crate::judge::places::below;
use crate::judge::plan::{ProblemLimits, Wishes};
use crate::judge::report::ReportedCase;
use crate::judge::selection::Selection;
use crate::judge::{Judgement, Rule as _, Verdict};
use crate::package::layout::Layout;
use crate::package::model::Kind;
use crate::package::scheme::PackagePoints;
use crate::package::{Case, Package, archive};
use crate::problem::{Entry, Failure, Input, Variants};
use crate::problems::REGISTRY;
use crate::text::Source;

/// The largest input, in bytes, that gamesolve solves to recognise the problem of a package.
const MAX_TRIED_BYTES: u64 = 64 << 10;
/// The number of inputs that it solves for that.
const MAX_TRIED: usize = 3;
/// The memory for these solutions, in bytes.
const TRIAL_BUDGET_BYTES: u64 = 64 << 20;
/// The steps of one solution that checks a stored answer.
const TRIAL_STEPS: u64 = 20_000_000;

/// Answers the testcases of a problem again under its variants.
///
/// The stored answers and the points follow the original rules, so the points are dropped. A testcase beyond the budget
/// is skipped by name.
pub(super) fn answer_again(
    selection: &mut Selection,
    entry: &dyn Entry,
    variants: &Variants,
    max_bytes: u64,
) -> Result<()> {
    let mut refused = Vec::new();
    for case in &selection.cases {
        let source = Source::from_file(&case.input, max_bytes)?;
        let bytes = &source.bytes;
        match entry.solve(Input { bytes, variants }, Budget::of_this_machine().to_show()) {
            Ok(answer) => to_file(&case.answer, &answer)?,
            Err(Failure::Refused(refusal)) => refused.push((case.name.clone(), refusal)),
            Err(failure) => return Err(Stop::from_failure(failure, &source).into()),
        }
    }
    for (name, refusal) in refused {
        let at = selection.cases.iter().position(|case| case.name == name);
        let case = selection.cases.remove(at.context("it was among them")?);
        let why = format!("no answer under this variant: {}", refusal.message());
        selection.skipped.push(ReportedCase {
            name,
            group: case.group,
            judgement: Judgement::new(Verdict::Skipped, why),
        });
    }
    selection.points = PackagePoints::Unstated;
    Ok(())
}

/// The task, from the first argument of the command line.
#[derive(Clone)]
pub(in crate::cli) enum Task {
    /// A problem of the registry.
    Problem(&'static dyn Entry),
    /// A folder or an archive.
    Place(PathBuf),
}

impl Task {
    /// Reads the first argument. The other arguments serve the hint about a wrong order.
    pub(in crate::cli) fn of(given: &Path, rest: &[PathBuf], has_command: bool, verb: &str) -> Result<Task> {
        if let Some(entry) = given.to_str().and_then(super::super::problem) {
            return Ok(Task::Problem(entry));
        }
        // If only folders and archives follow, the file is the program and not a game.
        let is_place = |path: &PathBuf| path.is_dir() || archive::is_archive(path);
        let is_swapped = !has_command && !rest.is_empty() && rest.iter().all(is_place);
        if !has_command && rest.is_empty() && is_submission(given) {
            return Err(missing_problem(given, verb).into());
        }
        if is_game_file(given.as_os_str()) && !is_swapped {
            let entry = own_entry(given.as_os_str());
            return match entry {
                Ok(entry) => Ok(Task::Problem(entry)),
                Err(why) => Err(Stop::bad_input(format!("error: {why}")).into()),
            };
        }
        if given.is_dir() || (given.is_file() && archive::is_archive(given)) {
            return Ok(Task::Place(given.to_owned()));
        }
        let name = shown(given);
        if given.is_file() {
            let rest = rest.iter().find(|path| is_place(path));
            let place = rest.map_or_else(
                || likely_problem(given).unwrap_or("stones").to_owned(),
                |path| word(path),
            );
            let what = match Language::of(given) {
                Some(language) => format!("a program in {}", language.name),
                None => "a file".to_owned(),
            };
            return Err(Stop::bad_input(format!(
                "error: {name} is {what}, and the task must come first\nhint: gamesolve {verb} {place} {}",
                word(given)
            ))
            .into());
        }
        let hint = match near(given.as_os_str()) {
            Some(slug) => format!("did you mean `{slug}`?"),
            None => "name a problem from `gamesolve list`, or a folder or an archive with testcases".to_owned(),
        };
        Err(Stop::bad_input(format!(
            "error: there is no problem, folder or archive {name}\nhint: {hint}"
        ))
        .into())
    }
}

/// Returns whether a file is a program in a language of games, but has no `moves` and so is no game.
pub(in crate::cli) fn is_submission(path: &Path) -> bool {
    /// The largest source to search, in bytes.
    const MOST: u64 = 1 << 20;
    let is_named_so = path.is_file() && is_game_file(path.as_os_str());
    let Some(source) = is_named_so.then(|| Source::from_file(path, MOST).ok()).flatten() else {
        return false;
    };
    let text = String::from_utf8_lossy(&source.bytes);
    let mut names = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    names.all(|name| name != "moves")
}

/// Returns the problem that a file has the name of.
fn likely_problem(path: &Path) -> Option<&'static str> {
    let stem = path.file_stem()?.to_str()?.to_ascii_lowercase().replace('_', "-");
    super::super::problem(&stem).map(|entry| entry.meta().slug)
}

/// Returns the error for a submission in the place of the problem.
fn missing_problem(path: &Path, verb: &str) -> Stop {
    let (name, file) = (shown(path), word(path));
    let hint = match likely_problem(path) {
        Some(slug) => format!("gamesolve {verb} {slug} {file}"),
        None => format!(
            "name the problem first, such as `gamesolve {verb} stones {file}`. `gamesolve list` shows all names"
        ),
    };
    Stop::bad_input(format!(
        "error: missing problem: {name} is a program and has no function `moves`\nhint: {hint}"
    ))
}

fn word(path: &Path) -> String {
    crate::judge::program::for_a_shell(path.as_os_str())
}

/// Refuses a package of a kind that gamesolve cannot judge.
pub(in crate::cli) fn refuse_kind(package: &Package) -> Result<()> {
    if let Kind::Unsupported(what) = &package.kind {
        return Err(Stop::bad_input(format!(
            "error: gamesolve cannot judge `{}`: {} (from `{}`)",
            package.name,
            what.value,
            below(package, &what.by)
        ))
        .into());
    }
    Ok(())
}

/// Refuses a package whose checker cannot be used.
pub(in crate::cli) fn refuse_checker(package: &Package) -> Result<()> {
    let Some(why) = &package.no_checker else {
        return Ok(());
    };
    Err(Stop::bad_input(format!(
        "error: gamesolve cannot use the checker of the package: {} (from `{}`)\nhint: use your own by `--checker`, or a \
         rule by `--compare`",
        why.value,
        below(package, &why.by)
    ))
    .into())
}

/// Returns the problem of a package, or a remark if the package shares only its name.
pub(in crate::cli) fn recognised(
    place: &Path,
    selection: &Selection,
    max_bytes: u64,
) -> (Option<&'static dyn Entry>, Option<String>) {
    let layout = Layout {
        cases: selection.cases.clone(),
        ..Layout::default()
    };
    let Ok(found) = recognise(REGISTRY, &[place.to_owned()], &layout) else {
        return (None, None);
    };
    let [entry] = found.entries[..] else {
        return (None, None);
    };
    let slug = entry.meta().slug;
    let remark = || {
        format!("it has the name of the problem `{slug}` but other testcases, so gamesolve judges it as another task")
    };
    let mut cases: Vec<_> = selection
        .cases
        .iter()
        .filter_map(|case| Some((case.input.metadata().ok()?.len(), case)))
        .filter(|(size, _)| *size <= MAX_TRIED_BYTES.min(max_bytes))
        .collect();
    cases.sort_by_key(|(size, _)| *size);
    if cases.is_empty() {
        return (None, Some(remark()));
    }
    let judge = Judge {
        entry,
        variants: Variants::ORIGINAL,
        policy: crate::judge::Policy::Tokens,
        budget: Budget::of(TRIAL_BUDGET_BYTES),
    };
    for (_, case) in cases.iter().take(MAX_TRIED) {
        if solver_verdict(case, judge, max_bytes) != Some(Verdict::Accepted) {
            return (None, Some(remark()));
        }
    }
    (Some(entry), None)
}

/// Returns whether the solver contradicts the stored answer of a testcase. A large or slow testcase counts as right.
pub(super) fn has_wrong_answer(case: &Case, judge: Judge<'_>) -> bool {
    let judge = Judge {
        budget: Budget::of(TRIAL_BUDGET_BYTES).with_steps(TRIAL_STEPS),
        ..judge
    };
    solver_verdict(case, judge, MAX_TRIED_BYTES) == Some(Verdict::WrongAnswer)
}

/// Returns the verdict on the solver's output for a testcase, or `None` if a file is too large or the solver refuses.
fn solver_verdict(case: &Case, judge: Judge<'_>, max_bytes: u64) -> Option<Verdict> {
    let read = |path: &Path| Source::from_file(path, max_bytes).ok();
    let (input, answer) = (read(&case.input)?, read(&case.answer)?);
    let solved = judge.entry.solve(judge.given(&input), judge.budget).ok()?;
    Some(judge.judge(&input, &answer.bytes, solved.as_bytes()).verdict)
}

/// Returns whether a task is a problem of the registry and not a user's own game.
pub(super) fn is_of_registry(entry: &dyn Entry) -> bool {
    entry.typed() == entry.meta().slug && REGISTRY.iter().any(|known| known.meta().slug == entry.meta().slug)
}

/// Returns the name of the contest's input file if a source opens it.
pub(in crate::cli) fn contest_file_in(entry: &dyn Entry, path: &Path) -> Option<&'static str> {
    /// The largest source to search, in bytes.
    const MOST: u64 = 1 << 20;
    let (name, _) = entry.meta().contest_files;
    if !is_of_registry(entry) {
        return None;
    }
    let source = Source::from_file(path, MOST).ok()?;
    let text = String::from_utf8_lossy(&source.bytes).to_ascii_lowercase();
    let quoted = ["'", "\""].map(|quote| format!("{quote}{}{quote}", name.to_ascii_lowercase()));
    let is_comment = |line: &&str| {
        ["//", "#", "{", "(*"]
            .iter()
            .any(|mark| line.trim_start().starts_with(mark))
    };
    let mut code = text.lines().filter(|line| !is_comment(line));
    code.any(|line| quoted.iter().any(|name| line.contains(name)))
        .then_some(name)
}

/// Returns the wishes about the runs from the options.
pub(in crate::cli) fn wishes(given: &RunLimits, contest_files: bool, entry: Option<&dyn Entry>) -> Result<Wishes> {
    let files = match (contest_files, entry) {
        (false, _) => None,
        (true, Some(entry)) => Some(Files::both(entry.meta().contest_files)),
        (true, None) => {
            let message =
                "error: only a problem of gamesolve has contest files\nhint: choose one from `gamesolve list`";
            return Err(Stop::bad_input(message).into());
        }
    };
    Ok(Wishes {
        time: given.time,
        memory: given.memory,
        output: given.output_limit,
        processes: given.processes,
        files,
        ..Wishes::default()
    })
}

/// Returns the limits that a problem sets for one run.
pub(in crate::cli) fn limits_of(entry: &dyn Entry) -> ProblemLimits {
    ProblemLimits {
        time: time_limit(entry),
        memory: memory_limit(entry),
    }
}
