//! `gamesolve stress --gen`: tests programs of any task against a reference, on the inputs of a generator.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};

use super::super::judge::task::Task;
use super::super::judge::{folder_of, named_checker, one_of_several, package_checker, task};
use super::super::output;
use super::super::program::no_program;
use super::super::status::{Status, Stop, refuse, say};
use super::report::{Covered, counted, for_a_line, named, report, smallness};
use super::test::{Test, watch};
use super::{Command, Nature, Target};
use crate::cases::evaluate::Judge;
use crate::judge::attempt::{DEFAULT_OUTPUT, JudgeContext, limits};
use crate::judge::external::{self, External, Style};
use crate::judge::look::Names;
use crate::judge::places::below;
use crate::judge::plan::{RunPlan, comparison_of, policy_of};
use crate::judge::program::Program;
use crate::judge::{Judgement, Policy, Rules};
use crate::package::model::{CompareRule, Comparison, FileNames, Kind};
use crate::package::{Case, Package, archive, open};
use crate::practice::stress::STORED_BYTES;
use crate::practice::stress::generated::{GeneratedSession, Generator, Reference, Tool};
use crate::practice::stress::search::{Instance, Phase, Report, Tried};
use crate::practice::stress::trials::{Answers, TrialPart};
use crate::problem::Entry;
use crate::text::DEFAULT_MAX_BYTES;

/// The task of the programs.
struct Given {
    entry: Option<&'static dyn Entry>,
    package: Option<Package>,
    /// The programs among the arguments.
    files: Vec<PathBuf>,
}

impl Given {
    /// Reads the first argument, and the programs after it. The first is a task if it is a problem, a folder or an archive,
    /// and otherwise a program.
    fn of(first: Option<&PathBuf>, rest: &[PathBuf]) -> Result<Given> {
        let Some(first) = first else {
            return Ok(Given {
                entry: None,
                package: None,
                files: Vec::new(),
            });
        };
        let entry = first.to_str().and_then(super::super::registered::problem);
        let is_place = first.is_dir() || (first.is_file() && archive::is_archive(first));
        let is_task = entry.is_some() || is_place;
        let own = (!is_task).then_some(first);
        Stop::unless_all_exist(own)?;
        let files: Vec<PathBuf> = own.into_iter().chain(rest).cloned().collect();
        let package = if is_place && entry.is_none() {
            Some(package_at(&one_of_several(first, &files)?)?)
        } else {
            None
        };
        Ok(Given { entry, package, files })
    }

    /// Returns the names of the task's files.
    fn names(&self) -> Names {
        let package = self.package.as_ref();
        let place = package.map(|package| Task::Place(package.root.clone()));
        let task = self.entry.map(Task::Problem).or(place);
        task.map_or_else(Names::default, |task| task::names_of(&task, self.entry, package))
    }
}

/// Opens a package for its limits and rules. Refuses an interactive one.
fn package_at(place: &Path) -> Result<Package> {
    let package = open::open(place, None, DEFAULT_MAX_BYTES);
    let package = package.map_err(Stop::wrong)?;
    task::refuse_kind(&package)?;
    if let Kind::Interactive(interactor) = &package.kind {
        let by = below(&package, &interactor.by);
        refuse!(
            "`{}` is interactive (`{by}`), so a reference cannot answer its inputs",
            package.name
        );
    }
    Ok(package)
}

/// Returns the error of a task without right answers.
fn no_answers() -> Stop {
    Stop::wrong("missing reference for the right answers\nhint: add a program by `--reference brute.py`")
}

impl Command<'_> {
    /// Tests the programs against the reference.
    pub(super) fn of_generator(&self, generator: &Path) -> Result<Status> {
        let (options, workshop) = (self.options, &self.workshop);
        let given = Given::of(options.task.as_ref(), &options.program)?;
        let (entry, package) = (given.entry, given.package.as_ref());
        let flags = &options.variants;
        let variants = entry.map_or_else(|| flags.of_none(), |entry| flags.of(entry))?;
        if options.reference.is_none() && entry.is_none() {
            return Err(no_answers().into());
        }
        let task = options.task.as_ref().filter(|_| entry.is_some() || package.is_some());
        let word = task.map_or(String::new(), |task| for_a_line(&[task.into()]));
        let hint = options.words(|_, is_given| is_given) + &word;
        let targets = options.targets(&given.files, hint.trim_start())?;
        let generator = self.helper(generator, "generator")?;
        let generator = Generator {
            tool: self.tool(&generator),
            seed: options.seed,
            max_size: options.max_size,
        };
        let validator = self.optional(options.validator.as_deref(), "validator")?;
        let validator = validator.as_ref().map(|program| self.tool(program));
        let checker = self.checker(package)?;
        let states_rule = checker.is_some() || package.is_some_and(|package| package.comparison.is_some());
        let default = self.settings.compare(entry).filter(|_| !states_rule);
        let default = default.map(|(policy, _)| policy);
        let policy = options.compare.or(default);
        let judge = entry.map(|entry| Judge {
            entry,
            variants: &variants,
            policy: policy.unwrap_or_default(),
            budget: options.solving.budget(),
        });
        let comparison = || policy.map_or_else(|| comparison_of(package), Policy::as_comparison);
        let rules = (judge.as_ref()).map_or_else(|| Rules::Compare(comparison()), |judge| Rules::Problem(judge));
        let wishes = task::wishes(&options.limits, options.contest_files, entry)?;
        let runs = RunPlan::of(&wishes, entry.map(task::limits_of), package, 0);
        let names = given.names();
        let reference = self.optional(options.reference.as_deref(), "reference")?;
        let files = options
            .reference
            .as_ref()
            .map(|path| names.look(path, &runs.files).files);
        let context = |limits, files| {
            let mut context = JudgeContext::new(workshop, rules, limits, DEFAULT_MAX_BYTES);
            context.files = files;
            context
        };
        let reference = reference.as_ref().map(|program| {
            let mut context = context(helper_limits(), files.unwrap_or_default());
            context.files.or_streams = true;
            Reference { program, context }
        });
        let answers = reference.as_ref().map(|reference| reference as &dyn Answers);
        let answers = answers.or(judge.as_ref().map(|judge| judge as &dyn Answers));
        let answers = answers.ok_or_else(no_answers)?;
        if let Some(package) = package {
            let mut stated = runs.stated();
            stated.extend(self.settings.stated(&options.program));
            say_stated(&stated, package);
        }
        self.each(&targets, (entry, &word), (&names, &runs.files), &|test, files| {
            let mut context = context(runs.limits_for(test.program).clone(), files);
            context.checker = checker.as_ref();
            let session = GeneratedSession::new(test.program, &generator, answers, validator.as_ref(), judge, context);
            let session = &session.context("cannot make a folder for the testcases")?;
            let stress = Stress {
                test,
                package,
                default,
                session,
            };
            stress.run()
        })
    }

    /// Compiles a file. The compiler sees the files beside it, such as testlib.h.
    fn helper(&self, path: &Path, place: &str) -> Result<Program> {
        let program = self.workshop.compiled(path, place, &folder_of(path), &[]);
        program.map_err(|why| no_program(&why).into())
    }

    fn optional(&self, path: Option<&Path>, place: &str) -> Result<Option<Program>> {
        path.map(|path| self.helper(path, place)).transpose()
    }

    fn tool<'b>(&'b self, program: &'b Program) -> Tool<'b> {
        Tool {
            program,
            sandbox: self.workshop.sandbox(),
            limits: helper_limits(),
        }
    }

    /// Returns the checker of `--checker`. Without it, returns the package's checker, unless `--compare` is given.
    fn checker(&self, package: Option<&Package>) -> Result<Option<External>> {
        let limits = package.map(|package| package.limits.clone()).unwrap_or_default();
        let external = |program, style, arguments| External::new(program, style, arguments, &limits);
        if let Some(path) = &self.options.checker {
            let style = self.options.checker_style.unwrap_or(Style::Testlib);
            let program = named_checker(path, style, &self.workshop).map_err(|why| no_program(&why))?;
            return Ok(Some(external(program, style, Vec::new())));
        }
        let Some(package) = package.filter(|_| self.options.compare.is_none()) else {
            return Ok(None);
        };
        task::refuse_checker(package)?;
        let Some(checker) = &package.checker else {
            return Ok(None);
        };
        let spec = &checker.value;
        let program = package_checker(spec, "checker", Some(package), &self.workshop)?;
        Ok(Some(external(program, spec.protocol, spec.arguments.clone())))
    }
}

/// Prints the sources of the limits and rules, and the settings of the package that gamesolve ignores.
fn say_stated(by: &[(&str, String)], package: &Package) {
    let by = by.iter().map(|(what, said)| format!("{what}: {said}"));
    say(&format!("stated by: {}", by.collect::<Vec<_>>().join("; ")));
    let remarks = package.remarks.iter();
    remarks.for_each(|remark| say(&format!("note: {remark}")));
}

/// Returns the limits of generators, references and validators.
fn helper_limits() -> gamesolve_box::Limits {
    limits(external::DEFAULT_TIME, external::DEFAULT_MEMORY, DEFAULT_OUTPUT, None)
}

/// The test of one program against the reference.
struct Stress<'a> {
    test: Test<'a>,
    package: Option<&'a Package>,
    /// The comparison of the settings, if it holds for want of another.
    default: Option<Policy>,
    session: &'a GeneratedSession<'a>,
}

impl Stress<'_> {
    /// Searches, shrinks and reports. Returns whether the program failed.
    fn run(&self) -> Result<bool> {
        let mut ends = |tried: &Tried<Judgement>| say(&self.tried(tried));
        let report = self
            .session
            .search(&self.stored(), self.test.bounds(), &watch, &mut ends);
        let mut report = report.map_err(Stop::from_stress)?;
        let drawn = report.part(Phase::Random).map_or(0, |random| random.drawn);
        let Some((_, made, judgement)) = report.take_failure() else {
            self.report_none(&report)?;
            return Ok(false);
        };
        say("Shrinking it.");
        self.shrink_and_report(made, drawn, judgement)?;
        Ok(true)
    }

    /// Returns the short stored testcases of the package.
    fn stored(&self) -> Vec<Instance> {
        let short = self.cases(|bytes| bytes <= STORED_BYTES as u64);
        let read = |case: &Case| {
            Some(Instance {
                family: None,
                stored: Some(case.name.clone()),
                size: self.session.generator.max_size,
                seed: self.session.generator.seed,
                text: std::fs::read_to_string(&case.input).ok()?,
            })
        };
        short.filter_map(read).collect()
    }

    /// Returns the testcases of the package with an input of a wanted length.
    fn cases(&self, is_wanted: impl Fn(u64) -> bool) -> impl Iterator<Item = &Case> {
        let cases = self.package.map_or(&[][..], |package| &package.layout.cases);
        let is_wanted = move |case: &&Case| case.input.metadata().is_ok_and(|data| is_wanted(data.len()));
        cases.iter().filter(is_wanted)
    }

    /// Returns the lines on a part of the search.
    fn tried(&self, tried: &Tried<Judgement>) -> String {
        let text = match tried.name {
            Phase::Random => self.test.searched(tried, &self.session.trials, false),
            _ => format!("Tried {}.", counted(tried.judged, named(tried.name))),
        };
        let Some((made, judgement)) = &tried.failure else {
            return text;
        };
        let code = judgement.verdict.code();
        match &made.stored {
            Some(name) => format!("{text}\n{code} on the stored testcase `{name}`."),
            None => {
                let call = self.session.generator.call(made.seed, made.size);
                format!("{text}\n{code} on an input of {} bytes: {call}", made.text.len())
            }
        }
    }

    /// Names a part of a trial, with its program.
    fn name_of(&self, part: TrialPart) -> String {
        match part {
            TrialPart::Generator => format!("the generator {}", self.session.generator.tool.program.name),
            TrialPart::Validator => {
                let validator = self.session.validator.map_or("", |validator| &validator.program.name);
                format!("the validator {validator}")
            }
            TrialPart::Answer => match self.session.trials.answers.program() {
                Some(reference) => format!("the reference {reference}"),
                None => "the solver".to_owned(),
            },
            TrialPart::Program => format!("the program {}", self.test.program.name),
        }
    }

    /// Reports that no input fails, which inputs were tested and which not, and the next command.
    fn report_none(&self, report: &Report<Judgement>) -> Result<()> {
        let (options, trials, name) = (self.test.options, &self.session.trials, &self.test.program.name);
        if trials.is_interrupted() {
            output::to_stdout(&format!("{name}: interrupted\n"))?;
            return Ok(());
        }
        if report.judged() == 0 {
            return Err(self
                .test
                .nothing_judged(trials.spent(), |part| self.name_of(part))
                .into());
        }
        let (mut covered, mut apart) = (Covered::default(), Vec::new());
        if let Some(stored) = report.part(Phase::Stored) {
            covered.add_list(stored);
        }
        if let Some(entry) = self.test.entry {
            let task = entry.typed();
            apart.push(format!(
                "stored testcases and tiny inputs (`gamesolve stress {task}` without `--gen`)"
            ));
        }
        let longer = self.cases(|bytes| bytes > STORED_BYTES as u64).count();
        if longer > 0 {
            let longer = counted(longer as u64, "longer stored testcases");
            apart.push(format!("{longer} (use `gamesolve judge`)"));
        }
        let mut drawn = 0;
        if let Some(made) = report.part(Phase::Random) {
            let of_sizes = |ranges: &[(u64, u64)]| format!("inputs of size {}", in_words(ranges));
            drawn = made.drawn;
            covered.add(made.judged, &of_sizes(&ranges(&made.sizes)));
            let others = gaps(&made.sizes, options.max_size);
            let others = (!others.is_empty()).then(|| of_sizes(&others));
            // Without a test of the smallest and the largest size, "no failing input" would claim too much.
            if made.sizes.contains(&1) && made.sizes.contains(&options.max_size) {
                apart.extend(others);
            } else {
                covered.missing.extend(others);
            }
        }
        let next = if covered.missing.is_empty() {
            options.further(drawn)
        } else {
            options.longer(trials.spent())
        };
        output::to_stdout(&covered.report(name, "", &apart, Some(&self.test.search(&next))))
    }

    /// Shrinks a failing input and reports it.
    fn shrink_and_report(&self, made: Instance, drawn: u64, judgement: Judgement) -> Result<()> {
        let (test, session) = (&self.test, self.session);
        let bounds = test.bounds();
        let (begun, verdict, first) = (Instant::now(), judgement.verdict, made.text.clone());
        let found = session.smallest(made, drawn, verdict, bounds);
        let (found, made) = found.map_err(Stop::from_stress)?;
        let shrunk = &found.shrunk.text;
        let example = session.trials.examine(shrunk.clone(), judgement.clone(), bounds.until);
        let example = example.map_err(Stop::from_stress)?;
        if !session.trials.is_interrupted() {
            let again = session.confirm_later(shrunk, &example.judgement, begun);
            again
                .and_then(|()| session.confirm(&first, &judgement))
                .map_err(Stop::from_stress)?;
        }
        let saved = test.save(&example, &self.folder())?;
        let call = self.session.generator.call(made.seed, made.size);
        let origin = match (&made.stored, *shrunk == made.text) {
            (Some(name), true) => format!("It is the stored testcase `{name}`.\n"),
            (Some(name), false) => format!("It comes from the stored testcase `{name}`.\n"),
            (None, true) => format!("Made by: {call}\n"),
            (None, false) => format!("It comes from the output of {call}.\n"),
        };
        let unchecked = if *shrunk == made.text || session.is_checked() {
            ""
        } else {
            "Only the reference checked that the input is well formed, because there is no `--validator`.\n"
        };
        output::to_stdout(&format!(
            "{}\n{}{origin}{unchecked}{}",
            report(&test.program.name, &example),
            smallness(&found, test.options.verbose),
            test.commands(
                &saved,
                self.rules_in_words(),
                None,
                (found.cut(), session.trials.spent())
            )
        ))
    }

    /// Returns the name of the task for the default folder of failing testcases.
    fn folder(&self) -> String {
        match (self.test.entry, self.package, self.test.target) {
            (Some(entry), ..) => entry.meta().slug.to_owned(),
            (None, Some(package), _) => package.name.replace('/', "-"),
            (None, None, Target::File(path)) => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            (None, None, Target::Command(_)) => "command".to_owned(),
        }
    }

    /// Returns the options that make `judge` apply the same rules to the saved testcase, or `None` if no options do.
    fn rules_in_words(&self) -> Option<String> {
        let options = self.test.options;
        let chosen = |name: &str, is_given: bool| {
            is_given && (Nature::is_of_runs(name) || ["checker", "checker-style", "compare"].contains(&name))
        };
        let mut words = options.words(chosen);
        if let (Some(policy), None) = (self.default, options.compare) {
            words += &format!(" --compare {}", policy.name());
        }
        let Some(package) = self.package else {
            return Some(words);
        };
        if !matches!(package.files, FileNames::Streams) {
            return None;
        }
        let stated = &package.limits;
        if let (Some(time), None) = (&stated.time, options.limits.time) {
            words += &format!(" --time {}ms", time.value.as_millis());
        }
        if let (Some(memory), None) = (&stated.memory, options.limits.memory) {
            words += &format!(" --memory {}", memory.value);
        }
        if let (Some(most), None) = (&stated.output, options.limits.output_limit) {
            words += &format!(" --output-limit {}", most.value);
        }
        if options.checker.is_some() || options.compare.is_some() {
            return Some(words);
        }
        match (&package.checker, comparison_of(Some(package))) {
            (Some(checker), _) => {
                let spec = &checker.value;
                let is_plain = spec.arguments.is_empty() && spec.flags.is_empty() && package.unpacked.is_empty();
                let is_script = ["build", "run"].iter().any(|name| spec.path.ends_with(name));
                let is_plain = is_plain && !is_script;
                let path = for_a_line(&[spec.path.clone().into()]);
                is_plain.then(|| format!("{words} --checker{path} --checker-style {}", spec.protocol.name()))
            }
            (None, comparison) if comparison == Comparison::by(CompareRule::Tokens) => Some(words),
            (None, _) => {
                let policy: Option<Policy> = policy_of(Some(package));
                policy.map(|policy| format!("{words} --compare {}", policy.name()))
            }
        }
    }
}

/// Returns numbers as ranges. Each range has its first and its last number.
fn ranges(numbers: &BTreeSet<u64>) -> Vec<(u64, u64)> {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    ranges
}

/// Returns the ranges of the missing numbers from 1 to `largest`.
fn gaps(numbers: &BTreeSet<u64>, largest: u64) -> Vec<(u64, u64)> {
    let mut next = 1;
    let mut gaps = Vec::new();
    for (first, last) in ranges(numbers) {
        if next < first {
            gaps.push((next, first - 1));
        }
        next = last + 1;
    }
    if next <= largest {
        gaps.push((next, largest));
    }
    gaps
}

/// Returns ranges in words: `1 to 5, 8`.
fn in_words(ranges: &[(u64, u64)]) -> String {
    let words = ranges.iter().map(|(first, last)| {
        if last == first {
            first.to_string()
        } else {
            format!("{first} to {last}")
        }
    });
    words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_were_not_judged_are_the_gaps() {
        let words = |sizes: &[u64]| {
            let sizes = sizes.iter().copied().collect();
            [in_words(&ranges(&sizes)), in_words(&gaps(&sizes, 9))]
        };
        assert_eq!(words(&[2, 3, 7]), ["2 to 3, 7", "1, 4 to 6, 8 to 9"]);
        assert_eq!(words(&[1, 2, 3, 4, 5, 6, 7, 8, 9]), ["1 to 9", ""]);
        assert_eq!(words(&[]), ["", "1 to 9"]);
    }
}
