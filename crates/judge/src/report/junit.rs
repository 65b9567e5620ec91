//! The report as JUnit XML, for build servers: AC passes, IE is an error, SKIP and LEFT are skipped, and the rest are failures.
//! If verdicts were expected, each program is one test case, which passes if its verdict is the expected one.

use quick_junit::{NonSuccessKind, Report as Document, TestCase, TestCaseStatus, TestSuite};

use super::{Expectation, Report, ReportedCase};
use crate::Verdict;

pub(super) fn written(reports: &[Report]) -> String {
    let mut document = Document::new("gamesolve");
    for report in reports {
        let mut suite = TestSuite::new(match reports.len() {
            1 => report.problem.clone(),
            _ => format!("{}: {}", report.problem, report.judged),
        });
        suite.add_property(("judged", report.judged.as_str()));
        suite.add_property(("rule", report.rule.as_str()));
        if let Some(conditions) = &report.conditions {
            suite.add_property(("tier", conditions.tier.to_string().as_str()));
        }
        if report.interrupted {
            suite.add_property(("interrupted", "true"));
        }
        if let Some(points) = &report.points {
            for group in &points.groups {
                let name = format!("points of group {}", group.name);
                suite.add_property((name.as_str(), group.shown().as_str()));
            }
            suite.add_property(("points", points.shown().as_str()));
        }
        match &report.expectation {
            Some(expectation) => suite.add_test_case(test_case_of_program(report, expectation)),
            None => suite.add_test_cases(report.cases.iter().map(|case| test_case(report, case))),
        };
        document.add_test_suite(suite);
    }
    let text = document.to_string().expect("a document is written to memory");
    gamesolve_text::printable_xml(&text)
}

fn test_case_of_program(report: &Report, expectation: &Expectation) -> TestCase {
    let worst = report.worst();
    let mut status = match (worst, &expectation.differs) {
        (Some(Verdict::Internal(_)), _) => TestCaseStatus::non_success(NonSuccessKind::Error),
        (_, None) => TestCaseStatus::success(),
        (_, Some(_)) => TestCaseStatus::non_success(NonSuccessKind::Failure),
    };
    if let Some(found) = &expectation.differs {
        status.set_type(worst.map_or("-", Verdict::code));
        status.set_message(format!("expected {}, found {found}", expectation.expected));
        if let Some(case) = report.first_fault() {
            status.set_description(format!("{}: {}", case.name, case.reason()));
        }
    }
    let mut shown = TestCase::new(&report.judged, status);
    shown.set_classname(&report.problem);
    if let Some(time) = report.greatest().and_then(|(slowest, _)| slowest.judgement.time) {
        shown.set_time(time);
    }
    shown
}

fn test_case(report: &Report, case: &ReportedCase) -> TestCase {
    let mut status = match case.judgement.verdict {
        Verdict::ACCEPTED => TestCaseStatus::success(),
        Verdict::Skipped | Verdict::LeftOut => TestCaseStatus::skipped(),
        Verdict::Internal(_) => TestCaseStatus::non_success(NonSuccessKind::Error),
        _ => TestCaseStatus::non_success(NonSuccessKind::Failure),
    };
    if case.judgement.verdict != Verdict::ACCEPTED {
        status.set_type(case.label());
        status.set_message(case.reason().lines().next().unwrap_or(""));
        status.set_description(case.reason());
    }
    let mut shown = TestCase::new(&case.name, status);
    shown.set_classname(match &case.group {
        Some(group) => format!("{}.{group}", report.problem),
        None => report.problem.clone(),
    });
    if let Some(time) = case.judgement.time {
        shown.set_time(time);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn the_junit_report_is_this() {
        let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="gamesolve" tests="5" skipped="1" failures="1" errors="1">
    <testsuite name="stones" tests="5" skipped="1" errors="1" failures="1">
        <properties>
            <property name="judged" value="outputs in `out`"/>
            <property name="rule" value="tokens"/>
        </properties>
        <testcase name="1" classname="stones.1"/>
        <testcase name="2" classname="stones.1" time="0.012"/>
        <testcase name="3 &lt;&amp;&quot;&apos;#\&gt;" classname="stones.2">
            <failure message="expected `&lt;1&gt;`, found `\x1b\x00]]&gt;`" type="WA">expected `&lt;1&gt;`, found `\x1b\x00]]&gt;`</failure>
        </testcase>
        <testcase name="4" classname="stones">
            <error message="error: `N` is wrong" type="IE (bad case)">error: `N` is wrong
  --&gt; 4.in:1:1
   |
 1 | x
   | ^</error>
        </testcase>
        <testcase name="10" classname="stones.2">
            <skipped message="no answer" type="SKIP">no answer</skipped>
        </testcase>
    </testsuite>
</testsuites>
"#;
        assert_eq!(written(&[sample()]), expected);
    }

    #[test]
    fn the_junit_report_reads_back_as_it_was_meant() {
        let document = Document::deserialize_from_str(&written(&[sample()])).unwrap();
        assert_eq!((document.tests, document.failures, document.errors), (5, 1, 1));
        let cases = &document.test_suites[0].test_cases;
        assert_eq!(cases[2].name.as_str(), "3 <&\"'#\\>");
        let TestCaseStatus::NonSuccess { message, .. } = &cases[2].status else {
            panic!("a wrong answer is no success");
        };
        assert_eq!(
            message.as_ref().unwrap().as_str(),
            "expected `<1>`, found `\\x1b\\x00]]>`"
        );
    }
}
