//! Points of sinol: `config.yml` beside the folder `in`.
//!
//! **Rules.** `scores` gives the points of each group except 0, which holds the examples. A group gets the minimum
//! share of its testcases, times its points, rounded up to a whole number. The testcases of the groups in its
//! `subtask_dependencies` count too. The dependencies of those groups do not.
//!
//! Without `scores` the groups share 100 points evenly, as in SIO2.
//!
//! **Limits.** Contests of the type `oi` take points away if a run takes more than half of the time limit. This depends
//! on the machine, and gamesolve does not do it. `icpc` has no points.
//!
//! **Source.** sinol-make and SIO2.

use std::path::Path;

use crate::error::TaskError;
use crate::natural_order;
use crate::points::{Known, Stop, from_document, one_of_all, sum_of};
use crate::read::yaml::{Document, Fault, Node, shown};
use crate::scheme::PackagePoints;
use crate::scheme::{Group, Part, Rule, Worth};

/// The group of the examples.
const EXAMPLES: &str = "0";
/// The points of all groups together if none are stated.
const POINTS: usize = 100;
pub(super) const ABOUT_TIME: &str =
    "the contest type `oi` takes points away above half of the time limit, and gamesolve does not";

pub(super) fn read(folder: &Path, known: &[Known], config: Option<&Document>) -> Result<PackagePoints, TaskError> {
    if !folder.join("in").is_dir() || known.is_empty() {
        return Ok(PackagePoints::Unstated);
    }
    let Some(document) = config else {
        let points = |groups| PackagePoints::from_groups("the default of SIO2", groups);
        return Ok(evenly(known).map_or(PackagePoints::Unstated, points));
    };
    let contest = contest(document).map_err(|fault| document.located(&fault))?;
    if contest == "icpc" {
        return Ok(PackagePoints::Unstated);
    }
    let groups = match document.root.get("scores") {
        Some(scores) => groups(document, scores, known).map_err(Stop::Fault),
        None => match evenly(known) {
            Some(groups) => Ok(groups),
            None => return Ok(PackagePoints::Unstated),
        },
    };
    let mut points = from_document(document, groups)?;
    if let (PackagePoints::Scheme(scheme), "oi") = (&mut points, contest.as_str()) {
        scheme.remark = Some(ABOUT_TIME.to_owned());
    }
    Ok(points)
}

fn contest(document: &Document) -> Result<String, Fault> {
    let Some(node) = document.root.get("sinol_contest_type") else {
        return Ok("default".to_owned());
    };
    let kind = node.text("`sinol_contest_type`")?.to_ascii_lowercase();
    if ["default", "oi", "oij", "icpc"].contains(&kind.as_str()) {
        Ok(kind)
    } else {
        Err(node.fault(format!(
            "`sinol_contest_type` must be `default`, `oi`, `oij` or `icpc`, found {}",
            shown(&kind)
        )))
    }
}

/// Shares 100 points among the groups, or returns `None` if there is no group except the examples.
///
/// The last groups get one more point each, so that the sum is 100.
fn evenly(known: &[Known]) -> Option<Vec<Group>> {
    let numbers = known.iter().filter_map(|case| case.group.as_deref());
    let numbers = numbers.filter(|name| *name != EXAMPLES);
    let mut numbers: Vec<&str> = numbers.collect();
    numbers.sort_by(|a, b| natural_order(a, b));
    numbers.dedup();
    let count = numbers.len();
    let share = POINTS.checked_div(count)?;
    let larger = count - POINTS % count;
    let mut groups: Vec<Group> = Vec::new();
    for (at, name) in numbers.into_iter().enumerate() {
        let points = (share + usize::from(at >= larger)) as f64;
        let mut group = Group::new(name, Rule::Min, Some(points));
        group.rounds_up = true;
        let cases = known.iter().filter(|case| case.group.as_deref() == Some(name));
        group.parts = cases.map(|case| one_of_all(case, points)).collect();
        groups.push(group);
    }
    groups.push(sum_of(&groups));
    Some(groups)
}

fn groups(document: &Document, scores: &Node, known: &[Known]) -> Result<Vec<Group>, Fault> {
    let of_group = |number: &str| {
        let number = number.to_owned();
        let cases = known.iter();
        cases.filter(move |case| case.group.as_deref() == Some(number.as_str()))
    };
    let mut groups: Vec<Group> = Vec::new();
    for (key, points) in scores.map("`scores`")? {
        let name = key.ordinal("a group")?.to_string();
        let most = points.points("the points of a group")?;
        if most.fract() != 0.0 {
            return Err(points.fault("SIO2 has only whole points"));
        }
        let mut group = Group::new(&name, Rule::Min, Some(most));
        group.rounds_up = true;
        group.parts = of_group(&name).map(|case| one_of_all(case, most)).collect();
        if group.parts.is_empty() {
            return Err(key.fault(format!("group {name} has no testcase")));
        }
        groups.push(group);
    }
    let has_score = |name: &str| groups.iter().any(|group| group.name == name);
    let unscored = known
        .iter()
        .filter_map(|case| case.group.as_deref())
        .find(|name| *name != EXAMPLES && !has_score(name));
    if let Some(name) = unscored {
        return Err(scores.fault(format!("group {name} has testcases, but no points")));
    }
    if let Some(dependencies) = document.root.get("subtask_dependencies") {
        for (key, needed) in dependencies.map("`subtask_dependencies`")? {
            let at = place(&groups, key)?;
            for node in needed.list("the groups that a group depends on")? {
                let other = place(&groups, node)?;
                if at == other {
                    return Err(node.fault("a group cannot depend on itself"));
                }
                let points = groups[at].most.unwrap_or(0.0);
                let borrowed = of_group(&groups[other].name).map(|case| {
                    Part::Case(Worth {
                        own: false,
                        ..Worth::new(case.name.clone(), points)
                    })
                });
                groups[at].parts.extend(borrowed.collect::<Vec<_>>());
            }
        }
    }
    groups.push(sum_of(&groups));
    Ok(groups)
}

/// Returns the index of the group that a dependency names.
fn place(groups: &[Group], node: &Node) -> Result<usize, Fault> {
    let name = node.ordinal("the number of a group in a dependency")?.to_string();
    groups
        .iter()
        .position(|group| group.name == name)
        .ok_or_else(|| node.fault(format!("group {name} has no points")))
}
