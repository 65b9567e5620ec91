//! `gamesolve stress --gen`: tests programs of any task against a reference, on the inputs of a generator.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};

use super::super::judge::task::Task;
use super::super::judge::{folder_of, named_checker, one_of_several, package_checker, task};
use super::super::output;
use super::super::program::no_program;
use super::super::settings::Settings;
use super::super::status::{Status, Stop, refuse, say};
use super::{
    AfterEach, Covered, LIMITS, Options, Target, counted, for_a_line, nothing_judged, progress, report, save,
    say_findings, searched, smallness, stress_folder, targets,
};
use crate::cases::evaluate::Judge;
use crate::judge::attempt::{DEFAULT_OUTPUT, Files, JudgeContext, limits};
use crate::judge::external::{self, External, Style};
use crate::judge::look::Names;
use crate::judge::places::below;
use crate::judge::plan::{RunPlan, comparison_of, policy_of};
use crate::judge::program::Program;
use crate::judge::workshop::Workshop;
use crate::judge::{Judgement, Policy, Rules};
use crate::package::model::{CompareRule, Comparison, FileNames, Kind};
use crate::package::{Case, Package, archive, open};
use crate::practice::shrink::Cut;
use crate::practice::stress::generated::{GeneratedSession, Generator, Made, Reference, Searched, Tool};
use crate::practice::stress::trials::{Answers, Part};
use crate::practice::stress::{Bounds, DRAWS_PER_RUN, STORED_BYTES, SearchResult};
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
    /// Reads the first argument. It is a task if it is a problem, a folder or an archive, and otherwise a program.
    fn of(options: &Options) -> Result<Given> {
        let Some(first) = &options.task else {
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
        let files: Vec<PathBuf> = own.into_iter().chain(&options.program).cloned().collect();
        let package = if is_place && entry.is_none() {
            Some(package_at(&one_of_several(first, &files)?)?)
        } else {
            None
        };
        Ok(Given { entry, package, files })
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

/// Tests the programs against the reference.
pub(super) fn run(
    options: &Options,
    generator: &Path,
    settings: &Settings,
    workshop: &Workshop,
    failed: AfterEach<'_>,
) -> Result<Option<Status>> {
    let given = Given::of(options)?;
    let (entry, package) = (given.entry, given.package.as_ref());
    let variants = match entry {
        Some(entry) => options.variants.of(entry)?,
        None => options.variants.of_none()?,
    };
    let no_answers =
        || Stop::wrong("missing reference for the right answers\nhint: add a program by `--reference brute.py`");
    if options.reference.is_none() && entry.is_none() {
        return Err(no_answers().into());
    }
    let task = (options.task.as_ref())
        .filter(|_| entry.is_some() || package.is_some())
        .map_or(String::new(), |task| for_a_line(&[task.into()]));
    let task = format!("{}{task}", options.words(|_, is_given| is_given));
    let targets = targets(options, given.files.iter(), task.trim_start())?;
    let helpers = Helpers { options, workshop };
    let generator = helpers.program(generator, "generator")?;
    let generator = Generator {
        tool: helpers.tool(&generator),
        seed: options.seed,
        max_size: options.max_size,
    };
    let validator = helpers.optional(options.validator.as_deref(), "validator")?;
    let validator = validator.as_ref().map(|program| helpers.tool(program));
    let checker = helpers.checker(package)?;
    let states_rule = checker.is_some() || package.is_some_and(|package| package.comparison.is_some());
    let default = settings.compare(entry).filter(|_| !states_rule);
    let default = default.map(|(policy, _)| policy);
    let judge = entry.map(|entry| Judge {
        entry,
        variants: &variants,
        policy: options.compare.or(default).unwrap_or_default(),
        budget: options.solving.budget(),
    });
    let rules = match (&judge, options.compare.or(default)) {
        (Some(judge), _) => Rules::Problem(judge),
        (None, Some(policy)) => Rules::Compare(policy.as_comparison()),
        (None, None) => Rules::Compare(comparison_of(package)),
    };
    let wishes = task::wishes(&options.limits, options.contest_files, entry)?;
    let runs = RunPlan::of(&wishes, entry.map(task::limits_of), package, 0);
    let place = package.map(|package| Task::Place(package.root.clone()));
    let task = entry.map(Task::Problem).or(place);
    let names = task.map_or_else(Names::default, |task| task::names_of(&task, entry, package));
    let reference = helpers.optional(options.reference.as_deref(), "reference")?;
    let of_reference = options.reference.as_ref();
    let of_reference = of_reference.map(|path| names.look(path, &runs.files).files);
    let reference = reference.as_ref().map(|program| {
        let mut context = JudgeContext::new(workshop, rules, helper_limits(), DEFAULT_MAX_BYTES);
        context.files = Files {
            or_streams: true,
            ..of_reference.clone().unwrap_or_default()
        };
        Reference { program, context }
    });
    let answers: &dyn Answers = match (&reference, &judge) {
        (Some(reference), _) => reference,
        (None, Some(judge)) => judge,
        (None, None) => return Err(no_answers().into()),
    };
    if let Some(package) = package {
        let mut stated = runs.stated();
        stated.extend(settings.stated(&options.program));
        say_stated(&stated, package);
    }
    for (number, target) in targets.iter().enumerate() {
        let look = target.look(&names, &runs.files);
        let compiled = target.compiled(options, entry, number, workshop)?;
        let Some(program) = compiled else {
            say_findings(&look, true);
            failed(true)?;
            continue;
        };
        let limits = runs.limits_for(&program).clone();
        let mut context = JudgeContext::new(workshop, rules, limits, DEFAULT_MAX_BYTES);
        context.checker = checker.as_ref();
        context.files = look.files.clone();
        let session = GeneratedSession::new(&program, &generator, answers, validator.as_ref(), judge, context);
        let stress = Stress {
            options,
            entry,
            package,
            default,
            session: session.context("cannot make a folder for the testcases")?,
            generator: &generator,
            answers,
            validator: validator.as_ref(),
            program: &program,
            target,
        };
        let has_failed = stress.run()?;
        say_findings(&look, has_failed);
        if let Some(ended) = failed(has_failed)? {
            return Ok(Some(ended));
        }
    }
    Ok(None)
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

/// Compiles the user's generator, reference, validator and checker.
struct Helpers<'a> {
    options: &'a Options,
    workshop: &'a Workshop,
}

impl<'a> Helpers<'a> {
    /// Compiles a file. The compiler sees the files beside it, such as testlib.h.
    fn program(&self, path: &Path, place: &str) -> Result<Program> {
        let program = self.workshop.compiled(path, place, &folder_of(path), &[]);
        program.map_err(|why| no_program(&why).into())
    }

    fn optional(&self, path: Option<&Path>, place: &str) -> Result<Option<Program>> {
        path.map(|path| self.program(path, place)).transpose()
    }

    fn tool<'b>(&self, program: &'b Program) -> Tool<'b>
    where
        'a: 'b,
    {
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
            let program = named_checker(path, style, self.workshop).map_err(|why| no_program(&why))?;
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
        let program = package_checker(spec, "checker", Some(package), self.workshop)?;
        Ok(Some(external(program, spec.protocol, spec.arguments.clone())))
    }
}

/// The stress test of one program.
struct Stress<'a> {
    options: &'a Options,
    entry: Option<&'static dyn Entry>,
    package: Option<&'a Package>,
    /// The comparison of the settings, if it holds for want of another.
    default: Option<Policy>,
    session: GeneratedSession<'a>,
    generator: &'a Generator<'a>,
    answers: &'a dyn Answers,
    validator: Option<&'a Tool<'a>>,
    program: &'a Program,
    target: &'a Target,
}

impl Stress<'_> {
    /// Searches, shrinks and reports. Returns whether the program failed.
    fn run(&self) -> Result<bool> {
        let (options, session) = (self.options, &self.session);
        let begun = Instant::now();
        let runs = options.runs(self.program);
        let bounds = Bounds {
            runs,
            draws: runs.saturating_mul(DRAWS_PER_RUN),
            until: begun + options.time_budget,
            jobs: options.jobs(),
        };
        let mut covered = Covered::default();
        if let Some((made, judgement)) = self.stored(bounds.until, &mut covered)? {
            say("Shrinking it.");
            return self.shrink_and_report(made, 0, judgement, bounds.until);
        }
        let shown = progress(runs);
        let found = session.search(bounds, |tried| shown.set(tried));
        drop(shown);
        let Searched { result: found, sizes } = found.map_err(Stop::from_stress)?;
        let (time, is_interrupted) = (begun.elapsed(), session.is_interrupted());
        say(&searched(options, runs, &found, 0, time, false, is_interrupted));
        let Some((made, judgement)) = found.failure else {
            self.report_none(covered, &sizes, &found)?;
            return Ok(false);
        };
        let call = self.generator.call(made.seed, made.size);
        let code = judgement.verdict.code();
        say(&format!(
            "{code} on an input of {} bytes: {call}\nShrinking it.",
            made.text.len()
        ));
        self.shrink_and_report(made, found.drawn, judgement, bounds.until)
    }

    /// Tries the short stored testcases of the package before `until`. Returns the first that the program fails on.
    fn stored(&self, until: Instant, covered: &mut Covered) -> Result<Option<(Made, Judgement)>> {
        const WHAT: &str = "short stored testcases";
        let cases = self.package.map_or(&[][..], |package| &package.layout.cases);
        let is_short = |case: &&Case| {
            case.input
                .metadata()
                .is_ok_and(|data| data.len() <= STORED_BYTES as u64)
        };
        let read = |case: &Case| Some((case.name.clone(), std::fs::read_to_string(&case.input).ok()?));
        let (names, inputs): (Vec<String>, Vec<String>) = cases.iter().filter(is_short).filter_map(read).unzip();
        if inputs.is_empty() {
            return Ok(None);
        }
        let found = self
            .session
            .try_stored(&inputs, self.options.jobs(), until)
            .map_err(Stop::from_stress)?;
        covered.add(found.judged, WHAT);
        if found.unjudged > 0 {
            covered.miss(format!("{} of {} {WHAT}", found.unjudged, inputs.len()));
        }
        say(&format!("Tried {}.", counted(found.judged, WHAT)));
        Ok(found.failure.map(|(place, judgement)| {
            say(&format!(
                "{} on the stored testcase `{}`.",
                judgement.verdict.code(),
                names[place]
            ));
            let made = Made {
                seed: self.options.seed,
                size: self.options.max_size,
                text: inputs[place].clone(),
                stored: Some(names[place].clone()),
            };
            (made, judgement)
        }))
    }

    /// Reports that no input fails, which inputs were tested and which not, and the next command.
    fn report_none(
        &self,
        mut covered: Covered,
        sizes: &BTreeSet<u64>,
        found: &SearchResult<Judgement, Made>,
    ) -> Result<()> {
        let (options, session, name) = (self.options, &self.session, &self.program.name);
        if session.is_interrupted() {
            output::to_stdout(&format!("{name}: interrupted\n"))?;
            return Ok(());
        }
        if found.judged + covered.total == 0 {
            let named = |part| match part {
                Part::Generator => format!("the generator {}", self.generator.tool.program.name),
                Part::Validator => {
                    let validator = self.validator.map_or("", |validator| &validator.program.name);
                    format!("the validator {validator}")
                }
                Part::Answer => match self.answers.program() {
                    Some(reference) => format!("the reference {reference}"),
                    None => "the solver".to_owned(),
                },
                Part::Program => format!("the program {name}"),
            };
            let again = self.search(&options.longer(session.spent()));
            return Err(nothing_judged(options, session.spent(), named, &again).into());
        }
        covered.add(found.judged, &format!("inputs of size {}", in_words(&ranges(sizes))));
        let others = gaps(sizes, options.max_size);
        let others = (!others.is_empty()).then(|| format!("inputs of size {}", in_words(&others)));
        let mut apart = Vec::new();
        if let Some(entry) = self.entry {
            let task = entry.typed();
            apart.push(format!(
                "stored testcases and tiny inputs (`gamesolve stress {task}` without `--gen`)"
            ));
        }
        if let Some(package) = self.package {
            let is_long = |case: &&Case| case.input.metadata().is_ok_and(|data| data.len() > STORED_BYTES as u64);
            let longer = package.layout.cases.iter().filter(is_long).count();
            let longer = (longer > 0).then(|| counted(longer as u64, "longer stored testcases"));
            apart.extend(longer.map(|longer| format!("{longer} (use `gamesolve judge`)")));
        }
        // Without a test of the smallest and the largest size, "no failing input" would claim too much.
        if sizes.contains(&1) && sizes.contains(&options.max_size) {
            apart.extend(others);
        } else {
            covered.missing.extend(others);
        }
        let next = if covered.missing.is_empty() {
            options.further(found.drawn)
        } else {
            options.longer(session.spent())
        };
        output::to_stdout(&covered.report(name, "", &apart, Some(&self.search(&next))))?;
        Ok(())
    }

    /// Shrinks a failing input and reports it.
    fn shrink_and_report(&self, made: Made, drawn: u64, judgement: Judgement, until: Instant) -> Result<bool> {
        let (options, session) = (self.options, &self.session);
        let (begun, verdict, first) = (Instant::now(), judgement.verdict, made.text.clone());
        let runs = options.runs(self.program);
        let found = session.smallest(made, drawn, verdict, runs, until, options.jobs());
        let (found, made) = found.map_err(Stop::from_stress)?;
        let shrunk = &found.shrunk;
        let example = session
            .examine(shrunk.text.clone(), judgement.clone(), until)
            .map_err(Stop::from_stress)?;
        if !session.is_interrupted() {
            let again = session.confirm_later(&shrunk.text, &example.judgement, begun);
            again
                .and_then(|()| session.confirm(&first, &judgement))
                .map_err(Stop::from_stress)?;
        }
        let folder = options.save.clone().unwrap_or_else(|| self.folder());
        let saved = save(&example, &folder)?;
        let mut text = report(&self.program.name, &example);
        text += &format!("\n{}", smallness(&found));
        let call = self.generator.call(made.seed, made.size);
        text += &match (&made.stored, shrunk.text == made.text) {
            (Some(name), true) => format!("It is the stored testcase `{name}`.\n"),
            (Some(name), false) => format!("It comes from the stored testcase `{name}`.\n"),
            (None, true) => format!("Made by: {call}\n"),
            (None, false) => format!("It comes from the output of {call}.\n"),
        };
        if shrunk.text != made.text && !session.is_checked() {
            text += "Only the reference checked that the input is well formed, because there is no `--validator`.\n";
        }
        output::to_stdout(&(text + &self.commands(&saved, found.cut())))?;
        Ok(true)
    }

    /// Returns the default folder for failing testcases.
    fn folder(&self) -> PathBuf {
        let name = match (self.entry, self.package, self.target) {
            (Some(entry), ..) => entry.meta().slug.to_owned(),
            (None, Some(package), _) => package.name.replace('/', "-"),
            (None, None, Target::File(path)) => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            (None, None, Target::Command(_)) => "command".to_owned(),
        };
        stress_folder(&name)
    }

    /// Returns the commands that judge the saved testcase and find it again.
    fn commands(&self, saved: &Path, cut: Option<Cut>) -> String {
        let options = self.options;
        let input = saved.with_extension("in");
        let [before, after] = self.target.words();
        let mut text = format!("\nSaved as {}.\n", for_a_line(&[input.into()]).trim_start());
        if let Some(rules) = self.rules_in_words() {
            let folder = for_a_line(&[saved.parent().unwrap_or(Path::new(".")).into()]);
            let name = for_a_line(&[saved.file_name().unwrap_or_default().into()]);
            let places = match self.entry {
                Some(entry) => format!(" {}{before}{folder}", entry.meta().slug),
                None => format!("{folder}{before}"),
            };
            text += &format!("Again:   gamesolve judge{places}{rules} --case{name}{after}\n");
        }
        text += &format!("Search:  {}\n", self.search(&options.again(cut, self.session.spent())));
        text
    }

    /// Returns the command of a search with these options.
    fn search(&self, options: &str) -> String {
        let [before, after] = self.target.words();
        let is_task = self.entry.is_some() || self.package.is_some();
        let task = self.options.task.as_ref().filter(|_| is_task);
        let task = task.map_or(String::new(), |task| for_a_line(&[task.into()]));
        format!("gamesolve stress{task}{before}{options}{after}")
    }

    /// Returns the options that make `judge` apply the same rules to the saved testcase, or `None` if no options do.
    fn rules_in_words(&self) -> Option<String> {
        let options = self.options;
        let chosen = |name: &str, is_given: bool| {
            is_given && (LIMITS.contains(&name) || ["checker", "checker-style", "compare"].contains(&name))
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
