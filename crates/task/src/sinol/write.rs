//! Writes packages of sinol for SIO2: `config.yml`, tests named by their groups, programs named by their roles.

use std::collections::{BTreeMap, BTreeSet};

use crate::Case;
use crate::expected::Deserved;
use crate::model::{CaseRules, CompareRule, Kind};
use crate::out::{Keys, Value};
use crate::write;
use crate::write::flat::FlatRule;
use crate::write::programs::{self, Role};
use crate::write::statements;
use crate::write::{
    Refused, Writing, ending, file_name, file_stem, is_whole, letters, number, plain, title_in, titles,
};

/// The endings of programs that sinol-make runs.
const RUN: [&str; 6] = ["c", "cpp", "cc", "py", "rs", "java"];

pub(crate) fn write(writing: &mut Writing<'_>) -> Result<(), Refused> {
    let package = writing.package;
    if matches!(package.kind, Kind::Interactive(_)) {
        return Err("it is interactive, and its interactor does not use the protocol of SIO2".to_owned());
    }
    writing.refuse_case_arguments()?;
    let id = writing.name.clone();
    let tests = Tests::of(writing, &id);
    for (at, case) in writing.cases().iter().enumerate() {
        let name = &tests.names[at];
        writing.tree.copy(format!("in/{name}.in"), &case.input);
        writing.tree.copy(format!("out/{name}.out"), &case.answer);
    }
    let checker = checker(writing, &id)?;
    let mut config = config(writing, &tests, &id);
    let right = put_programs(writing, &id);
    if !tests.is_icpc {
        if !right.is_empty() {
            config.put("sinol_expected_scores", expected_scores(&tests, &right));
        }
        let wrong = format!("prog/{id}b");
        if writing.tree.places().any(|place| place.starts_with(&wrong)) {
            writing.say("`sinol_expected_scores` states only the accepted programs: `sinol-make run --apply-suggestions` adds the others");
        }
    }
    writing.tree.add("config.yml", config.yaml());
    put_statements(writing, &id);
    if !checker {
        writing.say_no_other_limits(false);
    }
    writing.say_no_file_names();
    writing.say_no_time_rule();
    Ok(())
}

/// The names of the tests, and their groups.
struct Tests {
    /// The name of each testcase.
    names: Vec<String>,
    /// The group number of each testcase.
    groups: Vec<usize>,
    /// The points of the groups, if there are points.
    scores: BTreeMap<usize, f64>,
    needs: BTreeMap<usize, Vec<usize>>,
    is_icpc: bool,
}

impl Tests {
    fn of(writing: &mut Writing<'_>, id: &str) -> Tests {
        let cases = writing.cases();
        let mut tests = Tests {
            names: vec![String::new(); cases.len()],
            groups: vec![0; cases.len()],
            scores: BTreeMap::new(),
            needs: BTreeMap::new(),
            is_icpc: writing.groups.is_none(),
        };
        let mut number = 0;
        let mut members: Vec<(usize, Vec<usize>)> = Vec::new();
        match writing.groups.clone() {
            None => {
                let (samples, others): (Vec<usize>, Vec<usize>) =
                    (0..cases.len()).partition(|at| writing.is_sample(*at));
                members.push((0, samples));
                // Each testcase forms its own group, because nothing connects them.
                members.extend(others.into_iter().zip(1..).map(|(at, number)| (number, vec![at])));
            }
            Some(groups) => {
                let mut numbers: Vec<Vec<usize>> = Vec::new();
                // In a chain of groups, sinol counts only direct dependencies.
                let mut all_needs: Vec<BTreeSet<usize>> = Vec::new();
                let mut examples = Vec::new();
                for group in &groups {
                    let further = group.needs.iter().flat_map(|at| &all_needs[*at]);
                    let needs: BTreeSet<usize> = group.needs.iter().chain(further).copied().collect();
                    all_needs.push(needs.clone());
                    let all: Vec<usize> = group.cases.iter().map(|(at, _)| *at).collect();
                    let mut add = |points: f64, cases: Vec<usize>| {
                        number += 1;
                        tests.scores.insert(number, points);
                        let needs: Vec<usize> = needs.iter().flat_map(|at| numbers[*at].clone()).collect();
                        tests.needs.insert(number, needs);
                        members.push((number, cases));
                        number
                    };
                    let own = match group.rule {
                        _ if group.points == 0.0 => {
                            examples.extend(all);
                            Vec::new()
                        }
                        FlatRule::All => vec![add(group.points, all)],
                        FlatRule::Each => group.cases.iter().map(|(at, points)| add(*points, vec![*at])).collect(),
                    };
                    numbers.push(own);
                }
                members.push((0, examples));
                let mut needed = groups.iter().flat_map(|group| &group.needs);
                if needed.any(|at| groups[*at].points == 0.0) {
                    writing.say("in sinol no group can depend on the examples in group 0");
                }
            }
        }
        for (group, cases) in members {
            let is_wide = cases.len() > 26;
            for (number, at) in cases.iter().enumerate() {
                let letter = |number: usize| char::from(b'a' + u8::try_from(number % 26).unwrap_or_default());
                let letters = match (cases.len(), is_wide) {
                    (1, _) => String::new(),
                    (_, false) => letter(number).to_string(),
                    (_, true) => {
                        let high = [number / (26 * 26), number / 26];
                        let has_three = cases.len() > 26 * 26;
                        let high = high.into_iter().skip(usize::from(!has_three)).map(letter);
                        high.chain([letter(number)]).collect()
                    }
                };
                (tests.groups[*at], tests.names[*at]) = (group, format!("{id}{group}{letters}"));
            }
        }
        tests
    }
}

/// Writes the checker and returns whether there is one.
fn checker(writing: &mut Writing<'_>, id: &str) -> Result<bool, Refused> {
    let called = format!("{id}chk");
    if let Some(checker) = &writing.package.checker {
        programs::put(writing, &checker.value, Role::Checker, "prog", Some(&called))?;
        return Ok(true);
    }
    let comparison = writing.comparison()?;
    if comparison.tolerance.is_none() && writing.is_near(comparison.rule, CompareRule::OiLines) {
        return Ok(false);
    }
    programs::put_comparing(writing, comparison, &format!("prog/{called}.cpp"))?;
    Ok(true)
}

/// Returns the keys of `config.yml`.
fn config(writing: &mut Writing<'_>, tests: &Tests, id: &str) -> Keys {
    let _package = writing.package;
    let mut keys = about_task(writing, tests, id);
    keys.append(limits(writing, tests, id));
    if !tests.is_icpc {
        keys.append(scores(writing, tests));
    }
    keys
}

/// Returns the titles, the identifier and the kind of contest.
fn about_task(writing: &Writing<'_>, tests: &Tests, id: &str) -> Keys {
    let package = writing.package;
    let titles = titles(package);
    let mut keys = Keys::of("title", Value::quoted(title_in(&titles, &["", "en"])));
    for language in ["pl", "en"] {
        if let Some((_, title)) = titles.iter().find(|(known, _)| known == language) {
            keys.put(format!("title_{language}"), Value::quoted(title));
        }
    }
    keys.put("sinol_task_id", id);
    if tests.is_icpc {
        keys.put("sinol_contest_type", "icpc");
    }
    keys
}

/// Returns the limits of all tests, and the limits of single tests.
fn limits(writing: &mut Writing<'_>, tests: &Tests, id: &str) -> Keys {
    let package = writing.package;
    let limits = &package.limits;
    let mut keys = Keys::new();
    keys.put_some("time_limit", writing.stated(limits.time.as_ref()).map(milliseconds));
    keys.put_some("memory_limit", writing.stated(limits.memory.as_ref()).map(kibibytes));
    writing.say_missing_limits(
        "SIO2's default of 10 s applies, unless you add `time_limit` to `config.yml`",
        "SIO2's default of 66000 KiB applies, unless you add `memory_limit` to `config.yml`",
    );
    keys.append(of_single_tests(&package.of_cases, writing.cases(), tests, id));
    keys
}

/// Returns the limits of single tests.
fn of_single_tests(of_cases: &BTreeMap<String, CaseRules>, cases: &[Case], tests: &Tests, id: &str) -> Keys {
    let (mut times, mut memories) = (Keys::new(), Keys::new());
    for (case, name) in cases.iter().zip(&tests.names) {
        let Some(rules) = of_cases.get(&case.name) else {
            continue;
        };
        let test = || Value::quoted(name.strip_prefix(id).unwrap_or_default());
        times.put_some(test(), rules.time.map(milliseconds));
        memories.put_some(test(), rules.memory.map(kibibytes));
    }
    let mut keys = Keys::new();
    for (key, values) in [("time_limits", times), ("memory_limits", memories)] {
        if !values.is_empty() {
            keys.put(key, values.in_line());
        }
    }
    keys
}

/// Returns the points of the groups and their dependencies.
fn scores(writing: &mut Writing<'_>, tests: &Tests) -> Keys {
    let mut shares: Vec<f64> = tests.scores.values().copied().collect();
    if round_to_whole(&mut shares) {
        writing.say("SIO2 has whole points: the points of the groups and their sum are rounded");
    }
    let mut scores = Keys::new();
    for (group, points) in tests.scores.keys().zip(&shares) {
        scores.put(*group, *points);
    }
    let total: f64 = shares.iter().sum();
    if total != 100.0 {
        writing.say(format!(
            "SIO2 expects points that add up to 100: the sum is {}",
            number(total)
        ));
    }
    let mut needs = Keys::new();
    for (group, needed) in tests.needs.iter().filter(|(_, needed)| !needed.is_empty()) {
        needs.put(*group, Value::row(needed.iter().copied()));
    }
    let mut keys = Keys::of("scores", scores.in_line());
    if !needs.is_empty() {
        keys.put("subtask_dependencies", needs.in_line());
    }
    keys
}

/// Returns the scores that sinol-make expects from the accepted programs: all points of all groups.
fn expected_scores(tests: &Tests, right: &[String]) -> Keys {
    let mut shares: Vec<f64> = tests.scores.values().copied().collect();
    round_to_whole(&mut shares);
    let examples = tests.groups.contains(&0).then_some((&0, &0.0));
    let mut groups = Keys::new();
    for (group, points) in examples.into_iter().chain(tests.scores.keys().zip(&shares)) {
        groups.put(*group, Keys::of("points", *points).with("status", "OK").in_line());
    }
    let total: f64 = shares.iter().sum();
    let mut programs = Keys::new();
    for name in right {
        let expected = Keys::of("expected", groups.clone().in_line()).with("points", total);
        programs.put(name, expected);
    }
    programs
}

fn kibibytes(bytes: u64) -> u64 {
    bytes.div_ceil(1024)
}

fn milliseconds(time: std::time::Duration) -> u128 {
    time.as_micros().div_ceil(1000)
}

/// Writes the submissions and the validator under the names of their roles.
///
/// Returns the names of the accepted programs that sinol-make runs.
fn put_programs(writing: &mut Writing<'_>, id: &str) -> Vec<String> {
    let mut right: Vec<String> = Vec::new();
    let mut taken: Vec<String> = Vec::new();
    let mut has_model = false;
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut left, mut wrong, mut passed_over) = (Vec::new(), Vec::new(), Vec::new());
    let all = writing.accepted_first();
    for (one, meant) in all {
        let (stem, ending) = (file_stem(&one.path), ending(&one.path));
        let letter = match meant.as_deref() {
            Some([Deserved::Accepted]) => "",
            Some([Deserved::TimeLimit]) => "s",
            Some(meant) if !meant.contains(&Deserved::Accepted) => "b",
            _ => {
                left.push(one);
                continue;
            }
        };
        let is_accepted = letter.is_empty();
        if letter == "b" && meant.as_deref() != Some(&[Deserved::WrongAnswer]) {
            wrong.push(file_name(&one.path));
        }
        let is_run = RUN.contains(&ending.as_str());
        if !is_run {
            passed_over.push(file_name(&one.path));
        }
        let name = if is_accepted && !has_model && is_run {
            has_model = true;
            format!("{id}.{ending}")
        } else {
            let number = numbers.entry(letter).or_insert(usize::from(is_accepted));
            *number += 1;
            format!("{id}{letter}{number}_{}.{ending}", plain(&stem))
        };
        if is_accepted && is_run && !right.contains(&name) {
            right.push(name.clone());
        }
        if !taken.contains(&name) {
            programs::put_source(writing, &one.path, &format!("prog/{name}"));
            taken.push(name);
        }
    }
    writing.say_left(&left, "sinol has only accepted, slow and wrong programs");
    let what = "submissions exported as wrong, because sinol has only accepted, slow and wrong programs";
    writing.say_of(what, &wrong);
    writing.say_of(
        "sinol-make ignores programs in languages that it does not support",
        &passed_over,
    );
    if let Some(text) = write::own_validator(writing.package, 0, 1) {
        writing.tree.add(format!("prog/{id}inwer.py"), text);
    } else {
        writing.say_no_validators("sinol's validators must exit with 0 for a valid input, and print a line");
    }
    right
}

fn put_statements(writing: &mut Writing<'_>, id: &str) {
    for statement in statements::of(writing.package) {
        let name = match statement.language.as_str() {
            "" | "pl" => format!("{id}zad.{}", statement.ending),
            language => format!("{id}zad-{language}.{}", statement.ending),
        };
        if !matches!(statement.ending.as_str(), "pdf" | "html") {
            writing.say("SIO2 shows PDF statements, made from `doc/*.tex` in its own style: the statements in `doc` must still be converted");
        }
        writing.tree.copy(format!("doc/{name}"), &statement.path);
    }
}

/// Returns the identifier of a task in sinol.
pub(crate) fn id(name: &str) -> String {
    let id = letters(name);
    // Digits at the end would merge with the group numbers.
    if id.ends_with(|c: char| c.is_ascii_digit()) {
        format!("{id}x")
    } else {
        id
    }
}

/// Rounds points to whole numbers that add up to their rounded sum: the largest fractions are rounded up.
///
/// Returns whether any were not whole.
fn round_to_whole(points: &mut [f64]) -> bool {
    if points.iter().all(|points| is_whole(*points)) {
        return false;
    }
    let total = points.iter().sum::<f64>().round();
    let mut by_loss: Vec<usize> = (0..points.len()).collect();
    by_loss.sort_by(|&a, &b| points[b].fract().total_cmp(&points[a].fract()));
    points.iter_mut().for_each(|points| *points = points.floor());
    let mut left = total - points.iter().sum::<f64>();
    for at in by_loss {
        if left >= 1.0 {
            points[at] += 1.0;
            left -= 1.0;
        }
    }
    true
}
