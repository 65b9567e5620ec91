//! The results for other programs. `docs/contest.schema.json` is the schema.

use gamesolve_judge::findings::WrittenFinding;
use serde::Serialize;

use crate::lookalikes::{Difference, Lookalikes};
use crate::results::{Cell, Contest, Counterexample, Judged, JudgedCase, JudgedGroup, Stray, Task};
use crate::standings::{self, Standing, rounded};

/// The version of the format.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Whole<'a> {
    version: u32,
    gamesolve: &'a str,
    interrupted: bool,
    tasks: &'a [Task],
    contestants: Vec<Row<'a>>,
    strays: Vec<OneStray<'a>>,
    lookalikes: Vec<Alike<'a>>,
}

#[derive(Serialize)]
struct OneStray<'a> {
    path: &'a str,
    why: &'a str,
    contestant: Option<&'a str>,
    task: Option<&'a str>,
}

#[derive(Serialize)]
struct Alike<'a> {
    contestants: Vec<&'a str>,
    difference: Difference,
}

#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    rank: usize,
    tied: bool,
    total: f64,
    cells: Vec<OneCell<'a>>,
}

#[derive(Serialize)]
struct OneCell<'a> {
    task: &'a str,
    #[serde(flatten)]
    state: State<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case", tag = "state")]
enum State<'a> {
    Empty,
    Pending,
    Judged(Submission<'a>),
}

#[derive(Serialize)]
struct Submission<'a> {
    file: &'a str,
    verdict: &'a str,
    #[serde(flatten)]
    points: Points<'a>,
    groups: Vec<Group<'a>>,
    cases: &'a [JudgedCase],
    compiler: Option<&'a str>,
    mistake: Option<&'a str>,
    counterexample: Option<&'a Counterexample>,
    notes: &'a [String],
    guess: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    findings: &'a [WrittenFinding],
}

#[derive(Serialize)]
struct Points<'a> {
    points: Option<f64>,
    why: Option<&'a str>,
}

#[derive(Serialize)]
struct Group<'a> {
    name: &'a str,
    #[serde(flatten)]
    points: Points<'a>,
    of: Option<f64>,
    missed: &'a [String],
}

impl<'a> From<&'a Result<f64, String>> for Points<'a> {
    fn from(points: &'a Result<f64, String>) -> Points<'a> {
        Points {
            points: points.as_ref().ok().map(|points| rounded(*points)),
            why: points.as_ref().err().map(String::as_str),
        }
    }
}

impl<'a> From<&'a Judged> for Submission<'a> {
    fn from(judged: &'a Judged) -> Submission<'a> {
        let group = |group: &'a JudgedGroup| Group {
            name: &group.name,
            points: (&group.points).into(),
            of: group.of,
            missed: &group.missed,
        };
        Submission {
            file: &judged.file,
            verdict: &judged.verdict,
            points: (&judged.points).into(),
            groups: judged.groups.iter().map(group).collect(),
            cases: &judged.cases,
            compiler: judged.compiler.as_deref(),
            mistake: judged.mistake.as_deref(),
            counterexample: judged.counterexample.as_ref(),
            notes: &judged.notes,
            guess: judged.guess.as_deref(),
            findings: &judged.findings,
        }
    }
}

/// Returns the results as one JSON object, by descending totals, ending with a newline.
pub fn written<'a>(contest: &'a Contest) -> String {
    let name = |at: usize| &*contest.contestants[at].name;
    let stray = |stray: &'a Stray| OneStray {
        path: &stray.path,
        why: &stray.why,
        contestant: stray.contestant.map(name),
        task: stray.task.map(|at| &*contest.tasks[at].name),
    };
    let alike = |alike: &Lookalikes| Alike {
        contestants: alike.contestants.iter().map(|&at| name(at)).collect(),
        difference: alike.difference,
    };
    let whole = Whole {
        version: VERSION,
        gamesolve: &contest.version,
        interrupted: contest.is_interrupted,
        tasks: &contest.tasks,
        contestants: standings::of(contest).iter().map(|one| row(contest, one)).collect(),
        strays: contest.strays.iter().map(stray).collect(),
        lookalikes: contest.lookalikes.iter().map(alike).collect(),
    };
    let text = serde_json::to_string_pretty(&whole).expect("numbers, strings and string keys are JSON");
    gamesolve_text::printable_json(&text) + "\n"
}

fn row<'a>(contest: &'a Contest, standing: &Standing) -> Row<'a> {
    let contestant = &contest.contestants[standing.contestant];
    let cell = |(task, cell): (&'a Task, &'a Cell)| OneCell {
        task: &task.name,
        state: match cell {
            Cell::Empty => State::Empty,
            Cell::Pending => State::Pending,
            Cell::Judged(judged) => State::Judged((&**judged).into()),
        },
    };
    Row {
        name: &contestant.name,
        rank: standing.rank,
        tied: standing.is_tied,
        total: standing.total,
        cells: contest.tasks.iter().zip(&contestant.cells).map(cell).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_hostile_text_reads_back_as_it_was_and_needs_no_trust() {
        let text = written(&sample::of_text(sample::HOSTILE));
        assert!(!text.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}'));
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["contestants"][0]["name"], sample::HOSTILE);
        assert_eq!(value["contestants"][0]["cells"][0]["points"], 12.5);
        assert_eq!(value["contestants"][1]["cells"][0]["points"], serde_json::Value::Null);
        assert_eq!(value["contestants"][1]["cells"][0]["why"], sample::HOSTILE);
        assert_eq!(value["contestants"][2]["cells"][0]["state"], "empty");
        assert_eq!(value["contestants"][3]["cells"][0]["state"], "pending");
    }
}
