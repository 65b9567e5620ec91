//! Checks the stored answers of a user's testcases before programs are judged by them.

use itertools::Itertools as _;

use super::super::output::shown;
use super::Targets;
use super::given::Given;
use super::task::{MAX_TRIED_BYTES, TRIAL_BUDGET_BYTES, TRIAL_STEPS, is_of_registry, solver_verdict, word};
use crate::budget::Budget;
use crate::cases::evaluate::Judge;
use crate::judge::places::below;
use crate::judge::session::Session;
use crate::judge::{Fault, Policy, Verdict, run};
use crate::package::Case;
use crate::problem::Variants;

/// Returns remarks on the stored answers of a user's testcases: the first wrong one, and that some were not checked. The
/// problem compares outputs with them, so a wrong one fails a right program.
///
/// Each testcase has a budget of [`TRIAL_STEPS`] and [`MAX_TRIED_BYTES`].
pub(in crate::cli) fn remarks_on_answers(targets: &Targets, given: &Given, session: &Session<'_>) -> Vec<String> {
    let entry = given.entry.filter(|entry| is_of_registry(*entry));
    let Some(entry) = entry.filter(|_| !targets.cases.is_empty() && given.is_original()) else {
        return Vec::new();
    };
    let judge = Judge {
        entry,
        variants: Variants::ORIGINAL,
        policy: Policy::Tokens,
        budget: Budget::of(TRIAL_BUDGET_BYTES).with_steps(TRIAL_STEPS),
    };
    let cases = &session.selection.cases;
    let verdicts = run(cases, session.jobs, |case| solver_verdict(case, judge, MAX_TRIED_BYTES));
    let is_wrong = |verdict| [Verdict::WRONG_ANSWER, Verdict::Internal(Fault::StoredAnswer)].contains(&verdict);
    let wrong = cases
        .iter()
        .zip(&verdicts)
        .filter(|(_, verdict)| verdict.is_some_and(is_wrong));
    let wrong: Vec<&Case> = wrong.map(|(case, _)| case).collect();
    let places = targets.cases.iter().map(|path| word(path)).join(" ");
    let check = format!("`gamesolve check {} {places}`", entry.meta().slug);
    let mut remarks = Vec::new();
    if let [first, others @ ..] = &wrong[..] {
        // The folder of an unpacked archive is temporary.
        let package = given.package.as_ref().filter(|package| !package.unpacked.is_empty());
        let file = shown(&first.answer);
        let file = package.map_or(file.clone(), |package| below(package, &file));
        let others = match others.len() {
            0 => String::new(),
            1 => ", and so is another".to_owned(),
            count => format!(", and so are {count} others"),
        };
        remarks.push(format!(
            "the stored answer of testcase {} is wrong{others}: {file} ({check} shows all wrong answers)",
            first.name
        ));
    }
    let unchecked = verdicts.iter().filter(|verdict| verdict.is_none()).count();
    if unchecked > 0 {
        remarks.push(format!(
            "gamesolve did not check {unchecked} of {} stored answers, because its solver needs more than a moment for them ({check} takes the time)",
            cases.len()
        ));
    }
    remarks
}
