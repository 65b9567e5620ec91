//! The verdict of problemtools and DOMjudge: group by group, by the keys `on_reject` and `grader_flags` of
//! `testdata.yaml`.
//!
//! By default judging ends at the first rejected testcase, whose verdict counts.
//!
//! **Source.** The specification, version legacy, problemtools with its default grader, and DOMjudge's manual and
//! settings.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::super::keys::TESTDATA;
use crate::error::TaskError;
use crate::layout::Layout;
use crate::overall::{Mode, Overall, VerdictGroup, VerdictPart};
use crate::read::manifest;
use crate::read::yaml::{Fault, Node};

/// The grading of a folder: by its own file, else as its parent.
#[derive(Clone)]
struct Grading {
    mode: Mode,
    any: bool,
    stops: bool,
    ignores_sample: bool,
    is_custom: bool,
}

impl Grading {
    /// Applies the statements of a file.
    fn take(&mut self, root: &Node) -> Result<(), Fault> {
        if let Some(node) = root.get("on_reject") {
            self.stops = node.text("`on_reject`")? == "break";
        }
        if let Some(node) = root.get("grading").filter(|node| !node.is_map()) {
            self.is_custom = node.text("`grading`")? == "custom";
        }
        let Some(node) = root.get("grader_flags") else {
            return Ok(());
        };
        (self.mode, self.any, self.ignores_sample) = (Mode::Worst, false, false);
        for flag in node.text("`grader_flags`")?.split_whitespace() {
            match flag {
                "worst_error" | "no_errors" => self.mode = Mode::Worst,
                "first_error" => self.mode = Mode::First,
                "always_accept" => self.mode = Mode::Accept,
                "accept_if_any_accepted" => self.any = true,
                "ignore_sample" => self.ignores_sample = true,
                _ => {}
            }
        }
        Ok(())
    }
}

/// Reads the rule for the testcases in a folder `data`.
pub(super) fn read(data: &Path, layout: &Layout, limit: u64) -> Result<Overall, TaskError> {
    // The folders with their testcases by the names of their answers, as problemtools sorts them. The whole comes
    // first, and each folder before its subfolders.
    let mut folders: BTreeMap<PathBuf, BTreeMap<&OsStr, String>> = BTreeMap::new();
    for case in &layout.cases {
        let (Ok(place), Some(file)) = (case.input.strip_prefix(data), case.answer.file_name()) else {
            return Ok(Overall::Worst);
        };
        let folder = place.parent().unwrap_or(Path::new(""));
        for above in folder.ancestors() {
            folders.entry(above.to_owned()).or_default();
        }
        folders
            .entry(folder.to_owned())
            .or_default()
            .insert(file, case.name.clone());
    }
    let mut gradings: BTreeMap<&Path, Grading> = BTreeMap::new();
    for place in folders.keys() {
        let above = place.parent().and_then(|above| gradings.get(above));
        let mut grading = above.cloned().unwrap_or(Grading {
            mode: Mode::Worst,
            any: false,
            stops: true,
            ignores_sample: false,
            is_custom: false,
        });
        if let Some(document) = manifest(&data.join(place).join(TESTDATA.file), limit)? {
            grading.take(&document.root).map_err(|fault| document.located(&fault))?;
        }
        if grading.is_custom {
            return Ok(Overall::Worst);
        }
        gradings.insert(place, grading);
    }
    let mut groups: Vec<VerdictGroup> = Vec::new();
    let mut numbers: BTreeMap<&Path, usize> = BTreeMap::new();
    for (place, cases) in folders.iter().rev() {
        let cases = cases
            .iter()
            .map(|(name, case)| (*name, VerdictPart::Case(case.clone())));
        let inner = numbers.iter().filter(|(other, _)| other.parent() == Some(place));
        let inner = inner.map(|(other, at)| (other.file_name().unwrap_or_default(), VerdictPart::Group(*at)));
        let mut parts: Vec<(&OsStr, VerdictPart)> = cases.chain(inner).collect();
        parts.sort_by_key(|(name, _)| *name);
        let grading = &gradings[place.as_path()];
        groups.push(VerdictGroup {
            mode: grading.mode,
            any: grading.any,
            stops: grading.stops,
            last_alone: grading.ignores_sample && place.as_os_str().is_empty(),
            parts: parts.into_iter().map(|(_, part)| part).collect(),
        });
        numbers.insert(place, groups.len() - 1);
    }
    if groups.is_empty() {
        return Ok(Overall::Worst);
    }
    Ok(Overall::Groups(groups))
}
