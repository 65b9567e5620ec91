//! What a call of `judge` is given: cases, a package or a problem, and how to judge by them.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;

use super::super::check;
use super::super::program::{DEFAULT_COMPILE_TIME, no_program};
use super::super::status::Stop;
use super::task::{self, Stated, Task};
use super::{Options, Targets, embedded_cases, named_checker, package_checker, timed};
use crate::budget::Budget;
use crate::cases::evaluate::Judge;
use crate::cases::generated::Lists;
use crate::judge::Rules;
use crate::judge::attempt::Files;
use crate::judge::external::{External, Style};
use crate::judge::language::Language;
use crate::judge::program::{NoProgram, Program};
use crate::judge::selection::Selection;
use crate::judge::session::Session;
use crate::judge::workshop::Workshop;
use crate::package::Package;
use crate::package::model::{Comparison, Kind, Limits, Submission};
use crate::problem::{Entry, Variants};

/// What programs are judged by, but for the cases.
pub(super) struct Given {
    pub(super) package: Option<Package>,
    pub(super) entry: Option<&'static dyn Entry>,
    variants: Variants,
    remarks: Vec<String>,
    /// The places that no compiler and no program sees unless it gets them by name.
    pub(super) private: Vec<PathBuf>,
}

impl Given {
    /// Reads the cases and the package; those that the binary carries are written below `folder`.
    pub(super) fn of(options: &Options, targets: &Targets, folder: &Path) -> Result<(Given, Selection)> {
        let max_bytes = options.max_bytes.or_default();
        let mut places = targets.cases.clone();
        let comes_with_program = places.is_empty();
        if let (Task::Problem(entry), true) = (&targets.task, comes_with_program) {
            places.push(embedded_cases(*entry, &targets.files, folder)?);
        }
        let allow_missing = options.reporting.allow_missing;
        let pair = options.pair.as_ref();
        let selection = Selection::of_places(&places, &options.case, allow_missing, pair, max_bytes, &Lists);
        let mut selection = selection.map_err(check::unselected)?;
        let private = private(targets, &places, &selection);
        let package = selection.package.take();
        let mut remarks: Vec<String> = match &package {
            Some(package) if options.submissions => package.all_remarks().map(ToString::to_string).collect(),
            Some(package) => package.remarks.iter().map(ToString::to_string).collect(),
            None => Vec::new(),
        };
        if let Some(package) = &package {
            task::refuse_kind(package)?;
        }
        let entry = match &targets.task {
            Task::Problem(entry) => Some(*entry),
            Task::Place(place) => {
                let (entry, remark) = task::recognised(place, &selection, max_bytes);
                remarks.extend(remark);
                entry
            }
        };
        let variants = match entry {
            Some(entry) => options.variants.of(entry)?,
            None => options.variants.of_none()?,
        };
        if let (Some(entry), true, false) = (entry, comes_with_program, variants.is_original()) {
            task::answer_again(&mut selection, entry, &variants, max_bytes)?;
        }
        let given = Given {
            package,
            entry,
            variants,
            remarks,
            private,
        };
        Ok((given, selection))
    }

    fn limits(&self) -> Limits {
        let package = self.package.as_ref();
        package.map(|package| package.limits.clone()).unwrap_or_default()
    }

    /// Returns the processor time of a compiler.
    pub(super) fn compile_time(&self, options: &Options) -> Duration {
        let given = options.limits.compile_time.or(self.limits().compile_time);
        given.unwrap_or(DEFAULT_COMPILE_TIME)
    }

    /// Returns the package, unless the options say how outputs are judged.
    fn judging(&self, options: &Options) -> Option<&Package> {
        let is_overridden = options.checker.is_some() || options.reporting.compare.is_some();
        self.package.as_ref().filter(|_| !is_overridden)
    }

    /// Returns how the problem judges outputs, if the task is one of the problems.
    pub(super) fn judge(&self, options: &Options) -> Result<Option<Judge<'_>>> {
        if let Some(package) = self.judging(options) {
            task::refuse_checker(package)?;
        }
        let Some(entry) = self.entry else {
            return Ok(None);
        };
        let policy = match (options.reporting.compare, task::policy_of(self.package.as_ref())) {
            (None, Some(policy)) => policy,
            _ => options.reporting.policy(&[entry])?,
        };
        Ok(Some(Judge {
            entry,
            variants: &self.variants,
            policy,
            budget: Budget::of_this_machine(),
        }))
    }

    /// Returns the session: its checker and interactor are compiled, and its limits are stated.
    pub(super) fn session<'a>(
        &'a self,
        options: &Options,
        targets: &Targets,
        judge: Option<&'a Judge<'a>>,
        selection: Selection,
        workshop: &'a Workshop,
        jobs: NonZeroUsize,
    ) -> Result<Session<'a>> {
        let package = self.package.as_ref();
        let mut stated = self.stated(options, targets, &selection)?;
        let checker = self.checker(options, targets, workshop, &mut stated)?;
        let interactor = self.interactor(workshop, &mut stated)?;
        let is_by_program = checker.is_some() || interactor.is_some();
        let rules = match judge {
            Some(judge) => Rules::Problem(judge),
            None => Rules::Compare(self.comparison(options, is_by_program, &mut stated)),
        };
        if options.reporting.compare.is_some() {
            let of_endings = stated.of_endings.values_mut().map(|(_, of_cases)| of_cases);
            let all = of_endings.chain(std::iter::once(&mut stated.of_cases));
            all.flat_map(|of_cases| of_cases.values_mut())
                .for_each(|rules| rules.comparison = None);
        }
        let mut session = Session {
            name: match (self.entry, package) {
                (Some(entry), _) => entry.meta().slug.to_owned(),
                (None, Some(package)) => package.name.clone(),
                (None, None) => "a task".to_owned(),
            },
            rules,
            validates: (self.judging(options)).is_some_and(|package| package.checker.is_some()),
            checker,
            interactor,
            selection,
            limits: stated.limits,
            stated: stated.by,
            of_cases: stated.of_cases,
            of_endings: stated.of_endings,
            files: stated.files,
            remarks: self.remarks.clone(),
            jobs,
            max_bytes: options.max_bytes.or_default(),
            workshop,
        };
        let is_timed = options.limits.time.is_some() || self.entry.is_some() || self.limits().time.is_some();
        if let Some(package) = package.filter(|_| !is_timed) {
            let compile = |one: &Submission| {
                let compiled = submission(workshop, &one.path, "submission", &one.include, &one.flags);
                compiled.map_err(|why| task::named_in(package, &one.path, &one.include, why))
            };
            timed::limit_by_submissions(&mut session, package, &compile)?;
        }
        Ok(session)
    }

    fn stated(&self, options: &Options, targets: &Targets, selection: &Selection) -> Result<Stated> {
        let sizes = selection.answers.iter().filter_map(|answer| answer.metadata().ok());
        let largest_answer = sizes.map(|found| found.len()).max().unwrap_or(0);
        let entry = self.entry.map(|entry| entry as &dyn Entry);
        let package = self.package.as_ref();
        let mut stated = task::stated(&options.limits, options.contest_files, entry, package, largest_answer)?;
        if let (true, Task::Problem(entry)) = (options.submissions, &targets.task) {
            // As their sources publish them, some read and write the files of the contest.
            let (input, output) = entry.meta().contest_files;
            stated.files = Files {
                input: Some(input.to_owned()),
                output: Some(output.to_owned()),
                or_streams: true,
                is_stated: true,
            };
        }
        Ok(stated)
    }

    /// Returns a file that states something, as the package calls it.
    fn said_by(&self, file: &str) -> String {
        let package = self.package.as_ref();
        package.map_or_else(|| file.to_owned(), |package| task::below(package, file))
    }

    /// Returns the checker: the one of the options, else the package's unless a comparison is asked for.
    fn checker(
        &self,
        options: &Options,
        targets: &Targets,
        workshop: &Workshop,
        stated: &mut Stated,
    ) -> Result<Option<External>> {
        let limits = self.limits();
        if let Some(path) = &targets.checker {
            let style = options.checker_style.unwrap_or(Style::Testlib);
            let program = named_checker(path, style, workshop).map_err(|why| no_program(&why))?;
            return Ok(Some(External::new(program, style, Vec::new(), &limits)));
        }
        let package = self.package.as_ref().filter(|_| options.reporting.compare.is_none());
        let Some((package, checker)) = package.and_then(|package| Some((package, package.checker.as_ref()?))) else {
            return Ok(None);
        };
        stated.by.push(("checker", self.said_by(&checker.by)));
        let spec = &checker.value;
        let program = package_checker(spec, "checker", Some(package), workshop)?;
        Ok(Some(External::new(
            program,
            spec.protocol,
            spec.arguments.clone(),
            &limits,
        )))
    }

    fn interactor(&self, workshop: &Workshop, stated: &mut Stated) -> Result<Option<External>> {
        let package = self.package.as_ref();
        let Some(Kind::Interactive(interactor)) = package.map(|package| &package.kind) else {
            return Ok(None);
        };
        stated.by.push(("interactor", self.said_by(&interactor.by)));
        let spec = &interactor.value;
        if !matches!(
            spec.protocol,
            Style::Testlib | Style::Kattis | Style::Dmoj | Style::Coci
        ) {
            let name = spec.protocol.name();
            let message = format!("error: an interactor in the protocol of {name} is not run here");
            return Err(Stop::bad_input(message).into());
        }
        let program = package_checker(spec, "interactor", package, workshop)?;
        let limits = self.limits();
        let interactor = External::new(program, spec.protocol, spec.arguments.clone(), &limits);
        Ok(Some(interactor.as_interactor(&limits)))
    }

    /// Returns how outputs are compared, unless a program or a problem judges them.
    fn comparison(&self, options: &Options, is_by_program: bool, stated: &mut Stated) -> Comparison {
        if let Some(policy) = options.reporting.compare {
            return policy.as_comparison();
        }
        let (comparison, by) = task::comparison(self.package.as_ref());
        if let Some(by) = by.filter(|_| !is_by_program) {
            stated.by.push(("comparison", self.said_by(&by)));
        }
        comparison
    }
}

/// Returns the places that are shown to no program that does not get them by name.
fn private(targets: &Targets, places: &[PathBuf], selection: &Selection) -> Vec<PathBuf> {
    let task = match &targets.task {
        Task::Place(place) => Some(place),
        Task::Problem(_) => None,
    };
    let handed_in = task.into_iter().chain(&targets.files).chain(&targets.checker);
    let named = targets.cases.iter().chain(handed_in).cloned();
    // Links of a package may lead elsewhere.
    let package = selection.package.iter();
    let archives = package.flat_map(|package| package.archives.iter().cloned());
    let roots: Vec<PathBuf> = places.iter().filter_map(|place| place.canonicalize().ok()).collect();
    let inputs = selection.cases.iter().map(|case| &case.input);
    let files = inputs
        .chain(&selection.answers)
        .filter_map(|path| path.canonicalize().ok());
    let elsewhere = files.filter(|file| !roots.iter().any(|root| file.starts_with(root)));
    named.chain(archives).chain(elsewhere).collect()
}

/// Returns the program of a submission that comes along. It may be in a language that is not run here.
pub(super) fn submission(
    workshop: &Workshop,
    path: &Path,
    place: &str,
    include: &[PathBuf],
    flags: &[String],
) -> Result<Program, NoProgram> {
    match Language::of(path) {
        Some(_) => workshop.compiled(path, place, include, flags),
        None => Err(NoProgram::Unusable("it is in no language that is run here".to_owned())),
    }
}
