//! sinol, the packages of SIO2 and the Polish olympiad: `config.yml` beside the folder `in`.
//!
//! **Source.** sinol-make, and SIO2's reader of packages.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::keys::{BUILDS, CONFIG, MANIFEST, NAME};
use super::points;
use crate::Case;
use crate::error::TaskError;
use crate::expected::meant_by;
use crate::layout::{self, Layout};
use crate::model::{
    CaseRules, Checker, CompareRule, Comparison, EndingLimits, GroupStatus, Kind, Package, Protocol, Stated, Submission,
};
use crate::points::known;
use crate::read::keys;
use crate::read::yaml::{Document, Fault, Node, shown};
use crate::read::{account_for_examples, entries, manifest, name_of, sources_in, statements_in};
use crate::remark::Remark;
use crate::scheme::PackagePoints;
use gamesolve_text::quoted;

/// SIO2's default limits.
const DEFAULT_TIME: Duration = Duration::from_secs(10);
const DEFAULT_MEMORY_KB: u64 = 66_000;
const JUDGE: &str = "SIO2";

pub(crate) fn read(root: &Path, limit: u64) -> Result<Option<Package>, TaskError> {
    let config = manifest(&root.join(MANIFEST), limit)?;
    let parts = [config.is_some(), root.join("in").is_dir(), root.join("prog").is_dir()];
    // If tests are made on demand, there is no folder `in`.
    if parts.iter().filter(|is_there| **is_there).count() < 2 {
        return Ok(None);
    }
    let mut package = Package::new(NAME, root.to_owned(), name_of(root));
    let folders = ["in", "out"].map(str::to_owned);
    package.layout = layout::in_folders(root, &folders, |place| {
        let ending = place.last().and_then(|name| Path::new(name).extension());
        place.len() == 2 && ending.is_some_and(|ending| ending == "in" || ending == "out")
    });
    let stated = config.as_ref().and_then(|document| document.root.get("sinol_task_id"));
    let stated = stated.and_then(|node| node.text("").ok().map(str::to_owned));
    let id = stated.unwrap_or_else(|| package.name.clone());
    group_by_id(&id, &mut package.layout);
    if !package.layout.is_empty() {
        package.points = points::read(root, &known(&[root], &package.layout), config.as_ref())?;
    }
    package.comparison = Some(Stated::default_of(JUDGE, Comparison::by(CompareRule::OiLines)));
    package.limits.time = Some(Stated::default_of(JUDGE, DEFAULT_TIME));
    package.limits.memory = Some(Stated::default_of(JUDGE, DEFAULT_MEMORY_KB << 10));
    if let Some(document) = &config {
        keys::account(&document.root, &CONFIG, &mut package);
        let is_stated = |key| document.root.get(key).is_some();
        if is_stated("subtask_dependencies") && !is_stated("scores") {
            let remark = keys::remark("subtask_dependencies", MANIFEST, "there are no `scores`");
            package.remarks.push(remark);
        }
        settings(document, &mut package).map_err(|fault| document.located(&fault))?;
    }
    programs(&mut package);
    if let Some(document) = &config {
        let remarks = expectations(&document.root, &mut package).map_err(|fault| document.located(&fault))?;
        package.remarks_on_submissions.extend(remarks);
    }
    package.statements = statements_in(root, &["doc"]);
    let is_maker = |path: &PathBuf| {
        path.file_stem()
            .is_some_and(|stem| stem.to_string_lossy().ends_with("ingen"))
    };
    let maker = entries(&root.join("prog")).into_iter().find(is_maker);
    account_for_examples(&mut package, |case| is_example(&id, &case.input), maker);
    Ok(Some(package))
}

/// Reads the statements of `sinol_expected_scores` about each program, which replace the meaning of its name.
///
/// Returns the remarks on groups that do not exist.
fn expectations(root: &Node, package: &mut Package) -> Result<Vec<Remark>, Fault> {
    let mut remarks = Vec::new();
    let Some(scores) = root.get("sinol_expected_scores") else {
        return Ok(remarks);
    };
    for (program, stated) in scores.map("`sinol_expected_scores`")? {
        let name = program.text("a program")?;
        let Some(groups) = stated.get("expected") else { continue };
        let mut statuses = Vec::new();
        for (group, node) in groups.map("`expected`")? {
            let group = group.text("a group")?;
            // Older packages state only the status.
            let Some(status) = node.get("status").or(Some(node).filter(|node| !node.has_children())) else {
                continue;
            };
            let word = status.text("`status`")?;
            let Some([meant]) = meant_by(word) else {
                return Err(status.fault(format!("{} is not a status of sinol", shown(word))));
            };
            let cases = names_of(group, &package.layout);
            if cases.is_empty() {
                remarks.push(keys::remark(
                    &format!("sinol_expected_scores.{name}.expected.{group}"),
                    MANIFEST,
                    "this group does not exist",
                ));
                continue;
            }
            statuses.push((
                word.to_owned(),
                GroupStatus {
                    group: quoted(group.as_bytes(), 100),
                    needed: needed_by(root, group, &package.layout)?,
                    most: most_of(group, &package.points),
                    cases,
                    status: *meant,
                },
            ));
        }
        let is_it = |submission: &&mut Submission| submission.path.file_name().is_some_and(|file| file == name);
        if let Some(submission) = package
            .submissions
            .iter_mut()
            .find(is_it)
            .filter(|_| !statuses.is_empty())
        {
            let (words, statuses): (Vec<String>, Vec<GroupStatus>) = statuses.into_iter().unzip();
            // The whole program gets the status of its worst group.
            let mut wrong: Vec<String> = words.iter().filter(|word| *word != "OK").cloned().collect();
            wrong.sort();
            wrong.dedup();
            submission.expected = if wrong.is_empty() { vec!["OK".to_owned()] } else { wrong };
            submission.statuses = statuses;
        }
    }
    Ok(remarks)
}

/// Returns the names of the testcases of a group.
fn names_of(group: &str, layout: &Layout) -> Vec<String> {
    let is_of = |case: &&Case| case.group.as_deref() == Some(group);
    layout
        .cases
        .iter()
        .filter(is_of)
        .map(|case| case.name.clone())
        .collect()
}

/// Returns the names of the testcases of the groups that a group depends on.
fn needed_by(root: &Node, group: &str, layout: &Layout) -> Result<Vec<String>, Fault> {
    let needed = root.get("subtask_dependencies").and_then(|all| all.get(group));
    let mut names = Vec::new();
    for node in needed.map_or(Ok(&[][..]), |node| node.list("the groups that a group depends on"))? {
        names.extend(names_of(node.text("a group")?, layout));
    }
    Ok(names)
}

/// Returns the maximum points of a group, or of a whole task if none are stated.
fn most_of(group: &str, points: &PackagePoints) -> u32 {
    const MOST: f64 = 100.0;
    let most = match points {
        PackagePoints::Scheme(scheme) => scheme.groups.iter().find(|known| known.name == group),
        _ => None,
    };
    most.and_then(|group| group.most).unwrap_or(MOST) as u32
}

/// Returns whether a test is an example of the statement: in group 0, or made for contestants.
fn is_example(id: &str, input: &Path) -> bool {
    let stem = input.file_stem().unwrap_or_default().to_string_lossy();
    let number = stem.strip_prefix(id).unwrap_or(&stem);
    let number = number.trim_start_matches(|c: char| !c.is_ascii_digit());
    number.ends_with("ocen")
        || number
            .trim_end_matches(|c: char| c.is_ascii_lowercase())
            .trim_start_matches('0')
            .is_empty()
}

/// Puts the tests into their groups if the name of the task has a digit.
///
/// For example, `ab22a` is in group 2 of `ab2`, and not in group 22 of `ab`. `p2p1a` is in group 1 of `p2p`.
fn group_by_id(id: &str, layout: &mut Layout) {
    let has_digit = id.contains(|c: char| c.is_ascii_digit());
    let behind = |name: &str| {
        let rest = name.strip_prefix(id)?.to_owned();
        rest.starts_with(|c: char| c.is_ascii_digit()).then_some(rest)
    };
    let mut names = layout.cases.iter().map(|case| &case.name);
    let mut halves = layout.halves.iter().map(|half| &half.name);
    if !has_digit || !names.all(|name| behind(name).is_some()) || !halves.all(|name| behind(name).is_some()) {
        return;
    }
    let group = |name: &str| {
        let rest = behind(name)?;
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let number = if rest.ends_with("ocen") {
            ""
        } else {
            digits.trim_start_matches('0')
        };
        Some(if number.is_empty() {
            "0".to_owned()
        } else {
            number.to_owned()
        })
    };
    layout.cases.iter_mut().for_each(|case| case.group = group(&case.name));
    layout.halves.iter_mut().for_each(|half| half.group = group(&half.name));
}

/// Reads `config.yml`.
fn settings(document: &Document, package: &mut Package) -> Result<(), Fault> {
    let root = &document.root;
    let by = document.name();
    for (key, language) in [("title", ""), ("title_en", "en"), ("title_pl", "pl")] {
        package
            .titles
            .extend(root.get(key).map(|title| title.titles(language)).unwrap_or_default());
    }
    if let Some(node) = root.get("sinol_task_id") {
        package.name = quoted(node.text("`sinol_task_id`")?.as_bytes(), 100);
    }
    if let Some(node) = root.get("time_limit") {
        package.limits.time = Some(Stated::new(milliseconds(node)?, &by));
    }
    if let Some(node) = root.get("memory_limit") {
        package.limits.memory = Some(Stated::new(kibibytes(node)?, &by));
    }
    let (of_cases, unused) = limits_of_cases(root, package)?;
    package.of_cases.extend(of_cases);
    package.remarks.extend(unused);
    if let Some(languages) = root.get("override_limits") {
        for (ending, own) in languages.map("`override_limits`")? {
            let (of_cases, unused) = limits_of_cases(own, package)?;
            package.remarks.extend(unused);
            let limits = EndingLimits {
                time: own.get("time_limit").map(milliseconds).transpose()?,
                memory: own.get("memory_limit").map(kibibytes).transpose()?,
                of_cases,
            };
            let ending = ending.text("a language")?.to_ascii_lowercase();
            package.of_endings.insert(ending, limits);
        }
    }
    for key in [
        "extra_execution_files",
        "extra_compilation_files",
        "extra_compilation_args",
    ] {
        if root.get(key).is_some() {
            let what = format!("a task with a library (`{key}`: {BUILDS})");
            package.kind = Kind::Unsupported(Stated::new(what, &by));
        }
    }
    Ok(())
}

/// The limits of single testcases by their names, and remarks on names of no testcase.
type OfCases = (BTreeMap<String, CaseRules>, Vec<Remark>);

/// Reads the limits of tests and groups.
fn limits_of_cases(root: &Node, package: &Package) -> Result<OfCases, Fault> {
    let id = task_id(package);
    let (mut all, mut unused) = (BTreeMap::<String, CaseRules>::new(), Vec::new());
    for (key, is_time) in [("time_limits", true), ("memory_limits", false)] {
        let Some(map) = root.get(key) else { continue };
        for (target, value) in map.map(&format!("`{key}`"))? {
            let target_name = target.text("a test or a group")?;
            let (time, memory) = if is_time {
                (Some(milliseconds(value)?), None)
            } else {
                (None, Some(kibibytes(value)?))
            };
            let mut is_used = false;
            for case in &package.layout.cases {
                let is_test = case.name.strip_prefix(id.as_str()) == Some(target_name);
                let is_group = case.group.as_deref() == Some(target_name);
                if !is_test && !is_group {
                    continue;
                }
                is_used = true;
                let rules = all.entry(case.name.clone()).or_default();
                // The limit of a test precedes the limit of its group.
                let set = |old: bool| is_test || !old;
                if let Some(time) = time.filter(|_| set(rules.time.is_some())) {
                    rules.time = Some(time);
                }
                if let Some(memory) = memory.filter(|_| set(rules.memory.is_some())) {
                    rules.memory = Some(memory);
                }
            }
            if !is_used {
                unused.push(keys::remark(
                    &format!("{key}.{target_name}"),
                    MANIFEST,
                    "this test or group does not exist",
                ));
            }
        }
    }
    Ok((all, unused))
}

fn milliseconds(node: &Node) -> Result<Duration, Fault> {
    Ok(Duration::from_secs_f64(
        node.positive("a time limit")?.min(3.6e6) / 1000.0,
    ))
}

fn kibibytes(node: &Node) -> Result<u64, Fault> {
    Ok((node.positive("a memory limit")? * 1024.0) as u64)
}

/// Finds the checker, the interactor, the validator and the solutions among the programs.
fn programs(package: &mut Package) {
    let folder = package.root.join("prog");
    let sources = sources_in(&folder);
    let all = entries(&folder);
    let id = task_id(package);
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let by = |path: &Path| quoted(path.as_os_str().as_encoded_bytes(), 300);
    for path in &sources {
        let stem = stem(path);
        let Some(rest) = stem.strip_prefix(id.as_str()) else {
            continue;
        };
        match rest {
            "chk" => {
                let checker = Checker {
                    path: path.clone(),
                    protocol: Protocol::Sinol,
                    arguments: Vec::new(),
                    include: vec![folder.clone()],
                    flags: Vec::new(),
                };
                package.checker = Some(Stated::new(checker, by(path)));
            }
            "soc" => {
                let what = "interactive by the protocol of SIO2".to_owned();
                package.kind = Kind::Unsupported(Stated::new(what, by(path)));
            }
            "inwer" => package.validators.push(path.clone()),
            "ingen" => {}
            _ => package.submissions.extend(solution(path, rest)),
        }
    }
    let has = |name: &str| all.iter().any(|path| path.file_name() == Some(OsStr::new(name)));
    if package.checker.is_none() && has(&format!("{id}chk.sh")) {
        package
            .remarks
            .push(format!("the checker {id}chk.sh is ignored, because it is a shell script").into());
    }
}

/// Returns the prefix of the programs of the package: the task's name, or the name in the checker and the tests.
fn task_id(package: &Package) -> String {
    let is_of = |name: &str| {
        let rest = name.strip_prefix(package.name.as_str());
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    if !package.layout.cases.is_empty() && package.layout.cases.iter().all(|case| is_of(&case.name)) {
        return package.name.clone();
    }
    let of_tests = package.layout.cases.first().map(|case| {
        let letters = case.name.bytes().take_while(|b| b.is_ascii_alphabetic() || *b == b'_');
        case.name[..letters.count()].to_owned()
    });
    of_tests
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| package.name.clone())
}

/// Returns a solution by the part of its name after the task's name: `s1` is slow, `b1` is wrong.
fn solution(path: &Path, rest: &str) -> Option<Submission> {
    let expected = match rest.bytes().next() {
        Some(b's') => "TL",
        Some(b'b') => "WA",
        None | Some(b'_' | b'0'..=b'9') => "OK",
        Some(_) => return None,
    };
    Some(Submission::of_file(path.to_owned(), vec![expected.to_owned()]))
}
