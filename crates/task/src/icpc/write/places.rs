//! The places of the testcases: their folders and names.

use std::collections::BTreeMap;

use crate::write::flat::Flat;
use crate::write::{Names, Writing, plain};

pub(super) struct Places {
    /// The folder of each testcase, and its name without an ending.
    pub(super) of_cases: Vec<(String, String)>,
    /// The folder of each group in a row, if it has one. There are none if the testcases stay in their folders.
    pub(super) of_groups: Vec<Option<String>>,
}

impl Places {
    /// Returns the places, which are those of the package if the groups are written as they were read (`is_tree`).
    pub(super) fn of(writing: &mut Writing<'_>, is_tree: bool) -> Places {
        let are_kept = writing.is_same() && (is_tree || writing.groups.is_none());
        let of_groups = if are_kept { Vec::new() } else { folders(writing) };
        let homes: BTreeMap<usize, Option<usize>> = writing.by_groups().into_iter().collect();
        let mut names: BTreeMap<String, Names> = BTreeMap::new();
        let mut of_cases = Vec::new();
        let mut changed = Vec::new();
        for (at, case) in writing.cases().iter().enumerate() {
            let name = case.name.strip_prefix("data/").unwrap_or(&case.name);
            let (above, last) = name.rsplit_once('/').unwrap_or(("secret", name));
            let home = homes.get(&at).copied().flatten();
            let home = home.and_then(|home| of_groups.get(home).cloned().flatten());
            let folder = match home {
                _ if are_kept => format!("data/{above}"),
                _ if writing.is_sample(at) => "data/sample".to_owned(),
                Some(group) => format!("data/secret/{group}"),
                None => "data/secret".to_owned(),
            };
            let wanted = if writing.is_same() { last } else { name };
            let stem = names.entry(folder.clone()).or_default().take(wanted);
            if stem != wanted && stem != wanted.replace('/', "-") {
                changed.push(case.name.clone());
            }
            of_cases.push((folder, stem));
        }
        writing.say_renamed(&changed);
        Places { of_cases, of_groups }
    }

    /// Returns the path of a testcase without an ending.
    pub(super) fn stem(&self, at: usize) -> String {
        let (folder, stem) = &self.of_cases[at];
        format!("{folder}/{stem}")
    }
}

/// Returns the names of the groups below `secret`, in the order of judging. Groups of samples alone have none.
fn folders(writing: &Writing<'_>) -> Vec<Option<String>> {
    let groups = writing.groups.as_deref().unwrap_or_default();
    let last = |group: &Flat| plain(group.name.rsplit('/').next().unwrap_or_default());
    let names: Vec<String> = groups.iter().map(last).collect();
    // Groups are judged in the order of their names.
    let is_sorted = names.is_sorted_by(|one, next| one < next);
    let has_secret = |group: &Flat| group.cases.iter().any(|(at, _)| !writing.is_sample(*at));
    let width = groups.len().to_string().len();
    let mut numbers = 1_u32..;
    let folders = groups.iter().zip(names).map(|(group, name)| {
        if !has_secret(group) {
            return None;
        }
        let number = numbers.next()?;
        Some(if is_sorted {
            name
        } else {
            format!("{number:0width$}-{name}")
        })
    });
    folders.collect()
}
