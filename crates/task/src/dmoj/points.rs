//! Points of DMOJ: `init.yml`.
//!
//! **Rules.** `test_cases` is a list. A single testcase gets its share of its `points`. A batch gets the minimum share
//! of its testcases, times its `points`. It gets nothing unless the batches in its `dependencies` were passed. They are
//! numbered from 1 and come before it. If a testcase is worth 0 points, everything after it counts only if it is
//! accepted. The default of `points` is 1, and it may be stated for all testcases at once.
//!
//! **Source.** DMOJ's documentation of the problem format, and judge-server.

use std::collections::HashSet;

use crate::error::TaskError;
use crate::points::{from_document, sum_of};
use crate::read::yaml::{Document, Fault};
use crate::scheme::PackagePoints;
use crate::scheme::{Group, Part, Rule, Worth};

/// An item of the list of testcases. The points are `None` if the item states none.
pub(super) enum Listed {
    /// A single testcase.
    Case {
        /// The name of the testcase.
        name: String,
        points: Option<f64>,
    },
    /// A batch.
    Batch {
        /// The names of its testcases.
        names: Vec<String>,
        points: Option<f64>,
        /// The numbers of the batches that it needs, from 1, each with the error for a missing batch.
        needs: Vec<(usize, Fault)>,
    },
}

/// Returns the points of the testcases of a problem, listed in the order of judging.
pub(super) fn read(document: &Document, listed: &[Listed]) -> Result<PackagePoints, TaskError> {
    let located = |fault: &Fault| document.located(fault);
    let default = match document.root.get("points") {
        Some(points) => points.points("`points`").map_err(|fault| located(&fault))?,
        None => 1.0,
    };
    let mut read = Read::default();
    for item in listed {
        match item {
            Listed::Case { name, points } => read.case(name, points.unwrap_or(default)),
            Listed::Batch { names, points, needs } => {
                let points = points.unwrap_or(default);
                let mut batch = read.group((read.batches.len() + 1).to_string(), Rule::Min, points);
                for (number, fault) in needs {
                    let at = read.batches.get(number - 1).ok_or_else(|| located(fault))?;
                    batch.needs.push(*at);
                }
                batch.parts = names.iter().map(|name| read.part(name, points)).collect();
                read.last_alone = None;
                read.batches.push(read.groups.len());
                if points == 0.0 {
                    read.gate = Some(read.groups.len());
                }
                read.groups.push(batch);
            }
        }
    }
    let whole = sum_of(&read.groups);
    read.groups.push(whole);
    from_document(document, Ok(read.groups))
}

/// The groups read so far.
#[derive(Default)]
struct Read<'a> {
    groups: Vec<Group>,
    /// The indices of the batches in `groups`.
    batches: Vec<usize>,
    /// The index of the last group that can stop the groups after it. It needs the earlier stopping groups.
    gate: Option<usize>,
    /// The number of groups of single testcases.
    alone: usize,
    /// Whether the single testcases of the last group are worth 0 points, or `None` if the last group is a batch.
    last_alone: Option<bool>,
    /// The testcases that belong to a group.
    homes: HashSet<&'a str>,
}

impl<'a> Read<'a> {
    /// Adds a single testcase to the group of the testcases before it, unless one of them can stop the next.
    fn case(&mut self, case: &'a str, points: f64) {
        let is_gate = points == 0.0;
        if self.last_alone != Some(is_gate) {
            self.last_alone = Some(is_gate);
            self.alone += 1;
            let name = match self.alone {
                1 => "alone".to_owned(),
                number => format!("alone-{number}"),
            };
            let group = self.group(name, Rule::Sum, 0.0);
            if is_gate {
                self.gate = Some(self.groups.len());
            }
            self.groups.push(group);
        }
        let part = self.part(case, points);
        if let Some(group) = self.groups.last_mut() {
            group.most = group.most.map(|most| most + points);
            group.parts.push(part);
        }
    }

    /// Returns a group that needs the groups that can stop it.
    fn group(&self, name: String, rule: Rule, most: f64) -> Group {
        Group {
            needs: self.gate.into_iter().collect(),
            ..Group::new(name, rule, Some(most))
        }
    }

    /// Returns a testcase as a part of a group. It may count in several batches, and belongs to the first.
    fn part(&mut self, case: &'a str, points: f64) -> Part {
        Part::Case(Worth {
            own: self.homes.insert(case),
            ..Worth::new(case, points)
        })
    }
}
