//! A judging session: programs judged on the same testcases, under the same limits and by the same rules.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::attempt::{Files, JudgeContext, MAX_KEPT_OUTPUT, NoJudgement, answers_to_hide};
use super::beside::text_beside;
use super::external::External;
use super::left_out::{Leaving, Results};
use super::look::{Look, Names};
use super::program::Program;
use super::report::{Conditions, Report, ReportedCase};
use super::rules::Rules;
use super::runner::run;
use super::selection::Selection;
use super::verdict::{Fault, Judgement, Verdict};
use super::workshop::Workshop;
use gamesolve_box::{Limits, Sandbox};
use gamesolve_task::model::CaseRules;
use gamesolve_task::{Case, Package};
use gamesolve_text::{Source, quoted};

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
    /// The package whose rules leave out testcases, or `None` if all run.
    pub leaves_out: Option<&'a Package>,
    /// Rules for single testcases, by testcase name.
    pub of_cases: BTreeMap<String, CaseRules>,
    /// Limits and rules for the programs of one language in place of those above, by the extension of their sources.
    pub of_endings: BTreeMap<String, (Limits, BTreeMap<String, CaseRules>)>,
    /// The files or streams of the programs' input and output.
    pub files: Files,
    /// The names of the task, for the look at a source.
    pub names: Names,
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
    /// Calls `judged` with the index of each testcase and its judgement, in the order of running and on any thread.
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
        let selection = &self.selection;
        let leaving = self.leaves_out;
        let leaving = leaving.and_then(|package| Leaving::of(package, &selection.points, &selection.skipped));
        let order = match &leaving {
            Some(leaving) => leaving.order(&selection.cases),
            None => (0..selection.cases.len()).collect(),
        };
        let placed: Vec<(usize, &Case)> = order.iter().map(|&at| &selection.cases[at]).enumerate().collect();
        let results = Mutex::new(Results::new(leaving, order, ends));
        let results_so_far = || results.lock().unwrap_or_else(PoisonError::into_inner);
        let cannot_start = OnceLock::new();
        run(&placed, self.jobs, |&(place, case)| {
            if self.workshop.sandbox().is_interrupted() || cannot_start.get().is_some() {
                return;
            }
            let Some(left_out) = results_so_far().begin(place, &case.name) else {
                return;
            };
            let judgement = match left_out.map_or_else(|| context.judge(program, case), Ok) {
                Ok(judgement) => judgement,
                Err(NoJudgement::Interrupted) => return,
                Err(NoJudgement::CannotStart(why)) => {
                    // Another testcase may have given the same reason.
                    let _ = cannot_start.set(why);
                    return;
                }
            };
            let reported = ReportedCase {
                name: case.name.clone(),
                group: case.group.clone(),
                input_bytes: case.input_bytes(),
                judgement,
            };
            results_so_far().add(place, reported, &judged);
        });
        if let Some(why) = cannot_start.into_inner() {
            return Err(SessionError::CannotStart(why));
        }
        let cases = results.into_inner().unwrap_or_else(PoisonError::into_inner).finish();
        let (limits, _) = self.limits_for(program);
        let conditions = Conditions {
            tier: self.workshop.sandbox().tier() as u8,
            box_says: sandbox_in_words(self.workshop.sandbox(), &program.limits(limits)),
            time: limits.cpu,
            memory: limits.memory,
            stated: self.stated.clone(),
        };
        Ok(Report {
            conditions: Some(conditions),
            interrupted: self.workshop.sandbox().is_interrupted(),
            ..self.report(&program.name, cases)
        })
    }

    /// Returns a sentence on the text that a program prints beside the right answer in every testcase, such as a prompt.
    pub fn text_beside_answers(&self, report: &Report) -> Option<String> {
        let mut outputs = Vec::new();
        for reported in &report.cases {
            let judgement = &reported.judgement;
            if judgement.verdict == Verdict::ACCEPTED || judgement.credit.is_some() {
                return None;
            }
            // A kept output may be cut.
            let whole = judgement
                .output
                .as_ref()
                .filter(|output| output.len() < MAX_KEPT_OUTPUT);
            let Some(output) = whole else { continue };
            let case = self.selection.cases.iter().find(|case| case.name == reported.name)?;
            let answer = Source::from_file(&case.answer, self.max_bytes).ok()?;
            let [output, answer] = [output, &answer.bytes].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
            outputs.push((output, answer));
        }
        text_beside(&outputs).filter(|_| self.interactor.is_none())
    }

    /// Looks at the source at `path` before it is judged.
    pub fn look(&self, path: &Path) -> Look {
        let mut look = self.names.look(path, &self.files);
        if self.interactor.is_some() {
            // The interactor alone knows the input.
            look.findings.retain(|finding| !finding.is_about_files());
        }
        look
    }

    /// Reports on a source file that does not compile. `messages` are the compiler's.
    pub fn does_not_compile(&self, source: &Path, messages: &str) -> Report {
        self.without_cases(source, Judgement::new(Verdict::COMPILE_ERROR, messages))
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
            input_bytes: 0,
            judgement,
        };
        self.report(&name, vec![case])
    }

    /// Returns the limits of a program, and the rules for single testcases.
    fn limits_for(&self, program: &Program) -> (&Limits, &BTreeMap<String, CaseRules>) {
        let own = self.of_endings.get(&program.ending());
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
            findings: Vec::new(),
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
