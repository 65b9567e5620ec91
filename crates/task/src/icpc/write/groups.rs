//! The files about groups and testcases: points and checker arguments.

use std::collections::{BTreeMap, BTreeSet};

use super::Writer;
use super::flags::Flags;
use crate::icpc::keys::{TEST_GROUP, TESTDATA};
use crate::model::Protocol;
use crate::out::{Keys, Value};
use crate::read::keys::{self, Fate};
use crate::scheme::{Group, Part, Passes, Rule, Scheme};
use crate::write::flat::{Flat, FlatRule};
use crate::write::{list, number};

/// The key of the checker arguments of a group or a testcase.
const ARGUMENTS: &str = "output_validator_args";
const FLAGS: &str = "grader_flags";
/// The grader's flags of a legacy group that is accepted if a part is.
const ANY: &str = "first_error accept_if_any_accepted";

impl Writer<'_, '_> {
    /// Takes the points as written, though they are no row of groups.
    fn keep_points(&mut self) {
        if !self.spelling.loses_scores || !self.gives_scores() {
            self.writing.no_points = None;
        }
    }

    /// Writes the files of the groups: points and checker arguments.
    pub(super) fn put_groups(&mut self, flags: &Flags) {
        for (place, words) in &flags.of_cases {
            let keys = Keys::of(ARGUMENTS, Value::quoted_row(words));
            self.writing.tree.add(place.clone(), keys.yaml());
        }
        self.say_lost_keys();
        let mut files = match (self.scheme, self.writing.groups.clone()) {
            (Some(scheme), _) => self.groups_as_read(scheme),
            (None, Some(groups)) => self.groups_in_a_row(&groups),
            (None, None) => BTreeMap::new(),
        };
        for (folder, words) in &flags.of_folders {
            let keys = files.entry(folder.clone()).or_default();
            if self.spelling.group_file == TESTDATA.file {
                keys.put("output_validator_flags", words.join(" "))
            } else {
                keys.put(ARGUMENTS, Value::quoted_row(words))
            }
        }
        let is_adapted = self
            .program
            .is_some_and(|program| program.protocol == Protocol::Testlib);
        if self.spelling.tests_answers && is_adapted {
            // An adapted checker ignores these arguments. Without them BAPCtools assumes that it ignores the case of
            // letters.
            files
                .entry("data".to_owned())
                .or_insert_with(|| Keys::of(ARGUMENTS, Value::row(["case_sensitive"])));
        }
        for (folder, keys) in files.into_iter().filter(|(_, keys)| !keys.is_empty()) {
            let place = format!("{folder}/{}", self.spelling.group_file);
            self.writing.tree.add(place, keys.yaml());
        }
    }

    /// Reports the lost keys about single groups and testcases, except keys about points or the checker.
    fn say_lost_keys(&mut self) {
        let is_about = |key: &&String| {
            let of_parts = [TESTDATA, TEST_GROUP].into_iter();
            let found = of_parts.filter_map(|inventory| keys::find(inventory.keys, key)).next();
            found.is_some_and(|known| known.fate == Fate::About)
        };
        let parts = self.package.parts.values();
        let lost: BTreeSet<&String> = parts.flat_map(|part| part.keys.keys()).filter(is_about).collect();
        if !lost.is_empty() {
            let lost: Vec<String> = lost.into_iter().cloned().collect();
            self.writing.say(format!(
                "{} describes groups and testcases in another way: their keys {} are not exported",
                self.writing.format,
                list(&lost)
            ));
        }
    }

    /// Returns the files of the groups as they were read, by their folders.
    fn groups_as_read(&mut self, scheme: &Scheme) -> BTreeMap<String, Keys> {
        self.keep_points();
        let file = |(at, group): (usize, &Group)| {
            let is_whole = at + 1 == scheme.groups.len();
            let folder = match is_whole {
                true => "data".to_owned(),
                false => format!("data/{}", group.name),
            };
            let keys = self.legacy_group(scheme, group, &folder);
            (folder, keys)
        };
        scheme.groups.iter().enumerate().map(file).collect()
    }

    /// Returns the keys of a legacy group as it was read.
    fn legacy_group(&self, scheme: &Scheme, group: &Group, folder: &str) -> Keys {
        let mut words = vec![match group.rule {
            Rule::Sum | Rule::Whole => "sum",
            Rule::Mean => "avg",
            Rule::Min => "min",
            Rule::Max => "max",
        }];
        words.push("first_error");
        match group.passes {
            Passes::All => {}
            Passes::Any => words.push("accept_if_any_accepted"),
            Passes::Always => words.push("always_accept"),
        }
        let sample = scheme.groups.iter().position(|group| group.name == "sample");
        if folder == "data" && sample.is_some_and(|sample| !group.parts.contains(&Part::Group(sample))) {
            words.push("ignore_sample");
        }
        let mut keys = on_reject(group.stops).with(FLAGS, words.join(" "));
        if let Some(worth) = group.cases().next() {
            keys.put("accept_score", worth.accepted.unwrap_or_default());
            keys.put("reject_score", worth.rejected);
        }
        if let Some(most) = group.most {
            let part = self.package.parts.get(&format!("{folder}/{}", TESTDATA.file));
            let stated = part.and_then(|part| part.keys.get("range")?.split_whitespace().next());
            let low = match stated {
                Some(low) => low.to_owned(),
                None if has_negative(scheme, group) => "-inf".to_owned(),
                None => number(most.min(0.0)),
            };
            keys.put("range", range(&low, most));
        }
        keys
    }

    /// Returns the files of groups in a row, by their folders.
    fn groups_in_a_row(&mut self, groups: &[Flat]) -> BTreeMap<String, Keys> {
        for (_, group, _) in self.placed(groups) {
            let is_even = group.cases.windows(2).all(|pair| pair[0].1 == pair[1].1);
            if group.rule == FlatRule::Each && !is_even {
                self.writing.say(format!(
                    "in {} the testcases of a group have equal points: the points of `{}` are shared evenly",
                    self.writing.format, group.name
                ));
            }
        }
        if self.spelling.states_points {
            self.latest_groups(groups)
        } else {
            self.legacy_groups(groups)
        }
    }

    /// Returns the groups that have a folder below `data/secret`, with their index and this folder.
    fn placed<'g>(&self, groups: &'g [Flat]) -> Vec<(usize, &'g Flat, String)> {
        let folders = self.places.of_groups.iter().enumerate();
        let placed = folders.filter_map(|(at, folder)| Some((at, &groups[at], folder.clone()?)));
        placed.collect()
    }

    /// Returns groups in a row of a legacy package: the parts of `secret`, which is accepted if one of them is.
    fn legacy_groups(&mut self, groups: &[Flat]) -> BTreeMap<String, Keys> {
        let mut files = BTreeMap::new();
        let whole = || on_reject(false).with("range", range("0", sum(groups)));
        let has_sample = (0..self.writing.cases().len()).any(|at| self.writing.is_sample(at));
        let ignores = if has_sample { "ignore_sample" } else { "first_error" };
        files.insert("data".to_owned(), whole().with(FLAGS, ignores));
        if has_sample {
            let sample = on_reject(false).with("range", range("0", 0.0));
            let sample = sample.with("accept_score", 0.0).with(FLAGS, "first_error");
            files.insert("data/sample".to_owned(), sample);
        }
        files.insert("data/secret".to_owned(), whole().with(FLAGS, ANY));
        for (_, group, folder) in self.placed(groups) {
            let (stops, each, words) = match group.rule {
                FlatRule::All => (true, group.points, "min first_error".to_owned()),
                FlatRule::Each => {
                    let each = group.points / group.cases.len().max(1) as f64;
                    (false, each, format!("sum {ANY}"))
                }
            };
            let keys = on_reject(stops)
                .with("accept_score", each)
                .with("range", range("0", group.points))
                .with(FLAGS, words);
            files.insert(format!("data/secret/{folder}"), keys);
        }
        self.writing.say_no_dependencies();
        files
    }

    /// Returns groups in a row of a later package.
    fn latest_groups(&mut self, groups: &[Flat]) -> BTreeMap<String, Keys> {
        let whole = points(sum(groups), "sum", &[]);
        let mut files = BTreeMap::from([("data/secret".to_owned(), whole)]);
        let has_shares = self.gives_scores();
        let name = |at: &usize| match &self.places.of_groups[*at] {
            Some(folder) => format!("secret/{folder}"),
            None => "sample".to_owned(),
        };
        let (mut free, mut without_shares) = (Vec::new(), Vec::new());
        for (at, group, folder) in self.placed(groups) {
            let is_needed = groups.iter().any(|group| group.needs.contains(&at));
            let aggregation = match group.rule {
                // The minimum share of a testcase counts, which the checker may give.
                FlatRule::All if has_shares && !is_needed => "min",
                FlatRule::All => "pass-fail",
                FlatRule::Each => "sum",
            };
            let is_needable = |at: &&usize| groups[**at].rule == FlatRule::All || self.places.of_groups[**at].is_none();
            let (needs, others): (Vec<&usize>, Vec<&usize>) = group.needs.iter().partition(is_needable);
            if !others.is_empty() {
                free.push(group.name.clone());
            }
            if has_shares && aggregation == "pass-fail" {
                without_shares.push(group.name.clone());
            }
            let needs: Vec<String> = needs.into_iter().map(name).collect();
            files.insert(
                format!("data/secret/{folder}"),
                points(group.points, aggregation, &needs),
            );
        }
        let format = self.writing.format;
        let what = format!(
            "in {format} a group that another needs gives all points or none, even if the checker gives a share"
        );
        self.writing.say_of(&what, &without_shares);
        let what = format!("in {format} a group can need only groups that give all points or none");
        self.writing.say_free(&what, &free);
        files
    }
}

/// Returns the keys about the points of a group in later packages.
fn points(most: f64, aggregation: &str, needs: &[String]) -> Keys {
    let mut keys = Keys::of("max_score", most).with("score_aggregation", aggregation);
    if !needs.is_empty() {
        keys.put("require_pass", Value::quoted_row(needs));
    }
    keys
}

/// Returns the key that decides whether a legacy group ends at its first testcase that is not accepted.
fn on_reject(stops: bool) -> Keys {
    Keys::of("on_reject", if stops { "break" } else { "continue" })
}

/// Returns the range of points of a legacy package: two numbers.
fn range(low: &str, most: f64) -> Value {
    Value::Word(format!("{low} {}", number(most)))
}

fn sum(groups: &[Flat]) -> f64 {
    groups.iter().map(|group| group.points).sum()
}

fn has_negative(scheme: &Scheme, group: &Group) -> bool {
    group.parts.iter().any(|part| match part {
        Part::Case(worth) => worth.rejected < 0.0 || worth.accepted.is_some_and(|points| points < 0.0),
        Part::Group(inner) => has_negative(scheme, &scheme.groups[*inner]),
    })
}
