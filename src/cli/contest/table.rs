//! The results on a terminal.

use gamesolve_contest::results::{Cell, Contest, Judged};
use gamesolve_contest::standings;
use gamesolve_contest::words::points;

use crate::judge::Verdict;
use crate::judge::report::grid::{self, Grid, WIDTH};

/// The number of lines of each list below the table.
const MAX_LISTED: usize = 20;

/// Returns the table of all contestants, the best first.
pub(super) fn written(contest: &Contest, colour: bool) -> String {
    let mut heads = vec!["total".to_owned()];
    heads.extend(contest.tasks.iter().map(|task| task.name.clone()));
    let standings = standings::of(contest);
    let width = standings
        .iter()
        .map(|standing| standing.place().len())
        .max()
        .unwrap_or(0);
    let rows = standings.iter().map(|standing| {
        let contestant = &contest.contestants[standing.contestant];
        let name = format!("{:width$}  {}", standing.place(), contestant.name);
        let cells = contestant.cells.iter().map(cell);
        (
            name,
            std::iter::once(points(standing.total).into()).chain(cells).collect(),
        )
    });
    let grid = Grid {
        names: "contestant",
        heads,
        rows: rows.collect(),
    };
    grid.written(WIDTH, colour)
}

fn cell(cell: &Cell) -> grid::Cell {
    match cell {
        Cell::Empty => "-".to_owned().into(),
        Cell::Pending => "?".to_owned().into(),
        Cell::Judged(judged) => {
            let mut text = judged
                .points
                .as_ref()
                .map_or_else(|_| "?".to_owned(), |got| points(*got));
            let verdict = verdict(judged);
            if verdict != Some(Verdict::Accepted) {
                text += &format!(" {}", judged.verdict);
            }
            grid::Cell { text, verdict }
        }
    }
}

fn verdict(judged: &Judged) -> Option<Verdict> {
    let known = Verdict::OF_PROGRAMS.iter();
    known
        .clone()
        .find(|(code, _)| *code == judged.verdict)
        .map(|(_, verdict)| *verdict)
}

/// Returns the lines below the table: internal errors, files that are not judged, and names that look the same.
pub(super) fn below(contest: &Contest) -> String {
    let judged = contest.contestants.iter().flat_map(|contestant| &contestant.cells);
    let faults = judged.filter_map(|cell| match cell {
        Cell::Judged(judged) => judged
            .points
            .as_ref()
            .err()
            .map(|why| format!("  {}: {why}\n", judged.file)),
        _ => None,
    });
    let strays = contest
        .strays
        .iter()
        .map(|stray| format!("  {}: {}\n", stray.path, stray.why));
    let lookalikes = contest.lookalikes.iter().map(|alike| {
        let names = alike.names(|at| &contest.contestants[at].name);
        format!("  {names}: {}\n", alike.sentences())
    });
    listed("Points are not counted:", faults.collect())
        + &listed("Not judged:", strays.collect())
        + &listed("Names that look the same:", lookalikes.collect())
}

fn listed(head: &str, lines: Vec<String>) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let more = lines.len().saturating_sub(MAX_LISTED);
    let mut text = format!("\n{head}\n{}", lines[..lines.len() - more].concat());
    if more > 0 {
        text += &format!("  … and {more} more, which the page lists.\n");
    }
    text
}
