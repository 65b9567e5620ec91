//! Points: what the cases of a test group are worth together, and what a program gets for them.
//!
//! A [`Scheme`] is a tree of groups. The points of a case come from its verdict, or from the checker where that gives part
//! of them; the points of a group are the sum, the least, the greatest or the mean of its parts, or all or nothing.
//!
//! **Never wrong, rather none.** A group of which a case was not judged (it was not chosen, is incomplete, or came to IE)
//! gets no points, not 0, and with it none of the groups above it or that need it.
//!
//! **Cost.** Linear in the parts of all groups.

use super::verdict::{Judgement, Verdict};

/// Sums of decimal fractions miss by less than this.
const NOISE: f64 = 1e-6;

/// What a checker gives for an output that it does not simply accept or reject.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Credit {
    /// Of what the case is worth, from 0 to 1.
    Share(f64),
    /// In points, at least 0.
    Points(f64),
}

impl std::fmt::Display for Credit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Credit::Share(share) => write!(f, "{}%", rounded(share * 100.0)),
            Credit::Points(points) => write!(f, "{} points", rounded(*points)),
        }
    }
}

/// What all cases of a folder are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Scheme {
    /// The file that says so.
    pub source: String,
    /// The groups, each behind those that it is made of or needs; the last is the whole.
    pub groups: Vec<Group>,
    /// What the layout's own judge would do that is not done here.
    pub remark: Option<String>,
}

/// Cases, and groups of them, that are worth something together.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// What reports call it; escaped.
    pub name: String,
    /// The most points; `None` where nothing bounds them.
    pub most: Option<f64>,
    /// How its points come from those of its parts.
    pub rule: Rule,
    /// When it counts as passed.
    pub passes: Passes,
    /// Whether it has points only where it is passed.
    pub only_passed: bool,
    /// Whether what follows a part that is not passed does not count at all.
    pub stops: bool,
    /// Whether its points are rounded up to a whole number.
    pub rounds_up: bool,
    /// Groups that have to be passed, or this one is not and gets 0: places in [`Scheme::groups`] before its own.
    pub needs: Vec<usize>,
    /// What it is made of, in the order of judging.
    pub parts: Vec<Part>,
}

/// How a group's points come from those of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The most points where it is passed, else 0.
    Whole,
    /// Those of all parts together.
    Sum,
    /// The least of any part.
    Min,
    /// The greatest of any part.
    Max,
    /// The mean of all parts.
    Mean,
}

/// When a group counts as passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// Where every part is.
    All,
    /// Where one part is.
    Any,
    /// Always.
    Always,
}

/// A part of a group.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A case.
    Case(Worth),
    /// Another group, by its place in [`Scheme::groups`], which is before this one's.
    Group(usize),
}

/// What a case is worth in a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// The case's name.
    pub case: String,
    /// Whether it belongs to the group; else it belongs to another and counts here too.
    pub own: bool,
    /// Its points where it is accepted; `None` where the checker has to say.
    pub accepted: Option<f64>,
    /// Its most points; `None` where nothing bounds them.
    pub most: Option<f64>,
    /// Its points where it is not accepted, unless the checker says.
    pub rejected: f64,
}

/// What a program gets.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// The file that says what cases are worth.
    pub source: String,
    /// The groups that cases belong to.
    pub groups: Vec<CountedGroup>,
    /// The whole.
    pub total: CountedGroup,
    /// As in [`Scheme`].
    pub remark: Option<String>,
}

/// What a program gets for a group.
#[derive(Clone, Debug, PartialEq)]
pub struct CountedGroup {
    /// As in [`Group`].
    pub name: String,
    /// Its points, rounded to six places, or why they are not counted.
    pub points: Result<f64, String>,
    /// The most points, where something bounds them.
    pub of: Option<f64>,
}

/// What came of a group.
#[derive(Clone, Debug)]
struct Outcome {
    points: f64,
    is_passed: bool,
}

impl Group {
    /// A group without parts that is passed where all of them are.
    pub fn new(name: impl Into<String>, rule: Rule, most: Option<f64>) -> Group {
        Group {
            name: name.into(),
            most,
            rule,
            passes: Passes::All,
            only_passed: rule == Rule::Whole,
            stops: false,
            rounds_up: false,
            needs: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// The cases among its parts.
    pub fn cases(&self) -> impl Iterator<Item = &Worth> {
        self.parts.iter().filter_map(|part| match part {
            Part::Case(worth) => Some(worth),
            Part::Group(_) => None,
        })
    }

    /// What this group comes to, given what came of those before it.
    fn outcome<'a>(
        &self,
        groups: &[Group],
        before: &[Result<Outcome, String>],
        judgement: &impl Fn(&str) -> Option<&'a Judgement>,
    ) -> Result<Outcome, String> {
        let unjudged = |worth: &&Worth| !judgement(&worth.case).is_some_and(is_judged);
        let missing = self.cases().filter(unjudged).count();
        if missing > 0 {
            let verb = if missing == 1 { "was" } else { "were" };
            let all = self.cases().count();
            return Err(format!("{missing} of {all} cases {verb} not judged"));
        }
        let of_group = |at: usize| {
            before[at]
                .as_ref()
                .map_err(|_| format!("group {} is not counted", groups[at].name))
        };
        let mut all = Vec::new();
        for part in &self.parts {
            let outcome = match part {
                Part::Group(at) => of_group(*at)?.clone(),
                Part::Case(worth) => {
                    let judgement = judgement(&worth.case).expect("every case is judged");
                    match self.rule {
                        // What a checker gives for one case means nothing here.
                        Rule::Whole => Outcome {
                            points: 0.0,
                            is_passed: judgement.verdict == Verdict::Accepted,
                        },
                        _ => worth.outcome(judgement)?,
                    }
                }
            };
            let ends = self.stops && !outcome.is_passed;
            all.push(outcome);
            if ends {
                break;
            }
        }
        let mut may_pass = true;
        for &at in &self.needs {
            may_pass &= of_group(at)?.is_passed;
        }
        let is_passed = may_pass
            && match self.passes {
                Passes::All => all.iter().all(|part| part.is_passed),
                Passes::Any => all.iter().any(|part| part.is_passed),
                Passes::Always => true,
            };
        let points = if may_pass && (is_passed || !self.only_passed) {
            self.points(&all)
        } else {
            0.0
        };
        match self.most {
            Some(most) if points > most + NOISE => Err(format!(
                "{} points are more than the {} there are",
                rounded(points),
                rounded(most)
            )),
            _ => Ok(Outcome { points, is_passed }),
        }
    }

    /// The points that its parts make, its own conditions aside.
    fn points(&self, parts: &[Outcome]) -> f64 {
        let each = parts.iter().map(|part| part.points);
        let points = match self.rule {
            Rule::Whole => self.most.unwrap_or(0.0),
            Rule::Sum => each.sum(),
            Rule::Min => each.reduce(f64::min).unwrap_or(0.0),
            Rule::Max => each.reduce(f64::max).unwrap_or(0.0),
            Rule::Mean => each.sum::<f64>() / parts.len().max(1) as f64,
        };
        if self.rounds_up {
            (points - NOISE).ceil()
        } else {
            points
        }
    }
}

impl Worth {
    /// A case of a group that is worth `points`, or nothing where it is not accepted.
    pub fn new(case: impl Into<String>, points: f64) -> Worth {
        Worth {
            case: case.into(),
            own: true,
            accepted: Some(points),
            most: Some(points),
            rejected: 0.0,
        }
    }

    fn outcome(&self, judgement: &Judgement) -> Result<Outcome, String> {
        let is_passed = judgement.verdict == Verdict::Accepted;
        let points = match judgement.credit {
            Some(Credit::Points(points)) => Some(points),
            Some(Credit::Share(share)) => self.most.map(|most| most * share),
            None if is_passed => self.accepted,
            None => Some(self.rejected),
        };
        let Some(points) = points else {
            return Err(format!("the checker gives {} no points", self.case));
        };
        match self.most {
            Some(most) if points > most + NOISE => Err(format!(
                "the checker gives {} {} points, of {}",
                self.case,
                rounded(points),
                rounded(most)
            )),
            _ => Ok(Outcome { points, is_passed }),
        }
    }
}

impl Scheme {
    /// The group that each case belongs to, as pairs.
    pub fn homes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.groups.iter().flat_map(|group| {
            let own = group.cases().filter(|worth| worth.own);
            own.map(|worth| (worth.case.as_str(), group.name.as_str()))
        })
    }

    /// What a program gets whose cases were judged so; `None` for a case that was not.
    pub fn count<'a>(&self, judgement: impl Fn(&str) -> Option<&'a Judgement>) -> Counted {
        let mut outcomes: Vec<Result<Outcome, String>> = Vec::new();
        for group in &self.groups {
            let outcome = group.outcome(&self.groups, &outcomes, &judgement);
            outcomes.push(outcome);
        }
        let mut counted: Vec<(bool, CountedGroup)> = self
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
            None => return Counted::not(self.source.clone(), "nothing is worth points"),
        };
        counted.retain(|(has_cases, _)| *has_cases);
        Counted {
            source: self.source.clone(),
            groups: counted.into_iter().map(|(_, group)| group).collect(),
            total,
            remark: self.remark.clone(),
        }
    }
}

impl CountedGroup {
    /// The points for people: `40 of 100`, or why there are none.
    pub fn shown(&self) -> String {
        match (&self.points, self.of) {
            (Ok(points), Some(of)) => format!("{points} of {of}"),
            (Ok(points), None) => points.to_string(),
            (Err(why), _) => format!("not counted: {why}"),
        }
    }
}

impl Counted {
    /// A line on the whole for people: the points, and what to know about them.
    pub fn shown(&self) -> String {
        let remark = self.remark.iter().map(|remark| format!("; {remark}"));
        self.total.shown() + &remark.collect::<String>()
    }

    /// What the program gets for the group of this name.
    pub fn group(&self, name: &str) -> Option<&CountedGroup> {
        self.groups.iter().find(|group| group.name == name)
    }

    /// No points at all, for this reason.
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

/// Whether a verdict says something about the program.
fn is_judged(judgement: &Judgement) -> bool {
    !matches!(judgement.verdict, Verdict::Skipped | Verdict::Internal(_))
}

/// A number without the noise of sums of decimal fractions: six places, and no negative zero.
fn rounded(points: f64) -> f64 {
    (points * 1e6).round() / 1e6 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::Fault;

    /// Cases `a`, `b` and on, each worth 10 points.
    fn cases(rule: Rule, count: u8) -> Group {
        let mut group = Group::new("g", rule, Some(10.0));
        let names = (b'a'..).take(count.into()).map(char::from);
        group.parts = names
            .map(|name| Part::Case(Worth::new(name, 10.0)))
            .collect();
        group
    }

    fn of_share(share: f64) -> Judgement {
        Judgement {
            credit: Some(Credit::Share(share)),
            ..Judgement::new(Verdict::WrongAnswer, "")
        }
    }

    /// The total where the cases `a`, `b` and on were judged so.
    fn total(groups: Vec<Group>, judgements: &[Judgement]) -> String {
        let scheme = Scheme {
            source: String::new(),
            groups,
            remark: None,
        };
        let counted = scheme.count(|name| {
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
            total(
                vec![rounded.clone()],
                &[third.clone(), third.clone(), third]
            ),
            "4 of 10"
        );
        assert_eq!(
            total(vec![rounded], &judgements),
            "3 of 10",
            "3 is whole, noise or not"
        );
    }

    #[test]
    fn sums_of_fractions_show_no_noise() {
        let mut group = cases(Rule::Sum, 3);
        group.parts = ["a", "b", "c"]
            .map(|name| Part::Case(Worth::new(name, 0.1)))
            .to_vec();
        group.most = Some(0.1 + 0.2);
        let all = vec![Judgement::ACCEPTED; 3];
        assert_eq!(total(vec![group], &all), "0.3 of 0.3");
    }

    #[test]
    fn a_group_that_needs_another_has_nothing_unless_that_passes_and_so_on() {
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
        assert_eq!(
            of(of_share(0.9)),
            "0 of 5",
            "part of the points does not pass"
        );
        assert_eq!(
            of(Judgement::internal(Fault::Own, "")),
            "not counted: group h is not counted"
        );
    }

    #[test]
    fn what_is_not_known_is_not_counted() {
        let ie = Judgement::internal(Fault::BadCase, "");
        let skip = Judgement::new(Verdict::Skipped, "");
        let group = || vec![cases(Rule::Min, 3)];
        assert_eq!(
            total(group(), &[Judgement::ACCEPTED, ie, skip]),
            "not counted: 2 of 3 cases were not judged"
        );
        let given = Judgement {
            credit: Some(Credit::Points(11.0)),
            ..Judgement::ACCEPTED
        };
        assert_eq!(
            total(vec![cases(Rule::Sum, 1)], &[given]),
            "not counted: the checker gives a 11 points, of 10"
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
        assert_eq!(
            total(Vec::new(), &[]),
            "not counted: nothing is worth points"
        );
    }
}
