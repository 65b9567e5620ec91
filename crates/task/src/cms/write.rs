//! Writes packages of CMS (`italian_yaml`) and task-maker: `task.yaml`, `gen/GEN`, and files numbered from 0.

use super::points::is_shared;
use crate::expected::Expected;
use crate::languages::{is_source, name_of_language};
use crate::model::{CompareRule, Comparison, FileNames, Kind};
use crate::out::{Keys, Value};
use crate::scheme::PackagePoints;
use crate::write::flat::{Flat, FlatRule};
use crate::write::programs::{self, Role};
use crate::write::statements;
use crate::write::titles;
use crate::write::{
    Names, Nearness, Refused, Writing, about_blanks, ending, file_name, file_stem, is_whole, list, nearness, number,
};

/// The key of points that gamesolve does not count.
const SCORE_TYPE: &str = "score_type";
/// Descriptive keys of the package.
const ABOUT: [&str; 20] = [
    "nome",
    "nome_breve",
    SCORE_TYPE,
    "score_type_parameters",
    "risultati",
    "token_gen_max",
    "token_initial",
    "token_total",
    "token_max",
    "token_gen_time",
    "only_public_score",
    "public_testcases",
    "feedback_level",
    "version",
    "syllabuslevel",
    "token_max_number",
    "token_min_interval",
    "token_gen_initial",
    "token_gen_number",
    "token_gen_interval",
];

pub(crate) fn write(writing: &mut Writing<'_>) -> Result<(), Refused> {
    let package = writing.package;
    if matches!(package.kind, Kind::Interactive(_)) {
        return Err("it is interactive, and its interactor is not a CMS manager".to_owned());
    }
    writing.refuse_case_arguments()?;
    let order = put_cases(writing);
    put_groups(writing, &order);
    if writing.is_same() && package.about.contains_key(SCORE_TYPE) {
        // The stated points are copied unchanged.
        writing.no_points = None;
    }
    put_checker(writing)?;
    let task = task(writing, order.len());
    writing.tree.add("task.yaml", task.yaml());
    put_submissions(writing);
    put_statements(writing);
    for path in &package.validators {
        if writing.is_same() {
            writing.tree.copy(format!("gen/{}", file_name(path)), path);
        }
    }
    if !writing.is_same() {
        writing.say_no_validators("CMS has none, and task-maker calls its validators in another way");
    }
    writing.say_missing_limits("CMS then has no limit", "CMS then has no limit");
    writing.say_no_case_limits();
    writing.say_no_other_limits(false);
    writing.say_no_time_rule();
    Ok(())
}

/// Returns whether the points of the groups can be written.
fn has_points(groups: &[Flat]) -> bool {
    let mut all = groups.iter().flat_map(|group| match group.rule {
        FlatRule::All => vec![group.points],
        FlatRule::Each => group.cases.iter().map(|(_, points)| *points).collect(),
    });
    all.all(|points| is_whole(points) && points >= 0.0)
}

/// Returns the points that all testcases of a CMS package share.
fn shared(writing: &Writing<'_>) -> Option<f64> {
    match &writing.package.points {
        PackagePoints::Scheme(scheme) if writing.is_same() && is_shared(&writing.package.points) => {
            scheme.groups.last().and_then(|whole| whole.most)
        }
        _ => None,
    }
}

/// Writes the testcases and returns their order.
fn put_cases(writing: &mut Writing<'_>) -> Vec<usize> {
    let can_have_points = writing.groups.as_deref().is_none_or(has_points);
    let order: Vec<usize> = if can_have_points {
        writing.by_groups().into_iter().map(|(at, _)| at).collect()
    } else {
        (0..writing.cases().len()).collect()
    };
    for (number, at) in order.iter().enumerate() {
        let case = &writing.cases()[*at];
        writing.tree.copy(format!("input/input{number}.txt"), &case.input);
        writing.tree.copy(format!("output/output{number}.txt"), &case.answer);
    }
    order
}

/// Writes `gen/GEN`.
fn put_groups(writing: &mut Writing<'_>, order: &[usize]) {
    let Some(groups) = writing.groups.clone().filter(|_| shared(writing).is_none()) else {
        return;
    };
    if !has_points(&groups) {
        writing.say("CMS groups have whole points: the points are not exported");
        return;
    }
    let mut lines = Keys::new();
    let mut number = 0;
    for group in &groups {
        let is_one = group.rule == FlatRule::All || group.points == 0.0;
        if is_one {
            lines.put("ST", group.points);
        }
        for (_, points) in &group.cases {
            if !is_one {
                lines.put("ST", *points);
            }
            lines.put("COPY", format!("input/input{number}.txt"));
            number += 1;
        }
        if !is_one && group.cases.len() > 1 {
            writing.say(format!(
                "CMS has only groups: each testcase of `{}` becomes a group",
                group.name
            ));
        }
    }
    assert_eq!(number, order.len(), "each case has its line");
    writing.tree.add("gen/GEN", lines.comments());
    let total: f64 = groups.iter().map(|group| group.points).sum();
    if total != 100.0 {
        writing.say(format!(
            "CMS expects points that add up to 100: the sum is {}",
            self::number(total)
        ));
    }
    writing.say_no_dependencies();
}

fn put_checker(writing: &mut Writing<'_>) -> Result<(), Refused> {
    const BUILD: &str = "CMS needs a compiled checker, or it compares outputs. Before the import run `g++ -O2 -static -o check/checker \
                         check/checker.cpp`";
    if let Some(checker) = &writing.package.checker {
        programs::put(writing, &checker.value, Role::Checker, "check", Some("checker"))?;
        if is_source(&checker.value.path) {
            writing.say(BUILD);
        }
        return Ok(());
    }
    let comparison = writing.comparison()?.unwrap_or(Comparison::by(CompareRule::Tokens));
    let near = nearness(comparison.rule, CompareRule::Cms);
    if comparison.tolerance.is_none() && !matches!(near, Nearness::Other) {
        if let Nearness::Blanks = near {
            writing.say(about_blanks("CMS", comparison.rule, CompareRule::Cms));
        }
        return Ok(());
    }
    let text = programs::comparing(writing, comparison)?;
    writing.tree.add("check/checker.cpp", text);
    writing.say("CMS has no such comparison rule: gamesolve adds the checker `check/checker.cpp`");
    writing.say(BUILD);
    Ok(())
}

/// Returns the keys of `task.yaml`.
fn task(writing: &mut Writing<'_>, count: usize) -> Keys {
    let package = writing.package;
    let titles = titles(package);
    let title = titles
        .iter()
        .find(|(language, _)| language.is_empty() || language == "en")
        .or(titles.first());
    let about = |key: &str| package.about.get(key).filter(|_| writing.is_same());
    let title = title.map_or(package.name.as_str(), |(_, title)| title);
    let mut keys = Keys::of("name", &writing.name).with("title", Value::quoted(title));
    keys.put("n_input", count);
    keys.put_some("total_value", shared(writing));
    for (key, usual) in [
        ("primary_language", "en"),
        ("score_mode", "max_subtask"),
        ("token_mode", "disabled"),
    ] {
        keys.put(key, about(key).map_or(usual, String::as_str));
    }
    let time = package.limits.time.as_ref().map(|time| time.value.as_secs_f64());
    keys.put_some("time_limit", time);
    if let Some(memory) = &package.limits.memory {
        let whole = memory.value.div_ceil(1 << 20);
        keys.put("memory_limit", whole);
        if !memory.value.is_multiple_of(1 << 20) {
            writing.say(format!(
                "CMS limits memory in MiB: {} bytes become {whole} MiB",
                memory.value
            ));
        }
    }
    let files = match &package.files {
        FileNames::Streams => Some((String::new(), String::new())),
        FileNames::Files(names) if names.is_default && writing.is_same() => None,
        FileNames::Files(names) => {
            let (input, output) = names.value.clone();
            Some((input.unwrap_or_default(), output.unwrap_or_default()))
        }
        FileNames::Either(input, output) => Some((input.clone(), output.clone())),
    };
    if let Some((input, output)) = files {
        keys.put("infile", Value::Quoted(input));
        keys.put("outfile", Value::Quoted(output));
    }
    for key in ABOUT {
        let value = package.about.get(key).filter(|_| writing.is_same());
        keys.put_some(key, value.map(|value| Value::about(value)));
    }
    keys
}

fn put_submissions(writing: &mut Writing<'_>) {
    let mut names = Names::default();
    let mut has_official = false;
    let mut others = Vec::new();
    let mut all = writing.submissions();
    all.sort_by_key(|(one, meant)| {
        (
            meant.as_deref() != Some(&[Expected::Accepted]),
            ending(&one.path) != "cpp",
        )
    });
    for (one, meant) in all {
        let name = file_name(&one.path);
        if writing.is_same() {
            programs::put_source(writing, &one.path, "sol", &name);
            continue;
        }
        let is_official = meant.as_deref() == Some(&[Expected::Accepted]) && !has_official;
        if is_official {
            has_official = true;
            let name = names.take(&format!("solution.{}", ending(&one.path)));
            programs::put_source(writing, &one.path, "sol", &name);
            continue;
        }
        others.push(name.clone());
        // CMS gives these names a meaning.
        let is_taken = ["grader", "stub", "solution", "soluzione"].contains(&file_stem(&one.path).as_str());
        let name = names.take(&if is_taken { format!("other-{name}") } else { name });
        programs::put_source(writing, &one.path, "sol", &name);
    }
    if !others.is_empty() {
        writing.say(format!(
            "CMS stores no expected verdicts: those of {} are lost",
            list(&others)
        ));
    }
}

fn put_statements(writing: &mut Writing<'_>) {
    let mut all = Vec::new();
    for statement in statements::of(writing.package) {
        let name = if writing.is_same() {
            file_name(&statement.path)
        } else {
            format!("{}.{}", name_of_language(&statement.language), statement.ending)
        };
        if statement.ending != "pdf" {
            all.push(name.clone());
        }
        writing.tree.copy(format!("statement/{name}"), &statement.path);
    }
    if !all.is_empty() {
        writing.say(format!(
            "CMS shows only PDF statements: in `statement`, {} must still be converted to PDF",
            list(&all)
        ));
    }
}
