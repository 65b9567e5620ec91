//! Hints for the setter of a contest: testcases and limits that measure little.
//!
//! A hint needs [`LEAST_RUNS`] submissions that were run on the task: fewer say nothing about a testcase.

use std::collections::BTreeSet;

use crate::results::{Contest, JudgedCase, Task};
use crate::words::{count, one_line};

/// The fewest submissions, of one task, that support a hint.
pub const LEAST_RUNS: usize = 10;

/// An accepted run is close to the limit if it needs more than this share of it, in percent.
pub const CLOSE_PERCENT: u64 = 80;

/// The fewest accepted runs close to the limit that support a hint. A single one may be an odd program.
pub const LEAST_CLOSE: usize = 2;

/// A hint about a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The index of the task.
    pub task: usize,
    /// The names of the testcases.
    pub cases: Vec<String>,
    /// The observation.
    pub seen: Seen,
}

/// An observation about testcases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// All submissions pass these testcases. Their number follows.
    PassedByAll(usize),
    /// No submission passes these testcases. At least this number of submissions ran on each of them.
    PassedByNone(usize),
    /// On each of these testcases, at least [`LEAST_CLOSE`] accepted runs are close to the time limit. Another program
    /// exceeds it there, and passes a testcase elsewhere.
    SplitByChance {
        /// The number of programs that are close to the limit on one of them.
        close: usize,
        /// The time of the slowest accepted run on them, in milliseconds.
        slowest_ms: u64,
        /// The number of programs that exceed the limit on one of them.
        over: usize,
    },
}

/// Returns the hints, in the order of the tasks.
pub fn of(contest: &Contest) -> Vec<Hint> {
    let of_task = |(at, task)| {
        let runs = Some(runs_of(contest, at)).filter(|runs| runs.len() >= LEAST_RUNS);
        let seen = runs.map_or_else(Vec::new, |runs| seen_on(task, &runs));
        seen.into_iter()
            .map(move |(cases, seen)| Hint { task: at, cases, seen })
    };
    contest.tasks.iter().enumerate().flat_map(of_task).collect()
}

/// Returns the testcases of each submission on a task that was run.
fn runs_of(contest: &Contest, task: usize) -> Vec<&[JudgedCase]> {
    let cells = contest.contestants.iter().filter_map(|one| one.cells[task].judged());
    let runs = cells.map(|judged| &judged.cases[..]);
    runs.filter(|cases| cases.iter().any(|case| case.time_ms.is_some()))
        .collect()
}

/// Returns the observations, each with the names of its testcases.
fn seen_on(task: &Task, runs: &[&[JudgedCase]]) -> Vec<(Vec<String>, Seen)> {
    let (mut by_all, mut by_none) = (Vec::new(), Vec::new());
    // Some programs may leave out a testcase.
    let mut least_ran = runs.len();
    let mut split = Split::default();
    for (at, name) in task.cases.iter().enumerate() {
        let found: Vec<&JudgedCase> = runs.iter().filter_map(|cases| cases.get(at)).collect();
        // A testcase that was skipped, or failed by a fault of the judge, says nothing about programs.
        let is_silent = |case: &&JudgedCase| matches!(case.verdict.as_str(), "SKIP" | "IE");
        if found.len() < runs.len() || found.iter().any(is_silent) {
            continue;
        }
        let passed = found.iter().filter(|case| is_passed(case)).count();
        let ran = found.iter().filter(|case| case.verdict != "LEFT").count();
        if passed == runs.len() {
            by_all.push(name.clone());
        } else if passed == 0 && ran >= LEAST_RUNS {
            by_none.push(name.clone());
            least_ran = least_ran.min(ran);
        } else {
            split.add(name, task.time_limit_ms, &found, runs);
        }
    }
    let by_chance = Seen::SplitByChance {
        close: split.close.len(),
        slowest_ms: split.slowest_ms,
        over: split.over.len(),
    };
    let found = [
        (split.cases, by_chance),
        (by_all, Seen::PassedByAll(runs.len())),
        (by_none, Seen::PassedByNone(least_ran)),
    ];
    found.into_iter().filter(|(cases, _)| !cases.is_empty()).collect()
}

fn is_passed(case: &JudgedCase) -> bool {
    case.verdict == "AC"
}

/// The testcases with a time limit that splits a class by chance.
#[derive(Default)]
struct Split {
    cases: Vec<String>,
    /// Indexes of programs.
    close: BTreeSet<usize>,
    over: BTreeSet<usize>,
    slowest_ms: u64,
}

impl Split {
    /// Adds a testcase, if its runs show the split. `found` has a run of each program, and `runs` all of its runs.
    fn add(&mut self, name: &str, limit_ms: u64, found: &[&JudgedCase], runs: &[&[JudgedCase]]) {
        let programs =
            |is_one: &dyn Fn(usize) -> bool| -> Vec<usize> { (0..found.len()).filter(|&at| is_one(at)).collect() };
        let time_of = |at: usize| if is_passed(found[at]) { found[at].time_ms } else { None };
        let close = programs(&|at| time_of(at).is_some_and(|time| time * 100 > limit_ms * CLOSE_PERCENT));
        // An endless program exceeds every limit.
        let over = programs(&|at| found[at].verdict == "TLE" && runs[at].iter().any(is_passed));
        if close.len() < LEAST_CLOSE || over.is_empty() {
            return;
        }
        let slowest = close.iter().filter_map(|&at| time_of(at)).max();
        self.slowest_ms = self.slowest_ms.max(slowest.unwrap_or_default());
        self.cases.push(name.to_owned());
        self.close.extend(close);
        self.over.extend(over);
    }
}

impl Hint {
    /// Returns the hint in a few sentences, as one line.
    pub fn sentences(&self, contest: &Contest) -> String {
        let limit = contest.tasks[self.task].time_limit_ms;
        let names: Vec<String> = self.cases.iter().map(|name| one_line(name)).collect();
        let names = names.join(", ");
        let (cases, they_tell, answers) = match self.cases.len() {
            1 => (format!("testcase {names}"), "it tells", "its answer"),
            _ => (format!("testcases {names}"), "they tell", "their answers"),
        };
        match self.seen {
            Seen::PassedByAll(runs) => format!("All {runs} programs pass {cases}, so {they_tell} nothing."),
            Seen::PassedByNone(runs) => format!("None of {runs} programs passes {cases}. Look at {answers}."),
            Seen::SplitByChance {
                close,
                slowest_ms,
                over,
            } => {
                let programs = count(over, "program");
                let verb = if over == 1 { "exceeds" } else { "exceed" };
                format!(
                    "{close} programs pass {cases} in more than {CLOSE_PERCENT} % of the time limit. The slowest run takes \
                     {slowest_ms} of {limit} ms, and {programs} {verb} the limit. Chance may have decided. Try another \
                     limit."
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{Cell, Judged};
    use crate::sample;

    /// Returns a contest of one task, on which testcase 1 is passed by all, 2 by none, and 3 as `third` says: verdicts
    /// and times.
    fn contest(third: &[(&str, u64)]) -> Contest {
        let mut contest = sample::of_points(&vec![&[0.0][..]; third.len()]);
        contest.tasks[0].cases = ["1", "2", "3"].map(String::from).to_vec();
        for (one, (verdict, time)) in contest.contestants.iter_mut().zip(third) {
            one.cells[0] = sample::judged(0.0, &["AC", "WA", verdict]);
            judged(&mut one.cells[0]).cases[2].time_ms = Some(*time);
        }
        contest
    }

    fn judged(cell: &mut Cell) -> &mut Judged {
        match cell {
            Cell::Judged(judged) => judged,
            other => panic!("{other:?}"),
        }
    }

    fn said(contest: &Contest) -> Vec<String> {
        of(contest).iter().map(|hint| hint.sentences(contest)).collect()
    }

    #[test]
    fn testcases_that_all_or_none_pass_are_named_from_ten_on() {
        let mut third = vec![("AC", 100); 9];
        assert_eq!(said(&contest(&third)), [""; 0]);
        third.push(("WA", 100));
        let mut contest = contest(&third);
        let expected = [
            "All 10 programs pass testcase 1, so it tells nothing.",
            "None of 10 programs passes testcase 2. Look at its answer.",
        ];
        assert_eq!(said(&contest), expected);
        // A fault of the judge is no failure of all programs.
        judged(&mut contest.contestants[4].cells[0]).cases[1].verdict = "IE".to_owned();
        assert_eq!(said(&contest), expected[..1]);
        // A program that does not compile counts for nothing, so only nine are left.
        contest.contestants[4].cells[0] = sample::judged(0.0, &[]);
        assert_eq!(said(&contest), [""; 0]);
    }

    #[test]
    fn a_limit_amid_the_times_of_a_class_splits_it_by_chance() {
        let mut third = vec![("AC", 810), ("AC", 990), ("TLE", 1001)];
        third.extend([("AC", 100); 7]);
        let said_of = |third: &[(&str, u64)]| said(&contest(third)).remove(0);
        let expected = "2 programs pass testcase 3 in more than 80 % of the time limit. The slowest run takes 990 of 1000 \
            ms, and 1 program exceeds the limit. Chance may have decided. Try another limit.";
        assert_eq!(said_of(&third), expected);
        // A limit in a gap: a close program too few, or none above.
        for (at, other) in [(0, ("AC", 800)), (2, ("WA", 900))] {
            let mut gap = third.clone();
            gap[at] = other;
            assert!(said_of(&gap).starts_with("All 10"), "{other:?}");
        }
        // The program that exceeds the limit is endless.
        let mut endless = contest(&third);
        for case in &mut judged(&mut endless.contestants[2].cells[0]).cases {
            case.verdict = "TLE".to_owned();
        }
        assert_eq!(said(&endless).len(), 1);
    }
}
