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

/// Returns the verdict of a group, or `None` if none of its parts has one.
fn verdict_of(group: &VerdictGroup, parts: impl Iterator<Item = Verdict>) -> Option<Verdict> {
    let mut found = Vec::new();
    for verdict in parts {
        found.push(verdict);
        if group.stops && verdict != Verdict::Accepted {
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
    if group.any && found.contains(&Verdict::Accepted) {
        return Some(Verdict::Accepted);
    }
    let refused = found.iter().filter(|verdict| **verdict != Verdict::Accepted);
    Some(match group.mode {
        Mode::Accept => Verdict::Accepted,
        Mode::First => refused.copied().next().unwrap_or(*first),
        Mode::Worst => refused.copied().max_by_key(|verdict| rank(*verdict)).unwrap_or(*first),
    })
}

/// Returns the place of a verdict in the order of problemtools: a crash is worse than a slow program.
fn rank(verdict: Verdict) -> usize {
    const ORDER: [Verdict; 7] = [
        Verdict::Accepted,
        Verdict::Presentation,
        Verdict::WrongAnswer,
        Verdict::OutputLimit,
        Verdict::TimeLimit,
        Verdict::MemoryLimit,
        Verdict::RuntimeError,
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
    fn a_group_has_the_verdict_that_its_mode_says() {
        use Verdict::{Accepted as Ac, RuntimeError as Re, TimeLimit as Tle, WrongAnswer as Wa};
        let of = |group: &VerdictGroup, parts: &[Verdict]| verdict_of(group, parts.iter().copied());
        for (mode, stops, verdict) in [
            (Mode::Worst, true, Wa),
            (Mode::First, true, Wa),
            (Mode::Worst, false, Re),
            (Mode::First, false, Wa),
            (Mode::Accept, false, Ac),
        ] {
            let group = group(mode, stops);
            assert_eq!(of(&group, &[Ac, Wa, Re, Tle]), Some(verdict), "{mode:?} {stops}");
            assert_eq!(of(&group, &[Ac, Ac]), Some(Ac));
            assert_eq!(of(&group, &[]), None);
        }
        let any = VerdictGroup {
            any: true,
            ..group(Mode::Worst, false)
        };
        assert_eq!((of(&any, &[Wa, Ac]), of(&any, &[Wa, Tle])), (Some(Ac), Some(Tle)));
        let last = VerdictGroup {
            last_alone: true,
            ..group(Mode::Worst, false)
        };
        assert_eq!((of(&last, &[Wa, Ac]), of(&last, &[Ac, Tle])), (Some(Ac), Some(Tle)));
        let failed = Verdict::Internal(crate::Fault::Checker);
        assert_eq!(of(&group(Mode::Accept, false), &[Ac, failed]), Some(failed));
    }
}
