//! Points of legacy packages: `testdata.yaml`.
//!
//! **Rules.** A testcase gets `accept_score` (1) or `reject_score` (0). If the problem's `validation` mentions scores,
//! the checker's `score.txt` decides instead. A group combines the points of its parts by the first of the
//! `grader_flags` `sum`, `avg`, `min`, `max`. The default is `sum`.
//!
//! A group is accepted if all parts are. With `accept_if_any_accepted` one accepted part suffices, and with
//! `always_accept` the group is always accepted. With `on_reject: break`, the default, the parts after a part that is
//! not accepted do not count. Parts are judged in the order of their names. A submission that is not accepted as a
//! whole gets nothing.
//!
//! **Limits.** Custom graders of the package are not counted, and neither are objectives other than the maximum.
//!
//! **Source.** The specification, version legacy, and the default grader of problemtools.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsStr;
use std::path::Path;

use super::{Groups, Placed, Wrong, document, name};
use crate::points::{Known, Stop};
use crate::read::yaml::{Document, Fault, Node, shown};
use crate::scheme::{Group, MAX_POINTS, Part, Passes, Rule, Worth};

/// The keys of the file.
const KEYS: [&str; 8] = [
    "on_reject",
    "grading",
    "grader_flags",
    "input_validator_flags",
    "output_validator_flags",
    "accept_score",
    "reject_score",
    "range",
];

/// The grading of a folder, by its own file and those above it.
#[derive(Clone)]
struct Grading {
    accept: f64,
    reject: f64,
    stops: bool,
    rule: Rule,
    passes: Passes,
    ignores_sample: bool,
    /// The upper end of the range in the folder's own file.
    top: Option<f64>,
}

impl Default for Grading {
    fn default() -> Grading {
        Grading {
            accept: 1.0,
            reject: 0.0,
            stops: true,
            rule: Rule::Sum,
            passes: Passes::All,
            ignores_sample: false,
            top: None,
        }
    }
}

/// The contents of a folder, by name.
#[derive(Default)]
struct Folder<'a> {
    cases: BTreeMap<&'a OsStr, &'a Known>,
    folders: BTreeMap<&'a OsStr, Vec<&'a OsStr>>,
}

pub(super) fn groups(problem: &Document, data: &Path, cases: &[Placed<'_>], limit: u64) -> Groups {
    let gives_scores = gives_scores(problem).map_err(|stop| Wrong::of(problem, stop))?;
    // The path of a folder sorts before the paths of its subfolders.
    let mut tree: BTreeMap<Vec<&OsStr>, Folder<'_>> = BTreeMap::new();
    for placed in cases {
        for depth in 0..placed.folders.len() {
            let (above, below) = (&placed.folders[..depth], &placed.folders[..=depth]);
            let folder = tree.entry(above.to_vec()).or_default();
            folder.folders.insert(below[depth], below.to_vec());
        }
        let folder = tree.entry(placed.folders.clone()).or_default();
        folder.cases.insert(placed.file.as_os_str(), placed.case);
    }
    let mut gradings: HashMap<&[&OsStr], Grading> = HashMap::new();
    for place in tree.keys() {
        let inherited = match place.split_last() {
            None => Grading::default(),
            Some((_, above)) => gradings[above].clone(),
        };
        let mut path = data.to_owned();
        path.extend(place);
        let own = document(&path, super::TESTDATA, limit)?;
        let grading = match &own {
            None => Grading { top: None, ..inherited },
            Some(own) => grading(&own.root, inherited).map_err(|stop| Wrong::of(own, stop))?,
        };
        if grading.ignores_sample && !place.is_empty() {
            let why = format!(
                "`ignore_sample` applies to {}, which is not the whole task,",
                name(place)
            );
            return Err(Wrong::Uncounted(why));
        }
        gradings.insert(place, grading);
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut indices: HashMap<&[&OsStr], usize> = HashMap::new();
    for (place, folder) in tree.iter().rev() {
        let grading = &gradings[place.as_slice()];
        let is_whole = place.is_empty();
        let worth = |case: &Known| {
            Part::Case(Worth {
                accepted: Some(grading.accept),
                most: (!gives_scores).then_some(grading.accept.max(grading.reject)),
                rejected: grading.reject,
                ..Worth::new(case.name.clone(), 0.0)
            })
        };
        let inner = folder
            .folders
            .iter()
            .filter(|(name, _)| !(is_whole && grading.ignores_sample && **name == "sample"))
            .map(|(name, place)| (*name, Part::Group(indices[place.as_slice()])));
        let mut parts: Vec<(&OsStr, Part)> = folder
            .cases
            .iter()
            .map(|(name, case)| (*name, worth(case)))
            .chain(inner)
            .collect();
        parts.sort_by_key(|(name, _)| *name);
        let title = if is_whole { "data".to_owned() } else { name(place) };
        let mut group = Group::new(title, grading.rule, None);
        group.parts = parts.into_iter().map(|(_, part)| part).collect();
        group.passes = grading.passes;
        group.stops = grading.stops;
        group.only_passed = is_whole;
        group.most = most(&group, &groups).or(grading.top);
        indices.insert(place, groups.len());
        groups.push(group);
    }
    Ok(groups)
}

/// Returns whether the checker may give points.
fn gives_scores(problem: &Document) -> Result<bool, Stop> {
    let root = &problem.root;
    if let Some(grading) = root.get("grading") {
        for (key, value) in grading.map("`grading`")? {
            match key.text("a key")? {
                "show_test_data_groups" => {}
                "objective" if value.text("`objective`")? == "max" => {}
                key => {
                    return Err(Stop::Uncounted(format!(
                        "gamesolve does not support {} of `grading`",
                        shown(key)
                    )));
                }
            }
        }
    }
    let validation = root.get("validation").map(|node| node.text("`validation`"));
    let validation = validation.transpose()?.unwrap_or_default();
    Ok(validation.split_whitespace().any(|word| word == "score"))
}

/// Applies a file to the grading of the parent folder.
fn grading(root: &Node, above: Grading) -> Result<Grading, Stop> {
    let mut grading = Grading { top: None, ..above };
    if root.is_nothing() {
        return Ok(grading);
    }
    for (key, _) in root.map("this file")? {
        let name = key.text("a key")?;
        if !KEYS.contains(&name) {
            return Err(key.fault(format!("unknown key {} in this file", shown(name))).into());
        }
    }
    if let Some(node) = root.get("grading") {
        match node.text("`grading`")? {
            "default" => {}
            "custom" => return Err(Stop::Uncounted("gamesolve does not run a custom grader".to_owned())),
            other => {
                let message = format!("`grading` must be `default` or `custom`, found {}", shown(other));
                return Err(node.fault(message).into());
            }
        }
    }
    if let Some(node) = root.get("accept_score") {
        grading.accept = node.number("`accept_score`")?;
    }
    if let Some(node) = root.get("reject_score") {
        grading.reject = node.number("`reject_score`")?;
    }
    if let Some(node) = root.get("on_reject") {
        grading.stops = match node.text("`on_reject`")? {
            "break" => true,
            "continue" => false,
            other => {
                let message = format!("`on_reject` must be `break` or `continue`, found {}", shown(other));
                return Err(node.fault(message).into());
            }
        };
    }
    if let Some(node) = root.get("range") {
        grading.top = top(node)?;
    }
    if let Some(node) = root.get("grader_flags") {
        (grading.rule, grading.passes, grading.ignores_sample) = flags(node)?;
    }
    Ok(grading)
}

fn flags(node: &Node) -> Result<(Rule, Passes, bool), Fault> {
    let (mut rule, mut passes, mut ignores_sample) = (Rule::Sum, Passes::All, false);
    for flag in node.text("`grader_flags`")?.split_whitespace() {
        match flag {
            "sum" => rule = Rule::Sum,
            "avg" => rule = Rule::Mean,
            "min" => rule = Rule::Min,
            "max" => rule = Rule::Max,
            "always_accept" => passes = Passes::Always,
            "accept_if_any_accepted" if passes == Passes::All => passes = Passes::Any,
            "ignore_sample" => ignores_sample = true,
            "first_error" | "worst_error" | "no_errors" | "accept_if_any_accepted" => {}
            other => return Err(node.fault(format!("{} is not a flag of the grader", shown(other)))),
        }
    }
    Ok((rule, passes, ignores_sample))
}

/// Returns the upper end of a range, or `None` if it is infinite.
fn top(node: &Node) -> Result<Option<f64>, Fault> {
    let ends: Vec<Option<f64>> = node
        .text("`range`")?
        .split_whitespace()
        .map(|end| end.parse().ok())
        .collect();
    match ends[..] {
        [Some(low), Some(high)] if low <= high => match high {
            f64::INFINITY => Ok(None),
            _ if high.abs() <= MAX_POINTS => Ok(Some(high)),
            _ => Err(node.fault(format!("`range` must end by {MAX_POINTS} or `inf`"))),
        },
        _ => Err(node.fault("`range` must be two numbers, the lower first")),
    }
}

/// Returns the maximum points that the parts of a group can give.
fn most(group: &Group, groups: &[Group]) -> Option<f64> {
    let each = group.parts.iter().map(|part| match part {
        Part::Case(worth) => worth.most,
        Part::Group(at) => groups[*at].most,
    });
    let each: Vec<f64> = each.collect::<Option<_>>()?;
    let of_all = each.iter().copied();
    match group.rule {
        Rule::Whole => group.most,
        Rule::Sum => Some(of_all.sum()),
        Rule::Min => of_all.reduce(f64::min),
        Rule::Max => of_all.reduce(f64::max),
        Rule::Mean => Some(of_all.sum::<f64>() / each.len().max(1) as f64),
    }
}
