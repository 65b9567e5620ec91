//! Judges each different source of a contest once.
//!
//! **Idea.** The sources are independent, so each processor works on a source of its own: it compiles the source and
//! judges it on one testcase after the other. A result counts for all contestants with the same source. It goes into the
//! journal at once.
//!
//! **The same verdicts.** A session judges as a single `gamesolve judge` does. A run without evidence about its time is
//! repeated while all other runs and compilers wait.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result};
use gamesolve_contest::kept::Kept;
use gamesolve_contest::results::{Judged, Stray};
use gamesolve_contest::submissions::{Found, Source};

use super::super::judge::Namer;
use super::super::judge::given;
use super::super::process::progress::{Progress, bar, clock};
use super::super::status::say;
use super::tasks::Opened;
use super::{cells, explained};
use crate::cases::evaluate::Judge;
use crate::cases::solution::NotWrapped;
use crate::judge::look::Look;
use crate::judge::program::{NoProgram, Program};
use crate::judge::report::Report;
use crate::judge::session::{Session, SessionError};
use crate::judge::{Deserved, Fault, run};

/// A task with its session.
pub(super) struct Ready<'a> {
    pub(super) task: &'a Opened,
    pub(super) session: &'a Session<'a>,
    pub(super) namer: Namer<'a>,
    /// The judge for counterexamples, if there is a problem or a game.
    pub(super) explains: Option<&'a Judge<'a>>,
    /// The digest of everything but the source that a result depends on.
    pub(super) digest: String,
}

/// A source to judge on a task, for all contestants who submitted it.
struct Unit {
    task: usize,
    key: String,
    source: Source,
    /// Whether an earlier result does not count.
    is_fresh: bool,
}

/// The judging of all sources.
pub(super) struct Judging<'a> {
    pub(super) tasks: &'a [Ready<'a>],
    pub(super) kept: &'a Kept,
    pub(super) interrupted: &'a AtomicBool,
    /// Whether wrong sources get counterexamples.
    pub(super) explain: bool,
    units: Vec<Unit>,
    /// The keys of the sources, by contestant and task.
    keys: Vec<Vec<Option<String>>>,
    /// Results that are not kept, because a submission is not their cause.
    faults: Mutex<HashMap<String, Judged>>,
}

impl<'a> Judging<'a> {
    /// Finds the different sources. A source that cannot be read becomes a stray.
    ///
    /// `only` are the contestants to judge again. If there are none, all are judged that are not kept.
    pub(super) fn new(
        tasks: &'a [Ready<'a>],
        kept: &'a Kept,
        interrupted: &'a AtomicBool,
        explain: bool,
        found: &mut Found,
        only: &[usize],
    ) -> Judging<'a> {
        let mut units: Vec<Unit> = Vec::new();
        let mut known = HashSet::new();
        let mut keys = Vec::new();
        for (number, contestant) in found.contestants.iter().enumerate() {
            let is_chosen = only.contains(&number);
            let mut of_contestant = Vec::new();
            for (task, source) in contestant.sources.iter().enumerate() {
                let Some(source) = source else {
                    of_contestant.push(None);
                    continue;
                };
                let key = match source.content.read() {
                    Ok(bytes) => key(&tasks[task], kept, source, &bytes),
                    Err(error) => {
                        let stray = Stray {
                            path: source.shown.clone(),
                            why: format!("gamesolve cannot read it: {}.", crate::text::reason(&error)),
                            contestant: Some(number),
                            task: Some(task),
                        };
                        found.strays.push(stray);
                        of_contestant.push(None);
                        continue;
                    }
                };
                if (only.is_empty() || is_chosen) && known.insert(key.clone()) {
                    units.push(Unit {
                        task,
                        key: key.clone(),
                        source: source.clone(),
                        is_fresh: is_chosen,
                    });
                }
                of_contestant.push(Some(key));
            }
            keys.push(of_contestant);
        }
        let mut judging = Judging {
            tasks,
            kept,
            interrupted,
            explain,
            units: Vec::new(),
            keys,
            faults: Mutex::default(),
        };
        units.retain(|unit| !judging.is_done(unit));
        judging.units = units;
        judging
    }

    /// Returns the number of sources to judge.
    pub(super) fn count(&self) -> usize {
        self.units.len()
    }

    /// Judges all sources, unless the user interrupts.
    ///
    /// # Errors
    /// Fails if results cannot be kept.
    pub(super) fn run(&self, jobs: std::num::NonZeroUsize) -> Result<()> {
        let total = self.units.len() as u64;
        let progress = Progress::new(true, move |done, time| {
            let left = time
                .checked_mul((total - done) as u32)
                .and_then(|time| time.checked_div(done as u32));
            let left = left.map_or_else(String::new, |left| format!(", about {} left", clock(left)));
            format!("{} {done}/{total} {}{left}", bar(done, total), clock(time))
        });
        // Results that cannot be kept end the judging.
        let has_failed = AtomicBool::new(false);
        let numbered: Vec<(usize, &Unit)> = self.units.iter().enumerate().collect();
        let results = run(&numbered, jobs, |(number, unit)| {
            let judged = if self.is_over() || has_failed.load(Ordering::Relaxed) {
                Ok(())
            } else {
                self.unit(*number, unit)
            };
            has_failed.fetch_or(judged.is_err(), Ordering::Relaxed);
            progress.advance();
            judged
        });
        // An interruption may look like an internal error.
        if self.is_over() {
            Ok(())
        } else {
            results.into_iter().collect()
        }
    }

    /// Returns the result for a contestant and a task: `None` without a source, and `Some(None)` if it is missing.
    pub(super) fn result(&self, contestant: usize, task: usize) -> Option<Option<Judged>> {
        let key = self.keys[contestant][task].as_deref()?;
        let faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        let fault = faults.get(key).cloned();
        let judged = fault.or_else(|| self.kept.judged(key));
        Some(judged.map(|judged| Judged {
            counterexample: self.kept.explained(key).flatten(),
            ..judged
        }))
    }

    fn is_over(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Returns whether the kept results of a source are complete.
    fn is_done(&self, unit: &Unit) -> bool {
        let judged = self.kept.judged(&unit.key).filter(|_| !unit.is_fresh);
        judged.is_some_and(|judged| !self.is_to_explain(unit, &judged) || self.kept.explained(&unit.key).is_some())
    }

    fn is_to_explain(&self, unit: &Unit, judged: &Judged) -> bool {
        let is_wrong = ["PE", "WA", "RE", "MLE", "TLE", "OLE"].contains(&judged.verdict.as_str());
        self.explain && is_wrong && self.tasks[unit.task].explains.is_some()
    }

    /// Judges a source, keeps the result, and removes the program.
    fn unit(&self, number: usize, unit: &Unit) -> Result<()> {
        let place = format!("unit-{number}");
        let folder = self.tasks[unit.task].session.workshop.folder();
        let source = folder.join(format!("source-{number}"));
        std::fs::create_dir(&source).context("cannot make a folder for a source")?;
        let places = [
            source.clone(),
            folder.join(&place),
            folder.join(format!("solution-{place}")),
            folder.join(format!("why-{place}")),
        ];
        let judged = self.judged(&place, unit, &source, &places);
        for place in places {
            // Only some of them were made. A folder that stays is removed at the end.
            let _ = std::fs::remove_dir_all(place);
        }
        judged
    }

    /// Judges a source in a folder of its own. `places` are the folders that no message shows.
    fn judged(&self, place: &str, unit: &Unit, folder: &Path, places: &[PathBuf]) -> Result<()> {
        let ready = &self.tasks[unit.task];
        let session = ready.session;
        let name = name_of(ready, unit);
        let fail = |fault: Fault, why: &str| {
            self.fault(unit, &session.unusable(&name, fault, why));
            Ok(())
        };
        let bytes = unit.source.content.read().unwrap_or_default();
        if key(ready, self.kept, &unit.source, &bytes) != unit.key {
            return fail(Fault::Changed, "the source changed meanwhile");
        }
        let path = folder.join(&name);
        if let Err(error) = std::fs::write(&path, &bytes) {
            // A large source may find no room, while others do.
            let why = crate::text::reason(&error);
            return fail(
                Fault::Own,
                &format!("cannot write the source to a temporary folder: {why}"),
            );
        }
        let look = session.look(&path);
        let compile = |whole: &Path| session.workshop.compiled(whole, place, &[], &[]);
        let program = match given::compiled(&ready.task.given, session.workshop, (&path, &name), place, compile) {
            Ok(Ok(program)) => program,
            _ if self.is_over() => return Ok(()),
            Ok(Err(NoProgram::DoesNotCompile(why))) | Err(NotWrapped::NoMain(why)) => {
                let mut report = session.does_not_compile(&name, &why);
                report.find(&look.findings);
                return self.keep(unit, cells::judged(&report));
            }
            Ok(Err(NoProgram::Unusable(why))) => return fail(Fault::NoProgram, &why),
            Ok(Err(NoProgram::Box(why))) => return fail(Fault::Own, &why),
            Err(NotWrapped::Io(error)) => return Err(error).context("cannot write a source to a temporary folder"),
        };
        let why = format!("why-{place}");
        let earlier = self.kept.judged(&unit.key).filter(|_| !unit.is_fresh);
        let judged = match earlier {
            Some(judged) => judged,
            None => match self.report(unit, &program, &look, (&why, places))? {
                Some(judged) => judged,
                None => return Ok(()),
            },
        };
        if let (Some(judge), true) = (ready.explains, self.is_to_explain(unit, &judged)) {
            let folder = session.workshop.folder().join(&why);
            match explained::counterexample(judge, (&program, &judged), &look.files, session, &folder) {
                _ if self.is_over() => {}
                Ok(mut example) => {
                    if let Some(example) = &mut example {
                        cells::hide(&mut example.found, places);
                    }
                    let kept = self.kept.keep_explained(&unit.key, example);
                    kept.context("cannot keep a result")?;
                }
                Err(error) => say(&format!(
                    "note: a source of {} has no counterexample: {error:#}",
                    name.display()
                )),
            }
        }
        Ok(())
    }

    /// Judges a program and keeps the result. Returns nothing if the user interrupted, or if a submission is not the
    /// cause of the verdict.
    fn report(
        &self,
        unit: &Unit,
        program: &Program,
        look: &Look,
        (why, places): (&str, &[PathBuf]),
    ) -> Result<Option<Judged>> {
        let ready = &self.tasks[unit.task];
        let session = ready.session;
        let name = PathBuf::from(&program.name);
        let mut report = match session.judge(program, &look.files, |_| false, |_, _| {}) {
            Ok(report) => report,
            Err(SessionError::CannotStart(why)) => session.unusable(&name, Fault::NoProgram, &why),
            Err(error) => session.unusable(&name, Fault::Own, &format!("{:#}", anyhow::Error::from(error))),
        };
        report.find(&look.findings);
        if report.interrupted || self.is_over() {
            return Ok(None);
        }
        if report.worst().is_some_and(|worst| worst.fault().is_some()) {
            self.fault(unit, &report);
            return Ok(None);
        }
        let named = ready.namer.mistake_of_judged(program, &look.files, &report, why);
        if self.is_over() {
            return Ok(None);
        }
        let mistake = named.unwrap_or_else(|error| {
            say(&format!(
                "note: a source of {} has no named mistake: {error:#}",
                name.display()
            ));
            None
        });
        let mut judged = cells::judged(&report);
        judged.mistake = mistake;
        cells::hide_places(&mut judged, places);
        self.keep(unit, judged)?;
        Ok(self.kept.judged(&unit.key))
    }

    fn keep(&self, unit: &Unit, judged: Judged) -> Result<()> {
        self.kept.keep(&unit.key, judged).context("cannot keep a result")
    }

    fn fault(&self, unit: &Unit, report: &Report) {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        faults.insert(unit.key.clone(), cells::judged(report));
    }
}

/// Returns the key of a source on a task.
fn key(ready: &Ready<'_>, kept: &Kept, source: &Source, bytes: &[u8]) -> String {
    // The same program may have another name, unless its compiler obeys the name.
    let name = source.name.file_name().filter(|_| source.language.uses_name());
    let name = name.unwrap_or_default();
    let ending = source.name.extension().unwrap_or_default().to_ascii_lowercase();
    kept.key([
        ready.digest.as_bytes(),
        ending.as_encoded_bytes(),
        name.as_encoded_bytes(),
        bytes,
    ])
}

/// Returns the name of a source in messages. Equal sources share it, so it names no contestant.
fn name_of(ready: &Ready<'_>, unit: &Unit) -> PathBuf {
    if unit.source.language.uses_name() {
        return unit.source.name.clone();
    }
    let task = &ready.task.wanted.name;
    let is_plain = task.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    let stem = if is_plain { task } else { "program" };
    let ending = unit.source.name.extension().unwrap_or_default().to_ascii_lowercase();
    Path::new(stem).with_extension(ending)
}

/// Returns whether a result is an internal error.
pub(super) fn is_fault(judged: &Judged) -> bool {
    let known = Deserved::ALL.iter();
    !known.map(|(code, _)| *code).any(|code| code == judged.verdict)
}
