//! Polygon: `problem.xml` beside the folder `tests`.
//!
//! **Source.** Packages made by Polygon, and the loader of CMS.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::keys::{MANIFEST, NAME, PROBLEM};
use super::points;
use super::points::place;
use crate::error::TaskError;
use crate::languages::code_of_language;
use crate::model::{Checker, FileNames, Kind, Package, Protocol, Stated, Submission};
use crate::points::known;
use crate::read::xml::{self, Element, elements};
use crate::read::yaml::{shown, source};
use crate::read::{Pair, is_inside, name_of, of_pairs};
use gamesolve_text::{InputError, quoted};

/// The maximum number of tests of a package.
const MAX_TESTS: usize = 100_000;

pub(crate) fn read(root: &Path, limit: u64) -> Result<Option<Package>, TaskError> {
    let Some(file) = source(&root.join(MANIFEST), limit)? else {
        return Ok(None);
    };
    let by = quoted(file.name.as_bytes(), 300);
    let located = |error: InputError| TaskError::at(&file.name, &file.bytes, error);
    let elements = elements(&file.bytes).map_err(located)?;
    if elements.is_empty() {
        return Err(located(InputError::new(
            0,
            0,
            "this descriptor is empty: expected `<problem>`",
        )));
    }
    if elements[0].path != "problem" {
        return Ok(None);
    }
    let mut package = Package::new(NAME, root.to_owned(), name_of(root));
    xml::account(&elements, &PROBLEM, &mut package);
    package.sort_remarks("problem.assets.solutions.");
    let names = elements.iter().filter(|element| element.path == "problem.names.name");
    package.titles = names
        .filter_map(|element| {
            let language = element.get("language").unwrap_or_default();
            Some((code_of_language(language), element.get("value")?.to_owned()))
        })
        .collect();
    if let Some(name) = elements[0].get("short-name") {
        package.name = quoted(name.as_bytes(), 100);
    }
    judging(&elements, &by, &mut package).map_err(located)?;
    assets(&elements, &by, &mut package).map_err(located)?;
    let is_grader = |element: &&Element| {
        element.path == "problem.files.resources.file.assets.asset" && element.get("name") == Some("SOLUTION")
    };
    if elements.iter().any(|element| is_grader(&element)) {
        let what = "graders and libraries for the submissions".to_owned();
        package.kind = Kind::Unsupported(Stated::new(what, &by));
    }
    package.points = points::read(&elements, &by, &known(&[root], &package.layout)).map_err(located)?;
    Ok(Some(package))
}

/// Returns the elements of the judged test set: the one called `tests`, else the first.
fn testset(elements: &[Element]) -> &[Element] {
    let starts: Vec<usize> = (0..elements.len())
        .filter(|&at| elements[at].path == "problem.judging.testset")
        .collect();
    let main = starts.iter().position(|&at| elements[at].get("name") == Some("tests"));
    let chosen = main.unwrap_or(0);
    let Some(&start) = starts.get(chosen) else {
        return &[];
    };
    let end = starts.get(chosen + 1).copied().unwrap_or(elements.len());
    &elements[start..end]
}

/// Reads limits, file names and tests.
fn judging(elements: &[Element], by: &str, package: &mut Package) -> Result<(), InputError> {
    if let Some(judging) = elements.iter().find(|element| element.path == "problem.judging") {
        let name = |key| judging.get(key).filter(|name| !name.is_empty()).map(str::to_owned);
        let names = (name("input-file"), name("output-file"));
        if names != (None, None) {
            package.files = FileNames::Files(Stated::new(names, by));
        }
    }
    let set = testset(elements);
    let one = |key: &str| {
        set.iter()
            .find(|element| element.path == format!("problem.judging.testset.{key}"))
    };
    let number = |key: &str| {
        let Some(element) = one(key) else { return Ok(None) };
        let number: Option<u64> = element.text.parse().ok().filter(|number| *number > 0);
        let wrong = || {
            element.fault(format!(
                "`{key}` must be a whole number from 1 on, found {}",
                shown(&element.text)
            ))
        };
        number.map(Some).ok_or_else(wrong)
    };
    if let Some(ms) = number("time-limit")? {
        package.limits.time = Some(Stated::new(Duration::from_millis(ms.min(3_600_000)), by));
    }
    if let Some(bytes) = number("memory-limit")? {
        package.limits.memory = Some(Stated::new(bytes, by));
    }
    let listed = set
        .iter()
        .filter(|element| element.path == "problem.judging.testset.tests.test")
        .count();
    let count = match one("test-count") {
        Some(element) if element.text != "0" => number("test-count")?.unwrap_or(0),
        _ => listed as u64,
    };
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    if listed > count {
        let remark = format!(
            "{MANIFEST} lists {listed} tests, but its `test-count` is {count}: gamesolve judges this number of tests"
        );
        package.remarks.push(remark.into());
    }
    if let Some(element) = one("test-count").filter(|_| count > MAX_TESTS) {
        return Err(element.fault(format!("a package may have at most {MAX_TESTS} tests")));
    }
    let pattern = |key: &str| one(key).map(|element| element.text.clone());
    let (Some(inputs), Some(answers)) = (pattern("input-path-pattern"), pattern("answer-path-pattern")) else {
        return Ok(());
    };
    let mut pairs = Vec::new();
    for number in 1..=count {
        let (Some(input), Some(answer)) = (place(&inputs, number), place(&answers, number)) else {
            let element = one("input-path-pattern");
            let message = format!(
                "{} and {} must be patterns such as `tests/%02d`",
                shown(&inputs),
                shown(&answers)
            );
            return Err(element.map_or_else(|| InputError::new(0, 0, &message), |element| element.fault(&message)));
        };
        if !is_inside(&input) || !is_inside(&answer) {
            let element = one(if is_inside(&input) {
                "answer-path-pattern"
            } else {
                "input-path-pattern"
            });
            let message = "the pattern of the tests leads out of the package";
            return Err(element.map_or_else(|| InputError::new(0, 0, message), |element| element.fault(message)));
        }
        pairs.push(Pair {
            name: quoted(input.as_os_str().as_encoded_bytes(), 300),
            group: None,
            input: Some(package.root.join(input)),
            answer: Some(package.root.join(answer)),
        });
    }
    let tests = set
        .iter()
        .filter(|element| element.path == "problem.judging.testset.tests.test");
    let samples = tests.zip(&pairs).filter(|(test, _)| test.get("sample") == Some("true"));
    package.samples = samples.map(|(_, pair)| pair.name.clone()).collect();
    package.layout = of_pairs(pairs);
    Ok(())
}

/// Reads the checker, the interactor, validators, solutions and statements.
fn assets(elements: &[Element], by: &str, package: &mut Package) -> Result<(), InputError> {
    let root = package.root.clone();
    const NAMED: [&str; 5] = [
        "problem.assets.checker.source",
        "problem.assets.interactor.source",
        "problem.assets.validators.validator.source",
        "problem.assets.solutions.solution.source",
        "problem.statements.statement",
    ];
    for element in elements.iter().filter(|element| NAMED.contains(&element.path.as_str())) {
        if let Some(path) = element.get("path").filter(|path| !is_inside(Path::new(path))) {
            return Err(element.fault(format!("{} leads out of the package", shown(path))));
        }
    }
    let paths = |path: &str| -> Vec<PathBuf> {
        let of = elements.iter().filter(|element| element.path == path);
        let paths = of.filter_map(|element| element.get("path")).map(PathBuf::from);
        paths.map(|path| root.join(path)).collect()
    };
    let program = |path: PathBuf| Checker {
        path,
        protocol: Protocol::Testlib,
        arguments: Vec::new(),
        include: vec![root.join("files"), root.clone()]
            .into_iter()
            .filter(|folder| folder.is_dir())
            .collect(),
        flags: Vec::new(),
    };
    package.checker = paths("problem.assets.checker.source")
        .pop()
        .map(|path| Stated::new(program(path), by));
    let element = elements.iter().find(|element| element.path == "problem.assets.checker");
    if let (Some(element), None) = (element, &package.checker) {
        let name = element.get("name").unwrap_or("(unnamed)");
        let why = format!("the package lacks the source of {}", shown(name));
        package.no_checker = Some(Stated::new(why, by));
    }
    let is_percent = |element: &Element| element.get("treat-points-from-checker-as-percent") == Some("true");
    if elements
        .iter()
        .any(|element| element.path == "problem.judging" && is_percent(element))
    {
        let remark = "`treat-points-from-checker-as-percent` is ignored: points from the checker count as points";
        package.remarks.push(format!("{by}: {remark}").into());
    }
    let kind = element.and_then(|element| element.get("type")).unwrap_or("testlib");
    if kind != "testlib" && package.checker.take().is_some() {
        let why = format!("its type is {}", shown(kind));
        package.no_checker = Some(Stated::new(why, by));
    }
    if let Some(path) = paths("problem.assets.interactor.source").pop() {
        package.kind = Kind::Interactive(Stated::new(program(path), by));
    }
    package.validators = paths("problem.assets.validators.validator.source");
    package.statements = paths("problem.statements.statement");
    let mut tag = None;
    for element in elements {
        match element.path.as_str() {
            "problem.assets.solutions.solution" => tag = element.get("tag").map(str::to_owned),
            "problem.assets.solutions.solution.source" => {
                let path = element.get("path").map(PathBuf::from);
                let submission = |path| Submission::of_file(root.join(path), tag.take().into_iter().collect());
                package.submissions.extend(path.map(submission));
            }
            _ => {}
        }
    }
    Ok(())
}
