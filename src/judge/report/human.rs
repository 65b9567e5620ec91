//! The report for people: one line per case, then a summary.
//!
//! ```text
//! 1  AC
//! 2  WA  line 1, token 1: expected `3`, found `4`
//!
//! 2 cases: 1 WA, 1 AC
//! ```

use super::{Report, ReportedCase, count};
use crate::judge::Verdict;

/// Cells that names and labels are padded to at most; longer ones stand out instead of moving all others.
const WIDEST: usize = 40;

pub(super) fn written(report: &Report, colour: bool) -> String {
    let width = |text: fn(&ReportedCase) -> String| {
        let widths = report.cases.iter().map(|case| text(case).chars().count());
        widths.filter(|&w| w <= WIDEST).max().unwrap_or(0)
    };
    let name_width = width(|case| case.name.clone());
    let label_width = width(|case| case.label());
    let mut text = String::new();
    for case in &report.cases {
        let label = format!("{:label_width$}", case.label());
        let label = if colour {
            coloured(&label, case.judgement.verdict)
        } else {
            label
        };
        let mut line = format!("{:name_width$}  {label}", case.name);
        if let Some(time) = case.judgement.time {
            line += &format!("  {} ms", time.as_millis());
        }
        let mut reason = case.reason().lines();
        if let Some(first) = reason.next() {
            line += &format!("  {first}");
        }
        text.push_str(line.trim_end());
        for more in reason {
            text += &format!("\n    {more}");
        }
        text.push('\n');
    }
    text + "\n" + &summary(report)
}

fn summary(report: &Report) -> String {
    let mut text = String::new();
    for (group, cases) in report.groups() {
        text += &format!("group {group}: {}\n", tally(count(cases.into_iter())));
    }
    let cases = match report.cases.len() {
        1 => "1 case".to_owned(),
        n => format!("{n} cases"),
    };
    text += &format!(
        "{cases} of {}: {}\n",
        report.problem,
        tally(report.counts())
    );
    text += &format!(
        "judged: {}, by `{}`: {}\n",
        report.judged, report.rule, report.rule_says
    );
    text
}

fn tally(counts: Vec<(&'static str, usize)>) -> String {
    let counts = counts.iter().map(|(code, count)| format!("{count} {code}"));
    counts.collect::<Vec<_>>().join(", ")
}

/// Green for what is accepted, yellow for what was not judged, red for the rest.
fn coloured(label: &str, verdict: Verdict) -> String {
    let code = match verdict {
        Verdict::Accepted => 32,
        Verdict::Skipped => 33,
        _ => 31,
    };
    format!("\x1b[{code}m{label}\x1b[0m")
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
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
5 cases of stones: 1 IE, 1 WA, 2 AC, 1 SKIP
judged: outputs in `out`, by `tokens`: the same tokens
";
        let squeeze = |text: &str| {
            let lines = text
                .lines()
                .map(|l| l.split_whitespace().collect::<Vec<_>>().join(" "));
            lines.collect::<Vec<_>>().join("\n")
        };
        let found = written(&sample(), false);
        assert_eq!(squeeze(&found), squeeze(expected));
    }

    #[test]
    fn colour_adds_nothing_but_escapes() {
        let plain = written(&sample(), false);
        let coloured = written(&sample(), true);
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
}
