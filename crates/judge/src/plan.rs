//! The plan of a judgement: its limits, its files and the judge of its outputs, each with its origin.
//!
//! Making a plan reads, compiles and runs nothing. The user's options win over the package, the package over the
//! problem, and the problem over the default.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use super::attempt::{DEFAULT_OUTPUT, Files, limits};
use super::compare::Policy;
use super::places::below;
use super::program::Program;
use super::rules::policy;
use gamesolve_box::Limits;
use gamesolve_task::Package;
use gamesolve_task::model::{CaseRules, Checker, CompareRule, Comparison, FileNames, Kind, Protocol, Stated};
use gamesolve_text::quoted;

/// The limits of a task that states none.
const DEFAULT_TIME: Duration = Duration::from_secs(2);
const DEFAULT_MEMORY: u64 = 256 << 20;
/// The longest time limit.
const MOST_TIME: Duration = Duration::from_nanos(u64::MAX);

/// The options that the user gave.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// Processor time of one run.
    pub time: Option<Duration>,
    /// Memory of one run, in bytes.
    pub memory: Option<u64>,
    /// Output of one run, in bytes.
    pub output: Option<u64>,
    /// Processes and threads of one run.
    pub processes: Option<u64>,
    /// The files that programs read and write.
    pub files: Option<Files>,
    /// A checker, and its protocol.
    pub checker: Option<(PathBuf, Protocol)>,
    /// A comparison with the stored answers.
    pub compare: Option<Policy>,
    /// The comparison if neither an option nor the package states one, and the file that chooses it.
    pub default_compare: Option<(Policy, String)>,
}

/// The limits of one run that a problem states.
#[derive(Clone, Copy, Debug)]
pub struct ProblemLimits {
    /// Processor time.
    pub time: Duration,
    /// Memory, in bytes.
    pub memory: u64,
}

/// The origin of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An option of the command line.
    Option(&'static str),
    /// The package or its judge, in words.
    Package(String),
    /// The problem.
    Problem,
    /// A file with settings.
    Settings(String),
    /// Nothing.
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Option(option) => option,
            Origin::Package(words) | Origin::Settings(words) => words,
            Origin::Problem => "the problem",
            Origin::Default => "a default of gamesolve",
        })
    }
}

/// The limits and files of the runs.
#[derive(Clone, Debug, PartialEq)]
pub struct RunPlan {
    /// The limits of one run.
    pub limits: Limits,
    /// Rules for single testcases, by testcase name.
    pub of_cases: BTreeMap<String, CaseRules>,
    /// Limits and rules for the programs of one language, by the extension of their sources.
    pub of_endings: BTreeMap<String, (Limits, BTreeMap<String, CaseRules>)>,
    /// The files or streams that programs read and write.
    pub files: Files,
    /// The stated limits and files, each with its origin.
    origins: Vec<(&'static str, Origin)>,
}

impl RunPlan {
    /// Returns the limits for a program.
    pub fn limits_for(&self, program: &Program) -> &Limits {
        let own = self.of_endings.get(&program.ending());
        own.map_or(&self.limits, |(limits, _)| limits)
    }

    /// Returns the limits and files of the runs. If neither the user nor the package limits the output, a run may write
    /// twice the bytes of the largest stored answer.
    pub fn of(
        wishes: &Wishes,
        problem: Option<ProblemLimits>,
        package: Option<&Package>,
        largest_answer: u64,
    ) -> RunPlan {
        let stated = package.map(|package| package.limits.clone()).unwrap_or_default();
        let of_problem = problem.map(|problem| problem.time);
        let (time, time_by) = first((wishes.time, "--time"), stated.time, of_problem, DEFAULT_TIME);
        let time = time.min(MOST_TIME);
        let of_problem = problem.map(|problem| problem.memory);
        let (memory, memory_by) = first((wishes.memory, "--memory"), stated.memory, of_problem, DEFAULT_MEMORY);
        let enough = DEFAULT_OUTPUT.max(largest_answer.saturating_mul(2));
        let (output, output_by) = first((wishes.output, "--output-limit"), stated.output, None, enough);
        let mut origins = vec![("time", time_by), ("memory", memory_by)];
        if output_by != Origin::Default {
            origins.push(("output", output_by));
        }
        let (files, files_by) = files(wishes, package);
        origins.extend(files_by.map(|by| ("files", by)));
        if let Some(package) = package {
            origins.iter_mut().for_each(|(_, by)| by.leave_out_way(package));
        }
        let of_cases = package.map(|package| package.of_cases.clone()).unwrap_or_default();
        let of_endings = package.into_iter().flat_map(|package| &package.of_endings);
        let of_endings = of_endings.map(|(ending, own)| {
            let time = own.time.filter(|_| wishes.time.is_none()).unwrap_or(time);
            let memory = own.memory.filter(|_| wishes.memory.is_none()).unwrap_or(memory);
            let rules = without_wished(own.over(&of_cases), wishes);
            (ending.clone(), (limits(time, memory, output, wishes.processes), rules))
        });
        RunPlan {
            limits: limits(time, memory, output, wishes.processes),
            of_endings: of_endings.collect(),
            of_cases: without_wished(of_cases, wishes),
            files,
            origins,
        }
    }

    /// Returns the origins in words, or none if only the user and the problem state values.
    pub fn stated(&self) -> Vec<(&'static str, String)> {
        let is_plain = |(_, by): &(_, Origin)| matches!(by, Origin::Problem | Origin::Option(_));
        if self.origins.iter().all(is_plain) {
            Vec::new()
        } else {
            in_words(&self.origins)
        }
    }

    /// Returns whether the user, the package or the problem states the time limit.
    pub fn is_timed(&self) -> bool {
        !self.origins.contains(&("time", Origin::Default))
    }
}

impl Origin {
    /// Removes the path to the package from the words.
    fn leave_out_way(&mut self, package: &Package) {
        if let Origin::Package(words) = self {
            *words = below(package, words);
        }
    }
}

/// The checker of a judgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlannedChecker<'a> {
    /// A program that the user gave, and its protocol.
    Named(PathBuf, Protocol),
    /// The checker of the package.
    Packaged(&'a Checker),
}

/// The limits, the files and the judge of the outputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan<'a> {
    /// The limits and files.
    pub runs: RunPlan,
    /// The checker, if there is one.
    pub checker: Option<PlannedChecker<'a>>,
    /// The interactor, if the task is interactive.
    pub interactor: Option<&'a Checker>,
    /// The comparison of outputs of a problem without a checker.
    pub policy: Policy,
    /// The comparison of outputs that neither a program nor a problem judges.
    pub comparison: Comparison,
    /// Whether the problem validates inputs even if the package's checker judges the outputs.
    pub validates: bool,
    /// The judges of the outputs that the package states, each with its origin.
    origins: Vec<(&'static str, Origin)>,
}

impl<'a> Plan<'a> {
    /// Returns the plan. The task is one of the problems if `problem` is given.
    pub fn of(
        wishes: &Wishes,
        problem: Option<ProblemLimits>,
        package: Option<&'a Package>,
        largest_answer: u64,
    ) -> Plan<'a> {
        let mut runs = RunPlan::of(wishes, problem, package, largest_answer);
        if wishes.compare.is_some() {
            runs.forget_comparisons();
        }
        let mut origins = Vec::new();
        let judging = package.filter(|_| wishes.checker.is_none() && wishes.compare.is_none());
        let packaged = judging.and_then(|package| package.checker.as_ref());
        origins.extend(packaged.map(|checker| ("checker", checker.by.clone())));
        let checker = match &wishes.checker {
            Some((path, protocol)) => Some(PlannedChecker::Named(path.clone(), *protocol)),
            None => packaged.map(|checker| PlannedChecker::Packaged(&checker.value)),
        };
        let interactor = match package.map(|package| &package.kind) {
            Some(Kind::Interactive(interactor)) => Some(interactor),
            _ => None,
        };
        origins.extend(interactor.map(|interactor| ("interactor", interactor.by.clone())));
        let comparison = package.and_then(|package| package.comparison.as_ref());
        let is_compared = problem.is_none() && checker.is_none() && interactor.is_none();
        let shown = comparison.filter(|_| is_compared && wishes.compare.is_none());
        origins.extend(shown.map(|comparison| ("comparison", comparison.by.clone())));
        let without_way = |by: String| match package {
            Some(package) => below(package, &by),
            None => by,
        };
        let origins = origins
            .into_iter()
            .map(|(what, by)| (what, Origin::Package(without_way(by))));
        let default = wishes.default_compare.as_ref().filter(|_| comparison.is_none());
        let is_default = wishes.compare.is_none() && checker.is_none() && interactor.is_none();
        let by_default = default.filter(|_| is_default);
        let by_default = by_default.map(|(_, file)| ("comparison", Origin::Settings(file.clone())));
        let origins = origins.chain(by_default);
        let default = default.map(|(policy, _)| *policy);
        Plan {
            policy: (wishes.compare.or_else(|| policy_of(package)).or(default)).unwrap_or_default(),
            comparison: match wishes.compare.or(default) {
                Some(policy) => policy.as_comparison(),
                None => comparison_of(package),
            },
            validates: packaged.is_some(),
            checker,
            interactor: interactor.map(|interactor| &interactor.value),
            origins: origins.collect(),
            runs,
        }
    }

    /// Returns the origins of limits, files and judges in words.
    pub fn stated(&self) -> Vec<(&'static str, String)> {
        [self.runs.stated(), in_words(&self.origins)].concat()
    }
}

impl RunPlan {
    /// Drops the comparisons of single testcases, so that all outputs are compared alike.
    fn forget_comparisons(&mut self) {
        let of_endings = self.of_endings.values_mut().map(|(_, of_cases)| of_cases);
        for of_cases in of_endings.chain(std::iter::once(&mut self.of_cases)) {
            of_cases.values_mut().for_each(|rules| rules.comparison = None);
        }
    }
}

/// Returns the comparison of outputs that neither a problem nor a checker judges.
pub fn comparison_of(package: Option<&Package>) -> Comparison {
    let stated = package.and_then(|package| package.comparison.as_ref());
    stated.map_or(Comparison::by(CompareRule::Tokens), |stated| stated.value)
}

/// Returns the comparison of a package as a policy of a problem, if there is an equal one.
pub fn policy_of(package: Option<&Package>) -> Option<Policy> {
    let comparison = package?.comparison.as_ref()?.value;
    policy(comparison.rule).ok().filter(|_| comparison.tolerance.is_none())
}

/// Returns the first value that is given, with its origin.
fn first<T>(
    (wish, option): (Option<T>, &'static str),
    package: Option<Stated<T>>,
    problem: Option<T>,
    default: T,
) -> (T, Origin) {
    match (wish, package, problem) {
        (Some(value), ..) => (value, Origin::Option(option)),
        (None, Some(stated), _) => (stated.value, Origin::Package(stated.by)),
        (None, None, Some(value)) => (value, Origin::Problem),
        (None, None, None) => (default, Origin::Default),
    }
}

/// Returns the rules for single testcases, without the limits that the user overrides.
fn without_wished(mut of_cases: BTreeMap<String, CaseRules>, wishes: &Wishes) -> BTreeMap<String, CaseRules> {
    for rules in of_cases.values_mut() {
        rules.time = rules.time.filter(|_| wishes.time.is_none());
        rules.memory = rules.memory.filter(|_| wishes.memory.is_none());
    }
    of_cases
}

/// Returns the files that programs read and write, with their origin if the package states them.
fn files(wishes: &Wishes, package: Option<&Package>) -> (Files, Option<Origin>) {
    if let Some(files) = &wishes.files {
        return (files.clone(), None);
    }
    let by = |words: String| Some(Origin::Package(quoted(words.as_bytes(), 400)));
    match package.map(|package| &package.files) {
        None | Some(FileNames::Streams) => (Files::default(), None),
        Some(FileNames::Files(names)) => {
            let (input, output) = names.value.clone();
            let name = |name: &Option<String>, stream: &str| name.clone().unwrap_or_else(|| stream.to_owned());
            let (read, written) = (name(&input, "stdin"), name(&output, "stdout"));
            let files = Files {
                input,
                output,
                or_streams: false,
                is_stated: true,
            };
            (files, by(format!("{read} and {written} of {}", names.by)))
        }
        Some(FileNames::Either(input, output)) => {
            let files = Files {
                input: Some(input.clone()),
                output: Some(output.clone()),
                or_streams: true,
                is_stated: true,
            };
            let words = format!("a default of gamesolve: {input} and {output}, or the standard streams");
            (files, by(words))
        }
    }
}

fn in_words(origins: &[(&'static str, Origin)]) -> Vec<(&'static str, String)> {
    origins.iter().map(|(what, by)| (*what, by.to_string())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROBLEM: ProblemLimits = ProblemLimits {
        time: Duration::from_secs(1),
        memory: 64 << 20,
    };

    fn package() -> Package {
        let mut package = Package::new("DMOJ", "p/x".into(), "x".to_owned());
        package.limits.time = Some(Stated::new(Duration::from_secs(3), "p/x/init.yml"));
        package
    }

    fn checker() -> Checker {
        Checker::new("p/x/check.py".into(), Protocol::Kattis)
    }

    fn words(stated: &[(&'static str, String)]) -> String {
        let words = stated.iter().map(|(what, by)| format!("{what}: {by}"));
        words.collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn options_precede_the_package_which_precedes_the_problem() {
        let mut wishes = Wishes::default();
        let seconds = |wishes: &Wishes, problem, package: Option<&Package>| {
            let runs = RunPlan::of(wishes, problem, package, 0);
            (runs.limits.cpu.as_secs(), words(&runs.stated()), runs.is_timed())
        };
        let package = package();
        let nothing = "a default of gamesolve";
        let all = format!("time: {nothing}; memory: {nothing}");
        assert_eq!(seconds(&wishes, None, None), (2, all, false));
        assert_eq!(seconds(&wishes, Some(PROBLEM), None), (1, String::new(), true));
        let said = "time: init.yml; memory: the problem".to_owned();
        assert_eq!(seconds(&wishes, Some(PROBLEM), Some(&package)), (3, said, true));
        wishes.time = Some(Duration::from_secs(4));
        let said = format!("time: --time; memory: {nothing}");
        assert_eq!(seconds(&wishes, None, Some(&package)), (4, said, true));
        assert_eq!(
            seconds(&wishes, Some(PROBLEM), Some(&package)),
            (4, String::new(), true)
        );
    }

    #[test]
    fn a_run_may_write_twice_the_largest_answer_by_default() {
        let mut wishes = Wishes::default();
        let output = |wishes: &Wishes, answer| RunPlan::of(wishes, None, None, answer).limits.output;
        assert_eq!(output(&wishes, 1), DEFAULT_OUTPUT);
        assert_eq!(output(&wishes, DEFAULT_OUTPUT), 2 * DEFAULT_OUTPUT);
        assert_eq!(output(&wishes, u64::MAX), u64::MAX);
        wishes.output = Some(5);
        assert_eq!(output(&wishes, DEFAULT_OUTPUT), 5);
        assert!(words(&RunPlan::of(&wishes, None, None, 0).stated()).ends_with("output: --output-limit"));
    }

    #[test]
    fn a_wish_goes_before_the_limits_of_cases_and_languages() {
        let mut package = package();
        let slow = CaseRules {
            time: Some(Duration::from_secs(9)),
            memory: Some(7),
            ..CaseRules::default()
        };
        package.of_cases.insert("1".to_owned(), slow);
        let python = package.of_endings.entry("py".to_owned()).or_default();
        python.time = Some(Duration::from_secs(5));
        let mut wishes = Wishes::default();
        let runs = RunPlan::of(&wishes, None, Some(&package), 0);
        assert_eq!(runs.of_cases["1"].time, Some(Duration::from_secs(9)));
        let (limits, rules) = &runs.of_endings["py"];
        assert_eq!(
            (limits.cpu.as_secs(), rules["1"].time, rules["1"].memory),
            (5, None, Some(7))
        );
        wishes.time = Some(Duration::from_secs(4));
        let runs = RunPlan::of(&wishes, None, Some(&package), 0);
        assert_eq!((runs.of_cases["1"].time, runs.of_cases["1"].memory), (None, Some(7)));
        assert_eq!(runs.of_endings["py"].0.cpu.as_secs(), 4);
    }

    #[test]
    fn files_are_those_of_a_wish_or_of_the_package() {
        let mut package = package();
        let names = (Some("x.in".to_owned()), None);
        package.files = FileNames::Files(Stated::new(names, "p/x/init.yml"));
        let mut wishes = Wishes::default();
        let runs = RunPlan::of(&wishes, Some(PROBLEM), Some(&package), 0);
        assert_eq!(
            (runs.files.input.as_deref(), runs.files.output.as_deref()),
            (Some("x.in"), None)
        );
        assert!(words(&runs.stated()).ends_with("files: x.in and stdout of init.yml"));
        wishes.files = Some(Files::both(("a.in", "a.out")));
        let runs = RunPlan::of(&wishes, Some(PROBLEM), Some(&package), 0);
        assert_eq!(runs.files.input.as_deref(), Some("a.in"));
        assert!(!words(&runs.stated()).contains("files"));
    }

    #[test]
    fn the_user_chooses_the_judge_before_the_package() {
        let mut package = package();
        package.checker = Some(Stated::new(checker(), "p/x/init.yml"));
        package.comparison = Some(Stated::new(Comparison::by(CompareRule::Exact), "p/x/init.yml"));
        let own = CaseRules {
            comparison: Some(Comparison::by(CompareRule::Lines)),
            ..CaseRules::default()
        };
        package.of_cases.insert("1".to_owned(), own);
        let spec = checker();
        let judges = |plan: &Plan<'_>| words(&in_words(&plan.origins));
        let plan = Plan::of(&Wishes::default(), None, Some(&package), 0);
        assert_eq!(plan.checker, Some(PlannedChecker::Packaged(&spec)));
        assert_eq!((judges(&plan), plan.validates), ("checker: init.yml".to_owned(), true));
        let named = Wishes {
            checker: Some(("c.cpp".into(), Protocol::Testlib)),
            ..Wishes::default()
        };
        let plan = Plan::of(&named, None, Some(&package), 0);
        let expected = PlannedChecker::Named("c.cpp".into(), Protocol::Testlib);
        assert_eq!((plan.checker.as_ref(), plan.validates), (Some(&expected), false));
        assert_eq!(judges(&plan), "");
        assert!(plan.runs.of_cases["1"].comparison.is_some());
        let compared = Wishes {
            compare: Some(Policy::Lines),
            ..Wishes::default()
        };
        let plan = Plan::of(&compared, None, Some(&package), 0);
        assert_eq!((plan.checker.is_none(), plan.policy), (true, Policy::Lines));
        assert_eq!(plan.comparison, Comparison::by(CompareRule::Lines));
        assert_eq!(plan.runs.of_cases["1"].comparison, None);
        package.checker = None;
        let plan = Plan::of(&Wishes::default(), None, Some(&package), 0);
        assert_eq!(
            (judges(&plan), plan.policy),
            ("comparison: init.yml".to_owned(), Policy::Exact)
        );
        let plan = Plan::of(&Wishes::default(), Some(PROBLEM), Some(&package), 0);
        assert_eq!(judges(&plan), "");
    }

    #[test]
    fn an_interactive_task_is_judged_by_its_interactor() {
        let mut package = package();
        package.kind = Kind::Interactive(Stated::new(checker(), "p/x/init.yml"));
        package.comparison = Some(Stated::new(Comparison::by(CompareRule::Exact), "p/x/init.yml"));
        let plan = Plan::of(&Wishes::default(), None, Some(&package), 0);
        assert_eq!(plan.interactor, Some(&checker()));
        assert_eq!(words(&in_words(&plan.origins)), "interactor: init.yml");
    }
}
