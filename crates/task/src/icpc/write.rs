//! Writes packages of Kattis and the ICPC's format in its versions, and DOMjudge's archives.
//!
//! A DOMjudge archive is a legacy package with one more file.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::keys::{NAME, TEST_GROUP, TESTDATA};
use crate::expected::{Expected, PARTIAL};
use crate::loss::Loss;
use crate::model::{Checker, CompareRule, Comparison, Kind, Package, Protocol};
use crate::out::{Keys, Value};
use crate::read::keys::{self, Fate};
use crate::scheme::PackagePoints;
use crate::scheme::{Group, Part, Passes, Rule, Scheme};
use crate::write::flat::{Flat, FlatRule};
use crate::write::programs::{self, Role};
use crate::write::statements::{self, Statement};
use crate::write::{self, titles};
use crate::write::{
    Names, Nearness, Refused, Writing, about_blanks, below, count_all_the_same, file_name, is_exact, list, minds_case,
    nearness, number, plain, text_of,
};

/// The written version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    Legacy,
    Draft,
    /// The draft with `test_group.yaml`, for packages that have it.
    DraftOfGroups,
    Latest,
    /// The latest version without points.
    Bapctools,
    Domjudge,
}

impl Version {
    /// Returns whether groups and flags are in `testdata.yaml`. problemtools reads this file in the draft too.
    fn has_testdata(self) -> bool {
        matches!(self, Version::Legacy | Version::Draft | Version::Domjudge)
    }

    /// Returns whether a package that states this version has the same version.
    fn is_of(self, stated: Option<&str>) -> bool {
        match stated {
            None | Some("legacy" | "legacy-icpc") => self.is_legacy(),
            Some("2023-07-draft" | "2023-07" | "draft") => matches!(self, Version::Draft | Version::DraftOfGroups),
            Some(_) => matches!(self, Version::Latest | Version::Bapctools),
        }
    }

    /// Returns whether it counts points.
    fn has_points(self) -> bool {
        !matches!(self, Version::Domjudge | Version::Bapctools)
    }

    /// Returns whether `problem.yaml` has the keys of legacy packages.
    fn is_legacy(self) -> bool {
        matches!(self, Version::Legacy | Version::Domjudge)
    }

    fn checkers(self) -> &'static str {
        if self.is_legacy() {
            "output_validators"
        } else {
            "output_validator"
        }
    }

    fn statements(self) -> &'static str {
        if self.is_legacy() {
            "problem_statement"
        } else {
            "statement"
        }
    }
}

/// The endings of files about a testcase for people: a description, a dialogue with an interactor, a picture.
const BESIDE_CASES: [&str; 7] = ["desc", "hint", "interaction", "png", "jpg", "jpeg", "svg"];
/// Descriptive keys that both kinds of versions have.
const ABOUT: [&str; 3] = ["source", "license", "rights_owner"];

/// The judge of outputs.
enum Judging {
    /// The default checker with these flags.
    Default(Vec<String>),
    /// A program.
    Program,
}

pub(crate) fn write(writing: &mut Writing<'_>, version: Version) -> Result<(), Refused> {
    let package = writing.package;
    let is_of_draft = version == Version::Draft && package.format == NAME && version.is_of(package.version.as_deref());
    let version = if is_of_draft && package.parts.keys().any(|place| place.ends_with("/test_group.yaml")) {
        Version::DraftOfGroups
    } else {
        version
    };
    let interactor = match &package.kind {
        Kind::Interactive(interactor) => Some(&interactor.value),
        _ => None,
    };
    let program = interactor.or(package.checker.as_ref().map(|checker| &checker.value));
    let judging = match program {
        Some(program) => {
            put_program(writing, program, interactor.is_some(), version)?;
            Judging::Program
        }
        None => Judging::Default(default_flags(writing)?),
    };
    if !version.has_points() && writing.groups.take().is_some() {
        writing.say(format!(
            "{} has no points: a submission is accepted only if it passes all testcases",
            writing.format
        ));
    }
    let places = Places::of(writing, version);
    let flags = flags(writing, &places, &judging, version)?;
    let all = put_cases(writing, &places, version)?;
    if version == Version::Bapctools && interactor.is_none() {
        put_answer_validator(writing, &all);
    }
    let are_parts_kept = are_parts_kept(writing, &places, &judging, version);
    if are_parts_kept {
        put_parts(writing, &places, version)
    } else {
        put_groups(writing, &places, &flags, version)
    }
    let languages = put_statements(writing, version)?;
    put_submissions(writing, version);
    put_validators(writing);
    let manifest = manifest(writing, &judging, are_parts_kept, &flags, languages, version);
    writing.tree.add("problem.yaml", manifest.yaml());
    if version == Version::Domjudge {
        let ini = settings(writing);
        writing.tree.add("domjudge-problem.ini", ini.ini());
    }
    Ok(())
}

/// Writes the checker or the interactor to its place in the version.
fn put_program(
    writing: &mut Writing<'_>,
    program: &Checker,
    is_interactor: bool,
    version: Version,
) -> Result<(), Refused> {
    let folder = version.checkers();
    let home = program.include.first().filter(|_| writing.package.format == NAME);
    if let (Some(home), Protocol::Kattis) = (home, program.protocol) {
        let is_alone = ["output_validators", "output_validator"]
            .iter()
            .any(|name| home.ends_with(name));
        match (is_alone, version.is_legacy()) {
            (true, _) => writing.tree.copy_folder(folder, home),
            (false, true) => writing.tree.copy_folder(&format!("{folder}/{}", file_name(home)), home),
            (false, false) => writing.tree.copy_folder(folder, home),
        }
        return Ok(());
    }
    let (what, role) = if is_interactor {
        ("interactor", Role::Interactor)
    } else {
        ("checker", Role::Checker)
    };
    let folder = if version.is_legacy() {
        format!("{folder}/{what}")
    } else {
        folder.to_owned()
    };
    programs::put(writing, program, role, &folder, Some(what))?;
    Ok(())
}

/// Returns the flags of the default checker for the package's comparison.
fn default_flags(writing: &mut Writing<'_>) -> Result<Vec<String>, Refused> {
    let common = writing.package.comparison.as_ref().map(|stated| stated.value);
    let common = common.unwrap_or(Comparison::by(CompareRule::Tokens));
    flags_of(writing, common)
}

/// Returns the flags of the default checker for a comparison.
fn flags_of(writing: &mut Writing<'_>, comparison: Comparison) -> Result<Vec<String>, Refused> {
    let Some(case) = minds_case(comparison.rule) else {
        // Its error names the rule.
        programs::comparing(writing, comparison)?;
        return Ok(Vec::new());
    };
    let native = match (case, is_exact(comparison.rule)) {
        (true, false) => CompareRule::Tokens,
        (false, false) => CompareRule::TokensAnyCase,
        (true, true) => CompareRule::Exact,
        (false, true) => CompareRule::ExactAnyCase,
    };
    if let Nearness::Blanks = nearness(comparison.rule, native) {
        writing.say(about_blanks(writing.format, comparison.rule, native));
    }
    let mut flags = Vec::new();
    let mut push = |word: &str| flags.push(word.to_owned());
    if case {
        push("case_sensitive");
    }
    if is_exact(comparison.rule) {
        push("space_change_sensitive");
    }
    if let Some(tolerance) = comparison.tolerance {
        match (tolerance.absolute, tolerance.relative) {
            (Some(absolute), Some(relative)) if absolute == relative => {
                push("float_tolerance");
                push(&format!("{absolute:e}"));
            }
            (absolute, relative) => {
                let both = [
                    ("float_absolute_tolerance", absolute),
                    ("float_relative_tolerance", relative),
                ];
                for (name, value) in both {
                    if let Some(value) = value {
                        push(name);
                        push(&format!("{value:e}"));
                    }
                }
            }
        }
    }
    Ok(flags)
}

/// The places of the testcases.
struct Places {
    /// The folder of each testcase, and its name without an ending.
    of_cases: Vec<(String, String)>,
    /// The folders of the groups in a row, if these state the points.
    of_groups: Vec<Option<String>>,
    /// Whether the groups are written as the package has them.
    is_tree: bool,
    /// Whether the testcases stay in their folders.
    is_kept: bool,
}

impl Places {
    fn of(writing: &mut Writing<'_>, version: Version) -> Places {
        let is_tree = scheme_as_is(writing, version).is_some();
        let is_kept = writing.package.format == NAME && (is_tree || writing.groups.is_none());
        let groups = writing.groups.clone().unwrap_or_default();
        let mut of_groups: Vec<Option<String>> = Vec::new();
        if !is_kept {
            let last = |name: &str| plain(name.rsplit('/').next().unwrap_or_default());
            let names: Vec<String> = groups.iter().map(|group| last(&group.name)).collect();
            // Groups are judged in the order of their names.
            let is_sorted = names.windows(2).all(|pair| pair[0] < pair[1]);
            let has_secret = |group: &Flat| group.cases.iter().any(|(at, _)| !writing.is_sample(*at));
            let width = groups.len().to_string().len();
            let mut number = 0;
            for (group, name) in groups.iter().zip(names) {
                if !has_secret(group) {
                    of_groups.push(None);
                    continue;
                }
                number += 1;
                of_groups.push(Some(if is_sorted {
                    name
                } else {
                    format!("{number:0width$}-{name}")
                }));
            }
        }
        let mut names: BTreeMap<String, Names> = BTreeMap::new();
        let mut of_cases = Vec::new();
        let mut changed = Vec::new();
        for (at, case) in writing.cases().iter().enumerate() {
            let name = case.name.strip_prefix("data/").unwrap_or(&case.name);
            let (above, last) = name.rsplit_once('/').unwrap_or(("secret", name));
            let home = groups
                .iter()
                .position(|group| group.cases.iter().any(|(case, _)| *case == at));
            let folder = match home.and_then(|home| of_groups.get(home).cloned().flatten()) {
                _ if is_kept => format!("data/{above}"),
                _ if writing.is_sample(at) => "data/sample".to_owned(),
                Some(group) => format!("data/secret/{group}"),
                None => "data/secret".to_owned(),
            };
            let wanted = if writing.package.format == NAME { last } else { name };
            let stem = names.entry(folder.clone()).or_default().take(wanted);
            if stem != wanted && stem != wanted.replace('/', "-") {
                changed.push(case.name.clone());
            }
            of_cases.push((folder, stem));
        }
        if !changed.is_empty() {
            writing.say(format!(
                "testcases renamed, because names may contain only letters, digits, `_`, `.` and `-`: {}",
                list(&changed)
            ));
        }
        Places {
            of_cases,
            of_groups,
            is_tree,
            is_kept,
        }
    }
}

/// Returns the points of a package of the same kind of version, which can be written group by group.
fn scheme_as_is<'a>(writing: &Writing<'a>, version: Version) -> Option<&'a Scheme> {
    let PackagePoints::Scheme(scheme) = &writing.package.points else {
        return None;
    };
    let last = match version {
        Version::Legacy | Version::Draft => "data",
        Version::Latest | Version::DraftOfGroups => "secret",
        Version::Domjudge | Version::Bapctools => return None,
    };
    let is_same = writing.package.format == NAME && scheme.groups.last().is_some_and(|group| group.name == last);
    is_same.then_some(scheme)
}

/// The digests of an input and of its answer.
type Digests = (u32, u32);

/// Writes the testcases and returns their digests, which only BAPCtools needs.
fn put_cases(writing: &mut Writing<'_>, places: &Places, version: Version) -> Result<Vec<Digests>, Refused> {
    let mut all = Vec::new();
    let mut inputs: BTreeMap<u32, &Path> = BTreeMap::new();
    let mut twice = Vec::new();
    let mut numbered: Vec<usize> = (0..writing.cases().len()).collect();
    // If testcases are equal, an example stays.
    numbered.sort_by_key(|at| !places.of_cases[*at].0.starts_with("data/sample"));
    for at in numbered {
        let (case, (folder, stem)) = (&writing.cases()[at], &places.of_cases[at]);
        if version == Version::Bapctools {
            let digests = (digest_of(&case.input)?, digest_of(&case.answer)?);
            let first = inputs.insert(digests.0, &case.input);
            let is_same = |first: &Path| std::fs::read(first).ok() == std::fs::read(&case.input).ok();
            if first.is_some_and(is_same) {
                twice.push(case.name.clone());
                continue;
            }
            all.push(digests);
        }
        writing.tree.copy(format!("{folder}/{stem}.in"), &case.input);
        writing.tree.copy(format!("{folder}/{stem}.ans"), &case.answer);
        // Copy the files about the testcase for people.
        for ending in BESIDE_CASES.iter().filter(|_| writing.package.format == NAME) {
            let beside = case.input.with_extension(ending);
            if beside.is_file() {
                writing.tree.copy(format!("{folder}/{stem}.{ending}"), &beside);
            }
        }
    }
    if !twice.is_empty() {
        writing.say(format!(
            "testcases not exported, because {} allows each input only once: {}",
            writing.format,
            list(&twice)
        ));
    }
    Ok(all)
}

/// Returns the CRC-32 of a file, which is read in pieces.
fn digest_of(path: &Path) -> Result<u32, Refused> {
    let cannot = |error: std::io::Error| format!("cannot read `{}`: {error}", file_name(path));
    if !path.metadata().map_err(cannot)?.is_file() {
        return Err(format!("`{}` is not a regular file", file_name(path)));
    }
    let mut file = std::fs::File::open(path).map_err(cannot)?;
    let mut digest = crc32fast::Hasher::new();
    let mut piece = vec![0; 1 << 16];
    loop {
        match file.read(&mut piece).map_err(cannot)? {
            0 => return Ok(digest.finalize()),
            count => digest.update(&piece[..count]),
        }
    }
}

/// Writes an answer validator that knows the answers: BAPCtools requires one, and tests it on wrong answers.
fn put_answer_validator(writing: &mut Writing<'_>, all: &[Digests]) {
    let lines = all
        .iter()
        .map(|(input, answer)| format!("    0x{input:08x}: 0x{answer:08x},"));
    let lines: Vec<String> = lines.collect();
    let text = include_str!("answers.py").replacen("#ANSWERS", &lines.join("\n"), 1);
    writing.tree.add("answer_validators/answers.py", text);
}

/// The checker arguments: for all testcases, for folders, and for single testcases.
#[derive(Default)]
struct Flags {
    common: Vec<String>,
    of_folders: BTreeMap<String, Vec<String>>,
    /// The arguments of single testcases, by the paths of their files.
    of_cases: BTreeMap<String, Vec<String>>,
}

/// Sorts the checker arguments by their scope.
fn flags(writing: &mut Writing<'_>, places: &Places, judging: &Judging, version: Version) -> Result<Flags, Refused> {
    let package = writing.package;
    // The arguments of each testcase after the common ones, or `None` if it has none.
    let mut of_cases: Vec<Option<Vec<String>>> = Vec::new();
    let mut flags = Flags::default();
    match judging {
        Judging::Program => {
            let arguments = programs_of(package)
                .map(|program| program.arguments.clone())
                .unwrap_or_default();
            for case in writing.cases() {
                of_cases.push(
                    package
                        .of_cases
                        .get(&case.name)
                        .and_then(|rules| rules.arguments.clone()),
                );
            }
            if version.is_legacy() && of_cases.iter().flatten().all(|own| own.starts_with(&arguments)) {
                of_cases
                    .iter_mut()
                    .flatten()
                    .for_each(|own| _ = own.drain(..arguments.len()));
                flags.common = arguments;
            } else if !arguments.is_empty() {
                of_cases
                    .iter_mut()
                    .for_each(|own| *own = Some(own.take().unwrap_or_else(|| arguments.clone())));
            }
        }
        Judging::Default(common) => {
            let mut all = Vec::new();
            for case in writing.cases() {
                let own = package.of_cases.get(&case.name).and_then(|rules| rules.comparison);
                all.push(match own {
                    Some(comparison) => flags_of(writing, comparison)?,
                    None => common.clone(),
                });
            }
            let adds_up = all.iter().all(|own| goes_on_from(common, own));
            let is_uniform = all.windows(2).all(|pair| pair[0] == pair[1]);
            if version == Version::Domjudge && !is_uniform {
                return Err(writing.different_rules());
            }
            if version == Version::Domjudge {
                flags.common = all.pop().unwrap_or_else(|| common.clone());
                of_cases = vec![None; writing.cases().len()];
            } else if version.is_legacy() && adds_up {
                flags.common.clone_from(common);
                let has_own = |at: usize| {
                    let rules = package.of_cases.get(&writing.cases()[at].name);
                    rules.is_some_and(|rules| rules.comparison.is_some())
                };
                of_cases = (all.into_iter().enumerate())
                    .map(|(at, own)| has_own(at).then_some(own))
                    .collect();
            } else {
                of_cases = all.into_iter().map(|own| (!own.is_empty()).then_some(own)).collect();
            }
        }
    }
    let mut folders: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, (folder, _)) in places.of_cases.iter().enumerate() {
        folders.entry(folder).or_default().push(at);
    }
    for (folder, cases) in folders {
        let first = &of_cases[cases[0]];
        if cases.iter().all(|at| of_cases[*at] == *first) {
            if let Some(words) = first {
                flags.of_folders.insert(folder.to_owned(), words.clone());
            }
            continue;
        }
        if version.is_legacy() {
            return Err(format!(
                "its checker gets different arguments inside one folder, which {} does not have",
                writing.format
            ));
        }
        for at in cases {
            if let Some(words) = &of_cases[at] {
                let (folder, stem) = &places.of_cases[at];
                flags.of_cases.insert(format!("{folder}/{stem}.yaml"), words.clone());
            }
        }
    }
    Ok(flags)
}

/// Returns whether flags mean the same after other flags as alone.
fn goes_on_from(common: &[String], own: &[String]) -> bool {
    let names = |flags: &[String]| -> Vec<String> {
        let words = flags
            .iter()
            .filter(|flag| flag.starts_with(|c: char| c.is_ascii_alphabetic()));
        let both = ["float_absolute_tolerance", "float_relative_tolerance"];
        words
            .flat_map(|word| match word.as_str() {
                "float_tolerance" => both.map(str::to_owned).to_vec(),
                word => vec![word.to_owned()],
            })
            .collect()
    };
    let own = names(own);
    names(common).iter().all(|name| own.contains(name))
}

/// Returns whether the files about groups and testcases can be copied unchanged.
///
/// This holds if the package has the same version, its testcases stay in their folders, and no part of these files is
/// stated elsewhere.
fn are_parts_kept(writing: &Writing<'_>, places: &Places, judging: &Judging, version: Version) -> bool {
    let package = writing.package;
    let has_common_words = match judging {
        Judging::Default(flags) => !flags.is_empty(),
        Judging::Program => programs_of(package).is_some_and(|program| !program.arguments.is_empty()),
    };
    package.format == NAME
        && version.is_of(package.version.as_deref())
        && places.is_kept
        && !package.parts.is_empty()
        && (version.has_points() || package.points == PackagePoints::Unstated)
        && (version.is_legacy() || !has_common_words)
}

/// Returns the checker or the interactor.
fn programs_of(package: &Package) -> Option<&Checker> {
    match &package.kind {
        Kind::Interactive(interactor) => Some(&interactor.value),
        _ => package.checker.as_ref().map(|checker| &checker.value),
    }
}

/// Copies the files about groups and testcases, and the programs that they name.
fn put_parts(writing: &mut Writing<'_>, places: &Places, version: Version) {
    let package = writing.package;
    // Drafts have no key for a checker that gives points.
    if !matches!(version, Version::Draft | Version::DraftOfGroups) || !gives_scores(writing) {
        writing.no_points = None;
    }
    let of_cases: BTreeMap<PathBuf, String> = (package.layout.cases.iter().zip(&places.of_cases))
        .map(|(case, (folder, stem))| (case.input.with_extension("yaml"), format!("{folder}/{stem}.yaml")))
        .collect();
    for (place, part) in &package.parts {
        let place = of_cases.get(&part.path).unwrap_or(place);
        writing.tree.copy(place, &part.path);
        writing.kept_files.insert(file_name(&part.path));
    }
    for folder in ["graders", "static_validator", "input_visualizer", "output_visualizer"] {
        let from = package.root.join(folder);
        if from.is_dir() {
            writing.tree.copy_folder(folder, &from);
        }
    }
}

/// Writes the files of the groups: points and checker arguments.
fn put_groups(writing: &mut Writing<'_>, places: &Places, flags: &Flags, version: Version) {
    const WORDS: &str = "output_validator_args";
    for (place, words) in &flags.of_cases {
        let keys = Keys::of(WORDS, Value::quoted_row(words));
        writing.tree.add(place.clone(), keys.yaml());
    }
    say_lost_keys(writing);
    let mut files: BTreeMap<String, Keys> = BTreeMap::new();
    if let Some(scheme) = scheme_as_is(writing, version).filter(|_| places.is_tree) {
        // Drafts have no key for a checker that gives points.
        if version != Version::Draft || !gives_scores(writing) {
            writing.no_points = None;
        }
        for (at, group) in scheme.groups.iter().enumerate() {
            let is_whole = at + 1 == scheme.groups.len();
            let folder = match (version.has_testdata(), is_whole) {
                (true, true) => "data".to_owned(),
                _ => format!("data/{}", group.name),
            };
            let keys = if version.has_testdata() {
                legacy_group(scheme, at, is_whole, least(writing, &folder))
            } else if group.name == "sample" {
                Keys::new()
            } else {
                latest_group(version, scheme, group)
            };
            files.insert(folder, keys);
        }
    } else if let Some(groups) = writing.groups.clone() {
        if version.has_testdata() {
            legacy_groups(writing, &groups, places, &mut files)
        } else {
            latest_groups(version, writing, &groups, places, &mut files)
        }
    }
    for (folder, words) in &flags.of_folders {
        let keys = files.entry(folder.clone()).or_default();
        if version.has_testdata() {
            keys.put("output_validator_flags", words.join(" "))
        } else {
            keys.put(WORDS, Value::quoted_row(words))
        }
    }
    let is_adapted = programs_of(writing.package).is_some_and(|program| program.protocol == Protocol::Testlib);
    if version == Version::Bapctools && is_adapted {
        // An adapted checker ignores these arguments. Without them BAPCtools assumes that it ignores the case of
        // letters.
        files
            .entry("data".to_owned())
            .or_insert_with(|| Keys::of(WORDS, Value::row(["case_sensitive"])));
    }
    let name = if version.has_testdata() {
        "testdata.yaml"
    } else {
        "test_group.yaml"
    };
    for (folder, keys) in files.into_iter().filter(|(_, keys)| !keys.is_empty()) {
        writing.tree.add(format!("{folder}/{name}"), keys.yaml());
    }
}

/// Returns the lower end of the range in the file of a group.
fn least(writing: &Writing<'_>, folder: &str) -> Option<String> {
    let part = writing.package.parts.get(&format!("{folder}/testdata.yaml"))?;
    let range = part.keys.get("range")?;
    range.split_whitespace().next().map(str::to_owned)
}

/// Reports the lost keys about single groups and testcases, except keys about points or the checker.
fn say_lost_keys(writing: &mut Writing<'_>) {
    let is_about = |key: &&String| {
        let of_parts = [TESTDATA, TEST_GROUP].into_iter();
        let found = of_parts.filter_map(|inventory| keys::find(inventory.keys, key)).next();
        found.is_some_and(|known| known.fate == Fate::About)
    };
    let parts = writing.package.parts.values();
    let lost: BTreeSet<String> = parts
        .flat_map(|part| part.keys.keys())
        .filter(is_about)
        .cloned()
        .collect();
    if !lost.is_empty() {
        let lost: Vec<String> = lost.into_iter().collect();
        writing.say(format!(
            "{} describes groups and testcases in another way: their keys {} are not exported",
            writing.format,
            list(&lost)
        ));
    }
}

/// Returns a group of a legacy package as it was read.
fn legacy_group(scheme: &Scheme, at: usize, is_whole: bool, least: Option<String>) -> Keys {
    let group = &scheme.groups[at];
    let mut words = vec![match group.rule {
        Rule::Sum | Rule::Whole => "sum",
        Rule::Mean => "avg",
        Rule::Min => "min",
        Rule::Max => "max",
    }];
    words.push("first_error");
    match group.passes {
        Passes::All => {}
        Passes::Any => words.push("accept_if_any_accepted"),
        Passes::Always => words.push("always_accept"),
    }
    let sample = scheme.groups.iter().position(|group| group.name == "sample");
    let has_sample = group
        .parts
        .iter()
        .any(|part| matches!(part, Part::Group(inner) if Some(*inner) == sample));
    if is_whole && sample.is_some() && !has_sample {
        words.push("ignore_sample");
    }
    let mut keys = on_reject(group.stops).with("grader_flags", words.join(" "));
    if let Some(worth) = group.cases().next() {
        keys.put("accept_score", worth.accepted.unwrap_or_default());
        keys.put("reject_score", worth.rejected);
    }
    if let Some(most) = group.most {
        let low = least.unwrap_or_else(|| {
            if has_negative(scheme, group) {
                "-inf".to_owned()
            } else {
                number(most.min(0.0))
            }
        });
        keys.put("range", range(&low, most));
    }
    keys
}

/// Returns the key that decides whether a legacy group ends at its first testcase that is not accepted.
fn on_reject(stops: bool) -> Keys {
    Keys::of("on_reject", if stops { "break" } else { "continue" })
}

/// Returns the range of points of a legacy package: two numbers.
fn range(low: &str, most: f64) -> Value {
    Value::Word(format!("{low} {}", number(most)))
}

fn has_negative(scheme: &Scheme, group: &Group) -> bool {
    group.parts.iter().any(|part| match part {
        Part::Case(worth) => worth.rejected < 0.0 || worth.accepted.is_some_and(|points| points < 0.0),
        Part::Group(inner) => has_negative(scheme, &scheme.groups[*inner]),
    })
}

/// Returns a group of a later package as it was read.
fn latest_group(version: Version, scheme: &Scheme, group: &Group) -> Keys {
    let aggregation = match group.rule {
        Rule::Whole => "pass-fail",
        Rule::Min => "min",
        _ => "sum",
    };
    let needs: Vec<String> = group.needs.iter().map(|at| scheme.groups[*at].name.clone()).collect();
    scoring(version, group.most, aggregation, &needs)
}

/// Returns the points of a group: in the draft below their own key, later with longer names at the top level.
fn scoring(version: Version, most: Option<f64>, aggregation: &str, needs: &[String]) -> Keys {
    let is_draft = matches!(version, Version::Draft | Version::DraftOfGroups);
    let score = most.map_or_else(|| Value::from("unbounded"), Value::from);
    let mut keys = if is_draft {
        Keys::of("score", score).with("aggregation", aggregation)
    } else {
        Keys::of("max_score", score).with("score_aggregation", aggregation)
    };
    if !needs.is_empty() {
        keys.put("require_pass", Value::quoted_row(needs));
    }
    if is_draft { Keys::of("scoring", keys) } else { keys }
}

/// Returns whether all testcases of a group are worth the same.
fn is_even(group: &Flat) -> bool {
    group.cases.windows(2).all(|pair| pair[0].1 == pair[1].1)
}

fn sum(groups: &[Flat]) -> f64 {
    groups.iter().map(|group| group.points).sum()
}

/// Writes groups in a row for legacy packages: the parts of `secret`, which is accepted if one of them is.
fn legacy_groups(writing: &mut Writing<'_>, groups: &[Flat], places: &Places, files: &mut BTreeMap<String, Keys>) {
    const FLAGS: &str = "grader_flags";
    const ANY: &str = "first_error accept_if_any_accepted";
    let whole = || on_reject(false).with("range", range("0", sum(groups)));
    let has_sample = (0..writing.cases().len()).any(|at| writing.is_sample(at));
    let ignores = if has_sample { "ignore_sample" } else { "first_error" };
    files.insert("data".to_owned(), whole().with(FLAGS, ignores));
    if has_sample {
        let sample = on_reject(false).with("range", range("0", 0.0));
        files.insert(
            "data/sample".to_owned(),
            sample.with("accept_score", 0.0).with(FLAGS, "first_error"),
        );
    }
    files.insert("data/secret".to_owned(), whole().with(FLAGS, ANY));
    for (group, folder) in groups.iter().zip(&places.of_groups) {
        let Some(folder) = folder else { continue };
        let range = range("0", group.points);
        let keys = match group.rule {
            FlatRule::All => on_reject(true)
                .with("accept_score", group.points)
                .with("range", range)
                .with(FLAGS, "min first_error"),
            FlatRule::Each => {
                if !is_even(group) {
                    writing.say(format!(
                        "in {} the testcases of a group have equal points: the points of `{}` are shared evenly",
                        writing.format, group.name
                    ));
                }
                on_reject(false)
                    .with("accept_score", group.points / group.cases.len().max(1) as f64)
                    .with("range", range)
                    .with(FLAGS, format!("sum {ANY}"))
            }
        };
        files.insert(format!("data/secret/{folder}"), keys);
    }
    writing.say_no_dependencies();
}

/// Writes groups in a row for later packages.
fn latest_groups(
    version: Version,
    writing: &mut Writing<'_>,
    groups: &[Flat],
    places: &Places,
    files: &mut BTreeMap<String, Keys>,
) {
    files.insert(
        "data/secret".to_owned(),
        scoring(version, Some(sum(groups)), "sum", &[]),
    );
    let has_shares = gives_scores(writing);
    let name = |at: usize| match &places.of_groups[at] {
        Some(folder) => format!("secret/{folder}"),
        None => "sample".to_owned(),
    };
    let (mut free, mut without_shares) = (Vec::new(), Vec::new());
    let is_needed = |at: usize| groups.iter().any(|group| group.needs.contains(&at));
    for (at, group) in groups.iter().enumerate() {
        let Some(folder) = &places.of_groups[at] else { continue };
        let aggregation = match group.rule {
            // The minimum share of a testcase counts, which the checker may give.
            FlatRule::All if has_shares && !is_needed(at) => "min",
            FlatRule::All => "pass-fail",
            FlatRule::Each => "sum",
        };
        if group.rule == FlatRule::Each && !is_even(group) {
            writing.say(format!(
                "in {} the testcases of a group have equal points: the points of `{}` are shared evenly",
                writing.format, group.name
            ));
        }
        let (needs, others): (Vec<usize>, Vec<usize>) = group
            .needs
            .iter()
            .partition(|at| groups[**at].rule == FlatRule::All || places.of_groups[**at].is_none());
        if !others.is_empty() {
            free.push(group.name.clone());
        }
        if has_shares && aggregation == "pass-fail" {
            without_shares.push(group.name.clone());
        }
        let needs: Vec<String> = needs.into_iter().map(name).collect();
        files.insert(
            format!("data/secret/{folder}"),
            scoring(version, Some(group.points), aggregation, &needs),
        );
    }
    if !without_shares.is_empty() {
        writing.say(format!(
            "in {} a group that another needs gives all points or none, even if the checker gives a share: {}",
            writing.format,
            list(&without_shares)
        ));
    }
    if !free.is_empty() {
        writing.say(format!(
            "in {} a group can need only groups that give all points or none: {}",
            writing.format,
            count_all_the_same(&free)
        ));
    }
}

/// Writes the statements and returns their languages.
fn put_statements(writing: &mut Writing<'_>, version: Version) -> Result<Vec<String>, Refused> {
    let all = statements::of(writing.package);
    let titles = titles(writing.package);
    let mut languages = Vec::new();
    let root = &writing.package.root;
    if version == Version::Domjudge {
        return put_domjudge_statement(writing, &all);
    }
    for statement in &all {
        let Statement { path, language, ending } = statement;
        let code = if language.is_empty() { "en" } else { language };
        let title = titles.iter().find(|(known, _)| known == code).or(titles.first());
        let title = title.map(|(_, title)| title.as_str()).unwrap_or_default();
        let folder = version.statements();
        let place = if writing.package.format == NAME {
            below(root, path).filter(|place| place.starts_with(&format!("{folder}/")))
        } else {
            None
        };
        let is_markdown = ending == "md";
        match place {
            Some(place) if !is_markdown || !version.is_legacy() => writing.tree.copy(place, path),
            _ if is_markdown && (version.is_legacy() || writing.package.format != NAME) => {
                let markdown = text_of(path)?;
                writing.say_unconverted(&file_name(path), &markdown);
                writing.tree.add(
                    format!("{folder}/problem.{code}.tex"),
                    statements::icpc_tex(&markdown, title),
                );
            }
            _ if matches!(ending.as_str(), "tex" | "pdf" | "md") => {
                if ending == "tex" && writing.package.format != NAME {
                    writing.say(format!(
                        "the statement `{}` is TeX for {}: {} has other commands, such as `\\problemname`",
                        file_name(path),
                        writing.package.format,
                        writing.format
                    ));
                }
                writing.tree.copy(format!("{folder}/problem.{code}.{ending}"), path);
            }
            _ => {
                writing.say(format!(
                    "the statement `{}` is not exported: {} accepts TeX and PDF",
                    file_name(path),
                    writing.format
                ));
                continue;
            }
        }
        if !languages.contains(&code.to_owned()) {
            languages.push(code.to_owned());
        }
    }
    if all.is_empty() {
        writing.say("the package has no statement");
    }
    put_pictures(writing, version.statements());
    Ok(languages)
}

/// Copies the other files in the folder of statements, such as pictures, if the package has the same layout.
fn put_pictures(writing: &mut Writing<'_>, folder: &str) {
    let from = writing.package.root.join(folder);
    let is_statement = |path: &PathBuf| writing.package.statements.contains(path);
    if writing.package.format != NAME {
        return;
    }
    let files = std::fs::read_dir(&from).into_iter().flatten().flatten();
    let files: Vec<PathBuf> = files
        .map(|entry| entry.path())
        .filter(|path| !is_statement(path))
        .collect();
    for path in files.iter().filter(|path| path.is_file()) {
        writing.tree.copy(format!("{folder}/{}", file_name(path)), path);
    }
}

fn put_domjudge_statement(writing: &mut Writing<'_>, all: &[Statement]) -> Result<Vec<String>, Refused> {
    let known = |statement: &&Statement| matches!(statement.ending.as_str(), "pdf" | "html" | "txt" | "md");
    let english = all.iter().filter(known).find(|statement| statement.language == "en");
    let Some(chosen) = english.or(all.iter().find(known)) else {
        let why = if all.is_empty() {
            "the package has no statement"
        } else {
            "DOMjudge shows PDF, HTML and text: the TeX statement is not exported"
        };
        writing.say(why);
        return Ok(Vec::new());
    };
    let ending = if chosen.ending == "md" { "txt" } else { &chosen.ending };
    writing.tree.copy(format!("problem.{ending}"), &chosen.path);
    let others: Vec<String> = all
        .iter()
        .filter(|other| other.path != chosen.path)
        .map(|other| file_name(&other.path))
        .collect();
    if !others.is_empty() {
        writing.say(format!(
            "DOMjudge shows only one statement, here `{}`. Not exported: {}",
            file_name(&chosen.path),
            list(&others)
        ));
    }
    Ok(Vec::new())
}

/// Writes the submissions into the folders of their verdicts, and the demands on them.
fn put_submissions(writing: &mut Writing<'_>, version: Version) {
    put_demands(writing, version);
    let mut names: BTreeMap<&str, Names> = BTreeMap::new();
    let mut left = Vec::new();
    for (one, meant) in writing.submissions() {
        let place = below(&writing.package.root, &one.path).filter(|_| writing.package.format == NAME);
        if let Some(place) = place.filter(|place| place.starts_with("submissions/")) {
            let steps: Vec<&str> = place.split('/').collect();
            if steps.len() > 3 {
                // A program of several files.
                let folder = steps[..3].join("/");
                writing.tree.copy_folder(&folder, &writing.package.root.join(&folder));
            } else {
                writing.tree.copy(place, &one.path);
            }
            continue;
        }
        // If there are points, these judges accept a submission with some points.
        let gets_points = writing.groups.is_some() && writing.package.partial.contains(&one.path);
        let is_partial = gets_points || one.expected.iter().any(|word| word == PARTIAL);
        let Some(folder) = meant.and_then(|meant| folder_of(&meant, is_partial, version)) else {
            left.push(file_name(&one.path));
            continue;
        };
        let name = names.entry(folder).or_default().take(&file_name(&one.path));
        programs::put_source(writing, &one.path, &format!("submissions/{folder}"), &name);
    }
    if !left.is_empty() {
        writing.say(format!(
            "submissions not exported, because {} has no folder for their expected verdict: {}",
            writing.format,
            list(&left)
        ));
    }
}

/// Copies the demands of an ICPC package on its submissions, if the version has a file for them.
fn put_demands(writing: &mut Writing<'_>, version: Version) {
    const FILE: &str = "submissions/submissions.yaml";
    let package = writing.package;
    let path = package.root.join(FILE);
    if package.format != NAME || !path.is_file() {
        return;
    }
    match version {
        Version::Draft | Version::DraftOfGroups | Version::Latest | Version::Bapctools => {
            writing.tree.copy(FILE, &path);
        }
        Version::Legacy | Version::Domjudge => writing.say(format!(
            "`{FILE}` is not exported: in {} the folder of a submission is its expected verdict",
            writing.format
        )),
    }
}

fn folder_of(meant: &[Expected], is_partial: bool, version: Version) -> Option<&'static str> {
    let within = |known: &[Expected]| meant.iter().all(|one| known.contains(one));
    Some(if is_partial && version.has_testdata() {
        "partially_accepted"
    } else if within(&[Expected::Accepted]) {
        "accepted"
    } else if within(&[Expected::WrongAnswer, Expected::Presentation]) {
        "wrong_answer"
    } else if within(&[Expected::TimeLimit]) {
        "time_limit_exceeded"
    } else if within(&[Expected::RuntimeError, Expected::MemoryLimit]) {
        "run_time_error"
    } else if !meant.contains(&Expected::Accepted) && !version.is_legacy() {
        "rejected"
    } else {
        return None;
    })
}

/// Copies the input validators, if they use the format's protocol.
fn put_validators(writing: &mut Writing<'_>) {
    let package = writing.package;
    let speaks = package.format == NAME || write::is_ours(package);
    if package.validators.is_empty() || !speaks {
        if !speaks {
            writing.say_no_validators(&format!("they were made for {}", package.format));
        }
        writing.say(format!(
            "{} needs an input validator in `input_validators`, but the package has none",
            writing.format
        ));
        return;
    }
    for path in &package.validators {
        let place = programs::same_place(writing, path, "input_validators");
        if path.is_dir() {
            writing.tree.copy_folder(&place, path)
        } else {
            writing.tree.copy(place, path)
        }
    }
}

/// Returns a size in mebibytes, rounded up.
fn mebibytes(writing: &mut Writing<'_>, bytes: u64) -> u64 {
    let whole = bytes.div_ceil(1 << 20);
    if !bytes.is_multiple_of(1 << 20) {
        writing.say(format!(
            "{} limits memory and output in MiB: {bytes} bytes become {whole} MiB",
            writing.format
        ));
    }
    whole
}

/// Returns the keys of `problem.yaml`.
fn manifest(
    writing: &mut Writing<'_>,
    judging: &Judging,
    are_parts_kept: bool,
    flags: &Flags,
    languages: Vec<String>,
    version: Version,
) -> Keys {
    let package = writing.package;
    let is_interactive = matches!(package.kind, Kind::Interactive(_));
    let mut keys = Keys::of("problem_format_version", stated_version(package, version));
    keys.put("name", names(package, languages, version));
    let uuid = package.about.get("uuid").cloned();
    let uuid = uuid.unwrap_or_else(|| uuid_of(&writing.name));
    keys.put("uuid", Value::about(&uuid));
    let has_points = writing.groups.is_some()
        || scheme_as_is(writing, version).is_some()
        || are_parts_kept && package.points != PackagePoints::Unstated;
    let kind = match (has_points, is_interactive && !version.is_legacy()) {
        (true, true) => Value::row(["scoring", "interactive"]),
        (true, false) => Value::from("scoring"),
        (false, true) => Value::from("interactive"),
        (false, false) => Value::from("pass-fail"),
    };
    keys.put("type", kind);
    if has_points && gives_scores(writing) && !version.is_legacy() {
        writing.say(format!(
            "{} has no key for a checker that gives points: its `score.txt` counts up to the points of the testcase",
            writing.format
        ));
    }
    keys.append(credits(writing, version));
    keys.append(about_problem(writing, version));
    let limits = limits(writing, version);
    if !limits.is_empty() {
        keys.put("limits", limits);
    }
    if version.is_legacy() {
        keys.append(legacy_judging(writing, judging, flags));
    }
    keys
}

/// Returns the name of the version: the package's own name for it, else the usual one.
fn stated_version(package: &Package, version: Version) -> &str {
    let usual = match version {
        Version::Legacy | Version::Domjudge => "legacy",
        Version::Draft | Version::DraftOfGroups => "2023-07-draft",
        Version::Latest | Version::Bapctools => "2025-09",
    };
    let has_names = !matches!(version, Version::Latest | Version::Bapctools);
    let stated = package.version.as_deref().filter(|_| package.format == NAME);
    let stated = stated.filter(|stated| version.is_of(Some(stated)) && has_names);
    stated.unwrap_or(usual)
}

/// Returns the title, or the titles in the languages of the statements.
fn names(package: &Package, mut languages: Vec<String>, version: Version) -> Value {
    let titles = titles(package);
    let first = titles.iter().find(|(language, _)| language == "en").or(titles.first());
    let first = first.map_or(package.name.as_str(), |(_, title)| title);
    // An ICPC package keeps the languages of its names.
    let is_kept = package.format == NAME && titles.len() > 1;
    for (language, _) in titles.iter().filter(|(language, _)| is_kept && !language.is_empty()) {
        if !languages.contains(language) {
            languages.push(language.clone());
        }
    }
    if version.is_legacy() || languages.is_empty() {
        return Value::quoted(first);
    }
    let mut names = Keys::new();
    for language in languages {
        let found = titles.iter().find(|(known, _)| *known == language);
        names.put(language, Value::quoted(found.map_or(first, |(_, title)| title)));
    }
    names.in_line()
}

/// Returns the source, the license and other keys about the problem.
fn about_problem(writing: &mut Writing<'_>, version: Version) -> Keys {
    let package = writing.package;
    let is_same = package.format == NAME;
    let about = |key: &str| package.about.get(key).cloned();
    let mut keys = Keys::new();
    for key in ABOUT {
        // In another format this key may mean something else.
        let value = about(key).filter(|_| is_same || write::is_ours(package));
        let Some(value) = value else { continue };
        // Later versions have the address inside the source.
        if let ("source", false, Some(url)) = (key, version.is_legacy(), about("source_url").filter(|_| is_same)) {
            let source = Keys::of("name", Value::Quoted(value)).with("url", Value::Quoted(url));
            keys.put(key, source.in_line());
            continue;
        }
        if version.is_legacy() && value.starts_with(['[', '{']) {
            writing.say(format!(
                "`{key}` of a legacy package is a text: {value} is not exported"
            ));
            continue;
        }
        keys.put(key, Value::about(&value));
    }
    if let Some(keywords) = about("keywords").filter(|_| is_same) {
        let list: Vec<String> = serde_json::from_str(&keywords)
            .unwrap_or_else(|_| keywords.split_whitespace().map(str::to_owned).collect());
        if version.is_legacy() {
            keys.put("keywords", list.join(" "))
        } else {
            keys.put("keywords", Value::quoted_row(&list))
        }
    }
    if is_same && !version.is_legacy() && about("source").is_none() && about("source_url").is_some() {
        writing.say("`source_url` is not exported: later versions have an address only with a `source`");
    }
    let other_keys: &[&str] = if version.is_legacy() {
        &["source_url", "libraries"]
    } else {
        &["version", "embargo_until", "libraries"]
    };
    for key in other_keys {
        let value = about(key).filter(|_| is_same);
        keys.put_some(*key, value.map(|value| Value::about(&value)));
    }
    if !about("license").is_some_and(|_| is_same || write::is_ours(package)) {
        writing.say(format!(
            "the package has no license: add `license` to `problem.yaml`, because {} asks for it",
            writing.format
        ));
    }
    keys
}

/// Returns the keys of a legacy package about the judging of outputs.
fn legacy_judging(writing: &Writing<'_>, judging: &Judging, flags: &Flags) -> Keys {
    let package = writing.package;
    let mut words = match judging {
        Judging::Program => "custom".to_owned(),
        Judging::Default(_) => "default".to_owned(),
    };
    if matches!(package.kind, Kind::Interactive(_)) {
        words += " interactive";
    }
    if gives_scores(writing) {
        words += " score";
    }
    let mut keys = Keys::new();
    if words != "default" {
        keys.put("validation", words);
    }
    if !flags.common.is_empty() {
        keys.put("validator_flags", flags.common.join(" "));
    }
    let shown = package.about.get("grading.show_test_data_groups");
    if let Some(value) = shown.filter(|_| package.format == NAME) {
        keys.put("grading", Keys::of("show_test_data_groups", Value::about(value)));
    }
    keys
}

/// Returns the keys about the authors of the problem.
fn credits(writing: &mut Writing<'_>, version: Version) -> Keys {
    let about = |key: &str| writing.package.about.get(key).cloned();
    if writing.package.format != NAME {
        return Keys::new();
    }
    match (version.is_legacy(), about("author"), about("credits")) {
        (true, Some(author), _) => Keys::of("author", Value::about(&author)),
        (true, None, Some(credits)) if credits.starts_with(['[', '{']) => {
            writing.say("`credits` are not exported: legacy packages have only an `author`");
            Keys::new()
        }
        (true, None, Some(credits)) => Keys::of("author", credits),
        (false, Some(author), None) => Keys::of("credits", author),
        (false, _, Some(credits)) => Keys::of("credits", Value::about(&credits)),
        _ => Keys::new(),
    }
}

/// Returns whether the checker may give points to accepted outputs.
fn gives_scores(writing: &Writing<'_>) -> bool {
    writing.package.format == NAME && writing.package.gives_points
}

/// Returns the limits of `problem.yaml`.
fn limits(writing: &mut Writing<'_>, version: Version) -> Keys {
    let stated = &writing.package.limits;
    let mut keys = Keys::new();
    match (version, stated.time.as_ref().map(|time| time.value.as_secs_f64())) {
        (Version::Draft | Version::DraftOfGroups | Version::Latest | Version::Bapctools, Some(time)) => {
            keys.put("time_limit", seconds_with_point(time));
        }
        (Version::Legacy, Some(time)) => {
            let rule = writing
                .package
                .time_rule
                .as_ref()
                .map_or(5.0, |rule| rule.value.multiplier);
            writing.say(format!(
                "a legacy package cannot state the time limit of {} s: judges use {} times the slowest accepted submission, \
                 rounded up to whole seconds",
                number(time),
                number(rule)
            ));
        }
        (Version::Domjudge, _) => {}
        (_, None) if writing.package.limits.time.is_none() && writing.package.time_rule.is_none() => {
            let instead = if version.is_legacy() {
                "judges use 5 times the slowest accepted submission, rounded up to whole seconds"
            } else {
                "judges derive it from the accepted submissions, unless you add `time_limit` to `limits` in `problem.yaml`"
            };
            writing.say(Loss::NoLimit {
                of: "time",
                instead: instead.to_owned(),
            });
        }
        _ => {}
    }
    let memory = writing.stated(stated.memory.as_ref());
    keys.put_some("memory", memory.map(|memory| mebibytes(writing, memory)));
    let output = writing.stated(stated.output.as_ref());
    keys.put_some("output", output.map(|output| mebibytes(writing, output)));
    let whole = |duration: std::time::Duration| duration.as_secs_f64().ceil();
    keys.put_some("compilation_time", stated.compile_time.map(whole));
    keys.put_some("validation_time", stated.checker_time.map(whole));
    let memory = stated.checker_memory.map(|memory| mebibytes(writing, memory));
    keys.put_some("validation_memory", memory);
    keys.append(time_rule(writing, version));
    writing.say_no_case_limits();
    writing.say_no_file_names();
    keys
}

/// Returns the rule that derives the time limit from submissions, if it differs from the version's default.
fn time_rule(writing: &mut Writing<'_>, version: Version) -> Keys {
    let mut keys = Keys::new();
    let Some(rule) = &writing.package.time_rule else {
        return keys;
    };
    let (multiplier, resolution) = (rule.value.multiplier, rule.value.resolution.as_secs_f64());
    if version.is_legacy() {
        if multiplier != 5.0 {
            keys.put("time_multiplier", multiplier);
        }
        if resolution != 1.0 {
            writing.say("legacy packages round time limits to whole seconds: `time_resolution` is not exported");
        }
        return keys;
    }
    if multiplier != 2.0 {
        keys.put("time_multipliers", Keys::of("ac_to_time_limit", multiplier).in_line());
    }
    if resolution != 1.0 {
        keys.put("time_resolution", resolution);
    }
    keys
}

/// Returns a number of seconds with a decimal point, so that no reader takes it for a whole number.
fn seconds_with_point(seconds: f64) -> Value {
    let text = number(seconds);
    Value::Word(if text.contains('.') { text } else { format!("{text}.0") })
}

/// The descriptive keys of `domjudge-problem.ini`.
const SETTINGS: [&str; 6] = [
    "allow_submit",
    "allow_judge",
    "color",
    "externalid",
    "short-name",
    "probid",
];

/// Returns the keys of `domjudge-problem.ini`.
fn settings(writing: &mut Writing<'_>) -> Keys {
    let package = writing.package;
    let title = titles(package);
    let title = title.iter().find(|(language, _)| language == "en").or(title.first());
    let mut keys = Keys::of("name", title.map_or(package.name.as_str(), |(_, title)| title));
    match &package.limits.time {
        Some(time) => keys.put("timelimit", time.value.as_secs_f64()),
        None => writing.say("the package has no time limit: DOMjudge's default applies, unless you add `timelimit` to `domjudge-problem.ini`"),
    }
    for key in SETTINGS {
        let value = package.about.get(key);
        keys.put_some(key, value.filter(|_| package.format == NAME));
    }
    keys
}

/// Returns a UUID that depends only on the name: version 8, made of two digests.
fn uuid_of(name: &str) -> String {
    /// Computes FNV-1a with a different start for each half.
    fn digest(start: u64, text: &str) -> u64 {
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        text.bytes().fold(start, step)
    }
    let high = digest(0xcbf2_9ce4_8422_2325, name) & 0xffff_ffff_ffff_0fff | 0x8000;
    let low = digest(0x9e37_79b9_7f4a_7c15, name) & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000;
    let (high, low) = (format!("{high:016x}"), format!("{low:016x}"));
    format!(
        "{}-{}-{}-{}-{}",
        &high[..8],
        &high[8..12],
        &high[12..],
        &low[..4],
        &low[4..]
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_a_submission_is_that_of_all_its_verdicts() {
        use Expected::{Accepted, MemoryLimit, Presentation, RuntimeError, TimeLimit, WrongAnswer};
        for (meant, legacy, later) in [
            (&[Accepted][..], Some("accepted"), Some("accepted")),
            (&[WrongAnswer, Presentation], Some("wrong_answer"), Some("wrong_answer")),
            (&[TimeLimit], Some("time_limit_exceeded"), Some("time_limit_exceeded")),
            (&[RuntimeError], Some("run_time_error"), Some("run_time_error")),
            (
                &[MemoryLimit, RuntimeError],
                Some("run_time_error"),
                Some("run_time_error"),
            ),
            (&[WrongAnswer, TimeLimit], None, Some("rejected")),
            (&[Accepted, TimeLimit], None, None),
        ] {
            assert_eq!(folder_of(meant, false, Version::Legacy), legacy, "{meant:?}");
            assert_eq!(folder_of(meant, false, Version::Latest), later, "{meant:?}");
        }
    }

    #[test]
    fn names_of_packages_are_told_apart_by_their_identifiers() {
        let made: Vec<String> = ["a", "b", "ab", "ba", ""].map(uuid_of).to_vec();
        assert_eq!(made.iter().collect::<BTreeSet<_>>().len(), made.len());
        assert_eq!(uuid_of("a"), made[0]);
        for id in &made {
            let lengths: Vec<usize> = id.split('-').map(str::len).collect();
            assert_eq!(lengths, [8, 4, 4, 4, 12], "{id}");
            // Version 8, of the usual variant.
            assert!(
                id.as_bytes()[14] == b'8' && matches!(id.as_bytes()[19], b'8' | b'9' | b'a' | b'b'),
                "{id}"
            );
        }
    }
}
