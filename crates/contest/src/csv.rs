//! The table for spreadsheets: a row for each contestant, with points, total and verdicts.
//!
//! The format is RFC 4180 in UTF-8 with a byte order mark, which spreadsheets need to see the encoding. Spreadsheets
//! take a cell for a formula by its first character. Such texts get an apostrophe, as the page "CSV Injection" of OWASP
//! advises. A program with another separator may begin a cell inside of ours, so the apostrophe also stands after
//! every separator.

use crate::results::{Cell, Contest};
use crate::standings::{self, Standing, points_of};
use crate::words::one_line;

/// The sign that tells spreadsheets the encoding.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The first characters of formulas. Some spreadsheets also take the wide ones.
const OF_FORMULAS: [char; 8] = ['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];

/// The characters after which a program may begin a cell. The text has no tabs and line ends any more.
const SEPARATORS: [char; 5] = [',', ';', '|', '"', '\''];

/// Returns the table, by descending totals.
///
/// Columns: rank, contestant, the points of each task, the total, the verdict of each task. If any submission is a guess,
/// a column for each task has the reasons. A cell is empty if there are no points: nothing was submitted, or they are not
/// counted.
pub fn written(contest: &Contest) -> String {
    let tasks = || contest.tasks.iter();
    let mut heads = vec!["rank".to_owned(), "contestant".to_owned()];
    heads.extend(tasks().map(|task| cell_of_text(&task.name)));
    heads.push("total".to_owned());
    heads.extend(tasks().map(|task| cell_of_text(&format!("{} verdict", task.name))));
    let has_guesses = contest.guesses().next().is_some();
    if has_guesses {
        heads.extend(tasks().map(|task| cell_of_text(&format!("{} guess", task.name))));
    }
    let rows = standings::of(contest)
        .into_iter()
        .map(|standing| row(contest, &standing, has_guesses));
    let lines = std::iter::once(heads).chain(rows).map(|cells| cells.join(",") + "\r\n");
    std::iter::once(BYTE_ORDER_MARK.to_string()).chain(lines).collect()
}

fn row(contest: &Contest, standing: &Standing, has_guesses: bool) -> Vec<String> {
    let contestant = &contest.contestants[standing.contestant];
    let mut row = vec![standing.rank.to_string(), cell_of_text(&contestant.name)];
    let points = contestant.cells.iter().map(points_of);
    row.extend(points.map(|points| points.map_or(String::new(), |points| points.to_string())));
    row.push(standing.total.to_string());
    row.extend(contestant.cells.iter().map(|cell| match cell {
        Cell::Empty => String::new(),
        Cell::Pending => "pending".to_owned(),
        Cell::Judged(judged) => cell_of_text(&judged.verdict),
    }));
    if has_guesses {
        let guesses = contestant.cells.iter().map(|cell| cell.judged()?.guess.as_deref());
        row.extend(guesses.map(|guess| guess.map_or(String::new(), cell_of_text)));
    }
    row
}

/// Returns a text as a quoted cell that no spreadsheet computes.
fn cell_of_text(text: &str) -> String {
    let mut cell = String::from('"');
    let mut may_begin = true;
    for c in one_line(text).chars() {
        if may_begin && OF_FORMULAS.contains(&c) {
            cell.push('\'');
        }
        // A blank changes nothing: programs may skip it.
        may_begin = SEPARATORS.contains(&c) || may_begin && c == ' ';
        if c == '"' {
            cell.push('"');
        }
        cell.push(c);
    }
    cell + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_table_has_points_as_numbers_and_texts_in_quotes() {
        let mut contest = sample::of_points(&[&[12.5, 0.0], &[100.0, -3.0], &[1.0, 2.0]]);
        contest.contestants[0].name = "Vũ \"Đức\" Huy, lớp 9".to_owned();
        contest.contestants[2].cells = vec![Cell::Empty, Cell::Pending];
        let expected = "\u{feff}rank,contestant,\"task0\",\"task1\",total,\"task0 verdict\",\"task1 verdict\"\r\n\
            1,\"HS01\",100,-3,97,\"AC\",\"AC\"\r\n\
            2,\"Vũ \"\"Đức\"\" Huy, lớp 9\",12.5,0,12.5,\"AC\",\"AC\"\r\n\
            3,\"HS02\",,,0,,pending\r\n";
        assert_eq!(written(&contest), expected);
        if let Cell::Judged(judged) = &mut contest.contestants[1].cells[0] {
            judged.guess = Some("Its name contains `task0`.".to_owned());
        }
        let guessed = written(&contest);
        let ends = [
            ",\"task0 guess\",\"task1 guess\"",
            ",\"Its name contains `task0`.\",",
            ",,",
            ",,",
        ];
        for (number, line) in expected.lines().enumerate() {
            assert_eq!(guessed.lines().nth(number), Some(&*format!("{line}{}", ends[number])));
        }
    }

    #[test]
    fn no_cell_is_a_formula_for_any_separator() {
        for start in [
            "=1",
            "+1",
            "-1",
            "@a",
            "\t=1",
            "\r=1",
            " =1",
            "\u{ff1d}1",
            "a;=1",
            "a,-1",
            "a\"=1",
            "a|+1",
            "a; @b",
        ] {
            let table = written(&sample::of_text(start));
            for separator in [",", ";", "\t", "|", "\"", "\r\n"] {
                for cell in table.split(separator) {
                    let cell = cell.trim_matches(['"', ' ']);
                    let is_formula = cell.starts_with(OF_FORMULAS);
                    assert!(!is_formula, "{start:?} gives {cell:?} between {separator:?}");
                }
            }
        }
        assert!(written(&sample::of_text("=1")).contains("\"'=1\""));
        // Names that only look similar stay.
        assert_eq!(cell_of_text("Lê-Anh 3+4"), "\"Lê-Anh 3+4\"");
    }

    #[test]
    fn a_hostile_text_stays_in_its_cell() {
        let table = written(&sample::of_text(sample::HOSTILE));
        assert_eq!(table.matches("\r\n").count(), 5);
        assert_eq!(table.matches(['\n', '\r', '\t']).count(), 10);
        let odd = |c: char| c.is_control() && c != '\r' && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c);
        assert!(!table.contains(odd), "{table:?}");
    }
}
