//! The model of a package: everything that a judge has to know about a task, whatever the format that states it.
//!
//! Readers ([`super::open`]) fill it. What a format states and the model cannot hold becomes a remark that names it, or,
//! where judging without it would be wrong, the reason why the task is refused ([`Kind::Unsupported`]).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use gamesolve_scratch::TempFolder;

use super::expected::Expected;
use super::layout::Layout;
use super::overall::Overall;
use super::remark::Remark;
use super::scheme::PackagePoints;
use super::walk::leads_out_of;

/// Where submissions lie, unless a format says otherwise.
pub const SUBMISSIONS: &str = "`submissions/accepted`";

/// A task: its cases, and how programs are judged on them.
#[derive(Debug)]
pub struct Package {
    /// The name of the format, for people.
    pub format: &'static str,
    /// The folder of the package; that of an archive is temporary.
    pub root: PathBuf,
    /// The version of the format that its manifest states.
    pub version: Option<String>,
    /// The short name of the task, escaped.
    pub name: String,
    /// The titles of the task with the codes of their languages, which are empty where nothing says them.
    pub titles: Vec<(String, String)>,
    /// The cases, and what is wrong with their files.
    pub layout: Layout,
    /// The cases that the package calls examples of the statement, where their names do not say so.
    pub samples: BTreeSet<String>,
    /// The points of the cases.
    pub points: PackagePoints,
    /// Resource limits of a run.
    pub limits: Limits,
    /// The files that programs read and write.
    pub files: FileNames,
    /// How outputs are compared where there is no checker; `None` where the package does not say.
    pub comparison: Option<Stated<Comparison>>,
    /// The package's own checker.
    pub checker: Option<Stated<Checker>>,
    /// Why the checker that the package states cannot be used.
    pub no_checker: Option<Stated<String>>,
    /// Whether the package states that its checker gives points to accepted outputs.
    pub gives_points: bool,
    /// The kind of task.
    pub kind: Kind,
    /// How a time limit comes from the submissions that are right, where none is stated.
    pub time_rule: Option<Stated<TimeRule>>,
    /// Rules for single cases, by their names.
    pub of_cases: BTreeMap<String, CaseRules>,
    /// How the format's judge makes one verdict of those of the cases.
    pub overall: Overall,
    /// Limits for the programs of one language, by the ending of their sources.
    pub of_endings: BTreeMap<String, EndingLimits>,
    /// Programs that the format's judge runs otherwise, by the ending of their sources, with what is not obeyed.
    pub refused_endings: BTreeMap<&'static str, String>,
    /// Programs with the verdicts they are meant to get.
    pub submissions: Vec<Submission>,
    /// Where the format keeps them, for people.
    pub submissions_lie: &'static str,
    /// Those among them that are not right, but get some of the points.
    pub partial: BTreeSet<PathBuf>,
    /// Statements of the problem.
    pub statements: Vec<PathBuf>,
    /// Programs that check inputs.
    pub validators: Vec<PathBuf>,
    /// Keys and texts in which the package describes itself, and that no judge needs.
    pub about: BTreeMap<String, String>,
    /// The files that state something of single groups and cases, by their places in the package, with `/` between steps.
    pub parts: BTreeMap<String, PartFile>,
    /// Statements of the package that are not obeyed here, a clause each.
    pub remarks: Vec<Remark>,
    /// Those about single submissions, which concern nobody who judges another program.
    pub remarks_on_submissions: Vec<Remark>,
    /// The folders that archives were unpacked into; they go with the last copy.
    pub unpacked: Vec<Arc<TempFolder>>,
    /// The archives in the package that hold its cases, and with them the answers.
    pub archives: Vec<PathBuf>,
}

/// A file about a group or a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartFile {
    /// The file.
    pub path: PathBuf,
    /// Its keys that are known, with their values as texts.
    pub keys: BTreeMap<String, String>,
}

/// A value, and the file that states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated<T> {
    /// The value.
    pub value: T,
    /// The file, for people; escaped.
    pub by: String,
    /// Whether no file states it, and it is what the format's judge takes then.
    pub is_default: bool,
}

impl<T> Stated<T> {
    /// A value that `by` states.
    pub fn new(value: T, by: impl Into<String>) -> Stated<T> {
        Stated {
            value,
            by: by.into(),
            is_default: false,
        }
    }

    /// A value that `judge` takes where no file states one.
    pub fn default_of(judge: &str, value: T) -> Stated<T> {
        Stated {
            value,
            by: format!("the default of {judge}"),
            is_default: true,
        }
    }
}

/// The resource limits that a package states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Processor time of a run.
    pub time: Option<Stated<Duration>>,
    /// Memory of a run, in bytes.
    pub memory: Option<Stated<u64>>,
    /// Output of a run, in bytes.
    pub output: Option<Stated<u64>>,
    /// Processor time of a compiler.
    pub compile_time: Option<Duration>,
    /// Processor time of a run of the checker.
    pub checker_time: Option<Duration>,
    /// Memory of a run of the checker, in bytes.
    pub checker_memory: Option<u64>,
}

/// How the time limit comes from the slowest run of a submission that is right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeRule {
    /// The limit is so many times as long,
    pub multiplier: f64,
    /// and a multiple of this, rounded up.
    pub resolution: Duration,
}

impl TimeRule {
    /// Returns the limit where the slowest run takes so long.
    pub fn limit(&self, slowest: Duration) -> Duration {
        let resolution = self.resolution.as_secs_f64();
        let steps = (slowest.as_secs_f64() * self.multiplier / resolution).ceil().max(1.0);
        Duration::try_from_secs_f64(steps * resolution).unwrap_or(Duration::MAX)
    }
}

/// Where programs read their input and write their output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FileNames {
    /// On the standard streams.
    #[default]
    Streams,
    /// In files, standard streams for `None`.
    Files(Stated<(Option<String>, Option<String>)>),
    /// In files that the format's judge uses by default, or on the standard streams: the package does not say.
    Either(String, String),
}

/// Limits and rules of one case that differ from those of the package.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CaseRules {
    /// Processor time.
    pub time: Option<Duration>,
    /// Memory, in bytes.
    pub memory: Option<u64>,
    /// Arguments of the checker, behind those of its protocol.
    pub arguments: Option<Vec<String>>,
    /// How outputs are compared.
    pub comparison: Option<Comparison>,
}

/// Limits for the programs of one language: each goes before those of all languages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EndingLimits {
    /// Processor time.
    pub time: Option<Duration>,
    /// Memory, in bytes.
    pub memory: Option<u64>,
    /// Limits of single cases, by their names.
    pub of_cases: BTreeMap<String, CaseRules>,
}

impl EndingLimits {
    /// Returns the rules for single cases under these limits, made from those for all languages.
    #[must_use]
    pub fn over(&self, common: &BTreeMap<String, CaseRules>) -> BTreeMap<String, CaseRules> {
        let mut all = common.clone();
        for rules in all.values_mut() {
            rules.time = rules.time.filter(|_| self.time.is_none());
            rules.memory = rules.memory.filter(|_| self.memory.is_none());
        }
        for (case, own) in &self.of_cases {
            let rules = all.entry(case.clone()).or_default();
            rules.time = own.time.or(rules.time);
            rules.memory = own.memory.or(rules.memory);
        }
        all
    }
}

/// How two outputs are compared. Each name is that of a judge's rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The rule.
    pub rule: CompareRule,
    /// How far numbers may differ; `None` where they are compared as text.
    pub tolerance: Option<Tolerance>,
}

/// A rule of comparison without numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareRule {
    /// The same tokens.
    Tokens,
    /// The same tokens on the same lines.
    Lines,
    /// The same bytes.
    Exact,
    /// The same bytes but for the case of ASCII letters.
    ExactAnyCase,
    /// The same tokens but for the case of ASCII letters.
    TokensAnyCase,
    /// The same tokens on the same lines as CMS's white diff has it.
    Cms,
    /// The same tokens on the same lines, blank lines not counted.
    NotBlankLines,
    /// The same words on the same lines but for the case of ASCII letters.
    LinesAnyCase,
    /// The same words on the same lines, as SIO2's oicompare has it.
    OiLines,
    /// The same lines but for blanks at their ends.
    TrimmedLines,
    /// The same characters other than blanks in any order, the case of ASCII letters ignored (DMOJ `easy`).
    SameLetters,
    /// The same lines in any order, blanks between tokens ignored (DMOJ `sorted`).
    SortedLines,
    /// The same tokens in any order.
    SortedTokens,
    /// The same lines but for blanks at their ends; for some of them that share of the points (DMOJ `linecount`).
    LineCount,
}

/// How far a number may be from the answer's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// By so much.
    pub absolute: Option<f64>,
    /// By so much of the answer's.
    pub relative: Option<f64>,
}

impl Comparison {
    /// Compares by this rule, numbers as text.
    pub const fn by(rule: CompareRule) -> Comparison {
        Comparison { rule, tolerance: None }
    }
}

/// A checker or an interactor: a program of the package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checker {
    /// Its source file, or the program itself.
    pub path: PathBuf,
    /// How it is called and says its verdict.
    pub protocol: Protocol,
    /// Arguments behind those of its protocol.
    pub arguments: Vec<String>,
    /// Files and folders that it is compiled with.
    pub include: Vec<PathBuf>,
    /// Further words for its compiler.
    pub flags: Vec<String>,
}

/// The protocol that a checker speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Polygon, Codeforces and many others.
    Testlib,
    /// Kattis, DOMjudge and the ICPC.
    Kattis,
    /// CMS and the IOI.
    Cms,
    /// SIO2 and the Polish olympiad.
    Sinol,
    /// DMOJ's bridged checkers without a type.
    Dmoj,
    /// DMOJ's bridged checkers of the type `coci`.
    Coci,
    /// DMOJ's bridged checkers of the type `peg`.
    Peg,
    /// DMOJ's checkers in Python: a function `check`.
    DmojPython,
    /// Themis: two folders on standard input, a share of the points on the last line.
    Themis,
}

impl Protocol {
    /// Every protocol, by its name on the command line.
    pub const ALL: [(&'static str, Protocol); 9] = [
        ("testlib", Protocol::Testlib),
        ("kattis", Protocol::Kattis),
        ("cms", Protocol::Cms),
        ("sinol", Protocol::Sinol),
        ("dmoj", Protocol::Dmoj),
        ("coci", Protocol::Coci),
        ("peg", Protocol::Peg),
        ("dmoj-python", Protocol::DmojPython),
        ("themis", Protocol::Themis),
    ];

    /// The protocol of this name.
    pub fn named(name: &str) -> Option<Protocol> {
        let mut all = Protocol::ALL.iter();
        all.find(|(known, _)| *known == name).map(|(_, protocol)| *protocol)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        let mut all = Protocol::ALL.iter();
        all.find(|(_, protocol)| *protocol == self)
            .map_or("", |(name, _)| *name)
    }
}

/// The kind of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A program turns an input into an output.
    Batch,
    /// A program talks with an interactor.
    Interactive(Stated<Checker>),
    /// Something else: what, and what states it.
    Unsupported(Stated<String>),
}

/// A program that comes with a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// Its source file.
    pub path: PathBuf,
    /// The verdicts that it may get, by the format's own words; empty where the format does not say.
    pub expected: Vec<String>,
    /// The folder that is a program of several files; empty where it is one file.
    pub include: Vec<PathBuf>,
    /// More words for the compiler: the other source files that are compiled with it.
    pub flags: Vec<String>,
    /// The verdicts that a case may get by the meaning of its folder; any if there is none.
    pub permitted: Option<Vec<Expected>>,
    /// The demands on the verdicts of its cases, all of which hold.
    pub demands: Vec<Demand>,
    /// The statuses that its groups must get, in place of the words above.
    pub statuses: Vec<GroupStatus>,
    /// Keys and texts about it that no judge needs.
    pub about: BTreeMap<String, String>,
}

/// A demand on the verdicts that a submission gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demand {
    /// The pattern of the cases that it is about, as of [`path_pattern`](super::case::path_pattern); all where there is none.
    pub cases: Option<String>,
    /// The verdicts that each of these may get; any where there is none.
    pub permitted: Option<Vec<Expected>>,
    /// The verdicts of which one of these must get one.
    pub required: Option<Vec<Expected>>,
}

/// The status of a group of sinol: that of its worst case. A checker that says `OK` makes a case right, whatever the points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupStatus {
    /// The name of the group.
    pub group: String,
    /// The names of its cases.
    pub cases: Vec<String>,
    /// The names of the cases of groups that it needs: they count only if they lower its points.
    pub needed: Vec<String>,
    /// The most points of the group, which are whole.
    pub most: u32,
    /// The status that is stated.
    pub status: Expected,
}

impl Submission {
    /// A program of one file, with the words for the verdicts that it may get.
    pub fn of_file(path: PathBuf, expected: Vec<String>) -> Submission {
        Submission {
            path,
            expected,
            include: Vec::new(),
            flags: Vec::new(),
            permitted: None,
            demands: Vec::new(),
            statuses: Vec::new(),
            about: BTreeMap::new(),
        }
    }
}

impl Package {
    /// All statements of the package that are not obeyed here.
    pub fn all_remarks(&self) -> impl Iterator<Item = &Remark> {
        self.remarks.iter().chain(&self.remarks_on_submissions)
    }

    /// Returns why the format's judge runs programs with this ending otherwise; `None` if it does not.
    pub fn refusal_of(&self, program: &Path) -> Option<&str> {
        let ending = program.extension()?.to_string_lossy().to_ascii_lowercase();
        self.refused_endings.get(ending.as_str()).map(String::as_str)
    }

    /// Returns one of these files that lies in the package and that a link leads out of it.
    pub fn link_out<'a>(&self, mut files: impl Iterator<Item = &'a Path>) -> Option<&'a Path> {
        files.find(|file| file.starts_with(&self.root) && leads_out_of(&self.root, file))
    }

    /// The files whose content a reader or a writer of packages takes, submissions and checkers left out.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let cases = self.layout.cases.iter().flat_map(|case| [&case.input, &case.answer]);
        let halves = self.layout.halves.iter().map(|half| &half.path);
        let parts = self.parts.values().map(|part| &part.path);
        let others = self.statements.iter().chain(&self.validators).chain(&self.archives);
        let all = cases.chain(halves).chain(parts).chain(others);
        all.map(PathBuf::as_path)
    }

    /// The files of its programs, and those they are compiled with.
    pub fn programs(&self) -> impl Iterator<Item = &Path> {
        let interactor = match &self.kind {
            Kind::Interactive(interactor) => Some(interactor),
            _ => None,
        };
        let checkers = self.checker.iter().chain(interactor);
        let checkers = checkers.flat_map(|checker| std::iter::once(&checker.value.path).chain(&checker.value.include));
        let submissions = self.submissions.iter();
        let submissions = submissions.flat_map(|one| std::iter::once(&one.path).chain(&one.include));
        checkers.chain(submissions).map(PathBuf::as_path)
    }

    /// Sorts out the remarks on keys of single submissions, which begin with this path.
    pub(super) fn sort_remarks(&mut self, of_submissions: &str) {
        let (of_them, others) = std::mem::take(&mut self.remarks)
            .into_iter()
            .partition(|remark| remark.is_of_key(of_submissions));
        self.remarks = others;
        self.remarks_on_submissions.extend::<Vec<Remark>>(of_them);
    }

    /// A package of this format without anything in it.
    pub fn new(format: &'static str, root: PathBuf, name: String) -> Package {
        Package {
            format,
            root,
            version: None,
            name,
            titles: Vec::new(),
            layout: Layout::default(),
            samples: BTreeSet::new(),
            points: PackagePoints::Unstated,
            limits: Limits::default(),
            files: FileNames::default(),
            comparison: None,
            checker: None,
            no_checker: None,
            gives_points: false,
            kind: Kind::Batch,
            time_rule: None,
            of_cases: BTreeMap::new(),
            overall: Overall::default(),
            of_endings: BTreeMap::new(),
            refused_endings: BTreeMap::new(),
            submissions: Vec::new(),
            submissions_lie: SUBMISSIONS,
            partial: BTreeSet::new(),
            statements: Vec::new(),
            validators: Vec::new(),
            about: BTreeMap::new(),
            parts: BTreeMap::new(),
            remarks: Vec::new(),
            remarks_on_submissions: Vec::new(),
            unpacked: Vec::new(),
            archives: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_protocol_has_its_name() {
        for (name, protocol) in Protocol::ALL {
            assert_eq!((Protocol::named(name), protocol.name()), (Some(protocol), name));
        }
        assert_eq!(Protocol::named("none"), None);
    }
}
