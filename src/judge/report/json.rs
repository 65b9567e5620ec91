//! The report for programs, one JSON object:
//!
//! | field | what it holds |
//! |---|---|
//! | `version` | 1; a reader may meet new fields, but no field changes its meaning |
//! | `problem` | the problem's name |
//! | `judged` | whose outputs, for people |
//! | `rule` | the name of the comparison, or `checker` |
//! | `rule_says` | that rule in one sentence |
//! | `accepted` | whether every case is AC |
//! | `summary` | how many cases, and how many of each verdict |
//! | `cases` | each with `name`, `group` (or null), `verdict`, `fault` (null but for IE), `reason` (or null), `time_ms` (or null) |

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Report, ReportedCase};
use crate::judge::{Reason, Verdict};

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
    summary: Summary,
    cases: Vec<One<'a>>,
}

#[derive(Serialize)]
struct Summary {
    cases: usize,
    verdicts: BTreeMap<&'static str, usize>,
}

#[derive(Serialize)]
struct One<'a> {
    name: &'a str,
    group: Option<&'a str>,
    verdict: &'static str,
    fault: Option<String>,
    reason: Option<&'a str>,
    time_ms: Option<f64>,
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
            time_ms: judgement.time.map(|time| time.as_micros() as f64 / 1000.0),
        }
    }
}

pub(super) fn written(report: &Report) -> String {
    let is_accepted = |case: &ReportedCase| case.judgement.verdict == Verdict::Accepted;
    let whole = Whole {
        version: VERSION,
        problem: &report.problem,
        judged: &report.judged,
        rule: &report.rule,
        rule_says: &report.rule_says,
        accepted: report.cases.iter().all(is_accepted),
        summary: Summary {
            cases: report.cases.len(),
            verdicts: report.counts().into_iter().collect(),
        },
        cases: report.cases.iter().map(One::from).collect(),
    };
    serde_json::to_string_pretty(&whole).expect("numbers, strings and string keys are JSON") + "\n"
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn the_json_report_reads_back_as_it_was_meant() {
        let text = written(&sample());
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
                "name": "2", "group": "1", "verdict": "AC", "fault": null, "reason": null, "time_ms": 12.345
            })
        );
        assert_eq!(value["cases"][2]["name"], "3 <&\"'#\\>");
        assert_eq!(
            value["cases"][2]["reason"],
            "expected `<1>`, found `\\x1b\\x00]]>`"
        );
        assert_eq!(value["cases"][3]["fault"], "bad case");
    }
}
