//! The report for people: one line per testcase, then a summary.
//!
//! ```text
//! 1  AC
//! 2  WA  line 1, token 1: expected `3`, found `4`
//!
//! 2 cases: 1 WA, 1 AC
//! ```

use super::grid::{self, Grid, label};
use super::{Report, ReportedCase, count};
use crate::Verdict;

/// The widest padding of names and labels, in characters. A longer name juts out, so that it does not move all the
/// others.
const WIDEST: usize = 40;

pub(super) fn written(reports: &[Report], colour: bool) -> String {
    if let [report] = reports {
        let width = name_width(report.cases.iter().map(|case| case.name.as_str()));
        let lines = report.cases.iter().map(|case| line(case, width, colour));
        return lines.collect::<String>() + "\n" + &summary(report);
    }
    table(reports, colour)
}

/// Returns the width of the column of names, in characters.
pub fn name_width<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    let widths = names.map(|name| name.chars().count());
    widths.filter(|&width| width <= WIDEST).max().unwrap_or(0)
}

/// Returns the line of one testcase, ending with a newline. Further lines of its reason and its notes stand below it.
pub fn line(case: &ReportedCase, name_width: usize, colour: bool) -> String {
    let judgement = &case.judgement;
    let label = label(&case.label(), judgement.verdict, colour);
    let mut line = format!("{:name_width$}  {label}", case.name);
    if let Some(time) = judgement.time {
        line += &format!("  {:>4} ms", time.as_millis());
    }
    if let Some(memory) = judgement.memory {
        line += &format!("  {:>5}", mebibytes(memory));
    }
    let mut reason = case.reason().lines();
    if let Some(first) = reason.next() {
        line += &format!("  {first}");
    }
    let mut text = line.trim_end().to_owned();
    for more in reason {
        text += &format!("\n    {more}");
    }
    for note in &judgement.notes {
        text += &format!("\n    note: {}", note.as_str().replace('\n', " "));
    }
    text + "\n"
}

/// Returns the report in one line if every testcase is accepted and there are no remarks, not even on points.
///
/// A second line describes the sandbox if its tier is not the strongest.
pub fn brief(report: &Report) -> Option<String> {
    let is_plain = |case: &ReportedCase| case.judgement.verdict == Verdict::ACCEPTED && case.judgement.notes.is_empty();
    let mut points = report.points.iter();
    let is_counted = points.all(|points| points.total.points.is_ok() && points.remark.is_none());
    let is_brief = is_counted
        && !report.cases.is_empty()
        && report.cases.iter().all(is_plain)
        && !report.interrupted
        && report.remarks.is_empty();
    if !is_brief {
        return None;
    }
    let mut text = format!("{}: {}. ", cases(report), tally(report.counts()));
    text += &match report.greatest() {
        Some((slowest, largest)) => format!(
            "{} took at most {} ms and {}",
            report.judged,
            slowest.judgement.time.unwrap_or_default().as_millis(),
            mebibytes(largest.judgement.memory.unwrap_or_default())
        ),
        None => format!("Judged: {}", report.judged),
    };
    if let Some(points) = &report.points {
        text += &format!(". Points: {}", points.shown());
    }
    text += ". Use --rows to see each testcase.\n";
    text += &findings(report);
    let conditions = report.conditions.iter().filter(|conditions| conditions.tier > 1);
    text.extend(conditions.map(|conditions| format!("sandbox: {}\n", conditions.box_says)));
    Some(text)
}

/// Returns the number of testcases and the problem's name: `3 testcases of stones`.
fn cases(report: &Report) -> String {
    let cases = match report.cases.len() {
        1 => "1 testcase".to_owned(),
        n => format!("{n} testcases"),
    };
    format!("{cases} of {}", report.problem)
}

/// Returns the lines below the testcases.
pub fn summary(report: &Report) -> String {
    let mut text = String::new();
    for group in report.groups() {
        // The line of the total says why points are not counted.
        if group.cases.is_empty() && group.points.is_some_and(|points| points.points.is_err()) {
            continue;
        }
        let tally = (!group.cases.is_empty()).then(|| tally(count(group.cases.into_iter())));
        let points = group.points.filter(|points| points.of != Some(0.0));
        let points = points.map(|points| match points.points {
            Ok(_) => format!("{} points", points.shown()),
            Err(_) => format!("points {}", points.shown()),
        });
        let said: Vec<String> = tally.into_iter().chain(points).collect();
        // Leave out a group without points whose testcases belong to other groups.
        if !said.is_empty() {
            text += &format!("group {}: {}\n", group.name, said.join(", "));
        }
    }
    if let Some(points) = &report.points {
        text += &format!("points: {}\n", points.shown());
    }
    text += &format!("{}: {}\n", cases(report), tally(report.counts()));
    text.extend(report.left_out().map(|left_out| left_out + "\n"));
    if report.interrupted {
        text += "interrupted: testcases are missing\n";
    }
    text += &format!(
        "judged: {}, by `{}`: {}\n",
        report.judged, report.rule, report.rule_says
    );
    if let Some(conditions) = &report.conditions {
        let limits = format!(
            "limits: {} s, {}",
            conditions.time.as_secs_f64(),
            mebibytes(conditions.memory)
        );
        text += &match report.greatest() {
            Some((slowest, largest)) => format!(
                "{limits}; most time in {}: {} ms, most memory in {}: {}\n",
                slowest.name,
                slowest.judgement.time.unwrap_or_default().as_millis(),
                largest.name,
                mebibytes(largest.judgement.memory.unwrap_or_default()),
            ),
            None => limits + "\n",
        };
        if !conditions.stated.is_empty() {
            let stated = conditions.stated.iter().map(|(what, by)| format!("{what}: {by}"));
            text += &format!("stated by: {}\n", stated.collect::<Vec<_>>().join("; "));
        }
        text += &format!("sandbox: {}\n", conditions.box_says);
    }
    text += &findings(report);
    for remark in &report.remarks {
        text += &format!("note: {remark}\n");
    }
    if let Some(replay) = &report.replay {
        text += &format!("again: {replay}\n");
    }
    text
}

/// Returns a line for each finding that no reason begins with.
fn findings(report: &Report) -> String {
    let findings = report.findings.iter().map(ToString::to_string);
    let is_new = |finding: &String| !report.cases.iter().any(|case| case.reason().starts_with(finding));
    findings
        .filter(is_new)
        .map(|finding| format!("note: {finding}\n"))
        .collect()
}

/// Returns a row per program with a column per group, then the first failure and the summary of each.
fn table(reports: &[Report], colour: bool) -> String {
    let mut text = Grid::of_groups(reports).written(grid::WIDTH, colour);
    for report in reports {
        text += "\n";
        if let Some(fault) = report.first_fault() {
            text += &line(fault, 0, colour);
        }
        text += &summary(report);
    }
    text
}

fn mebibytes(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10) >> 20;
    if tenths.is_multiple_of(10) || tenths >= 1000 {
        format!("{} MiB", tenths / 10)
    } else {
        format!("{}.{} MiB", tenths / 10, tenths % 10)
    }
}

fn tally(counts: Vec<(&'static str, usize)>) -> String {
    let counts = counts.iter().map(|(code, count)| format!("{count} {code}"));
    counts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::super::tests::{of_program, sample};
    use super::super::{Format, written};
    use super::*;

    #[test]
    fn the_human_report_is_this() {
        let expected = "\
1             AC
2             AC             12 ms
3 <&\"'#\\>     WA             expected `<1>`, found `\\x1b\\x00]]>`
4             IE (bad case)  error: `N` is wrong
      --> 4.in:1:1
       |
     1 | x
       | ^
10            SKIP           no answer

group 1: 2 AC
group 2: 1 WA, 1 SKIP
5 testcases of stones: 1 IE, 1 WA, 2 AC, 1 SKIP
judged: outputs in `out`, by `tokens`: the same tokens
";
        let squeeze = |text: &str| {
            let lines = text.lines().map(|l| l.split_whitespace().collect::<Vec<_>>().join(" "));
            lines.collect::<Vec<_>>().join("\n")
        };
        let found = sample().written(Format::Human { colour: false });
        assert_eq!(squeeze(&found), squeeze(expected));
    }

    #[test]
    fn accepted_on_all_is_one_line_unless_there_is_more_to_say() {
        let mut report = of_program("./mysol");
        assert_eq!(brief(&report), None);
        report.cases.truncate(2);
        let line =
            "2 testcases of stones: 2 AC. ./mysol took at most 12 ms and 3 MiB. Use --rows to see each testcase.\n";
        assert_eq!(brief(&report).as_deref(), Some(line));
        let weak = report.conditions.iter_mut();
        weak.for_each(|conditions| conditions.tier = 2);
        assert_eq!(brief(&report), Some(format!("{line}sandbox: tier 1: all\n")));
        report.cases[1].judgement.notes = vec![crate::Reason::new("left a process behind, killed")];
        assert_eq!(brief(&report), None);
    }

    #[test]
    fn colour_adds_nothing_but_escapes() {
        let plain = sample().written(Format::Human { colour: false });
        let coloured = sample().written(Format::Human { colour: true });
        assert!(coloured.contains("\x1b[31mWA"));
        let mut stripped = coloured;
        for escape in ["\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[0m"] {
            stripped = stripped.replace(escape, "");
        }
        let trimmed = |text: &str| {
            let lines = text.lines().map(str::trim_end);
            lines.collect::<Vec<_>>().join("\n")
        };
        assert_eq!(trimmed(&stripped), trimmed(&plain));
    }

    #[test]
    fn a_program_has_its_limits_sandbox_and_command_again() {
        let mut report = of_program("./mysol");
        report.interrupted = true;
        report.cases[1].judgement.notes = vec![crate::Reason::new("left a process behind, killed")];
        let expected = "\
1          AC
2          AC      12 ms  3 MiB
    note: left a process behind, killed
3 <&\"'#\\>  WA    expected `<1>`, found `\\x1b\\x00]]>`

group 1: 2 AC
group 2: 1 WA
3 testcases of stones: 1 WA, 2 AC
interrupted: testcases are missing
judged: ./mysol, by `tokens`: the same tokens
limits: 1 s, 256 MiB; most time in 2: 12 ms, most memory in 2: 3 MiB
sandbox: tier 1: all
again: gamesolve judge
";
        assert_eq!(report.written(Format::Human { colour: false }), expected);
    }

    #[test]
    fn several_programs_stand_side_by_side() {
        let mut other = of_program("b.py");
        other.cases[0].judgement = crate::Judgement::new(Verdict::TIME_LIMIT, "idle");
        let text = written(&[of_program("a.cpp"), other], Format::Human { colour: false });
        let head = "program  1        2
a.cpp    2/2      0/1 WA
b.py     1/2 TLE  0/1 WA

3 <&\"'#\\>  WA    expected `<1>`, found `\\x1b\\x00]]>`
";
        assert!(text.starts_with(head), "{text}");
        assert!(text.contains("\n1  TLE   idle\n"), "{text}");
    }
}
