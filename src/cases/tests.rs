//! Tests every problem as a package of every format.

use std::collections::{BTreeMap, BTreeSet};

use super::builtin;
use crate::package as task;
use crate::package::expected::{Deserved, meant_by_all};
use crate::package::format::targets;
use crate::package::write::flat::{self, FlatRule};
use crate::package::{Package, archive, open};
use crate::problem::Entry;
use crate::problems::REGISTRY;
use facts::{MAX_BYTES, again, export, facts, text};

#[path = "../../crates/task/src/export/tests/facts.rs"]
mod facts;

/// Returns the groups with points, by the contents of their testcases.
fn groups(package: &Package) -> BTreeSet<String> {
    let cases = &package.layout.cases;
    let groups = flat::groups(&package.points, cases).unwrap().unwrap_or_default();
    let content = |at: usize| format!("{} {}", text(&cases[at].input), text(&cases[at].answer));
    let mut found = BTreeSet::new();
    for group in groups.iter().filter(|group| group.points > 0.0) {
        let all: BTreeSet<String> = group.cases.iter().map(|(at, _)| content(*at)).collect();
        let rule = if group.cases.len() == 1 {
            FlatRule::All
        } else {
            group.rule
        };
        found.insert(format!("{} {rule:?} {all:?}", group.points));
    }
    found
}

fn contents(package: &Package) -> Vec<String> {
    let mut all: Vec<String> = (package.layout.cases.iter())
        .map(|case| format!("{} {}", text(&case.input), text(&case.answer)))
        .collect();
    all.sort();
    all
}

/// Returns the submissions by their contents, with their expected verdicts.
fn submissions(package: &Package) -> BTreeMap<String, Option<Vec<Deserved>>> {
    let all = package.submissions.iter();
    all.map(|one| (text(&one.path), meant_by_all(&one.expected))).collect()
}

fn formats_of(entry: &dyn Entry) -> impl Iterator<Item = &'static str> {
    // Plain files have no checker.
    let has_checker = entry.has_checker();
    let all = targets().into_iter().map(|(name, _)| name);
    all.filter(move |format| !(has_checker && *format == "loose"))
}

#[test]
fn every_problem_is_written_and_read_in_every_format() {
    if crate::is_left_to_the_gate("every_problem_is_written_and_read_in_every_format") {
        return;
    }
    for entry in REGISTRY {
        let slug = entry.meta().slug;
        let own = builtin::package(*entry, false).unwrap();
        for format in formats_of(*entry) {
            let what = format!("{slug} as {format}");
            let place = tempfile::tempdir().unwrap();
            let (first, said) = again(&own, format, &place.path().join("first"));
            let mut wanted = contents(&own);
            if format == "bapctools" {
                // BAPCtools wants each input once.
                wanted.dedup();
            }
            assert_eq!(contents(&first), wanted, "{what}");
            match format {
                "domjudge" | "bapctools" | "loose" => {}
                "themis" => assert!(
                    said.iter().any(|what| what.contains("Themis has no groups")),
                    "{said:?}"
                ),
                _ => assert_eq!(groups(&first), groups(&own), "{what}"),
            }
            let limits = |package: &Package| {
                let limits = &package.limits;
                (
                    limits.time.as_ref().map(|time| time.value),
                    limits.memory.as_ref().map(|memory| memory.value),
                )
            };
            let (time, memory) = limits(&own);
            let expected = match format {
                "kattis" => (None, memory),
                "dmoj" | "loose" => (None, None),
                _ => (time, memory),
            };
            assert_eq!(limits(&first), expected, "{what}");
            match format {
                "themis" | "loose" => assert!(first.submissions.is_empty()),
                "cms" => assert_eq!(first.submissions.len(), own.submissions.len(), "{what}"),
                // These formats use other words: any verdict that is not accepted, or wrong.
                "sinol" | "polygon" | "kattis" | "2023-07-draft" => {
                    let (found, expected) = (submissions(&first), submissions(&own));
                    assert_eq!(
                        found.keys().collect::<Vec<_>>(),
                        expected.keys().collect::<Vec<_>>(),
                        "{what}"
                    );
                    let is_right = |meant: &Option<Vec<Deserved>>| *meant == Some(vec![Deserved::Accepted]);
                    for (one, meant) in &expected {
                        assert_eq!(is_right(&found[one]), is_right(meant), "{what}");
                    }
                }
                _ => assert_eq!(submissions(&first), submissions(&own), "{what}"),
            }
            let statements = match format {
                "domjudge" => 1,
                "dmoj" | "themis" | "loose" => 0,
                _ => own.statements.len(),
            };
            assert_eq!(first.statements.len(), statements, "{what}");
            let (second, _) = again(&first, format, &place.path().join("second"));
            // DOMjudge and BAPCtools have packages of a version that is not copied to them, so that the same arguments
            // may stand beside other folders. The rules of the testcases are facts of their own.
            let of_task = |package| {
                let facts = facts(package).into_iter();
                facts
                    .filter(|fact| !fact.starts_with("about data/"))
                    .collect::<BTreeSet<_>>()
            };
            assert_eq!(of_task(&second), of_task(&first), "{what}");
        }
    }
}

#[test]
fn the_cases_at_the_limits_are_written_too() {
    let entry = REGISTRY.iter().find(|entry| entry.meta().slug == "pas").unwrap();
    let (stored, all) = (
        builtin::package(*entry, false).unwrap(),
        builtin::package(*entry, true).unwrap(),
    );
    assert!(all.layout.cases.len() > stored.layout.cases.len());
    let place = tempfile::tempdir().unwrap();
    let (first, _) = again(&all, "kattis", place.path());
    assert_eq!(contents(&first), contents(&all));
    assert_eq!(groups(&first), groups(&all));
}

#[test]
fn an_archive_holds_what_a_folder_does() {
    let entry = REGISTRY
        .iter()
        .find(|entry| entry.meta().slug == "stone-transfer")
        .unwrap();
    let own = builtin::package(*entry, false).unwrap();
    for (format, _) in targets() {
        let export = export(&own, format).unwrap();
        let place = tempfile::tempdir().unwrap();
        let zip = place.path().join(format!("{}.zip", export.name));
        let bytes = export.tree.to_zip(export.has_top.then_some(&export.name)).unwrap();
        let other = builtin::package(*entry, false).unwrap();
        let again = facts::export(&other, format).unwrap();
        let same = again.tree.to_zip(again.has_top.then_some(&again.name)).unwrap();
        assert!(bytes == same, "{format} has other bytes each time");
        std::fs::write(&zip, bytes).unwrap();
        let folder = place.path().join(&export.name);
        export.tree.to_folder(&folder, &|| false).unwrap();
        let unpacked = open::open(&zip, None, MAX_BYTES).unwrap();
        assert_eq!(
            facts(&unpacked),
            facts(&open::open(&folder, None, MAX_BYTES).unwrap()),
            "{format}"
        );
        assert_eq!(archive::names(&folder).len(), export.tree.places().count());
    }
}

#[test]
fn partial_points_are_partially_accepted_if_there_are_points() {
    let entry = REGISTRY.iter().find(|entry| entry.meta().slug == "stones").unwrap();
    let own = builtin::package(*entry, true).unwrap();
    let places = |format: &'static str| -> Vec<String> {
        let export = export(&own, format).unwrap();
        let all = export.tree.places().filter(|place| place.starts_with("submissions/"));
        all.map(str::to_owned).collect()
    };
    let kattis = places("kattis");
    // Correct on at most 6 cells, and never correct.
    for place in [
        "submissions/partially_accepted/every-gap.cpp",
        "submissions/wrong_answer/gaps-not-reduced.cpp",
    ] {
        assert!(kattis.iter().any(|found| found == place), "{kattis:?}");
    }
    assert!(!places("domjudge").iter().any(|place| place.contains("partially")));
}

#[test]
fn programs_in_pascal_read_standard_input() {
    if crate::is_left_to_the_gate("programs_in_pascal_read_standard_input") {
        return;
    }
    let mut count = 0;
    for entry in REGISTRY {
        let (input, output) = entry.meta().contest_files;
        for one in builtin::package(*entry, false).unwrap().submissions {
            let text = std::fs::read_to_string(&one.path).unwrap();
            let names = [format!("'{input}'"), format!("'{output}'"), format!("\"{input}\"")];
            assert!(
                !names.iter().any(|name| text.contains(name.as_str())),
                "{}",
                one.path.display()
            );
            count += usize::from(one.path.extension().is_some_and(|ending| ending == "pas"));
        }
    }
    assert!(count >= 6, "{count}");
}

/// The judges of sinol take the limits from the model solution.
#[test]
fn the_model_solution_of_sinol_is_one_that_is_compiled() {
    if crate::is_left_to_the_gate("the_model_solution_of_sinol_is_one_that_is_compiled") {
        return;
    }
    for entry in REGISTRY {
        let own = builtin::package(*entry, false).unwrap();
        let export = export(&own, "sinol").unwrap();
        let model = format!("prog/{}.cpp", export.name);
        assert!(export.tree.places().any(|place| place == model), "{model}");
    }
}
