//! The input of one call of `judge`: testcases, a package or a problem, and the rules of judging.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;

use super::super::args::VariantFlags;
use super::super::check;
use super::super::program::{DEFAULT_COMPILE_TIME, no_program};
use super::super::status::refuse;
use super::task::{self, Task};
use super::{Targets, embedded_cases, named_checker, package_checker, timed};
use crate::budget::Budget;
use crate::cases::evaluate::Judge;
use crate::cases::generated::Lists;
use crate::cases::solution::{self, NotWrapped};
use crate::judge::Rules;
use crate::judge::external::{External, Style};
use crate::judge::language::Language;
use crate::judge::look::Names;
use crate::judge::places::named_in;
use crate::judge::plan::{Plan, PlannedChecker, Wishes};
use crate::judge::program::{NoProgram, Program, foreign};
use crate::judge::selection::Selection;
use crate::judge::session::Session;
use crate::judge::workshop::Workshop;
use crate::package::Package;
use crate::package::layout::Pattern;
use crate::package::model::{Checker, Limits, PackageWord, Submission};
use crate::problem::{Entry, Variants};

/// The choice of testcases.
#[derive(Clone, Copy)]
pub(in crate::cli) struct Chosen<'a> {
    /// Patterns of the names. An empty list chooses all testcases.
    pub(in crate::cli) names: &'a [String],
    /// The names of the files, if the user states them by `--pair`.
    pub(in crate::cli) pair: Option<&'a Pattern>,
    /// Whether incomplete testcases are skipped.
    pub(in crate::cli) allow_missing: bool,
    /// The largest input and answer to read, in bytes.
    pub(in crate::cli) max_bytes: u64,
}

/// The package and the problem that programs are judged by, without the testcases.
pub(in crate::cli) struct Given {
    pub(in crate::cli) package: Option<Package>,
    pub(in crate::cli) entry: Option<&'static dyn Entry>,
    variants: Variants,
    /// The names of the task, for the look at a source.
    pub(in crate::cli) names: Names,
    /// Requests of the package that gamesolve ignores.
    pub(in crate::cli) remarks: Vec<String>,
    /// The paths that are hidden from compilers and programs unless they get them by name.
    pub(in crate::cli) private: Vec<PathBuf>,
}

impl Given {
    /// Reads the testcases and the package. Writes embedded testcases below `folder` first.
    pub(in crate::cli) fn of(
        targets: &Targets,
        chosen: Chosen<'_>,
        variants: &VariantFlags,
        folder: &Path,
    ) -> Result<(Given, Selection)> {
        let max_bytes = chosen.max_bytes;
        let mut places = targets.cases.clone();
        let comes_with_program = places.is_empty();
        if let (Task::Problem(entry), true) = (&targets.task, comes_with_program) {
            places.push(embedded_cases(*entry, &targets.files, folder)?);
        }
        let Chosen {
            names,
            pair,
            allow_missing,
            ..
        } = chosen;
        let selection = Selection::of_places(&places, names, allow_missing, pair, max_bytes, &Lists);
        let mut selection = selection.map_err(check::unselected)?;
        let private = private(targets, &places, &selection);
        let package = selection.package.take();
        let mut remarks: Vec<String> = match &package {
            Some(package) if targets.submissions => package.all_remarks().map(ToString::to_string).collect(),
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
            Some(entry) => variants.of(entry)?,
            None => variants.of_none()?,
        };
        if let (Some(entry), true, false) = (entry, comes_with_program, variants.is_original()) {
            task::answer_again(&mut selection, entry, &variants, max_bytes)?;
        }
        let given = Given {
            names: task::names_of(&targets.task, entry, package.as_ref()),
            package,
            entry,
            variants,
            remarks,
            private,
        };
        Ok((given, selection))
    }

    /// Returns whether no variant changes the problem.
    pub(in crate::cli) fn is_original(&self) -> bool {
        self.variants.is_original()
    }

    /// Returns the limits of the package for compilers, checkers and runs.
    fn limits(&self) -> Limits {
        let package = self.package.as_ref();
        package.map(|package| package.limits.clone()).unwrap_or_default()
    }

    /// Returns the processor time of a compiler.
    pub(in crate::cli) fn compile_time(&self, wish: Option<Duration>) -> Duration {
        let given = wish.or(self.limits().compile_time);
        given.unwrap_or(DEFAULT_COMPILE_TIME)
    }

    /// Refuses a package whose checker cannot be used.
    pub(in crate::cli) fn refuse_checker(&self) -> Result<()> {
        self.package.as_ref().map_or(Ok(()), task::refuse_checker)
    }

    /// Returns the plan. A wish of the user goes before the package, and the package before the problem.
    pub(in crate::cli) fn plan(&self, wishes: &Wishes, selection: &Selection) -> Plan<'_> {
        let limits = self.entry.map(task::limits_of);
        let sizes = selection.answers.iter().filter_map(|answer| answer.metadata().ok());
        let largest_answer = sizes.map(|found| found.len()).max().unwrap_or(0);
        Plan::of(wishes, limits, self.package.as_ref(), largest_answer)
    }

    /// Returns the judge of the problem's outputs, if the task is a problem.
    pub(in crate::cli) fn judge(&self, plan: &Plan<'_>) -> Option<Judge<'_>> {
        Some(Judge {
            entry: self.entry?,
            variants: &self.variants,
            policy: plan.policy,
            budget: Budget::of_this_machine(),
        })
    }

    /// Returns the session of a plan, with its checker and interactor compiled. Each file has at most `max_bytes`.
    ///
    /// [`limit_by_submissions`](Given::limit_by_submissions) may still change its time limit.
    pub(in crate::cli) fn session<'a>(
        &'a self,
        plan: Plan<'a>,
        judge: Option<&'a Judge<'a>>,
        selection: Selection,
        workshop: &'a Workshop,
        jobs: NonZeroUsize,
        max_bytes: u64,
    ) -> Result<Session<'a>> {
        let package = self.package.as_ref();
        let checker = self.checker(plan.checker.as_ref(), workshop)?;
        let interactor = self.interactor(plan.interactor, workshop)?;
        let stated = plan.stated();
        Ok(Session {
            name: match (self.entry, package) {
                (Some(entry), _) => entry.meta().slug.to_owned(),
                (None, Some(package)) => package.name.clone(),
                (None, None) => "a task".to_owned(),
            },
            rules: match judge {
                Some(judge) => Rules::Problem(judge),
                None => Rules::Compare(plan.comparison),
            },
            validates: plan.validates,
            checker,
            interactor,
            selection,
            limits: plan.runs.limits,
            stated,
            leaves_out: None,
            of_cases: plan.runs.of_cases,
            of_endings: plan.runs.of_endings,
            files: plan.runs.files,
            names: self.names.clone(),
            remarks: self.remarks.clone(),
            jobs,
            max_bytes,
            workshop,
        })
    }

    /// Sets the time limit from the submissions of the package, if the package has such a rule.
    pub(in crate::cli) fn limit_by_submissions(&self, session: &mut Session<'_>) -> Result<()> {
        let Some(package) = &self.package else {
            return Ok(());
        };
        let workshop = session.workshop;
        let compile = |one: &Submission| {
            let compiled = submission(workshop, &one.path, "submission", &one.include, &one.flags);
            compiled.map_err(|why| named_in(package, &one.path, &one.include, why))
        };
        timed::limit_by_submissions(session, package, &compile)
    }

    /// Compiles the checker of the plan.
    fn checker(&self, planned: Option<&PlannedChecker<'_>>, workshop: &Workshop) -> Result<Option<External>> {
        let (program, style, arguments) = match planned {
            None => return Ok(None),
            Some(PlannedChecker::Named(path, style)) => {
                let program = named_checker(path, *style, workshop).map_err(|why| no_program(&why))?;
                (program, *style, Vec::new())
            }
            Some(PlannedChecker::Packaged(spec)) => {
                let program = package_checker(spec, "checker", self.package.as_ref(), workshop)?;
                (program, spec.protocol, spec.arguments.clone())
            }
        };
        Ok(Some(External::new(program, style, arguments, &self.limits())))
    }

    /// Compiles the interactor of the plan.
    fn interactor(&self, planned: Option<&Checker>, workshop: &Workshop) -> Result<Option<External>> {
        let Some(spec) = planned else {
            return Ok(None);
        };
        if !matches!(
            spec.protocol,
            Style::Testlib | Style::Kattis | Style::Dmoj | Style::Coci
        ) {
            let name = spec.protocol.name();
            refuse!("gamesolve cannot run an interactor in the protocol of {name}");
        }
        let program = package_checker(spec, "interactor", self.package.as_ref(), workshop)?;
        let limits = self.limits();
        let interactor = External::new(program, spec.protocol, spec.arguments.clone(), &limits);
        Ok(Some(interactor.as_interactor(&limits)))
    }
}

/// Returns the paths that programs see only if they get them by name.
fn private(targets: &Targets, places: &[PathBuf], selection: &Selection) -> Vec<PathBuf> {
    let task = match &targets.task {
        Task::Place(place) => Some(place),
        Task::Problem(_) => None,
    };
    let handed_in = task.into_iter().chain(&targets.files).chain(&targets.checker);
    let named = targets.cases.iter().chain(handed_in).cloned();
    // A link of the package may lead out of it.
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

/// Compiles the source at `path`, whose name for the user is `name`. Wraps it first if it is the class or function that a
/// website asks for.
///
/// `place` is a name for its folder in the workshop, and `compile` compiles the whole source.
///
/// # Errors
/// Fails if there is no whole source.
pub(in crate::cli) fn compiled(
    given: &Given,
    workshop: &Workshop,
    (path, name): (&Path, &Path),
    place: &str,
    compile: impl FnOnce(&Path) -> Result<Program, NoProgram>,
) -> Result<Result<Program, NoProgram>, NotWrapped> {
    let whole = match given.entry {
        Some(entry) => {
            let wrapped = workshop.folder().join(format!("solution-{place}"));
            solution::program_of(entry, path, &wrapped)?
        }
        None => path.to_owned(),
    };
    // The path may be in a temporary folder, which no user knows.
    let compiled = compile(&whole).map_err(|why| why.of_name(path, name));
    Ok(compiled.map(|program| program.named(name)))
}

/// Compiles a submission of a package. Fails if gamesolve does not run its language.
pub(in crate::cli) fn submission(
    workshop: &Workshop,
    path: &Path,
    place: &str,
    include: &[PathBuf],
    flags: &[PackageWord],
) -> Result<Program, NoProgram> {
    match Language::of(path) {
        Some(_) => workshop.compiled(path, place, include, &foreign(flags)),
        None => Err(NoProgram::Unusable("gamesolve does not run its language".to_owned())),
    }
}
