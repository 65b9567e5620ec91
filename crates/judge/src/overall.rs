//! The verdict on a whole submission, by the rule of the package's own judge.

use std::collections::HashMap;

use super::report::Report;
use super::verdict::Verdict;
use gamesolve_task::overall::{Mode, Overall, VerdictGroup, VerdictPart};

/// Returns the verdict of the package's own judge on a program.
///
/// If the judge has no rule, or if no testcase was judged, this is the worst verdict.
pub fn overall(rule: &Overall, report: &Report) -> Option<Verdict> {
    let Overall::Groups(groups) = rule else {
        return report.worst();
    };
    let cases = report.cases.iter();
    let verdicts: HashMap<&str, Verdict> = cases.map(|case| (case.name.as_str(), case.judgement.verdict)).collect();
    let mut of_groups: Vec<Option<Verdict>> = Vec::new();
    for group in groups {
        let of_part = |part: &VerdictPart| match part {
            VerdictPart::Case(name) => verdicts.get(name.as_str()).copied(),
            VerdictPart::Group(at) => of_groups.get(*at).copied().flatten(),
        };
        let of_parts = group.parts.iter().filter_map(of_part);
        let verdict = verdict_of(group, of_parts.filter(|verdict| *verdict != Verdict::Skipped));
        of_groups.push(verdict);
    }
    of_groups.last().copied().flatten().or(report.worst())
}

/// Returns whether a testcase cannot change the verdict of the package's own judge, because that judge looks at no part
/// after a rejected one. `is_rejected` tells the testcases that are rejected so far.
#[cfg(unix)]
pub(super) fn is_settled(rule: &Overall, case: &str, is_rejected: impl Fn(&str) -> bool) -> bool {
    let Overall::Groups(groups) = rule else {
        // The worst verdict blames the program anyway.
        return true;
    };
    let mut rejected: Vec<bool> = Vec::new();
    let fails = |part: &VerdictPart, rejected: &[bool]| match part {
        VerdictPart::Case(name) => is_rejected(name),
        VerdictPart::Group(at) => rejected[*at],
    };
    for group in groups {
        let is_strict = group.mode != Mode::Accept && !group.any && !group.last_alone;
        rejected.push(is_strict && group.parts.iter().any(|part| fails(part, &rejected)));
    }
    let mut settled = vec![false; groups.len()];
    for (at, group) in groups.iter().enumerate().rev() {
        let is_first = group.mode == Mode::First && !group.any && !group.last_alone;
        let mut is_over = settled[at] || group.mode == Mode::Accept;
        for part in &group.parts {
            match part {
                VerdictPart::Case(name) if name == case && !is_over => return false,
                VerdictPart::Case(_) => {}
                VerdictPart::Group(inner) => settled[*inner] = is_over,
            }
            is_over |= (group.stops || is_first) && fails(part, &rejected);
        }
    }
    true
}

/// Returns the verdict of a group, or `None` if none of its parts has one.
fn verdict_of(group: &VerdictGroup, parts: impl Iterator<Item = Verdict>) -> Option<Verdict> {
    let mut found = Vec::new();
    for verdict in parts {
        found.push(verdict);
        if group.stops && verdict != Verdict::ACCEPTED {
            break;
        }
    }
    if let Some(failed) = found.iter().find(|verdict| verdict.fault().is_some()) {
        return Some(*failed);
    }
    if group.last_alone {
        found.drain(..found.len().saturating_sub(1));
    }
    let first = found.first()?;
    if group.any && found.contains(&Verdict::ACCEPTED) {
        return Some(Verdict::ACCEPTED);
    }
    let refused = found.iter().filter(|verdict| **verdict != Verdict::ACCEPTED);
    Some(match group.mode {
        Mode::Accept => Verdict::ACCEPTED,
        Mode::First => refused.copied().next().unwrap_or(*first),
        Mode::Worst => refused.copied().max_by_key(|verdict| rank(*verdict)).unwrap_or(*first),
    })
}

/// Returns the place of a verdict in the order of problemtools: a crash is worse than a slow program.
fn rank(verdict: Verdict) -> usize {
    const ORDER: [Verdict; 7] = [
        Verdict::ACCEPTED,
        Verdict::PRESENTATION,
        Verdict::WRONG_ANSWER,
        Verdict::OUTPUT_LIMIT,
        Verdict::TIME_LIMIT,
        Verdict::MEMORY_LIMIT,
        Verdict::RUNTIME_ERROR,
    ];
    let place = ORDER.iter().position(|known| *known == verdict);
    place.unwrap_or(ORDER.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(mode: Mode, stops: bool) -> VerdictGroup {
        VerdictGroup {
            mode,
            any: false,
            stops,
            last_alone: false,
            parts: Vec::new(),
        }
    }

    #[test]
    fn a_testcase_is_settled_if_the_judge_never_looks_at_it() {
        let case = |name: &str| VerdictPart::Case(name.to_owned());
        let with = |mode, stops, parts| VerdictGroup {
            parts,
            ..group(mode, stops)
        };
        let settled = |groups: Vec<VerdictGroup>, case: &str, rejected: &str| {
            is_settled(&Overall::Groups(groups), case, |name| rejected.contains(name))
        };
        for (mode, stops, expected) in [
            (Mode::Worst, false, [false, false]),
            (Mode::Worst, true, [false, true]),
            (Mode::First, false, [false, true]),
            (Mode::Accept, false, [true, true]),
        ] {
            let groups = || vec![with(mode, stops, vec![case("a"), case("b"), case("c")])];
            let found = ["a", "c"].map(|name| settled(groups(), name, "b"));
            assert_eq!(found, expected, "{mode:?} {stops}");
            let nested = || {
                let inner = |name| with(Mode::Worst, false, vec![case(name)]);
                let whole = with(mode, stops, vec![VerdictPart::Group(0), VerdictPart::Group(1)]);
                vec![inner("a"), inner("c"), whole]
            };
            let found = ["a", "c"].map(|name| settled(nested(), name, "a"));
            assert_eq!(found, expected, "{mode:?} {stops}");
        }
        assert!(is_settled(&Overall::Worst, "a", |_| true));
    }

    #[test]
    fn a_group_has_the_verdict_that_its_mode_says() {
        let [ac, re, tle, wa] = [
            Verdict::ACCEPTED,
            Verdict::RUNTIME_ERROR,
            Verdict::TIME_LIMIT,
            Verdict::WRONG_ANSWER,
        ];
        let of = |group: &VerdictGroup, parts: &[Verdict]| verdict_of(group, parts.iter().copied());
        for (mode, stops, verdict) in [
            (Mode::Worst, true, wa),
            (Mode::First, true, wa),
            (Mode::Worst, false, re),
            (Mode::First, false, wa),
            (Mode::Accept, false, ac),
        ] {
            let group = group(mode, stops);
            assert_eq!(of(&group, &[ac, wa, re, tle]), Some(verdict), "{mode:?} {stops}");
            assert_eq!(of(&group, &[ac, ac]), Some(ac));
            assert_eq!(of(&group, &[]), None);
        }
        let any = VerdictGroup {
            any: true,
            ..group(Mode::Worst, false)
        };
        assert_eq!((of(&any, &[wa, ac]), of(&any, &[wa, tle])), (Some(ac), Some(tle)));
        let last = VerdictGroup {
            last_alone: true,
            ..group(Mode::Worst, false)
        };
        assert_eq!((of(&last, &[wa, ac]), of(&last, &[ac, tle])), (Some(ac), Some(tle)));
        let failed = Verdict::Internal(crate::Fault::Checker);
        assert_eq!(of(&group(Mode::Accept, false), &[ac, failed]), Some(failed));
    }
}
