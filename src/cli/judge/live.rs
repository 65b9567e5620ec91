//! Shows the lines of judged testcases on a terminal in order, above a bar. Shows nothing elsewhere.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};

use super::super::output;
use super::super::process::progress::{Progress, bar, clock};
use crate::judge::Verdict;
use crate::judge::report::{Format, ReportedCase, human};
use crate::package::Case;

/// The display for the judging of one program.
pub(super) struct Live {
    progress: Progress,
    table: Option<Mutex<Table>>,
    width: usize,
    colour: bool,
}

/// The number of lines on the terminal, and the lines that wait for an earlier one.
#[derive(Default)]
struct Table {
    next: usize,
    waiting: BTreeMap<usize, String>,
}

impl Live {
    /// Returns the display of a program. If `lines` is false, it shows only the bar.
    pub(super) fn new(cases: &[Case], format: Format, lines: bool, name: &str) -> Live {
        let for_people = match format {
            Format::Human { colour } => Some(colour),
            _ => None,
        };
        let (name, total) = (name.to_owned(), cases.len() as u64);
        let progress = Progress::new(for_people.is_some(), move |judged, time| {
            format!("{name} {} {judged}/{total} {}", bar(judged, total), clock(time))
        });
        let table = lines && for_people.is_some() && io::stdout().is_terminal();
        Live {
            progress,
            table: table.then(Mutex::default),
            width: human::name_width(cases.iter().map(|case| case.name.as_str())),
            colour: for_people.unwrap_or(false),
        }
    }

    /// Shows the judgement of testcase number `index` after all earlier ones.
    pub(super) fn judged(&self, index: usize, case: &ReportedCase) {
        if let Some(table) = &self.table {
            // The summary counts the testcases that are left out.
            let line = match case.judgement.verdict {
                Verdict::LeftOut => String::new(),
                _ => human::line(case, self.width, self.colour),
            };
            let mut table = table.lock().unwrap_or_else(PoisonError::into_inner);
            table.waiting.insert(index, line);
            let mut ready = String::new();
            while let Some(line) = {
                let next = table.next;
                table.waiting.remove(&next)
            } {
                ready += &line;
                table.next += 1;
            }
            self.show(&ready);
        }
        self.progress.advance();
    }

    /// Removes the bar. Returns whether the terminal has the lines of all judged testcases.
    pub(super) fn end(self) -> bool {
        if let Some(table) = &self.table {
            let rest: String = std::mem::take(&mut *table.lock().unwrap_or_else(PoisonError::into_inner))
                .waiting
                .into_values()
                .collect();
            self.show(&rest);
        }
        self.table.is_some()
    }

    fn show(&self, lines: &str) {
        // If the terminal is lost, the summary fails and reports it.
        self.progress.above(|| {
            let _ = output::to_stdout(lines);
        });
    }
}
