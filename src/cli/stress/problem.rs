//! `gamesolve stress` on a problem of gamesolve or a user's own game: programs against the solver.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};

use super::super::r#gen;
use super::super::judge::task::{Task, names_of, wishes};
use super::super::learning::path;
use super::super::output::{self, shown};
use super::super::process::deadline::working;
use super::super::settings::Settings;
use super::super::status::{Status, Stop, refuse, say, say_next};
use super::Command;
use super::report::{Covered, MAX_SHOWN_CHARS, counted, named, no_option, report, smallness};
use super::test::{Test, watch};
use crate::budget::Refusal;
use crate::cases::embedded;
use crate::cases::evaluate::Judge;
use crate::judge::beside::text_beside;
use crate::judge::program::for_a_shell;
use crate::judge::{Judgement, Verdict};
use crate::practice::stress::Plan;
use crate::practice::stress::search::{Before, End, Instance, OF_A_PROBLEM, Phase, Report, Tried};
use crate::practice::stress::session::{GrowthTable, StressSession};
use crate::problem::Entry;

/// The number of repetitions for each new input that means that a search has seen all inputs.
const MANY_REPETITIONS: u64 = 20;

impl Command<'_> {
    /// Tests the programs against the solver.
    pub(super) fn of_problem(&self) -> Result<Status> {
        let (options, settings) = (self.options, &self.settings);
        let entry = self.problem()?;
        let variants = options.variants.of(entry)?;
        let limits = options.limits.of_problem(entry);
        let policy = settings.compare(Some(entry)).map(|(policy, _)| policy);
        let judge = Judge {
            entry,
            variants: &variants,
            policy: policy.unwrap_or_default(),
            budget: options.solving.budget(),
        };
        let names = names_of(&Task::Problem(entry), Some(entry), None);
        let stated = wishes(&options.limits, options.contest_files, Some(entry))?.files;
        let targets = options.targets(&options.program, entry.typed())?;
        let task = format!(" {}", entry.typed());
        let looked_at = (&names, &stated.unwrap_or_default());
        self.each(&targets, (Some(entry), &task), looked_at, &|test, files| {
            let (limits, folder) = (limits.clone(), self.workshop.folder());
            let session = StressSession::new(test.program, &judge, limits, files, &self.workshop, folder);
            let session = &session.context("cannot make a folder for the testcases")?;
            let plan = Plan {
                entry,
                variants: &variants,
                family: r#gen::family(entry, options.family.as_deref())?,
                seed: options.seed,
                bounds: test.bounds(),
            };
            let stress = Stress {
                settings,
                entry,
                test,
                plan,
                session,
            };
            stress.run()
        })
    }

    /// Returns the problem of the command line.
    fn problem(&self) -> Result<&'static dyn Entry> {
        let options = self.options;
        let task = options.task.as_deref().unwrap_or(Path::new(""));
        let entry = match Task::of(task, &options.program, !options.command.is_empty(), "stress")? {
            Task::Problem(entry) => entry,
            Task::Place(place) => {
                refuse!(
                    "{} is not a problem of gamesolve\nhint: gamesolve stress --gen gen.py --reference brute.py {} sol.cpp",
                    shown(&place),
                    for_a_shell(place.as_os_str())
                );
            }
        };
        let _starting = working();
        r#gen::require_inputs(entry)?;
        Ok(entry)
    }
}

/// The test of one program against the solver.
struct Stress<'a> {
    settings: &'a Settings,
    entry: &'static dyn Entry,
    test: Test<'a>,
    plan: Plan<'a>,
    session: &'a StressSession<'a>,
}

impl Stress<'_> {
    /// Searches, shrinks and reports. Returns whether the program failed.
    fn run(&self) -> Result<bool> {
        let mut ends = |tried: &Tried<Judgement>| say(&self.tried(tried));
        let report = self.session.search(&self.plan, &OF_A_PROBLEM, &watch, &mut ends);
        let mut report = report.map_err(Stop::from_stress)?;
        let Some((part, instance, judgement)) = report.take_failure() else {
            self.report_none(&report)?;
            return Ok(false);
        };
        let before = report.before();
        if judgement.verdict == Verdict::TIME_LIMIT && part != Phase::Tiny {
            let first = self.entry.families().first().map(|family| family.name);
            if let Some(family) = instance.family.or(first)
                && self.report_growth(family, &judgement)?
            {
                return Ok(true);
            }
        }
        if part == Phase::Largest {
            self.report_limit(instance, judgement, before)?;
            return Ok(true);
        }
        // The line on the tiny inputs says it already.
        if part != Phase::Tiny {
            say("Shrinking it.");
        }
        self.shrink_and_report(instance.text, judgement, before)?;
        Ok(true)
    }

    /// Returns the lines on a part of the search.
    fn tried(&self, tried: &Tried<Judgement>) -> String {
        let (unjudged, what) = (tried.unjudged(), counted(tried.judged, named(tried.name)));
        let failure = tried.failure.as_ref();
        let failure = failure.map(|(input, judgement)| (input, judgement.verdict.code(), input.text.len()));
        let (text, fails) = match tried.name {
            Phase::Tiny => {
                let fails = |(_, code, bytes)| {
                    let size = tried.passed + 1;
                    format!("{code} on an input of size {size} ({bytes} bytes). Shrinking it.")
                };
                (self.tried_tiny(tried), failure.map(fails))
            }
            Phase::Random => {
                let text = self.test.searched(tried, &self.session.trials, true);
                (text, failure.map(|(input, code, _)| self.origin(input, code)))
            }
            Phase::Largest => {
                if let Some((input, code, _)) = failure {
                    return self.origin(input, code);
                }
                let (meaning, largest) = self.entry.meta().size;
                let what = counted(tried.judged, self.largest());
                let end = match unjudged {
                    0 => String::new(),
                    unjudged => format!(" {unjudged} were not tested."),
                };
                (format!("Tried {what} ({meaning}: {largest}). All pass.{end}"), None)
            }
            Phase::Stored | Phase::Telling => {
                let end = match unjudged {
                    0 => String::new(),
                    unjudged => format!(", {unjudged} not tested"),
                };
                let fails = |(_, code, bytes)| format!("{code} on an input of {bytes} bytes.");
                (format!("Tried {what}{end}."), failure.map(fails))
            }
        };
        fails.map_or(text.clone(), |fails| format!("{text}\n{fails}"))
    }

    fn tried_tiny(&self, tried: &Tried<Judgement>) -> String {
        let size = match self.entry.tiny_measure() {
            Some(measure) if self.test.options.verbose => {
                format!(" The size counts {measure}. Each input was tried once, in one numbering and order.")
            }
            _ => String::new(),
        };
        let end = match tried.end {
            End::Failure => "",
            End::Exhausted => " There are no more.",
            End::Runs => " They had a third of the runs.",
            End::Time if self.session.trials.is_interrupted() => " Interrupted.",
            End::Time => " They had a third of the time.",
        };
        format!(
            "Tried {}: {}.{size}{end}",
            counted(tried.judged, named(tried.name)),
            up_to(tried)
        )
    }

    /// Returns the noun for the largest inputs, which may lie below the limits.
    fn largest(&self) -> &'static str {
        match self.entry.never_made() {
            Some(_) => "inputs of the largest size",
            None => named(Phase::Largest),
        }
    }

    /// Returns the line that says which family, size and seed made the failing instance.
    fn origin(&self, instance: &Instance, code: &str) -> String {
        let bytes = instance.text.len();
        let output = if bytes > MAX_SHOWN_CHARS {
            format!(" -o {}.in", self.file_of(instance))
        } else {
            String::new()
        };
        let made = made(instance);
        let task = self.test.task;
        format!("{code} on an input of {bytes} bytes: gamesolve gen{task}{made}{output}")
    }

    /// Returns a name for the files of an instance that is too long for a terminal.
    fn file_of(&self, instance: &Instance) -> String {
        let family = instance.family.unwrap_or_default();
        no_option(format!("{}-{family}-{}", self.entry.meta().slug, instance.size))
    }

    /// Returns the inputs that the search has tested, and the others.
    fn covered(&self, report: &Report<Judgement>) -> Covered {
        let mut covered = Covered::default();
        for tried in &report.0 {
            match tried.name {
                Phase::Tiny => {
                    covered.add(tried.judged, &format!("tiny inputs ({})", up_to(tried)));
                    if tried.end == End::Time {
                        let next = tried.passed + 1;
                        covered.missing.push(format!("tiny inputs of size {next} or more"));
                    }
                }
                Phase::Largest => {
                    covered.add(tried.judged, self.largest());
                    covered.miss_rest(tried);
                    covered.never_made = self.entry.never_made();
                }
                _ => covered.add_list(tried),
            }
        }
        covered
    }

    /// Reports that no input fails, which inputs were tested and which not, and the next command.
    fn report_none(&self, report: &Report<Judgement>) -> Result<()> {
        let (options, trials, name) = (self.test.options, &self.session.trials, &self.test.program.name);
        let (entry, family) = (self.entry, self.plan.family);
        if trials.is_interrupted() {
            output::to_stdout(&format!("{name}: interrupted\n"))?;
            return Ok(());
        }
        if trials.judged_runs() == 0 {
            if trials.refused() > 0 {
                let hint = "`--memory-limit` and `--work-limit` allow more";
                let refusal = Refusal::new("the solver refused every input", hint);
                return Err(Stop::refused(&refusal).into());
            }
            return Err(self
                .test
                .nothing_judged(trials.spent(), |_| "the solver".to_owned())
                .into());
        }
        let covered = self.covered(report);
        let mut apart = Vec::new();
        let stored = embedded::inputs(entry.carried_as()).count();
        let longer = stored - self.plan.stored().len();
        let [before, after] = self.test.target.words();
        let (task, rules) = (self.test.task, self.flags() + &options.limits_in_words());
        let judge = format!("gamesolve judge{task}{before}{rules}{after}");
        if family.is_some() {
            apart.push("other families, stored testcases and tiny inputs (`--family`)".to_owned());
        } else if longer > 0 {
            let longer = counted(longer as u64, "longer stored testcases");
            apart.push(format!("{longer} (`{judge}`)"));
        }
        let random = report.part(Phase::Random);
        let repeats =
            |random: &Tried<_>| random.end == End::Exhausted && random.skipped / MANY_REPETITIONS > random.judged;
        let next = match &covered.missing[..] {
            // Another seed would only repeat the same inputs.
            [] if random.is_some_and(repeats) => None,
            [] => Some(options.further(random.map_or(0, |random| random.drawn))),
            _ => Some(options.longer(trials.spent())),
        };
        let next = next.map(|next| self.test.search(&next));
        let of = family.map_or(String::new(), |family| format!(" of the family `{family}`"));
        output::to_stdout(&covered.report(name, &of, &apart, next.as_deref()))?;
        if stored > 0 {
            say_next(&judge);
        } else if let Some(step) = path::next_after(entry.typed()) {
            say_next(&step.command());
        }
        Ok(())
    }

    /// Reports a failure on a largest instance: the smallest size that fails.
    fn report_limit(&self, instance: Instance, judgement: Judgement, before: Before) -> Result<()> {
        /// The largest instance that is shrunk step by step.
        const MAX_SHRUNK_BYTES: usize = 4000;
        let plan = &self.plan;
        let first = self.session.first_failing_size(plan, instance, judgement.verdict);
        let (instance, passes) = first.map_err(Stop::from_stress)?;
        let (family, size) = (instance.family.unwrap_or_default(), instance.size);
        let facts = match passes {
            0 => format!("The program fails at size {size} of the family `{family}`.\n"),
            _ => format!("The program passes at size {passes} of the family `{family}` and fails at size {size}.\n"),
        };
        if instance.text.len() <= MAX_SHRUNK_BYTES {
            output::to_stdout(&facts)?;
            return self.shrink_and_report(instance.text, judgement, before);
        }
        output::to_stdout(&self.without_a_case(&instance, &judgement, &facts))
    }

    /// Reports how the time grows with the size of a family. Returns `false` if it does not grow into the limit.
    fn report_growth(&self, family: &'static str, judgement: &Judgement) -> Result<bool> {
        let plan = &self.plan;
        let table = self.session.growth(plan, family);
        let Some(table) = table.map_err(Stop::from_stress)? else {
            return Ok(false);
        };
        let facts = growth_table(&table, self.entry.meta().size);
        let size = table.rows.last().map_or(1, |last| last.size);
        let first = plan.instance_of(table.family, size);
        output::to_stdout(&self.without_a_case(&first, judgement, &facts))?;
        Ok(true)
    }

    /// Returns the report on an instance that is too large for a testcase, with the command that makes it.
    fn without_a_case(&self, instance: &Instance, judgement: &Judgement, facts: &str) -> String {
        let why = judgement.reason.as_ref().map_or("", |reason| reason.as_str());
        let Test { task, target, .. } = self.test;
        let (flags, [before, after]) = (self.flags(), target.words());
        let (folder, made) = (self.file_of(instance), made(instance));
        let limits = self.test.options.limits_in_words();
        format!(
            "{}: {} {why}\n{facts}\n\
             Input:   gamesolve gen{task}{flags}{made} --dir {folder} --answers\n\
             Again:   gamesolve judge{task}{before}{flags}{limits} --cases {folder}{after}\n",
            self.test.program.name,
            judgement.verdict.code()
        )
    }

    /// Shrinks a failing instance and reports it.
    fn shrink_and_report(&self, text: String, judgement: Judgement, before: Before) -> Result<()> {
        /// The divisor that gives the part of the remaining time for naming the mistake.
        const PART_OF_NAMING: u32 = 3;
        let (session, plan) = (self.session, &self.plan);
        let verdict = judgement.verdict;
        let left = plan.bounds.until.saturating_duration_since(Instant::now());
        let found = session.smallest(plan, text, verdict, before, plan.bounds.until - left / PART_OF_NAMING);
        let found = found.map_err(Stop::from_stress)?;
        let example = session
            .trials
            .examine(found.shrunk.text.clone(), judgement, plan.bounds.until);
        let example = example.map_err(Stop::from_stress)?;
        let saved = self.test.save(&example, self.entry.meta().slug)?;
        let why = session.explain(&example).map_err(Stop::from_stress)?;
        // A program that answers nothing fits no known mistake.
        let is_wrong = matches!(verdict, Verdict::WRONG_ANSWER | Verdict::PRESENTATION);
        let output = example.output.as_ref().filter(|_| is_wrong);
        let mistake = match output {
            Some(output) if output.trim_ascii().is_empty() => String::new(),
            _ => self.mistake(verdict, &example.input)?,
        };
        let beside = output.and_then(|output| {
            let texts = [output, &example.answer].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
            text_beside(&[texts.into()])
        });
        let mistake = beside.map_or(mistake, |beside| format!("Mistake: {beside}\n"));
        let report = report(&self.test.program.name, &example) + &format!("\nWhy: {why}\n{mistake}\n");
        let (flags, limits) = (self.flags(), self.test.options.limits_in_words());
        let rules = Some(format!("{flags}{limits}"));
        let cut = (found.cut(), session.trials.spent());
        let commands = self.test.commands(&saved, rules, Some(flags), cut);
        output::to_stdout(&(report + &smallness(&found, self.test.options.verbose) + &commands))
    }

    /// Returns the line about the known mistake of a program that fails on `failing`.
    fn mistake(&self, verdict: Verdict, failing: &str) -> Result<String> {
        let (options, plan) = (self.test.options, &self.plan);
        if options.no_spoilers || verdict == Verdict::TIME_LIMIT || self.entry.mistakes().is_empty() {
            return Ok(String::new());
        }
        let probes = self.session.probes(plan.bounds.until);
        let likeness = (self.session).name_mistake(&probes, Some(failing), plan.bounds.jobs, Some(plan.bounds.until));
        let Some(likeness) = likeness.map_err(Stop::from_stress)? else {
            say("No time was left to look for the known mistake.");
            return Ok(String::new());
        };
        let sentence = likeness.sentence(|words| options.language.choose(words, self.settings));
        Ok(format!("Mistake: {sentence}\n"))
    }

    /// Returns the flags of the variants as words of a command line.
    fn flags(&self) -> String {
        let variants = self.entry.meta().all_variants();
        let chosen = variants.filter_map(|variant| {
            let value = self.plan.variants.number(variant.name)?;
            let value = variant.value.map_or(String::new(), |_| format!(" {value}"));
            Some(format!(" --{}{value}", variant.name))
        });
        chosen.collect()
    }
}

/// Returns how far the tiny inputs pass.
fn up_to(tried: &Tried<Judgement>) -> String {
    match tried.passed {
        0 => "no size is complete".to_owned(),
        passed => format!("all up to size {passed} pass"),
    }
}

/// Returns the options of `gen` that make an instance.
fn made(instance: &Instance) -> String {
    let Instance { family, size, seed, .. } = instance;
    format!(" --family {} --size {size} --seed {seed}", family.unwrap_or_default())
}

/// Returns the table of sizes and times, with a sentence on the growth. Each time has its ratio to the time above.
/// `meaning` and `largest` describe the problem's size.
fn growth_table(table: &GrowthTable, (meaning, largest): (&str, u64)) -> String {
    let mut text = format!("{:>12}  {:>9}  ratio\n", "size", "time");
    let mut before: Option<f64> = None;
    for row in &table.rows {
        let seconds = row.time.as_secs_f64();
        let ratio = before.map_or(String::new(), |before| format!("{:.1}", seconds / before.max(0.001)));
        let code = row.verdict.code();
        text += &format!("{:>12}  {seconds:>7.2} s  {ratio:>5}  {code}\n", row.size);
        before = Some(seconds);
    }
    let step = if table.is_per_step {
        "one more"
    } else {
        "twice the size"
    };
    let GrowthTable { family, ratio, .. } = table;
    text + &format!(
        "In the family `{family}` the time grows about {ratio:.1} times for {step}. The size is {meaning}, at most {largest}.\n"
    )
}
