//! DMOJ: `init.yml`.
//!
//! **Rules.** `test_cases` is a list. A case alone gets its share of its `points`. A batch gets the least share of its
//! cases, of its `points`, and nothing unless the batches in its `dependencies` were passed, which are numbered from 1
//! and come before it. Whatever comes after a case worth 0 points counts only where that is accepted. `points` is 1 where
//! it is stated nowhere, and may be stated for all cases at once.
//!
//! **Limits.** Cases that are named by patterns or made by a generator are not counted.
//!
//! **Source.** DMOJ's documentation of the problem format; judge-server.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::yaml::{Document, Node, shown};
use super::{Known, Stated, Stop, from_document, one_of_all, sum_of};
use crate::judge::points::{Group, Part, Rule};

pub(super) fn stated(folder: &Path, known: &[Known], limit: u64) -> Result<Stated, String> {
    let Some(document) = Document::read(&folder.join("init.yml"), limit)? else {
        return Ok(Stated::Nothing);
    };
    let root = &document.root;
    let has_archive = root.get("archive").is_some();
    let Some(cases) = root.get("test_cases") else {
        return Ok(if has_archive {
            uncounted(&document, "the cases are those in its archive")
        } else {
            Stated::Nothing
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
            Some(points) => points
                .points("`points`")
                .map_err(|fault| document.located(&fault))?,
            None => 1.0,
        },
    };
    from_document(&document, reader.groups(cases))
}

fn uncounted(document: &Document, why: &str) -> Stated {
    Stated::Uncounted {
        source: document.name(),
        why: why.to_owned(),
    }
}

struct Reader<'a> {
    known: HashMap<PathBuf, &'a Known>,
    has_archive: bool,
    default: f64,
}

impl Reader<'_> {
    fn groups(&self, cases: &Node) -> Result<Vec<Group>, Stop> {
        let mut groups: Vec<Group> = Vec::new();
        // Where the batches are in `groups`, and the groups that stop what comes after them.
        let (mut batches, mut gates) = (Vec::new(), Vec::new());
        let mut runs = 0;
        let mut homes: HashSet<&str> = HashSet::new();
        let mut last_alone = None;
        for node in cases.list("`test_cases`")? {
            let points = match node.get("points") {
                Some(points) => points.points("`points`")?,
                None => self.default,
            };
            let Some(batched) = node.get("batched") else {
                let case = self.case(node)?;
                // Cases alone that follow each other are one group, unless one of them can stop the next.
                if last_alone != Some(points == 0.0) {
                    runs += 1;
                    let name = if runs == 1 {
                        "alone".to_owned()
                    } else {
                        format!("alone-{runs}")
                    };
                    groups.push(group(name, Rule::Sum, 0.0, &gates));
                }
                last_alone = Some(points == 0.0);
                let at = groups.len() - 1;
                let run = &mut groups[at];
                run.most = run.most.map(|most| most + points);
                run.parts.push(part(case, points, &mut homes));
                if points == 0.0 && gates.last() != Some(&at) {
                    gates.push(at);
                }
                continue;
            };
            last_alone = None;
            let mut batch = group((batches.len() + 1).to_string(), Rule::Min, points, &gates);
            for needed in node
                .get("dependencies")
                .map_or(Ok(&[][..]), |list| list.list("`dependencies`"))?
            {
                let number = needed.ordinal("a dependency")?;
                let at = batches.get(number - 1).ok_or_else(|| {
                    needed.fault(format!("there is no batch {number} before this one"))
                })?;
                batch.needs.push(*at);
            }
            for case in batched.list("`batched`")? {
                if let Some(points) = case.get("points") {
                    return Err(points
                        .fault("a case of a batch has no points of its own")
                        .into());
                }
                batch.parts.push(part(self.case(case)?, points, &mut homes));
            }
            if batch.parts.is_empty() {
                return Err(batched.fault("a batch must have a case").into());
            }
            batches.push(groups.len());
            if points == 0.0 {
                gates.push(groups.len());
            }
            groups.push(batch);
        }
        groups.push(sum_of(&groups));
        Ok(groups)
    }

    /// The case whose input or answer is named.
    fn case(&self, node: &Node) -> Result<&Known, Stop> {
        let Some(file) = node.get("in").or_else(|| node.get("out")) else {
            return Err(match node.get("generator") {
                Some(_) => Stop::Uncounted("some cases are made by a generator".to_owned()),
                None => node.fault("a case must have `in` and `out`").into(),
            });
        };
        let name = file.text("`in`")?;
        match self.known.get(Path::new(name)) {
            Some(case) => Ok(case),
            None if self.has_archive => Err(Stop::Uncounted(
                "its archive is not unpacked beside it".to_owned(),
            )),
            None => Err(file
                .fault(format!("there is no case with the file {}", shown(name)))
                .into()),
        }
    }
}

fn group(name: String, rule: Rule, most: f64, gates: &[usize]) -> Group {
    Group {
        needs: gates.to_vec(),
        ..Group::new(name, rule, Some(most))
    }
}

/// A case may count in several batches; it belongs to the first.
fn part<'a>(case: &'a Known, points: f64, homes: &mut HashSet<&'a str>) -> Part {
    let mut part = one_of_all(case, points);
    if let Part::Case(worth) = &mut part {
        worth.own = homes.insert(&case.name);
    }
    part
}
