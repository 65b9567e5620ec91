//! Judges the built-in solver, or stored outputs, on testcases of one or several problems.

use std::num::NonZeroUsize;
use std::path::Path;

use itertools::Itertools;

use super::evaluate::Judge;
use super::recognise::CaseProblems;
use crate::budget::Budget;
use crate::judge::encoding::odd_file;
use crate::judge::report::{Report, ReportedCase};
use crate::judge::selection::CompleteCase;
use crate::judge::{Fault, Judgement, Rule as _, Verdict, run};
use crate::text::{Source, until_dos_end};

/// The settings for judging a batch of testcases.
pub struct Batch<'a> {
    /// The judges, in the order of [`CaseProblems::entries`].
    pub judges: Vec<Judge<'a>>,
    /// The problem of each testcase.
    pub problems: &'a CaseProblems,
    /// The memory of solving and judging together.
    pub budget: Budget,
    /// The maximum size of a file, in bytes.
    pub max_bytes: u64,
    /// Whether a difference from the solver is worded as a fault of the stored answer, for people.
    pub blames_answers: bool,
    /// The number of testcases that are judged at the same time.
    pub jobs: NonZeroUsize,
    /// A function that is called after each testcase.
    pub judged: &'a (dyn Fn() + Sync),
}

impl Batch<'_> {
    /// Judges all testcases and reports on them. `judged` is the source of the outputs.
    pub fn report(&self, cases: &[CompleteCase<'_>], judged: String) -> Report {
        let mut rules = self.judges.iter().map(|judge| judge.says()).unique();
        let (rule, rule_says): (Vec<_>, Vec<_>) = rules.by_ref().unzip();
        let slugs = self.problems.entries.iter().map(|entry| entry.meta().slug);
        Report {
            problem: slugs.format(", ").to_string(),
            judged,
            rule: rule.join(", "),
            rule_says: rule_says.join("; "),
            remarks: Vec::new(),
            findings: Vec::new(),
            cases: self.judge(cases),
            conditions: None,
            interrupted: false,
            points: None,
            replay: None,
            is_of_submission: false,
            expectation: None,
        }
    }

    /// Judges all testcases.
    ///
    /// Testcases that run together share the memory budget. If one needs more than its share, it is judged again alone
    /// with the whole budget, so that the number of jobs changes no verdict.
    fn judge(&self, cases: &[CompleteCase<'_>]) -> Vec<ReportedCase> {
        let whole = self.budget;
        let share = Budget::of(whole.bytes() / self.jobs.get() as u64).with_steps(whole.steps());
        let mut judgements = run(cases, self.jobs, |case| {
            let judgement = self.judge_one(case, share);
            (self.judged)();
            judgement
        });
        for (case, judgement) in cases.iter().zip(&mut judgements) {
            if judgement.verdict == Verdict::Internal(Fault::Refused) {
                *judgement = self.judge_one(case, whole);
            }
        }
        let reported = |(found, judgement): (&CompleteCase<'_>, Judgement)| ReportedCase {
            name: found.case.name.clone(),
            group: found.case.group.clone(),
            input_bytes: found.case.input_bytes(),
            judgement,
        };
        cases.iter().zip(judgements).map(reported).collect()
    }

    fn judge_one(&self, found: &CompleteCase<'_>, budget: Budget) -> Judgement {
        let judge = Judge {
            budget,
            ..self.judges[self.problems.problem_of_case(found.case)]
        };
        let read = |path: &Path| {
            Source::from_file(path, self.max_bytes)
                .map_err(|error| Box::new(Judgement::internal(Fault::BadCase, error.to_string())))
        };
        let judged = || {
            let input = read(&found.case.input)?;
            let answer = read(&found.case.answer)?.bytes;
            if let Some(odd) = odd_file((&found.case.input, &input.bytes), (&found.case.answer, &answer)) {
                return Err(Box::new(Judgement::internal(Fault::BadCase, odd)));
            }
            let Some(path) = &found.output else {
                let output = judge
                    .entry
                    .solve(judge.given(&input), budget)
                    .map_err(|failure| Box::new(judge.of_failure(failure, &input, &answer)))?;
                let judgement = if self.blames_answers {
                    judge.judge_stored(&input, &answer, output.as_bytes())
                } else {
                    judge.judge(&input, &answer, output.as_bytes())
                };
                return Ok(of_solver(&judge, judgement));
            };
            let output = read(path)?.bytes;
            Ok(judge.judge(&input, &answer, until_dos_end(&output)))
        };
        judged().unwrap_or_else(|judgement: Box<Judgement>| *judgement)
    }
}

/// Blames the solver itself if the problem's rules reject its output: the rules reject only wrong outputs.
fn of_solver(judge: &Judge<'_>, judgement: Judgement) -> Judgement {
    if judgement.verdict == Verdict::WRONG_ANSWER && judge.entry.has_checker() {
        return Judgement {
            verdict: Verdict::Internal(Fault::Own),
            ..judgement
        };
    }
    judgement
}
