//! Writes packages of Polygon: `problem.xml`, numbered tests, and programs by their tags.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::points::place;
use super::read;
use crate::expected::Expected;
use crate::languages::name_of_language;
use crate::layout::Layout;
use crate::model::{Checker, CompareRule};
use crate::out::{Keys, Value};
use crate::read::is_inside;
use crate::read::xml::{self, Element};
use crate::read::yaml::MAX_MANIFEST_BYTES;
use crate::write;
use crate::write::flat::{Flat, FlatRule};
use crate::write::programs::{self, Role};
use crate::write::statements::{self, Statement};
use crate::write::{
    Names, Refused, Writing, below, ending, file_name, language_of, list, number, number_with_point, text_of, title_in,
    titles,
};
use gamesolve_text::{Source, quoted};

const MANIFEST: &str = "problem.xml";
const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\"?>\n";
/// The indentation of an element relative to its parent, in blanks.
const STEP: usize = 2;
/// The maximum number of files of a pattern.
const MAX_TESTS: usize = 100_000;
/// The name that the reader gives to the group of tests without a group.
const ALONE: &str = "alone";
/// The kinds of source files by their endings.
const KINDS: [(&[&str], &str); 12] = [
    (&["cpp", "cc", "cxx", "c++"], "cpp.g++17"),
    (&["c"], "c.gcc"),
    (&["py"], "python.3"),
    (&["pas", "pp", "dpr"], "pas.fpc"),
    (&["java"], "java17"),
    (&["rs"], "rust"),
    (&["cs"], "csharp.mono"),
    (&["go"], "go"),
    (&["kt"], "kotlin"),
    (&["d"], "d"),
    (&["scala"], "scala"),
    (&["php"], "php.5"),
];

pub(crate) fn write(writing: &mut Writing<'_>) -> Result<(), Refused> {
    if write_as_is(writing)? {
        return Ok(());
    }
    let package = writing.package;
    writing.refuse_case_arguments()?;
    let titles = titles(package);
    let order = writing.by_groups();
    let (inputs, answers) = patterns(writing);
    for (number, (at, _)) in order.iter().enumerate() {
        let case = &writing.cases()[*at];
        for (pattern, file) in [(&inputs, &case.input), (&answers, &case.answer)] {
            let place = place(pattern, number + 1).unwrap_or_default();
            writing.tree.copy(place.to_string_lossy(), file);
        }
    }
    let revision = writing.about("problem@revision").map_or("1", String::as_str);
    let mut problem = Keys::of("@revision", revision).with("@short-name", &writing.name);
    problem.put_some("@url", writing.about("problem@url"));
    let name =
        |(language, title): &(String, String)| Keys::of("@language", name_of_language(language)).with("@value", title);
    problem.put("names", Keys::of("name", Value::items(titles.iter().map(name))));
    let statements = put_statements(writing, &titles)?;
    if !statements.is_empty() {
        problem.put("statements", Keys::of("statement", Value::items(statements)));
    }
    problem.put("judging", judging(writing, &order, &inputs, &answers));
    problem.append(files_and_assets(writing)?);
    problem.put("properties", "");
    problem.put(
        "stresses",
        Keys::of("stress-count", 0_u64)
            .with("stress-path-pattern", "stresses/%03d")
            .with("list", ""),
    );
    let text = Keys::of("problem", problem).xml(STEP);
    writing.tree.add(MANIFEST, format!("{DECLARATION}{text}"));
    writing.say_missing_limits(
        "add `time-limit` to `problem.xml`",
        "add `memory-limit` to `problem.xml`",
    );
    writing.say_no_case_limits();
    writing.say_no_other_limits(false);
    writing.say_no_time_rule();
    Ok(())
}

/// Copies a package of Polygon: its descriptor and the files that it names.
///
/// Elements are removed if they name files that are not in the package. Returns whether the package is from Polygon and
/// has the testcases of its descriptor.
fn write_as_is(writing: &mut Writing<'_>) -> Result<bool, Refused> {
    let package = writing.package;
    let root = &package.root;
    if !writing.is_same() {
        return Ok(false);
    }
    let bytes = Source::from_file(&root.join(MANIFEST), MAX_MANIFEST_BYTES)
        .map_err(|error| error.to_string())?
        .bytes;
    let elements = xml::elements(&bytes).map_err(|error| error.to_string())?;
    let cases = pairs(&package.layout);
    let described = read::read(root, MAX_MANIFEST_BYTES).map_err(|error| error.to_string())?;
    let layout = described.map(|package| package.layout).unwrap_or_default();
    if pairs(&layout) != cases {
        return Ok(false);
    }
    for path in cases.into_iter().flat_map(|(input, answer)| [input, answer]) {
        if let Some(place) = below(root, path) {
            writing.tree.copy(place, path);
        }
    }
    let mut programs: Vec<&Path> = package.validators.iter().map(PathBuf::as_path).collect();
    programs.extend(package.submissions.iter().map(|one| one.path.as_path()));
    programs.extend(package.checker.as_ref().map(|checker| checker.value.path.as_path()));
    programs.extend(package.interactor().map(|interactor| interactor.path.as_path()));
    for path in programs {
        if let Some(place) = below(root, path) {
            put_with_includes(writing, path, &place);
        }
    }
    let mut left: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut text = Vec::new();
    let mut written = 0;
    for at in without_files(writing, &elements, &mut left) {
        let element = &elements[at];
        // The blanks before an element belong to it. An element comes before the elements inside it.
        let before = bytes[..element.at].trim_ascii_end().len();
        if before >= written {
            text.extend_from_slice(&bytes[written..before]);
            written = element.end;
        }
    }
    text.extend_from_slice(&bytes[written..]);
    writing.tree.add(MANIFEST, text);
    writing.kept_files.insert(MANIFEST.to_owned());
    for (key, files) in left {
        writing.say(format!(
            "`{key}` in {MANIFEST} is not exported if the package lacks its files: {}",
            list(&files)
        ));
    }
    Ok(true)
}

/// Returns the files of the testcases.
fn pairs(layout: &Layout) -> BTreeSet<(&Path, &Path)> {
    let cases = layout.cases.iter();
    cases.map(|case| (&*case.input, &*case.answer)).collect()
}

/// Copies the files that elements name directly or by patterns, and returns the ranges of elements with missing files.
///
/// Adds these elements to `left` by their keys.
fn without_files<'a>(
    writing: &mut Writing<'_>,
    elements: &'a [Element],
    left: &mut BTreeMap<&'a str, Vec<String>>,
) -> Vec<usize> {
    let root = writing.package.root.clone();
    let mut without = BTreeSet::new();
    for (at, element) in elements.iter().enumerate() {
        let name = element.path.rsplit('.').next().unwrap_or_default();
        let (at, files) = match (element.get("path"), element.around) {
            (Some(path), _) => (at, vec![PathBuf::from(path)]),
            (None, Some(around)) if name.ends_with("-path-pattern") => {
                let is_count = |other: &&Element| other.around == Some(around) && other.path.ends_with("-count");
                let count = elements.iter().find(is_count).and_then(|count| count.text.parse().ok());
                let count = count.unwrap_or(0).min(MAX_TESTS);
                (
                    around,
                    (1..=count).filter_map(|number| place(&element.text, number)).collect(),
                )
            }
            _ => continue,
        };
        let is_there = |path: &&PathBuf| is_inside(path) && root.join(path).is_file();
        let (there, missing): (Vec<&PathBuf>, Vec<&PathBuf>) = files.iter().partition(is_there);
        for path in there {
            if let Some(place) = below(&root, &root.join(path)) {
                writing.tree.copy(place, &root.join(path));
            }
        }
        if !missing.is_empty() {
            without.insert(at);
            let missing = missing
                .iter()
                .map(|path| quoted(path.as_os_str().as_encoded_bytes(), 100));
            left.entry(&elements[at].path).or_default().extend(missing);
        }
    }
    without.into_iter().collect()
}

/// Returns the values of a key for `count` elements, or `None` if the package has another number of them.
fn each_about(writing: &Writing<'_>, key: &str, count: usize) -> Option<Vec<String>> {
    let values: Vec<String> = writing.about(key)?.split(", ").map(str::to_owned).collect();
    (values.len() == count).then_some(values)
}

/// Returns the patterns of the names of tests. A Polygon package keeps its own, if they can be found.
fn patterns(writing: &Writing<'_>) -> (String, String) {
    let usual = ("tests/%02d".to_owned(), "tests/%02d.a".to_owned());
    let (Some(first), true) = (writing.cases().first(), writing.is_same()) else {
        return usual;
    };
    let answer = below(&writing.package.root, &first.answer).unwrap_or_default();
    let pattern = |name: &str| {
        let end = name.rfind(|c: char| c.is_ascii_digit())? + 1;
        let start = name[..end].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
        Some(format!("{}%0{}d{}", &name[..start], end - start, &name[end..]))
    };
    let (Some(inputs), Some(answers)) = (pattern(&first.name), pattern(&answer)) else {
        return usual;
    };
    let is_right = writing.cases().iter().enumerate().all(|(number, case)| {
        let place = |pattern: &str| place(pattern, number + 1).map(|place| place.to_string_lossy().into_owned());
        place(&inputs).as_ref() == Some(&case.name) && place(&answers) == below(&writing.package.root, &case.answer)
    });
    if is_right { (inputs, answers) } else { usual }
}

/// Returns the element `judging`.
fn judging(writing: &mut Writing<'_>, order: &[(usize, Option<usize>)], inputs: &str, answers: &str) -> Keys {
    const PERCENT: &str = "treat-points-from-checker-as-percent";
    let package = writing.package;
    let (input, output) = package.files.names();
    let kept = |name: &str| writing.about(&format!("problem.judging@{name}"));
    let mut judging = Keys::of("@cpu-name", kept("cpu-name").map_or("", String::as_str))
        .with("@cpu-speed", kept("cpu-speed").map_or("", String::as_str))
        .with("@input-file", input.unwrap_or_default())
        .with("@output-file", output.unwrap_or_default());
    judging.put_some(format!("@{PERCENT}"), kept(PERCENT));
    let limits = &package.limits;
    let mut testset = Keys::of("@name", "tests");
    let time = limits.time.as_ref().map(|time| time.value.as_micros().div_ceil(1000));
    testset.put_some("time-limit", time);
    testset.put_some("memory-limit", limits.memory.as_ref().map(|memory| memory.value));
    testset.put("test-count", order.len());
    testset.put("input-path-pattern", inputs);
    testset.put("answer-path-pattern", answers);
    let groups = writing.groups.clone().unwrap_or_default();
    let tests = tests(writing, order, &groups);
    testset.put("tests", Keys::of("test", Value::items(tests)));
    if !groups.iter().all(is_alone) {
        testset.put("groups", Keys::of("group", Value::items(elements_of(writing, &groups))));
    }
    judging.with("testset", testset)
}

/// Returns the elements of the tests.
fn tests(writing: &Writing<'_>, order: &[(usize, Option<usize>)], groups: &[Flat]) -> Vec<Keys> {
    let worths = worths(writing, groups);
    let mut tests = Vec::new();
    for (at, home) in order {
        let mut test = Keys::of("@method", "manual");
        if writing.is_sample(*at) {
            test.put("@sample", true);
        }
        if let Some(group) = home.map(|home| &groups[home]) {
            if !is_alone(group) {
                test.put("@group", &group.name);
            }
            test.put("@points", number_with_point(worths[at]));
        }
        tests.push(test);
    }
    tests
}

/// Returns the elements of the groups.
fn elements_of(writing: &mut Writing<'_>, groups: &[Flat]) -> Vec<Keys> {
    let mut elements = Vec::new();
    let mut free = Vec::new();
    for group in groups.iter().filter(|group| !is_alone(group)) {
        let policy = match group.rule {
            FlatRule::All => "complete-group",
            FlatRule::Each => "each-test",
        };
        let mut element = Keys::of("@name", &group.name)
            .with("@points", number_with_point(group.points))
            .with("@points-policy", policy);
        let (needs, lost): (Vec<usize>, Vec<usize>) = group.needs.iter().partition(|at| !is_alone(&groups[**at]));
        if !lost.is_empty() {
            free.push(group.name.clone());
        }
        if !needs.is_empty() {
            let needs = needs.iter().map(|at| Keys::of("@group", &groups[*at].name));
            element.put("dependencies", Keys::of("dependency", Value::items(needs)));
        }
        elements.push(element);
    }
    writing.say_free("in Polygon no group can depend on tests without a group", &free);
    elements
}

/// Returns whether a group is that of the tests without a group.
fn is_alone(group: &Flat) -> bool {
    group.name == ALONE && group.rule == FlatRule::Each
}

/// Returns the points of the tests. The tests of a group together have the points of the group.
fn worths(writing: &Writing<'_>, groups: &[Flat]) -> BTreeMap<usize, f64> {
    let mut worths = BTreeMap::new();
    for group in groups {
        let sum: f64 = group.cases.iter().map(|(_, points)| points).sum();
        // Tests of a Polygon package have their own points already.
        let is_shared = group.rule == FlatRule::Each || (writing.is_same() && (sum - group.points).abs() < 1e-6);
        let is_unstated = writing.is_same() && own_points(writing, group).is_some_and(|points| points == 0.0);
        for (number, (at, own)) in group.cases.iter().enumerate() {
            let points = match number {
                _ if is_shared => *own,
                0 if !is_unstated => group.points,
                _ => 0.0,
            };
            worths.insert(*at, points);
        }
    }
    worths
}

/// Returns the sum of the points of a group's tests in the package.
fn own_points(writing: &Writing<'_>, group: &Flat) -> Option<f64> {
    let crate::scheme::PackagePoints::Scheme(scheme) = &writing.package.points else {
        return None;
    };
    let found = scheme.groups.iter().find(|other| other.name == group.name)?;
    Some(found.cases().filter_map(|worth| worth.accepted).sum())
}

/// Writes the programs and returns the elements `files` and `assets`.
fn files_and_assets(writing: &mut Writing<'_>) -> Result<Keys, Refused> {
    let assets = assets(writing)?;
    let is_header = |place: &&str| place.starts_with("files/") && place.ends_with(".h");
    let headers = writing.tree.places().filter(is_header);
    let headers: Vec<Keys> = headers
        .map(|place| Keys::of("@path", place).with("@type", "h.g++"))
        .collect();
    let mut keys = Keys::new();
    if !headers.is_empty() {
        let resources = Keys::of("file", Value::items(headers));
        keys.put("files", Keys::of("resources", resources));
    }
    Ok(keys.with("assets", assets))
}

/// Writes the programs and returns the element `assets`.
fn assets(writing: &mut Writing<'_>) -> Result<Keys, Refused> {
    let mut assets = Keys::new();
    if let Some(place) = put_checker(writing)? {
        let mut checker = Keys::new();
        checker.put_some("@name", writing.about("problem.assets.checker@name"));
        checker.put("@type", "testlib");
        let kind = kind(writing, "checker", &place)?;
        assets.put("checker", checker.with("source", source(place, kind)));
    }
    if let Some(interactor) = writing.package.interactor() {
        let place = put(writing, interactor, Role::Interactor)?;
        let kind = kind(writing, "interactor", &place)?;
        assets.put("interactor", Keys::of("source", source(place, kind)));
    }
    let validators = put_validators(writing);
    if !validators.is_empty() {
        let key = "problem.assets.validators.validator.source@type";
        let kinds = each_about(writing, key, validators.len());
        let elements = validators.into_iter().enumerate().map(|(number, place)| {
            let kind = kinds.as_ref().map(|kinds| kinds[number].clone());
            // A validator of ours is in Python.
            let kind = kind.unwrap_or_else(|| language_of(&KINDS, &place).unwrap_or("python.3").to_owned());
            Keys::of("source", source(place, kind))
        });
        assets.put("validators", Keys::of("validator", Value::items(elements)));
    }
    let solutions = solutions(writing);
    if !solutions.is_empty() {
        assets.put("solutions", Keys::of("solution", Value::items(solutions)));
    }
    Ok(assets)
}

/// Returns the element `source` of a program.
fn source(place: String, kind: String) -> Keys {
    Keys::of("@path", place).with("@type", kind)
}

/// Writes the checker and returns its path.
fn put_checker(writing: &mut Writing<'_>) -> Result<Option<String>, Refused> {
    let package = writing.package;
    if let Some(checker) = &package.checker {
        return put(writing, &checker.value, Role::Checker).map(Some);
    }
    if package.interactor().is_some() || writing.is_same() {
        return Ok(None);
    }
    let comparison = writing.comparison()?;
    let is_about_lines = !matches!(
        comparison.rule,
        CompareRule::Tokens | CompareRule::TokensAnyCase | CompareRule::Exact | CompareRule::ExactAnyCase
    );
    let source = programs::comparing(writing, comparison)?;
    if is_about_lines {
        writing.say("the exported checker compares words only: it accepts the right words on other lines");
    }
    writing.tree.add("files/check.cpp", source);
    writing.say(
        "Polygon needs a checker for every problem: gamesolve adds `files/check.cpp`, which does not use testlib.h",
    );
    Ok(Some("files/check.cpp".to_owned()))
}

/// Writes the validators and returns their paths.
fn put_validators(writing: &mut Writing<'_>) -> Vec<String> {
    let mut places = Vec::new();
    if writing.is_same() {
        for path in &writing.package.validators {
            places.push(writing.place_in("files", path));
            put_with_includes(writing, path, &places[places.len() - 1]);
        }
    } else if let Some(source) = write::own_validator(writing.package, 0, 3) {
        writing.tree.add("files/validator.py", source);
        places.push("files/validator.py".to_owned());
    } else {
        writing.say_no_validators("Polygon's validators must exit with 0 for a valid input");
    }
    places
}

/// Writes a program of the package and returns its path.
fn put(writing: &mut Writing<'_>, program: &Checker, role: Role) -> Result<String, Refused> {
    if writing.is_same() {
        let place = writing.kept_place(&program.path);
        let place = place.unwrap_or_else(|| format!("files/{}", file_name(&program.path)));
        put_with_includes(writing, &program.path, &place);
        return Ok(place);
    }
    let files = programs::put(writing, program, role, "files", None)?;
    Ok(format!("files/{}", files.names[0]))
}

/// Copies a file of a Polygon package to its place, with its includes.
fn put_with_includes(writing: &mut Writing<'_>, path: &std::path::Path, place: &str) {
    writing.tree.copy(place, path);
    let root = writing.package.root.clone();
    for (name, from) in programs::needed(path, &[root.join("files"), root.clone()]) {
        let place = below(&root, &from).unwrap_or_else(|| format!("files/{name}"));
        writing.tree.copy(place, &from);
    }
}

/// Returns the kind of the one source file of a checker or interactor.
fn kind(writing: &Writing<'_>, what: &str, place: &str) -> Result<String, Refused> {
    let kept = each_about(writing, &format!("problem.assets.{what}.source@type"), 1);
    let kept = kept.map(|mut kinds| kinds.swap_remove(0));
    kept.or_else(|| language_of(&KINDS, place).map(str::to_owned))
        .ok_or_else(|| format!("gamesolve does not know Polygon's name for the language of the {what} `{place}`"))
}

/// Writes the submissions and returns the elements in `solutions`.
fn solutions(writing: &mut Writing<'_>) -> Vec<Keys> {
    let mut names = Names::default();
    let mut elements = Vec::new();
    let mut has_main = false;
    let (mut left, mut unknown, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
    let all = writing.accepted_first();
    let is_same = writing.is_same();
    let kinds = each_about(writing, "problem.assets.solutions.solution.source@type", all.len());
    for (number, (one, meant)) in all.into_iter().enumerate() {
        let kept = kinds.as_ref().map(|kinds| kinds[number].as_str());
        let Some(kind) = kept.or_else(|| language_of(&KINDS, &file_name(&one.path))) else {
            unknown.push(one);
            continue;
        };
        let own = one.expected.first().map(String::as_str);
        let tag = if is_same {
            own
        } else {
            meant.as_deref().and_then(tag_of)
        };
        let Some(tag) = tag else {
            left.push(one);
            continue;
        };
        let name = file_name(&one.path);
        if is_same {
            let place = writing.kept_place(&one.path).unwrap_or(name);
            writing.tree.copy(place.clone(), &one.path);
            elements.push(Keys::of("@tag", tag).with("source", source(place, kind.to_owned())));
            continue;
        }
        if tag == "rejected" && meant.is_some_and(|meant| meant.len() < 3) {
            wrong.push(name.clone());
        }
        let is_main = tag == "accepted" && !has_main;
        if is_main {
            has_main = true;
            let is_cpp = ending(&one.path) == "cpp";
            let kind = if is_cpp { "C++ program" } else { "program" };
            writing.say(format!(
                "gamesolve makes `{name}` the main solution, because it is the first {kind} that the package calls \
                 accepted. An export judges nothing"
            ));
        }
        let place = format!("solutions/{}", names.take_source(&name));
        programs::put_source(writing, &one.path, &place);
        let tag = if is_main { "main" } else { tag };
        elements.push(Keys::of("@tag", tag).with("source", source(place, kind.to_owned())));
    }
    if !has_main && !is_same {
        writing.say("Polygon needs a main solution, but the package has no accepted submission for it");
    }
    writing.say_left(&left, "Polygon has no tag for their expected verdict");
    writing.say_left(&unknown, "gamesolve does not know Polygon's name for their language");
    let what = "submissions exported with the tag `rejected`, without their exact expected verdict";
    writing.say_of(what, &wrong);
    elements
}

/// Returns the tag for these expected verdicts.
fn tag_of(meant: &[Expected]) -> Option<&'static str> {
    Some(match meant {
        [Expected::Accepted] => "accepted",
        [Expected::WrongAnswer] => "wrong-answer",
        [Expected::Presentation] => "presentation-error",
        [Expected::TimeLimit] => "time-limit-exceeded",
        [Expected::MemoryLimit] => "memory-limit-exceeded",
        [Expected::Accepted, Expected::TimeLimit] => "time-limit-exceeded-or-accepted",
        _ if !meant.contains(&Expected::Accepted) => "rejected",
        _ => return None,
    })
}

/// Writes the statements and returns their elements.
fn put_statements(writing: &mut Writing<'_>, titles: &[(String, String)]) -> Result<Vec<Keys>, Refused> {
    let mut elements = Vec::new();
    let all: Vec<Statement> = statements::of(writing.package);
    let kept = |name: &str| each_about(writing, &format!("problem.statements.statement@{name}"), all.len());
    let (kinds, charsets, mathjax) = (kept("type"), kept("charset"), kept("mathjax"));
    for (number, statement) in all.iter().enumerate() {
        let Statement { path, language, ending } = statement;
        let name = name_of_language(language);
        let place = writing.kept_place(path);
        let kept = place.is_some();
        let is_markdown = ending == "md";
        let (kind, usual) = match ending.as_str() {
            "pdf" => ("application/pdf", format!("statements/.pdf/{name}/problem.pdf")),
            "html" => ("text/html", format!("statements/.html/{name}/problem.html")),
            _ => ("application/x-tex", format!("statements/{name}/problem.tex")),
        };
        let place = place.unwrap_or(usual);
        if is_markdown && !kept {
            let title = title_in(titles, &[language]);
            let markdown = writing.markdown(path)?;
            let (tex, properties) = typeset(writing, &markdown, title, name)?;
            writing.tree.add(place.clone(), tex);
            writing
                .tree
                .add(format!("statements/{name}/problem-properties.json"), properties);
        } else if ending == "txt" && !kept {
            writing.say_no_statement(path, "TeX, PDF and HTML");
            continue;
        } else {
            if kind == "application/x-tex" && !writing.is_same() {
                writing.say_other_tex(path, "\\InputFile");
            }
            writing.tree.copy(place.clone(), path);
        }
        let or = |kept: &Option<Vec<String>>, usual: &str| {
            kept.as_ref()
                .map_or_else(|| usual.to_owned(), |all| all[number].clone())
        };
        elements.push(
            Keys::of("@charset", or(&charsets, "UTF-8"))
                .with("@language", name)
                .with("@mathjax", or(&mathjax, "true"))
                .with("@path", place)
                .with("@type", or(&kinds, kind)),
        );
    }
    if elements.is_empty() {
        writing.say("the package has no statement");
    }
    Ok(elements)
}

/// Returns a Markdown statement as TeX in Polygon's style, and as the parts that importers read.
fn typeset(writing: &Writing<'_>, markdown: &str, title: &str, language: &str) -> Result<(String, String), Refused> {
    let package = writing.package;
    let parts = statements::parts(markdown);
    let tex = statements::tex;
    let around = |before: &str, text: &str, after: &str| match text {
        "" => String::new(),
        text => format!("{before}{text}{after}"),
    };
    let heading = format!("\n\n\\textbf{{{}}}\n\n", parts.headings[2]);
    let limits = around(&heading, &tex(&parts.limits), "");
    let (legend, input, output, notes) = (
        tex(&parts.legend),
        tex(&parts.input) + &limits,
        tex(&parts.output),
        tex(&parts.notes),
    );
    let time = package.limits.time.as_ref().map_or(0, |time| time.value.as_millis());
    let memory = package.limits.memory.as_ref().map_or(0, |memory| memory.value);
    let mut examples = String::new();
    let mut samples = Vec::new();
    for at in (0..writing.cases().len()).filter(|at| writing.is_sample(*at)) {
        let case = &writing.cases()[at];
        let (input, output) = (text_of(&case.input)?, text_of(&case.answer)?);
        let _ = writeln!(examples, "\\exmp{{{input}}}{{{output}}}%");
        samples.push(json!({"input": input, "output": output}));
    }
    let examples = around("\n\\Examples\n\n\\begin{example}\n", &examples, "\\end{example}\n");
    let note = around("\n\\Note\n", &notes, "\n");
    let seconds = number(time as f64 / 1000.0);
    let text = format!(
        "\\begin{{problem}}{{{title}}}{{standard input}}{{standard output}}{{{seconds} seconds}}{{{} megabytes}}\n\n{legend}\n\n\
         \\InputFile\n{input}\n\n\\OutputFile\n{output}\n{examples}{note}\n\\end{{problem}}\n",
        memory >> 20
    );
    let properties = json!({
        "name": title, "language": language, "legend": legend, "input": input, "output": output, "notes": notes,
        "scoring": "", "interaction": "", "tutorial": "", "timeLimit": u64::try_from(time).unwrap_or_default(),
        "memoryLimit": memory, "inputFile": "stdin", "outputFile": "stdout", "sampleTests": samples,
    });
    Ok((text, format!("{properties:#}\n")))
}
