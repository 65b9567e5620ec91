//! A table of short cells: a row for each program, in lines of a given width.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::{Report, ReportedGroup};
use crate::verdict::rounded;
use crate::{Fault, Verdict};

/// The width of a table on paper and in files, in columns.
pub const WIDTH: usize = 80;

/// The widest column of names.
const WIDEST_NAME: usize = 36;

/// A table with a name at the left of each row.
///
/// Columns that do not fit stand in a further block below, with the names again.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// The head of the column of names.
    pub names: &'static str,
    /// Whether a long name keeps its start, as that of a person. The end of a path says most.
    pub keeps_start: bool,
    /// The heads of the columns, without the column of names.
    pub heads: Vec<String>,
    /// The rows: a name, and a cell for each head.
    pub rows: Vec<(String, Vec<Cell>)>,
}

/// The content of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The text, without control characters.
    pub text: String,
    /// The verdict that colours the text.
    pub verdict: Option<Verdict>,
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell { text, verdict: None }
    }
}

impl Grid {
    /// Returns the groups of several programs on one task, and the points if they are stated. Without groups, a column
    /// counts all testcases.
    pub fn of_groups(reports: &[Report]) -> Grid {
        // A program that does not compile has no groups of its own.
        let longest = reports.iter().max_by_key(|report| report.cases.len());
        let mut groups = longest.map(Report::groups).unwrap_or_default();
        // If the user chose testcases, some groups have none.
        groups.retain(|group| !group.cases.is_empty() || points_of(group).is_some());
        let total = |report: &Report| Some(*report.points.as_ref()?.total.points.as_ref().ok()?);
        let has_points = reports.iter().any(|report| total(report).is_some());
        let mut heads: Vec<String> = groups.iter().map(|group| group.name.to_owned()).collect();
        if heads.is_empty() {
            heads.push("passed".to_owned());
        }
        if has_points {
            heads.push("points".to_owned());
        }
        let sizes: Vec<usize> = groups.iter().map(|group| group.cases.len()).collect();
        let rows = reports.iter().map(|report| {
            let mut cells = cells_of(report, &heads[..heads.len() - usize::from(has_points)], &sizes);
            if has_points {
                // The line of the total, below the table, says why points are not counted.
                cells.push(total(report).map_or("-".to_owned(), |points| points.to_string()).into());
            }
            (report.judged.clone(), cells)
        });
        Grid {
            names: "program",
            keeps_start: false,
            rows: rows.collect(),
            heads,
        }
    }

    /// Returns the table, ending with a newline. `width` is the number of columns of a line; a name and one wide cell may
    /// still exceed it.
    pub fn written(&self, width: usize, colour: bool) -> String {
        let names = self.rows.iter().map(|(name, _)| name.width());
        let name_width = names.chain([self.names.width()]).max().unwrap_or(0).min(WIDEST_NAME);
        let widths: Vec<usize> = (0..self.heads.len())
            .map(|at| {
                let cells = self.rows.iter().map(|(_, cells)| cells[at].text.width());
                cells.chain([self.heads[at].width()]).max().unwrap_or(0)
            })
            .collect();
        let mut text = String::new();
        let mut from = 0;
        while from < self.heads.len() {
            let mut to = from;
            let mut taken = name_width;
            while to < self.heads.len() && (to == from || taken + 2 + widths[to] <= width) {
                taken += 2 + widths[to];
                to += 1;
            }
            if from > 0 {
                text.push('\n');
            }
            let head = |at: usize| padded(&self.heads[at], widths[at]);
            let line: Vec<String> = (from..to).map(head).collect();
            text += format!("{}  {}", padded(self.names, name_width), line.join("  ")).trim_end();
            text.push('\n');
            for (name, cells) in &self.rows {
                let cell = |at: usize| {
                    let cell = &cells[at];
                    let shown = padded(&cell.text, widths[at]);
                    cell.verdict
                        .map_or(shown.clone(), |verdict| label(&shown, verdict, colour))
                };
                let line: Vec<String> = (from..to).map(cell).collect();
                let name = padded(&shortened(name, name_width, self.keeps_start), name_width);
                text += format!("{name}  {}", line.join("  ")).trim_end();
                text.push('\n');
            }
            from = to;
        }
        text
    }
}

/// Returns a cell for each group of a program: its points or the number of passed testcases, then the program's
/// verdict if a testcase has it, else its worst one.
fn cells_of(report: &Report, heads: &[String], sizes: &[usize]) -> Vec<Cell> {
    let worst = report.worst();
    // A program that never ran has no testcases, so its verdict is the same everywhere.
    let never_ran = [Verdict::COMPILE_ERROR, Verdict::Internal(Fault::NoProgram)];
    let everywhere = worst.filter(|verdict| never_ran.contains(verdict)).map(|verdict| Cell {
        text: verdict.code().to_owned(),
        verdict: Some(verdict),
    });
    if sizes.is_empty() {
        let whole = ReportedGroup {
            name: "",
            cases: report.cases.iter().collect(),
            points: None,
        };
        return vec![everywhere.unwrap_or_else(|| cell(report, &whole, whole.cases.len()))];
    }
    let groups = report.groups();
    let of = |(head, &size): (&String, &usize)| {
        let group = groups.iter().find(|group| group.name == *head);
        let found = group.map(|group| cell(report, group, size));
        everywhere.clone().or(found).unwrap_or_else(|| "-".to_owned().into())
    };
    heads.iter().zip(sizes).map(of).collect()
}

fn cell(report: &Report, group: &ReportedGroup<'_>, size: usize) -> Cell {
    let verdicts = group.cases.iter().map(|case| case.judgement.verdict);
    // The judge of a package may have another rule for the verdict, such as the first rejected testcase.
    let stated = report.expectation.as_ref().and_then(|expectation| expectation.verdict);
    let stated =
        stated.filter(|stated| *stated != Verdict::ACCEPTED && verdicts.clone().any(|verdict| verdict == *stated));
    let worst = stated.or(verdicts.max());
    let passed = group.cases.iter();
    let passed = passed
        .filter(|case| case.judgement.verdict == Verdict::ACCEPTED)
        .count();
    let mut text = points_of(group).map_or_else(|| format!("{passed}/{size}"), |points| rounded(points).to_string());
    if let Some(worst) = worst.filter(|&worst| worst != Verdict::ACCEPTED) {
        text += &format!(" {}", worst.code());
    }
    Cell { text, verdict: worst }
}

/// Returns the points of a group, or `None` if it has none or they are not counted.
fn points_of(group: &ReportedGroup<'_>) -> Option<f64> {
    let points = group.points.filter(|points| points.of != Some(0.0))?;
    points.points.as_ref().ok().copied()
}

/// Returns a text with blanks up to a width.
fn padded(text: &str, width: usize) -> String {
    text.to_owned() + &" ".repeat(width.saturating_sub(text.width()))
}

/// Returns a name with `…` in place of its end or its start if it is too wide.
fn shortened(name: &str, width: usize, keeps_start: bool) -> String {
    if name.width() <= width {
        return name.to_owned();
    }
    let mut taken = 1;
    let mut fits = |letter: &char| {
        taken += letter.width().unwrap_or(0);
        taken <= width
    };
    if keeps_start {
        return name.chars().take_while(fits).chain(['…']).collect();
    }
    let mut end: Vec<char> = name.chars().rev().take_while(&mut fits).chain(['…']).collect();
    end.reverse();
    end.into_iter().collect()
}

/// Returns a verdict in four columns: green if accepted, yellow if skipped or left out, red otherwise.
pub(super) fn label(text: &str, verdict: Verdict, colour: bool) -> String {
    let code = match verdict {
        Verdict::ACCEPTED => 32,
        Verdict::Skipped | Verdict::LeftOut => 33,
        _ => 31,
    };
    if colour {
        format!("\x1b[{code}m{text:4}\x1b[0m")
    } else {
        format!("{text:4}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::Expectation;
    use super::super::tests::of_program;
    use super::*;
    use crate::Judgement;

    #[test]
    fn each_program_has_a_row_with_the_groups_of_the_longest_report() {
        let mut slow = of_program("Vũ.py");
        slow.cases[0].judgement = Judgement::new(Verdict::TIME_LIMIT, "idle");
        let mut broken = of_program("b.cpp");
        broken.cases.truncate(1);
        broken.cases[0].group = None;
        broken.cases[0].judgement = Judgement::new(Verdict::COMPILE_ERROR, "no");
        let text = Grid::of_groups(&[of_program("a.cpp"), slow, broken]).written(WIDTH, false);
        let expected = "\
program  1        2
a.cpp    2/2      0/1 WA
Vũ.py    1/2 TLE  0/1 WA
b.cpp    CE       CE
";
        assert_eq!(text, expected);
    }

    /// Kattis takes the first rejected testcase, and others the worst one.
    #[test]
    fn a_group_shows_the_program_s_verdict_if_a_case_has_it() {
        let row = |verdicts: [Verdict; 3], stated: Option<Verdict>| {
            let mut report = of_program("a.cpp");
            for (case, verdict) in report.cases.iter_mut().zip(verdicts) {
                case.judgement = Judgement::new(verdict, "");
            }
            report.expectation = stated.map(|verdict| Expectation {
                expected: String::new(),
                verdict: Some(verdict),
                differs: None,
            });
            let text = Grid::of_groups(&[report]).written(WIDTH, false);
            text.lines().nth(1).unwrap().to_owned()
        };
        let [ac, re, tle, wa] = [
            Verdict::ACCEPTED,
            Verdict::RUNTIME_ERROR,
            Verdict::TIME_LIMIT,
            Verdict::WRONG_ANSWER,
        ];
        assert_eq!(row([wa, tle, tle], Some(wa)), "a.cpp    0/2 WA  0/1 TLE");
        assert_eq!(row([wa, tle, re], Some(tle)), "a.cpp    0/2 TLE  0/1 RE");
        assert_eq!(row([ac, tle, ac], Some(ac)), "a.cpp    1/2 TLE  1/1");
        assert_eq!(row([wa, tle, ac], None), "a.cpp    0/2 TLE  1/1");
    }

    #[test]
    fn wide_columns_stand_below_and_long_names_keep_their_end() {
        let name = format!("{}/end.cpp", "a".repeat(60));
        let cells = |from: usize| (from..from + 12).map(|n| format!("{n:06}").into()).collect();
        let grid = Grid {
            names: "program",
            keeps_start: false,
            heads: (0..12).map(|n| format!("g{n}")).collect(),
            rows: vec![(name, cells(1)), ("b".to_owned(), cells(100))],
        };
        let text = grid.written(WIDTH, false);
        assert!(text.lines().all(|line| line.width() <= WIDTH), "{text}");
        assert_eq!(
            text.lines().filter(|line| line.contains("/end.cpp")).count(),
            3,
            "{text}"
        );
        for n in (1..13).chain(100..112) {
            assert_eq!(text.matches(&format!("{n:06}")).count(), 1, "{n}\n{text}");
        }
        let people = Grid {
            keeps_start: true,
            ..grid
        };
        let text = people.written(WIDTH, false);
        assert!(text.lines().all(|line| line.width() <= WIDTH), "{text}");
        assert_eq!(
            text.matches(&format!("{}…  ", "a".repeat(WIDEST_NAME - 1))).count(),
            3,
            "{text}"
        );
    }
}
