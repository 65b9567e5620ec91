//! The model of a package: everything that judging a program on a task needs, in any format.
//!
//! The readers ([`super::open`]) fill it. If a format states something that the model cannot hold, the reader adds a
//! remark that names it. If ignoring the statement would give wrong verdicts, the task is refused
//! ([`Kind::Unsupported`]).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use gamesolve_scratch::TempFolder;

use super::expected::Deserved;
use super::layout::Layout;
use super::overall::Overall;
use super::remark::Remark;
use super::scheme::PackagePoints;
use super::walk::leads_out_of;

/// The folder of submissions in most formats, for people.
pub const SUBMISSIONS: &str = "`submissions/accepted`";

/// A task: its testcases, and the rules for judging programs on them.
#[derive(Debug)]
pub struct Package {
    /// The name of the format, for people.
    pub format: &'static str,
    /// The folder of the package. The folder of an unpacked archive is temporary.
    pub root: PathBuf,
    /// The version of the format that its manifest states.
    pub version: Option<String>,
    /// The short name of the task, escaped.
    pub name: String,
    /// Titles of the task, each with the code of its language. The code is empty if the package does not state it.
    pub titles: Vec<(String, String)>,
    /// The testcases, and the errors in their files.
    pub layout: Layout,
    /// Whether the user named the testcases, in place of those of the package.
    pub has_named_cases: bool,
    /// The names of the testcases that the package declares as examples, if their names do not show it.
    pub samples: BTreeSet<String>,
    /// The points of the testcases.
    pub points: PackagePoints,
    /// Resource limits of a run.
    pub limits: Limits,
    /// The files that submissions read and write.
    pub files: FileNames,
    /// The comparison of outputs if there is no checker, or `None` if the package does not state one.
    pub comparison: Option<Stated<Comparison>>,
    /// The package's own checker.
    pub checker: Option<Stated<Checker>>,
    /// The reason why the stated checker cannot be used.
    pub no_checker: Option<Stated<String>>,
    /// Whether the package states that its checker gives points to accepted outputs.
    pub gives_points: bool,
    /// The kind of task.
    pub kind: Kind,
    /// The rule for the time limit if no file states a limit: it depends on the accepted submissions.
    pub time_rule: Option<Stated<TimeRule>>,
    /// Limits and rules of single testcases, by testcase name.
    pub of_cases: BTreeMap<String, CaseRules>,
    /// The rule that combines the verdicts of the testcases into one verdict.
    pub overall: Overall,
    /// Limits for one language, by the ending of its source files.
    pub of_endings: BTreeMap<String, EndingLimits>,
    /// Submissions of the package with their expected verdicts.
    pub submissions: Vec<Submission>,
    /// The folder of the submissions in this format, for people.
    pub submissions_lie: &'static str,
    /// Submissions that are expected to get only a part of the points.
    pub partial: BTreeSet<PathBuf>,
    /// Statements of the problem.
    pub statements: Vec<PathBuf>,
    /// Validators of inputs.
    pub validators: Vec<PathBuf>,
    /// Descriptive keys and their texts. Judging does not need them.
    pub about: BTreeMap<String, String>,
    /// Files about single groups and testcases, by their place in the package (steps joined by `/`).
    pub parts: BTreeMap<String, PartFile>,
    /// Statements of the package that gamesolve does not apply, one clause each.
    pub remarks: Vec<Remark>,
    /// Remarks about single submissions. They do not matter to a user who judges another program.
    pub remarks_on_submissions: Vec<Remark>,
    /// The folders of unpacked archives. They are deleted with the last copy of this value.
    pub unpacked: Vec<Arc<TempFolder>>,
    /// Archives inside the package that hold its testcases, answers included.
    pub archives: Vec<PathBuf>,
}

/// A file about a group or a testcase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartFile {
    /// The file.
    pub path: PathBuf,
    /// The known keys, with their values as texts.
    pub keys: BTreeMap<String, String>,
}

/// A value with the file that states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated<T> {
    /// The value.
    pub value: T,
    /// The file, for people, escaped.
    pub by: String,
    /// Whether the value is the default of the format's judge, and no file states it.
    pub is_default: bool,
}

impl<T> Stated<T> {
    /// Returns a value that the file `by` states.
    pub fn new(value: T, by: impl Into<String>) -> Stated<T> {
        Stated {
            value,
            by: by.into(),
            is_default: false,
        }
    }

    /// Returns the default value of `judge`, which holds if no file states one.
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

/// A rule that computes the time limit from the slowest accepted submission.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeRule {
    /// The factor on the time of the slowest submission.
    pub multiplier: f64,
    /// The unit of the limit: the product is rounded up to a multiple of it.
    pub resolution: Duration,
}

impl TimeRule {
    /// Returns the time limit for this time of the slowest submission.
    pub fn limit(&self, slowest: Duration) -> Duration {
        let resolution = self.resolution.as_secs_f64();
        let steps = (slowest.as_secs_f64() * self.multiplier / resolution).ceil().max(1.0);
        Duration::try_from_secs_f64(steps * resolution).unwrap_or(Duration::MAX)
    }
}

/// The files or streams that programs read and write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FileNames {
    /// Standard input and standard output.
    #[default]
    Streams,
    /// Files for input and output, or `None` stands for the standard stream.
    Files(Stated<(Option<String>, Option<String>)>),
    /// The default files of the format's judge, or the standard streams: the package does not say.
    Either(String, String),
}

impl FileNames {
    /// Returns the names of the input and the output, or `None` for standard streams.
    pub(crate) fn names(&self) -> (Option<String>, Option<String>) {
        match self {
            FileNames::Streams => (None, None),
            FileNames::Files(names) => names.value.clone(),
            FileNames::Either(input, output) => (Some(input.clone()), Some(output.clone())),
        }
    }
}

/// A word that a package gives to one of its programs. It opens no file, so it is no path for gamesolve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageWord(String);

impl PackageWord {
    /// Returns these words as words of a package.
    pub fn all(words: &[String]) -> Vec<PackageWord> {
        words.iter().cloned().map(PackageWord).collect()
    }

    /// Returns the texts of these words, for an export.
    pub(crate) fn texts(words: &[PackageWord]) -> Vec<String> {
        words.iter().map(|word| word.0.clone()).collect()
    }

    /// Returns the text for the program.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Limits and rules of one testcase that differ from the package's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CaseRules {
    /// Processor time.
    pub time: Option<Duration>,
    /// Memory, in bytes.
    pub memory: Option<u64>,
    /// Arguments of the checker, after the arguments of its protocol.
    pub arguments: Option<Vec<PackageWord>>,
    /// The comparison of outputs.
    pub comparison: Option<Comparison>,
}

/// Limits for the programs of one language. Each replaces the limit for all languages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EndingLimits {
    /// Processor time.
    pub time: Option<Duration>,
    /// Memory, in bytes.
    pub memory: Option<u64>,
    /// Limits of single testcases, by testcase name.
    pub of_cases: BTreeMap<String, CaseRules>,
}

impl EndingLimits {
    /// Returns the rules for single testcases in this language: those for all languages, with these limits instead.
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

/// A comparison of two outputs. Each rule has the name of a judge's rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The rule.
    pub rule: CompareRule,
    /// The allowed difference between numbers, or `None` if numbers are compared as text.
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
    /// The same bytes, but upper and lower case ASCII letters are equal.
    ExactAnyCase,
    /// The same tokens, but upper and lower case ASCII letters are equal.
    TokensAnyCase,
    /// Lists the findings in a folder: the testcase names with their groups, the halves, and the troubles without the
    /// folder. The same tokens on the same lines, as CMS's white diff compares them.
    Cms,
    /// The same tokens on the same lines. Blank lines do not count.
    NotBlankLines,
    /// The same words on the same lines, but upper and lower case ASCII letters are equal.
    LinesAnyCase,
    /// The same words on the same lines, as SIO2's oicompare compares them.
    OiLines,
    /// The same lines. Blanks at the ends of lines do not count.
    TrimmedLines,
    /// The same characters in any order. Blanks and the case of ASCII letters do not count (DMOJ `easy`).
    SameLetters,
    /// The same lines in any order. Blanks between tokens do not count (DMOJ `sorted`).
    SortedLines,
    /// The same tokens in any order.
    SortedTokens,
    /// The same lines. Blanks at the ends of lines do not count. Points are the share of equal lines (DMOJ
    /// `linecount`).
    LineCount,
}

/// The allowed difference between a number and the answer's number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// The absolute difference.
    pub absolute: Option<f64>,
    /// The difference as a share of the answer's number.
    pub relative: Option<f64>,
}

impl Comparison {
    /// Returns a comparison by this rule. Numbers are compared as text.
    pub const fn by(rule: CompareRule) -> Comparison {
        Comparison { rule, tolerance: None }
    }
}

/// A checker or an interactor: a program of the package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checker {
    /// The source file, or the program itself.
    pub path: PathBuf,
    /// The protocol of its arguments and its verdict.
    pub protocol: Protocol,
    /// Arguments after the arguments of its protocol.
    pub arguments: Vec<PackageWord>,
    /// Files and folders for its compilation.
    pub include: Vec<PathBuf>,
    /// Further arguments of its compiler.
    pub flags: Vec<PackageWord>,
}

impl Checker {
    /// Returns a program of one source, without arguments of its own.
    pub fn new(path: PathBuf, protocol: Protocol) -> Checker {
        Checker {
            path,
            protocol,
            arguments: Vec::new(),
            include: Vec::new(),
            flags: Vec::new(),
        }
    }
}

/// The protocol of a checker or an interactor.
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
    /// Every protocol with its name on the command line.
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

    /// Returns the protocol of this name.
    pub fn named(name: &str) -> Option<Protocol> {
        let mut all = Protocol::ALL.iter();
        all.find(|(known, _)| *known == name).map(|(_, protocol)| *protocol)
    }

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        let mut all = Protocol::ALL.iter();
        all.find(|(_, protocol)| *protocol == self)
            .map_or("", |(name, _)| *name)
    }
}

/// The kind of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A program reads an input and writes an output.
    Batch,
    /// A program talks with an interactor.
    Interactive(Stated<Checker>),
    /// Another kind: its name, and the file that states it.
    Unsupported(Stated<String>),
}

/// A submission that belongs to a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The source file.
    pub path: PathBuf,
    /// The expected verdicts in the format's own words, or empty if the format does not state them.
    pub expected: Vec<String>,
    /// The folder of a program of several files, or empty for a program of one file.
    pub include: Vec<PathBuf>,
    /// Further arguments of the compiler: the other source files of the program.
    pub flags: Vec<PackageWord>,
    /// The verdicts that its folder allows for every testcase, or `None` allows any.
    pub permitted: Option<Vec<Deserved>>,
    /// Demands on the verdicts of its testcases. All of them must hold.
    pub demands: Vec<Demand>,
    /// The expected statuses of its groups. If there are any, they replace `expected`.
    pub statuses: Vec<GroupStatus>,
    /// Descriptive keys and texts that judging does not need.
    pub about: BTreeMap<String, String>,
}

/// A demand on the verdicts of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demand {
    /// The pattern of its testcases, as in [`path_pattern`](super::case::path_pattern), or `None` means all.
    pub cases: Option<String>,
    /// The verdicts that each of these testcases may get, or `None` allows any.
    pub permitted: Option<Vec<Deserved>>,
    /// A set of verdicts. At least one of these testcases must get one of them.
    pub required: Option<Vec<Deserved>>,
}

/// The status of a group in sinol: the status of its worst testcase.
///
/// If the checker says `OK`, the testcase counts as right for any points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupStatus {
    /// The name of the group.
    pub group: String,
    /// The names of its testcases.
    pub cases: Vec<String>,
    /// The testcases of the groups that it needs. They count only if they lower its points.
    pub needed: Vec<String>,
    /// The maximum points of the group, a whole number.
    pub most: u32,
    /// The expected status.
    pub status: Deserved,
}

impl Submission {
    /// Returns a submission of one file with these words for its expected verdicts.
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
    /// Iterates over all remarks, those about submissions included.
    pub fn all_remarks(&self) -> impl Iterator<Item = &Remark> {
        self.remarks.iter().chain(&self.remarks_on_submissions)
    }

    /// Returns the first of these files in the package that a link leads out of the package.
    pub fn link_out<'a>(&self, mut files: impl Iterator<Item = &'a Path>) -> Option<&'a Path> {
        files.find(|file| file.starts_with(&self.root) && leads_out_of(&self.root, file))
    }

    /// Iterates over the files that readers and writers of packages use, without submissions and checkers.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let cases = self.layout.cases.iter().flat_map(|case| [&case.input, &case.answer]);
        let halves = self.layout.halves.iter().map(|half| &half.path);
        let parts = self.parts.values().map(|part| &part.path);
        let others = self.statements.iter().chain(&self.validators).chain(&self.archives);
        let all = cases.chain(halves).chain(parts).chain(others);
        all.map(PathBuf::as_path)
    }

    /// Iterates over the files of its programs and of their compilation.
    pub fn programs(&self) -> impl Iterator<Item = &Path> {
        let checkers = self
            .checker
            .iter()
            .map(|checker| &checker.value)
            .chain(self.interactor());
        let checkers = checkers.flat_map(|checker| std::iter::once(&checker.path).chain(&checker.include));
        let submissions = self.submissions.iter();
        let submissions = submissions.flat_map(|one| std::iter::once(&one.path).chain(&one.include));
        checkers.chain(submissions).map(PathBuf::as_path)
    }

    /// Moves the remarks on keys that begin with this path to the remarks about submissions.
    pub(super) fn sort_remarks(&mut self, of_submissions: &str) {
        let (of_them, others) = std::mem::take(&mut self.remarks)
            .into_iter()
            .partition(|remark| remark.is_of_key(of_submissions));
        self.remarks = others;
        self.remarks_on_submissions.extend::<Vec<Remark>>(of_them);
    }

    /// Returns the interactor.
    pub fn interactor(&self) -> Option<&Checker> {
        match &self.kind {
            Kind::Interactive(interactor) => Some(&interactor.value),
            _ => None,
        }
    }

    /// Returns an empty package of this format.
    pub fn new(format: &'static str, root: PathBuf, name: String) -> Package {
        Package {
            format,
            root,
            version: None,
            name,
            titles: Vec::new(),
            layout: Layout::default(),
            has_named_cases: false,
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
