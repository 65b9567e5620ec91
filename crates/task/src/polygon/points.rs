//! Points of Polygon: `problem.xml` beside the folder `tests`.
//!
//! **Rules.** The file is XML. `problem` contains `judging`, which contains a `testset`: the one called `tests`, or
//! else the first. Its elements `test` are the tests in their order, each with its `points`, perhaps in a `group`. The
//! pattern `input-path-pattern` gives the path of a test: `tests/%02d`.
//!
//! A group gets all points of its tests if all of them pass. If its `points-policy` is `each-test`, each test gets its
//! own points. A group gets nothing unless the groups in its `dependencies` were passed. Tests without a group each get
//! their own points (the group `alone`).
//!
//! **Limits.** Without `points` no points are stated. Points are not counted if the generated tests are missing or a
//! policy has another name. Circular dependencies and dependencies on a missing group are errors.
//!
//! **Source.** Packages made by Polygon, and the loader of CMS.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use itertools::Itertools as _;

use crate::points::{Known, one_of_all, sum_of};
use crate::read::xml::Element;
use crate::read::yaml::shown;
use crate::scheme::{Group, PackagePoints, Rule, parse_points};
use gamesolve_text::{InputError, quoted};

/// The group of the tests without a group.
const ALONE: &str = "alone";

/// Returns the points of a descriptor, which is in the file `by`.
pub(super) fn read(elements: &[Element], by: &str, known: &[Known]) -> Result<PackagePoints, InputError> {
    let read = descriptor(elements)?;
    if let Some(testset) = &read {
        testset.order(&testset.index())?;
    }
    let Some(testset) = read.filter(TestSet::has_points) else {
        return Ok(PackagePoints::Unstated);
    };
    let source = by.to_owned();
    Ok(match testset.groups(known) {
        Ok(mut groups) => {
            groups.push(sum_of(&groups));
            PackagePoints::from_groups(source, groups)
        }
        Err(why) => PackagePoints::Uncounted { source, why },
    })
}

/// The test set in the descriptor.
#[derive(Default)]
struct TestSet {
    name: String,
    /// The pattern of the paths of the inputs, with a place for the number.
    pattern: String,
    tests: Vec<Test>,
    groups: Vec<Described>,
}

struct Test {
    group: Option<String>,
    points: Option<f64>,
}

/// A group of tests.
struct Described {
    name: String,
    points: Option<f64>,
    policy: Option<String>,
    /// The groups that it depends on, each with the place of the statement.
    needs: Vec<(String, usize)>,
}

/// Returns the `points` of an element.
fn points(element: &Element) -> Result<Option<f64>, InputError> {
    let Some(text) = element.get("points") else {
        return Ok(None);
    };
    let wanted = match parse_points(text) {
        Ok(points) if points >= 0.0 => return Ok(Some(points)),
        Ok(_) => "at least 0",
        Err(wanted) => wanted,
    };
    Err(element.fault(format!("`points` must be {wanted}, found {}", shown(text))))
}

/// Returns the test set of a descriptor, or `None` if it has none.
fn descriptor(elements: &[Element]) -> Result<Option<TestSet>, InputError> {
    let mut sets: Vec<TestSet> = Vec::new();
    let required = |element: &Element, key: &str, message: &str| {
        let value = element.get(key).map(str::to_owned);
        value.ok_or_else(|| element.fault(message))
    };
    for element in elements {
        let Some(below) = element.path.strip_prefix("problem.judging.testset") else {
            continue;
        };
        if below.is_empty() {
            sets.push(TestSet {
                name: required(element, "name", "this must have a `name`")?,
                ..TestSet::default()
            });
        }
        let Some(set) = sets.last_mut() else { continue };
        match below {
            ".input-path-pattern" => set.pattern += &element.text,
            ".tests.test" => set.tests.push(Test {
                group: element.get("group").map(str::to_owned),
                points: points(element)?,
            }),
            ".groups.group" => {
                let name = required(element, "name", "this must have a `name`")?;
                if set.groups.iter().any(|group| group.name == name) {
                    return Err(element.fault(format!("duplicate group {}", shown(&name))));
                }
                set.groups.push(Described {
                    name,
                    points: points(element)?,
                    policy: element.get("points-policy").map(str::to_owned),
                    needs: Vec::new(),
                });
            }
            ".groups.group.dependencies.dependency" => {
                let needed = required(element, "group", "a dependency must have a `group`")?;
                if let Some(group) = set.groups.last_mut() {
                    group.needs.push((needed, element.at));
                }
            }
            _ => {}
        }
    }
    let main = sets.iter().position(|set| set.name == "tests");
    Ok(sets.into_iter().nth(main.unwrap_or(0)))
}

impl TestSet {
    /// Returns whether anything is worth points.
    fn has_points(&self) -> bool {
        let tests = self.tests.iter().map(|test| test.points);
        let mut all = tests.chain(self.groups.iter().map(|group| group.points));
        all.any(|points| points.is_some_and(|points| points > 0.0))
    }

    /// Returns the groups, each after the groups that it needs, or the reason why they cannot be counted.
    fn groups(&self, known: &[Known]) -> Result<Vec<Group>, String> {
        let names = self.names();
        let index = self.index();
        let mut tests: Vec<Vec<(&Known, f64)>> = vec![Vec::new(); names.len()];
        let mut alone = Vec::new();
        for (test, case) in self.tests.iter().zip(self.cases(known)?) {
            let tests = match &test.group {
                Some(name) => &mut tests[index[name.as_str()]],
                None => &mut alone,
            };
            tests.push((case, test.points.unwrap_or(0.0)));
        }
        let mut groups: Vec<Group> = Vec::new();
        // The index in `groups` of each group that was ordered.
        let mut places: Vec<Option<usize>> = vec![None; names.len()];
        for at in self.order(&index).map_err(|error| error.to_string())? {
            let described = self.groups.get(at);
            let mut group = group(names[at], described, &tests[at])?;
            let needs = described.map_or(&[][..], |group| &group.needs[..]);
            let needs = needs.iter().map(|(name, _)| places[index[name.as_str()]]);
            group.needs = needs.flatten().collect();
            places[at] = Some(groups.len());
            groups.push(group);
        }
        if !alone.is_empty() {
            let mut group = Group::new(ALONE, Rule::Sum, Some(0.0));
            fill(&mut group, &alone);
            groups.push(group);
        }
        Ok(groups)
    }

    /// Returns the names of the groups: first the described groups, then the groups that only tests name.
    fn names(&self) -> Vec<&str> {
        let described = self.groups.iter().map(|group| group.name.as_str());
        // A group need not be described.
        let of_tests = self.tests.iter().filter_map(|test| test.group.as_deref());
        described.chain(of_tests).unique().collect_vec()
    }

    /// Returns the indices of the groups by their names.
    fn index(&self) -> HashMap<&str, usize> {
        self.names().into_iter().zip(0..).collect()
    }

    /// Returns the groups so that each comes after the groups that it needs, and otherwise in their order.
    ///
    /// # Errors
    /// Fails if a group depends on a missing group or, directly or indirectly, on itself.
    fn order(&self, index: &HashMap<&str, usize>) -> Result<Vec<usize>, InputError> {
        let mut waits = vec![0; index.len()];
        let mut needed_by: Vec<Vec<usize>> = vec![Vec::new(); index.len()];
        for (at, group) in self.groups.iter().enumerate() {
            for (name, place) in &group.needs {
                let needed = index.get(name.as_str()).ok_or_else(|| {
                    let (group, name) = (shown(&group.name), shown(name));
                    let message = format!("group {group} depends on {name}, which is not a group");
                    InputError::new(*place, 0, message)
                })?;
                needed_by[*needed].push(at);
                waits[at] += 1;
            }
        }
        let mut ready: BTreeSet<usize> = (0..waits.len()).filter(|&at| waits[at] == 0).collect();
        let mut order = Vec::new();
        while let Some(at) = ready.pop_first() {
            order.push(at);
            for &user in &needed_by[at] {
                waits[user] -= 1;
                if waits[user] == 0 {
                    ready.insert(user);
                }
            }
        }
        if order.len() < index.len() {
            let waiting = self.groups.iter().zip(&waits).filter(|(_, waits)| **waits > 0);
            let place = waiting
                .flat_map(|(group, _)| &group.needs)
                .map(|(_, place)| *place)
                .next();
            let message = "the dependencies of groups form a circle";
            return Err(InputError::new(place.unwrap_or(0), 0, message));
        }
        Ok(order)
    }

    /// Returns the testcase of each test.
    fn cases<'a>(&self, known: &'a [Known]) -> Result<Vec<&'a Known>, String> {
        let input = |case: &'a Known| case.places.first().map(|place| (place.as_path(), case));
        let by_place: HashMap<&Path, &Known> = known.iter().filter_map(input).collect();
        let mut cases = Vec::new();
        for number in 1..=self.tests.len() {
            let place = place(&self.pattern, number).ok_or_else(|| {
                let pattern = shown(&self.pattern);
                format!("its test names come from {pattern}, which is not a pattern such as `tests/%02d`")
            })?;
            let case = by_place.get(place.as_path());
            cases.push(*case.ok_or_else(|| {
                let place = crate::points::shown(&place);
                format!("the package lacks its test {number}, {place}")
            })?);
        }
        let folder = Path::new(&self.pattern).parent();
        let there = by_place.keys().filter(|place| place.parent() == folder);
        let there = there.count();
        if there > cases.len() {
            let of = cases.len();
            return Err(format!("it lists {of} of the {there} existing tests"));
        }
        Ok(cases)
    }
}

/// Returns the path of a test by a pattern such as `tests/%02d`, or `None` if it is no pattern.
pub(super) fn place(pattern: &str, number: usize) -> Option<PathBuf> {
    let (before, rest) = pattern.split_once('%')?;
    let (width, after) = rest.split_once('d')?;
    let width: usize = match width {
        "" => 0,
        _ => width.parse().ok().filter(|width| *width <= 20)?,
    };
    Some(PathBuf::from(format!("{before}{number:0width$}{after}")))
}

/// Returns one group, or the reason why it cannot be counted.
fn group(name: &str, described: Option<&Described>, tests: &[(&Known, f64)]) -> Result<Group, String> {
    let name = quoted(name.as_bytes(), 64);
    let of_tests: f64 = tests.iter().map(|(_, points)| points).sum();
    let stated = described.and_then(|group| group.points);
    let policy = described.and_then(|group| group.policy.as_deref());
    let points = stated.filter(|_| of_tests == 0.0).unwrap_or(of_tests);
    let rule = match policy {
        Some("complete-group") => Rule::Whole,
        Some("each-test") => Rule::Sum,
        None if points == 0.0 => Rule::Sum,
        Some(other) => {
            let other = shown(other);
            return Err(format!(
                "gamesolve does not support the `points-policy` {other} of group {name}"
            ));
        }
        None => return Err(format!("group {name} has no `points-policy`")),
    };
    let differs = stated.is_some_and(|stated| (stated - of_tests).abs() > 1e-6);
    if differs && (of_tests > 0.0 || rule == Rule::Sum) {
        return Err(format!(
            "the tests of group {name} have {points} points, but the group has {}",
            stated.unwrap_or(0.0)
        ));
    }
    let mut group = Group::new(name, rule, Some(0.0));
    fill(&mut group, tests);
    if rule == Rule::Whole {
        group.most = Some(points);
    }
    Ok(group)
}

/// Adds tests to a group that is worth nothing yet.
fn fill(group: &mut Group, tests: &[(&Known, f64)]) {
    let parts = tests.iter().map(|(case, points)| one_of_all(case, *points));
    group.parts = parts.collect();
    group.most = Some(tests.iter().map(|(_, points)| points).sum());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::xml::elements;

    #[test]
    fn a_file_that_ends_inside_an_element_is_an_error() {
        let error = elements(b"<problem>\n<judging>").err().unwrap();
        assert!(error.to_string().contains("it ends inside an element"), "{error}");
        let empty = elements(b"<problem></problem>").unwrap();
        assert!(descriptor(&empty).unwrap().is_none());
        let error = elements(b"<\x1b[31m>\n</a>").err().unwrap();
        assert!(
            error.message().contains("\\x1b[31m") && !error.message().contains('\x1b'),
            "{error:?}"
        );
    }

    #[test]
    fn groups_that_depend_on_none_or_themselves_are_an_error() {
        let read = |groups: &str| {
            let text = format!(
                "<problem><judging><testset name=\"tests\"><tests/>\n<groups>{groups}</groups></testset></judging></problem>"
            );
            let read = super::read(&elements(text.as_bytes()).unwrap(), "problem.xml", &[]);
            read.map_err(|error| error.located("problem.xml", text.as_bytes()).to_string())
        };
        let group = |name: &str, needs: &str| {
            format!("<group name=\"{name}\"><dependencies><dependency group=\"{needs}\"/></dependencies></group>\n")
        };
        let free = "<group name=\"0\"/>\n";
        assert_eq!(read(&(free.to_owned() + &group("1", "0"))), Ok(PackagePoints::Unstated));
        let unknown = read(&(free.to_owned() + &group("1", "9"))).unwrap_err();
        assert!(
            unknown.starts_with("error: group `1` depends on `9`, which is not a group\n"),
            "{unknown}"
        );
        assert!(unknown.contains("problem.xml:3:"), "{unknown}");
        for circle in [group("1", "1"), free.to_owned() + &group("1", "2") + &group("2", "1")] {
            let why = read(&circle).unwrap_err();
            assert!(
                why.starts_with("error: the dependencies of groups form a circle\n"),
                "{why}"
            );
        }
    }
}
