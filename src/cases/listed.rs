//! Groups in the list of testcases: `groups` of `cases.yaml`, for the stored and the listed testcases.
//!
//! ```yaml
//! groups:
//!   - {name: samples, points: 0, cases: [sample-*]}
//!   - {name: tiny, points: 30, cases: [secret-01-*, secret-91-one-heap]}
//!   - {name: full, points: 70}
//! ```
//!
//! **Rules.** A group gets its points if all its testcases are accepted. `cases` are names. `*` and `?` stand for any
//! characters in them. One group may omit `cases`: it has all testcases that no other group lists. Every testcase is in
//! one group, and the points add up to 100.

use crate::package::points::sum_of;
use crate::package::read::yaml::{Fault, Node};
use crate::package::scheme::{Group, Part, Rule, Worth};
use crate::package::{Case, name_matches};
use crate::text::quoted;

/// The points of all groups together.
const POINTS: f64 = 100.0;

/// A group as the list states it.
struct Listed<'a> {
    group: Group,
    node: &'a Node,
    /// The patterns, or `None` for all other testcases.
    patterns: Option<Vec<(&'a str, &'a Node)>>,
}

/// Returns the groups for these testcases in the list with the document `root`, or `None` if it states none.
///
/// # Errors
/// Returns the first fault, with its place.
pub(super) fn groups(root: &Node, cases: &[Case]) -> Result<Option<Vec<Group>>, Fault> {
    let Some(node) = root.get("groups") else {
        return Ok(None);
    };
    let mut listed: Vec<Listed<'_>> = Vec::new();
    for node in node.list("`groups`")? {
        let group = read(node)?;
        if listed.iter().any(|other| other.group.name == group.group.name) {
            return Err(node.fault("a group of this name is listed above"));
        }
        if group.patterns.is_none() && listed.iter().any(|other| other.patterns.is_none()) {
            return Err(node.fault("`cases` is missing here: a group above has all other testcases already"));
        }
        listed.push(group);
    }
    let most: f64 = listed.iter().filter_map(|listed| listed.group.most).sum();
    if most != POINTS {
        return Err(node.fault(format!("the points of the groups add up to {most}, not {POINTS}")));
    }
    let mut homes: Vec<Option<usize>> = vec![None; cases.len()];
    for (at, group) in listed.iter().enumerate() {
        for (pattern, node) in group.patterns.iter().flatten() {
            let mut is_known = false;
            let matching = cases
                .iter()
                .zip(&mut homes)
                .filter(|(case, _)| name_matches(pattern, &case.name));
            for (case, home) in matching {
                is_known = true;
                match home {
                    Some(other) if *other != at => {
                        let other = &listed[*other].group.name;
                        return Err(node.fault(format!("the testcase `{}` is in the group `{other}` too", case.name)));
                    }
                    _ => *home = Some(at),
                }
            }
            if !is_known {
                return Err(node.fault("no testcase has this name"));
            }
        }
    }
    let rest = listed.iter().position(|group| group.patterns.is_none());
    for (case, home) in cases.iter().zip(homes) {
        let Some(at) = home.or(rest) else {
            return Err(node.fault(format!("the testcase `{}` is in no group", case.name)));
        };
        let group = &mut listed[at].group;
        let points = group.most.unwrap_or_default();
        group.parts.push(Part::Case(Worth::new(case.name.clone(), points)));
    }
    if let Some(empty) = listed.iter().find(|listed| listed.group.parts.is_empty()) {
        return Err(empty.node.fault("there is no testcase left for this group"));
    }
    let mut groups: Vec<Group> = listed.into_iter().map(|listed| listed.group).collect();
    groups.push(sum_of(&groups));
    Ok(Some(groups))
}

fn read(node: &Node) -> Result<Listed<'_>, Fault> {
    node.known_keys("a group", &["name", "points", "cases"])?;
    let name_node = node.required("name")?;
    let name = name_node.text("`name`")?;
    if name.is_empty() {
        return Err(name_node.fault("a group has a name"));
    }
    let points_node = node.required("points")?;
    let points = points_node.points("`points`")?;
    if points < 0.0 {
        return Err(points_node.fault("`points` must be at least 0"));
    }
    let patterns = match node.get("cases") {
        None => None,
        Some(cases) => {
            let patterns = cases.list("`cases`")?.iter();
            let patterns = patterns.map(|node| Ok((node.text("a name of testcases")?, node)));
            Some(patterns.collect::<Result<Vec<_>, Fault>>()?)
        }
    };
    Ok(Listed {
        group: Group::new(quoted(name.as_bytes(), 100), Rule::Whole, Some(points)),
        node,
        patterns,
    })
}
