//! The task that programs are judged on: a problem, or a package of any format.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::super::output::{shown, to_file};
use super::super::program::{RunLimits, memory_limit, time_limit};
use super::super::status::Stop;
use super::super::task::{is_game_file, own_entry};
use crate::budget::Budget;
use crate::cases::evaluate::Judge;
use crate::cases::recognise::recognise;
use crate::judge::attempt::{DEFAULT_OUTPUT, Files};
use crate::judge::language::Language;
use crate::judge::program::NoProgram;
use crate::judge::report::ReportedCase;
use crate::judge::rules::policy;
use crate::judge::selection::Selection;
use crate::judge::{Judgement, Rule as _, Verdict};
use crate::package::layout::Layout;
use crate::package::model::{CaseRules, CompareRule, Comparison, FileNames, Kind};
use crate::package::scheme::PackagePoints;
use crate::package::{Package, archive};
use crate::problem::{Entry, Failure, Input, Variants};
use crate::problems::REGISTRY;
use crate::text::{Source, quoted};
use gamesolve_box::Limits;

/// The limits of tasks that state none.
const DEFAULT_TIME: std::time::Duration = std::time::Duration::from_secs(2);
const DEFAULT_MEMORY: u64 = 256 << 20;
const BY_DEFAULT: &str = "a default, nothing states it";
/// The largest input that is solved to see whether a task is one of the problems, in bytes, and how many of them.
const MAX_TRIED_BYTES: u64 = 64 << 10;
const MAX_TRIED: usize = 3;
/// The memory that this may take.
const TRIAL_BUDGET_BYTES: u64 = 64 << 20;

/// Answers the cases that come with a problem again under its variants: those stored are answers to the original rules.
/// Cases beyond the budget are skipped by name; the points are of the original rules too.
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

/// The first argument.
#[derive(Clone)]
pub(in crate::cli) enum Task {
    /// A problem of the registry.
    Problem(&'static dyn Entry),
    /// A folder or an archive.
    Place(PathBuf),
}

impl Task {
    /// Reads the first argument; the others are for the hint on their order.
    pub(in crate::cli) fn of(given: &Path, rest: &[PathBuf], has_command: bool, verb: &str) -> Result<Task> {
        if let Some(entry) = given.to_str().and_then(super::super::problem) {
            return Ok(Task::Problem(entry));
        }
        // Where nothing but a place follows, the file is the program and not a game.
        let is_place = |path: &PathBuf| path.is_dir() || archive::is_archive(path);
        let is_swapped = !has_command && !rest.is_empty() && rest.iter().all(is_place);
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
            let place = rest.map_or_else(|| "stones".to_owned(), |path| word(path));
            let what = match Language::of(given) {
                Some(language) => format!("a program in {}", language.name),
                None => "a file".to_owned(),
            };
            return Err(Stop::bad_input(format!(
                "error: the task comes first, and {name} is {what}\nhint: `gamesolve {verb} {place} {}`",
                word(given)
            ))
            .into());
        }
        let slugs = REGISTRY.iter().map(|entry| entry.meta().slug);
        let text = given.to_string_lossy();
        let near = slugs.map(|slug| (strsim::levenshtein(slug, &text), slug)).min();
        let near = near.filter(|(distance, _)| *distance <= 2).map(|(_, slug)| slug);
        let hint = match near {
            Some(slug) => format!("did you mean `{slug}`?"),
            None => "a task is a problem (`gamesolve list`), or a folder or an archive with cases".to_owned(),
        };
        Err(Stop::bad_input(format!(
            "error: there is no problem, folder or archive {name}\nhint: {hint}"
        ))
        .into())
    }
}

fn word(path: &Path) -> String {
    crate::judge::program::for_a_shell(path.as_os_str())
}

/// Refuses a package whose kind is not judged here.
pub(in crate::cli) fn refuse_kind(package: &Package) -> Result<()> {
    if let Kind::Unsupported(what) = &package.kind {
        return Err(Stop::bad_input(format!(
            "error: `{}` is not judged here: {} (stated by `{}`)",
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
        "error: the checker of the package cannot be used: {} (stated by `{}`)\nhint: `--checker` or `--compare` judges \
         without it",
        why.value,
        below(package, &why.by)
    ))
    .into())
}

/// The problem that a package is of, with a remark where its name alone says so.
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
        format!(
            "it is called as the problem `{slug}` is, but its cases are not those of `{slug}`: judged as a task of its own"
        )
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
        let read = |path: &Path| Source::from_file(path, max_bytes).ok();
        let (Some(input), Some(answer)) = (read(&case.input), read(&case.answer)) else {
            return (None, Some(remark()));
        };
        let solved = entry.solve(judge.given(&input), judge.budget);
        let is_right = solved
            .is_ok_and(|solved| judge.judge(&input, &answer.bytes, solved.as_bytes()).verdict == Verdict::Accepted);
        if !is_right {
            return (None, Some(remark()));
        }
    }
    (Some(entry), None)
}

/// The limits of a session, with what states each of those that are not the problem's.
pub(in crate::cli) struct Stated {
    pub(in crate::cli) limits: Limits,
    pub(in crate::cli) by: Vec<(&'static str, String)>,
    pub(in crate::cli) of_cases: BTreeMap<String, CaseRules>,
    /// Limits and rules for the programs of one language, by the ending of their sources.
    pub(in crate::cli) of_endings: BTreeMap<String, (Limits, BTreeMap<String, CaseRules>)>,
    pub(in crate::cli) files: Files,
}

/// Returns the limits and files of a session: those of the options, else the package's, else the problem's. Where neither the options nor the package and
/// its judge have a limit of the output, it may have twice the bytes of the largest stored answer.
pub(in crate::cli) fn stated(
    given: &RunLimits,
    contest_files: bool,
    entry: Option<&dyn Entry>,
    package: Option<&Package>,
    largest_answer: u64,
) -> Result<Stated> {
    let mut by = Vec::new();
    let of_package = package.map(|package| &package.limits);
    let mut pick =
        |what, option: Option<u64>, flag: &str, package: Option<(u64, &str)>, problem: Option<u64>, default: u64| {
            let (value, said) = match (option, package, problem) {
                (Some(value), ..) => (value, flag),
                (None, Some((value, file)), _) => (value, file),
                (None, None, Some(value)) => (value, "the problem"),
                (None, None, None) => (default, BY_DEFAULT),
            };
            by.push((what, said.to_owned()));
            value
        };
    let nanos = |time: std::time::Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    let time = of_package.and_then(|limits| limits.time.as_ref());
    let time = pick(
        "time",
        given.time.map(nanos),
        "--time",
        time.map(|time| (nanos(time.value), time.by.as_str())),
        entry.map(|entry| nanos(time_limit(entry))),
        nanos(DEFAULT_TIME),
    );
    let memory = of_package.and_then(|limits| limits.memory.as_ref());
    let memory = pick(
        "memory",
        given.memory,
        "--memory",
        memory.map(|memory| (memory.value, memory.by.as_str())),
        entry.map(memory_limit),
        DEFAULT_MEMORY,
    );
    let output = of_package.and_then(|limits| limits.output.as_ref());
    let output = match (given.output_limit, output) {
        (None, None) => DEFAULT_OUTPUT.max(largest_answer.saturating_mul(2)),
        (option, output) => {
            let output = output.map(|output| (output.value, output.by.as_str()));
            pick("output", option, "--output-limit", output, None, DEFAULT_OUTPUT)
        }
    };
    let without_given = |mut of_cases: BTreeMap<String, CaseRules>| {
        for rules in of_cases.values_mut() {
            rules.time = rules.time.filter(|_| given.time.is_none());
            rules.memory = rules.memory.filter(|_| given.memory.is_none());
        }
        of_cases
    };
    let of_cases = package.map(|package| package.of_cases.clone()).unwrap_or_default();
    let of_endings = package.into_iter().flat_map(|package| &package.of_endings);
    let of_endings = of_endings.map(|(ending, own)| {
        let time = own
            .time
            .filter(|_| given.time.is_none())
            .unwrap_or(std::time::Duration::from_nanos(time));
        let memory = own.memory.filter(|_| given.memory.is_none()).unwrap_or(memory);
        let rules = without_given(own.over(&of_cases));
        (ending.clone(), (given.of(time, memory, output), rules))
    });
    let of_endings = of_endings.collect();
    let of_cases = without_given(of_cases);
    let files = files(contest_files, entry, package, &mut by)?;
    if let Some(package) = package {
        by.iter_mut().for_each(|(_, said)| *said = below(package, said));
    }
    // What the problem alone states needs no words.
    if by
        .iter()
        .all(|(_, said)| said == "the problem" || said.starts_with("--"))
    {
        by.clear();
    }
    Ok(Stated {
        limits: given.of(std::time::Duration::from_nanos(time), memory, output),
        by,
        of_cases,
        of_endings,
        files,
    })
}

/// A file of a package, or words about such files, without the way to the package. The way is left out where it begins a
/// path, and stays within a longer one.
pub(in crate::cli) fn below(package: &Package, file: &str) -> String {
    without_way(&package.root, file)
}

/// Returns why a program of a package cannot be used, in words that name files as the package does. Before a compiler's words
/// stand the links that lead out of the package, for it sees nothing there.
pub(in crate::cli) fn named_in(package: &Package, path: &Path, include: &[PathBuf], why: NoProgram) -> NoProgram {
    let real = package.root.canonicalize().unwrap_or_else(|_| package.root.clone());
    let named = |text: &str| without_way(&real, &below(package, text));
    match why {
        NoProgram::DoesNotCompile(said) => {
            let beside = path.parent().map(Path::to_owned);
            let links = links_out(&real, include.iter().cloned().chain(beside));
            let links = links.iter().map(|link| {
                let link = quoted(link.as_os_str().as_encoded_bytes(), 200);
                format!("`{link}` is a link that leads out of the package: no compiler sees what it means\n")
            });
            NoProgram::DoesNotCompile(links.collect::<String>() + &named(&said))
        }
        NoProgram::Unusable(why) => NoProgram::Unusable(named(&why)),
        NoProgram::Box(why) => NoProgram::Box(why),
    }
}

/// The links in folders of a package that lead out of it, by their paths in it.
fn links_out(root: &Path, folders: impl Iterator<Item = PathBuf>) -> BTreeSet<PathBuf> {
    let is_link_out = |path: &PathBuf| {
        let leads_out = |real: PathBuf| !real.starts_with(root);
        path.is_symlink() && path.canonicalize().is_ok_and(leads_out)
    };
    let entries = folders.flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten());
    let links = entries.map(|entry| entry.path()).filter(is_link_out);
    let below = |path: PathBuf| {
        let folder = path.parent()?.canonicalize().ok()?;
        Some(folder.strip_prefix(root).ok()?.join(path.file_name()?))
    };
    links.filter_map(below).collect()
}

fn without_way(root: &Path, file: &str) -> String {
    let root = quoted(root.as_os_str().as_encoded_bytes(), 1000);
    let way = format!("{}/", root.trim_end_matches('/'));
    let mut text = String::new();
    let mut rest = file;
    while let Some((before, behind)) = rest.split_once(&way) {
        text += before;
        if text.ends_with(|c: char| c == '/' || c.is_alphanumeric()) {
            text += &way;
        }
        rest = behind;
    }
    text + rest
}

/// Returns whether a task is one of the problems, and no game of one's own.
pub(super) fn is_of_registry(entry: &dyn Entry) -> bool {
    entry.typed() == entry.meta().slug && REGISTRY.iter().any(|known| known.meta().slug == entry.meta().slug)
}

/// Returns the name of the contest's input file if a source opens it.
pub(in crate::cli) fn contest_file_in(entry: &dyn Entry, path: &Path) -> Option<&'static str> {
    /// The largest source that is looked at, in bytes.
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

/// Returns where programs read and write.
fn files(
    contest_files: bool,
    entry: Option<&dyn Entry>,
    package: Option<&Package>,
    by: &mut Vec<(&'static str, String)>,
) -> Result<Files> {
    if contest_files {
        let Some(entry) = entry else {
            let message = "error: only a problem has contest files\nhint: `gamesolve list` names the problems";
            return Err(Stop::bad_input(message).into());
        };
        return Ok(Files::both(entry.meta().contest_files));
    }
    Ok(match package.map(|package| &package.files) {
        None | Some(FileNames::Streams) => Files::default(),
        Some(FileNames::Files(names)) => {
            let (input, output) = names.value.clone();
            let name = |name: &Option<String>, stream: &str| name.clone().unwrap_or_else(|| stream.to_owned());
            let says = format!(
                "{} and {} of {}",
                name(&input, "stdin"),
                name(&output, "stdout"),
                names.by
            );
            by.push(("files", quoted(says.as_bytes(), 400)));
            Files {
                input,
                output,
                or_streams: false,
                is_stated: true,
            }
        }
        Some(FileNames::Either(input, output)) => {
            let says = format!("a default, nothing states them: {input} and {output}, or the standard streams");
            by.push(("files", quoted(says.as_bytes(), 400)));
            Files {
                input: Some(input.clone()),
                output: Some(output.clone()),
                or_streams: true,
                is_stated: true,
            }
        }
    })
}

/// Returns how outputs of a task are compared that no problem and no checker judges, and what states it.
pub(in crate::cli) fn comparison(package: Option<&Package>) -> (Comparison, Option<String>) {
    match package.and_then(|package| package.comparison.as_ref()) {
        Some(stated) => (stated.value, Some(stated.by.clone())),
        None => (Comparison::by(CompareRule::Tokens), None),
    }
}

/// Returns the comparison of a package as a policy of a problem, where there is one.
pub(in crate::cli) fn policy_of(package: Option<&Package>) -> Option<crate::judge::Policy> {
    let comparison = package?.comparison.as_ref()?.value;
    policy(comparison.rule).ok().filter(|_| comparison.tolerance.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_to_a_package_is_left_out_where_a_path_begins() {
        for (given, expected) in [
            ("p/x/a.cpp", "a.cpp"),
            ("`p/x/a.cpp`: no, see p/x/b", "`a.cpp`: no, see b"),
            ("/tmp/p/x/a.cpp:1:1", "/tmp/p/x/a.cpp:1:1"),
            ("up/x/a", "up/x/a"),
            ("a.cpp", "a.cpp"),
        ] {
            assert_eq!(without_way(Path::new("p/x"), given), expected);
        }
    }
}
