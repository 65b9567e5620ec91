//! The results on a terminal.

use gamesolve_contest::results::{Cell, Contest, Judged};
use gamesolve_contest::standings;
use gamesolve_contest::words::points;

use crate::judge::findings::{FILES, WrittenFinding};
use crate::judge::report::grid::{self, Grid, WIDTH};
use crate::judge::{Deserved, Verdict};

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
        keeps_start: true,
        heads,
        rows: rows.collect(),
    };
    grid.written(WIDTH, colour)
}

fn cell(cell: &Cell) -> grid::Cell {
    match cell {
        Cell::Empty => "-".to_owned().into(),
        Cell::Pending => "pending".to_owned().into(),
        Cell::Judged(judged) => {
            let mut text = judged
                .points
                .as_ref()
                .map_or_else(|_| "?".to_owned(), |got| points(*got));
            let verdict = verdict(judged);
            if verdict != Some(Verdict::ACCEPTED) {
                text += &format!(" {}", judged.verdict);
            }
            if judged.guess.is_some() {
                text += " guess";
            }
            grid::Cell { text, verdict }
        }
    }
}

fn verdict(judged: &Judged) -> Option<Verdict> {
    let mut known = Deserved::ALL.into_iter();
    known.find_map(|(code, deserved)| (code == judged.verdict).then_some(Verdict::Deserved(deserved)))
}

/// Returns the lines below the table: internal errors, guesses, files that are not judged, and names that look the same.
pub(super) fn below(contest: &Contest) -> String {
    let judged = contest.judged();
    let fault = |judged: &Judged| Some(format!("  {}: {}\n", judged.file, judged.points.as_ref().err()?));
    let faults = judged.clone().filter_map(fault);
    // A whole class may open the files of the task, so the pages alone say that.
    let is_odd = |finding: &&WrittenFinding| finding.kind != FILES;
    let odd = judged.flat_map(|judged| {
        let findings = judged.findings.iter().filter(is_odd);
        findings.map(|finding| format!("  {}: {}\n", judged.file, finding.says))
    });
    let strays = contest.strays.iter();
    let strays = strays.map(|stray| format!("  {}: {}\n", stray.path, stray.why));
    let lookalikes = contest.lookalikes.iter().map(|alike| {
        let names = alike.names(|at| &contest.contestants[at].name);
        format!("  {names}: {}\n", alike.sentences())
    });
    let guesses = contest.guesses();
    let guesses = guesses.map(|(judged, task, why)| format!("  {}: judged for `{}`. {why}\n", judged.file, task.name));
    listed("Points are not counted:", faults.collect())
        + &listed("Judged by a guess:", guesses.collect())
        + &listed("Sources to look at:", odd.collect())
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
