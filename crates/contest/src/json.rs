//! The results for other programs. `docs/contest.schema.json` is the schema.

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
    cases: Vec<Case<'a>>,
    compiler: Option<&'a str>,
    mistake: Option<&'a str>,
    counterexample: Option<&'a Counterexample>,
    notes: &'a [String],
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

#[derive(Serialize)]
struct Case<'a> {
    name: &'a str,
    verdict: &'a str,
    time_ms: Option<u64>,
    memory_bytes: Option<u64>,
    reason: Option<&'a str>,
}

impl<'a> From<&'a Result<f64, String>> for Points<'a> {
    fn from(points: &'a Result<f64, String>) -> Points<'a> {
        Points {
            points: points.as_ref().ok().map(|points| rounded(*points)),
            why: points.as_ref().err().map(String::as_str),
        }
    }
}

impl<'a> From<&'a JudgedGroup> for Group<'a> {
    fn from(group: &'a JudgedGroup) -> Group<'a> {
        Group {
            name: &group.name,
            points: (&group.points).into(),
            of: group.of,
            missed: &group.missed,
        }
    }
}

impl<'a> From<&'a JudgedCase> for Case<'a> {
    fn from(case: &'a JudgedCase) -> Case<'a> {
        Case {
            name: &case.name,
            verdict: &case.verdict,
            time_ms: case.time_ms,
            memory_bytes: case.memory,
            reason: case.reason.as_deref(),
        }
    }
}

impl<'a> From<&'a Judged> for Submission<'a> {
    fn from(judged: &'a Judged) -> Submission<'a> {
        Submission {
            file: &judged.file,
            verdict: &judged.verdict,
            points: (&judged.points).into(),
            groups: judged.groups.iter().map(Group::from).collect(),
            cases: judged.cases.iter().map(Case::from).collect(),
            compiler: judged.compiler.as_deref(),
            mistake: judged.mistake.as_deref(),
            counterexample: judged.counterexample.as_ref(),
            notes: &judged.notes,
        }
    }
}

/// Returns the results as one JSON object, by descending totals, ending with a newline.
pub fn written(contest: &Contest) -> String {
    let whole = Whole {
        version: VERSION,
        gamesolve: &contest.version,
        interrupted: contest.is_interrupted,
        tasks: &contest.tasks,
        contestants: standings::of(contest).iter().map(|one| row(contest, one)).collect(),
        strays: contest.strays.iter().map(|stray| one_stray(contest, stray)).collect(),
        lookalikes: contest
            .lookalikes
            .iter()
            .map(|alike| looking_alike(contest, alike))
            .collect(),
    };
    let text = serde_json::to_string_pretty(&whole).expect("numbers, strings and string keys are JSON");
    gamesolve_text::printable_json(&text) + "\n"
}

fn one_stray<'a>(contest: &'a Contest, stray: &'a Stray) -> OneStray<'a> {
    OneStray {
        path: &stray.path,
        why: &stray.why,
        contestant: stray.contestant.map(|at| &*contest.contestants[at].name),
        task: stray.task.map(|at| &*contest.tasks[at].name),
    }
}

fn looking_alike<'a>(contest: &'a Contest, alike: &Lookalikes) -> Alike<'a> {
    let names = alike.contestants.iter();
    Alike {
        contestants: names.map(|&at| &*contest.contestants[at].name).collect(),
        difference: alike.difference,
    }
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
