//! Writes packages of DMOJ: `init.yml` beside the files of the testcases.

use crate::expected::Deserved;
use crate::loss::Loss;
use crate::model::{Checker, CompareRule, Comparison, PackageWord, Protocol, Tolerance};
use crate::out::{Keys, Value};
use crate::write;
use crate::write::flat::{Flat, FlatRule};
use crate::write::programs::{self, Role};
use crate::write::statements;
use crate::write::{Names, Refused, Writing, file_name, language_of, number};
use itertools::Itertools as _;

/// The protocols of bridged checkers, with their names in DMOJ.
const TYPES: [(Protocol, &str); 5] = [
    (Protocol::Testlib, "testlib"),
    (Protocol::Dmoj, "default"),
    (Protocol::Coci, "coci"),
    (Protocol::Peg, "peg"),
    (Protocol::DmojPython, ""),
];
/// The names of languages in DMOJ.
const LANGUAGES: [(&[&str], &str); 6] = [
    (&["cpp", "cc", "cxx", "c++"], "CPP17"),
    (&["c"], "C11"),
    (&["py"], "PY3"),
    (&["pas", "pp", "dpr"], "PAS"),
    (&["rs"], "RUST"),
    (&["java"], "JAVA"),
];
/// The folder of the submissions.
const SUBMISSIONS: &str = "submissions";

pub(crate) fn write(writing: &mut Writing<'_>) -> Result<(), Refused> {
    let package = writing.package;
    writing.refuse_case_arguments()?;
    let mut keys = Keys::of("test_cases", Value::items(cases(writing)));
    if let Some(interactor) = package.interactor() {
        if package.checker.is_some() {
            writing.say("in DMOJ only the interactor judges an interactive task: the checker is not exported");
        }
        let files = programs::put(writing, interactor, Role::Interactor, "", None)?;
        let mut bridged = bridged(interactor, &files)?;
        if write::is_ours(package) {
            // Its message names the move that gave the game away.
            bridged.put("feedback", true);
        }
        keys.put("interactive", bridged);
    } else {
        keys.put("checker", judging(writing)?);
    }
    keys.put_some("output_limit_length", writing.stated(package.limits.output.as_ref()));
    let tests = tests(writing);
    if !tests.is_empty() {
        keys.put("tests", Value::items(tests));
    }
    writing.tree.add("init.yml", keys.yaml());
    say_site_limits(writing);
    if !statements::of(package).is_empty() {
        writing.say("DMOJ packages contain no statements: the statements are not exported");
    }
    writing.say_no_validators("DMOJ has none");
    writing.say_no_case_limits();
    writing.say_no_file_names();
    writing.say_no_other_limits(true);
    writing.say_no_time_rule();
    Ok(())
}

/// Reports the limits that must be set on the site.
fn say_site_limits(writing: &mut Writing<'_>) {
    let package = writing.package;
    let (time, memory) = (package.limits.time.as_ref(), package.limits.memory.as_ref());
    let time = time.map(|time| format!("{} s", number(time.value.as_secs_f64())));
    let memory = memory.map(|memory| format!("{} KiB", memory.value >> 10));
    if time.is_none() && package.time_rule.is_none() {
        let instead = "set one on the site".to_owned();
        writing.say(Loss::NoLimit { of: "time", instead });
    }
    let limits: Vec<String> = [time, memory].into_iter().flatten().collect();
    if !limits.is_empty() {
        let sentence = format!(
            "DMOJ packages have no time and memory limits. Set them on the site: {}",
            limits.join(", ")
        );
        let of = &["time", "memory"];
        writing.say(Loss::Limits { of, sentence });
    }
}

/// Writes the files of the testcases and returns the keys of each, in their order.
fn put_cases(writing: &mut Writing<'_>) -> Vec<Keys> {
    let mut names = Names::default();
    let mut items = Vec::new();
    let mut changed = Vec::new();
    for case in writing.cases() {
        let wanted = &case.name;
        let name = names.take(wanted);
        if name != *wanted && name != wanted.replace('/', "-") {
            changed.push(wanted.clone());
        }
        writing.tree.copy(format!("{name}.in"), &case.input);
        writing.tree.copy(format!("{name}.out"), &case.answer);
        items.push(Keys::of("in", format!("{name}.in")).with("out", format!("{name}.out")));
    }
    writing.say_renamed(&changed);
    items
}

/// Writes the files of the testcases and returns the list of testcases and batches.
fn cases(writing: &mut Writing<'_>) -> Vec<Value> {
    let items = put_cases(writing);
    let Some(groups) = writing.groups.clone() else {
        return items.into_iter().map(Keys::in_line).collect();
    };
    let mut list = Vec::new();
    let mut batches: Vec<usize> = Vec::new();
    for at in order(writing, &groups) {
        let group = &groups[at];
        if group.rule == FlatRule::Each {
            let alone = group.cases.iter();
            list.extend(alone.map(|(case, points)| items[*case].clone().with("points", *points).in_line()));
            if !group.needs.is_empty() && !group.needs.iter().all(|needed| groups[*needed].points == 0.0) {
                let name = std::slice::from_ref(&group.name);
                writing.say_free("in DMOJ only batches have dependencies", name);
            }
            continue;
        }
        let needs = group.needs.iter();
        let needs = needs.filter_map(|needed| batches.iter().position(|batch| batch == needed));
        let cases = group.cases.iter().map(|(case, _)| &items[*case]);
        list.push(batch(group.points, needs.map(|place| place + 1), cases));
        batches.push(at);
    }
    list
}

/// Returns a batch of testcases that needs other batches, counted from 1.
fn batch<'a>(points: f64, needs: impl Iterator<Item = usize>, cases: impl Iterator<Item = &'a Keys>) -> Value {
    let mut keys = Keys::of("points", points);
    let needs: Vec<usize> = needs.collect();
    if !needs.is_empty() {
        keys.put("dependencies", Value::row(needs));
    }
    keys.put("batched", Value::items(cases.cloned().map(Keys::in_line)));
    keys.into()
}

/// Returns the order in which DMOJ judges the groups.
///
/// A group without points stops all later groups. So it comes last, unless every later group needs it.
fn order(writing: &mut Writing<'_>, groups: &[Flat]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = Vec::new();
    for (at, group) in groups.iter().enumerate() {
        let behind = &groups[at + 1..];
        let is_gate = !behind.is_empty() && behind.iter().all(|other| other.needs.contains(&at));
        if group.points == 0.0 && !is_gate {
            last.push(at)
        } else {
            order.push(at)
        }
    }
    for &at in &last {
        let needing = groups.iter().filter(|group| group.needs.contains(&at));
        let needing: Vec<String> = needing.map(|group| group.name.clone()).collect();
        let why = format!(
            "in DMOJ a failed testcase without points stops everything after it, so `{}` comes last",
            groups[at].name
        );
        writing.say_free(&why, &needing);
    }
    order.append(&mut last);
    order
}

/// Returns the value of `checker`.
fn judging(writing: &mut Writing<'_>) -> Result<Value, Refused> {
    let of_program = |arguments: Keys| Keys::of("name", "bridged").with("args", arguments).into();
    if let Some(checker) = &writing.package.checker {
        let files = programs::put(writing, &checker.value, Role::Checker, "", None)?;
        if files.protocol == Protocol::DmojPython {
            return Ok(Value::from(&files.names[0]));
        }
        return Ok(of_program(bridged(&checker.value, &files)?));
    }
    let common = writing.comparison()?;
    let Some((name, arguments)) = native(writing, common) else {
        programs::put_comparing(writing, common, "compare.cpp")?;
        return Ok(of_program(
            Keys::of("files", Value::row(["compare.cpp"]))
                .with("lang", "CPP17")
                .with("type", "testlib"),
        ));
    };
    Ok(if arguments.is_empty() {
        Value::from(name)
    } else {
        Keys::of("name", name).with("args", arguments).in_line()
    })
}

/// Returns the checker of DMOJ that compares like this, with its arguments, or `None` if there is none.
fn native(writing: &mut Writing<'_>, comparison: Comparison) -> Option<(&'static str, Keys)> {
    let rule = comparison.rule;
    if let Some(tolerance) = comparison.tolerance {
        let arguments = floats(tolerance)?;
        let is_near = writing.is_near(rule, CompareRule::NotBlankLines);
        return is_near.then_some(("floats", arguments));
    }
    let name = match rule {
        CompareRule::SameLetters => "easy",
        CompareRule::Exact => "identical",
        CompareRule::TrimmedLines => "rstripped",
        CompareRule::SortedLines => "sorted",
        CompareRule::SortedTokens => return Some(("sorted", Keys::of("split_on", "whitespace"))),
        CompareRule::LineCount => "linecount",
        rule if writing.is_near(rule, CompareRule::NotBlankLines) => "standard",
        _ => return None,
    };
    Some((name, Keys::new()))
}

/// Returns the arguments of the checker for numbers, if the allowed difference is a power of ten.
fn floats(tolerance: Tolerance) -> Option<Keys> {
    let (distance, mode) = match (tolerance.absolute, tolerance.relative) {
        (Some(absolute), Some(relative)) if absolute == relative => (absolute, None),
        (Some(absolute), None) => (absolute, Some("absolute")),
        (None, Some(relative)) => (relative, Some("relative")),
        _ => return None,
    };
    let places = (0..=30).find(|places| 10f64.powi(-places) == distance)?;
    let mut arguments = Keys::of("precision", f64::from(places));
    arguments.put_some("error_mode", mode);
    Some(arguments)
}

/// Returns the arguments of a program of the package.
fn bridged(program: &Checker, files: &programs::Files) -> Result<Keys, Refused> {
    let mut keys = Keys::of("files", Value::row(&files.names));
    let name = &files.names[0];
    let unknown = || format!("gamesolve does not know DMOJ's name for the language of its program `{name}`");
    keys.put("lang", language_of(&LANGUAGES, name).ok_or_else(unknown)?);
    let kind = TYPES.iter().find(|(protocol, _)| *protocol == files.protocol);
    keys.put("type", kind.map_or("default", |(_, kind)| kind));
    if !program.flags.is_empty() {
        keys.put("flags", Value::quoted_row(&PackageWord::texts(&program.flags)));
    }
    Ok(keys)
}

/// Writes the submissions, which DMOJ's judge can test by itself (`dmoj-cli test`). Returns the items of `tests`.
fn tests(writing: &mut Writing<'_>) -> Vec<Value> {
    let limits = &writing.package.limits;
    let time = limits.time.as_ref().map_or(2.0, |time| time.value.as_secs_f64());
    let memory = limits.memory.as_ref().map_or(256 << 10, |memory| memory.value >> 10);
    let mut names = Names::default();
    let mut tests = Vec::new();
    let (mut unstated, mut unknown) = (Vec::new(), Vec::new());
    for (one, meant) in writing.submissions() {
        let Some(meant) = meant else {
            unstated.push(one);
            continue;
        };
        let Some(language) = language_of(&LANGUAGES, &file_name(&one.path)) else {
            unknown.push(one);
            continue;
        };
        let place = format!("{SUBMISSIONS}/{}", names.take_source(&file_name(&one.path)));
        programs::put_source(writing, &one.path, &place);
        let keys = Keys::of("source", place).with("language", language);
        let keys = keys.with("time", time).with("memory", memory);
        tests.push(keys.with("expect", expect(&meant)).in_line());
    }
    writing.say_left(&unstated, "they have no expected verdict");
    writing.say_left(&unknown, "gamesolve does not know DMOJ's name for their language");
    if !tests.is_empty() {
        writing.say("DMOJ's `tests` list the allowed verdicts of a testcase: DMOJ does not notice a wrong submission that passes every testcase");
    }
    tests
}

/// Returns the allowed verdicts of the testcases of a submission.
fn expect(meant: &[Deserved]) -> Value {
    if *meant == [Deserved::Accepted] {
        return Value::from("AC");
    }
    let mut codes = vec!["AC", "SC"];
    for one in meant {
        let of_one: &[&str] = match one {
            Deserved::Accepted => &[],
            Deserved::Presentation | Deserved::WrongAnswer => &["WA"],
            Deserved::RuntimeError => &["IR", "RTE"],
            Deserved::MemoryLimit => &["MLE"],
            Deserved::TimeLimit => &["TLE"],
            Deserved::OutputLimit => &["OLE"],
            Deserved::CompileError => &["CE"],
        };
        codes.extend(of_one);
    }
    Value::row(codes.into_iter().unique())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_takes_one_distance_that_is_a_power_of_ten() {
        for (absolute, relative, args) in [
            (Some(1e-6), Some(1e-6), Some("precision: 6\n")),
            (Some(1.0), None, Some("precision: 0\nerror_mode: absolute\n")),
            (None, Some(1e-3), Some("precision: 3\nerror_mode: relative\n")),
            (Some(1e-6), Some(1e-3), None),
            (Some(2e-6), None, None),
            (None, None, None),
        ] {
            let written = floats(Tolerance { absolute, relative });
            assert_eq!(written.map(|keys| keys.yaml()).as_deref(), args);
        }
    }
}
