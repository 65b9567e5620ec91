//! A package as writers need it: its groups in a row, names that a format allows, and the losses.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::case::{Case, is_called_sample};
use super::expected::{self, Deserved};
use super::languages::is_source;
use super::loss::Loss;
pub(super) use super::loss::{count_all_the_same, list};
use super::model::{CompareRule, Comparison, FileNames, Package, Protocol, Stated, Submission};
use super::out::{Keys, Value};
pub(super) use super::out::{number, number_with_point};
use flat::Flat;
use gamesolve_text::{Source, quoted};
use tree::Tree;

pub mod flat;
pub(super) mod programs;
pub mod statements;
pub mod tree;

/// The name of the format of our own problems.
pub const OWN: &str = "gamesolve";

/// The name of the format of users' own games.
pub const GAME: &str = "own game";

/// Returns whether gamesolve made a package, and it was not read from a judge's files.
pub(super) fn is_ours(package: &Package) -> bool {
    [OWN, GAME].contains(&package.format)
}
/// The line of our validators with their exit codes for valid and invalid inputs.
const CODES: &str = "VALID, INVALID = 42, 43";

/// The maximum size of a text. Longer files are no texts.
const MAX_TEXT_BYTES: u64 = 4 << 20;

/// The facts about the target format that decide what a package may hold.
pub(super) struct Form {
    /// The name that its reader gives to packages.
    pub(super) reader: &'static str,
    /// The protocols that its checkers may use.
    pub(super) checkers: &'static [Protocol],
    /// The protocols that its interactors may use.
    pub(super) interactors: &'static [Protocol],
}

/// A package that is being written.
pub(super) struct Writing<'a> {
    pub(super) package: &'a Package,
    /// The target format, for people.
    pub(super) format: &'static str,
    form: Form,
    /// The short name of the task in the format.
    pub(super) name: String,
    /// The groups, with every testcase in exactly one, or `None` if there are no points.
    pub(super) groups: Option<Vec<Flat>>,
    /// The reason why groups in a row cannot express the points of the package.
    pub(super) no_points: Option<String>,
    pub(super) tree: Tree,
    /// The losses so far.
    pub(super) said: Vec<Loss>,
    /// The submissions, and the inputs of testcases, that a loss names.
    pub(super) left: BTreeSet<PathBuf>,
}

/// The reason why a package is not written: the end of a sentence, perhaps with a hint in its own line.
pub(super) type Refused = String;

impl<'a> Writing<'a> {
    pub(super) fn new(package: &'a Package, format: &'static str, form: Form, name: String) -> Writing<'a> {
        let mut writing = Writing {
            package,
            format,
            form,
            name,
            groups: None,
            no_points: None,
            tree: Tree::of(&package.root),
            said: Vec::new(),
            left: BTreeSet::new(),
        };
        match flat::groups(&package.points, &package.layout.cases) {
            Ok(groups) => writing.groups = groups,
            Err(why) => writing.no_points = Some(why.to_string()),
        }
        let left = package.submissions.iter().filter(|one| !writing.has_place(one));
        let left: Vec<&Submission> = left.collect();
        if !package.of_endings.is_empty() && !writing.is_same() {
            writing.say(Loss::LimitsOfLanguages(format));
        }
        writing.say_left(&left, &format!("{format} allows only one source file for each"));
        writing
    }

    /// Returns whether the format has a place for a submission.
    ///
    /// A folder is kept only if source and target have the same format, or if the folder holds one source file alone.
    fn has_place(&self, one: &Submission) -> bool {
        let is_alone = |folder: &PathBuf| std::fs::read_dir(folder).is_ok_and(|files| files.count() == 1);
        self.is_same() || one.include.iter().all(is_alone)
    }

    /// Records something that the format does not hold.
    pub(super) fn say(&mut self, what: impl Into<Loss>) {
        let what = what.into();
        if !self.said.contains(&what) {
            self.said.push(what);
        }
    }

    /// Records what becomes of these names, if there are any.
    pub(super) fn say_of(&mut self, what: &str, names: &[String]) {
        if !names.is_empty() {
            self.say(format!("{what}: {}", list(names)));
        }
    }

    /// Records the testcases whose names the format does not allow.
    pub(super) fn say_renamed(&mut self, names: &[String]) {
        let what = "testcases renamed, because names may contain only letters, digits, `_`, `.` and `-`";
        self.say_of(what, names);
    }

    /// Records the submissions that the format does not hold, for this reason.
    pub(super) fn say_left(&mut self, left: &[&Submission], why: &str) {
        if left.is_empty() {
            return;
        }
        let root = &self.package.root;
        let place = |one: &&Submission| match one.include.is_empty() {
            true => file_name(&one.path),
            false => below(root, &one.path).unwrap_or_else(|| file_name(&one.path)),
        };
        self.say(Loss::Submissions {
            why: why.to_owned(),
            places: left.iter().map(place).collect(),
        });
        self.left.extend(left.iter().map(|one| one.path.clone()));
    }

    /// Returns the submissions, the accepted ones first. Languages that gamesolve runs precede others, and C++ all.
    ///
    /// The first one may become the model solution of a format that needs one.
    pub(super) fn accepted_first(&self) -> Vec<(&'a Submission, Option<Vec<Deserved>>)> {
        let mut all = self.submissions();
        all.sort_by_key(|(one, meant)| {
            let is_accepted = meant.as_deref() == Some(&[Deserved::Accepted]);
            (!is_accepted, !is_source(&one.path), ending(&one.path) != "cpp")
        });
        all
    }

    /// Reads a statement in Markdown, and records the kinds of Markdown that the conversion to TeX keeps as they are.
    pub(super) fn markdown(&mut self, path: &Path) -> Result<String, Refused> {
        let markdown = text_of(path)?;
        let kinds = statements::unconverted(&markdown);
        if !kinds.is_empty() {
            self.say(format!(
                "gamesolve does not convert {} of the statement `{}` to TeX: edit the exported statement",
                kinds.join(", "),
                file_name(path)
            ));
        }
        Ok(markdown)
    }

    /// Records that a statement keeps the TeX of another judge, though the format has commands such as this one.
    pub(super) fn say_other_tex(&mut self, path: &Path, command: &str) {
        self.say(format!(
            "the statement `{}` is TeX for {}: {} has other commands, such as `{command}`",
            file_name(path),
            self.package.format,
            self.format
        ));
    }

    /// Records a statement that the format does not hold, and what it accepts.
    pub(super) fn say_no_statement(&mut self, path: &Path, accepted: &str) {
        self.say(format!(
            "the statement `{}` is not exported: {} accepts {accepted}",
            file_name(path),
            self.format
        ));
    }

    /// Returns whether the package was read from the target format.
    pub(super) fn is_same(&self) -> bool {
        self.package.format == self.form.reader
    }

    /// Returns the text of a descriptive key, if source and target have the same format. Elsewhere it may mean
    /// something else.
    pub(super) fn about(&self, key: &str) -> Option<&'a String> {
        self.package.about.get(key).filter(|_| self.is_same())
    }

    /// Returns descriptive keys of the package, which `place` precedes in its model, if it has the target format.
    pub(super) fn kept(&self, place: &str, keys: &[&'static str]) -> Keys {
        let mut kept = Keys::new();
        for key in keys {
            let value = self.about(&format!("{place}{key}"));
            kept.put_some(*key, value.map(|value| Value::about(value)));
        }
        kept
    }

    /// Returns the place of a file in the package, if source and target have the same format.
    pub(super) fn kept_place(&self, path: &Path) -> Option<String> {
        below(&self.package.root, path).filter(|_| self.is_same())
    }

    /// Returns the place of a file of the package in this folder: its own if it lies there already.
    pub(super) fn place_in(&self, folder: &str, path: &Path) -> String {
        let kept = below(&self.package.root, path).filter(|place| is_in(folder, place));
        kept.unwrap_or_else(|| format!("{folder}/{}", file_name(path)))
    }

    pub(super) fn cases(&self) -> &'a [Case] {
        &self.package.layout.cases
    }

    /// Returns whether a testcase is an example of the statement.
    pub(super) fn is_sample(&self, at: usize) -> bool {
        let case = &self.cases()[at];
        if self.package.samples.contains(&case.name) && self.is_same() {
            return true;
        }
        let worth = self.groups.iter().flatten().find_map(|group| {
            let found = group.cases.iter().any(|(case, _)| *case == at);
            found.then_some(group.points)
        });
        let is_called = is_called_sample(&case.name);
        let is_example = self.package.format == "sinol" && case.group.as_deref() == Some("0");
        worth.unwrap_or_default() == 0.0 && (is_called || is_example || self.package.samples.contains(&case.name))
    }

    /// Returns the testcases in the order of their groups, each with the index of its group.
    pub(super) fn by_groups(&self) -> Vec<(usize, Option<usize>)> {
        match &self.groups {
            None => (0..self.cases().len()).map(|at| (at, None)).collect(),
            Some(groups) => {
                let numbered = groups.iter().enumerate();
                let cases = numbered.flat_map(|(number, group)| group.cases.iter().map(move |case| (number, case)));
                cases.map(|(number, (at, _))| (*at, Some(number))).collect()
            }
        }
    }

    /// Returns a limit that a file states, or that is a default of a format other than the target.
    pub(super) fn stated<T: Clone>(&self, limit: Option<&Stated<T>>) -> Option<T> {
        let limit = limit?;
        let is_understood = limit.is_default && self.is_same();
        (!is_understood).then(|| limit.value.clone())
    }

    /// Returns the one comparison of all testcases. If the package states none, their tokens are compared.
    ///
    /// # Errors
    /// Fails if testcases have different comparisons.
    pub(super) fn comparison(&self) -> Result<Comparison, Refused> {
        let common = self.package.comparison.as_ref().map(|stated| stated.value);
        let mut found: Vec<Option<Comparison>> = Vec::new();
        for case in self.cases() {
            let own = self.package.of_cases.get(&case.name).and_then(|rules| rules.comparison);
            let own = own.or(common);
            if !found.contains(&own) {
                found.push(own);
            }
        }
        let one = match found[..] {
            [] => common,
            [one] => one,
            _ => return Err(self.different_rules()),
        };
        Ok(one.unwrap_or(Comparison::by(CompareRule::Tokens)))
    }

    /// Returns the refusal of different comparisons. In an ICPC package it names the line that is in one folder only.
    pub(super) fn different_rules(&self) -> Refused {
        let mut text = format!(
            "its testcases have different comparison rules, but {} has one rule for all",
            self.format
        );
        let has_own = |case: &&Case| {
            let rules = self.package.of_cases.get(&case.name);
            rules.is_some_and(|rules| rules.comparison.is_some())
        };
        let with = self.cases().iter().find(has_own);
        let without = self.cases().iter().find(|case| !has_own(case));
        let folders = (
            with.and_then(|case| case.input.parent()),
            without.and_then(|case| case.input.parent()),
        );
        if let (Some(with), Some(without)) = folders
            && let Some((file, line)) = line_of_arguments(&self.package.root, with)
        {
            let name = file.file_name().unwrap_or_default();
            let shown = |path: &Path| {
                let path = path.strip_prefix(&self.package.root).unwrap_or(path);
                quoted(path.as_os_str().as_encoded_bytes(), 200)
            };
            text += &format!(
                "\nhint: write the line `{}` of `{}` into `{}` too",
                quoted(line.as_bytes(), 200),
                shown(&file),
                shown(&without.join(name))
            );
        }
        text
    }

    /// Returns whether a rule of the format differs at most about blanks from the rule of the package, and says so.
    pub(super) fn is_near(&mut self, rule: CompareRule, native: CompareRule) -> bool {
        let nearness = nearness(rule, native);
        if nearness == Nearness::Blanks {
            self.say(about_blanks(self.format, rule, native));
        }
        nearness != Nearness::Other
    }

    /// Returns a limit in mebibytes, rounded up.
    pub(super) fn mebibytes(&mut self, bytes: u64) -> u64 {
        let whole = bytes.div_ceil(1 << 20);
        if !bytes.is_multiple_of(1 << 20) {
            self.say(Loss::Limits {
                of: &["memory"],
                sentence: format!("{} has limits in MiB: {bytes} bytes become {whole} MiB", self.format),
            });
        }
        whole
    }

    /// Reports the lost limits of single testcases.
    pub(super) fn say_no_case_limits(&mut self) {
        let mut rules = self.package.of_cases.values();
        if rules.any(|rules| rules.time.is_some() || rules.memory.is_some()) {
            self.say(Loss::LimitsOfCases(self.format));
        }
    }

    /// Refuses checker arguments that differ between testcases.
    pub(super) fn refuse_case_arguments(&self) -> Result<(), Refused> {
        let mut rules = self.package.of_cases.values();
        if rules.any(|rules| rules.arguments.is_some()) {
            return Err(format!(
                "its checker gets special arguments for some testcases, which {} does not have",
                self.format
            ));
        }
        Ok(())
    }

    /// Reports the groups that lose their dependencies.
    pub(super) fn say_no_dependencies(&mut self) {
        let needing = self.groups.iter().flatten().filter(|group| !group.needs.is_empty());
        let groups: Vec<String> = needing.map(|group| group.name.clone()).collect();
        if !groups.is_empty() {
            self.say(Loss::Dependencies {
                format: self.format,
                groups,
            });
        }
    }

    /// Reports, after this reason, the groups that count even if the groups that they need are not passed.
    pub(super) fn say_free(&mut self, why: &str, groups: &[String]) {
        if !groups.is_empty() {
            self.say(format!("{why}: {}", count_all_the_same(groups)));
        }
    }

    /// Reports that programs read and write the standard streams.
    pub(super) fn say_no_file_names(&mut self) {
        if self.package.files == FileNames::Streams {
            return;
        }
        let (input, output) = self.package.files.names();
        let input = input.unwrap_or_else(|| "standard input".to_owned());
        let output = output.unwrap_or_else(|| "standard output".to_owned());
        let names = quoted(format!("`{input}` and `{output}`").as_bytes(), 200);
        self.say(Loss::FileNames {
            format: self.format,
            names,
        });
    }

    /// Reports the lost output limit and the lost limits of checkers and compilers.
    pub(super) fn say_no_other_limits(&mut self, has_output: bool) {
        let limits = &self.package.limits;
        let mut left = Vec::new();
        if limits.output.as_ref().is_some_and(|output| !output.is_default) && !has_output {
            left.push("for output");
        }
        if limits.compile_time.is_some() {
            left.push("for compilers");
        }
        if limits.checker_time.is_some() || limits.checker_memory.is_some() {
            left.push("for checkers");
        }
        if !left.is_empty() {
            self.say(Loss::OtherLimits {
                format: self.format,
                of: left,
            });
        }
    }

    /// Reports a missing time or memory limit, and the limit that applies instead.
    pub(super) fn say_missing_limits(&mut self, time: &str, memory: &str) {
        let limits = &self.package.limits;
        let both = [
            ("time", limits.time.is_none(), time),
            ("memory", limits.memory.is_none(), memory),
        ];
        for (of, is_missing, instead) in both {
            if is_missing {
                let instead = instead.to_owned();
                self.say(Loss::NoLimit { of, instead });
            }
        }
    }

    /// Reports the lost rule that derives the time limit from submissions.
    pub(super) fn say_no_time_rule(&mut self) {
        if self.package.time_rule.is_some() && self.package.limits.time.is_none() {
            self.say(Loss::TimeRule(self.format));
        }
    }

    /// Returns the submissions with their expected verdicts, or with `None` if the package states none.
    pub(super) fn submissions(&self) -> Vec<(&'a Submission, Option<Vec<Deserved>>)> {
        let all = self.package.submissions.iter().filter(|one| self.has_place(one));
        all.map(|one| (one, expected::meant_by_all(&one.expected))).collect()
    }

    /// Reports that the validators are left out, unless source and target have the same format.
    pub(super) fn say_no_validators(&mut self, why: &str) {
        if !self.package.validators.is_empty() {
            self.say(Loss::Validators { why: why.to_owned() });
        }
    }
}

/// Reads a text of the package: a statement or a source.
///
/// # Errors
/// Fails if it cannot be read, is no regular file, is too long for a text, or is no UTF-8.
pub(super) fn text_of(path: &Path) -> Result<String, Refused> {
    let source = Source::from_file(path, MAX_TEXT_BYTES).map_err(|error| error.to_string())?;
    String::from_utf8(source.bytes).map_err(|_| format!("`{}` is not UTF-8", file_name(path)))
}

/// Returns the name of a file.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the name of a file without its last ending.
pub(super) fn file_stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the ending of a file in lower case. Other judges too recognise the language by it.
pub(super) fn ending(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    match ending.to_ascii_lowercase().as_str() {
        "py3" => "py".to_owned(),
        ending => ending.to_owned(),
    }
}

/// Returns the folder of submissions with this expected verdict, if formats with such folders agree on one.
pub(super) fn folder_of_verdict(meant: &[Deserved]) -> Option<&'static str> {
    match meant {
        [Deserved::Accepted] => Some("accepted"),
        [Deserved::WrongAnswer] => Some("wrong_answer"),
        [Deserved::RuntimeError] | [Deserved::RuntimeError, Deserved::MemoryLimit] => Some("run_time_error"),
        [Deserved::TimeLimit] => Some("time_limit_exceeded"),
        _ => None,
    }
}

/// Unique names that a format allows.
#[derive(Default)]
pub(super) struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    /// Returns a free name made from `wanted`. Characters other than letters, digits, `_`, `.` and `-` become `-`, and
    /// a name that is taken gets a number.
    pub(super) fn take(&mut self, wanted: &str) -> String {
        self.free(&plain(wanted), "")
    }

    /// Returns a free name for a source file. It keeps its ending, because judges recognise the language by it.
    pub(super) fn take_source(&mut self, wanted: &str) -> String {
        match wanted.rsplit_once('.') {
            Some((stem, "c++")) => self.free(&plain(stem), ".cpp"),
            Some((stem, ending)) => self.free(&plain(stem), &format!(".{}", plain(ending))),
            None => self.take(wanted),
        }
    }

    /// Returns this name with this ending, and with a number between them if it is taken.
    fn free(&mut self, stem: &str, ending: &str) -> String {
        let mut free = format!("{stem}{ending}");
        let mut number = 2;
        // Some file systems ignore the case of letters.
        while !self.taken.insert(free.to_ascii_lowercase()) {
            free = format!("{stem}-{number}{ending}");
            number += 1;
        }
        free
    }
}

/// Returns a name of letters, digits, `_`, `.` and `-` that begins with a letter or a digit.
pub(super) fn plain(wanted: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    let name: String = wanted.chars().map(|c| if is_plain(c) { c } else { '-' }).collect();
    let name = name.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    if name.is_empty() {
        "case".to_owned()
    } else {
        name.to_owned()
    }
}

/// Returns a name of lower-case letters and digits that begins with a letter.
pub(super) fn letters(wanted: &str) -> String {
    let name: String = wanted
        .to_ascii_lowercase()
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect();
    match name.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => name,
        _ => format!("task{name}"),
    }
}

/// Returns the name of a package of this format, and the name that the format allows for any other.
pub(crate) fn own_name(package: &Package, format: &str, allowed: fn(&str) -> String) -> String {
    if package.format == format {
        package.name.clone()
    } else {
        allowed(&package.name)
    }
}

/// Returns the short name of a task in letters and digits.
pub(crate) fn short_name(package: &Package) -> String {
    letters(&package.name)
}

/// Returns whether a number is whole.
pub(super) fn is_whole(value: f64) -> bool {
    (value - value.round()).abs() < 1e-9
}

/// Returns the file of an ICPC group that states the arguments of its checker, and the line. Searches from a folder of
/// testcases upwards.
fn line_of_arguments(root: &Path, folder: &Path) -> Option<(PathBuf, String)> {
    let folders = folder.ancestors().take_while(|above| above.starts_with(root));
    let mut files = folders.flat_map(|above| ["test_group.yaml", "testdata.yaml"].map(|name| above.join(name)));
    files.find_map(|file| {
        let text = std::fs::read_to_string(&file).ok()?;
        let line = text.lines().find(|line| line.starts_with("output_validator_"))?;
        let line = line.trim().to_owned();
        Some((file, line))
    })
}

/// The effect on verdicts of the difference between two rules of comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Nearness {
    /// No effect.
    Same,
    /// Verdicts change on outputs with other blanks or line breaks.
    Blanks,
    /// Verdicts change on other outputs.
    Other,
}

/// Returns whether the case of letters counts, or `None` for rules that do not compare tokens or lines in order.
pub(super) fn minds_case(rule: CompareRule) -> Option<bool> {
    match rule {
        CompareRule::Tokens
        | CompareRule::Lines
        | CompareRule::Exact
        | CompareRule::Cms
        | CompareRule::NotBlankLines
        | CompareRule::OiLines
        | CompareRule::TrimmedLines => Some(true),
        CompareRule::TokensAnyCase | CompareRule::ExactAnyCase | CompareRule::LinesAnyCase => Some(false),
        CompareRule::SameLetters | CompareRule::SortedLines | CompareRule::SortedTokens | CompareRule::LineCount => {
            None
        }
    }
}

/// Returns whether a rule compares bytes.
pub(super) fn is_exact(rule: CompareRule) -> bool {
    matches!(rule, CompareRule::Exact | CompareRule::ExactAnyCase)
}

/// Returns the difference between two rules.
pub(super) fn nearness(from: CompareRule, to: CompareRule) -> Nearness {
    match (minds_case(from), minds_case(to)) {
        _ if from == to => Nearness::Same,
        (Some(a), Some(b)) if a == b && !is_exact(from) && !is_exact(to) => Nearness::Blanks,
        _ => Nearness::Other,
    }
}

/// Returns the clause about blanks for a comparison by another rule.
fn about_blanks(format: &str, from: CompareRule, to: CompareRule) -> String {
    let minds_lines = |rule| !matches!(rule, CompareRule::Tokens | CompareRule::TokensAnyCase);
    match (minds_lines(from), minds_lines(to)) {
        (false, true) => format!("{format} compares line by line: it rejects the right words on other lines"),
        (true, false) => format!("{format} compares words only: it accepts the right words on other lines"),
        _ => format!("{format} has its own rule for blank lines and blanks at the ends of lines"),
    }
}

/// Returns the name of a protocol and of its judge.
pub(super) fn protocol(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Testlib => "testlib",
        Protocol::Kattis => "Kattis",
        Protocol::Cms => "CMS",
        Protocol::Sinol => "SIO2",
        Protocol::Dmoj => "DMOJ",
        Protocol::Coci => "COCI in DMOJ",
        Protocol::Peg => "PEG in DMOJ",
        Protocol::DmojPython => "DMOJ in Python",
        Protocol::Themis => "Themis",
    }
}

/// Returns the path of a file below a folder, with `/` between steps, or `None` if it is elsewhere.
pub(super) fn below(root: &Path, path: &Path) -> Option<String> {
    let place: PathBuf = path.strip_prefix(root).ok()?.components().collect();
    let steps: Option<Vec<&str>> = place.iter().map(|step| step.to_str()).collect();
    let steps = steps?;
    (!steps.is_empty() && !steps.contains(&"..")).then(|| steps.join("/"))
}

/// Returns whether a file lies in a folder of the package.
pub(super) fn is_in(folder: &str, place: &str) -> bool {
    place.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// Returns the path of a file in a folder, or the file itself if the folder has no name.
pub(super) fn inside(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        name.to_owned()
    } else {
        format!("{folder}/{name}")
    }
}

/// Returns the titles of a package with the codes of their languages, which may be empty. There is at least one.
pub(super) fn titles(package: &Package) -> Vec<(String, String)> {
    if package.titles.is_empty() {
        vec![(String::new(), package.name.clone())]
    } else {
        package.titles.clone()
    }
}

/// Returns the first title in one of these languages, or else the first of all.
pub(super) fn title_in<'a>(titles: &'a [(String, String)], languages: &[&str]) -> &'a str {
    let found = titles
        .iter()
        .find(|(language, _)| languages.contains(&language.as_str()));
    found.or(titles.first()).map_or("", |(_, title)| title)
}

/// Returns a judge's name for the language of a source file, from a table of endings.
pub(super) fn language_of(table: &[(&[&str], &'static str)], name: &str) -> Option<&'static str> {
    let ending = ending(Path::new(name));
    let found = table.iter().find(|(endings, _)| endings.contains(&ending.as_str()));
    found.map(|(_, language)| *language)
}

/// Returns a complete validator around the function that checks the lines of an input.
pub fn validator(check: &str) -> String {
    include_str!("programs/validator.py").replacen("#CHECK\n", &format!("{check}\n\n"), 1)
}

/// Returns the validator in Python of one of our problems or games, with these exit codes for valid and invalid inputs.
pub(super) fn own_validator(package: &Package, valid: u8, invalid: u8) -> Option<String> {
    let is_in_python = |path: &&PathBuf| path.extension() == Some("py".as_ref());
    let path = package
        .validators
        .first()
        .filter(|_| is_ours(package))
        .filter(is_in_python)?;
    let text = std::fs::read_to_string(path).ok()?;
    Some(text.replacen(CODES, &format!("VALID, INVALID = {valid}, {invalid}"), 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_few_places_and_shares_are_not_rounded_up() {
        for (value, text) in [
            (60.0, "60"),
            (0.1, "0.1"),
            (100.0 / 3.0, "33.333333333333"),
            (200.0 / 3.0, "66.666666666666"),
            // Unchanged from the manifest.
            (0.12345678901, "0.12345678901"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn rules_are_near_where_they_differ_in_blanks_alone() {
        use CompareRule::{Exact, Lines, Tokens};
        assert_eq!(nearness(Tokens, Tokens), Nearness::Same);
        assert_eq!(nearness(Tokens, Lines), Nearness::Blanks);
        for (from, to) in [(Exact, Tokens), (Tokens, Exact), (Lines, Exact)] {
            assert_eq!(nearness(from, to), Nearness::Other, "{from:?} {to:?}");
        }
    }

    #[test]
    fn numbers_are_written_as_read_without_rounding_up() {
        assert_eq!([1.0, 0.1 + 0.2, 2.5].map(number), ["1", "0.3", "2.5"]);
        for whole in [30.0, 40.0, 50.0, 100.0] {
            for parts in 3..60 {
                let written = number(whole / f64::from(parts));
                let read: f64 = written.parse().unwrap();
                assert!(read * f64::from(parts) <= whole + 1e-9, "{whole} {parts}: {written}");
                assert_eq!(number(read), written, "{whole} {parts}");
            }
        }
    }
}
