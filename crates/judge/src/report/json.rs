//! The report for programs: one JSON object, or an array of them if several programs were judged or submissions were
//! compared with their verdicts. `docs/report.schema.json` is its schema.
//!
//! | field | what it holds |
//! |---|---|
//! | `version` | 1; a reader may meet new fields, but no field changes its meaning |
//! | `problem` | the problem's name; with cases of several, their names joined by a comma and a space |
//! | `judged` | whose outputs, for people |
//! | `rule` | the name of the comparison, or `checker`; where cases of several problems are judged by both, both, joined likewise |
//! | `rule_says` | that rule in one sentence; of several, joined by a semicolon and a space |
//! | `accepted` | whether every case is AC |
//! | `summary` | how many cases, and how many of each verdict |
//! | `interrupted` | whether cases are missing because the judging was interrupted |
//! | `remarks` | left out where there are none: what the package asks for and is not obeyed, for people |
//! | `conditions` | null, or where programs were run: `tier` and `box` (what the box contains), `time_limit_ms`, `memory_limit_bytes`, and where that is not the problem alone `stated` (what states the limits and rules, by what is stated) |
//! | `expectation` | left out where none was asked for: `expected`, for people, `met`, and where it was not met `found` |
//! | `replay` | null, or the command that judges the first case with a fault again |
//! | `points` | null where nothing says what the cases are worth, else `points` and `of` (or null), `why` (null, or why they are not counted), `remark` (or null), `source` (the file that says what they are worth) |
//! | `groups` | each with `name`, `cases` (how many), `verdicts`, `points`, `of` and `why` as above (all null where it is worth nothing) |
//! | `cases` | each with `name`, `group` (or null), `verdict`, `fault` (null but for IE), `reason` (or null), `credit` (null, or the part that a checker gives: `{"share": 0.5}` or `{"points": 2.0}`), `test` (the first wrong test inside the input, from 1, or null), `time_ms` and `memory_bytes` (or null), `notes` |

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use super::{Report, ReportedCase, ReportedGroup, count};
use crate::points::CountedGroup;
use crate::verdict::Credit;
use crate::{Reason, Verdict};

/// The version of the format.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Whole<'a> {
    version: u32,
    problem: &'a str,
    judged: &'a str,
    rule: &'a str,
    rule_says: &'a str,
    accepted: bool,
    interrupted: bool,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    remarks: &'a [String],
    conditions: Option<Box<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expectation: Option<Expected<'a>>,
    replay: Option<&'a str>,
    summary: Summary,
    points: Option<Total<'a>>,
    groups: Vec<Group<'a>>,
    cases: Vec<One<'a>>,
}

#[derive(Serialize)]
struct Expected<'a> {
    expected: &'a str,
    met: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<&'a str>,
}

#[derive(Serialize)]
struct Box<'a> {
    tier: u8,
    r#box: &'a str,
    time_limit_ms: f64,
    memory_limit_bytes: u64,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    stated: BTreeMap<&'a str, &'a str>,
}

#[derive(Serialize)]
struct Summary {
    cases: usize,
    verdicts: BTreeMap<&'static str, usize>,
}

#[derive(Serialize)]
struct Points<'a> {
    points: Option<f64>,
    of: Option<f64>,
    why: Option<&'a str>,
}

#[derive(Serialize)]
struct Total<'a> {
    #[serde(flatten)]
    points: Points<'a>,
    remark: Option<&'a str>,
    source: &'a str,
}

#[derive(Serialize)]
struct Group<'a> {
    name: &'a str,
    cases: usize,
    verdicts: BTreeMap<&'static str, usize>,
    #[serde(flatten)]
    points: Points<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Part {
    Share(f64),
    Points(f64),
}

#[derive(Serialize)]
struct One<'a> {
    name: &'a str,
    group: Option<&'a str>,
    verdict: &'static str,
    fault: Option<String>,
    reason: Option<&'a str>,
    credit: Option<Part>,
    test: Option<usize>,
    time_ms: Option<f64>,
    memory_bytes: Option<u64>,
    notes: Vec<&'a str>,
}

impl<'a> From<&'a ReportedCase> for One<'a> {
    fn from(case: &'a ReportedCase) -> One<'a> {
        let judgement = &case.judgement;
        One {
            name: &case.name,
            group: case.group.as_deref(),
            verdict: judgement.verdict.code(),
            fault: judgement.verdict.fault().map(|fault| fault.to_string()),
            reason: judgement.reason.as_ref().map(Reason::as_str),
            credit: judgement.credit.map(|credit| match credit {
                Credit::Share(share) => Part::Share(share),
                Credit::Points(points) => Part::Points(points),
            }),
            test: judgement.test,
            time_ms: judgement.time.map(milliseconds),
            memory_bytes: judgement.memory,
            notes: judgement.notes.iter().map(Reason::as_str).collect(),
        }
    }
}

impl<'a> From<Option<&'a CountedGroup>> for Points<'a> {
    fn from(group: Option<&'a CountedGroup>) -> Points<'a> {
        let points = group.map(|group| group.points.as_ref());
        Points {
            points: points.and_then(Result::ok).copied(),
            of: group.and_then(|group| group.of),
            why: points.and_then(Result::err).map(String::as_str),
        }
    }
}

impl<'a> From<ReportedGroup<'a>> for Group<'a> {
    fn from(group: ReportedGroup<'a>) -> Group<'a> {
        Group {
            name: group.name,
            cases: group.cases.len(),
            points: group.points.into(),
            verdicts: count(group.cases.into_iter()).into_iter().collect(),
        }
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

pub(super) fn written(reports: &[Report]) -> String {
    let objects: Vec<Whole<'_>> = reports.iter().map(whole).collect();
    let is_of_one = reports.iter().all(|report| !report.is_of_submission);
    let text = match &objects[..] {
        [object] if is_of_one => serde_json::to_string_pretty(object),
        objects => serde_json::to_string_pretty(objects),
    };
    let text = text.expect("numbers, strings and string keys are JSON");
    gamesolve_text::printable_json(&text) + "\n"
}

fn whole(report: &Report) -> Whole<'_> {
    let is_accepted = |case: &ReportedCase| case.judgement.verdict == Verdict::Accepted;
    Whole {
        version: VERSION,
        problem: &report.problem,
        judged: &report.judged,
        rule: &report.rule,
        rule_says: &report.rule_says,
        accepted: !report.interrupted && report.cases.iter().all(is_accepted),
        interrupted: report.interrupted,
        remarks: &report.remarks,
        conditions: report.conditions.as_ref().map(|conditions| Box {
            tier: conditions.tier,
            r#box: &conditions.box_says,
            time_limit_ms: milliseconds(conditions.time),
            memory_limit_bytes: conditions.memory,
            stated: conditions
                .stated
                .iter()
                .map(|(what, by)| (*what, by.as_str()))
                .collect(),
        }),
        expectation: report.expectation.as_ref().map(|one| Expected {
            expected: &one.expected,
            met: one.differs.is_none(),
            found: one.differs.as_deref(),
        }),
        replay: report.replay.as_deref(),
        summary: Summary {
            cases: report.cases.len(),
            verdicts: report.counts().into_iter().collect(),
        },
        points: report.points.as_ref().map(|points| Total {
            points: Some(&points.total).into(),
            remark: points.remark.as_deref(),
            source: &points.source,
        }),
        groups: report.groups().into_iter().map(Group::from).collect(),
        cases: report.cases.iter().map(One::from).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{of_program, sample};
    use super::*;

    #[test]
    fn the_json_report_reads_back_as_it_was_meant() {
        let text = written(&[sample()]);
        assert!(text.starts_with("{\n  \"version\": 1,\n  \"problem\": \"stones\",\n"));
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["accepted"], false);
        assert_eq!(
            value["summary"],
            serde_json::json!({"cases": 5, "verdicts": {"AC": 2, "IE": 1, "SKIP": 1, "WA": 1}})
        );
        assert_eq!(
            value["cases"][1],
            serde_json::json!({
                "name": "2", "group": "1", "verdict": "AC", "fault": null, "reason": null, "credit": null, "test": null,
                "time_ms": 12.345, "memory_bytes": null, "notes": []
            })
        );
        assert_eq!(value["cases"][2]["name"], "3 <&\"'#\\>");
        assert_eq!(value["cases"][2]["reason"], "expected `<1>`, found `\\x1b\\x00]]>`");
        assert_eq!(value["cases"][3]["fault"], "bad case");
    }

    #[test]
    fn a_program_is_accepted_where_all_its_cases_are() {
        let accepted = |report: &Report| {
            let text = written(std::slice::from_ref(report));
            serde_json::from_str::<serde_json::Value>(&text).unwrap()["accepted"].clone()
        };
        let mut report = sample();
        report.cases.retain(|case| case.judgement.verdict == Verdict::Accepted);
        assert_eq!((report.cases.len(), accepted(&report)), (2, true.into()));
        report.interrupted = true;
        assert_eq!(accepted(&report), false);
    }

    #[test]
    fn several_programs_are_an_array() {
        let text = written(&[of_program("a.cpp"), of_program("b.py")]);
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value[1]["judged"], "b.py");
        assert_eq!(
            value[0]["conditions"],
            serde_json::json!({
                "tier": 1, "box": "tier 1: all", "time_limit_ms": 1000.0, "memory_limit_bytes": 268_435_456
            })
        );
        assert_eq!(value[0]["cases"][1]["memory_bytes"], 3 << 20);
    }
}
