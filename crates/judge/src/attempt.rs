//! One program on one testcase: a run in the sandbox, judged by its facts, then by its output.
//!
//! **Fair time.** The sandbox allows a tenth more than the time limit, so that a run just over the limit shows by how
//! much. If the time of a run is no evidence against the program ([`facts::doubt`]), the run is repeated once. The
//! repetition has a longer clock, and runs without any other run of gamesolve. The smaller time counts: load only adds
//! to it. After some repetitions that agree, no run of the program with the same result is repeated.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::encoding;
use super::external::{External, Files as CheckerFiles};
use super::facts;
use super::interact::{self, Decides, Overdue, Partner, Talk, Whose};
pub use super::look::Files;
use super::program::{Program, Stamp};
use super::rules::{Rules, compared};
use super::verdict::{Fault, Judgement, Reason, Verdict};
use super::workshop::Workshop;
use gamesolve_box::{Failure, Limits, Run, Sandbox, Task};
use gamesolve_task::Case;
use gamesolve_task::model::CaseRules;
use gamesolve_text::{Source, is_blank, reason};

/// The default limit on the output of one run, in bytes.
pub const DEFAULT_OUTPUT: u64 = 16 << 20;
/// The part of a wrong output that is kept for reports, in bytes.
pub(super) const MAX_KEPT_OUTPUT: usize = 64 << 10;
/// The clock of a repeated run, as a multiple of the first.
const LONGER: u32 = 4;
/// The number of repetitions that agree with the first run after which a program is not repeated.
const ENOUGH_REPETITIONS: usize = 3;
/// The number of runs after which touched files count as changed.
const MAX_TOUCHED: u32 = 5;
/// The default number of threads of one run. For a command, the default number of processes too.
pub const DEFAULT_THREADS: u64 = 64;

/// The sandbox, limits and rules that all runs of one program share.
pub struct JudgeContext<'a> {
    /// The workshop that made the program and the checker.
    pub workshop: &'a Workshop,
    /// The rules that judge outputs if there is no external checker.
    pub rules: Rules<'a>,
    /// An external checker.
    pub checker: Option<&'a External>,
    /// Resource limits of one run.
    pub limits: Limits,
    /// The interactor, if the task is interactive.
    pub interactor: Option<&'a External>,
    /// The files or streams of the program's input and output.
    pub files: Files,
    /// Rules for single testcases, by testcase name.
    pub of_cases: Option<&'a BTreeMap<String, CaseRules>>,
    /// Whether the problem validates each input even if a checker judges the outputs. No program is blamed for a
    /// malformed input.
    pub validates: bool,
    /// The stored answers, which no program may read.
    pub hidden: Arc<[PathBuf]>,
    /// The largest input and answer to read, in bytes.
    pub max_bytes: u64,
    repetitions: Repetitions,
}

/// The reason why there is no judgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoJudgement {
    /// The program starts on no testcase: the reason.
    CannotStart(String),
    /// The judging was interrupted.
    Interrupted,
}

impl<'a> JudgeContext<'a> {
    /// Returns a context without a checker, contest files or hidden answers.
    pub fn new(workshop: &'a Workshop, rules: Rules<'a>, limits: Limits, max_bytes: u64) -> JudgeContext<'a> {
        JudgeContext {
            workshop,
            rules,
            checker: None,
            interactor: None,
            limits,
            files: Files::default(),
            of_cases: None,
            validates: false,
            hidden: Arc::default(),
            max_bytes,
            repetitions: Repetitions::default(),
        }
    }

    /// Judges `program` on `case`.
    ///
    /// # Errors
    /// If the program cannot start on any testcase, or the judging was interrupted.
    pub fn judge(&self, program: &Program, case: &Case) -> Result<Judgement, NoJudgement> {
        let read = |path: &Path| Source::from_file(path, self.max_bytes);
        let (input, answer) = match (read(&case.input), read(&case.answer)) {
            (Ok(input), Ok(answer)) => (input, answer),
            (Err(error), _) | (_, Err(error)) => {
                return Ok(Judgement::internal(Fault::BadCase, error.to_string()));
            }
        };
        if let (true, Some(rule)) = (self.validates, self.rules.problem())
            && let Some(judgement) = rule.malformed(&input, &answer.bytes)
        {
            return Ok(judgement);
        }
        let stamps = || [&case.input, &case.answer].map(|path| Stamp::of(path));
        let before = stamps();
        let changed = |what: &str| Judgement::internal(Fault::Changed, format!("{what} changed while the program ran"));
        let Attempt { run, note, talk } = match self.run_as_it_is(program, case) {
            Ok(Some(attempt)) => attempt,
            Ok(None) => return Ok(changed("a file of the program")),
            Err(_) if !self.sandbox().is_interrupted() && program.has_changed() => {
                return Ok(changed("a file of the program"));
            }
            Err(Failure::CannotStart(why)) => return Err(NoJudgement::CannotStart(why)),
            Err(Failure::Fault(_)) if self.sandbox().is_interrupted() => {
                return Err(NoJudgement::Interrupted);
            }
            Err(Failure::Fault(why)) => return Ok(Judgement::internal(Fault::Own, why)),
        };
        let limits = self.limits_of(case);
        let by_facts = facts::judged(&run, &program.limits(&limits), program.language);
        let together = talk.as_ref().and_then(|talk| over_together(&run, talk, limits.cpu));
        let judged = match (by_facts, talk) {
            (by_facts, Some(talk)) => self.by_talk(case, by_facts, &run, &talk),
            (Some(judgement), None) => Some(judgement),
            (None, None) => self.by_output(case, &input, &answer.bytes, &run),
        };
        let mut judgement = judged.ok_or(NoJudgement::Interrupted)?;
        let odd = encoding::odd_file((&case.input, &input.bytes), (&case.answer, &answer.bytes));
        if let Some(odd) = odd.as_ref().filter(|_| judgement.verdict.is_rejected()) {
            let why =
                format!("{odd}, but programs expect plain text, so this testcase is no evidence about the program");
            judgement = Judgement::internal(Fault::BadCase, why);
        }
        let is_other = |path: &Path, seen: &[u8]| read(path).map_or(true, |now| now.bytes != seen);
        if stamps() != before && (is_other(&case.input, &input.bytes) || is_other(&case.answer, &answer.bytes)) {
            judgement = changed("a file of this testcase");
        }
        let is_wrong = matches!(judgement.verdict, Verdict::WRONG_ANSWER | Verdict::PRESENTATION);
        let output = is_wrong.then(|| {
            let output = self.output_of(&run);
            output[..output.len().min(MAX_KEPT_OUTPUT)].to_vec()
        });
        // The checker's own words need not mention an empty output.
        let says_nothing = output
            .as_deref()
            .is_some_and(|output| output.iter().all(|b| is_blank(*b)));
        let is_empty = self.checker.is_some() && self.interactor.is_none() && says_nothing;
        let empty = is_empty.then(|| "printed nothing".to_owned());
        let notes = note
            .into_iter()
            .chain(odd.filter(|_| judgement.verdict == Verdict::ACCEPTED))
            .chain(empty)
            .chain(together)
            .chain(left_behind(&run))
            .chain(run.notes);
        Ok(Judgement {
            output,
            time: Some(run.cpu),
            memory: Some(run.peak_memory),
            notes: notes.map(Reason::new).collect(),
            ..judgement
        })
    }

    /// Returns the judgement on an output of a program that ended well on `case`, or `None` if the judging was
    /// interrupted.
    pub fn judge_output(&self, case: &Case, output: &[u8]) -> Option<Judgement> {
        if let Some(checker) = self.checker {
            return self.by_checker(checker, case, output);
        }
        let read = |path: &Path| Source::from_file(path, self.max_bytes);
        Some(match (read(&case.input), read(&case.answer)) {
            (Ok(input), Ok(answer)) => self.rules.judge(&input, &answer.bytes, output),
            (Err(error), _) | (_, Err(error)) => Judgement::internal(Fault::BadCase, error.to_string()),
        })
    }

    /// Returns the output of the program on `case`, whatever its verdict, or nothing if the program does not start.
    pub fn output(&self, program: &Program, case: &Case) -> Vec<u8> {
        let run = self.sandbox().run(&self.task(program, case)).ok();
        run.map_or(Vec::new(), |run| self.output_of(&run).to_vec())
    }

    /// Returns the program's output on `case` if it ends well within its limits, else the judgement. Does not need the
    /// stored answer.
    ///
    /// # Errors
    /// If the program cannot start, or the judging was interrupted.
    pub fn answer(&self, program: &Program, case: &Case) -> Result<Result<Vec<u8>, Judgement>, NoJudgement> {
        match self.sandbox().run(&self.task(program, case)) {
            Ok(run) => Ok(
                match facts::judged(&run, &program.limits(&self.limits), program.language) {
                    Some(judgement) => Err(judgement),
                    None => Ok(self.output_of(&run).to_vec()),
                },
            ),
            Err(_) if self.sandbox().is_interrupted() => Err(NoJudgement::Interrupted),
            Err(Failure::CannotStart(why)) => Err(NoJudgement::CannotStart(why)),
            Err(Failure::Fault(why)) => Ok(Err(Judgement::internal(Fault::Own, why))),
        }
    }

    /// Returns the output of a run, from the file or the stream that the task asks for.
    fn output_of<'b>(&self, run: &'b Run) -> &'b [u8] {
        match self.files.output {
            Some(_) if !self.files.or_streams => run.output_file.as_deref().unwrap_or_default(),
            Some(_) if self.is_in_stdout(run) => &run.stdout,
            Some(_) => run.output_file.as_deref().unwrap_or(&run.stdout),
            None => &run.stdout,
        }
    }

    /// Returns whether the standard output is the answer, although the output has a file. Some programs open that file
    /// and write nothing into it.
    fn is_in_stdout(&self, run: &Run) -> bool {
        let is_blank = |bytes: &[u8]| bytes.iter().all(|b| is_blank(*b));
        let file = run.output_file.as_deref().unwrap_or_default();
        self.files.or_streams && is_blank(file) && !is_blank(&run.stdout)
    }

    /// Returns the rules for this testcase alone.
    fn rules_of(&self, case: &Case) -> Option<&'a CaseRules> {
        self.of_cases.and_then(|rules| rules.get(&case.name))
    }

    /// Returns the limits of a run on this testcase.
    fn limits_of(&self, case: &Case) -> Limits {
        let Some(own) = self.rules_of(case) else {
            return self.limits.clone();
        };
        let limits = match own.time {
            Some(time) => self.limits.clone().with_cpu(time),
            None => self.limits.clone(),
        };
        Limits {
            memory: own.memory.unwrap_or(limits.memory),
            ..limits
        }
    }

    /// Runs the program, and runs it again if a file of it was touched meanwhile. Returns `None` if a file changed, or
    /// was touched in every run: another program may have run.
    fn run_as_it_is(&self, program: &Program, case: &Case) -> Result<Option<Attempt>, Failure> {
        for _ in 0..MAX_TOUCHED {
            let before = program.stamps();
            let mut attempt = self.run(program, case)?;
            attempt.run.stderr = program.by_its_name(attempt.run.stderr);
            if program.has_changed() {
                break;
            }
            if program.stamps() == before {
                return Ok(Some(attempt));
            }
        }
        Ok(None)
    }

    /// Runs the program, and repeats the run alone if the load of the machine may have decided.
    fn run(&self, program: &Program, case: &Case) -> Result<Attempt, Failure> {
        let task = self.task(program, case);
        let limit = self.limits_of(case).cpu;
        let first = {
            let _together = self.workshop.together();
            self.once(&task, case, 1)?
        };
        let is_in_time = |attempt: &Attempt| !facts::is_too_slow(&attempt.run, limit);
        let Some((reason, longer)) = first.doubt(limit) else {
            return Ok(first);
        };
        if self.repetitions.are_enough(is_in_time(&first)) {
            return Ok(first);
        }
        let _alone = self.workshop.alone();
        let second = self.once(&task, case, longer)?;
        let [before, now] = [&first, &second].map(|attempt| attempt.run.cpu.as_millis());
        let note = format!("{reason}, so run again alone: {before} ms, then {now} ms");
        self.repetitions.add(is_in_time(&first), is_in_time(&second));
        let smaller = first.run.cpu.min(second.run.cpu);
        let is_undecided = first.overdue().is_some();
        let mut counted = match (is_undecided, is_in_time(&first), is_in_time(&second)) {
            // Keep the first output: otherwise a program with random answers would have two tries.
            (false, true, true) => {
                let run = Run {
                    cpu: smaller,
                    ..first.run
                };
                Attempt { run, ..first }
            }
            (false, true, false) => first,
            (false, false, false) if first.run.cpu < second.run.cpu => first,
            _ => second,
        };
        counted.note = Some(note);
        Ok(counted)
    }

    /// Runs the program, and its interactor if it has one, with clocks `patience` times as long.
    fn once(&self, task: &Task, case: &Case, patience: u32) -> Result<Attempt, Failure> {
        let (run, talk) = match self.interactor {
            None => {
                let mut task = task.clone();
                task.limits.wall = task.limits.wall.saturating_mul(patience);
                (self.sandbox().run(&task)?, None)
            }
            Some(interactor) => {
                let talk = self.talk(task, interactor, case, patience)?;
                (talk.program, Some(talk.partner))
            }
        };
        Ok(Attempt { run, note: None, talk })
    }

    /// Returns the sandbox of the workshop.
    pub fn sandbox(&self) -> &'a Sandbox {
        self.workshop.sandbox()
    }

    fn task(&self, program: &Program, case: &Case) -> Task {
        let mut limits = program.limits(&self.limits_of(case));
        let cpu = limits.cpu.saturating_add(limits.cpu / 10);
        if self.files.output.is_some() {
            limits.scratch_bytes = limits.scratch_bytes.max(limits.output);
        }
        let input = case.input.clone();
        Task {
            argv: program.command(limits.memory),
            stdin: self.files.reads_stdin().then(|| input.clone()),
            input_file: self.files.input.as_ref().map(|name| (OsString::from(name), input)),
            output_file: self.files.output.as_ref().map(OsString::from),
            side_files: Vec::new(),
            hidden: self.hidden.clone(),
            private: self.workshop.private(),
            readable: program.readable.clone(),
            pipes: None,
            origin: program.argv.clone(),
            limits: Limits { cpu, ..limits },
        }
    }

    /// Returns the judgement on the output of a run, or `None` if the judging was interrupted.
    fn by_output(&self, case: &Case, input: &Source, answer: &[u8], run: &Run) -> Option<Judgement> {
        let wrong = |why: String| Some(Judgement::new(Verdict::WRONG_ANSWER, why));
        let said_nothing = run.stdout.iter().all(|b| is_blank(*b));
        let output = match (&self.files.output, &run.output_file) {
            (None, _) => &run.stdout,
            (Some(_), Some(file)) if !self.is_in_stdout(run) => file,
            (Some(_), _) if self.files.or_streams => &run.stdout,
            (Some(_), Some(file)) => file,
            (Some(_), None) if self.files.is_stated && !said_nothing => {
                let name = self.files.output.as_deref().unwrap_or_default();
                return wrong(format!(
                    "wrote no `{name}`, but printed something: the output belongs in that file"
                ));
            }
            (Some(name), None) if said_nothing => return wrong(format!("printed nothing, and wrote no `{name}`")),
            (Some(name), None) => {
                return wrong(format!(
                    "wrote no `{name}`, but printed something: judge it without `--contest-files`"
                ));
            }
        };
        let judgement = match self.checker {
            Some(checker) => self.by_checker(checker, case, output)?,
            None => match self.rules_of(case).and_then(|own| own.comparison) {
                Some(comparison) if self.rules.problem().is_none() => compared(comparison, answer, output),
                _ => self.rules.judge(input, answer, output),
            },
        };
        let is_wrong = matches!(judgement.verdict, Verdict::WRONG_ANSWER | Verdict::PRESENTATION);
        // A checker has its own words for an empty output, and may give points for it.
        if !is_wrong || self.checker.is_some() || !output.iter().all(|b| is_blank(*b)) {
            return Some(judgement);
        }
        match &self.files.output {
            Some(name) if run.output_file.is_some() => wrong(format!("`{name}` is empty")),
            _ => wrong("printed nothing".to_owned()),
        }
    }

    /// Runs the program and the interactor.
    fn talk(&self, task: &Task, interactor: &External, case: &Case, patience: u32) -> Result<Talk, Failure> {
        let absolute = |path: &Path| {
            let path = path.canonicalize();
            path.map_err(|error| Failure::Fault(format!("a file of the testcase: {error}")))
        };
        let (input, answer) = (absolute(&case.input)?, absolute(&case.answer)?);
        let files = CheckerFiles {
            arguments: self.rules_of(case).and_then(|own| own.arguments.as_deref()),
            input: &input,
            output: &input,
            answer: &answer,
        };
        interact::talk(
            self.sandbox(),
            self.workshop.folder(),
            task.clone(),
            interactor,
            files,
            patience,
        )
    }

    /// Returns the judgement on a conversation, or `None` if the judging was interrupted.
    fn by_talk(&self, case: &Case, by_facts: Option<Judgement>, run: &Run, partner: &Partner) -> Option<Judgement> {
        let interactor = self.interactor?;
        let judgement = interactor.outcome(&partner.run);
        match interact::decides(run, self.limits_of(case).cpu, partner, &judgement) {
            Decides::Interactor => {}
            Decides::SlowInteractor => return Some(interactor.is_too_slow(&partner.run)),
            Decides::Program => {
                let whose = partner.overdue.map(|overdue| overdue.whose);
                let is_endless = by_facts.is_none() || whose == Some(Whose::Endless);
                let endless = format!("still asking after {} answers", partner.answers);
                let endless = is_endless.then(|| Judgement::new(Verdict::TIME_LIMIT, endless));
                return endless.or(by_facts);
            }
        }
        let (Some(checker), Verdict::ACCEPTED) = (self.checker, judgement.verdict) else {
            return Some(judgement);
        };
        let said = partner.run.output_file.as_deref().unwrap_or_default();
        self.by_checker(checker, case, said)
    }

    fn by_checker(&self, checker: &External, case: &Case, output: &[u8]) -> Option<Judgement> {
        let path = self.workshop.new_output();
        let absolute = |path: &Path| path.canonicalize();
        let judged = || -> std::io::Result<Option<Judgement>> {
            std::fs::write(&path, output)?;
            let (input, answer) = (absolute(&case.input)?, absolute(&case.answer)?);
            let files = CheckerFiles {
                arguments: self.rules_of(case).and_then(|own| own.arguments.as_deref()),
                input: &input,
                output: &path,
                answer: &answer,
            };
            let ask = || checker.judge(self.sandbox(), files);
            let judgement = match ask() {
                // Ask twice: a checker with random answers also rejects right outputs.
                Some(first) if first.verdict.is_rejected() => ask().map(|again| checker.twice(first, &again)),
                other => other,
            };
            std::fs::remove_file(&path)?;
            Ok(judgement)
        };
        judged().unwrap_or_else(|error| {
            let why = format!("the output for the checker: {}", reason(&error));
            Some(Judgement::internal(Fault::Own, why))
        })
    }
}

/// Returns the note on a program that is over the time limit only together with its interactor.
fn over_together(run: &Run, partner: &Partner, limit: Duration) -> Option<String> {
    let both = run.cpu + partner.run.cpu;
    (run.cpu <= limit && both > limit).then(|| {
        let both = both.as_millis();
        format!(
            "program and interactor together took {both} ms of processor time, but the limit is for the program alone"
        )
    })
}

/// Returns the note on processes that outlived the run.
fn left_behind(run: &Run) -> Option<String> {
    match run.left_behind {
        0 => None,
        1 => Some("left a process behind, killed".to_owned()),
        count => Some(format!("left {count} processes behind, killed")),
    }
}

/// The numbers of repetitions that agreed that the program is too slow, and that it is not.
#[derive(Default)]
struct Repetitions([AtomicUsize; 2]);

impl Repetitions {
    fn are_enough(&self, is_in_time: bool) -> bool {
        self.0[usize::from(is_in_time)].load(Ordering::Relaxed) >= ENOUGH_REPETITIONS
    }

    fn add(&self, first: bool, second: bool) {
        if first == second {
            self.0[usize::from(first)].fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// A run, and the reason for its repetition.
struct Attempt {
    run: Run,
    note: Option<String>,
    /// The interactor's part, if there was one.
    talk: Option<Partner>,
}

impl Attempt {
    /// Returns the reason why the load of the machine may have decided, and the clock for a repetition as a multiple of
    /// this run's.
    fn doubt(&self, limit: Duration) -> Option<(&'static str, u32)> {
        let Some((partner, overdue)) = self.overdue() else {
            return facts::doubt(&self.run, limit).map(|reason| (reason, LONGER));
        };
        let patience = overdue.patience(&self.run, &partner.run)?;
        Some(("stopped by the clock on a busy machine", patience))
    }

    /// Returns the clock of a conversation that ran out, if any.
    fn overdue(&self) -> Option<(&Partner, Overdue)> {
        let partner = self.talk.as_ref()?;
        Some((partner, partner.overdue?))
    }
}

/// Returns the paths that hide all stored `answers` from the programs. A path is the folder of an answer, or the answer
/// alone if the folder also holds a path in `needed`.
///
/// # Errors
/// If an answer does not exist.
pub fn answers_to_hide(answers: &[PathBuf], needed: &[PathBuf]) -> std::io::Result<Vec<PathBuf>> {
    let needed: Vec<PathBuf> = needed.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let mut hidden = Vec::new();
    for answer in answers {
        let answer = answer.canonicalize()?;
        let folder = answer.parent().unwrap_or(Path::new("/")).to_owned();
        let is_needed = needed.iter().any(|path| path.starts_with(&folder));
        hidden.push(if is_needed { answer } else { folder });
    }
    hidden.sort();
    hidden.dedup();
    Ok(hidden)
}

/// Returns the limits of a run with these four values, and contest defaults for the rest. Memory and output are in
/// bytes.
///
/// Without a number of processes and threads, the run has one process with at most [`DEFAULT_THREADS`] threads.
pub fn limits(cpu: Duration, memory: u64, output: u64, processes: Option<u64>) -> Limits {
    Limits {
        memory,
        output,
        processes: processes.unwrap_or(DEFAULT_THREADS),
        forks: processes.is_some(),
        ..Limits::default().with_cpu(cpu)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_repetitions_that_agree_are_enough() {
        let repetitions = Repetitions::default();
        repetitions.add(false, true);
        for _ in 0..ENOUGH_REPETITIONS {
            assert!(!repetitions.are_enough(false));
            repetitions.add(false, false);
        }
        assert!(repetitions.are_enough(false));
        assert!(
            !repetitions.are_enough(true),
            "no slow run says that the program is fast"
        );
    }

    #[test]
    fn the_answers_are_hidden_unless_the_program_lies_there() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let answers = ["a.out", "b.out"].map(|name| root.join(name));
        for answer in &answers {
            std::fs::write(answer, "").unwrap();
        }
        assert_eq!(
            answers_to_hide(&answers, &[PathBuf::from("/bin/sh")]).unwrap(),
            std::slice::from_ref(&root)
        );
        std::fs::write(root.join("sol.py"), "").unwrap();
        let apart = answers_to_hide(&answers, &[root.join("sol.py")]).unwrap();
        assert_eq!(apart, [root.join("a.out"), root.join("b.out")]);
        std::fs::remove_file(root.join("b.out")).unwrap();
        assert!(answers_to_hide(&answers, &[]).is_err());
    }
}
