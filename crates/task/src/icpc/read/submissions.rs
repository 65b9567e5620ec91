//! The submissions of an ICPC package: the programs in its folders, and the statements of `submissions.yaml`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use regex_lite::Regex;

use super::super::keys::{LATEST, SUBMISSIONS, SUBMISSIONS_FILE as FILE};
use super::{below, further_sources};
use crate::case::{is_case_of, path_pattern};
use crate::error::TaskError;
use crate::expected::{Deserved, PARTIAL, meant_by_all};
use crate::languages::is_source;
use crate::model::{Demand, Package, Submission};
use crate::read::keys::{self, Fate};
use crate::read::yaml::{Fault, Node, shown};
use crate::read::{Found, entries, manifest, program_of};
use crate::remark::{Remark, Unobeyed};
use gamesolve_text::{Source, quoted};

const FOLDER: &str = "submissions";
const ACCEPTED: &str = "accepted";
/// The folder that is a verdict for judges of 2025-09, but not for DOMjudge.
const REJECTED: &str = "rejected";
/// Folders named after the verdict of their programs.
const VERDICTS: [&str; 6] = [
    ACCEPTED,
    PARTIAL,
    "wrong_answer",
    REJECTED,
    "time_limit_exceeded",
    "run_time_error",
];

/// Returns the demand of the folder `brute_force`, which versions before 2025-09 do not have.
fn of_brute_force() -> Demand {
    Demand {
        cases: None,
        permitted: Some(meant_by_words(&["AC", "RTE", "TLE"])),
        required: Some(meant_by_words(&["RTE", "TLE"])),
    }
}

/// An entry of `submissions.yaml`.
struct Entry<'a> {
    key: &'a str,
    /// The matching paths below the folder of submissions.
    paths: Regex,
    demands: Vec<Demand>,
}

impl Entry<'_> {
    /// Returns whether the entry redefines a whole folder of a verdict.
    fn replaces(&self, folder: &str) -> bool {
        self.key.trim_end_matches('/') == folder
    }

    /// Returns whether the entry only says that all testcases are accepted.
    fn is_accepted(&self) -> bool {
        let of_all = |demand: &Demand| demand.cases.is_none() && demand.required.is_none();
        matches!(&self.demands[..], [demand] if of_all(demand) && demand.permitted.as_deref() == Some(&[Deserved::Accepted]))
    }
}

/// Reads the entries of the file and accounts for its keys.
fn entries_of<'a>(root: &'a Node, package: &mut Package) -> Result<Vec<Entry<'a>>, Fault> {
    let mut entries = Vec::new();
    package.remarks_on_submissions.extend(keys::repeated(root, FILE));
    for (key, node) in root.children() {
        if !node.is_map() {
            package.remarks_on_submissions.push(keys::unknown(key, FILE));
            continue;
        }
        let paths = path_pattern(key).map_err(|why| node.fault(why.to_string()))?;
        let mut demands = Vec::new();
        demands_of(node, None, package, &mut demands)?;
        entries.push(Entry { key, paths, demands });
    }
    Ok(entries)
}

/// Reads the demands of an entry, or of the testcases that it names.
fn demands_of(node: &Node, cases: Option<&str>, package: &mut Package, demands: &mut Vec<Demand>) -> Result<(), Fault> {
    package.remarks_on_submissions.extend(keys::repeated(node, FILE));
    let verdicts = |key| node.get(key).map(verdicts_of).transpose();
    let demand = Demand {
        cases: cases.map(str::to_owned),
        permitted: verdicts("permitted")?,
        required: verdicts("required")?,
    };
    if demand.permitted.is_some() || demand.required.is_some() {
        demands.push(demand);
    }
    for (key, value) in node.children().into_iter().filter(|(_, value)| !value.is_nothing()) {
        match keys::find(SUBMISSIONS.keys, key).map(|known| known.fate) {
            Some(Fate::Mapped | Fate::Refused) => {}
            Some(Fate::About) => {
                package.about.insert(format!("{FOLDER}.{key}"), value.as_text());
            }
            Some(Fate::Reported(why)) => package.remarks_on_submissions.push(keys::remark(key, FILE, why)),
            None if cases.is_none() && value.is_map() => {
                let pattern = path_pattern(key).map_err(|why| value.fault(why.to_string()))?;
                let mut cases = package.layout.cases.iter();
                if !cases.any(|case| is_case_of(&pattern, &case.name)) {
                    let remark = Remark::on_key(key, FILE, Unobeyed::NoCase);
                    package.remarks_on_submissions.push(remark);
                }
                demands_of(value, Some(key), package, demands)?;
            }
            None => package.remarks_on_submissions.push(keys::unknown(key, FILE)),
        }
    }
    Ok(())
}

/// Returns the verdicts that a word means. For these judges, too much memory and too much output are run-time errors.
fn meant_by(word: &str) -> Option<&'static [Deserved]> {
    Some(match word {
        "AC" => &[Deserved::Accepted],
        "WA" => &[Deserved::WrongAnswer, Deserved::Presentation],
        "TLE" => &[Deserved::TimeLimit],
        "RTE" => &[Deserved::RuntimeError, Deserved::MemoryLimit, Deserved::OutputLimit],
        _ => return None,
    })
}

fn meant_by_words(words: &[&str]) -> Vec<Deserved> {
    let all = words.iter().filter_map(|word| meant_by(word));
    all.flatten().copied().collect()
}

/// Reads a list of verdicts.
fn verdicts_of(node: &Node) -> Result<Vec<Deserved>, Fault> {
    let mut all = Vec::new();
    for (node, word) in node.texts("verdicts")? {
        let unknown = || node.fault(format!("{} is not one of AC, WA, TLE and RTE", shown(word)));
        all.extend_from_slice(meant_by(word).ok_or_else(unknown)?);
    }
    Ok(all)
}

/// Returns the text of a source file, or an empty text if it is unreadable or longer than 1 MiB.
fn text_of(path: &Path) -> String {
    const MAX_BYTES: u64 = 1 << 20;
    let text = Source::from_file(path, MAX_BYTES).map_or_else(|_| Vec::new(), |source| source.bytes);
    String::from_utf8_lossy(&text).into_owned()
}

/// Returns the words of a source comment that states verdicts: `@EXPECTED_RESULTS@: CORRECT, TIMELIMIT`.
///
/// The case of letters does not matter.
fn marked_in(text: &str) -> Vec<String> {
    const MARK: &str = "@expected_results@:";
    let text = text.to_ascii_lowercase();
    let Some((_, behind)) = text.split_once(MARK) else {
        return Vec::new();
    };
    let line = behind.lines().next().unwrap_or_default();
    let words = line.split(|c: char| c == ',' || c.is_whitespace());
    let is_verdict =
        |word: &&str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '-' || c == '_');
    words.filter(is_verdict).map(str::to_ascii_uppercase).collect()
}

/// Returns the words for the expected verdicts of a program with this mark in a folder, and a remark on the mark.
///
/// As in DOMjudge, the mark counts if the folder is no verdict. Otherwise it adds verdicts to that of the folder.
fn words_of(folder: Vec<String>, mut marked: Vec<String>) -> (Vec<String>, Option<String>) {
    let is_weak = folder.iter().all(|word| word == REJECTED);
    if marked.is_empty() || is_weak {
        return (if marked.is_empty() { folder } else { marked }, None);
    }
    let mark = shown(&marked.join(", "));
    if folder.iter().any(|word| word == PARTIAL) {
        let remark = format!("states {mark}, which is ignored in the folder `{PARTIAL}`");
        return (folder, Some(remark));
    }
    let meant = |words: &[String]| meant_by_all(words).unwrap_or_default();
    let of_folder = meant(&folder);
    let of_mark = meant(&marked);
    let remark = if of_mark.is_empty() {
        Some(format!("states {mark}, which has an unknown word: its folder counts"))
    } else if !of_mark.iter().any(|verdict| of_folder.contains(verdict)) {
        Some(format!(
            "states {mark}, and its folder {}: both count",
            shown(&folder.join(", "))
        ))
    } else {
        None
    };
    if of_mark.is_empty() {
        return (folder, remark);
    }
    marked.retain(|word| {
        meant(std::slice::from_ref(word))
            .iter()
            .any(|verdict| !of_folder.contains(verdict))
    });
    ([folder, marked].concat(), remark)
}

/// Returns the verdicts that a folder allows for every testcase in version 2025-09.
fn permitted_in(folder: &str) -> Option<Vec<Deserved>> {
    let words = match folder {
        ACCEPTED => &["AC"][..],
        "wrong_answer" => &["AC", "WA"],
        "time_limit_exceeded" => &["AC", "TLE"],
        "run_time_error" => &["AC", "RTE"],
        _ => return None,
    };
    Some(meant_by_words(words))
}

/// Returns whether BAPCtools ignores a file or folder of this name.
fn is_passed_over(place: &Path) -> bool {
    let ending = place.extension();
    ending.is_some_and(|ending| ending == "disabled" || ending == "template")
}

/// Returns the program in a file or folder below `home`.
///
/// A program may read its own files, so no link may lead to another folder or to all programs.
fn own_program(place: &Path, home: &Path) -> Result<Found, String> {
    let mut found = program_of(place, true)?;
    // The files beside it are other programs.
    if !place.is_dir() {
        found.include.clear();
    }
    let is_own = |path: &PathBuf| {
        let real = path.canonicalize().ok();
        let inside = real.as_ref().and_then(|real| real.strip_prefix(home).ok());
        inside.is_some_and(|inside| inside.components().count() > 1)
    };
    let are_own = is_own(&found.path) && found.include.iter().chain(&found.others).all(is_own);
    if are_own {
        Ok(found)
    } else {
        Err("a link leads out of its folder".to_owned())
    }
}

/// Reads the programs below `submissions`, with the verdicts of their folders and the demands of `submissions.yaml`.
///
/// A folder in a verdict folder is one program of several files. Other entries are reported.
pub(super) fn read(package: &mut Package, is_latest: bool, limit: u64) -> Result<(), TaskError> {
    let root = package.root.clone();
    let is_2025 = package.version.as_deref() == Some(LATEST);
    let home = root.join(FOLDER).canonicalize().unwrap_or_default();
    let document = manifest(&root.join(FOLDER).join(FILE), limit)?;
    let stated = match &document {
        Some(document) => entries_of(&document.root, package).map_err(|fault| document.located(&fault))?,
        None => Vec::new(),
    };
    let mut unused: Vec<&Entry<'_>> = stated.iter().collect();
    for folder in entries(&root.join(FOLDER)) {
        let of_package = |path: &Path| quoted(below(&root, path).as_os_str().as_encoded_bytes(), 200);
        if folder.is_file() && is_source(&folder) {
            package.remarks_on_submissions.push(Remark::Program {
                place: of_package(&folder),
                why: "it is not in a folder of a verdict".to_owned(),
            });
        }
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let replaced = stated.iter().find(|entry| entry.replaces(&name));
        let expected = match replaced {
            None if VERDICTS.contains(&name.as_str()) => vec![name.clone()],
            Some(entry) if entry.is_accepted() => vec![ACCEPTED.to_owned()],
            _ => Vec::new(),
        };
        let common = (is_latest && name == "brute_force" && replaced.is_none()).then(of_brute_force);
        let permitted = permitted_in(&name).filter(|_| is_2025 && replaced.is_none());
        for place in entries(&folder) {
            if is_2025 && is_passed_over(&place) {
                package.remarks_on_submissions.push(Remark::Program {
                    place: of_package(&place),
                    why: "BAPCtools ignores names with this ending".to_owned(),
                });
                continue;
            }
            let inside = place
                .strip_prefix(root.join(FOLDER))
                .unwrap_or(&place)
                .to_string_lossy();
            unused.retain(|entry| !entry.paths.is_match(&inside));
            let Found { path, include, others } = match own_program(&place, &home) {
                Ok(found) => found,
                Err(why) => {
                    let place = of_package(&place);
                    package.remarks_on_submissions.push(Remark::Program { place, why });
                    continue;
                }
            };
            let texts: Vec<String> = std::iter::once(&path)
                .chain(&others)
                .map(|path| text_of(path))
                .collect();
            let marked = texts.iter().map(|text| marked_in(text)).find(|words| !words.is_empty());
            let is_marked = marked.is_some();
            let (words, remark) = words_of(expected.clone(), marked.unwrap_or_default());
            if let Some(remark) = remark {
                let remark = format!("`{}` {remark}", of_package(&path));
                package.remarks_on_submissions.push(remark.into());
            }
            if texts.iter().any(|text| text.contains("@EXPECTED_SCORE@")) {
                let remark = format!(
                    "`{}` states its points (`@EXPECTED_SCORE@`), but gamesolve does not compare them",
                    of_package(&path)
                );
                package.remarks_on_submissions.push(remark.into());
            }
            let about_it = stated.iter().filter(|entry| entry.paths.is_match(&inside));
            let demands = about_it
                .flat_map(|entry| entry.demands.iter().cloned())
                .chain(common.clone());
            package.submissions.push(Submission {
                path,
                expected: words,
                include,
                flags: further_sources(&others),
                permitted: permitted.clone().filter(|_| !is_marked),
                demands: demands.collect(),
                statuses: Vec::new(),
                about: BTreeMap::new(),
            });
        }
    }
    for entry in unused {
        let remark = Remark::on_key(entry.key, FILE, Unobeyed::NoSubmission);
        package.remarks_on_submissions.push(remark);
    }
    Ok(())
}
