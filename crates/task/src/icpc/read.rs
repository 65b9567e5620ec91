//! ICPC, Kattis and DOMjudge: `problem.yaml` or `domjudge-problem.ini` beside the folder `data`.
//!
//! It reads the versions legacy, 2023-07-draft and 2025-09. BAPCtools uses the latest one too.
//!
//! **Source.** The specification of the format in its three versions, DOMjudge's manual, problemtools and BAPCtools.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::keys::{DOMJUDGE, DRAFT_NAMES, INI, LATEST, LEGACY_NAMES, MANIFEST, NAME, PROBLEM, TEST_GROUP, TESTDATA};
use super::points;
use crate::case::Case;
use crate::error::TaskError;
use crate::languages::is_source;
use crate::layout;
use crate::model::{
    CaseRules, Checker, CompareRule, Comparison, Kind, Limits, Package, PackageWord, Protocol, Stated, TimeRule,
    Tolerance,
};
use crate::points::known;
use crate::read::keys::{self, Inventory};
use crate::read::yaml::{Document, Fault, Node, shown, source};
use crate::read::{Found, account_for_examples, entries, has_entries, manifest, name_of, program_of, statements_in};
use crate::remark::{Remark, Unobeyed};
use crate::trouble;
use gamesolve_text::{InputError, quoted};

mod submissions;
mod verdicts;

/// The default memory limit of problemtools and DOMjudge, in bytes.
const DEFAULT_MEMORY: u64 = 2 << 30;
/// The default output limit of both judges, in bytes. The specification calls it typical.
const DEFAULT_OUTPUT: u64 = 8 << 20;
const JUDGES: &str = "Kattis and DOMjudge";
/// The folders of checkers in legacy packages and in later ones.
const CHECKERS: [&str; 2] = ["output_validators", PROGRAM];
/// The folder that is itself the program.
const PROGRAM: &str = "output_validator";
/// Files with checker arguments, for the testcases in their folder and below.
const GROUP_FILES: [&str; 2] = [TESTDATA.file, TEST_GROUP.file];
/// The maximum size of all files about groups and testcases together, in bytes.
const MAX_PARTS_BYTES: u64 = 8 << 20;
/// The maximum of a limit, in seconds.
const MAX_SECONDS: f64 = 3600.0;

pub(crate) fn read(folder: &Path, limit: u64) -> Result<Option<Package>, TaskError> {
    let above = folder.canonicalize().is_ok_and(|real| real.ends_with("data"));
    let root = if above { folder.join("..") } else { folder.to_owned() };
    let yaml = manifest(&root.join(MANIFEST), limit)?;
    let ini = source(&root.join(INI), limit)?;
    let parts = ["data", "submissions", "problem_statement", "statement"];
    // Other tools also have a `problem.yaml`.
    let is_package = ini.is_some() || yaml.is_some() && parts.iter().any(|part| root.join(part).is_dir());
    if !is_package {
        return Ok(None);
    }
    let mut package = Package::new(NAME, root.clone(), name_of(&root));
    let data = if above { "" } else { "data/" };
    let folders = ["sample", "secret"].map(|name| format!("{data}{name}"));
    package.layout = layout::in_folders(folder, &folders, |place| {
        let ending = place.last().and_then(|name| Path::new(name).extension());
        ending.is_some_and(|ending| ending == "in" || ending == "ans")
    });
    // Some of the files behind such a link state rules.
    if let Some(link) = package.layout.led_out().first() {
        return Err(TaskError::new(link));
    }
    package.limits.memory = Some(Stated::default_of(JUDGES, DEFAULT_MEMORY));
    package.limits.output = Some(Stated::default_of(JUDGES, DEFAULT_OUTPUT));
    refuse_large_parts(&package)?;
    if let Some(document) = &yaml {
        refuse_other_files(document, &package)?;
    }
    if let Some(document) = &yaml {
        package.points = points::read(folder, &known(&[folder], &package.layout), document, limit)?;
        keys::account(&document.root, &PROBLEM, &mut package);
        problem(document, &mut package).map_err(|fault| document.located(&fault))?;
    }
    let parts_of_programs = root.join("include");
    if has_entries(&parts_of_programs) {
        let by = quoted(parts_of_programs.as_os_str().as_encoded_bytes(), 300);
        let what = "graders and libraries for the submissions".to_owned();
        package.kind = Kind::Unsupported(Stated::new(what, by));
    }
    if yaml.is_none() {
        // The defaults of DOMjudge.
        package.comparison = Some(Stated::default_of("DOMjudge", compare(&[]).map_err(TaskError::new)?));
    }
    if let Some(file) = &ini {
        domjudge(&file.bytes, &mut package).map_err(|error| TaskError::at(&file.name, &file.bytes, error))?;
    }
    arguments(&mut package, yaml.as_ref(), limit)?;
    package.statements = statements_in(&root, &["problem_statement", "statement", "."]);
    package.statements.retain(|path| {
        let name = path.file_name().unwrap_or_default();
        name.as_encoded_bytes().starts_with(b"problem")
    });
    package.validators = ["input_validators", "input_format_validators"]
        .iter()
        .flat_map(|name| entries(&root.join(name)))
        .collect();
    let is_latest = match &yaml {
        Some(document) => !is_legacy(version(&document.root).map_err(|fault| document.located(&fault))?),
        None => false,
    };
    of_cases(&mut package);
    let version = yaml.as_ref().map_or(Ok(LEGACY), |document| version(&document.root));
    if version.is_ok_and(has_groups_of_verdicts) {
        package.overall = verdicts::read(&folder.join(if above { "" } else { "data" }), &package.layout, limit)?;
    }
    submissions::read(&mut package, is_latest, limit)?;
    of_file(&mut package)?;
    let examples = folder.join(&folders[0]);
    let maker = Some(root.join("generators/generators.yaml")).filter(|path| path.is_file());
    account_for_examples(&mut package, |case| case.input.starts_with(&examples), maker);
    Ok(Some(package))
}

/// The version of a package that states none.
const LEGACY: &str = LEGACY_NAMES[0];

/// Returns the version of the format that a manifest states.
fn version(root: &Node) -> Result<&str, Fault> {
    let stated = root.get("problem_format_version");
    stated.map_or(Ok(LEGACY), |node| node.text("`problem_format_version`"))
}

fn is_legacy(version: &str) -> bool {
    LEGACY_NAMES.contains(&version)
}

fn is_draft(version: &str) -> bool {
    DRAFT_NAMES.contains(&version)
}

/// Returns whether the judges of a version find the verdict group by group: problemtools and DOMjudge do, but no judge
/// of the latest version does.
fn has_groups_of_verdicts(version: &str) -> bool {
    is_legacy(version) || is_draft(version)
}

/// Reads `problem.yaml`.
fn problem(document: &Document, package: &mut Package) -> Result<(), Fault> {
    let root = &document.root;
    let by = document.name();
    if let Some(name) = root.get("name") {
        package.titles = name.titles("en");
    }
    let version = version(root)?;
    package.version = root.get("problem_format_version").map(|_| version.to_owned());
    let is_legacy = is_legacy(version);
    if !is_legacy && !is_draft(version) && version != LATEST {
        let remark = format!(
            "unknown version {} of the format: gamesolve reads it as 2025-09",
            shown(version)
        );
        package.remarks.push(remark.into());
    }
    if let Some(stated) = root.get("limits") {
        limits(stated, &by, &mut package.limits)?;
    }
    package.time_rule = Some(Stated::new(time_rule(root.get("limits"), is_legacy)?, &by));
    let judged = judged_by(root, &by, package)?;
    let mut given = Vec::new();
    if let Some(node) = root.get("validator_flags") {
        given = node
            .text("`validator_flags`")?
            .split_whitespace()
            .map(str::to_owned)
            .collect();
    }
    let checkers = CHECKERS.map(|name| package.root.join(name));
    let folder = checkers.into_iter().find(|folder| has_entries(folder));
    let has_checker = judged.is_custom || judged.is_interactive || (!is_legacy && folder.is_some());
    if !has_checker {
        let place = root.get("validator_flags").unwrap_or(root);
        package.comparison = Some(Stated::new(compare(&given).map_err(|why| place.fault(why))?, &by));
        return Ok(());
    }
    match folder {
        Some(folder) => checker(&folder, given, judged.is_interactive, package),
        None => {
            let is_interactive = judged.is_interactive && package.kind == Kind::Batch;
            no_program("missing folder `output_validators`", by, is_interactive, package);
        }
    }
    Ok(())
}

/// Reads the limits.
fn limits(stated: &Node, by: &str, to: &mut Limits) -> Result<(), Fault> {
    let number = |key: &str| {
        let node = stated.get(key);
        node.map(|node| node.positive(&format!("`{key}`"))).transpose()
    };
    let seconds = |key| Ok::<_, Fault>(number(key)?.map(|s: f64| Duration::from_secs_f64(s.min(MAX_SECONDS))));
    let mebibytes = |key| Ok::<_, Fault>(number(key)?.map(|m: f64| (m * f64::from(1 << 20)) as u64));
    to.time = seconds("time_limit")?.map(|time| Stated::new(time, by));
    if let Some(bytes) = mebibytes("memory")? {
        to.memory = Some(Stated::new(bytes, by));
    }
    if let Some(bytes) = mebibytes("output")? {
        to.output = Some(Stated::new(bytes, by));
    }
    to.compile_time = seconds("compilation_time")?;
    to.checker_time = seconds("validation_time")?;
    to.checker_memory = mebibytes("validation_memory")?;
    Ok(())
}

/// The programs that judge, as a manifest states them.
#[derive(Default)]
struct Judged {
    /// Whether the package has its own checker.
    is_custom: bool,
    /// Whether the package has an interactor.
    is_interactive: bool,
}

/// Reads `type` and `validation`.
fn judged_by(root: &Node, by: &str, package: &mut Package) -> Result<Judged, Fault> {
    let mut judged = Judged::default();
    if let Some(node) = root.get("type") {
        for (node, word) in node.texts("`type`")? {
            for word in word.split_whitespace() {
                match word {
                    "pass-fail" | "scoring" => {}
                    "interactive" => judged.is_interactive = true,
                    "multi-pass" | "submit-answer" => {
                        package.kind = Kind::Unsupported(Stated::new(word.to_owned(), by));
                    }
                    other => return Err(node.fault(format!("{} is not a type of problem", shown(other)))),
                }
            }
        }
    }
    if let Some(node) = root.get("validation") {
        let text = node.text("`validation`")?;
        for word in text.split_whitespace() {
            match word {
                "default" => {}
                "custom" => judged.is_custom = true,
                "interactive" => judged.is_interactive = true,
                "score" => package.gives_points = true,
                "multipass" | "multi-pass" => {
                    package.kind = Kind::Unsupported(Stated::new("multi-pass".to_owned(), by));
                }
                other => return Err(node.fault(format!("{} is not a word of `validation`", shown(other)))),
            }
        }
    }
    Ok(judged)
}

/// Reads the checker or the interactor in a folder. It gets the arguments `given`.
fn checker(folder: &Path, given: Vec<String>, is_interactive: bool, package: &mut Package) {
    let by = quoted(folder.as_os_str().as_encoded_bytes(), 300);
    let found = program_of(folder, folder.ends_with(PROGRAM)).map_err(|why| several_validators(folder).unwrap_or(why));
    match found {
        Ok(Found { path, include, others }) => {
            let checker = Checker {
                path,
                protocol: Protocol::Kattis,
                arguments: PackageWord::all(&given),
                include,
                flags: further_sources(&others),
            };
            if !is_interactive {
                package.checker = Some(Stated::new(checker, by));
            } else if package.kind == Kind::Batch {
                package.kind = Kind::Interactive(Stated::new(checker, by));
            }
        }
        Err(why) => no_program(&why, by, is_interactive, package),
    }
}

/// Records the reason why there is no checker or no interactor.
fn no_program(why: &str, by: String, is_interactive: bool, package: &mut Package) {
    if !is_interactive {
        package.no_checker = Some(Stated::new(why.to_owned(), by));
    } else if package.kind == Kind::Batch {
        package.kind = Kind::Unsupported(Stated::new(format!("interactive, and {why}"), by));
    }
}

/// Returns the complaint about several output validators in a folder of a legacy package, or `None` if there is at most
/// one.
fn several_validators(folder: &Path) -> Option<String> {
    let programs = entries(folder).into_iter();
    let programs = programs.filter(|path| path.is_dir() || is_source(path));
    let names: Vec<String> = programs
        .filter_map(|path| Some(format!("`{}`", quoted(path.file_name()?.as_encoded_bytes(), 100))))
        .collect();
    let are_several = names.len() > 1 && !folder.ends_with(PROGRAM);
    are_several.then(|| {
        format!(
            "the package has several output validators, {}, and does not state the right one",
            names.join(", ")
        )
    })
}

/// Returns further sources of a program for its compiler, which runs in another folder.
fn further_sources(sources: &[PathBuf]) -> Vec<PackageWord> {
    let whole = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
    let words = sources.iter().map(|path| whole(path).to_string_lossy().into_owned());
    PackageWord::all(&words.collect::<Vec<String>>())
}

/// Reads the rule that derives the time limit from the accepted submissions.
fn time_rule(limits: Option<&Node>, is_legacy: bool) -> Result<TimeRule, Fault> {
    let number = |key: &str, or: f64| {
        let mut node = limits;
        for key in key.split('.') {
            node = node.and_then(|node| node.get(key));
        }
        node.map_or(Ok(or), |node| node.positive(&format!("`{key}`")))
    };
    // The default is 5 in legacy packages and 2 in later ones.
    let legacy = number("time_multiplier", if is_legacy { 5.0 } else { 2.0 })?;
    Ok(TimeRule {
        multiplier: number("time_multipliers.ac_to_time_limit", legacy)?,
        resolution: Duration::from_secs_f64(number("time_resolution", 1.0)?.clamp(1e-3, MAX_SECONDS)),
    })
}

/// Reads the flags of the default checker.
fn compare(flags: &[String]) -> Result<Comparison, String> {
    let (mut case, mut space) = (false, false);
    let mut tolerance = Tolerance {
        absolute: None,
        relative: None,
    };
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        let mut number = || {
            let number: Option<f64> = flags.next().and_then(|text| text.parse().ok());
            let number = number.filter(|number| *number >= 0.0);
            number.ok_or_else(|| format!("{} of the default checker needs a number after it", shown(flag)))
        };
        match flag.as_str() {
            "case_sensitive" => case = true,
            "space_change_sensitive" => space = true,
            "float_absolute_tolerance" => tolerance.absolute = Some(number()?),
            "float_relative_tolerance" => tolerance.relative = Some(number()?),
            "float_tolerance" => {
                let both = number()?;
                (tolerance.absolute, tolerance.relative) = (Some(both), Some(both));
            }
            other => return Err(format!("{} is not a flag of the default checker", shown(other))),
        }
    }
    let rule = match (case, space) {
        (false, false) => CompareRule::TokensAnyCase,
        (true, false) => CompareRule::Tokens,
        (false, true) => CompareRule::ExactAnyCase,
        (true, true) => CompareRule::Exact,
    };
    let is_used = tolerance.absolute.is_some() || tolerance.relative.is_some();
    Ok(Comparison {
        rule,
        tolerance: is_used.then_some(tolerance),
    })
}

/// The checker arguments of one folder: its own, or its parent's.
type Arguments = Option<Vec<String>>;

/// Returns the folders from the folder of a testcase up to `data`.
fn folders_above(folder: &Path) -> Vec<&Path> {
    let chain: Vec<&Path> = folder.ancestors().collect();
    let is_data = |path: &&Path| path.canonicalize().is_ok_and(|real| real.ends_with("data"));
    let data = chain.iter().position(is_data).unwrap_or(0);
    chain[..=data].to_vec()
}

/// Refuses files about groups that judges read only in other versions.
fn refuse_other_files(problem: &Document, package: &Package) -> Result<(), TaskError> {
    let version = version(&problem.root).map_err(|fault| problem.located(&fault))?;
    // Both files were valid in drafts.
    let name = match version {
        LATEST => TESTDATA.file,
        version if is_legacy(version) => TEST_GROUP.file,
        _ => return Ok(()),
    };
    let of_cases = package.layout.cases.iter().filter_map(|case| case.input.parent());
    let folders: BTreeSet<&Path> = of_cases.flat_map(folders_above).collect();
    match folders
        .into_iter()
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
    {
        None => Ok(()),
        Some(path) => Err(TaskError::new(format!(
            "judges do not read `{}` in a package of version {version}",
            quoted(path.as_os_str().as_encoded_bytes(), 300)
        ))),
    }
}

/// Refuses files of groups and testcases that are too large together, because all of them are read and kept.
fn refuse_large_parts(package: &Package) -> Result<(), TaskError> {
    let cases = package.layout.cases.iter();
    let folders = cases.clone().filter_map(|case| case.input.parent());
    let folders: BTreeSet<&Path> = folders.flat_map(folders_above).collect();
    let of_groups = folders
        .into_iter()
        .flat_map(|folder| GROUP_FILES.map(|name| folder.join(name)));
    let files = of_groups.chain(cases.map(|case| case.input.with_extension("yaml")));
    let bytes: u64 = files.filter_map(|path| Some(path.metadata().ok()?.len())).sum();
    if bytes > MAX_PARTS_BYTES {
        let (data, most) = (trouble::shown(&package.root.join("data")), MAX_PARTS_BYTES >> 20);
        let why = format!("the YAML files in {data} together are larger than {most} MiB");
        return Err(TaskError::new(why));
    }
    Ok(())
}

/// Reads the checker arguments of groups and testcases.
fn arguments(package: &mut Package, problem: Option<&Document>, limit: u64) -> Result<(), TaskError> {
    let version = problem.map_or(Ok(LEGACY), |problem| version(&problem.root));
    let is_draft = version.is_ok_and(is_draft);
    let mut of_folders: BTreeMap<PathBuf, Arguments> = BTreeMap::new();
    let cases: Vec<Case> = package.layout.cases.clone();
    for case in &cases {
        let folder = case.input.parent().unwrap_or(Path::new(""));
        let mut found: Arguments = None;
        let chain = folders_above(folder);
        let data = chain.len() - 1;
        for folder in chain.iter().rev() {
            if !of_folders.contains_key(*folder) {
                let mut own = found.clone();
                for name in GROUP_FILES {
                    if let Some(document) = manifest(&folder.join(name), limit)? {
                        let of_draft = Inventory {
                            file: TESTDATA.file,
                            ..TEST_GROUP
                        };
                        let inventory = if name != TESTDATA.file {
                            &TEST_GROUP
                        } else if is_draft && points::has_latest_keys(&document.root) {
                            &of_draft
                        } else {
                            &TESTDATA
                        };
                        let path = folder.join(name);
                        let place = place_of_part(chain[data], &path);
                        keys::account_part(&document.root, inventory, &place, &path, package);
                        let read = given(&document.root).map_err(|fault| document.located(&fault))?;
                        own = read.or(own);
                    }
                }
                of_folders.insert((*folder).to_owned(), own);
            }
            found = of_folders[*folder].clone();
        }
        let path = case.input.with_extension("yaml");
        if let Some(document) = manifest(&path, limit)? {
            let place = place_of_part(chain[data], &path);
            keys::account_part(&document.root, &TEST_GROUP, &place, &path, package);
            found = given(&document.root)
                .map_err(|fault| document.located(&fault))?
                .or(found);
        }
        let Some(found) = found else {
            continue;
        };
        // In a legacy package the arguments of the problem come before those of its groups.
        let global = problem.and_then(|problem| problem.root.get("validator_flags"));
        let global = global.and_then(|node| node.text("").ok()).unwrap_or_default();
        let mut all: Vec<String> = global.split_whitespace().map(str::to_owned).collect();
        all.extend(found);
        let mut rules = CaseRules::default();
        if package.checker.is_some() || package.kind != Kind::Batch {
            rules.arguments = Some(PackageWord::all(&all));
        } else {
            let wrong = |why| TaskError::new(format!("{why} (testcase `{}`)", case.name));
            rules.comparison = Some(compare(&all).map_err(wrong)?);
        }
        package.of_cases.insert(case.name.clone(), rules);
    }
    package.remarks.dedup();
    Ok(())
}

/// Returns the escaped path of a file below the folder `data`, in the form of testcase names.
fn place_of_part(data: &Path, path: &Path) -> String {
    quoted(
        Path::new("data").join(below(data, path)).as_os_str().as_encoded_bytes(),
        usize::MAX,
    )
}

/// Reads the checker arguments in a file of a group or a testcase.
fn given(root: &Node) -> Result<Arguments, Fault> {
    for key in ["output_validator_flags", "output_validator_args"] {
        if let Some(node) = root.get(key) {
            let texts = node.texts(&format!("`{key}`"))?;
            let words = texts.iter().flat_map(|(_, text)| text.split_whitespace());
            return Ok(Some(words.map(str::to_owned).collect()));
        }
    }
    Ok(None)
}

/// Refuses command-line arguments and extra files that single testcases give to programs.
fn of_cases(package: &mut Package) {
    let given = package.layout.cases.iter().flat_map(|case| {
        let [words, files] = ["args", "files"].map(|ending| case.input.with_extension(ending));
        let words = Some(words)
            .filter(|path| path.is_file())
            .map(|path| ("command-line arguments", path));
        let files = Some(files).filter(|path| has_entries(path)).map(|path| ("files", path));
        [words, files].into_iter().flatten()
    });
    if let Some((what, path)) = given.into_iter().next() {
        let by = quoted(path.as_os_str().as_encoded_bytes(), 300);
        package.kind = Kind::Unsupported(Stated::new(
            format!("a task that gives programs {what} with their input"),
            by,
        ));
    }
}

/// Reads the time limit in DOMjudge's file `.timelimit`, which precedes a computed limit.
fn of_file(package: &mut Package) -> Result<(), TaskError> {
    const NAME: &str = ".timelimit";
    const MAX_BYTES: u64 = 1 << 10;
    let Some(file) = source(&package.root.join(NAME), MAX_BYTES)? else {
        return Ok(());
    };
    let text = String::from_utf8_lossy(&file.bytes);
    let seconds = text.trim().parse().ok();
    let Some(seconds) = seconds.filter(|seconds: &f64| *seconds > 0.0 && *seconds <= MAX_SECONDS) else {
        let error = InputError::new(0, file.bytes.len(), "expected a number of seconds greater than 0");
        return Err(TaskError::at(&file.name, &file.bytes, error));
    };
    if package.limits.time.is_none() {
        package.limits.time = Some(Stated::new(Duration::from_secs_f64(seconds), &file.name));
    }
    Ok(())
}

/// Reads `domjudge-problem.ini`: lines `key = value`.
fn domjudge(bytes: &[u8], package: &mut Package) -> Result<(), InputError> {
    let by = quoted(package.root.join(INI).as_os_str().as_encoded_bytes(), 300);
    // Some editors write a byte order mark before the first line.
    const MARK: &[u8] = b"\xef\xbb\xbf";
    let mut at = if bytes.starts_with(MARK) { MARK.len() } else { 0 };
    let mut seen = BTreeSet::new();
    for line in bytes[at..].split_inclusive(|&b| b == b'\n') {
        let (start, length) = (at, line.trim_ascii_end().len());
        at += line.len();
        let text = String::from_utf8_lossy(line.trim_ascii()).into_owned();
        if text.is_empty() || text.starts_with([';', '#', '[']) {
            continue;
        }
        let Some((key, value)) = text.split_once('=') else {
            return Err(InputError::new(start, length, "a line must be `key = value`"));
        };
        let (key, value) = (key.trim(), value.trim().trim_matches(['\'', '"']));
        if !seen.insert(key.to_owned()) {
            package.remarks.push(Remark::on_key(key, INI, Unobeyed::Repeated));
        }
        match keys::find(DOMJUDGE.keys, key).map(|key| key.fate) {
            Some(keys::Fate::Mapped | keys::Fate::Refused) => {
                let seconds: Option<f64> = value.parse().ok();
                let Some(seconds) = seconds.filter(|seconds| *seconds > 0.0 && *seconds <= MAX_SECONDS) else {
                    let message = "`timelimit` must be a number of seconds greater than 0";
                    return Err(InputError::new(start, length, message));
                };
                package.limits.time = Some(Stated::new(Duration::from_secs_f64(seconds), &by));
            }
            Some(keys::Fate::About) => {
                if key == "name" && package.titles.is_empty() {
                    package.titles = vec![("en".to_owned(), value.to_owned())];
                }
                package.about.insert(key.to_owned(), quoted(value.as_bytes(), 300));
            }
            Some(keys::Fate::Reported(why)) => package.remarks.push(keys::remark(key, INI, why)),
            None => package.remarks.push(keys::unknown(key, INI)),
        }
    }
    Ok(())
}

/// Returns a path relative to the package.
fn below<'a>(root: &Path, path: &'a Path) -> &'a Path {
    path.strip_prefix(root).unwrap_or(path)
}
