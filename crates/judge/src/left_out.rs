//! The results of one program in the order of running, and the testcases that are left out.
//!
//! **Rule.** A testcase is left out if all groups that count it have failed for good: by their own rules, no result of it
//! changes their points, makes one of them pass, or changes the verdict of the package's own judge. An earlier testcase is
//! rejected then, so the exit code stays the same too. Samples always run.
//!
//! **Any number of jobs.** Results count in the order of running, and only results that count decide. If a testcase began
//! before an earlier result was known, its own result may be dropped.

use std::collections::{BTreeMap, HashMap};

use super::overall;
use super::points::failed_for_good;
use super::report::ReportedCase;
use super::verdict::{Judgement, Verdict};
use gamesolve_task::overall::Overall;
use gamesolve_task::scheme::{PackagePoints, Scheme};
use gamesolve_task::{Case, Package, is_called_sample};

/// The reason of a testcase that is left out.
const WHY: &str = "left out: its group has failed";

/// The rules of a package that leave out testcases, and what is known of one program.
pub(super) struct Leaving<'a> {
    package: &'a Package,
    scheme: &'a Scheme,
    /// The groups that count each testcase, as places in the scheme.
    homes: HashMap<&'a str, Vec<usize>>,
    known: HashMap<String, Judgement>,
    has_failed: Vec<bool>,
}

impl<'a> Leaving<'a> {
    /// Returns the rules of a package, or `None` if it states no points. `skipped` are its incomplete testcases.
    pub(super) fn of(package: &'a Package, points: &'a PackagePoints, skipped: &[ReportedCase]) -> Option<Leaving<'a>> {
        let PackagePoints::Scheme(scheme) = points else {
            return None;
        };
        let mut homes: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, group) in scheme.groups.iter().enumerate() {
            for worth in group.cases() {
                homes.entry(&worth.case).or_default().push(at);
            }
        }
        let known = skipped.iter().map(|case| (case.name.clone(), case.judgement.clone()));
        Some(Leaving {
            package,
            scheme,
            homes,
            known: known.collect(),
            has_failed: vec![false; scheme.groups.len()],
        })
    }

    /// Returns the testcases in the order of running. If the rule of a group does not depend on the order, its small
    /// inputs come first, so that its first failure is small.
    pub(super) fn order(&self, cases: &[Case]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..cases.len()).collect();
        // A judge with a rule for its verdict may look at testcases in their order.
        if self.package.overall != Overall::Worst {
            return order;
        }
        for (at, _) in self.scheme.groups.iter().enumerate().filter(|(_, group)| !group.stops) {
            let is_here = |case: &Case| {
                self.homes
                    .get(case.name.as_str())
                    .is_some_and(|homes| homes[..] == [at])
            };
            let places: Vec<usize> = (0..cases.len()).filter(|&place| is_here(&cases[place])).collect();
            let mut sorted = places.clone();
            sorted.sort_by_cached_key(|&place| cases[place].input_bytes());
            for (place, case) in places.into_iter().zip(sorted) {
                order[place] = case;
            }
        }
        order
    }

    fn leaves_out(&self, case: &str) -> bool {
        let Some(homes) = self.homes.get(case) else {
            return false;
        };
        let is_worth = |&at: &usize| self.scheme.groups[at].most != Some(0.0);
        let is_sample = is_called_sample(case) || self.package.samples.contains(case) || !homes.iter().any(is_worth);
        let is_rejected = |name: &str| self.known.get(name).is_some_and(|known| known.verdict.is_rejected());
        !is_sample
            && homes.iter().all(|&at| self.has_failed[at])
            && overall::is_settled(&self.package.overall, case, is_rejected)
    }

    fn learn(&mut self, case: &ReportedCase) {
        self.known.insert(case.name.clone(), case.judgement.clone());
        if self.known.values().any(|known| known.verdict.is_rejected()) {
            self.has_failed = failed_for_good(self.scheme, |name| self.known.get(name));
        }
    }
}

/// The results of one program so far.
pub(super) struct Results<'a> {
    leaving: Option<Leaving<'a>>,
    /// The testcases in the order of running.
    order: Vec<usize>,
    ends: fn(Verdict) -> bool,
    /// The results that wait for an earlier one, by their places in the order of running.
    waiting: BTreeMap<usize, ReportedCase>,
    /// The results that count, each with its testcase.
    counted: Vec<(usize, ReportedCase)>,
    /// The last place that counts.
    last: usize,
}

impl<'a> Results<'a> {
    /// Returns no results yet. The first verdict that `ends` the judging is the last that counts.
    pub(super) fn new(leaving: Option<Leaving<'a>>, order: Vec<usize>, ends: fn(Verdict) -> bool) -> Results<'a> {
        Results {
            leaving,
            order,
            ends,
            waiting: BTreeMap::new(),
            counted: Vec::new(),
            last: usize::MAX,
        }
    }

    /// Returns whether a testcase must run, or its judgement if it is left out. Returns `None` if it no longer counts.
    pub(super) fn begin(&self, place: usize, case: &str) -> Option<Option<Judgement>> {
        let is_left_out = self.leaving.as_ref().is_some_and(|leaving| leaving.leaves_out(case));
        (place <= self.last).then(|| is_left_out.then(left_out))
    }

    /// Adds a result. Calls `judged` with each testcase that counts from now on.
    pub(super) fn add(&mut self, place: usize, case: ReportedCase, judged: impl Fn(usize, &ReportedCase)) {
        if (self.ends)(case.judgement.verdict) {
            self.last = self.last.min(place);
        }
        self.waiting.insert(place, case);
        while self.counted.len() <= self.last
            && let Some(mut case) = self.waiting.remove(&self.counted.len())
        {
            match &mut self.leaving {
                Some(leaving) if leaving.leaves_out(&case.name) => case.judgement = left_out(),
                Some(leaving) => leaving.learn(&case),
                None => {}
            }
            let at = self.order[self.counted.len()];
            judged(at, &case);
            self.counted.push((at, case));
        }
    }

    /// Returns the results in the order of the testcases. An interruption leaves some out.
    pub(super) fn finish(mut self) -> Vec<ReportedCase> {
        let waiting = self.waiting.into_iter().filter(|(place, _)| *place <= self.last);
        self.counted
            .extend(waiting.map(|(place, case)| (self.order[place], case)));
        self.counted.sort_unstable_by_key(|(at, _)| *at);
        self.counted.into_iter().map(|(_, case)| case).collect()
    }
}

fn left_out() -> Judgement {
    Judgement::new(Verdict::LeftOut, WHY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::points::Counted;
    use crate::verdict::Credit;
    use gamesolve_task::scheme::{Group, Part, Passes, Rule, Worth};

    const NAMES: [&str; 4] = ["sample-1", "a", "b", "c"];

    fn case(place: usize, judgement: &Judgement) -> ReportedCase {
        ReportedCase {
            name: NAMES[place].to_owned(),
            group: None,
            input_bytes: 0,
            judgement: judgement.clone(),
        }
    }

    /// Returns the results of a program that gets these judgements, if they are known in this order of places.
    fn results(scheme: &Scheme, judgements: &[Judgement], order: &[usize]) -> Vec<ReportedCase> {
        let points = PackagePoints::Scheme(scheme.clone());
        let package = Package::new("", std::path::PathBuf::new(), String::new());
        let leaving = Leaving::of(&package, &points, &[]);
        let mut results = Results::new(leaving, (0..judgements.len()).collect(), |_| false);
        for &place in order {
            let left_out = results.begin(place, NAMES[place]).unwrap();
            let judgement = left_out.unwrap_or_else(|| judgements[place].clone());
            results.add(place, case(place, &judgement), |_, _| {});
        }
        results.finish()
    }

    fn counted(scheme: &Scheme, results: &[ReportedCase]) -> Counted {
        Counted::by(scheme, |name| {
            let found = results.iter().find(|case| case.name == name);
            found.map(|case| &case.judgement)
        })
    }

    /// Returns schemes of two groups and the whole, with all rules and conditions.
    fn schemes() -> Vec<Scheme> {
        let mut schemes = Vec::new();
        let rules = [Rule::Whole, Rule::Sum, Rule::Min, Rule::Max, Rule::Mean];
        let passes = [Passes::All, Passes::Any, Passes::Always];
        for (rule, passes) in rules.into_iter().flat_map(|rule| passes.map(|passes| (rule, passes))) {
            for bits in 0..8 {
                let [only_passed, stops, needs] = [1, 2, 4].map(|bit| bits & bit > 0);
                let group = |cases: &[&str]| {
                    let worth = |case: &&str| Part::Case(Worth::new(*case, 10.0));
                    Group {
                        passes,
                        only_passed,
                        stops,
                        parts: cases.iter().map(worth).collect(),
                        ..Group::new(cases[0], rule, Some(40.0))
                    }
                };
                let mut second = group(&["b", "c", "a"]);
                second.needs = if needs { vec![0] } else { Vec::new() };
                let mut whole = Group::new("", Rule::Sum, Some(100.0));
                whole.parts = vec![Part::Group(0), Part::Group(1)];
                schemes.push(Scheme {
                    source: String::new(),
                    groups: vec![group(&["sample-1", "a", "b"]), second, whole],
                    remark: None,
                });
            }
        }
        schemes
    }

    #[test]
    fn testcases_that_are_left_out_change_no_point_and_no_exit_code() {
        let half = Judgement {
            credit: Some(Credit::Share(0.5)),
            ..Judgement::new(Verdict::WRONG_ANSWER, "")
        };
        let kinds = [Judgement::ACCEPTED, Judgement::new(Verdict::WRONG_ANSWER, ""), half];
        let mut left_out = 0;
        for scheme in schemes() {
            for number in 0..kinds.len().pow(4) {
                let kind = |place: usize| kinds[number / kinds.len().pow(place as u32) % kinds.len()].clone();
                let judgements: Vec<Judgement> = (0..4).map(kind).collect();
                let all: Vec<ReportedCase> = (0..4).map(|place| case(place, &judgements[place])).collect();
                let some = results(&scheme, &judgements, &[0, 1, 2, 3]);
                assert_eq!(
                    counted(&scheme, &some),
                    counted(&scheme, &all),
                    "{scheme:?} {judgements:?}"
                );
                let is_rejected =
                    |cases: &[ReportedCase]| cases.iter().any(|case| case.judgement.verdict.is_rejected());
                assert_eq!(is_rejected(&some), is_rejected(&all));
                let verdicts =
                    |cases: &[ReportedCase]| -> Vec<_> { cases.iter().map(|case| case.judgement.verdict).collect() };
                // Two and three testcases at a time.
                for order in [[1, 0, 3, 2], [2, 1, 0, 3]] {
                    assert_eq!(verdicts(&results(&scheme, &judgements, &order)), verdicts(&some));
                }
                assert_ne!(some[0].judgement.verdict, Verdict::LeftOut, "it is a sample");
                left_out += verdicts(&some)
                    .iter()
                    .filter(|verdict| **verdict == Verdict::LeftOut)
                    .count();
            }
        }
        assert!(left_out > 1_000, "{left_out}");
    }

    #[test]
    fn a_testcase_that_is_not_judged_leaves_out_none() {
        let mut group = Group::new("g", Rule::Whole, Some(40.0));
        group.parts = ["a", "b", "c"].map(|case| Part::Case(Worth::new(case, 10.0))).to_vec();
        let scheme = Scheme {
            source: String::new(),
            groups: vec![group],
            remark: None,
        };
        let fault = Judgement::internal(crate::Fault::Checker, "");
        let wrong = Judgement::new(Verdict::WRONG_ANSWER, "");
        let codes = |judgements: &[Judgement]| -> Vec<&str> {
            let results = results(&scheme, judgements, &[0, 1, 2, 3]);
            results.iter().map(|case| case.judgement.verdict.code()).collect()
        };
        let right = Judgement::ACCEPTED;
        assert_eq!(
            codes(&[right.clone(), fault, wrong.clone(), wrong.clone()]),
            ["AC", "IE", "WA", "WA"]
        );
        assert_eq!(
            codes(&[right.clone(), wrong, right.clone(), right]),
            ["AC", "WA", "LEFT", "LEFT"]
        );
    }
}
