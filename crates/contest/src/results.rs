//! The results of a contest: contestants × tasks, with testcases, groups and points.
//!
//! All tables and pages are functions of a [`Contest`]. It is data alone, so that a file can keep it.

use gamesolve_judge::findings::WrittenFinding;
use serde::{Deserialize, Serialize};

use crate::lookalikes::Lookalikes;

/// A contest and its results so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Contest {
    /// The tasks, in the order of the columns.
    pub tasks: Vec<Task>,
    /// The contestants, in the natural order of their names.
    pub contestants: Vec<Contestant>,
    /// Files and folders that belong to nobody, come twice, are empty or are in no known language.
    pub strays: Vec<Stray>,
    /// Contestants whose names look the same.
    pub lookalikes: Vec<Lookalikes>,
    /// Whether the judging was interrupted, so that cells are missing.
    pub is_interrupted: bool,
    /// The version of gamesolve that judged.
    pub version: String,
}

impl Contest {
    /// Returns the judged submissions that are guesses, with their tasks.
    pub fn guesses(&self) -> impl Iterator<Item = (&Judged, &Task, &str)> {
        let cells = self.contestants.iter();
        let cells = cells.flat_map(|one| one.cells.iter().zip(&self.tasks));
        cells.filter_map(|(cell, task)| {
            let judged = cell.judged()?;
            Some((judged, task, judged.guess.as_deref()?))
        })
    }

    /// Returns all judged submissions.
    pub fn judged(&self) -> impl Iterator<Item = &Judged> + Clone {
        let cells = self.contestants.iter().flat_map(|one| &one.cells);
        cells.filter_map(Cell::judged)
    }

    /// Returns the number of submissions that are not judged yet.
    pub fn pending(&self) -> usize {
        let cells = self.contestants.iter().flat_map(|one| &one.cells);
        cells.filter(|cell| matches!(cell, Cell::Pending)).count()
    }
}

/// A task of a contest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// The name that submissions are found by, for example `stones`.
    pub name: String,
    /// The title for people.
    pub title: String,
    /// The points of a full solution. Points of the task's own scheme are scaled to this number.
    pub points: f64,
    /// The names of the testcases, in their order.
    pub cases: Vec<String>,
    /// The time limit of a run, in milliseconds.
    pub time_limit_ms: u64,
}

/// A contestant and the submissions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contestant {
    /// The name, as the folder or file has it, with control characters escaped.
    pub name: String,
    /// A cell for each task.
    pub cells: Vec<Cell>,
}

/// One contestant on one task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state")]
pub enum Cell {
    /// No submission counts: there is none, or a stray says why it is not judged.
    #[default]
    Empty,
    /// A submission is not judged yet.
    Pending,
    /// A submission was judged.
    Judged(Box<Judged>),
}

impl Cell {
    /// Returns the judged submission, if there is one.
    pub fn judged(&self) -> Option<&Judged> {
        match self {
            Cell::Judged(judged) => Some(judged),
            Cell::Empty | Cell::Pending => None,
        }
    }
}

/// A judged submission.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// The path of the source below the folder of submissions, escaped.
    pub file: String,
    /// The points on the scale of [`Task::points`], or the reason why they are not counted.
    pub points: Result<f64, String>,
    /// The code of the worst verdict, for example `WA`.
    pub verdict: String,
    /// The testcases, in the order of [`Task::cases`].
    pub cases: Vec<JudgedCase>,
    /// The groups and their points, if the task has groups.
    pub groups: Vec<JudgedGroup>,
    /// The words of the compiler, if the source does not compile or has warnings that matter.
    pub compiler: Option<String>,
    /// The known mistake that the outputs show, in a sentence.
    pub mistake: Option<String>,
    /// The smallest failing input found, if one was asked for.
    pub counterexample: Option<Counterexample>,
    /// Notes on the submission, a sentence each.
    pub notes: Vec<String>,
    /// The reasons for a guess that this source is the submission, a sentence each.
    #[serde(default)]
    pub guess: Option<String>,
    /// The findings about the source.
    #[serde(default)]
    pub findings: Vec<WrittenFinding>,
}

/// The judgement of one testcase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgedCase {
    /// The name of the testcase.
    pub name: String,
    /// The code of the verdict.
    pub verdict: String,
    /// Processor time in milliseconds, if a program ran.
    pub time_ms: Option<u64>,
    /// Peak memory in bytes, if a program ran.
    #[serde(rename = "memory_bytes", alias = "memory")]
    pub memory: Option<u64>,
    /// The reason of the verdict, if there is any.
    pub reason: Option<String>,
}

/// A group of testcases of a judged submission.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgedGroup {
    /// The name.
    pub name: String,
    /// The points on the task's own scale, or the reason why they are not counted.
    pub points: Result<f64, String>,
    /// The most points on the task's own scale.
    pub of: Option<f64>,
    /// The names of the testcases that are not accepted.
    pub missed: Vec<String>,
}

/// A smallest failing input of a program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counterexample {
    /// The input.
    pub input: String,
    /// The right output.
    pub expected: String,
    /// The output of the program, or the words for its end.
    pub found: String,
}

/// A file or folder that is no submission.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stray {
    /// The path below the folder of submissions, escaped.
    pub path: String,
    /// Why it is not judged, and its likely meaning, in a sentence.
    pub why: String,
    /// The index of its contestant in [`Contest::contestants`], if it belongs to one.
    pub contestant: Option<usize>,
    /// The index of its task in [`Contest::tasks`], if it belongs to one.
    pub task: Option<usize>,
}
