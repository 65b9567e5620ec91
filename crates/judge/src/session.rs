//! A judging session: programs judged on the same testcases, under the same limits and by the same rules.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::attempt::{Files, JudgeContext, NoJudgement, answers_to_hide};
use super::external::External;
use super::program::Program;
use super::report::{Conditions, Report, ReportedCase};
use super::rules::Rules;
use super::runner::run;
use super::selection::Selection;
use super::verdict::{Fault, Judgement, Verdict};
use super::workshop::Workshop;
use gamesolve_box::{Limits, Sandbox};
use gamesolve_task::Case;
use gamesolve_task::model::CaseRules;
use gamesolve_text::quoted;

/// The name of the testcase line for a program that does not compile or is unusable.
const COMPILING: &str = "compiling";

/// The testcases, limits and rules for all programs of one session.
pub struct Session<'a> {
    /// The name of the problem or the task.
    pub name: String,
    /// The rules that judge outputs if there is no checker.
    pub rules: Rules<'a>,
    /// An external checker.
    pub checker: Option<External>,
    /// The interactor, if the task is interactive.
    pub interactor: Option<External>,
    /// The testcases and their points.
    pub selection: Selection,
    /// Resource limits of one run.
    pub limits: Limits,
    /// Sources of limits and rules, if the problem is not the only one: each value's name and its source.
    pub stated: Vec<(&'static str, String)>,
    /// Rules for single testcases, by testcase name.
    pub of_cases: BTreeMap<String, CaseRules>,
    /// Limits and rules for the programs of one language in place of those above, by the extension of their sources.
    pub of_endings: BTreeMap<String, (Limits, BTreeMap<String, CaseRules>)>,
    /// The files or streams of the programs' input and output.
    pub files: Files,
    /// Whether the problem validates inputs even if a checker judges the outputs.
    pub validates: bool,
    /// Requests of the package that gamesolve ignores.
    pub remarks: Vec<String>,
    /// The number of testcases that are judged at the same time.
    pub jobs: NonZeroUsize,
    /// The largest input and answer to read, in bytes.
    pub max_bytes: u64,
    /// The workshop that made the programs. Its folder also holds files for checkers.
    pub workshop: &'a Workshop,
}

/// The reason why a program was not judged.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The program starts on no testcase: the reason.
    #[error("{0}")]
    CannotStart(String),
    /// The stored answers do not exist, so they cannot be hidden from the program.
    #[error("cannot find the stored answers")]
    Answers(#[source] std::io::Error),
}

impl Session<'_> {
    /// Judges one program on all testcases, up to the first verdict that `ends` the judging. The program reads and
    /// writes `files`, usually the files of the session.
    ///
    /// Calls `judged` with the index of each testcase and its judgement, in any order and on any thread.
    ///
    /// # Errors
    /// If there is no judgement on any testcase.
    pub fn judge(
        &self,
        program: &Program,
        files: &Files,
        ends: fn(Verdict) -> bool,
        judged: impl Fn(usize, &ReportedCase) + Sync,
    ) -> Result<Report, SessionError> {
        let context = self.context(program, files)?;
        let cannot_start = Mutex::new(None);
        // Do not begin testcases after the last that counts, and drop the results of those already begun. So the report
        // is the same for any number of jobs.
        let last = AtomicUsize::new(usize::MAX);
        let numbered: Vec<(usize, &Case)> = self.selection.cases.iter().enumerate().collect();
        let reported = run(&numbered, self.jobs, |(index, case)| {
            if *index > last.load(Ordering::Relaxed) || self.workshop.sandbox().is_interrupted() {
                return None;
            }
            let judgement = match context.judge(program, case) {
                Ok(judgement) => judgement,
                Err(NoJudgement::Interrupted) => return None,
                Err(NoJudgement::CannotStart(why)) => {
                    *cannot_start.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
                    last.store(0, Ordering::Relaxed);
                    return None;
                }
            };
            if ends(judgement.verdict) {
                last.fetch_min(*index, Ordering::Relaxed);
            }
            let reported = ReportedCase {
                name: case.name.clone(),
                group: case.group.clone(),
                judgement,
            };
            judged(*index, &reported);
            Some(reported)
        });
        let cannot_start = cannot_start.into_inner();
        if let Some(why) = cannot_start.unwrap_or_else(PoisonError::into_inner) {
            return Err(SessionError::CannotStart(why));
        }
        let last = last.into_inner();
        let counted = reported.into_iter().enumerate();
        let counted = counted.filter(|(index, _)| *index <= last);
        let (limits, _) = self.limits_for(program);
        let conditions = Conditions {
            tier: self.workshop.sandbox().tier() as u8,
            box_says: sandbox_in_words(self.workshop.sandbox(), &program.limits(limits)),
            time: limits.cpu,
            memory: limits.memory,
            stated: self.stated.clone(),
        };
        let cases = counted.filter_map(|(_, case)| case).collect();
        Ok(Report {
            conditions: Some(conditions),
            interrupted: self.workshop.sandbox().is_interrupted(),
            ..self.report(&program.name, cases)
        })
    }

    /// Reports on a source file that does not compile. `messages` are the compiler's.
    pub fn does_not_compile(&self, source: &Path, messages: &str) -> Report {
        self.without_cases(source, Judgement::new(Verdict::CompileError, messages))
    }

    /// Reports on one of several programs that is unusable, with the reason.
    pub fn unusable(&self, program: &Path, fault: Fault, why: &str) -> Report {
        self.without_cases(program, Judgement::internal(fault, why))
    }

    fn without_cases(&self, source: &Path, judgement: Judgement) -> Report {
        let name = quoted(source.as_os_str().as_encoded_bytes(), 200);
        let case = ReportedCase {
            name: COMPILING.to_owned(),
            group: None,
            judgement,
        };
        self.report(&name, vec![case])
    }

    /// Returns the limits of a program, and the rules for single testcases.
    fn limits_for(&self, program: &Program) -> (&Limits, &BTreeMap<String, CaseRules>) {
        let ending = Path::new(&program.name).extension().unwrap_or_default();
        let own = self.of_endings.get(&ending.to_string_lossy().to_ascii_lowercase());
        own.map_or((&self.limits, &self.of_cases), |(limits, of_cases)| (limits, of_cases))
    }

    fn context(&self, program: &Program, files: &Files) -> Result<JudgeContext<'_>, SessionError> {
        let (limits, of_cases) = self.limits_for(program);
        let mut context = JudgeContext::new(self.workshop, self.rules, limits.clone(), self.max_bytes);
        context.checker = self.checker.as_ref();
        context.interactor = self.interactor.as_ref();
        context.files = files.clone();
        context.of_cases = Some(of_cases);
        context.validates = self.validates;
        let words = program.argv.iter().map(PathBuf::from);
        let needed: Vec<PathBuf> = program.readable.iter().cloned().chain(words).collect();
        let hidden = answers_to_hide(&self.selection.answers, &needed);
        context.hidden = hidden.map_err(SessionError::Answers)?.into();
        Ok(context)
    }

    /// Returns the name of the comparison of these testcases and its description.
    ///
    /// The testcases of a package may have comparisons of their own.
    fn comparison_of(&self, cases: &[ReportedCase]) -> (String, String) {
        let own = |case: &ReportedCase| self.of_cases.get(&case.name).and_then(|rules| rules.comparison);
        let first = cases.first().and_then(own);
        let (rule, says) = self.rules.rule();
        match first {
            Some(comparison) if cases.iter().all(|case| own(case) == first) => Rules::Compare(comparison).rule(),
            _ if cases.iter().any(|case| own(case).is_some()) => {
                (rule, format!("{says}, except for testcases with a rule of their own"))
            }
            _ => (rule, says),
        }
    }

    /// Returns the report on these testcases and the skipped ones, with their points.
    fn report(&self, name: &str, cases: Vec<ReportedCase>) -> Report {
        let (rule, rule_says) = match (&self.interactor, &self.checker) {
            (Some(interactor), _) => {
                let says = format!(
                    "the verdict of the interactor {}, in the protocol of {}",
                    interactor.program.name,
                    interactor.style.name()
                );
                ("interactor".to_owned(), says)
            }
            (None, Some(checker)) => {
                let says = format!(
                    "the verdict of the checker {}, in the protocol of {}",
                    checker.program.name,
                    checker.style.name()
                );
                ("external checker".to_owned(), says)
            }
            (None, None) => self.comparison_of(&cases),
        };
        let mut report = Report {
            problem: self.name.clone(),
            judged: name.to_owned(),
            rule,
            rule_says,
            remarks: self.remarks.clone(),
            cases,
            conditions: None,
            interrupted: false,
            points: None,
            replay: None,
            is_of_submission: false,
            expectation: None,
        };
        if !self.selection.skipped.is_empty() {
            // The skipped testcases belong between the others, which are in order.
            report.cases.extend(self.selection.skipped.iter().cloned());
            report.sort();
        }
        report.count_package_points(&self.selection.points);
        report
    }
}

/// Describes a sandbox in one line: its tier, its counting method, and the reasons against a stronger tier.
pub fn sandbox_in_words(sandbox: &Sandbox, limits: &Limits) -> String {
    let refusals = sandbox.refusals();
    let mut text = sandbox.describe();
    text += "; ";
    text += sandbox.counting(limits);
    if !refusals.is_empty() {
        text += &format!(" ({})", refusals.join("; "));
    }
    quoted(text.as_bytes(), usize::MAX)
}
