//! Points of packages of version 2025-09: `test_group.yaml`.
//!
//! **Rules.** `secret` holds testcases or groups. Each group, and `secret` itself, has a `max_score` (100 for `secret`)
//! and a `score_aggregation`. With `pass-fail`, the default of groups, only a submission that passes every testcase
//! gets the points, and it gets all. With `sum`, the default of `secret`, each testcase is worth an equal part. With
//! `min` each testcase is worth all points, and the minimum counts. The checker may give an accepted testcase less.
//!
//! A group gets nothing unless the groups in its `require_pass` are passed. They come before it by name, and are
//! `pass-fail` or `sample`. The three keys may also stand below `scoring`, as `score`, `aggregation` and
//! `require_pass`.
//!
//! **Limits.** The validation of source texts is not counted.
//!
//! **Source.** The specification, version 2025-09.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;

use super::{Groups, Placed, Wrong, document, name};
use crate::error::TaskError;
use crate::points::{Known, Stop};
use crate::read::yaml::{Document, Fault, Node, shown};
use crate::scheme::{Group, Part, Rule, Worth};

/// The name of the file in errors.
const FILE_ITSELF: &str = "this file";
const SAMPLE: &str = "sample";
const SECRET: &str = "secret";
/// The keys of the file that are not about points.
const OTHER_KEYS: [&str; 12] = [
    "static_validation",
    "hint",
    "description",
    "args",
    "input_validator_args",
    "static_validator_args",
    "output_validator_args",
    "input_visualizer_args",
    "output_visualizer_args",
    "full_feedback",
    "input_validator_flags",
    "output_validator_flags",
];

/// The content of a file. It is empty if there is no file.
#[derive(Default)]
struct Own {
    /// The maximum points. `Some(None)` means that they are unbounded.
    most: Option<Option<f64>>,
    rule: Option<Rule>,
    /// The indices in `groups` of the groups that must be passed.
    needs: Vec<usize>,
}

/// Returns the groups, each read from the file of this name in its folder.
pub(super) fn groups(data: &Path, cases: &[Placed<'_>], file_name: &str, limit: u64) -> Groups {
    let mut sample: Vec<&Known> = Vec::new();
    let mut alone: Vec<&Known> = Vec::new();
    let mut grouped: BTreeMap<&OsStr, Vec<&Known>> = BTreeMap::new();
    for placed in cases {
        match placed.folders[..] {
            [first, ..] if first == SAMPLE => sample.push(placed.case),
            [first] if first == SECRET => alone.push(placed.case),
            [first, group, ..] if first == SECRET => {
                grouped.entry(group).or_default().push(placed.case);
            }
            _ => {}
        }
    }
    let secret = data.join(SECRET);
    if !alone.is_empty() && !grouped.is_empty() {
        let message = TaskError::new(format!(
            "{} contains both testcases and groups",
            crate::points::shown(&secret)
        ));
        return Err(Wrong::Message(message));
    }
    let mut groups: Vec<Group> = Vec::new();
    if !sample.is_empty() {
        groups.push(group(SAMPLE.to_owned(), Rule::Whole, Some(0.0), &sample));
    }
    let whole_file = document(&secret, file_name, limit)?;
    let whole = own(whole_file.as_ref(), &groups)?;
    let whole_most = whole.most.unwrap_or(Some(100.0));
    for (folder, cases) in &grouped {
        let file = document(&secret.join(folder), file_name, limit)?;
        let own = own(file.as_ref(), &groups)?;
        let (rule, most) = (own.rule.unwrap_or(Rule::Whole), own.most.flatten());
        let name = name(&[OsStr::new(SECRET), folder]);
        if most.is_none() && (rule == Rule::Whole || whole_most.is_some()) {
            let Some(file) = &file else {
                let message = format!("group {name} must have a `max_score`: write it in `data/{name}/{file_name}`");
                return Err(Wrong::Message(TaskError::new(message)));
            };
            let fault = file.root.fault(format!("group {name} must have a `max_score`"));
            return Err(Wrong::Message(file.located(&fault)));
        }
        let mut group = group(name, rule, most, cases);
        group.needs = own.needs;
        groups.push(group);
    }
    let rule = whole.rule.unwrap_or(Rule::Sum);
    let mut last = group(SECRET.to_owned(), rule, whole_most, &alone);
    let inner = groups.iter().enumerate().filter(|(_, group)| group.name != SAMPLE);
    last.parts.extend(inner.map(|(at, _)| Part::Group(at)));
    last.needs = whole.needs;
    groups.push(last);
    Ok(groups)
}

/// Returns a group of these testcases.
fn group(name: String, rule: Rule, most: Option<f64>, cases: &[&Known]) -> Group {
    let each = match rule {
        Rule::Sum => most.map(|most| most / cases.len().max(1) as f64),
        _ => most,
    };
    let mut group = Group::new(name, rule, most);
    group.parts = cases
        .iter()
        .map(|case| {
            Part::Case(Worth {
                accepted: each,
                most: each,
                ..Worth::new(case.name.clone(), 0.0)
            })
        })
        .collect();
    group
}

/// Reads the keys of a group that comes after `groups`.
fn own(file: Option<&Document>, groups: &[Group]) -> Result<Own, Wrong> {
    let Some(file) = file else {
        return Ok(Own::default());
    };
    read(&file.root, groups).map_err(|stop| Wrong::of(file, stop))
}

fn read(root: &Node, groups: &[Group]) -> Result<Own, Stop> {
    let mut own = Own::default();
    if !root.is_nothing() {
        own.read(root, FILE_ITSELF, groups)?;
    }
    Ok(own)
}

impl Own {
    /// Reads the keys of the map `node`, which errors call `what`.
    fn read(&mut self, node: &Node, what: &str, groups: &[Group]) -> Result<(), Stop> {
        let own = self;
        for (key, value) in node.map(what)? {
            match key.text("a key")? {
                // Some packages have the keys below this one, with shorter names.
                "scoring" if what == FILE_ITSELF => own.read(value, "`scoring`", groups)?,
                "max_score" | "score" => own.most = Some(max_score(value)?),
                "score_aggregation" | "aggregation" => own.rule = Some(rule(value)?),
                "static_validation_score" => {
                    return Err(Stop::Uncounted(
                        "gamesolve does not support `static_validation_score`".to_owned(),
                    ));
                }
                "require_pass" => {
                    for (node, name) in value.texts("`require_pass`")? {
                        own.needs.push(needed(node, name, groups)?);
                    }
                }
                other if OTHER_KEYS.contains(&other) => {}
                other => {
                    return Err(key.fault(format!("unknown key {} in this file", shown(other))).into());
                }
            }
        }
        Ok(())
    }
}

fn max_score(node: &Node) -> Result<Option<f64>, Fault> {
    if node.text("`max_score`")? == "unbounded" {
        return Ok(None);
    }
    node.points("`max_score`").map(Some)
}

fn rule(node: &Node) -> Result<Rule, Fault> {
    match node.text("`score_aggregation`")? {
        "pass-fail" => Ok(Rule::Whole),
        "sum" => Ok(Rule::Sum),
        "min" => Ok(Rule::Min),
        other => {
            let message = "`score_aggregation` must be `pass-fail`, `sum` or `min`, found";
            Err(node.fault(format!("{message} {}", shown(other))))
        }
    }
}

/// Returns the index of a group that must be passed.
fn needed(node: &Node, name: &str, groups: &[Group]) -> Result<usize, Fault> {
    let at = groups.iter().position(|group| group.name == name);
    let at = at.ok_or_else(|| node.fault(format!("there is no group {} before this one", shown(name))))?;
    if groups[at].rule != Rule::Whole {
        return Err(node.fault(format!("{} must be `pass-fail`", shown(name))));
    }
    Ok(at)
}
