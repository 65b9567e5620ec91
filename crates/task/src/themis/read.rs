//! Themis: a folder for each test, with an input and an output named after the task, and `Settings.cfg` beside the
//! folders.
//!
//! `Settings.cfg` may be missing. Several such folders make a contest.
//!
//! **Source.** Free programs that judge Themis's folders, and VNOJ's reader.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit};

use super::keys::{MANIFEST, NAME, SETTINGS};
use super::points;
use crate::case::natural_order;
use crate::error::TaskError;
use crate::model::{CaseRules, Checker, CompareRule, Comparison, FileNames, Package, Protocol, Stated};
use crate::points::known;
use crate::read::xml::{self, Element, elements};
use crate::read::yaml::{MAX_MANIFEST_BYTES, shown, source, too_large};
use crate::read::{Pair, entries, led_out, name_of, of_pairs, sources_in};
use crate::walk::leads_out_of;
use gamesolve_text::{InputError, quoted};

/// The first byte of every zlib stream with the usual window size.
const ZLIB: u8 = 0x78;
/// Themis's default limits.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
const DEFAULT_MEMORY: u64 = 1 << 30;
const JUDGE: &str = "Themis";

/// Returns the task folders in a contest folder, or nothing if this is no contest folder.
pub(crate) fn tasks(root: &Path) -> Vec<PathBuf> {
    let folders: Vec<PathBuf> = entries(root).into_iter().filter(|path| path.is_dir()).collect();
    let is_task = |path: &&PathBuf| path.join(MANIFEST).is_file() || task_files(path).is_some();
    folders.iter().filter(is_task).cloned().collect()
}

/// Returns the common names of input and output in the test folders of a task without settings: `NIM.INP`, `NIM.OUT`.
///
/// Returns `None` if this is no such folder.
fn task_files(root: &Path) -> Option<(String, String)> {
    let mut found: Option<(String, String)> = None;
    for folder in entries(root) {
        if !folder.is_dir() {
            continue;
        }
        let names: Vec<String> = entries(&folder)
            .iter()
            .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
            .collect();
        let of = |ending: &str| {
            let mut of = names.iter().filter(|name| name.to_ascii_uppercase().ends_with(ending));
            of.next().filter(|_| of.next().is_none()).cloned()
        };
        let (input, output) = (of(".INP")?, of(".OUT")?);
        let stem = |name: &str| name[..name.len() - 4].to_ascii_uppercase();
        if stem(&input) != stem(&output) {
            return None;
        }
        match &found {
            Some((first, _)) if stem(first) != stem(&input) => return None,
            Some(_) => {}
            None => found = Some((input, output)),
        }
    }
    found
}

/// The unpacked settings of a task.
struct Xml {
    /// The escaped file name.
    by: String,
    /// The file name for places in errors.
    name: String,
    bytes: Vec<u8>,
}

/// Reads the settings in a folder. As on Windows, the case of the file name does not matter.
///
/// # Errors
/// Fails if the file cannot be read or unpacked, or is no XML.
fn settings_of(root: &Path, limit: u64) -> Result<Option<Xml>, TaskError> {
    const MARK: &[u8] = "\u{feff}".as_bytes();
    let is_manifest = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default();
        name.eq_ignore_ascii_case(MANIFEST) && !path.is_dir()
    };
    let Some(path) = entries(root).into_iter().find(is_manifest) else {
        return Ok(None);
    };
    if leads_out_of(root, &path) {
        return Err(led_out(&path));
    }
    let Some(file) = source(&path, limit)? else {
        return Ok(None);
    };
    let by = quoted(file.name.as_bytes(), 300);
    let plain = file.bytes.strip_prefix(MARK).unwrap_or(&file.bytes).trim_ascii_start();
    let bytes = match plain.first() {
        Some(b'<') => plain.to_vec(),
        Some(&ZLIB) => {
            decompress_to_vec_zlib_with_limit(&file.bytes, MAX_MANIFEST_BYTES as usize).map_err(|error| {
                if error.status == TINFLStatus::HasMoreOutput {
                    return too_large(&by);
                }
                TaskError::new(format!("cannot decompress `{by}`: {error}"))
            })?
        }
        // Other programs also have files of this name.
        _ if task_files(root).is_none() => return Ok(None),
        _ => {
            return Err(TaskError::new(format!(
                "`{by}` is not a Themis settings file: it is neither XML nor compressed XML"
            )));
        }
    };
    let name = format!("{} (unpacked)", file.name);
    Ok(Some(Xml { by, name, bytes }))
}

pub(crate) fn read(root: &Path, limit: u64) -> Result<Option<Package>, TaskError> {
    let mut package = Package::new(NAME, root.to_owned(), name_of(root));
    let Some(Xml { by, name, bytes }) = settings_of(root, limit)? else {
        let Some((input, output)) = task_files(root) else {
            return Ok(None);
        };
        package.layout = tests(root, &input, &output);
        package.comparison = Some(Stated::default_of(JUDGE, Comparison::by(CompareRule::LinesAnyCase)));
        package.limits.time = Some(Stated::default_of(JUDGE, DEFAULT_TIME));
        package.limits.memory = Some(Stated::default_of(JUDGE, DEFAULT_MEMORY));
        package.files = FileNames::Either(input, output);
        return Ok(Some(package));
    };
    let located = |error: InputError| TaskError::at(&name, &bytes, error);
    let elements = elements(&bytes).map_err(located)?;
    if elements.first().is_none_or(|first| first.path != "ExamInformation") {
        if task_files(root).is_none() {
            return Ok(None);
        }
        return Err(TaskError::new(format!(
            "`{by}` is not a Themis settings file: it does not begin with `<ExamInformation>`"
        )));
    }
    xml::account(&elements, &SETTINGS, &mut package);
    settings(&elements, &by, &mut package).map_err(located)?;
    let marks = points::marks(&elements).map_err(located)?;
    package.points = points::read(&marks, &by, &known(&[root], &package.layout))?;
    Ok(Some(package))
}

/// Reads the settings.
fn settings(elements: &[Element], by: &str, package: &mut Package) -> Result<(), InputError> {
    let exam = &elements[0];
    if let Some(name) = exam.get("Name").filter(|name| !name.is_empty()) {
        package.name = quoted(name.as_bytes(), 100);
    }
    let file = |key: &str, ending: &str| {
        let given = exam.get(key).filter(|name| !name.is_empty());
        given.map_or_else(|| format!("{}.{ending}", package.name), str::to_owned)
    };
    let (input, output) = (file("InputFile", "INP"), file("OutputFile", "OUT"));
    let root = package.root.clone();
    package.layout = tests(&root, &input, &output);
    let is_true = |key: &str| match exam.get(key).unwrap_or_default().to_ascii_lowercase().as_str() {
        "1" | "true" => Ok(true),
        "" | "0" | "false" => Ok(false),
        other => Err(exam.fault(format!("`{key}` must be `true` or `false`, found {}", shown(other)))),
    };
    let name_unless = |name: String, key: &str| {
        Ok::<_, InputError>(Some(name).filter({
            let is_stream = is_true(key)?;
            move |_| !is_stream
        }))
    };
    let names = (name_unless(input, "UseStdIn")?, name_unless(output, "UseStdOut")?);
    package.files = match names {
        (Some(input), Some(output)) if exam.get("UseStdIn").or(exam.get("UseStdOut")).is_none() => {
            FileNames::Either(input, output)
        }
        (None, None) => FileNames::Streams,
        names => FileNames::Files(Stated::new(names, by)),
    };
    let time = positive(exam, "TimeLimit")?;
    let memory = positive(exam, "MemoryLimit")?;
    let time_of = |seconds: f64| Duration::from_secs_f64(seconds.min(3600.0));
    let memory_of = |mebibytes: f64| (mebibytes * f64::from(1 << 20)) as u64;
    package.limits.time = Some(match time {
        Some(seconds) => Stated::new(time_of(seconds), by),
        None => Stated::default_of(JUDGE, DEFAULT_TIME),
    });
    package.limits.memory = Some(match memory {
        Some(mebibytes) => Stated::new(memory_of(mebibytes), by),
        None => Stated::default_of(JUDGE, DEFAULT_MEMORY),
    });
    for test in elements
        .iter()
        .filter(|element| element.path == "ExamInformation.TestCase")
    {
        let rules = CaseRules {
            time: positive(test, "TimeLimit")?.map(time_of),
            memory: positive(test, "MemoryLimit")?.map(memory_of),
            ..CaseRules::default()
        };
        let folder = test.get("Name").unwrap_or_default();
        let mut names = package.layout.cases.iter().map(|case| case.name.clone());
        let is_of = |name: &String| {
            name.split('/')
                .next()
                .is_some_and(|first| first.eq_ignore_ascii_case(folder))
        };
        if let Some(name) = names.find(is_of).filter(|_| rules != CaseRules::default()) {
            package.of_cases.insert(name, rules);
        }
    }
    evaluator(
        exam.get("EvaluatorName").unwrap_or("C1LinesWordsIgnoreCase"),
        by,
        package,
    );
    Ok(())
}

/// Reads the evaluator, which compares outputs.
fn evaluator(name: &str, by: &str, package: &mut Package) {
    let lower = name.to_ascii_lowercase();
    let kind = lower.trim_end_matches(".dll");
    let rule = match kind {
        "c1lineswordsignorecase" => CompareRule::LinesAnyCase,
        "c2lineswordscase" => CompareRule::Cms,
        "c3wordsignorecase" => CompareRule::TokensAnyCase,
        "c4wordscase" => CompareRule::Tokens,
        "c5binary" => CompareRule::Exact,
        "c7external" | "c8compilethemis" | "c9compiletestlib" | "c10compilecms" => {
            let protocol = match kind {
                "c9compiletestlib" => Protocol::Testlib,
                "c10compilecms" => Protocol::Cms,
                _ => Protocol::Themis,
            };
            let sources = sources_in(&package.root);
            if let [path] = &sources[..] {
                let checker = Checker {
                    path: path.clone(),
                    protocol,
                    arguments: Vec::new(),
                    include: vec![package.root.clone()],
                    flags: Vec::new(),
                };
                package.checker = Some(Stated::new(checker, by));
                return;
            }
            let what = format!("the evaluator {} without its single source file", shown(name));
            package.no_checker = Some(Stated::new(what, by));
            return;
        }
        _ => {
            let what = format!("the unknown evaluator {}", shown(name));
            package.no_checker = Some(Stated::new(what, by));
            return;
        }
    };
    package.comparison = Some(Stated::new(Comparison::by(rule), by));
}

/// Returns a limit, or `None` if it is missing or negative, which means the limit of the exam.
fn positive(element: &Element, key: &str) -> Result<Option<f64>, InputError> {
    let Some(text) = element.get(key) else {
        return Ok(None);
    };
    // Some files have decimal commas.
    let number: Option<f64> = text.trim().replace(',', ".").parse().ok();
    let number = number.filter(|number| number.is_finite());
    let wrong = || element.fault(format!("`{key}` must be a number, found {}", shown(text)));
    Ok(Some(number.ok_or_else(wrong)?).filter(|number| *number > 0.0))
}

/// Finds the tests: the files of these names in each folder, in any ASCII case, else its only pair with the usual
/// endings.
fn tests(root: &Path, input: &str, output: &str) -> crate::layout::Layout {
    let mut pairs = Vec::new();
    let mut seen = BTreeSet::new();
    for folder in entries(root).into_iter().filter(|path| path.is_dir()) {
        let files = entries(&folder);
        let called = |name: &str| {
            let mut files = files.iter();
            files
                .find(|path| path.file_name().is_some_and(|file| file.eq_ignore_ascii_case(name)))
                .cloned()
        };
        let ending = |ending: &str| {
            let mut of = files
                .iter()
                .filter(|path| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(ending)));
            of.next().filter(|_| of.next().is_none()).cloned()
        };
        let pair = (
            called(input).or_else(|| ending("inp")),
            called(output).or_else(|| ending("out")),
        );
        if pair == (None, None) {
            continue;
        }
        let test = quoted(folder.file_name().unwrap_or_default().as_encoded_bytes(), 200);
        let file = pair.0.as_ref().or(pair.1.as_ref()).and_then(|path| path.file_stem());
        let stem = quoted(file.unwrap_or_default().as_encoded_bytes(), 200);
        let name = format!("{test}/{stem}");
        if seen.insert(name.to_ascii_lowercase()) {
            pairs.push(Pair {
                name,
                group: None,
                input: pair.0,
                answer: pair.1,
            });
        }
    }
    pairs.sort_by(|a, b| natural_order(&a.name, &b.name));
    of_pairs(pairs)
}
