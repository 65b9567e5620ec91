//! Points of CMS and task-maker: `gen/GEN` beside the folder `input`.
//!
//! **Rules.** Each line that is not empty without its comment (from `#` on) makes one testcase, and so does a comment
//! `#COPY: file`. The testcases are `input0.txt`, `input1.txt` and so on, in this order. A comment `#ST: 40` begins a
//! group worth 40 points. A group gets the minimum share of its testcases, times its points. Groups are numbered from
//! 0.
//!
//! Without `#ST`, and if there is a `task.yaml`, the testcases share `total_value`, 100 by default. `n_input` in
//! `task.yaml` is the number of lines that make a testcase.
//!
//! **Limits.** If `task.yaml` has a `score_type`, it decides instead, and gamesolve does not count the points. The
//! dependencies of task-maker (`#STDEP`), which CMS does not know, are not applied either.
//!
//! **Source.** CMS's documentation of external contest formats and its loader, and task-maker-rust.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::error::TaskError;
use crate::points::{Known, one_of_all, sum_of};
use crate::read::yaml::{Document, source};
use crate::scheme::PackagePoints;
use crate::scheme::{Group, MAX_POINTS, Rule};
use gamesolve_text::{InputError, Source, quoted};

pub(super) fn read(
    folder: &Path,
    known: &[Known],
    task: Option<&Document>,
    limit: u64,
) -> Result<PackagePoints, TaskError> {
    if !folder.join("input").is_dir() {
        return Ok(PackagePoints::Unstated);
    }
    if let Some(task) = task.filter(|task| task.root.get("score_type").is_some()) {
        return Ok(PackagePoints::Uncounted {
            source: task.name(),
            why: "gamesolve does not support `score_type`".to_owned(),
        });
    }
    let Some(file) = source(&folder.join("gen/GEN"), limit)? else {
        let newer = folder.join("gen/cases.gen");
        if newer.is_file() {
            return Ok(PackagePoints::Uncounted {
                source: crate::points::shown(&newer),
                why: "gamesolve does not support the groups of `gen/cases.gen`".to_owned(),
            });
        }
        return shared(known, task);
    };
    let source = quoted(file.name.as_bytes(), 300);
    let stated = task.and_then(|task| Some((task, task.root.get("n_input")?)));
    let read = groups(&file, known).map_err(|error| TaskError::at(&file.name, &file.bytes, error))?;
    if let (Some((task, node)), Read::Nothing(count) | Read::Groups(_, count)) = (stated, &read)
        && node.ordinal("`n_input`").map_err(|fault| task.located(&fault))? != *count
    {
        let fault = node.fault(format!(
            "`n_input` differs from the number of testcases in gen/GEN, which is {count}"
        ));
        return Err(task.located(&fault));
    }
    Ok(match read {
        Read::Nothing(_) => return shared(known, task),
        Read::Dependencies => PackagePoints::Uncounted {
            source,
            why: "gamesolve does not support the dependencies by `#STDEP`".to_owned(),
        },
        Read::Groups(mut groups, _) => {
            groups.push(sum_of(&groups));
            PackagePoints::from_groups(source, groups)
        }
    })
}

/// Shares `total_value`, or 100 points, evenly among the testcases, as CMS does if no groups are stated.
fn shared(known: &[Known], task: Option<&Document>) -> Result<PackagePoints, TaskError> {
    let Some(task) = task.filter(|_| !known.is_empty()) else {
        return Ok(PackagePoints::Unstated);
    };
    let total = task.root.get("total_value").map(|node| node.points("`total_value`"));
    let total = total
        .transpose()
        .map_err(|fault| task.located(&fault))?
        .unwrap_or(100.0);
    let each = total / known.len() as f64;
    let mut whole = Group::new("", Rule::Sum, Some(total));
    whole.parts = known.iter().map(|case| one_of_all(case, each)).collect();
    Ok(PackagePoints::from_groups(task.name(), vec![whole]))
}

/// Returns whether the testcases share the points evenly, without stated groups.
pub(super) fn is_shared(points: &PackagePoints) -> bool {
    matches!(points, PackagePoints::Scheme(scheme) if scheme.groups.len() == 1)
}

/// The points in `gen/GEN`, with the number of testcases that it makes.
enum Read {
    Nothing(usize),
    Dependencies,
    Groups(Vec<Group>, usize),
}

fn groups(file: &Source, known: &[Known]) -> Result<Read, InputError> {
    let places = known
        .iter()
        .flat_map(|case| case.places.iter().map(move |place| (place.clone(), case)));
    let places: HashMap<PathBuf, &Known> = places.collect();
    let mut groups: Vec<Group> = Vec::new();
    let mut starts: Vec<usize> = Vec::new();
    // The place of each testcase's line, and the index of its group.
    let mut lines: Vec<(usize, Option<usize>)> = Vec::new();
    // Some editors write a byte order mark before the first line.
    const MARK: &[u8] = b"\xef\xbb\xbf";
    let mut at = if file.bytes.starts_with(MARK) { MARK.len() } else { 0 };
    for line in file.bytes[at..].split_inclusive(|&b| b == b'\n') {
        let (start, length) = (at, line.trim_ascii_end().len());
        at += line.len();
        let mut halves = line.splitn(2, |&b| b == b'#');
        let is_generated = !halves.next().unwrap_or_default().trim_ascii().is_empty();
        let comment = halves.next().unwrap_or_default().trim_ascii();
        if comment.starts_with(b"STDEP:") {
            return Ok(Read::Dependencies);
        }
        let points = comment.strip_prefix(b"ST:");
        let is_copied = comment.starts_with(b"COPY:");
        if is_generated && (is_copied || points.is_some()) {
            let message = "a line cannot make a testcase and contain a special comment";
            return Err(InputError::new(start, length, message));
        }
        if is_generated || is_copied {
            lines.push((start, groups.len().checked_sub(1)));
        }
        if let Some(points) = points {
            let points: Option<u32> = std::str::from_utf8(points.trim_ascii())
                .ok()
                .and_then(|text| text.parse().ok());
            let Some(points) = points.filter(|points| f64::from(*points) <= MAX_POINTS) else {
                let message = format!("`#ST:` must give a whole number of points, at most {MAX_POINTS}");
                return Err(InputError::new(start, length, message));
            };
            if !lines.is_empty() && groups.is_empty() {
                return Err(InputError::new(
                    start,
                    length,
                    "there are testcases before the first `#ST:`",
                ));
            }
            starts.push(start);
            let name = groups.len().to_string();
            groups.push(Group::new(name, Rule::Min, Some(points.into())));
        }
    }
    // Examples for contestants may lie elsewhere.
    let is_case = |case: &&Known| case.places.iter().any(|place| place.starts_with("input"));
    let there = known.iter().filter(is_case).count();
    let is_too_few = there > lines.len() && !(groups.is_empty() && lines.is_empty());
    let too_few = || {
        InputError::new(
            0,
            0,
            format!("this makes {} of the {there} testcases in `input`", lines.len()),
        )
    };
    if groups.is_empty() {
        return if is_too_few {
            Err(too_few())
        } else {
            Ok(Read::Nothing(lines.len()))
        };
    }
    for (number, (start, group)) in lines.iter().enumerate() {
        let input = PathBuf::from(format!("input/input{number}.txt"));
        let case = places.get(&input).ok_or_else(|| {
            let message = format!(
                "this is testcase {number}, but there is no {}",
                crate::points::shown(&input)
            );
            InputError::new(*start, 0, message)
        })?;
        if let Some(group) = group.and_then(|at| groups.get_mut(at)) {
            let points = group.most.unwrap_or(0.0);
            group.parts.push(one_of_all(case, points));
        }
    }
    if let Some(empty) = groups.iter().position(|group| group.parts.is_empty()) {
        return Err(InputError::new(starts[empty], 0, "this group has no testcase"));
    }
    if is_too_few {
        return Err(too_few());
    }
    Ok(Read::Groups(groups, lines.len()))
}
