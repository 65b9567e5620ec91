//! DMOJ: `init.yml` beside the files of the cases.

use std::collections::HashMap;

use crate::expected::Expected;
use crate::model::{Checker, CompareRule, Comparison, Kind, Protocol, Tolerance};
use crate::scheme::PackagePoints;
use crate::scheme::{Group, Rule, Scheme};
use crate::write::flat::FlatRule;
use crate::write::statements;
use crate::write::{self, programs};
use crate::write::{
    Names, Nearness, Refused, Writing, about_blanks, about_value, below, count_all_the_same, ending, file_name, list,
    nearness, number, scalar,
};

/// The protocols of bridged checkers, with the words for them.
const TYPES: [(Protocol, &str); 5] = [
    (Protocol::Testlib, "testlib"),
    (Protocol::Dmoj, "default"),
    (Protocol::Coci, "coci"),
    (Protocol::Peg, "peg"),
    (Protocol::DmojPython, ""),
];
/// Those of interactors.
const OF_INTERACTORS: [Protocol; 3] = [Protocol::Testlib, Protocol::Dmoj, Protocol::Coci];
/// The names of languages in DMOJ.
const LANGUAGES: [(&[&str], &str); 6] = [
    (&["cpp", "cc", "cxx", "c++"], "CPP17"),
    (&["c"], "C11"),
    (&["py"], "PY3"),
    (&["pas", "pp", "dpr"], "PAS"),
    (&["rs"], "RUST"),
    (&["java"], "JAVA"),
];
/// The keys that say something about the package.
const ABOUT: [&str; 3] = ["output_prefix_length", "hints", "meta"];
/// Those about a checker or an interactor that is a program.
const OF_PROGRAMS: [&str; 1] = ["lang"];
/// Those about any checker or interactor.
const OF_ALL: [&str; 3] = ["feedback", "cached", "pe_allowed"];
/// Those about a submission.
const OF_SUBMISSIONS: [&str; 4] = ["language", "time", "memory", "label"];
/// The folder of the submissions.
const SUBMISSIONS: &str = "submissions";

pub(crate) fn write(writing: &mut Writing<'_>) -> Result<(), Refused> {
    let package = writing.package;
    writing.refuse_case_arguments()?;
    let mut text = String::new();
    text += &cases(writing);
    text += &match &package.kind {
        Kind::Interactive(interactor) => {
            if package.checker.is_some() {
                writing.say("DMOJ judges interactive tasks by the interactor alone: the checker is left out");
            }
            interactive(writing, &interactor.value)?
        }
        _ => judging(writing)?,
    };
    if let Some(output) = writing.stated(package.limits.output.as_ref()) {
        text += &format!("output_limit_length: {output}\n");
    }
    for key in ABOUT {
        if let Some(value) = package.about.get(key).filter(|_| writing.is_same()) {
            text += &format!("{key}: {}\n", about_value(value));
        }
    }
    text += &tests(writing);
    writing.tree.add("init.yml", text);
    let time = package
        .limits
        .time
        .as_ref()
        .map(|time| format!("{} s", number(time.value.as_secs_f64())));
    let memory = package
        .limits
        .memory
        .as_ref()
        .map(|memory| format!("{} KiB", memory.value >> 10));
    let limits: Vec<String> = [time, memory].into_iter().flatten().collect();
    if !limits.is_empty() {
        writing.say(format!(
            "DMOJ's packages state no time and memory limits, the site does: {}",
            limits.join(", ")
        ));
    }
    if !statements::of(package).is_empty() {
        writing.say("DMOJ keeps no statements in a package: they are left out");
    }
    writing.say_no_validators("DMOJ has none");
    writing.say_no_case_limits();
    writing.say_no_file_names();
    writing.say_no_other_limits(true);
    writing.say_no_time_rule();
    Ok(())
}

/// Puts the files of the cases; returns their list.
fn cases(writing: &mut Writing<'_>) -> String {
    let mut names = Names::default();
    let mut items: HashMap<&str, String> = HashMap::new();
    let mut by_place = Vec::new();
    let mut changed = Vec::new();
    for case in writing.cases() {
        let wanted = &case.name;
        let is_plain = |step: &str| !step.is_empty() && write::plain(step) == step;
        let name = match writing.is_same() && wanted.split('/').all(is_plain) {
            true => wanted.clone(),
            false => names.take(wanted),
        };
        if name != *wanted && name != wanted.replace('/', "-") {
            changed.push(wanted.clone());
        }
        writing.tree.copy(format!("{name}.in"), &case.input);
        writing.tree.copy(format!("{name}.out"), &case.answer);
        let item = format!(
            "in: {0}, out: {1}",
            scalar(&format!("{name}.in")),
            scalar(&format!("{name}.out"))
        );
        by_place.push(item.clone());
        items.insert(&case.name, item);
    }
    if !changed.is_empty() {
        writing.say(format!(
            "the names of cases are letters, digits, `_`, `.` and `-`: changed are {}",
            list(&changed)
        ));
    }
    let mut text = "test_cases:\n".to_owned();
    if let (PackagePoints::Scheme(scheme), true) = (&writing.package.points, writing.is_same()) {
        return text + &as_is(scheme, &items);
    }
    let Some(groups) = writing.groups.clone() else {
        for item in by_place {
            text += &format!("- {{{item}}}\n");
        }
        return text;
    };
    // What is worth nothing would stop all that comes after it, unless that needs it.
    let mut order: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = Vec::new();
    for (at, group) in groups.iter().enumerate() {
        let behind = &groups[at + 1..];
        let is_gate = !behind.is_empty() && behind.iter().all(|other| other.needs.contains(&at));
        match group.points == 0.0 && !is_gate {
            true => last.push(at),
            false => order.push(at),
        }
    }
    for &at in &last {
        let needing: Vec<String> = groups
            .iter()
            .filter(|group| group.needs.contains(&at))
            .map(|group| group.name.clone())
            .collect();
        if !needing.is_empty() {
            writing.say(format!(
                "in DMOJ cases without points stop all that comes after them, so `{}` comes last: {}",
                groups[at].name,
                count_all_the_same(&needing)
            ));
        }
    }
    order.append(&mut last);
    let mut batches: Vec<usize> = Vec::new();
    for at in order {
        let group = &groups[at];
        if group.rule == FlatRule::Each {
            for (case, points) in &group.cases {
                text += &format!("- {{{}, points: {}}}\n", by_place[*case], number(*points));
            }
            if !group.needs.is_empty() && !group.needs.iter().all(|needed| groups[*needed].points == 0.0) {
                writing.say(format!(
                    "in DMOJ batches alone have dependencies: {}",
                    count_all_the_same(std::slice::from_ref(&group.name))
                ));
            }
            continue;
        }
        text += &format!("- points: {}\n", number(group.points));
        let needs: Vec<String> = group
            .needs
            .iter()
            .filter_map(|needed| batches.iter().position(|batch| batch == needed))
            .map(|place| (place + 1).to_string())
            .collect();
        if !needs.is_empty() {
            text += &format!("  dependencies: [{}]\n", needs.join(", "));
        }
        text += "  batched:\n";
        for (case, _) in &group.cases {
            text += &format!("  - {{{}}}\n", by_place[*case]);
        }
        batches.push(at);
    }
    text
}

/// The list of the cases of a package of DMOJ, as it was read.
fn as_is(scheme: &Scheme, items: &HashMap<&str, String>) -> String {
    let mut text = String::new();
    let groups = &scheme.groups[..scheme.groups.len() - 1];
    let is_batch = |group: &Group| group.rule == Rule::Min;
    let number_of = |at: usize| groups[..=at].iter().filter(|group| is_batch(group)).count();
    for group in groups {
        if !is_batch(group) {
            for worth in group.cases() {
                let points = number(worth.accepted.unwrap_or_default());
                text += &format!("- {{{}, points: {points}}}\n", items[worth.case.as_str()]);
            }
            continue;
        }
        text += &format!("- points: {}\n", number(group.most.unwrap_or_default()));
        // What is worth nothing is needed by all that comes after it, without a word.
        let needs = group
            .needs
            .iter()
            .filter(|at| is_batch(&groups[**at]) && groups[**at].most != Some(0.0));
        let needs: Vec<String> = needs.map(|at| number_of(*at).to_string()).collect();
        if !needs.is_empty() {
            text += &format!("  dependencies: [{}]\n", needs.join(", "));
        }
        text += "  batched:\n";
        for worth in group.cases() {
            text += &format!("  - {{{}}}\n", items[worth.case.as_str()]);
        }
    }
    text
}

/// Writes how outputs are judged.
fn judging(writing: &mut Writing<'_>) -> Result<String, Refused> {
    if let Some(checker) = &writing.package.checker {
        let spoken = TYPES.map(|(protocol, _)| protocol);
        let files = programs::put(writing, &checker.value, "checker", "", None, &spoken)?;
        if files.protocol == Protocol::DmojPython {
            return Ok(format!("checker: {}\n", scalar(&files.names[0])));
        }
        return Ok(format!(
            "checker:\n  name: bridged\n  args:\n{}",
            bridged(writing, &checker.value, &files, "checker.args")
        ));
    }
    let common = writing.comparison()?.unwrap_or(Comparison::by(CompareRule::Tokens));
    let Some((name, mut arguments)) = native(writing, common) else {
        let text = programs::comparing(common, "DMOJ")?;
        writing.tree.add("compare.cpp", text);
        writing.say("DMOJ has no rule that compares like this: a checker of gamesolve, `compare.cpp`, goes along");
        return Ok(
            "checker:\n  name: bridged\n  args:\n    files: [compare.cpp]\n    lang: CPP17\n    type: testlib\n"
                .to_owned(),
        );
    };
    arguments.extend(kept(writing, "checker.args", &OF_PROGRAMS).map(|(key, value)| format!("{key}: {value}")));
    arguments.extend(kept(writing, "checker.args", &OF_ALL).map(|(key, value)| format!("{key}: {value}")));
    Ok(match arguments.is_empty() {
        true => format!("checker: {name}\n"),
        false => format!("checker: {{name: {name}, args: {{{}}}}}\n", arguments.join(", ")),
    })
}

/// The keys about a program of the package that no judge needs, and their values in a package of DMOJ.
fn kept<'a>(
    writing: &Writing<'a>,
    place: &'a str,
    keys: &'static [&'static str],
) -> impl Iterator<Item = (&'static str, String)> + use<'a> {
    let (about, is_same) = (&writing.package.about, writing.is_same());
    let of = move |key: &&'static str| {
        let value = about.get(&format!("{place}.{key}")).filter(|_| is_same)?;
        Some((*key, about_value(value)))
    };
    keys.iter().filter_map(of)
}

/// The checker of DMOJ that compares like this, with its arguments; `None` where there is none.
fn native(writing: &mut Writing<'_>, comparison: Comparison) -> Option<(&'static str, Vec<String>)> {
    let rule = comparison.rule;
    if let Some(tolerance) = comparison.tolerance {
        if !matches!(
            nearness(rule, CompareRule::NotBlankLines),
            Nearness::Same | Nearness::Blanks
        ) {
            return None;
        }
        let arguments = floats(tolerance)?;
        if rule != CompareRule::NotBlankLines {
            writing.say(about_blanks("DMOJ", rule, CompareRule::NotBlankLines));
        }
        return Some(("floats", arguments));
    }
    let name = match rule {
        CompareRule::SameLetters => "easy",
        CompareRule::Exact => "identical",
        CompareRule::TrimmedLines => "rstripped",
        CompareRule::SortedLines => "sorted",
        CompareRule::SortedTokens => return Some(("sorted", vec!["split_on: whitespace".to_owned()])),
        CompareRule::LineCount => "linecount",
        rule => match nearness(rule, CompareRule::NotBlankLines) {
            Nearness::Same => "standard",
            Nearness::Blanks => {
                writing.say(about_blanks("DMOJ", rule, CompareRule::NotBlankLines));
                "standard"
            }
            Nearness::Other => return None,
        },
    };
    Some((name, Vec::new()))
}

/// The arguments of the checker for numbers, where the distance is a power of ten.
fn floats(tolerance: Tolerance) -> Option<Vec<String>> {
    let (distance, mode) = match (tolerance.absolute, tolerance.relative) {
        (Some(absolute), Some(relative)) if absolute == relative => (absolute, None),
        (Some(absolute), None) => (absolute, Some("error_mode: absolute")),
        (None, Some(relative)) => (relative, Some("error_mode: relative")),
        _ => return None,
    };
    let places = (0..=30).find(|places| 10f64.powi(-places) == distance)?;
    let precision = format!("precision: {places}");
    Some([precision].into_iter().chain(mode.map(str::to_owned)).collect())
}

/// The arguments of a program of the package.
fn bridged(writing: &Writing<'_>, program: &Checker, files: &programs::Files, place: &str) -> String {
    let names: Vec<String> = files.names.iter().map(|name| scalar(name)).collect();
    let language = kept(writing, place, &["lang"]).next().map_or_else(
        || scalar(language(&files.names[0]).unwrap_or("CPP17")),
        |(_, language)| language,
    );
    let kind = TYPES
        .iter()
        .find(|(protocol, _)| *protocol == files.protocol)
        .map_or("default", |(_, kind)| kind);
    let mut text = format!(
        "    files: [{}]\n    lang: {}\n    type: {kind}\n",
        names.join(", "),
        language
    );
    if !program.flags.is_empty() {
        let flags: Vec<String> = program.flags.iter().map(|flag| write::json(flag)).collect();
        text += &format!("    flags: [{}]\n", flags.join(", "));
    }
    for (key, value) in kept(writing, place, &OF_ALL) {
        text += &format!("    {key}: {value}\n");
    }
    text
}

fn interactive(writing: &mut Writing<'_>, interactor: &Checker) -> Result<String, Refused> {
    let files = programs::put(writing, interactor, "interactor", "", None, &OF_INTERACTORS)?;
    let text = bridged(writing, interactor, &files, "interactive");
    // The arguments stand one step less deep than those of a checker.
    Ok(format!("interactive:\n{}", text.replace("    ", "  ")))
}

/// The name of the language of a source file.
fn language(name: &str) -> Option<&'static str> {
    let ending = ending(std::path::Path::new(name));
    let found = LANGUAGES.iter().find(|(endings, _)| endings.contains(&ending.as_str()));
    found.map(|(_, language)| *language)
}

/// Puts the submissions, which the judge of DMOJ tries by itself: `dmoj-cli test`.
fn tests(writing: &mut Writing<'_>) -> String {
    let limits = &writing.package.limits;
    let time = limits.time.as_ref().map_or(2.0, |time| time.value.as_secs_f64());
    let memory = limits.memory.as_ref().map_or(256 << 10, |memory| memory.value >> 10);
    let is_same = writing.is_same();
    let mut names = Names::default();
    let mut text = String::new();
    let (mut unstated, mut unknown) = (Vec::new(), Vec::new());
    for (one, meant) in writing.submissions() {
        let Some(meant) = meant.or_else(|| (writing.is_same() && one.expected.is_empty()).then(Vec::new)) else {
            unstated.push(file_name(&one.path));
            continue;
        };
        let kept = |key: &str| one.about.get(key).filter(|_| is_same).map(|value| about_value(value));
        // What a package of DMOJ does not state is left to the judge.
        let mut words = Vec::new();
        match is_same {
            true => {
                let stated = OF_SUBMISSIONS
                    .into_iter()
                    .filter_map(|key| Some(format!("{key}: {}", kept(key)?)));
                words.extend(stated);
            }
            false => {
                let Some(language) = language(&file_name(&one.path)) else {
                    unknown.push(file_name(&one.path));
                    continue;
                };
                words.push(format!(
                    "language: {language}, time: {}, memory: {memory}",
                    number(time)
                ));
            }
        }
        let own = below(&writing.package.root, &one.path).filter(|_| is_same);
        let place = own.unwrap_or_else(|| format!("{SUBMISSIONS}/{}", names.take(&file_name(&one.path))));
        let (folder, name) = place.rsplit_once('/').unwrap_or(("", &place));
        programs::put_source(writing, &one.path, folder, name);
        words.insert(0, format!("source: {}", scalar(&place)));
        if !(is_same && meant.is_empty()) {
            words.push(format!("expect: {}", expect(&meant)));
        }
        text += &format!("- {{{}}}\n", words.join(", "));
    }
    if !unstated.is_empty() {
        writing.say(format!(
            "nothing says what some submissions are meant to get: left out are {}",
            list(&unstated)
        ));
    }
    if !unknown.is_empty() {
        writing.say(format!(
            "DMOJ's name for some languages is not known: left out are {}",
            list(&unknown)
        ));
    }
    if !text.is_empty() {
        writing.say("DMOJ's `tests` say which verdicts a case may have, not that one case fails: a wrong submission that passes is not found there");
        text = format!("tests:\n{text}");
    }
    text
}

/// The verdicts that the cases of a submission may have.
fn expect(meant: &[Expected]) -> String {
    if meant.is_empty() {
        return "[]".to_owned();
    }
    if *meant == [Expected::Accepted] {
        return "AC".to_owned();
    }
    let mut codes = vec!["AC", "SC"];
    for one in meant {
        let of_one: &[&str] = match one {
            Expected::Accepted => &[],
            Expected::Presentation | Expected::WrongAnswer => &["WA"],
            Expected::RuntimeError => &["IR", "RTE"],
            Expected::MemoryLimit => &["MLE"],
            Expected::TimeLimit => &["TLE"],
            Expected::OutputLimit => &["OLE"],
            Expected::CompileError => &["CE"],
        };
        codes.extend(
            of_one
                .iter()
                .filter(|code| !codes.contains(code))
                .copied()
                .collect::<Vec<_>>(),
        );
    }
    format!("[{}]", codes.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_takes_one_distance_that_is_a_power_of_ten() {
        for (absolute, relative, args) in [
            (Some(1e-6), Some(1e-6), Some("precision: 6")),
            (Some(1.0), None, Some("precision: 0, error_mode: absolute")),
            (None, Some(1e-3), Some("precision: 3, error_mode: relative")),
            (Some(1e-6), Some(1e-3), None),
            (Some(2e-6), None, None),
            (None, None, None),
        ] {
            let written = floats(Tolerance { absolute, relative });
            assert_eq!(written.map(|args| args.join(", ")).as_deref(), args);
        }
    }
}
