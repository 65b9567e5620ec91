//! Writes packages of Polygon: `problem.xml`, numbered tests, and programs by their tags.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::json;

use super::points::place;
use crate::expected::Deserved;
use crate::languages::name_of_language;
use crate::model::{Checker, CompareRule};
use crate::out::{Keys, Value};
use crate::write;
use crate::write::flat::{Flat, FlatRule};
use crate::write::programs::{self, Role};
use crate::write::statements::{self, Statement};
use crate::write::{
    Names, Refused, Writing, ending, file_name, language_of, number, number_with_point, text_of, title_in, titles,
};

const MANIFEST: &str = "problem.xml";
const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\"?>\n";
/// The indentation of an element relative to its parent, in blanks.
const STEP: usize = 2;
/// The patterns of the names of tests.
const INPUTS: &str = "tests/%02d";
const ANSWERS: &str = "tests/%02d.a";
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
    let package = writing.package;
    writing.refuse_case_arguments()?;
    let titles = titles(package);
    let order = writing.by_groups();
    for (number, (at, _)) in order.iter().enumerate() {
        let case = &writing.cases()[*at];
        for (pattern, file) in [(INPUTS, &case.input), (ANSWERS, &case.answer)] {
            let place = place(pattern, number + 1).unwrap_or_default();
            writing.tree.copy(place.to_string_lossy(), file);
        }
    }
    let mut problem = Keys::of("@revision", "1").with("@short-name", &writing.name);
    let name =
        |(language, title): &(String, String)| Keys::of("@language", name_of_language(language)).with("@value", title);
    problem.put("names", Keys::of("name", Value::items(titles.iter().map(name))));
    let statements = put_statements(writing, &titles)?;
    if !statements.is_empty() {
        problem.put("statements", Keys::of("statement", Value::items(statements)));
    }
    problem.put("judging", judging(writing, &order));
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

/// Returns the element `judging`.
fn judging(writing: &mut Writing<'_>, order: &[(usize, Option<usize>)]) -> Keys {
    let package = writing.package;
    let (input, output) = package.files.names();
    let judging = Keys::of("@cpu-name", "")
        .with("@cpu-speed", "")
        .with("@input-file", input.unwrap_or_default())
        .with("@output-file", output.unwrap_or_default());
    let limits = &package.limits;
    let mut testset = Keys::of("@name", "tests");
    let time = limits.time.as_ref().map(|time| time.value.as_micros().div_ceil(1000));
    testset.put_some("time-limit", time);
    testset.put_some("memory-limit", limits.memory.as_ref().map(|memory| memory.value));
    testset.put("test-count", order.len());
    testset.put("input-path-pattern", INPUTS);
    testset.put("answer-path-pattern", ANSWERS);
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
    let worths = worths(groups);
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
fn worths(groups: &[Flat]) -> BTreeMap<usize, f64> {
    let mut worths = BTreeMap::new();
    for group in groups {
        for (number, (at, own)) in group.cases.iter().enumerate() {
            let points = match (group.rule, number) {
                (FlatRule::Each, _) => *own,
                (FlatRule::All, 0) => group.points,
                (FlatRule::All, _) => 0.0,
            };
            worths.insert(*at, points);
        }
    }
    worths
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
        let kind = kind("checker", &place)?;
        assets.put(
            "checker",
            Keys::of("@type", "testlib").with("source", source(place, kind)),
        );
    }
    if let Some(interactor) = writing.package.interactor() {
        let place = put(writing, interactor, Role::Interactor)?;
        let kind = kind("interactor", &place)?;
        assets.put("interactor", Keys::of("source", source(place, kind)));
    }
    if let Some(text) = write::own_validator(writing.package, 0, 3) {
        let place = "files/validator.py";
        writing.tree.add(place, text);
        let validator = Keys::of("source", source(place.to_owned(), "python.3"));
        assets.put("validators", Keys::of("validator", Value::items([validator])));
    } else {
        writing.say_no_validators("Polygon's validators must exit with 0 for a valid input");
    }
    let solutions = solutions(writing);
    if !solutions.is_empty() {
        assets.put("solutions", Keys::of("solution", Value::items(solutions)));
    }
    Ok(assets)
}

/// Returns the element `source` of a program.
fn source(place: String, kind: &str) -> Keys {
    Keys::of("@path", place).with("@type", kind)
}

/// Writes the checker and returns its path.
fn put_checker(writing: &mut Writing<'_>) -> Result<Option<String>, Refused> {
    let package = writing.package;
    if let Some(checker) = &package.checker {
        return put(writing, &checker.value, Role::Checker).map(Some);
    }
    if package.interactor().is_some() {
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

/// Writes a program of the package and returns its path.
fn put(writing: &mut Writing<'_>, program: &Checker, role: Role) -> Result<String, Refused> {
    let files = programs::put(writing, program, role, "files", None)?;
    Ok(format!("files/{}", files.names[0]))
}

/// Returns the kind of the one source file of a checker or interactor.
fn kind(what: &str, place: &str) -> Result<&'static str, Refused> {
    language_of(&KINDS, place)
        .ok_or_else(|| format!("gamesolve does not know Polygon's name for the language of the {what} `{place}`"))
}

/// Writes the submissions and returns the elements in `solutions`.
fn solutions(writing: &mut Writing<'_>) -> Vec<Keys> {
    let mut names = Names::default();
    let mut elements = Vec::new();
    let mut has_main = false;
    let (mut left, mut unknown, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
    let all = writing.accepted_first();
    for (one, meant) in all {
        let Some(kind) = language_of(&KINDS, &file_name(&one.path)) else {
            unknown.push(one);
            continue;
        };
        let Some(tag) = meant.as_deref().and_then(tag_of) else {
            left.push(one);
            continue;
        };
        let name = file_name(&one.path);
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
        elements.push(Keys::of("@tag", tag).with("source", source(place, kind)));
    }
    if !has_main {
        writing.say("Polygon needs a main solution, but the package has no accepted submission for it");
    }
    writing.say_left(&left, "Polygon has no tag for their expected verdict");
    writing.say_left(&unknown, "gamesolve does not know Polygon's name for their language");
    let what = "submissions exported with the tag `rejected`, without their exact expected verdict";
    writing.say_of(what, &wrong);
    elements
}

/// Returns the tag for these expected verdicts.
fn tag_of(meant: &[Deserved]) -> Option<&'static str> {
    Some(match meant {
        [Deserved::Accepted] => "accepted",
        [Deserved::WrongAnswer] => "wrong-answer",
        [Deserved::Presentation] => "presentation-error",
        [Deserved::TimeLimit] => "time-limit-exceeded",
        [Deserved::MemoryLimit] => "memory-limit-exceeded",
        [Deserved::Accepted, Deserved::TimeLimit] => "time-limit-exceeded-or-accepted",
        _ if !meant.contains(&Deserved::Accepted) => "rejected",
        _ => return None,
    })
}

/// Writes the statements and returns their elements.
fn put_statements(writing: &mut Writing<'_>, titles: &[(String, String)]) -> Result<Vec<Keys>, Refused> {
    let mut elements = Vec::new();
    for Statement { path, language, ending } in &statements::of(writing.package) {
        let name = name_of_language(language);
        let (kind, place) = match ending.as_str() {
            "pdf" => ("application/pdf", format!("statements/.pdf/{name}/problem.pdf")),
            "html" => ("text/html", format!("statements/.html/{name}/problem.html")),
            _ => ("application/x-tex", format!("statements/{name}/problem.tex")),
        };
        if ending == "md" {
            let title = title_in(titles, &[language]);
            let markdown = writing.markdown(path)?;
            let (tex, properties) = typeset(writing, &markdown, title, name)?;
            writing.tree.add(place.clone(), tex);
            writing
                .tree
                .add(format!("statements/{name}/problem-properties.json"), properties);
        } else if ending == "txt" {
            writing.say_no_statement(path, "TeX, PDF and HTML");
            continue;
        } else {
            if kind == "application/x-tex" {
                writing.say_other_tex(path, "\\InputFile");
            }
            writing.tree.copy(place.clone(), path);
        }
        elements.push(
            Keys::of("@charset", "UTF-8")
                .with("@language", name)
                .with("@mathjax", "true")
                .with("@path", place)
                .with("@type", kind),
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
        let talk = case.input.with_extension("interaction");
        let (input, output) = if write::is_ours(package) && talk.is_file() {
            statements::sides(&text_of(&talk)?)
        } else {
            (text_of(&case.input)?, text_of(&case.answer)?)
        };
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
