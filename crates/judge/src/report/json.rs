//! The report for programs: one JSON object, or an array of objects for several programs and for submissions with
//! expected verdicts. `docs/report.schema.json` is its schema.
//!
//! | field | content |
//! |---|---|
//! | `version` | 1; new fields may appear, but no field changes its meaning |
//! | `problem` | the problem's name; for testcases of several problems, their names joined by a comma and a space |
//! | `judged` | the judged program or outputs, for people |
//! | `rule` | the name of the comparison, or `checker`; if several problems use both, both are joined likewise |
//! | `rule_says` | the rule in one sentence; several are joined by a semicolon and a space |
//! | `accepted` | whether every testcase is AC |
//! | `summary` | the number of testcases, and of each verdict |
//! | `interrupted` | whether testcases are missing because the judging was interrupted |
//! | `remarks` | the package's requests that gamesolve ignores, for people; left out if there are none |
//! | `findings` | the findings about the source, each with `kind` and `says`; left out if there are none |
//! | `conditions` | null if no program ran, else `tier` and `box` (a description of the sandbox), `time_limit_ms`, `memory_limit_bytes`, and `stated` (the source of each limit and rule) if the problem is not the only source |
//! | `expectation` | left out if no verdict was expected, else `expected`, for people, `met`, and `found` if it was not met |
//! | `replay` | null, or the command that judges the first failed testcase again |
//! | `points` | null if no source states points, else `points` and `of` (or null), `why` (null, or the reason why they are not counted), `remark` (or null), `source` (the file that states the points) |
//! | `groups` | each with `name`, `cases` (their number), `verdicts`, `points`, `of` and `why` as above (all null if the group has no points) |
//! | `cases` | each with `name`, `group` (or null), `verdict`, `fault` (null except for IE), `reason` (or null), `credit` (null, or a checker's partial credit: `{"share": 0.5}` or `{"points": 2.0}`), `test` (the first wrong test inside the input, counted from 1, or null), `time_ms` and `memory_bytes` (or null), `notes` |

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use super::{Report, ReportedCase, ReportedGroup, count};
use crate::findings::{Finding, WrittenFinding};
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<WrittenFinding>,
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

pub(super) fn written(reports: &[Report], is_of_several: bool) -> String {
    let objects: Vec<Whole<'_>> = reports.iter().map(whole).collect();
    let is_of_one = reports.iter().all(|report| !report.is_of_submission);
    let text = match &objects[..] {
        [object] if is_of_one && !is_of_several => serde_json::to_string_pretty(object),
        objects => serde_json::to_string_pretty(objects),
    };
    let text = text.expect("numbers, strings and string keys are JSON");
    gamesolve_text::printable_json(&text) + "\n"
}

fn whole(report: &Report) -> Whole<'_> {
    let is_accepted = |case: &ReportedCase| case.judgement.verdict == Verdict::ACCEPTED;
    Whole {
        version: VERSION,
        problem: &report.problem,
        judged: &report.judged,
        rule: &report.rule,
        rule_says: &report.rule_says,
        accepted: !report.interrupted && report.cases.iter().all(is_accepted),
        interrupted: report.interrupted,
        remarks: &report.remarks,
        findings: report.findings.iter().map(Finding::written).collect(),
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
        let text = written(&[sample()], false);
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
            let text = written(std::slice::from_ref(report), false);
            serde_json::from_str::<serde_json::Value>(&text).unwrap()["accepted"].clone()
        };
        let mut report = sample();
        report.cases.retain(|case| case.judgement.verdict == Verdict::ACCEPTED);
        assert_eq!((report.cases.len(), accepted(&report)), (2, true.into()));
        report.interrupted = true;
        assert_eq!(accepted(&report), false);
    }

    #[test]
    fn the_first_of_several_programs_is_an_array_too() {
        let text = written(&[of_program("a.cpp")], true);
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value[0]["judged"], "a.cpp");
    }

    #[test]
    fn several_programs_are_an_array() {
        let text = written(&[of_program("a.cpp"), of_program("b.py")], true);
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
