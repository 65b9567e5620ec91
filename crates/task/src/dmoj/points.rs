//! DMOJ: `init.yml`.
//!
//! **Rules.** `test_cases` is a list. A case alone gets its share of its `points`. A batch gets the least share of its
//! cases, of its `points`, and nothing unless the batches in its `dependencies` were passed, which are numbered from 1
//! and come before it. Whatever comes after a case worth 0 points counts only where that is accepted. `points` is 1
//! where it is stated nowhere, and may be stated for all cases at once.
//!
//! **Source.** DMOJ's documentation of the problem format; judge-server.

use std::collections::HashSet;

use crate::error::TaskError;
use crate::points::{from_document, sum_of};
use crate::read::yaml::{Document, Fault};
use crate::scheme::PackagePoints;
use crate::scheme::{Group, Part, Rule, Worth};

/// An item of the list of cases; the points are `None` where the item states none.
pub(super) enum Listed {
    /// A case alone.
    Case {
        /// The case's name.
        name: String,
        points: Option<f64>,
    },
    /// A batch.
    Batch {
        /// The names of its cases.
        names: Vec<String>,
        points: Option<f64>,
        /// The numbers of the batches that it needs, from 1, each with the error where there is none.
        needs: Vec<(usize, Fault)>,
    },
}

/// Returns the points of the cases of a problem, which are listed in the order of judging.
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

/// The groups that have been read.
#[derive(Default)]
struct Read<'a> {
    groups: Vec<Group>,
    /// The places of the batches in `groups`.
    batches: Vec<usize>,
    /// The place of the last group that stops the groups after it; it needs the stopping groups before it.
    gate: Option<usize>,
    /// The number of groups of cases without a batch.
    alone: usize,
    /// Where the last group is one of cases without a batch: whether its cases are worth 0 points.
    last_alone: Option<bool>,
    /// The cases that belong to a group.
    homes: HashSet<&'a str>,
}

impl<'a> Read<'a> {
    /// Adds a case alone to the group of those before it, unless one of them can stop the next.
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

    /// Returns a group that needs what can stop it.
    fn group(&self, name: String, rule: Rule, most: f64) -> Group {
        Group {
            needs: self.gate.into_iter().collect(),
            ..Group::new(name, rule, Some(most))
        }
    }

    /// A case may count in several batches; it belongs to the first.
    fn part(&mut self, case: &'a str, points: f64) -> Part {
        Part::Case(Worth {
            own: self.homes.insert(case),
            ..Worth::new(case, points)
        })
    }
}
