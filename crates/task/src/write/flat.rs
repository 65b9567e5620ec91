//! Turns a tree of groups into groups in a row, which most formats have, if this loses nothing.

use crate::Case;
use crate::error::TaskError;
use crate::scheme::PackagePoints;
use crate::scheme::{Group, Part, Passes, Rule, Scheme, Worth};

/// The rule for the points of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlatRule {
    /// The full points if all testcases are accepted, else the minimum share of its testcases.
    All,
    /// The sum of the points of its testcases.
    Each,
}

/// A group of testcases with its own points.
#[derive(Clone, Debug, PartialEq)]
pub struct Flat {
    /// The name in the package.
    pub name: String,
    /// The maximum points.
    pub points: f64,
    /// The rule for its points.
    pub rule: FlatRule,
    /// The testcases by their indices among all, each with its points.
    pub cases: Vec<(usize, f64)>,
    /// The indices of the groups that must be passed: all before its own.
    pub needs: Vec<usize>,
}

/// The group of the testcases without points.
pub const OTHERS: &str = "samples";

/// Returns the groups of a package in the order of judging, with every testcase in exactly one, or `None` if there are
/// no points.
///
/// # Errors
/// The reason why groups in a row cannot express the points.
pub fn groups(points: &PackagePoints, cases: &[Case]) -> Result<Option<Vec<Flat>>, TaskError> {
    in_a_row(points, cases).map_err(TaskError::new)
}

fn in_a_row(points: &PackagePoints, cases: &[Case]) -> Result<Option<Vec<Flat>>, String> {
    let scheme = match points {
        PackagePoints::Unstated => return Ok(None),
        PackagePoints::Uncounted { why, .. } => return Err(why.clone()),
        PackagePoints::Scheme(scheme) => scheme,
    };
    let mut walk = Walk {
        scheme,
        cases,
        flats: Vec::new(),
        places: vec![Vec::new(); scheme.groups.len()],
    };
    let last = scheme.groups.len() - 1;
    let whole = &scheme.groups[last];
    if whole.only_passed && whole.rule != Rule::Whole && !is_passed_with_points(scheme, last) {
        // A submission that does not pass the whole task gets no points.
        if !walk.is_passed_by_all(last) {
            return Err("a submission that fails one testcase gets no points".to_owned());
        }
        let points = whole.most.ok_or("its points have no bound")?;
        let mut all = Vec::new();
        walk.all_cases(last, &mut all)?;
        let cases = all.into_iter().map(|at| (at, points)).collect();
        walk.flats.push(Flat {
            name: whole.name.clone(),
            points,
            rule: FlatRule::All,
            cases,
            needs: Vec::new(),
        });
    } else {
        walk.visit(last, &[])?;
        // Groups outside the whole task, such as samples, are worth nothing.
    }
    let mut flats = walk.flats;
    let mut is_in = vec![false; cases.len()];
    let placed = flats.iter().flat_map(|flat| &flat.cases);
    placed.for_each(|(at, _)| is_in[*at] = true);
    let others: Vec<(usize, f64)> = (0..cases.len()).filter(|at| !is_in[*at]).map(|at| (at, 0.0)).collect();
    if !others.is_empty() {
        let needs = flats.iter_mut().flat_map(|flat| &mut flat.needs);
        needs.for_each(|at| *at += 1);
        let others = Flat {
            name: OTHERS.to_owned(),
            points: 0.0,
            rule: FlatRule::Each,
            cases: others,
            needs: Vec::new(),
        };
        flats.insert(0, others);
    }
    Ok(Some(flats))
}

/// Returns whether a group is passed whenever it has points.
fn is_passed_with_points(scheme: &Scheme, at: usize) -> bool {
    let group = &scheme.groups[at];
    let rejected = group
        .cases()
        .any(|worth| worth.rejected != 0.0 || worth.accepted.is_none());
    let mut parts = group.parts.iter().map(|part| match part {
        Part::Case(_) => true,
        Part::Group(inner) => is_passed_with_points(scheme, *inner),
    });
    match (group.passes, group.rule) {
        (Passes::Always, _) => true,
        _ if rejected => false,
        (_, Rule::Whole) => true,
        // The minimum share is 0 if one testcase is not accepted.
        (Passes::All, Rule::Min) => parts.all(|part| part),
        (passes, _) => (passes == Passes::Any || parts.len() == 1) && parts.all(|part| part),
    }
}

struct Walk<'a> {
    scheme: &'a Scheme,
    cases: &'a [Case],
    flats: Vec<Flat>,
    /// The flat groups made from each group of the scheme.
    places: Vec<Vec<usize>>,
}

impl Walk<'_> {
    fn place(&self, worth: &Worth) -> Result<usize, String> {
        let found = self.cases.iter().position(|case| case.name == worth.case);
        found.ok_or_else(|| format!("the testcase `{}` does not exist", worth.case))
    }

    /// Returns whether a group is passed only if all its testcases are accepted.
    fn is_passed_by_all(&self, at: usize) -> bool {
        let group = &self.scheme.groups[at];
        let inner = group.parts.iter().all(|part| match part {
            Part::Case(_) => true,
            Part::Group(inner) => self.is_passed_by_all(*inner),
        });
        group.passes == Passes::All && inner
    }

    fn all_cases(&self, at: usize, all: &mut Vec<usize>) -> Result<(), String> {
        for part in &self.scheme.groups[at].parts {
            match part {
                Part::Case(worth) => all.push(self.place(worth)?),
                Part::Group(inner) => self.all_cases(*inner, all)?,
            }
        }
        Ok(())
    }

    /// Adds the parts of a group. `needs` are flat groups.
    fn visit(&mut self, at: usize, needs: &[usize]) -> Result<(), String> {
        let scheme = self.scheme;
        let group = &scheme.groups[at];
        if !self.places[at].is_empty() {
            // An earlier group needed it.
            return Ok(());
        }
        let mut needs = needs.to_vec();
        for needed in &group.needs {
            // A group of testcases alone, such as the samples, may come first.
            let needed_group = &scheme.groups[*needed];
            let has_cases_alone = needed_group.parts.iter().all(|part| matches!(part, Part::Case(_)));
            if has_cases_alone && needed_group.needs.is_empty() {
                self.visit(*needed, &[])?;
            }
            let of_group = &self.places[*needed];
            if of_group.is_empty() {
                return Err(format!(
                    "group {} needs {}, which comes later",
                    group.name, scheme.groups[*needed].name
                ));
            }
            needs.extend(of_group);
        }
        needs.sort_unstable();
        needs.dedup();
        let before = self.flats.len();
        let has_groups = group.parts.iter().any(|part| matches!(part, Part::Group(_)));
        if has_groups {
            if group.rule != Rule::Sum {
                return Err(format!("the points of the groups in {} are not summed", group.name));
            }
            if group.stops && group.parts.len() > 1 {
                return Err(format!(
                    "in {} nothing counts after a part that is not accepted",
                    group.name
                ));
            }
            let mut own = Vec::new();
            for part in &group.parts {
                match part {
                    Part::Group(inner) => self.visit(*inner, &needs)?,
                    Part::Case(worth) => own.push(worth),
                }
            }
            if !own.is_empty() {
                self.push(group, Rule::Sum, &own, &needs)?;
            }
        } else if !group.parts.is_empty() {
            let own: Vec<&Worth> = group.cases().collect();
            self.push(group, group.rule, &own, &needs)?;
        }
        self.places[at] = (before..self.flats.len()).collect();
        Ok(())
    }

    /// Adds a group of testcases.
    fn push(&mut self, group: &Group, rule: Rule, worths: &[&Worth], needs: &[usize]) -> Result<(), String> {
        let name = &group.name;
        if worths.iter().any(|worth| worth.rejected != 0.0) {
            return Err(format!("in {name} testcases that are not accepted have points"));
        }
        if group.passes != Passes::All && group.only_passed && group.rule == Rule::Whole {
            return Err(format!("one accepted testcase is enough in {name}"));
        }
        // A testcase of another group makes that group a dependency.
        let mut needs = needs.to_vec();
        let mut cases = Vec::new();
        for worth in worths {
            let at = self.place(worth)?;
            if worth.own {
                cases.push((at, worth.accepted.or(worth.most).unwrap_or_default()));
                continue;
            }
            let home = self
                .flats
                .iter()
                .position(|flat| flat.cases.iter().any(|(case, _)| *case == at));
            let home = home.ok_or_else(|| format!("group {name} counts testcases of a later group"))?;
            if rule == Rule::Sum {
                return Err(format!("group {name} counts a testcase of another group"));
            }
            needs.push(home);
        }
        needs.sort_unstable();
        needs.dedup();
        for &needed in &needs {
            let of_needed = &self.flats[needed].cases;
            let count = worths
                .iter()
                .filter(|worth| !worth.own && of_needed.iter().any(|(at, _)| self.cases[*at].name == worth.case))
                .count();
            if count != 0 && count != of_needed.len() {
                return Err(format!("group {name} counts some testcases of another group"));
            }
        }
        let count = worths.len() as f64;
        let bound = group.most.ok_or_else(|| format!("the points of {name} have no bound"));
        if worths.iter().any(|worth| worth.most.is_none()) {
            // The checker gives the points, up to the maximum of the group.
            let most = bound.clone()?;
            let share = if rule == Rule::Sum { most / count } else { most };
            cases.iter_mut().for_each(|(_, points)| *points = share);
        }
        let each: f64 = cases.iter().map(|(_, points)| points).sum();
        let (rule, points) = match rule {
            Rule::Whole => (FlatRule::All, bound?),
            Rule::Min => {
                let least = cases.iter().map(|(_, points)| *points).reduce(f64::min);
                (FlatRule::All, least.or(group.most).unwrap_or_default())
            }
            Rule::Mean => {
                cases.iter_mut().for_each(|(_, points)| *points /= count);
                (FlatRule::Each, each / count)
            }
            Rule::Sum if group.stops && cases.len() > 1 && each > 0.0 => {
                return Err(format!("in {name} nothing counts after a part that is not accepted"));
            }
            Rule::Sum => (FlatRule::Each, each),
            Rule::Max => return Err(format!("only the best testcase of {name} counts")),
        };
        self.flats.push(Flat {
            name: name.clone(),
            points,
            rule,
            cases,
            needs,
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn cases(names: &[&str]) -> Vec<Case> {
        let case = |name: &&str| Case {
            name: (*name).to_owned(),
            key: Vec::new(),
            group: None,
            input: PathBuf::new(),
            answer: PathBuf::new(),
        };
        names.iter().map(case).collect()
    }

    fn group(name: &str, rule: Rule, most: f64, cases: &[(&str, f64)]) -> Group {
        let mut group = Group::new(name, rule, Some(most));
        let part = |(case, points): &(&str, f64)| Part::Case(Worth::new(*case, *points));
        group.parts = cases.iter().map(part).collect();
        group
    }

    fn whole(rule: Rule, parts: usize) -> Group {
        let mut whole = Group::new("", rule, None);
        whole.parts = (0..parts).map(Part::Group).collect();
        whole
    }

    fn flat(groups: Vec<Group>, names: &[&str]) -> Result<Vec<String>, String> {
        let scheme = Scheme {
            source: String::new(),
            groups,
            remark: None,
        };
        let flats = in_a_row(&PackagePoints::Scheme(scheme), &cases(names))?.unwrap();
        let one = |flat: &Flat| {
            format!(
                "{} {} {:?} {:?} {:?}",
                flat.name, flat.points, flat.rule, flat.cases, flat.needs
            )
        };
        Ok(flats.iter().map(one).collect())
    }

    #[test]
    fn groups_that_are_added_up_stand_in_a_row() {
        let groups = vec![
            group("a", Rule::Whole, 40.0, &[("x", 40.0), ("y", 40.0)]),
            Group {
                needs: vec![0],
                ..group("b", Rule::Sum, 60.0, &[("z", 60.0)])
            },
            whole(Rule::Sum, 2),
        ];
        assert_eq!(
            flat(groups, &["s", "x", "y", "z"]).unwrap(),
            [
                "samples 0 Each [(0, 0.0)] []",
                "a 40 All [(1, 40.0), (2, 40.0)] []",
                "b 60 Each [(3, 60.0)] [1]"
            ]
        );
    }

    /// CMS subtasks by patterns are an example: a later subtask lists the testcases of an earlier one again.
    #[test]
    fn a_group_that_counts_all_cases_of_another_needs_it() {
        let groups = |again: &[&str]| {
            let mut later = group("b", Rule::Min, 60.0, &[("z", 60.0)]);
            for case in again {
                let worth = Worth {
                    own: false,
                    ..Worth::new(*case, 60.0)
                };
                later.parts.push(Part::Case(worth));
            }
            let first = group("a", Rule::Min, 30.0, &[("x", 30.0), ("y", 30.0)]);
            let second = group("c", Rule::Min, 10.0, &[("w", 10.0)]);
            vec![first, second, later, whole(Rule::Sum, 3)]
        };
        assert_eq!(
            flat(groups(&["x", "y", "w"]), &["x", "y", "w", "z"]).unwrap(),
            [
                "a 30 All [(0, 30.0), (1, 30.0)] []",
                "c 10 All [(2, 10.0)] []",
                "b 60 All [(3, 60.0)] [0, 1]"
            ]
        );
        let why = flat(groups(&["x"]), &["x", "y", "w", "z"]).unwrap_err();
        assert_eq!(why, "group b counts some testcases of another group");
    }

    /// The samples are an example, in a package whose groups list them first.
    #[test]
    fn a_group_of_cases_that_is_needed_comes_first() {
        let groups = vec![
            Group {
                needs: vec![1],
                ..group("b", Rule::Sum, 60.0, &[("z", 60.0)])
            },
            group("s", Rule::Sum, 0.0, &[("s", 0.0)]),
            whole(Rule::Sum, 2),
        ];
        assert_eq!(
            flat(groups, &["s", "z"]).unwrap(),
            ["s 0 Each [(0, 0.0)] []", "b 60 Each [(1, 60.0)] [0]"]
        );
    }

    #[test]
    fn all_or_nothing_is_one_group() {
        // A legacy package without any statement about grading is an example.
        let secret = Group {
            stops: true,
            ..group("secret", Rule::Sum, 2.0, &[("x", 1.0), ("y", 1.0)])
        };
        let data = Group {
            only_passed: true,
            stops: true,
            most: Some(2.0),
            ..whole(Rule::Sum, 1)
        };
        assert_eq!(
            flat(vec![secret, data], &["x", "y"]).unwrap(),
            [" 2 All [(0, 2.0), (1, 2.0)] []"]
        );
    }

    #[test]
    fn what_is_no_row_of_groups_says_why() {
        let least = vec![group("a", Rule::Sum, 1.0, &[("x", 1.0)]), whole(Rule::Min, 1)];
        assert!(flat(least, &["x"]).unwrap_err().contains("not summed"));
        let best = vec![group("a", Rule::Max, 1.0, &[("x", 1.0)]), whole(Rule::Sum, 1)];
        assert!(flat(best, &["x"]).unwrap_err().contains("only the best"));
        let stopping = Group {
            stops: true,
            ..group("a", Rule::Sum, 2.0, &[("x", 1.0), ("y", 1.0)])
        };
        let stopped = flat(vec![stopping, whole(Rule::Sum, 1)], &["x", "y"]);
        assert!(stopped.unwrap_err().contains("nothing counts after"));
    }
}
