//! The report in the Test Anything Protocol, version 14. A YAML block below each failed testcase states its reason. If
//! verdicts were expected, each program is one test point.

use super::{Expectation, Report, ReportedCase};
use crate::Verdict;

pub(super) fn written(reports: &[Report]) -> String {
    let points = |report: &Report| match report.expectation {
        Some(_) => 1,
        None => report.cases.len(),
    };
    let count: usize = reports.iter().map(points).sum();
    let mut text = format!("TAP version 14\n1..{count}\n");
    let mut numbers = 1..;
    for report in reports {
        let prefix = match reports.len() {
            1 => String::new(),
            _ => format!("{}: ", report.judged),
        };
        match &report.expectation {
            Some(expectation) => {
                let number = numbers.next().unwrap_or_default();
                text += &test_point_of_program(number, report, expectation);
            }
            None => {
                for (case, number) in report.cases.iter().zip(&mut numbers) {
                    text += &test_point(number, &prefix, case);
                }
            }
        }
        if let Some(points) = &report.points {
            for group in &points.groups {
                text += &format!("# {prefix}points of group {}: {}\n", group.name, group.shown());
            }
            text += &format!("# {prefix}points: {}\n", points.shown());
        }
        if report.interrupted {
            text += "Bail out! interrupted\n";
        }
    }
    text
}

fn test_point_of_program(number: usize, report: &Report, expectation: &Expectation) -> String {
    let name = escaped(&report.judged);
    match &expectation.differs {
        None => format!("ok {number} - {name}\n"),
        Some(found) => format!(
            "not ok {number} - {name}\n  ---\n  expected: {}\n  found: {}\n  ...\n",
            quoted(&expectation.expected),
            quoted(found)
        ),
    }
}

fn test_point(number: usize, prefix: &str, case: &ReportedCase) -> String {
    let name = escaped(&format!("{prefix}{}", case.name));
    match case.judgement.verdict {
        Verdict::ACCEPTED => format!("ok {number} - {name}\n"),
        Verdict::Skipped | Verdict::LeftOut => format!(
            "ok {number} - {name} # SKIP {}\n",
            escaped(&case.reason().replace('\n', " "))
        ),
        _ => format!(
            "not ok {number} - {name}\n  ---\n  verdict: {}\n  reason: {}\n  ...\n",
            quoted(&case.label()),
            quoted(case.reason())
        ),
    }
}

/// Returns a description with each backslash and number sign escaped, so that none begins a directive.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('#', "\\#")
}

/// Returns a YAML string: every JSON string is one.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn a_program_of_which_a_verdict_is_expected_is_one_point() {
        let mut report = sample();
        let expect = |differs: Option<&str>| Expectation {
            verdict: None,
            expected: "WA".to_owned(),
            differs: differs.map(str::to_owned),
        };
        report.expectation = Some(expect(None));
        let mut other = report.clone();
        other.expectation = Some(expect(Some("AC in #1")));
        assert_eq!(
            written(&[report, other]),
            "TAP version 14\n1..2\nok 1 - outputs in `out`\nnot ok 2 - outputs in `out`\n  ---\n  expected: \"WA\"\n  \
             found: \"AC in #1\"\n  ...\n"
        );
    }

    #[test]
    fn the_tap_report_is_this() {
        let expected = r#"TAP version 14
1..5
ok 1 - 1
ok 2 - 2
not ok 3 - 3 <&"'\#\\>
  ---
  verdict: "WA"
  reason: "expected `<1>`, found `\\x1b\\x00]]>`"
  ...
not ok 4 - 4
  ---
  verdict: "IE (bad case)"
  reason: "error: `N` is wrong\n  --> 4.in:1:1\n   |\n 1 | x\n   | ^"
  ...
ok 5 - 10 # SKIP no answer
"#;
        assert_eq!(written(&[sample()]), expected);
    }
}
