//! Counts the points of a program by the [`Scheme`] of a package.
//!
//! The points of a testcase come from its verdict, or from the checker if it gives partial credit. The points of a
//! group are the sum, the least, the greatest or the mean of its parts, or all or nothing.
//!
//! **No points instead of wrong points.** A testcase is not judged if it was not selected, is incomplete, or ended with
//! IE. Its group then gets no points, not even 0, and neither does any group that contains or needs it.
//!
//! **Cost.** Linear in the parts of all groups.

use super::verdict::{Credit, Judgement, Verdict, rounded};
use gamesolve_task::scheme::{Group, Part, Passes, Rule, Scheme, Worth};

/// The largest rounding error of a sum of decimal fractions.
const NOISE: f64 = 1e-6;

/// The reason why a group with an unjudged testcase, or with a part that has one, is not counted in others.
const NOT_ALL_JUDGED: &str = "not all testcases were judged";

/// The points of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// The file that states the points of the testcases.
    pub source: String,
    /// The groups with testcases of their own.
    pub groups: Vec<CountedGroup>,
    /// The whole task.
    pub total: CountedGroup,
    /// The same as in [`Scheme`].
    pub remark: Option<String>,
}

/// The points of a program in one group.
#[derive(Clone, Debug, PartialEq)]
pub struct CountedGroup {
    /// The same as in [`Group`].
    pub name: String,
    /// The points, rounded to six places, or the reason why they are not counted.
    pub points: Result<f64, String>,
    /// The most points, or `None` if they have no bound.
    pub of: Option<f64>,
}

/// The result of a group or of one of its parts.
#[derive(Clone, Debug)]
struct Outcome {
    points: f64,
    is_passed: bool,
}

/// Returns the outcome of a group, given the outcomes of the groups before it.
///
/// `of_case` returns the outcome of a testcase under a rule, or `None` if it was not judged.
fn outcome_of_group(
    group: &Group,
    groups: &[Group],
    before: &[Result<Outcome, String>],
    of_case: &impl Fn(&Worth, Rule) -> Option<Result<Outcome, String>>,
) -> Result<Outcome, String> {
    let unjudged = |worth: &&Worth| of_case(worth, group.rule).is_none();
    let missing = group.cases().filter(unjudged).count();
    if missing > 0 {
        let verb = if missing == 1 { "was" } else { "were" };
        let all = group.cases().count();
        return Err(format!("{missing} of {all} testcases {verb} not judged"));
    }
    let of_group = |at: usize| {
        before[at].as_ref().map_err(|why| {
            if why == NOT_ALL_JUDGED || groups[at].cases().any(|worth| unjudged(&worth)) {
                NOT_ALL_JUDGED.to_owned()
            } else {
                format!("group {} is not counted", groups[at].name)
            }
        })
    };
    let mut all = Vec::new();
    for part in &group.parts {
        let outcome = match part {
            Part::Group(at) => of_group(*at)?.clone(),
            Part::Case(worth) => of_case(worth, group.rule).expect("every case is judged")?,
        };
        let ends = group.stops && !outcome.is_passed;
        all.push(outcome);
        if ends {
            break;
        }
    }
    let mut may_pass = true;
    for &at in &group.needs {
        may_pass &= of_group(at)?.is_passed;
    }
    let is_passed = may_pass
        && match group.passes {
            Passes::All => all.iter().all(|part| part.is_passed),
            Passes::Any => all.iter().any(|part| part.is_passed),
            Passes::Always => true,
        };
    let points = if may_pass && (is_passed || !group.only_passed) {
        points_of(group, &all)
    } else {
        0.0
    };
    match group.most {
        Some(most) if points > most + NOISE => Err(format!(
            "{} points exceed the maximum of {}",
            rounded(points),
            rounded(most)
        )),
        _ => Ok(Outcome { points, is_passed }),
    }
}

/// Returns the points from the parts of a group, before its own conditions.
fn points_of(group: &Group, parts: &[Outcome]) -> f64 {
    let each = parts.iter().map(|part| part.points);
    let points = match group.rule {
        Rule::Whole => group.most.unwrap_or(0.0),
        Rule::Sum => each.sum(),
        Rule::Min => each.reduce(f64::min).unwrap_or(0.0),
        Rule::Max => each.reduce(f64::max).unwrap_or(0.0),
        Rule::Mean => each.sum::<f64>() / parts.len().max(1) as f64,
    };
    if group.rounds_up {
        (points - NOISE).ceil()
    } else {
        points
    }
}

/// Returns the outcomes of all groups.
fn outcomes(
    scheme: &Scheme,
    of_case: impl Fn(&Worth, Rule) -> Option<Result<Outcome, String>>,
) -> Vec<Result<Outcome, String>> {
    let mut outcomes = Vec::new();
    for group in &scheme.groups {
        let outcome = outcome_of_group(group, &scheme.groups, &outcomes, &of_case);
        outcomes.push(outcome);
    }
    outcomes
}

fn outcome_of_case(worth: &Worth, rule: Rule, judgement: &Judgement) -> Result<Outcome, String> {
    let is_passed = judgement.verdict == Verdict::ACCEPTED;
    if rule == Rule::Whole {
        // A checker's points for one testcase mean nothing in this group.
        return Ok(Outcome { points: 0.0, is_passed });
    }
    let points = match judgement.credit {
        Some(Credit::Points(points)) => Some(points),
        Some(Credit::Share(share)) => worth.most.map(|most| most * share),
        None if is_passed => worth.accepted,
        None => Some(worth.rejected),
    };
    let Some(points) = points else {
        return Err(format!("the checker gives {} no points", worth.case));
    };
    match worth.most {
        Some(most) if points > most + NOISE => Err(format!(
            "the checker gives {} {} points, but the maximum is {}",
            worth.case,
            rounded(points),
            rounded(most)
        )),
        _ => Ok(Outcome { points, is_passed }),
    }
}

/// Returns whether each group has failed for good: no result of a testcase without a judgement can change its points or
/// make it pass.
///
/// That holds if the group has a rejected testcase or is not passed, and gets the same from each extreme result of these
/// testcases: passed or not, with the most or the least points.
#[cfg(unix)]
pub(super) fn failed_for_good<'a>(scheme: &Scheme, judgement: impl Fn(&str) -> Option<&'a Judgement>) -> Vec<bool> {
    let all_others = |is_passed: bool, has_most: bool| {
        let guessed = |worth: &Worth| {
            let all = [0.0, worth.rejected, worth.accepted.unwrap_or_default()].into_iter();
            let points = if has_most {
                all.fold(worth.most.unwrap_or(f64::INFINITY), f64::max)
            } else {
                all.fold(0.0, f64::min)
            };
            Outcome { points, is_passed }
        };
        outcomes(scheme, |worth, rule| match judgement(&worth.case) {
            Some(known) => is_judged(known).then(|| outcome_of_case(worth, rule, known)),
            None => Some(Ok(guessed(worth))),
        })
    };
    let first = all_others(false, false);
    let others = [all_others(true, true), all_others(true, false), all_others(false, true)];
    let is_fixed = |at: usize| {
        let Ok(first) = &first[at] else { return false };
        let is_same =
            |other: &Outcome| other.is_passed == first.is_passed && (other.points - first.points).abs() <= NOISE;
        others.iter().all(|other| other[at].as_ref().is_ok_and(is_same))
    };
    let is_rejected = |worth: &Worth| judgement(&worth.case).is_some_and(|known| known.verdict.is_rejected());
    let has_failed = |(at, group): (usize, &Group)| {
        let is_passed = first[at].as_ref().is_ok_and(|outcome| outcome.is_passed);
        is_fixed(at) && (!is_passed || group.cases().any(is_rejected))
    };
    scheme.groups.iter().enumerate().map(has_failed).collect()
}

impl Counted {
    /// Counts the points of a program. `judgement` returns a testcase's judgement by name, or `None` if it was not
    /// judged.
    pub fn by<'a>(scheme: &Scheme, judgement: impl Fn(&str) -> Option<&'a Judgement>) -> Counted {
        let outcomes = outcomes(scheme, |worth, rule| {
            let judged = judgement(&worth.case).filter(|judged| is_judged(judged))?;
            Some(outcome_of_case(worth, rule, judged))
        });
        let mut counted: Vec<(bool, CountedGroup)> = scheme
            .groups
            .iter()
            .zip(outcomes)
            .map(|(group, outcome)| {
                let counted = CountedGroup {
                    name: group.name.clone(),
                    points: outcome.map(|outcome| rounded(outcome.points)),
                    of: group.most.map(rounded),
                };
                (group.cases().next().is_some(), counted)
            })
            .collect();
        let (_, total) = match counted.last() {
            Some(last) => last.clone(),
            None => return Counted::not(scheme.source.clone(), "no testcase is worth points"),
        };
        counted.retain(|(has_cases, _)| *has_cases);
        Counted {
            source: scheme.source.clone(),
            groups: counted.into_iter().map(|(_, group)| group).collect(),
            total,
            remark: scheme.remark.clone(),
        }
    }
}

impl CountedGroup {
    /// Returns the points for people, such as `40 of 100`, or the reason why there are none.
    pub fn shown(&self) -> String {
        match (&self.points, self.of) {
            (Ok(points), Some(of)) => format!("{points} of {of}"),
            (Ok(points), None) => points.to_string(),
            (Err(why), _) => format!("not counted: {why}"),
        }
    }
}

impl Counted {
    /// Returns a line on the total for people: the points and the remark.
    pub fn shown(&self) -> String {
        let remark = self.remark.iter().map(|remark| format!(" ({remark})"));
        self.total.shown() + &remark.collect::<String>()
    }

    /// Returns the points of the group with this name.
    pub fn group(&self, name: &str) -> Option<&CountedGroup> {
        self.groups.iter().find(|group| group.name == name)
    }

    /// Returns a count without points, for this reason.
    pub fn not(source: String, why: impl Into<String>) -> Counted {
        Counted {
            source,
            groups: Vec::new(),
            total: CountedGroup {
                name: String::new(),
                points: Err(why.into()),
                of: None,
            },
            remark: None,
        }
    }
}

/// Returns whether a verdict is evidence about the program.
fn is_judged(judgement: &Judgement) -> bool {
    !matches!(judgement.verdict, Verdict::Skipped | Verdict::Internal(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fault;

    /// Returns a group of the testcases `a`, `b` and so on, each worth 10 points.
    fn cases(rule: Rule, count: u8) -> Group {
        let mut group = Group::new("g", rule, Some(10.0));
        let names = (b'a'..).take(count.into()).map(char::from);
        group.parts = names.map(|name| Part::Case(Worth::new(name, 10.0))).collect();
        group
    }

    fn of_share(share: f64) -> Judgement {
        Judgement {
            credit: Some(Credit::Share(share)),
            ..Judgement::new(Verdict::WRONG_ANSWER, "")
        }
    }

    /// Returns the total if the testcases `a`, `b` and so on have these judgements.
    fn total(groups: Vec<Group>, judgements: &[Judgement]) -> String {
        let scheme = Scheme {
            source: String::new(),
            groups,
            remark: None,
        };
        let counted = Counted::by(&scheme, |name| {
            let at = usize::from(name.as_bytes()[0] - b'a');
            judgements.get(at)
        });
        counted.shown()
    }

    #[test]
    fn a_group_makes_its_points_of_those_of_its_parts_by_its_rule() {
        let judgements = [Judgement::ACCEPTED, of_share(0.5), of_share(0.3)];
        let of = |rule| {
            let group = Group {
                most: None,
                ..cases(rule, 3)
            };
            total(vec![group], &judgements)
        };
        assert_eq!(of(Rule::Sum), "18");
        assert_eq!(of(Rule::Min), "3");
        assert_eq!(of(Rule::Max), "10");
        assert_eq!(of(Rule::Mean), "6");
        assert_eq!(total(vec![cases(Rule::Whole, 3)], &judgements), "0 of 10");
        assert_eq!(total(vec![cases(Rule::Whole, 1)], &judgements), "10 of 10");
        let rounded = Group {
            rounds_up: true,
            ..cases(Rule::Min, 3)
        };
        let third = of_share(1.0 / 3.0);
        assert_eq!(
            total(vec![rounded.clone()], &[third.clone(), third.clone(), third]),
            "4 of 10"
        );
        assert_eq!(total(vec![rounded], &judgements), "3 of 10", "3 is whole, noise or not");
    }

    #[test]
    fn a_group_that_stops_counts_parts_up_to_the_first_failure() {
        let of = |stops, judgements: &[Judgement]| {
            let group = Group {
                stops,
                most: None,
                ..cases(Rule::Sum, 3)
            };
            total(vec![group], judgements)
        };
        let judgements = [Judgement::ACCEPTED, of_share(0.5), Judgement::ACCEPTED];
        assert_eq!(of(true, &judgements), "15");
        assert_eq!(of(false, &judgements), "25");
    }

    #[test]
    fn a_group_that_counts_together_gives_no_partial_points() {
        // Only the pass counts in this group: the checker may give any points for a testcase, even more than the
        // group's.
        let given = Judgement {
            credit: Some(Credit::Points(11.0)),
            ..Judgement::ACCEPTED
        };
        let whole = || vec![cases(Rule::Whole, 2)];
        assert_eq!(total(whole(), &[given.clone(), Judgement::ACCEPTED]), "10 of 10");
        assert_eq!(total(whole(), &[given, of_share(0.9)]), "0 of 10");
        let mut unstated = cases(Rule::Whole, 1);
        unstated.parts = vec![Part::Case(Worth {
            accepted: None,
            most: None,
            ..Worth::new("a", 0.0)
        })];
        assert_eq!(total(vec![unstated], &[Judgement::ACCEPTED]), "10 of 10");
    }

    #[test]
    fn sums_of_fractions_show_no_noise() {
        let mut group = cases(Rule::Sum, 3);
        group.parts = ["a", "b", "c"].map(|name| Part::Case(Worth::new(name, 0.1))).to_vec();
        group.most = Some(0.1 + 0.2);
        let all = vec![Judgement::ACCEPTED; 3];
        assert_eq!(total(vec![group], &all), "0.3 of 0.3");
    }

    #[test]
    fn a_group_has_points_only_if_the_groups_it_needs_pass() {
        let first = cases(Rule::Whole, 1);
        let of = |judgement: Judgement| {
            let needing = |at, case: &str| {
                let mut group = Group::new("h", Rule::Sum, Some(5.0));
                group.parts = vec![Part::Case(Worth::new(case, 5.0))];
                group.needs = vec![at];
                group
            };
            let all = [judgement, Judgement::ACCEPTED, Judgement::ACCEPTED];
            total(vec![first.clone(), needing(0, "b"), needing(1, "c")], &all)
        };
        assert_eq!(of(Judgement::ACCEPTED), "5 of 5");
        assert_eq!(of(of_share(0.9)), "0 of 5", "part of the points does not pass");
        assert_eq!(
            of(Judgement::internal(Fault::Own, "")),
            "not counted: not all testcases were judged"
        );
    }

    #[test]
    fn what_is_not_known_is_not_counted() {
        let ie = Judgement::internal(Fault::BadCase, "");
        let skip = Judgement::new(Verdict::Skipped, "");
        let group = || vec![cases(Rule::Min, 3)];
        assert_eq!(
            total(group(), &[Judgement::ACCEPTED, ie, skip]),
            "not counted: 2 of 3 testcases were not judged"
        );
        let given = Judgement {
            credit: Some(Credit::Points(11.0)),
            ..Judgement::ACCEPTED
        };
        assert_eq!(
            total(vec![cases(Rule::Sum, 1)], &[given]),
            "not counted: the checker gives a 11 points, but the maximum is 10"
        );
        let mut unbounded = cases(Rule::Sum, 1);
        unbounded.parts = vec![Part::Case(Worth {
            accepted: None,
            most: None,
            ..Worth::new("a", 0.0)
        })];
        for judgement in [Judgement::ACCEPTED, of_share(0.5)] {
            assert_eq!(
                total(vec![unbounded.clone()], &[judgement]),
                "not counted: the checker gives a no points"
            );
        }
        assert_eq!(total(Vec::new(), &[]), "not counted: no testcase is worth points");
    }
}
