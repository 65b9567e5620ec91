//! The task that programs are judged on: a problem, or a package of any format.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result};

use super::super::output::{shown, to_file};
use super::super::program::{RunLimits, memory_limit, time_limit};
use super::super::registered::likely_problem;
use super::super::status::{Stop, refuse};
use super::super::task::{is_game_file, lacks_moves, near, of_rule, own_entry};
use crate::budget::Budget;
use crate::cases::evaluate::Judge;
use crate::cases::recognise::recognise;
use crate::judge::attempt::Files;
use crate::judge::language::Language;
use crate::judge::look::Names;
use crate::judge::places::below;
use crate::judge::plan::{ProblemLimits, Wishes};
use crate::judge::report::ReportedCase;
use crate::judge::selection::Selection;
use crate::judge::{Fault, Judgement, Rule as _, Verdict};
use crate::package::layout::Layout;
use crate::package::model::Kind;
use crate::package::scheme::PackagePoints;
use crate::package::{Case, Package, archive};
use crate::practice::first_program;
use crate::problem::{Entry, Failure, Input, Variants};
use crate::problems::REGISTRY;
use crate::text::{Source, quoted};

/// The beginnings of the names of folders that are no tasks, although they hold testcases.
pub(in crate::cli) const GROUPS: [&str; 7] = ["sample", "secret", "group", "subtask", "test", "data", "case"];

/// The largest input, in bytes, that gamesolve solves to recognise the problem of a package.
pub(super) const MAX_TRIED_BYTES: u64 = 64 << 10;
/// The number of inputs that it solves for that.
const MAX_TRIED: usize = 5;
/// The memory for these solutions, in bytes.
pub(super) const TRIAL_BUDGET_BYTES: u64 = 64 << 20;
/// The steps of one solution that checks a stored answer.
pub(super) const TRIAL_STEPS: u64 = 20_000_000;

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
            input_bytes: 0,
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
        if let Some(entry) = given.to_str().and_then(super::super::registered::problem) {
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
                Err(why) => refuse!("{why}"),
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
            refuse!(
                "{name} is {what}, and the task must come first\nhint: gamesolve {verb} {place} {}",
                word(given)
            );
        }
        if let Some(why) = of_rule(given.as_os_str()) {
            refuse!("{why}");
        }
        let hint = match near(given.as_os_str()) {
            Some(slug) => format!("did you mean `{slug}`?"),
            None => "name a problem from `gamesolve list`, or a folder or an archive with testcases".to_owned(),
        };
        Err(Stop::wrong(format_args!(
            "there is no problem, folder or archive {name}\nhint: {hint}"
        ))
        .into())
    }
}

/// Returns whether a file is a program in a language of games, but has no `moves` and so is no game.
pub(in crate::cli) fn is_submission(path: &Path) -> bool {
    path.is_file() && is_game_file(path.as_os_str()) && lacks_moves(path)
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
    Stop::wrong(format_args!(
        "missing problem: {name} is a program and has no function `moves`\nhint: {hint}"
    ))
}

pub(super) fn word(path: &Path) -> String {
    crate::judge::program::for_a_shell(path.as_os_str())
}

/// Refuses a package of a kind that gamesolve cannot judge.
pub(in crate::cli) fn refuse_kind(package: &Package) -> Result<()> {
    if let Kind::Unsupported(what) = &package.kind {
        refuse!(
            "gamesolve cannot judge `{}`: {} (from `{}`)",
            package.name,
            what.value,
            below(package, &what.by)
        );
    }
    Ok(())
}

/// Refuses a package whose checker cannot be used.
pub(in crate::cli) fn refuse_checker(package: &Package) -> Result<()> {
    let Some(why) = &package.no_checker else {
        return Ok(());
    };
    Err(Stop::wrong(format_args!(
        "gamesolve cannot use the checker of the package: {} (from `{}`)\nhint: use your own by `--checker`, or a \
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
    // Some of the stored answers may be wrong.
    let tried = cases.iter().take(MAX_TRIED);
    let is_right = |(_, case): &&(u64, &Case)| solver_verdict(case, judge, max_bytes) == Some(Verdict::ACCEPTED);
    if 2 * tried.clone().filter(is_right).count() > tried.len() {
        (Some(entry), None)
    } else {
        (None, Some(remark()))
    }
}

/// Returns the verdict on the solver's output for a testcase, or `None` if a file is too large or the solver refuses.
pub(super) fn solver_verdict(case: &Case, judge: Judge<'_>, max_bytes: u64) -> Option<Verdict> {
    let read = |path: &Path| Source::from_file(path, max_bytes).ok();
    let (input, answer) = (read(&case.input)?, read(&case.answer)?);
    let solved = match judge.entry.solve(judge.given(&input), judge.budget) {
        Ok(solved) => solved,
        Err(Failure::Refused(_)) => return None,
        Err(_) => return Some(Verdict::Internal(Fault::BadCase)),
    };
    Some(judge.judge(&input, &answer.bytes, solved.as_bytes()).verdict)
}

/// Returns whether a task is a problem of the registry and not a user's own game.
pub(super) fn is_of_registry(entry: &dyn Entry) -> bool {
    entry.typed() == entry.meta().slug && REGISTRY.iter().any(|known| known.meta().slug == entry.meta().slug)
}

/// Returns the name of a folder or an archive, without the ending of an archive.
pub(in crate::cli) fn name_of_place(place: &Path) -> String {
    let whole = place.canonicalize().unwrap_or_else(|_| place.to_owned());
    let name = if whole.is_dir() {
        whole.file_name()
    } else {
        whole.file_stem()
    };
    let name = quoted(name.unwrap_or_default().as_encoded_bytes(), 100);
    name.strip_suffix(".tar").map(str::to_owned).unwrap_or(name)
}

/// Returns the names of the contest's files, without their endings.
pub(in crate::cli) fn of_contest_files(entry: &dyn Entry) -> [String; 2] {
    let (input, output) = entry.meta().contest_files;
    [input, output].map(|file| file.split('.').next().unwrap_or_default().to_owned())
}

/// Returns the names of a task and of its package, for the look at a source.
pub(in crate::cli) fn names_of(task: &Task, entry: Option<&'static dyn Entry>, package: Option<&Package>) -> Names {
    let place = match task {
        Task::Place(place) => Some(name_of_place(place)),
        Task::Problem(_) => None,
    };
    let by_entry = entry.map(|entry| entry.meta().contest_files);
    let by_entry = by_entry.map(|(input, output)| (input.to_owned(), output.to_owned()));
    // A folder such as `tests` has no name of a task.
    let is_task = |name: &&String| !GROUPS.iter().any(|group| name.to_lowercase().starts_with(group));
    let by_place = place.as_ref().filter(is_task).map(|name| {
        let name = name.to_uppercase();
        (format!("{name}.INP"), format!("{name}.OUT"))
    });
    let of_entry = entry.map(|entry| [vec![entry.meta().slug.to_owned()], of_contest_files(entry).into()].concat());
    Names {
        stems: [place, package.map(|package| package.name.clone())]
            .into_iter()
            .flatten()
            .chain(of_entry.into_iter().flatten())
            .collect(),
        document: by_entry.or(by_place),
        first_programs: entry.map(|entry| -> Arc<dyn Fn() -> Vec<String> + Send + Sync> {
            Arc::new(move || first_program::all(entry).into_iter().map(|(_, text)| text).collect())
        }),
    }
}

/// Returns the wishes about the runs from the options.
pub(in crate::cli) fn wishes(given: &RunLimits, contest_files: bool, entry: Option<&dyn Entry>) -> Result<Wishes> {
    let files = match (contest_files, entry) {
        (false, _) => None,
        (true, Some(entry)) => Some(Files::both(entry.meta().contest_files)),
        (true, None) => {
            refuse!("only a problem of gamesolve has contest files\nhint: choose one from `gamesolve list`");
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
