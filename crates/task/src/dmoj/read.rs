//! DMOJ: `init.yml` beside the files of the testcases, or beside an archive of them.
//!
//! **Source.** DMOJ's documentation of the problem format, and judge-server.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::path::{Component, Path, PathBuf};

use regex_lite::RegexBuilder;

use super::keys::{INIT, MANIFEST, NAME};
use super::points;
use super::points::Listed;
use crate::archive;
use crate::error::TaskError;
use crate::languages::is_source;
use crate::layout::{self, Layout};
use crate::model::{
    Checker, CompareRule, Comparison, Kind, Package, PackageWord, Protocol, Stated, Submission, Tolerance,
};
use crate::read::keys::{self, Fate};
use crate::read::yaml::{Document, Fault, Node, shown};
use crate::read::{Pair, full_manifest, name_of, of_pairs};
use gamesolve_text::{Source, quoted};

/// The default output limit, in bytes.
const DEFAULT_OUTPUT: u64 = 25_165_824;
/// The maximum number of decimal places.
const MAX_PLACES: f64 = 300.0;
/// The path of the keys of a submission.
const OF_SUBMISSION: &str = "tests.[].";

pub(crate) fn read(root: &Path, limit: u64) -> Result<Option<Package>, TaskError> {
    let Some(document) = full_manifest(&root.join(MANIFEST), limit)? else {
        return Ok(None);
    };
    let mut package = Package::new(NAME, root.to_owned(), name_of(root));
    keys::account(&document.root, &INIT, &mut package);
    // Texts about single submissions stay with these.
    package.about.retain(|key, _| !key.starts_with(OF_SUBMISSION));
    package.sort_remarks(OF_SUBMISSION);
    let located = |fault: Fault| document.located(&fault);
    grading(&document, &mut package).map_err(located)?;
    submissions(&document, &mut package).map_err(located)?;
    let data = Data::of(&document, &mut package)?;
    match cases(&document, &data).map_err(located)? {
        Listing::Cases { listed, pairs } => {
            package.points = points::read(&document, &listed)?;
            package.layout = of_pairs(pairs);
        }
        Listing::Unstated => package.layout = layout::find(&[root.to_owned()]),
        Listing::Refused(why) => {
            package.kind = Kind::Unsupported(Stated::new(why, document.name()));
        }
    }
    Ok(Some(package))
}

/// The places of testcase files: the folder of the problem, and its archive.
struct Data {
    root: PathBuf,
    /// The folder of the unpacked archive, and the names of its files.
    archive: Option<(PathBuf, Vec<String>)>,
    /// An empty file, for a missing input or answer.
    empty: PathBuf,
    /// The testcases in the folder by the names of their files.
    loose: OnceCell<Layout>,
}

impl Data {
    fn of(document: &Document, package: &mut Package) -> Result<Data, TaskError> {
        let root = package.root.clone();
        let scratch = archive::scratch()?;
        let empty = scratch.path().join("nothing");
        std::fs::write(&empty, b"").map_err(|error| TaskError::of_system("write a temporary file", &error))?;
        package.unpacked.push(scratch.into());
        let mut data = Data {
            root,
            archive: None,
            empty,
            loose: OnceCell::new(),
        };
        if let Some(node) = document.root.get("archive") {
            let name = node.text("`archive`").map_err(|fault| document.located(&fault))?;
            let path = data
                .root
                .join(inside(node, "`archive`").map_err(|fault| document.located(&fault))?);
            if !path.is_file() {
                // The user may have unpacked it already.
                let message = format!("missing archive {}", shown(name));
                if document.root.get("test_cases").is_none_or(|cases| !cases.is_list()) {
                    return Err(document.located(&node.fault(message)));
                }
                package
                    .remarks
                    .push(format!("{message}: gamesolve uses the files beside {MANIFEST}").into());
                return Ok(data);
            }
            let folder = archive::unpack(&path)?;
            let names = archive::names(folder.path());
            data.archive = Some((folder.path().to_owned(), names));
            package.unpacked.push(folder.into());
            package.archives.push(path);
        }
        Ok(data)
    }

    /// Returns the path of the file that a node names. The file need not exist.
    fn file(&self, node: &Node) -> Result<PathBuf, Fault> {
        let place = inside(node, "a file of a testcase")?;
        let beside = self.root.join(place);
        let in_archive = self.archive.as_ref().map(|(folder, _)| folder.join(place));
        let in_archive = in_archive.filter(|path| path.is_file() && !beside.is_file());
        Ok(in_archive.unwrap_or(beside))
    }

    /// Returns the answer beside an input, if the manifest does not name the answer.
    fn partner(&self, input: &Path) -> Option<PathBuf> {
        let loose = self
            .loose
            .get_or_init(|| layout::find(std::slice::from_ref(&self.root)));
        let case = loose.cases.iter().find(|case| case.input == input);
        case.map(|case| case.answer.clone())
    }
}

/// The testcases of a problem.
enum Listing {
    Cases {
        listed: Vec<Listed>,
        pairs: Vec<Pair>,
    },
    /// The manifest lists none, so the files in the folder count.
    Unstated,
    /// The reason why the problem is not judged.
    Refused(String),
}

/// The testcases read so far.
#[derive(Default)]
struct Cases {
    pairs: Vec<Pair>,
    /// The name of the testcase of each input and answer.
    names: HashMap<(Option<PathBuf>, Option<PathBuf>), String>,
    /// The number of times that a name was wanted.
    taken: BTreeMap<String, usize>,
    is_generated: bool,
}

impl Cases {
    /// Adds a testcase, unless it was listed before, and returns its name.
    fn add(&mut self, wanted: &str, input: Option<PathBuf>, answer: Option<PathBuf>, empty: &Path) -> String {
        let files = (input, answer);
        let has_files = files != (None, None);
        if has_files && let Some(name) = self.names.get(&files) {
            return name.clone();
        }
        let count = self.taken.entry(wanted.to_owned()).or_default();
        *count += 1;
        let name = match *count {
            1 => wanted.to_owned(),
            count => format!("{wanted}-{count}"),
        };
        let or_empty = |path: &Option<PathBuf>| Some(path.clone().unwrap_or_else(|| empty.to_owned()));
        self.pairs.push(Pair {
            name: name.clone(),
            group: None,
            input: or_empty(&files.0),
            answer: or_empty(&files.1),
        });
        self.names.insert(files, name.clone());
        name
    }

    /// Adds the testcase of a node.
    fn of_node(&mut self, node: &Node, data: &Data) -> Result<String, Fault> {
        self.is_generated |= ["generator", "generator_args", "generator_in"]
            .iter()
            .any(|key| node.get(key).is_some());
        let file = |key: &str| node.get(key).map(|node| data.file(node)).transpose();
        let (input, mut answer) = if self.is_generated {
            (None, None)
        } else {
            (file("in")?, file("out")?)
        };
        if let (Some(input), None) = (&input, &answer) {
            answer = data.partner(input);
        }
        let mut named = input.iter().chain(&answer).peekable();
        if let (Some(first), true) = (node.get("in").or_else(|| node.get("out")), named.peek().is_some())
            && named.all(|path| !path.is_file())
        {
            return Err(first.fault(format!("missing file {}", shown(first.text("a file")?))));
        }
        let text = |key: &str| node.get(key).and_then(|node| node.text("").ok());
        let wanted = text("in")
            .or_else(|| text("out"))
            .map_or_else(|| "case".to_owned(), name_of_file);
        Ok(self.add(&wanted, input, answer, &data.empty))
    }
}

/// Returns the testcase name for a file name: escaped, without its ending.
fn name_of_file(name: &str) -> String {
    let path = Path::new(name);
    let stem = path.with_extension("");
    quoted(stem.as_os_str().as_encoded_bytes(), 300)
}

/// Reads the testcases, in the order of judging.
fn cases(document: &Document, data: &Data) -> Result<Listing, Fault> {
    let root = &document.root;
    let mut cases = Cases::default();
    let mut listed = Vec::new();
    if let Some(pretests) = root.get("pretest_test_cases") {
        for node in pretests.list("`pretest_test_cases`")? {
            listed.extend(listing(node, data, &mut cases, Some(0.0))?);
        }
    }
    if let Some(node) = root.get_even_empty("test_cases")
        && (node.is_nothing() || node.is_list() && !node.has_entries())
    {
        return Err(node.fault("`test_cases` lists no testcase"));
    }
    match root.get("test_cases") {
        Some(nodes) if nodes.is_list() => {
            for node in nodes.list("`test_cases`")? {
                listed.extend(listing(node, data, &mut cases, None)?);
            }
        }
        None if data.archive.is_none() && root.get("archive").is_none() => return Ok(Listing::Unstated),
        patterns => match by_patterns(root, patterns, data, &mut cases)? {
            Ok(more) => listed.extend(more),
            Err(why) => return Ok(Listing::Refused(why)),
        },
    }
    if cases.is_generated || root.get("generator").is_some() && cases.names.contains_key(&(None, None)) {
        return Ok(Listing::Refused("testcases from a generator".to_owned()));
    }
    Ok(Listing::Cases {
        listed,
        pairs: cases.pairs,
    })
}

/// Reads an item of the list of testcases.
fn listing(node: &Node, data: &Data, cases: &mut Cases, points: Option<f64>) -> Result<Option<Listed>, Fault> {
    let points = match (points, node.get("points")) {
        (Some(points), _) => Some(points),
        (None, Some(node)) => Some(node.points("`points`")?),
        (None, None) => None,
    };
    node.map("a testcase")?;
    let Some(batched) = node.get("batched") else {
        let name = cases.of_node(node, data)?;
        return Ok(Some(Listed::Case { name, points }));
    };
    let mut names = Vec::new();
    for case in batched.list("`batched`")? {
        case.map("a testcase")?;
        if let Some(points) = case.get("points") {
            return Err(points.fault("a testcase in a batch cannot have its own points"));
        }
        names.push(cases.of_node(case, data)?);
    }
    if names.is_empty() {
        return Err(batched.fault("a batch needs a testcase"));
    }
    let mut needs = Vec::new();
    if let Some(needed) = node.get("dependencies") {
        for node in needed.list("`dependencies`")? {
            let number = node.ordinal("a dependency")?;
            needs.push((
                number,
                node.fault(format!("there is no batch {number} before this one")),
            ));
        }
    }
    Ok(Some(Listed::Batch { names, points, needs }))
}

/// A number, or another text. Numbers sort after texts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Label {
    Text(String),
    Number(u128),
}

impl Label {
    fn of(text: &str) -> Label {
        text.parse()
            .map_or_else(|_| Label::Text(text.to_owned()), Label::Number)
    }
}

/// The batch and the testcase of a name, or `None` if it belongs to no testcase.
type Position = Option<(Option<Label>, Label)>;

/// Finds the testcases by the patterns of their names in the archive.
fn by_patterns(
    root: &Node,
    patterns: Option<&Node>,
    data: &Data,
    cases: &mut Cases,
) -> Result<Result<Vec<Listed>, String>, Fault> {
    let Some((folder, names)) = &data.archive else {
        return Ok(Err("neither a list of testcases nor an archive".to_owned()));
    };
    // Batch, then testcase, then input and answer.
    type Files = (Option<String>, Option<String>);
    let mut groups: BTreeMap<Label, BTreeMap<Label, Files>> = BTreeMap::new();
    let mut batches: Vec<Label> = Vec::new();
    for (key, word) in [("input_format", "in"), ("output_format", "out")] {
        let pattern = patterns.and_then(|patterns| patterns.get(key));
        let of: Box<dyn Fn(&str) -> Position> = match pattern {
            None => Box::new(move |name: &str| default_position(name, word)),
            Some(node) => {
                let text = node.text(&format!("`{key}`"))?;
                // The judge matches patterns at the beginning of a name.
                let built = RegexBuilder::new(&format!("^(?:{text})"))
                    .case_insensitive(true)
                    .build();
                let Ok(regex) = built else {
                    let why = format!("the pattern {}, which gamesolve does not fully support", shown(text));
                    return Ok(Err(why));
                };
                Box::new(move |name: &str| {
                    let found = regex.captures(name)?;
                    let group = |key: &str| found.name(key).map(|found| Label::of(found.as_str()));
                    Some((group("batch"), group("case")?))
                })
            }
        };
        for name in names {
            let Some((batch, case)) = of(name) else { continue };
            if let Some(batch) = &batch {
                batches.push(batch.clone());
            }
            let files = groups
                .entry(batch.unwrap_or_else(|| case.clone()))
                .or_default()
                .entry(case)
                .or_default();
            let half = if word == "in" { &mut files.0 } else { &mut files.1 };
            *half = Some(name.clone());
        }
    }
    let mut worth = Vec::new();
    if let Some(node) = patterns.and_then(|patterns| patterns.get("case_points")) {
        for node in node.list("`case_points`")? {
            worth.push(node.points("the points of a testcase")?);
        }
        if worth.len() < groups.len() {
            let message = format!(
                "there are {} testcases and batches, but points for {}",
                groups.len(),
                worth.len()
            );
            return Err(node.fault(message));
        }
    }
    if groups.is_empty() {
        let at = patterns.unwrap_or(root);
        return Err(at.fault("no file of the archive has the name of a testcase"));
    }
    let mut listed = Vec::new();
    let mut worth = worth.into_iter();
    for (label, files) in groups {
        let points = worth.next();
        let mut names = files.into_values().map(|(input, answer)| {
            let path = |name: &Option<String>| name.as_ref().map(|name| folder.join(name));
            let wanted = input
                .as_deref()
                .or(answer.as_deref())
                .map_or_else(|| "case".to_owned(), name_of_file);
            cases.add(&wanted, path(&input), path(&answer), &data.empty)
        });
        if batches.contains(&label) {
            let names = names.collect();
            let needs = Vec::new();
            listed.push(Listed::Batch { names, points, needs });
        } else {
            listed.extend(names.by_ref().map(|name| Listed::Case { name, points }));
        }
    }
    Ok(Ok(listed))
}

/// Returns the position by the judge's default pattern.
///
/// The name contains `.in` or begins with `in` (or `out`). Its last number is the testcase. A number before it is the
/// batch, if no letter, digit or `_` precedes this number.
fn default_position(name: &str, word: &str) -> Position {
    let lower = name.to_ascii_lowercase();
    if !lower.contains(&format!(".{word}")) && !lower.starts_with(word) {
        return None;
    }
    let bytes = name.as_bytes();
    let digit = |b: &u8| b.is_ascii_digit();
    let end = bytes.iter().rposition(digit)? + 1;
    let start = bytes[..end].iter().rposition(|b| !digit(b)).map_or(0, |at| at + 1);
    if bytes[end..].iter().any(u8::is_ascii_whitespace) {
        return None;
    }
    let case = Label::of(&name[start..end]);
    let between = |end: usize| &bytes[end..start];
    let batch = bytes[..start].iter().rposition(digit).and_then(|last| {
        let first = bytes[..=last].iter().rposition(|b| !digit(b)).map_or(0, |at| at + 1);
        let is_free = first == 0 || !(bytes[first - 1].is_ascii_alphanumeric() || bytes[first - 1] == b'_');
        let joined = between(last + 1);
        let is_joined = !joined.is_empty() && !joined.iter().any(u8::is_ascii_whitespace);
        (is_free && is_joined).then(|| Label::of(&name[first..=last]))
    });
    Some((batch, case))
}

/// Reads the checker, the limits and the type.
fn grading(document: &Document, package: &mut Package) -> Result<(), Fault> {
    let root = &document.root;
    let by = document.name();
    let refuse = |package: &mut Package, what: String| {
        package.kind = Kind::Unsupported(Stated::new(what, &by));
    };
    package.limits.output = Some(match root.get("output_limit_length") {
        Some(node) => Stated::new(node.positive("`output_limit_length`")? as u64, &by),
        None => Stated::default_of("DMOJ", DEFAULT_OUTPUT),
    });
    package.comparison = Some(Stated::default_of("DMOJ", Comparison::by(CompareRule::NotBlankLines)));
    // An interactor replaces the checker.
    if let Some(node) = root.get("checker").filter(|_| root.get("interactive").is_none()) {
        match checker(node, &package.root)? {
            Judged::By(comparison) => package.comparison = Some(Stated::new(comparison, &by)),
            Judged::Program(checker) => package.checker = Some(Stated::new(checker, &by)),
            Judged::Refused(why) => package.no_checker = Some(Stated::new(why, &by)),
        }
    }
    if let Some(node) = root.get("hints") {
        package.about.insert("hints".to_owned(), node.as_text());
    }
    if root.get("custom_judge").is_some() {
        refuse(package, "a custom judge (`custom_judge`)".to_owned());
    }
    if root.get("signature_grader").is_some() {
        refuse(
            package,
            "a function instead of a program (`signature_grader`)".to_owned(),
        );
    }
    if let Some(node) = root.get("interactive") {
        match bridged(node, &package.root)? {
            Judged::Program(interactor) => package.kind = Kind::Interactive(Stated::new(interactor, &by)),
            Judged::Refused(why) => refuse(package, why),
            Judged::By(_) => {}
        }
    }
    Ok(())
}

/// Reads the programs for the package's tests of itself.
///
/// The package states the allowed verdicts of each testcase. Some testcases of every program get `AC`, and `SC` is no
/// verdict. The other verdicts are the expected ones.
fn submissions(document: &Document, package: &mut Package) -> Result<(), Fault> {
    let Some(tests) = document.root.get("tests") else {
        return Ok(());
    };
    for test in tests.list("`tests`")? {
        let Some(source) = test.get("source") else { continue };
        let path = inside(source, "`source`")?;
        let words = test.get("expect").map(|node| node.texts("`expect`")).transpose()?;
        let words: Vec<&str> = words.unwrap_or_default().into_iter().map(|(_, word)| word).collect();
        let has_others = words.iter().any(|word| !matches!(*word, "AC" | "SC"));
        let is_meant = |word: &&&str| **word != "SC" && !(has_others && **word == "AC");
        let expected = words.iter().filter(is_meant).map(|word| (*word).to_owned());
        let path = package.root.join(path);
        let mut submission = Submission::of_file(path, expected.collect());
        for (key, value) in test.children().into_iter().filter(|(_, value)| !value.is_nothing()) {
            let known = keys::find(INIT.keys, &format!("{OF_SUBMISSION}{key}"));
            if known.is_some_and(|known| known.fate == Fate::About) {
                submission.about.insert(key.to_owned(), value.as_text());
            }
        }
        package.submissions.push(submission);
    }
    Ok(())
}

/// Returns the path of a file that a node names. It must lie in the package's folder.
fn inside<'a>(node: &'a Node, what: &str) -> Result<&'a Path, Fault> {
    let name = node.text(what)?;
    let place = Path::new(name);
    if place.is_absolute() || place.components().any(|step| step == Component::ParentDir) {
        return Err(node.fault(format!("{} leads out of the package", shown(name))));
    }
    Ok(place)
}

/// The judge of outputs: a comparison, a checker, or a checker that is refused by name.
enum Judged {
    By(Comparison),
    Program(Checker),
    Refused(String),
}

fn checker(node: &Node, root: &Path) -> Result<Judged, Fault> {
    let empty = Node::nothing();
    let (name, arguments) = if node.is_map() {
        let name = node
            .get("name")
            .ok_or_else(|| node.fault("a checker must have a `name`"))?;
        (name, node.get("args").unwrap_or(&empty))
    } else {
        (node, &empty)
    };
    let text = name.text("the name of a checker")?;
    let by = |rule| Ok(Judged::By(Comparison::by(rule)));
    match text {
        "standard" => by(CompareRule::NotBlankLines),
        "easy" => by(CompareRule::SameLetters),
        "identical" => by(CompareRule::Exact),
        "rstripped" => by(CompareRule::TrimmedLines),
        "linecount" if arguments.get("match").is_none() => by(CompareRule::LineCount),
        "linecount" => Ok(Judged::Refused(
            "`linecount` with a Python function as `match`".to_owned(),
        )),
        "linematches" => Ok(Judged::Refused(
            "`linematches`, whose points for each line gamesolve does not count".to_owned(),
        )),
        "sorted" | "unordered" => {
            let split = arguments
                .get("split_on")
                .map_or(Ok("lines"), |node| node.text("`split_on`"))?;
            by(if text == "unordered" || split == "whitespace" {
                CompareRule::SortedTokens
            } else {
                CompareRule::SortedLines
            })
        }
        "floats" | "floatsabs" | "floatsrel" => {
            let places = |node: &Node| {
                let places = node.number("`precision`")?;
                let is_whole = places.fract() == 0.0 && places.abs() <= MAX_PLACES;
                let wrong = || node.fault(format!("`precision` must be a whole number up to {MAX_PLACES}"));
                is_whole.then_some(places).ok_or_else(wrong)
            };
            let precision = arguments.get("precision").map_or(Ok(6.0), places)?;
            // Parse as Python does, because a power of `10f64` may differ from the nearest number.
            let distance = format!("1e{}", -precision as i32).parse().unwrap_or(f64::INFINITY);
            let mode = match text {
                "floatsabs" => "absolute",
                "floatsrel" => "relative",
                _ => arguments
                    .get("error_mode")
                    .map_or(Ok("default"), |node| node.text("`error_mode`"))?,
            };
            if !matches!(mode, "default" | "absolute" | "relative") {
                return Err(arguments.fault(format!("{} is not a valid `error_mode`", shown(mode))));
            }
            let tolerance = Tolerance {
                absolute: (mode != "relative").then_some(distance),
                relative: (mode != "absolute").then_some(distance),
            };
            Ok(Judged::By(Comparison {
                rule: CompareRule::NotBlankLines,
                tolerance: Some(tolerance),
            }))
        }
        "bridged" => bridged(arguments, root),
        _ if text.ends_with(".py") => {
            let path = root.join(inside(name, "the name of a checker")?);
            if !path.is_file() {
                return Err(name.fault(format!("missing checker {}", shown(text))));
            }
            if arguments.has_children() {
                return Ok(Judged::Refused(format!(
                    "{} with its own arguments (`args`)",
                    shown(text)
                )));
            }
            if let Some(import) = unknown_import(&path) {
                return Ok(Judged::Refused(format!(
                    "{} imports {}, which gamesolve does not offer",
                    shown(text),
                    shown(&import)
                )));
            }
            Ok(Judged::Program(Checker {
                path,
                protocol: Protocol::DmojPython,
                arguments: Vec::new(),
                include: vec![root.to_owned()],
                flags: Vec::new(),
            }))
        }
        _ => Ok(Judged::Refused(format!("the unknown checker {}", shown(text)))),
    }
}

/// The modules of DMOJ's judge that gamesolve offers to checkers, with their names. The judge's adapter defines them.
const MODULES: [(&str, &[&str]); 7] = [
    ("dmoj.result", &["CheckerResult"]),
    ("dmoj.error", &["InternalError"]),
    ("dmoj.utils", &["unicode"]),
    ("dmoj.utils.unicode", &["utf8bytes", "utf8text"]),
    ("dmoj.checkers", &CHECKERS),
    ("dmoj.checkers._checker", &["standard"]),
    ("dmoj", &["checkers", "result", "error", "utils"]),
];
/// The checkers of DMOJ that a checker may call.
const CHECKERS: [&str; 11] = [
    "easy",
    "floats",
    "floatsabs",
    "floatsrel",
    "identical",
    "linecount",
    "linematches",
    "rstripped",
    "sorted",
    "standard",
    "unordered",
];

/// Returns the first import from DMOJ's judge that gamesolve does not offer to a Python checker, or `None`.
///
/// Only lines that begin with an import are searched, indented or not. Other imports fail when the checker runs.
fn unknown_import(path: &Path) -> Option<String> {
    const MAX_BYTES: u64 = 1 << 20;
    let source = Source::from_file(path, MAX_BYTES).ok()?;
    // Names in parentheses may span several lines.
    let text = String::from_utf8_lossy(&source.bytes).replace("\\\n", " ");
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let (mut line, mut behind) = rest.split_once('\n').unwrap_or((rest, ""));
        let begins = line.trim_start().starts_with("from ") && line.contains('(') && !line.contains(')');
        if let Some(end) = rest.find(')').filter(|_| begins) {
            (line, behind) = rest.split_at(end + 1);
        }
        rest = behind;
        let code = line.lines().map(|line| line.split('#').next().unwrap_or_default());
        let words = code.collect::<Vec<_>>().join(" ").replace(['(', ')', ','], " ");
        let words: Vec<&str> = words.split_whitespace().collect();
        let unknown = match &words[..] {
            ["from", module, "import", names @ ..] => unknown_of(module, &without_aliases(names)),
            ["import", modules @ ..] => without_aliases(modules)
                .iter()
                .find_map(|module| unknown_of(module, &[])),
            _ => None,
        };
        if unknown.is_some() {
            return unknown;
        }
    }
    None
}

/// Returns the imported names without their aliases.
fn without_aliases<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let is_alias = |at: usize| words[at] == "as" || at > 0 && words[at - 1] == "as";
    (0..words.len())
        .filter(|at| !is_alias(*at))
        .map(|at| words[at])
        .collect()
}

/// Returns the module of DMOJ, or the first name in it, that gamesolve does not offer.
fn unknown_of(module: &str, names: &[&str]) -> Option<String> {
    if module != "dmoj" && !module.starts_with("dmoj.") {
        return None;
    }
    let of_checker = module.strip_prefix("dmoj.checkers.");
    if of_checker.is_some_and(|name| CHECKERS.contains(&name)) {
        return names
            .iter()
            .find(|name| **name != "check")
            .map(|name| format!("{module}.{name}"));
    }
    let Some((_, known)) = MODULES.iter().find(|(name, _)| *name == module) else {
        return Some(module.to_owned());
    };
    let unknown = names.iter().find(|name| **name != "*" && !known.contains(*name));
    unknown.map(|name| format!("{module}.{name}"))
}

/// Reads the program of a checker or an interactor.
fn bridged(node: &Node, root: &Path) -> Result<Judged, Fault> {
    let files = node
        .get("files")
        .ok_or_else(|| node.fault("a program must have `files`"))?;
    let mut paths = Vec::new();
    for (node, name) in files.texts("`files`")? {
        let path = root.join(inside(node, "`files`")?);
        if !path.is_file() {
            return Err(node.fault(format!("missing file {}", shown(name))));
        }
        paths.push(path);
    }
    if node.get("args_format_string").is_some() {
        return Ok(Judged::Refused("custom arguments (`args_format_string`)".to_owned()));
    }
    let kind = node.get("type").map_or(Ok("default"), |node| node.text("`type`"))?;
    let protocol = match kind {
        "default" => Protocol::Dmoj,
        "testlib" => Protocol::Testlib,
        "coci" => Protocol::Coci,
        "peg" => Protocol::Peg,
        "cms" => Protocol::Cms,
        other => return Ok(Judged::Refused(format!("a program of the type {}", shown(other)))),
    };
    let flags = node.get("flags").map_or(Ok(Vec::new()), |node| node.texts("`flags`"))?;
    let flags: Vec<String> = flags.into_iter().map(|(_, flag)| flag.to_owned()).collect();
    // The first source is the program. The other files are compiled with it.
    let mut sources: Vec<&PathBuf> = paths.iter().filter(|path| is_source(path)).collect();
    if sources.is_empty() {
        return Err(files.fault("no source file is among these files"));
    }
    let path = sources.remove(0).clone();
    if !sources.is_empty() {
        return Ok(Judged::Refused("a program of several source files".to_owned()));
    }
    Ok(Judged::Program(Checker {
        path,
        protocol,
        arguments: Vec::new(),
        include: vec![root.to_owned()],
        flags: PackageWord::all(&flags),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the positions of names that are inputs by the default pattern.
    fn default_positions(names: &[&str]) -> Vec<String> {
        let shown = |label: &Label| match label {
            Label::Number(number) => number.to_string(),
            Label::Text(text) => text.clone(),
        };
        let position = |name: &&str| {
            let (batch, case) = default_position(name, "in")?;
            let batch = batch.map_or_else(String::new, |batch| format!("batch {}, ", shown(&batch)));
            Some(format!("{name}: {batch}case {}", shown(&case)))
        };
        names.iter().filter_map(position).collect()
    }

    #[test]
    fn a_case_of_dmoj_is_found_by_the_default_patterns() {
        let cases = default_positions(&[
            "1.in",
            "2.1.in",
            "2.10.in",
            "nim3.in",
            "readme.txt",
            "nim-4-2.in",
            // An underscore belongs to a word, so no batch begins after it.
            "nim_4-2.in",
            "1.out",
        ]);
        assert_eq!(
            cases,
            [
                "1.in: case 1",
                "2.1.in: batch 2, case 1",
                "2.10.in: batch 2, case 10",
                "nim3.in: case 3",
                "nim-4-2.in: batch 4, case 2",
                "nim_4-2.in: case 2"
            ]
        );
    }
}
