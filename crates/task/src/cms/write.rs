//! Writes packages of CMS (`italian_yaml`) and task-maker: `task.yaml`, `gen/GEN`, and files numbered from 0.

use std::collections::BTreeMap;

use crate::languages::{is_source, name_of_language};
use crate::model::{CompareRule, Kind};
use crate::out::{Keys, Value};
use crate::write;
use crate::write::flat::{Flat, FlatRule};
use crate::write::programs::{self, Role};
use crate::write::statements;
use crate::write::{Names, Refused, Writing, ending, file_name, file_stem, is_whole, list, number, title_in, titles};

pub(crate) fn write(writing: &mut Writing<'_>) -> Result<(), Refused> {
    let package = writing.package;
    if matches!(package.kind, Kind::Interactive(_)) {
        return Err("it is interactive, and its interactor is not a CMS manager".to_owned());
    }
    writing.refuse_case_arguments()?;
    let order = put_cases(writing);
    put_groups(writing, &order);
    put_checker(writing)?;
    let task = task(writing, order.len());
    writing.tree.add("task.yaml", task.yaml());
    put_submissions(writing);
    put_statements(writing);
    writing.say_no_validators("CMS has none, and task-maker calls its validators in another way");
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
    let Some(groups) = writing.groups.clone() else {
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
    let comparison = writing.comparison()?;
    if comparison.tolerance.is_some() || !writing.is_near(comparison.rule, CompareRule::Cms) {
        programs::put_comparing(writing, comparison, "check/checker.cpp")?;
        writing.say(BUILD);
    }
    Ok(())
}

/// Returns the keys of `task.yaml`.
fn task(writing: &mut Writing<'_>, count: usize) -> Keys {
    let package = writing.package;
    let titles = titles(package);
    let title = title_in(&titles, &["", "en"]);
    let mut keys = Keys::of("name", &writing.name).with("title", Value::quoted(title));
    keys.put("n_input", count);
    keys.put("primary_language", "en");
    keys.put("score_mode", "max_subtask");
    keys.put("token_mode", "disabled");
    let time = package.limits.time.as_ref().map(|time| time.value.as_secs_f64());
    keys.put_some("time_limit", time);
    if let Some(memory) = &package.limits.memory {
        let whole = writing.mebibytes(memory.value);
        keys.put("memory_limit", whole);
    }
    let (input, output) = package.files.names();
    keys.put("infile", Value::Quoted(input.unwrap_or_default()));
    keys.put("outfile", Value::Quoted(output.unwrap_or_default()));
    keys
}

fn put_submissions(writing: &mut Writing<'_>) {
    let mut names: BTreeMap<String, Names> = BTreeMap::new();
    let mut has_official = false;
    let (mut in_folders, mut others) = (false, Vec::new());
    for (one, meant) in writing.accepted_first() {
        let verdict = meant.as_deref().and_then(write::folder_of_verdict);
        let is_official = verdict == Some("accepted") && !has_official;
        has_official |= is_official;
        let name = file_name(&one.path);
        let (folder, name) = match verdict {
            _ if is_official => ("sol".to_owned(), format!("solution.{}", ending(&one.path))),
            Some(verdict) => {
                in_folders = true;
                (format!("sol/{verdict}"), name)
            }
            None => {
                others.push(name.clone());
                // CMS gives these names a meaning.
                let is_taken = ["grader", "stub", "solution", "soluzione"].contains(&file_stem(&one.path).as_str());
                ("sol".to_owned(), if is_taken { format!("other-{name}") } else { name })
            }
        };
        let name = names.entry(folder.clone()).or_default().take_source(&name);
        programs::put_source(writing, &one.path, &format!("{folder}/{name}"));
    }
    if in_folders {
        writing.say("CMS ignores the folders in `sol`, such as `sol/wrong_answer`: gamesolve reads the expected verdicts from their names");
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
        let name = format!("{}.{}", name_of_language(&statement.language), statement.ending);
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
