//! The report on many testcases, and its output formats.
//!
//! A report is a function of its judgements: the bytes are the same for any number of jobs, apart from measured times.
//! A report is valid UTF-8 without control characters other than line breaks, whatever the names and outputs hold.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use super::findings::Finding;
use super::points::{Counted, CountedGroup};
use super::verdict::{Judgement, Verdict};
use gamesolve_task::natural_order;
use gamesolve_task::scheme::PackagePoints;
use gamesolve_task::scheme::Scheme;

pub mod diff;
pub mod grid;
pub mod human;
mod json;
mod junit;
pub mod margin;
mod tap;

/// The verdicts on one program or one set of outputs, and the conditions of the judging.
#[derive(Clone, Debug)]
pub struct Report {
    /// The problem's name on the command line.
    pub problem: String,
    /// The program or the outputs that were judged, for people.
    pub judged: String,
    /// The name of the rule that judged the outputs.
    pub rule: String,
    /// The rule in one sentence.
    pub rule_says: String,
    /// Requests of the package that gamesolve ignores, a clause each.
    pub remarks: Vec<String>,
    /// The findings about the source of the program.
    pub findings: Vec<Finding>,
    /// The testcases, in the order of the report.
    pub cases: Vec<ReportedCase>,
    /// The sandbox and the limits, or `None` if no program ran.
    pub conditions: Option<Conditions>,
    /// Whether the judging was interrupted, so that testcases are missing.
    pub interrupted: bool,
    /// The points of the program, or `None` if neither the problem nor the package states points.
    pub points: Option<Counted>,
    /// The command that judges the first failed testcase again, alone.
    pub replay: Option<String>,
    /// Whether the program is a submission that comes with the task. JSON shows such programs as a list, even a single
    /// one.
    pub is_of_submission: bool,
    /// The expected verdict, or `None` if nothing but a right program was expected.
    pub expectation: Option<Expectation>,
}

/// The expected verdict of a program, and the actual one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The verdict or another expectation, for people.
    pub expected: String,
    /// The verdict on all testcases, by the rule of the package's own judge, or `None` without testcases.
    pub verdict: Option<Verdict>,
    /// The actual result if it differs, or `None` if it was as expected.
    pub differs: Option<String>,
}

/// The sandbox and the limits of the runs.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// The tier of the sandbox: 1 contains most, 3 least.
    pub tier: u8,
    /// The description of the sandbox, in words.
    pub box_says: String,
    /// Processor time of one run.
    pub time: Duration,
    /// Memory of one run, in bytes.
    pub memory: u64,
    /// Sources of limits and rules, if the problem is not the only one: each value's name and its source.
    pub stated: Vec<(&'static str, String)>,
}

/// One testcase and its judgement.
#[derive(Clone, Debug)]
pub struct ReportedCase {
    /// The testcase's name, escaped.
    pub name: String,
    /// The testcase's group, escaped, or `None` if the layout has no groups.
    pub group: Option<String>,
    /// The size of the input, or 0 if it is not known.
    pub input_bytes: u64,
    /// The judgement.
    pub judgement: Judgement,
}

/// A group of testcases, and its points if they are known.
struct ReportedGroup<'a> {
    name: &'a str,
    cases: Vec<&'a ReportedCase>,
    points: Option<&'a CountedGroup>,
}

/// A report format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One line per testcase, for people. Colour is optional, and never the only carrier of a fact.
    Human {
        /// Whether to colour the verdicts, for a terminal.
        colour: bool,
    },
    /// One JSON object. `version` stays 1 until a field changes its meaning or goes away.
    Json,
    /// JUnit XML: one suite with a test case for each testcase, or for each program if verdicts were expected.
    Junit,
    /// The Test Anything Protocol, version 14.
    Tap,
}

impl Report {
    /// Adds the findings of a look at the source that matter for this result.
    pub fn find(&mut self, findings: &[Finding]) {
        let is_accepted = self.worst() == Some(Verdict::ACCEPTED);
        let matters = |finding: &&Finding| !is_accepted || finding.always_matters();
        self.findings = findings.iter().filter(matters).cloned().collect();
    }

    /// Sorts the testcases in the natural order of their names.
    pub fn sort(&mut self) {
        self.cases.sort_by(|a, b| natural_order(&a.name, &b.name));
    }

    /// Returns the greatest verdict, or `None` without testcases.
    pub fn worst(&self) -> Option<Verdict> {
        self.cases.iter().map(|case| case.judgement.verdict).max()
    }

    /// Returns the number of testcases for each verdict code that occurs, the greatest verdict first.
    pub fn counts(&self) -> Vec<(&'static str, usize)> {
        count(self.cases.iter())
    }

    /// Assigns the testcases to the groups of `scheme` and counts the points. A program that does not compile fails
    /// every testcase.
    fn count_points(&mut self, scheme: &Scheme) {
        let homes: HashMap<&str, &str> = scheme.homes().collect();
        let names: HashSet<&str> = scheme.groups.iter().map(|g| g.name.as_str()).collect();
        for case in &mut self.cases {
            if let Some(group) = homes.get(case.name.as_str()) {
                case.group = Some((*group).to_owned());
            } else if case.group.as_deref().is_some_and(|name| names.contains(name)) {
                // The name of its folder is a group's, but the testcase does not count in that group.
                case.group = None;
            }
        }
        let each = self.cases.iter();
        let judgements: HashMap<&str, &Judgement> = each.map(|case| (case.name.as_str(), &case.judgement)).collect();
        let of_all = judgements
            .values()
            .find(|judgement| judgement.verdict == Verdict::COMPILE_ERROR);
        self.points = Some(Counted::by(scheme, |name| of_all.or(judgements.get(name)).copied()));
    }

    /// Adds the points that a package states for its testcases.
    pub fn count_package_points(&mut self, points: &PackagePoints) {
        match points {
            PackagePoints::Unstated => {}
            PackagePoints::Scheme(scheme) => self.count_points(scheme),
            PackagePoints::Uncounted { source, why } => {
                let why = format!("{why} ({source})");
                self.points = Some(Counted::not(source.clone(), why));
            }
        }
    }

    /// Returns the groups in the order of their first testcases, each with its testcases and points. The groups whose
    /// testcases all belong to other groups come last.
    fn groups(&self) -> Vec<ReportedGroup<'_>> {
        let worth = |name: &str| self.points.as_ref()?.group(name);
        let mut groups: Vec<ReportedGroup<'_>> = Vec::new();
        let mut index = HashMap::new();
        for case in &self.cases {
            // A group of all testcases needs no name.
            let Some(name) = case.group.as_deref().filter(|name| !name.is_empty()) else {
                continue;
            };
            let at = *index.entry(name).or_insert_with(|| {
                groups.push(ReportedGroup {
                    name,
                    cases: Vec::new(),
                    points: worth(name),
                });
                groups.len() - 1
            });
            groups[at].cases.push(case);
        }
        let counted = self.points.iter().flat_map(|points| &points.groups);
        let without_cases = counted.filter(|group| !group.name.is_empty() && !index.contains_key(group.name.as_str()));
        groups.extend(without_cases.map(|group| ReportedGroup {
            name: &group.name,
            cases: Vec::new(),
            points: Some(group),
        }));
        groups
    }

    /// Returns the whole report, ending with a newline.
    pub fn written(&self, format: Format) -> String {
        written(std::slice::from_ref(self), format)
    }

    /// Returns the failed testcase with the smallest input.
    pub fn first_fault(&self) -> Option<&ReportedCase> {
        let failed = self
            .cases
            .iter()
            .filter(|case| case.judgement.verdict > Verdict::ACCEPTED);
        failed.min_by_key(|case| case.input_bytes)
    }

    /// Returns a sentence on the testcases that are left out, if there are any.
    pub fn left_out(&self) -> Option<String> {
        let left_out = self
            .cases
            .iter()
            .filter(|case| case.judgement.verdict == Verdict::LeftOut);
        match left_out.count() {
            0 => None,
            1 => Some("1 testcase left out: its group has failed (--all runs it)".to_owned()),
            count => Some(format!(
                "{count} testcases left out: their group has failed (--all runs them)"
            )),
        }
    }

    /// Returns the testcase with the most time and the testcase with the most memory, the first of equals.
    pub fn greatest(&self) -> Option<(&ReportedCase, &ReportedCase)> {
        let most = |of: fn(&Judgement) -> Option<u128>| {
            let cases = self.cases.iter().rev();
            cases
                .filter(|case| of(&case.judgement).is_some())
                .max_by_key(|case| of(&case.judgement))
        };
        let time = most(|judgement| Some(judgement.time?.as_nanos()))?;
        Some((time, most(|judgement| Some(judgement.memory?.into()))?))
    }
}

/// Returns one document for several reports on different programs, ending with a newline. All reports are on one
/// problem.
pub fn written(reports: &[Report], format: Format) -> String {
    written_of(reports, format, reports.len() != 1)
}

/// Returns the same. `is_of_several` tells JSON whether there were several programs, because an interruption may leave
/// only the first report.
pub fn written_of(reports: &[Report], format: Format, is_of_several: bool) -> String {
    match format {
        Format::Human { colour } => human::written(reports, colour),
        Format::Json => json::written(reports, is_of_several),
        Format::Junit => junit::written(reports),
        Format::Tap => tap::written(reports),
    }
}

impl ReportedCase {
    /// Returns the verdict's code, with the cause of an internal error.
    fn label(&self) -> String {
        let verdict = self.judgement.verdict;
        match verdict.fault() {
            Some(fault) => format!("{} ({fault})", verdict.code()),
            None => verdict.code().to_owned(),
        }
    }

    /// Returns the reason, or nothing if there is none.
    fn reason(&self) -> &str {
        self.judgement.reason.as_ref().map_or("", |reason| reason.as_str())
    }
}

/// Returns the number of testcases for each verdict code that occurs, the greatest verdict first.
fn count<'a>(cases: impl Iterator<Item = &'a ReportedCase>) -> Vec<(&'static str, usize)> {
    let mut verdicts: Vec<Verdict> = cases.map(|case| case.judgement.verdict).collect();
    verdicts.sort_unstable_by(|a, b| b.cmp(a));
    verdicts
        .chunk_by(|a, b| a.code() == b.code())
        .map(|same| (same[0].code(), same.len()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fault;

    /// Returns a report with every kind of verdict and with names that every format must escape.
    pub(super) fn sample() -> Report {
        let case = |name: &str, group: Option<&str>, judgement| ReportedCase {
            name: name.to_owned(),
            group: group.map(str::to_owned),
            input_bytes: 0,
            judgement,
        };
        let timed = Judgement {
            time: Some(Duration::from_micros(12_345)),
            ..Judgement::ACCEPTED
        };
        let bad = "error: `N` is wrong\n  --> 4.in:1:1\n   |\n 1 | x\n   | ^";
        let mut report = Report {
            problem: "stones".to_owned(),
            judged: "outputs in `out`".to_owned(),
            rule: "tokens".to_owned(),
            rule_says: "the same tokens".to_owned(),
            remarks: Vec::new(),
            findings: Vec::new(),
            cases: vec![
                case("10", Some("2"), Judgement::new(Verdict::Skipped, "no answer")),
                case("1", Some("1"), Judgement::ACCEPTED),
                case("2", Some("1"), timed),
                case(
                    "3 <&\"'#\\>",
                    Some("2"),
                    Judgement::new(Verdict::WRONG_ANSWER, "expected `<1>`, found `\x1b\0]]>`"),
                ),
                case("4", None, Judgement::internal(Fault::BadCase, bad)),
            ],
            conditions: None,
            interrupted: false,
            points: None,
            replay: None,
            is_of_submission: false,
            expectation: None,
        };
        report.sort();
        report
    }

    /// Returns a report on a program with the given name that ran in the sandbox.
    pub(super) fn of_program(name: &str) -> Report {
        let mut report = sample();
        report.judged = name.to_owned();
        report.cases.truncate(3);
        report.cases[1].judgement.memory = Some(3 << 20);
        report.conditions = Some(Conditions {
            tier: 1,
            box_says: "tier 1: all".to_owned(),
            time: Duration::from_secs(1),
            memory: 256 << 20,
            stated: Vec::new(),
        });
        report.replay = Some("gamesolve judge".to_owned());
        report
    }

    #[test]
    fn counts_begin_with_the_verdict_that_wins() {
        let report = sample();
        assert_eq!(report.counts(), [("IE", 1), ("WA", 1), ("AC", 2), ("SKIP", 1)]);
        assert_eq!(report.worst(), Some(Verdict::Internal(Fault::BadCase)));
    }

    #[test]
    fn every_format_is_free_of_control_characters() {
        let report = sample();
        for format in [
            Format::Human { colour: false },
            Format::Json,
            Format::Junit,
            Format::Tap,
        ] {
            let text = report.written(format);
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{format:?}");
            assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
        }
    }
}
