//! DMOJ: `init.yml`.
//!
//! **Rules.** `test_cases` is a list. A case alone gets its share of its `points`. A batch gets the least share of its
//! cases, of its `points`, and nothing unless the batches in its `dependencies` were passed, which are numbered from 1
//! and come before it. Whatever comes after a case worth 0 points counts only where that is accepted. `points` is 1
//! where it is stated nowhere, and may be stated for all cases at once.
//!
//! **Limits.** Cases that are named by patterns or made by a generator are not counted.
//!
//! **Source.** DMOJ's documentation of the problem format; judge-server.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::yaml::{Document, Node, shown};
use super::{Known, PackagePoints, Stop, from_document, sum_of};
use crate::package::scheme::{Group, Part, Rule, Worth};

pub(super) fn read(folder: &Path, known: &[Known], limit: u64) -> Result<PackagePoints, String> {
    let Some(document) = Document::read(&folder.join("init.yml"), limit)? else {
        return Ok(PackagePoints::Unstated);
    };
    let root = &document.root;
    let has_archive = root.get("archive").is_some();
    let Some(cases) = root.get("test_cases") else {
        return Ok(if has_archive {
            uncounted(&document, "the cases are those in its archive")
        } else {
            PackagePoints::Unstated
        });
    };
    if !cases.is_list() {
        return Ok(uncounted(&document, "the cases are named by patterns"));
    }
    let by_place = known
        .iter()
        .flat_map(|case| case.places.iter().map(move |place| (place.clone(), case)));
    let reader = Reader {
        known: by_place.collect(),
        has_archive,
        default: match root.get("points") {
            Some(points) => points.points("`points`").map_err(|fault| document.located(&fault))?,
            None => 1.0,
        },
    };
    from_document(&document, reader.groups(cases))
}

fn uncounted(document: &Document, why: &str) -> PackagePoints {
    PackagePoints::Uncounted {
        source: document.name(),
        why: why.to_owned(),
    }
}

struct Reader<'a> {
    known: HashMap<PathBuf, &'a Known>,
    has_archive: bool,
    default: f64,
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

impl<'a> Reader<'a> {
    fn groups(&self, cases: &Node) -> Result<Vec<Group>, Stop> {
        let mut read = Read::default();
        for node in cases.list("`test_cases`")? {
            let points = match node.get("points") {
                Some(points) => points.points("`points`")?,
                None => self.default,
            };
            match node.get("batched") {
                None => read.case(self.case(node)?, points),
                Some(batched) => self.batch(node, batched, points, &mut read)?,
            }
        }
        let whole = sum_of(&read.groups);
        read.groups.push(whole);
        Ok(read.groups)
    }

    /// Adds a batch.
    fn batch(&self, node: &Node, batched: &Node, points: f64, read: &mut Read<'a>) -> Result<(), Stop> {
        let mut batch = read.group((read.batches.len() + 1).to_string(), Rule::Min, points);
        if let Some(needed) = node.get("dependencies") {
            for node in needed.list("`dependencies`")? {
                let number = node.ordinal("a dependency")?;
                let at = read
                    .batches
                    .get(number - 1)
                    .ok_or_else(|| node.fault(format!("there is no batch {number} before this one")))?;
                batch.needs.push(*at);
            }
        }
        for case in batched.list("`batched`")? {
            if let Some(points) = case.get("points") {
                let message = "a case of a batch has no points of its own";
                return Err(points.fault(message).into());
            }
            batch.parts.push(read.part(self.case(case)?, points));
        }
        if batch.parts.is_empty() {
            return Err(batched.fault("a batch must have a case").into());
        }
        read.last_alone = None;
        read.batches.push(read.groups.len());
        if points == 0.0 {
            read.gate = Some(read.groups.len());
        }
        read.groups.push(batch);
        Ok(())
    }

    /// Returns the case whose input or answer is named.
    fn case(&self, node: &Node) -> Result<&'a Known, Stop> {
        let Some(file) = node.get("in").or_else(|| node.get("out")) else {
            return Err(match node.get("generator") {
                Some(_) => Stop::Uncounted("some cases are made by a generator".to_owned()),
                None => node.fault("a case must have `in` and `out`").into(),
            });
        };
        let name = file.text("`in`")?;
        match self.known.get(Path::new(name)) {
            Some(case) => Ok(case),
            None if self.has_archive => Err(Stop::Uncounted("its archive is not unpacked beside it".to_owned())),
            None => Err(file
                .fault(format!("there is no case with the file {}", shown(name)))
                .into()),
        }
    }
}

impl<'a> Read<'a> {
    /// Adds a case alone to the group of those before it, unless one of them can stop the next.
    fn case(&mut self, case: &'a Known, points: f64) {
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
    fn part(&mut self, case: &'a Known, points: f64) -> Part {
        Part::Case(Worth {
            own: self.homes.insert(&case.name),
            ..Worth::new(case.name.clone(), points)
        })
    }
}
